"""What the widgets are made of: controls with labels, a place for errors, a table, and HTML for saved notebooks."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable
from typing import Any

import ipywidgets as w
import pandas as pd
import traitlets as t

from .._display import show
from ..catalog import SPORTS
from ..errors import choose

ROWS = 15

CSS = """<style>
.sf-error{color:var(--jp-error-color1,#b3261e);font-weight:600}
.sf-code{font-family:monospace;padding:.3em .5em;border:1px solid rgba(128,128,128,.5);border-radius:4px;
user-select:all;display:inline-block}
.sf-scroll{overflow-x:auto;max-width:100%}
.sf-month{border-collapse:collapse;font-size:.85em;line-height:1.5;margin-left:2em}
.sf-month caption{text-align:left;font-weight:600;white-space:nowrap}
.sf-month td,.sf-month th{padding:.05em .45em;text-align:center}
.sf-month .on{font-weight:700;text-decoration:underline}.sf-month .off{opacity:.45}
.sf-month .now{outline:2px solid currentColor}
.sf-sides{border-collapse:collapse;line-height:1.4;font-variant-numeric:tabular-nums}
.sf-sides caption{text-align:left;font-weight:600}
.sf-sides th,.sf-sides td{text-align:left;padding:.25em .7em;border-bottom:1px solid rgba(128,128,128,.25)}
.sf-sides .s{text-align:right;font-weight:700}
.sf-sides .new{background:rgba(255,196,0,.35)}
</style>"""
"""Colours are those of the page, or see-through, so that light and dark themes both read well."""


class Panel(w.VBox):  # type: ignore[misc]
    """A widget that also has HTML of its own, for notebooks saved without a kernel."""

    frame = t.Instance(pd.DataFrame, allow_none=True)
    error = t.Unicode("")

    def __init__(self, *parts: w.Widget) -> None:
        self._links: list[t.link] = []
        self._busy = False
        self._error = line("sf-error-line")
        self._table = line("sf-table")
        super().__init__([w.HTML(CSS), *parts, self._error, self._table])

    @t.observe("error")
    def _show_error(self, change: Any) -> None:
        text = html.escape(" ".join(change["new"].split()))
        self._error.value = f'<div class="sf-error" role="alert">{text}</div>' if text else ""

    @t.observe("frame")
    def _show_frame(self, change: Any) -> None:
        self._table.value = "" if change["new"] is None else as_html(change["new"])

    def _bind(self, **controls: w.Widget) -> None:
        """Tie traits to the controls that show them, and ask anew when one changes."""
        for name, control in controls.items():
            self._links.append(w.link((self, name), (control, "value")))
        self.observe(self._changed, list(controls))

    def _changed(self, change: Any) -> None:
        """One change may bring others, such as the tables of another sport: ask once, after the last."""
        if self._busy:
            return
        self._busy = True
        try:
            self._fit(change["name"])
        finally:
            self._busy = False
        self.refresh()

    def _fit(self, name: str) -> None:
        """Make the other choices fit the one that changed."""

    def refresh(self) -> None:
        """Ask for what is chosen; an error is shown in its place."""

    def close(self) -> None:
        """Let the widget go with everything in it, in the page and in the kernel."""
        for link in self._links:
            link.unlink()
        self._links = []
        self.unobserve_all()
        close_all(self.children)
        self.layout.close()
        super().close()

    def _plain(self) -> str:
        """What a reader without a kernel sees."""
        return f"{CSS}{self._error.value}{self._table.value}"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
        return {**bundle, "text/html": self._plain(), "text/plain": repr(self)}


def close_all(widgets: Iterable[w.Widget]) -> None:
    """Close widgets and what they hold: a widget left open stays in the kernel for good."""
    for widget in widgets:
        close_all(getattr(widget, "children", ()))
        for part in ("layout", "style"):
            if getattr(widget, part, None) is not None:
                getattr(widget, part).close()
        widget.close()


def as_html(frame: pd.DataFrame) -> str:
    """A frame as a table of a few rows, or the words for none."""
    if not len(frame):
        return '<div class="sf-note">No rows: no game on that day, or nothing published.</div>'
    table = show(frame, rows=ROWS)._repr_html_()
    return f'<div class="sf-scroll" tabindex="0" role="region" aria-label="The rows">{table}</div>'


def as_code(code: str) -> str:
    """A line of code that one click selects whole; nothing for none."""
    if not code:
        return ""
    return f'<code class="sf-code" tabindex="0" title="copy into a cell">{html.escape(code)}</code>'


def line(name: str) -> w.HTML:
    """A place for HTML, with a class of its own."""
    place = w.HTML()
    place.add_class(name)
    return place


def choice(label: str, options: list[Any], value: str | None, tip: str) -> w.Dropdown:
    """A drop-down with a visible label, which screen readers read as well."""
    layout, style = {"width": "22em"}, {"description_width": "5.5em"}
    return w.Dropdown(description=label, options=options, value=value, tooltip=tip, style=style, layout=layout)


def sports() -> list[tuple[str, str]]:
    """The sports as (what is shown, code)."""
    return [(f"{sport.code}: {sport.name}", sport.code) for sport in SPORTS.values()]


def button(text: str, tip: str, press: Callable[[], Any]) -> w.Button:
    """A button that says what it does."""
    made = w.Button(description=text, tooltip=tip, layout={"width": "7em"})
    made.on_click(lambda _: press())
    return made


class Leagues:
    """The drop-down of leagues, there only for sports that have some."""

    def __init__(self, sport: str, league: str | None) -> None:
        leagues = SPORTS[choose(sport, SPORTS, "sport")].leagues
        self.first = (choose(league, leagues, "league") if league else leagues[0]) if leagues else (league or "")
        self.control = choice("League", [self.first], self.first, "League of soccer")
        self.fit(sport, self.first)

    def fit(self, sport: str, league: str) -> str:
        """Offer the leagues of a sport; the one to go on with."""
        leagues = list(SPORTS[sport].leagues) or [""]
        kept = league if league in leagues else leagues[0]
        if list(self.control.options) != leagues:
            self.control.options = leagues
        self.control.layout.display = "" if leagues[0] else "none"
        self.control.value = kept
        return kept
