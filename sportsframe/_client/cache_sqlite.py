"""The rows of a cache in an SQLite file: private, of bounded size, with bounded waits for locks.

All sources share the file and its size limit; each sees only its own rows. Connections are leased to one user at a
time, and closed by the last user of the file, never while in use.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import time
import weakref
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from threading import Lock
from urllib.parse import quote

from .._process import ForkSafeLock, after_fork, fork_gate
from .cache_entry import LARGEST_ENTRY, Entry, decode_entry, encode_entry
from .claimant import has_ended, this_process
from .clock import real_time
from .library import CachedResponse
from .notices import LOG, warn_once

WAIT_FOR_LOCK = 5.0
TABLE = "answers"

COLUMNS = {
    TABLE: {"key": "TEXT PRIMARY KEY", "value": "BLOB", "expires": "INT", "used": "INT"},
    "reads": {"key": "TEXT PRIMARY KEY", "used": "INT"},
    "requests": {"key": "TEXT PRIMARY KEY", "until": "REAL", "process": "TEXT"},
}
"""The tables; when an entry was written stands beside it, and when it was last read in a table of its own, since an
update of its row would copy the whole response."""

BY_USE = f"""
    SELECT {TABLE}.rowid, length(value), expires FROM {TABLE} LEFT JOIN reads USING (key)
    ORDER BY max({TABLE}.used, coalesce(reads.used, 0)), {TABLE}.rowid
"""
"""The rows, the least recently used first."""

OURS = "key >= ? AND key < ?"
READ = f"SELECT substr(value, 1, {LARGEST_ENTRY + 1}) FROM {TABLE} WHERE key = ?"

OPEN_INTERVAL = 0.02
"""Seconds between two attempts to open a file that another process is creating."""

WAIT_ON_CLOSING = 0.5
"""Seconds to wait for a lock for the times of reading alone."""

CHECKED_ON_OPENING = 4_000_000
"""A file of up to so many bytes is checked for damage when it is opened, which takes a few milliseconds."""

DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_SCHEMA,
          sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_FORMAT}  # fmt: skip


def is_damage(error: Exception) -> bool:
    """Whether an error of SQLite means a damaged file, rather than a locked, full or unreachable one."""
    if not isinstance(error, sqlite3.Error):
        return isinstance(error, UnicodeDecodeError)  # from a message of SQLite that quotes a damaged name
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError)
    return code & 0xFF in DAMAGE or code == sqlite3.SQLITE_IOERR_SHORT_READ


def lenient_text(raw: bytes) -> str:
    """The text of a row, decoded without errors: the checksum detects damage."""
    return raw.decode("utf-8", "replace")


def is_locked(error: sqlite3.Error) -> bool:
    """Whether another connection has locked the file."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_PROTOCOL)


class _Leases:
    """The connections of this process to one file, each for one user at a time; closed when the file is unused.

    When the entries were read is written with the next entry, or when the file is closed.
    """

    def __init__(self, path: Path, read_only: bool) -> None:
        self.path = path
        self.read_only = read_only
        self.writing = Lock()
        self.reads: dict[str, int] = {}
        self._idle: list[sqlite3.Connection] = []
        weakref.finalize(self, _close, self._idle, self.reads, os.getpid())

    @contextlib.contextmanager
    def lease(self) -> Iterator[sqlite3.Connection]:
        """A connection for this thread only; after an error it is closed."""
        with fork_gate:
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
            except sqlite3.OperationalError as error:  # SQLite does not wait while another connection turns on the log
                if not is_locked(error) or time.monotonic() > until:
                    raise
                time.sleep(OPEN_INTERVAL)

    def _connect_at_once(self) -> sqlite3.Connection:
        # SQLite never creates the file, so that it is private.
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
        """The mode for a read-only file: without a log only if there is none, and therefore no writer."""
        log = self.path.with_name(self.path.name + "-wal")
        return "mode=ro" if log.exists() else "mode=ro&immutable=1"


def _close(idle: list[sqlite3.Connection], reads: dict[str, int], owner: int) -> None:
    """Write when the entries were read, and close the connections."""
    if os.getpid() != owner:  # a forked child must not close what its parent opened
        return
    with fork_gate:
        if idle and reads:
            with contextlib.suppress(sqlite3.Error):
                idle[0].execute(f"PRAGMA busy_timeout = {WAIT_ON_CLOSING * 1000:.0f}")
                idle[0].execute("BEGIN IMMEDIATE")
                _write_reads(idle[0], reads)
                idle[0].execute("COMMIT")
        while idle:
            with contextlib.suppress(sqlite3.Error):
                idle.pop().close()


def _write_reads(con: sqlite3.Connection, reads: dict[str, int]) -> None:
    """Write when the entries were read, and forget it."""
    rows = [reads.popitem() for _ in range(len(reads))]  # other threads may add to it
    con.executemany(
        "INSERT INTO reads (key, used) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET used = max(used, excluded.used)",
        rows,
    )


_files: weakref.WeakValueDictionary[tuple[Path, int, bool], _Leases] = weakref.WeakValueDictionary()
_lock = ForkSafeLock()


def _leases(path: Path, inode: int, read_only: bool) -> _Leases:
    """The connections to the file that has this name now, for all sources."""
    with _lock:
        found = _files.get((path, inode, read_only))
        if found is None:
            found = _files[path, inode, read_only] = _Leases(path, read_only)
        return found


@after_fork
def _renew() -> object:
    """A child process must neither use nor close the files of its parent."""
    global _files
    old = list(_files.values())
    _files = weakref.WeakValueDictionary()
    return old


class DiskRows:
    """The rows of one source in a file, for any thread. Its connections close when it is garbage-collected.

    Parameters
    ----------
    path : Path
        The file; created if there is none, and only read if it or its directory is not writable.
    size : int
        Size limit of the rows of all sources, in bytes.
    scope : str
        The name of the source.
    """

    def __init__(self, path: Path, size: int, scope: str) -> None:
        self.path = path
        self.size_limit = size
        self.scope = scope
        self.read_only = path.exists() and not _writable(path)
        if not self.read_only:
            private_folder(path.parent)
            _make(path)
        self.inode = path.stat().st_ino
        self._leases = _leases(path, self.inode, self.read_only)
        with self._leases.lease() as con:
            there = {name for (name,) in con.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if there and path.stat().st_size <= CHECKED_ON_OPENING:
                self._check_integrity()
            for table in there.intersection(COLUMNS):
                con.execute(f"SELECT {', '.join(COLUMNS[table])} FROM {table} LIMIT 1").fetchone()
        if not (self.read_only or there.issuperset(COLUMNS)):
            with self._leases.writing, self._transaction() as con:
                for table, columns in COLUMNS.items():
                    declared = ", ".join(f"{name} {kind}" for name, kind in columns.items())
                    con.execute(f"CREATE TABLE IF NOT EXISTS {table} ({declared})")

    def moved(self) -> bool:
        """Whether the file was replaced or removed."""
        try:
            return self.path.stat().st_ino != self.inode
        except OSError:
            return True

    def _name(self, key: str) -> str:
        return f"{self.scope}-{key}"

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """A transaction, by whoever holds the lock for writing; a generator that is interrupted would not free it."""
        with self._leases.lease() as con:
            con.execute("BEGIN IMMEDIATE")
            try:
                yield con
                con.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    con.execute("ROLLBACK")
                raise

    def get(self, key: str) -> Entry | None:
        """The entry of `key`; None if its bytes are damaged or those of another key."""
        name = self._name(key)
        with self._leases.lease() as con:
            row = con.execute(READ, (name,)).fetchone()
        if row is None:
            return None
        try:
            value = decode_entry(name, row[0])
        except KeyError:
            self._check_integrity()  # if one row is damaged, others may be
            return None
        if not self.read_only:
            self._leases.reads[name] = int(_now())
        return value

    def _check_integrity(self) -> None:
        found = self.check()
        if found != "ok":
            raise sqlite3.DatabaseError(found)

    def set(self, key: str, value: CachedResponse) -> None:
        """Write an entry."""
        name = self._name(key)
        self.put(name, encode_entry(name, value), value.expires_unix, value.created_at.timestamp())

    def put(self, name: str, encoded: bytes, expires: int | None, now: float) -> None:
        """Write a row, unless it would take up half of the space."""
        if self.read_only or len(encoded) > self.size_limit // 2:
            return
        row = (name, encoded, expires, int(_now()))
        with self._leases.writing, self._transaction() as con:
            con.execute(f"INSERT OR REPLACE INTO {TABLE} (key, value, expires, used) VALUES (?, ?, ?, ?)", row)
            _write_reads(con, self._leases.reads)
            removed, fresh = self._trim(con, now)
        if removed:
            LOG.warning("cache %s: %d least recently used entries removed, the limit is %d bytes", self.path, removed,
                        self.size_limit)  # fmt: skip
        if fresh:
            warn_once(
                f"full {self.path}",
                f"the cache {self.path} is full: {fresh} least recently used entries were removed that were still "
                f"fresh; the limit is {self.size_limit:,} bytes, set SPORTSFRAME_CACHE_SIZE for more",
            )

    def drop(self, key: str) -> None:
        """Remove an entry."""
        self._delete(TABLE, key)

    def claim(self, key: str, seconds: float) -> bool:
        """Claim a request for so many seconds; False if another process has, and may still be running."""
        if self.read_only:
            return True
        name = self._name(key)
        with self._leases.writing, self._transaction() as con:
            now = _now()  # not before the lock is ours: a claim made while we waited for it is no claim from the future
            con.execute("DELETE FROM requests WHERE until NOT BETWEEN ? AND ?", (now, now + seconds))
            held = con.execute("SELECT process FROM requests WHERE key = ?", (name,)).fetchone()
            if held is not None and not has_ended(str(held[0])):
                return False
            con.execute("INSERT OR REPLACE INTO requests VALUES (?, ?, ?)", (name, now + seconds, this_process()))
            return True

    def release(self, key: str) -> None:
        """Give up a claim."""
        self._delete("requests", key)

    def _delete(self, table: str, key: str) -> None:
        if not self.read_only:
            with self._leases.writing, self._transaction() as con:
                con.execute(f"DELETE FROM {table} WHERE key = ?", (self._name(key),))

    def _trim(self, con: sqlite3.Connection, now: float) -> tuple[int, int]:
        """Above the limit, remove the least recently used entries until a fifth is free; count them, and fresh ones."""
        excess = self.used(con) - self.size_limit
        if excess <= 0:
            return 0, 0
        excess += self.size_limit // 5
        removed, fresh = [], 0
        for rowid, size, expires in con.execute(BY_USE):
            removed.append((rowid,))
            fresh += (expires or 0) > now
            excess -= size
            if excess <= 0:
                break
        con.executemany(f"DELETE FROM {TABLE} WHERE rowid = ?", removed)
        con.execute(f"DELETE FROM reads WHERE key NOT IN (SELECT key FROM {TABLE})")
        return len(removed), fresh

    def used(self, con: sqlite3.Connection) -> int:
        """Bytes of the pages in use."""
        pages, free, size = (
            con.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * size)

    def expiries(self, keys: list[str]) -> dict[str, int]:
        """When each of `keys` with an entry expires, as Unix time."""
        found: dict[str, int] = {}
        with self._leases.lease() as con:
            for i in range(0, len(keys), 500):
                part = list(map(self._name, keys[i : i + 500]))
                marks = ",".join("?" * len(part))
                rows = con.execute(f"SELECT key, expires FROM {TABLE} WHERE key IN ({marks})", part)
                found.update((name.removeprefix(self._name("")), expires) for name, expires in rows.fetchall())
        return found

    def summary(self, now: datetime) -> tuple[int, int, int]:
        """Entries of the source, fresh ones among them, and bytes used by all sources."""
        with self._leases.lease() as con:
            sql = f"SELECT count(*), coalesce(sum(expires > ?), 0) FROM {TABLE} WHERE {OURS}"
            entries, fresh = con.execute(sql, (now.timestamp(), *self._ours())).fetchone()
            return int(entries), int(fresh), self.used(con)

    def _ours(self) -> tuple[str, str]:
        """The bounds of the keys of the source; the second is exclusive."""
        return f"{self.scope}-", f"{self.scope}."

    def check(self) -> str:
        """Result of the integrity check of SQLite: ``ok`` if the file is intact."""
        with self._leases.lease() as con:
            return str(con.execute("PRAGMA integrity_check(1)").fetchone()[0])

    def clear(self) -> bool:
        """Drop every row of the source; False if the file is only read."""
        if self.read_only:
            return False
        with self._leases.writing, self._transaction() as con:
            for table in (TABLE, "reads"):
                con.execute(f"DELETE FROM {table} WHERE {OURS}", self._ours())
        with self._leases.writing, self._leases.lease() as con:
            con.execute("VACUUM")
        return True


def _now() -> float:
    """Unix time in real time, whatever the clock in the settings: processes that share a file share no other."""
    return real_time().timestamp()


def _make(path: Path) -> None:
    """Create an empty private file if there is none; closing an existing one would release locks of this process."""
    if not path.exists():
        with contextlib.suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _writable(path: Path) -> bool:
    """Whether this user may write to a file and its directory, and make the directory private."""
    try:
        private_folder(path.parent)
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise
        return False
    return os.access(path.parent, os.W_OK) and os.access(path, os.W_OK)


def private_folder(folder: Path) -> None:
    """Create a directory for this user only."""
    if not folder.is_absolute():
        raise OSError("there is no home directory; set SPORTSFRAME_CACHE_DIR")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & 0o077:
        folder.chmod(0o700)
