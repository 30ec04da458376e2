"""Bytes -> records, fast where an answer is as declared, tolerant where it is not.

The structs are generated from the catalog and as strict as it is: a key too many, a key too few, a null or a type that
is not declared makes the fast decoder refuse, and the tolerant one reads the same bytes, converts what it can, keeps
what it does not know and notes what was strange. Both yield the same structs.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from .. import _state
from ..catalog import RESOURCES, SPORTS, Answer, FieldSpec, Record, answer, every_answer
from ..catalog.grammar import KINDS, fields, is_open, is_record, live_order, records_below, unwrap
from ..catalog.resources import Content
from ..errors import PayloadError, QueryError
from .arrays import HOLE, PLACEHOLDERS, Numbers
from .drift import LOG, Lesson, Notes

Validate = Literal["report", "strict"]

EXTRA = "extra_"
"""Attribute of every struct that holds the wire keys the catalog does not know."""

PLAIN: dict[str, type] = {
    "int": int, "float": float, "bool": bool, "text": str, "time": str, "date": str, "id": int,
}  # fmt: skip
STRICT: dict[str, Any] = {**PLAIN, "int": Annotated[int, msgspec.Meta(gt=HOLE)]}
"""What the fast decoder takes for each kind: never the integer that stands for an absent one."""

NOTHING: dict[str | None, Any] = {"int": HOLE, "float": math.nan}
"""What stands in a struct for an absent number, so that sparse lines convert as fast as full ones; else None."""


def _struct_type(annotation: Any, vendor: str, lesson: Lesson) -> Any:
    kind, nullable = unwrap(annotation)
    inner: Any
    if is_record(kind):
        inner = struct_of(kind, vendor, lesson)
    elif get_origin(kind) is dict:
        value = get_args(kind)[1]
        key = int if is_record(unwrap(value)[0]) else str  # records are keyed by ids, all else by whatever comes
        inner = dict[key, _struct_type(value, vendor, lesson)]  # type: ignore[misc, valid-type]
    elif get_origin(kind) is list:
        inner = list[_struct_type(get_args(kind)[0], vendor, lesson)]  # type: ignore[misc]
    else:
        inner = STRICT[_scalar(kind)]
    return inner | None if nullable else inner


def _scalar(kind: Any) -> str:
    return KINDS[kind]


@lru_cache(maxsize=1000)
def struct_of(record: type[Record], vendor: str = "", lesson: Lesson = frozenset()) -> type[msgspec.Struct]:
    """The struct of a record: its tidy names as attributes, its wire names on the wire.

    `numbers_` says which members are numbers, wherever what is learned stands: they convert as one.
    A `lesson` adds what earlier answers held: fields that were absent or null, and keys the catalog does not know.
    """
    members: list[Any] = []
    rename: dict[str, str] = {}
    learned = {key for of, key in lesson if of is record}
    for spec in _members(record):
        kind = _struct_type(record.model_fields[spec.name].annotation, vendor, lesson)
        if spec.kind == "id":
            kind = int | str | None if spec.nullable else int | str
        absent = NOTHING.get(spec.kind)  # a column cannot tell absent from null, and nobody asks it to
        wire = vendor + spec.marks["pattern"] if vendor and spec.marks["pattern"] else spec.wire
        members.append((spec.name, kind | None, absent) if spec.sparse or wire in learned else (spec.name, kind))
        rename[spec.name] = wire
    members.append((EXTRA, dict[str, Any] | None, None))
    rename[EXTRA] = "(extra)"
    marks = {"record_": record, "numbers_": _numbers(record)}
    for n, key in enumerate(sorted(learned.difference(rename.values()))):
        members.append((f"{EXTRA}{n}", Any, msgspec.UNSET))
        rename[f"{EXTRA}{n}"] = key
    return msgspec.defstruct(
        record.__name__, members, rename=rename, namespace=marks, forbid_unknown_fields=True, gc=False, kw_only=True,
    )  # fmt: skip


CODES: dict[str | None, str] = {"int": "q", "float": "d"}


@cache
def _numbers(record: type[Record]) -> Numbers:
    specs = _members(record)
    return Numbers(
        tuple(spec.name for spec in specs if spec.kind in CODES), "".join(CODES.get(spec.kind, "?") for spec in specs)
    )


@cache
def _members(record: type[Record]) -> tuple[FieldSpec, ...]:
    """The fields of a record in the order of the wire, in which they are found at once: live rows have their own."""
    if record in _live_records():
        return tuple(sorted(fields(record), key=lambda spec: live_order(spec.wire)))
    return fields(record)


@cache
def _live_records() -> frozenset[type[Record]]:
    """The records that stand in live rows alone."""
    found: dict[bool, set[type[Record]]] = {True: set(), False: set()}
    for _, resource, ans in every_answer():
        found[resource.content is Content.PLAY].update(records_below(ans.record))
    return frozenset(found[True] - found[False])


@lru_cache(maxsize=1000)
def blank(kind: type[Any]) -> Any:
    """An object of a kind of struct that holds nothing, to stand where one is missing."""
    return kind(**{spec.name: NOTHING.get(spec.kind) for spec in fields(kind.record_)})


_making = _state.lock()


def _decoders(ans: Answer, vendor: str, lesson: Lesson) -> tuple[msgspec.json.Decoder[Any], Any]:
    key = (ans.record, vendor, lesson)
    made = _decoders_made.get(key)
    if made is None:
        with _making:  # a decoder made while another thread is at the same structs would crash the process
            made = _decoders_made.get(key) or _make_decoders(ans, vendor, lesson)
            if len(_decoders_made) >= MOST_DECODERS:
                _decoders_made.pop(next(iter(_decoders_made)))
            _decoders_made[key] = made
    return made


MOST_DECODERS = 100
_decoders_made: dict[tuple[Any, ...], tuple[msgspec.json.Decoder[Any], Any]] = {}


def _make_decoders(ans: Answer, vendor: str, lesson: Lesson) -> tuple[msgspec.json.Decoder[Any], Any]:
    rows: Any = list[struct_of(ans.record, vendor, lesson)]  # type: ignore[misc]
    envelope = msgspec.defstruct("Envelope", [("data", dict[str, rows])], gc=False)
    return msgspec.json.Decoder(envelope), envelope


def extras(struct: Any) -> dict[str, Any]:
    """What a JSON object held that the catalog does not know, by wire key."""
    found: dict[str, Any] = dict(getattr(struct, EXTRA, None) or ())
    kind: Any = type(struct)
    for name, key in _learned_keys(kind):
        if (value := getattr(struct, name)) is not msgspec.UNSET:
            found[key] = value
    return found


@cache
def _learned_keys(kind: Any) -> tuple[tuple[str, str], ...]:
    names = getattr(kind, "__struct_fields__", ())
    after = names.index(EXTRA) + 1 if EXTRA in names else len(names)
    return tuple(zip(names[after:], kind.__struct_encode_fields__[after:], strict=True)) if names else ()


@cache
def _pattern(record: type[Record]) -> str | None:
    """The end of a wire name that carries a vendor's prefix, if the record has one anywhere below."""
    patterns = (spec.marks["pattern"] for below in records_below(record) for spec in fields(below))
    return next(filter(None, patterns), None)


def _vendor(record: type[Record], body: bytes) -> str:
    ending = _pattern(record)
    found = re.search(rb'"(\w+)' + ending.encode() + rb'"', body) if ending else None
    return found.group(1).decode() if found else ""


@dataclass(frozen=True)
class Records:
    """The records of an answer as structs.

    Attributes
    ----------
    rows : list of msgspec.Struct
    key : str
        The envelope key they stood under.
    strange : bool
        Whether they were not as declared, so that the tolerant path read them.
    """

    rows: list[Any]
    key: str
    strange: bool = False

    def joined(self, more: Records) -> Records:
        """These records and those of another answer under the same key."""
        return Records(self.rows + more.rows, more.key, self.strange or more.strange)


def records(
    data: bytes | Any, sport: str, resource: str, key: str | None = None, *, validate: Validate = "report"
) -> Records:
    """Read an answer.

    Parameters
    ----------
    data : bytes or parsed JSON
        The whole answer; empty bytes are an empty answer.
    sport, resource : str
        What was asked.
    key : str, optional
        Envelope key to look under; by default whichever of the sport's keys is there.
    validate : {"report", "strict"}
        What to do with an answer that is not as declared: read what can be read and report it, or refuse.

    Returns
    -------
    Records

    Raises
    ------
    PayloadError
        The answer is not the envelope; or, under ``strict``, not as declared.
    """
    if validate not in get_args(Validate):
        raise QueryError(f"validate {validate!r} is not known; choose from {', '.join(get_args(Validate))}.")
    ans = answer(sport, resource)
    as_map = RESOURCES[resource].envelope == "map"
    keys = (key,) if key else SPORTS[sport].keys
    raw = isinstance(data, (bytes, bytearray, memoryview))
    if raw and not len(data):
        return Records([], keys[0])
    if as_map or is_open(ans.record):
        return _tolerant(_parsed(data, sport, resource), sport, resource, ans, keys, validate)
    vendor = _vendor(ans.record, bytes(data)) if raw else ""
    lesson = LOG.lesson(sport, resource) if validate == "report" else frozenset()
    decoder, envelope = _decoders(ans, vendor, lesson)
    try:
        decoded = decoder.decode(data) if raw else msgspec.convert(data, envelope, str_keys=True)
        if not decoded.data or any(k in decoded.data for k in keys):
            found = next((k for k in keys if k in decoded.data), keys[0])
            return Records(decoded.data.get(found, []), found, strange=bool(lesson))
    except msgspec.ValidationError as error:
        if validate == "strict":
            raise _refusal(str(error), sport, resource) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        pass  # a type that is wrong early can hide that the end is cut off, so the whole is judged below
    return _tolerant(_parsed(data, sport, resource), sport, resource, ans, keys)


def _parsed(data: Any, sport: str, resource: str) -> Any:
    """The objects of an answer that may be bytes."""
    try:
        return msgspec.json.decode(data) if isinstance(data, (bytes, bytearray, memoryview)) else data
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise PayloadError(f"the answer for {sport} {resource} is not JSON: {error}", path="$") from None


def _refusal(text: str, sport: str, resource: str) -> PayloadError:
    what, _, where = text.partition(" - at `")
    path = where.rstrip("`") or "$"
    return PayloadError(f"the answer for {sport} {resource} is not as declared at {path}: {what}", path=path)


def _tolerant(
    obj: Any, sport: str, resource: str, ans: Answer, keys: tuple[str, ...], validate: Validate = "report"
) -> Records:
    notes = Notes(sport, resource)
    rows, found = _rows(obj, sport, resource, keys)
    if RESOURCES[resource].envelope == "map":  # the one field of the record is the map
        if rows is not None and not isinstance(rows, dict):
            raise PayloadError(
                f"the answer for {sport} {resource} has {_name(rows)} at $.data.{found}, not a map",
                path=f"$.data.{found}",
            )
        rows = [{fields(ans.record)[0].wire: rows}] if rows else []
    elif isinstance(rows, dict):  # one record, or records by key
        rows = list(rows.values()) if all(isinstance(row, dict) for row in rows.values()) else [rows]
        notes.note("data", "retyped", "map for list")
    if rows is not None and not isinstance(rows, list):
        raise PayloadError(
            f"the answer for {sport} {resource} has {type(rows).__name__} at $.data.{found}, not a list of records",
            path=f"$.data.{found}",
        )
    result = []
    for row in rows or ():
        if isinstance(row, dict):
            result.append(_record(ans.record, row, "", notes))
        else:
            notes.note("[]", "retyped", _name(row))
    if notes.items and validate == "strict":
        (where, what), _ = next(iter(notes.items.items()))
        raise _refusal(f"{what} - at `$.data.{found}.{where}`", sport, resource)
    notes.report()
    return Records(result, found, strange=True)


def _rows(obj: Any, sport: str, resource: str, keys: tuple[str, ...]) -> tuple[Any, str]:
    if isinstance(obj, list):
        return obj, keys[0]
    if not isinstance(obj, dict):
        raise PayloadError(f"the answer for {sport} {resource} is {_name(obj)}, not an object with 'data'", path="$")
    data = obj.get("data", obj if any(key in obj for key in keys) else {})
    if not isinstance(data, dict):
        raise PayloadError(
            f"the answer for {sport} {resource} has {_name(data)} at $.data, not an object", path="$.data"
        )
    if "data" not in obj and not data and obj:
        raise PayloadError(f"the answer for {sport} {resource} has no 'data'", path="$")
    found = next((key for key in keys if key in data), keys[0])
    return data.get(found), found


NAMES: dict[type, str] = {
    type(None): "null", bool: "boolean", int: "integer", float: "number", str: "text", list: "list", dict: "map",
}  # fmt: skip
"""JSON's words for Python's types."""


def _name(value: Any) -> str:
    return NAMES.get(type(value), type(value).__name__)


Aside = dict[str, list[Any]]
"""What no declared field can hold, by the path to it: it ends in the extras of the object it stood in."""


@lru_cache(maxsize=2000)
def _plan(record: type[Record], path: str) -> tuple[tuple[FieldSpec, str, type | None, Any], ...]:
    """Each field of a record at a path: where it stands, the plain type that needs no look, what stands for none."""
    return tuple(
        (
            spec,
            f"{path}.{spec.wire}" if path else spec.wire,
            PLAIN[spec.kind] if spec.kind else None,
            NOTHING.get(spec.kind),
        )
        for spec in fields(record)
    )


def _record(record: type[Record], obj: dict[str, Any], path: str, notes: Notes) -> Any:
    values: dict[str, Any] = {}
    aside: Aside = {}
    used: set[str] = set()
    for spec, place, plain, nothing in _plan(record, path):
        if spec.is_rest:
            others = {key: value for key, value in obj.items() if key not in _declared(record)}
            values[spec.name] = _value(spec.type, others, path, notes, aside)
            used.update(others)
            continue
        key = _key(spec, obj)
        values[spec.name] = nothing
        if key is None:
            if not spec.sparse:
                notes.note(place, "missing")
                notes.learn(record, spec.wire)
            continue
        used.add(key)
        value = obj[key]
        if type(value) is plain and value != HOLE:
            values[spec.name] = value
        elif value is None:
            if not (spec.nullable or spec.sparse):
                notes.note(place, "null")
                notes.learn(record, spec.wire)
        elif spec.kind == "id":
            values[spec.name] = _id(value, place, notes, aside)
        elif (found := _value(spec.type, value, place, notes, aside)) is not None:
            values[spec.name] = found
    own = len(path) + 1 if path else 0
    extra = {place[own:]: kept[0] if len(kept) == 1 else kept for place, kept in aside.items()}
    for key in [key for key in obj if key not in used]:
        notes.note(f"{path}.{key}" if path else key, "unknown", _name(obj[key]))
        notes.learn(record, key)
        extra[key] = obj[key]
    return struct_of(record)(**values, **{EXTRA: extra or None})


@cache
def _declared(record: type[Record]) -> frozenset[str]:
    return frozenset(spec.wire for spec in fields(record) if not spec.is_rest)


def _id(value: Any, path: str, notes: Notes, aside: Aside) -> Any:
    """An id, which is an integer or text that reads as one; other text is left for the column to tell."""
    return value if isinstance(value, str) else _odd(_to_int(value), value, path, notes, aside)


def _key(spec: FieldSpec, obj: dict[str, Any]) -> str | None:
    if spec.wire in obj:
        return spec.wire
    ending = spec.marks["pattern"]
    return next((key for key in obj if key.endswith(ending)), None) if ending else None


def _value(kind: Any, value: Any, path: str, notes: Notes, aside: Aside) -> Any:
    if is_record(kind):
        if isinstance(value, dict):
            return _record(kind, value, path, notes)
        return _odd(None, value, path, notes, aside)
    origin = get_origin(kind)
    if origin is dict:
        return _map(unwrap(get_args(kind)[1])[0], value, path, notes, aside)
    if origin is list:
        return _list(unwrap(get_args(kind)[0])[0], value, path, notes, aside)
    plain = _scalar(kind)
    if (type(value) is PLAIN[plain] and value != HOLE) or (plain == "float" and type(value) is int):
        return value
    return _odd(CONVERT[plain](value), value, path, notes, aside)


def _odd(converted: Any, value: Any, path: str, notes: Notes, aside: Aside) -> Any:
    """A value of another type: converted, or, where that cannot be, kept aside."""
    notes.note(path, "retyped", _name(value))
    if converted is None or converted == {}:
        _keep(value, path, aside)
    return converted


def _keep(value: Any, path: str, aside: Aside) -> None:
    if value and not (isinstance(value, str) and value in PLACEHOLDERS):
        aside.setdefault(path, []).append(value)


def _item(kind: Any, value: Any, path: str, notes: Notes, aside: Aside) -> Any:
    if value is None:
        notes.note(path, "null")
        return None
    return _value(kind, value, path, notes, aside)


ID_KEYS = ("player_id", "player_ID", "ID", "id")


def _map(kind: Any, value: Any, path: str, notes: Notes, aside: Aside) -> dict[str, Any]:
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        notes.note(path, "nested", "list for map")
        value = {str(next((i[k] for k in ID_KEYS if k in i), f"#{n}")): i for n, i in enumerate(value)}
    if not isinstance(value, dict):
        return _odd({}, value, path, notes, aside)  # type: ignore[no-any-return]
    result: dict[str, Any] = {}
    for key, item in value.items():
        if is_record(kind) and not key.isdigit() and _is_group(item):
            notes.note(f"{path}.{key}", "nested", "group of players")
            result.update(_map(kind, item, f"{path}.{key}", notes, aside))
        elif is_record(kind) and item is not None and not isinstance(item, dict):
            notes.note(f"{path}.*" if key.isdigit() else f"{path}.{key}", "unknown", _name(item))
            _keep(item, f"{path}.{key}", aside)
        else:
            kept: Aside = {}
            result[key] = _item(kind, item, f"{path}.*", notes, kept)
            aside.update((f"{path}.{key}", values) for values in kept.values())
    return result


def _is_group(value: Any) -> bool:
    """Whether a member of a player map itself holds players, as some sports nest them."""
    if isinstance(value, list):
        return any(isinstance(item, dict) and not item.keys().isdisjoint(ID_KEYS) for item in value)
    return isinstance(value, dict) and any(isinstance(item, dict) and key.isdigit() for key, item in value.items())


def _list(kind: Any, value: Any, path: str, notes: Notes, aside: Aside) -> list[Any]:
    if isinstance(value, dict):
        notes.note(path, "retyped", "map")
        value = list(value.values())
    if not isinstance(value, list):
        notes.note(path, "retyped", _name(value))
        value = [value]
    return [_item(kind, item, f"{path}[]", notes, aside) for item in value]


def _to_int(value: Any) -> int | None:
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?\d+\s*", value):
        whole = int(value)
    elif (number := _to_float(value)) is not None and number.is_integer():
        whole = int(number)
    else:
        return None
    return None if whole == HOLE else whole


def _to_float(value: Any) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _to_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list, bool)) else str(value)


def _to_bool(value: Any) -> bool | None:
    words = {"true": True, "false": False, "1": True, "0": False, "1.0": True, "0.0": False}
    return words.get(str(value).strip().lower())


CONVERT: dict[str, Callable[[Any], Any]] = {
    "int": _to_int,
    "float": _to_float,
    "bool": _to_bool,
    "text": _to_text,
    "time": lambda value: value if isinstance(value, str) else None,
}
