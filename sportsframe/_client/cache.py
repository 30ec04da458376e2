"""What was answered before, on disk or in Redis: `sf.cache`.

requests-cache keeps the answers; what is added here is what a season and a newsroom need: rows sealed against
damage, no pickle, private files, no waiting for ever, and going on without a cache when there cannot be one.
Entries are separate for each address and token.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from requests import Response
from requests_cache.backends.base import BaseCache, DictStorage
from requests_cache.backends.sqlite import SQLiteDict
from requests_cache.models.response import CachedResponse

from ..errors import ConfigError
from . import settings, transport
from .cache_entry import seal, unseal
from .settings import Report, Settings, Source, warn_once

if TYPE_CHECKING:
    from .cache_redis import RedisRows

T = TypeVar("T")

FORMAT = 2
"""Stands in file names: a cache of another format is left alone, not misread."""

WAIT_FOR_LOCK = 5.0
REST = 30.0
"""Seconds a cache in trouble is left alone before it is tried again."""

SKEW = timedelta(seconds=5)
"""An answer from further in the future was fetched under another clock and says nothing about now."""

LOOKED_THROUGH = 4_000_000
"""A file of up to so many bytes is looked through when it is opened, which takes a few milliseconds."""


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")  # broken text is found by its seal, not by its letters


class DiskRows(SQLiteDict):
    """Rows in sqlite: a private file, a bounded wait for locks, a bounded size."""

    def __init__(self, path: Path, size: int) -> None:
        self.size_limit = size
        self.inode = 0
        super().__init__(path, table_name="answers", busy_timeout=int(WAIT_FOR_LOCK * 1000), wal=True, fast_save=True)

    def init_db(self) -> None:
        self.close()  # type: ignore[no-untyped-call]
        path = Path(self.db_path)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        self.inode = path.stat().st_ino
        with self.connection() as con:
            if con.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (self.table_name,)).fetchone():
                con.execute(f"SELECT key, value, expires FROM {self.table_name} LIMIT 1").fetchone()
                if path.stat().st_size <= LOOKED_THROUGH:
                    self._demand_health()
                return
        with self.connection(commit=True) as con:
            con.execute(f"CREATE TABLE IF NOT EXISTS {self.table_name} (key TEXT PRIMARY KEY, value BLOB, expires INT)")

    @contextlib.contextmanager
    def connection(self, commit: bool = False) -> Iterator[sqlite3.Connection]:
        with super().connection(commit) as con:
            con.text_factory = _text
            yield con

    @contextlib.contextmanager
    def _acquire_sqlite_lock(self) -> Iterator[None]:
        # The library's own tries again for ever and hides what a commit says.
        with self._lock:
            assert self._connection is not None
            self._connection.execute("BEGIN IMMEDIATE")
            self._active_transaction = True
            try:
                yield
                self._connection.commit()
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self._connection.rollback()
                raise
            finally:
                self._active_transaction = False

    def serialize(self, value: Any) -> bytes:
        return seal(value)

    def deserialize(self, key: str, value: bytes) -> CachedResponse:
        try:
            return unseal(key, value)
        except KeyError:
            self._demand_health()  # where one row is bad, more may be
            raise

    def _demand_health(self) -> None:
        found = self.check()
        if found != "ok":
            raise sqlite3.DatabaseError(found)

    def _write(self, key: str, value: CachedResponse) -> None:
        self.put(key, self.serialize(value), value.expires_unix)

    def put(self, key: str, sealed: bytes, expires: int | None) -> None:
        """Write a row; one that would take half the room is not worth keeping."""
        if len(sealed) > self.size_limit // 2:
            return
        with self.connection(commit=True) as con:
            sql = f"INSERT OR REPLACE INTO {self.table_name} (key, value, expires) VALUES (?, ?, ?)"
            con.execute(sql, (key, sealed, expires))
            self._trim(con)

    def _trim(self, con: sqlite3.Connection) -> None:
        """Above the limit the entries written longest ago go, until a fifth is free."""
        excess = self.used(con) - self.size_limit
        if excess <= 0:
            return
        excess += self.size_limit // 5
        last = None
        for rowid, size in con.execute(f"SELECT rowid, length(value) FROM {self.table_name} ORDER BY rowid"):
            last, excess = rowid, excess - size
            if excess <= 0:
                break
        con.execute(f"DELETE FROM {self.table_name} WHERE rowid <= ?", (last,))

    def used(self, con: sqlite3.Connection) -> int:
        """Bytes of the pages in use."""
        pages, free, size = (
            con.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * size)

    def expiries(self, keys: list[str]) -> dict[str, int]:
        """When each of `keys` that is here expires, as Unix time."""
        found: dict[str, int] = {}
        with self.connection() as con:
            for i in range(0, len(keys), 500):
                part = keys[i : i + 500]
                marks = ",".join("?" * len(part))
                rows = con.execute(f"SELECT key, expires FROM {self.table_name} WHERE key IN ({marks})", part)
                found.update(rows.fetchall())
        return found

    def summary(self, now: datetime) -> tuple[int, int, int]:
        """Entries, those still fresh, and bytes in use."""
        with self.connection() as con:
            sql = f"SELECT count(*), coalesce(sum(expires > ?), 0) FROM {self.table_name}"
            entries, fresh = con.execute(sql, (now.timestamp(),)).fetchone()
            return int(entries), int(fresh), self.used(con)

    def check(self) -> str:
        """sqlite's own verdict on the file, ``ok`` when it is sound."""
        with self.connection() as con:
            return str(con.execute("PRAGMA quick_check(1)").fetchone()[0])

    def clear(self) -> None:
        with self.connection(commit=True) as con:
            con.execute(f"DELETE FROM {self.table_name}")
        self.vacuum()  # type: ignore[no-untyped-call]


@dataclass(frozen=True)
class Held:
    """An entry of the cache, and whether it may still be used."""

    body: bytes
    fetched_at: datetime
    fresh: bool
    check: str
    lifetime: float


class AnswerCache(BaseCache):
    """The cache of one source. No method raises for trouble with the store: it goes on without, and says so once."""

    def __init__(self, scope: str, folder: Path | None, redis: str | None, size: int) -> None:
        super().__init__(cache_name="sportsframe")
        self.scope = scope
        self.path = folder / f"answers-v{FORMAT}-{scope}.sqlite" if folder else None
        self.redis = redis
        self.size = size
        self.trouble = ""
        self._rows: DiskRows | RedisRows | None = None
        self._rest_until = 0.0
        self._opening = threading.RLock()
        self.redirects = DictStorage()  # type: ignore[no-untyped-call]
        self._errors: tuple[type[Exception], ...] = (sqlite3.Error, OSError, UnicodeDecodeError)
        if redis:
            self._errors += (_redis_error(),)

    @property
    def where(self) -> str:
        """The file, or the server without its password."""
        if self.redis:
            parts = urlsplit(self.redis)
            return f"{parts.scheme}://{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}{parts.path}"
        return str(self.path)

    def _open(self) -> DiskRows | RedisRows:
        with self._opening:
            if self._rows is None:
                if self.redis:
                    from .cache_redis import RedisRows

                    self._rows = RedisRows(f"sportsframe-v{FORMAT}-{self.scope}", self.redis, WAIT_FOR_LOCK)
                else:
                    assert self.path is not None
                    _private_folder(self.path.parent)
                    self._rows = DiskRows(self.path, self.size)
            return self._rows

    def attempt(self, action: Callable[[Any], T], otherwise: T) -> T:
        """What `action` makes of the rows; `otherwise` when the cache is off, resting or in trouble."""
        if not self.size or time.monotonic() < self._rest_until:
            return otherwise
        for again in (False, True):
            try:
                return action(self._open())
            except self._errors as error:
                if not self._mended(error) or again:
                    break
        return otherwise

    def _mended(self, error: Exception) -> bool:
        """Deal with trouble: put a damaged file aside, else leave the cache alone for a while."""
        if self.path is not None and not self.redis and _is_damage(error):
            try:
                self._put_aside()
                return True
            except OSError as worse:
                error = worse
        self.trouble = f"{type(error).__name__}: {' '.join(str(error).split())[:100]}"
        self._rest_until = time.monotonic() + REST
        warn_once(
            f"cache {self.where}",
            f"the cache {self.where} cannot be used, going on without it ({self.trouble}); "
            f"sportsframe doctor says more",
        )
        return False

    def _put_aside(self) -> None:
        with self._opening:
            assert self.path is not None
            rows, self._rows = self._rows, None
            if rows is not None:
                with contextlib.suppress(sqlite3.Error):
                    rows.close()  # type: ignore[no-untyped-call]
            if isinstance(rows, DiskRows) and (not self.path.exists() or self.path.stat().st_ino != rows.inode):
                return  # another process has put it aside already
            aside = self.path.with_name(self.path.name + ".damaged")
            for suffix in ("-wal", "-shm", ""):  # a log must not be left behind for the next file of that name
                part = self.path.with_name(self.path.name + suffix)
                if part.exists():
                    os.replace(part, aside.with_name(aside.name + suffix))
            self._rescue(aside)
        warn_once(f"damage {self.path}", f"the cache {self.path} was damaged: put aside as {aside.name} and begun anew")

    def _rescue(self, aside: Path) -> None:
        """Carry the entries over that are whole, which their seals tell."""
        rows = self._open()
        assert isinstance(rows, DiskRows)
        until = time.monotonic() + WAIT_FOR_LOCK
        with contextlib.suppress(*self._errors), contextlib.closing(sqlite3.connect(aside)) as damaged:
            damaged.text_factory = _text
            for key, sealed in damaged.execute(f"SELECT key, value FROM {rows.table_name}"):
                with contextlib.suppress(KeyError):
                    rows.put(key, sealed, unseal(key, sealed).expires_unix)
                if time.monotonic() > until:
                    break

    def lookup(self, key: str, now: datetime) -> Held | None:
        """The entry of `key`, if there is a sound one."""
        value = self.attempt(lambda rows: rows.get(key), None)
        if value is None or value.status_code != 200:
            return None
        if value.expires is None or transport.FAULT in value.headers:
            return None
        fresh = value.created_at - SKEW <= now < value.expires
        lifetime = (value.expires - value.created_at).total_seconds()
        return Held(value._content or b"", value.created_at, fresh, value.headers.get(transport.CHECK, ""), lifetime)

    def fresh(self, keys: Iterable[str], now: datetime) -> set[str]:
        """Those of `keys` whose entries have not expired; a quick look that reads no answers."""
        known: dict[str, int] = self.attempt(lambda rows: rows.expiries(list(keys)), {})
        return {key for key, expires in known.items() if isinstance(expires, int) and expires > now.timestamp()}

    def get_response(self, key: str, default: Any = None) -> CachedResponse | None:
        """The stored response of `key`, for the session."""
        value: CachedResponse | None = self.attempt(lambda rows: rows.get(key), default)
        return value

    def save_response(self, response: Response, cache_key: str | None = None, expires: datetime | None = None) -> None:
        """Keep `response` for as long as the adapter allowed; what is not an answer is not kept."""
        lifetime = float(response.headers.get(transport.LIFETIME, 0))
        if response.status_code != 200 or lifetime <= 0 or transport.FAULT in response.headers or not cache_key:
            return
        created = datetime.fromisoformat(response.headers[transport.FETCHED_AT])
        until = created + timedelta(seconds=lifetime)
        value = CachedResponse.from_response(response, created_at=created, expires=until)
        value.cache_key = cache_key
        self.attempt(lambda rows: rows.__setitem__(cache_key, value), None)

    def usable(self) -> bool:
        """Whether entries are being kept."""
        return bool(self.size) and self.attempt(lambda rows: True, False)

    def clear(self) -> None:
        """Drop every entry."""
        self.attempt(lambda rows: rows.clear(), None)

    def close(self) -> None:
        """Let go of the file or the server; the next use opens it again."""
        with self._opening:
            rows, self._rows = self._rows, None
            if rows is not None:
                with contextlib.suppress(*self._errors):
                    rows.close()  # type: ignore[no-untyped-call]


DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_SCHEMA,
          sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_FORMAT}  # fmt: skip


def _is_damage(error: Exception) -> bool:
    """Whether sqlite says that the file is broken, rather than locked, full or out of reach."""
    if not isinstance(error, sqlite3.Error):
        return isinstance(error, UnicodeDecodeError)  # sqlite's own message quotes a broken name
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError)
    return code & 0xFF in DAMAGE or code == sqlite3.SQLITE_IOERR_SHORT_READ


def _private_folder(folder: Path) -> None:
    """Make `folder` for this user alone."""
    if not folder.is_absolute():
        raise OSError("there is no home folder; set SPORTSFRAME_CACHE_DIR")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & 0o077:
        folder.chmod(0o700)


def _redis_error() -> type[Exception]:
    try:
        from redis.exceptions import RedisError
    except ImportError:
        raise ConfigError("a Redis cache needs the extra: pip install 'sportsframe[redis]'") from None
    error: type[Exception] = RedisError
    return error


def scope_of(source: Source, version: str) -> str:
    """The name of a source's entries: one for each address, token and version of the built-in world."""
    text = "\0".join((source.address, source.token.digest, version))
    return blake2b(text.encode(), person=b"sportsframe", digest_size=8).hexdigest()


_open: OrderedDict[tuple[Any, ...], AnswerCache] = OrderedDict()
_opening = threading.Lock()
MOST_OPEN = 8


def of(setting: Settings, source: Source) -> AnswerCache:
    """The cache of a source as `setting` says; nothing is touched before it is used."""
    door = transport.door_to(source.address)
    folder = None if setting.redis else setting.cache_dir / "answers"
    key = (scope_of(source, door.version if door else ""), folder, setting.redis, setting.cache_size)
    with _opening:
        found = _open.get(key)
        if found is None:
            found = _open[key] = AnswerCache(*key)
            if len(_open) > MOST_OPEN:
                _open.popitem(last=False)[1].close()
        else:
            _open.move_to_end(key)
        return found


def _current() -> AnswerCache:
    setting = settings.current()
    return of(setting, setting.source())


class Tally:
    """Counts the requests this process made, and those that the cache or a question under way saved."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.made = 0
        self.saved = 0

    def add(self, made: int = 0, saved: int = 0) -> None:
        with self._lock:
            self.made += made
            self.saved += saved


tally = Tally()


def _after_fork() -> None:
    """A child must not use, nor close, the files of its parent: it begins with its own."""
    global _open, _opening, tally
    _abandoned.append(_open)
    _open, _opening, tally = OrderedDict(), threading.Lock(), Tally()


_abandoned: list[Any] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


class Cache:
    """The cache of the source in use, for people: ``sf.cache``."""

    @property
    def where(self) -> str:
        """The file, or the Redis server without its password."""
        return _current().where

    def info(self) -> Report:
        """What the cache holds for the source in use.

        Returns
        -------
        Report
            Columns ``item`` and ``value``: where it lies, its state, entries, those still fresh, bytes, the limit,
            and how many requests this process made and saved.
        """
        cache = _current()
        entries, fresh, size = cache.attempt(lambda rows: rows.summary(settings.now()), (0, 0, 0))
        state = "off" if not cache.size else "in use" if cache.usable() else f"not usable ({cache.trouble})"
        rows: list[tuple[str, Any]] = [
            ("where", cache.where), ("state", state), ("entries", entries), ("fresh", fresh), ("bytes", size),
            ("limit", cache.size), ("requests made", tally.made), ("requests saved", tally.saved),
        ]  # fmt: skip
        return Report(rows, columns=["item", "value"])

    def clear(self, *, everything: bool = False) -> None:
        """Empty the cache of the source in use.

        Parameters
        ----------
        everything : bool
            Remove every cache file of the folder, of other addresses and tokens too, and damaged ones put aside.
        """
        cache = _current()
        cache.clear()
        if everything and cache.path is not None:
            cache.close()
            for file in cache.path.parent.glob("answers-v*"):
                with contextlib.suppress(OSError):
                    file.unlink()

    def __repr__(self) -> str:
        return repr(self.info())


cache = Cache()
