"""Response body -> records: a fast decoder for what matches the schema, a tolerant one for everything else.

The fast decoder (`structs`) raises on any deviation from the catalog; `tolerant` then reads the same bytes, converts
what it can, keeps what it does not know and notes what did not match. Both return the same structs.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from itertools import chain
from typing import Any, Literal, get_args

import msgspec

from .._util.document import brief, excess, parse, plain
from ..catalog import RESOURCES, SPORTS, Answer, answer
from ..catalog.records import Record, fields, is_open
from ..errors import PayloadError, QueryError, quoted
from .drift import LOG, Notes, SchemaChanges
from .structs import EXTRA, decoders, vendor_of
from .tolerant import key_of, note_others, read, refuse_loose_envelope

Validate = Literal["report", "strict"]


@dataclass(frozen=True)
class Records:
    """The records of a response as structs.

    Attributes
    ----------
    rows : list of msgspec.Struct
    key : str
        Their envelope key.
    irregular : bool
        Whether they may contain values that are not declared.
    strict : bool
        Whether a value that a table cannot read is an error.
    stale_since : datetime, optional
        When the oldest stale response among them was fetched.
    requested : tuple of (str or None, int)
        The requested seasons in order, each with the number of its records; empty if the request names no season.
    doubt : str
        That all of them are of something else than was asked for, in words; empty if they are not.
    """

    rows: list[Any]
    key: str
    irregular: bool = False
    strict: bool = False
    stale_since: datetime | None = None
    requested: tuple[tuple[str | None, int], ...] = ()
    doubt: str = ""

    def of_season(self, season: str | None) -> Records:
        """These records, labeled with the season requested, which they do not name themselves."""
        return replace(self, requested=((season, len(self.rows)),))

    def seasons(self) -> list[str | None]:
        """The requested season of each record; None if the request named none."""
        labels = [season for season, count in self.requested for _ in range(count)]
        return labels or [None] * len(self.rows)

    def joined(self, more: Records) -> Records:
        """These records and those of another response under the same key."""
        stale = min(filter(None, (self.stale_since, more.stale_since)), default=None)
        seasons = self.requested or ((None, len(self.rows)),), more.requested or ((None, len(more.rows)),)
        return Records(
            self.rows + more.rows,
            more.key,
            self.irregular or more.irregular,
            self.strict or more.strict,
            stale,
            seasons[0] + seasons[1] if self.requested or more.requested else (),
        )


def records(
    data: bytes | Any, sport: str, resource: str, key: str | None = None, *, validate: Validate = "report"
) -> Records:
    """Decode a response.

    Parameters
    ----------
    data : bytes or parsed JSON
        The whole response; empty bytes are an empty response.
    sport, resource : str
        Sport and resource of the request.
    key : str, optional
        Envelope key of the rows; by default whichever of the sport's keys the response has.
    validate : {"report", "strict"}
        What to do with a response that does not match the schema: read what can be read and report the rest, or raise
        for anything but keys that the catalog does not know.

    Returns
    -------
    Records

    Raises
    ------
    PayloadError
        The response has no envelope, or that of another sport or league; or, under ``strict``, does not match the
        schema.
    """
    if validate not in get_args(Validate):
        raise QueryError(f"unknown validate {quoted(validate)}; expected one of {', '.join(get_args(Validate))}.")
    try:
        own = SPORTS[sport].keys
        known = frozenset(own if key else chain.from_iterable(other.keys for other in SPORTS.values()))
        return _read(data, sport, resource, (key,) if key else own, known, validate == "strict")
    except RecursionError:
        raise PayloadError(f"the response for {sport} {resource} is nested too deeply.") from None


def _read(data: Any, sport: str, resource: str, keys: tuple[str, ...], known: frozenset[str], strict: bool) -> Records:
    ans = answer(sport, resource)
    raw = isinstance(data, bytes | bytearray | memoryview)
    if raw and not len(data):
        return Records([], keys[0])
    faults: set[str] = set()
    body = bytes(data) if raw else b""
    if fault := excess(body):
        raise PayloadError(f"the response for {sport} {resource} is refused: {fault}.")
    obj = None if raw else plain(data, faults)
    notes = Notes(sport, resource)
    for changes in _attempts(ans, resource, LOG.changes(sport, resource), strict):
        decoder, envelope = decoders(ans, vendor_of(ans.record, body), changes)
        try:
            decoded = (
                decoder.decode(body.removeprefix(codecs.BOM_UTF8))
                if raw
                else msgspec.convert(obj, envelope, str_keys=True)
            )
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue  # a wrong type near the start can hide a truncated end, so the whole is parsed below
        if raw and strict:
            _parsed(body, sport, resource, faults)
        elif body.startswith(codecs.BOM_UTF8):
            faults.add("a byte order mark")
        found = key_of(decoded.data, keys, sport, resource)
        if raw and _repeated(body, found):
            continue  # the decoder keeps the last
        note_others(decoded.data, known, notes)
        result = Records(decoded.data.get(found, []), found, bool(changes), strict)
        if changes:
            notes.report_known(changes)
        break
    else:
        obj = _parsed(body, sport, resource, faults) if raw else obj
        if strict:
            refuse_loose_envelope(obj, sport, resource)
        rows, found = read(obj, ans, keys, notes)
        note_others(obj.get("data", obj) if isinstance(obj, dict) else {}, known, notes)
        result = Records(rows, found, irregular=True, strict=strict)
    if faults:
        notes.note("$", "syntax", ", ".join(sorted(faults)[:3]))
    if _foreign(result.rows, ans.record, {sport, result.key}, notes):
        result = replace(result, irregular=True)
    _note_repeated(result.rows, ans.record, notes)
    notes.finish(strict)
    return result


def _repeated(body: bytes, key: str) -> bool:
    """Whether an envelope key occurs twice; quotation marks within text have a backslash."""
    name = f'"{key}":'.encode()
    return body.rfind(name) > body.find(name)  # backward it skips more bytes than forward (measured)


def _attempts(ans: Answer, resource: str, known: SchemaChanges, strict: bool) -> tuple[SchemaChanges, ...]:
    """The schema changes with which to try the fast decoder: first none, then those seen before."""
    if RESOURCES[resource].envelope == "map" or is_open(ans.record):
        return ()
    return (frozenset(), known) if known and not strict else (frozenset(),)


def _parsed(body: bytes, sport: str, resource: str, faults: set[str]) -> Any:
    try:
        return parse(body, faults)
    except ValueError as error:
        raise PayloadError(f"the response for {sport} {resource} is not JSON: {error}.") from None


def _foreign(rows: list[Any], record: type[Record], words: set[str], notes: Notes) -> bool:
    """Note rows that name a sport or league other than that of their key, and keep the name as an extra."""
    found = False
    for name in _repeating(record):
        for row in rows:
            word = getattr(row, name, None)
            if word is not None and word not in words:
                notes.note(name, "unreadable", repr(brief(word)))
                setattr(row, EXTRA, {**(getattr(row, EXTRA) or {}), name: word})
                found = True
    return found


IDS = ("game_id", "player_id", "team_id", "event_id")
"""Members by which a record is found again, the first that it has; two games with one id begin at different times."""


def _note_repeated(rows: list[Any], record: type[Record], notes: Notes) -> None:
    """Note records that are there twice: equal in every value, or of one game at one time."""
    spec = _identity(record)
    if spec is None:
        return
    name, wire = spec
    ids = [getattr(row, name, None) for row in rows]
    if len(set(ids)) == len(ids):  # the usual response
        return
    found: dict[Any, Any] = {}
    for key, row in zip(ids, rows, strict=True):
        if key is not None and found.setdefault(key, row) is not row and _is_same(row, found[key]):
            notes.note(wire, "repeated", repr(brief(str(key))))


def _is_same(row: Any, other: Any) -> bool:
    begins = getattr(row, "game_time", None)
    return bool(row == other or (begins is not None and begins == other.game_time))


@cache
def _identity(record: type[Record]) -> tuple[str, str] | None:
    """The member that identifies a record, and its name on the wire."""
    known = {spec.name: spec.wire for spec in fields(record) if spec.kind is not None}
    return next(((name, known[name]) for name in IDS if name in known), None)


@cache
def _repeating(record: type[Record]) -> tuple[str, ...]:
    """The members of a record that repeat the key of the response, and are in no table."""
    return tuple(spec.name for spec in fields(record) if spec.kind is not None and spec.marks["hidden"])
