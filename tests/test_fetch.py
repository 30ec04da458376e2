"""The way out: what is sent, how often, and what becomes of each answer."""

from __future__ import annotations

import ast
import threading
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
import requests
from requests.adapters import BaseAdapter

from sportsframe import doors as doors_module
from sportsframe import fetch as fetching
from sportsframe import lifetimes, settings, store
from sportsframe.errors import (
    BadRequest,
    Forbidden,
    NotFound,
    PayloadError,
    ServiceError,
    SportsframeError,
    SportsframeWarning,
    TrialRestricted,
    Unauthorized,
    Unreachable,
)
from sportsframe.fetch import Fetched, fetch, fetch_many, register_door
from sportsframe.query import Query
from sportsframe.settings import Clock, options

from .servers import Reply, Server, closed_port, envelope, game, serving

TOKEN = "canary-5d1f/0+a=b c"
DAY = Query("MLB", "live", "2024-06-01")
PATH = "/live/2024-06-01/MLB"
ROWS = Reply(200, envelope(game()))


def days(n: int) -> list[Query]:
    """The first `n` days of June and July."""
    first = datetime(2024, 6, 1)
    return [Query("MLB", "live", (first + timedelta(days=i)).strftime("%Y-%m-%d")) for i in range(n)]


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(ROWS) as server:
        yield server


@pytest.fixture
def clock() -> Clock:
    return Clock("2025-03-01T12:00")


@pytest.fixture(autouse=True)
def client(server: Server, clock: Clock) -> Iterator[None]:
    """The settings of a user of that server; waits take no time."""
    with options(base_url=server.base_url, token=TOKEN, now=clock):
        yield


def test_every_request_is_a_get_with_the_token(server: Server) -> None:
    """[S1-03] [S5-01] [S5-03] Each request is a GET and carries the token as query parameter, never in a header."""
    for resource in ("schedule", "schedule-week", "live"):
        fetch(Query("MLB", resource, "2024-06-01"))
    fetch(Query("SOCCER", "schedule-season", "2024", "EPL"))
    fetch(Query("DARTS", "schedule", "2024-01-03", None, (("event_id", "a b"), ("player_id", "7"))))
    assert {seen.method for seen in server.seen} == {"GET"}
    assert all(seen.query["RSC_token"] == [TOKEN] for seen in server.seen)
    assert all(TOKEN not in str(seen.headers) for seen in server.seen)
    assert server.seen[3].query["league"] == ["EPL"]
    assert server.seen[4].query["event_id"] == ["a b"]


def test_equal_questions_have_one_key(server: Server) -> None:
    """The session's key of a request is the key the cache is asked by, also for parameters that need quoting."""
    for value in ("x", "a b", "a+b", "ä&=?", "20240103-PDC~1/2", "%41"):
        query = Query("DARTS", "schedule", "2024-01-03", None, (("event_id", value),))
        assert not fetch(query).from_cache
        assert fetch(query).from_cache
        assert server.seen[-1].query["event_id"] == [value]


def test_an_answer_is_its_bytes(server: Server) -> None:
    """The body comes back byte for byte, fresh and from the cache, blanks and all."""
    body = b'{"data" :  {"MLB":[ {"status":"completed","x":1.0,"n":"\xc3\xa9"} ]}}\n'
    server.set(PATH, Reply(200, body))
    first, second = fetch(DAY), fetch(DAY)
    assert first.body == second.body == body
    assert (first.from_cache, second.from_cache) == (False, True)
    assert first.fetched_at == second.fetched_at == settings.now()
    assert server.count == 1


def test_gzip_is_unpacked(server: Server) -> None:
    """A packed answer is the same answer."""
    import gzip

    server.set(PATH, Reply(200, gzip.compress(envelope(game())), {"Content-Encoding": "gzip"}))
    assert fetch(DAY).body == fetch(DAY).body == envelope(game())


def test_not_modified_is_an_empty_answer(server: Server) -> None:
    """[S2.1-07] [S7-06] [S7-07] NotModified (304) is success with nothing to return, and is kept like an answer."""
    server.set(PATH, Reply(304))
    assert fetch(DAY).body == b""
    assert fetch(DAY).from_cache
    assert server.count == 1


def test_rows_then_not_modified_is_empty(server: Server, clock: Clock) -> None:
    """[S7-11] Rows that expired, then 304: nothing, never the old rows; no validator is ever sent."""
    headers = {"ETag": '"1"', "Last-Modified": "Sat, 01 Jun 2024 00:00:00 GMT"}
    server.set(PATH, Reply(200, envelope(game(status="inprogress")), headers), Reply(304, headers=headers))
    assert fetch(DAY).body
    clock.sleep(lifetimes.AHEAD + 1)
    assert fetch(DAY).body == b""
    assert fetch(DAY).from_cache
    assert server.count == 2
    assert all(not {"If-None-Match", "If-Modified-Since"} & set(seen.headers) for seen in server.seen)


@pytest.mark.parametrize("body", [{"data": {"MLB": []}}, {"data": {}}])
def test_no_rows_without_not_modified(server: Server, body: object) -> None:
    """[S2.1-08] A 200 with an empty array, or without the key, is an answer without rows."""
    server.set(PATH, Reply(200, body))
    assert fetch(DAY).body
    assert fetch(DAY).from_cache


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (b"", "$"), (b"[]", "$"), (b"7", "$"), (b'"text"', "$"), (b"null", "$"), (b"<html>log in</html>", "$"),
        (b'{"data": {"MLB": [', "$"), (b"\xff\xfe", "$"), (b"{}", "$.data"), (b'{"data": []}', "$.data"),
        (b'{"data": null}', "$.data"), (b'{"data": {"MLB": {}}}', "$.data.MLB"),
        (b'{"data": {"MLB": "none"}}', "$.data.MLB"),
    ],
)  # fmt: skip
def test_what_is_not_the_envelope(server: Server, body: bytes, path: str) -> None:
    """[S2.1-09] A 200 that is not the envelope is a `PayloadError` that names the place; it is not kept."""
    server.set(PATH, Reply(200, body), ROWS)
    with pytest.raises(PayloadError) as caught:
        fetch(DAY)
    assert caught.value.path == path
    assert path in str(caught.value)
    assert not fetch(DAY).from_cache


def test_strange_records_are_not_the_transports_matter(server: Server) -> None:
    """Records of an unexpected shape are an answer: what they mean is read further up."""
    server.set(PATH, Reply(200, b'{"data": {"MLB": [null, 3, {"status": 7, "game_time": []}]}}'))
    assert fetch(DAY).body


BODIES: dict[str, Any] = {
    "null": b"null", "object": {"code": "X", "message": "told"}, "string": '"told"', "text": "told",
    "html": "<html><body>told</body></html>", "nothing": b"", "binary": b"\xff\x00\xfe", "deep": b"[" * 5000,
}  # fmt: skip


@pytest.mark.parametrize("shape", BODIES)
@pytest.mark.parametrize(
    ("status", "kind"), [(400, BadRequest), (401, Unauthorized), (403, Forbidden), (404, NotFound), (418, ServiceError)]
)
def test_refusals(server: Server, status: int, kind: type[ServiceError], shape: str) -> None:
    """[S7-01] [S7-03] [S7-04] [S7-07] [S7-08] [S7-10] [S7-14] [S5-11] The status decides, never the body's shape.

    Refusals are asked once and not kept.
    """
    server.set(PATH, Reply(status, BODIES[shape]))
    with pytest.raises(ServiceError) as caught:
        fetch(DAY)
    error = caught.value
    assert type(error) is kind
    assert error.status == status
    assert error.url == f"{server.base_url}{PATH}"
    assert str(error).startswith(f"{status} for {PATH}: ")
    assert "\n" not in str(error)
    assert len(str(error)) <= 200 + len(PATH)
    assert len(error.body) <= 500
    if shape in ("object", "string", "text") and status != 401:
        assert "told" in str(error)
    assert "<html" not in str(error)
    assert server.count == 1
    with pytest.raises(ServiceError):
        fetch(DAY)
    assert server.count == 2


def test_trial_restriction(server: Server) -> None:
    """[S5-13] [S5-21] [S7-02] A 403 with the trial code is `TrialRestricted` and shows the message; it is not kept."""
    told = "Trial users can access the latest two seasons only, please contact support"
    server.set(PATH, Reply(403, {"code": "TRIAL_ACCESS_RESTRICTED", "message": told}), ROWS)
    with pytest.raises(TrialRestricted, match="latest two seasons"):
        fetch(DAY)
    assert fetch(DAY).body


def test_no_token_at_all_with_a_bad_date(server: Server) -> None:
    """[S5-12] A 401 is `Unauthorized`, whatever else may be wrong with the question."""
    server.set("/live/2024-02-30/MLB", Reply(401, b"null"))
    with pytest.raises(Unauthorized, match="token"):
        fetch(Query("MLB", "live", "2024-02-30"))


def test_ids_and_parameters_that_match_nothing(server: Server) -> None:
    """[S7-12] [S7-13] The client goes by the status: 304 for what matches nothing, 404 for what cannot be."""
    server.set("/live/1900-01-01/DARTS", Reply(304))
    server.set("/schedule/2024-01-03/DARTS", Reply(404, '"could not be processed, check parameters"'))
    assert fetch(Query("DARTS", "live", "1900-01-01", None, (("game_id", "x"),))).body == b""
    with pytest.raises(NotFound, match="check parameters"):
        fetch(Query("DARTS", "schedule", "2024-01-03", None, (("player_id", "0"),)))


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(server: Server, status: int) -> None:
    """[S5-09] [S5-24] A redirect is not followed, so the token goes to the base address only."""
    with serving(ROWS) as other:
        server.set(PATH, Reply(status, b"", {"Location": f"http://127.0.0.1:{other.port}/steal?@ADDRESS@"}))
        with pytest.raises(ServiceError, match="not followed") as caught:
            fetch(DAY)
        assert caught.value.status == status
        assert (server.count, other.count) == (1, 0)


def test_only_the_base_address_gets_the_token(server: Server) -> None:
    """[S5-24] The adapter sends nothing to an address that is not below the base address."""
    line = fetching.current_line()
    adapter = line.session.adapters[server.base_url + "/"]
    with serving(ROWS) as other:
        for address in (f"{other.base_url}{PATH}", f"http://127.0.0.1:{server.port}/elsewhere"):
            with pytest.raises(Unreachable):
                adapter.send(requests.Request("GET", address).prepare(), timeout=(1, 1))
            with pytest.raises(requests.exceptions.RequestException):
                line.session.get(f"{other.base_url}{PATH}")
        assert other.count == 0
    assert server.count == 0


def test_a_proxy_never_sees_a_token_in_the_clear(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """[S5-09] A proxy of the environment is not used for plain http on loopback."""
    with serving(ROWS) as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        fetch(DAY)
        assert (server.count, proxy.count) == (1, 0)


FAULTS = {
    "reset": Reply(fault="reset"), "close": Reply(fault="close"),
    "truncated": Reply(200, envelope(game()), fault="truncate"),
    "500": Reply(500, "oops"), "502": Reply(502), "503": Reply(503), "504": Reply(504), "429": Reply(429),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_that_pass_are_tried_again(server: Server, clock: Clock, fault: str) -> None:
    """[S7-17] Transport faults, 5xx and 429 are tried again, with pauses; the answer that comes then counts."""
    began = clock()
    server.set(PATH, FAULTS[fault], FAULTS[fault], ROWS)
    assert fetch(DAY).body == envelope(game())
    assert server.count == 3
    assert 1.5 <= (clock() - began).total_seconds() <= 2.25


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_that_stay_are_given_up(server: Server, clock: Clock, fault: str) -> None:
    """[S7-17] After four attempts and at most 30 s of pauses what remains is `ServiceError` or `Unreachable`."""
    began = clock()
    server.set(PATH, FAULTS[fault])
    with pytest.raises(ServiceError if fault.isdigit() else Unreachable) as caught:
        fetch(DAY)
    assert server.count == fetching.ATTEMPTS
    assert (clock() - began).total_seconds() <= fetching.LONGEST_WAIT
    assert "\n" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None


def http_date(seconds: float) -> str:
    return format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)


@pytest.mark.parametrize(
    ("status", "value", "least", "most", "asked"),
    [
        (503, "7", 21, 21, 4), (429, "7", 21, 21, 4), (503, "0", 0, 0, 4), (503, "15", 30, 30, 3),
        (503, "29", 29, 29, 2), (503, "31", 0, 0, 1), (429, "86400", 0, 0, 1), (503, "9" * 40, 0, 0, 1),
        (503, "-5", 3.5, 5.25, 4), (503, "soon", 3.5, 5.25, 4), (503, "1e3", 3.5, 5.25, 4),
        (503, "nan", 3.5, 5.25, 4),
        (503, "", 3.5, 5.25, 4), (503, "DATE+8", 18, 30, 4), (503, "DATE+3600", 0, 0, 1),
        (503, "DATE-60", 3.5, 5.25, 4),
        (503, "Thu, 99 Foo 2099 99:99:99 GMT", 3.5, 5.25, 4), (429, "Fri, 31 Dec 9999 23:59:59 GMT", 0, 0, 1),
        (500, "5", 15, 15, 4), (502, "5", 15, 15, 4),
    ],
)  # fmt: skip
def test_retry_after(
    server: Server, clock: Clock, status: int, value: str, least: float, most: float, asked: int
) -> None:
    """[S7-17] [S8-06] Retry-After is honoured in both forms; absurd values never make the wait exceed 30 s."""
    began = clock()
    value = http_date(float(value[4:])) if value.startswith("DATE") else value
    server.set(PATH, Reply(status, b"", {"Retry-After": value}))
    with pytest.raises(ServiceError):
        fetch(DAY)
    waited = (clock() - began).total_seconds()
    assert least - 0.1 <= waited <= most + 0.1
    assert waited <= fetching.LONGEST_WAIT
    assert server.count == asked


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_refusals_are_not_tried_again(server: Server, clock: Clock, status: int) -> None:
    """[S7-17] 401, 403, 404 and 400 are asked once, also with a Retry-After."""
    began = clock()
    server.set(PATH, Reply(status, b"", {"Retry-After": "1"}))
    with pytest.raises(ServiceError):
        fetch(DAY)
    assert server.count == 1
    assert clock() == began


def test_nobody_there() -> None:
    """A service that is down, or a name that does not resolve, is one line that says so."""
    for host, says in ((f"127.0.0.1:{closed_port()}", "refused"), ("127.0.0.1:1", "refused")):
        with options(base_url=f"http://{host}/api/v1", token=TOKEN), pytest.raises(Unreachable, match=says) as caught:
            fetch(DAY)
        assert str(caught.value).startswith(f"no answer from {host} for {PATH}")
        assert len(str(caught.value)) <= 200


def test_timeouts(server: Server) -> None:
    """A server that does not answer in time is given up; both timeouts always hold."""
    server.set(PATH, Reply(200, envelope(game()), delay=1.0))
    began = time.monotonic()
    with options(timeouts=(0.5, 0.05)), pytest.raises(Unreachable, match=r"no answer within 0\.05 s"):
        fetch(DAY)
    assert time.monotonic() - began < 2


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
    clock.sleep(lifetimes.AHEAD + 1)
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
    clock.sleep(lifetimes.AHEAD + 1)
    with pytest.raises(ServiceError) as caught:
        fetch(DAY)
    assert caught.value.status == status


def test_threads_share_one_request(server: Server) -> None:
    """[S8-06] However many threads ask for one key, one request is made and all have the answer."""
    server.set(PATH, Reply(200, envelope(game()), delay=0.1))
    results: list[Fetched] = []
    barrier = threading.Barrier(16)
    setting = settings.current()

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


def test_pool_keeps_its_connections(server: Server) -> None:
    """With many workers no connection is thrown away: there are no more of them than workers."""
    server.default = Reply(200, envelope(game()), delay=0.01)
    adapter = fetching.current_line().session.adapters[server.base_url + "/"]
    list(fetch_many(days(60), workers=16))
    (pool,) = (adapter.inner.poolmanager.pools[key] for key in adapter.inner.poolmanager.pools.keys())  # noqa: SIM118
    assert pool.num_requests == 60
    assert pool.num_connections <= 16


def test_progress_counts_requests(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    """The progress bar says how many requests were made and saved; without a terminal it keeps quiet."""
    list(fetch_many(days(6)))
    assert capsys.readouterr().err == ""
    list(fetch_many(days(9), progress=True))
    err = capsys.readouterr().err
    assert "made=3" in err
    assert "saved=6" in err


def test_counters(server: Server) -> None:
    """The process counts requests made, attempts included, and requests saved."""
    made, saved = store.tally.made, store.tally.saved
    server.set(PATH, Reply(503), ROWS)
    fetch(DAY)
    fetch(DAY)
    assert (store.tally.made - made, store.tally.saved - saved) == (2, 1)


class Door(BaseAdapter):
    """A service inside the process: it answers with what it was asked."""

    def __init__(self, body: bytes = envelope(game()), status: int = 200) -> None:
        super().__init__()
        self.body, self.status, self.asked = body, status, Counter[str]()

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> requests.Response:
        self.asked[str(request.url)] += 1
        response = requests.Response()
        response.status_code, response._content, response.request = self.status, self.body, request
        return response

    def close(self) -> None:
        pass


@pytest.fixture
def doors() -> Iterator[dict[str, doors_module.Door]]:
    kept = dict(doors_module.doors)
    yield doors_module.doors
    doors_module.doors.clear()
    doors_module.doors.update(kept)
    fetching._close_lines()


def test_the_built_in_service_has_a_door(doors: dict[str, doors_module.Door]) -> None:
    """[S5-09] [S5-15] With neither token nor address the registered door answers, over no socket, with a token."""
    door = Door()
    register_door(settings.BUILT_IN_HOST, lambda: door)
    with options(base_url=None, token=None):
        assert fetch(DAY).body == envelope(game())
        assert fetch(DAY).from_cache
    assert list(door.asked) == [f"{settings.BUILT_IN}{PATH}?RSC_token=built-in"]


def test_another_version_of_the_world_is_another_cache(doors: dict[str, doors_module.Door]) -> None:
    """Answers of one version of the built-in world are not served for another."""
    with options(base_url=None, token=None):
        for version in ("1", "2"):
            register_door(settings.BUILT_IN_HOST, lambda v=version: Door(envelope(game(v))), version=version)
            assert fetch(DAY).body == envelope(game(version))


def test_without_a_door_the_reserved_host_is_unreachable(doors: dict[str, doors_module.Door]) -> None:
    """The reserved name never resolves: a door that was forgotten fails instead of asking somebody else."""
    doors.clear()
    fetching._close_lines()
    with options(base_url=None, token=None), pytest.raises((Unreachable, requests.RequestException)):
        fetch(DAY)


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
    assert least <= lifetimes.judge(path, envelope(*games), NOW).lifetime <= most


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
    assert least <= lifetimes.judge(path, b"", NOW).lifetime <= most


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
            assert clock() - got.fetched_at <= timedelta(seconds=lifetimes.IN_PLAY)
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


def test_an_answer_from_the_future_is_not_used(server: Server, tmp_path: Path) -> None:
    """What was fetched under a later clock says nothing about an earlier moment."""
    fetch(DAY)
    with options(now="2024-06-01T23:30"):
        assert not fetch(DAY).from_cache
    assert server.count == 2


def test_every_way_out_has_timeouts() -> None:
    """Connect and read timeouts are given wherever a request is sent, and the one place is `Line.send`."""
    places = []
    for file in Path(fetching.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                on = node.func.value
                name = on.attr if isinstance(on, ast.Attribute) else on.id if isinstance(on, ast.Name) else ""
                if name in ("session", "requests", "inner") and node.func.attr in ("send", "get", "request", "post"):
                    places.append((file.name, name))
                    assert any(word.arg in ("timeout", None) for word in node.keywords), file
    assert sorted(places) == [("fetch.py", "session"), ("wire.py", "inner")]


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
