"""Progress bars: of the responses of a load, and of the games that the built-in service plays for one."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .._process import waiting


class Progress:
    """A progress bar where one can be shown; an output that fails ends the bar, not the load.

    Parameters
    ----------
    total : int
        Number of responses.
    always : bool
        Whether to show it even if the standard error stream is not a terminal; in notebooks it is always shown.
    unit : str
        What is counted.
    """

    def __init__(self, total: int, *, always: bool, unit: str = "response") -> None:
        self._bar: Any = None
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
            self._bar.update()

    def _reach(self, done: int, total: int) -> None:
        if self._bar is not None:
            self._bar.total = total
            self._bar.update(done - self._bar.n)

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


@contextmanager
def counting_games(show: Callable[[int, int], object]) -> Iterator[None]:
    """Count the games that the built-in service plays for the loads in a block, such as those of season statistics.

    A service elsewhere does not tell how far it is.

    Parameters
    ----------
    show : callable
        Takes the number of games played so far, and of all; called once the block has taken `SLOW` seconds.
    """
    seasons: dict[object, tuple[int, int]] = {}
    lock, began = threading.Lock(), time.monotonic()

    def told(season: object, played: int, games: int) -> None:
        with lock:  # several seasons are played at a time
            seasons[season] = played, games
            if time.monotonic() - began >= SLOW:
                show(*map(sum, zip(*seasons.values(), strict=True)))

    token = waiting.set(told)
    try:
        yield
    finally:
        waiting.reset(token)


@contextmanager
def bar_of_games(*, always: bool) -> Iterator[None]:
    """Show these games as a progress bar, unless somebody counts them already; `always` as for `Progress`."""
    if waiting.get() is not None:
        yield
        return
    bars: list[Progress] = []

    def show(played: int, games: int) -> None:
        if not bars:
            bars.append(Progress(games, always=always, unit="game"))
        bars[0].reach(played, games)

    try:
        with counting_games(show):
            yield
    finally:
        for bar in bars:
            bar.close()
