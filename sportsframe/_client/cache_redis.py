"""The cache in Redis, for a team; imported only if one is set, because its library is optional."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import redis
from requests_cache.backends.redis import RedisDict

from .cache_entry import decode_entry, encode_entry
from .library import CachedResponse

KEEP_STALE = 7 * 24 * 3600
"""Seconds for which Redis keeps a response past its lifetime, in case the service is down."""


class RedisRows(RedisDict):
    """Rows in Redis, kept for a while after they expire."""

    def __init__(self, namespace: str, url: str, timeout: float) -> None:
        how = {"protocol": 2, "socket_connect_timeout": 1.0, "socket_timeout": timeout}
        connection = redis.Redis.from_url(url, **how)
        super().__init__(namespace, connection=connection, ttl_offset=KEEP_STALE)

    read_only = False

    def moved(self) -> bool:
        """Never: a server has no file that somebody may remove."""
        return False

    def serialize(self, value: Any) -> bytes:
        return encode_entry(value.cache_key, value)

    def deserialize(self, key: str, value: bytes) -> CachedResponse:
        return decode_entry(key, value)

    def set(self, key: str, value: CachedResponse) -> None:
        """Write an entry."""
        self[key] = value

    def drop(self, key: str) -> None:
        """Remove an entry."""
        self.pop(key, None)

    def claim(self, key: str, seconds: float) -> bool:
        """Claim a request for so many seconds; False if another user of the server has claimed it."""
        return bool(self.connection.set(self._claim_of(key), b"", nx=True, px=int(seconds * 1000)))

    def release(self, key: str) -> None:
        """Give up a claim."""
        self.connection.delete(self._claim_of(key))

    def _claim_of(self, key: str) -> str:
        return f"sportsframe-asked-{self.namespace}-{key}"

    def write_note(self, name: str, note: bytes, keep: timedelta) -> None:
        """Store a note for all users of the server."""
        self.connection.set(f"sportsframe-{name}", note, ex=keep)

    def read_note(self, name: str) -> bytes | None:
        """The note with this name."""
        found: Any = self.connection.get(f"sportsframe-{name}")
        return found if isinstance(found, bytes) else None

    def expiries(self, keys: list[str]) -> dict[str, int]:
        """Nothing: checking an entry costs as much as fetching it, which the pool does in parallel."""
        return {}

    def summary(self, now: datetime) -> tuple[int, int, int]:
        """Entries, fresh ones among them, and bytes."""
        entries = fresh = size = 0
        for key in list(self.keys()):  # type: ignore[no-untyped-call]
            value = self.get(key)
            if value is not None:
                entries, size = entries + 1, size + value.size
                fresh += bool(value.expires and value.expires > now)
        return entries, fresh, size

    def check(self) -> str:
        """``ok`` if the server responds."""
        self.connection.ping()
        return "ok"
