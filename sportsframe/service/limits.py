"""Limits: open connections, in all and per address, and failed tokens per address."""

from __future__ import annotations

import ipaddress
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from ..errors import ConfigError

if TYPE_CHECKING:
    from .metrics import Metrics

CONNECTIONS_PER_ADDRESS = 128
"""Maximum number of open connections from one address; further ones are closed."""

MOST_CONNECTIONS = 512
"""Maximum number of open connections in all; further ones are closed."""

SAID_AGAIN = 60.0
"""Seconds until the log says again that connections are refused."""

FREE_FAILURES = 60
"""Failed tokens per minute and address that are refused at once."""

FAILURE_SECONDS = 60.0
"""Time within which an address has all of them again."""

DELAY = 1.0
"""Seconds by which further refusals are delayed."""

ADDRESSES = 4096
"""Maximum number of addresses whose failures are remembered; the least recent are forgotten."""

log = logging.getLogger("sportsframe.service")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def networks(names: Iterable[str]) -> tuple[Network, ...]:
    """Return the networks of addresses such as ``10.0.0.7`` or ``10.0.0.0/8``.

    Raises
    ------
    ConfigError
        A name is neither an address nor a network.
    """
    found = []
    for name in names:
        try:
            found.append(ipaddress.ip_network(name.strip()))
        except ValueError:
            raise ConfigError(
                f"{name!r} is not the address of a proxy; use one such as 10.0.0.7 or a network such as 10.0.0.0/8"
            ) from None
    return tuple(found)


@lru_cache(maxsize=ADDRESSES)
def subscriber(address: str) -> str:
    """Return what one client can be told by: its IPv4 address, or the first 64 bits of its IPv6 address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


class Connections:
    """Open connections by address.

    Parameters
    ----------
    most : int
        Maximum number per address.
    trusted : tuple of ip_network
        Networks of proxies, to which the maximum does not apply.
    metrics : Metrics, optional
        Metrics in which to count them.
    in_all : int
        Maximum number of all addresses together, trusted ones included.
    """

    def __init__(
        self,
        most: int = CONNECTIONS_PER_ADDRESS,
        trusted: tuple[Network, ...] = (),
        metrics: Metrics | None = None,
        in_all: int = MOST_CONNECTIONS,
    ) -> None:
        self._in_all = in_all
        self._said: float | None = None
        self._most = most
        self._trusted = trusted
        self._metrics = metrics
        self._open: Counter[str] = Counter()

    def opened(self, address: str) -> bool:
        """Count a connection that is opened; return False, without counting it, if there are too many."""
        key = subscriber(address)
        if self._open.total() >= self._in_all:
            return self._refuse(f"{self._in_all} are open")
        if self._open[key] >= self._most and not self._is_trusted(address):
            return self._refuse(f"{address} has {self._most}")
        self._open[key] += 1
        if self._metrics is not None:
            self._metrics.connections.inc()
        return True

    def closed(self, address: str) -> None:
        """Count a connection that `opened` has counted as closed."""
        key = subscriber(address)
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]
        if self._metrics is not None:
            self._metrics.connections.dec()

    def _refuse(self, why: str) -> bool:
        """Count a refused connection, and log it unless that was said lately; return False."""
        if self._metrics is not None:
            self._metrics.refused_connections.inc()
        now = time.monotonic()
        if self._said is None or now - self._said >= SAID_AGAIN:
            self._said = now
            log.warning("connections are refused: %s", why)
        return False

    def _is_trusted(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._trusted)


class FailedTokens:
    """Failed tokens by address: beyond the free ones, a refusal is delayed.

    Parameters
    ----------
    free : int
        Number per address that are not delayed; it is regained within `seconds`.
    seconds, delay : float
        As `FAILURE_SECONDS` and `DELAY`.
    now : callable
        Returns the time in seconds.
    """

    def __init__(
        self,
        free: int = FREE_FAILURES,
        seconds: float = FAILURE_SECONDS,
        delay: float = DELAY,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.free = free
        self._regained = free / seconds
        self._delay = delay
        self._now = now
        self._seen: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def failed(self, address: str) -> float:
        """Count a failed token and return the seconds by which to delay its refusal."""
        key, now = subscriber(address), self._now()
        failures, at = self._seen.pop(key, (0.0, now))
        failures = min(max(0.0, failures - (now - at) * self._regained) + 1, self.free + 1)
        self._seen[key] = failures, now
        if len(self._seen) > ADDRESSES:
            self._seen.popitem(last=False)
        return self._delay if failures > self.free else 0.0
