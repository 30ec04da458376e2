"""Hosts that are served without sockets, by an adapter in the process."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ..errors import ConfigError, quoted

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

    def adapter(self, clock: Callable[[], datetime]) -> Any:
        """Return the adapter for a clock.

        Raises
        ------
        ConfigError
            What was made is no adapter.
        """
        made = self.make(clock)
        if not callable(getattr(made, "send", None)):
            raise ConfigError(
                f"the function given to register_host() must return an adapter with a method send, not {quoted(made)}."
            )
        return made

    @property
    def version(self) -> str:
        return self.edition()


NAME = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?")
"""A host name as addresses have it: in lower case, without scheme, port and path."""

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
        Changes with the responses of the host; cached ones of another version are not used. Responses are kept on
        disk, those of past games for long: without another version, data that were corrected are not seen.

    Raises
    ------
    ConfigError
        `host` is not a host name, `make` is no function of one argument, or `version` is no string.

    Examples
    --------
    >>> from requests.adapters import HTTPAdapter
    >>> register_host("data.example.org", lambda clock: HTTPAdapter(), version="1")     # doctest: +SKIP
    """
    if not isinstance(host, str) or not NAME.fullmatch(host):
        raise ConfigError(f"{quoted(host)} is not the name of a host; write it as in a URL, such as data.example.org.")
    if not callable(make):
        raise ConfigError(f"register_host() takes a function that returns the adapter of {host}, not {quoted(make)}.")
    if not _takes_one(make):
        raise ConfigError(
            f"the function given to register_host() must take one argument, the clock of a client: {host}."
        )
    if not isinstance(version, str):
        raise ConfigError(f"version of {host} must be a string, such as '1', not {quoted(version)}.")
    hosts[host] = Host(make, lambda: version)


def _takes_one(make: Callable[..., Any]) -> bool:
    """Whether a function can be called with one argument, as far as its signature is known."""
    try:
        inspect.signature(make).bind(None)
    except TypeError:
        return False
    except ValueError:  # of one that is written in C
        pass
    return True
