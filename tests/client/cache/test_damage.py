"""The cache under damage: entries and files that are none, and what runs or takes memory because of them: nothing."""

from __future__ import annotations

import ast
import contextlib
import os
import pickle
import random
import sqlite3
import sys
import threading
import tracemalloc
import warnings
import zlib
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import sportsframe
from sportsframe._client import cache as store
from sportsframe._client import cache_entry, transport
from sportsframe._client.cache import cache
from sportsframe._client.connection import connection_for
from sportsframe._client.fetch import fetch
from sportsframe._client.options import current, options
from sportsframe._client.query import Query
from sportsframe.errors import SportsframeWarning

from ...bench import soak
from ...support.servers import (
    TOKEN,
    Server,
    SmallRedis,
)
from .support import DAY, PATH, rows


def test_no_pickle_in_the_package() -> None:
    """Nothing in the package can run code from a file: no pickle, marshal, shelve, eval or exec."""
    for file in Path(sportsframe.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {"pickle", "cPickle", "dill", "marshal", "shelve", "joblib"} & set(names), file
            called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            assert called not in ("eval", "exec"), file


class Bomb:
    """Unpickling it leaves a trace."""

    trace = ""

    def __reduce__(self) -> tuple[Callable[[str], int], tuple[str]]:
        return os.mkdir, (Bomb.trace,)


def test_a_tampered_row_runs_nothing(tmp_path: Path, server: Server) -> None:
    """A row that was replaced by a pickle is no entry: nothing runs, the answer is fetched anew."""
    fetch(DAY)
    Bomb.trace = str(tmp_path / "trace")
    with rows() as con:
        con.execute("UPDATE answers SET value = ?", (pickle.dumps(Bomb()),))
    con.close()
    assert fetch(DAY).body == soak.body(PATH)
    assert server.count == 2
    assert not os.path.exists(Bomb.trace)


def test_rows_that_changed_places_are_not_used(server: Server) -> None:
    """An entry is sealed with its key: one that stands under another key is no entry there."""
    other = Query("MLB", "live", "2024-06-02")
    fetch(DAY)
    fetch(other)
    with rows() as con:
        (first, a), (second, b) = con.execute("SELECT key, value FROM answers").fetchall()
        con.execute("UPDATE answers SET value = ? WHERE key = ?", (b, first))
        con.execute("UPDATE answers SET value = ? WHERE key = ?", (a, second))
    con.close()
    assert fetch(DAY).body == soak.body(PATH)
    assert fetch(other).body == soak.body(str(other))
    assert server.count == 4


def test_corrupted_files() -> None:
    """Seeded damage to a cache file: no exception, no wrong answer, no entry asked for more than once again."""
    assert soak.corruptions(70, seed=3) == []


def test_damage_is_said_once_and_put_aside(server: Server) -> None:
    """A damaged file is put aside, private as before, with one warning; the cache begins anew."""
    fetch(DAY)
    path = Path(cache.where)
    connection_for(current()).cache.let_go()
    path.write_bytes(b"not a database, but long enough to be looked at" * 100)
    with pytest.warns(SportsframeWarning, match="renamed to") as caught:
        assert [fetch(DAY).body for _ in range(3)] == [soak.body(PATH)] * 3
    assert len(caught) == 1
    aside = path.with_name(path.name + ".damaged")
    assert aside.read_bytes().startswith(b"not a database")
    assert aside.stat().st_mode & 0o077 == 0
    assert server.count == 2


def test_whole_entries_are_carried_over(server: Server) -> None:
    """Of a damaged file the entries that are whole are carried over into the new one."""
    asked = soak.queries(30)
    for query in asked:
        fetch(query)
    path = Path(cache.where)
    connection_for(current()).cache.let_go()
    data = bytearray(path.read_bytes())
    data[-1000:] = os.urandom(1000)
    data[len(data) // 2 : len(data) // 2 + 40] = os.urandom(40)
    path.write_bytes(bytes(data))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert [fetch(query).body for query in asked] == [soak.body(str(query)) for query in asked]
    assert server.count <= 40


@pytest.mark.parametrize(("seconds", "rescued"), [(3600.0, 30), (0.0, 1)])
def test_entries_are_carried_over_for_a_while(
    server: Server, monkeypatch: pytest.MonkeyPatch, seconds: float, rescued: int
) -> None:
    """All entries of a small file are carried over; of a large one those that are copied before the time is up."""
    for query in soak.queries(30):
        fetch(query)
    found = connection_for(current()).cache
    count = f"SELECT count(*) FROM {store.TABLE}"
    assert rows().execute(count).fetchone() == (30,)
    monkeypatch.setattr(store, "WAIT_FOR_LOCK", seconds)
    with pytest.warns(SportsframeWarning, match="renamed to"):
        found._recover(sqlite3.DatabaseError("malformed"), found._rows)
    assert rows().execute(count).fetchone() == (rescued,)


def test_the_new_file_is_not_put_aside_by_a_second_user(server: Server) -> None:
    """Whoever finds the damage later, with the old file still open, takes the new file and leaves it in place."""
    fetch(DAY)
    first = connection_for(current()).cache
    late = store.AnswerCache(first.scope, first.path.parent, None, first.size)  # type: ignore[union-attr]
    assert late.usable()
    open_still = late._rows
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        first._recover(sqlite3.DatabaseError("malformed"), first._rows)
        inode = first.path.stat().st_ino  # type: ignore[union-attr]
        late._rows = open_still  # as in another process
        late._recover(sqlite3.DatabaseError("malformed"), late._rows)
    assert first.path.stat().st_ino == inode  # type: ignore[union-attr]
    assert late.usable()
    late.let_go()


def test_damage_is_found_while_new_tokens_come(tmp_path: Path) -> None:
    """To put a damaged file aside looks at all caches of its folder, while other threads make more of them."""
    before = sys.getswitchinterval()
    done = threading.Event()
    made = [store.AnswerCache(f"scope-{i}", tmp_path, None, 1_000_000) for i in range(2000)]

    def come() -> None:
        while not done.is_set():
            made[:200] = [store.AnswerCache(f"new-{i}", tmp_path, None, 1_000_000) for i in range(200)]

    tenant = threading.Thread(target=come)
    try:
        sys.setswitchinterval(1e-5)
        tenant.start()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for _ in range(30):
                assert made[-1].usable()
                assert made[-1]._recover(sqlite3.DatabaseError("malformed"), made[-1]._rows)
    finally:
        done.set()
        tenant.join()
        sys.setswitchinterval(before)
        made[-1].let_go()


def test_killed_writers() -> None:
    """A writer killed at any moment leaves no wrong and no partial answer, and a cache that works."""
    assert soak.kills(4, seed=2) == []


def test_damaged_redis_entries_are_misses(server: Server) -> None:
    """Bytes of a Redis entry that were tampered with are no entry."""
    small = SmallRedis()
    with options(redis=f"redis://127.0.0.1:{small.port}/0"):
        fetch(DAY)
        (key,) = small.data
        assert TOKEN.encode() not in key + small.data[key]
        turned = bytes([small.data[key][50] ^ 1])
        for spoiled in (
            small.data[key][:-1],
            b"",
            pickle.dumps(7),
            small.data[key][:50] + turned + small.data[key][51:],
        ):
            small.data[key] = spoiled
            assert not fetch(DAY).from_cache
            assert fetch(DAY).from_cache
    small.close()


def entry_of(key: str, content: object) -> bytes:
    """An entry with a correct checksum, of any content."""
    packed = content if isinstance(content, bytes) else msgspec.msgpack.encode(content)
    rest = len(packed).to_bytes(4, "big") + zlib.compress(packed)
    return cache_entry.MAGIC + zlib.crc32(rest, zlib.crc32(key.encode())).to_bytes(4, "big") + rest


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("created_at", -1), ("created_at", 1.5), ("created_at", {}), ("created_at", b"\xff"), ("created_at", "soon"),
        ("created_at", "2024-01-01T00:00:00"), ("created_at", "9999-12-31T00:00:00+00:00"), ("created_at", None),
        ("expires", []), ("expires", None), ("expires", "x"), ("_content", "text"), ("_content", None),
        ("_content", b" " * (transport.MOST_BYTES + 1)), ("headers", 5), ("headers", {"a": 1}), ("status_code", "200"),
        ("request", []), ("url", 7), (None, 5), (None, []), (None, None), (None, "x"), (None, {}),
    ],
)  # fmt: skip
def test_entries_of_another_shape_are_misses(server: Server, name: str | None, value: object) -> None:
    """An entry with a correct checksum whose content is not that of an entry is requested anew."""
    small = SmallRedis()
    with options(redis=f"redis://127.0.0.1:{small.port}/0"):
        fetch(DAY)
        (key,) = small.data
        content = msgspec.msgpack.decode(cache_entry.contents(small.data[key]))
        small.data[key] = entry_of(key.decode(), {**content, name: value} if name else value)
        assert not fetch(DAY).from_cache
        assert fetch(DAY).from_cache
    small.close()


def test_an_entry_from_the_first_year_is_old(server: Server) -> None:
    """Times at the ends of the calendar are compared without overflow."""
    small = SmallRedis()
    with options(redis=f"redis://127.0.0.1:{small.port}/0"):
        fetch(DAY)
        (key,) = small.data
        content = msgspec.msgpack.decode(cache_entry.contents(small.data[key]))
        for created, fresh in (("0001-01-01T00:00:00+00:00", True), ("9999-12-31T00:00:00+00:00", False)):
            times = {"created_at": created, "expires": "9999-12-31T23:59:59+00:00"}
            small.data[key] = entry_of(key.decode(), content | times)
            assert fetch(DAY).from_cache == fresh
    small.close()


def test_an_entry_of_many_small_objects_takes_no_memory() -> None:
    """What is no entry is refused while it is decoded, before its objects are made."""
    many = entry_of("key", b"\xdd" + (30_000_000).to_bytes(4, "big") + b"\xc0" * 30_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(KeyError):
            cache_entry.decode_entry("key", many)
        assert tracemalloc.get_traced_memory()[1] < 2 * cache_entry.LARGEST_CONTENT
    finally:
        tracemalloc.stop()


@pytest.mark.sampled
@pytest.mark.parametrize("claimed", [0, 1, 2**20, 10**6 - 1, 10**6 + 1, 2**32 - 1])
@pytest.mark.parametrize("letters", [b" ", bytes(range(256))])
def test_an_entry_of_another_size_than_it_claims_is_none(claimed: int, letters: bytes) -> None:
    """Content that is longer or shorter than its entry says is not used, however well it was compressed."""
    content = random.Random(7).choices(letters, k=10**6)
    packed = zlib.compress(bytes(content))
    for size, sound in ((10**6, True), (claimed, False)):
        rest = size.to_bytes(4, "big") + packed
        if sound:
            assert cache_entry.contents(cache_entry.MAGIC + bytes(4) + rest) == bytes(content)
        else:
            with pytest.raises(ValueError, match="not the size"):
                cache_entry.contents(cache_entry.MAGIC + bytes(4) + rest)


def test_an_entry_that_unpacks_to_a_gigabyte_takes_no_memory() -> None:
    """What an entry expands to is bounded by what it may claim, not by what was packed."""
    pack = zlib.compressobj(9)
    packed = b"".join(pack.compress(bytes(2**20)) for _ in range(2**10)) + pack.flush()
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match="not the size"):
            cache_entry.contents(cache_entry.MAGIC + bytes(4) + (1000).to_bytes(4, "big") + packed)
        assert tracemalloc.get_traced_memory()[1] < 2 * cache_entry.LARGEST_CONTENT
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("redis", [False, True])
def test_a_value_beyond_any_entry_is_not_read_whole(server: Server, redis: bool) -> None:
    """It is a miss, and replaced."""
    small = SmallRedis()
    with options(redis=f"redis://127.0.0.1:{small.port}/0" if redis else None):
        fetch(DAY)
        if redis:
            (key,) = small.data
            small.data[key] = b"x" * (2 * cache_entry.LARGEST_ENTRY)
        else:
            with contextlib.closing(sqlite3.connect(cache.where, isolation_level=None)) as con:
                con.execute("UPDATE answers SET value = zeroblob(?)", (2 * cache_entry.LARGEST_ENTRY,))
        assert not fetch(DAY).from_cache
        assert fetch(DAY).from_cache
    small.close()
