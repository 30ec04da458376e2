"""Upstream requests of a mirror, which continue after their users have received a cached response."""

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

LATE = 1.0
"""Seconds beyond the time limit of a request after which its user waits no longer, whatever it is stuck in."""

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
    fetched: Fetched | None = None


class Pending(NamedTuple):
    """A request in progress: its future outcome, and when it started."""

    outcome: Future[Outcome]
    began: float

    def patience(self) -> float:
        """Return the seconds left until a user is sent an expired response, or news of an outage, instead."""
        return max(0.0, self.began + PATIENCE - time.monotonic())

    def left(self, limit: float) -> float:
        """Return how many more seconds a user waits for a request that may take `limit`."""
        return max(0.0, self.began + limit + LATE - time.monotonic())


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
        self._waiting: defaultdict[str, deque[tuple[Asked, Pending]]] = defaultdict(deque)
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
            pending = self._pending[asked] = Pending(Future(), time.monotonic())
            self._waiting[asked.name].append((asked, pending))
            pending.outcome.set_running_or_notify_cancel()  # from here on nobody who stops to wait cancels it
            return pending

    def release(self, outcome: Outcome) -> None:
        """Give an outcome to all who have waited for `PATIENCE`; what is under way goes on, and the rest is dropped."""
        with self._lock:
            late = [(asked, pending) for asked, pending in self._pending.items() if not pending.patience()]
        for asked, pending in late:
            self._settle(asked, pending, outcome)

    def _settle(self, asked: Asked, pending: Pending, outcome: Outcome | BaseException) -> None:
        with self._lock:
            if pending.outcome.done():
                return
            del self._pending[asked]
        if isinstance(outcome, BaseException):
            pending.outcome.set_exception(outcome)
        else:
            pending.outcome.set_result(outcome)

    def _work(self, name: str) -> None:
        while (following := self._next(name)) is not None:
            try:
                found: Outcome | BaseException = self._answer(following[0])
            except BaseException as error:
                found = error
            self._settle(*following, found)

    def _next(self, name: str) -> tuple[Asked, Pending] | None:
        """Return the next request of a user that somebody waits for; without one the thread ends."""
        with self._lock:
            while self._waiting[name]:
                asked, pending = self._waiting[name].popleft()
                if not pending.outcome.done():
                    return asked, pending
            self._threads[name] -= 1
            return None
