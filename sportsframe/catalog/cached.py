"""Properties that are computed once."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class cached_property(functools.cached_property[T]):
    """Python's own, which takes no lock from 3.12 on: in 3.11 a child that is forked meanwhile would wait for ever.

    Two threads that need a value for the first time may both work it out.
    """

    def __init__(self, func: Callable[[Any], T]) -> None:
        super().__init__(func)
        self.lock = contextlib.nullcontext()
