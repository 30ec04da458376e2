"""The caller of a tool: requests under its token, as bytes or through a client of this package."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..._client.answer import Fetched, History, Result
from ..._client.fetch import refusal
from ..._client.options import resolve
from ..._client.query import Query
from ..._client.settings import BUILT_IN, BUILT_IN_TOKEN, Settings, Source
from ...catalog import BASE_PATH, RESOURCES, SPORTS, sport_code
from ...catalog.resources import ByDate
from ...errors import SportsframeError
from ...service.respond import REFUSED_BY, Reply

if TYPE_CHECKING:
    from ...load import Client

Json = dict[str, Any]
Ask = Callable[[str, dict[str, str]], Reply]
"""Sends a request: from a path and query parameters without the token to status, headers and body."""

AHEAD = 400
"""Days in which the next games are looked for."""


@dataclass(frozen=True)
class Caller:
    """What a tool may use to answer one call.

    Attributes
    ----------
    ask : callable
        Sends a request under the caller's token.
    clock : callable
        The time of the service.
    simulated : bool
        Whether the service is the built-in one.
    """

    ask: Ask
    clock: Callable[[], datetime]
    simulated: bool = False

    @cached_property
    def client(self) -> Client:
        """A client that sends its requests through `ask`, without a cache of its own."""
        from ...load.client import client_of

        return client_of(replace(resolve(()), now=self.clock, replay=_Backend(self), own_history=History()))

    def now(self) -> datetime:
        """The time of the service."""
        return self.clock()

    def today(self, sport: str) -> date:
        """The date in the time zone of a sport's league."""
        from zoneinfo import ZoneInfo

        return self.clock().astimezone(ZoneInfo(SPORTS[sport].zone)).date()


@dataclass(frozen=True)
class _Backend:
    """The service behind the tools, in place of the cache and the network of a client."""

    caller: Caller

    @property
    def source(self) -> Source:
        return Source(BUILT_IN, BUILT_IN_TOKEN, self.caller.simulated)

    @property
    def waits(self) -> bool:
        return not self.caller.simulated

    def answer(self, query: Query) -> Result:
        status, headers, body = self.caller.ask(BASE_PATH + query.path, query.params)
        if status in (200, 304):
            return Fetched(query, body, self.caller.now(), from_cache=True)
        kind, meaning = refusal(status, body, self.setting, "")
        by = "the upstream service, for the token of this server: " if headers.get(REFUSED_BY) else ""
        return kind(f"{status} for {query}: {by}{meaning}", status=status, url=str(query))

    @property
    def setting(self) -> Settings:
        return resolve(())


def nothing_because(caller: Caller, resource: str, arguments: Json) -> str:
    """Return why there is no data: not begun, an off day, not published, or not covered by the account upstream."""
    code = str(arguments["sport"]).upper()
    segment = RESOURCES[resource].segment
    if not isinstance(segment, ByDate):
        covered = "" if caller.simulated else ", or the account does not cover it"
        return f"{code} {resource}: nothing is published for this season or selection{covered}."
    day = str(arguments.get("date", "today"))
    if resource == "live":
        query = {"league": arguments["league"]} if "league" in arguments else {}
        status, _, body = caller.ask(f"{BASE_PATH}/schedule/{day}/{code}", query)
        rows: list[Json] = next(iter(json.loads(body)["data"].values()), []) if status == 200 and body else []
        if rows:
            starts = [parsedate_to_datetime(row["game_time"]) for row in rows if row.get("game_time")]
            first = f", the first at {min(starts):%Y-%m-%dT%H:%MZ}" if starts else ""
            return f"{len(rows)} {code} games are scheduled on {day}{first}; none has a box score yet."
    return f"no {code} games on {day}{_around(caller, code, day, arguments.get('league'))}."


def _around(caller: Caller, code: str, day: str, league: str | None) -> str:
    """Return when the next games are, as far as the schedule of the season says and the token covers it."""
    try:
        when = date.fromisoformat(day)
        season = SPORTS[code].season_at(when)
        sport = sport_code(code)
        frames = [caller.client.schedule_season(year, sport, league=league) for year in (season, season + 1)]
    except (ValueError, SportsframeError):
        return ""
    days = sorted({found.date() for frame in frames for found in frame["game_date"].dropna()})
    later = next((found for found in days if when < found < when + timedelta(days=AHEAD)), None)
    if not days:
        return "; no season is published for that time"
    return f"; the next are on {later}" if later else "; no later ones are published"
