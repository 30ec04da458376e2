"""Queries, validated before a request is sent."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from datetime import date as Date
from typing import Any
from urllib.parse import parse_qsl, urlencode
from zoneinfo import ZoneInfo

import pandas as pd

from .._process import process
from ..catalog import RESOURCES, SPORTS, Resource, params, sport_code
from ..catalog.codes import SERVICE_SPORTS
from ..catalog.names import JOINED
from ..catalog.resources import ByDate, BySeason, Content, Param, league_code
from ..catalog.rules import GAME_IDS, GameId
from ..errors import QueryError, choose, quoted

Clock = Callable[[], datetime]

ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
"""A date as it is in paths."""

RELATIVE: Mapping[str, int] = {"yesterday": -1, "today": 0, "tomorrow": 1}
"""Words for a date, in days from today in the time zone of the league."""


@dataclass(frozen=True)
class Query:
    """One valid request to the service.

    Attributes
    ----------
    sport : str
        Code of the catalog; several are joined by ``-`` if no table is wanted.
    resource : str
        A resource of the catalog.
    segment : str
        The date (``YYYY-MM-DD``) or season (``YYYY``) of the path; empty if there is none.
    league : str or None
        League of soccer.
    filters : tuple of (str, str)
        The other query parameters, sorted by name.
    """

    sport: str
    resource: str
    segment: str = ""
    league: str | None = None
    filters: tuple[tuple[str, str], ...] = field(default=())

    @property
    def path(self) -> str:
        """Path below the base URL, with a leading slash."""
        return f"/{self.resource}/{self.segment}/{self.sport}" if self.segment else f"/{self.resource}/{self.sport}"

    @classmethod
    def of_path(cls, path: str, params: str = "") -> Query:
        """The query of a path below the base URL and its parameters, without validation."""
        resource, *rest = path.strip("/").split("/")
        given = dict(parse_qsl(params))
        league = given.pop("league", None)
        return cls(
            rest[-1] if rest else "", resource, rest[0] if len(rest) > 1 else "", league, tuple(sorted(given.items()))
        )

    @property
    def sports(self) -> tuple[str, ...]:
        """The requested sports."""
        return tuple(self.sport.split("-"))

    @property
    def params(self) -> dict[str, str]:
        """Query parameters without the token."""
        league = {"league": self.league} if self.league else {}
        return {**league, **dict(self.filters)}

    @property
    def part(self) -> str:
        """What distinguishes it from the other queries of a range: the date, the season or the game."""
        return self.segment or self.params.get("game_id", "")

    @property
    def key(self) -> str:
        """The envelope key of its rows: the sport code, for soccer the league."""
        return self.league or self.sport

    def __str__(self) -> str:
        return self.path + (f"?{urlencode(self.params)}" if self.params else "")


def ask(
    resource: str,
    sport: str,
    segment: Any = None,
    *,
    league: str | None = None,
    clock: Clock | None = None,
    **filters: Any,
) -> Query:
    """Validate arguments and return the query that the service accepts.

    Parameters
    ----------
    resource : str
        A resource of the catalog.
    sport : str
        A sport code, or several joined by ``-``.
    segment : str, int, datetime.date or None
        The date or season that the resource requires; None if it takes neither.
    league : str, optional
        EPL, SERIEA or LALIGA; for soccer only.
    clock : callable, optional
        Returns the time that determines ``today``; by default the clock in force.
    **filters
        ``game_id``, ``event_id``, ``player_id`` if the service accepts them; None is ignored.

    Returns
    -------
    Query

    Raises
    ------
    QueryError
        In one line: the invalid value, the accepted values, the next step. No request has been sent.

    References
    ----------
    Specification 4.
    """
    choose(resource, RESOURCES, "resource")
    codes = _sports(sport)
    for code in codes:
        SPORTS[code].answer(resource)
    given = {name: value for name, value in filters.items() if value is not None}
    text = _segment(RESOURCES[resource], segment, codes[0], clock)
    return Query("-".join(codes), resource, text, _league(codes, resource, league), _filters(codes, resource, given))


def _segment(resource: Resource, value: Any, sport: str, clock: Clock | None) -> str:
    """The path segment for a date or a season; empty for neither."""
    match resource.segment:
        case ByDate():
            return day(value, sport=sport, resource=resource.name, clock=clock)
        case BySeason():
            return season(value, sport=sport, resource=resource.name, clock=clock)
    if value is not None:
        raise QueryError(
            f"{resource.name} takes no date and no season: it describes the present; leave {quoted(value)} out."
        )
    return ""


def _sports(sport: object) -> list[str]:
    if not isinstance(sport, str) or not sport:
        raise QueryError(f"unknown sport {quoted(sport)}; expected one of {', '.join(SPORTS)}.")
    return list(dict.fromkeys(sport_code(code) for code in sport.split("-")))


def _league(codes: list[str], resource: str, league: str | None) -> str | None:
    wanted = [p for code in codes for p in params(code, resource) if p.name == "league"]
    if not wanted:
        if league is not None:
            with_leagues = [s.code for s in SPORTS.values() if s.leagues]
            raise QueryError(f"league goes with {', '.join(with_leagues)}, not with {'-'.join(codes)}; leave it out.")
        return None
    if league is None:
        first = next(code for code in codes if SPORTS[code].leagues)
        choices = ", ".join(wanted[0].choices)
        raise QueryError(f'{first} needs a league, one of {choices}; for example league="{wanted[0].choices[0]}".')
    if isinstance(league, (list, tuple, set)):
        raise QueryError(
            f"league={quoted(league)} are several leagues; pass one at a time, such as "
            f'league="{wanted[0].choices[0]}"; {JOINED}.'
        )
    return choose((league_code(league) or league) if isinstance(league, str) else league, wanted[0].choices, "league")


def _filters(codes: list[str], resource: str, given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    taken = {p.name: p for code in codes for p in params(code, resource) if p.name != "league"}
    checked = []
    for name, value in given.items():
        if name not in taken:
            allowed = f"it takes {', '.join(taken)}" if taken else "it takes no filter"
            raise QueryError(f"{name} does not apply to {'-'.join(codes)} {resource}; {allowed}.")
        if len(codes) > 1 and taken[name].single_sport:
            raise QueryError(f"{name} goes with one sport, not with {'-'.join(codes)}; ask for one at a time.")
        checked.append((name, _format_param(taken[name], value, codes)))
    missing = [name for name, param in taken.items() if param.required and name not in given]
    if missing:
        raise QueryError(f"{'-'.join(codes)} {resource} needs {missing[0]}; give {missing[0]}=...")
    return tuple(sorted(checked))


def form_of_ids(sport: str) -> GameId | None:
    """What ids of games of a sport of the service look like; None of a registered one, whose ids may be any text."""
    return GAME_IDS[SPORTS[sport].rules.opponents] if sport in SERVICE_SPORTS else None


def checked_game_id(value: Any, sport: str) -> str:
    """The id of a game, of the form that those of its sport have."""
    known = form_of_ids(sport)
    fits = isinstance(value, str) and value.strip() and value.isprintable()
    if not fits or (known is not None and not known.form.match(value)):
        such = f" such as {known.example!r}," if known is not None else ""
        raise QueryError(
            f"{quoted(value)} is not a game_id of {sport}; it is text{such} as in the column game_id of the schedules."
        )
    return str(value)


def _format_param(param: Param, value: Any, codes: list[str]) -> str:
    if param.choices:
        return choose(value, param.choices, param.name)
    if param.required and param.type == "text":
        return checked_game_id(value, codes[0])
    if param.type == "text":
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise QueryError(f"{param.name} {quoted(value)} is not an id; it is text as in the game_id column.")
        return value
    text = str(value)
    if isinstance(value, bool) or not re.fullmatch(r"[0-9]{1,18}", text) or int(text) < (param.minimum or 0):
        raise QueryError(f"{param.name} {quoted(value)} is not an id; it is an integer of at least {param.minimum}.")
    return str(int(text))


def ends_of(dates: slice) -> tuple[Any, Any]:
    """The first and the last date of a range that is written as a slice.

    Raises
    ------
    QueryError
        It has a step.
    """
    if dates.step is not None:
        raise QueryError(f"a slice of dates has no step, such as {quoted(dates.step)}; for some days, write a list.")
    return dates.start, dates.stop


def names_present(value: Any) -> bool:
    """Whether a date, or one of a range or list, is a word that follows the present, such as ``today``."""
    if isinstance(value, slice):
        value = ends_of(value)
    if isinstance(value, (tuple, list, set)):
        return any(map(names_present, value))
    return isinstance(value, str) and value in RELATIVE


def is_one_day(value: Any) -> bool:
    """Whether a date is a single one, as text or of any type, and no word, range or list."""
    if isinstance(value, str):
        return bool(ISO.fullmatch(value))
    return isinstance(value, (Date, pd.Period)) or type(value).__name__ == "datetime64"


def zone_of(sport: str) -> ZoneInfo:
    """The time zone in which a league counts its days."""
    return ZoneInfo(SPORTS[sport].zone)


def day(value: Any, *, sport: str, resource: str, clock: Clock | None = None, zone: tzinfo = UTC) -> str:
    """A date in the format of the path, ``YYYY-MM-DD``.

    ``today``, ``yesterday`` and ``tomorrow`` are dates in the time zone of the league, by `clock`. A timestamp
    with a time zone is converted to `zone`; one without is taken as it is.
    """
    if isinstance(value, pd.Period):
        if value.end_time.normalize() != value.start_time.normalize():
            raise QueryError(f"period {quoted(str(value))} is not a day; give its first and last day as a tuple.")
        value = value.start_time
    if isinstance(value, str):
        segment = RESOURCES[resource].segment
        if value == "now" and isinstance(segment, ByDate) and SPORTS[sport].has_current(resource):
            return value
        if value in RELATIVE:
            local = (clock or process().clock())().astimezone(zone_of(sport)).date()
            return (local + timedelta(days=RELATIVE[value])).isoformat()
        if ISO.fullmatch(value):
            try:
                return Date.fromisoformat(value).isoformat()
            except ValueError:
                raise QueryError(f"date {quoted(value)} is not in the calendar; give YYYY-MM-DD.") from None
    elif isinstance(value, (datetime, Date)):
        if isinstance(value, datetime) and value == value:  # NaT is a datetime and unequal to itself
            value = (value.astimezone(zone) if value.tzinfo else value).date()
        if isinstance(value, Date) and value == value:
            return value.isoformat()
    elif type(value).__module__ == "numpy" and type(value).__name__ == "datetime64" and value == value:
        return str(value.astype("datetime64[D]"))
    if isinstance(value, (str, int)) and (hint := _instead_of(str(value), sport, resource)):
        raise QueryError(f"date {quoted(value)} is not a day; {hint}.")
    wrong = f"{sport} needs a date for {resource}" if value is None else f"date {quoted(value)} is not a day"
    kind = "" if isinstance(value, str) else "a datetime.date, "
    raise QueryError(f"{wrong}; give YYYY-MM-DD, {kind}or one of {', '.join(RELATIVE)}.")


TONIGHT = {"tonight": "today", "this evening": "today", "last night": "yesterday"}
"""Words for an evening, and the word for its date."""


MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
NOTATIONS = (
    re.compile(r"(?P<year>[0-9]{4})(?P<month>[0-9]{2})(?P<day>[0-9]{2})"),
    re.compile(r"(?P<year>[0-9]{4})[-/.](?P<month>[0-9]{1,2})(?:[-/.](?P<day>[0-9]{1,2}))?"),
    re.compile(r"(?P<month>[a-z]{3,9})\.?(?: (?P<day>[0-9]{1,2})(?:st|nd|rd|th)?)?,? (?P<year>[0-9]{4})"),
    re.compile(r"(?P<day>[0-9]{1,2})(?:st|nd|rd|th|\.)? (?:of )?(?P<month>[a-z]{3,9})\.?,? (?P<year>[0-9]{4})"),
)
"""Notations of a day or a month that have only one reading."""


def _instead_of(text: str, sport: str, resource: str) -> str:
    """Advice for text that means a month, a range or an evening, or is in another notation; empty if there is none."""
    if asked := TONIGHT.get(text.strip().lower()):
        begun = asked == "today" and RESOURCES[resource].content is Content.PLAY
        ahead = f'; those that have not begun are in schedule("{asked}", "{sport}")' if begun else ""
        return f'write "{asked}", the league\'s date with the games of its evening{ahead}'
    if re.fullmatch(r"(this|last|next) (week|weekend|month)", text.strip().lower()):
        return 'write its first and last day as a tuple: ("2024-06-01", "2024-06-07")'
    if found := next(filter(None, (form.fullmatch(text.strip().lower()) for form in NOTATIONS)), None):
        return _in_iso(**found.groupdict())
    if len(ends := re.findall(ISO, text)) == 2 and len(text) <= 2 * 10 + 5:
        return f'write a range as a tuple: ("{ends[0]}", "{ends[1]}")'
    if found := re.fullmatch(r"([0-9]{4})([0-9]{2})([0-9]{2})-[0-9]+-[0-9]+(-[0-9]+)?", text):
        return f'for one game write live("{found[1]}-{found[2]}-{found[3]}", "{sport}", game_id="{text}", day="league")'
    if re.fullmatch(r"[0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{4}", text):
        return "write year, month and day: YYYY-MM-DD"
    if re.fullmatch(r"[12][0-9]{3}", text):
        call = f'live(season={text}, sport="{sport}")' if resource == "live" else f'schedule_season({text}, "{sport}")'
        return f"for a season write {call}"
    return ""


def _in_iso(year: str, month: str, day: str | None) -> str:
    """Advice for a day, or for the days of a month; empty if it is not in the calendar."""
    named = [n for n, name in enumerate(MONTHS, 1) if name.startswith(month)]
    number = int(month) if month.isdigit() else named[0] if named else 0
    try:
        first = Date(int(year), number, int(day or 1))
    except ValueError:
        return ""
    if day:
        return f'write "{first.isoformat()}"'
    last = first.replace(day=calendar.monthrange(first.year, first.month)[1])
    return f'write its first and last day as a tuple: ("{first}", "{last}")'


CURRENT = "current"
"""The word for the season that started last."""


def season(value: Any, *, sport: str, resource: str, clock: Clock | None = None) -> str:
    """A season in the format of the path: the year in which it started, four digits.

    Parameters
    ----------
    value : int, str or None
        The year; ``"2024-2025"`` or ``"2024-25"`` for a season that spans two years; ``"current"``, or None, for the
        one that started last by `clock`.
    """
    segment = RESOURCES[resource].segment
    if value is None and isinstance(segment, BySeason) and SPORTS[sport].has_current(resource):
        return ""
    if value is None or (isinstance(value, str) and value == CURRENT):
        return str(SPORTS[sport].season_at((clock or process().clock())().astimezone(zone_of(sport)).date()))
    text = str(value) if isinstance(value, (int, str)) and not isinstance(value, bool) else ""
    text = text or (str(int(value)) if _is_whole(value) else "")
    if re.fullmatch(r"[0-9]{4}", text):
        return text
    spans = re.fullmatch(r"([0-9]{4})[-/–]([0-9]{2}|[0-9]{4})", text)
    if spans and SPORTS[sport].season_spans and str(int(spans[1]) + 1).endswith(spans[2]):
        return spans[1]
    if spans and len(spans[2]) == 4 and int(spans[2]) > int(spans[1]) + 1:
        raise QueryError(
            f"season {quoted(value)} is not one season; give the year in which it started, such as {spans[1]}, or, "
            f"where several are accepted, the first and last as a tuple: ({spans[1]}, {spans[2]})."
        )
    if spans:
        raise QueryError(
            f"season {quoted(value)} is not one of {sport}; give the year in which it started: {spans[1]}."
        )
    if isinstance(value, list | tuple | range | set) and len(value) > 1:
        raise QueryError(f"season {quoted(value)} is several; pass one at a time; {JOINED}.")
    if many := re.findall("[0-9]{4}", text) if re.fullmatch(r"[0-9]{4}( *, *[0-9]{4})+", text) else ():
        raise QueryError(
            f"season {quoted(value)} is several; give one, the year in which it started, or a list where several are "
            f"accepted: [{', '.join(many[:2])}]."
        )
    raise QueryError(
        f"season {quoted(value)} is not a year; give the four digits of the year it started, such as 2024, or "
        f"{CURRENT!r}."
    )


def seasons(value: Any, *, sport: str, resource: str, clock: Clock | None = None) -> list[Any] | None:
    """The seasons of a range or list, or None for a single one.

    A tuple of two is an inclusive range, as of dates; a list, set or range contains the seasons.
    """
    if isinstance(value, tuple):
        if len(value) != 2:
            raise QueryError(f"a range is a tuple of two seasons, first and last; got {len(value)}. Pass a list.")
        first, last = (int(season(one, sport=sport, resource=resource, clock=clock)) for one in value)
        if last < first:
            raise QueryError(f"the range ends before it begins: {first} to {last}; swap the two seasons.")
        if last - first >= MOST_SEASONS:
            raise QueryError(f"the range {first} to {last} has more than {MOST_SEASONS} seasons; load it in parts.")
        return list(range(first, last + 1))
    return list(value) if isinstance(value, list | range | set) else None


MOST_SEASONS = 100


def _is_whole(value: Any) -> bool:
    """Whether a NumPy scalar is a whole number."""
    numpy = type(value).__module__ == "numpy" and getattr(value, "ndim", 1) == 0
    return numpy and getattr(value.dtype, "kind", "") in "iuf" and value == value // 1


MOST_DAYS = 3_660
"""Days of a range: ten years."""


def days(value: Any, *, sport: str, resource: str, clock: Clock | None = None, zone: tzinfo = UTC) -> list[str] | None:
    """The dates of a range or list, or None for a single date.

    A tuple of two dates is an inclusive range; a list, set, index or series contains the dates.
    """
    if isinstance(value, slice):
        value = ends_of(value)
    if isinstance(value, tuple):
        if len(value) != 2:
            raise QueryError(f"a range is a tuple of two dates, first and last; got {len(value)}. Use a list for many.")
        ends = (day(end, sport=sport, resource=resource, clock=clock, zone=zone) for end in value)
        first, last = map(Date.fromisoformat, ends)
        if last < first:
            raise QueryError(f"the range ends before it begins: {first} to {last}; swap the two dates.")
        if (count := (last - first).days + 1) > MOST_DAYS:
            raise QueryError(
                f"the range {first} to {last} has {count:,} days, each a request; at most {MOST_DAYS:,} are accepted. "
                "Load it in parts."
            )
        return [(first + timedelta(days=i)).isoformat() for i in range((last - first).days + 1)]
    if isinstance(value, (str, bytes, Date)) or not isinstance(value, Iterable) or getattr(value, "ndim", 1) == 0:
        return None
    return list(dict.fromkeys(day(item, sport=sport, resource=resource, clock=clock, zone=zone) for item in value))
