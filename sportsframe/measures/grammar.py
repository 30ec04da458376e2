"""What a measure is: a formula over sums, declared once.

The inputs are summed over the group first and the formula is applied once; a ratio is never averaged. A row's own value
is the group of that row. Values are percent where a name ends in ``_pct``; undefined is missing, never 0 or infinite.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pandas as pd

Adds = Literal["ratio", "rule", "count", "no"]
Value = Callable[["Sums"], pd.Series]

ADDS: dict[Adds, str] = {
    "ratio": "numerator and denominator are summed",
    "rule": "the inputs are summed, then the formula is applied",
    "count": "may itself be summed",
    "no": "belongs to one row and has no value for a group",
}


class Sums:
    """The summed inputs of a measure, one value a row or group: ``s.hits``; float64, NaN where missing."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame

    def __getattr__(self, name: str) -> pd.Series:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._frame[name]

    @property
    def index(self) -> pd.Index:
        return self._frame.index


@dataclass(frozen=True)
class Measure:
    """A derived figure.

    Parameters
    ----------
    name : str
        The field's standard term.
    label : str
        For axes and headings.
    sports, tables : tuple of str
        Where it applies.
    inputs : tuple of str
        Columns it reads.
    value : callable
        From summed inputs to the figure.
    formula : str
        For people, in column names.
    unit : str
        ``%``, ``ratio``, ``runs``, ...
    better : {1, -1, 0}
        Whether more is better, less is, or neither.
    adds : {"ratio", "rule", "count", "no"}
        What holds for groups.
    reference : str
        Who publishes it.
    family : str or None
        For football's sparse lines: the stat family whose absent counts are zero.
    note : str
        What to beware of.
    """

    name: str
    label: str
    sports: tuple[str, ...]
    tables: tuple[str, ...]
    inputs: tuple[str, ...]
    value: Value
    formula: str
    unit: str
    better: Literal[1, -1, 0]
    adds: Adds
    reference: str
    family: tuple[str, ...] = ()
    note: str = ""
    flag: bool = False

    @property
    def dtype(self) -> str:
        """``Float64``; counts ``Int64``, flags ``boolean``."""
        return "boolean" if self.flag else "Float64"


def divided(numerator: pd.Series, denominator: pd.Series) -> pd.Series:
    """The quotient, missing where nothing was attempted."""
    return numerator / denominator.where(denominator != 0, np.nan)


@dataclass(frozen=True)
class Where:
    """Sport and tables shared by the measures declared with it."""

    sports: tuple[str, ...]
    tables: tuple[str, ...]
    families: tuple[str, ...] = ()

    def ratio(
        self, name: str, label: str, inputs: str, over: Callable[[Sums], tuple[Any, Any]], formula: str, unit: str,
        better: Literal[1, -1, 0], reference: str, **more: Any,
    ) -> Measure:  # fmt: skip
        """A measure of one sum over another: ``over`` gives numerator and denominator."""

        def value(sums: Sums) -> pd.Series:
            return divided(*over(sums))

        return self.make(name, label, inputs, value, formula, unit, better, "ratio", reference, **more)

    def make(
        self, name: str, label: str, inputs: str, value: Value, formula: str, unit: str,
        better: Literal[1, -1, 0], adds: Adds, reference: str, **more: Any,
    ) -> Measure:  # fmt: skip
        """Any other measure."""
        return Measure(
            name, label, self.sports, more.pop("tables", self.tables), tuple(inputs.split()), value, formula, unit,
            better, adds, reference, **more,
        )  # fmt: skip
