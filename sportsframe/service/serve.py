"""Runs the HTTP door on uvicorn, for a process of its own or for the length of a block."""

from __future__ import annotations

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
"""Connections at a time; one more is answered 503."""

IDLE_SECONDS = 15
"""How long a connection may take to send a request, to fetch its answer, or say nothing between two."""

STOP_SECONDS = 10
"""How long a stopping server waits for answers under way."""

BACKLOG = 256
"""Connections that wait to be taken."""


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
    """Serve the built-in world over HTTP until the process is told to stop (SIGINT or SIGTERM).

    Parameters
    ----------
    host : str
        Address to listen at. Beyond this machine put something that speaks HTTPS in front.
    port : int
        Port to listen at; 0 takes a free one.
    tokens : Tokens or str, optional
        Who may ask: a table, or one token. If left out the token in ``RSC_TOKEN``, and where there is none, one made
        up and announced.
    seed : int
        Names the world.
    clock : callable, optional
        Returns the time as an aware datetime, such as ``settings.Clock("2024-06-01T20:00", rate=60)``; the clock of
        the settings if left out.
    switches : iterable of str
        Observed behaviours to show, by name; see `service.switches`.
    access_log : bool
        Write a line a request to standard error, without tokens.
    announce : callable, optional
        Gets the lines that say where the service listens; they are printed if left out.
    app : ASGI application, optional
        Served in place of the service (a mirror).

    Raises
    ------
    ConfigError
        The address cannot be had.
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
        app = _door(tokens, seed, clock, switches)
    listener = _listen(host, port)
    server = _server(app)
    say(f"listening at {address(listener)}")
    server.run(sockets=[listener])


@dataclass(frozen=True)
class Running:
    """A server under way: its base address, and how to stop it before the block ends."""

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
        Seconds after which a connection that says nothing is closed.

    Yields
    ------
    Running
        With the base address, which ends in ``/api/v1``.
    """
    if app is None:
        app = _door(tokens, seed, clock, switches)
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
    """The base address of a listening socket."""
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{BASE_PATH}"


def _door(tokens: Tokens | str | None, seed: int, clock: Callable[[], datetime] | None, switches: Iterable[str]) -> Any:
    from ..simulation import World
    from .asgi import Door

    table = Tokens.full(tokens) if isinstance(tokens, str) else tokens
    return Door(Service(World(seed), table, clock or process().clock(), switches))


def _listen(host: str, port: int) -> socket.socket:
    """A bound socket. Its protocol is named, or asyncio would not send small packets at once."""
    if not 0 <= port <= 65535:
        raise ConfigError(f"cannot listen at port {port}: ports run from 0 to 65535")
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
            f"cannot listen at {host}, port {port}: {getattr(error, 'strerror', None) or error}"
        ) from None
    return listener


def _server(app: Any, idle: float = IDLE_SECONDS) -> uvicorn.Server:
    try:
        import uvicorn

        from .slow_clients import GuardedProtocol
    except ImportError:
        raise ConfigError('serving over HTTP needs uvicorn and httptools: install "sportsframe[server]"') from None

    class Server(uvicorn.Server):
        """Stops when told, and at once when told again; the process goes on after it."""

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
            date_header=False,  # the service sends its own, by its own clock
            backlog=BACKLOG,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_keep_alive=max(1, int(idle)),
            timeout_graceful_shutdown=STOP_SECONDS,
        )
    )


def _log_to_stderr() -> None:
    """Let the access log, which nobody else listens to, go to standard error."""
    access = logging.getLogger("sportsframe.access")
    if not access.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        access.addHandler(handler)
    access.setLevel(logging.INFO)
    access.propagate = False
