"""The cache in Redis, for a team; used only if a server is set, because its library is optional."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from .cache_entry import LARGEST_ENTRY, Entry, decode_entry, encode_entry
from .claimant import has_ended, this_process
from .hold import LARGEST_HOLD
from .library import CachedResponse
from .redis_server import RedisServer

KEEP_STALE = 7 * 24 * 3600
"""Seconds for which Redis keeps a response past its lifetime, in case the service is down."""

REMOVED_AT_A_TIME = 1000

LONGEST_CLAIMANT = 400
"""Bytes read of the name of the process that has claimed a request."""


class RedisRows:
    """The rows of one source in Redis, kept for a while after they expire.

    Parameters
    ----------
    server : RedisServer
        The server.
    namespace : str
        What the keys of the source begin with. An entry is valid only under its own key.
    timeout : float
        Seconds to wait for each response of the server.
    """

    read_only = False

    def __init__(self, server: RedisServer, namespace: str, timeout: float) -> None:
        self.namespace = namespace
        self.connection: Any = server.connect(timeout)

    def moved(self) -> bool:
        """Never: a server has no file that somebody may remove."""
        return False

    def _name(self, key: str) -> str:
        return f"{self.namespace}:{key}"

    def get(self, key: str) -> Entry | None:
        """The entry of `key`; None if its bytes are damaged or those of another key."""
        return self._entry(self._name(key))

    def _entry(self, name: str) -> Entry | None:
        try:
            return decode_entry(name, self.connection.getrange(name, 0, LARGEST_ENTRY))
        except KeyError:
            return None

    def set(self, key: str, value: CachedResponse) -> None:
        """Write an entry."""
        name = self._name(key)
        seconds = None if value.expires_delta is None else max(value.expires_delta, 0) + KEEP_STALE
        self.connection.set(name, encode_entry(name, value), ex=seconds)

    def drop(self, key: str) -> None:
        """Remove an entry."""
        self.connection.delete(self._name(key))

    def claim(self, key: str, seconds: float) -> bool:
        """Claim a request for so many seconds; False if another user of the server has, and may still be running."""
        name, process = self._claim_of(key), this_process().encode()
        if self.connection.set(name, process, nx=True, px=int(seconds * 1000)):
            return True
        held: bytes = self.connection.getrange(name, 0, LONGEST_CLAIMANT)
        ended = has_ended(held.decode("utf-8", "replace"))
        return ended and bool(self.connection.set(name, process, px=int(seconds * 1000)))

    def release(self, key: str) -> None:
        """Give up a claim."""
        self.connection.delete(self._claim_of(key))

    def _claim_of(self, key: str) -> str:
        return f"sportsframe-asked-{self.namespace}-{key}"

    def write_note(self, name: str, note: bytes, keep: timedelta) -> bool:
        """Store a note for all users of the server."""
        return bool(self.connection.set(f"sportsframe-{name}", note, ex=keep))

    def drop_note(self, name: str) -> None:
        """Remove a note."""
        self.connection.delete(f"sportsframe-{name}")

    def read_note(self, name: str) -> bytes | None:
        """The note with this name."""
        found: Any = self.connection.getrange(f"sportsframe-{name}", 0, LARGEST_HOLD)
        return found if isinstance(found, bytes) else None

    def expiries(self, keys: list[str]) -> dict[str, int]:
        """Nothing: checking an entry costs as much as fetching it, which the pool does in parallel."""
        return {}

    def _names(self) -> Iterator[bytes]:
        """The keys of the source on the server."""
        yield from self.connection.scan_iter(self._name("*"))

    def summary(self, now: datetime) -> tuple[int, int, int]:
        """Entries, fresh ones among them, and bytes."""
        entries = fresh = size = 0
        for name in list(self._names()):
            entry = self._entry(name.decode("utf-8", "replace"))
            if entry is not None:
                entries, size = entries + 1, size + len(entry.body)
                fresh += entry.expires > now
        return entries, fresh, size

    def clear(self) -> bool:
        """Drop every row of the source."""
        names = list(self._names())
        for i in range(0, len(names), REMOVED_AT_A_TIME):
            self.connection.delete(*names[i : i + REMOVED_AT_A_TIME])
        return True

    def check(self) -> str:
        """``ok`` if the server responds."""
        self.connection.ping()
        return "ok"
