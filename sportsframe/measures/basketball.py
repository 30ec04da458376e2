"""Basketball measures. A side's possessions, and a player's share of them, are computed from both sides' totals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from .._frames.recognize import need
from ..catalog import SPORTS, Sport
from ..catalog.basketball import Stats
from ..catalog.records import fields
from ..errors import QueryError
from .grammar import Measure, On, Sums, divided, reached
from .rows import BOTH_SIDES, MINUTES_PLAYED, Others, Primitive, Rows, floats, unfinished

ALL = On(("players", "teams"))
PLAYERS = On(("players",))
TEAMS = On(("teams",))

PLAYERS_ON_COURT = 5
SIDES_OF_A_GAME = 2

SLACK = 1.0
"""Minutes by which a side's playing time may differ from the game clock, because times are truncated to seconds."""

SLACK_OF_WHOLE_MINUTES = 6.0
"""The same for leagues that send playing time in whole minutes."""

FREE_THROW_WEIGHT = 0.44
COLLEGE_FREE_THROW_WEIGHT = 0.475


def _statistics(s: Sums, whose: str) -> Callable[[str], Any]:
    """Return a function from the name of a statistic to its sums: of the row itself (""), ``opp_`` or ``team_``."""
    return lambda name: getattr(s, whose + name)


def _possessions_of(s: Sums, own: str, other: str) -> Any:
    """Return one side's possessions by the long formula."""
    of, of_other = _statistics(s, own), _statistics(s, other)
    missed = of("field_goals_attempted") - of("field_goals_made")
    rebounded = divided(of("offensive_rebounds"), of("offensive_rebounds") + of_other("defensive_rebounds"))
    ended = of("field_goals_attempted") + 0.4 * of("free_throws_attempted") + of("turnovers")
    return ended - 1.07 * rebounded.fillna(0.0) * missed


def _simple(s: Sums, side: str, weight: float) -> Any:
    """Return one side's possessions by the short formula."""
    of = _statistics(s, side)
    ended = of("field_goals_attempted") - of("offensive_rebounds") + of("turnovers")
    return ended + weight * of("free_throws_attempted")


def possessions(s: Sums) -> Any:
    """Return the mean of both sides' possessions (NBA)."""
    return (_possessions_of(s, "", "opp_") + _possessions_of(s, "opp_", "")) / 2


def college_possessions(s: Sums) -> Any:
    """Return the mean of both sides' simple possessions (college)."""
    return (_simple(s, "", COLLEGE_FREE_THROW_WEIGHT) + _simple(s, "opp_", COLLEGE_FREE_THROW_WEIGHT)) / 2


def _tempo(sport: Sport) -> tuple[Measure, ...]:
    """Return possessions and the rates per possession; college uses the simple formula."""
    length = sport.rules.minutes or 0.0
    count, weight, formula = (
        (college_possessions, COLLEGE_FREE_THROW_WEIGHT, "mean of both sides' simple possessions")
        if sport.rules.formulas == "college"
        else (
            possessions,
            FREE_THROW_WEIGHT,
            "mean of both sides: FGA + 0.4 FTA - 1.07 ORB / (ORB + opponent's DRB) (FGA - FG) + TOV",
        )
    )
    note = "Uses `possessions`, which may differ from published values by up to three per game."
    return (
        TEAMS.make(
            "possessions_simple",
            "Possessions, simple",
            value=lambda s: _simple(s, "", weight),
            formula=f"FGA - ORB + TOV + {weight} FTA",
            unit="possessions",
            aggregation="count",
            reference="Oliver, Basketball on Paper",
            whole=False,
        ),
        TEAMS.make(
            "possessions",
            "Possessions",
            value=count,
            formula=formula,
            unit="possessions",
            aggregation="count",
            reference="Basketball-Reference glossary; Pomeroy for college",
            whole=False,
        ),
        TEAMS.ratio(
            "pace",
            "Pace",
            parts=lambda s: (length * PLAYERS_ON_COURT * s.possessions, s.team_minutes),
            formula=f"{length:g} possessions / (team_minutes / 5)",
            unit=f"possessions per {length:g} min",
            reference="Basketball-Reference glossary",
        ),
        TEAMS.ratio(
            "off_rating",
            "Offensive rating",
            parts=lambda s: (100 * s.score, s.possessions),
            formula="100 points / possessions",
            unit="points per 100 possessions",
            reference="Oliver, Basketball on Paper",
            higher_is_better=True,
            note=note,
        ),
        TEAMS.ratio(
            "def_rating",
            "Defensive rating",
            parts=lambda s: (100 * s.opp_score, s.possessions),
            formula="100 opponent's points / possessions",
            unit="points per 100 possessions",
            reference="Oliver, Basketball on Paper",
            higher_is_better=False,
            note=note,
        ),
        TEAMS.ratio(
            "net_rating",
            "Net rating",
            parts=lambda s: (100 * (s.score - s.opp_score), s.possessions),
            formula="off_rating - def_rating",
            unit="points per 100 possessions",
            reference="Oliver, Basketball on Paper",
            higher_is_better=True,
            note=note,
        ),
    )


def _per_minute(s: Sums, amount: Any, of_all: Any) -> Any:
    """Return a player's percentage of a total, of which only the part during the player's minutes counts."""
    return divided(100 * amount * s.team_minutes / PLAYERS_ON_COURT, s.minutes_played * of_all)


def _used(s: Sums, whose: str) -> Any:
    """Return the possessions that ended with a shot, free throws or a turnover of a player or a side."""
    of = _statistics(s, whose)
    return of("field_goals_attempted") + FREE_THROW_WEIGHT * of("free_throws_attempted") + of("turnovers")


def _usage(s: Sums) -> Any:
    return _per_minute(s, _used(s, ""), _used(s, "team_"))


def _turnover_share(s: Sums, whose: str) -> tuple[Any, Any]:
    return 100 * _statistics(s, whose)("turnovers"), _used(s, whose)


def _assists(s: Sums) -> Any:
    made = divided(s.minutes_played, s.team_minutes / PLAYERS_ON_COURT) * s.team_field_goals_made - s.field_goals_made
    return divided(100 * s.assists, made.where(made > 0))


def _impact(s: Sums, whose: str) -> Any:
    """Return the contributions of a player or a side, as the player impact estimate weighs them."""
    of = _statistics(s, whose)
    # Points follow from the shots, so that the same formula serves sides, whose points are a score.
    shots = 3 * of("field_goals_made") + of("three_points_made") + 2 * of("free_throws_made")
    missed = of("field_goals_attempted") + of("free_throws_attempted")
    rebounds = of("defensive_rebounds") + of("offensive_rebounds") / 2
    others = of("assists") + of("steals") + of("blocks") / 2 - of("fouls") - of("turnovers")
    return shots - missed + rebounds + others


def _hollinger(s: Sums) -> Any:
    shots = 0.4 * s.field_goals_made - 0.7 * s.field_goals_attempted
    free = -0.4 * (s.free_throws_attempted - s.free_throws_made)
    boards = 0.7 * s.offensive_rebounds + 0.3 * s.defensive_rebounds
    rest = s.steals + 0.7 * s.assists + 0.7 * s.blocks - 0.4 * s.fouls - s.turnovers
    return s.points + shots + free + boards + rest


def _double_digits(least: int) -> Callable[[Sums], Any]:
    """Return a formula for whether at least so many of five counts are 10 or more."""

    def flag(s: Sums) -> Any:
        kinds = (s.points, s.total_rebounds, s.assists, s.steals, s.blocks)
        doubles = pd.concat([reached(kind, 10) for kind in kinds], axis=1)
        return reached(doubles.sum(axis=1, min_count=len(kinds)), least)

    return flag


_SHARE: dict[str, Any] = {
    "options": ("teams",),
    "note": "Statistics of the side from teams=, otherwise from the player rows if they add up to its playing time.",
}
_COUNTS = tuple(spec.name for spec in fields(Stats) if spec.kind == "int")


def _true_shooting(where: On, points: str) -> Measure:
    """Declare true shooting for tables with this column of points."""

    def parts(s: Sums) -> tuple[Any, Any]:
        return 100 * getattr(s, points), 2 * (s.field_goals_attempted + FREE_THROW_WEIGHT * s.free_throws_attempted)

    return where.ratio(
        "ts_pct",
        "True shooting",
        parts=parts,
        formula="100 points / (2 (FGA + 0.44 FTA))",
        unit="%",
        reference="Basketball-Reference glossary",
        higher_is_better=True,
    )


def _points_per_minutes(sport: Sport) -> Measure:
    """Declare points by playing time: per 36 minutes, in college per 40."""
    if sport.rules.formulas == "college":
        return PLAYERS.ratio(
            "points_per_40",
            "Points per 40 minutes",
            parts=lambda s: (40 * s.points, s.minutes_played),
            formula="40 points / minutes",
            unit="points",
            reference="Sports-Reference college",
            higher_is_better=True,
            note="Minutes are whole numbers, so values of a player with ten minutes are up to 5 % off.",
        )
    return PLAYERS.ratio(
        "points_per_36",
        "Points per 36 minutes",
        parts=lambda s: (36 * s.points, s.minutes_played),
        formula="36 points / minutes",
        unit="points",
        reference="Basketball-Reference",
        higher_is_better=True,
    )


_SHOOTING = (
    ALL.ratio(
        "fg_pct",
        "Field goals",
        parts=lambda s: (100 * s.field_goals_made, s.field_goals_attempted),
        formula="100 FG / FGA",
        unit="%",
        reference="Basketball-Reference glossary",
        higher_is_better=True,
    ),
    ALL.ratio(
        "fg3_pct",
        "Three-pointers",
        parts=lambda s: (100 * s.three_points_made, s.three_points_attempted),
        formula="100 3P / 3PA",
        unit="%",
        reference="Basketball-Reference glossary",
        higher_is_better=True,
    ),
    ALL.ratio(
        "fg2_pct",
        "Two-pointers",
        parts=lambda s: (100 * s.two_points_made, s.two_points_attempted),
        formula="100 2P / 2PA",
        unit="%",
        reference="Basketball-Reference glossary",
        higher_is_better=True,
        note="Missing without attempts, for which the API sends 0.",
    ),
    ALL.ratio(
        "ft_pct",
        "Free throws",
        parts=lambda s: (100 * s.free_throws_made, s.free_throws_attempted),
        formula="100 FT / FTA",
        unit="%",
        reference="Basketball-Reference glossary",
        higher_is_better=True,
    ),
    ALL.ratio(
        "efg_pct",
        "Effective field goals",
        parts=lambda s: (100 * (s.field_goals_made + 0.5 * s.three_points_made), s.field_goals_attempted),
        formula="100 (FG + 0.5 3P) / FGA",
        unit="%",
        reference="Oliver; Basketball-Reference glossary",
        higher_is_better=True,
    ),
    _true_shooting(PLAYERS, "points"),
    _true_shooting(TEAMS, "score"),
    ALL.ratio(
        "three_attempt_pct",
        "Threes of all shots",
        parts=lambda s: (100 * s.three_points_attempted, s.field_goals_attempted),
        formula="100 3PA / FGA",
        unit="%",
        reference="Basketball-Reference glossary (3PAr)",
    ),
    ALL.ratio(
        "ft_rate",
        "Free throws per shot",
        parts=lambda s: (s.free_throws_made, s.field_goals_attempted),
        formula="FT / FGA",
        unit="ratio",
        reference="Oliver, factor 4",
        higher_is_better=True,
    ),
    ALL.ratio(
        "fta_rate",
        "Free throw attempts per shot",
        parts=lambda s: (s.free_throws_attempted, s.field_goals_attempted),
        formula="FTA / FGA",
        unit="ratio",
        reference="Pomeroy",
        higher_is_better=True,
    ),
)

_TURNOVERS = (
    ALL.ratio(
        "tov_pct",
        "Turnovers",
        parts=lambda s: _turnover_share(s, ""),
        formula="100 TOV / (FGA + 0.44 FTA + TOV)",
        unit="%",
        reference="Basketball-Reference glossary",
        higher_is_better=False,
    ),
    ALL.ratio(
        "ast_to",
        "Assists per turnover",
        parts=lambda s: (s.assists, s.turnovers),
        formula="AST / TOV",
        unit="ratio",
        reference="Basketball-Reference",
        higher_is_better=True,
    ),
)

_GAME_SCORE = PLAYERS.make(
    "game_score",
    "Game score",
    value=_hollinger,
    formula="PTS + 0.4 FG - 0.7 FGA - 0.4 (FTA - FT) + 0.7 ORB + 0.3 DRB + STL + 0.7 AST + 0.7 BLK - 0.4 PF - TOV",
    unit="points",
    aggregation="count",
    reference="Hollinger; Basketball-Reference",
    higher_is_better=True,
    whole=False,
)

_INDIVIDUAL = (
    PLAYERS.column(
        "minutes_played",
        "Minutes",
        formula="playing time in minutes",
        unit="min",
        aggregation="count",
        reference="Basketball-Reference glossary",
        whole=False,
    ),
    PLAYERS.make(
        "usage_pct",
        "Usage",
        value=_usage,
        formula="100 (FGA + 0.44 FTA + TOV) (team_minutes / 5) / (minutes (team FGA + 0.44 team FTA + team TOV))",
        unit="%",
        aggregation="rule",
        reference="Basketball-Reference glossary",
        **_SHARE,
    ),
    PLAYERS.make(
        "pie",
        "Player impact estimate",
        value=lambda s: divided(100 * _impact(s, ""), _impact(s, "team_") + _impact(s, "opp_")),
        formula="100 x / (x of both sides), x = PTS + FG + FT - FGA - FTA + DRB + ORB/2 + AST + STL + BLK/2 - PF - TOV",
        unit="%",
        aggregation="rule",
        reference="[NBA](https://www.nba.com/stats/help/glossary)",
        higher_is_better=True,
        **_SHARE,
    ),
    PLAYERS.ratio(
        "per",
        "Player efficiency rating",
        parts=lambda s: (s.efficiency, s.minutes_played),
        formula="15 u / league u, u = (3P + 2/3 AST + (2 - f r) FG + FT (1 - r/6) - V (TOV + D (FGA - FG) "
        "+ 0.44 (0.44 + 0.56 D) (FTA - FT)) + V ((1 - D) DRB + D ORB + STL + D BLK) "
        "- PF (lFT - 0.44 lFTA V) / lPF) / minutes x league pace / pace; r = team AST / team FG, "
        "f = 2/3 - (lAST / lFG) / (4 lFG / lFT), V = lPTS / (lFGA - lORB + lTOV + 0.44 lFTA), D = lDRB / lTRB",
        unit="15 is the league",
        reference="Hollinger; [Basketball-Reference](https://www.basketball-reference.com/about/per.html)",
        higher_is_better=True,
        requires="league",
        options=("teams",),
        note="The league is the frame passed as league=. Assists and pace of the side are those of each game, "
        "published values take those of the season.",
    ),
    PLAYERS.make(
        "ast_pct",
        "Assist share",
        value=_assists,
        formula="100 AST / (minutes / (team_minutes / 5) team FG - FG)",
        unit="%",
        aggregation="rule",
        reference="Basketball-Reference glossary",
        higher_is_better=True,
        **_SHARE,
    ),
    PLAYERS.make(
        "stl_pct",
        "Steal share",
        value=lambda s: _per_minute(s, s.steals, s.team_possessions),
        formula="100 STL (team_minutes / 5) / (minutes opponent's possessions)",
        unit="%",
        aggregation="rule",
        reference="Basketball-Reference glossary",
        higher_is_better=True,
        **_SHARE,
    ),
    PLAYERS.make(
        "blk_pct",
        "Block share",
        value=lambda s: _per_minute(s, s.blocks, s.opp_field_goals_attempted - s.opp_three_points_attempted),
        formula="100 BLK (team_minutes / 5) / (minutes (opponent's FGA - 3PA))",
        unit="%",
        aggregation="rule",
        reference="Basketball-Reference glossary",
        higher_is_better=True,
        **_SHARE,
    ),
    PLAYERS.make(
        "reb_pct_player",
        "Rebound share",
        value=lambda s: _per_minute(s, s.total_rebounds, s.team_total_rebounds + s.opp_total_rebounds),
        formula="100 TRB (team_minutes / 5) / (minutes (team TRB + opponent's TRB))",
        unit="%",
        aggregation="rule",
        reference="Basketball-Reference glossary",
        higher_is_better=True,
        **_SHARE,
    ),
    PLAYERS.make(
        "orb_pct_player",
        "Offensive rebound share",
        value=lambda s: _per_minute(s, s.offensive_rebounds, s.team_offensive_rebounds + s.opp_defensive_rebounds),
        formula="100 ORB (team_minutes / 5) / (minutes (team ORB + opponent's DRB))",
        unit="%",
        aggregation="rule",
        reference="Basketball-Reference glossary",
        higher_is_better=True,
        **_SHARE,
    ),
    PLAYERS.make(
        "drb_pct_player",
        "Defensive rebound share",
        value=lambda s: _per_minute(s, s.defensive_rebounds, s.team_defensive_rebounds + s.opp_offensive_rebounds),
        formula="100 DRB (team_minutes / 5) / (minutes (team DRB + opponent's ORB))",
        unit="%",
        aggregation="rule",
        reference="Basketball-Reference glossary",
        higher_is_better=True,
        **_SHARE,
    ),
)

_DOUBLES = (
    PLAYERS.flag(
        "double_double",
        "Double-double",
        value=_double_digits(2),
        formula="two of five counts at 10 or more",
        reference="Basketball-Reference glossary",
    ),
    PLAYERS.flag(
        "triple_double",
        "Triple-double",
        value=_double_digits(3),
        formula="three of five counts at 10 or more",
        reference="Basketball-Reference glossary",
    ),
)

_REBOUNDS = (
    TEAMS.ratio(
        "orb_pct",
        "Offensive rebounds",
        parts=lambda s: (100 * s.offensive_rebounds, s.offensive_rebounds + s.opp_defensive_rebounds),
        formula="100 ORB / (ORB + opponent's DRB)",
        unit="%",
        reference="Oliver, factor 3",
        higher_is_better=True,
    ),
    TEAMS.ratio(
        "drb_pct",
        "Defensive rebounds",
        parts=lambda s: (100 * s.defensive_rebounds, s.defensive_rebounds + s.opp_offensive_rebounds),
        formula="100 DRB / (DRB + opponent's ORB)",
        unit="%",
        reference="Oliver",
        higher_is_better=True,
    ),
    TEAMS.ratio(
        "trb_pct",
        "Rebounds",
        parts=lambda s: (100 * s.total_rebounds, s.total_rebounds + s.opp_total_rebounds),
        formula="100 TRB / (TRB + opponent's TRB)",
        unit="%",
        reference="Basketball-Reference glossary",
        higher_is_better=True,
    ),
)

_OPPONENT = (
    TEAMS.ratio(
        "opp_efg_pct",
        "Opponent's effective field goals",
        parts=lambda s: (
            100 * (s.opp_field_goals_made + 0.5 * s.opp_three_points_made),
            s.opp_field_goals_attempted,
        ),
        formula="the opponent's 100 (FG + 0.5 3P) / FGA",
        unit="%",
        reference="Oliver, factor 1",
        higher_is_better=False,
    ),
    TEAMS.ratio(
        "opp_tov_pct",
        "Opponent's turnovers",
        parts=lambda s: _turnover_share(s, "opp_"),
        formula="the opponent's 100 TOV / (FGA + 0.44 FTA + TOV)",
        unit="%",
        reference="Oliver, factor 2",
        higher_is_better=True,
    ),
    TEAMS.ratio(
        "opp_orb_pct",
        "Opponent's offensive rebounds",
        parts=lambda s: (100 * s.opp_offensive_rebounds, s.opp_offensive_rebounds + s.defensive_rebounds),
        formula="the opponent's 100 ORB / (ORB + own DRB)",
        unit="%",
        reference="Oliver, factor 3",
        higher_is_better=False,
    ),
    TEAMS.ratio(
        "opp_ft_rate",
        "Opponent's free throws per shot",
        parts=lambda s: (s.opp_free_throws_made, s.opp_field_goals_attempted),
        formula="the opponent's FT / FGA",
        unit="ratio",
        reference="Oliver, factor 4",
        higher_is_better=False,
    ),
)


def measures(sport: Sport) -> tuple[Measure, ...]:
    """Return the measures of a sport of this game."""
    return (
        *_SHOOTING,
        *_TURNOVERS,
        _GAME_SCORE,
        _points_per_minutes(sport),
        *_INDIVIDUAL,
        *_DOUBLES,
        *_tempo(sport),
        *_REBOUNDS,
        *_OPPONENT,
    )


def _side_minutes(rows: Rows) -> np.ndarray:
    """Return a side's minutes: of a finished game by the periods that have a score, in play those of its players.

    If these are not known, they are missing in play: the table does not contain how much of a period was played.
    """
    extra = (rows.get("periods_played") - SPORTS[rows.sport].rules.periods).clip(min=0)
    players = rows.get("seconds_played") / 60 if "seconds_played" in rows.frame.columns else np.nan
    return np.where(unfinished(rows.frame), players, _clock(SPORTS[rows.sport], extra))


def _clock(sport: Sport, overtimes: Any) -> Any:
    """Return a side's playing time, in minutes, in a game of so many overtimes."""
    return PLAYERS_ON_COURT * ((sport.rules.minutes or 0.0) + (sport.rules.overtime_minutes or 0.0) * overtimes)


_EFFICIENCY = (
    "three_points_made", "assists", "field_goals_made", "field_goals_attempted", "free_throws_made",
    "free_throws_attempted", "turnovers", "offensive_rebounds", "defensive_rebounds", "steals", "blocks", "fouls",
    "points", "seconds_played", "game_id", "side",
)  # fmt: skip
"""Columns behind `per`."""


def _efficiency(rows: Rows) -> np.ndarray:
    """Return a player's contributions, weighted so that those of the league are 15 per minute."""
    lines = rows.options.get("league")
    if lines is None or rows.sides is None:
        return np.full(len(rows), np.nan)
    need(lines, list(_EFFICIENCY), "league=")
    whole = sides(lines, rows.sport, rows.table)
    if whole is None or whole.empty:
        raise QueryError("league= has no side whose players add up to its playing time; pass every line of its games.")
    of_sides = Rows(whole, rows.sport, "teams", rows.sides.measures, rows.sides.primitives)
    league = Rows(lines, rows.sport, rows.table, rows.measures, rows.primitives, lambda: of_sides)
    counts = [name for name in _EFFICIENCY if name not in ("seconds_played", "game_id", "side")]
    sums = {name: float(np.nansum(floats(lines[name]))) for name in counts}
    pace = float(np.nansum(of_sides.get("possessions")) / np.nansum(of_sides.get("team_minutes")))
    own, minutes = _weighted(league, sums, pace), league.get("minutes_played")
    known = ~(np.isnan(own) | np.isnan(minutes))
    return np.asarray(15 * _weighted(rows, sums, pace) / (own[known].sum() / minutes[known].sum()))


_OF_SIDE = ("team_assists", "team_field_goals_made", "team_possessions", "team_minutes")
"""Statistics of the player's side behind `per`."""


def _weighted(rows: Rows, league: dict[str, float], pace: float) -> np.ndarray:
    """Return the sum of a player's contributions, each by its value in the league, at the league's pace."""
    get = rows.get
    value = league["points"] / (
        league["field_goals_attempted"]
        - league["offensive_rebounds"]
        + league["turnovers"]
        + 0.44 * league["free_throws_attempted"]
    )
    defended = league["defensive_rebounds"] / (league["defensive_rebounds"] + league["offensive_rebounds"])
    helped = league["assists"] / league["field_goals_made"]
    factor = 2 / 3 - 0.5 * helped / (2 * league["field_goals_made"] / league["free_throws_made"])
    fouled = (league["free_throws_made"] - 0.44 * league["free_throws_attempted"] * value) / league["fouls"]
    with np.errstate(divide="ignore", invalid="ignore"):
        assists, goals, possessions, time = map(get, _OF_SIDE)
        share, tempo = assists / goals, pace / (possessions / time)
    made = (
        get("three_points_made")
        + 2 / 3 * get("assists")
        + (2 - factor * share) * get("field_goals_made")
        + get("free_throws_made") * (1 - share / 6)
    )
    missed = defended * (get("field_goals_attempted") - get("field_goals_made")) + 0.44 * (0.44 + 0.56 * defended) * (
        get("free_throws_attempted") - get("free_throws_made")
    )
    gained = (
        (1 - defended) * get("defensive_rebounds")
        + defended * (get("offensive_rebounds") + get("blocks"))
        + get("steals")
    )
    worth = made + value * (gained - get("turnovers") - missed) - fouled * get("fouls")
    return np.asarray(worth * tempo)


WHOLE_SIDES = Others(BOTH_SIDES, lambda rows: np.any(list(rows.absent(_OF_SIDE).values()), axis=0))

PRIMITIVES: dict[tuple[str, str], Primitive] = {
    ("players", "efficiency"): Primitive(_EFFICIENCY, _efficiency, others=(WHOLE_SIDES,)),
    ("players", "minutes_played"): MINUTES_PLAYED,
    ("teams", "team_minutes"): Primitive(("periods_played",), _side_minutes),
}


def sides(lines: pd.DataFrame, sport: str, table: str) -> pd.DataFrame | None:
    """Return the statistics of sides as sums over their players, for sides whose playing time is complete.

    In a finished game it is complete if it is as long as the game; in play, if both sides have the same, and nobody
    played more than a fifth of it.

    Parameters
    ----------
    lines : pandas.DataFrame
        Table ``players``.
    sport, table : str
        Sport and table of the rows.

    Returns
    -------
    pandas.DataFrame or None
        One row per game and side; ``periods_played`` follows from the minutes. None without the necessary columns.
    """
    counted = [name for name in (*_COUNTS, "points", "seconds_played") if name in lines.columns]
    if table != "players" or "seconds_played" not in counted or not {"game_id", "side"} <= set(lines.columns):
        return None
    rows = pd.DataFrame({name: floats(lines[name]) for name in counted})
    keys = [lines[name].astype(object).reset_index(drop=True) for name in ("game_id", "side")]
    found = rows.groupby(keys, sort=False).sum(min_count=1).reset_index()
    rules = SPORTS[sport].rules
    minutes: pd.Series = found["seconds_played"] / 60
    slack = SLACK_OF_WHOLE_MINUTES if rules.whole_minutes else SLACK
    regulation, overtime = _clock(SPORTS[sport], 0), _clock(SPORTS[sport], 1) - _clock(SPORTS[sport], 0)
    extra: pd.Series = ((minutes - regulation) / overtime).round().clip(lower=0)
    whole = (minutes - _clock(SPORTS[sport], extra)).abs() <= slack
    begun = pd.Series(unfinished(lines)).groupby(keys, sort=False).any().to_numpy()
    if begun.any():
        longest = (rows["seconds_played"] / 60).groupby(keys, sort=False).max().to_numpy()
        whole = whole.where(~begun, _complete_in_play(minutes, found["game_id"], longest, slack))
        found["phase"] = np.where(begun, "live", "finished")
    played: pd.DataFrame = found.assign(periods_played=rules.periods + extra)[whole].reset_index(drop=True)
    return played


def _complete_in_play(minutes: pd.Series, games: pd.Series, longest: np.ndarray, slack: float) -> pd.Series:
    """Return which sides of games in play have all their minutes, by those of the player with most of them."""
    of_game = minutes.groupby(games)
    equal = of_game.transform("max") - of_game.transform("min") <= slack
    both = of_game.transform("size") == SIDES_OF_A_GAME
    found: pd.Series = equal & both & (minutes > 0) & (longest <= minutes / PLAYERS_ON_COURT + slack / PLAYERS_ON_COURT)
    return found
