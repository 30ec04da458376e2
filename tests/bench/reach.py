"""Which tests run which lines of a room, and how long each takes: what a planted fault asks first."""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import coverage
import pytest


class Reach(NamedTuple):
    """Seconds by test, the digests of their files, and the tests by file of the package and line (0: any line)."""

    seconds: dict[str, float]
    digests: dict[str, str]
    tests: dict[str, dict[int, frozenset[str]]]

    def of(self, path: str, line: int) -> frozenset[str]:
        """The tests that run a line; for one that runs on import, those that run anything of its file, or all."""
        lines = self.tests.get(path, {})
        return lines.get(line) or lines.get(0) or frozenset(self.seconds)


def digest(path: Path) -> str:
    """By which a file is seen to have changed."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Recorder:
    """A plugin of pytest that notes what each test runs."""

    def __init__(self, include: str, to: Path) -> None:
        self.to = to
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.coverage = coverage.Coverage(data_file=None, include=[include], config_file=False)

    def pytest_sessionstart(self) -> None:
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        start = time.monotonic()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = round(time.monotonic() - start, 3)
            self.coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        self.seconds.update(dict.fromkeys(self.failed, math.inf))
        data = self.coverage.get_data()
        names = sorted(self.seconds)
        number = {name: place for place, name in enumerate(names)}
        lines: dict[str, dict[int, list[int]]] = {}
        for path in data.measured_files():
            found = {
                line: sorted(number[test] for test in tests if test)
                for line, tests in data.contexts_by_lineno(path).items()
                if "" not in tests
            }
            lines[Path(path).relative_to(Path.cwd()).as_posix()] = found
        digests = {file: digest(Path(file)) for file in {name.partition("::")[0] for name in names}}
        tests = [[name, self.seconds[name]] for name in names]
        self.to.write_text(json.dumps({"tests": tests, "digests": digests, "lines": lines}))


def read(path: Path) -> Reach:
    """What a `Recorder` wrote."""
    raw = json.loads(path.read_text())
    names = [name for name, _ in raw["tests"]]
    tests = {
        file: {int(line): frozenset(names[place] for place in places) for line, places in lines.items()}
        for file, lines in raw["lines"].items()
    }
    for lines in tests.values():
        lines[0] = frozenset().union(*lines.values())
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
