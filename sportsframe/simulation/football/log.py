"""The log of a football game: its sides, plays and result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Side:
    """What a side brings: its worth in points on offence and defence, its taste for the pass, its pace, its people.

    Attributes
    ----------
    passers : tuple of (float, float)
        Shares of regulation from which somebody passes, and how good he is; the first from 0.
    runner, kicker, punter : float
        How good the first running back and the kickers are; like passers in standard deviations of those of the league.
    """

    offence: float = 0.0
    defence: float = 0.0
    passing: float = 0.0
    tempo: float = 0.0
    passers: tuple[tuple[float, float], ...] = ((0.0, 0.0),)
    runner: float = 0.0
    kicker: float = 0.0
    punter: float = 0.0


class Play:
    """One play.

    Attributes
    ----------
    kind : int
        One of `rules.KINDS`.
    side : int
        Side with the ball, or the kicking side: 0 away, 1 home.
    quarter, clock : int
        Quarter, and seconds left in it when the play is over.
    down, distance, spot : int
        Down, yards to go and yards to the goal line before the play; of a kick the spot alone means something.
    at : int
        Seconds of wall time from the start of the game to the end of the play.
    yards : int
        Yards gained; of kicks their distance, of penalties the yards walked off.
    good : bool
        Pass caught, kick or try made.
    taken : bool
        Pass intercepted.
    fumble : int
        0 none, 1 fumbled and kept, 2 lost; by the one who has the ball at the end of the play.
    back : int or None
        Yards of the return of a kick, an interception or a lost fumble; None where there was none.
    blocked, touchback, first, out : bool
        Kick blocked; kick into the end zone; first down made; out of bounds or caught without a tackle.
    points, scorer : int
        Points the play is worth and the side that gets them.
    returned : bool
        The points come from a return.
    against : int
        Side a penalty is called on.
    """

    __slots__ = (
        "against",
        "at",
        "back",
        "blocked",
        "clock",
        "distance",
        "down",
        "first",
        "fumble",
        "good",
        "kind",
        "out",
        "points",
        "quarter",
        "returned",
        "scorer",
        "side",
        "spot",
        "taken",
        "touchback",
        "yards",
    )

    def __init__(self, kind: int, side: int, quarter: int, down: int, distance: int, spot: int) -> None:
        self.kind = kind
        self.side = side
        self.quarter = quarter
        self.down = down
        self.distance = distance
        self.spot = spot
        self.clock = self.at = self.yards = self.fumble = self.points = self.scorer = self.against = 0
        self.good = self.taken = self.blocked = self.touchback = self.first = self.out = self.returned = False
        self.back: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """Points of both sides by quarter (numbers from 1, overtime counting on), and how long the game took."""

    away: dict[int, int]
    home: dict[int, int]
    seconds: int

    @property
    def score(self) -> tuple[int, int]:
        """Points of the away and of the home side."""
        return sum(self.away.values()), sum(self.home.values())

    @property
    def margin(self) -> int:
        """Points by which the home side won; negative where it lost."""
        return sum(self.home.values()) - sum(self.away.values())


def result(plays: Sequence[Play]) -> Result:
    """Points by quarter and length of a game; every quarter played is there."""
    last = max(4, plays[-1].quarter)
    points: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for quarter in range(1, last + 1):
        points[0][quarter] = points[1][quarter] = 0
    for one in plays:
        if one.points:
            points[one.scorer][one.quarter] += one.points
    end = plays[-1]
    return Result(points[0], points[1], end.at + min(end.clock, 45) + 10)
