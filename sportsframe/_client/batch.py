"""Many queries at a time: `fetch_many`."""

from __future__ import annotations

import copy
import threading
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context

from .._process import waiting
from ..errors import FAULTS, Forbidden, ServiceError, SportsframeError, TrialRestricted, Unauthorized, Unreachable
from . import cache, option_values, transport
from .answer import Fetched, Result
from .connection import connection_for, key_of
from .fetch import Refresh, RetryBudget, checked_refresh, result_of, warn_if_not_right
from .notices import LOG
from .options import current, forget
from .progress import Progress
from .query import Query
from .settings import Settings

SHOW_PROGRESS_FROM = 4


class Batch(Iterator[Result]):
    """The results of many queries, in order; `arrived` has those received but not yet consumed, by position."""

    def __init__(
        self, queries: list[Query], setting: Settings, workers: int | None, progress: bool | None, refresh: Refresh
    ) -> None:
        self.queries = queries
        self.setting = setting
        self.connection = None if setting.replay else connection_for(setting)
        wanted = option_values.checked({"workers": workers}, "argument")["workers"] or setting.workers
        # In this process there is nothing to wait for: threads would only compete for the interpreter.
        self.workers = 1 if setting.source_is_built_in() else wanted
        self.refresh = checked_refresh(refresh)
        self.arrived: dict[int, Result] = {}
        self.tally = cache.Tally()
        self._budget = RetryBudget(self.setting)
        self._refused: dict[Query, ServiceError] = {}
        self._served = False
        self._fresh: set[int] = set()
        self._progress = progress
        self._context = copy_context()
        self._context.run(forget)
        self._context.run(transport.request_slots.set, threading.Semaphore(self.workers))
        self._results = self._run()

    def __iter__(self) -> Batch:
        return self

    def __next__(self) -> Result:
        return next(self._results)

    def close(self) -> None:
        """Send no more requests."""
        self._budget.stopped = True
        self._results.close()

    def _run(self) -> Generator[Result, None, None]:
        self._fresh = self._known()
        missing = [i for i in range(len(self.queries)) if i not in self._fresh]
        to_be_told = self.setting.has_reader and waiting.get() is None  # a widget says itself how far it is
        shown = to_be_told and len(missing) >= SHOW_PROGRESS_FROM if self._progress is None else self._progress
        progress = Progress(len(self.queries), always=bool(self._progress)) if shown else None
        warned: set[str] = set()
        # 50 % more threads than requests: the network stays busy while some threads store responses.
        threads = self.workers + self.workers // 2
        pool = ThreadPoolExecutor(threads, thread_name_prefix="sportsframe")
        futures: dict[int, Future[Result]] = {}
        try:
            first = self._alone(missing)
            ahead = iter([i for i in missing if i != first] if len(missing) > 1 else ())
            for i in range(len(self.queries)):
                # Bounded read-ahead: responses that wait to be consumed take memory.
                while len(futures) < 4 * self.workers and (j := next(ahead, None)) is not None:
                    try:
                        futures[j] = pool.submit(self._context.copy().run, self._one, j)
                    except RuntimeError:  # no thread can be started, as when the interpreter stops: one at a time
                        ahead = iter(())
                if i in futures:
                    result = futures.pop(i).result()
                else:
                    result = self.arrived[i] if i == first else self._context.copy().run(self._one, i)
                self.arrived.pop(i, None)
                if progress is not None:
                    progress.advance(made=self.tally.made, saved=self.tally.saved)
                if isinstance(result, Fetched) and self.connection is not None:
                    warn_if_not_right(result, warned)
                yield result
        finally:
            self._budget.stopped = True
            pool.shutdown(wait=False, cancel_futures=True)
            if progress is not None:
                progress.close()

    def _known(self) -> set[int]:
        """Positions whose responses are fresh in the cache, from the keys only."""
        replay = self.setting.replay
        if replay is not None and replay.waits:
            return set()
        if self.connection is None or self.setting.offline:
            return set(range(len(self.queries)))
        if self.refresh or self.setting.max_age is not None:  # which depend on the entries themselves
            return set()
        keys = [key_of(str(query)) for query in self.queries]
        fresh = self.connection.cache.fresh(keys, self.setting.moment())
        return {i for i, key in enumerate(keys) if key in fresh}

    def _alone(self, missing: list[int]) -> int | None:
        """Send one query first to a service that has not responded yet: the latest, which a trial token may read."""
        if len(missing) < 2 or self.connection is None or self.connection.proven:
            return None
        latest = max(missing, key=lambda i: self.queries[i].part)
        self._context.copy().run(self._one, latest)
        return latest

    def _refusal(self, query: Query) -> ServiceError | None:
        """An earlier error of the service that applies to `query` as well.

        A rejected token applies to everything; a plan that lacks the resource, to all its dates of that sport; the
        limit of a trial, to older ones. If other queries succeeded, an error applies to its own date only.
        """
        for asked, error in self._refused.items():
            same = (asked.sport, asked.resource) == (query.sport, query.resource)
            if isinstance(error, TrialRestricted):
                applies = same and query.part <= asked.part
            else:
                applies = isinstance(error, Unauthorized) or (same and not self._served)
            if applies:
                return copy.copy(error)
        return None

    def _one(self, i: int) -> Result:
        query = self.queries[i]
        if self._budget.stopped:
            return Unreachable(f"stopped before {query} was requested")
        refusal = None if i in self._fresh else self._refusal(query)
        if refusal is not None:
            self.arrived[i] = refusal
            return refusal
        try:
            result = result_of(self.connection, query, self.setting, self.refresh, self._budget)
        except FAULTS as error:
            LOG.exception("%s failed", query)
            result = SportsframeError(f"{query} failed: {type(error).__name__}: {' '.join(str(error).split())[:160]}")
            result.__cause__ = error
        if isinstance(result, Unauthorized | Forbidden):
            self._refused = {**self._refused, query: result}
        saved = isinstance(result, Fetched) and result.from_cache
        self._served |= isinstance(result, Fetched) and not saved
        self.tally.add(made=not saved, saved=saved)
        self.arrived[i] = result
        return result


def fetch_many(
    queries: Iterable[Query],
    setting: Settings | None = None,
    *,
    workers: int | None = None,
    progress: bool | None = None,
    refresh: Refresh = False,
) -> Batch:
    """The responses to many queries, in order.

    Fresh responses come from the cache; the rest is requested by a pool of threads, each key once at a time.

    Parameters
    ----------
    queries : iterable of Query
        Validated queries.
    setting : Settings, optional
        Settings to use; by default those in force.
    workers : int, optional
        Requests in flight at a time; by default the setting, 8. The service in this process gets one at a time.
    progress : bool, optional
        Show a progress bar with the requests made and saved; by default in notebooks and terminals, if several
        requests are needed, and elsewhere a line now and then.
    refresh : bool or "changed"
        As for `fetch`.

    Returns
    -------
    Batch
        An iterator of `Fetched`, or of the error of a query that failed. After an interrupt, ``arrived`` has the
        results received but not yet consumed, by position.

    Raises
    ------
    ConfigError
        If the settings name no usable service; no request is sent.
    """
    return Batch(list(queries), setting or current(), workers, progress, refresh)
