"""What a measure is: a formula over sums, declared once.

The inputs are summed over the group first and the formula is applied once; a ratio is never averaged. A row's own value
is the group of that row. Values are percent where a name ends in ``_pct``; undefined is missing, never 0 or infinite.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from .rows import Rows

Adds = Literal["ratio", "rule", "count", "min", "max", "no"]
Better = Literal[1, -1, 0]
Value = Callable[["Sums"], Any]

ADDS: dict[Adds, str] = {
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


@dataclass(frozen=True)
class Primitive:
    """An input that is worked out row by row before anything is summed.

    Parameters
    ----------
    needs : tuple of str
        Columns it reads.
    make : callable
        From the rows to a float64 array, NaN where missing.
    """

    needs: tuple[str, ...]
    make: Callable[[Rows], np.ndarray]


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
    adds : {"ratio", "rule", "count", "min", "max", "no"}
        What holds for groups; see `ADDS`.
    reference : str
        Who publishes it.
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
    alike : str
        Column that must be the same throughout a group for the group to have a value.
    resource : str
        The resource whose tables of that name have the columns, where two share the name.
    """

    name: str
    label: str
    sports: tuple[str, ...]
    tables: tuple[str, ...]
    inputs: tuple[str, ...]
    value: Value
    formula: str
    unit: str
    better: Better
    adds: Adds
    reference: str
    family: tuple[str, ...] = ()
    note: str = ""
    flag: bool = False
    whole: bool = False
    text: bool = False
    requires: str = ""
    options: tuple[str, ...] = field(default=())
    alike: str = ""
    resource: str = ""

    @property
    def dtype(self) -> str:
        """``Float64``; whole numbers ``Int64``, flags ``boolean``, text ``str``."""
        return "boolean" if self.flag else "Int64" if self.whole else "str" if self.text else "Float64"


def divided(numerator: Any, denominator: Any) -> Any:
    """The quotient, missing where nothing was attempted."""
    return numerator / denominator.where(denominator != 0, np.nan)


@dataclass(frozen=True)
class Where:
    """Sport and tables shared by the measures declared with it."""

    sports: tuple[str, ...]
    tables: tuple[str, ...]
    family: tuple[str, ...] = ()

    def ratio(
        self, name: str, label: str, inputs: str, over: Callable[[Sums], tuple[Any, Any]], formula: str, unit: str,
        better: Better, reference: str, **more: Any,
    ) -> Measure:  # fmt: skip
        """A measure of one sum over another: ``over`` gives numerator and denominator."""

        def value(sums: Sums) -> Any:
            return divided(*over(sums))

        return self.make(name, label, inputs, value, formula, unit, better, "ratio", reference, **more)

    def make(
        self, name: str, label: str, inputs: str, value: Value, formula: str, unit: str,
        better: Better, adds: Adds, reference: str, **more: Any,
    ) -> Measure:  # fmt: skip
        """Any other measure; one that may be summed has whole numbers unless it says otherwise."""
        more.setdefault("whole", adds in ("count", "min", "max") and not more.get("flag"))
        more.setdefault("family", self.family)
        return Measure(
            name, label, self.sports, more.pop("tables", self.tables), tuple(inputs.split()), value, formula, unit,
            better, adds, reference, **more,
        )  # fmt: skip
