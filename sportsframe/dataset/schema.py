"""The tables of a dataset, and their columns as Arrow stores them: taken from the catalog, the same for every sport."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from .._frames import arrays
from .._frames.columns import columns
from .._frames.flatten import framed
from ..catalog import SPORTS, VERSION, Column, layout
from ..catalog.results import DATASET
from ..catalog.tables import Layout
from ..errors import ConfigError, SportsframeError

FORMAT = 1
"""Version of the files of a dataset; a part in another one is written again."""

SEASON_START, FINAL = DATASET
"""The columns with the year of the season, by which engines skip files, and with whether a row can still change."""

OWN_COLUMNS: Mapping[str, Mapping[str, str]] = {
    SEASON_START: {
        "description": "Year in which the season started", "source": "the season that was synced",
    },
    FINAL: {
        "description": "Whether the game was finished when its row was loaded; statistics may still be corrected "
        "afterwards", "source": "derived from status",
    },
}  # fmt: skip
"""What the dictionary says of the columns that a dataset adds."""

SCHEDULE = "schedule"
"""The table with the schedule of a season; any further ones of the same response begin with this word."""

ABOUT = b"sportsframe"
DICTIONARY = b"sportsframe.columns"
"""Metadata of a file: where its rows are from, and what its columns mean; both JSON."""

LIVE = "live"
SEASON = "schedule-season"

TYPES: Mapping[str, Any] = {
    "int": pa.int64(), "id": pa.int64(), "float": pa.float64(), "decimal": pa.float64(), "bool": pa.bool_(),
    "text": pa.string(), "category": pa.string(), "time": pa.timestamp("us", "UTC"), "date": pa.timestamp("us"),
}  # fmt: skip
"""Kind of a column of the catalog -> its Arrow type."""


class Origin(NamedTuple):
    """The resource and table of the catalog that a table of a dataset holds."""

    resource: str
    table: str


def origins(sport: str) -> dict[str, Origin]:
    """The tables that a dataset may have of a sport: those of its box scores and its schedule, if it has these.

    Raises
    ------
    ConfigError
        A sport that this process does not know, such as a worker of Dask.
    """
    if sport not in SPORTS:
        raise ConfigError(
            f"{sport} is not registered in this process; register it where a module is imported, or by an entry point."
        )
    found: dict[str, Origin] = {}
    if LIVE in SPORTS[sport].resources:
        found |= {name: Origin(LIVE, name) for name in SPORTS[sport].answer(LIVE).layouts}
    if SEASON in SPORTS[sport].resources:
        main = layout(sport, SEASON).table.name
        for name in SPORTS[sport].answer(SEASON).layouts:
            found[SCHEDULE if name == main else f"{SCHEDULE}_{name}"] = Origin(SEASON, name)
    return found


def layout_of(sport: str, name: str) -> Layout:
    """The layout of a table of a dataset."""
    origin = _origin(sport, name)
    return layout(sport, origin.resource, origin.table)


def has_final(sport: str, name: str) -> bool:
    """Whether the table has the column `FINAL`: box scores have it, schedules do not."""
    return _origin(sport, name).resource == LIVE


def _origin(sport: str, name: str) -> Origin:
    found = origins(sport).get(name)
    if found is None:  # only a manifest that another program wrote names such a table
        raise SportsframeError(f"{sport} has no table {name}; sportsframe.verify names the season that says so.")
    return found


@cache
def _types(known: tuple[str, ...], name: str) -> dict[str, Any]:
    """The type of each column of a table: one that all sports can be read with."""
    return common_types(layout_of(sport, name).columns for sport in known if name in origins(sport))


def common_types(layouts: Iterable[Iterable[Column]]) -> dict[str, Any]:
    """The Arrow type of each column in all of these tables; text where they have several that do not go together."""
    found: dict[str, set[Any]] = {}
    for columns_ in layouts:
        for column in columns_:
            found.setdefault(column.name, set()).add(TYPES[column.kind])
    return {column: _common(types) for column, types in found.items()}


def _common(types: set[Any]) -> Any:
    if len(types) == 1:
        return next(iter(types))
    return pa.float64() if types <= {pa.int64(), pa.float64()} else pa.string()


def own_columns(sport: str, name: str) -> dict[str, Any]:
    """The columns that a dataset adds to a table, and their types."""
    return {column: TYPES[kind] for column, kind in DATASET.items() if column != FINAL or has_final(sport, name)}


def schema(sport: str, name: str) -> pa.Schema:
    """The Arrow schema of a table of a sport; a column has the same type in every sport."""
    types = _types(tuple(SPORTS), name)
    fields = {column.name: types[column.name] for column in layout_of(sport, name).columns}
    return pa.schema((fields | own_columns(sport, name)).items())


def joint_schema(sports: Iterable[str], name: str) -> pa.Schema:
    """The columns of a table in any of these sports; those that a dataset adds are the last."""
    fields = {field.name: field for sport in sports for field in schema(sport, name)}
    last = [fields.pop(column) for column in DATASET if column in fields]
    return pa.schema([*fields.values(), *last])


def schema_id(sport: str) -> str:
    """A digest of what the files of a sport depend on; it changes with the catalog."""
    tables = [
        (name, dictionary(sport, name), [(field.name, str(field.type)) for field in schema(sport, name)])
        for name in origins(sport)
    ]
    told = [FORMAT, VERSION, tables]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def dictionary(sport: str, name: str) -> list[dict[str, Any]]:
    """The data dictionary of a table, a row per column, as JSON can hold it."""
    return _dictionary(tuple(SPORTS), sport, name)


@cache
def _dictionary(known: tuple[str, ...], sport: str, name: str) -> list[dict[str, Any]]:
    origin = origins(sport)[name]
    told = columns(sport, origin.resource, origin.table).drop(columns=["sport", "resource", "table"])
    rows: list[dict[Any, Any]] = told.astype(object).where(told.notna(), None).to_dict("records")
    for column in own_columns(sport, name):
        dtype = str(arrays.dtype_of(column, DATASET[column]))
        rows.append(dict.fromkeys(told.columns) | {"column": column, "dtype": dtype, **OWN_COLUMNS[column]})
    return rows


def to_arrow(frame: pd.DataFrame, sport: str, name: str, year: int, finished: Mapping[Any, bool]) -> pa.Table:
    """A frame of the catalog as a table of a dataset; columns that the catalog does not declare are left out.

    Parameters
    ----------
    frame : pandas.DataFrame
        Rows of one response.
    sport, name : str
        The table.
    year : int
        The season.
    finished : mapping of game id to bool
        Whether each game is finished.
    """
    wanted = schema(sport, name)
    made = []
    for field in wanted:
        if field.name == FINAL:
            values = pa.array([finished.get(one, False) for one in frame["game_id"]], field.type)
        elif field.name == SEASON_START:
            values = pa.repeat(pa.scalar(year, field.type), len(frame))
        else:
            values = pa.Array.from_pandas(frame[field.name])
            if isinstance(values, pa.ChunkedArray):
                values = values.combine_chunks()
            values = values.cast(field.type)
        made.append(values)
    return pa.Table.from_arrays(made, schema=wanted)


def conformed(table: pa.Table, sport: str, name: str) -> pa.Table:
    """A table of a dataset with the columns of the present catalog: missing where it lacks them or has another type."""
    wanted = schema(sport, name)
    made = []
    for field in wanted:
        values = pa.nulls(table.num_rows, field.type)
        if field.name in table.column_names:
            with suppress(pa.ArrowInvalid, pa.ArrowNotImplementedError):
                values = table[field.name].cast(field.type)
        made.append(values)
    return pa.Table.from_arrays(made, schema=wanted)


def to_frame(table: pa.Table, sports: Iterable[str], name: str) -> pd.DataFrame:
    """A table of a dataset as a frame with the dtypes of the catalog.

    A column that the sports type differently, such as the round of a game, is text if there are several sports.
    """
    declared: dict[str, dict[str, Column]] = {}
    for sport in sports:
        for column in layout_of(sport, name).columns:
            declared.setdefault(column.name, {})[column.kind] = column
    made = {}
    for field, values in zip(table.schema, table.columns, strict=True):
        kinds = declared.get(field.name, {})
        dtype = arrays.dtype(next(iter(kinds.values()))) if len(kinds) == 1 else PLAIN[field.type]
        made[field.name] = _series(values, dtype)
    return framed(made, table.num_rows)


PLAIN: Mapping[Any, Any] = {
    pa.int64(): pd.Int64Dtype(), pa.float64(): pd.Float64Dtype(), pa.bool_(): pd.BooleanDtype(),
    pa.string(): arrays.TEXT, pa.timestamp("us", "UTC"): "datetime64[us, UTC]", pa.timestamp("us"): "datetime64[us]",
}  # fmt: skip
"""Arrow type -> dtype, of a column that the catalog does not declare or types in several ways."""

WHOLE: Mapping[Any, Any] = {
    pd.Int64Dtype(): pa.int64(), pd.Float64Dtype(): pa.float64(), pd.BooleanDtype(): pa.bool_(),
}  # fmt: skip


def _series(values: pa.ChunkedArray, dtype: Any) -> Any:
    dtype = pd.api.types.pandas_dtype(dtype)
    if isinstance(dtype, pd.CategoricalDtype):
        codes = pc.index_in(values, pa.array(dtype.categories.astype(object), pa.string())).fill_null(-1)
        return pd.Categorical.from_codes(codes.cast(pa.int8()).to_numpy(), dtype=dtype, validate=False)
    if isinstance(dtype, pd.DatetimeTZDtype) or dtype.kind == "M":
        moments = values.cast(pa.timestamp("us")).to_numpy()
        found = pd.DatetimeIndex(moments)
        return (found.tz_localize("UTC").astype(dtype) if isinstance(dtype, pd.DatetimeTZDtype) else found).array
    if dtype == arrays.TEXT:
        return arrays.TEXT.__from_arrow__(values.cast(pa.large_string()))  # type: ignore[attr-defined]
    return dtype.__from_arrow__(values.cast(WHOLE[dtype]))


def empty_frame(sports: Iterable[str], name: str, chosen: Iterable[str] | None = None) -> pd.DataFrame:
    """A table without rows, with all columns or those chosen."""
    sports = list(sports)
    wanted = joint_schema(sports, name)
    found = to_frame(wanted.empty_table(), sports, name)
    return found if chosen is None else found[list(chosen)]
