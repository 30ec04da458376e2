"""How a part of a dataset is replaced atomically.

New files are written under temporary names that contain their digest; then the manifest is replaced, in one step, and
the files are renamed. So a part is the old one or the new one, wherever its writer was stopped: files that were not
renamed are read under their temporary names until the next writer renames them.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from .._process import fork_gate
from ..errors import ConfigError, SportsframeError
from .disk import SUFFIX, digest_of, names_in, paths_in, put, sync_folder, unlisted, unread, unwritable
from .manifests import FOLDER_FOR_FILE, MANIFEST, File, Manifest, Source, encoded, read_manifest
from .parts import FILE_FOR_FOLDER, is_intact, path_of, waiting_name
from .schema import ABOUT, FINAL, SEASON_START

LOCK = ".lock"

LEFT_OVER = re.compile(r"\..+\.(part|[0-9a-f]{64})")
"""Names of files that a writer leaves which is stopped."""

ROWS_IN_GROUP = 2**17
"""Rows of a row group, the unit that a query by date can skip: a season of most tables is one."""


def final_rows(
    folder: Path, manifest: Manifest | None, owner: tuple[str, str | None, int], source: Source
) -> Iterator[tuple[str, pa.Table]]:
    """The final rows in each file of a part that is the one of the manifest, can be read and is of that part."""
    files = manifest.files if manifest else {}
    paths = {name: path_of(folder, name, file) for name, file in files.items()}
    for name, path in (paths or {path.stem: path for path in paths_in(folder)}).items():
        if name in files and not is_intact(folder, name, files[name]):
            continue
        with contextlib.suppress(OSError, pa.ArrowException):
            if not path.is_file():  # a pipe, for which a reader waits
                continue
            file = pq.ParquetFile(path, page_checksum_verification=True)
            names = set(file.schema_arrow.names)
            if names >= {"game_id", FINAL} and _is_of(file.schema_arrow.metadata, owner, source):
                table = file.read()
                ours = table[FINAL]
                if SEASON_START in names:  # which files of earlier versions do not have
                    ours = pc.and_(ours, pc.equal(table[SEASON_START], owner[2]))
                yield name, table.filter(ours)


def _is_of(metadata: dict[bytes, bytes] | None, owner: tuple[str, str | None, int], source: Source) -> bool:
    """Whether a file says to be of this part and source; another program may have written it again, without a word."""
    try:
        told = json.loads((metadata or {})[ABOUT])
        return ((told["sport"], told["league"], told["season"]), told["source"], told["world"]) == (
            owner, source.source, source.world,
        )  # fmt: skip
    except (KeyError, TypeError, ValueError):
        return True


@contextlib.contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Be the only writer of a part, for a block; what a writer left that was stopped is put right first.

    Raises
    ------
    SportsframeError
        Another process or thread writes it.
    ConfigError
        The folder cannot be written.
    """
    try:
        for there in (folder.parent, folder):
            if why := unlisted(there):
                raise ConfigError(f"{why}.")
        folder.mkdir(parents=True, exist_ok=True)
        with fork_gate:
            lock = sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        if os.path.isfile(folder):
            raise ConfigError(f"{folder} {FILE_FOR_FOLDER}.") from None
        raise unwritable(folder, error) from None
    # The system gives up the lock of a process that is killed.
    try:
        try:
            with fork_gate:
                lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_BUSY) & 0xFF != sqlite3.SQLITE_BUSY:
                raise unwritable(folder, error) from None
            raise SportsframeError(
                f"another process or thread is writing {folder}; wait until it has finished."
            ) from None
        try:
            _refuse_folders(folder)
            if why := next(filter(None, map(unread, paths_in(folder))), ""):  # final rows may be in it
                raise ConfigError(f"{why}.")
            _tidy(folder)
        except OSError as error:
            raise unwritable(folder, error) from None
        yield
    finally:
        with fork_gate:
            lock.close()


def _refuse_folders(folder: Path) -> None:
    """Remove empty folders that have the names of files, and refuse others: no file can take their place."""
    for path in paths_in(folder):
        if path.is_dir():
            try:
                path.rmdir()
            except OSError:
                raise ConfigError(f"{path} {FOLDER_FOR_FILE}.") from None


def _tidy(folder: Path) -> None:
    """Give files that the manifest names their names, and remove what it does not name."""
    manifest = read_manifest(folder)
    waiting = {waiting_name(name, file.sha256): name for name, file in manifest.files.items()} if manifest else {}
    for name in names_in(folder):
        if name in waiting:
            os.replace(folder / name, folder / f"{waiting[name]}{SUFFIX}")
        elif LEFT_OVER.fullmatch(name):
            (folder / name).unlink()


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
        put(folder / MANIFEST, encoded(manifest))
        _tidy(folder)
        sync_folder(folder)
    except OSError as error:
        with contextlib.suppress(OSError):
            _tidy(folder)  # a full disk is not kept full
        raise unwritable(folder, error) from None


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
    os.replace(beside, folder / waiting_name(name, digest))
    unfinished = table.num_rows - (pc.sum(table[FINAL]).as_py() or 0) if FINAL in table.column_names else 0
    return File(table.num_rows, size, digest, unfinished)
