"""Streams of chance: the same keys give the same numbers on every machine and for ever.

A stream is named by what it decides (seed, sport, season, game, ...), so that one part of the world can be worked out
without the others and a change in one leaves the others as they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from itertools import accumulate
from math import exp, sqrt
from random import Random
from typing import TypeVar

T = TypeVar("T")
N = TypeVar("N", int, float)


def stream(*keys: object) -> Random:
    """A generator named by its keys.

    Parameters
    ----------
    *keys : object
        Numbers and texts (anything whose `repr` does not depend on the process).

    Returns
    -------
    random.Random
        A new generator; equal keys give equal sequences.
    """
    digest = blake2b("\x1f".join(map(repr, keys)).encode(), digest_size=16).digest()
    return Random(int.from_bytes(digest, "big"))


def poisson(r: Random, mean: float) -> int:
    """A count with this mean; above 60 it is rounded from a normal distribution."""
    if mean <= 0:
        return 0
    if mean > 60:
        return max(0, round(r.gauss(mean, sqrt(mean))))
    limit, count, product = exp(-mean), 0, r.random()
    while product > limit:
        count += 1
        product *= r.random()
    return count


def pick(r: Random, items: Sequence[T], weights: Sequence[float]) -> T:
    """One of the items, each as likely as its weight says."""
    point = r.random() * sum(weights)
    for item, total in zip(items, accumulate(weights)):
        if point < total:
            return item
    return items[-1]


def clamp(value: N, low: N, high: N) -> N:
    """The value, kept between two bounds."""
    return low if value < low else high if value > high else value
