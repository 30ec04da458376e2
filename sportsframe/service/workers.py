"""The configuration of uvicorn, and several worker processes under its process manager."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from multiprocessing import parent_process
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.server import ServerState
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

from ..errors import ConfigError
from .cors import Cors, origins
from .forwarded import Forwarded
from .limits import Connections, networks
from .metrics import SEVERAL_PROCESSES, withdraw
from .slow_clients import GuardedProtocol, TlsLoop
from .transport import BACKLOG, STOP_SECONDS, Transport

READY_SECONDS = 60
"""Time within which a new worker must be ready and a running one must react, on a busy machine too."""

RELOADS = 3
"""Attempts to replace all workers after SIGHUP."""

REACTION_SECONDS = 2
"""Seconds beyond those for requests in progress after which a worker that was told to end is killed: it hangs."""

POLL_SECONDS = 0.2
"""Seconds after which a stop is noticed while a worker is waited for."""

STOPS = frozenset({signal.SIGINT, signal.SIGTERM})
"""Signals that stop the server."""

HANGUP = getattr(signal, "SIGHUP", 0)
"""The signal that makes it read its files again, where there is one."""

log = logging.getLogger("sportsframe.service")


UNANSWERED = "Cancel %s running task(s), timeout graceful shutdown exceeded"
"""What uvicorn logs of requests that a server, when stopped, does not wait for any longer."""


class Reworded(logging.Filter):
    """Says in words of this server what uvicorn logs at a stop."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write the line of uvicorn."""
        if record.msg != UNANSWERED:
            return True
        log.warning("requests that are not answered within %d s and get 503: %s", STOP_SECONDS, *(record.args or ()))
        return False


REWORDED = Reworded()


def close_connections(state: ServerState) -> None:
    """Let what is answered from now on say that the connection ends; the server notices a signal only after 0.1 s."""
    state.default_headers.append((b"connection", b"close"))
    for connection in list(state.connections):
        if isinstance(connection, GuardedProtocol) and connection.cycle is not None:
            connection.cycle.keep_alive = False


def _close_on_signals() -> None:
    """Let a worker, whose server is uvicorn's own, close its connections from the signal on that stops it."""
    for number in (signal.SIGINT, signal.SIGTERM):
        stop = signal.getsignal(number)
        server = getattr(stop, "__self__", None)
        if isinstance(server, uvicorn.Server):
            signal.signal(number, partial(_stop, server))


def _stop(server: uvicorn.Server, number: int, frame: FrameType | None) -> None:
    close_connections(server.server_state)
    server.handle_exit(number, frame)


class Configuration(uvicorn.Config):
    """A configuration that can be sent to another process, where it builds application and limits when loaded."""

    transport: Transport
    limits: Connections

    def get_loop_factory(self) -> Callable[[], asyncio.AbstractEventLoop] | None:
        """Return what makes the event loop."""
        if self.is_ssl:
            return partial(TlsLoop, self.transport.idle, lambda: self.limits)
        return super().get_loop_factory()

    def load(self) -> None:
        """Build the application; called once, in the process that serves."""
        try:
            self._load()
        except ConfigError as error:  # the files may have changed since the first process read them
            if parent_process() is None:
                raise
            log.error("a worker cannot start: %s", error)
            raise SystemExit(1) from None

    def _load(self) -> None:
        self.transport.check()
        build = self.app
        app: Any = build()  # type: ignore[operator, call-arg]
        metrics = getattr(app, "metrics", None)
        trusted = networks(self.transport.trusted_proxies)
        self.limits = Connections(self.transport.connections_per_address, trusted, metrics)
        self.http = GuardedProtocol.within(self.transport.idle, None if self.is_ssl else self.limits, metrics)
        allowed = origins(self.transport.origins)
        app = Cors(app, allowed) if allowed else app
        self.app = Forwarded(app, self.transport.trusted_proxies) if self.transport.trusted_proxies else app
        if metrics is not None:
            metrics.expires = self.transport.expires()
        logging.getLogger("uvicorn.error").addFilter(REWORDED)
        if parent_process() is not None:
            _close_on_signals()
        super().load()


def configuration(build: Callable[[], Any], transport: Transport, workers: int = 1) -> Configuration:
    """Return the configuration of a server.

    Parameters
    ----------
    build : callable
        Returns the application; called in the process that serves it.
    transport : Transport
        How the server is reached.
    workers : int
        Number of processes.
    """
    made = Configuration(
        build,
        ws="none",
        loop="asyncio",
        interface="asgi3",
        log_config=None,
        log_level="error",
        access_log=False,
        proxy_headers=False,  # see Forwarded
        server_header=False,
        date_header=False,  # the service sends its own, from its own clock
        backlog=BACKLOG,
        timeout_keep_alive=max(1, int(transport.idle)),
        timeout_graceful_shutdown=STOP_SECONDS,
        timeout_worker_healthcheck=READY_SECONDS,
        ssl_certfile=transport.certificate,
        ssl_keyfile=transport.key,
        workers=workers,
    )
    made.transport = transport
    return made


class Stop(threading.Event):
    """The wish to stop, which is true as soon as a signal for it has come, though it is not handled yet."""

    def __init__(self, queue: list[int]) -> None:
        super().__init__()
        self._queue = queue

    def is_set(self) -> bool:
        """Return whether to stop."""
        return super().is_set() or not STOPS.isdisjoint(self._queue)


def _end(process: Process, until: float, stop: threading.Event | None = None) -> None:
    """Wait for a worker that was told to end, and kill it if it has not by then; a stop does not wait."""
    while process.process.is_alive():
        if stop is not None and stop.is_set():
            return
        if time.monotonic() >= until:
            log.warning("worker %d did not end in time and is killed", process.pid)
            process.kill()
            process.join()
            return
        process.process.join(POLL_SECONDS)


class Manager(Multiprocess):
    """uvicorn's process manager, which says when the workers are ready, and on SIGHUP checks the files first.

    Parameters
    ----------
    configuration : Configuration
        How the workers serve.
    sockets : list of socket
        The sockets that they share.
    check : callable
        Reads what the workers will read, and returns the number of tokens; raises ConfigError for what is invalid.
    ready : callable
        Called once when all workers are ready.
    transport : Transport
        How the server is reached.
    tokens : pathlib.Path, optional
        The token file that the workers read.
    """

    def __init__(
        self,
        configuration: Configuration,
        sockets: list[socket.socket],
        check: Callable[[], int],
        ready: Callable[[], None],
        transport: Transport,
        tokens: Path | None = None,
    ) -> None:
        super().__init__(configuration, sockets)
        self.should_exit = Stop(self.signal_queue)
        self._files = [path for path in (tokens, transport.certificate, transport.key) if path is not None]
        self._held = self._contents()
        """What the workers have read."""
        self._retiring: list[Process] = []
        """Workers that were replaced and have yet to end."""
        self._transport = transport
        self._check = check
        self._ready: Callable[[], None] | None = ready
        self._awaited: list[Process] = []
        """Workers that ended and are replaced as soon as the files are valid; why they are not is in `_invalid`."""
        self._invalid = ""

    def _contents(self) -> list[bytes | None]:
        """Return what is in the files that the workers read, as digests; None for one that cannot be read."""
        found: list[bytes | None] = []
        for path in self._files:
            try:
                found.append(sha256(path.read_bytes()).digest())
            except OSError:
                found.append(None)
        return found

    def keep_subprocess_alive(self) -> None:
        """Start processes anew that ended, as soon as the files that they read are valid."""
        if self.should_exit.is_set():
            return
        for process in self.processes:
            process.child_conn.close()  # the worker has its own; with this one open, its end would not be noticed
        ended = [process for process in self.processes if not self._reacts(process)]
        if ended and not self.should_exit.is_set():
            self._start_again(ended)
        if self._ready is not None and all(process.is_ready(1) for process in self.processes):
            self._ready()
            self._ready = None

    def _reacts(self, process: Process) -> bool:
        """Return whether a worker runs and reacts in time; a stop does not wait for it."""
        until = time.monotonic() + self.config.timeout_worker_healthcheck
        try:
            process.parent_conn.send(b"ping")
            while not process.parent_conn.poll(POLL_SECONDS):
                if self.should_exit.is_set():
                    return True
                if time.monotonic() >= until:
                    return False
            process.parent_conn.recv()
        except (OSError, EOFError):
            return False
        return process.process.is_alive()

    def _start_again(self, ended: list[Process]) -> None:
        """Replace workers that ended; while the files are invalid they stay in the list, to be replaced later."""
        fresh = [process for process in ended if process not in self._awaited]
        for process in fresh:
            process.kill()  # it may only hang
            process.join()
            assert process.pid is not None
            withdraw(process.pid)
        try:
            self._check()
        except ConfigError as error:
            for process in fresh:
                log.error(
                    "worker %d ended by itself; another is started when the files are valid: %s", process.pid, error
                )
            if not fresh and str(error) != self._invalid:
                log.error("still waiting to start a worker: %s", error)
            self._awaited, self._invalid = ended, str(error)
            return
        for process in fresh:
            log.warning("worker %d ended by itself; another was started", process.pid)
        for process in ended:
            started = self.processes[self.processes.index(process)] = Process(self.config, self.sockets)
            started.start()
        if late := len(ended) - len(fresh):
            log.info("the files are valid again; %d worker%s started", late, "s were" if late > 1 else " was")
        self._awaited = []
        if self._contents() != self._held:
            log.warning("the files have changed since the other workers read them; all read them again")
            self.handle_hup()

    def terminate_all(self) -> None:
        """Tell the workers to end; with their last socket closed, further connections are refused."""
        log.info("stopping %d workers", len(self.processes))
        for listener in self.sockets:
            listener.close()
        super().terminate_all()

    def join_all(self) -> None:
        """Wait for all workers to end."""
        until = time.monotonic() + STOP_SECONDS + REACTION_SECONDS
        for process in (*self.processes, *self._retiring):
            _end(process, until)

    def handle_signals(self) -> None:
        """Handle the signals that have come: one that stops the server before all others, and several SIGHUP as one."""
        if self.should_exit.is_set():
            self.should_exit.set()
            return
        while self.signal_queue.count(HANGUP) > 1:
            self.signal_queue.remove(HANGUP)
        super().handle_signals()

    def restart_all(self) -> None:
        """Replace the workers one by one, as soon as another is ready for each; a stop is not kept waiting by it."""
        for index, old in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            started = Process(self.config, self.sockets)
            started.start()
            if not started.wait_until_ready(self.config.timeout_worker_healthcheck, self.should_exit):
                started.kill()
                started.join()
                assert started.pid is not None
                withdraw(started.pid)
                return
            self.processes[index] = started
            old.terminate()
            self._retiring.append(old)
            _end(old, time.monotonic() + STOP_SECONDS + REACTION_SECONDS, self.should_exit)
        self._retiring = [process for process in self._retiring if process.process.is_alive()]

    def handle_hup(self) -> None:
        """Replace all workers, unless what they would read is invalid."""
        held = self._contents()
        try:
            found = self._check()
        except ConfigError as error:
            log.error("not reloaded: %s", error)
            return
        before = list(self.processes)
        for _ in range(RELOADS):
            self.restart_all()
            kept = sum(process in before for process in self.processes)
            if not kept:
                self._held = held
                log.info("read %s in %d workers", self._transport.read(found), len(self.processes))
                return
            if self.should_exit.is_set():
                return
        log.error("not reloaded: %d of %d workers still use the tokens and certificate of before", kept, len(before))


def run(
    listener: socket.socket,
    transport: Transport,
    workers: int,
    build: Callable[[], Any],
    check: Callable[[], int] = int,
    ready: Callable[[], None] = lambda: None,
    tokens: Path | None = None,
) -> None:
    """Serve with several processes until SIGINT or SIGTERM.

    uvicorn's process manager starts a process that ends, and replaces all of them one by one on SIGHUP, so that they
    read token file and certificate again. The metrics of all processes are kept in a folder for as long as they run.

    Parameters
    ----------
    listener : socket
        The socket that the processes share.
    transport : Transport
        How the server is reached.
    workers : int
        Number of processes.
    build : callable
        Returns the application in each process; it is sent there.
    check : callable
        As for `Manager`; the certificate is read in addition.
    ready, tokens
        As for `Manager`.
    """

    def checked() -> int:
        transport.check()
        found = check()
        transport.warn()  # last, so that what is invalid for long does not repeat it
        return found

    with TemporaryDirectory(prefix="sportsframe-metrics-") as folder:
        os.environ[SEVERAL_PROCESSES] = folder
        try:
            Manager(configuration(build, transport, workers), [listener], checked, ready, transport, tokens).run()
            log.info("stopped")
        finally:
            del os.environ[SEVERAL_PROCESSES]
            listener.close()
