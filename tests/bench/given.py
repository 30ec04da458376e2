"""What is given to a benchmark on the command line: numbers with defaults, or names of what is to run."""

from __future__ import annotations

import argparse
from collections.abc import Iterable


def _parser(doc: str | None) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)


def numbers(doc: str | None, **defaults: float) -> dict[str, float]:
    """Numbers in this order, each of the type of its default, which it has where it is not given."""
    parser = _parser(doc)
    for name, default in defaults.items():
        parser.add_argument(name, nargs="?", type=type(default), default=default, help=f"{default} by default")
    return vars(parser.parse_args())


def names(doc: str | None, known: Iterable[str]) -> list[str]:
    """Some of the names known; all where none is given."""
    known = list(known)
    parser = _parser(doc)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(known)}; all by default")
    given: list[str] = parser.parse_args().names
    if wrong := sorted(set(given) - set(known)):
        parser.error(f"unknown: {', '.join(wrong)}; choose from {', '.join(known)}")
    return given or known
