"""Run the HTTP transport on uvicorn, as the main task of a process or within a ``with`` block."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from ipaddress import ip_address
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._process import process
from ..catalog import BASE_PATH
from ..errors import ConfigError, SportsframeWarning
from .metrics import SEVERAL_PROCESSES
from .respond import Service
from .tokens import Tokens, Usage, make_token
from .transport import BACKLOG, IDLE_SECONDS, Transport

if TYPE_CHECKING:
    import uvicorn

    from .metrics import Metrics

LOGS = {
    "sportsframe.service": logging.INFO,
    "sportsframe": logging.WARNING,
    "sportsframe.access": logging.INFO,
    "uvicorn.error": logging.ERROR,
}
"""The logs and their levels: what the server does, its client (retries, the cache), requests, and errors of uvicorn."""

LOG_TIME = "%Y-%m-%dT%H:%M:%S%z"
"""Format of the times in the logs: ISO 8601 with the offset of the zone."""

QUOTAS = "quotas"
"""File in the folder of the metrics in which several processes count the requests of tokens with a quota."""

log = logging.getLogger("sportsframe.service")


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
    transport: Transport | None = None,
    workers: int = 1,
    resume: Callable[[], None] = lambda: None,
) -> None:
    """Serve the simulated world over HTTP until SIGINT or SIGTERM.

    SIGHUP makes it read the file of `tokens` and the certificate again.

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
        clock of the settings. With `app` only for a warning of trials that are over.
    switches : iterable of str
        Deviations to reproduce, by name; see `service.quirks`.
    access_log : bool
        Whether to write one line per request to standard error, without tokens.
    announce : callable, optional
        Called with the lines that state the address; by default they are printed.
    app : ASGI application, optional
        Application to serve instead of the service (a mirror).
    transport : Transport, optional
        How the server is reached: HTTPS, origins, proxies and limits.
    workers : int
        Number of processes that share the port; more than one only without `app`.
    resume : callable
        Called at the start and on SIGHUP: of `app`, what ends a pause of requests to other servers.

    Raises
    ------
    ConfigError
        The address or port is not available.
    """
    how = transport or Transport()
    say = announce or (lambda line: print(line, flush=True))
    if tokens is None:
        tokens = Tokens.read()
    if tokens is None:
        made = make_token()
        tokens = Tokens.full(made)
        say(f"token: {made}")
    _log_to_stderr(access_log)
    _warn_of_trials(tokens, clock)
    how.warn()
    if workers > 1:
        from .workers import run

        listener = _listen(host, port)
        _warn_if_open(listener, how)
        program = Program.of(tokens, seed, clock, tuple(switches), access_log)
        run(
            listener,
            how,
            workers,
            program,
            lambda: _reload_tokens(tokens, clock),
            lambda: say(f"listening at {address(listener, how)}"),
            program.file,
        )
        return
    if app is None:
        app = _build_app(tokens, seed, clock, switches)
    listener = _listen(host, port)
    _warn_if_open(listener, how)
    server = _server(app, how, lambda: say(f"listening at {address(listener, how)}"))
    gc.collect()
    gc.freeze()  # what is loaded by now stays, so that no collection under load has to look at it

    def renew() -> None:
        resume()
        reload(tokens, how, server, clock, getattr(app, "metrics", None))

    resume()
    with _reloading(renew), warnings.catch_warnings():
        warnings.simplefilter("ignore", SportsframeWarning)  # the log has each of them, with its time
        server.run(sockets=[listener])


def reload(
    tokens: Tokens | str,
    transport: Transport,
    server: uvicorn.Server,
    clock: Callable[[], datetime] | None,
    metrics: Metrics | None = None,
) -> None:
    """Read the token file and the certificate again; what is invalid stays as it was, with an error in the log."""
    try:
        transport.check()  # a pair that does not fit would spoil the context
        transport.warn()
        found = _reload_tokens(tokens, clock)
        if server.config.ssl is not None:
            transport.load(server.config.ssl)
        if metrics is not None:
            metrics.expires = transport.expires()
        log.info("read %s", transport.read(found))
    except ConfigError as error:
        log.error("not reloaded: %s", error)


def _reload_tokens(tokens: Tokens | str, clock: Callable[[], datetime] | None) -> int:
    """Read the token file again and return the number of tokens."""
    if isinstance(tokens, str):
        return 1
    found = tokens.reload()
    _warn_of_trials(tokens, clock)
    return found


def _warn_of_trials(tokens: Tokens | str, clock: Callable[[], datetime] | None) -> None:
    """Log which tokens are refused today."""
    if isinstance(tokens, Tokens):
        for sentence in tokens.refused((clock or process().clock())()):
            log.warning("%s", sentence)


@contextmanager
def _reloading(action: Callable[[], None]) -> Iterator[None]:
    """Run `action` in a thread of its own whenever the process receives SIGHUP during the block."""
    if not hasattr(signal, "SIGHUP") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGHUP, lambda *_: threading.Thread(target=action, name="sportsframe-reload").start())
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


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
    transport: Transport | None = None,
) -> Iterator[Running]:
    """A server in a thread of this process, for the length of the block.

    Parameters
    ----------
    host, port, tokens, seed, clock, switches, app
        As for `serve`; without `tokens` any token is accepted.
    idle : float
        Seconds after which an idle connection is closed, if there is no `transport`.
    transport : Transport, optional
        How the server is reached.

    Yields
    ------
    Running
        With the base URL, which ends in ``/api/v1``.
    """
    if app is None:
        app = _build_app(tokens, seed, clock, switches)
    how = transport or Transport(idle=idle)
    listener = _listen(host, port)
    _warn_if_open(listener, how)
    server = _server(app, how)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="sportsframe-server")

    def stop() -> None:
        server.should_exit = True
        thread.join()

    thread.start()
    try:
        yield Running(address(listener, how), getattr(app, "service", None), stop)
    finally:
        stop()


def address(listener: socket.socket, transport: Transport) -> str:
    """Return the base URL of a listening socket."""
    host, port = listener.getsockname()[:2]
    return f"{transport.scheme}://{f'[{host}]' if ':' in host else host}:{port}{BASE_PATH}"


@dataclass(frozen=True)
class Program:
    """What a worker process serves; it is sent to the process when that is started."""

    token: str = field(repr=False)
    file: Path | None
    seed: int
    clock: Callable[[], datetime] | None
    switches: tuple[str, ...]
    access_log: bool

    @classmethod
    def of(cls, tokens: Tokens | str, *settings: Any) -> Program:
        """Return the program for these tokens: one token, or a table, which each process reads for itself."""
        if isinstance(tokens, str):
            return cls(tokens, None, *settings)
        if tokens.path is None and Tokens.read() is None:
            raise ConfigError("several workers need a token file, or a token in RSC_TOKEN, that each of them can read")
        return cls("", tokens.path, *settings)

    def __call__(self) -> Any:
        """Build the application, in the worker process, which ends when its manager does."""
        _log_to_stderr(self.access_log)
        manager = multiprocessing.parent_process()
        if manager is not None:
            threading.Thread(target=_end_after, args=(manager,), name="sportsframe-manager", daemon=True).start()
        table = Tokens.full(self.token) if self.token else Tokens.read(self.file)
        folder = os.environ.get(SEVERAL_PROCESSES)
        if table is not None and folder:
            table.usage = Usage(shared=Path(folder) / QUOTAS)
        return _build_app(table, self.seed, self.clock, self.switches)


def _end_after(manager: BaseProcess) -> None:
    """Wait for the end of the manager, then end this process as if it had been told to."""
    manager.join()
    log.error("the process that manages the workers has ended")
    signal.raise_signal(signal.SIGTERM)


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


def _warn_if_open(listener: socket.socket, transport: Transport) -> None:
    """Warn if other machines may send tokens in plain text."""
    host = listener.getsockname()[0]
    if transport.certificate is None and not transport.trusted_proxies and not ip_address(host).is_loopback:
        log.warning(
            "plain HTTP at %s: tokens can be read on the network; pass --tls-cert, or name the proxy with HTTPS in "
            "front by --trusted-proxy",
            host,
        )


def _server(app: Any, transport: Transport, ready: Callable[[], None] = lambda: None) -> uvicorn.Server:
    """Return the server, which calls `ready` once it answers requests and signals."""
    try:
        import uvicorn

        from .workers import close_connections, configuration
    except ImportError:
        raise ConfigError(
            'serving over HTTP requires uvicorn and httptools: pip install "sportsframe[server]"'
        ) from None

    class Server(uvicorn.Server):
        """Stops on the first signal, immediately on the second; the process continues afterwards."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                ready()

        def handle_exit(self, sig: int, frame: Any) -> None:
            self.force_exit = self.should_exit
            self.should_exit = True
            close_connections(self.server_state)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            log.info("stopping; requests in progress: %d", len(self.server_state.tasks))
            await super().shutdown(sockets)
            left = list(self.server_state.tasks)
            for task in left:
                if not task.cancelling():  # after a second signal, which ends the wait for them
                    task.cancel()
            if left:
                await asyncio.wait(left, timeout=1)
            log.info("stopped")

    return Server(configuration(lambda: app, transport))


def _log_to_stderr(requests: bool) -> None:
    """Write the logs to standard error, that of requests if wanted, unless they have a handler."""
    for name, level in LOGS.items():
        if name == "sportsframe.access" and not requests:
            continue
        logger = logging.getLogger(name)
        if all(isinstance(handler, logging.NullHandler) for handler in logger.handlers):
            handler = logging.StreamHandler(sys.stderr)
            handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", LOG_TIME))
            logger.addHandler(handler)
        logger.setLevel(level)
        logger.propagate = False
