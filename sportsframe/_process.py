"""What client and service share of the process: the host name of the service inside it, the time, hidden secrets.

The package hands in the last two when it is imported, from its settings and credentials, which the service does not
know.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

BUILT_IN_HOST = "sportsframe.invalid"
"""Host of the service inside the process; the name is reserved and never resolves."""


@dataclass(frozen=True)
class Process:
    """The clock and the keeper of secrets of a process.

    Attributes
    ----------
    clock : callable
        Returns the clock set where it is called: a function that returns the time, aware.
    keep : callable
        Takes a secret in; it is known for as long as the caller holds what is returned.
    redact : callable
        Returns a text with every known secret hidden.
    redactor : callable
        Returns a filter that hides every known secret in log records.
    lifetime : callable
        From the path of a question, an answer and the time when it was given to the seconds for which it may be used.
    """

    clock: Callable[[], Callable[[], datetime]]
    keep: Callable[[str], object]
    redact: Callable[[str], str]
    redactor: Callable[[], logging.Filter]
    lifetime: Callable[[str, bytes, datetime], float]


_handed: list[Process] = []


def hand_in(process: Process) -> None:
    """Set what `process` returns; done once, by the package."""
    _handed[:] = [process]


def process() -> Process:
    """What was handed in."""
    return _handed[0]
