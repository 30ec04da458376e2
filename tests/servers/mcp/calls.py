"""Calls of tools by the official client and raw requests, and the tokens that may make them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from sportsframe._client.clock import Clock
from sportsframe.servers.mcp import McpApp, ToolServer
from sportsframe.servers.mcp.server import WARNING
from sportsframe.service.serve import running_server
from sportsframe.service.tokens import FULL, Grant, Tokens

from ...support import asking

CANARY = "canary-token-0123456789/+="

LIMITED = "limited-token-0123456789"

TRIAL = "trial-token-0123456789"

OVER = "expired-token-0123456789"

LAST = "last-day-token-0123456789"

GRANTS = {
    CANARY: FULL,
    LIMITED: Grant("limited", pairs=frozenset([("MLB", "live"), ("NBA", "schedule")])),
    TRIAL: Grant("trial", trial=Clock(asking.AFTERWARDS)().date()),
    LAST: Grant("last", trial=Clock("2025-07-21")().date()),
    OVER: Grant("over", trial=Clock("2025-07-20")().date()),
}

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}

USUAL = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}

Answer = tuple[int, dict[str, str], bytes]

Result = Any


def together(url: str, work: Callable[[Client], Awaitable[Result]], token: str = CANARY, mode: Any = "auto") -> Result:
    """Do `work` with the official client, connected over Streamable HTTP."""

    async def main() -> Result:
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=300, verify=False) as http,
            Client(streamable_http_client(url, http_client=http), mode=mode) as client,
        ):
            return await work(client)

    return asyncio.run(main())


def call(url: str, name: str, token: str = CANARY, /, **arguments: Any) -> Result:
    """The result of one call of a tool."""
    return together(url, lambda client: client.call_tool(name, arguments), token)


def said(result: Result) -> str:
    """The text of a result; data of the simulated world is followed by a note that it is."""
    content, *notes = result.content
    marked = (result.structured_content or {}).get("source") == "simulated"
    assert [note.text for note in notes] == ([WARNING] if marked else [])
    return str(content.text)


def structure(result: Result) -> dict[str, Any]:
    """The structure of a result, without its source."""
    return {name: value for name, value in result.structured_content.items() if name != "source"}


def size(result: Result) -> int:
    """Bytes of a result on the wire."""
    return len(result.model_dump_json(by_alias=True, exclude_none=True).encode())


def post(
    url: str, body: Any, token: str | None = CANARY, path: str = "/mcp", method: str = "POST", **headers: str
) -> Answer:
    """One raw request on a connection of its own."""
    parts = urlsplit(url)
    connection = HTTPConnection(str(parts.hostname), parts.port, timeout=30)
    sent = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    own = {**USUAL, **({"Authorization": f"Bearer {token}"} if token is not None else {})}
    connection.request(method, path, sent, {**own, **{k.replace("_", "-"): v for k, v in headers.items()}})
    got = connection.getresponse()
    answer = got.status, {name.lower(): value for name, value in got.getheaders()}, got.read()
    connection.close()
    return answer


def tool_call(name: str, number: Any = 1, /, **arguments: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": name, "arguments": arguments}}


@contextmanager
def tools_at(now: str, grants: Mapping[str, Grant] = GRANTS) -> Iterator[str]:
    """Where the tools are at a time."""
    service = asking.service_at(now, tokens=Tokens(grants))
    with running_server(app=McpApp(ToolServer(service))) as running:
        yield running.address.replace("/api/v1", "/mcp")
