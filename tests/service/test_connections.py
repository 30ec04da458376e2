"""Connections of a server: their limits, proxies that are trusted, and pages of other origins."""

from __future__ import annotations

import logging
import socket
from urllib.parse import urlsplit

import pytest

from sportsframe.errors import ConfigError
from sportsframe.service.limits import Connections, networks, subscriber
from sportsframe.service.transport import Transport

from ..support.operating import (
    PATH,
    TOKEN,
    get,
    is_up,
    metrics,
    serving,
    until,
)


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
        until(lambda: is_up(address))
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
            for name in ("X-Sportsframe-Source", "X-Sportsframe-Refused-By", "X-Sportsframe-Doubt"):
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
