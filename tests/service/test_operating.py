"""What an operator relies on: health, metrics, limits, HTTPS, other origins, proxies, reload, workers, stop."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import multiprocessing
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from email.utils import format_datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
import uvicorn
from prometheus_client.parser import text_string_to_metric_families

from sportsframe._version import __version__
from sportsframe.errors import ConfigError
from sportsframe.service.asgi import ServiceApp
from sportsframe.service.limits import ADDRESSES, Connections, FailedTokens, networks, subscriber
from sportsframe.service.metrics import SEVERAL_PROCESSES
from sportsframe.service.respond import Reply, Service
from sportsframe.service.rows import Question, ticking
from sportsframe.service.serve import Program, _listen, _server, running_server
from sportsframe.service.tokens import DAY_SECONDS, Grant, Tokens, Usage
from sportsframe.service.transport import Transport
from sportsframe.service.workers import REACTION_SECONDS, Configuration, _close_on_signals, configuration

from ..support.asking import AFTERWARDS, service_at
from ..support.certificates import certificate
from ..support.processes import command

TOKEN = "operator-token-0123456789"
OTHER = "another-token-0123456789"
PATH = "/api/v1/schedule/2024-06-01/MLB"

Answer = tuple[int, dict[str, str], bytes]


def get(address: str, path: str = PATH, token: str = TOKEN, method: str = "GET", **headers: str) -> Answer:
    """One request on a connection of its own."""
    parts = urlsplit(address)
    connection = HTTPConnection(str(parts.hostname), parts.port, timeout=20)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, f"{path}?{urlencode({'RSC_token': token})}" if token else path, headers=named)
    got = connection.getresponse()
    answer = got.status, {name.lower(): value for name, value in got.getheaders()}, got.read()
    connection.close()
    return answer


def metrics(address: str) -> dict[str, float]:
    """The samples of the metrics: name and values of the labels, in the order of their names -> value."""
    return {
        "/".join((sample.name, *(sample.labels[name] for name in sorted(sample.labels)))): sample.value
        for family in text_string_to_metric_families(get(address, "/metrics", "")[2].decode())
        for sample in family.samples
    }


def table(**quotas: int | None) -> Tokens:
    return Tokens({TOKEN: Grant("lab", quota=quotas.get("quota")), OTHER: Grant("guests")})


@contextlib.contextmanager
def serving(app: ServiceApp | None = None, **how: Any) -> Iterator[str]:
    app = app or ServiceApp(service_at(AFTERWARDS, tokens=table()))
    with running_server(app=app, transport=Transport(**how)) as running:
        yield running.address


def until(true: Callable[[], bool], seconds: float = 10.0) -> None:
    """Wait for something to be true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_health_and_metrics_need_no_token(caplog: pytest.LogCaptureFixture) -> None:
    """Requests are counted by name of the token, resource and status; neither they nor the log show a token."""
    caplog.set_level(logging.INFO, "sportsframe.access")
    with serving() as address:
        assert json.loads(get(address, "/healthz", "")[2]) == {"status": "ok"}
        for token in (TOKEN, TOKEN, OTHER, "wrong-token-0123456789"):
            get(address, token=token)
        get(address, "/api/v1/live/2024-13-01/MLB")
        get(address, f"/api/v1/{TOKEN}")
        page = get(address, "/metrics", "")
        found = metrics(address)

    assert page[1]["content-type"].startswith("text/plain")
    assert found["sportsframe_http_requests_total/200/lab"] == 2
    assert found["sportsframe_http_requests_total/200/guests"] == 1
    assert found["sportsframe_http_requests_total/400/lab"] == 1
    assert found["sportsframe_http_requests_total/404/lab"] == 1
    assert found["sportsframe_http_requests_total/401/"] == 1
    assert found["sportsframe_http_seconds_count/schedule"] == 4
    assert found["sportsframe_http_seconds_count/live"] == 1
    assert found["sportsframe_http_in_flight"] == 1  # the request for the metrics itself
    assert found["sportsframe_http_connections"] >= 1
    assert found["sportsframe_http_workers"] == 1
    assert found[f"sportsframe_build_info/{__version__}"] == 1
    if Path("/proc/self/stat").exists():
        assert time.time() - 24 * 3600 < found["process_start_time_seconds"] <= time.time()
        assert found["process_resident_memory_bytes"] > 1e6
        assert found["process_open_fds"] > 3
    assert time.time() - 60 < found["sportsframe_http_last_use_seconds/lab"] <= time.time()
    assert not any(name.endswith("_last_use_seconds/") for name in found)
    lines = [record.getMessage() for record in caplog.records if record.name == "sportsframe.access"]
    assert re.match(r'127\.0\.0\.1 lab "GET /api/v1/schedule/2024-06-01/MLB" 200', lines[1])
    assert re.match(r'127\.0\.0\.1 - "GET /api/v1/schedule/2024-06-01/MLB" 401', lines[4])
    for token in (TOKEN, OTHER, "wrong-token"):
        assert token not in page[2].decode() + caplog.text


def test_the_log_has_a_line_for_each_request(caplog: pytest.LogCaptureFixture) -> None:
    """A name of several words is in quotes, HEAD has no bytes, what cannot be parsed is 400, old trials have names."""
    caplog.set_level(logging.INFO, "sportsframe.access")
    old = Grant("guest", trial=(service_at(AFTERWARDS).clock() - timedelta(days=31)).date())
    tokens = Tokens({TOKEN: Grant('our "lab" 2'), OTHER: old})
    with serving(ServiceApp(service_at(AFTERWARDS, tokens=tokens))) as address:
        assert get(address, method="HEAD")[2] == b""
        assert get(address, token=OTHER)[0] == 401
        parts = urlsplit(address)
        with socket.create_connection((str(parts.hostname), int(parts.port or 0)), timeout=10) as line:
            line.sendall(b"no http\r\n\r\n")
            assert line.recv(100).startswith(b"HTTP/1.1 400 ")
        until(lambda: metrics(address).get("sportsframe_http_requests_total/400/") == 1)
        assert metrics(address)["sportsframe_http_requests_total/401/guest"] == 1
    lines = [record.getMessage() for record in caplog.records if record.name == "sportsframe.access"]
    assert re.fullmatch(rf'127\.0\.0\.1 "our \\"lab\\" 2" "HEAD {PATH}" 200 0 [0-9.]+ ms', lines[0])
    assert lines[1].startswith(f'127.0.0.1 guest "GET {PATH}" 401 ')
    assert re.fullmatch(r'127\.0\.0\.1 - "-" 400 [0-9]+ 0\.0 ms malformed', lines[2])


def test_all_dates_are_by_the_clock_of_the_service() -> None:
    """The Date of a refusal and of the health is that of the data, whatever the clock of the server and its zone."""
    now = (service_at(AFTERWARDS).clock() + timedelta(seconds=7)).astimezone(timezone(timedelta(hours=-5)))
    with serving(ServiceApp(service_at(AFTERWARDS, tokens=table()).at(lambda: now))) as address:
        dates = {get(address, path, token)[1]["date"] for path, token in ((PATH, "x"), (PATH, TOKEN), ("/healthz", ""))}
    assert dates == {format_datetime(now.astimezone(UTC), usegmt=True)}


def test_trials_that_are_refused_are_said(tmp_path: Path) -> None:
    """There is a sentence for each trial that has ended or not begun, and none for others."""
    file, now = tmp_path / "tokens.json", service_at(AFTERWARDS).clock()
    days = {-31: "ended on", -30: "", 0: "", 1: "", 2: "begins on"}
    listed = [
        {"token": f"trial-token-{day}-0123456789", "name": f"n{day}", "trial": str((now + timedelta(days=day)).date())}
        for day in days
    ]
    file.write_text(json.dumps({"tokens": listed}))
    file.chmod(0o600)
    tokens = Tokens.read(file)
    assert tokens is not None
    said = tokens.refused(now)
    today = now.date()
    assert said == [
        f"the token 'n-31' is refused: its trial ended on {today - timedelta(days=1)}, and today is {today}",
        f"the token 'n2' is refused: its trial begins on {today + timedelta(days=2)}, and today is {today}",
    ]
    accepted = [tokens.grant(one["token"], now) is not None for one in listed]
    assert accepted == [not word for word in days.values()]


@dataclass
class Stepped:
    """A clock that says how fast it is and is moved by hand."""

    rate: float
    now: datetime = datetime(2024, 6, 1, 20, 0, 7, 500_000, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def test_a_fast_clock_ticks_once_a_second() -> None:
    """However fast it is, a response is computed once in a real second, which begins with the server; never ahead."""
    for rate, seconds, shown in (
        (60, 59, 0),
        (60, 60, 60),
        (60, 3630, 3600),
        (86_400, 86_399, 0),
        (2, 5, 4),
        (1, 5, 5),
    ):
        clock = Stepped(rate)
        now = ticking(clock)
        clock.now += timedelta(seconds=seconds)
        assert (now() - datetime(2024, 6, 1, 20, 0, 7, tzinfo=UTC)).total_seconds() == shown, rate


def test_a_quota_is_for_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """[S8-06] The request after the last one gets 429 and the time to wait; a token without a quota has no limit."""
    tokens, clock = table(quota=3), [1000.0]
    tokens.usage = Usage(lambda: clock[0])
    with serving(ServiceApp(service_at(AFTERWARDS, tokens=tokens))) as address:
        assert [get(address)[0] for _ in range(4)] == [200, 200, 200, 429]
        clock[0] += DAY_SECONDS - 1
        status, headers, body = get(address)
        assert (status, headers["retry-after"]) == (429, "1")
        assert "3 requests in 24 hours" in json.loads(body)
        assert get(address, token=OTHER)[0] == 200
        clock[0] += 1
        assert get(address)[0] == 200


def test_failed_tokens_are_slowed_down() -> None:
    """Beyond the free ones a refusal takes a while, of that address and of failed tokens only: not of a trial's."""
    tokens = Tokens({TOKEN: Grant("lab"), OTHER: Grant("trial", trial=date(2020, 1, 1))})
    app = ServiceApp(service_at(AFTERWARDS, tokens=tokens), FailedTokens(free=3, seconds=3600.0, delay=0.5))
    with serving(app) as address:
        for number in range(5):
            began = time.monotonic()
            assert get(address, token=f"guess-{number}-0123456789")[::2] == (401, b"null")
            assert (time.monotonic() - began >= 0.5) == (number >= 3)
        assert get(address)[0] == 200
        assert get(address, token=OTHER)[0] == 401
        assert metrics(address)["sportsframe_http_delayed_refusals_total"] == 2


def test_free_failures_are_regained_and_addresses_forgotten() -> None:
    """Sixty failures a minute are free; as many addresses as promised are remembered, the longest unused is not."""
    clock = [0.0]
    failures = FailedTokens(now=lambda: clock[0])
    assert [failures.failed("10.0.0.1") for _ in range(62)] == [0.0] * 60 + [1.0, 1.0]
    clock[0] = 2.0
    assert [failures.failed("10.0.0.1") for _ in range(2)] == [0.0, 1.0]
    assert failures.failed("10.0.0.2") == 0.0
    for number in range(ADDRESSES - 1):
        failures.failed(f"10.1.{number // 256}.{number % 256}")
    assert failures.failed("10.0.0.1") == 0.0


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("10.0.0.1", "10.0.0.2", False), ("2001:db8::1", "2001:db8::2", True), ("2001:db8:0:1::1", "2001:db8::1", False),
     ("::ffff:10.0.0.1", "10.0.0.1", True), ("", "unknown", False)],
)  # fmt: skip
def test_a_client_is_told_by_its_address(one: str, other: str, same: bool) -> None:
    """An IPv6 client may use any address of its network of 64 bits, which count as one."""
    assert (subscriber(one) == subscriber(other)) is same


def test_one_address_cannot_take_all_connections() -> None:
    """Six hundred idle connections from one address: those beyond its limit are told so, and others are served."""
    with serving(connections_per_address=60) as address:
        parts = urlsplit(address)
        where = (str(parts.hostname), int(parts.port or 0))
        idle = [socket.create_connection(where, timeout=10, source_address=("127.0.0.9", 0)) for _ in range(600)]
        until(lambda: metrics(address)["sportsframe_http_refused_connections_total"] == 540)
        for _ in range(20):
            assert get(address)[0] == 200
        refused = [one for one in idle if one.getpeername() and _told(one)]
        assert len(refused) == 540
        for one in idle:
            one.close()
        until(lambda: metrics(address)["sportsframe_http_connections"] <= 2)
        with socket.create_connection(where, timeout=10, source_address=("127.0.0.9", 0)) as again:
            again.sendall(f"GET /healthz HTTP/1.0\r\nHost: {parts.netloc}\r\n\r\n".encode())
            assert again.recv(100).startswith(b"HTTP/1.1 200")


def test_too_many_connections_in_all_are_said(caplog: pytest.LogCaptureFixture) -> None:
    """Of a trusted proxy too, the 513th connection is closed with 503 and Retry-After, counted, and logged once."""
    caplog.set_level(logging.WARNING, "sportsframe.service")
    with serving(trusted_proxies=("127.0.0.0/8",)) as address:
        parts = urlsplit(address)
        where = (str(parts.hostname), int(parts.port or 0))
        idle = [socket.create_connection(where, timeout=10) for _ in range(512)]
        for _ in range(2):
            with socket.create_connection(where, timeout=10) as refused:
                told = refused.recv(1000)
            assert told.startswith(b"HTTP/1.1 503")
            assert b"Retry-After: 1\r\n" in told
        for one in idle:
            one.close()
        until(lambda: _answers(address))
        assert metrics(address)["sportsframe_http_refused_connections_total"] >= 2
    said = [record.getMessage() for record in caplog.records if record.name == "sportsframe.service"]
    assert said == ["connections are refused: 512 are open"]


def _told(connection: socket.socket) -> bool:
    """Whether a connection received a 503."""
    connection.setblocking(False)
    try:
        return connection.recv(1000).startswith(b"HTTP/1.1 503")
    except BlockingIOError:
        return False


def test_proxies_that_are_trusted() -> None:
    """``X-Forwarded-For`` counts from a trusted proxy only, whose own connections are not limited."""
    trusted = networks(["10.0.0.0/8"])
    limits = Connections(1, trusted)
    assert [limits.opened("10.1.2.3") for _ in range(3)] == [True] * 3
    assert [limits.opened("11.1.2.3") for _ in range(3)] == [True, False, False]
    limits.closed("11.1.2.3")
    assert limits.opened("11.1.2.3")
    for address in ("11.1.2.3", *["10.1.2.3"] * 3):
        limits.closed(address)
    assert not limits._open, "addresses that are gone are forgotten"
    for name in ("proxy.example.org", "10.0.0.0/8/8", "10.0.0.1/8", ""):
        with pytest.raises(ConfigError, match="address of a proxy"):
            Transport(trusted_proxies=(name,))


@pytest.mark.parametrize(("trusted", "shown"), [(("127.0.0.0/8",), "192.0.2.7"), ((), "127.0.0.1")])
def test_the_log_shows_the_client_behind_a_proxy(
    caplog: pytest.LogCaptureFixture, trusted: tuple[str, ...], shown: str
) -> None:
    """The address in the log is the last one that no trusted proxy added."""
    caplog.set_level(logging.INFO, "sportsframe.access")
    with serving(trusted_proxies=trusted) as address:
        get(address, X_Forwarded_For="203.0.113.9, 192.0.2.7, 127.0.0.5")
    assert f'{shown} lab "GET' in caplog.text


@pytest.mark.parametrize(
    ("told", "shown"),
    [(TOKEN, "127.0.0.1"), ('evil" 200 "x', "127.0.0.1"), ('fe80::1%evil" 200', "127.0.0.1"), ("unknown", "127.0.0.1"),
     ("", "127.0.0.1"), ("192.0.2.7:80", "192.0.2.7"), ("[2001:db8::1]:80", "2001:db8::1"),
     (f"192.0.2.9, {TOKEN}", "127.0.0.1")],
)  # fmt: skip
def test_what_is_no_address_is_not_believed(caplog: pytest.LogCaptureFixture, told: str, shown: str) -> None:
    """A trusted proxy passes on what clients send: no token gets into the log, and no line can be forged."""
    caplog.set_level(logging.INFO, "sportsframe.access")
    with serving(trusted_proxies=("127.0.0.1",)) as address:
        assert get(address, X_Forwarded_For=told)[0] == 200
    lines = [record.getMessage() for record in caplog.records if record.name == "sportsframe.access"]
    assert [line.split(" ms")[0].rsplit(" ", 2)[0] for line in lines] == [f'{shown} lab "GET {PATH}" 200']
    assert TOKEN not in caplog.text


@pytest.mark.parametrize(("allowed", "origin", "shared"), [
    ("https://app.example.org", "https://app.example.org", "https://app.example.org"),
    ("https://app.example.org", "https://evil.example.org", None), ("*", "https://any.example.org", "*"),
    ("https://app.example.org", None, None),
    ("https://App.Example.org", "https://APP.example.org", "https://app.example.org"),
    ("https://app.example.org:443", "https://app.example.org", "https://app.example.org"),
    ("http://app.example.org:80", "http://app.example.org", "http://app.example.org"),
    ("https://app.example.org:80", "https://app.example.org:80", "https://app.example.org:80"),
])  # fmt: skip
def test_pages_of_other_origins(allowed: str, origin: str | None, shared: str | None) -> None:
    """A page may read what its origin is allowed, errors and empty answers included; preflights are answered."""
    given = {"Origin": origin} if origin else {}
    with serving(origins=(allowed,)) as address:
        for path, token in ((PATH, TOKEN), (PATH, "x"), ("/api/v1/live/2024-01-20/MLB", TOKEN)):
            headers = get(address, path, token, **given)[1]
            assert headers.get("access-control-allow-origin") == shared
            readable = headers.get("access-control-expose-headers", "").split(", ")
            for name in ("X-Sportsframe-Source", "X-Sportsframe-Refused-By"):
                assert (name in readable) is bool(shared)
            assert ("Origin" in headers.get("vary", "")) is (allowed != "*")
        asked = {**given, "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "x-one"}
        status, headers, _ = get(address, token="", method="OPTIONS", **asked)
        assert status == (204 if shared else 405)
        assert headers.get("access-control-allow-headers") == ("x-one" if shared else None)
        assert get(address, token="", method="OPTIONS", **given)[0] == 405, (
            "no preflight without the method it asks for"
        )
    with serving() as address:
        assert "access-control-allow-origin" not in get(address, Origin="https://app.example.org")[1]


@pytest.mark.skipif(os.name != "posix", reason="files have no modes")
def test_a_key_that_others_may_read_is_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """At the start and after SIGHUP; it is used all the same, as other programs may share it."""
    cert, key = certificate(tmp_path)
    Transport(cert, key).warn()
    assert not caplog.records
    key.chmod(0o644)
    Transport(cert, key).warn()
    assert f"the key {key} is readable by other users (mode 0644); run chmod 600" in caplog.text


@pytest.mark.parametrize(("name", "warned"), [("0.0.0.0/0", 1), ("::/0", 1), ("10.0.0.0/8", 0), ("127.0.0.1", 0)])
def test_who_trusts_everybody_is_warned(caplog: pytest.LogCaptureFixture, name: str, warned: int) -> None:
    """With every client a trusted proxy, anybody chooses the address of the log and of the limits."""
    Transport(trusted_proxies=(name,)).warn()
    assert len(caplog.records) == warned
    assert (f"--trusted-proxy {name} trusts every client" in caplog.text) is bool(warned)


@pytest.mark.parametrize("name", ["app.example.org", "https://app.example.org/", "ftp://a", "https://*.a", "null", ""])
def test_what_is_no_origin_is_refused(name: str) -> None:
    """An origin is scheme, host and port; anything else would silently match nothing."""
    with pytest.raises(ConfigError, match="is not an origin"):
        Transport(origins=(name,))


def test_https(tmp_path: Path) -> None:
    """With a certificate the server speaks HTTPS to who trusts it, and plain HTTP to nobody."""
    file, key = certificate(tmp_path)
    with serving(certificate=file, key=key) as address:
        assert address.startswith("https://127.0.0.1:")
        port = urlsplit(address).port
        connection = HTTPSConnection("127.0.0.1", port, context=ssl.create_default_context(cafile=file), timeout=20)
        connection.request("GET", f"{PATH}?RSC_token={TOKEN}")
        assert connection.getresponse().status == 200
        connection.close()
        connection.request("HEAD", "/healthz", headers={"Connection": "close"})
        assert connection.getresponse().status == 200
        connection.close()
        with pytest.raises(ssl.SSLCertVerificationError):
            HTTPSConnection("127.0.0.1", port, timeout=20).connect()
        with pytest.raises((HTTPException, OSError)):
            get(address.replace("https", "http"))


def test_connections_without_a_handshake_are_limited(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """HTTPS connections count from the moment they are accepted, and those that say nothing are soon closed."""
    caplog.set_level(logging.WARNING, "sportsframe.service")
    file, key = certificate(tmp_path)
    context = ssl.create_default_context(cafile=file)
    with serving(certificate=file, key=key, idle=2.0, connections_per_address=20) as address:
        where = ("127.0.0.1", int(urlsplit(address).port or 0))

        def health() -> int:
            connection = HTTPSConnection(*where, context=context, timeout=20, source_address=("127.0.0.9", 0))
            connection.request("GET", "/healthz")
            found = connection.getresponse().status
            connection.close()
            return found

        began = time.monotonic()
        idle = [socket.create_connection(where, timeout=10) for _ in range(60)]
        assert health() == 200
        shut = [one for one in idle if _shut(one)]
        assert len(shut) == 40
        assert time.monotonic() - began < 2
        until(lambda: all(map(_shut, idle)))
        assert time.monotonic() - began < 10
        for one in idle:
            one.close()
        with socket.create_connection(where, timeout=10) as again:
            context.wrap_socket(again, server_hostname="127.0.0.1").close()
    said = [record.getMessage() for record in caplog.records if record.name == "sportsframe.service"]
    assert said == ["connections are refused: 127.0.0.1 has 20"]


def _shut(connection: socket.socket) -> bool:
    """Whether the other side has closed a connection."""
    connection.setblocking(False)
    try:
        return not connection.recv(1000)
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def test_certificates_that_cannot_be_used(tmp_path: Path) -> None:
    """One line says which file is wrong, before anything listens."""
    file, key = certificate(tmp_path)
    other = certificate(tmp_path, "two")[1]
    locked = tmp_path / "locked.pem"
    locked.write_text("-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIC\n-----END ENCRYPTED PRIVATE KEY-----\n")
    for given, says in (
        ({"certificate": tmp_path / "no.pem"}, "No such file"), ({"certificate": key}, "cannot be used"),
        ({"certificate": file, "key": other}, "KEY_VALUES_MISMATCH; .* belongs to it"),
        ({"certificate": file, "key": locked}, "has a passphrase"), ({"key": key}, "needs the certificate too"),
        ({"certificate": file}, "no key .* --tls-key"),
    ):  # fmt: skip
        with pytest.raises(ConfigError, match=says) as caught:
            Transport(**given)
        assert "\n" not in str(caught.value)
    assert Transport(certificate=file, key=key).scheme == "https"


def test_plain_http_for_other_machines_is_warned_of(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Tokens cross the network in plain text, unless there is HTTPS or a trusted proxy; or stay on this machine."""
    cert, key = certificate(tmp_path)
    for host, how, warned in (
        ("0.0.0.0", Transport(), True), ("0.0.0.0", Transport(trusted_proxies=("10.0.0.1",)), False),
        ("0.0.0.0", Transport(cert, key), False), ("127.0.0.1", Transport(), False),
    ):  # fmt: skip
        caplog.clear()
        with running_server(host=host, app=ServiceApp(service_at(AFTERWARDS)), transport=how):
            pass
        assert ("plain HTTP at 0.0.0.0" in caplog.text) is warned


@pytest.mark.parametrize(
    ("from_now", "said"),
    [
        (-timedelta(hours=1), None),
        (-timedelta(days=2), "certificate has expired"),
        (timedelta(hours=1), "not yet valid"),
    ],
)
def test_a_certificate_that_clients_refuse_is_told(
    from_now: timedelta, said: str | None, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """At the start and after SIGHUP the log says that a certificate is out of date; it is served all the same."""
    cert, key = certificate(tmp_path, from_now=from_now)
    whole = tmp_path / "whole.pem"
    whole.touch(0o600)
    whole.write_bytes(cert.read_bytes() + key.read_bytes())
    for how in (Transport(cert, key), Transport(whole)):
        reason = how.out_of_date()
        assert (reason is None) == (said is None)
        assert said is None or (said in str(reason) and str(how.certificate) in str(reason))
        caplog.clear()
        how.warn()
        assert [record.getMessage() for record in caplog.records] == ([reason] if reason else [])
        assert abs(how.expires() - _not_after(cert)) < 1
    assert Transport().out_of_date() is None
    assert Transport().expires() is None
    words = ("serve", "--port", "0", "--tokens", str(tokens_file(tmp_path, TOKEN)), "--tls-cert", str(whole))
    with command(*words) as server:
        until(lambda: ("clients refuse" in "".join(server.logged)) == (said is not None))
        server.stop()


def _not_after(cert: Path) -> float:
    from cryptography import x509

    return x509.load_pem_x509_certificate(cert.read_bytes()).not_valid_after_utc.timestamp()


EXPIRY = "sportsframe_tls_certificate_expiry_seconds"


def tokens_file(folder: Path, *tokens: str) -> Path:
    file = folder / "tokens.json"
    file.write_text(json.dumps({"tokens": [{"token": token, "name": f"n{i}"} for i, token in enumerate(tokens)]}))
    file.chmod(0o600)
    return file


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no such signal")
def test_hup_reads_tokens_and_certificate_again(tmp_path: Path) -> None:
    """A token added is accepted and one removed refused, without a restart; a broken file changes nothing."""
    cert, key = certificate(tmp_path)
    file = tokens_file(tmp_path, TOKEN)

    def status(token: str, trust: Path) -> int:
        context = ssl.create_default_context(cafile=trust)
        connection = HTTPSConnection("127.0.0.1", urlsplit(server.address).port, context=context, timeout=20)
        connection.request("GET", f"{PATH}?RSC_token={token}")
        found = connection.getresponse().status
        connection.close()
        return found

    def expiry() -> float:
        context = ssl._create_unverified_context()
        connection = HTTPSConnection("127.0.0.1", urlsplit(server.address).port, context=context, timeout=20)
        connection.request("GET", "/metrics")
        page = connection.getresponse().read().decode()
        connection.close()
        return float(re.search(rf"^{EXPIRY} (\S+)$", page, re.MULTILINE)[1]) - time.time()

    words = ("serve", "--port", "0", "--tokens", str(file), "--tls-cert", str(cert), "--tls-key", str(key))
    with command(*words) as server:
        assert [status(token, cert) for token in (TOKEN, OTHER)] == [200, 401]
        tokens_file(tmp_path, OTHER)
        assert 22.5 < expiry() / 3600 < 23
        new, new_key = certificate(tmp_path, "two", from_now=-timedelta(hours=5))
        key.write_bytes(new_key.read_bytes())
        cert.write_bytes(new.read_bytes())
        server.popen.send_signal(signal.SIGHUP)
        until(lambda: "read 1 token and the certificate" in "".join(server.logged))
        until(lambda: _trusted(lambda: status(OTHER, new)))
        assert [status(token, new) for token in (TOKEN, OTHER)] == [401, 200]
        assert 18.5 < expiry() / 3600 < 19
        cert.write_bytes(certificate(tmp_path, "three")[0].read_bytes())
        server.popen.send_signal(signal.SIGHUP)
        until(lambda: "KEY_VALUES_MISMATCH" in "".join(server.logged))
        assert status(OTHER, new) == 200
        cert.write_bytes(new.read_bytes())
        file.write_text("{")
        server.popen.send_signal(signal.SIGHUP)
        until(lambda: "not valid JSON" in "".join(server.logged))
        assert status(OTHER, new) == 200
        file.write_text(json.dumps({"tokens": [{"token": OTHER, "name": "guest", "trial": "2020-06-01"}]}))
        server.popen.send_signal(signal.SIGHUP)
        until(lambda: "the token 'guest' is refused: its trial ended on 2020-07-01" in "".join(server.logged))
        assert status(OTHER, new) == 401
        assert server.stop() == 0
    log = "".join(server.logged)
    assert "not valid JSON" in log
    assert "Traceback" not in log
    assert TOKEN not in log


def _trusted(call: Callable[[], int]) -> bool:
    try:
        return call() == 200
    except ssl.SSLError:
        return False


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no such signal")
def test_workers_are_one_server(tmp_path: Path) -> None:
    """Two processes answer as one: the same clock and tokens, and metrics of both.

    After SIGHUP a broken file is said in one line and changes nothing; with a valid one no worker accepts the old
    token. SIGTERM ends both.
    """
    file = tokens_file(tmp_path, TOKEN)
    words = ("serve", "--port", "0", "--tokens", str(file), "--workers", "2", "--clock", "2024-06-02T00:30")
    with command(*words) as server:
        for _ in range(40):  # the address is said once both are ready
            assert get(server.address)[0] == 200
        assert metrics(server.address)["sportsframe_http_requests_total/200/n0"] >= 40
        assert metrics(server.address)["sportsframe_http_workers"] == 2
        assert get(server.address, token=OTHER)[0] == 401
        file.write_text('{"tokens": [\n  {"token":: 1}]}')
        server.popen.send_signal(signal.SIGHUP)
        until(lambda: "not reloaded" in "".join(server.logged), 30)
        assert get(server.address)[0] == 200
        tokens_file(tmp_path, OTHER)
        server.popen.send_signal(signal.SIGHUP)
        until(lambda: "read 1 token in 2 workers" in "".join(server.logged), 90)
        assert {get(server.address)[0] for _ in range(20)} == {401}
        assert {get(server.address, token=OTHER)[0] for _ in range(20)} == {200}
        if worker := _worker_of(server.popen.pid):
            os.kill(worker, signal.SIGSTOP)
            time.sleep(1.5)  # so that it ends while it is asked whether it is alive
            os.kill(worker, signal.SIGKILL)
            until(lambda: f"worker {worker} ended by itself; another was started" in "".join(server.logged), 20)
            assert {get(server.address, token=OTHER)[0] for _ in range(20)} == {200}
            until(lambda: metrics(server.address)["sportsframe_http_workers"] == 2, 30)
        assert server.stop() in (0, -signal.SIGTERM)
    log = "".join(server.logged)
    assert len(re.findall("not reloaded: the token file .* is not valid JSON", log)) == 1
    assert re.search("stopping 2 workers\n.* stopped\n$", log)
    assert "Traceback" not in log


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the workers cannot be found here")
def test_a_worker_waits_until_the_files_are_valid(tmp_path: Path) -> None:
    """A worker that ends while certificate or token file is broken is said in one line; the other one goes on.

    It comes back when the files are valid, without a signal.
    """
    cert, key = certificate(tmp_path)
    tokens = tokens_file(tmp_path, TOKEN)
    words = ("serve", "--port", "0", "--tokens", str(tokens), "--workers", "2", "--tls-cert", str(cert))

    def said(text: str) -> int:
        return len(re.findall(text, "".join(server.logged)))

    def await_said(text: str, times: int) -> None:
        until(lambda: said(text) == times, 30)

    def asked(path: str) -> tuple[int, str]:
        context = ssl._create_unverified_context()
        connection = HTTPSConnection("127.0.0.1", urlsplit(server.address).port, context=context, timeout=20)
        connection.request("GET", path)
        got = connection.getresponse()
        answer = got.status, got.read().decode()
        connection.close()
        return answer

    with command(*words, "--tls-key", str(key)) as server:
        for number, (file, reason) in enumerate([(cert, "certificate .* cannot be used"), (tokens, "not valid JSON")]):
            valid = file.read_bytes()
            file.write_text("{")
            worker = _worker_of(server.popen.pid)
            assert worker is not None
            os.kill(worker, signal.SIGKILL)
            await_said(rf"worker {worker} ended by itself; another is started when .*{reason}", 1)
            time.sleep(3)  # in which it would have been started several times
            for _ in range(4):
                assert asked(f"{PATH}?{urlencode({'RSC_token': TOKEN})}")[0] == 200
            assert "\nsportsframe_http_workers 1.0\n" in asked("/metrics")[1]
            assert said("ended by itself") == number + 1
            file.write_bytes(valid)
            await_said("the files are valid again; 1 worker was started", number + 1)
            until(lambda: "\nsportsframe_http_workers 2.0\n" in asked("/metrics")[1], 30)
        assert server.stop() in (0, -signal.SIGTERM)
    assert said("Traceback") == said("cannot start") == 0


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the workers cannot be found here")
def test_workers_never_read_different_files(tmp_path: Path) -> None:
    """A worker that is started after the files have changed makes all read them again, and that is said."""
    file = tokens_file(tmp_path, TOKEN)
    with command("serve", "--port", "0", "--tokens", str(file), "--workers", "2") as server:
        tokens_file(tmp_path, OTHER)
        worker = _worker_of(server.popen.pid)
        assert worker is not None
        os.kill(worker, signal.SIGKILL)
        until(lambda: "read 1 token in 2 workers" in "".join(server.logged), 60)
        assert "the files have changed since the other workers read them; all read them again" in "".join(server.logged)
        assert {get(server.address, token=OTHER)[0] for _ in range(20)} == {200}
        assert {get(server.address)[0] for _ in range(20)} == {401}
        assert server.stop() in (0, -signal.SIGTERM)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the workers cannot be found here")
def test_a_stop_does_not_wait_for_a_worker_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is killed once the time for requests in progress is over, however long it may take to react otherwise."""
    words = ("--port", "0", "--tokens", str(tokens_file(tmp_path, TOKEN)), "--workers", "2")
    program = (
        "import sys; from sportsframe.service import workers; workers.STOP_SECONDS = 1; "
        "from sportsframe._cli import main; sys.exit(main(['serve', *sys.argv[1:]]))"
    )
    with command(*words, program=program) as server:
        worker = _worker_of(server.popen.pid)
        assert worker is not None
        os.kill(worker, signal.SIGSTOP)
        time.sleep(1.5)  # so that it is asked whether it reacts
        since = time.monotonic()
        assert server.stop() in (0, -signal.SIGTERM)
        assert time.monotonic() - since < 1 + REACTION_SECONDS + 3
    assert f"worker {worker} did not end in time and is killed" in "".join(server.logged)


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no such signal")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_reload_keeps_what_is_used_of_a_quota(tmp_path: Path, workers: int) -> None:
    """Of all workers together, before and after SIGHUP; a token that is added begins its own."""
    file = tokens_file(tmp_path)

    def write(*names: str) -> None:
        listed = [{"token": f"{name}-token-0123456789", "name": name, "quota": 5} for name in names]
        file.write_text(json.dumps({"tokens": listed}))

    def asked(name: str, times: int) -> list[int]:
        return [get(server.address, token=f"{name}-token-0123456789")[0] for _ in range(times)]

    write("old", "gone")
    with command("serve", "--port", "0", "--tokens", str(file), "--workers", str(workers)) as server:
        assert asked("old", 3) == [200] * 3
        write("new", "old")
        server.popen.send_signal(signal.SIGHUP)
        until(lambda: "read 2 tokens" in "".join(server.logged), 60)
        assert asked("old", 4) == [200, 200, 429, 429]
        assert asked("new", 6) == [200] * 5 + [429]
        assert server.stop() in (0, -signal.SIGTERM)


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no such signal")
def test_many_hups_are_one_reload_and_term_does_not_wait_for_it(tmp_path: Path) -> None:
    """Signals that come during a reload are one more; SIGTERM ends the server within seconds during a reload, too."""
    file = tokens_file(tmp_path, TOKEN)
    with command("serve", "--port", "0", "--tokens", str(file), "--workers", "2") as server:
        for _ in range(8):
            server.popen.send_signal(signal.SIGHUP)
            time.sleep(0.2)
        until(lambda: "".join(server.logged).count("read 1 token in 2 workers") == 2, 90)
        assert get(server.address)[0] == 200
        server.popen.send_signal(signal.SIGHUP)
        time.sleep(1)  # so that the reload has begun
        since = time.monotonic()
        assert server.stop() in (0, -signal.SIGTERM)
        assert time.monotonic() - since < 6
    log = "".join(server.logged)
    assert log.count("read 1 token in 2 workers") == 2
    assert re.search("stopping 2 workers\n.* stopped\n$", log)
    assert "Traceback" not in log


def test_a_worker_that_cannot_read_its_files_says_so_in_one_line(tmp_path: Path) -> None:
    """A file that breaks between the check and the start of a worker is no traceback either."""
    cert, key = certificate(tmp_path)
    made = configuration(Program.of(TOKEN, 2024, None, (), False), Transport(certificate=cert, key=key), 2)
    cert.write_text("")
    starting = multiprocessing.get_context("spawn").Process(target=_load, args=(made, tmp_path / "log"))
    starting.start()
    starting.join(30)
    assert starting.exitcode == 1
    said = (tmp_path / "log").read_text()
    assert re.fullmatch(r"a worker cannot start: the certificate .* cannot be used: .*\n", said)


def _load(made: Configuration, log: Path) -> None:
    """Load a configuration as a worker does, with the log of the service in a file."""
    handler = logging.FileHandler(log)
    logging.getLogger("sportsframe.service").addHandler(handler)
    made.load()


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no such signal")
def test_signals_are_handled_once_the_address_is_said(tmp_path: Path) -> None:
    """Whoever waits for the address may send SIGHUP or SIGTERM at once."""
    words = ("serve", "--port", "0", "--tokens", str(tokens_file(tmp_path, TOKEN)))
    with command(*words) as server:
        server.popen.send_signal(signal.SIGHUP)
        until(lambda: "read 1 token" in "".join(server.logged))
        assert get(server.address)[0] == 200
        assert server.stop() == 0
    with command(*words) as server:
        assert server.stop() == 0


def test_workers_end_with_their_manager(tmp_path: Path) -> None:
    """A manager that is killed leaves no workers that would keep the port and the tokens of before."""
    words = ("serve", "--port", "0", "--tokens", str(tokens_file(tmp_path, TOKEN)), "--workers", "2")
    with command(*words) as server:
        assert get(server.address)[0] == 200
        server.popen.kill()
        until(lambda: not _answers(server.address), 30)


def _worker_of(parent: int) -> int | None:
    """A process that a server with several of them started; None where the system does not list them."""
    listed = Path(f"/proc/{parent}/task/{parent}/children")
    for child in listed.read_text().split() if listed.exists() else ():
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
            return int(child)
    return None


def _answers(address: str) -> bool:
    try:
        return get(address, "/healthz", "")[0] == 200
    except OSError:
        return False


class Slow(Service):
    """A service whose answers wait until they are let go."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.asked, self.go = threading.Semaphore(0), threading.Event()

    def answer(self, question: Question) -> Reply:
        self.asked.release()
        self.go.wait(30)
        return super().answer(question)


def stopped_under_load(monkeypatch: pytest.MonkeyPatch, seconds: int, release_after: float | None) -> list[int]:
    """Six requests for what takes long, and the server told to stop meanwhile: the statuses of their answers."""
    monkeypatch.setattr("sportsframe.service.workers.STOP_SECONDS", seconds)
    service = Slow(tokens=table())
    days = [f"/api/v1/schedule/2024-06-0{day}/MLB" for day in range(1, 7)]
    with running_server(app=ServiceApp(service)) as running, ThreadPoolExecutor(6) as pool:
        answers = [pool.submit(get, running.address, day) for day in days]
        for _ in range(4):  # as many as are computed at a time; the others wait for them
            assert service.asked.acquire(timeout=10)
        until(lambda: metrics(running.address)["sportsframe_http_in_flight"] == 7)
        stopping = threading.Thread(target=running.stop)
        stopping.start()
        until(lambda: not _answers(running.address))
        if release_after is not None:
            time.sleep(release_after)
            service.go.set()
        statuses = [answer.result()[0] for answer in answers]
        service.go.set()
        stopping.join()
    return statuses


def test_a_stop_finishes_what_is_in_progress(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """What was asked before TERM is answered, and nothing new is accepted; the log tells of the stop."""
    caplog.set_level(logging.INFO, "sportsframe.service")
    assert stopped_under_load(monkeypatch, 20, 0.3) == [200] * 6
    said = [record.getMessage() for record in caplog.records if record.name == "sportsframe.service"]
    assert said == ["stopping; requests in progress: 6", "stopped"]


def test_what_is_answered_after_term_closes_its_connection() -> None:
    """Each response says so from the signal on, before the server has begun to stop: nobody sends another request."""
    asked, told = threading.Barrier(3), threading.Event()

    class App(ServiceApp):
        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            if scope["path"] == PATH:
                await asyncio.to_thread(asked.wait)
                await asyncio.to_thread(told.wait)
            await super().__call__(scope, receive, send)

    listener = _listen("127.0.0.1", 0)
    server = _server(App(service_at(AFTERWARDS)), Transport())
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    idle = HTTPConnection("127.0.0.1", listener.getsockname()[1], timeout=20)
    idle.request("GET", "/healthz")
    assert idle.getresponse().read()
    try:
        with ThreadPoolExecutor(2) as pool:
            under_way = [pool.submit(get, address) for _ in range(2)]
            asked.wait(20)
            server.handle_exit(signal.SIGTERM, None)
            told.set()
            with contextlib.suppress(OSError, HTTPException):  # it may have been closed by now
                idle.request("GET", "/healthz")
                assert idle.getresponse().headers["Connection"] == "close"
            assert [answer.result()[1].get("connection") for answer in under_way] == ["close", "close"]
    finally:
        server.should_exit = True
        thread.join()
        idle.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_worker_closes_its_connections_from_the_signal_on(number: signal.Signals) -> None:
    """The server of a worker process is uvicorn's own; what it answers after the signal says that it closes."""
    server = uvicorn.Server(configuration(lambda: None, Transport()))
    before = {one: signal.signal(one, server.handle_exit) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        _close_on_signals()
        signal.raise_signal(number)
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
    assert server.should_exit
    assert server.server_state.default_headers == [(b"connection", b"close")]


def test_the_first_certificate_of_all_workers_to_expire_is_shown(tmp_path: Path) -> None:
    """The page made of the files of all processes has the smallest time of expiry; without a certificate none has."""

    def page(expires: str) -> str:
        program = "import sys; from sportsframe.service.metrics import Metrics; shown = Metrics(); shown.expires = "
        done = subprocess.run(
            [sys.executable, "-c", f"{program}{expires}; sys.stdout.buffer.write(shown.page()[2])"],
            env={**os.environ, SEVERAL_PROCESSES: str(tmp_path)}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout

    assert EXPIRY not in page("None")
    for own, first in (("1.75e9", "1.75e+09"), ("1.76e9", "1.75e+09"), ("1.74e9", "1.74e+09")):
        assert f"\n{EXPIRY} {first}\n" in page(own)


def test_a_stop_that_takes_too_long_is_said_to_be_one(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What is not answered in time gets 503, under the name of its token, and never a 500 with a traceback."""
    caplog.set_level(logging.INFO, "sportsframe")
    assert stopped_under_load(monkeypatch, 1, None) == [503] * 6
    assert "get 503: 6" in caplog.text
    assert "graceful" not in caplog.text
    assert len(re.findall(r'127\.0\.0\.1 lab "GET [^"]+" 503 ', caplog.text)) == 6
    assert "Traceback" not in caplog.text


def test_a_token_that_is_too_short_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Sixteen characters are the least, in the environment and in files, and no error shows the token."""
    monkeypatch.setenv("RSC_TOKEN", "x" * 15)
    with pytest.raises(ConfigError, match="15 characters and needs 16") as caught:
        Tokens.read()
    assert "x" * 15 not in str(caught.value)
    monkeypatch.setenv("RSC_TOKEN", "x" * 16)
    tokens = Tokens.read()
    assert tokens is not None
    assert tokens.grant("x" * 16, service_at(AFTERWARDS).clock()) == Grant("RSC_TOKEN")
    file = tmp_path / "named.json"
    file.write_text(json.dumps({"tokens": [{"token": TOKEN, "name": "RSC_TOKEN"}]}))
    file.chmod(0o600)
    with pytest.raises(ConfigError, match=r"entry 1 .* needs another name; RSC_TOKEN is that of the token in"):
        Tokens.read(file)
    monkeypatch.delenv("RSC_TOKEN")
    with pytest.raises(ConfigError, match=r"the token of entry 2 .* has 3 characters"):
        Tokens.read(tokens_file(tmp_path, TOKEN, "abc"))
