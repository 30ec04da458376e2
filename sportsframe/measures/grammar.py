"""What a measure is: a formula over sums, declared once.

The inputs are summed over the group first and the formula is applied once; a ratio is never averaged. A row's own value
is the group of that row. Values are percent where a name ends in ``_pct``; undefined is missing, never 0 or infinite.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pandas as pd

Aggregation = Literal["ratio", "rule", "count", "min", "max", "no"]
Value = Callable[["Sums"], Any]

AGGREGATIONS: dict[Aggregation, str] = {
    "ratio": "numerator and denominator are summed",
    "rule": "the inputs are summed, then the formula is applied",
    "count": "may itself be summed; a flag gives the number of rows that have it",
    "min": "the least of the rows",
    "max": "the greatest of the rows",
    "no": "belongs to one row and has no value for a group",
}


class Sums:
    """The summed inputs of a measure, one value a row or group: ``s.hits``; float64, NaN where missing."""

    def __init__(self, inputs: Mapping[str, pd.Series], options: Mapping[str, Any]) -> None:
        self._inputs = inputs
        self.options = options

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._inputs[name]


class Recorder(Sums):
    """Notes which inputs a formula reads, in the order in which it does."""

    def __init__(self) -> None:
        super().__init__({}, {})
        self.read: dict[str, None] = {}

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        self.read[name] = None
        return pd.Series([1.0])


@dataclass(frozen=True, kw_only=True)
class Measure:
    """A derived figure.

    Parameters
    ----------
    name : str
        The field's standard term.
    label : str
        For axes and headings.
    tables : tuple of str
        Where it applies.
    value : callable
        From summed inputs to the figure.
    inputs : tuple of str
        What `value` reads: columns, or figures worked out from columns row by row.
    formula : str
        For people, in column names.
    unit : str
        ``%``, ``ratio``, ``runs``, ...
    aggregation : {"ratio", "rule", "count", "min", "max", "no"}
        What holds for groups; see `AGGREGATIONS`.
    reference : str
        Who publishes it.
    higher_is_better : bool or None
        None where neither is.
    resource : str
        The resource whose tables these are; empty where they are made of whole games (standings, ratings).
    family : tuple of str
        For football's sparse lines: where a line has any of these stat families, what it leaves out is zero.
    note : str
        What to beware of.
    flag, whole, text : bool
        Whether values are true or false, whole numbers, text; else they are floats.
    requires : str
        Option without which there is no value, such as ``turns``.
    options : tuple of str
        Other options it takes.
    same_within_group : str
        Column that must be the same throughout a group for the group to have a value.
    """

    name: str
    label: str
    tables: tuple[str, ...]
    value: Value
    inputs: tuple[str, ...]
    formula: str
    unit: str
    aggregation: Aggregation
    reference: str
    higher_is_better: bool | None = None
    resource: str = "live"
    family: tuple[str, ...] = ()
    note: str = ""
    flag: bool = False
    whole: bool = False
    text: bool = False
    requires: str = ""
    options: tuple[str, ...] = ()
    same_within_group: str = ""

    @property
    def dtype(self) -> str:
        """``Float64``; whole numbers ``Int64``, flags ``boolean``, text ``str``."""
        return "boolean" if self.flag else "Int64" if self.whole else "str" if self.text else "Float64"


def divided(numerator: Any, denominator: Any) -> Any:
    """The quotient, missing where nothing was attempted."""
    return numerator / denominator.where(denominator != 0, np.nan)


def inputs_of(value: Value) -> tuple[str, ...]:
    """The inputs that a formula reads."""
    recorder = Recorder()
    value(recorder)
    return tuple(recorder.read)


@dataclass(frozen=True)
class On:
    """The tables shared by the measures declared with it, and what else they share."""

    tables: tuple[str, ...]
    family: tuple[str, ...] = ()
    resource: str = "live"

    def ratio(
        self,
        name: str,
        label: str,
        *,
        parts: Callable[[Sums], tuple[Any, Any]],
        formula: str,
        unit: str,
        reference: str,
        **more: Any,
    ) -> Measure:
        """A measure of one sum over another: ``parts`` gives numerator and denominator."""

        def value(sums: Sums) -> Any:
            return divided(*parts(sums))

        return self.make(
            name, label, value=value, formula=formula, unit=unit, aggregation="ratio", reference=reference, **more
        )

    def make(
        self,
        name: str,
        label: str,
        *,
        value: Value,
        formula: str,
        unit: str,
        aggregation: Aggregation,
        reference: str,
        **more: Any,
    ) -> Measure:
        """Any other measure; one that may be summed has whole numbers unless it says otherwise."""
        whole = aggregation in ("count", "min", "max") and not more.get("flag")
        shared = {"tables": self.tables, "family": self.family, "resource": self.resource, "whole": whole}
        return Measure(
            name=name,
            label=label,
            value=value,
            inputs=inputs_of(value),
            formula=formula,
            unit=unit,
            aggregation=aggregation,
            reference=reference,
            **{**shared, **more},
        )

    def column(self, name: str, label: str, *, aggregation: Aggregation, **more: Any) -> Measure:
        """A figure that is worked out row by row under its own name."""
        return self.make(name, label, value=lambda s: getattr(s, name), aggregation=aggregation, **more)
