"""Query -> unmodified response: from the cache, or from the service with retries; one request per query at a time."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Iterable
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as FutureTimeout
from datetime import datetime
from hashlib import blake2b
from typing import Any, Literal
from urllib.parse import urljoin, urlsplit

from requests import Response

from ..catalog.resources import BASE_PATH, OF_ONE_PATH, REFUSED_BY
from ..catalog.simulated import SOURCE_HEADER
from ..errors import (
    BadRequest,
    ConfigError,
    DriftWarning,
    Forbidden,
    NotFound,
    PayloadError,
    QueryError,
    ServiceError,
    SportsframeError,
    TrialRestricted,
    Unauthorized,
    Unreachable,
    quoted,
)
from . import cache, credentials, freshness, transport
from .answer import Fetched, Note, Result
from .cache import CacheHit
from .connection import Connection, Waiting, connection_for, key_of
from .hold import Hold, honored
from .notices import LOG, warn
from .options import current
from .query import Query
from .settings import Settings

ATTEMPTS = 4
LONGEST_WAIT = 30.0
"""Total seconds spent waiting between attempts; after a longer wait the user should see the error."""

MOST_FAILED = 32
"""Consecutive attempts of one call that may fail before it gives up."""

FIRST_PAUSE = 0.5
TRIAL_CODE = "TRIAL_ACCESS_RESTRICTED"


class RetryBudget:
    """Total time and attempts spent on a failing service, over all queries of one call."""

    def __init__(self, setting: Settings) -> None:
        self._elapsed = setting.elapsed
        self._failing_since: float | None = None
        self._failed = 0
        self.stopped = False

    def served(self) -> None:
        """The service responded."""
        self._failing_since = None
        self._failed = 0

    def failed(self) -> None:
        """The service did not respond."""
        self._failed += 1
        if self._failing_since is None:
            self._failing_since = self._elapsed()

    @property
    def over(self) -> bool:
        """Whether the budget is used up, or the batch was closed."""
        if self.stopped or self._failed >= MOST_FAILED:
            return True
        return self._failing_since is not None and self._elapsed() - self._failing_since > LONGEST_WAIT


Refresh = bool | Literal["changed"]
"""Whether to request what is in the cache again: all of it, or only what may have changed."""


def checked_refresh(refresh: Any) -> Refresh:
    """`refresh`, or QueryError for an invalid value."""
    if isinstance(refresh, bool):
        return refresh
    if isinstance(refresh, str) and refresh == "changed":
        return "changed"
    raise QueryError(f"unknown refresh {quoted(refresh)}; expected one of True, False, 'changed'.")


def fetch(
    query: Query, setting: Settings | None = None, *, refresh: Refresh = False, warn_stale: bool = True
) -> Fetched:
    """The response to `query`.

    Parameters
    ----------
    query : Query
        A validated query.
    setting : Settings, optional
        Settings to use; by default those in force.
    refresh : bool or "changed"
        Send a request even if the cache has a fresh response; with ``"changed"``, only unless its games ended so long
        ago that no more changes are expected. With True, no cached response replaces one that does not arrive.
    warn_stale : bool
        Issue a warning if the response is stale, or has only rows of another day than was asked for.

    Returns
    -------
    Fetched
        With an empty body if the service has no data (specification 7, NotModified).

    Raises
    ------
    ConfigError
        If the settings name no usable service; no request is sent.
    ServiceError
        If the service returns an error: `Unauthorized`, `Forbidden`, `TrialRestricted`, `BadRequest`, `NotFound`.
    Unreachable
        If no response arrives and the cache has none; offline, if the cache has none.
    PayloadError
        If the response does not have the envelope of specification 2.1.
    """
    setting = setting or current()
    connection = None if setting.replay else connection_for(setting)
    result = result_of(connection, query, setting, checked_refresh(refresh), RetryBudget(setting))
    if isinstance(result, SportsframeError):
        raise result
    if setting.replay is None and warn_stale:
        warn_if_not_right(result)
    return result


def cached(query: Query, setting: Settings) -> Fetched | None:
    """The response in the cache, if it may be used without a request; nothing is sent and nobody is waited for."""
    held = connection_for(setting).cache.lookup(key_of(str(query)), setting.moment())
    if held is None or not _serves(held, setting, False):
        return None
    cache.tally.add(saved=1)
    return _from_cache(query, held)


def stand_in(query: Query, setting: Settings, reason: str) -> Fetched | None:
    """The response in the cache that may replace one that does not arrive for `reason`; nothing is sent."""
    return _stand_in(connection_for(setting), query, key_of(str(query)), setting, False, reason)


def _stand_in(
    connection: Connection, query: Query, key: str, setting: Settings, refresh: Refresh, reason: str
) -> Fetched | None:
    held = connection.cache.lookup(key, setting.moment())
    if held is None or _overdue(held, setting):
        return None
    return _from_cache(query, held, instead_of="" if _serves(held, setting, refresh) else reason)


def leave(queries: Iterable[Query], setting: Settings) -> None:
    """Let nobody else wait for requests in flight whose caller has gone: the next caller sends one of its own."""
    if setting.replay is not None:
        return
    try:
        connection = connection_for(setting)
    except ConfigError:  # without a service nothing was sent
        return
    keys = {key_of(str(query)) for query in queries}
    with connection.lock:
        left = [waiting for waiting in connection.in_flight if waiting[0] in keys]
        for waiting in left:
            del connection.in_flight[waiting]
    for key, *_ in left:
        connection.cache.release(key)


def result_of(
    connection: Connection | None, query: Query, setting: Settings, refresh: Refresh, budget: RetryBudget
) -> Result:
    """The response or the error, from any source; the history records each response returned."""
    result = _result(connection, query, setting, refresh, budget)
    if isinstance(result, Fetched) and setting.replay is None:
        body = None if result.on_disk else result.body
        setting.history.add(Note(query, result.fetched_at, result.check, result.stale, not result.body, body))
    return result


def _result(
    connection: Connection | None, query: Query, setting: Settings, refresh: Refresh, budget: RetryBudget
) -> Result:
    if setting.replay is not None:
        return setting.replay.answer(query)
    assert connection is not None
    key = key_of(str(query))
    if refresh is not True or setting.offline:
        held = connection.cache.lookup(key, setting.moment())
        if held is not None and (setting.offline or _serves(held, setting, refresh)):
            cache.tally.add(saved=1)
            return _from_cache(query, held, instead_of="" if held.fresh else "offline mode is on")
    if setting.offline:
        return Unreachable(f"offline mode is on and {query} is not in the cache")
    result = _answered(connection, query, key, setting, refresh, budget)
    if isinstance(result, Fetched) and result.stale and (refresh is True or _overdue(result, setting)):
        result = Unreachable(f"no newer response to {query} than that of {result.fetched_at:%Y-%m-%d %H:%M} UTC")
    if refresh is not True and _is_down(result):  # how old an entry may be each caller says for itself
        found = _stand_in(connection, query, key, setting, refresh, str(result))
        return result if found is None else found
    return result


def _answered(
    connection: Connection, query: Query, key: str, setting: Settings, refresh: Refresh, budget: RetryBudget
) -> Result:
    """What the service says, or an entry that arrived meanwhile: one request for all who wait as long for this key."""
    waiting = (key, setting.deadline, setting.timeouts, setting.waits_out)
    since = time.monotonic()
    while True:
        ours: Future[Result] = Future()
        try:
            with connection.lock:
                leader = connection.in_flight.setdefault(waiting, ours)
            if leader is ours:
                result = _fetch_as_leader(connection, query, key, setting, refresh, budget, since)
                _publish(connection, waiting, ours, None if _gave_up(result, budget) else result)
                return result
        except BaseException:
            _publish(connection, waiting, ours, None)
            raise
        try:
            result = leader.result(since + setting.deadline + PATIENCE - time.monotonic())
        except CancelledError:  # the thread that sent the request was interrupted, or its call had given up
            continue
        except FutureTimeout:  # it ended otherwise, or it is this thread, in a handler of the log
            _forget(connection, waiting, leader)
            result = Unreachable(f"no complete response within {setting.deadline:.3g} s")
            result.timed_out = True
            return result
        chooses = refresh is not False or setting.max_age is not None
        if chooses and isinstance(result, Fetched) and result.from_cache:  # good for the leader, perhaps not for us
            continue
        waited = isinstance(result, Unreachable) and result.late
        if waited and time.monotonic() - since < setting.deadline - LEAST_TIME:  # the leader began to wait before us
            continue
        cache.tally.add(saved=1)
        return copy.copy(result)


def _gave_up(result: Result, budget: RetryBudget) -> bool:
    """Whether a call ended before the service did: what it says then is nothing for other calls."""
    return budget.over and _is_down(result) and not (isinstance(result, Unreachable) and result.permanent)


def _forget(connection: Connection, waiting: Waiting, future: Future[Result]) -> None:
    with connection.lock:
        if connection.in_flight.get(waiting) is future:
            del connection.in_flight[waiting]


def _publish(connection: Connection, waiting: Waiting, future: Future[Result], result: Result | None) -> None:
    _forget(connection, waiting, future)
    if result is None:
        future.cancel()
    else:
        future.set_result(result)


PATIENCE = 5.0
"""Seconds beyond its deadline for which the thread is awaited that requests the same: to read the response, too."""

LEAST_TIME = 0.1
"""Seconds of the deadline that must be left for a request."""


def _fetch_as_leader(
    connection: Connection,
    query: Query,
    key: str,
    setting: Settings,
    refresh: Refresh,
    budget: RetryBudget,
    since: float,
) -> Result:
    """Request the response on behalf of every thread that waits for this key, which began to wait at `since`."""
    if refresh is True:
        return _ask(connection, query, setting, budget, time.monotonic() - since)
    held = _awaited(connection, key, setting, refresh)
    if held is not None:
        cache.tally.add(saved=1)
        return _from_cache(query, held)
    try:
        return _ask(connection, query, setting, budget, time.monotonic() - since)
    finally:
        connection.cache.release(key)


def _awaited(connection: Connection, key: str, setting: Settings, refresh: Refresh) -> CacheHit | None:
    """The entry that another thread or process has stored meanwhile; None if this thread has to send the request."""
    until = time.monotonic() + min(cache.LONGEST_CLAIM, setting.deadline / 2)
    while True:
        ours = connection.cache.claim(key)
        held = connection.cache.lookup(key, setting.moment())
        if held is not None and _serves(held, setting, refresh):
            if ours:
                connection.cache.release(key)
            return held
        if ours or time.monotonic() > until:
            return None
        time.sleep(CLAIM_INTERVAL)


CLAIM_INTERVAL = 0.03
"""Seconds between two checks for a response that another process has requested."""


def _serves(held: CacheHit, setting: Settings, refresh: Refresh) -> bool:
    """Whether a cache entry may be used without a request."""
    young = setting.max_age is None or _age(held, setting) < setting.max_age
    return held.fresh and young and (refresh != "changed" or held.lifetime >= freshness.SETTLED)


def _age(held: CacheHit | Fetched, setting: Settings) -> float:
    return (setting.moment() - held.fetched_at).total_seconds()


def _overdue(held: CacheHit | Fetched, setting: Settings) -> bool:
    """Whether a response is too old even for one in place of another that does not arrive."""
    return _age(held, setting) - held.lifetime >= setting.max_stale


def _from_cache(query: Query, held: CacheHit, *, instead_of: str = "") -> Fetched:
    """A cache entry; stale if it is used for the reason `instead_of`."""
    LOG.debug("hit %s, fetched at %s", query, held.fetched_at)
    return Fetched(
        query, held.body, held.fetched_at, from_cache=True, stale=bool(instead_of), check=held.check,
        on_disk=held.lifetime >= STAYS_IN_CACHE, instead_of=instead_of, source=held.source, doubt=held.doubt,
        lifetime=held.lifetime, elsewhere=held.elsewhere,
    )  # fmt: skip


STAYS_IN_CACHE = 24 * 3600.0
"""A response with this lifetime stays in the cache; of any other, the history keeps its own copy of the body."""


def _is_down(result: Result) -> bool:
    return isinstance(result, Unreachable) or (
        isinstance(result, ServiceError) and (result.status == 429 or result.status >= 500)
    )


def _ask(connection: Connection, query: Query, setting: Settings, budget: RetryBudget, spent: float) -> Result:
    """Send the request, with retries if they may help, as long as the budget lasts and the deadline but `spent`."""
    if budget.over:
        return Unreachable(f"{_host(connection)} has failed for too long; {query} was not requested")
    began = setting.elapsed()
    deadline = setting.deadline - spent
    most = min(LONGEST_WAIT, deadline)
    result: Result = Unreachable("")
    for attempt in range(1, ATTEMPTS + 1):
        status, pause = connection.on_hold(setting.wall_time())
        if pause:
            if not setting.waits_out or setting.elapsed() - began + pause > most:
                return _refused_on_hold(connection, query, status, pause)
            setting.sleep(pause)
        left = deadline - (setting.elapsed() - began)
        if left <= 0 and attempt > 1:
            break
        cache.tally.add(made=1)
        LOG.info("request %s%s", connection.source.address, query)
        answer = connection.send(query, setting, max(left, LEAST_TIME))
        if isinstance(answer, Response):
            result, again = _read(connection, query, answer, setting)
        else:
            result, again = Unreachable(f"no response from {_host(connection)} for {query}: {answer}"), True
            result.no_connection = answer.no_connection
            if answer.permanent:
                result.permanent = budget.stopped = True
                return result
            result.late = setting.elapsed() - began >= deadline
            result.timed_out = answer.timed_out
        connection.proven = not again and isinstance(result, Fetched | NotFound | PayloadError)
        if not again:
            budget.served()
            return result
        budget.failed()
        if isinstance(result, ServiceError) and result.retry_after is not None:
            connection.set_hold(Hold.of(result.status, setting.wall_time(), result.retry_after))
            pause = result.retry_after
        else:
            pause = FIRST_PAUSE * 2 ** (attempt - 1) * _jitter(query, attempt)
        refused = isinstance(result, ServiceError) and bool(result.retry_after or result.status == 429)
        too_long = setting.elapsed() - began + pause > most or (refused and not setting.waits_out)
        if attempt == ATTEMPTS or too_long or budget.over:
            break
        LOG.warning("retry %s in %.1f s, attempt %d: %s", query, pause, attempt + 1, result)
        setting.sleep(pause)
        if budget.over:
            break
    return result


def _refused_on_hold(connection: Connection, query: Query, status: int, left: float) -> ServiceError:
    return ServiceError(
        f"{_host(connection)} returned {status}, and no requests are sent for another {left:.0f} s; "
        f"{query} was not sent",
        status=status,
        url=f"{connection.source.address}{query}",
        retry_after=left,
    )


def _jitter(query: Query, attempt: int) -> float:
    """Jitter: a reproducible factor from 1 to 1.5, so that workers that failed together do not retry together."""
    return 1 + blake2b(f"{attempt}{query}".encode(), digest_size=1).digest()[0] / 512


def _host(connection: Connection) -> str:
    return urlsplit(connection.source.address).netloc


def _read(connection: Connection, query: Query, answer: Response, setting: Settings) -> tuple[Result, bool]:
    """The result of a response, and whether to retry."""
    status, body = answer.status_code, answer.content
    if status == 200:
        fault = answer.headers.get(transport.FAULT)
        if reason := answer.headers.get(transport.REASON):
            text = f"the response to {query} is refused: {reason}"
            return PayloadError(text, path=fault or "$", reason=reason), False
        if fault:
            text = _text(body)
            cut, paged = freshness.is_cut(body), is_page(text)
            wrong = f"does not match the schema at {fault}: {credentials.shown(text, 60)!r}"
            if cut:
                wrong = f"is cut off, or empty: {credentials.shown(text, 60)!r}"
            elif paged:
                wrong = f"is {PAGE}"
            return PayloadError(f"the response to {query} {wrong}", path=fault), cut or paged
        fetched_at = datetime.fromisoformat(answer.headers[transport.FETCHED_AT])
        lifetime = float(answer.headers[transport.LIFETIME])
        stale = transport.STALE in answer.headers
        return Fetched(
            query, body, fetched_at, from_cache=False, check=answer.headers[transport.CHECK],
            stale=stale, instead_of="the service, or a mirror of it, has no newer one" if stale else "",
            on_disk=lifetime >= STAYS_IN_CACHE and connection.cache.usable(),
            source=answer.headers.get(SOURCE_HEADER, ""), doubt=answer.headers.get(transport.DOUBT, ""),
            lifetime=lifetime, elsewhere=transport.elsewhere(answer.headers),
        ), False  # fmt: skip
    redirect = _redirect(f"{connection.source.address}{query}", str(query), answer.headers.get(transport.LOCATION, ""))
    kind, meaning = refusal(status, body, setting, redirect)
    of_upstream = REFUSED_BY in answer.headers
    if kind is Unauthorized and of_upstream:
        meaning = "your token is fine, but the upstream service rejected that of the mirror; tell its operator"
    again = status == 429 or status >= 500
    alone = answer.headers.get(REFUSED_BY) == OF_ONE_PATH
    pause = transport.retry_after(answer.headers, setting.moment()) if again and not alone else None
    if pause:
        pause = honored(status, pause)
        meaning = f"{meaning.rstrip('.')} (no requests are sent for {pause:.0f} s)"  # a token may end the meaning
    error = kind(
        credentials.shown(f"{status} for {query}: {meaning}"),
        status=status,
        url=f"{connection.source.address}{query}",
        body=credentials.shown(_text(body), 500),
    )
    error.retry_after, error.of_upstream = pause, of_upstream
    return error, again


def refusal(status: int, body: bytes, setting: Settings, redirect: str) -> tuple[type[ServiceError], str]:
    """The error class and message for a status; only for a trial token do they depend on the body."""
    said = said_in(body)
    if 400 <= status < 500 and status != 429 and is_page(_text(body)):
        said = PAGE
    if status == 401:
        where = setting.origins["token"].removeprefix("environment ")
        page = f"; or it is not about the token: {said}" if is_page(_text(body)) else ""
        return Unauthorized, f"the token ({where}) is missing, wrong or expired{page}"
    if status == 403:
        if TRIAL_CODE in _text(body):
            return TrialRestricted, said or "a trial token reaches the latest two seasons only"
        return Forbidden, said or "the token is valid but does not cover this resource"
    if status == 400:
        return BadRequest, said or "the service cannot read the date or season"
    if status == 404:
        return NotFound, said or "unknown resource or unsupported parameters"
    if 300 <= status < 400:
        return ServiceError, redirect
    if 200 <= status < 300:
        return ServiceError, "the service has no such status"
    if status == 429:
        return ServiceError, said or "too many requests, try again later or with fewer workers"
    return ServiceError, said or "the service failed, try again later"


def _redirect(url: str, query: str, location: str) -> str:
    """The message for a redirect of `url`: where it leads, and what to write if the provider says that it has moved."""
    reason = "not followed, because the token is sent only to the base URL"
    try:
        target = urlsplit(urljoin(url, location))
        valid = bool(location) and target.scheme in ("http", "https") and target.hostname and target.port != 0
    except ValueError:
        valid = False
    if not valid:
        return f"redirect without a valid URL, {reason}"
    moved = f"{target.scheme}://{target.netloc.rpartition('@')[2]}{target.path}"
    base = moved.removesuffix(urlsplit(query).path)
    new = repr(base) if base.endswith(BASE_PATH) and moved != url else "its new URL"
    return (
        f"redirect to {moved[:MOST_TARGET]} {reason}; if its provider says that it has moved, set the base URL to {new}"
    )


MOST_TARGET = 80
"""Characters shown of the URL that a redirect leads to."""


def _text(body: bytes) -> str:
    return body.decode("utf-8", "replace")


PAGE = "a web page, which is not the service's answer; check the base URL, or a proxy in between"


def is_page(text: str) -> bool:
    """Whether a body is a web page, of what stands before the service."""
    return text.lstrip("\ufeff \t\r\n").startswith("<")


def said_in(body: bytes) -> str:
    """The message in an error body: a JSON string, the message of an object, or plain text; never HTML."""
    text = _text(body).strip()
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        said = "" if is_page(text) else text
    if isinstance(said, dict):
        said = said.get("message") or said.get("error") or ""
    return credentials.shown(said, 160) if isinstance(said, str) else ""


def drop(query: Query, setting: Settings) -> None:
    """Remove the cached response to a query."""
    connection_for(setting).cache.drop(key_of(str(query)))


def expire(query: Query, setting: Settings) -> None:
    """Have the cached response to a query requested again when it is next wanted; it stays for when none arrives."""
    connection_for(setting).cache.expire(key_of(str(query)))


def doubted(fetched: Fetched) -> str:
    """What is wrong with the rows of a response, as a clause; "" if nothing is."""
    return f"the response to {fetched.query} has only rows of {fetched.doubt}" if fetched.doubt else ""


def warn_if_not_right(fetched: Fetched, warned: set[str] | None = None) -> None:
    """Warn if a response is stale, or has only rows of another day, season or ID than was asked for.

    Warnings of a kind in `warned`, ``doubt`` or ``stale``, are not repeated, but a doubt is still logged; the kinds
    issued are added.
    """
    warned = set() if warned is None else warned
    if fetched.doubt:
        if "doubt" in warned:
            LOG.warning(doubted(fetched))
        else:
            warn(doubted(fetched), DriftWarning)
        warned.add("doubt")
    if fetched.stale and "stale" not in warned:
        warned.add("stale")
        warn(
            f"using cached data for {fetched.query} and further requests, "
            f"as of {fetched.fetched_at:%Y-%m-%d %H:%M} UTC: {fetched.instead_of}"
        )
