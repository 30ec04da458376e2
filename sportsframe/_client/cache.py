"""The cache of responses, on disk or in Redis: `sf.cache`.

It builds on requests-cache, and adds checksums, private files, bounded waits and a size limit; it uses no pickle, and
continues without a cache if there cannot be one. Entries are separate for each base URL and token.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from shutil import disk_usage
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from weakref import WeakSet, WeakValueDictionary

from requests import Response

from .._process import ForkSafeLock, after_fork, fork_gate
from .._util.report import Report
from ..catalog.simulated import SOURCE_HEADER
from ..errors import ConfigError
from . import hold, transport
from .cache_entry import Entry, decode_entry
from .cache_sqlite import TABLE, WAIT_FOR_LOCK, DiskRows, is_damage, lenient_text
from .freshness import NOT_STORED
from .hold import LONGEST_HOLD, STEM, Hold
from .hosts import host_of
from .library import BaseCache, CachedResponse, DictStorage
from .notices import LOG, forget, said_otherwise, warn, warn_once
from .options import current
from .redis_server import RedisServer
from .settings import Settings, Source

if TYPE_CHECKING:
    from .cache_redis import RedisRows

T = TypeVar("T")

FORMAT = 3
"""Part of the file names, so that a cache in another format is ignored."""

PAUSE_AFTER_FAILURE = 30.0
"""Seconds after which a cache that failed is tried again."""

LONGEST_CLAIM = 10.0
"""Seconds for which other processes wait for the one that has claimed a request; then they send it as well."""

SKEW = timedelta(seconds=5)
"""A response from further in the future was fetched under another clock, and is not fresh."""


class CacheHit(NamedTuple):
    """An entry of the cache, and whether it is fresh."""

    body: bytes
    fetched_at: datetime
    fresh: bool
    check: str
    lifetime: float
    source: str = ""
    doubt: str = ""
    elsewhere: float | None = None


LEAST_SPACE = 64 * 2**10
"""Bytes of free space on a disk with less of which hardly any response can be stored."""

SUFFIXES = ("-wal", "-shm", "")
"""Suffixes of the parts of a cache file, the file itself last."""

_lock = ForkSafeLock()
_caches: WeakValueDictionary[tuple[Any, ...], AnswerCache] = WeakValueDictionary()
"""Caches in use, mostly by a connection."""

_files = ForkSafeLock()
"""Held while a cache file is opened, renamed or removed."""

_everyone: WeakSet[AnswerCache] = WeakSet()
"""Every cache that is referenced anywhere; read by `_referenced`."""

_everyone_lock = ForkSafeLock()
"""Held while `_everyone` is read or changed, and for nothing else."""


def _referenced(folder: Path) -> list[AnswerCache]:
    """The caches with a file in a folder."""
    with _everyone_lock:
        return [held for held in _everyone if held.path is not None and held.path.parent == folder]


def _is_full(error: Exception) -> bool:
    """Whether there is no space left for what was to be written."""
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL or (
        isinstance(error, OSError) and error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
    )


class AnswerCache(BaseCache):
    """The cache of one source. No method raises if the store fails: it continues without a cache, and warns once."""

    def __init__(self, scope: str, folder: Path | None, redis: RedisServer | None, size: int) -> None:
        super().__init__(cache_name="sportsframe")
        self.scope = scope
        self.path = folder / f"answers-v{FORMAT}.sqlite" if folder else None
        self.redis = redis
        self.size = size
        self.trouble = ""
        self._rows: DiskRows | RedisRows | None = None
        self._retry_at = 0.0
        self._fault = ""
        self._write_at = 0.0
        self.redirects = DictStorage()  # type: ignore[no-untyped-call]
        self._errors: tuple[type[Exception], ...] = (sqlite3.Error, OSError, UnicodeDecodeError)
        if redis:
            # A URL or a response that redis-py cannot use; a password that this process does not know.
            self._errors += (_redis_error(), ValueError, RecursionError, ConfigError)
        with _everyone_lock:
            _everyone.add(self)

    @property
    def where(self) -> str:
        """The file, or the server without its password."""
        return str(self.redis or self.path)

    def _open(self) -> DiskRows | RedisRows:
        rows = self._rows
        if rows is not None and not rows.moved():
            return rows
        with _files:
            if self._rows is None or self._rows.moved():
                rows = self._rows = None  # closes a file that was removed, whose space the new one may need
                if self.redis:
                    from .cache_redis import RedisRows

                    self._rows = RedisRows(self.redis, f"sportsframe-v{FORMAT}-{self.scope}", WAIT_FOR_LOCK)
                else:
                    assert self.path is not None
                    self._rows = DiskRows(self.path, self.size, self.scope)
            return self._rows

    def with_rows(self, action: Callable[[Any], T], default: T, *, writes: bool = False) -> T:
        """The result of `action` on the rows; `default` if the cache is off or has failed recently.

        What is on a full disk can still be read.
        """
        if not self.size:
            return default
        if time.monotonic() < (max(self._retry_at, self._write_at) if writes else self._retry_at):
            self._tell()
            return default
        for again in (False, True):
            rows = None
            try:
                rows = self._open()
                found = action(rows)
                if self.trouble and (writes or not self._write_at):
                    self._recovered()
                return found
            except self._errors as error:
                if isinstance(error, TimeoutError) and error.errno is None:  # the application's: no file raises this
                    raise
                failed = error.with_traceback(None)  # the variables of redis-py contain the password
                failed.__context__ = failed.__cause__ = None
            if not self._recover(failed, rows) or again:
                break
        return default

    def _recover(self, error: Exception, rows: DiskRows | RedisRows | None) -> bool:
        """Rename a damaged file, or stop using the cache for a while; return whether to try again."""
        with _files:
            if rows is not None and rows is not self._rows:
                return True  # another thread has recovered already
            if rows is not None and rows.moved():
                return True
            if self.path is not None and not self.redis and is_damage(error):
                try:
                    self._move_aside()
                    return True
                except (OSError, sqlite3.Error) as worse:
                    error = worse
            said = " ".join(str(error).split())
            self.trouble = said if isinstance(error, ConfigError) else f"{type(error).__name__}: {said[:100]}"
            again_at = time.monotonic() + PAUSE_AFTER_FAILURE
            if _is_full(error):
                self._write_at = again_at
            else:
                self._retry_at = again_at
            self._fault = type(error).__name__
        self._tell()
        return False

    def _tell(self) -> None:
        """Warn that the cache failed, once, also where only what said it otherwise has tried it."""
        warn_once(
            self._topic + self._fault,
            f"the cache {self.where} is unavailable ({self.trouble}); continuing without a cache. "
            "Run sportsframe doctor for details.",
        )

    @property
    def _topic(self) -> str:
        return f"cache {self.where} "

    def _recovered(self) -> None:
        """Log that the cache is used again; who warned of this trouble warns of the next one too."""
        self.trouble, self._write_at = "", 0.0
        forget(self._topic)
        LOG.warning("the cache %s is in use again", self.where)

    def _move_aside(self) -> None:
        assert self.path is not None
        for held in _referenced(self.path.parent):
            held._rows = None  # closed with its last user
        aside = self.path.with_name(self.path.name + ".damaged")
        for suffix in SUFFIXES:  # no log may be left behind for the next file of that name
            part = self.path.with_name(self.path.name + suffix)
            if part.exists():
                os.replace(part, aside.with_name(aside.name + suffix))
        self._rescue(aside)
        warn_once(
            f"damage {self.path}", f"the cache {self.path} was damaged; it was renamed to {aside.name} and recreated"
        )

    def _rescue(self, aside: Path) -> None:
        """Copy the entries whose checksums are correct."""
        rows = self._open()
        assert isinstance(rows, DiskRows)
        until = time.monotonic() + WAIT_FOR_LOCK
        with fork_gate, contextlib.suppress(*self._errors), contextlib.closing(sqlite3.connect(aside)) as damaged:
            damaged.text_factory = lenient_text
            for key, encoded in damaged.execute(f"SELECT key, value FROM {TABLE}"):
                with contextlib.suppress(KeyError):
                    entry = decode_entry(key, encoded)
                    rows.put(key, encoded, round(entry.expires.timestamp()), entry.created_at.timestamp())
                if time.monotonic() > until:
                    break

    def lookup(self, key: str, now: datetime) -> CacheHit | None:
        """The entry of `key`, if there is one and it is intact."""
        entry: Entry | None = self.with_rows(lambda rows: rows.get(key), None)
        if entry is None or entry.content["status_code"] != 200:
            return None
        headers = entry.headers
        if transport.FAULT in headers:
            return None
        fresh = entry.created_at <= now + SKEW and now < entry.expires
        lifetime = (entry.expires - entry.created_at).total_seconds()
        check, source = headers.get(transport.CHECK, ""), headers.get(SOURCE_HEADER, "")
        doubt = headers.get(transport.DOUBT, "")
        return CacheHit(
            entry.body, entry.created_at, fresh, check, lifetime, source, doubt, transport.elsewhere(headers)
        )

    def fresh(self, keys: Iterable[str], now: datetime) -> set[str]:
        """Those of `keys` whose entries have not expired; does not read the entries."""
        known: dict[str, int] = self.with_rows(lambda rows: rows.expiries(list(keys)), {})
        return {key for key, expires in known.items() if isinstance(expires, int) and expires > now.timestamp()}

    def get_response(self, key: str, default: Any = None) -> CachedResponse | None:
        """The stored response of `key`, for the session."""
        entry: Entry | None = self.with_rows(lambda rows: rows.get(key), None)
        value = None if entry is None else entry.response(key)
        return default if value is None else value

    def save_response(self, response: Response, cache_key: str | None = None, expires: datetime | None = None) -> None:
        """Store `response` for the lifetime that the adapter determined; nothing else than valid data is stored.

        Nor is what a cache between calls stale. One that has only rows of another day replaces none that has others.
        """
        lifetime = float(response.headers.get(transport.LIFETIME, NOT_STORED))
        unfit = not {transport.FAULT, transport.STALE}.isdisjoint(response.headers)
        if response.status_code != 200 or lifetime < 0 or unfit or not cache_key:
            return
        created = datetime.fromisoformat(response.headers[transport.FETCHED_AT])
        if transport.DOUBT in response.headers:
            held = self.lookup(cache_key, created)
            if held is not None and not held.doubt:
                return
        until = created + timedelta(seconds=lifetime)
        value = CachedResponse.from_response(response, created_at=created, expires=until)
        value.cache_key = cache_key
        self.with_rows(lambda rows: rows.set(cache_key, value), None, writes=True)
        if self.with_rows(lambda rows: rows.read_only, False):
            warn_once(f"read-only {self.where}", f"the cache {self.where} is read-only; new responses are not stored")

    def write_hold(self, name: str, until: Hold) -> bool:
        """Share a hold with every process that uses this directory or server; return whether that was possible."""
        if self.redis:
            return self.with_rows(lambda rows: rows.write_note(name, until.packed(), LONGEST_HOLD), False)
        usable = self.path is not None and self.size and self.with_rows(lambda rows: True, False)
        return bool(usable) and hold.write(self.path.parent, name, until)  # type: ignore[union-attr]

    def read_hold(self, name: str) -> Hold | None:
        """The latest hold of that name."""
        if self.redis:
            packed: bytes | None = self.with_rows(lambda rows: rows.read_note(name), None)
            return Hold.unpacked(packed) if packed else None
        return hold.read(self.path.parent, name) if self.path is not None and self.size else None

    def lift_hold(self, name: str) -> None:
        """Remove the hold of that name."""
        if self.redis:
            self.with_rows(lambda rows: rows.drop_note(name), None)
        elif self.path is not None:
            hold.remove(self.path.parent, name)

    def drop(self, key: str) -> None:
        """Remove the entry of `key`."""
        self.with_rows(lambda rows: rows.drop(key), None)

    def expire(self, key: str) -> None:
        """Let the entry of `key` be fresh no longer."""
        value = self.get_response(key)
        if value is not None:
            value.expires = value.created_at
            self.with_rows(lambda rows: rows.set(key, value), None, writes=True)

    def claim(self, key: str) -> bool:
        """Claim the request of `key` for a while; False if another process has claimed it."""
        return self.with_rows(lambda rows: rows.claim(key, LONGEST_CLAIM), True)

    def release(self, key: str) -> None:
        """Give up the claim of `key`."""
        self.with_rows(lambda rows: rows.release(key), None)

    @property
    def state(self) -> str:
        """Whether entries are stored, in words."""
        if not self.size:
            return "off"
        read_only = self.with_rows(lambda rows: rows.read_only, None)
        if read_only is False and self.full:
            return "full"
        return f"not usable ({self.trouble})" if read_only is None else "read-only" if read_only else "in use"

    @property
    def full(self) -> bool:
        """Whether there is no space for new entries: the latest was not stored, or the disk has hardly any left."""
        if self._write_at:
            return True
        try:
            return self.path is not None and not self.redis and disk_usage(self.path.parent).free < LEAST_SPACE
        except OSError:
            return False

    def usable(self) -> bool:
        """Whether entries are stored."""
        return self.state == "in use"

    def clear(self) -> bool:
        """Drop every entry; return whether that was possible."""
        return self.with_rows(lambda rows: rows.clear(), False)

    def let_go(self) -> None:
        """Close the file or connection once it is unused; the next use opens it again."""
        with _files:
            self._rows = None


def _redis_error() -> type[Exception]:
    try:
        from redis.exceptions import RedisError
    except ImportError:
        raise ConfigError("a Redis cache needs the extra: pip install 'sportsframe[redis]'") from None
    error: type[Exception] = RedisError
    return error


def scope_of(source: Source, version: str) -> str:
    """The name of a source's entries: one for each base URL, token and version of the simulated world."""
    text = "\0".join((source.address, source.token.digest, version))
    return blake2b(text.encode(), person=b"sportsframe", digest_size=8).hexdigest()


def cache_for(setting: Settings) -> AnswerCache:
    """The cache of the source that `setting` names; no file is opened before it is used."""
    source = setting.service()
    host = host_of(source.address)
    folder = None if setting.redis else setting.cache_dir / "answers"
    key = (scope_of(source, host.version if host else ""), folder, setting.redis, setting.cache_size)
    with _lock:
        found = _caches.get(key)
        if found is None:
            found = _caches[key] = AnswerCache(*key)
        return found


@said_otherwise()
def clear_cache(setting: Settings, *, everything: bool = False) -> str:
    """Remove the entries and holds of a source, or the files of all; return why entries are left, if any are."""
    cache, source = cache_for(setting), setting.service()
    cleared = cache.clear()
    for name in hold.names_of(source.address, source.token.digest):
        cache.lift_hold(name)
    if everything and cache.path is not None:
        folder, cleared = cache.path.parent, True
        with _lock, _files:
            for held in _referenced(folder):
                held.let_go()
            # The file itself before its log.
            for file in [*sorted(folder.glob("answers-v*")), *folder.glob(f"{STEM}*")]:
                try:
                    file.unlink(missing_ok=True)
                except OSError:
                    cleared = False
    if cleared:
        return ""
    how = "" if everything or not cache.full else "; remove the whole file, sportsframe cache clear --everything"
    return f"entries of the cache {cache.where} could not be removed; the cache is {cache.state}{how}"


class Tally:
    """Counts the requests made by this process, and those saved by the cache or by a request in flight."""

    def __init__(self) -> None:
        self._lock = ForkSafeLock()
        self.made = 0
        self.saved = 0

    def add(self, made: int = 0, saved: int = 0) -> None:
        with self._lock:
            self.made += made
            self.saved += saved


tally = Tally()


@after_fork
def _renew() -> object:
    """A child process must neither use nor close the files of its parent: it opens its own."""
    global _caches, tally
    old = list(_caches.values()), [held._rows for held in _everyone]
    for held in _everyone:
        held._rows = None
    _caches, tally = WeakValueDictionary(), Tally()
    return old


class Cache:
    """The cache of a client; ``sf.cache`` is that of the source in use."""

    def __init__(self, taken: Callable[[], Settings] = current) -> None:
        self._taken = taken

    def __reduce__(self) -> Any:
        raise TypeError("a cache cannot be pickled; pickle the client whose cache it is")

    @property
    def where(self) -> str:
        """The file, or the Redis server without its password."""
        return cache_for(self._taken()).where

    def info(self) -> Report:
        """Statistics of the cache for the source in use.

        Returns
        -------
        Report
            Columns ``item`` and ``value``: location, state, entries, fresh entries, bytes (of all sources, which share
            the file) and their limit, the requests that this process made and saved and, while the service has
            asked for no requests (Retry-After), until when and with which status.
        """
        setting = self._taken()
        cache = cache_for(setting)
        entries, fresh, size = cache.with_rows(lambda rows: rows.summary(setting.moment()), (0, 0, 0))
        rows: list[tuple[str, Any]] = [
            ("where", cache.where), ("state", cache.state), ("entries", entries), ("fresh", fresh), ("bytes", size),
            ("limit", cache.size), ("requests made", tally.made), ("requests saved", tally.saved),
        ]  # fmt: skip
        source = setting.service()
        names = hold.names_of(source.address, source.token.digest)
        if held := hold.longest(map(cache.read_hold, names), setting.wall_time()):
            rows.append(("no requests until", f"{held.until:%Y-%m-%dT%H:%M:%SZ} ({held.status})"))
        return Report(rows, columns=["item", "value"])

    def clear(self, *, everything: bool = False) -> None:
        """Remove the entries of the base URL and token in use, and a time for which the service wanted no requests.

        Parameters
        ----------
        everything : bool
            Remove every cache file of the directory, with the entries of all base URLs and tokens, damaged files that
            were renamed, and the Retry-After times of all services.

        Warns
        -----
        SportsframeWarning
            If entries could not be removed, such as those of a Redis server that does not respond.
        """
        left = clear_cache(self._taken(), everything=everything)
        if left:
            warn(left)

    def __repr__(self) -> str:
        return repr(self.info())

    def _repr_html_(self) -> str:
        return self.info()._repr_html_()


cache = Cache()
