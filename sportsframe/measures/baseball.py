"""Baseball. The feed lacks sacrifice flies, so `obp` and `babip` stand a little above the published figures."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from .._frames.recognize import need
from ..errors import QueryError
from .grammar import Measure, Primitive, Sums, Where, divided
from .rows import Rows

FIP_CONSTANT = 3.10
"""Added to `fip` so that it reads like an earned run average; a league's own is in `fip_constant`."""

BAT = Where(("MLB",), ("batting",))
BOTH = Where(("MLB",), ("batting", "teams"))
"""The team's figures lack hit batsmen and singles."""

PITCH = Where(("MLB",), ("pitching",))


def total_bases(s: Sums) -> Any:
    return s.hits + s.doubles + 2 * s.triples + 3 * s.home_runs


def plate_appearances(s: Sums) -> Any:
    return s.at_bats + s.walks + s.hit_by_pitch


def batters_faced(s: Sums) -> Any:
    return s.outs_recorded + s.hits + s.walks + s.hit_by_pitch


def _ops(s: Sums) -> Any:
    return divided(s.hits + s.walks + s.hit_by_pitch, plate_appearances(s)) + divided(total_bases(s), s.at_bats)


def _fip(s: Sums) -> Any:
    runs = 13 * s.home_runs + 3 * (s.walks + s.hit_by_pitch) - 2 * s.strikeouts
    return divided(3 * runs, s.outs_recorded) + float(s.options.get("constant", FIP_CONSTANT))


def _lob(s: Sums) -> Any:
    left = s.hits + s.walks + s.hit_by_pitch
    below = left - 1.4 * s.home_runs
    return divided(100 * (left - s.runs), below.where(below > 0, np.nan))


def _starter(s: Sums, value: Any) -> Any:
    return value.where(s.starter == 1, np.nan)


def _game_score(s: Sums) -> Any:
    late = 2 * (s.outs_recorded // 3 - 4).clip(lower=0)
    runs = 4 * s.earned_runs + 2 * (s.runs - s.earned_runs)
    return _starter(s, 50 + s.outs_recorded + late + s.strikeouts - 2 * s.hits - runs - s.walks)


def _game_score_tango(s: Sums) -> Any:
    good = 40 + 2 * s.outs_recorded + s.strikeouts
    return _starter(s, good - 2 * s.walks - 2 * s.hits - 3 * s.runs - 6 * s.home_runs)


def _quality_start(s: Sums) -> Any:
    good = (s.outs_recorded >= 18) & (s.earned_runs <= 3)
    return _starter(s, good.astype("float64").where(s.outs_recorded.notna() & s.earned_runs.notna(), np.nan))


def fip_constant(lines: pd.DataFrame) -> float:
    """The constant that sets the `fip` of a league's pitching lines to its earned run average.

    Parameters
    ----------
    lines : pandas.DataFrame
        Table ``pitching``, best a whole season.

    Returns
    -------
    float
        Runs per nine innings.

    References
    ----------
    FanGraphs library, FIP.
    """
    names = ["outs_recorded", "earned_runs", "home_runs", "walks", "hit_by_pitch", "strikeouts"]
    need(lines, names, "fip_constant()")
    total = lines[names].dropna().sum()
    if not total["outs_recorded"]:
        raise QueryError("fip_constant() needs lines with outs; these have none.")
    innings = float(total["outs_recorded"]) / 3
    skill = 13 * total["home_runs"] + 3 * (total["walks"] + total["hit_by_pitch"]) - 2 * total["strikeouts"]
    return float(9 * total["earned_runs"] / innings - skill / innings)


_TB = "hits doubles triples home_runs"
_PA = "at_bats walks hit_by_pitch"
_BF = "outs_recorded hits walks hit_by_pitch"

MEASURES: tuple[Measure, ...] = (
    BOTH.make("total_bases", "Total bases", _TB, total_bases, "H + 2B + 2 3B + 3 HR", "bases", 1, "count",
              "MLB glossary"),
    BOTH.make(
        "extra_base_hits", "Extra-base hits", "doubles triples home_runs",
        lambda s: s.doubles + s.triples + s.home_runs, "2B + 3B + HR", "hits", 1, "count", "MLB glossary",
    ),
    BAT.make(
        "plate_appearances", "Plate appearances", _PA, plate_appearances, "AB + BB + HBP", "PA", 0, "count",
        "Official rule 9.02", note="A lower bound: sacrifices and interference are not in the feed.",
    ),
    BOTH.ratio("avg", "Batting average", "hits at_bats", lambda s: (s.hits, s.at_bats), "H / AB", "ratio", 1,
              "Official rule 9.21(b)"),
    BAT.ratio(
        "obp", "On-base percentage", f"hits {_PA}",
        lambda s: (s.hits + s.walks + s.hit_by_pitch, plate_appearances(s)), "(H + BB + HBP) / (AB + BB + HBP)",
        "ratio", 1, "Official rule 9.21(f)", note="Without sacrifice flies, about .002 above the published figure.",
    ),
    BOTH.ratio("slg", "Slugging", f"at_bats {_TB}", lambda s: (total_bases(s), s.at_bats), "total_bases / AB", "ratio",
              1, "Official rule 9.21(c)"),
    BAT.make("ops", "On-base plus slugging", f"at_bats walks hit_by_pitch {_TB}", _ops, "obp + slg", "ratio", 1,
             "rule", "MLB glossary"),
    BOTH.ratio(
        "iso", "Isolated power", "at_bats doubles triples home_runs",
        lambda s: (s.doubles + 2 * s.triples + 3 * s.home_runs, s.at_bats), "(2B + 2 3B + 3 HR) / AB", "ratio", 1,
        "MLB glossary",
    ),
    BOTH.ratio(
        "babip", "Average on balls in play", "hits home_runs at_bats strikeouts",
        lambda s: (s.hits - s.home_runs, s.at_bats - s.strikeouts - s.home_runs), "(H - HR) / (AB - SO - HR)",
        "ratio", 0, "MLB glossary", note="Without sacrifice flies, about .003 above the published figure.",
    ),
    BAT.ratio("bb_pct", "Walk rate", _PA, lambda s: (100 * s.walks, plate_appearances(s)), "100 BB / PA", "%", 1,
              "FanGraphs library"),
    BAT.ratio("k_pct", "Strikeout rate", f"strikeouts {_PA}", lambda s: (100 * s.strikeouts, plate_appearances(s)),
              "100 SO / PA", "%", -1, "FanGraphs library"),
    BOTH.ratio("bb_k", "Walks per strikeout", "walks strikeouts", lambda s: (s.walks, s.strikeouts), "BB / SO",
              "ratio", 1, "FanGraphs library"),
    BOTH.ratio(
        "sb_pct", "Stolen base rate", "stolen_bases caught_stealing",
        lambda s: (100 * s.stolen_bases, s.stolen_bases + s.caught_stealing), "100 SB / (SB + CS)", "%", 1,
        "MLB glossary",
    ),
    BOTH.make(
        "runs_created", "Runs created", f"at_bats walks {_TB}",
        lambda s: divided((s.hits + s.walks) * total_bases(s), s.at_bats + s.walks),
        "(H + BB) total_bases / (AB + BB)", "runs", 1, "rule", "James, basic version",
    ),
    PITCH.make("innings_pitched", "Innings pitched", "outs_recorded", lambda s: s.outs_recorded / 3, "outs / 3",
               "innings", 0, "count", "Official rule 9.02(c)", whole=False,
               note="Thirds as a fraction: 6.2 of the wire is 6.667."),
    PITCH.ratio("era", "Earned run average", "earned_runs outs_recorded",
                lambda s: (27 * s.earned_runs, s.outs_recorded), "27 ER / outs", "runs per 9 innings", -1,
                "Official rule 9.21(e)"),
    PITCH.ratio("ra_9", "Runs allowed per 9", "runs outs_recorded", lambda s: (27 * s.runs, s.outs_recorded),
                "27 R / outs", "runs per 9 innings", -1, "Baseball-Reference"),
    PITCH.ratio("whip", "Walks and hits per inning", "hits walks outs_recorded",
                lambda s: (3 * (s.hits + s.walks), s.outs_recorded), "3 (H + BB) / outs", "per inning", -1,
                "MLB glossary"),
    PITCH.ratio("h_9", "Hits per 9", "hits outs_recorded", lambda s: (27 * s.hits, s.outs_recorded), "27 H / outs",
                "per 9 innings", -1, "MLB glossary"),
    PITCH.ratio("k_9", "Strikeouts per 9", "strikeouts outs_recorded",
                lambda s: (27 * s.strikeouts, s.outs_recorded), "27 K / outs", "per 9 innings", 1, "MLB glossary"),
    PITCH.ratio("bb_9", "Walks per 9", "walks outs_recorded", lambda s: (27 * s.walks, s.outs_recorded),
                "27 BB / outs", "per 9 innings", -1, "MLB glossary"),
    PITCH.ratio("hr_9", "Home runs per 9", "home_runs outs_recorded",
                lambda s: (27 * s.home_runs, s.outs_recorded), "27 HR / outs", "per 9 innings", -1, "MLB glossary"),
    PITCH.ratio("k_bb", "Strikeouts per walk", "strikeouts walks", lambda s: (s.strikeouts, s.walks), "K / BB",
                "ratio", 1, "MLB glossary"),
    PITCH.make(
        "batters_faced_est", "Batters faced, estimated", _BF, batters_faced, "outs + H + BB + HBP", "batters", 0,
        "count", "Estimate: the feed has no batters faced",
        note="About 2 % above the truth: runners put out on base count twice, errors not at all.",
    ),
    PITCH.ratio("k_pct", "Strikeout rate", f"strikeouts {_BF}", lambda s: (100 * s.strikeouts, batters_faced(s)),
                "100 K / batters_faced_est", "%", 1, "FanGraphs library", note="By estimated batters faced."),
    PITCH.ratio("bb_pct", "Walk rate", _BF, lambda s: (100 * s.walks, batters_faced(s)),
                "100 BB / batters_faced_est", "%", -1, "FanGraphs library", note="By estimated batters faced."),
    PITCH.ratio(
        "k_bb_pct", "Strikeout rate less walk rate", f"strikeouts {_BF}",
        lambda s: (100 * (s.strikeouts - s.walks), batters_faced(s)), "100 (K - BB) / batters_faced_est", "%", 1,
        "FanGraphs library", note="By estimated batters faced.",
    ),
    PITCH.ratio("opponent_avg_est", "Opponents' average, estimated", "hits outs_recorded",
                lambda s: (s.hits, s.outs_recorded + s.hits), "H / (outs + H)", "ratio", -1, "Estimate"),
    PITCH.ratio(
        "babip_against_est", "Opponents' BABIP, estimated", "hits home_runs outs_recorded strikeouts",
        lambda s: (s.hits - s.home_runs, s.outs_recorded - s.strikeouts + s.hits - s.home_runs),
        "(H - HR) / (outs - K + H - HR)", "ratio", 0, "Estimate",
    ),
    PITCH.make("lob_pct", "Runners left on base", "hits walks hit_by_pitch runs home_runs", _lob,
               "100 (H + BB + HBP - R) / (H + BB + HBP - 1.4 HR)", "%", 1, "ratio", "FanGraphs library"),
    PITCH.make(
        "fip", "Fielding independent pitching", "home_runs walks hit_by_pitch strikeouts outs_recorded", _fip,
        f"3 (13 HR + 3 (BB + HBP) - 2 K) / outs + {FIP_CONSTANT:.2f}", "runs per 9 innings", -1, "rule",
        "Tango; FanGraphs library", options=("constant",),
        note=f"Constant {FIP_CONSTANT:.2f}, or constant=: a number, or \"league\" for that of the frame's own lines.",
    ),
    PITCH.make("game_score", "Game score (James)", "outs_recorded strikeouts hits earned_runs runs walks starter",
               _game_score, "50 + outs + 2 per inning after the 4th + K - 2 H - 4 ER - 2 UER - BB", "points", 1, "no",
               "James, Baseball Abstract 1988", note="Starters only."),
    PITCH.make("game_score_tango", "Game score (Tango)", "outs_recorded strikeouts walks hits runs home_runs starter",
               _game_score_tango, "40 + 2 outs + K - 2 BB - 2 H - 3 R - 6 HR", "points", 1, "no", "MLB glossary",
               note="Starters only."),
    PITCH.make("quality_start", "Quality start", "outs_recorded earned_runs starter", _quality_start,
               "starter, 18 outs or more, 3 earned runs or fewer", "flag", 1, "count", "MLB glossary", flag=True),
    PITCH.ratio("strike_pct", "Strike rate", "strikes pitches", lambda s: (100 * s.strikes, s.pitches),
                "100 strikes / pitches", "%", 1, "MLB glossary", note="A ball in play is a strike."),
    PITCH.ratio("pitches_per_inning", "Pitches per inning", "pitches outs_recorded",
                lambda s: (3 * s.pitches, s.outs_recorded), "3 pitches / outs", "pitches", -1, "MLB glossary"),
    PITCH.ratio("save_conversion_pct", "Saves of chances", "saves blown_saves",
                lambda s: (100 * s.saves, s.saves + s.blown_saves), "100 S / (S + BS)", "%", 1, "MLB glossary"),
)  # fmt: skip


def _is_starter(rows: Rows) -> np.ndarray:
    """1 for the pitcher who began, 0 for a reliever, by either of the two columns that say so."""
    frame = rows.frame
    held = [frame[name].astype(object).to_numpy() for name in ("position", "position_category") if name in frame]
    began = np.any([column == "S" for column in held], axis=0)
    known = np.any([~pd.isna(column) for column in held], axis=0)
    return np.where(known, began.astype("float64"), np.nan)


PRIMITIVES: dict[tuple[str, str], Primitive] = {
    ("pitching", "starter"): Primitive(("position_category",), _is_starter),
}
