"""Which tests a planted fault asks: those that run its function, by a name that stays when lines move."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.reach import Reach, function_at, functions, read, write

SOURCE = """
LIMIT = 3

class Line:
    @property
    def end(self):
        key = lambda row: (
            row.end
        )
        return key

def end(most=LIMIT):
    return most
"""


@pytest.mark.parametrize(
    ("line", "name"),
    [(2, None), (5, None), (6, None), (7, ".Line#1.end#1.lambda#1"), (8, ".Line#1.end#1.lambda#1"),
     (10, ".Line#1.end#1"), (12, None), (13, ".end#1")],
)  # fmt: skip
def test_the_innermost_function_holds_a_line(line: int, name: str | None) -> None:
    """What runs at import, such as decorators and defaults, is in no function."""
    assert function_at(SOURCE, line) == name
    assert function_at("\n\n" + SOURCE, line + 2) == name


def test_functions_of_the_same_name_are_told_apart() -> None:
    """A second definition has a number of its own."""
    source = "def one():\n    return 1\n\ndef one():\n    return 2\n"
    assert list(functions(source)) == [(".one#1", 2, 2), (".one#2", 5, 5)]


def test_what_is_known_survives_a_file(tmp_path: Path) -> None:
    """Tests of changed files are dropped, and new ones join those that stay."""
    module = tmp_path / "module.py"
    module.write_text(SOURCE)
    seconds = {"a.py::one": 0.5, "a.py::two": float("inf"), "b.py::one": 2.0}
    ran = {module.as_posix(): {".end#1": frozenset({"a.py::one", "a.py::two"}), ".Line#1.end#1": frozenset()}}
    reach = Reach(seconds, {"a.py": "1", "b.py": "2"}, ran)
    write(reach, tmp_path / "reach.json")
    assert read(tmp_path / "reach.json") == reach
    assert reach.of_files({"a.py"}).with_more(reach.of_files({"b.py"})) == reach
    assert reach.of_files({"b.py"}).seconds == {"b.py::one": 2.0}
    assert reach.of_files({"b.py"}).tests[module.as_posix()][".end#1"] == frozenset()
    assert reach.sound(module, 13) == {"a.py::one"}
    assert reach.of(module, 2) == reach.of(module, 10) == seconds.keys()
