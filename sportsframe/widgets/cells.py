"""Columns of a frame as a reader sorts and filters them."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import time
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from .._display import form_of, has_times
from .._frames.names import plain
from ..catalog.cached import cached_property
from ..errors import QueryError, quoted

COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<=": operator.le, ">=": operator.ge, "!=": operator.ne, "==": operator.eq, "<>": operator.ne,
    "≤": operator.le, "≥": operator.ge, "≠": operator.ne, "=": operator.eq, "<": operator.lt, ">": operator.gt,
}  # fmt: skip
"""Comparisons by their signs, of which the longer ones are read first."""

COMPARISON = re.compile(rf"\s*({'|'.join(COMPARE)})\s*(?![<>=!≤≥≠])(.+?)\s*")
RANGE = re.compile(r"\s*(.*?)\s*(?<!\.)\.\.(?!\.(?!\d))\s*(.*?)\s*")
"""A range, which is open where an end is missing; three dots are none, unless the last is a decimal point."""

UNFINISHED = re.compile(r"\s*[<>=!≤≥≠].*|\s*\.+\s*|.*[^.]\.{3,}[^.].*")
"""A comparison or a range that is not finished, or has too many dots; no text is looked for that way."""

MISSING = '""'
"""What a comparison is with for cells without a value."""

NUMBER = re.compile(r"[+-]?[\d.,]+")
QUANTITIES: dict[str, tuple[re.Pattern[str], int]] = {
    "minutes, or minutes and seconds, such as >= 30 or 20:00..30:00": (re.compile(r"(\d{1,3})(?::([0-5]\d))?"), 60),
    "feet and inches, such as >= 6' 9\"": (re.compile(r"(\d)(?: ?['-] ?(\d{1,2})\"?)?"), 12),
    "a number, such as <= 10": (re.compile(r"T?(\d{1,9})()"), 1),
}
"""How quantities are written as text: examples of a filter, and the two numbers of one with the size of the first."""

MOST = 1000
"""More than the games of any record."""

LETTERS = {"W": 1, "L": -1}
"""What streaks of wins and of losses count a game; others, of draws or losses in overtime, are between them."""

RESULTS: dict[str, tuple[str, re.Pattern[str]]] = {
    "W-L-T": ("wins and losses, such as >= 10-5", re.compile(r"(?P<W>\d{1,3})-(?P<L>\d{1,3})(?:-(?P<T>\d{1,3}))?")),
    "W-D-L": ("wins, draws and losses, such as >= 10-2-3", re.compile(r"(?P<W>\d{1,3})-(?P<T>\d+)-(?P<L>\d{1,3})")),
    "W1": ("a streak, such as >= W3", re.compile(r"(?P<letter>[WLDTO])(?P<games>\d{1,3})", re.IGNORECASE)),
}
"""How the results of teams are written as text, by what the column declares: examples of a filter, and the parts."""

JOINED_FEET = re.compile(r"(\d')(?=\d)")
"""Feet right before inches, such as those of 6'5\", which columns write apart."""

CLOCK = re.compile(r"\d\d:\d\d(?::\d\d)?")
"""A time of day to compare with."""

LONE_DIGIT = re.compile(r"(?<!\d)(?:(?<=-)[1-9](?!\d)|[1-9](?=-)|\d(?=:))")
"""A month, a day or an hour of one digit, such as those of 2024-6-1 9:00."""

WITHOUT_DASHES = re.compile(r"(?<!\d)(\d{4})(\d\d)(\d\d)(?!\d)")
"""A date such as 20240601."""

ZONE_NAME = r" (?:[A-Z]{3,5}|[+-]\d\d(?:\d\d)?)"
"""The zone at the end of a time as displayed."""

MOMENT = re.compile(rf"\d{{4}}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?(?:Z|[+-]\d\d:\d\d|{ZONE_NAME})?")
"""A date or time to compare with; others are read in more than one way."""

PERIOD = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?")
"""A year, a month or a day, which includes all times in it as displayed."""

LONG_PERIOD = re.compile(r"\d{4}(?:-\d\d)?")
"""A year or a month to compare with."""

AFTER = {">": ">=", "<=": "<", "≤": "<"}
"""Comparisons with the end of a period, as those with the beginning of the next one."""

PART_OF_MOMENT = re.compile(r"[-\d: TZ+]+")
"""What a time as displayed may contain."""

CHECKED = re.compile(r"\d{4}-\d\d(?:-\d\d)?|\d\d:\d\d")
"""What must exist in a part of a time: a month, a date, a time of day."""

DASHED_NUMBERS, DASHED_TIMES = (
    re.compile(rf"\s*({one})\s*[-–]\s*({one})\s*")
    for one in (NUMBER.pattern, f"{MOMENT.pattern}|{CLOCK.pattern}|{LONG_PERIOD.pattern}")
)
"""A range with a dash between two numbers, dates or times of day, which can mean nothing else."""

TRUTH = re.compile(r"\b(?:true|false)\b", re.IGNORECASE)
"""A value of a column of yes and no as code writes it."""

GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?")
"""A number whose commas separate thousands; any other comma may be meant as a decimal point."""


NUMBERS = ("i", "u", "f", "integer", "floating", "mixed-integer-float", "decimal")
"""Kinds of columns of numbers, as numpy names them, and as pandas does those of objects."""


class Misread(ValueError):
    """A filter that cannot be read, with what to write instead."""


class Column:
    """A column of an explored frame: its cells as text, its order, and which of its cells a filter keeps."""

    def __init__(self, cells: pd.Series, unit: str, zone: str | None) -> None:
        self.cells = cells = _of_pandas(cells)
        kind = pd.api.types.infer_dtype(cells) if cells.dtype == object else cells.dtype.kind
        self.is_number = kind in NUMBERS and not pd.api.types.is_bool_dtype(cells.dtype)
        self.is_time = pd.api.types.is_datetime64_any_dtype(cells.dtype)
        self._is_duration = kind == "m"
        self._is_bool = pd.api.types.is_bool_dtype(cells.dtype)
        self.form = form_of(cells, unit, zone)
        self._unit = unit
        self._has_zone = isinstance(cells.dtype, pd.DatetimeTZDtype)
        self._has_times = self.is_time and has_times(cells)
        self._zone = zone or getattr(cells.dtype, "tz", None)

    def text(self, rows: NDArray[np.intp]) -> list[str]:
        """Return some of the cells as text; missing ones are empty."""
        some = self.cells.iloc[rows]
        return ["" if missing else self.form(cell) for cell, missing in zip(some, some.isna(), strict=True)]

    @cached_property
    def _words(self) -> tuple[NDArray[np.intp], list[str]]:
        """For each cell the number of its text, or -1; and the different texts as compared, without accents."""
        cells = self.cells  # objects may be equal and have different texts, as 1 and True, or may not be hashable
        if cells.dtype == object:
            cells = cells.map(self.form, na_action="ignore")
        numbers, different = pd.factorize(cells)
        texts = map(self.form, different)
        codes, words = pd.factorize(np.array([plain(text) or text for text in texts], dtype=object))
        return np.array([*codes, -1], dtype=np.intp)[numbers], list(words)

    @cached_property
    def _steps(self) -> dict[str, int] | None:
        """The places of values that have an order of their own, by their texts as compared; None if they have none."""
        dtype = self.cells.dtype
        values: Iterable[Any]
        if isinstance(dtype, pd.CategoricalDtype) and dtype.ordered:
            values = dtype.categories
        elif isinstance(dtype, pd.IntervalDtype):
            values = self.cells.dropna().drop_duplicates().sort_values()
        else:
            return None
        return {plain(text) or text: place for place, text in enumerate(map(self.form, values))}

    @cached_property
    def _quantity(self) -> str:
        """The kind of quantities that the texts are, if all with a digit are of one kind; otherwise empty."""
        if self._steps is not None:
            return ""
        texts = {cell for cell in self.cells if isinstance(cell, str) and any(map(str.isdigit, cell))}
        if self._unit in RESULTS and texts and all(map(RESULTS[self._unit][1].fullmatch, texts)):
            return self._unit
        whole = all(map(str.isdigit, texts))
        kinds = (kind for kind, (_, size) in QUANTITIES.items() if size == 1 or not whole)
        return next((kind for kind in kinds if texts and all(map(QUANTITIES[kind][0].fullmatch, texts))), "")

    @cached_property
    def _amounts(self) -> pd.Series:
        """The cells as what can be compared: quantities in words and ordered values as numbers; missing if neither."""
        if self._steps is not None:
            codes, words = self._words
            return pd.Series(np.array([*map(self._steps.get, words), np.nan], dtype=np.float64)[codes])
        if self.cells.dtype == object and self.is_number:
            return self.cells.map(float, na_action="ignore").astype("Float64")
        if not self._quantity:
            return self.cells
        return self.cells.map(lambda cell: _amount(cell, self._quantity), na_action="ignore").astype("Float64")

    @cached_property
    def ranks(self) -> NDArray[np.float64]:
        """The order of the cells, by value, quantity, or text without case and accents; NaN if missing."""
        if self.is_number or self.is_time or self._is_duration or self._steps is not None:
            return np.asarray(self._amounts.rank().to_numpy(np.float64, na_value=np.nan))
        codes, words = self._words
        places = np.array([*pd.Series(words, dtype="object").rank(), np.nan], dtype=np.float64)[codes]
        if not self._quantity:
            return places
        amounts = self._amounts.rank(method="dense").to_numpy(np.float64, na_value=np.nan)
        return np.where(np.isnan(amounts), places + len(self.cells), amounts)  # words come after quantities

    def contains(self, text: str) -> NDArray[np.bool_]:
        """Whether each cell contains a text, without regard to case, accents and punctuation."""
        apart = JOINED_FEET.sub(r"\1 ", text)
        wanted = plain(apart) or text.strip()
        return self._each(lambda word: wanted in word)

    @cached_property
    def _clocks(self) -> pd.Series:
        """The time of day of each cell, in the zone in which it is displayed."""
        moments = self.cells.dt.tz_convert(self._zone) if self._has_zone else self.cells
        clocks: pd.Series = moments.dt.strftime("%H:%M:%S")
        return clocks

    @cached_property
    def _missing(self) -> NDArray[np.bool_]:
        return np.array(self.cells.isna() | (self.cells.astype(object) == ""), dtype=bool)

    def _each(self, holds: Callable[[str], bool]) -> NDArray[np.bool_]:
        codes, words = self._words
        return np.array([*map(holds, words), False], dtype=bool)[codes]

    def filtered(self, text: str, called: str | None = None) -> NDArray[np.bool_]:
        """Whether each cell fits a filter: a part of its text, or a comparison such as ``>= 3``, ``2..5``, ``!=W``.

        The error of one that cannot be read calls the column by its name, or as it is `called`.
        """
        if not text.strip():
            return np.ones(len(self.cells), dtype=bool)
        try:
            return self._fitting(text)
        except ValueError as misread:
            instead = str(misread) if isinstance(misread, Misread) else self._instead_of(text.strip())
            name = called or self.cells.name
            raise QueryError(f"invalid filter {quoted(text.strip())} for {name}; write {instead}.") from None

    def _instead_of(self, text: str) -> str:
        """Return what to write instead of a filter that cannot be read."""
        if self.is_time:
            of_times = ", > 2024-06-01 20:00, > 20:00" if self._has_times else ""
            return f"a date that exists, such as 2024-06-01, or a comparison such as > 2024-06-01{of_times} or > 2024"
        if self._is_duration:
            return "a length of time, such as > 10 days, or a range such as 12 hours..2 days"
        if self._quantity:
            return RESULTS[self._quantity][0] if self._quantity in RESULTS else self._quantity
        if not self.is_number:
            return "a text, alone or after a sign such as >=, or a range such as A..M"
        with_point = text.replace(",", ".")
        if with_point != text:
            with suppress(ValueError):
                self._fitting(with_point)
                return f"a point before decimals, {with_point}, or thousands as 1,000"
        return "a number, a comparison such as >=3, or a range such as 2..5"

    def _fitting(self, text: str) -> NDArray[np.bool_]:
        if self.is_time:
            text = LONE_DIGIT.sub(r"0\g<0>", WITHOUT_DASHES.sub(r"\1-\2-\3", text))
        if self._is_bool:
            text = TRUTH.sub(lambda word: self.form(word[0].lower() == "true"), text)
        if text.strip() == MISSING:
            return self._missing
        if compared := COMPARISON.fullmatch(text):
            return self._compared(compared[1], compared[2])
        between = RANGE.fullmatch(text)
        if self.is_number:
            between = between or DASHED_NUMBERS.fullmatch(text)
        elif self.is_time and not (MOMENT.fullmatch(text) or LONG_PERIOD.fullmatch(text.strip())):
            between = between or DASHED_TIMES.fullmatch(text)
        if between and any(between.groups()):
            return self._between(*between.groups())
        if self.is_number or self._is_duration or (self._has_times and CLOCK.fullmatch(text.strip())):
            return self._compared("=", text)
        if self.is_time:
            return self.contains(self._as_displayed(text.strip()))
        if UNFINISHED.fullmatch(text):
            raise ValueError(text)
        return self.contains(text)

    def _between(self, first: str, last: str) -> NDArray[np.bool_]:
        if first and last:
            ends = self._value(first), self._value(last)
            if type(ends[0]) is not type(ends[1]):
                raise ValueError(first)
            if ends[0] > ends[1]:
                if self.is_time and isinstance(ends[0], str):  # over midnight
                    return self._compared(">=", first) | self._compared("<=", last)
                raise Misread(f"a range the other way round, {quoted(f'{last}..{first}')}")
        kept = np.ones(len(self.cells), dtype=bool)
        for sign, end in ((">=", first), ("<=", last)):
            if end:
                kept &= self._compared(sign, end)
        return kept

    def _compared(self, sign: str, text: str) -> NDArray[np.bool_]:
        compare, text = COMPARE[sign], text.strip()
        equal, either = compare is operator.eq, compare in (operator.eq, operator.ne)
        if text == MISSING:
            if not either:
                raise ValueError(text)
            return self._missing ^ (not equal)
        if self.is_time and either and PERIOD.fullmatch(text):
            start = plain(self._as_displayed(text))
            return self._each(lambda word: word.startswith(start) == equal)
        if self.is_time and PERIOD.fullmatch(text) and sign in AFTER:  # all of it, to its end
            sign, text = AFTER[sign], str(pd.Period(text) + 1)
            compare = COMPARE[sign]
        wanted = self._value(text)
        if isinstance(wanted, str) and not self.is_time:
            if either and wanted not in self._words[1] and self.contains(text).any():
                # whoever writes a part means all that contain it
                raise Misread(f"a whole text after {sign}: {quoted(text)} is only a part of some")
            return self._each(lambda word: bool(compare(word, wanted)))
        cells = self._clocks.str[: len(wanted)] if isinstance(wanted, str) else self._amounts
        found = np.asarray(compare(cells, wanted).to_numpy(bool, na_value=compare is operator.ne))
        if either and self.is_number and "." in text:  # as a page shows it, which rounds
            found = (found | self._reads(wanted)) if equal else (found & ~self._reads(wanted))
        return found & self.cells.notna().to_numpy()

    def _reads(self, number: float) -> NDArray[np.bool_]:
        """Whether each number, as displayed, is a number."""
        numbers, different = pd.factorize(self.cells)
        return np.array([*(float(self.form(value)) == number for value in different), False], dtype=bool)[numbers]

    def _value(self, text: str) -> Any:
        """Return what a comparison compares with: a number, a moment, a time of day, or words."""
        text = text.strip()
        if self._quantity and any(map(str.isdigit, text)):
            return _amount(text, self._quantity)
        if self.is_number:
            return _number(text)
        if self._is_duration:
            return _duration(text)
        if self._steps is not None:
            if (place := self._steps.get(plain(text) or text)) is None:
                raise Misread(f"one of its values, such as {quoted(next(map(self.form, self.cells.dropna()), ''))}")
            return place
        if self._has_times and CLOCK.fullmatch(text):
            time.fromisoformat(text)
            return text
        return self._moment(text) if self.is_time else plain(text) or text

    def _moment(self, text: str) -> pd.Timestamp:
        if not (MOMENT.fullmatch(text) or LONG_PERIOD.fullmatch(text)):
            raise ValueError(text)
        without_zone = re.sub(f"{ZONE_NAME}$", "", text)
        zone = text[len(without_zone) :].strip()
        moment = pd.Timestamp(without_zone)
        if not self._has_zone:
            return moment.tz_localize(None)
        if moment.tzinfo is not None:
            return moment
        if not zone or zone == "UTC":
            return moment.tz_localize(zone or self._zone)
        for summer in (True, False):
            if f"{(found := moment.tz_localize(self._zone, ambiguous=summer)):%Z}" == zone:
                return found
        raise ValueError(text)

    def _as_displayed(self, text: str) -> str:
        """Return what to look for in times as displayed: a part of one, or a whole one in the zone of the column."""
        if MOMENT.fullmatch(text):
            moment = self._moment(text)
            return self.form(moment) if self._has_times and ":" in text else text
        if not PART_OF_MOMENT.fullmatch(text) or (":" in text and not self._has_times):
            raise ValueError(text)
        for part in CHECKED.findall(text):
            pd.Timestamp(part)
        return text


def _amount(text: object, kind: str) -> float:
    """Return a quantity in its smaller unit, such as the seconds of 9:41; NaN for words.

    Raises
    ------
    ValueError
        It has digits, but is no such quantity.
    """
    form, size = (RESULTS[kind][1], 0) if kind in RESULTS else QUANTITIES[kind]
    found = form.fullmatch(str(text))
    if found and kind in RESULTS:
        return _result(found.groupdict())
    if found:
        return float(size * int(found[1]) + int(found[2] or 0))
    if any(map(str.isdigit, str(text))):
        raise ValueError(text)
    return np.nan


def _result(parts: dict[str, str | None]) -> float:
    """Return results as a number that orders them: by wins, then fewer losses, then ties; streaks from L9 to W9."""
    if letter := parts.get("letter"):
        games = int(parts["games"] or 0)
        return float(LETTERS[letter.upper()] * games) if letter.upper() in LETTERS else games / MOST
    won, lost, level = (int(parts[name] or 0) for name in "WLT")
    return float((won * MOST - lost) * MOST + level)


def _of_pandas(cells: pd.Series) -> pd.Series:
    """Return a column of Arrow with the types of pandas: its dates, times and lists can be compared as few others."""
    dtype = cells.dtype
    if not isinstance(dtype, pd.ArrowDtype) or dtype.kind in "biuf" or dtype.type is str:
        return cells
    if dtype.kind not in "mM":
        return cells.astype(object)
    zone = getattr(dtype.pyarrow_dtype, "tz", None)
    numpy_type = "timedelta64[ns]" if dtype.kind == "m" else "datetime64[ns]"
    return cells.astype(pd.DatetimeTZDtype(tz=zone) if zone else np.dtype(numpy_type))


def _duration(text: str) -> pd.Timedelta:
    """Return a length of time; a number alone might be of any unit."""
    found = pd.Timedelta(text)
    if pd.isna(found) or not re.search("[a-z:]", text):
        raise ValueError(text)
    return found


def _number(text: str) -> float:
    text = text.replace("−", "-")  # as pages print it
    number = float(text.replace(",", "") if GROUPED.fullmatch(text) else text)
    if not np.isfinite(number):
        raise ValueError(text)
    return number
