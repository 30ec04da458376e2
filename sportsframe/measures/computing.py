"""Measures of the rows of a frame and of groups of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial, reduce
from operator import add
from typing import Any, NamedTuple, Unpack

import numpy as np
import pandas as pd

from .._client.notices import warn
from .._frames.recognize import Kind, kind, need, refuse_several, rows_of
from .._frames.typed import verb
from ..catalog import SPORTS, layout
from ..catalog.tables import KEY_ORDER
from ..errors import FrameError, QueryError, nearest, quoted
from .baseball import fip_constant
from .declared import MODULES, of_sport, of_table, primitives_of
from .grammar import Measure, Sums, TableOptions
from .league import standings
from .lookup import measure_named, refuse_statistic
from .partitions import also_of_dask, columns_to_group, reduced, whole
from .rows import (
    FINISHED,
    MOST_NAMED,
    OPPONENT,
    OTHER_SIDE,
    Lack,
    Rows,
    added,
    counting,
    groupers,
    of_sums,
    one_sided,
    side_keys,
    typed,
    unfinished,
)
from .tables import (
    check_all,
    games_of,
    of_all,
    of_shared_time,
    refuse_namesakes,
    refuse_shared_time,
    season_totals,
    tell_games,
    tell_parts,
    tell_repeats,
    tell_unfinished,
    unit_of,
)


def _rows(frame: pd.DataFrame, found: Kind, options: Mapping[str, Any]) -> Rows:
    sport, table = found.sport, found.table
    options = {
        name: rows_of(value, sport) if isinstance(value, pd.DataFrame) else value for name, value in options.items()
    }
    measures, primitives = of_table(sport, table, found.resource), primitives_of(sport, table, found.resource)
    return Rows(frame, sport, table, measures, primitives, lambda: _totals(frame, sport, table, options), options)


def _totals(frame: pd.DataFrame, sport: str, table: str, options: Mapping[str, Any]) -> Rows | None:
    """Return the statistics of sides: those passed, otherwise the sums of the players."""
    build = getattr(MODULES.get(SPORTS[sport].game), "sides", None)
    given = options.get("teams")
    own = build(frame, sport, table) if build and table != "teams" else None
    totals = given if given is not None else own
    if totals is None:
        return None
    need(totals, ["game_id", "side"], "teams=")
    if given is not None and own is not None and "seconds_played" not in given and unfinished(given).any():
        seconds = pd.Series(own["seconds_played"].to_numpy(), index=side_keys(own))
        totals = given.assign(seconds_played=seconds.reindex(side_keys(given)).to_numpy())
    return Rows(totals, sport, "teams", of_table(sport, "teams"), primitives_of(sport, "teams"))


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

    kind: Kind
    sums: dict[tuple[str, str, str], pd.DataFrame]
    """Name as asked for, measure, how its rows are combined if it has no group value -> as of `Rows.summed`."""
    absent: Absences
    rows: pd.DataFrame
    """As of `of_all`."""
    unfinished: int
    games: list[str]
    """The games of each partition."""


def _part(frame: pd.DataFrame, options: dict[str, Any], by: list[str], name: str | None) -> _Part:
    """The sums of a partition, for one measure or all."""
    found = _table_of(frame)
    frame, _ = counting(frame, found, by, "measures()" if name is None else name)
    if name is None:
        held = of_table(found.sport, found.table, found.resource)
        check_options(options, tuple(held.values()), f"measures of {found}", found)
        wanted = {key: (one, "") for key, one in held.items() if not one.requires or one.requires in options}
    else:
        one, how = measure_named(frame, found, name, grouped=True)
        _refuse_options(one, found, options)
        wanted = {name: (one, how)}
    measured = [one for one, _ in wanted.values()]
    rows = _rows(frame, found, _settled(frame, options))
    verb = "measures()" if name is None else name
    need(frame, rows.lacking(tuple(dict.fromkeys(one for each in measured for one in each.inputs))), verb)
    keys = _groups(frame, found, by, verb)
    if name is not None:
        refuse_shared_time(name, unit_of(name), by)
    sums = {
        (key, one.name, how): rows.summed(one, keys, how)
        for key, (one, how) in wanted.items()
        if name is not None or _has_value(one, keys)
    }
    return _Part(found, sums, _absences(rows, measured), of_all(frame, by), *games_of(frame))


def _together(parts: list[_Part]) -> _Part:
    sums = {key: added([part.sums[key] for part in parts]) for key in parts[0].sums}
    absent = reduce(add, (part.absent for part in parts))
    rows = pd.concat([part.rows for part in parts]).drop_duplicates()
    games = [game for part in parts for game in part.games]
    return _Part(parts[0].kind, sums, absent, rows, sum(part.unfinished for part in parts), games)


def _of_dask(frame: Any, by: Any, name: str | None, options: dict[str, Any]) -> _Part | None:
    """The sums of all partitions; what is of a whole league is put into `options`."""
    names = columns_to_group(by, "measures" if name is None else "measure")
    table = kind(frame._meta).table
    if options.get("constant") == "league":
        options["constant"] = _constant(whole(frame), options)
    if "league" not in options and any(
        "league" in one.options and table in one.tables and name in (None, one.name)
        for code in SPORTS for one in of_sport(code)
    ):  # fmt: skip
        options["league"] = whole(frame)
    elif "league" in options:
        options["league"] = whole(options["league"])
    got = reduced(frame, options, partial(_part, by=names, name=name), _together)
    if got is not None:
        check_all(got.rows, got.games, got.kind, names, "measures()" if name is None else name)
    return got


def _columns(got: _Part, options: Mapping[str, Any]) -> dict[str, pd.Series]:
    """The values of the groups of a Dask frame."""
    held, found = of_table(got.kind.sport, got.kind.table, got.kind.resource), {}
    for (key, name, how), sums in got.sums.items():
        one = held[name]
        dtype = "Float64" if how == "mean" else "Int64" if one.flag else one.dtype
        found[key] = pd.Series(typed(of_sums(one, sums, how, options), dtype), index=sums.index, name=key)
    return found


def _measures_of_dask(frame: Any, by: Any = None, **options: Any) -> pd.DataFrame:
    got = _of_dask(frame, by, None, options)
    if got is None:
        return measures(whole(frame), by, **{name: whole(value) for name, value in options.items()})
    _tell_absent(got.absent, of_table(got.kind.sport, got.kind.table, got.kind.resource), got.kind, grouped=True)
    return pd.DataFrame(_columns(got, options))


def _measure_of_dask(frame: Any, name: str, by: Any = None, **options: Any) -> pd.Series:
    table = kind(frame._meta).table
    ranked = table == "games" and any(name in of_table(sport, "standings", "") for sport in SPORTS)
    got = None if ranked and by in (None, "team_id") else _of_dask(frame, by, name, options)
    if got is None:
        return measure(whole(frame), name, by, **{key: whole(value) for key, value in options.items()})
    one = of_table(got.kind.sport, got.kind.table, got.kind.resource)[next(iter(got.sums))[1]]
    _require_others(got.absent, one, got.kind, grouped=True)
    if FINISHED in one.inputs:
        tell_games(got.unfinished, len(got.games), one.name)
    return _columns(got, options)[name]


@also_of_dask(_measures_of_dask)
@verb
def measures(frame: pd.DataFrame, by: Any = None, **options: Unpack[TableOptions]) -> pd.DataFrame:
    """Return every measure of a table, for each row or each group.

    Games in play count as far as they have been played. What belongs to a whole game, such as ``quality_start``,
    ``clean_sheets``, ``pace`` and averages per game, is missing in their rows and does not count for a group.

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
    check_options(options, tuple(known.values()), f"measures of {found}", found)
    if by is not None:
        frame, by = counting(frame, found, by, "measures()")
    rows = _rows(frame, found, _settled(frame, options))
    need(frame, rows.lacking(tuple(dict.fromkeys(i for m in known.values() for i in m.inputs))), "measures()")
    wanted = {name: one for name, one in known.items() if not one.requires or one.requires in options}
    _tell_absent(_absences(rows, wanted.values()), wanted, found, grouped=by is not None)
    if by is not None:
        return _of_groups(rows, wanted, _groups(frame, found, by, "measures()"))
    captured = [column.name for column in layout(found.sport, found.resource, found.table).columns if column.captured]
    columns = {name: frame[name] for name in dict.fromkeys((*KEY_ORDER, *captured)) if name in frame.columns}
    for name, one in wanted.items():
        columns[name] = pd.Series(typed(rows.values(one), one.dtype), index=frame.index)
    return pd.DataFrame(columns, index=frame.index)


def _groups(frame: pd.DataFrame, found: Kind, by: Any, verb: str) -> list[pd.Series]:
    """The keys of the rows; season statistics of several parts of a season are not pooled, those of games are told."""
    refuse_statistic(frame, found, by)
    refuse_namesakes(frame, by, verb)
    keys = groupers(frame, by, verb)
    tell_repeats(frame, found, verb)
    if season_totals(found.sport, found.table, found.resource) is None:
        tell_parts(frame, found, by, verb)
    elif "part" not in {key.name for key in keys}:
        refuse_several(frame, "part", f"{verb} of season statistics by group")
    return keys


def _has_value(one: Measure, keys: list[pd.Series]) -> bool:
    """Whether a measure has a value for groups with these keys."""
    return one.aggregation != "no" and not of_shared_time(unit_of(one.name), [key.name for key in keys])


def _of_groups(rows: Rows, wanted: Mapping[str, Measure], keys: list[pd.Series]) -> pd.DataFrame:
    """Every measure that has a value for groups."""
    columns = {}
    for name, one in wanted.items():
        if _has_value(one, keys):
            values, index = rows.grouped(one, keys)
            columns[name] = pd.Series(typed(values, "Int64" if one.flag else one.dtype), index=index)
    return pd.DataFrame(columns)


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
        applied once; a row in which any input is missing adds nothing, nor does a game of a schedule that does not take
        place (phase ``off`` or ``replaced``), unless rows are grouped by ``phase`` or ``status``. Where the other side
        of one of its games is lacking, a group has no value of what is computed from it.
    **options
        ``teams=`` : the table ``teams`` of the same games, for a basketball player's share of the side's statistics;
        without it the player rows are summed if a side's playing time is complete. For a selection of the table
        ``teams``, the whole table: the statistics of the opponents are read from it.
        ``players=`` : football, the table ``players``, for ``sack_pct``.
        ``skaters=`` : hockey, the table ``skaters``, for the goals of a side without the shootout goal.
        ``turns=``, ``throws=`` : darts, for statistics of legs and players that are computed from visits or darts.
        ``courses=`` : golf, the table ``courses``.
        ``league=`` : the same table of a whole league, for ``ops_plus``, ``era_plus`` and ``per``, which require it,
        and ``gsaa`` and ``constant="league"``, for which the frame's own lines stand for the league otherwise, if it
        has both sides of each game.
        ``constant=`` : what `fip` adds, a number or ``"league"`` for the league's constant.

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
    >>> len(ratings) == home["team"].nunique()
    True
    """
    found = _table_of(frame)
    of_teams = by is None or (isinstance(by, str) and by == "team_id")
    if found.table == "games" and name in (held := of_table(found.sport, "standings", "")) and of_teams:
        given: Mapping[str, Any] = options
        ranked = standings(frame, **given)
        need(ranked, [name], f"{name} of these standings")
        return pd.Series(ranked[name].array, index=pd.Index(ranked["team_id"], name="team_id"), name=held[name].name)
    one, how = measure_named(frame, found, name, by is not None)
    _refuse_options(one, found, options)
    if by is not None:
        frame, by = counting(frame, found, by, one.name)
    rows = _rows(frame, found, _settled(frame, options))
    need(frame, rows.lacking(one.inputs), f"{one.name} of {found}")
    _require_others(_absences(rows, [one]), one, found, grouped=by is not None)
    if FINISHED in one.inputs:
        tell_unfinished(frame, one.name)
    if by is None:
        return pd.Series(typed(rows.values(one), one.dtype), index=frame.index, name=name)
    keys = _groups(frame, found, by, one.name)
    refuse_shared_time(one.name, unit_of(one.name), [key.name for key in keys])
    values, index = rows.grouped(one, keys, how)
    dtype = "Float64" if how == "mean" else "Int64" if one.flag else one.dtype
    return pd.Series(typed(values, dtype), index=index, name=name)


def _refuse_options(one: Measure, found: Kind, options: Mapping[str, Any]) -> None:
    """Refuse options that a measure does not have, and their absence where it requires one."""
    check_options(options, (one,), f"{one.name} of {found}", found)
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
    frame: pd.DataFrame, name: str, by: str, over: Callable[[pd.DataFrame], pd.DataFrame], options: Mapping[str, Any]
) -> pd.Series:
    """A measure of sums that `over` makes of the inputs of each row, by the column `by`."""
    found = _table_of(frame)
    one, how = measure_named(frame, found, name, grouped=True)
    _refuse_options(one, found, options)
    tell_repeats(frame, found, "rolling()")
    if one.aggregation == "no" and not how:
        mean = "" if one.text else f"; write {one.name}_mean"
        raise QueryError(f"{one.name} is defined per row, so it has no value over several games{mean}.")
    if one.aggregation in ("min", "max") or how == "max":
        what = "least" if one.aggregation == "min" else "greatest"
        raise QueryError(f"{name} is the {what} of its rows, and neither a sum nor a ratio that can roll.")
    rows = _rows(frame, found, _settled(frame, options))
    need(frame, rows.lacking(one.inputs), f"{one.name} of {found}")
    _require_others(_absences(rows, [one]), one, found, grouped=True)
    refuse_shared_time(one.name, unit_of(one.name), [by])
    if FINISHED in one.inputs:
        tell_unfinished(frame, one.name)
    lost = over(pd.DataFrame({name: rows.without_opponent(one).astype("float64")}))[name].gt(0).to_numpy()
    if how == "mean":
        values = pd.Series(rows.values(one)).astype("float64")
        sums = over(pd.DataFrame({"sum": values, "count": values.notna().astype("float64")}))
        return pd.Series(
            typed((sums["sum"] / sums["count"]).mask(lost).to_numpy(), "Float64"), index=frame.index, name=name
        )
    if one.aggregation == "count":
        values = over(pd.DataFrame({name: pd.Series(rows.values(one)).astype("float64")}))[name]
        values = values.mask(lost)
        return pd.Series(typed(values.to_numpy(), "Int64" if one.flag else one.dtype), index=frame.index, name=name)
    sums = over(pd.DataFrame(rows.addends(one, [frame[by]])))
    values = one.value(Sums({name: sums[name] for name in sums.columns}, options))
    return pd.Series(typed(np.asarray(values.mask(lost)), one.dtype), index=frame.index, name=name)


class Absences(NamedTuple):
    """Which further rows measures lack, and how often; those of parts of a table add up."""

    counts: dict[tuple[str, Lack], int]
    """Measure and what it lacks -> number of rows."""
    lost: dict[str, int]
    """Measure -> rows of which something is lacking."""
    rows: int

    def __add__(self, other: Absences) -> Absences:  # type: ignore[override]
        both = dict.fromkeys([*self.counts, *other.counts])
        counts = {key: self.counts.get(key, 0) + other.counts.get(key, 0) for key in both}
        lost = {name: self.lost.get(name, 0) + other.lost.get(name, 0) for name in {**self.lost, **other.lost}}
        return Absences(counts, lost, self.rows + other.rows)


SIDES_GIVEN = Lack("both sides of each game", "teams")
"""What a measure lacks that reads sides from the table given as an option."""


def _absences(rows: Rows, measures: Iterable[Measure]) -> Absences:
    """The further rows of measures that are not there."""
    counts, lost = dict[tuple[str, Lack], int](), dict[str, int]()
    for one in measures:
        of_teams = "teams" in rows.options and "teams" in _options_of(one, rows.sport, rows.table)
        lacks = rows.absent(one.inputs)
        lost[one.name] = int(np.any([np.zeros(len(rows), dtype=bool), *lacks.values()], axis=0).sum())
        for lack, missing in lacks.items():
            told = SIDES_GIVEN if of_teams and not lack.option else lack
            counts[one.name, told] = max(counts.get((one.name, told), 0), int(missing.sum()))
    return Absences(counts, lost, len(rows))


def _require_others(absent: Absences, one: Measure, found: Kind, *, grouped: bool = False) -> None:
    """Refuse a frame from which all further rows that a measure is computed from were filtered; warn if some were."""
    for (_, lack), count in absent.counts.items():
        if count and count == absent.rows:
            where = f"{lack.option}=" if lack.option else "the frame"
            raise FrameError(
                f"{one.name} requires {lack.what}, which {where} does not have; {_instead(found, [one], [lack])}."
            )
    _tell_absent(absent, {one.name: one}, found, grouped=grouped)


def _tell_absent(absent: Absences, measures: Mapping[str, Measure], found: Kind, *, grouped: bool = False) -> None:
    """Warn of measures that are missing because rows that they are computed from are not in the frame."""
    hit = [pair for pair, count in absent.counts.items() if count]
    if hit:
        names, lacks = list(dict.fromkeys(name for name, _ in hit)), list(dict.fromkeys(lack for _, lack in hit))
        reasons = [
            f"{f'{place}=' if place else 'the frame'} does not have "
            f"{' and '.join(lack.what for lack in lacks if lack.option == place)}"
            for place in dict.fromkeys(lack.option for lack in lacks)
        ]
        by_count: dict[int, list[str]] = {}
        for name in names:
            by_count.setdefault(absent.lost[name], []).append(name)
        most = max(2, MOST_NAMED // len(by_count))
        told: list[str] = []
        for lost, those in by_count.items():
            shown = f"{', '.join(those[:most])}{f' and {len(those) - most} more' if those[most:] else ''}"
            missing = "" if told else f" {'are' if len(those) > 1 else 'is'} missing"
            told.append(f"{shown}{missing} for {lost} of {absent.rows}{'' if told else ' rows'}")
        whole_groups = grouped and {OTHER_SIDE, SIDES_GIVEN} & set(lacks)
        warn(
            f"{', '.join(told)}{', and for groups with one of them' if whole_groups else ''}: "
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
    primitives, measures = primitives_of(sport, "teams"), of_table(sport, "teams")
    for name in (name for name in names if name not in seen):
        others = primitives[name].others if name in primitives else ()
        if name.startswith(OPPONENT) or any(other.lack == OTHER_SIDE for other in others):
            return True
        own = primitives[name].needs if name in primitives else measures[name].inputs if name in measures else ()
        if _reads_other_side(own, sport, seen | {name}):
            return True
    return False


def check_options(options: Mapping[str, Any], wanted: tuple[Measure, ...], what: str, found: Kind) -> None:
    allowed = sorted({name for one in wanted for name in _options_of(one, found.sport, found.table)})
    for name, value in options.items():
        if name not in allowed:
            takes = f"it accepts {', '.join(allowed)}" if allowed else "it accepts none"
            raise QueryError(f"{what} has no option {quoted(name)}; {takes}.{nearest(name, allowed)}")
        if name != "constant" and not isinstance(value, pd.DataFrame):
            raise QueryError(f"{name}= must be a frame, the table {name}; got {type(value).__name__}.")


def _constant(frame: pd.DataFrame, options: Mapping[str, Any]) -> float:
    """Return the constant of `fip` of the pitchers of the league, which may be those of the frame."""
    if "league" not in options and {"game_id", "side"} <= set(frame.columns) and one_sided(frame):
        raise FrameError(
            "constant='league' requires the pitchers of both sides of each game, which the frame does not have; "
            "compute it before selecting rows, or pass league=, the table pitching of the league."
        )
    return fip_constant(whole(options.get("league", frame)))


def _settled(frame: pd.DataFrame, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the options, with the league constant computed from the frame if requested."""
    constant = options.get("constant", 0.0)
    if constant == "league":
        return {**options, "constant": _constant(frame, options)}
    if isinstance(constant, bool) or not isinstance(constant, (int, float)):
        raise QueryError(f"constant= must be a number or 'league', not {quoted(constant)}.")
    return options
