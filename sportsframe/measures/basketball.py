"""Basketball. A side's possessions, and a player's share of them, need both sides' totals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from ..catalog import SPORTS
from ..catalog.basketball import Stats
from ..catalog.grammar import fields
from .grammar import Measure, Primitive, Sums, Where, divided
from .rows import Rows, floats

BOTH = ("NBA", "NCAABB")
ALL = Where(BOTH, ("players", "teams"))
PLAYERS = Where(BOTH, ("players",))
TEAMS = Where(BOTH, ("teams",))
NBA_TEAMS = Where(("NBA",), ("teams",))
COLLEGE_TEAMS = Where(("NCAABB",), ("teams",))

LENGTH: dict[str, int] = {"NBA": 48, "NCAABB": 40}
"""Minutes of a game without overtime."""

OVERTIME = 5
"""Minutes of an overtime in either league."""

SLACK: dict[str, float] = {"NBA": 1.0, "NCAABB": 6.0}
"""Minutes by which a side's playing time may miss the clock: clocks are cut to seconds, college to whole minutes."""

FREE_THROW_WEIGHT = 0.44
COLLEGE_FREE_THROW_WEIGHT = 0.475


def _possessions_of(s: Sums, own: str, other: str) -> Any:
    """One side's possessions by the long formula."""

    def of(side: str, name: str) -> pd.Series:
        column: pd.Series = getattr(s, side + name)
        return column

    missed = of(own, "field_goals_attempted") - of(own, "field_goals_made")
    grabbed = divided(of(own, "offensive_rebounds"), of(own, "offensive_rebounds") + of(other, "defensive_rebounds"))
    ended = of(own, "field_goals_attempted") + 0.4 * of(own, "free_throws_attempted") + of(own, "turnovers")
    return ended - 1.07 * grabbed.fillna(0.0) * missed


def _simple(s: Sums, side: str, weight: float) -> Any:
    def of(name: str) -> pd.Series:
        column: pd.Series = getattr(s, side + name)
        return column

    ended = of("field_goals_attempted") - of("offensive_rebounds") + of("turnovers")
    return ended + weight * of("free_throws_attempted")


def possessions(s: Sums) -> Any:
    """Mean of both sides' possessions (NBA)."""
    return (_possessions_of(s, "", "opp_") + _possessions_of(s, "opp_", "")) / 2


def college_possessions(s: Sums) -> Any:
    """Mean of both sides' simple possessions (college)."""
    return (_simple(s, "", COLLEGE_FREE_THROW_WEIGHT) + _simple(s, "opp_", COLLEGE_FREE_THROW_WEIGHT)) / 2


_ENDS = "field_goals_attempted field_goals_made offensive_rebounds defensive_rebounds free_throws_attempted turnovers"
_BOTH_ENDS = f"{_ENDS} {' '.join('opp_' + name for name in _ENDS.split())}"
_SIMPLE = "field_goals_attempted offensive_rebounds turnovers free_throws_attempted"
_SHOTS = "field_goals_made field_goals_attempted"


def _tempo(where: Where, count: Callable[[Sums], Any], inputs: str, weight: float, how: str) -> tuple[Measure, ...]:
    length = LENGTH[where.sports[0]]
    note = "By `possessions`: those of published pages may stand up to three a game apart."
    return (
        where.make("possessions_simple", "Possessions, simple", _SIMPLE, lambda s: _simple(s, "", weight),
                   f"FGA - ORB + TOV + {weight} FTA", "possessions", 0, "count", "Oliver, Basketball on Paper",
                   whole=False),
        where.make("possessions", "Possessions", inputs, count, how, "possessions", 0, "count",
                   "Basketball-Reference glossary; Pomeroy for college", whole=False),
        where.ratio("pace", "Pace", "possessions team_minutes",
                    lambda s: (length * 5 * s.possessions, s.team_minutes),
                    f"{length} possessions / (team_minutes / 5)", f"possessions per {length} min", 0,
                    "Basketball-Reference glossary"),
        where.ratio("off_rating", "Offensive rating", "score possessions",
                    lambda s: (100 * s.score, s.possessions), "100 points / possessions",
                    "points per 100 possessions", 1, "Oliver, Basketball on Paper", note=note),
        where.ratio("def_rating", "Defensive rating", "opp_score possessions",
                    lambda s: (100 * s.opp_score, s.possessions), "100 opponent's points / possessions",
                    "points per 100 possessions", -1, "Oliver, Basketball on Paper", note=note),
        where.ratio("net_rating", "Net rating", "score opp_score possessions",
                    lambda s: (100 * (s.score - s.opp_score), s.possessions), "off_rating - def_rating",
                    "points per 100 possessions", 1, "Oliver, Basketball on Paper", note=note),
    )  # fmt: skip


def _per_minute(s: Sums, amount: Any, of_all: Any) -> Any:
    """A player's share while he was on the floor."""
    return divided(100 * amount * s.team_minutes / 5, s.minutes_played * of_all)


def _usage(s: Sums) -> Any:
    own = s.field_goals_attempted + 0.44 * s.free_throws_attempted + s.turnovers
    team = s.team_field_goals_attempted + 0.44 * s.team_free_throws_attempted + s.team_turnovers
    return _per_minute(s, own, team)


def _assists(s: Sums) -> Any:
    made = divided(s.minutes_played, s.team_minutes / 5) * s.team_field_goals_made - s.field_goals_made
    return divided(100 * s.assists, made.where(made > 0))


def _hollinger(s: Sums) -> Any:
    shots = 0.4 * s.field_goals_made - 0.7 * s.field_goals_attempted
    free = -0.4 * (s.free_throws_attempted - s.free_throws_made)
    boards = 0.7 * s.offensive_rebounds + 0.3 * s.defensive_rebounds
    rest = s.steals + 0.7 * s.assists + 0.7 * s.blocks - 0.4 * s.fouls - s.turnovers
    return s.points + shots + free + boards + rest


def _tens(least: int) -> Callable[[Sums], Any]:
    def flag(s: Sums) -> Any:
        kinds = (s.points, s.total_rebounds, s.assists, s.steals, s.blocks)
        reached = pd.concat([(kind >= 10).astype("float64").where(kind.notna()) for kind in kinds], axis=1)
        return (reached.sum(axis=1) >= least).astype("float64").where(reached.notna().all(axis=1))

    return flag


_SHARE: dict[str, Any] = {
    "options": ("teams",),
    "note": "The side's figures from teams=, else from the lines of the frame where they make up its playing time.",
}
_COUNTS = tuple(spec.name for spec in fields(Stats) if spec.kind == "int")
_TENS = "points total_rebounds assists steals blocks"
_TEAM = "team_minutes team_field_goals_attempted team_free_throws_attempted team_turnovers"


def _scoring(where: Where, points: str) -> tuple[Measure, ...]:
    return (
        where.ratio(
            "ts_pct", "True shooting", f"{points} field_goals_attempted free_throws_attempted",
            lambda s: (100 * getattr(s, points), 2 * (s.field_goals_attempted + 0.44 * s.free_throws_attempted)),
            "100 points / (2 (FGA + 0.44 FTA))", "%", 1, "Basketball-Reference glossary",
        ),
    )  # fmt: skip


MEASURES: tuple[Measure, ...] = (
    ALL.ratio("fg_pct", "Field goals", _SHOTS, lambda s: (100 * s.field_goals_made, s.field_goals_attempted),
              "100 FG / FGA", "%", 1, "Basketball-Reference glossary"),
    ALL.ratio("fg3_pct", "Three-pointers", "three_points_made three_points_attempted",
              lambda s: (100 * s.three_points_made, s.three_points_attempted), "100 3P / 3PA", "%", 1,
              "Basketball-Reference glossary"),
    ALL.ratio("fg2_pct", "Two-pointers", "two_points_made two_points_attempted",
              lambda s: (100 * s.two_points_made, s.two_points_attempted), "100 2P / 2PA", "%", 1,
              "Basketball-Reference glossary", note="Missing without attempts, where the wire says 0."),
    ALL.ratio("ft_pct", "Free throws", "free_throws_made free_throws_attempted",
              lambda s: (100 * s.free_throws_made, s.free_throws_attempted), "100 FT / FTA", "%", 1,
              "Basketball-Reference glossary"),
    ALL.ratio("efg_pct", "Effective field goals", f"three_points_made {_SHOTS}",
              lambda s: (100 * (s.field_goals_made + 0.5 * s.three_points_made), s.field_goals_attempted),
              "100 (FG + 0.5 3P) / FGA", "%", 1, "Oliver; Basketball-Reference glossary"),
    *_scoring(PLAYERS, "points"),
    *_scoring(TEAMS, "score"),
    ALL.ratio("three_attempt_pct", "Threes of all shots", "three_points_attempted field_goals_attempted",
              lambda s: (100 * s.three_points_attempted, s.field_goals_attempted), "100 3PA / FGA", "%", 0,
              "Basketball-Reference glossary (3PAr)"),
    ALL.ratio("ft_rate", "Free throws per shot", "free_throws_made field_goals_attempted",
              lambda s: (s.free_throws_made, s.field_goals_attempted), "FT / FGA", "ratio", 1, "Oliver, factor 4"),
    ALL.ratio("fta_rate", "Free throw attempts per shot", "free_throws_attempted field_goals_attempted",
              lambda s: (s.free_throws_attempted, s.field_goals_attempted), "FTA / FGA", "ratio", 1, "Pomeroy"),
    ALL.ratio("tov_pct", "Turnovers", "turnovers field_goals_attempted free_throws_attempted",
              lambda s: (100 * s.turnovers, s.field_goals_attempted + 0.44 * s.free_throws_attempted + s.turnovers),
              "100 TOV / (FGA + 0.44 FTA + TOV)", "%", -1, "Basketball-Reference glossary"),
    ALL.ratio("ast_to", "Assists per turnover", "assists turnovers", lambda s: (s.assists, s.turnovers), "AST / TOV",
              "ratio", 1, "Basketball-Reference"),
    PLAYERS.make("game_score", "Game score", f"{_SHOTS} free_throws_attempted free_throws_made offensive_rebounds "
                 "defensive_rebounds steals assists blocks fouls turnovers points", _hollinger,
                 "PTS + 0.4 FG - 0.7 FGA - 0.4 (FTA - FT) + 0.7 ORB + 0.3 DRB + STL + 0.7 AST + 0.7 BLK - 0.4 PF - TOV",
                 "points", 1, "count", "Hollinger; Basketball-Reference", whole=False),
    Where(("NBA",), ("players",)).ratio("points_per_36", "Points per 36 minutes", "points minutes_played",
                                        lambda s: (36 * s.points, s.minutes_played), "36 points / minutes", "points",
                                        1, "Basketball-Reference"),
    Where(("NCAABB",), ("players",)).ratio("points_per_40", "Points per 40 minutes", "points minutes_played",
                                           lambda s: (40 * s.points, s.minutes_played), "40 points / minutes",
                                           "points", 1, "Sports-Reference college",
                                           note="Minutes are whole: up to 5 % off for a ten-minute man."),
    PLAYERS.make("minutes_played", "Minutes", "minutes_played", lambda s: s.minutes_played, "playing time in minutes",
                 "min", 0, "count", "Basketball-Reference glossary", whole=False),
    PLAYERS.make("usage_pct", "Usage", "field_goals_attempted free_throws_attempted turnovers minutes_played "
                 f"{_TEAM}", _usage, "100 (FGA + 0.44 FTA + TOV) (team_minutes / 5) / (minutes (team FGA + 0.44 team "
                 "FTA + team TOV))", "%", 0, "rule", "Basketball-Reference glossary", **_SHARE),
    PLAYERS.make("ast_pct", "Assist share", "assists minutes_played field_goals_made team_minutes "
                 "team_field_goals_made", _assists,
                 "100 AST / (minutes / (team_minutes / 5) team FG - FG)", "%", 1, "rule",
                 "Basketball-Reference glossary", **_SHARE),
    PLAYERS.make("stl_pct", "Steal share", "steals minutes_played team_minutes team_possessions",
                 lambda s: _per_minute(s, s.steals, s.team_possessions),
                 "100 STL (team_minutes / 5) / (minutes opponent's possessions)", "%", 1, "rule",
                 "Basketball-Reference glossary", **_SHARE),
    PLAYERS.make("blk_pct", "Block share", "blocks minutes_played team_minutes opp_field_goals_attempted "
                 "opp_three_points_attempted",
                 lambda s: _per_minute(s, s.blocks, s.opp_field_goals_attempted - s.opp_three_points_attempted),
                 "100 BLK (team_minutes / 5) / (minutes (opponent's FGA - 3PA))", "%", 1, "rule",
                 "Basketball-Reference glossary", **_SHARE),
    PLAYERS.make("reb_pct_player", "Rebound share", "total_rebounds minutes_played team_minutes team_total_rebounds "
                 "opp_total_rebounds",
                 lambda s: _per_minute(s, s.total_rebounds, s.team_total_rebounds + s.opp_total_rebounds),
                 "100 TRB (team_minutes / 5) / (minutes (team TRB + opponent's TRB))", "%", 1, "rule",
                 "Basketball-Reference glossary", **_SHARE),
    PLAYERS.make("orb_pct_player", "Offensive rebound share", "offensive_rebounds minutes_played team_minutes "
                 "team_offensive_rebounds opp_defensive_rebounds",
                 lambda s: _per_minute(s, s.offensive_rebounds, s.team_offensive_rebounds + s.opp_defensive_rebounds),
                 "100 ORB (team_minutes / 5) / (minutes (team ORB + opponent's DRB))", "%", 1, "rule",
                 "Basketball-Reference glossary", **_SHARE),
    PLAYERS.make("drb_pct_player", "Defensive rebound share", "defensive_rebounds minutes_played team_minutes "
                 "team_defensive_rebounds opp_offensive_rebounds",
                 lambda s: _per_minute(s, s.defensive_rebounds, s.team_defensive_rebounds + s.opp_offensive_rebounds),
                 "100 DRB (team_minutes / 5) / (minutes (team DRB + opponent's ORB))", "%", 1, "rule",
                 "Basketball-Reference glossary", **_SHARE),
    PLAYERS.make("double_double", "Double-double", _TENS, _tens(2), "two of five counts at 10 or more", "flag", 1,
                 "count", "Basketball-Reference glossary", flag=True),
    PLAYERS.make("triple_double", "Triple-double", _TENS, _tens(3), "three of five counts at 10 or more", "flag", 1,
                 "count", "Basketball-Reference glossary", flag=True),
    *_tempo(NBA_TEAMS, possessions, _BOTH_ENDS, FREE_THROW_WEIGHT,
            "mean of both sides: FGA + 0.4 FTA - 1.07 ORB / (ORB + opponent's DRB) (FGA - FG) + TOV"),
    *_tempo(COLLEGE_TEAMS, college_possessions, f"{_SIMPLE} {' '.join('opp_' + n for n in _SIMPLE.split())}",
            COLLEGE_FREE_THROW_WEIGHT,
            "mean of both sides' simple possessions"),
    TEAMS.ratio("orb_pct", "Offensive rebounds", "offensive_rebounds opp_defensive_rebounds",
                lambda s: (100 * s.offensive_rebounds, s.offensive_rebounds + s.opp_defensive_rebounds),
                "100 ORB / (ORB + opponent's DRB)", "%", 1, "Oliver, factor 3"),
    TEAMS.ratio("drb_pct", "Defensive rebounds", "defensive_rebounds opp_offensive_rebounds",
                lambda s: (100 * s.defensive_rebounds, s.defensive_rebounds + s.opp_offensive_rebounds),
                "100 DRB / (DRB + opponent's ORB)", "%", 1, "Oliver"),
    TEAMS.ratio("trb_pct", "Rebounds", "total_rebounds opp_total_rebounds",
                lambda s: (100 * s.total_rebounds, s.total_rebounds + s.opp_total_rebounds),
                "100 TRB / (TRB + opponent's TRB)", "%", 1, "Basketball-Reference glossary"),
    TEAMS.ratio("opp_efg_pct", "Opponent's effective field goals",
                "opp_three_points_made opp_field_goals_made opp_field_goals_attempted",
                lambda s: (100 * (s.opp_field_goals_made + 0.5 * s.opp_three_points_made), s.opp_field_goals_attempted),
                "the opponent's 100 (FG + 0.5 3P) / FGA", "%", -1, "Oliver, factor 1"),
    TEAMS.ratio("opp_tov_pct", "Opponent's turnovers",
                "opp_turnovers opp_field_goals_attempted opp_free_throws_attempted",
                lambda s: (100 * s.opp_turnovers,
                           s.opp_field_goals_attempted + 0.44 * s.opp_free_throws_attempted + s.opp_turnovers),
                "the opponent's 100 TOV / (FGA + 0.44 FTA + TOV)", "%", 1, "Oliver, factor 2"),
    TEAMS.ratio("opp_orb_pct", "Opponent's offensive rebounds", "opp_offensive_rebounds defensive_rebounds",
                lambda s: (100 * s.opp_offensive_rebounds, s.opp_offensive_rebounds + s.defensive_rebounds),
                "the opponent's 100 ORB / (ORB + own DRB)", "%", -1, "Oliver, factor 3"),
    TEAMS.ratio("opp_ft_rate", "Opponent's free throws per shot", "opp_free_throws_made opp_field_goals_attempted",
                lambda s: (s.opp_free_throws_made, s.opp_field_goals_attempted), "the opponent's FT / FGA", "ratio", -1,
                "Oliver, factor 4"),
)  # fmt: skip


def _minutes(rows: Rows) -> np.ndarray:
    return rows.get("seconds_played") / 60


def _side_minutes(rows: Rows) -> np.ndarray:
    """A side's minutes on the clock, overtimes by the periods that have a score."""
    extra = (rows.get("periods_played") - SPORTS[rows.sport].rules.periods).clip(min=0)
    return np.asarray(5 * (LENGTH[rows.sport] + OVERTIME * extra))


PRIMITIVES: dict[tuple[str, str], Primitive] = {
    ("players", "minutes_played"): Primitive(("seconds_played",), _minutes),
    ("teams", "team_minutes"): Primitive(("periods_played",), _side_minutes),
}


def sides(lines: pd.DataFrame, sport: str, table: str) -> pd.DataFrame | None:
    """The figures of sides as sums of the lines of their players, where the playing time of a side is complete.

    Parameters
    ----------
    lines : pandas.DataFrame
        Table ``players``.
    sport, table : str
        What it is.

    Returns
    -------
    pandas.DataFrame or None
        A row a game and side; ``periods_played`` follows from the minutes. None without the columns it takes.
    """
    counted = [name for name in (*_COUNTS, "points", "seconds_played") if name in lines.columns]
    if table != "players" or "seconds_played" not in counted or not {"game_id", "side"} <= set(lines.columns):
        return None
    rows = pd.DataFrame({name: floats(lines[name]) for name in counted})
    keys = [lines[name].astype(object).reset_index(drop=True) for name in ("game_id", "side")]
    found = rows.groupby(keys, sort=False).sum(min_count=1).reset_index()
    minutes = found["seconds_played"] / 60
    extra = ((minutes / 5 - LENGTH[sport]) / OVERTIME).round().clip(lower=0)
    whole = (minutes - 5 * (LENGTH[sport] + OVERTIME * extra)).abs() <= SLACK[sport]
    return found.assign(periods_played=SPORTS[sport].rules.periods + extra)[whole].reset_index(drop=True)
