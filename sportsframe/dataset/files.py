"""The files of a dataset: its manifests, and how a part of it is replaced atomically.

``<directory>/_dataset.json`` names the source. Each part, a season of a sport, is a directory ``<sport>/<season>`` with
a file ``<table>.parquet`` per table and a ``_manifest.json``, which lists the responses behind the part and the digest
of each file. New files are written under temporary names that contain their digest; then the manifest is replaced, in
one step, and the files are renamed. So a part is the old one or the new one, wherever its writer was stopped: files
that were not renamed are read under their temporary names until the next writer renames them.

Each manifest repeats the source, so that a lost ``_dataset.json`` can be written again. A part is read only at the path
that its manifest states: a copy is not a part, and a season whose directory was renamed is reported as damaged.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import re
import sqlite3
import stat
import time
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from .._client.hold import READING
from .._client.query import Query
from .._client.settings import Settings
from .._util.document import visible
from .._util.files import replacing
from ..catalog import SPORTS
from ..catalog.simulated import WORLD_VERSION
from ..catalog.tables import TABLE_NAME
from ..errors import ConfigError, SportsframeError
from .schema import ABOUT, FINAL, FORMAT, SEASON_START

DATASET = "_dataset.json"
MANIFEST = "_manifest.json"

NOT_JSON = (msgspec.DecodeError, UnicodeDecodeError)
"""What decoding raises where the bytes are no JSON, or no text."""
LARGEST_MANIFEST = 2**25
"""Bytes that a manifest may have; that of a season with 6,000 games has less than one million."""

LOCK = ".lock"
SUFFIX = ".parquet"

OF_SYSTEMS = {".DS_Store", ".Spotlight-V100", ".Trashes", ".fseventsd", "desktop.ini", "lost+found", "Thumbs.db"}
"""Names of files and folders that systems put into folders that are empty for people."""

BEGUN = f".{DATASET}."
"""How the name of a file begins that is to become that of the source."""

LEFT_OVER = re.compile(r"\..+\.(part|[0-9a-f]{64})")
"""Names of files that a writer leaves which is stopped."""

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


class Answer(msgspec.Struct, omit_defaults=True):
    """A response behind a part: when it may have changed, the games it lists, and its rows in each table."""

    asked: str
    fetched_at: datetime
    expires: datetime
    sha256: str
    games: list[str]
    rows: dict[str, int]
    kept: list[str] = []
    """Games among its rows that it listed when they were final, and that no answer lists any more."""
    nothing: tuple[datetime, datetime] | None = None
    """When one without data expires, by itself and if others list every game of its day; None for any other."""
    strict: bool = False
    """Whether it was compared with the schema when it was read."""

    @property
    def day(self) -> str:
        """The day that was asked for."""
        return Query.of_path(self.asked).segment


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
    """Days that could not be loaded, and finished games that the service does not list."""
    files: dict[str, File]
    scheduled: dict[str, list[str]] | None = None
    """The games to be played on each day, under either reading of dates; None in parts of earlier versions."""
    unfinished: list[str] | None = None
    """Those of them that the schedule does not say to be finished; None in parts of earlier versions."""
    source: Source | None = None
    """None in parts of earlier versions."""
    waiting: dict[str, datetime] = {}
    """Finished games that the service does not list, and when a sync first noticed it."""
    given_up: list[str] = []
    """Those of them that are no longer missing: they were asked for in vain for long enough."""
    void: list[str] | None = None
    """The games that the schedule says not to be played, or to be replaced; None in parts of earlier versions."""
    partial: dict[str, list[str]] = {}
    """Table -> games that are kept and have rows in other tables, but none in this one any more, or never had."""

    @property
    def label(self) -> str:
        """The sport or league, and the season."""
        return f"{self.league or self.sport} {self.season}"

    def lacks(self, table: str) -> str:
        """How many of the days and games that are missing have no rows in a table, in words; empty if all have some."""
        days = {answer.day for answer in self.answers}
        games = {game for answer in self.answers for game in (*answer.games, *answer.kept)}
        planned = self.scheduled or {}
        lost = [
            one
            for one in self.missing
            if (not games.issuperset(planned[one]) if planned.get(one) else one not in days and one not in games)
        ]
        return days_and_games([*lost, *self.partial.get(table, ())])

    def adds_up(self) -> bool:
        """Whether each file has as many rows as the responses that it is made of."""
        made = {name: sum(one.rows.get(name, 0) for one in self.answers) for name in self.files} | self.schedule.rows
        return all(file.rows == made[name] for name, file in self.files.items())


def days_and_games(missing: list[str]) -> str:
    """How many days and games are missing; empty if none is."""
    days = sum(map(_is_day, missing))
    counts = {"day": days, "game": len(missing) - days}
    return " and ".join(f"{count} {noun}{'s' * (count > 1)}" for noun, count in counts.items() if count)


def _is_day(missing: str) -> bool:
    """Whether what is missing is a day, and not a game."""
    with contextlib.suppress(ValueError):
        return len(missing) == len("2024-12-31") and bool(date.fromisoformat(missing))
    return False


class Format(msgspec.Struct):
    """What manifests of all versions say."""

    format: int


class Place(NamedTuple):
    """A folder in which a part may be: its manifest, and why it is not read, if it is not.

    Attributes
    ----------
    folder : Path
    manifest : Manifest or None
        None if there is none that can be read.
    fault : str
        Why the part is not read; empty if it is.
    owner : tuple of str, str or None, and int or None, or None
        The sport, league and season by the path, without the season if the folder of a sport cannot be listed; None if
        no part belongs there, and readers pass it by.
    warned : bool
        Whether who opens the dataset is told that readers pass it by.
    """

    folder: Path
    manifest: Manifest | None
    fault: str
    owner: tuple[str, str | None, int | None] | None
    warned: bool = False


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
        It has rows of another source, is not a dataset or a folder of one, or cannot be written.
    """
    _refuse_inner(folder)
    try:
        if not os.path.exists(folder / DATASET) and _recovered(folder) is None:
            refused = _why_not(folder)
            if refused and not os.path.exists(folder / DATASET):  # which another process may have written meanwhile
                raise ConfigError(refused)
            folder.mkdir(parents=True, exist_ok=True)
            _put(folder / DATASET, _text(source))
        held = read_source(folder)
        if held == source and not claimed(folder):
            _put(folder / DATASET, _text(source))
    except OSError as error:
        raise _unwritable(folder, error) from None
    if held != source and held.source == source.source == "service":
        raise ConfigError(f"{folder} was made from a service with another base URL; use that, or pass another folder.")
    if held != source:
        raise ConfigError(f"{folder} was made from {held}; pass another folder for what comes from {source}.")
    _remove_left(folder)


ABANDONED_NS = 10 * 60 * 10**9
"""Age from which on a small file that is still being written is one of a process that was stopped."""


def _remove_left(folder: Path) -> None:
    """Remove what a process left that was stopped while it made the folder a dataset."""
    with contextlib.suppress(OSError):
        for path in (folder / name for name in names_in(folder) if name.startswith(BEGUN)):
            if time.time_ns() - path.stat().st_mtime_ns > ABANDONED_NS:
                path.unlink()


def give_up(folder: Path, *, made: bool) -> None:
    """Make a folder no dataset again, if there is nothing else in it, and remove it if it was `made` for one."""
    with contextlib.suppress(OSError):
        if set(names_in(folder)) - {DATASET, *OF_SYSTEMS}:  # also an earlier sync that failed has left its locks
            return
        (folder / DATASET).unlink()
        if made:
            folder.rmdir()


def _refuse_inner(folder: Path) -> None:
    """Refuse a file, what cannot be listed, and a folder within a dataset: that is the one that is meant."""
    if os.path.isfile(folder):
        raise ConfigError(f"{folder} is a file; pass the folder of a dataset.")
    if why := unlisted(folder):
        raise ConfigError(f"{why}.")
    for outer, sport in ((folder.parent, folder.name), (folder.parent.parent, folder.parent.name)):
        inner = sport.partition("-")[0] in SPORTS and not os.path.exists(folder / DATASET)
        if inner and os.path.exists(outer / DATASET):
            raise ConfigError(f"{folder} is a folder of the dataset {outer}; pass that.")


def _why_not(folder: Path) -> str:
    """Why a folder without a source cannot become a dataset; empty if it can."""
    if any(place.owner for place in places(folder)):
        return _nameless(folder)
    strange = any(not name.startswith(BEGUN) and name not in OF_SYSTEMS for name in names_in(folder))
    return f"{folder} is not empty and not a dataset; pass a new folder." if strange else ""


def read_source(folder: Path) -> Source:
    """The source of a dataset; if the file that names it is lost, that which all its parts name.

    Raises
    ------
    ConfigError
        The directory is not a dataset, is a folder of one, or cannot be read.
    """
    _refuse_inner(folder)
    found = _own_source(folder) or _recovered(folder)
    if found is None and (os.path.exists(folder / DATASET) or any(place.owner for place in places(folder))):
        raise ConfigError(_nameless(folder))
    if found is None:
        new = repr("data" if _why_not(folder) else str(folder))
        raise ConfigError(f'{folder} is not a dataset; sportsframe.sync("NFL", seasons=2024, to={new}) makes one.')
    if found.format != FORMAT:
        raise ConfigError(f"{folder} has format {found.format}, but this version reads {FORMAT}; upgrade sportsframe.")
    return found


def _nameless(folder: Path) -> str:
    return (
        f"{folder / DATASET} is lost or damaged, and its seasons do not name one source; use a copy, or a new folder."
    )


def claimed(folder: Path) -> bool:
    """Whether the file that names the source is there and whole."""
    return _own_source(folder) is not None


def _own_source(folder: Path) -> Source | None:
    try:
        return msgspec.json.decode(_read(folder / DATASET), type=Source)
    except (FileNotFoundError, NotADirectoryError, *NOT_JSON):
        return None
    except IsADirectoryError:
        raise ConfigError(f"{folder / DATASET} {FOLDER_FOR_FILE}.") from None
    except OSError as error:
        raise ConfigError(f"{folder} cannot be read: {error.strerror}.") from None


FOLDER_FOR_FILE = "is a folder where a file belongs; remove it"
FILE_FOR_FOLDER = "is a file where the folder of a season belongs; remove it"


def _recovered(folder: Path) -> Source | None:
    """The source that every part names; None if there is no part, or they do not agree."""
    parts = [place.manifest for place in places(folder) if place.manifest is not None and place.owner]
    found = {part.source for part in parts}
    return found.pop() if len(found) == 1 else None


def part_folder(folder: Path, sport: str, league: str | None, season: int) -> Path:
    """The folder of a part."""
    return folder / (f"{sport}-{league}" if league else sport) / str(season)


def places(
    folder: Path, source: Source | None = None, known: dict[Path, tuple[Stamp, Place]] | None = None
) -> list[Place]:
    """Every folder of a dataset in which a part may be, by sport and season.

    Parameters
    ----------
    folder : Path
        The dataset.
    source : Source, optional
        Its source: parts that name another one are at fault.
    known : dict, optional
        What an earlier call found, and this one: manifests that have not changed are not read again.
    """
    found = []
    for part in sorted(_candidates(folder, everywhere=source is not None)):
        stamp = stamp_of(part / MANIFEST)
        before = known.get(part) if known is not None else None
        if before is not None and stamp is not None and before[0] == stamp:
            found.append(before[1])
            continue
        place = place_of(folder, part, source)
        if place is None:
            continue
        found.append(place)
        if known is not None and stamp is not None and not place.fault:
            known[part] = stamp, place
    return found


def _candidates(folder: Path, everywhere: bool) -> Iterator[Path]:
    """The folders within another in which a part may be: at the path of one, with a manifest, or not to be listed."""
    for path, names, why in walk(folder, everywhere=everywhere):
        is_part = _owner(folder, path) is not None and path.parent != folder
        tables = path.parent.parent == folder and any(name.endswith(SUFFIX) for name in names)
        if is_part or why or MANIFEST in names or tables:
            yield path


def walk(folder: Path, *, everywhere: bool, seasons: bool = False) -> Iterator[tuple[Path, list[str], str]]:
    """Everything within a folder, and the folder itself: what it is called, the names in it, and why it has none.

    Links are followed to where a season may be, and no further.

    Parameters
    ----------
    folder : Path
    everywhere : bool
        Whether to look deeper than a season may lie, as is done only in what is known to be a dataset.
    seasons : bool, default False
        Whether the folders of seasons are looked into, too.

    Yields
    ------
    tuple of Path, list of str, and str
        The last one is empty, or says why the path can be neither listed nor followed.

    Raises
    ------
    ConfigError
        The folder itself cannot be listed.
    """

    def look(path: Path, level: int, linked: bool) -> Iterator[tuple[Path, list[str], str]]:
        if level == 2 and not seasons and _owner(folder, path) is not None:
            yield path, [], ""
            return
        try:
            names = names_in(path)
        except OSError as error:
            if level == 0:
                raise ConfigError(f"{_cause(path, error)}.") from None
            yield path, [], _cause(path, error)
            return
        yield path, names, ""
        linked = linked or (level > 0 and path.is_symlink())
        if level < 2 or (everywhere and not linked):
            for name in names:
                if name not in OF_SYSTEMS:
                    yield from look(path / name, level + 1, linked)

    yield from look(folder, 0, False)


def names_in(folder: Path) -> list[str]:
    """The names in a folder; none if it is something else, or nothing is there.

    Raises
    ------
    OSError
        It is there and cannot be listed or entered, or is a link that cannot be followed.
    """
    try:
        names = sorted(os.listdir(folder))
        os.stat(os.path.join(folder, "."))  # a folder may let its names be read and nothing that bears them
        return names
    except (FileNotFoundError, NotADirectoryError):
        if os.path.islink(folder) and not os.path.exists(folder):
            raise
        return []


def paths_in(folder: Path) -> list[Path]:
    """The tables in a folder; see `names_in`."""
    return [folder / name for name in names_in(folder) if name.endswith(SUFFIX)]


def unlisted(folder: Path) -> str:
    """Why what is at a path cannot be listed or entered; empty if it can, or is no folder."""
    try:
        names_in(folder)
    except OSError as error:
        return _cause(folder, error)
    return ""


def unread(path: Path) -> str:
    """Why the system does not let a file be read; empty if it does, or if nothing is there."""
    try:
        os.close(os.open(path, READING))
    except OSError as error:
        gone = isinstance(error, FileNotFoundError | NotADirectoryError) and not path.is_symlink()
        return "" if gone else _cause(path, error)
    return ""


def _cause(path: Path, error: OSError) -> str:
    """Why a path cannot be read, as the system says, or where the link leads that it is."""
    if isinstance(error, FileNotFoundError | NotADirectoryError) and path.is_symlink():
        return f"{path} is a link to {os.readlink(path)}, which is not there; bring it back, or remove the link"
    return f"{path} cannot be read: {error.strerror}"


def place_of(folder: Path, part: Path, source: Source | None = None) -> Place | None:
    """What is in a folder, if it is a part or was one; names that others gave show as escapes."""
    place = _place_of(folder, part, source)
    return place and place._replace(fault=visible(place.fault))


def _place_of(folder: Path, part: Path, source: Source | None) -> Place | None:
    at = _owner(folder, part)
    by_path = at if at is not None and at[2] is not None else None
    manifest, fault, names = None, "", []
    try:
        manifest = read_manifest(part)
    except SportsframeError as error:
        fault = str(error)
    if manifest is None:
        try:
            names = names_in(part)
        except OSError as error:
            fault = _cause(part, error)
            return Place(part, None, f"{fault}." if at else fault, at, warned=True)
        if by_path is not None and os.path.isfile(part):
            return Place(part, None, f"{part} {FILE_FOR_FOLDER}, and sync that season again.", by_path)
        if not _has_tables(names):
            return None
        if by_path is None:
            return Place(part, None, fault.rstrip(".") or f"{part}: {NO_PATH}", None, warned=bool(fault))
        found = "is damaged" if MANIFEST in names else "is lost"
        return Place(part, None, fault or f"{part / MANIFEST} {found}; sync that season again.", by_path)
    owner = (manifest.sport, manifest.league, manifest.season)
    if part_folder(folder, *owner) != part:
        told = misplaced(folder, part, manifest)
        if _held_in_place(folder, owner):
            return Place(part, manifest, f"{part}: not read: it {told}", None, warned=by_path is not None)
        return Place(part, manifest, f"{part} {told}.", owner)
    if manifest.sport not in SPORTS:
        return Place(part, manifest, f"{part} is of a sport that is not registered: {manifest.sport}.", owner)
    if by_path is None:
        return Place(part, manifest, f"{part}: {NO_PATH}", None)
    return Place(part, manifest, "" if source is None else foreign(part, manifest, source), owner)


NO_PATH = "not read: no season has this path; remove it"


def foreign(part: Path, manifest: Manifest, source: Source) -> str:
    """What to do about a part that is not of the source of its dataset; empty if it is."""
    if manifest.source in (None, source):
        return ""
    return f"{part} is of another source; remove it and sync that season again."


def _held_in_place(folder: Path, owner: tuple[str, str | None, int]) -> bool:
    """Whether the folder of a season has something of it, so that what lies elsewhere is a copy."""
    place = part_folder(folder, *owner)
    try:
        manifest = read_manifest(place)
    except SportsframeError:
        return True
    if manifest is None:
        return tables_in(place)
    return (manifest.sport, manifest.league, manifest.season) == owner


def misplaced(folder: Path, part: Path, manifest: Manifest) -> str:
    """What to do about the folder of a season that has another's name."""
    owner = (manifest.sport, manifest.league, manifest.season)
    place = part_folder(folder, *owner)
    if _held_in_place(folder, owner):
        return f"holds {manifest.label}, which belongs elsewhere; remove it"
    move = "exchange it with" if os.path.exists(place / MANIFEST) else "rename it to"
    return f"holds {manifest.label}; {move} {place}, or remove it"


def _owner(folder: Path, part: Path) -> tuple[str, str | None, int | None] | None:
    """The sport, league and season by the path in a dataset, of a sport without the season; None if it is neither."""
    inner = part.relative_to(folder).parts
    sport, _, league = inner[0].partition("-") if inner else ("", "", "")
    known = sport in SPORTS and (league in SPORTS[sport].leagues if league else not SPORTS[sport].leagues)
    if not known or len(inner) > 2 or not all(map(str.isdecimal, inner[1:])):
        return None
    return sport, league or None, int(inner[1]) if inner[1:] else None


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of a part; None if there is none, or it is damaged.

    Raises
    ------
    SportsframeError
        It is of a newer version, or the system does not let it be read.
    """
    path = folder / MANIFEST
    text = b""
    try:
        text = _read(path)
        found = msgspec.json.decode(text, type=Manifest)
    except (FileNotFoundError, NotADirectoryError) as error:
        if path.is_symlink():
            raise SportsframeError(f"{visible(_cause(path, error))}.") from None
        return None
    except NOT_JSON:
        with contextlib.suppress(*NOT_JSON):
            _refuse_newer(path, msgspec.json.decode(text, type=Format).format)
        return None
    except IsADirectoryError:
        raise SportsframeError(f"{visible(str(path))} {FOLDER_FOR_FILE}.") from None
    except OSError as error:
        raise SportsframeError(f"{visible(_cause(path, error))}.") from None
    _refuse_newer(path, found.format)
    named = [found.sport, found.league or "", *found.missing, *found.given_up]
    sound = bool(found.files) and all(map(TABLE_NAME.fullmatch, found.files)) and all(map(str.isprintable, named))
    return found if found.format == FORMAT and sound and found.adds_up() else None


def _read(path: Path) -> bytes:
    """The bytes of a manifest, which is a regular file of limited size.

    Raises
    ------
    OSError
        It is something else, which may never end, or larger.
    """
    with open(os.open(path, READING), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file")
        data = file.read(LARGEST_MANIFEST + 1)
    if len(data) > LARGEST_MANIFEST:
        raise OSError(errno.EFBIG, f"it is larger than {LARGEST_MANIFEST:,} bytes")
    return data


def _refuse_newer(path: Path, version: int) -> None:
    if version > FORMAT:
        raise SportsframeError(f"{path} has format {version}, but this version reads {FORMAT}; upgrade sportsframe.")


def tables_in(folder: Path) -> bool:
    """Whether a folder has a manifest or tables, in whichever state; one that cannot be listed may have."""
    try:
        return _has_tables(names_in(folder))
    except OSError:
        return True


def _has_tables(names: list[str]) -> bool:
    return any(name == MANIFEST or name.endswith(SUFFIX) for name in names)


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


def path_of(folder: Path, name: str, file: File) -> Path:
    """Where a file of a part lies: under its name or, if the writer was stopped then, under its temporary one."""
    waiting = folder / _waiting(name, file.sha256)
    return waiting if os.path.exists(waiting) else folder / f"{name}{SUFFIX}"


def _waiting(name: str, digest: str) -> str:
    return f".{name}.{digest}"


def digest_of(path: Path) -> str:
    """The SHA-256 digest of a file; empty if it cannot be read, or is not a regular one."""
    try:
        with open(os.open(path, READING), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return ""
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def intact(folder: Path, manifest: Manifest) -> bool:
    """Whether every file of a part is the one that its manifest names."""
    return all(is_intact(folder, name, file) for name, file in manifest.files.items())


def is_intact(folder: Path, name: str, file: File) -> bool:
    """Whether a file of a part is the one that its manifest names."""
    return digest_of(path_of(folder, name, file)) == file.sha256


Stamp = tuple[int, ...]
"""What the system says of a file, which is another after each change: a file with the same stamp is not read again."""

SETTLED_NS = 2 * 10**9
"""Age of a change from which on a stamp is relied upon: two changes within one tick of the clock have the same."""

_sound: set[tuple[str, Stamp, str]] = set()
"""Files whose digest this process has compared: path, stamp and digest."""


def stamp_of(path: Path) -> Stamp | None:
    """The stamp of a file, or None."""
    try:
        told = path.stat()
    except OSError:
        return None
    return told.st_ino, told.st_size, told.st_mtime_ns, told.st_ctime_ns


def fault_of(path: Path, size: int, sha256: str) -> str:
    """Why a file is not the one that a manifest names, or an empty text.

    Its size is compared each time, its digest when this process reads it first and after each change.
    """
    stamp = stamp_of(path)
    if stamp is None:
        return unread(path) or f"{path} is not there"
    if path.is_dir():
        return f"{path} is a folder"
    if stamp[1] != size:
        return f"{path} has {stamp[1]} bytes, its manifest says {size}"
    if (str(path), stamp, sha256) not in _sound:
        if digest_of(path) != sha256:
            return unread(path) or f"the digest of {path} is not that of its manifest"
        if time.time_ns() - max(stamp[2:]) > SETTLED_NS:
            _sound.add((str(path), stamp, sha256))
    return ""


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
        lock = sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        if os.path.isfile(folder):
            raise ConfigError(f"{folder} {FILE_FOR_FOLDER}.") from None
        raise _unwritable(folder, error) from None
    # The system gives up the lock of a process that is killed.
    with contextlib.closing(lock):
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_BUSY) & 0xFF != sqlite3.SQLITE_BUSY:
                raise _unwritable(folder, error) from None
            raise SportsframeError(
                f"another process or thread is writing {folder}; wait until it has finished."
            ) from None
        try:
            _refuse_folders(folder)
            if why := next(filter(None, map(unread, paths_in(folder))), ""):  # final rows may be in it
                raise ConfigError(f"{why}.")
            _tidy(folder)
        except OSError as error:
            raise _unwritable(folder, error) from None
        yield


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
    waiting = {_waiting(name, file.sha256): name for name, file in manifest.files.items()} if manifest else {}
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
        _put(folder / MANIFEST, _text(manifest))
        _tidy(folder)
        _sync_folder(folder)
    except OSError as error:
        with contextlib.suppress(OSError):
            _tidy(folder)  # a full disk is not kept full
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


def _unwritable(folder: Path, error: Exception) -> ConfigError:
    return ConfigError(f"cannot write {folder}: {getattr(error, 'strerror', None) or error}")
