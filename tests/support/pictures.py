"""Every plot with its sports, a frame to draw and the options it needs: the list that tests of all plots run over."""

from __future__ import annotations

import functools
from typing import Any

import pandas as pd

import sportsframe as sf
from sportsframe.catalog import SPORTS, answer
from sportsframe.plots._axes import REGISTRY

from .days import day

TEAM = frozenset(code for code, sport in SPORTS.items() if sport.is_team_sport)
FOR: dict[str, frozenset[str]] = {
    "scores": TEAM | {"DARTS"},
    "by_period": TEAM,
    "running_margin": TEAM,
    "standings_race": TEAM,
    "win_expectancy": TEAM | {"DARTS"},
    "calendar": frozenset(SPORTS),
    "venues": TEAM - {"NBA", "NHL"} | {"PGA"},
    "compare": frozenset(SPORTS),
    "sides": TEAM,
    "saves": frozenset({"NHL"}),
    "pitchers": frozenset({"MLB"}),
    "workload": frozenset({"MLB"}),
    "batting_rates": frozenset({"MLB"}),
    "shot_profile": frozenset({"NBA", "NCAABB"}),
    "four_factors": frozenset({"NBA", "NCAABB"}),
    "drive": frozenset({"NFL", "NCAAFB"}),
    "usage": frozenset({"NFL", "NCAAFB"}),
    "yardage": frozenset({"NFL", "NCAAFB"}),
    "dartboard": frozenset({"DARTS"}),
    "leg_race": frozenset({"DARTS"}),
    "scoring": frozenset({"DARTS"}),
    "courses": frozenset({"PGA"}),
    "leaderboard": frozenset({"PGA"}),
    "purse": frozenset({"PGA"}),
    "score_line": frozenset({"NFL", "NBA", "MLB"}),
    "win_probability": frozenset({"NFL", "NBA", "MLB"}),
    "play_timeline": frozenset({"NFL", "NBA", "MLB"}),
    "shot_timeline": frozenset({"NBA"}),
    "drive_chart": frozenset({"NFL"}),
    "run_expectancy": frozenset({"MLB"}),
    "line_score": TEAM,
    "scoring_by_period": TEAM,
    "score_distribution": TEAM,
    "scorelines": frozenset({"MLB", "NHL", "SOCCER"}),
    "elo_history": TEAM,
    "head_to_head": TEAM,
    "home_away": TEAM,
    "landscape": TEAM,
    "luck": TEAM,
    "rank_history": TEAM,
    "rolling_form": TEAM,
    "schedule_strips": TEAM,
    "percentiles": frozenset(SPORTS),
    "efficiency": frozenset({"NBA", "NCAABB"}),
    "usage_efficiency": frozenset({"NBA", "NCAABB"}),
    "rounds": frozenset({"PGA"}),
    "leg_averages": frozenset({"DARTS"}),
    "checkouts": frozenset({"DARTS"}),
    "bracket": frozenset({"NFL", "NBA", "MLB", "NHL", "NCAAFB", "NCAABB", "DARTS"}),
}
"""Which sports each plot is for."""

OF_RESULTS = {"bracket": "NFL"}
"""Plots of what a verb returns, not of a table, and the sport whose season their picture shows."""


TABLES = [
    (sport, resource, table)
    for sport in SPORTS
    for resource in ("live", "schedule", "play-by-play")
    if resource in SPORTS[sport].resources
    for table in answer(sport, resource).layouts
]


UNDER_WAY = {"NFL": "2024-11-10T19:10:00+00:00", "NCAAFB": "2024-11-09T18:30:00+00:00"}
"""Moments at which football is played, for the plots of games in progress."""


RATED = ("2024-02-01", "2024-02-08")
"""Dates on the last of which the ratings of players differ."""

SIDES = 24
"""Rows of `yardage`, which draws every team of a day, that a small picture has room for."""


@functools.cache
def _sample(name: str) -> pd.DataFrame:
    sport = sorted(FOR[name])[0]
    if name in OF_RESULTS:
        verb = getattr(sf, REGISTRY[name].result_of)
        found: pd.DataFrame = verb(2024, OF_RESULTS[name], progress=False)
        return found
    if name == "win_expectancy":
        return sf.live(RATED, sport, progress=False)
    if name == "percentiles":
        sport = "NBA"
    if name == "drive":
        with sf.options(now=UNDER_WAY[sport]):
            return sf.live(UNDER_WAY[sport][:10], sport)
    frames = (day(sport, table, resource) for code, resource, table in TABLES if code == sport)
    drawn = next(frame for frame in frames if name in frame.sports.plot.names())
    return drawn.head(SIDES) if name == "yardage" else drawn


def sample(name: str) -> pd.DataFrame:
    """A frame that the plot draws, of the first of its sports."""
    return _sample(name).copy()


LEAGUE = (
    "elo_history", "head_to_head", "home_away", "landscape", "luck", "rank_history", "rolling_form", "schedule_strips",
)  # fmt: skip
"""Plots of the games of a league."""

ONE_GAME = (
    "by_period", "running_margin", "sides", "pitchers", "shot_profile", "four_factors", "score_line", "line_score",
    "play_timeline", "shot_timeline", "drive_chart",
)  # fmt: skip
"""Plots of one game, of a frame with several."""


def choices(name: str, frame: pd.DataFrame) -> dict[str, Any]:
    """What a plot must be told about a frame with several games, teams or players."""
    given: dict[str, Any] = {}
    if name in ONE_GAME:
        given["game_id"] = frame["game_id"].iloc[0]
    if name == "drive_chart":  # with few enough rows for small axes
        given["game_id"] = frame.groupby("game_id").size().idxmin()
    if name == "head_to_head":
        given["teams"] = frame.loc[frame["phase"] == "finished", ["home_team", "away_team"]].iloc[0].tolist()
    if name == "rolling_form":
        given["games"] = 1
    if name == "percentiles":
        given["player"] = frame.loc[frame.notna().sum(axis=1).idxmax(), "player_id"]
    if name == "win_probability":
        given |= {"game_id": frame["game_id"].iloc[0], "drift": 2, "spread": 13}
    if name in ("workload", "usage"):
        given["team"] = frame["team"].iloc[0]
    if name == "compare":
        given["players"] = list(frame["player_id"].drop_duplicates()[:3])
        if "at_bats" not in frame and "minutes_played" in frame:
            given["columns"] = ["minutes_played", "goals"]
        if "wins" not in frame and "points" in frame:
            given["columns"] = ["points", "efg_pct"]
    if name == "leg_race":
        given |= {"set": 1, "leg": 1}
    return given
