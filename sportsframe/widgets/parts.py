"""Components of the widgets: labeled controls, an error line, a table, and HTML for saved notebooks."""

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
"""Colors are those of the page or transparent, so that the widgets are legible in light and dark themes."""


class Panel(w.VBox):  # type: ignore[misc]
    """A widget that also provides static HTML, for saved notebooks without a kernel."""

    frame = t.Instance(pd.DataFrame, allow_none=True)
    error = t.Unicode("")
    _links: tuple[t.link, ...] = ()

    def __init__(self, *parts: w.Widget) -> None:
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
        """Link traits to their controls, and reload when one changes."""
        for name, control in controls.items():
            self._links += (w.link((self, name), (control, "value")),)
        self.observe(self._changed, list(controls))

    def _changed(self, change: Any) -> None:
        """Reload once after a change and the changes it causes, such as the tables of another sport."""
        if self._busy:
            return
        self._busy = True
        try:
            self._fit(change["name"])
        finally:
            self._busy = False
        self.refresh()

    def _fit(self, name: str) -> None:
        """Adjust the other controls to the one that changed."""

    def refresh(self) -> None:
        """Load the selection; errors are shown in the widget."""

    def close(self) -> None:
        """Close the widget and everything in it, in the page and in the kernel."""
        for link in self._links:
            link.unlink()
        self._links = ()
        self.unobserve_all()
        close_all(self.children)
        self.layout.close()
        super().close()

    def _plain(self) -> str:
        """Return the HTML shown without a kernel."""
        return f"{CSS}{self._error.value}{self._table.value}"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
        return {**bundle, "text/html": self._plain(), "text/plain": repr(self)}


def close_all(widgets: Iterable[w.Widget]) -> None:
    """Close widgets and their children; a widget that is not closed stays in the kernel."""
    for widget in widgets:
        close_all(getattr(widget, "children", ()))
        for part in ("layout", "style"):
            if getattr(widget, part, None) is not None:
                getattr(widget, part).close()
        widget.close()


def as_html(frame: pd.DataFrame) -> str:
    """Return the first rows of a frame as an HTML table, or a note if there are none."""
    if not len(frame):
        return '<div class="sf-note">No rows: no games on that date, or not published yet.</div>'
    return show(frame, rows=ROWS)._repr_html_()


def as_code(code: str) -> str:
    """Return a line of code as HTML that one click selects; empty for no code."""
    if not code:
        return ""
    return f'<code class="sf-code" tabindex="0" title="copy into a cell">{html.escape(code)}</code>'


def line(name: str) -> w.HTML:
    """Return an HTML widget with a CSS class."""
    place = w.HTML()
    place.add_class(name)
    return place


def choice(label: str, options: list[Any], value: str | None, tip: str) -> w.Dropdown:
    """Return a drop-down with a visible label that screen readers can read."""
    layout, style = {"width": "22em"}, {"description_width": "5.5em"}
    return w.Dropdown(description=label, options=options, value=value, tooltip=tip, style=style, layout=layout)


def sports() -> list[tuple[str, str]]:
    """Return the sports as (label, code)."""
    return [(f"{sport.code}: {sport.name}", sport.code) for sport in SPORTS.values()]


def button(text: str, tip: str, press: Callable[[], Any]) -> w.Button:
    """Return a labeled button."""
    made = w.Button(description=text, tooltip=tip, layout={"width": "7em"})
    made.on_click(lambda _: press())
    return made


class Leagues:
    """The league drop-down, shown only for sports with leagues."""

    def __init__(self, sport: str, league: str | None) -> None:
        leagues = SPORTS[choose(sport, SPORTS, "sport")].leagues
        self.first = (choose(league, leagues, "league") if league else leagues[0]) if leagues else (league or "")
        self.control = choice("League", [self.first], self.first, "Soccer league")
        self.fit(sport, self.first)

    def fit(self, sport: str, league: str) -> str:
        """Offer the leagues of a sport, and return the selected one."""
        leagues = list(SPORTS[sport].leagues) or [""]
        kept = league if league in leagues else leagues[0]
        if list(self.control.options) != leagues:
            self.control.options = leagues
        self.control.layout.display = "" if leagues[0] else "none"
        self.control.value = kept
        return kept
