"""What differs between professional and college football: rules of a year, and how often things happen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import exp

KINDS = RUN, PASS, SACK, KNEEL, PUNT, FIELD_GOAL, KICKOFF, EXTRA_POINT, TWO_POINT, FLAG = range(10)
"""Kinds of play. A flag is a penalty before or instead of a play."""

SCRIMMAGE = frozenset((RUN, PASS, SACK, KNEEL))
"""Kinds that count as plays from scrimmage."""


@dataclass(frozen=True)
class Rules:
    """Rules of a league in a year, and the chances of its plays between two average sides.

    Attributes
    ----------
    touchback : int
        Yard line where the ball is put after a kick-off into the end zone.
    kick_return : float
        Share of kick-offs that are returned.
    sack_is_rush : bool
        Whether a sack is a carry of the passer; otherwise its yards come off the side's passing.
    both_possess : bool
        Whether the first side's touchdown leaves the other a possession in overtime.
    overtime : int
        Seconds of an overtime period; 0 for untimed possessions from the 25-yard line.
    warning : bool
        Whether the clock stops two minutes before the end of a half.
    tempo, hurry, milk : float
        Seconds between the end of a play and the next snap with the clock running: usually, in haste, with a lead.
    passes : float
        Share of passes on a first down at even score.
    completion, depth : float
        Share of passes caught, and scale of the yards they gain.
    loss : float
        Share of the catches without a gain that lose yards.
    rush : float
        Factor on the yards of carries.
    interception, sack, carry_fumble, catch_fumble, sack_fumble, flag : float
        Chances per pass, dropback, carry, catch, sack and snap.
    range, misses : float
        Field goals: yards to go beyond which they are rare; factor on the share missed.
    extra_point, two_point, daring : float
        Share of extra points and two-point plays made; factor on fourth-down tries.
    punt, punt_return : float
        Usual yards of a punt, share returned.
    gain, catch, guard : float
        What a point of advantage does: log factor on yards, share of catches, log factor on losses of the ball.
    score_effect : float
        Points of advantage that a side two scores behind gains in the last quarter, and one two scores ahead loses.
    rout : (int, int)
        The lead from which reserves play: before the last quarter, and in it.
    ease : float
        What is left of an advantage when they do.
    form : float
        Standard deviation of the form of the day, in points, of each attack.
    weather : float
        Standard deviation of what the day gives to both attacks or takes from them, in points.
    finish : float
        Factor on yards near the goal line.
    idle : int
        Seconds of wall time from the end of a play to the next snap with the clock stopped.
    passer, aim : float
        What a standard deviation of ability of the passer is worth on passes: in points of advantage, and beside these
        in the share caught.
    runner : float
        What one of the first running back is worth on carries, in points of advantage.
    leg, foot : float
        What one of the kicker does to the share of kicks missed, log factor, and one of the punter adds in yards.
    burst, spread : float
        Share of long carries, and exponent of the yards of catches: how much comes in few big plays.
    """

    league: str
    touchback: int
    kick_return: float
    sack_is_rush: bool
    both_possess: bool
    overtime: int
    warning: bool
    tempo: float
    hurry: float
    milk: float
    passes: float
    completion: float
    depth: float
    loss: float
    rush: float
    interception: float
    sack: float
    carry_fumble: float
    catch_fumble: float
    sack_fumble: float
    flag: float
    range: float
    misses: float
    extra_point: float
    two_point: float
    daring: float
    punt: float
    punt_return: float
    gain: float
    catch: float
    guard: float
    score_effect: float
    rout: tuple[int, int]
    ease: float
    form: float
    weather: float
    finish: float
    idle: int
    passer: float
    aim: float
    runner: float
    leg: float
    foot: float
    burst: float
    spread: float


PRO = Rules(
    league="NFL",
    touchback=30,
    kick_return=0.33,
    sack_is_rush=False,
    both_possess=False,
    overtime=600,
    warning=True,
    tempo=31.0,
    hurry=13.0,
    milk=39.0,
    passes=0.470,
    completion=0.684,
    depth=12.95,
    loss=0.42,
    rush=1.10,
    interception=0.0203,
    sack=0.070,
    carry_fumble=0.0160,
    catch_fumble=0.012,
    sack_fumble=0.15,
    flag=0.082,
    range=39.0,
    misses=1.0,
    extra_point=0.957,
    two_point=0.47,
    daring=2.05,
    punt=50.6,
    punt_return=0.42,
    gain=0.020,
    catch=0.0035,
    guard=0.02,
    score_effect=7.0,
    rout=(24, 20),
    ease=-0.3,
    form=0.8,
    weather=3.0,
    finish=0.99,
    idle=36,
    passer=3.2,
    aim=0.011,
    runner=2.2,
    leg=0.17,
    foot=1.5,
    burst=0.07,
    spread=0.9,
)

COLLEGE = replace(
    PRO,
    league="NCAAFB",
    touchback=25,
    kick_return=0.40,
    sack_is_rush=True,
    overtime=0,
    warning=False,
    tempo=27.5,
    hurry=12.0,
    passes=0.384,
    completion=0.653,
    depth=13.1,
    rush=1.115,
    interception=0.0213,
    sack=0.062,
    flag=0.074,
    range=31.5,
    misses=2.4,
    extra_point=0.96,
    two_point=0.43,
    daring=2.75,
    punt=44.5,
    punt_return=0.38,
    gain=0.0225,
    catch=0.0042,
    guard=0.018,
    score_effect=8.0,
    rout=(42, 22),
    ease=0.3,
    form=3.7,
    weather=2.5,
    finish=1.18,
    idle=43,
    burst=0.09,
    spread=1.06,
)


@lru_cache(maxsize=256)
def rules(sport: str, year: int, playoff: bool = False) -> Rules:
    """The rules of a season; the postseason of the professionals has its own overtime."""
    if sport == "NCAAFB":
        return COLLEGE
    touchback, share = (25, 0.22) if year < 2024 else (30, 0.33) if year == 2024 else (35, 0.75)
    both = year >= 2025 or (playoff and year >= 2022)
    return replace(PRO, touchback=touchback, kick_return=share, both_possess=both, overtime=900 if playoff else 600)


MISSED = (
    (17, 0.005),
    (30, 0.025),
    (36, 0.05),
    (40, 0.13),
    (45, 0.21),
    (50, 0.26),
    (54, 0.315),
    (60, 0.41),
    (68, 0.65),
    (99, 0.98),
)
"""Yards of a field goal -> share missed by professionals, linear between."""


@lru_cache(maxsize=256)
def field_goal(given: Rules, distance: int) -> float:
    """Chance of a field goal from so many yards."""
    for (near, few), (far, many) in pairwise(MISSED):
        if distance <= far:
            return max(0.02, 1 - given.misses * (few + (many - few) * max(0, distance - near) / (far - near)))
    return 0.02


def tries_field_goal(given: Rules, spot: int) -> float:
    """Chance that a side on fourth down so far from the goal line prefers a field goal to a punt."""
    return 1 / (1 + exp((spot - given.range) / 1.7))


def tries_fourth(given: Rules, spot: int, distance: int) -> float:
    """Chance that a side goes for it on an ordinary fourth down."""
    if distance > 8:
        return 0.012 if spot > 45 or spot < 32 else 0.08
    base = (0.0, 0.66, 0.34, 0.24, 0.18, 0.13, 0.09, 0.07, 0.05)[distance]
    place = (
        0.10
        if spot > 65
        else 0.4
        if spot > 52
        else 1.0
        if spot > 40
        else 1.35
        if spot > 31
        else 0.62
        if spot > 10
        else 1.0
    )
    return min(0.9, base * place * given.daring)


def tries_two(given: Rules, quarter: int, clock: int, lead: int) -> bool | None:
    """Whether a side that has just scored a touchdown goes for two; None where nothing speaks for it.

    Parameters
    ----------
    lead : int
        Points ahead before the try.
    """
    if quarter < 4:
        return True if quarter == 3 and lead in (-2, -10) else None
    if clock < 600 and lead in (-2, -5, -10, 1, 5):
        return True
    if clock < 600 and lead == -8:
        return clock % 2 == 0
    return None
