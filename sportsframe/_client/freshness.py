"""Cache lifetimes, determined by the content of the response.

A game in play makes a response stale within seconds. The statistics of a finished game are corrected, ever more rarely
with its age, so that they are requested again at increasing intervals. What is still undecided, such as a postponed
game or a match without the number of its set, is never treated as final.

`LIFETIMES` is the table that the documentation shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from math import inf
from typing import Any

import msgspec

from .._util.document import parse
from ..catalog import SPORTS
from ..catalog.resources import RESOURCES, ByDate, BySeason, Content, Resource, Undated
from ..catalog.statuses import OFF, PHASES
from .query import Query

SECOND = 1.0
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

# Lifetimes by kind of response, which `LIFETIMES` describes.
IN_PLAY = 10 * SECOND
SCHEDULE_IN_PLAY = MINUTE
SEASON_LEAST = 15 * MINUTE
LEFT_IN_PLAY = 5 * MINUTE
AHEAD = 6 * HOUR
UNTIMED = HOUR
NOTHING_YET = 5 * MINUTE
NOTHING_AHEAD = HOUR
NOTHING_PAST = 6 * HOUR
DOUBTED = 5 * MINUTE

DAILY = 12 * HOUR
"""For data that does not depend on games in play: injuries are updated twice a day, the rest once (observed)."""

PAST_SEASON = 7 * DAY
"""For the totals of a season that started at least two years ago, which are rarely corrected."""

Tail = tuple[tuple[float, float], ...]
"""Pairs of an age in seconds and the lifetime up to that age; the last one applies to any age."""

FINISHED: Tail = (
    (12 * HOUR, 5 * MINUTE), (3 * DAY, 6 * HOUR), (10 * DAY, DAY), (60 * DAY, 7 * DAY), (365 * DAY, 30 * DAY),
    (inf, 365 * DAY),
)  # fmt: skip
"""The statistics of a game are re-processed for half a day (observed); leagues correct some later in the week."""

UNSETTLED: Tail = ((3 * DAY, HOUR), (10 * DAY, 6 * HOUR), (60 * DAY, DAY), (inf, 7 * DAY))
"""Postponed, suspended, canceled, withdrawn or never started games, and matches with set 0, which is numbered later."""

SEASON: Tail = ((45 * DAY, 6 * HOUR), (365 * DAY, DAY), (inf, 7 * DAY))
"""By the age of the last game of a season: one that stops in spring may continue in summer."""

SETTLED = 30 * DAY
"""A response with this lifetime is not expected to change any more."""

LAST_END = timedelta(hours=9)
"""From the end of a UTC date to the end of its last game in any league: late starts in the west, extra time."""

STILL_PLAYED = timedelta(days=1)
"""A game that should have ended so long ago was never closed, or is suspended."""

LONGEST_GAME = timedelta(days=5)
"""The longest a match or tournament without a date of its own may take from its start."""

MONTHS = dict(zip(("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"), range(1, 13)))

NO_SET_YET = re.compile(rb'"set"\s*:\s*"?0\b')


@dataclass(frozen=True)
class Freshness:
    """How long a response may be used, and what is wrong with it.

    Attributes
    ----------
    lifetime : float
        Seconds.
    fault : str or None
        The JSON path of a fault in its envelope.
    doubt : str
        The day, season or id that its rows are of, if it is not the one of the query; else empty.
    elsewhere : float or None
        The lifetime of a response without data once every game that the schedule has on these dates is found in
        responses for other dates, so that nothing is missing. None for all other responses.
    """

    lifetime: float
    fault: str | None = None
    doubt: str = ""
    elsewhere: float | None = None


def judge(query: Query, body: bytes, now: datetime) -> Freshness:
    """Determine the lifetime of a response as of `now`; an empty body means no data.

    Parameters
    ----------
    query : Query
        What was asked.
    body : bytes
        The response.
    now : datetime
        When it arrived.

    Returns
    -------
    Freshness
        Lifetime in seconds, the JSON path of the first deviation from the envelope (specification 2.1) of the query,
        and what the rows are of if none can be of the day, season or ID of the query.
        A body that is not strictly JSON is read as the decoder of frames reads it.
    """
    resource = RESOURCES.get(query.resource)
    over = _over(query, resource)
    season = resource is not None and isinstance(resource.segment, BySeason)
    if not body:
        lifetime = _nothing(over, query.segment, season, now)
        known = over is not None and over < now
        return Freshness(lifetime, elsewhere=_tail(FINISHED, now, over) if known else lifetime)
    try:
        document = _document(body)
    except (ValueError, RecursionError):
        return Freshness(0.0, "$")
    fault = _fault(document, query, resource)
    if fault:
        return Freshness(0.0, fault)
    if resource is not None and resource.envelope == "map":
        return Freshness(PAST_SEASON if season and _past(query.segment, now) else DAILY)
    rows = [row for rows in document["data"].values() for row in rows if isinstance(row, dict)]
    if rows and (other := _of_another_id(rows, query)):
        return Freshness(DOUBTED, doubt=other)
    if resource is not None and resource.content is Content.STATE:
        return Freshness(PAST_SEASON if season and _past(query.segment, now) else DAILY)
    if not rows:
        return Freshness(_nothing(over, query.segment, season, now))
    play = resource is not None and resource.content is Content.PLAY
    least = IN_PLAY if play else SEASON_LEAST if season else SCHEDULE_IN_PLAY
    if resource is not None and isinstance(resource.segment, Undated):
        return Freshness(_plays(over, now))
    lifetime = _rows(rows, over, season, least, now)
    if NO_SET_YET.search(body):
        lifetime = min(lifetime, _tail(UNSETTLED, now, over))
    if doubt := _of_another_day(rows, query, resource):
        return Freshness(min(lifetime, DOUBTED), doubt=doubt)
    return Freshness(lifetime)


NOT_STORED = -1.0


def allowed(lifetime: float, headers: Mapping[str, str]) -> float:
    """`lifetime`, limited by the ``Cache-Control`` header of the service.

    Zero is for what may be used only if the service fails, and less for what may not be stored at all.
    """
    control: dict[str, str] = {}
    for part in headers.get("Cache-Control", "").lower().split(","):
        name, _, value = part.partition("=")
        control[name.strip()] = value.strip(' "')
    if "no-store" in control:
        return NOT_STORED
    if "no-cache" in control:
        return 0.0
    most = control.get("max-age", "")
    if not (most.isascii() and most.isdigit()):
        return lifetime
    return max(0.0, min(lifetime, float(int(most[:12]) - age(headers))))


def age(headers: Mapping[str, str]) -> int:
    """Seconds for which a cache between has held a response, ten years at most; 0 if it does not say."""
    held = headers.get("Age", "").strip()
    return min(int(held[:12]), OLDEST) if held.isascii() and held.isdigit() else 0


OLDEST = 10 * 365 * 24 * 3600


class _Row(msgspec.Struct, gc=False):
    """What of a row its lifetime depends on."""

    status: Any = None
    game_time: Any = None
    start_time: Any = None
    game_ID: Any = None
    tournament_ID: Any = None
    event_ID: Any = None
    player_id: Any = None
    season: Any = None


class _Envelope(msgspec.Struct):
    data: dict[str, list[_Row]]


_ENVELOPE = msgspec.json.Decoder(_Envelope)


def _document(body: bytes) -> Any:
    """The envelope with what `judge` reads of its rows; all of a document that is not the usual envelope."""
    try:
        data = _ENVELOPE.decode(body).data
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    else:
        return {"data": {key: list(map(msgspec.structs.asdict, rows)) for key, rows in data.items()}}
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return parse(body, set())


def is_cut(body: bytes) -> bool:
    """Whether a body is JSON that ends before it is complete, or is empty."""
    try:
        msgspec.json.decode(body)
    except msgspec.DecodeError as error:
        return "truncated" in str(error)
    except (UnicodeDecodeError, RecursionError):
        pass
    return False


def _fault(document: Any, query: Query, resource: Resource | None) -> str | None:
    """The JSON path at which `document` deviates from the envelope; the records themselves are not checked."""
    inside = dict if resource is not None and resource.envelope == "map" else list
    if not isinstance(document, dict):
        return "$"
    data = document.get("data")
    if not isinstance(data, dict):
        return "$.data"
    if data and all(sport in SPORTS for sport in query.sports):
        keys = {key for sport in query.sports for key in SPORTS[sport].keys}
        if query.league:
            keys -= {key for sport in query.sports for key in SPORTS[sport].leagues} - {query.league}
        if not keys & data.keys():
            return f"$.data.{next(iter(data))[:40]}"
    return next((f"$.data.{key}" for key, rows in data.items() if not isinstance(rows, inside)), None)


IDS = {"game_id": ("game_ID", "tournament_ID"), "event_id": ("event_ID",), "player_id": ("player_id",)}
"""Parameters that ask for one ID, and where a row has it."""


def _of_another_id(rows: list[dict[str, Any]], query: Query) -> str:
    """The game, event or player that rows are of if none is of that of the query; "" if one is, or does not tell."""
    for name, keys in IDS.items():
        if asked := query.params.get(name):
            found = {_id(next((row[key] for key in keys if row.get(key) is not None), "")) for row in rows}
            if found.isdisjoint(("", _id(asked))):
                least = min(found)
                return f"{name} {least}" if SHOWN_ID.fullmatch(least) else f"another {name}"
    return ""


def _id(value: Any) -> str:
    """An ID as text; a number without the zeros before it."""
    text = str(value)
    return str(int(text)) if text.isascii() and text.isdigit() and len(text) < LONGEST_NUMBER else text


LONGEST_NUMBER = 19
SHOWN_ID = re.compile(r"[A-Za-z0-9_.-]{1,60}")
"""An ID as services write it, which may stand in a header and in a warning."""


def _of_another_day(rows: list[dict[str, Any]], query: Query, resource: Resource | None) -> str:
    """The day or season that rows are of if none can be of that of the query; "" if one can, or does not tell.

    A day is a calendar day anywhere on earth, as leagues list a game under their own; a resumed or postponed game may
    have another time by now, but its id still begins with its day. One that is not played, or has no time, may be of
    any day within `MOVED`, and a tournament of any within `TOURNAMENT`.
    """
    if resource is not None and isinstance(resource.segment, BySeason) and query.segment.isdigit():
        seasons = [str(row.get("season")) for row in rows]
        lost = all(SEASON_YEAR.fullmatch(one) and not one.startswith(query.segment) for one in seasons)
        return f"season {seasons[0]}" if lost else _of_other_years(rows, query)
    if resource is None or not isinstance(resource.segment, ByDate):
        return ""
    try:
        first, days = date.fromisoformat(query.segment), _days(query, resource.segment.days)
        midnight = datetime(first.year, first.month, first.day, tzinfo=UTC)
        begin, end = midnight - EAST, midnight + timedelta(days=days) + WEST
        named = tuple(f"{first + timedelta(days=number):%Y%m%d}" for number in range(days))
    except (ValueError, OverflowError):
        return ""
    first_found = ""
    for row in rows:
        if str(row.get("game_ID")).startswith(named):
            return ""
        of_game, day = moment(row.get("game_time")), _day_in(row.get("game_ID"))
        start = of_game or moment(row.get("start_time")) or day
        if start is None:
            return ""
        unsettled = of_game is None or PHASES.get(str(row.get("status"))) in OFF
        slack = timedelta(0) if not unsettled else TOURNAMENT if of_game is None and day is None else MOVED
        if any(begin - slack <= one < end + slack for one in (start, day or start)[: 1 + unsettled]):
            return ""
        first_found = first_found or f"{start:%Y-%m-%d}"
    return first_found


def _of_other_years(rows: list[dict[str, Any]], query: Query) -> str:
    """The first year of rows without a season of which none is in a year of that asked for; "" if one may be."""
    begun = [moment(row.get("game_time") or row.get("start_time")) for row in rows if row.get("season") is None]
    years = {start.year for start in begun if start is not None}
    first = int(query.segment)
    spans = any(SPORTS[sport].season_spans for sport in query.sports if sport in SPORTS)
    may_be = None in begun or len(begun) < len(rows) or not years.isdisjoint(range(first, first + 1 + spans))
    return "" if may_be else str(min(years))


def _days(query: Query, usual: int) -> int:
    """The days that the response covers, of the sport with the most of them; of an unknown sport the usual ones."""
    return max(SPORTS[sport].days(query.resource) if sport in SPORTS else usual for sport in query.sports)


def _day_in(game_id: Any) -> datetime | None:
    """The day with which an id begins; None if it begins with none."""
    text = str(game_id)[:9]
    try:
        return datetime.strptime(text, "%Y%m%d-").replace(tzinfo=UTC) if DAY_FIRST.fullmatch(text) else None
    except ValueError:
        return None


DAY_FIRST = re.compile(r"[0-9]{8}-")

EAST, WEST = timedelta(hours=14), timedelta(hours=12)
"""How much earlier and later than in UTC a calendar day begins and ends in the outermost time zones."""

MOVED = timedelta(days=270)
"""How far from its day a game may be that is not played, or has no time: leagues have moved an autumn to spring."""

TOURNAMENT = timedelta(days=10)
"""How far from the start of a tournament a day may be on which it is listed: from the days before to a late end."""

SEASON_YEAR = re.compile(r"[0-9]{4}(?:-[0-9]{4})?")


def _over(query: Query, resource: Resource | None) -> datetime | None:
    """When the last game of the requested dates is over; None if that is unknown (a season, ``now``).

    The id of a game begins with its date.
    """
    if resource is None or isinstance(resource.segment, BySeason):
        return None
    try:
        if isinstance(resource.segment, ByDate):
            first, days = date.fromisoformat(query.segment), _days(query, resource.segment.days)
        else:
            first, days = datetime.strptime(query.params.get("game_id", "")[:9], "%Y%m%d-").date(), 1
        return datetime(first.year, first.month, first.day, tzinfo=UTC) + timedelta(days=days) + LAST_END
    except (ValueError, OverflowError):
        return None


def _past(segment: str, now: datetime) -> bool:
    """Whether a season is over for certain, even if it spans two years."""
    return segment.isdigit() and int(segment) < now.year - 1


def _nothing(over: datetime | None, segment: str, season: bool, now: datetime) -> float:
    if over is not None:
        if over < now:
            return NOTHING_PAST if now - over > timedelta(seconds=FINISHED[0][0]) else NOTHING_YET
        return NOTHING_AHEAD if over - now > timedelta(days=3) else NOTHING_YET
    if season and _past(segment, now):
        return NOTHING_PAST
    return NOTHING_AHEAD if season else NOTHING_YET


def _tail(tail: Tail, now: datetime, since: datetime | None) -> float:
    """The lifetime of data final since `since`; the shortest one if that is unknown or in the future."""
    age = (now - since).total_seconds() if since is not None else 0.0
    return next(lifetime for most, lifetime in tail if age < most)


def _rows(rows: Iterable[dict[str, Any]], over: datetime | None, season: bool, least: float, now: datetime) -> float:
    """The shortest lifetime of any row; `least` for a game in play."""
    lifetime = inf
    finished = False
    last: datetime | None = None
    for row in rows:
        status = row.get("status")
        phase = PHASES.get(status) if isinstance(status, str) else None
        start = moment(row.get("game_time") or row.get("start_time"))
        if start is not None and (last is None or start > last):
            last = start
        if phase in ("finished", "replaced"):
            finished = True
            continue
        since = over or (start + LONGEST_GAME if start is not None else None)
        left = since is not None and since + STILL_PLAYED < now
        if phase == "live":
            lifetime = min(lifetime, max(least, LEFT_IN_PLAY) if left else least)
        elif left:
            lifetime = min(lifetime, _tail(UNSETTLED, now, since))
        elif phase == "off":
            lifetime = min(lifetime, UNSETTLED[0][1])
        elif phase == "scheduled" and start is None:
            lifetime = min(lifetime, UNTIMED)
        elif phase == "scheduled" and start is not None and start > now:
            lifetime = min(lifetime, AHEAD, max(least, (start - now).total_seconds()))
        else:
            lifetime = min(lifetime, least)
    if season:
        return min(lifetime, _tail(SEASON, now, last))
    return min(lifetime, max(least, _tail(FINISHED, now, over))) if finished else lifetime


def _plays(over: datetime | None, now: datetime) -> float:
    """The lifetime of plays, which do not show whether the game is over; it may continue for another day."""
    if over is None or now < over:
        return IN_PLAY
    return LEFT_IN_PLAY if now < over + STILL_PLAYED else _tail(FINISHED, now, over)


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


SPANS = (
    (365 * DAY, "a year", "years"), (30 * DAY, "a month", "months"), (7 * DAY, "a week", "weeks"),
    (DAY, "a day", "days"), (HOUR, "an hour", "hours"), (MINUTE, "a minute", "minutes"),
)  # fmt: skip


def spell(seconds: float) -> str:
    """A lifetime in words: ``5 minutes``, ``a day``."""
    for size, one, many in SPANS:
        if seconds >= size and seconds % size == 0:
            return one if seconds == size else f"{seconds / size:g} {many}"
    return f"{seconds:g} seconds"


def _steps(what: str, since: str, tail: Tail) -> Iterable[tuple[str, str]]:
    before = ""
    for most, lifetime in tail:
        if most == inf:
            yield f"{what}, {since} {before} ago or more", spell(lifetime)
        else:
            yield f"{what}, {since} less than {spell(most)} ago", spell(lifetime)
            before = spell(most)


LIFETIMES: tuple[tuple[str, str], ...] = (
    ("`live`: a game in play", spell(IN_PLAY)),
    ("`play-by-play`: on the day of the game", spell(IN_PLAY)),
    ("`play-by-play`: on the day after it, as a game may be suspended", spell(LEFT_IN_PLAY)),
    ("a schedule: a game in play", spell(SCHEDULE_IN_PLAY)),
    ("a season's schedule: a game in play", spell(SEASON_LEAST)),
    ("a game still in play a day after its day", f"{spell(LEFT_IN_PLAY)} (a season's {spell(SEASON_LEAST)})"),
    ("games to come", f"{spell(AHEAD)}, or until the first begins"),
    ("a game without a time", spell(UNTIMED)),
    *_steps("all finished", "the day was over", FINISHED),
    *_steps("postponed, suspended, cancelled, withdrawn, never begun, or set 0", "the day was over", UNSETTLED),
    *_steps("a season's schedule", "the last game was", SEASON),
    ("rows of which none can be of the day or season asked for", spell(DOUBTED)),
    ("other data: statistics, teams, players, injuries", spell(DAILY)),
    ("statistics of a season that started two years ago or more", spell(PAST_SEASON)),
    ("nothing (304, or no rows): today and near", spell(NOTHING_YET)),
    ("nothing: more than 3 days ahead, or a season's", spell(NOTHING_AHEAD)),
    ("nothing: a day or season long past", spell(NOTHING_PAST)),
    (
        "nothing, in a dataset: a past day whose games are all listed under other days, or given up",
        "as long as finished games",
    ),
)
"""Kinds of responses and their lifetimes; the shortest that applies is used."""
