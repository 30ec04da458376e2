"""How close the simulated world comes to the real one.

``python -m sportsframe.simulation.calibrate [SPORT ...] [--years 2010 2011 ...]``
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from ..catalog import SPORTS
from ..errors import choose
from . import MODULES, World
from ._common.targets import Target

YEARS: dict[str, tuple[int, ...]] = {
    "NFL": tuple(range(2016, 2024)),
    "NBA": (2021, 2022, 2023),
    "MLB": (2018, 2019, 2021, 2022, 2023),
    "NHL": (2021, 2022, 2023),
    "NCAAFB": (2022, 2023),
    "NCAABB": (2022, 2023),
    "PGA": (2021, 2022, 2023),
    "DARTS": (2021, 2022, 2023),
    "SOCCER": tuple(range(2018, 2024)),
}
"""Start years of the seasons that are measured where nothing else is asked: more where a season has few games."""


def _module(sport: str) -> ModuleType:
    return import_module(f".{MODULES[sport]}.targets", __package__)


def targets(sport: str) -> tuple[Target, ...]:
    """What a sport aims at, without measuring.

    Parameters
    ----------
    sport : str
        Sport code.

    Returns
    -------
    tuple of Target
        In the order in which they are printed.

    Raises
    ------
    UnknownName
        No such sport.
    """
    found: tuple[Target, ...] = _module(choose(sport, SPORTS, "sport")).TARGETS[sport]
    return found


def measured(world: World, sport: str, years: Sequence[int] | None = None) -> list[tuple[Target, float]]:
    """What a sport aims at, and what it reaches.

    Parameters
    ----------
    world : World
        The world to measure.
    sport : str
        Sport code.
    years : sequence of int, optional
        Start years of the seasons; by default those of `YEARS`.

    Returns
    -------
    list of (Target, float)
        Each target with its measured value.

    Raises
    ------
    UnknownName
        No such sport.
    """
    choose(sport, SPORTS, "sport")
    leagues = tuple(SPORTS[sport].leagues) or (None,)
    seasons = [world.season(sport, year, league) for year in years or YEARS[sport] for league in leagues]
    values: dict[str, float] = _module(sport).figures(seasons)
    return [(target, values[target.name]) for target in targets(sport)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each target; 1 where one is missed."""
    parser = argparse.ArgumentParser(prog="python -m sportsframe.simulation.calibrate")
    parser.add_argument("sports", nargs="*", metavar="SPORT", help="by default all")
    parser.add_argument("--years", nargs="+", type=int, help="start years of the seasons, by default those of YEARS")
    asked = parser.parse_args(arguments)
    missed = 0
    for sport in asked.sports or tuple(SPORTS):
        for target, value in measured(World(), sport, asked.years):
            missed += not target.met(value)
            mark = " " if target.met(value) else "*"
            bounds = "{:.3f} to {:.3f}".format(*target.bounds)
            print(f"{mark} {sport:7}{target.name:42}{value:10.3f}  {bounds}  {target.source}", flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
