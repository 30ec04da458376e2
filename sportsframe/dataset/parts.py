"""Where the parts of a dataset lie, and what is wrong with what lies there.

Each part, a season of a sport, is a directory ``<sport>/<season>`` with a file ``<table>.parquet`` per table and a
manifest. A part is read only at the path that its manifest states: a copy is not a part, and a season whose directory
was renamed is reported as damaged.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .._util.document import visible
from ..catalog import SPORTS
from ..errors import ConfigError, SportsframeError
from .disk import SUFFIX, Stamp, cause, digest_of, names_in, stamp_of
from .manifests import MANIFEST, File, Manifest, Source, read_manifest

OF_SYSTEMS = {".DS_Store", ".Spotlight-V100", ".Trashes", ".fseventsd", "desktop.ini", "lost+found", "Thumbs.db"}
"""Names of files and folders that systems put into folders that are empty for people."""


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


FILE_FOR_FOLDER = "is a file where the folder of a season belongs; remove it"


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
                raise ConfigError(f"{cause(path, error)}.") from None
            yield path, [], cause(path, error)
            return
        yield path, names, ""
        linked = linked or (level > 0 and path.is_symlink())
        if level < 2 or (everywhere and not linked):
            for name in names:
                if name not in OF_SYSTEMS:
                    yield from look(path / name, level + 1, linked)

    yield from look(folder, 0, False)


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
            fault = cause(part, error)
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


def tables_in(folder: Path) -> bool:
    """Whether a folder has a manifest or tables, in whichever state; one that cannot be listed may have."""
    try:
        return _has_tables(names_in(folder))
    except OSError:
        return True


def _has_tables(names: list[str]) -> bool:
    return any(name == MANIFEST or name.endswith(SUFFIX) for name in names)


def path_of(folder: Path, name: str, file: File) -> Path:
    """Where a file of a part lies: under its name or, if the writer was stopped then, under its temporary one."""
    waiting = folder / waiting_name(name, file.sha256)
    return waiting if os.path.exists(waiting) else folder / f"{name}{SUFFIX}"


def waiting_name(name: str, digest: str) -> str:
    return f".{name}.{digest}"


def intact(folder: Path, manifest: Manifest) -> bool:
    """Whether every file of a part is the one that its manifest names."""
    return all(is_intact(folder, name, file) for name, file in manifest.files.items())


def is_intact(folder: Path, name: str, file: File) -> bool:
    """Whether a file of a part is the one that its manifest names."""
    return digest_of(path_of(folder, name, file)) == file.sha256
