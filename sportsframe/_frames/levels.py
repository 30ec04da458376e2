"""The objects of a response that a table reaches: from its records down to its rows, step by step."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from itertools import chain
from types import CodeType, FunctionType, NoneType
from typing import Any

import numpy as np

from ..catalog import Layout
from ..catalog.records import SIDES
from ..catalog.tables import Step
from . import arrays as cells

Rows = list[Any]


def pluck(objects: Iterable[Any], path: tuple[str, ...]) -> list[Any]:
    """Return the member at `path` of each object; None if an object on the path is missing."""
    objects = objects if isinstance(objects, list) else list(objects)
    try:
        found = objects
        for part in path:
            found = _reader(part)(found)
        return found
    except AttributeError:  # a missing object, or a list
        return [_pluck(item, path) for item in objects]


@lru_cache(maxsize=5000)
def _reader(name: str) -> Callable[[list[Any]], list[Any]]:
    """Return what reads the member `name` of every object in a list.

    Each name has a copy of the same function for itself: Python remembers in it where the objects have their member,
    and reads it twice as fast as `operator.attrgetter`.
    """
    return FunctionType(_renamed(_read_members.__code__, name), {})


def _read_members(objects: list[Any]) -> list[Any]:
    return [one.member_ for one in objects]


def _renamed(code: CodeType, name: str) -> CodeType:
    """Return this code with another name in place of ``member_``; before Python 3.12 it is in the code of the loop."""
    return code.replace(
        co_names=tuple(name if found == "member_" else found for found in code.co_names),
        co_consts=tuple(_renamed(held, name) if isinstance(held, CodeType) else held for held in code.co_consts),
    )


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


def levels_of(rows: Rows, lay: Layout, shared: dict[Hashable, Any]) -> list[Level]:
    """Return the objects that each step of a layout reaches; those that other tables reach as well are found once."""
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
    """Return how many first steps, to objects and not to values, a table has in common with another one."""
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
    """Return the objects that a step reaches; with `bare`, values, which may be null."""
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
    """Return the away and home sides of each object; absent ones are omitted."""
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
    """Return the members of each object, numbered from 1; absent ones are omitted."""
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
    """Return the periods without totals, which one sport includes."""
    if cells.TOTALS.isdisjoint(level.keys):
        return level
    return _only(level, [i for i, key in enumerate(level.keys) if key not in cells.TOTALS])


def _present(level: Level) -> Level:
    """Return the level without nulls, which are not rows."""
    if NoneType in set(map(type, level.nodes)):  # faster than a search for None, which compares it with every object
        return _only(level, [i for i, node in enumerate(level.nodes) if node is not None])
    return level


def _only(level: Level, keep: list[int]) -> Level:
    """Return the level with the objects at these positions only."""
    assert level.parents is not None
    keys = [level.keys[i] for i in keep] if level.keys is not None else None
    return Level([level.nodes[i] for i in keep], keys, level.parents[np.array(keep, np.intp)])


class Reached:
    """The objects that the steps of a table reach.

    Attributes
    ----------
    levels : list of Level
        From the records to the rows of the table.
    index : list of numpy.ndarray or None
        For each level, the index of the object to which each row belongs; None for the last.
    """

    def __init__(self, records: Rows, lay: Layout, shared: dict[Hashable, Any]) -> None:
        self.levels = levels_of(records, lay, shared)
        self.index = _index_chain(self.levels)

    @property
    def records(self) -> Rows:
        """The records of the response."""
        return self.levels[0].nodes

    def __len__(self) -> int:
        """The number of rows of the table."""
        return len(self.levels[-1].nodes)

    def spread(self, values: Rows, level: int) -> Rows:
        """Return values of the objects of a level, repeated for the rows of the table."""
        where = self.index[level]
        return values if where is None else [values[i] for i in where.tolist()]


def _index_chain(levels: list[Level]) -> list[np.ndarray | None]:
    """Return for each level the index of the object to which each row of the table belongs; None for the last."""
    chain_: list[np.ndarray | None] = [None] * len(levels)
    for k in range(len(levels) - 2, -1, -1):
        parents = levels[k + 1].parents
        below = chain_[k + 1]
        chain_[k] = parents if below is None else parents[below]  # type: ignore[index]
    return chain_


@lru_cache(maxsize=500)
def levels_with_unknown(lay: Layout) -> tuple[int, ...]:
    """Return the levels whose undeclared values a table contains: its rows, and objects that are rows of no table."""
    last = len(lay.steps)
    tables = {other.steps for other in lay.answer.layouts.values()}
    above = (
        level for level in range(last)
        if lay.steps[:level] not in tables and not (level and lay.steps[level - 1].over == "sides")
    )  # fmt: skip
    return (last, *above)


@lru_cache(maxsize=500)
def paths_below(lay: Layout, level: int) -> set[tuple[str, ...]]:
    """Return the paths below the objects of a level at which levels of other tables of the response start."""
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
