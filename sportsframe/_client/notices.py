"""What is said: warnings, each once, and the log of the package.

The logger ``sportsframe`` reports what the client does: DEBUG for answers from the cache, INFO for requests, WARNING
for retries, evictions, stale answers and schema drift. No message holds a token.
"""

from __future__ import annotations

import logging
import os
import sys
import warnings

from .._process import ForkSafeLock
from ..errors import SportsframeWarning
from . import credentials

LOG = logging.getLogger("sportsframe")
LOG.addHandler(logging.NullHandler())
LOG.addFilter(credentials.Redactor())

_said: set[str] = set()
_lock = ForkSafeLock()
_here = os.path.dirname(os.path.dirname(__file__)) + os.sep


def first_time(topic: str) -> bool:
    """Whether `topic` was not raised since the last `forget` of it; it is from now on."""
    with _lock:
        if topic in _said:
            return False
        _said.add(topic)
        return True


_told: set[str] = set()


def first_in_process(topic: str) -> bool:
    """Whether this is the first call with `topic`; nothing makes it forget."""
    with _lock:
        known = topic in _told
        _told.add(topic)
    return not known


def warn_once(topic: str, message: str) -> None:
    """Warn of `topic`, unless that was done since the last `forget` of it."""
    if first_time(topic):
        warn(message)


def warn(message: str) -> None:
    """Warn at the line of the user's that led here, and log it."""
    message = credentials.redact(message)
    LOG.warning("%s", message)
    depth, frame = 1, sys._getframe()
    while frame is not None and frame.f_code.co_filename.startswith(_here):
        depth, frame = depth + 1, frame.f_back  # type: ignore[assignment]
    warnings.warn(message, SportsframeWarning, stacklevel=depth)


def forget(topic: str = "") -> None:
    """Let `topic`, or with none every topic, be warned of again."""
    with _lock:
        for said in [said for said in _said if said.startswith(topic)]:
            _said.discard(said)
