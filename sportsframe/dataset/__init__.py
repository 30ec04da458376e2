"""Datasets: seasons of the service as Parquet files, kept up to date by `Client.sync` and read by `open`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from .._frames.arguments import checked
from .._util.report import Report
from ..errors import require

if TYPE_CHECKING:
    from .reading import Dataset

__all__ = ["open", "verify"]


@checked
def open(path: str | os.PathLike[str]) -> Dataset:
    """Open a dataset that `sync` has made.

    Nothing is requested, and no token is needed.

    Parameters
    ----------
    path : str or path
        The folder.

    Returns
    -------
    Dataset
        Its tables as pandas frames, and lazily as relations of DuckDB and frames of Polars, Arrow and Dask.

    Raises
    ------
    ConfigError
        The folder is not a dataset, or pyarrow is not installed.

    Examples
    --------
    >>> report = sf.sync("NFL", seasons=2023, to="data", tables="schedule")
    >>> sf.open("data")["schedule"].sports
    <sports: NFL schedule games, 285 rows, 285 games, 2023-09-07 to 2024-02-11, simulated>
    """
    _needs_arrow()
    from .reading import Dataset

    return Dataset(path)


@checked
def verify(path: str | os.PathLike[str]) -> Report:
    """Check every file of a dataset: its digest, number of rows and source, and its columns against the catalog.

    A season that a sync replaces meanwhile is checked again.

    Parameters
    ----------
    path : str or path
        The folder.

    Returns
    -------
    Report
        A row per file: ``sport``, ``league``, ``season``, ``table``, ``rows``, ``bytes``, ``state``. The state is
        ``ok``, or says what is wrong; `sync` of the season puts it right. A season whose manifest is damaged or lost, a
        folder that is none, such as a copy, what cannot be listed or followed, and a dataset with nothing in it have
        a row each.

    Raises
    ------
    ConfigError
        The folder is not a dataset, or pyarrow is not installed.

    Examples
    --------
    >>> report = sf.sync("NFL", seasons=2023, to="data", tables="schedule")
    >>> sf.verify("data")["state"].unique().tolist()
    ['ok']
    """
    _needs_arrow()
    from .verifying import verify

    return verify(path)


def _needs_arrow() -> None:
    require("datasets", "pyarrow", install="'sportsframe[parquet]'")


def __dir__() -> list[str]:
    return __all__
