"""Which source a folder is a dataset of: ``<directory>/_dataset.json`` names it."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from ..catalog import SPORTS
from ..errors import ConfigError
from .disk import age_ns, names_in, put, unlisted, unwritable
from .manifests import FOLDER_FOR_FILE, NOT_JSON, Source, encoded, read_small, source_decoder
from .parts import OF_SYSTEMS, places
from .schema import FORMAT

DATASET = "_dataset.json"

BEGUN = f".{DATASET}."
"""How the name of a file begins that is to become that of the source."""


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
            put(folder / DATASET, encoded(source))
        held = read_source(folder)
        if held == source and not claimed(folder):
            put(folder / DATASET, encoded(source))
    except OSError as error:
        raise unwritable(folder, error) from None
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
            if age_ns(path) > ABANDONED_NS:
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
        return source_decoder.decode(read_small(folder / DATASET))
    except (FileNotFoundError, NotADirectoryError, *NOT_JSON):
        return None
    except IsADirectoryError:
        raise ConfigError(f"{folder / DATASET} {FOLDER_FOR_FILE}.") from None
    except OSError as error:
        raise ConfigError(f"{folder} cannot be read: {error.strerror}.") from None


def _recovered(folder: Path) -> Source | None:
    """The source that every part names; None if there is no part, or they do not agree."""
    parts = [place.manifest for place in places(folder) if place.manifest is not None and place.owner]
    found = {part.source for part in parts}
    return found.pop() if len(found) == 1 else None
