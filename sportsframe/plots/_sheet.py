"""The axes of a plot: their size, headings, the note on simulated data, and where text and legends have room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pandas as pd

from .._frames.recognize import is_simulated
from ..errors import QueryError
from ._text import apart, distinct, short
from ._theme import on, quiet, soft

if TYPE_CHECKING:
    from matplotlib.axes import Axes


NOTE = "simulated data"

MOST_ROWS = 80
"""Rows with text each that one plot shows at most."""

ENTRY = 2.9
"""Width in inches that an entry of a legend takes, with the margins of the axes."""


@dataclass
class Sheet:
    """The axes of one plot, given or made at the first need, and the headings that the user chose.

    Attributes
    ----------
    name : str
        Name of the plot, for messages.
    ax : matplotlib.axes.Axes or None
        Axes given by the user.
    title, subtitle : str or None
        Headings given by the user.
    figsize : tuple of float or None
        Size given by the user.
    width, height : float
        Size in inches of the figure or of its part that belongs to the axes.
    """

    name: str
    ax: Axes | None
    title: str | None
    subtitle: str | None
    figsize: tuple[float, float] | None
    width: float = 8.0
    height: float = 4.5
    _made: bool = False
    _narrow: float = 1.0
    _scale: float = 1.0
    _before: set[Any] = field(default_factory=set)

    def axes(self, width: float = 8.0, height: float = 4.5, *, rows: int = 0, legend: int = 0) -> Axes:
        """Return the axes: those given, or new ones of this size in inches.

        Parameters
        ----------
        width, height : float
            Size of new axes unless the user has given one.
        rows : int
            Number of rows with text each; they are refused if they do not fit.
        legend : int
            Number of entries of a legend below, which leaves less room for the rows of narrow axes.
        """
        import matplotlib.pyplot as plt

        if rows > MOST_ROWS:
            raise QueryError(
                f"plot.{self.name}() supports at most {MOST_ROWS} rows, but the frame has {rows}; select some of them."
            )
        if self.ax is None:
            self.width, self.height = self.figsize or (width, height)
            self.ax = plt.subplots(figsize=(self.width, self.height), layout="constrained")[1]
            self._made = True
        else:
            self.width, self.height = _room(self.ax)
            _arranged(self.ax)
            self.ax.set_axisbelow(True)
            self._before = {*self.ax.texts}
        self.ax.tick_params(grid_color=quiet(self.ax), grid_linewidth=0.6, grid_alpha=0.7)
        self._narrow = min(self.width / width, 1.0)
        # Small axes get smaller type, and large ones larger, but less than in proportion.
        self._scale = min(1.0, (self.width / 6.2) ** 0.6, (self.height / 2.9) ** 0.6)
        if self._scale == 1.0:
            self._scale = float(np.clip(min(self.width / max(width, 8.0), self.height / max(height, 4.5)), 1.0, 1.25))
        if rows:
            # Headings, axis label and two lines of a legend take about an inch; a row of text needs 1.35 of its size.
            lines = np.ceil(legend / max(self.width // ENTRY, 1))
            taken = (1.15 + 0.2 * max(lines - 2, 0)) * self._scale
            room = 72 * max(self.height - taken, self.height * 0.4) / (rows + 0.5)
            fitting = room / (1.35 * 8.5)
            if fitting < 0.45:
                raise QueryError(
                    f"plot.{self.name}() has {rows} rows, too many for a height of {self.height:.1f} inches; "
                    f"select some of them, or pass figsize= with a height of {per_row(rows, 0.2):.0f}."
                )
            self._scale = min(self._scale, fitting)
        return self.ax

    def colorbar(self, cells: Any, label: str, *, integers: bool = False, **look: Any) -> None:
        """Add a color scale beside the axes, with ticks at integers only where values are counts."""
        ax = self.ax
        assert ax is not None
        bar = ax.figure.colorbar(cells, ax=ax, **look)
        bar.set_label(label, fontsize=9 * self._scale)
        bar.outline.set_visible(False)
        if integers:
            whole(bar.ax.yaxis)
        bar.ax.tick_params(length=0, labelsize=9 * self._scale)

    def wider(self, margin: float) -> float:
        """Return a margin as a share of the axes, larger in narrow axes, where a text takes more of the width."""
        return float(margin / self._narrow**0.8)

    def short(self, texts: Iterable[object], length: int = 26) -> list[str]:
        """Return texts cut to the length, or to less in narrow axes, so that different ones differ."""
        most = self._letters(length)
        return distinct(texts, lambda text, more: short(text, most + more))

    def called(self, names: Iterable[object], length: int = 26, *, alike: bool = False) -> list[str]:
        """Return the names of teams or people, shortened if too long, so that different ones differ.

        With `alike`, for a few that stand together, all are shortened in the same way.
        """
        return apart(names, self._letters(length), alike=alike)

    def _letters(self, length: int) -> int:
        letters: int = round(length * self._narrow**0.7)
        return max(letters, 7)

    def versus(self, frame: pd.DataFrame) -> str:
        """Return ``Away at Home`` for the rows of one game."""
        first = frame.drop_duplicates("side")
        names = dict(zip(first["side"].astype(str), first["team"], strict=True))
        return f"{names.get('away', '')} at {names.get('home', '')}"

    def finish(self, frame: pd.DataFrame, title: str = "", sub: str = "") -> Axes:
        """Add the headings and the note on simulated data, and fit the text to the size of the axes."""
        ax = self.ax
        assert ax is not None
        if self._scale != 1:
            self._resize(ax)
        title = title if self.title is None else self.title
        sub = sub if self.subtitle is None else self.subtitle
        held = {text.get_gid() for text in ax.texts}
        if self.title is None and ax.get_title(loc="left"):
            title = ""
        note = NOTE if is_simulated(frame) and "note" not in held else ""
        self._head(ax, title, "" if "sub" in held else sub, note)
        return ax

    def _resize(self, ax: Axes) -> None:
        """Scale the type to the size of the axes."""
        legend = ax.get_legend()
        ticks: list[Any] = []
        sides: list[tuple[Any, Literal["x", "y"]]] = [(ax.xaxis, "x"), (ax.yaxis, "y")]
        for axis, which in sides:
            size = [float(tick.label1.get_fontsize()) for tick in axis.get_major_ticks()[:1]]
            ax.tick_params(axis=which, which="both", labelsize=(size or [9.0])[0] * self._scale)
            ticks.append(axis.label)
        texts = [*ticks, *(text for text in ax.texts if text not in self._before)]
        for text in [*texts, *(legend.get_texts() if legend else [])]:
            text.set_fontsize(text.get_fontsize() * self._scale)

    def _head(self, ax: Axes, title: str, sub: str, note: str) -> None:
        """Place the title over the subtitle, and the note beside it or, if it does not fit, below."""
        small, tiny = 8.5 * max(self._scale, 0.7), 7.5 * max(self._scale, 0.7)
        left, right = _overhang(ax)
        room = 72 * self.width - left - right - 14
        if ax.get_aspect() != "auto":
            (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
            room = min(room, 72 * max(self.height - 0.75, 0.5) * abs((x1 - x0) / (y1 - y0)))
        big = _size() * max(self._scale, 1.0)
        lines = [title]
        if title and _wide(ax, title, big, weight="bold") > room:
            # Long titles begin at the left of the tick labels, get smaller, and take several lines.
            room += left
            big = max(min(big, big * room / _wide(ax, title, big, weight="bold")), 8.0 * max(self._scale, 0.7))
            lines = _wrapped(ax, title, big, room, weight="bold")
        else:
            left = 0.0
        under = _wrapped(ax, sub, small, room) if sub else []
        beside = _wide(ax, note, tiny) + 10 if note else 0.0
        apart = bool(note and under and beside + _wide(ax, under[-1], small) > room)
        step = small * 1.3
        at = 7.0 + (step if apart else 0)
        place: dict[str, Any] = {
            "xycoords": "axes fraction",
            "textcoords": "offset points",
            "va": "bottom",
            "color": soft(ax),
            "annotation_clip": False,
            "in_layout": not title or left > 0,
        }
        # Offsets in points are the same for all figure sizes.
        if under:
            text = "\n".join(under)
            ax.annotate(text, (0, 1), (-left, at), ha="left", gid="sub", fontsize=small, linespacing=1.25, **place)
        if note:
            spot: Any = ((0, 1), (-left, 7.0)) if apart else ((1, 1), (0, 7.0))
            side = "left" if apart else "right"
            ax.annotate(note, *spot, ha=side, gid="note", fontsize=tiny, style="italic", **place)
        if title:
            pad = at + step * len(under) + 2 if under or note else 6.0
            look: Any = {"fontsize": big} if big != _size() else {}
            head = ax.set_title("\n".join(lines), loc="left", pad=pad, **look)
            if left:
                from matplotlib.transforms import ScaledTranslation

                head.set_transform(ax.transAxes + ScaledTranslation(-left / 72, pad / 72, ax.figure.dpi_scale_trans))

    def discard(self) -> None:
        """Close the figure if it was made for this plot."""
        if self._made and self.ax is not None:
            import matplotlib.pyplot as plt

            plt.close(self.ax.get_figure(root=True))


def _room(ax: Axes) -> tuple[float, float]:
    """Return the inches of the figure that belong to these axes."""
    figure = ax.figure
    box = figure.bbox
    wide, high = box.width / figure.dpi, box.height / figure.dpi
    spec = ax.get_subplotspec()
    if spec is None:
        place = ax.get_position()
        return min(wide * place.width * 1.3, wide), min(high * place.height * 1.3, high)
    while spec is not None:
        grid = spec.get_gridspec()
        wide, high = wide * len(spec.colspan) / grid.ncols, high * len(spec.rowspan) / grid.nrows
        spec = getattr(grid, "_subplot_spec", None)
    return wide, high


def _arranged(ax: Axes) -> None:
    """Let matplotlib make room for the labels of subplots, unless the user arranges the figure."""
    import matplotlib as mpl

    figure = ax.get_figure(root=True)
    if figure is None or figure.get_layout_engine() is not None or ax.get_subplotspec() is None:
        return
    usual: Any = mpl.rcParams
    margins = figure.subplotpars
    if all(getattr(margins, side) == usual[f"figure.subplot.{side}"] for side in _MARGINS):
        figure.set_layout_engine("constrained")


_MARGINS = ("left", "right", "bottom", "top", "wspace", "hspace")


def _wide(ax: Axes, text: str, size: float, weight: str = "normal") -> float:
    """Return the width of a text in points, as it is drawn."""
    if not text.strip():
        return 0.0
    shown = ax.text(0, 0, text, fontsize=size, weight=weight, in_layout=False)
    width = shown.get_window_extent().width
    shown.remove()
    return float(width) * 72 / ax.figure.dpi


def _wrapped(ax: Axes, text: str, size: float, room: float, weight: str = "normal") -> list[str]:
    """Return the lines of a text that fit into the width in points."""
    lines: list[str] = []
    for line in text.split("\n"):
        shown = ""
        for word in line.split(" "):
            longer = f"{shown} {word}" if shown else word
            if shown and _wide(ax, longer, size, weight) > room:
                lines.append(shown)
                shown = word
            else:
                shown = longer
        lines.append(shown)
    return lines


def _overhang(ax: Axes) -> tuple[float, float]:
    """Return how far labels reach to the left and to the right of the axes, in points."""
    boxes = [text.get_window_extent() for text in ax.texts if text.get_text() and text.get_in_layout()]
    if ax.axison:
        boxes += [box for box in [ax.yaxis.get_tightbbox()] if box is not None]
    left = max((ax.bbox.x0 - box.x0 for box in boxes), default=0.0)
    right = max((box.x1 - ax.bbox.x1 for box in boxes), default=0.0)
    return max(left, 0.0) * 72 / ax.figure.dpi, max(right, 0.0) * 72 / ax.figure.dpi


def _size() -> float:
    """Return the size of titles in points."""
    from matplotlib import rcParams
    from matplotlib.font_manager import FontProperties

    return float(FontProperties(size=rcParams["axes.titlesize"]).get_size_in_points())


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


def per_row(rows: int, each: float = 0.34, least: float = 2.6, most: float = 16.0) -> float:
    """Return the height in inches of a figure with this number of rows."""
    return min(max(1.5 + each * rows, least), most)


def whole(axis: Any) -> None:
    """Place ticks at integers only."""
    axis.get_major_locator().set_params(integer=True)


def below(ax: Axes, pad: float = 3.4, ncols: int = 2, handles: Sequence[Any] | None = None) -> None:
    """Place the legend below the axes; `pad` leaves room for the axis label."""
    handles = ax.get_legend_handles_labels()[0] if handles is None else handles
    labels = [str(handle.get_label()) for handle in handles]
    # A character takes about half its size, a mark with its margins four characters.
    room = (72 * _room(ax)[0] - sum(_overhang(ax))) / 9.0
    columns = next((n for n in range(ncols, 1, -1) if 0.55 * sum(sorted(map(len, labels))[-n:]) + 4 * n <= room), 1)
    ax.legend(
        handles=handles,
        loc="upper center",
        bbox_to_anchor=(0.5, 0),
        borderaxespad=pad,
        ncols=columns,
        frameon=False,
    )


def swatch(colour: Any, text: str, **look: Any) -> Any:
    """Return an entry of a legend for bars that share a container."""
    from matplotlib.patches import Patch

    return Patch(facecolor=colour, label=text, **look)


def inside(ax: Axes, bars: Any, values: Iterable[float], least: float = 1.0) -> None:
    """Write values in the middle of bars that are long enough."""
    told = [f"{value:g}" if value >= least else "" for value in values]
    ax.bar_label(bars, told, label_type="center", fontsize=8.5, color=on(bars[0].get_facecolor()))
