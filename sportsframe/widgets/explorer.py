"""A table to sort, filter and page through in a notebook, for any frame."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterable
from functools import partial
from importlib.util import find_spec
from itertools import chain, count
from typing import Any

import anywidget
import ipywidgets as w
import numpy as np
import pandas as pd
import traitlets as t

from .._display import (
    caption,
    first_columns,
    heading,
    meanings_of,
    names_of,
    naming,
    reading,
    results_of,
    show,
    units_of,
    with_labels,
)
from .._frames.arguments import checked, refuse_unknown_zone
from .._frames.recognize import is_simulated, kind, of_its_sports
from .._util.report import RULES
from ..catalog.tables import KEY_ORDER
from ..errors import FrameError, QueryError, choose, quoted
from .cells import Column
from .parts import Kept, Panel, more_below, replace_former, script

PAGE_ROWS, MOST_PAGE_ROWS = 25, 500

CSS = """
:has(>.sf-grid){min-width:0;max-width:100%}
.widget-hbox:has(>*>.sf-grid){flex-wrap:wrap}
.widget-hbox:has(>*>.sf-grid),.widget-gridbox:has(>*>.sf-grid){column-gap:1.5em}
.widget-hbox>:has(>.sf-grid){flex:1 1 20em;min-width:min(20em,100%)}
.sf-grid .sf-grid-none{position:sticky;left:.5em}
.sf-grid .sf-grid-bar{display:flex;flex-flow:row wrap;gap:.4em;align-items:center;padding:.2em 3px}
.sf-grid .sf-grid-bar .sf-note{padding:0 .5em}
.sf-grid .sf-grid-copy::after{content:"Copied";display:block;height:0;overflow:hidden;visibility:hidden}
.sf-grid .sf-grid-bar:has(details){position:relative;z-index:5;container-type:inline-size}
@container (max-width:44em){.sf-grid .sf-grid-bar details{position:static}}
.sf-grid .sf-scroll{max-height:36em;overflow:auto}
.sf-grid button,.sf-grid input,.sf-grid select,.sf-grid summary{font:inherit;color:inherit;background:transparent;
border:1px solid rgba(128,128,128,.55);border-radius:4px;padding:.15em .5em;box-sizing:border-box;min-width:26px;
min-height:26px}
.sf-grid select option{color:CanvasText;background:Canvas}
.sf-grid button:not(:disabled),.sf-grid summary,.sf-grid select{cursor:pointer}
.sf-grid button:hover:not(:disabled),.sf-grid summary:hover{background:rgba(128,128,128,.18)}
.sf-grid button:disabled{opacity:.45}
.sf-grid :focus-visible{outline:2px solid #3b82f6;outline-offset:1px}
.sf-grid input[type=search]{flex:1 1 11em;max-width:22em;min-width:0}
.sf-grid details{position:relative;margin:0}
.sf-grid summary{list-style:none;display:flex;align-items:center}
.sf-grid summary::after{content:"▾";padding-left:.4em}
.sf-grid .sf-grid-columns{position:absolute;left:0;top:calc(100% + 2px);max-height:28em;width:max-content;
max-width:min(20em,100cqw);overflow:auto;box-sizing:border-box;scrollbar-gutter:stable;padding:.4em .7em;
border:1px solid rgba(128,128,128,.55);border-radius:4px;
background:var(--jp-layout-color0,var(--pst-color-background,Canvas))}
.sf-grid:has(details[open]){min-height:36em}
.sf-grid .sf-grid-columns label{display:block;line-height:max(1.8em,26px);cursor:pointer}
.sf-grid .sf-grid-columns input{min-height:0;min-width:0;vertical-align:middle}
.sf-grid th button{border:0;padding:0;font-weight:600;min-width:24px;min-height:24px;white-space:nowrap;
text-align:inherit}
.sf-grid th[aria-sort=ascending] button::after{content:" ▲"}
.sf-grid th[aria-sort=descending] button::after{content:" ▼"}
.sf-grid thead{position:sticky;top:0;z-index:2;background:var(--jp-layout-color0,var(--pst-color-background,Canvas))}
.sf-grid .sf-grid-name{position:sticky;left:0;z-index:1;background:inherit;background-clip:padding-box}
.sf-grid tbody tr{background:var(--jp-layout-color0,var(--pst-color-background,Canvas))}
.sf-grid thead tr{background:inherit}
.sf-grid th,.sf-grid td{line-height:round(1.4em,1px)}
.sf-grid tbody td:not([colspan]){max-width:32em;overflow:hidden;text-overflow:ellipsis}
.sf-grid .sf-grid-filters input{width:100%;min-width:4.5em;padding:.05em .3em}
.sf-grid .sf-grid-state{padding:0 .4em}
.sf-grid [aria-busy=true] tbody{opacity:.45}
@media (max-width:500px){.sf-grid table.sf-show.sf-show td:not(.sf-grid-name){white-space:nowrap}
.sf-grid th button{white-space:normal}.sf-grid .sf-grid-filters input{min-width:3.2em}}
.sf-error{color:var(--jp-error-color1,#b3261e);font-weight:600}
"""


class Explorer(Kept, anywidget.AnyWidget):
    """A table that is sorted, filtered, paged, copied and downloaded in a notebook.

    The traits are set by the controls in the browser, or by code.

    Attributes
    ----------
    search : str
        Words that a row must contain, each in the text of any displayed column.
    filters : dict of str to str
        Filter by column: part of the text, a comparison such as ``>= 3``, ``!= W``, ``> 2024-06-01 20:00`` or
        ``> 20:00``, or a range such as ``2..5``, ``7..`` or ``..2``; records such as 10-5 are compared by wins, then
        fewer losses, other text by the alphabet. Cells without a value fit only ``""``.
    sort : str
        Column by which the rows are sorted; with a leading ``-`` from the highest to the lowest; empty for the order
        of the frame. Rows without a value come last.
    columns : list of str
        Displayed columns.
    rows : int
        Rows per page, from 1 to 500.
    first : int
        Position of the first row of the page.
    error : str
        Why a filter typed in the browser was not applied; empty if there is no error. Code that sets one gets a
        QueryError.
    frame : pandas.DataFrame
        All rows found, sorted, with the displayed columns, and after them the keys and IDs that are not displayed, by
        which `df.sports` recognizes the table: what is copied and downloaded.
    """

    _esm = script("explorer.js")
    _css = RULES + CSS + more_below(".sf-grid .sf-scroll")

    search = t.Unicode("").tag(sync=True)
    filters = t.Dict(value_trait=t.Unicode(), key_trait=t.Unicode()).tag(sync=True)
    sort = t.Unicode("").tag(sync=True)
    columns = t.List(t.Unicode()).tag(sync=True)
    rows = t.Int(PAGE_ROWS, min=1, max=MOST_PAGE_ROWS).tag(sync=True)
    first = t.Int(0, min=0).tag(sync=True)
    every = t.List(t.List(t.Unicode())).tag(sync=True)
    view = t.Dict().tag(sync=True)
    hiding = t.Unicode("").tag(sync=True)
    kept = t.Dict().tag(sync=True)
    error = t.Unicode("", read_only=True)

    _typing = False
    """Whether what is set now comes from the browser."""

    def __init__(self, frame: pd.DataFrame, columns: Any = None, *, ids: bool = False, zone: str | None = None) -> None:
        self._holding = True
        super().__init__()
        self.hiding = self.hides_copies
        self.hold(frame, columns, ids=ids, zone=zone)
        self._one_at_a_time = threading.RLock()
        self.on_msg(self._asked)

    def hold(self, frame: pd.DataFrame, columns: Any = None, *, ids: bool = False, zone: str | None = None) -> None:
        """Explore another frame, from its first row, without filters.

        Parameters
        ----------
        frame : pandas.DataFrame
            Any table; it is not changed.
        columns : list of str, optional
            Columns to display at first, in this order.
        ids : bool
            Whether to display id columns at first.
        zone : str, optional
            Time zone for timestamps, by default UTC.
        """
        self._hold(frame, columns, {}, ids=ids, zone=zone)

    def follow(self, frame: pd.DataFrame) -> None:
        """Explore other rows: of the same columns, with search, filters, order and columns as they are.

        Parameters
        ----------
        frame : pandas.DataFrame
            Any table; one of other columns is explored as by `hold`.
        """
        same = list(_flat(frame).columns) == list(self._flat.columns)
        names = ("columns", "filters", "search", "sort") if same else ()
        self._typing = True  # what was typed and refused stays, with its error
        try:
            self._hold(frame, None, {name: getattr(self, name) for name in names}, ids=False, zone=self._zone)
        finally:
            self._typing = False

    def _hold(self, frame: pd.DataFrame, columns: Any, kept: dict[str, Any], *, ids: bool, zone: str | None) -> None:
        refuse_unknown_zone(zone)
        flat = _flat(frame)
        shown = (first_columns(flat, ids=ids) or flat.columns) if columns is None else names_of(columns, flat.columns)
        chosen = [choose(_in_words(name), list(flat.columns), "column", FrameError) for name in shown]
        units = {**units_of(flat), **results_of(flat)}
        self._tips = {name: meaning.partition("; the API field")[0] for name, meaning in meanings_of(flat).items()}
        self._flat, self._zone = flat, zone
        keys = [name for name in flat.columns if name in KEY_ORDER or name.endswith("_id")]
        self._keys = keys if "sport" in keys else []
        self._held = {name: Column(flat[name], units.get(name, ""), zone) for name in flat.columns}
        self._facts = {
            "caption": caption(flat, zone),
            "note": "simulated data" if is_simulated(flat) else "",
            "no_parquet": "" if find_spec("pyarrow") else "Parquet files require pyarrow: pip install pyarrow",
        }
        self._holding = True
        try:
            with self.hold_trait_notifications():
                self.every = [[name, heading(name, flat)] for name in dict.fromkeys([*chosen, *reading(flat)])]
                self.columns, self.filters = self._known_columns({"value": chosen}), {}
                self.search, self.sort, self.first = "", "", 0
                for name, value in kept.items():
                    setattr(self, name, value)
                self._find()
        finally:
            self._holding = False

    def _such(self, name: str, value: Any) -> str:
        told = value if isinstance(value, dict) else {}
        wanted = value if isinstance(value, list | tuple | dict) else ()
        column = next((each for each in wanted if each in self._held), next(iter(self._held), ""))
        filters = {str(each): str(text) for each, text in told.items()} or {column: "text"}
        such = {"sort": column, "columns": [column], "filters": filters}.get(name)
        return f", such as {quoted(such)}" if such else ""

    def _instead(self) -> str:
        return "; set search, filters, sort, columns, rows or first instead"

    @t.validate("columns")
    def _known_columns(self, proposal: Any) -> list[str]:
        return [self._known(name) for name in dict.fromkeys(names_of(proposal["value"], self._held))]

    @t.validate("sort")
    def _known_sort(self, proposal: Any) -> str:
        name = proposal["value"]
        return name and self._sign(name) + self._known(name.removeprefix(self._sign(name)))

    @t.validate("filters")
    def _known_filters(self, proposal: Any) -> dict[str, str]:
        filters = {self._known(name): text for name, text in proposal["value"].items()}
        if not self._typing:
            for name, text in filters.items():
                self._held[name].filtered(text)
        return filters

    def set_state(self, sync_data: Any) -> None:
        """Take what was set in the browser, where a filter that cannot be read is reported.

        JupyterLab sends messages of widgets to two threads of the kernel: one of them waits while the other is at it.
        """
        with self._one_at_a_time:
            self._typing = True
            try:
                super().set_state(sync_data)
            finally:
                self._typing = False

    def _known(self, name: str) -> str:
        return choose(name, list(self._held), "column")

    def _sign(self, sort: str) -> str:
        return "-" if sort.startswith("-") and sort not in self._held else ""

    @t.observe("search", "filters", "sort", "columns", "rows", "first")
    def _changed(self, change: Any) -> None:
        if self._holding:
            return
        if change["name"] in ("rows", "first"):
            self._show()
        else:
            self._find()

    def _find(self) -> None:
        """Find the rows, in their order; a filter that cannot be read is reported, and the others apply."""
        told = self._refused = ""
        kept, labels = np.ones(len(self._flat), dtype=bool), dict(self.every)
        for name, text in self.filters.items():
            try:
                kept &= self._held[name].filtered(text, labels[name])
            except QueryError as refused:
                if not told:
                    told, self._refused = str(refused), name
        self.set_trait("error", told)
        texts = [self._held[name] for name in self.columns if not self._held[name].is_number]
        for word in self.search.split():
            kept &= np.logical_or.reduce([column.contains(word) for column in texts]) if texts else False
        order = np.flatnonzero(kept)
        if self.sort:
            sign = self._sign(self.sort)
            ranks = self._held[self.sort.removeprefix(sign)].ranks[order]
            order = order[np.argsort(-ranks if sign else ranks, kind="stable")]
        self._order = order
        self._show()

    def _show(self) -> None:
        """Send the page to the browser; the first one, if the page is past the rows found."""
        first = self.first if self.first < len(self._order) else 0
        page = self._order[first : first + self.rows]
        cells = [self._held[name].text(page) for name in self.columns]
        labels = dict(self.every)
        head = [
            {"name": name, "label": labels[name], "number": self._held[name].is_number, "tip": self._tips.get(name)}
            for name in self.columns
        ]
        self.view = {
            "head": head,
            "names": self.columns.index(self._naming) if self._naming else -1,
            "rows": [list(row) for row in zip(*cells, strict=True)],
            "asked": [self.search, self.filters, self.sort, self.columns],
            "error": self.error,
            "refused": self._refused,
            "found": len(self._order),
            "all": len(self._flat),
            "first": first,
            "size": self.rows,
            **self._facts,
        }
        self._keep()

    @property
    def frame(self) -> pd.DataFrame:
        given = list(dict.fromkeys([*self.columns, *self._keys]))
        return self._flat[given].iloc[self._order].reset_index(drop=True)

    def _asked(self, _: Any, content: Any, __: Any) -> None:
        """Send the browser what it asked for: text for the clipboard, or a file, of the rows as they are set there."""
        wanted = content.get("want")
        with self._one_at_a_time:
            self.set_state(content.get("state", {}))
            if wanted == "copy":
                self.send({"give": "copy", "text": self.frame.to_csv(index=False, sep="\t")})
            elif wanted in WRITERS:
                write, suffix, mime = WRITERS[wanted]
                self.send({"give": wanted, "name": f"{self._file_name()}.{suffix}", "type": mime}, [write(self.frame)])

    def _file_name(self) -> str:
        try:
            return str(kind(self._flat)).lower().replace(" ", "-")
        except FrameError:
            return "table"

    def close(self) -> None:
        """Close the widget, in the page and in the kernel."""
        if self.comm is None:
            return
        self.unobserve_all()
        self.layout.close()
        w.DOMWidget.close(self)

    def __repr__(self) -> str:
        shown = f"{len(self.columns)} column{'s' * (len(self.columns) != 1)}"
        return f"<Explorer: {len(self._order)} of {len(self._flat)} rows, {shown}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        base: Any = super()
        data, about = base._repr_mimebundle_(**kwargs)
        return {**data, "text/plain": repr(self), "text/html": self._plain()}, about

    def _plain(self) -> str:
        return self.as_html()

    def as_html(self) -> str:
        """Return the first page of the rows found as an HTML table, as a saved notebook shows it: names first."""
        found = self._flat.iloc[self._order]
        columns = sorted(self.columns, key=lambda name: name != self._naming)
        return show(found, rows=self.rows, columns=columns, zone=self._zone)._repr_html_()

    @property
    def _naming(self) -> str:
        """The displayed column that says whose a row is, which stays in view, first on a phone; empty if none does."""
        return naming(self.columns)


class RowsPanel(Panel):
    """A panel whose rows are formatted for reading or, at the press of a button, explored."""

    def __init__(self, *parts: w.Widget) -> None:
        self._exploring = w.ToggleButton(
            description="explore",
            tooltip="Sort, filter, copy and download the rows",
            layout={"width": "7em", "display": "none"},
        )
        self._explorer: Explorer | None = None
        self._place = w.VBox(layout={"max_width": "100%"})
        self._place.add_class("sf-explored")
        super().__init__(*parts, self._exploring, below=[self._place])
        self._exploring.observe(lambda _: self._explore(), "value")

    @t.observe("frame")
    def _explore(self, change: Any = None) -> None:
        """Show the rows in the way that was chosen; where there are none, there is nothing to choose."""
        has_rows = self._has("frame") and len(self.frame) > 0
        open_now = self._exploring.value and has_rows
        if open_now:
            if self._explorer is None:
                self._explorer = Explorer(self.frame)
                self._place.children = (self._explorer,)
            else:
                self._explorer.follow(self.frame)
        self._exploring.layout.display = "" if has_rows else "none"
        self._table.layout.display = "none" if open_now else ""
        self._place.layout.display = "" if open_now else "none"


def _in_words(name: Any) -> str:
    """Return the name of a column as text: that of several levels without those that are empty."""
    return " ".join(str(part) for part in name if part != "") if isinstance(name, tuple) else str(name)


def _flat(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame with labels as columns, and with a text as the name of each, different from all others."""
    flat = with_labels(frame)
    names: dict[str, None] = {}
    for name in map(_in_words, flat.columns):
        tries = chain([name], (f"{name} ({number})" for number in count(2)))
        names[next(each for each in tries if each not in names)] = None
    return flat.set_axis(list(names), axis=1)


def _parquet(frame: pd.DataFrame) -> bytes:
    file = io.BytesIO()
    bare = frame.copy(deep=False)
    bare.attrs = {}  # which pandas would write into the file, with the address of the service
    bare.to_parquet(file, index=False)
    return file.getvalue()


WRITERS: dict[str, tuple[Callable[[pd.DataFrame], bytes], str, str]] = {
    "csv": (lambda frame: frame.to_csv(index=False).encode("utf-8-sig"), "csv", "text/csv;charset=utf-8"),
    "parquet": (_parquet, "parquet", "application/vnd.apache.parquet"),
}
"""Per format: what writes a frame, the suffix of the file, and its media type."""


@partial(checked, repeats=True)
def explore(
    frame: pd.DataFrame,
    *,
    rows: int = PAGE_ROWS,
    columns: str | Iterable[str] | None = None,
    ids: bool = False,
    zone: str | None = None,
) -> Explorer:
    """Explore a frame in a notebook: sort, filter, page, choose columns, copy, download.

    A click on a heading sorts; a field below it filters by a part of the text, by a comparison such as ``>= 3``,
    ``!= W`` or ``> 2024-06-01 20:00``, or by a range such as ``2..5``, ``7..`` or ``..2``; ``""`` finds missing values.
    What was found is copied, or downloaded as CSV or Parquet, with the values of the frame, and its keys and IDs after
    the displayed columns. A saved notebook shows the first page.

    Parameters
    ----------
    frame : pandas.DataFrame
        Any table; it is not changed.
    rows : int, default 25
        Rows per page, from 1 to 500.
    columns : str or list of str, optional
        Columns to display at first, by default those that `show` displays; the others can be added in the browser.
    ids : bool
        Whether to display id columns at first.
    zone : str, optional
        Time zone for timestamps, by default UTC.

    Returns
    -------
    Explorer
        A widget; ``.frame`` has the rows found, in their order, and ``.search``, ``.filters``, ``.sort``, ``.columns``
        can be read and set.

    Raises
    ------
    FrameError
        The frame lacks a requested column.
    QueryError
        The number of rows is out of range.

    Examples
    --------
    >>> pitchers = sf.pitching("2024-06-01").sports.explore(columns=["player", "team", "strikeouts"])
    >>> pitchers.filters, pitchers.sort = {"strikeouts": ">= 8"}, "-strikeouts"
    >>> pitchers.frame["strikeouts"].tolist()
    [9, 8, 8, 8, 8]
    """
    if not isinstance(rows, int | np.integer) or not 1 <= rows <= MOST_PAGE_ROWS:
        raise QueryError(f"invalid rows={quoted(rows)}; pass the number of rows per page, from 1 to {MOST_PAGE_ROWS}.")
    explorer = Explorer(of_its_sports(frame) if columns is None else frame, columns, ids=ids, zone=zone)
    explorer.rows = rows
    replace_former(explorer)
    return explorer
