"""How long an answer serves, and when one that is out of date or only at hand is given all the same."""

from __future__ import annotations

import warnings
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from sportsframe._client import freshness
from sportsframe._client.answer import Fetched
from sportsframe._client.batch import fetch_many
from sportsframe._client.fetch import fetch
from sportsframe._client.query import Query
from sportsframe._client.settings import Clock, options
from sportsframe.errors import ServiceError, SportsframeWarning, Unreachable

from ..support.questions import DAY, PATH, days
from ..support.servers import FAULTS, ROWS, Reply, Server, envelope, game

pytestmark = pytest.mark.usefixtures("client")

NOW = datetime(2025, 3, 1, 12, tzinfo=UTC)


def at(hours: float) -> str:
    return format_datetime(NOW + timedelta(hours=hours), usegmt=True)


@pytest.mark.parametrize(
    ("path", "rows", "least", "most"),
    [
        ("/live/2025-03-01/MLB", [("inprogress", -1)], 5, 30),
        ("/live/2025-03-01/MLB", [("delayed", -1)], 5, 30),
        ("/live/2025-03-01/MLB", [("completed", -3), ("inprogress", -1)], 5, 30),
        ("/live/2025-03-01/MLB", [("something new", -1)], 5, 30),
        ("/live/2025-03-01/MLB", [("completed", -3)], 60, 900),
        ("/live/2025-03-01/MLB", [("scheduled", 0.001)], 5, 30),
        ("/live/2025-03-01/MLB", [("scheduled", 0.05)], 60, 180),
        ("/live/2025-03-01/MLB", [("scheduled", -0.1)], 5, 30),
        ("/live/2025-02-27/MLB", [("completed", -36)], 3e7, 4e7),
        ("/live/2025-02-27/MLB", [("completed", -36), ("postponed", -36)], 3e7, 4e7),
        ("/live/2024-06-01/MLB", [("suspended", -6000)], 3600, 90000),
        ("/schedule/2025-03-01/MLB", [("inprogress", -1)], 30, 120),
        ("/schedule/2025-03-09/MLB", [("scheduled", 200)], 300, 6 * 3600),
        ("/schedule-week/2025-03-09/MLB", [("scheduled", 200)], 300, 6 * 3600),
        ("/schedule-week/2025-02-25/MLB", [("completed", -30)], 60, 900),
        ("/schedule-week/2024-02-25/MLB", [("completed", -8000)], 3e7, 4e7),
        ("/schedule-season/2024/MLB", [("completed", -3000)], 3e7, 4e7),
        ("/schedule-season/2024/NBA", [("completed", -20)], 3600, 6 * 3600),
        ("/schedule-season/2025/MLB", [("completed", -20), ("inprogress", -1)], 600, 3600),
        ("/schedule-season/2025/MLB", [("scheduled", 500)], 3600, 6 * 3600),
        ("/schedule-week/now/PGA", [("scheduled", None)], 60, 3600),
        ("/live/2025-03-01/MLB", [], 60, 900),
        ("/live/2025-02-20/MLB", [], 86400, 1e7),
    ],
)  # fmt: skip
def test_lifetimes(path: str, rows: list[tuple[str, float | None]], least: float, most: float) -> None:
    """An answer lives by what it says: in play seconds, just over minutes, to come hours, long over very long."""
    games = [game("x", status, at(hours) if hours is not None else "") for status, hours in rows]
    assert least <= freshness.judge(Query.of_path(path), envelope(*games), NOW).lifetime <= most


@pytest.mark.parametrize(
    ("path", "least", "most"),
    [
        ("/live/2025-03-01/MLB", 60, 900), ("/live/2025-02-28/MLB", 60, 900), ("/schedule/2025-03-02/MLB", 60, 900),
        ("/schedule/2025-08-01/MLB", 900, 6 * 3600), ("/live/2024-12-25/MLB", 86400, 1e7),
        ("/schedule-week/2025-02-24/DARTS", 60, 900), ("/schedule-season/2025/MLB", 900, 6 * 3600),
        ("/schedule-season/2024/NBA", 900, 6 * 3600), ("/schedule-season/1900/MLB", 86400, 1e7),
        ("/schedule-season/PGA", 900, 6 * 3600), ("/live/0001-01-01/MLB", 86400, 1e7),
        ("/live/9999-12-31/MLB", 60, 6 * 3600),
    ],
)  # fmt: skip
def test_lifetimes_of_nothing(path: str, least: float, most: float) -> None:
    """Nothing to return lives short for today and what is to come, long for the past."""
    assert least <= freshness.judge(Query.of_path(path), b"", NOW).lifetime <= most


def test_a_game_day_under_a_clock(server: Server, clock: Clock) -> None:
    """Over a game day nothing in play is served older than its lifetime, and what is over costs no more requests."""
    start = clock() + timedelta(hours=2)
    end = start + timedelta(hours=3)
    query = Query("MLB", "live", "2025-03-01")

    def answer(path: str) -> Reply:
        status = "scheduled" if clock() < start else "inprogress" if clock() < end else "completed"
        return Reply(200, envelope(game("20250301-1-2", status, format_datetime(start, usegmt=True))))

    server.default = answer
    while clock() < end + timedelta(hours=1):
        got = fetch(query)
        if b"inprogress" in got.body:
            assert clock() - got.fetched_at <= timedelta(seconds=freshness.IN_PLAY)
        if start <= clock() < end:
            assert b"scheduled" not in got.body
        clock.sleep(45)
    clock.sleep(40 * 3600)
    fetch(query)
    made = server.count
    for _ in range(20):
        fetch(query)
        clock.sleep(12 * 3600)
    assert server.count == made


def test_an_answer_from_the_future_is_not_used(server: Server) -> None:
    """What was fetched under a later clock says nothing about an earlier moment."""
    fetch(DAY)
    with options(now="2024-06-01T23:30"):
        assert not fetch(DAY).from_cache
    assert server.count == 2


def test_refresh_asks_again(server: Server) -> None:
    """``refresh=True`` asks the service in spite of the cache, and what comes is kept."""
    server.set(PATH, ROWS, Reply(200, envelope(game("20240601-1-2"))))
    fetch(DAY)
    assert b"20240601-1-2" in fetch(DAY, refresh=True).body
    assert b"20240601-1-2" in fetch(DAY).body
    assert server.count == 2


def test_offline_answers_from_the_cache_only(server: Server, clock: Clock) -> None:
    """Offline nothing is sent: what the cache holds is the answer, marked where it is old; the rest is an error."""
    server.set(PATH, Reply(200, envelope(game(status="inprogress"))))
    fetch(DAY)
    clock.sleep(freshness.AHEAD + 1)
    with options(offline=True):
        with pytest.warns(SportsframeWarning, match="from the cache"):
            assert fetch(DAY, refresh=True).stale
        with pytest.raises(Unreachable, match="offline"):
            fetch(Query("MLB", "live", "2024-06-02"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results = list(fetch_many(days(2)))
    assert isinstance(results[0], Fetched)
    assert isinstance(results[1], Unreachable)
    assert server.count == 1


@pytest.mark.parametrize("fault", FAULTS)
def test_stale_answers_when_the_service_is_down(server: Server, clock: Clock, fault: str) -> None:
    """When the service is down an expired copy is served, marked stale, with one warning; then it asks again."""
    now = game("20250301-1-2", "inprogress", "Sat, 01 Mar 2025 11:00:00 GMT")
    query = Query("MLB", "live", "2025-03-01")
    server.set("/live/2025-03-01/MLB", Reply(200, envelope(now)), FAULTS[fault])
    assert not fetch(query).stale
    clock.sleep(60)
    with pytest.warns(SportsframeWarning, match="2025-03-01 12:00") as caught:
        stale = [fetch(query) for _ in range(3)]
    assert len(caught) == 1
    assert caught[0].filename == __file__
    assert all(answer.stale and answer.from_cache and answer.body == envelope(now) for answer in stale)
    server.set("/live/2025-03-01/MLB", ROWS)
    assert not fetch(query).stale


@pytest.mark.parametrize("status", [301, 400, 401, 403, 404])
def test_never_stale_in_place_of_a_refusal(server: Server, clock: Clock, status: int) -> None:
    """401, 403, 404 and the like are shown, whatever the cache holds."""
    server.set(PATH, Reply(200, envelope(game(status="inprogress"))), Reply(status))
    fetch(DAY)
    clock.sleep(freshness.AHEAD + 1)
    with pytest.raises(ServiceError) as caught:
        fetch(DAY)
    assert caught.value.status == status
