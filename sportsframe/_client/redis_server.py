"""The Redis server of a cache: the check of its URL, which may contain a password, and connections to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, parse_qsl, urlsplit

from . import credentials
from .credentials import Token

if TYPE_CHECKING:
    import redis

VARIABLE = "SPORTSFRAME_REDIS"

CONNECT_SECONDS = 1.0
LONGEST_SECONDS = 300.0
"""The longest timeout that a URL may set."""


def _whole(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _seconds(text: str) -> bool:
    return 0 < float(text) <= LONGEST_SECONDS


PARAMETERS: dict[str, Callable[[str], bool]] = {
    "db": _whole, "health_check_interval": _whole, "socket_timeout": _seconds, "socket_connect_timeout": _seconds,
    "username": bool, "password": bool, "client_name": bool, "ssl_cert_reqs": bool, "ssl_ca_certs": bool,
    "ssl_ca_path": bool, "ssl_certfile": bool, "ssl_keyfile": bool, "ssl_password": bool, "ssl_check_hostname": bool,
}  # fmt: skip
"""The parameters that a URL may have; others of redis-py would change how entries are read."""

PASSWORDS = ("password", "ssl_password")


@dataclass(frozen=True)
class RedisServer:
    """A Redis server.

    Attributes
    ----------
    shown : str
        Its URL without user, password and parameters.
    url : str or Token
        Its whole URL; a secret if it contains a password.
    """

    shown: str
    url: str | Token

    def __str__(self) -> str:
        return self.shown

    def connect(self, seconds: float) -> redis.Redis:
        """A client of the server that waits so long for each response; it connects when it is first used.

        Raises
        ------
        ConfigError
            If the URL is a secret that is not known in this process.
        """
        if isinstance(self.url, str):
            return _client(self.url, seconds)
        if not credentials.holds(self.url):
            credentials.find(self.url, VARIABLE, "Redis URL")
        return _client(credentials.reveal(self.url), seconds)


def server_at(url: Token) -> RedisServer | None:
    """The server with this URL; None if no connection can be made with it."""
    text = credentials.reveal(url)
    try:
        parts = urlsplit(text)
        parameters = dict(parse_qsl(parts.query, strict_parsing=True)) if parts.query else {}
        usable = _is_plain(text) and _names_a_server(parts) and _can_be_used(text, parameters)
    except ValueError:
        usable = False
    if not usable:
        return None
    # Who gives a user alone may mean the password.
    passwords = [parts.password or parts.username, *(parameters.get(name) for name in PASSWORDS)]
    for password in filter(None, passwords):
        credentials.keep(password, lasting=True)
    shown = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
    return RedisServer(shown, url if any(passwords) else text)


def _is_plain(text: str) -> bool:
    return text.isprintable() and " " not in text


def _names_a_server(parts: SplitResult) -> bool:
    """Whether these are the parts of a URL of a server, not those of a password with ``/``, ``?`` or ``#`` in it."""
    if parts.fragment:
        return False
    if parts.scheme == "unix":
        return not parts.netloc.rpartition("@")[2] and len(parts.path) > 1
    database = parts.path.removeprefix("/")
    host = (parts.hostname or "").encode("idna")
    return parts.scheme in ("redis", "rediss") and bool(host) and parts.port != 0 and (not database or _whole(database))


def _can_be_used(text: str, parameters: dict[str, str]) -> bool:
    """Whether redis-py accepts the URL; if it is not installed, that is said when the cache is first used."""
    if not all(name in PARAMETERS and PARAMETERS[name](value) for name, value in parameters.items()):
        return False
    try:
        import redis
    except ImportError:
        return True
    try:
        _client(text, CONNECT_SECONDS).connection_pool.make_connection()
    except (TypeError, ValueError, redis.RedisError):
        return False
    return True


def _client(url: str, seconds: float) -> redis.Redis:
    import redis

    return redis.Redis.from_url(url, protocol=2, socket_connect_timeout=CONNECT_SECONDS, socket_timeout=seconds)
