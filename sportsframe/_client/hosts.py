"""Hosts that are answered without sockets: who answers in their place."""

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
        Returns the adapter, given the clock of whoever asks.
    edition : callable
        Returns a text that changes when the answers of the host do: cached ones of another edition are not used.
    """

    make: Callable[[Callable[[], datetime]], Any]
    edition: Callable[[], str] = str

    @property
    def version(self) -> str:
        return self.edition()


hosts: dict[str, Host] = {}
"""Host names that are answered in the process."""


def host_of(address: str) -> Host | None:
    """Who answers for the host of `address`, if one is registered."""
    return hosts.get(urlsplit(address).hostname or "")


def register_host(host: str, make: Callable[[Callable[[], datetime]], BaseAdapter], *, version: str = "") -> None:
    """Have requests for `host` go through the adapter that `make` returns, in place of sockets.

    Requests under way end where they began; later ones go the new way.

    Parameters
    ----------
    host : str
        A host name, such as the reserved one of the built-in service.
    make : callable
        Makes the adapter, when it is first needed, given the clock of whoever asks.
    version : str
        Changes when the answers of that host do: entries of another version are not used.

    Examples
    --------
    >>> from requests.adapters import HTTPAdapter
    >>> register_host("data.example.org", lambda clock: HTTPAdapter(), version="1")     # doctest: +SKIP
    """
    hosts[host] = Host(make, lambda: version)
