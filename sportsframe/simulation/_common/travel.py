"""Shorter journeys: games of a season exchange their days until clubs travel less."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date
from math import asin, cos, radians, sin, sqrt
from random import Random

from .calendar import Pair
from .places import Place

DIAMETER = 7918
"""Of the earth, in miles."""

MARGIN = 4
"""Days before and after a day on which other games of a club count as strain."""

STEPS = 40_000
"""Exchanges that are looked at."""

REMATCH = 0.3
"""How many of them are of two games of the same pair, which changes their grounds."""

MOST_CLUBS = 14
"""Most clubs whose games one exchange moves."""

OVERNIGHT_WEIGHT = 3
"""A mile between two days running counts as so many."""


RUN_WEIGHT = 1000
"""A game beyond the most running at home or away weighs as much as so many against the side of the game before."""


def apart(places: Sequence[Place]) -> list[list[int]]:
    """Miles from each place to each other, as the crow flies."""
    return [[miles(one, other) for other in places] for one in places]


def miles(one: Place, other: Place) -> int:
    """Miles from a place to another."""
    south, north = radians(one.latitude), radians(other.latitude)
    east = radians(other.longitude - one.longitude)
    chord = sin((north - south) / 2) ** 2 + cos(south) * cos(north) * sin(east / 2) ** 2
    return round(DIAMETER * asin(sqrt(chord)))


def _strains() -> Iterator[tuple[int, int, int]]:
    """For every way to be busy in the four days before and after a day (bits 0 to 3 and 5 to 8): see `strain`."""
    for mask in range(512):
        near = [k for k in range(-4, 5) if k and mask >> k + 4 & 1]
        before, after = -1 in near, 1 in near
        fours = sum(sum(first <= k <= first + 4 for k in near) >= 3 for first in range(-4, 1))
        yield before + after, (before and -2 in near) + (before and after) + (after and 2 in near), fours


STRAINS = tuple(_strains())


def strain(busy: int, day: int) -> tuple[int, int, int]:
    """Games next to a day; threes in three days, and fours in five, that one on it would make.

    The bits of `busy` are the days of the club's other games.
    """
    return STRAINS[busy >> day - MARGIN & 511]


def shorten(
    placed: Sequence[tuple[date, Pair]],
    ways: Sequence[Sequence[int]],
    r: Random,
    longest: int,
    fixed: Collection[date] = (),
) -> list[tuple[date, Pair]]:
    """The same games, some on other days, with shorter ways from each to the next.

    Nobody is given less rest, and days keep as many games unless those that change are of the same weekday.

    Parameters
    ----------
    placed : sequence of (date, (away, home))
        The games, one a club and day.
    ways : sequence of sequence of int
        Miles from the ground of each club to each other's.
    r : random.Random
        Which exchanges are looked at.
    longest : int
        Most games running at home, and most away.
    fixed : collection of date
        Days that keep their games.

    Returns
    -------
    list of (date, (away, home))
        In order of date.
    """
    slate = _Slate(placed, ways, longest)
    free = [slate.number(day) for day in sorted({day for day, _ in placed}.difference(fixed))]
    for _ in range(STEPS):
        club, day = int(r.random() * len(ways)), free[int(r.random() * len(free))]
        rival = slate.rival[club][day]
        if rival is not None:
            again = r.random() < REMATCH
            days = [n for n in free if n != day and slate.rival[club][n] == rival] if again else free
            if days:
                slate.exchange(club, day, days[int(r.random() * len(days))])
    return slate.games()


class _Slate:
    """Who plays whom where, by club and day, while games exchange their days.

    Attributes
    ----------
    rival, ground : list of list of (int or None)
        By club and number of the day.
    busy : list of int
        The days of the games of each club, as the bits of a number: the games next to a day are found at once.
    """

    def __init__(self, placed: Sequence[tuple[date, Pair]], ways: Sequence[Sequence[int]], longest: int) -> None:
        self.ways, self.longest = ways, longest
        days = [day for day, _ in placed]
        self.origin = min(days).toordinal() - MARGIN
        length = self.number(max(days)) + 1
        self.rival: list[list[int | None]] = [[None] * length for _ in ways]
        self.ground: list[list[int]] = [[-1] * length for _ in ways]
        self.busy = [0] * len(ways)
        for day, (away, home) in placed:
            number = self.number(day)
            for club, other in ((away, home), (home, away)):
                self.rival[club][number] = other
                self.ground[club][number] = home
                self.busy[club] |= 1 << number
        self.lengths = {club: self._journey(club) for club in range(len(ways))}
        self.flaws = {club: self._flaws(club) for club in range(len(ways))}

    def number(self, day: date) -> int:
        """The number of a day."""
        return day.toordinal() - self.origin

    def games(self) -> list[tuple[date, Pair]]:
        """The games in order of date."""
        return [
            (date.fromordinal(self.origin + day), (rival, club))
            for day in range(len(self.ground[0]))
            for club, grounds in enumerate(self.ground)
            if grounds[day] == club and (rival := self.rival[club][day]) is not None
        ]

    def exchange(self, club: int, one: int, other: int) -> None:
        """Exchange the games of a club on two days, with those that have to follow, if that is better."""
        clubs = self._bound(club, one, other)
        if len(clubs) > MOST_CLUBS:
            return
        moved = [c for c in clubs if (self.busy[c] >> one ^ self.busy[c] >> other) & 1]
        surplus = sum(1 if self.busy[c] >> one & 1 else -1 for c in moved)
        if surplus and (one - other) % 7:
            return
        before = [self._strain(c, one, other) for c in moved]
        self._swap(clubs, one, other)
        if all(new <= old for c, was in zip(moved, before) for new, old in zip(self._strain(c, one, other), was)):
            lengths = {c: self._journey(c) for c in clubs}
            if sum(lengths.values()) < sum(self.lengths[c] for c in clubs):
                flaws = {c: self._flaws(c) for c in clubs}
                if sum(flaws.values()) <= sum(self.flaws[c] for c in clubs):
                    self.lengths |= lengths
                    self.flaws |= flaws
                    return
        self._swap(clubs, one, other)

    def _bound(self, club: int, one: int, other: int) -> list[int]:
        """The clubs whose games on two days hang together with those of a club."""
        clubs = [club]
        for c in clubs:
            for day in (one, other):
                rival = self.rival[c][day]
                if rival is not None and rival not in clubs:
                    clubs.append(rival)
        return clubs

    def _swap(self, clubs: Sequence[int], one: int, other: int) -> None:
        both = 1 << one | 1 << other
        for club in clubs:
            rivals, grounds = self.rival[club], self.ground[club]
            rivals[one], rivals[other] = rivals[other], rivals[one]
            grounds[one], grounds[other] = grounds[other], grounds[one]
            if (self.busy[club] >> one ^ self.busy[club] >> other) & 1:
                self.busy[club] ^= both

    def _strain(self, club: int, one: int, other: int) -> tuple[int, int, int]:
        """The strain of the game that a club has on one of two days."""
        return strain(self.busy[club], one if self.busy[club] >> one & 1 else other)

    def _journey(self, club: int) -> int:
        """Miles of a club from home through all its games and back, those overnight weighted."""
        left, at, last, length = self.busy[club], club, -2, 0
        grounds, ways = self.ground[club], self.ways
        while left:
            day = (left & -left).bit_length() - 1
            left &= left - 1
            way = ways[at][grounds[day]]
            length += OVERNIGHT_WEIGHT * way if day - last == 1 else way
            at, last = grounds[day], day
        return length + ways[at][club]

    def _flaws(self, club: int) -> int:
        """Games beyond the most running at home or away, and those against the same side as the game before."""
        grounds, rivals, busy = self.ground[club], self.rival[club], self.busy[club]
        flaws = run = 0
        kind = last = None
        for day in (n for n in range(len(grounds)) if busy >> n & 1):
            home = grounds[day] == club
            run = run + 1 if home == kind else 1
            flaws += RUN_WEIGHT * (run > self.longest) + (rivals[day] == last)
            kind, last = home, rivals[day]
        return flaws
