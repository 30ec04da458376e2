"""What players are compared by: the usual figures of each table and position, and which of them are sums."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pandas as pd

from .._frames.recognize import Kind
from ..catalog import SPORTS
from ..catalog.golf import ROUNDS
from ..measures.lookup import combined

if TYPE_CHECKING:
    from ..measures import Measure

FIGURES: dict[tuple[str, str], tuple[str, ...]] = {
    ("baseball", "batting"): ("avg", "obp", "slg", "hits", "home_runs", "rbi", "walks", "strikeouts", "stolen_bases"),
    ("baseball", "pitching"): ("era", "whip", "k_9", "bb_9", "strike_pct", "strikeouts", "outs_recorded", "pitches"),
    ("basketball", "players"): (
        "points",
        "total_rebounds",
        "assists",
        "steals",
        "blocks",
        "turnovers",
        "efg_pct",
        "ts_pct",
    ),
    ("darts", "throws"): (
        "three_dart_average",
        "first_nine_average",
        "treble_pct",
        "doubles_hit",
        "busts",
        "best_leg_darts",
        "darts_per_leg_won",
    ),
    ("football", "players"): (
        "passing_yards",
        "passing_touchdowns",
        "rushing_yards",
        "rushing_touchdowns",
        "receptions",
        "receiving_yards",
        "scrimmage_yards",
        "tackles",
        "sacks",
    ),
    ("hockey", "skaters"): (
        "goals",
        "assists",
        "shots_on_goal",
        "shooting_pct",
        "hits",
        "blocks",
        "takeaways",
        "giveaways",
    ),
    ("hockey", "goalies"): ("save_pct", "gaa", "saves", "shots_against", "goals_allowed"),
    ("soccer", "players"): (
        "minutes_played",
        "goals",
        "assists",
        "shots_attempted",
        "shots_on_goal",
        "fouls_committed",
        "fouls_drawn",
        "yellow_cards",
        "saves",
    ),
    ("darts", "players"): (
        "three_dart_average",
        "legs_won",
        "checkouts_made",
        "checkout_pct",
        "visits_100_plus",
        "visits_140_plus",
        "visits_180",
        "highest_checkout",
    ),
    ("golf", "players"): ("strokes", "to_par", *ROUNDS),
}
"""Columns and measures that a comparison shows by default."""

OF_SEVERAL = {("golf", "players"): ("scoring_average", "cuts_made_pct", "top_10s", "wins", "rounds_played")}
"""Those of several games, where they are others: who missed the cut has fewer strokes than the winner."""


@dataclass(frozen=True)
class Position:
    """Players who are compared by figures of their own, among themselves.

    Attributes
    ----------
    one, several : str
        What they are called.
    codes : tuple of str
        Their values of ``position`` or ``position_category``.
    figures : tuple of str
        Columns and measures that a comparison of them shows by default.
    """

    one: str
    several: str
    codes: tuple[str, ...]
    figures: tuple[str, ...]


POSITIONS: dict[tuple[str, str], tuple[Position, ...]] = {
    ("football", "players"): (
        Position(
            "quarterback",
            "quarterbacks",
            ("QB",),
            (
                "completion_pct",
                "passing_yards",
                "yards_per_attempt",
                "passing_touchdowns",
                "passing_interceptions",
                "passer_rating",
                "rushing_yards",
                "rushing_touchdowns",
            ),
        ),
        Position(
            "running back",
            "running backs",
            ("RB", "FB", "HB"),
            (
                "rushing_yards",
                "yards_per_carry",
                "rushing_touchdowns",
                "rushing_long",
                "receptions",
                "receiving_yards",
                "scrimmage_yards",
                "fumbles_lost",
            ),
        ),
        Position(
            "receiver",
            "receivers",
            ("WR", "TE"),
            (
                "receptions",
                "targets",
                "catch_pct",
                "receiving_yards",
                "yards_per_catch",
                "receiving_touchdowns",
                "receiving_long",
                "scrimmage_yards",
            ),
        ),
        Position(
            "kicker",
            "kickers",
            ("PK", "K"),
            ("field_goals_made", "fg_pct", "field_goals_long", "extra_points_made", "xp_pct", "kick_points"),
        ),
        Position("punter", "punters", ("P",), ("punts", "punt_average", "inside_20", "inside_20_pct", "punts_long")),
        Position("defender", "defenders", ("DEF",), ("tackles", "sacks", "interceptions", "fumbles_recoveries")),
    ),
    ("soccer", "players"): (
        Position(
            "goalkeeper",
            "goalkeepers",
            ("Goalkeeper",),
            ("minutes_played", "save_pct", "saves", "goals_conceded", "clean_sheets", "penalties_saved"),
        ),
        Position(
            "outfield player",
            "outfield players",
            ("Defender", "Midfielder", "Forward"),
            tuple(name for name in FIGURES["soccer", "players"] if name != "saves"),
        ),
    ),
}
"""Positions whose players are compared by other figures than all players of the table."""

RATIOS = ("_average", "_percentage", "_rating")
"""Ends of the names of columns that are ratios already."""

LOWER = frozenset(
    {
        "turnovers",
        "fouls",
        "fouls_committed",
        "fumbles_lost",
        "passing_interceptions",
        "yellow_cards",
        "red_cards",
        "giveaways",
        "errors",
        "goals_allowed",
        "goals_conceded",
        "earned_runs",
        "strokes",
        "to_par",
        *ROUNDS,
    }
)
"""Columns of which less is better; measures say so themselves."""


def usual(rows: pd.DataFrame, found: Kind, position: Position | None = None) -> list[str]:
    """Return the default columns of a player table that are available in this frame, or those of a position."""
    measured = measures_of(found)
    shown = (SPORTS[found.sport].game, found.table)
    names = FIGURES.get(shown, ())
    if position:
        names = position.figures
    elif shown in OF_SEVERAL and rows["game_id"].nunique() > 1:
        names = OF_SEVERAL[shown]
    return [name for name in names if name in rows.columns or name in measured]


def positions(rows: pd.DataFrame, found: Kind) -> dict[Any, Position | None]:
    """Return the position of each player by id, that of the last row with one, if it has figures of its own."""
    known = POSITIONS.get((SPORTS[found.sport].game, found.table), ())
    by_code = {code: one for one in known for code in one.codes}
    held: dict[Any, Position | None] = dict.fromkeys(rows["player_id"].unique())
    for name in ("position_category", "position"):
        if name in rows.columns and by_code:
            codes = rows.dropna(subset=[name]).groupby("player_id")[name].last()
            held |= {who: by_code[code] for who, code in codes.items() if code in by_code}
    return held


def shared_position(held: Iterable[Position | None]) -> Position | None:
    """Return the position that all players have; None if they have several or one of them has none."""
    each = set(held)
    return each.pop() if len(each) == 1 else None


def measures_of(found: Kind) -> dict[str, Measure]:
    """Return the measures of a table by name."""
    from ..measures import of_table

    return of_table(found.sport, found.table)


def measure_called(name: str, found: Kind) -> Measure | None:
    """Return the measure of a table that is called so, or whose mean or greatest value is; None if there is none."""
    one, how = combined(measures_of(found), name)
    if one is None or not how:
        return one
    return replace(one, label=f"{one.label}, {'mean' if how == 'mean' else 'greatest'}")


def greatest(name: str) -> bool:
    """Whether a column is the greatest value of a game, so that of several games the greatest counts."""
    return name.startswith("highest") or name.endswith("_long")


def adds_up(rows: pd.DataFrame, name: str, found: Kind) -> bool:
    """Whether a figure is a sum over games, of which there is a mean per game."""
    if name in rows.columns:
        return not greatest(name) and not name.endswith(RATIOS) and name not in ROUNDS
    one = measure_called(name, found)
    return one is not None and one.aggregation == "count"


def lower(name: str, found: Kind) -> bool:
    """Whether less of this statistic is better."""
    one = measure_called(name, found)
    if one is None:
        return name in LOWER or (name == "strikeouts" and found.table == "batting")
    return one.lowest_first
