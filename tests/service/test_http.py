"""The HTTP door over real sockets: statuses, limits, logs, stop."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import logging
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import pytest

from sportsframe._client.clock import Clock
from sportsframe.errors import ConfigError
from sportsframe.service.asgi import LONGEST_TARGET, PIECE, ServiceApp, send_reply
from sportsframe.service.limits import FailedTokens
from sportsframe.service.respond import Service
from sportsframe.service.rows import Question
from sportsframe.service.serve import Running, running_server
from sportsframe.service.tokens import FULL, Grant, Tokens

from ..support.asking import AFTERWARDS, DAYS, SPORTS, ask, service_at

CANARY = "canary-token-0123456789"
LIMITED = "limited-token-0123456789"

Answer = tuple[int, dict[str, str], bytes]


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    tokens = Tokens({CANARY: FULL, LIMITED: Grant(pairs=frozenset([("MLB", "live")]))})
    app = ServiceApp(service_at(AFTERWARDS, tokens=tokens), FailedTokens(free=10_000))
    with running_server(app=app, idle=0.8) as running:
        yield running


def where(server: Running) -> tuple[str, int]:
    parts = urlsplit(server.address)
    return str(parts.hostname), int(parts.port or 0)


def get(server: Running, target: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
    """One request on a connection of its own; the target is sent as it is."""
    connection = HTTPConnection(*where(server), timeout=20)
    connection.request(method, target, body, {name.replace("_", "-"): value for name, value in headers.items()})
    got = connection.getresponse()
    answer = got.status, {name.lower(): value for name, value in got.getheaders()}, got.read()
    connection.close()
    return answer


def target(path: str, token: str = CANARY, **query: str) -> str:
    return f"/api/v1/{path}?{urlencode({'RSC_token': token, **query})}"


def raw(server: Running, sent: bytes, wait: float = 5.0) -> bytes:
    """What comes back for these bytes until the other side closes."""
    with socket.create_connection(where(server), timeout=wait) as connection:
        connection.sendall(sent)
        got = b""
        while chunk := connection.recv(65536):
            got += chunk
        return got


@pytest.mark.parametrize("sport", SPORTS)
def test_the_socket_gives_what_the_function_gives(server: Running, sport: str) -> None:
    """[S4-45] [S7-07] [S7-08] The same statuses and bytes as in process, for every sport and resource."""
    query = {"league": "EPL"} if sport == "SOCCER" else {}
    for resource in ("schedule", "schedule-week", "schedule-season", "live"):
        path = f"{resource}/{'2024' if resource == 'schedule-season' else DAYS[sport]}/{sport}"
        status, headers, body = get(server, target(path, **query))
        assert (status, headers["content-type"]) == (200, "application/json")
        assert body == ask(path)[2]


def test_statuses_over_the_socket(server: Running) -> None:
    """[S0-01] [S7-07] [S7-08] [S7-10] Each status of the specification as it stands on the wire."""
    assert get(server, "/api/v1/live/2024-06-01/MLB")[::2] == (401, b"null")
    assert get(server, target("live/2024-06-01/MLB", "wrong"))[::2] == (401, b"null")
    for path, code in (("live/2024-06-01/NHK", 404), ("live/2024-13-01/MLB", 400), ("live/2024-06-01/SOCCER", 404)):
        status, headers, body = get(server, target(path))
        assert (status, headers["content-type"]) == (code, "application/json")
        assert isinstance(json.loads(body), str)
    status, _, body = get(server, target("schedule/2024-06-01/MLB", LIMITED))
    assert (status, set(json.loads(body))) == (403, {"code", "message"})
    status, headers, body = get(server, target("live/2024-01-20/MLB"))
    assert (status, body) == (304, b"")
    assert "content-type" not in headers
    assert "www-authenticate" not in get(server, "/api/v1/live/2024-06-01/MLB")[1]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods_over_the_socket(server: Running, method: str) -> None:
    """[S1-04] [S1-03] 405 with Allow on every path; what was sent along is not read, and the connection closed."""
    for path in ("live/2024-06-01/MLB", "schedule-season/2024/MLB"):
        status, headers, body = get(server, target(path), method)
        assert (status, headers["allow"]) == (405, "GET, HEAD")
        assert isinstance(json.loads(body), str)
    status, headers, _ = get(server, target("live/2024-06-01/MLB"), "POST", b"x" * 100_000)
    assert (status, headers["connection"]) == (405, "close")


def test_head_is_a_get_without_its_body(server: Running) -> None:
    """[S1-04] Status and headers are those of the GET, its length included, for data, nothing, errors and pages."""
    paths = [target(path) for path in ("live/2024-06-01/MLB", "live/2024-01-20/MLB", "live/x/MLB", "x")]
    for path in [*paths, target("live/2024-06-01/MLB", "wrong"), "/", "/openapi.json", "/healthz"]:
        got, asked = get(server, path), get(server, path, "HEAD")
        assert asked[0] == got[0]
        assert asked[2] == b""
        assert {**asked[1], "date": ""} == {**got[1], "date": ""}


def test_large_answers_are_packed_for_who_asks(server: Running) -> None:
    """A body comes packed only where the request says gzip, and is the same."""
    plain = get(server, target("live/2024-06-01/MLB"))
    packed = get(server, target("live/2024-06-01/MLB"), Accept_Encoding="gzip")

    assert "content-encoding" not in plain[1]
    assert packed[1]["content-encoding"] == "gzip"
    assert packed[1]["vary"] == plain[1]["vary"] == "Accept-Encoding"
    assert gzip.decompress(packed[2]) == plain[2]


def test_pages_without_a_token(server: Running) -> None:
    """A page for people and the interface description stand open; they load nothing from elsewhere."""
    status, headers, page = get(server, "/")
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    text = page.decode()
    assert "RSC_token" in text
    assert all(f"<code>{sport}</code>" in text for sport in SPORTS)
    assert "http-equiv" not in text
    assert 'src="' not in text
    status, headers, document = get(server, "/openapi.json")
    assert (status, json.loads(document)["openapi"]) == (200, "3.1.0")
    assert get(server, "/", "HEAD")[0::2] == (200, b"")
    assert get(server, "/", "POST")[1]["allow"] == "GET, HEAD"
    assert get(server, "/elsewhere")[0] == 401
    assert get(server, f"/elsewhere?RSC_token={CANARY}")[0] == 404


def test_a_connection_serves_many_requests(server: Running) -> None:
    """Requests on one connection, also sent ahead of their answers, are answered in order."""
    one = f"GET {target('live/2024-01-20/MLB')} HTTP/1.1\r\nHost: a\r\n\r\n".encode()
    last = b"GET /api/v1/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    got = raw(server, one * 20 + last)

    assert got.count(b"HTTP/1.1 304") == 20
    assert got.endswith(b"null")


def test_small_packets_go_out_at_once(server: Running) -> None:
    """Forty requests on one connection take far less than forty times the pause of a delayed packet."""
    connection = HTTPConnection(*where(server), timeout=20)
    connection.request("GET", target("live/2024-06-01/MLB"))
    connection.getresponse().read()
    spent = []
    for _ in range(5):  # a busy machine may hold one round up, a delayed packet holds up every one
        began = time.perf_counter()
        for _ in range(40):
            connection.request("GET", target("schedule/2024-06-01/MLB"))
            assert connection.getresponse().read()
        spent.append(time.perf_counter() - began)
    connection.close()

    assert min(spent) < 40 * 0.02


def test_a_head_goes_out_with_its_body(server: Running) -> None:
    """A cached answer arrives at once, and a connection that is to be closed has the whole answer before."""
    path = target(f"schedule/{DAYS['MLB']}/MLB")
    body = get(server, path)[2]
    with socket.create_connection(where(server), timeout=5) as connection:
        for _ in range(50):
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
            head, _, got = connection.recv(2**20).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200 ")
            assert got
            while len(got) < len(body):
                got += connection.recv(2**20)
            assert got == body
    assert raw(server, f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode()).endswith(body)


def test_a_head_does_not_wait_for_a_late_body() -> None:
    """What an application sends first is sent, whether more follows soon or not."""
    seen = threading.Event()

    async def late(scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
            await asyncio.to_thread(seen.wait, 10)
            await send({"type": "http.response.body", "body": b"late"})

    with running_server(app=late) as running, socket.create_connection(where(running), timeout=5) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        assert connection.recv(4096).endswith(b"content-length: 4\r\n\r\n")
        seen.set()
        assert connection.recv(4096) == b"late"


@pytest.mark.parametrize(
    "odd",
    [
        "/api/v1/live/2024-06-01%0A/MLB", "/api/v1/live/2024-06-01/MLB%0A", "/api/v1/live/%00/MLB",
        "/api/v1/live/%FF%FE/MLB", "/api/v1/%2e%2e/%2e%2e/etc/passwd", "/api/v1/live/2024-06-01/MLB%2F..",
        "/api/v1/live//MLB", "/api/v1/live/" + "9" * 500 + "/MLB", "/api/v1/live/2024-06-01/" + "-".join(["MLB"] * 200),
    ],
)  # fmt: skip
def test_odd_addresses_get_a_plain_answer(server: Running, odd: str) -> None:
    """[S4-38] Whatever the path holds, the answer is one of the specification and its body JSON."""
    status, headers, body = get(server, f"{odd}?RSC_token={CANARY}")
    assert status in (200, 400, 404)
    assert headers["content-type"] == "application/json"
    json.loads(body)


def test_addresses_and_heads_are_bounded(server: Running) -> None:
    """An address, a header or a head that is too large is refused, and the server goes on."""
    long = "x" * (LONGEST_TARGET + 1)
    assert get(server, f"/api/v1/{long}")[0] == 414
    assert get(server, target("live/2024-06-01/MLB", game_id=long))[0] == 414
    assert raw(server, b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 20_000 + b"\r\n\r\n").startswith(b"HTTP/1.1 400")
    many = b"".join(b"X-%d: y\r\n" % i for i in range(3000))
    assert raw(server, b"GET / HTTP/1.1\r\nHost: a\r\n" + many + b"\r\n").startswith(b"HTTP/1.1 400")
    assert get(server, target("schedule/2024-06-01/MLB"))[0] == 200


@pytest.mark.parametrize(
    ("heads", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nhost: a\r\nConnection: close\r\n\r\n", b"200"),
        (b"GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n", b"200"),
        (b"GET / HTTP/1.0\r\n\r\n", b"200"),
    ],
)
def test_one_host_is_named(server: Running, heads: bytes, status: bytes) -> None:
    """HTTP/1.1 demands one Host, which may be empty; HTTP/1.0 does not know it."""
    assert raw(server, heads).split()[1] == status


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"hello\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", b"GET / HTTP/1.1\r\nBad Header: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n",
    ],
)  # fmt: skip
def test_what_is_no_request_does_no_harm(server: Running, sent: bytes) -> None:
    """Bytes that are no request get a 400, or what the readable part asks for, and the connection is closed."""
    got = raw(server, sent)
    assert not got or got.startswith((b"HTTP/1.1 4", b"HTTP/1.1 200"))
    assert get(server, "/")[0] == 200


def test_slow_connections_are_cut(server: Running) -> None:
    """A head that dribbles in, a silent connection and an answer nobody fetches are cut; others go on meanwhile."""
    began = time.monotonic()
    dribble = socket.create_connection(where(server), timeout=10)
    silent = socket.create_connection(where(server), timeout=10)
    lazy = socket.socket()
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    lazy.settimeout(10)
    lazy.connect(where(server))
    lazy.sendall(f"GET {target('schedule-season/2024/DARTS')} HTTP/1.1\r\nHost: a\r\n\r\n".encode() * 4)
    ended = ""
    for _ in range(100):
        try:
            dribble.sendall(b"G" if not ended else b"")
            time.sleep(0.05)
            dribble.setblocking(False)
            if dribble.recv(10) == b"":
                ended = "closed"
        except BlockingIOError:
            pass
        except OSError:
            ended = "reset"
        dribble.setblocking(True)
        if ended:
            break
        assert get(server, target("schedule/2024-06-01/MLB"))[0] == 200
    assert ended
    with contextlib.suppress(ConnectionResetError):
        assert silent.recv(10) == b""
    time.sleep(max(0.0, 2.5 - (time.monotonic() - began)))
    got = 0
    with contextlib.suppress(ConnectionResetError):
        while chunk := lazy.recv(2**20):
            got += len(chunk)
    assert got < 4 * 1_000_000
    for connection in (dribble, silent, lazy):
        connection.close()


def test_bad_tokens_by_the_thousand(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    """[S5-11] [S5-07] A thousand bad tokens in a row: each 401 with null.

    None stands in any log, and the good one works as before.
    """
    caplog.set_level(0)
    logging.getLogger("sportsframe.access").setLevel(logging.INFO)
    r = random.Random(7)
    bad = [f"bad-{r.getrandbits(64):x}" + chr(r.randrange(32, 0x3000)) * r.randrange(3) for _ in range(1000)]
    connection = HTTPConnection(*where(server), timeout=20)
    for token in bad:
        connection.request("GET", f"/api/v1/live/2024-06-01/MLB?RSC_token={quote(token)}")
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (401, b"null")
    connection.close()

    assert get(server, target("schedule/2024-06-01/MLB"))[0] == 200
    assert "bad-" not in caplog.text
    assert CANARY not in caplog.text


def test_fuzzed_requests(server: Running) -> None:
    """Made-up paths, queries and headers: never a 5xx, always an answer."""
    r = random.Random(11)
    pieces = ["schedule", "live", "schedule-season", "schedule-week", "2024-06-01", "2024", "MLB", "NFL-NBA", "now",
              "..", "%2F", "%", "%zz", "é".encode().decode("latin-1"), "", "~", "2024-02-30",
              "SOCCER", ";", "&"]  # fmt: skip
    names = ["RSC_token", "league", "game_id", "player_id", "event_id", "_", "", "RSC_token"]
    values = [CANARY, "EPL", "1", "", "%00", "x" * 300, "%F0%9F%8E%AF", "-1", "1e9", "[]", "' or 1=1"]
    for _ in range(400):
        path = "/".join(r.choice(pieces) for _ in range(r.randrange(1, 6)))
        query = "&".join(f"{r.choice(names)}={r.choice(values)}" for _ in range(r.randrange(5)))
        sent = f"{r.choice(['GET', 'GET', 'GET', 'POST', 'BREW'])} /api/v1/{path}?{query} HTTP/1.1\r\nHost: a\r\n"
        sent += f"Accept-Encoding: {r.choice(['gzip', '*', 'gzip;q=0', 'x' * 99])}\r\nConnection: close\r\n\r\n"
        got = raw(server, sent.encode("latin-1", "replace"))
        assert got[9:12] in (b"200", b"304", b"400", b"401", b"404", b"405"), (sent, got[:200])


def test_the_access_log_holds_no_token(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    """[S5-07] [S5-08] A line a request with method, path and declared parameters, and no token."""
    caplog.set_level(logging.INFO, "sportsframe.access")
    get(server, target("live/2024-11-09/SOCCER", league="EPL"))
    get(server, f"/api/v1/live/{CANARY}/MLB?rsc_token={CANARY}&game_id={CANARY}")
    get(server, "/api/v1/live/2024-06-01/MLB%0d%0aforged?RSC_token=x")
    lines = [record.getMessage() for record in caplog.records if record.name == "sportsframe.access"]

    assert len(lines) == 3
    assert '"GET /api/v1/live/2024-11-09/SOCCER?league=EPL" 200' in lines[0]
    assert CANARY not in caplog.text
    assert all("\n" not in line and "\r" not in line for line in lines)


def test_many_at_once(server: Running) -> None:
    """Sixteen clients that ask for the same new answers wait for one and get the same bytes."""
    days = [f"2024-05-{day:02}" for day in range(1, 9)]
    with ThreadPoolExecutor(16) as pool:
        got = list(pool.map(lambda i: get(server, target(f"live/{days[i % 8]}/MLB")), range(64)))
    for i, (status, _, body) in enumerate(got):
        assert (status, body) == (200, ask(f"live/{days[i % 8]}/MLB")[2])


def test_two_servers_are_equal() -> None:
    """The same seed gives the same bytes in every server; another seed another world."""
    clock = Clock(AFTERWARDS)
    with running_server(clock=clock) as one, running_server(clock=clock, seed=7) as other:
        path = target("schedule/2024-06-01/MLB", "any")
        assert get(one, path)[2] == ask("schedule/2024-06-01/MLB")[2] != get(other, path)[2]


def test_switches_and_clock_reach_the_server() -> None:
    """[S2.2-03] A server takes switches by name, and a clock that goes its own pace."""
    clock = Clock("2024-06-05T16:00:00", rate=3600.0)
    with running_server(clock=clock, switches=["observed"]) as running:
        assert get(running, target("live/2024-06-07/MLB", "any"))[0] == 404
        seen = set()
        for _ in range(200):
            seen.add(get(running, target("live/2024-06-05/MLB", "any"))[0])
            if seen == {304, 200}:
                break
            time.sleep(0.02)
        assert seen == {304, 200}
    with pytest.raises(ConfigError, match="observed"), running_server(switches=["observd"]):
        pass


def test_a_port_that_is_taken(server: Running) -> None:
    """One line that says where it could not listen."""
    with pytest.raises(ConfigError, match="cannot listen on 127"), running_server(port=where(server)[1]):
        pass
    with pytest.raises(ConfigError, match="cannot listen"), running_server(port=99999):
        pass


PROGRAM = """
import sys
from sportsframe.service import serve
from sportsframe.service.tokens import Tokens
serve(tokens=Tokens.read(sys.argv[1]) if len(sys.argv) > 1 else None, switches=["league-days"])
print("stopped", flush=True)
"""


def start(tmp_path: Path, *args: str, **variables: str) -> tuple[subprocess.Popen[str], list[str]]:
    environment = {**os.environ, "SPORTSFRAME_NOW": AFTERWARDS, **variables}
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "-c", PROGRAM, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env=environment, cwd=tmp_path,
    )  # fmt: skip
    assert process.stdout is not None
    lines = [process.stdout.readline().strip()]
    while not lines[-1].startswith("listening"):
        assert process.poll() is None, process.stderr and process.stderr.read()
        lines.append(process.stdout.readline().strip())
    return process, lines


def test_a_process_of_its_own(tmp_path: Path) -> None:
    """It makes up a token and prints it, says where it listens, logs without the token, and stops when told."""
    process, lines = start(tmp_path)
    token, address = (line.split()[-1] for line in lines)
    running = Running(address, None, lambda: None)
    slow = threading.Thread(target=get, args=(running, target("schedule-season/2023/NHL", token)))

    assert lines[0].startswith("token: ")
    assert address.startswith("http://127.0.0.1:")
    assert address.endswith("/api/v1")
    assert get(running, target("schedule/2024-06-01/MLB", token))[0] == 200
    assert get(running, target("schedule/2024-06-01/MLB", "x"))[0] == 401
    slow.start()
    time.sleep(0.1)
    process.send_signal(signal.SIGTERM)
    out, errors = process.communicate(timeout=20)
    slow.join()

    assert process.returncode == 0
    assert out.strip() == "stopped"
    assert '"GET /api/v1/schedule/2024-06-01/MLB" 200' in errors
    assert '"GET /api/v1/schedule-season/2023/NHL" 200' in errors
    assert token not in errors
    assert "Traceback" not in errors


def test_a_process_with_tokens_of_its_own(tmp_path: Path) -> None:
    """[S5-05] The token of the environment and those of a private file are accepted, and none is made up or shown."""
    path = tmp_path / "tokens.json"
    path.write_text(json.dumps({"tokens": [{"token": "of-the-file-token-1", "sports": ["MLB"]}]}))
    path.chmod(0o600)
    process, lines = start(tmp_path, str(path), RSC_TOKEN="of-the-environment-1")
    running = Running(lines[-1].split()[-1], None, lambda: None)

    assert len(lines) == 1
    assert get(running, target("schedule/2024-06-01/MLB", "of-the-environment-1"))[0] == 200
    assert get(running, target("schedule/2024-06-01/MLB", "of-the-file-token-1"))[0] == 200
    assert get(running, target("schedule/2024-12-06/NBA", "of-the-file-token-1"))[0] == 403
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=20)
    assert (process.returncode, out.strip()) == (0, "stopped")
    assert "of-the" not in errors


def test_a_fault_of_ours_is_told_without_the_token(caplog: pytest.LogCaptureFixture) -> None:
    """[S5-07] A defect in the service is a 500 with a JSON string; the log has the reason and no token."""

    def stopped() -> datetime:
        raise RuntimeError(f"the clock was stopped by {CANARY}")

    with running_server(clock=stopped, tokens=CANARY) as running:
        status, headers, body = get(running, target("live/2024-06-01/MLB"))

    assert (status, headers["content-type"]) == (500, "application/json")
    assert isinstance(json.loads(body), str)
    assert "the clock was stopped" in caplog.text
    assert CANARY not in caplog.text


def test_one_bad_day_is_one_bad_answer(caplog: pytest.LogCaptureFixture) -> None:
    """A defect of one day is a 500 with a JSON string and a line in the log that names the path; others are served."""

    class OneBadDay(Service):
        def answer(self, question: Question) -> tuple[int, dict[str, str], bytes]:
            if str(question.first) == "2024-06-02":
                raise KeyError(("up", 2))
            return super().answer(question)

    with running_server(app=ServiceApp(OneBadDay(clock=Clock(AFTERWARDS)))) as running:
        found = [get(running, target(f"live/2024-06-0{day}/MLB", CANARY)) for day in (1, 2, 3)]

    assert [status for status, _, _ in found] == [200, 500, 200]
    assert found[1][1]["content-type"] == "application/json"
    assert isinstance(json.loads(found[1][2]), str)
    lines = [record for record in caplog.records if record.name == "sportsframe.service"]
    assert [record.levelname for record in lines] == ["ERROR"]
    assert "/live/2024-06-02/MLB" in lines[0].getMessage()
    assert "('up', 2)" in caplog.text
    assert CANARY not in caplog.text


@pytest.mark.parametrize("size", [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 3 * PIECE + 7])
def test_bodies_of_every_size_are_sent_whole(size: int) -> None:
    """Large bodies are handed over piece by piece; the pieces are the body, and the last one ends it."""
    body, sent = bytes(i % 251 for i in range(size)), []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    asyncio.run(send_reply({"method": "GET", "headers": []}, send, (200, {}, body)))

    assert b"".join(message["body"] for message in sent[1:]) == body
    assert all(len(message["body"]) <= PIECE for message in sent[1:])
    assert [message.get("more_body", False) for message in sent[1:]] == [True] * (len(sent) - 2) + [False]
