"""Base URLs: any spelling that a browser accepts, in one normalized form."""

from __future__ import annotations

import ipaddress
import re
from typing import Any
from urllib.parse import urlsplit

from requests import Request, RequestException

from .._process import BUILT_IN_HOST
from ..catalog.resources import BASE_PATH
from ..errors import ConfigError
from . import credentials

PORTS = {"http": 80, "https": 443}


def is_loopback(host: str) -> bool:
    """Whether `host` is this machine: ``localhost`` or an address of the loopback network."""
    host = host.strip("[]")
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def base_address(where: str, value: Any) -> str:
    """The normalized base URL of `value`.

    Parameters
    ----------
    where : str
        Name of the setting, for error messages.
    value : str
        A URL as people write it: scheme and host in any case, a name in any script, a port with zeros, spaces and
        accents in the path.

    Returns
    -------
    str
        The same URL as it is sent, without a trailing slash.

    Raises
    ------
    ConfigError
        In one line, if it is not a URL, contains a token, has the wrong ending, or would send a token unencrypted.

    Examples
    --------
    >>> base_address("base_url", "HTTPS://Sport.Example.COM:0443/api/v1/")
    'https://sport.example.com/api/v1'
    """
    text = str(value).strip()
    parts = _parts(text)
    if parts is None:
        raise ConfigError(f"{where} is not a URL such as https://host{BASE_PATH}")
    scheme, host, port, path, rest = parts
    if rest:
        raise ConfigError(f"{where} may contain only scheme, host, port and path; pass the token separately")
    if not path.endswith(BASE_PATH):
        raise ConfigError(f"{where} must end in {BASE_PATH}, which {credentials.shown(text)!r} does not")
    if scheme == "http" and not is_loopback(host) and host != BUILT_IN_HOST:
        raise ConfigError(f"{where} must start with https://; the token is not sent unencrypted except to localhost")
    return f"{scheme}://{host}{'' if port in (None, PORTS[scheme]) else f':{port}'}{path}"


def _parts(text: str) -> tuple[str, str, int | None, str, bool] | None:
    """Scheme, host, port and path as they are sent, and whether there are other parts; None if it is not a URL."""
    if any(ord(char) < 32 or ord(char) == 127 for char in text):
        return None
    try:
        given = urlsplit(text)
        port = given.port
        more = "@" in given.netloc or bool(given.query or given.fragment)
        # Requests normalizes URLs as well; the result is what later URLs are compared with.
        host = f"[{given.hostname}]" if ":" in (given.hostname or "") else given.hostname or ""
        address = f"{given.scheme}://{host}{given.path}"
        for _ in range(3):  # a quoted path may contain another ".."
            address = str(Request("GET", address).prepare().url)
        sent = urlsplit(address)
    except (ValueError, UnicodeError, RequestException):
        return None
    if sent.scheme not in PORTS or not sent.hostname or port == 0 or not _NAME.fullmatch(sent.hostname):
        return None
    host = f"[{sent.hostname}]" if ":" in sent.hostname else sent.hostname
    return sent.scheme, host, port, sent.path.removesuffix("/"), more


_NAME = re.compile(r"[0-9a-z_.-]+|[0-9a-f:.]+(%[0-9a-z]+)?")
