"""Who has played enough to be ranked by a rate, in a league whose clubs have played different numbers of games."""

from __future__ import annotations

from math import ceil
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.catalog import SPORTS
from sportsframe.measures.qualifying import DEFAULT_SHARE
from sportsframe.servers import rankings

from ..servers.mcp.calls import call, structure, tools_at

EARLY = "2024-10-26T21:00"
"""One club of the NBA has played three games, twenty have played two, nine one."""

AFTER = "2024-10-14T15:30"
"""Seasons of 2023 are over."""

UNEQUAL = [
    (EARLY, "NBA", 2024, "regular_season"),
    ("2024-11-24T15:00", "NCAABB", 2024, "regular_season"),
    (AFTER, "NBA", 2023, "postseason"),
]


def ranked(now: str, sport: Any, season: int, part: str, statistic: str) -> tuple[pd.DataFrame, pd.DataFrame, str]:
    """The statistics of a part of a season, those who are ranked, and the note."""
    client = sf.Client(source="simulated", now=now)
    table = rankings.table_with(sport, "player-stats", statistic)
    frame = rankings.of_season(client, season, sport, table, statistic, None)
    frame = frame[frame["part"] == part]
    board, _, note = rankings.leaders(frame, sport, "player-stats", table, statistic)
    return frame, board, note


def guests(clubs: pd.Series, sport: str) -> set[Any]:
    """Teams that the league tells from its own by their few games, if any come from outside."""
    standings = SPORTS[sport].rules.standings
    assert standings is not None
    return set(clubs.index[clubs < clubs.median() / 2]) if standings.guests else set()


@pytest.mark.sampled
@pytest.mark.parametrize(("now", "sport", "season", "part"), UNEQUAL)
def test_games_that_qualify_are_a_part_of_those_of_the_club(
    capsys: pytest.CaptureFixture[str], now: str, sport: str, season: int, part: str
) -> None:
    """No club is left out because it has played fewer games; the line says from how many to how many; doors agree."""
    frame, board, note = ranked(now, sport, season, part, "points_per_game")
    clubs = frame.groupby("team_id")["games_played"].max()
    outside = guests(clubs, sport)
    assert len(outside) < 0.02 * len(clubs)
    of_club = frame["team_id"].map(clubs.mask(clubs.index.isin(outside), clubs.max()))
    least = (SPORTS[sport].rules.qualified["games_played"] * of_club).round(9).map(ceil)
    assert set(board["player_id"]) == set(frame.loc[frame["games_played"] >= least, "player_id"])
    ids = frame.set_index("player_id")["team_id"]
    assert set(board["player_id"].map(ids)) == {*frame["team_id"]} - outside
    enough = f"games_played of at least {least.min()} to {least.max()}, by the most games of anyone at the club; "
    assert note == f"players with {enough}qualify changes the number"
    assert least.min() < least.max()

    own = frame.sports.leaders("points", 10_000, per="game")
    assert set(own["player_id"]) == set(board["player_id"])
    assert f"ranks players with {enough}qualify={{}} ranks all" in capsys.readouterr().err


def test_the_leader_of_the_first_week_may_be_of_any_club() -> None:
    """Who scored the most per game leads, although another club has played more games."""
    with tools_at(EARLY) as url:
        found = structure(call(url, "get_leaders", sport="nba", statistic="PPG", limit=1))
        every = structure(call(url, "get_leaders", sport="nba", statistic="PPG", limit=1, qualify=1))
    assert found["rows"] == every["rows"]
    assert "games_played of at least 1 to 3, by the most games of anyone at the club; qualify" in found["note"]
    assert "games_played of at least 1; qualify" in every["note"]


@pytest.mark.parametrize("sport", ["NBA", pytest.param("NCAABB", marks=pytest.mark.long)])
def test_minutes_that_qualify_go_by_the_games_of_the_club(sport: str) -> None:
    """In a postseason the first to go home are ranked by what takes minutes, too, if they played as long per game."""
    frame, board, note = ranked(AFTER, sport, 2023, "postseason", "ast_to")
    games = frame.groupby("team_id")["games_played"].transform("max")
    valued = frame["assists"].notna() & frame["turnovers"].gt(0)
    least = (DEFAULT_SHARE * frame.loc[valued, "minutes"].max() * games / games.max()).round(9).map(ceil)
    assert set(board["player_id"]) == set(frame.loc[valued & (frame["minutes"] >= least), "player_id"])
    assert f"minutes of at least {least.min()} to {least.max()}, by the most games of anyone at the club;" in note


def test_attempts_that_qualify_are_the_same_for_all() -> None:
    """Attempts are no part of the games of a club: who throws often has more of them."""
    _, _, note = ranked(AFTER, "NBA", 2023, "postseason", "fg_pct")
    assert "field_goals_attempted of at least " in note
    assert "club" not in note


def test_lines_of_box_scores_tell_the_games_of_each_club() -> None:
    """A player who moved belongs to the club of the last game."""
    lines = sf.live(("2024-10-22", "2024-10-25"), "NBA", table="players", day="league", progress=False)
    games = lines.groupby("team_id")["game_id"].nunique()
    assert games.min() < games.max()
    board = lines.sports.leaders("points", 10_000, per="game")
    club = lines.drop_duplicates("player_id").set_index("player_id")["team_id"]
    share = SPORTS["NBA"].rules.qualified["games_played"]
    enough = lines["player_id"].value_counts().reindex(club.index) >= (share * club.map(games)).round(9).map(ceil)
    assert set(board["player_id"]) == set(club.index[enough])

    twice = lines[lines["team_id"].map(games) == 2]
    player = twice["player_id"].value_counts().loc[lambda played: played == 2].index[0]
    own = lines.index[lines["player_id"] == player]
    first = lines.loc[own].sort_values("game_time").index[0]
    moved = lines.copy()
    moved.loc[first, "team_id"] = games.idxmax()
    assert player in set(moved.sports.leaders("points", 10_000, per="game")["player_id"])
    moved.loc[own, "team_id"] = games.idxmax()
    assert player not in set(moved.sports.leaders("points", 10_000, per="game")["player_id"])


@pytest.mark.long
def test_guests_of_one_game_do_not_qualify_by_it() -> None:
    """Teams from outside the league have played a game or two, and their players need as many as others."""
    frame, board, note = ranked(AFTER, "NCAAFB", 2023, "regular_season", "passing_yards_per_game")
    games = frame.groupby("team_id")["games_played"].max()
    assert guests(games, "NCAAFB")
    ids = frame.set_index("player_id")["team_id"]
    assert not guests(games, "NCAAFB") & set(board["player_id"].map(ids))
    assert "games_played of at least 4; qualify" in note


def test_pitchers_qualify_by_the_games_of_the_club_and_not_of_a_pitcher() -> None:
    """What is added from the table of all players tells the games of the club, which no pitcher plays all of."""
    frame, board, _ = ranked(AFTER, "MLB", 2023, "regular_season", "outs_recorded_per_game")
    every = sf.Client(source="simulated", now=AFTER).player_stats(2023, "MLB")
    of_club = every[every["part"] == "regular_season"].groupby("team_id")["games_played"].max()
    least = 0.3 * frame["games_played"].max() * frame["team_id"].map(of_club / of_club.max())
    enough = frame["games_played"] >= least.round(9).map(ceil)
    assert set(board["player_id"]) == set(frame.loc[enough, "player_id"])
    assert len(board) < len(frame)
