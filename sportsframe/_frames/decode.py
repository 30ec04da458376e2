"""Bytes -> records, fast where an answer is as declared, tolerant where it is not.

The structs are generated from the catalog and as strict as it is: a key too many, a key too few, a null or a type that
is not declared makes the fast decoder refuse, and the tolerant one reads the same bytes, converts what it can, keeps
what it does not know and notes what was strange. Both yield the same structs.
"""

from __future__ import annotations

import codecs
import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from functools import cache, lru_cache
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from .._document import brief, free_name, json_text, parse, plain
from .._process import ForkSafeLock
from ..catalog import RESOURCES, SPORTS, Answer, FieldSpec, Record, answer, every_answer
from ..catalog.grammar import KINDS, fields, is_open, is_record, live_order, records_below, unwrap
from ..catalog.resources import Content
from ..errors import PayloadError, QueryError
from .arrays import LARGEST_INT, MISSING_INT, PLACEHOLDERS, Numbers
from .drift import LOG, Notes, SchemaChanges

Validate = Literal["report", "strict"]

EXTRA = "extra_"
"""Attribute of every struct that holds the wire keys the catalog does not know."""


class Extras(dict[str, Any]):
    """Values by wire key that the catalog does not declare: made by the tolerant reading, and by no JSON at all.

    A struct member must have a wire name; as no value on the wire is of this class, none can come in under that name.
    """


PLAIN: dict[str, type] = {
    "int": int, "float": float, "bool": bool, "text": str, "time": str, "date": str, "id": int,
    "decimal": float,
}  # fmt: skip
EXACT = 2**53 - 1
"""Up to here, either way, a float holds every whole number, and only that one."""

STRICT: dict[str, Any] = {
    **PLAIN,
    "int": Annotated[int, msgspec.Meta(gt=MISSING_INT, le=LARGEST_INT)],
    "float": Annotated[float, msgspec.Meta(ge=-EXACT, le=EXACT)],
}
"""What the fast decoder takes for each kind: what a column holds exactly, and never the integer for an absent one."""

ID = Annotated[int, msgspec.Meta(ge=1, le=LARGEST_INT)]
"""What it takes for the key of a map of records."""

ABSENT: dict[str | None, Any] = {"int": MISSING_INT, "float": math.nan}
"""What stands in a struct for an absent number, so that sparse lines convert as fast as full ones; else None."""


def _struct_type(annotation: Any, vendor: str, changes: SchemaChanges) -> Any:
    kind, nullable = unwrap(annotation)
    inner: Any
    if is_record(kind):
        inner = struct_of(kind, vendor, changes)
    elif get_origin(kind) is dict:
        value = get_args(kind)[1]
        key = ID if is_record(unwrap(value)[0]) else str  # records are keyed by ids, all else by whatever comes
        inner = dict[key, _struct_type(value, vendor, changes)]  # type: ignore[misc, valid-type]
    elif get_origin(kind) is list:
        inner = list[_struct_type(get_args(kind)[0], vendor, changes)]  # type: ignore[misc]
    else:
        inner = STRICT[_scalar(kind)]
    return inner | None if nullable else inner


def _scalar(kind: Any) -> str:
    return KINDS[kind]


@lru_cache(maxsize=1000)
def struct_of(record: type[Record], vendor: str = "", changes: SchemaChanges = frozenset()) -> type[msgspec.Struct]:
    """The struct of a record: its tidy names as attributes, its wire names on the wire.

    `numbers_` says which members are numbers, wherever what is learned stands: they convert as one.
    `changes` add what earlier answers held: fields that were absent or null, and keys the catalog does not know.
    """
    members: list[Any] = []
    rename: dict[str, str] = {}
    learned = {key for of, key in changes if of is record}
    for spec in _members(record):
        kind = _struct_type(record.model_fields[spec.name].annotation, vendor, changes)
        if spec.kind in ("id", "decimal"):
            number = STRICT["int" if spec.kind == "id" else "float"]
            kind = number | str | None if spec.nullable else number | str
        absent = ABSENT.get(spec.kind)  # a column cannot tell absent from null, and nobody asks it to
        wire = vendor + spec.marks["pattern"] if vendor and spec.marks["pattern"] else spec.wire
        members.append((spec.name, kind | None, absent) if spec.sparse or wire in learned else (spec.name, kind))
        rename[spec.name] = wire
    members.append((EXTRA, Extras, None))
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
    return kind(**{spec.name: ABSENT.get(spec.kind) for spec in fields(kind.record_)})


_making = ForkSafeLock()


def _decoders(ans: Answer, vendor: str, changes: SchemaChanges) -> tuple[msgspec.json.Decoder[Any], Any]:
    key = (ans.record, vendor, changes)
    made = _decoders_made.get(key)
    if made is None:
        with _making:  # a decoder made while another thread is at the same structs would crash the process
            made = _decoders_made.get(key) or _make_decoders(ans, vendor, changes)
            if len(_decoders_made) >= MOST_DECODERS:
                _decoders_made.pop(next(iter(_decoders_made)))
            _decoders_made[key] = made
    return made


MOST_DECODERS = 100
_decoders_made: dict[tuple[Any, ...], tuple[msgspec.json.Decoder[Any], Any]] = {}


def _make_decoders(ans: Answer, vendor: str, changes: SchemaChanges) -> tuple[msgspec.json.Decoder[Any], Any]:
    rows: Any = list[struct_of(ans.record, vendor, changes)]  # type: ignore[misc]
    beside = [(f"{EXTRA}{n}", Any, msgspec.UNSET) for n, _ in enumerate(_beside_data(changes))]
    names = {f"{EXTRA}{n}": key for n, key in enumerate(_beside_data(changes))}
    envelope = msgspec.defstruct(
        "Envelope", [("data", dict[str, rows]), *beside], rename=names, forbid_unknown_fields=True, gc=False
    )
    return msgspec.json.Decoder(envelope), envelope


def _beside_data(changes: SchemaChanges) -> list[str]:
    """The keys that earlier answers held beside ``data``."""
    return sorted(key for of, key in changes if of is dict)


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
        Whether they may hold more than is declared.
    strict : bool
        Whether what a table finds strange about them is an error.
    stale_since : datetime, optional
        When the oldest of the answers was fetched that is older than it should be.
    asked : tuple of (str or None, int)
        The seasons asked for in order, each with the number of its records; empty where no season was.
    """

    rows: list[Any]
    key: str
    strange: bool = False
    strict: bool = False
    stale_since: datetime | None = None
    asked: tuple[tuple[str | None, int], ...] = ()

    def of_season(self, season: str | None) -> Records:
        """These records, as of a season that they do not name themselves."""
        return replace(self, asked=((season, len(self.rows)),))

    def seasons(self) -> list[str | None]:
        """The season asked for, of each record; None where it was not told."""
        told = [season for season, count in self.asked for _ in range(count)]
        return told or [None] * len(self.rows)

    def joined(self, more: Records) -> Records:
        """These records and those of another answer under the same key."""
        stale = min(filter(None, (self.stale_since, more.stale_since)), default=None)
        asked = self.asked or ((None, len(self.rows)),), more.asked or ((None, len(more.rows)),)
        return Records(
            self.rows + more.rows,
            more.key,
            self.strange or more.strange,
            self.strict or more.strict,
            stale,
            asked[0] + asked[1] if self.asked or more.asked else (),
        )


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
        What to do with an answer that is not as declared: read what can be read and report it, or refuse all but keys
        that the catalog does not know.

    Returns
    -------
    Records

    Raises
    ------
    PayloadError
        The answer is not the envelope, or that of another sport or league; or, under ``strict``, not as declared.
    """
    if validate not in get_args(Validate):
        raise QueryError(f"unknown validate {validate!r}; expected one of {', '.join(get_args(Validate))}.")
    try:
        return _read(data, sport, resource, (key,) if key else SPORTS[sport].keys, validate == "strict")
    except RecursionError:
        raise PayloadError(f"the response for {sport} {resource} is nested too deeply.") from None


def _read(data: Any, sport: str, resource: str, keys: tuple[str, ...], strict: bool) -> Records:
    ans = answer(sport, resource)
    raw = isinstance(data, bytes | bytearray | memoryview)
    if raw and not len(data):
        return Records([], keys[0])
    faults: set[str] = set()
    body = bytes(data) if raw else b""
    obj = None if raw else plain(data, faults)
    notes = Notes(sport, resource)
    for changes in _attempts(ans, resource, LOG.changes(sport, resource), strict):
        decoder, envelope = _decoders(ans, _vendor(ans.record, body), changes)
        try:
            decoded = (
                decoder.decode(body.removeprefix(codecs.BOM_UTF8))
                if raw
                else msgspec.convert(obj, envelope, str_keys=True)
            )
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue  # a type that is wrong early can hide that the end is cut off, so the whole is judged below
        if raw and strict:
            _parsed(body, sport, resource, faults)
        elif body.startswith(codecs.BOM_UTF8):
            faults.add("a byte order mark")
        found = _held_key(decoded.data, keys, sport, resource)
        result = Records(decoded.data.get(found, []), found, bool(changes), strict)
        if changes:
            notes.report_known(changes)
        break
    else:
        result = _tolerant(_parsed(body, sport, resource, faults) if raw else obj, ans, keys, notes)
        result = replace(result, strict=strict)
    if faults:
        notes.note("$", "syntax", ", ".join(sorted(faults)[:3]))
    if _foreign(result.rows, {sport, *keys}, notes):
        result = replace(result, strange=True)
    notes.settle(strict)
    return result


def _attempts(ans: Answer, resource: str, known: SchemaChanges, strict: bool) -> tuple[SchemaChanges, ...]:
    """The changes of schema with which the fast decoder is tried: none of what is declared, then those known."""
    if RESOURCES[resource].envelope == "map" or is_open(ans.record):
        return ()
    return (frozenset(), known) if known and not strict else (frozenset(),)


def _parsed(body: bytes, sport: str, resource: str, faults: set[str]) -> Any:
    try:
        return parse(body, faults)
    except ValueError as error:
        raise PayloadError(f"the response for {sport} {resource} is not JSON: {error}.") from None


def _held_key(held: Iterable[str], keys: tuple[str, ...], sport: str, resource: str) -> str:
    """Which of the keys that may be there is there; where others are in its place the answer is another one."""
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


def _foreign(rows: list[Any], words: set[str], notes: Notes) -> bool:
    """Tell of rows that name another sport than their key does, and keep what they say."""
    named = [row for row in rows if getattr(row, "sport", None) is not None]
    others = [row for row in named if row.sport not in words]
    for row in others:
        notes.note("sport", "unreadable", repr(brief(row.sport)))
        setattr(row, EXTRA, {**(getattr(row, EXTRA) or {}), "sport": row.sport})
    return bool(others)


def _tolerant(obj: Any, ans: Answer, keys: tuple[str, ...], notes: Notes) -> Records:
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
    result = []
    for row in rows or ():
        if isinstance(row, dict):
            result.append(_record(ans.record, row, "", notes))
        else:
            notes.note("[]", "skipped", f"{_name(row)} {brief(json_text(row) or '')}".strip())
    return Records(result, found, strange=True)


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
    found = _held_key(data, keys, sport, resource)
    return data.get(found), found


NAMES: dict[type, str] = {
    type(None): "null", bool: "boolean", int: "integer", float: "number", str: "text", list: "list", dict: "map",
}  # fmt: skip
"""JSON's words for Python's types."""


def _name(value: Any) -> str:
    return NAMES.get(type(value), type(value).__name__)


Unparsed = dict[str, list[Any]]
"""What no declared field can hold, by the path to it: it ends in the extras of the object it stood in."""


class Entries:
    """The members of a map in order, of which two may have one key."""

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
    """Each field of a record at a path: where it stands, the plain type that needs no look, what stands for none."""
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
            values[spec.name] = value  # the column reads it
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
    """The members of an object that no declared field took, with their paths; of a member taken in part the rest."""
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
    """The keys under which a value may stand instead of its own name, so that they are not unknown for good."""
    return frozenset(place.split(".")[0] for spec in fields(record) for place in spec.marks["also"])


@cache
def _declared(record: type[Record]) -> frozenset[str]:
    return frozenset(spec.wire for spec in fields(record) if not spec.is_rest)


def _id(value: Any, path: str, notes: Notes, unparsed: Unparsed) -> Any:
    """An id, which is an integer or text that reads as one; other text is left for the column to tell."""
    return value if isinstance(value, str) else _coerce(_to_int(value), value, path, notes, unparsed)


def _key(spec: FieldSpec, obj: dict[str, Any]) -> str | None:
    """Where the value of a field stands: its wire name, another it may have, or the path to it."""
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
    scalar = _scalar(kind)
    if type(value) is PLAIN[scalar] and _exact(value):
        return value
    if scalar == "float" and type(value) is int and -(2**1000) < value < 2**1000 and int(float(value)) == value:
        return float(value)
    return _coerce(CONVERT[scalar](value), value, path, notes, unparsed)


def _exact(value: Any) -> bool:
    """Whether a value of its declared type is one that a column holds as it is."""
    return type(value) is not int or (-LARGEST_INT - 1 <= value <= LARGEST_INT and value != MISSING_INT)


def _coerce(converted: Any, value: Any, path: str, notes: Notes, unparsed: Unparsed) -> Any:
    """A value of another type: converted, or, where that cannot be, kept aside."""
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
    """The records of a map or list with their ids, those of groups below it as well; an id is not made up."""
    if isinstance(value, list):
        notes.note(path, "nested", "list for map")
        members: Iterable[tuple[Any, Any]] = [_identified(kind, item) for item in value]
    else:
        members = value.items()
    named = any(spec.is_rest for spec in fields(kind))  # a member of such a record may look like a player
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
    """The id of a record in a list, and the record without it; None where it has none that is text or number."""
    if not isinstance(item, dict):
        return None, item
    declared = {spec.wire for spec in fields(kind)}
    found = next((key for key in ID_KEYS if type(item.get(key)) in (int, str)), None)
    if found is None:
        return None, item
    return str(item[found]), item if found in declared else {k: v for k, v in item.items() if k != found}


def _is_group(value: Any) -> bool:
    """Whether a member of a player map itself holds players, as some sports nest them."""
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
"""A number in text; Python's own reading also takes ``1_0``, ``nan`` and the digits of other scripts."""


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
