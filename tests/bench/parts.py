"""What the time from a response to its tables is made of: ``python -m tests.bench.parts``.

Each part is the time in some functions, without that in functions of other parts which they call. Measuring adds a
microsecond per call, which is in the part that makes it.
"""

from __future__ import annotations

import functools
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from sportsframe._frames import arrays, decode, flatten, levels, undeclared

from . import __main__ as bench
from .given import numbers

PARTS: dict[str, list[tuple[Any, str]]] = {
    "JSON to objects": [(decode, "_read")],
    "objects of each table": [(levels, "levels_of")],
    "members of objects": [(levels, "pluck"), (flatten, "_members")],
    "numbers": [(arrays, "number_block"), (arrays, "int_block"), (arrays, "floats")],
    "text": [(arrays, "text_columns")],
    "repetition in rows below": [(arrays, "gather")],
    "derived columns": [(flatten.Builder, "_derive")],
    "categories": [(arrays, "constant"), (arrays, "category")],
    "times, dates, ids, flags": [(flatten, "_arrays")],
    "texts beside unread values": [(undeclared, "unparsed_texts")],
    "blocks of pandas": [(flatten, "framed")],
}
"""Part -> its functions."""

ROUNDS = 101

DAYS: tuple[tuple[str, str, str, list[str] | None], ...] = (
    ("MLB day, five tables", "/live/2024-06-01/MLB", "MLB", None),
    ("MLB day, one table", "/live/2024-06-01/MLB", "MLB", ["batting"]),
    ("NFL players, sparse day", "/live/2024-11-10/NFL", "NFL", ["players"]),
)


@contextmanager
def measured(spent: dict[str, float]) -> Iterator[None]:
    """Add the seconds of each part to `spent`, in a block."""
    running: list[float] = []

    def timed(part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*args: Any, **options: Any) -> Any:
            running.append(0.0)
            start = time.process_time()
            try:
                return function(*args, **options)
            finally:
                whole = time.process_time() - start
                spent[part] += whole - running.pop()
                if running:
                    running[-1] += whole

        return call

    with pytest.MonkeyPatch.context() as patch:
        for part, functions in PARTS.items():
            for module, name in functions:
                patch.setattr(module, name, timed(part, getattr(module, name)))
        yield


def main() -> None:
    """Print the parts of each day, in milliseconds and as a share."""
    for name, path, sport, tables in DAYS:
        data = bench.body(path)
        rounds: list[dict[str, float]] = []
        for _ in range(ROUNDS):
            spent: dict[str, float] = defaultdict(float)
            with measured(spent):
                start = time.process_time()
                bench.flatten(data, sport, "live", tables)
                spent["whole"] = time.process_time() - start
            rounds.append(spent)
        medians = {part: statistics.median(spent[part] for spent in rounds) for part in (*PARTS, "whole")}
        whole = medians.pop("whole")
        medians["calls, and what is freed"] = whole - sum(medians.values())
        (floor,) = bench.times(bench._loads(data), rounds=ROUNDS)
        print(f"{name}: {whole * 1e3:.2f} ms; orjson.loads {floor * 1e3:.2f} ms")
        for part, seconds in sorted(medians.items(), key=lambda item: -item[1]):
            print(f"  {part:<26} {seconds * 1e3:6.2f} ms {seconds / whole:5.0%}")


if __name__ == "__main__":
    numbers(__doc__)
    main()
