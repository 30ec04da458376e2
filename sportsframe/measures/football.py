"""American football. A player's line holds whole stat families or none of them: see `Measure.family`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from .._frames.recognize import need
from .grammar import Measure, Primitive, Sums, Where, divided
from .rows import Rows, floats, side_keys

BOTH = ("NFL", "NCAAFB")
PASSING = Where(BOTH, ("players",), ("Passing",))
RUSHING = Where(BOTH, ("players",), ("Rushing",))
RECEIVING = Where(BOTH, ("players",), ("Receiving",))
TARGETED = Where(("NFL",), ("players",), ("Receiving", "targets"))
KICKING = Where(BOTH, ("players",), ("Kicking",))
PUNTING = Where(BOTH, ("players",), ("Punting",))
KICK_RETURNS = Where(BOTH, ("players",), ("KickReturns",))
PUNT_RETURNS = Where(BOTH, ("players",), ("PuntReturns",))
TEAMS = Where(BOTH, ("teams",))

RATING_CAP = 2.375
"""Most that each of the four parts of the passer rating may count, and 0 the least."""

ELEVEN = 11
"""Players of a side on the field: a side with fewer lines with snaps is not all there."""

_PASSES = "completions passing_attempts passing_yards passing_touchdowns passing_interceptions"


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


MEASURES: tuple[Measure, ...] = (
    PASSING.ratio("completion_pct", "Completions", "completions passing_attempts",
                  lambda s: (100 * s.completions, s.passing_attempts), "100 COMP / ATT", "%", 1, "NFL"),
    PASSING.ratio("yards_per_attempt", "Yards per attempt", "passing_yards passing_attempts",
                  lambda s: (s.passing_yards, s.passing_attempts), "YDS / ATT", "yd", 1, "NFL"),
    PASSING.ratio("td_pct", "Touchdown rate", "passing_touchdowns passing_attempts",
                  lambda s: (100 * s.passing_touchdowns, s.passing_attempts), "100 TD / ATT", "%", 1, "NFL"),
    PASSING.ratio("int_pct", "Interception rate", "passing_interceptions passing_attempts",
                  lambda s: (100 * s.passing_interceptions, s.passing_attempts), "100 INT / ATT", "%", -1, "NFL"),
    PASSING.make(
        "passer_rating", "Passer rating (NFL)", _PASSES, _passer_rating,
        "100 (a + b + c + d) / 6, each within 0..2.375: 5 (COMP/ATT - 0.3), 0.25 (YDS/ATT - 3), 20 TD/ATT, "
        "2.375 - 25 INT/ATT", "0 to 158.33", 1, "rule", "NFL rule of 1973",
        note="The NFL's formula in both leagues; the wire's figure of the same name is not read.",
    ),
    PASSING.make("passer_rating_ncaa", "Passer rating (NCAA)", _PASSES, _passer_rating_ncaa,
                 "(8.4 YDS + 330 TD + 100 COMP - 200 INT) / ATT", "-731.6 to 1261.6", 1, "rule", "NCAA rule of 1979"),
    PASSING.ratio("adjusted_yards_per_attempt", "Adjusted yards per attempt",
                  "passing_yards passing_touchdowns passing_interceptions passing_attempts", _adjusted,
                  "(YDS + 20 TD - 45 INT) / ATT", "yd", 1, "Pro-Football-Reference"),
    RUSHING.ratio("yards_per_carry", "Yards per carry", "rushing_yards rushing_attempts",
                  lambda s: (s.rushing_yards, s.rushing_attempts), "rushing yards / carries", "yd", 1, "NFL",
                  note="College counts sacks as carries, the NFL does not: not comparable between the leagues."),
    RECEIVING.ratio("yards_per_catch", "Yards per catch", "receiving_yards receptions",
                    lambda s: (s.receiving_yards, s.receptions), "receiving yards / catches", "yd", 1, "NFL"),
    TARGETED.ratio("catch_pct", "Catches of targets", "receptions targets",
                   lambda s: (100 * s.receptions, s.targets), "100 catches / targets", "%", 1,
                   "Pro-Football-Reference"),
    TARGETED.ratio("yards_per_target", "Yards per target", "receiving_yards targets",
                   lambda s: (s.receiving_yards, s.targets), "receiving yards / targets", "yd", 1,
                   "Pro-Football-Reference"),
    Where(BOTH, ("players",), ("Rushing", "Receiving")).make(
        "scrimmage_yards", "Yards from scrimmage", "rushing_yards receiving_yards",
        lambda s: s.rushing_yards + s.receiving_yards, "rushing + receiving yards", "yd", 1, "count", "NFL",
    ),
    Where(BOTH, ("players",), ("Rushing", "Receiving", "KickReturns", "PuntReturns")).make(
        "all_purpose_yards", "All-purpose yards",
        "rushing_yards receiving_yards kick_return_yards punt_return_yards",
        lambda s: s.rushing_yards + s.receiving_yards + s.kick_return_yards + s.punt_return_yards,
        "rushing + receiving + kick return + punt return yards", "yd", 1, "count", "NFL",
    ),
    PUNTING.ratio("punt_average", "Punting average", "punting_yards punts", lambda s: (s.punting_yards, s.punts),
                  "punting yards / punts", "yd", 1, "NFL", note="Gross: net is not in the feed."),
    PUNTING.ratio("inside_20_pct", "Punts inside the 20", "inside_20 punts", lambda s: (100 * s.inside_20, s.punts),
                  "100 inside 20 / punts", "%", 1, "NFL"),
    KICK_RETURNS.ratio("kick_return_average", "Kick return average", "kick_return_yards kick_returns",
                       lambda s: (s.kick_return_yards, s.kick_returns), "yards / returns", "yd", 1, "NFL"),
    PUNT_RETURNS.ratio("punt_return_average", "Punt return average", "punt_return_yards punt_returns",
                       lambda s: (s.punt_return_yards, s.punt_returns), "yards / returns", "yd", 1, "NFL"),
    KICKING.ratio("fg_pct", "Field goals", "field_goals_made field_goals_attempted",
                  lambda s: (100 * s.field_goals_made, s.field_goals_attempted), "100 made / tried", "%", 1, "NFL"),
    KICKING.ratio("xp_pct", "Extra points", "extra_points_made extra_points_attempted",
                  lambda s: (100 * s.extra_points_made, s.extra_points_attempted), "100 made / tried", "%", 1, "NFL"),
    KICKING.make("kick_points", "Kicking points", "field_goals_made extra_points_made",
                 lambda s: 3 * s.field_goals_made + s.extra_points_made, "3 field goals + extra points", "points", 1,
                 "count", "NFL"),
    Where(("NFL",), ("players",)).make(
        "snap_share_pct", "Share of offensive snaps", "snaps_offense side_snaps",
        lambda s: divided(100 * s.snaps_offense, s.side_snaps), "100 snaps / most snaps of the side", "%", 0, "rule",
        "Pro-Football-Reference",
        note="The most of any player of the side in the frame stands for the side's snaps; eleven must be there.",
    ),
    Where(("NFL",), ("players", "teams")).make(
        "fantasy_points", "Fantasy points", "fantasy_points", lambda s: s.fantasy_points, "as sent", "points", 1,
        "count", "The service's own rules", whole=False, note="Passed through, not computed.",
    ),
    TEAMS.make("turnover_margin", "Turnover margin", "turnovers opp_turnovers", lambda s: s.opp_turnovers - s.turnovers,
               "the opponent's turnovers - own", "turnovers", 1, "count", "NFL",
               note="Interceptions and recoveries of the defence may sum to another number; it is not repaired."),
    TEAMS.ratio("yards_per_play", "Yards per play", "total_yards total_plays",
                lambda s: (s.total_yards, s.total_plays), "yards / plays", "yd", 1, "NFL"),
    TEAMS.ratio("first_downs_per_game", "First downs per game", "first_downs each",
                lambda s: (s.first_downs, s.each), "first downs / games", "per game", 1, "NFL"),
    TEAMS.ratio("penalty_yards_per_game", "Penalty yards per game", "penalty_yards each",
                lambda s: (s.penalty_yards, s.each), "penalty yards / games", "yd per game", -1, "NFL"),
    TEAMS.make("sacks_taken", "Sacks taken", "opp_sacks", lambda s: s.opp_sacks, "the opponent's sacks", "sacks", -1,
               "count", "NFL"),
    Where(("NFL",), ("teams",)).ratio(
        "sack_pct", "Sack rate", "opp_sacks side_attempts",
        lambda s: (100 * s.opp_sacks, s.side_attempts + s.opp_sacks), "100 sacks taken / (ATT + sacks taken)", "%", -1,
        "NFL", requires="players", note="Attempts are in the lines of the players only.",
    ),
)  # fmt: skip


def _side_snaps(rows: Rows) -> np.ndarray:
    snaps = pd.Series(rows.get("snaps_offense"))
    sides = snaps.where(snaps > 0).groupby(rows.keys)
    most = sides.transform("max").where(sides.transform("count") >= ELEVEN)
    return most.to_numpy(dtype="float64")


def _side_attempts(rows: Rows) -> np.ndarray:
    """Passes of each side: sums over the frame given as players=."""
    lines = rows.options.get("players")
    if lines is None:
        return np.full(len(rows), np.nan)
    need(lines, ["game_id", "side", "passing_attempts"], "players=")
    keys = side_keys(lines)
    sums = pd.Series(floats(lines["passing_attempts"])).groupby(keys).sum(min_count=1)
    return sums.reindex(rows.keys).to_numpy()


def _ones(rows: Rows) -> np.ndarray:
    return np.ones(len(rows))


PRIMITIVES: dict[tuple[str, str], Primitive] = {
    ("players", "side_snaps"): Primitive(("game_id", "side", "snaps_offense"), _side_snaps),
    ("teams", "side_attempts"): Primitive(("game_id", "side"), _side_attempts),
    ("teams", "each"): Primitive((), _ones),
}
