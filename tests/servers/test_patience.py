"""How long users of a mirror wait for an upstream service that hangs, fails or limits its requests."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from requests import Response
from requests.adapters import HTTPAdapter

from sportsframe._client import hosts
from sportsframe._client.cache import clear_cache
from sportsframe._client.clock import Clock, real_time
from sportsframe.catalog.resources import OF_ONE_PATH, REFUSED_BY
from sportsframe.servers.mcp import ToolServer
from sportsframe.servers.mirror import CACHE, READ_AGAIN, UPSTREAM_SECONDS, Mirror, MirrorApp
from sportsframe.servers.pending import CONCURRENT_REQUESTS, LATE, PATIENCE
from sportsframe.servers.upstream import PROBED_AFTER, REMEMBERED, RETRY_AFTER
from sportsframe.service.serve import running_server

from ..support.hostile import SCENARIOS, hostile_server
from ..support.processes import command
from ..support.servers import DRIP_SECONDS, Reply, Server, envelope, game, serving
from .mirrors import OURS, PATH, TABLE, UPSTREAM, ask, counts, ended, get, learned, mirror_of, state

DRIPS = [name for name in SCENARIOS if name.startswith("drip")]

IN_PLAY = envelope(game(status="inprogress"))
OVER = envelope(game())
AT_ONCE = 1.5
"""Seconds in which an answer is given that waits for nothing, on a busy machine."""

WAITED = PATIENCE + AT_ONCE


@dataclass
class Timed:
    """An answer: its status, its headers, its body, and the seconds it took."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float


def timed(request: Callable[[], tuple[int, dict[str, str], bytes]]) -> Timed:
    began = time.monotonic()
    status, headers, body = request()
    return Timed(status, {name.lower(): value for name, value in headers.items()}, body, time.monotonic() - began)


def at_the_same_time(*requests: Callable[[], tuple[int, dict[str, str], bytes]]) -> list[Timed]:
    """The answers to requests that are sent at the same time, in their order."""
    found: dict[int, Timed] = {}
    threads = [
        threading.Thread(target=lambda number=number, one=one: found.update({number: timed(one)}))
        for number, one in enumerate(requests)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [found[number] for number in range(len(requests))]


@pytest.fixture
def clock() -> Clock:
    return Clock("2024-06-01T22:00:00")


@pytest.fixture
def upstream() -> Iterator[Server]:
    with serving(Reply(200, IN_PLAY)) as server:
        yield server


def path(day: int) -> str:
    return f"/live/2024-06-{day:02}/MLB"


def test_an_expired_response_is_given_soon_and_renewed_behind(upstream: Server, clock: Clock) -> None:
    """Upstream takes long: the first user waits a little, the next ones do not, and one request renews the entry."""
    mirror = mirror_of(upstream, clock)
    with running_server(app=MirrorApp(mirror)) as running:
        request = lambda: get(running.address, f"/api/v1{PATH}")  # noqa: E731
        assert timed(request).headers[CACHE.lower()] == "miss"
        clock.sleep(60)
        upstream.set(PATH, Reply(200, OVER, delay=PATIENCE + 2))
        first, second = timed(request), timed(request)
        for answer in (first, second):
            assert (answer.status, answer.body, answer.headers[CACHE.lower()]) == (200, IN_PLAY, "stale")
            assert "warning" in answer.headers
        assert PATIENCE <= first.seconds < WAITED
        assert second.seconds < AT_ONCE
        until = time.monotonic() + 10
        while timed(request).headers[CACHE.lower()] == "stale" and time.monotonic() < until:
            time.sleep(0.1)
        renewed = timed(request)
    assert (renewed.body, renewed.headers[CACHE.lower()]) == (OVER, "hit")
    assert upstream.count == 2
    assert state(mirror)[0] == "up"


def test_without_an_expired_response_the_user_waits(upstream: Server, clock: Clock) -> None:
    """There is nothing else to give; and a response that is fast enough is never given stale."""
    mirror = mirror_of(upstream, clock)
    upstream.set(PATH, Reply(200, IN_PLAY, delay=PATIENCE + 1), Reply(200, OVER, delay=PATIENCE / 4))
    first = timed(lambda: ask(mirror))
    assert (first.body, first.headers[CACHE.lower()]) == (IN_PLAY, "miss")
    clock.sleep(60)
    second = timed(lambda: ask(mirror))
    assert (second.body, second.headers[CACHE.lower()]) == (OVER, "miss")


def test_more_expired_entries_than_places(clock: Clock) -> None:
    """Who asks for more than may go upstream at a time waits no longer for the rest."""
    paths = [path(day) for day in range(1, 31)]
    slow = threading.Event()
    with serving(lambda _: Reply(200, IN_PLAY, delay=8 if slow.is_set() else 0)) as upstream:
        mirror = mirror_of(upstream, clock)
        for one in paths:
            ask(mirror, one)
        clock.sleep(60)
        slow.set()
        answers = at_the_same_time(*(lambda one=one: ask(mirror, one) for one in paths))
    assert {answer.headers[CACHE.lower()] for answer in answers} == {"stale"}
    assert max(answer.seconds for answer in answers) < WAITED + AT_ONCE


def test_one_request_finds_out_whether_an_outage_is_over(upstream: Server, clock: Clock) -> None:
    """The others get an expired response at once, or the failure with the time after which to try again."""
    mirror = mirror_of(upstream, clock)
    for day in (1, 2, 3, 4):
        ask(mirror, path(day))
    clock.sleep(60)
    upstream.default = Reply(503)
    assert ask(mirror, path(1))[1][CACHE] == "stale"
    clock.sleep(RETRY_AFTER + 1)
    asked = upstream.count
    upstream.default = Reply(200, OVER, delay=PATIENCE + 2)

    answers = at_the_same_time(*(lambda day=day: ask(mirror, path(day)) for day in (1, 2, 3, 4)))
    assert [answer.headers[CACHE.lower()] for answer in answers] == ["stale"] * 4
    assert sorted(answer.seconds < AT_ONCE for answer in answers) == [False, True, True, True]
    unknown = timed(lambda: ask(mirror, path(5)))
    assert (unknown.status, unknown.headers["retry-after"]) == (503, str(RETRY_AFTER))
    assert unknown.seconds < AT_ONCE
    assert upstream.count == asked + 1
    assert state(mirror)[0] == "down"

    until = time.monotonic() + 10
    while state(mirror)[0] == "down" and time.monotonic() < until:
        time.sleep(0.05)
    assert state(mirror) == ("up", 1, 1)
    upstream.default = Reply(200, OVER)
    assert ask(mirror, path(5))[:1] == (200,)


def test_a_request_that_hangs_is_not_the_last_to_find_out(upstream: Server, clock: Clock) -> None:
    """One resource that upstream never answers keeps no other one from ending the outage."""
    mirror = mirror_of(upstream, clock)
    for day in (1, 2):
        ask(mirror, path(day))
    clock.sleep(60)
    upstream.default = Reply(503)
    ask(mirror, path(1))
    clock.sleep(RETRY_AFTER + 1)
    upstream.set(path(1), Reply(200, OVER, delay=PATIENCE + 3))
    upstream.default = Reply(200, OVER)
    assert ask(mirror, path(1))[1][CACHE] == "stale"
    assert ask(mirror, path(2))[1][CACHE] == "stale"
    clock.sleep(RETRY_AFTER)
    assert ask(mirror, path(2))[1][CACHE] == "miss"
    assert state(mirror)[0] == "up"


def test_one_slow_path_pauses_no_other(upstream: Server, clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    """It alone is left alone for a while; all others are asked for, until two of them follow each other."""
    mirror = mirror_of(upstream, clock, deadline=1.0)
    upstream.set(path(1), Reply(200, OVER, delay=1.5))
    assert ask(mirror, path(2))[0] == 200
    status, headers, _ = ask(mirror, path(1))
    assert (status, headers["Retry-After"]) == (504, str(RETRY_AFTER))
    ended(mirror)
    asked = upstream.count
    assert ask(mirror, path(1))[0] == 504
    assert upstream.count == asked
    assert state(mirror)[0] == "up"
    assert f"upstream fails on one path: no response from 127.0.0.1:{upstream.port} for {path(1)}" in caplog.text
    assert ask(mirror, path(3))[0] == 200

    for day, known in ((4, "up"), (6, "down")):
        upstream.set(path(day), Reply(200, OVER, delay=1.5))
        assert learned(mirror, path(day)) == (504, known)
    assert ask(mirror, path(5))[0] == 504
    clock.sleep(RETRY_AFTER + 1)
    upstream.set(path(1), Reply(200, OVER))
    assert ask(mirror, path(1))[0] == 200


def test_upstream_that_hangs_for_one_request_after_another_is_down(upstream: Server, clock: Clock) -> None:
    """However late the second one fails, unless upstream answered meanwhile; the same path again is no second one."""
    mirror = mirror_of(upstream, clock, deadline=1.0)
    assert ask(mirror, path(1))[0] == 200
    upstream.default = Reply(200, OVER, delay=1.5)
    for day, known in ((2, "up"), (2, "up"), (3, "down"), (4, "down")):
        assert learned(mirror, path(day)) == (504, known)
        clock.sleep(10 * RETRY_AFTER)
    assert state(mirror) == ("down", 0, 1)
    upstream.default = Reply(200, OVER)
    assert (ask(mirror, path(5))[0], state(mirror)) == (200, ("up", 1, 1))


def test_failures_that_are_long_apart_are_no_outage(upstream: Server, clock: Clock) -> None:
    """Two in a night in which nothing else was asked are those of their paths; two in ten minutes are an outage."""
    mirror = mirror_of(upstream, clock)
    assert ask(mirror, path(1))[0] == 200
    upstream.default = Reply(500)
    for day, known in ((2, "up"), (3, "up"), (4, "down")):
        assert (ask(mirror, path(day))[0], state(mirror)[0]) == (500, known)
        clock.sleep(3600 if known == "up" and day == 2 else REMEMBERED)
    assert state(mirror) == ("down", 0, 1)


def test_a_path_that_hangs_keeps_no_other_from_ending_an_outage(upstream: Server, clock: Clock) -> None:
    """While a request that was to find out hangs, another one is sent a second later."""
    mirror = mirror_of(upstream, clock, deadline=1.5)
    upstream.default = Reply(200, OVER)
    for day in (1, 2, 3):  # long enough that no busy machine sees the answers in time
        upstream.set(path(day), Reply(200, OVER, delay=6.0))
    assert [learned(mirror, path(day)) for day in (5, 1, 2)] == [(200, "up"), (504, "up"), (504, "down")]
    clock.sleep(PROBED_AFTER)
    asked = upstream.count

    def another_user() -> tuple[int, dict[str, str], bytes]:
        while upstream.count == asked:
            time.sleep(0.01)
        assert ask(mirror, path(4))[0] == 504
        clock.sleep(PROBED_AFTER)
        return ask(mirror, path(4))

    hung, answered = at_the_same_time(lambda: ask(mirror, path(3)), another_user)
    assert (hung.status, answered.status) == (504, 200)
    assert state(mirror)[0] == "up"


def test_slow_paths_of_one_user_keep_no_other_from_upstream(upstream: Server, clock: Clock) -> None:
    """However many of them hang: upstream is up, as it responds to what is sent after them."""
    mirror = mirror_of(upstream, clock, deadline=1.5)
    for day in (1, 2, 3):
        upstream.set(path(day), Reply(200, OVER, delay=2.5))
    upstream.default = Reply(200, OVER)

    def another_user() -> tuple[int, dict[str, str], bytes]:
        time.sleep(0.5)
        return ask(mirror, path(4))

    hung = [(lambda day=day: ask(mirror, path(day))) for day in (1, 2, 3)]
    *late, answered = at_the_same_time(*hung, another_user)
    assert [answer.status for answer in (*late, answered)] == [504, 504, 504, 200]
    ended(mirror)
    assert state(mirror)[0] == "up"
    assert ask(mirror, path(5))[0] == 200
    asked = upstream.count
    assert [ask(mirror, path(day))[0] for day in (1, 2, 3)] == [504] * 3
    assert upstream.count == asked


def test_broken_paths_of_one_user_keep_no_other_from_upstream(upstream: Server, clock: Clock) -> None:
    """A path that upstream answers with 500 is left alone by itself; where several do, one that is not may be next."""
    mirror = mirror_of(upstream, clock)
    upstream.default = Reply(200, OVER)
    for day in (1, 2, 3):
        upstream.set(path(day), Reply(500, b"oops"))
    assert [ask(mirror, path(day))[0] for day in (6, 1, 4)] == [200, 500, 200]
    asked = upstream.count
    for _ in range(2):
        status, headers, _ = ask(mirror, path(1))
        assert (status, headers[REFUSED_BY], headers["Retry-After"]) == (500, OF_ONE_PATH, str(RETRY_AFTER))
    assert upstream.count == asked
    assert (ask(mirror, path(2))[0], state(mirror)[0]) == (500, "up")

    assert (ask(mirror, path(3))[0], state(mirror)[0]) == (500, "down")
    status, headers, body = ask(mirror, path(5))
    assert (status, headers["Retry-After"]) == (503, str(PROBED_AFTER))
    assert "this one was not requested" in json.loads(body)
    clock.sleep(PROBED_AFTER)
    assert [ask(mirror, path(day))[0] for day in (1, 2, 3)] == [500, 500, 500]
    assert (ask(mirror, path(5))[0], state(mirror)[0]) == (200, "up")


def test_a_failure_with_a_time_is_not_that_of_one_path(upstream: Server, clock: Clock) -> None:
    """Upstream that asks for a pause gets it, whatever its status."""
    mirror = mirror_of(upstream, clock)
    upstream.default = Reply(200, OVER)
    assert ask(mirror, path(2))[0] == 200
    upstream.set(path(1), Reply(500, b"", {"Retry-After": "20"}))
    assert (ask(mirror, path(1))[0], state(mirror)[0], ask(mirror, path(3))[0]) == (500, "down", 503)


@pytest.mark.parametrize(("status", "named"), [(429, "limited"), (503, "down")])
def test_no_request_waits_out_a_retry_after(
    upstream: Server, clock: Clock, caplog: pytest.LogCaptureFixture, status: int, named: str
) -> None:
    """An expired response, or the refusal with its Retry-After, at once; the state is that of the first refusal."""
    caplog.set_level(logging.INFO, "sportsframe.service")
    mirror = mirror_of(upstream, clock)
    ask(mirror)
    clock.sleep(60)
    upstream.set(PATH, Reply(status, b"", {"Retry-After": "15"}))
    began, asked = clock(), upstream.count
    assert ask(mirror)[1][CACHE] == "stale"
    refused, headers, _ = ask(mirror, path(2))
    assert (refused, headers["Retry-After"], headers[REFUSED_BY]) == (status, "15", "upstream")
    assert clock() == began
    assert upstream.count == asked + 1
    assert state(mirror)[0] == named
    assert f"upstream {named}: {status} for {PATH}" in caplog.text


def test_a_wait_that_another_process_was_told_is_passed_on(upstream: Server, clock: Clock) -> None:
    """A mirror that is started meanwhile sends nothing, and passes on the time that is left."""
    upstream.set(path(2), Reply(429, b"", {"Retry-After": "20"}))
    first = mirror_of(upstream, clock)
    ask(first)
    assert ask(first, path(2))[0] == 429
    clock.sleep(5)
    asked, began = upstream.count, clock()
    status, headers, _ = ask(mirror_of(upstream, clock), path(3))
    assert (status, headers["Retry-After"]) == (429, "15")
    assert (upstream.count, clock()) == (asked, began)


def test_a_429_without_a_time_is_no_reason_to_ask_again(upstream: Server, clock: Clock) -> None:
    """It is passed on with ours, and upstream is left alone from the first one on."""
    upstream.default = Reply(429)
    mirror = mirror_of(upstream, clock)
    for _ in range(2):
        status, headers, _ = ask(mirror)
        assert (status, headers["Retry-After"]) == (429, str(RETRY_AFTER))
    assert upstream.count == 1
    assert state(mirror)[0] == "limited"


def test_tools_wait_no_longer(upstream: Server, clock: Clock) -> None:
    """The MCP server gets the same from the mirror behind it."""
    upstream.default = Reply(200, IN_PLAY)
    server = ToolServer(mirror_of(upstream, clock))
    live = ("get_live", {"sport": "mlb", "date": "2024-06-01"})
    server.call(*live, OURS)
    clock.sleep(75)
    upstream.default = Reply(200, OVER, delay=PATIENCE + 4)
    began = time.monotonic()
    note = server.call(*live, OURS)[1]["note"]
    assert PATIENCE <= time.monotonic() - began < WAITED
    assert note.startswith("not the latest: as of 2024-06-01T22:00:00Z")


def test_what_goes_on_behind_keeps_no_process_from_ending(
    upstream: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mirror that is told to stop does not wait for what no user waits for."""
    monkeypatch.delenv("SPORTSFRAME_NOW")
    environment = {
        "RSC_TOKEN": OURS, "SPORTSFRAME_UPSTREAM_TOKEN": UPSTREAM, "SPORTSFRAME_CACHE_DIR": str(tmp_path),
        "SPORTSFRAME_MAX_AGE": "1",
    }  # fmt: skip
    with command("serve", "--upstream", upstream.base_url, "--port", "0", **environment) as mirror:
        request = lambda: get(mirror.address, f"/api/v1{PATH}")  # noqa: E731
        assert request()[0] == 200
        time.sleep(1.1)
        upstream.set(PATH, Reply(200, IN_PLAY, delay=25))
        assert timed(request).headers[CACHE.lower()] == "stale"
        began = time.monotonic()
        assert mirror.stop() == 0
        assert time.monotonic() - began < 10


def test_who_waits_without_a_cached_response_is_told_of_an_outage(upstream: Server, clock: Clock) -> None:
    """Whoever has waited for a while is told once the outage is known, and later ones at once, in however full a line.

    The first request fails of its own after a short time limit; those that hang longer go on behind.
    """
    mirror = mirror_of(upstream, clock)
    first, late = path(1), [path(day) for day in range(2, 2 + CONCURRENT_REQUESTS + 4)]
    upstream.default = Reply(200, OVER, delay=PATIENCE + 5)
    upstream.set(first, Reply(503, b"", {"Retry-After": "60"}, delay=PATIENCE + 1))
    answers = at_the_same_time(*(lambda one=one: ask(mirror, one) for one in (first, *late)))
    assert {(answer.status, answer.headers["retry-after"]) for answer in answers} == {(503, "60")}
    assert max(answer.seconds for answer in answers) < WAITED + 1 + AT_ONCE
    after = timed(lambda: ask(mirror, path(29)))
    assert (after.status, after.headers["retry-after"]) == (503, "60")
    assert after.seconds < AT_ONCE
    assert upstream.paths()[f"/api/v1{path(29)}"] == 0


def test_who_has_not_waited_long_gets_what_is_under_way(upstream: Server, clock: Clock) -> None:
    """One failure says nothing of requests that were sent a moment before: they have as long as any."""
    mirror = mirror_of(upstream, clock)
    upstream.set(path(1), Reply(503, b"", {"Retry-After": "60"}, delay=0.3))
    upstream.set(path(2), Reply(200, OVER, delay=0.9))
    failed, answered = at_the_same_time(lambda: ask(mirror, path(1)), lambda: ask(mirror, path(2)))
    assert (failed.status, answered.status, answered.body) == (503, 200, OVER)


def test_a_request_that_was_given_up_is_begun_anew(upstream: Server, clock: Clock) -> None:
    """Nobody gets the failure of an outage that is over, though the request that hung in it is still under way."""
    mirror = mirror_of(upstream, clock)
    upstream.set(path(1), Reply(200, OVER, delay=PATIENCE + 3))
    upstream.set(path(2), Reply(503, b"", {"Retry-After": "10"}, delay=PATIENCE + 0.5), Reply(200, OVER))
    answers = at_the_same_time(*(lambda day=day: ask(mirror, path(day)) for day in (1, 2)))
    assert [answer.status for answer in answers] == [503, 503]
    clock.sleep(RETRY_AFTER + 1)
    assert ask(mirror, path(2))[0] == 200
    assert ask(mirror, path(1))[::2] == (200, OVER)


def test_a_time_limit_is_told_from_a_failure(upstream: Server, clock: Clock) -> None:
    """504 for a service that did not respond in time, 502 for one that broke off."""
    mirror = mirror_of(upstream, clock, timeouts=(0.2, 0.2))
    upstream.set(PATH, Reply(200, OVER, delay=0.6))
    slow = ask(mirror)
    assert (slow[0], slow[1]["Retry-After"]) == (504, str(RETRY_AFTER))
    assert "in time" in json.loads(slow[2])
    clock.sleep(RETRY_AFTER + 1)
    upstream.default = Reply(fault="reset")
    assert ask(mirror, path(2))[0] == 502


@pytest.mark.parametrize(
    ("refusal", "named", "seconds"),
    [
        (Reply(429, b"", {"Retry-After": "3600"}), "limited", 3600),
        (Reply(503, b"", {"Retry-After": "120"}), "down", 120),
        (Reply(503), "down", RETRY_AFTER),
    ],
    ids=["429", "503", "ours"],
)
def test_an_operator_sees_until_when_upstream_is_left_alone(
    upstream: Server, clock: Clock, refusal: Reply, named: str, seconds: int
) -> None:
    """In health and metrics: the end of the time that upstream has said or of our own pause, until it is over."""
    mirror = mirror_of(upstream, clock)
    with running_server(app=MirrorApp(mirror)) as running:

        def told() -> tuple[str | None, float]:
            health = json.loads(get(running.address, "/healthz", token="")[2])
            page = counts(get(running.address, "/metrics", token="")[2])
            return health.get("paused_until"), page["sportsframe_mirror_upstream_paused_until_seconds"]

        assert told() == (None, 0)
        upstream.default = refusal
        ask(mirror)
        until = clock() + timedelta(seconds=seconds)
        assert mirror.upstream.state == named
        assert told() == (f"{until:%Y-%m-%dT%H:%M:%SZ}", pytest.approx(until.timestamp(), abs=0.001))
        clock.sleep(seconds - 1)
        assert ask(mirror)[0] == refusal.status
        assert told()[1] == pytest.approx(until.timestamp(), abs=0.001)
        clock.sleep(1)
        upstream.default = Reply(200, OVER)
        assert told() == (None, 0)
        assert ask(mirror)[0] == 200


def test_the_log_says_when_a_pause_has_grown(upstream: Server, clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    """A pause of more than twice the length that was logged last gets a line of its own, and others none."""
    mirror = mirror_of(upstream, clock)
    for wait, lines in (("45", 1), ("60", 1), ("45", 1), ("7200", 2), ("7200", 2), ("60", 2)):
        upstream.default = Reply(429, b"", {"Retry-After": wait})
        ask(mirror)
        assert caplog.text.count("upstream limited: ") == lines
        clock.sleep(int(wait))
    assert "no requests are sent for 7200 s" in caplog.text


def test_a_pause_that_an_operator_ended_is_told_no_longer(upstream: Server, clock: Clock) -> None:
    """After SIGHUP the next request is sent, and health says so."""
    mirror = mirror_of(upstream, clock)
    upstream.default = Reply(429, b"", {"Retry-After": "3600"})
    ask(mirror)
    assert b"paused_until" in mirror.health()[2]
    mirror.resume()
    assert b"paused_until" not in mirror.health()[2]


@pytest.mark.parametrize("scenario", DRIPS)
def test_an_upstream_that_drips_is_given_up(scenario: str) -> None:
    """However steadily status, headers or body arrive: 504 when the time for the whole of them is over."""
    with hostile_server() as hostile:
        mirror = Mirror(hostile.url(scenario), TABLE, token=UPSTREAM, deadline=0.5)
        answer = timed(lambda: ask(mirror))
    assert (answer.status, answer.headers["retry-after"]) == (504, str(RETRY_AFTER))
    assert 0.5 <= answer.seconds < 0.5 + AT_ONCE


@pytest.mark.parametrize(("share", "status"), [(0.7, 504), (8, 200)])
def test_the_time_of_an_upstream_is_that_of_the_whole_answer(upstream: Server, share: float, status: int) -> None:
    """A body that is complete in time is an answer though every byte was waited for; one that is not is none."""
    drip = b" " * 100 + OVER
    mirror = mirror_of(upstream, real_time, deadline=len(drip) * DRIP_SECONDS * share)
    upstream.default = Reply(200, drip, fault="drip")
    assert ask(mirror)[0] == status


def test_the_cache_answers_for_an_upstream_that_drips(upstream: Server) -> None:
    """An expired response takes the place of one that is not complete in time."""
    mirror = mirror_of(upstream, real_time, deadline=0.5, max_age=0.1)
    assert ask(mirror)[1][CACHE] == "miss"
    time.sleep(READ_AGAIN.total_seconds())
    upstream.default = Reply(200, b" " * 200 + OVER, fault="drip")
    answer = timed(lambda: ask(mirror))
    assert (answer.status, answer.body, answer.headers[CACHE.lower()]) == (200, IN_PLAY, "stale")
    assert 0.5 <= answer.seconds < 0.5 + AT_ONCE


class Stuck(HTTPAdapter):
    """An adapter that heeds no time limit, as the search for the address of a host does not."""

    over = threading.Event()

    def send(self, *_: object, **__: object) -> Response:
        self.over.wait(30)
        raise ConnectionError


def test_no_user_waits_longer_than_upstream_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a request is stuck in, its user is told in time, in the process and over HTTP."""
    monkeypatch.setattr(hosts, "hosts", {})
    hosts.register_host("stuck.example", lambda clock: Stuck())
    mirror = Mirror("https://stuck.example/api/v1", TABLE, token=UPSTREAM, deadline=PATIENCE)
    with running_server(app=MirrorApp(mirror)) as running:
        answers = at_the_same_time(lambda: ask(mirror), lambda: get(running.address, f"/api/v1{path(2)}"))
    under_way = [thread for thread in threading.enumerate() if thread.name == "sportsframe-mirror"]
    assert len(under_way) == 2
    Stuck.over.set()
    for thread in under_way:
        thread.join()
    for answer in answers:
        assert (answer.status, answer.headers["retry-after"]) == (504, str(RETRY_AFTER))
        assert PATIENCE + LATE <= answer.seconds < PATIENCE + LATE + AT_ONCE


def test_an_operator_sets_how_long_upstream_may_take(upstream: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """By default half a minute; the variable and the option of the client are heeded."""
    assert mirror_of(upstream).seconds == UPSTREAM_SECONDS == 30.0
    assert mirror_of(upstream, deadline=7).seconds == 7
    monkeypatch.setenv("SPORTSFRAME_DEADLINE", "90")
    assert mirror_of(upstream).seconds == 90


@pytest.mark.parametrize(("status", "left"), [(503, 300), (429, 86_400)])
def test_an_operator_ends_a_pause(upstream: Server, clock: Clock, status: int, left: int) -> None:
    """After SIGHUP or a start the next request is sent, whatever time upstream has said; without them it is not."""
    mirror = mirror_of(upstream, clock)
    upstream.default = Reply(status, b"", {"Retry-After": "90000"})
    assert (ask(mirror)[0], upstream.count) == (status, 1)
    clock.sleep(RETRY_AFTER * 2)
    refused = ask(mirror, path(2))
    assert (refused[0], refused[1]["Retry-After"], upstream.count) == (status, str(left - RETRY_AFTER * 2), 1)
    upstream.default = Reply(200, OVER)
    mirror.resume()
    assert (ask(mirror)[0], ask(mirror, path(2))[0]) == (200, 200)


@pytest.mark.parametrize(("status", "wait"), [(503, "250"), (429, "80000")])
def test_a_cleared_cache_lets_upstream_be_asked(upstream: Server, clock: Clock, status: int, wait: str) -> None:
    """A mirror that runs notices within `RETRY_AFTER` that another process has removed what upstream had said."""
    mirror = mirror_of(upstream, clock)
    upstream.default = Reply(status, b"", {"Retry-After": wait})
    assert ask(mirror)[0] == status
    upstream.default = Reply(200, OVER)
    clear_cache(mirror._setting)
    clock.sleep(RETRY_AFTER)
    assert ask(mirror)[0] == 200
    assert state(mirror)[0] == "up"
