"""Shared parts of all plots: style, colors, axes, labels with units, the note on simulated data, selection of rows."""

from __future__ import annotations

import functools
import inspect
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pandas as pd

from .._frames.arguments import checked
from .._frames.recognize import is_simulated, need, player, team
from .._frames.typed import verb
from ..catalog import SPORTS, Sport, every_table
from ..errors import FrameError, QueryError, nearest, quoted, require

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LIGHT = ("#0072b2", "#d55e00", "#009e73", "#e69f00", "#cc79a7", "#56b4e9", "#7a5195")
DARK = ("#56b4e9", "#f28e4c", "#2fc49a", "#f2c14e", "#e29ac4", "#8fb8ff", "#b79bd6")
"""Colors that are distinguishable with color blindness (after Okabe and Ito), for light and dark backgrounds."""

UNITS = {
    "yd": "yards",
    "min": "minutes",
    "s": "seconds",
    "deg": "degrees",
    "innings.outs": "innings",
}
NOTE = "simulated data"
MOST_ROWS = 80
"""Rows with text each that one plot shows at most."""


def theme(dark: bool = False) -> dict[str, Any]:
    """Return the matplotlib settings of `style`."""
    from cycler import cycler

    ground, ink, soft, line = (
        ("#16191d", "#e8eaed", "#a9b0b8", "#3b424a") if dark else ("#ffffff", "#24292f", "#5d666f", "#d5dae0")
    )
    return {
        "figure.facecolor": ground,
        "axes.facecolor": ground,
        "savefig.facecolor": ground,
        "figure.dpi": 110,
        "savefig.dpi": 160,
        "text.color": ink,
        "axes.labelcolor": soft,
        "axes.edgecolor": line,
        "axes.titlecolor": ink,
        "xtick.color": line,
        "ytick.color": line,
        "xtick.labelcolor": soft,
        "ytick.labelcolor": soft,
        "grid.color": line,
        "grid.linewidth": 0.6,
        "grid.alpha": 0.7,
        "axes.axisbelow": True,
        "axes.prop_cycle": cycler(color=DARK if dark else LIGHT),
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.linewidth": 0.8,
        "axes.titlesize": 12.0,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.titlepad": 22.0,
        "axes.labelsize": 9.5,
        "xtick.labelsize": 9.0,
        "ytick.labelsize": 9.0,
        "font.size": 9.5,
        "legend.fontsize": 9.0,
        "legend.frameon": False,
        "lines.linewidth": 1.8,
        "patch.linewidth": 0.0,
    }


@checked
@contextmanager
def style(dark: bool = False) -> Iterator[None]:
    """Use a plain, colorblind-safe style within a ``with`` block.

    Plots that make their own axes wear it anyway, where the settings are still matplotlib's own; the block is for
    the dark form, and for other drawings beside them.

    Parameters
    ----------
    dark : bool
        Whether to use a dark background.

    Examples
    --------
    >>> with style(dark=True):                  # doctest: +SKIP
    ...     games.sports.plot.scores()
    """
    require("plots", "matplotlib", "cycler")
    import matplotlib as mpl

    settings: Any = theme(dark)
    with mpl.rc_context(settings):
        yield


def halo(ax: Axes) -> list[Any]:
    """Return a text outline in the background color, for names drawn over points."""
    from matplotlib.patheffects import withStroke

    return [withStroke(linewidth=2.2, foreground=ax.get_facecolor(), alpha=0.85)]


def is_dark(ax: Axes | None = None) -> bool:
    """Whether the background is dark."""
    import matplotlib as mpl
    from matplotlib.colors import to_rgb, to_rgba

    ground = mpl.rcParams["figure.facecolor"] if ax is None else ax.get_facecolor()
    if to_rgba(ground)[3] == 0:
        ground = mpl.rcParams["figure.facecolor"]
    red, green, blue = to_rgb(ground)
    return 0.299 * red + 0.587 * green + 0.114 * blue < 0.5


def colours(ax: Axes) -> tuple[str, ...]:
    """Return the palette for the background of these axes."""
    return DARK if is_dark(ax) else LIGHT


def quiet(ax: Axes) -> str:
    """Return a color for elements of low emphasis."""
    return "#59626c" if is_dark(ax) else "#c3cad1"


def ink(ax: Axes) -> str:
    """Return the text color for these axes."""
    return "#e8eaed" if is_dark(ax) else "#24292f"


def soft(ax: Axes) -> str:
    """Return the color of secondary text."""
    return "#a9b0b8" if is_dark(ax) else "#5d666f"


def ramp(ax: Axes) -> Any:
    """Return a color map for heat maps, from the background to blue (gold if dark), with even steps in lightness."""
    from matplotlib.colors import LinearSegmentedColormap

    steps = (
        ("#222a33", "#27506e", "#4c86a8", "#c9b458", "#ffe9a3")
        if is_dark(ax)
        else ("#eef3f7", "#b9d6e8", "#6aaed6", "#2574ad", "#0b3c68")
    )
    return LinearSegmentedColormap.from_list("sportsframe", steps)


def on(colour: Any) -> str:
    """Return a text color that is legible on a color."""
    from matplotlib.colors import to_rgb

    red, green, blue = to_rgb(colour)
    return "#ffffff" if 0.299 * red + 0.587 * green + 0.114 * blue < 0.55 else "#1b1f24"


@dataclass(frozen=True)
class Plot:
    """A plot function and the frames it accepts.

    Attributes
    ----------
    function, draw : callable
        As it was written, and as users call it: with its checks and in the style.
    columns : tuple of tuple of str
        Alternative sets of columns, of which the frame needs one.
    games : tuple of str
        Games (`Sport.game`) that it supports; empty for all.
    """

    name: str
    function: Callable[..., Any]
    draw: Callable[..., Any]
    columns: tuple[tuple[str, ...], ...]
    games: tuple[str, ...]

    @property
    def summary(self) -> str:
        """Return the first line of the docstring."""
        return (self.function.__doc__ or "").partition("\n")[0]

    def fits(self, frame: pd.DataFrame) -> bool:
        """Whether the frame has the columns, and rows of supported games only."""
        held = {str(name) for name in frame.columns}
        return any(held.issuperset(names) for names in self.columns) and not self.misfits(frame)

    def misfits(self, frame: pd.DataFrame) -> list[str]:
        """Return the sports in the frame that are not supported."""
        codes: list[str] = list(frame["sport"].dropna().astype(str).unique()) if "sport" in frame.columns else []
        return [code for code in codes if code in SPORTS and self.games and SPORTS[code].game not in self.games]


REGISTRY: dict[str, Plot] = {}
"""Plots of the modules imported so far."""

_COMMON = {
    "ax": "Axes | None",
    "title": "str | None",
    "subtitle": "str | None",
    "figsize": "tuple[float, float] | None",
}
_COMMON_DOC = """\
ax : matplotlib.axes.Axes, optional
    Axes to draw on; by default new ones.
title, subtitle : str, optional
    Headings instead of the default ones; an empty string omits the heading.
figsize : tuple of float, optional
    Width and height of new axes in inches.
"""


def plot(
    *columns: str, either: Sequence[Sequence[str]] = (), games: Sequence[str] = ()
) -> Callable[[Callable[..., Axes]], Callable[..., Axes]]:
    """Register a plot function: validate its frame, apply the style to new axes, and list it.

    The function takes the frame, a `Sheet` and options of its own; users call it with ``ax, title, subtitle, figsize``
    in place of the sheet.

    Parameters
    ----------
    *columns : str
        Columns that the frame must have.
    either : sequence of sequence of str
        Alternative sets of further columns, of which the frame needs one.
    games : sequence of str
        Games (`Sport.game`) that it supports.
    """

    def wrap(function: Callable[..., Axes]) -> Callable[..., Axes]:
        wanted = tuple((*columns, *more) for more in either) or (columns,)
        name = function.__name__

        @functools.wraps(function)
        def draw(
            df: pd.DataFrame,
            *,
            ax: Axes | None = None,
            title: str | None = None,
            subtitle: str | None = None,
            figsize: tuple[float, float] | None = None,
            **options: Any,
        ) -> Axes:
            require("plots", "matplotlib", "cycler")
            if not any(set(names) <= set(map(str, df.columns)) for names in wanted):
                held = max(wanted, key=lambda names: len(set(names) & set(map(str, df.columns))))
                need(df, held, f"plot.{name}()")
            if wrong := entry.misfits(df):
                names = ", ".join(code for code, sport in SPORTS.items() if sport.game in entry.games)
                raise FrameError(f"plot.{name}() supports only {names}, but the frame contains {', '.join(wrong)}.")
            sheet = Sheet(name, _axes(name, ax), title, subtitle, _inches(name, figsize, ax))
            with _settings(ax):
                try:
                    return function(df, sheet, **options)
                except BaseException as error:
                    sheet.discard()
                    unknown = _unknown(error)
                    if unknown not in options:
                        raise
                    own = [*inspect.signature(draw).parameters][1:-1]
                    raise QueryError(
                        f"plot.{name}() has no option {unknown!r}, nor has the artist it draws with; its options are "
                        f"{', '.join(own)}.{nearest(unknown, own)}"
                    ) from None

        signature = inspect.signature(function)
        first, _, *own = signature.parameters.values()
        named, rest = [p for p in own if p.kind is p.KEYWORD_ONLY], [p for p in own if p.kind is p.VAR_KEYWORD]
        common = [
            inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=hint)
            for key, hint in _COMMON.items()
        ]
        parameters = [first, common[0], *named, *common[1:], *rest]
        draw.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        draw.__doc__ = _documented(function.__doc__ or "")
        public = verb(draw, f"plot.{name}")
        entry = Plot(name, function, public, wanted, tuple(games))
        REGISTRY[name] = entry
        return public

    return wrap


def _unknown(error: BaseException) -> str:
    """Return the keyword that matplotlib does not know, if that is the error."""
    found = re.search(r"(?:unexpected keyword argument|has no property) '(\w+)'", str(error))
    return found[1] if found and isinstance(error, AttributeError | TypeError) else ""


def _documented(doc: str) -> str:
    """Return a docstring with the parameters that all plots share, after the frame."""
    return re.sub(
        r"(?m)^( +)df : .*\n(?:\1    .*\n)+",
        lambda found: found[0] + textwrap.indent(_COMMON_DOC, found[1]),
        doc,
        count=1,
    )


def _axes(name: str, ax: Any) -> Axes | None:
    """Validate the axes given."""
    if ax is None:
        return None
    from matplotlib.axes import Axes

    if not isinstance(ax, Axes):
        hint = "; pass one of them, for example axes[0]" if isinstance(ax, np.ndarray | list | tuple) else ""
        raise QueryError(f"ax= of plot.{name}() must be a single matplotlib Axes, not {type(ax).__name__}{hint}.")
    if ax.name != "rectilinear":
        raise QueryError(f"ax= of plot.{name}() must be plain axes; these have the projection {ax.name!r}.")
    return ax


def _inches(name: str, figsize: Any, ax: Axes | None) -> tuple[float, float] | None:
    """Validate the size given."""
    if figsize is None:
        return None
    if ax is not None:
        raise QueryError(f"plot.{name}() takes ax= or figsize=, not both; figsize= is for new axes.")
    pair = list(figsize) if isinstance(figsize, Sequence | np.ndarray) and not isinstance(figsize, str) else []
    if len(pair) != 2 or not all(isinstance(side, Real) and 1 <= float(side) <= 100 for side in pair):
        raise QueryError(
            f"figsize= of plot.{name}() must be a width and a height from 1 to 100 inches, for example (8, 5), "
            f"not {quoted(figsize)}."
        )
    return float(pair[0]), float(pair[1])


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

    def axes(self, width: float = 8.0, height: float = 4.5, *, rows: int = 0) -> Axes:
        """Return the axes: those given, or new ones of this size in inches.

        Parameters
        ----------
        width, height : float
            Size of new axes unless the user has given one.
        rows : int
            Number of rows with text each; they are refused if they do not fit.
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
            # Headings, axis label and legend take about an inch; a row of text needs 1.35 of its size.
            room = 72 * max(self.height - 1.15 * self._scale, self.height * 0.4) / (rows + 0.5)
            fitting = room / (1.35 * 8.5)
            if fitting < 0.45:
                raise QueryError(
                    f"plot.{self.name}() has {rows} rows, too many for a height of {self.height:.1f} inches; "
                    f"select some of them, or pass figsize= with a height of {per_row(rows, 0.2):.0f}."
                )
            self._scale = min(self._scale, fitting)
        return self.ax

    def colorbar(self, cells: Any, label: str, **look: Any) -> None:
        """Add a color scale beside the axes."""
        ax = self.ax
        assert ax is not None
        bar = ax.figure.colorbar(cells, ax=ax, **look)
        bar.set_label(label, fontsize=9 * self._scale)
        bar.outline.set_visible(False)
        bar.ax.tick_params(length=0, labelsize=9 * self._scale)

    def wider(self, margin: float) -> float:
        """Return a margin as a share of the axes, larger in narrow axes, where a text takes more of the width."""
        return float(margin / self._narrow**0.8)

    def short(self, text: object, length: int = 26) -> str:
        """Return a text cut to the length, or to less in narrow axes."""
        return short(text, max(round(length * self._narrow**0.7), 7))

    def called(self, name: object, length: int = 26) -> str:
        """Return the name of a team or person, its first words shortened to initials if it is too long."""
        return initials(name, max(round(length * self._narrow**0.7), 7))

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
            "in_layout": not title,
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
            look: Any = {"fontsize": big} if left or self._scale != 1 else {}
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
    """Return the width of a text in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    if not text.strip():
        return 0.0
    return float(TextPath((0, 0), text, size=size, prop=FontProperties(weight=weight)).get_extents().width)


def _wrapped(ax: Axes, text: str, size: float, room: float, weight: str = "normal") -> list[str]:
    """Return the lines of a text that fit into the width in points."""
    wide = _wide(ax, text, size, weight)
    if wide <= room:
        return text.split("\n")
    return textwrap.wrap(text, max(int(len(text) * room / wide), 8))


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


def _settings(ax: Axes | None) -> Any:
    """Apply the style to new axes, unless the user changed matplotlib's settings; existing axes keep their style."""
    import matplotlib as mpl

    if ax is not None:
        return nullcontext()
    now: Any = mpl.rcParams
    own: Any = mpl.rcParamsDefault
    worn: Any = {k: v for k, v in theme(is_dark()).items() if now[k] == own[k]}
    return mpl.rc_context(worn)


@cache
def _units() -> dict[str, str]:
    found: dict[str, str] = {}
    for _, _, _, lay in every_table():
        for column in lay.columns:
            if column.unit:
                found.setdefault(column.name, column.unit)
    return found


def label(name: str) -> str:
    """Return the label of a column, with its unit unless the name contains it."""
    words = name.replace("_", " ")
    unit = _units().get(name, "")
    unit = UNITS.get(unit, unit)
    text = words[:1].upper() + words[1:]
    return f"{text} ({unit})" if unit and unit not in words and unit.rstrip("s") not in words else text


def counted(frame: pd.DataFrame) -> str:
    """Return the unit of the scores: points, runs, goals or legs."""
    codes: list[str] = list(frame["sport"].dropna().astype(str).unique()) if "sport" in frame.columns else []
    words = {SPORTS[code].rules.unit for code in codes if code in SPORTS}
    return words.pop() if len(words) == 1 else "points"


def numbers(column: pd.Series) -> pd.Series:
    """Return a column as floats, with NaN for missing values."""
    return pd.to_numeric(column, errors="coerce").astype("Float64").astype(float)


def short(name: object, length: int = 26) -> str:
    """Return a name shortened to fit an axis."""
    text = str(name)
    return text if len(text) <= length else text[: length - 1].rstrip() + "\u2026"


def initials(name: object, length: int) -> str:
    """Return the name of a team or person, its first words shortened to initials if it is too long."""
    words = str(name).split()
    for i in range(len(words) - 1):
        if len(" ".join(words)) <= length:
            break
        words[i] = "" if words[i].islower() else words[i][0] + "."
    return short(" ".join(word for word in words if word), length)


def day(frame: pd.DataFrame) -> str:
    """Return ``MLB, 2024-06-01`` or a range of dates, for the subtitle."""
    codes: list[str] = list(dict.fromkeys(frame["sport"].dropna().astype(str))) if "sport" in frame.columns else []
    if "league" in frame.columns and len(leagues := frame["league"].dropna().astype(str).unique()) == 1:
        codes = [leagues[0]]
    dates = frame["game_date"].dropna() if "game_date" in frame.columns else pd.Series([], dtype="datetime64[us]")
    first, last = (f"{dates.min():%Y-%m-%d}", f"{dates.max():%Y-%m-%d}") if len(dates) else ("", "")
    return ", ".join(part for part in ("/".join(codes), first if first == last else f"{first} to {last}") if part)


def many(count: int, word: str, plural: str = "") -> str:
    """Return ``1 game`` or ``2 games``."""
    return f"{count} {word if count == 1 else plural or word + 's'}"


def held(frame: pd.DataFrame, name: str, why: str = "") -> pd.DataFrame:
    """Return the frame; raise an error if it is empty."""
    if not len(frame):
        raise QueryError(f"plot.{name}() has no data to plot: {why or 'the frame has no rows'}.")
    return frame


MOST_OF_CHOICES = 140
"""Characters of the choices that a message lists, beyond the first one."""


def pick(frame: pd.DataFrame, column: str, wanted: Any, name: str, told: Mapping[Any, str] | None = None) -> Any:
    """Return the only value of a column, or the selected one; the error lists the choices if there are several."""
    held(frame, name)
    values = list(dict.fromkeys(frame[column].dropna().tolist()))
    what = column.removesuffix("_id")
    if wanted is None:
        if len(values) == 1:
            return values[0]
        choices = [f"{value!r} ({told[value]})" if told and value in told else repr(value) for value in values]
        lengths = np.cumsum([len(choice) for choice in choices[:4]])
        shown = choices[: max(1, int((lengths <= MOST_OF_CHOICES).sum()))]
        more = f" and {len(choices) - len(shown)} more" if len(choices) > len(shown) else ""
        raise QueryError(
            f"plot.{name}() requires a single {what}, but the frame has {len(values)}; "
            f"pass {column}=, one of {', '.join(shown)}{more}."
        )
    if wanted not in values:
        hint = nearest(wanted, map(str, values))
        raise QueryError(f"plot.{name}(): the frame has no {column} {quoted(wanted)}.{hint}")
    return wanted


def one_sport(frame: pd.DataFrame, name: str) -> Sport:
    """Return the sport of the rows of one game."""
    codes: list[str] = list(frame["sport"].dropna().astype(str).unique())
    if len(codes) != 1 or codes[0] not in SPORTS:
        raise FrameError(
            f"plot.{name}() requires one of {', '.join(SPORTS)} in the column sport, but the frame has "
            f"{', '.join(codes) or 'none'}"
            + (f'; select one, for example df[df["sport"] == "{codes[0]}"].' if codes else ".")
        )
    return SPORTS[codes[0]]


def one_game(frame: pd.DataFrame, game_id: str | None, name: str) -> pd.DataFrame:
    """Return the rows of one game."""
    told: dict[Any, str] = {}
    if game_id is None and "team" in frame.columns and "side" in frame.columns and frame["game_id"].nunique() > 1:
        first = frame.drop_duplicates(["game_id", "side"])
        told = {key: " at ".join(map(str, part["team"])) for key, part in first.groupby("game_id", sort=False)}
    elif game_id is None and {"away_team", "home_team"} <= set(frame.columns):
        first = frame.drop_duplicates("game_id")
        told = dict(zip(first["game_id"], first["away_team"] + " at " + first["home_team"], strict=True))
    wanted = pick(frame, "game_id", game_id, name, told)
    keep: pd.Series = (frame["game_id"] == wanted).fillna(value=False).astype(bool)
    return frame[keep]


def one_team(frame: pd.DataFrame, who: str | int | None, name: str) -> pd.DataFrame:
    """Return the rows of one team, by name, part of the name, or id."""
    if who is not None:
        return team(frame, who)
    return team(frame, str(pick(frame, "team", None, name)))


def one_player(frame: pd.DataFrame, who: str | int | None, name: str) -> pd.DataFrame:
    """Return the rows of one player, by name, part of the name, or id."""
    if who is not None:
        return player(frame, who)
    return player(frame, str(pick(frame, "player", None, name)))


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
