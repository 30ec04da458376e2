"""Derived statistics, declared once and computed from the tables, for rows or groups.

>>> import sportsframe as sf
>>> pitchers = sf.live("2024-06-01", "MLB", table="pitching")       # doctest: +SKIP
>>> measures(pitchers)                                              # doctest: +SKIP
>>> measure(pitchers, "era", by="team_id")                          # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any

from ..catalog import SPORTS
from ..errors import nearest, refuse_calls
from .absences import availability
from .baseball import fip_constant
from .brackets import bracket
from .computing import measure, measures
from .declared import catalog, table
from .declared import of_sport as of_sport
from .declared import of_table as of_table
from .forecasts import elo_history, elo_ratings, forecast, simulate_season
from .formulas import brier, log5, log_loss, pyth_exponent_pat, pyth_pct
from .grammar import Measure
from .leading import leaders, rolling
from .league import standings
from .plays import drives, expected_points, lead_changes, re24, run_expectancy, score_line, win_probability
from .ratings import elo, elo_prob
from .strength import srs, strength_of_schedule, strength_of_victory
from .tables import games_log, totals
from .unavailable import UNAVAILABLE as UNAVAILABLE

__all__ = [
    "Measure",
    "availability",
    "bracket",
    "brier",
    "catalog",
    "drives",
    "elo",
    "elo_history",
    "elo_prob",
    "elo_ratings",
    "expected_points",
    "fip_constant",
    "forecast",
    "games_log",
    "lead_changes",
    "leaders",
    "log5",
    "log_loss",
    "measure",
    "measures",
    "pyth_exponent_pat",
    "pyth_pct",
    "re24",
    "rolling",
    "run_expectancy",
    "score_line",
    "simulate_season",
    "srs",
    "standings",
    "strength_of_schedule",
    "strength_of_victory",
    "table",
    "totals",
    "win_probability",
]


def __getattr__(name: str) -> Any:
    if any(one.name == name for code in SPORTS for one in of_sport(code)):
        raise AttributeError(f'{name} is not a function; write sportsframe.measures.measure(df, "{name}").')
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}.{nearest(name, __all__)}")


def __dir__() -> list[str]:
    return __all__


refuse_calls(
    __name__,
    'sportsframe.live("2024-06-01", "MLB", table="batting").sports.measures() for those of a frame, or '
    'sportsframe.measures.table("MLB") for a list of them',
)
