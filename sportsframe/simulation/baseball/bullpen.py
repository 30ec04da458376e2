"""The days off of a club's relievers, which follow from the days on which it plays."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from .._common.cached import once
from .._common.calendar import DAY
from .._common.rng import stream
from .places import RELIEVERS, SPORT

RUNNING = 3
"""Game days running after which a reliever has a day off, so that nobody pitches on four."""

TIRES = ((0.0, 0.0, 0.1), (0.12, 0.6, 1.0))
"""How often the closer, and another reliever, has a day off after so many game days running without one."""

MOST_OFF, MOST_DUE = 4, 2
"""How many may have a day off because they are tired, and how many must have the next one off, when there may be two
games."""


class Bullpen:
    """Who of the relievers of a club may pitch on a day, by rank.

    Parameters
    ----------
    seed, club_id, year : int
        Name the club's season.
    games : mapping of date to int
        How many games the club has on each day; those on which it may play in the postseason included.
    ends : date
        The last day of the regular season, after which nobody has a day off that he need not have.
    """

    def __init__(self, seed: int, club_id: int, year: int, games: Mapping[date, int], ends: date) -> None:
        self.seed, self.club_id, self.year, self.games, self.ends = seed, club_id, year, games, ends

    def off(self, day: date) -> frozenset[int]:
        """The ranks of the relievers who have a day off: all of them on a day without a game."""
        return self._off.get(day, ALL)

    @once
    def _off(self) -> dict[date, frozenset[int]]:
        r = stream(self.seed, SPORT, "days off", self.club_id, self.year)
        found: dict[date, frozenset[int]] = {}
        running = [0] * RELIEVERS
        for day in sorted(self.games):
            if day - DAY not in found:
                running = [0] * RELIEVERS
            wishes = self._wishes(day, running, [r.random() for _ in running])
            off = {rank for rank in ALL if running[rank] == RUNNING}
            off |= {*wishes[: max(0, MOST_OFF - len(off))]}
            due = [rank for rank in ALL if running[rank] == RUNNING - 1 and rank not in off]
            off |= {*due[MOST_DUE if self.games[day] == 1 else MOST_OFF :]}
            # somebody always has a day off, who may pitch for long on the day before
            found[day] = frozenset(off or [max(ALL, key=lambda rank: (running[rank], rank))])
            running = [0 if rank in found[day] else one + 1 for rank, one in enumerate(running)]
        return found

    def _wishes(self, day: date, running: list[int], draws: list[float]) -> list[int]:
        """Who would have a day off that is not due, the most tired first; before two games nobody."""
        if self.games[day] > 1 or day > self.ends:
            return []
        shares = [TIRES[rank > 0][min(one, RUNNING - 1)] for rank, one in enumerate(running)]
        tired = [rank for rank, (share, draw) in enumerate(zip(shares, draws)) if draw < share]
        return sorted(tired, key=lambda rank: (-running[rank], draws[rank]))


ALL = frozenset(range(RELIEVERS))
"""The ranks of the relievers."""
