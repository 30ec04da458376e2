"""A service that says how long to wait is left alone for so long, by everybody who shares the cache."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import textwrap
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sportsframe._client import hold
from sportsframe._client.batch import fetch_many
from sportsframe._client.cache import cache
from sportsframe._client.clock import Clock
from sportsframe._client.fetch import fetch
from sportsframe._client.hold import LONGEST_HOLD, LONGEST_OUTAGE, Hold
from sportsframe._client.options import current, options
from sportsframe.catalog.resources import OF_ONE_PATH, REFUSED_BY
from sportsframe.errors import ServiceError
from sportsframe.load.client import Client

from ..support.questions import DAY, days
from ..support.servers import ROWS, TOKEN, Reply, Server

pytestmark = pytest.mark.usefixtures("client")

WAIT = Reply(429, b"", {"Retry-After": "3600"})
NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)


def refused() -> ServiceError:
    with pytest.raises(ServiceError) as caught:
        fetch(DAY)
    return caught.value


def test_the_error_says_how_long(server: Server, clock: Clock) -> None:
    """`ServiceError.retry_after` holds the seconds that are left, on the answer itself and on what is not sent."""
    server.default = WAIT
    first = refused()
    assert first.retry_after == 3600
    assert "3600 s" in str(first)
    clock.sleep(600)
    later = pickle.loads(pickle.dumps(refused()))
    assert (later.status, later.retry_after) == (429, 3000)
    assert "another 3000 s" in str(later)
    assert server.count == 1


@pytest.mark.parametrize(("status", "said", "held"), [(503, "5000", 300), (503, "200", 200), (429, "99999999", 86_400)])
def test_the_error_says_how_long_is_really_waited(
    server: Server, clock: Clock, status: int, said: str, held: int
) -> None:
    """Of a Retry-After that is longer than what is honored, the error says the shorter time, as the cache does."""
    server.default = Reply(status, b"", {"Retry-After": said})
    first = refused()
    assert first.retry_after == held
    assert str(first).endswith(f" (no requests are sent for {held} s)")
    clock.sleep(held - 60)
    assert (refused().retry_after, server.count) == (60, 1)
    clock.sleep(60)
    refused()
    assert server.count == 2


def test_a_text_of_the_service_ends_before_how_long(server: Server) -> None:
    """Also where its last word is a token, which is hidden up to the next space."""
    server.default = Reply(503, f"oops ?RSC_token={TOKEN}".encode(), {"Retry-After": "60"})
    assert str(refused()).endswith("=*** (no requests are sent for 60 s)")


def test_the_cache_says_until_when(server: Server, clock: Clock) -> None:
    """While a hold is in force its end and status are among the statistics of the cache, for each token its own."""

    def until() -> str | None:
        return cache.info().set_index("item")["value"].get("no requests until")

    assert until() is None
    server.default = WAIT
    refused()
    assert until() == "2025-03-01T13:00:00Z (429)"
    with options(token="another-token"):
        assert until() is None
    clock.sleep(3599)
    assert until() is not None
    clock.sleep(1)
    assert until() is None


def test_after_the_time_it_is_asked_again(server: Server, clock: Clock) -> None:
    """Not a second before the time, and not a second after it."""
    server.default = WAIT
    refused()
    server.default = ROWS
    clock.sleep(3600 - 31)
    assert refused().retry_after == 31
    assert server.count == 1
    clock.sleep(1)
    assert fetch(DAY).body
    assert clock() == NOON + timedelta(seconds=3600)


@pytest.mark.parametrize("status", [503, 502])
def test_a_service_that_cannot_answer_is_left_alone_by_all(server: Server, clock: Clock, status: int) -> None:
    """What keeps a service from answering one token keeps it from answering the others, and ranges."""
    server.default = Reply(status, b"", {"Retry-After": "3600"})
    assert refused().status == status
    with options(token="another-token"):
        assert all(isinstance(result, ServiceError) for result in fetch_many(days(20)))
    assert server.count == 1


def test_waits_for_holds_count_together(server: Server, clock: Clock) -> None:
    """20 s for one answer and 20 s more for another, which came meanwhile, are above the limit: nobody waits on."""
    beside = Client(base_url=server.base_url, token=TOKEN, now=clock)
    statuses: list[int] = []

    def meanwhile(_: str) -> bytes:
        with pytest.raises(ServiceError) as caught:
            beside.raw("2024-06-02", "MLB")
        statuses.append(caught.value.status)
        return b""

    server.set("/live/2024-06-02/MLB", Reply(429, b"", {"Retry-After": "40"}))
    server.default = Reply(503, meanwhile, {"Retry-After": "20"})
    began = clock()

    assert (refused().status, statuses) == (429, [429])
    assert (clock() - began).total_seconds() == 20
    assert server.count == 2


def test_a_token_that_asked_too_much_does_not_hold_others(server: Server, clock: Clock) -> None:
    """429 is about one token: its ranges and calls wait, those of other tokens do not."""
    server.default = WAIT
    refused()
    assert all(isinstance(result, ServiceError) for result in fetch_many(days(20)))
    assert server.count == 1
    server.default = ROWS
    with options(token="another-token"):
        assert fetch(DAY).body
    assert server.count == 2
    assert refused().retry_after == 3600


def test_without_a_cache_the_process_remembers(server: Server, clock: Clock) -> None:
    """Where nothing is kept, calls of one process still share what the service said."""
    server.default = WAIT
    with options(cache_size=0):
        refused()
        refused()
    assert server.count == 1


def test_processes_share_it(server: Server) -> None:
    """A second process with the same cache sends nothing."""
    server.default = WAIT
    setting = current()
    code = textwrap.dedent("""
        import sportsframe as sf
        try:
            sf.live("2024-06-01", "MLB")
        except sf.ServiceError as error:
            print(error.status, error.retry_after > 3500)
    """)
    given = {
        "SPORTSFRAME_BASE_URL": str(setting.base_url), "RSC_TOKEN": TOKEN, "PYTHONPATH": ":".join(sys.path),
        "SPORTSFRAME_CACHE_DIR": str(setting.cache_dir),
    }  # fmt: skip
    said = [subprocess.run([sys.executable, "-c", code], env=given, capture_output=True, text=True) for _ in range(2)]
    assert [run.stdout for run in said] == ["429 True\n"] * 2, said[0].stderr
    assert server.count == 1


@pytest.mark.parametrize("clock_at", ["2024-01-01T12:00", "2026-01-01T12:00"])
def test_another_clock_is_not_concerned(server: Server, clock: Clock, clock_at: str) -> None:
    """What was noted under a clock that goes before or after says nothing about another time."""
    server.default = WAIT
    refused()
    server.default = ROWS
    with options(now=Clock(clock_at)):
        assert fetch(DAY).body


@pytest.mark.usefixtures("no_collection")
@pytest.mark.parametrize(
    "note",
    [
        b"", b"[]", b"[429, 1]", b'["x", 1, 2]', b"[429, 1e400, 1e500]", b"[429, 0, 1e300]", b"[" * 200_000, b"{}",
        b"null", b"\xff", b"[429, NaN, 1]", b"[429, 0, 1]" + b" " * hold.LARGEST_HOLD,
    ],
)  # fmt: skip
def test_a_damaged_note_is_none(tmp_path: Path, note: bytes) -> None:
    """Whatever stands in the file, it is a note or none."""
    (tmp_path / "note").write_bytes(note)
    assert hold.read(tmp_path, "note") is None


@pytest.mark.parametrize("seconds", [1.0, 299.0, 300.0, 301.0, 86_399.0, 86_400.0, 86_401.0, 1e9, 1e300])
@pytest.mark.parametrize(("status", "most"), [(429, 86_400), (503, 300), (500, 300)])
def test_a_hold_is_a_day_at_most_and_of_an_outage_five_minutes(
    tmp_path: Path, status: int, most: int, seconds: float
) -> None:
    """A service that asks for years is asked again; the note comes back as it was written."""
    held = Hold.of(status, NOON, seconds)
    assert held.left(NOON) == min(seconds, most)
    assert held.left(held.until) == 0 == held.left(NOON - timedelta(seconds=1))
    hold.write(tmp_path, "note", held)
    assert hold.read(tmp_path, "note") == held
    assert [file.stat().st_mode & 0o777 for file in tmp_path.iterdir()] == [0o600]


def test_no_note_where_nothing_can_be_written(tmp_path: Path) -> None:
    """A folder that is not there is no reason to fail."""
    hold.write(tmp_path / "none", "note", Hold.of(503, NOON, 5))
    assert hold.read(tmp_path / "none", "note") is None


def test_a_note_holds_for_a_day_at_most(tmp_path: Path) -> None:
    """Whatever end a note has, its hold is no longer than one can be."""
    forever = Hold(429, NOON, datetime(9999, 12, 31, tzinfo=UTC))
    hold.write(tmp_path, "not-before-1", forever)
    found = hold.read(tmp_path, "not-before-1")
    assert found == Hold(429, NOON, NOON + LONGEST_HOLD)
    hold.write(tmp_path, "not-before-2", replace(forever, status=503))
    assert hold.read(tmp_path, "not-before-2") == Hold(503, NOON, NOON + LONGEST_OUTAGE)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_note_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    """Nor is a device read without end."""
    os.mkfifo(tmp_path / "not-before-1")
    os.symlink("/dev/zero", tmp_path / "not-before-2")
    assert hold.read(tmp_path, "not-before-1") is None
    assert hold.read(tmp_path, "not-before-2") is None


def test_a_failure_of_one_path_holds_no_other_back(server: Server, clock: Clock) -> None:
    """A mirror says which path upstream fails on, and when to ask again for that: others are asked for at once."""
    server.set("/live/2024-06-01/MLB", Reply(500, b"", {"Retry-After": "10", REFUSED_BY: OF_ONE_PATH}))
    began = clock()
    with pytest.raises(ServiceError) as caught:
        fetch(DAY)
    assert (caught.value.status, caught.value.retry_after) == (500, None)
    assert (clock() - began).total_seconds() < 10
    began = clock()
    assert fetch(days(2)[1]).body
    assert clock() == began
