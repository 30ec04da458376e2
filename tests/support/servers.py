"""A real HTTP server on loopback that answers as told: statuses, bodies, delays, resets, redirects, and counts.

It knows nothing of the package. What it is told is a list of `Reply` by path; the last one of a list stays.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import socket
import socketserver
import struct
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

DRIP_SECONDS = 0.01


@dataclass
class Reply:
    """One answer: `fault` is ``reset``, ``close``, ``truncate`` or ``drip``: byte by byte with pauses.

    `echo` puts the asked address into the body.
    """

    status: int = 200
    body: bytes | str | Any = b""
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    fault: str = ""
    echo: bool = False

    def content(self, address: str) -> bytes:
        body = self.body
        if callable(body):
            body = body(address)
        if not isinstance(body, bytes | str):
            body = json.dumps(body)
        raw = body if isinstance(body, bytes) else body.encode()
        return raw.replace(b"@ADDRESS@", address.encode()) if self.echo else raw


@dataclass
class Seen:
    """A request as it came in."""

    method: str
    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]
    at: float


class Server:
    """A server; `replies` maps a path below the base address to what it answers there."""

    def __init__(self, default: Reply | Callable[[str], Reply] | None = None) -> None:
        self.default = default or Reply(304)
        self.replies: dict[str, list[Reply]] = {}
        self.by_token: Callable[[str, str], Reply] | None = None
        self.seen: list[Seen] = []
        self.lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self) -> None:
                outer.answer(self)

            do_POST = do_PUT = do_DELETE = do_HEAD = do_OPTIONS = do_GET

            def log_message(self, *args: Any) -> None:
                pass

        class Quiet(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, request: Any, client_address: Any) -> None:
                pass

        self.httpd = Quiet(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.httpd.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    @property
    def port(self) -> int:
        return int(self.httpd.server_address[1])

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/v1"

    @property
    def count(self) -> int:
        return len(self.seen)

    def paths(self) -> Counter[str]:
        """How often each path was asked."""
        return Counter(seen.path for seen in self.seen)

    def set(self, path: str, *replies: Reply) -> None:
        """Answer `path` by `replies` in turn, the last one for ever."""
        with self.lock:
            self.replies[path] = list(replies)

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        parts = urlsplit(handler.path)
        path = parts.path.removeprefix("/api/v1")
        with self.lock:
            self.seen.append(
                Seen(
                    handler.command, parts.path, parse_qs(parts.query), dict(handler.headers.items()), time.monotonic()
                )
            )
            queue = self.replies.get(path)
            reply = (queue.pop(0) if len(queue) > 1 else queue[0]) if queue else None
        if reply is None and self.by_token is not None:
            reply = self.by_token(path, parse_qs(parts.query).get("RSC_token", [""])[0])
        if reply is None:
            reply = self.default(path) if callable(self.default) else self.default
        if reply.delay:
            time.sleep(reply.delay)
        if reply.fault in ("reset", "close"):
            if reply.fault == "reset":
                handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            handler.close_connection = True
            handler.connection.close()
            return
        body = reply.content(handler.path)
        handler.send_response(reply.status)
        for name, value in reply.headers.items():
            handler.send_header(name, value.replace("@ADDRESS@", handler.path))
        if reply.status != 304:
            handler.send_header("Content-Length", str(len(body) + (100 if reply.fault == "truncate" else 0)))
        handler.end_headers()
        if reply.fault == "drip":
            for byte in body:
                time.sleep(DRIP_SECONDS)
                handler.wfile.write(bytes([byte]))
        elif reply.status != 304:
            handler.wfile.write(body)
        if reply.fault == "truncate":
            handler.close_connection = True

    def close(self) -> None:
        self.httpd.shutdown()
        self.httpd.server_close()


@contextmanager
def serving(default: Reply | Callable[[str], Reply] | None = None) -> Iterator[Server]:
    """A server for a block."""
    server = Server(default)
    try:
        yield server
    finally:
        server.close()


def closed_port() -> int:
    """A port of this machine at which nobody listens."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def game(game_id: str = "20240601-9001-9002", status: str = "completed", start: str = "TBD") -> dict[str, Any]:
    """A game record with what the transport looks at; without a time it may be of any day near that of its id."""
    return {"game_ID": game_id, "status": status, "game_time": start}


def envelope(*games: dict[str, Any], key: str = "MLB") -> bytes:
    """The bytes of an answer."""
    return json.dumps({"data": {key: list(games)}}).encode()


def key_of(path: str) -> str:
    """The key of the rows that a path asks for, of soccer the EPL."""
    return path.rpartition("/")[2].replace("SOCCER", "EPL")


TOKEN = "canary-5d1f/0+a=b c"
"""A token of characters that an address must quote."""

ROWS = Reply(200, envelope(game()))

FAULTS = {
    "reset": Reply(fault="reset"), "close": Reply(fault="close"),
    "truncated": Reply(200, envelope(game()), fault="truncate"),
    "500": Reply(500, "oops"), "502": Reply(502), "503": Reply(503), "504": Reply(504), "429": Reply(429),
}  # fmt: skip
"""What may pass when one asks again."""


class SmallRedis:
    """As much of a Redis server as a cache needs, over a real socket; stands in where no redis-server is installed."""

    def __init__(self) -> None:
        self.data: dict[bytes, bytes] = {}
        outer = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                while line := self.rfile.readline():
                    words = []
                    for _ in range(int(line[1:])):
                        words.append(self.rfile.read(int(self.rfile.readline()[1:])))
                        self.rfile.read(2)
                    self.wfile.write(outer.reply(words[0].upper(), words[1:]))

        class Threads(socketserver.ThreadingTCPServer):
            daemon_threads = True

        self.tcp = Threads(("127.0.0.1", 0), Handler)
        self.port = int(self.tcp.server_address[1])
        threading.Thread(target=self.tcp.serve_forever, args=(0.02,), daemon=True).start()

    def reply(self, command: bytes, words: list[bytes]) -> bytes:
        def bulk(value: bytes | None) -> bytes:
            return b"$-1\r\n" if value is None else b"$%d\r\n%s\r\n" % (len(value), value)

        if command == b"GETRANGE":
            first, last = map(int, words[1:])
            return bulk(self.data.get(words[0], b"")[first : last + 1])
        if command == b"SET" and b"NX" in words and words[0] in self.data:
            return bulk(None)
        if command in (b"SET", b"SETEX"):
            self.data[words[0]] = words[1 if command == b"SET" else 2]
            return b"+OK\r\n"
        if command == b"DEL":
            return b":%d\r\n" % sum(self.data.pop(word, None) is not None for word in words)
        if command == b"SCAN":
            prefix = words[words.index(b"MATCH") + 1].rstrip(b"*")
            keys = [key for key in self.data if key.startswith(prefix)]
            return b"*2\r\n$1\r\n0\r\n" + b"*%d\r\n" % len(keys) + b"".join(map(bulk, keys))
        if command == b"PING":
            return b"+PONG\r\n"
        return b"-ERR unknown command\r\n"

    def close(self) -> None:
        self.tcp.shutdown()
        self.tcp.server_close()


@contextmanager
def redis_serving(*flags: str, port: int = 0) -> Iterator[tuple[int, Callable[[], None]]]:
    """A Redis server on a port of its own, the real one where it is installed: the port, and how to stop it early."""
    if shutil.which("redis-server") is None:
        small = SmallRedis()
        try:
            yield small.port, small.close
        finally:
            small.tcp.server_close()
        return
    port = port or closed_port()
    words = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", *flags]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def stop() -> None:
        process.terminate()
        process.wait(10)

    try:
        for _ in range(500):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.02)
        yield port, stop
    finally:
        stop()


@contextmanager
def hanging(path: str, body: bytes) -> Iterator[tuple[str, threading.Event]]:
    """A service that answers one path and keeps other requests waiting until told: its base URL, and what tells it."""
    release = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            if path not in self.path:
                release.wait(60)
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/api/v1", release
    finally:
        release.set()
        server.shutdown()
        thread.join()
        server.server_close()
