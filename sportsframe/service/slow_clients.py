"""Protection against slow clients: uvicorn limits idle connections, but neither slow ones nor the size of the head."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .limits import Connections

if TYPE_CHECKING:
    from .metrics import Metrics

log = logging.getLogger("sportsframe.access")

LARGEST_HEAD = 16 * 2**10
"""Bytes of a request line and its headers."""

LARGEST_COPIED = 64 * 2**10
"""Bytes of a body up to which it costs less to copy it than to send its head by itself."""

_REASON = b'"There are too many connections."'

TOO_MANY = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
    b"Retry-After: 1\r\nConnection: close\r\n\r\n%s" % (len(_REASON), _REASON)
)
"""What a connection receives that is closed because there are too many."""


class Joined:
    """A transport that sends the head of a response together with its body.

    uvicorn writes them one after the other, which costs a system call and often a packet. What is written first is held
    until the next write, or until the event loop continues if there is none. A large body follows by itself.

    Parameters
    ----------
    transport : asyncio.Transport
        The transport, whose other methods are used as they are.
    loop : asyncio.AbstractEventLoop
        The loop in which it is used.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._held = b""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send `data` after what is held, or hold it if that is nothing."""
        if self._held:
            held, self._held = self._held, b""
            if len(data) <= LARGEST_COPIED:
                data = held + data
            else:
                self._transport.write(held)
            self._transport.write(data)
        else:
            self._held = data
            self._loop.call_soon(self._flush)

    def close(self) -> None:
        """Send what is held, then close the transport."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if self._held:
            self._transport.write(self._held)
            self._held = b""


class GuardedProtocol(HttpToolsProtocol):
    """A connection with limits on the size of the head and on the time to send a request or to read its response.

    A request without a ``Host``, which only HTTP/1.0 allows, or with several is refused.

    If there are too many connections, in all or from its address, it is closed at once; those of HTTPS are counted by
    `TlsLoop` and have no `limits`.
    It is checked twice within `seconds`. If no response is being computed, and since the last check no request was
    completed and no part of a response was read, the connection is aborted.
    """

    seconds: ClassVar[float] = 15.0
    limits: ClassVar[Connections | None]
    metrics: ClassVar[Metrics | None] = None

    @classmethod
    def within(
        cls, seconds: float, limits: Connections | None, metrics: Metrics | None = None
    ) -> type[GuardedProtocol]:
        """Return the protocol with these limits; malformed requests are counted in the metrics."""
        return type(cls.__name__, (cls,), {"seconds": seconds, "limits": limits, "metrics": metrics})

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        peer = transport.get_extra_info("peername")
        self._address = str(peer[0]) if peer else ""
        if self.limits is not None and not self.limits.opened(self._address):
            transport.set_protocol(asyncio.Protocol())  # which ignores what else arrives
            transport.write(TOO_MANY)
            transport.close()
            return
        super().connection_made(cast(asyncio.Transport, Joined(transport, self.loop)))
        self._begun = 0
        self._last: tuple[object, int] | None = None
        self._next_check = self.loop.call_later(self.seconds / 2, self._check)

    def connection_lost(self, exc: Exception | None) -> None:
        self._next_check.cancel()
        if self.limits is not None:
            self.limits.closed(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._begun += len(data)
        super().data_received(data)
        if self._begun > LARGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("The request is too large.")

    def send_400_response(self, msg: str) -> None:
        super().send_400_response(msg)
        if self.metrics is not None:
            self.metrics.answered("", 400, "other", 0.0)
        log.info('%s - "-" 400 %d 0.0 ms malformed', self._address, len(msg))

    def on_headers_complete(self) -> None:
        self._begun = 0
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEAD:
            raise ValueError("the head is too large")  # the parser turns it into a 400
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (not hosts and self.parser.get_http_version() == "1.1"):
            raise ValueError("not one Host")  # RFC 9112, section 3.2
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._begun = 0
        super().on_body(body)

    def _check(self) -> None:
        unsent = self.transport.get_write_buffer_size()
        at_work = self.cycle is not None and not self.cycle.response_complete and not unsent
        seen = (self.cycle, unsent)
        if not at_work and self._last is not None and self._last[0] is seen[0] and self._last[1] <= unsent:
            self.transport.abort()
            return
        self._last = None if at_work else seen
        self._next_check = self.loop.call_later(self.seconds / 2, self._check)


class TlsLoop(asyncio.SelectorEventLoop):
    """An event loop whose HTTPS connections count from the moment they are accepted, and must soon end the handshake.

    uvicorn leaves the handshake to asyncio, which gives it a minute and any number of connections.

    Parameters
    ----------
    seconds : float
        Time limit of a handshake.
    limits : callable
        Returns the limits of open connections, once the server has them.
    """

    def __init__(self, seconds: float, limits: Callable[[], Connections]) -> None:
        super().__init__()
        self._seconds = seconds
        self._limits = limits

    async def create_server(self, *args: Any, sock: socket.socket, **how: Any) -> asyncio.Server:  # type: ignore[override]
        """Listen as the parent class does."""
        listener = _Listener(sock.family, sock.type, sock.proto, os.dup(sock.fileno()))
        listener.limits = self._limits()
        return await super().create_server(*args, sock=listener, ssl_handshake_timeout=self._seconds, **how)


class _Listener(socket.socket):
    limits: Connections

    def accept(self) -> tuple[socket.socket, Any]:
        connection, address = super().accept()
        if not self.limits.opened(str(address[0])):
            connection.close()
            raise ConnectionAbortedError("too many connections")  # asyncio goes on with the next
        return _Counted(connection, lambda: self.limits.closed(str(address[0]))), address


class _Counted(socket.socket):
    """A connection that says when it is closed."""

    def __init__(self, connection: socket.socket, closed: Callable[[], None]) -> None:
        super().__init__(fileno=connection.detach())
        self._when_closed: Callable[[], None] | None = closed

    def close(self) -> None:
        super().close()
        closed, self._when_closed = self._when_closed, None
        if closed is not None:
            closed()
