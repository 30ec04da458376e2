"""The reference service: a function from a request to a response, used by all transports.

Checks are made in this order: method, token, quota, path and sport, format of date or season, other parameters,
entitlement, trial. Then the data is generated.
"""

from __future__ import annotations

import copy
import gzip
import json
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from email.utils import format_datetime
from functools import lru_cache
from typing import Any, NoReturn
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from .._process import after_fork, fork_gate, process
from ..catalog import BASE_PATH, RESOURCES, SPORTS, TOKEN_PARAM, Resource, params
from ..catalog.resources import ByDate, BySeason, Content, Param
from ..catalog.simulated import SOURCE, SOURCE_HEADER
from ..simulation import MODULES, NotSimulated, World
from . import quirks, seasons
from .cache import Bounded, Flights
from .quirks import (
    BAD_FORMAT_MISSING,
    EMPTY_ARRAY,
    ENTITLEMENT_EMPTY,
    FUTURE_LIVE,
    LEAGUE_EMPTY,
    NOW_EVERYWHERE,
    PLAIN_TEXT,
    SEASONLESS,
    SEASONLESS_EMPTY,
    SPORTLESS,
    parse,
)
from .rows import Question, Rows, envelope, ticking
from .tokens import Grant, Tokens

Reply = tuple[int, dict[str, str], bytes]
"""Status, headers and body of a response."""

ROUTE = BASE_PATH + "/"
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
SEASON = re.compile(r"[0-9]{4}")
NUMBER = re.compile(r"[0-9]{1,18}")

TRIAL_CODE = "TRIAL_ACCESS_RESTRICTED"
ENTITLEMENT_CODE = "NOT_ENTITLED"

SMALLEST_PACKED = 1024
"""Smallest body that is compressed, in bytes."""

ANSWER_BYTES = 32 * 2**20
ROW_BYTES = 16 * 2**20

QUESTIONS = 1024
"""Number of validated requests that are kept, for those who send the same at the same time."""

FINAL = 365 * 24 * 3600.0
"""Cache lifetime of a response that will not change, in seconds."""


def reply(status: int, body: Any) -> Reply:
    """Return a response with a JSON body."""
    return status, {"Content-Type": "application/json"}, json.dumps(body, ensure_ascii=False).encode()


NOTHING: Reply = (304, {}, b"")
UNAUTHORIZED = reply(401, None)
NOT_FOUND = reply(404, "The request could not be processed. Please check its path and parameters.")
BAD_DATE = reply(400, "The date must be in the format YYYY-MM-DD.")
BAD_SEASON = reply(400, "The season must be the year in which it started, in the format YYYY.")
TOO_OLD = reply(
    403,
    {
        "code": TRIAL_CODE,
        "message": "Trial users can access the latest two seasons only. Please contact support for older data.",
    },
)
NOT_ENTITLED = reply(403, {"code": ENTITLEMENT_CODE, "message": "The token does not cover this sport and resource."})
NO_METHOD = reply(405, "Only GET and HEAD are supported.")
NO_METHOD[1]["Allow"] = "GET, HEAD"
FUTURE = reply(404, {"error": "Bad Request", "message": "Live data cannot be requested for future dates."})
NOT_SIGNED_UP = reply(404, "The account is not signed up for the requested sport.")


def over_quota(tokens: Tokens, grant: Grant) -> Reply | None:
    """Count a request for the quota of its token; return the refusal if the quota is used up."""
    seconds = tokens.usage.spend(grant)
    if seconds is None:
        return None
    status, headers, body = reply(429, f"The token's quota of {grant.quota} requests in 24 hours is used up.")
    return status, {**headers, "Retry-After": str(seconds)}, body


@lru_cache(maxsize=16)
def http_date(at: datetime) -> str:
    """Return a time as the header ``Date`` has it."""
    return format_datetime(at.astimezone(UTC), usegmt=True)


class _Refused(Exception):
    """Ends the checks with a response."""

    def __init__(self, answer: Reply) -> None:
        super().__init__(answer[0])
        self.answer = answer


def _refuse(answer: Reply) -> NoReturn:
    raise _Refused(answer)


class _Body:
    """The body of a response, compressed on first use, and its lifetime in seconds of the simulated world."""

    def __init__(self, plain: bytes, at: datetime, final: bool, lifetime: float) -> None:
        self.plain = plain
        self.lifetime = lifetime
        self.at = at
        self.final = final
        self._packed: bytes | None = None

    def holds(self, now: datetime) -> bool:
        return now == self.at or (self.final and now > self.at)

    def reply(self, packed: bool, empty: bytes, now: datetime, pace: float) -> Reply:
        """Return the response; its cache lifetime is in real seconds, of which a fast clock leaves fewer."""
        body = self.plain or empty
        lifetime = self.lifetime if self.final else self.lifetime // pace
        headers = {
            "Date": http_date(now),
            "Cache-Control": f"private, max-age={lifetime:.0f}",
            SOURCE_HEADER: SOURCE,
        }
        if not body:
            return NOTHING[0], headers, NOTHING[2]
        headers |= {"Content-Type": "application/json", "Vary": "Accept-Encoding"}
        if packed and len(body) >= SMALLEST_PACKED:
            if self._packed is None:
                self._packed = gzip.compress(body, 6 if self.final else 1, mtime=0)
            headers["Content-Encoding"] = "gzip"
            body = self._packed
        return 200, headers, body


class Service:
    """The service over a world.

    Parameters
    ----------
    world : World, optional
        The simulated world.
    tokens : Tokens, optional
        Accepted tokens; by default any non-empty token.
    clock : callable, optional
        Returns the time as an aware datetime; by default the clock of the settings.
    switches : iterable of str
        Deviations to reproduce: names in ``quirks.SWITCHES``, or ``observed``.
    answer_bytes, row_bytes : int
        Maximum bytes of cached responses and of cached final rows.
    """

    simulated = True

    def __init__(
        self,
        world: World | None = None,
        tokens: Tokens | None = None,
        clock: Callable[[], datetime] | None = None,
        switches: Iterable[str] = (),
        *,
        answer_bytes: int = ANSWER_BYTES,
        row_bytes: int = ROW_BYTES,
    ) -> None:
        self.world = world or World(importing=fork_gate)
        self.tokens = tokens or Tokens()
        self.clock = clock or _now
        self._now = ticking(self.clock)
        self.switches = parse(switches)
        self._rows = Rows(self.world, self.switches, row_bytes)
        self._answers: Bounded[_Body] = Bounded(answer_bytes, lambda body: 2 * len(body.plain))
        self._flights = Flights()
        self._question = lru_cache(QUESTIONS)(self._checked)

    def __repr__(self) -> str:
        return f"Service({self.world!r}, {self.tokens!r}, switches={sorted(self.switches)})"

    def at(self, clock: Callable[[], datetime]) -> Service:
        """Return a service with another clock that shares the world and the caches."""
        twin = copy.copy(self)
        twin.clock = clock
        twin._now = ticking(clock)
        return twin

    def health(self) -> Reply:
        """Return that the service works."""
        return reply(200, {"status": "ok"})

    def respond(
        self, method: str, path: str, query: Mapping[str, str], headers: Mapping[str, str], *, counted: bool = True
    ) -> Reply:
        """Respond to a request; see the function `respond`. One that is not counted costs nothing of a quota."""
        _, plan = self.plan(method, path, query, headers, counted=counted)
        return self.answer(plan) if isinstance(plan, Question) else plan

    def plan(
        self, method: str, path: str, query: Mapping[str, str], headers: Mapping[str, str], *, counted: bool = True
    ) -> tuple[str, Reply | Question]:
        """Check a request without simulating a game.

        Returns
        -------
        tuple of (str, Reply or Question)
            The name of the token, empty if it is unknown, and the response if it is an error or cached, otherwise
            the validated request for `answer`.
        """
        now = self._now()
        name = ""
        try:
            if method not in ("GET", "HEAD"):
                _refuse(NO_METHOD)
            grant = self.tokens.find(query.get(TOKEN_PARAM, ""))
            name = "" if grant is None else grant.name
            if grant is None or not grant.holds(now):
                _refuse(UNAUTHORIZED)
            exceeded = over_quota(self.tokens, grant) if counted else None
            if exceeded is not None:
                _refuse(exceeded)
            question = self._question(grant, path, tuple(query.items()), now, reads_gzip(headers))
        except _Refused as refused:
            return name, _as_text(refused.answer) if PLAIN_TEXT in self.switches else refused.answer
        return name, self._kept(question) or question

    def answer(self, question: Question) -> Reply:
        """Compute the response to a validated request, or wait for a thread that is already doing so."""
        with self._flights.alone(question):
            kept = self._kept(question)
            if kept:
                return kept
            try:
                plain, final = self._rows.envelope(question)
            except NotSimulated:
                return NOT_FOUND
            body = _Body(plain, question.now, final, self._lifetime(question, plain, final))
            self._answers.put(question, body)
        return body.reply(question.packed, self._empty(question), question.now, self._pace)

    @property
    def _pace(self) -> float:
        return getattr(self.clock, "rate", 0.0) or 1.0

    def _lifetime(self, question: Question, body: bytes, final: bool) -> float:
        """Return the cache lifetime of a response."""
        if final:
            return FINAL
        segment = question.first.isoformat() if question.first else str(question.season or "")
        path = "/".join(part for part in (question.resource, segment, "-".join(question.sports)) if part)
        return float(process().lifetime(path, body, question.now))

    def _kept(self, question: Question) -> Reply | None:
        body = self._answers.get(question)
        if body is None or not body.holds(question.now):
            return None
        return body.reply(question.packed, self._empty(question), question.now, self._pace)

    def _empty(self, question: Question) -> bytes:
        if EMPTY_ARRAY not in self.switches:
            return b""
        return envelope([b'"%s":%s' % (question.key(sport).encode(), question.nothing) for sport in question.sports])

    def _checked(
        self, grant: Grant, path: str, given: tuple[tuple[str, str], ...], now: datetime, packed: bool
    ) -> Question:
        """Return the request that a path and its parameters are, or refuse it."""
        query = dict(given)
        if missing := _not_simulated(path):
            _refuse(reply(404, f"The simulation has no {', '.join(missing)}. Use a service that has its data."))
        route = _route(path)
        if route is None and SPORTLESS in self.switches:
            route = _without_sport(path, grant, query)
        if route is None:
            _refuse(NOT_FOUND)
        resource, segment, sports = route
        first, season = self._segment(resource, segment, sports, now)
        if FUTURE_LIVE in self.switches and resource.content is Content.PLAY:
            self._not_future(first, sports, now)
        league, filters = self._parameters(resource, sports, query)
        if season is None and isinstance(resource.segment, BySeason):
            season = seasons.running(self.world, sports[0], league, now.date())
        present = isinstance(resource.segment, ByDate) and segment == "now"
        question = Question(resource.name, sports, league, first, season, filters, now, packed, present)
        self._entitled(grant, question)
        return question

    def _segment(
        self, resource: Resource, segment: str | None, sports: tuple[str, ...], now: datetime
    ) -> tuple[date | None, int | None]:
        """Return the date or the season in a path."""
        expected = resource.segment
        if isinstance(expected, BySeason):
            if segment is None:
                current = SEASONLESS in self.switches or SPORTS[sports[0]].has_current(resource.name)
                if len(sports) > 1 or not current:
                    _refuse(NOTHING if SEASONLESS_EMPTY in self.switches else NOT_FOUND)
                return None, None  # the current one, of the league among the parameters
            if not SEASON.fullmatch(segment):
                _refuse(self._malformed(BAD_SEASON))
            return None, int(segment)
        if not isinstance(expected, ByDate):
            if segment is not None:
                _refuse(NOT_FOUND)
            return None, None
        if segment is None:
            _refuse(NOT_FOUND)
        if segment == "now":
            if NOW_EVERYWHERE in self.switches or all(SPORTS[code].has_current(resource.name) for code in sports):
                return self._today(sports[0], now), None
        elif DATE.fullmatch(segment):
            try:
                return date.fromisoformat(segment), None
            except ValueError:
                pass  # not a calendar date
        _refuse(self._malformed(BAD_DATE))

    def _malformed(self, answer: Reply) -> Reply:
        """Return the response to a malformed date or season."""
        if BAD_FORMAT_MISSING in self.switches:
            return reply(404, {"error": "Bad Request", "message": json.loads(answer[2])})
        return answer

    def _today(self, sport: str, now: datetime) -> date:
        """Return the current date, as the service interprets dates."""
        return now.astimezone(ZoneInfo(SPORTS[sport].zone)).date() if self._rows.by_label else now.date()

    def _not_future(self, first: date | None, sports: tuple[str, ...], now: datetime) -> None:
        if first is not None and first > max(self._today(sport, now) for sport in sports):
            _refuse(FUTURE)

    def _parameters(
        self, resource: Resource, sports: tuple[str, ...], query: Mapping[str, str]
    ) -> tuple[str | None, tuple[tuple[str, str], ...]]:
        """Return the league and the filters; undeclared parameters are ignored."""
        league, filters = None, []
        for sport in sports:
            for param in (*_params(sport, resource.name), *quirks.params(self.switches, sport, resource.name)):
                value = query.get(param.name)
                if param.choices and value is not None and value not in param.choices:
                    _refuse(NOTHING if LEAGUE_EMPTY in self.switches else NOT_FOUND)
                if value is None:
                    if param.required:
                        _refuse(NOT_FOUND)
                elif not _well_formed(param, value) or (param.single_sport and len(sports) > 1):
                    _refuse(NOT_FOUND)
                elif param.name == "league":
                    league = value
                else:
                    filters.append((param.name, value))
        return league, tuple(filters)

    def _entitled(self, grant: Grant, question: Question) -> None:
        today = question.now.date()
        for sport in question.sports:
            if not grant.covers(sport, question.resource):
                if ENTITLEMENT_EMPTY not in self.switches:
                    _refuse(NOT_ENTITLED)
                _refuse(NOT_SIGNED_UP if question.resource == "live" else NOTHING)
            if grant.trial is None:
                continue
            league, season = question.league_of(sport), question.year
            if question.day is not None:
                season = seasons.belongs_to(self.world, sport, league, question.day)
            if season is not None and seasons.too_old(self.world, sport, league, season, today):
                _refuse(TOO_OLD)


Route = tuple[Resource, str | None, tuple[str, ...]]


def _route(path: str) -> Route | None:
    """Return the resource, the date or season (if any) and the sports of a path; None for an unknown path."""
    return _route_among(tuple(SPORTS), path)


@lru_cache(maxsize=1024)
def _route_among(known: tuple[str, ...], path: str) -> Route | None:
    if not path.startswith(ROUTE):
        return None
    name, *rest = (unquote(part) for part in path[len(ROUTE) :].split("/"))
    if name not in RESOURCES or len(rest) not in (1, 2):
        return None
    sports = tuple(dict.fromkeys(rest[-1].split("-")))
    if not all(code in known and name in SPORTS[code].resources for code in sports):
        return None
    return RESOURCES[name], rest[0] if len(rest) == 2 else None, sports


def _not_simulated(path: str) -> list[str]:
    """Return the registered sports in a path that the simulated world does not have."""
    codes = unquote(path.rpartition("/")[2]).split("-")
    return [code for code in dict.fromkeys(codes) if code in SPORTS and code not in MODULES]


def _without_sport(path: str, grant: Grant, query: Mapping[str, str]) -> Route | None:
    """Return the route of a path by date without a sport: all sports that the token and the parameters allow."""
    name, *rest = (unquote(part) for part in path.removeprefix(ROUTE).split("/"))
    if name not in RESOURCES or len(rest) != 1 or not isinstance(RESOURCES[name].segment, ByDate):
        return None
    sports = tuple(
        code
        for code in MODULES
        if grant.covers(code, name) and all(p.name in query for p in _params(code, name) if p.required)
    )
    return (RESOURCES[name], rest[0], sports) if sports else None


def _as_text(answer: Reply) -> Reply:
    """Return an error whose body is a JSON string as plain text."""
    status, headers, body = answer
    told = json.loads(body) if body else None
    if not isinstance(told, str):
        return answer
    return status, {**headers, "Content-Type": "text/plain; charset=utf-8"}, told.encode()


_params = lru_cache(maxsize=None)(params)


def _well_formed(param: Param, value: str) -> bool:
    if param.type == "int":
        return NUMBER.fullmatch(value) is not None and int(value) >= (param.minimum or 0)
    return bool(value)


def reads_gzip(headers: Mapping[str, str]) -> bool:
    return any(_names_gzip(value) for name, value in headers.items() if name.lower() == "accept-encoding")


@lru_cache(maxsize=64)
def _names_gzip(accepted: str) -> bool:
    for coding in accepted.lower().split(","):
        what, _, weight = coding.partition(";")
        if what.strip() in ("gzip", "*"):
            return weight.replace(" ", "").rstrip("0") not in ("q=", "q=0.")
    return False


def _now() -> datetime:
    return process().clock()()


@lru_cache(maxsize=1)
def default_service() -> Service:
    """Return the service of this process: any token, the clock of the settings, no switches."""
    return Service()


after_fork(default_service.cache_clear)  # threads that do not exist in the child may have been using it


def respond(
    method: str,
    path: str,
    query: Mapping[str, str],
    headers: Mapping[str, str],
    *,
    service: Service | None = None,
) -> Reply:
    """Respond to a request.

    Parameters
    ----------
    method : str
        HTTP method: ``GET``, or ``HEAD``, of whose response a server leaves out the body.
    path : str
        Path as in the request line, starting with ``/api/v1/``.
    query : mapping of str to str
        Decoded query parameters, including `RSC_token`.
    headers : mapping of str to str
        Request headers; only ``Accept-Encoding`` is read.
    service : Service, optional
        Tokens, world, clock and switches; by default those of this process.

    Returns
    -------
    tuple of (int, dict of str to str, bytes)
        Status, headers and body. A 200 contains the envelope; a 304 (no data) has no body and no content type; every
        error has a JSON body.

    References
    ----------
    Specification 2.1, 4, 5 and 7.

    Examples
    --------
    >>> respond("GET", "/api/v1/live/2024-06-01/MLB", {}, {})
    (401, {'Content-Type': 'application/json'}, b'null')
    """
    return (service or default_service()).respond(method, path, query, headers)
