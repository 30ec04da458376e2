"""Format frames for display: the most important columns first, sensible rounding, shared values in the caption."""

from __future__ import annotations

import html
from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

import pandas as pd

from ._frames.arrays import CATEGORIES
from ._frames.recognize import is_simulated, kind, need
from .catalog import SPORTS, Layout
from .catalog.grammar import fields
from .errors import FrameError, QueryError

MOST_ROWS = 60

CAPTION_COLUMNS = ("sport", "league", "game_date", "game_time", "season", "season_type", "event_name")
"""Columns that are moved to the caption if all rows have the same value."""

SEASON_KEYS = ("season", "season_type", "week")
"""Key columns that are displayed after the games themselves."""

STYLE = """<style>
.sf-show{border-collapse:collapse;font-size:.9em;line-height:1.4;font-variant-numeric:tabular-nums}
.sf-show th,.sf-show td{white-space:nowrap}
.sf-show caption{text-align:left;padding:.2em .4em;font-weight:600;caption-side:top}
.sf-show th{text-align:left;border-bottom:1px solid currentColor;padding:.15em .6em;font-weight:600}
.sf-show td{padding:.15em .6em;border-bottom:1px solid rgba(128,128,128,.25)}
.sf-show .n{text-align:right}
.sf-note{font-size:.8em;opacity:.7}
</style>"""


class Shown:
    """A frame formatted for display: an HTML table in a notebook, plain text elsewhere.

    Attributes
    ----------
    frame : pandas.DataFrame
        The cells as strings, as displayed.
    caption : str
        Values that all rows share.
    """

    def __init__(self, frame: pd.DataFrame, caption: str, numbers: set[str], note: str) -> None:
        self.frame = frame
        self.caption = caption
        self.note = note
        self._numbers = numbers

    def __repr__(self) -> str:
        body = self.frame.to_string(index=False) if len(self.frame) else "no rows"
        return "\n".join(part for part in (self.caption, body, self.note) if part)

    def _repr_html_(self) -> str:
        def cell(tag: str, name: str, text: str) -> str:
            side = ' class="n"' if name in self._numbers else ""
            scope = ' scope="col"' if tag == "th" else ""
            return f"<{tag}{side}{scope}>{html.escape(text)}</{tag}>"

        head = "".join(cell("th", name, name.replace("_", " ")) for name in self.frame.columns)
        rows = "".join(
            "<tr>"
            + "".join(cell("td", name, text) for name, text in zip(self.frame.columns, row, strict=True))
            + "</tr>"
            for row in self.frame.itertuples(index=False, name=None)
        )
        note = f'<div class="sf-note">{html.escape(self.note)}</div>' if self.note else ""
        caption = html.escape(self.caption)
        table = f'<table class="sf-show"><caption>{caption}</caption><thead><tr>{head}</tr></thead>'
        return f"{STYLE}{table}<tbody>{rows}</tbody></table>{note}"


def show(
    frame: pd.DataFrame, *, rows: int = MOST_ROWS, ids: bool = False, zone: str | None = None, columns: Any = None
) -> Shown:
    """Format a frame for display.

    Columns are reordered for reading: the game, the sides with their scores, the status, then the rest. A frame whose
    columns are not in the catalog's order keeps its own.

    Parameters
    ----------
    frame : pandas.DataFrame
        Any table; it is not changed.
    rows : int, default 60
        Maximum number of rows.
    ids : bool
        Whether to include id columns.
    zone : str, optional
        Time zone for timestamps, by default UTC.
    columns : list of str, optional
        Columns to display, in this order.

    Returns
    -------
    Shown
        Displays as a table; ``.frame`` contains the cells as strings: 6.2 innings as ``6.2``, missing cells empty.

    Raises
    ------
    FrameError
        The frame lacks a requested column.
    QueryError
        The number of rows is negative.
    """
    if rows < 0:
        raise QueryError(f"invalid rows={rows!r}; pass the maximum number of rows to display, for example {MOST_ROWS}.")
    flat = frame if frame.index.names == [None] else frame.reset_index()
    shown = flat.loc[:, ~flat.columns.duplicated()] if columns is None else flat[_named(flat, columns)]
    caption = _caption(frame, zone)
    names = list(shown.columns)
    if columns is None:
        names = [name for name in reading(shown) if _wanted(shown, name, ids)]
    units = _units(frame)
    cut = shown.head(rows)
    text = pd.DataFrame({str(name): _text(cut[name], units.get(name, ""), zone) for name in names})
    numbers = {str(name) for name in names if pd.api.types.is_numeric_dtype(shown[name].dtype)}
    notes = [f"{len(frame) - rows} more rows"] if len(frame) > rows else []
    notes += ["simulated data"] if is_simulated(frame) else []
    return Shown(text, caption, numbers, "; ".join(notes))


def _named(frame: pd.DataFrame, columns: Any) -> list[Any]:
    names = [columns] if isinstance(columns, str) else list(columns)
    need(frame, names, "show()")
    return names


def _caption(frame: pd.DataFrame, zone: str | None) -> str:
    said = [str(kind(frame))] if _is_table(frame) else []
    for name in CAPTION_COLUMNS[1:]:
        if name in frame.columns and frame[name].nunique(dropna=False) == 1 and frame[name].notna().all():
            said.append(_form(frame[name], "", zone)(frame[name].iloc[0]))
    return ", ".join(said)


def _layouts(frame: pd.DataFrame) -> list[Layout]:
    """Return the catalog table that a frame most resembles, for each of its sports that has it."""
    try:
        found = kind(frame)
    except FrameError:
        return []
    held = (SPORTS[code].answer(found.resource).layouts.get(found.table) for code in found.sports)
    return [lay for lay in held if lay is not None]


def _is_table(frame: pd.DataFrame) -> bool:
    """Whether most columns of a frame belong to a table of the catalog."""
    declared = {column.name for lay in _layouts(frame) for column in lay.columns}
    return sum(name in declared for name in frame.columns) > 0.5 * len(frame.columns)


def sides(games: pd.DataFrame) -> tuple[str, ...]:
    """Return the columns of the two sides of a game: name, score, score, name; only the names if there are no scores.

    Parameters
    ----------
    games : pandas.DataFrame
        A table of the catalog.

    Returns
    -------
    tuple of str
        Empty if the rows are not games between two sides.
    """
    return next((found for lay in _layouts(games) if (found := _sides(lay))), ())


def headings(games: pd.DataFrame) -> tuple[str, ...]:
    """Return the text columns of games, without ids, in display order."""
    columns = {column.name: column for lay in _layouts(games) for column in lay.columns}
    own = [name for name, column in columns.items() if column.kind == "text" and len(column.path) == 1]
    first = [name for lay in _layouts(games) for name in _first(lay) if name in own]
    return tuple(name for name in dict.fromkeys([*first, *own]) if not name.endswith("_id"))


def reading(frame: pd.DataFrame) -> list[Any]:
    """Return the columns of a frame in display order; a custom order is kept."""
    names = list(frame.columns)
    lays = _layouts(frame) if _is_table(frame) else []
    if not any(_as_declared(names, lay) for lay in lays):
        return names
    return list(dict.fromkeys([*(name for lay in lays for name in _first(lay) if name in frame.columns), *names]))


def _as_declared(names: list[Any], lay: Layout) -> bool:
    declared = [column.name for column in lay.columns]
    return [name for name in names if name in declared] == [name for name in declared if name in names]


@cache
def _first(lay: Layout) -> tuple[str, ...]:
    """Return the columns displayed first for a game: keys, sides with scores, status."""
    if lay.table.path:
        return ()
    own = [column for column in lay.columns if len(column.path) <= 1]
    keys = {spec.name for spec in fields(lay.answer.record) if spec.marks["key"]}
    which = [
        c.name for c in own if (c.constant or c.name in keys or c.derived_from in keys) and c.name not in SEASON_KEYS
    ]
    state = next((c.derived_from for c in own if c.name == "phase"), None)
    stands = [c.name for c in own if state and (c.name == "phase" or state in c.name.split("_"))]
    return tuple(dict.fromkeys([*which, *_sides(lay), *stands]))


@cache
def _sides(lay: Layout) -> tuple[str, ...]:
    """Return the columns of the sides: names with ids that differ in one word, and counts that differ in the same."""
    columns = {column.name: column for column in lay.columns}
    who = [name for name in columns if f"{name}_id" in columns]
    pairs = ((one, two, words) for one, two in combinations(who, 2) if (words := _differing_words(one, two)))
    one, two, words = next(pairs, ("", "", None))
    if words is None:
        return ()
    counts = [name for name, column in columns.items() if column.unit and column.kind in ("int", "float")]
    scores = [pair for pair in combinations(counts, 2) if _differing_words(*pair) == words]
    # A score derived from another (sets from legs) stands outside it.
    held = scores[: 2 if scores and columns[scores[0][0]].wire is None else 1]
    return (one, *(first for first, _ in held), *(second for _, second in reversed(held)), two)


def _differing_words(one: str, two: str) -> tuple[str, str] | None:
    """Return the words in which two names differ, if there is exactly one such pair and a shared word."""
    first, second = one.split("_"), two.split("_")
    if len(first) != len(second) or len(first) == 1:
        return None
    apart = [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]]
    return apart[0] if len(apart) == 1 else None


def _wanted(frame: pd.DataFrame, name: Any, ids: bool) -> bool:
    if str(name).endswith("_id") and not ids:
        return False
    if not frame[name].notna().any():
        return False
    if name in CAPTION_COLUMNS:
        return name != "sport" and bool(frame[name].nunique(dropna=False) > 1)
    return name not in CATEGORIES or name == "side" or (name == "phase" and "status" not in frame.columns)


def _units(frame: pd.DataFrame) -> dict[str, str]:
    """Return the unit of each column, from the measures and the catalog."""
    from .measures import of_sport

    sports = set(frame["sport"].dropna().unique()) if "sport" in frame.columns else set(SPORTS)
    units = {measure.name: measure.unit for code in SPORTS if code in sports for measure in of_sport(code)}
    return {**units, **{column.name: column.unit or "" for lay in _layouts(frame) for column in lay.columns}}


def _text(column: pd.Series, unit: str, zone: str | None) -> list[str]:
    form = _form(column, unit, zone)
    return ["" if missing else form(value) for value, missing in zip(column, column.isna(), strict=True)]


def _form(column: pd.Series, unit: str, zone: str | None) -> Callable[[Any], str]:
    dtype = column.dtype
    if isinstance(dtype, pd.DatetimeTZDtype):
        return lambda value: f"{value.tz_convert(zone or dtype.tz):%Y-%m-%d %H:%M}"
    if pd.api.types.is_datetime64_any_dtype(dtype):
        return lambda value: f"{value:%Y-%m-%d}"
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
