"""Where a property of whole numbers ends."""

from __future__ import annotations

from collections.abc import Callable


def edge(holds: Callable[[int], bool], inside: int, outside: int) -> int:
    """Return the last number from `inside` towards `outside` that has a property.

    Parameters
    ----------
    holds : callable
        Whether a number has the property, which no number has beyond the first that lacks it.
    inside, outside : int
        A number that has it, and one on either side that does not.
    """
    while abs(outside - inside) > 1:
        middle = (outside + inside) // 2
        inside, outside = (middle, outside) if holds(middle) else (inside, middle)
    return inside
