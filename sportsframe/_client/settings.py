"""`Settings`: which service is used, with which token, cache and clock.

A `Settings` object is immutable. It is determined once, when a call, range, watch or client is made
(`sportsframe._client.options.current`), and passed on from there; the layers below never look at options again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from .._process import BUILT_IN_HOST
from .._util.report import Report
from ..catalog.resources import BASE_PATH, TOKEN_VARIABLE
from ..errors import ConfigError, quoted
from . import credentials
from .answer import History, Result, history_of
from .clock import Clock, Still, aware, real_time
from .credentials import Token
from .option_values import ADDRESS_VARIABLE, OPTIONS, checked, default_of, with_removals
from .query import Query
from .redis_server import RedisServer

BUILT_IN = f"http://{BUILT_IN_HOST}{BASE_PATH}"
"""Base URL of the service that runs inside the process."""

BUILT_IN_TOKEN = credentials.keep("built-in", public=True)

PINNED = ("base_url", "token", "source", "now", "redis", "offline")
"""Options that frozen responses determine: where they came from and when."""


class Source(NamedTuple):
    """A service: its base URL, its token, and whether it is the built-in one."""

    address: str
    token: Token
    simulated: bool


class Replay(Protocol):
    """Responses from elsewhere, such as frozen ones, used in place of cache and service."""

    @property
    def source(self) -> Source: ...

    @property
    def waits(self) -> bool:
        """Whether responses may have to be waited for, so that several are asked for at a time."""
        ...

    def answer(self, query: Query) -> Result: ...


@dataclass(frozen=True)
class Settings:
    """The effective value of every option; `origins` says where each was set."""

    base_url: str | None
    token: Token | None
    source: str | None
    cache_dir: Path
    now: Callable[[], datetime]
    offline: bool
    workers: int
    cache_size: int
    redis: RedisServer | None
    timeouts: tuple[float, float]
    deadline: float
    max_age: float | None
    max_stale: float
    origins: Mapping[str, str]
    replay: Replay | None = None
    waits_out: bool = True
    """Whether a call waits until a Retry-After of the service is over; otherwise it gets the error at once."""
    has_reader: bool = True
    """Whether somebody reads what calls say on standard error; the operator of a server is not who asks its tools."""
    own_history: History | None = field(default=None, compare=False, repr=False)

    def moment(self) -> datetime:
        """The time of the clock, in UTC."""
        moment = self.now()
        if not isinstance(moment, datetime):
            raise ConfigError(f"now must be a function that returns a datetime; it returned {quoted(moment)}")
        return aware(moment)

    def wall_time(self) -> datetime:
        """The time for Retry-After: that of the clock if it can sleep, else the real time."""
        return self.moment() if hasattr(self.now, "sleep") else real_time()

    def sleep(self, seconds: float) -> None:
        """Wait on the clock, or in real time if the clock has no `sleep`."""
        getattr(self.now, "sleep", time.sleep)(seconds)

    def wait(self, seconds: float, stop: threading.Event) -> bool:
        """As `sleep`, but until `stop` is set at most, if the clock supports it; return whether it is set."""
        if hasattr(self.now, "wait"):
            return bool(self.now.wait(seconds, stop))
        if hasattr(self.now, "sleep"):
            self.now.sleep(seconds)
            return stop.is_set()
        return stop.wait(seconds)

    def elapsed(self) -> float:
        """Seconds on a monotonic clock that `sleep` advances."""
        return self.moment().timestamp() if hasattr(self.now, "sleep") else time.monotonic()

    def source_is_built_in(self) -> bool:
        """Whether the base URL is that of the service in this process."""
        return self.base_url is None or urlsplit(self.base_url).hostname == BUILT_IN_HOST

    def service(self) -> Source:
        """The service to use.

        Raises
        ------
        ConfigError
            If only one of token and base URL is set, `source` contradicts them, or the secret of the token is not
            known in this process: simulated data is never substituted for real data.
        """
        if self.replay is not None:
            return self.replay.source
        if self.source == "simulated":
            for name in ("base_url", "token"):
                if getattr(self, name) is not None and not (name == "base_url" and self.source_is_built_in()):
                    raise ConfigError(
                        f"source is simulated ({self.origins['source']}), but {name} ({self.origins[name]}) names a "
                        "service; unset one of the two"
                    )
            return Source(self.base_url or BUILT_IN, BUILT_IN_TOKEN, simulated=True)
        if self.source == "service" and self.source_is_built_in():
            raise ConfigError(
                f"source is service ({self.origins['source']}), but no service is set: set {TOKEN_VARIABLE} and "
                f"{ADDRESS_VARIABLE}, or pass a sportsframe.Client to this process"
            )
        if self.base_url is None and self.token is None:
            return Source(BUILT_IN, BUILT_IN_TOKEN, simulated=True)
        if self.base_url is None:
            raise ConfigError(
                f"a token is set ({self.origins['token']}) but no base URL; set {ADDRESS_VARIABLE} to a URL ending "
                f"in {BASE_PATH}, or unset the token to use the built-in service"
            )
        simulated = self.source_is_built_in()
        if self.token is None and simulated:
            return Source(self.base_url, BUILT_IN_TOKEN, simulated=True)
        if self.token is None:
            raise ConfigError(
                f"a base URL is set ({self.origins['base_url']}) but no token for it: give its token with it or in "
                f"{TOKEN_VARIABLE}, or unset the base URL to use the built-in service"
            )
        if not credentials.holds(self.token):
            credentials.find(self.token, TOKEN_VARIABLE, "token")
        return Source(self.base_url, self.token, simulated)

    @property
    def history(self) -> History:
        """The responses returned: the client's own journal, or that of this process for this service."""
        if self.own_history is not None:
            return self.own_history
        source = self.service()
        return history_of(source.address, source.token.digest)

    def with_values(self, **given: Any) -> Settings:
        """These settings with other values, checked as those of `options` are."""
        values = checked(given, "argument")
        if self.replay is not None:
            refuse_pinned(values, self.origins["now"])
        origins = {**self.origins, **dict.fromkeys(values, "argument")}
        filled = {name: default_of(name) if value is None else value for name, value in values.items()}
        source = None if from_environment(self.origins["source"]) else self.source
        below = {"base_url": self.base_url, "source": source}
        return replace(self, **with_removals(below, filled), origins=origins)

    def __getstate__(self) -> dict[str, Any]:
        """All but the journal; a clock that cannot be pickled is replaced by the present time."""
        now = self.now if _can_be_pickled(self.now) else Still(self.moment())
        return {**self.__dict__, "now": now, "origins": dict(self.origins), "own_history": None}

    def __hash__(self) -> int:
        return hash((self.base_url, self.token, self.cache_dir, self.redis, self.cache_size))


def from_environment(origin: str) -> bool:
    """Whether a variable chose a value. A source chosen so is not undone by an address that is given later."""
    return origin.startswith("environment ")


def _can_be_pickled(clock: Any) -> bool:
    """Whether another process can have this clock: one of ours, or a function that it can import."""
    if isinstance(clock, (Clock, Still)):
        return True
    name = getattr(clock, "__qualname__", "<")
    return "<" not in name and "." not in name and getattr(clock, "__module__", "__main__") != "__main__"


def refuse_pinned(given: Mapping[str, Any], by: str) -> None:
    """Reject values for options that the frozen responses in use determine."""
    over = [name for name in PINNED if name in given]
    if over:
        raise ConfigError(f"{', '.join(over)} cannot be set while frozen responses are in use ({by}); close them first")


def report(setting: Settings) -> Report:
    """`show_settings` of given settings."""
    rows = []
    for name, option in OPTIONS.items():
        value = getattr(setting, name)
        shown = "not set" if value is None else "the real time" if value is real_time else str(value)
        if isinstance(value, Token):
            shown = "set (hidden)"
        rows.append((name, credentials.redact(shown), setting.origins[name], option.meaning))
    return Report(rows, columns=["setting", "value", "origin", "meaning"])
