"""One-line faults, planted by cosmic-ray, against the tests: ``python -m tests.bench.mutation ROOM [...]``.

Rooms are those of `TESTS`. With ``--base COMMIT`` only the lines changed since then are tried, with ``--sample N`` that
many faults of each room, drawn by ``--seed``. Everything happens in a work tree of its own at HEAD, so nothing here is
touched and nothing uncommitted is seen. Prints what survived and the share that was killed; 1 below `LEAST_KILLED`.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from cosmic_ray.config import ConfigDict
from cosmic_ray.tools.filters.git import GitFilter
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkResult

ROOT = Path(__file__).parent.parent.parent

TESTS: dict[str, tuple[str, ...]] = {
    "catalog": ("tests/frames", "tests/client/test_query.py", "tests/service/test_boundaries.py"),
    "_client": ("tests/client",),
    "_frames": ("tests/frames", "tests/test_load.py"),
    "measures": ("tests/measures",),
    "service": ("tests/service",),
}
"""Room -> the tests that hold it."""

LEAST_KILLED = 0.85
"""Share of the faults that make a difference at all; those that do not count as survivors too."""

TIMEOUT = 300.0
"""Seconds after which a fault counts as found."""


def configuration(room: str, base: str | None) -> ConfigDict:
    """What cosmic-ray is told: the files of a room, and the command that tries its tests."""
    command = f"{sys.executable} -m pytest -q -x -p no:cacheprovider {' '.join(TESTS[room])}"
    settings = {
        "module-path": f"sportsframe/{room}", "timeout": TIMEOUT, "excluded-modules": [], "test-command": command,
        "distributor": {"name": "local", "local": {}}, "filters": {"git-filter": {"branch": base or "HEAD"}},
    }  # fmt: skip
    return ConfigDict(settings)


def leave_out(database: WorkDB, count: int | None, seed: int) -> int:
    """Leave all but a sample undone; how many are left."""
    pending = sorted(item.job_id for item in database.pending_work_items)
    if count is None or len(pending) <= count:
        return len(pending)
    order = {item.job_id: str(item.mutations[0]) for item in database.pending_work_items}
    pending.sort(key=order.__getitem__)
    kept = set(random.Random(seed).sample(pending, count))
    skipped = WorkResult(output="not in the sample", worker_outcome=WorkerOutcome.SKIPPED)
    database.set_multiple_results([job for job in pending if job not in kept], skipped)
    return count


def tried(database: WorkDB) -> tuple[list[tuple[str, str]], int]:
    """Where faults survived and what they were, and how many were tried."""
    places = {item.job_id: item.mutations[0] for item in database.work_items}
    survived, count = [], 0
    for job, result in database.results:
        if result.worker_outcome == WorkerOutcome.SKIPPED or result.test_outcome == TestOutcome.INCOMPETENT:
            continue
        count += 1
        if result.test_outcome == TestOutcome.SURVIVED:
            place = places[job]
            lines = (result.diff or "").splitlines()
            fault = " -> ".join(
                line[1:].strip() for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")
            )
            survived.append((f"{place.module_path}:{place.start_pos[0]}", fault))
    return sorted(survived), count


def run(room: str, tree: Path, base: str | None, sample: int | None, seed: int) -> tuple[int, int]:
    """Try the faults of a room; how many survived, of how many."""
    from cosmic_ray.commands import execute, init
    from cosmic_ray.modules import find_modules

    config = configuration(room, base)
    with use_db(tree / f"{room}.sqlite") as database:
        files = sorted(path.relative_to(tree) for path in find_modules([tree / "sportsframe" / room]))
        os.chdir(tree)
        init(files, database, config.operators_config)
        if base:
            GitFilter()._skip_filtered(database, base)
        count = leave_out(database, sample, seed)
        print(f"{room}: {count} faults of {database.num_work_items}, seed {seed}", flush=True)
        execute(database, config)
        survived, count = tried(database)
    for place, fault in survived:
        print(f"    {place}: {fault}")
    print(f"{room}: {count - len(survived)} of {count} killed", flush=True)
    return len(survived), count


def main() -> int:
    """Try the rooms named."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.mutation", description=__doc__)
    parser.add_argument("rooms", nargs="+", choices=TESTS)
    parser.add_argument("--base", help="a commit: only lines changed since then")
    parser.add_argument("--sample", type=int, help="so many faults of each room")
    parser.add_argument("--seed", type=int, default=1, help="which faults the sample holds")
    args = parser.parse_args()
    survived = count = 0
    with tempfile.TemporaryDirectory() as place:
        tree = Path(place, "tree")
        subprocess.run(["git", "worktree", "add", "-q", "--detach", tree, "HEAD"], cwd=ROOT, check=True)
        os.environ["PYTHONPATH"] = str(tree)
        try:
            for room in args.rooms:
                left, of = run(room, tree, args.base, args.sample, args.seed)
                survived, count = survived + left, count + of
        finally:
            os.chdir(ROOT)
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)
    share = (count - survived) / count if count else 1.0
    print(f"{count - survived} of {count} killed: {share:.0%}")
    return 0 if share >= LEAST_KILLED else 1


if __name__ == "__main__":
    sys.exit(main())
