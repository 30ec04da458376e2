"""Plots: functions that take a frame and draw on one axes; also as ``df.sports.plot.<name>()``.

>>> import sportsframe as sf
>>> sf.plots.scores(sf.live("2024-06-01", "MLB"))       # doctest: +SKIP
<Axes: ...>

Each reads the columns its docstring names, draws on ``ax`` or on new axes, and returns the axes; none shows, saves or
changes the frame or a setting. matplotlib is imported when the first of them draws.

A function under ``@plot`` in one of the modules below is a function here and a method of `Plots`; type checkers read
the same from ``__init__.pyi``, which docs/generate.py writes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._frames.recognize import of_its_sports
from .._util.signatures import as_method
from ..errors import nearest, refuse_calls
from . import (  # noqa: F401  they register
    baseball,
    basketball,
    football,
    golf,
    league,
    maps,
    periods,
    players,
    plays,
    scoring,
    season,
    series,
    throws,
)
from ._axes import REGISTRY
from ._theme import style as style

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd
    from matplotlib.axes import Axes

__all__ = sorted([*REGISTRY, "Plots", "style"])


class Plots:
    """``df.sports.plot``: each method is the plot function of its name over this frame.

    Its repr and completion name the plots that this frame has the columns for.

    Examples
    --------
    >>> import sportsframe as sf
    >>> sf.sports(sf.live("2024-06-01", "MLB")).plot.names()[:4]
    ['calendar', 'elo_history', 'head_to_head', 'home_away']
    """

    if TYPE_CHECKING:  # for completion, which reads this file and not what is set below; type checkers read the stub

        def __getattr__(self, name: str) -> Callable[..., Axes]: ...

    else:

        def __call__(self, *_: object, **__: object) -> Any:
            """Refuse a call without the name of a plot."""
            from ..errors import QueryError

            fitting = self.names()
            some = "scores" if "scores" in fitting else next(iter(fitting), "scores")
            raise QueryError(
                f"df.sports.plot is not a plot; call one by name, such as df.sports.plot.{some}(). "
                "df.sports.plot alone lists those that fit the frame."
            )

    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame

    def __repr__(self) -> str:
        fitting = self.names()
        if not fitting:
            return "<plots: none fits the columns of this frame>"
        wide = max(map(len, fitting))
        return "\n".join(["<plots of this frame>", *(f"  {n:<{wide}}  {REGISTRY[n].summary}" for n in fitting)])

    def __dir__(self) -> list[str]:
        return [*self.names(), "names"]

    def names(self) -> list[str]:
        """Names of the plots that fit this frame."""
        frame = of_its_sports(self._frame)
        return sorted(name for name, entry in REGISTRY.items() if entry.fits(frame))


for _name, _entry in REGISTRY.items():
    globals()[_name] = _entry.draw
    setattr(Plots, _name, as_method(_entry.draw))


def __getattr__(name: str) -> Any:
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}.{nearest(name, __all__)}")


def __dir__() -> list[str]:
    return __all__


refuse_calls(__name__, 'sportsframe.live("2024-06-01", "MLB").sports.plot.scores(), or sportsframe.plots.scores(games)')
