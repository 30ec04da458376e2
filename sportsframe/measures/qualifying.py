"""Qualification: how many attempts a rate needs to be ranked."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING

import pandas as pd

from ..catalog import SPORTS
from ..catalog.season_stats import GAMES_PLAYED
from .results import outside
from .rows import OPPONENT, OWN

if TYPE_CHECKING:
    from .grammar import Measure

DEFAULT_SHARE = 0.3
"""Part of the most chances of any player that qualifies for a ranking by a rate, where the rules name none."""

MINUTES = ("minutes_played", "time_on_ice", "minutes")
"""Names of the minutes played in tables; measures take the first as input."""

TIME = ("outs_recorded", *MINUTES, "at_bats", GAMES_PLAYED)
"""What shows how much somebody has played, best first."""

BY_GAMES = (*MINUTES, GAMES_PLAYED)
"""Of what a regular has as much as the club has played: a part of it is one of the games of the club."""

CHANCES = tuple("field_goals_attempted receptions shots_against shots_on_goal punts pitches checkout_total".split())
"""What shows how often somebody has tried, beside the columns of attempts."""

CLUB_GAMES = "games of the club"
"""Column of the games that the club of a player has played, beside those of a table."""


def chances(frame: pd.DataFrame, inputs: Sequence[str], *, of_a_measure: bool, percent: bool) -> pd.Series | None:
    """Return how often each player of a frame had the chance that a rate is of, as a series with a name.

    It counts chances, never successes or failures: who is best at avoiding something has little of it.

    Parameters
    ----------
    frame : pandas.DataFrame
        One row per player, with totals.
    inputs : sequence of str
        Columns from which the rate is computed, if they are known.
    of_a_measure : bool
        Whether the rate is a measure rather than a column.
    percent : bool
        Whether it is a part of the sum of its two inputs, if it has two.
    """
    attempts = [name for name in inputs if name.endswith(("_attempts", "_attempted", "_returns"))]
    wanted = {*inputs, *(MINUTES if MINUTES[0] in inputs else ())}
    for name in (*TIME, CHANCES[0], *attempts, *CHANCES[1:]):
        if name in wanted and name in frame.columns:
            return frame[name]
    if percent and len(inputs) == 2 and frame.columns.isin(inputs).sum() == 2:
        return (frame[inputs[0]] + frame[inputs[1]]).rename(f"{inputs[0]} and {inputs[1]}")
    return next((frame[name] for name in (TIME if of_a_measure else TIME[::-1]) if name in frame.columns), None)


def chances_of(frame: pd.DataFrame, one: Measure) -> pd.Series | None:
    """Return how often each player of a frame had the chance that a measure is of; None unless it is a rate."""
    if not one.is_rate:
        return None
    of_the_game = any(name.startswith((OPPONENT, OWN)) for name in one.inputs)  # a share, which takes playing time
    inputs = MINUTES[:1] if of_the_game else one.inputs
    return chances(frame, inputs, of_a_measure=True, percent=one.unit == "%")


def only_qualified(
    values: pd.Series, held: pd.Series, sport: str, least: float | None = None, *, rows: pd.DataFrame | None = None
) -> tuple[pd.Series, str]:
    """Return the values of those who qualify, and in words how much it takes to qualify.

    Parameters
    ----------
    values : pandas.Series
        One value per player or team.
    held : pandas.Series
        How much each of them, and perhaps others, did.
    sport : str
        Whose rules apply.
    least : float, optional
        How much qualifies; by default what the rules of the sport say of the most that anybody with a value did.
    rows : pandas.DataFrame, optional
        With the index of `held`, the club and the games of each player, and in `CLUB_GAMES` perhaps those of the club:
        who plays for one that has played fewer games than others needs so many fewer games or minutes.
    """
    held = held.reindex(values.index)
    if least is not None:
        return values[held.ge(least).fillna(value=False).to_numpy(dtype=bool)], f"{least:g}"
    rules = SPORTS[sport].rules
    of_rules = rules.qualified if rules else {}
    most = of_rules.get(str(held.name), DEFAULT_SHARE) * float(held.max())
    needed = pd.Series(most, values.index)
    if rows is not None and held.name in BY_GAMES and {"team_id", GAMES_PLAYED} <= {*rows.columns}:
        needed *= _games_of_clubs(rows, sport).reindex(values.index)
    needed = needed.round(9).map(ceil)  # 0.7 * 10 games are 7
    low, high = needed.min(), needed.max()
    enough = f"{low:g}" if low == high else f"{low:g} to {high:g}, by the most games of anyone at the club"
    return values[held.ge(needed).fillna(value=False).to_numpy(dtype=bool)], enough


def _games_of_clubs(rows: pd.DataFrame, sport: str) -> pd.Series:
    """Return the games that the club of each player has played, as a part of the most of any; 1 for guests.

    Where nothing else tells, a club has played as many as its player with the most. Guests from outside the league play
    a game or two in it.
    """
    games = rows[CLUB_GAMES if CLUB_GAMES in rows.columns else GAMES_PLAYED].astype("Float64")
    clubs = games.groupby(rows["team_id"], observed=True).max().dropna()
    clubs = clubs[~clubs.index.isin(outside(clubs, sport))]
    return rows["team_id"].map(clubs / clubs.max()).astype("Float64").fillna(1.0).astype("float64")
