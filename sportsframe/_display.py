"""Frames set for reading: what is read first stands first, sensible figures, what all rows share said once above."""

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

SAID_ABOVE = ("sport", "league", "game_date", "game_time", "season", "season_type", "event_name")
"""Columns that go into the caption where they hold one value."""

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
    """A frame set for reading: a table in a notebook, plain text elsewhere.

    Attributes
    ----------
    frame : pandas.DataFrame
        The cells as text, in the order shown.
    caption : str
        What all rows share.
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
    """Set a frame for reading.

    Columns stand as they are read: which game, who with how many against how many by whom, where it stands, the rest.
    A frame whose columns have another order than the catalog's keeps its own.

    Parameters
    ----------
    frame : pandas.DataFrame
        Any table; it is not changed.
    rows : int, default 60
        At most so many rows.
    ids : bool
        Show id columns as well.
    zone : str, optional
        Time zone of instants, by default GMT.
    columns : list of str, optional
        Only these, in this order.

    Returns
    -------
    Shown
        Prints as a table; ``.frame`` has the cells as text: 6.2 innings as ``6.2``, missing cells empty.

    Raises
    ------
    FrameError
        The frame lacks columns that are asked for.
    QueryError
        A number of rows that cannot be.
    """
    if rows < 0:
        raise QueryError(f"rows={rows!r} cannot be; give the most rows to show, such as {MOST_ROWS}.")
    told = frame if frame.index.names == [None] else frame.reset_index()
    shown = told.loc[:, ~told.columns.duplicated()] if columns is None else told[_named(told, columns)]
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
    for name in SAID_ABOVE[1:]:
        if name in frame.columns and frame[name].nunique(dropna=False) == 1 and frame[name].notna().all():
            said.append(_form(frame[name], "", zone)(frame[name].iloc[0]))
    return ", ".join(said)


def _layouts(frame: pd.DataFrame) -> list[Layout]:
    """The table of the catalog that a frame is nearest to, of each of its sports that has it."""
    try:
        found = kind(frame)
    except FrameError:
        return []
    held = (SPORTS[code].answer(found.resource).layouts.get(found.table) for code in found.sports)
    return [lay for lay in held if lay is not None]


def _is_table(frame: pd.DataFrame) -> bool:
    """Whether a frame is a table of the catalog, and not a few of its columns beside others."""
    declared = {column.name for lay in _layouts(frame) for column in lay.columns}
    return sum(name in declared for name in frame.columns) > 0.5 * len(frame.columns)


def sides(games: pd.DataFrame) -> tuple[str, ...]:
    """Columns of who meets in games: who, how many, how many, who; the two names alone where no scores are.

    Parameters
    ----------
    games : pandas.DataFrame
        A table of the catalog.

    Returns
    -------
    tuple of str
        Empty where a row is no game of two sides.
    """
    return next((found for lay in _layouts(games) if (found := _sides(lay))), ())


def headings(games: pd.DataFrame) -> tuple[str, ...]:
    """Columns of text that games have of their own, but for ids, in the order they are read."""
    columns = {column.name: column for lay in _layouts(games) for column in lay.columns}
    own = [name for name, column in columns.items() if column.kind == "text" and len(column.path) == 1]
    first = [name for lay in _layouts(games) for name in _first(lay) if name in own]
    return tuple(name for name in dict.fromkeys([*first, *own]) if not name.endswith("_id"))


def reading(frame: pd.DataFrame) -> list[Any]:
    """The columns of a frame in the order they are read; an order of somebody's own stays."""
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
    """What is read first where a row is a game: which game, who with how many, where it stands."""
    if lay.table.path:
        return ()
    own = [column for column in lay.columns if len(column.path) <= 1]
    keys = {spec.name for spec in fields(lay.answer.record) if spec.marks["key"]}
    which = [c.name for c in own if c.constant or c.name in keys or c.derived_from in keys]
    state = next((c.derived_from for c in own if c.name == "phase"), None)
    stands = [c.name for c in own if state and (c.name == "phase" or state in c.name.split("_"))]
    return tuple(dict.fromkeys([*which, *_sides(lay), *stands]))


@cache
def _sides(lay: Layout) -> tuple[str, ...]:
    """Two names that have ids beside them and part in one word are the sides; a count parted likewise is the score."""
    columns = {column.name: column for column in lay.columns}
    who = [name for name in columns if f"{name}_id" in columns]
    pairs = ((one, two, words) for one, two in combinations(who, 2) if (words := _parted(one, two)))
    one, two, words = next(pairs, ("", "", None))
    if words is None:
        return ()
    counts = [name for name, column in columns.items() if column.unit and column.kind in ("int", "float")]
    scores = (pair for pair in combinations(counts, 2) if _parted(*pair) == words)
    return (one, *next(scores, ()), two)


def _parted(one: str, two: str) -> tuple[str, str] | None:
    """The word in which two names differ, where they share all others and have some."""
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
    if name in SAID_ABOVE:
        return name != "sport" and bool(frame[name].nunique(dropna=False) > 1)
    return name not in CATEGORIES or name == "side" or (name == "phase" and "status" not in frame.columns)


def _units(frame: pd.DataFrame) -> dict[str, str]:
    """Unit by column, of the measures and of the catalog."""
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
