"""The named constants of the mirror and of the tools for assistants, with the values that the documents promise."""

from __future__ import annotations

import pytest
from prometheus_client import CollectorRegistry

from sportsframe.catalog import SPORTS
from sportsframe.errors import PayloadError
from sportsframe.measures import qualifying
from sportsframe.servers import mirror, pending, upstream
from sportsframe.servers.mcp import auth, columns, schemas, turns
from sportsframe.servers.mcp.questions import common
from sportsframe.servers.mcp.server import every_tool
from sportsframe.service import slow_clients

from ..support.tenth import TENTH


def test_the_constants_are_those_promised() -> None:
    """Bytes, seconds and numbers that users can notice change with the documents only."""
    assert (auth.LARGEST_REQUEST, auth.BODY_SECONDS, auth.NO_ENTITLEMENT) == (1_048_576, 15.0, -32003)
    assert (turns.PLACES, turns.SHORT_AT_A_TIME, turns.LONG_AT_A_TIME) == (32, 2, 1)
    assert (schemas.LARGEST_RESULT, schemas.ROOM, columns.MOST_TABLES) == (25_000, 23_800, 4)
    assert (common.LINES, qualifying.DEFAULT_SHARE) == (10, 0.3)
    assert {code: dict(known.rules.qualified) for code, known in SPORTS.items() if known.rules.qualified} == {
        "NFL": {"passing_attempts": 0.4},
        "NBA": {"games_played": 0.7},
        "MLB": {"outs_recorded": 0.8, "at_bats": 0.7},
        "NHL": {"shots_against": 0.4},
        "NCAABB": {"games_played": 0.75},
    }
    assert (schemas.OFFSET["minimum"], schemas.LIMIT["minimum"]) == (0, 1)
    assert sorted(auth.OWN_HOSTS) == ["127.0.0.1", "::1", "localhost"]
    assert (upstream.RETRY_AFTER, pending.PATIENCE, pending.CONCURRENT_REQUESTS) == (10, 2.0, 16)
    assert (mirror.UPSTREAM_SECONDS, pending.LATE) == (30.0, 1.0)
    assert (upstream.PROBED_AFTER, upstream.MOST_BROKEN) == (1, 1000)
    assert mirror.LONGEST_VALUE == 200
    assert (mirror.CACHE_READERS, mirror.READ_AGAIN.total_seconds(), mirror.RECENT_BYTES) == (4, 1.0, 16_777_216)
    assert slow_clients.LARGEST_HEAD == 16_384
    assert (upstream.NO_ANSWER[0], upstream.NO_ENVELOPE[0]) == (502, 502)
    assert sorted(said[0] for said in upstream.REFUSALS.values()) == [400, 401, 403, 403, 404]


@pytest.mark.parametrize(("length", "taken"), [(200, True), (201, False)])
def test_a_value_has_two_hundred_characters_at_most(length: int, taken: bool) -> None:
    """A longer value of a parameter is no question of the service and goes no further."""
    assert (mirror.question("/api/v1/schedule/2024-06-01/DARTS", {"game_id": "x" * length}) is not None) is taken


def test_a_sport_registered_later_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tools and the mirror read the catalog when asked: a sport that is registered while they run is theirs."""
    path, tools = "/api/v1/live/2024-06-01/RUGBY", every_tool()
    assert mirror.question(path, {}) is None
    assert "rugby" not in tools["get_live"].takes["properties"]["sport"]["enum"]

    monkeypatch.setitem(SPORTS, "RUGBY", TENTH["RUGBY"])

    assert mirror.question(path, {}) is not None
    assert mirror.question("/api/v1/injuries/RUGBY", {}) is None
    for name in ("get_live", "get_table", "get_columns", "get_measures"):
        assert "rugby" in every_tool()[name].takes["properties"]["sport"]["enum"]
    assert every_tool()["get_live"].pairs({"sport": "rugby"}) == [("RUGBY", "live")]
    assert every_tool()["get_live"].pairs({"sport": "polo"}) == []


def test_a_thousand_broken_paths_are_remembered() -> None:
    """The one that failed longest ago is forgotten for the next one."""
    found = upstream.Upstream(lambda: 0.0, CollectorRegistry())
    for number in (1, 0, *range(1, 1001)):
        found.answered("another")
        found.failed(PayloadError("no envelope"), str(number), found.answers)
    assert found.closed("0") is None
    assert found.closed("1") is not None
