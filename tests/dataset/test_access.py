"""What is there and cannot be listed, followed or read is named by whoever would read it, and never left out."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import sportsframe as sf
from sportsframe.__main__ import main
from sportsframe.catalog.simulated import WORLD_VERSION
from sportsframe.dataset.disk import digest_of
from sportsframe.dataset.manifests import MANIFEST
from sportsframe.dataset.schema import ABOUT
from sportsframe.errors import SportsframeError, SportsframeWarning

from ..support.datasets import ENGINES
from ..support.permissions import without_privileges

READERS: dict[str, Callable[..., Any]] = {"pandas": lambda data, table, **how: data.pandas(table, **how), **ENGINES}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The schedules of two seasons of the NFL and of one of the EPL."""
    data = tmp_path_factory.mktemp("made") / "data"
    with sf.options(source="simulated", now="2024-06-01"):
        sf.sync("NFL", seasons=[2022, 2023], to=data, tables="schedule", progress=False)
        sf.sync("EPL", seasons=2023, to=data, tables="schedule", progress=False)
    return data


@pytest.fixture
def data(made: Path, tmp_path: Path) -> Iterator[Path]:
    """A copy of them; what was forbidden is allowed again afterwards."""
    copy = tmp_path / "data"
    shutil.copytree(made, copy)
    with sf.options(source="simulated", now="2024-06-01"):
        yield copy
    for path in (copy, copy / "NFL", copy / "NFL" / "2023"):
        if path.exists() and not path.is_symlink():
            path.chmod(0o755)


def gone(path: Path) -> None:
    """Put a link in place of a folder or file whose target is not there, as of a disk that is not mounted."""
    shutil.move(path, path.parents[len(path.parts) - path.parts.index("data") - 1] / "elsewhere")
    path.symlink_to("/disk/elsewhere")


def looped(path: Path) -> None:
    """Put a link in place of a folder that leads to itself."""
    shutil.rmtree(path)
    path.symlink_to(path)


HOW: dict[str, tuple[Callable[[Path], None], str]] = {
    "000": (lambda path: path.chmod(0), "cannot be read: Permission denied"),
    "111": (lambda path: path.chmod(0o111), "cannot be read: Permission denied"),
    "444": (lambda path: path.chmod(0o444), "cannot be read: Permission denied"),
    "gone": (gone, "is a link to /disk/elsewhere, which is not there; bring it back, or remove the link"),
    "looped": (looped, "cannot be read: Too many levels of symbolic links"),
}
"""How the system comes not to give out a folder, and what it is called then."""


def refused(call: Callable[[], Any], words: str) -> None:
    """A call raises one line that says these words."""
    with pytest.raises(SportsframeError) as found:
        call()
    assert words in str(found.value)
    assert "\n" not in str(found.value)


def wrong(data: Path) -> dict[tuple[str, Any], str]:
    """The rows of `verify` that are not ok, by sport and season."""
    rows = sf.verify(data).to_dict("records")
    return {(row["sport"], row["season"]): row["state"] for row in rows if row["state"] != "ok"}


@pytest.mark.sampled
@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("name", ["NFL", "NFL/2023"])
def test_a_folder_that_cannot_be_listed_is_named(
    name: str, how: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By each engine, the text of the dataset, `verify`, `contents` and a sync; what is beside it can be read."""
    before = sf.open(data)["schedule"].groupby(["sport", "season_start"], observed=True).size()
    harm, words = HOW[how]
    harm(data / name)
    whole = how == "111" and name == "NFL/2023"  # its files can be read by name
    with without_privileges():
        held = sf.open(data)
        for engine, read in READERS.items():
            assert len(read(held, "schedule", sport="EPL")) == before["SOCCER"].sum(), engine
            if whole:
                assert len(read(held, "schedule")) == before.sum()
                continue
            refused(lambda read=read: read(held, "schedule"), words)
        if not whole:
            for question in ({"sport": "NFL"}, {"season": 2023}):
                refused(lambda question=question: held.pandas("schedule", **question), words)
            if name == "NFL":
                refused(lambda: held.pandas("schedule", sport="NFL", season=2011), words)
            else:
                assert len(held.pandas("schedule", sport="NFL", season=2022)) == before["NFL", 2022]
            assert f"unreadable: {name.replace('/', ' ')};" in repr(held)
            with pytest.warns(SportsframeWarning, match="the contents lack what cannot be read: "):
                assert "EPL" in held.contents()["league"].tolist()
        assert any(words in state for state in wrong(data).values())
        assert main(["verify", str(data)]) == 1
        assert "standard output" not in capsys.readouterr().err
        refused(lambda: sf.sync("NFL", seasons=2023, to=data, tables="schedule", progress=False), words)
        other = sf.sync("EPL", seasons=2023, to=data, progress=False, tables="schedule")
        assert other["state"].tolist() == ["unchanged"]


@pytest.mark.parametrize("how", HOW)
def test_a_dataset_that_cannot_be_listed_is_refused(how: str, data: Path) -> None:
    """It is not one with nothing in it, also if it was opened before."""
    held = sf.open(data)
    harm, words = HOW[how]
    harm(data)
    with without_privileges():
        for call in (
            lambda: sf.open(data), lambda: sf.verify(data), lambda: held["schedule"],
            lambda: sf.sync("NFL", seasons=2023, to=data, progress=False),
        ):  # fmt: skip
            refused(call, words)
        assert words.partition(":")[0] in repr(held)


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("name", ["old", "NFL/old", "old/deep"])
def test_a_folder_of_another_name_that_cannot_be_listed_is_told(name: str, how: str, data: Path) -> None:
    """It may hold seasons: who opens the dataset is warned, `verify` has a row; what systems make is passed by."""
    (data / name).mkdir(parents=True)
    (data / "lost+found").mkdir(mode=0)
    harm, words = HOW[how]
    harm(data / name)
    with without_privileges():
        with pytest.warns(SportsframeWarning) as told:
            assert len(sf.open(data).pandas("schedule", season=2022)) == 285
        assert [str(one.message) for one in told] == [f"{data / name} {words}."]
        assert wrong(data) == {("", ""): f"{data / name} {words}"}


@pytest.mark.sampled
@pytest.mark.parametrize("how", ["000", "gone"])
@pytest.mark.parametrize("name", ["schedule.parquet", "_manifest.json"])
def test_a_file_that_cannot_be_read_is_not_called_damaged(name: str, how: str, data: Path) -> None:
    """Its permission or its link is named by every engine, `verify` and a sync, which does not write over it."""
    path = data / "NFL" / "2023" / name
    harm, words = HOW[how]
    harm(path)
    with without_privileges():
        held = sf.open(data)
        for engine, read in READERS.items():
            refused(lambda read=read: read(held, "schedule"), f"{path} {words}")
            assert len(read(held, "schedule", season=2022)) == 285, engine
        assert [state.rstrip(".") for state in wrong(data).values()] == [f"{path} {words}"]
        refused(
            lambda: sf.sync("NFL", seasons=2023, to=data, tables="schedule", progress=False, refresh=True),
            f"{path} {words}",
        )
    assert path.is_symlink() if how == "gone" else path.stat().st_mode & 0o777 == 0


@pytest.mark.parametrize("place", ["backup/NFL", "NFL/deep", "a/b/c"])
def test_seasons_in_a_folder_of_a_folder_are_named(place: str, data: Path) -> None:
    """The only copy of a season is to be moved back, as from a folder beside its own; nobody says to remove it."""
    (data / place).mkdir(parents=True)
    (data / "NFL" / "2023").rename(data / place / "2023")
    told = f"{data / place / '2023'} holds NFL 2023; rename it to {data / 'NFL' / '2023'}, or remove it."
    for read in READERS.values():
        refused(lambda read=read: read(sf.open(data), "schedule"), told)
    assert wrong(data) == {("NFL", 2023): told}
    assert "unreadable: NFL 2023;" in repr(sf.open(data))


def test_a_copy_in_the_place_of_another_season_is_to_be_removed(data: Path) -> None:
    """By a sync as by who opens the dataset: to exchange two folders that are the same changes nothing."""
    shutil.rmtree(data / "NFL" / "2023")
    shutil.copytree(data / "NFL" / "2022", data / "NFL" / "2023")
    told = f"{data / 'NFL' / '2023'}{{}} holds NFL 2022, which belongs elsewhere; remove it."
    with pytest.warns(SportsframeWarning) as warned:
        sf.open(data)
    assert [str(one.message) for one in warned] == [told.format(": not read: it")]
    refused(lambda: sf.sync("NFL", seasons=2023, to=data, progress=False), told.format(""))


def test_a_dataset_of_another_simulated_world_is_not_to_be_synced(data: Path) -> None:
    """`verify` does not promise what a sync refuses."""
    for path in data.rglob("*.json"):
        path.write_text(path.read_text().replace(f'"world": "{WORLD_VERSION}"', '"world": "3"'))
    for path in data.rglob("*.parquet"):
        table = pq.read_table(path, partitioning=None)
        about = table.schema.metadata[ABOUT].replace(f'"world": "{WORLD_VERSION}"'.encode(), b'"world": "3"')
        pq.write_table(table.replace_schema_metadata({**table.schema.metadata, ABOUT: about}), path)
        manifest = path.with_name(MANIFEST)
        told = json.loads(manifest.read_text()) | {"schema": "0123456789abcdef"}
        told["files"]["schedule"] |= {"size": path.stat().st_size, "sha256": digest_of(path)}
        manifest.write_text(json.dumps(told))
    assert set(wrong(data).values()) == {
        "of another catalog; the simulated world 3 is synced no more: sync into another folder"
    }
    refused(lambda: sf.sync("NFL", seasons=2023, to=data), "was made from the simulated world 3; pass another folder")


@pytest.mark.parametrize("call", [sf.open, sf.verify, lambda path: sf.sync("NFL", seasons=2023, to=path)])
def test_a_path_that_no_folder_can_have_is_refused(call: Callable[[Path], Any], data: Path) -> None:
    """A name that is too long, and a link to nowhere, of which nobody says that the file exists."""
    (data.parent / "link").symlink_to("/disk/elsewhere")
    refused(lambda: call(data.parent / ("x" * 300)), "cannot be read: File name too long")
    refused(lambda: call(data.parent / "link"), "is a link to /disk/elsewhere, which is not there")


def test_the_source_is_kept_beside_a_sport_that_cannot_be_listed(data: Path) -> None:
    """A first sync that finds nothing gives a new folder up, and not one whose seasons cannot be seen."""
    shutil.rmtree(data / "SOCCER-EPL")
    (data / "NFL").chmod(0)
    with without_privileges():
        refused(lambda: sf.sync("NBA", seasons=1870, to=data, progress=False), "has no season")
    assert (data / "_dataset.json").exists()
