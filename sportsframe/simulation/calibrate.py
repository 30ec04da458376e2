"""Compare the simulated world with the real one.

``python -m sportsframe.simulation.calibrate [SPORT ...] [--years 2010 2011 ...]``

The seasons of `YEARS` meet every target. Those of other years meet it within what chance allows: twice the standard
error of the figure, from its spread between the seasons.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from math import isnan, sqrt
from statistics import NormalDist, stdev
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
        Each target with its measured value; not a number where the seasons have nothing of the kind, as those
        of the PGA until 2019 have no cut to 65.

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


def errors(world: World, sport: str, years: Sequence[int] | None = None) -> dict[str, float]:
    """Standard error of each figure over some seasons.

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
    dict of str to float
        By the name of the target, in its unit: the deviation between the seasons, each measured alone, divided by the
        root of their number. 0 for what only one season has, as nothing is known of its chance.

    Raises
    ------
    UnknownName
        No such sport.
    """
    years = years or YEARS[choose(sport, SPORTS, "sport")]
    if len(years) == 1:
        return {target.name: 0.0 for target in targets(sport)}
    alone: dict[str, list[float]] = {target.name: [] for target in targets(sport)}
    for year in years:
        for target, value in measured(world, sport, [year]):
            if not isnan(value):
                alone[target.name].append(value)
    return {name: stdev(found) / sqrt(len(found)) if len(found) > 1 else 0.0 for name, found in alone.items()}


def by_chance(target: Target, error: float) -> float:
    """Chance that a world whose true figure is the target misses it, given the standard error of what is measured."""
    return 2 * NormalDist(target.value, error).cdf(target.bounds[0]) if error else 0.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what was measured; 1 where a target is missed, in years of one's own by more than chance allows."""
    parser = argparse.ArgumentParser(prog="python -m sportsframe.simulation.calibrate")
    parser.add_argument("sports", nargs="*", metavar="SPORT", help="by default all")
    parser.add_argument("--years", nargs="+", type=int, help="start years of the seasons, by default those of YEARS")
    asked = parser.parse_args(arguments)
    world, failed = World(), False
    for sport in asked.sports or tuple(SPORTS):
        deviations = errors(world, sport, asked.years)
        missed, beyond, expected = 0, 0, 0.0
        for target, value in measured(world, sport, asked.years):
            if isnan(value):
                print(f"  {sport:7}{target.name:42}{'none':>10}", flush=True)
                continue
            error = deviations[target.name]
            low, high = target.bounds
            met, likely = target.met(value), low - 2 * error <= value <= high + 2 * error
            missed, beyond, expected = missed + (not met), beyond + (not likely), expected + by_chance(target, error)
            print(
                f"{' ' if met else '~' if likely else '*'} {sport:7}{target.name:42}{value:10.3f} ± {error:<8.3g}"
                f"{f'{low:.3f} to {high:.3f}':>24}  {target.source}",
                flush=True,
            )
        print(
            f"{sport}: {len(deviations)} targets, {missed} missed, {beyond} of them by more than chance allows; "
            f"chance alone misses {expected:.1f}",
            flush=True,
        )
        failed |= bool(beyond if asked.years else missed)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
