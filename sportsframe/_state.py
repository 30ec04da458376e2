"""The locks and module state of the package, renewed in a child process after a fork.

A child is a copy of the one thread that forked: a lock that another thread held at that moment would stay locked for
ever, and files and sockets are still the parent's. Whoever keeps a lock or a table of such things at module level says
so here.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any
from weakref import WeakSet


class Lock:
    """A lock that is free in a child process, whoever held it when the parent forked."""

    def __init__(self) -> None:
        self._lock: Any = threading.RLock()
        _locks.add(self)

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._lock.release()


_locks: WeakSet[Lock] = WeakSet()
_renewals: list[Callable[[], object]] = []
_abandoned: list[Any] = []


def lock() -> Lock:
    """A lock for module state. It may be entered again by the thread that holds it."""
    return Lock()


def after_fork(renew: Callable[[], object]) -> Callable[[], object]:
    """Have `renew` called in every forked child; what it returns is kept for ever, so that nothing of it is closed."""
    _renewals.append(renew)
    return renew


def _in_child() -> None:
    for one in list(_locks):
        one._lock = threading.RLock()
    for renew in _renewals:
        _abandoned.append(renew())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_child)
