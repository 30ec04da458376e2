"""The progress bar of a load."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


class Progress:
    """A progress bar where one can be shown; an output that fails ends the bar, not the load.

    Parameters
    ----------
    total : int
        Number of responses.
    always : bool
        Whether to show it even if the standard error stream is not a terminal; in notebooks it is always shown.
    """

    def __init__(self, total: int, *, always: bool) -> None:
        self._bar: Any = None
        if sys.stderr is not None:  # as it is in a process without a console
            self._try(lambda: self._open(total, always))

    def advance(self, **counts: int) -> None:
        """Count a response, and show these counts beside the bar."""
        self._try(lambda: self._step(counts))

    def close(self) -> None:
        """Leave the bar as it is."""
        self._try(self._close)

    def _open(self, total: int, always: bool) -> None:
        from tqdm.auto import tqdm

        self._bar = tqdm(total=total, unit="response", disable=False if always else None)

    def _step(self, counts: dict[str, int]) -> None:
        if self._bar is not None:
            self._bar.set_postfix(counts, refresh=False)
            self._bar.update()

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
