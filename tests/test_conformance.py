"""Every statement of the specification has a test that names it."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

from .support.conformance import ROWS

SIDES = {"client", "service", "world", "tools"}


Tests = list[tuple[str, ast.FunctionDef]]


@pytest.fixture(scope="module")
def tests() -> Tests:
    """The name of each test, and what it is."""
    return [
        (f"{path.name}::{node.name}", node)
        for path in sorted(Path(__file__).parent.rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


@pytest.fixture(scope="module")
def shown(tests: Tests) -> dict[str, list[str]]:
    """Row id -> the tests whose docstring holds it."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, node in tests:
        for row in re.findall(r"\[(S[0-9.]+C?-\d+)\]", ast.get_docstring(node) or ""):
            found[row].append(name)
    return found


def test_every_row_has_a_test(shown: dict[str, list[str]]) -> None:
    """Each row that binds a side of the code is named by a test."""
    bound = {row.id for row in ROWS if row.binds & SIDES and row.mark != "scope"}
    missing = sorted(bound - set(shown))

    assert not missing, f"{len(missing)} rows without a test: {', '.join(missing)}"


def test_no_test_names_a_row_that_is_not_there(shown: dict[str, list[str]]) -> None:
    """A mistyped id would show nothing."""
    assert set(shown) <= {row.id for row in ROWS}


def test_the_list_of_rows_is_whole() -> None:
    """Every section counts its rows from 1 without a gap, so that none is lost; each says something of its own."""
    sections: dict[str, list[int]] = defaultdict(list)
    for row in ROWS:
        section, number = row.id.rsplit("-", 1)
        sections[section].append(int(number))

    assert {section: [*range(1, len(rows) + 1)] for section, rows in sections.items()} == sections
    assert {row.mark for row in ROWS} == {"must", "open", "conflict", "scope"}
    assert {side for row in ROWS for side in row.binds} == SIDES | {"docs"}
    assert len({row.statement for row in ROWS}) == len(ROWS)
    assert all(row.statement.endswith(".") and len(row.statement) > 15 for row in ROWS)
    assert not any(row.mark == "must" for row in ROWS if row.statement.startswith("Unstated"))


def test_every_test_says_what_it_verifies(tests: Tests) -> None:
    """In its docstring."""
    assert tests
    assert not [name for name, node in tests if not ast.get_docstring(node)]


def asserts(node: ast.AST) -> bool:
    """Whether a statement is an assertion, or calls what makes one; `pytest.raises` stands in a with."""
    if isinstance(node, ast.Call):
        return bool(re.search(r"\b(assert_|same|validate)|call_and_validate", ast.unparse(node.func)))
    return isinstance(node, ast.Assert) or (isinstance(node, ast.With) and "pytest.raises" in ast.unparse(node))


def test_a_test_that_names_a_row_asserts_something(tests: Tests) -> None:
    """An id in brackets alone shows nothing: the body of the test has assertions, or expects an error."""
    assert not [
        name
        for name, node in tests
        if re.search(r"\[S[0-9.]+C?-\d+\]", ast.get_docstring(node) or "") and not any(map(asserts, ast.walk(node)))
    ]
