"""Baseball measures. The data lacks sacrifice flies, so `obp` and `babip` are slightly above published values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from .._frames.recognize import need
from .._frames.typed import verb
from ..catalog import Sport
from ..errors import QueryError
from .grammar import Measure, On, Sums, divided
from .rows import FINISHED, WHOLE_GAMES, Primitive, Rows, floats

FIP_CONSTANT = 3.10
"""Added to `fip` so that it reads like an earned run average; a league's own is in `fip_constant`."""

BAT = On(("batting",))
BOTH = On(("batting", "teams"))
"""Team statistics lack hit batters and singles."""

PITCH = On(("pitching",))

EIGHT, NINE = 24, 27
"""Outs of so many innings."""

LEAGUE = "The league is the frame passed as league=."


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
    return s.finished_games * value.where(s.starter == 1, np.nan)


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


def _complete_game(s: Sums) -> Any:
    whole = (s.outs_recorded >= NINE) | (s.outs_recorded >= EIGHT) & (s.losses == 1) & (s.visitor == 1)
    decided = s.wins + s.losses == 1
    return _starter(s, (whole & decided & (s.pitchers_of_side == 1)).astype("float64"))


CONSTANT_INPUTS = ["outs_recorded", "earned_runs", "home_runs", "walks", "hit_by_pitch", "strikeouts"]
"""Columns whose sums give the constant of `fip`."""


@verb
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

    Examples
    --------
    >>> lines = sf.pitching("2024-06-01")
    >>> 1 < sf.measures.fip_constant(lines) < 6
    True
    """
    need(lines, CONSTANT_INPUTS, "fip_constant()")
    total = lines[CONSTANT_INPUTS].dropna().sum()
    if not total["outs_recorded"]:
        raise QueryError("fip_constant() requires pitching lines with outs; these have none.")
    innings = float(total["outs_recorded"]) / 3
    skill = 13 * total["home_runs"] + 3 * (total["walks"] + total["hit_by_pitch"]) - 2 * total["strikeouts"]
    return float(9 * total["earned_runs"] / innings - skill / innings)


MEASURES: tuple[Measure, ...] = (
    BOTH.make(
        "total_bases",
        "Total bases",
        value=total_bases,
        formula="H + 2B + 2 3B + 3 HR",
        unit="bases",
        aggregation="count",
        reference="MLB glossary",
        higher_is_better=True,
    ),
    BOTH.make(
        "extra_base_hits",
        "Extra-base hits",
        value=lambda s: s.doubles + s.triples + s.home_runs,
        formula="2B + 3B + HR",
        unit="hits",
        aggregation="count",
        reference="MLB glossary",
        higher_is_better=True,
    ),
    BAT.make(
        "plate_appearances",
        "Plate appearances",
        value=plate_appearances,
        formula="AB + BB + HBP",
        unit="PA",
        aggregation="count",
        reference="Official rule 9.02",
        note="A lower bound: sacrifices and interference are not in the data.",
    ),
    BOTH.ratio(
        "avg",
        "Batting average",
        parts=lambda s: (s.hits, s.at_bats),
        formula="H / AB",
        unit="ratio",
        reference="Official rule 9.21(b)",
        higher_is_better=True,
    ),
    BAT.ratio(
        "obp",
        "On-base percentage",
        parts=lambda s: (s.hits + s.walks + s.hit_by_pitch, plate_appearances(s)),
        formula="(H + BB + HBP) / (AB + BB + HBP)",
        unit="ratio",
        reference="Official rule 9.21(f)",
        higher_is_better=True,
        note="Without sacrifice flies, about .002 above the published value.",
    ),
    BOTH.ratio(
        "slg",
        "Slugging",
        parts=lambda s: (total_bases(s), s.at_bats),
        formula="total_bases / AB",
        unit="ratio",
        reference="Official rule 9.21(c)",
        higher_is_better=True,
    ),
    BAT.make(
        "ops",
        "On-base plus slugging",
        value=_ops,
        formula="obp + slg",
        unit="ratio",
        aggregation="rule",
        reference="MLB glossary",
        higher_is_better=True,
    ),
    BAT.make(
        "ops_plus",
        "OPS against the league",
        value=lambda s: (
            100
            * (
                divided(s.hits + s.walks + s.hit_by_pitch, s.on_base_expected)
                + divided(total_bases(s), s.bases_expected)
                - 1
            )
        ),
        formula="100 (obp / league obp + slg / league slg - 1)",
        unit="100 is the league",
        aggregation="rule",
        reference="[Baseball-Reference](https://www.baseball-reference.com/about/bat_glossary.shtml)",
        higher_is_better=True,
        requires="league",
        note=f"{LEAGUE} Without park factors.",
    ),
    BAT.ratio(
        "woba",
        "Weighted on-base average",
        parts=lambda s: (
            0.72 * (s.walks - s.intentional_walks)
            + 0.75 * s.hit_by_pitch
            + 0.90 * (s.hits - s.doubles - s.triples - s.home_runs)
            + 1.24 * s.doubles
            + 1.56 * s.triples
            + 1.95 * s.home_runs,
            s.at_bats + s.walks - s.intentional_walks + s.hit_by_pitch,
        ),
        formula="(.72 (BB - IBB) + .75 HBP + .90 1B + 1.24 2B + 1.56 3B + 1.95 HR) / (AB + BB - IBB + HBP)",
        unit="ratio",
        reference="Tango, The Book; [FanGraphs library](https://library.fangraphs.com/offense/woba/)",
        higher_is_better=True,
        note="Weights of the book, not of the season; without sacrifice flies slightly above published values.",
    ),
    BOTH.ratio(
        "iso",
        "Isolated power",
        parts=lambda s: (s.doubles + 2 * s.triples + 3 * s.home_runs, s.at_bats),
        formula="(2B + 2 3B + 3 HR) / AB",
        unit="ratio",
        reference="MLB glossary",
        higher_is_better=True,
    ),
    BOTH.ratio(
        "babip",
        "Average on balls in play",
        parts=lambda s: (s.hits - s.home_runs, s.at_bats - s.strikeouts - s.home_runs),
        formula="(H - HR) / (AB - SO - HR)",
        unit="ratio",
        reference="MLB glossary",
        note="Without sacrifice flies, about .003 above the published value.",
    ),
    BAT.ratio(
        "bb_pct",
        "Walk rate",
        parts=lambda s: (100 * s.walks, plate_appearances(s)),
        formula="100 BB / PA",
        unit="%",
        reference="FanGraphs library",
        higher_is_better=True,
    ),
    BAT.ratio(
        "k_pct",
        "Strikeout rate",
        parts=lambda s: (100 * s.strikeouts, plate_appearances(s)),
        formula="100 SO / PA",
        unit="%",
        reference="FanGraphs library",
        higher_is_better=False,
    ),
    BOTH.ratio(
        "bb_k",
        "Walks per strikeout",
        parts=lambda s: (s.walks, s.strikeouts),
        formula="BB / SO",
        unit="ratio",
        reference="FanGraphs library",
        higher_is_better=True,
    ),
    BOTH.ratio(
        "sb_pct",
        "Stolen base rate",
        parts=lambda s: (100 * s.stolen_bases, s.stolen_bases + s.caught_stealing),
        formula="100 SB / (SB + CS)",
        unit="%",
        reference="MLB glossary",
        higher_is_better=True,
    ),
    BOTH.make(
        "runs_created",
        "Runs created",
        value=lambda s: divided((s.hits + s.walks) * total_bases(s), s.at_bats + s.walks),
        formula="(H + BB) total_bases / (AB + BB)",
        unit="runs",
        aggregation="rule",
        total=True,
        reference="James, basic version",
        higher_is_better=True,
    ),
    PITCH.make(
        "innings_pitched",
        "Innings pitched",
        value=lambda s: s.outs_recorded / 3,
        formula="outs / 3",
        unit="innings",
        aggregation="count",
        reference="Official rule 9.02(c)",
        whole=False,
        note="Thirds as a fraction: 6.2 in the API is 6.667.",
    ),
    PITCH.ratio(
        "era",
        "Earned run average",
        parts=lambda s: (27 * s.earned_runs, s.outs_recorded),
        formula="27 ER / outs",
        unit="runs per 9 innings",
        reference="Official rule 9.21(e)",
        higher_is_better=False,
    ),
    PITCH.ratio(
        "era_plus",
        "ERA against the league",
        parts=lambda s: (100 * s.earned_expected, s.earned_runs),
        formula="100 league era / era",
        unit="100 is the league",
        reference="[Baseball-Reference](https://www.baseball-reference.com/about/pitching_glossary.shtml)",
        higher_is_better=True,
        requires="league",
        note=f"{LEAGUE} Without park factors; missing without an earned run.",
    ),
    PITCH.ratio(
        "ra_9",
        "Runs allowed per 9",
        parts=lambda s: (27 * s.runs, s.outs_recorded),
        formula="27 R / outs",
        unit="runs per 9 innings",
        reference="Baseball-Reference",
        higher_is_better=False,
    ),
    PITCH.ratio(
        "whip",
        "Walks and hits per inning",
        parts=lambda s: (3 * (s.hits + s.walks), s.outs_recorded),
        formula="3 (H + BB) / outs",
        unit="per inning",
        reference="MLB glossary",
        higher_is_better=False,
    ),
    PITCH.ratio(
        "h_9",
        "Hits per 9",
        parts=lambda s: (27 * s.hits, s.outs_recorded),
        formula="27 H / outs",
        unit="per 9 innings",
        reference="MLB glossary",
        higher_is_better=False,
    ),
    PITCH.ratio(
        "k_9",
        "Strikeouts per 9",
        parts=lambda s: (27 * s.strikeouts, s.outs_recorded),
        formula="27 K / outs",
        unit="per 9 innings",
        reference="MLB glossary",
        higher_is_better=True,
    ),
    PITCH.ratio(
        "bb_9",
        "Walks per 9",
        parts=lambda s: (27 * s.walks, s.outs_recorded),
        formula="27 BB / outs",
        unit="per 9 innings",
        reference="MLB glossary",
        higher_is_better=False,
    ),
    PITCH.ratio(
        "hr_9",
        "Home runs per 9",
        parts=lambda s: (27 * s.home_runs, s.outs_recorded),
        formula="27 HR / outs",
        unit="per 9 innings",
        reference="MLB glossary",
        higher_is_better=False,
    ),
    PITCH.ratio(
        "k_bb",
        "Strikeouts per walk",
        parts=lambda s: (s.strikeouts, s.walks),
        formula="K / BB",
        unit="ratio",
        reference="MLB glossary",
        higher_is_better=True,
    ),
    PITCH.make(
        "batters_faced_est",
        "Batters faced, estimated",
        value=batters_faced,
        formula="outs + H + BB + HBP",
        unit="batters",
        aggregation="count",
        reference="Estimate: the data has no batters faced",
        note="About 2 % above the truth: runners put out on base count twice, errors not at all.",
    ),
    PITCH.ratio(
        "k_pct",
        "Strikeout rate",
        parts=lambda s: (100 * s.strikeouts, batters_faced(s)),
        formula="100 K / batters_faced_est",
        unit="%",
        reference="FanGraphs library",
        higher_is_better=True,
        note="By estimated batters faced.",
    ),
    PITCH.ratio(
        "bb_pct",
        "Walk rate",
        parts=lambda s: (100 * s.walks, batters_faced(s)),
        formula="100 BB / batters_faced_est",
        unit="%",
        reference="FanGraphs library",
        higher_is_better=False,
        note="By estimated batters faced.",
    ),
    PITCH.ratio(
        "k_bb_pct",
        "Strikeout rate less walk rate",
        parts=lambda s: (100 * (s.strikeouts - s.walks), batters_faced(s)),
        formula="100 (K - BB) / batters_faced_est",
        unit="%",
        reference="FanGraphs library",
        higher_is_better=True,
        note="By estimated batters faced.",
    ),
    PITCH.ratio(
        "opponent_avg_est",
        "Opponents' average, estimated",
        parts=lambda s: (s.hits, s.outs_recorded + s.hits),
        formula="H / (outs + H)",
        unit="ratio",
        reference="Estimate",
        higher_is_better=False,
    ),
    PITCH.ratio(
        "babip_against_est",
        "Opponents' BABIP, estimated",
        parts=lambda s: (s.hits - s.home_runs, s.outs_recorded - s.strikeouts + s.hits - s.home_runs),
        formula="(H - HR) / (outs - K + H - HR)",
        unit="ratio",
        reference="Estimate",
    ),
    PITCH.make(
        "lob_pct",
        "Runners left on base",
        value=_lob,
        formula="100 (H + BB + HBP - R) / (H + BB + HBP - 1.4 HR)",
        unit="%",
        aggregation="ratio",
        reference="FanGraphs library",
        higher_is_better=True,
    ),
    PITCH.make(
        "fip",
        "Fielding independent pitching",
        value=_fip,
        formula=f"3 (13 HR + 3 (BB + HBP) - 2 K) / outs + {FIP_CONSTANT:.2f}",
        unit="runs per 9 innings",
        aggregation="rule",
        reference="Tango; FanGraphs library",
        higher_is_better=False,
        options=("constant", "league"),
        note=f'Constant {FIP_CONSTANT:.2f}, or constant=: a number, or "league" for that of league= or the frame.',
    ),
    PITCH.make(
        "game_score",
        "Game score (James)",
        value=_game_score,
        formula="50 + outs + 2 per inning after the 4th + K - 2 H - 4 ER - 2 UER - BB",
        unit="points",
        aggregation="no",
        reference="James, Baseball Abstract 1988",
        higher_is_better=True,
        note="Starters only.",
    ),
    PITCH.make(
        "game_score_tango",
        "Game score (Tango)",
        value=_game_score_tango,
        formula="40 + 2 outs + K - 2 BB - 2 H - 3 R - 6 HR",
        unit="points",
        aggregation="no",
        reference="MLB glossary",
        higher_is_better=True,
        note="Starters only.",
    ),
    PITCH.flag(
        "quality_start",
        "Quality start",
        value=_quality_start,
        formula="starter, 18 outs or more, 3 earned runs or fewer",
        reference="MLB glossary",
    ),
    PITCH.make(
        "starts",
        "Games started",
        value=lambda s: s.starter,
        formula="games of which he was the first pitcher",
        unit="games",
        aggregation="count",
        reference="MLB glossary",
    ),
    PITCH.flag(
        "complete_game",
        "Complete game",
        value=_complete_game,
        formula="starter with the decision and no reliever; 27 outs or more, 24 of visitors who lose",
        reference="MLB glossary",
        note="The frame must have all pitchers of a side. Without games that were called or scheduled for fewer than "
        "nine innings.",
    ),
    PITCH.flag(
        "shutout",
        "Shutout",
        value=lambda s: _complete_game(s) * (s.runs == 0),
        formula="complete game without a run",
        reference="MLB glossary",
    ),
    PITCH.ratio(
        "win_pct",
        "Winning percentage",
        parts=lambda s: (100 * s.wins, s.wins + s.losses),
        formula="100 W / (W + L)",
        unit="%",
        reference="Baseball-Reference",
        higher_is_better=True,
    ),
    PITCH.ratio(
        "strike_pct",
        "Strike rate",
        parts=lambda s: (100 * s.strikes, s.pitches),
        formula="100 strikes / pitches",
        unit="%",
        reference="MLB glossary",
        higher_is_better=True,
        note="A ball in play is a strike.",
    ),
    PITCH.ratio(
        "pitches_per_inning",
        "Pitches per inning",
        parts=lambda s: (3 * s.pitches, s.outs_recorded),
        formula="3 pitches / outs",
        unit="pitches",
        reference="MLB glossary",
        higher_is_better=False,
    ),
    PITCH.ratio(
        "save_conversion_pct",
        "Saves of chances",
        parts=lambda s: (100 * s.saves, s.saves + s.blown_saves),
        formula="100 S / (S + BS)",
        unit="%",
        reference="MLB glossary",
        higher_is_better=True,
    ),
)


def measures(sport: Sport) -> tuple[Measure, ...]:
    """The measures of a sport of this game."""
    return MEASURES


def _is_starter(rows: Rows) -> np.ndarray:
    """1 for the pitcher who began, 0 for a reliever, by either of the two columns that say so."""
    frame = rows.frame
    held = [frame[name].astype(object).to_numpy() for name in ("position", "position_category") if name in frame]
    began = np.any([column == "S" for column in held], axis=0)
    known = np.any([~pd.isna(column) for column in held], axis=0)
    return np.where(known, began.astype("float64"), np.nan)


def _is_visitor(rows: Rows) -> np.ndarray:
    return np.asarray(rows.frame["side"].astype(object).eq("away"), dtype="float64")


def _pitchers_of_side(rows: Rows) -> np.ndarray:
    keys = pd.Series(rows.keys)
    return keys.groupby(keys).transform("size").to_numpy(dtype="float64")


def _expected(value: Callable[[Any], Any], of: Callable[[Any], Any], needs: tuple[str, ...]) -> Primitive:
    """What the league's rate makes of a row's chances: `value` in proportion to `of`."""

    def make(rows: Rows) -> np.ndarray:
        lines = rows.options.get("league")
        if lines is None:
            return np.full(len(rows), np.nan)
        need(lines, list(needs), "league=")
        sums = Sums({name: pd.Series([np.nansum(floats(lines[name]))]) for name in needs}, {})
        own = Sums({name: pd.Series(rows.get(name)) for name in needs}, {})
        rate = float(divided(value(sums), of(sums)).iloc[0])
        return np.asarray(of(own) * rate, dtype="float64")

    return Primitive(needs, make)


PRIMITIVES: dict[tuple[str, str], Primitive] = {
    ("pitching", "starter"): Primitive(("position_category",), _is_starter),
    ("pitching", "visitor"): Primitive(("side",), _is_visitor),
    ("pitching", "pitchers_of_side"): Primitive(("game_id", "side"), _pitchers_of_side),
    ("pitching", FINISHED): WHOLE_GAMES,
    ("pitching", "earned_expected"): _expected(
        lambda s: s.earned_runs, lambda s: s.outs_recorded, ("earned_runs", "outs_recorded")
    ),
    ("batting", "on_base_expected"): _expected(
        lambda s: s.hits + s.walks + s.hit_by_pitch,
        plate_appearances,
        ("hits", "walks", "hit_by_pitch", "at_bats"),
    ),
    ("batting", "bases_expected"): _expected(
        total_bases, lambda s: s.at_bats, ("hits", "doubles", "triples", "home_runs", "at_bats")
    ),
}
