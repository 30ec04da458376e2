"""Plots: functions that take a frame and draw on one axes; also as ``df.sports.plot.<name>()``.

>>> import sportsframe as sf
>>> sf.plots.scores(sf.live("2024-06-01", "MLB"))       # doctest: +SKIP
<Axes: ...>

Each reads the columns its docstring names, draws on ``ax`` or on new axes, and returns the axes; none shows, saves or
changes the frame or a setting. matplotlib is imported when the first of them draws.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ..errors import require
from ._axes import REGISTRY
from ._axes import style as style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_WHERE: dict[str, tuple[str, ...]] = {
    "periods": ("by_period", "running_margin", "scores"),
    "season": ("calendar", "standings_race", "win_expectancy"),
    "maps": ("venues",),
    "players": ("compare", "saves", "sides"),
    "baseball": ("batting_rates", "pitchers", "workload"),
    "basketball": ("four_factors", "shot_profile"),
    "football": ("drive", "usage", "yardage"),
    "throws": ("dartboard", "leg_race", "scoring"),
    "golf": ("courses", "leaderboard", "purse"),
}
_HOME = {name: module for module, names in _WHERE.items() for name in names}

__all__ = sorted([*_HOME, "Plots", "style"])


def _load(name: str) -> Any:
    require("plots", "matplotlib", "cycler")
    return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)


def __getattr__(name: str) -> Any:
    if name in _HOME:
        globals()[name] = value = _load(name)
        return value
    from ..errors import nearest

    raise AttributeError(f"module {__name__!r} has no attribute {name!r}.{nearest(name, __all__)}")


def __dir__() -> list[str]:
    return __all__


class Plots:
    """``df.sports.plot``: each method is the plot function of its name over this frame.

    Its repr and completion name the plots that this frame has the columns for.
    """

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
        for name in _HOME:
            _load(name)
        return sorted(name for name in _HOME if REGISTRY[name].fits(self._frame))

    def batting_rates(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.batting_rates`."""
        return _draw("batting_rates", self._frame, ax, options)

    def by_period(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.by_period`."""
        return _draw("by_period", self._frame, ax, options)

    def calendar(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.calendar`."""
        return _draw("calendar", self._frame, ax, options)

    def compare(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.compare`."""
        return _draw("compare", self._frame, ax, options)

    def courses(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.courses`."""
        return _draw("courses", self._frame, ax, options)

    def dartboard(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.dartboard`."""
        return _draw("dartboard", self._frame, ax, options)

    def drive(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.drive`."""
        return _draw("drive", self._frame, ax, options)

    def four_factors(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.four_factors`."""
        return _draw("four_factors", self._frame, ax, options)

    def leaderboard(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.leaderboard`."""
        return _draw("leaderboard", self._frame, ax, options)

    def leg_race(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.leg_race`."""
        return _draw("leg_race", self._frame, ax, options)

    def pitchers(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.pitchers`."""
        return _draw("pitchers", self._frame, ax, options)

    def purse(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.purse`."""
        return _draw("purse", self._frame, ax, options)

    def running_margin(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.running_margin`."""
        return _draw("running_margin", self._frame, ax, options)

    def saves(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.saves`."""
        return _draw("saves", self._frame, ax, options)

    def scores(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.scores`."""
        return _draw("scores", self._frame, ax, options)

    def scoring(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.scoring`."""
        return _draw("scoring", self._frame, ax, options)

    def shot_profile(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.shot_profile`."""
        return _draw("shot_profile", self._frame, ax, options)

    def sides(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.sides`."""
        return _draw("sides", self._frame, ax, options)

    def standings_race(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.standings_race`."""
        return _draw("standings_race", self._frame, ax, options)

    def usage(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.usage`."""
        return _draw("usage", self._frame, ax, options)

    def venues(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.venues`."""
        return _draw("venues", self._frame, ax, options)

    def win_expectancy(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.win_expectancy`."""
        return _draw("win_expectancy", self._frame, ax, options)

    def workload(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.workload`."""
        return _draw("workload", self._frame, ax, options)

    def yardage(self, *, ax: Axes | None = None, **options: Any) -> Axes:
        """See `sportsframe.plots.yardage`."""
        return _draw("yardage", self._frame, ax, options)


def _draw(name: str, frame: pd.DataFrame, ax: Axes | None, options: dict[str, Any]) -> Axes:
    drawn: Axes = _load(name)(frame, ax=ax, **options)
    return drawn


if TYPE_CHECKING:
    from .baseball import batting_rates as batting_rates
    from .baseball import pitchers as pitchers
    from .baseball import workload as workload
    from .basketball import four_factors as four_factors
    from .basketball import shot_profile as shot_profile
    from .football import drive as drive
    from .football import usage as usage
    from .football import yardage as yardage
    from .golf import courses as courses
    from .golf import leaderboard as leaderboard
    from .golf import purse as purse
    from .maps import venues as venues
    from .periods import by_period as by_period
    from .periods import running_margin as running_margin
    from .periods import scores as scores
    from .players import compare as compare
    from .players import saves as saves
    from .players import sides as sides
    from .season import calendar as calendar
    from .season import standings_race as standings_race
    from .season import win_expectancy as win_expectancy
    from .throws import dartboard as dartboard
    from .throws import leg_race as leg_race
    from .throws import scoring as scoring
