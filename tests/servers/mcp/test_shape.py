"""The shape of results: which columns the rows have, and which are said once."""

from __future__ import annotations

from typing import Any

import pytest

from sportsframe.catalog import every_table

from .calls import call, structure

NUMBERS = ("int", "float", "id", "decimal", "bool")


@pytest.mark.sampled
@pytest.mark.parametrize(("tool", "arguments"), [
    ("get_scores", {"sport": "nba", "limit": 1}),
    ("get_scores", {"sport": "mlb", "limit": 2}),
    ("get_scores", {"sport": "nhl", "columns": ["home_score", "game_date", "game_id"]}),
    ("get_results_of", {"team": "Moonbeams", "sport": "nba", "limit": 2}),
    ("get_table", {"sport": "nba", "date": "2024-03-31", "table": "games", "limit": 2}),
    ("get_table", {"sport": "mlb", "date": "2024-03-31", "table": "batting", "limit": 3}),
    ("get_measures", {"sport": "mlb", "date": "2024-03-31", "table": "pitching", "limit": 2}),
    ("get_standings", {"sport": "mlb", "limit": 2}),
    ("get_leaders", {"sport": "nhl", "statistic": "goals"}),
])  # fmt: skip
def test_only_what_identifies_rows_is_said_once(sunday: str, tool: str, arguments: dict[str, Any]) -> None:
    """A date, a season, a league, but no score, rank or statistic, no side, and nothing that was asked for."""
    found = structure(call(sunday, tool, **arguments))
    assert found["rows"]
    assert set(found.get("constant", {})) <= {
        column.name for *_, layout in every_table() for column in layout.columns if column.identifies
    }
    if "columns" in arguments:
        assert found["columns"] == arguments["columns"]


def test_what_identifies_rows_is_a_name_or_a_time() -> None:
    """The catalog knows by its kinds and keys; the sides of a game and their ids are none of them."""
    every = [column for *_, layout in every_table() for column in layout.columns]
    names = {column.name for column in every if column.identifies}
    assert {"sport", "league", "season", "game_date", "game_id", "tournament"} <= names
    assert names.isdisjoint(("away_team", "home_team", "player_1", "player_2", "opponent", "status", "position"))
    assert names.isdisjoint(column.name for column in every if column.kind in NUMBERS)
