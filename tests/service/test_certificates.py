"""HTTPS: certificates and keys, what is wrong with them, and their renewal."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from http.client import HTTPException, HTTPSConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from sportsframe.errors import ConfigError
from sportsframe.service.asgi import ServiceApp
from sportsframe.service.metrics import SEVERAL_PROCESSES
from sportsframe.service.serve import running_server
from sportsframe.service.transport import Transport

from ..support.asking import AFTERWARDS, service_at
from ..support.certificates import certificate
from ..support.operating import (
    EXPIRY,
    OTHER,
    PATH,
    TOKEN,
    get,
    serving,
    tokens_file,
    until,
)
from ..support.processes import command


@pytest.mark.skipif(os.name != "posix", reason="files have no modes")
def test_a_key_that_others_may_read_is_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """At the start and after SIGHUP; it is used all the same, as other programs may share it."""
    cert, key = certificate(tmp_path)
    Transport(cert, key).warn()
    assert not caplog.records
    key.chmod(0o644)
    Transport(cert, key).warn()
    assert f"the key {key} is readable by other users (mode 0644); run chmod 600" in caplog.text


@pytest.mark.parametrize("known", [False, True])
def test_the_client_trusts_a_private_authority_that_it_is_told(tmp_path: Path, known: bool) -> None:
    """REQUESTS_CA_BUNDLE names the certificate; without it the connection is refused in one line."""
    file, key = certificate(tmp_path)
    with serving(certificate=file, key=key) as address:
        told = {"RSC_TOKEN": TOKEN, "SPORTSFRAME_BASE_URL": address, "SPORTSFRAME_CACHE_DIR": str(tmp_path / "cache")}
        told |= {"REQUESTS_CA_BUNDLE": str(file)} if known else {}
        asked = [sys.executable, "-m", "sportsframe", "schedule", "2024-06-01", "MLB", "--format", "csv"]
        got = subprocess.run(asked, capture_output=True, text=True, env={**os.environ, **told}, timeout=60)
    assert (got.returncode == 0) is known
    assert ("game_id" in got.stdout) is known
    assert ("the secure connection failed" in got.stderr) is not known


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
    with serving(certificate=file, key=key, idle=5.0, connections_per_address=20) as address:
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
        assert time.monotonic() - began < 5
        until(lambda: all(map(_shut, idle)))
        assert time.monotonic() - began < 30
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


def test_the_first_certificate_of_all_workers_to_expire_is_shown(tmp_path: Path) -> None:
    """The page made of the files of all processes has the smallest time of expiry; without a certificate none has.

    A file that has nothing in it yet does no harm.
    """

    (tmp_path / "counter_1.db").touch()  # as a worker leaves it for a moment while it starts

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
