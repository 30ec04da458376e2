"""Fit the text of plots to their axes again whenever their figure is drawn: other axes or a new size may leave less."""

from __future__ import annotations

from typing import Any, Protocol, cast

import numpy as np
from matplotlib import rcParams
from matplotlib.artist import Artist
from matplotlib.layout_engine import ConstrainedLayoutEngine

ROUNDS = 3
"""Times that text is fitted and the figure is laid out again; one is enough unless new lines move other axes."""

ROUNDS_OF_CIRCLES = 8
"""The same where axes keep their aspect: new lines make a circle smaller, over which headings then take more lines."""


class Fitted(Protocol):
    """What is fitted: axes and their text."""

    ax: Any

    def refit(self) -> bool:
        """Fit the text to the axes; return whether the room that it takes around them has changed."""


class Fitter(Artist):
    """An invisible part of a figure, drawn before all others, that fits the sheets of the figure."""

    def __init__(self) -> None:
        super().__init__()
        self.sheets: list[Fitted] = []
        self._busy = False
        self._places: list[Any] = []
        """The size of the figure and where its axes were before they were laid out last."""
        self.set_zorder(float("-inf"))
        self.set_in_layout(False)

    def draw(self, renderer: Any) -> None:
        """Fit the sheets, and lay the figure out again if that changed the room which their text takes."""
        figure = self.get_figure(root=True)
        if figure is None or self._busy:
            return
        self._busy = True  # measuring a text makes interactive figures ask to be drawn again
        try:
            if figure.get_layout_engine() is None:
                lay_out(figure)
            keeps_aspect = any(ax.get_aspect() != "auto" for ax in figure.axes)
            for _ in range(ROUNDS_OF_CIRCLES if keeps_aspect else ROUNDS):
                changed = [sheet.refit() for sheet in self.sheets]
                if not any(changed) and (not keeps_aspect or self._places == _places(figure)):
                    break
                self._places = _places(figure)
                lay_out(figure)
        finally:
            self._busy = False

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for a pickled figure, whose text stays as it is."""
        state = cast("dict[str, Any]", super().__getstate__())
        return {**state, "sheets": []}


def _places(figure: Any) -> list[Any]:
    """The size of a figure, and the places of its axes to a pixel: a layout that moves none of them is the last."""
    size = tuple(figure.bbox.size.round())
    return [
        size,
        *(tuple((figure.transFigure.transform(ax.get_position(original=True)).round()).flat) for ax in figure.axes),
    ]


def lay_out(figure: Any) -> None:
    """Arrange the axes by the engine of the figure; without one, so that labels have room, as long as nobody else does.

    The figure has no engine afterwards either, so that `tight_layout` and `subplots_adjust` of the user hold.
    """
    if engine := figure.get_layout_engine():
        engine.execute(figure)
    elif _as_made(figure) and any(ax.get_subplotspec() for ax in figure.axes):
        ConstrainedLayoutEngine().execute(figure)


def _as_made(figure: Any) -> bool:
    """Whether the margins of the figure are the usual ones, and all of it is drawn, not only a part cut out of it."""
    usual: Any = rcParams
    margins = ("left", "right", "bottom", "top", "wspace", "hspace")
    untouched = all(getattr(figure.subplotpars, side) == usual[f"figure.subplot.{side}"] for side in margins)
    return untouched and np.allclose(figure.transFigure.transform([(0, 0), (1, 1)]), figure.bbox.get_points())


def follow(sheet: Fitted) -> None:
    """Have the sheet fitted whenever its figure is drawn."""
    figure = sheet.ax.get_figure(root=True)
    if figure is None:
        return
    fitter = next((artist for artist in figure.artists if isinstance(artist, Fitter)), None)
    if fitter is None:
        fitter = Fitter()
        figure.add_artist(fitter)
    fitter.sheets.append(sheet)
