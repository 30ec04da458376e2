"""Text kept within bars, cells, columns and axes whenever the figure is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np

from ._measure import HEIGHT_OF_LETTERS, LEAST, relative_widths, size_within, text_width
from ._sheet import Sheet
from ._theme import on

if TYPE_CHECKING:
    from matplotlib.axes import Axes


ROUNDED = 0.8
"""Points by which letters may be drawn wider than in proportion to their size."""

LINE = 1.25
"""Height of a line of text to the next one, by the size of its type."""


def inside(sheet: Sheet, bars: Any, values: Iterable[float]) -> None:
    """Write values in the middle of horizontal bars that are long enough, all with a decimal or none."""
    ax, values = cast("Axes", sheet.ax), [*values]
    digits = int(any(value % 1 for value in values if value > 0))
    told = [f"{value:.{digits}f}" if value > 0 else "" for value in values]
    texts = ax.bar_label(bars, told, label_type="center", fontsize=8.5, color=on(bars[0].get_facecolor()))
    contain(sheet, texts, [bar.get_width() for bar in bars], [bar.get_height() for bar in bars])


DOCUMENT = 11.0
"""Width in inches of the largest figures for which the sizes of type are given."""


def in_cells(sheet: Sheet, texts: Iterable[tuple[int, int, str, Any]], size: float) -> None:
    """Write texts in the cells of a grid, by row and column, each in a color that is legible on that of its cell.

    The type is larger than `size` in a figure that is larger than those of documents, as far as the cells have room.
    """
    ax = cast("Axes", sheet.ax)
    place: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": size * max(1.0, sheet.width / DOCUMENT)}
    shown = [ax.text(column + 0.5, row + 0.5, text, color=on(shade), **place) for row, column, text, shade in texts]
    contain(sheet, shown, 1.0, 1.0, alike=True)


def contain(
    sheet: Sheet,
    texts: Sequence[Any],
    width: Any,
    height: Any = np.inf,
    *,
    alike: bool = False,
    without: tuple[Literal["x", "y"], str] | None = None,
) -> None:
    """Keep texts within boxes of a width and a height in units of the axes.

    A text that does not fit is smaller, or left out where it would be smaller than the least. With `alike`, as for
    the cells of a grid, all have one size, and none is shown where one would be left out. The label of the axis
    `without` them replaces one that explains them.
    """
    ax, whole = cast("Axes", sheet.ax), [text.get_text() for text in texts]
    boxes = np.array([np.broadcast_to(np.abs(side), len(texts)) for side in (width, height)], float)
    base, each = np.array([]), np.array([])

    def fit() -> None:
        nonlocal base, each
        now = np.array([float(text.get_fontsize()) for text in texts])
        if not len(base):
            base, each = now, relative_widths(ax, texts)
        most = np.minimum(base, now) if sheet.rows and not sheet.made else base  # of rows, which may be smaller
        across, up = (np.ptp(limits) for limits in (ax.get_xlim(), ax.get_ylim()))
        wide, high = boxes[0] / across * sheet.inner[0], boxes[1] / up * sheet.inner[1]
        sizes = np.minimum(np.minimum((0.94 * wide - ROUNDED) / each, high / HEIGHT_OF_LETTERS), most)
        if alike:
            sizes = np.full(len(texts), sizes.min(initial=np.inf))
        for text, told, size in zip(texts, whole, sizes, strict=True):
            text.set_text(told if size >= LEAST - 0.01 else "")
            text.set_fontsize(max(size, LEAST))
        if without and not any(text.get_text() for text in texts):
            sheet.relabel(*without)

    sheet.at_each_drawing(fit)


def confine(sheet: Sheet, text: Any, width: float, forms: Sequence[str], height: float = np.inf) -> None:
    """Keep a text within a width and a height in units of the axes.

    The first of its forms fits in smaller type, or the next one does; the last is used in any case.
    """
    ax, base = cast("Axes", sheet.ax), 0.0

    def fit() -> None:
        nonlocal base
        base = base or float(text.get_fontsize())
        weight = text.get_fontweight()
        low, high = sorted(ax.get_xlim())
        room = 0.97 * width / (high - low) * sheet.inner[0]
        up = height / np.ptp(ax.get_ylim()) * sheet.inner[1]
        most = base if sheet.made else min(base, float(text.get_fontsize()))  # of rows, which may be smaller
        for form in forms:
            lines = LINE * (form.count("\n") + 1)
            size = min(size_within(ax, form, most, weight, room), up / lines)
            wide = max(text_width(ax, line, size, weight) for line in form.split("\n"))
            if wide <= room and size >= min(most, max(0.8 * most, LEAST + 0.25)):
                break
        text.set_text(form)
        text.set_fontsize(max(size, LEAST))

    sheet.at_each_drawing(fit)


def even_out(sheet: Sheet, texts: Sequence[Any]) -> None:
    """Set texts that `confine` has kept in their room in the size of the smallest of them."""

    def fit() -> None:
        least = min(text.get_fontsize() for text in texts)
        for text in texts:
            text.set_fontsize(least)

    sheet.at_each_drawing(fit)


def keep_placed(
    sheet: Sheet, place: Callable[[float, float], list[Any]], reckoned: tuple[float, float] | None = None
) -> None:
    """Have text placed in axes of a width and a height in points, and again whenever their size is another one.

    The function returns the texts that it has added. It is called with the size that the axes are reckoned to have,
    and then with the one that they have.
    """
    ax = cast("Axes", sheet.ax)
    held = place(*(reckoned or (max(sheet.width - 1.0, 1.0) * 72, max(sheet.height - 1.1, 0.8) * 72)))

    def fit() -> None:
        nonlocal held
        if all(text in ax.texts for text in held):
            for text in held:
                text.remove()
            held = place(*sheet.inner)
            sheet.resize(held)

    sheet.at_each_drawing(fit)
