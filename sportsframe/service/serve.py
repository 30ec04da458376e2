"""Run the HTTP transport on uvicorn, as the main task of a process or within a ``with`` block."""

from __future__ import annotations

import gc
import logging
import socket
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from .._process import process
from ..catalog import BASE_PATH
from ..errors import ConfigError
from .respond import Service
from .tokens import Tokens, make_token

if TYPE_CHECKING:
    import uvicorn

MOST_CONNECTIONS = 512
"""Maximum number of connections; further ones receive 503."""

IDLE_SECONDS = 15
"""Time limit for sending a request, for reading its response, and for an idle connection."""

STOP_SECONDS = 10
"""Time that a stopping server waits for responses in progress."""

BACKLOG = 256
"""Maximum number of connections waiting to be accepted."""


def serve(
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    tokens: Tokens | str | None = None,
    seed: int = 2024,
    clock: Callable[[], datetime] | None = None,
    switches: Iterable[str] = (),
    access_log: bool = True,
    announce: Callable[[str], None] | None = None,
    app: Any = None,
) -> None:
    """Serve the simulated world over HTTP until SIGINT or SIGTERM.

    Parameters
    ----------
    host : str
        Address to listen on. For access from other machines, use a reverse proxy with HTTPS.
    port : int
        Port to listen on; 0 selects a free port.
    tokens : Tokens or str, optional
        Accepted tokens: a table, or one token. By default the token in ``RSC_TOKEN``; if it is not set, a token is
        generated and printed.
    seed : int
        Seed of the simulated world.
    clock : callable, optional
        Returns the time as an aware datetime, such as ``settings.Clock("2024-06-01T20:00", rate=60)``; by default the
        clock of the settings.
    switches : iterable of str
        Deviations to reproduce, by name; see `service.quirks`.
    access_log : bool
        Whether to write one line per request to standard error, without tokens.
    announce : callable, optional
        Called with the lines that state the address; by default they are printed.
    app : ASGI application, optional
        Application to serve instead of the service (a mirror).

    Raises
    ------
    ConfigError
        The address or port is not available.
    """
    say = announce or (lambda line: print(line, flush=True))
    if tokens is None:
        tokens = Tokens.read()
    if tokens is None:
        made = make_token()
        tokens = Tokens.full(made)
        say(f"token: {made}")
    if access_log:
        _log_to_stderr()
    if app is None:
        app = _build_app(tokens, seed, clock, switches)
    listener = _listen(host, port)
    server = _server(app)
    say(f"listening at {address(listener)}")
    gc.collect()
    gc.freeze()  # what is loaded by now stays, so that no collection under load has to look at it
    server.run(sockets=[listener])


@dataclass(frozen=True)
class Running:
    """A running server: its base URL, and a function that stops it before the block ends."""

    address: str
    service: Service | None
    stop: Callable[[], None]


@contextmanager
def running_server(
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    tokens: Tokens | str | None = None,
    seed: int = 2024,
    clock: Callable[[], datetime] | None = None,
    switches: Iterable[str] = (),
    app: Any = None,
    idle: float = IDLE_SECONDS,
) -> Iterator[Running]:
    """A server in a thread of this process, for the length of the block.

    Parameters
    ----------
    host, port, tokens, seed, clock, switches, app
        As for `serve`; without `tokens` any token is accepted.
    idle : float
        Seconds after which an idle connection is closed.

    Yields
    ------
    Running
        With the base URL, which ends in ``/api/v1``.
    """
    if app is None:
        app = _build_app(tokens, seed, clock, switches)
    listener = _listen(host, port)
    server = _server(app, idle)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="sportsframe-server")

    def stop() -> None:
        server.should_exit = True
        thread.join()

    thread.start()
    try:
        yield Running(address(listener), getattr(app, "service", None), stop)
    finally:
        stop()


def address(listener: socket.socket) -> str:
    """Return the base URL of a listening socket."""
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{BASE_PATH}"


def _build_app(
    tokens: Tokens | str | None, seed: int, clock: Callable[[], datetime] | None, switches: Iterable[str]
) -> Any:
    from ..simulation import World
    from .asgi import ServiceApp

    table = Tokens.full(tokens) if isinstance(tokens, str) else tokens
    return ServiceApp(Service(World(seed), table, clock or process().clock(), switches))


def _listen(host: str, port: int) -> socket.socket:
    """Return a bound socket. The protocol is set explicitly, so that asyncio enables TCP_NODELAY."""
    if not 0 <= port <= 65535:
        raise ConfigError(f"cannot listen on port {port}; use a port from 0 to 65535")
    try:
        family, kind, _, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listener = socket.socket(family, kind, socket.IPPROTO_TCP)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(where)
            listener.listen(BACKLOG)
        except BaseException:
            listener.close()
            raise
    except (OSError, OverflowError) as error:
        raise ConfigError(
            f"cannot listen on {host}, port {port}: {getattr(error, 'strerror', None) or error}"
        ) from None
    return listener


def _server(app: Any, idle: float = IDLE_SECONDS) -> uvicorn.Server:
    try:
        import uvicorn

        from .slow_clients import GuardedProtocol
    except ImportError:
        raise ConfigError(
            'serving over HTTP requires uvicorn and httptools: pip install "sportsframe[server]"'
        ) from None

    class Server(uvicorn.Server):
        """Stops on the first signal, immediately on the second; the process continues afterwards."""

        def handle_exit(self, sig: int, frame: Any) -> None:
            self.force_exit = self.should_exit
            self.should_exit = True

    return Server(
        uvicorn.Config(
            app,
            http=GuardedProtocol.within(idle),
            ws="none",
            loop="asyncio",
            interface="asgi3",
            log_config=None,
            log_level="error",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            date_header=False,  # the service sends its own, from its own clock
            backlog=BACKLOG,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_keep_alive=max(1, int(idle)),
            timeout_graceful_shutdown=STOP_SECONDS,
        )
    )


def _log_to_stderr() -> None:
    """Write the access log to standard error, unless it has a handler."""
    access = logging.getLogger("sportsframe.access")
    if not access.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        access.addHandler(handler)
    access.setLevel(logging.INFO)
    access.propagate = False
