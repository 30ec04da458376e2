"""Signatures as users see them: of functions as methods of a frame, and with the keywords of ``**`` spelled out."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

if TYPE_CHECKING:
    import pandas as pd

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])


class Holder(Protocol):
    """What keeps a frame for its methods."""

    _frame: pd.DataFrame


class Method(Generic[P, R]):
    """A method that calls a function with the frame held, and looks like that function.

    Parameters
    ----------
    find : callable
        Gives the function; called on first use, so that a class can offer functions of modules not yet imported.
    """

    def __init__(self, find: Callable[[], Callable[Concatenate[pd.DataFrame, P], R]]) -> None:
        self._find = find
        self._method: Any = None  # no cached_property: that of Python 3.11 holds a lock, which a fork would keep

    def __get__(self, holder: Holder | None, owner: type) -> Callable[P, R]:
        if self._method is None:
            self._method = as_method(self._find())
        bound: Callable[P, R] = self._method.__get__(holder, owner)
        return bound


class View(Generic[R]):
    """An attribute made of the frame held, such as ``df.sports.plot``.

    In a descriptor of its own, because completion does not look behind a property.

    Parameters
    ----------
    find : callable
        Gives the class, which is made with the frame.
    """

    def __init__(self, find: Callable[[], Callable[[pd.DataFrame], R]]) -> None:
        self._find = find

    def __get__(self, holder: Holder | None, owner: type) -> R:
        made: Any = self._find()
        found: R = made if holder is None else made(holder._frame)
        return found


def as_method(function: Callable[..., R]) -> Callable[..., R]:
    """A function of a frame as a method of a `Holder`; its frame is no longer a parameter.

    Examples
    --------
    >>> def rows(frame, *, most=3): "The first rows."
    >>> inspect.signature(as_method(rows))
    <Signature (self, /, *, most=3)>
    """
    signature = inspect.signature(function)
    frame, *others = signature.parameters.values()

    @functools.wraps(function)
    def method(self: Holder, /, *args: Any, **options: Any) -> R:
        return function(self._frame, *args, **options)

    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    method.__signature__ = signature.replace(parameters=[own, *others])  # type: ignore[attr-defined]
    method.__doc__ = without_parameter(inspect.getdoc(function) or "", frame.name)
    return method


def without_parameter(doc: str, name: str) -> str:
    """A numpydoc text without the entry of one parameter, and without its section where nothing else stands in it."""
    entry = re.sub(rf"^{name} : .*\n(?:    .*\n|\n(?=    ))*", "", doc, count=1, flags=re.M)
    return re.sub(r"Parameters\n-+\n(?=\n|\Z)\n?", "", entry)


def spell_out(keywords: Iterable[inspect.Parameter]) -> Callable[[F], F]:
    """Put these keywords in the place of ``**`` in the signature of a function, for help and completion."""
    named = list(keywords)

    def wrap(function: F) -> F:
        signature = inspect.signature(function)
        own = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
        function.__signature__ = signature.replace(parameters=[*own, *named])  # type: ignore[attr-defined]
        return function

    return wrap


def keywords_of(given: Any) -> list[inspect.Parameter]:
    """The keys of a TypedDict as keywords that may be left out."""
    return [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=getattr(hint, "__forward_arg__", hint)
        )
        for name, hint in given.__annotations__.items()
    ]
