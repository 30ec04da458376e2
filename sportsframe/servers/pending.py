"""The requests of a mirror that wait for upstream, and go on when their users have been answered from the cache."""

from __future__ import annotations

import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import NamedTuple

from .._client import cache
from .._client.answer import Fetched
from .._client.query import Query
from ..service.respond import Reply

PATIENCE = 2.0
"""Seconds for which a user waits for upstream if the cache has an expired response."""

CONCURRENT_REQUESTS = 16
"""Maximum number of concurrent upstream requests for one user; those of others do not wait for them."""


class Asked(NamedTuple):
    """A valid request: its query, the name of the token that sent it, and whether it accepts gzip."""

    query: Query
    name: str
    packed: bool


class Outcome(NamedTuple):
    """Outcome of a request: the response, and the data it was made from unless it is an error."""

    reply: Reply
    found: Fetched | None = None


class Pending(NamedTuple):
    """A request in progress: its future outcome, and when it started."""

    outcome: Future[Outcome]
    began: float

    def patience(self) -> float:
        """Return the seconds for which a user who can have an expired response still waits."""
        return max(0.0, self.began + PATIENCE - time.monotonic())


class Line:
    """Requests that wait for upstream; identical requests of one user are sent once.

    Each user has threads of their own. They do not keep the process from ending, as those of an executor would.

    Parameters
    ----------
    answer : callable
        Responds to a request; called in one of the threads.
    """

    def __init__(self, answer: Callable[[Asked], Outcome]) -> None:
        self._answer = answer
        self._lock = threading.Lock()
        self._pending: dict[Asked, Pending] = {}
        self._waiting: defaultdict[str, deque[Asked]] = defaultdict(deque)
        self._threads: Counter[str] = Counter()

    def join(self, asked: Asked) -> Pending:
        """Return the request as it is under way, begun now if it is not."""
        with self._lock:
            pending = self._pending.get(asked)
            if pending is not None:
                cache.tally.add(saved=1)
                return pending
            if self._threads[asked.name] < CONCURRENT_REQUESTS:
                threading.Thread(target=self._work, args=(asked.name,), name="sportsframe-mirror", daemon=True).start()
                self._threads[asked.name] += 1
            self._waiting[asked.name].append(asked)
            pending = self._pending[asked] = Pending(Future(), time.monotonic())
            pending.outcome.set_running_or_notify_cancel()  # from here on nobody who stops to wait cancels it
            return pending

    def _work(self, name: str) -> None:
        while (asked := self._next(name)) is not None:
            outcome = self._pending[asked].outcome
            try:
                found = self._answer(asked)
            except BaseException as error:
                del self._pending[asked]
                outcome.set_exception(error)
            else:
                del self._pending[asked]
                outcome.set_result(found)

    def _next(self, name: str) -> Asked | None:
        """Return the next request of a user; without one the thread ends."""
        with self._lock:
            if self._waiting[name]:
                return self._waiting[name].popleft()
            self._threads[name] -= 1
            return None
