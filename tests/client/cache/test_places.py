"""Where the cache lies: private, on a full disk, of another user, or nowhere; it is never in the way."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import sportsframe as sf
from sportsframe._client import cache as store
from sportsframe._client.answer import forget_all
from sportsframe._client.cache import cache
from sportsframe._client.connection import connection_for, key_of
from sportsframe._client.fetch import fetch
from sportsframe._client.options import current, options
from sportsframe._client.query import Query
from sportsframe.errors import SportsframeWarning

from ...bench import soak
from ...support.servers import (
    TOKEN,
    Reply,
    Server,
    serving,
)
from .support import DAY, ROOT, rows


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


@pytest.mark.skipif(not ROOT, reason="only root may mount a disk")
def test_a_full_disk_is_said_with_what_helps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the state of the cache, `doctor` of another process, `freeze` and `clear`; the advice of each works."""
    service: dict[str, Any] = {"source": "simulated", "now": soak.NOW}
    forget_all()  # what other tests of the process have loaded cannot be frozen
    with soak.small_disk("1m") as place:
        assert place is not None
        filler = Path(place) / "rest"
        with options(**service, cache_dir=place):
            sf.live("2024-06-01", "MLB")
            assert (cache.info().set_index("item")["value"]["state"], connection_for(current()).cache.usable()) == (
                "in use",
                True,
            )
            with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as rest:
                while True:
                    rest.write(bytes(4096))
            connection_for(current()).cache.let_go()
            found = sf.doctor().set_index("check").loc["cache"]  # which has stored nothing yet
            assert (found["state"], found["found"].endswith("the disk is full")) == ("problem", True)
            assert "free some space" in found["advice"]
            with pytest.warns(SportsframeWarning, match="full"):
                lost = sf.live("2024-06-02", "MLB")
            assert not connection_for(current()).cache.usable()
            assert len(sf.freeze(tmp_path / "study.sfz")) == 2  # of what is not stored the history has the body
            monkeypatch.setattr("sportsframe._client.answer.MOST_HISTORY_BYTES", 0)
            assert sf.live("2024-06-02", "MLB").equals(lost)
            with pytest.raises(sf.SportsframeError, match="the cache is full, so set cache_dir to a folder with room"):
                sf.freeze(tmp_path / "study.sfz")
            with pytest.warns(SportsframeWarning, match="the cache is full; remove the whole file, sportsframe cache"):
                cache.clear()
            assert Path(cache.where).exists()
            command = [sys.executable, "-m", "sportsframe", "cache", "clear", "--everything"]
            own = {"SPORTSFRAME_CACHE_DIR": place, "SPORTSFRAME_SOURCE": "simulated"}
            done = subprocess.run(command, env={"PATH": os.environ["PATH"], **own}, capture_output=True, check=False)
            assert done.returncode == 0, done.stderr
            assert not Path(cache.where).exists()
            kept = connection_for(current()).cache
            kept._write_at = time.monotonic()
            sf.live("2024-06-03", "MLB")
            assert kept.get_response(key_of("/live/2024-06-03/MLB")) is not None
        with options(**service, cache_dir=tmp_path):
            for day in ("2024-06-01", "2024-06-02", "2024-06-03"):
                sf.live(day, "MLB")
            assert len(sf.freeze(tmp_path / "study.sfz")) == 3


def test_a_full_disk() -> None:
    """On a small disk that fills up all goes on without a cache, with one warning."""
    assert soak.full_disk(1) == []


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


def test_a_folder_that_cannot_be_written_is_read(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies in a read-only folder is used, on- and offline; what is new comes from the service and is not kept.

    A file from before reads were noted has a table less.
    """
    fetch(DAY)
    folder = Path(cache.where).parent
    connection_for(current()).cache.let_go()
    gc.collect()
    with contextlib.closing(rows()) as con:
        con.execute("DROP TABLE reads")
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


def test_a_folder_removed_while_in_use_is_made_again(server: Server) -> None:
    """What is fetched after somebody removed the folder is kept where the next process looks for it."""
    fetch(DAY)
    shutil.rmtree(Path(cache.where).parent)
    assert not fetch(DAY).from_cache
    assert fetch(DAY).from_cache
    assert Path(cache.where).exists()
