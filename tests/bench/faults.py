"""One-line faults, planted by cosmic-ray, against the tests: ``python -m tests.bench.faults PLACE [...]``.

A place is a room of `planted.TESTS`, or a file of one: ``measures`` or ``measures/plays.py``. With ``--base COMMIT``
only the lines changed since then are tried, with ``--sample N`` that many faults of each place, drawn by ``--seed``.
Everything happens in a work tree of its own at HEAD, so nothing here is touched and nothing uncommitted is seen. Prints
the faults that survived, as they are found, those whose tests took too long, and the share that was killed; returns 1
below `LEAST_KILLED`. With ``--most SECONDS``, a fault meets so many seconds of tests at most, the nearest and shortest
first; how many tests a survivor has not met is printed with it: it is not known to be one.

Which tests run which functions is recorded first, which takes as long as the tests of the room. With ``--reach`` it
is kept, and only test files changed since then are recorded again; ``--record SECONDS`` ends it early, and the next run
goes on with the files that are left.
"""

from __future__ import annotations

import argparse
import difflib
import math
import random
import re
import sys
import time
import warnings
from pathlib import Path

from cosmic_ray.config import ConfigDict
from cosmic_ray.mutating import use_mutation
from cosmic_ray.plugins import get_operator
from cosmic_ray.tools.filters.git import GitFilter
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkResult

from . import planted
from .reach import Reach

LEAST_KILLED = 0.85
"""Share of the faults that make a difference at all; those that do not count as survivors too."""

SLACK = 90.0
"""Seconds beyond those that its tests took without a fault, after which a fault counts as found."""

NO_FAULT = re.compile(r"ReplaceBinaryOperator_(BitOr_|\w+_(Mod|Pow|FloorDiv|LShift|RShift|BitAnd|BitOr|BitXor)$)")
"""Operators left out: unions of types are never worked out, and nobody writes a shift for a sum by mistake."""


def leave_out(database: WorkDB, count: int | None, seed: int) -> int:
    """Leave all but a sample of plausible faults undone; how many are left."""
    odd = [item.job_id for item in database.pending_work_items if NO_FAULT.search(item.mutations[0].operator_name)]
    if odd:
        database.set_multiple_results(odd, WorkResult(output="no fault", worker_outcome=WorkerOutcome.SKIPPED))
    pending = sorted(item.job_id for item in database.pending_work_items)
    if count is None or len(pending) <= count:
        return len(pending)
    order = {item.job_id: str(item.mutations[0]) for item in database.pending_work_items}
    pending.sort(key=order.__getitem__)
    kept = set(random.Random(seed).sample(pending, count))
    skipped = WorkResult(output="not in the sample", worker_outcome=WorkerOutcome.SKIPPED)
    database.set_multiple_results([job for job in pending if job not in kept], skipped)
    return count


def described(mutation: MutationSpec, result: WorkResult) -> str:
    """Where a fault was planted, and what it changed."""
    lines = (result.diff or "").splitlines()
    fault = " -> ".join(line[1:].strip() for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---"))
    return f"{mutation.module_path}:{mutation.start_pos[0]}: {fault}"


def run(place: str, tree: Path, args: argparse.Namespace) -> tuple[int, int]:
    """Try the faults of a place; how many survived, of how many."""
    from cosmic_ray.commands import init
    from cosmic_ray.modules import find_modules

    room = place.partition("/")[0]
    survived = count = 0
    reach = planted.reached(tree, room, (args.reach or tree.parent) / f"{room}.json", args.record)
    with use_db(tree.parent / f"{place.replace('/', '.')}.sqlite") as database:
        files = sorted(path.relative_to(tree) for path in find_modules([tree / "sportsframe" / place]))
        init(files, database, ConfigDict().operators_config)
        if args.base:
            GitFilter()._skip_filtered(database, args.base)
        kept = leave_out(database, args.sample, args.seed)
        print(f"{place}: {kept} faults of {database.num_work_items}, seed {args.seed}", flush=True)
        for item in list(database.pending_work_items):
            result = outcome(room, tree, item.mutations[0], reach, args.most)
            if result.test_outcome == TestOutcome.INCOMPETENT:
                continue
            count += 1
            survived += result.test_outcome == TestOutcome.SURVIVED
            if result.test_outcome == TestOutcome.SURVIVED or result.output:
                so_far = f"({count - survived} of {count} killed so far)"
                print(f"    {described(item.mutations[0], result)} {result.output or ''} {so_far}", flush=True)
    print(f"{place}: {count - survived} of {count} killed", flush=True)
    return survived, count


def accepted(source: str) -> bool:
    """Whether Python compiles a module without a word: it warns of ``is`` with a literal, for one."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            compile(source, "", "exec")
        except (SyntaxError, SyntaxWarning):
            return False
    return True


def outcome(room: str, tree: Path, mutation: MutationSpec, reach: Reach, most: float = math.inf) -> WorkResult:
    """Plant a fault, run the tests that reach it, first the nearest and then the others, and take it out again."""
    path = mutation.module_path
    operator = get_operator(mutation.operator_name)(**mutation.operator_args)
    with use_mutation(path, operator, mutation.occurrence) as (before, after):
        if after is None or not accepted(after):
            return WorkResult(worker_outcome=WorkerOutcome.NO_TEST, test_outcome=TestOutcome.INCOMPETENT)
        killed = late = False
        passed: frozenset[str] = frozenset()
        for budget in (min(planted.BUDGET, most), most - planted.BUDGET):
            start = time.monotonic()
            tests, chosen = planted.nearest(tree, room, path, mutation.start_pos[0], reach, budget, passed)
            limit = SLACK + sum(reach.seconds[test] for test in chosen.wanted)
            killed = bool(tests) and not planted.passes(tree, tests, [chosen], limit)
            late = late or time.monotonic() - start > limit
            if killed:
                break
            passed |= chosen.wanted
        left = len(reach.sound(path, mutation.start_pos[0]) - passed)
        unknown = len(set(planted.files(room, "", tree)) - reach.digests.keys())
    met = "" if killed or not left + unknown else f"(not run: {left} tests, {unknown} files)"
    return WorkResult(
        worker_outcome=WorkerOutcome.NORMAL,
        test_outcome=TestOutcome.KILLED if killed else TestOutcome.SURVIVED,
        output="(timed out)" if late else met or None,
        diff="\n".join(difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")),
    )


def known(place: str) -> str:
    """A place, if there are tests for its room and the file exists."""
    if place.partition("/")[0] not in planted.TESTS or not (planted.ROOT / "sportsframe" / place).exists():
        raise argparse.ArgumentTypeError(f"{place!r} is none of {', '.join(planted.TESTS)}, nor a file of them")
    return place


def main() -> int:
    """Try the places named."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.faults", description=__doc__)
    parser.add_argument("places", nargs="+", type=known, metavar="PLACE")
    parser.add_argument("--base", help="a commit: only lines changed since then")
    parser.add_argument("--sample", type=int, help="so many faults of each place")
    parser.add_argument("--seed", type=int, default=1, help="which faults the sample holds")
    parser.add_argument("--reach", type=Path, help="a directory: keeps which tests run which lines for the next run")
    parser.add_argument("--most", type=float, default=math.inf, help="so many seconds of tests for each fault")
    parser.add_argument("--record", type=float, default=math.inf, help="so many seconds to find what tests run")
    args = parser.parse_args()
    if args.reach:
        args.reach.mkdir(parents=True, exist_ok=True)
    survived = count = 0
    with planted.tree() as tree:
        for place in args.places:
            left, of = run(place, tree, args)
            survived, count = survived + left, count + of
    share = (count - survived) / count if count else 1.0
    print(f"{count - survived} of {count} killed: {share:.0%}")
    return 0 if share >= LEAST_KILLED else 1


if __name__ == "__main__":
    sys.exit(main())
