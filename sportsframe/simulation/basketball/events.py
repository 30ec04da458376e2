"""What the steps of a basketball possession add to the lines of players, and what decides whom it falls to."""

from __future__ import annotations

from functools import cache

import msgspec

(
    MADE_2,
    MISSED_2,
    MADE_3,
    MISSED_3,
    BLOCKED_2,
    BLOCKED_3,
    FREE,
    OFFENSIVE,
    DEFENSIVE,
    LOOSE,
    STOLEN,
    LOST,
    CHARGE,
    FOUL,
    ASSISTED_2,
    ASSISTED_3,
) = range(16)
"""Kinds of step; ``LOOSE`` is a ball that no player gets a rebound for, a blocked shot one that may be blocked."""

Step = tuple[int, tuple[bool, ...]]
"""A kind, and for free throws which of them were made."""

Steps = tuple[Step, ...]

ASSISTED = {MADE_2: ASSISTED_2, MADE_3: ASSISTED_3}
"""A basket -> the same with an assist."""

BASKETS = frozenset({*ASSISTED, *ASSISTED.values()})
REBOUNDS = frozenset({OFFENSIVE, DEFENSIVE, LOOSE})

(
    TWO_TRIED,
    TWO_MADE,
    THREE_TRIED,
    THREE_MADE,
    FREE_TRIED,
    FREE_MADE,
    OFF_REBOUND,
    DEF_REBOUND,
    ASSIST,
    STEAL,
    BLOCK,
    TURNOVER,
    PERSONAL,
    TEAM_REBOUND,
) = range(14)
"""What an event adds one to, on its player's line; a team rebound is on no line."""

POINTS = {TWO_MADE: 2, THREE_MADE: 3, FREE_MADE: 1}

M2, X2, M3, X3, ORB, DRB, AST, STL, BLK, TOV, PF, FTD = range(12)
"""What falls to one player more than to another: shots made and missed, ..., turnovers, fouls, fouls drawn."""

TRIPS = tuple((made, tries - made) for tries in (1, 2, 3) for made in range(tries + 1))
"""Free throws made and missed on a trip to the line."""

AT_THE_LINE = {trip: FTD + number for number, trip in enumerate(TRIPS, 1)}
"""Free throws made and missed -> fouls drawn by who shoots them so."""

SHARES = FTD + 1 + len(TRIPS)
"""Number of things that fall to one player more than to another."""

SHOTS = {
    MADE_2: (TWO_TRIED, M2),
    ASSISTED_2: (TWO_TRIED, M2),
    MISSED_2: (TWO_TRIED, X2),
    BLOCKED_2: (TWO_TRIED, X2),
    MADE_3: (THREE_TRIED, M3),
    ASSISTED_3: (THREE_TRIED, M3),
    MISSED_3: (THREE_TRIED, X3),
    BLOCKED_3: (THREE_TRIED, X3),
}
"""Kinds of shot -> the attempt, and what decides who makes it."""

OURS, THEIRS = False, True


def at_the_line(drawn: float, free: float) -> tuple[float, ...]:
    """A player's share of the trips of `TRIPS`, from that of fouls drawn and the chance of making a free throw."""
    return tuple(drawn * free**made * (1 - free) ** missed for made, missed in TRIPS)


class Possession(msgspec.Struct, frozen=True, eq=False, gc=False):
    """The steps of a possession, and the events they consist of.

    Attributes
    ----------
    steps : tuple of Step
        From the first touch to the loss of the ball.
    told : bytes
        Four bytes an event: whether it is one of the side without the ball, what it adds one to, what decides whom it
        falls to, and how many events before it is the one of the same player.
    size : int
        Number of events.
    step_of : tuple of int
        The step of each event.
    fouls : tuple of (int, bool)
        The events that decide who commits a foul, in order, and whether it is one of the side without the ball.
    without_throws : int
        How many fouls of that side there are up to the last one that gives no free throws.
    """

    steps: Steps
    told: bytes
    size: int
    step_of: tuple[int, ...]
    fouls: tuple[tuple[int, bool], ...]
    without_throws: int


@cache
def possession(steps: Steps) -> Possession:
    """The possession of some steps: one object for all that are alike."""
    told: list[int] = []
    step_of: list[int] = []
    fouls: list[tuple[int, bool]] = []

    def add(whose: bool, what: int, whom: int = 0, of: int | None = None) -> int:
        """Add an event, of another one's player or whom it falls to; its place."""
        here = len(step_of)
        told.extend((whose, what, whom, 0 if of is None else here - of))
        step_of.append(number)
        return here

    scorer = None
    for number, (kind, made) in enumerate(steps):
        if kind == FOUL:
            fouls.append((add(THEIRS, PERSONAL, PF), THEIRS))
            continue
        if kind == FREE:
            shooter = scorer
            for good in made:
                attempt = add(OURS, FREE_TRIED, AT_THE_LINE[sum(made), len(made) - sum(made)], shooter)
                shooter = attempt if shooter is None else shooter
                if good:
                    add(OURS, FREE_MADE, of=shooter)
        scorer = None
        if kind in SHOTS:
            tried, whom = SHOTS[kind]
            shooter = add(OURS, tried, whom)
            if kind in BASKETS:
                scorer = shooter
                add(OURS, tried + 1, of=shooter)
            if kind in (BLOCKED_2, BLOCKED_3):
                add(THEIRS, BLOCK, BLK)
            elif kind in ASSISTED.values():
                add(OURS, ASSIST, AST)
        elif kind == OFFENSIVE:
            add(OURS, OFF_REBOUND, ORB)
        elif kind == DEFENSIVE:
            add(THEIRS, DEF_REBOUND, DRB)
        elif kind == LOOSE:
            add(number == len(steps) - 1, TEAM_REBOUND)
        elif kind in (STOLEN, LOST, CHARGE):
            loser = add(OURS, TURNOVER, TOV)
            if kind == STOLEN:
                add(THEIRS, STEAL, STL)
            elif kind == CHARGE:
                fouls.append((loser, OURS))
                add(OURS, PERSONAL, of=loser)
    kinds = [kind for kind, _ in steps]
    called = [number for number, kind in enumerate(kinds) if kind == FOUL]
    without = max((n for n, at in enumerate(called, 1) if FREE not in kinds[at + 1 : at + 2]), default=0)
    return Possession(steps, bytes(told), len(step_of), tuple(step_of), tuple(fouls), without)
