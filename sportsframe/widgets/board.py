"""A board of a day's games that updates itself."""

from __future__ import annotations

import html
import threading
from contextvars import copy_context
from typing import Any

import ipywidgets as w
import pandas as pd
import traitlets as t

from .. import settings
from ..errors import SportsframeError
from ..watching import Watch, watch
from .parts import Panel, button

CSS = """<style>
.sf-board{border-collapse:collapse;font-variant-numeric:tabular-nums}
.sf-board td{padding:.25em .7em;border-bottom:1px solid rgba(128,128,128,.25)}
.sf-board .s{text-align:right;font-weight:700}
.sf-board .new{background:rgba(255,196,0,.35)}
</style>"""

SIDES = (
    ("away_team", "away_score", "home_score", "home_team"),
    ("player_1", "player_1_legs", "player_2_legs", "player_2"),
)
"""Columns of a row of the board: who, how many, how many, who."""


class Scoreboard(Panel):
    """Rows of games that follow the day; made by `scoreboard`.

    Attributes
    ----------
    running : bool
        Whether it looks for changes.
    updates : int
        Looks so far.
    frame : pandas.DataFrame
        The games as last seen.
    changes : pandas.DataFrame
        What changed at the last look that found a change.
    """

    running = t.Bool(False)
    updates = t.Int(0)

    def __init__(self, source: Watch) -> None:
        self.watch = source
        self.changes: pd.DataFrame | None = None
        self._board = w.HTML()
        self._board.add_class("sf-scoreboard")
        self._state = w.HTML()
        self._go = button("Start", "Look for changes", w.Layout(width="6em"))
        self._halt = button("Stop", "Look no more", w.Layout(width="6em"))
        super().__init__(w.HBox([self._go, self._halt, self._state]), self._board)
        self._table.layout.display = "none"
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._go.on_click(lambda _: self.start())
        self._halt.on_click(lambda _: self.stop())
        self.look()

    def __repr__(self) -> str:
        return f"<scoreboard {self.watch!r}>"

    def look(self) -> None:
        """Look once and show what is new; looks never overlap."""
        with self._lock:
            try:
                found = self.watch.poll()
            except SportsframeError as error:
                self.error = str(error)
                return
            self.error = ""
            if len(found):
                self.changes = found
            self._board.value = self._rows(found)
            self.frame = self.watch.frame
            self.updates += 1
            self._state.value = html.escape(f"{settings.now():%H:%M:%S} GMT, look {self.updates}")

    def start(self) -> Scoreboard:
        """Look again and again, every so often, until `stop` or the end of the day's games."""
        if not self.running:
            self._stop = threading.Event()
            self.running = True
            context = copy_context()  # the settings of the block the board was made in
            self._thread = threading.Thread(target=context.run, args=(self._follow, self._stop), daemon=True)
            self._thread.start()
        return self

    def stop(self) -> None:
        """Look no more; the thread has ended when this returns."""
        self._stop.set()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join()
        self._thread = None
        self.running = False

    def close(self) -> None:
        """Stop, and let the widget go."""
        self.stop()
        super().close()

    def _follow(self, stop: threading.Event) -> None:
        while not stop.is_set():
            if self._wait(stop):
                break
            self.look()
            if not self.error and self.watch.over:
                break
        self.running = False

    def _wait(self, stop: threading.Event) -> bool:
        setting = settings.current()
        if hasattr(setting.now, "sleep"):
            setting.sleep(self.watch.every)
            return stop.is_set()
        return stop.wait(self.watch.every)

    def _rows(self, found: pd.DataFrame) -> str:
        frame = self.watch.frame
        if not len(frame):
            return "<div>No game has begun yet.</div>"
        fresh = set(zip(found["game_id"], found["column"], strict=True))
        born = set(found.loc[found["change"] == "new", "game_id"]) if self.updates else set()
        layout = next((columns for columns in SIDES if columns[0] in frame.columns), None)
        columns = [*layout, "game_status"] if layout else [c for c in ("tournament", "date", "status") if c in frame]
        rows = []
        for row in frame.to_dict("records"):
            cells = []
            for name in columns:
                value = row.get(name)
                marks = ["s"] if name.endswith(("score", "legs")) else []
                if (row["game_id"], name) in fresh or row["game_id"] in born:
                    marks.append("new")
                text = "" if pd.isna(value) else str(value)
                cells.append(f'<td class="{" ".join(marks)}">{html.escape(text)}</td>')
            rows.append(f"<tr>{''.join(cells)}</tr>")
        return f'{CSS}<table class="sf-board" aria-live="polite">{"".join(rows)}</table>'

    def _plain(self) -> str:
        return self._error.value + self._board.value


def scoreboard(
    sport: str = "MLB", date: Any = "today", *, league: str | None = None, every: float = 30.0, start: bool = True
) -> Scoreboard:
    """A board of the day's games that follows them.

    Parameters
    ----------
    sport : str, default "MLB"
        Sport code.
    date : str or datetime.date, default "today"
        The day, as for `live`.
    league : str, optional
        For soccer.
    every : float, default 30
        Seconds between two looks, at least 5.
    start : bool
        Begin at once.

    Returns
    -------
    Scoreboard
        A widget with ``.start()``, ``.stop()``, ``.frame`` and ``.changes``.

    Raises
    ------
    QueryError
        A question that cannot be asked.
    """
    board = Scoreboard(watch(sport, date, league=league, every=every))
    return board.start() if start else board
