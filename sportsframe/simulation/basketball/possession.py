"""What a basketball possession may hold, and how a given score is split over possessions.

A possession is a short list of steps: shots, fouls, free throws, rebounds, turnovers. Pools of possessions are drawn
once a rule book; a game takes from them those that bring the points it needs. `Pools.split` is exact: it draws a list
of possessions from the distribution that a list of independent ones has once its sum is known, so that a score which
was drawn first and the play which is told later agree.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from random import Random

from .._common.rng import stream
from .events import (
    ASSISTED,
    BLOCKED_2,
    BLOCKED_3,
    CHARGE,
    DEFENSIVE,
    FOUL,
    FREE,
    LOOSE,
    LOST,
    MADE_2,
    MADE_3,
    MISSED_2,
    MISSED_3,
    OFFENSIVE,
    STOLEN,
    Possession,
    Step,
    Steps,
    possession,
)

POOL = 20_000
MOST = 4
"""Most points of one possession."""

LONGEST = 48
"""Most possessions of a side in one stretch of play."""


@dataclass(frozen=True)
class Rules:
    """A rule book and the rates of its league.

    Rates are chances per play: a turnover, a foul away from a shot, else a shot. ``within_reach`` is the share of the
    missed twos and threes that somebody may block; a five does so in proportion to what its players block together, all
    of them from ``blocking`` on. ``men`` is how many a coach sends on in the regular season and after it,
    ``minutes`` how long the first, second, ... of them play, and ``trust`` the power that sets them apart.
    """

    sport: str
    periods: int
    length: int
    overtime: int
    foul_limit: int
    bonus: tuple[int, int]
    pace: float
    points: float
    noise: float
    shared: float
    tempo: float
    relax: float
    close: float
    urgency: float
    strength: float
    style: float
    home: float
    shot_clock: int
    turnover: float
    stolen: float
    charge: float
    foul: float
    three: float
    two_made: float
    three_made: float
    free_made: float
    shooting_foul: float
    and_one: float
    offensive: float
    loose: float
    within_reach: tuple[float, float]
    blocking: float
    assist_two: float
    assist_three: float
    real: float
    half_break: int
    squad: int
    minutes: tuple[float, ...]
    men: tuple[float, float]
    trust: tuple[float, float]
    stretch: float

    @property
    def regulation(self) -> int:
        """Seconds of play without overtime."""
        return self.periods * self.length

    def seconds(self, period: int) -> int:
        """Seconds of play in a period, counted from 1."""
        return self.length if period <= self.periods else self.overtime

    def begins(self, period: int) -> int:
        """Seconds of play before a period."""
        extra = max(0, period - self.periods - 1)
        return min(period - 1, self.periods) * self.length + extra * self.overtime


NBA = Rules(
    sport="NBA",
    periods=4,
    length=720,
    overtime=300,
    foul_limit=6,
    bonus=(4, 4),
    pace=98.4,
    points=114.5,
    noise=0.94,
    shared=2.6,
    tempo=0.026,
    relax=0.03,
    close=0.28,
    urgency=0.02,
    strength=5.2,
    style=0.0,
    home=2.1,
    shot_clock=24,
    turnover=0.1125,
    stolen=0.55,
    charge=0.11,
    foul=0.058,
    three=0.373,
    two_made=0.537,
    three_made=0.388,
    free_made=0.797,
    shooting_foul=0.162,
    and_one=0.27,
    offensive=0.257,
    loose=0.105,
    within_reach=(0.4, 0.06),
    blocking=14.2,
    assist_two=0.53,
    assist_three=0.83,
    real=2.35,
    half_break=900,
    squad=13,
    minutes=(35, 34, 32.5, 31, 29, 24, 20.5, 17, 12, 8, 6, 4, 0),
    men=(9.35, 8.35),
    trust=(1.0, 1.28),
    stretch=2.0,
)

NCAABB = Rules(
    sport="NCAABB",
    periods=2,
    length=1200,
    overtime=300,
    foul_limit=5,
    bonus=(6, 9),
    pace=67.9,
    points=73.0,
    noise=0.91,
    shared=3.6,
    tempo=0.03,
    relax=0.02,
    close=0.3,
    urgency=0.065,
    strength=10.6,
    style=3.0,
    home=3.4,
    shot_clock=30,
    turnover=0.135,
    stolen=0.54,
    charge=0.13,
    foul=0.095,
    three=0.356,
    two_made=0.499,
    three_made=0.374,
    free_made=0.725,
    shooting_foul=0.174,
    and_one=0.25,
    offensive=0.325,
    loose=0.02,
    within_reach=(0.4, 0.07),
    blocking=12.9,
    assist_two=0.41,
    assist_three=0.77,
    real=2.6,
    half_break=900,
    squad=13,
    minutes=(33, 31.5, 30, 28, 26, 20, 15, 10, 6, 4, 3, 0, 0),
    men=(8.7, 8.3),
    trust=(1.0, 1.1),
    stretch=2.2,
)

RULES = {rules.sport: rules for rules in (NBA, NCAABB)}


def _free(r: Random, rules: Rules, tries: int, *, stop: bool = False) -> tuple[bool, ...]:
    """Free throws; with `stop` the second is only thrown after a made first."""
    first = r.random() < rules.free_made
    if stop and not first:
        return (False,)
    return (first, *(r.random() < rules.free_made for _ in range(tries - 1)))


def _walk(r: Random, rules: Rules, bonus: int, three: float) -> tuple[int, Steps]:
    """One possession from its first touch to its loss."""
    steps: list[Step] = []
    points = 0
    random, turnover, fouled_by = r.random, rules.turnover, rules.turnover + rules.foul
    while True:
        x = random()
        rebound: float | None
        if x < turnover:
            y = random()
            kind = STOLEN if y < rules.stolen else CHARGE if y < rules.stolen + rules.charge else LOST
            steps.append((kind, ()))
            return points, tuple(steps)
        if x < fouled_by:
            steps.append((FOUL, ()))
            if not bonus:
                continue
            made = _free(r, rules, 2, stop=bonus == 1)
            steps.append((FREE, made))
            points += sum(made)
            if made[-1]:
                return points, tuple(steps)
            rebound = rules.offensive * 0.45
        else:
            far = random() < three
            worth = 3 if far else 2
            fouled = random() < rules.shooting_foul * (0.12 if far else 1.0)
            good = random() < (
                rules.and_one * (0.5 if far else 1) if fouled else rules.three_made if far else rules.two_made
            )
            rebound = rules.offensive
            if good:
                steps.append((MADE_3 if far else MADE_2, ()))
                points += worth
            elif not fouled:
                stuffed = random() < (rules.within_reach[1] if far else rules.within_reach[0])
                kind = (BLOCKED_3 if far else BLOCKED_2) if stuffed else MISSED_3 if far else MISSED_2
                steps.append((kind, ()))
            if fouled:
                made = _free(r, rules, 1 if good else worth)
                steps += [(FOUL, ()), (FREE, made)]
                points += sum(made)
                if made[-1]:
                    return points, tuple(steps)
                rebound = rules.offensive * 0.45
            elif good:
                return points, tuple(steps)
        z = random()
        if z < rules.loose:
            steps.append((LOOSE, ()))
            if z > rules.loose * 0.45:
                return points, tuple(steps)
        elif random() < rebound:
            steps.append((OFFENSIVE, ()))
        else:
            steps.append((DEFENSIVE, ()))
            return points, tuple(steps)


def assisted(r: Random, rules: Rules, basket: int) -> int:
    """A basket, perhaps with an assist."""
    return ASSISTED[basket] if r.random() < (rules.assist_two if basket == MADE_2 else rules.assist_three) else basket


class Pools:
    """The possessions of a rule book and a taste for threes, by bonus state and points."""

    def __init__(self, rules: Rules, taste: int) -> None:
        three = rules.three * (1 + 0.12 * taste)
        self.pools: list[list[list[Possession]]] = []
        self.chances = [0.0] * (MOST + 1)
        for bonus in (0, 1, 2):
            r = stream("possessions", rules.sport, taste, bonus)
            passes = stream("assists", rules.sport, taste, bonus)
            pool: list[list[Possession]] = [[] for _ in range(MOST + 1)]
            for _ in range(POOL):
                points, steps = _walk(r, rules, bonus, three)
                if points > 1:
                    steps = tuple([(assisted(passes, rules, k) if k in ASSISTED else k, made) for k, made in steps])
                if points <= MOST and len(steps) < 12:
                    pool[points].append(possession(steps))
            self.pools.append(pool)
            share = (0.62, 0.0, 0.38)[bonus] if rules.bonus[0] == rules.bonus[1] else (0.55, 0.22, 0.23)[bonus]
            for points, some in enumerate(pool):
                self.chances[points] += share * len(some) / POOL
        self._odds = self._all_odds()

    def _all_odds(self) -> list[list[tuple[float, ...]]]:
        """Chances of the first of so many possessions that bring so many points to bring 0, 0 or 1, ..., points.

        Of what cannot be, as the others cannot bring the rest, the chance is 0.
        """
        before = [1.0]
        odds: list[list[tuple[float, ...]]] = [[]]
        for n in range(1, LONGEST + 1):
            ways = [
                [
                    chance * before[points - k] if 0 <= points - k < len(before) else 0.0
                    for k, chance in enumerate(self.chances)
                ]
                for points in range(MOST * n + 1)
            ]
            sums = [list(accumulate(row)) for row in ways]
            before = [some[-1] for some in sums]
            odds.append([tuple(x / total for x in some) for *some, total in sums])
        return odds

    def split(self, r: Random, n: int, points: int) -> list[int]:
        """Points of each of `n` possessions that bring `points` together."""
        out = []
        random = r.random
        for odds in self._odds[n:0:-1]:
            some = bisect_right(odds[points], random())
            out.append(some)
            points -= some
        return out


@cache
def pools(sport: str, taste: int) -> Pools:
    """The pools of a league for clubs of one taste: -1 shuns threes, 1 likes them."""
    return Pools(RULES[sport], taste)
