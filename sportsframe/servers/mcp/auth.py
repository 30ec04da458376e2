"""The gate of the companion server: path, method, token, entitlement, in this order, then the SDK."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from typing import Any

from ...service.asgi import Receive, Scope, Send
from .server import TOKEN_OF_SCOPE, Companion

PATH = "/mcp"
HEALTH = "/healthz"

LARGEST_REQUEST = 2**20
"""Bytes of a request's body."""

BODY_SECONDS = 15.0
"""How long a body may take to arrive."""

NO_ENTITLEMENT = -32003
"""JSON-RPC code of a call that the token is not entitled to."""

log = logging.getLogger("sportsframe.access")


class Gate:
    """An ASGI application that lets through what may reach the tools.

    Parameters
    ----------
    companion : Companion
        The tools.
    body_seconds : float
        How long a body may take to arrive.

    Notes
    -----
    ``GET /healthz`` is open. Everything else but ``POST /mcp`` is 404 or 405. A request without a valid bearer token is
    a plain 401: no body, no ``WWW-Authenticate``. A call for a sport or resource that the token does not cover is 403.
    Names of hosts are not checked: no page can make a browser send the token.
    """

    def __init__(self, companion: Companion, *, body_seconds: float = BODY_SECONDS) -> None:
        from mcp.server.transport_security import TransportSecuritySettings

        self.companion = companion
        self._body_seconds = body_seconds
        self._app: Any = companion.server.streamable_http_app(
            streamable_http_path=PATH, json_response=True, stateless_http=True, max_request_body_size=LARGEST_REQUEST,
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )  # fmt: skip

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or follow the start and stop of a server."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            raise ValueError(f"no {scope['type']} here")

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.monotonic()
        told: dict[str, Any] = {"status": 0, "tool": "-"}

        async def noted(message: Any) -> None:
            if message["type"] == "http.response.start":
                told["status"] = message["status"]
            await send(message)

        path, method = scope["path"], scope["method"]
        if path == HEALTH:
            if method in ("GET", "HEAD"):
                await _plain(scope, noted, 200, b'{"status": "ok"}')
            else:
                await _plain(scope, noted, 405, allow="GET, HEAD")
        elif path != PATH:
            await _plain(scope, noted, 404)
        elif method != "POST":
            await _plain(scope, noted, 405, allow="POST")
        else:
            await self._post(scope, receive, noted, told)
        if log.isEnabledFor(logging.INFO):
            client = scope.get("client")
            shown = path if path in (PATH, HEALTH) else "elsewhere"
            log.info('%s "%s %s" %s %d %.1f ms', client[0] if client else "-", method if method.isalpha() else "?",
                     shown, told["tool"], told["status"], 1000 * (time.monotonic() - began))  # fmt: skip

    async def _post(self, scope: Scope, receive: Receive, send: Send, told: dict[str, Any]) -> None:
        token = bearer(scope)
        grant = self.companion.backend.tokens.grant(token, self.companion.now())
        if grant is None:
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
        calls = self._calls(body)
        if calls:
            told["tool"] = "+".join(name for name, _, _ in calls)[:100]
        for _, pair, number in calls:
            if pair is not None and not grant.covers(*pair):
                await _plain(scope, send, 403, _refusal(number, *pair))
                return
        scope[TOKEN_OF_SCOPE] = token
        messages = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> Any:
            return messages.pop() if messages else await receive()

        await self._app(scope, replay, send)

    def _calls(self, body: bytes) -> list[tuple[str, tuple[str, str] | None, Any]]:
        """The calls of known tools in a body: name, sport and resource, number of the request."""
        try:
            found = json.loads(body)
        except (ValueError, RecursionError):
            return []  # the SDK says what is wrong with it
        calls = []
        for message in found if isinstance(found, list) else [found]:
            if not isinstance(message, dict) or message.get("method") != "tools/call":
                continue
            params = message.get("params")
            name = params.get("name") if isinstance(params, dict) else None
            tool = self.companion.tools.get(name) if isinstance(name, str) else None
            arguments = params.get("arguments") if isinstance(params, dict) else None
            if tool is not None:
                pair = tool.pair(arguments) if isinstance(arguments, dict) else None
                calls.append((tool.name, pair, message.get("id")))
        return calls


def bearer(scope: Scope) -> str:
    """The token of a request's one Authorization header; empty for any other kind of header."""
    found = [value for name, value in scope["headers"] if name == b"authorization"]
    if len(found) != 1:
        return ""
    kind, _, token = found[0].decode("latin-1").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


async def _read(receive: Receive) -> bytes | None:
    """The body of a request; None where it is too large."""
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


def _refusal(number: Any, sport: str, resource: str) -> bytes:
    message = f"403: the token is valid, but does not cover {sport.lower()} {resource}."
    fault = {"code": NO_ENTITLEMENT, "message": message}
    kept = number if isinstance(number, (int, str)) else None
    return json.dumps({"jsonrpc": "2.0", "id": kept, "error": fault}).encode()


async def _plain(scope: Scope, send: Send, status: int, body: bytes = b"", allow: str = "") -> None:
    headers = [(b"content-length", b"%d" % len(body))]
    if body:
        headers.append((b"content-type", b"application/json"))
    if allow:
        headers.append((b"allow", allow.encode()))
    if scope["method"] not in ("GET", "HEAD"):
        headers.append((b"connection", b"close"))  # a body may be on its way that nobody reads
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
