"""Ice hockey measures. A side's score is not its goals: a shootout win adds one that no player scored."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from .._frames.recognize import need
from ..catalog import SPORTS, Sport
from .grammar import Measure, On, Sums, divided, reached
from .rows import (
    FINISHED,
    MINUTES_PLAYED,
    OTHER_SIDE,
    WHOLE_GAMES,
    Lack,
    Others,
    Primitive,
    Rows,
    floats,
    one_sided,
    side_keys,
    unfinished,
)

SKATERS = On(("skaters",))
GOALIES = On(("goalies",))
TEAMS = On(("teams",))

GOALS = "The goal of a shootout is left out: by skaters= where given, else where last period, shots and saves tell."


def _kill(s: Sums) -> Any:
    return 100 * (1 - divided(s.opp_power_plays_converted, s.opp_power_plays))


def _pdo(s: Sums) -> Any:
    kept = 1 - divided(s.opp_team_goals, s.opp_shots_on_goal)
    return 100 * divided(s.team_goals, s.shots_on_goal) + 100 * kept


MEASURES: tuple[Measure, ...] = (
    SKATERS.make(
        "points",
        "Points",
        value=lambda s: s.goals + s.assists,
        formula="goals + assists",
        unit="points",
        aggregation="count",
        reference="NHL",
        higher_is_better=True,
    ),
    SKATERS.make(
        "power_play_points",
        "Power-play points",
        value=lambda s: s.power_play_goals + s.power_play_assists,
        formula="power-play goals + assists",
        unit="points",
        aggregation="count",
        reference="NHL",
        higher_is_better=True,
    ),
    SKATERS.make(
        "short_handed_points",
        "Short-handed points",
        value=lambda s: s.short_handed_goals + s.short_handed_assists,
        formula="short-handed goals + assists",
        unit="points",
        aggregation="count",
        reference="NHL",
        higher_is_better=True,
    ),
    SKATERS.ratio(
        "shooting_pct",
        "Shooting",
        parts=lambda s: (100 * s.goals, s.shots_on_goal),
        formula="100 goals / shots on goal",
        unit="%",
        reference="Hockey-Reference",
        higher_is_better=True,
    ),
    SKATERS.ratio(
        "points_per_60",
        "Points per 60 minutes",
        parts=lambda s: (60 * (s.goals + s.assists), s.minutes_played),
        formula="60 points / minutes",
        unit="points",
        reference="Hockey-Reference",
        higher_is_better=True,
    ),
    SKATERS.ratio(
        "goals_per_60",
        "Goals per 60 minutes",
        parts=lambda s: (60 * s.goals, s.minutes_played),
        formula="60 goals / minutes",
        unit="goals",
        reference="[Hockey-Reference](https://www.hockey-reference.com/about/glossary.html)",
        higher_is_better=True,
    ),
    SKATERS.ratio(
        "assists_per_60",
        "Assists per 60 minutes",
        parts=lambda s: (60 * s.assists, s.minutes_played),
        formula="60 assists / minutes",
        unit="assists",
        reference="[Hockey-Reference](https://www.hockey-reference.com/about/glossary.html)",
        higher_is_better=True,
    ),
    On(("skaters", "teams")).ratio(
        "faceoff_pct",
        "Faceoffs won",
        parts=lambda s: (100 * s.faceoffs_won, s.faceoffs_won + s.faceoffs_lost),
        formula="100 won / (won + lost)",
        unit="%",
        reference="NHL",
        higher_is_better=True,
    ),
    GOALIES.ratio(
        "save_pct",
        "Saves",
        parts=lambda s: (100 * s.saves, s.shots_against),
        formula="100 saves / shots against",
        unit="%",
        reference="NHL",
        higher_is_better=True,
        note="Of the goalies' own shots: goals into an empty net are not among them.",
    ),
    GOALIES.ratio(
        "gaa",
        "Goals against average",
        parts=lambda s: (60 * s.goals_allowed, s.minutes_played),
        formula="60 goals allowed / minutes",
        unit="goals per 60 min",
        reference="NHL",
        higher_is_better=False,
        note="By his own minutes.",
    ),
    GOALIES.make(
        "gsaa",
        "Goals saved above average",
        value=lambda s: s.goals_expected - s.goals_allowed,
        formula="shots against (1 - league saves / league shots) - goals allowed",
        unit="goals",
        aggregation="count",
        reference="Hockey-Reference",
        higher_is_better=True,
        whole=False,
        options=("league",),
        note="The league is the frame passed as league=, otherwise all lines; both sides of each game must be there.",
    ),
    TEAMS.ratio(
        "goals_per_game",
        "Goals per game",
        parts=lambda s: (s.team_goals, s.finished_games),
        formula="goals / games",
        unit="goals",
        reference="[NHL](https://www.nhl.com/stats/teams)",
        higher_is_better=True,
        options=("skaters",),
        note=GOALS,
    ),
    TEAMS.ratio(
        "shots_per_game",
        "Shots per game",
        parts=lambda s: (s.shots_on_goal, s.finished_games),
        formula="shots on goal / games",
        unit="shots",
        reference="[NHL](https://www.nhl.com/stats/teams)",
        higher_is_better=True,
    ),
    TEAMS.ratio(
        "save_pct",
        "Saves",
        parts=lambda s: (100 * s.saves, s.opp_shots_on_goal),
        formula="100 saves / the opponent's shots on goal",
        unit="%",
        reference="[Hockey-Reference](https://www.hockey-reference.com/about/glossary.html)",
        higher_is_better=True,
        note="Goals into an empty net count against the side, unlike in a goalie's own.",
    ),
    TEAMS.ratio(
        "shooting_pct",
        "Shooting",
        parts=lambda s: (100 * s.team_goals, s.shots_on_goal),
        formula="100 goals / shots on goal",
        unit="%",
        reference="Hockey-Reference",
        higher_is_better=True,
        options=("skaters",),
        note=GOALS,
    ),
    TEAMS.column(
        "team_goals",
        "Goals",
        formula="goals of the skaters",
        unit="goals",
        aggregation="count",
        reference="NHL",
        higher_is_better=True,
        options=("skaters",),
        note=GOALS,
    ),
    TEAMS.make(
        "pdo",
        "PDO",
        value=_pdo,
        formula="shooting_pct + 100 (1 - opponent's goals / opponent's shots)",
        unit="100 is par",
        aggregation="rule",
        reference="NHL as SPSV%",
        options=("skaters",),
        note=f"All situations, empty nets included. {GOALS}",
    ),
    TEAMS.ratio(
        "shot_share_pct",
        "Share of shots",
        parts=lambda s: (100 * s.shots_on_goal, s.shots_on_goal + s.opp_shots_on_goal),
        formula="100 shots / (own + opponent's)",
        unit="%",
        reference="Hockey-Reference",
        higher_is_better=True,
        note="Shots on goal; not Corsi.",
    ),
    TEAMS.ratio(
        "power_play_pct",
        "Power play",
        parts=lambda s: (100 * s.power_plays_converted, s.power_plays),
        formula="100 converted / power plays",
        unit="%",
        reference="NHL",
        higher_is_better=True,
    ),
    TEAMS.make(
        "penalty_kill_pct",
        "Penalty kill",
        value=_kill,
        formula="100 (1 - opponent's converted / opponent's power plays)",
        unit="%",
        aggregation="ratio",
        reference="NHL",
        higher_is_better=True,
    ),
    TEAMS.make(
        "special_teams_index",
        "Special teams",
        value=lambda s: 100 * divided(s.power_plays_converted, s.power_plays) + _kill(s),
        formula="power_play_pct + penalty_kill_pct",
        unit="100 is par",
        aggregation="rule",
        reference="NHL",
        higher_is_better=True,
    ),
    SKATERS.flag(
        "hat_trick",
        "Hat trick",
        value=lambda s: reached(s.goals, 3),
        formula="three goals or more",
        reference="NHL",
    ),
)


def measures(sport: Sport) -> tuple[Measure, ...]:
    """The measures of a sport of this game."""
    return MEASURES


def _expected(rows: Rows) -> np.ndarray:
    """Goals an average goalie of the league would have allowed on the same shots."""
    if _one_sided(rows).any():
        return np.full(len(rows), np.nan)
    lines = rows.options.get("league", rows.frame)
    need(lines, ["shots_against", "saves"], "league=")
    shots, saves = floats(lines["shots_against"]), floats(lines["saves"])
    known = ~(np.isnan(shots) | np.isnan(saves))
    stopped, faced = float(np.sum(saves[known])), float(np.sum(shots[known]))
    if not faced:
        return np.full(len(rows), np.nan)
    return np.asarray(rows.get("shots_against") * (1 - stopped / faced))


def _one_sided(rows: Rows) -> np.ndarray:
    """Whether the frame, which stands for the league, does not have both sides of each game; the same for all rows."""
    if rows.options.get("league") is not None:
        return np.zeros(len(rows), dtype=bool)
    return np.full(len(rows), one_sided(rows.frame))


def _goals(rows: Rows) -> np.ndarray:
    """A side's goals: of its skaters if they are all there, else the score less the goal of a shootout.

    Every goal is a shot on goal that was not saved, so a side that won by one beyond regulation with one goal fewer
    than its score by shots and saves had the last one from a shootout. After a period that may have been one, a side
    alone does not tell.
    """
    score, beyond = rows.get("score"), _beyond(rows)
    other = rows.get("opp_score")
    lines = rows.options.get("skaters")
    if lines is None:
        told = rows.get("shots_on_goal") - rows.get("opp_saves") == score - 1
        goals = score - (beyond & (score - other == 1) & told)
        return np.asarray(np.where(_may_have_shot_out(rows) & np.isnan(other), np.nan, goals))
    need(lines, ["game_id", "side", "goals"], "skaters=")
    sums = pd.Series(floats(lines["goals"])).groupby(side_keys(lines)).sum(min_count=1)
    scored = sums.reindex(rows.keys).to_numpy()
    # only the goal of a shootout is no skater's
    shootout = beyond & ((score - other == 1) | np.isnan(other)) & (scored == score - 1)
    whole = (scored == score) | shootout
    return np.where(whole | unfinished(rows.frame), scored, np.nan)


def _beyond(rows: Rows) -> np.ndarray:
    return np.asarray(rows.get("periods_played") > SPORTS[rows.sport].rules.periods)


def _without_skaters(rows: Rows) -> np.ndarray:
    """Whether the frame given as skaters= does not have those who scored for a side."""
    if rows.options.get("skaters") is None:
        return np.zeros(len(rows), dtype=bool)
    return np.asarray(np.isnan(rows.get("team_goals")))


def _may_have_shot_out(rows: Rows) -> np.ndarray:
    """Whether the last period of each row may be a shootout, as far as a side alone tells."""
    rules, periods = SPORTS[rows.sport].rules, rows.get("periods_played")
    parts = rows.frame["season_type"].tolist() if "season_type" in rows.frame.columns else [None] * len(rows)
    return np.array([rules.may_be_shootout(*of) for of in zip(periods, parts, strict=True)], dtype=bool)


def _untold(rows: Rows) -> np.ndarray:
    """Whether a side may have had a shootout, the other side is not in the frame, and there are no skaters."""
    if rows.options.get("skaters") is not None:
        return np.zeros(len(rows), dtype=bool)
    return np.asarray(_may_have_shot_out(rows) & (rows.opposite < 0))


BOTH_GOALIES = Others(Lack("the goalies of the league"), _one_sided)

PRIMITIVES: dict[tuple[str, str], Primitive] = {
    ("skaters", "minutes_played"): MINUTES_PLAYED,
    ("goalies", "minutes_played"): MINUTES_PLAYED,
    ("goalies", "goals_expected"): Primitive(
        ("game_id", "side", "shots_against", "saves"), _expected, others=(BOTH_GOALIES,)
    ),
    ("teams", FINISHED): WHOLE_GAMES,
    ("teams", "team_goals"): Primitive(
        ("game_id", "side", "score", "periods_played", "shots_on_goal", "saves"),
        _goals,
        others=(Others(OTHER_SIDE, _untold), Others(Lack("all skaters of a side", "skaters"), _without_skaters)),
    ),
}
