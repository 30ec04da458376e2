"""Records -> tidy frames, as the catalog declares the table: the only flattener."""

from __future__ import annotations

import struct
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import chain
from operator import attrgetter
from types import NoneType
from typing import Any

import numpy as np
import pandas as pd
from msgspec.structs import astuple

from .._util.document import brief
from .._util.report import html_card, html_table
from ..catalog import Answer, Column, Layout, answer, choose_table, layout
from ..catalog.cached import cached_property
from ..catalog.records import DTYPES, SIDES, fields, is_record
from ..catalog.tables import Step
from ..errors import NoTable
from . import arrays as cells
from .amounts import purse
from .decode import Records
from .drift import DriftKind, Notes
from .matches import Matches
from .structs import EXTRA, blank, extras

_assemble: Any = getattr(getattr(pd.api, "internals", None), "create_dataframe_from_blocks", None)
"""The fast constructor of a frame from finished arrays, which pandas has from version 3."""

Rows = list[Any]


def pluck(objects: Iterable[Any], path: tuple[str, ...]) -> list[Any]:
    """The member at `path` of each object; None if an object on the path is missing."""
    objects = objects if isinstance(objects, list) else list(objects)
    if not path:
        return objects
    getter = _getter(path)
    if getter is not None:
        try:
            return list(map(getter, objects))
        except AttributeError:
            pass
    return [_pluck(item, path) for item in objects]


@lru_cache(maxsize=5000)
def _getter(path: tuple[str, ...]) -> Callable[[Any], Any] | None:
    """The getter of the member at `path`; None if that is in a list."""
    return None if any(part.isdigit() for part in path) else attrgetter(".".join(path))


def _pluck(item: Any, path: tuple[str, ...]) -> Any:
    for part in path:
        if item is None:
            return None
        if part.isdigit():
            item = item[int(part)] if int(part) < len(item) else None
        else:
            item = getattr(item, part)
    return item


class Level:
    """The objects that a repeating step reaches, their keys, and the index of each one's parent."""

    def __init__(self, nodes: Rows, keys: Any = None, parents: np.ndarray | None = None) -> None:
        self.nodes = nodes
        self.keys = keys
        self.parents = parents


def _levels(rows: Rows, lay: Layout, shared: dict[Hashable, Any]) -> list[Level]:
    """The objects that each step of a layout reaches; those that other tables reach as well are found once."""
    levels = [Level(rows)]
    common = _common_steps(lay)
    for n, step in enumerate(lay.steps, 1):
        if n > common:
            levels.append(_level(levels[-1].nodes, step, lay.table.value is not None and n == len(lay.steps)))
        else:
            key = lay.steps[:n]
            if key not in shared:
                shared[key] = _level(levels[-1].nodes, step)
            levels.append(shared[key])
    return levels


@lru_cache(maxsize=500)
def _common_steps(lay: Layout) -> int:
    """How many of a table's first steps other tables of the response take as well, to objects that are no values."""
    found = 0
    for other in lay.answer.layouts.values():
        if other.table.name == lay.table.name:
            continue
        same = 0
        for mine, its in zip(lay.steps, other.steps, strict=False):
            if mine != its:
                break
            same += 1
        found = max(found, min(same, *(len(one.steps) - (one.table.value is not None) for one in (lay, other))))
    return found


def _level(above: Rows, step: Step, bare: bool = False) -> Level:
    held = pluck(above, step.path)
    if step.over == "members":
        return _members_of(held, step.members)
    if step.over == "member":
        keep = [i for i, node in enumerate(held) if node is not None]
        return Level([held[i] for i in keep], None, np.array(keep, np.intp))
    if step.over == "sides":
        return _sides(held)
    if None in held:
        held = [() if item is None else item for item in held]
    counts = np.fromiter(map(len, held), np.intp, len(held))
    parents = np.repeat(np.arange(len(held)), counts)
    if step.over == "list":
        numbers = [number for n in counts.tolist() for number in range(1, n + 1)] if step.capture else None
        level = Level(list(chain.from_iterable(held)), numbers, parents)
    else:
        nodes = list(chain.from_iterable(item.values() for item in held if item))
        level = Level(nodes, list(chain.from_iterable(held)), parents)
    if step.capture == "period":
        level = _numbered(level)
    return level if bare else _present(level)


def _sides(held: Rows) -> Level:
    found = [
        (side, code, parent)
        for parent, both in enumerate(held)
        if both is not None
        for code, side in enumerate((both.away_team, both.home_team))
        if side is not None
    ]
    nodes, codes, parents = zip(*found, strict=True) if found else ((), (), ())
    return Level(list(nodes), np.array(codes, np.int8), np.array(parents, np.intp))


def _members_of(held: Rows, members: tuple[str, ...]) -> Level:
    """The members of each object as its children, numbered from 1; absent ones are omitted."""
    found = [
        (value, number, parent)
        for parent, item in enumerate(held)
        if item is not None
        for number, name in enumerate(members, 1)
        if (value := getattr(item, name)) is not None and value != cells.MISSING_INT and value == value
    ]
    nodes, numbers, parents = zip(*found, strict=True) if found else ((), (), ())
    return Level(list(nodes), list(numbers), np.array(parents, np.intp))


def _numbered(level: Level) -> Level:
    """The periods without totals, which one sport includes."""
    if cells.TOTALS.isdisjoint(level.keys):
        return level
    return _only(level, [i for i, key in enumerate(level.keys) if key not in cells.TOTALS])


def _present(level: Level) -> Level:
    """Only children that are objects: a null in a list is not a row."""
    if NoneType in set(map(type, level.nodes)):  # faster than a search for None, which compares it with every object
        return _only(level, [i for i, node in enumerate(level.nodes) if node is not None])
    return level


def _only(level: Level, keep: list[int]) -> Level:
    assert level.parents is not None
    keys = [level.keys[i] for i in keep] if level.keys is not None else None
    return Level([level.nodes[i] for i in keep], keys, level.parents[np.array(keep, np.intp)])


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
    season_of_id: bool
    levels: tuple[tuple[int, tuple[Group, ...]], ...]


@lru_cache(maxsize=500)
def _plan(lay: Layout) -> Plan:
    plain = [c for c in lay.columns if not (c.constant or c.captured or c.sided or c.derived_from)]
    levels = []
    for level in dict.fromkeys(column.level for column in plain):
        here = [column for column in plain if column.level == level]
        paths = dict.fromkeys(column.path[:-1] for column in here)
        groups = (Group(path, tuple(c for c in here if c.path[:-1] == path)) for path in paths)
        levels.append((level, tuple(groups)))
    return Plan(
        constant=tuple(c for c in lay.columns if c.constant),
        captured=tuple(c for c in lay.columns if c.captured),
        sided=tuple(c for c in lay.columns if c.sided),
        derived=tuple(c for c in lay.columns if c.derived_from and c.name != "season"),
        season_of_id=any(c.derived_from and c.name == "season" for c in lay.columns),
        levels=tuple(levels),
    )


def build(
    records: Records, lay: Layout, sport: str, resource: str, shared: dict[Hashable, Any] | None = None
) -> pd.DataFrame:
    """The frame of one table.

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
    shared = {} if shared is None else shared
    plan = _plan(lay)
    notes = Notes(sport, resource)
    levels = _levels(records.rows, lay, shared)
    rows = levels[-1].nodes
    index = _index_chain(levels)
    made: dict[str, Any] = {}
    words: dict[str, list[Any]] = {}
    repeated: dict[str, tuple[list[Any], np.ndarray]] = {}

    def put(name: str, values: Any, where: np.ndarray | None) -> None:
        if not isinstance(values, list):
            made[name] = cells.gather(values, where)
        elif where is None:
            words[name] = values
        else:
            repeated[name] = values, where

    for column in plan.constant:
        if column.name == "season":
            put("season", records.seasons(), index[0])
        else:
            made[column.name] = cells.constant(column.name, sport if column.name == "sport" else records.key, len(rows))
    beside: dict[str, Any] = {}
    for column in plan.captured:
        found, names = _captured(column, levels[column.level], notes)
        put(column.name, found, index[column.level])
        if names is not None:
            beside[f"{column.name}_"] = cells.gather(names, index[column.level])
    if plan.sided:
        above = plan.sided[0].level
        at = cells.gather(_side_places(levels, above), index[above])
        for column in plan.sided:
            put(column.name, _of_both_sides(column, levels, shared), at)
    for level, groups in plan.levels:
        if level:
            for name, values in _arrays(levels[level].nodes, groups, notes).items():
                put(name, values, index[level])
            continue
        fresh = [group for group in groups if any(column.name not in shared for column in group.columns)]
        shared.update(_arrays(records.rows, fresh, notes))
        for column in chain.from_iterable(group.columns for group in groups):
            put(column.name, _own(shared[column.name], index[0]), index[0])
    if plan.season_of_id:
        put("season", cells.seasons(pluck(records.rows, ("game_id",))), index[0])
    if words or repeated:
        found = cells.text_columns(list(words.values()), list(repeated.values()))
        made.update(zip((*words, *repeated), found, strict=True))
    _derive(made, words, plan.derived, lay.answer, levels, index, shared, notes)
    frame = {column.name: made[column.name] for column in lay.columns}
    frame.update(beside)
    frame.update(_unparsed_texts(levels, index, lay, frame))
    if records.irregular:
        frame.update(_extras(levels, index, lay, frame))
    if notes.items:
        notes.finish(records.strict)
    return framed(frame, len(rows))


def framed(arrays: dict[str, Any], n: int) -> pd.DataFrame:
    """A frame of finished arrays of equal length, without checking them again."""
    if _assemble is None:
        return pd.DataFrame(arrays, index=pd.RangeIndex(n), copy=False)
    blocks = list(zip(arrays.values(), _places(len(arrays)), strict=True))
    frame: pd.DataFrame = _assemble(blocks, pd.RangeIndex(n), _names(tuple(arrays)))
    return frame


@cache
def _places(n: int) -> list[np.ndarray]:
    return list(np.arange(n).reshape(n, 1))


@cache
def _names(names: tuple[str, ...]) -> pd.Index:
    return pd.Index(names)


def _index_chain(levels: list[Level]) -> list[np.ndarray | None]:
    """For each level, the index of the object to which each final row belongs; None for the last."""
    chain_: list[np.ndarray | None] = [None] * len(levels)
    for k in range(len(levels) - 2, -1, -1):
        parents = levels[k + 1].parents
        below = chain_[k + 1]
        chain_[k] = parents if below is None else parents[below]  # type: ignore[index]
    return chain_


def _spread(values: list[Any], where: np.ndarray | None) -> list[Any]:
    """A list of any values repeated for the final rows."""
    return values if where is None else [values[i] for i in where.tolist()]


def _own(values: Any, where: np.ndarray | None) -> Any:
    """A copy of a column that tables share, so that changes to one frame do not affect another."""
    return values.copy() if where is None else values


def _repeated(values: Any, where: np.ndarray | None) -> Any:
    return cells.gather(_own(values, where), where)


def _captured(column: Column, level: Level, notes: Notes) -> tuple[Any, Any]:
    """The keys of a level as a column, and a text column for keys that are not integers, if there are any."""
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
    odd = {key for key, number in numbers.items() if number is None and key is not None}
    for key in odd:
        notes.note(column.name, "unreadable", repr(brief(key)))
    beside = cells.texts([key if key in odd else None for key in level.keys]) if odd else None
    return cells.ints([numbers[key] for key in level.keys]), beside


def _side_places(levels: list[Level], level: int) -> np.ndarray:
    """For each side present, the place of its value in a column of all away sides followed by all home sides."""
    places = levels[level].parents
    for above in levels[level - 1 : 0 : -1]:
        places = above.parents[places]  # type: ignore[index]
    found: np.ndarray = levels[level].keys * np.intp(len(levels[0].nodes)) + places
    return found


def _of_both_sides(column: Column, levels: list[Level], shared: dict[Hashable, Any]) -> Any:
    """A value from elsewhere in the record, for all away sides and then for all home sides."""
    if column.sided not in shared:
        assert column.sided is not None
        values = [value for path in column.sided for value in pluck(levels[0].nodes, path)]
        shared[column.sided] = cells.ints(values) if column.kind == "int" else values
    return shared[column.sided]


def _arrays(nodes: Rows, groups: Iterable[Group], notes: Notes) -> dict[str, Any]:
    """Typed arrays of columns in or below the same objects; strings stay lists, to be converted together."""
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
    """The objects, with an empty one in place of each that is missing, if any is present."""
    kinds = set(map(type, holders))
    if len(kinds) < 2 or NoneType not in kinds:
        return holders
    nothing = blank((kinds - {NoneType}).pop())
    return [nothing if holder is None else holder for holder in holders]


WIDE = 10
"""From this many numbers per object they are packed row by row, below it column by column (measured)."""


def _members(holders: Rows, columns: tuple[Column, ...]) -> list[Any]:
    """The values of columns in objects of one record: in one pass if most members are needed."""
    names = holders[0].__struct_fields__
    sweep = 50 + 7 * len(names)  # nanoseconds per object, as the 20 for a single member (measured)
    if 20 * len(columns) > sweep and len(set(map(type, holders))) == 1:
        flat = list(chain.from_iterable(map(astuple, holders)))
        return [flat[names.index(column.path[-1]) :: len(names)] for column in columns]
    return [pluck(holders, column.path[-1:]) for column in columns]


def _typed(loose: list[tuple[Column, Any]], notes: Notes) -> Iterator[tuple[str, Any]]:
    """Typed arrays of lists of values; those of one kind are converted together if that is faster."""
    if ints := {column.name: values for column, values in loose if column.kind == "int"}:
        yield from zip(ints, cells.int_block(list(ints.values())), strict=True)
    for column, values in loose:
        if column.kind == "text":
            yield column.name, values
        elif column.kind == "float":
            yield column.name, cells.floats(values)
        elif column.kind == "bool":
            yield column.name, cells.bools(values)
        elif column.kind in READ:
            made, unreadable, other = READ[column.kind](values)
            yield column.name, made
            found: tuple[tuple[DriftKind, list[int]], ...] = (("unreadable", unreadable), ("retyped", other))
            for kind, places in found:
                for i in places:
                    notes.note(str(column.wire or column.name), kind, repr(brief(values[i])))


def _times(values: Any) -> tuple[Any, list[int], list[int]]:
    moments, unreadable, other = cells.instants(values)
    return cells.times(moments), unreadable, other


READ: dict[str, Callable[[Any], tuple[Any, list[int], list[int]]]] = {
    "time": _times, "date": cells.dates, "id": cells.ids, "decimal": cells.decimals,
}  # fmt: skip
"""Kinds that are parsed from strings: the array, the positions that cannot be read, and those in another format."""


def _derive(
    made: dict[str, Any],
    words: Mapping[str, list[Any]],
    columns: Iterable[Column],
    answer: Answer,
    levels: list[Level],
    index: list[np.ndarray | None],
    shared: dict[Hashable, Any],
    notes: Notes,
) -> None:
    of_players = []
    for column in columns:
        source = str(column.derived_from)
        if column.name == "game_date":
            if "game_date" not in shared:
                ids = pluck(levels[0].nodes, ("game_id",))
                shared["game_date"] = cells.days(ids, shared.get("game_time"))
            made["game_date"] = _repeated(shared["game_date"], index[0])
        elif column.name == "phase":
            if "phase" not in shared:
                shared["phase"], strange = cells.phases(pluck(levels[0].nodes, (source,)))
                for word in strange:
                    notes.note(source, "unreadable", repr(brief(word)))
            made["phase"] = _repeated(shared["phase"], index[0])
        elif column.name in COMPUTED:
            made[column.name] = COMPUTED[column.name](words.get(source, made[source]))
        elif column.name == "periods_played":
            scores = pluck(levels[column.level].nodes, column.path)
            counts = cells.ints(_period_counts(scores))
            made["periods_played"] = cells.gather(counts, index[column.level])
        elif source == "position":
            assert index[0] is not None
            made[column.name] = cells.places(made["position"], words["status"], index[0])
        elif source == "turns":
            made[column.name] = _matches(levels[0].nodes, answer, shared).of_legs(column.name)
        elif index[0] is None:
            made[column.name] = _matches(levels[0].nodes, answer, shared).of_matches(column.name)
        else:
            of_players.append(column.name)
    if of_players:
        assert index[0] is not None
        found = _matches(levels[0].nodes, answer, shared).of_players(of_players, made["player_id"], index[0])
        made.update(zip(of_players, found, strict=True))


def _matches(rows: Rows, answer: Answer, shared: dict[Hashable, Any]) -> Matches:
    """The darts matches of a response and their legs."""
    if Matches not in shared:
        _, legs, turns, visits = _levels(rows, answer.layouts["turns"], shared)
        assert legs.parents is not None
        assert turns.parents is not None
        assert visits.parents is not None
        shared[Matches] = Matches(
            rows, legs.nodes, visits.nodes, visits.keys, legs.parents, turns.parents[visits.parents]
        )
    found: Matches = shared[Matches]
    return found


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
    """Number of periods with a score; None if the key of one is not a number."""
    names = set(chain.from_iterable(held for held in scores if held))
    totals = names & cells.TOTALS
    unnumbered = {name for name in names - totals if cells.whole_number(name) is None}
    if not totals and not unnumbered:
        return [None if held is None else len(held) for held in scores]
    return [None if held is None or not unnumbered.isdisjoint(held) else len(held.keys() - totals) for held in scores]


def _unparsed_texts(
    levels: list[Level], index: list[np.ndarray | None], lay: Layout, frame: Mapping[str, Any]
) -> dict[str, Any]:
    """Strings that are not a timestamp, date, id or number, in an additional column."""
    found = {}
    kept = _kept_levels(lay)
    for column in lay.columns:
        if column.kind in READ and column.path and (column.wire or column.level in kept):
            missing = frame[column.name].isna()
            if not missing.any():
                continue
            texts = _spread(pluck(levels[column.level].nodes, column.path), index[column.level])
            values = [text if none else None for text, none in zip(texts, missing.tolist(), strict=True)]
            if not set(values) <= {None, *cells.PLACEHOLDERS}:
                found[f"{column.name}_"] = cells.texts(values)
    return found


MAX_EXTRAS = 500
"""Columns of a level for values that the catalog does not declare; any others are in one more, as JSON."""

MAX_EXTRA_CELLS = 2**21
"""Cells that these columns have, unless there are fewer than 20 of them."""

OTHERS = "..."
"""The column of the others."""


def _extras(
    levels: list[Level], index: list[np.ndarray | None], lay: Layout, frame: Mapping[str, Any]
) -> dict[str, Any]:
    """Columns for values that the catalog does not declare, last: those of a row, and with their path those below it.

    Values of an object that is a row of no table are repeated in each of the rows below it.
    """
    taken = set(frame)
    made: dict[str, Any] = {}
    for level in _kept_levels(lay):
        nodes = levels[level].nodes
        found: dict[tuple[str, ...], list[Any]] = {}
        others: dict[int, dict[str, Any]] = {}
        most = min(MAX_EXTRAS, max(20, MAX_EXTRA_CELLS // max(1, len(nodes))))
        for path, holders in _holders(nodes, _paths_below(lay, level)):
            for i, holder in enumerate(holders):
                for key, value in extras(holder).items():
                    place = (*path, key)
                    values = found.get(place)
                    if values is None and len(found) < most:
                        values = found[place] = [None] * len(nodes)
                    if values is not None:
                        values[i] = value
                    else:
                        others.setdefault(i, {})[".".join(place)] = value
        if others:
            found[OTHERS,] = [others.get(i) for i in range(len(nodes))]
        for place in sorted(found, key=lambda place: (len(place), place)):
            name = ".".join(place)
            while name in taken:
                name += "_"
            taken.add(name)
            made[name] = cells.unknown(_spread(found[place], index[level]))
    for column in lay.columns:  # values of objects that are rows of another table
        stop = _paths_below(lay, column.level)
        if any(column.path[:n] in stop for n in range(1, len(column.path))):
            holders = pluck(levels[column.level].nodes, column.path[:-1])
            values = [_unparsed(holder, column.path[-1]) for holder in holders]
            name = f"{column.name}_"
            if name not in taken and any(value is not None for value in values):
                made[name] = cells.unknown(_spread(values, index[column.level]))
    return made


def _unparsed(holder: Any, member: str) -> Any:
    """The value of a declared member that its column cannot store."""
    if holder is None or not getattr(holder, EXTRA, None):
        return None
    wire = next(spec.wire for spec in fields(holder.record_) if spec.name == member)
    return getattr(holder, EXTRA).get(wire)


def _holders(nodes: Rows, stop: set[tuple[str, ...]], path: tuple[str, ...] = ()) -> Iterator[tuple[Any, Rows]]:
    """The objects and those nested in them, except at the paths in `stop`."""
    some = next((node for node in nodes if hasattr(node, EXTRA)), None)
    if some is None:
        return
    yield path, nodes
    for spec in fields(some.record_):
        if is_record(spec.type) and (spec.name,) not in stop:
            below = {place[1:] for place in stop if place[0] == spec.name}
            yield from _holders([getattr(node, spec.name, None) for node in nodes], below, (*path, spec.wire))


@lru_cache(maxsize=500)
def _kept_levels(lay: Layout) -> tuple[int, ...]:
    """The levels whose unknown values a table contains: its rows, and objects above that are rows of no table."""
    last = len(lay.steps)
    tables = {other.steps for other in lay.answer.layouts.values()}
    above = (
        level for level in range(last)
        if lay.steps[:level] not in tables and not (level and lay.steps[level - 1].over == "sides")
    )  # fmt: skip
    return (last, *above)


@lru_cache(maxsize=500)
def _paths_below(lay: Layout, level: int) -> set[tuple[str, ...]]:
    """The paths below the objects of a level at which levels of other tables of the response start."""
    found = set()
    for other in lay.answer.layouts.values():
        if other.steps[:level] != lay.steps[:level] or len(other.steps) == level:
            continue
        step = other.steps[level]
        if step.over == "sides" and len(other.steps) == level + 1:
            found |= {(*step.path, side) for side in SIDES}
        elif step.over == "members":
            found |= {(*step.path, member) for member in step.members}
        elif step.over == "member":
            found.add(step.path)
    return found


@cache
def _empty(sport: str, resource: str, table: str) -> pd.DataFrame:
    lay = layout(sport, resource, table)
    return pd.DataFrame({c.name: pd.array([], dtype=cells.dtype(c)) for c in lay.columns})


def empty(sport: str, resource: str, table: str) -> pd.DataFrame:
    """A table without rows, with all columns and dtypes."""
    return _empty(sport, resource, table).copy()


def flatten(
    records: Records, sport: str, resource: str, table: str, shared: dict[Hashable, Any] | None = None
) -> pd.DataFrame:
    """Records of one response as one table, with the dtypes of the catalog.

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


class Tables(Mapping[str, pd.DataFrame]):
    """Every table of one response, built on first access: ``box["periods"]`` or ``box.batting``.

    Parameters
    ----------
    sport, resource : str
        Sport and resource of the request.
    records : Records
        Result of `decode.records`.
    attrs : dict, optional
        ``attrs`` of each frame.
    """

    def __init__(
        self, sport: str, resource: str, records: Records, attrs: dict[Hashable | None, Any] | None = None
    ) -> None:
        self.sport = sport
        self.resource = resource
        self._records = records
        self._attrs = attrs or {}
        self._shared: dict[Hashable, Any] = {}
        self._frames: dict[str, pd.DataFrame] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the tables."""
        return tuple(answer(self.sport, self.resource).layouts)

    def __getitem__(self, table: str) -> pd.DataFrame:
        table = layout(self.sport, self.resource, table).table.name
        if table not in self._frames:
            frame = flatten(self._records, self.sport, self.resource, table, self._shared)
            frame.attrs.update(self._attrs)
            self._frames[table] = frame
        return self._frames[table]

    def __getattr__(self, name: str) -> pd.DataFrame:
        if name.startswith("_"):
            raise AttributeError(name)
        choose_table(name, self.names, f"{self.sport} {self.resource}", NoTable)
        return self[name]

    def __reduce__(self) -> tuple[Any, ...]:
        # Records cannot be pickled, frames can.
        return _tables_of, (self.sport, self.resource, dict(self), self._attrs)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.names]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __contains__(self, table: object) -> bool:
        return table in self.names

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        found = f"{self.sport} {self.resource}: {len(self._records.rows) or len(self[self.names[0]])} records"
        return f"<{found}; tables {', '.join(self.names)}>"

    def _repr_html_(self) -> str:
        parts = []
        for name in self.names:
            lay = layout(self.sport, self.resource, name)
            rows = [(c.name, DTYPES[c.kind], c.unit or "", c.meaning) for c in lay.columns]
            built = f", {len(self._frames[name])} rows" if name in self._frames else ""
            columns = html_table(("column", "dtype", "unit", "meaning"), rows)
            parts.append((f"{name}: one row per {lay.table.row}, {len(rows)} columns{built}", columns))
        records = len(self._records.rows) or len(self[self.names[0]])
        return html_card(f"{self.sport} {self.resource}", {"records": str(records)}, *parts)


def _tables_of(sport: str, resource: str, frames: dict[str, pd.DataFrame], attrs: dict[Hashable | None, Any]) -> Tables:
    """Tables whose frames are all built."""
    tables = Tables(sport, resource, Records([], ""), attrs)
    tables._frames.update(frames)
    return tables
