"""Process-wide state that client and service share: the built-in host, the clock, secrets, locks, and who is waiting.

The package sets the clock and the store of secrets when it is imported. They come from the client's settings and
credentials, which the service does not import.

A child process is a copy of the one thread that forked: a lock that another thread held at that moment would stay
locked forever, and files and sockets are still those of the parent. Code that keeps a lock or a table of such things at
module level registers it here, with `ForkSafeLock` or `after_fork`.
"""

from __future__ import annotations

import importlib
import logging
import os
import threading
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

if TYPE_CHECKING:

    class RLock:
        """What `threading.RLock` makes; final for type checkers alone."""

        def __enter__(self) -> bool: ...
        def __exit__(self, *error: object) -> None: ...
        def _at_fork_reinit(self) -> None: ...

else:
    RLock = type(threading.RLock())

BUILT_IN_HOST = "sportsframe.invalid"
"""Host of the service inside the process; the name is reserved and never resolves."""


@dataclass(frozen=True)
class Process:
    """The clock and the keeper of secrets of a process.

    Attributes
    ----------
    clock : callable
        Returns the clock in force for the caller: a function that returns the time, timezone-aware.
    keep : callable
        Registers a secret; it stays known for as long as the caller holds the object returned.
    redact : callable
        Returns a string with every known secret hidden.
    redactor : callable
        Returns a filter that hides every known secret in log records.
    lifetime : callable
        Takes a request path, a response body and the time of the response; returns the seconds for which the response
        may be used.
    """

    clock: Callable[[], Callable[[], datetime]]
    keep: Callable[[str], object]
    redact: Callable[[str], str]
    redactor: Callable[[], logging.Filter]
    lifetime: Callable[[str, bytes, datetime], float]


_handed: list[Process] = []


def hand_in(process: Process) -> None:
    """Set what `process` returns; called once, by the package."""
    _handed[:] = [process]


def process() -> Process:
    """The clock and the keeper of secrets that the package handed in."""
    return _handed[0]


waiting: ContextVar[Callable[[object, int, int], object] | None] = ContextVar("sportsframe_waiting", default=None)
"""Told by the service in this process, for the caller that waits for a response, how far it is: the season that it
plays, how many of its games it has played, and how many it has to."""


class ForkSafeLock(RLock):
    """A reentrant lock for module state; it is free in a child process, whoever held it when the parent forked.

    ``with`` enters and leaves it without running Python code, in which an interrupt would leave it locked for good.
    """

    def __init__(self) -> None:
        super().__init__()
        _locks.add(self)


_locks: WeakSet[ForkSafeLock] = WeakSet()
_renewals: list[Callable[[], object]] = []
_abandoned: list[Any] = []


def after_fork(renew: Callable[[], object]) -> Callable[[], object]:
    """Call `renew` in every forked child, and keep what it returns forever, so that nothing of it is closed."""
    _renewals.append(renew)
    return renew


class ForkGate:
    """Entered by what holds locks that are not ours, such as SQLite's, and by imports at the first use of a name.

    A fork waits until no other thread is inside or imports a module, and no thread enters while it forks: in the child,
    these locks would never become free.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._free = threading.Condition(self._lock)
        self._inside: dict[int, int] = {}
        self._forking: int | None = None

    def __enter__(self) -> None:
        me = threading.get_ident()
        with self._lock:
            while self._forking not in (None, me) and me not in self._inside:
                self._free.wait(LONGEST_FORK_WAIT)
            self._inside[me] = self._inside.get(me, 0) + 1

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        me = threading.get_ident()
        with self._lock:
            left = self._inside[me] - 1
            if left:
                self._inside[me] = left
            else:  # the garbage collector may close a file at any moment, which enters and leaves as well
                self._inside.pop(me, None)
            self._free.notify_all()

    def close(self) -> None:
        """Wait until no other thread is inside or imports, but not forever, and let nobody in."""
        me = threading.get_ident()
        end = time.monotonic() + LONGEST_FORK_WAIT
        while True:
            while _others_import(me) and time.monotonic() < end:
                time.sleep(0.002)
            with self._lock:
                self._free.wait_for(lambda: self._forking is None, LONGEST_FORK_WAIT)
                self._forking = me
                self._free.wait_for(lambda: not self._inside.keys() - {me}, LONGEST_FORK_WAIT)
            if not _others_import(me) or time.monotonic() >= end:
                return
            self.open()  # what is imported may have to enter

    def open(self) -> None:
        """Let threads in again."""
        with self._lock:
            self._forking = None
            self._free.notify_all()


def _others_import(me: int) -> bool:
    """Whether another thread holds the lock of a module that it imports, as far as Python tells."""
    locks: dict[str, Any] = getattr(getattr(importlib, "_bootstrap", None), "_module_locks", {})
    held = [ref() for ref in list(locks.values())]
    return any(getattr(lock, "owner", None) not in (None, me) for lock in held)


LONGEST_FORK_WAIT = 10.0
"""Seconds for which a fork waits for other threads; an import of pandas takes less."""

fork_gate = ForkGate()


def _in_child() -> None:
    fork_gate.__init__()  # type: ignore[misc]
    for one in list(_locks):
        one._at_fork_reinit()
    for renew in _renewals:
        _abandoned.append(renew())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=fork_gate.close, after_in_parent=fork_gate.open, after_in_child=_in_child)
