"""The axes of a plot: their size, headings, the note on simulated data, and where text and legends have room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, cast

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

LEAST = 6.0
"""Points that text has at least; what does not fit then is refused."""

ROW = 8.5
"""Points of the text of a row where there is room."""

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
    _beside: Axes | None = None
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
        self._scale = self._scaled(width, height, self.height)
        if rows:
            fitting = self._fitting(width, height, self.height, rows, legend)
            if fitting < LEAST / ROW:
                enough = next(
                    high
                    for high in count(int(self.height) + 1)
                    if self._fitting(width, height, high, rows, legend) >= LEAST / ROW
                )
                raise self.too_small(f"{rows} rows", "height", enough, "select some of them, or ")
            self._scale = min(self._scale, fitting)
        return self.ax

    def too_small(self, what: str, side: Literal["width", "height"], enough: int, instead: str = "") -> QueryError:
        """Return the error that the axes are too small for what they would show; it names a size in which they do."""
        inches = self.width if side == "width" else self.height
        larger = f"pass figsize= with a {side} of {enough}"
        if not self._made:
            larger = f"draw on axes that have a {side} of {enough} inches in their figure"
        return QueryError(
            f"plot.{self.name}() has {what}, too many for a {side} of {inches:.1f} inches; {instead}{larger}."
        )

    def _scaled(self, width: float, height: float, high: float) -> float:
        """Return the scale of the type in axes so many inches high, for a usual width and height.

        Small axes get smaller type, and large ones larger, but less than in proportion.
        """
        scale = min(1.0, float((self.width / 6.2) ** 0.6), float((high / 2.9) ** 0.6))
        if scale == 1.0:
            scale = float(np.clip(min(self.width / max(width, 8.0), high / max(height, 4.5)), 1.0, 1.25))
        return scale

    def _fitting(self, width: float, height: float, high: float, rows: int, legend: int) -> float:
        """Return the scale of the type with which so many rows of text fit into axes so many inches high."""
        # Headings, axis label and two lines of a legend take about an inch, and more where their text has to be broken;
        # a row of text needs 1.35 of its size.
        lines = max(np.ceil(legend / max(self.width // ENTRY, 1)) - 2, 0) + 3 * max(6 / self.width - 1, 0)
        taken = (1.15 + 0.2 * lines) * self._scaled(width, height, high)
        room = 72 * max(high - taken, high * 0.4) / (rows + 0.5)
        return float(room / (1.35 * ROW))

    def sized(self, points: float) -> float:
        """Return a size of type in these axes: scaled, but not below the least that can be read."""
        return max(points * self._scale, LEAST)

    def colorbar(self, cells: Any, label: str, *, integers: bool = False, **look: Any) -> None:
        """Add a color scale beside the axes, with ticks at integers only where values are counts."""
        ax = self.ax
        assert ax is not None
        bar = ax.figure.colorbar(cells, ax=ax, **look)
        bar.set_label(label, fontsize=self.sized(9))
        bar.outline.set_visible(False)
        if integers:
            whole(bar.ax.yaxis)
        bar.ax.tick_params(length=0, labelsize=self.sized(9))
        self._beside = bar.ax

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

    def name_ends(self, ends: Sequence[tuple[float, object, str, str]]) -> None:
        """Name lines right of the axes without overlapping names, each by its height, name, value and color."""
        ax = self.ax
        assert ax is not None
        if not ends:
            return
        ax.margins(x=0.01)
        low, high = sorted(ax.get_ylim())
        step = (high - low) * min(0.16 / max(self.height - 1.4, 0.8), 0.2)
        places = spread([end[0] for end in ends], step, low, high)
        names = self.called([end[1] for end in ends], 24)
        for (_, _, value, colour), name, place in zip(ends, names, places, strict=True):
            ax.annotate(
                f"{name}  {value}",
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

    def name_ticks(self, names: Sequence[str]) -> None:
        """Name the horizontal ticks at 0, 1, ..., upright if the names do not fit side by side."""
        ax = self.ax
        assert ax is not None
        room = 72 * (self.width - 1) / max(len(names), 1)
        fits = all(_wide(ax, name, self.sized(9)) + 4 <= room for name in names)
        ax.set_xticks(range(len(names)), names, rotation=0 if fits else 90)

    def thinned(self, at: Sequence[float], names: Sequence[str], first: Sequence[int], room: float) -> list[str]:
        """Return the names of ticks without those that would run into another, an empty text for each.

        Parameters
        ----------
        at : sequence of float
            Places of the ticks.
        names : sequence of str
            Their names.
        first : sequence of int
            Indices of the ticks named before the others, which follow from the left.
        room : float
            Points from one place to the next whole one.
        """
        ax = self.ax
        assert ax is not None
        half = [max(_wide(ax, line, self.sized(9)) for line in name.split("\n")) / 2 + 2 for name in names]
        kept: list[int] = []
        for i in dict.fromkeys((*first, *range(len(names)))):
            if names[i] and all(abs(at[i] - at[k]) * room >= half[i] + half[k] for k in kept):
                kept.append(i)
        return [name if i in kept else "" for i, name in enumerate(names)]

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
        self._wrap_labels(ax)
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
            ax.tick_params(axis=which, which="both", labelsize=self.sized((size or [9.0])[0]))
            ticks.append(axis.label)
        texts = [*ticks, *(text for text in ax.texts if text not in self._before)]
        for text in [*texts, *(legend.get_texts() if legend else [])]:
            text.set_fontsize(self.sized(text.get_fontsize()))

    def _head(self, ax: Axes, title: str, sub: str, note: str) -> None:
        """Place the title over the subtitle, and the note beside it or, if it does not fit, below."""
        small, tiny = self.sized(8.5), self.sized(7.5)
        left, right = _overhang(ax)
        if self._beside is not None:
            right += _points(ax, cast("Any", self._beside.get_tightbbox()).width) + 72 * 0.01 * self.width
        room = 72 * self.width - left - right - 14
        if ax.get_aspect() != "auto":
            (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
            room = min(room, 72 * max(self.height - 0.75, 0.5) * abs((x1 - x0) / (y1 - y0)))
        big = _size() * max(self._scale, 1.0)
        lines = [title]
        if title and _wide(ax, title, big, weight="bold") > room:
            # Long titles begin at the left of the tick labels, get smaller, and take several lines.
            room += left
            big = max(min(big, big * room / _wide(ax, title, big, weight="bold")), self.sized(8.0))
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
            pad = at + step * len(under) + 0.3 * big if under or note else 6.0  # for letters that reach below the line
            look: Any = {"fontsize": big} if big != _size() else {}
            head = ax.set_title("\n".join(lines), loc="left", pad=pad, **look)
            if left:
                from matplotlib.transforms import ScaledTranslation

                head.set_transform(ax.transAxes + ScaledTranslation(-left / 72, pad / 72, ax.figure.dpi_scale_trans))

    def _wrap_labels(self, ax: Axes) -> None:
        """Break axis labels that are longer than the axes into lines, and place a legend below them."""
        if ax.axison:
            _broken(ax, ax.xaxis.label, 72 * self.width - sum(_overhang(ax)) - 8)
        under = _lowered(ax)
        if ax.axison:
            heads = 1.3 * (self.sized(12) + (2 if self.width < 6 else 1) * self.sized(8.5)) + 12
            _broken(ax, ax.yaxis.label, 72 * self.height - under - heads)

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
    ax.get_xlim(), ax.get_ylim()  # which bring the limits up to date with the data
    boxes = [text.get_window_extent() for text in ax.texts if text.get_text() and text.get_in_layout()]
    if ax.axison:
        boxes += [box for box in [ax.yaxis.get_tightbbox()] if box is not None]
    left = max((ax.bbox.x0 - box.x0 for box in boxes), default=0.0)
    right = max((box.x1 - ax.bbox.x1 for box in boxes), default=0.0)
    return _points(ax, max(left, 0.0)), _points(ax, max(right, 0.0))


def _under(ax: Axes) -> float:
    """Return how far tick labels and label of the horizontal axis reach below the axes, in points."""
    box = ax.xaxis.get_tightbbox() if ax.axison else None
    return 0.0 if box is None else _points(ax, max(ax.bbox.y0 - box.y0, 0.0))


def _points(ax: Axes, pixels: float) -> float:
    return float(pixels) * 72 / ax.figure.dpi


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


def below(ax: Axes, ncols: int = 2, handles: Sequence[Any] | None = None) -> None:
    """Place the legend below the axes and, when the sheet is finished, below their label."""
    handles = ax.get_legend_handles_labels()[0] if handles is None else handles
    labels = [str(handle.get_label()) for handle in handles]
    # A character takes about half its size, a mark with its margins four characters.
    room = (72 * _room(ax)[0] - sum(_overhang(ax))) / 9.0
    columns = next((n for n in range(ncols, 1, -1) if 0.55 * sum(sorted(map(len, labels))[-n:]) + 4 * n <= room), 1)
    ax.legend(handles=handles, loc="upper center", bbox_to_anchor=(0.5, 0), ncols=columns, frameon=False).set_gid(BELOW)


BELOW = "below"
"""Id of legends below the axes."""

LEAST_ROOM = 72
"""Points of a line of an axis label at least."""


def _lowered(ax: Axes) -> float:
    """Place a legend that is below the axes under their label; return how far all of it reaches below, in points."""
    under, legend = _under(ax), cast("Any", ax.get_legend())
    if not legend or legend.get_gid() != BELOW:
        return under
    legend.borderaxespad = (under + 4) / legend._fontsize  # in units of the size of its text
    return under + 4 + _points(ax, legend.get_window_extent().height)


def _broken(ax: Axes, label: Any, room: float) -> None:
    """Break the label of an axis into lines of similar length that fit into the room in points."""
    text, size, room = label.get_text(), float(label.get_fontsize()), max(room, LEAST_ROOM)
    if len(lines := _wrapped(ax, text, size, room)) > 1:
        even = _wrapped(ax, text, size, 1.2 * _wide(ax, text, size) / len(lines))
        label.set_text("\n".join(even if len(even) == len(lines) else lines))


def swatch(colour: Any, text: str, **look: Any) -> Any:
    """Return an entry of a legend for bars that share a container."""
    from matplotlib.patches import Patch

    return Patch(facecolor=colour, label=text, **look)


def inside(ax: Axes, bars: Any, values: Iterable[float], least: float = 1.0) -> None:
    """Write values in the middle of bars that are long enough."""
    told = [f"{value:g}" if value >= least else "" for value in values]
    ax.bar_label(bars, told, label_type="center", fontsize=8.5, color=on(bars[0].get_facecolor()))
