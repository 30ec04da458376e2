"""Every named number changed in turn, against the tests of its room: ``python -m tests.bench.constants ROOM [...]``.

A named number is one in the value of an upper-case name of a module: alone, in a tuple, a map or a call. Each is
doubled, or made 1 where it is 0. Prints those whose change no test notices, `PRESENTATION` apart; 1 if there are any.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from . import planted

PRESENTATION: dict[str, str] = {}
"""Module and name -> why no test should fail when the number changes."""


class Number(NamedTuple):
    """A number of a named constant, and where it stands in the text of its module."""

    name: str
    line: int
    start: int
    end: int


def numbers(text: str) -> Iterator[Number]:
    """The named numbers of a module, in order."""
    lines = text.encode().splitlines(keepends=True)
    starts = [sum(map(len, lines[:i])) for i in range(len(lines))]
    known: set[str] = set()
    for statement in ast.parse(text).body:
        match statement:
            case ast.Assign(targets=[target], value=ast.expr() as value):
                pass
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                pass
            case _:
                continue
        name = ast.unparse(target)
        if not name.isupper():
            continue
        for part in _parts(value, known):
            assert part.end_lineno is not None
            assert part.end_col_offset is not None
            start = starts[part.lineno - 1] + part.col_offset
            yield Number(name, part.lineno, start, starts[part.end_lineno - 1] + part.end_col_offset)
        if _is_number(value, known):
            known.add(name)


def _is_number(value: ast.AST, known: set[str]) -> bool:
    match value:
        case ast.Constant(value=int() | float() as number):
            return not isinstance(number, bool)
        case ast.Name(id=name):
            return name in known
        case ast.BinOp(left=left, right=right):
            return _is_number(left, known) and _is_number(right, known)
        case ast.UnaryOp(operand=operand):
            return _is_number(operand, known)
    return False


def _parts(value: ast.AST, known: set[str]) -> Iterator[ast.expr]:
    """The largest parts of a value that are numbers."""
    if isinstance(value, ast.expr) and _is_number(value, known):
        yield value
    elif not isinstance(value, (ast.Lambda, ast.FunctionDef, ast.JoinedStr)):
        for part in ast.iter_child_nodes(value):
            yield from _parts(part, known)


def changed(text: str, number: Number) -> str:
    """The module with that number doubled, or made 1 where it is 0."""
    raw = text.encode()
    old = raw[number.start : number.end]
    return (raw[: number.start] + b"(2 * (" + old + b") or 1)" + raw[number.end :]).decode()


def run(room: str, tree: Path, only: str | None) -> tuple[list[str], int]:
    """Change the numbers of a room one by one; those whose change passed, and how many were tried."""
    place = tree / "sportsframe" / room
    survived, count = [], 0
    for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
        text = path.read_text()
        for number in numbers(text):
            where = f"{path.relative_to(tree)}:{number.line} {number.name}"
            if (only and only not in where) or f"{path.stem}.{number.name}" in PRESENTATION:
                continue
            path.write_text(changed(text, number))
            try:
                found = planted.passes(tree, planted.files(room, path.stem, tree))
            finally:
                path.write_text(text)
            count += 1
            if found:
                survived.append(f"{where}: {text.encode()[number.start : number.end].decode()}")
                print(f"    {survived[-1]}", flush=True)
    if not survived:
        planted.must_pass(tree, room)
    print(f"{room}: {count - len(survived)} of {count} noticed", flush=True)
    return survived, count


def main() -> int:
    """Try the rooms named."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.constants", description=__doc__)
    parser.add_argument("rooms", nargs="+", choices=planted.TESTS)
    parser.add_argument("--only", help="only those in whose place and name this stands")
    args = parser.parse_args()
    with planted.tree() as tree:
        left = [found for room in args.rooms for found in run(room, tree, args.only)[0]]
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
