"""A scoreboard of a day's games that updates itself."""

from __future__ import annotations

import html
import threading
from typing import Any

import pandas as pd
import traitlets as t
from ipywidgets import HBox

from .._display import headings, sides
from .._pipeline import Day
from .._watch import Watch
from ..errors import SportsframeError
from ..load import Client, keeping_client, season_and_sport
from .games import said
from .parts import CSS, Panel, button, line

STOP_SECONDS = 5.0
"""Seconds that `stop` waits for an update in progress; a longer one ends by itself and displays nothing."""

MOST_PAUSE = 8
"""If the service fails, the interval doubles up to this multiple of the usual one."""


class Scoreboard(Panel):
    """A table of games that updates itself; created by `scoreboard`.

    Attributes
    ----------
    running : bool
        Whether it is updating.
    updates : int
        Number of updates so far.
    frame : pandas.DataFrame
        The games as of the last update.
    changes : pandas.DataFrame
        The changes found by the last update that found any.
    error : str
        Error message of the last update; empty if it succeeded.
    """

    running = t.Bool(default_value=False)
    updates = t.Int(0)

    def __init__(self, source: Watch) -> None:
        self.watch = source
        self.changes: pd.DataFrame | None = None
        self._board = line("sf-scoreboard")
        self._state = line("sf-state")
        self._go = button("Start", "Start updating", self.start)
        self._halt = button("Stop", "Stop updating", self.stop)
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
        """The board itself displays the games."""

    def look(self) -> None:
        """Update once; updates never overlap."""
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
            self._state.value = html.escape(f"as of {self.watch.setting.moment():%H:%M:%S} UTC, update {self.updates}")

    def start(self) -> Scoreboard:
        """Update at the given interval until `stop` is called or the day's games are over."""
        if not self.running:
            self._stop = threading.Event()
            self.running = True
            self._thread = threading.Thread(
                target=self._follow, args=(self._stop,), daemon=True, name="sportsframe-board"
            )
            self._thread.start()
        return self

    def stop(self) -> None:
        """Stop updating. An update in progress is discarded."""
        self._stop.set()
        thread, self._thread = self._thread, None
        if thread is not None and thread is not threading.current_thread():
            thread.join(STOP_SECONDS)
        self.running = False

    def close(self) -> None:
        """Stop updating and close the widget."""
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
        title = html.escape(f"{self.watch.sport} {self.watch.day}, changes highlighted")
        return f'<table class="sf-sides" aria-live="polite"><caption>{title}</caption>{"".join(rows)}</table>'

    def _before(self) -> str:
        """Return the text shown before the first game has started."""
        games = self.watch.schedule()
        starts = games["game_time"].dropna()
        return (
            f"No game has started; the first starts at {starts.min():%H:%M} UTC."
            if len(starts)
            else "No games on that date."
        )

    def _plain(self) -> str:
        return f"{CSS}{self._error.value}{self._board.value}"


def scoreboard(
    date: Any = "today",
    sport: str = "MLB",
    *,
    league: str | None = None,
    day: Day = "league",
    every: float = 30.0,
    start: bool = True,
    client: Client | None = None,
) -> Scoreboard:
    """Return a scoreboard of a day's games that updates itself.

    Parameters
    ----------
    date : str or datetime.date, default "today"
        The league's date, with all games of the evening; for golf any day of the tournament.
    sport : str, default "MLB"
        Sport code.
    league : str, optional
        Soccer league.
    day : {"league", "service"}
        ``"service"`` displays the games that start on a UTC date instead, as for `live`.
    every : float, default 30
        Seconds between updates, at least 5.
    start : bool
        Whether to start updating immediately.
    client : Client, optional
        Client to use; by default that of the current options.

    Returns
    -------
    Scoreboard
        A widget with ``.start()``, ``.stop()``, ``.frame`` and ``.changes``.

    Raises
    ------
    QueryError
        Invalid arguments; no request was sent.

    Examples
    --------
    >>> board = sf.scoreboard("2024-06-01", "MLB")
    >>> board.stop()
    >>> board.running
    False
    """
    when, code = season_and_sport(date, sport)
    board = Scoreboard(keeping_client(client).watch(when or "today", code, league=league, day=day, every=every))
    return board.start() if start else board
