"""Declaration of measures: a formula over sums.

The inputs are summed over the group first and the formula is applied once; a ratio is never averaged. A row's own value
is the group of that row. Values are percent where a name ends in ``_pct``; undefined is missing, never 0 or infinite.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

import numpy as np
import pandas as pd

from .references import linked

Aggregation = Literal["ratio", "rule", "count", "min", "max", "no"]
Value = Callable[["Sums"], Any]

AGGREGATIONS: dict[Aggregation, str] = {
    "ratio": "numerator and denominator are summed",
    "rule": "the inputs are summed, then the formula is applied",
    "count": "may itself be summed; a flag gives the number of rows that have it",
    "min": "the least of the rows",
    "max": "the greatest of the rows",
    "no": "is defined per row, not per group",
}


class TableOptions(TypedDict, total=False):
    """Other tables of the same games, and the constant of `fip`."""

    teams: pd.DataFrame | None
    players: pd.DataFrame
    skaters: pd.DataFrame
    turns: pd.DataFrame
    throws: pd.DataFrame
    courses: pd.DataFrame
    league: pd.DataFrame
    constant: float | Literal["league"]


class Sums:
    """The summed inputs of a measure, one value per row or group: ``s.hits``; float64, NaN where missing."""

    def __init__(self, inputs: Mapping[str, pd.Series], options: Mapping[str, Any]) -> None:
        self._inputs = inputs
        self.options = options

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._inputs[name]


class Recorder(Sums):
    """Records which inputs a formula reads, in order."""

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
    """A derived statistic.

    Parameters
    ----------
    name : str
        Name, the standard term of the field.
    label : str
        Label for axes and headings.
    tables : tuple of str
        Tables to which it applies.
    value : callable
        Computes the statistic from summed inputs.
    inputs : tuple of str
        Inputs of `value`: columns, or values computed from columns row by row.
    formula : str
        Formula for display, in column names.
    unit : str
        ``%``, ``ratio``, ``runs``, ...
    aggregation : {"ratio", "rule", "count", "min", "max", "no"}
        Aggregation for groups; see `AGGREGATIONS`.
    reference : str
        Publication.
    higher_is_better : bool or None
        None if neither applies.
    resource : str
        The resource whose tables these are; empty for statistics of complete games (standings, ratings).
    family : tuple of str
        For football's sparse rows: the stat families that it is computed from, or single columns. An absent value in
        them is zero if the player took part in the game.
    note : str
        Caveats.
    total : bool
        Whether a formula of sums gives a total, which grows with playing time.
    flag, whole, text : bool
        Whether values are booleans, integers or strings; otherwise they are floats.
    requires : str
        Option required for a value, such as ``turns``.
    options : tuple of str
        Other options it accepts.
    same_within_group : str
        Column that must be constant within a group.
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
    total: bool = False
    flag: bool = False
    whole: bool = False
    text: bool = False
    requires: str = ""
    options: tuple[str, ...] = ()
    same_within_group: str = ""

    @property
    def dtype(self) -> str:
        """``Float64``; integers ``Int64``, flags ``boolean``, text ``str``."""
        return "boolean" if self.flag else "Int64" if self.whole else "str" if self.text else "Float64"

    @property
    def of_sums(self) -> bool:
        """Whether the value of a group is computed from its summed inputs."""
        return self.aggregation in ("ratio", "rule")

    @property
    def is_total(self) -> bool:
        """Whether it grows with playing time, so that it may be divided by games."""
        return self.aggregation == "count" or self.total

    @property
    def is_rate(self) -> bool:
        """Whether it says little about those with few chances."""
        return self.of_sums and not self.total

    @property
    def lowest_first(self) -> bool:
        """Whether the least leads; of columns see `Column.lowest_first`."""
        return self.higher_is_better is False


def reached(counts: pd.Series, least: float) -> pd.Series:
    """Return 1 where a count is at least this, 0 where it is less, and missing where it is missing."""
    return (counts >= least).astype("float64").where(counts.notna())


def divided(numerator: Any, denominator: Any) -> Any:
    """Return the quotient, missing if nothing was attempted."""
    return numerator / denominator.where(denominator != 0, np.nan)


def inputs_of(value: Value) -> tuple[str, ...]:
    """Return the inputs that a formula reads."""
    recorder = Recorder()
    value(recorder)
    return tuple(recorder.read)


def adds_up(value: Value, inputs: tuple[str, ...]) -> bool:
    """Whether a formula of sums is the sum of its values; found from the values of two rows and of their sum."""
    rows = {name: pd.Series([3.0 + n, 7.0 + 2 * n, 10.0 + 3 * n]) for n, name in enumerate(inputs)}
    first, second, both = value(Sums(rows, {}))
    return bool(np.isclose(first + second, both))


@dataclass(frozen=True)
class On:
    """Tables and other properties shared by the measures declared with it."""

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
        """Declare a ratio of two sums: ``parts`` returns numerator and denominator."""

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
        """Declare any other measure; one that can be summed has integer values by default."""
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
            reference=linked(reference),
            **{**shared, **more},
        )

    def flag(self, name: str, label: str, *, value: Value, formula: str, reference: str, **more: Any) -> Measure:
        """Declare what a row may achieve: 1 or 0, which is summed to the number of rows that did."""
        shared: dict[str, Any] = {"unit": "flag", "aggregation": "count", "higher_is_better": True, "flag": True}
        return self.make(name, label, value=value, formula=formula, reference=reference, **shared, **more)

    def column(self, name: str, label: str, *, aggregation: Aggregation, **more: Any) -> Measure:
        """Declare a measure that is computed row by row by a primitive of the same name."""
        return self.make(name, label, value=lambda s: getattr(s, name), aggregation=aggregation, **more)
