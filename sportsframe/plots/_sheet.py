"""The sheet that a plot is drawn on: its axes and their size, names that fit, and the text fitted at every drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np
import pandas as pd

from .._frames.recognize import is_simulated
from ..catalog.cached import cached_property
from ..errors import QueryError
from . import _ticks
from ._legend import color_scale
from ._margins import Margins, title_size
from ._measure import LEAST, inside, limits_around_text, longest_beside, points
from ._room import HIGH, ROW_SIZE, WIDE, Room, enough, fitting_rows, inches_of
from ._rows import PLAYERS, schools
from ._text import apart, distinct, schooled, short
from ._theme import quiet
from ._ticks import whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes


NOTE = "simulated data"

LEAST_INSIDE = 1.0, 0.6
"""Width and height in inches that headings, labels and legend leave for the axes themselves at least."""

SHARE_OF_TEXT = 0.75
"""Part of an axis that the longest text beside its marks takes at most."""

MOST_ROWS = 80
"""Rows with text each that one plot shows at most."""

ROUNDS = 3
"""Times that limits are widened for texts, whose places they move."""


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
    scale : float
        Factor of the sizes of type in these axes.
    made : bool
        Whether the axes were made for this plot, in a figure of their own.
    rows : int
        Number of rows with text each.
    inner : tuple of float
        Width and height of the axes themselves in points, as they were drawn last.
    dpi : float
        Resolution at which the text was fitted last: letters are not drawn in proportion to it.
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
    scale: float = 1.0
    made: bool = False
    rows: int = 0
    inner: tuple[float, float] = (np.inf, np.inf)
    dpi: float = 0.0
    _narrow: float = 1.0
    _beside: Axes | None = None
    _sub: str = ""
    _more: str = ""
    _room: Room | None = None
    _before: set[Any] = field(default_factory=set)
    _empty: bool = False
    _widened: set[str] = field(default_factory=set)
    _margins: Margins | None = None
    _sizes: list[tuple[Any, float]] = field(default_factory=list)
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
            Height in inches that the axes need beside headings, labels and legend, where it is more than they all do;
            smaller ones are refused.
        what : str
            What they need it for.
        """
        if rows > MOST_ROWS:
            raise QueryError(
                f"plot.{self.name}() supports at most {MOST_ROWS} rows, but would draw {rows}; select fewer."
            )
        ax = self._make(width, height) if self.ax is None else self._take(self.ax)
        self.text_scale = min(self.text_scale, max(min(self.width / WIDE, self.height / HIGH), 1.0))
        ax.tick_params(grid_color=quiet(ax), grid_linewidth=0.6, grid_alpha=0.7)
        self._narrow = min(self.width / width / self.text_scale, 1.0)
        self.rows = rows
        self._room = Room(self.width, self.text_scale, width, height, rows, legend, under)
        self._scale_type(self._room, least, what)
        return ax

    def _make(self, width: float, height: float) -> Axes:
        """Return new axes."""
        import matplotlib.pyplot as plt

        self.width, self.height = self.figsize or (width, height)
        ax: Axes = plt.subplots(figsize=(self.width, self.height))[1]
        self.ax, self.made = ax, True
        return ax

    def _take(self, ax: Axes) -> Axes:
        """Return axes of the user, whose labels get their usual size: it is enlarged with all other text."""
        self.width, self.height = inches_of(ax)
        ax.set_axisbelow(True)
        self._before, self._empty = {*ax.texts}, not ax.texts and not ax.has_data()
        if self.text_scale != 1:
            for which, axis, size in _tick_sizes(ax):
                if size is not None:
                    ax.tick_params(axis=which, which="both", labelsize=size / self.text_scale)
                axis.label.set_fontsize(float(axis.label.get_fontsize()) / self.text_scale)
        return ax

    def _scale_type(self, room: Room, least: float, what: str) -> None:
        """Determine the scale of the type; refuse axes that are too small for what the plot needs in them."""
        self.scale = room.scale(self.height)
        if least and room.left(self.height) < least:
            raise self._too_small(what, {"height": enough(self.height, lambda high: room.left(high) >= least)})
        if room.rows:
            fitting, legible = room.row_scale(self.height), LEAST / ROW_SIZE
            if fitting < legible:
                high = enough(self.height, lambda high: room.row_scale(high) >= legible)
                raise self._too_small(f"{room.rows} rows", {"height": high}, "select some of them, or ")
            self.scale = min(self.scale, fitting)

    def _too_small(self, what: str, sizes: dict[str, int], instead: str = "") -> QueryError:
        """Return the error that the axes are too small for what they would show; it names sufficient sizes."""
        held = " and ".join(f"a {side} of {getattr(self, side):.1f}" for side in sizes)
        wanted = " and ".join(f"a {side} of {inches}" for side, inches in sizes.items())
        larger = f"pass figsize= with {wanted}"
        if not self.made:
            larger = f"draw on axes that have {wanted} inches in their figure"
        needs = f"has {what}, too many for" if what else "requires more than"
        return QueryError(f"plot.{self.name}() {needs} {held} inches; {instead}{larger}.")

    def check_room(self) -> None:
        """Refuse axes of which the finished plot, as it is drawn, leaves too little between its margins."""
        ax, room = self.ax, self._room
        if ax is None or room is None or (self.width >= WIDE and self.height >= HIGH):
            return
        held, inner = (self.width, self.height), inside(ax, self._beside, self.width, self.height)

        def around(n: int, size: float) -> float:
            """What the margins take of a width (0) or height (1) of this size, in which their type is larger."""
            wide, high = (size, self.height) if n == 0 else (self.width, size)
            larger = replace(room, axes_width=wide).scale(high) / room.scale(self.height)
            return (held[n] - inner[n]) * larger

        sizes = {}
        for n, side in enumerate(("width", "height")):
            text = longest_beside(ax, n) if "xy"[n] in self._widened else 0.0
            least = max(LEAST_INSIDE[n], text / SHARE_OF_TEXT)
            if inner[n] < least:
                sizes[side] = next(size for size in count(int(held[n]) + 1) if size - around(n, size) >= least)
        if sizes:
            raise self._too_small("", sizes)

    def sized(self, size: float) -> float:
        """Return a size of type in these axes: scaled, but not below the least that can be read."""
        return max(size * self.scale, LEAST)

    def colorbar(self, cells: Any, label: str, *, integers: bool = False, **look: Any) -> None:
        """Add a color scale beside the axes, with ticks at integers only where values are counts."""
        assert self.ax is not None
        bar = color_scale(self.ax, cells, **look)
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
        assert self.ax is not None
        if not ends:
            return
        share = min(0.16 * self.text_scale / max(self.height - 1.4 * self.text_scale, 0.8), 0.2)
        names = self.called([end[1] for end in ends], 24)
        told = [(at, f"{name}  {value}", colour) for (at, _, value, colour), name in zip(ends, names, strict=True)]
        _ticks.name_ends(self.ax, told, share)

    def name_ticks(self, names: Sequence[str], first: float = 0.0, beside: float = 1.0) -> None:
        """Name the horizontal ticks from the first, 1 apart, upright if the names do not fit side by side.

        Labels and a color scale beside the axes take so many inches of the width.
        """
        assert self.ax is not None
        room = 72 * (self.width - beside) / max(len(names), 1)
        _ticks.name_ticks(self.ax, names, first, self.sized(9), room)

    def thinned(self, at: Sequence[float], names: Sequence[str], first: Sequence[int], room: float) -> list[str]:
        """Return the names of ticks without those that would run into another, as `_ticks.thinned`."""
        assert self.ax is not None
        return _ticks.thinned(self.ax, at, names, first, self.sized(9), room)

    def finish(self, frame: pd.DataFrame, title: str = "", sub: str = "") -> Axes:
        """Add the headings and the note on simulated data, and fit the text to the size of the axes."""
        ax = self.ax
        assert ax is not None
        if self.scale != 1:
            self._resize(ax)
        held = {text.get_gid() for text in ax.texts}
        if self.title is not None:
            title = self.title
        elif ax.get_title(loc="left"):
            title = ""
        sub = sub if self.subtitle is None else self.subtitle
        note = NOTE if is_simulated(frame) and "note" not in held else ""
        self._sub = "" if "sub" in held else sub
        size = title_size() * max(self.scale, min(self.text_scale, 1.0))
        self._margins = Margins(ax, self._beside, self.width, self.height, self.sized, title, self._told(), note, size)
        self._margins.wrap_labels(self.inner)
        self._margins.head(self.inner[0])
        self.dpi = ax.figure.dpi
        from ._fit import follow

        follow(self)
        return ax

    def add(self, text: str) -> None:
        """Say something at the end of the subtitle, in place of what was said there before; not in one of the user."""
        self._more, margins = text, self._margins
        if margins is not None and margins.sub != (told := self._told()):
            margins.sub = told
            for heading in margins.headings:
                heading.remove()
            margins.head(np.inf if self.made else self.inner[0])

    def _told(self) -> str:
        own = self.subtitle is None and self._sub
        return f"{self._sub}; {self._more}" if own and self._more else self._sub

    def at_each_drawing(self, fit: Callable[[], None]) -> None:
        """Have a function fit text to the axes whenever the figure is drawn and their size has changed."""
        self._fits.append(fit)

    def refit(self) -> bool:
        """Fit the text to the axes as they are laid out; return whether it may take other room around them than before.

        Axes of a figure of their own have the room that was reckoned with, as long as its resolution stays; in others
        the labels of their neighbors, or a layout of the user, may leave less.
        """
        ax, margins = self.ax, self._margins
        if ax is None or margins is None or ax.figure is None or any(text not in ax.texts for text in margins.headings):
            return False  # which the user has removed or cleared
        if ax.get_aspect() != "auto":
            place: Any = ax.get_axes_locator()  # None if there is none, which matplotlib's types do not say
            ax.apply_aspect(None if place is None else place(ax, None))  # a layout leaves it to the drawing
        inner, dpi = (points(ax, ax.bbox.width), points(ax, ax.bbox.height)), ax.figure.dpi
        sharper = dpi != self.dpi
        if not sharper and max(abs(new - old) for new, old in zip(inner, self.inner, strict=True)) < 1:
            return False
        self.inner, self.dpi = inner, dpi
        before = margins.taken()
        if not self.made:
            self._fit_rows(ax)
        for fit in self._fits:  # before the margins: names may reach into them
            fit()
        if sharper or not self.made:
            for text in margins.headings:
                text.remove()
            room = (np.inf, np.inf) if self.made else inner
            margins.wrap_labels(room)
            margins.head(room[0])
        return margins.taken() != before

    def _fit_rows(self, ax: Axes) -> None:
        """Scale the type of rows to the height that the axes have."""
        if not self.rows:
            return
        if not self._sizes:
            texts = [text for text in ax.texts if text not in self._before and text.get_gid() not in ("sub", "note")]
            texts += [tick.label1 for tick in ax.yaxis.get_major_ticks()]
            self._sizes = [(text, float(text.get_fontsize())) for text in texts]
        fitting = fitting_rows(self.inner[1], self.rows) / self.scale
        for text, size in self._sizes:
            text.set_fontsize(max(size * min(fitting, 1.0), min(size, LEAST)))

    def widen(self, which: Literal["x", "y"] = "x") -> None:
        """Widen the limits of an axis whenever the figure is drawn, so that text beside marks stays within the axes."""
        ax = self.ax
        assert ax is not None
        limits, widened = (ax.get_xlim, ax.set_xlim) if which == "x" else (ax.get_ylim, ax.set_ylim)
        base = now = limits()
        self._widened.add(which)

        def fit() -> None:
            nonlocal now
            if limits() != now:
                return  # those that the user has set
            widened(base)
            for _ in range(ROUNDS):
                widened(limits_around_text(ax, which))
            now = limits()

        self._fits.insert(0, fit)  # before what is fitted within these limits

    def relabel(self, which: Literal["x", "y"], text: str) -> None:
        """Replace the label of an axis of the finished plot, unless the user has set another one."""
        assert self._margins is not None
        self._margins.relabel(which, text, self.inner)

    def _resize(self, ax: Axes) -> None:
        """Scale the type to the size of the axes."""
        legend = ax.get_legend()
        labels: list[Any] = []
        for which, axis, size in _tick_sizes(ax):
            ax.tick_params(axis=which, which="both", labelsize=self.sized(9.0 if size is None else size))
            labels.append(axis.label)
        texts = [*labels, *(text for text in ax.texts if text not in self._before)]
        self.resize([*texts, *(legend.get_texts() if legend else [])])

    def resize(self, texts: Iterable[Any]) -> None:
        """Scale texts to the size of the axes."""
        for text in texts:
            text.set_fontsize(self.sized(text.get_fontsize()))

    def discard(self) -> None:
        """Close the figure if it was made for this plot; leave axes that were empty before as they were."""
        self._margins = None
        if self.made and self.ax is not None:
            import matplotlib.pyplot as plt

            plt.close(self.ax.get_figure(root=True))
        elif self._empty and self.ax is not None:
            if self._beside is not None:
                cast("Any", self._beside)._colorbar.remove()
            self.ax.clear()


def _tick_sizes(ax: Axes) -> list[tuple[Literal["x", "y"], Any, float | None]]:
    """Return both axes, each with the size of its tick labels; None without ticks."""
    sides: list[tuple[Literal["x", "y"], Any]] = [("x", ax.xaxis), ("y", ax.yaxis)]
    firsts = [(which, axis, next(iter(axis.get_major_ticks()), None)) for which, axis in sides]
    return [(which, axis, None if tick is None else float(tick.label1.get_fontsize())) for which, axis, tick in firsts]
