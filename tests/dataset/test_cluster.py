"""Days as partitions of a Dask frame; `tests.bench.dataset` runs them on the processes of a cluster."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf

from ..support.servers import TOKEN, serving
from ..support.small_season import three_evenings

NOW = "2025-03-01T12:00:00+00:00"


HOW: list[dict[str, Any]] = [
    {"season": 2024},
    {"date": ("2024-12-06", "2024-12-10")},
    {"date": ("2024-12-06", "2024-12-09"), "day": "league"},
]


@pytest.mark.parametrize("how", HOW, ids=str)
@pytest.mark.parametrize("scheduler", ["sync", "threads"])
def test_the_rows_are_those_of_live(how: dict[str, Any], scheduler: str, tmp_path: Path) -> None:
    """A frame of days has the rows and dtypes of ``live``, known before anything but a schedule is requested."""
    with serving(three_evenings()) as running:
        client = sf.Client(base_url=running.base_url, token=TOKEN, now=NOW, cache_dir=str(tmp_path))
        lazy = client.to_dask(sport="NBA", table="players", **how)
        assert not any("/live/" in seen.path for seen in running.seen)
        found = lazy.compute(scheduler=scheduler).reset_index(drop=True)
        expected = client.live(sport="NBA", table="players", **how)

    pd.testing.assert_series_equal(lazy.dtypes, expected.dtypes)
    pd.testing.assert_frame_equal(found, expected, check_flags=False)


def test_a_tournament_is_in_one_partition() -> None:
    """A golf tournament, which several days list, has its rows once, as `live` has them."""
    client = sf.Client(source="simulated", now="2024-03-01")
    lazy = client.to_dask(("2024-01-05", "2024-01-14"), "PGA", table="players")

    found = lazy.compute(scheduler="sync").reset_index(drop=True)

    expected = client.live(("2024-01-05", "2024-01-14"), "PGA", table="players", day="service")
    pd.testing.assert_frame_equal(found, expected, check_flags=False)
