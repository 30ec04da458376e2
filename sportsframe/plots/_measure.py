"""How much room text takes as it is drawn, in points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEAST = 6.0
"""Smallest size of text in points; what does not fit then is refused or left out."""

HEIGHT_OF_LETTERS = 0.85
"""Height of digits and capital letters, with some room around them, by the size of their type."""

BETWEEN = 6.0
"""Points that layouts leave between the parts of a figure."""

CLEAR = 4.0
"""Points between a text beside a mark and the edge of the axes."""


def points(ax: Axes, pixels: float) -> float:
    """Return a length in points."""
    return float(pixels) * 72 / ax.figure.dpi


def text_width(ax: Axes, text: str, size: float, weight: str = "normal") -> float:
    """Return the width of a text."""
    if not text.strip():
        return 0.0
    from matplotlib.text import Text

    return points(ax, Text(text=text, fontsize=size, weight=weight, figure=ax.figure).get_window_extent().width)


def relative_widths(ax: Axes, texts: Sequence[Any]) -> np.ndarray:
    """Return the width of each text by the size of its type."""
    shown = [(text.get_text(), text.get_fontweight()) for text in texts]
    found = {one: text_width(ax, one[0], 8 * LEAST, one[1]) / (8 * LEAST) for one in set(shown)}
    return np.array([max(found[one], 0.01) for one in shown])


def size_within(ax: Axes, text: str, size: float, weight: Any, room: float) -> float:
    """Return the largest size up to this one at which all lines of a text fit into the width, or `LEAST`."""
    while size > LEAST and max(text_width(ax, line, size, weight) for line in text.split("\n")) > room:
        size -= 0.25  # letters are not drawn in proportion to their size
    return size


def wrapped(ax: Axes, text: str, size: float, room: float, weight: str = "normal") -> list[str]:
    """Return the lines of a text that fit into the width."""
    lines: list[str] = []
    for line in text.split("\n"):
        shown = ""
        for word in line.split(" "):
            longer = f"{shown} {word}" if shown else word
            if shown and text_width(ax, longer, size, weight) > room:
                lines.append(shown)
                shown = word
            else:
                shown = longer
        lines.append(shown)
    return lines


def overhang(ax: Axes) -> tuple[float, float]:
    """Return how far labels reach to the left and to the right of the axes."""
    ax.get_xlim(), ax.get_ylim()  # which bring the limits up to date with the data
    boxes = [text.get_window_extent() for text in ax.texts if text.get_text() and text.get_in_layout()]
    if ax.axison:
        boxes += [box for box in [ax.yaxis.get_tightbbox()] if box is not None]
    left = max((ax.bbox.x0 - box.x0 for box in boxes), default=0.0)
    right = max((box.x1 - ax.bbox.x1 for box in boxes), default=0.0)
    return points(ax, max(left, 0.0)), points(ax, max(right, 0.0))


def reach_below(ax: Axes) -> float:
    """Return how far tick labels and label of the horizontal axis reach below the axes."""
    box = ax.xaxis.get_tightbbox() if ax.axison else None
    return 0.0 if box is None else points(ax, max(ax.bbox.y0 - box.y0, 0.0))


def inside(ax: Axes, beside: Axes | None, width: float, height: float) -> tuple[float, float]:
    """Return the width and height in inches that all around axes and a color scale leave of their part of the figure.

    Axes without a place in a grid, which no layout makes smaller, have at least their own.
    """
    ax.get_xlim(), ax.get_ylim()  # which bring the limits up to date with the data
    inner, whole = ax.bbox, cast("Any", ax.get_tightbbox())
    bar = points(ax, cast("Any", beside.get_tightbbox()).width) if beside is not None else 0.0
    wide = width - (points(ax, whole.width - inner.width) + bar + BETWEEN) / 72
    high = height - (points(ax, whole.height - inner.height) + BETWEEN) / 72
    if ax.get_subplotspec() is not None:
        return wide, high
    return max(wide, points(ax, inner.width) / 72), max(high, points(ax, inner.height) / 72)


def longest_beside(ax: Axes, n: int) -> float:
    """Return the length in inches of the longest text beside a mark, along the horizontal (0) or vertical (1) axis."""
    boxes = [text.get_window_extent() for text in _beside_marks(ax)]
    return max((points(ax, box.size[n]) / 72 for box in boxes), default=0.0)


def _beside_marks(ax: Axes) -> list[Any]:
    return [text for text in ax.texts if getattr(text, "xycoords", None) == "data" and text.get_text()]


def limits_around_text(ax: Axes, which: Literal["x", "y"]) -> tuple[float, float]:
    """Return limits of an axis within which all text beside marks lies, not narrower than those of the axes."""
    low, high = first, last = ax.get_xlim() if which == "x" else ax.get_ylim()
    n = "xy".index(which)
    start, long, clear = ax.bbox.min[n], ax.bbox.size[n], CLEAR * ax.figure.dpi / 72
    for text in _beside_marks(ax):
        box, value = text.get_window_extent(), float(text.xy[n])
        at = start + (value - first) / (last - first) * long
        before, after = long - (at - box.min[n]) - clear, long - (box.max[n] - at) - clear
        if 0 < after < long:
            high = max(high, first + (value - first) * long / after)
        if 0 < before < long:
            low = min(low, last - (last - value) * long / before)
    return low, high
