"""Days as partitions of a Dask frame, loaded in this process and by the processes of a cluster."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe import measures
from sportsframe.catalog import SPORTS, answer
from sportsframe.errors import FrameError, QueryError

from ..support.servers import TOKEN, Reply, serving
from ..support.small_season import SmallSeason, three_evenings

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


DAYS = {
    "NFL": "2024-09-08", "NCAAFB": "2024-09-07", "NBA": "2024-11-01", "NCAABB": "2024-11-08", "MLB": "2024-06-01",
    "NHL": "2024-11-01", "PGA": "2024-02-01", "DARTS": "2024-02-08", "SOCCER": "2024-09-14",
}  # fmt: skip
"""A day of each sport."""


@pytest.mark.sampled
@pytest.mark.parametrize("sport", SPORTS)
def test_columns_and_dtypes_are_known_before_anything_is_loaded(sport: Any) -> None:
    """Of every table of every sport: what Dask expects is what each partition has, and what ``live`` returns."""
    client = sf.Client(source="simulated", now="2024-12-01T12:00Z")
    league = "EPL" if SPORTS[sport].leagues else None
    for table in answer(sport, "live").layouts:
        lazy = client.to_dask([DAYS[sport], "2024-07-23"], sport, table=table, league=league)
        loaded = client.live([DAYS[sport], "2024-07-23"], sport, table=table, league=league)
        pd.testing.assert_series_equal(lazy.dtypes, loaded.dtypes)
        for number in range(lazy.npartitions):
            pd.testing.assert_series_equal(lazy.partitions[number].compute(scheduler="sync").dtypes, lazy.dtypes)
        found = lazy.compute(scheduler="sync").reset_index(drop=True)
        pd.testing.assert_frame_equal(found, loaded, check_flags=False)


def test_a_tournament_is_in_one_partition() -> None:
    """A golf tournament, which several days list, has its rows once, as `live` has them."""
    client = sf.Client(source="simulated", now="2024-03-01")
    lazy = client.to_dask(("2024-01-05", "2024-01-14"), "PGA", table="players")

    found = lazy.compute(scheduler="sync").reset_index(drop=True)

    expected = client.live(("2024-01-05", "2024-01-14"), "PGA", table="players", day="service")
    pd.testing.assert_frame_equal(found, expected, check_flags=False)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster of two processes with two threads each, which have the token from their environment."""
    from distributed import Client, LocalCluster

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RSC_TOKEN", TOKEN)
        with (
            LocalCluster(n_workers=2, threads_per_worker=2, dashboard_address=None) as workers,  # type: ignore[no-untyped-call]
            Client(workers) as client,  # type: ignore[no-untyped-call]
        ):
            yield client


class Slow:
    """A season whose box scores take a while, and how many of them were under way at once."""

    def __init__(self, season: SmallSeason) -> None:
        self.season, self.lock = season, threading.Lock()
        self.under_way = self.most = 0

    def __call__(self, path: str) -> Reply:
        if "/live/" not in path:
            return self.season(path)
        with self.lock:
            self.under_way += 1
            self.most = max(self.most, self.under_way)
        time.sleep(0.3)
        with self.lock:
            self.under_way -= 1
        return self.season(path)


@pytest.mark.parametrize("limit", [1, 2])
def test_one_limit_holds_for_all_workers(limit: int, cluster: Any, tmp_path: Path) -> None:
    """Two processes of two threads send no more requests at a time than the limit, and as many; the rows are right."""
    slow = Slow(three_evenings())
    with serving(slow) as running:
        client = sf.Client(base_url=running.base_url, token=TOKEN, now=NOW, cache_dir=str(tmp_path / "workers"))
        lazy = client.to_dask(season=2024, sport="NBA", table="players", limit=limit)
        found = lazy.compute().reset_index(drop=True)
        days = [seen.path for seen in running.seen if "/live/" in seen.path]
        expected = client.live(season=2024, sport="NBA", table="players")

    assert len(days) == len(set(days)) == 5
    assert slow.most == limit
    assert len(set(cluster.run(os.getpid).values())) == 2
    pd.testing.assert_frame_equal(found, expected, check_flags=False)


def test_a_refusal_leaves_no_traceback_in_the_logs_of_workers(cluster: Any) -> None:
    """What a partition refuses is an error of the call alone."""
    client = sf.Client(source="simulated", now="2025-03-01T12:00")
    lazy = client.to_dask(("2024-12-06", "2024-12-07"), "NBA", table="teams", day="service")
    for figure in (measures.totals, lambda frame: measures.measure(frame, "off_rating", by="colour")):
        with pytest.raises(FrameError, match=r"requires the columns? "):
            figure(lazy)
    logs = cluster.get_worker_logs()
    assert len(logs) == 2
    assert "Compute Failed" not in str(logs)


def test_measures_are_summed_by_the_workers(cluster: Any, tmp_path: Path) -> None:
    """Totals, measures and standings of a frame that a cluster loads are those of pandas."""
    with serving(three_evenings()) as running:
        client = sf.Client(base_url=running.base_url, token=TOKEN, now=NOW, cache_dir=str(tmp_path))
        lazy = {name: client.to_dask(season=2024, sport="NBA", table=name) for name in ("players", "teams", "games")}
        frames = {name: client.live(season=2024, sport="NBA", table=name) for name in lazy}

        for found, expected in (
            (measures.totals(lazy["players"], "team"), measures.totals(frames["players"], "team")),
            (measures.measures(lazy["teams"], "side"), measures.measures(frames["teams"], "side")),
            (measures.standings(lazy["games"]), measures.standings(frames["games"])),
        ):
            pd.testing.assert_frame_equal(found, expected, check_flags=False)


def test_equal_calls_are_frames_of_their_own() -> None:
    """As games go on, a later frame may have other rows: Dask does not take it for the earlier one."""
    client = sf.Client(source="simulated", now="2025-03-01")
    first, second = (client.to_dask("2024-12-06", "NBA", table="games") for _ in range(2))

    assert first._name != second._name


@pytest.mark.parametrize("limit", [0, -1, 1.5, True, "2"])
def test_a_limit_is_a_number_of_requests(limit: Any) -> None:
    """Anything else is refused before a request."""
    with pytest.raises(QueryError, match="is not a number of requests; pass 1 or more"):
        sf.to_dask("2024-12-06", "NBA", table="games", limit=limit)
