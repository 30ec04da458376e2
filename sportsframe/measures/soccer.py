"""Soccer: what the reported live tables allow."""

from __future__ import annotations

from .grammar import Measure, Primitive, Where

SPORT = ("SOCCER",)

MEASURES: tuple[Measure, ...] = (
    Where(SPORT, ("teams",)).make(
        "clean_sheets", "Clean sheets", "opp_score", lambda s: (s.opp_score == 0).astype("float64"),
        "the opponent's score is 0", "games", 1, "count", "League rules",
    ),
    Where(SPORT, ("teams",)).ratio(
        "shot_conversion_pct", "Goals of shots", "score shots_attempted", lambda s: (100 * s.score, s.shots_attempted),
        "100 goals / shots", "%", 1, "FBref", note="A side's goals are its score, own goals of the opponent included.",
    ),
    Where(SPORT, ("players",)).ratio(
        "shot_conversion_pct", "Goals of shots", "goals shots_attempted", lambda s: (100 * s.goals, s.shots_attempted),
        "100 goals / shots", "%", 1, "FBref",
    ),
    Where(SPORT, ("teams", "players")).ratio(
        "shots_on_target_pct", "Shots on target", "shots_on_goal shots_attempted",
        lambda s: (100 * s.shots_on_goal, s.shots_attempted), "100 shots on goal / shots", "%", 1, "FBref",
    ),
    Where(SPORT, ("players",)).ratio(
        "save_pct", "Saves", "saves goals_conceded", lambda s: (100 * s.saves, s.saves + s.goals_conceded),
        "100 saves / (saves + goals conceded)", "%", 1, "FBref", note="Goalkeepers; own goals count as conceded.",
    ),
)  # fmt: skip

PRIMITIVES: dict[tuple[str, str], Primitive] = {}
