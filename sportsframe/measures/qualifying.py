"""Qualification: how many attempts a rate needs to be ranked."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING

from ..catalog import SPORTS
from .rows import OPPONENT, OWN

if TYPE_CHECKING:
    import pandas as pd

    from .grammar import Measure

DEFAULT_SHARE = 0.3
"""Part of the most chances of any player that qualifies for a ranking by a rate, where the rules name none."""

MINUTES = ("minutes_played", "time_on_ice", "minutes")
"""Names of the minutes played in tables; measures take the first as input."""

TIME = ("outs_recorded", *MINUTES, "at_bats", "games_played")
"""What shows how much somebody has played, best first."""

CHANCES = tuple("field_goals_attempted receptions shots_against shots_on_goal punts pitches checkout_total".split())
"""What shows how often somebody has tried, beside the columns of attempts."""


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
    values: pd.Series, held: pd.Series, sport: str, least: float | None = None
) -> tuple[pd.Series, float]:
    """Return the values of those who qualify, and how much it takes to qualify.

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
    """
    held = held.reindex(values.index)
    if least is None:
        rules = SPORTS[sport].rules
        of_rules = rules.qualified if rules else {}
        least = ceil(of_rules.get(str(held.name), DEFAULT_SHARE) * float(held.max()))
    return values[held.ge(least).fillna(value=False).to_numpy(dtype=bool)], least
