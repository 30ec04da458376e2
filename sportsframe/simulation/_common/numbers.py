"""Shirt numbers: what the rules and the customs of a league allow to a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

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
    "LALIGA": ((0, {"Goalkeeper": ((1, 1), (13, 13), (25, 25)), "": ((2, 12), (14, 24))}),),
    "SOCCER": (
        (
            0,
            {
                "Goalkeeper": ((1, 1), (1, 1), (12, 13), (21, 23), (30, 33)),
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
