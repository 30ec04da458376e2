"""Which tests run which functions of a room, and how long each takes: what a planted fault asks first."""

from __future__ import annotations

import ast
import hashlib
import json
import math
import time
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from coverage import Coverage


class Reach(NamedTuple):
    """Seconds by test, digests of the test files, and the tests by file of the package and name of a function."""

    seconds: dict[str, float]
    digests: dict[str, str]
    tests: dict[str, dict[str, frozenset[str]]]

    def of(self, path: Path, line: int) -> frozenset[str]:
        """The tests that run the function at a line; all if it is outside of functions, or in one that none runs."""
        name = function_at(path.read_text(), line)
        return self.tests.get(path.as_posix(), {}).get(name or "") or frozenset(self.seconds)

    def sound(self, path: Path, line: int) -> frozenset[str]:
        """Those of them that pass as they are."""
        return frozenset(test for test in self.of(path, line) if self.seconds[test] < math.inf)

    def of_files(self, files: set[str]) -> Reach:
        """What is known of the tests of some files."""
        known = frozenset(test for test in self.seconds if test.partition("::")[0] in files)
        return Reach(
            {test: self.seconds[test] for test in known},
            {file: self.digests[file] for file in files},
            {path: {name: tests & known for name, tests in names.items()} for path, names in self.tests.items()},
        )

    def with_more(self, other: Reach) -> Reach:
        """This and what is known of the tests of other files."""
        tests = {
            path: {
                name: self.tests.get(path, {}).get(name, frozenset()) | other.tests.get(path, {}).get(name, frozenset())
                for name in self.tests.get(path, {}).keys() | other.tests.get(path, {}).keys()
            }
            for path in self.tests.keys() | other.tests.keys()
        }
        return Reach(self.seconds | other.seconds, self.digests | other.digests, tests)


def functions(source: str) -> Iterator[tuple[str, int, int]]:
    """Name, first and last line of the body of every function, those inside of another after it.

    Names stay when lines move, so that what was recorded serves later versions of the file too.
    """
    taken: Counter[str] = Counter()

    def inside(node: ast.AST, outer: str) -> Iterator[tuple[str, int, int]]:
        for child in ast.iter_child_nodes(node):
            name = outer
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
                name = f"{outer}.{getattr(child, 'name', 'lambda')}"
                taken[name] += 1
                name = f"{name}#{taken[name]}"
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield name, child.body[0].lineno, child.end_lineno or 0
            elif isinstance(child, ast.Lambda):
                yield name, child.lineno, child.end_lineno or 0
            yield from inside(child, name)

    return inside(ast.parse(source), "")


def function_at(source: str, line: int) -> str | None:
    """The innermost function whose body holds a line; None outside of functions."""
    return next((name for name, begin, end in reversed([*functions(source)]) if begin <= line <= end), None)


def digest(path: Path) -> str:
    """By which a file is seen to have changed."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


IMPORT = ""
"""The context of what runs while the tests are imported: a fault there may show in any of them."""


class Recorder:
    """A plugin of pytest that notes which functions below a path each test runs, in all threads of this process.

    Tests begun `limit` seconds after the first are left out, and with them all of their file.
    """

    def __init__(self, include: str, to: Path, limit: float = math.inf) -> None:
        self.to, self.limit, self.end = to, limit, math.inf
        self.coverage = Coverage(data_file=None, include=[include, f"{include}/**"], config_file=False, messages=False)
        self.seconds: dict[str, float] = {}
        self.cut: set[str] = set()

    def pytest_sessionstart(self) -> None:
        self.coverage.start()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Begin with the shortest files, not the slowest, so that most are recorded when time is short."""
        items.sort(key=lambda item: (item.path.stat().st_size, item.path))
        self.end = time.monotonic() + self.limit

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        start = time.monotonic()
        file = item.nodeid.partition("::")[0]
        if start > self.end or file in self.cut:
            self.cut.add(file)
            item.session.shouldstop = "no time is left"
        self.coverage.switch_context(item.nodeid)
        self.seconds[item.nodeid] = 0.0
        try:
            return (yield)
        finally:
            if self.seconds[item.nodeid] < math.inf:
                self.seconds[item.nodeid] = round(time.monotonic() - start, 3)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.seconds[report.nodeid] = math.inf

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        ran = self.coverage.get_data()
        tests: dict[str, dict[str, frozenset[str]]] = {}
        for file in ran.measured_files():
            lines = ran.contexts_by_lineno(file)
            of_file = tests[Path(file).relative_to(Path.cwd()).as_posix()] = {}
            for name, begin, end in functions(Path(file).read_text()):
                found = {test for line in range(begin, end + 1) for test in lines.get(line, ())}
                of_file[name] = frozenset(self.seconds if IMPORT in found else found)
        whole = {test.partition("::")[0] for test in self.seconds} - self.cut
        recorded = Reach(self.seconds, {file: digest(Path(file)) for file in whole}, tests).of_files(whole)
        write(recorded.with_more(read(self.to)) if self.to.exists() else recorded, self.to)


def write(reach: Reach, path: Path) -> None:
    """Keep what is known in a file."""
    names = sorted(reach.seconds)
    place = {name: number for number, name in enumerate(names)}
    ran = {
        file: {name: sorted(place[test] for test in tests) for name, tests in sorted(ran.items())}
        for file, ran in sorted(reach.tests.items())
    }
    tests = [[name, reach.seconds[name]] for name in names]
    path.write_text(json.dumps({"tests": tests, "digests": reach.digests, "functions": ran}))


def read(path: Path) -> Reach:
    """What `write` wrote."""
    raw = json.loads(path.read_text())
    names = [name for name, _ in raw["tests"]]
    tests = {
        file: {name: frozenset(names[place] for place in places) for name, places in ran.items()}
        for file, ran in raw["functions"].items()
    }
    return Reach(dict(raw["tests"]), raw["digests"], tests)


class Chosen:
    """A plugin of pytest that runs only the tests wanted and those not `known` yet, file by file in the order given."""

    def __init__(self, files: list[str], seconds: dict[str, float], wanted: frozenset[str]) -> None:
        self.rank = {name: place for place, name in enumerate(files)}
        self.seconds, self.wanted = seconds, wanted

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        out = [item for item in items if item.nodeid in self.seconds and item.nodeid not in self.wanted]
        left = set(items) - set(out)
        items[:] = [item for item in items if item in left]
        items.sort(key=lambda item: (self.rank[item.nodeid.partition("::")[0]], self.seconds.get(item.nodeid, 0.0)))
        config.hook.pytest_deselected(items=out)
