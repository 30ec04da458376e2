"""A query -> the service's answer, byte for byte: the cache first, then the service, politely and once.

`fetch` raises what went wrong; `fetch_many` hands it over in place of the answer, so that a range keeps what arrived.
"""

from __future__ import annotations

import copy
import json
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Any
from urllib.parse import urlsplit

from requests import PreparedRequest, Request, Response
from requests.adapters import BaseAdapter
from requests_cache import CachedSession

from ..errors import (
    BadRequest,
    Forbidden,
    NotFound,
    PayloadError,
    ServiceError,
    SportsframeError,
    TrialRestricted,
    Unauthorized,
    Unreachable,
)
from . import cache, credentials, settings, transport
from .cache import AnswerCache, Held
from .hosts import Door, doors
from .query import Query
from .settings import Settings, Source, warn_once

ATTEMPTS = 4
LONGEST_WAIT = 30.0
"""Seconds spent waiting between attempts, in all: longer, and a person should know."""

FIRST_PAUSE = 0.5
TRIAL_CODE = "TRIAL_ACCESS_RESTRICTED"
HEADERS = {"Accept": "application/json", "Accept-Encoding": "gzip, deflate", "User-Agent": "sportsframe"}
MOST_LINES = 8
SHOW_PROGRESS_FROM = 4


@dataclass(frozen=True)
class Fetched:
    """An answer.

    Attributes
    ----------
    query : Query
        What was asked.
    body : bytes
        The answer as it came; empty where the service has nothing to return.
    fetched_at : datetime
        When the service gave it, in GMT.
    from_cache : bool
        Nothing was asked for it.
    stale : bool
        Older than its lifetime: the service could not be asked.
    """

    query: Query
    body: bytes
    fetched_at: datetime
    from_cache: bool
    stale: bool = False


Result = Fetched | SportsframeError


def register_door(host: str, make: Callable[[], BaseAdapter], *, version: str = "") -> None:
    """Have requests for `host` go through the adapter that `make` returns, in place of sockets.

    Parameters
    ----------
    host : str
        A host name, such as the reserved one of the built-in service.
    make : callable
        Makes the adapter, when it is first needed.
    version : str
        Changes when the answers of that host do: entries of another version are not used.
    """
    doors[host] = Door(make, lambda: version)
    _close_lines()


@dataclass
class Note:
    """An answer that was handed out: what is needed to have it again."""

    query: Query
    fetched_at: datetime
    check: str
    stale: bool
    empty: bool
    body: bytes | None


class Patience:
    """How long a service that fails is waited for, over all that is asked together."""

    def __init__(self, setting: Settings) -> None:
        self._elapsed = setting.elapsed
        self._failing_since: float | None = None
        self.stopped = False

    def served(self) -> None:
        """The service answered."""
        self._failing_since = None

    def failed(self) -> None:
        """The service did not answer."""
        if self._failing_since is None:
            self._failing_since = self._elapsed()

    @property
    def over(self) -> bool:
        """Whether it has not answered for too long to go on asking, or nobody waits any more."""
        if self.stopped:
            return True
        return self._failing_since is not None and self._elapsed() - self._failing_since > LONGEST_WAIT


class Line:
    """The line to one source: its session and cache, what is under way, what was handed out."""

    def __init__(self, setting: Settings, source: Source) -> None:
        self.source = source
        self.cache: AnswerCache = cache.of(setting, source)
        self.under_way: dict[str, Future[Result]] = {}
        self.lock = threading.Lock()
        self.session = CachedSession(
            backend=self.cache, allowable_codes=(200,), allowable_methods=("GET",), key_fn=self._request_key
        )
        self.session.adapters.clear()
        self.session.mount(source.address + "/", self._adapter())
        host = urlsplit(source.address).hostname or ""
        self._direct = transport.door_to(source.address) is not None or settings.is_loopback(host)
        credentials.guard_logs()

    def _adapter(self) -> BaseAdapter:
        door = transport.door_to(self.source.address)
        inner = door.make() if door else transport.Sockets(pool_maxsize=settings.MOST_WORKERS, max_retries=0)
        return transport.TokenAdapter(inner, self.source.address, self.source.token)

    def _request_key(self, request: PreparedRequest | Request, **_: Any) -> str:
        return key_of(str(request.url)[len(self.source.address) :])

    def send(self, query: Query, setting: Settings) -> Response | Unreachable:
        """One attempt. What goes wrong is returned, never raised: it carries no other exception with it."""
        request = Request("GET", f"{self.source.address}{query}", headers=HEADERS).prepare()
        how: dict[str, Any] = {"proxies": {}, "verify": True, "cert": None}
        if not self._direct:  # a proxy would see a token that is in the clear
            how = dict(self.session.merge_environment_settings(request.url, {}, False, None, None))
            how.pop("stream")
        try:
            response: Response = self.session.send(
                request, force_refresh=True, timeout=setting.timeouts, allow_redirects=False, **how
            )
        except Unreachable as error:
            return Unreachable(str(error))
        return response


def key_of(asked: str) -> str:
    return blake2b(asked.encode(), digest_size=16).hexdigest()


_lines: OrderedDict[tuple[Any, ...], Line] = OrderedDict()
_lines_lock = threading.Lock()
journal: dict[str, dict[str, Note]] = {}
"""The answers handed out, by address and question: what `freeze` writes."""

replay: Callable[[Query], Result] | None = None
"""Answers in place of cache and service, while frozen answers are in use."""


def current_line(setting: Settings | None = None) -> Line:
    """The line to the source that the settings name."""
    setting = setting or settings.current()
    source = setting.source()
    key = (source, setting.cache_dir, setting.redis, setting.cache_size)
    with _lines_lock:
        line = _lines.get(key)
        if line is None:
            line = _lines[key] = Line(setting, source)
            if len(_lines) > MOST_LINES:
                _lines.popitem(last=False)[1].session.close()  # type: ignore[no-untyped-call]
        else:
            _lines.move_to_end(key)
        return line


def _close_lines() -> None:
    with _lines_lock:
        while _lines:
            _lines.popitem()[1].session.close()  # type: ignore[no-untyped-call]


def _after_fork() -> None:
    global _lines, _lines_lock
    _abandoned.append(_lines)  # its sockets and files are the parent's
    _lines, _lines_lock = OrderedDict(), threading.Lock()


_abandoned: list[Any] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def fetch(query: Query, *, refresh: bool = False) -> Fetched:
    """The answer to `query`.

    Parameters
    ----------
    query : Query
        A checked question.
    refresh : bool
        Ask the service even if the cache holds an answer that may still be used.

    Returns
    -------
    Fetched
        With an empty body where the service has nothing to return (specification 7, NotModified).

    Raises
    ------
    ConfigError
        If the settings name no service that can be asked; nothing is sent.
    ServiceError
        If the service refuses: `Unauthorized`, `Forbidden`, `TrialRestricted`, `BadRequest`, `NotFound`.
    Unreachable
        If no answer came and the cache holds none; offline, if the cache holds none.
    PayloadError
        If the answer is not the envelope of specification 2.1.
    """
    setting = settings.current()
    line = None if replay else current_line(setting)
    result = _result(line, query, setting, refresh, Patience(setting))
    if isinstance(result, SportsframeError):
        raise result
    if line is not None:
        _tell(line, result)
    return result


def _result(line: Line | None, query: Query, setting: Settings, refresh: bool, patience: Patience) -> Result:
    """The answer, or what went wrong, from wherever it may come."""
    if replay is not None:
        return replay(query)
    assert line is not None
    key = key_of(str(query))
    if not refresh or setting.offline:
        held = line.cache.lookup(key, setting.moment())
        if held is not None and (held.fresh or setting.offline):
            cache.tally.add(saved=1)
            return _from_cache(line, query, held)
    if setting.offline:
        return Unreachable(f"offline, and the cache holds no answer to {query}")
    while True:
        with line.lock:
            going = line.under_way.get(key)
            mine: Future[Result] | None = None
            if going is None:
                mine = line.under_way[key] = Future()
        if mine is None:
            assert going is not None
            try:
                result = going.result()
            except CancelledError:  # whoever asked was interrupted
                continue
            cache.tally.add(saved=1)
            return copy.copy(result)
        try:
            result = _lead(line, query, key, setting, refresh, patience)
        except BaseException:
            _land(line, key, mine, None)
            raise
        _land(line, key, mine, result)
        return result


def _land(line: Line, key: str, flight: Future[Result], result: Result | None) -> None:
    with line.lock:
        line.under_way.pop(key, None)
    if result is None:
        flight.cancel()
    else:
        flight.set_result(result)


def _lead(line: Line, query: Query, key: str, setting: Settings, refresh: bool, patience: Patience) -> Result:
    """Ask for all who wait for this key."""
    if not refresh:  # it may have arrived since we looked
        held = line.cache.lookup(key, setting.moment())
        if held is not None and held.fresh:
            cache.tally.add(saved=1)
            return _from_cache(line, query, held)
    result = _ask(line, query, setting, patience)
    if _is_down(result):
        held = line.cache.lookup(key, setting.moment())
        if held is not None:
            return _from_cache(line, query, held, stale=True)
    return result


def _from_cache(line: Line, query: Query, held: Held, *, stale: bool = False) -> Fetched:
    fetched = Fetched(query, held.body, held.fetched_at, from_cache=True, stale=stale or not held.fresh)
    _note(line, fetched, held.check, None if held.lifetime >= KEPT_ON_DISK else held.body)
    return fetched


KEPT_ON_DISK = 24 * 3600.0
"""An answer that lives this long will not be replaced in the cache; shorter ones the journal keeps itself."""


def _note(line: Line, fetched: Fetched, check: str, body: bytes | None) -> None:
    notes = journal.setdefault(line.source.address, {})
    notes[str(fetched.query)] = Note(fetched.query, fetched.fetched_at, check, fetched.stale, not fetched.body, body)


def _is_down(result: Result) -> bool:
    return isinstance(result, Unreachable) or (
        isinstance(result, ServiceError) and (result.status == 429 or result.status >= 500)
    )


def _ask(line: Line, query: Query, setting: Settings, patience: Patience) -> Result:
    """Ask the service, again where that may help and not for too long."""
    if patience.over:
        return Unreachable(f"{_host(line)} has not answered for {LONGEST_WAIT:g} s, {query} was not asked")
    began, waited = setting.elapsed(), 0.0
    for attempt in range(1, ATTEMPTS + 1):
        cache.tally.add(made=1)
        answer = line.send(query, setting)
        if isinstance(answer, Response):
            result, again = _read(line, query, answer, setting)
        else:
            result, again = Unreachable(f"no answer from {_host(line)} for {query}: {answer}"), True
        if not again:
            patience.served()
            settings.forget(f"stale {line.source.address}")
            return result
        patience.failed()
        asked = transport.retry_after(answer.headers, setting.moment()) if isinstance(answer, Response) else None
        pause = asked if asked is not None else FIRST_PAUSE * 2 ** (attempt - 1) * _spread(query, attempt)
        too_long = waited + pause > LONGEST_WAIT or setting.elapsed() - began + pause > LONGEST_WAIT
        if attempt == ATTEMPTS or too_long or patience.over:
            break
        setting.sleep(pause)
        waited += pause
    return result


def _spread(query: Query, attempt: int) -> float:
    """A factor from 1 to 1.5, the same every time: workers that failed together do not come back together."""
    return 1 + blake2b(f"{attempt}{query}".encode(), digest_size=1).digest()[0] / 512


def _host(line: Line) -> str:
    return urlsplit(line.source.address).netloc


def _read(line: Line, query: Query, answer: Response, setting: Settings) -> tuple[Result, bool]:
    """An answer -> what it says, and whether to ask again."""
    status, body = answer.status_code, answer.content
    if status == 200:
        fault = answer.headers.get(transport.FAULT)
        if fault:
            shown = " ".join(_text(body).split())[:60]
            return PayloadError(f"the answer to {query} is not the envelope at {fault}: {shown!r}", path=fault), False
        fetched = Fetched(query, body, datetime.fromisoformat(answer.headers[transport.FETCHED_AT]), from_cache=False)
        on_disk = float(answer.headers[transport.LIFETIME]) >= KEPT_ON_DISK and line.cache.usable()
        _note(line, fetched, answer.headers[transport.CHECK], None if on_disk else body)
        return fetched, False
    kind, meaning = _refusal(status, body, setting, answer.headers.get("Location", ""))
    error = kind(
        f"{status} for {query}: {meaning}"[:300],
        status=status,
        url=f"{line.source.address}{query}",
        body=_text(body)[:500],
    )
    return error, status == 429 or status >= 500


def _refusal(status: int, body: bytes, setting: Settings, location: str) -> tuple[type[ServiceError], str]:
    """The error for a status, and what to do; the shape of the body decides nothing but the trial."""
    said = _said(body)
    if status == 401:
        where = setting.origins["token"].removeprefix("environment ")
        return Unauthorized, f"the token ({where}) is missing, wrong or expired"
    if status == 403:
        if TRIAL_CODE in _text(body):
            return TrialRestricted, said or "a trial token reaches the latest two seasons only"
        return Forbidden, said or "the token is good, but not for this"
    if status == 400:
        return BadRequest, said or "the service cannot read the date or season"
    if status == 404:
        return NotFound, said or "no such thing, or parameters that cannot be"
    if 300 <= status < 400:
        host = urlsplit(location).hostname or "elsewhere"
        return ServiceError, f"a redirect to {host} is not followed, a token goes to the base address only"
    if status == 429:
        return ServiceError, said or "too many requests, try again later or with fewer workers"
    return ServiceError, said or "the service failed, try again later"


def _text(body: bytes) -> str:
    return body.decode("utf-8", "replace")


def _said(body: bytes) -> str:
    """What an error body tells people: a JSON string, the message of an object, or plain text; not a page of HTML."""
    text = _text(body[:10_000]).strip()
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        said = "" if text.startswith("<") else text
    if isinstance(said, dict):
        said = said.get("message") or said.get("error") or ""
    return " ".join(said.split())[:160] if isinstance(said, str) else ""


def _tell(line: Line, fetched: Fetched) -> None:
    """Warn once that an answer is older than it should be."""
    if fetched.stale:
        warn_once(
            f"stale {line.source.address}",
            f"the service could not be asked: {fetched.query} and what else is needed comes from the cache, "
            f"as of {fetched.fetched_at:%Y-%m-%d %H:%M} GMT",
        )


class Batch(Iterator[Result]):
    """The results of many queries, in the order asked; `arrived` holds those there already, by position."""

    def __init__(self, queries: list[Query], workers: int | None, progress: bool | None, refresh: bool) -> None:
        self.queries = queries
        self.setting = settings.current()
        self.line = None if replay else current_line(self.setting)
        self.workers = min(workers or self.setting.workers, settings.MOST_WORKERS)
        self.refresh = refresh
        self.arrived: dict[int, Result] = {}
        self.tally = cache.Tally()
        self._patience = Patience(self.setting)
        self._refused: Unauthorized | None = None
        self._progress = progress
        self._context = copy_context()
        self._context.run(transport.turns.set, threading.Semaphore(self.workers))
        self._results = self._run()

    def __iter__(self) -> Batch:
        return self

    def __next__(self) -> Result:
        return next(self._results)

    def close(self) -> None:
        """Send nothing more."""
        self._patience.stopped = True
        self._results.close()

    def _run(self) -> Generator[Result, None, None]:
        known = self._known()
        missing = [i for i in range(len(self.queries)) if i not in known]
        bar = self._bar(len(missing))
        # Half as many threads again as requests: while some store what came, the wire is not idle.
        threads = self.workers + self.workers // 2
        pool = ThreadPoolExecutor(threads, thread_name_prefix="sportsframe") if len(missing) > 1 else None
        futures: dict[int, Future[Result]] = {}
        ahead = iter(missing)
        try:
            for i in range(len(self.queries)):
                # Some way ahead of the reader, not all the way: answers that wait to be read take memory.
                while pool and len(futures) < 4 * self.workers and (j := next(ahead, None)) is not None:
                    futures[j] = pool.submit(self._context.copy().run, self._one, j)
                result = futures.pop(i).result() if i in futures else self._context.copy().run(self._one, i)
                self.arrived.pop(i, None)
                if bar is not None:
                    bar.set_postfix(made=self.tally.made, saved=self.tally.saved, refresh=False)
                    bar.update()
                if isinstance(result, Fetched) and self.line is not None:
                    _tell(self.line, result)
                yield result
        finally:
            self._patience.stopped = True
            if pool:
                pool.shutdown(wait=False, cancel_futures=True)
            if bar is not None:
                bar.close()

    def _known(self) -> set[int]:
        """Positions the cache can answer, by a quick look at the keys alone."""
        if self.line is None or self.setting.offline:
            return set(range(len(self.queries)))
        if self.refresh:
            return set()
        keys = [key_of(str(query)) for query in self.queries]
        fresh = self.line.cache.fresh(keys, self.setting.moment())
        return {i for i, key in enumerate(keys) if key in fresh}

    def _one(self, i: int) -> Result:
        query = self.queries[i]
        if self._patience.stopped:
            return Unreachable(f"stopped before {query} was asked")
        if self._refused is not None:  # the token will not be better for the next date
            return copy.copy(self._refused)
        result = _result(self.line, query, self.setting, self.refresh, self._patience)
        if isinstance(result, Unauthorized):
            self._refused = result
        saved = isinstance(result, Fetched) and result.from_cache
        self.tally.add(made=not saved, saved=saved)
        self.arrived[i] = result
        return result

    def _bar(self, missing: int) -> Any:
        if self._progress is False or (self._progress is None and missing < SHOW_PROGRESS_FROM):
            return None
        from tqdm.auto import tqdm

        # disable=None: shown in notebooks and terminals only.
        return tqdm(total=len(self.queries), unit="answer", disable=False if self._progress else None)


def fetch_many(
    queries: Iterable[Query], *, workers: int | None = None, progress: bool | None = None, refresh: bool = False
) -> Batch:
    """The answers to many queries, in the order asked.

    What the cache holds is not asked for; the rest goes to a pool of threads, and no key is asked for twice at a time.

    Parameters
    ----------
    queries : iterable of Query
        Checked questions.
    workers : int, optional
        Requests under way at a time; by default the setting, 8.
    progress : bool, optional
        Show a progress bar with the requests made and saved; by default in notebooks and terminals, where several
        answers have to be asked for.
    refresh : bool
        Ask the service even for what the cache holds.

    Returns
    -------
    Batch
        An iterator of `Fetched`, or for a query that failed the error in its place. Its ``arrived`` holds, by
        position, the results that are there but not yet handed over, which is what an interrupt leaves.

    Raises
    ------
    ConfigError
        If the settings name no service that can be asked; nothing is sent.
    """
    return Batch(list(queries), workers, progress, refresh)
