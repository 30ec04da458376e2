"""Parse saved responses: `read_json`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, overload

import pandas as pd

from .. import catalog
from .._frames.arguments import checked
from .._frames.decode import Validate, records
from .._frames.tables import Tables
from .._util.document import brief
from ..catalog import SPORTS, layout
from ..catalog.codes import CheckedSport, ResourceName, SportCode, TableName
from ..catalog.resources import resource_name
from ..errors import PayloadError, choose

Json = bytes | str | Path | dict[str, Any] | list[Any]


EMPTY = "the response contains no rows"
"""Why a frame of a document has no rows."""


@overload
def read_json(
    data: Json,
    sport: SportCode,
    resource: ResourceName,
    table: None,
    league: str | None = None,
    *,
    validate: Validate = "report",
) -> Tables: ...


@overload
def read_json(
    data: Json,
    sport: CheckedSport,
    resource: str,
    table: None,
    league: str | None = None,
    *,
    validate: Validate = "report",
) -> Tables: ...


@overload
def read_json(
    data: Json,
    sport: SportCode,
    resource: ResourceName,
    table: TableName = "games",
    league: str | None = None,
    *,
    validate: Validate = "report",
) -> pd.DataFrame: ...


@overload
def read_json(
    data: Json,
    sport: CheckedSport,
    resource: str,
    table: str = "games",
    league: str | None = None,
    *,
    validate: Validate = "report",
) -> pd.DataFrame: ...


@checked
def read_json(
    data: Json,
    sport: str,
    resource: str,
    table: str | None = "games",
    league: str | None = None,
    *,
    validate: Validate = "report",
) -> pd.DataFrame | Tables:
    """Parse a saved response into a frame.

    Parameters
    ----------
    data : bytes, path, JSON text, or parsed object
        The complete response.
    sport, resource : str
        Sport code and resource of the response.
    table : str or None, default "games"
        Table to return; None returns a mapping of all tables, built on first access.
    league : str, optional
        For soccer, the league to return; by default the one in the response.
    validate : {"report", "strict"}
        As for `live`.

    Returns
    -------
    pandas.DataFrame, or Tables where `table` is None

    Raises
    ------
    QueryError
        If the sport, resource, table or league is unknown.
    PayloadError
        If the data are not such a response.

    Examples
    --------
    >>> body = sf.raw("2024-06-01", "MLB")
    >>> sf.read_json(body, "MLB", "live").equals(sf.live("2024-06-01", "MLB"))
    True
    """
    resource = resource_name(resource)
    if table is not None:
        layout(sport, resource, table)
    else:
        catalog.answer(sport, resource)
    if league is not None:
        choose(league, SPORTS[sport].leagues or ("none: only soccer has leagues",), "league")
    found = records(_document(data), sport, resource, league, validate=validate)
    tables = Tables(
        sport, resource, found, {"sportsframe": {"source": "file", "catalog": catalog.VERSION, "empty_means": EMPTY}}
    )
    return tables if table is None else tables[table]


def _document(data: Any) -> Any:
    """The bytes or parsed object behind what a user hands over."""
    if isinstance(data, Path) or (isinstance(data, str) and data.lstrip("\ufeff \t\r\n")[:1] not in ("{", "[", "")):
        try:
            data = Path(data).expanduser().read_bytes()
        except (OSError, ValueError, RuntimeError) as error:  # a NUL in it, or lone surrogates
            why = getattr(error, "strerror", None) or "it is neither JSON nor the path of a file"
            raise PayloadError(f"cannot read {brief(str(data))!r}: {why}.") from None
    elif hasattr(data, "read"):
        data = data.read()
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    if isinstance(data, (bytes, bytearray, memoryview)):
        return bytes(data)
    if data is not None and not isinstance(data, (dict, list)):
        raise PayloadError(f"cannot parse {type(data).__name__}; pass bytes, a path, JSON text or the parsed object.")
    return data
