"""Names along the axes: of ticks, and at the ends of lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._measure import text_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def whole(axis: Any) -> None:
    """Place ticks at integers only."""
    axis.get_major_locator().set_params(integer=True, min_n_ticks=1)  # with 2, a single integer brings fractions


def from_one(last: int) -> list[int]:
    """Return the ticks of an axis of numbered things, of which the first is 1: at most about twelve."""
    step = next(step for step in (1, 2, 5, 10, 20, 50) if last <= 12 * step or step == 50)
    return sorted({1, *range(step, last + 1, step)})


def name_ticks(ax: Axes, names: Sequence[str], first: float, size: float, room: float) -> None:
    """Name the horizontal ticks from the first, 1 apart, upright if the names do not fit into the room of a tick."""
    fits = all(text_width(ax, name, size) + 4 <= room for name in names)
    ax.set_xticks(np.arange(len(names)) + first, names, rotation=0 if fits else 90)


def thinned(
    ax: Axes, at: Sequence[float], names: Sequence[str], first: Sequence[int], size: float, room: float
) -> list[str]:
    """Return the names of ticks without those that would run into another, an empty text for each.

    Parameters
    ----------
    at : sequence of float
        Places of the ticks.
    names : sequence of str
        Their names.
    first : sequence of int
        Indices of the ticks named before the others, which follow from the left.
    size : float
        Size of the type.
    room : float
        Points from one place to the next whole one.
    """
    half = [max(text_width(ax, line, size) for line in name.split("\n")) / 2 + 2 for name in names]
    kept: list[int] = []
    for i in dict.fromkeys((*first, *range(len(names)))):
        if names[i] and all(abs(at[i] - at[k]) * room >= half[i] + half[k] for k in kept):
            kept.append(i)
    return [name if i in kept else "" for i, name in enumerate(names)]


def name_ends(ax: Axes, ends: Sequence[tuple[float, str, str]], share: float) -> None:
    """Name lines right of the axes, each by its height, text and color, and at least a share of the axes apart."""
    ax.margins(x=0.01)
    low, high = sorted(ax.get_ylim())
    places = spread([end[0] for end in ends], (high - low) * share, low, high)
    for (_, text, colour), place in zip(ends, places, strict=True):
        ax.annotate(
            text,
            (1, place),
            (6, 0),
            xycoords=ax.get_yaxis_transform(),
            textcoords="offset points",
            va="center",
            color=colour,
            fontsize=8.5,
            weight="bold",
            annotation_clip=False,
            gid="end",
        )


def spread(values: Sequence[float], step: float, low: float = -np.inf, high: float = np.inf) -> list[float]:
    """Return places for labels at least a step apart and as near to their values as possible, in the same order.

    Places lie between the limits if there is room for all of them.

    Examples
    --------
    >>> spread([1.0, 5.0, 5.0], 1.0)
    [1.0, 4.5, 5.5]
    """
    order = sorted(range(len(values)), key=lambda i: values[i])
    blocks: list[tuple[float, int]] = []  # mean of the values less their offsets in the block, and its size
    for i in order:
        mean, size = float(values[i]), 1
        while blocks and blocks[-1][0] + step * (blocks[-1][1] - 1) / 2 > mean - step * (size - 1) / 2 - step:
            other, more = blocks.pop()
            mean, size = (other * more + mean * size) / (more + size), more + size
        blocks.append((mean, size))
    places = [mean + step * (k - (size - 1) / 2) for mean, size in blocks for k in range(size)]
    last = len(places) - 1
    places = [max(place, low + step * k) for k, place in enumerate(places)]
    places = [min(place, high - step * (last - k)) for k, place in enumerate(places)]
    return [place for _, place in sorted(zip(order, places, strict=True))]
