"""Many questions at once: in order, each asked once, by few workers, and what failures and interrupts leave."""

from __future__ import annotations

import io
import sys
import threading
import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from sportsframe._client import cache, progress
from sportsframe._client import fetch as fetching
from sportsframe._client.answer import Fetched
from sportsframe._client.batch import fetch_many
from sportsframe._client.clock import Clock
from sportsframe._client.connection import connection_for
from sportsframe._client.fetch import fetch
from sportsframe._client.options import current, options
from sportsframe.catalog.resources import REFUSED_BY
from sportsframe.errors import (
    ConfigError,
    Forbidden,
    NotFound,
    ServiceError,
    SportsframeError,
    TrialRestricted,
    Unauthorized,
    Unreachable,
)

from ..support.questions import DAY, PATH, days
from ..support.servers import ROWS, TOKEN, Reply, Server, envelope, game

pytestmark = pytest.mark.usefixtures("client")


def test_threads_share_one_request(server: Server) -> None:
    """[S8-06] However many threads ask for one key, one request is made and all have the answer."""
    server.set(PATH, Reply(200, envelope(game()), delay=0.1))
    results: list[Fetched] = []
    barrier = threading.Barrier(16)
    setting = current()

    def ask() -> None:
        with options(base_url=setting.base_url, token=TOKEN, now=setting.now):
            barrier.wait()
            results.append(fetch(DAY))

    threads = [threading.Thread(target=ask) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert server.count == 1
    assert [result.body for result in results] == [envelope(game())] * 16


def test_threads_share_an_error(server: Server) -> None:
    """A request that fails fails for all who wait for it, each with an error of its own."""
    server.set(PATH, Reply(404, '"no"', delay=0.1))
    errors: list[SportsframeError] = []
    results = list(fetch_many([DAY] * 8))
    errors = [result for result in results if isinstance(result, NotFound)]
    assert len(errors) == len({id(error) for error in errors}) == 8
    assert server.count < 8


def test_many_in_the_order_asked(server: Server) -> None:
    """Results come in the order of the queries, however long each takes; what is cached is not asked again."""
    queries = days(30)
    for i, query in enumerate(queries):
        server.set(str(query), Reply(200, envelope(game(f"2024-{i}")), delay=0.02 if i % 3 == 0 else 0))
    server.set(str(queries[7]), Reply(404, '"no"'))
    for query in queries[10:20]:
        fetch(query)
    made = server.count
    batch = fetch_many(queries)
    results = list(batch)
    assert [r.query for r in results if isinstance(r, Fetched)] == queries[:7] + queries[8:]
    assert isinstance(results[7], NotFound)
    assert server.count == made + 20
    assert (batch.tally.made, batch.tally.saved) == (20, 10)
    assert set(server.paths().values()) == {1}


def test_duplicates_are_asked_once(server: Server) -> None:
    """The same query twice in a range costs one request."""
    results = list(fetch_many(days(5) * 4))
    assert len(results) == 20
    assert server.count == 5


def test_a_refused_token_stops_the_range(server: Server) -> None:
    """After a 401 the rest of a range is not asked: the token will not get better."""
    server.default = Reply(401, b"null")
    results = list(fetch_many(days(60), workers=4))
    assert len(results) == 60
    assert all(isinstance(result, Unauthorized) for result in results)
    assert server.count <= 8


def test_a_dead_service_stops_the_range(server: Server, clock: Clock) -> None:
    """A service that fails for half a minute is not asked for the rest of a range."""
    server.default = Reply(503)
    began = clock()
    results = list(fetch_many(days(60), workers=2))
    assert all(isinstance(result, ServiceError | Unreachable) for result in results)
    assert server.count < 60
    assert (clock() - began).total_seconds() < 3 * fetching.LONGEST_WAIT


@pytest.mark.parametrize("failing", [(0,), (11,), (3, 4, 5), tuple(range(0, 12, 2))])
def test_any_days_may_fail(server: Server, failing: tuple[int, ...]) -> None:
    """Whichever days fail, the others arrive; asking again asks for the missing days only."""
    queries = days(12)
    for i in failing:
        server.set(str(queries[i]), *[Reply(500)] * fetching.ATTEMPTS, ROWS)
    first = list(fetch_many(queries))
    assert [i for i, result in enumerate(first) if isinstance(result, SportsframeError)] == list(failing)
    made = server.count
    again = list(fetch_many(queries))
    assert all(isinstance(result, Fetched) for result in again)
    assert server.count - made == len(failing)


def test_an_interrupt_keeps_what_arrived(server: Server) -> None:
    """An interrupted range sends nothing more, and what arrived is not asked again."""
    server.default = Reply(200, envelope(game()), delay=0.01)
    batch = fetch_many(days(40), workers=4)
    got = [next(batch) for _ in range(5)]
    batch.close()
    time.sleep(0.1)
    made = server.count
    assert made < 40
    assert all(isinstance(result, Fetched) for result in got)
    time.sleep(0.05)
    assert server.count == made
    assert len(list(fetch_many(days(40)))) == 40
    assert server.count == 40


def test_who_waits_for_a_call_that_gave_up_asks_again(server: Server) -> None:
    """A batch that was closed during a request says nothing to others that wait for the same response."""
    server.default = Reply(200, envelope(game()))
    first, second, third = days(3)
    fetch(first)
    server.set(str(second), Reply(503, '"no"', delay=0.5), Reply(200, envelope(game())))
    batch = fetch_many([first, second, third])
    assert isinstance(next(batch), Fetched)
    while server.count < 3:
        time.sleep(0.01)
    batch.close()
    assert fetch(second).body == envelope(game())


@pytest.mark.parametrize("workers", [-1, 0, 65, 1.5, True])
def test_workers_that_cannot_be(workers: Any) -> None:
    """The number of requests in flight is checked as the option is, before a request."""
    with pytest.raises(ConfigError, match="argument workers must be an integer from 1 to 64, not"):
        fetch_many(days(2), workers=workers)
    assert fetch_many(days(2), workers=64).workers == 64


def test_pool_keeps_its_connections(server: Server) -> None:
    """With many workers no connection is thrown away: there are no more of them than workers."""
    server.default = Reply(200, envelope(game()), delay=0.01)
    adapter = connection_for(current()).session.adapters[server.base_url + "/"]
    list(fetch_many(days(60), workers=16))
    (pool,) = (adapter.inner.poolmanager.pools[key] for key in adapter.inner.poolmanager.pools.keys())  # noqa: SIM118
    assert pool.num_requests == 60
    assert pool.num_connections <= 16


def test_no_more_requests_at_a_time_than_workers(server: Server) -> None:
    """[S8-06] By default at most 8 requests are under way at a time, with ``workers=3`` at most 3."""
    going = peak = 0
    lock = threading.Lock()

    def answer(path: str) -> Reply:
        nonlocal going, peak
        with lock:
            going, peak = going + 1, max(peak, going + 1)
        time.sleep(0.01)
        with lock:
            going -= 1
        return ROWS

    server.default = answer
    for workers, most in ((None, 8), (3, 3)):
        peak = 0
        list(fetch_many(days(60), workers=workers, refresh=True))
        assert 1 < peak <= most


def test_progress_counts_requests(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    """The progress bar says how many requests were made and saved; without a terminal a quick load keeps quiet."""
    list(fetch_many(days(6)))
    assert capsys.readouterr().err == ""
    list(fetch_many(days(9), progress=True))
    err = capsys.readouterr().err
    assert "made=3" in err
    assert "saved=6" in err


def test_counters(server: Server) -> None:
    """The process counts requests made, attempts included, and requests saved."""
    made, saved = cache.tally.made, cache.tally.saved
    server.set(PATH, Reply(503), ROWS)
    fetch(DAY)
    fetch(DAY)
    assert (cache.tally.made - made, cache.tally.saved - saved) == (2, 1)


@pytest.mark.parametrize(
    ("reply", "most"),
    [
        (Reply(429, b"", {"Retry-After": "3600"}), 1), (Reply(503, b"", {"Retry-After": "120"}), 1),
        (Reply(401, b"null"), 1), (Reply(403, {"code": "TRIAL_ACCESS_RESTRICTED", "message": "older"}), 1),
        (Reply(500), fetching.MOST_FAILED + 12), (Reply(429, b"", {"Retry-After": "1"}), fetching.MOST_FAILED + 12),
    ],
)  # fmt: skip
def test_a_service_that_refuses_is_left_alone(server: Server, clock: Clock, reply: Reply, most: int) -> None:
    """[S8-06] Of 180 dates one is asked where the service refuses all or says how long to wait, else a bounded few."""
    server.default = reply
    results = list(fetch_many(days(180)))
    assert len(results) == 180
    assert all(isinstance(result, ServiceError | Unreachable) for result in results)
    assert 1 <= server.count <= most


def test_a_plan_that_lacks_a_sport_is_asked_once(server: Server) -> None:
    """A refusal that is not the trial's, before any answer, is that of the plan, and holds for newer dates as well."""
    server.default = Reply(403, b"null")
    results = list(fetch_many(days(60)))
    assert all(type(result) is Forbidden for result in results)
    assert server.count == 1


def test_a_refusal_among_answers_is_for_its_date(server: Server) -> None:
    """Where other dates are answered, one that is refused takes no other with it, older or newer."""
    queries = days(60)
    server.set(str(queries[30]), Reply(403, b"null"))
    results = list(fetch_many(queries[::-1], workers=2))[::-1]
    assert type(results.pop(30)) is Forbidden
    assert all(isinstance(result, Fetched) for result in results)
    assert server.count == 60


def test_a_trial_gets_what_it_may(server: Server) -> None:
    """Refused for the older dates of a range, a trial token is not asked about what is older still; the rest comes."""
    queries = days(60)
    for query in queries[:40]:
        server.set(str(query), Reply(403, {"code": "TRIAL_ACCESS_RESTRICTED", "message": "older"}))
    results = list(fetch_many(queries[::-1], workers=2))[::-1]
    assert all(isinstance(result, TrialRestricted) for result in results[:40])
    assert all(isinstance(result, Fetched) for result in results[40:])
    assert server.count <= 20 + 4


def test_a_trial_gets_what_is_newer_than_what_it_may_not(server: Server) -> None:
    """A refusal of one date says nothing about later ones."""
    queries = days(30)
    for query in queries[:10]:
        server.set(str(query), Reply(403, {"code": "TRIAL_ACCESS_RESTRICTED", "message": "older"}))
    results = list(fetch_many(queries, workers=1))
    assert all(isinstance(result, TrialRestricted) for result in results[:10])
    assert all(isinstance(result, Fetched) for result in results[10:])


@pytest.mark.parametrize("workers", [2, 3])
def test_answers_are_asked_for_some_way_ahead(server: Server, workers: int) -> None:
    """No more than four answers a worker are asked for ahead of the reader, but the first of all."""
    batch = fetch_many(days(60), workers=workers, progress=False)
    for read in range(1, 4):
        next(batch)
        deadline = time.monotonic() + 10
        while server.count < 4 * workers + read and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.1)
        assert server.count == 4 * workers + read
    batch.close()


@pytest.mark.parametrize("status", [401, 403])
@pytest.mark.parametrize("proven", [True, False])
def test_what_is_in_the_cache_comes_in_spite_of_a_refusal(server: Server, status: int, proven: bool) -> None:
    """A token that is refused costs the days that have to be requested, and none of those that are fresh."""
    known, more = days(12), days(18)
    list(fetch_many(known))
    connection_for(current()).proven = proven
    for query in more[12:]:
        server.set(str(query), Reply(status, b"null"))
    found = list(fetch_many(more))
    assert [type(result) for result in found[:12]] == [Fetched] * 12
    assert all(isinstance(result, ServiceError) for result in found[12:])


def test_days_of_the_cache_do_not_speak_for_the_token(server: Server) -> None:
    """A plan that lacks the sport is asked once, whatever other days were saved before it changed."""
    known, more = days(12), days(60)
    list(fetch_many(known))
    asked = server.count
    server.default = Reply(403, b"null")
    found = list(fetch_many(more, workers=1))
    assert [type(result) for result in found[:12]] == [Fetched] * 12
    assert all(type(result) is Forbidden for result in found[12:])
    assert server.count == asked + 1


def test_the_refusal_of_a_mirrors_token_is_not_that_of_the_users(server: Server) -> None:
    """A mirror marks the 401 for its own token: the error tells the user that nothing is wrong with theirs."""
    server.set(PATH, Reply(401, b"null", {REFUSED_BY: "upstream"}))
    result = next(fetch_many([DAY]))
    assert isinstance(result, Unauthorized)
    assert "the upstream service rejected that of the mirror" in str(result)


@pytest.mark.parametrize(("shown", "has_reader", "told"), [
    (None, True, range(1, 6)), (False, True, ()), (None, False, ()), (True, True, ()),
])  # fmt: skip
def test_a_long_load_without_a_terminal_says_how_far_it_is(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], shown: bool | None,
    has_reader: bool, told: Iterable[int],
) -> None:  # fmt: skip
    """In lines, if somebody reads them; with a bar, or with `progress=False`, there are none."""
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "LONGER", 0.0)
    list(fetch_many(days(6), replace(current(), has_reader=has_reader), progress=shown))
    err = capsys.readouterr().err
    lines = [line for line in err.splitlines() if line.endswith("so far")]
    assert lines == [f"sportsframe: {done} of 6 responses so far" for done in told]
    assert ("made=6" in err) == (shown is True)


def test_lines_about_a_load_become_rarer(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each comes when the load has taken twice as long as at the one before."""
    monkeypatch.setattr(progress, "PATIENCE", 0.02)
    for _ in fetch_many(days(40)):
        time.sleep(0.01)
    assert 2 <= capsys.readouterr().err.count("so far") <= 7


class Terminal(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("missing", "shown"), [(3, False), (4, True)])
def test_progress_is_shown_from_four_answers_on(
    server: Server, monkeypatch: pytest.MonkeyPatch, missing: int, shown: bool
) -> None:
    """Unless asked for, a bar is shown only where four answers or more have to be asked for."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    list(fetch_many(days(missing)))
    assert (f"{missing}/{missing}" in terminal.getvalue()) == shown
    assert (f"made={missing}" in terminal.getvalue()) == shown


def test_the_service_of_the_process_is_asked_for_one_thing_at_a_time(server: Server) -> None:
    """There is nothing to wait for; any other service is asked for as much as was said."""
    with options(source="simulated"):
        assert fetch_many([DAY], workers=8).workers == 1
    assert server.base_url
    assert fetch_many([DAY], workers=8).workers == 8
