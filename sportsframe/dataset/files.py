"""The files of a dataset: what it says of itself, and how a part of it is replaced as a whole.

``<folder>/_dataset.json`` names the source. Each part, a season of a sport, is a folder ``<sport>/<season>`` with a
file ``<table>.parquet`` per table and a ``_manifest.json``, which lists the answers behind the part and the digest of
each file. New files are written under temporary names that bear their digest; then the manifest is replaced, in one
step, and the files are given their names. So a part is the old one or the new one, wherever its writer was stopped:
until the next writer gives them their names, the files that the manifest names are read where they are.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from .._client.settings import Settings
from .._util.files import replacing
from ..catalog import SPORTS
from ..catalog.simulated import WORLD_VERSION
from ..errors import ConfigError, SportsframeError
from .schema import FINAL, FORMAT

DATASET = "_dataset.json"
MANIFEST = "_manifest.json"
LOCK = ".lock"
SUFFIX = ".parquet"

ROWS_IN_GROUP = 2**17
"""Rows of a row group, the unit that a query by date can skip: a season of most tables is one."""


class Source(msgspec.Struct, frozen=True):
    """Where the rows of a dataset come from; the address as a digest, since datasets are given away."""

    format: int
    source: str
    service: str
    world: str | None

    def __str__(self) -> str:
        return f"the simulated world {self.world}" if self.source == "simulated" else "a service"


class Answer(msgspec.Struct):
    """A response behind a part: when it may have changed, the games it lists, and its rows in each table."""

    asked: str
    fetched_at: datetime
    expires: datetime
    sha256: str
    games: list[str]
    rows: dict[str, int]


class File(msgspec.Struct):
    """A file of a part."""

    rows: int
    size: int
    sha256: str
    not_final: int
    """Rows of games that were not finished."""


class Manifest(msgspec.Struct):
    """What a part says about itself."""

    format: int
    catalog: str
    schema: str
    sport: str
    league: str | None
    season: int
    schedule: Answer
    answers: list[Answer]
    missing: list[str]
    files: dict[str, File]
    scheduled: dict[str, list[str]] | None = None
    """The games to be played on each day, under either reading of dates; None in parts of earlier versions."""


def source_of(setting: Settings) -> Source:
    """The source of what `setting` loads."""
    found = setting.service()
    digest = hashlib.sha256(found.address.encode()).hexdigest()[:16]
    return Source(
        FORMAT, "simulated" if found.simulated else "service", digest, WORLD_VERSION if found.simulated else None
    )


def claim_folder(folder: Path, source: Source) -> None:
    """Make the folder a dataset of this source, unless it is one.

    Raises
    ------
    ConfigError
        It has rows of another source, is not a dataset, or cannot be written.
    """
    try:
        if not (folder / DATASET).exists():
            there = folder.iterdir() if folder.exists() else ()
            if any(not path.name.startswith(f".{DATASET}.") for path in there):  # those a stopped process left
                raise ConfigError(f"{folder} is not empty and not a dataset; pass a new folder.")
            folder.mkdir(parents=True, exist_ok=True)
            _put(folder / DATASET, _text(source))
    except OSError as error:
        raise _unwritable(folder, error) from None
    held = read_source(folder)
    if held != source:
        other = "another service" if (held.source, source.source) == ("service", "service") else str(source)
        raise ConfigError(f"{folder} was made from {held}; pass another folder for what comes from {other}.")


def read_source(folder: Path) -> Source:
    """The source of a dataset.

    Raises
    ------
    ConfigError
        The directory is not a dataset, or cannot be read.
    """
    try:
        found = msgspec.json.decode((folder / DATASET).read_bytes(), type=Source)
    except (FileNotFoundError, NotADirectoryError, msgspec.DecodeError):
        found = None
    except OSError as error:
        raise ConfigError(f"{folder} cannot be read: {error.strerror}.") from None
    if found is None:
        raise ConfigError(
            f"{folder} is not a dataset; sportsframe.sync(sport, seasons=..., to={str(folder)!r}) makes one."
        )
    if found.format != FORMAT:
        raise ConfigError(f"{folder} has format {found.format}, this version reads {FORMAT}; upgrade sportsframe.")
    return found


def part_folder(folder: Path, sport: str, league: str | None, season: int) -> Path:
    """The folder of a part."""
    return folder / (f"{sport}-{league}" if league else sport) / str(season)


def parts(folder: Path) -> list[tuple[Path, Manifest]]:
    """Every part of a dataset, by sport and season; one without a readable manifest is an error."""
    found = []
    for path in sorted(folder.glob(f"*/*/{MANIFEST}")):
        manifest = read_manifest(path.parent)
        if manifest is None:
            raise SportsframeError(f"{path} is damaged; sync that season again.")
        found.append((path.parent, manifest))
    return found


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of a part; None if there is none that this version can read.

    Raises
    ------
    SportsframeError
        There is one, and the system does not let it be read.
    """
    try:
        found = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except (FileNotFoundError, NotADirectoryError, msgspec.DecodeError):
        return None
    except OSError as error:
        raise SportsframeError(f"{folder / MANIFEST} cannot be read: {error.strerror}.") from None
    return found if found.format == FORMAT and found.sport in SPORTS else None


def path_of(folder: Path, name: str, file: File) -> Path:
    """Where a file of a part lies: under its name or, if the writer was stopped then, under its temporary one."""
    waiting = folder / _waiting(name, file.sha256)
    return waiting if waiting.exists() else folder / f"{name}{SUFFIX}"


def _waiting(name: str, digest: str) -> str:
    return f".{name}.{digest}"


def digest_of(path: Path) -> str:
    """The SHA-256 digest of a file; empty if it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def intact(folder: Path, manifest: Manifest) -> bool:
    """Whether every file of a part is the one that its manifest names."""
    return all(digest_of(path_of(folder, name, file)) == file.sha256 for name, file in manifest.files.items())


@contextlib.contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Be the only writer of a part, for a block; what a writer left that was stopped is put right first.

    Raises
    ------
    SportsframeError
        Another process writes it, or the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise _unwritable(folder, error) from None
    # The system gives up the lock of a process that is killed.
    with contextlib.closing(lock):
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_BUSY) & 0xFF != sqlite3.SQLITE_BUSY:
                raise _unwritable(folder, error) from None
            raise SportsframeError(f"another process is writing {folder}; wait until it has finished.") from None
        try:
            _tidy(folder)
        except OSError as error:
            raise _unwritable(folder, error) from None
        yield


def _tidy(folder: Path) -> None:
    """Give files that the manifest names their names, and remove what it does not name."""
    manifest = read_manifest(folder)
    waiting = {_waiting(name, file.sha256): name for name, file in manifest.files.items()} if manifest else {}
    for path in folder.glob(".*"):
        if path.name in waiting:
            os.replace(path, folder / f"{waiting[path.name]}{SUFFIX}")
        elif not path.name.startswith(LOCK):
            path.unlink()


def write_part(folder: Path, manifest: Manifest, tables: dict[str, pa.Table]) -> None:
    """Replace a part; if the process is stopped, it is the old or the new one.

    Parameters
    ----------
    folder : Path
        The folder of the part, being written by this process.
    manifest : Manifest
        The new manifest; the files of `tables` are added to it.
    tables : dict of str to pyarrow.Table
        The tables that have changed.
    """
    try:
        for name, table in tables.items():
            manifest.files[name] = _write_table(folder, name, table)
        _put(folder / MANIFEST, _text(manifest))
        _tidy(folder)
        _sync_folder(folder)
    except OSError as error:
        raise _unwritable(folder, error) from None


def _write_table(folder: Path, name: str, table: pa.Table) -> File:
    """Write a table under a temporary name that bears its digest."""
    beside = folder / f".{name}.part"
    with beside.open("wb") as file:
        pq.write_table(
            table, file, row_group_size=ROWS_IN_GROUP, compression="zstd", write_page_checksum=True,
            coerce_timestamps="us",
        )  # fmt: skip
        file.flush()
        os.fsync(file.fileno())
    digest, size = digest_of(beside), beside.stat().st_size
    os.replace(beside, folder / _waiting(name, digest))
    unfinished = table.num_rows - (pc.sum(table[FINAL]).as_py() or 0) if FINAL in table.column_names else 0
    return File(table.num_rows, size, digest, unfinished)


def _text(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def _put(path: Path, data: bytes) -> None:
    """Replace a small file in one step."""
    with replacing(path) as file:
        file.write(data)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make renames in a folder lasting, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _unwritable(folder: Path, error: Exception) -> SportsframeError:
    return SportsframeError(f"cannot write {folder}: {getattr(error, 'strerror', None) or error}")
