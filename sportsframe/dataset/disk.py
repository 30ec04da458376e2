"""What the system says of the files and folders of a dataset, and why not; small files are replaced in one step."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import time
from pathlib import Path

from .._client.hold import READING
from .._util.files import replacing
from ..errors import ConfigError

SUFFIX = ".parquet"


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
        return cause(folder, error)
    return ""


def unread(path: Path) -> str:
    """Why the system does not let a file be read; empty if it does, or if nothing is there."""
    try:
        os.close(os.open(path, READING))
    except OSError as error:
        gone = isinstance(error, FileNotFoundError | NotADirectoryError) and not path.is_symlink()
        return "" if gone else cause(path, error)
    return ""


def cause(path: Path, error: OSError) -> str:
    """Why a path cannot be read, as the system says, or where the link leads that it is."""
    if isinstance(error, FileNotFoundError | NotADirectoryError) and path.is_symlink():
        return f"{path} is a link to {os.readlink(path)}, which is not there; bring it back, or remove the link"
    return f"{path} cannot be read: {error.strerror}"


def digest_of(path: Path) -> str:
    """The SHA-256 digest of a file; empty if it cannot be read, or is not a regular one."""
    try:
        with open(os.open(path, READING), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return ""
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


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


def age_ns(path: Path) -> int:
    """Nanoseconds since a file was changed."""
    return time.time_ns() - path.stat().st_mtime_ns


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


def put(path: Path, data: bytes) -> None:
    """Replace a small file in one step."""
    with replacing(path) as file:
        file.write(data)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make renames in a folder lasting, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def unwritable(folder: Path, error: Exception) -> ConfigError:
    return ConfigError(f"cannot write {folder}: {getattr(error, 'strerror', None) or error}")
