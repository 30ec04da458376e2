"""How long a service asked to be left alone: kept beside the cache, for whoever uses it."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import Self

LONGEST_HOLD = timedelta(days=1)
"""A service that asks for more is asked again after a day."""

STEM = "not-before-"


@dataclass(frozen=True)
class Hold:
    """A service that said `status` at `since` is not to be asked before `until`."""

    status: int
    since: datetime
    until: datetime

    @classmethod
    def of(cls, status: int, now: datetime, seconds: float) -> Self:
        """From now on for so many seconds, within a day."""
        return cls(status, now, now + min(timedelta(seconds=min(seconds, 1e8)), LONGEST_HOLD))

    def left(self, now: datetime) -> float:
        """Seconds it still holds; 0 also where it was noted under another clock, and says nothing about now."""
        return (self.until - now).total_seconds() if self.since <= now < self.until else 0.0

    def packed(self) -> bytes:
        """The note as bytes."""
        return json.dumps([self.status, self.since.timestamp(), self.until.timestamp()]).encode()

    @classmethod
    def unpacked(cls, note: bytes) -> Self | None:
        """The note that `packed` made; None for anything else."""
        try:
            status, since, until = json.loads(note)
            return cls(int(status), datetime.fromtimestamp(since, UTC), datetime.fromtimestamp(until, UTC))
        except (ValueError, TypeError, OverflowError, OSError):
            return None


def name_of(address: str) -> str:
    """The name of the note of a service, whatever token asks it."""
    return STEM + blake2b(address.encode(), person=b"sportsframe", digest_size=8).hexdigest()


def write(folder: Path, address: str, hold: Hold) -> None:
    """Leave a note in `folder`, whole or not at all; where nothing can be written there is none."""
    aside = folder / f"{name_of(address)}.{os.getpid()}"
    with contextlib.suppress(OSError):
        descriptor = os.open(aside, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(hold.packed())
        os.replace(aside, folder / name_of(address))


def read(folder: Path, address: str) -> Hold | None:
    """The note in `folder`, if there is one."""
    try:
        return Hold.unpacked((folder / name_of(address)).read_bytes())
    except OSError:
        return None
