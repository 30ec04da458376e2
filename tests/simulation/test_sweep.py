"""A sample of the sweep of `tests.bench.sweep`: days of the simulated world, answered and read strictly.

The sample is drawn with a seed made of the sources of catalog, simulation and service: it is the same wherever the same
code runs, and another one after every change to what it checks.
"""

from __future__ import annotations

from datetime import date
from hashlib import blake2b
from pathlib import Path
from random import Random

import pytest

import sportsframe
from sportsframe.catalog import SPORTS
from sportsframe.service import Service
from sportsframe.simulation import World

from ..bench import sweep
from ..bench.sweep import FIRST, LAST, Found, Part, parts

DAYS = 8
"""Days with games of one season of each sport and league."""


def seed() -> str:
    """A digest of the sources that decide what a day looks like."""
    digest = blake2b(digest_size=8)
    for room in ("catalog", "simulation", "service"):
        for path in sorted(Path(sportsframe.__file__).parent.joinpath(room).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def sample(world: World, part: Part, chance: Random) -> list[date]:
    """Some days of a part on which games start."""
    season = world.season(part.sport, part.year, part.league)
    days = sorted({entry.start.date() for entry in season.all()} & set(part.days(world)))
    return sorted(chance.sample(days, min(DAYS, len(days))))


@pytest.mark.sampled
@pytest.mark.parametrize("part", list(parts(FIRST, FIRST)), ids=lambda part: part.league or part.sport)
def test_days_are_answered_and_read_strictly(world: World, part: Part) -> None:
    """Days of a season drawn by the seed have rows that obey their declaration, and build all tables silently."""
    drawn = seed()
    chance = Random(f"{drawn} {part}")
    part = Part(part.sport, part.league, chance.randint(FIRST, LAST))
    found = sweep.sweep(part, sample(world, part, chance), service=Service(world, clock=sweep.clock()))

    assert not found.failures, f"seed {drawn}: {'; '.join(found.failures)}"
    assert found.with_rows > DAYS // 2, f"seed {drawn}: {found}"


def test_the_parts_of_a_sweep_hold_every_day_once(world: World) -> None:
    """A sweep asks for each day once, from the opening of its first season to the eve of the one after its last."""
    for sport, league in (("MLB", None), ("NHL", None), ("DARTS", None), ("SOCCER", "EPL")):
        swept = [day for year in (2023, 2024, 2025) for day in Part(sport, league, year).days(world)]
        assert len(set(swept)) == len(swept) == (swept[-1] - swept[0]).days + 1
        assert swept[0] == world.season(sport, 2023, league).opens
        assert swept[-1] >= world.season(sport, 2025, league).closes
    assert len({(part.sport, part.league) for part in parts()}) == len(SPORTS) + 2
    assert {part.year for part in parts()} == set(range(2005, 2028))


def test_a_day_that_cannot_be_answered_is_counted_and_named(world: World) -> None:
    """A sweep goes on behind a day that fails, and says which it was and why."""

    class Failing(Service):
        """A service that does not know how the games of the third day went."""

        def respond(self, *args, **given):  # type: ignore[no-untyped-def]
            if str(days[2]) in args[1]:
                raise KeyError("up", 2)
            return super().respond(*args, **given)

    part = Part("NHL", None, 2024)
    days = part.days(world)[5:10]
    found = sweep.sweep(part, days, service=Failing(world, clock=sweep.clock()))

    assert isinstance(found, Found)
    assert (found.days, len(found.failures)) == (5, 1)
    assert found.failures[0].startswith(f"NHL {days[2]}: KeyError: ")
