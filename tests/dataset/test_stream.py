"""Days one after another: each complete, each once, and only a few in memory."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.errors import QueryError, ServiceError

from ..support.servers import TOKEN, Reply, Server, serving
from ..support.small_season import three_evenings

NOW = "2025-03-01T12:00:00+00:00"


@pytest.fixture
def service() -> Iterator[Server]:
    with serving(three_evenings()) as running:
        yield running


@pytest.fixture
def own(service: Server, tmp_path: Path) -> sf.Client:
    return sf.Client(base_url=service.base_url, token=TOKEN, now=NOW, cache_dir=str(tmp_path), workers=2)


@pytest.mark.parametrize("how", [{"season": 2024}, {"date": ("2024-12-06", "2024-12-09")}])
def test_each_league_day_comes_once_and_whole(how: dict[str, Any], own: sf.Client, service: Server) -> None:
    """The games of an evening come together, in order of their dates; every response is requested once."""
    days = [(str(day), box["games"], box["players"]) for day, box in own.each(sport="NBA", **how)]

    assert [day for day, _, _ in days] == ["2024-12-06", "2024-12-07", "2024-12-09"]
    for day, games, players in days:
        assert games["game_date"].dt.strftime("%Y-%m-%d").unique().tolist() == [day]
        assert len(games) == 2
        assert set(players["game_id"]) == set(games["game_id"])
        loaded = own.live(day, "NBA", day="league")
        pd.testing.assert_frame_equal(games, loaded, check_flags=False)
    assert set(service.paths().values()) == {1}


def test_the_days_of_the_service_are_its_answers(own: sf.Client) -> None:
    """With ``day="service"`` a day holds what the response to its date holds."""
    for day, box in own.each(("2024-12-06", "2024-12-10"), "NBA", day="service"):
        pd.testing.assert_frame_equal(box["teams"], own.live(str(day), "NBA", table="teams"), check_flags=False)


def test_a_tournament_comes_once() -> None:
    """A golf tournament of four days is there once, although four responses list it."""
    client = sf.Client(source="simulated", now="2024-03-01")
    days = list(client.each(("2024-01-04", "2024-01-16"), "PGA"))
    found = pd.concat([box["tournaments"] for _, box in days])

    assert found["game_id"].is_unique
    assert set(found["game_id"]) == set(client.live(("2024-01-04", "2024-01-16"), "PGA")["game_id"])


def test_the_next_days_are_not_loaded_long_before_they_are_wanted(own: sf.Client, service: Server) -> None:
    """Only a few responses wait; who stops early has not requested a whole season."""
    days = own.each(("2024-12-06", "2025-02-20"), "NBA", workers=1)
    assert str(next(days)[0]) == "2024-12-06"
    days.close()  # type: ignore[attr-defined]

    assert service.count < 20


def test_who_stops_early_leaves_no_threads(own: sf.Client) -> None:
    """Nor files of requests under way: what was opened is closed as soon as nobody has the iterator."""
    list(own.each("2024-12-06", "NBA"))  # opens the cache
    before = {thread.ident for thread in threading.enumerate()}
    for _, box in own.each(("2024-12-06", "2025-02-20"), "NBA"):
        assert len(box.games)
        break
    gc.collect()
    until = time.monotonic() + 10
    while (left := {one.ident for one in threading.enumerate()} - before) and time.monotonic() < until:
        time.sleep(0.05)
    assert {one.name for one in threading.enumerate() if one.ident in left and "sportsframe" in one.name} == set()


def test_a_day_that_fails_ends_the_iteration(own: sf.Client, service: Server) -> None:
    """Days before it have been returned; the error is the service's."""
    service.set("/live/2024-12-09/NBA", Reply(400, "out of order"))
    days = own.each(("2024-12-06", "2024-12-10"), "NBA")

    assert str(next(days)[0]) == "2024-12-06"
    with pytest.raises(ServiceError):
        list(days)


@pytest.mark.parametrize(
    "call",
    [
        lambda client: client.each("NBA"),
        lambda client: client.each("2024-12-06", "NBB"),
        lambda client: client.each("2024-12-06", "NBA", season=2024),
        lambda client: client.each(("2024-12-09", "2024-12-06"), "NBA"),
        lambda client: client.each("2024-12-06", "SOCCER"),
        lambda client: client.each("2024-12-06", "NBA", day="gmt"),
        lambda client: client.to_dask("2024-12-06", "NBA", table="pitching"),
        lambda client: client.to_dask("2024-12-06", "NBA", limit=0),
        lambda client: client.to_dask([], "NBA"),
        lambda client: client.to_dask("NBA"),
    ],
)
def test_bad_arguments_are_refused_at_once(call: Callable[[sf.Client], Any], own: sf.Client, service: Server) -> None:
    """An invalid call fails in one line when it is made, not when the first day is wanted; nothing is requested."""
    with pytest.raises(QueryError) as found:
        call(own)

    assert "\n" not in str(found.value)
    assert not service.seen
