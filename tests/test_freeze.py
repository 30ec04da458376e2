"""Frozen answers: the exact bytes behind an analysis, in one checked file that needs neither token nor network."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import random
import re
import threading
import time
import tracemalloc
import weakref
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sportsframe import _freeze
from sportsframe._client import cache as store
from sportsframe._client.answer import Fetched
from sportsframe._client.batch import fetch_many
from sportsframe._client.cache import cache
from sportsframe._client.clock import Clock
from sportsframe._client.fetch import fetch
from sportsframe._client.options import current, options, show_settings
from sportsframe._client.query import Query
from sportsframe._client.settings import PINNED
from sportsframe._freeze import freeze, thaw
from sportsframe.errors import ConfigError, PayloadError, SportsframeError, Unreachable
from sportsframe.load import Client, live

from .support.servers import TOKEN, Reply, Server, envelope, game, key_of, serving

DAY = Query("MLB", "live", "2024-06-01")
OFF = Query("MLB", "live", "2024-12-25")
DARTS = Query("DARTS", "schedule", "2024-01-03", None, (("event_id", "ä b"),))
SOCCER = Query("SOCCER", "schedule-season", "2024", "EPL")
ASKED = [DAY, OFF, DARTS, SOCCER]


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(lambda path: Reply(200, envelope(game(path), key=key_of(path)))) as server:
        server.set(str(OFF), Reply(304))
        yield server


@pytest.fixture(autouse=True)
def _fresh_journal(client: None) -> None:
    current().history.clear()


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """A frozen file of four answers, one of them nothing."""
    list(fetch_many(ASKED))
    freeze(tmp_path / "study.sfz")
    return tmp_path / "study.sfz"


def away() -> options:
    """A colleague: no token, no address, another clock."""
    return options(source="simulated", now="2031-01-01")


def test_the_exact_answers(study: Path, server: Server) -> None:
    """What was used comes back byte for byte, without token and network, as of the moment it was fetched."""
    before = {str(query): fetch(query) for query in ASKED}
    made = server.count
    server.close()
    with away(), thaw(study) as frozen:
        for query in ASKED:
            got = fetch(query)
            assert (got.body, got.fetched_at) == (before[str(query)].body, before[str(query)].fetched_at)
            assert got.from_cache
        assert fetch(OFF).body == b""
        assert [r.body for r in fetch_many(ASKED) if isinstance(r, Fetched)] == [q.body for q in before.values()]
        assert list(frozen.contents()["query"]) == sorted(before)
    assert server.count == made


def test_the_clock_stands_at_the_freezing(study: Path) -> None:
    """While thawed, now is the moment of freezing and the source is what it was: frames say the same as then."""
    source = current().service()
    with away():
        with thaw(study):
            assert current().moment().isoformat() == "2025-03-01T12:00:00+00:00"
            assert current().service().address == source.address
            assert not current().service().simulated
            assert "thawed study.sfz" in repr(show_settings())
        assert current().moment().year == 2031
        assert current().service().simulated


def test_what_is_not_frozen_is_an_error(study: Path, server: Server) -> None:
    """A question the file does not answer is `Unreachable`; nothing is sent, and the error names the file."""
    made = server.count
    with thaw(study), pytest.raises(Unreachable, match=r"study\.sfz"):
        fetch(Query("MLB", "live", "2024-06-02"), refresh=True)
    assert server.count == made


def test_of_a_frozen_response_no_other_can_be_requested(study: Path) -> None:
    """One that does not match the schema is not said to be of the cache, from which ``refresh=True`` would free it."""
    with thaw(study), pytest.raises(PayloadError) as caught:
        live(DAY.segment, "MLB", validate="strict")
    assert "refresh" not in str(caught.value)


def test_thaw_is_a_call_too(study: Path, server: Server) -> None:
    """Called alone, `thaw` holds for the process until it is closed; two may be nested."""
    made = server.count
    frozen = thaw(study)
    assert fetch(DAY).from_cache
    assert "4 responses" in repr(frozen)
    inner = thaw(study)
    inner.close()
    assert fetch(DAY).from_cache
    frozen.close()
    frozen.close()
    assert current().replay is None
    cache.clear()
    fetch(DAY)
    assert server.count == made + 1


def test_one_user_thaws_and_no_other_notices(study: Path, server: Server) -> None:
    """`thaw` in a thread, by a block or a call, holds in it alone: the others go on with the service."""
    for how in ("block", "call"):
        inside, go = threading.Event(), threading.Event()
        found: list[object] = []

        def visitor(how: str = how, inside: threading.Event = inside, go: threading.Event = go) -> None:
            frozen = thaw(study)
            with frozen if how == "block" else contextlib.nullcontext():
                found.append(current().replay is not None)  # noqa: B023
                inside.set()
                go.wait(10)
                found.append(fetch(DAY).from_cache)  # noqa: B023
            frozen.close()
            found.append(current().replay)  # noqa: B023

        thread = threading.Thread(target=visitor)
        thread.start()
        inside.wait(10)
        made = server.count
        fetch(DAY, refresh=True)
        assert current().replay is None
        assert server.count == made + 1
        go.set()
        thread.join()
        assert found == [True, True, None]
        assert server.count == made + 1


@pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")
@pytest.mark.parametrize("block", [True, False])
def test_a_closed_study_closes_its_file(study: Path, block: bool) -> None:
    """A process that thaws again and again holds no file open."""
    opened: list[weakref.ref[object]] = []
    for _ in range(3):
        used = thaw(study)
        with used if block else contextlib.closing(used):
            opened.append(weakref.ref(used._frozen._zip))
            frame = live("2024-06-01", "MLB")
            with ThreadPoolExecutor(1) as pool:
                pool.submit(fetch, OFF).result()
        del used, frame
    gc.collect()
    assert [archive() for archive in opened] == [None] * 3


def test_what_is_pinned_is_refused_and_the_rest_is_not(study: Path) -> None:
    """Inside `thaw`, options for what the file determines are refused, by a block, a call and a client; others work."""
    pinned = {
        "base_url": "https://data.example.org/api/v1", "token": "x", "source": "simulated", "now": "2031-01-01",
        "redis": "redis://h:1/0", "offline": True,
    }  # fmt: skip
    assert set(pinned) == set(PINNED)
    with thaw(study):
        for name, value in pinned.items():
            with pytest.raises(ConfigError, match=f"{name} cannot be set while frozen responses are in use"):
                options(**{name: value})
            with pytest.raises(ConfigError, match="cannot be set while frozen responses"):
                Client(**{name: value})
        with options(workers=3, timeouts=(1, 2)):
            assert (current().workers, fetch(DAY).from_cache) == (3, True)
            with pytest.raises(ConfigError, match="cannot be set while frozen responses"):
                options(offline=True)
        assert fetch(DAY).from_cache
    assert current().replay is None


def test_only_what_was_used(server: Server, tmp_path: Path) -> None:
    """The file holds the answers of this session from the source in use, cached ones that were handed out included."""
    list(fetch_many(ASKED))
    current().history.clear()
    fetch(DAY)
    with options(token="another-token-9"), serving(Reply(304)) as other, options(base_url=other.base_url, token=TOKEN):
        fetch(OFF)
    assert list(freeze(tmp_path / "a.sfz")["query"]) == [str(DAY)]


def test_what_changed_meanwhile_is_frozen_as_used(server: Server, clock: Clock, tmp_path: Path) -> None:
    """An answer in play is frozen as it was handed out last, also when the cache has none or another one by now."""
    query = Query("MLB", "live", "2025-03-01")
    server.set(str(query), Reply(200, envelope(game("first", "inprogress"))), Reply(200, envelope(game("second"))))
    used = fetch(query)
    note = current().history.notes()[str(query)]
    clock.sleep(3600)
    fetch(query)
    current().history.add(note)
    cache.clear()
    freeze(tmp_path / "study.sfz")
    with thaw(tmp_path / "study.sfz"):
        assert fetch(query).body == used.body


def test_without_a_cache_it_can_be_frozen(server: Server, tmp_path: Path) -> None:
    """Without a cache the session itself keeps what was used."""
    with options(cache_size=0):
        list(fetch_many(ASKED))
        server.close()
        freeze(tmp_path / "study.sfz")
    with thaw(tmp_path / "study.sfz"):
        assert fetch(DAY).body == envelope(game(str(DAY)))


def test_what_is_lost_is_said(server: Server, tmp_path: Path) -> None:
    """An answer that left the cache cannot be frozen: an error says which, and no file is left behind."""
    with pytest.raises(SportsframeError, match="nothing to freeze"):
        freeze(tmp_path / "study.sfz")
    fetch(DAY)
    cache.clear()
    with pytest.raises(SportsframeError, match="/live/2024-06-01/MLB"):
        freeze(tmp_path / "study.sfz")
    assert list(tmp_path.iterdir()) == []


def test_equal_answers_make_equal_files(study: Path, tmp_path: Path) -> None:
    """Freezing the same answers again gives the same bytes; an old file is replaced in one step."""
    first = study.read_bytes()
    study.write_bytes(b"old")
    freeze(study)
    assert study.read_bytes() == first
    assert [file.name for file in tmp_path.iterdir()] == ["study.sfz"]


def test_the_file_is_a_plain_zip(study: Path) -> None:
    """The file is a zip of a manifest and the answers; the manifest says what was asked and with which versions."""
    with zipfile.ZipFile(study) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        assert all(name == "manifest.json" or name.startswith("answers/") for name in archive.namelist())
        assert archive.read(manifest["answers"][0]["file"]).startswith(b'{"data"')
    assert manifest["format"] == 1
    assert {"sportsframe", "pandas", "catalog", "python"} <= set(manifest["made_with"])
    assert TOKEN not in json.dumps(manifest)


@pytest.mark.parametrize("seed", range(60))
def test_damage_is_found_on_loading(study: Path, seed: int) -> None:
    """A file with any byte changed, or cut anywhere, is refused in one line, or every answer in it is right."""
    r = random.Random(seed)
    data = bytearray(study.read_bytes())
    if seed % 3 == 0:
        data = data[: r.randrange(len(data))]
    else:
        for _ in range(1 if seed % 3 == 1 else 30):
            data[r.randrange(len(data))] = r.getrandbits(8)
    study.write_bytes(bytes(data))
    refused = ""
    try:
        frozen = thaw(study)
    except ConfigError as error:
        refused = str(error)
    if refused:
        assert "\n" not in refused
        assert current().replay is None
        return
    with frozen:
        assert [fetch(q).body for q in ASKED] == [b"" if q is OFF else envelope(game(q.path), key=q.key) for q in ASKED]


def rewritten(study: Path, **changes: object) -> None:
    with zipfile.ZipFile(study) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(members["manifest.json"])
    for name, value in changes.items():
        if name == "extra":
            members[str(value)] = b"x"
        elif name == "body":
            members[manifest["answers"][0]["file"]] = str(value).encode()
        elif name in ("sport", "segment", "resource"):
            manifest["answers"][0][name] = value
        else:
            manifest[name] = value
    members["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(study, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)


@pytest.mark.sampled
@pytest.mark.parametrize(
    "changes",
    [{"format": 2}, {"extra": "../../evil"}, {"extra": "x.pickle"}, {"body": "{}"}, {"answers": []}, {"answers": 3},
     {"now": "yesterday"}, {"now": "2025-03-01T12:00:00"}, {"unknown": 1}, {"address": None},
     {"now": "0001-01-01T00:00:00Z"}, {"now": "9999-12-31T00:00:00Z"}, {"address": ""}, {"address": "x"}, {"address": "https://[::1"},
     {"address": "file:///etc/passwd"}, {"address": "https://host/api/v1?RSC_token=x"},
     {"address": "http://host/api/v1"}, {"address": "https://user:word@host/api/v1"},
     {"address": "https://host\x1b/api/v1"}, {"address": "HTTPS://host/api/v1"},
     {"sport": "MLB\x1b[2J"}, {"segment": "\u202e"}, {"resource": "live?RSC_token=x"}],
)  # fmt: skip
def test_a_file_of_another_kind_is_refused(study: Path, changes: dict[str, object]) -> None:
    """A manifest and parts that do not agree, or that `freeze` cannot have written: refused, and nothing in force."""
    rewritten(study, **changes)
    with pytest.raises(ConfigError, match=r"study\.sfz") as caught:
        thaw(study)
    assert str(caught.value).isprintable()
    assert current().replay is None
    assert show_settings().shape[1] == 4


def test_no_such_file(tmp_path: Path) -> None:
    """A file that is not there, or no zip, is refused in one line that names it."""
    (tmp_path / "text.sfz").write_text("hello")
    for name in ("missing.sfz", "text.sfz", "."):
        with pytest.raises(ConfigError, match=re.escape(str(tmp_path))):
            thaw(tmp_path / name)


def test_a_bomb_is_refused(study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that unpacks to more than the limit is refused before it is unpacked."""
    monkeypatch.setattr(_freeze, "MOST_BYTES", 100)
    with pytest.raises(ConfigError, match="unpacks to more"):
        thaw(study)


def bombs(folder: Path) -> Iterator[tuple[str, Path]]:
    """Files of a few megabytes at most that would take gigabytes: what each should be refused for, and where it is."""

    def write(name: str, members: dict[str, tuple[bytes, int]], kind: int = zipfile.ZIP_DEFLATED) -> Path:
        path = folder / f"{name}.sfz"
        with zipfile.ZipFile(path, "w", kind) as archive:
            for member, (piece, times) in members.items():
                with archive.open(member, "w", force_zip64=True) as file:
                    for _ in range(times):
                        file.write(piece)
        return path

    megabyte = b" " * 2**20
    yield "manifest.json", write("manifest", {"manifest.json": (megabyte, 1000)})
    yield "100 times", write("answer", {"manifest.json": (b"{}", 1), "answers/00000.json": (megabyte, 30)})
    yield "answers/00000", write("larger", {"manifest.json": (b"{}", 1), "answers/00000.json": (megabyte, 1000)})
    yield "not a frozen file", Path(os.devnull)
    yield "not a frozen file", write("packed", {"manifest.json": (b"{}", 1)}, zipfile.ZIP_BZIP2)
    yield "not a frozen file", write("empty", {"manifest.json": (b"", 1)})
    many = folder / "many.sfz"
    with zipfile.ZipFile(many, "w") as archive:
        for i in range(90_000):
            archive.writestr(zipfile.ZipInfo(f"{i}"), b"")
    yield "not a frozen file", many


@pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")
def test_a_file_frozen_by_several_at_once_is_one_of_theirs(server: Server, tmp_path: Path) -> None:
    """Whoever writes last wins; nobody fails, and who reads meanwhile finds a whole file."""
    users = [Client(base_url=server.base_url, token=f"{TOKEN}-{i}", now="2025-03-01T12:00") for i in range(2)]
    for user in users:
        user.live("2024-06-01", "MLB")
        user.freeze(tmp_path / "study.sfz")

    def write(user: Client) -> None:
        for _ in range(15):
            user.freeze(tmp_path / "study.sfz")
            _freeze.Frozen(tmp_path / "study.sfz")

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(write, users)) == [None, None]
    assert [file.name for file in tmp_path.glob("*study*")] == ["study.sfz"]


def test_hostile_files_are_refused_cheaply(tmp_path: Path, client: None) -> None:
    """A file made to fill the memory is refused within a second and a hundred megabytes."""
    for why, path in bombs(tmp_path):
        tracemalloc.start()
        began = time.process_time()
        try:
            with pytest.raises(ConfigError, match=why):
                thaw(path)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert time.process_time() - began < 2, path.name  # tracing takes as long again
        assert peak < 100e6, path.name


@pytest.mark.parametrize("limit", ["MOST_BYTES", "MOST_MANIFEST", "DIRECTORY"])
def test_the_limits_are_exact(study: Path, monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    """A file that has just what it may have is taken, and with a byte less it is not."""
    with zipfile.ZipFile(study) as archive:
        sizes = [info.file_size for info in archive.infolist()]
        directory = study.stat().st_size - archive.start_dir - 22
    size = {"MOST_BYTES": sum(sizes), "MOST_MANIFEST": sizes[0], "DIRECTORY": directory}[limit]
    monkeypatch.setattr(_freeze, limit, size)
    thaw(study).close()
    monkeypatch.setattr(_freeze, limit, size - 1)
    with pytest.raises(ConfigError):
        thaw(study)


def test_thawing_keeps_the_cache_out(study: Path) -> None:
    """While thawed neither cache nor counters move."""
    entries = cache.info().set_index("item").loc["entries", "value"]
    made = store.tally.made
    with thaw(study):
        fetch(DAY)
    assert cache.info().set_index("item").loc["entries", "value"] == entries
    assert store.tally.made == made


def test_a_file_that_cannot_be_written_is_named(server: Server, client: None, tmp_path: Path) -> None:
    """A folder that is not there, and a folder in place of a file, are refused by the name that was given."""
    fetch(DAY)
    for path in (tmp_path / "missing" / "study.sfz", tmp_path):
        with pytest.raises(SportsframeError, match=re.escape(f"cannot write {path}: ")):
            freeze(path)
    assert list(tmp_path.iterdir()) == []
