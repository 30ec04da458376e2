"""Parsed JSON -> records, tolerantly: for responses that do not match the schema.

Values are converted where nothing is lost; values that no declared field can hold, and keys that the catalog does not
know, are kept in the extras of the object they were in. `drift.Notes` gets a note for each deviation.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from functools import cache, lru_cache
from typing import Any, get_args, get_origin

from .._util.document import brief, free_name, json_text, visible
from ..catalog import RESOURCES, SPORTS, Answer, FieldSpec, Record, answer
from ..catalog.records import fields, is_record, unwrap
from ..errors import PayloadError
from .arrays import LARGEST_INT, MISSING_INT, PLACEHOLDERS
from .drift import Notes
from .structs import ABSENT, EXTRA, PLAIN, scalar_kind, struct_of


def read(obj: Any, ans: Answer, keys: tuple[str, ...], notes: Notes) -> tuple[list[Any], str]:
    """The records of a parsed response as structs, and the envelope key that they were under.

    Raises
    ------
    PayloadError
        The response has no rows where they belong, or those of another sport or league.
    """
    sport, resource = notes.sport, notes.resource
    rows, found = _rows(obj, sport, resource, keys, notes)
    if RESOURCES[resource].envelope == "map":  # the one field of the record is the map
        if rows is not None and not isinstance(rows, dict):
            raise PayloadError(
                f"the response for {sport} {resource} has {_name(rows)} at $.data.{found}, not a map",
                path=f"$.data.{found}",
            )
        rows = [{fields(ans.record)[0].wire: rows}] if rows else []
    elif isinstance(rows, dict):  # one record, or records by key
        one = any(spec.wire in rows for spec in fields(ans.record)) or not any(map(_is_object, rows.values()))
        rows = [rows] if one else list(rows.values())
        notes.note("data", "retyped", "map for list")
    if rows is not None and not isinstance(rows, list):
        raise PayloadError(
            f"the response for {sport} {resource} has {_name(rows)} at $.data.{found}, not a list of records",
            path=f"$.data.{found}",
        )
    _refuse_another(rows or [], sport, resource)
    result = []
    for row in rows or ():
        if isinstance(row, dict):
            result.append(_record(ans.record, row, "", notes))
        else:
            notes.note("[]", "skipped", f"{_name(row)} {brief(json_text(row) or '')}".strip())
    return result, found


def _refuse_another(rows: list[Any], sport: str, resource: str) -> None:
    """Refuse rows that lack a quarter of the keys of their resource and have all of another, not just shared ones."""
    held = {key for row in rows if isinstance(row, dict) for key in row}

    def expected(name: str) -> set[str]:
        return {spec.wire for spec in fields(answer(sport, name).record) if not (spec.sparse or spec.is_rest)}

    if 4 * len(held & expected(resource)) >= 3 * len(expected(resource)):
        return
    others = {name: expected(name) for name in SPORTS[sport].resources}
    own = {spec.wire for spec in fields(answer(sport, resource).record)}
    fitting = [name for name, keys in others.items() if len(keys) > 2 and keys <= held and not keys <= own]
    if fitting:
        raise PayloadError(f"the response for {sport} {resource} has the rows of {' or '.join(fitting)}.")


def key_of(held: Iterable[str], keys: tuple[str, ...], sport: str, resource: str) -> str:
    """The envelope key that the data has; if it has other keys instead, the response is that of another request."""
    data = held if isinstance(held, dict) else dict.fromkeys(held)
    found = [key for key in keys if key in data]
    if len(found) > 1:
        found = [key for key in found if data[key]] or found[:1]
    if len(found) > 1:
        raise PayloadError(
            f"the response for {sport} {resource} contains {' and '.join(found)}; select one with league={found[0]!r}.",
            path="$.data",
        )
    if data and not found:
        there = ", ".join(brief(key) for key in list(data)[:4])
        raise PayloadError(
            f"the response contains {there}, not {' or '.join(keys)}; it is not one for {sport} {resource}.",
            path="$.data",
        )
    return found[0] if found else keys[0]


def note_others(data: dict[str, Any], keys: frozenset[str], notes: Notes) -> None:
    """Note what stands under envelope keys other than these, which is not read."""
    for key in sorted(data.keys() - keys):
        rows = data[key]
        if rows not in (None, [], {}):
            detail = f"{len(rows)} records" if isinstance(rows, list | dict) else brief(json_text(rows) or "")
            notes.note(f"$.data.{key}", "skipped", detail)


def refuse_loose_envelope(obj: Any, sport: str, resource: str) -> None:
    """Raise for what is read as an envelope although it is not that of the specification: no ``data``, null rows."""
    data = obj.get("data") if isinstance(obj, dict) else None
    if not isinstance(data, dict):
        raise PayloadError(
            f"the response for {sport} {resource} does not match the schema at $: not an object with 'data'.", path="$"
        )
    for key, rows in data.items():
        if rows is None:
            where = f"$.data.{visible(key)}"
            raise PayloadError(
                f"the response for {sport} {resource} does not match the schema at {brief(where)}: null.", path=where
            )


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _rows(obj: Any, sport: str, resource: str, keys: tuple[str, ...], notes: Notes) -> tuple[Any, str]:
    if isinstance(obj, list):
        return obj, keys[0]
    if not isinstance(obj, dict):
        raise PayloadError(f"the response for {sport} {resource} is {_name(obj)}, not an object with 'data'", path="$")
    enveloped = "data" in obj
    data = obj["data"] if enveloped else obj
    if not isinstance(data, dict):
        raise PayloadError(
            f"the response for {sport} {resource} has {_name(data)} at $.data, not an object", path="$.data"
        )
    if not enveloped and obj and not any(key in obj for key in keys):
        there = ", ".join(brief(key) for key in list(obj)[:4])
        raise PayloadError(f"the response for {sport} {resource} has no 'data'; it contains {there}.", path="$")
    for key in obj if enveloped else ():
        if key != "data":
            notes.note(f"$.{key}", "unknown", brief(json_text(obj[key]) or "null"))
            notes.record_change(dict, key)
    found = key_of(data, keys, sport, resource)
    return data.get(found), found


NAMES: dict[type, str] = {
    type(None): "null", bool: "boolean", int: "integer", float: "number", str: "text", list: "list", dict: "map",
}  # fmt: skip
"""JSON names of Python types."""


def _name(value: Any) -> str:
    return NAMES.get(type(value), type(value).__name__)


Unparsed = dict[str, list[Any]]
"""Values that no declared field can hold, by path; they become extras of the object that contained them."""


class Entries:
    """The members of a map in order; two may have the same key."""

    def __init__(self, pairs: list[tuple[Any, Any]]) -> None:
        self.pairs = pairs

    def __len__(self) -> int:
        return len(self.pairs)

    def __iter__(self) -> Iterator[Any]:
        return (key for key, _ in self.pairs)

    def values(self) -> Iterator[Any]:
        return (value for _, value in self.pairs)


@lru_cache(maxsize=2000)
def _plan(record: type[Record], path: str) -> tuple[tuple[FieldSpec, str, type | None, Any], ...]:
    """Each field of a record at a path: its path, the type that needs no conversion, the value if absent."""
    return tuple(
        (
            spec,
            f"{path}.{spec.wire}" if path else spec.wire,
            PLAIN[spec.kind] if spec.kind else None,
            ABSENT.get(spec.kind),
        )
        for spec in fields(record)
    )


def _record(record: type[Record], obj: dict[str, Any], path: str, notes: Notes) -> Any:
    values: dict[str, Any] = {}
    unparsed: Unparsed = {}
    used: set[tuple[str, ...]] = set()
    for spec, place, declared, nothing in _plan(record, path):
        if spec.is_rest:
            others = {key: value for key, value in obj.items() if key not in _declared(record)}
            values[spec.name] = _value(spec.type, others, path, notes, unparsed)
            used.update((key,) for key in others)
            continue
        key = _key(spec, obj)
        values[spec.name] = nothing
        if key is None:
            if not spec.sparse:
                notes.note(place, "missing")
                notes.record_change(record, spec.wire)
            continue
        steps = tuple(key.split(".")) if key in spec.marks["also"] else (key,)
        used.add(steps)
        value = obj
        for step in steps:
            value = value[step]
        if type(value) is declared and _exact(value):
            values[spec.name] = value
        elif value is None:
            if not (spec.nullable or spec.sparse):
                notes.note(place, "null")
                notes.record_change(record, spec.wire)
        elif spec.kind == "decimal" and isinstance(value, str):
            values[spec.name] = value  # parsed with its column
        elif spec.kind == "id":
            values[spec.name] = _id(value, place, notes, unparsed)
        elif (found := _value(spec.type, value, place, notes, unparsed)) is not None:
            values[spec.name] = found
    own = len(path) + 1 if path else 0
    extra = {place[own:]: kept[0] if len(kept) == 1 else kept for place, kept in unparsed.items()}
    for steps, value in _unused(obj, used):
        key = ".".join(steps)
        notes.note(f"{path}.{key}" if path else key, "unknown", _name(value))
        if len(steps) == 1 and key not in _elsewhere(record):
            notes.record_change(record, key)
        extra[key if key not in extra else free_name(f"{key}#", extra)] = value
    return struct_of(record)(**values, **{EXTRA: extra or None})


def _unused(
    obj: dict[str, Any], used: set[tuple[str, ...]], above: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The members of an object that no declared field read, with their paths; of a member read in part, the rest."""
    for key, value in obj.items():
        place = (*above, key)
        if place in used:
            continue
        if isinstance(value, dict) and any(other[: len(place)] == place for other in used if len(other) > len(place)):
            yield from _unused(value, used, place)
        else:
            yield place, value


@cache
def _elsewhere(record: type[Record]) -> frozenset[str]:
    """The alternative keys of the fields; a response may or may not have them, so they are not a schema change."""
    return frozenset(place.split(".")[0] for spec in fields(record) for place in spec.marks["also"])


@cache
def _declared(record: type[Record]) -> frozenset[str]:
    return frozenset(spec.wire for spec in fields(record) if not spec.is_rest)


def _id(value: Any, path: str, notes: Notes, unparsed: Unparsed) -> Any:
    """An id: an integer, or a string, which the column reads and reports if it is not an integer."""
    return value if isinstance(value, str) else _coerce(_to_int(value), value, path, notes, unparsed)


def _key(spec: FieldSpec, obj: dict[str, Any]) -> str | None:
    """The key of a field in an object: its API field name, an alternative name, or a path into a member."""
    also = spec.marks["also"]
    if spec.wire in obj and not (also and isinstance(obj[spec.wire], dict)):
        return spec.wire
    ending = spec.marks["pattern"]
    if ending:
        return next((key for key in obj if key.endswith(ending)), None)
    return next((place for place in also if _leads(place, obj)), None)


def _leads(place: str, obj: Any) -> bool:
    for step in place.split("."):
        if not isinstance(obj, dict) or step not in obj:
            return False
        obj = obj[step]
    return True


def _value(kind: Any, value: Any, path: str, notes: Notes, unparsed: Unparsed) -> Any:
    if is_record(kind):
        if isinstance(value, dict):
            return _record(kind, value, path, notes)
        return _coerce(None, value, path, notes, unparsed)
    origin = get_origin(kind)
    if origin is dict:
        return _map(unwrap(get_args(kind)[1])[0], value, path, notes, unparsed)
    if origin is list:
        return _list(unwrap(get_args(kind)[0])[0], value, path, notes, unparsed)
    scalar = scalar_kind(kind)
    if type(value) is PLAIN[scalar] and _exact(value):
        return value
    if scalar == "float" and type(value) is int and -(2**1000) < value < 2**1000 and int(float(value)) == value:
        return float(value)
    return _coerce(CONVERT[scalar](value), value, path, notes, unparsed)


def _exact(value: Any) -> bool:
    """Whether a column can store a value of its declared type unchanged."""
    return type(value) is not int or (-LARGEST_INT - 1 <= value <= LARGEST_INT and value != MISSING_INT)


def _coerce(converted: Any, value: Any, path: str, notes: Notes, unparsed: Unparsed) -> Any:
    """The converted value of another type; a value that cannot be converted is kept in `unparsed`."""
    lost = converted is None or converted == {}
    notes.note(path, "inexact" if lost and type(value) in (int, float) else "retyped", _name(value))
    if lost:
        _keep_unparsed(value, path, unparsed)
    return converted


def _keep_unparsed(value: Any, path: str, unparsed: Unparsed) -> None:
    if value and not (isinstance(value, str) and value in PLACEHOLDERS):
        unparsed.setdefault(path, []).append(value)


def _item(kind: Any, value: Any, path: str, notes: Notes, unparsed: Unparsed) -> Any:
    if value is None:
        notes.note(path, "null")
        return None
    return _value(kind, value, path, notes, unparsed)


ID_KEYS = ("player_id", "player_ID", "ID", "id")


def _map(kind: Any, value: Any, path: str, notes: Notes, unparsed: Unparsed) -> Any:
    """A map of records by id, or of plain values by any key."""
    if is_record(kind) and (isinstance(value, dict) or (isinstance(value, list) and any(map(_is_object, value)))):
        pairs = list(_players(kind, value, path, notes, unparsed))
        unique = dict(pairs)
        return unique if len(unique) == len(pairs) else Entries(pairs)
    if not isinstance(value, dict):
        return _coerce({}, value, path, notes, unparsed)
    result: dict[str, Any] = {}
    for key, item in value.items():
        kept: Unparsed = {}
        result[key] = _item(kind, item, f"{path}.*", notes, kept)
        unparsed.update((f"{path}.{key}{place[len(path) + 2 :]}", values) for place, values in kept.items())
    return result


def _players(kind: Any, value: Any, path: str, notes: Notes, unparsed: Unparsed) -> Iterator[tuple[Any, Any]]:
    """The records of a map or list with their ids, including those of nested groups; a missing id stays missing."""
    if isinstance(value, list):
        notes.note(path, "nested", "list for map")
        members: Iterable[tuple[Any, Any]] = [_identified(kind, item) for item in value]
    else:
        members = value.items()
    named = any(spec.is_rest for spec in fields(kind))  # whose own members may look like players
    for n, (key, item) in enumerate(members):
        if not isinstance(item, dict) and not _is_group(item):
            place = f"{path}[{n}]" if isinstance(value, list) else f"{path}.{key}"
            general = f"{path}[]" if isinstance(value, list) else f"{path}.*" if key.isdigit() else place
            notes.note(general, "null" if item is None else "unknown", _name(item))
            _keep_unparsed(item, place, unparsed)
        elif isinstance(key, str) and not key.isdigit() and not named and _is_group(item):
            notes.note(f"{path}.{key}", "nested", "group of players")
            yield from _players(kind, item, f"{path}.{key}", notes, unparsed)
        else:
            if key is None:
                notes.note(f"{path}[]", "missing", "no id")
            kept: Unparsed = {}
            record = _value(kind, item, f"{path}.*", notes, kept)
            unparsed.update((f"{path}.{key}{place[len(path) + 2 :]}", values) for place, values in kept.items())
            yield key, record


def _identified(kind: type[Record], item: Any) -> tuple[Any, Any]:
    """The id of a record in a list, and the record without it; None if it has no id that is a string or an integer."""
    if not isinstance(item, dict):
        return None, item
    declared = {spec.wire for spec in fields(kind)}
    found = next((key for key in ID_KEYS if type(item.get(key)) in (int, str)), None)
    if found is None:
        return None, item
    return str(item[found]), item if found in declared else {k: v for k, v in item.items() if k != found}


def _is_group(value: Any) -> bool:
    """Whether a member of a player map itself contains players, as some sports nest them."""
    if isinstance(value, list):
        return any(isinstance(item, dict) and not item.keys().isdisjoint(ID_KEYS) for item in value)
    return isinstance(value, dict) and any(isinstance(item, dict) and key.isdigit() for key, item in value.items())


def _list(kind: Any, value: Any, path: str, notes: Notes, unparsed: Unparsed) -> list[Any]:
    if isinstance(value, dict):
        notes.note(path, "retyped", "map")
        value = list(value.values())
    if not isinstance(value, list):
        notes.note(path, "retyped", _name(value))
        value = [value]
    return [_item(kind, item, f"{path}[]", notes, unparsed) for item in value]


NUMBER = re.compile(r"\s*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?\s*", re.ASCII)
"""A number as a string; Python itself also accepts ``1_0``, ``nan`` and the digits of other scripts."""


def _to_int(value: Any) -> int | None:
    whole = None
    if isinstance(value, str) and NUMBER.fullmatch(value):
        number = Decimal(value.strip())
        if number.adjusted() < 20 and number == number.to_integral_value():
            whole = int(number)
    elif isinstance(value, bool) or (isinstance(value, float) and value.is_integer()):
        whole = int(value)
    return whole if whole is not None and _exact(whole) else None


def _to_float(value: Any) -> float | None:
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, str) and NUMBER.fullmatch(value):
        number = float(value)
        return number if math.isfinite(number) and Decimal(repr(number)) == Decimal(value.strip()) else None
    return None


def _to_text(value: Any) -> str:
    return json_text(value) or ""


def _to_bool(value: Any) -> bool | None:
    if isinstance(value, str):
        words = {"true": True, "false": False, "1": True, "0": False, "1.0": True, "0.0": False}
        return words.get(value.strip().lower())
    return bool(value) if isinstance(value, int | float) and value in (0, 1) else None


CONVERT: dict[str, Callable[[Any], Any]] = {
    "int": _to_int,
    "float": _to_float,
    "bool": _to_bool,
    "text": _to_text,
    "time": lambda value: value if isinstance(value, str) else None,
    "date": lambda value: value if isinstance(value, str) else None,
    "id": _to_int,
    "decimal": _to_float,
}
