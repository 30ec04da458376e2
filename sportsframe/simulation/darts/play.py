"""The throw engine of darts: a leg of 501, dart by dart.

A player is two numbers, the chances to hit the treble and the double he aims at. What he aims at comes from a table
worked out once: the aim that ends the leg in the fewest visits, given how darts miss.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist
from typing import NamedTuple

import msgspec

from .._common.rng import clamp

START = 501
CLOCKWISE = (20, 1, 18, 4, 13, 6, 10, 15, 2, 17, 3, 19, 7, 16, 8, 11, 14, 9, 12, 5)
BULL = 25
NEIGHBOURS: dict[int, tuple[int, int]] = {
    number: (CLOCKWISE[i - 1], CLOCKWISE[(i + 1) % 20]) for i, number in enumerate(CLOCKWISE)
}

TREBLE_TO_SINGLE = 0.86
"""Share of the darts that miss a treble and fall in its single; the others fall in the neighbours."""

DOUBLE_TO_SINGLE, DOUBLE_OUTSIDE = 0.42, 0.83
"""Of the darts that miss a double: up to the first share inside in the single, up to the second outside the wires."""

SINGLE_HIT, SINGLE_TO_RING = 0.955, 0.975
"""Of the darts at a single: up to the first share it is hit, up to the second its treble."""

OUTER_BULL, BULL_OF_DOUBLE = 0.6, 0.72
"""Share of missed bulls that score 25; how hard the bull is against a double."""

FAVOURITES = {20: 1.06, 16: 1.02, 10: 1.02, 18: 1.02}
FAVOURED_TREBLES = {20: 1.0, 19: 0.97}
OTHER_TREBLE = 0.94
"""Doubles and trebles are hit better the more they are practised."""

VISIT_SD, FINISH_SD = 0.13, 0.04
"""How the chance of a treble varies from visit to visit, while scoring and near the finish."""

AFTER_180, COVER = 1.05, 0.25
"""The treble after a maximum is likelier by this; share of last darts that go to 19 when 20 is crowded."""

PLAN_TO = 230
"""Above this score every dart is for points."""

Aim = tuple[int, int]
"""(ring, number) aimed at: ring 1, 2 or 3; the bull is (2, 25), its outer ring (1, 25)."""


class Dart(msgspec.Struct, frozen=True, gc=False):
    """One dart: points, the ring it fell in (0 outside the wires) and whether it was aimed at the finishing double."""

    score: int
    ring: int
    at_double: bool


class Visit(msgspec.Struct, frozen=True, gc=False):
    """Up to three darts; ``end`` equals ``start`` after a bust."""

    start: int
    end: int
    darts: tuple[Dart, ...]


@dataclass(frozen=True)
class Hand:
    """How well a player throws: the chances to hit a treble and a double."""

    treble: float
    double: float

    @classmethod
    def of(cls, average: float) -> Hand:
        """The hand that scores this three-dart average in the long run (fitted for averages of 75 to 108)."""
        x = average - 93.0
        return cls(0.3832 + 0.0081 * x, min(0.60, max(0.15, 0.3760 + 0.0112 * x)))

    def touched(self, by: float) -> Hand:
        """The same hand on a better or worse day at the doubles."""
        return Hand(self.treble, max(0.12, self.double + by))

    def nervous(self) -> Hand:
        """The same hand with three darts to go for a leg of nine: they are far rarer than the trebles alone say."""
        return Hand(self.treble - 0.11, self.double - 0.11)


def _chances(aim: Aim, hand: Hand) -> Iterator[tuple[float, int, int]]:
    """(chance, points, ring) for each way a dart at ``aim`` can fall; what `_throw` draws from."""
    ring, number = aim
    if number == BULL:
        inner = hand.double * BULL_OF_DOUBLE if ring == 2 else 0.12
        yield inner, 50, 2
        outer = (1 - inner) * OUTER_BULL
        yield outer, 25, 1
        for n in CLOCKWISE:
            yield (1 - inner - outer) / 20, n, 1
        return
    left, right = NEIGHBOURS[number]
    if ring == 3:
        hit = hand.treble * FAVOURED_TREBLES.get(number, OTHER_TREBLE)
        yield hit, 3 * number, 3
        yield (1 - hit) * TREBLE_TO_SINGLE, number, 1
        aside = (1 - hit) * (1 - TREBLE_TO_SINGLE) / 2
        yield aside, left, 1
        yield aside, right, 1
    elif ring == 2:
        hit = hand.double * FAVOURITES.get(number, 1.0)
        yield hit, 2 * number, 2
        yield (1 - hit) * DOUBLE_TO_SINGLE, number, 1
        yield (1 - hit) * (DOUBLE_OUTSIDE - DOUBLE_TO_SINGLE), 0, 0
        aside = (1 - hit) * (1 - DOUBLE_OUTSIDE) / 4
        for n in (left, right):
            yield aside, n, 1
            yield aside, 2 * n, 2
    else:
        yield SINGLE_HIT, number, 1
        yield SINGLE_TO_RING - SINGLE_HIT, 3 * number, 3
        aside = (1 - SINGLE_TO_RING) / 2
        yield aside, left, 1
        yield aside, right, 1


def _candidates(left: int) -> Iterator[Aim]:
    """The aims worth a thought with ``left`` points to go."""
    if left == 50 or left > 60:
        yield 2, BULL
    if left > 60:
        yield from ((3, n) for n in range(20, 9 if left <= 110 else 14, -1))
        yield 1, BULL
    if left <= 80:
        yield from ((1, n) for n in range(20, 0, -1) if n < left - 1)
    if left <= 40 and not left % 2:
        yield 2, left // 2


def _visits_after(
    falls: Iterable[tuple[float, int, int]], left: int, darts: int, further: Sequence[Sequence[float]]
) -> float:
    """The expected number of further visits after a dart, by the chance, points and ring of where it may fall."""
    visits = 0.0
    for chance, points, ring in falls:
        then = left - points
        if then > 1:
            visits += chance * further[then if points else left][darts - 1]
        elif then or ring != 2:
            visits += chance * further[left][0]
    return visits


@cache
def plan() -> tuple[tuple[Aim, Aim, Aim], ...]:
    """What to aim at, by points left (2 to `PLAN_TO`) and darts in hand (1 to 3).

    Value iteration on the expected number of further visits, for a player of the middle of the tour. A bust is
    taken to lead back to the score of the dart, not of the visit: the difference never changes an aim by much.
    """
    hand = Hand.of(94.0)
    chances: dict[Aim, list[tuple[float, int, int]]] = {}
    further = [[0.0] * 4 for _ in range(PLAN_TO + 1)]
    aims: list[tuple[Aim, Aim, Aim]] = [((3, 20),) * 3] * (PLAN_TO + 1)
    for left in range(2, PLAN_TO + 1):
        row = further[left]
        row[3] = further[left - 1][3] if left > 2 else 2.0
        options = list(_candidates(left))
        for _ in range(8 if left <= 60 else 1):
            best: list[Aim] = []
            row[0] = row[3] + 1
            for darts in (1, 2, 3):
                least = 1e9
                chosen = options[0]
                for aim in options:
                    if aim not in chances:
                        chances[aim] = list(_chances(aim, hand))
                    value = _visits_after(chances[aim], left, darts, further)
                    if value < least:
                        least, chosen = value, aim
                row[darts] = least
                best.append(chosen)
            aims[left] = (best[0], best[1], best[2])
        row[0] = row[3] + 1
    return tuple(aims)


class Target(NamedTuple):
    """What a dart is aimed at: its ring, how much better or worse than others it is hit, and where the dart can fall.

    The falls are the target itself, its single, then what lies beside it; the same for every dart at this target.
    """

    ring: int
    bull: bool
    ease: float
    falls: tuple[Dart, ...]


@cache
def target(ring: int, number: int, *, finishing: bool = False) -> Target:
    """A target; ``finishing`` for the double, or the bull, that ends the leg."""

    def dart(score: int, ring: int) -> Dart:
        return Dart(score, ring, finishing)

    if number == BULL:
        falls = (dart(50, 2), dart(25, 1), *(dart(n, 1) for n in CLOCKWISE))
        return Target(ring, True, BULL_OF_DOUBLE, falls)
    beside = [dart(n, 1) for n in NEIGHBOURS[number]]
    single = dart(number, 1)
    if ring == 3:
        return Target(3, False, FAVOURED_TREBLES.get(number, OTHER_TREBLE), (dart(3 * number, 3), single, *beside))
    if ring == 2:
        doubles = (dart(2 * n, 2) for n in NEIGHBOURS[number])
        falls = (dart(2 * number, 2), single, dart(0, 0), *beside, *doubles)
        return Target(2, False, FAVOURITES.get(number, 1.0), falls)
    return Target(1, False, 1.0, (single, dart(3 * number, 3), *beside))


NORMALS = 4096


@cache
def _normal() -> tuple[float, ...]:
    """Numbers that are spread like normal ones: a draw of them costs a quarter of a normal draw."""
    return tuple(NormalDist().inv_cdf((k + 0.5) / NORMALS) for k in range(NORMALS))


@cache
def _board() -> tuple[tuple[tuple[Target, ...], ...], Target, Target, Target]:
    """The targets of `plan`, the double that starts a leg, and the trebles for points."""
    planned = (
        tuple(target(ring, number, finishing=ring == 2 and 2 * number == left) for ring, number in aims)
        for left, aims in enumerate(plan())
    )
    return tuple(planned), target(2, 20), target(3, 20), target(3, 19)


def _throw(u: float, at: Target, treble: float, double: float) -> Dart:
    """Where a dart falls, from one uniform number."""
    ring, bull, ease, falls = at
    if ring == 3:
        hit = treble * ease
        if u < hit:
            return falls[0]
        u = (u - hit) / (1 - hit)
        if u < TREBLE_TO_SINGLE:
            return falls[1]
        return falls[2 + (u < (1 + TREBLE_TO_SINGLE) / 2)]
    if bull:
        hit = double * ease if ring == 2 else 0.12
        if u < hit:
            return falls[0]
        u = (u - hit) / (1 - hit)
        if u < OUTER_BULL:
            return falls[1]
        return falls[2 + min(19, int((u - OUTER_BULL) / (1 - OUTER_BULL) * 20))]
    if ring == 2:
        hit = double * ease
        if u < hit:
            return falls[0]
        u = (u - hit) / (1 - hit)
        if u < DOUBLE_TO_SINGLE:
            return falls[1]
        if u < DOUBLE_OUTSIDE:
            return falls[2]
        return falls[3 + min(3, int((u - DOUBLE_OUTSIDE) / (1 - DOUBLE_OUTSIDE) * 4))]
    if u < SINGLE_HIT:
        return falls[0]
    if u < SINGLE_TO_RING:
        return falls[1]
    return falls[2 + (u < (1 + SINGLE_TO_RING) / 2)]


def visit(r: random.Random, start: int, hand: Hand, *, opened: bool = True, hot: bool = False) -> Visit:
    """One visit to the board.

    Parameters
    ----------
    r : random.Random
        Stream of the match.
    start : int
        Points left, 2 to 501.
    hand : Hand
        Who throws.
    opened : bool
        False while the player still needs the double that starts his leg.
    hot : bool
        Whether his last visit was a 180.
    """
    rnd = r.random
    # The darts of a visit follow each other, more so while all go to one bed: the chance of a treble is drawn once.
    spread = VISIT_SD if start > PLAN_TO else FINISH_SD
    treble = clamp(hand.treble + spread * _normal()[int(rnd() * NORMALS)], 0.05, 0.85)
    if hot:
        treble *= AFTER_180
    double = hand.double
    left = start
    planned, opening, twenty, nineteen = _board()
    darts: list[Dart] = []
    trebles = 0
    for in_hand in (3, 2, 1):
        if not opened:
            dart = _throw(rnd(), opening, treble, double)
            if dart.ring == 2:
                opened = True
            else:
                dart = Dart(0, dart.ring, False)
        elif left > PLAN_TO:
            crowded = in_hand == 1 and trebles < 2 and rnd() < COVER
            dart = _throw(rnd(), nineteen if crowded else twenty, treble, double)
            trebles += dart.ring == 3
        else:
            dart = _throw(rnd(), planned[left][in_hand - 1], treble, double)
        left -= dart.score
        darts.append(dart)
        if left < 2:
            won = left == 0 and dart.ring == 2
            return Visit(start, 0 if won else start, tuple(darts))
    return Visit(start, left, tuple(darts))


def play(r: random.Random, hands: tuple[Hand, Hand], first: int, *, double_start: bool = False) -> list[Visit]:
    """The visits of one leg in order of play; player ``first`` (0 or 1) begins and the last visit wins."""
    left = [START, START]
    hot = [False, False]
    opened = [not double_start] * 2
    visits: list[Visit] = []
    who = first
    while True:
        hand = hands[who]
        if left[who] == START - 2 * 180 and len(visits) < 6:
            hand = hand.nervous()
        v = visit(r, left[who], hand, opened=opened[who], hot=hot[who])
        visits.append(v)
        if not v.end:
            return visits
        left[who] = v.end
        hot[who] = v.start - v.end == 180
        opened[who] = opened[who] or v.end != START
        who = 1 - who


def leg(
    r: random.Random, hands: tuple[Hand, Hand], first: int, winner: int, *, double_start: bool = False
) -> list[Visit]:
    """The visits of a leg that ``winner`` wins.

    The winner of a leg is settled before its darts are. Legs are played until he wins one, which leaves the darts
    distributed as in the legs he wins; should that take long, his hand gets better by and by.
    """
    tries = 0
    while True:
        visits = play(r, hands, first, double_start=double_start)
        if (first + len(visits) - 1) % 2 == winner:
            return visits
        tries += 1
        if tries % 12 == 0:
            better = Hand(min(0.7, hands[winner].treble + 0.03), min(0.6, hands[winner].double + 0.03))
            hands = (better, hands[1]) if winner == 0 else (hands[0], better)
