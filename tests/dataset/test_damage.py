"""A part that was stopped, damaged or written by another catalog is never read as whole, and is put right."""

from __future__ import annotations

import _thread
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sportsframe as sf
from sportsframe._client.clock import Clock
from sportsframe.dataset import claims, disk, manifests, replacing
from sportsframe.errors import ConfigError, SportsframeError, SportsframeWarning

from ..support.datasets import DAYS, ENGINES, asked, contents, other, pass_to, sync
from ..support.servers import TOKEN, Reply, Server
from ..support.small_season import Game, SmallSeason

SYNC = """
import sys, sportsframe as sf
sf.sync("NBA", seasons=2024, to=sys.argv[1], workers=1, progress=False)
"""


def test_a_killed_sync_is_resumed(
    season: SmallSeason, service: Server, clock: Clock, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process killed while it syncs leaves no half of a part; the next one asks only for the rest."""
    arrived = threading.Event()

    def hang(address: str) -> bytes:
        arrived.set()
        time.sleep(60)
        return b""

    service.set("/live/2024-12-08/NBA", Reply(200, hang))
    monkeypatch.setenv("RSC_TOKEN", TOKEN)
    monkeypatch.setenv("SPORTSFRAME_BASE_URL", service.base_url)
    monkeypatch.setenv("SPORTSFRAME_CACHE_DIR", str(tmp_path / "cache"))
    process = subprocess.Popen([sys.executable, "-c", SYNC, str(data)], cwd=Path(__file__).parents[2])
    try:
        assert arrived.wait(120)
    finally:
        process.kill()
        process.wait()
    assert not contents(data)
    del service.replies["/live/2024-12-08/NBA"]
    before = asked(service)

    own = sf.Client(base_url=service.base_url, token=TOKEN, now=clock, cache_dir=str(tmp_path / "cache"), deadline=4)
    sync(own, data)
    after = asked(service)
    with other(season, clock, tmp_path / "other cache") as client:
        sync(client, tmp_path / "at once")
    assert contents(data) == contents(tmp_path / "at once")
    assert sorted(set(before) - {"2024-12-08"} | set(after)) == DAYS
    assert set(before) & set(after) <= {"2024-12-08", *before[-1:]}


class Stop(BaseException):
    """The end of the process, for what runs in it."""


stopping: list[int] = []
"""How many more files may be opened for writing or renamed, while that is limited."""


def _hook(event: str, args: tuple[Any, ...]) -> None:
    if stopping and (event == "os.rename" or (event == "open" and isinstance(args[1], str) and "w" in args[1])):
        stopping[0] -= 1
        if stopping[0] < 0:
            stopping.clear()
            raise Stop


@contextlib.contextmanager
def stopped_after(steps: int) -> Iterator[None]:
    """The block ends at the file operation after so many, as a process does that is killed: nothing is tidied up."""
    if _hook not in HOOKS:
        HOOKS.append(_hook)
        sys.addaudithook(_hook)
    stopping[:] = [steps]
    try:
        yield
    finally:
        stopping.clear()


HOOKS: list[Any] = []


def test_wherever_it_is_stopped_a_part_is_the_old_or_the_new_one(
    season: SmallSeason, fan: sf.Client, evening: Clock, data: Path, tmp_path: Path
) -> None:
    """Stopped at any of its file operations, a sync leaves all tables of one state; the next one completes it."""
    pass_to(evening, "2024-12-10T02:30:00+00:00")
    season.games[-1].status = "inprogress"
    sync(fan, data)
    old = {name: sf.open(data)[name] for name in ("games", "teams", "players")}
    season.games[-1].status, season.games[-1].points = "completed", 111
    evening.sleep(3600)
    with other(season, evening, tmp_path / "other cache") as client:
        sync(client, tmp_path / "at once")
    new = {name: sf.open(tmp_path / "at once")[name] for name in old}

    states = []
    for steps in range(100):
        with contextlib.suppress(Stop), stopped_after(steps):
            sync(fan, data, progress=False)
            break
        held = {name: sf.open(data)[name] for name in old}
        states.append(all(held[name].equals(new[name]) for name in old))
        assert states[-1] or all(held[name].equals(old[name]) for name in old), steps
        assert sf.verify(data)["state"].eq("ok").all(), steps
    assert contents(data) == contents(tmp_path / "at once")
    assert not [path for path in data.rglob(".*") if path.name != replacing.LOCK]
    assert states == sorted(states)
    assert True in states
    assert False in states


def test_ctrl_c_keeps_what_is_there(own: sf.Client, data: Path, service: Server) -> None:
    """An interrupt while a season is loaded raises KeyboardInterrupt; what was there stays, and a sync goes on."""
    sync(own, data, tables=["schedule"])

    def interrupt(address: str) -> bytes:
        _thread.interrupt_main()
        return b""

    service.set("/live/2024-12-08/NBA", Reply(503, interrupt))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in what a shell runs in the background
    try:
        with pytest.raises(KeyboardInterrupt):
            sync(own, data)
    finally:
        signal.signal(signal.SIGINT, before)
    del service.replies["/live/2024-12-08/NBA"]

    assert sf.open(data).tables == ("schedule",)
    assert sync(own, data)["state"] == "updated"
    assert len(sf.open(data)["games"]) == 6


@pytest.mark.sampled
@pytest.mark.parametrize("harm", ["flip", "cut", "gone", "swap"])
def test_a_damaged_part_is_never_read_as_whole(harm: str, own: sf.Client, data: Path, service: Server) -> None:
    """Damage is told by verify and, where the file cannot be read, in one line; the next sync puts it right."""
    sync(own, data)
    before = contents(data)
    path = data / "NBA" / "2024" / "players.parquet"
    held = bytearray(path.read_bytes())
    if harm == "gone":
        path.unlink()
    elif harm == "swap":
        path.write_bytes((path.parent / "teams.parquet").read_bytes())
    else:
        held[len(held) // 8] ^= 0xFF
        path.write_bytes(held if harm == "flip" else held[: len(held) // 2])

    state = sf.verify(data).set_index("table")["state"]
    assert state["players"].startswith("missing" if harm == "gone" else "damaged")
    assert state.drop("players").eq("ok").all()
    if harm in ("cut", "gone"):
        with pytest.raises(SportsframeError, match="a file of players is damaged or gone") as found:
            sf.open(data)["players"]
        assert "\n" not in str(found.value)
    service.seen.clear()
    assert sync(own, data)["state"] == "repaired"
    assert not service.seen
    assert contents(data) == before
    assert sync(own, data)["fetched"] == 0


def test_a_changed_value_is_noticed(own: sf.Client, data: Path) -> None:
    """A byte changed within the values of any column makes the file unreadable: no wrong value is returned."""
    sync(own, data)
    path = data / "NBA" / "2024" / "teams.parquet"
    whole = path.read_bytes()
    group = pq.ParquetFile(path).metadata.row_group(0)
    chunks = [group.column(i) for i in range(group.num_columns)]
    ends = [
        (chunk.dictionary_page_offset or chunk.data_page_offset) + chunk.total_compressed_size - 1 for chunk in chunks
    ]
    for end in ends:
        held = bytearray(whole)
        held[end] ^= 1
        path.write_bytes(held)
        with pytest.raises(SportsframeError, match="a file of teams is damaged"):
            sf.open(data)["teams"]


def test_a_file_that_has_just_changed_is_read_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the system says of a file is relied upon once it is old: two changes within one tick may leave the same."""
    path = tmp_path / "games.parquet"
    path.write_bytes(b"rows")
    for settled, relied in ((disk.SETTLED_NS, []), (0, [str(path)])):
        monkeypatch.setattr(disk, "SETTLED_NS", settled)
        assert disk.fault_of(path, 4, disk.digest_of(path)) == ""
        assert [name for name, *_ in disk._sound if name == str(path)] == relied


@pytest.mark.parametrize("name", ["games", "teams"])
def test_rows_that_no_answer_gave_are_damage(own: sf.Client, data: Path, name: str) -> None:
    """A manifest whose file agrees with it, but not with the responses it is made of, is damaged; a sync mends it."""
    sync(own, data)
    folder = data / "NBA" / "2024"
    before = contents(data)
    path = folder / f"{name}.parquet"
    pq.write_table(pq.read_table(path).slice(1), path)
    manifest = json.loads((folder / "_manifest.json").read_text())
    held = manifest["files"][name]
    held |= {"rows": held["rows"] - 1, "size": path.stat().st_size, "sha256": disk.digest_of(path)}
    (folder / "_manifest.json").write_text(json.dumps(manifest))

    (state,) = sf.verify(data)["state"]
    assert state == f"{folder / '_manifest.json'} is damaged; sync that season again."
    with pytest.raises(SportsframeError, match="is damaged"):
        sf.open(data)[name]
    assert sync(own, data)["state"] == "repaired"
    assert sf.verify(data)["state"].eq("ok").all()
    assert contents(data) == before


def test_a_wrong_number_in_a_manifest_is_mended(own: sf.Client, data: Path) -> None:
    """The number of rows of a file, or of a response, is not that of the others."""
    sync(own, data)
    path = data / "NBA" / "2024" / "_manifest.json"
    whole = path.read_text()
    for change in (
        lambda told: told["files"]["players"].update(rows=told["files"]["players"]["rows"] + 1),
        lambda told: told["schedule"]["rows"].update(schedule=told["schedule"]["rows"].get("schedule", 0) + 1),
        lambda told: told["answers"][0]["rows"].update(games=told["answers"][0]["rows"].get("games", 0) + 1),
    ):
        told = json.loads(whole)
        change(told)
        path.write_text(json.dumps(told))
        assert sf.verify(data)["state"].str.contains("damaged").all()
        assert sync(own, data)["state"] == "repaired"
        assert sf.verify(data)["state"].eq("ok").all()


@pytest.mark.sampled
@pytest.mark.parametrize("name", [claims.DATASET, f"NBA/2024/{manifests.MANIFEST}"])
@pytest.mark.parametrize("part", range(0, 100, 9))
def test_a_damaged_byte_of_what_tells_of_files_is_one_line(own: sf.Client, data: Path, name: str, part: int) -> None:
    """Also where the text is no longer UTF-8: verify tells it, reading does or is right, and the next sync mends it."""
    sync(own, data)
    path = data / name
    held = bytearray(path.read_bytes())
    held[len(held) * part // 100] ^= 0xFF
    path.write_bytes(held)

    for look in (lambda: sf.verify(data)["state"].ne("ok").any(), lambda: len(sf.open(data)["games"]) == 6):
        said = ""
        try:
            assert look()
        except SportsframeError as error:
            said = str(error)
        assert "\n" not in said
    if name != claims.DATASET:
        assert sync(own, data)["state"] == "repaired"
        assert sf.verify(data)["state"].eq("ok").all()


def test_rows_that_a_file_does_not_have_are_damage(own: sf.Client, data: Path) -> None:
    """A manifest whose numbers agree with each other, but not with the file, does not pass."""
    sync(own, data)
    path = data / "NBA" / "2024" / "_manifest.json"
    told = json.loads(path.read_text())
    told["files"]["games"]["rows"] += 1
    told["answers"][0]["rows"]["games"] += 1
    path.write_text(json.dumps(told))

    report = sf.verify(data).set_index("table")["state"]
    assert report.pop("games") == "damaged: its number of rows is not that of the manifest"
    assert report.eq("ok").all()


def test_a_part_of_another_source_is_told(
    season: SmallSeason, own: sf.Client, clock: Clock, data: Path, tmp_path: Path
) -> None:
    """A folder copied from the dataset of another source, whole in itself, is not taken for one of this source."""
    sync(own, data)
    sf.Client(source="simulated", now="2024-10-25").sync("NBA", seasons=2024, to=tmp_path / "simulated")
    shutil.rmtree(data / "NBA" / "2024")
    shutil.copytree(tmp_path / "simulated" / "NBA" / "2024", data / "NBA" / "2024")

    (state,) = sf.verify(data)["state"]
    assert "is of another source" in state
    with pytest.raises(SportsframeError, match="is of another source; remove it and sync that season again"):
        sf.open(data)["schedule"]
    for refresh in (False, True):
        with pytest.raises(SportsframeError, match="is of another source; remove it and sync that season again"):
            sync(own, data, refresh=refresh)
    path = data / "NBA" / "2024" / "_manifest.json"
    told = json.loads(path.read_text())
    del told["source"]  # as earlier versions wrote it
    path.write_text(json.dumps(told))
    assert set(sf.verify(data)["state"]) == {"of another source"}


def test_files_of_another_catalog_are_written_again(own: sf.Client, data: Path, service: Server) -> None:
    """A part whose columns are those of an older catalog is told by verify, and upgraded from the cache."""
    sync(own, data)
    before = contents(data)
    path = data / "NBA" / "2024" / "_manifest.json"
    manifest = manifests.read_manifest(path.parent)
    assert manifest is not None
    path.write_text(path.read_text().replace(manifest.schema, "0123456789abcdef"))
    service.seen.clear()

    assert sf.verify(data)["state"].eq("of another catalog; sync to upgrade").all()
    table = pq.read_table(path.with_name("teams.parquet")).drop_columns(["score"])
    pq.write_table(table, path.with_name("teams.parquet"))
    told = json.loads(path.read_text())
    told["files"]["teams"] |= {
        "size": path.with_name("teams.parquet").stat().st_size,
        "sha256": disk.digest_of(path.with_name("teams.parquet")),
    }
    path.write_text(json.dumps(told))
    held = sf.open(data)
    with pytest.warns(
        SportsframeWarning, match="NBA 2024 is of another catalog; columns that its files lack are missing"
    ):
        assert held["teams"]["score"].isna().all()
    for engine, read in ENGINES.items():
        for columns in (["score", "team"], None):
            found = read(held, "teams", columns=columns)
            assert list(found) == (columns or list(held["teams"])), engine
            assert found["score"].isna().all(), engine
            assert len(found) == 12, engine
    assert sync(own, data)["state"] == "upgraded"
    assert not service.seen
    assert contents(data) == before


CHANGES: dict[str, Callable[[pa.Table], pa.Table]] = {
    "added": lambda table: table.drop_columns(["score"]),
    "removed": lambda table: table.append_column("hair", table["team"]),
    "renamed": lambda table: table.rename_columns(
        [name.replace("score", "points_made") for name in table.column_names]
    ),
    "text before": lambda table: as_type(table, pa.string()),
    "decimal before": lambda table: as_type(table, pa.float64()),
}
"""What the catalog may have done since a file was written -> how to write it so."""


def as_type(table: pa.Table, kind: pa.DataType) -> pa.Table:
    place = table.column_names.index("score")
    return table.set_column(place, "score", table["score"].cast(kind))


def written_before(data: Path, year: int, change: Callable[[pa.Table], pa.Table], name: str = "teams") -> None:
    """Write a table as another catalog would have."""
    path = data / "NBA" / str(year) / f"{name}.parquet"
    table = pq.read_table(path, partitioning=None)
    pq.write_table(change(table).replace_schema_metadata(table.schema.metadata), path)
    manifest = path.with_name("_manifest.json")
    told = json.loads(manifest.read_text())
    told["schema"] = "0123456789abcdef"
    told["files"][name] |= {"size": path.stat().st_size, "sha256": disk.digest_of(path)}
    manifest.write_text(json.dumps(told))


@pytest.mark.sampled
@pytest.mark.parametrize("lacking", ["season_start", "final", "game_id", "game_date", "sport"])
def test_a_season_of_an_early_version_is_upgraded(lacking: str, own: sf.Client, data: Path) -> None:
    """Whichever column its files did not have yet, also of those by which a sync tells final games."""
    sync(own, data)
    before = contents(data)
    manifest = manifests.read_manifest(data / "NBA" / "2024")
    assert manifest is not None
    for name in manifest.files:
        written_before(
            data,
            2024,
            lambda table: table.select([column for column in table.column_names if column != lacking]),
            name,
        )
    assert sf.verify(data)["state"].eq("of another catalog; sync to upgrade").all()
    assert sync(own, data)["state"] == "upgraded"
    assert contents(data) == before


@pytest.mark.sampled
@pytest.mark.parametrize("mixed", [True, False], ids=["mixed", "all old"])
@pytest.mark.parametrize("change", CHANGES)
def test_every_engine_reads_files_of_another_catalog_alike(
    change: str, mixed: bool, season: SmallSeason, own: sf.Client, data: Path
) -> None:
    """The columns of this catalog, missing where the files lack them, which one line tells; a sync upgrades them."""
    season.games += [Game("2023-12-01", 50), Game("2024-01-02", 60)]
    own.sync("NBA", seasons=(2023, 2024), to=data)
    before = contents(data)
    for year in (2024,) if mixed else (2023, 2024):
        written_before(data, year, CHANGES[change])

    held = sf.open(data)
    with pytest.warns(SportsframeWarning, match="of another catalog; columns that its files lack") as told:
        frame = held["teams"]
    assert "\n" not in str(told[0].message)
    assert frame["score"].isna().sum() == ((12 if mixed else 16) if change in ("added", "renamed") else 0)
    assert frame["score"].dtype == "Int64"
    for engine, read in ENGINES.items():
        for columns in (["score", "team"], None):
            found = read(held, "teams", columns=columns, team="Team 24")
            assert list(found) == (columns or list(frame)), engine
            assert found["score"].dropna().tolist() == frame.query("team == 'Team 24'")["score"].dropna().tolist()
    states = sf.verify(data).groupby("season")["state"].unique().map(list).to_dict()
    old = ["of another catalog; sync to upgrade"]
    assert states == {2023: ["ok"] if mixed else old, 2024: old}
    report = own.sync("NBA", seasons=(2023, 2024), to=data)
    assert report["state"].tolist() == ["unchanged" if mixed else "upgraded", "upgraded"]
    assert contents(data) == before


def test_a_column_that_does_not_fit_any_more_is_told(own: sf.Client, data: Path) -> None:
    """Text that is no number cannot be read as one: one line says so, and other columns can be read."""
    sync(own, data)
    written_before(data, 2024, lambda table: table.set_column(
        table.column_names.index("score"), "score", pa.array(["F/OT"] * table.num_rows)
    ))  # fmt: skip
    held = sf.open(data)
    with pytest.warns(SportsframeWarning, match="of another catalog"):
        assert len(held.pandas("teams", columns=["team"])) == 12
    with pytest.raises(SportsframeError, match="is of another catalog, and a column does not fit") as found:
        held["teams"]
    assert "\n" not in str(found.value)
    assert sync(own, data)["state"] == "upgraded"
    assert held["teams"]["score"].notna().all()


def _changed(manifest: Path, **members: Any) -> None:
    manifest.write_text(json.dumps({**json.loads(manifest.read_text("utf-8")), **members}), "utf-8")


def test_a_manifest_that_does_not_end_is_not_read(own: sf.Client, data: Path) -> None:
    """A pipe, a device or a file of gigabytes in place of a manifest or a table is damage; nobody waits for it."""
    sync(own, data, tables="games")
    part = data / "NBA" / "2024"
    manifest = part / manifests.MANIFEST
    kept, table = manifest.read_bytes(), (part / "games.parquet").read_bytes()
    for make in (os.mkfifo, lambda path: path.symlink_to("/dev/zero"), lambda path: _sparse(path, 3 * 2**30)):
        manifest.unlink()
        make(manifest)
        assert "_manifest.json cannot be read: it is " in str(sf.verify(data))
        with pytest.raises(SportsframeError, match=r"_manifest.json cannot be read: it is "):
            sf.open(data)["games"]
    manifest.unlink()
    manifest.write_bytes(kept)
    (part / "games.parquet").unlink()
    os.mkfifo(part / "games.parquet")
    assert "damaged" in str(sf.verify(data))
    (part / "games.parquet").unlink()
    (part / "games.parquet").write_bytes(table)
    (data / claims.DATASET).unlink()
    os.mkfifo(data / claims.DATASET)
    with pytest.raises(ConfigError, match="it is not a regular file"):
        sf.open(data)


def _sparse(path: Path, size: int) -> None:
    with path.open("wb") as file:
        file.truncate(size)


@pytest.mark.parametrize(
    "members",
    [{"files": {"../../../outside": {"rows": 1, "size": 1, "sha256": "", "not_final": 0}}},
     {"sport": "\x1b[31mNBA\x1b]0;pwned\x07"}, {"missing": ["\x1b]0;pwned\x07"]}, {"files": {}}],
)  # fmt: skip
def test_a_manifest_of_hostile_names_is_damaged(own: sf.Client, data: Path, members: dict[str, Any]) -> None:
    """Names that no table or sport can have are not taken up, and reach no terminal; nor is a season without tables."""
    sync(own, data, tables="games")
    _changed(data / "NBA" / "2024" / manifests.MANIFEST, **members)
    assert "is damaged" in str(sf.verify(data))
    assert "outside" not in repr(sf.open(data))
    with pytest.raises(SportsframeError) as caught:
        sf.open(data)["games"]
    assert "\x1b" not in str(caught.value) + repr(sf.open(data)) + str(sf.verify(data))


def test_a_table_that_the_catalog_does_not_have_is_damage(own: sf.Client, data: Path) -> None:
    """It is told of, with the others as they are."""
    sync(own, data, tables="games")
    part = data / "NBA" / "2024"
    told = json.loads((part / manifests.MANIFEST).read_text("utf-8"))
    for rows in (told["files"], *(answer["rows"] for answer in told["answers"])):
        rows["nonesuch"] = rows["games"]
    shutil.copy(part / "games.parquet", part / "nonesuch.parquet")
    _changed(part / manifests.MANIFEST, files=told["files"], answers=told["answers"])
    assert "the catalog has no such table" in str(sf.verify(data))
    with pytest.raises(SportsframeError):
        sf.open(data)["nonesuch"]


def test_a_folder_of_a_hostile_name_shows_escapes(own: sf.Client, data: Path) -> None:
    """Nothing that a folder is called reaches the terminal as a control sequence."""
    sync(own, data, tables="games")
    (data / "NBA" / "2024").rename(data / "NBA" / "\x1b]0;pwned\x07")
    assert "\x1b" not in str(sf.verify(data))
    assert "\\x1b]0;pwned" in str(sf.verify(data))


@pytest.mark.sampled
@pytest.mark.parametrize("engine", [*ENGINES, "pandas"])
def test_a_folder_in_place_of_a_file_is_called_one(engine: str, own: sf.Client, data: Path) -> None:
    """By every engine and by `verify`; its bytes say nothing."""
    sync(own, data)
    file = data / "NBA" / "2024" / "games.parquet"
    file.unlink()
    file.mkdir()
    read = ENGINES.get(engine, lambda data, table, **how: data.pandas(table, **how))

    with pytest.raises(SportsframeError, match=r"games\.parquet is a folder"):
        read(sf.open(data), "games")
    assert sf.verify(data)["state"].tolist().count("damaged: not a regular file") == 1
