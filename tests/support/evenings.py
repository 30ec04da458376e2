"""What is being played at a moment, by the world itself, and what the client shows of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta

import sportsframe as sf
from sportsframe._client.hosts import Host, hosts
from sportsframe._client.query import zone_of
from sportsframe.catalog import SPORTS
from sportsframe.service import Service
from sportsframe.service.adapter import ServiceAdapter

from .asking import WORLD

HOURS = (time(20, 30), time(21, 30), time(22, 30))

LEAGUES = [(code, league) for code, sport in SPORTS.items() for league in (sport.leagues or (None,))]

READINGS: dict[str, tuple[str, ...]] = {
    "specified": (),
    "observed": ("observed",),
    "first day": ("first-day",),
    "observed, first day": ("observed", "first-day"),
}
"""Switches under which a service reads dates in another way."""

HOST = "evenings.invalid"


@contextmanager
def reading(*switches: str) -> Iterator[None]:
    """The client asks a service with these switches, in this process, on the clock of the options."""
    hosts[HOST] = Host(
        lambda clock: ServiceAdapter(Service(WORLD, clock=clock, switches=switches)), lambda: "-".join(switches)
    )
    try:
        with sf.options(base_url=f"https://{HOST}/api/v1", token="a-token-of-evenings"):
            yield
    finally:
        del hosts[HOST]


def moment(sport: str, day: date, hour: time) -> datetime:
    """A local time of the league as an instant."""
    return datetime.combine(day, hour, zone_of(sport))


def in_play(sport: str, league: str | None, now: datetime) -> set[str]:
    """The ids of the games that are being played."""
    found = set()
    for year in (now.year - 1, now.year):
        season = WORLD.season(sport, year, league)
        for entry in season.between(now - timedelta(days=7), now):
            if entry.status(now) == "inprogress":
                found.add(entry.id)
    return found


def shown(sport: str, league: str | None, now: datetime) -> dict[str, set[str]]:
    """The ids of the games in play, by what shows them: ``live("today")``, the watch and the scoreboard."""
    with sf.options(now=now):
        watch = sf.watch(sport=sport, league=league)
        watch.poll()
        board = sf.scoreboard(sport=sport, league=league, start=False)
        frames = {"live": sf.live("today", sport, league=league), "watch": watch.frame, "scoreboard": board.frame}
        board.close()
    return {name: set(frame.loc[frame["phase"] == "live", "game_id"]) for name, frame in frames.items()}
