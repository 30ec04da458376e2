"""Columns of a frame as a reader sorts and filters them."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import time
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from .._display import form_of
from .._frames.names import plain
from ..catalog.cached import cached_property
from ..errors import QueryError, quoted

COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<=": operator.le, ">=": operator.ge, "!=": operator.ne, "==": operator.eq, "<>": operator.ne,
    "≤": operator.le, "≥": operator.ge, "≠": operator.ne, "=": operator.eq, "<": operator.lt, ">": operator.gt,
}  # fmt: skip
"""Comparisons by their signs, of which the longer ones are read first."""

COMPARISON = re.compile(rf"\s*({'|'.join(COMPARE)})\s*(.+?)\s*")
RANGE = re.compile(r"\s*(.*?)\s*(?<!\.)\.\.(?!\.(?!\d))\s*(.*?)\s*")
"""A range, which is open where an end is missing; three dots are none, unless the last is a decimal point."""

NUMBER = re.compile(r"[+-]?[\d.,]+")
PLAYED = re.compile(r"(\d{1,3})(?::([0-5]\d))?")
"""Playing time or a clock in minutes, with seconds behind a colon."""

CLOCK = re.compile(r"\d\d:\d\d")
"""A time of day to compare with."""

ZONE_NAME = r" (?:[A-Z]{3,5}|[+-]\d\d(?:\d\d)?)"
"""The zone at the end of a time as displayed."""

MOMENT = re.compile(rf"\d{{4}}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?(?:Z|[+-]\d\d:\d\d|{ZONE_NAME})?")
"""A date or time to compare with; others are read in more than one way."""

PART_OF_MOMENT = re.compile(r"[-\d: TZ+]+")
"""What a time as displayed may contain."""

CHECKED = re.compile(r"\d{4}-\d\d(?:-\d\d)?|\d\d:\d\d")
"""What must exist in a part of a time: a month, a date, a time of day."""

DASHED_NUMBERS, DASHED_TIMES = (
    re.compile(rf"\s*({one})\s*[-–]\s*({one})\s*") for one in (NUMBER.pattern, f"{MOMENT.pattern}|{CLOCK.pattern}")
)
"""A range with a dash between two numbers, dates or times of day, which can mean nothing else."""

GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?")
"""A number whose commas separate thousands; any other comma may be meant as a decimal point."""


class Column:
    """A column of an explored frame: its cells as text, its order, and which of its cells a filter keeps."""

    def __init__(self, cells: pd.Series, unit: str, zone: str | None) -> None:
        self.cells = cells
        self.is_number = pd.api.types.is_numeric_dtype(cells.dtype) and not pd.api.types.is_bool_dtype(cells.dtype)
        self.is_time = pd.api.types.is_datetime64_any_dtype(cells.dtype)
        self.form = form_of(cells, unit, zone)
        self._has_times = isinstance(cells.dtype, pd.DatetimeTZDtype)
        self._zone = zone or getattr(cells.dtype, "tz", None)

    def text(self, rows: NDArray[np.intp]) -> list[str]:
        """Return some of the cells as text; missing ones are empty."""
        some = self.cells.iloc[rows]
        return ["" if missing else self.form(cell) for cell, missing in zip(some, some.isna(), strict=True)]

    @cached_property
    def _words(self) -> tuple[NDArray[np.intp], list[str]]:
        """For each cell the number of its text, or -1; and the different texts as compared, without accents."""
        texts = pd.Series(self.text(np.arange(len(self.cells)))).map(lambda text: plain(text) or text)
        codes, words = pd.factorize(texts.where(self.cells.notna().to_numpy(), None))
        return codes, [str(word) for word in words]

    @cached_property
    def _seconds(self) -> pd.Series | None:
        """The seconds of each cell where all are minutes and seconds, such as 9:41; None of any other column."""
        texts = {cell for cell in self.cells if isinstance(cell, str)}
        if not any(":" in text for text in texts) or not all(map(PLAYED.fullmatch, texts)):
            return None
        return self.cells.astype("string").map(_played, na_action="ignore").astype("Float64")

    @cached_property
    def ranks(self) -> NDArray[np.float64]:
        """The order of the cells, by number, time, minutes, or text without case and accents; NaN if missing."""
        if self.is_number or self.is_time or self._seconds is not None:
            cells = self.cells if self._seconds is None else self._seconds
            return np.asarray(cells.rank().to_numpy(np.float64, na_value=np.nan))
        codes, words = self._words
        places = pd.Series(words, dtype="object").rank().tolist()
        return np.array([*places, np.nan], dtype=np.float64)[codes]

    def contains(self, text: str) -> NDArray[np.bool_]:
        """Whether each cell contains a text, without regard to case, accents and punctuation."""
        wanted = plain(text) or text.strip()
        return self._each(lambda word: wanted in word)

    @cached_property
    def _clocks(self) -> pd.Series:
        """The time of day of each cell as displayed."""
        clocks: pd.Series = self.cells.dt.tz_convert(self._zone).dt.strftime("%H:%M")
        return clocks

    def _each(self, holds: Callable[[str], bool]) -> NDArray[np.bool_]:
        codes, words = self._words
        return np.array([*map(holds, words), False], dtype=bool)[codes]

    def filtered(self, text: str) -> NDArray[np.bool_]:
        """Whether each cell fits a filter: a part of its text, or a comparison such as ``>= 3``, ``2..5``, ``!=W``."""
        if not text.strip():
            return np.ones(len(self.cells), dtype=bool)
        try:
            return self._fitting(text)
        except ValueError:
            raise QueryError(
                f"invalid filter {quoted(text.strip())} for {self.cells.name}; write {self._instead_of(text.strip())}."
            ) from None

    def _instead_of(self, text: str) -> str:
        """Return what to write instead of a filter that cannot be read."""
        if self.is_time:
            and_time = " or time, or" if self._has_times else " or"
            examples = "> 2024-06-01, > 2024-06-01 20:00 or > 20:00" if self._has_times else "> 2024-06-01"
            return f"an existing date{and_time} a comparison such as {examples}"
        if self._seconds is not None:
            return "minutes, or minutes and seconds, such as >= 30 or 20:00..30:00"
        if not self.is_number:
            sign = COMPARISON.fullmatch(text)
            return (
                f"a whole text after {sign[1]}, not a part" if sign else "a range whose first text is before its last"
            )
        with_point = text.replace(",", ".")
        if with_point != text:
            with suppress(ValueError):
                self._fitting(with_point)
                return f"a point before decimals, {with_point}, or thousands as 1,000"
        return "a number, a comparison such as >=3, or a range such as 2..5"

    def _fitting(self, text: str) -> NDArray[np.bool_]:
        if compared := COMPARISON.fullmatch(text):
            return self._compared(compared[1], compared[2])
        between = RANGE.fullmatch(text)
        if self.is_number:
            between = between or DASHED_NUMBERS.fullmatch(text)
        elif self.is_time and not MOMENT.fullmatch(text):
            between = between or DASHED_TIMES.fullmatch(text)
        if between and any(between.groups()):
            return self._between(*between.groups())
        if self.is_number:
            return self._compared("=", text)
        return self.contains(self._as_displayed(text.strip()) if self.is_time else text)

    def _between(self, first: str, last: str) -> NDArray[np.bool_]:
        if first and last:
            ends = self._value(first), self._value(last)
            if type(ends[0]) is not type(ends[1]) or ends[0] > ends[1]:
                raise ValueError(first)
        kept = np.ones(len(self.cells), dtype=bool)
        for sign, end in ((">=", first), ("<=", last)):
            if end:
                kept &= self._compared(sign, end)
        return kept

    def _compared(self, sign: str, text: str) -> NDArray[np.bool_]:
        compare, wanted = COMPARE[sign], self._value(text)
        if not (self.is_number or self.is_time) and self._seconds is None:
            if compare in (operator.eq, operator.ne) and wanted not in self._words[1] and self.contains(text).any():
                raise ValueError(text)  # who writes a part means the cells that contain it
            return self._each(lambda word: bool(compare(word, wanted)))
        cells = self.cells if self._seconds is None else self._seconds
        cells = self._clocks if isinstance(wanted, str) else cells
        return np.asarray(compare(cells, wanted).to_numpy(bool, na_value=False)) & self.cells.notna().to_numpy()

    def _value(self, text: str) -> Any:
        """Return what a comparison compares with: a number, seconds, a moment, a time of day, or words."""
        text = text.strip()
        if self._seconds is not None:
            return _played(text)
        if self.is_number:
            return _number(text)
        if self._has_times and CLOCK.fullmatch(text):
            return time.fromisoformat(text).isoformat("minutes")
        return self._moment(text) if self.is_time else plain(text) or text

    def _moment(self, text: str) -> pd.Timestamp:
        if not MOMENT.fullmatch(text):
            raise ValueError(text)
        without_zone = re.sub(f"{ZONE_NAME}$", "", text)
        zone = text[len(without_zone) :].strip()
        moment = pd.Timestamp(without_zone)
        if not self._has_times:
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
        if not PART_OF_MOMENT.fullmatch(text):
            raise ValueError(text)
        for part in CHECKED.findall(text):
            pd.Timestamp(part)
        return text


def _played(text: str) -> float:
    """Return the seconds of minutes, or of minutes and seconds: 30 or 9:41."""
    if not (found := PLAYED.fullmatch(text)):
        raise ValueError(text)
    return 60.0 * int(found[1]) + int(found[2] or 0)


def _number(text: str) -> float:
    number = float(text.replace(",", "") if GROUPED.fullmatch(text) else text)
    if not np.isfinite(number):
        raise ValueError(text)
    return number
