"""The tools that answer what people ask: arguments, reasons, forms and days."""

from __future__ import annotations

import json
import re
from typing import Any

import pandas as pd
import pytest
from mcp.shared.exceptions import MCPError

import sportsframe as sf
from sportsframe.service.tokens import Grant

from ...support.agents import CLOCKS, SUNDAY, Reason, Said, ask_all
from ...support.agents import QUESTIONS as QUESTIONS_ASKED
from .calls import (
    CANARY,
    LAST,
    call,
    said,
    size,
    structure,
    together,
    tools_at,
)


@pytest.mark.parametrize(("clock", "nothing"), [
    (SUNDAY, set()),
    pytest.param(CLOCKS["the break of the stars"], {"scores tonight"}, marks=pytest.mark.long),
])  # fmt: skip
def test_what_people_ask(clock: str, nothing: set[str]) -> None:
    """Scores, leaders, standings, a next game, golf, a box, injuries: 25 KB per call, three calls at most.

    On a day without games the answer is a reason; before the first game of a season, the season before it.
    """

    def ask(tool: str, arguments: dict[str, Any]) -> Said:
        result = call(url, tool, **arguments)
        assert not result.is_error, (tool, arguments, said(result))
        return Said(result.structured_content, size(result))

    with tools_at(clock) as url:
        found = ask_all(ask)
    assert set(found) == set(QUESTIONS_ASKED)
    assert {question for question, answered in found.items() if isinstance(answered.answer, Reason)} == nothing


@pytest.mark.long
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


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "arguments", "reason"), [
    ("get_scores", {"sport": "nfl"}, "no NFL games on 2024-03-31; "),
    ("get_scores", {"sport": "nba", "team": "Nobody"}, "no NBA team resembles 'Nobody'"),
    ("get_scores", {"sport": "nba", "team": "Steeples"}, "no NBA games of Steeples on 2024-03-31; the last were"),
    ("get_box", {"sport": "nhl", "date": "2024-03-31", "team": "Nobody"}, "no NHL team resembles 'Nobody'"),
    ("get_box", {"sport": "nhl", "game_id": "20240331-1-2"}, "no such game on 2024-03-31; the games are 2024"),
    ("get_box", {"sport": "nba", "game_id": "20240402-9009-9099"}, "no such game on 2024-04-02; the games are 2024"),
    ("get_box", {"sport": "nba", "team": "Steeples"}, "no NBA games of Steeples on 2024-03-31; the last were"),
    ("get_leaders", {"sport": "nba", "statistic": "points", "date": "today", "team": "Steeples"}, "no NBA games of S"),
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


@pytest.mark.parametrize(("name", "arguments", "words"), [
    ("get_leaders", {"sport": "nba", "statistic": "pionts"}, "Did you mean 'points'?"),
    ("get_leaders", {"sport": "nfl", "statistic": "touchdowns thrown away"}, "expected one of"),
    ("get_leaders", {"sport": "pga", "statistic": "strokes", "season": "2024"}, "is least for whoever played least"),
    ("get_leaders", {"sport": "darts", "statistic": "three dart average"}, "not for a season: pass the date"),
    ("get_leaders", {"sport": "nba", "statistic": "triple doubles"},
     "pass the date; the nearest of a season: points, total_rebounds, assists."),
    ("get_leaders", {"sport": "nba", "statistic": "points", "date": "today", "part": "postseason"}, "part may be"),
    ("get_scores", {"sport": "nba", "date": "2024-03-20 to 2024-03-22"}, "not a single day; call once for each day"),
    ("get_scores", {"sport": "nba", "date": "2024-03"}, "is not a single day; call once for each day"),
    ("get_leaders", {"sport": "nba", "statistic": "team_id"}, "unknown statistic of NBA 'team_id'"),
    ("get_table", {"sport": "nba", "resource": "play-by-play"}, "play-by-play requires game_id."),
    ("get_leaders", {"sport": "nba", "statistic": "ppg", "date": "today"}, "known for a season, not for a day: omit"),
    ("get_scores", {"sport": "nba", "date": "2024-07-15", "columns": ["winner"]}, "no column 'winner'"),
    ("get_scores", {"sport": "nba", "date": "2024-07-15", "sort": "-foo"}, "no column 'foo'"),
    ("get_live", {"sport": "nba", "date": "tonight"}, "date 'tonight' is not a day; pass YYYY-MM-DD, yesterday"),
    ("get_table", {"sport": "nba", "date": "last week"}, "date 'last week' is not a single day"),
    ("get_leaders", {"sport": "nba", "statistic": "points", "date": "today", "season": "2023"}, "exclude each other"),
    ("get_leaders", {"sport": "nba", "statistic": "points", "table": "x"}, "unknown table of players"),
    ("get_leaders", {"sport": "mlb", "statistic": "avg", "qualify": -1}, "qualify: -1 is less than the minimum"),
    ("get_injuries", {"sport": "nfl", "player_name": "x"}, "'player_name' is not an argument; get_injuries accepts "),
    ("get_scores", {"sport": "nba", "a": 1, "b": 2}, "'a' and 'b' are not arguments; get_scores accepts "),
    ("get_scores", {"sport": "soccer"}, "soccer requires league"),
    ("get_scores", {"sport": "nba", "league": "EPL"}, "only for soccer"),
    ("get_scores", {"sport": "pga", "team": "x"}, "golf has no teams"),
    ("get_box", {"sport": "nba"}, "several games on 2024-03-31; pass game_id or team"),
    ("get_box", {"sport": "nba", "date": "2024-03-29", "team": "s", "tables": ["x"]}, "no table 'x'"),
    ("get_standings", {"sport": "pga"}, "has no sport pga: a tour has no standings"),
    ("get_availability", {"sport": "ncaafb"}, "has no sport ncaafb"),
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


def test_a_game_is_named_with_its_sides(sunday: str) -> None:
    """Of several games, of one that has not begun and of a tournament to come, also when only its id is known."""
    client = sf.Client(source="simulated", now=SUNDAY)
    games = client.live("2024-03-31", "NBA", day="league")
    several = said(call(sunday, "get_box", sport="nba"))
    for game in games.itertuples():
        assert f"{game.game_id} ({game.away_team} v. {game.home_team})" in several
    later = client.schedule("2024-04-02", "NBA", day="league").iloc[0]
    starts = f"is scheduled; it starts at {later['game_time']:%Y-%m-%dT%H:%MZ}."
    for asked in ({"game_id": later["game_id"]}, {"team": later["home_team"], "date": "2024-04-02"}):
        found = structure(call(sunday, "get_box", sport="nba", **asked))["reason"]
        assert found == f"{later['game_id']} ({later['away_team']} v. {later['home_team']}) {starts}"
    season = client.schedule_season(2024, "PGA")
    event = season[season["phase"] == "scheduled"].iloc[0]
    reason = structure(call(sunday, "get_box", sport="pga", game_id=event["game_id"]))["reason"]
    assert reason == (
        f"{event['game_id']} ({event['tournament']}) is scheduled; it starts at {event['game_time']:%Y-%m-%dT%H:%MZ}."
    )


def test_the_day_of_a_reason_is_that_of_the_league(sunday: str) -> None:
    """In UTC it is Monday: the reasons of questions count the games of the league's day, as get_scores lists them."""
    for day in ("tomorrow", "2024-04-01"):
        lines = structure(call(sunday, "get_scores", sport="nba", date=day))
        found = structure(call(sunday, "get_leaders", sport="nba", statistic="points", date=day))
        assert found["rows"] == []
        assert found["reason"].startswith(f"NBA: {lines['total']} games are scheduled on 2024-04-01, the first at 2024")
    first = structure(call(sunday, "get_leaders", sport="nba", statistic="points", date="today"))
    assert (first["date"], first["now"]) == ("2024-03-31", "2024-04-01T02:30:00Z")


@pytest.mark.sampled
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


def test_the_default_resource_is_refused_by_name_where_the_token_covers_others() -> None:
    """Who names it is told what is covered, who names none gets that."""
    grants = {
        LAST: Grant("injuries", pairs=frozenset([("MLB", "injuries")])),
        CANARY: Grant("mixed", pairs=frozenset([("MLB", "injuries"), ("NBA", "live")])),
    }
    with tools_at("2024-04-01T02:30", grants) as url:
        for token in grants:
            with pytest.raises(BaseException) as refused:
                call(url, "get_table", token, sport="mlb", resource="live")
            words = "403: the token is valid, but does not cover mlb live; of mlb it covers injuries."
            assert refused.group_contains(MCPError, match=re.escape(words))
        tools = {tool.name: tool for tool in together(url, lambda client: client.list_tools(), LAST).tools}
        assert tools["get_table"].input_schema["required"] == ["sport"]
        assert structure(call(url, "get_table", LAST, sport="mlb", limit=1))["rows"]
        assert not call(url, "get_columns", CANARY, sport="nba", limit=1).is_error
        assert not call(url, "get_columns", LAST, sport="mlb", resource="injuries", limit=1).is_error


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


@pytest.mark.sampled
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
        ("get_scores", {"date": "Tonight"}, {"date": "today"}),
        ("get_leaders", {"date": "last night"}, {"date": "yesterday"}),
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
    """As arguments of the tool, with what it accepts."""
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
        assert structure(call(url, "get_box", sport="nba"))["game"]["game_id"] in status
        today = structure(call(url, "get_box", sport="nba", team=str(late["home_team_id"]), date="today"))
        assert today.get("game", {}).get("game_id") != late["game_id"]


def test_at_night_a_box_score_is_of_the_games_that_the_scores_have() -> None:
    """Of a club whose game of yesterday is over and that does not play today, both say so and none has another day."""
    games = sf.Client(source="simulated", now="2024-04-01T12:00").schedule_season(2023, "NBA")
    days = games.groupby(games["game_date"].dt.strftime("%Y-%m-%d"))
    clubs = {day: {*rows["home_team"], *rows["away_team"]} for day, rows in days}
    rested = clubs["2024-03-12"] - clubs["2024-03-13"]
    with tools_at("2024-03-13T08:00:00Z") as url:
        for team in sorted(rested)[:2]:
            about = {"sport": "nba", "team": team}
            for tool in ("get_scores", "get_box"):
                reason = structure(call(url, tool, **about))["reason"]
                assert reason.startswith(f"no NBA games of {team} on 2024-03-13;")
        playing = min(clubs["2024-03-13"] & clubs["2024-03-12"])
        found = structure(call(url, "get_box", sport="nba", team=playing))
        assert "is scheduled; it starts at 2024-03-1" in found["reason"]


def test_a_cancelled_record_does_not_hide_the_match_to_come() -> None:
    """The service may cancel one record of a match and go on with a second one of the same players."""
    with sf.options(source="simulated", now="2026-12-31"):
        matches = sf.schedule_season(2026, "DARTS").assign(
            both=lambda rows: [frozenset(pair) for pair in rows[["player_1_id", "player_2_id"]].to_numpy().tolist()]
        )
    off, on = matches[matches["status"] == "cancelled"], matches[matches["phase"] == "finished"]
    twin = off.merge(on, on=["both", "game_date"], suffixes=("", "_on")).iloc[-1]
    with tools_at(f"{twin['game_time_on'] - pd.Timedelta(minutes=30):%Y-%m-%dT%H:%M:%SZ}") as url:
        given = {"team": twin["player_1"], "date": f"{twin['game_date']:%Y-%m-%d}"}
        found = structure(call(url, "get_box", sport="darts", **given))
    assert twin["game_id_on"] in found["reason"]
    assert "is scheduled; it starts at" in found["reason"]


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


@pytest.mark.parametrize("now", ["2024-08-24T12:00", "2024-08-24T16:30"])
def test_a_box_score_names_the_game_of_the_other_club_of_a_nickname(now: str) -> None:
    """With its sides, whether it has begun or not."""
    games = sf.Client(source="simulated", now=now).schedule("2024-08-24", "EPL", day="league")
    sides = games[["away_team", "home_team"]]
    games = games[sides.apply(lambda names: names.str.endswith(" Athletic")).any(axis=1)].set_index("game_id")
    assert len(games) == 2
    with tools_at(now) as url:
        found = structure(call(url, "get_box", sport="soccer", league="EPL", team="Athletic"))
    shown = found["game"]["game_id"]
    other = games.drop(index=shown)
    (away, home), (game_id,) = other[["away_team", "home_team"]].iloc[0], other.index
    assert found["other_games"] == [f"{game_id} ({away} v. {home})"]


def test_matches_that_have_not_begun_have_their_event() -> None:
    """Beside one that is over, whose box score calls it otherwise than the schedule does."""
    with tools_at("2024-01-02T21:00") as url:
        found = structure(call(url, "get_scores", sport="darts", columns=["status", "event"], form="structure"))
    assert found["rows"] == [["completed", "World Championship"], ["scheduled", "World Championship"]]


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
