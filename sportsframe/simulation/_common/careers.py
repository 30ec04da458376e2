"""Careers: who belongs to which club on which day, from the draft to retirement.

Each roster place of a league belongs to a pool of like places (all quarterbacks, say). A pool has as many *lines of
succession* as places: a player holds a line from his first season to his last, then a rookie takes it over
(`people.career`). Between seasons and within them players of a pool go round: the first takes the place of the
second, he that of the third, and so on, as in free agency, trades and transfers; seldom do two clubs just swap. So
rosters are full while games are played, a player keeps his id for life, and the holder of a place on a day follows
from the moves of the years before it, which cost a few milliseconds: no game is played for it.

What happens between two seasons has its dates in the off-season of the league: first careers end, then players go
round, and rookies come. Between the end of a career and the rookie's first day the place is vacant.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache, lru_cache
from itertools import count, takewhile
from math import exp, log, sqrt
from random import Random

from .cached import once
from .calendar import DAY, FIRST_YEAR
from .people import NORMAL, Person, career
from .rng import standard, stream, two

Stretch = tuple[tuple[int, int, int], tuple[int, int, int]]
"""First and last day: years after that in which the season starts, month, day."""


@dataclass(frozen=True)
class OffSeason:
    """When rosters change between two seasons; all of it after the last game of the one and before the other opens.

    Attributes
    ----------
    leave : Stretch
        When careers end.
    move : Stretch
        When players change clubs; most do soon.
    join : Stretch
        When rookies come.
    """

    leave: Stretch
    move: Stretch
    join: Stretch

    def begins(self, year: int) -> date:
        """The first day after a season on which somebody leaves."""
        return _dated(self.leave[0], year)

    def over(self, year: int) -> date:
        """The first day on which the rosters after a season are those of the next."""
        return _dated(max(self.move[1], self.join[1]), year) + DAY


def _dated(day: tuple[int, int, int], year: int) -> date:
    later, month, number = day
    return date(year + later, month, number)


def _on(stretch: Stretch, year: int, share: float) -> int:
    """The day number after a share of a stretch."""
    first, last = (_dated(day, year).toordinal() for day in stretch)
    return first + int((last - first + 1) * share)


EVENLY, RUSH = 0.15, 4.5
"""Share of the deals that are spread evenly over the time for them, and how the others pile up before the deadline: a
power of the time that has passed."""


@dataclass(frozen=True, eq=False)
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
    off : OffSeason
        When they do.
    within : float
        Share of the players who change clubs within a season.
    window : tuple of int
        First and last day after the opening on which they do; most deals are made close to the last.
    every : int
        Days between those on which they do.
    positions : mapping of str to str
        Pool -> the position of its players, where that is not its name.
    parts : mapping of str to str
        Pool -> the part of the club in which no two players wear the same number; the whole club where nothing is said.
    spans : mapping of str to tuple of int
        Pool -> fewest and most seasons of its careers, where they are not `span`.
    value : callable, optional
        Gives what a player of a pool is worth in a year, in a league in which clubs trade players of about the same
        value within a season, and mostly keep their stars after it.
    standing : float
        Correlation of the talents of the players of a pool with its places, if a player takes over from one of the same
        place only: a club has one to build on, and others behind him.
    tenure : float
        By what part of the span careers in the last places of a pool are shorter, and in the first ones longer.
    later : mapping of str to int
        Pool -> by how many years its players first appear later than the others.
    star : float
        The value from which a club keeps a player until the season is over, and mostly longer.
    sales : callable, optional
        Gives the rounds after a season beside those of chance, from what `signings` is given.
    """

    sport: str
    pools: Mapping[str, tuple[int, ...]]
    span: tuple[int, int]
    between: float
    off: OffSeason
    within: float = 0.0
    window: tuple[int, int] = (0, 0)
    every: int = 1
    positions: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)
    spans: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    value: Callable[[Person, int, str], float] | None = None
    standing: float = 0.0
    tenure: float = 0.0
    later: Mapping[str, int] = field(default_factory=dict)
    star: float = 1.0
    sales: Callable[[int, Market, str, tuple[int, ...], int, Sequence[int]], Rounds] | None = None

    def span_of(self, name: str, place: int) -> tuple[int, int]:
        """Fewest and most seasons of a career in a place of a pool."""
        low, high = self.spans.get(name, self.span)
        rank = (place + 0.5) / len(self.pools[name])
        reach = self.tenure * (high - low)
        return low + round(reach * (1 - rank)), high - round(reach * rank)

    def standing_of(self, name: str, place: int) -> tuple[float, float]:
        """Mean and standard deviation of the talents in a place of a pool."""
        return _standings(self.standing, len(self.pools[name]))[place]

    @once
    def terms(self) -> dict[str, list[tuple[int, tuple[int, int], tuple[float, float], int]]]:
        """Pool -> of each of its places the slot, `span_of`, `standing_of` and `later`."""
        return {
            name: [
                (slot, self.span_of(name, k), self.standing_of(name, k), self.later.get(name, 0))
                for k, slot in enumerate(slots)
            ]
            for name, slots in self.pools.items()
        }

    def day(self, point: float) -> int:
        """Days after the opening of a deal, by where it is in the season, from 0 to 1."""
        first, last = self.window
        days = (last - first) // self.every + 1

        def made(n: int) -> float:
            """The share of the deals that are made by the end of the n-th of these days, from 0."""
            time = (n + 1) / days
            return EVENLY * time + (1 - EVENLY) * exp(RUSH * log(time))

        return first + self.every * bisect_right(range(days - 1), point, key=made)


@cache
def _standings(share: float, count: int) -> tuple[tuple[float, float], ...]:
    """Mean and standard deviation of the talents in each of so many places, the best first."""
    if count == 1:
        return ((0.0, 1.0),)
    means = standard([NORMAL.inv_cdf((count - place - 0.5) / count) for place in range(count)])
    return tuple((share * mean, sqrt(1 - share**2)) for mean in means)


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
        self.rests = market.off.begins(year)

    def year_of(self, day: date) -> int:
        """Start year of the season for which players are in form: the next one's once its rosters are complete."""
        return self.year + (day >= self.market.off.over(self.year))

    def _pool(self, name: str) -> tuple[tuple[int, ...], dict[int, list[tuple[int, int]]]]:
        """Line of succession of each place of a pool on the first day; place -> (day number, line) of its changes.

        Those until the next season opens.
        """
        known = self._history.get(name)
        if known is None:
            lines = _lines(self.seed, self.market, name, self.clubs, self.year)
            changes: dict[int, list[tuple[int, int]]] = {}
            now = list(lines)
            for rounds in (self._deals, self._signings):
                for day, places in rounds(name, list(now)):
                    rotate(now, places)
                    for place in places:
                        changes.setdefault(place, []).append((day, now[place]))
            known = self._history[name] = lines, changes
        return known

    def _deals(self, name: str, lines: Sequence[int]) -> list[tuple[int, list[int]]]:
        """(day number, places) of the rounds within the season, in order."""
        opening, market = self.opens.toordinal(), self.market
        rounds = deals(self.seed, market, name, self.clubs, self.year, lines)
        return [(opening + market.day(point), places) for point, places in rounds]

    def _signings(self, name: str, lines: Sequence[int]) -> list[tuple[int, list[int]]]:
        """The same after the season, when the places have these lines of succession."""
        return signings(self.seed, self.market, name, self.clubs, self.year, lines)

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

    def holder(self, club: int, slot: int, day: date) -> Person | None:
        """The player who holds a roster place of a club on a day; None where it is vacant, between seasons."""
        line = self.line(club, slot, day)
        player = self._career(line, self.year)
        if day < self.rests:
            return player
        after = self._career(line, self.year + 1)
        if after.id == player.id:
            return player
        leaves, joins = turn(self.seed, self.market, *line, self.year)
        return player if day.toordinal() < leaves else after if day.toordinal() >= joins else None

    def _career(self, line: tuple[int, int], year: int) -> Person:
        return holder_of(self.seed, self.market, *self._pool_of[line[1]], line[0], year)

    def player(self, club: int, slot: int, day: date) -> Person:
        """The player who holds a roster place of a club on a day of the season."""
        return self._career(self.line(club, slot, day), self.year)

    def pool(self, club: int, name: str, day: date) -> list[Person]:
        """The players of a club on a day in one pool, in the order of their places."""
        holders = (self.holder(club, slot, day) for slot in self.market.pools[name])
        return [player for player in holders if player is not None]

    def stays(self, club: int, name: str) -> Iterator[tuple[Person, date, date]]:
        """The players who hold the places of a club in one pool, each with his first day and the first one without.

        Those of the season, whose last ones have no last day.
        """
        market = self.market
        slots = market.pools[name]
        lines, changes = self._pool(name)
        for k in range(len(slots)):
            place = self._index[club] * len(slots) + k
            later = [change for change in changes.get(place, ()) if change[0] < self.rests.toordinal()]
            held = [(date.min.toordinal(), lines[place]), *later]
            for (first, line), last in zip(held, [*(day for day, _ in held[1:]), date.max.toordinal()]):
                holder = self.clubs[line // len(slots)], slots[line % len(slots)]
                player = self._career(holder, self.year)
                yield player, date.fromordinal(first), date.fromordinal(last)

    def changes(self, club: int) -> tuple[int, ...]:
        """Day numbers on which a club's roster changes within the season, in order."""
        known = self._changes.get(club)
        if known is None:
            days: set[int] = set()
            for name, slots in self.market.pools.items():
                first = self._index[club] * len(slots)
                changes = self._pool(name)[1]
                places = range(first, first + len(slots))
                days.update(
                    day for place in places for day, _ in changes.get(place, ()) if day < self.rests.toordinal()
                )
            known = self._changes[club] = tuple(sorted(days))
        return known

    def stretch(self, club: int, day: date) -> int | None:
        """Number of the stretch of days for which a club has the same players; None once its season is over."""
        return None if day >= self.rests else bisect_right(self.changes(club), day.toordinal())

    def former(self, day: date, since: int = FIRST_YEAR) -> Iterator[tuple[Person, int, int]]:
        """The players whose careers have ended by a day, by the years in which they did.

        Parameters
        ----------
        day : datetime.date
            A day of this season, or before the next one opens.
        since : int
            Start year of the first season looked at.

        Yields
        ------
        tuple of (Person, int, int)
            Who he is, his last club, and his roster place there.
        """
        for name, slots in self.market.pools.items():
            seasons = _seasons(self.seed, self.market, name, self.clubs)
            for year, _, last in takewhile(lambda season: season[0] <= self.year, seasons):
                if year < since or (year == self.year and day < self.rests):
                    continue
                for place, n in enumerate(last):
                    line = self.clubs[n // len(slots)], slots[n % len(slots)]
                    player = self._career(line, year)
                    if self._career(line, year + 1).id == player.id:
                        continue
                    if year < self.year or turn(self.seed, self.market, *line, year)[0] <= day.toordinal():
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
            for day, places in self._deals(name, lines):
                clubs = [self.clubs[place // len(slots)] for place in places]
                for place, old, new in zip(places, clubs, (*clubs[1:], clubs[0])):
                    if old != new:
                        holder = self.clubs[now[place] // len(slots)], slots[now[place] % len(slots)]
                        player = self._career(holder, self.year)
                        found.append(Move(date.fromordinal(day), player, old, new))
                rotate(now, places)
        return sorted(found, key=lambda move: (move.day, move.player.id))


ROUND = (3, 4, 5)
"""Players who change clubs at once."""


Rounds = list[tuple[float, list[int]]]
"""When in a stretch, from 0 to 1, and the places whose players go round."""


def _rounds(seed: int, market: Market, name: str, clubs: int, year: int, share: float, when: str) -> Rounds:
    """The rounds in a pool that move a share of its players, in order; nobody goes from a club to the same."""
    r = stream(seed, when, market.sport, name, year)
    own = len(market.pools[name])
    places = clubs * own
    # the whole part, and one more as often as the rest says
    count = int(share * places * len(ROUND) / sum(ROUND) + r.random())
    found = []
    for _ in range(count):
        point, those = r.random(), range(places)
        if market.standing:
            those = range(int(own * r.random()), places, own)
        chosen = r.sample(those, min(len(those), r.choice(ROUND)))
        found.append((point, list({place // own: place for place in chosen}.values())))
    return sorted(found)


def deals(seed: int, market: Market, name: str, clubs: tuple[int, ...], year: int, lines: Sequence[int]) -> Rounds:
    """The rounds within a season, on whose first day the places of a pool have these lines of succession."""
    rounds = _rounds(seed, market, name, len(clubs), year, market.within, "season")
    if market.value is None:
        return rounds
    worth = _values(seed, market, name, clubs, year)
    r = stream(seed, "offers", market.sport, name, year)
    like = len(market.pools[name]) if market.standing else 1
    return _fair(r, rounds, worth, lines, len(market.pools[name]), like, market.star)


@lru_cache(maxsize=64)
def _values(seed: int, market: Market, name: str, clubs: tuple[int, ...], year: int) -> Mapping[int, float]:
    """What the players of a pool are worth in a year, by line of succession, in a league that has values."""
    return _Values(seed, market, name, clubs, year)


class _Values(dict[int, float]):
    """What `_values` gives, each worked out when it is asked for."""

    def __init__(self, seed: int, market: Market, name: str, clubs: tuple[int, ...], year: int) -> None:
        super().__init__()
        self._of = seed, market, name, clubs, year

    def __missing__(self, line: int) -> float:
        seed, market, name, clubs, year = self._of
        assert market.value is not None
        club, place = divmod(line, len(market.pools[name]))
        found = self[line] = market.value(holder_of(seed, market, name, place, clubs[club], year), year, name)
        return found


def holder_of(seed: int, market: Market, name: str, place: int, club: int, year: int) -> Person:
    """The player of the line of succession that begins in a place of a pool at a club."""
    slot, span, standing, later = market.terms[name][place]
    return career(seed, market.sport, club, slot, year, span=span, standing=standing, later=later)


OFFERS = 40
"""Places of a pool that a club looks at for somebody of the same value."""

ALIKE = 0.6
"""How far from it he may be."""


def _fair(
    r: Random, rounds: Rounds, worth: Mapping[int, float], lines: Sequence[int], own: int, like: int, star: float
) -> Rounds:
    """The rounds of a season, of which all but the first player are others: those who are worth about as much as he.

    `worth` is that of the players by line of succession; a club has `own` places of the pool, and keeps who is worth
    as much as a `star`. Every `like`-th place is one of those that a player can take over from another.
    """
    now, found = list(lines), []
    left: set[tuple[int, int]] = set()
    for point, (first, *rest) in rounds:
        sought = worth[now[first]]
        if sought > star:
            continue
        those = range(first % like, len(now), like)
        offers = {place // own: place for place in r.sample(those, min(OFFERS, len(those)))}
        offers.pop(first // own, None)
        values = {place: worth[now[place]] for place in offers.values()}
        far = {place: abs(value - sought) for place, value in values.items() if value < star}
        near = sorted((place for place in far if far[place] < ALIKE), key=far.__getitem__)
        places = [first, *near[: len(rest)]]
        goes = [(now[place], place // own, to // own) for place, to in zip(places, [*places[1:], first])]
        if near and not any((line, club) in left for line, _, club in goes):  # nobody returns within the season
            left.update((line, club) for line, club, _ in goes)
            rotate(now, places)
            found.append((point, places))
    return found


LOYAL = 0.8
"""Share of the stars who would change clubs between two seasons and stay."""


def signings(
    seed: int, market: Market, name: str, clubs: tuple[int, ...], year: int, lines: Sequence[int]
) -> list[tuple[int, list[int]]]:
    """(day number, places) of the rounds after a season, in order; `lines` are the places' on its last day."""
    rounds = _rounds(seed, market, name, len(clubs), year + 1, market.between, "summer")
    if market.value is not None:
        worth, now = _values(seed, market, name, clubs, year + 1), list(lines)
        r = stream(seed, "loyal", market.sport, name, year)
        for _, places in rounds:
            places[:] = [place for place in places if worth[now[place]] < market.star or r.random() > LOYAL]
            rotate(now, places)
    if market.sales is not None:
        rounds = sorted([*rounds, *market.sales(seed, market, name, clubs, year, lines)])
    # the square lets them pile up at the beginning
    return [(_on(market.off.move, year, point**2), places) for point, places in rounds if len(places) > 1]


def turn(seed: int, market: Market, club: int, slot: int, year: int) -> tuple[int, int]:
    """Day numbers on which, after a season, the player of a line of succession leaves, and the next one comes."""
    leaves, joins = two(seed, "turn", market.sport, club, slot, year)
    return _on(market.off.leave, year, leaves), _on(market.off.join, year, joins)


def rotate(lines: list[int], places: list[int]) -> None:
    """Let the player of each place go to the next one, and that of the last to the first."""
    for place in places[1:]:
        lines[places[0]], lines[place] = lines[place], lines[places[0]]


def _seasons(
    seed: int, market: Market, name: str, clubs: tuple[int, ...]
) -> Iterator[tuple[int, list[int], list[int]]]:
    """Year by year the line of succession that each place of a pool has on the first day, and on the last."""
    lines = list(range(len(clubs) * len(market.pools[name])))
    for year in count(FIRST_YEAR):
        first = list(lines)
        for _, those in deals(seed, market, name, clubs, year, first):
            rotate(lines, those)
        yield year, first, list(lines)
        for _, those in signings(seed, market, name, clubs, year, list(lines)):
            rotate(lines, those)


@lru_cache(maxsize=512)
def _lines(seed: int, market: Market, name: str, clubs: tuple[int, ...], year: int) -> tuple[int, ...]:
    """Line of succession that each place of a pool has on the first day of a season."""
    return next(tuple(first) for one, first, _ in _seasons(seed, market, name, clubs) if one == year)


GREEN = {0: 1.1, 1: 0.6, 2: 0.25}
"""What a player lacks of his talent after so many seasons, where a sport says nothing else."""

FADED = {0: 1.5, 1: 0.8, 2: 0.3}
"""What he lacks of it so many seasons before the last one of his career."""


def talent_in(
    person: Person, year: int, green: Mapping[int, float] = GREEN, faded: Mapping[int, float] = FADED
) -> float:
    """What a player's talent is in a year: he has to learn first, and is past his best when he leaves."""
    return person.talent - green.get(year - person.since, 0.0) - faded.get(person.until - year, 0.0)


def ageing(age: float, peak: float, rise: float, fall: float) -> float:
    """What age does to ability, 0 at the peak: the squared distance in years, by the rise before and the fall after."""
    years = age - peak
    return -((years / rise) ** 2) if years < 0 else -((years / fall) ** 2)


def grown(person: Person, year: int, prime: tuple[float, float, float]) -> float:
    """What a player has become in a year: he lacks of his talent what age or what his career takes, the larger.

    `prime` has the best age, the rise and the fall of `ageing`.
    """
    return min(person.talent + ageing(year - person.born, *prime), talent_in(person, year))
