"""Progress bars, or lines: of the responses of a load, and of the games that the built-in service plays for one."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from contextvars import Context, copy_context
from typing import Any, TypeVar

from .._process import waiting
from .notices import say

Loaded = TypeVar("Loaded")

PATIENCE = 5.0
"""Seconds until the first line about a load where no bar can be shown."""

LONGER = 2
"""How many times as long a load has taken at each further line as at the one before."""


class Progress:
    """A progress bar where one can be shown, else now and then a line; an output that fails ends it, not the load.

    Parameters
    ----------
    total : int
        Number of responses.
    always : bool
        Whether to show a bar even if the standard error stream is not a terminal; in notebooks it is always shown.
    unit : str
        What is counted.
    """

    def __init__(self, total: int, *, always: bool, unit: str = "response") -> None:
        self._bar: Any = None
        self._done, self._unit = 0, unit
        self._began, self._quiet = time.monotonic(), PATIENCE
        if sys.stderr is not None:  # as it is in a process without a console
            self._try(lambda: self._open(total, always, unit))

    def advance(self, **counts: int) -> None:
        """Count a response, and show these counts beside the bar."""
        self._try(lambda: self._step(counts))

    def reach(self, done: int, total: int) -> None:
        """Show that so many of so many are done."""
        self._try(lambda: self._reach(done, total))

    def close(self) -> None:
        """Leave the bar as it is."""
        self._try(self._close)

    def _open(self, total: int, always: bool, unit: str) -> None:
        from tqdm.auto import tqdm

        self._bar = tqdm(total=total, unit=unit, disable=False if always else None)

    def _step(self, counts: dict[str, int]) -> None:
        if self._bar is not None:
            self._bar.set_postfix(counts, refresh=False)
            self._reach(self._done + 1, self._bar.total)

    def _reach(self, done: int, total: int) -> None:
        if self._bar is None:
            return
        if self._bar.disable:  # no terminal
            self._tell(done, total)
        self._bar.total = total
        self._bar.update(done - self._done)
        self._done = done

    def _tell(self, done: int, total: int) -> None:
        passed = time.monotonic() - self._began
        if done < total and passed >= self._quiet:
            self._quiet = LONGER * passed
            say(f"sportsframe: {done} of {total} {self._unit}s so far")

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.close()

    def _try(self, action: Callable[[], None]) -> None:
        try:
            action()
        except (OSError, ValueError):  # the terminal is gone, or the stream is closed
            if self._bar is not None:
                self._bar.disable = True
            self._bar = None


SLOW = 2.0
"""Seconds from which a load is told how far it is."""


def counting_games(show: Callable[[int, int], object]) -> Context:
    """A context that counts the games which the built-in service plays for loads in it, such as season statistics.

    A service elsewhere does not tell how far it is. Nothing is left to undo, so that no interrupt can leave it undone.

    Parameters
    ----------
    show : callable
        Takes the number of games played so far, and of all; called once the context is `SLOW` seconds old.
    """
    seasons: dict[object, tuple[int, int]] = {}
    lock, began = threading.Lock(), time.monotonic()

    def told(season: object, played: int, games: int) -> None:
        with lock:  # several seasons are played at a time
            seasons[season] = played, games
            if time.monotonic() - began >= SLOW:
                show(*map(sum, zip(*seasons.values(), strict=True)))

    context = copy_context()
    context.run(waiting.set, told)
    return context


def with_bar_of_games(load: Callable[[], Loaded], *, always: bool) -> Loaded:
    """Load, and show these games as a progress bar unless somebody counts them already; `always` as for `Progress`."""
    if waiting.get() is not None:
        return load()
    bars: list[Progress] = []

    def show(played: int, games: int) -> None:
        if not bars:
            bars.append(Progress(games, always=always, unit="game"))
        bars[0].reach(played, games)

    try:
        return counting_games(show).run(load)
    finally:
        for bar in bars:
            bar.close()
