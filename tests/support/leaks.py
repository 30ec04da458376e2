"""Make and close pickers and boards by the thousand: ``python -m tests.support.leaks [1000]``."""

from __future__ import annotations

import gc
import os
import resource
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

import sportsframe as sf

DAY = "2024-06-01"
NOW = "2024-06-04T12:00:00+00:00"


def most(times: int) -> int:
    """Python objects that so many pairs may leave behind: what fills caches once, and a counter here and there.

    One pair that is not let go holds some thousands.
    """
    return 2000 + 5 * times


@dataclass(frozen=True)
class Held:
    """What the process holds."""

    widgets: int
    threads: int
    objects: int
    megabytes: float

    @classmethod
    def now(cls) -> Held:
        """Count, after a collection."""
        from ipywidgets.widgets import widget

        gc.collect()
        resident = int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20
        return cls(len(widget._instances), threading.active_count(), len(gc.get_objects()), round(resident, 1))


def cycle(times: int) -> None:
    """Make a picker and a running board, use them and close them, `times` times."""
    with sf.options(now=NOW):
        for i in range(times):
            picker = sf.picker("MLB", DAY)
            picker.table = ("games", "teams", "periods")[i % 3]
            picker.close()
            board = sf.scoreboard("MLB", DAY, every=60)
            board.close()


def main(times: int) -> int:
    """Print what is held as the count grows; 1 if it grows with it."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(SPORTSFRAME_CACHE_DIR=folder, SPORTSFRAME_NOW=NOW)
        cycle(20)
        first = last = Held.now()
        step = max(times // 10, 1)
        for done in range(step, times + 1, step):
            cycle(step)
            last = Held.now()
            print(f"{done:6d} made and closed: {last}", flush=True)
        stable = (last.widgets, last.threads) == (first.widgets, first.threads)
        little = last.objects - first.objects < most(times) and last.megabytes - first.megabytes < 20 + times / 50
        return 0 if stable and little else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
