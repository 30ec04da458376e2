"""How old an answer may be is for the user to say; one that is older than it should be is marked on every frame."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._client import freshness
from sportsframe._client.batch import fetch_many
from sportsframe._client.clock import Clock, real_time
from sportsframe._client.connection import connection_for, key_of
from sportsframe._client.fetch import fetch
from sportsframe._client.options import current, options
from sportsframe.errors import ConfigError, QueryError, ServiceError, SportsframeWarning, Unreachable

from ..bench import soak
from ..support.hostile import hostile_server
from ..support.questions import DAY, PATH, days
from ..support.servers import ROWS, TOKEN, Reply, Server, envelope, game

pytestmark = [pytest.mark.usefixtures("client"), pytest.mark.filterwarnings("ignore:MLB live")]

DAYS = 86_400.0


@pytest.mark.parametrize(("age", "max_age", "asked"), [(0, 0, 2), (59, 60, 1), (60, 60, 2), (61, 60, 2), (61, None, 1)])
def test_max_age(server: Server, clock: Clock, age: float, max_age: float | None, asked: int) -> None:
    """An answer that is `max_age` seconds old is asked for again: by the option, by a call, in a range."""
    with options(max_age=max_age):
        fetch(DAY)
        clock.sleep(age)
        fetch(DAY)
    assert server.count == asked
    for when in ("2024-06-01", ("2024-06-01", "2024-06-01")):
        fetch(DAY, refresh=True)
        clock.sleep(age)
        sf.live(when, "MLB", max_age=max_age)
    assert server.count == 3 * asked


def together(server: Server, *asking: Callable[[], Any]) -> list[Any]:
    """What each gets, the later ones while the first waits for its answer; the error where there is one."""

    def caught(ask: Callable[[], Any]) -> Any:
        try:
            return ask()
        except Exception as error:
            return error

    made = server.count
    with ThreadPoolExecutor(len(asking)) as pool:
        found = [pool.submit(caught, asking[0])]
        while server.count == made:
            time.sleep(0.01)
        found += [pool.submit(caught, ask) for ask in asking[1:]]
        return [one.result() for one in found]


def test_each_caller_says_how_stale_an_answer_may_be(server: Server, clock: Clock) -> None:
    """Whoever asked first: of several who wait for one request that fails, each gets what its own settings allow."""
    fetch(DAY)
    clock.sleep(40 * DAYS)
    server.default = Reply(500, b"", delay=0.4)
    strict, lenient = (sf.Client(max_stale=seconds) for seconds in (0, 100 * DAYS))
    asking = [partial(one.live, "2024-06-01", "MLB") for one in (strict, lenient)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SportsframeWarning)
        for first, then in (asking, asking[::-1]):
            found = dict(zip((first, then), together(server, first, then), strict=True))
            assert isinstance(found[asking[0]], ServiceError)
            assert len(found[asking[1]]) > 0


def test_nobody_waits_by_the_deadline_of_another(server: Server) -> None:
    """A short deadline fails no one who can wait, and a long one makes nobody wait."""
    server.default = lambda path: Reply(200, soak.body(path), delay=2.0)
    with options(now=real_time):
        patient, hasty = (sf.Client(deadline=seconds) for seconds in (60, 0.5))
    asking = [partial(one.live, "2024-06-01", "MLB", refresh=True) for one in (hasty, patient)]
    refused, rows = together(server, *asking)
    assert isinstance(refused, Unreachable)
    assert len(rows) > 0
    start = time.monotonic()
    rows, refused = together(server, *asking[::-1])
    assert isinstance(refused, Unreachable)
    assert len(rows) > 0
    assert time.monotonic() - start < 30


def test_max_age_reaches_every_loader(server: Server) -> None:
    """Each loader takes it, and no other question is touched."""
    games = sf.live("2024-06-01", "MLB")
    for again in (
        lambda: sf.box_scores("2024-06-01", "MLB", max_age=0), lambda: sf.raw("2024-06-01", "MLB", max_age=0),
        lambda: sf.table("live", "MLB", "2024-06-01", max_age=0), lambda: games.sports.box(max_age=0),
        lambda: sf.pitching("2024-06-01", max_age=0),
    ):  # fmt: skip
        made = server.count
        again()
        assert server.count == made + 1
    fetch(DAY)
    assert server.count == made + 1


@pytest.mark.parametrize("wrong", [-1, True, "1", float("nan"), float("inf"), 1e12])
def test_wrong_ages_are_refused(wrong: object) -> None:
    """What is no number of seconds is refused in a line."""
    for name in ("max_age", "max_stale", "deadline"):
        with pytest.raises(ConfigError, match=f"option {name} must be a number of seconds from"):
            options(**{name: wrong})


@pytest.mark.parametrize("wrong", ["yes", "Changed", 1, None])
def test_wrong_refresh_is_refused(server: Server, wrong: object) -> None:
    """Another word for refresh is refused before anything is asked."""
    for when in ("2024-06-01", ("2024-06-01", "2024-06-03")):
        with pytest.raises(QueryError, match="expected one of True, False, 'changed'"):
            sf.live(when, "MLB", refresh=wrong)  # type: ignore[call-overload]
    assert server.count == 0


def test_ages_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Variables set them too."""
    monkeypatch.setenv("SPORTSFRAME_MAX_AGE", "90")
    monkeypatch.setenv("SPORTSFRAME_MAX_STALE", "0")
    monkeypatch.setenv("SPORTSFRAME_DEADLINE", "2.5")
    assert (current().max_age, current().max_stale, current().deadline) == (90, 0, 2.5)
    monkeypatch.setenv("SPORTSFRAME_MAX_AGE", "soon")
    with pytest.raises(ConfigError, match="SPORTSFRAME_MAX_AGE must be a number of seconds"):
        current()


def test_refresh_of_what_may_change(server: Server, clock: Clock) -> None:
    """``refresh="changed"`` asks again for the days of the last two months, and leaves older ones alone."""
    queries = days(120)
    clock.sleep(120 * DAYS - (clock() - pd.Timestamp("2024-06-01", tz="UTC")).total_seconds() % DAYS)
    late = Clock("2024-09-29T12:00")
    with options(now=late):
        list(fetch_many(queries))
        made = server.count
        list(fetch_many(queries, refresh="changed"))
        assert 50 <= server.count - made <= 62
        made = server.count
        assert fetch(queries[0], refresh="changed").from_cache
        assert not fetch(queries[-1], refresh="changed").from_cache
        assert server.count == made + 1


def test_every_stale_frame_says_so(server: Server, clock: Clock) -> None:
    """While the service is down each call warns once, and each frame carries the time of its oldest answer."""
    server.default = Reply(200, envelope(game(status="inprogress")))
    first = clock()
    fresh = sf.live(("2024-06-01", "2024-06-03"), "MLB")
    assert "stale_since" not in fresh.attrs["sportsframe"]
    clock.sleep(3600)
    server.default = Reply(503)
    games = [
        lambda: sf.live("2024-06-01", "MLB"), lambda: sf.live(("2024-06-01", "2024-06-03"), "MLB"),
        lambda: fresh.sports.box(), lambda: sf.box_scores("2024-06-01", "MLB")["games"],
    ]  # fmt: skip
    for again in games:
        with pytest.warns(SportsframeWarning, match="503 for /live/2024-06-01/MLB: the service failed") as caught:
            frame = again()
        assert len(caught) == 1
        assert frame.attrs["sportsframe"]["stale_since"] == first.isoformat(timespec="seconds")
        assert f"stale: as of {first:%Y-%m-%d}" in repr(frame.sports)
    server.default = ROWS
    clock.sleep(60)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "stale" not in repr(sf.live("2024-06-01", "MLB").sports)


def test_a_frame_of_several_stale_answers_is_as_old_as_the_oldest(server: Server, clock: Clock) -> None:
    """Wherever the oldest answer stands among the days of a range, and with a day between that is missing."""
    server.default = Reply(200, envelope(game(status="inprogress")))
    first = clock()
    sf.live("2024-06-01", "MLB")
    clock.sleep(1800)
    sf.live("2024-06-03", "MLB")
    sf.live("2024-05-31", "MLB")
    clock.sleep(3600)
    server.default = Reply(503)
    for span in (("2024-06-01", "2024-06-03"), ("2024-05-31", "2024-06-01")):
        with pytest.warns(SportsframeWarning, match="503 for /live/"):
            frame = sf.live(span, "MLB", on_error="skip")
        assert frame.attrs["sportsframe"]["stale_since"] == first.isoformat(timespec="seconds")


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (Reply(500), r"UTC: 500 for /live/2024-06-01/MLB: the service failed, try again later$"),
        (Reply(503, b"", {"Retry-After": "3600"}), r"UTC: 503 .* \(no requests are sent for 300 s\)$"),
        (
            Reply(503, b"", {"Retry-After": "0"}),
            r"UTC: 503 for /live/2024-06-01/MLB: the service failed, try again later$",
        ),
        (Reply(429, '"slow down"'), r"UTC: 429 for /live/2024-06-01/MLB: slow down$"),
        (Reply(fault="reset"), r"UTC: no response from 127\.0\.0\.1:\d+ for .*: the connection failed"),
    ],
)
def test_the_warning_says_why_an_answer_is_stale(server: Server, clock: Clock, reply: Reply, said: str) -> None:
    """What the service said, or that it said nothing; under a hold, that nothing was sent; and never the token."""
    server.set(PATH, Reply(200, envelope(game(status="inprogress"))), reply)
    sf.live("2024-06-01", "MLB")
    clock.sleep(3600)
    with pytest.warns(SportsframeWarning, match=said) as caught:
        sf.live("2024-06-01", "MLB")
    assert "using cached data for /live/2024-06-01/MLB" in str(caught[0].message)
    assert TOKEN not in str(caught[0].message)
    asked = server.count
    with options(offline=True), pytest.warns(SportsframeWarning, match="UTC: offline mode is on$"):
        sf.live("2024-06-01", "MLB")
    if reply.headers.get("Retry-After") == "3600":
        with pytest.warns(
            SportsframeWarning, match="returned 503, and no requests are sent for another .* was not sent$"
        ):
            sf.live("2024-06-01", "MLB")
    assert server.count == asked


def test_an_empty_stale_answer_says_so(server: Server, clock: Clock) -> None:
    """A range of nothing but old answers without rows is marked as well."""
    server.default = Reply(304)
    sf.live(("2024-06-01", "2024-06-03"), "MLB")
    clock.sleep(DAYS)
    server.default = Reply(503)
    with pytest.warns(SportsframeWarning, match="503 for /live/2024-06-01/MLB: the service failed"):
        frame = sf.live(("2024-06-01", "2024-06-03"), "MLB")
    assert len(frame) == 0
    assert "stale_since" in frame.attrs["sportsframe"]


@pytest.mark.parametrize(("over", "used"), [(-1, True), (0, False)])
@pytest.mark.parametrize("limit", [None, 60.0])
def test_stale_answers_have_an_age_limit(
    server: Server, clock: Clock, limit: float | None, over: float, used: bool
) -> None:
    """An answer serves for so long past its lifetime, a week by default, and not a second longer."""
    server.set(PATH, Reply(200, envelope(game(status="inprogress"))), Reply(503, b"", {"Retry-After": "3600"}))
    with options(max_stale=limit):
        fetch(DAY)
        clock.sleep(freshness.LEFT_IN_PLAY + (limit or 7 * DAYS) + over)
        if used:
            with pytest.warns(SportsframeWarning):
                assert fetch(DAY).stale
        else:
            with pytest.raises(ServiceError):
                fetch(DAY)


def test_refresh_takes_no_stale_answer(server: Server, clock: Clock) -> None:
    """Who asks for the service's answer gets it or an error; so does everybody who waits for the same."""
    fetch(DAY)
    server.default = Reply(503)
    with pytest.raises(ServiceError):
        sf.live("2024-06-01", "MLB", refresh=True)
    clock.sleep(400 * DAYS)
    with options(offline=True), pytest.warns(SportsframeWarning):
        assert fetch(DAY, refresh=True).stale


@pytest.mark.parametrize("name", ["drip-body", "drip-header", "drip-error"])
def test_a_deadline_for_all_attempts(name: str) -> None:
    """However often it is tried, a question ends within its deadline."""
    import time

    with hostile_server() as hostile, options(base_url=hostile.url(name), token=TOKEN, now=None, deadline=1.0):
        began = time.monotonic()
        with pytest.raises(sf.Unreachable, match="no complete response within"):
            fetch(DAY)
        assert 0.9 <= time.monotonic() - began < 8


def test_who_waits_for_another_says_how_old_an_answer_may_be(server: Server, clock: Clock) -> None:
    """An entry that is new enough for the thread that looked it up may be too old for one that waited for it."""
    server.set(PATH, Reply(200, envelope(game())))
    fetch(DAY)
    clock.sleep(60)
    held = fetch(DAY)
    assert held.from_cache
    setting, connection = current(), connection_for(current())
    waiting = (key_of(str(DAY)), setting.deadline, setting.timeouts, setting.waits_out)
    leader = connection.in_flight.setdefault(waiting, Future())

    def younger() -> bool:
        with options(max_age=30):
            return fetch(DAY).from_cache

    with ThreadPoolExecutor() as pool:
        asked = pool.submit(younger)
        time.sleep(0.2)
        del connection.in_flight[waiting]
        leader.set_result(held)
        assert not asked.result(10)
    assert server.count == 2


OLD = {"Warning": '110 - "Response is Stale"', "Age": "7200"}
"""What a mirror says of a response in place of one that did not arrive."""


def test_what_a_mirror_calls_stale_is_as_old_as_it_says(server: Server, clock: Clock) -> None:
    """It is used with a warning and its time, and neither kept nor taken where only a new one will do."""
    server.set(PATH, Reply(200, envelope(game(status="inprogress")), OLD))
    for _ in range(2):
        with pytest.warns(SportsframeWarning, match="as of 2025-03-01 10:00 UTC: the service, or a mirror"):
            frame = sf.live("2024-06-01", "MLB")
        since = pd.Timestamp(frame.attrs["sportsframe"]["stale_since"])
        assert since == pd.Timestamp(clock()).floor("s") - pd.Timedelta(hours=2)
    assert server.count == 2
    with pytest.raises(Unreachable, match=r"no newer response to .* than that of"):
        sf.live("2024-06-01", "MLB", refresh=True)
    with options(max_stale=0), pytest.raises(Unreachable, match="no newer response"):
        sf.live("2024-06-01", "MLB")

    server.set(PATH, Reply(200, envelope(game(status="final"))))
    assert sf.live("2024-06-01", "MLB")["phase"].tolist() == ["finished"]
    assert fetch(DAY).from_cache
    server.set(PATH, Reply(200, envelope(game(status="inprogress")), OLD))
    with pytest.raises(Unreachable):
        fetch(DAY, refresh=True)
    assert fetch(DAY).from_cache


@pytest.mark.parametrize("age", ["", "-5", "9" * 11, "9" * 4000, "x"])
def test_no_age_is_too_odd(server: Server, clock: Clock, age: str) -> None:
    """What says no number is of now, and nothing is older than ten years."""
    server.set(PATH, Reply(200, envelope(game(status="inprogress")), {**OLD, "Age": age}))
    with options(max_stale=1e9), pytest.warns(SportsframeWarning, match="has no newer one"):
        found = fetch(DAY)
    seconds = freshness.OLDEST if age.startswith("9") else 0
    assert (clock() - found.fetched_at).total_seconds() == seconds
