"""From a call to one frame: fetch its queries, select the requested dates, flatten in batches, keep partial results."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import UTC, datetime, timedelta, tzinfo
from datetime import date as Date
from functools import partial
from typing import Any, Literal
from zoneinfo import ZoneInfo

import pandas as pd

from . import catalog
from ._client import notices
from ._client.answer import Fetched
from ._client.batch import SHOW_PROGRESS_FROM, Batch, fetch_many
from ._client.fetch import Refresh, doubted, drop, fetch
from ._client.progress import bar_of_games
from ._client.query import ISO, Clock, Query, ask, day, days, is_one_day, names_present, seasons, zone_of
from ._client.settings import Settings
from ._frames.arguments import is_several, select_several
from ._frames.arrays import TEXT, day_label, phase
from ._frames.decode import Records, Validate, records
from ._frames.flatten import flatten
from ._frames.names import one_named, plain
from ._frames.recognize import table_in_words
from .catalog import SPORTS, Layout, layout
from .catalog.resources import ByDate, BySeason, Content
from .catalog.simulated import WORLD_VERSION
from .errors import (
    FAULTS,
    NotFound,
    PartialResult,
    PayloadError,
    QueryError,
    SportsframeError,
    Unauthorized,
    choose,
    quoted,
)

Day = Literal["service", "league"]
"""Whose dates are meant: those of the service, sent as they are, or the league's own."""

OnError = Literal["raise", "skip"]

BATCH = 400
"""Records flattened together while a range arrives: limits memory, and the number of times fixed costs occur."""

NAMES = {"team": "team_id", "player": "player_id"}
"""Names that a call may hold in place of an id."""

DIRECTORIES = {"team": "team-info", "player": "player-info"}
"""The resources that list who bears the names."""

LABELS = {"team": ("team", "abbreviation", "mascot", "location"), "player": ("player",)}
"""The columns of a directory that hold names; the first is the full name."""


@dataclass(frozen=True)
class Call:
    """The arguments of one call of a loader; kept until the load is complete, also for `resume`."""

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


MISSING = "sportsframe_missing"
"""Key in ``attrs`` of a range with ``on_error="skip"``: the parts that failed, which may be none."""

STALE = "stale_since"
"""Key in ``attrs["sportsframe"]`` if a response is stale because the service was down: when it was fetched."""


def empty_means(setting: Settings, resource: str, ids: Iterable[str] = ()) -> str:
    """Why a response of a source may hold nothing, with these parameters."""
    return empty_for(setting, [*catalog.RESOURCES[resource].empty, *(f"an unknown {name}" for name in ids)])


def _ahead_of_clock(setting: Settings, queries: Sequence[Query]) -> str:
    """That all days or seasons asked for lie after a time that the user has set; empty if they do not."""
    if setting.origins["now"] == "default" or setting.replay is not None or not setting.service().simulated:
        return ""
    sport, resource = SPORTS[queries[0].sport], catalog.RESOURCES[queries[0].resource]
    moment = setting.moment()
    today = moment.astimezone(ZoneInfo(sport.zone)).date()
    firsts = [query.segment for query in queries]
    if isinstance(resource.segment, BySeason):
        later = all(first.isdigit() and int(first) > sport.season_at(today) for first in firsts)
    else:
        dates = [Date.fromisoformat(first) for first in firsts if re.fullmatch(ISO, first)]
        begun = resource.content is Content.PLAY
        later = len(dates) == len(firsts) > 0 and all(
            day > moment.date() and (begun or sport.season_at(day) > sport.season_at(today)) for day in dates
        )
    what = "season" if isinstance(resource.segment, BySeason) else "date"
    return f"{CLOCK} {moment:%Y-%m-%d}, before this {what}" if later else ""


def empty_for(setting: Settings, reasons: Sequence[str]) -> str:
    """Return the reasons, and that of a token, which simulated data does not need."""
    *most, last = [*reasons, *([] if setting.service().simulated else ["a sport the token does not cover"])]
    return ", ".join([*most, f"or {last}"]) if most else last


def provenance(setting: Settings, empty: str, stale_since: datetime | None = None) -> dict[str, Any]:
    """What every frame of a source carries in ``attrs["sportsframe"]``; `empty` says why it may have no rows."""
    source = setting.service()
    return {
        **({STALE: stale_since.isoformat(timespec="seconds")} if stale_since else {}),
        "source": "simulated" if source.simulated else "service",
        "address": source.address,
        "world": WORLD_VERSION if source.simulated else None,
        "catalog": catalog.VERSION,
        "empty_means": empty,
    }


def answers(setting: Settings, sports: Collection[str] | None = None) -> pd.DataFrame:
    """The responses used from a source: query, time, and whether each is stale or empty.

    Parameters
    ----------
    setting : Settings
        The source.
    sports : collection of str, optional
        Only those of these sports.

    Returns
    -------
    pandas.DataFrame, shape (n_answers, 4)
        ``asked`` (path and parameters, never the token), ``fetched_at`` (UTC), ``stale`` (older than its lifetime
        because no newer response arrived), ``empty`` (no data).
    """
    rows = [(q, note.fetched_at, note.stale, note.empty) for q, note in setting.history.notes(sports).items()]
    frame = pd.DataFrame(rows, columns=["asked", "fetched_at", "stale", "empty"])
    kinds: Any = {"asked": TEXT, "fetched_at": "datetime64[us, UTC]", "stale": "boolean", "empty": "boolean"}
    return frame.astype(kinds)


SIMULATED_NOTICE = (
    "sportsframe: simulated data, fictional teams and people, from the built-in service; "
    "set RSC_TOKEN and SPORTSFRAME_BASE_URL to ask a real one."
)


def say_simulated(setting: Settings) -> None:
    """Say once per process that the data is simulated."""
    if setting.has_reader and setting.service().simulated and notices.first_in_process("simulated data"):
        notices.say(SIMULATED_NOTICE)


def provenance_attrs(setting: Settings, empty: str, stale_since: datetime | None = None) -> dict[Hashable | None, Any]:
    """The ``attrs`` of a frame of a source."""
    return {"sportsframe": provenance(setting, empty, stale_since)}


def collect(queries: list[Query], sport: str, setting: Settings, refresh: Refresh) -> Records:
    """The records of several live responses; none for a date that the service calls future."""
    found = Records([], SPORTS[sport].keys[0])
    for query, answer in zip(queries, fetch_many(queries, setting, refresh=refresh), strict=True):
        if isinstance(answer, NotFound):
            continue
        if isinstance(answer, SportsframeError):
            raise answer
        found = found.joined(read(answer, query, setting, "report"))
    return found


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
    """

    queries: list[Query]
    days: frozenset[str] | None = None
    beside: frozenset[Query] = frozenset()
    lasts: int = 1
    overlap: bool = False

    @property
    def once(self) -> tuple[str, ...]:
        """The fields that identify a game listed in several responses; empty if what each of them lists is kept."""
        each_once = self.overlap or self.days is not None
        return ("game_id",) if self.lasts > 1 else ("game_id", "game_time") if each_once else ()

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
        label = day_label(row.game_id, row.game_time)
        if self.lasts == 1:
            return label in self.days
        if label is None:
            return True
        days = self.lasts + OVERRUN if phase(row.status) in ("live", "paused") else self.lasts
        return any(_moved(label, n) in self.days for n in range(days))


OVERRUN = 2
"""Days by which a game of several days may end later than scheduled."""


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
    if not of_league or not isinstance(segment, ByDate):
        return Asked(queries, lasts=lasts)
    window = SPORTS[sport].days(resource)
    before = lasts - 1 + OVERRUN if lasts > 1 else 0
    around = [1, *range(-window, -before - window, -window)] if before else [1]
    dates = {query.segment for query in queries}
    wanted = {_moved(date, n) for date in dates for n in range(window)}
    near = {_moved(date, n) for date in dates for n in around} - dates
    beside = [
        ask(resource, sport, date, league=call.league, clock=clock, **own)
        for date in sorted(filter(None, near)) for own in named
    ]  # fmt: skip
    return Asked(queries + beside, frozenset(filter(None, wanted)), frozenset(beside), lasts, window > 1)


def _moved(date: str, days: int) -> str | None:
    """The date so many days later; None beyond the calendar."""
    try:
        return (Date.fromisoformat(date) + timedelta(days=days)).isoformat()
    except OverflowError:
        return None


def _several(game_id: Any) -> list[Any]:
    """The ids of a list, each with its own query; or the only id, or None."""
    return game_id if isinstance(game_id, list) else [game_id]


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


def fetch_one(query: Query, setting: Settings, refresh: Refresh, optional: bool = False) -> Fetched | None:
    try:
        return fetch(query, setting, refresh=refresh)
    except NotFound:
        # The day after the league date may be in the future, for which some services return 404.
        if optional:
            return None
        raise


def read(answer: Fetched | None, query: Query, setting: Settings, validate: Validate) -> Records:
    """The records of a response; one from the cache that cannot be read is removed and requested again.

    Raises
    ------
    PayloadError
        A response of the service cannot be read; or, offline or with ``strict``, one from the cache; or, with
        ``strict``, one that has only rows of something else than was asked for.
    """
    if answer is None:
        return Records([], query.key)
    if answer.doubt and validate == "strict":
        raise PayloadError(f"{doubted(answer)}.", reason="it has only rows of another date or ID")
    since = answer.fetched_at if answer.stale else None
    if not answer.body:
        return Records([], query.key, stale_since=since)
    try:
        found = records(answer.body, query.sport, query.resource, query.key, validate=validate)
        if catalog.answer(query.sport, query.resource).seasons:
            sport = SPORTS[query.sport]
            found = found.of_season(
                sport.season_label(query.segment or sport.season_at(_local_date(answer, sport.zone)))
            )
        return replace(found, stale_since=since, doubt=doubted(answer)) if since or answer.doubt else found
    except PayloadError as error:
        if not answer.from_cache or setting.replay is not None:
            raise
        if setting.offline or validate == "strict":
            raise PayloadError(
                f"{error} It comes from the cache, fetched at {answer.fetched_at:%Y-%m-%d %H:%M} GMT; "
                f"{'online, ' if setting.offline else ''}refresh=True requests it again.",
                path=error.path,
            ) from None
    drop(query, setting)
    return read(fetch(query, setting, refresh=True), query, setting, validate)


def _local_date(answer: Fetched, zone: str) -> Date:
    """The league's date at which a response was fetched."""
    return answer.fetched_at.astimezone(ZoneInfo(zone)).date()


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


def identified(setting: Settings, sport: str, league: str | None, ids: Mapping[str, Any]) -> dict[str, Any]:
    """The ids of a call, with those that the directories list in place of names.

    Raises
    ------
    QueryError
        Nobody bears a name, or several do; the message names the nearest.
    """
    found = {name: value for name, value in ids.items() if value is not None}
    for name, key in NAMES.items():
        if name in found:
            found[key] = _id_of(found.pop(name), name, setting, sport, league)
    return found


def _id_of(who: str, name: str, setting: Settings, sport: str, league: str | None) -> int:
    listed = gather(Call(setting, DIRECTORIES[name], sport, None, table=None, league=league)).dropna(
        subset=[NAMES[name]]
    )
    columns = [column for column in LABELS[name] if column in listed.columns]
    rows = listed[columns].itertuples(index=False)
    labels = {
        int(key): [one for one in row if isinstance(one, str)] or [""]
        for key, row in zip(listed[NAMES[name]], rows, strict=True)
    }

    def shown(key: int) -> str:
        return f"{labels[key][0]} ({key})"

    nobody = ""
    if setting.service().simulated:
        arguments = ", ".join([f'"{sport}"', *([f'league="{league}"'] if league else [])])
        loader = catalog.RESOURCES[DIRECTORIES[name]].loader
        nobody = f" The {name}s of the built-in service are fictional: {loader}({arguments}) lists them."
    return one_named(who, labels, name, f"of {league or sport}", shown, f"pass {NAMES[name]}=", nobody)


def stand_ins(sport: str, ids: Mapping[str, Any]) -> dict[str, Any]:
    """The ids of a call with any number in place of names, for checks that precede the first request.

    Raises
    ------
    QueryError
        A name is not text, stands beside the id, or the sport has no directory of such names.
    """
    found = {name: value for name, value in ids.items() if value is not None}
    for name, key in NAMES.items():
        if name not in found:
            continue
        who = found.pop(name)
        if key in found:
            raise QueryError(f"pass either {name} or {key}, not both.")
        if is_several(who):
            raise QueryError(f"{name} takes one name; for several leave it out, and {select_several(name, who)}.")
        if not isinstance(who, str) or not plain(who):
            raise QueryError(f"{name} {quoted(who)} is not a name; for an ID pass {key}=...")
        if DIRECTORIES[name] not in SPORTS[sport].resources:
            if name == "team" and SPORTS[sport].rules.opponents != "teams":
                raise QueryError(f"{name} does not apply to {sport}, which has no {name}s; leave it out.")
            raise QueryError(f"{sport} has no {DIRECTORIES[name]} to look names up in; pass {key}= instead of {name}=.")
        found[key] = 1
    return found


def _own_filters(lay: Layout, sport: str, resource: str, ids: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split ids into those the service takes and those that select rows of the table here."""
    sent = [p.name for p in catalog.params(sport, resource)]
    held = [name for name in SELECTING if name not in sent and _columns_of(name, lay)]
    given, ours = dict(ids), {}
    for name in ids:
        if name in held:
            ours[name] = _value(name, given.pop(name), lay)
        elif name not in sent:
            known = [*(one for one in sent if one != "league"), *held]
            names = [one for one, key in NAMES.items() if key in known and DIRECTORIES[one] in SPORTS[sport].resources]
            allowed = ", ".join([*known, *names])
            takes = f"it accepts {allowed}" if allowed else "it accepts no filter"
            others = catalog.SPORTS[sport].answer(resource).layouts.items()
            having = [f'table="{one}"' for one, other in others if _columns_of(name, other)]
            hint = f" It does to {' and '.join(having)}." if having else ""
            raise QueryError(
                f"{name} does not apply to {sport} {table_in_words(resource, lay.table.name)}; {takes}.{hint}"
            )
    return given, ours


SELECTING = ("game_id", "event_id", "player_id", "team_id")
"""Ids that select rows of any table that has them."""


def _columns_of(name: str, lay: Layout) -> list[str]:
    """The columns of a table that hold such an id: its own, or those of both sides."""
    names = {column.name for column in lay.columns}
    sides = {"team_id": ("home_team_id", "away_team_id"), "player_id": ("player_1_id", "player_2_id")}.get(name, ())
    return [name] if name in names else [one for one in sides if one in names]


def _value(name: str, value: Any, lay: Layout) -> str | int:
    """An id as the column holds it: text, or one integer."""
    held = _columns_of(name, lay)[0]
    if isinstance(value, pd.DataFrame):
        raise QueryError(f'{name} takes one ID, not a frame; write {name}=df["{held}"].iloc[0].')
    if is_several(value):
        raise QueryError(f"{name} takes one ID; for several leave it out, and {select_several(held, value)}.")
    if next(column.kind for column in lay.columns if column.name == held) == "text":
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise QueryError(f"{name} {quoted(value)} is not an id; it is text as in the {held} column.")
        return value
    text = str(value)
    if isinstance(value, bool) or not re.fullmatch(r"[0-9]{1,18}", text):
        raise QueryError(f"{name} {quoted(value)} is not an id; it is one integer, as in the {held} column.")
    return int(text)


def _select(frame: pd.DataFrame, ours: dict[str, Any], lay: Layout) -> pd.DataFrame:
    for name, value in ours.items():
        keep = pd.Series(False, index=frame.index)
        for column in _columns_of(name, lay):
            keep |= (frame[column] == value).fillna(False).astype(bool)
        frame = frame[keep].reset_index(drop=True)
    return frame


def gather(call: Call) -> pd.DataFrame:
    """One table: check the call, fetch its responses, flatten them, select the requested rows."""
    frame = gathered(call)
    why = frame.attrs["sportsframe"]["empty_means"]
    if frame.empty and (says_empty(call.resource, call.when) or why.startswith(CLOCK)):
        say_empty(call.setting, call.resource, call.sport, call.when, why)
    return frame


def says_empty(resource: str, when: Any) -> bool:
    """Whether no rows are explained where they are loaded: those of a day, of a season, and of an empty list of days.

    A range or list with days may well have some without games.
    """
    segment = catalog.RESOURCES[resource].segment
    if isinstance(segment, BySeason):
        return isinstance(when, (int, str))
    if not isinstance(segment, ByDate):
        return False
    nothing = not isinstance(when, str) and hasattr(when, "__len__") and not len(when)
    return nothing or names_present(when) or is_one_day(when)


def say_empty(setting: Settings, resource: str, sport: str, when: Any, why: str) -> None:
    """Say why there are no rows where people expect some: once per reason, of the present and a season once a day."""
    again = names_present(when) or isinstance(catalog.RESOURCES[resource].segment, BySeason)
    topic = f"{when} {setting.moment().date()}" if again else ""
    if setting.has_reader and notices.first_time(f"no rows: {resource} {sport} {why} {topic}"):
        may = "" if why.startswith(CERTAIN) else "no rows may mean: "
        shown = f" {quoted(str(when) if is_one_day(when) else when)}" if is_one_day(when) or again else ""
        notices.say(f"sportsframe: {sport} {resource}{shown}: {may}{why}")


CLOCK = "the option now has set the clock to"

CERTAIN = ("no row", "nothing was", CLOCK)
"""How reasons begin that are known."""


def gathered(call: Call) -> pd.DataFrame:
    """As `gather`, without a word on why there are no rows."""
    lay = layout(call.sport, call.resource, call.table)
    choose(call.on_error, ("raise", "skip"), "on_error")
    choose(call.validate, ("report", "strict"), "validate")
    ids = stand_ins(call.sport, call.ids)
    sent, ours = _own_filters(lay, call.sport, call.resource, ids)
    asked = questions(call, sent)
    say_simulated(call.setting)
    if any(call.ids.get(name) is not None for name in NAMES):
        ids = identified(call.setting, call.sport, call.league, call.ids)
        sent, ours = _own_filters(lay, call.sport, call.resource, ids)
        asked = questions(call, sent)
    loading = Loading(call, lay.table.name, asked, sent, ours)
    few = len(asked.queries) == 1 or (
        not call.progress and len(asked.queries) < SHOW_PROGRESS_FROM
    )  # others have a bar
    with bar_of_games(always=bool(call.progress)) if few and call.progress is not False else nullcontext():
        if len(asked.queries) == 1:
            (query,) = asked.queries
            found = read(fetch(query, call.setting, refresh=call.refresh), query, call.setting, call.validate)
            return loading.finish([loading.flat(found)])
        return loading.run(list(asked.queries))


Part = pd.DataFrame | Query
"""A part of a range: its frame, or its query while that is missing."""


@dataclass(frozen=True)
class Loading:
    """A load of many responses that can be interrupted anywhere and resumed later, also in another process."""

    call: Call
    table: str
    asked: Asked
    sent: dict[str, Any]
    ours: dict[str, Any]

    def flat(self, found: Records) -> pd.DataFrame:
        """The rows of the requested dates."""
        frame = flatten(self.asked.kept(found), self.call.sport, self.call.resource, self.table)
        if found.stale_since:
            frame.attrs[STALE] = found.stale_since
        return frame

    def finish(self, parts: list[pd.DataFrame]) -> pd.DataFrame:
        """One frame of all parts, without rows if there are none."""
        stale = min((part.attrs[STALE] for part in parts if STALE in part.attrs), default=None)
        if self.asked.once:
            parts = _each_once(parts, list(self.asked.once))
        whole = concat(parts or [self.flat(Records([], ""))])
        frame = _select(whole, self.ours, layout(self.call.sport, self.call.resource, self.table))
        empty = empty_means(self.call.setting, self.call.resource, self.sent)
        if not self.asked.queries:
            empty = "nothing was requested: the list of dates, seasons or games is empty"
        elif self.ours and len(whole):
            empty = f"no row has {' and '.join(f'{name} {value}' for name, value in self.ours.items())}"
            if self.call.day != "league" and isinstance(self.call.when, str) and re.fullmatch(ISO, self.call.when):
                empty += ' on this date in GMT; day="league" takes the date of the league'
        elif not len(whole) and (ahead := _ahead_of_clock(self.call.setting, self.asked.queries)):
            empty = ahead
        frame.attrs = provenance_attrs(self.call.setting, empty, stale)
        return frame

    def run(self, parts: list[Part]) -> pd.DataFrame:
        """Replace the queries in `parts` by their frames, in order."""
        call = self.call
        answers = fetch_many(
            [part for part in parts if isinstance(part, Query)], call.setting,
            workers=call.workers, progress=call.progress, refresh=call.refresh,
        )  # fmt: skip
        done: list[Part] = []
        causes: dict[Any, BaseException] = {}
        batch: list[tuple[Query, Records]] = []
        known = {game for part in parts if isinstance(part, pd.DataFrame) for game in _games_of(part)}
        doubts: dict[int, tuple[Query, Records]] = {}
        taken = 0
        try:
            for i, part in enumerate(parts):
                found = part if isinstance(part, pd.DataFrame) else self._next(answers, part)
                taken = i + 1
                if isinstance(found, Records) and isinstance(part, Query) and not found.doubt:
                    known.update(_games_of(found))
                    batch.append((part, found))
                    if sum(len(held.rows) for _, held in batch) >= BATCH:
                        done += self._flush(batch, causes)
                    continue
                done += self._flush(batch, causes)
                if isinstance(found, Records) and isinstance(part, Query):
                    doubts[len(done)] = part, found
                done.append(part)
                if isinstance(found, SportsframeError) and isinstance(part, Query):
                    causes[part.part] = found
        except KeyboardInterrupt as stop:
            causes.update((part.part, stop) for part in parts[taken:] if isinstance(part, Query))
        finally:
            answers.close()
        done += self._flush(batch, causes)
        for place, (query, found) in doubts.items():
            done[place] = self._doubted(query, found, known, causes)
        done += parts[taken:]
        return self._judged(done, causes)

    def _doubted(self, query: Query, found: Records, known: set[Any], causes: dict[Any, BaseException]) -> Part:
        """The rows of a response that are of something else than was asked for, without games that others have.

        If nothing is left, it is not the response to its query, which is missing.
        """
        if not found.requested:
            found = replace(found, rows=[row for row in found.rows if getattr(row, "game_id", None) not in known])
        found = self.asked.kept(found)
        if not found.rows and query not in self.asked.beside:
            causes[query.part] = PayloadError(found.doubt)
            return query
        known.update(_games_of(found))
        parts = self._flush([(query, found)], causes)
        return parts[0] if parts else self.flat(Records([], query.key))

    def _flush(self, batch: list[tuple[Query, Records]], causes: dict[Any, BaseException]) -> list[Part]:
        """The frames of a batch, built together; if that fails, one date at a time, so that readable ones are kept."""
        days, batch[:] = list(batch), []
        joined = Records([], "")
        for _, found in days:
            joined = joined.joined(found)
        if not joined.rows and joined.stale_since is None:
            return []
        try:
            return [self.flat(joined)]
        except FAULTS:
            parts: list[Part] = []
            for query, found in days:
                try:
                    parts.append(self.flat(found))
                except FAULTS as error:
                    causes[query.part] = failed(query, error)
                    parts.append(query)
            return parts

    def _judged(self, done: list[Part], causes: dict[Any, BaseException]) -> pd.DataFrame:
        """The frame if nothing is missing, or what is there with the means to go on."""
        frame = self.finish([part for part in done if isinstance(part, pd.DataFrame)])
        missing = [part.part for part in done if isinstance(part, Query)]
        stopped = any(isinstance(cause, KeyboardInterrupt) for cause in causes.values())
        if self.call.on_error == "skip" and not stopped:
            frame.attrs[MISSING] = missing
            return frame
        if not missing:
            return frame
        first = next(iter(causes.values()))
        asked = len(self.asked.queries)
        got = set(self.asked.queries) - self.asked.beside - {part for part in done if isinstance(part, Query)}
        for final in (Unauthorized, NotFound):  # which the same call would meet again
            if frame.empty and not got and all(isinstance(cause, final) for cause in causes.values()):
                raise first
        setting = self.call.setting
        kept = " with the settings of this call" if setting.offline or setting.replay is not None else ""
        why = "stopped by the user" if stopped else str(first)
        raise PartialResult(
            f"{len(missing)} of {asked} parts are missing, starting with {missing[0]} ({why}); "
            f"the rows received are in .frame, and .resume() fetches the rest{kept}.",
            frame=frame, missing=missing, causes=causes, resume=partial(self.run, done),
        ) from (None if stopped else first)  # fmt: skip

    def _read(self, answer: Fetched, query: Query) -> Records:
        return read(answer, query, self.call.setting, self.call.validate)

    def _next(self, answers: Batch, query: Query) -> Records | SportsframeError:
        answer = next(answers)
        if isinstance(answer, NotFound) and query in self.asked.beside:
            return Records([], query.key)
        try:
            return answer if isinstance(answer, SportsframeError) else self._read(answer, query)
        except SportsframeError as error:
            return error
        except FAULTS as error:
            return failed(query, error)


def _games_of(found: Records | pd.DataFrame) -> set[Any]:
    """The ids of the games that some rows are of."""
    if isinstance(found, pd.DataFrame):
        return set(found["game_id"].dropna()) if "game_id" in found else set()
    return {getattr(row, "game_id", None) for row in found.rows} - {None}


def _each_once(parts: list[pd.DataFrame], by: list[str]) -> list[pd.DataFrame]:
    """The parts of a load without the rows of games that an earlier part has."""
    kept: list[pd.DataFrame] = []
    seen: set[tuple[Any, ...]] = set()
    for part in parts:
        games = list(part[[name for name in by if name in part]].astype(object).itertuples(index=False, name=None))
        kept.append(part[[game not in seen for game in games]] if seen else part)
        seen.update(game for game, known in zip(games, part["game_id"].notna(), strict=True) if known)
    return kept


def failed(query: Query, error: Exception) -> SportsframeError:
    """Any error, as the failure of one part of a range."""
    found = SportsframeError(f"{query} cannot be read: {type(error).__name__}: {' '.join(str(error).split())[:160]}")
    found.__cause__ = error
    return found


def concat(parts: list[pd.DataFrame]) -> pd.DataFrame:
    """The parts, concatenated; a column that the catalog does not declare may have several dtypes."""
    if len(parts) == 1:
        return parts[0]
    kinds: dict[str, set[Any]] = {}
    for part in parts:
        for name, kind in part.dtypes.items():
            kinds.setdefault(str(name), set()).add(kind)
    for name in [name for name, found in kinds.items() if len(found) > 1]:
        parts = [part.drop(columns=name) if name in part and part[name].isna().all() else part for part in parts]
        found = {part[name].dtype for part in parts if name in part}
        if len(found) > 1 and not found <= {pd.Int64Dtype(), pd.Float64Dtype()}:
            parts = [part.astype({name: TEXT}) if name in part else part for part in parts]
    return pd.concat(parts, ignore_index=True)
