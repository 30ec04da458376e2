"""A dataset is read as its manifests say it is; what is not so is named by `verify` and read by nobody."""

from __future__ import annotations

import json
import os
import resource
import shutil
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sportsframe as sf
from sportsframe.__main__ import main
from sportsframe._client.clock import Clock
from sportsframe.dataset import claims, disk, manifests, replacing
from sportsframe.dataset.reading import Dataset
from sportsframe.errors import ConfigError, QueryError, SportsframeError, SportsframeWarning
from sportsframe.load import settings_of

from ..support.datasets import contents, other, pass_to, sync
from ..support.servers import TOKEN, Reply, Server
from ..support.small_season import Game, SmallSeason

ENGINES: dict[str, Callable[[Dataset], int]] = {
    "pandas": lambda data: len(data.pandas("games")),
    "arrow": lambda data: data.arrow("games").to_table().num_rows,
    "duckdb": lambda data: len(data.duckdb("games").fetchall()),
    "polars": lambda data: data.polars("games").collect().height,
    "dask": lambda data: len(data.dask("games").compute(scheduler="sync")),
}


@pytest.fixture
def season(season: SmallSeason) -> SmallSeason:
    """The short season, and one before it with two games."""
    season.games += [Game("2023-12-01", 50), Game("2024-01-02", 60)]
    return season


@pytest.fixture
def two(own: sf.Client, data: Path) -> Path:
    """A dataset of two seasons, of two and six games."""
    own.sync("NBA", seasons=[2023, 2024], to=data)
    return data


def states(data: Path) -> list[str]:
    """What `verify` finds wrong."""
    found = sf.verify(data)["state"]
    return [state for state in found if state != "ok"]


@pytest.mark.sampled
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("copy", ["NBA/2024.bak", "NBA/.2024", "NBA (copy)/2024", ".bak/2024", "NBA/2018", "NFL/2024"])
def test_a_copy_of_a_season_is_read_by_no_engine(copy: str, engine: str, two: Path) -> None:
    """Wherever it lies, no row is counted twice; `verify` names the folder and what it holds."""
    shutil.copytree(two / "NBA" / "2024", two / copy)
    told = f"{two / copy}: not read: it holds NBA 2024, which belongs elsewhere; remove it"

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert ENGINES[engine](sf.open(two)) == 8
    in_place = copy in ("NBA/2018", "NFL/2024")
    assert [str(one.message) for one in caught] == [f"{told}."] * in_place, "whoever asks for that season is told why"
    (state,) = states(two)
    assert state == told
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert "NBA 2023-2024;" in repr(sf.open(two))


def test_a_copy_within_a_season_or_of_a_whole_sport_is_named(two: Path) -> None:
    """Deeper folders were never read."""
    shutil.copytree(two / "NBA", two / "old" / "NBA")
    assert ENGINES["pandas"](sf.open(two)) == 8
    assert [state.partition(":")[0] for state in states(two)] == [
        str(two / "old" / "NBA" / "2023"), str(two / "old" / "NBA" / "2024"),
    ]  # fmt: skip


def test_a_renamed_season_is_not_written_over(two: Path, own: sf.Client) -> None:
    """The season is synced anew where it belongs; a sync of the season whose place was taken is refused."""
    (two / "NBA" / "2024").rename(two / "NBA" / "2022")
    with pytest.raises(SportsframeError, match=r"2022 holds NBA 2024; rename it to .*2024, or remove it\.$"):
        own.sync("NBA", seasons=2022, to=two)
    assert len(sf.open(two).pandas("games", season=2023)) == 2
    sync(own, two)
    with pytest.warns(SportsframeWarning, match="2022: not read: it holds NBA 2024"):
        assert ENGINES["pandas"](sf.open(two)) == 8
    assert len(states(two)) == 1


@pytest.mark.sampled
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["NBA/2021", "NBA/2024.bak", "nba-old/2024", "NFL/2024", "2024"])
def test_a_season_whose_folder_was_renamed_is_refused_by_every_engine(name: str, engine: str, two: Path) -> None:
    """Like one whose manifest is lost: sums without it would look whole. Renamed back, it is read again."""
    (two / name).parent.mkdir(exist_ok=True, parents=True)
    (two / "NBA" / "2024").rename(two / name)
    told = f"{two / name} holds NBA 2024; rename it to {two / 'NBA' / '2024'}, or remove it."

    with pytest.raises(SportsframeError) as found:
        ENGINES[engine](sf.open(two))
    assert str(found.value) == told
    assert states(two) == [told]
    assert len(sf.open(two).pandas("games", season=2023)) == 2
    assert "NBA 2023; unreadable: NBA 2024" in repr(sf.open(two))

    (two / name).rename(two / "NBA" / "2024")
    assert ENGINES[engine](sf.open(two)) == 8


@pytest.mark.sampled
@pytest.mark.parametrize("engine", ENGINES)
def test_seasons_that_were_swapped_are_refused_by_every_engine(engine: str, two: Path) -> None:
    """Each is told with the place to which it belongs, and nothing is written over them."""
    older, newer, aside = (two / "NBA" / name for name in ("2023", "2024", "aside"))
    for source, target in ((older, aside), (newer, older), (aside, newer)):
        source.rename(target)

    with pytest.raises(SportsframeError, match=r"2023 holds NBA 2024; exchange it with .*2024, or remove it\.$"):
        ENGINES[engine](sf.open(two))
    assert len(states(two)) == 2


def test_a_renamed_sport_is_refused(two: Path) -> None:
    """All its seasons are in folders of another name, of which the first is told."""
    (two / "NBA").rename(two / "basketball")
    with pytest.raises(SportsframeError, match="holds NBA 2023; rename it to"):
        sf.open(two)["games"]
    assert len(states(two)) == 2


@pytest.mark.sampled
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "name", ["NBA/2024/games_old.parquet", "NBA/games.parquet", "games.parquet", "a/b/c/d.parquet"]
)
def test_a_file_that_no_season_has_is_named(name: str, engine: str, two: Path) -> None:
    """No engine reads it here, but other programs may; a file that was renamed is missing under its own name."""
    (two / name).parent.mkdir(exist_ok=True, parents=True)
    shutil.copy(two / "NBA" / "2024" / "games.parquet", two / name)
    assert states(two) == [f"{two / name}: not read: no season has this file; remove it"]
    assert ENGINES[engine](sf.open(two)) == 8
    (two / "NBA" / "2024" / "games.parquet").unlink()
    assert states(two)[0] == "missing"


@pytest.mark.sampled
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("harm", ["older", "other season", "other table", "longer", "bit", "gone", "folder"])
def test_a_file_that_is_not_that_of_the_manifest_is_read_by_no_engine(harm: str, engine: str, two: Path) -> None:
    """One line says which file; other seasons and tables can be read."""
    path = two / "NBA" / "2024" / "games.parquet"
    held = path.read_bytes()
    if harm == "gone":
        path.unlink()
    elif harm == "folder":
        path.unlink()
        path.mkdir()
    elif harm == "other season":
        shutil.copy(two / "NBA" / "2023" / "games.parquet", path)
    elif harm == "other table":
        shutil.copy(path.with_name("teams.parquet"), path)
    elif harm == "longer":
        path.write_bytes(held + b"\0")
    elif harm == "older":
        pd.read_parquet(path).iloc[:3].to_parquet(path)
    else:
        path.write_bytes(held[:99] + bytes([held[99] ^ 4]) + held[100:])

    with pytest.raises(SportsframeError, match="a file of games is damaged or gone") as found:
        ENGINES[engine](sf.open(two))
    assert "\n" not in str(found.value)
    assert "2024/games.parquet" in str(found.value).replace(os.sep, "/")
    data = sf.open(two)
    assert len(data.pandas("games", season=2023)) == 2
    assert len(data.pandas("teams")) == 16
    assert len(states(two)) == 1


def test_any_bit_that_flips_is_noticed(two: Path) -> None:
    """Wherever it is, also of a file that this process has read before."""
    path = two / "NBA" / "2024" / "games.parquet"
    held = path.read_bytes()
    data = sf.open(two)
    data["games"]
    for place in range(0, len(held), 997):
        path.write_bytes(held[:place] + bytes([held[place] ^ 1]) + held[place + 1 :])
        with pytest.raises(SportsframeError, match="the digest of"):
            data.polars("games", season=2024)
    path.write_bytes(held)
    assert data.polars("games", season=2024).collect().height == 6


def test_a_file_is_not_read_twice_for_its_digest(two: Path) -> None:
    """A file with the stamp of one whose digest was compared is taken for it, once that is old enough to be told."""
    path = two / "NBA" / "2024" / "games.parquet"
    file = manifests.read_manifest(path.parent)
    assert file is not None
    told = file.files["games"]
    os.utime(path, ns=(1, 1))
    assert not disk.fault_of(path, told.size, told.sha256)
    stamp = disk.stamp_of(path)
    assert stamp is not None
    assert (str(path), stamp, told.sha256) not in disk._sound, "it has just been changed"


@pytest.mark.sampled
@pytest.mark.parametrize("engine", ENGINES)
def test_a_season_without_its_manifest_is_told(engine: str, two: Path, own: sf.Client) -> None:
    """Its tables are there and cannot be read; what would silently be left out is refused, and `sync` repairs it."""
    before = contents(two)
    (two / "NBA" / "2023" / "_manifest.json").unlink()

    with pytest.raises(SportsframeError, match=r"_manifest\.json is lost; sync that season again"):
        ENGINES[engine](sf.open(two))
    assert len(sf.open(two).pandas("games", season=2024)) == 6
    assert len(states(two)) == 1
    assert own.sync("NBA", seasons=2023, to=two)["state"].tolist() == ["repaired"]
    assert contents(two) == before
    assert not states(two)


@pytest.mark.parametrize("inner", ["NBA", "NBA/2023"])
def test_a_folder_of_a_dataset_is_not_one(
    inner: str, two: Path, own: sf.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who passes it is told which folder is the dataset, and nothing is written; that it is damaged nobody says."""
    before = sorted(two.rglob("*"))
    calls = (sf.open, sf.verify, lambda path: own.sync("NBA", seasons=2024, to=path))
    monkeypatch.chdir(two)
    for path in (two / inner, Path(inner)):
        for call in calls:
            with pytest.raises(ConfigError) as told:
                call(path)
            assert str(told.value) == f"{two / inner} is a folder of the dataset {two}; pass that."
    assert sorted(two.rglob("*")) == before


def test_a_dataset_with_nothing_in_it_is_told(
    own: sf.Client, data: Path, service: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its first sync failed: nothing is ok."""
    service.set("/schedule-season/2024/NBA", Reply(400, "out of order"))
    with pytest.raises(sf.BadRequest):
        sync(own, data)
    assert states(data) == ["nothing in it yet; sync a season"]
    assert repr(sf.open(data)) == f"<dataset {data}: nothing yet>"
    with pytest.raises(QueryError, match="has nothing in it yet; sync a season"):
        sf.open(data)["games"]
    assert main(["verify", str(data)]) == 1


@pytest.mark.sampled
@pytest.mark.parametrize("text", ["{", "", "[]", '{"format": 1}', "\0"])
def test_a_damaged_manifest_makes_only_its_season_unreadable(text: str, two: Path, own: sf.Client) -> None:
    """The others stay readable, `verify` lists it among them, and the next sync repairs it."""
    before = contents(two)
    (two / "NBA" / "2024" / "_manifest.json").write_text(text)

    data = sf.open(two)
    assert "NBA 2023; unreadable: NBA 2024" in repr(data)
    assert len(data.pandas("games", season=2023)) == 2
    for call in (lambda: data["games"], lambda: data.duckdb("games", season=2024)):
        with pytest.raises(SportsframeError, match=r"_manifest\.json is damaged; sync that season again") as found:
            call()
        assert "\n" not in str(found.value)
    report = sf.verify(two)
    assert report["state"].eq("ok").sum() == 5
    (row,) = report[report["state"] != "ok"].to_dict("records")
    assert (row["sport"], row["season"]) == ("NBA", 2024)
    assert "is damaged" in row["state"]
    assert sync(own, two)["state"] == "repaired"
    assert contents(two) == before
    assert not states(two)


def test_only_damaged_manifests_are_an_error_of_reading(own: sf.Client, data: Path) -> None:
    """A dataset of which no season can be read says so, and not that it has no tables."""
    sync(own, data)
    (data / "NBA" / "2024" / "_manifest.json").write_text("{")
    with pytest.raises(SportsframeError, match="is damaged; sync that season again"):
        sf.open(data)["games"]


@pytest.mark.parametrize("whole", [True, False])
def test_a_manifest_of_a_newer_version_is_not_written_over(whole: bool, two: Path, own: sf.Client) -> None:
    """Reading, `verify` and `sync` say which version it is of, also if nothing else of it can be understood."""
    path = two / "NBA" / "2024" / "_manifest.json"
    told = json.loads(path.read_text()) if whole else {}
    path.write_text(json.dumps(told | {"format": 2}))
    before = {found: found.read_bytes() for found in two.rglob("*") if found.is_file() and found.name != replacing.LOCK}
    words = "has format 2, but this version reads 1; upgrade sportsframe"

    with pytest.raises(SportsframeError, match=words):
        sf.open(two)["games"]
    with pytest.raises(SportsframeError, match=words):
        sync(own, two)
    (state,) = states(two)
    assert words in state
    assert before == {
        found: found.read_bytes() for found in two.rglob("*") if found.is_file() and found.name != replacing.LOCK
    }
    assert len(sf.open(two).pandas("games", season=2023)) == 2


@pytest.mark.sampled
@pytest.mark.parametrize("text", [None, "", "{"])
def test_a_lost_source_is_written_again(
    text: str | None, two: Path, own: sf.Client, service: Server, season: SmallSeason, clock: Clock, tmp_path: Path
) -> None:
    """Each season names it too: reading goes on, `verify` tells it, `sync` mends it without fetching anything."""
    path = two / claims.DATASET
    before = path.read_bytes()
    path.unlink() if text is None else path.write_text(text)
    service.seen.clear()

    assert len(sf.open(two)["games"]) == 8
    assert states(two) == ["_dataset.json is lost or damaged; sync writes it again"]
    with (
        other(season, clock, tmp_path / "other") as client,
        pytest.raises(ConfigError, match="another base URL"),
    ):
        sync(client, two)
    assert not path.exists() or path.read_text() == text
    assert sync(own, two)["state"] == "unchanged"
    assert path.read_bytes() == before
    assert not service.seen
    assert not states(two)


def test_a_lost_source_that_no_season_names_is_not_guessed(two: Path, own: sf.Client) -> None:
    """Seasons of earlier versions do not name it, and seasons may disagree."""
    (two / claims.DATASET).unlink()
    path = two / "NBA" / "2024" / "_manifest.json"
    told = json.loads(path.read_text())
    del told["source"]
    path.write_text(json.dumps(told))
    for call in (lambda: sf.open(two), lambda: sync(own, two), lambda: sf.verify(two)):
        with pytest.raises(
            ConfigError, match="its seasons do not name one source; use a copy, or a new folder"
        ) as found:
            call()
        assert "\n" not in str(found.value)
    assert not (two / claims.DATASET).exists()


def test_an_open_dataset_sees_what_a_sync_brings(
    season: SmallSeason, fan: sf.Client, evening: Clock, data: Path
) -> None:
    """Each call reads the dataset as it is then: new seasons, new rows."""
    pass_to(evening, "2024-12-10T02:30:00+00:00")
    season.games[5].status = "inprogress"
    sync(fan, data)
    held = sf.open(data)
    assert not held["games"]["final"].all()
    lazy = held.dask("games")
    season.games[5].status, season.games[5].points = "completed", 111
    evening.sleep(3600)
    fan.sync("NBA", seasons=[2023, 2024], to=data)

    assert held["games"]["final"].all()
    assert len(held.pandas("games", season=2023)) == 2
    assert held.contents()["season"].unique().tolist() == [2023, 2024]
    with pytest.raises(
        SportsframeError, match=r"is of files that a sync replaced, or damaged .*; make it again"
    ) as found:
        lazy.compute(scheduler="sync")
    assert "\n" not in str(found.value)


def test_readers_and_verify_beside_a_writer(season: SmallSeason, fan: sf.Client, evening: Clock, data: Path) -> None:
    """While a season is replaced again and again, each table is of one state, and `verify` finds nothing wrong."""
    pass_to(evening, "2025-03-01T12:00:00+00:00")
    sync(fan, data)
    stop = threading.Event()
    failed: list[BaseException] = []

    def write() -> None:
        try:
            while not stop.is_set():
                for game in season.games[:6]:
                    game.points += 1
                sync(fan, data, refresh=True, progress=False)
        except BaseException as error:
            failed.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    held = sf.open(data)
    seen = set()
    try:
        for _ in range(25):
            frame = held["games"]
            assert frame["home_score"].nunique() == 1
            seen.add(int(frame["home_score"].iloc[0]))
            assert held.duckdb("games").columns == held.polars("games").collect_schema().names() == list(frame.columns)
            assert not held.columns("games").empty
            assert not states(data)
    finally:
        stop.set()
        writer.join()
    assert not failed
    assert len(seen) > 3


def test_only_what_a_writer_left_is_tidied_up(two: Path, own: sf.Client) -> None:
    """Files with other names that begin with a dot are somebody else's."""
    part = two / "NBA" / "2024"
    left = [part / ".games.part", part / f".games.{'0' * 64}", part / "._manifest.json.0a1b.part"]
    mine = [part / ".gitkeep", part / ".nfs0001"]
    for path in left + mine:
        path.write_text("")
    sync(own, two)
    assert not any(path.exists() for path in left)
    assert all(path.exists() for path in mine)


def test_what_a_first_sync_left_that_was_stopped_is_removed(two: Path, own: sf.Client) -> None:
    """Ten minutes later nobody is writing it any more; until then somebody may be."""
    old, new = two / "._dataset.json.0a1b.part", two / "._dataset.json.2c3d.part"
    for path in (old, new):
        path.write_text("")
    os.utime(old, (time.time() - 700,) * 2)
    sync(own, two)
    assert not old.exists()
    assert new.exists()


def test_a_look_that_finds_nothing_new_is_no_update(fan: sf.Client, evening: Clock, data: Path) -> None:
    """Requests whose answers are the same change nothing but the times in the manifest."""
    pass_to(evening, "2025-03-01T12:00:00+00:00")
    sync(fan, data)
    before = contents(data)
    evening.sleep(3600)
    row = sync(fan, data, refresh=True)
    assert (row["fetched"], row["changed"], row["state"]) == (6, 0, "unchanged")
    assert contents(data) == before


def test_many_may_make_a_dataset_at_the_same_time(own: sf.Client, tmp_path: Path) -> None:
    """Who finds the folder made meanwhile uses it: only a folder of something else is refused."""
    setting = settings_of(own)
    for attempt in range(40):
        start, folder = threading.Barrier(6), tmp_path / str(attempt)

        def claim(start: threading.Barrier = start, folder: Path = folder) -> None:
            start.wait()
            claims.claim_folder(folder, manifests.source_of(setting))
            (folder / "NBA").mkdir(exist_ok=True)

        with ThreadPoolExecutor(6) as pool:
            for done in [pool.submit(claim) for _ in range(6)]:
                done.result()


def test_a_write_that_fails_leaves_nothing_behind(service: Server, clock: Clock, data: Path) -> None:
    """What does not fit on the disk is taken away again, and the error is one line."""
    client = sf.Client(base_url=service.base_url, token=TOKEN, now=clock, cache_size=0)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, before[1]))
    try:
        with pytest.raises(ConfigError, match=r"cannot write .*File too large") as found:
            sync(client, data, progress=False)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert "\n" not in str(found.value)
    assert [path.name for path in (data / "NBA" / "2024").iterdir()] == [replacing.LOCK]
    assert sync(client, data)["state"] == "new"


@pytest.mark.sampled
@pytest.mark.parametrize("how", ["bytes", "written again", "other sport"])
def test_a_file_of_another_season_is_repaired(how: str, two: Path, own: sf.Client) -> None:
    """Its rows are no evidence of games that the service has lost, also if they do not say where they are from."""
    before = contents(two)
    path = two / "NBA" / "2024" / "players.parquet"
    held = two / "NBA" / "2023" / "players.parquet"
    if how == "bytes":
        shutil.copy(held, path)
    elif how == "written again":
        pd.read_parquet(held).to_parquet(path)
    else:
        table = pq.read_table(path)
        told = json.loads(table.schema.metadata[b"sportsframe"]) | {"sport": "NFL"}
        table = table.set_column(0, "game_id", [pa.array(["20241206-1-2"] * len(table))])
        pq.write_table(table.replace_schema_metadata({b"sportsframe": json.dumps(told)}), path)

    assert sync(own, two)["state"] == "repaired"
    assert contents(two) == before
    assert not states(two)


def test_a_file_in_place_of_a_season(two: Path, own: sf.Client) -> None:
    """Named with what to do by `verify`, by a sync and by who reads it; once it is removed, a sync loads the season."""
    season = two / "NBA" / "2024"
    shutil.rmtree(season)
    season.write_text("mine")
    told = f"{season} is a file where the folder of a season belongs; remove it"

    assert states(two) == [f"{told}, and sync that season again."]
    with pytest.raises(SportsframeError, match=told):
        sf.open(two)["games"]
    with pytest.raises(ConfigError) as found:
        sync(own, two)
    assert str(found.value) == f"{told}."
    season.unlink()
    sync(own, two)
    assert not states(two)


@pytest.mark.parametrize("name", ["NBA/2024/_manifest.json", "_dataset.json"])
def test_a_folder_in_place_of_a_manifest(name: str, two: Path, own: sf.Client) -> None:
    """Reading and syncing say which it is, and to remove it."""
    (two / name).unlink()
    (two / name).mkdir()
    told = f"{two / name} is a folder where a file belongs; remove it."

    for call in (lambda: sf.open(two)["games"], lambda: sync(own, two)):
        with pytest.raises(SportsframeError) as found:
            call()
        assert str(found.value) == told


@pytest.mark.parametrize("full", [False, True])
def test_a_folder_in_place_of_a_file(full: bool, two: Path, own: sf.Client) -> None:
    """An empty one goes; one with something in it is named, and nothing is left beside it."""
    before = contents(two)
    path = two / "NBA" / "2024" / "players.parquet"
    path.unlink()
    path.mkdir()
    if full:
        (path / "mine.txt").write_text("mine")
        for _ in range(2):
            with pytest.raises(ConfigError) as found:
                sync(own, two)
            assert str(found.value) == f"{path} is a folder where a file belongs; remove it."
            assert len(states(two)) == 1
            assert not [one for one in path.parent.glob(".*") if one.name != replacing.LOCK]
        shutil.rmtree(path)

    assert sync(own, two)["state"] == "repaired"
    assert contents(two) == before
    assert not states(two)


@pytest.mark.parametrize("call", [
    lambda path: sf.sync("NFL", seasons=2024, to=path, progress=False), sf.open, sf.verify, sf.freeze,
])  # fmt: skip
@pytest.mark.parametrize("path", ["s3://a:secret@bucket/data", "gs://bucket/data", "file:///data"])
def test_an_address_is_not_a_path(
    call: Callable[[str], Any], path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No folder named ``s3:`` is made by whoever means a bucket; the address, which may hold a key, is not shown."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SportsframeError, match="must be a path of this machine, not an address") as caught:
        call(path)
    assert "bucket" not in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_a_path_may_begin_with_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a shell; the home folder of a user who does not exist is refused in one line."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SportsframeError, match=str(tmp_path / "data")):
        sf.open("~/data")
    with pytest.raises(SportsframeError, match="begins with ~ and a name, but could not determine home directory"):
        sf.open("~nobody-of-this-name/data")


@pytest.mark.parametrize("name", ["data", "2024-11-03T01:30", "file:x"])
def test_a_relative_path_is_pinned(name: str, own: sf.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As of `cache_dir`: another working directory changes nothing, and a colon in the name makes it no address."""
    monkeypatch.chdir(tmp_path)
    own.sync("NBA", seasons=2023, to=name, tables="games")
    assert sf.verify(name)["state"].tolist() == ["ok"]
    data = sf.open(name)
    lazy = data.polars("games"), data.dask("games"), data.arrow("games"), data.duckdb("games")
    monkeypatch.chdir("/")

    assert data.path == tmp_path / name
    assert repr(data) == f"<dataset {name}: NBA 2023; tables games>"
    assert {engine: ask(data) for engine, ask in ENGINES.items()} == dict.fromkeys(ENGINES, 2)
    assert (lazy[0].collect().height, len(lazy[1].compute(scheduler="sync"))) == (2, 2)
    assert (lazy[2].to_table().num_rows, len(lazy[3].fetchall())) == (2, 2)


def test_a_deleted_dataset_is_not_one_with_nothing_in_it(own: sf.Client, data: Path) -> None:
    """Deleted or unmounted after it was opened: whoever reads it is told so, its repr too."""
    own.sync("NBA", seasons=2023, to=data, tables="games")
    opened = sf.open(data)
    shutil.rmtree(data)

    for ask in (opened.contents, lambda: opened.tables, lambda: opened["games"], lambda: opened.polars("games")):
        with pytest.raises(ConfigError, match=f"{data} is not a dataset"):
            ask()
    assert repr(opened).startswith(f"<dataset {data}: {data} is not a dataset; ")


@pytest.mark.parametrize("foreign", [False, True])
def test_the_hint_names_a_folder_that_can_become_a_dataset(foreign: bool, tmp_path: Path) -> None:
    """The one that was meant if it is new; another one where something else lies in it."""
    folder = tmp_path / "folder"
    if foreign:
        folder.mkdir()
        (folder / "notes.txt").write_text("of somebody")
    with pytest.raises(ConfigError) as found:
        sf.open(folder)
    assert (str(folder) in str(found.value).partition("sync(")[2]) is not foreign
