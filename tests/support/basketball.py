"""Seasons of the simulated basketball and their games."""

from __future__ import annotations

from sportsframe.simulation import World
from sportsframe.simulation.basketball.season import Entry, Season

STATS = {
    "field_goals_attempted", "field_goals_made", "three_points_attempted", "three_points_made", "free_throws_attempted",
    "free_throws_made", "two_points_attempted", "two_points_made", "two_point_percentage", "offensive_rebounds",
    "defensive_rebounds", "total_rebounds", "assists", "steals", "blocks", "turnovers", "fouls",
}  # fmt: skip
"""The figures of a line, of a player or a side."""


def season_of(world: World, sport: str, year: int = 2024) -> Season:
    season = world.season(sport, year)
    assert isinstance(season, Season)
    return season


def entries(world: World, sport: str, year: int = 2024) -> list[Entry]:
    return [entry for entry in season_of(world, sport, year).all() if isinstance(entry, Entry)]


def played(season: Season) -> list[Entry]:
    return [entry for entry in season.regular() if isinstance(entry, Entry) and entry.plan.unplayed_as is None]
