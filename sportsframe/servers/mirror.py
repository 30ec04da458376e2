"""A caching proxy (mirror) of a real service, for a team: one upstream token, one cache, and tokens for its users.

It sends upstream requests through the client, which handles cache lifetimes, retries, damaged responses and staleness.
"""

from __future__ import annotations

import asyncio
import gzip
import os
import re
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from html import escape
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import unquote

from .._client import cache, option_values, settings
from .._client import fetch as fetching
from .._client.answer import Fetched, History
from .._client.options import current_with
from .._client.query import Query
from ..catalog import BASE_PATH, SPORTS, TOKEN_PARAM, params, sports_of
from ..errors import (
    BadRequest,
    ConfigError,
    Forbidden,
    NotFound,
    PayloadError,
    ServiceError,
    TrialRestricted,
    Unauthorized,
    Unreachable,
)
from ..service import quirks
from ..service.asgi import Receive, Scope, Send, ServiceApp
from ..service.respond import (
    NO_METHOD,
    NOT_ENTITLED,
    NOT_FOUND,
    REFUSED_BY,
    SMALLEST_PACKED,
    TOO_OLD,
    UNAUTHORIZED,
    Reply,
    reads_gzip,
    reply,
)
from ..service.tokens import Tokens

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

UPSTREAM_TOKEN_VARIABLE = "SPORTSFRAME_UPSTREAM_TOKEN"

CACHE = "X-Sportsframe-Cache"
"""Cache status of a response: ``hit``, ``miss`` or ``stale``."""

STALE = "X-Sportsframe-Stale"
"""On a stale response: the time at which upstream returned it."""

RETRY_AFTER = 10
"""Seconds for which no request is sent to an upstream that failed to respond; the cache is used instead."""

CONCURRENT_REQUESTS = 16
"""Maximum number of concurrent upstream requests for one user; those of others do not wait for them."""

CACHE_READERS = 4
"""Threads that read the cache, apart from those that wait for upstream."""

SEGMENT = re.compile(r"[0-9A-Za-z-]{1,32}")
LONGEST_VALUE = 200

NO_ANSWER = reply(502, "The upstream service did not respond, and the response is not in the cache.")
NO_ENVELOPE = reply(502, "The upstream service returned an unexpected body.")


class Mirror:
    """A caching proxy in front of an upstream service.

    Parameters
    ----------
    upstream : str
        Base URL of the service, ending in ``/api/v1``; https except for localhost.
    tokens : Tokens, optional
        Tokens of the mirror's users; by default any non-empty token.
    token : str, optional
        Token of the upstream service, by default the one in ``SPORTSFRAME_UPSTREAM_TOKEN``. It is never passed on.
    **options
        Further settings of the client: ``cache_dir``, ``redis``, ``cache_size``, ``timeouts``, ``now``.

    Raises
    ------
    ConfigError
        The URL is invalid, or the upstream token or prometheus-client is missing.

    Notes
    -----
    Statuses and the bodies of successful responses are those of upstream. Error messages are the mirror's own, because
    an upstream error may repeat the token. The mirror adds the headers ``X-Sportsframe-Cache`` and ``Age`` and, during
    an outage, ``Warning: 110`` and ``X-Sportsframe-Stale``. It checks the entitlements of its tokens; the age limit of
    a trial is enforced upstream, for the upstream token.
    """

    simulated = False

    def __init__(
        self, upstream: str, tokens: Tokens | None = None, *, token: str | None = None, **options: Any
    ) -> None:
        address = option_values.OPTIONS["base_url"].check("the upstream", upstream)
        secret = token or os.environ.get(UPSTREAM_TOKEN_VARIABLE, "").strip()
        if not secret:
            raise ConfigError(
                f"set {UPSTREAM_TOKEN_VARIABLE} to the upstream service's token; "
                "it cannot be passed on the command line, where other users could read it."
            )
        self.address: str = address
        setting = current_with(**options, source=None, base_url=address, token=secret)
        self._setting = replace(setting, own_history=History())
        self._offline = replace(self._setting, offline=True)
        self.tokens = tokens or Tokens()
        self.counts = Counts()
        self._down_until = 0.0
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"Mirror({self.address!r}, {self.tokens!r})"

    def clock(self) -> datetime:
        """Return the current time, used to check tokens."""
        return self._setting.moment()

    def respond(self, method: str, path: str, query: Mapping[str, str], headers: Mapping[str, str]) -> Reply:
        """Respond to a request: check it, then use the cache, then upstream.

        Parameters
        ----------
        method, path, query, headers
            As for `service.respond`.

        Returns
        -------
        tuple of (int, dict of str to str, bytes)
            Status, headers and body. The body of a 200 is upstream's, byte for byte (compressed if gzip is accepted).
        """
        plan = self.plan(method, path, query)
        if not isinstance(plan, Asked):
            return plan
        packed = reads_gzip(headers)
        return self.hit(plan, packed) or self.read_through(plan, packed)

    def plan(self, method: str, path: str, query: Mapping[str, str]) -> Reply | Asked:
        """Check a request, without looking for its response."""
        if method != "GET":
            return NO_METHOD
        grant = self.tokens.grant(query.get(TOKEN_PARAM, ""), self.clock())
        if grant is None:
            self.counts.refused(UNAUTHORIZED[0])
            return UNAUTHORIZED
        asked = question(path, query)
        if asked is None:
            self.counts.refused(NOT_FOUND[0], grant.name)
            return NOT_FOUND
        known = [code for code in asked.sport.split("-") if code in SPORTS]
        if grant.pairs is not None and not (known and all(grant.covers(code, asked.resource) for code in known)):
            self.counts.refused(NOT_ENTITLED[0], grant.name)
            return NOT_ENTITLED
        return Asked(asked, grant.name)

    def hit(self, asked: Asked, packed: bool) -> Reply | None:
        """Return the response in the cache if it is fresh; upstream is neither asked nor waited for."""
        found = fetching.cached(asked.query, self._setting)
        if found is None:
            return None
        self.counts.had(found)
        answer = _answer(found, self._setting.moment(), packed)
        self.counts.asked(asked, answer[0], self.clock())
        return answer

    def read_through(self, asked: Asked, packed: bool) -> Reply:
        """Respond from upstream, or from an expired response while it is down."""
        with self.counts.in_flight.track_inprogress(), self.counts.waiting.time():
            answer = self._read_through(asked.query, packed)
        self.counts.asked(asked, answer[0], self.clock())
        return answer

    def _read_through(self, asked: Query, packed: bool) -> Reply:
        setting = self._setting
        down = self._down_until > setting.elapsed()
        try:
            found = fetching.fetch(asked, self._offline if down else setting, warn_stale=False)
        except ServiceError as error:
            if error.status == 429 or error.status >= 500:
                self._went_down(setting)
            return passed_on(error)
        except Unreachable:
            if not down:
                self._went_down(setting)
            return (NO_ANSWER[0], {**NO_ANSWER[1], "Retry-After": str(RETRY_AFTER)}, NO_ANSWER[2])
        except PayloadError:
            return NO_ENVELOPE
        finally:
            setting.history.discard(asked)  # a server never freezes responses
        if found.stale and not down:
            self._went_down(setting)
        elif not found.from_cache:
            self.counts.up.set(1)
        self.counts.had(found)
        return _answer(found, setting.moment(), packed)

    def _went_down(self, setting: settings.Settings) -> None:
        with self._lock:
            self._down_until = setting.elapsed() + RETRY_AFTER
        self.counts.outages.inc()
        self.counts.up.set(0)


class Asked(NamedTuple):
    """A valid request: its query, and the name of the token that sent it."""

    query: Query
    name: str


def question(path: str, query: Mapping[str, str]) -> Query | None:
    """Return the query of a request; None if it cannot be a path of the service."""
    if not path.startswith(f"{BASE_PATH}/"):
        return None
    resource, *rest = (unquote(part) for part in path[len(BASE_PATH) + 1 :].split("/"))
    sports = set(sports_of(resource))
    if not sports or len(rest) not in (1, 2) or not all(SEGMENT.fullmatch(part) for part in rest):
        return None
    if not set(rest[-1].split("-")) & sports:
        return None
    codes = [code for code in rest[-1].split("-") if code in sports]
    observed = [param for param in quirks.PARAMS.values() if any(param.applies(code, resource) for code in codes)]
    taken = {param.name for code in codes for param in params(code, resource)} | {param.name for param in observed}
    given = {name: value for name, value in query.items() if name in taken}
    if any(len(value) > LONGEST_VALUE or not value.isprintable() for value in given.values()):
        return None
    league = given.pop("league", None)
    return Query(rest[-1], resource, rest[0] if len(rest) == 2 else "", league, tuple(sorted(given.items())))


def _answer(found: Fetched, now: datetime, packed: bool) -> Reply:
    age = max(0, int((now - found.fetched_at).total_seconds()))
    headers = {CACHE: "stale" if found.stale else "hit" if found.from_cache else "miss", "Age": str(age)}
    if found.stale:
        headers["Warning"] = '110 - "Response is Stale"'
        headers[STALE] = found.fetched_at.isoformat()
    body = found.body
    if not body:
        return 304, headers, b""
    headers |= {"Content-Type": "application/json", "Vary": "Accept-Encoding"}
    if packed and len(body) >= SMALLEST_PACKED:
        headers["Content-Encoding"] = "gzip"
        body = gzip.compress(body, 1, mtime=0)
    return 200, headers, body


REFUSALS: dict[type[ServiceError], Reply] = {
    TrialRestricted: TOO_OLD,
    Unauthorized: UNAUTHORIZED,
    Forbidden: reply(403, "The upstream service does not allow this request for the mirror's account."),
    BadRequest: reply(400, "The upstream service rejected the date or season."),
    NotFound: NOT_FOUND,
}
"""Replacements for upstream error bodies, which may contain the token."""


def passed_on(error: ServiceError) -> Reply:
    """Return the response for an upstream error, with a message of our own; what is no error of HTTP becomes a 502."""
    if 300 <= error.status < 400:
        return reply(502, "The upstream service returned a redirect, which is not followed.")
    if not 400 <= error.status < 600:
        return reply(502, "The upstream service returned a status that is none of HTTP.")
    known = next((body for kind, body in REFUSALS.items() if isinstance(error, kind)), None)
    _, headers, body = known or reply(error.status, f"The upstream service failed with status {error.status}.")
    if error.retry_after is not None:
        headers = {**headers, "Retry-After": str(ceil(min(error.retry_after, 1e9)))}
    return error.status, {**headers, "X-Content-Type-Options": "nosniff", REFUSED_BY: "upstream"}, body


class Counts:
    """Prometheus metrics: requests, sources of responses, and upstream requests saved."""

    def __init__(self) -> None:
        try:
            from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
            from prometheus_client.core import CounterMetricFamily
        except ImportError:
            raise ConfigError('a mirror requires prometheus-client: pip install "sportsframe[server]".') from None
        self.registry: CollectorRegistry = CollectorRegistry()

        def counter(name: str, meaning: str, *labels: str) -> Any:
            return Counter(f"sportsframe_mirror_{name}", meaning, labels, registry=self.registry)

        self._asked = counter("asked", "Requests from users, by resource", "resource")
        self._answers = counter("answers", "Responses to users, by status", "status")
        self._from_cache = counter("from_cache", "Responses from the cache that were fresh")
        self._stale = counter("stale", "Stale responses, returned while upstream was down")
        self._bytes = counter("bytes", "Bytes of responses, before compression")
        self.outages = counter("outages", "Times upstream failed to respond")
        self._by_token = counter("requests", "Requests, by name of the token and status", "token", "status")

        def gauge(name: str, meaning: str, *labels: str) -> Any:
            return Gauge(f"sportsframe_mirror_{name}", meaning, labels, registry=self.registry)

        self._last_use = gauge("last_use_seconds", "Time of the latest request, by name of the token", "token")
        self.in_flight = gauge("in_flight", "Requests that wait for upstream")
        self.up = gauge("upstream_up", "Whether upstream answered when it was last asked")
        self.up.set(1)
        self.waiting = Histogram(
            "sportsframe_mirror_upstream_seconds", "Time that requests waited for upstream", registry=self.registry
        )
        began = cache.tally.made, cache.tally.saved

        class Tallied:
            """Counts of the client, including retries and shared requests."""

            def collect(self) -> list[Any]:
                made, saved = cache.tally.made - began[0], cache.tally.saved - began[1]
                return [
                    CounterMetricFamily("sportsframe_mirror_upstream", "Requests sent upstream", value=made),
                    CounterMetricFamily("sportsframe_mirror_saved", "Requests that were not sent", value=saved),
                ]

        self.registry.register(Tallied())

    def asked(self, asked: Asked, status: int, now: datetime) -> None:
        self._asked.labels(asked.query.resource).inc()
        self._answers.labels(str(status)).inc()
        self._by_token.labels(asked.name, str(status)).inc()
        self._last_use.labels(asked.name).set(now.timestamp())

    def refused(self, status: int, name: str = "") -> None:
        """Count a request that the mirror itself refuses; without a name that of an invalid token."""
        self._answers.labels(str(status)).inc()
        self._by_token.labels(name, str(status)).inc()

    def had(self, found: Fetched) -> None:
        (self._stale if found.stale else self._from_cache).inc(found.stale or found.from_cache)
        self._bytes.inc(len(found.body))

    def page(self) -> Reply:
        """Return the metrics in the Prometheus text format."""
        from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

        return 200, {"Content-Type": CONTENT_TYPE_LATEST}, generate_latest(self.registry)


class MirrorApp(ServiceApp):
    """The ASGI application of a mirror; it adds ``/metrics`` and ``/healthz``, which require no token."""

    def __init__(self, mirror: Mirror) -> None:
        super().__init__(cast(Any, mirror))
        self.mirror = mirror
        self._pool.shutdown()
        self._pool = ThreadPoolExecutor(CACHE_READERS, thread_name_prefix="sportsframe-mirror-cache")
        self._waiting: dict[str, ThreadPoolExecutor] = {}
        status, html, _ = self._pages["/"]
        self._pages["/"] = status, html, LANDING.format(address=escape(mirror.address), base=BASE_PATH).encode()
        self._pages["/healthz"] = reply(200, {"status": "ok"})

    async def _answer(self, scope: Scope, path: str, query: Mapping[str, str]) -> Reply:
        if path == "/metrics":
            self._pages[path] = self.mirror.counts.page()
        if path in self._pages:
            return await super()._answer(scope, path, query)
        accepts = next((value for name, value in scope["headers"] if name == b"accept-encoding"), b"")
        packed = reads_gzip({"accept-encoding": accepts.decode("latin-1")})
        plan = self.mirror.plan(scope["method"], path, query)
        if not isinstance(plan, Asked):
            return plan
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._pool, self.mirror.hit, plan, packed)
        if found is not None:
            return found
        return await loop.run_in_executor(self._pool_of(plan.name), self.mirror.read_through, plan, packed)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await super()._lifespan(receive, send)
        for pool in self._waiting.values():
            pool.shutdown(wait=False, cancel_futures=True)

    def _pool_of(self, name: str) -> ThreadPoolExecutor:
        """Return the threads in which the requests of one token wait for upstream."""
        if name not in self._waiting:
            self._waiting[name] = ThreadPoolExecutor(CONCURRENT_REQUESTS, thread_name_prefix="sportsframe-mirror")
        return self._waiting[name]


LANDING = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>sportsframe mirror</title></head>
<body>
<h1>sportsframe mirror</h1>
<p>A caching proxy of {address}. Send requests to paths under {base} with a token of this mirror; see the
<a href="/openapi.json">OpenAPI document</a>, <a href="/metrics">metrics</a> and <a href="/healthz">health</a>.</p>
</body>
</html>
"""
