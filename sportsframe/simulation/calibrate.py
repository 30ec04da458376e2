"""How close the simulated world comes to the real one: ``python -m sportsframe.simulation.calibrate [SPORT ...]``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

from ..catalog import SPORTS
from ..errors import choose
from . import MODULES, World
from ._common.season import Target

YEARS = (2021, 2022, 2023)
"""Start years of the seasons that are measured where nothing else is asked."""

MEASURED_IN: dict[str, str] = {
    sport: f"{game}.{'targets' if game in ('baseball', 'football') else 'season'}" for sport, game in MODULES.items()
}
"""Sport code -> the module that holds its targets and measures them."""


def measured(world: World, sport: str, years: Sequence[int] = YEARS) -> list[tuple[Target, float]]:
    """What a sport aims at, and what it reaches.

    Parameters
    ----------
    world : World
        The world to measure.
    sport : str
        Sport code.
    years : sequence of int
        Start years of the seasons.

    Returns
    -------
    list of (Target, float)
        Each target with its measured value.

    Raises
    ------
    UnknownName
        No such sport.
    """
    module = import_module(f".{MEASURED_IN[choose(sport, SPORTS, 'sport')]}", __package__)
    if isinstance(module.TARGETS, dict):
        targets: Sequence[Target] = module.TARGETS[sport]
        values: dict[str, float] = module.figures(world, sport, years)
    else:
        targets, values = module.TARGETS, module.figures(world, years)
    return [(target, values[target.name]) for target in targets]


def main(sports: Sequence[str], years: Sequence[int] = YEARS) -> int:
    """Print a line for each target; 1 where one is missed."""
    missed = 0
    for sport in sports or tuple(SPORTS):
        for target, value in measured(World(), sport, years):
            low, high = target.bounds
            missed += not target.met(value)
            mark = " " if target.met(value) else "*"
            print(f"{mark} {sport:7}{target.name:42}{value:10.3f}  {low:.3f} to {high:.3f}  {target.source}")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
