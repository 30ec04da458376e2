"""The rows of a cache in an sqlite file: private, of bounded size, with bounded waits for locks.

Connections are leased: one user at a time, closed by the last user of the file and never under somebody's hands.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from threading import Lock
from urllib.parse import quote

from requests_cache.models.response import CachedResponse

from .cache_entry import seal, unseal

WAIT_FOR_LOCK = 5.0
TABLE = "answers"

LOOKED_THROUGH = 4_000_000
"""A file of up to so many bytes is looked through when it is opened, which takes a few milliseconds."""

DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_SCHEMA,
          sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_FORMAT}  # fmt: skip


def is_damage(error: Exception) -> bool:
    """Whether sqlite says that the file is broken, rather than locked, full or out of reach."""
    if not isinstance(error, sqlite3.Error):
        return isinstance(error, UnicodeDecodeError)  # sqlite's own message quotes a broken name
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError)
    return code & 0xFF in DAMAGE or code == sqlite3.SQLITE_IOERR_SHORT_READ


def lenient_text(raw: bytes) -> str:
    """Text as it stands in a row: broken text is found by its checksum, not by its letters."""
    return raw.decode("utf-8", "replace")


class DiskRows:
    """The rows of one file. Any thread may use it; it closes what it opened when nobody holds it any more."""

    def __init__(self, path: Path, size: int) -> None:
        self.path = path
        self.size_limit = size
        self._idle: list[sqlite3.Connection] = []
        self._owner = os.getpid()
        self._writing = Lock()
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        self.inode = path.stat().st_ino
        with self._lease() as con:
            if con.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (TABLE,)).fetchone():
                con.execute(f"SELECT key, value, expires FROM {TABLE} LIMIT 1").fetchone()
                if path.stat().st_size <= LOOKED_THROUGH:
                    self._demand_health()
                return
        with self._transaction() as con:
            con.execute(f"CREATE TABLE IF NOT EXISTS {TABLE} (key TEXT PRIMARY KEY, value BLOB, expires INT)")

    def __del__(self) -> None:
        if os.getpid() == getattr(self, "_owner", None):  # a forked child must not close what its parent opened
            while self._idle:
                with contextlib.suppress(sqlite3.Error):
                    self._idle.pop().close()

    def moved(self) -> bool:
        """Whether the file of that name is another one by now, or gone."""
        try:
            return self.path.stat().st_ino != self.inode
        except OSError:
            return True

    def _connect(self) -> sqlite3.Connection:
        # Never made by sqlite: the file is private.
        name = f"file:{quote(str(self.path))}?mode=rw"
        con = sqlite3.connect(name, timeout=WAIT_FOR_LOCK, isolation_level=None, check_same_thread=False, uri=True)
        try:
            con.text_factory = lenient_text
            con.execute("PRAGMA journal_mode = WAL").fetchone()
            con.execute("PRAGMA synchronous = OFF")
        except BaseException:
            con.close()
            raise
        return con

    @contextlib.contextmanager
    def _lease(self) -> Iterator[sqlite3.Connection]:
        """A connection for this thread alone; one that saw trouble is not used again."""
        try:
            con = self._idle.pop()
        except IndexError:
            con = self._connect()
        try:
            yield con
        except BaseException:
            con.close()
            raise
        self._idle.append(con)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._writing, self._lease() as con:
            con.execute("BEGIN IMMEDIATE")
            try:
                yield con
                con.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    con.execute("ROLLBACK")
                raise

    def get(self, key: str) -> CachedResponse | None:
        """The entry of `key`; none if its bytes are damaged or another key's."""
        with self._lease() as con:
            row = con.execute(f"SELECT value FROM {TABLE} WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        try:
            return unseal(key, row[0])
        except KeyError:
            self._demand_health()  # where one row is bad, more may be
            return None

    def _demand_health(self) -> None:
        found = self.check()
        if found != "ok":
            raise sqlite3.DatabaseError(found)

    def set(self, key: str, value: CachedResponse) -> None:
        """Write an entry."""
        self.put(key, seal(value), value.expires_unix)

    def put(self, key: str, sealed: bytes, expires: int | None) -> None:
        """Write a row; one that would take half the space is not worth keeping."""
        if len(sealed) > self.size_limit // 2:
            return
        with self._transaction() as con:
            con.execute(
                f"INSERT OR REPLACE INTO {TABLE} (key, value, expires) VALUES (?, ?, ?)", (key, sealed, expires)
            )
            dropped = self._trim(con)
        if dropped:
            from .notices import LOG

            LOG.warning("cache %s: %d of the oldest entries dropped, the limit is %d bytes", self.path, dropped,
                        self.size_limit)  # fmt: skip

    def drop(self, key: str) -> None:
        """Remove an entry."""
        with self._transaction() as con:
            con.execute(f"DELETE FROM {TABLE} WHERE key = ?", (key,))

    def _trim(self, con: sqlite3.Connection) -> int:
        """Above the limit the entries written longest ago go, until a fifth is free; how many went."""
        excess = self.used(con) - self.size_limit
        if excess <= 0:
            return 0
        excess += self.size_limit // 5
        last = None
        for rowid, size in con.execute(f"SELECT rowid, length(value) FROM {TABLE} ORDER BY rowid"):
            last, excess = rowid, excess - size
            if excess <= 0:
                break
        return con.execute(f"DELETE FROM {TABLE} WHERE rowid <= ?", (last,)).rowcount

    def used(self, con: sqlite3.Connection) -> int:
        """Bytes of the pages in use."""
        pages, free, size = (
            con.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * size)

    def expiries(self, keys: list[str]) -> dict[str, int]:
        """When each of `keys` that is here expires, as Unix time."""
        found: dict[str, int] = {}
        with self._lease() as con:
            for i in range(0, len(keys), 500):
                part = keys[i : i + 500]
                marks = ",".join("?" * len(part))
                rows = con.execute(f"SELECT key, expires FROM {TABLE} WHERE key IN ({marks})", part)
                found.update(rows.fetchall())
        return found

    def summary(self, now: datetime) -> tuple[int, int, int]:
        """Entries, those still fresh, and bytes in use."""
        with self._lease() as con:
            sql = f"SELECT count(*), coalesce(sum(expires > ?), 0) FROM {TABLE}"
            entries, fresh = con.execute(sql, (now.timestamp(),)).fetchone()
            return int(entries), int(fresh), self.used(con)

    def check(self) -> str:
        """sqlite's own verdict on the file, ``ok`` when it is sound."""
        with self._lease() as con:
            return str(con.execute("PRAGMA quick_check(1)").fetchone()[0])

    def clear(self) -> None:
        """Drop every row."""
        with self._transaction() as con:
            con.execute(f"DELETE FROM {TABLE}")
        with self._writing, self._lease() as con:
            con.execute("VACUUM")


def private_folder(folder: Path) -> None:
    """Make `folder` for this user alone."""
    if not folder.is_absolute():
        raise OSError("there is no home folder; set SPORTSFRAME_CACHE_DIR")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & 0o077:
        folder.chmod(0o700)
