"""Flatten records into tidy frames, as the catalog declares each table."""

from __future__ import annotations

import struct
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import chain
from types import NoneType
from typing import Any

import numpy as np
import pandas as pd
from msgspec.structs import astuple

from .._util.document import brief
from ..catalog import Column, Layout, layout
from ..catalog.cached import cached_property
from ..catalog.golf import LINE
from ..catalog.records import DTYPES
from ..catalog.resources import RESOURCES, Content
from . import arrays as cells
from . import undeclared
from .amounts import purse
from .decode import Records
from .drift import DriftKind, Notes
from .levels import Level, Reached, Rows, levels_of, pluck
from .matches import Matches
from .recognize import with_sport
from .structs import blank


@dataclass(frozen=True, eq=False)
class Group:
    """Columns whose values are in the same object."""

    path: tuple[str, ...]
    columns: tuple[Column, ...]

    @cached_property
    def numbers(self) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if column.kind in ("int", "float"))

    @cached_property
    def others(self) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if column not in self.numbers)


@dataclass(frozen=True, eq=False)
class Plan:
    """The columns of a table, grouped by the location of their values."""

    constant: tuple[Column, ...]
    captured: tuple[Column, ...]
    sided: tuple[Column, ...]
    derived: tuple[Column, ...]
    season: Column | None
    groups: tuple[tuple[int, tuple[Group, ...]], ...]


@lru_cache(maxsize=500)
def _plan(lay: Layout) -> Plan:
    plain = [c for c in lay.columns if not (c.constant or c.captured or c.sided or c.derived_from)]
    found = []
    for level in dict.fromkeys(column.level for column in plain):
        here = [column for column in plain if column.level == level]
        paths = dict.fromkeys(column.path[:-1] for column in here)
        groups = (Group(path, tuple(c for c in here if c.path[:-1] == path)) for path in paths)
        found.append((level, tuple(groups)))
    return Plan(
        constant=tuple(c for c in lay.columns if c.constant),
        captured=tuple(c for c in lay.columns if c.captured),
        sided=tuple(c for c in lay.columns if c.sided),
        derived=tuple(c for c in lay.columns if c.derived_from and c.name != "season"),
        season=next((c for c in lay.columns if c.derived_from and c.name == "season"), None),
        groups=tuple(found),
    )


def build(
    records: Records, lay: Layout, sport: str, resource: str, shared: dict[Hashable, Any] | None = None
) -> pd.DataFrame:
    """Return the frame of one table.

    Parameters
    ----------
    records : Records
        Records of one response, or of several with the same envelope key.
    lay : Layout
        The table.
    sport, resource : str
        Sport and resource of the request.
    shared : dict, optional
        Columns of the records themselves that were built for another table of the same response.
    """
    notes = Notes(sport, resource)
    frame = Builder(records, lay, sport, notes, {} if shared is None else shared).frame()
    if notes.items:
        notes.finish(records.strict)
    return frame


class Builder:
    """Builds one table of a response, column by column.

    Attributes
    ----------
    made : dict
        Finished arrays by column.
    words : dict
        Columns of strings that are still lists, with a value for each row: all strings are converted together.
    repeated : dict
        The same with a value for each object above the rows, and the index by which these are repeated.
    beside : dict
        Additional columns of strings for keys that are not integers.
    """

    def __init__(self, records: Records, lay: Layout, sport: str, notes: Notes, shared: dict[Hashable, Any]) -> None:
        self.records, self.lay, self.sport, self.notes, self.shared = records, lay, sport, notes, shared
        self.plan = _plan(lay)
        self.reached = Reached(records.rows, lay, shared)
        self.levels, self.index = self.reached.levels, self.reached.index
        self.made: dict[str, Any] = {}
        self.words: dict[str, list[Any]] = {}
        self.repeated: dict[str, tuple[list[Any], np.ndarray]] = {}
        self.beside: dict[str, Any] = {}

    def frame(self) -> pd.DataFrame:
        """Return the frame."""
        self._constant()
        self._captured()
        self._of_sides()
        self._plain()
        if season := self.plan.season:
            ids = pluck(self.levels[season.level].nodes, season.path)
            self._put("season", cells.seasons(ids), self.index[season.level])
        if self.words or self.repeated:
            found = cells.text_columns(list(self.words.values()), list(self.repeated.values()))
            self.made.update(zip((*self.words, *self.repeated), found, strict=True))
        self._derive()
        frame = {column.name: self.made[column.name] for column in self.lay.columns}
        frame.update(self.beside)
        frame.update(undeclared.unparsed_texts(self.reached, self.lay, frame))
        if self.records.irregular:
            frame.update(undeclared.extra_columns(self.reached, self.lay, frame))
        return framed(frame, len(self.reached))

    def _put(self, name: str, values: Any, where: np.ndarray | None) -> None:
        """Add a column by its values and the index that repeats them; None if there is one for each row."""
        if not isinstance(values, list):
            self.made[name] = cells.gather(values, where)
        elif where is None:
            self.words[name] = values
        else:
            self.repeated[name] = values, where

    def _constant(self) -> None:
        """Add the columns that are the same for all rows of a request."""
        for column in self.plan.constant:
            if column.name == "season":
                self._put("season", self.records.seasons(), self.index[0])
            else:
                value = self.sport if column.name == "sport" else self.records.key
                self.made[column.name] = cells.constant(column.name, value, len(self.reached))

    def _captured(self) -> None:
        """Add the columns of keys, such as the side or the period."""
        for column in self.plan.captured:
            found, names = _captured(column, self.levels[column.level], self.notes)
            self._put(column.name, found, self.index[column.level])
            if names is not None:
                self.beside[f"{column.name}_"] = cells.gather(names, self.index[column.level])

    def _of_sides(self) -> None:
        """Add the columns that the record has for both sides, outside of the objects of the sides."""
        if not self.plan.sided:
            return
        level = self.plan.sided[0].level
        at = cells.gather(_side_places(self.levels, level), self.index[level])
        for column in self.plan.sided:
            if column.sided not in self.shared:
                assert column.sided is not None
                values = [value for path in column.sided for value in pluck(self.reached.records, path)]
                self.shared[column.sided] = cells.ints(values) if column.kind == "int" else values
            self._put(column.name, self.shared[column.sided], at)

    def _plain(self) -> None:
        """Add the columns whose values are members of the objects that the table reaches."""
        for level, groups in self.plan.groups:
            if level:
                for name, values in _arrays(self.levels[level].nodes, groups, self.notes).items():
                    self._put(name, values, self.index[level])
                continue
            fresh = [group for group in groups if any(column.name not in self.shared for column in group.columns)]
            self.shared.update(_arrays(self.reached.records, fresh, self.notes))
            for column in chain.from_iterable(group.columns for group in groups):
                self._put(column.name, self._own(self.shared[column.name]), self.index[0])

    def _own(self, values: Any) -> Any:
        """Return a column that tables share, copied so that changes to one frame do not affect another."""
        return values.copy() if self.index[0] is None else values

    def _derive(self) -> None:
        """Add the columns that are computed from others."""
        of_players = []
        for column in self.plan.derived:
            name, source = column.name, str(column.derived_from)
            if name in ("game_date", "phase"):
                self.made[name] = self._of_games(column)
            elif name in COMPUTED:
                self.made[name] = COMPUTED[name](self.words.get(source, self.made[source]))
            elif name == "periods_played":
                counts = cells.ints(_period_counts(pluck(self.levels[column.level].nodes, column.path)))
                self.made[name] = cells.gather(counts, self.index[column.level])
            elif name == "place":
                assert self.index[0] is not None
                lines = [self.made[one] for one in LINE if one in self.made]
                self.made[name] = cells.places(self.made[source], self.words["status"], self.index[0], lines)
            elif source == "turns":
                self.made[name] = self._matches().of_legs(name)
            elif self.index[0] is None:
                self.made[name] = self._matches().of_matches(name)
            else:
                of_players.append(name)
        if of_players:
            assert self.index[0] is not None
            found = self._matches().of_players(of_players, self.made["player_id"], self.index[0])
            self.made.update(zip(of_players, found, strict=True))

    def _of_games(self, column: Column) -> Any:
        """Return the league dates or phases of games; those of the records are computed once for all tables."""
        name, level = column.name, column.level
        if level:
            values = self.reached.spread(pluck(self.levels[level].nodes, column.path), level)
            return self._dates_or_phases(column, values, self.made.get("game_time"))
        if name not in self.shared:
            values = pluck(self.reached.records, column.path)
            self.shared[name] = self._dates_or_phases(column, values, self.shared.get("game_time"))
        return cells.gather(self._own(self.shared[name]), self.index[0])

    def _dates_or_phases(self, column: Column, values: Rows, times: Any) -> Any:
        """Return league dates of ids and times, or the phases of statuses."""
        if column.name == "game_date":
            return cells.days(values, times, cells.start_zone(self.sport))
        phases, unknown = cells.phases(values)
        for word in unknown:
            self.notes.note(str(column.derived_from), "unreadable", repr(brief(word)))
        return phases

    def _matches(self) -> Matches:
        """Return the darts matches of the response and their legs."""
        if Matches not in self.shared:
            records = self.reached.records
            _, legs, turns, visits = levels_of(records, self.lay.answer.layouts["turns"], self.shared)
            assert legs.parents is not None
            assert turns.parents is not None
            assert visits.parents is not None
            self.shared[Matches] = Matches(
                records, legs.nodes, visits.nodes, visits.keys, legs.parents, turns.parents[visits.parents]
            )
        found: Matches = self.shared[Matches]
        return found


def framed(arrays: dict[str, Any], n: int) -> pd.DataFrame:
    """Return a frame of finished arrays of equal length, without checking them again."""
    make = _maker()
    if make is None:
        return pd.DataFrame(arrays, index=pd.RangeIndex(n), copy=False)
    return make(arrays.values(), [_names(tuple(arrays)), pd.RangeIndex(n)])


@cache
def _maker() -> Callable[[Iterable[Any], list[pd.Index]], pd.DataFrame] | None:
    """Return the maker of a frame from extension arrays and axes; None if this version of pandas has none that works.

    The public one checks each column again, which takes two thirds of its time.
    """
    try:
        from pandas._libs.internals import BlockPlacement  # type: ignore[import-not-found]
        from pandas.core.internals import blocks, managers  # type: ignore[import-not-found]

        places = cache(lambda i: BlockPlacement(slice(i, i + 1)))
        times = pd.arrays.DatetimeArray

        def block(values: Any, place: Any) -> Any:
            if type(values) is times:
                return blocks.new_block(blocks.ensure_block_shape(values, 2), place, ndim=2)
            return blocks.ExtensionBlock(values, place, ndim=2)

        def make(arrays: Iterable[Any], axes: list[pd.Index]) -> pd.DataFrame:
            made = tuple(block(values, places(i)) for i, values in enumerate(arrays))
            manager = managers.BlockManager(made, axes, verify_integrity=False)
            return pd.DataFrame._from_mgr(manager, manager.axes)  # type: ignore[attr-defined, no-any-return]

        kinds: dict[str, Any] = {**DTYPES, "text": cells.TEXT}
        tried = {kind: pd.array([None], dtype=name) for kind, name in kinds.items()}
        plain = pd.DataFrame(tried)
        return make if make(tried.values(), [plain.columns, plain.index]).equals(plain) else None
    except Exception:
        return None


@cache
def _names(names: tuple[str, ...]) -> pd.Index:
    return pd.Index(names)


def _captured(column: Column, level: Level, notes: Notes) -> tuple[Any, Any]:
    """Return the keys of a level as a column, and a column of strings for those that are not integers, or None."""
    if column.name == "side":
        return cells.category("side", level.keys.copy()), None  # tables share the keys
    if column.name == "part":
        return cells.category("part", np.array(level.keys, np.int8) - 1), None
    if column.kind == "text":
        return cells.texts(list(map(str, level.keys))), None
    try:
        return cells.ints(level.keys), None
    except struct.error:  # strings: keys of periods, and those that the tolerant decoder kept
        pass
    numbers = {key: cells.whole_number(key) if isinstance(key, str) else key for key in set(level.keys)}
    others = {key for key, number in numbers.items() if number is None and key is not None}
    for key in others:
        notes.note(column.name, "unreadable", repr(brief(key)))
    beside = cells.texts([key if key in others else None for key in level.keys]) if others else None
    return cells.ints([numbers[key] for key in level.keys]), beside


def _side_places(levels: list[Level], level: int) -> np.ndarray:
    """Return the place of each side in a column of all away sides followed by all home sides."""
    places = levels[level].parents
    for above in levels[level - 1 : 0 : -1]:
        places = above.parents[places]  # type: ignore[index]
    found: np.ndarray = levels[level].keys * np.intp(len(levels[0].nodes)) + places
    return found


def _arrays(nodes: Rows, groups: Iterable[Group], notes: Notes) -> dict[str, Any]:
    """Return typed arrays of columns in or below the same objects; strings stay lists, to be converted together."""
    made: dict[str, Any] = {}
    loose: list[tuple[Column, Any]] = []
    for group in groups:
        columns = group.columns
        holders = pluck(nodes, group.path)
        if group.path:
            holders = _filled(holders)
        if not (columns[0].path and holders and holders[0] is not None):  # plain values, or no objects at all
            loose += ((column, holders) for column in columns)
            continue
        numbers = holders[0].numbers_
        if len(numbers.names) >= WIDE:
            block = cells.number_block(holders, numbers)
            made.update((column.name, block[column.path[-1]]) for column in group.numbers)
            columns = group.others
        loose += zip(columns, _members(holders, columns), strict=True)
    made.update(_typed(loose, notes))
    return made


def _filled(holders: Rows) -> Rows:
    """Return the objects, with an empty one in place of each that is missing, if any is present."""
    kinds = set(map(type, holders))
    if len(kinds) < 2 or NoneType not in kinds:
        return holders
    nothing = blank((kinds - {NoneType}).pop())
    return [nothing if holder is None else holder for holder in holders]


WIDE = 10
"""From this many numbers per object they are packed row by row, below it column by column (measured)."""


def _members(holders: Rows, columns: tuple[Column, ...]) -> list[Any]:
    """Return the values of columns in objects of one record: in one pass if most members are needed."""
    names = holders[0].__struct_fields__
    sweep = 50 + 7 * len(names)  # nanoseconds per object, as the 20 for a single member (measured)
    if 20 * len(columns) > sweep and len(set(map(type, holders))) == 1:
        flat = list(chain.from_iterable(map(astuple, holders)))
        return [flat[names.index(column.path[-1]) :: len(names)] for column in columns]
    return [pluck(holders, column.path[-1:]) for column in columns]


def _typed(loose: list[tuple[Column, Any]], notes: Notes) -> Iterator[tuple[str, Any]]:
    """Yield columns with typed arrays of their values; those of one kind are converted together if that is faster."""
    if ints := {column.name: values for column, values in loose if column.kind == "int"}:
        yield from zip(ints, cells.int_block(list(ints.values())), strict=True)
    for column, values in loose:
        if column.kind == "text":
            yield column.name, values
        elif column.kind == "float":
            yield column.name, cells.floats(values)
        elif column.kind == "bool":
            yield column.name, cells.bools(values)
        elif column.kind in cells.PARSERS:
            made, unreadable, other = cells.PARSERS[column.kind](values)
            yield column.name, made
            found: tuple[tuple[DriftKind, list[int]], ...] = (("unreadable", unreadable), ("retyped", other))
            for kind, places in found:
                for i in places:
                    notes.note(str(column.wire or column.name), kind, repr(brief(values[i])))


COMPUTED: dict[str, Callable[[Any], Any]] = {
    "outs_recorded": cells.outs,
    "seconds_played": cells.seconds,
    "clock_seconds": cells.clocks,
    "inning": cells.innings,
    "inning_half": cells.inning_halves,
    "height_cm": cells.centimetres,
    "start_date": cells.day_column,
    "end_date": cells.day_column,
    "purse_amount": lambda texts: cells.floats([purse(text)[0] for text in texts]),
    "conference": partial(cells.part_of, part=0),
    "division": partial(cells.part_of, part=1),
}
"""Columns computed from another finished column."""


def _period_counts(scores: list[dict[str, Any] | None]) -> list[int | None]:
    """Return the number of periods with a score; None if the key of one is not a number."""
    names = set(chain.from_iterable(held for held in scores if held))
    totals = names & cells.TOTALS
    unnumbered = {name for name in names - totals if cells.whole_number(name) is None}
    if not totals and not unnumbered:
        return [None if held is None else len(held) for held in scores]
    return [None if held is None or not unnumbered.isdisjoint(held) else len(held.keys() - totals) for held in scores]


@cache
def _empty(sport: str, resource: str, table: str) -> pd.DataFrame:
    lay = layout(sport, resource, table)
    frame = pd.DataFrame({c.name: pd.array([], dtype=cells.dtype(c)) for c in lay.columns})
    of_games = RESOURCES[resource].content is Content.PLAY and lay is layout(sport, resource)
    return with_sport(frame, sport) if of_games else frame


def empty(sport: str, resource: str, table: str) -> pd.DataFrame:
    """Return a table without rows, with all columns and dtypes."""
    return _empty(sport, resource, table).copy()


def flatten(
    records: Records, sport: str, resource: str, table: str, shared: dict[Hashable, Any] | None = None
) -> pd.DataFrame:
    """Return the records of one response as one table, with the dtypes of the catalog.

    Parameters
    ----------
    records : Records
        Result of `decode.records`.
    sport, resource, table : str
        The table.
    shared : dict, optional
        Passed to the other tables of the same response, so that common columns are built once.

    Returns
    -------
    pandas.DataFrame, shape (n_rows, n_columns)
    """
    if not records.rows:
        return empty(sport, resource, table)
    return build(records, layout(sport, resource, table), sport, resource, shared)
