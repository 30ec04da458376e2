"""Long calls: they delay no other user, what is known waits for nothing, and work that nobody awaits ends."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from urllib.parse import urlsplit

import anyio
import pytest
from mcp import Client

from sportsframe._client.clock import Clock
from sportsframe.servers.mcp import ToolServer
from sportsframe.servers.mcp.turns import Stopped, Turns, Work
from sportsframe.service.tokens import Grant, Tokens

from ...support import asking
from .calls import CANARY, USUAL, call, said, structure, together, tool_call, tools_at

NOW = "2025-07-10T20:00:00+00:00"

OTHER = "token-of-another-0123456789"

TWO = {CANARY: Grant("one"), OTHER: Grant("other")}

SEASONS = range(2008, 2024)


@contextmanager
def busy(url: str) -> Iterator[list[HTTPConnection]]:
    """Calls of one user that need whole seasons, which take many minutes; they end with the block."""
    parts = urlsplit(url)
    held = []
    for year in SEASONS:
        connection = HTTPConnection(str(parts.hostname), parts.port)
        body = json.dumps(tool_call("get_standings", sport="nba", season=str(year)))
        connection.request("POST", "/mcp", body, {**USUAL, "Authorization": f"Bearer {CANARY}"})
        held.append(connection)
    try:
        yield held
    finally:
        for connection in held:
            connection.close()


def test_the_long_calls_of_a_user_delay_no_other_and_end_when_he_is_gone() -> None:
    """What another asks is answered before any of them, and so is what is known; afterwards nothing is computed."""
    with tools_at(NOW, TWO) as url:
        known = said(call(url, "get_scores", OTHER, sport="mlb", date="2025-07-09"))
        with busy(url):
            time.sleep(1)
            began = time.process_time()
            for token in (OTHER, CANARY):
                assert said(call(url, "get_scores", token, sport="mlb", date="2025-07-09")) == known
            assert structure(call(url, "get_scores", OTHER, sport="mlb", date="2025-07-08"))["rows"]
            taken = time.process_time() - began
        assert taken < 20
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            began = time.process_time()
            time.sleep(1)
            if time.process_time() - began < 0.3:
                break
        assert time.process_time() - began < 0.3


def test_a_cancelled_call_ends() -> None:
    """One that plays a season for its totals too, over a connection that stays open; the next is told how far it is."""
    told: list[tuple[float, float | None, str | None]] = []

    async def work(client: Client) -> None:
        with anyio.CancelScope() as call:

            async def note(progress: float, total: float | None, message: str | None) -> None:
                told.append((progress, total, message))
                if total is not None and 0 < progress < total:
                    call.cancel()

            await client.call_tool(
                "get_leaders", {"sport": "ncaabb", "statistic": "points", "season": "2019"}, progress_callback=note
            )
        assert call.cancelled_caught

    with tools_at(NOW, TWO) as url:
        together(url, work)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            began = time.process_time()
            time.sleep(1)
            if time.process_time() - began < 0.3:
                break
        assert time.process_time() - began < 0.3
    progress, total, message = told[-1]
    assert total is not None
    assert total > progress
    assert message is not None
    assert message.endswith(" games")


def in_thread(work: Work, *, computed: bool = True, of_season: bool = False) -> threading.Thread:
    thread = threading.Thread(target=work.asks, kwargs={"computed": computed, "of_season": of_season}, daemon=True)
    thread.start()
    thread.join(0.2)
    return thread


def goes_on(waiting: threading.Thread, running: Work) -> bool:
    """Whether a call that waits has its turn once another one ends."""
    running.end()
    waiting.join(5)
    return not waiting.is_alive()


def test_short_calls_pass_long_ones() -> None:
    """One long call runs at a time, in the order of arrival, beside two short ones; what is known needs no turn."""
    turns = Turns()
    first, second, short = turns.work(), turns.work(), turns.work()
    for one in (first, short):
        assert not in_thread(one, of_season=one is first).is_alive()
    waiting = in_thread(second, of_season=True)
    assert waiting.is_alive()
    assert not in_thread(turns.work(), computed=False).is_alive()
    assert not in_thread(turns.work()).is_alive()
    third = turns.work()
    late = in_thread(third)
    assert late.is_alive()
    assert goes_on(waiting, first)
    assert late.is_alive()
    assert goes_on(late, short)


def test_a_call_of_many_responses_becomes_a_long_one() -> None:
    """Known responses count too: to read a season of them takes seconds."""
    turns = Turns()
    long, other = turns.work(), turns.work()
    long.asks(computed=True, of_season=True)
    for _ in range(10):
        other.asks(computed=False, of_season=False)
    waiting = in_thread(other, computed=False)
    assert waiting.is_alive()
    assert goes_on(waiting, long)


def test_work_that_is_stopped_does_not_wait() -> None:
    """Nor does it begin anything more."""
    turns = Turns()
    running, stopped = turns.work(), turns.work()
    running.asks(computed=True, of_season=True)
    raised: list[BaseException] = []

    def wait() -> None:
        try:
            stopped.asks(computed=True, of_season=True)
        except Stopped as end:
            raised.append(end)

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    thread.join(0.2)
    assert thread.is_alive()
    stopped.stop()
    thread.join(5)
    assert len(raised) == 1
    with pytest.raises(Stopped):
        stopped.plays("season", 1, 2)


def test_standings_are_made_once_while_no_game_begins_or_ends() -> None:
    """For every token and view alike, with the mark of their source; how far the first call is, is known."""
    service = asking.service_at("2024-11-02T12:00:00+00:00", tokens=Tokens(TWO))
    companion = ToolServer(service)
    asked = {"sport": "nba", "season": "2024"}
    first, again, other, later = (Turns().work() for _ in range(4))
    made = companion.call("get_standings", asked, CANARY, first)
    assert 0 < first.done == first.total < first.responses
    assert companion.call("get_standings", asked, OTHER, again) == made
    assert again.responses == 1
    part = companion.call("get_standings", {**asked, "columns": ["team"], "limit": 1}, CANARY, other)
    assert (part[1]["total"], other.responses) == (made[1]["total"], 1)
    companion.backend = service.at(Clock("2024-11-03T12:00:00+00:00"))
    assert companion.call("get_standings", asked, CANARY, later) != made
    assert later.responses > 1
