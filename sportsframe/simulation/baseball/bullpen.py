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
"""How often the closer, and another reliever, is tired after so many game days running on which he was not."""

FRESH = 5
"""How many are neither off nor tired, but where more have to have a day off."""

MOST_DUE = {1: 2, 2: 4}
"""By how many games there are on a day, how many may have to have the next one off; after one game there may be two."""


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
        return self._days.get(day, WITHOUT_GAME)[0]

    def tired(self, day: date) -> frozenset[int]:
        """The ranks of those who pitch on a day only where the others have done so."""
        return self._days.get(day, WITHOUT_GAME)[1]

    @once
    def _days(self) -> dict[date, tuple[frozenset[int], frozenset[int]]]:
        """By day with a game, who has it off and who is tired."""
        r = stream(self.seed, SPORT, "days off", self.club_id, self.year)
        found: dict[date, tuple[frozenset[int], frozenset[int]]] = {}
        running = fresh = [0] * RELIEVERS
        for day in sorted(self.games):
            if day - DAY not in found:
                running = fresh = [0] * RELIEVERS
            draws = [r.random() for _ in RANKS]
            off = {rank for rank in RANKS if running[rank] == RUNNING}
            tired: list[int] = []
            if self.games[day] == 1 and day <= self.ends:
                shares = [TIRES[rank > 0][min(days, RUNNING - 1)] for rank, days in enumerate(fresh)]
                tired = [rank for rank in RANKS if rank not in off and draws[rank] < shares[rank]]
                tired.sort(key=lambda rank: (-fresh[rank], draws[rank]))
            # who would have to have the next day off has this one
            most = RELIEVERS - FRESH
            off |= {rank for rank in tired[: max(0, most - len(off))] if running[rank] == RUNNING - 1}
            due = [rank for rank in RANKS if running[rank] == RUNNING - 1 and rank not in off]
            off |= {*due[MOST_DUE[self.games[day]] :]}
            # besides the closer somebody always has a day off, who may pitch for long in a game of the day before
            while len(off - {0}) < self.games.get(day - DAY, 1):
                off.add(max({*RANKS} - off - {0}, key=lambda rank: (running[rank], rank)))
            tired = [rank for rank in tired if rank not in off][: max(0, most - len(off))]
            found[day] = frozenset(off), frozenset(tired)
            running = [0 if rank in off else days + 1 for rank, days in enumerate(running)]
            fresh = [0 if rank in off or rank in tired else days + 1 for rank, days in enumerate(fresh)]
        return found


RANKS = range(RELIEVERS)
"""The ranks of the relievers, from the closer on."""

WITHOUT_GAME: tuple[frozenset[int], frozenset[int]] = frozenset(RANKS), frozenset()
"""On a day without a game everybody has it off."""
