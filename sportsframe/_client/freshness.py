"""How long an answer may be used: told by what it says, not by one number.

A game in play makes an answer old in seconds, a result is corrected for half a day, what is long over stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec

from ..catalog.grammar import PHASES
from ..catalog.resources import RESOURCES

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


def judge(path: str, body: bytes, now: datetime) -> Verdict:
    """Judge the answer `body` to ``/resource/segment/SPORT``, as of `now`; an empty body says there is nothing.

    Returns
    -------
    Verdict
        Lifetime in seconds, and the JSON path of the first thing that is not the envelope (specification 2.1).
    """
    resource, *rest = path.strip("/").split("/")
    segment, sport = (rest[0], rest[1]) if len(rest) > 1 else ("", rest[0] if rest else "")
    season = resource == "schedule-season"
    over = _over(resource, segment, sport)
    if not body:
        return Verdict(_nothing(over, segment, season, now))
    try:
        rows: Iterable[_Row] = (row for rows in _decoder.decode(body).data.values() for row in rows)
    except msgspec.DecodeError:
        fault = envelope_fault(body)
        return Verdict(0.0 if fault else HOUR, fault)
    return Verdict(_rows(list(rows), over, resource, segment, now))


def allowed(lifetime: float, headers: Mapping[str, str]) -> float:
    """`lifetime`, or what the service's own ``Cache-Control`` leaves of it."""
    control: dict[str, str] = {}
    for part in headers.get("Cache-Control", "").lower().split(","):
        name, _, value = part.partition("=")
        control[name.strip()] = value.strip(' "')
    if "no-store" in control or "no-cache" in control:
        return 0.0
    most, age = control.get("max-age", ""), headers.get("Age", "").strip()
    if not (most.isascii() and most.isdigit()):
        return lifetime
    since = int(age[:12]) if age.isascii() and age.isdigit() else 0
    return max(0.0, min(lifetime, float(int(most[:12]) - since)))


def envelope_fault(body: bytes) -> str | None:
    """The JSON path at which `body` stops being the envelope; the records themselves are not looked at."""
    try:
        document = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return "$"
    if not isinstance(document, dict):
        return "$"
    data = document.get("data")
    if not isinstance(data, dict):
        return "$.data"
    return next((f"$.data.{key}" for key, rows in data.items() if not isinstance(rows, list)), None)


def _over(resource: str, segment: str, sport: str) -> datetime | None:
    """When the last game of the days asked for is over; None where that cannot be told (a season, ``now``)."""
    try:
        first = date.fromisoformat(segment)
        days = max(RESOURCES[resource].window(code) for code in sport.split("-"))
        return datetime(first.year, first.month, first.day, tzinfo=UTC) + timedelta(days=days) + LAST_END
    except (ValueError, KeyError, OverflowError):
        return None


def _nothing(over: datetime | None, segment: str, season: bool, now: datetime) -> float:
    if over is not None:
        if over + CORRECTIONS < now:
            return NOTHING_PAST
        return NOTHING_AHEAD if over - now > timedelta(days=3) else NOTHING_YET
    if season and segment.isdigit() and int(segment) < now.year - 1:
        return NOTHING_PAST
    return NOTHING_AHEAD if season else NOTHING_YET


def _rows(rows: list[_Row], over: datetime | None, resource: str, segment: str, now: datetime) -> float:
    """The shortest of what the rows allow."""
    season = resource == "schedule-season"
    if not rows:
        return _nothing(over, segment, season, now)
    least = IN_PLAY if resource == "live" else SEASON_LEAST if season else SCHEDULE_IN_PLAY
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
