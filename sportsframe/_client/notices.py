"""Warnings, each issued once, and the log of the package.

The logger ``sportsframe`` reports what the client does: DEBUG for responses from the cache, INFO for requests, WARNING
for retries, evictions, stale responses and schema drift. No message contains a token.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import warnings
from collections.abc import Iterator
from contextvars import ContextVar

from .._process import ForkSafeLock
from ..errors import SportsframeWarning
from . import credentials

LOG = logging.getLogger("sportsframe")
LOG.addHandler(logging.NullHandler())
LOG.addFilter(credentials.Redactor())

_warned: set[str] = set()
_lock = ForkSafeLock()
_here = os.path.dirname(os.path.dirname(__file__)) + os.sep


def first_time(topic: str) -> bool:
    """Whether this is the first call with `topic` since `forget` was called for it."""
    with _lock:
        if topic in _warned:
            return False
        _warned.add(topic)
        return True


_seen: set[str] = set()


def first_in_process(topic: str) -> bool:
    """Whether this is the first call with `topic` in this process; `forget` has no effect on it."""
    with _lock:
        known = topic in _seen
        _seen.add(topic)
    return not known


def say(message: str) -> None:
    """Print a message on standard error; in a notebook, which shows that as an error, on standard output."""
    shells = sys.modules.get("IPython")
    shell = getattr(shells, "get_ipython", lambda: None)()
    stream = sys.stdout if hasattr(shell, "kernel") else sys.stderr
    if stream is not None:
        with contextlib.suppress(OSError, ValueError):  # it may be closed
            print(message, file=stream)


_said_otherwise: ContextVar[bool] = ContextVar("said_otherwise", default=False)


@contextlib.contextmanager
def said_otherwise() -> Iterator[None]:
    """Issue none of the warnings that come once: what the block returns says it, and they are still due afterwards."""
    before = _said_otherwise.set(True)
    try:
        yield
    finally:
        _said_otherwise.reset(before)


def warn_once(topic: str, message: str) -> None:
    """Warn, unless there was a warning of this topic since `forget` was called for it."""
    if not _said_otherwise.get() and first_time(topic):
        warn(message)


def warn(message: str, category: type[Warning] = SportsframeWarning) -> None:
    """Warn at the line of the caller outside this package, and log the message."""
    message = credentials.redact(message)
    LOG.warning("%s", message)
    depth, frame = 1, sys._getframe()
    while frame is not None and frame.f_code.co_filename.startswith(_here):
        depth, frame = depth + 1, frame.f_back  # type: ignore[assignment]
    warnings.warn(message, category, stacklevel=depth)


def forget(topic: str = "") -> None:
    """Allow warnings of a topic, by default of all topics, to be issued again."""
    with _lock:
        for one in [one for one in _warned if one.startswith(topic)]:
            _warned.discard(one)
