"""A read-through mirror of a real service, for a team: one upstream token, one cache, tokens of its own for its users.

It asks upstream by the client's own way out, so that lifetimes, retries, damage and staleness are dealt with there and
nowhere else.
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
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote

from .._client import cache, settings
from .._client import fetch as fetching
from .._client.answer import Fetched, Journal
from .._client.query import Query
from ..catalog import BASE_PATH, LATER, RESOURCES, SPORTS, TOKEN_PARAM, sports_of
from ..catalog.resources import PARAMS
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
from ..service.asgi import Door, Scope
from ..service.respond import (
    NO_METHOD,
    NOT_ENTITLED,
    NOT_FOUND,
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
"""How an answer was had: ``hit``, ``miss`` or ``stale``."""

STALE = "X-Sportsframe-Stale"
"""On an answer older than its lifetime: when upstream gave it."""

REFUSED_BY = "X-Sportsframe-Refused-By"
"""On an error that came from upstream, so that a 401 is not taken for one of the mirror's own."""

RETRY_AFTER = 10
"""Seconds for which an upstream that did not answer is left alone; meanwhile the cache answers."""

ASKING = 16
"""Requests under way at a time."""

GROUPS: dict[str, frozenset[str]] = {
    **{name: frozenset(sports) for name, sports in LATER.items() if name != "depth-charts"},
    **{name: frozenset({*sports_of(name), *LATER.get(name, ())}) for name in RESOURCES},
}
"""What is passed on: groups that are built, and those whose answers are lists of rows; and their sports."""

PASSED = frozenset(param.name for param in PARAMS) | {"team_id", "relegated"}
"""Query parameters that go upstream; others, such as cache busters, would only split the cache."""

SEGMENT = re.compile(r"[0-9A-Za-z-]{1,32}")
LONGEST_VALUE = 200

NO_ANSWER = reply(502, "The upstream service did not answer, and the cache holds no answer.")
NO_ENVELOPE = reply(502, "The upstream service answered something that is not the envelope.")


class Mirror:
    """Answers in place of an upstream service, from the cache as long as that may be.

    Parameters
    ----------
    upstream : str
        Base address of the service, ending in ``/api/v1``; https beyond this machine.
    tokens : Tokens, optional
        The mirror's own users; without a table any token that is not empty.
    token : str, optional
        Token of the upstream service, by default the one in ``SPORTSFRAME_UPSTREAM_TOKEN``. It stays inside.
    **options
        Further settings of the way out: ``cache_dir``, ``redis``, ``cache_size``, ``timeouts``, ``now``.

    Raises
    ------
    ConfigError
        An address that cannot be, no upstream token, or prometheus-client is missing.

    Notes
    -----
    Statuses are those of upstream, and so are the bodies of its answers; what is said with an error is the mirror's
    own, as an error of upstream may repeat its token. What the mirror adds stands in headers: `CACHE`, ``Age``, and on
    answers that bridge an outage ``Warning: 110`` and `STALE`. Entitlements of its tokens are checked here; how old a
    trial's data may be is left to upstream, by its own token.
    """

    def __init__(
        self, upstream: str, tokens: Tokens | None = None, *, token: str | None = None, **options: Any
    ) -> None:
        address = settings.OPTIONS["base_url"].check("the upstream", upstream)
        secret = token or os.environ.get(UPSTREAM_TOKEN_VARIABLE, "").strip()
        if not secret:
            raise ConfigError(
                f"a mirror needs the token of the upstream service in {UPSTREAM_TOKEN_VARIABLE}; "
                "it is not taken from the command line, where others could read it."
            )
        self.address: str = address
        setting = settings.current().with_values(**options, source=None, base_url=address, token=secret)
        self._setting = replace(setting, own_journal=Journal())
        self._offline = replace(self._setting, offline=True)
        self.tokens = tokens or Tokens()
        self.counts = Counts()
        self._down_until = 0.0
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"Mirror({self.address!r}, {self.tokens!r})"

    def clock(self) -> datetime:
        """The time, as tokens are judged by it."""
        return self._setting.moment()

    def respond(self, method: str, path: str, query: Mapping[str, str], headers: Mapping[str, str]) -> Reply:
        """Answer a request: own checks first, then the cache, then upstream.

        Parameters
        ----------
        method, path, query, headers
            As for `service.respond`.

        Returns
        -------
        tuple of (int, dict of str to str, bytes)
            Status, headers and body. The body of a 200 is upstream's, byte for byte (packed where gzip is accepted).
        """
        if method != "GET":
            return NO_METHOD
        grant = self.tokens.grant(query.get(TOKEN_PARAM, ""), self.clock())
        if grant is None:
            return UNAUTHORIZED
        asked = question(path, query)
        if asked is None:
            return NOT_FOUND
        known = [code for code in asked.sport.split("-") if code in SPORTS]
        if grant.pairs is not None and not (known and all(grant.covers(code, asked.resource) for code in known)):
            return NOT_ENTITLED
        answer = self._read_through(asked, reads_gzip(headers))
        self.counts.asked(asked.resource, answer[0])
        return answer

    def _read_through(self, asked: Query, packed: bool) -> Reply:
        setting = self._setting
        down = self._down_until > setting.elapsed()
        try:
            found = fetching.fetch(asked, self._offline if down else setting)
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
            setting.journal.discard(asked)  # nobody freezes the answers of a server
        if found.stale and not down:
            self._went_down(setting)
        self.counts.had(found)
        return _answer(found, setting.moment(), packed)

    def _went_down(self, setting: settings.Settings) -> None:
        with self._lock:
            self._down_until = setting.elapsed() + RETRY_AFTER
        self.counts.outages.inc()


def question(path: str, query: Mapping[str, str]) -> Query | None:
    """What a path below the base address asks; None where it cannot be a path of the service."""
    if not path.startswith(f"{BASE_PATH}/"):
        return None
    resource, *rest = (unquote(part) for part in path[len(BASE_PATH) + 1 :].split("/"))
    if resource not in GROUPS or len(rest) not in (1, 2) or not all(SEGMENT.fullmatch(part) for part in rest):
        return None
    if not set(rest[-1].split("-")) & GROUPS[resource]:
        return None
    given = {name: value for name, value in query.items() if name in PASSED}
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
    Forbidden: reply(403, "The upstream service does not allow this to the mirror's account."),
    BadRequest: reply(400, "The upstream service cannot read the date or the season."),
    NotFound: NOT_FOUND,
}
"""What is said in place of the upstream service, whose own words may hold its token."""


def passed_on(error: ServiceError) -> Reply:
    """The answer to what upstream refused, in words of our own; a redirect, which is not followed, is a bad gateway."""
    if 300 <= error.status < 400:
        return reply(502, "The upstream service redirects elsewhere, which is not followed.")
    known = next((said for kind, said in REFUSALS.items() if isinstance(error, kind)), None)
    _, headers, body = known or reply(error.status, f"The upstream service failed with status {error.status}.")
    return error.status, {**headers, "X-Content-Type-Options": "nosniff", REFUSED_BY: "upstream"}, body


class Counts:
    """What was asked, where the answers came from, and what that saved, for Prometheus."""

    def __init__(self) -> None:
        try:
            from prometheus_client import CollectorRegistry, Counter
            from prometheus_client.core import CounterMetricFamily
        except ImportError:
            raise ConfigError('a mirror needs prometheus-client: pip install "sportsframe[server]".') from None
        self.registry: CollectorRegistry = CollectorRegistry()

        def counter(name: str, meaning: str, *labels: str) -> Any:
            return Counter(f"sportsframe_mirror_{name}", meaning, labels, registry=self.registry)

        self._asked = counter("asked", "Requests of users that were read through, by group", "resource")
        self._answers = counter("answers", "Answers to them, by status", "status")
        self._from_cache = counter("from_cache", "Answers from the cache within their lifetime")
        self._stale = counter("stale", "Answers older than their lifetime, while upstream was down")
        self._bytes = counter("bytes", "Bytes of answers, before packing")
        self.outages = counter("outages", "Times upstream was found not to answer")
        began = cache.tally.made, cache.tally.saved

        class Tallied:
            """The way out's own counts, retries and questions under way included."""

            def collect(self) -> list[Any]:
                made, saved = cache.tally.made - began[0], cache.tally.saved - began[1]
                return [
                    CounterMetricFamily("sportsframe_mirror_upstream", "Requests sent upstream", value=made),
                    CounterMetricFamily("sportsframe_mirror_saved", "Requests that were not sent", value=saved),
                ]

        self.registry.register(Tallied())

    def asked(self, resource: str, status: int) -> None:
        self._asked.labels(resource).inc()
        self._answers.labels(str(status)).inc()

    def had(self, found: Fetched) -> None:
        (self._stale if found.stale else self._from_cache).inc(found.stale or found.from_cache)
        self._bytes.inc(len(found.body))

    def page(self) -> Reply:
        """The counts in the text form of Prometheus."""
        from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

        return 200, {"Content-Type": CONTENT_TYPE_LATEST}, generate_latest(self.registry)


class MirrorDoor(Door):
    """The HTTP door of a mirror: the service's, with ``/metrics`` and ``/healthz``, which need no token."""

    def __init__(self, mirror: Mirror) -> None:
        super().__init__(cast(Any, mirror))
        self.mirror = mirror
        self._pool.shutdown()
        self._pool = ThreadPoolExecutor(ASKING, thread_name_prefix="sportsframe-mirror")
        status, html, _ = self._pages["/"]
        self._pages["/"] = status, html, LANDING.format(address=escape(mirror.address), base=BASE_PATH).encode()
        self._pages["/healthz"] = reply(200, {"status": "ok"})

    async def _answer(self, scope: Scope, path: str, query: Mapping[str, str]) -> Reply:
        if path == "/metrics":
            self._pages[path] = self.mirror.counts.page()
        if path in self._pages:
            return await super()._answer(scope, path, query)
        accepts = next((value for name, value in scope["headers"] if name == b"accept-encoding"), b"")
        headers = {"accept-encoding": accepts.decode("latin-1")}
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, self.mirror.respond, scope["method"], path, query, headers)


LANDING = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>sportsframe mirror</title></head>
<body>
<h1>sportsframe mirror</h1>
<p>A read-through mirror of {address}. Ask below {base} with a token of this mirror; see the
<a href="/openapi.json">interface description</a>, <a href="/metrics">counts</a> and <a href="/healthz">health</a>.</p>
</body>
</html>
"""
