"""Binary search for the end of a range of integers."""

from __future__ import annotations

from collections.abc import Callable


def edge(holds: Callable[[int], bool], inside: int, outside: int) -> int:
    """Binary search for the last integer that satisfies a monotone predicate, from `inside` towards `outside`.

    Parameters
    ----------
    holds : callable
        The predicate: once false on the way, it stays false.
    inside, outside : int
        An integer that satisfies it, and a larger or smaller one that does not.
    """
    while abs(outside - inside) > 1:
        middle = (outside + inside) // 2
        inside, outside = (middle, outside) if holds(middle) else (inside, middle)
    return inside
