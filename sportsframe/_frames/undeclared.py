"""Columns for what the catalog does not declare: unknown keys, and values that the declared columns cannot store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from ..catalog import Column, Layout
from ..catalog.records import fields, is_record
from . import arrays as cells
from .levels import Reached, Rows, levels_with_unknown, paths_below, pluck
from .structs import EXTRA, extras


def unparsed_texts(reached: Reached, lay: Layout, frame: Mapping[str, Any]) -> dict[str, Any]:
    """Return additional columns for strings that could not be parsed as a timestamp, date, id or number."""
    found = {}
    for column in _parsed(lay):
        missing = frame[column.name].isna()
        if not missing.any():
            continue
        texts = reached.spread(pluck(reached.levels[column.level].nodes, column.path), column.level)
        values = [text if none else None for text, none in zip(texts, missing.tolist(), strict=True)]
        if not set(values) <= {None, *cells.PLACEHOLDERS}:
            found[f"{column.name}_"] = cells.texts(values)
    return found


@lru_cache(maxsize=500)
def _parsed(lay: Layout) -> tuple[Column, ...]:
    """Return the columns made of strings, of which one that cannot be parsed is kept beside."""
    kept = levels_with_unknown(lay)
    return tuple(
        column for column in lay.columns
        if column.kind in cells.PARSERS and column.path and not column.derived_from
        and (column.wire or column.level in kept)
    )  # fmt: skip


MAX_EXTRAS = 500
"""Most columns of a level for values that the catalog does not declare; the other values are in one more, as JSON."""

MAX_EXTRA_CELLS = 2**21
"""Most cells of these columns, if there are more than 20 columns."""

OTHERS = "..."
"""Name of the column of other values."""


def extra_columns(reached: Reached, lay: Layout, frame: Mapping[str, Any]) -> dict[str, Any]:
    """Return columns for values that the catalog does not declare: those of a row, and with their path those below it.

    Values of an object that is a row of no table are repeated in each of the rows below it.
    """
    taken = set(frame)
    made: dict[str, Any] = {}
    for level in levels_with_unknown(lay):
        found = _undeclared(reached.levels[level].nodes, paths_below(lay, level))
        for place in sorted(found, key=lambda place: (len(place), place)):
            name = ".".join(place)
            while name in taken:
                name += "_"
            taken.add(name)
            made[name] = cells.unknown(reached.spread(found[place], level))
    return {**made, **_unparsed_above(reached, lay, taken)}


def _undeclared(nodes: Rows, stop: set[tuple[str, ...]]) -> dict[tuple[str, ...], Rows]:
    """Return the undeclared values in objects and below them, by path: for each object the value or None."""
    found: dict[tuple[str, ...], Rows] = {}
    others: dict[int, dict[str, Any]] = {}
    most = min(MAX_EXTRAS, max(20, MAX_EXTRA_CELLS // max(1, len(nodes))))
    for path, holders in _holders(nodes, stop):
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
    return found


def _unparsed_above(reached: Reached, lay: Layout, taken: set[str]) -> dict[str, Any]:
    """Return columns for values that their columns cannot store, of objects that are rows of another table."""
    made: dict[str, Any] = {}
    for column in lay.columns:
        stop = paths_below(lay, column.level)
        if not column.derived_from and any(column.path[:n] in stop for n in range(1, len(column.path))):
            holders = pluck(reached.levels[column.level].nodes, column.path[:-1])
            values = [_unparsed(holder, column.path[-1]) for holder in holders]
            name = f"{column.name}_"
            if name not in taken and any(value is not None for value in values):
                made[name] = cells.unknown(reached.spread(values, column.level))
    return made


def _unparsed(holder: Any, member: str) -> Any:
    """Return the value of a declared member that its column cannot store, or None."""
    if holder is None or not getattr(holder, EXTRA, None):
        return None
    wire = next(spec.wire for spec in fields(holder.record_) if spec.name == member)
    return getattr(holder, EXTRA).get(wire)


def _holders(nodes: Rows, stop: set[tuple[str, ...]], path: tuple[str, ...] = ()) -> Iterator[tuple[Any, Rows]]:
    """Yield the objects and those nested in them, each with their path, except at the paths in `stop`."""
    some = next((node for node in nodes if hasattr(node, EXTRA)), None)
    if some is None:
        return
    yield path, nodes
    for spec in fields(some.record_):
        if is_record(spec.type) and (spec.name,) not in stop:
            below = {place[1:] for place in stop if place[0] == spec.name}
            yield from _holders([getattr(node, spec.name, None) for node in nodes], below, (*path, spec.wire))
