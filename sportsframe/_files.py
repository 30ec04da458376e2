"""Files that are there whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
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
        Permissions, reduced by the umask.

    Yields
    ------
    binary file
        Open for writing, beside `path`.
    """
    beside = path.with_name(f".{path.name}.{secrets.token_hex(6)}.part")
    try:
        with open(
            os.open(beside, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_BINARY", 0), mode), "w+b"
        ) as file:
            yield file
        os.replace(beside, path)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
