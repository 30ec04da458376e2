"""Random streams: the same keys give the same numbers on every machine and version of Python.

A stream is named by what it decides (seed, sport, season, game, ...), so that one part of the world can be computed
without the others, and a change in one does not affect the others.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import accumulate
from math import exp, fsum, log1p, sqrt, tanh
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
    return Random(int.from_bytes(_digest(keys), "big"))


def _digest(keys: tuple[object, ...]) -> bytes:
    return blake2b("\x1f".join(map(repr, keys)).encode(), digest_size=16).digest()


def two(*keys: object) -> tuple[float, float]:
    """Two numbers from 0 to 1 named by their keys, in a third of the time of a stream."""
    digest = _digest(keys)
    return int.from_bytes(digest[:6], "big") / 2**48, int.from_bytes(digest[6:12], "big") / 2**48


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


def lasting(keys: tuple[object, ...], year: int, memory: Sequence[float]) -> float:
    """A standard normal number that keeps part of itself from one year to the next.

    Parameters
    ----------
    keys : tuple
        Name the stream.
    year : int
        The year.
    memory : sequence of float
        Weights of what the year and the years before it add.
    """
    total = fsum(weight * stream(*keys, year - back).gauss(0, 1) for back, weight in enumerate(memory))
    return total / sqrt(fsum(w * w for w in memory))


def standard(numbers: Sequence[float]) -> list[float]:
    """The numbers with mean 0 and standard deviation 1; all 0 where they are equal."""
    mean = fsum(numbers) / len(numbers)
    spread = sqrt(fsum((x - mean) ** 2 for x in numbers) / len(numbers)) or 1.0
    return [(x - mean) / spread for x in numbers]


def bounded(z: float, most: float) -> float:
    """A figure as it is near 0, and the closer to a bound, which it never passes, the further out it is."""
    return most * tanh(z / most)


def held_above(x: float, least: float, softness: float) -> float:
    """A figure as it is far above a floor; near it, and below it, a little more than the floor."""
    return x + softness * log1p(exp((least - x) / softness))


def held_below(x: float, most: float, softness: float) -> float:
    """A figure as it is far below a ceiling; near it, and above it, a little less than the ceiling."""
    return -held_above(-x, -most, softness)


def pick(r: Random, items: Sequence[T], weights: Sequence[float]) -> T:
    """One of the items, each as likely as its weight says."""
    return at(r.random(), items, weights)


def at(share: float, items: Sequence[T], weights: Sequence[float]) -> T:
    """The item at a share, from 0 to 1, of what the weights of all are together."""
    return items[bisect_right(list(accumulate(weights)), share * fsum(weights), 0, len(weights) - 1)]


def drawn(r: Random, items: Sequence[T], weights: Iterable[float]) -> T:
    """One of the items, the same as ``r.choices(items, weights)`` draws, in half the time."""
    totals = list(accumulate(weights))
    return items[bisect_right(totals, r.random() * totals[-1], 0, len(totals) - 1)]


def chosen(r: Random, items: Sequence[T]) -> T:
    """One of the items, the same as ``r.choice(items)`` draws, in half the time."""
    count = len(items)
    bits = count.bit_length()
    at = r.getrandbits(bits)
    while at >= count:
        at = r.getrandbits(bits)
    return items[at]


def clamp(value: N, low: N, high: N) -> N:
    """The value, kept between two bounds."""
    return low if value < low else high if value > high else value
