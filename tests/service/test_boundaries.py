"""The named constants of the service, each at its boundary and with the value that the documents promise."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime, timedelta

import pytest

import sportsframe as sf
from sportsframe.service import asgi, cache, cors, limits, rows, seasons, slow_clients, tokens
from sportsframe.service.cache import OVERHEAD, Bounded
from sportsframe.service.respond import ANSWER_BYTES, FINAL, ROW_BYTES, SMALLEST_PACKED, _Body
from sportsframe.service.transport import BACKLOG, IDLE_SECONDS, STOP_SECONDS
from sportsframe.simulation._common.season import Entry

from ..support.asking import TOKEN, WORLD, service_at, status

SECOND = timedelta(seconds=1)


def test_the_constants_are_those_promised() -> None:
    """Days, seconds and bytes that users can notice change with the documents only."""
    assert timedelta(days=60) == seasons.PUBLISHED
    assert timedelta(days=3) == seasons.ANNOUNCED
    assert seasons.REACH == 2
    assert timedelta(days=3) == rows.SETTLED
    assert tokens.TRIAL_DAYS == 30
    assert tokens.LARGEST_FILE == 1_048_576
    assert SMALLEST_PACKED == 1024
    assert (ANSWER_BYTES, ROW_BYTES, rows.STATE_BYTES) == (33_554_432, 16_777_216, 41_943_040)
    assert (asgi.LONGEST_TARGET, asgi.PIECE, asgi.WORKERS) == (4096, 262_144, 4)
    assert (limits.MOST_CONNECTIONS, IDLE_SECONDS, STOP_SECONDS, BACKLOG) == (512, 15, 25, 256)
    assert (limits.CONNECTIONS_PER_ADDRESS, limits.FREE_FAILURES, limits.FAILURE_SECONDS) == (128, 60, 60.0)
    assert (limits.DELAY, limits.ADDRESSES, cors.PREFLIGHT_SECONDS) == (1.0, 4096, 600)
    assert (tokens.SHORTEST, tokens.LONGEST_NAME, tokens.DAY_SECONDS) == (16, 64, 86_400)
    assert cache.OVERHEAD == 400
    assert FINAL == 365 * 86_400
    assert (timedelta(days=2), 16_384) == (seasons.MARGIN, slow_clients.LARGEST_HEAD)
    assert (asgi.TOO_LONG[0], asgi.BROKEN[0]) == (414, 500)


@pytest.mark.parametrize(("sport", "year"), [("MLB", 2025), ("NBA", 2024)])
def test_a_season_is_published_sixty_days_before_it_begins(sport: str, year: int) -> None:
    """Nothing of a season is listed on the day before, and all of it from midnight GMT on."""
    first = seasons.midnight(WORLD.season(sport, year).opens) - timedelta(days=60)
    before, then = service_at((first - SECOND).isoformat()), service_at(first.isoformat())

    assert status(f"schedule-season/{year}/{sport}", before) == 304
    assert status(f"schedule-season/{year}/{sport}", then) == 200


def test_the_postseason_is_listed_when_its_teams_are_known() -> None:
    """The first game from exactly three days before its start, and a later round from the end of the one before on."""
    season = WORLD.season("NFL", 2023)
    first, *_, one, other, final = sorted(season.postseason(), key=lambda entry: entry.start)

    def listed(game: Entry, now: datetime) -> bool:
        return game.id in [entry.id for entry in seasons.entries_of(season, now, game.start, game.start + SECOND)]

    for game, known in ((first, first.start - timedelta(days=3)), (final, max(one.timeline.ends, other.timeline.ends))):
        assert listed(game, known + SECOND)
        assert not listed(game, known - SECOND)


def test_championships_are_in_the_schedule_as_soon_as_the_round_before_is_over() -> None:
    """The divisional round ends in the night to 20 January 2025; the games of the 26th are listed on the 20th."""
    with sf.options(source="simulated", now="2025-01-20T12:00"):
        season, day = sf.schedule_season(2024, "NFL"), sf.schedule("2025-01-26", "NFL", day="league")

    championships = season.loc[season["event_name"].str.contains("Conference Championship"), "game_id"]
    assert championships.tolist() == day["game_id"].tolist()
    assert len(championships) == 2


def test_a_row_is_settled_three_days_after_its_start() -> None:
    """A finished game is kept for good when three days have passed since its start, and not a second sooner."""
    season = WORLD.season("NFL", 2023)
    game = next(entry for entry in season.regular() if entry.status(datetime(2024, 8, 1, tzinfo=UTC)) == "completed")

    def settled(now: datetime) -> bool:
        service = service_at(now.isoformat())
        record = service._rows._row
        _, asked = service.plan("GET", f"/api/v1/schedule/{game.start:%Y-%m-%d}/NFL", {"RSC_token": TOKEN}, {})
        assert isinstance(asked, rows.Question)
        return record(asked, "NFL", game, {})[1]

    assert not settled(game.start + timedelta(days=3))
    assert settled(game.start + timedelta(days=3) + SECOND)


@pytest.mark.parametrize(("size", "packed"), [(1023, False), (1024, True)])
def test_bodies_are_packed_from_1024_bytes_on(size: int, packed: bool) -> None:
    """A shorter body goes as it is; a longer one is packed, and packed alike at any time."""
    now = datetime(2024, 6, 1, tzinfo=UTC)
    body = _Body(b"x" * size, now, True, 60.0)
    code, headers, sent = body.reply(True, b"", now, 1.0)

    assert code == 200
    assert ("Content-Encoding" in headers) is packed
    assert (gzip.decompress(sent) if packed else sent) == b"x" * size
    if packed:
        assert sent[4:8] == b"\0\0\0\0"  # no time stands in it


def test_a_bounded_cache_takes_back_what_it_lets_go() -> None:
    """The bytes of values replaced, refused or let go are free again: after a thousand it holds as much as ever."""
    kept: Bounded[bytes] = Bounded(10 * (100 + OVERHEAD), len)
    for turn in range(1000):
        kept.put(turn % 25, b"x" * 100)
        assert kept.held == len(kept) * (100 + OVERHEAD)
        assert kept.held <= kept.limit
    assert len(kept) == 10

    kept.put(24, b"y" * 10 * (100 + OVERHEAD))  # larger than all there is room for
    assert kept.get(24) is None
    assert kept.held == len(kept) * (100 + OVERHEAD) == 9 * (100 + OVERHEAD)


def test_a_bounded_cache_holds_up_to_its_limit_and_drops_the_longest_unused() -> None:
    """At the limit all stay; a byte more, and what was asked for longest ago goes, and only that."""
    kept: Bounded[bytes] = Bounded(3 * (10 + OVERHEAD), len)
    for name in "abc":
        kept.put(name, b"x" * 10)
    assert [kept.get(name) is not None for name in "abc"] == [True, True, True]
    kept.get("a")
    kept.put("d", b"x" * 10)

    assert [kept.get(name) is not None for name in "abcd"] == [True, False, True, True]
    exact: Bounded[bytes] = Bounded(10 + OVERHEAD, len)
    exact.put("a", b"x" * 10)
    assert exact.get("a") == b"x" * 10
    exact.put("b", b"x" * 11)
    assert exact.get("b") is None
