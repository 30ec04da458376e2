"""Atomic writes: a file is there complete or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing(path: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """A new file that takes the place of `path` at the end of the block; after an error, `path` is as it was.

    Any number of threads and processes may write the same path: the last to finish wins.

    Parameters
    ----------
    path : Path
        The file to replace; its directory must exist.
    mode : int
        Permissions of a new file, reduced by the umask; one that is replaced passes its own on.

    Yields
    ------
    binary file
        Open for writing, beside `path`.
    """
    beside = path.with_name(f".{path.name[:100]}.{secrets.token_hex(6)}.part")
    try:
        with open(
            os.open(beside, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_BINARY", 0), mode), "w+b"
        ) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileNotFoundError):
            beside.chmod(stat.S_IMODE(path.stat().st_mode))
        os.replace(beside, path)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
