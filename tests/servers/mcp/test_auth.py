"""What lies at the door: paths, tokens, entitlements, hosts, bodies, and secrets that are not repeated."""

from __future__ import annotations

import json
import logging
import random
import socket
import string
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import jsonschema
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from sportsframe._client.clock import Clock
from sportsframe.catalog import RESOURCES, SPORTS
from sportsframe.servers.mcp import McpApp, ToolServer
from sportsframe.servers.mcp.auth import LARGEST_REQUEST
from sportsframe.servers.mcp.server import every_tool
from sportsframe.servers.mirror import Mirror
from sportsframe.service import Service
from sportsframe.service.serve import running_server
from sportsframe.service.tokens import Grant

from ...support import asking
from ...support.hostile import ENCODINGS, PLACES, hostile_server, random_token, shows
from .calls import (
    CANARY,
    GRANTS,
    LIMITED,
    LIST,
    OVER,
    Answer,
    call,
    post,
    said,
    together,
    tool_call,
)


def test_only_post_mcp_carries_tools(url: str) -> None:
    """[S4C-03] [S4C-05] GET and every other method on /mcp are 405 with Allow: POST, with and without a token."""
    assert post(url, LIST)[0] == 200
    for method in ("GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"):
        for token in (CANARY, None, "wrong"):
            status, headers, _ = post(url, None, token, method=method)
            assert (status, headers["allow"]) == (405, "POST")


def test_the_path_is_required(url: str) -> None:
    """[S4C-04] [S5-18] The bare host, a trailing slash and the discovery paths of OAuth are 404."""
    for path in ("/", "", "/mcp/", "/mcp/x", "/MCP", "/.well-known/oauth-authorization-server",
                 "/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp",
                 "/.well-known/openid-configuration", "/register", "/authorize", "/token"):  # fmt: skip
        assert post(url, LIST, path=path or "/")[0] == 404
        assert post(url, None, path=path or "/", method="GET")[0] == 404


def test_health_is_open(url: str) -> None:
    """[S4C-06] [S4C-07] GET /healthz needs no token, minds no wrong one, and says ok."""
    for token in (None, "wrong", CANARY):
        status, headers, body = post(url, None, token, path="/healthz", method="GET")
        assert (status, headers["content-type"]) == (200, "application/json")
        assert json.loads(body)["status"] == "ok"
    assert post(url, LIST, path="/healthz")[0] == 405


@pytest.mark.parametrize(
    "authorization",
    [None, "", "Bearer", "Bearer ", "Bearer wrong", f"Bearer {OVER}", f"Bearer {CANARY}x", f"Bearer x{CANARY}",
     f"Bearer {CANARY[:-1]}", f"Bearer {CANARY.upper()}", f"Bearer {CANARY} {CANARY}", CANARY, f"Basic {CANARY}",
     f"Token {CANARY}", "Bearer \xe9\xff", f"Bearer,{CANARY}", "Bearer " + "x" * 8000],
)  # fmt: skip
def test_a_plain_401(url: str, authorization: str | None) -> None:
    """[S5-17] [S5-20] [S7-09] Missing, malformed, expired or wrong: 401, no WWW-Authenticate, no body."""
    headers = {} if authorization is None else {"Authorization": authorization}
    status, got, body = post(url, LIST, None, **headers)
    assert (status, body) == (401, b"")
    assert "www-authenticate" not in got


def test_the_token_is_that_of_rest(url: str, service: Service) -> None:
    """[S5-16] [S4C-02] The same token opens both; as a query parameter it opens nothing here."""
    assert post(url, LIST)[0] == 200
    assert post(url, LIST, None, Authorization=f"bearer  {CANARY}")[0] == 200
    assert service.respond("GET", "/api/v1/live/2024-01-20/MLB", {"RSC_token": CANARY}, {})[0] == 304
    assert post(url, LIST, None, path=f"/mcp?RSC_token={quote(CANARY)}")[0] == 401
    assert post(url, LIST, None, path=f"/mcp?access_token={quote(CANARY)}")[0] == 401


def test_two_authorizations_are_none(url: str) -> None:
    """[S7-09] Of two headers nobody knows which counts."""
    parts = urlsplit(url)
    body = json.dumps(LIST).encode()
    lines = [
        "POST /mcp HTTP/1.1", "Host: a", f"Authorization: Bearer {CANARY}", "Authorization: Bearer wrong",
        "Content-Type: application/json", "Accept: application/json, text/event-stream",
        f"Content-Length: {len(body)}", "Connection: close", "", "",
    ]  # fmt: skip
    with socket.create_connection((str(parts.hostname), int(parts.port or 0)), timeout=10) as connection:
        connection.sendall("\r\n".join(lines).encode() + body)
        assert b" 401 " in connection.recv(1000)


def test_no_entitlement_is_403(url: str) -> None:
    """[S5-19] [S7-09] A valid token that does not cover the sport or resource of a call gets 403, by status."""
    for name, arguments, status in (
        ("get_live", {"sport": "mlb", "date": "2024-06-01"}, 200), ("get_live", {"sport": "nba", "date": "x"}, 403),
        ("get_schedule", {"sport": "nba", "date": "2024-12-06"}, 200), ("get_schedule", {"sport": "mlb"}, 403),
        ("get_table", {"sport": "mlb", "date": "2024-06-01"}, 200), ("get_table", {"sport": "nba"}, 200),
        ("get_table", {"sport": "nfl"}, 403),
        ("get_table", {"sport": "nba", "date": "2024-12-06", "resource": "schedule"}, 200),
        ("get_measures", {"sport": "NBA"}, 403), ("get_columns", {"sport": "nfl"}, 403), ("get_odds", {}, 200),
        ("get_scores", {"sport": "mlb"}, 403), ("find", {"sport": "nba"}, 403),
    ):  # fmt: skip
        got, headers, body = post(url, tool_call(name, 7, **arguments), LIMITED)
        assert got == status, (name, arguments)
        assert "www-authenticate" not in headers
        assert json.loads(body)["id"] == 7
    assert post(url, LIST, LIMITED)[0] == 200

    async def refused(client: Client) -> str:
        try:
            await client.call_tool("get_live", {"sport": "nba", "date": "2024-12-06"})
        except MCPError as error:
            return str(error)
        return ""

    assert "403" in together(url, refused, LIMITED)
    batch = [LIST, tool_call("get_live", sport="nba", date="2024-12-06")]
    assert post(url, batch, LIMITED)[0] in (400, 403)


@pytest.mark.parametrize("grant", [
    *GRANTS.values(),
    Grant("two", pairs=frozenset([("MLB", "live"), ("MLB", "schedule"), ("NBA", "schedule")])),
    Grant("stats", pairs=frozenset([("NHL", "player-stats"), ("NHL", "team-stats"), ("NHL", "team-info")])),
    Grant("most", pairs=frozenset((code, name) for code in SPORTS for name in RESOURCES if code != "NFL")),
    Grant("nothing", pairs=frozenset()),
])  # fmt: skip
def test_no_listed_call_is_refused(grant: Grant) -> None:
    """[S5-19] A token is listed what it covers and all of it: a call that the list allows is none that gets 403."""
    for tool in every_tool().values():
        listed = tool.within(grant)
        properties = tool.takes["properties"]
        calls = [
            {"sport": sport, **({"resource": resource} if resource else {}), **day}
            for sport in properties.get("sport", {}).get("enum", [])
            for resource in (None, *(properties["resource"]["enum"] if "resource" in properties else ()))
            for day in ({}, *([{"date": "2024-06-01"}] if "date" in properties else []))
        ]
        for given in calls:
            pairs = tool.pairs(given, grant)
            covered = all(grant.covers(*pair) for pair in pairs) and bool(pairs or grant.pairs is None)
            allowed = listed is not None and _allows(listed.takes, given, tool.takes.get("required", []))
            asked_back = "date" not in given and tool.requires_date(grant, str(given.get("sport", "")).upper())
            assert allowed == covered or not pairs or asked_back, (tool.name, given)
            assert covered or not allowed, (tool.name, given)


def _allows(takes: dict[str, Any], given: dict[str, Any], always: list[str]) -> bool:
    """Whether the choices of a schema allow some arguments, apart from what the tool always requires."""
    loose = {**takes, "required": [name for name in takes.get("required", []) if name not in always]}
    return bool(jsonschema.Draft202012Validator(loose).is_valid(given))


def test_a_token_is_listed_its_own_tools(url: str) -> None:
    """Over HTTP: the list of a limited token has fewer tools and sports than that of a full one."""
    listed = {tool.name: tool for tool in together(url, lambda client: client.list_tools(), LIMITED).tools}
    assert listed["get_live"].input_schema["properties"]["sport"]["enum"] == ["mlb"]
    assert listed["get_schedule"].input_schema["properties"]["sport"]["enum"] == ["nba"]
    assert "get_scores" not in listed
    assert "get_injuries" not in listed
    assert len(together(url, lambda client: client.list_tools()).tools) == len(every_tool())


def test_host_and_origin_are_those_of_the_server(url: str) -> None:
    """A name that is not this machine's or allowed: 421 for the host, 403 for the origin, with whatever port."""
    for headers, status in (
        ({"Host": "evil.example"}, 421), ({"Host": "tools.example"}, 200), ({"Host": "tools.example:8443"}, 200),
        ({"Host": "localhost:1"}, 200), ({"Host": "[::1]:80"}, 200), ({"Host": "tools.example.evil.example"}, 421),
        ({"Origin": "https://evil.example"}, 403), ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost:6274"}, 200), ({"Origin": "http://[", "Host": "localhost"}, 403),
        ({"Origin": "https://tools.example"}, 200), ({"Origin": "http://tools.example@evil.example"}, 403),
        ({"Host": "evil.example", "Origin": "http://localhost"}, 421),
        ({"Host": "evil.example@localhost"}, 421), ({"Host": "localhost:abc"}, 421), ({"Host": "localhost#"}, 421),
        ({"Host": "localhost/"}, 421), ({"Host": "LOCALHOST"}, 200),
        ({"Origin": "http://evil.example\\@localhost"}, 403), ({"Origin": "file://localhost"}, 403),
        ({"Origin": "http://localhost:999999"}, 403),
    ):  # fmt: skip
        for token in (CANARY, "wrong"):
            expected = 401 if status == 200 and token == "wrong" else status
            assert post(url, LIST, token, **headers)[0] == expected, headers
    assert post(url, None, None, path="/healthz", method="GET", Host="10.0.0.7:8001")[0] == 200


def test_checks_come_in_order(url: str) -> None:
    """[S4C-12] Path, method, token, entitlement: the first that fails decides."""
    forbidden = tool_call("get_live", sport="nba", date="2024-12-06")
    assert post(url, forbidden, "wrong", path="/")[0] == 404
    assert post(url, forbidden, None, path="/", method="GET")[0] == 404
    assert post(url, forbidden, None, method="GET")[0] == 405
    assert post(url, forbidden, "wrong", method="PUT")[0] == 405
    assert post(url, forbidden, "wrong")[0] == 401
    assert post(url, b"no json", "wrong")[0] == 401
    assert post(url, forbidden, LIMITED)[0] == 403


@pytest.mark.parametrize("version", ["1999-01-01", "2999-12-31", "abc", "", "x" * 5000])
def test_unknown_versions_of_the_protocol_are_named_with_those_there_are(url: str, version: str) -> None:
    """A version that the server does not speak is refused in one line that lists those it does; these are served."""
    status, _, got = post(url, LIST | {"id": 7}, MCP_Protocol_Version=version)
    assert status == 400
    answer = json.loads(got)
    error = answer["error"]
    assert answer["id"] == 7
    supported = error["data"]["supported"]
    assert error["message"].endswith(f"is not supported; these are: {', '.join(supported)}.")
    assert len(error["message"]) < 400
    assert post(url, LIST, "wrong", MCP_Protocol_Version=version)[0] == 401
    assert {"2025-06-18", "2025-11-25"} <= set(supported)
    assert post(url, LIST, MCP_Protocol_Version="2025-06-18")[0] == 200


def test_clients_of_old_protocols_get_text_alone(url: str) -> None:
    """Without a version, or with an old one, nothing is there that looks like the result and lacks its rows."""
    call = tool_call("get_scores", sport="nba", date="2024-03-29")
    for version in (None, "2025-03-26", "2025-06-18"):
        status, _, got = post(url, call, **({"MCP_Protocol_Version": version} if version else {}))
        result = json.loads(got)["result"]
        assert status == 200
        assert json.loads(result["content"][0]["text"])["rows"]
        assert ("structuredContent" in result) == (version == "2025-06-18")


@pytest.mark.usefixtures("no_collection")
def test_bodies_that_are_no_calls(url: str) -> None:
    """Whatever comes as a body, the answer is JSON of the protocol and never a 500."""
    r = random.Random(7)
    bodies: list[Any] = [
        b"", b"{", b"null", b"[]", b"[[[[", b"\xff\xfe", b"[" * 5000, {}, {"method": "tools/call"}, {"jsonrpc": "2.0"},
        tool_call("get_live") | {"params": None}, tool_call("get_live") | {"params": []}, tool_call("get_live", None),
        {**LIST, "method": "nope"}, {**LIST, "id": {}}, {**LIST, "jsonrpc": "1.0"},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": 5, "arguments": "x"}},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_live", "arguments": [1]}},
        *(bytes(r.choices(string.printable.encode(), k=r.randrange(200))) for _ in range(20)),
    ]  # fmt: skip
    for body in bodies:
        status, _, got = post(url, body)
        assert status in (200, 202, 400), body
        assert not got or "jsonrpc" in json.loads(got)
    assert post(url, LIST, Content_Type="text/plain")[0] == 400


def test_large_and_slow_requests_are_bounded(url: str) -> None:
    """A body over a MiB is 413; a head or a body that does not arrive is given up; others are served meanwhile."""
    assert post(url, b" " * (LARGEST_REQUEST + 1))[0] == 413
    parts = urlsplit(url)
    where = str(parts.hostname), int(parts.port or 0)
    head = f"POST /mcp HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {CANARY}\r\nContent-Length: 1000\r\n\r\n".encode()
    slow = [socket.create_connection(where, timeout=10) for _ in range(20)]
    for i, connection in enumerate(slow):
        connection.sendall(head[: len(head) if i % 2 else 20])
    assert post(url, LIST)[0] == 200
    until = time.monotonic() + 6
    for i, connection in enumerate(slow):
        connection.settimeout(max(0.1, until - time.monotonic()))
        try:
            got = connection.recv(1000)
        except ConnectionResetError:
            got = b""
        assert not got or (i % 2 and b" 408 " in got)
        connection.close()
    assert post(url, LIST)[0] == 200


def test_bad_tokens_leave_no_trace(url: str, caplog: pytest.LogCaptureFixture) -> None:
    """[S5-07] A hundred made-up tokens and good ones: 401 each time, and no token in any log."""
    caplog.set_level(logging.DEBUG)
    r = random.Random(3)
    tried = ["".join(r.choices(string.ascii_letters + string.digits, k=r.randrange(8, 60))) for _ in range(100)]
    for token in tried:
        assert post(url, LIST, token)[0] == 401
    call(url, "get_live", sport="mlb", date="2024-13-01")
    post(url, tool_call("get_live", sport="nba"), LIMITED)
    post(url, None, path=f"/mcp/{CANARY}", method="GET")

    assert '"POST /mcp" - 401' in caplog.text
    assert not [token for token in (*tried, CANARY, LIMITED) if token in caplog.text]


@pytest.fixture(scope="module")
def behind() -> Iterator[Callable[[str, str, Path], Answer]]:
    """Ask the tools in front of an upstream that behaves as a scenario says, with a token and a cache directory."""
    tools = ToolServer(Mirror("https://sports.example/api/v1", token="upstream-secret"))
    with hostile_server() as hostile, running_server(app=McpApp(tools)) as running:

        def ask(scenario: str, token: str, directory: Path) -> Answer:
            address = hostile.url(scenario)
            tools.backend = Mirror(address, token=token, cache_dir=directory, now=Clock(asking.AFTERWARDS))
            where = running.address.replace("/api/v1", "/mcp")
            return post(where, tool_call("get_live", sport="mlb", date="2024-06-01"))

        yield ask


@pytest.mark.sampled
@pytest.mark.parametrize("name", ENCODINGS)
def test_no_echo_shows_the_token_of_upstream(
    behind: Callable[[str, str, Path], Answer], name: str, tmp_path: Path
) -> None:
    """[S5-11] Whatever upstream repeats of the companion's own token, no client of it gets to see."""
    r = random.Random(name)
    for place in PLACES:
        token = random_token(r)
        got = behind(f"echo.{name}.{place}", token, tmp_path / place)
        assert shows(repr(got) + got[2].decode(), token) == []


ECHOES = {
    "plain": str,
    "percent": lambda text: quote(text, safe=""),
    "base64": lambda text: b64encode(text.encode()).decode(),
}


@pytest.mark.sampled
@pytest.mark.parametrize("form", ECHOES)
def test_a_result_does_not_repeat_the_token_in_an_argument(url: str, form: str) -> None:
    """The reason of an empty result quotes what was asked for, but not the token, in whatever form it was written."""
    told = ECHOES[form](CANARY)
    for name, arguments in {
        "find": {"name": told, "sport": "nba"},
        "get_scores": {"sport": "nba", "team": told},
        "get_player_info": {"sport": "nba", "player_name": told},
    }.items():
        result = call(url, name, **arguments)
        assert "***" in said(result), name
        assert told[:12] not in said(result) + json.dumps(result.structured_content), name
