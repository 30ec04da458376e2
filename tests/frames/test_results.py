"""Results are no tables: what a frame is recognized as hangs on columns that no result of another kind has."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._frames.recognize import ENOUGH, NEARLY_ALL
from sportsframe.measures import availability

DAYS = {
    "NFL": "2024-12-01", "NBA": "2024-12-06", "MLB": "2024-06-01", "NHL": "2024-12-06", "NCAAFB": "2024-11-30",
    "NCAABB": "2024-12-06", "SOCCER": "2024-12-01", "DARTS": "2024-12-20", "PGA": "2024-06-14",
}  # fmt: skip
"""A day with games of each sport."""

PLAYS: dict[str, tuple[str, ...]] = {
    "NFL": ("score_line", "lead_changes", "drives", "expected_points", "win_probability"),
    "NBA": ("score_line", "lead_changes", "win_probability"),
    "MLB": ("score_line", "lead_changes", "run_expectancy", "re24", "win_probability"),
}
"""The results of the plays of a game, by sport."""

GAMES = ("games_log", "standings", "elo", "elo_history", "elo_ratings", "forecast", "simulate_season")


def unknown(frame: pd.DataFrame) -> bool:
    try:
        frame.sports.kind  # noqa: B018
    except sf.FrameError:
        return True
    return False


def tried(verb: Callable[..., pd.DataFrame], *args: object) -> pd.DataFrame | None:
    """A result; None where the sport has no such, which the error says."""
    try:
        return verb(*args)
    except sf.SportsframeError:
        return None


@pytest.mark.sampled
@pytest.mark.parametrize("sport", DAYS)
def test_results_are_no_tables(sport: str) -> None:
    """Standings, logs, ratings, chances, measures, totals and leaders are none of the tables they were made of."""
    league = {"league": "EPL"} if sport == "SOCCER" else {}
    box = sf.box_scores(DAYS[sport], sport, **league)
    found: dict[str, pd.DataFrame | None] = {}
    for name, frame in box.items():
        assert frame.sports.kind.table == name
        if name == "games":
            found |= {verb: tried(getattr(frame.sports, verb)) for verb in GAMES}
        numbers = [column for column in frame if frame[column].dtype == "Int64" and not str(column).endswith("_id")]
        found[f"{name} measures"] = tried(frame.sports.measures)
        found[f"{name} totals"] = tried(frame.sports.totals)
        found[f"{name} leaders"] = tried(frame.sports.leaders, numbers[-1]) if numbers else None
    made = {name: frame for name, frame in found.items() if frame is not None}
    assert sport == "PGA" or {"elo", "elo_history"} <= set(made)
    # measures of a table that has none are its keys alone, which cannot be told from a selection of them
    assert not {name for name, frame in made.items() if not unknown(frame) and set(frame) - set(box[name.split()[0]])}


@pytest.mark.parametrize("sport", PLAYS)
def test_results_of_plays_are_no_tables(sport: str) -> None:
    """Scores, drives and values of plays are no play-by-play."""
    game = sf.live(DAYS[sport], sport)["game_id"].iloc[0]
    plays = sf.play_by_play(game, sport)
    made = [pd.DataFrame(found) for verb in PLAYS[sport] if (found := tried(getattr(plays.sports, verb))) is not None]
    assert made
    assert all(unknown(frame) or set(plays) <= set(frame) for frame in made)


def test_games_missed_are_neither_box_scores_nor_injuries() -> None:
    """A row per game missed is no table; a row per player is his row of the list of injuries with counts beside it."""
    lines = sf.live("2024-12-06", "NBA", table="players", day="league")
    injuries = sf.injuries("NBA").iloc[:1].reset_index(drop=True)
    for name in ("team_id", "team"):
        injuries[name] = lines[name].iloc[:1].to_list()
    injuries["player_id"] = lines["player_id"].max() + 1
    injuries["date_injured"] = pd.Timestamp("2024-12-01")
    games, players = (availability(injuries, lines, by=by) for by in ("game", "player"))
    assert len(games) == len(players) == 1
    assert unknown(games)
    assert set(injuries) <= set(players)
    assert players.sports.kind == injuries.sports.kind


def test_a_table_stays_one_with_columns_added() -> None:
    """All of a table and its measures beside it are that table; a selection is it while it adds less than it keeps."""
    frame = sf.live("2024-12-06", "NBA", table="players")
    wide = pd.concat([frame, frame.sports.measures().add_prefix("m_")], axis=1)
    assert len(wide.columns) > 1.5 * len(frame.columns)
    assert wide.sports.kind == frame.sports.kind
    some = frame[["sport", "game_id", "game_date", "player_id", "player", "team", "points", "assists", "steals",
                  "blocks", "minutes"]]  # fmt: skip
    assert some.assign(mine=1, other=2).sports.kind == frame.sports.kind
    assert (ENOUGH, NEARLY_ALL) == (0.3, 0.9)
