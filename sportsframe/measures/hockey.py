"""Ice hockey. A side's goals are not its score: a shootout adds one to the score and to nobody."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from .._frames.recognize import need
from ..catalog import SPORTS
from .grammar import Measure, Primitive, Sums, Where, divided
from .rows import Rows, floats, side_keys

SKATERS = Where(("NHL",), ("skaters",))
GOALIES = Where(("NHL",), ("goalies",))
TEAMS = Where(("NHL",), ("teams",))

GOALS = "The goal of a shootout is left out: by skaters= where given, else where shots and saves tell."


def _kill(s: Sums) -> Any:
    return 100 * (1 - divided(s.opp_power_plays_converted, s.opp_power_plays))


def _pdo(s: Sums) -> Any:
    kept = 1 - divided(s.opp_team_goals, s.opp_shots_on_goal)
    return 100 * divided(s.team_goals, s.shots_on_goal) + 100 * kept


MEASURES: tuple[Measure, ...] = (
    SKATERS.make("points", "Points", "goals assists", lambda s: s.goals + s.assists, "goals + assists", "points", 1,
                 "count", "NHL"),
    SKATERS.make("power_play_points", "Power-play points", "power_play_goals power_play_assists",
                 lambda s: s.power_play_goals + s.power_play_assists, "power-play goals + assists", "points", 1,
                 "count", "NHL"),
    SKATERS.make("short_handed_points", "Short-handed points", "short_handed_goals short_handed_assists",
                 lambda s: s.short_handed_goals + s.short_handed_assists, "short-handed goals + assists", "points", 1,
                 "count", "NHL"),
    SKATERS.ratio("shooting_pct", "Shooting", "goals shots_on_goal", lambda s: (100 * s.goals, s.shots_on_goal),
                  "100 goals / shots on goal", "%", 1, "Hockey-Reference"),
    SKATERS.ratio("points_per_60", "Points per 60 minutes", "goals assists minutes_played",
                  lambda s: (60 * (s.goals + s.assists), s.minutes_played), "60 points / minutes", "points", 1,
                  "Hockey-Reference"),
    Where(("NHL",), ("skaters", "teams")).ratio(
        "faceoff_pct", "Faceoffs won", "faceoffs_won faceoffs_lost",
        lambda s: (100 * s.faceoffs_won, s.faceoffs_won + s.faceoffs_lost), "100 won / (won + lost)", "%", 1, "NHL",
    ),
    GOALIES.ratio("save_pct", "Saves", "saves shots_against", lambda s: (100 * s.saves, s.shots_against),
                  "100 saves / shots against", "%", 1, "NHL",
                  note="Of the goalies' own shots: goals into an empty net are not among them."),
    GOALIES.ratio("gaa", "Goals against average", "goals_allowed minutes_played",
                  lambda s: (60 * s.goals_allowed, s.minutes_played), "60 goals allowed / minutes", "goals per 60 min",
                  -1, "NHL", note="By his own minutes."),
    GOALIES.make("gsaa", "Goals saved above average", "goals_expected goals_allowed",
                 lambda s: s.goals_expected - s.goals_allowed,
                 "shots against (1 - league saves / league shots) - goals allowed", "goals", 1, "count",
                 "Hockey-Reference", whole=False, note="The league is all lines of the frame."),
    TEAMS.ratio("shooting_pct", "Shooting", "team_goals shots_on_goal", lambda s: (100 * s.team_goals, s.shots_on_goal),
                "100 goals / shots on goal", "%", 1, "Hockey-Reference", options=("skaters",), note=GOALS),
    TEAMS.make("team_goals", "Goals", "team_goals", lambda s: s.team_goals, "goals of the skaters", "goals", 1,
               "count", "NHL", options=("skaters",), note=GOALS),
    TEAMS.make("pdo", "PDO", "team_goals shots_on_goal opp_team_goals opp_shots_on_goal", _pdo,
               "shooting_pct + 100 (1 - opponent's goals / opponent's shots)", "100 is par", 0, "rule",
               "NHL as SPSV%", options=("skaters",), note=f"All situations, empty nets included. {GOALS}"),
    TEAMS.ratio("shot_share_pct", "Share of shots", "shots_on_goal opp_shots_on_goal",
                lambda s: (100 * s.shots_on_goal, s.shots_on_goal + s.opp_shots_on_goal),
                "100 shots / (own + opponent's)", "%", 1, "Hockey-Reference", note="Shots on goal; not Corsi."),
    TEAMS.ratio("power_play_pct", "Power play", "power_plays_converted power_plays",
                lambda s: (100 * s.power_plays_converted, s.power_plays), "100 converted / power plays", "%", 1, "NHL"),
    TEAMS.make("penalty_kill_pct", "Penalty kill", "opp_power_plays_converted opp_power_plays", _kill,
               "100 (1 - opponent's converted / opponent's power plays)", "%", 1, "ratio", "NHL"),
    TEAMS.make("special_teams_index", "Special teams",
               "power_plays_converted power_plays opp_power_plays_converted opp_power_plays",
               lambda s: 100 * divided(s.power_plays_converted, s.power_plays) + _kill(s),
               "power_play_pct + penalty_kill_pct", "100 is par", 1, "rule", "The coaches' rule of 100"),
)  # fmt: skip


def _minutes(rows: Rows) -> np.ndarray:
    return rows.get("seconds_played") / 60


def _expected(rows: Rows) -> np.ndarray:
    """Goals an average goalie of the frame would have allowed on the same shots."""
    shots, saves = rows.get("shots_against"), rows.get("saves")
    known = ~(np.isnan(shots) | np.isnan(saves))
    stopped, faced = float(np.sum(saves[known])), float(np.sum(shots[known]))
    if not faced:
        return np.full(len(rows), np.nan)
    return np.asarray(shots * (1 - stopped / faced))


def _goals(rows: Rows) -> np.ndarray:
    """A side's goals: of its skaters, else the score less the goal of a shootout.

    Every goal is a shot on goal that was not saved, so a side that won by one beyond regulation with one goal fewer
    than its score by shots and saves had the last one from a shootout. Beyond regulation a side alone does not tell.
    """
    lines = rows.options.get("skaters")
    if lines is not None:
        need(lines, ["game_id", "side", "goals"], "skaters=")
        keys = side_keys(lines)
        sums = pd.Series(floats(lines["goals"])).groupby(keys).sum(min_count=1)
        return sums.reindex(rows.keys).to_numpy()
    score = rows.get("score")
    beyond = rows.get("periods_played") > SPORTS[rows.sport].rules.periods
    other = rows.get("opp_score")
    told = rows.get("shots_on_goal") - rows.get("opp_saves") == score - 1
    goals = score - (beyond & (score - other == 1) & told)
    return np.asarray(np.where(beyond & np.isnan(other), np.nan, goals))


PRIMITIVES: dict[tuple[str, str], Primitive] = {
    ("skaters", "minutes_played"): Primitive(("seconds_played",), _minutes),
    ("goalies", "minutes_played"): Primitive(("seconds_played",), _minutes),
    ("goalies", "goals_expected"): Primitive(("shots_against", "saves"), _expected),
    ("teams", "team_goals"): Primitive(
        ("game_id", "side", "score", "periods_played", "shots_on_goal", "saves"), _goals
    ),
}
