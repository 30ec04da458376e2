"""The rows of a cache in an sqlite file: private, of bounded size, with bounded waits for locks.

The sources of a folder share the file and its bound; each sees its own rows alone. Connections are leased: one user at
a time, closed by the last user of the file and never under somebody's hands.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from threading import Lock
from urllib.parse import quote
from weakref import WeakValueDictionary

from requests_cache.models.response import CachedResponse

from .._process import ForkSafeLock, after_fork
from .cache_entry import seal, unseal
from .clock import real_time
from .notices import LOG, warn_once

WAIT_FOR_LOCK = 5.0
TABLE = "answers"

COLUMNS = {
    TABLE: {"key": "TEXT PRIMARY KEY", "value": "BLOB", "expires": "INT", "used": "INT"},
    "claims": {"key": "TEXT PRIMARY KEY", "until": "REAL"},
}

OURS = "key >= ? AND key < ?"

LOOK_AGAIN = 0.02
"""Seconds between two attempts to open a file that another process is making."""

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


def is_locked(error: sqlite3.Error) -> bool:
    """Whether somebody else holds the file just now."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_PROTOCOL)


class _Leases:
    """The connections of this process to one file: each for one user at a time, closed when nobody holds the file."""

    def __init__(self, path: Path, read_only: bool) -> None:
        self.path = path
        self.read_only = read_only
        self.writing = Lock()
        self._idle: list[sqlite3.Connection] = []
        self._owner = os.getpid()

    def __del__(self) -> None:
        if os.getpid() == getattr(self, "_owner", None):  # a forked child must not close what its parent opened
            while self._idle:
                with contextlib.suppress(sqlite3.Error):
                    self._idle.pop().close()

    @contextlib.contextmanager
    def lease(self) -> Iterator[sqlite3.Connection]:
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

    def _connect(self) -> sqlite3.Connection:
        until = time.monotonic() + WAIT_FOR_LOCK
        while True:
            try:
                return self._connect_at_once()
            except sqlite3.OperationalError as error:  # sqlite waits for no lock while a file becomes one with a log
                if not is_locked(error) or time.monotonic() > until:
                    raise
                time.sleep(LOOK_AGAIN)

    def _connect_at_once(self) -> sqlite3.Connection:
        # Never made by sqlite: the file is private.
        mode = self._reading() if self.read_only else "mode=rw"
        name = f"file:{quote(str(self.path))}?{mode}"
        con = sqlite3.connect(name, timeout=WAIT_FOR_LOCK, isolation_level=None, check_same_thread=False, uri=True)
        try:
            con.text_factory = lenient_text
            if not self.read_only:
                con.execute("PRAGMA journal_mode = WAL").fetchone()
                con.execute("PRAGMA synchronous = OFF")
        except BaseException:
            con.close()
            raise
        return con

    def _reading(self) -> str:
        """How to open a file that cannot be written: without its log only where there is none, and so no writer."""
        log = self.path.with_name(self.path.name + "-wal")
        return "mode=ro" if log.exists() else "mode=ro&immutable=1"


_files: WeakValueDictionary[tuple[Path, int, bool], _Leases] = WeakValueDictionary()
_lock = ForkSafeLock()


def _leases(path: Path, inode: int, read_only: bool) -> _Leases:
    """The connections to the file that has this name now, whichever source asks."""
    with _lock:
        found = _files.get((path, inode, read_only))
        if found is None:
            found = _files[path, inode, read_only] = _Leases(path, read_only)
        return found


@after_fork
def _renew() -> object:
    """A child must not use, nor close, the files of its parent."""
    global _files
    old = list(_files.values())
    _files = WeakValueDictionary()
    return old


class DiskRows:
    """The rows of one source in a file. Any thread may use them; what they opened closes when nobody holds them.

    Parameters
    ----------
    path : Path
        The file, which is made where the folder can be written and only read where it cannot.
    size : int
        Bytes that the rows of all sources may take.
    scope : str
        The name of the source.
    """

    def __init__(self, path: Path, size: int, scope: str) -> None:
        self.path = path
        self.size_limit = size
        self.scope = scope
        self.read_only = path.exists() and not os.access(path.parent, os.W_OK)
        self._used: dict[str, int] = {}
        if not self.read_only:
            private_folder(path.parent)
            _make(path)
        self.inode = path.stat().st_ino
        self._leases = _leases(path, self.inode, self.read_only)
        with self._leases.lease() as con:
            held = {name for (name,) in con.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if held and path.stat().st_size <= LOOKED_THROUGH:
                self._demand_health()
            for table in held.intersection(COLUMNS):
                con.execute(f"SELECT {', '.join(COLUMNS[table])} FROM {table} LIMIT 1").fetchone()
        if not held.issuperset(COLUMNS):
            with self._transaction() as con:
                for table, columns in COLUMNS.items():
                    declared = ", ".join(f"{name} {kind}" for name, kind in columns.items())
                    con.execute(f"CREATE TABLE IF NOT EXISTS {table} ({declared})")

    def moved(self) -> bool:
        """Whether the file of that name is another one by now, or gone."""
        try:
            return self.path.stat().st_ino != self.inode
        except OSError:
            return True

    def _name(self, key: str) -> str:
        return f"{self.scope}-{key}"

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._leases.writing, self._leases.lease() as con:
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
        name = self._name(key)
        with self._leases.lease() as con:
            row = con.execute(f"SELECT value FROM {TABLE} WHERE key = ?", (name,)).fetchone()
        if row is None:
            return None
        try:
            value = unseal(name, row[0])
        except KeyError:
            self._demand_health()  # where one row is bad, more may be
            return None
        value.cache_key = key
        if not self.read_only:
            self._used[name] = int(_now())  # written with the next entry: a look is no reason to write
        return value

    def _demand_health(self) -> None:
        found = self.check()
        if found != "ok":
            raise sqlite3.DatabaseError(found)

    def set(self, key: str, value: CachedResponse) -> None:
        """Write an entry."""
        name = self._name(key)
        self.put(name, seal(name, value), value.expires_unix, value.created_at.timestamp())

    def put(self, name: str, sealed: bytes, expires: int | None, now: float) -> None:
        """Write a row; one that would take half the space is not worth keeping."""
        if self.read_only or len(sealed) > self.size_limit // 2:
            return
        row = (name, sealed, expires, int(_now()))
        with self._transaction() as con:
            con.execute(f"INSERT OR REPLACE INTO {TABLE} (key, value, expires, used) VALUES (?, ?, ?, ?)", row)
            gone, fresh = self._trim(con, now)
        if gone:
            LOG.warning("cache %s: %d of the entries used longest ago dropped, the limit is %d bytes", self.path, gone,
                        self.size_limit)  # fmt: skip
        if fresh:
            warn_once(
                f"full {self.path}",
                f"the cache {self.path} is full: of the entries used longest ago {fresh} were removed that were still "
                f"fresh; the limit is {self.size_limit:,} bytes, set SPORTSFRAME_CACHE_SIZE for more",
            )

    def drop(self, key: str) -> None:
        """Remove an entry."""
        self._delete(TABLE, key)

    def claim(self, key: str, seconds: float) -> bool:
        """Take a question for so many seconds, unless another process has taken it and not given it back."""
        if self.read_only:
            return True
        name = self._name(key)
        with self._transaction() as con:
            now = _now()  # not before the lock is ours: a claim made while we waited for it is no claim from the future
            con.execute("DELETE FROM claims WHERE until NOT BETWEEN ? AND ?", (now, now + seconds))
            taken = con.execute("INSERT OR IGNORE INTO claims (key, until) VALUES (?, ?)", (name, now + seconds))
            return taken.rowcount == 1

    def release(self, key: str) -> None:
        """Give a question back."""
        self._delete("claims", key)

    def _delete(self, table: str, key: str) -> None:
        if not self.read_only:
            with self._transaction() as con:
                con.execute(f"DELETE FROM {table} WHERE key = ?", (self._name(key),))

    def _trim(self, con: sqlite3.Connection, now: float) -> tuple[int, int]:
        """Above the limit the entries used longest ago go, until a fifth is free: how many, and how many were fresh."""
        excess = self.used(con) - self.size_limit
        if excess <= 0:
            return 0, 0
        uses, self._used = self._used, {}
        con.executemany(f"UPDATE {TABLE} SET used = ? WHERE key = ?", [(at, name) for name, at in uses.items()])
        excess += self.size_limit // 5
        going, fresh = [], 0
        for rowid, size, expires in con.execute(
            f"SELECT rowid, length(value), expires FROM {TABLE} ORDER BY used, rowid"
        ):
            going.append((rowid,))
            fresh += (expires or 0) > now
            excess -= size
            if excess <= 0:
                break
        con.executemany(f"DELETE FROM {TABLE} WHERE rowid = ?", going)
        return len(going), fresh

    def used(self, con: sqlite3.Connection) -> int:
        """Bytes of the pages in use."""
        pages, free, size = (
            con.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * size)

    def expiries(self, keys: list[str]) -> dict[str, int]:
        """When each of `keys` that is here expires, as Unix time."""
        found: dict[str, int] = {}
        with self._leases.lease() as con:
            for i in range(0, len(keys), 500):
                part = list(map(self._name, keys[i : i + 500]))
                marks = ",".join("?" * len(part))
                rows = con.execute(f"SELECT key, expires FROM {TABLE} WHERE key IN ({marks})", part)
                found.update((name.removeprefix(self._name("")), expires) for name, expires in rows.fetchall())
        return found

    def summary(self, now: datetime) -> tuple[int, int, int]:
        """Entries of the source, those still fresh, and bytes in use for all sources."""
        with self._leases.lease() as con:
            sql = f"SELECT count(*), coalesce(sum(expires > ?), 0) FROM {TABLE} WHERE {OURS}"
            entries, fresh = con.execute(sql, (now.timestamp(), *self._ours())).fetchone()
            return int(entries), int(fresh), self.used(con)

    def _ours(self) -> tuple[str, str]:
        """The first key of the source, and what is beyond its last."""
        return f"{self.scope}-", f"{self.scope}."

    def check(self) -> str:
        """sqlite's own verdict on the file, ``ok`` when it is sound."""
        with self._leases.lease() as con:
            return str(con.execute("PRAGMA integrity_check(1)").fetchone()[0])

    def clear(self) -> None:
        """Drop every row of the source."""
        with self._transaction() as con:
            con.execute(f"DELETE FROM {TABLE} WHERE {OURS}", self._ours())
        with self._leases.writing, self._leases.lease() as con:
            con.execute("VACUUM")


def _now() -> float:
    """Unix time, whatever clock the data are read by: the processes that share a file share no other."""
    return real_time().timestamp()


def _make(path: Path) -> None:
    """An empty private file, where there is none: to close one that is open would undo this process's locks on it."""
    if not path.exists():
        with contextlib.suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def private_folder(folder: Path) -> None:
    """Make `folder` for this user alone."""
    if not folder.is_absolute():
        raise OSError("there is no home folder; set SPORTSFRAME_CACHE_DIR")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & 0o077:
        folder.chmod(0o700)
