"""Soccer: what the reported live tables allow."""

from __future__ import annotations

from ..catalog import Sport
from .grammar import Measure, On
from .rows import Primitive

MEASURES: tuple[Measure, ...] = (
    On(("teams",)).make(
        "clean_sheets",
        "Clean sheets",
        value=lambda s: (s.opp_score == 0).astype("float64"),
        formula="the opponent's score is 0",
        unit="games",
        aggregation="count",
        reference="League rules",
        higher_is_better=True,
    ),
    On(("teams",)).ratio(
        "shot_conversion_pct",
        "Goals of shots",
        parts=lambda s: (100 * s.score, s.shots_attempted),
        formula="100 goals / shots",
        unit="%",
        reference="FBref",
        higher_is_better=True,
        note="A side's goals are its score, own goals of the opponent included.",
    ),
    On(("players",)).ratio(
        "shot_conversion_pct",
        "Goals of shots",
        parts=lambda s: (100 * s.goals, s.shots_attempted),
        formula="100 goals / shots",
        unit="%",
        reference="FBref",
        higher_is_better=True,
    ),
    On(("teams", "players")).ratio(
        "shots_on_target_pct",
        "Shots on target",
        parts=lambda s: (100 * s.shots_on_goal, s.shots_attempted),
        formula="100 shots on goal / shots",
        unit="%",
        reference="FBref",
        higher_is_better=True,
    ),
    On(("players",)).ratio(
        "save_pct",
        "Saves",
        parts=lambda s: (100 * s.saves, s.saves + s.goals_conceded),
        formula="100 saves / (saves + goals conceded)",
        unit="%",
        reference="FBref",
        higher_is_better=True,
        note="Goalkeepers; own goals count as conceded.",
    ),
)


def measures(sport: Sport) -> tuple[Measure, ...]:
    """The measures of a sport of this game."""
    return MEASURES


PRIMITIVES: dict[tuple[str, str], Primitive] = {}
