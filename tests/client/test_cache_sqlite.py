"""Connections to the file of the cache: waits for locks, and errors that no wait mends."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from sportsframe._client import cache_sqlite


def test_a_file_that_is_read_becomes_one_with_a_log_afterwards(tmp_path: Path) -> None:
    """SQLite does not wait for readers when it turns on the log; the cache does, until they are done."""
    path = tmp_path / "answers.sqlite"
    reader = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    reader.execute("CREATE TABLE other (key TEXT)")
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM other").fetchall()
    done = threading.Timer(0.3, reader.close)
    done.start()
    with cache_sqlite._Leases(path, read_only=False).lease() as con:
        assert con.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    done.join()


class Failing(cache_sqlite._Leases):
    """Connections to a file of which every attempt fails with the same error of SQLite."""

    attempts = 0

    def _connect_at_once(self) -> sqlite3.Connection:
        self.attempts += 1
        error = sqlite3.OperationalError("no")
        error.sqlite_errorcode = self.code
        raise error

    code = sqlite3.SQLITE_CANTOPEN


def test_only_a_lock_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that cannot be opened is given up at once, a locked one after the longest wait."""
    monkeypatch.setattr(cache_sqlite, "WAIT_FOR_LOCK", 0.2)
    leases = Failing(tmp_path / "answers.sqlite", read_only=False)
    with pytest.raises(sqlite3.OperationalError), leases.lease():
        pass
    assert leases.attempts == 1

    leases.code = sqlite3.SQLITE_BUSY
    with pytest.raises(sqlite3.OperationalError), leases.lease():
        pass
    assert leases.attempts > 2


def test_a_connection_is_used_again_unless_it_failed(tmp_path: Path) -> None:
    """One connection serves one use after the other; after an error it is closed and another one is opened."""
    path = tmp_path / "answers.sqlite"
    path.touch()
    leases = cache_sqlite._Leases(path, read_only=False)
    with leases.lease() as first:
        pass
    with leases.lease() as again, leases.lease() as other:
        assert again is first
        assert other is not first
    with pytest.raises(ValueError, match="mine"), leases.lease() as failed:
        raise ValueError("mine")
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        failed.execute("SELECT 1")
