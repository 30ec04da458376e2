"""How a plot is registered: its columns, the arguments that all plots share, and the axes it is given."""

from __future__ import annotations

import functools
import inspect
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .._frames.recognize import need
from .._frames.typed import verb
from ..catalog import SPORTS, Sport
from ..errors import FrameError, QueryError, nearest, quoted, require
from ._sheet import Sheet
from ._theme import style_for, text_scale

if TYPE_CHECKING:
    from matplotlib.axes import Axes


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
    rule : str
        The rule (`Rules`) that a sport must declare for it; empty if none.
    result_of : str
        The verb of ``df.sports`` whose result it draws; empty if it draws tables.
    """

    name: str
    function: Callable[..., Any]
    draw: Callable[..., Any]
    columns: tuple[tuple[str, ...], ...]
    games: tuple[str, ...]
    rule: str
    result_of: str

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
        return [code for code in codes if code in SPORTS and not self._supports(SPORTS[code])]

    def _supports(self, sport: Sport) -> bool:
        told = not self.rule or getattr(sport.rules, self.rule) is not None
        return told and (not self.games or sport.game in self.games)

    def check(self, frame: pd.DataFrame) -> None:
        """Refuse a frame that lacks columns, or has rows of sports that are not supported."""
        held = set(map(str, frame.columns))
        if not any(held.issuperset(names) for names in self.columns):
            if of := self.result_of:
                raise FrameError(
                    f"plot.{self.name}() draws a result of {of}(): df.sports.{of}().sports.plot.{self.name}()."
                )
            need(frame, max(self.columns, key=lambda names: len(held.intersection(names))), f"plot.{self.name}()")
        if wrong := self.misfits(frame):
            names = ", ".join(code for code, sport in SPORTS.items() if self._supports(sport))
            why = f", which have {self.rule} in their rules" if self.rule else ""
            raise FrameError(
                f"plot.{self.name}() supports only {names}{why}, but the frame contains {', '.join(wrong)}."
            )


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
    *columns: str,
    either: Sequence[Sequence[str]] = (),
    games: Sequence[str] = (),
    rule: str = "",
    result_of: str = "",
    limits: Mapping[str, tuple[int, int]] = MappingProxyType({}),
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
    rule : str
        The rule (`Rules`) that a sport must declare for it.
    result_of : str
        The verb of ``df.sports`` whose result it draws, for plots of what no table holds.
    limits : mapping of str to tuple of int
        Options that are numbers of something, with the least and the greatest; others are at least 1.
    """

    wanted = tuple((*columns, *more) for more in either) or (columns,)

    def wrap(function: Callable[..., Axes]) -> Callable[..., Axes]:
        name = function.__name__
        signature, by_place = _signature(function)

        @functools.wraps(function)
        def draw(
            df: pd.DataFrame,
            *who: Any,
            ax: Axes | None = None,
            title: str | None = None,
            subtitle: str | None = None,
            figsize: tuple[float, float] | None = None,
            **options: Any,
        ) -> Axes:
            require("plots", "matplotlib", "cycler")
            if who and options.get(by_place.name) is not None:
                raise QueryError(f"plot.{name}() takes players by place or as {by_place.name}=, not both.")
            if who:
                whole = by_place.name == "player" or not isinstance(who[0], str | Real)
                options[by_place.name] = who[0] if whole else list(who)
            from ..measures.tables import without_repeats

            REGISTRY[name].check(df)
            df = without_repeats(df)
            _check_numbers(name, function, options, limits)
            scale = text_scale()
            sheet = Sheet(name, _axes(name, ax), title, subtitle, _inches(name, figsize, ax), df, text_scale=scale)
            with style_for(ax, scale):
                try:
                    drawn = function(df, sheet, **{SHORT.get(key, key): value for key, value in options.items()})
                    sheet.check_room()
                    return drawn
                except BaseException as error:
                    sheet.discard()
                    why = _misfit(error, options, [*inspect.signature(draw).parameters][1:-1])
                    if not why:
                        raise
                    raise QueryError(f"plot.{name}() {why}") from None

        draw.__signature__ = signature  # type: ignore[attr-defined]
        draw.__doc__ = _documented(function.__doc__ or "")
        public = verb(draw, f"plot.{name}")
        REGISTRY[name] = Plot(name, function, public, wanted, tuple(games), rule, result_of)
        return public

    return wrap


def _check_numbers(
    name: str, function: Callable[..., Axes], options: Mapping[str, Any], limits: Mapping[str, tuple[int, int]]
) -> None:
    """Refuse options outside of their limits that are numbers of something, as their defaults say."""
    for option in inspect.signature(function).parameters.values():
        if type(option.default) is not int or option.name not in options:
            continue
        given, (least, most) = options[option.name], limits.get(option.name, (1, None))
        if isinstance(given, bool) or not isinstance(given, int | np.integer) or not least <= given <= (most or given):
            wanted = f"from {least} to {most}" if most else f"of at least {least}"
            raise QueryError(f"{option.name}= of plot.{name}() must be an integer {wanted}, not {quoted(given)}.")


def _signature(function: Callable[..., Axes]) -> tuple[inspect.Signature, inspect.Parameter]:
    """Return the signature of a plot function for its users, and the option they may give by place, else the frame."""
    signature = inspect.signature(function)
    first, _, *own = signature.parameters.values()
    named, rest = [p for p in own if p.kind is p.KEYWORD_ONLY], [p for p in own if p.kind is p.VAR_KEYWORD]
    common = [
        inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=hint)
        for key, hint in _COMMON.items()
    ]
    by_place = next((p for p in named if p.name in WHO), first)
    parameters = [first, *_by_place(by_place), common[0], *named, *common[1:], *rest]
    if by_place.name == "player":
        parameters.remove(by_place)
    return signature.replace(parameters=parameters), by_place


WHO = ("player", "players")
"""Options that may also be given without their name, after the frame."""


def _by_place(option: inspect.Parameter) -> list[inspect.Parameter]:
    """Return the parameter by which an option is given without its name: one player, or as many as there are."""
    if option.name == "players":
        return [inspect.Parameter("names", inspect.Parameter.VAR_POSITIONAL, annotation="str | int")]
    return [option.replace(kind=option.POSITIONAL_OR_KEYWORD)] if option.name == "player" else []


SHORT = {
    "linewidth": "lw", "linestyle": "ls", "markersize": "ms", "markerfacecolor": "mfc", "markeredgecolor": "mec",
    "markeredgewidth": "mew",
}  # fmt: skip
"""Names of options that matplotlib has twice -> those that the plots set, so that what a user passes replaces them."""

UNKNOWN = re.compile(r"(?:unexpected keyword argument|has no property) '(\w+)'")
TAKEN = re.compile(r"got multiple values for (?:keyword )?argument '(\w+)'")


def _misfit(error: BaseException, options: Mapping[str, Any], own: list[str]) -> str:
    """Return which option the artist does not take, and those of the plot; empty if an error has another cause."""
    if (taken := _named(TAKEN, error)) in options:
        return f"sets {taken} itself, so {taken}= cannot be passed."
    named = _named(UNKNOWN, error)
    unknown = next((key for key in options if SHORT.get(key, key) == named), None)
    if unknown is None:
        return ""
    return (
        f"has no option {unknown!r}, nor has the artist it draws with; its options are {', '.join(own)}."
        f"{nearest(unknown, own)}"
    )


def _named(form: re.Pattern[str], error: BaseException) -> str:
    """Return the keyword that an error of matplotlib names, if it is of this form."""
    found = form.search(str(error))
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
