"""How long an answer may be used: told by what it says, not by one number.

A game in play makes an answer old in seconds, a result is corrected for half a day, what is long over stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec

from ..catalog.grammar import PHASES
from ..catalog.resources import RESOURCES, ByDate, BySeason, Content, Resource
from .query import Query

SECOND = 1.0
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

IN_PLAY = 10 * SECOND
SCHEDULE_IN_PLAY = MINUTE
SEASON_LEAST = 15 * MINUTE
CORRECTED = 5 * MINUTE
AHEAD = 6 * HOUR
NOTHING_YET = 5 * MINUTE
NOTHING_AHEAD = HOUR
NOTHING_PAST = 7 * DAY
LONG = 365 * DAY
DAILY = 12 * HOUR
"""For what is so whatever games are on: injuries are collected twice a day, the rest once (observed)."""

LAST_END = timedelta(hours=9)
"""After the end of a GMT day the last game that some league counts to it is over: late starts out west, extra time."""

CORRECTIONS = timedelta(hours=12)
"""After a game its figures are still corrected (observed)."""

SEASON_BREAK = timedelta(days=45)
"""A season without a game for so long gets no further rows."""

MONTHS = dict(zip(("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"), range(1, 13)))


@dataclass(frozen=True)
class Verdict:
    """What an answer is worth: seconds it may be used, and where it is not the envelope (None: it is)."""

    lifetime: float
    fault: str | None = None


class _Row(msgspec.Struct):
    status: Any = None
    game_time: Any = None
    start_time: Any = None


class _Envelope(msgspec.Struct):
    data: dict[str, list[_Row]]


_decoder = msgspec.json.Decoder(_Envelope)


def judge(query: Query, body: bytes, now: datetime) -> Verdict:
    """Judge the answer `body` to a question, as of `now`; an empty body says there is nothing.

    Returns
    -------
    Verdict
        Lifetime in seconds, and the JSON path of the first thing that is not the envelope (specification 2.1).
    """
    resource = RESOURCES.get(query.resource)
    over = _over(query, resource)
    season = resource is not None and isinstance(resource.segment, BySeason)
    if not body:
        return Verdict(_nothing(over, query.segment, season, now))
    kept = None if resource is None else resource.content
    if resource is not None and (resource.envelope == "map" or kept is Content.STATE):
        fault = envelope_fault(body, resource)
        return Verdict(0.0 if fault else DAILY, fault)
    try:
        rows: Iterable[_Row] = (row for rows in _decoder.decode(body).data.values() for row in rows)
    except msgspec.DecodeError:
        fault = envelope_fault(body, resource)
        return Verdict(0.0 if fault else HOUR, fault)
    least = IN_PLAY if kept is Content.PLAY else SEASON_LEAST if season else SCHEDULE_IN_PLAY
    return Verdict(_rows(list(rows), over, query.segment, season, least, now))


def envelope_fault(body: bytes, resource: Resource | None) -> str | None:
    """The JSON path at which `body` stops being the envelope; the records themselves are not looked at."""
    inside = dict if resource is not None and resource.envelope == "map" else list
    try:
        document = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return "$"
    if not isinstance(document, dict):
        return "$"
    data = document.get("data")
    if not isinstance(data, dict):
        return "$.data"
    return next((f"$.data.{key}" for key, rows in data.items() if not isinstance(rows, inside)), None)


def _over(query: Query, resource: Resource | None) -> datetime | None:
    """When the last game of the days asked for is over; None where that cannot be told (a season, ``now``)."""
    if resource is None or not isinstance(resource.segment, ByDate):
        return None
    try:
        first = date.fromisoformat(query.segment)
        days = max(map(resource.segment.window, query.sports))
        return datetime(first.year, first.month, first.day, tzinfo=UTC) + timedelta(days=days) + LAST_END
    except (ValueError, OverflowError):
        return None


def _nothing(over: datetime | None, segment: str, season: bool, now: datetime) -> float:
    if over is not None:
        if over + CORRECTIONS < now:
            return NOTHING_PAST
        return NOTHING_AHEAD if over - now > timedelta(days=3) else NOTHING_YET
    if season and segment.isdigit() and int(segment) < now.year - 1:
        return NOTHING_PAST
    return NOTHING_AHEAD if season else NOTHING_YET


def _rows(rows: list[_Row], over: datetime | None, segment: str, season: bool, least: float, now: datetime) -> float:
    """The shortest of what the rows allow; `least` for a game in play."""
    if not rows:
        return _nothing(over, segment, season, now)
    past = over is not None and over + timedelta(days=3) < now
    lifetime = LONG
    last: datetime | None = None
    for row in rows:
        phase = PHASES.get(row.status) if isinstance(row.status, str) else None
        start = moment(row.game_time or row.start_time)
        if start is not None and (last is None or start > last):
            last = start
        if phase in ("finished", "off", "replaced"):
            continue
        if phase == "scheduled" and start is not None and start > now:
            lifetime = min(lifetime, AHEAD, max(least, (start - now).total_seconds()))
        elif past or (start is not None and start + timedelta(days=5) < now):
            lifetime = min(lifetime, AHEAD)  # left in play, or never begun, for days: nobody is waiting for it
        elif phase == "scheduled" and start is None:
            lifetime = min(lifetime, HOUR)
        else:
            lifetime = min(lifetime, least)
    if over is not None:
        settled = over + CORRECTIONS < now
    else:
        settled = season and last is not None and last + SEASON_BREAK < now
    if not settled:
        lifetime = min(lifetime, AHEAD if season else max(least, CORRECTED))
    return lifetime


def moment(text: Any) -> datetime | None:
    """``Sat, 01 Jun 2024 23:05:00 GMT`` as an aware datetime; None for anything else."""
    if not isinstance(text, str) or len(text) != 29:
        return None
    try:
        return datetime(
            int(text[12:16]), MONTHS[text[8:11]], int(text[5:7]),
            int(text[17:19]), int(text[20:22]), int(text[23:25]), tzinfo=UTC,
        )  # fmt: skip
    except (ValueError, KeyError):
        return None
