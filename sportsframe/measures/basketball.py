"""Basketball. A side's possessions, and a player's share of them, need both sides' totals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd

from .grammar import Measure, Sums, Where, divided

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

FREE_THROW_WEIGHT = 0.44
COLLEGE_FREE_THROW_WEIGHT = 0.475


def _possessions_of(s: Sums, own: str, other: str) -> Any:
    """One side's possessions by the long formula."""

    def of(side: str, name: str) -> pd.Series:
        column: pd.Series = getattr(s, side + name)
        return column

    missed = of(own, "field_goals_attempted") - of(own, "field_goals_made")
    grabbed = divided(
        of(own, "offensive_rebounds"), of(own, "offensive_rebounds") + of(other, "defensive_rebounds")
    )
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
_PACE = f"{_ENDS} {' '.join('opp_' + name for name in _ENDS.split())}"
_SHOTS = "field_goals_made field_goals_attempted"


def _tempo(where: Where, count: Callable[[Sums], Any], weight: float, length: int, how: str) -> tuple[Measure, ...]:
    return (
        where.make("possessions_simple", "Possessions, simple", _ENDS, lambda s: _simple(s, "", weight),
                   f"FGA - ORB + TOV + {weight} FTA", "possessions", 0, "count", "Oliver, Basketball on Paper"),
        where.make("possessions", "Possessions", _PACE, count, how, "possessions", 0, "count",
                   "Basketball-Reference glossary; Pomeroy for college"),
        where.make("pace", "Pace", f"{_PACE} team_minutes", lambda s: divided(length * count(s), s.team_minutes / 5),
                   f"{length} possessions / (team_minutes / 5)", f"possessions per {length} min", 0, "rule",
                   "Basketball-Reference glossary"),
        where.ratio("off_rating", "Offensive rating", f"score {_PACE}", lambda s: (100 * s.score, count(s)),
                    "100 points / possessions", "points per 100 possessions", 1, "Oliver, Basketball on Paper"),
        where.ratio("def_rating", "Defensive rating", f"opp_score {_PACE}", lambda s: (100 * s.opp_score, count(s)),
                    "100 opponent's points / possessions", "points per 100 possessions", -1,
                    "Oliver, Basketball on Paper"),
        where.make("net_rating", "Net rating", f"score opp_score {_PACE}",
                   lambda s: divided(100 * (s.score - s.opp_score), count(s)), "off_rating - def_rating",
                   "points per 100 possessions", 1, "rule", "Oliver, Basketball on Paper"),
    )  # fmt: skip


def _per_minute(s: Sums, amount: Any, of_all: Any) -> pd.Series:
    """A player's share while he was on the floor."""
    return divided(100 * amount * s.team_minutes / 5, s.minutes_played * of_all)


def _usage(s: Sums) -> pd.Series:
    own = s.field_goals_attempted + 0.44 * s.free_throws_attempted + s.turnovers
    team = s.team_field_goals_attempted + 0.44 * s.team_free_throws_attempted + s.team_turnovers
    return _per_minute(s, own, team)


def _assists(s: Sums) -> pd.Series:
    made = divided(s.minutes_played, s.team_minutes / 5) * s.team_field_goals_made - s.field_goals_made
    return divided(100 * s.assists, made.where(made > 0))


def _opponents_possessions(s: Sums) -> Any:
    return (_possessions_of(s, "team_", "opp_") + _possessions_of(s, "opp_", "team_")) / 2


def _hollinger(s: Sums) -> Any:
    shots = 0.4 * s.field_goals_made - 0.7 * s.field_goals_attempted
    free = -0.4 * (s.free_throws_attempted - s.free_throws_made)
    boards = 0.7 * s.offensive_rebounds + 0.3 * s.defensive_rebounds
    rest = s.steals + 0.7 * s.assists + 0.7 * s.blocks - 0.4 * s.fouls - s.turnovers
    return s.points + shots + free + boards + rest


def _tens(least: int) -> Callable[[Sums], pd.Series]:
    def flag(s: Sums) -> pd.Series:
        kinds = (s.points, s.total_rebounds, s.assists, s.steals, s.blocks)
        reached = pd.concat([(kind >= 10).astype("float64").where(kind.notna()) for kind in kinds], axis=1)
        return (reached.sum(axis=1) >= least).astype("float64").where(reached.notna().all(axis=1))

    return flag


_TENS = "points total_rebounds assists steals blocks"
_TEAM = "team_minutes team_field_goals_attempted team_free_throws_attempted team_turnovers"
_FULL = " ".join(f"{side}{name}" for side in ("team_", "opp_") for name in _ENDS.split())


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
                 "points", 1, "count", "Hollinger; Basketball-Reference"),
    Where(("NBA",), ("players",)).ratio("points_per_36", "Points per 36 minutes", "points minutes_played",
                                        lambda s: (36 * s.points, s.minutes_played), "36 points / minutes", "points",
                                        1, "Basketball-Reference"),
    Where(("NCAABB",), ("players",)).ratio("points_per_40", "Points per 40 minutes", "points minutes_played",
                                           lambda s: (40 * s.points, s.minutes_played), "40 points / minutes",
                                           "points", 1, "Sports-Reference college",
                                           note="Minutes are whole: up to 5 % off for a ten-minute man."),
    PLAYERS.make("usage_pct", "Usage", "field_goals_attempted free_throws_attempted turnovers minutes_played "
                 f"{_TEAM}", _usage, "100 (FGA + 0.44 FTA + TOV) (team_minutes / 5) / (minutes (team FGA + 0.44 team "
                 "FTA + team TOV))", "%", 0, "rule", "Basketball-Reference glossary"),
    PLAYERS.make("ast_pct", "Assist share", "assists minutes_played field_goals_made team_minutes "
                 "team_field_goals_made", _assists,
                 "100 AST / (minutes / (team_minutes / 5) team FG - FG)", "%", 1, "rule",
                 "Basketball-Reference glossary"),
    PLAYERS.make("stl_pct", "Steal share", f"steals minutes_played team_minutes {_FULL}",
                 lambda s: _per_minute(s, s.steals, _opponents_possessions(s)),
                 "100 STL (team_minutes / 5) / (minutes opponent's possessions)", "%", 1, "rule",
                 "Basketball-Reference glossary"),
    PLAYERS.make("blk_pct", "Block share", "blocks minutes_played team_minutes opp_field_goals_attempted "
                 "opp_three_points_attempted",
                 lambda s: _per_minute(s, s.blocks, s.opp_field_goals_attempted - s.opp_three_points_attempted),
                 "100 BLK (team_minutes / 5) / (minutes (opponent's FGA - 3PA))", "%", 1, "rule",
                 "Basketball-Reference glossary"),
    PLAYERS.make("reb_pct_player", "Rebound share", "total_rebounds minutes_played team_minutes team_total_rebounds "
                 "opp_total_rebounds",
                 lambda s: _per_minute(s, s.total_rebounds, s.team_total_rebounds + s.opp_total_rebounds),
                 "100 TRB (team_minutes / 5) / (minutes (team TRB + opponent's TRB))", "%", 1, "rule",
                 "Basketball-Reference glossary"),
    PLAYERS.make("double_double", "Double-double", _TENS, _tens(2), "two of five counts at 10 or more", "flag", 1,
                 "no", "Basketball-Reference glossary", flag=True),
    PLAYERS.make("triple_double", "Triple-double", _TENS, _tens(3), "three of five counts at 10 or more", "flag", 1,
                 "no", "Basketball-Reference glossary", flag=True),
    *_tempo(NBA_TEAMS, possessions, FREE_THROW_WEIGHT, LENGTH["NBA"],
            "mean of both sides: FGA + 0.4 FTA - 1.07 ORB / (ORB + opponent's DRB) (FGA - FG) + TOV"),
    *_tempo(COLLEGE_TEAMS, college_possessions, COLLEGE_FREE_THROW_WEIGHT, LENGTH["NCAABB"],
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
)  # fmt: skip
