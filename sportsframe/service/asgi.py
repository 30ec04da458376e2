"""HTTP transport: an ASGI application that passes every path under the base URL to `respond`."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections.abc import Awaitable, Callable, Container, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from email.utils import formatdate
from functools import lru_cache
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from .._process import process
from ..catalog import BASE_PATH, RESOURCES, every_answer, params
from . import landing, openapi, quirks
from .limits import FailedTokens
from .metrics import Metrics
from .respond import NO_METHOD, Reply, Service, default_service, http_date, reply
from .rows import Question

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

LONGEST_TARGET = 4096
"""Bytes of path and query; legitimate requests are far shorter."""

PIECE = 256 * 2**10
"""Bytes of a body sent at a time, which limits the buffer for a slow client."""

WORKERS = 4
"""Threads that compute responses; cached responses need none."""

NAME_OF_SCOPE = "sportsframe.name"
"""Key of the name of the token in the ASGI scope; empty if there is none, absent before it is known."""

TOO_LONG = reply(414, "The URL is too long.")
BROKEN = reply(500, "The service failed to respond.")
STOPPING = reply(503, "The server is stopping.")
STOPPING[1]["Retry-After"] = "1"

log = logging.getLogger("sportsframe.access")
errors = logging.getLogger("sportsframe.service")
errors.addFilter(process().redactor())


class ServiceApp:
    """An ASGI application over a service.

    Parameters
    ----------
    service : Service, optional
        Service to use; by default that of this process.
    failures : FailedTokens, optional
        Failed tokens by address, and when their refusals are delayed.
    metrics : Metrics, optional
        Metrics of the requests; by default in a registry of their own.

    Notes
    -----
    In addition to the service it serves ``/`` (an HTML page), ``/openapi.json``, ``/healthz`` and ``/metrics``, all
    without a token. Request bodies are never read. A line of the access log contains address, name of the token,
    method, path and declared parameters, never a token.
    """

    def __init__(
        self,
        service: Service | None = None,
        failures: FailedTokens | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self.service = service or default_service()
        self.failures = failures or FailedTokens()
        self.metrics = metrics or Metrics()
        self._shown = frozenset(p.name for code, asked, _ in every_answer() for p in params(code, asked.name)) | {
            param.name for param, _ in quirks.PARAMS.values()
        }
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="sportsframe-service")
        html = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": PAGE_POLICY}
        self._pages: dict[str, Callable[[], Reply]] = {
            "/": lambda: (200, html, self._landing()),
            "/openapi.json": lambda: (200, {"Content-Type": "application/json"}, self._document()),
            "/healthz": self.service.health,
            "/metrics": self.metrics.page,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or the startup and shutdown of a server."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http":
            await self._http(scope, send)
        else:
            raise ValueError(f"unsupported scope type {scope['type']}")

    def _landing(self) -> bytes:
        return landing.landing()

    def _document(self) -> bytes:
        return openapi.encoded(switches=self.service.switches)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.shutdown":
                self._pool.shutdown(wait=False, cancel_futures=True)
                self.metrics.close()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return

    async def _http(self, scope: Scope, send: Send) -> None:
        began = time.monotonic()
        query: Mapping[str, str] = {}
        client = scope.get("client")
        address = client[0] if client else "-"
        clock: Callable[[], datetime] | None = self.service.clock
        path = (scope.get("raw_path") or quote(scope["path"]).encode()).decode("latin-1")
        self.metrics.in_flight.inc()
        try:
            if len(path) + len(scope["query_string"]) > LONGEST_TARGET:
                answer = TOO_LONG
            else:
                query = _query(scope["query_string"])
                answer = await self._answer(scope, path, query)
                if answer[0] == HTTPStatus.UNAUTHORIZED and not scope.get(NAME_OF_SCOPE):
                    await self._delay(address)
        except asyncio.CancelledError:  # a server that stops has waited long enough
            answer = STOPPING
        except Exception:
            errors.exception("failed to respond to %s", _shown(path, query, self._shown))
            answer, clock = BROKEN, None  # the clock of the service may be what failed
        finally:
            self.metrics.in_flight.dec()
        seconds = time.monotonic() - began
        name = scope.get(NAME_OF_SCOPE, "")
        self.metrics.answered(name, answer[0], _resource(path), seconds)
        if log.isEnabledFor(logging.INFO):
            log.info(
                '%s %s "%s %s" %d %d %.1f ms%s',
                address,
                shown_name(name),
                process().redact(scope["method"][:16]),
                _shown(path, query, self._shown),
                answer[0],
                0 if scope["method"] == "HEAD" else len(answer[2]),
                1000 * seconds,
                self._remark(answer),
            )
        await send_reply(scope, send, answer, clock)

    def _remark(self, answer: Reply) -> str:
        """Return what a line of the log adds about a response."""
        return ""

    async def _delay(self, address: str) -> None:
        seconds = self.failures.failed(address)
        if seconds:
            self.metrics.delayed.inc()
            await asyncio.sleep(seconds)

    async def _answer(self, scope: Scope, path: str, query: Mapping[str, str]) -> Reply:
        """Return the response, and put the name of the token into the scope."""
        if path in self._pages:
            return self._pages[path]() if scope["method"] in ("GET", "HEAD") else NO_METHOD
        accepts = next((value for name, value in scope["headers"] if name == b"accept-encoding"), b"")
        return await self._of_service(scope, path, query, {"accept-encoding": accepts.decode("latin-1")})

    async def _of_service(self, scope: Scope, path: str, query: Mapping[str, str], headers: Mapping[str, str]) -> Reply:
        scope[NAME_OF_SCOPE], plan = self.service.plan(scope["method"], path, query, headers)
        if isinstance(plan, Question):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, self.service.answer, plan)
        return plan


PLAIN = re.compile(r"[^\s\"\\]+")
PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


@lru_cache(maxsize=256)
def _query(text: bytes) -> Mapping[str, str]:
    return dict(parse_qsl(text.decode("latin-1"), keep_blank_values=True))


@lru_cache(maxsize=64)
def _encoded(fields: tuple[tuple[str, str], ...]) -> tuple[tuple[bytes, bytes], ...]:
    return tuple((name.lower().encode(), value.encode()) for name, value in fields)


def shown_name(name: str) -> str:
    """Return the name of a token as one word of the log: in quotes if it has spaces, ``-`` if there is none."""
    return (name if PLAIN.fullmatch(name) else json.dumps(name, ensure_ascii=False)) if name else "-"


async def send_reply(scope: Scope, send: Send, answer: Reply, clock: Callable[[], datetime] | None = None) -> None:
    """Send a response, with the length of its body and a date: its own, or that of a clock, by default the real one."""
    status, fields, body = answer
    headers = list(_encoded(tuple(fields.items())))
    if "Date" not in fields:
        headers.append((b"date", (http_date(clock()) if clock else formatdate(usegmt=True)).encode()))
    if status != HTTPStatus.NOT_MODIFIED:
        headers.append((b"content-length", b"%d" % len(body)))
    if _has_body(scope):
        headers.append((b"connection", b"close"))  # the request body is not read
    await send({"type": "http.response.start", "status": status, "headers": headers})
    if scope["method"] == "HEAD":
        body = b""
    for begin in range(PIECE, len(body), PIECE):
        await send({"type": "http.response.body", "body": body[begin - PIECE : begin], "more_body": True})
    await send({"type": "http.response.body", "body": body[(len(body) - 1) // PIECE * PIECE :] if body else b""})


def _has_body(scope: Scope) -> bool:
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value != b"0")
        for name, value in scope["headers"]
    )


@lru_cache(maxsize=1024)
def _resource(path: str) -> str:
    """Return the resource of a path, or ``other``; metrics must not have a label for every path."""
    if path.startswith(f"{BASE_PATH}/"):
        name = path[len(BASE_PATH) + 1 :].partition("/")[0]
        if name in RESOURCES:
            return name
    return "other"


def _shown(path: str, query: Mapping[str, str], names: Container[str]) -> str:
    """Return the path and the parameters of these names as one short printable line."""
    kept = {name: value for name, value in query.items() if name in names}
    text = process().redact(path + (f"?{urlencode(kept)}" if kept else ""))
    return "".join(c if c.isprintable() else "?" for c in text[:300])


def app(service: Service | None = None) -> ServiceApp:
    """Return the ASGI application of a service, for any ASGI server.

    Parameters
    ----------
    service : Service, optional
        Service to use; by default that of this process.
    """
    return ServiceApp(service)
