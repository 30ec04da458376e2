"""The style of plots: settings of matplotlib, and colors for light and dark backgrounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ContextDecorator
from numbers import Real
from typing import TYPE_CHECKING, Any

from .._frames.arguments import checked
from ..errors import QueryError, quoted, require

if TYPE_CHECKING:
    from matplotlib.axes import Axes


LIGHT = ("#0072b2", "#d55e00", "#009e73", "#e69f00", "#cc79a7", "#56b4e9", "#7a5195")

DARK = ("#56b4e9", "#f28e4c", "#2fc49a", "#f2c14e", "#e29ac4", "#8fb8ff", "#b79bd6")
"""Colors that are distinguishable with color blindness (after Okabe and Ito), for light and dark backgrounds."""


SIZES = {
    "font.size": 9.5,
    "axes.titlesize": 12.0,
    "axes.labelsize": 9.5,
    "xtick.labelsize": 9.0,
    "ytick.labelsize": 9.0,
    "legend.fontsize": 9.0,
}
"""Sizes of text in the style, in points."""


def theme(dark: bool = False, scale: float = 1.0) -> dict[str, Any]:
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
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.titlepad": 22.0,
        "legend.frameon": False,
        "lines.linewidth": 1.8,
        "patch.linewidth": 0.0,
        **{name: points * scale for name, points in SIZES.items()},
    }


class Style(ContextDecorator, Mapping[str, Any]):
    """Settings of matplotlib, by name, that hold within a ``with`` block; created by `style`."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self._settings = settings
        self._blocks: list[Any] = []

    def __enter__(self) -> None:
        import matplotlib as mpl

        _load_backend()
        self._blocks.append(mpl.rc_context(self._settings))  # type: ignore[arg-type]
        self._blocks[-1].__enter__()

    def __exit__(self, *error: object) -> None:
        self._blocks.pop().__exit__(*error)

    def __getitem__(self, name: str) -> Any:
        return self._settings[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._settings)

    def __len__(self) -> int:
        return len(self._settings)

    def __repr__(self) -> str:
        return f"<style: {HOW}>"


HOW = "write with style(...): before plots, or matplotlib.pyplot.style.use(style(...)) for all that follow"


@checked
def style(dark: bool = False, scale: float = 1.0) -> Style:
    """Use a plain, colorblind-safe style within a ``with`` block, or for the whole session.

    Plots that make their own axes wear it anyway, where the settings are still matplotlib's own; the style is for
    the dark form, for larger or smaller text, and for other drawings beside them. A line of its own changes nothing:
    for all plots that follow, matplotlib is told to use it.

    Parameters
    ----------
    dark : bool
        Whether to use a dark background.
    scale : float
        Factor of the sizes of all text, from 0.5 to 4; small axes enlarge text less, as far as there is room for it.

    Returns
    -------
    Style
        For ``with``, and as a mapping of settings for ``matplotlib.pyplot.style.use`` or ``rcParams.update``.

    Examples
    --------
    >>> with style(dark=True):                  # doctest: +SKIP
    ...     games.sports.plot.scores()
    >>> plt.style.use(style(dark=True))         # doctest: +SKIP
    """
    require("plots", "matplotlib", "cycler")
    if not isinstance(scale, Real) or not 0.5 <= scale <= 4:
        raise QueryError(f"scale= of style() must be a number from 0.5 to 4, not {quoted(scale)}.")
    return Style(theme(dark, float(scale)))


def _load_backend() -> None:
    """Load matplotlib's backend before settings are set for a block.

    That of notebooks makes matplotlib interactive when it is loaded, which the end of the block would undo: no later
    figure would be shown.
    """
    import matplotlib.pyplot as plt

    plt.draw_if_interactive()  # type: ignore[no-untyped-call]


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


def text_scale() -> float:
    """Return by how much matplotlib's settings enlarge text: ``font.size`` by the usual one.

    That is the one of the style or of matplotlib. The style has sizes in points; those of matplotlib are relative to
    ``font.size``, such as "medium".
    """
    import matplotlib as mpl

    now: Any = mpl.rcParams
    usual: Any = mpl.rcParamsDefault
    styled = isinstance(now["axes.titlesize"], Real) and not isinstance(usual["axes.titlesize"], Real)
    return float(now["font.size"] / (SIZES["font.size"] if styled else usual["font.size"]))


def style_for(ax: Axes | None, scale: float) -> Any:
    """Apply the style to new axes, unless the user changed matplotlib's settings; existing axes keep their style.

    Text has its usual size in any case, which sheets multiply by the scale.
    """
    import matplotlib as mpl

    now: Any = mpl.rcParams
    own: Any = mpl.rcParamsDefault
    worn: Any = {k: now[k] / scale for k in SIZES if scale != 1 and isinstance(now[k], Real)}
    worn["text.parse_math"] = False  # a name may have a dollar sign
    if ax is None:
        _load_backend()
        worn |= {k: v for k, v in theme(is_dark()).items() if now[k] == own[k] or (k == "font.size" and scale != 1)}
    return mpl.rc_context(worn)
