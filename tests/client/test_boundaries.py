"""The named constants of the way to the service: the values that the documents promise, and what hangs on them."""

from __future__ import annotations

import math
import random
import shutil
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from requests_cache import CachedRequest

from sportsframe._client import (
    address,
    answer,
    batch,
    cache,
    cache_entry,
    cache_redis,
    cache_sqlite,
    connection,
    credentials,
    fetch,
    freshness,
    hold,
    option_values,
    transport,
)
from sportsframe._client.library import CachedResponse
from sportsframe.errors import SportsframeWarning

HOUR, DAY = 3600.0, 86400.0


def test_lifetimes_are_those_promised() -> None:
    """Seconds for which answers serve, as the page on caching lists them."""
    assert (freshness.SECOND, freshness.MINUTE, freshness.HOUR, freshness.DAY) == (1, 60, HOUR, DAY)
    assert (freshness.IN_PLAY, freshness.SCHEDULE_IN_PLAY, freshness.LEFT_IN_PLAY) == (10, 60, 300)
    assert (freshness.SEASON_LEAST, freshness.AHEAD, freshness.UNTIMED) == (900, 6 * HOUR, HOUR)
    assert (freshness.NOTHING_YET, freshness.NOTHING_AHEAD, freshness.NOTHING_PAST) == (300, HOUR, 6 * HOUR)
    assert freshness.DAILY == 12 * HOUR
    assert (
        (12 * HOUR, 300), (3 * DAY, 6 * HOUR), (10 * DAY, DAY), (60 * DAY, 7 * DAY), (365 * DAY, 30 * DAY),
        (math.inf, 365 * DAY),
    ) == freshness.FINISHED  # fmt: skip
    assert ((3 * DAY, HOUR), (10 * DAY, 6 * HOUR), (60 * DAY, DAY), (math.inf, 7 * DAY)) == freshness.UNSETTLED
    assert ((45 * DAY, 6 * HOUR), (365 * DAY, DAY), (math.inf, 7 * DAY)) == freshness.SEASON
    assert timedelta(hours=9) == freshness.LAST_END
    assert timedelta(days=1) == freshness.STILL_PLAYED
    assert timedelta(days=5) == freshness.LONGEST_GAME
    assert list(freshness.MONTHS.values()) == list(range(1, 13))
    assert [seconds for seconds, *_ in freshness.SPANS] == sorted((s for s, *_ in freshness.SPANS), reverse=True)
    assert {365 * DAY, 30 * DAY, 7 * DAY, DAY} <= {seconds for seconds, *_ in freshness.SPANS}


def test_limits_are_those_promised() -> None:
    """Bytes, numbers and seconds that bound what a user waits for and what is kept."""
    assert (fetch.ATTEMPTS, fetch.LONGEST_WAIT, fetch.FIRST_PAUSE) == (4, 30.0, 0.5)
    assert (fetch.STAYS_IN_CACHE, fetch.MOST_FAILED) == (86_400, 32)
    assert (transport.DEADLINE, transport.MOST_BYTES) == (120.0, 33_554_432)
    assert (transport.MOST_SAID, transport.PIECE) == (65_536, 65_536)
    assert timedelta(days=1) == transport.OWN_TIME
    assert (option_values.MOST_WORKERS, option_values.MOST_SECONDS) == (64, 300)
    assert batch.SHOW_PROGRESS_FROM == 4
    assert (answer.MOST_HISTORY_BYTES, answer.MOST_NOTES, answer.MOST_HISTORIES) == (67_108_864, 100_000, 256)
    assert (cache.FORMAT, cache.PAUSE_AFTER_FAILURE, cache.LONGEST_CLAIM) == (3, 30.0, 10.0)
    assert timedelta(seconds=5) == cache.SKEW
    assert (cache_entry.LEVEL, cache_entry.LARGEST_CONTENT, cache_entry.LARGEST_ENTRY) == (3, 34_603_008, 34_668_544)
    assert hold.LARGEST_HOLD == 200
    assert cache_redis.KEEP_STALE == 7 * DAY
    assert (cache_sqlite.WAIT_FOR_LOCK, cache_sqlite.CHECKED_ON_OPENING) == (5.0, 4_000_000)
    assert connection.MOST_CONNECTIONS == 8
    assert (credentials.SHORTEST_IN_TEXT, credentials.SHORTEST_IN_BODY) == (4, 8)
    assert (credentials.LAYERS, credentials.WINDOW) == (6, 262_144)
    assert address.PORTS == {"http": 80, "https": 443}


def test_the_largest_response_can_be_kept() -> None:
    """What the transport takes fits an entry of the cache, however badly it is compressed; a byte more does not."""
    for size in (transport.MOST_BYTES, transport.MOST_BYTES + 1):
        now = datetime.now(UTC)
        headers = {f"X-{n}": "x" * 1000 for n in range(100)}
        value = CachedResponse(
            content=random.Random(1).randbytes(size), created_at=now, expires=now, headers=headers, status_code=200,
            url="x", request=CachedRequest(method="GET", url="x"),
        )  # fmt: skip
        encoded = cache_entry.encode_entry("key", value)
        assert len(encoded) <= cache_entry.LARGEST_ENTRY
        if size > transport.MOST_BYTES:
            with pytest.raises(KeyError):
                cache_entry.decode_entry("key", encoded)
        else:
            assert cache_entry.decode_entry("key", encoded).body == value._content


def test_a_cache_in_trouble_rests_for_half_a_minute(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """After trouble with the store it is left alone for thirty seconds, and then tried again; the log tells of both."""
    (tmp_path / "file").touch()
    held = cache.AnswerCache("scope", tmp_path / "file" / "folder", None, 1_000_000)
    began = time.monotonic()
    with pytest.warns(SportsframeWarning, match="cache"):
        assert not held.usable()
    assert 30 <= held._retry_at - began <= 30 + (time.monotonic() - began)

    (tmp_path / "file").unlink()
    assert not held.usable()
    held._retry_at -= 30
    assert held.usable()
    assert [said.getMessage() for said in caplog.records][1:] == [f"the cache {held.where} is in use again"]
    assert held.state == "in use"
    held._rows = None
    shutil.rmtree(tmp_path / "file")
    (tmp_path / "file").touch()
    with pytest.warns(SportsframeWarning, match="continuing without a cache"):
        assert not held.usable()


@pytest.mark.parametrize(("secret", "hidden"), [("abc", False), ("a7c9", True)])
def test_secrets_of_four_characters_are_taken_out_of_texts(secret: str, hidden: bool) -> None:
    """A shorter one would blot out words that have nothing to do with it."""
    assert (secret not in credentials.redact(f"it is {secret} here", secret)) is hidden
