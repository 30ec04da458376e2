"""Shirt numbers: what the rules and the customs of a league allow to a position, and who wears which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from .calendar import FIRST_YEAR
from .careers import Market, Rosters, deals, holder_of, rotate, signings, turn
from .people import identity
from .rng import two

Spans = tuple[tuple[int, int], ...]
"""First and last numbers of stretches."""

_FRONT: Spans = ((50, 79),)
_ENDS: Spans = ((50, 59), (90, 99))

_RULED: dict[str, Spans] = {
    "QB": ((1, 19),),
    "PK": ((1, 19),),
    "P": ((1, 19),),
    "RB": ((20, 49),),
    "WR": ((10, 19), (80, 89)),
    "TE": ((40, 49), (80, 89)),
    "OT": ((60, 79),),
    "OG": ((60, 79),),
    "C": _FRONT,
    "LS": ((40, 59),),
    "EDGE": _ENDS,
    "DL": ((70, 79), (90, 99)),
    "DT": ((70, 79), (90, 99)),
    "LB": _ENDS,
    "CB": ((20, 49),),
    "DB": ((20, 49),),
    "S": ((20, 49),),
}
"""The rule of the NFL from 2004 to 2020."""

_FREED = _RULED | {
    "RB": ((1, 39),),
    "WR": ((1, 19), (80, 89)),
    "TE": ((80, 89), (40, 49), (1, 19)),
    "LB": ((1, 9), (40, 59), (90, 99)),
    "CB": ((1, 39),),
    "DB": ((1, 39),),
    "S": ((1, 39),),
}
"""The rule since 2021, and that of the colleges: backs and receivers may wear what quarterbacks do."""

_KEEPERS: Spans = ((1, 1), (13, 13), (25, 25))
_FIRST_TEAM: Spans = ((2, 12), (14, 24))

_SKATER: Spans = ((4, 29), (8, 29), (36, 49), (59, 98))

RULES: dict[str, tuple[tuple[int, Mapping[str, Spans]], ...]] = {
    "NFL": ((0, _RULED | {"WR": ((80, 89),)}), (1982, _RULED), (1999, _FREED)),
    "NCAAFB": ((0, _FREED),),
    "NBA": ((0, {"": ((0, 55),)}), (2003, {"": ((0, 5), (7, 55))})),
    "NCAABB": ((0, {"": tuple((ten, ten + 5) for ten in range(0, 60, 10))}),),
    "MLB": ((0, {"P": ((10, 41), (43, 69)), "": ((1, 35), (1, 41), (43, 57))}),),
    "NHL": (
        (
            0,
            {
                "G": ((1, 1), (30, 35), (29, 41), (70, 74)),
                "D": ((2, 8), (2, 8), (20, 29), (42, 58), (70, 79)),
                "": _SKATER,
            },
        ),
    ),
    "LALIGA": (
        (
            0,
            {
                "Goalkeeper": (*_KEEPERS * 4, (30, 30), (35, 35)),
                "": (*_FIRST_TEAM * 4, (26, 29), (31, 34)),
            },
        ),
    ),
    "SOCCER": (
        (
            0,
            {
                "Goalkeeper": ((1, 1), (1, 1), (12, 13), (21, 23), (30, 33), (40, 42)),
                "Defender": ((2, 6), (2, 6), (12, 39)),
                "Midfielder": ((4, 8), (10, 11), (14, 39)),
                "Forward": ((7, 11), (7, 11), (14, 39)),
            },
        ),
    ),
}
"""League -> year of birth from which a rule holds, and the numbers by position; "" for the other positions.

A rule that changed holds for those who began under it: nobody changes his number. Number 42 is retired in all of
baseball, 99 in hockey, 6 in basketball; a stretch that stands twice is worn more.
"""


@lru_cache(maxsize=1024)
def numbers(league: str, position: str, born: int) -> tuple[int, ...]:
    """The numbers that a player may wear; one that is worn more stands more than once.

    Parameters
    ----------
    league : str
        League code, or the sport's where the league has no rule of its own.
    position : str
        As boxes write it.
    born : int
        Year of birth.

    Returns
    -------
    tuple of int
        All from 0 to 99 where nothing is said.
    """
    rules = [rule for since, rule in RULES.get(league, ()) if since <= born]
    spans = (rules[-1].get(position) or rules[-1].get("")) if rules else None
    return tuple(n for first, last in spans or ((0, 99),) for n in range(first, last + 1))


def free(allowed: tuple[int, ...], wanted: int, taken: set[int]) -> int:
    """The number that a player gets: the one he wants, else the next one that is allowed and free, else any."""
    turn = allowed.index(wanted)
    return next(n for n in _turned(allowed, turn) if n not in taken)


def _turned(allowed: tuple[int, ...], turn: int) -> Iterator[int]:
    yield from allowed[turn:]
    yield from allowed[:turn]
    yield from range(100)


def shirts(rosters: Rosters, day: date) -> Mapping[int, int]:
    """The numbers of the players of a league on a day of a season or before the next, by player id.

    Those of former players are the last they wore.
    """
    return _wardrobe(rosters.seed, rosters.market, rosters.clubs).on(rosters.year, day, rosters.opens)


APART = 8
"""Years between those whose first days are remembered, beside the last one that was asked for."""


@lru_cache(maxsize=32)
def _wardrobe(seed: int, market: Market, clubs: tuple[int, ...]) -> Wardrobe:
    return Wardrobe(seed, market, clubs)


class Wardrobe:
    """The shirt numbers of a league: a player has one for as long as he is at a club, and no two have the same.

    What is free when somebody comes follows from who is there, and so from all who came before: the comings and goings
    of the years are gone through once, which takes two seconds at most, and no game is played for it.

    Attributes
    ----------
    left : dict of int to int
        The last number of everybody whose career has ended, by player id.
    """

    def __init__(self, seed: int, market: Market, clubs: tuple[int, ...]) -> None:
        self.seed, self.market, self.clubs = seed, market, clubs
        self.league = market.sport if market.sport in RULES else "SOCCER"
        self.left: dict[int, int] = {}
        self._openings = {FIRST_YEAR: _Worn.at_first(self)}

    def on(self, year: int, day: date, opens: date) -> Mapping[int, int]:
        """The numbers on a day of the season that opens so, or before the next does."""
        known = self._openings
        since = max(one for one in known if one <= year)
        worn = known[since].copy()
        kept = {one: before for one, before in known.items() if one % APART == 0}
        for one in range(since, year):
            worn.play(one)
            if one + 1 == year or (one + 1) % APART == 0:
                kept[one + 1] = worn.copy()
        if since < year:
            self._openings = kept
        worn.play(year, day.toordinal(), opens.toordinal())
        return {**self.left, **worn.numbers()}

    def wanted(self, club: int, name: str, line: int, player: int, year: int) -> tuple[tuple[int, ...], int]:
        """The numbers that who comes to a club may wear, and the one he would like."""
        market = self.market
        born = 0
        if len(RULES[self.league]) > 1:
            club_of, place = divmod(line, len(market.pools[name]))
            born = holder_of(self.seed, market, name, place, self.clubs[club_of], year).born
        allowed = numbers(self.league, market.positions.get(name, name), born)
        point, _ = two(self.seed, "number", market.sport, player, club)
        return allowed, allowed[int(point * len(allowed))]

    def identity(self, name: str, line: int, year: int) -> int:
        """The player of a line of succession in a season."""
        span = self.market.span_of(name, line % len(self.market.pools[name]))
        return identity(self.seed, self.market.sport, *self.holder(name, line), year, span=span)

    def holder(self, name: str, line: int) -> tuple[int, int]:
        """The club and the place by which a line of succession is named."""
        slots = self.market.pools[name]
        return self.clubs[line // len(slots)], slots[line % len(slots)]


@dataclass(frozen=True)
class _Worn:
    """Who wears what at a time.

    Attributes
    ----------
    lines : dict of str to list of int
        Line of succession of each place, by pool.
    players : dict of str to list of (int or None)
        Player id of each line; None between two players.
    shirts : dict of str to list of (int or None)
        Number of the holder of each place.
    taken : dict of (int, str) to set of int
        Numbers by club, as its number in the league, and part.
    """

    wardrobe: Wardrobe
    lines: dict[str, list[int]]
    players: dict[str, list[int | None]]
    shirts: dict[str, list[int | None]]
    taken: dict[tuple[int, str], set[int]]

    @classmethod
    def at_first(cls, wardrobe: Wardrobe) -> _Worn:
        """Before the first season; who has least to choose from is given his number first."""
        pools = wardrobe.market.pools
        lines = {name: list(range(len(wardrobe.clubs) * len(own))) for name, own in pools.items()}
        players: dict[str, list[int | None]] = {
            name: [wardrobe.identity(name, line, FIRST_YEAR) for line in some] for name, some in lines.items()
        }
        worn = cls(wardrobe, lines, players, {name: [None] * len(some) for name, some in lines.items()}, {})
        places = [(name, place) for name, some in lines.items() for place in some]
        for name, place in sorted(places, key=lambda one: worn._choices(*one)):
            worn._dress(name, place, FIRST_YEAR)
        return worn

    def copy(self) -> _Worn:
        """The same, to go on from."""
        return _Worn(
            self.wardrobe,
            {name: list(lines) for name, lines in self.lines.items()},
            {name: list(players) for name, players in self.players.items()},
            {name: list(shirts) for name, shirts in self.shirts.items()},
            {key: set(taken) for key, taken in self.taken.items()},
        )

    def _choices(self, name: str, place: int) -> int:
        player = self.wardrobe.identity(name, place, FIRST_YEAR)
        allowed, _ = self.wardrobe.wanted(0, name, place, player, FIRST_YEAR)
        return len(set(allowed))

    def _wear(self, name: str, place: int) -> set[int]:
        """The numbers that are taken where a place is."""
        key = place // len(self.wardrobe.market.pools[name]), self.wardrobe.market.parts.get(name, "")
        return self.taken.setdefault(key, set())

    def _dress(self, name: str, place: int, year: int) -> None:
        """Give the holder of a place a number of his new club, if there is one."""
        line = self.lines[name][place]
        player = self.players[name][line]
        if player is None:
            return
        taken = self._wear(name, place)
        club = self.wardrobe.clubs[place // len(self.wardrobe.market.pools[name])]
        number = free(*self.wardrobe.wanted(club, name, line, player, year), taken)
        taken.add(number)
        self.shirts[name][place] = number

    def _undress(self, name: str, place: int) -> None:
        number = self.shirts[name][place]
        if number is not None:
            self._wear(name, place).remove(number)
            self.shirts[name][place] = None

    def _go_round(self, name: str, places: list[int], year: int) -> None:
        for place in places:
            self._undress(name, place)
        rotate(self.lines[name], places)
        for place in places:
            self._dress(name, place, year)

    def play(self, year: int, until: int | None = None, opening: int = 0) -> None:
        """Go through a season and what follows it, up to a day number."""
        given, market = self.wardrobe, self.wardrobe.market
        how = given.seed, market
        rounds = [
            (point, name, places)
            for name in market.pools
            for point, places in deals(*how, name, given.clubs, year, self.lines[name])
            if until is None or opening + market.day(point) <= until
        ]
        for _, name, places in sorted(rounds):
            self._go_round(name, places, year)
        if until is None or until >= market.off.begins(year).toordinal():
            self._rest(year, until)

    def _rest(self, year: int, until: int | None) -> None:
        """Go through what happens between a season and the next, up to a day number."""
        given, market = self.wardrobe, self.wardrobe.market
        steps: list[tuple[int, int, str, list[int]]] = []
        for name, players in self.players.items():
            later = signings(given.seed, market, name, given.clubs, year, self.lines[name])
            steps += [(day, 1, name, places) for day, places in later]
            for line, player in enumerate(players):
                if given.identity(name, line, year + 1) != player:
                    leaves, joins = turn(given.seed, market, *given.holder(name, line), year)
                    steps += [(leaves, 0, name, [line]), (joins, 2, name, [line])]
        at = {name: {line: place for place, line in enumerate(lines)} for name, lines in self.lines.items()}
        for day, kind, name, what in sorted(steps, key=lambda step: step[:2]):  # those of a day and pool in their order
            if until is not None and day > until:
                break
            if kind == 1:
                self._go_round(name, what, year + 1)
                at[name].update((self.lines[name][place], place) for place in what)
                continue
            (line,) = what
            place = at[name][line]
            if kind == 0:
                player, number = self.players[name][line], self.shirts[name][place]
                if player is not None and number is not None:
                    given.left[player] = number
                self._undress(name, place)
                self.players[name][line] = None
            else:
                self.players[name][line] = given.identity(name, line, year + 1)
                self._dress(name, place, year + 1)

    def numbers(self) -> dict[int, int]:
        """Number by player id."""
        return {
            player: shirt
            for name, lines in self.lines.items()
            for player, shirt in zip((self.players[name][line] for line in lines), self.shirts[name])
            if player is not None and shirt is not None
        }
