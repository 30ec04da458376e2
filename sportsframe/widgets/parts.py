"""What the widgets are made of: controls with labels, a place for errors, a table, and HTML for saved notebooks."""

from __future__ import annotations

import html
from typing import Any

import ipywidgets as w
import pandas as pd
import traitlets as t

from ..catalog import SPORTS
from ..show import show

LABEL = {"description_width": "5.5em"}
WIDE = w.Layout(width="22em")
NARROW = w.Layout(width="3em")
ROWS = 15

CSS = """<style>
.sf-error{color:#b3261e;font-weight:600;padding:.2em 0}
.sf-code{font-family:monospace;padding:.3em .5em;border:1px solid rgba(128,128,128,.5);border-radius:4px}
.sf-month{border-collapse:collapse;font-size:.85em}.sf-month td,.sf-month th{padding:.15em .4em;text-align:center}
.sf-month .on{font-weight:700;text-decoration:underline}.sf-month .off{opacity:.45}
.sf-month .now{outline:2px solid currentColor}
</style>"""


class Panel(w.VBox):
    """A widget that also has HTML of its own, for notebooks saved without a kernel."""

    frame = t.Instance(pd.DataFrame, allow_none=True)
    error = t.Unicode("")

    def __init__(self, *parts: w.Widget) -> None:
        self._error = w.HTML(layout=w.Layout(min_height="1.6em"))
        self._error.add_class("sf-error-line")
        self._table = w.HTML()
        self._table.add_class("sf-table")
        super().__init__([w.HTML(CSS), *parts, self._error, self._table])

    @t.observe("error")
    def _show_error(self, change: Any) -> None:
        text = html.escape(change["new"])
        self._error.value = f'<div class="sf-error" role="alert">{text}</div>' if text else ""

    @t.observe("frame")
    def _show_frame(self, change: Any) -> None:
        self._table.value = "" if change["new"] is None else as_html(change["new"])

    def _plain(self) -> str:
        """What a reader without a kernel sees."""
        return self._error.value + self._table.value

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
        bundle["text/html"] = self._plain()
        bundle["text/plain"] = repr(self)
        return bundle


def as_html(frame: pd.DataFrame) -> str:
    """A frame as a table of a few rows, or the words for none."""
    if not len(frame):
        return '<div class="sf-note">No rows: no game on that day, or nothing published.</div>'
    return show(frame, rows=ROWS)._repr_html_()


def choice(label: str, options: list[tuple[str, str]] | list[str], value: str | None, tip: str) -> w.Dropdown:
    """A drop-down with a visible label, which screen readers read as well."""
    return w.Dropdown(description=label, options=options, value=value, tooltip=tip, style=LABEL, layout=WIDE)


def sports() -> list[tuple[str, str]]:
    """The sports as (what is shown, code)."""
    return [(f"{sport.code}: {sport.name}", sport.code) for sport in SPORTS.values()]


def button(text: str, tip: str, layout: w.Layout = NARROW) -> w.Button:
    return w.Button(description=text, tooltip=tip, layout=layout)
