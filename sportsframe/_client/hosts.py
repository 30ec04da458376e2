"""Hosts that are served without sockets, by an adapter in the process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from requests.adapters import BaseAdapter


@dataclass(frozen=True)
class Host:
    """Makes the requests adapter of a host when it is first needed.

    Parameters
    ----------
    make : callable
        Returns the adapter for the clock of a client.
    edition : callable
        Returns a string that changes with the responses of the host; cached ones of another edition are not used.
    """

    make: Callable[[Callable[[], datetime]], Any]
    edition: Callable[[], str] = str

    @property
    def version(self) -> str:
        return self.edition()


hosts: dict[str, Host] = {}
"""Host names that are served in the process."""


def host_of(address: str) -> Host | None:
    """The registered host of a URL, if there is one."""
    return hosts.get(urlsplit(address).hostname or "")


def register_host(host: str, make: Callable[[Callable[[], datetime]], BaseAdapter], *, version: str = "") -> None:
    """Send requests for `host` through the adapter that `make` returns, instead of over sockets.

    Requests in flight are not affected.

    Parameters
    ----------
    host : str
        A host name, such as the reserved one of the built-in service.
    make : callable
        Returns the adapter for the clock of a client; called when it is first needed. The adapter's `send` returns a
        ``requests.Response`` whose `raw` is a ``urllib3.HTTPResponse``, such as the method ``build_response`` of
        ``requests.adapters.HTTPAdapter`` makes. An error of its program is not retried.
    version : str
        Changes with the responses of the host; cached ones of another version are not used.

    Examples
    --------
    >>> from requests.adapters import HTTPAdapter
    >>> register_host("data.example.org", lambda clock: HTTPAdapter(), version="1")     # doctest: +SKIP
    """
    hosts[host] = Host(make, lambda: version)
