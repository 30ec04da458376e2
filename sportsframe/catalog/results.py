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

STANDINGS = frozenset(
    """
    sport league season conference division rank team_id team games wins losses ties draws overtime_losses
    regulation_wins regulation_overtime_wins points points_pct points_per_game win_pct mov games_behind points_behind
    wild_card_games_behind wild_card_points_behind magic_number pyth_pct pyth_wins luck pythagenpat_pct streak form
    last_ten home_record away_record conference_record division_record seed seed_tied_by berth clinched eliminated guest
    tied tied_by provisional
    """.split()
)
"""Columns of the standings of any league, beside those that are named after the unit of its scores."""

DATASET = {"season_start": "int", "final": "bool"}
"""Columns that a dataset adds to tables, and their kinds; no table has the second without the first."""
