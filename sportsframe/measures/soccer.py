"""Soccer measures, as far as the reported live tables allow."""

from __future__ import annotations

from ..catalog import Sport
from .grammar import Measure, On, reached
from .rows import FINISHED, WHOLE_GAMES, Primitive

MEASURES: tuple[Measure, ...] = (
    On(("teams",)).make(
        "clean_sheets",
        "Clean sheets",
        value=lambda s: s.finished_games * (s.opp_score == 0),
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
    *(
        On(("players",)).ratio(
            f"{name}_per_90",
            f"{label} per 90 minutes",
            parts=parts,
            formula=f"90 {formula} / minutes",
            unit=f"{formula} per 90 min",
            reference="[FBref](https://fbref.com/en/about/)",
            higher_is_better=True,
        )
        for name, label, formula, parts in (
            ("goals", "Goals", "goals", lambda s: (90 * s.goals, s.minutes_played)),
            ("assists", "Assists", "assists", lambda s: (90 * s.assists, s.minutes_played)),
            ("shots", "Shots", "shots", lambda s: (90 * s.shots_attempted, s.minutes_played)),
            ("saves", "Saves", "saves", lambda s: (90 * s.saves, s.minutes_played)),
        )
    ),
    On(("players",)).flag(
        "hat_trick",
        "Hat trick",
        value=lambda s: reached(s.goals, 3),
        formula="three goals or more",
        reference="League rules",
    ),
    On(("players",)).make(
        "goal_contributions",
        "Goals and assists",
        value=lambda s: s.goals + s.assists,
        formula="goals + assists",
        unit="goals",
        aggregation="count",
        reference="[FBref](https://fbref.com/en/about/) (G+A)",
        higher_is_better=True,
    ),
    On(("players",)).make(
        "non_penalty_goals",
        "Goals without penalties",
        value=lambda s: s.goals - s.penalties_scored,
        formula="goals - penalties scored",
        unit="goals",
        aggregation="count",
        reference="[FBref](https://fbref.com/en/about/) (G-PK)",
        higher_is_better=True,
    ),
    On(("players", "teams")).ratio(
        "penalty_conversion_pct",
        "Penalties scored",
        parts=lambda s: (100 * s.penalties_scored, s.penalty_attempts),
        formula="100 penalties scored / attempts",
        unit="%",
        reference="[FBref](https://fbref.com/en/about/)",
        higher_is_better=True,
    ),
    On(("teams",)).ratio(
        "goals_per_game",
        "Goals per game",
        parts=lambda s: (s.score, s.finished_games),
        formula="goals / games",
        unit="goals",
        reference="[FBref](https://fbref.com/en/about/)",
        higher_is_better=True,
    ),
)


def measures(sport: Sport) -> tuple[Measure, ...]:
    """The measures of a sport of this game."""
    return MEASURES


PRIMITIVES: dict[tuple[str, str], Primitive] = {("teams", FINISHED): WHOLE_GAMES}
