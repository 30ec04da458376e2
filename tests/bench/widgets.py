"""Widgets under re-runs and a slow service: ``python -m tests.bench.widgets [200] [3]``; the test suite runs it small.

The first number is how often the cells of a notebook are run again, in a kernel; the second the seconds that the
service takes for each response. Each trial returns the problems it found as lines; none is what it should be.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import pandas as pd

import sportsframe as sf
from sportsframe.service import default_service, respond

from ..support.servers import TOKEN, Reply, Server, serving
from .given import numbers

SETUP = """
import os
os.environ.update(SPORTSFRAME_CACHE_DIR={folder!r}, SPORTSFRAME_NOW="2024-06-04T12:00:00+00:00")
import gc, threading
from pathlib import Path
import ipywidgets
import sportsframe as sf

def held():
    get_ipython().history_manager.outputs.clear()  # IPython keeps the HTML of every output
    gc.collect()
    threads = [thread.name for thread in threading.enumerate()]
    statm = Path("/proc/self/statm")
    memory = int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20 if statm.exists() else 0.0
    return threads.count("sportsframe-board"), len(ipywidgets.Widget.widgets), len(threads), round(memory, 1)
"""

CELLS = {
    "board": """
with sf.options(now=sf.Clock("2024-06-01T22:00:00+00:00", rate=0.0)):
    board = sf.scoreboard("2024-06-01", "MLB", every=3600)
board
""",
    "picker": """
picker = sf.picker("2024-06-01", "MLB")
picker.table = "pitching"
picker._exploring.value = True
picker
""",
    "season_picker": 'sf.season_picker(2024, "NFL")',
    "game_picker": 'sf.game_picker("2024-06-01", "MLB")',
    "explorer": 'sf.pitching("2024-06-01").sports.explore()',
}

MOST_GROWTH = 15.0
"""Megabytes that a kernel may grow between the first tenth of the runs and the end: history, and what pandas keeps."""

MOST_THREADS = 3
"""Threads that may be there besides those of the first runs: loads in the background that have not ended."""

AT_ONCE = 0.2
"""Seconds within which a widget says that it is loading."""

MOST_AWAY = 1.0
"""Seconds for which the kernel may be away, while it shows what was loaded; not those of the service."""


def reruns(times: int, say: Callable[[str], None] = print) -> list[str]:
    """Run each cell again and again in one kernel: one thread per board, and widgets and memory that do not grow."""
    from jupyter_client.manager import start_new_kernel

    manager, client = start_new_kernel(kernel_name="python3")
    problems: list[str] = []
    told: list[str] = []

    def heard(message: dict[str, Any]) -> None:
        if message["msg_type"] == "stream" and message["content"]["name"] == "stdout":
            told.append(message["content"]["text"].strip())
        if message["msg_type"] == "error":
            problems.append("\n".join(message["content"]["traceback"]))

    def run(code: str) -> None:
        client.execute_interactive(code, output_hook=heard, timeout=120, store_history=False)

    def held() -> tuple[int, int, int, float]:
        run("print(*held())")
        boards, widgets, threads, memory = told.pop().split()
        return int(boards), int(widgets), int(threads), float(memory)

    with tempfile.TemporaryDirectory() as folder:
        try:
            run(SETUP.format(folder=folder))
            for cell in CELLS.values():
                run(cell)
                run(cell)
            settled = max(2, times // 10)
            first = held()
            for count in range(1, times + 1):
                for cell in CELLS.values():
                    run(cell)
                if count == settled:
                    first = held()
                if count % max(1, times // 5) == 0:
                    boards, widgets, threads, memory = held()
                    say(f"{count:4d} re-runs: {boards} board, {widgets} widgets, {threads} threads, {memory} MB")
            last = held()
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)
    if last[0] != 1:
        problems.append(f"{last[0]} boards follow, not one")
    if last[1] != first[1] or last[2] - first[2] > MOST_THREADS:
        problems.append(f"widgets and threads: {first[1:3]} after the first runs, {last[1:3]} at the end")
    if last[3] - first[3] > MOST_GROWTH:
        problems.append(f"memory grew from {first[3]} to {last[3]} MB")
    return problems


@contextmanager
def taking_its_time(waits: list[float]) -> Iterator[Server]:
    """The built-in service over HTTP, which sleeps before each response for the seconds that the list has then."""
    service = default_service()

    def reply(path: str) -> Reply:
        delay = waits[0]
        status, headers, body = respond("GET", f"/api/v1{path}", {"RSC_token": "x"}, {}, service=service)
        return Reply(status, body, dict(headers), delay=delay)

    with serving(reply) as server:
        yield server


def slow_service(delay: float, say: Callable[[str], None] = print) -> list[str]:
    """Choose in a picker whose service takes its time: what is shown is one selection at every moment."""
    waits = [0.0]
    with tempfile.TemporaryDirectory() as folder, taking_its_time(waits) as server:
        found = []
        # The service plays the games in this process: once before, so that only its delay is measured.
        for wait, name in ((0.0, "first"), (delay, "again")):
            client = sf.Client(
                base_url=server.base_url, token=TOKEN, cache_dir=f"{folder}/{name}", now="2024-04-09T12:00:00+00:00"
            )
            waits[0] = 0.0
            found = asyncio.run(_choose(client, wait, waits, say))
        return found


async def _choose(client: sf.Client, delay: float, waits: list[float], say: Callable[[str], None]) -> list[str]:
    picker = sf.picker("2024-04-06", "MLB", client=client)
    picker._exploring.value = True
    shown: list[tuple[str, pd.DataFrame | None]] = [(picker.code, picker.frame)]
    problems: list[str] = []
    waits[0] = delay

    def look() -> None:
        """Note every selection that is shown, and whether all parts of the panel are of it."""
        code, frame = shown[-1]
        if (picker.code, picker.frame) == (code, frame) if frame is None else picker.frame is frame:
            if picker.code != code:
                problems.append(f"{picker.code} stands above the rows of {code}")
        else:
            shown.append((picker.code, picker.frame))
        explored = picker._explorer
        if explored is not None and picker.frame is not None and len(explored._flat) != len(picker.frame):
            problems.append(f"the table has {len(explored._flat)} rows, the panel {len(picker.frame)}")
        if picker.code not in picker._code.value.replace("&quot;", '"'):
            problems.append(f"{picker._code.value} is shown for {picker.code}")

    slowest = longest = 0.0
    for name, value in (("date", date(2024, 4, 7)), ("table", "pitching"), ("sport", "NBA"), ("resource", "schedule")):
        start = time.perf_counter()
        picker._controls[name].value = value
        while not picker.busy and time.perf_counter() - start < 5:
            await asyncio.sleep(0)
        slowest = max(slowest, time.perf_counter() - start)
        if "Loading" not in picker._work.value:
            problems.append(f"no sign of loading after {name}")
        before = time.perf_counter()
        while picker.busy:
            look()
            await asyncio.sleep(0.01)
            longest, before = max(longest, time.perf_counter() - before), time.perf_counter()
        look()
        if name == "date" and time.perf_counter() - start < delay:
            problems.append(f"the service answered after {time.perf_counter() - start:.2f} s, before its delay")
    say(f"busy sign within {slowest * 1000:.0f} ms, kernel away for {longest * 1000:.0f} ms, {len(shown)} shown")
    if longest > MOST_AWAY:
        problems.append(f"the kernel was away for {longest:.2f} s")
    if slowest > AT_ONCE:
        problems.append(f"the sign of loading came after {slowest:.2f} s")
    if picker.error:
        problems.append(picker.error)
    for code, frame in shown[1:]:
        waits[0] = 0.0
        same = eval(code, {"sf": client})
        if frame is None or not same.equals(frame):
            problems.append(f"the rows shown for {code} are not its rows")
    picker.close()
    return problems


def main(times: int, delay: float) -> int:
    """Run both trials; 1 if one found a problem."""
    problems = [*slow_service(delay), *reruns(times)]
    print("\n".join(problems) or "ok")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(**numbers(__doc__, times=200, delay=3.0)))
