"""Clocks: the real time, a fixed datetime, and a simulated clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from numbers import Real
from typing import Any, TypeGuard

from ..errors import ConfigError, quoted

FASTEST = 86_400.0
"""The highest rate of a clock: a day per second."""

LONGEST = 100 * 366 * 24 * 3600.0
"""The longest time that can be given in seconds."""


def real_time() -> datetime:
    """The time of this machine, in UTC."""
    return datetime.now(UTC)


def aware(moment: datetime) -> datetime:
    """`moment` in UTC; without a zone it is read as UTC."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def is_number(value: Any, least: float, most: float) -> TypeGuard[float]:
    """Whether `value` is a number within these bounds; nan, text and truth values are not."""
    number = isinstance(value, Real) and not isinstance(value, bool)
    return number and bool(least <= value <= most)


def clock_of(where: str, value: Any) -> Callable[[], datetime]:
    """A clock: `value` itself if it is callable, otherwise a clock with this fixed time."""
    if callable(value):
        return value  # type: ignore[no-any-return]
    try:
        moment = value if isinstance(value, datetime) else datetime.fromisoformat(str(value).strip())
    except ValueError:
        raise ConfigError(
            f"{where} must be a datetime such as 2024-06-01T20:00:00+00:00, not {quoted(value)}"
        ) from None
    return Still(aware(moment))


@dataclass(frozen=True)
class Still:
    """A clock with a fixed time."""

    moment: datetime

    def __call__(self) -> datetime:
        return self.moment

    def __repr__(self) -> str:
        return self.moment.isoformat()


class Clock:
    """A simulated clock that advances on demand or at a fixed rate.

    Parameters
    ----------
    start : datetime or str
        The time at the start; without a zone it is read as UTC.
    rate : float
        Simulated seconds per second; at 0 only `sleep` advances it.

    Examples
    --------
    >>> clock = Clock("2024-06-01T20:00")
    >>> clock.sleep(90)
    >>> clock()
    datetime.datetime(2024, 6, 1, 20, 1, 30, tzinfo=datetime.timezone.utc)
    """

    def __init__(self, start: datetime | str, rate: float = 0.0) -> None:
        if not is_number(rate, 0, FASTEST):
            raise ConfigError(f"rate must be a number of seconds per second up to {FASTEST:.0f}, not {quoted(rate)}")
        self._start = clock_of("start", start)()
        self._rate = float(rate)
        self._began = time.monotonic()
        self._slept = 0.0
        self._lock = threading.Lock()

    @property
    def rate(self) -> float:
        """Simulated seconds per second."""
        return self._rate

    def __call__(self) -> datetime:
        return self._start + timedelta(seconds=self._slept + (time.monotonic() - self._began) * self._rate)

    def sleep(self, seconds: float) -> None:
        """Advance this clock by `seconds`: immediately if its rate is 0, otherwise by waiting."""
        if not is_number(seconds, 0, LONGEST):
            raise ConfigError(f"sleep needs a number of seconds from 0 to {LONGEST:.0f}, not {quoted(seconds)}")
        if self._rate:
            time.sleep(seconds / self._rate)
        else:
            with self._lock:
                self._slept += seconds

    def wait(self, seconds: float, stop: threading.Event) -> bool:
        """As `sleep`, but until `stop` is set at most; return whether it is set."""
        if self._rate:
            return stop.wait(seconds / self._rate)
        self.sleep(seconds)
        return stop.is_set()

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy in another process starts at the current time of this clock.
        return Clock, (self(), self._rate)

    def __repr__(self) -> str:
        return f"Clock({self().isoformat()}, rate={self._rate:g})"
