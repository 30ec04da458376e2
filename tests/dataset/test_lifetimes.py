"""What a service says of its answers holds for a dataset as for the cache."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import sportsframe as sf
from sportsframe._client.cache import cache_for
from sportsframe._client.clock import Clock
from sportsframe._client.connection import key_of
from sportsframe._client.options import current
from sportsframe.service.serve import running_server

from ..support.datasets import DAYS, asked, pass_to, sync
from ..support.servers import TOKEN, Reply, Server
from ..support.small_season import SmallSeason


@pytest.mark.parametrize(
    ("control", "hours"), [("no-cache", 0), ("no-store", 0), ("private, max-age=3600", 1), ("max-age=86400", 24)]
)
@pytest.mark.parametrize("hour", [13, 20])
def test_the_service_may_shorten_a_lifetime(
    control: str, hours: int, hour: int, season: SmallSeason, fan: sf.Client, evening: Clock, data: Path,
    service: Server,
) -> None:  # fmt: skip
    """Years after a season all of it is asked for as often as the service says, and so are days without games."""
    season.games = [game for game in season.games if (game.day, game.hour) != ("2024-12-09", hour)]

    def marked(path: str) -> Reply:
        reply = season(path)
        return Reply(reply.status, reply.body, {"Cache-Control": control})

    service.default = marked
    pass_to(evening, "2027-02-01T12:00:00+00:00")
    first = sync(fan, data)
    days = asked(service)
    assert set(days) <= set(DAYS)
    if hours:
        evening.sleep(hours * 3600 - 1)
        assert sync(fan, data)["fetched"] == 0
        evening.sleep(1)
    second = sync(fan, data)
    assert (second["fetched"], second["state"]) == (first["answers"], "unchanged")
    assert asked(service) == days


def test_the_clock_of_the_service_decides_which_games_are_past(data: Path) -> None:
    """A service in the past, which says so, has games to come; an answer is used as long as the cache uses it."""
    clock = Clock("2024-09-09T02:00")
    with (
        running_server(clock=clock) as running,
        sf.options(base_url=running.address, token=TOKEN, now=lambda: datetime.now(UTC)),
    ):
        report = sf.sync("NFL", seasons=2024, to=data, tables=["schedule", "games"], progress=False)
        part = json.loads((data / "NFL" / "2024" / "_manifest.json").read_text())
        for one in [part["schedule"], *part["answers"]]:
            held = cache_for(current()).lookup(key_of(one["asked"]), datetime.now(UTC))
            lasts = datetime.fromisoformat(one["expires"]) - datetime.fromisoformat(one["fetched_at"])
            assert held is not None
            assert lasts == timedelta(seconds=held.lifetime) <= timedelta(hours=6), one["asked"]
        clock.sleep(8 * 86400)
        later = sf.sync("NFL", seasons=2024, to=data, refresh="changed", progress=False)
    assert later["rows"].item() > report["rows"].item()
