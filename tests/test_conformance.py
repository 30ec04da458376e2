"""Every statement of the specification has a test that names it."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

from .support.conformance import ROWS

SIDES = {"client", "service", "world", "tools"}


def shown() -> dict[str, list[str]]:
    """Row id -> the tests whose docstring or name holds it."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for row in re.findall(r"\[(S[0-9.]+C?-\d+)\]", ast.get_docstring(node) or ""):
                    found[row].append(f"{path.name}::{node.name}")
    return found


def test_every_row_has_a_test() -> None:
    """Each row that binds a side of the code is named by a test."""
    named = shown()
    bound = {row.id for row in ROWS if row.binds & SIDES and row.mark != "scope"}
    missing = sorted(bound - set(named))

    assert not missing, f"{len(missing)} rows without a test: {', '.join(missing)}"


def test_no_test_names_a_row_that_is_not_there() -> None:
    """A mistyped id would show nothing."""
    assert set(shown()) <= {row.id for row in ROWS}


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


def test_every_test_says_what_it_verifies() -> None:
    """In its docstring."""
    silent = [
        f"{path.name}::{node.name}"
        for path in sorted(Path(__file__).parent.rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not ast.get_docstring(node)
    ]
    assert not silent


def asserts(node: ast.AST) -> bool:
    """Whether a statement is an assertion, or calls what makes one; `pytest.raises` stands in a with."""
    if isinstance(node, ast.Call):
        return bool(re.search(r"\b(assert_|same|validate)|call_and_validate", ast.unparse(node.func)))
    return isinstance(node, ast.Assert) or (isinstance(node, ast.With) and "pytest.raises" in ast.unparse(node))


def test_a_test_that_names_a_row_asserts_something() -> None:
    """An id in brackets alone shows nothing: the body of the test has assertions, or expects an error."""
    idle = []
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.FunctionDef)
                and node.name.startswith("test_")
                and re.search(r"\[S[0-9.]+C?-\d+\]", ast.get_docstring(node) or "")
                and not any(map(asserts, ast.walk(node)))
            ):
                idle.append(f"{path.name}::{node.name}")

    assert not idle
