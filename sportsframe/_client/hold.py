"""Retry-After: until when a service asked for no more requests, shared by all users of a cache."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import Self

from .._util.files import replacing

TOO_MANY_REQUESTS = 429
"""The status that concerns the requests of one token; all others concern the service."""

LONGEST_HOLD = timedelta(days=1)
"""The longest Retry-After of a 429 that is honored: quotas are by day."""

LONGEST_OUTAGE = timedelta(minutes=5)
"""The longest Retry-After of any other status, so that a service that is back sooner than it said is found again."""

LARGEST_HOLD = 200
"""Bytes that a file of a hold may have; a larger one is ignored."""

READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""How a file is opened that should be a regular one: a pipe then reads as empty, and nobody waits for a writer."""

STEM = "not-before-"


@dataclass(frozen=True)
class Hold:
    """A service that returned `status` at `since` gets no requests before `until`.

    429 applies only to the token that sent too many requests; 503 and similar statuses apply to everyone.
    """

    status: int
    since: datetime
    until: datetime

    @classmethod
    def of(cls, status: int, now: datetime, seconds: float) -> Self:
        """A hold of this many seconds from now, capped by the maximum for its status."""
        return cls(status, now, now + timedelta(seconds=honored(status, seconds)))

    def left(self, now: datetime) -> float:
        """Seconds left; 0 as well if it was set in the future, by another clock."""
        return (self.until - now).total_seconds() if self.since <= now < self.until else 0.0

    def packed(self) -> bytes:
        """The hold as bytes."""
        return json.dumps([self.status, self.since.timestamp(), self.until.timestamp()]).encode()

    @classmethod
    def unpacked(cls, packed: bytes) -> Self | None:
        """The hold from the bytes of `packed`, at most as long as one can be; None for any others."""
        if len(packed) > LARGEST_HOLD:
            return None
        try:
            status, since, until = json.loads(packed)
            begin, end = datetime.fromtimestamp(since, UTC), datetime.fromtimestamp(until, UTC)
            return cls(int(status), begin, min(end, begin + _longest(int(status))))
        except (ValueError, TypeError, OverflowError, OSError):
            return None


def longest(holds: Iterable[Hold | None], now: datetime) -> Hold | None:
    """The hold of these that ends last, if any is in force."""
    return max((hold for hold in holds if hold and hold.left(now)), key=lambda hold: hold.until, default=None)


def honored(status: int, seconds: float) -> float:
    """The seconds of a Retry-After for which no request is sent: at most the maximum for its status."""
    return min(seconds, _longest(status).total_seconds())


def _longest(status: int) -> timedelta:
    return LONGEST_HOLD if status == TOO_MANY_REQUESTS else LONGEST_OUTAGE


def names_of(address: str, token: str) -> tuple[str, str]:
    """The file names of the holds of a service: for all of its tokens, and for the one with this digest."""
    return _name(address), _name("\0".join((address, token)))


def _name(text: str) -> str:
    return STEM + blake2b(text.encode(), person=b"sportsframe", digest_size=8).hexdigest()


def write(folder: Path, name: str, hold: Hold) -> bool:
    """Write a hold to the directory, atomically; return whether that was possible."""
    try:
        with replacing(folder / name, 0o600) as file:
            file.write(hold.packed())
    except OSError:
        return False
    return True


def remove(folder: Path, name: str) -> None:
    """Remove a hold from the directory, if there is one."""
    with contextlib.suppress(OSError):
        (folder / name).unlink(missing_ok=True)


def read(folder: Path, name: str) -> Hold | None:
    """The hold in the directory, if there is one."""
    try:
        with open(os.open(folder / name, READING), "rb") as file:
            return Hold.unpacked(file.read(LARGEST_HOLD + 1))
    except OSError:
        return None
