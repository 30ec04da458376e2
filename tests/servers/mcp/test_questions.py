"""The tools that answer what people ask."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from mcp.shared.exceptions import MCPError

import sportsframe as sf
from sportsframe._client.clock import Clock
from sportsframe.catalog import TOKEN_PARAM
from sportsframe.servers import rankings
from sportsframe.servers.mcp import McpApp, ToolServer
from sportsframe.servers.mcp.caller import Caller
from sportsframe.servers.mcp.questions.days import games_of_day
from sportsframe.service.respond import Reply, Service
from sportsframe.service.serve import running_server
from sportsframe.service.tokens import Grant, Tokens

from ...support import asking
from ...support.agents import QUESTIONS as QUESTIONS_ASKED
from ...support.agents import SUNDAY, Said, ask_all
from .calls import (
    CANARY,
    GRANTS,
    LAST,
    call,
    said,
    size,
    structure,
    together,
)


def test_what_people_ask(sunday: str) -> None:
    """Scores, leaders, standings, a next game, golf, a box, injuries: 25 KB per call, three calls at most."""

    def ask(tool: str, arguments: dict[str, Any]) -> Said:
        result = call(sunday, tool, **arguments)
        assert not result.is_error, (tool, arguments, said(result))
        return Said(result.structured_content, size(result))

    assert set(ask_all(ask)) == set(QUESTIONS_ASKED)


def test_standings_are_the_leagues_own(sunday: str) -> None:
    """The table of the tool is that of `sf.standings`: order, seeds and the steps that broke ties."""
    own = sf.standings("MLB", client=sf.Client(source="simulated", now=SUNDAY))
    asked = ["team_id", "division", "rank", "wins", "seed", "tied_by"]
    found = structure(call(sunday, "get_standings", sport="mlb", columns=asked))
    assert [row[0] for row in found["rows"]] == own["team_id"].tolist()
    assert [row[4] for row in found["rows"]] == [None if pd.isna(seed) else seed for seed in own["seed"]]
    assert [row[5] for row in found["rows"]] == [None if pd.isna(steps) else steps for steps in own["tied_by"]]
    west = structure(call(sunday, "get_standings", sport="mlb", group="west", by="conference"))
    assert west["rows"]
    alone = structure(call(sunday, "get_standings", sport="mlb", team=own["team"][2], columns=asked))
    assert alone["rows"] == [found["rows"][2]]


def test_games_missed_are_those_of_the_package(sunday: str) -> None:
    """Per player and per game as `sf.availability` has them, of a club where one is named, and why there are none."""
    client = sf.Client(source="simulated", now=SUNDAY)
    for by in ("player", "game"):
        own = sf.availability("MLB", by=by, client=client)  # type: ignore[arg-type]
        found = structure(call(sunday, "get_availability", sport="mlb", by=by, columns=["player_id", "team_id"]))
        assert found["rows"] == own[["player_id", "team_id"]].to_numpy().tolist()[: len(found["rows"])]
        assert (found["total"], found["season"]) == (len(own), "2024")
        assert found["rows"]
        assert "those who have returned are not known" in found["note"]
    club = own["team"].iloc[0]
    number = str(own["team_id"].iloc[0])
    for name in (club.split()[-1], f"the {club.split()[-1]}", club.upper(), number):
        some = structure(call(sunday, "get_availability", sport="mlb", by="game", team=name, columns=["team"]))
        assert some["total"] == (own["team"] == club).sum(), name
    nobody = structure(call(sunday, "get_availability", sport="mlb", team="xqzzyv"))
    assert nobody["reason"].startswith("no MLB team resembles 'xqzzyv'")
    spared = next(name for name in client.teams("MLB")["team"] if name not in set(own["team"]))
    reason = structure(call(sunday, "get_availability", sport="mlb", by="game", team=spared))["reason"]
    assert reason == f"no player of {spared} who is injured now has missed a game."


@pytest.mark.parametrize(("name", "arguments", "reason"), [
    ("get_scores", {"sport": "nfl"}, "no NFL games on 2024-03-31; "),
    ("get_scores", {"sport": "nba", "team": "Nobody"}, "no NBA team resembles 'Nobody'"),
    ("get_scores", {"sport": "nba", "team": "Inkwells"}, "no NBA games of Inkwells on 2024-03-31; the next"),
    ("get_box", {"sport": "nhl", "date": "2024-03-31", "team": "Nobody"}, "no NHL team resembles 'Nobody'"),
    ("get_box", {"sport": "nhl", "game_id": "20240331-1-2"}, "no such game on 2024-03-31; the games are 2024"),
    ("get_box", {"sport": "nba", "game_id": "20240402-9009-9099"}, "no such game on 2024-04-02; the games are 2024"),
    ("get_box", {"sport": "nba", "team": "Inkwells"}, "no NBA games of Inkwells on 2024-03-31; the next"),
    ("get_leaders", {"sport": "nba", "statistic": "points", "date": "today", "team": "Inkwells"}, "no NBA games of In"),
    ("get_leaders", {"sport": "mlb", "statistic": "avg", "season": "2023", "qualify": 10**5}, "no player qualifies"),
    ("get_schedule_of", {"team": "tech"}, "teams fit 'tech' equally well; pass more of"),
    ("get_schedule_of", {"team": "Moonbeams", "league": "EPL"}, "no team resembles 'Moonbeams'"),
    ("get_box", {"sport": "pga", "game_id": "2024_1"}, "no box score of '2024_1'"),
    ("get_box", {"sport": "pga", "game_id": "zz"}, "no box score of 'zz'"),
    ("get_scores", {"sport": "soccer", "league": "EPL", "date": "2023-07-01"}, "no EPL games on 2023-07-01"),
    ("get_leaders", {"sport": "mlb", "statistic": "hits", "team": "Nobody"}, "no MLB team resembles 'Nobody'"),
    ("get_leaders", {"sport": "mlb", "statistic": "hits", "offset": 10**6}, "offset 1000000 is past the end of the"),
    ("get_standings", {"sport": "mlb", "group": "Easten"}, "is named like 'Easten'; there are "),
    ("get_standings", {"sport": "mlb", "team": "Nobodies"}, "no MLB team resembles 'Nobodies'"),
    ("get_standings", {"sport": "nba", "team": "Monbeams"}, "Did you mean Juniperferry Moonbeams?"),
    ("get_standings", {"sport": "nfl", "season": "2030"}, "the NFL season 2030-2031 is not published; the last is"),
    ("get_standings", {"sport": "mlb", "season": "1990"}, "the MLB season 1990 is not published; the first is 2000."),
    ("get_standings", {"sport": "soccer", "league": "EPL", "season": "1990"}, "the EPL season 1990-1991 is not publi"),
    ("get_leaders", {"sport": "mlb", "statistic": "hits", "part": "postseason"},
     "no MLB game of the postseason of 2024 is counted yet; pass season 2023."),
    ("get_play_by_play", {"sport": "nba", "game_id": "x"}, "nothing for 'x'; not begun, not published, or unknown"),
    ("get_live", {"sport": "nfl", "date": "today"}, "no NFL games on 2024-04-01"),
    ("get_table", {"sport": "nfl", "date": "yesterday"}, "no NFL games on 2024-03-31"),
    ("get_box", {"sport": "nba", "date": "2024-04-02", "team": "s"}, "it starts at 2024-04-02T"),
    ("get_box", {"sport": "nba", "date": "2024-04-02"}, "games are scheduled on 2024-04-02, the first at 2024"),
    ("get_scores", {"sport": "nba", "team": "123456"}, "no NBA team resembles '123456'"),
    ("get_live", {"sport": "nba", "date": "2024-04-03"}, "games are scheduled on 2024-04-03, the first at 2024"),
    ("get_schedule_of", {"team": "xqzzyv", "sport": "nba"}, "no team resembles 'xqzzyv'"),
    ("find", {"name": "xqzzyv", "sport": "nba"}, "no name resembles 'xqzzyv'"),
    ("get_leaders", {"sport": "nba", "statistic": "points", "date": "2024-07-30"}, "no NBA games on 2024-07-30"),
    ("get_team_stats", {"sport": "nba", "season": "2031"}, "nothing is published"),
    ("get_leaders", {"sport": "nfl", "statistic": "sacks", "season": "2031"}, "nothing is published for this season"),
    ("get_injuries", {"sport": "nba", "team": "Nobody"}, "no NBA team resembles 'Nobody'"),
    ("get_scores", {"sport": "nba", "team": "the nba Moonbeams"}, "Did you mean Juniperferry Moonbeams?"),
    ("get_box", {"sport": "nba", "team": "xqzzyv Moonbeams"}, "'. Did you mean Juniperferry Moonbeams?"),
    ("get_leaders", {"sport": "nba", "statistic": "points", "team": "nba Moonbeams"}, "Did you mean Juniperferry M"),
    ("get_team_info", {"sport": "nba", "team": "nba Moonbeams"}, "no NBA team resembles 'nba Moonbeams'. Did you mean"),
    ("get_schedule_of", {"team": "nba Moonbeams", "sport": "nba"}, "no team resembles 'nba Moonbeams'. Did you mean"),
    ("find", {"name": "nba Moonbeams", "kind": "team", "sport": "nba"}, "Did you mean Juniperferry Moonbeams?"),
    ("get_player_info", {"sport": "nba", "player_name": "xqzzyv"}, "no NBA player resembles 'xqzzyv'"),
    ("get_schedule", {"sport": "nba", "date": "today", "team": "123456"}, "no NBA team resembles '123456'"),
    ("get_results_of", {"team": "Arsenal"}, "no team resembles 'Arsenal'. Clubs and people of this simulated"),
    ("get_injuries", {"sport": "nba", "team": "Lakers"}, "fictional; get_team_info lists the clubs, get_player_info l"),
    ("get_standings", {"sport": "nfl", "group": "AFC"}, "Clubs and people of this simulated service are fictional"),
    ("get_standings", {"sport": "nba", "team": "Lakers"}, "Clubs and people of this simulated service are fictional"),
    ("find", {"name": "xqzzyv", "sport": "pga"}, "service are fictional; get_player_info lists the players."),
])  # fmt: skip
def test_nothing_is_an_answer_with_its_reason(sunday: str, name: str, arguments: dict[str, Any], reason: str) -> None:
    """Not begun, an off day, nobody of that name, not published: a result without rows that says why, and no error."""
    result = call(sunday, name, **arguments)
    assert not result.is_error, said(result)
    assert reason in structure(result)["reason"]


def test_names_that_only_resemble_the_one_asked_for_are_marked(sunday: str) -> None:
    """A club of the real world is none of those found; a name that is misspelled, or a part of one, is meant."""
    vague = structure(call(sunday, "find", name="Lakers"))
    assert vague["total"] > 0
    assert vague["note"].startswith("no name has 'Lakers' in it; these resemble it. Clubs and people of this simulated")
    for name in ("Moonbeams", "Juniperfery Moonbeams"):
        found = structure(call(sunday, "find", name=name, sport="nba", kind="team"))
        assert found["total"] > 0
        assert "note" not in found


@pytest.mark.parametrize(("name", "arguments", "words"), [
    ("get_leaders", {"sport": "nba", "statistic": "pionts"}, "Did you mean 'points'?"),
    ("get_leaders", {"sport": "nfl", "statistic": "touchdowns"}, "expected one of passing_touchdowns, rushing_touch"),
    ("get_leaders", {"sport": "pga", "statistic": "strokes"}, "belongs to whoever played least"),
    ("get_leaders", {"sport": "darts", "statistic": "three dart average"}, "pass the date."),
    ("get_leaders", {"sport": "nba", "statistic": "points", "date": "today", "part": "postseason"}, "part may be"),
    ("get_scores", {"sport": "nba", "date": "2024-03-20 to 2024-03-22"}, "not a single day; call once for each day"),
    ("get_scores", {"sport": "nba", "date": "2024-03"}, "is not a single day; call once for each day"),
    ("get_leaders", {"sport": "nba", "statistic": "team_id"}, "unknown statistic of NBA 'team_id'"),
    ("get_table", {"sport": "nba", "resource": "play-by-play"}, "play-by-play requires game_id."),
    ("get_leaders", {"sport": "nba", "statistic": "ppg", "date": "today"}, "are those of a season: omit the date"),
    ("get_scores", {"sport": "nba", "date": "2024-07-15", "columns": ["winner"]}, "no column 'winner'"),
    ("get_scores", {"sport": "nba", "date": "2024-07-15", "sort": "-foo"}, "no column 'foo'"),
    ("get_live", {"sport": "nba", "date": "tonight"}, "date 'tonight' is not a day; pass YYYY-MM-DD, yesterday"),
    ("get_table", {"sport": "nba", "date": "last week"}, "date 'last week' is not a single day"),
    ("get_leaders", {"sport": "nba", "statistic": "points", "date": "today", "season": "2023"}, "exclude each other"),
    ("get_leaders", {"sport": "nba", "statistic": "points", "table": "x"}, "unknown table of players"),
    ("get_leaders", {"sport": "mlb", "statistic": "avg", "qualify": -1}, "qualify: -1 is less than the minimum"),
    ("get_scores", {"sport": "soccer"}, "soccer requires league"),
    ("get_scores", {"sport": "nba", "league": "EPL"}, "only for soccer"),
    ("get_scores", {"sport": "pga", "team": "x"}, "golf has no teams"),
    ("get_box", {"sport": "nba"}, "several games on 2024-03-31; pass game_id or team"),
    ("get_box", {"sport": "nba", "date": "2024-03-29", "team": "s", "tables": ["x"]}, "no table 'x'"),
    ("get_standings", {"sport": "pga"}, "'pga' is not one of"),
    ("get_availability", {"sport": "ncaafb"}, "'ncaafb' is not one of"),
    ("get_availability", {"sport": "soccer"}, "soccer requires league"),
    ("get_availability", {"sport": "nfl", "by": "team"}, "'team' is not one of"),
    ("get_scores", {"sport": "nba", "date": "soon"}, "soon"),
])  # fmt: skip
def test_questions_that_cannot_be(sunday: str, name: str, arguments: dict[str, Any], words: str) -> None:
    """What is wrong with a question is said in one line."""
    result = call(sunday, name, **arguments)
    assert result.is_error
    assert words in said(result)
    assert "\n" not in said(result)


def test_the_fewest_strokes_are_those_of_who_finished(sunday: str) -> None:
    """A golfer who went home early has fewer strokes than the winner, but leads only where an order is stated."""
    about = {"sport": "pga", "statistic": "strokes", "date": "2024-03-31", "limit": 200}
    usual, everyone = (structure(call(sunday, "get_leaders", **about, **more)) for more in ({}, {"order": "lowest"}))
    players = sf.Client(source="simulated", now=SUNDAY).live("2024-03-31", "PGA", table="players", day="league")
    stayed = players[~players["status"].isin(["cut", "withdrawn"])].dropna(subset=["strokes"])

    assert usual["rows"][0][-1] == stayed["strokes"].min() > everyone["rows"][0][-1]
    assert usual["total"] == len(stayed) < everyone["total"]
    assert "who were cut, withdrew or were disqualified" in usual["note"]
    assert "who were cut" not in everyone.get("note", "")


def test_leaders_by_a_rate_have_played(sunday: str) -> None:
    """A rate is ranked among those with enough attempts, unless told otherwise; a total among all."""
    about = {"sport": "mlb", "statistic": "avg", "limit": 1000}
    usual, everyone, most = (
        structure(call(sunday, "get_leaders", **about, **more)) for more in ({}, {"qualify": 0}, {"qualify": 10**6})
    )
    assert "players with at_bats of at least" in usual["note"]
    assert 0 < usual["total"] < everyone["total"]
    assert most["total"] == 0
    lowest = structure(call(sunday, "get_leaders", **about, order="lowest"))
    assert [row[-1] for row in lowest["rows"]] == sorted(row[-1] for row in usual["rows"])
    assert "at least" not in structure(call(sunday, "get_leaders", **{**about, "statistic": "home_runs"}))["note"]


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


@pytest.mark.parametrize(("sport", "statistic", "by", "ranked"), [
    ("NFL", "passer_rating", "passing_attempts", [3, 2]), ("DARTS", "checkout_percentage", "games_played", [4, 3, 2]),
    ("NFL", "fantasy_points", "", [4, 3, 2, 1]), ("NFL", "games_played", "", [4, 3, 2, 1]),
])  # fmt: skip
def test_a_rate_that_the_service_gives_has_played_too(sport: str, statistic: str, by: str, ranked: list[int]) -> None:
    """A rate among the columns is ranked like a measure: among those who did enough, else played enough games."""
    players = pd.DataFrame({"player_id": [1, 2, 3, 4], "player": list("abcd"), "games_played": [2, 3, 9, 10]})
    frame = players.assign(**{"passing_attempts": [10, 30, 100, 0], statistic: [1, 2, 3, 10]})
    board, order, note = rankings.leaders(frame, sport, "player-stats", "season", statistic)
    assert (board["player_id"].tolist(), order) == (ranked, "highest")
    assert note.partition(";")[0] == (f"players with {by} of at least {ceil(0.3 * frame[by].max())}" if by else "")
    everyone = rankings.leaders(frame, sport, "player-stats", "season", statistic, qualify=0)[0]
    assert everyone["player_id"].tolist() == [4, 3, 2, 1]
    tied = frame.assign(**{statistic: [5, 7, 7, 9]})
    level = rankings.leaders(tied, sport, "player-stats", "season", statistic, qualify=0)[0]
    assert level["rank"].tolist() == [1, 2, 2, 4]


@pytest.mark.parametrize(("sport", "text", "statistic"), [
    ("NBA", "three-point percentage", "fg3_pct"), ("NBA", "3 point percentage", "fg3_pct"), ("NBA", "3P%", "fg3_pct"),
    ("NBA", "field goal percentage", "fg_pct"), ("NBA", "FG%", "fg_pct"), ("NBA", "three_pct", "fg3_pct"),
    ("NBA", "free throw percentage", "ft_pct"), ("NBA", "FT%", "ft_pct"), ("NBA", "true shooting percentage", "ts_pct"),
    ("NCAABB", "two-point percentage", "two_point_percentage"), ("MLB", "strikeouts per nine innings", "k_9"),
    ("MLB", "SO9", "k_9"), ("MLB", "2B", "doubles"), ("MLB", "on-base percentage", "obp"), ("MLB", "ERA", "era"),
    ("NFL", "TD passes", "passing_touchdowns"), ("NFL", "Cmp%", "completion_pct"), ("NHL", "PIM", "penalty_minutes"),
    ("NHL", "save percentage", "save_pct"), ("NHL", "points", "points"), ("NBA", "nonsense", "nonsense"),
])  # fmt: skip
def test_a_statistic_is_found_by_what_people_call_it(sport: str, text: str, statistic: str) -> None:
    """Percentages and rates by their label, the heading of sites of reference or the name of the field."""
    assert rankings.statistic_of(text, sport, "player-stats") == statistic


@pytest.mark.parametrize(("statistic", "table"), [
    ("strikeouts", "pitching"), ("walks", "batting"), ("hits", "batting"), ("home_runs", "batting"),
])  # fmt: skip
def test_of_several_tables_the_one_is_ranked_where_more_is_better(statistic: str, table: str) -> None:
    """Who leads in strikeouts is a pitcher, and in walks a batter, as the measures of the tables say."""
    for resource in ("player-stats", "live"):
        assert rankings.table_with("MLB", resource, statistic) == table


@pytest.mark.parametrize(("sport", "column", "made", "tried"), [
    ("NBA", "two_point_percentage", "two_points_made", "two_points_attempted"),
    ("NCAABB", "two_point_percentage", "two_points_made", "two_points_attempted"),
    ("DARTS", "checkout_percentage", "checkouts_made", "checkout_total"),
])  # fmt: skip
def test_a_rate_as_sent_qualifies_by_its_own_attempts(sport: str, column: str, made: str, tried: str) -> None:
    """Whoever made 5 of 6 does not lead those who tried a hundred times, however many games he was in."""
    frame = pd.DataFrame(
        {"player_id": [1, 2], "player": ["a", "b"], "games_played": [20, 20], made: [5, 60], tried: [6, 100]}
    ).assign(**{column: [83.33, 60.0]})
    board, _, note = rankings.leaders(frame, sport, "player-stats", "season", column)
    assert board["player_id"].tolist() == [2]
    assert note.startswith(f"players with {tried} of at least 30")


def test_golfers_are_ranked_within_their_tournament() -> None:
    """Two tournaments of one week have a leader each, and every line says of which one it is."""
    frame = pd.DataFrame({
        "game_id": ["1", "1", "2", "2"], "tournament": ["A", "A", "B", "B"], "player_id": [1, 2, 3, 4],
        "player": list("abcd"), "to_par": [-15, -10, -13, -9],
    })  # fmt: skip
    board, _, _ = rankings.leaders(frame, "PGA", "live", "players", "to_par")
    assert board[["rank", "tournament", "game_id", "player_id"]].to_numpy().tolist() == [
        [1, "A", "1", 1], [1, "B", "2", 3], [2, "A", "1", 2], [2, "B", "2", 4],
    ]  # fmt: skip
    alone = rankings.leaders(frame.iloc[:2], "PGA", "live", "players", "to_par")[0]
    assert "tournament" not in alone


def test_the_day_of_a_reason_is_that_of_the_league(sunday: str) -> None:
    """In UTC it is Monday: the reasons of questions count the games of the league's day, as get_scores lists them."""
    for day in ("tomorrow", "2024-04-01"):
        lines = structure(call(sunday, "get_scores", sport="nba", date=day))
        found = structure(call(sunday, "get_leaders", sport="nba", statistic="points", date=day))
        assert found["rows"] == []
        assert found["reason"].startswith(f"NBA: {lines['total']} games are scheduled on 2024-04-01, the first at 2024")
    first = structure(call(sunday, "get_leaders", sport="nba", statistic="points", date="today"))
    assert (first["date"], first["now"]) == ("2024-03-31", "2024-04-01T02:30:00Z")


def test_leaders_of_a_day_say_which_games_are_not_finished(sunday: str) -> None:
    """A ranking of a day says how many of its games are in play or not begun; of a day that is over, nothing."""
    client, counts = sf.Client(source="simulated", now=SUNDAY), []
    for sport, statistic in (("NBA", "points"), ("NHL", "shots_on_goal"), ("PGA", "strokes")):
        games = client.live("2024-03-31", sport, day="league").set_index("game_id")["phase"]
        planned = client.schedule("2024-03-31", sport, day="league").set_index("game_id")["phase"]
        phases = games.combine_first(planned)
        counts.append(int(phases.isin(["scheduled", "live", "paused"]).sum()))
        found = structure(call(sunday, "get_leaders", sport=sport.lower(), statistic=statistic, date="today"))
        note = f"{counts[-1]} of {len(phases)} games not finished" if counts[-1] else ""
        finished = [part for part in found.get("note", "").split("; ") if part.endswith("not finished")]
        assert finished == ([note] if note else []), sport
    assert any(counts)
    with _mcp("2024-11-29T01:10") as thanksgiving:  # two games are over, the third has not begun
        found = structure(call(thanksgiving, "get_leaders", sport="nfl", statistic="passing_yards", date="today"))
    assert found["note"].startswith("1 of 3 games not finished")


def test_leaders_before_the_first_game_name_the_season_before(sunday: str) -> None:
    """In January the season of baseball has no statistics: an agent is told which season has some."""
    with _mcp("2025-01-09T01:30") as january:
        found = structure(call(january, "get_leaders", sport="mlb", statistic="home runs"))
    assert found["rows"] == []
    assert found["reason"] == "no MLB game of 2025 is counted yet; pass season 2024."


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("get_player_stats", {"season": "2023"}),
        ("get_team_stats", {"season": "2023"}),
        ("get_team_info", {}),
        ("get_player_info", {}),
        ("get_injuries", {}),
        ("get_schedule_season", {"season": "2023"}),
        ("get_schedule", {"date": "2024-03-31"}),
        ("get_live", {"date": "2024-03-31"}),
    ],
)
def test_rows_are_selected_by_an_id_as_by_a_name(sunday: str, tool: str, given: dict[str, Any]) -> None:
    """The id that results name finds the rows of a club, in every tool that filters by its name."""
    games = sf.Client(source="simulated", now=SUNDAY).live("2024-03-31", "NBA")
    club = games.iloc[0]
    by_id, by_name = (
        structure(call(sunday, tool, sport="nba", **given, team=text, limit=3))
        for text in (str(club["home_team_id"]), club["home_team"])
    )
    assert by_id == by_name
    assert by_name["total"] or tool == "get_injuries"


@pytest.mark.parametrize("form", ["TEXT", " text ", "", None])
def test_the_form_may_be_in_any_case_or_empty(sunday: str, form: str | None) -> None:
    """What is left empty is left out: a small result is both; in the form of text it holds the rows."""
    asked = {"sport": "nba", "limit": 1, **({} if form is None else {"form": form})}
    found = call(sunday, "get_scores", **asked)
    assert json.loads(said(found))["rows"]
    assert ("rows" in found.structured_content) == (not form)


def test_who_is_asked_without_a_resource_is_told_what_is_covered() -> None:
    """The default of the tools for any resource is refused by name where the token covers others only."""
    grants = {
        LAST: Grant("injuries", pairs=frozenset([("MLB", "injuries")])),
        CANARY: Grant("mixed", pairs=frozenset([("MLB", "injuries"), ("NBA", "live")])),
    }
    with _mcp("2024-04-01T02:30", grants) as url:
        for token in grants:
            with pytest.raises(BaseException) as refused:
                call(url, "get_table", token, sport="mlb")
            words = "403: the token is valid, but does not cover mlb live; of mlb it covers injuries."
            assert refused.group_contains(MCPError, match=re.escape(words))
        tools = {tool.name: tool for tool in together(url, lambda client: client.list_tools(), LAST).tools}
        assert tools["get_table"].input_schema["required"] == ["sport", "resource"]
        assert not call(url, "get_columns", CANARY, sport="nba", limit=1).is_error
        assert not call(url, "get_columns", LAST, sport="mlb", resource="injuries", limit=1).is_error


@contextmanager
def _mcp(now: str, grants: Mapping[str, Grant] = GRANTS) -> Iterator[str]:
    """Where the tools are at a time."""
    service = asking.service_at(now, tokens=Tokens(grants))
    with running_server(app=McpApp(ToolServer(service))) as running:
        yield running.address.replace("/api/v1", "/mcp")


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
    assert reason == f"no NHL games of {club} on 2024-03-31; the next are on {day}."
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


@pytest.mark.parametrize(("name", "club"), [("Sundials", "Pebblemont Sundials"), ("Postmasters", "")])
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


def test_a_number_stands_for_text(sunday: str) -> None:
    """A season or an id written as a number is the same as the text; a truth value is not."""
    for name, key, number in (("get_player_stats", "season", 2023), ("find", "name", 9001)):
        one, same = (
            structure(call(sunday, name, sport="nba", limit=1, **{key: value})) for value in (number, f"{number}")
        )
        assert one == same
    refused = call(sunday, "get_player_stats", sport="nba", season=True)
    assert refused.is_error
    assert "season true is not of type string" in said(refused)


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


@pytest.mark.parametrize(
    ("name", "written", "meant"),
    [
        ("get_leaders", {"season": "2023-24"}, {"season": "2023"}),
        ("get_leaders", {"season": "2023-2024"}, {"season": "2023"}),
        ("get_leaders", {"season": "current"}, {}),
        ("get_leaders", {"statistic": "Three-points made"}, {"statistic": "three_points_made"}),
        ("get_leaders", {"statistic": "3-points made"}, {"statistic": "three_points_made"}),
        ("get_leaders", {"team": "the MOONBEAMS"}, {"team": "Moonbeams"}),
        ("get_standings", {"sport": "NBA", "limit": "3"}, {"limit": 3}),
        ("get_standings", {"by": "Conference", "group": ""}, {"by": "conference"}),
        ("get_standings", {"group": "the Pacific Division"}, {"group": "Pacific"}),
        ("get_standings", {"season": "2023/24", "sort": "-Wins"}, {"season": "2023", "sort": "-wins"}),
        ("get_leaders", {"season": "CURRENT"}, {}),
        ("get_table", {"resource": "Player_Stats", "season": "2023"}, {"resource": "player-stats", "season": "2023"}),
        ("get_scores", {"columns": ["Away Team", "home_team"]}, {"columns": ["away_team", "home_team"]}),
        ("get_scores", {"date": " Yesterday "}, {"date": "yesterday"}),
        ("get_scores", {"date": "", "team": ""}, {}),
        ("get_scores", {"columns": "home_team, away_team"}, {"columns": ["home_team", "away_team"]}),
        ("get_scores", {"columns": '["home_team"]'}, {"columns": ["home_team"]}),
        ("get_scores", {"columns": []}, {}),
        ("get_leaders", {"table": "Season"}, {"table": "season"}),
    ],
)
def test_arguments_as_agents_write_them(sunday: str, name: str, written: dict[str, Any], meant: dict[str, Any]) -> None:
    """Seasons as results name them, any case, numbers as text, statistics in words; what is left empty is left out."""
    usual = {"sport": "nba"} | ({"statistic": "points"} if name == "get_leaders" else {})
    found, wanted = (structure(call(sunday, name, **usual | given)) for given in (written, meant))
    assert found == wanted
    assert wanted["rows"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"sport": "nba", "league": "NBA"}, "league is only for soccer; omit it for nba."),
        ({"sport": "soccer", "league": "MLS"}, "league 'MLS' is not one of EPL, SERIEA, LALIGA."),
        ({"sport": "nba", "limit": 1.5}, "limit 1.5 is not of type integer; get_scores accepts sport, date"),
        ({"sport": ["nba"]}, 'sport ["nba"] is not of type string'),
        ({"sport": "nba", "date": "2024-12-5"}, "date '2024-12-5' is not a day; write \"2024-12-05\"."),
        ({"sport": "nba", "date": "next week"}, "is not a single day; call once for each day, as YYYY-MM-DD."),
        ({}, "sport is required; get_scores accepts sport, date"),
    ],
)
def test_what_is_wrong_is_said_in_words_of_agents(sunday: str, given: dict[str, Any], words: str) -> None:
    result = call(sunday, "get_scores", **given)
    assert result.is_error
    assert words in said(result)


def test_a_day_without_games_has_every_column(sunday: str) -> None:
    """Columns and an order that a day with games has are no error on one without, and before the first score."""
    for day, reason in (("2024-07-15", "no NBA games on 2024-07-15"), ("tomorrow", "")):
        given = {"date": day, "columns": ["home_team", "home_score"], "sort": "-home_score"}
        found = structure(call(sunday, "get_scores", sport="nba", **given))
        assert found.get("reason", "").startswith(reason)
        assert bool(found["rows"]) == (not reason)


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


@contextmanager
def tools_at(now: str) -> Iterator[str]:
    """Where the tools are at a time."""
    service = asking.service_at(now, tokens=Tokens(GRANTS))
    with running_server(app=McpApp(ToolServer(service))) as running:
        yield running.address.replace("/api/v1", "/mcp")


def test_after_midnight_the_games_in_play_are_those_of_yesterday() -> None:
    """Without a date, scores and a box score include what is still being played; with one they are of that date."""
    games = sf.Client(source="simulated", now="2024-04-01T12:00").schedule(("2024-03-11", "2024-03-20"), "NBA")
    late = games[games["game_time"].dt.hour == 2].iloc[0]
    with tools_at(f"{late['game_time'] + pd.Timedelta(hours=2, minutes=2):%Y-%m-%dT%H:%M:%SZ}") as url:
        listed = structure(call(url, "get_scores", sport="nba"))
        status = {row[0]: row[listed["columns"].index("status")] for row in listed["rows"]}
        assert status[late["game_id"]] == "inprogress"
        assert "scheduled" in status.values()
        dated = structure(call(url, "get_scores", sport="nba", date="today"))
        assert late["game_id"] not in {row[0] for row in dated["rows"]}
        box = structure(call(url, "get_box", sport="nba", team=str(late["home_team_id"])))
        assert box["game"]["game_id"] == late["game_id"]


def test_strokes_are_not_ranked_while_a_round_is_played() -> None:
    """The fewest belong to whoever has played least; a round that is over is ranked with those who missed the cut."""
    with tools_at("2024-06-14T20:00:00Z") as url:
        day = {"sport": "pga", "date": "2024-06-14"}
        for statistic in ("strokes", "round_2"):
            result = call(url, "get_leaders", statistic=statistic, **day)
            assert result.is_error
            assert "rank 'to_par'" in said(result)
        assert structure(call(url, "get_leaders", statistic="round_1", **day))["total"] > 140
        assert structure(call(url, "get_leaders", statistic="strokes", order="lowest", **day))["rows"]
    with tools_at("2024-06-16T20:00:00Z") as url:
        for name, more in (("get_leaders", {"statistic": "to_par"}), ("get_scores", {})):
            past = structure(call(url, name, sport="pga", date="2024-06-13", **more))
            assert "as it stands now: a leaderboard of 2024-06-13 is not kept" in past["note"]
            today = structure(call(url, name, sport="pga", date="today", **more))
            assert "as it stands now" not in today.get("note", "")
        board = structure(call(url, "get_box", sport="pga", date="2024-06-16", form="structure"))["tables"]["players"]
        places = [row[board["columns"].index("position")] for row in board["rows"]]
        held = [place for place in places if place is not None]
        assert held == sorted(held)
        assert places[0] == 1


@pytest.mark.parametrize(("sport", "table", "statistic", "chances"), [
    ("NHL", "season", "gaa", "games_played"), ("NHL", "season", "save_pct", "shots_against"),
    ("NHL", "season", "faceoff_pct", "faceoffs_won and faceoffs_lost"), ("NBA", "season", "ast_to", "minutes"),
    ("NBA", "season", "ts_pct", "field_goals_attempted"), ("MLB", "batting", "bb_k", "at_bats"),
    ("MLB", "pitching", "k_bb", "outs_recorded"), ("MLB", "pitching", "lob_pct", "outs_recorded"),
    ("MLB", "batting", "sb_pct", "stolen_bases and caught_stealing"),
    ("NFL", "season", "yards_per_carry", "rushing_attempts"), ("NFL", "season", "passer_rating", "passing_attempts"),
])  # fmt: skip
def test_players_qualify_by_chances(sport: str, table: str, statistic: str, chances: str) -> None:
    """Who has had enough of them is listed, however little of what the rate counts: good goalies allow few goals."""
    client = sf.Client(source="simulated", now="2024-12-01T12:00")
    frame = client.player_stats(2023, sport, table=table)  # type: ignore[call-overload]
    frame = frame[frame["part"] == "regular_season"]
    had = frame[chances.split(" and ")].sum(axis=1, min_count=1)
    rates = frame[statistic] if statistic in frame.columns else sf.measures.measure(frame, statistic)
    part = {"at_bats": 0.7, "outs_recorded": 0.8}.get(chances, 0.3)
    enough = rates.notna() & (had >= ceil(part * had[rates.notna()].max())).fillna(value=False)
    board, order, note = rankings.leaders(frame, sport, "player-stats", table, statistic)
    assert note.startswith(f"players with {chances} of at least ")
    assert set(board["player_id"]) == set(frame.loc[enough, "player_id"])
    best = rates[enough].min() if order == "lowest" else rates[enough].max()
    assert board[statistic].iloc[0] == best


def test_averages_per_game_are_ranked(sunday: str) -> None:
    """Points per game of a season are the points divided by the games, among those who played enough of them."""
    total = structure(call(sunday, "get_leaders", sport="nba", statistic="points", limit=100))
    found = structure(call(sunday, "get_leaders", sport="nba", statistic="PPG", limit=5))
    assert found["statistic"] == "points_per_game"
    assert "players with games_played of at least" in found["note"]
    of = {row[1]: row for row in total["rows"]}
    for row in found["rows"]:
        if row[1] in of:
            assert row[-1] == pytest.approx(of[row[1]][-1] / of[row[1]][-2], abs=1e-5)
    assert any(row[1] in of for row in found["rows"])


def test_results_of_a_club_and_against_another(sunday: str) -> None:
    """The latest first, with scores, over two seasons and in parts; those against one club; and why there are none."""
    client = sf.Client(source="simulated", now=SUNDAY)
    games = pd.concat([client.live(season=year, sport="NBA", progress=False) for year in (2022, 2023)])
    games = games[(games["phase"] == "finished")]
    club, rival = games[["home_team", "away_team"]].iloc[0]
    of = games[(games["home_team"] == club) | (games["away_team"] == club)].sort_values("game_time", ascending=False)
    first = structure(call(sunday, "get_results_of", team=club, sport="nba"))
    assert first["total"] == len(of)
    assert [row[0] for row in first["rows"]] == of["game_id"].head(5).tolist()
    scored = [first["columns"].index(name) for name in ("away_score", "home_score")]
    assert [[row[n] for n in scored] for row in first["rows"]] == of[["away_score", "home_score"]].head(
        5
    ).to_numpy().tolist()
    more = structure(call(sunday, "get_results_of", team=club, sport="nba", offset=first["next"], limit=3))
    assert [row[0] for row in more["rows"]] == of["game_id"].iloc[5:8].tolist()
    met = of[(of["home_team"] == rival) | (of["away_team"] == rival)]
    both = structure(call(sunday, "get_results_of", team=club, sport="nba", opponent=rival, limit=20))
    assert [row[0] for row in both["rows"]] == met["game_id"].tolist()
    none = structure(call(sunday, "get_results_of", team=club, sport="nba", opponent="xqzzyv"))
    assert none["reason"].startswith("no NBA team resembles 'xqzzyv'")
    assert "no team resembles" in structure(call(sunday, "get_results_of", team="xqzzyv", sport="nba"))["reason"]
    past_all = structure(call(sunday, "get_results_of", team=club, sport="nba", offset=10_000))
    assert (past_all["rows"], past_all["next"]) == ([], None)


def test_an_opponent_is_looked_up_like_the_team(sunday: str) -> None:
    """A misspelled one is found and named, one that only resembles a club is asked back; a club has not met itself."""
    client = sf.Client(source="simulated", now=SUNDAY)
    games = client.live(season=2023, sport="NBA", progress=False).iloc[0]
    club, rival = games["home_team"], games["away_team"]
    met = structure(call(sunday, "get_results_of", team=club, sport="nba", opponent=rival))
    assert met["rows"]
    assert "note" not in met
    wrong = rival[:-3] + rival[-2:]
    found = structure(call(sunday, "get_results_of", team=club, sport="nba", opponent=wrong))
    assert found["rows"] == met["rows"]
    assert found["note"] == f"{wrong!r} is taken for {rival}"
    vague = structure(call(sunday, "get_results_of", team="Moonbeams", sport="nba", opponent="nba " + rival))
    assert f"Did you mean {rival}?" in vague["reason"]
    several = structure(call(sunday, "get_results_of", team=club, sport="nba", opponent="ell"))
    assert several["note"].startswith("'ell' is taken for ")
    assert " or " in several["note"]
    itself = structure(call(sunday, "get_results_of", team=club, sport="nba", opponent=club))
    assert itself["reason"] == f"no finished games of {club} against {club} in this season and the one before."


def test_a_cancelled_tournament_is_no_game_to_wait_for(tmp_path: Path) -> None:
    """Of a day on which nothing is played leaders say so, as scores and box scores do."""
    now = "2026-11-25T12:00:00Z"
    tour = sf.Client(source="simulated", now=now, cache_dir=tmp_path).schedule_season(2026, "PGA")
    off = tour[tour["status"] == "cancelled"].iloc[0]
    day = f"{off['game_date']:%Y-%m-%d}"
    with tools_at(now) as url:
        reason = structure(call(url, "get_leaders", sport="pga", statistic="to_par", date=day))["reason"]
    assert reason == f"PGA: nothing is played on {day}: {off['game_id']} is cancelled."


def test_nothing_is_said_to_nobody(capfd: pytest.CaptureFixture[str]) -> None:
    """What loads say to people at a console is in the result of a tool, and not in the log of an operator."""
    with tools_at("2024-07-02T12:00:00Z") as url:
        for name, more in (("get_box", {"team": "s"}), ("get_leaders", {"statistic": "points"})):
            assert structure(call(url, name, sport="nhl", date="2024-07-02", **more))["reason"]
        assert structure(call(url, "get_leaders", sport="nhl", season=2035, statistic="points"))["reason"]
        structure(call(url, "find", name="zzyzx qqq", sport="nhl"))
    told = capfd.readouterr().err
    assert "no rows" not in told
    assert "zzyzx" not in told


def test_families_of_a_box_score_are_named_as_results_name_them(sunday: str) -> None:
    """A table of one family is asked for by the name that it has in a result, in any case."""
    game = sf.Client(source="simulated", now=SUNDAY).live("2023-11-12", "NFL", day="league").iloc[0]
    about = {"sport": "nfl", "date": "2023-11-12", "game_id": game["game_id"]}
    whole = structure(call(sunday, "get_box", tables=["players"], **about))["tables"]
    assert {"players.Passing", "players.Rushing"} <= set(whole)
    for name in ("players.Passing", "players.passing"):
        assert structure(call(sunday, "get_box", tables=[name], **about))["tables"] == {
            "players.Passing": whole["players.Passing"]
        }
    assert "no table" in said(call(sunday, "get_box", tables=["player.passing"], **about))


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


def test_a_club_is_named_except_where_there_are_none(sunday: str) -> None:
    refused = call(sunday, "get_schedule_of", sport="nba")
    assert said(refused) == "team is required, except with sport pga or darts."


@pytest.mark.parametrize(("sport", "season"), [("nfl", "2023"), ("mlb", "current"), ("nhl", "current")])
def test_the_wild_card_race_is_a_group(sunday: str, opening: tuple[Service, str], sport: str, season: str) -> None:
    """The teams without a place of their division, by conference, those that would qualify first."""
    url = opening[1] if sport == "nhl" else sunday
    asked = {"sport": sport, "season": season}
    whole = structure(call(url, "get_standings", columns=["team", "berth"], **asked))
    found = structure(call(url, "get_standings", group="Wild Card", columns=["conference", "team", "berth"], **asked))
    by_division = {team for team, berth in whole["rows"] if berth and not berth.endswith("wild card")}
    assert {row[1] for row in found["rows"]} == {team for team, _ in whole["rows"]} - by_division
    for conference in {row[0] for row in found["rows"]}:
        berths = [row[2] is None for row in found["rows"] if row[0] == conference]
        assert not berths[0]
        assert berths == sorted(berths)


def test_a_league_without_wild_cards_says_so(sunday: str) -> None:
    assert (
        structure(call(sunday, "get_standings", sport="nba", group="wild card"))["reason"] == "NBA has no wild cards."
    )


def test_the_games_behind_of_a_wild_card_race_say_behind_whom(sunday: str) -> None:
    """Two columns are games behind: one the first of the conference, the other the last wild card."""
    asked = {"sport": "mlb", "group": "wild card", "limit": 1}
    said_of = structure(call(sunday, "get_standings", **asked))["note"]
    assert said_of == (
        "games_behind is behind the first of the conference, wild_card_games_behind behind the last wild card"
    )
    assert "behind the first of the league" in structure(call(sunday, "get_standings", by="league", **asked))["note"]
    assert "note" not in structure(call(sunday, "get_standings", columns=["team"], **asked))


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
