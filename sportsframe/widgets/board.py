"""A board of a day's games that updates itself."""

from __future__ import annotations

import html
import threading
from typing import Any

import pandas as pd
import traitlets as t
from ipywidgets import HBox

from .._display import headings, sides
from .._watch import Watch
from ..errors import SportsframeError
from ..load import Client, default, season_and_sport
from .games import said
from .parts import CSS, Panel, button, line

PATIENCE = 5.0
"""Seconds that `stop` waits for a look under way; one that takes longer ends by itself and shows nothing."""

MOST_PAUSE = 8
"""Where the service fails, the waits double up to so many times the usual one."""


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
    error : str
        What went wrong at the last look, in one line; empty if nothing did.
    """

    running = t.Bool(False)
    updates = t.Int(0)

    def __init__(self, source: Watch) -> None:
        self.watch = source
        self.changes: pd.DataFrame | None = None
        self._board = line("sf-scoreboard")
        self._state = line("sf-state")
        self._go = button("Start", "Look for changes", self.start)
        self._halt = button("Stop", "Look no more", self.stop)
        super().__init__(HBox([self._go, self._halt, self._state]), self._board)
        self._looking = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._show_running({"new": False})
        self.look()

    def __repr__(self) -> str:
        return f"<scoreboard {self.watch!r}>"

    @t.observe("running")
    def _show_running(self, change: Any) -> None:
        self._go.disabled, self._halt.disabled = change["new"], not change["new"]

    @t.observe("frame")
    def _show_frame(self, change: Any) -> None:
        """The board itself is the table."""

    def look(self) -> None:
        """Look once and show what is new; looks never overlap."""
        self._look(threading.Event())

    def _look(self, stop: threading.Event) -> None:
        with self._looking:
            if stop.is_set():
                return
            try:
                found = self.watch.poll()
            except SportsframeError as error:
                self.error = str(error)
                return
            if stop.is_set():
                return
            self.error = ""
            if len(found):
                self.changes = found
            self._board.value = self._rows(found)
            self.frame = self.watch.frame
            self.updates += 1
            self._state.value = html.escape(f"as of {self.watch.setting.moment():%H:%M:%S} GMT, look {self.updates}")

    def start(self) -> Scoreboard:
        """Look again and again, every so often, until `stop` or the end of the day's games."""
        if not self.running:
            self._stop = threading.Event()
            self.running = True
            self._thread = threading.Thread(
                target=self._follow, args=(self._stop,), daemon=True, name="sportsframe-board"
            )
            self._thread.start()
        return self

    def stop(self) -> None:
        """Look no more. A wait ends at once; a look under way shows nothing any more."""
        self._stop.set()
        thread, self._thread = self._thread, None
        if thread is not None and thread is not threading.current_thread():
            thread.join(PATIENCE)
        self.running = False

    def close(self) -> None:
        """Stop, and let the widget go."""
        self.stop()
        super().close()

    def _follow(self, stop: threading.Event) -> None:
        pause = 1
        try:
            while not self.watch.setting.wait(self.watch.every * pause, stop):
                self._look(stop)
                pause = min(pause * 2, MOST_PAUSE) if self.error else 1
                if pause == 1 and self.watch.over:
                    break
        except SportsframeError as error:
            self.error = str(error)
        finally:
            if self._stop is stop:
                self.running = False

    def _rows(self, found: pd.DataFrame) -> str:
        frame = self.watch.frame
        if not len(frame):
            return f"<div>{html.escape(self._before())}</div>"
        fresh = set(zip(found["game_id"], found["column"], strict=True)) if self.updates else set()
        born = set(found.loc[found["change"] == "new", "game_id"]) if self.updates else set()
        who = sides(frame)
        columns = [*who, "game_status"] if who else headings(frame)
        rows = []
        for row in frame.to_dict("records"):
            cells = []
            for name in columns:
                marks = ["s"] if name in who[1:-1] else []
                marks += ["new"] if (row["game_id"], name) in fresh or row["game_id"] in born else []
                text = said(row.get(name)) or (said(row.get("status")) if name == "game_status" else "")
                cells.append(f'<td class="{" ".join(marks)}">{html.escape(text)}</td>')
            rows.append(f"<tr>{''.join(cells)}</tr>")
        title = html.escape(f"{self.watch.sport} {self.watch.day}, what is new marked")
        return f'<table class="sf-sides" aria-live="polite"><caption>{title}</caption>{"".join(rows)}</table>'

    def _before(self) -> str:
        """When the first game begins, as long as none has."""
        games = self.watch.schedule()
        starts = games["game_time"].dropna()
        return (
            f"No game has begun; the first starts at {starts.min():%H:%M} GMT." if len(starts) else "No game that day."
        )

    def _plain(self) -> str:
        return f"{CSS}{self._error.value}{self._board.value}"


def scoreboard(
    date: Any = "today",
    sport: str = "MLB",
    *,
    league: str | None = None,
    every: float = 30.0,
    start: bool = True,
    client: Client | None = None,
) -> Scoreboard:
    """A board of the day's games that follows them.

    Parameters
    ----------
    date : str or datetime.date, default "today"
        The day, as for `live`.
    sport : str, default "MLB"
        Sport code.
    league : str, optional
        For soccer.
    every : float, default 30
        Seconds between two looks, at least 5.
    start : bool
        Begin at once.
    client : Client, optional
        What is asked; by default what the options name now.

    Returns
    -------
    Scoreboard
        A widget with ``.start()``, ``.stop()``, ``.frame`` and ``.changes``.

    Raises
    ------
    QueryError
        A question that cannot be asked.
    """
    when, code = season_and_sport(date, sport)
    board = Scoreboard((client or default).taken().watch(when or "today", code, league=league, every=every))
    return board.start() if start else board
