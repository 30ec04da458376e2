"""The tools for clubs and people by name: next games, results, names."""

from __future__ import annotations

import json
import unicodedata
from itertools import product
from pathlib import Path

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._client.clock import Clock
from sportsframe.catalog import SPORTS, TOKEN_PARAM, sport_code
from sportsframe.servers.mcp import McpApp, ToolServer
from sportsframe.servers.mcp.caller import Caller
from sportsframe.servers.mcp.questions.days import games_of_day
from sportsframe.service.respond import Reply
from sportsframe.service.serve import running_server
from sportsframe.service.tokens import Grant, Tokens

from ...support import asking
from ...support.agents import SUNDAY
from .calls import (
    CANARY,
    GRANTS,
    LIMITED,
    call,
    said,
    structure,
    tools_at,
)


def covering(*sports: str) -> dict[str, Grant]:
    """The usual token, for some sports alone: where every sport would be searched, it costs a season of each."""
    pairs = frozenset((code, name) for code in sports for name in SPORTS[code].resources)
    return {CANARY: Grant("some", pairs=pairs)}


@pytest.mark.long
def test_names_that_only_resemble_the_one_asked_for_are_marked(sunday: str) -> None:
    """A club of the real world is none of those found; a name that is misspelled, or a part of one, is meant."""
    vague = structure(call(sunday, "find", name="Lakers"))
    assert vague["total"] > 0
    assert vague["note"].startswith("no name has 'Lakers' in it; these resemble it. Clubs and people of this simulated")
    for name in ("Moonbeams", "Juniperfery Moonbeams"):
        found = structure(call(sunday, "find", name=name, sport="nba", kind="team"))
        assert found["total"] > 0
        assert "note" not in found


def test_a_club_may_be_named_by_its_id(sunday: str) -> None:
    """Scores, leaders and box scores take an id where they take a name, and return the same."""
    game = sf.Client(source="simulated", now=SUNDAY).live("2024-03-31", "NBA", day="league").iloc[0]
    for name, more in (
        ("get_scores", {}),
        ("get_leaders", {"statistic": "points"}),
        ("get_box", {"tables": ["teams"]}),
    ):
        one, other = (
            structure(call(sunday, name, sport="nba", date="2024-03-31", team=str(team), **more))
            for team in (game["home_team_id"], game["home_team"])
        )
        assert one == other
        assert one.get("rows") or one["tables"]


def test_the_next_games_are_those_of_the_club(sunday: str) -> None:
    """A club that does not play on a day is told its own next date; the ranking names the other tables."""
    planned = sf.Client(source="simulated", now=SUNDAY).schedule_season(2023, "NHL")
    ahead = planned[planned["game_date"] >= "2024-03-31"]
    sides = pd.concat(
        [ahead[["game_date", side]].set_axis(["day", "team"], axis=1) for side in ("home_team", "away_team")]
    )
    first = sides.groupby("team")["day"].min()
    club, day = first.idxmax(), f"{first.max():%Y-%m-%d}"
    assert day > f"{sides['day'][sides['day'] > '2024-03-31'].min():%Y-%m-%d}"
    reason = structure(call(sunday, "get_scores", sport="nhl", team=club))["reason"]
    assert reason.startswith(f"no NHL games of {club} on 2024-03-31; the last were on 2024-03-")
    assert reason.endswith(f", the next are on {day}.")
    both = structure(call(sunday, "get_leaders", sport="mlb", statistic="strikeouts"))
    assert both["note"] == "ranks pitching; for another pass table: batting"


def test_a_tournament_by_its_id(sunday: str) -> None:
    """The id of a tournament has no date; its box is that of `sf.game`."""
    client = sf.Client(source="simulated", now=SUNDAY)
    planned = client.schedule_season(2024, "PGA")
    past = planned.loc[planned["phase"] == "finished", "game_id"].iloc[-1]
    found = structure(call(sunday, "get_box", sport="pga", game_id=past))
    assert found["game"]["game_id"] == past
    assert len(client.game(past, "PGA")["players"]) >= len(found["tables"]["players"]["rows"]) > 0


def test_names_and_next_games_come_in_parts(sunday: str) -> None:
    """`total` counts all that match, and `next` leads to the rest."""
    for name, arguments in (
        ("find", {"name": "an", "sport": "nhl"}),
        ("get_schedule_of", {"team": "an", "sport": "nhl"}),
    ):
        all_of = structure(call(sunday, name, **arguments, limit=4))
        assert all_of["total"] > 4 == all_of["next"]
        rest = structure(call(sunday, name, **arguments, limit=2, offset=2))
        assert (rest["total"], rest["next"]) == (all_of["total"], 4)
        third, same = (
            {**dict(zip(part["columns"], part["rows"][place], strict=True)), **part.get("constant", {})}
            for part, place in ((all_of, 2), (rest, 0))
        )
        assert {k: v for k, v in third.items() if v is not None} == {k: v for k, v in same.items() if v is not None}


def test_all_clubs_of_a_name_are_weighed(sunday: str) -> None:
    """Every club that fits is considered and named, up to the number that a list has room for."""
    found = structure(call(sunday, "get_schedule_of", team="ers", sport="nhl"))
    clubs = sf.find("ers", "NHL", kind="team", limit=None)
    assert len(found["others"]) == len(clubs) - 1 > 5


@pytest.mark.parametrize(("name", "club"), [("Sundials", "Bramwick State Sundials"), ("Postmasters", "")])
def test_the_next_games_are_of_the_club_that_plays_next(name: str, club: str) -> None:
    """Of clubs of the same nickname the one with games to come; the others with sport and id, each once."""
    service = asking.service_at("2024-12-07T03:00:00", tokens=Tokens(GRANTS))
    with running_server(app=McpApp(ToolServer(service))) as running:
        url = running.address.replace("/api/v1", "/mcp")
        found = structure(call(url, "get_schedule_of", team=name))
        assert found["rows"]
        assert club in found["team"]
        others = found["others"]
        own = {(one["sport"], one["id"]) for one in others}
        assert len(own) == len(others) > 0
        assert found["team"] not in [one["team"] for one in others if one["sport"] == found["sport"]]
        last = others[-1]
        again = structure(call(url, "get_schedule_of", team=last["id"], sport=last["sport"]))
        assert (again["team"], again["sport"]) == (last["team"], last["sport"])


def test_a_game_that_was_replaced_is_listed_once() -> None:
    """Of a game and the one that took its place, the scores of the day hold the latter alone."""
    service = asking.service_at(SUNDAY)
    taken: list[str] = []

    def ask(path: str, query: dict[str, str]) -> Reply:
        code, headers, body = service.respond("GET", path, {**query, TOKEN_PARAM: asking.TOKEN}, {})
        if "/schedule/2024-03-31/NBA" not in path:
            return code, headers, body
        document = json.loads(body)
        first = next(row for row in document["data"]["NBA"] if row["game_ID"].startswith("20240331"))
        document["data"]["NBA"].append({**first, "game_ID": f"{first['game_ID']}9", "status": "replaced"})
        taken.append(first["game_ID"])
        return code, headers, json.dumps(document).encode()

    listed = games_of_day(Caller(ask, Clock(SUNDAY)), "NBA", {"date": "2024-03-31"})["game_id"]
    assert taken
    assert taken[0] in set(listed)
    assert f"{taken[0]}9" not in set(listed)


def test_names_are_found_without_their_accents(sunday: str) -> None:
    """As `find` does: any case, no accents."""
    season = sf.Client(source="simulated", now=SUNDAY).player_stats(2023, "NBA")
    name = next(name for name in season["player"] if not name.isascii())
    bare = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    one, two = (
        structure(call(sunday, "get_player_stats", sport="nba", season="2023", player_name=text))
        for text in (name, bare.upper())
    )
    assert one == two
    assert one["total"] >= 1


def test_results_of_a_club_and_against_another(sunday: str) -> None:
    """The latest first, with scores, over two seasons and in parts; those against one club; and why there are none."""
    client = sf.Client(source="simulated", now=SUNDAY)
    games = pd.concat([client.live(season=year, sport="SOCCER", league="EPL", progress=False) for year in (2022, 2023)])
    games = games[(games["phase"] == "finished")]
    club, rival = games[["home_team", "away_team"]].iloc[0]
    of = games[(games["home_team"] == club) | (games["away_team"] == club)].sort_values("game_time", ascending=False)
    first = structure(call(sunday, "get_results_of", team=club, sport="epl"))
    assert first["total"] == len(of)
    assert [row[0] for row in first["rows"]] == of["game_id"].head(5).tolist()
    scored = [first["columns"].index(name) for name in ("away_score", "home_score")]
    assert [[row[n] for n in scored] for row in first["rows"]] == of[["away_score", "home_score"]].head(
        5
    ).to_numpy().tolist()
    more = structure(call(sunday, "get_results_of", team=club, sport="epl", offset=first["next"], limit=3))
    assert [row[0] for row in more["rows"]] == of["game_id"].iloc[5:8].tolist()
    met = of[(of["home_team"] == rival) | (of["away_team"] == rival)]
    both = structure(call(sunday, "get_results_of", team=club, sport="epl", opponent=rival, limit=20))
    assert [row[0] for row in both["rows"]] == met["game_id"].tolist()
    none = structure(call(sunday, "get_results_of", team=club, sport="epl", opponent="xqzzyv"))
    assert none["reason"].startswith("no EPL team resembles 'xqzzyv'")
    assert "no team resembles" in structure(call(sunday, "get_results_of", team="xqzzyv", sport="epl"))["reason"]
    past_all = structure(call(sunday, "get_results_of", team=club, sport="epl", offset=10_000))
    assert (past_all["rows"], past_all["next"]) == ([], None)


def test_an_opponent_is_looked_up_like_the_team(sunday: str) -> None:
    """A misspelled one is found and named, one that only resembles a club is asked back; a club has not met itself."""
    client = sf.Client(source="simulated", now=SUNDAY)
    games = client.live(season=2023, sport="SOCCER", league="EPL", progress=False).iloc[0]
    club, rival = games["home_team"], games["away_team"]
    met = structure(call(sunday, "get_results_of", team=club, sport="epl", opponent=rival))
    assert met["rows"]
    span = "all meetings of the seasons 2022-2023 and 2023-2024"
    assert met["note"] == span
    wrong = rival[:-3] + rival[-2:]
    found = structure(call(sunday, "get_results_of", team=club, sport="epl", opponent=wrong))
    assert found["rows"] == met["rows"]
    assert found["note"] == f"{wrong!r} is taken for {rival}; {span}"
    nickname = rival.split()[-1]
    misspelled = nickname[:2] + nickname[3:-1]
    of_team = structure(call(sunday, "get_results_of", team=misspelled, sport="epl"))
    as_rival = structure(call(sunday, "get_results_of", team=club, sport="epl", opponent=misspelled))
    assert as_rival["note"].startswith(f"{misspelled!r} is taken for ")
    assert of_team["team"] in as_rival["note"]
    vague = structure(call(sunday, "get_results_of", team=club, sport="epl", opponent="epl " + rival))
    assert f"Did you mean {rival}?" in vague["reason"]
    several = structure(call(sunday, "get_results_of", team=club, sport="epl", opponent="ell"))
    assert several["note"].startswith("'ell' is taken for ")
    assert " or " in several["note"]
    itself = structure(call(sunday, "get_results_of", team=club, sport="epl", opponent=club))
    assert itself["reason"] == f"{club!r} is {club} too, which cannot meet itself; name another opponent."


def test_a_cancelled_tournament_is_no_game_to_wait_for(tmp_path: Path) -> None:
    """Of a day on which nothing is played leaders say so, as scores and box scores do."""
    now = "2026-11-25T12:00:00Z"
    tour = sf.Client(source="simulated", now=now, cache_dir=tmp_path).schedule_season(2026, "PGA")
    off = tour[tour["status"] == "cancelled"].iloc[0]
    day = f"{off['game_date']:%Y-%m-%d}"
    with tools_at(now) as url:
        reason = structure(call(url, "get_leaders", sport="pga", statistic="to_par", date=day))["reason"]
    assert reason == f"PGA: nothing is played on {day}: {off['game_id']} is cancelled."


def test_the_next_tournaments_of_golf(sunday: str) -> None:
    """In order, from now on; by a part of their name, or all of them."""
    found = structure(call(sunday, "get_schedule_of", sport="golf"))
    days = [row[found["columns"].index("game_date")] for row in found["rows"]]
    assert len(days) == 5
    assert days == sorted(days)
    assert days[0] >= found["now"][:10]
    name = found["rows"][1][found["columns"].index("tournament")]
    one = structure(call(sunday, "get_schedule_of", sport="pga", team=name))
    assert one["rows"] == [found["rows"][1]]
    none = structure(call(sunday, "get_schedule_of", sport="pga", team="Nowhere"))
    assert none["reason"].startswith("no tournament to come is named like 'Nowhere'")


def test_the_next_matches_of_a_darts_player(sunday: str) -> None:
    """By a part of the name or the id, or of an event; nobody of that name is told, with the nearest."""
    everyone = structure(call(sunday, "get_schedule_of", sport="darts", limit=1))
    row = dict(zip(everyone["columns"], everyone["rows"][0])) | everyone.get("constant", {})
    player, event = row["player_1"], row["event_name"]
    for text in (player, player.split()[-1]):
        own = structure(call(sunday, "get_schedule_of", sport="darts", team=text))
        assert own["rows"]
        first, second = (own["columns"].index(name) for name in ("player_1", "player_2"))
        assert all(text in f"{one[first]} {one[second]}" for one in own["rows"])
    assert structure(call(sunday, "get_schedule_of", sport="darts", team=event))["total"] >= 1
    reason = structure(call(sunday, "get_schedule_of", sport="darts", team="Qqq"))["reason"]
    assert reason.startswith("no event to come is named like 'Qqq'; the next are ")
    assert event in reason
    assert "no DARTS player resembles 'Qqq'" in reason


def test_the_sport_of_a_player_or_a_tournament_need_not_be_known(sunday: str) -> None:
    """Where no club has the name, that of a darts player, an event or a tournament is found; else that is said."""
    everyone = structure(call(sunday, "get_schedule_of", sport="darts", limit=1))
    player = (dict(zip(everyone["columns"], everyone["rows"][0])) | everyone.get("constant", {}))["player_1"]
    tour = structure(call(sunday, "get_schedule_of", sport="pga", limit=1))
    tournament = (dict(zip(tour["columns"], tour["rows"][0])) | tour.get("constant", {}))["tournament"]
    for text, sport in ((player, "darts"), (tournament, "pga")):
        found = structure(call(sunday, "get_schedule_of", team=text))
        assert found["sport"] == sport
        assert found["rows"] == structure(call(sunday, "get_schedule_of", team=text, sport=sport))["rows"]
    reason = structure(call(sunday, "get_schedule_of", team="xqzzyv"))["reason"]
    assert reason.endswith(" Nor has any pga or darts game to come that name.")


def test_a_club_cannot_meet_itself(sunday: str) -> None:
    """By whichever of its names it is called."""
    found = structure(call(sunday, "get_results_of", team="Sundials", opponent="Sundials", sport="nba"))
    club = found["team"]
    assert found["reason"] == f"'Sundials' is {club} too, which cannot meet itself; name another opponent."


@pytest.mark.sampled
@pytest.mark.parametrize(("tool", "more"), [
    ("get_scores", {"date": "2024-12-06"}), ("get_box", {"date": "2024-12-06"}), ("get_standings", {}),
    ("get_leaders", {"statistic": "points"}), ("get_results_of", {}), ("get_player_info", {}), ("get_team_info", {}),
])  # fmt: skip
def test_an_abbreviation_is_that_of_its_club_in_every_tool(tool: str, more: dict[str, str]) -> None:
    """MOR are the Corkscrews of Mossreach, although the name of the Sycamores holds these letters."""
    with tools_at("2024-12-07T03:40Z") as url:
        short, long = (
            structure(call(url, tool, sport="nhl", team=team, **more)) for team in ("mor", "Mossreach Corkscrews")
        )
    assert "Mossreach" in str(short)
    assert "Sycamores" not in str(short) or "Sycamores" in str(long)
    assert short == long


@pytest.mark.parametrize(("now", "over"), [
    ("2025-01-03T23:30Z", "World Championship"), ("2024-11-24T23:30Z", "Players Championship Finals"),
])  # fmt: skip
def test_an_event_that_is_over_is_not_the_next(now: str, over: str) -> None:
    """On its last evening, after the final, the next event is another one."""
    with tools_at(now) as url:
        final = structure(call(url, "get_scores", sport="darts", date=now[:10]))
        coming = structure(call(url, "get_schedule_of", sport="darts", limit=1))
    assert "completed" in str(final["rows"])
    assert over not in str(coming["rows"])
    assert coming["rows"]


def test_an_event_of_darts_is_known_before_its_matches() -> None:
    """Its first and last day come, with or without the sport; of one that is over, when it ended."""
    asked = {"sport": "darts"}
    with tools_at("2026-06-21T19:30:00+00:00", covering("DARTS", "NBA")) as url:
        for text, days in (
            ("World Matchplay", ["2026-07-18", "2026-07-26"]),
            ("grand slam", ["2026-11-14", "2026-11-22"]),
        ):
            found = structure(call(url, "get_schedule_of", team=text, **asked))
            assert [[row[0], row[2]] for row in found["rows"]] == [days]
            assert found["columns"] == ["game_date", "event_name", "end_date"]
            assert found["note"].startswith("the matches of these events are not drawn yet")
            assert structure(call(url, "get_schedule_of", team=text))["rows"] == found["rows"]
        drawn = structure(call(url, "get_schedule_of", team="Players Championship", **asked))
        assert "player_1" in drawn["columns"]
        over = structure(call(url, "get_schedule_of", team="UK Open", **asked))
        assert over["reason"] == "UK Open ended on 2026-03-01, and the next is not published yet."
        played = structure(call(url, "get_results_of", team="UK Open", **asked))
        assert played["rows"][0][played["columns"].index("round")] == "Final"


def test_matches_to_come_have_their_event_among_scores() -> None:
    """The schedule has the event of a match that has no live row yet."""
    with tools_at("2024-11-24T03:00:00+00:00") as url:
        found = structure(call(url, "get_scores", sport="darts"))
    events = [row[found["columns"].index("event")] for row in found["rows"]]
    assert events
    assert set(events) == {"Players Championship Finals"}


def test_results_need_no_sport_for_those_without_clubs(sunday: str) -> None:
    """A player of darts or golf is found; of one without games to come the sport and the tool to ask are told."""
    played = sf.Client(source="simulated", now=SUNDAY).schedule_season(2024, "DARTS")
    last = played[played["phase"].eq("finished").fillna(value=False)].sort_values("game_time").iloc[-1]
    asked = {"team": last["player_1"], "opponent": last["player_2"], "limit": 1}
    found = structure(call(sunday, "get_results_of", **asked))
    assert found["sport"] == "darts"
    assert found["rows"] == structure(call(sunday, "get_results_of", sport="darts", **asked))["rows"] != []
    golfer = sf.Client(source="simulated", now=SUNDAY).players("PGA")["player"].iloc[0]
    rested = structure(call(sunday, "get_results_of", team=golfer, sport="golf"))
    assert rested["reason"] == f"{golfer!r} was in none of the last 20 tournaments."
    reason = structure(call(sunday, "get_schedule_of", team=golfer))["reason"]
    assert reason.endswith("It is a name in pga: get_results_of with sport pga has the last tournaments.")


@pytest.mark.sampled
@pytest.mark.parametrize("code", ["DARTS", "PGA"])
def test_a_token_without_clubs_needs_no_sport(code: str) -> None:
    """With a token for golf or darts alone, a name without a sport is looked for there, and no club is asked for."""
    grants = {LIMITED: Grant("alone", pairs=frozenset((code, name) for name in SPORTS[code].resources))}
    games = sf.Client(source="simulated", now=SUNDAY).schedule_season(2024, code)
    over = games[games["phase"].eq("finished").fillna(value=False)].sort_values("game_time").iloc[-1]
    team = over["player_1"] if code == "DARTS" else over["tournament"]
    with tools_at(SUNDAY, grants) as url:
        found = structure(call(url, "get_results_of", LIMITED, team=team))
        assert found["sport"] == code.lower()
        assert found["rows"] == structure(call(url, "get_results_of", LIMITED, team=team, sport=code))["rows"] != []
        unread = ", ".join(one for one in SPORTS if one != code)
        for tool in ("get_schedule_of", "get_results_of"):
            reason = structure(call(url, tool, LIMITED, team="xqzzyv qqq"))["reason"]
            begin = f"no team resembles 'xqzzyv qqq'; not searched, as the token does not cover them: {unread}."
            assert reason.startswith(begin)


def test_every_sport_that_was_not_searched_is_named() -> None:
    """Of a token for one sport of clubs all others are named, those without clubs too."""
    grants = {LIMITED: Grant("alone", pairs=frozenset(("NBA", name) for name in SPORTS["NBA"].resources))}
    with tools_at(SUNDAY, grants) as url:
        reason = structure(call(url, "get_schedule_of", LIMITED, team="xqzzyv"))["reason"]
    assert f"does not cover them: {', '.join(one for one in SPORTS if one != 'NBA')}" in reason


@pytest.mark.parametrize("other", ["PGA", "DARTS"])
def test_results_are_looked_for_where_the_token_covers_them(other: str) -> None:
    """A sport of which the token covers the schedule, but no scores, is named as not searched; the call is answered."""
    held = [
        (code, name) for code in ("NBA", other) for name in SPORTS[code].resources if (code, name) != (other, "live")
    ]
    with tools_at(SUNDAY, {LIMITED: Grant("no scores", pairs=frozenset(held))}) as url:
        next_games, results = (
            structure(call(url, tool, LIMITED, team="xqzzyv"))["reason"]
            for tool in ("get_schedule_of", "get_results_of")
        )
    assert other not in next_games.partition("cover them: ")[2].partition(". ")[0].split(", ")
    assert other in results.partition("cover them: ")[2].partition(". ")[0].split(", ")


def test_a_club_is_named_except_where_there_are_none(sunday: str) -> None:
    """In sports of clubs the argument is required."""
    for tool in ("get_schedule_of", "get_results_of"):
        assert said(call(sunday, tool, sport="nba")) == "team is required, except with sport pga or darts."
    last = structure(call(sunday, "get_results_of", sport="darts"))
    assert (len(last["rows"]), last["next"]) == (5, 5)


def test_results_of_a_player_of_darts(sunday: str) -> None:
    """The sides of darts are players: the last matches of one, or those against another, with their scores."""
    asked = {"sport": "darts", "limit": 2}
    client = sf.Client(source="simulated", now=SUNDAY)
    played = client.schedule_season(2024, "DARTS")
    last = played[played["phase"].eq("finished").fillna(value=False)].sort_values("game_time").iloc[-1]
    player, rival = last["player_1"], last["player_2"]
    found = structure(call(sunday, "get_results_of", team=player, **asked))
    assert found["total"] > len(found["rows"]) == found["next"] == 2
    met = structure(
        call(sunday, "get_results_of", team=str(last["player_1_id"]), opponent=rival, form="structure", **asked)
    )
    cells = {**met.get("constant", {}), **dict(zip(met["columns"], met["rows"][0]))}
    score = client.live(str(last["game_date"])[:10], "DARTS", day="league").set_index("game_id").loc[last["game_id"]]
    assert (cells["game_id"], cells["winner"]) == (last["game_id"], score["winner"])
    assert (cells["player_1_legs"], cells["player_2_legs"]) == (score["player_1_legs"], score["player_2_legs"])
    assert {cells["player_1"], cells["player_2"]} == {player, rival}
    unknown = structure(call(sunday, "get_results_of", team="xqzzyv", **asked))
    assert (unknown["total"], "xqzzyv" in unknown["reason"]) == (0, True)
    assert "xqzzyv" in structure(call(sunday, "get_results_of", team=player, opponent="xqzzyv", **asked))["reason"]


def test_a_day_without_games_in_utc_is_not_called_one_without_games() -> None:
    """The reason says that the date is in UTC, and which tool has the games that the league dates so."""
    at = "2024-12-24T03:00"
    games = sf.Client(source="simulated", now=at).schedule_season(2024, "NBA")
    starts = set(games["game_time"].dt.strftime("%Y-%m-%d"))
    (day, count), *_ = [
        one for one in games["game_date"].dt.strftime("%Y-%m-%d").value_counts().items() if one[0] not in starts
    ]
    with tools_at(at) as url:
        for tool in ("get_schedule", "get_live"):
            reason = structure(call(url, tool, sport="nba", date=day))["reason"]
            assert reason == f"no NBA games on {day} UTC, but the league dates {count} games {day}: see get_scores."
        assert structure(call(url, "get_scores", sport="nba", date=day))["total"] == count
    grant = Grant("few", pairs=frozenset([("NBA", "live"), ("NBA", "schedule")]))
    with tools_at(at, {LIMITED: grant}) as url:  # without schedules of seasons
        for tool in ("get_schedule", "get_live"):
            assert structure(call(url, tool, LIMITED, sport="nba", date=day))["reason"] == reason


def test_an_event_has_its_number() -> None:
    """An event of a series is found by the name that its results have, and no other one whose number begins so."""
    with tools_at("2024-12-10T18:00") as url:
        for name in ("Players Championship 3", "Players Championship 30"):
            found = structure(call(url, "get_results_of", sport="darts", team=name, form="text"))
            assert found["total"] > 100
            found = structure(call(url, "get_results_of", sport="darts", team=name))
            events = {dict(zip(found["columns"], row, strict=True)).get("event") for row in found["rows"]}
            assert events | {found.get("constant", {}).get("event")} - {None} == {name}
        reason = structure(call(url, "get_results_of", sport="darts", team="Xqzzyv 3"))["reason"]
        assert reason.startswith("no event of this season and the one before is named like 'Xqzzyv 3'; no DARTS player")


def test_the_club_of_a_player_is_named(sunday: str) -> None:
    """Whoever asks for the games of a player of a club is told which club to pass."""
    one = sf.Client(source="simulated", now=SUNDAY).players("NBA").iloc[0]
    said = f"{one['player']} plays for {one['team']} (nba)"
    for tool in ("get_schedule_of", "get_results_of"):
        for sport in ({}, {"sport": "nba"}):
            reason = structure(call(sunday, tool, team=one["player"], **sport))["reason"]
            assert reason.startswith(f"no team resembles {one['player']!r}; {said}")
            assert "pass a club as team." in reason
    for tool in ("get_scores", "get_box"):
        assert said in structure(call(sunday, tool, sport="nba", team=one["player"]))["reason"]


def test_who_won_the_last_tournament_of_golf() -> None:
    """The winners of the last ones, those of a name, and the places of a player; a day without golf names the last."""
    now = "2024-12-10T18:00"
    client = sf.Client(source="simulated", now=now)
    planned = client.schedule_season(2024, "PGA")
    over = planned[planned["phase"] == "finished"].sort_values("game_time")
    last = over.iloc[-1]
    day = f"{last['game_date']:%Y-%m-%d}"
    board = client.live(day, "PGA", table="players", day="league")
    winner = board[board["position"] == 1].iloc[0]
    with tools_at(now, covering("PGA", "NBA")) as url:
        found = structure(call(url, "get_results_of", sport="golf", limit=2))
        line = dict(zip(found["columns"], found["rows"][0]))
        assert line == {
            "game_id": last["game_id"], "game_date": day, "tournament": last["tournament"], "place": "1",
            "player": winner["player"], "to_par": winner["to_par"], "strokes": winner["strokes"],
        }  # fmt: skip
        assert (len(found["rows"]), found["next"], found["total"] > len(over)) == (2, 2, True)
        named = structure(call(url, "get_results_of", sport="golf", team=last["tournament"], form="structure"))
        assert found["rows"][0][0] in {row[0] for row in named["rows"]}
        for asked in ({"sport": "golf"}, {}):
            own = structure(call(url, "get_results_of", team=winner["player"], **asked))
            assert (own["rows"][0][0], own["constant"]["player"]) == (last["game_id"], winner["player"])
        nobody = structure(call(url, "get_results_of", sport="golf", team="xqzzyv"))
        assert "no PGA player resembles 'xqzzyv'" in nobody["reason"]
        two = call(url, "get_results_of", sport="golf", team=winner["player"], opponent="x")
        assert said(two) == "opponent is for two sides; omit it for pga."
        assert (
            f"the last were on {last['end_date']:%Y-%m-%d}, the next are on"
            in structure(call(url, "get_scores", sport="pga"))["reason"]
        )
        assert structure(call(url, "get_scores", sport="pga", date=day))["total"] == 1


def test_a_club_of_a_sport_that_a_token_does_not_cover(sunday: str) -> None:
    """It is not said not to exist: the sports in which it was not looked for are named, as `find` names them."""
    held = ("NBA", "PGA")
    pairs = [(code, name) for code in held for name in SPORTS[code].resources]
    league = [("NHL", "team-info")]  # its clubs are known, but not their games
    with tools_at(SUNDAY, {CANARY: Grant("two", pairs=frozenset([*pairs, *league]))}) as url:
        client = sf.Client(source="simulated", now=SUNDAY)
        own = set(client.teams("NBA")["team"])
        for tool, code in product(("get_schedule_of", "get_results_of"), ("NFL", "NHL")):
            club = next(name for name in client.teams(sport_code(code))["team"] if name not in own)
            found = structure(call(url, tool, team=club))
            assert found["rows"] == []
            assert "not searched, as the token does not cover them: " in found["reason"]
            unread = found["reason"].partition("cover them: ")[2].partition(". ")[0].split(", ")
            assert code in unread
            assert not {*held} & set(unread)
    assert "not searched" not in structure(call(sunday, "get_schedule_of", team="xqzzyv"))["reason"]
