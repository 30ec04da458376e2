"""Text in the margins of axes, in lines that fit: title, subtitle, note on simulated data, and axis labels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, cast

from ._legend import arrange, lower
from ._measure import overhang, points, text_width, wrapped
from ._theme import soft

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEAST_OF_A_LINE = 72
"""Points of a line of an axis label at least."""


def title_size() -> float:
    """Return the size of titles in points, as matplotlib's settings have it."""
    from matplotlib import rcParams
    from matplotlib.font_manager import FontProperties

    return float(FontProperties(size=rcParams["axes.titlesize"]).get_size_in_points())


@dataclass
class Margins:
    """The text in the margins of some axes, as the plot set it; what the user has set since stays.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
        The axes.
    beside : matplotlib.axes.Axes or None
        Those of a color scale beside them.
    width, height : float
        Size in inches of the figure or of its part that belongs to the axes.
    sized : callable
        From a size of type to that in these axes.
    title, sub, note : str
        The headings and the note; empty ones are left out.
    size : float
        Size of the title where it fits, in points.
    headings : list
        Subtitle and note as they are drawn.
    """

    ax: Axes
    beside: Axes | None
    width: float
    height: float
    sized: Callable[[float], float]
    title: str
    sub: str
    note: str
    size: float
    headings: list[Any] = field(default_factory=list)
    _title: Any = None
    _title_shown: str = ""
    _labels: dict[str, tuple[str, str]] = field(default_factory=dict)

    def taken(self) -> list[tuple[Any, ...]]:
        """Return all on which the room around the axes depends: text with its sizes, the legend, and heights above."""
        ax = self.ax
        above = [("above", round(text.xyann[1], 1)) for text in self.headings]  # the note may take a line for itself
        texts = [*self.headings, ax.xaxis.label, ax.yaxis.label, *([self._title] if self._title else [])]
        legend: Any = ax.get_legend()
        place = [("legend", round(legend.get_window_extent().height), legend.borderaxespad)] if legend else []
        return [*((text.get_text(), text.get_fontsize()) for text in texts), *place, *above]

    def head(self, inner_width: float) -> None:
        """Place the title over the subtitle, and the note beside it or, if it does not fit, below.

        Parameters
        ----------
        inner_width : float
            Width of the axes themselves in points.
        """
        ax, title = self.ax, self.title
        if self._title is not None and self._title.get_text() != self._title_shown:
            title = ""  # the user has set another one
        left, room = self._room_above(inner_width)
        lines, big, left, room = self._broken_title(title, left, room)
        small, tiny = self.sized(8.5), self.sized(7.5)
        under = wrapped(ax, self.sub, small, room) if self.sub else []
        beside = text_width(ax, self.note, tiny) + 10 if self.note else 0.0
        apart = bool(self.note and under and beside + text_width(ax, under[-1], small) > room)
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
        self.headings = []
        # Offsets in points are the same for all figure sizes.
        if under:
            text = "\n".join(under)
            look: Any = {"ha": "left", "gid": "sub", "fontsize": small, "linespacing": 1.25}
            self.headings.append(ax.annotate(text, (0, 1), (-left, at), **look, **place))
        if self.note:
            corner, move = ((0, 1), (-left, 7.0)) if apart else ((1, 1), (0.0, 7.0))
            look = {"ha": "left" if apart else "right", "gid": "note", "fontsize": tiny, "style": "italic"}
            self.headings.append(ax.annotate(self.note, corner, move, **look, **place))
        if title:
            # The pad leaves room for letters that reach below the line.
            pad = at + step * len(under) + 0.3 * big if under or self.note else 6.0
            self._set_title("\n".join(lines), big, left, pad)

    def _room_above(self, inner_width: float) -> tuple[float, float]:
        """Return how far labels reach to the left of the axes, and the width that headings have right of that."""
        ax = self.ax
        left, right = overhang(ax)
        if self.beside is not None:
            right += points(ax, cast("Any", self.beside.get_tightbbox()).width) + 72 * 0.01 * self.width
        room = 72 * self.width - left - right - 14
        if ax.get_aspect() != "auto":
            (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
            room = min(room, 72 * max(self.height - 0.75, 0.5) * abs((x1 - x0) / (y1 - y0)))
        return left, min(room, inner_width)

    def _broken_title(self, title: str, left: float, room: float) -> tuple[list[str], float, float, float]:
        """Return the lines of the title, their size, how far left of the axes they begin, and the room from there.

        Long titles begin at the left of the tick labels, get smaller, and take several lines.
        """
        ax, big = self.ax, self.size
        if not title or text_width(ax, title, big, weight="bold") <= room:
            return [title], big, 0.0, room
        room += left
        big = max(min(big, big * room / text_width(ax, title, big, weight="bold")), self.sized(8.0))
        return wrapped(ax, title, big, room, weight="bold"), big, left, room

    def _set_title(self, title: str, size: float, left: float, pad: float) -> None:
        """Set the title so many points left of the axes and above them."""
        from matplotlib.transforms import ScaledTranslation

        ax, first = self.ax, self._title is None
        self._title_shown = title
        if first:
            self._title = ax.set_title(title, loc="left", pad=pad)
            if size == title_size() and not left:
                return
        head = self._title
        head.set_text(title)
        head.set_fontsize(size)
        head.set_transform(ax.transAxes + ScaledTranslation(-left / 72, pad / 72, ax.figure.dpi_scale_trans))

    def wrap_labels(self, inner: tuple[float, float]) -> None:
        """Break axis labels that are longer than the axes into lines, and place a legend below them.

        Parameters
        ----------
        inner : tuple of float
            Width and height of the axes themselves in points.
        """
        ax = self.ax
        if ax.axison:
            left, right = overhang(ax)
            room = min(72 * self.width - left - right - 8, inner[0] + 2 * min(left, right))
            self._wrap("x", ax.xaxis.label, room)
            arrange(ax, min(inner[0] + 2 * min(left, right), 72 * self.width - left - right))
        under = lower(ax)
        if ax.axison:
            heads = 1.3 * (self.sized(12) + (2 if self.width < 6 else 1) * self.sized(8.5)) + 12
            self._wrap("y", ax.yaxis.label, min(72 * self.height - under - heads, inner[1]))

    def _wrap(self, which: str, label: Any, room: float) -> None:
        """Break the label of an axis, as the plot set it, into lines of similar length; one that the user set stays."""
        whole, shown = self._labels.get(which, (label.get_text(), label.get_text()))
        if label.get_text() != shown:
            return
        label.set_text(_evenly_wrapped(self.ax, whole, float(label.get_fontsize()), max(room, LEAST_OF_A_LINE)))
        self._labels[which] = whole, label.get_text()

    def relabel(self, which: Literal["x", "y"], text: str, inner: tuple[float, float]) -> None:
        """Replace the label of an axis that the plot set, in axes of this width and height in points."""
        label = self.ax.xaxis.label if which == "x" else self.ax.yaxis.label
        whole, shown = self._labels.get(which, (label.get_text(), label.get_text()))
        if label.get_text() == shown and whole != text:
            label.set_text(text)
            self._labels[which] = text, text
            self.wrap_labels(inner)


def _evenly_wrapped(ax: Axes, text: str, size: float, room: float) -> str:
    """Return a text in lines of similar length that fit into the width in points."""
    lines = wrapped(ax, text, size, room)
    if len(lines) > 1:
        even = wrapped(ax, text, size, 1.2 * text_width(ax, text, size) / len(lines))
        return "\n".join(even if len(even) == len(lines) else lines)
    return text
