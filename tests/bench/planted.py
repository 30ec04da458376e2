"""Tests of a changed tree in a fork of this process, in which the heavy libraries are imported already.

A fresh interpreter pays seconds for pandas, Matplotlib and pytest before the first test; a fork pays none of them, so
that a planted fault costs little more than the test that finds it.
"""

from __future__ import annotations

import importlib
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from .reach import Chosen, Reach, Recorder, digest, read, write

ROOT = Path(__file__).parent.parent.parent

LIBRARIES = (
    "pandas", "matplotlib.pyplot", "msgspec", "requests", "hypothesis", "pytest", "_pytest.assertion.rewrite",
    "sqlite3", "tqdm", "ipywidgets", "redis",
)  # fmt: skip

TESTS: dict[str, tuple[str, ...]] = {
    "catalog": (
        "tests/catalog", "tests/client/test_query.py", "tests/frames/test_boundaries.py",
        "tests/frames/test_flatten.py", "tests/frames/test_arrays.py", "tests/measures/test_league.py",
        "tests/measures/test_soccer_tables.py", "tests/measures/test_ties.py", "tests/test_season_stats.py",
        "tests/service/test_openapi.py", "tests/test_pins.py",
    ),
    "_client": ("tests/client",),
    "_frames": ("tests/frames", "tests/test_load.py", "tests/test_directories.py", "tests/test_plays.py"),
    "measures": ("tests/measures",),
    "load": (
        "tests/test_load.py", "tests/test_directories.py", "tests/test_season_stats.py", "tests/test_reconcile.py",
        "tests/test_plays.py", "tests/test_public.py",
    ),
    "plots": ("tests/plots",),
    "widgets": ("tests/widgets",),
    "service": ("tests/service",),
    "servers": ("tests/servers",),
    "_watch.py": ("tests/test_watch.py",),
    "_pipeline": ("tests/frames/test_boundaries.py", "tests/test_pipeline.py", "tests/test_load.py"),
    "_display": ("tests/cli/test_boundaries.py", "tests/test_display.py", "tests/test_box_scores.py"),
    "_freeze.py": ("tests/cli/test_boundaries.py", "tests/test_freeze.py"),
    "_util": ("tests/util", "tests/frames/test_boundaries.py"),
    "_cli": ("tests/cli",),
}  # fmt: skip
"""Room -> the tests that hold it."""

TIMEOUT = 300.0
"""Seconds after which the tests of a room count as failed."""

BUDGET = 40.0
"""Seconds of tests, as measured without a fault, that are run first: the nearest and shortest. Then all others are."""


def files(room: str, module: str, tree: Path) -> list[str]:
    """The test files of a room: those whose name begins like the module first, then the boundaries, then the rest."""
    found: list[Path] = []
    for place in TESTS[room]:
        path = tree / place
        found += [path] if path.is_file() else sorted(path.rglob("test_*.py"))
    return [str(path.relative_to(tree)) for path in sorted(found, key=lambda path: distance(path, module))]


def distance(path: Path, module: str) -> int:
    """How near a test file is to a module, by its name."""
    subject = path.stem.removeprefix("test_")
    return 0 if module.strip("_").startswith(subject) else 1 if subject == "boundaries" else 2


@contextmanager
def tree() -> Iterator[Path]:
    """A work tree of its own at HEAD, the directory of this process meanwhile: nothing uncommitted is seen."""
    for name in LIBRARIES:
        importlib.import_module(name)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # for tests with another user
        place = Path(folder, "tree")
        subprocess.run(["git", "worktree", "add", "-q", "--detach", place, "HEAD"], cwd=ROOT, check=True)
        before = os.environ.get("PYTHONPATH")
        os.environ.update(PYTHONPATH=str(place), PYTHONDONTWRITEBYTECODE="1")
        subprocess.run([sys.executable, "-m", "compileall", "-q", "sportsframe", "tests"], cwd=place, check=True)
        os.chdir(place)
        try:
            yield place
        finally:
            os.chdir(ROOT)
            del os.environ["PYTHONDONTWRITEBYTECODE"]
            os.environ.pop("PYTHONPATH") if before is None else os.environ.update(PYTHONPATH=before)
            subprocess.run(["git", "worktree", "remove", "--force", place], cwd=ROOT, check=True)


def must_pass(place: Path, room: str) -> None:
    """End the program unless the tests of a room pass as they are: else every fault would count as found.

    A fault that survives shows the same, so that only a room without survivors needs to be asked.
    """
    if not passes(place, files(room, "", place)):
        sys.exit(f"the tests of {room} fail as they are:\n{(place.parent / 'output').read_text()[-4000:]}")


def reached(place: Path, room: str, to: Path, limit: float = math.inf) -> Reach:
    """Which tests of a room run which of its functions: read, but for test files that are new or changed since then.

    Those are run and recorded, up to `limit` seconds; files without time are left out, and recorded in the next run.
    Tests that fail as they are find no fault, and are printed.
    """
    wanted = files(room, "", place)
    known = read(to) if to.exists() else Reach({}, {}, {})
    same = {file for file in wanted if known.digests.get(file) == digest(place / file)}
    write(known.of_files(same), to)
    if new := [file for file in wanted if file not in same]:
        include = place / "sportsframe" / room
        passes(place, new, [Recorder(str(include), to, limit)], timeout=math.inf)
    reach = read(to)
    if not reach.seconds:
        sys.exit(f"no test of {room} was recorded:\n{(place.parent / 'output').read_text()[-4000:]}")
    if left := [file for file in wanted if file not in reach.digests]:
        print(f"    not recorded, not run: {', '.join(left)}", flush=True)
    for test, seconds in reach.seconds.items():
        if seconds == math.inf:
            print(f"    fails as it is: {test}", flush=True)
    return reach


def nearest(
    place: Path, room: str, path: Path, line: int, reach: Reach, budget: float, passed: frozenset[str] = frozenset()
) -> tuple[list[str], Chosen]:
    """The files to run for a fault at a line, the nearest first, and the choice among their tests, up to a budget.

    Tests that `passed` already are left out.
    """
    ranked = files(room, path.stem, place)
    seconds = reach.seconds
    left, wanted = budget, set()

    def order(test: str) -> tuple[int, float, str]:
        return distance(Path(test.partition("::")[0]), path.stem), seconds[test], test

    for test in sorted(reach.sound(path, line) - passed, key=order):
        if seconds[test] <= left:
            left -= seconds[test]
            wanted.add(test)
    chosen = {test.partition("::")[0] for test in wanted}
    return [name for name in ranked if name in chosen], Chosen(ranked, seconds, frozenset(wanted))


def passes(place: Path, tests: list[str], plugins: Sequence[object] = (), timeout: float = TIMEOUT) -> bool:
    """Whether the tests of the tree pass, as far as the first that does not."""
    sys.stdout.flush()
    child = os.fork()
    if not child:
        _child(place, tests, plugins)
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            _end(child)
            return os.waitstatus_to_exitcode(status) == 0
        time.sleep(0.05)
    _end(child)
    os.waitpid(child, 0)
    return False


def _end(child: int) -> None:
    """End what a child of ours, the leader of its own group, has left running."""
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)


def _child(place: Path, tests: list[str], plugins: Sequence[object]) -> None:
    status = 70
    try:
        os.setsid()
        out = os.open(place.parent / "output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(out, 1)
        os.dup2(out, 2)
        for name in [name for name in sys.modules if name.partition(".")[0] in ("tests", "sportsframe")]:
            del sys.modules[name]
        sys.path[:] = [str(place), *(p for p in sys.path if p not in ("", str(ROOT), str(place)))]
        sys.dont_write_bytecode = True
        import pytest

        stop = [] if any(isinstance(plugin, Recorder) for plugin in plugins) else ["-x"]
        early = "-Wignore:Module already imported:pytest.PytestAssertRewriteWarning"
        status = int(pytest.main(["-q", *stop, "-p", "no:cacheprovider", "-p", "no:xdist", early, *tests], plugins))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
