"""The transport adapter below the cache: adds the token to requests and removes it from responses.

No module above this one sees a token. The response returned is rebuilt from the status, a few headers and the body, so
that a URL, header, cookie or redirect that repeats the token goes no further. Exceptions of lower layers become one
sanitized line, raised outside the handler, without cause and context.

A body is read in pieces, with limits on time and on size before and after decompression.
"""

from __future__ import annotations

import io
import queue
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from http import client as http_client
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from requests import PreparedRequest, Response
from requests.adapters import BaseAdapter, HTTPAdapter
from requests.exceptions import ConnectTimeout, ReadTimeout, RequestException, SSLError
from requests.structures import CaseInsensitiveDict
from urllib3 import HTTPConnectionPool, HTTPHeaderDict, HTTPResponse, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import (
    ConnectTimeoutError,
    HTTPError,
    IncompleteRead,
    InvalidHeader,
    NewConnectionError,
    ProtocolError,
    ReadTimeoutError,
)

from .._util.document import excess
from ..catalog.resources import REFUSED_BY, TOKEN_PARAM
from ..catalog.simulated import SOURCE_HEADER
from ..errors import FAULTS, Unreachable
from . import credentials, freshness, settings
from .clock import aware, real_time
from .credentials import Token
from .hold import LONGEST_HOLD
from .hosts import host_of
from .query import Query

LIFETIME = "X-Sportsframe-Lifetime"
ELSEWHERE = "X-Sportsframe-Lifetime-Elsewhere"
FAULT = "X-Sportsframe-Fault"
REASON = "X-Sportsframe-Reason"
DOUBT = "X-Sportsframe-Doubt"
STALE = "X-Sportsframe-Of-A-Stale-Cache"
EMPTY = "X-Sportsframe-Empty"
FETCHED_AT = "X-Sportsframe-Fetched-At"
CHECK = "X-Sportsframe-Check"

LOCATION = "X-Sportsframe-Location"

KEPT = {
    **{name: name for name in ("Age", "Cache-Control", "Content-Type", "Date", "Retry-After", "Warning")},
    **{name: name for name in (SOURCE_HEADER, REFUSED_BY)},
    "Location": LOCATION,
}  # fmt: skip
"""Headers of a response that are passed on, with their names from then on: a ``Location`` would be parsed as a
redirect, with errors of its own, by a session that was told not to follow any."""

DEADLINE = 120.0
"""Seconds that a whole response may take, however steadily it arrives."""

MOST_BYTES = 2**25
"""Size limit of a response, compressed or not; the largest known has a third of it."""

MOST_SAID = 2**16
"""Bytes read of the body of an error, which is shown to people."""

PIECE = 2**16

OWN_TIME = timedelta(days=1)
"""A clock further from the real time than this is simulated, and takes precedence over that of the service."""

_FREE = nullcontext()
request_slots: ContextVar[AbstractContextManager[object]] = ContextVar("sportsframe_request_slots", default=_FREE)
"""Entered while a request is in flight: limits the number of requests, not of the threads that prepare requests and
store responses."""


time_left: ContextVar[float] = ContextVar("sportsframe_time_left", default=DEADLINE)
"""Seconds that the caller has left for a response."""


class TokenAdapter(BaseAdapter):
    """Sends requests below one base address through `inner`.

    Parameters
    ----------
    inner : requests.adapters.BaseAdapter
        The adapter that sends: over sockets, or to the service inside the process.
    base_url : str
        The only URL to which the token is sent.
    token : Token
        The token.
    clock : callable
        Returns the time.
    deadline : float
        Seconds that a response may take, from the request to its last byte.
    most_bytes : int
        Size limit of a response, compressed or not.
    """

    def __init__(
        self,
        inner: BaseAdapter,
        base_url: str,
        token: Token,
        clock: Callable[[], datetime],
        *,
        deadline: float = DEADLINE,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        super().__init__()
        self.inner = inner
        self.clock = clock
        self.base_url = base_url
        self.token = token
        self.deadline = deadline
        self.most_bytes = most_bytes

    def send(
        self,
        request: PreparedRequest,
        stream: bool = False,
        timeout: Any = None,
        verify: Any = True,
        cert: Any = None,
        proxies: Mapping[str, str] | None = None,
    ) -> Response:
        """Send `request` with the token and return a sanitized response; NotModified becomes one without a body.

        Raises
        ------
        Unreachable
            For any error of a lower layer, as one line without URL and token.
        """
        got = self._exchange(request, {"timeout": timeout, "verify": verify, "cert": cert, "proxies": proxies})
        if isinstance(got, BaseException):
            raise got
        status, headers, body = got
        path = str(request.url)[len(self.base_url) :].partition("?")[0]
        return rebuilt(request, path, status, headers, body, aware(self.clock()))

    def _exchange(
        self, request: PreparedRequest, how: dict[str, Any]
    ) -> tuple[int, dict[str, str], bytes] | BaseException:
        until, seconds = float("inf"), self.deadline
        if not str(request.url).startswith(self.base_url + "/"):
            return Unreachable("requests are sent only to URLs below the base URL")
        try:
            wire = request.copy()
            wire.prepare_url(str(request.url), {TOKEN_PARAM: credentials.reveal(self.token)})
            with request_slots.get():
                seconds = min(self.deadline, time_left.get())
                until = time.monotonic() + seconds
                undo = _until.set(until)
                try:
                    answer = self.inner.send(wire, stream=True, **how)
                    body = _read(answer, self.most_bytes, until)
                    if answer.status_code == 200 and (fault := excess(body) or credentials.too_many_escapes(body)):
                        raise BadBody(fault)
                finally:
                    _until.reset(undo)
            headers = {
                kept: credentials.shown(answer.headers[name]) for name, kept in KEPT.items() if name in answer.headers
            }
            return answer.status_code, headers, credentials.redact_body(body, self.token)
        except BadBody as error:
            return 200, {FAULT: "$", REASON: str(error)}, b""  # a retry would return the same
        except (RequestException, HTTPError, zlib.error) as error:
            if time.monotonic() >= until:
                return _unreachable(f"no complete response within {seconds:.3g} s", timed_out=True)
            return _unreachable(
                _reason(error, how["timeout"]),
                permanent=isinstance(error, SSLError),
                timed_out=isinstance(error, TIMEOUTS),
                no_connection=isinstance(error, SSLError) or isinstance(_innermost(error), UNCONNECTED),
            )
        except (HTTPException, OSError, *FAULTS) as error:
            if self.token == settings.BUILT_IN_TOKEN:
                raise  # an error of the service in this process; there is no secret to hide
            if isinstance(authorities := how["verify"], str) and not Path(authorities).exists():
                return _unreachable(f"REQUESTS_CA_BUNDLE names no file: {authorities}", permanent=True)
            adapters = host_of(self.base_url) is not None and not isinstance(error, HTTPException)  # not the network's
            return _unreachable(
                f"{type(error).__name__}: {_one_line(error)}", permanent=adapters or isinstance(error, OSError)
            )
        except BaseException as error:  # an interrupt
            return _without_frames(error)

    def close(self) -> None:
        self.inner.close()


def _without_frames(error: BaseException) -> BaseException:
    """The error of an application without its frames, which contain the whole URL, and without a text that does."""
    plain = all(isinstance(arg, str | int | float | None) for arg in error.args) and not vars(error)
    if plain and all(credentials.redact(str(arg)) == str(arg) for arg in error.args):
        error.__context__ = error.__cause__ = None
        return error.with_traceback(None)
    try:
        return type(error)()
    except TypeError:
        return Unreachable(f"{type(error).__name__} was raised during the request")


class BadBody(Exception):
    """A response is larger than its limit, or compressed in a way that was not requested."""


def _read(answer: Response, most: int, until: float) -> bytes:
    """The decompressed body of `answer`.

    Raises
    ------
    BadBody
        As soon as it is known to be larger than `most`; the body of an error is truncated instead.
    """
    good = answer.status_code == 200
    if not good:
        most = min(most, MOST_SAID)
    declared = _declared_length(answer.headers) if good else None
    if declared is not None and declared > most:
        raise BadBody(f"it has more than {most} bytes")
    if answer.raw is None:  # from an in-process host
        return answer.content
    body = io.BytesIO()
    try:
        for piece in _unpacked(answer, answer.headers.get("Content-Encoding", ""), declared):
            body.write(piece)
            if body.tell() > most:
                if good:
                    raise BadBody(f"it has more than {most} bytes")
                body.truncate(most)
                break
            if time.monotonic() > until:
                raise ReadTimeoutError(None, None, "too late")  # type: ignore[arg-type]
    finally:
        answer.close()
    return body.getvalue()


def _declared_length(headers: Mapping[str, str]) -> int | None:
    """The size of a body as sent; None if it ends with its last chunk or with the connection.

    Raises
    ------
    InvalidHeader
        Where the body ends is not certain: without this, a truncated one could pass for a whole one.
    """
    if headers.get("Transfer-Encoding", "chunked").strip().lower() != "chunked":
        raise InvalidHeader("a transfer coding that was not requested")
    lengths = {part.strip() for part in headers["Content-Length"].split(",")} if "Content-Length" in headers else set()
    if not all(length.isascii() and length.isdigit() for length in lengths) or len({*map(_number, lengths)}) > 1:
        raise InvalidHeader("an invalid or contradictory Content-Length")
    return _number(lengths.pop()) if lengths else None


def _number(digits: str) -> int:
    return int(digits.lstrip("0")[:18] or "0")


def _pieces(answer: Response, declared: int | None) -> Iterator[bytes]:
    """The pieces of a body as sent."""
    size = 0
    try:
        for piece in answer.raw.stream(PIECE, decode_content=False):
            size += len(piece)
            yield piece
    except ValueError as error:  # urllib3 raises it for a chunk of negative size
        raise ProtocolError(str(error)) from None
    if declared is not None and size != declared:
        raise IncompleteRead(size, declared - size)


def _unpacked(answer: Response, how: str, declared: int | None) -> Iterator[bytes]:
    """The pieces of a body, decompressed to at most `PIECE` bytes at a time."""
    pieces = _pieces(answer, declared)
    how = how.strip().lower()
    if how in ("", "identity"):
        yield from pieces
        return
    if how not in ("gzip", "x-gzip", "deflate"):
        raise BadBody("its content encoding was not requested")
    unpack = zlib.decompressobj(zlib.MAX_WBITS | 32)  # gzip or zlib, by its header
    begun = False
    for piece in pieces:
        if not begun and how == "deflate" and piece[:1] != b"\x78":
            unpack = zlib.decompressobj(-zlib.MAX_WBITS)
        begun = True
        while piece:
            yield unpack.decompress(piece, PIECE)
            piece = unpack.unconsumed_tail
            if not unpack.eof:
                continue
            piece = _next_member(unpack.unused_data)
            if piece:
                unpack = zlib.decompressobj(zlib.MAX_WBITS | 32)
    while begun and not unpack.eof:
        rest = unpack.decompress(unpack.unconsumed_tail, PIECE)
        if not rest:
            raise IncompleteRead(0, 1)
        yield rest


def _next_member(rest: bytes) -> bytes:
    """What follows the end of a compressed body if it begins another one, else nothing; refuse anything but zeros."""
    if rest[:2] == b"\x1f\x8b":
        return rest
    if rest.strip(b"\0") not in (b"", b"\x1f"):
        raise ProtocolError("bytes after the end of the compressed body")
    return b""


def rebuilt(
    request: PreparedRequest, path: str, status: int, headers: Mapping[str, str], body: bytes, now: datetime
) -> Response:
    """A response made of these parts only, with its lifetime in a header.

    The service returns 304 for "no data", to requests without validators, and we send no others. It becomes a 200
    without a body, so that no cache takes it for "not modified".
    """
    marks = {FETCHED_AT: now.isoformat()}
    if headers.get("Warning", "").startswith("110 "):
        marks |= {FETCHED_AT: (now - timedelta(seconds=freshness.age(headers))).isoformat(), STALE: "110"}
    if status == 304:
        status, body, marks[EMPTY] = 200, b"", "304"
    elif status == 200 and not body:
        marks[FAULT] = "$"
    if status == 200:
        asked = Query.of_path(path, urlsplit(str(request.url)).query)
        found = freshness.judge(asked, body, _service_time(headers, now))
        marks[LIFETIME] = repr(freshness.allowed(found.lifetime, headers))
        marks[CHECK] = f"{zlib.crc32(body):08x}"
        if found.elsewhere is not None:
            marks[ELSEWHERE] = repr(freshness.allowed(found.elsewhere, headers))
        if found.fault:
            marks[FAULT] = found.fault
        if found.doubt:
            marks[DOUBT] = found.doubt
    response = Response()
    response.status_code = status
    response.headers = CaseInsensitiveDict({**headers, **marks})
    response.url = str(request.url)
    response.request = request
    response.encoding = "utf-8"
    response.raw = HTTPResponse(
        body=io.BytesIO(body), headers=HTTPHeaderDict(response.headers), status=status, preload_content=False,
        request_url=response.url,
    )  # fmt: skip
    response._content = body
    response._content_consumed = True  # type: ignore[attr-defined]
    return response


def elsewhere(headers: Mapping[str, str]) -> float | None:
    """The lifetime of a response without data whose games others list; None for any other."""
    try:
        return float(headers[ELSEWHERE])
    except (KeyError, ValueError):
        return None


def _service_time(headers: Mapping[str, str], now: datetime) -> datetime:
    """The time from which ages are computed: that of the service, unless the clock here is simulated."""
    try:
        date = parsedate_to_datetime(headers["Date"])
        if date.tzinfo is None or abs(now - real_time()) > OWN_TIME:
            return now
        return date.astimezone(UTC)
    except (KeyError, ValueError, TypeError, OverflowError):
        return now


TIMEOUTS = (ConnectTimeout, ReadTimeout, ReadTimeoutError)


UNCONNECTED = (ConnectTimeoutError, NewConnectionError)


def _unreachable(
    message: str, *, permanent: bool = False, timed_out: bool = False, no_connection: bool = False
) -> Unreachable:
    error = Unreachable(message)
    error.permanent, error.timed_out, error.no_connection = permanent, timed_out, no_connection
    return error


def _reason(error: Exception, timeout: Any) -> str:
    """A message for an error of the network."""
    if isinstance(error, ConnectTimeout):
        return f"no connection within {timeout[0]:g} s"
    if isinstance(error, (ReadTimeout, ReadTimeoutError)):
        return f"no response within {timeout[1]:g} s"
    if isinstance(error, (ProtocolError, IncompleteRead, zlib.error)):
        return "the response is truncated or damaged"
    inner = _innermost(error)
    if isinstance(inner, (http_client.HTTPException, InvalidHeader)) and not isinstance(inner, OSError):
        return "the response is not valid HTTP"
    what = "the secure connection failed" if isinstance(error, SSLError) else "the connection failed"
    return f"{what} ({_one_line(error)})"


def _one_line(error: BaseException) -> str:
    """The innermost reason of an error as one short, sanitized line."""
    reason = _innermost(error)
    text = credentials.shown(str(reason), 1000)
    return (text.rpartition(": ")[2] or type(reason).__name__)[:120]


def _innermost(error: BaseException) -> BaseException:
    """The error that the others were raised for."""
    reason: Any = error
    while True:
        inner = getattr(reason, "reason", None)
        if not isinstance(inner, BaseException):
            inner = next((part for part in getattr(reason, "args", ()) if isinstance(part, BaseException)), None)
        if inner is None:
            return reason  # type: ignore[no-any-return]
        reason = inner


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """The seconds of a Retry-After header, at most `LONGEST_HOLD`; None if it is malformed or in the past.

    A date is relative to the server's own Date header, so that a wrong clock here does no harm. Of several numbers,
    which proxies join with commas, the largest counts.
    """
    text = headers.get("Retry-After", "").strip()
    longest = LONGEST_HOLD.total_seconds()
    numbers = [part.strip() for part in text.split(",")]
    if all(part.isascii() and part.isdigit() for part in numbers):
        return min(max(float(part[:12]) for part in numbers), longest)
    try:
        at = parsedate_to_datetime(text)
        since = parsedate_to_datetime(headers["Date"]) if headers.get("Date") else now
        wait = (at - since).total_seconds()
    except (ValueError, TypeError, OverflowError):
        return None
    return min(wait, longest) if wait > 0 else None


_until: ContextVar[float] = ContextVar("sportsframe_until", default=float("inf"))
"""Monotonic time by which the response that this thread waits for must be complete."""


class _Timed(io.RawIOBase):
    """Data from a socket; every wait is limited to the time left."""

    def __init__(self, inner: Any, sock: Any, until: float) -> None:
        self._inner = inner
        self._sock = sock
        self._until = until
        self._patience: float | None = sock.gettimeout()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError("the response takes too long")
        if self._patience is None or left < self._patience:
            self._sock.settimeout(left)
        got: int | None = self._inner.readinto(buffer)
        return got

    def close(self) -> None:
        if not self.closed:
            self._inner.close()
        super().close()


class _Response(http_client.HTTPResponse):
    """A response with one time limit for status line, headers and body."""

    def __init__(self, sock: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(sock, *args, **kwargs)
        until = _until.get()
        if until != float("inf"):
            self.fp = io.BufferedReader(_Timed(self.fp.detach(), sock, until), PIECE)

    def begin(self) -> None:
        """Read up to the end of the headers, past interim responses, of which http.client knows 100 only."""
        super().begin()
        while 100 <= self.status < 200:
            if self.status == http_client.SWITCHING_PROTOCOLS:
                raise http_client.UnknownProtocol("101")
            self.headers = self.msg = None  # type: ignore[assignment]
            super().begin()


class _Http(HTTPConnection):
    response_class = _Response
    debuglevel = 0  # that of http.client applies to all connections, and prints whole URLs


class _Https(HTTPSConnection):
    response_class = _Response
    debuglevel = 0


class _Idle:
    """The idle connections of a pool, the last one used first, without a lock.

    An exception that a signal handler raises in the Python code of `queue.LifoQueue` can leave its lock held;
    the methods of a deque are atomic. Nobody waits here: a pool that is empty opens another connection.
    """

    def __init__(self, maxsize: int = 0) -> None:
        self._connections: deque[Any] = deque()
        self._most = maxsize

    def get(self, block: bool = False, timeout: float | None = None) -> Any:
        try:
            return self._connections.pop()
        except IndexError:
            raise queue.Empty from None

    def put(self, connection: Any, block: bool = False) -> None:
        if 0 < self._most <= len(self._connections):
            raise queue.Full
        self._connections.append(connection)

    def qsize(self) -> int:
        return len(self._connections)


class _HttpPool(HTTPConnectionPool):
    ConnectionCls = _Http
    QueueCls = _Idle  # type: ignore[assignment]


class _HttpsPool(HTTPSConnectionPool):
    ConnectionCls = _Https
    QueueCls = _Idle  # type: ignore[assignment]


class Sockets(HTTPAdapter):
    """Sends over sockets, with a time limit for the whole response and without debug output."""

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"http": _HttpPool, "https": _HttpsPool}

    def proxy_manager_for(self, proxy: str, **kwargs: Any) -> Any:
        manager = super().proxy_manager_for(proxy, **kwargs)
        manager.pool_classes_by_scheme = {"http": _HttpPool, "https": _HttpsPool}
        return manager
