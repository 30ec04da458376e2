"""The tools of the resources: the rows of REST, selected, within their limit, and failures in words."""

from __future__ import annotations

import json
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import quote

import pandas as pd
import pytest
from mcp import Client

import sportsframe as sf
from sportsframe._client.clock import Clock
from sportsframe.catalog import RESOURCES, SPORTS
from sportsframe.errors import ServiceError, SportsframeError
from sportsframe.servers.mcp import McpApp, ToolServer
from sportsframe.servers.mcp.caller import Caller
from sportsframe.servers.mcp.columns import ordered
from sportsframe.servers.mcp.schemas import LARGEST_RESULT
from sportsframe.servers.mcp.server import every_tool
from sportsframe.servers.mcp.tables import part
from sportsframe.servers.mirror import Mirror
from sportsframe.service import Service
from sportsframe.service.serve import running_server
from sportsframe.service.tokens import Tokens

from ...support import asking
from ...support.asking import DAYS
from ...support.samples import EARLY, STATS, segment
from ...support.servers import Reply, envelope, game, serving
from .calls import (
    CANARY,
    GRANTS,
    LAST,
    LIMITED,
    LIST,
    OVER,
    TRIAL,
    Result,
    call,
    post,
    said,
    size,
    structure,
    together,
    tool_call,
    tools_at,
)


@pytest.mark.sampled
@pytest.mark.parametrize("sport", list(SPORTS))
def test_every_tool_gives_the_rest_body(url: str, sport: str) -> None:
    """[S4C-10] [S1-05] [S0-01] A result is the REST body, or its first rows and where the next ones begin."""
    league = {"league": "EPL"} if sport == "SOCCER" else {}

    needed = {name: asking.needed(name, sport) for name in SPORTS[sport].resources}

    async def work(client: Client) -> dict[str, Result]:
        found = {}
        for name in SPORTS[sport].resources:
            if name in STATS:  # in the next test, early in a season, as a whole one takes long to play
                continue
            held = segment(name, DAYS[sport])
            asked = {RESOURCES[name].segment.name: held} if held else {}
            arguments = {"sport": sport.lower(), **asked, **league, **needed[name]}
            found[RESOURCES[name].path(held, sport)[1:]] = await client.call_tool(
                f"get_{name.replace('-', '_')}", arguments
            )
        return found

    for path, result in together(url, work).items():
        code, _, body = asking.ask(path, **league, **needed[path.split("/")[0]])
        assert not result.is_error
        assert size(result) <= LARGEST_RESULT
        if code == 304:
            assert structure(result)["data"] == {}
            assert structure(result)["reason"]
            continue
        whole, found = json.loads(body), structure(result)
        ((key, rows),) = whole["data"].items()
        if "game_id" in needed[path.split("/")[0]]:
            ((member, entries),) = ((name, value) for name, value in rows[0].items() if isinstance(value, list))
            (part,) = found["data"][key]
            assert part[member] == entries[: len(part[member])]
            assert found["total"] == len(entries)
            continue
        if found["data"] == whole["data"]:
            assert (found["total"], found["next"]) == (len(rows), None)
            if not said(result).startswith("The data is in the structured content"):
                assert said(result).encode() == body
            continue
        kept = found["data"][key]
        if isinstance(rows, dict):
            assert kept.items() <= rows.items()
        elif "omitted" in found:
            assert kept
            assert kept == [{k: v for k, v in row.items() if k not in found["omitted"]} for row in rows[: len(kept)]]
        else:
            assert kept == rows[: len(kept)]
        assert (found["total"], found["next"]) == (len(rows), len(kept) if len(kept) < len(rows) else None)


def test_rows_are_those_that_the_arguments_select(opening: tuple[Service, str]) -> None:
    """[S4C-09] [S4C-10] `team` and `player_name` are parts of names in any case; sorted and cut as asked."""
    service, url = opening
    season = {"sport": "nba", "season": EARLY["NBA"][:4]}
    for name, path in (("get_team_stats", "team-stats"), ("get_player_stats", "player-stats")):
        body = asking.ask(f"{path}/{season['season']}/NBA", service, CANARY)[2]
        rows = json.loads(body)["data"]["NBA"]
        part = rows[0]["team"].split()[-1].upper()
        found = structure(call(url, name, **season, team=part))
        assert found["data"]["NBA"] == [row for row in rows if part.lower() in row["team"].lower()] != []
        nobody = structure(call(url, name, **season, team="nobody"))
        assert nobody["data"] == {"NBA": []}
        assert "resembles 'nobody'" in nobody["reason"]
    who = rows[0]["player"]
    both = {"team": rows[0]["team"], "player_name": who.split()[-1].swapcase()}
    found = structure(call(url, "get_player_stats", **season, **both))["data"]["NBA"]
    assert rows[0] in found
    assert all(row["team"] == rows[0]["team"] and who.split()[-1] in row["player"] for row in found)
    assert "player_name" in said(call(url, "get_team_stats", **season, player_name="x"))

    part = {"sort": "-player", "columns": ["player_id", "player"], "limit": 3, "offset": 2}
    found = structure(call(url, "get_player_stats", **season, **part))
    ranked = sorted(rows, key=lambda row: row["player"], reverse=True)
    assert found["data"]["NBA"] == [{k: row[k] for k in part["columns"]} for row in ranked[2:5]]
    assert (found["total"], found["next"]) == (len(rows), 5)
    assert "no column 'x'" in said(call(url, "get_player_stats", **season, sort="x"))


def test_one_game_of_any_sport(url: str) -> None:
    """[S4C-09] `game_id` and `team` pick a game of a team sport, whose REST path has no such parameter."""
    rows = asking.rows("live/2024-06-01/MLB")
    one = structure(call(url, "get_live", sport="mlb", date="2024-06-01", game_id=rows[3]["game_ID"]))
    assert one["data"]["MLB"] == [rows[3]]
    team = rows[3]["home_team_name"]
    found = structure(call(url, "get_live", sport="mlb", date="2024-06-01", team=team.upper()))
    assert rows[3] in found["data"]["MLB"]
    assert all(team in (row["home_team_name"], row["away_team_name"]) for row in found["data"]["MLB"])


def test_statistics_of_golf_need_no_season(opening: tuple[Service, str]) -> None:
    """[S4C-09] Golf gives those of the current season; others require one; filters apply or are refused."""
    service, url = opening
    rows = json.loads(asking.ask("player-stats/PGA", service, CANARY)[2])["data"]["PGA"]
    found = structure(call(url, "get_player_stats", sport="pga", player_name=rows[3]["player"]))
    assert found["data"]["PGA"] == [rows[3]]
    assert said(call(url, "get_player_stats", sport="pga", team="x")) == "pga has no team; omit team."
    for sport in ("pga", "darts"):
        name = structure(call(url, "get_player_info", sport=sport, limit=1))["data"][sport.upper()][0]["name"]
        assert (
            structure(call(url, "get_player_info", sport=sport, player_name=name))["data"][sport.upper()][0]["name"]
            == name
        )
    assert said(call(url, "get_player_stats", sport="darts")) == "player-stats requires season."


@pytest.mark.parametrize(("status", "words"), [
    (401, ("rejected", "401", "Bearer")),
    (403, ("denied", "403", "why")), (404, ("not found", "404", "why")), (500, ("status 500", "why")),
    (502, ("unavailable", "status 502", "why")),
])  # fmt: skip
def test_what_an_error_says(status: int, words: tuple[str, ...]) -> None:
    """[S4C-11] Each status has its words, with the path and the beginning of the body."""

    def ask(path: str, query: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
        return status, {}, b"why " + b"x" * 1000

    with pytest.raises(ServiceError) as failure:
        every_tool()["get_team_info"].run(Caller(ask, Clock(asking.AFTERWARDS)), {"sport": "nba"})
    text = str(failure.value)
    assert all(word in text for word in (*words, "/team-info/NBA"))
    assert len(text) < 300


def test_filters_are_those_of_rest(url: str) -> None:
    """[S4C-09] Ids go to the service under their REST names; league is needed with soccer and goes with it only."""
    day = DAYS["DARTS"]
    row = asking.rows(f"schedule/{day}/DARTS")[0]
    for name, value in (
        ("game_id", row["game_ID"]), ("event_id", row["event_ID"]), ("player_id", row["player_1_ID"])
    ):  # fmt: skip
        result = call(url, "get_schedule", sport="darts", date=day, **{name: value})
        assert structure(result)["data"]["DARTS"] == asking.rows(f"schedule/{day}/DARTS", **{name: str(value)})
    for name, value in (("player_id", 1), ("game_id", "zz")):
        nothing = structure(call(url, "get_schedule", sport="darts", date=day, **{name: value}))
        rows = len(asking.rows(f"schedule/{day}/DARTS"))
        assert nothing["reason"] == f"none of the {rows} rows matches the arguments."
    one = call(url, "get_live", sport="darts", date=day, game_id=row["game_ID"])
    (match,) = asking.rows(f"live/{day}/DARTS", game_id=row["game_ID"])
    assert structure(one)["data"]["DARTS"][0].items() <= match.items()

    for arguments, words in (
        ({"sport": "soccer", "date": day}, "soccer requires league, one of EPL, SERIEA, LALIGA"),
        ({"sport": "mlb", "date": day, "league": "EPL"}, "only for soccer"),
        ({"sport": "mlb", "date": day, "player_id": 5}, "only for darts"),
        ({"sport": "nhk", "date": day}, "sport 'nhk' is not one of nfl (pro football), nba"),
        ({"sport": "mlb"}, "date is required; get_schedule accepts sport, date"),
        ({"sport": "mlb", "date": 20240601}, "20240601"),
        ({"sport": "mlb", "date": day, "nonsense": 1}, "nonsense"),
        (
            {"sport": "darts", "date": day, "player_id": "x"},
            "player_id 'x' is not an id; find returns",
        ),
    ):
        result = call(url, "get_schedule", **arguments)
        assert result.is_error
        assert words in said(result)
    assert "give the year in which it started, such as 2024" in said(
        call(url, "get_schedule_season", sport="nba", season="2024-2026")
    )
    assert not call(url, "get_schedule", sport="nba", date="2024-12-06", league=None, game_id=None).is_error


def test_a_record_that_is_too_large_says_what_it_lacks(url: str) -> None:
    """A single record over 25 KB comes without its largest members, whose names are told; get_box has them in short."""
    rows = asking.rows("live/2024-11-10/NFL")
    largest = max(rows, key=lambda row: len(json.dumps(row)))
    assert len(json.dumps(largest)) > LARGEST_RESULT
    result = call(url, "get_live", sport="nfl", date="2024-11-10", game_id=largest["game_ID"])
    found = structure(result)
    assert size(result) <= LARGEST_RESULT
    (kept,) = found["data"]["NFL"]
    assert set(largest) - set(kept) == set(found["omitted"]) != set()
    assert kept.items() <= largest.items()
    box = call(url, "get_box", sport="nfl", game_id=largest["game_ID"])
    assert size(box) <= LARGEST_RESULT
    assert {"players.Passing", "players.Rushing"} <= set(structure(box)["tables"])
    part = call(url, "get_box", sport="nfl", game_id=largest["game_ID"], tables=["passing", "teams"])
    assert set(structure(part)["tables"]) == {"players.Passing", "teams"}
    assert "resource live and one of the tables games, teams" in found["note"]


def test_records_that_are_cut_are_as_many_as_fit(url: str) -> None:
    """Records without their largest members come as many at a time as whole ones, all without the same members."""
    day = {"sport": "nfl", "date": "2024-11-10"}
    rows, seen, offset = asking.rows("live/2024-11-10/NFL"), [], 0
    while offset is not None:
        result = call(url, "get_live", **day, offset=offset)
        found = structure(result)
        assert size(result) <= LARGEST_RESULT
        kept, offset = found["data"]["NFL"], found["next"]
        for row in kept:
            assert set(rows[len(seen)]) - set(row) == set(found["omitted"])
            assert row.items() <= rows[len(seen)].items()
            seen.append(row)
        if offset is not None:
            assert size(result) + len(json.dumps(kept[-1])) > LARGEST_RESULT - 3_000
    assert len(seen) == len(rows) > 5


@pytest.mark.parametrize("asked", [{"columns": ["player", "passing_yards"]}, {"sort": "-passing_yards"}])
def test_a_column_of_a_table_is_found_there(opening: tuple[Service, str], asked: dict[str, Any]) -> None:
    """Who asks the records of a resource for a statistic is told which table has it."""
    _, url = opening
    season = EARLY["NFL"][:4]
    refused = said(call(url, "get_player_stats", sport="nfl", season=season, **asked))
    assert refused.startswith(
        "no column 'passing_yards' in the records of player-stats; get_table with resource player-"
    )
    table = refused.split(" in ")[-1].rstrip(".").split(" or ")[0]
    again = {"sport": "nfl", "season": season, "resource": "player-stats", "table": table, **asked}
    assert not call(url, "get_table", **again).is_error


def test_the_plays_of_a_game_are_told_in_parts(url: str) -> None:
    """A game has one record of its plays: limit, offset, total and next count these."""
    game = asking.rows("live/2024-11-10/NFL")[0]["game_ID"]
    (whole,) = asking.rows("play-by-play/NFL", game_id=game)
    told: list[object] = []
    offset: int | None = 0
    while offset is not None:
        result = call(url, "get_play_by_play", sport="nfl", game_id=game, offset=offset, form="structure")
        assert size(result) <= LARGEST_RESULT
        (part,) = structure(result)["data"]["NFL"]
        assert {**part, "plays": []} == {**whole, "plays": []}
        told += part["plays"]
        assert structure(result)["total"] == len(whole["plays"])
        offset = structure(result)["next"]
    assert told == whole["plays"]
    second = call(url, "get_play_by_play", sport="nfl", game_id=game, offset=1, limit=1, form="structure")
    assert structure(second)["data"]["NFL"][0]["plays"] == whole["plays"][1:2]


@pytest.mark.parametrize("form", ["structure", "text"])
def test_a_result_has_one_form_if_asked(url: str, form: str) -> None:
    """Text or structure: the other one only says how much there is; both hold the same and fit."""
    about = {"sport": "mlb", "date": "2024-06-01"}
    both = structure(call(url, "get_scores", **about))
    one = call(url, "get_scores", **about, form=form)
    assert size(one) <= LARGEST_RESULT
    if form == "text":
        assert json.loads(said(one)) == both
        assert structure(one) == {name: both[name] for name in ("total", "next", "now")}
    else:
        assert structure(one) == both
        assert said(one).startswith("The data is in the structured content")


def test_failures_are_told_in_words(url: str, service: Service) -> None:
    """[S4C-11] [S5-07] An error names status and path, never the address or token; 304 is a result with a reason."""
    nothing = call(url, "get_live", sport="mlb", date="2024-01-20")
    assert not nothing.is_error
    assert structure(nothing)["data"] == {}
    last = sf.schedule_season(2023, "MLB")["game_date"].max()
    assert structure(nothing)["reason"] == (
        f"no MLB games on 2024-01-20 UTC; the last were on {last:%Y-%m-%d}, the next are on 2024-03-28."
    )
    wrong = said(call(url, "get_live", sport="mlb", date="2024-13-01"))
    assert "400" in wrong
    assert "/live/2024-13-01/MLB" in wrong
    assert "YYYY-MM-DD" in wrong
    missing = said(call(url, "get_schedule", sport="darts", date=DAYS["DARTS"], player_id=0))
    assert "404" in missing
    assert "unknown tool 'get_odds'" in said(call(url, "get_odds"))
    odd = said(call(url, "get_live", sport="mlb", date=f"../../?RSC_token={CANARY}"))
    for text in (said(nothing), wrong, missing, odd):
        assert CANARY not in text
        assert quote(CANARY, safe="") not in text
        assert "http://" not in text


def test_a_trial_and_old_data(url: str) -> None:
    """[S5-22] [S8-01] The age of data is found behind the door: a tool error that says 403, not a 403."""
    assert not call(url, "get_schedule", TRIAL, sport="mlb", date="2025-06-01").is_error
    assert not call(url, "get_schedule", LAST, sport="mlb", date="2025-06-01").is_error
    assert post(url, LIST, OVER)[0] == 401
    old = call(url, "get_live", TRIAL, sport="mlb", date="2022-06-01")
    assert old.is_error
    denied = "Access to /{}/2022-06-01/MLB is denied (status 403): Trial users can access the latest two seasons only."
    assert said(old).startswith(denied.format("live"))
    scores = call(url, "get_scores", TRIAL, sport="mlb", date="2022-06-01")
    assert said(scores).startswith(denied.format("schedule"))
    assert ".frame" not in said(scores)


def test_bodies_of_errors_are_cut_and_clean() -> None:
    """[S4C-11] [S5-07] [S5-08] Before a mirror, errors are in its own words: a body with a token ends here."""
    upstream = "upstream-secret-0123456789/+="
    echo = (f"{CANARY} {upstream} {quote(CANARY, safe='')} " + "x" * 5000).encode()
    with serving(Reply(404, echo)) as server:
        mirror = Mirror(server.base_url, Tokens(GRANTS), token=upstream, now=Clock(asking.AFTERWARDS))
        with running_server(app=McpApp(ToolServer(mirror))) as running:
            address = running.address.replace("/api/v1", "/mcp")
            text = said(call(address, "get_live", sport="mlb", date="2024-06-01"))
            server.set("/live/2024-06-02/MLB", Reply(200, envelope(game())))
            passed = call(address, "get_live", sport="mlb", date="2024-06-02")
            assert call(address, "get_live", LIMITED, sport="mlb", date="2024-06-02").content == passed.content
            assert post(address, tool_call("get_live", sport="nba", date="2024-06-02"), LIMITED)[0] == 403

    assert "404" in text
    assert len(text) < 300
    assert "xxx" not in text
    assert CANARY not in text
    assert upstream not in text
    assert quote(CANARY, safe="") not in text
    assert said(passed).encode() == envelope(game())


def test_every_result_is_within_its_limit(url: str) -> None:
    """Each of our own tools, for every sport and table: 25 KB at most, with a way to the next rows."""

    async def work(client: Client) -> list[tuple[str, Result]]:
        found = []
        for sport in SPORTS:
            league = {"league": "EPL"} if sport == "SOCCER" else {}
            about = {"sport": sport.lower(), "date": DAYS[sport], **league}
            found.append((sport, await client.call_tool("get_columns", {"sport": sport.lower()})))
            for table in SPORTS[sport].answers["live"].layouts:
                for name in ("get_table", "get_measures"):
                    result = await client.call_tool(name, {**about, "table": table})
                    found.append((f"{name} {sport} {table}", result))
        return found

    for what, result in together(url, work):
        assert size(result) <= LARGEST_RESULT, what
        if result.is_error:
            assert what.startswith("get_measures"), (what, said(result))
            assert "has no measures; these have" in said(result)
            continue
        held = result.structured_content
        assert held["next"] == (len(held["rows"]) if len(held["rows"]) < held["total"] else None)


def test_any_column_is_sorted_or_refused(url: str) -> None:
    """Numbers come by size, also in a column of objects, before text; a member with members is no value to sort by."""
    mixed = pd.DataFrame({"x": pd.Series([10, "b", 0.25, -3, None, 0.5, 2**70, "a"], dtype=object)})
    cells = [row[0] for row in part(mixed, {"sort": "x"})[1]["rows"]]
    assert cells == [-3, 0.25, 0.5, 10, 2**70, "a", "b", None]

    for arguments in ({"date": "2024-06-01", "sort": "full_box"}, {"date": "2024-06-01", "sort": "-player_box"}):
        refused = call(url, "get_live", sport="mlb", **arguments)
        assert refused.is_error
        assert "is not a single value to sort by; these are: " in said(refused)
        assert "game_ID" in said(refused)
        assert "\n" not in said(refused)


def test_times_are_sorted_by_time(url: str) -> None:
    """The texts of the wire begin with the day of the week; the last games of a season are its last."""
    found = structure(call(url, "get_schedule_season", sport="nba", season="2023", sort="-game_time", limit=3))
    times = [parsedate_to_datetime(row["game_time"]) for row in found["data"]["NBA"]]
    rest = structure(call(url, "get_schedule_season", sport="nba", season="2023", limit=5, columns=["game_time"]))
    assert times == sorted(times, reverse=True)
    assert min(times) > max(parsedate_to_datetime(row["game_time"]) for row in rest["data"]["NBA"])


def test_the_order_of_texts() -> None:
    """Numbers within a text count by size."""
    texts = [
        "9-5",
        "13-2",
        "12-1",
        "9-14",
        "b10",
        "b9",
        "Wed, 30 Oct 2024 00:00:00 GMT",
        "Mon, 14 Apr 2025 00:00:00 GMT",
    ]
    assert sorted(texts[:4], key=ordered) == ["9-5", "9-14", "12-1", "13-2"]
    assert sorted(texts[4:6], key=ordered) == ["b9", "b10"]
    assert sorted(texts[:5:-1], key=ordered) == texts[6:]


@pytest.mark.parametrize(("sport", "last", "first"), [("NBA", 10, 11), ("SOCCER", 5, 6)])
def test_the_night_ends_at_six(sport: str, last: int, first: int) -> None:
    """Until then, in the time zone of the league, games of the day before may be in play."""

    def ask(path: str, query: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
        return 304, {}, b""

    assert Caller(ask, Clock(f"2024-12-06T{last:02}:59:59+00:00")).is_night(sport)
    assert not Caller(ask, Clock(f"2024-12-06T{first:02}:00:00+00:00")).is_night(sport)


def test_columns_are_those_of_live_where_it_has_the_table() -> None:
    """Also of tables such as players, which other resources have; get_table without a date means the directory."""
    with tools_at("2025-01-15T12:00:00+00:00") as url:
        for sport, table in (("nba", "players"), ("nba", "teams"), ("pga", "players"), ("mlb", "batting")):
            asked = {"sport": sport, "table": table}
            found, live = (structure(call(url, "get_columns", **asked, **more)) for more in ({}, {"resource": "live"}))
            assert found == live
        directory = structure(call(url, "get_table", sport="nba", table="players", limit=1))
    assert "birth_date" in {*directory["columns"], *directory.get("constant", {}), *directory.get("empty", [])}


def test_a_date_to_come_is_no_error_of_a_service_that_refuses_it() -> None:
    """Where the service returns 404 for box scores of a date to come, there are none yet."""
    server = ToolServer(asking.service_at("2024-11-10T20:30", "observed", tokens=Tokens(GRANTS)))
    for name, asked in (
        ("get_standings", {"sport": "nfl"}), ("get_live", {"sport": "nfl", "date": "tomorrow"}),
        ("get_leaders", {"sport": "nfl", "statistic": "passing_yards", "date": "tomorrow"}),
        ("get_table", {"sport": "nfl", "date": "2024-11-11"}), ("get_scores", {"sport": "nfl", "date": "tomorrow"}),
        ("get_scores", {"sport": "pga", "date": "2024-11-14"}),
    ):  # fmt: skip
        _, found = server.call(name, asked, CANARY)
        assert found.get("rows") or found.get("tables") or found.get("reason"), name


def test_a_column_of_the_directory_is_found_where_it_is() -> None:
    """What a box score lacks, such as the height of a player, is in another resource, which the error names."""
    server = ToolServer(asking.service_at("2025-03-15T12:00", tokens=Tokens(GRANTS)))
    for table, column, where in (("players", "height", "player-info"), ("teams", "arena", "team-info")):
        asked = {"sport": "nba", "date": "2025-03-14", "table": table, "columns": [column]}
        with pytest.raises(SportsframeError, match=f"get_table with resource {where} has '{column}' in {table}"):
            server.call("get_table", asked, CANARY)
