"""What the tables of an answer have to contain: an oracle that shares no code with the reading under test.

It walks the declared tables through the parsed document. Every cell has to be what it reads there, and what it cannot
place for certain has to be told as drift.
"""

from __future__ import annotations

import contextlib
import datetime
import decimal
import json
import re
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from typing import Any

import pandas as pd

from sportsframe.catalog import RESOURCES, SPORTS, Answer, answer, layout
from sportsframe.catalog.records import fields, is_record, unwrap
from sportsframe.catalog.statuses import PHASES
from sportsframe.catalog.tables import CAPTURED, Column, Layout

Json = Any
NOTHING = {None, "", "undefined", "undefined, undefined", "undefined NaN, NaN"}
TOTALS = {"T", "t", "total", "Total"}
RESERVED = 1 - 2**30  # the one integer of 64 bits that is kept beside its column


def at(doc: Json, place: tuple[Any, ...]) -> Json:
    for key in place:
        doc = doc[key]
    return doc


HTTP = re.compile(r"[A-Za-z]{3}, (\d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d) GMT", re.ASCII)


DECIMAL = re.compile(r"\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)\s*", re.ASCII)
DATES = {
    r"\d{4}-\d\d?-\d\d?(T00:00(:00(\.0+)?)?Z?)?": "%Y-%m-%d",
    r"[A-Z][a-z]{2} \d\d?, \d{4}": "%b %d, %Y",
    r"[A-Z][a-z]{3,} \d\d?, \d{4}": "%B %d, %Y",
}


class Odd(Exception):
    """What the oracle does not place for certain: the reading has to tell, and to keep it."""


def cell(kind: str, value: Json) -> Any:
    """What the cell of a column has to be; None is missing."""
    if value is None or (isinstance(value, str) and value in NOTHING and kind not in ("int", "float", "bool")):
        return None
    if kind == "id" and isinstance(value, str):
        if (whole := number(value.strip())) is not None:
            return whole
    elif kind == "decimal" and isinstance(value, str):
        if DECIMAL.fullmatch(value) and decimal.Decimal(repr(float(value))) == decimal.Decimal(value.strip()):
            return float(value)
    elif kind == "date" and isinstance(value, str):
        return day(value.strip())
    elif kind in ("int", "id"):
        if type(value) is int and -(2**63) <= value < 2**63 and value != RESERVED:
            return value
    elif kind in ("float", "decimal"):
        if type(value) is float or (type(value) is int and abs(value) < 2**1000 and float(value) == value):
            return float(value)
    elif kind == "bool":
        if type(value) is bool:
            return value
    elif kind == "text":
        if isinstance(value, str):
            return value
    elif kind == "time" and isinstance(value, str) and (found := HTTP.fullmatch(value)):
        try:
            moment = datetime.datetime.strptime(found[1], "%d %b %Y %H:%M:%S")
        except ValueError:
            raise Odd(value) from None
        if 1 < moment.year < 9999:
            return pd.Timestamp(moment, tz="UTC")
    raise Odd(value)


def day(text: str) -> pd.Timestamp:
    """The day that a text names in one of the usual forms."""
    for pattern, form in DATES.items():
        if re.fullmatch(pattern, text, re.ASCII):
            try:
                return pd.Timestamp(datetime.datetime.strptime(text.split("T0")[0], form))
            except ValueError:
                break
    raise Odd(text)


FREE = object()
"""A cell that the oracle leaves open."""


def number(key: str) -> int | None:
    """The integer of a map key in the one form that counts."""
    plain = re.fullmatch(r"0|-?[1-9][0-9]{0,18}", key, re.ASCII)
    return int(key) if plain and -(2**63) <= int(key) < 2**63 and int(key) != RESERVED else None


def member(record: Any, holder: Json, name: str) -> tuple[Any, Json]:
    """The type and value of a member by its tidy name, or by its place in a list; None where there is none."""
    if not is_record(record):
        if not isinstance(holder, list) and holder is not None:
            raise Odd(holder)
        inner = unwrap(record.__args__[-1])[0]
        return inner, holder[int(name)] if isinstance(holder, list) and int(name) < len(holder) else None
    spec = next(spec for spec in fields(record) if spec.name == name)
    return spec.type, value_of(record, spec, holder) if isinstance(holder, dict) else None


Place = tuple[Any, ...]


def place_of(spec: Any, holder: dict[str, Any]) -> Place | None:
    """Where below an object the value of a declared field stands: under its own name, or elsewhere; else None."""
    ending, also = spec.marks["pattern"], spec.marks["also"]
    places: list[Place] = [(spec.wire,), *((key,) for key in holder if ending and key.endswith(ending))]
    for place in places + [tuple(path.split(".")) for path in also]:
        value: Json = holder
        for key in place:
            value = value.get(key, FREE) if isinstance(value, dict) else FREE
        if value is not FREE and not (also and isinstance(value, dict)):
            return place
    return None


def value_of(record: Any, spec: Any, holder: dict[str, Any]) -> Json:
    """The value of a declared field; the members without a declaration are the value of a field for the rest."""
    if spec.is_rest:
        declared = {other.wire for other in fields(record) if other is not spec}
        return {key: item for key, item in holder.items() if key not in declared}
    place = place_of(spec, holder)
    return None if place is None else at(holder, place)


def group(item: Json) -> bool:
    """Whether a member of a player map looks like one that holds players itself."""
    return isinstance(item, dict) and any(isinstance(value, dict) for value in item.values())


def named(ans: Answer) -> set[str]:
    """The maps whose keys are texts, such as names of teams, by the name of their field."""
    return {
        step.path[-1] for lay in ans.layouts.values() for step in lay.steps
        if step.over == "map" and step.path and CAPTURED[str(step.capture)][0] == "text"
    }  # fmt: skip


Found = tuple[str, Json, Place]
"""Something that is not just as declared: what it is, the value, and the ids of the objects around it."""


def odds(
    kind: Any, value: Json, names: set[str], sparse: bool = True, mark: str | None = None, around: Place = (),
    by_name: bool = False,
) -> Iterator[Found]:  # fmt: skip
    """All that is not just as declared in a value; `by_name` is of maps whose keys are texts."""
    kind, nullable = unwrap(kind)
    around = (*around, id(value)) if isinstance(value, dict) else around
    if value is None:
        if not (nullable or sparse):
            yield "null", None, around
    elif is_record(kind):
        if not isinstance(value, dict):
            yield "structure", value, around
            return
        known: set[Place] = set()
        for spec in fields(kind):
            of, held = kind.model_fields[spec.name].annotation, value_of(kind, spec, value)
            if spec.is_rest:
                known |= {(key,) for key in held}
            elif (place := place_of(spec, value)) is None:
                if not spec.sparse:
                    yield "missing", None, around
                continue
            else:
                known.add(place)
            yield from odds(of, held, names, spec.sparse, spec.kind, around, spec.name in names)
            if (
                spec.name in ("sport", "league")
                and spec.marks["hidden"]
                and isinstance(held, str)
                and held not in WORDS
            ):
                yield "value", held, around
        for place, item in members(value, known):
            yield "unknown", (place[-1], item), around
    elif getattr(kind, "__origin__", None) in (dict, list):
        if not isinstance(value, kind.__origin__):
            yield "structure", value, around
            return
        inner = unwrap(kind.__args__[-1])[0]
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            if (
                isinstance(key, str) and not by_name
                and number(key) is None and (is_record(inner) or key not in TOTALS)
            ):  # fmt: skip
                if is_record(inner) and group(item):
                    yield "group", item, around
                    continue
                if isinstance(item, dict) or not is_record(inner):
                    yield "key", key, around
            if item is None:
                yield "null", None, around
            yield from odds(inner, item, names, around=around)
    else:
        try:
            cell(mark or {int: "int", float: "float", bool: "bool", str: "text"}.get(kind, "time"), value)
        except Odd:
            yield "value", value, around


def members(value: dict[str, Any], known: set[Place], above: Place = ()) -> Iterator[tuple[Place, Json]]:
    """The members of an object that no declared field took, nor any below it."""
    for key, item in value.items():
        place = (*above, key)
        if place not in known:
            if isinstance(item, dict) and any(other[: len(place)] == place for other in known):
                yield from members(item, known, place)
            else:
                yield place, item


WORDS = {sport.code for sport in SPORTS.values()} | {key for sport in SPORTS.values() for key in sport.leagues}


def rows(
    kind: Any, record: Json, lay: Layout, reached: set[int] | None = None
) -> Iterator[tuple[list[tuple[Any, Json]], dict[str, Any]]]:
    """For each row of a table that stands where it should: the objects of every level, and the keys captured.

    `reached` gets the ids of the objects that the steps came by, with rows below them or without.
    """
    reached = set() if reached is None else reached
    found: list[tuple[list[tuple[Any, Json]], dict[str, Any]]] = [([(kind, record)], {})]
    reached.add(id(record))
    for step in lay.steps:
        below = []
        for passed, keys in found:
            inner, held = passed[-1]
            for name in step.path:
                inner, held = member(inner, held, name)
            if step.over == "member":
                below += [([*passed, (inner, held)], keys)] if isinstance(held, dict) else []
                continue
            if step.over in ("sides", "members"):
                sides = {"away_team": "away", "home_team": "home"}
                for name in sides if step.over == "sides" else step.members:
                    of, item = member(inner, held, name)
                    if isinstance(item, dict):
                        below.append(([*passed, (of, item)], {**keys, str(step.capture): sides.get(name, name)}))
                continue
            inner = unwrap(inner.__args__[-1])[0]
            if step.over == "map" and isinstance(held, dict):
                by_name = CAPTURED[str(step.capture)][0] == "text"
                for key, item in held.items():
                    total = step.capture == "period" and key in TOTALS
                    nested = not by_name and is_record(inner) and number(key) is None and group(item)
                    if (isinstance(item, dict) or not is_record(inner)) and not total and not nested:
                        captured = cell("text", key) if by_name else number(key)
                        below.append(([*passed, (inner, item)], {**keys, str(step.capture): captured}))
            elif step.over == "list" and isinstance(held, list):
                plain = not is_record(inner)
                for n, item in enumerate(held, 1):
                    if plain or isinstance(item, dict):
                        own = {step.capture: n} if step.capture else {}
                        below.append(([*passed, (inner, item)], {**keys, **own}))
        found = below
        if step.over != "sides":  # what stands in a side goes with the game
            reached |= {id(passed[-1][1]) for passed, _ in found if isinstance(passed[-1][1], dict)}
    yield from found


def row(columns: list[Column], levels: list[tuple[Any, Json]], keys: dict[str, Any], sport: str, key: str) -> list[Any]:
    """The cells of a row, FREE where the oracle leaves them open."""
    cells: list[Any] = []
    for column in columns:
        if column.constant:
            cells.append({"sport": sport, "league": key}.get(column.name))
        elif column.captured:
            cells.append(keys[column.name])
        else:
            path, (kind, holder) = column.path, levels[column.level]
            if column.sided:
                path, (kind, holder) = column.sided[keys["side"] == "home"], levels[0]
            try:
                for name in path:
                    kind, holder = member(kind, holder, name)
                cells.append(cell(column.kind, holder))
            except Odd:
                cells.append(FREE)
    return cells


def same(found: Any, wanted: Any) -> bool:
    if wanted is FREE:
        return True
    if wanted is None or pd.isna(found):
        return wanted is None and bool(pd.isna(found))
    return bool(found == wanted)


def as_text(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def kept(value: Json, there: set[Any], extra: set[str]) -> bool:
    """Whether a value that was not as declared is in a cell all the same: as text, or converted without loss."""
    if value is None or value in ({}, [], False) or (isinstance(value, str) and value in NOTHING):
        return True
    text = as_text(value)
    if any(text in each for each in extra):
        return True
    if isinstance(value, (dict, list)):
        if text in there:
            return True
        parts = value.values() if isinstance(value, dict) else value
        return all(kept(part, there, extra) for part in parts)
    wanted: set[Any] = {text, text.strip(), *([value] if isinstance(value, bool) else [])}
    if isinstance(value, str) and value.strip().lower() in ("true", "false"):
        wanted.add(value.strip().lower() == "true")
    try:
        exact = decimal.Decimal(text.strip())
        if exact == decimal.Decimal(repr(float(exact))) or (exact == int(exact) and -(2**63) <= exact < 2**63):
            wanted |= {float(exact), int(exact) if exact == int(exact) else float(exact), bool(exact)}
    except (ArithmeticError, ValueError):
        pass
    try:
        moment = pd.Timestamp(datetime.datetime.fromisoformat(text))
        wanted.add(moment if moment.tzinfo else moment.tz_localize("UTC"))
    except ValueError:
        pass
    with contextlib.suppress(ValueError):
        wanted.add(pd.Timestamp(parsedate_to_datetime(text)))
    return not wanted.isdisjoint(there)


def faults(doc: Json, sport: str, resource: str, frames: dict[str, pd.DataFrame], notes: int) -> Iterator[str]:
    """What a reading lost, changed or kept silent about."""
    ans = answer(sport, resource)
    key, held = next((key, held) for key, held in doc["data"].items() if key in SPORTS[sport].keys)
    records = held
    if RESOURCES[resource].envelope == "map":  # the one field of the record is the map
        records = [{fields(ans.record)[0].wire: held}] if held else []
    strange: list[Found] = []
    for record in records or ():
        if isinstance(record, dict):
            strange += odds(ans.record, record, named(ans), sparse=False)
        else:
            strange.append(("skipped", record, ()))
    strange += [("unknown", item, ()) for item in doc.items() if item[0] != "data"]
    strange += [
        ("skipped", item, ()) for item in doc["data"].items() if item[0] != key and item[1] not in (None, [], {})
    ]
    if strange and not notes:
        yield f"no drift for {strange[0]!r:.80}"
    if notes and not strange and not any(map(unusual, walk(records))):
        yield "drift for nothing"
    whole = not any(what in ("structure", "group") for what, _, _ in strange)
    extra: set[str] = set()
    every_cell = {found for frame in frames.values() for _, column in frame.items() for found in column.dropna()}
    for table, frame in frames.items():
        declared = {column.name for column in layout(sport, resource, table).columns}
        for name in frame.columns:
            if name not in declared:
                extra |= set(frame[name].dropna())
    reached, with_rows = set[int](), set[int]()
    for lay in ans.layouts.values():
        for record in records or ():
            if isinstance(record, dict):
                for levels, _ in rows(ans.record, record, lay, reached):
                    with_rows.update(id(item) for _, item in levels)
    for what, value, around in strange:
        nearest = next((item for item in reversed(around) if item in reached), None)
        if nearest not in with_rows:
            continue  # beside the records, or in an object without any row: told, and in no row
        if what in ("value", "structure", "key", "unknown"):
            item = value[1] if what == "unknown" else value
            if not kept(item, every_cell, extra) and not (what == "structure" and [item] == [None]):
                yield f"{what} {value!r:.60} is nowhere"
    for table, frame in frames.items():
        lay = layout(sport, resource, table)
        columns = [column for column in lay.columns if not column.derived_from]
        wanted = [
            row(columns, levels, keys, sport, key)
            for record in records or () if isinstance(record, dict) for levels, keys in rows(ans.record, record, lay)
        ]  # fmt: skip
        there = list(frame[[column.name for column in columns]].itertuples(index=False, name=None))
        if whole and len(there) != len(wanted):
            yield f"{table}: {len(there)} rows for {len(wanted)}"
        if len(there) == len(wanted) and whole:
            for found, right in zip(there, wanted, strict=True):
                for column, a, b in zip(columns, found, right, strict=True):
                    if not same(a, b):
                        yield f"{table}.{column.name}: {a!r:.40} for {b!r:.40}"
        else:
            for right in wanted:
                i = next((i for i, row_ in enumerate(there) if all(map(same, row_, right))), None)
                if i is None:
                    yield f"{table}: no row {right!r:.100}"
                else:
                    there.pop(i)


def walk(value: Json) -> Iterator[Json]:
    yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from walk(item)


def unusual(value: Json) -> bool:
    """Whether a text may be told of though it is of its type: an instant in another form, an unknown status."""
    return isinstance(value, str) and LETTERS.sub("", value).lower() not in PHASES and value not in NOTHING


LETTERS = re.compile(r"[^A-Za-z]")
