"""Lists of decoded values -> typed pandas arrays; the catalog determines the dtype, never the data."""

from __future__ import annotations

import math
import re
import struct
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from decimal import Decimal
from functools import cache, lru_cache, partial
from itertools import accumulate, chain, starmap
from operator import attrgetter
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
from msgspec.structs import astuple

from .._util.document import json_text
from ..catalog import SPORTS
from ..catalog.codes import SERVICE_SPORTS
from ..catalog.golf import in_pairs, left
from ..catalog.records import DTYPES, PARTS, SIDES
from ..catalog.statuses import PHASES
from ..catalog.tables import Column

Values = Sequence[Any]

TEXT = pd.StringDtype(na_value=np.nan)


PHASE_CODES: dict[str | None, int] = {name: n for n, name in enumerate(dict.fromkeys(PHASES.values()))}


@cache
def _closed_lists(sports: tuple[str, ...]) -> dict[str, pd.CategoricalDtype]:
    return {
        "sport": pd.CategoricalDtype(list(sports)),
        "league": pd.CategoricalDtype([league for code in sports for league in SPORTS[code].leagues]),
        "side": pd.CategoricalDtype(list(SIDES.values())),
        "part": pd.CategoricalDtype(list(PARTS)),
        "phase": pd.CategoricalDtype(list(PHASE_CODES)),
    }


class _Categories(Mapping[str, pd.CategoricalDtype]):
    """Categories by column, for the sports registered when they are requested."""

    def __getitem__(self, name: str) -> pd.CategoricalDtype:
        return _closed_lists(tuple(SPORTS))[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_closed_lists(tuple(SPORTS)))

    def __len__(self) -> int:
        return len(_closed_lists(tuple(SPORTS)))


CATEGORIES = _Categories()
"""Categories by column; the same in every frame, so that concatenation keeps the dtype."""

PLACEHOLDERS = frozenset({"", "undefined", "undefined, undefined", "undefined NaN, NaN"})
"""Strings that the service sends for missing values."""


def dtype(column: Column) -> Any:
    """The pandas dtype of a column of the catalog."""
    return dtype_of(column.name, column.kind)


def dtype_of(name: str, kind: str) -> Any:
    """The pandas dtype of a column of this name and kind."""
    if kind == "category":
        return CATEGORIES[name]
    return TEXT if kind == "text" else DTYPES[kind]


def ints(values: Values) -> Any:
    """``Int64`` of integers and None."""
    return int_block([values])[0]


def int_block(columns: Sequence[Values]) -> list[Any]:
    """Several ``Int64`` columns of equal length, converted together; of 64-bit integers and None."""
    n, k = len(columns[0]), len(columns)
    packed = bytearray(8 * n * k)
    pack = struct.Struct(f"{n * k}q").pack_into  # twice as fast as np.fromiter
    try:
        pack(packed, 0, *chain.from_iterable(columns))
    except struct.error:
        pack(packed, 0, *(MISSING_INT if cell is None else cell for cell in chain.from_iterable(columns)))
    block = np.frombuffer(packed, np.int64).reshape(k, n)
    return list(map(_int_array, block, _missing_mask(block)))


def _missing_mask(block: np.ndarray) -> np.ndarray:
    """The mask of absent integers, which are replaced by zero."""
    masks: np.ndarray = block == MISSING_INT
    block *= ~masks  # whatever is missing, as fast as np.putmask where nothing is
    return masks


class Numbers(NamedTuple):
    """The numbers among the members of a struct: their names, and for each member q (int), d (float) or ? (neither)."""

    names: tuple[str, ...]
    codes: str


def number_block(structs: list[Any], numbers: Numbers) -> dict[str, Any]:
    """All number columns of structs of one record by name, struct by struct and never as a list of tuples.

    A long list of tuples would trigger the garbage collector, which takes longer than the conversion itself.
    """
    codes = numbers.codes.replace("?", "")
    pack, at = _packer(numbers.codes, len(structs[0].__struct_fields__))
    try:
        packed = b"".join(starmap(pack, map(astuple, structs)))
    except struct.error:  # a null among them, or structs with different schema changes
        columns = zip(*map(attrgetter(*numbers.names), structs), strict=True)
        arrays = [ints(column) if code == "q" else floats(column) for code, column in zip(codes, columns, strict=True)]
    else:
        block = np.frombuffer(packed, np.int64).reshape(len(structs), -1).T.copy()
        masks = _missing_mask(block)
        arrays = [
            _int_array(block[i], masks[i]) if code == "q" else floats(block[i].view(np.float64))
            for code, i in zip(codes, at, strict=True)
        ]
    return dict(zip(numbers.names, arrays, strict=True))


@cache
def _packer(codes: str, width: int) -> tuple[Callable[..., bytes], list[int]]:
    """What packs a whole struct of so many members, and which 8-byte words of the result are its numbers.

    The members between the numbers are packed as booleans of one byte, which is faster than omitting them.
    """
    ends = [struct.calcsize(codes[: i + 1]) for i, code in enumerate(codes) if code != "?"]
    return struct.Struct(f"{codes}{width - len(codes)}?0q").pack, [end // 8 - 1 for end in ends]


_int_array: Callable[..., Any] = getattr(pd.arrays.IntegerArray, "_simple_new", pd.arrays.IntegerArray)
_float_array: Callable[..., Any] = getattr(pd.arrays.FloatingArray, "_simple_new", pd.arrays.FloatingArray)
_times_array: Callable[..., Any] = getattr(pd.arrays.DatetimeArray, "_simple_new", pd.arrays.DatetimeArray)
_categories: Callable[..., Any] = getattr(
    pd.Categorical, "_simple_new", partial(pd.Categorical.from_codes, validate=False)
)
"""Pandas arrays of new NumPy arrays, without a check of the values if pandas allows that."""

MISSING_INT = 1 - 2**30
"""Represents an absent integer in a decoded record: the smallest that Python stores in one digit, for speed.

If a response contains this number itself, the decoder keeps it in an additional column.
"""

LARGEST_INT = 2**63 - 1
"""The largest integer of an ``Int64`` column; the decoder keeps larger ones in an additional column."""


def floats(values: Values) -> Any:
    """``Float64`` of numbers and None."""
    array = np.array(values, np.float64)
    mask = np.isnan(array)
    if mask.any():
        array[mask] = 0.0
    return _float_array(array, mask)


def bools(values: Values) -> Any:
    """``boolean`` of booleans and None."""
    try:
        packed = bytes(values)
    except (TypeError, ValueError):  # a null among them
        pass
    else:
        return pd.arrays.BooleanArray(np.frombuffer(packed, np.uint8) != 0, np.zeros(len(packed), bool))
    mask = np.fromiter((v is None for v in values), bool, len(values))
    return pd.arrays.BooleanArray(np.fromiter(map(bool, values), bool, len(values)), mask)


def texts(values: Values) -> Any:
    """Strings; None and the placeholders of the service are missing."""
    return text_columns([values], [])[0]


def text_columns(columns: Sequence[Values], repeated: Sequence[tuple[list[Any], np.ndarray]]) -> list[Any]:
    """Several string columns of equal length, converted together.

    Parameters
    ----------
    columns : sequence of sequences
        The strings of each column.
    repeated : sequence of tuples
        For each further column the strings of a few objects, and for each row the position of its own.
    """
    whole, wrap = _texts([*chain.from_iterable(columns), *chain.from_iterable(texts for texts, _ in repeated)])
    n = len(columns[0]) if columns else len(repeated[0][1])
    made = [wrap(_part(whole, i * n, n)) for i in range(len(columns))]
    if not repeated:
        return made
    starts = accumulate((len(texts) for texts, _ in repeated), initial=n * len(columns))
    places = [where + start for (_, where), start in zip(repeated, starts, strict=False)]
    if n > MANY:
        return made + [wrap(_taken(whole, where)) for where in places]
    block = _taken(whole, np.concatenate(places))
    return made + [wrap(_part(block, i * n, n)) for i in range(len(repeated))]


MANY = 20_000
"""Up to this many rows, columns are repeated together; beyond, one by one, which needs less memory at once."""


SHORT = 500
"""Up to this many strings, checking each one takes less time than the fixed costs of NumPy."""


def _filled(cells: list[Any]) -> list[Any]:
    return [None if cell in PLACEHOLDERS else cell for cell in cells]


_no_texts: Any = pd.array([], dtype=TEXT)

if TEXT.storage == "pyarrow":
    import pyarrow as pa
    import pyarrow.compute as pc

    def _texts(cells: list[Any]) -> tuple[Any, Callable[[Any], Any]]:
        # Directly from Arrow, and sliced there: pandas would check each cell again, and slices more slowly.
        if len(cells) <= SHORT and not PLACEHOLDERS.isdisjoint(cells):
            cells = _filled(cells)
        array = pa.array(cells, pa.large_string())
        if len(cells) > SHORT and _has_placeholder(array, cells):
            array = pa.array(_filled(cells), pa.large_string())
        return array, _wrap

    _from_arrow: Callable[[Any], Any] = TEXT.__from_arrow__  # type: ignore[attr-defined]
    _wrap = getattr(_no_texts, "_from_pyarrow_array", _from_arrow)
    if _wrap(_no_texts._pa_array).dtype != TEXT:  # pandas 2.3
        _wrap = _from_arrow

    def _part(array: Any, start: int, n: int) -> Any:
        return array.slice(start, n)

    def _taken(array: Any, where: np.ndarray) -> Any:
        # The method of the array makes options, and imports this module, each time: several times as long for few rows.
        return pc.call_function("take", [array, pa.array(where)])

    def _has_placeholder(array: Any, cells: list[Any]) -> bool:
        """Which strings are placeholders; lengths and first letters are compared before whole strings."""
        _, ends, letters = array.buffers()
        offsets = np.frombuffer(ends, np.int64)[: len(array) + 1]
        lengths = offsets[1:] - offsets[:-1]
        some = np.arange(len(array)) if lengths.all() else np.flatnonzero(lengths)
        if "" in PLACEHOLDERS and len(array) - len(some) > array.null_count:
            return True
        if not len(some):
            return False
        begin = np.frombuffer(letters, np.uint8)[offsets[some]]
        for letter in {text.encode()[0] for text in PLACEHOLDERS if text}:
            if any(cells[i] in PLACEHOLDERS for i in some[begin == letter].tolist()):
                return True
        return False

else:

    def _texts(cells: list[Any]) -> tuple[Any, Callable[[Any], Any]]:
        filled = cells if PLACEHOLDERS.isdisjoint(cells) else _filled(cells)
        return pd.array(filled, dtype=TEXT), lambda part: part

    def _part(array: Any, start: int, n: int) -> Any:
        return array[start : start + n]

    def _taken(array: Any, where: np.ndarray) -> Any:
        return array[where]


def gather(values: Any, where: np.ndarray | None) -> Any:
    """The values at these places, none of them negative; all of them if `where` is None.

    Pandas would check the places each time, which takes longer than to copy the values.
    """
    if where is None:
        return values
    gathered = _gathered.get(type(values))
    return values[where] if gathered is None else gathered(values, where)


_gathered: dict[type, Callable[[Any, np.ndarray], Any]] = {
    pd.arrays.IntegerArray: lambda values, where: _int_array(values._data[where], values._mask[where]),
    pd.arrays.FloatingArray: lambda values, where: _float_array(values._data[where], values._mask[where]),
    pd.arrays.DatetimeArray: lambda values, where: _times_array(values._ndarray[where], dtype=values.dtype),
    pd.Categorical: lambda values, where: _categories(values.codes[where], dtype=values.dtype),
}
if TEXT.storage == "pyarrow":
    _gathered[type(_no_texts)] = lambda values, where: _wrap(_taken(values._pa_array, where))


def constant(name: str, value: str, n: int) -> Any:
    """A category column of one value."""
    kind, code = _constant(name, value, tuple(SPORTS))
    return _categories(np.full(n, code, np.int8), dtype=kind)


@lru_cache(maxsize=500)
def _constant(name: str, value: str, sports: tuple[str, ...]) -> tuple[pd.CategoricalDtype, Any]:
    kind = _closed_lists(sports)[name]
    return kind, kind.categories.get_loc(value)


def category(name: str, codes: np.ndarray) -> Any:
    """A category column of valid codes; -1 is missing."""
    return _categories(codes, dtype=CATEGORIES[name])


MONTH_NAMES = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
MONTHS = {int.from_bytes(name.encode(), "big"): i for i, name in enumerate(MONTH_NAMES)}
_MONTH_KEYS = np.array(sorted(MONTHS))
_MONTH_VALUES = np.array([MONTHS[k] for k in sorted(MONTHS)])

HTTP_DATE = re.compile(
    rf"(?:[A-Za-z]{{3}}, )?([0-9]{{1,2}}) ({'|'.join(MONTH_NAMES)}) ([0-9]{{4}}) "
    r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))? (?:GMT|UTC|UT|Z|([+-])([0-9]{2})([0-9]{2}))"
)
"""A timestamp in the format of the service, or with another zone, without weekday or without seconds."""

FEW = 200
"""From this many rows, timestamps are parsed by columns, with the same result; below, one by one is faster."""

EARLIEST, LATEST = 2, 9998
"""Years of valid timestamps, which stay valid in any time zone."""

NOT_A_TIME = -(2**63)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
DAY = 86_400_000_000
"""In microseconds."""


def instants(values: Values) -> tuple[np.ndarray, list[int], list[int]]:
    """Strings as timestamps.

    Parameters
    ----------
    values : sequence of str or None

    Returns
    -------
    moments : ndarray of datetime64[us], shape (n,)
        In UTC; NaT for None and for what is not a timestamp.
    unreadable : list of int
        Positions of strings that are neither a timestamp nor a placeholder.
    other : list of int
        Positions of timestamps in another format than ``Sat, 01 Jun 2024 23:05:00 GMT``.
    """
    if len(values) >= FEW and (fast := _http_dates(values)) is not None:
        return fast, [], []
    read = [(NOT_A_TIME, True) if value is None else _instant(value) for value in values]
    unreadable = [
        i for i, (moment, _) in enumerate(read)
        if moment == NOT_A_TIME and values[i] is not None and values[i] not in PLACEHOLDERS
    ]  # fmt: skip
    other = [i for i, (_, usual) in enumerate(read) if not usual]
    return np.array([moment for moment, _ in read], np.int64).view("datetime64[us]"), unreadable, other


_PATTERN = np.frombuffer(b"Sat, 01 Jun 2024 23:05:00 GMT", np.uint8)
_FIXED = [3, 4, 7, 11, 16, 19, 22, 25, 26, 27, 28]
_DIGITS = [5, 6, 12, 13, 14, 15, 17, 18, 20, 21, 23, 24]


def _http_dates(values: Values) -> Any:
    """``Sat, 01 Jun 2024 23:05:00 GMT`` for all rows at once; None unless all have exactly this format."""
    try:
        raw = np.array(values, "S")
    except (UnicodeEncodeError, ValueError, TypeError):
        return None
    if raw.dtype.itemsize != len(_PATTERN):
        return None
    b = raw.view(np.uint8).reshape(len(raw), len(_PATTERN))
    letters = b[:, :3] | 32
    digit = b[:, _DIGITS].astype(np.int64) - 48
    name = (b[:, 8].astype(np.int64) << 16) | (b[:, 9].astype(np.int64) << 8) | b[:, 10]
    at = np.searchsorted(_MONTH_KEYS, name).clip(0, 11)
    if (
        (b[:, _FIXED] != _PATTERN[_FIXED]).any() or (letters < 97).any() or (letters > 122).any()
        or (digit < 0).any() or (digit > 9).any() or (_MONTH_KEYS[at] != name).any()
    ):  # fmt: skip
        return None
    day = digit[:, 0] * 10 + digit[:, 1]
    year = digit[:, 2:6] @ np.array([1000, 100, 10, 1])
    hour, minute, second = (digit[:, i] * 10 + digit[:, i + 1] for i in (6, 8, 10))
    first, after = _month((year - 1970) * 12 + _MONTH_VALUES[at])
    if (
        (day < 1).any() or (first + day > after).any() or (year < EARLIEST).any() or (year > LATEST).any()
        or (hour > 23).any() or (minute > 59).any() or (second > 59).any()
    ):  # fmt: skip
        return None
    seconds = (hour * 60 + minute) * 60 + second
    return (((first + day - 1) * 86_400 + seconds) * 1_000_000).view("datetime64[us]")


def _month(months: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """First day of each month since 1970, and of the month after it, in days since 1970."""
    first, after = (m.astype("datetime64[M]").astype("datetime64[D]").astype(np.int64) for m in (months, months + 1))
    return first, after


@lru_cache(maxsize=10_000)
def _instant(text: str) -> tuple[int, bool]:
    """Microseconds since 1970 of an HTTP or ISO date, or `NOT_A_TIME`; and whether it has the usual format."""
    try:
        moment = _http_date(match) if (match := HTTP_DATE.fullmatch(text)) else _iso_date(text)
        if moment is not None and EARLIEST <= moment.year <= LATEST:
            usual = match is not None and len(text) == len(_PATTERN) and text.endswith("GMT")
            return (moment - EPOCH) // timedelta(microseconds=1), usual
    except (ValueError, OverflowError):
        pass
    return NOT_A_TIME, True


def _http_date(match: re.Match[str]) -> datetime:
    day, month, year, hour, minute, second, sign, hours, minutes = match.groups()
    ahead = timedelta(hours=int(hours or 0), minutes=int(minutes or 0)) * (-1 if sign == "-" else 1)
    clock = (int(hour), int(minute), int(second or 0))
    if int(minutes or 0) > 59:
        raise ValueError(minutes)
    return datetime(int(year), MONTH_NAMES.index(month) + 1, int(day), *clock, tzinfo=timezone(ahead))


ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?(?:Z|[+-].+)?")


def _iso_date(text: str) -> datetime | None:
    """An ISO date with a time of day; UTC if it names no zone, as all times of the service are."""
    if not ISO_DATE.fullmatch(text):
        return None
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


INSTANT = pd.DatetimeTZDtype("us", "UTC")


def ids(values: Values) -> tuple[Any, list[int], list[int]]:
    """``Int64`` of ids that may be strings, and the positions of values that are not integers."""
    if not any(isinstance(value, str) for value in values):
        return ints(values), [], []
    read = [whole_number(value.strip()) if isinstance(value, str) else value for value in values]
    unreadable = [
        i for i, (value, number) in enumerate(zip(values, read, strict=True))
        if number is None and value is not None and value not in PLACEHOLDERS
    ]  # fmt: skip
    return ints(read), unreadable, []


DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)", re.ASCII)


def decimals(values: Values) -> tuple[Any, list[int], list[int]]:
    """``Float64`` of numbers that may be strings, and the positions of values that no float represents exactly."""
    read = [_decimal(value) if isinstance(value, str) else value for value in values]
    unreadable = [
        i for i, (value, number) in enumerate(zip(values, read, strict=True))
        if number is None and value is not None and value not in PLACEHOLDERS
    ]  # fmt: skip
    return floats([math.nan if number is None else number for number in read]), unreadable, []


def _decimal(text: str) -> float | None:
    if not DECIMAL.fullmatch(text.strip()):
        return None
    number = float(text)
    return number if math.isfinite(number) and Decimal(repr(number)) == Decimal(text.strip()) else None


DAYS = re.compile(
    r"\s*(?:(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})(?:T00:00(?::00(?:\.0+)?)?Z?)?"
    r"|(?P<name>[A-Z][a-z]{2})[a-z]*\.? (?P<day_>\d{1,2}), (?P<year_>\d{4}))\s*",
    re.ASCII,
)
"""Formats of a date: ``2026-04-15``, ``2026-1-29``, ``Jul 20, 2026``, ``July 20, 2026``."""


def dates(values: Values) -> tuple[Any, list[int], list[int]]:
    """Dates as midnights without a zone, from strings in any format of `DAYS`, and the positions of other strings."""
    made = np.full(len(values), "NaT", "datetime64[us]")
    unreadable = []
    for i, text in enumerate(values):
        if text is None:
            continue
        try:
            made[i] = np.datetime64(_day(text), "us")
        except ValueError:
            if text not in PLACEHOLDERS:
                unreadable.append(i)
    return _times_array(made, dtype=made.dtype), unreadable, []


def day_column(texts: Any) -> Any:
    """Dates of a column of strings; a string that is not a date is missing."""
    return dates([text if isinstance(text, str) else None for text in texts])[0]


def places(positions: Any, statuses: Values, where: np.ndarray, lines: Sequence[Any] = ()) -> Any:
    """Places on leaderboards, with ties: T3 for players who share the third place of a tournament.

    Partners, whose `lines` are the same, share a place with nobody else.
    """
    numbers, missing = positions.to_numpy(np.int64, na_value=0).tolist(), positions.isna().tolist()
    out = [left(status) for status in statuses]
    ranks = [None if gone or why else rank for rank, gone, why in zip(numbers, missing, out, strict=True)]
    boards = where.tolist()
    tied = Counter(zip(boards, ranks, strict=True))
    rows = list(zip(*(column.to_numpy(object, na_value=None).tolist() for column in lines), strict=True))
    played: dict[Any, list[Any]] = {}
    for board, row in zip(boards, rows):
        if any(value is not None for value in row):
            played.setdefault(board, []).append(row)
    own = {board: 2 if in_pairs(some) else 1 for board, some in played.items()}
    return texts([
        (why or None) if rank is None else f"T{rank}" if tied[board, rank] > own.get(board, 1) else str(rank)
        for board, rank, why in zip(boards, ranks, out, strict=True)
    ])  # fmt: skip


def _day(text: str) -> date:
    found = DAYS.fullmatch(text)
    if found is None:
        raise ValueError(text)
    if found["name"]:
        return date(int(found["year_"]), MONTH_NAMES.index(found["name"]) + 1, int(found["day_"]))
    return date(int(found["year"]), int(found["month"]), int(found["day"]))


def times(values: np.ndarray) -> Any:
    """``datetime64[us, UTC]`` from UTC timestamps."""
    return _times_array(values, dtype=INSTANT)


def start_zone(sport: str) -> tzinfo:
    """The zone whose date at the start is that of a game with an id that tells none: of registered sports the league's.

    Ids of the nine sports tell it; of one that is damaged it is UTC.
    """
    return UTC if sport in SERVICE_SPORTS else ZoneInfo(SPORTS[sport].zone)


def days(ids: Values, moments: Any, zone: tzinfo = UTC) -> Any:
    """League dates: those with which ids begin, else the dates of the starts in a zone; `moments` may be None."""
    if len(ids) >= FEW:
        try:
            real, labels = _labels(np.array(ids, "S"))
            return _days(labels if real.all() else np.where(real, labels, _start_days(moments, zone)))
        except (UnicodeEncodeError, ValueError, TypeError, IndexError):
            pass
    read = [_label(text[:9]) if isinstance(text, str) else None for text in ids]
    if None in read:
        pairs = zip(read, np.broadcast_to(_start_days(moments, zone), len(read)).tolist(), strict=True)
        read = [day if label is None else label for label, day in pairs]
    return _days(np.array(read, np.int64))


FIRST_DAY, LAST_DAY = ((day - EPOCH.date()).days for day in (date.min, date.max))
"""The first and the last day of the calendar, in days since 1970."""


def _start_days(moments: Any, zone: tzinfo) -> np.ndarray:
    if moments is None:
        return np.array(NOT_A_TIME)
    local = moments.tz_convert(zone).tz_localize(None)
    return np.where(local.isna(), NOT_A_TIME, np.clip(local.asi8 // DAY, FIRST_DAY, LAST_DAY))


def _days(numbers: np.ndarray) -> Any:
    midnights = numbers.view("datetime64[D]").astype("datetime64[us]")
    return _times_array(midnights, dtype=midnights.dtype)


AFTER_DAY = ord("-") - ord("0")
"""What follows the date in an id, among digits."""


def _labels(raw: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which ids start with a date of eight digits and a dash, and these dates in days since 1970."""
    digit = raw.view(np.uint8).reshape(len(raw), -1)[:, :9].astype(np.int64) - 48
    is_digit = (digit >= 0) & (digit <= 9)
    year, month, day = (digit[:, a:b] @ (10 ** np.arange(b - a)[::-1]) for a, b in ((0, 4), (4, 6), (6, 8)))
    first, after = _month((year - 1970) * 12 + month - 1)
    real = is_digit[:, :8].all(axis=1) & (digit[:, 8] == AFTER_DAY) & (month >= 1) & (month <= 12) & (day >= 1)
    return real & (year >= 1) & (first + day <= after), first + (day - 1)


@lru_cache(maxsize=10_000)
def _label(text: str) -> int | None:
    if not re.match(r"[0-9]{8}-", text):
        return None
    try:
        return (date(int(text[:4]), int(text[4:6]), int(text[6:8])) - EPOCH.date()).days
    except ValueError:
        return None


def day_label(game_id: str | None, game_time: str | None, zone: tzinfo = UTC) -> str | None:
    """The league date of one game as ``YYYY-MM-DD``, by the same rule as `days`."""
    label = _label(game_id[:9]) if game_id else None
    if label is None and game_time is not None and (moment := _instant(game_time)[0]) != NOT_A_TIME:
        label = int(_start_days(pd.DatetimeIndex([moment], dtype=INSTANT), zone)[0])
    return None if label is None else (EPOCH.date() + timedelta(days=label)).isoformat()


SPAN = re.compile(r"([A-Za-z]{3,9}) [0-9]{1,2}(?: [-–] (?:([A-Za-z]{3,9}) )?([0-9]{1,2}))?, ([0-9]{4})")


def last_day(span: Any) -> str | None:
    """The last day of display text such as ``Mar 30 - Apr 2, 2023`` as ``YYYY-MM-DD``; None of any other text."""
    found = SPAN.fullmatch(span) if isinstance(span, str) else None
    if found is None or found[3] is None:
        return None
    try:
        return _day(f"{found[2] or found[1]} {found[3]}, {found[4]}").isoformat()
    except ValueError:
        return None


SEASON_OF_ID = re.compile(r"[0-9]{4}(?=[0-9]{4}-|[-_])")


def seasons(ids: Values) -> list[str | None]:
    """The year at the start of the id of each match or tournament; None if there is none."""
    found = (SEASON_OF_ID.match(text) if isinstance(text, str) else None for text in ids)
    return [match and match[0] for match in found]


LETTERS = re.compile(r"[^A-Za-z]")


def phase(status: str | None) -> str | None:
    """The phase of a status word, or None."""
    return PHASES.get(LETTERS.sub("", str(status)).lower())


def phases(statuses: Values) -> tuple[Any, set[str]]:
    """The phase of each status, and unknown statuses, whose phase is missing."""
    words = {word: PHASE_CODES.get(phase(word), -1) for word in set(statuses)}
    codes = np.fromiter(map(words.__getitem__, statuses), np.int8, len(statuses))
    unknown_words = {word for word, found in words.items() if found < 0 and word is not None}
    return category("phase", codes), unknown_words


MOST_INNINGS = 100_000
"""More than a staff pitches in a century of seasons."""


def outs(innings: Any) -> Any:
    """Outs from baseball's notation: 6.2 innings are 20 outs (rule 9.02; a float, so rounded before it is split).

    Values with a fraction other than .0, .1 and .2, and such as no game has, are not innings, and become missing.
    """
    tens = innings._data * 10
    tenths = np.rint(tens)
    whole, part = np.divmod(tenths, 10)
    mask = innings._mask | (part > 2) | (tens < 0) | (np.abs(tens - tenths) > 1e-6) | (whole > MOST_INNINGS)
    made = np.where(mask, 0, whole * 3 + part).astype(np.int64)
    return _int_array(made, mask)


CLOCK = re.compile(r"\s*(\d{1,4})(?::([0-5]\d))?\s*")


@lru_cache(maxsize=10_000)
def _seconds(text: str) -> int | None:
    match = CLOCK.fullmatch(text)
    return int(match[1]) * 60 + int(match[2] or 0) if match else None


def seconds(clocks: Values) -> Any:
    """Seconds of playing time from ``35:21`` or minutes ``40``; malformed strings become missing."""
    return ints([_seconds(text) if isinstance(text, str) else None for text in clocks])


HEIGHT = re.compile(r"\s*(\d)\s*'\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:\"|'')?)?\s*")
CENTIMETRES = 2.54
"""Centimeters per inch."""


@lru_cache(maxsize=1000)
def _height(text: str) -> float | None:
    found = HEIGHT.fullmatch(text)
    if found is None or float(found[2] or 0) >= 12:
        return None
    return round(CENTIMETRES * (12 * int(found[1]) + float(found[2] or 0)), 2)


def centimetres(heights: Values) -> Any:
    """Centimeters from feet and inches, such as ``6' 5"``; malformed strings become missing."""
    return floats([_height(text) if isinstance(text, str) else None for text in heights])


DASH = " - "


def part_of(names: Values, part: int) -> Any:
    """Conference (part 0) or division (part 1) of ``<conference> - <division>``; missing if there is none."""
    parts = [text.split(DASH, 1) if isinstance(text, str) else () for text in names]
    return texts([held[part] if len(held) > part else None for held in parts])


GAME_CLOCK = re.compile(r"([0-9]{1,2}):([0-5][0-9])(?:\.[0-9]+)?(?:\s*-\s*.*)?")
HALF_INNING = re.compile(r"(top|bottom|bot)\s+([0-9]{1,3})(?:st|nd|rd|th)?", re.IGNORECASE)


def clocks(texts: Values) -> Any:
    """Seconds left from ``09:41 - 2nd``; malformed strings become missing."""
    found = (GAME_CLOCK.fullmatch(text) if isinstance(text, str) else None for text in texts)
    return ints([60 * int(match[1]) + int(match[2]) if match else None for match in found])


def innings(halves: Values) -> Any:
    """The inning of ``Top 6``; malformed strings become missing."""
    found = (HALF_INNING.fullmatch(text) if isinstance(text, str) else None for text in halves)
    return ints([int(match[2]) if match else None for match in found])


def inning_halves(halves: Values) -> Any:
    """``Top`` or ``Bottom`` of ``Top 6``; malformed strings become missing."""
    found = (HALF_INNING.fullmatch(text) if isinstance(text, str) else None for text in halves)
    return texts([match and ("Top" if match[1].lower() == "top" else "Bottom") for match in found])


TOTALS = frozenset({"T", "t", "total", "Total"})
"""Keys of totals among the periods."""


@lru_cache(maxsize=10_000)
def whole_number(text: str) -> int | None:
    """The integer of a key in canonical form; None for any other string, such as ``007``, ``1.0`` and ``²``."""
    if not re.fullmatch(r"0|-?[1-9][0-9]{0,18}", text):
        return None
    number = int(text)
    return number if -LARGEST_INT - 1 <= number <= LARGEST_INT and number != MISSING_INT else None


def unknown(values: Values) -> Any:
    """A column that the catalog does not declare: always strings, so that frames concatenate."""
    return texts([json_text(value) for value in values])


def _parsed_times(values: Values) -> tuple[Any, list[int], list[int]]:
    moments, unreadable, other = instants(values)
    return times(moments), unreadable, other


PARSERS: dict[str, Callable[[Values], tuple[Any, list[int], list[int]]]] = {
    "time": _parsed_times, "date": dates, "id": ids, "decimal": decimals,
}  # fmt: skip
"""Kinds that are parsed from strings: the array, the positions that cannot be read, and those in another format."""
