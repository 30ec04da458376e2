"""Record -> msgspec struct and decoder, generated from the catalog and as strict as it is.

An unknown key, an absent one, a null or a type that is not declared makes these decoders raise; `tolerant` then reads
the same bytes into the same structs.
"""

from __future__ import annotations

import math
import re
from functools import cache, lru_cache
from typing import Annotated, Any, get_args, get_origin

import msgspec

from .._process import ForkSafeLock, fork_gate
from ..catalog import Answer, FieldSpec, Record, every_answer
from ..catalog.records import KINDS, fields, is_record, live_order, records_below, unwrap
from ..catalog.resources import Content
from .arrays import LARGEST_INT, MISSING_INT, Numbers
from .drift import SchemaChanges

EXTRA = "extra_"
"""Attribute of every struct for values under keys that the catalog does not know."""


class Extras(dict[str, Any]):
    """Values that the catalog does not declare, by key. Made by `tolerant` only.

    Every member of a struct needs a JSON name; no JSON value is of this class, so none can be decoded under that name.
    """


PLAIN: dict[str, type] = {
    "int": int, "float": float, "bool": bool, "text": str, "time": str, "date": str, "id": int,
    "decimal": float,
}  # fmt: skip
EXACT = 2**53 - 1
"""A float represents every integer up to this one, positive or negative, exactly."""

STRICT: dict[str, Any] = {
    **PLAIN,
    "int": Annotated[int, msgspec.Meta(gt=MISSING_INT, le=LARGEST_INT)],
    "float": Annotated[float, msgspec.Meta(ge=-EXACT, le=EXACT)],
}
"""The type that the fast decoder accepts for each kind: values that a column stores exactly, except `MISSING_INT`."""

ID = Annotated[int, msgspec.Meta(ge=1, le=LARGEST_INT)]
"""The type that it accepts for the key of a map of records."""

ABSENT: dict[str | None, Any] = {"int": MISSING_INT, "float": math.nan}
"""The value of an absent number in a struct, so that sparse lines convert as fast as full ones; else None."""


def _struct_type(annotation: Any, vendor: str, changes: SchemaChanges) -> Any:
    kind, nullable = unwrap(annotation)
    inner: Any
    if is_record(kind):
        inner = struct_of(kind, vendor, changes)
    elif get_origin(kind) is dict:
        value = get_args(kind)[1]
        key = ID if is_record(unwrap(value)[0]) else str  # records are keyed by id, other values by any string
        inner = dict[key, _struct_type(value, vendor, changes)]  # type: ignore[misc, valid-type]
    elif get_origin(kind) is list:
        inner = list[_struct_type(get_args(kind)[0], vendor, changes)]  # type: ignore[misc]
    else:
        inner = STRICT[scalar_kind(kind)]
    return inner | None if nullable else inner


def scalar_kind(kind: Any) -> str:
    return KINDS[kind]


@lru_cache(maxsize=1000)
def struct_of(record: type[Record], vendor: str = "", changes: SchemaChanges = frozenset()) -> type[msgspec.Struct]:
    """The struct of a record: column names as attributes, API field names in JSON.

    Its `numbers_` list the members that are numbers, which are converted to arrays together. `changes` add what earlier
    responses contained: fields that were absent or null, and keys that the catalog does not know.
    """
    members: list[Any] = []
    rename: dict[str, str] = {}
    learned = {key for of, key in changes if of is record}
    for spec in _members(record):
        kind = _struct_type(record.model_fields[spec.name].annotation, vendor, changes)
        if spec.kind in ("id", "decimal"):
            number = STRICT["int" if spec.kind == "id" else "float"]
            kind = number | str | None if spec.nullable else number | str
        absent = ABSENT.get(spec.kind)  # a column does not distinguish absent from null
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
    """The fields of a record in the order of the JSON object, which decodes fastest; live rows have their own order."""
    if record in _live_records():
        return tuple(sorted(fields(record), key=lambda spec: live_order(spec.wire)))
    return fields(record)


@cache
def _live_records() -> frozenset[type[Record]]:
    """The records that occur in live rows only."""
    found: dict[bool, set[type[Record]]] = {True: set(), False: set()}
    for _, resource, ans in every_answer():
        found[resource.content is Content.PLAY].update(records_below(ans.record))
    return frozenset(found[True] - found[False])


@lru_cache(maxsize=1000)
def blank(kind: type[Any]) -> Any:
    """A struct of this kind without values, in place of one that is missing."""
    return kind(**{spec.name: ABSENT.get(spec.kind) for spec in fields(kind.record_)})


_making = ForkSafeLock()


def decoders(ans: Answer, vendor: str, changes: SchemaChanges) -> tuple[msgspec.json.Decoder[Any], Any]:
    key = (ans.record, vendor, changes)
    made = _decoders_made.get(key)
    if made is None:
        # msgspec crashes if two threads make decoders of the same structs, and in a child with one half made
        with fork_gate, _making:
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
    """Keys of earlier responses beside ``data``."""
    return sorted(key for of, key in changes if of is dict)


def extras(struct: Any) -> dict[str, Any]:
    """The values of a JSON object that the catalog does not know, by key."""
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
    """The suffix of API field names with a vendor's prefix, if the record or one nested in it has such a field."""
    patterns = (spec.marks["pattern"] for below in records_below(record) for spec in fields(below))
    return next(filter(None, patterns), None)


def vendor_of(record: type[Record], body: bytes) -> str:
    ending = _pattern(record)
    found = re.search(rb'"(\w{1,64})' + ending.encode() + rb'"', body) if ending else None
    return found.group(1).decode() if found else ""
