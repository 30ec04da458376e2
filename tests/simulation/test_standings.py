"""The brackets of the simulated leagues against the package's own table."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.simulation import World

from ..support.trials import but_in_long_trials

CONFERENCES = 2


@pytest.mark.long
@pytest.mark.parametrize(
    ("sport", "year"),
    but_in_long_trials(
        [("NFL", 2017), ("NFL", 2019), ("NBA", 2023), ("NHL", 2022), ("MLB", 2025)],
        *(("NFL", 2017), ("NHL", 2022), ("MLB", 2025)),
    ),
)
def test_seeds_are_those_of_the_standings(sport: str, year: int) -> None:
    """Who goes on, and in which order, is what `measures.standings` says of the games of the regular season."""
    with sf.options(now="2028-01-01T00:00"):
        games, teams = (sf.live(season=year, sport=sport, table=table) for table in ("games", "teams"))
    table = sf.measures.standings(games[games["season_type"] == "Regular Season"], teams=teams)
    season: Any = World().season(sport, year)
    standings = season.standings if sport in ("NFL", "NBA") else season.table
    conferences = sorted({club.conference for club in season.clubs})

    assert len(conferences) == CONFERENCES
    for name in conferences:
        seeded = table[(table["conference"] == name) & table["seed"].notna()].sort_values("seed")
        assert pd.Series(standings.seeds(name)).tolist() == seeded["team_id"].tolist()
