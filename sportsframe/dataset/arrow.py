"""Tables of the catalog in Arrow and Polars, where a column has the same type in every sport."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import pandas as pd

from .._frames.arguments import checked
from .._frames.recognize import kind, tables_of
from .._frames.typed import TextAs, typed
from ..catalog import RESOURCES, every_table
from ..catalog.resources import in_group, resource_name
from ..errors import choose, require

if TYPE_CHECKING:
    import polars
    import pyarrow


@checked
def arrow_schema(table: str, resource: str = "live") -> pyarrow.Schema:
    """Return the Arrow schema of a table: one type for each column, whichever sport the rows are of.

    Parameters
    ----------
    table : str
        A table of the catalog, such as ``games`` or ``players``.
    resource : str, default "live"
        A resource that has it, such as ``schedule``.

    Returns
    -------
    pyarrow.Schema
        The columns of all sports. A column that sports type differently, such as ``round``, is text; categories are
        text as well, so that every engine reads them.

    Raises
    ------
    QueryError
        The resource or table is unknown.

    Examples
    --------
    >>> str(sf.arrow_schema("games").field("round").type)
    'string'
    """
    require("Arrow schemas", "pyarrow", install="'sportsframe[parquet]'")
    import pyarrow as pa

    name = resource_name(resource)
    first = in_group(RESOURCES[name].group)[0].name
    choose(table, dict.fromkeys(t for _, r, t, _ in every_table() if r == first), f"table of {resource}")
    return pa.schema(list(_types(first, [table]).items()))


def _types(resource: str, tables: Iterable[str]) -> dict[str, Any]:
    from .schema import common_types

    chosen = {*tables}
    return common_types(lay.columns for _, found, name, lay in every_table() if found == resource and name in chosen)


@checked
def to_arrow(frame: pd.DataFrame, *, text: TextAs = "str") -> pyarrow.Table:
    """Return a table of the catalog as Arrow, with the types of `arrow_schema` and no metadata of pandas.

    Parameters
    ----------
    frame : pandas.DataFrame, shape (n_rows, n_columns)
        A table of the catalog, or any selection of its rows and columns; the index is left out.
    text : {"str", "category"}, default "str"
        Whether text is strings or dictionaries.

    Returns
    -------
    pyarrow.Table
        Columns that the catalog does not declare have the type that pyarrow infers.

    Raises
    ------
    FrameError
        The frame is not a table of the catalog, or a value cannot be converted.

    Examples
    --------
    >>> sf.live("2024-06-01", "MLB").sports.to_arrow().schema.field("home_score").type
    DataType(int64)
    """
    require("Arrow tables", "pyarrow", install="'sportsframe[parquet]'")
    import pyarrow as pa

    choose(text, ("str", "category"), "text")
    found = kind(frame)
    types, plain = _types(found.resource, tables_of(frame, found).values()), typed(frame)
    made: dict[str, Any] = {}
    for name, column in plain.items():
        values = pa.Array.from_pandas(
            column.astype(object) if isinstance(column.dtype, pd.CategoricalDtype) else column
        )
        values = values.combine_chunks() if isinstance(values, pa.ChunkedArray) else values
        values = values.cast(
            types.get(str(name), pa.string() if pa.types.is_large_string(values.type) else values.type)
        )
        made[str(name)] = values.dictionary_encode() if text == "category" and values.type == pa.string() else values
    return pa.table(made)


@checked
def to_polars(frame: pd.DataFrame, *, text: TextAs = "str") -> polars.DataFrame:
    """Return a table of the catalog as a frame of Polars, with the types of `arrow_schema`.

    Parameters
    ----------
    frame : pandas.DataFrame, shape (n_rows, n_columns)
        As for `to_arrow`.
    text : {"str", "category"}, default "str"
        Whether text is ``String`` or ``Categorical``.

    Returns
    -------
    polars.DataFrame

    Raises
    ------
    ConfigError
        Polars is not installed.
    FrameError
        As for `to_arrow`.

    Examples
    --------
    >>> sf.live("2024-06-01", "MLB").sports.to_polars().height
    20
    """
    require("frames of Polars", "polars", "pyarrow", install="'sportsframe[engines]'")
    import polars as pl

    found = pl.from_arrow(to_arrow(frame, text=text))
    assert isinstance(found, pl.DataFrame)
    return found
