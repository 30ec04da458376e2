"""The cache: private, separate for each source, sound under damage, and never in the way."""

from __future__ import annotations

import ast
import contextlib
import gc
import json
import os
import pickle
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import tracemalloc
import warnings
import weakref
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sportsframe
from sportsframe._client import cache as store
from sportsframe._client import cache_entry, cache_sqlite, settings, transport
from sportsframe._client import connection as connections
from sportsframe._client.batch import fetch_many
from sportsframe._client.cache import cache
from sportsframe._client.connection import connection_for, key_of
from sportsframe._client.fetch import fetch
from sportsframe._client.options import current, options
from sportsframe._client.query import Query
from sportsframe.errors import ConfigError, SportsframeWarning, Unauthorized
from sportsframe.load.client import Client, settings_of

from ..bench import soak
from ..support.servers import (
    ROWS,
    TOKEN,
    Reply,
    Server,
    SmallRedis,
    closed_port,
    envelope,
    game,
    redis_serving,
    serving,
)

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
"""Whether these tests may mount a disk and become another user."""

DAY = Query("MLB", "live", "2024-06-01")
PATH = "/live/2024-06-01/MLB"


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(lambda path: Reply(200, soak.body(path))) as server:
        yield server


@pytest.fixture(autouse=True)
def client(server: Server) -> Iterator[None]:
    with options(base_url=server.base_url, token=TOKEN):
        yield


def rows() -> sqlite3.Connection:
    """The cache file, as anybody could open it."""
    return sqlite3.connect(cache.where)


def test_files_are_private() -> None:
    """Cache files are for the user alone (0600) and so is their folder (0700), whatever the umask."""
    before = os.umask(0)
    try:
        fetch(DAY)
    finally:
        os.umask(before)
    folder = Path(cache.where).parent
    files = list(folder.iterdir())
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {file.name.rpartition(".sqlite")[2] for file in files} == {"", "-wal", "-shm"}
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in files)


def test_an_open_folder_is_closed() -> None:
    """A cache folder that others may read is taken back."""
    folder = current().cache_dir / "answers"
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    fetch(DAY)
    assert folder.stat().st_mode & 0o777 == 0o700


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


def test_processes_side_by_side() -> None:
    """Processes that read and write one file side by side get no lock error and lose no entry."""
    assert soak.processes(3, 40, seed=2) == []


def test_ranges_that_fail_anywhere() -> None:
    """Any days fail, the range stops anywhere: what was delivered is not asked for again and the result is whole."""
    assert soak.ranges(8, seed=2) == []


@pytest.mark.skipif(not ROOT, reason="only root may become another user")
def test_a_user_without_a_home_is_told_what_to_set() -> None:
    """Where there is no HOME and the user is unknown, the error of one line names the variable of the directory."""
    script = (
        "import os; from sportsframe._client.option_values import default_directory; "
        "del os.environ['HOME']; os.setgroups([]); os.setuid(54_321); default_directory()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "ConfigError" in done.stderr.splitlines()[-1]
    assert "set SPORTSFRAME_CACHE_DIR" in done.stderr.splitlines()[-1]


@pytest.mark.skipif(not ROOT, reason="only root may mount a disk")
def test_what_is_on_a_full_disk_is_read(caplog: pytest.LogCaptureFixture) -> None:
    """A response that cannot be stored keeps further ones from being tried for a while, but none from being read."""
    with soak.small_disk("1m") as place, serving(lambda path: Reply(200, soak.body(path, 7, 40_000))) as server:
        assert place is not None
        stored, first, second = soak.queries(3)
        with options(base_url=server.base_url, token=TOKEN, now=soak.NOW, cache_dir=place):
            fetch(stored)
            filler = Path(place) / "rest"
            with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as rest:
                while True:
                    rest.write(bytes(4096))
            with pytest.warns(SportsframeWarning, match="full"):
                fetch(first)
            assert fetch(stored).from_cache
            filler.unlink()
            assert not fetch(first).from_cache
            assert not fetch(first).from_cache
            assert "in use again" not in caplog.text
            kept = connection_for(current()).cache
            assert time.monotonic() < kept._write_at <= time.monotonic() + store.PAUSE_AFTER_FAILURE
            kept._write_at = time.monotonic()
            fetch(second)
            assert "in use again" in caplog.text
            assert fetch(second).from_cache
            kept.let_go()


def test_a_full_disk() -> None:
    """On a small disk that fills up all goes on without a cache, with one warning."""
    assert soak.full_disk(1) == []


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


SCRIPT = """
import json, os, sys, warnings
from sportsframe._client import cache as store, fetch
from sportsframe._client.query import Query
from sportsframe._client.options import options

base_url, base = sys.argv[1:3]

def load():
    for round in range(2):
        for day in range(1, 16):
            body = fetch.fetch(Query("MLB", "live", f"2024-06-{day:02d}")).body
            assert f"2024-06-{day:02d}".encode() in body

def scene(how):
    folder = os.path.join(base, how)
    os.environ["SPORTSFRAME_CACHE_DIR"] = folder
    if how == "file":
        open(folder, "w").close()
    if how == "readonly":
        os.mkdir(folder, 0o555)
        if os.geteuid() == 0:
            os.setgroups([]), os.setegid(65534), os.seteuid(65534)
    if how == "limit":
        import resource, signal
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
    if how == "homeless":
        del os.environ["SPORTSFRAME_CACHE_DIR"]
        os.environ["HOME"] = "/proc/none"
    load()
    if how == "fork":
        child = os.fork()
        day = Query("MLB", "live", "2024-07-01" if child else "2024-07-02")
        assert not fetch.fetch(day).from_cache and fetch.fetch(day).from_cache
        if not child:
            os._exit(7)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        assert fetch.fetch(Query("MLB", "live", "2024-07-02")).from_cache

for how in sys.argv[3:]:
    child = os.fork()
    if not child:
        block = options(base_url=base_url, token="script-token-1")
        with warnings.catch_warnings(record=True) as caught, block:
            warnings.simplefilter("always")
            try:
                scene(how)
                failed = ""
            except BaseException as error:
                failed = repr(error)
        said = [str(warning.message) for warning in caught]
        print(json.dumps([how, failed, store.tally.made, said]), flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""
SCENES = ("readonly", "limit", "file", "homeless", "fork")


@pytest.fixture(scope="module")
def open_to_all() -> Iterator[Path]:
    """A folder that other users may enter; pytest closes its own to them whenever it is started somewhere."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture(scope="module")
def scenes(open_to_all: Path) -> dict[str, tuple[str, int, list[str]]]:
    """What became of each scene, played in a process of its own: the failure, the requests made, the warnings."""
    base = open_to_all / "scenes"
    base.mkdir()
    base.chmod(0o777)
    with serving(lambda path: Reply(200, soak.body(path))) as server:
        words = [sys.executable, "-c", SCRIPT, server.base_url, str(base), *SCENES]
        env = {**os.environ, "SPORTSFRAME_NOW": soak.NOW}
        done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    return {how: (failed, made, said) for how, failed, made, said in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize("how", ["readonly", "limit", "file", "homeless"])
def test_without_a_place_to_write(how: str, scenes: dict[str, tuple[str, int, list[str]]]) -> None:
    """A read-only folder, no room, a file in the way, no home folder: all works, with one warning."""
    failed, made, said = scenes[how]
    assert failed == ""
    assert len(said) == 1
    assert "continuing without a cache" in said[0]
    assert made == 30 or (how == "limit" and 15 < made < 30)


def test_a_forked_child_has_its_own_files(scenes: dict[str, tuple[str, int, list[str]]]) -> None:
    """After a fork parent and child both go on, with files and sockets of their own."""
    assert scenes["fork"] == ("", 16, [])


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
    """A process that died while it asked keeps others waiting for a bounded time; an error gives the question back."""
    monkeypatch.setattr(store, "LONGEST_CLAIM", 0.2)
    held = connection_for(current()).cache
    assert held.claim(key_of(str(DAY)))
    assert not held.claim(key_of(str(DAY)))
    began = time.monotonic()
    assert not fetch(DAY).from_cache
    assert 0.15 < time.monotonic() - began < 3
    other = soak.queries(1)[0]
    server.set(str(other), Reply(401, b"null"))
    with pytest.raises(Unauthorized):
        fetch(other)
    assert held.claim(key_of(str(other)))
    held.release(key_of(str(other)))
    assert held.claim(key_of(str(other)))


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


def test_a_folder_that_cannot_be_written_is_read(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies in a read-only folder is used, on- and offline; what is new comes from the service and is not kept."""
    fetch(DAY)
    folder = Path(cache.where).parent
    connection_for(current()).cache.let_go()
    gc.collect()
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    real = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: False if Path(path) == folder else real(path, mode))
    assert fetch(DAY).from_cache
    with options(offline=True):
        assert fetch(DAY).from_cache
    other = soak.queries(1)[0]
    with pytest.warns(SportsframeWarning, match="is read-only; new responses are not stored") as caught:
        assert [fetch(other).from_cache, fetch(other).on_disk, fetch(other).from_cache] == [False] * 3
    assert len(caught) == 1
    assert cache.info().set_index("item").loc["state", "value"] == "read-only"
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


OF_ANOTHER_USER = """
import json, os, sys, warnings
import sportsframe as sf
from sportsframe._client import fetch
from sportsframe._client.cache import cache, tally
from sportsframe._client.query import Query
from sportsframe._client.options import options

base_url, base = sys.argv[1:3]

def days(first, last):
    return [Query("MLB", "live", f"2024-06-{day:02d}") for day in range(first, last)]

def scene(how):
    use = options(base_url=base_url, token="script-token-1", cache_dir=os.path.join(base, how))
    with warnings.catch_warnings(record=True) as caught, use:
        warnings.simplefilter("always")
        known = [fetch.fetch(query).from_cache for query in days(1, 5)]
        with options(offline=True):
            off = [fetch.fetch(query).from_cache for query in days(1, 5)] if all(known) else []
        new = [fetch.fetch(query).from_cache for query in 2 * days(5, 9)]
        rows = len(sf.live(("2024-06-01", "2024-06-08"), "MLB"))
        cache.info(), sf.doctor()
    said = [str(warning.message) for warning in caught if not issubclass(warning.category, sf.DriftWarning)]
    return known, off, new, rows, said

for how in sys.argv[3:]:
    child = os.fork()
    if not child:
        if os.geteuid() == 0:
            os.setgroups([]), os.setgid(65534), os.setuid(65534)
        try:
            print(json.dumps([how, *scene(how)]), flush=True)
        except BaseException as error:
            print(json.dumps([how, [], [], [], 0, [repr(error)]]), flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""

DIRECTORIES = {
    "all": (0o555, 0o444), "file": (0o777, 0o444), "directory": (0o555, 0o666), "open": (0o777, 0o666),
    "nothing": (0o555, 0o000),
}  # fmt: skip
"""What another user may do: the modes of the directory and of the files in it."""


@pytest.fixture(scope="module")
def of_another_user(open_to_all: Path) -> dict[str, tuple[Any, ...]]:
    """What a user finds in cache directories of another one, each with four days in it."""
    base = open_to_all / "shared"
    base.mkdir(mode=0o755)
    with serving(lambda path: Reply(200, soak.body(path))) as server:
        words = [sys.executable, "-c", OF_ANOTHER_USER, server.base_url, str(base), *DIRECTORIES]
        for how, (folder_mode, file_mode) in DIRECTORIES.items():
            with options(base_url=server.base_url, token="script-token-1", cache_dir=base / how, now=soak.NOW):
                for day in range(1, 5):
                    fetch(Query("MLB", "live", f"2024-06-{day:02d}"))
                folder = Path(cache.where).parent
                connection_for(current()).cache.let_go()
                gc.collect()
            for file in folder.iterdir():
                file.chmod(file_mode)
            folder.chmod(folder_mode)
            folder.parent.chmod(0o755)
        env = {**os.environ, "SPORTSFRAME_NOW": soak.NOW}
        done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    return {how: tuple(found) for how, *found in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize("how", ["all", "file", "directory", "open"])
def test_a_cache_of_another_user_is_read(how: str, of_another_user: dict[str, tuple[Any, ...]]) -> None:
    """What another user may read is used, on- and offline; the rest is requested and not stored, with one warning.

    A directory that is open to all is not written to either: only its owner can make it private.
    """
    known, off, new, rows, said = of_another_user[how]
    assert (known, off, new) == ([True] * 4, [True] * 4, [False] * 8), said
    assert rows
    assert len(said) == 1, said
    assert "is read-only; new responses are not stored" in said[0]


def test_a_cache_that_another_user_may_not_read(of_another_user: dict[str, tuple[Any, ...]]) -> None:
    """All works without it, with one warning."""
    known, _, new, rows, said = of_another_user["nothing"]
    assert (known, new) == ([False] * 4, [False] * 8), said
    assert rows
    assert len(said) == 1, said
    assert "continuing without a cache" in said[0]


def test_a_relative_folder_lies_below_the_working_directory(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relative folder is that of the moment it is named, wherever the program goes later."""
    monkeypatch.chdir(tmp_path)
    with options(cache_dir="here"):
        monkeypatch.chdir("/")
        fetch(DAY)
        assert fetch(DAY).from_cache
        assert Path(cache.where).is_relative_to(tmp_path / "here")


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


def test_a_folder_removed_while_in_use_is_made_again(server: Server) -> None:
    """What is fetched after somebody removed the folder is kept where the next process looks for it."""
    fetch(DAY)
    shutil.rmtree(Path(cache.where).parent)
    assert not fetch(DAY).from_cache
    assert fetch(DAY).from_cache
    assert Path(cache.where).exists()


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
