"""A caching proxy (mirror) of a real service, for a team: one upstream token, one cache, and tokens for its users.

It sends upstream requests through the client, which handles cache lifetimes, retries, damaged responses and staleness.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from html import escape
from math import ceil, inf
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import unquote

from .._client import cache, credentials, option_values
from .._client import fetch as fetching
from .._client.answer import Fetched, History
from .._client.connection import connection_for
from .._client.options import current_with
from .._client.query import Query
from .._client.transport import DOUBT
from ..catalog import BASE_PATH, RESOURCES, SPORTS, TOKEN_PARAM, params, sports_of
from ..catalog.resources import REFUSED_BY, ByDate, BySeason
from ..catalog.simulated import SOURCE, SOURCE_HEADER
from ..errors import ConfigError, PayloadError, ServiceError, Unreachable
from ..service import metrics, openapi, quirks
from ..service.asgi import NAME_OF_SCOPE, Scope, ServiceApp
from ..service.cache import Bounded
from ..service.limits import FailedTokens
from ..service.respond import (
    BAD_DATE,
    BAD_SEASON,
    DATE,
    NO_METHOD,
    NOT_ENTITLED,
    NOT_FOUND,
    SEASON,
    SMALLEST_PACKED,
    UNAUTHORIZED,
    Reply,
    over_quota,
    reads_gzip,
    reply,
)
from ..service.tokens import Tokens
from .pending import PATIENCE, Asked, Line, Outcome
from .upstream import TOO_LATE_FOR_NOW, Failure, Upstream, log

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

UPSTREAM_TOKEN_VARIABLE = "SPORTSFRAME_UPSTREAM_TOKEN"

CACHE = "X-Sportsframe-Cache"
"""Cache status of a response: ``hit``, ``miss`` or ``stale``."""

STALE = "X-Sportsframe-Stale"
"""On a stale response: the time at which upstream returned it."""

UPSTREAM_SECONDS = 30.0
"""Seconds that upstream may take for a whole response, from the connection to the last byte and with retries, unless
the deadline of the client is set."""

CACHE_READERS = 4
"""Threads that read the cache, apart from those that wait for upstream."""

READ_AGAIN = timedelta(seconds=1)
"""Time for which a response that was read from the cache is kept in memory, for those who ask for the same."""

RECENT_BYTES = 16 * 2**20
"""Maximum size of the responses kept in memory."""

SEGMENT = re.compile(r"[0-9A-Za-z-]{1,32}")
LONGEST_VALUE = 200


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
        Further settings of the client: ``cache_dir``, ``redis``, ``cache_size``, ``timeouts``, ``deadline``, ``now``.

    Raises
    ------
    ConfigError
        The URL is invalid, or the upstream token or prometheus-client is missing.

    Notes
    -----
    Statuses and the bodies of successful responses are those of upstream. Error messages are the mirror's own, because
    an upstream error may repeat the token. The mirror adds the headers ``X-Sportsframe-Cache`` and ``Age`` and, during
    an outage, ``Warning: 110`` and ``X-Sportsframe-Stale``. A response of which no row can be of the date or season of
    the request is replaced by an older one, too; without one it is marked by ``Warning: 199`` and by
    ``X-Sportsframe-Doubt``, which says of when its rows are. The mirror checks the entitlements of its tokens; the age
    limit of a trial is enforced upstream, for the upstream token.
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
        with credentials.hidden_if_refused(options) as values:
            setting = current_with(**values, source=None, base_url=address, token=secret)
        if setting.origins["deadline"] == "default":
            setting = replace(setting, deadline=UPSTREAM_SECONDS)
        origin = setting.origins["token"] if token else f"environment {UPSTREAM_TOKEN_VARIABLE}"
        self._setting = replace(setting, own_history=History(), origins={**setting.origins, "token": origin})
        # errors are raised, without waiting out a Retry-After; what replaces them is chosen here
        self._asking = replace(self._setting, max_stale=-inf, waits_out=False)
        self.tokens = tokens or Tokens()
        self.counts = Counts()
        self.counts.usable.set_function(lambda: connection_for(self._setting).cache.usable())
        self.upstream = Upstream(setting.elapsed, self.counts.registry)
        self.counts.paused_until.set_function(lambda: until.timestamp() if (until := self.paused_until()) else 0.0)
        self.pending = Line(self.read_through)
        self._recent: Bounded[_Recent] = Bounded(RECENT_BYTES, lambda held: len(held.body) + len(held.fetched.body))

    def __repr__(self) -> str:
        return f"Mirror({self.address!r}, {self.tokens!r})"

    @property
    def seconds(self) -> float:
        """Seconds that upstream may take for a response."""
        return self._setting.deadline

    def clock(self) -> datetime:
        """Return the current time, used to check tokens."""
        return self._setting.moment()

    def respond(
        self, method: str, path: str, query: Mapping[str, str], headers: Mapping[str, str], *, counted: bool = True
    ) -> Reply:
        """Respond to a request: check it, then use the cache, then upstream.

        Parameters
        ----------
        method, path, query, headers
            As for `service.respond`.
        counted : bool
            Whether the request counts toward the quota of its token.

        Returns
        -------
        tuple of (int, dict of str to str, bytes)
            Status, headers and body. The body of a 200 is upstream's, byte for byte (compressed if gzip is accepted).
        """
        _, plan = self.plan(method, path, query, headers, counted=counted)
        if not isinstance(plan, Asked):
            return plan
        found = self.recent(plan) or self.at_once(plan)
        if found is not None:
            return found
        pending = self.pending.join(plan)
        try:
            return self.counted(pending.outcome.result(pending.patience()))
        except TimeoutError:
            if found := self.overdue(plan):
                return found
        try:
            return self.counted(pending.outcome.result(pending.left(self.seconds)))
        except TimeoutError:
            return TOO_LATE_FOR_NOW

    def plan(
        self, method: str, path: str, query: Mapping[str, str], headers: Mapping[str, str], *, counted: bool = True
    ) -> tuple[str, Reply | Asked]:
        """Check a request, without looking for its response; also return the name of its token."""
        if method not in ("GET", "HEAD"):
            return "", NO_METHOD
        secret = query.get(TOKEN_PARAM, "")
        grant = self.tokens.find(secret)
        if grant is None or not grant.holds(self.clock()):
            return "" if grant is None else grant.name, UNAUTHORIZED
        exceeded = over_quota(self.tokens, grant) if counted else None
        if exceeded is not None:
            return grant.name, exceeded
        asked = question(path, query)
        if asked is None or credentials.contains("\n".join([asked.path, *asked.params.values()]), secret):
            return grant.name, NOT_FOUND
        if malformed := _malformed(asked):
            return grant.name, malformed
        known = [code for code in asked.sport.split("-") if code in SPORTS]
        if grant.pairs is not None and not (known and all(grant.covers(code, asked.resource) for code in known)):
            return grant.name, NOT_ENTITLED
        return grant.name, Asked(asked, grant.name, reads_gzip(headers))

    def recent(self, asked: Asked) -> Reply | None:
        """Return the response if it was read from the cache within the last second; the cache is not read."""
        now = self._setting.moment()
        held = self._recent.get((asked.query, asked.packed))
        if held is None or not held.read_at <= now < held.read_at + READ_AGAIN:
            return None
        cache.tally.add(saved=1)
        self.counts.had(held.fetched)
        return _answer(held.fetched, now, held.body, asked.packed)

    def at_once(self, asked: Asked) -> Reply | None:
        """Return what needs no request: a fresh response in the cache or, in a known outage, what replaces it."""
        found = _passed_on(fetching.cached(asked.query, self._setting))
        if found is None:
            failure = self.upstream.closed(str(asked.query))
            return None if failure is None else self.counted(self._instead(asked, failure))
        self.counts.had(found)
        now = self._setting.moment()
        body = _body(found, asked.packed)
        self._recent.put((asked.query, asked.packed), _Recent(found, body, now))
        return _answer(found, now, body, asked.packed)

    def overdue(self, asked: Asked) -> Reply | None:
        """Return what a user gets who has waited long enough: an expired response or, in an outage, the failure."""
        found = _passed_on(fetching.stand_in(asked.query, self._setting, f"no response within {PATIENCE:g} s"))
        if found is None:
            failure = self.upstream.closed(str(asked.query))
            return None if failure is None else failure.reply
        return self.counted(self._sent(found, asked.packed))

    def read_through(self, asked: Asked) -> Outcome:
        """Respond from upstream, or from an expired response while it is down."""
        with self.counts.in_flight.track_inprogress(), self.counts.waiting.time():
            return self._read_through(asked)

    def _read_through(self, asked: Asked) -> Outcome:
        failure, before = self.upstream.held(str(asked.query)), self.upstream.answers
        if failure is None:
            try:
                found = fetching.fetch(asked.query, self._asking, warn_stale=False)
                if _passed_on(found) is None:
                    fetching.drop(asked.query, self._setting)
                    text = f"the response to {asked.query} is refused: {ENCODED}"
                    raise PayloadError(text, reason=ENCODED)
            except (ServiceError, Unreachable, PayloadError) as error:
                failure = self.upstream.failed(error, str(asked.query), before)
                if failure.pause:
                    self.pending.release(Outcome(failure.reply))
            else:
                if not found.from_cache:
                    self.upstream.answered(str(asked.query))
                return self._sent(self._preferred(found), asked.packed)
            finally:
                self._setting.history.discard(asked.query)  # a server never freezes responses
        return self._instead(asked, failure)

    def _preferred(self, found: Fetched) -> Fetched:
        """Return a response, or the expired one in its place if it has only rows of another day."""
        if not found.doubt or found.from_cache:
            return found
        reason = fetching.doubted(found)
        log.warning(reason)
        kept = _passed_on(fetching.stand_in(found.query, self._setting, reason))
        return found if kept is None or kept.doubt else kept

    def _instead(self, asked: Asked, failure: Failure) -> Outcome:
        """Return an expired response in place of a missing one, or the failure."""
        kept = fetching.stand_in(asked.query, self._setting, failure.cause) if failure.bridged else None
        kept = _passed_on(kept)
        return Outcome(failure.reply) if kept is None else self._sent(kept, asked.packed)

    def _sent(self, found: Fetched, packed: bool) -> Outcome:
        return Outcome(_answer(found, self._setting.moment(), _body(found, packed), packed), found)

    def counted(self, outcome: Outcome) -> Reply:
        """Return a response to one user, and count it."""
        if outcome.fetched is not None:
            self.counts.had(outcome.fetched)
        return outcome.reply

    def resume(self) -> None:
        """Let the next request be sent upstream, even in an outage or before a time that upstream has said is over."""
        connection_for(self._setting).lift_holds()
        self.upstream.ask()

    def health(self) -> Reply:
        """Return that the mirror works, the state of upstream, and until when that is left alone."""
        until = self.paused_until()
        paused = {"paused_until": f"{until:%Y-%m-%dT%H:%M:%SZ}"} if until else {}
        return reply(200, {"status": "ok", "upstream": self.upstream.state, **paused})

    def paused_until(self) -> datetime | None:
        """Return until when no request is sent upstream; None if the next one is."""
        left = self.upstream.left()
        return self.clock() + timedelta(seconds=ceil(left)) if left else None


class _Recent(NamedTuple):
    """A response as read from the cache, with its body as it is sent."""

    fetched: Fetched
    body: bytes
    read_at: datetime


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
    every = frozenset(quirks.PARAMS)
    taken = {p.name for code in codes for p in (*params(code, resource), *quirks.params(every, code, resource))}
    given = {name: value for name, value in query.items() if name in taken}
    if any(len(value) > LONGEST_VALUE or not value.isprintable() for value in given.values()):
        return None
    league = given.pop("league", None)
    return Query(rest[-1], resource, rest[0] if len(rest) == 2 else "", league, tuple(sorted(given.items())))


def _malformed(asked: Query) -> Reply | None:
    """Return the response to what is not a date or season; upstream is not asked."""
    text, segment = asked.segment, RESOURCES[asked.resource].segment
    if isinstance(segment, ByDate) and not (text == "now" or DATE.fullmatch(text)):
        return BAD_DATE
    return BAD_SEASON if isinstance(segment, BySeason) and text and not SEASON.fullmatch(text) else None


ENCODED = "it is not UTF-8 without a byte order mark"


def _passed_on(found: Fetched | None) -> Fetched | None:
    """Return a response if it is UTF-8, as JSON over HTTP must be; the client also reads other encodings."""
    return None if found is None or json.detect_encoding(found.body[:4]) != "utf-8" else found


def _body(found: Fetched, packed: bool) -> bytes:
    """Return the body of a response as it is sent."""
    if packed and len(found.body) >= SMALLEST_PACKED:
        return gzip.compress(found.body, 1, mtime=0)
    return found.body


def _answer(found: Fetched, now: datetime, body: bytes, packed: bool) -> Reply:
    age = max(0, int((now - found.fetched_at).total_seconds()))
    headers = {CACHE: "stale" if found.stale else "hit" if found.from_cache else "miss", "Age": str(age)}
    if found.stale:
        headers["Warning"] = '110 - "Response is Stale"'
        headers[STALE] = found.fetched_at.isoformat()
    if found.doubt:
        headers["Warning"] = f'199 - "Only rows of {found.doubt}"'
        headers[DOUBT] = found.doubt
    if found.source == SOURCE:
        headers[SOURCE_HEADER] = SOURCE
    if not body:
        return 304, headers, b""
    headers |= {"Content-Type": "application/json", "Vary": "Accept-Encoding"}
    if packed and len(found.body) >= SMALLEST_PACKED:
        headers["Content-Encoding"] = "gzip"
    return 200, headers, body


class Counts:
    """Prometheus metrics of a mirror: sources of responses, upstream, and requests saved."""

    def __init__(self) -> None:
        self.registry: CollectorRegistry = metrics.registry()
        from prometheus_client import Counter, Gauge, Histogram
        from prometheus_client.core import CounterMetricFamily

        def counter(name: str, meaning: str) -> Any:
            return Counter(f"sportsframe_mirror_{name}", meaning, registry=self.registry)

        def gauge(name: str, meaning: str) -> Any:
            return Gauge(f"sportsframe_mirror_{name}", meaning, registry=self.registry)

        self._from_cache = counter("from_cache", "Responses from the cache that were fresh")
        self._stale = counter("stale", "Stale responses, returned while upstream was down or slow")
        self._bytes = counter("bytes", "Bytes of responses, before compression")
        self.in_flight = gauge("in_flight", "Requests that wait for upstream")
        self.usable = gauge("cache_usable", "Whether the cache stores responses: 0 if the disk is full, for example")
        self.paused_until = gauge(
            "upstream_paused_until_seconds", "Time until which no request is sent upstream; 0 if one is"
        )
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

    def had(self, found: Fetched) -> None:
        (self._stale if found.stale else self._from_cache).inc(found.stale or found.from_cache)
        self._bytes.inc(len(found.body))


class MirrorApp(ServiceApp):
    """The ASGI application of a mirror.

    Parameters
    ----------
    mirror : Mirror
        The mirror.
    failures : FailedTokens, optional
        Failed tokens by address, and when their refusals are delayed.
    """

    def __init__(self, mirror: Mirror, failures: FailedTokens | None = None) -> None:
        super().__init__(cast(Any, mirror), failures, metrics.Metrics(mirror.counts.registry))
        self.mirror = mirror
        self._pool.shutdown()
        self._pool = ThreadPoolExecutor(CACHE_READERS, thread_name_prefix="sportsframe-mirror-cache")

    def _landing(self) -> bytes:
        return LANDING.format(address=escape(self.mirror.address), base=BASE_PATH).encode()

    def _document(self) -> bytes:
        return openapi.encoded(mirror=True)

    def _remark(self, answer: Reply) -> str:
        """Return where the response comes from: ``hit``, ``miss``, ``stale`` or ``upstream``, which refused."""
        return f" {answer[1][CACHE]}" if CACHE in answer[1] else " upstream" if REFUSED_BY in answer[1] else ""

    async def _of_service(self, scope: Scope, path: str, query: Mapping[str, str], headers: Mapping[str, str]) -> Reply:
        name, plan = self.mirror.plan(scope["method"], path, query, headers)
        scope[NAME_OF_SCOPE] = name
        if not isinstance(plan, Asked):
            return plan
        found = self.mirror.recent(plan)
        loop = asyncio.get_running_loop()
        if found is None:
            found = await loop.run_in_executor(self._pool, self.mirror.at_once, plan)
        if found is None:
            pending = self.mirror.pending.join(plan)
            try:
                outcome = await asyncio.wait_for(asyncio.wrap_future(pending.outcome), pending.patience())
            except TimeoutError:
                found = await loop.run_in_executor(self._pool, self.mirror.overdue, plan)
                if found is not None:
                    return found
                left = pending.left(self.mirror.seconds)
                try:
                    outcome = await asyncio.wait_for(asyncio.wrap_future(pending.outcome), left)
                except TimeoutError:
                    return TOO_LATE_FOR_NOW
            found = self.mirror.counted(outcome)
        return found


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
