"""Columns of what the package makes of tables, and that are read from files like them: results, datasets."""

from __future__ import annotations

from .grammar import Sport

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

STANDINGS = """
    sport season conference division rank team_id team games wins losses mov streak form last_ten home_record
    away_record conference_record division_record tied tied_by provisional
"""
"""Columns of the standings of any league; those of conferences and divisions if these are known."""

RECORDS = frozenset("record last_ten home_record away_record conference_record division_record".split())
"""Columns of wins and losses as text, such as 10-5 or 10-5-1: wins first."""

STREAK = "streak"
"""Column of the last results alike as text, such as W3."""


def standings_columns(sport: Sport) -> frozenset[str]:
    """Return the columns that standings may have by the rules of a sport."""
    rules, ranks = sport.rules, sport.rules.standings
    if ranks is None:
        return frozenset()
    worth, seeding = ranks.points, ranks.seeding
    late = worth is not None and worth.overtime_counts
    behind = "points_behind" if worth else "games_behind"
    by_rule = (
        (sport.leagues, "league"),
        (rules.level, f"{rules.level}s"),
        (late, "overtime_losses regulation_wins regulation_overtime_wins points_pct"),
        (worth, "points"),
        (worth and not late, "points_per_game"),
        (late or not worth, "win_pct"),
        (not worth and not rules.level, "magic_number"),
        (seeding and seeding.per_division, f"wild_card_{behind}"),
        (rules.pythagorean, "pyth_pct pyth_wins luck"),
        (rules.pythagorean and rules.scoring_exponent, "pythagenpat_pct"),
        (seeding, "seed seed_tied_by"),
        (seeding or ranks.prizes, "berth eliminated"),
        (seeding or ranks.prizes or ranks.group == "league", "clinched"),
        (ranks.guests, "guest"),
    )
    found = f"{STANDINGS} {rules.unit}_for {rules.unit}_against {rules.unit[:-1]}_difference {behind}"
    return frozenset(" ".join([found, *(names for applies, names in by_rule if applies)]).split())
