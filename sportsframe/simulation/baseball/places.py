"""The roster places of a baseball club, who holds them, and how players change clubs.

A club's year has 13 regular places for batters and 13 for pitchers, and places of people who come up for some weeks.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date

from .._common.calendar import DAY
from .._common.careers import Market, OffSeason, Rosters, talent_in
from .._common.people import Person

SPORT = "MLB"

REGULARS: tuple[tuple[tuple[str, ...], float], ...] = (
    (("C",), -1.1),
    (("1B",), 1.2),
    (("2B", "SS", "3B"), -0.5),
    (("3B", "2B", "1B"), 0.4),
    (("SS", "2B", "3B"), -0.5),
    (("LF", "RF", "CF"), 0.8),
    (("CF", "LF", "RF"), -0.3),
    (("RF", "LF", "CF"), 1.2),
    (("DH", "1B", "LF", "RF"), 1.6),
)
"""Positions a regular plays and how much better he bats than the average, in standard deviations."""

BENCH: tuple[tuple[tuple[str, ...], float], ...] = (
    (("C",), -0.9),
    (("2B", "SS", "3B"), -0.6),
    (("LF", "CF", "RF"), -0.5),
    (("3B", "1B", "LF"), -0.3),
)
"""The same of the batters who sit on the bench."""

DEPTH: tuple[tuple[tuple[str, ...], float], ...] = (
    (("C",), -1.0),
    (("SS", "2B", "3B"), -0.7),
    (("2B", "3B", "SS"), -0.7),
    (("CF", "LF", "RF"), -0.7),
    (("RF", "LF", "CF"), -0.6),
    (("1B", "LF", "RF"), -0.5),
    (("LF", "RF", "CF"), -0.6),
    (("3B", "1B", "2B"), -0.7),
    (("CF", "RF", "LF"), -0.8),
)
"""The same of those who come up from the minors."""

CATEGORY = {"C": "C", "1B": "IF", "2B": "IF", "3B": "IF", "SS": "IF", "LF": "OF", "CF": "OF", "RF": "OF", "DH": "DH"}
"""Position -> its category."""

STARTERS, RELIEVERS = 5, 8
SPOT_STARTERS, CALLED_UP = 5, 8
"""How many starters and relievers a club has, and how many of either come up from the minors."""

BATTERS = (*REGULARS, *BENCH, *DEPTH)
"""All places of batters, in the order in which places are numbered."""

POSITIONS = tuple(plays[0] for plays, _ in REGULARS)
"""The positions of the regulars."""

ROLES: tuple[tuple[bool, float], ...] = (
    *((True, 0.45 - 0.2 * i) for i in range(STARTERS)),
    *((False, 0.36) for _ in range(RELIEVERS)),
    *((True, -0.75) for _ in range(SPOT_STARTERS)),
    *((False, -0.6) for _ in range(CALLED_UP)),
)
"""Whether a pitcher starts, and how much better he is than the average, in standard deviations."""

DH = len(REGULARS) - 1
"""The place of the designated hitter."""

ACTIVE = range(len(REGULARS) + len(BENCH))
DEEP = range(ACTIVE.stop, len(BATTERS))
STARTING = range(DEEP.stop, DEEP.stop + STARTERS)
RELIEVING = range(STARTING.stop, STARTING.stop + RELIEVERS)
SPOTS = range(RELIEVING.stop, RELIEVING.stop + SPOT_STARTERS)
CALLED = range(SPOTS.stop, SPOTS.stop + CALLED_UP)
"""The places of active batters and of those who come up, of starters, relievers, and of those who stand in for them."""

ACTIVE_ROSTER = frozenset((*ACTIVE, *STARTING, *RELIEVING))
"""The places of the 26 who are active."""

GREEN, FADED = {0: 0.8, 1: 0.4, 2: 0.15}, {0: 1.2, 1: 0.6, 2: 0.2}
"""What a player lacks of his talent after so many seasons, and so many before the last one."""


def role(place: int) -> tuple[str, str]:
    """Position and category of a place of the roster."""
    if place in STARTING or place in SPOTS:
        return "P", "S"
    if place >= STARTING.start:
        return "P", "R"
    position = BATTERS[place][0][0]
    return position, CATEGORY[position]


def chart_place(place: int) -> str:
    """The position in the depth chart of who fills one of the 26 places; empty for anybody else."""
    if place in ACTIVE:
        return BATTERS[place][0][0]
    return "SP" if place in STARTING else "RP" if place in RELIEVING else ""


def can_fill(slot: int, place: int) -> bool:
    """Whether who has a slot can play where a place has its man; anybody but a catcher bats for a DH."""
    if place >= STARTING.start:
        return True
    plays, position = BATTERS[slot][0], BATTERS[place][0][0]
    return position in plays or (position == "DH" and plays[0] != "C")


WINTER = OffSeason(((0, 11, 8), (0, 11, 28)), ((0, 12, 1), (1, 2, 12)), ((1, 2, 13), (1, 3, 18)))
"""When rosters change between seasons: veterans go before the winter meetings, rookies come up in spring training."""

SHORTER = (
    (range(len(REGULARS), ACTIVE.stop), (1, 8)),
    (DEEP, (1, 6)),
    (RELIEVING, (1, 12)),
    (range(SPOTS.start, CALLED.stop), (1, 6)),
)
"""Places whose careers are shorter than those of regulars and starters, and the fewest and most seasons of them."""

MARKET = Market(
    SPORT,
    {f"place {slot}": (slot,) for slot in range(CALLED.stop)},
    (5, 14),
    0.24,
    WINTER,
    0.145,
    (20, 124),
    value=lambda person, year, _: talent_in(person, year, GREEN, FADED),
    positions={f"place {slot}": role(slot)[0] for slot in range(CALLED.stop)},
    spans={f"place {slot}": span for slots, span in SHORTER for slot in slots},
)
"""Players change clubs for like places: a first baseman for a first baseman."""


class Holders:
    """Who holds the roster places of a club in a year while nobody is out.

    Parameters
    ----------
    careers : Rosters
        Who belongs to which club.
    club_id : int
        Team id.
    two_way : collection of int
        Team ids that name the lines of succession whose first starters bat as well, all their lives.
    """

    def __init__(self, careers: Rosters, club_id: int, two_way: Collection[int]) -> None:
        self.careers, self.club_id, self.two_way = careers, club_id, two_way
        self.seed, self.year, self.opens = careers.seed, careers.year, careers.opens
        self.slots = _ranked(careers, club_id)

    def on(self, day: date) -> list[Person]:
        """Who holds each place on a day of the season."""
        return [self.careers.player(self.club_id, slot, day) for slot in self.slots]

    def now(self, day: date) -> list[Person | None]:
        """The same on any day; None for a place that is vacant, between seasons."""
        return [self.careers.holder(self.club_id, slot, day) for slot in self.slots]

    def player(self, place: int, day: date) -> Person:
        """Who holds a place on a day of the season."""
        return self.careers.player(self.club_id, self.slots[place], day)

    def is_star(self, place: int, day: date) -> bool:
        """Whether it is on a day the place of a designated hitter who also pitches."""
        return place == DH and self.careers.line(self.club_id, STARTING.start, day)[0] in self.two_way

    def stays(self, place: int) -> list[tuple[Person, date, date]]:
        """Who holds a place in the season, each with his first day and the first one without."""
        return list(self.careers.stays(self.club_id, f"place {self.slots[place]}"))

    def comes(self, place: int) -> list[int]:
        """The days of the season on which somebody comes to the club to have a place."""
        places = (place, STARTING.start) if place == DH else (place,)
        return [(first - self.opens).days for own in map(self.stays, places) for _, first, _ in own[1:]]

    def came(self, place: int, n: int) -> bool:
        """Whether a pitcher came to the club by a trade on the n-th day to have this place."""
        day = self.opens + DAY * n
        if place < STARTING.start or day.toordinal() not in self.careers.changes(self.club_id):
            return False
        return self.player(place, day) != self.player(place, day - DAY)


def _ranked(careers: Rosters, club: int) -> Sequence[int]:
    """The slot of the league for each place of a club in a season; the relievers' by what they can do in spring."""
    slots = list(range(CALLED.stop))

    def talent(slot: int) -> float:
        return talent_in(careers.player(club, slot, careers.opens), careers.year, GREEN, FADED)

    slots[RELIEVING.start : RELIEVING.stop] = sorted(RELIEVING, key=talent, reverse=True)
    return slots
