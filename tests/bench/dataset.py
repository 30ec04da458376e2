"""Datasets at length: ``python -m tests.bench.dataset [--sports NFL NBA] [--first 2022] [--last 2024] [--kills 10]``.

The built-in service answers over HTTP in a process of its own, at a clock that stands still. A sync of the seasons is
timed; a further one must request nothing, and one a day later only what may have changed since. Another, with an empty
cache, is killed, every other time while it writes a season and else at random moments, and resumed until it is whole,
and must end with the same bytes. Then every engine answers one question from the files in a process of its own: points
by team and season, or strokes or legs by player. A Dask cluster of two worker processes loads a few days.

Each line tells what was found; the exit code is the number of failures. Times are those of this machine.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import sportsframe as sf
from sportsframe.catalog import answer
from sportsframe.dataset.replacing import LEFT_OVER

from ..support.processes import command

NOW = "2025-03-01T12:00:00+00:00"
LATER = "2025-03-02T12:00:00+00:00"
LEAGUES = {"SOCCER": "EPL"}
TOKEN = "bench-of-datasets"
SMALL = 40
"""Megabytes of JSON from which the time of a dataset is judged: below, most of it is what a process starts with."""

LARGE = 400
"""Megabytes of JSON from which the memory of an engine is judged: below, most of it is what an engine starts with."""

PATIENT = 300
"""Seconds for which an answer is waited for: on a busy machine, the service has taken longer than is usual."""

ENGINES = ("json", "pandas", "polars", "duckdb", "dask")


def sync(data: str, sports: list[str], years: list[int]) -> dict[str, Any]:
    """Sync in this process: seconds, answers, fetched and rows, and the most memory in megabytes."""
    importlib.import_module("sportsframe.dataset.sync")
    start = time.perf_counter()
    counts = {"fetched": 0, "answers": 0, "rows": 0}
    for sport in sports:
        report = sf.sync(sport, seasons=years, to=data, league=LEAGUES.get(sport), progress=False)
        counts = {name: int(count + report[name].sum()) for name, count in counts.items()}
    return {"seconds": time.perf_counter() - start, **counts, "megabytes": memory()}


def memory() -> float:
    """The most memory that this process has had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def asked(sport: str) -> tuple[str, list[str], str]:
    """What the question adds up: the table, by which columns, and the column of points, strokes or legs."""
    table, who = ("teams", "team_id") if "teams" in answer(sport, "live").layouts else ("players", "player_id")
    known = sf.columns(sport, "live", table)["column"].tolist()
    by = [name for name in (who, "season") if name in known]
    return table, by, next(name for name in ("score", "strokes", "legs_won") if name in known)


def totals(frame: Any, by: list[str], what: str) -> Iterable[tuple[Any, ...]]:
    """Sums of a column by these columns."""
    rows: Iterable[tuple[Any, ...]] = frame.groupby(by)[what].sum().reset_index().itertuples(index=False)
    return rows


def question(engine: str, data: str, sports: list[str], years: list[int]) -> dict[str, Any]:
    """The sums of every sport by season, by one engine: the answer, seconds, also of work, and memory of its own."""
    import pandas as pd

    held = sf.open(data)
    if engine in ("polars", "duckdb", "dask"):
        __import__(engine if engine != "dask" else "dask.dataframe")
    before, start, worked = memory(), time.perf_counter(), time.process_time()
    found: dict[str, float] = {}
    for sport in sports:
        table, by, what = asked(sport)
        columns = [*by, what]
        if engine == "json":
            loaded = (
                sf.live(season=year, sport=sport, table=table, league=LEAGUES.get(sport), progress=False)[columns]
                for year in years
            )
            rows = totals(pd.concat(loaded), by, what)
        elif engine == "pandas":
            rows = totals(held.pandas(table, sport=sport, columns=columns), by, what)
        elif engine == "polars":
            import polars as pl

            lazy = held.polars(table, sport=sport, columns=columns)
            rows = lazy.group_by(by).agg(pl.col(what).sum()).collect().rows()
        elif engine == "duckdb":
            relation = held.duckdb(table, sport=sport, columns=columns)
            rows = relation.aggregate(f"{', '.join(by)}, sum({what})").fetchall()
        else:
            frame = held.dask(table, sport=sport, columns=columns)
            summed = frame.groupby(by)[what].sum().compute(scheduler="threads")
            rows = summed.reset_index().itertuples(index=False)
        found |= {
            " ".join(map(str, [sport, *key])): float(total) for *key, total in rows if key[0] == key[0] and key[0]
        }
    spent, worked = time.perf_counter() - start, time.process_time() - worked
    return {"answer": found, "seconds": spent, "processor": worked, "megabytes": memory() - before}


def bodies(sports: list[str], years: list[int], data: str) -> dict[str, Any]:
    """Bytes of the JSON behind a dataset, from the cache."""
    size = 0
    with sf.options(offline=True):
        for path in Path(data).glob("*/*/_manifest.json"):
            part = json.loads(path.read_text())
            for answer in [part["schedule"], *part["answers"]]:
                name, when, sport = answer["asked"].partition("?")[0].strip("/").split("/")
                size += len(sf.raw(when, sport, resource=name, league=part["league"]))
    return {"megabytes": size / 1e6}


def cluster(sport: str) -> dict[str, Any]:
    """A few days loaded by two worker processes, as `live` loads them."""
    import pandas as pd
    from distributed import Client, LocalCluster

    days = ("2024-06-01", "2024-06-06")
    lazy = sf.to_dask(days, sport, table="teams", limit=1)
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as workers,  # type: ignore[no-untyped-call]
        Client(workers) as dask,  # type: ignore[no-untyped-call]
    ):
        start = time.perf_counter()
        found = dask.compute(lazy, sync=True).reset_index(drop=True)
        spent = time.perf_counter() - start
        processes = len(set(dask.run(os.getpid).values()))
    expected = sf.live(days, sport, table="teams", progress=False)
    pd.testing.assert_frame_equal(found, expected, check_flags=False)
    return {"seconds": spent, "processes": processes, "rows": len(found)}


def may_have_changed(data: Path) -> int:
    """Answers of a dataset whose lifetime has ended a day after the sync, or that were not there yet."""
    later, found = datetime.fromisoformat(LATER), 0
    for path in data.glob("*/*/_manifest.json"):
        part = json.loads(path.read_text())
        held = [part["schedule"], *part["answers"]]
        found += sum(datetime.fromisoformat(one["expires"]) <= later for one in held)
        last = max(one["asked"].split("/")[2] for one in part["answers"])
        found += sum(last < day <= f"{later + timedelta(days=1):%Y-%m-%d}" for day in part["scheduled"])
    return found


def contents(data: Path) -> dict[str, bytes]:
    """The bytes of every table."""
    return {str(path.relative_to(data)): path.read_bytes() for path in sorted(data.rglob("*.parquet"))}


def half_written(data: Path) -> set[tuple[Path, int]]:
    """Files that have only a temporary name, and since when: what a writer is doing, or left when it was killed."""
    found = set()
    for path in data.glob("*/*/.*"):
        with contextlib.suppress(FileNotFoundError):
            if LEFT_OVER.fullmatch(path.name):
                found.add((path, path.stat().st_mtime_ns))
    return found


def waited(process: subprocess.Popen[str], seconds: float) -> bool:
    """Whether a process has ended within so many seconds."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def seen_writing(process: subprocess.Popen[str], data: Path, then: float) -> bool:
    """Wait until a process has begun to write a season, and so many seconds more; whether it has ended before."""
    before = half_written(data)
    while process.poll() is None:
        if half_written(data) - before:
            return waited(process, then)
        time.sleep(0.001)
    return True


class Trial:
    """Processes that run one of the jobs of this module against a service."""

    def __init__(self, address: str, sports: list[str], years: list[int]) -> None:
        self.address, self.sports, self.years = address, sports, years

    def start(self, job: str, data: Path, cache: Path, *more: str, now: str = NOW) -> subprocess.Popen[str]:
        """A process at its work."""
        words = [job, "--to", str(data), "--sports", *self.sports, "--first", str(min(self.years)), *more]
        environment = os.environ | {
            "RSC_TOKEN": TOKEN, "SPORTSFRAME_BASE_URL": self.address, "SPORTSFRAME_NOW": now,
            "SPORTSFRAME_CACHE_DIR": str(cache), "SPORTSFRAME_TIMEOUTS": f"5,{PATIENT}",
            "SPORTSFRAME_DEADLINE": f"{PATIENT}",
        }  # fmt: skip
        return subprocess.Popen(
            [sys.executable, "-m", "tests.bench.dataset", *words, "--last", str(max(self.years))], env=environment,
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def run(self, job: str, data: Path, cache: Path, *more: str, now: str = NOW) -> dict[str, Any]:
        """What a job tells."""
        process = self.start(job, data, cache, *more, now=now)
        told, _ = process.communicate()
        assert process.returncode == 0, (job, process.returncode)
        found: dict[str, Any] = json.loads(told.splitlines()[-1])
        return found


def trial(sports: list[str], years: list[int], kills: int, seed: int) -> int:
    """The whole trial; how many of its statements are false."""
    r, wrong = random.Random(seed), 0

    def said(ok: bool, text: str) -> None:
        nonlocal wrong
        wrong += not ok
        print(f"{'ok  ' if ok else 'FAIL'} {text}", flush=True)

    with (
        tempfile.TemporaryDirectory() as place,
        command("serve", "--port", "0", "--quiet", "--clock", NOW[:16], RSC_TOKEN=TOKEN) as server,
    ):
        folder = Path(place)
        run = Trial(server.address, sports, years)
        one = run.run("sync", folder / "whole", folder / "cache")
        size = sum(map(len, contents(folder / "whole").values())) / 1e6
        text = run.run("bodies", folder / "whole", folder / "cache")["megabytes"]
        what = f"sync of {' '.join(sports)} {years[0]}-{years[-1]}"
        told = f"{one['fetched']} answers, {one['rows']:,} rows, {one['seconds']:.1f} s, {one['megabytes']:.0f} MB"
        said(one["fetched"] == one["answers"], f"{what}: {told}")
        print(f"     {text:.1f} MB of JSON are {size:.2f} MB of Parquet")
        again = run.run("sync", folder / "whole", folder / "cache")
        said(again["fetched"] == 0, f"second sync: {again['fetched']} answers fetched, {again['seconds']:.2f} s")

        shutil.copytree(folder / "whole", folder / "later")
        shutil.copytree(folder / "cache", folder / "cache of the later")
        later = run.run("sync", folder / "later", folder / "cache of the later", now=LATER)
        may = may_have_changed(folder / "whole")
        said(later["fetched"] == may, f"sync a day later: {later['fetched']} fetched, {may} may have changed")

        done = writing = 0
        longest = max(8.0, 3 * one["seconds"] / max(kills, 1))
        while done < kills:
            before = half_written(folder / "killed")
            process = run.start("sync", folder / "killed", folder / "cache of the killed")
            if done % 2:
                over = waited(process, r.uniform(2.0, longest))
            else:
                over = seen_writing(process, folder / "killed", r.uniform(0.0, 0.05))
            if over:
                break
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            done += 1
            writing += bool(half_written(folder / "killed") - before)
            states = (
                sf.verify(folder / "killed")["state"].tolist() if (folder / "killed" / "_dataset.json").exists() else []
            )
            if set(states) - {"ok", "nothing in it yet; sync a season"}:
                said(False, f"after a kill a file is not whole: {sorted(set(states))}")
        last = run.run("sync", folder / "killed", folder / "cache of the killed")
        equal = contents(folder / "killed") == contents(folder / "whole")
        told = f"the last sync fetched {last['fetched']} of {last['answers']} answers"
        said(
            equal,
            f"killed {done} times, {writing} of them with a season half written, and resumed: the same bytes; {told}",
        )
        said(done == kills, f"{done} of {kills} kills")

        answers = {
            engine: run.run("question", folder / "whole", folder / "cache", "--engine", engine) for engine in ENGINES
        }
        for engine, found in answers.items():
            ok = found["answer"] == answers["pandas"]["answer"]
            name = "from cached JSON" if engine == "json" else engine
            said(
                ok,
                f"sums by season, {name}: {found['seconds']:.3f} s, {found['megabytes']:.0f} MB",
            )
        ratio = answers["pandas"]["processor"] / answers["json"]["processor"]
        told = f"the dataset takes {ratio:.3f} of the processor time of the cached JSON"
        if text < SMALL:
            print(f"     {told}; not judged below {SMALL} MB of JSON")
        else:
            said(ratio <= 0.1, f"{told}; at most 0.1")
        most = max(found["megabytes"] for engine, found in answers.items() if engine != "json")
        told = f"most memory of an engine: {most:.0f} MB, a quarter of the JSON is {text / 4:.0f} MB"
        if text < LARGE:
            print(f"     {told}; not judged below {LARGE} MB of JSON")
        else:
            said(most <= text / 4, told)
        found = run.run("cluster", folder / "whole", folder / "cache of the cluster")
        said(
            found["processes"] == 2,
            f"six days of MLB by {found['processes']} processes of Dask: {found['seconds']:.1f} s",
        )
    return wrong


def main(arguments: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("job", nargs="?", default="trial", choices=("trial", "sync", "bodies", "question", "cluster"))
    parser.add_argument("--sports", nargs="+", default=["NFL", "NBA"])
    parser.add_argument("--first", type=int, default=2023)
    parser.add_argument("--last", type=int, default=2024)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", default="")
    parser.add_argument("--engine", default="pandas", choices=ENGINES)
    given = parser.parse_args(None if arguments is None else list(arguments))
    years = list(range(given.first, given.last + 1))
    if given.job == "trial":
        return trial(given.sports, years, given.kills, given.seed)
    jobs: dict[str, Any] = {
        "sync": lambda: sync(given.to, given.sports, years),
        "bodies": lambda: bodies(given.sports, years, given.to),
        "question": lambda: question(given.engine, given.to, given.sports, years),
        "cluster": lambda: cluster("MLB"),
    }
    print(json.dumps(jobs[given.job]()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
