"""The simulated world: how seasons and games of the nine sports unfold, the same for everyone who has its seed.

Clubs, people and places are fictional and plain to see as such. A season is known without its games being played; a
game is worked out when somebody looks at it.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

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
"""Seasons a world keeps at hand."""


class World:
    """A world of nine sports.

    Parameters
    ----------
    seed : int
        Names the world; equal seeds give equal worlds.
    """

    def __init__(self, seed: int = 2024) -> None:
        self.seed = seed
        self._season = lru_cache(maxsize=KEPT)(self._build)

    def __repr__(self) -> str:
        return f"World(seed={self.seed})"

    def season(self, sport: str, year: int, league: str | None = None) -> Season:
        """The season of a sport that started in a year.

        Parameters
        ----------
        sport : str
            Sport code.
        year : int
            Start year, `FIRST_YEAR` to `LAST_YEAR`.
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
        return self._season(sport, year, league)

    def _build(self, sport: str, year: int, league: str | None) -> Season:
        module = import_module(f".{MODULES[sport]}.season", __package__)
        built: Season = module.Season(self.seed, sport, year, league)
        return built
