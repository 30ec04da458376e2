"""The simulated world: seasons and games of the nine sports, determined by a seed.

Clubs, people and places are fictional and recognizable as such. A season is known without its games being played; a
game is simulated when it is requested.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from itertools import count

from ..catalog import SPORTS
from ..catalog.simulated import WORLD_VERSION
from ..errors import choose
from ._common.calendar import FIRST_YEAR, LAST_YEAR
from ._common.season import NotSimulated, Season

__all__ = ["FIRST_YEAR", "LAST_YEAR", "VERSION", "NotSimulated", "World"]

VERSION = WORLD_VERSION
"""Changes when the world's numbers do."""

MODULES: dict[str, str] = {
    "MLB": "baseball",
    "NBA": "basketball",
    "NCAABB": "basketball",
    "NFL": "football",
    "NCAAFB": "football",
    "NHL": "hockey",
    "PGA": "golf",
    "DARTS": "darts",
    "SOCCER": "soccer",
}
"""Sport code -> the folder of its game, imported when it is first asked for."""

KEPT = 48
"""Most seasons a world keeps unless told otherwise."""

BUDGET = 80_000
"""Kilobytes, roughly, that the seasons a world keeps may hold together unless told otherwise."""


class World:
    """A world of nine sports.

    Parameters
    ----------
    seed : int
        Names the world; equal seeds give equal worlds.
    importing : context manager, optional
        Entered while the modules of a game are imported.
    kept : int
        Most seasons it keeps.
    budget : int
        Kilobytes, roughly, that these may hold together.
    """

    def __init__(
        self,
        seed: int = 2024,
        importing: AbstractContextManager[object] | None = None,
        *,
        kept: int = KEPT,
        budget: int = BUDGET,
    ) -> None:
        self.seed, self.kept, self.budget = seed, kept, budget
        self._importing = importing or nullcontext()
        self._seasons: dict[tuple[str, int, str | None], Season] = {}
        self._used: dict[tuple[str, int, str | None], int] = {}
        self._uses = count(1)

    def __repr__(self) -> str:
        return f"World(seed={self.seed})"

    def season(self, sport: str, year: int, league: str | None = None) -> Season:
        """The season of a sport that started in a year.

        Parameters
        ----------
        sport : str
            Sport code.
        year : int
            Start year, ``FIRST_YEAR`` to ``LAST_YEAR``.
        league : str, optional
            League code; needed for soccer, and not taken for the others.

        Raises
        ------
        LookupError
            No season started in that year.
        UnknownName
            No such sport or league.
        """
        choose(sport, SPORTS, "sport")
        if SPORTS[sport].leagues:
            choose(league or "", SPORTS[sport].leagues, f"league of {sport}")
        elif league is not None:
            raise LookupError(f"{sport} has no leagues")
        if not FIRST_YEAR <= year <= LAST_YEAR:
            raise LookupError(f"{sport} has seasons from {FIRST_YEAR} to {LAST_YEAR}, not {year}")
        key = sport, year, league
        found = self._seasons.get(key) or self._seasons.setdefault(key, self._build(*key))
        self._used[key] = next(self._uses)
        self._forget()
        return found

    def _forget(self) -> None:
        """Drop the seasons asked for longest ago, but the last, where all hold too much together.

        Each step is one operation of a dictionary, so that threads need no lock, which a fork could leave closed.
        """
        kept = sorted(self._seasons, key=lambda key: self._used.get(key, 0))
        weights = {key: season.weight for key in kept if (season := self._seasons.get(key)) is not None}
        held = sum(weights.values())
        for left, key in zip(range(len(kept), 1, -1), kept):
            if left <= self.kept and held <= self.budget:
                break
            held -= weights.get(key, 0)
            self._seasons.pop(key, None)
            self._used.pop(key, None)

    def _build(self, sport: str, year: int, league: str | None) -> Season:
        with self._importing:
            module = import_module(f".{MODULES[sport]}.season", __package__)
        built: Season = module.Season(self.seed, sport, year, league)
        return built


def __dir__() -> list[str]:
    return __all__
