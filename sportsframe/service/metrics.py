"""Prometheus metrics of a server: requests by the name of the token, latency, connections."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._version import __version__
from ..errors import ConfigError

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry, Counter, Gauge, Metric

    from .respond import Reply

SEVERAL_PROCESSES = "PROMETHEUS_MULTIPROC_DIR"
"""The client library's variable for the folder in which worker processes share their metrics."""

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of the latency histogram, in seconds."""


def registry() -> CollectorRegistry:
    """Return a new registry.

    Raises
    ------
    ConfigError
        prometheus-client is not installed.
    """
    try:
        from prometheus_client import CollectorRegistry
    except ImportError:
        raise ConfigError('a server requires prometheus-client: pip install "sportsframe[server]".') from None
    return CollectorRegistry()


class Metrics:
    """Metrics of the requests to one server.

    Parameters
    ----------
    shown_in : CollectorRegistry, optional
        Registry to add them to; by default a new one.
    """

    def __init__(self, shown_in: CollectorRegistry | None = None) -> None:
        self.registry = shown_in or registry()
        from prometheus_client import Counter, Gauge, Histogram, ProcessCollector

        if not os.environ.get(SEVERAL_PROCESSES):  # the page is that of all of them
            ProcessCollector(registry=self.registry)
        Gauge(
            "sportsframe_build_info", "Version", ("version",), registry=self.registry, multiprocess_mode="max"
        ).labels(__version__).set(1)
        Gauge(
            "sportsframe_http_workers", "Processes that respond", registry=self.registry, multiprocess_mode="livesum"
        ).set(1)
        self._requests = Counter(
            "sportsframe_http_requests",
            "Requests, by name of the token and status",
            ("token", "status"),
            registry=self.registry,
        )
        self._seconds = Histogram(
            "sportsframe_http_seconds",
            "Time to a response, by resource",
            ("resource",),
            buckets=BUCKETS,
            registry=self.registry,
        )
        self._last_use = Gauge(
            "sportsframe_http_last_use_seconds",
            "Time of the latest request, by name of the token",
            ("token",),
            registry=self.registry,
            multiprocess_mode="max",
        )
        self.in_flight = Gauge(
            "sportsframe_http_in_flight", "Requests in progress", registry=self.registry, multiprocess_mode="livesum"
        )
        self.connections = Gauge(
            "sportsframe_http_connections", "Open connections", registry=self.registry, multiprocess_mode="livesum"
        )
        self.refused_connections = Counter(
            "sportsframe_http_refused_connections",
            "Connections closed because there were too many, in all or from their address",
            registry=self.registry,
        )
        self.delayed = Counter(
            "sportsframe_http_delayed_refusals", "Failed tokens whose refusal was delayed", registry=self.registry
        )
        self._known: dict[tuple[str, int, str], tuple[Any, Any, Any]] = {}
        self._expires: float | None = None
        self._expiry: Gauge | None = None

    @property
    def expires(self) -> float | None:
        """Unix time at which the certificate of this process expires; None without one."""
        return self._expires

    @expires.setter
    def expires(self, at: float | None) -> None:
        from prometheus_client import Gauge

        self._expires = at
        if self._expiry is not None:
            self.registry.unregister(self._expiry)
            self._expiry = None
        if at is not None:
            self._expiry = Gauge(
                "sportsframe_tls_certificate_expiry_seconds",
                "Time at which the certificate expires",
                registry=self.registry,
                multiprocess_mode="livemin",
            )
            self._expiry.set(at)

    def counter(self, name: str, meaning: str, labels: tuple[str, ...] = ()) -> Counter:
        """Return a further counter, shown on the same page."""
        from prometheus_client import Counter

        return Counter(name, meaning, labels, registry=self.registry)

    def answered(self, name: str, status: int, resource: str, seconds: float) -> None:
        """Count a request: name of its token (empty if there is none), status, resource, and its duration."""
        key = name, status, resource
        if key not in self._known:
            self._known[key] = (
                self._requests.labels(name, str(status)),
                self._seconds.labels(resource),
                self._last_use.labels(name) if name else None,
            )
        requests, duration, last_use = self._known[key]
        requests.inc()
        duration.observe(seconds)
        if last_use is not None:
            last_use.set_to_current_time()

    def page(self) -> Reply:
        """Return the metrics in the Prometheus text format; of all worker processes if there are several."""
        from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

        shown = self.registry
        if folder := os.environ.get(SEVERAL_PROCESSES):
            shown = registry()
            shown.register(_Workers(Path(folder)))
        return 200, {"Content-Type": CONTENT_TYPE_LATEST}, generate_latest(shown)

    def close(self) -> None:
        """Withdraw the gauges of this process from those of all worker processes."""
        if os.environ.get(SEVERAL_PROCESSES):
            withdraw(os.getpid())


class _Workers:
    """Collects the metrics of all worker processes.

    Not by the client library's own collector, which fails while a worker that starts has made a file and not filled it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterable[Metric]:
        from prometheus_client.multiprocess import MultiProcessCollector

        filled = [str(file) for file in self._folder.glob("*.db") if _is_filled(file)]
        return MultiProcessCollector.merge(filled)  # type: ignore[no-untyped-call, no-any-return]


def _is_filled(file: Path) -> bool:
    """Whether a file has something in it, and is still there."""
    try:
        return file.stat().st_size > 0
    except FileNotFoundError:
        return False


def withdraw(process: int) -> None:
    """Withdraw the gauges of a worker process that has ended, or is about to."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(process)  # type: ignore[no-untyped-call]
