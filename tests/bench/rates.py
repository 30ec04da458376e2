"""Answers a second of the servers against raw asyncio: ``python -m tests.bench.rates``.

Two figures each: answers a second to one client that asks one after the other, the servers taking turns; and answers
per processor second of the server, which are those of a server that is fully used, whatever the machine does besides.
Raw asyncio sends the same bytes from a protocol that reads nothing but the path; bare uvicorn from an application that
does nothing else. The budgets are for what a client sees.
"""

from __future__ import annotations

import contextlib
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from ..support.processes import command
from .__main__ import RAW, say
from .given import numbers

TOKEN, UPSTREAM = "rates-token-0123456789", "rates-upstream-0123456789"
PATHS = {"a day of box scores": "/api/v1/live/2024-06-01/MLB", "a day's schedule": "/api/v1/schedule/2024-06-01/MLB"}
IN_PLAY = "/api/v1/live/2024-11-10/NFL"
ROUNDS = 5


class Line:
    """A connection that is kept open."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._line = socket.create_connection((str(parts.hostname), int(parts.port or 0)), timeout=60)

    def ask(self, path: str, token: str) -> bytes:
        """The body of an answer."""
        self._line.sendall(f"GET {path}?RSC_token={token} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        got = b""
        while b"\r\n\r\n" not in got:
            got += self._read()
        head, _, body = got.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 "), head
        length = int(head.lower().partition(b"content-length: ")[2].split()[0])
        parts = [body]
        left = length - len(body)
        while left:
            parts.append(self._read())
            left -= len(parts[-1])
        return b"".join(parts)

    def _read(self) -> bytes:
        found = self._line.recv(2**20)
        assert found
        return found

    def close(self) -> None:
        self._line.close()


@dataclass
class Server:
    """A server under trial, and what it gave so far."""

    name: str
    address: str
    process: int
    token: str = UPSTREAM
    seconds: list[float] = field(default_factory=list)
    used: list[float] = field(default_factory=list)

    def ask(self, path: str, count: int, lines: int = 1) -> None:
        """Note the seconds, and the processor seconds of the server, of so many answers."""

        def user() -> None:
            with contextlib.closing(Line(self.address)) as line:
                for _ in range(count // lines):
                    line.ask(path, self.token)

        before, began = used(self.process), time.perf_counter()
        threads = [threading.Thread(target=user) for _ in range(lines)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.seconds.append((time.perf_counter() - began) / count)
        self.used.append((used(self.process) - before) / count)

    def forget(self) -> None:
        self.seconds.clear()
        self.used.clear()

    @property
    def seen(self) -> float:
        """Answers a second to the client."""
        return 1 / statistics.median(self.seconds)

    @property
    def full(self) -> float:
        """Answers a second if fully used."""
        return 1 / statistics.median(self.used)


BARE = """
import asyncio, json, socket, sys
import uvicorn
_, texts = json.load(open(sys.argv[1]))
bodies = {path: text.encode('latin-1').partition(b'\\r\\n\\r\\n')[2] for path, text in texts.items()}
async def app(scope, receive, send):
    body = bodies[scope['path']]
    headers = [(b'content-type', b'application/json'), (b'content-length', b'%d' % len(body))]
    await send({'type': 'http.response.start', 'status': 200, 'headers': headers})
    await send({'type': 'http.response.body', 'body': body})
line = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # for which asyncio sets TCP_NODELAY
line.bind(('127.0.0.1', 0))
line.listen()
print(line.getsockname()[1], flush=True)
config = uvicorn.Config(app, loop='asyncio', http='httptools', lifespan='off', log_config=None, access_log=False,
                        server_header=False, date_header=False)
uvicorn.Server(config).run(sockets=[line])
"""


@contextmanager
def plain(name: str, program: str, bodies: dict[str, bytes]) -> Iterator[Server]:
    """A program that answers paths with these bodies, in a process of its own."""
    head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n"
    texts = {path: head.format(len(body)) + body.decode("latin-1") for path, body in bodies.items()}
    with tempfile.NamedTemporaryFile("w") as file:
        json.dump((0, texts), file)
        file.flush()
        with subprocess.Popen([sys.executable, "-c", program, file.name], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                yield Server(name, f"http://127.0.0.1:{int(process.stdout.readline())}", process.pid)
            finally:
                process.terminate()


def used(process: int) -> float:
    """Processor seconds that the threads of a process have used."""
    return sum(int(one.read_text().split()[0]) for one in Path(f"/proc/{process}/task").glob("*/schedstat")) / 1e9


def against_raw(count: int) -> None:
    """A cached answer of the service and of a mirror in front of it, against the least that there could be."""
    with (
        tempfile.TemporaryDirectory() as folder,
        command("serve", "--port", "0", "--quiet", "--clock", "2025-03-01T12:00", RSC_TOKEN=UPSTREAM) as service,
        command("serve", "--port", "0", "--quiet", "--upstream", service.address, RSC_TOKEN=TOKEN,
                SPORTSFRAME_UPSTREAM_TOKEN=UPSTREAM, SPORTSFRAME_CACHE_DIR=folder) as mirror,
    ):  # fmt: skip
        with contextlib.closing(Line(service.address)) as line:
            bodies = {path: line.ask(path, UPSTREAM) for path in PATHS.values()}
        with plain("raw asyncio", RAW, bodies) as raw, plain("bare uvicorn", BARE, bodies) as bare:
            ours = Server("service", service.address, service.popen.pid)
            behind = Server("mirror hit", mirror.address, mirror.popen.pid, TOKEN)
            for name, path in PATHS.items():
                for server in (raw, bare, ours, behind):
                    server.ask(path, 10)
                    server.forget()
                for _ in range(ROUNDS):
                    for server in (raw, bare, ours, behind):
                        server.ask(path, count // ROUNDS)
                print(f"{name}, {len(bodies[path]) / 1e3:.0f} KB", flush=True)
                for server in (raw, bare, ours, behind):
                    print(f"  {server.name:<13}{server.seen:7.0f}/s to a client {server.full:7.0f}/s fully used")
                for over, under, must, aim in (
                    (ours, raw, 0.5, 0.9),
                    (ours, bare, 0.5, 0.9),
                    (behind, ours, 0.5, None),
                ):
                    told = f"fully used {over.full / under.full:.2f}"
                    say(f"  {over.name} over {under.name}", told, over.seen / under.seen, must, aim, more=True)


def fast_clock(count: int) -> None:
    """Box scores of games in play, which change with each tick of a clock that is sixty times as fast."""
    with command("serve", "--port", "0", "--quiet", "--clock", "2024-11-10T18:30x60", RSC_TOKEN=TOKEN) as process:
        server = Server("service", process.address, process.popen.pid, TOKEN)
        server.ask(IN_PLAY, 1)
        server.forget()
        server.ask(IN_PLAY, count, lines=16)
    told = f"fully used {server.full:.0f}/s"
    say("games in play, clock x60, 16 clients", told, server.seen, 1000, more=True, unit="/s")


def main(count: int) -> None:
    against_raw(count)
    fast_clock(count)


if __name__ == "__main__":
    main(**numbers(__doc__, count=4000))
