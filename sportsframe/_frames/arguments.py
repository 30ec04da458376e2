"""Argument checks of functions that take frames: one-line errors for calls that do not fit the signature."""

from __future__ import annotations

import collections.abc
import functools
import inspect
import types
from collections.abc import Callable
from numbers import Integral, Real
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints
from zoneinfo import available_timezones

import numpy as np
import pandas as pd

from .._util.document import brief
from ..errors import FrameError, QueryError, SportsframeError, nearest, quoted

F = TypeVar("F", bound=Callable[..., Any])
Check = Callable[[Any], bool]

ORDINARY: dict[Any, tuple[str, Check]] = {
    bool: ("True or False", lambda value: isinstance(value, bool | np.bool_)),
    int: ("an integer", lambda value: isinstance(value, Integral) and not isinstance(value, bool)),
    float: ("a number", lambda value: isinstance(value, Real) and not isinstance(value, bool | np.bool_)),
    str: ("a string", lambda value: isinstance(value, str)),
    type(None): ("None", lambda value: value is None),
    pd.DataFrame: ("a DataFrame", lambda value: isinstance(value, pd.DataFrame)),
    pd.Series: ("a Series", lambda value: isinstance(value, pd.Series)),
}
"""Type -> how messages call its values, and whether a value is one; NumPy's scalars are as good as Python's."""

CONTAINERS: dict[Any, str] = {
    collections.abc.Mapping: "a mapping", dict: "a dict", tuple: "a tuple", list: "a list",
    collections.abc.Sequence: "a list", collections.abc.Collection: "a collection", collections.abc.Iterable: "a list",
}  # fmt: skip


def refuse_unknown_zone(zone: str | None) -> None:
    """Reject a name that is not a time zone, with the same message in every function that accepts ``zone=``."""
    try:
        pd.Timestamp(0, tz=zone)
    except (LookupError, ValueError, OSError):  # a name that is unknown, malformed, or that of a folder of names
        asked = str(zone).strip().replace(" ", "_").casefold()
        near = sorted(name for name in available_timezones() if name.casefold().rpartition("/")[2] == asked)
        hint = f"write {quoted(near[0])}" if near else "pass an IANA name such as America/New_York"
        raise QueryError(f"unknown time zone {quoted(zone)}; {hint}.") from None


def checked(
    function: F,
    explain: Callable[[pd.DataFrame], str] | None = None,
    name: str = "",
    *,
    repeats: bool = False,
    prepare: Callable[[pd.DataFrame], pd.DataFrame] | None = None,
) -> F:
    """Refuse calls whose arguments do not fit the signature of `function`, before it runs.

    Parameters are checked against annotations of ordinary types, unions and literals of them; others accept anything.
    A frame with several columns of one name is refused. `function` gets frames whose index has no name that is also
    one of a column, which pandas would take for ambiguous.

    Parameters
    ----------
    function : callable
        Looked at on its first call.
    explain : callable, optional
        From a frame to the reason why an error about values came of it; empty if there is none.
    name : str, optional
        What messages call it; by default its name.
    repeats : bool
        Whether frames may have several columns of one name.
    prepare : callable, optional
        From a frame to the one that `function` gets.

    Raises
    ------
    QueryError
        An argument is unknown, missing, given twice or of another type.
    FrameError
        An argument is not a frame, repeats columns, or is explained.
    """
    name = name or function.__name__

    @functools.wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        signature, wanted = _declared(function)
        try:
            given = signature.bind(*args, **options)
        except TypeError as error:
            raise QueryError(_misfit(name, signature, options, error)) from None
        for key, value in given.arguments.items():
            _check(name, key, value, wanted.get(key))
            if isinstance(value, pd.DataFrame) and not repeats:
                refuse_repeats(value, f"{name}({key}=)")
        frames = [value for value in (*args, *options.values()) if isinstance(value, pd.DataFrame)]
        if any(map(_ambiguous, frames)):
            args, options = tuple(map(_plain_index, args)), {key: _plain_index(v) for key, v in options.items()}
        if prepare is not None:
            args = tuple(prepare(v) if isinstance(v, pd.DataFrame) else v for v in args)
            options = {key: prepare(v) if isinstance(v, pd.DataFrame) else v for key, v in options.items()}
        if explain is None:
            return function(*args, **options)
        try:
            return function(*args, **options)
        except (TypeError, ValueError, AttributeError, LookupError) as error:
            if isinstance(error, SportsframeError):
                raise
            reason = next(filter(None, map(explain, frames)), "")
            if not reason:
                raise
            raise FrameError(f"{name}() {reason}.") from error

    return call  # type: ignore[return-value]


@functools.cache
def _declared(function: Callable[..., Any]) -> tuple[inspect.Signature, dict[str, list[tuple[str, Check]] | None]]:
    signature = inspect.signature(function)
    found = {
        key: _checks(_evaluated(one.annotation, function))
        for key, one in signature.parameters.items()
        if one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL)
    }
    return signature, found


def _evaluated(annotation: Any, function: Callable[..., Any]) -> Any:
    if not isinstance(annotation, str):
        return annotation
    try:
        one = types.SimpleNamespace(__annotations__={"it": annotation})
        return get_type_hints(one, inspect.unwrap(function).__globals__)["it"]
    except NameError:  # imported for type checkers only
        return Any


def _checks(annotation: Any) -> list[tuple[str, Check]] | None:
    """What a value may be; None if anything."""
    if annotation in ORDINARY:
        return [ORDINARY[annotation]]
    origin = get_origin(annotation)
    if origin is Literal:
        return [(repr(choice), _equal(choice)) for choice in get_args(annotation)]
    if origin in (Union, types.UnionType):
        found: list[tuple[str, Check]] = []
        for part in get_args(annotation):
            checks = _checks(part)
            if checks is None:
                return None
            found += checks
        return found
    if (origin or annotation) in CONTAINERS:
        return [(CONTAINERS[origin or annotation], _instance_of(origin or annotation))]
    return None


def _equal(choice: Any) -> Check:
    return lambda value: type(value) is type(choice) and value == choice


def _instance_of(container: Any) -> Check:
    return lambda value: isinstance(value, container) and not isinstance(value, str | bytes)


def _check(name: str, key: str, value: Any, checks: list[tuple[str, Check]] | None) -> None:
    if checks is not None and not any(fits(value) for _, fits in checks):
        told = " or ".join(dict.fromkeys(text for text, _ in checks))
        error = FrameError if checks[0] is ORDINARY[pd.DataFrame] else QueryError
        near = (
            nearest(value, [text.strip("'") for text, _ in checks if text[0] == "'"]) if isinstance(value, str) else ""
        )
        near = near or _one_of(name, key, value, checks)
        if error is FrameError and (way := next((way for way in TO_PANDAS if callable(getattr(value, way, None))), "")):
            package = type(value).__module__.partition(".")[0]
            raise error(f"{name}({key}=) must be a DataFrame of pandas, not of {package}; pass {key}.{way}().")
        raise error(f"{name}({key}=) must be {told}, not {type(value).__name__} {_shown(value)}".rstrip() + f".{near}")


TO_PANDAS = ("compute", "to_pandas")
"""Methods of other frames that give one of pandas."""


def is_several(value: Any) -> bool:
    """Whether a value holds several, where one is taken."""
    one = isinstance(value, str | bytes | collections.abc.Mapping) or getattr(value, "ndim", 1) != 1
    return isinstance(value, collections.abc.Collection) and not one


def select_several(column: str, values: Any) -> str:
    """What to write for the rows with one of several values in a column, for the end of a sentence."""
    shown = [value.item() if isinstance(value, np.generic) else value for value in values]
    some = quoted(shown) if len(shown) <= MOST_VALUES else "values"
    return f'select rows: df[df["{column}"].isin({some})]'


MOST_VALUES = 4
"""Values that a message repeats."""

SEVERAL = {("player", "who"): "player", ("team", "who"): "team"}
"""Function and parameter that take one name or ID -> the column of the names."""


def _one_of(name: str, key: str, value: Any, checks: list[tuple[str, Check]]) -> str:
    """What to write in place of several values, or of a frame, where one value is taken."""
    if checks[0] is ORDINARY[pd.DataFrame] and isinstance(value, str) and key != "teams":
        return ' Load one first, such as sportsframe.live("2024-06-01", "MLB").'
    if not {ORDINARY[str], ORDINARY[int]} & {*checks}:
        return ""
    if isinstance(value, pd.DataFrame):
        return f' Pass one value, such as {key}=df["{key}"].iloc[0].' if key in value.columns else ""
    if not is_several(value) or not len(value):
        return ""
    if (name, key) in SEVERAL:
        column = SEVERAL[name, key]
        numbers = all(isinstance(one, Integral) for one in value)
        return f" For several, {select_several(f'{column}_id' if numbers else column, value)}."
    together = " plot.compare(players=) takes several." if name.startswith("plot.") and key == "player" else ""
    return f" Pass one of them, such as {key}={quoted(next(iter(value)))}.{together}"


def refuse_repeats(frame: pd.DataFrame, what: str = "the frame") -> None:
    """Refuse a frame with several columns of one name; `what` is what the message calls it."""
    if not frame.columns.is_unique:
        twice = frame.columns[frame.columns.duplicated()][0]
        raise FrameError(f"{what} has several columns {brief(twice)!r}; keep one of each name.")


def _ambiguous(frame: pd.DataFrame) -> bool:
    return any(name is not None and name in frame.columns for name in frame.index.names)


def _plain_index(value: Any) -> Any:
    """A frame without those names of its index that columns have too; anything else as it is."""
    if not isinstance(value, pd.DataFrame) or not _ambiguous(value):
        return value
    names = [None if name in value.columns else name for name in value.index.names]
    return value.set_axis(value.index.set_names(names), axis=0)


def _shown(value: Any) -> str:
    if isinstance(value, pd.DataFrame | pd.Series | np.ndarray) or value is None:
        return ""
    return brief(repr(value))


INSTEAD = {
    ("standings", "date"): ' For a day, write games[games["game_date"] <= "2024-01-15"].sports.standings().',
    ("arrow", "columns"): ' Name them when it is scanned: data.arrow("games").to_table(columns=["game_id"]).',
    **dict.fromkeys(
        (("standings", "side"), ("standings", "home")),
        ' For games at home, write games.sports.games_log().query("home").',
    ),
    **dict.fromkeys(
        (("games_log", "team"), ("games_log", "")), " For one team, write df.sports.games_log().sports.team(team)."
    ),
    ("team", ""): " For games of two teams, write df.sports.team(one).sports.team(other).",
    ("standings", ""): ' Pass tables by name: teams=. For a day, write games[games["game_date"] <= day].',
}
"""Function and keyword that it does not have, empty for an argument too many -> what to write instead."""


def _misfit(name: str, signature: inspect.Signature, options: dict[str, Any], error: TypeError) -> str:
    accepted = [
        key
        for key, one in signature.parameters.items()
        if one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL) and key != "self"
    ]
    strange = next((key for key in options if key not in accepted), "")
    hint = INSTEAD.get((name, strange), "") if strange or "too many" in str(error) else ""
    hint = hint or (nearest(strange, accepted) if strange else "")
    return f"{name}(): {brief(str(error))}; it accepts {', '.join(accepted)}.{hint}"
