"""What a call asks for: its queries, and the games to keep of their responses."""

from __future__ import annotations

import re
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import UTC, datetime, time, timedelta, tzinfo
from datetime import date as Date
from typing import Any, Literal
from zoneinfo import ZoneInfo

import pandas as pd

from .. import catalog
from .._client.fetch import Refresh
from .._client.query import ISO, Clock, Query, ask, day, days, names_present, seasons, zone_of
from .._client.settings import Settings
from .._frames.arrays import day_label, last_day, phase, start_zone
from .._frames.decode import Records, Validate
from ..catalog import SPORTS
from ..catalog.resources import ByDate, BySeason, Content
from ..errors import QueryError, choose, quoted

Day = Literal["service", "league"]
"""Whose dates are meant: those of the service, sent as they are, or the league's own."""

OnError = Literal["raise", "skip"]


@dataclass(frozen=True)
class Call:
    """The arguments of one call of a loader; kept until the load is complete, also for `resume`.

    `nothing` says why there is nothing to request, where that is known.
    """

    setting: Settings
    resource: str
    sport: str
    when: Any
    _: KW_ONLY
    table: str | None = "games"
    league: str | None = None
    ids: dict[str, Any] = field(default_factory=dict)
    day: Day | None = None
    workers: int | None = None
    progress: bool | None = None
    refresh: Refresh = False
    on_error: OnError = "raise"
    validate: Validate = "report"
    nothing: str = ""


@dataclass(frozen=True)
class Asked:
    """The queries behind a call, and the games to keep of their answers.

    Attributes
    ----------
    queries : list of Query
    days : frozenset of str, optional
        League dates of the games to keep; None keeps all.
    beside : frozenset of Query
        Queries for the dates around those asked for, under which the service may list the same games.
    lasts : int
        Number of days on each of which the service may list a game.
    overlap : bool
        Whether the responses are of weeks that overlap.
    ahead : str
        The first date that a service may take for one to come, if it is of box scores; otherwise empty.
    today : str
        The present date of the league, to which a game that takes longer than scheduled has come.
    zone : tzinfo
        Zone whose date at the start is that of a game with an id that tells none.
    """

    queries: list[Query]
    days: frozenset[str] | None = None
    beside: frozenset[Query] = frozenset()
    lasts: int = 1
    overlap: bool = False
    today: str = ""
    ahead: str = ""
    zone: tzinfo = UTC

    @property
    def once(self) -> tuple[str, ...]:
        """The fields that identify a game listed in several responses; empty if what each of them lists is kept."""
        each_once = self.overlap or self.days is not None
        return ("game_id",) if self.lasts > 1 else ("game_id", "game_time") if each_once else ()

    def may_be_ahead(self, query: Query) -> bool:
        """Whether a date may be one to come, for which some services return 404 instead of no data."""
        return query in self.beside or bool(
            self.ahead and re.fullmatch(ISO, query.segment) and query.segment >= self.ahead
        )

    def kept(self, found: Records) -> Records:
        """The games of the days asked for; one that several responses list only once."""
        rows = found.rows
        if self.days is not None:
            rows = [row for row in rows if self._keeps(row)]
        if self.once:
            once: dict[Any, Any] = {}
            for row in rows:
                once.setdefault(tuple(getattr(row, name) for name in self.once) if row.game_id else id(row), row)
            rows = list(once.values())
        return replace(found, rows=rows) if len(rows) < len(found.rows) else found

    def _keeps(self, row: Any) -> bool:
        assert self.days is not None
        label = day_label(row.game_id, row.game_time, self.zone)
        if self.lasts == 1:
            return label in self.days
        if label is None:
            return True
        if any(_moved(label, n) in self.days for n in range(self.lasts)):
            return True
        late = [_moved(label, n) or "" for n in range(self.lasts, self.lasts + OVERRUN)]
        on = phase(row.status) in ("live", "paused")
        last = max(self.today if on else "", last_day(getattr(row, "date", None)) or "")
        return any(day in self.days and day <= last for day in late)


SERVICE_ZONE = ZoneInfo("America/New_York")
"""Where the day begins before which the real service has no box scores."""

OVERRUN = 2
"""Days by which a game of several days may end later than scheduled."""


def first_ahead(resource: str, now: datetime) -> str:
    """The first date to come of a resource that has box scores by date, as the real service reckons; else empty."""
    held = catalog.RESOURCES[resource]
    of_play = isinstance(held.segment, ByDate) and held.content is Content.PLAY
    return f"{now.astimezone(SERVICE_ZONE).date() + timedelta(days=1)}" if of_play else ""


def questions(call: Call, ids: dict[str, Any]) -> Asked:
    """The queries behind a call, and the days to keep.

    Dates are those of the league if `call` says so, or if it does not say and they follow the present or the games
    take several days; otherwise those of the service.
    """
    if call.day is not None:
        choose(call.day, ("service", "league"), "day")
    resource, sport, clock = call.resource, call.sport, call.setting.moment
    segment = catalog.RESOURCES[resource].segment
    lasts = SPORTS[sport].game_days if isinstance(segment, ByDate) else 1
    of_league = call.day == "league" or (call.day is None and (lasts > 1 or names_present(call.when)))
    of_league = of_league and not (isinstance(call.when, str) and call.when == "now")
    many = parts(resource, sport, call.when, clock, zone_of(sport) if of_league else UTC)
    named = [{**ids, "game_id": game_id} for game_id in _several(ids.get("game_id"))]
    asked = [ask(resource, sport, part, league=call.league, clock=clock, **own) for part in many for own in named]
    queries = list(dict.fromkeys(asked))
    ahead = first_ahead(resource, clock())
    if not of_league or not isinstance(segment, ByDate):
        return Asked(queries, lasts=lasts, ahead=ahead)
    window = SPORTS[sport].days(resource)
    before = lasts - 1 + OVERRUN if lasts > 1 else 0
    earlier = range(-window, -before - window, -window) if before else ()
    dates = {query.segment for query in queries}
    wanted = {_moved(date, n) for date in dates for n in range(window)}
    others = {date: other_date(date, sport) for date in dates}
    near = {*others.values(), *(_moved(date, n) for date in dates for n in earlier)} - dates
    beside = [
        ask(resource, sport, date, league=call.league, clock=clock, **own)
        for date in sorted(filter(None, near)) for own in named
    ]  # fmt: skip
    shared = {date: [query for query in beside if query.segment == others[date]] for date in dates}
    in_order = [
        one for query in queries
        for one in sorted([query, *shared[query.segment]], key=lambda query: query.segment)
    ]  # fmt: skip
    return Asked(
        list(dict.fromkeys(in_order + beside)),
        frozenset(filter(None, wanted)),
        frozenset(beside),
        lasts,
        window > 1,
        clock().astimezone(zone_of(sport)).date().isoformat(),
        ahead,
        start_zone(sport),
    )


def other_date(date: str, sport: str) -> str | None:
    """The other UTC date on which games of a league date begin: the one before it east of UTC, else the one after it.

    Summer time does not change which one it is, as no game begins in the hour that it moves to the date before.
    None beyond the calendar.
    """
    noon = datetime.combine(Date.fromisoformat(date), time(12), zone_of(sport))
    standard = (noon.utcoffset() or timedelta(0)) - (noon.dst() or timedelta(0))
    return _moved(date, -1 if standard > timedelta(0) else 1)


def parts(resource: str, sport: str, when: Any, clock: Clock, zone: tzinfo = UTC) -> list[Any]:
    """The dates or seasons of a call, each with its own query; timestamps are converted to `zone`."""
    catalog.answer(sport, resource)
    match catalog.RESOURCES[resource].segment:
        case ByDate():
            dates = days(when, sport=sport, resource=resource, clock=clock, zone=zone)
            if dates is not None and SPORTS[sport].days(resource) > 1:
                raise QueryError(
                    f"{resource} takes its first day and returns {SPORTS[sport].days(resource)} days; "
                    f"for a range or a list of days use schedule((first, last), {quoted(sport)})."
                )
            return [day(when, sport=sport, resource=resource, clock=clock, zone=zone)] if dates is None else dates
        case BySeason():
            found = seasons(when, sport=sport, resource=resource, clock=clock)
            return [when] if found is None else found
    return [when]


def _moved(date: str, days: int) -> str | None:
    """The date so many days later; None beyond the calendar."""
    try:
        return (Date.fromisoformat(date) + timedelta(days=days)).isoformat()
    except OverflowError:
        return None


def _several(game_id: Any) -> list[Any]:
    """The ids of a list, each with its own query; or the only id, or None."""
    return game_id if isinstance(game_id, list) else [game_id]


def game_days(games: pd.DataFrame) -> list[str]:
    """The days on which games of a schedule may be asked for, under either reading of dates."""
    return sorted(by_day(games))


def utc_days(times: pd.Series) -> pd.Series:
    """The UTC date of each time as text, whatever zone it is shown in; one without a zone is in UTC."""
    found: pd.Series = (times if times.dt.tz is None else times.dt.tz_convert("UTC")).dt.strftime("%Y-%m-%d")
    return found


def by_day(games: pd.DataFrame) -> dict[str, pd.Series]:
    """Each day on which games of a schedule may be asked for, under either reading of dates, and which those are."""
    days = [utc_days(games[name]) for name in ("game_date", "game_time")]
    return {day: (days[0] == day) | (days[1] == day) for day in sorted(set().union(*(one.dropna() for one in days)))}
