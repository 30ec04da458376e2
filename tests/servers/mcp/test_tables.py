"""Tables, measures and columns as tools."""

from __future__ import annotations

import re
from typing import Any

import jsonschema
import pandas as pd
import pytest
from mcp import Client

import sportsframe as sf
from sportsframe import load, measures
from sportsframe._client.options import options
from sportsframe.servers.mcp import ToolServer
from sportsframe.servers.mcp.schemas import LARGEST_RESULT
from sportsframe.servers.mcp.server import LONGEST_TEXT, every_tool
from sportsframe.service import Service
from sportsframe.service.tokens import Grant, Tokens

from ...support import asking
from ...support.agents import SUNDAY
from ...support.samples import EARLY
from .calls import (
    LIMITED,
    Result,
    call,
    said,
    size,
    structure,
    together,
    tools_at,
)


def test_a_table_in_parts(url: str) -> None:
    """Parts of a tidy table, each within 25 KB, make up the table that the package gives; filters and columns hold."""

    async def work(client: Client) -> list[Result]:
        parts, offset = [], 0
        while offset is not None:
            arguments = {"sport": "mlb", "date": "2024-06-01", "table": "pitching", "offset": offset}
            parts.append(await client.call_tool("get_table", arguments))
            offset = parts[-1].structured_content["next"]
        return parts

    parts = together(url, work)
    assert len(parts) > 1
    assert all(size(p) <= LARGEST_RESULT for p in parts)
    with options(now=asking.AFTERWARDS):
        frame = load.pitching("2024-06-01")
    rows = [
        {**dict(zip(held["columns"], row, strict=True)), **held["constant"]}
        for held in (p.structured_content for p in parts)
        for row in held["rows"]
    ]
    made = pd.DataFrame(rows)
    assert {"sport", "season"} <= set(parts[0].structured_content["constant"])
    assert set(made.columns) == {c for c in frame.columns if frame[c].notna().any()}
    assert "empty" not in parts[0].structured_content
    assert len(rows) == parts[0].structured_content["total"] == len(frame)
    for name in ("player_id", "outs_recorded", "innings", "player", "game_id"):
        assert made[name].tolist() == frame[name].tolist()

    with options(now=asking.AFTERWARDS):
        games = load.live("2024-06-01", "MLB")
    empty = structure(call(url, "get_table", sport="mlb", date="2024-06-01"))["empty"]
    assert empty == [name for name in games.columns if games[name].isna().all()] != []

    player = int(frame.loc[~frame["player_id"].duplicated(keep=False), "player_id"].iloc[3])  # two games a day happen
    one = call(url, "get_table", sport="mlb", date="2024-06-01", table="pitching", player_id=player, columns=["player"])
    few = call(url, "get_table", sport="mlb", date="2024-06-01", table="pitching", limit=2.0, offset=1.0)
    assert len(structure(few)["rows"]) == 2  # integers to JSON Schema
    assert not call(url, "get_table", sport="mlb", date="2024-06-01", limit=1e308).is_error
    (name,) = frame.loc[frame["player_id"] == player, "player"]
    assert structure(one) == {"columns": ["player"], "rows": [[name]], "total": 1, "next": None}
    team = call(url, "get_table", sport="mlb", date="2024-06-01", team_id=int(frame["team_id"].iloc[0]))
    assert 1 <= team.structured_content["total"] <= 2
    season = call(url, "get_table", sport="mlb", season="2024", resource="schedule-season", columns=["game_id"])
    assert season.structured_content["total"] > 2400


@pytest.mark.parametrize(
    ("arguments", "words"),
    [({"table": "pitchin"}, "pitching"), ({"columns": ["ip"]}, "no column 'ip'"),
     ({"sort": "-ip"}, "no column 'ip'"),
     ({"player_id": 4}, "pass as table batting or pitching, which has it"),
     ({"table": "games", "columns": ["home_runs"]}, "no column 'home_runs'; pass as table teams or batting"),
     ({"table": "games", "sort": "-home_runs"}, "the table games has no column 'home_runs'; pass as table teams"),
     ({"offset": -1}, "offset: -1"), ({"resource": "schedule-season"}, "requires season"),
     ({"season": "2024"}, "live requires date; omit season"),
     ({"columns": ["x" * LONGEST_TEXT]}, "no column 'xx"),
     ({"columns": ["x" * (LONGEST_TEXT + 1)]}, "at most 1,000 characters, not 1,001"),
     ({"sort": "x" * 900_000}, "at most 1,000 characters, not 900,000"),
     ({"resource": "injuries"}, "neither date nor season; omit date"),
      ({"resource": "x"}, "resource")],
)  # fmt: skip
def test_a_table_that_cannot_be(url: str, arguments: dict[str, Any], words: str) -> None:
    """What is wrong with the arguments of our own tools is said in one line."""
    result = call(url, "get_table", **{"sport": "mlb", "date": "2024-06-01", **arguments})
    assert result.is_error
    assert words in said(result)
    assert "\n" not in said(result)
    assert size(result) < 2 * LONGEST_TEXT


@pytest.mark.parametrize("asked", [
    {"columns": ["player", "home_runs"], "limit": 3}, {"columns": ["player", "Home runs"], "sort": "-home runs"},
    {"columns": ["player"], "sort": "-home_runs"},
])  # fmt: skip
def test_a_table_may_be_told_by_its_columns(url: str, asked: dict[str, Any]) -> None:
    """Without a name the first table is taken that has all columns of the call, and named; with a name that one."""
    day = {"sport": "mlb", "date": "2024-06-01"}
    found = structure(call(url, "get_table", **day, **asked))
    named = structure(call(url, "get_table", **day, **asked, table="batting"))
    assert found.pop("note") == "of the table batting, which has these columns"
    assert "note" not in named
    assert found == named
    first = structure(call(url, "get_table", **day, columns=["game_id", "home_team"]))
    assert "note" not in first


def test_rows_that_nothing_matches(url: str) -> None:
    """An id that no row has, or an offset past the last row, is the reason; not the day."""
    about = {"sport": "mlb", "date": "2024-06-01", "table": "pitching"}
    total = structure(call(url, "get_table", **about))["total"]
    for name in ("get_table", "get_measures"):
        assert structure(call(url, name, **about, player_id=1))["reason"] == (
            f"none of the {total} rows matches the arguments."
        )
        past, last = (structure(call(url, name, **about, offset=total - n)) for n in (0, 1))
        assert past["reason"] == f"offset {total} is past the end of the {total} rows."
        assert len(last["rows"]) == 1
        assert "reason" not in last


def test_statistics_name_their_season(opening: tuple[Service, str]) -> None:
    """Season statistics have the season that was asked for, as `sf.player_stats` does; golf the current one."""
    _, url = opening
    for sport, season, label in (("nba", EARLY["NBA"][:4], "2023-2024"), ("pga", None, "2023")):
        arguments = {"sport": sport, "resource": "player-stats", "season": season, "columns": ["season"], "limit": 1}
        assert structure(call(url, "get_table", **arguments))["rows"] == [[label]]


def test_measures_and_columns(url: str) -> None:
    """Measures are those of the package, missing is null; the dictionary comes whole, in parts."""
    result = call(
        url, "get_measures", sport="mlb", date="2024-06-01", table="pitching", columns=["player_id", "era", "whip"]
    )
    found = result.structured_content
    with options(now=asking.AFTERWARDS):
        own = measures.measures(load.pitching("2024-06-01"))
    assert found["columns"] == ["player_id", "era", "whip"]
    assert found["total"] == len(own)
    for row, (_, theirs) in zip(found["rows"], own.iterrows(), strict=False):
        assert row[0] == theirs["player_id"]
        if pd.isna(theirs["era"]):
            assert row[1] is None
        else:
            assert row[1] == pytest.approx(float(theirs["era"]), rel=1e-6)
    words = call(url, "get_columns", sport="mlb", table="pitching").structured_content
    place = [words["columns"].index(name) for name in ("table", "column", "wire")]
    assert ["pitching", "innings", "IP"] in [[row[p] for p in place] for row in words["rows"]]
    assert call(url, "get_measures", sport="mlb", date="2024-06-01", table="nonsense").is_error


SEASON = {"sport": "mlb", "resource": "player-stats", "season": "2024"}
DAY = {"sport": "nba", "date": "2024-03-30"}


@pytest.mark.sampled
@pytest.mark.parametrize(("tool", "arguments", "message"), [
    ("get_table", {**SEASON, "columns": ["era"]}, "era is derived: get_leaders has it for all players, or one."),
    ("get_table", {**SEASON, "sort": "-strikeots"}, "Did you mean 'strikeouts' (batting, pitching) or"),
    ("get_table", {**SEASON, "columns": ["homers"]}, "pass as table batting or pitching, which has 'home_runs'."),
    ("get_table", {**SEASON, "columns": ["game_time"]}, "get_table with resource live has 'game_time' in games"),
    ("get_table", {**DAY, "columns": ["ts_pct"]}, "get_measures has it for teams or players."),
    ("get_table", {**DAY, "table": "players", "columns": ["threes"]}, "Did you mean 'three_points_made'?"),
    ("get_player_stats", {"sport": "mlb", "season": "2024", "sort": "-homers"},
     "get_table with resource player-stats has 'home_runs' in batting or pitching."),
    ("get_player_stats", {"sport": "nba", "season": "2023", "columns": ["ppg"]},
     "points_per_game is derived: get_leaders has it for all players, or one."),
    ("get_measures", {"sport": "mlb", "date": "2024-03-30", "table": "pitching", "sort": "ops"},
     "the table pitching has no measure 'ops'; pass as table batting, which has it."),
    ("get_measures", {"sport": "mlb", "date": "2024-03-30", "table": "pitching", "columns": ["erra"]},
     "Did you mean 'era'?"),
])  # fmt: skip
def test_an_unknown_column_is_found_elsewhere(sunday: str, tool: str, arguments: dict[str, Any], message: str) -> None:
    """In another table or resource, under another name, as a measure; otherwise the nearest names are told."""
    refused = call(sunday, tool, **arguments)
    assert refused.is_error
    assert message in said(refused)


def test_statistics_of_a_day_and_of_a_season_are_told_apart() -> None:
    """Each tool with statistics of the one says where those of the other are."""
    tools = every_tool()
    for name in ("get_player_stats", "get_team_stats"):
        assert "those of a day: get_live" in tools[name].meaning
    assert "those of a season: get_player_stats, get_team_stats" in tools["get_live"].meaning
    assert "get_leaders has those of a season" in tools["get_measures"].meaning
    assert "those of a season are in player-stats" in tools["get_table"].meaning


def test_a_season_chooses_a_resource_that_has_seasons(url: str) -> None:
    """The first with the columns or the table that the call names; else the refusal names what has seasons."""
    asked = {"sport": "epl", "season": "2024", "columns": ["player", "goals"], "sort": "-goals", "limit": 2}
    assert said(call(url, "get_table", **asked)) == said(call(url, "get_table", resource="player-stats", **asked))
    for wrong in ({"table": "periods"}, {"resource": "live"}, {}):
        refused = call(url, "get_table", sport="epl", season="2024", **wrong)
        assert said(refused) == (
            "live requires date; for a season pass resource player-stats or team-stats or schedule-season."
        )
    both = call(url, "get_table", sport="nba", season="2024", date="2024-12-06")
    assert said(both) == "live requires date; omit season."


@pytest.mark.sampled
@pytest.mark.parametrize(("asked", "meant"), [
    ({"resource": "teams"}, {"resource": "team-info"}),
    ({"resource": "players"}, {"resource": "player-info"}),
    ({"table": "players"}, {"resource": "player-info"}),
    ({"resource": "players", "season": "2023"}, {"resource": "player-stats", "season": "2023"}),
    ({"resource": "schedule", "season": "2023"}, {"resource": "schedule-season", "season": "2023"}),
    ({"resource": "teams", "date": "2024-01-10"}, {"resource": "live", "table": "teams", "date": "2024-01-10"}),
])  # fmt: skip
def test_what_there_is_beside_a_name_chooses_the_resource(
    sunday: str, asked: dict[str, str], meant: dict[str, str]
) -> None:
    """Tables of one name are of a day, of a season, or a directory, as a date, a season or neither is passed."""
    found, whole = (call(sunday, "get_table", sport="nba", limit=2, **given) for given in (asked, meant))
    assert said(found) == said(whole)
    assert structure(found)["rows"]


def test_what_is_missing_for_a_table_is_said_with_the_resources(sunday: str) -> None:
    """An unknown column of a season is named beside those of the resource that has the others."""
    assert said(call(sunday, "get_table", sport="nba")) == (
        "live requires date; for a season pass season, and for lists resource team-info or player-info."
    )
    known: dict[str, Any] = {"sport": "nba", "season": "2023", "limit": 2}
    told = said(call(sunday, "get_table", columns=["game_date", "home_team", "weather"], **known))
    assert "no column 'weather'" in told
    assert "game_date" in told
    assert structure(call(sunday, "get_table", columns=["game_date", "home_team"], **known))["rows"]


def test_rows_of_both_parts_of_a_season_are_said_to_be(sunday: str) -> None:
    """Who does not ask for the part is told that a player may have two rows."""
    known: dict[str, Any] = {"sport": "nba", "season": "2022", "limit": 2, "sort": "points desc"}
    found = structure(call(sunday, "get_table", columns=["player", "points"], **known))
    assert found["note"] == (
        "player-stats has a row for each part, regular_season and postseason; the column part tells which"
    )
    assert found["rows"][0][1] >= found["rows"][1][1]
    assert "note" not in structure(call(sunday, "get_table", columns=["player", "part"], **known))


MIXED = Grant(
    "mixed",
    pairs=frozenset(
        [("PGA", "live"), ("PGA", "schedule-season"), ("SOCCER", "injuries"), ("SOCCER", "team-info")]
        + [("MLB", "player-stats"), ("NHL", "schedule"), ("NHL", "team-info")]
    ),
)
"""Of a token that covers the default resource of one sport only."""


@pytest.mark.sampled
@pytest.mark.parametrize(("tool", "asked", "resource"), [
    ("get_table", {"sport": "mlb", "season": "2023"}, "player-stats"),
    ("get_table", {"sport": "pga", "season": "2024"}, "schedule-season"),
    ("get_table", {"sport": "nhl", "date": "today"}, "schedule"),
    ("get_table", {"sport": "soccer", "league": "EPL", "table": "injuries"}, "injuries"),
    ("get_table", {"sport": "soccer", "league": "EPL", "columns": ["abbreviation"]}, "team-info"),
    ("get_columns", {"sport": "mlb"}, "player-stats"),
    ("get_columns", {"sport": "pga"}, "live"),
])  # fmt: skip
def test_without_a_resource_the_one_that_the_token_covers_is_meant(
    tool: str, asked: dict[str, Any], resource: str
) -> None:
    """A call that the list allows is answered: the only covered resource that fits it is taken."""
    with tools_at(SUNDAY, {LIMITED: MIXED}) as url:
        listed = {one.name: one.input_schema for one in together(url, lambda c: c.list_tools(), LIMITED).tools}
        jsonschema.Draft202012Validator(listed[tool]).validate(asked)
        assert "mlb: player-stats" in listed[tool]["properties"]["resource"]["description"]
        found = call(url, tool, LIMITED, limit=2, **asked)
        named = call(url, tool, LIMITED, limit=2, resource=resource, **asked)
    assert said(found) == said(named)
    assert structure(found)["rows"]


@pytest.mark.parametrize(("asked", "words"), [
    ({"sport": "soccer", "league": "EPL"}, "pass resource for soccer, one of team-info, injuries."),
    ({"sport": "nhl"}, "pass resource for nhl, one of schedule, team-info."),
    ({"sport": "pga"}, "live requires date; for a season pass season."),
    ({"sport": "mlb", "date": "today"}, "player-stats requires season; omit date."),
    ({"sport": "nhl", "season": "2023"}, "pass resource for nhl, one of schedule, team-info."),
    ({"sport": "mlb", "resource": "bracket", "season": "2023"},
     "resource 'bracket' is not one of schedule, schedule-season, live, team-info, injuries, player-stats."),
    ({"sport": "tennis"}, "sport 'tennis' is not one of mlb, nhl, pga (golf), soccer."),
    ({"sport": "mlb", "season": "2023", "columns": ["era"]}, "the table "),
    ({"sport": "mlb", "player_id": "x", "season": "2023"}, "player_id 'x' is not an id."),
    ({"sport": "pga", "resource": "injuries"}, "pga has no injuries; it has schedule-season, live."),
    ({"sport": "mlb", "resource": "schedule"}, "403: the token is valid, but does not cover mlb schedule; of mlb it"),
])  # fmt: skip
def test_nothing_is_suggested_that_the_token_does_not_cover(asked: dict[str, Any], words: str) -> None:
    """A refusal names only resources, sports and tools that the token has."""
    tools = ToolServer(asking.service_at(SUNDAY, tokens=Tokens({LIMITED: MIXED})))
    with pytest.raises(sf.SportsframeError) as refused:
        tools.call("get_table", asked, LIMITED)
    assert str(refused.value).startswith(words)
    assert not re.search(r"team-stats|get_scores|get_leaders|get_measures|\bfind\b", str(refused.value))


@pytest.mark.sampled
@pytest.mark.parametrize(("tool", "asked"), [
    ("get_table", {"date": "2024-07-15", "table": "players"}), ("get_table", {"season": "2031", "table": "season"}),
    ("get_measures", {"date": "2024-07-15", "table": "players"}), ("get_standings", {"season": "2031"}),
    ("get_player_info", {"player_name": "xqzzyv"}), ("get_injuries", {"team": "xqzzyv"}),
    ("get_schedule_season", {"season": "2023", "team": "xqzzyv"}),
])  # fmt: skip
@pytest.mark.parametrize("wrong", [{"sort": "-xqfoo"}, {"columns": ["xqfoo"]}])
def test_a_wrong_column_is_refused_without_rows_too(
    sunday: str, tool: str, asked: dict[str, str], wrong: dict[str, Any]
) -> None:
    """What is no column is said to be none, whether or not there is a row to sort or to show."""
    assert not call(sunday, tool, sport="nba", **asked).is_error
    refused = call(sunday, tool, sport="nba", **asked, **wrong)
    assert refused.is_error
    assert "xqfoo" in said(refused)
