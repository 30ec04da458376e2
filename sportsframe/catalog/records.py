"""Records: the JSON objects of the API, each with its fields.

A `Record` describes one JSON object. Each of its fields is declared once, with name, type, meaning, API field name and
unit; `fields` returns these declarations.
"""

from __future__ import annotations

import inspect
import re
import types
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import cache
from typing import Annotated, Any, ClassVar, ForwardRef, Generic, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, WithJsonSchema
from pydantic.fields import FieldInfo

from ..errors import ConfigError, quoted

MARKS = "x-sportsframe"
"""Member of a field's JSON schema with what `api_field` declares beside it."""

Kind = Literal["int", "float", "bool", "text", "time", "category", "date", "id", "decimal"]

DTYPES: dict[str, str] = {
    "int": "Int64",
    "float": "Float64",
    "bool": "boolean",
    "text": "str",
    "time": "datetime64[us, UTC]",
    "date": "datetime64[us]",
    "category": "category",
    "id": "Int64",
    "decimal": "Float64",
}
"""The pandas dtype of each kind of column; it never depends on the data."""


def http_date(moment: datetime) -> str:
    """``Sat, 01 Jun 2024 23:05:00 GMT``, the format of every timestamp in the API (specification 2.2)."""
    return format_datetime(moment.astimezone(UTC), usegmt=True)


GameTime = Annotated[
    datetime,
    PlainSerializer(http_date, return_type=str),
    WithJsonSchema(
        {
            "type": "string",
            "pattern": r"^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$",
        }
    ),
]
"""A timestamp: an aware `datetime` in Python, an HTTP-date string in GMT in the API."""


def api_field(
    meaning: str,
    wire: str | None = None,
    *,
    unit: str | None = None,
    source: str | None = None,
    key: bool = False,
    sparse: bool = False,
    derive: str | None = None,
    prefix: str = "",
    pattern: str | None = None,
    hidden: bool = False,
    kind: Literal["id", "decimal", "date"] | None = None,
    rest: bool = False,
    also: tuple[str, ...] = (),
    detail: bool = False,
    tied_by: str | None = None,
) -> Any:
    """Declare a field of a record.

    Parameters
    ----------
    meaning : str
        One phrase for the data dictionary.
    wire : str, optional
        API field name, if it differs from the column name.
    unit : str, optional
        Unit of the value.
    source : str, optional
        Source of this field, if it differs from the record's: a section of the specification, ``observed`` or
        ``assumed``.
    key : bool
        Whether the column, with other keys, tells a row from all others; tables that are nested more deeply repeat it.
        Rows of a list without such a column may be alike.
    sparse : bool
        Whether the field may be absent from a response; absent values are missing, never zero.
    derive : str, optional
        Names of `DERIVED` columns computed from this field, separated by spaces.
    prefix : str
        For a nested record: prefix of its column names.
    pattern : str, optional
        Suffix of alternative API field names, which carry a vendor's prefix.
    hidden : bool
        Whether the field is left out of all tables.
    kind : str, optional
        Kind of column, if the type does not determine it: ``id`` for an integer that identifies, such as a shirt
        number, which is never added up and may be sent as a string; ``decimal`` for a number that may be sent as one;
        ``date`` for a date in any common format.
    rest : bool
        Whether the field is a map of all members of the object that no other field declares.
    also : tuple of str
        Where the value may stand instead, if it is not under its own name: other API field names, or paths into a
        member, such as ``penalties.total``.
    detail : bool
        Whether the column is displayed only when it is asked for, such as a postal code.
    tied_by : str, optional
        The column with the official places, which decide between equal values once the game is over.
    """
    if wire is not None and not isinstance(wire, str):
        raise ConfigError(
            f"the API name of a field must be a text, not {quoted(wire)}; the meaning is {quoted(meaning)}."
        )
    _check_source(source, f"the field with the meaning {quoted(meaning)}")
    if isinstance(also, str):
        raise ConfigError(f"also takes several names, as in also=({quoted(also)},); the meaning is {quoted(meaning)}.")
    marks = {
        "unit": unit,
        "source": source,
        "key": key,
        "sparse": sparse,
        "derive": derive,
        "prefix": prefix,
        "pattern": pattern,
        "hidden": hidden,
        "kind": kind,
        "rest": rest,
        "also": also,
        "detail": detail,
        "tied_by": tied_by,
    }
    default = None if sparse else ...
    return Field(default, alias=wire, description=meaning, json_schema_extra={MARKS: marks})  # type: ignore[arg-type, dict-item]


SOURCE = re.compile(r"|observed|assumed|[0-9]+(\.[0-9]+)*( .+)?")
"""Where a field is known from: observed, assumed, or a section of the specification, with sports if it has several."""


def _check_source(source: object, what: str) -> None:
    if source is not None and not (isinstance(source, str) and SOURCE.fullmatch(source)):
        raise ConfigError(
            f"source of {what} must be observed, assumed or a section of the specification, such as 2.6, not "
            f"{quoted(source)}."
        )


def live_order(key: str) -> tuple[int, str]:
    """Sort key for the members of live rows: by length, then alphabetically (observed).

    This is the order in which PostgreSQL's binary JSON type returns them. It has no meaning, but reading members in
    this order is faster.
    """
    return len(key), key


class Record(BaseModel):
    """One JSON object of the API; subclasses name their source as a class argument.

    Inherited fields keep the source of their class. With ``restated``, they get that of the subclass: the same fields,
    known to be in another object from elsewhere.
    """

    model_config = ConfigDict(
        validate_by_name=True, validate_by_alias=True, extra="forbid", defer_build=True, frozen=False,
        ignored_types=(FieldInfo,),  # without an annotation, which is refused below in one line
    )  # fmt: skip
    source: ClassVar[str] = ""
    restated: ClassVar[bool] = False

    def __init_subclass__(cls, source: str | None = None, restated: bool | None = None, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for name in sorted(vars(cls).keys() - inspect.get_annotations(cls).keys()):
            if isinstance(vars(cls)[name], FieldInfo):
                raise ConfigError(f"{name} of {cls.__name__} has no type; write one, as in {name}: int.")
        _check_source(source, f"the record {cls.__name__}")
        if source is not None:
            cls.source = source
        if restated is not None:
            cls.restated = restated

    @classmethod
    def __pydantic_init_subclass__(cls, source: str | None = None, restated: bool | None = None, **kwargs: Any) -> None:
        """Sort the fields into declaration order, as in the specification; pydantic starts with the last base class.

        Raises
        ------
        ConfigError
            A field is not declared with `api_field`, has an unknown kind, or shares its API name with another.
        """
        known = cls.__pydantic_fields__
        _check_fields(cls.__name__, known)
        declared = _declared(cls)
        cls.__pydantic_fields__ = {name: known[name] for name in sorted(known, key=list(declared).index)}

    def wire(self) -> dict[str, Any]:
        """Return the JSON object as the service sends it: API field names, without fields that were never set."""
        row = self.model_dump(mode="json", by_alias=True, exclude_unset=True)
        return _opened(type(self), row) if is_open(type(self)) else row


def _check_fields(record: str, known: Mapping[str, FieldInfo]) -> None:
    """Refuse declarations that could be read in no way, or in two."""
    wires = Counter(info.alias or name for name, info in known.items())
    for name, info in known.items():
        extra = info.json_schema_extra
        if not isinstance(extra, dict) or MARKS not in extra:
            raise ConfigError(f"{name} of {record} is not declared with api_field.")
        kind: Any = extra[MARKS]["kind"]  # type: ignore[index, call-overload]
        if kind not in (None, *STATED):
            raise ConfigError(f"{quoted(kind)} is no kind to state of {name} of {record}; use {', '.join(STATED)}.")
        of = unwrap(info.annotation)[0]
        if kind is not None and of is not STATED[kind] and not isinstance(of, (TypeVar, ForwardRef)):
            raise ConfigError(f"the kind {kind} of {name} of {record} is for {STATED[kind].__name__}; leave it out.")
        if not _is_readable(info.annotation):
            raise ConfigError(
                f"{name} of {record} has a type that cannot be read; use int, float, bool, str, GameTime, a Record, or "
                "list[...] or dict[str, ...] of one of them."
            )
        if wires[wire := info.alias or name] > 1:
            raise ConfigError(f"{record} has two fields with the API name {wire}; each needs one of its own.")


def _is_readable(annotation: Any) -> bool:
    """Whether values of a type can be read: numbers, texts, times, records, and lists and maps of them.

    Parameters of generic records, and names that are not known yet, stand for one.
    """
    kind, _ = unwrap(annotation)
    if get_origin(kind) in (list, dict):
        return _is_readable(get_args(kind)[-1])
    return kind in [*KINDS] or is_record(kind) or isinstance(kind, (TypeVar, ForwardRef, str))


def _declared(record: type[Record]) -> dict[str, str]:
    """Return the names of a record's fields in declaration order, each with the source of its class."""
    order: dict[str, str] = {}

    def visit(cls: type) -> None:
        for base in cls.__bases__:
            if isinstance(base, type) and issubclass(base, Record) and base is not Record:
                visit(base)
        for name in inspect.get_annotations(cls):
            if name in record.model_fields:
                order.setdefault(name, cls.source)  # type: ignore[attr-defined]

    visit(record)
    for name in record.model_fields:  # a parametrized generic stores its annotations elsewhere
        order.setdefault(name, record.source)
    return dict.fromkeys(order, record.source) if record.restated else order


T = TypeVar("T")


@dataclass(frozen=True)
class FieldSpec:
    """The resolved declaration of a field."""

    name: str
    wire: str
    type: Any
    meaning: str
    source: str
    marks: Mapping[str, Any]
    nullable: bool

    @property
    def kind(self) -> Kind | None:
        """The kind of column, or None for records, maps and lists."""
        return self.marks["kind"] or KINDS.get(self.type)

    @property
    def sparse(self) -> bool:
        return bool(self.marks["sparse"])

    @property
    def is_rest(self) -> bool:
        """Whether the field contains the members that no other field declares."""
        return bool(self.marks["rest"])


STATED: dict[str, type] = {"id": int, "decimal": float, "date": str}
"""The kinds that a declaration states, each with the type of such a field; otherwise the type determines the kind."""

KINDS: dict[Any, Kind] = {int: "int", float: "float", bool: "bool", str: "text", datetime: "time"}


def unwrap(annotation: Any) -> tuple[Any, bool]:
    """Return the type without ``| None`` and `Annotated`, and whether null is allowed."""
    nullable = False
    while True:
        origin = get_origin(annotation)
        if origin is Annotated:
            annotation = get_args(annotation)[0]
        elif origin in (Union, types.UnionType):
            rest = [arg for arg in get_args(annotation) if arg is not type(None)]
            nullable = nullable or len(rest) < len(get_args(annotation))
            annotation = rest[0]
        else:
            return annotation, nullable


def is_record(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Record)


def is_sides(annotation: Any) -> bool:
    return is_record(annotation) and issubclass(annotation, Sides)


class Sides(Record, Generic[T]):
    """The two sides of a game; the path step ``{side}`` iterates over them."""

    away_team: T = api_field("Away side")
    home_team: T = api_field("Home side")


SIDES: dict[str, str] = {"away_team": "away", "home_team": "home"}
"""API field name of a side -> value in the ``side`` column."""

PARTS: tuple[str, ...] = ("regular_season", "postseason")
"""Members that hold the parts of a season, and the values of the ``part`` column; ``{part}`` iterates over them."""


@cache
def fields(record: type[Record]) -> tuple[FieldSpec, ...]:
    """Return the fields of a record in declaration order: those of the base classes, then its own.

    Raises
    ------
    ConfigError
        If the type of a field has a name that its module does not know.
    """
    if not record.__pydantic_fields_complete__:  # a type that is declared further down in the module is known by now
        record.model_rebuild(raise_errors=False)
    for name, info in record.model_fields.items():
        if (unknown := _unknown(info.annotation)) is not None:
            raise ConfigError(
                f"the type {unknown} of {name} of {record.__name__} is not known in {record.__module__}; check its "
                "spelling, and import it outside of TYPE_CHECKING."
            )
    return tuple(_spec(name, record.model_fields[name], source) for name, source in _declared(record).items())


def _unknown(annotation: Any) -> str | None:
    """Return a name in a type that stands for nothing yet."""
    if isinstance(annotation, ForwardRef | str):  # list["Line"] has a plain text
        return getattr(annotation, "__forward_arg__", str(annotation))
    return next(filter(None, map(_unknown, get_args(annotation))), None)


@cache
def is_open(record: type[Record]) -> bool:
    """Whether a record, or one nested in it, has members that no field declares."""
    return any(spec.is_rest for below in records_below(record) for spec in fields(below))


def _opened(kind: Any, value: Any) -> Any:
    """Return a dumped record with the entries of its ``rest`` maps merged into the object."""
    if isinstance(value, list):
        return [_opened(unwrap(get_args(kind)[0])[0], item) for item in value]
    if not isinstance(value, dict) or not (is_record(kind) or get_origin(kind) is dict):
        return value
    if not is_record(kind):
        return {key: _opened(unwrap(get_args(kind)[1])[0], item) for key, item in value.items()}
    row: dict[str, Any] = {}
    for spec in fields(kind):
        if spec.wire in value:
            held = _opened(spec.type, value[spec.wire])
            row |= held if spec.is_rest else {spec.wire: held}
    return row


def records_below(record: type[Record], above: tuple[type[Record], ...] = ()) -> Iterator[type[Record]]:
    """Yield a record and all records nested in it; `above` are those that it is nested in."""
    if record in above:
        raise ConfigError(f"{record.__name__} contains itself, so that its tables would have no end; leave that out.")
    yield record
    for spec in fields(record):
        kind = spec.type
        while get_origin(kind) in (dict, list):
            kind, _ = unwrap(get_args(kind)[-1])
        if is_record(kind):
            yield from records_below(kind, (*above, record))


def arrange(record: type[Record], order: Callable[[str], Any]) -> None:
    """Give the members of a record, and of all records nested in it, another order in the API.

    The order of `fields` stays that of the declaration. Objects keyed by ids or periods keep the order they are
    given in.

    Parameters
    ----------
    record : type of Record
        The record; no instance of it may exist yet.
    order : callable
        Sort key of an API field name.
    """
    for below in set(records_below(record)):
        specs = sorted(fields(below), key=lambda spec: order(spec.wire))
        below.__pydantic_fields__ = {spec.name: below.model_fields[spec.name] for spec in specs}
        if below.__pydantic_complete__:
            below.model_rebuild(force=True)


def _spec(name: str, info: FieldInfo, source: str) -> FieldSpec:
    extra = info.json_schema_extra
    marks: dict[str, Any] = extra[MARKS] if isinstance(extra, dict) else {}  # type: ignore[assignment]
    kind, nullable = unwrap(info.annotation)
    return FieldSpec(
        name=name,
        wire=info.alias or name,
        type=kind,
        meaning=info.description or "",
        source=marks["source"] or source,
        marks=marks,
        nullable=nullable,
    )
