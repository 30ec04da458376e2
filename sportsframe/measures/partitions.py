"""Measures of Dask frames: each partition is summed by its worker, and only the sums are combined."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

import pandas as pd

from .._frames.arguments import F
from .._frames.recognize import Kind
from .._frames.typed import numbered
from ..errors import QueryError, SportsframeError, quoted

T = TypeVar("T")

AT_ONCE = 16
"""Sums of partitions that are brought together in one step."""


def is_dask(value: Any) -> bool:
    """Whether a value is a Dask DataFrame; Dask is not imported for it."""
    dataframe = sys.modules.get("dask.dataframe")
    return dataframe is not None and isinstance(value, dataframe.DataFrame)


def also_of_dask(of_partitions: Callable[..., Any]) -> Callable[[F], F]:
    """Call `of_partitions` with the same arguments instead where the first is a Dask frame."""

    def decorated(function: F) -> F:
        @functools.wraps(function)
        def call(*args: Any, **options: Any) -> Any:
            first = args[0] if args else next(iter(options.values()), None)
            return (of_partitions if is_dask(first) else function)(*args, **options)

        return call  # type: ignore[return-value]

    return decorated


def whole(value: Any) -> Any:
    """A Dask frame as one of pandas; anything else as it is."""
    return value.compute().reset_index(drop=True) if is_dask(value) else value


def columns_to_group(by: Any, verb: str) -> list[str]:
    """The names of the columns by which rows of partitions are grouped."""
    names = [by] if isinstance(by, str) else by
    if not isinstance(names, list | tuple) or not names or not all(isinstance(name, str) for name in names):
        raise QueryError(
            f"{verb} of a Dask frame needs by=, the name of a column or several, not {quoted(by)}; for a value per row "
            f"use frame.map_partitions, or {verb} of frame.compute()."
        )
    return list(names)


class _Outcome(NamedTuple, Generic[T]):
    """What has become of partitions: which sports their rows are of, and the result, or the first error."""

    sports: tuple[str, ...]
    result: T | SportsframeError


def reduced(
    frame: Any, options: Mapping[str, Any], part: Callable[[pd.DataFrame, dict[str, Any]], T],
    combine: Callable[[list[T]], T],
) -> T | None:  # fmt: skip
    """What `part` gives for each partition that has rows, combined in the order of the partitions.

    Parameters
    ----------
    frame : dask.dataframe.DataFrame
    options : mapping
        Other frames and values; of a Dask frame each partition is passed with that of `frame`.
    part, combine : callable
        They run where the partitions are.

    Returns
    -------
    object or None
        None if no partition has rows.

    Raises
    ------
    FrameError
        The partitions are of several sports, whatever else is wrong with one of them.
    """
    import dask

    delay: Any = dask.delayed  # type: ignore[attr-defined]
    rows = frame.to_delayed()
    beside = {name: value.to_delayed() for name, value in options.items() if is_dask(value)}
    for name, parts in beside.items():
        if len(parts) != len(rows):
            raise QueryError(
                f"{name}= has {len(parts)} partitions and the frame {len(rows)}; load both from the same days or "
                f"seasons, or pass {name}.compute()."
            )
    plain = {name: delay(value) for name, value in options.items() if name not in beside}
    found = [
        delay(_of_rows)(part, one, {**plain, **{name: parts[place] for name, parts in beside.items()}})
        for place, one in enumerate(rows)
    ]
    while len(found) > 1:
        found = [delay(_combined)(combine, found[at : at + AT_ONCE]) for at in range(0, len(found), AT_ONCE)]
    (outcome,) = dask.compute(*found)  # type: ignore[attr-defined, no-untyped-call]
    if outcome is None:
        return None
    if len(outcome.sports) > 1:
        _ = Kind(outcome.sports, "", "").sport  # which raises, also where Python is run without its assertions
    if isinstance(outcome.result, SportsframeError):
        raise outcome.result
    return outcome.result  # type: ignore[no-any-return]


def _of_rows(part: Callable[..., T], frame: pd.DataFrame, options: dict[str, Any]) -> _Outcome[T] | None:
    if not len(frame):
        return None
    sports = tuple(map(str, frame["sport"].dropna().unique())) if "sport" in frame.columns else ()
    beside = {name: numbered(one) if isinstance(one, pd.DataFrame) else one for name, one in options.items()}
    try:
        return _Outcome(sports, part(numbered(frame), beside))
    except SportsframeError as error:
        return _Outcome(sports, error)


def _combined(combine: Callable[[list[T]], T], parts: list[_Outcome[T] | None]) -> _Outcome[T] | None:
    there = [part for part in parts if part is not None]
    if not there:
        return None
    sports = tuple(dict.fromkeys(sport for part in there for sport in part.sports))
    results: list[T] = []
    for part in there:
        if isinstance(part.result, SportsframeError):
            return _Outcome(sports, part.result)
        results.append(part.result)
    return _Outcome(sports, combine(results) if len(sports) < 2 else results[0])
