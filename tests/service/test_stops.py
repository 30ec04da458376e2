"""How a server stops: what is in progress, signals, and connections."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import pytest

from sportsframe.service.asgi import ServiceApp
from sportsframe.service.respond import Reply, Service
from sportsframe.service.rows import Question
from sportsframe.service.serve import _listen, _server, running_server
from sportsframe.service.transport import Transport

from ..support.asking import AFTERWARDS, service_at
from ..support.operating import (
    PATH,
    TOKEN,
    get,
    is_up,
    metrics,
    table,
    tokens_file,
    until,
)
from ..support.processes import command


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
        until(lambda: not is_up(running.address))
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
    asked_if_up = "stopping; requests in progress: 7"  # the test's own question, where TERM comes before its end
    assert said in (["stopping; requests in progress: 6", "stopped"], [asked_if_up, "stopped"])


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


def test_the_log_of_a_stop_by_two_signals_ends_with_it(caplog: pytest.LogCaptureFixture) -> None:
    """Lines of the requests that were cut off stand before it."""
    caplog.set_level(logging.INFO, "sportsframe")
    service = Slow(tokens=table())
    listener = _listen("127.0.0.1", 0)
    server = _server(ServiceApp(service), Transport())
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    with ThreadPoolExecutor(1) as pool:
        cut = pool.submit(get, f"http://127.0.0.1:{listener.getsockname()[1]}")
        assert service.asked.acquire(timeout=10)
        for _ in range(2):
            server.handle_exit(signal.SIGTERM, None)
        thread.join()
        service.go.set()
        assert cut.exception() or cut.result()[0] == 503
    said = [record.getMessage() for record in caplog.records if record.name.startswith("sportsframe")]
    assert " 503 " in said[-2]
    assert said[-1] == "stopped"
