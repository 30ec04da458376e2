"""The rows of the specification: id, whether it must hold, the sides it binds, and what it says.

A test shows a row when its docstring holds the id in square brackets; `test_conformance` counts them.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Row(NamedTuple):
    """One statement of the specification."""

    id: str
    mark: str
    binds: frozenset[str]
    statement: str


FILE = Path(__file__).with_name("specification.txt")
"""A row a line: id, mark, sides, statement. What the specification leaves open begins with "Unstated"."""

ROWS: tuple[Row, ...] = tuple(
    Row(name, mark, frozenset(sides.split("+")), statement)
    for name, mark, sides, statement in (line.split(maxsplit=3) for line in FILE.read_text().splitlines())
)
