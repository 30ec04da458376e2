"""Every knob: what it is, where it may be set, and what holds now.

An argument of a call wins over a block (`options`), a block over the environment, the environment over the default.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import warnings
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from contextvars import Token as Undo
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import pandas as pd

from ..catalog.resources import BASE_PATH
from ..errors import ConfigError, SportsframeWarning, choose
from . import credentials
from .address import base_address
from .address import is_loopback as is_loopback
from .credentials import Token
from .hosts import BUILT_IN_HOST

BUILT_IN = f"http://{BUILT_IN_HOST}{BASE_PATH}"
"""Address of the service that runs inside the process."""

BUILT_IN_TOKEN = credentials.keep("built-in", public=True)

TOKEN_VARIABLE = "RSC_TOKEN"
ADDRESS_VARIABLE = "SPORTSFRAME_BASE_URL"
MOST_WORKERS = 64


@dataclass(frozen=True)
class Option:
    """A knob: how its value is checked, and the environment variable that may set it."""

    name: str
    check: Callable[[str, Any], Any]
    default: Any
    meaning: str
    variable: str | None = None


def _token(where: str, value: Any) -> Token:
    if isinstance(value, Token):
        return value
    if not isinstance(value, str) or not value.strip():
        raise ConfigError(f"{where} must be a text that is not empty")
    return credentials.keep(value)


def _folder(where: str, value: Any) -> Path:
    try:
        return Path(value).expanduser()
    except (TypeError, RuntimeError):
        raise ConfigError(f"{where} must be the path of a folder") from None


def _moment(where: str, value: Any) -> Callable[[], datetime]:
    """A clock: `value` itself if it can be called, else one that stands still there."""
    if callable(value):
        return value  # type: ignore[no-any-return]
    try:
        moment = value if isinstance(value, datetime) else datetime.fromisoformat(str(value).strip())
    except ValueError:
        raise ConfigError(f"{where} must be a moment such as 2024-06-01T20:00:00+00:00, not {value!r}") from None
    return Still(_aware(moment))


def _flag(where: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ConfigError(f"{where} must be True or False, not {value!r}")
    return value


def _whole(least: int, most: int) -> Callable[[str, Any], int]:
    def check(where: str, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ConfigError(f"{where} must be a whole number from {least} to {most}, not {value!r}")
        return value

    return check


def _redis(where: str, value: Any) -> str:
    text = str(value).strip()
    if not text.startswith(("redis://", "rediss://", "unix://")):
        raise ConfigError(f"{where} must be an address such as redis://host:6379/0")
    try:
        password = urlsplit(text).password
    except ValueError:
        raise ConfigError(f"{where} must be an address such as redis://host:6379/0") from None
    if password:
        credentials.keep(password, lasting=True)
    return text


def _timeouts(where: str, value: Any) -> tuple[float, float]:
    try:
        connect, read = (float(part) for part in value)
    except (TypeError, ValueError):
        connect = read = 0.0
    if not (0 < connect <= 300 and 0 < read <= 300):
        raise ConfigError(f"{where} must be two numbers of seconds up to 300, to connect and to read, not {value!r}")
    return connect, read


@dataclass(frozen=True)
class Still:
    """A clock that stands."""

    moment: datetime

    def __call__(self) -> datetime:
        return self.moment

    def __repr__(self) -> str:
        return self.moment.isoformat()


class Clock:
    """A clock for experiments: it goes on when it is told to, or at its own pace.

    Parameters
    ----------
    start : datetime or str
        What it shows at first; without a zone it is read as GMT.
    rate : float
        Seconds it goes on in a second; 0 stands still until somebody sleeps.

    Examples
    --------
    >>> clock = Clock("2024-06-01T20:00")
    >>> clock.sleep(90)
    >>> clock()
    datetime.datetime(2024, 6, 1, 20, 1, 30, tzinfo=datetime.timezone.utc)
    """

    def __init__(self, start: datetime | str, rate: float = 0.0) -> None:
        self._start = _moment("start", start)()
        self._rate = rate
        self._began = time.monotonic()
        self._slept = 0.0
        self._lock = threading.Lock()

    @property
    def rate(self) -> float:
        """Seconds it goes on in a second."""
        return self._rate

    def __call__(self) -> datetime:
        return self._start + timedelta(seconds=self._slept + (time.monotonic() - self._began) * self._rate)

    def sleep(self, seconds: float) -> None:
        """Let `seconds` pass on this clock: at once when it stands, else as long as they take at its pace."""
        if self._rate:
            time.sleep(seconds / self._rate)
        else:
            with self._lock:
                self._slept += seconds

    def wait(self, seconds: float, stop: threading.Event) -> bool:
        """As `sleep`, but no longer than until `stop` is set; whether it is."""
        if self._rate:
            return stop.wait(seconds / self._rate)
        self.sleep(seconds)
        return stop.is_set()

    def __repr__(self) -> str:
        return f"Clock({self().isoformat()}, rate={self._rate:g})"


def _real_time() -> datetime:
    return datetime.now(UTC)


def _aware(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        Option("base_url", base_address, None, f"address of the service, ending in {BASE_PATH}", ADDRESS_VARIABLE),
        Option("token", _token, None, "token of the service; never shown", TOKEN_VARIABLE),
        Option("cache_dir", _folder, None, "folder of the cache", "SPORTSFRAME_CACHE_DIR"),
        Option("now", _moment, _real_time, "the clock: a fixed moment, or a function that returns one",
               "SPORTSFRAME_NOW"),
        Option("offline", _flag, False, "answer from the cache only"),
        Option("workers", _whole(1, MOST_WORKERS), 8, "requests under way at a time"),
        Option("cache_size", _whole(0, 2**50), 2**30, "bytes the cache may take; 0 keeps nothing"),
        Option("redis", _redis, None, "a Redis server as the cache, for a team", "SPORTSFRAME_REDIS"),
        Option("timeouts", _timeouts, (5.0, 30.0), "seconds to connect and to read"),
    )
}  # fmt: skip
"""The settings, each said once."""


@dataclass(frozen=True)
class Source:
    """Where answers come from: an address, the token for it, and whether it is the built-in service."""

    address: str
    token: Token
    simulated: bool


@dataclass(frozen=True)
class Settings:
    """What holds at one moment; `origins` says where each value came from."""

    base_url: str | None
    token: Token | None
    cache_dir: Path
    now: Callable[[], datetime]
    offline: bool
    workers: int
    cache_size: int
    redis: str | None
    timeouts: tuple[float, float]
    origins: Mapping[str, str]

    def moment(self) -> datetime:
        """The time of the clock, in GMT."""
        return _aware(self.now())

    def sleep(self, seconds: float) -> None:
        """Wait on the clock; on one that cannot, in real time."""
        getattr(self.now, "sleep", time.sleep)(seconds)

    def wait(self, seconds: float, stop: threading.Event) -> bool:
        """As `sleep`, but no longer than until `stop` is set, on clocks that can; whether it is."""
        if hasattr(self.now, "wait"):
            return bool(self.now.wait(seconds, stop))
        if hasattr(self.now, "sleep"):
            self.now.sleep(seconds)
            return stop.is_set()
        return stop.wait(seconds)

    def elapsed(self) -> float:
        """Seconds of a clock that never goes back, of the same pace as `sleep`."""
        return self.moment().timestamp() if hasattr(self.now, "sleep") else time.monotonic()

    def source_is_built_in(self) -> bool:
        """Whether the address is that of the service in this process."""
        return self.base_url is None or urlsplit(self.base_url).hostname == BUILT_IN_HOST

    def source(self) -> Source:
        """The service that is asked.

        Raises
        ------
        ConfigError
            If there is a token without an address, or an address without a token: simulated data never stand in
            for real data.
        """
        if self.base_url is None and self.token is None:
            return Source(BUILT_IN, BUILT_IN_TOKEN, simulated=True)
        if self.base_url is None:
            raise ConfigError(
                f"there is a token ({self.origins['token']}) but no address: set {ADDRESS_VARIABLE} to one that ends "
                f"in {BASE_PATH}, or take the token away to use the built-in service"
            )
        simulated = self.source_is_built_in()
        if self.token is None and simulated:
            return Source(self.base_url, BUILT_IN_TOKEN, simulated=True)
        if self.token is None:
            raise ConfigError(
                f"there is an address ({self.origins['base_url']}) but no token: set {TOKEN_VARIABLE}, "
                f"or take the address away to use the built-in service"
            )
        return Source(self.base_url, self.token, simulated)


Values = tuple[tuple[str, Any], ...]

_block: ContextVar[Values] = ContextVar("sportsframe_options", default=())
_pinned: Values = ()
_pinned_by = ""


class options:
    """Settings for a block.

    Parameters
    ----------
    **given
        ``base_url``, ``token``, ``cache_dir``, ``now``, ``offline``, ``workers``, ``cache_size``, ``redis``,
        ``timeouts``; `show_settings` lists them. None takes a setting back to its default.

    Raises
    ------
    ConfigError
        For an unknown name or a value that cannot be.

    Examples
    --------
    >>> with options(offline=True):
    ...     current().offline
    True
    """

    def __init__(self, **given: Any) -> None:
        checked: dict[str, Any] = {}
        for name, value in given.items():
            option = OPTIONS[choose(name, OPTIONS, "option", ConfigError)]
            checked[name] = None if value is None else option.check(f"option {name}", value)
        self._given = checked
        self._undo: list[Undo[Values]] = []

    def __enter__(self) -> options:
        self._undo.append(_block.set(tuple({**dict(_block.get()), **self._given}.items())))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        _block.reset(self._undo.pop())

    def __repr__(self) -> str:
        return f"options({', '.join(self._given)})"


def pin(by: str, **given: Any) -> None:
    """Set values for the process, above all else, while frozen answers are in use; nothing given takes them back."""
    global _pinned, _pinned_by
    _pinned, _pinned_by = tuple(given.items()), by


def current() -> Settings:
    """What holds now."""
    environment = []
    for option in OPTIONS.values():
        text = os.environ.get(option.variable, "").strip() if option.variable else ""
        environment.append(credentials.keep(text) if text and option.check is _token else text)
    return _resolve(_block.get(), _pinned, _pinned_by, tuple(environment))


@lru_cache(maxsize=32)
def _resolve(block: Values, pinned: Values, by: str, environment: tuple[str | Token, ...]) -> Settings:
    set_in_block, set_by_pin = dict(block), dict(pinned)
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for option, text in zip(OPTIONS.values(), environment, strict=True):
        name = option.name
        values[name], origins[name] = option.default, "default"
        if name in set_by_pin:
            values[name], origins[name] = set_by_pin[name], by
        elif name in set_in_block:
            if set_in_block[name] is not None:
                values[name], origins[name] = set_in_block[name], "options"
        elif text:
            values[name], origins[name] = option.check(str(option.variable), text), f"environment {option.variable}"
    values["cache_dir"] = values["cache_dir"] or default_folder()
    return Settings(**values, origins=origins)


def default_folder() -> Path:
    """The user's cache folder for this package."""
    import platformdirs

    return platformdirs.user_cache_path("sportsframe")


def now() -> datetime:
    """The time, in GMT: of the clock that was set, else of this machine.

    Returns
    -------
    datetime
        Aware, in GMT. Nothing else in the package asks for the time.
    """
    return current().moment()


class Report(pd.DataFrame):
    """A small frame of text that prints whole, one line a row."""

    def __repr__(self) -> str:
        lines = [list(map(str, self.columns)), *([str(cell) for cell in row] for row in self.itertuples(index=False))]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)

    def _repr_html_(self) -> str:
        with pd.option_context("display.max_colwidth", None):
            return self.to_html(index=False, border=0)


def show_settings() -> Report:
    """The settings that hold now, and where each came from.

    Returns
    -------
    Report
        Columns ``setting``, ``value``, ``origin``, ``meaning``, all text. A token is shown as set or not set.
    """
    setting = current()
    rows = []
    for name, option in OPTIONS.items():
        value = getattr(setting, name)
        shown = "not set" if value is None else "the real time" if value is _real_time else str(value)
        if isinstance(value, Token):
            shown = "set (hidden)"
        rows.append((name, credentials.redact(shown), setting.origins[name], option.meaning))
    return Report(rows, columns=["setting", "value", "origin", "meaning"])


_said: set[str] = set()
_said_lock = threading.Lock()
_here = os.path.dirname(os.path.dirname(__file__)) + os.sep


def warn_once(topic: str, message: str) -> None:
    """Warn of `topic`, unless that was done since the last `forget` of it."""
    with _said_lock:
        if topic in _said:
            return
        _said.add(topic)
    depth, frame = 1, sys._getframe()
    while frame is not None and frame.f_code.co_filename.startswith(_here):
        depth, frame = depth + 1, frame.f_back  # type: ignore[assignment]
    warnings.warn(credentials.redact(message), SportsframeWarning, stacklevel=depth)


def forget(topic: str = "") -> None:
    """Let `topic`, or with none every topic, be warned of again."""
    with _said_lock:
        for said in [said for said in _said if said.startswith(topic)]:
            _said.discard(said)
