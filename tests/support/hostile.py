"""A server on raw sockets that answers as no server should. The scenario is the first part of the path.

It knows nothing of the package: ``hostile.url("drip-body")`` is a base address of the service under that scenario.
``echo.ENCODING.PLACE`` repeats the token it was sent in one of `ENCODINGS` at one of `PLACES`.
"""

from __future__ import annotations

import base64
import contextlib
import gzip
import html
import json
import random
import socket
import string
import threading
import time
import unicodedata
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FunctionType, ModuleType, TracebackType
from urllib.parse import parse_qs, quote, urlsplit

from .servers import envelope, game

BASE = "/api/v1"
GAMES = envelope(game())

Encoding = Callable[[str], str]

ENCODINGS: dict[str, Encoding] = {
    "plain": lambda text: text,
    "percent": lambda text: quote(text, safe=""),
    "percent-lower": lambda text: "".join(c if c.isalnum() else quote(c, safe="").lower() for c in text),
    "percent-every-byte": lambda text: "".join(f"%{byte:02x}" for byte in text.encode()),
    "percent-twice": lambda text: quote(quote(text, safe=""), safe=""),
    "json-unicode": lambda text: "".join(f"\\u{ord(c):04X}" for c in text),
    "json-slash": lambda text: json.dumps(text)[1:-1].replace("/", "\\/").replace("+", "\\u002B"),
    "html-decimal": lambda text: "".join(f"&#{ord(c)};" for c in text),
    "html-hex": lambda text: "".join(f"&#x{ord(c):X};" for c in text),
    "html-named": lambda text: html.escape(text).replace("+", "&plus;").replace("/", "&sol;").replace("=", "&equals;"),
    "quoted-thrice": lambda text: json.dumps(json.dumps(json.dumps(text.replace("/", "\\/")))),
    "python": lambda text: "".join(f"\\x{ord(c):02x}" for c in text),
    "base64": lambda text: base64.b64encode(b"user:" + text.encode()).decode(),
    "base64-url": lambda text: base64.urlsafe_b64encode(text.encode()).decode(),
    "hex": lambda text: text.encode().hex(),
    "mixed": lambda text: quote(json.dumps(html.escape(quote(text, safe="")))),
    "html-zeros": lambda text: "".join(f"&#{ord(c):010};" for c in text),
    "octal": lambda text: "".join(f"\\{ord(c):03o}" for c in text),
    "named": lambda text: "".join(f"\\N{{{unicodedata.name(c)}}}" for c in text),
    "hex-spaced": lambda text: text.encode().hex(" "),
    "hex-colons": lambda text: text.encode().hex(":"),
    "hex-dashes": lambda text: text.encode().hex("-").upper(),
    "hex-grouped": lambda text: text.encode().hex(" ", 2),
    "hex-literals": lambda text: ", ".join(f"0x{byte:02x}" for byte in text.encode()),
    "code-points": lambda text: " ".join(f"U+{ord(c):04X}" for c in text),
    "base64-utf16": lambda text: base64.b64encode(text.encode("utf-16")).decode(),
    "hex-utf16": lambda text: text.encode("utf-16-be").hex(),
    "base64-twice": lambda text: base64.b64encode(base64.b64encode(text.encode())).decode(),
    "base64-wrapped": lambda text: base64.encodebytes(quote(text, safe="").rjust(70).encode()).decode(),
    "utf16-zeros": lambda text: "\0".join(text),
    "utf16-octal": lambda text: "".join(f"\\0{c}" for c in text),
    "utf32-octal": lambda text: "\\0\\0\\0".join(text),
    "hex-of-percent": lambda text: "".join(f"%{byte:02x}" for byte in text.encode()).encode().hex(),
}  # fmt: skip
"""Ways to repeat a token of Latin letters, digits and signs, of at least 16 characters."""

SIMPLE = ("percent-every-byte", "json-unicode", "python", "html-decimal", "base64", "hex", "octal", "hex-spaced")
"""Those of them that are tested in each other."""

PLACES = ("rows", "error", "page", "header", "location")


@dataclass
class Asked:
    """A request: its target as it came, and what it holds."""

    target: str
    stop: threading.Event
    count: int = 1
    token: str = field(init=False)
    path: str = field(init=False)

    def __post_init__(self) -> None:
        parts = urlsplit(self.target)
        self.token = parse_qs(parts.query).get("RSC_token", [""])[0]
        self.path = parts.path.partition(BASE)[2]

    def wait(self, seconds: float) -> bool:
        """Wait; whether the server goes on."""
        return not self.stop.wait(seconds)


Scenario = Callable[[Asked], Iterator[bytes]]
SCENARIOS: dict[str, Scenario] = {}


def message(status: int | str, body: bytes = b"", **headers: str) -> bytes:
    """A whole answer, closed at its end; underscores of the header names become hyphens."""
    fields = {"Content-Length": str(len(body)), "Connection": "close"}
    fields |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"HTTP/1.1 {status} X\r\n{head}\r\n".encode("latin-1", "replace") + body


def chunked(body: bytes) -> bytes:
    """`body` in two chunks."""
    parts = (body[:10], body[10:], b"")
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts)


def scenario(name: str) -> Callable[[Scenario], Scenario]:
    def register(function: Scenario) -> Scenario:
        SCENARIOS[name] = function
        return function

    return register


def _fixed(name: str, raw: bytes) -> None:
    SCENARIOS[name] = lambda asked: iter((raw,))


_fixed("good", message(200, GAMES))
_fixed("interim", b"HTTP/1.1 103 Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 102 Wait\r\n\r\n" + message(200, GAMES))
_fixed("switching", b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n" + message(200, GAMES))
_fixed("latin-1", message(200, GAMES.replace(b"completed", b"compl\xe9ted")))
_fixed("huge-number", message(200, GAMES.replace(b'"completed"', b'"completed", "away_score": 1e400')))
_fixed("nan", message(200, GAMES.replace(b'"completed"', b'"completed", "away_score": NaN')))
_fixed("bom", message(200, b"\xef\xbb\xbf" + GAMES))
_fixed("cut-json", message(200, GAMES[: len(GAMES) // 2]))
_fixed("wrong-sport", message(200, envelope(game(), key="NBA")))
_fixed("maintenance", message(200, b'{"data": {}, "error": "maintenance"}'))
_fixed("no-rows", message(200, b'{"data": {"MLB": []}}'))
_fixed("html", message(200, b"<html><body>Please log in</body></html>"))
_fixed("empty-rows", message(200, b'{"data": {"MLB": [' + b",".join([b"{}"] * 300_000) + b"]}}"))
_fixed("values", message(200, b'{"data": {"MLB": [{"x": [' + b"1," * 2_000_001 + b"1]}]}}"))
_fixed("deep", message(200, b'{"data": {"MLB": ' + b"[" * 100_000 + b"]" * 100_000 + b"}}"))
_fixed("nothing", message(304))
_fixed("304-with-body", b"HTTP/1.1 304 X\r\nContent-Length: 5\r\n\r\nhello")
_fixed("empty", b"")
_fixed("cut-header", b"HTTP/1.1 200 OK\r\nContent-Le")
_fixed("cut-body", message(200, GAMES, Content_Length=str(len(GAMES) + 100)))
_fixed("too-long-body", message(200, GAMES + b"garbage", Content_Length=str(len(GAMES))))
_fixed("absurd-length", message(200, GAMES, Content_Length="9" * 30))
_fixed("bad-length", message(200, GAMES, Content_Length="many"))
_fixed("negative-length", message(200, GAMES, Content_Length="-5"))
_fixed("underscored-length", message(200, GAMES, Content_Length="_".join(str(len(GAMES)))))
_fixed("two-lengths", message(200, GAMES, content_length=str(len(GAMES) + 1)))
_fixed("listed-lengths", message(200, GAMES, Content_Length=f"{len(GAMES)}, {len(GAMES) + 1}"))
_fixed("length-twice", message(200, GAMES, Content_Length=f"{len(GAMES)}, {len(GAMES)}"))
_fixed("padded-length", message(200, GAMES, Content_Length=f"{len(GAMES):030}"))
_fixed("bad-status", b"HTTP/1.1 two-hundred OK\r\n\r\n")
_fixed("no-status", b"\x1b]0;owned\x07\x1b[2J not HTTP at all\r\n\r\n")
_fixed("odd-status", message(799, b"?"))
_fixed("status-600", message(600, b"?"))
_fixed("bad-chunks", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n" + GAMES)
_fixed("negative-chunk", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n")
_fixed("cut-chunks", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n" + GAMES[:50])
_fixed("chunks", message(200, chunked(GAMES), Content_Length=str(len(GAMES)), Transfer_Encoding="chunked"))
_fixed("short-chunks", message(200, chunked(GAMES), Content_Length=str(len(GAMES) + 1), Transfer_Encoding="chunked"))
_fixed("long-chunks", message(200, chunked(GAMES), Content_Length=str(len(GAMES) - 1), Transfer_Encoding="chunked"))
_fixed("packed-chunks", message(200, chunked(GAMES), Transfer_Encoding="gzip, chunked"))
_fixed("gzip-and-more", message(200, gzip.compress(GAMES) + b"garbage", Content_Encoding="gzip"))
_fixed("gzip-padded", message(200, gzip.compress(GAMES) + bytes(100), Content_Encoding="gzip"))
_fixed("not-gzip", message(200, GAMES, Content_Encoding="gzip"))
_fixed("cut-gzip", message(200, gzip.compress(GAMES)[:-20], Content_Encoding="gzip"))
_fixed("gzip", message(200, gzip.compress(GAMES), Content_Encoding="gzip"))
_fixed("two-gzips", message(200, gzip.compress(GAMES[:20]) + gzip.compress(GAMES[20:]), Content_Encoding="gzip"))
_fixed("deflate", message(200, zlib.compress(GAMES), Content_Encoding="deflate"))
_fixed("raw-deflate", message(200, zlib.compress(GAMES)[2:-4], Content_Encoding="deflate"))
_fixed("brotli", message(200, GAMES, Content_Encoding="br"))
_fixed("terminal", message(404, b'"\\u001b]0;owned\\u0007\\u001b[2J nothing \\u202ehere"'))
_fixed("404-many", message(404, b"sorry", Content_Length="many"))
_fixed("404-short", message(404, b"sorry", Content_Length="1"))
_fixed("429", message(429, b'"slow down"', Retry_After="3600"))
_fixed("503", message(503, b"", Retry_After="120"))
_fixed("redirect", message(302, b"", Location="http://127.0.0.1:9/elsewhere"))
_fixed("slash", message(301, b"", Location="./again/"))


@scenario("drip-header")
def drip_header(asked: Asked) -> Iterator[bytes]:
    """A header that never ends, a byte at a time."""
    yield b"HTTP/1.1 200 OK\r\nX-Endless: "
    while asked.wait(0.05):
        yield b"a"


@scenario("drip-continue")
def drip_continue(asked: Asked) -> Iterator[bytes]:
    """ "Go on" without end, where an answer should be."""
    while asked.wait(0.05):
        yield b"HTTP/1.1 100 Continue\r\n\r\n"


@scenario("drip-interim")
def drip_interim(asked: Asked) -> Iterator[bytes]:
    """Hints without end, where an answer should be."""
    while asked.wait(0.05):
        yield b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"


@scenario("drip-body")
def drip_body(asked: Asked) -> Iterator[bytes]:
    """A body of the right length that would take days."""
    yield message(200, GAMES, Content_Length="1000000")
    while asked.wait(0.05):
        yield b" "


@scenario("drip-chunks")
def drip_chunks(asked: Asked) -> Iterator[bytes]:
    """Chunks of one byte without end."""
    yield b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    while asked.wait(0.05):
        yield b"1\r\n \r\n"


@scenario("drip-error")
def drip_error(asked: Asked) -> Iterator[bytes]:
    """An error page that never ends, slowly."""
    yield b"HTTP/1.1 500 X\r\n\r\n"
    while asked.wait(0.05):
        yield b"sorry "


@scenario("endless")
def endless(asked: Asked) -> Iterator[bytes]:
    """Rows without end, as fast as they are taken."""
    yield b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    piece = b" " * 2**20
    while not asked.stop.is_set():
        yield b"%x\r\n%s\r\n" % (len(piece), piece)


@scenario("endless-error")
def endless_error(asked: Asked) -> Iterator[bytes]:
    """An error page without end, as fast as it is taken."""
    yield b"HTTP/1.1 500 X\r\n\r\n"
    while not asked.stop.is_set():
        yield b"sorry " * 2**17


def bomb(size: int = 2**30) -> bytes:
    """About a thousandth of `size`, which unpacks to so many blanks within an envelope, and then breaks off."""
    pack = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    head = pack.compress(b'{"data": {"MLB": [') + pack.flush(zlib.Z_FULL_FLUSH)
    blanks = pack.compress(b" " * 2**20) + pack.flush(zlib.Z_FULL_FLUSH)  # means the same however often it stands
    return head + blanks * (size >> 20)


@scenario("bomb")
def gzip_bomb(asked: Asked) -> Iterator[bytes]:
    """A megabyte that unpacks to a gigabyte."""
    yield message(200, bomb(), Content_Encoding="gzip")


@scenario("bomb-error")
def gzip_bomb_error(asked: Asked) -> Iterator[bytes]:
    """The same, said with an error."""
    yield message(500, bomb(2**28), Content_Encoding="gzip")


@scenario("bomb-nested")
def gzip_bomb_nested(asked: Asked) -> Iterator[bytes]:
    """A bomb packed twice."""
    yield message(200, gzip.compress(bomb(2**28)), Content_Encoding="gzip, gzip")


def repeated(encoding: str, place: str, asked: Asked) -> bytes:
    """The token of `asked`, repeated."""
    said = ENCODINGS[encoding](asked.token)
    address = f"/api/v1{asked.path}?RSC_token={said}"
    if place == "rows":
        # A JSON string where the encoding makes one, quoted where it does not.
        inside = said if encoding in ("json-unicode", "json-slash") else json.dumps(said)[1:-1]
        return message(200, GAMES.replace(b'"completed"', f'"completed", "echo": "{inside}"'.encode()))
    if place == "error":
        inside = said if encoding in ("json-unicode", "json-slash") else json.dumps(f"{said} at {address}")[1:-1]
        return message(404, f'{{"error": "Bad Request", "message": "no account for token {inside} here"}}'.encode())
    if place == "page":
        return message(500, f"<html><pre>GET {address}\r\n{said}</pre></html>".encode())
    if place == "header":
        return message(200, GAMES, X_Echo=said, Date=said, Set_Cookie=f"t={said}", Cache_Control=f"private, x={said}")
    return message(302, said.encode(), Location=f"http://{quote(said)[:60]}.invalid{address}")


class Hostile:
    """The server; `asked` counts the requests by path below the scenario's base address."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.stop = threading.Event()
        self._lock = threading.Lock()
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port: int = self._socket.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def url(self, name: str) -> str:
        """The base address under the scenario `name`."""
        return f"http://127.0.0.1:{self.port}/{name}{BASE}"

    def total(self, name: str) -> int:
        """How often anything was asked under the scenario `name`."""
        return sum(count for path, count in self.asked.items() if path.startswith(f"/{name}/"))

    def _accept(self) -> None:
        while not self.stop.is_set():
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.settimeout(30)
            head = b""
            while b"\r\n\r\n" not in head:
                piece = connection.recv(65536)
                if not piece:
                    return
                head += piece
            target = head.split(b" ", 2)[1].decode("latin-1")
            path = urlsplit(target).path
            with self._lock:
                self.asked[path] += 1
                count = self.asked[path]
            for piece in self._answer(path.split("/")[1], Asked(target, self.stop, count)):
                connection.sendall(piece)
            connection.shutdown(socket.SHUT_WR)
            connection.settimeout(1)
            while connection.recv(65536):
                pass

    def _answer(self, name: str, asked: Asked) -> Iterator[bytes]:
        if name.startswith("echo."):
            _, encoding, place = name.split(".")
            return iter((repeated(encoding, place, asked),))
        return SCENARIOS[name](asked)

    def close(self) -> None:
        self.stop.set()
        self._socket.close()


@contextmanager
def hostile_server() -> Iterator[Hostile]:
    """A hostile server for a block."""
    server = Hostile()
    try:
        yield server
    finally:
        server.close()


def until(moment: Callable[[], bool], seconds: float = 5.0) -> bool:
    """Whether `moment` comes true within `seconds`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if moment():
            return True
        time.sleep(0.01)
    return False


def random_token(r: random.Random) -> str:
    """A token as services make them: base64 of either alphabet, hexadecimal, or letters, digits and signs."""
    kind = r.randrange(4)
    if kind == 0:
        return base64.b64encode(r.randbytes(r.choice((16, 24, 32)))).decode()
    if kind == 1:
        return base64.urlsafe_b64encode(r.randbytes(24)).decode()
    if kind == 2:
        return r.randbytes(20).hex()
    return "".join(r.choice(string.ascii_letters + string.digits + "+/=-_.~!$&") for _ in range(r.randint(16, 40)))


def shows(text: str, token: str) -> list[str]:
    """The encodings in which `text` shows `token`."""
    return [name for name, encode in ENCODINGS.items() if encode(token) in text or encode(token).lower() in text]


def strings(thing: object, depth: int = 7, seen: set[int] | None = None) -> Iterator[str]:
    """Every text that can be reached from `thing` by its attributes and items."""
    seen = set() if seen is None else seen
    if id(thing) in seen or depth < 0 or isinstance(thing, type | ModuleType | FunctionType | TracebackType):
        return
    seen.add(id(thing))
    if isinstance(thing, bytes | bytearray):
        yield thing.decode("latin-1")
    elif isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for key, value in list(thing.items()):
            yield from strings(key, depth - 1, seen)
            yield from strings(value, depth - 1, seen)
    elif isinstance(thing, list | tuple | set | frozenset):
        for value in list(thing):
            yield from strings(value, depth - 1, seen)
    else:
        with contextlib.suppress(Exception):
            yield repr(thing)
        with contextlib.suppress(TypeError):
            yield from strings(vars(thing), depth - 1, seen)
        for name in getattr(type(thing), "__slots__", ()):
            yield from strings(getattr(thing, name, None), depth - 1, seen)
