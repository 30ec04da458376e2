"""Cells as text: the digits of their unit, timestamps with their zone, missing cells empty."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd

from .._frames.recognize import kind, layouts
from ..catalog import SPORTS, Layout
from ..catalog.names import in_words
from ..catalog.results import RECORDS, STREAK
from ..errors import FrameError


def layouts_of(frame: pd.DataFrame) -> list[Layout]:
    """Return the catalog table that a frame most resembles, for each of its sports that has it."""
    try:
        return layouts(frame, kind(frame))
    except FrameError:
        return []


def units_of(frame: pd.DataFrame) -> dict[str, str]:
    """Return the unit of each column, from the measures and the catalog."""
    from ..measures import of_sport

    sports = set(frame["sport"].dropna().unique()) if "sport" in frame.columns else set(SPORTS)
    units = {measure.name: measure.unit for code in SPORTS if code in sports for measure in of_sport(code)}
    return {**units, **{column.name: column.unit or "" for lay in layouts_of(frame) for column in lay.columns}}


def results_of(frame: pd.DataFrame) -> dict[str, str]:
    """Return how the columns of a frame are written that tell results as text: W-D-L or W-L-T, and W1 for streaks."""
    sports = set(frame["sport"].dropna().unique()) if "sport" in frame.columns else set()
    draws = any(SPORTS[code].rules.level == "draw" for code in sports if code in SPORTS)
    record = "W-D-L" if draws else "W-L-T"
    return {name: "W1" if name == STREAK else record for name in (*RECORDS, STREAK) if name in frame.columns}


def meanings_of(frame: pd.DataFrame) -> dict[str, str]:
    """Return the meaning of each column that the catalog declares."""
    return {column.name: column.meaning for lay in layouts_of(frame) for column in lay.columns}


PERIOD = "quarter"
"""Column of the period in play, which the service calls so where games have halves, too."""


def heading(name: object, frame: pd.DataFrame) -> str:
    """Return the heading of a column of a frame: its name in words, the period in play by the word of the sport."""
    sports = set(frame["sport"].dropna().astype(str)) if name == PERIOD and "sport" in frame.columns else set()
    periods = {SPORTS[code].rules.period for code in sports if code in SPORTS}
    return periods.pop() if len(periods) == 1 else in_words(str(name))


def written(column: pd.Series, unit: str, zone: str | None) -> list[str]:
    """Return the cells of a column as text."""
    form = form_of(column, unit, zone)
    return ["" if missing else form(value) for value, missing in zip(column, column.isna(), strict=True)]


def has_times(moments: pd.Series) -> bool:
    """Whether moments have a zone or, if they have none, at least one of them another time than midnight."""
    known = moments.dropna()
    return isinstance(moments.dtype, pd.DatetimeTZDtype) or bool((known != known.dt.normalize()).any())


def form_of(column: pd.Series, unit: str, zone: str | None) -> Callable[[Any], str]:
    """Return the function that writes a cell of a column as text."""
    dtype = column.dtype
    if isinstance(dtype, pd.DatetimeTZDtype):
        return lambda value: f"{value.tz_convert(zone or dtype.tz):%Y-%m-%d %H:%M %Z}"
    if pd.api.types.is_datetime64_any_dtype(dtype):
        form = "%Y-%m-%d %H:%M" if has_times(column) else "%Y-%m-%d"
        return lambda value: f"{value:{form}}"
    if pd.api.types.is_bool_dtype(dtype):
        return lambda value: "yes" if value else "no"
    if pd.api.types.is_float_dtype(dtype):
        if unit == "innings.outs" or unit == "%":
            return lambda value: f"{value:.1f}"
        if unit == "deg":
            return lambda value: f"{value:.3f}"
        if unit == "ratio":
            return lambda value: f"{value:.3f}".replace("0.", ".", 1) if 0 <= value < 1 else f"{value:.3f}"
        if (column.dropna() % 1 == 0).all():
            return lambda value: f"{value:.0f}"
        return lambda value: f"{value:.2f}"
    return str


def game_time(moment: Any, zone: str | None) -> str:
    """Return the start of a game with its time zone; empty if it is missing."""
    return written(pd.Series([moment], dtype="datetime64[us, UTC]"), "", zone)[0]
