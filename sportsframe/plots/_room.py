"""How much room axes have, and the scale of the type for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROW_SIZE = 8.5
"""Points of the text of a row where there is room."""

WIDE, HIGH = 5.0, 2.9
"""Width and height in inches of axes that have room for text of the usual size, and not for larger text."""

ENTRY = 2.9
"""Width in inches that an entry of a legend takes, with the margins of the axes."""


@dataclass(frozen=True)
class Room:
    """What a plot needs in axes of a given width, and the scale of the type in them. Lengths are in inches.

    Attributes
    ----------
    axes_width : float
        Width of the axes.
    text_scale : float
        Factor by which the user enlarges all text.
    width, height : float
        Usual size of the plot.
    rows : int
        Number of rows with text each.
    legend : int
        Number of entries of a legend below the axes.
    under : float
        Height of upright names below the axes.
    """

    axes_width: float
    text_scale: float
    width: float
    height: float
    rows: int = 0
    legend: int = 0
    under: float = 0.0

    def scale(self, high: float) -> float:
        """Return the scale of the type in axes of this height.

        Small axes get smaller type, and large ones larger, but less than in proportion.
        """
        scale = min(1.0, float((self.axes_width / 6.2) ** 0.6), float((high / 2.9) ** 0.6))
        if scale == 1.0:
            scale = float(np.clip(min(self.axes_width / max(self.width, 8.0), high / max(self.height, 4.5)), 1.0, 1.25))
        return scale * self.text_scale

    def left(self, high: float) -> float:
        """Return the height that headings, labels and legend leave in axes of this height."""
        # Headings, axis label and two lines of a legend take about an inch, and more where their text has to be broken.
        legend = max(np.ceil(self.legend / max(self.axes_width // ENTRY, 1)) - 2, 0)
        lines = legend + 3 * max(6 / self.axes_width - 1, 0)
        return float(high - (1.15 + 0.2 * lines + self.under) * self.scale(high))

    def row_scale(self, high: float) -> float:
        """Return the scale of the type with which the rows fit into axes of this height."""
        return fitting_rows(72 * max(self.left(high), high * 0.4), self.rows)


def fitting_rows(points: float, rows: int) -> float:
    """Return the scale of the type with which rows of text fit into a height in points."""
    return float(points / (rows + 0.5) / (1.35 * ROW_SIZE))


def enough(above: float, fits: Callable[[float], bool]) -> int:
    """Return the least whole number of inches greater than this in which something fits."""
    return next(inches for inches in count(int(above) + 1) if fits(inches))


def inches_of(ax: Axes) -> tuple[float, float]:
    """Return the width and height of the part of the figure that belongs to these axes."""
    figure = ax.figure
    box = figure.bbox
    wide, high = box.width / figure.dpi, box.height / figure.dpi
    spec = ax.get_subplotspec()
    if spec is None:
        place = ax.get_position()
        return min(wide * place.width * 1.3, wide), min(high * place.height * 1.3, high)
    while spec is not None:
        grid = spec.get_gridspec()
        columns, rows = (
            np.array(ratios or [1] * n, float)
            for ratios, n in ((grid.get_width_ratios(), grid.ncols), (grid.get_height_ratios(), grid.nrows))
        )
        wide *= float(columns[list(spec.colspan)].sum() / columns.sum())
        high *= float(rows[list(spec.rowspan)].sum() / rows.sum())
        spec = getattr(grid, "_subplot_spec", None)
    return wide, high


def per_row(rows: int, each: float = 0.34, least: float = 2.6, most: float = 16.0) -> float:
    """Return the height in inches of a figure with this number of rows."""
    return min(max(1.5 + each * rows, least), most)
