"""Derived statistics, declared once and computed from the tables, for rows or groups.

>>> import sportsframe as sf
>>> pitchers = sf.live("2024-06-01", "MLB", table="pitching")       # doctest: +SKIP
>>> measures(pitchers)                                              # doctest: +SKIP
>>> measure(pitchers, "era", by="team_id")                          # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial, reduce
from operator import add
from typing import Any, NamedTuple, Unpack

import numpy as np
import pandas as pd

from .._client.notices import warn
from .._frames.recognize import Kind, kind, need, refuse_several
from .._frames.typed import verb
from ..catalog import SPORTS, layout
from ..catalog.season_stats import GAMES_PLAYED, Total
from ..catalog.tables import KEY_ORDER
from ..errors import FrameError, QueryError, choose, nearest, quoted
from . import baseball, basketball, darts, football, golf, hockey, league_measures, ratings, references, soccer
from .absences import availability
from .baseball import fip_constant
from .brackets import bracket
from .forecasts import elo_history, elo_ratings, forecast, simulate_season
from .grammar import Measure, Sums, TableOptions, adds_up
from .league import standings
from .partitions import also_of_dask, columns_to_group, reduced, whole
from .plays import drives, expected_points, lead_changes, re24, run_expectancy, score_line, win_probability
from .ratings import (
    brier,
    elo,
    elo_prob,
    log5,
    log_loss,
    pyth_exponent_pat,
    pyth_pct,
    srs,
    strength_of_schedule,
    strength_of_victory,
)
from .rows import (
    FINISHED,
    MOST_NAMED,
    OPPONENT,
    OTHER_SIDE,
    Lack,
    Primitive,
    Rows,
    added,
    floats,
    groupers,
    of_sums,
    took_part,
    typed,
    unfinished,
)
from .tables import (
    PER,
    UNITS,
    counts,
    games_log,
    no_games,
    of_players,
    season_totals,
    sums_of,
    tell_games,
    tell_moved,
    tell_repeats,
    tell_unfinished,
    totals,
)

__all__ = [
    "Measure",
    "availability",
    "bracket",
    "brier",
    "catalog",
    "drives",
    "elo",
    "elo_history",
    "elo_prob",
    "elo_ratings",
    "expected_points",
    "fip_constant",
    "forecast",
    "games_log",
    "lead_changes",
    "leaders",
    "log5",
    "log_loss",
    "measure",
    "measures",
    "pyth_exponent_pat",
    "pyth_pct",
    "re24",
    "rolling",
    "run_expectancy",
    "score_line",
    "simulate_season",
    "srs",
    "standings",
    "strength_of_schedule",
    "strength_of_victory",
    "table",
    "totals",
    "win_probability",
]

_MODULES = {
    "baseball": baseball,
    "basketball": basketball,
    "football": football,
    "hockey": hockey,
    "darts": darts,
    "soccer": soccer,
    "golf": golf,
}


@cache
def of_sport(sport: str) -> tuple[Measure, ...]:
    """Return all measures of a sport: those of its game, and those derived from its rules."""
    known = SPORTS[sport]
    module = _MODULES.get(known.game)
    return (*(module.measures(known) if module else ()), *league_measures.measures(known), *ratings.measures(known))


HEADERS = (
    "name",
    "label",
    "sport",
    "table",
    "inputs",
    "formula",
    "unit",
    "better",
    "adds",
    "dtype",
    "reference",
    "note",
)

PLAYS = "sportsframe.play_by_play"

UNAVAILABLE: dict[str, str] = {
    **dict.fromkeys(
        ("wrc_plus", "wrc"), "it needs the weights of each season and park factors, which are not in the data"
    ),
    **dict.fromkeys(
        ("war", "bwar", "fwar"), "it needs replacement levels and fielding values that are not in the data"
    ),
    **dict.fromkeys(("xfip", "siera"), "the data, plays included, has fly balls and ground balls of outs only"),
    **dict.fromkeys(("drs", "uzr"), "it needs where each ball was hit, which is not in the data"),
    **dict.fromkeys(("exit_velocity", "barrel_pct"), "the data has no measurements of batted balls"),
    "wpa": f"box scores have no plays; {PLAYS} has the measure win_probability",
    **dict.fromkeys(
        ("batters_faced", "tbf"),
        f"box scores have no batters faced; batters_faced_est estimates them, and {PLAYS} has every plate appearance",
    ),
    **dict.fromkeys(("left_on_base", "lob"), f"box scores have no runners left on base; {PLAYS} has the runners"),
    **dict.fromkeys(
        ("any_a", "nya", "ny_a", "sack_yards"),
        f"a player's sacks are those made; sacks taken and their yards are in {PLAYS} only",
    ),
    **dict.fromkeys(
        ("red_zone_pct", "third_down_pct", "time_of_possession"),
        f"live data has the current state but no history of downs or possession; for the NFL, {PLAYS} has both",
    ),
    "possession_pct": f"box scores do not have it; for the NFL, {PLAYS} says which team has the ball",
    **dict.fromkeys(("net_punting", "net_punt_average"), "the data has only gross punting yards"),
    "fg_pct_by_distance": f"box scores have the distances of made kicks only; for the NFL, {PLAYS} has all",
    "epa": f"box scores have no plays; {PLAYS} has the measure expected_points, by down and distance",
    **dict.fromkeys(("qbr", "dvoa"), "its formula is not published"),
    **dict.fromkeys(("approximate_value", "av"), "it needs honors and the starters of the offensive line"),
    **dict.fromkeys(
        ("yards_after_catch", "target_depth"), "the data, plays included, does not say where a pass was caught"
    ),
    **dict.fromkeys(
        ("bpm", "vorp", "plus_minus", "on_off"),
        "it needs lineups, or regression weights that are not in the data",
    ),
    **dict.fromkeys(
        ("win_shares", "ows", "dws", "ws", "ws_48"),
        "its offensive half needs the points a player produced by Oliver's formulas and its defensive half his stops, "
        "which are estimates over a whole season and no formula of sums; per and pie are",
    ),
    **dict.fromkeys(
        ("corsi", "corsi_pct", "fenwick", "fenwick_pct", "even_strength_pct"),
        "the data has only shots on goal, without type, location or strength",
    ),
    **dict.fromkeys(
        ("point_shares", "ps"),
        "it is an estimate over a whole season from the league's marginal goals, no formula of sums",
    ),
    **dict.fromkeys(
        ("strokes_gained", "strokes_gained_putting", "driving_distance", "gir_pct", "putts_per_round", "birdies"),
        "the data has no shots or holes",
    ),
    **dict.fromkeys(("earnings", "money"), "the data has the purse of a tournament, not what each player won"),
    **dict.fromkeys(("xg", "expected_goals"), "the data does not say where a shot was taken"),
    **dict.fromkeys(("passes_completed_pct", "pass_pct"), "the data has no passes or possession"),
    **dict.fromkeys(
        ("checkout_attempts",), "the target of a dart is not in the data; darts_at_double_est is an upper bound"
    ),
}
"""Common statistics that are not measures, and the reason."""


@cache
def of_table(sport: str, table: str, resource: str = "live") -> dict[str, Measure]:
    """Return the measures of a table of a resource, by name.

    A table of season statistics has those of its box scores that follow from totals.
    """
    totals = season_totals(sport, table, resource)
    if totals is None:
        return {one.name: one for one in of_sport(sport) if table in one.tables and one.resource == resource}
    rules = {column.name: totals.rule(column.name) for column in layout(sport, resource, table).columns}
    sums = {name for name, rule in rules.items() if rule is None or getattr(rule, "value", None) in UNITS}
    primitives = _primitives(sport, table, resource)

    def known(name: str) -> bool:
        return name in sums or (name in primitives and all(map(known, primitives[name].needs)))

    return {
        one.name: one
        for box in totals.boxes
        for one in of_table(sport, box).values()
        if all(map(known, one.inputs)) and not one.requires and _follows_from_sums(one)
    }


def _follows_from_sums(one: Measure) -> bool:
    return one.aggregation in ("ratio", "rule") or (
        one.aggregation == "count" and not one.flag and adds_up(one.value, one.inputs)
    )


@cache
def _primitives(sport: str, table: str, resource: str = "live") -> dict[str, Primitive]:
    held = getattr(_MODULES.get(SPORTS[sport].game), "PRIMITIVES", {})
    totals = season_totals(sport, table, resource)
    if totals is None:
        return {name: primitive for (where, name), primitive in held.items() if where == table}
    found = {name: one for (where, name), one in held.items() if where in totals.boxes and one.adds}
    for column, rule in totals.rules.items():
        if isinstance(rule, Total) and rule.value in UNITS:
            found[rule.of[0]] = Primitive((column,), partial(_scaled, column, UNITS[rule.value]))
    return {**found, FINISHED: Primitive((GAMES_PLAYED,), partial(_scaled, GAMES_PLAYED, 1))}


def _scaled(column: str, factor: int, rows: Rows) -> np.ndarray:
    return factor * floats(rows.frame[column])


def _rows(frame: pd.DataFrame, found: Kind, options: Mapping[str, Any]) -> Rows:
    sport, table = found.sport, found.table
    measures, primitives = of_table(sport, table, found.resource), _primitives(sport, table, found.resource)
    return Rows(frame, sport, table, measures, primitives, lambda: _totals(frame, sport, table, options), options)


def _totals(frame: pd.DataFrame, sport: str, table: str, options: Mapping[str, Any]) -> Rows | None:
    """Return the statistics of sides: those passed, otherwise the sums of the players."""
    build = getattr(_MODULES.get(SPORTS[sport].game), "sides", None)
    given = options.get("teams")
    totals = given if given is not None else build(frame, sport, table) if build and table != "teams" else None
    if totals is None:
        return None
    need(totals, ["game_id", "side"], "teams=")
    return Rows(totals, sport, "teams", of_table(sport, "teams"), _primitives(sport, "teams"))


def _table_of(frame: pd.DataFrame) -> Kind:
    found = kind(frame)
    if not found.sports:
        need(frame, ["sport"], "measures")
    return Kind((found.sport,), found.resource, found.table)


class MeasureOptions(TableOptions, total=False):
    """Additional keywords for the statistics of `standings`."""

    groups: Mapping[int, str] | None
    season_type: str | None
    season_games: int | None


class _Part(NamedTuple):
    """What partitions of a Dask frame are brought together by."""

    found: Kind
    sums: dict[tuple[str, str, str], pd.DataFrame]
    """Name as asked for, measure, how its rows are combined if it has no group value -> as of `Rows.summed`."""
    absent: Absences
    unfinished: int
    games: int


def _part(frame: pd.DataFrame, options: dict[str, Any], by: list[str], name: str | None) -> _Part:
    """The sums of a partition, for one measure or all."""
    found = _table_of(frame)
    if name is None:
        held = of_table(found.sport, found.table, found.resource)
        _check(options, tuple(held.values()), f"measures of {found}", found)
        wanted = {key: (one, "") for key, one in held.items() if not one.requires or one.requires in options}
    else:
        one, how = _named(frame, found, name, grouped=True)
        _refuse_options(one, found, options)
        wanted = {name: (one, how)}
    measured = [one for one, _ in wanted.values()]
    rows = _rows(frame, found, _settled(frame, options))
    verb = "measures()" if name is None else name
    need(frame, rows.lacking(tuple(dict.fromkeys(one for each in measured for one in each.inputs))), verb)
    keys = _groups(frame, found, by, verb)
    sums = {
        (key, one.name, how): rows.summed(one, keys, how)
        for key, (one, how) in wanted.items()
        if name is not None or one.aggregation != "no"
    }
    games = frame["game_id"] if "game_id" in frame.columns else pd.Series(dtype="str")
    return _Part(found, sums, _absences(rows, measured), games[unfinished(frame)].nunique(), games.nunique())


def _together(parts: list[_Part]) -> _Part:
    sports = tuple(dict.fromkeys(part.found.sport for part in parts))
    found = Kind(sports, parts[0].found.resource, parts[0].found.table)
    assert found.sport  # an error if there are several
    sums = {key: added([part.sums[key] for part in parts]) for key in parts[0].sums}
    absent = reduce(add, (part.absent for part in parts))
    return _Part(found, sums, absent, sum(part.unfinished for part in parts), sum(part.games for part in parts))


def _of_dask(frame: Any, by: Any, name: str | None, options: dict[str, Any]) -> _Part | None:
    """The sums of all partitions; what is of a whole league is put into `options`."""
    names = columns_to_group(by, "measures" if name is None else "measure")
    table = kind(frame._meta).table
    if "league" not in options and any(
        "league" in one.options and table in one.tables and name in (None, one.name)
        for code in SPORTS for one in of_sport(code)
    ):  # fmt: skip
        options["league"] = whole(frame)
    elif "league" in options:
        options["league"] = whole(options["league"])
    if options.get("constant") == "league":
        need(frame._meta, baseball.CONSTANT_INPUTS, "fip_constant()")
        options["constant"] = fip_constant(frame[baseball.CONSTANT_INPUTS].dropna().sum().compute().to_frame().T)
    return reduced(frame, options, partial(_part, by=names, name=name), _together)


def _columns(got: _Part, options: Mapping[str, Any]) -> dict[str, pd.Series]:
    """The values of the groups of a Dask frame."""
    held, found = of_table(got.found.sport, got.found.table, got.found.resource), {}
    for (key, name, how), sums in got.sums.items():
        one = held[name]
        dtype = "Float64" if how == "mean" else "Int64" if one.flag else one.dtype
        found[key] = pd.Series(typed(of_sums(one, sums, how, options), dtype), index=sums.index, name=key)
    return found


def _measures_of_dask(frame: Any, by: Any = None, **options: Any) -> pd.DataFrame:
    got = _of_dask(frame, by, None, options)
    if got is None:
        return measures(whole(frame), by, **{name: whole(value) for name, value in options.items()})
    _tell_absent(got.absent, of_table(got.found.sport, got.found.table, got.found.resource), got.found)
    return pd.DataFrame(_columns(got, options))


def _measure_of_dask(frame: Any, name: str, by: Any = None, **options: Any) -> pd.Series:
    table = kind(frame._meta).table
    ranked = table == "games" and any(name in of_table(sport, "standings", "") for sport in SPORTS)
    got = None if ranked and by in (None, "team_id") else _of_dask(frame, by, name, options)
    if got is None:
        return measure(whole(frame), name, by, **{key: whole(value) for key, value in options.items()})
    one = of_table(got.found.sport, got.found.table, got.found.resource)[next(iter(got.sums))[1]]
    _require_others(got.absent, one, got.found)
    if FINISHED in one.inputs:
        tell_games(got.unfinished, got.games, one.name)
    return _columns(got, options)[name]


@also_of_dask(_measures_of_dask)
@verb
def measures(frame: pd.DataFrame, by: Any = None, **options: Unpack[TableOptions]) -> pd.DataFrame:
    """Return every measure of a table, for each row or each group.

    Games in play count as far as they have been played. What belongs to a whole game, such as ``quality_start``,
    ``clean_sheets`` and averages per game, is missing in their rows and does not count for a group.

    Parameters
    ----------
    frame : pandas.DataFrame, shape (n_rows, n_columns)
        A table of one sport, or any selection of its rows. Season statistics have the measures of their box scores
        that follow from totals. Also a Dask frame, no game of which is in several partitions: each partition is summed
        by itself, and the formula is applied to the sums of all; `by` then names columns and is required.
    by : str, Series, pandas.Grouper, function, or a list of them, optional
        What to group by, as in pandas: ``"player_id"``, ``["team", "side"]``, ``df["game_time"].dt.month``.
    **options
        As for `measure`; options that do not apply to this table raise an error.

    Returns
    -------
    pandas.DataFrame, shape (n_rows, n_keys + n_measures) or (n_groups, n_measures)
        With `by`, one row per group, indexed by its keys, with the measures that have a value for groups. Otherwise
        The same index; the key columns of `frame`, then the measures in the order of `measures.table`. ``Float64``,
        integers ``Int64``, flags ``boolean``; missing if nothing was attempted or an input is missing, never infinite.
        Measures that require an option (see ``note`` in `measures.table`) are among them only with it. Only the key
        columns if the table has no measures.

    Raises
    ------
    FrameError
        The frame is not a table of the catalog, contains several sports, or lacks input columns.

    Examples
    --------
    >>> lines = sf.pitching("2024-06-01")
    >>> {"era", "whip"} <= set(sf.measures.measures(lines).columns)
    True
    >>> sf.measures.measures(lines, by="team").index.name
    'team'
    """
    found = _table_of(frame)
    known = of_table(found.sport, found.table, found.resource)
    _check(options, tuple(known.values()), f"measures of {found}", found)
    rows = _rows(frame, found, _settled(frame, options))
    need(frame, rows.lacking(tuple(dict.fromkeys(i for m in known.values() for i in m.inputs))), "measures()")
    wanted = {name: one for name, one in known.items() if not one.requires or one.requires in options}
    _tell_absent(_absences(rows, wanted.values()), wanted, found)
    if by is not None:
        return _of_groups(rows, wanted, _groups(frame, found, by, "measures()"))
    columns = {name: frame[name] for name in KEY_ORDER if name in frame.columns}
    for name, one in wanted.items():
        columns[name] = pd.Series(typed(rows.values(one), one.dtype), index=frame.index)
    result = pd.DataFrame(columns, index=frame.index)
    result.attrs = dict(frame.attrs)
    return result


def _groups(frame: pd.DataFrame, found: Kind, by: Any, verb: str) -> list[pd.Series]:
    """The keys of the rows; season statistics of several parts of a season are not pooled."""
    keys = groupers(frame, by, verb)
    tell_repeats(frame, found, verb)
    if season_totals(found.sport, found.table, found.resource) and "part" not in {key.name for key in keys}:
        refuse_several(frame, "part", f"{verb} of season statistics by group")
    return keys


def _of_groups(rows: Rows, wanted: Mapping[str, Measure], keys: list[pd.Series]) -> pd.DataFrame:
    """Every measure that has a value for groups."""
    columns = {}
    for name, one in wanted.items():
        if one.aggregation != "no":
            values, index = rows.grouped(one, keys)
            columns[name] = pd.Series(typed(values, "Int64" if one.flag else one.dtype), index=index)
    result = pd.DataFrame(columns)
    result.attrs = dict(rows.frame.attrs)
    return result


@also_of_dask(_measure_of_dask)
@verb
def measure(frame: pd.DataFrame, name: str, by: Any = None, **options: Unpack[MeasureOptions]) -> pd.Series:
    """Return one measure, for each row or each group.

    Parameters
    ----------
    frame : pandas.DataFrame, shape (n_rows, n_columns)
        A table of one sport, or any selection of its rows. A games frame accepts the statistics of `standings`. Also a
        Dask frame, as for `measures`; a Dask frame among the options must have the same partitions.
    name : str
        The measure; `measures.table` lists them. One that belongs to single rows (``game_score`` of pitchers) has no
        group value, and is offered as ``game_score_mean`` and ``game_score_max``.
    by : str, Series, pandas.Grouper, function, or a list of them, optional
        What to group by, as in pandas, such as ``"player_id"``. Inputs are summed over the group and the formula is
        applied once; a row in which any input is missing adds nothing.
    **options
        ``teams=`` : the table ``teams`` of the same games, for a basketball player's share of the side's statistics;
        without it the player rows are summed if a side's playing time is complete. For a selection of the table
        ``teams``, the whole table: the statistics of the opponents are read from it.
        ``players=`` : football, the table ``players``, for ``sack_pct``.
        ``skaters=`` : hockey, the table ``skaters``, for the goals of a side without the shootout goal.
        ``turns=``, ``throws=`` : darts, for statistics of legs and players that are computed from visits or darts.
        ``courses=`` : golf, the table ``courses``.
        ``league=`` : the same table of a whole league, for ``ops_plus``, ``era_plus`` and ``per``, which require it,
        and ``gsaa``, for which the frame's own lines stand for the league otherwise.
        ``constant=`` : what `fip` adds, a number or ``"league"`` for the constant of the frame's own lines.

    Returns
    -------
    pandas.Series
        One value per row with the index of `frame`, or per group indexed by the group keys; named `name`.

    Raises
    ------
    QueryError
        The measure is unknown or cannot be computed, has no value for groups, or an option is invalid.
    FrameError
        The frame lacks columns, or all of the further rows that the measure is computed from, such as those of the
        opponents for ``off_rating``. If it lacks some, the affected rows are missing, with a warning.

    Warns
    -----
    SportsframeWarning
        Rows that the measure is computed from are not in the frame; or it is of whole games (``finished_games`` is
        among its inputs in `measures.table`) and some are not finished: their rows are missing and add nothing.

    Examples
    --------
    >>> measure(pitchers, "era", by="player_id")            # doctest: +SKIP

    What opponents did is in their rows; pass them beside a selection:

    >>> teams = sf.live("2024-12-06", "NBA", table="teams")
    >>> home = teams[teams["side"] == "home"]
    >>> ratings = sf.measures.measure(home, "off_rating", by="team", teams=teams)
    >>> len(ratings) == len(home)
    True
    """
    found = _table_of(frame)
    of_teams = by is None or (isinstance(by, str) and by == "team_id")
    if found.table == "games" and name in (held := of_table(found.sport, "standings", "")) and of_teams:
        given: Mapping[str, Any] = options
        ranked = standings(frame, **given)
        need(ranked, [name], f"{name} of these standings")
        return pd.Series(ranked[name].array, index=pd.Index(ranked["team_id"], name="team_id"), name=held[name].name)
    one, how = _named(frame, found, name, by is not None)
    _refuse_options(one, found, options)
    rows = _rows(frame, found, _settled(frame, options))
    need(frame, rows.lacking(one.inputs), f"{one.name} of {found}")
    _require_others(_absences(rows, [one]), one, found)
    if FINISHED in one.inputs:
        tell_unfinished(frame, one.name)
    if by is None:
        return pd.Series(typed(rows.values(one), one.dtype), index=frame.index, name=name)
    keys = _groups(frame, found, by, one.name)
    values, index = rows.grouped(one, keys, how)
    dtype = "Float64" if how == "mean" else "Int64" if one.flag else one.dtype
    return pd.Series(typed(values, dtype), index=index, name=name)


def _refuse_options(one: Measure, found: Kind, options: Mapping[str, Any]) -> None:
    """Refuse options that a measure does not have, and their absence where it requires one."""
    _check(options, (one,), f"{one.name} of {found}", found)
    if one.requires and one.requires not in options:
        raise QueryError(
            f"{one.name} of {found.table} requires {one.requires}=, "
            + (
                f"the table {found.table} of the whole league."
                if one.requires == "league"
                else f"the table {one.requires} of the same games."
            )
        )


def rolled(
    frame: pd.DataFrame, name: str, over: Callable[[pd.DataFrame], pd.DataFrame], options: Mapping[str, Any]
) -> pd.Series:
    """A measure of sums that `over` makes of the inputs of each row."""
    found = _table_of(frame)
    one, _ = _named(frame, found, name, False)
    _refuse_options(one, found, options)
    tell_repeats(frame, found, "rolling()")
    if one.aggregation == "no":
        raise QueryError(f"{one.name} has no value over several games; it is defined per row.")
    if one.aggregation in ("min", "max"):
        what = "least" if one.aggregation == "min" else "greatest"
        raise QueryError(f"{one.name} is the {what} of its rows, and neither a sum nor a ratio that can roll.")
    rows = _rows(frame, found, _settled(frame, options))
    need(frame, rows.lacking(one.inputs), f"{one.name} of {found}")
    _require_others(_absences(rows, [one]), one, found)
    if FINISHED in one.inputs:
        tell_unfinished(frame, one.name)
    if one.aggregation == "count":
        values = over(pd.DataFrame({name: pd.Series(rows.values(one)).astype("float64")}))[name]
        return pd.Series(typed(values.to_numpy(), "Int64" if one.flag else one.dtype), index=frame.index, name=name)
    inputs, complete = rows.inputs(one)
    sums = over(pd.DataFrame({name: column.where(complete) for name, column in inputs.items()}))
    values = one.value(Sums({name: sums[name] for name in sums.columns}, options))
    return pd.Series(typed(np.asarray(values), one.dtype), index=frame.index, name=name)


class Absences(NamedTuple):
    """Which further rows measures lack, and how often; those of parts of a table add up."""

    counts: dict[tuple[str, Lack], int]
    """Measure and what it lacks -> number of rows."""
    lost: int
    """Rows of which something is lacking."""
    rows: int

    def __add__(self, other: Absences) -> Absences:  # type: ignore[override]
        both = dict.fromkeys([*self.counts, *other.counts])
        counts = {key: self.counts.get(key, 0) + other.counts.get(key, 0) for key in both}
        return Absences(counts, self.lost + other.lost, self.rows + other.rows)


def _absences(rows: Rows, measures: Iterable[Measure]) -> Absences:
    """The further rows of measures that are not there."""
    counts, lost = dict[tuple[str, Lack], int](), np.zeros(len(rows), dtype=bool)
    for one in measures:
        for lack, missing in rows.absent(one.inputs).items():
            counts[one.name, lack] = int(missing.sum())
            lost = lost | missing
    return Absences(counts, int(lost.sum()), len(rows))


def _require_others(absent: Absences, one: Measure, found: Kind) -> None:
    """Refuse a frame from which all further rows that a measure is computed from were filtered; warn if some were."""
    for (_, lack), count in absent.counts.items():
        if count and count == absent.rows:
            where = f"{lack.option}=" if lack.option else "the frame"
            raise FrameError(
                f"{one.name} requires {lack.what}, which {where} does not have; {_instead(found, [one], [lack])}."
            )
    _tell_absent(absent, {one.name: one}, found)


def _tell_absent(absent: Absences, measures: Mapping[str, Measure], found: Kind) -> None:
    """Warn of measures that are missing because rows that they are computed from are not in the frame."""
    hit = [pair for pair, count in absent.counts.items() if count]
    if hit:
        names, lacks = list(dict.fromkeys(name for name, _ in hit)), list(dict.fromkeys(lack for _, lack in hit))
        reasons = [
            f"{f'{place}=' if place else 'the frame'} does not have "
            f"{' and '.join(lack.what for lack in lacks if lack.option == place)}"
            for place in dict.fromkeys(lack.option for lack in lacks)
        ]
        shown = f"{', '.join(names[:MOST_NAMED])}{f' and {len(names) - MOST_NAMED} more' if names[MOST_NAMED:] else ''}"
        warn(
            f"{shown} {'are' if len(names) > 1 else 'is'} missing for {absent.lost} of {absent.rows} rows: "
            f"{', '.join(reasons)}; {_instead(found, [measures[name] for name in names], lacks)}."
        )


def _instead(found: Kind, measures: list[Measure], lacks: list[Lack]) -> str:
    """What to write so that nothing is lacking."""
    tables = list(dict.fromkeys(lack.option for lack in lacks if lack.option))
    whole = " and ".join(f"the whole table {table} as {table}=" for table in tables)
    if all(lack.option for lack in lacks):
        return f"pass {whole}"
    options = {name for one in measures for name in _options_of(one, found.sport, found.table)}
    others = {"teams": "the table teams of the same games", "league": f"the table {found.table} of the league"}
    passed = [f", or pass {name}=, {table}" for name, table in others.items() if name in options]
    it = "it" if len(measures) == 1 else "them"
    return f"compute {it} before selecting rows{''.join(passed[:1])}{f', and pass {whole}' if whole else ''}"


@cache
def _options_of(one: Measure, sport: str, table: str) -> frozenset[str]:
    """The options of a measure of a table; what is computed from both sides takes the table of all sides."""
    both = {"teams"} if table == "teams" and _reads_other_side(one.inputs, sport, frozenset()) else set()
    return frozenset({name for name in (*one.options, one.requires) if name} | both)


def _reads_other_side(names: tuple[str, ...], sport: str, seen: frozenset[str]) -> bool:
    """Whether these inputs of a measure of sides come down to a statistic of the other side."""
    primitives, measures = _primitives(sport, "teams"), of_table(sport, "teams")
    for name in (name for name in names if name not in seen):
        others = primitives[name].others if name in primitives else ()
        if name.startswith(OPPONENT) or any(other.lack == OTHER_SIDE for other in others):
            return True
        own = primitives[name].needs if name in primitives else measures[name].inputs if name in measures else ()
        if _reads_other_side(own, sport, seen | {name}):
            return True
    return False


def _named(frame: pd.DataFrame, found: Kind, name: str, grouped: bool) -> tuple[Measure, str]:
    """Return the measure of that name, and how its rows are combined if it has no group value."""
    held = of_table(found.sport, found.table, found.resource)
    if name in held:
        return held[name], ""
    for how in ("mean", "max"):
        base = held.get(str(name).removesuffix(f"_{how}"))
        if base is not None and base.aggregation == "no" and not base.text and grouped:
            return base, how
    published = references.measure_of(SPORTS[found.sport].game, str(name))
    for known in (str(name).lower(), published):
        if known in UNAVAILABLE:
            raise QueryError(f"{name} cannot be computed from this table: {UNAVAILABLE[known]}.")
    if published in held:
        raise QueryError(f"{quoted(name)} is called {published!r} here.")
    tables = [table for other in of_sport(found.sport) if other.name in (name, published) for table in other.tables]
    totals = season_totals(found.sport, found.table, found.resource)
    if totals and set(tables) & {*totals.boxes}:
        raise QueryError(
            f"{name} needs single games, which season statistics do not contain; compute it from the box scores, "
            f'live(season=..., sport="{found.sport}", table="{next(t for t in tables if t in totals.boxes)}").'
        )
    if "standings" in tables:
        raise QueryError(f"{name} is a statistic of standings; use sportsframe.measures.standings(games).")
    if "ratings" in tables:
        call = "elo" if name.startswith("elo") else name.removesuffix("_sos")
        raise QueryError(f"{name} needs complete games; call sportsframe.measures.{call}().")
    columns = counts(found.sport, found.resource, found.table, frame)
    if name in frame.columns:
        raise QueryError(
            f"{name} is a column of {found}, not a measure"
            + (
                "; totals() and leaders() add it up."
                if name in columns
                else f", and does not add up over rows; use {_instead_of_sum(frame, name)}."
            )
        )
    if found.table == "teams" and name == SPORTS[found.sport].rules.unit and "score" in frame.columns:
        raise QueryError(f"the {name} of a team are its 'score'; totals() and leaders() add it up.")
    if tables:
        called = f", called {published!r} here" if published not in ("", name) else ""
        raise QueryError(
            f"{name} is a measure of {found.sport} {', '.join(tables)}{called}, but this frame is {found.table}."
        )
    count, _, per = str(name).rpartition("_per_")
    if per in PER and count in columns:
        raise QueryError(f'{name} is {count} by per=: write leaders("{count}", per="{per}") or totals(per="{per}").')
    if name in ("wins", "won"):
        raise QueryError(
            f"{found} has no wins to add up; use "
            + (
                f"{_instead_of_sum(frame, 'won')}."
                if "won" in frame.columns
                else "games_log() of the table games, whose result is W for a win."
            )
        )
    sports = sorted(code for code in SPORTS if any(other.name == name for other in of_sport(code)))
    if sports:
        raise QueryError(f"{name} is a measure of {', '.join(sports)}, but this frame is {found.sport}.")
    if not held:
        raise QueryError(f"unknown measure {quoted(name)}; {found.sport} {found.table} has no measures.")
    raise QueryError(
        f"unknown measure {quoted(name)} of {found.sport} {found.table}.{nearest(name, [*held, *columns])} "
        f"sportsframe.measures.table({found.sport!r}, {found.table!r}) lists them."
    )


def _instead_of_sum(frame: pd.DataFrame, name: str) -> str:
    """What to write for a column that `leaders` does not add up."""
    own = f'df["{name}"]'
    if pd.api.types.is_bool_dtype(frame[name].dtype):
        ids = [key for key in ("player_id", "team_id") if key in frame.columns]
        return f'df.groupby("{ids[0]}")["{name}"].sum()' if ids else own
    if not pd.api.types.is_numeric_dtype(frame[name].dtype):
        return own
    found = kind(frame)
    columns = layout(found.sport, found.resource, found.table).columns
    least = any(column.name == name and (column.lowest_first or column.unit == "strokes") for column in columns)
    least |= name in ("position", "rank")
    return f'{own} or df.{"nsmallest" if least else "nlargest"}(10, "{name}")'


def _qualification(frame: pd.DataFrame, found: Kind, by: Any, name: str, sums: pd.DataFrame) -> pd.Series:
    """What a qualification is of: a total, a text that a total is derived from, or a measure, by group."""
    if name == GAMES_PLAYED and "games" in sums.columns:
        name = "games"  # as `totals` calls them
    if name in sums.columns:
        return sums[name]
    for held in layout(found.sport, found.resource, found.table).columns:
        if held.name in sums.columns and held.unit in WHOLE and name in (held.derived_from, WHOLE[held.unit].text):
            return sums[held.name].astype("Float64") / WHOLE[held.unit].size
    of_all = of_table(found.sport, found.table, found.resource)
    if name in of_all and of_all[name].requires:
        needed = of_all[name].requires
        raise QueryError(f"leaders(qualify=) takes no measures that require another table; {name} requires {needed}=.")
    if name in of_all:
        return measure(frame[took_part(frame)], name, by=by)
    raise FrameError(
        f"leaders(qualify=) takes columns of totals() and measures, and {quoted(name)} is none of them."
        f"{nearest(name, [*sums.columns, *of_all])}"
    )


class _Whole(NamedTuple):
    """What people count in, and how many of a column's unit it is."""

    text: str
    size: int


WHOLE = {"outs": _Whole("innings", 3), "s": _Whole("minutes", 60)}
"""Unit of a column derived from a text -> what the text counts: an inning has 3 outs, a minute 60 seconds."""


def _check(options: Mapping[str, Any], wanted: tuple[Measure, ...], what: str, found: Kind) -> None:
    allowed = sorted({name for one in wanted for name in _options_of(one, found.sport, found.table)})
    for name, value in options.items():
        if name not in allowed:
            takes = f"it accepts {', '.join(allowed)}" if allowed else "it accepts none"
            raise QueryError(f"{what} has no option {quoted(name)}; {takes}.{nearest(name, allowed)}")
        if name != "constant" and not isinstance(value, pd.DataFrame):
            raise QueryError(f"{name}= must be a frame, the table {name}; got {type(value).__name__}.")


def _settled(frame: pd.DataFrame, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the options, with the league constant computed from the frame if requested."""
    constant = options.get("constant", 0.0)
    if constant == "league":
        return {**options, "constant": fip_constant(frame)}
    if isinstance(constant, bool) or not isinstance(constant, (int, float)):
        raise QueryError(f"constant= must be a number or 'league', not {quoted(constant)}.")
    return options


@verb
def leaders(
    frame: pd.DataFrame,
    name: str,
    top: int = 10,
    *,
    by: str = "player_id",
    per: str | None = None,
    qualify: dict[str, float] | None = None,
    ascending: bool | None = None,
    **options: Unpack[TableOptions],
) -> pd.DataFrame:
    """The best players or teams by a statistic of the table or a measure.

    Parameters
    ----------
    frame : pandas.DataFrame
        A table of box scores of one sport, or season statistics of one part of a season, such as ``regular_season``.
    name : str
        A column, which is added up, or a measure.
    top : int, default 10
        Number of places; those tied on the last one are included.
    by : {"player_id", "team_id"}
        Who is ranked. Season statistics credit a player who moved to the latest team, and do not contain the games of a
        team.
    per : str, optional
        As for `totals`; for columns only.
    qualify : dict of str to float, optional
        Least totals, for example ``{"innings": 162}``, ``{"plate_appearances": 502}`` or ``{"games": 58}``: of columns
        of `totals`, of the text that one of them is derived from, or of measures.
    ascending : bool, optional
        Whether the least comes first; by default as the measure says, and for columns only if they count strokes.
    **options
        Of the measure, as for `measures.measure`.

    Returns
    -------
    pandas.DataFrame
        Columns ``rank`` (Int64, equal for ties), the id, the name, the latest team of a player, ``games`` and the
        statistic.

    Raises
    ------
    QueryError
        The statistic is unknown, nobody qualifies, or season statistics contain several parts of a season.

    Examples
    --------
    >>> lines = sf.live("2024-12-06", "NBA", table="players")
    >>> leaders(lines, "points", top=1)["rank"].tolist()[0]
    1
    >>> stats = sf.player_stats(2024, "NFL").query("part == 'regular_season'")
    >>> len(leaders(stats, "passing_yards", top=3))
    3
    """
    found = kind(frame)
    sums = sums_of(frame, by, None, "leaders()")
    if name in sums.columns and name not in ("player", "team"):
        _check(options, (), f"the column {name} of {found}", found)
        values = sums_of(frame, by, per, "leaders()")[name] if per else sums[name]
        columns = layout(found.sport, found.resource, found.table).columns
        less = (
            any(column.name == name and column.lowest_first for column in columns) if ascending is None else ascending
        )
    else:
        if per is not None:
            raise QueryError(f"per= goes with columns of the table; {name} is not one of them.")
        values = measure(frame[took_part(frame)], name, by=by, **options)
        one = of_table(found.sport, found.table, found.resource).get(name)
        less = one is not None and one.higher_is_better is False if ascending is None else ascending
    tell_moved(frame, [by])
    for column, least in (qualify or {}).items():
        if column == "games" and "games" not in sums.columns and by != "player_id" and of_players(frame):
            raise no_games("leaders(qualify=)", by)
        held = _qualification(frame, found, by, column, sums).reindex(values.index)
        values = values[held.ge(least).fillna(False).to_numpy(dtype=bool)]
    values = values.dropna()
    if qualify and values.empty:
        raise QueryError(f"nobody qualifies for {name} with {', '.join(f'{n} >= {v:g}' for n, v in qualify.items())}.")
    if values.empty and len(frame):
        ranked = of_table(found.sport, found.table, found.resource).get(name)
        why = f" ({ranked.note.removesuffix('.')})" if ranked is not None and ranked.note else ""
        raise QueryError(f"nobody has {name}, which is missing in every row of the frame{why}.")
    ranks = values.rank(method="min", ascending=less).astype("Int64")
    who = [column for column in ("player", "team", "games") if column in sums.columns and column != name]
    board = pd.concat([ranks.rename("rank"), sums[who].reindex(values.index), values.rename(name)], axis=1)
    board = board[board["rank"] <= top].sort_values(["rank", *who[:1]], kind="stable").reset_index()
    board = board[["rank", *(column for column in board.columns if column != "rank")]]
    board.attrs = dict(frame.attrs)
    return board


@verb
def rolling(
    frame: pd.DataFrame, name: str, games: int, *, by: str = "player_id", **options: Unpack[TableOptions]
) -> pd.Series:
    """A measure, or the sum of a column, over the last games of each player or team.

    Football players' lines are treated as by `totals`: an absent statistic counts as zero if the player took part, and
    games without the player are none of the last ones.

    Parameters
    ----------
    frame : pandas.DataFrame
        A table of box scores of one sport, one row per game and player or team.
    name : str
        A measure with a value for groups, or a column.
    games : int
        Number of games, this one included; fewer at the beginning.
    by : str, default "player_id"
        Column that says whose games follow each other; several rows of a game are added up first.
    **options
        Of the measure, as for `measures.measure`.

    Returns
    -------
    pandas.Series
        One value per row, with the index of `frame`, named `name`, the same for all rows of a player or team in a game;
        missing for players who did not take part.

    Examples
    --------
    >>> lines = sf.pitching(("2024-06-01", "2024-06-10"))
    >>> bool((rolling(lines, "era", 3).dropna() >= 0).all())
    True
    """
    if games < 1:
        raise QueryError(f"invalid games={quoted(games)}; pass the number of games, at least 1.")
    need(frame, [by, "game_time", "game_id"], "rolling()")
    order = np.lexsort((np.arange(len(frame)), frame["game_time"].to_numpy()))
    played = took_part(frame)
    order = order[played[order]]
    found = kind(frame)
    whose = pd.Series(pd.factorize(frame[by])[0])
    number = pd.Series(frame.groupby([by, "game_id"], observed=True, dropna=False, sort=False).ngroup().to_numpy())
    first = pd.Series(order).groupby(number.iloc[order].to_numpy(), sort=False).first()

    def over(values: pd.DataFrame) -> pd.DataFrame:
        """The sums over the last games, in the rows of each game."""
        each = values.iloc[order].groupby(number.iloc[order], sort=False).sum(min_count=1)
        owner = whose.iloc[first.reindex(each.index)].to_numpy()
        sums = each.groupby(np.where(owner < 0, np.nan, owner)).rolling(games, min_periods=1).sum().droplevel(0)
        placed: pd.DataFrame = sums.reindex(number.where(played)).reset_index(drop=True)
        return placed

    if name in counts(found.sport, found.resource, found.table, frame):
        _check(options, (), f"the column {name} of {found}", found)
        tell_repeats(frame, found, "rolling()")
        values = over(frame[[name]].reset_index(drop=True).astype("float64").fillna(0))[name]
        return pd.Series(values.to_numpy(), frame.index, name=name, dtype="Float64")
    return rolled(frame, name, over, options)


@verb
def table(sport: str | None = None, table: str | None = None) -> pd.DataFrame:
    """Return all measures as a frame.

    Parameters
    ----------
    sport, table : str, optional
        Filters; ``table`` may also be ``standings``.

    Returns
    -------
    pandas.DataFrame, shape (n_measures, 12)
        One row a measure, sport and table: ``name, label, sport, table, inputs, formula, unit, better, adds, dtype,
        reference, note``. ``better`` (Int64) is 1 where more is better, -1 where less is, else 0; the rest is text.
        ``adds`` says how groups are made: ``ratio`` and ``rule`` sum the inputs and apply the formula once, ``count``
        may itself be summed, ``min`` and ``max`` take the least and the greatest row, ``no`` has no group value.

    Raises
    ------
    QueryError
        The sport or table is unknown.

    Examples
    --------
    >>> "era" in set(sf.measures.catalog("MLB", "pitching")["name"])
    True
    """
    if sport is not None:
        choose(sport, SPORTS, "sport")
    rows = [
        (
            *(one.name, one.label, code, where, ", ".join(one.inputs), one.formula, one.unit),
            *(_better(one), one.aggregation, one.dtype, one.reference, _note(one)),
        )
        for code in ([sport] if sport else SPORTS)
        for one in of_sport(code)
        for where in one.tables
    ]
    if table is not None:
        choose(table, dict.fromkeys(row[3] for row in rows), "table with measures")
        rows = [row for row in rows if row[3] == table]
    frame = pd.DataFrame(rows, columns=list(HEADERS))
    text = {name: pd.StringDtype(na_value=np.nan) for name in HEADERS if name != "better"}
    return frame.astype({**text, "better": "Int64"})


def _better(one: Measure) -> int:
    return 0 if one.higher_is_better is None else 1 if one.higher_is_better else -1


def _note(one: Measure) -> str:
    finished = "Of finished games only." if FINISHED in one.inputs else ""
    return " ".join(part for part in (one.note, finished, f"Requires {one.requires}=." if one.requires else "") if part)


catalog = table


def __dir__() -> list[str]:
    return __all__
