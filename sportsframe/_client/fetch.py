"""A query -> the service's answer, byte for byte: the cache first, then the service, with retries, and once."""

from __future__ import annotations

import copy
import json
import time
from concurrent.futures import CancelledError, Future
from datetime import datetime
from hashlib import blake2b
from typing import Any, Literal
from urllib.parse import urlsplit

from requests import Response

from ..errors import (
    BadRequest,
    Forbidden,
    NotFound,
    PayloadError,
    QueryError,
    ServiceError,
    SportsframeError,
    TrialRestricted,
    Unauthorized,
    Unreachable,
)
from . import cache, credentials, freshness, transport
from .answer import Fetched, Note, Result
from .cache import Held
from .clock import real_time
from .connection import Connection, connection_for, key_of
from .hold import Hold
from .notices import LOG, warn
from .options import current
from .query import Query
from .settings import Settings

ATTEMPTS = 4
LONGEST_WAIT = 30.0
"""Seconds spent waiting between attempts, in all: longer, and a person should know."""

MOST_FAILED = 32
"""Attempts of one call that may fail in a row: with more, the service is given up."""

FIRST_PAUSE = 0.5
TRIAL_CODE = "TRIAL_ACCESS_RESTRICTED"


class RetryBudget:
    """Total time spent on a service that fails, over all queries of one call."""

    def __init__(self, setting: Settings) -> None:
        self._elapsed = setting.elapsed
        self._failing_since: float | None = None
        self._failed = 0
        self.stopped = False

    def served(self) -> None:
        """The service answered."""
        self._failing_since = None
        self._failed = 0

    def failed(self) -> None:
        """The service did not answer."""
        self._failed += 1
        if self._failing_since is None:
            self._failing_since = self._elapsed()

    @property
    def over(self) -> bool:
        """Whether it has not answered for too long, or too often, to go on asking, or the batch was closed."""
        if self.stopped or self._failed >= MOST_FAILED:
            return True
        return self._failing_since is not None and self._elapsed() - self._failing_since > LONGEST_WAIT


Refresh = bool | Literal["changed"]
"""Ask the service for what the cache may still answer: all of it, or only what may have changed."""


def checked_refresh(refresh: Any) -> Refresh:
    """`refresh`, or QueryError for what it cannot be."""
    if isinstance(refresh, bool):
        return refresh
    if refresh == "changed":
        return "changed"
    raise QueryError(f"unknown refresh {refresh!r}; expected one of True, False, 'changed'.")


def fetch(query: Query, setting: Settings | None = None, *, refresh: Refresh = False, told: bool = True) -> Fetched:
    """The answer to `query`.

    Parameters
    ----------
    query : Query
        A checked question.
    setting : Settings, optional
        What is asked; by default what the present settings name.
    refresh : bool or "changed"
        Ask the service even if the cache holds an answer that may still be used; ``"changed"``: unless it is of games
        so long over that nothing is expected to change. Under True no answer of the cache takes the place of one
        that does not come.
    told : bool
        Warn of an answer that is older than it should be.

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
    setting = setting or current()
    connection = None if setting.replay else connection_for(setting)
    result = result_of(connection, query, setting, checked_refresh(refresh), RetryBudget(setting))
    if isinstance(result, SportsframeError):
        raise result
    if setting.replay is None and told:
        warn_if_stale(result)
    return result


def result_of(
    connection: Connection | None, query: Query, setting: Settings, refresh: Refresh, budget: RetryBudget
) -> Result:
    """The answer, or what went wrong, from wherever it may come; the journal notes what is handed out."""
    result = _result(connection, query, setting, refresh, budget)
    if isinstance(result, Fetched) and setting.replay is None:
        body = None if result.on_disk else result.body
        setting.journal.add(Note(query, result.fetched_at, result.check, result.stale, not result.body, body))
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
            return _from_cache(query, held)
    if setting.offline:
        return Unreachable(f"offline mode is on and {query} is not in the cache")
    while True:
        with connection.lock:
            leader = connection.in_flight.get(key)
            future: Future[Result] | None = None
            if leader is None:
                future = connection.in_flight[key] = Future()
        if future is None:
            assert leader is not None
            try:
                result = leader.result()
            except CancelledError:  # whoever asked was interrupted
                continue
            if refresh is True and isinstance(result, Fetched) and result.from_cache:
                continue
            cache.tally.add(saved=1)
            return copy.copy(result)
        try:
            result = _fetch_as_leader(connection, query, key, setting, refresh, budget)
        except BaseException:
            _publish(connection, key, future, None)
            raise
        _publish(connection, key, future, result)
        return result


def _publish(connection: Connection, key: str, future: Future[Result], result: Result | None) -> None:
    with connection.lock:
        connection.in_flight.pop(key, None)
    if result is None:
        future.cancel()
    else:
        future.set_result(result)


def _fetch_as_leader(
    connection: Connection, query: Query, key: str, setting: Settings, refresh: Refresh, budget: RetryBudget
) -> Result:
    """Ask for all who wait for this key."""
    if refresh is True:
        result = _ask(connection, query, setting, budget)
    else:
        held = _awaited(connection, key, setting, refresh)
        if held is not None:
            cache.tally.add(saved=1)
            return _from_cache(query, held)
        try:
            result = _ask(connection, query, setting, budget)
        finally:
            connection.cache.release(key)
    if refresh is not True and _is_down(result):
        held = connection.cache.lookup(key, setting.moment())
        if held is not None and _age(held, setting) - held.lifetime < setting.max_stale:
            return _from_cache(query, held, stale=True)
    return result


def _awaited(connection: Connection, key: str, setting: Settings, refresh: Refresh) -> Held | None:
    """What arrived since we looked, or what another process is asking for; None where the question is ours to ask."""
    until = time.monotonic() + cache.LONGEST_CLAIM
    while True:
        ours = connection.cache.claim(key)
        held = connection.cache.lookup(key, setting.moment())
        if held is not None and _serves(held, setting, refresh):
            if ours:
                connection.cache.release(key)
            return held
        if ours or time.monotonic() > until:
            return None
        time.sleep(LOOK_AGAIN)


LOOK_AGAIN = 0.03
"""Seconds between two looks for an answer that another process is asking for."""


def _serves(held: Held, setting: Settings, refresh: Refresh) -> bool:
    """Whether an entry of the cache may be used without asking."""
    young = setting.max_age is None or _age(held, setting) < setting.max_age
    return held.fresh and young and (refresh != "changed" or held.lifetime >= freshness.SETTLED)


def _age(held: Held, setting: Settings) -> float:
    return (setting.moment() - held.fetched_at).total_seconds()


def _from_cache(query: Query, held: Held, *, stale: bool = False) -> Fetched:
    LOG.debug("hit %s, fetched at %s", query, held.fetched_at)
    return Fetched(
        query, held.body, held.fetched_at, from_cache=True, stale=stale or not held.fresh, check=held.check,
        on_disk=held.lifetime >= KEPT_ON_DISK,
    )  # fmt: skip


KEPT_ON_DISK = 24 * 3600.0
"""An answer that lives this long will not be replaced in the cache; shorter ones the journal keeps itself."""


def _is_down(result: Result) -> bool:
    return isinstance(result, Unreachable) or (
        isinstance(result, ServiceError) and (result.status == 429 or result.status >= 500)
    )


def _ask(connection: Connection, query: Query, setting: Settings, budget: RetryBudget) -> Result:
    """Ask the service, again where that may help and not for too long."""
    if budget.over:
        return Unreachable(f"{_host(connection)} has failed for too long; {query} was not requested")
    began, waited = setting.elapsed(), 0.0
    result: Result = Unreachable("")
    for attempt in range(1, ATTEMPTS + 1):
        status, pause = connection.held(_wall_time(setting))
        if pause:
            if waited + pause > min(LONGEST_WAIT, setting.deadline):
                return _left_alone(connection, query, status, pause)
            setting.sleep(pause)
            waited += pause
        left = setting.deadline - (setting.elapsed() - began)
        if left <= 0 and attempt > 1:
            break
        cache.tally.add(made=1)
        LOG.info("request %s%s", connection.source.address, query)
        answer = connection.send(query, setting, max(left, 0.1))
        if isinstance(answer, Response):
            result, again = _read(connection, query, answer, setting)
        else:
            result, again = Unreachable(f"no answer from {_host(connection)} for {query}: {answer}"), True
            if answer.permanent:
                result.permanent = budget.stopped = True
                return result
        connection.proven = isinstance(result, Fetched | NotFound | PayloadError)
        if not again:
            budget.served()
            return result
        budget.failed()
        if isinstance(result, ServiceError) and result.retry_after is not None:
            connection.leave_alone(Hold.of(result.status, _wall_time(setting), result.retry_after))
            pause = result.retry_after
        else:
            pause = FIRST_PAUSE * 2 ** (attempt - 1) * _spread(query, attempt)
        most = min(LONGEST_WAIT, setting.deadline)
        too_long = waited + pause > most or setting.elapsed() - began + pause > most
        if attempt == ATTEMPTS or too_long or budget.over:
            break
        LOG.warning("retry %s in %.1f s, attempt %d: %s", query, pause, attempt + 1, result)
        setting.sleep(pause)
        waited += pause
        if budget.over:
            break
    return result


def _wall_time(setting: Settings) -> datetime:
    """The time by which services are left alone: that of the clock, or the real one if it passes apart from it."""
    return setting.moment() if hasattr(setting.now, "sleep") else real_time()


def _left_alone(connection: Connection, query: Query, status: int, left: float) -> ServiceError:
    return ServiceError(
        f"{_host(connection)} returned {status} and asked for no requests for another {left:.0f} s; "
        f"{query} was not sent",
        status=status,
        url=f"{connection.source.address}{query}",
        retry_after=left,
    )


def _spread(query: Query, attempt: int) -> float:
    """A factor from 1 to 1.5, the same every time: workers that failed together do not come back together."""
    return 1 + blake2b(f"{attempt}{query}".encode(), digest_size=1).digest()[0] / 512


def _host(connection: Connection) -> str:
    return urlsplit(connection.source.address).netloc


def _read(connection: Connection, query: Query, answer: Response, setting: Settings) -> tuple[Result, bool]:
    """An answer -> what it says, and whether to ask again."""
    status, body = answer.status_code, answer.content
    if status == 200:
        fault = answer.headers.get(transport.FAULT)
        if transport.TOO_MUCH in answer.headers:
            return PayloadError(f"the response to {query} is refused: {credentials.shown(_text(body), 100)}"), False
        if fault:
            shown = credentials.shown(_text(body), 60)
            return PayloadError(
                f"the response to {query} does not match the schema at {fault}: {shown!r}", path=fault
            ), False
        fetched_at = datetime.fromisoformat(answer.headers[transport.FETCHED_AT])
        on_disk = float(answer.headers[transport.LIFETIME]) >= KEPT_ON_DISK and connection.cache.usable()
        check = answer.headers[transport.CHECK]
        return Fetched(query, body, fetched_at, from_cache=False, check=check, on_disk=on_disk), False
    kind, meaning = _refusal(status, body, setting, answer.headers.get("Location", ""))
    again = status == 429 or status >= 500
    pause = transport.retry_after(answer.headers, setting.moment()) if again else None
    if pause is not None:
        meaning += f"; it asked for no requests for {pause:.0f} s"
    error = kind(
        credentials.shown(f"{status} for {query}: {meaning}"),
        status=status,
        url=f"{connection.source.address}{query}",
        body=credentials.shown(_text(body), 500),
    )
    error.retry_after = pause
    return error, again


def _refusal(status: int, body: bytes, setting: Settings, location: str) -> tuple[type[ServiceError], str]:
    """The error for a status, and what to do; the shape of the body decides nothing but the trial."""
    said = _said(body)
    if status == 401:
        where = setting.origins["token"].removeprefix("environment ")
        return Unauthorized, f"the token ({where}) is missing, wrong or expired"
    if status == 403:
        if TRIAL_CODE in _text(body):
            return TrialRestricted, said or "a trial token reaches the latest two seasons only"
        return Forbidden, said or "the token is valid but does not cover this resource"
    if status == 400:
        return BadRequest, said or "the service cannot read the date or season"
    if status == 404:
        return NotFound, said or "unknown resource or unsupported parameters"
    if 300 <= status < 400:
        host = _target(location)
        return ServiceError, f"refusing to follow a redirect to {host}; the token is sent only to the base URL"
    if status == 429:
        return ServiceError, said or "too many requests, try again later or with fewer workers"
    return ServiceError, said or "the service failed, try again later"


def _target(location: str) -> str:
    """Where a redirect leads: the host, or the path if it is relative."""
    try:
        return urlsplit(location).hostname or location or "elsewhere"
    except ValueError:
        return "elsewhere"


def _text(body: bytes) -> str:
    return body.decode("utf-8", "replace")


def _said(body: bytes) -> str:
    """What an error body tells people: a JSON string, the message of an object, or plain text; not a page of HTML."""
    text = _text(body).strip()
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        said = "" if text.startswith("<") else text
    if isinstance(said, dict):
        said = said.get("message") or said.get("error") or ""
    return credentials.shown(said, 160) if isinstance(said, str) else ""


def drop(query: Query, setting: Settings) -> None:
    """Forget what the cache holds of a query."""
    connection_for(setting).cache.drop(key_of(str(query)))


def warn_if_stale(fetched: Fetched) -> None:
    """Warn that an answer is older than it should be."""
    if fetched.stale:
        warn(
            f"the service is unreachable; using cached data for {fetched.query} and further requests, "
            f"as of {fetched.fetched_at:%Y-%m-%d %H:%M} UTC"
        )
