"""Columns of what the package makes of tables, and that are read from files like them: results, datasets."""

from __future__ import annotations

BRACKET: dict[str, str] = {
    "sport": "category",
    "season": "text",
    "event": "text",
    "conference": "text",
    "round": "int",
    "round_name": "text",
    "slot": "int",
    **{f"{what}_{n}": kind for n in (1, 2)
       for what, kind in (
           ("seed", "int"), ("id", "int"), ("team", "text"), ("abbreviation", "text"), ("mascot", "text"),
           ("wins", "int"), ("score", "int"),
       )},
    "games": "int",
    "winner_id": "int",
    "winner": "text",
    "next": "int",
    "first_date": "date",
    "last_date": "date",
    "projected": "bool",
}  # fmt: skip
"""Columns of a bracket and their kinds."""

RESULTS = (BRACKET,)

DATASET = {"season_start": "int", "final": "bool"}
"""Columns that a dataset adds to tables, and their kinds; no table has the second without the first."""
