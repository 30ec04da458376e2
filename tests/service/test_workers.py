"""Several worker processes: one server, its files, reloads and workers that end or hang."""

from __future__ import annotations

import json
import logging
import multiprocessing
import os
import re
import signal
import ssl
import time
from http.client import HTTPSConnection
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
import uvicorn

from sportsframe.service.serve import Program
from sportsframe.service.transport import Transport
from sportsframe.service.workers import REACTION_SECONDS, Configuration, _close_on_signals, configuration

from ..support.certificates import certificate
from ..support.operating import (
    OTHER,
    PATH,
    TOKEN,
    get,
    is_up,
    metrics,
    tokens_file,
    until,
    worker_of,
)
from ..support.processes import command


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
        if worker := worker_of(server.popen.pid):
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
            worker = worker_of(server.popen.pid)
            assert worker is not None
            os.kill(worker, signal.SIGKILL)
            await_said(rf"worker {worker} ended by itself; another is started when .*{reason}", 1)
            time.sleep(1.5)  # in which it would have been started three times
            for _ in range(4):
                assert asked(f"{PATH}?{urlencode({'RSC_token': TOKEN})}")[0] == 200
            assert "\nsportsframe_http_workers 1.0\n" in asked("/metrics")[1]
            assert said("ended by itself") == number + 1
            file.write_bytes(valid)
            await_said("the files are valid again; 1 worker was started", number + 1)
            until(lambda: "\nsportsframe_http_workers 2.0\n" in asked("/metrics")[1], 30)
        assert server.stop() in (0, -signal.SIGTERM)
    assert said("Traceback") == said("cannot start") == 0, "".join(server.logged)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the workers cannot be found here")
def test_workers_never_read_different_files(tmp_path: Path) -> None:
    """A worker that is started after the files have changed makes all read them again, and that is said."""
    file = tokens_file(tmp_path, TOKEN)
    with command("serve", "--port", "0", "--tokens", str(file), "--workers", "2") as server:
        tokens_file(tmp_path, OTHER)
        worker = worker_of(server.popen.pid)
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
        worker = worker_of(server.popen.pid)
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
        assert time.monotonic() - since < 15
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


def test_workers_end_with_their_manager(tmp_path: Path) -> None:
    """A manager that is killed leaves no workers that would keep the port and the tokens of before."""
    words = ("serve", "--port", "0", "--tokens", str(tokens_file(tmp_path, TOKEN)), "--workers", "2")
    with command(*words) as server:
        assert get(server.address)[0] == 200
        server.popen.kill()
        until(lambda: not is_up(server.address), 30)


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
