"""What tests of datasets share: what is done with a dataset of one season."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._client.clock import Clock

from .servers import TOKEN, Server, serving
from .small_season import SmallSeason

DAYS = ["2024-12-06", "2024-12-07", "2024-12-08", "2024-12-09", "2024-12-10"]
"""The UTC days of the season, on each of which some game begins or bears its league date."""

ENGINES: dict[str, Callable[..., pd.DataFrame]] = {
    "arrow": lambda data, table, columns=None, **how: data.arrow(table, **how).to_table(columns=columns).to_pandas(),
    "duckdb": lambda data, table, **how: data.duckdb(table, **how).to_arrow_table().to_pandas(),
    "polars": lambda data, table, **how: data.polars(table, **how).collect().to_arrow().to_pandas(),
    "dask": lambda data, table, **how: data.dask(table, **how).compute(scheduler="sync"),
}
"""What each engine but pandas reads of a table, as a frame of pandas."""


def pass_to(clock: Clock, moment: str) -> None:
    """Let time pass."""
    clock.sleep((datetime.fromisoformat(moment) - clock()).total_seconds())


def sync(client: sf.Client, data: Path, **how: Any) -> dict[str, Any]:
    """The row of the report on the only season."""
    (row,) = client.sync("NBA", seasons=2024, to=data, **how).to_dict("records")
    return row


def incomplete(client: sf.Client, data: Path, **how: Any) -> sf.PartialResult:
    """What a sync raises that does not get all, whose report says so."""
    with pytest.raises(sf.PartialResult) as found:
        client.sync("NBA", seasons=2024, to=data, **how)
    assert "\n" not in str(found.value)
    assert found.value.frame is not None
    assert found.value.frame["state"].tolist() == ["incomplete"]
    return found.value


def asked(service: Server) -> list[str]:
    """The days of box scores asked for since the last look."""
    found = sorted(seen.path.split("/")[4] for seen in service.seen if "/live/" in seen.path)
    service.seen.clear()
    return found


def contents(data: Path) -> dict[str, bytes]:
    """The bytes of every table."""
    return {str(path.relative_to(data)): path.read_bytes() for path in sorted(data.rglob("*.parquet"))}


@contextlib.contextmanager
def other(season: SmallSeason, clock: Clock, cache: Path) -> Iterator[sf.Client]:
    """A client of another service with the same games."""
    with serving(season) as running:
        yield sf.Client(base_url=running.base_url, token=TOKEN, now=clock, cache_dir=str(cache))
