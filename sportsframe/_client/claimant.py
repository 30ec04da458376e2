"""Which process has claimed a request, so that nobody waits for one that has ended."""

from __future__ import annotations

import os
import platform
import time

_began = f"{time.monotonic():.6f}"


def this_process() -> str:
    """The name of this process: its machine, its id, and a moment that tells it from an earlier one with this id."""
    return f"{platform.node()} {os.getpid()} {_began}"


def has_ended(process: str) -> bool:
    """Whether a process of this machine has ended; of those of other machines that is not known."""
    machine, _, rest = process.rpartition(" ")[0].rpartition(" ")
    if os.name != "posix" or machine != platform.node():
        return False
    try:
        if int(rest) == os.getpid():
            return process != this_process()
        os.kill(int(rest), 0)  # sends no signal
    except ProcessLookupError:
        return True
    except (OSError, ValueError, OverflowError):  # that of another user, or no name of a process
        return False
    return False
