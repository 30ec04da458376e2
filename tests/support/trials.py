"""Which parameters of a test are tried each time, and which in the long trials."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import Any

import pytest

SAMPLED = 4
"""Of the cases of a test that is marked ``sampled``, one in so many is tried each time, at least one."""


def but_in_long_trials(values: Iterable[Hashable], *costly: Hashable) -> list[Any]:
    """All values; those that are costly, each a season or two to play, are left to the long trials."""
    values = list(values)
    assert set(costly) <= set(values)
    return [pytest.param(*_tuple(one), marks=pytest.mark.long) if one in costly else one for one in values]


def _tuple(value: Hashable) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def leave_to_long_trials(items: Iterable[pytest.Item]) -> None:
    """Mark what is not tried each time of tests that are marked ``sampled``; of few cases, one is.

    Which cases remain depends on the name of the test, so that each sport, table and plot remains in some tests.
    """
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sampled") and not item.get_closest_marker("long"):
            cases[item.nodeid.partition("[")[0]].append(item)
    for test, several in cases.items():
        for case, item in enumerate(several, zlib.crc32(test.encode())):
            if case % min(SAMPLED, len(several)):
                item.add_marker("long")
