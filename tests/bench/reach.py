"""Which tests run which functions of a room, and how long each takes: what a planted fault asks first."""

from __future__ import annotations

import ast
import hashlib
import json
import math
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

import pytest


class Reach(NamedTuple):
    """Seconds by test, digests of the test files, and the tests by file of the package and first line of a function."""

    seconds: dict[str, float]
    digests: dict[str, str]
    tests: dict[str, dict[int, frozenset[str]]]

    def of(self, path: Path, line: int) -> frozenset[str]:
        """The tests that run the function at a line; all for what is declared outside of functions."""
        begin = function_at(path.read_text(), line)
        return self.tests.get(path.as_posix(), {}).get(begin, frozenset()) if begin else frozenset(self.seconds)

    def sound(self, path: Path, line: int) -> frozenset[str]:
        """Those of them that pass as they are."""
        return frozenset(test for test in self.of(path, line) if self.seconds[test] < math.inf)


def function_at(source: str, line: int) -> int | None:
    """The first line of the innermost function at a line, decorators included; None outside of functions."""
    spans = [
        (min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))]), node.end_lineno or 0)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
    ]
    return max((begin for begin, end in spans if begin <= line <= end), default=None)


def digest(path: Path) -> str:
    """By which a file is seen to have changed."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Recorder:
    """A plugin of pytest that notes which functions below a path each test runs, in all threads of this process."""

    def __init__(self, include: str, to: Path) -> None:
        self.include, self.to = include, to
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.ran: dict[str, set[CodeType]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        ran: set[CodeType] = set()

        def entered(frame: FrameType, event: str, arg: object) -> None:
            ran.add(frame.f_code)

        start = time.monotonic()
        threading.settrace(entered)
        sys.settrace(entered)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)
            self.seconds[item.nodeid] = round(time.monotonic() - start, 3)
            self.ran[item.nodeid] = {code for code in ran.copy() if code.co_filename.startswith(self.include)}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        names = sorted(self.seconds)
        lines: dict[str, dict[int, list[int]]] = {}
        for place, name in enumerate(names):
            for code in self.ran[name]:
                if code.co_name != "<module>":
                    file = Path(code.co_filename).relative_to(Path.cwd()).as_posix()
                    lines.setdefault(file, {}).setdefault(code.co_firstlineno, []).append(place)
        self.seconds.update(dict.fromkeys(self.failed, math.inf))
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
