"""The cache: separate for each source, bounded, shared by processes and threads, in a file or in Redis."""

from __future__ import annotations

import contextlib
import gc
import os
import platform
import subprocess
import sys
import threading
import time
import warnings
import weakref
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import sportsframe
from sportsframe._client import cache as store
from sportsframe._client import cache_sqlite, settings
from sportsframe._client import connection as connections
from sportsframe._client.batch import fetch_many
from sportsframe._client.cache import cache
from sportsframe._client.claimant import has_ended, this_process
from sportsframe._client.connection import connection_for, key_of
from sportsframe._client.fetch import fetch
from sportsframe._client.options import current, options
from sportsframe.errors import ConfigError, SportsframeWarning, Unauthorized
from sportsframe.load.client import Client, settings_of

from ...bench import soak
from ...support.servers import (
    ROWS,
    TOKEN,
    Reply,
    Server,
    closed_port,
    envelope,
    game,
    redis_serving,
    serving,
)
from .support import DAY, PATH, rows


def test_tokens_and_addresses_share_nothing(server: Server) -> None:
    """Two tokens never share entries, nor do two addresses, nor the built-in service and a real one."""
    fetch(DAY)
    with options(token="another-token-9"):
        assert not fetch(DAY).from_cache
        assert fetch(DAY).from_cache
        server.set(PATH, Reply(401, b"null"))
        with pytest.raises(Unauthorized):
            fetch(DAY, refresh=True)
    with serving(Reply(304)) as second, options(base_url=second.base_url, token=TOKEN):
        assert fetch(DAY).body == b""
    localhost = options(base_url=server.base_url.replace("127.0.0.1", "localhost"), token="trial-7-trial")
    with localhost, pytest.raises(Unauthorized):
        fetch(DAY)
    assert fetch(DAY).from_cache
    names = {store.scope_of(settings.Source(a, settings.credentials.keep(t), False), v)
             for a in ("https://a/api/v1", "https://b/api/v1") for t in ("x", "y") for v in ("", "1")}  # fmt: skip
    assert len(names) == 8
    assert all(TOKEN not in file.name for file in Path(cache.where).parent.iterdir())


def test_processes_side_by_side() -> None:
    """Processes that read and write one file side by side get no lock error and lose no entry."""
    assert soak.processes(3, 40, seed=2) == []


def test_ranges_that_fail_anywhere() -> None:
    """Any days fail, the range stops anywhere: what was delivered is not asked for again and the result is whole."""
    assert soak.ranges(8, seed=2) == []


def test_a_locked_file_is_not_waited_for(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another program holds the write lock, reads hit and writes are given up after a bounded wait."""
    monkeypatch.setattr(cache_sqlite, "WAIT_FOR_LOCK", 0.2)
    fetch(DAY)
    connection_for(current()).cache.let_go()
    holder = rows()
    holder.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    assert fetch(DAY).from_cache
    with pytest.warns(SportsframeWarning, match="locked") as caught:
        results = [fetch(query) for query in soak.queries(10)]
    assert len(caught) == 1
    assert len(results) == 10
    assert time.monotonic() - began < 3
    holder.rollback()
    holder.close()
    connection_for(current()).cache._rest_until = 0
    fetch(DAY)
    assert fetch(soak.queries(1)[0]).body


def test_the_size_is_bounded(server: Server) -> None:
    """Above the limit the entries used longest ago go, with one warning if they were fresh; one too large is not kept.

    The limit is that of all sources of the folder together.
    """
    limit = 150_000
    asked = soak.queries(120)
    with options(cache_size=limit):
        with pytest.warns(SportsframeWarning, match=r"is full: .* still fresh; the limit is 150,000 bytes") as caught:
            list(map(fetch, asked))
        assert len(caught) == 1
        held = connection_for(current()).cache
        entries, _, size = held.with_rows(lambda rows: rows.summary(current().moment()), (0, 0, 0))
        assert size <= limit
        assert 10 <= entries < 60
        assert Path(cache.where).stat().st_size <= 1.2 * limit
        assert fetch(asked[-1]).from_cache
        assert not fetch(asked[0]).from_cache
        server.set(PATH, Reply(200, soak.body(PATH, 1, limit)))
        fetch(DAY)
        assert not fetch(DAY).from_cache
        with options(token="another-token-9"):
            for query in asked:
                fetch(query)
            assert list(Path(cache.where).parent.glob("*.sqlite")) == [Path(cache.where)]
            assert cache.info().set_index("item").loc["bytes", "value"] <= limit
        assert held.with_rows(lambda rows: rows.summary(current().moment())[0], None) == 0


def test_what_is_used_stays(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that is read again and again outlives those written after it."""
    moments = iter(range(1_750_000_000, 2_000_000_000))
    monkeypatch.setattr(cache_sqlite, "_now", lambda: float(next(moments)))
    first, *others = soak.queries(120)
    with options(cache_size=150_000), warnings.catch_warnings():
        warnings.simplefilter("ignore", SportsframeWarning)
        fetch(first)
        for query in others:
            fetch(query)
            assert fetch(first).from_cache
        assert not fetch(others[0]).from_cache


READ = """
from sportsframe._client.fetch import fetch
from sportsframe._client.query import Query
assert fetch(Query("MLB", "live", "2024-06-01")).from_cache
"""


def test_what_another_process_reads_stays(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a process only reads outlives what was written until then, also in a file from before reads were noted."""
    others = [query for query in soak.queries(120) if query != DAY]
    fetch(DAY)
    fetch(others[0])
    connection_for(current()).cache.let_go()
    with contextlib.closing(rows()) as con, con:
        con.execute("DROP TABLE reads")
        con.execute("UPDATE answers SET used = used - 2000")
    subprocess.run([sys.executable, "-c", READ], env=environment(), check=True)

    moments = iter(range(int(time.time()) - 1000, 2_000_000_000))
    monkeypatch.setattr(cache_sqlite, "_now", lambda: float(next(moments)))
    with options(cache_size=150_000), warnings.catch_warnings():
        warnings.simplefilter("ignore", SportsframeWarning)
        for query in others[1:]:
            fetch(query)
            fetch(query)
        assert fetch(DAY).from_cache
        assert not fetch(others[0]).from_cache
    with contextlib.closing(rows()) as con:
        assert con.execute("SELECT count(*) FROM reads WHERE key NOT IN (SELECT key FROM answers)").fetchone() == (0,)


ASK = """
import sys, time
from sportsframe._client.fetch import fetch
from sportsframe._client.query import Query
print("ready", flush=True)
sys.stdin.readline()
for day in range(1, 4):
    print(len(fetch(Query("MLB", "live", f"2024-06-{day:02d}")).body))
"""


def environment() -> dict[str, str]:
    """What lets another process ask the same service with the same cache."""
    setting = current()
    return {
        **os.environ, "SPORTSFRAME_BASE_URL": str(setting.base_url), "RSC_TOKEN": TOKEN, "SPORTSFRAME_NOW": soak.NOW,
        "SPORTSFRAME_CACHE_DIR": str(setting.cache_dir), "PYTHONPATH": os.pathsep.join(sys.path),
    }  # fmt: skip


def test_processes_that_ask_the_same_make_one_request(server: Server) -> None:
    """Processes that ask the same of a cold cache at the same moment make one request for each question, in silence."""
    server.default = lambda path: Reply(200, soak.body(path), delay=0.3)
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    asking = [subprocess.Popen([sys.executable, "-c", ASK], env=environment(), **pipes) for _ in range(4)]
    for process in asking:
        assert process.stdout.readline() == "ready\n"  # type: ignore[union-attr]
    for process in asking:
        process.stdin.write("go\n")  # type: ignore[union-attr]
        process.stdin.flush()  # type: ignore[union-attr]
    said = [process.communicate(timeout=60) for process in asking]
    assert {errors for _, errors in said} == {""}
    assert len({found for found, _ in said}) == 1
    assert server.count == 3


def test_a_question_taken_and_not_answered_is_asked_after_a_while(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that hangs while it asks keeps others waiting for a bounded time; an error gives the question back."""
    monkeypatch.setattr(store, "LONGEST_CLAIM", 0.2)
    held = connection_for(current()).cache
    assert held.claim(key_of(str(DAY)))
    assert not held.claim(key_of(str(DAY)))
    began = time.monotonic()
    assert not fetch(DAY).from_cache
    assert 0.15 < time.monotonic() - began < 10
    other = soak.queries(1)[0]
    server.set(str(other), Reply(401, b"null"))
    with pytest.raises(Unauthorized):
        fetch(other)
    assert held.claim(key_of(str(other)))
    held.release(key_of(str(other)))
    assert held.claim(key_of(str(other)))


CLAIM = """
import sys
from sportsframe._client.connection import connection_for, key_of
from sportsframe._client.options import current
from sportsframe._client.query import Query
print(connection_for(current()).cache.claim(key_of(str(Query("MLB", "live", "2024-06-01")))), flush=True)
sys.stdin.readline()
"""


@pytest.mark.parametrize("place", ["disk", "redis"])
def test_a_process_that_was_killed_is_not_waited_for(server: Server, place: str) -> None:
    """What a process has claimed nobody else sends while it runs; once it is killed, the next one sends it at once."""
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with redis_serving() as (port, _), contextlib.ExitStack() as stack:
        variables = environment()
        if place == "redis":
            variables["SPORTSFRAME_REDIS"] = f"redis://127.0.0.1:{port}/0"
            stack.enter_context(options(redis=variables["SPORTSFRAME_REDIS"]))
        held = connection_for(current()).cache
        asking = subprocess.Popen([sys.executable, "-c", CLAIM], env=variables, **pipes)
        assert asking.stdout is not None
        assert asking.stdout.readline() == "True\n"
        assert not held.claim(key_of(str(DAY)))
        asking.kill()
        asking.communicate()
        began = time.monotonic()
        assert not fetch(DAY).from_cache
        assert time.monotonic() - began < 10


@pytest.mark.parametrize("name", [
    "", "x", f"{platform.node()} x 1.0", f"{platform.node()} {10**30} 1.0", f"elsewhere {2**22 + 1} 1.0",
    f"{platform.node()} 1 1.0", this_process(),
], ids=["nothing", "word", "no number", "too large", "elsewhere", "first process", "this one"])  # fmt: skip
def test_who_may_still_be_running_has_not_ended(name: str) -> None:
    """Nothing is known of another machine, of what is no name of a process, or of a process of another user."""
    assert not has_ended(name)


def test_an_earlier_process_with_this_id_has_ended() -> None:
    """As in a container that was started again."""
    assert has_ended(f"{platform.node()} {os.getpid()} 1.0")


def test_a_claim_by_a_clock_that_was_set_back_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim that would last longer than any does was made under another clock and holds nobody up."""
    held = cache_sqlite.DiskRows(tmp_path / "answers.sqlite", 100_000, "scope")
    now = time.time()
    monkeypatch.setattr(cache_sqlite, "_now", lambda: now + 3600)
    assert held.claim("key", 10)
    monkeypatch.undo()
    assert held.claim("key", 10)


def test_what_stays_in_the_cache_is_marked() -> None:
    """A response that is valid for a day or longer is left to the cache by the history; others it keeps itself."""
    reply = Reply(200, envelope(game(status="inprogress", start="Sat, 01 Jun 2024 19:05:00 GMT")))
    with serving(lambda path: reply) as other, options(base_url=other.base_url, token=TOKEN, now="2024-06-01T20:00"):
        assert [(found.from_cache, found.on_disk) for found in (fetch(DAY), fetch(DAY))] == [
            (False, False),
            (True, False),
        ]
    with serving(lambda path: ROWS) as other, options(base_url=other.base_url, token=TOKEN, now="2026-06-01T20:00"):
        assert [(found.from_cache, found.on_disk) for found in (fetch(DAY), fetch(DAY))] == [
            (False, True),
            (True, True),
        ]


@pytest.mark.parametrize(("seconds", "fresh"), [(5, True), (5.001, False), (0, True)])
def test_an_answer_of_another_clock_is_not_fresh(seconds: float, fresh: bool) -> None:
    """An entry fetched more than five seconds after now comes from another clock and does not count as fresh."""
    fetched = fetch(DAY)
    store_of_it = connection_for(current()).cache
    held = store_of_it.lookup(key_of(str(DAY)), fetched.fetched_at - timedelta(seconds=seconds))
    assert held is not None
    assert held.fresh is fresh


@pytest.mark.parametrize(("size", "kept"), [(50_000, True), (50_001, False)])
def test_an_entry_takes_half_the_space_at_most(tmp_path: Path, size: int, kept: bool) -> None:
    """An entry of half the limit is kept, one of a byte more is not."""
    held = cache_sqlite.DiskRows(tmp_path / "answers.sqlite", 100_000, "scope")
    held.put("scope-key", b"x" * size, None, 0)
    assert held.summary(datetime(2025, 3, 1, tzinfo=UTC))[0] == kept


def test_no_cache(server: Server) -> None:
    """``cache_size=0`` keeps nothing and touches no file."""
    with options(cache_size=0):
        fetch(DAY)
        fetch(DAY)
        assert "off" in repr(cache)
        assert not Path(cache.where).exists()
    assert server.count == 2


def test_info_and_clear(server: Server) -> None:
    """`sf.cache` says where it is and what it holds, and can be emptied, for this source or for all."""
    fetch(DAY)
    fetch(DAY)
    info = cache.info().set_index("item")["value"]
    assert info["where"] == cache.where
    assert info["entries"] == info["fresh"] == 1
    assert info["bytes"] > 0
    assert info["state"] == "in use"
    assert repr(cache).startswith("item")
    with options(token="another-token-9"):
        fetch(DAY)
    cache.clear()
    assert cache.info().set_index("item").loc["entries", "value"] == 0
    assert not fetch(DAY).from_cache
    with options(token="another-token-9"):
        assert fetch(DAY).from_cache
    cache.clear(everything=True)
    assert list(Path(cache.where).parent.iterdir()) == []
    assert not fetch(DAY).from_cache


def held_open() -> tuple[set[Any], set[Any]]:
    """The caches and connections of this process that somebody uses, frames of earlier tests among them."""
    return set(store._caches.values()), set(connections._connections.values())


def assert_few_held_open(others: tuple[set[Any], set[Any]]) -> None:
    """Beside the caches and connections of `others` no more are held than for sources that nobody uses."""
    caches, used = held_open()
    assert len(caches - others[0]) <= connections.MOST_CONNECTIONS
    assert len(used - others[1]) <= connections.MOST_CONNECTIONS


def test_many_sources_do_not_keep_files_open(server: Server) -> None:
    """Only a few caches are open at a time; one that was closed opens again when it is used."""
    others = held_open()
    for i in range(20):
        with options(token=f"token-number-{i}"):
            fetch(DAY)
    assert_few_held_open(others)
    with options(token="token-number-0"):
        assert fetch(DAY).from_cache


def test_a_connection_that_is_used_again_stays_open(server: Server) -> None:
    """Of connections that nobody keeps, those that were used last are held, however long ago they were made."""

    def used(number: int) -> weakref.ref[Any]:
        with options(token=f"token-number-{number}"):
            return weakref.ref(connection_for(current()))

    first, second = used(0), used(1)
    for number in range(2, 2 + connections.MOST_CONNECTIONS):
        used(0)
        used(number)
    gc.collect()

    assert first() is not None
    assert second() is None


def cache_files() -> int:
    """How often this process has the file of the cache open."""
    found = 0
    for entry in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            found += os.readlink(entry) == cache.where
    return found


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no list of open files here")
def test_a_client_for_each_of_many_users_takes_few_files(server: Server) -> None:
    """Clients share the connections to the cache file and keep their own connection: more of them than are held open
    for nobody in turn ask from many threads without opening anything anew; dropped, they close by themselves."""
    others = held_open()
    clients = [
        Client(base_url=server.base_url, token=f"user-number-{i}") for i in range(3 * connections.MOST_CONNECTIONS)
    ]

    def look(start: int) -> None:
        for client in (*clients[start:], *clients[:start]):
            client.live("2024-06-01", "MLB")

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sportsframe.DriftWarning)
        look(0)
        kept = [weakref.ref(connection_for(settings_of(client))) for client in clients]
        with ThreadPoolExecutor(12) as pool:
            list(pool.map(look, range(len(clients))))
    assert all(one() is not None for one in kept)
    assert server.count == len(clients)
    assert 0 < cache_files() <= 13  # one for each thread that was inside at once

    gc.disable()
    try:
        del look
        clients.clear()
        assert_few_held_open(others)
    finally:
        gc.enable()


def test_redis(server: Server) -> None:
    """One setting puts the cache on a Redis server: shared, separate for each token, emptied on request."""
    with redis_serving() as (port, _), options(redis=f"redis://127.0.0.1:{port}/0", cache_dir="/proc/none"):
        assert not fetch(DAY).from_cache
        assert fetch(DAY).body == soak.body(PATH)
        assert fetch(DAY).from_cache
        with options(token="another-token-9"):
            assert not fetch(DAY).from_cache
        list(fetch_many(soak.queries(20)))
        made = server.count
        assert all(r.from_cache for r in fetch_many(soak.queries(20)))  # type: ignore[union-attr]
        assert server.count == made
        info = cache.info().set_index("item")["value"]
        assert info["where"] == f"redis://127.0.0.1:{port}/0"
        assert info["entries"] == 21
        cache.clear()
        assert not fetch(DAY).from_cache


def test_redis_that_goes_away(server: Server) -> None:
    """A Redis server that goes away is done without, with one warning."""
    with redis_serving() as (port, stop), options(redis=f"redis://127.0.0.1:{port}/0"):
        fetch(DAY)
        assert fetch(DAY).from_cache
        stop()
        with pytest.warns(SportsframeWarning, match="continuing without a cache") as caught:
            assert [fetch(DAY).from_cache for _ in range(5)] == [False] * 5
        assert len(caught) == 1
    with options(redis=f"redis://:rosebud-77@127.0.0.1:{closed_port()}/0"):
        with pytest.warns(SportsframeWarning) as caught:
            fetch(DAY)
        assert "rosebud" not in str(caught[0].message)


def test_redis_without_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the redis package the setting is refused in one line that says what to install."""
    monkeypatch.setitem(sys.modules, "redis", None)
    monkeypatch.setitem(sys.modules, "redis.exceptions", None)
    with options(redis="redis://127.0.0.1:1/0"), pytest.raises(ConfigError, match=r"sportsframe\[redis\]"):
        fetch(DAY)


def test_sixteen_threads_one_key_on_a_cold_cache(server: Server) -> None:
    """Threads with lines of their own to one source make one request: the line is shared."""
    server.set(PATH, Reply(200, envelope(game()), delay=0.05))
    threads = [threading.Thread(target=lambda: results.append(ask())) for _ in range(16)]
    results: list[bytes] = []

    def ask() -> bytes:
        with options(base_url=server.base_url, token=TOKEN):
            return fetch(DAY).body

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(results) == {envelope(game())}
    assert server.count == 1
