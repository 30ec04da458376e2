"""The axes of a plot: their size, headings, the note on simulated data, and where text and legends have room."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np
import pandas as pd

from .._frames.recognize import is_simulated
from ..errors import QueryError
from ._rows import PLAYERS, schools
from ._text import apart, decimal, distinct, schooled, short
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

WIDE, HIGH = 5.0, 2.9
"""Width and height in inches of axes that have room for text of the usual size, and not for larger text."""

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
    frame : pandas.DataFrame or None
        The frame that the user passed, with all teams of the league.
    width, height : float
        Size in inches of the figure or of its part that belongs to the axes.
    text_scale : float
        Factor by which the user enlarges all text; in small axes less, down to the usual size.
    """

    name: str
    ax: Axes | None
    title: str | None
    subtitle: str | None
    figsize: tuple[float, float] | None
    frame: pd.DataFrame | None = None
    width: float = 8.0
    height: float = 4.5
    text_scale: float = 1.0
    _made: bool = False
    _narrow: float = 1.0
    _scale: float = 1.0
    _beside: Axes | None = None
    _before: set[Any] = field(default_factory=set)
    _rows: int = 0
    _headings: tuple[str, str, str] = ("", "", "")
    _labels: dict[str, tuple[str, str]] = field(default_factory=dict)
    _own: list[Any] = field(default_factory=list)
    _heading: Any = None
    _heading_shown: str = ""
    _big: float = 0.0
    _sizes: list[tuple[Any, float]] = field(default_factory=list)
    _measured: tuple[float, float] = (np.inf, np.inf)
    _fits: list[Callable[[], None]] = field(default_factory=list)

    def axes(
        self,
        width: float = 8.0,
        height: float = 4.5,
        *,
        rows: int = 0,
        legend: int = 0,
        under: float = 0.0,
        least: float = 0.0,
        what: str = "",
    ) -> Axes:
        """Return the axes: those given, or new ones of this size in inches.

        Parameters
        ----------
        width, height : float
            Size of new axes unless the user has given one.
        rows : int
            Number of rows with text each; they are refused if they do not fit.
        legend : int
            Number of entries of a legend below, which leaves less room for the rows of narrow axes.
        under : float
            Height in inches that upright names below the axes take.
        least : float
            Height in inches that the axes need beside headings, labels and legend; smaller ones are refused.
        what : str
            What they need it for.
        """
        import matplotlib.pyplot as plt

        if rows > MOST_ROWS:
            raise QueryError(
                f"plot.{self.name}() supports at most {MOST_ROWS} rows, but would draw {rows}; select fewer."
            )
        if self.ax is None:
            self.width, self.height = self.figsize or (width, height)
            self.ax = plt.subplots(figsize=(self.width, self.height))[1]
            self._made = True
        else:
            self.width, self.height = _room(self.ax)
            self.ax.set_axisbelow(True)
            self._before = {*self.ax.texts}
            if self.text_scale != 1:
                self._usual(self.ax)
        self.text_scale = min(self.text_scale, max(min(self.width / WIDE, self.height / HIGH), 1.0))
        self.ax.tick_params(grid_color=quiet(self.ax), grid_linewidth=0.6, grid_alpha=0.7)
        self._narrow = min(self.width / width / self.text_scale, 1.0)
        self._scale = self._scaled(width, height, self.height)
        self._rows = rows
        if self._left(width, height, self.height, legend, under) < least:
            heights = count(int(self.height) + 1)
            enough = next(high for high in heights if self._left(width, height, high, legend, under) >= least)
            raise self.too_small(what, "height", enough)
        if rows:
            fitting = self._fitting(width, height, self.height, rows, legend, under)
            if fitting < LEAST / ROW:
                enough = next(
                    high
                    for high in count(int(self.height) + 1)
                    if self._fitting(width, height, high, rows, legend, under) >= LEAST / ROW
                )
                raise self.too_small(f"{rows} rows", "height", enough, "select some of them, or ")
            self._scale = min(self._scale, fitting)
        return self.ax

    def _usual(self, ax: Axes) -> None:
        """Give the labels of axes of the user their usual size, which is enlarged with all other text."""
        sides: list[tuple[Any, Literal["x", "y"]]] = [(ax.xaxis, "x"), (ax.yaxis, "y")]
        for axis, which in sides:
            for tick in axis.get_major_ticks()[:1]:
                ax.tick_params(axis=which, which="both", labelsize=float(tick.label1.get_fontsize()) / self.text_scale)
            axis.label.set_fontsize(float(axis.label.get_fontsize()) / self.text_scale)

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
        return scale * self.text_scale

    def _left(self, width: float, height: float, high: float, legend: int, under: float) -> float:
        """Return the inches that headings, labels and legend leave of axes so many inches high."""
        # Headings, axis label and two lines of a legend take about an inch, and more where their text has to be broken.
        lines = max(np.ceil(legend / max(self.width // ENTRY, 1)) - 2, 0) + 3 * max(6 / self.width - 1, 0)
        return float(high - (1.15 + 0.2 * lines + under) * self._scaled(width, height, high))

    def _fitting(self, width: float, height: float, high: float, rows: int, legend: int, under: float) -> float:
        """Return the scale of the type with which so many rows of text fit into axes so many inches high."""
        room = 72 * max(self._left(width, height, high, legend, under), high * 0.4) / (rows + 0.5)
        return float(room / (1.35 * ROW))  # which a row of text needs

    def sized(self, points: float) -> float:
        """Return a size of type in these axes: scaled, but not below the least that can be read."""
        return max(points * self._scale, LEAST)

    def colorbar(self, cells: Any, label: str, *, integers: bool = False, **look: Any) -> None:
        """Add a color scale beside the axes, with ticks at integers only where values are counts."""
        ax = self.ax
        assert ax is not None
        spec = ax.get_subplotspec()
        if spec is None or cast("Any", ax.get_figure(root=True)).get_layout_engine() is not None:
            bar = ax.figure.colorbar(cells, ax=ax, **look)
        else:
            bar = _in_column(cells, ax, spec, **look)
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

        None may be read as another team or person of the frame. Teams go by their schools if they have one and not all
        names fit. With `alike`, for a few that stand together, all are shortened in the same way.
        """
        held, most = [str(name) for name in names], self._letters(length)
        teams = self.teams if set(held) <= set(self.teams) else {}
        if teams and all(teams.values()) and max(map(len, held)) > most:
            return schooled((teams[name] for name in held), most, teams.values())
        return apart(held, most, alike=alike, others=teams or self.people)

    @cached_property
    def teams(self) -> dict[str, str]:
        """The teams of the frame with their schools, which are empty in leagues of clubs."""
        return {} if self.frame is None else schools(self.frame)

    @cached_property
    def people(self) -> list[str]:
        """The players of the frame."""
        held = [] if self.frame is None else [self.frame[name] for name in PLAYERS if name in self.frame]
        return list(dict.fromkeys(name for column in held for name in column.dropna().astype(str).unique()))

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
        step = (high - low) * min(0.16 * self.text_scale / max(self.height - 1.4 * self.text_scale, 0.8), 0.2)
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

    def name_ticks(self, names: Sequence[str], first: float = 0.0, beside: float = 1.0) -> None:
        """Name the horizontal ticks from the first, 1 apart, upright if the names do not fit side by side.

        Labels and a color scale beside the axes take so many inches of the width.
        """
        ax = self.ax
        assert ax is not None
        room = 72 * (self.width - beside) / max(len(names), 1)
        fits = all(_wide(ax, name, self.sized(9)) + 4 <= room for name in names)
        ax.set_xticks(np.arange(len(names)) + first, names, rotation=0 if fits else 90)

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
        self._headings = (title, "" if "sub" in held else sub, note)
        self._big = _size() * max(self._scale, min(self.text_scale, 1.0))
        self._head(ax)
        from ._fit import follow

        follow(self)
        return ax

    def refit(self) -> bool:
        """Fit the text to the axes as they are laid out; return whether it may take other room around them than before.

        Axes of a figure of their own have the room that was reckoned with; in others the labels of their neighbors, or
        a layout of the user, may leave less.
        """
        ax = self.ax
        if ax is None or ax.figure is None or any(text not in ax.texts for text in self._own):
            return False  # which the user has removed or cleared
        measured = _points(ax, ax.bbox.width), _points(ax, ax.bbox.height)
        if max(abs(new - old) for new, old in zip(measured, self._measured, strict=True)) < 1:
            return False
        self._measured = measured
        before = self._taken(ax)
        if not self._made:
            for text in self._own:
                text.remove()
            self._fit_rows(ax)
            self._wrap_labels(ax)
            self._head(ax)
        for fit in self._fits:
            fit()
        return self._taken(ax) != before

    def _taken(self, ax: Axes) -> list[tuple[Any, ...]]:
        """Return all on which the room around the axes depends: text with its sizes, and the legend."""
        texts = [*self._own, ax.xaxis.label, ax.yaxis.label, *([self._heading] if self._heading else [])]
        legend: Any = ax.get_legend()
        place = [("legend", round(legend.get_window_extent().height), legend.borderaxespad)] if legend else []
        return [*((text.get_text(), text.get_fontsize()) for text in texts), *place]

    def _within(self, text: str, size: float, weight: Any, room: float) -> float:
        """Return the size at which all lines of a text fit into the width in points, at most this one."""
        assert self.ax is not None
        while size > LEAST and max(_wide(self.ax, line, size, weight) for line in text.split("\n")) > room:
            size -= 0.25  # letters are not drawn in proportion to their size
        return size

    def _fit_rows(self, ax: Axes) -> None:
        """Scale the type of rows to the height that the axes have."""
        if not self._rows:
            return
        if not self._sizes:
            texts = [text for text in ax.texts if text not in self._before and text.get_gid() not in ("sub", "note")]
            texts += [tick.label1 for tick in ax.yaxis.get_major_ticks()]
            self._sizes = [(text, float(text.get_fontsize())) for text in texts]
        fitting = self._measured[1] / (self._rows + 0.5) / (1.35 * ROW) / self._scale
        for text, size in self._sizes:
            text.set_fontsize(max(size * min(fitting, 1.0), min(size, LEAST)))

    def widen(self, which: Literal["x", "y"] = "x") -> None:
        """Widen the limits of an axis whenever the figure is drawn, so that text beside marks stays within the axes."""
        ax = self.ax
        assert ax is not None
        limits, widened = (ax.get_xlim, ax.set_xlim) if which == "x" else (ax.get_ylim, ax.set_ylim)
        base = now = limits()

        def fit() -> None:
            nonlocal now
            if limits() != now:
                return  # those that the user has set
            widened(base)
            for _ in range(ROUNDS):
                widened(_around(ax, which))
            now = limits()

        self._fits.insert(0, fit)  # before what is fitted within these limits

    def placed(self, place: Callable[[float, float], list[Any]], reckoned: tuple[float, float] | None = None) -> None:
        """Have text placed in axes of a width and a height in points, and again whenever their size is another one.

        The function returns the texts that it has added. It is called with the size that the axes are reckoned to have,
        and then with the one that they have.
        """
        ax = self.ax
        assert ax is not None
        held = place(*(reckoned or (max(self.width - 1.0, 1.0) * 72, max(self.height - 1.1, 0.8) * 72)))

        def fit() -> None:
            nonlocal held
            if all(text in ax.texts for text in held):
                for text in held:
                    text.remove()
                held = place(*self._measured)
                self._resize_texts(held)

        self._fits.append(fit)

    def confine(self, text: Any, width: float, forms: Sequence[str]) -> None:
        """Keep a text within a width in units of the horizontal axis whenever the figure is drawn.

        The first of its forms fits in smaller type, or the next one does; the last is used in any case.
        """
        ax, base = self.ax, 0.0
        assert ax is not None

        def fit() -> None:
            nonlocal base
            base = base or float(text.get_fontsize())
            low, high = sorted(ax.get_xlim())
            room = 0.97 * width / (high - low) * self._measured[0]
            most = base if self._made else min(base, float(text.get_fontsize()))  # of rows, which may be smaller
            for form in forms:
                size = self._within(form, most, text.get_fontweight(), room)
                wide = max(_wide(ax, line, size, text.get_fontweight()) for line in form.split("\n"))
                if wide <= room and size >= min(most, max(0.8 * most, LEAST + 0.25)):
                    break
            text.set_text(form)
            text.set_fontsize(size)

        self._fits.append(fit)

    def contain(
        self,
        texts: Sequence[Any],
        width: Any,
        height: Any = np.inf,
        *,
        alike: bool = False,
        without: tuple[Literal["x", "y"], str] | None = None,
    ) -> None:
        """Keep texts within boxes of a width and a height in units of the axes whenever the figure is drawn.

        A text that does not fit is smaller, or left out where it would be smaller than the least. With `alike`, as for
        the cells of a grid, all have one size, and none is shown where one would be left out. The label of the axis
        `without` them replaces one that explains them.
        """
        ax, whole = self.ax, [text.get_text() for text in texts]
        assert ax is not None
        boxes = np.array([np.broadcast_to(np.abs(side), len(texts)) for side in (width, height)], float)
        base, each = np.array([]), np.array([])

        def fit() -> None:
            nonlocal base, each
            if not len(base):
                base, each = np.array([float(text.get_fontsize()) for text in texts]), _widths(ax, texts)
            now = np.array([float(text.get_fontsize()) for text in texts])
            most = np.minimum(base, now) if self._rows and not self._made else base  # of rows, which may be smaller
            across, up = (np.ptp(limits) for limits in (ax.get_xlim(), ax.get_ylim()))
            wide, high = boxes[0] / across * self._measured[0], boxes[1] / up * self._measured[1]
            sizes = np.minimum(np.minimum(0.94 * wide / each, high / HIGH_OF_LETTERS), most)
            if alike:
                sizes = np.full(len(texts), sizes.min(initial=np.inf))
            for text, told, size in zip(texts, whole, sizes, strict=True):
                text.set_text(told if size >= LEAST - 0.01 else "")
                text.set_fontsize(max(size, LEAST))
            if without and not any(text.get_text() for text in texts):
                self._relabel(*without)

        self._fits.append(fit)

    def _relabel(self, which: Literal["x", "y"], text: str) -> None:
        """Replace the label of an axis that the plot set."""
        ax = cast("Axes", self.ax)
        label = ax.xaxis.label if which == "x" else ax.yaxis.label
        whole, shown = self._labels.get(which, (label.get_text(), label.get_text()))
        if label.get_text() == shown and whole != text:
            label.set_text(text)
            self._labels[which] = text, text
            self._wrap_labels(ax)

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
        self._resize_texts([*texts, *(legend.get_texts() if legend else [])])

    def _resize_texts(self, texts: Iterable[Any]) -> None:
        for text in texts:
            text.set_fontsize(self.sized(text.get_fontsize()))

    def _head(self, ax: Axes) -> None:
        """Place the title over the subtitle, and the note beside it or, if it does not fit, below."""
        title, sub, note = self._headings
        if self._heading is not None and self._heading.get_text() != self._heading_shown:
            title = ""  # the user has set another one
        small, tiny = self.sized(8.5), self.sized(7.5)
        left, right = _overhang(ax)
        if self._beside is not None:
            right += _points(ax, cast("Any", self._beside.get_tightbbox()).width) + 72 * 0.01 * self.width
        room = 72 * self.width - left - right - 14
        if ax.get_aspect() != "auto":
            (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
            room = min(room, 72 * max(self.height - 0.75, 0.5) * abs((x1 - x0) / (y1 - y0)))
        room = min(room, self._measured[0])
        big = self._big
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
        self._own = []
        # Offsets in points are the same for all figure sizes.
        if under:
            text = "\n".join(under)
            look: Any = {"ha": "left", "gid": "sub", "fontsize": small, "linespacing": 1.25}
            self._own.append(ax.annotate(text, (0, 1), (-left, at), **look, **place))
        if note:
            corner, move = ((0, 1), (-left, 7.0)) if apart else ((1, 1), (0.0, 7.0))
            look = {"ha": "left" if apart else "right", "gid": "note", "fontsize": tiny, "style": "italic"}
            self._own.append(ax.annotate(note, corner, move, **look, **place))
        if title:
            pad = at + step * len(under) + 0.3 * big if under or note else 6.0  # for letters that reach below the line
            self._title(ax, "\n".join(lines), big, left, pad)

    def _title(self, ax: Axes, title: str, size: float, left: float, pad: float) -> None:
        """Set the title so many points left of the axes and above them."""
        from matplotlib.transforms import ScaledTranslation

        first, self._heading_shown = self._heading is None, title
        if first:
            self._heading = ax.set_title(title, loc="left", pad=pad)
            if size == _size() and not left:
                return
        head = self._heading
        head.set_text(title)
        head.set_fontsize(size)
        head.set_transform(ax.transAxes + ScaledTranslation(-left / 72, pad / 72, ax.figure.dpi_scale_trans))

    def _wrap_labels(self, ax: Axes) -> None:
        """Break axis labels that are longer than the axes into lines, and place a legend below them."""
        if ax.axison:
            left, right = _overhang(ax)
            room = min(72 * self.width - left - right - 8, self._measured[0] + 2 * min(left, right))
            self._wrap("x", ax.xaxis.label, room)
            _narrowed(ax, min(self._measured[0] + 2 * min(left, right), 72 * self.width - left - right))
        under = _lowered(ax)
        if ax.axison:
            heads = 1.3 * (self.sized(12) + (2 if self.width < 6 else 1) * self.sized(8.5)) + 12
            self._wrap("y", ax.yaxis.label, min(72 * self.height - under - heads, self._measured[1]))

    def _wrap(self, which: str, label: Any, room: float) -> None:
        """Break the label of an axis, as the plot set it, into lines; one that the user has set stays."""
        whole, shown = self._labels.get(which, (label.get_text(), label.get_text()))
        if label.get_text() != shown:
            return
        label.set_text(whole)
        _broken(cast("Axes", self.ax), label, room)
        self._labels[which] = whole, label.get_text()

    def discard(self) -> None:
        """Close the figure if it was made for this plot."""
        if self._made and self.ax is not None:
            import matplotlib.pyplot as plt

            plt.close(self.ax.get_figure(root=True))


def _in_column(cells: Any, ax: Axes, spec: Any, fraction: float, pad: float, aspect: float = 20) -> Any:
    """Add a color scale in a column of the place of the axes, which any layout can move."""
    shares = [1 - fraction - pad, fraction]
    columns = spec.subgridspec(1, 2, wspace=2 * pad / (1 - pad), width_ratios=shares)
    ax.set_subplotspec(columns[0])
    ax.set_anchor((1.0, 0.5))
    beside = ax.figure.add_subplot(columns[1], box_aspect=aspect, anchor=(0.0, 0.5), label="<colorbar>")
    ax.figure.sca(ax)
    return ax.figure.colorbar(cells, cax=beside)


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
        columns, rows = (
            np.array(ratios or [1] * n, float)
            for ratios, n in ((grid.get_width_ratios(), grid.ncols), (grid.get_height_ratios(), grid.nrows))
        )
        wide *= float(columns[list(spec.colspan)].sum() / columns.sum())
        high *= float(rows[list(spec.rowspan)].sum() / rows.sum())
        spec = getattr(grid, "_subplot_spec", None)
    return wide, high


def _wide(ax: Axes, text: str, size: float, weight: str = "normal") -> float:
    """Return the width of a text in points, as it is drawn."""
    if not text.strip():
        return 0.0
    shown = ax.text(0, 0, text, fontsize=size, weight=weight, in_layout=False)
    width = shown.get_window_extent().width
    shown.remove()
    return float(width) * 72 / ax.figure.dpi


HIGH_OF_LETTERS = 0.85
"""Height of digits and capital letters, with some room around them, by the size of their type."""


def _widths(ax: Axes, texts: Sequence[Any]) -> np.ndarray:
    """Return the width of each text in points by the size of its type."""
    shown = [(text.get_text(), text.get_fontweight()) for text in texts]
    found = {one: _wide(ax, one[0], 8 * LEAST, one[1]) / (8 * LEAST) for one in set(shown)}
    return np.array([max(found[one], 0.01) for one in shown])


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


ROUNDS = 3
"""Times that limits are widened for texts, whose places they move."""

CLEAR = 4.0
"""Points between a text beside a mark and the edge of the axes."""


def _around(ax: Axes, which: Literal["x", "y"]) -> tuple[float, float]:
    """Return limits of an axis within which all text beside marks lies, not narrower than those of the axes."""
    low, high = first, last = ax.get_xlim() if which == "x" else ax.get_ylim()
    n = "xy".index(which)
    start, long, clear = ax.bbox.min[n], ax.bbox.size[n], CLEAR * ax.figure.dpi / 72
    for text in ax.texts:
        if getattr(text, "xycoords", None) != "data" or not text.get_text():
            continue
        box, value = text.get_window_extent(), float(cast("Any", text).xy[n])
        at = start + (value - first) / (last - first) * long
        before, after = long - (at - box.min[n]) - clear, long - (box.max[n] - at) - clear
        if 0 < after < long:
            high = max(high, first + (value - first) * long / after)
        if 0 < before < long:
            low = min(low, last - (last - value) * long / before)
    return low, high


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
    _legend(ax, handles, columns)


def _legend(ax: Axes, handles: Sequence[Any], columns: int, **look: Any) -> None:
    place: dict[str, Any] = {"loc": "upper center", "bbox_to_anchor": (0.5, 0), "frameon": False, "ncols": columns}
    legend: Any = ax.legend(handles=handles, **place, **look)
    legend.set_gid(BELOW)
    legend.handles, legend.columns = handles, columns


def _narrowed(ax: Axes, room: float) -> None:
    """Give a legend below the axes fewer columns until it fits into the width in points."""
    legend: Any = ax.get_legend()
    while legend and legend.get_gid() == BELOW and legend.columns > 1:
        if _points(ax, legend.get_window_extent().width) <= room:
            break
        text = legend.get_texts()[0]
        look = {"fontsize": text.get_fontsize(), "labelcolor": text.get_color()}
        _legend(ax, legend.handles, legend.columns - 1, **look)
        legend = ax.get_legend()


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


def inside(sheet: Sheet, bars: Any, values: Iterable[float]) -> None:
    """Write values in the middle of horizontal bars that are long enough."""
    ax, told = cast("Axes", sheet.ax), [decimal(value) if value > 0 else "" for value in values]
    texts = ax.bar_label(bars, told, label_type="center", fontsize=8.5, color=on(bars[0].get_facecolor()))
    sheet.contain(texts, [bar.get_width() for bar in bars], [bar.get_height() for bar in bars])


def in_cells(sheet: Sheet, texts: Iterable[tuple[int, int, str, Any]], size: float) -> None:
    """Write texts in the cells of a grid, by row and column, each in a color that is legible on that of its cell."""
    ax = cast("Axes", sheet.ax)
    place: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": size}
    shown = [ax.text(column + 0.5, row + 0.5, text, color=on(shade), **place) for row, column, text, shade in texts]
    sheet.contain(shown, 1.0, 1.0, alike=True)
