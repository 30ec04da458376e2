"""Asks the reference service in a line, and says on which dates of the simulated world there are rows."""

from __future__ import annotations

import json
from datetime import datetime
from email.utils import parsedate_to_datetime
from functools import cache, lru_cache
from typing import Any

from sportsframe._client.clock import Clock
from sportsframe.catalog import params
from sportsframe.service import Service
from sportsframe.service.respond import Reply, default_service
from sportsframe.service.tokens import Tokens

SPORTS = ("NFL", "NBA", "MLB", "NHL", "NCAAFB", "NCAABB", "PGA", "SOCCER", "DARTS")

DAYS = {
    "NFL": "2024-11-10", "NBA": "2024-12-06", "MLB": "2024-06-01", "NHL": "2024-12-06", "NCAAFB": "2024-10-05",
    "NCAABB": "2025-01-04", "PGA": "2024-06-13", "SOCCER": "2024-11-09", "DARTS": "2024-12-28",
}  # fmt: skip
"""Sport -> a GMT date on which games start."""

AFTERWARDS = "2025-08-20T12:00:00"
"""A time at which the seasons begun in 2024 are over."""

TOKEN = "a-token"

USUAL = ("Date", "Cache-Control", "X-Sportsframe-Source")
"""Headers of every answer with data or without any."""

BUILT_IN = default_service()
WORLD = BUILT_IN.world
"""One world for all tests and the built-in service, as games and answers are kept: more of them than elsewhere."""

WORLD.kept, WORLD.budget = 400, 1_000_000
KEPT = 500 * 2**20
"""Most bytes of answers, and of rows, that the services of tests keep."""

BUILT_IN._rows._kept.limit = BUILT_IN._answers.limit = KEPT


@cache
def _service(switches: frozenset[str]) -> Service:
    """One service for all tests of a process that ask with the same switches; what it has made is kept."""
    return Service(WORLD, switches=switches, answer_bytes=KEPT, row_bytes=KEPT)


def service_at(moment: str | Clock, *on: str, **given: Any) -> Service:
    """A service whose clock stands at `moment`, or is that clock, with some switches on.

    Those whose clocks stand share what they have made, unless their world or the size of their caches is given: how
    long an answer holds depends on how fast a clock is.
    """
    if isinstance(moment, Clock) or given.keys() - {"tokens"}:
        clock = moment if isinstance(moment, Clock) else Clock(moment)
        return Service(given.pop("world", WORLD), clock=clock, switches=on, **given)
    service = _service(frozenset(on)).at(Clock(moment))
    service.tokens = given.get("tokens") or Tokens()
    return service


@lru_cache(maxsize=1)
def afterwards() -> Service:
    """The service at a time when the seasons begun in 2024 are over; one for all tests."""
    return service_at(AFTERWARDS)


def ask(path: str, service: Service | None = None, token: str = TOKEN, **query: str) -> Reply:
    """Ask for a path below the base address; soccer is asked for the EPL where no league is given."""
    if path.endswith("SOCCER"):
        query.setdefault("league", "EPL")
    code, headers, body = (service or afterwards()).respond("GET", f"/api/v1/{path}", {"RSC_token": token, **query}, {})
    return code, {name: value for name, value in headers.items() if name not in USUAL}, body


def status(path: str, service: Service | None = None, token: str = TOKEN, **query: str) -> int:
    return ask(path, service, token, **query)[0]


def data(path: str, service: Service | None = None, **query: str) -> dict[str, list[dict[str, Any]]]:
    """What stands under ``data``; nothing to return is no key at all."""
    code, headers, body = ask(path, service, **query)
    if code == 304:
        assert (headers, body) == ({}, b"")
        return {}
    assert code == 200, (path, code, body)
    envelope: dict[str, dict[str, list[dict[str, Any]]]] = json.loads(body)
    assert set(envelope) == {"data"}
    return envelope["data"]


def rows(path: str, service: Service | None = None, **query: str) -> list[dict[str, Any]]:
    """The rows of an answer with one key, or none."""
    got = data(path, service, **query)
    assert len(got) <= 1
    return next(iter(got.values()), [])


def needed(resource: str, sport: str, service: Service | None = None) -> dict[str, str]:
    """The parameters without which a resource does not answer: the id of a game on the sport's day."""
    names = [param.name for param in params(sport, resource) if param.required and param.name != "league"]
    return {name: row_id(rows(f"live/{DAYS[sport]}/{sport}", service)[0]) for name in names}


def row_id(row: dict[str, Any]) -> str:
    found: str = row["game_ID"] if "game_ID" in row else row["tournament_ID"]
    return found


def path(resource: str, sport: str, day: str | None = None) -> str:
    """The path of a resource on a day of the sport with rows, or of the season begun in 2024."""
    return f"{resource}/{'2024' if resource == 'schedule-season' else day or DAYS[sport]}/{sport}"


def starts(found: list[dict[str, Any]]) -> list[datetime]:
    """When the games of some rows begin."""
    return [parsedate_to_datetime(row.get("game_time") or row["start_time"]) for row in found]
