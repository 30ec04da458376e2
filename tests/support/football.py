"""Seasons and games of the simulated football that its tests look at."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import cast

from sportsframe.simulation import World
from sportsframe.simulation.football.season import Entry, Season

AFTER = datetime(2031, 1, 1, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
BOTH = ("NFL", "NCAAFB")


def seasons_of(world: World) -> dict[str, Season]:
    """The seasons of 2024-25 of both leagues."""
    return {sport: cast("Season", world.season(sport, 2024)) for sport in BOTH}


def some_entries(seasons: dict[str, Season]) -> dict[str, list[Entry]]:
    """Some forty games of each season that are played, games beyond regulation and of the postseason among them."""
    found = {}
    for sport, season in seasons.items():
        own = [entry for entry in cast("list[Entry]", season.regular()) if entry.plan.unplayed_as is None]
        beyond = [entry for entry in own if max(season.result(entry.plan).home) > 4][:8]
        late = cast("list[Entry]", season.postseason())
        found[sport] = list(dict.fromkeys(own[:: len(own) // 24] + beyond + late[-11:]))
    return found
