"""American football measures. A player's row has all statistics of a family or none of them: see `Measure.family`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from .._frames.recognize import need
from ..catalog import Sport
from .grammar import Measure, On, Sums, divided
from .rows import FINISHED, WHOLE_GAMES, Lack, Others, Primitive, Rows, floats

PASSING = On(("players",), ("Passing",))
RUSHING = On(("players",), ("Rushing",))
RECEIVING = On(("players",), ("Receiving",))
TARGETED = On(("players",), ("Receiving", "targets"))
KICKING = On(("players",), ("Kicking",))
PUNTING = On(("players",), ("Punting",))
KICK_RETURNS = On(("players",), ("KickReturns",))
PUNT_RETURNS = On(("players",), ("PuntReturns",))
SCORING = On(("players",), ("Rushing", "Receiving", "KickReturns", "PuntReturns"))
TEAMS = On(("teams",))

RATING_CAP = 2.375
"""Most that each of the four parts of the passer rating may count, and 0 the least."""

ELEVEN = 11
"""Players of a side on the field."""

WHOLE = 0.98
"""Least share of a side's snaps, eleven for each play, that its lines must add up to; charting may miss a few."""


def _passer_rating(s: Sums) -> Any:
    attempts = s.passing_attempts
    parts = (
        5 * (divided(s.completions, attempts) - 0.3),
        0.25 * (divided(s.passing_yards, attempts) - 3),
        20 * divided(s.passing_touchdowns, attempts),
        RATING_CAP - 25 * divided(s.passing_interceptions, attempts),
    )
    return 100 * sum((part.clip(0, RATING_CAP) for part in parts), start=0 * attempts) / 6


def _passer_rating_ncaa(s: Sums) -> Any:
    points = 8.4 * s.passing_yards + 330 * s.passing_touchdowns + 100 * s.completions - 200 * s.passing_interceptions
    return divided(points, s.passing_attempts)


def _adjusted(s: Sums) -> tuple[Any, Any]:
    return s.passing_yards + 20 * s.passing_touchdowns - 45 * s.passing_interceptions, s.passing_attempts


def _touchdowns(s: Sums) -> Any:
    returned = s.kick_return_touchdowns + s.punt_return_touchdowns + s.defensive_touchdowns
    return s.rushing_touchdowns + s.receiving_touchdowns + returned


MEASURES: tuple[Measure, ...] = (
    PASSING.ratio(
        "completion_pct",
        "Completions",
        parts=lambda s: (100 * s.completions, s.passing_attempts),
        formula="100 COMP / ATT",
        unit="%",
        reference="NFL",
        higher_is_better=True,
    ),
    PASSING.ratio(
        "yards_per_attempt",
        "Yards per attempt",
        parts=lambda s: (s.passing_yards, s.passing_attempts),
        formula="YDS / ATT",
        unit="yd",
        reference="NFL",
        higher_is_better=True,
    ),
    PASSING.ratio(
        "td_pct",
        "Touchdown rate",
        parts=lambda s: (100 * s.passing_touchdowns, s.passing_attempts),
        formula="100 TD / ATT",
        unit="%",
        reference="NFL",
        higher_is_better=True,
    ),
    PASSING.ratio(
        "int_pct",
        "Interception rate",
        parts=lambda s: (100 * s.passing_interceptions, s.passing_attempts),
        formula="100 INT / ATT",
        unit="%",
        reference="NFL",
        higher_is_better=False,
    ),
    PASSING.make(
        "passer_rating",
        "Passer rating (NFL)",
        value=_passer_rating,
        formula=(
            "100 (a + b + c + d) / 6, each within 0..2.375: 5 (COMP/ATT - 0.3), 0.25 (YDS/ATT - 3), 20 TD/ATT, "
            "2.375 - 25 INT/ATT"
        ),
        unit="0 to 158.33",
        aggregation="rule",
        reference="NFL rule of 1973",
        higher_is_better=True,
        note="College football has the NCAA's formula under this name.",
    ),
    PASSING.make(
        "passer_rating_ncaa",
        "Passer rating (NCAA)",
        value=_passer_rating_ncaa,
        formula="(8.4 YDS + 330 TD + 100 COMP - 200 INT) / ATT",
        unit="-731.6 to 1261.6",
        aggregation="rule",
        reference="NCAA rule of 1979",
        higher_is_better=True,
    ),
    PASSING.ratio(
        "adjusted_yards_per_attempt",
        "Adjusted yards per attempt",
        parts=_adjusted,
        formula="(YDS + 20 TD - 45 INT) / ATT",
        unit="yd",
        reference="Pro-Football-Reference",
        higher_is_better=True,
    ),
    RUSHING.ratio(
        "yards_per_carry",
        "Yards per carry",
        parts=lambda s: (s.rushing_yards, s.rushing_attempts),
        formula="rushing yards / carries",
        unit="yd",
        reference="NFL",
        higher_is_better=True,
        note="College counts sacks as carries, the NFL does not: not comparable between the leagues.",
    ),
    RECEIVING.ratio(
        "yards_per_catch",
        "Yards per catch",
        parts=lambda s: (s.receiving_yards, s.receptions),
        formula="receiving yards / catches",
        unit="yd",
        reference="NFL",
        higher_is_better=True,
    ),
    TARGETED.ratio(
        "catch_pct",
        "Catches of targets",
        parts=lambda s: (100 * s.receptions, s.targets),
        formula="100 catches / targets",
        unit="%",
        reference="Pro-Football-Reference",
        higher_is_better=True,
    ),
    TARGETED.ratio(
        "yards_per_target",
        "Yards per target",
        parts=lambda s: (s.receiving_yards, s.targets),
        formula="receiving yards / targets",
        unit="yd",
        reference="Pro-Football-Reference",
        higher_is_better=True,
    ),
    On(("players",), ("Rushing", "Receiving")).make(
        "scrimmage_yards",
        "Yards from scrimmage",
        value=lambda s: s.rushing_yards + s.receiving_yards,
        formula="rushing + receiving yards",
        unit="yd",
        aggregation="count",
        reference="NFL",
        higher_is_better=True,
    ),
    On(("players",), ("Rushing", "Receiving")).make(
        "touches",
        "Touches",
        value=lambda s: s.rushing_attempts + s.receptions,
        formula="carries + receptions",
        unit="touches",
        aggregation="count",
        reference="[Pro-Football-Reference](https://www.pro-football-reference.com/about/glossary.htm)",
        higher_is_better=True,
    ),
    On(("players",), ("Rushing", "Receiving")).make(
        "scrimmage_touchdowns",
        "Touchdowns from scrimmage",
        value=lambda s: s.rushing_touchdowns + s.receiving_touchdowns,
        formula="rushing + receiving touchdowns",
        unit="touchdowns",
        aggregation="count",
        reference="[Pro-Football-Reference](https://www.pro-football-reference.com/about/glossary.htm)",
        higher_is_better=True,
    ),
    SCORING.make(
        "touchdowns",
        "Touchdowns",
        value=_touchdowns,
        formula="rushing + receiving touchdowns + kicks, punts, interceptions and fumbles returned for one",
        unit="touchdowns",
        aggregation="count",
        reference="[Pro-Football-Reference](https://www.pro-football-reference.com/about/glossary.htm)",
        higher_is_better=True,
        note="Interceptions and fumbles returned only where the table has them: in box scores of the NFL. Without "
        "blocked kicks and missed field goals returned, which no table credits to players.",
    ),
    On(("players",), (*SCORING.family, "Kicking")).make(
        "points",
        "Points",
        value=lambda s: 6 * _touchdowns(s) + 3 * s.field_goals_made + s.extra_points_made + 2 * s.two_point_conversions,
        formula="6 touchdowns + 3 field goals + extra points + 2 two-point conversions",
        unit="points",
        aggregation="count",
        reference="NFL",
        higher_is_better=True,
        note="Without safeties, tries returned, and touchdowns after a blocked kick or a missed field goal, which no "
        "table credits to players. Two-point conversions that were caught count in the NFL, those that were run in its "
        "season statistics only.",
    ),
    TARGETED.make(
        "target_share_pct",
        "Share of targets",
        value=lambda s: divided(100 * s.targets, s.side_targets),
        formula="100 targets / targets of the side",
        unit="%",
        aggregation="rule",
        reference="[nflreadr](https://nflreadr.nflverse.com/articles/dictionary_player_stats.html)",
        higher_is_better=True,
        note="The targets of all players of the side in the frame; their snaps must add up to eleven players.",
    ),
    SCORING.make(
        "all_purpose_yards",
        "All-purpose yards",
        value=lambda s: s.rushing_yards + s.receiving_yards + s.kick_return_yards + s.punt_return_yards,
        formula="rushing + receiving + kick return + punt return yards",
        unit="yd",
        aggregation="count",
        reference="NFL",
        higher_is_better=True,
    ),
    PUNTING.ratio(
        "punt_average",
        "Punting average",
        parts=lambda s: (s.punting_yards, s.punts),
        formula="punting yards / punts",
        unit="yd",
        reference="NFL",
        higher_is_better=True,
        note="Gross yards; net yards are not in the data.",
    ),
    PUNTING.ratio(
        "inside_20_pct",
        "Punts inside the 20",
        parts=lambda s: (100 * s.inside_20, s.punts),
        formula="100 inside 20 / punts",
        unit="%",
        reference="NFL",
        higher_is_better=True,
    ),
    KICK_RETURNS.ratio(
        "kick_return_average",
        "Kick return average",
        parts=lambda s: (s.kick_return_yards, s.kick_returns),
        formula="yards / returns",
        unit="yd",
        reference="NFL",
        higher_is_better=True,
    ),
    PUNT_RETURNS.ratio(
        "punt_return_average",
        "Punt return average",
        parts=lambda s: (s.punt_return_yards, s.punt_returns),
        formula="yards / returns",
        unit="yd",
        reference="NFL",
        higher_is_better=True,
    ),
    KICKING.ratio(
        "fg_pct",
        "Field goals",
        parts=lambda s: (100 * s.field_goals_made, s.field_goals_attempted),
        formula="100 made / attempted",
        unit="%",
        reference="NFL",
        higher_is_better=True,
    ),
    KICKING.ratio(
        "xp_pct",
        "Extra points",
        parts=lambda s: (100 * s.extra_points_made, s.extra_points_attempted),
        formula="100 made / attempted",
        unit="%",
        reference="NFL",
        higher_is_better=True,
    ),
    KICKING.make(
        "kick_points",
        "Kicking points",
        value=lambda s: 3 * s.field_goals_made + s.extra_points_made,
        formula="3 field goals + extra points",
        unit="points",
        aggregation="count",
        reference="NFL",
        higher_is_better=True,
    ),
    On(("players",)).make(
        "snap_share_pct",
        "Share of offensive snaps",
        value=lambda s: divided(100 * s.snaps_offense, s.side_snaps),
        formula="100 snaps / most snaps of the side",
        unit="%",
        aggregation="rule",
        reference="Pro-Football-Reference",
        note="The most of any player of the side stands for the side's snaps; the snaps must add up to eleven players. "
        "Of a group of players, the average of their lines.",
    ),
    On(("players", "teams")).column(
        "fantasy_points",
        "Fantasy points",
        formula="as sent",
        unit="points",
        aggregation="count",
        reference="The service's own rules",
        higher_is_better=True,
        whole=False,
        note="Passed through, not computed.",
    ),
    TEAMS.ratio(
        "points_per_play",
        "Points per play",
        parts=lambda s: (s.score, s.total_plays),
        formula="points / plays",
        unit="points",
        reference="[TeamRankings](https://www.teamrankings.com/nfl/stat/points-per-play)",
        higher_is_better=True,
        note="All points of the side, those of the defense and of returns included.",
    ),
    TEAMS.ratio(
        "yards_allowed_per_play",
        "Yards allowed per play",
        parts=lambda s: (s.opp_total_yards, s.opp_total_plays),
        formula="the opponent's yards / the opponent's plays",
        unit="yd",
        reference="[Pro-Football-Reference](https://www.pro-football-reference.com/about/glossary.htm)",
        higher_is_better=False,
    ),
    TEAMS.make(
        "turnover_margin",
        "Turnover margin",
        value=lambda s: s.opp_turnovers - s.turnovers,
        formula="the opponent's turnovers - own",
        unit="turnovers",
        aggregation="count",
        reference="NFL",
        higher_is_better=True,
        note="Interceptions and recoveries of the defense may not add up to this number; it is not adjusted.",
    ),
    TEAMS.ratio(
        "yards_per_play",
        "Yards per play",
        parts=lambda s: (s.total_yards, s.total_plays),
        formula="yards / plays",
        unit="yd",
        reference="NFL",
        higher_is_better=True,
    ),
    TEAMS.ratio(
        "first_downs_per_game",
        "First downs per game",
        parts=lambda s: (s.first_downs, s.finished_games),
        formula="first downs / games",
        unit="per game",
        reference="NFL",
        higher_is_better=True,
    ),
    TEAMS.ratio(
        "penalty_yards_per_game",
        "Penalty yards per game",
        parts=lambda s: (s.penalty_yards, s.finished_games),
        formula="penalty yards / games",
        unit="yd per game",
        reference="NFL",
        higher_is_better=False,
    ),
    TEAMS.make(
        "sacks_taken",
        "Sacks taken",
        value=lambda s: s.opp_sacks,
        formula="the opponent's sacks",
        unit="sacks",
        aggregation="count",
        reference="NFL",
        higher_is_better=False,
    ),
    On(("teams",)).ratio(
        "sack_pct",
        "Sack rate",
        parts=lambda s: (100 * s.opp_sacks, s.side_attempts + s.opp_sacks),
        formula="100 sacks taken / (ATT + sacks taken)",
        unit="%",
        reference="NFL",
        higher_is_better=False,
        requires="players",
        note="Attempts are in the lines of the players only.",
    ),
)

OF_WHOLE_SIDES = frozenset({"sack_pct"})
"""Measures that need every line of a side, of which only snaps tell whether a frame has them."""


def measures(sport: Sport) -> tuple[Measure, ...]:
    """The measures of a sport of this game."""
    held = MEASURES
    if sport.rules.formulas == "college":
        college = next(one for one in MEASURES if one.name == "passer_rating_ncaa")
        own = replace(college, name="passer_rating", note="The NCAA's formula, as in the API field of the same name.")
        held = tuple(own if one.name == "passer_rating" else one for one in MEASURES)
    live = sport.answers.get("live")
    lines = live.layouts.get("players") if live else None
    if lines is None or all(column.name != "snaps_offense" for column in lines.columns):
        held = tuple(one for one in held if one.name not in OF_WHOLE_SIDES)
    return held


def _partial_sides(rows: Rows) -> np.ndarray:
    """Whether the rows of a side are not those of all who had offensive snaps: they add up to eleven on each snap."""
    snaps = pd.Series(rows.get("snaps_offense"))
    if snaps.isna().all():
        return np.zeros(len(rows), dtype=bool)
    sides = snaps.groupby(rows.keys)
    there = sides.transform("sum").ge(WHOLE * ELEVEN * sides.transform("max").fillna(0)) & sides.transform("max").gt(0)
    return ~there.to_numpy()


PLAYERS_OF_SIDE = Others(Lack("all players of the side"), _partial_sides)


def _side_snaps(rows: Rows) -> np.ndarray:
    most = pd.Series(rows.get("snaps_offense")).groupby(rows.keys).transform("max")
    return most.mask(_partial_sides(rows)).to_numpy(dtype="float64")


def _side_targets(rows: Rows) -> np.ndarray:
    sums = pd.Series(rows.get("targets")).groupby(rows.keys).transform("sum")
    return sums.mask(_partial_sides(rows)).to_numpy(dtype="float64")


def _side_attempts(rows: Rows) -> np.ndarray:
    """Passes of each side: sums over the frame given as players=, missing for sides that it does not have whole."""
    lines = rows.options.get("players")
    if lines is None:
        return np.full(len(rows), np.nan)
    need(lines, ["game_id", "side", "passing_attempts"], "players=")
    inner = Rows(lines, rows.sport, "players", {}, {})
    attempts = pd.Series(floats(lines["passing_attempts"]))
    if "snaps_offense" in lines.columns:
        attempts = attempts.mask(pd.Series(_partial_sides(inner)))
    return attempts.groupby(inner.keys).sum(min_count=1).reindex(rows.keys).to_numpy()


def _without_attempts(rows: Rows) -> np.ndarray:
    """Whether the frame given as players= does not have the players of a side."""
    if rows.options.get("players") is None:
        return np.zeros(len(rows), dtype=bool)
    return np.asarray(np.isnan(rows.get("side_attempts")))


def _of_those_there(*names: str) -> Primitive:
    """The sum of those of these columns that the table has; a line without them has none."""

    def made(rows: Rows) -> np.ndarray:
        held = [np.nan_to_num(rows.get(name)) for name in names if name in rows.frame.columns]
        return np.sum(held, axis=0) if held else np.zeros(len(rows))

    return Primitive((), made, adds=True)


PRIMITIVES: dict[tuple[str, str], Primitive] = {
    ("players", "defensive_touchdowns"): _of_those_there("interception_touchdowns", "fumble_return_touchdowns"),
    ("players", "two_point_conversions"): _of_those_there(
        "two_point_conversion_reception_succeeded", "two_point_conversion_rush_succeeded"
    ),
    ("players", "side_snaps"): Primitive(("game_id", "side", "snaps_offense"), _side_snaps, others=(PLAYERS_OF_SIDE,)),
    ("players", "side_targets"): Primitive(
        ("game_id", "side", "snaps_offense", "targets"), _side_targets, others=(PLAYERS_OF_SIDE,), of_side=True
    ),
    ("teams", "side_attempts"): Primitive(
        ("game_id", "side"),
        _side_attempts,
        others=(Others(Lack("all players of a side", "players"), _without_attempts),),
    ),
    ("teams", FINISHED): WHOLE_GAMES,
}
