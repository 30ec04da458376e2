"""Which parameters of a test are tried each time, and which in the long trials."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

import pytest


def but_in_long_trials(values: Iterable[Hashable], *costly: Hashable) -> list[Any]:
    """All values; those that are costly, each a season or two to play, are left to the long trials."""
    values = list(values)
    assert set(costly) <= set(values)
    return [pytest.param(*_tuple(one), marks=pytest.mark.long) if one in costly else one for one in values]


def _tuple(value: Hashable) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
