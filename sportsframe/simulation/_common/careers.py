"""Careers: who belongs to which club on which day, from the draft to retirement.

Each roster place of a league belongs to a pool of like places (all quarterbacks, say). A pool has as many *lines of
succession* as places: a player holds a line from his first season to his last, then a rookie takes it over
(`people.career`). Between seasons and within them players of a pool go round: the first takes the place of the
second, he that of the third, and so on, as in free agency, trades and transfers; seldom do two clubs just swap. So
rosters stay full, a player keeps his id for life, and the holder of a place on a day follows
from the moves of the years before it, which cost a few milliseconds: no game is played for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import count, takewhile

from .cached import once
from .calendar import FIRST_YEAR
from .people import Person, career
from .rng import stream


@dataclass(frozen=True)
class Market:
    """How the players of a league change clubs.

    Attributes
    ----------
    sport : str
        Sport or league code; names the streams.
    pools : mapping of str to tuple of int
        Name of a pool -> its roster places (slots) at each club.
    span : tuple of int
        Fewest and most seasons of a career.
    between : float
        Share of the players who change clubs from one season to the next.
    within : float
        Share of the players who change clubs within a season.
    window : tuple of int
        First and last day after the opening on which they do; most deals are made close to the last.
    every : int
        Days between those on which they do.
    """

    sport: str
    pools: Mapping[str, tuple[int, ...]]
    span: tuple[int, int]
    between: float
    within: float = 0.0
    window: tuple[int, int] = (0, 0)
    every: int = 1


@dataclass(frozen=True)
class Move:
    """A player who changes clubs within a season, from one team id to another."""

    day: date
    player: Person
    old: int
    new: int


class Rosters:
    """Who holds the roster places of a league in a season.

    Parameters
    ----------
    seed : int
        Seed of the world.
    market : Market
        How players change clubs.
    clubs : tuple of int
        Team ids; the same in every season.
    year : int
        Start year of the season.
    opens : date
        First day of the season.
    """

    def __init__(self, seed: int, market: Market, clubs: tuple[int, ...], year: int, opens: date) -> None:
        self.seed, self.market, self.clubs, self.year, self.opens = seed, market, clubs, year, opens
        self._index = {club: n for n, club in enumerate(clubs)}
        self._pool_of = {slot: (name, k) for name, slots in market.pools.items() for k, slot in enumerate(slots)}
        self._changes: dict[int, tuple[int, ...]] = {}
        self._history: dict[str, tuple[tuple[int, ...], dict[int, list[tuple[int, int]]]]] = {}

    def _pool(self, name: str) -> tuple[tuple[int, ...], dict[int, list[tuple[int, int]]]]:
        """Line of succession of each place of a pool on the first day; place -> (day number, line) of its changes."""
        known = self._history.get(name)
        if known is None:
            lines = _lines(self.seed, self.market.sport, name, self._places(name), self._shares, self.year)
            changes: dict[int, list[tuple[int, int]]] = {}
            now = list(lines)
            for day, places in self._deals(name):
                _rotate(now, places)
                for place in places:
                    changes.setdefault(place, []).append((day, now[place]))
            known = self._history[name] = lines, changes
        return known

    def _places(self, name: str) -> int:
        return len(self.clubs) * len(self.market.pools[name])

    @property
    def _shares(self) -> tuple[float, float]:
        return self.market.between, self.market.within

    def _deals(self, name: str) -> list[tuple[int, list[int]]]:
        """(day number, places) of the rounds within the season, in order."""
        (first, last), every = self.market.window, self.market.every
        opening = self.opens.toordinal() + first
        choices = (last - first) // every + 1
        deals = _rounds(self.seed, self.market.sport, name, self.year, self._places(name), self.market.within)
        # the square root lets them pile up before the deadline
        return sorted((opening + every * int(choices * u**0.5), places) for u, places in deals)

    def line(self, club: int, slot: int, day: date) -> tuple[int, int]:
        """The line of succession (club, slot) whose player holds a place on a day."""
        name, k = self._pool_of[slot]
        slots = self.market.pools[name]
        lines, changes = self._pool(name)
        place = self._index[club] * len(slots) + k
        line = lines[place]
        for when, later in changes.get(place, ()):
            if when > day.toordinal():
                break
            line = later
        return self.clubs[line // len(slots)], slots[line % len(slots)]

    def player(self, club: int, slot: int, day: date) -> Person:
        """The player who holds a roster place of a club on a day."""
        return career(self.seed, self.market.sport, *self.line(club, slot, day), self.year, span=self.market.span)

    def pool(self, club: int, name: str, day: date) -> list[Person]:
        """The players of a club on a day in one pool, in the order of their places."""
        return [self.player(club, slot, day) for slot in self.market.pools[name]]

    def stays(self, club: int, name: str) -> Iterator[tuple[Person, date, date]]:
        """The players who hold the places of a club in one pool, each with his first day and the first one without."""
        market = self.market
        slots = market.pools[name]
        lines, changes = self._pool(name)
        for k in range(len(slots)):
            place = self._index[club] * len(slots) + k
            held = [(date.min.toordinal(), lines[place]), *changes.get(place, ())]
            for (first, line), last in zip(held, [*(day for day, _ in held[1:]), date.max.toordinal()]):
                holder = self.clubs[line // len(slots)], slots[line % len(slots)]
                player = career(self.seed, market.sport, *holder, self.year, span=market.span)
                yield player, date.fromordinal(first), date.fromordinal(last)

    def changes(self, club: int) -> tuple[int, ...]:
        """Day numbers on which a club's roster changes within the season, in order."""
        known = self._changes.get(club)
        if known is None:
            days: set[int] = set()
            for name, slots in self.market.pools.items():
                first = self._index[club] * len(slots)
                changes = self._pool(name)[1]
                days.update(day for place in range(first, first + len(slots)) for day, _ in changes.get(place, ()))
            known = self._changes[club] = tuple(sorted(days))
        return known

    def former(self, since: int = FIRST_YEAR) -> Iterator[tuple[Person, int, int]]:
        """The players whose careers ended before this season, by the years in which they did.

        Parameters
        ----------
        since : int
            Start year of the first season looked at.

        Yields
        ------
        tuple of (Person, int, int)
            Who he is, his last club, and his roster place there.
        """
        market = self.market
        for name, slots in market.pools.items():
            seasons = _seasons(self.seed, market.sport, name, self._places(name), self._shares)
            for year, _, last in takewhile(lambda season: season[0] < self.year, seasons):
                if year < since:
                    continue
                for place, line in enumerate(last):
                    holder = market.sport, self.clubs[line // len(slots)], slots[line % len(slots)]
                    player = career(self.seed, *holder, year, span=market.span)
                    if career(self.seed, *holder, year + 1, span=market.span).id != player.id:
                        yield player, self.clubs[place // len(slots)], slots[place % len(slots)]

    @once
    def arrivals(self) -> frozenset[tuple[int, date]]:
        """Player ids of those who change clubs within the season, each with the day on which they do."""
        return frozenset((move.player.id, move.day) for move in self.moves())

    def moves(self) -> list[Move]:
        """The players who change clubs within the season, in order of day."""
        found = []
        for name, slots in self.market.pools.items():
            lines, _ = self._pool(name)
            now = list(lines)
            for day, places in self._deals(name):
                clubs = [self.clubs[place // len(slots)] for place in places]
                for place, old, new in zip(places, clubs, (*clubs[1:], clubs[0])):
                    if old != new:
                        club, slot = self.clubs[now[place] // len(slots)], slots[now[place] % len(slots)]
                        player = career(self.seed, self.market.sport, club, slot, self.year, span=self.market.span)
                        found.append(Move(date.fromordinal(day), player, old, new))
                _rotate(now, places)
        return sorted(found, key=lambda move: (move.day, move.player.id))


ROUND = (3, 4, 5)
"""Players who change clubs at once."""


def _rounds(
    seed: int, sport: str, name: str, year: int, places: int, share: float, *, when: str = "season"
) -> list[tuple[float, list[int]]]:
    """(when, places) of the rounds in a pool that move a share of its players."""
    r = stream(seed, when, sport, name, year)
    # the whole part, and one more as often as the rest says
    count = int(share * places * len(ROUND) / sum(ROUND) + r.random())
    return [(r.random(), r.sample(range(places), min(places, r.choice(ROUND)))) for _ in range(count)]


def _rotate(lines: list[int], places: list[int]) -> None:
    """Let the player of each place go to the next one, and that of the last to the first."""
    for place in places[1:]:
        lines[places[0]], lines[place] = lines[place], lines[places[0]]


def _seasons(
    seed: int, sport: str, name: str, places: int, shares: tuple[float, float]
) -> Iterator[tuple[int, list[int], list[int]]]:
    """Year by year the line of succession that each place of a pool has on the first day, and on the last."""
    lines = list(range(places))
    between, within = shares
    for year in count(FIRST_YEAR):
        for _, those in _rounds(seed, sport, name, year, places, between, when="summer"):
            _rotate(lines, those)
        first = list(lines)
        for _, those in sorted(_rounds(seed, sport, name, year, places, within)):
            _rotate(lines, those)
        yield year, first, list(lines)


@lru_cache(maxsize=512)
def _lines(seed: int, sport: str, name: str, places: int, shares: tuple[float, float], year: int) -> tuple[int, ...]:
    """Line of succession that each place of a pool has on the first day of a season."""
    return next(tuple(first) for one, first, _ in _seasons(seed, sport, name, places, shares) if one == year)


def ageing(age: float, peak: float, rise: float, fall: float) -> float:
    """What age does to ability, 0 at the peak: the squared distance in years, by the rise before and the fall after."""
    years = age - peak
    return -((years / rise) ** 2) if years < 0 else -((years / fall) ** 2)
