"""What explains the colors of a plot: legends below the axes, and color scales beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from ._measure import overhang, points, reach_below
from ._room import inches_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BELOW = "below"
"""Id of legends below the axes."""


def swatch(colour: Any, text: str, **look: Any) -> Any:
    """Return an entry of a legend for bars that share a container."""
    from matplotlib.patches import Patch

    return Patch(facecolor=colour, label=text, **look)


def below(ax: Axes, ncols: int = 2, handles: Sequence[Any] | None = None) -> None:
    """Place the legend below the axes and, when the sheet is finished, below their label."""
    handles = ax.get_legend_handles_labels()[0] if handles is None else handles
    labels = [str(handle.get_label()) for handle in handles]
    # A character takes about half its size, a mark with its margins four characters.
    room = (72 * inches_of(ax)[0] - sum(overhang(ax))) / 9.0
    columns = next((n for n in range(ncols, 1, -1) if 0.55 * sum(sorted(map(len, labels))[-n:]) + 4 * n <= room), 1)
    _legend(ax, handles, columns, columns)


def _legend(ax: Axes, handles: Sequence[Any], columns: int, most: int, **look: Any) -> Any:
    place: dict[str, Any] = {"loc": "upper center", "bbox_to_anchor": (0.5, 0), "frameon": False, "ncols": columns}
    legend: Any = ax.legend(handles=handles, **place, **look)
    legend.set_gid(BELOW)
    legend.handles, legend.columns, legend.most = handles, columns, most
    return legend


def arrange(ax: Axes, room: float) -> None:
    """Give a legend below the axes as many of the columns that it was made with as fit into the width in points."""
    legend: Any = ax.get_legend()
    if not legend or legend.get_gid() != BELOW:
        return
    text = legend.get_texts()[0]
    look = {"fontsize": text.get_fontsize(), "labelcolor": text.get_color()}
    for columns in range(legend.most, 0, -1):
        if columns != legend.columns:
            legend = _legend(ax, legend.handles, columns, legend.most, **look)
        if points(ax, legend.get_window_extent().width) <= room:
            break


def lower(ax: Axes) -> float:
    """Place a legend that is below the axes under their label; return how far all of it reaches below, in points."""
    under, legend = reach_below(ax), cast("Any", ax.get_legend())
    if not legend or legend.get_gid() != BELOW:
        return under
    legend.borderaxespad = (under + 4) / legend._fontsize  # in units of the size of its text
    return under + 4 + points(ax, legend.get_window_extent().height)


def color_scale(ax: Axes, cells: Any, **look: Any) -> Any:
    """Add a color scale beside the axes and return it."""
    spec = ax.get_subplotspec()
    if spec is None or cast("Any", ax.get_figure(root=True)).get_layout_engine() is not None:
        return ax.figure.colorbar(cells, ax=ax, **look)
    return _in_column(cells, ax, spec, **look)


def _in_column(cells: Any, ax: Axes, spec: Any, fraction: float, pad: float, aspect: float = 20) -> Any:
    """Add a color scale in a column of the place of the axes, which any layout can move."""
    shares = [1 - fraction - pad, fraction]
    columns = spec.subgridspec(1, 2, wspace=2 * pad / (1 - pad), width_ratios=shares)
    ax.set_subplotspec(columns[0])
    ax.set_anchor((1.0, 0.5))
    beside = ax.figure.add_subplot(columns[1], box_aspect=aspect, anchor=(0.0, 0.5), label="<colorbar>")
    ax.figure.sca(ax)
    return ax.figure.colorbar(cells, cax=beside)
