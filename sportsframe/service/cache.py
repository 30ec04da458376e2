"""Bytes that were made once and may be asked for again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from .. import _state

Value = TypeVar("Value")


class Bounded(Generic[Value]):
    """A mapping that holds at most `limit` bytes and lets go of what was not asked for longest.

    Parameters
    ----------
    limit : int
        Bytes in all.
    size : callable
        Bytes of a value.
    """

    def __init__(self, limit: int, size: Callable[[Value], int]) -> None:
        self.limit = limit
        self.held = 0
        self._size = size
        self._values: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()
        self._lock = _state.lock()

    def get(self, key: Hashable) -> Value | None:
        with self._lock:
            found = self._values.get(key)
            if found is None:
                return None
            self._values.move_to_end(key)
            return found[0]

    def put(self, key: Hashable, value: Value) -> None:
        size = self._size(value) + OVERHEAD
        with self._lock:
            old = self._values.pop(key, None)
            self.held -= old[1] if old else 0
            if size > self.limit:
                return
            self._values[key] = value, size
            self.held += size
            while self.held > self.limit:
                self.held -= self._values.popitem(last=False)[1][1]

    def __len__(self) -> int:
        return len(self._values)


OVERHEAD = 400
"""Bytes that a key and the bookkeeping of a value take, about."""


class Flights:
    """Lets one caller work on a key while the others wait for what it makes."""

    def __init__(self) -> None:
        self._locks: dict[Hashable, tuple[threading.Lock, int]] = {}
        self._guard = _state.lock()

    @contextmanager
    def alone(self, key: Hashable) -> Iterator[None]:
        """Hold `key` until the block ends."""
        with self._guard:
            lock, waiting = self._locks.get(key, (threading.Lock(), 0))
            self._locks[key] = lock, waiting + 1
        try:
            with lock:
                yield
        finally:
            with self._guard:
                waiting = self._locks[key][1] - 1
                if waiting:
                    self._locks[key] = lock, waiting
                else:
                    del self._locks[key]
