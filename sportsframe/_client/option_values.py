"""The options: how each value is checked and read, its default, its meaning and its environment variable."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from numbers import Integral
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import platformdirs

from ..catalog.resources import BASE_PATH, TOKEN_VARIABLE
from ..errors import ConfigError, choose, path_of, quoted
from . import credentials
from .address import base_address
from .clock import LONGEST, clock_of, is_number, real_time
from .credentials import Token
from .redis_server import VARIABLE as REDIS_VARIABLE
from .redis_server import RedisServer, server_at

ADDRESS_VARIABLE = "SPORTSFRAME_BASE_URL"
SOURCE_VARIABLE = "SPORTSFRAME_SOURCE"
PARENT_VARIABLE = "SPORTSFRAME_PARENT_SOURCE"

MOST_WORKERS = 64
MOST_SECONDS = 300
"""The longest timeout."""

SOURCES = ("service", "simulated")


@dataclass(frozen=True)
class Option:
    """An option.

    Attributes
    ----------
    name : str
        Its name as an argument.
    check : callable
        Takes the name under which a value was given and the value; returns the value to use or raises `ConfigError`.
    default : object
        The value if nothing is set.
    meaning : str
        One line of description.
    variable : str
        The environment variable.
    read : callable
        From the text of a variable or a command-line flag to a value for `check`.
    """

    name: str
    check: Callable[[str, Any], Any]
    default: Any
    meaning: str
    variable: str
    read: Callable[[str], Any] = str


def _token(where: str, value: Any) -> Token:
    if isinstance(value, Token):
        return value
    if not isinstance(value, str) or not value.strip():
        raise ConfigError(f"{where} must be a non-empty string")
    return credentials.keep(value)


def _directory(where: str, value: Any) -> Path:
    try:
        return path_of(value, where, ConfigError)
    except ConfigError:
        raise ConfigError(f"{where} must be the path of a directory") from None


def _flag(where: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ConfigError(f"{where} must be True or False, not {quoted(value)}")
    return value


def _integer(least: int, most: int) -> Callable[[str, Any], int]:
    def check(where: str, value: Any) -> int:
        if not isinstance(value, Integral) or not is_number(value, least, most):
            raise ConfigError(f"{where} must be an integer from {least} to {most}, not {quoted(value)}")
        return int(value)

    return check


def _seconds(least: float, most: float) -> Callable[[str, Any], float]:
    def check(where: str, value: Any) -> float:
        if not is_number(value, least, most):
            raise ConfigError(f"{where} must be a number of seconds from {least:g} to {most:.0f}, not {quoted(value)}")
        return float(value)

    return check


def _redis(where: str, value: Any) -> RedisServer:
    if isinstance(value, RedisServer):
        return value
    if isinstance(value, str):
        value = credentials.keep_option("redis", value)
    server = server_at(value) if isinstance(value, Token) else None
    if server is None:
        raise ConfigError(
            f"{where} must be a URL such as redis://:password@host:6379/0, with / ? # % [ ] in the password "
            "percent-encoded; its parameters may be db, socket_timeout, ssl_ca_certs and the like"
        )
    return server


def _timeouts(where: str, value: Any) -> tuple[float, float]:
    parts = value if isinstance(value, (tuple, list)) else ()
    if len(parts) != 2 or not all(part and is_number(part, 0, MOST_SECONDS) for part in parts):
        raise ConfigError(
            f"{where} must be two numbers of seconds up to {MOST_SECONDS}, to connect and to read, such as 5,30, "
            f"not {quoted(value)}"
        )
    return float(parts[0]), float(parts[1])


def _source(where: str, value: Any) -> str:
    return choose(value, SOURCES, where, ConfigError)


FLAGS = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("0", "false", "no", "off"), False),
}


def _read_flag(text: str) -> bool | str:
    return FLAGS.get(text.lower(), text)


def _read_integer(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() else text


def _read_number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def _read_pair(text: str) -> tuple[float | str, ...] | str:
    parts = tuple(map(_read_number, text.split(",")))
    return parts if all(isinstance(part, float) for part in parts) else text


OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        Option("base_url", base_address, None, f"URL of the service, ending in {BASE_PATH}", ADDRESS_VARIABLE),
        Option("token", _token, None, "token of the service; never displayed", TOKEN_VARIABLE),
        Option(
            "source",
            _source,
            None,
            "service: never use simulated data; simulated: always use the built-in service",
            SOURCE_VARIABLE,
        ),
        Option("cache_dir", _directory, None, "directory of the cache", "SPORTSFRAME_CACHE_DIR"),
        Option(
            "now",
            clock_of,
            real_time,
            "the clock: a fixed datetime; in Python also a function that returns one",
            "SPORTSFRAME_NOW",
        ),
        Option("offline", _flag, False, "read only from the cache", "SPORTSFRAME_OFFLINE", _read_flag),
        Option(
            "workers",
            _integer(1, MOST_WORKERS),
            8,
            "requests in flight at a time",
            "SPORTSFRAME_WORKERS",
            _read_integer,
        ),
        Option(
            "cache_size",
            _integer(0, 2**50),
            2**30,
            "size limit of the cache in bytes; 0 disables the cache",
            "SPORTSFRAME_CACHE_SIZE",
            _read_integer,
        ),
        Option("redis", _redis, None, "URL of a Redis server to use as the cache", REDIS_VARIABLE),
        Option(
            "timeouts", _timeouts, (5.0, 30.0), "seconds to connect and to read", "SPORTSFRAME_TIMEOUTS", _read_pair
        ),
        Option(
            "deadline",
            _seconds(0.1, 3600),
            120.0,
            "seconds for one query in all, retries included",
            "SPORTSFRAME_DEADLINE",
            _read_number,
        ),
        Option(
            "max_age",
            _seconds(0, LONGEST),
            None,
            "seconds after which a cached response is requested again, whatever its lifetime",
            "SPORTSFRAME_MAX_AGE",
            _read_number,
        ),
        Option(
            "max_stale",
            _seconds(0, LONGEST),
            7 * 24 * 3600.0,
            "seconds past its lifetime for which a cached response is used while the service is down",
            "SPORTSFRAME_MAX_STALE",
            _read_number,
        ),
    )
}


def checked(given: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The given values, each checked; None, which means the default, stays None.

    Values that select the service are ignored if they are None: real data is never replaced by simulated data because a
    value is missing.

    Raises
    ------
    ConfigError
        For an unknown name or an invalid value.
    """
    found: dict[str, Any] = {}
    for name, value in given.items():
        option = OPTIONS[choose(name, OPTIONS, where, ConfigError)]
        if value is None and name in ("base_url", "token", "source"):
            continue
        found[name] = None if value is None else option.check(f"{where} {name}", value)
    return found


def default_directory() -> Path:
    """The user's cache directory for this package."""
    try:
        return platformdirs.user_cache_path("sportsframe")
    except RuntimeError:  # neither HOME nor a user with a home directory
        raise ConfigError("there is no home directory for the cache; set SPORTSFRAME_CACHE_DIR, or HOME.") from None


def default_of(name: str) -> Any:
    """The default of an option."""
    return default_directory() if name == "cache_dir" else OPTIONS[name].default


def with_removals(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """The values `above`, and None for those `below` that they remove.

    ``source="simulated"`` removes the service, and a base URL that; one on another host removes the token, which is
    for its own.
    """
    removed: dict[str, Any] = {}
    if above.get("source") == "simulated":
        removed = {"base_url": None, "token": None}
    elif above.get("base_url"):
        if below.get("source") == "simulated":
            removed["source"] = None
        if below.get("base_url") and _host(above["base_url"]) != _host(below["base_url"]):
            removed["token"] = None
    return {**removed, **above}


def _host(base_url: str) -> tuple[str, str]:
    """Scheme, host and port."""
    parts = urlsplit(base_url)
    return parts.scheme, parts.netloc
