"""Columns of a frame as a reader sorts and filters them."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from .._display import form_of
from .._frames.names import plain
from ..catalog.cached import cached_property
from ..errors import QueryError, quoted

COMPARISON = re.compile(r"\s*(<=|>=|!=|=|<|>)\s*(.+?)\s*")
RANGE = re.compile(r"\s*(.*?)\s*\.\.\s*(.*?)\s*")
"""A range, which is open where an end is missing."""

NUMBER = re.compile(r"[+-]?[\d.,]+")
MOMENT = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?(?:Z|[+-]\d\d:\d\d)?")
"""A date or time to compare with; others are read in more than one way."""

DASHED = {form: re.compile(rf"\s*({form.pattern})\s*[-–]\s*({form.pattern})\s*") for form in (NUMBER, MOMENT)}
"""A range with a dash between two numbers or two dates, which can mean nothing else."""

PART_OF_MOMENT = re.compile(r"[-\d: TZ+]+")
"""What a time as displayed may contain."""

GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?")
"""A number whose commas separate thousands; any other comma may be meant as a decimal point."""

COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "=": lambda one, two: one == two,
    "!=": lambda one, two: one != two,
    "<": lambda one, two: one < two,
    ">": lambda one, two: one > two,
    "<=": lambda one, two: one <= two,
    ">=": lambda one, two: one >= two,
}


class Column:
    """A column of an explored frame: its cells as text, its order, and which of its cells a filter keeps."""

    def __init__(self, cells: pd.Series, unit: str, zone: str | None) -> None:
        self.cells = cells
        self.is_number = pd.api.types.is_numeric_dtype(cells.dtype) and not pd.api.types.is_bool_dtype(cells.dtype)
        self.is_time = pd.api.types.is_datetime64_any_dtype(cells.dtype)
        self.form = form_of(cells, unit, zone)
        self._zone = zone

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
    def ranks(self) -> NDArray[np.float64]:
        """The order of the cells, by number, time, or text without regard to case and accents; NaN if missing."""
        if self.is_number or self.is_time:
            return np.asarray(self.cells.rank().to_numpy(np.float64, na_value=np.nan))
        codes, words = self._words
        places = pd.Series(words, dtype="object").rank().tolist()
        return np.array([*places, np.nan], dtype=np.float64)[codes]

    def contains(self, text: str) -> NDArray[np.bool_]:
        """Whether each cell contains a text, without regard to case and accents."""
        wanted = plain(text) or text.strip()
        return self._each(lambda word: wanted in word)

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
            return "a date or a comparison such as > 2024-06-01 or > 2024-06-01 20:00"
        with_point = text.replace(",", ".")
        if with_point != text:
            with suppress(ValueError):
                self._fitting(with_point)
                return f"a point before decimals, {with_point}, or thousands as 1,000"
        return "a number, a comparison such as >=3, or a range such as 2..5"

    def _fitting(self, text: str) -> NDArray[np.bool_]:
        if compared := COMPARISON.fullmatch(text):
            return self._compared(compared[1], compared[2])
        if self.is_number or self.is_time:
            between = RANGE.fullmatch(text) or DASHED[NUMBER if self.is_number else MOMENT].fullmatch(text)
            if between and any(between.groups()):
                return self._between(*between.groups())
        if self.is_time and not PART_OF_MOMENT.fullmatch(text):
            raise ValueError(text)
        return self._compared("=", text) if self.is_number else self.contains(text)

    def _between(self, first: str, last: str) -> NDArray[np.bool_]:
        if first and last and self._value(first) > self._value(last):
            raise ValueError(first)
        kept = np.ones(len(self.cells), dtype=bool)
        for sign, end in ((">=", first), ("<=", last)):
            if end:
                kept &= self._compared(sign, end)
        return kept

    def _compared(self, sign: str, text: str) -> NDArray[np.bool_]:
        compare = COMPARE[sign]
        if not (self.is_number or self.is_time):
            wanted = plain(text) or text.strip()
            return self._each(lambda word: bool(compare(word, wanted)))
        found = compare(self.cells, self._value(text))
        return np.asarray(found.to_numpy(bool, na_value=False)) & self.cells.notna().to_numpy()

    def _value(self, text: str) -> Any:
        return _number(text.strip()) if self.is_number else self._moment(text.strip())

    def _moment(self, text: str) -> pd.Timestamp:
        if not MOMENT.fullmatch(text):
            raise ValueError(text)
        moment = pd.Timestamp(text)
        zone = getattr(self.cells.dtype, "tz", None)
        if zone is None:
            return moment.tz_localize(None)
        return moment.tz_localize(self._zone or zone) if moment.tzinfo is None else moment


def _number(text: str) -> float:
    number = float(text.replace(",", "") if GROUPED.fullmatch(text) else text)
    if not np.isfinite(number):
        raise ValueError(text)
    return number
