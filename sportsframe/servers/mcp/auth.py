"""HTTP transport of the MCP server: checks path, method, token and entitlement, then calls the SDK."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections.abc import Iterable
from typing import Any

from ...errors import LONGEST_SHOWN, quoted
from ...service.asgi import STOPPING, Receive, Scope, Send, send_reply, shown_name
from ...service.limits import FailedTokens
from ...service.metrics import Metrics
from ...service.respond import NO_METHOD
from ...service.tokens import Grant
from .server import OUTCOME_OF_SCOPE, TOKEN_OF_SCOPE, WORK_OF_SCOPE, ToolServer
from .tools import not_covered

PATH = "/mcp"
HEALTH = "/healthz"
METRICS = "/metrics"

LARGEST_REQUEST = 2**20
"""Maximum size of a request body, in bytes."""

BODY_SECONDS = 15.0
"""Time limit for receiving a body, in seconds."""

OWN_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
"""Names of this machine, which are always accepted."""

AUTHORITY = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[\w.-]+)(:[0-9]{1,5})?", re.ASCII)
ORIGIN = re.compile(rf"https?://{AUTHORITY.pattern}", re.ASCII | re.IGNORECASE)
"""The values of ``Host`` and ``Origin`` that name a host."""

INVALID_REQUEST = -32600

NO_ENTITLEMENT = -32003
"""JSON-RPC error code for a call that the token does not cover."""

log = logging.getLogger("sportsframe.access")


class McpApp:
    """An ASGI application that authorizes requests to the tools.

    Parameters
    ----------
    companion : ToolServer
        The tools.
    hosts : iterable of str
        Names under which clients may reach the server, apart from those of this machine: host names, without port.
    body_seconds : float
        Time limit for receiving a body.
    failures : FailedTokens, optional
        Failed tokens by address, and when their refusals are delayed.

    Notes
    -----
    ``GET /healthz`` and ``GET /metrics`` need no token. Everything else except ``POST /mcp`` returns 404 or 405. A
    request without a valid bearer token returns a plain 401 without a body or ``WWW-Authenticate``. A call for a sport
    or resource that the token does not cover returns 403. A ``Host`` that is not among the names returns 421, and an
    ``Origin`` whose host is not returns 403, so that a web page cannot reach a local server through a name of its own
    (DNS rebinding).
    """

    def __init__(
        self,
        companion: ToolServer,
        *,
        hosts: Iterable[str] = (),
        body_seconds: float = BODY_SECONDS,
        failures: FailedTokens | None = None,
    ) -> None:
        from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
        from mcp.server.transport_security import TransportSecuritySettings

        unguarded = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        self.companion = companion
        self.failures = failures or FailedTokens()
        counts = getattr(companion.backend, "counts", None)  # a mirror shows its metrics on the same page
        self.metrics = Metrics(None if counts is None else counts.registry)
        self._failed: Any = self.metrics.counter(
            "sportsframe_mcp_failed_calls", "Calls whose result is an error, by name of the token", ("token", "tool")
        )
        self._hosts = OWN_HOSTS | {host.casefold().strip("[]") for host in hosts}
        self._body_seconds = body_seconds
        self._app: Any = companion.server.streamable_http_app(
            streamable_http_path=PATH,
            json_response=True,
            stateless_http=True,
            max_request_body_size=LARGEST_REQUEST,
            transport_security=unguarded,
        )
        self._streaming = StreamableHTTPSessionManager(
            companion.server, stateless=True, max_request_body_size=LARGEST_REQUEST, security_settings=unguarded
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or the startup and shutdown of a server."""
        if scope["type"] == "lifespan":
            self.companion.prepare()
            async with self._streaming.run():
                await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            raise ValueError(f"unsupported scope type {scope['type']}")

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.monotonic()
        logged: dict[str, Any] = {"status": 0, "tool": "-", "name": ""}
        outcome: dict[str, str] = {}
        scope[OUTCOME_OF_SCOPE] = outcome

        async def record_status(message: Any) -> None:
            if message["type"] == "http.response.start":
                logged["status"] = message["status"]
            await send(message)

        client = scope.get("client")
        address = client[0] if client else "-"
        self.metrics.in_flight.inc()
        try:
            await self._answer(scope, receive, record_status, logged, address)
        except asyncio.CancelledError:  # a server that stops has waited long enough
            if logged["status"]:
                raise
            await send_reply(scope, record_status, STOPPING)
        finally:
            self.metrics.in_flight.dec()
            self._note(scope, logged, outcome, address, time.monotonic() - began)

    def _note(
        self, scope: Scope, logged: dict[str, Any], outcome: dict[str, str], address: str, seconds: float
    ) -> None:
        """Count a request and write its line of the log."""
        name, tool, failed = logged["name"], logged["tool"], outcome.get("failed", "")
        self.metrics.answered(name, logged["status"], tool if tool in self.companion.tools else "other", seconds)
        if failed:
            self._failed.labels(name, tool).inc()
        if log.isEnabledFor(logging.INFO):
            path, method = scope["path"], scope["method"]
            log.info(
                '%s %s "%s %s" %s %d %.1f ms%s',
                address,
                shown_name(name),
                method if method.isalpha() else "?",
                path if path in (PATH, HEALTH, METRICS) else "elsewhere",
                tool,
                logged["status"],
                1000 * seconds,
                f" {failed}" if failed else "",
            )

    async def _answer(self, scope: Scope, receive: Receive, send: Send, logged: dict[str, Any], address: str) -> None:
        path, method = scope["path"], scope["method"]
        if path in (HEALTH, METRICS):
            page = self.companion.backend.health if path == HEALTH else self.metrics.page
            await send_reply(scope, send, page() if method in ("GET", "HEAD") else NO_METHOD)
        elif path != PATH:
            await _plain(scope, send, 404)
        elif method != "POST":
            await _plain(scope, send, 405, allow="POST")
        elif not self._known(scope, b"host", AUTHORITY):
            await _plain(scope, send, 421)
        elif not self._known(scope, b"origin", ORIGIN):
            await _plain(scope, send, 403)
        else:
            await self._post(scope, receive, send, logged, address)

    def _known(self, scope: Scope, header: bytes, pattern: re.Pattern[str]) -> bool:
        """Whether a header, if there is one, names a host of this server."""
        for name, value in scope["headers"]:
            if name == header:
                found = pattern.fullmatch(value.decode("latin-1"))
                if found is None or found["host"].casefold().strip("[]") not in self._hosts:
                    return False
        return True

    async def _post(self, scope: Scope, receive: Receive, send: Send, logged: dict[str, Any], address: str) -> None:
        token = bearer(scope)
        grant = self.companion.backend.tokens.find(token)
        logged["name"] = "" if grant is None else grant.name
        if grant is None or not grant.holds(self.companion.now()):
            delay = self.failures.failed(address) if grant is None else 0.0
            if delay:
                self.metrics.delayed.inc()
                await asyncio.sleep(delay)
            await _plain(scope, send, 401)
            return
        try:
            body = await asyncio.wait_for(_read(receive), self._body_seconds)
        except (TimeoutError, ConnectionError):
            await _plain(scope, send, 408)
            return
        if body is None:
            await _plain(scope, send, 413)
            return
        if _is_no_message(body):
            await _plain(scope, send, 400, _refusal(None, NO_MESSAGE, INVALID_REQUEST))
            return
        calls = self._calls(body, grant)
        if calls:
            logged["tool"] = "+".join(name for name, _, _ in calls)[:100]
        for _, pairs, number in calls:
            for pair in pairs:
                if not grant.covers(*pair):
                    await _plain(scope, send, 403, _refusal(number, not_covered(grant, *pair)))
                    return
        if (version := _version(scope)) is not None and (refused := _unsupported(version, body)):
            await _plain(scope, send, 400, refused)
            return
        scope[TOKEN_OF_SCOPE] = token
        scope[WORK_OF_SCOPE] = []
        messages = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> Any:
            return messages.pop() if messages else await receive()

        watch = asyncio.create_task(_stop_once_gone(scope, receive))
        try:
            if _asks_for_progress(scope, body):
                await self._streaming.handle_request(scope, replay, send)
            else:
                await self._app(scope, replay, send)
        finally:
            watch.cancel()

    def _calls(self, body: bytes, grant: Grant) -> list[tuple[str, list[tuple[str, str]], Any]]:
        """Return the calls of known tools in a body: name, what each reads, request id."""
        calls = []
        for message in _messages(body):
            if message.get("method") != "tools/call":
                continue
            params = message.get("params")
            name = params.get("name") if isinstance(params, dict) else None
            tool = self.companion.tools.get(name) if isinstance(name, str) else None
            arguments = params.get("arguments") if isinstance(params, dict) else None
            if tool is not None:
                pairs = tool.pairs(arguments, grant) if isinstance(arguments, dict) else []
                calls.append((tool.name, pairs, message.get("id")))
        return calls


async def _stop_once_gone(scope: Scope, receive: Receive) -> None:
    """Stop the work for a request whose client has closed the connection; nobody could be told the result."""
    while (await receive())["type"] != "http.disconnect":
        pass
    for work in scope[WORK_OF_SCOPE]:
        work.stop()


def _messages(body: bytes) -> list[dict[str, Any]]:
    """Return the messages in a body; none if it cannot be read, which the SDK reports."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return []
    return [message for message in (found if isinstance(found, list) else [found]) if isinstance(message, dict)]


NO_MESSAGE = "the body is not a JSON-RPC message: send one object with jsonrpc, id, method and params, not a list"


def _is_no_message(body: bytes) -> bool:
    """Whether a body is JSON and no message, which the SDK would tell in many lines."""
    from mcp_types import jsonrpc_message_adapter

    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return False
    try:
        jsonrpc_message_adapter.validate_python(found, by_name=False)
    except ValueError:
        return True
    return False


def _asks_for_progress(scope: Scope, body: bytes) -> bool:
    """Whether a client wants to be told that its call is at work, and reads a stream of events."""
    accepted = b",".join(value for name, value in scope["headers"] if name == b"accept")
    if b"text/event-stream" not in accepted.lower():
        return False
    meta = [held.get("_meta") for message in _messages(body) if isinstance(held := message.get("params"), dict)]
    return any(isinstance(one, dict) and one.get("progressToken") is not None for one in meta)


def _version(scope: Scope) -> str | None:
    """Return the version of the protocol that the header of a request names."""
    found = (value for name, value in scope["headers"] if name == b"mcp-protocol-version")
    return next((value.decode("latin-1") for value in found), None)


def _unsupported(version: str, body: bytes) -> bytes:
    """Return the refusal of a version of the protocol that the SDK does not speak; empty if it does."""
    from mcp_types import UNSUPPORTED_PROTOCOL_VERSION
    from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

    supported = [*HANDSHAKE_PROTOCOL_VERSIONS, *MODERN_PROTOCOL_VERSIONS]
    if version in supported:
        return b""
    message = f"protocol version {quoted(version)} is not supported; these are: {', '.join(supported)}."
    number = next((message.get("id") for message in _messages(body)), None)
    data = {"supported": supported, "requested": version[:LONGEST_SHOWN]}  # of which clients choose another
    return _refusal(number, message, UNSUPPORTED_PROTOCOL_VERSION, data)


def bearer(scope: Scope) -> str:
    """Return the bearer token of a request; empty if there is not exactly one such Authorization header."""
    found = [value for name, value in scope["headers"] if name == b"authorization"]
    if len(found) != 1:
        return ""
    kind, _, token = found[0].decode("latin-1").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


async def _read(receive: Receive) -> bytes | None:
    """Return the body of a request; None if it is too large."""
    parts = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise ConnectionError
        parts += message.get("body", b"")
        if len(parts) > LARGEST_REQUEST:
            return None
        if not message.get("more_body", False):
            return bytes(parts)


def _refusal(number: Any, message: str, code: int = NO_ENTITLEMENT, data: Any = None) -> bytes:
    fault = {"code": code, "message": message, **({} if data is None else {"data": data})}
    kept = number if isinstance(number, (int, str)) else None
    return json.dumps({"jsonrpc": "2.0", "id": kept, "error": fault}).encode()


async def _plain(scope: Scope, send: Send, status: int, body: bytes = b"", allow: str = "") -> None:
    headers = [(b"content-length", b"%d" % len(body))]
    if body:
        headers.append((b"content-type", b"application/json"))
    if allow:
        headers.append((b"allow", allow.encode()))
    if scope["method"] not in ("GET", "HEAD"):
        headers.append((b"connection", b"close"))  # a request body may be in transit that is not read
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
