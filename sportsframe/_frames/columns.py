"""The data dictionary: the catalog as a frame."""

from __future__ import annotations

import numpy as np
import pandas as pd

from ..catalog import RESOURCES, answer, every_table, layout, sport_code
from ..catalog.names import is_sport
from ..catalog.resources import resource_name
from ..errors import QueryError, choose, quoted
from .arguments import checked

HEADERS = ("sport", "resource", "table", "column", "wire", "dtype", "unit", "description", "source")


@checked
def columns(sport: str | None = None, resource: str | None = None, table: str | None = None) -> pd.DataFrame:
    """Return the data dictionary: one row per column of every table.

    Parameters
    ----------
    sport, resource, table : str, optional
        Filter the rows; by default, all are returned.

    Returns
    -------
    pandas.DataFrame, shape (n_columns, 9)
        All strings: ``sport, resource, table, column, wire, dtype, unit, description, source``. ``wire`` is the API
        field name (with the name of its object if a table has the key twice), missing for derived columns and
        repeated keys. ``source`` is a section of the specification, ``observed``, ``assumed``, or the column from
        which it is derived.

    Raises
    ------
    QueryError
        An unknown sport, resource or table.

    Examples
    --------
    >>> columns("MLB", "live", "pitching").set_index("column").loc["innings", "wire"]
    'IP'
    """
    if sport is not None and not is_sport(sport):
        _refuse_other_kind(sport)
    sport = None if sport is None else sport_code(sport)
    if resource is not None and resource in _tables() - _resources():
        _refuse_other_kind(resource)
    resource = None if resource is None else resource_name(resource)
    if sport is not None and resource is not None:
        answer(sport, resource)
    if table is not None:
        table = _table(sport, resource, table)
    rows = [
        (code, asked, name, c.name, c.wire, c.dtype, c.unit, c.meaning, c.source)
        for code, asked, name, lay in every_table()
        if sport in (None, code) and resource in (None, asked) and table in (None, name)
        for c in lay.columns
    ]
    return pd.DataFrame(rows, columns=list(HEADERS), dtype=pd.StringDtype(na_value=np.nan))


def _tables() -> set[str]:
    return {name for _, _, name, _ in every_table()}


def _resources() -> set[str]:
    return {name for resource in RESOURCES.values() for name in resource.names}


def _refuse_other_kind(asked: str) -> None:
    """Reject the name of a table or a resource in place of another filter."""
    for what, known in (("table", _tables()), ("resource", _resources())):
        if asked in known:
            raise QueryError(f"{quoted(asked)} is a {what}; write columns({what}={quoted(asked)}).")


def _table(sport: str | None, resource: str | None, table: str) -> str:
    if sport is not None and resource is not None:
        return layout(sport, resource, table).table.name
    names = [name for code, asked, name, _ in every_table() if sport in (None, code) and resource in (None, asked)]
    return choose(table, list(dict.fromkeys(names)), "table")
