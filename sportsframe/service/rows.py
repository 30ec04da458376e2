"""From a validated request to its rows, as bytes."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from ..catalog import RESOURCES, SPORTS, Record, Resource
from ..catalog.resources import ByDate, Content, Undated
from ..catalog.statuses import DECIDED, FINISHED
from ..catalog.written import Written
from ..simulation import World
from ..simulation._common.season import Entry, Season
from . import quirks, seasons
from .cache import Bounded

SETTLED = timedelta(days=3)
"""Time after its start from which a finished game is final."""

RECORDS: dict[str, Callable[[Entry, datetime], Written | None]] = {
    "schedule": lambda entry, now: entry.schedule(now),
    "live": lambda entry, now: entry.live(now),
    "play-by-play": lambda entry, now: entry.play_by_play(now),
}
"""What a game says at an instant, by the group of the resource."""

STATE_BYTES = 40 * 2**20
"""Most bytes of directories and season statistics that are kept, with the records they were encoded from."""

RECORD_BYTES = 1_500
"""Approximate size of such a record beside its encoded row."""

PACKED = 3
"""Compression level of kept rows: they are a fifth larger than by default, in half the time or less."""

DAY_OF_ID = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})-")
"""The league date at the start of a game id."""

TOURNAMENT = re.compile(r"\A([0-9]{4})[-_]([0-9]+)\Z")
"""A tournament id in either format; rows have the one with an underscore."""


@dataclass(frozen=True)
class Question:
    """A validated request.

    Attributes
    ----------
    resource : str
        Resource of the catalog.
    sports : tuple of str
        The requested sports, without duplicates.
    league : str or None
        Soccer league, if soccer is among the sports.
    first : datetime.date or None
        First date of the window, for resources by date.
    present : bool
        Whether the path contains ``now`` instead of a date.
    season : int or None
        Year of the season, for resources by season.
    filters : tuple of (str, str)
        The other parameters, in catalog order.
    now : datetime.datetime
        Time of the request; not part of the cache key.
    packed : bool
        Whether the client accepts gzip; not part of the cache key.
    """

    resource: str
    sports: tuple[str, ...]
    league: str | None
    first: date | None
    season: int | None
    filters: tuple[tuple[str, str], ...]
    now: datetime = field(compare=False)
    packed: bool = field(compare=False, default=False)
    present: bool = False

    @property
    def asked(self) -> Resource:
        """The catalog's declaration of the resource."""
        return RESOURCES[self.resource]

    @property
    def day(self) -> date | None:
        """The first date of the window, or the league date of the game that the request names."""
        named = DAY_OF_ID.match(dict(self.filters).get("game_id", ""))
        if self.first is not None or named is None or not isinstance(self.asked.segment, Undated):
            return self.first
        try:
            return date(*map(int, named.groups()))
        except ValueError:
            return None

    @property
    def year(self) -> int | None:
        """Year of the season, or of the tournament whose field is requested."""
        named = TOURNAMENT.match(dict(self.filters).get("game_id", ""))
        return int(named[1]) if self.season is None and named and self.asked.content is Content.STATE else self.season

    @property
    def nothing(self) -> bytes:
        """The value under a sport's key if there is no data."""
        return b"{}" if self.asked.envelope == "map" else b"[]"

    def league_of(self, sport: str) -> str | None:
        """Return the league, if the sport has leagues."""
        return self.league if SPORTS[sport].leagues else None

    def key(self, sport: str) -> str:
        """Return the envelope key of a sport's rows."""
        return self.league_of(sport) or sport


class _State(NamedTuple):
    """The records of a directory or of season statistics, and their encoded rows."""

    records: Sequence[Record]
    rows: list[bytes]

    def size(self) -> int:
        return sum(map(len, self.rows)) + RECORD_BYTES * len(self.records)


class _Final(NamedTuple):
    """A row that does not change any more, and the earliest time at which it is known to be so.

    It is compressed, so that the box scores of a whole season have room: to play a game again takes a hundred times as
    long.
    """

    packed: bytes
    since: datetime

    def size(self) -> int:
        return len(self.packed)


class Rows:
    """Generates rows, and caches those that are final.

    Parameters
    ----------
    world : World
        The simulated world.
    on : frozenset of str
        Enabled switches.
    limit : int
        Maximum bytes of cached rows.
    """

    def __init__(self, world: World, on: frozenset[str], limit: int) -> None:
        self.world = world
        self.by_label = quirks.LEAGUE_DAYS in on
        self.on = on
        self._kept: Bounded[_Final] = Bounded(limit, _Final.size)
        self._states: Bounded[_State] = Bounded(STATE_BYTES, _State.size)

    def envelope(self, question: Question) -> tuple[bytes, bool]:
        """Return the response body, empty if there is no data, and whether it is final."""
        parts, final, some = [], True, False
        timed = question.asked.content is not Content.STATE
        for sport in question.sports:
            rows, settled = self._rows(question, sport) if timed else (self._state(question, sport), False)
            held = rows[0] if rows and question.asked.envelope == "map" else b"[%s]" % b",".join(rows)
            parts.append(b'"%s":%s' % (question.key(sport).encode(), held if rows else question.nothing))
            some, final = some or bool(rows), final and settled
        return (envelope(parts) if some else b""), final

    def _rows(self, question: Question, sport: str) -> tuple[list[bytes], bool]:
        entries, past = self._entries(question, sport)
        wanted = dict(question.filters)
        game_id = wanted.pop("game_id", None)
        if game_id is not None:
            game_id = TOURNAMENT.sub(r"\1_\2", game_id)
            entries = [entry for entry in entries if entry.id == game_id]
        rows, final = [], past
        for entry in entries:
            row, settled = self._row(question, sport, entry, wanted)
            final = final and settled
            if row:
                rows.append(row)
        return rows, final

    def _state(self, question: Question, sport: str) -> list[bytes]:
        """Return the state at the time of the request, in the requested season or the current one."""
        league, now = question.league_of(sport), question.now
        year = question.year
        if year is None:
            year = seasons.running(self.world, sport, league, now.date())
        season = seasons.season_of(self.world, sport, year, league)
        known = season is not None and season.opens - seasons.PUBLISHED <= now.date()
        found = season.state(question.resource, now) if season is not None and known else ()
        wanted = {name: TOURNAMENT.sub(r"\1_\2", value) for name, value in question.filters}
        if wanted and question.asked.envelope == "map":
            return self._encoded(question, sport, [record for one in found if (record := _only(one, wanted))])
        if wanted:
            return self._encoded(question, sport, [record for record in found if _matches(record, wanted)])
        key = sport, league, question.resource
        kept = self._states.get(key)
        if kept is None or kept.records is not found:  # a season gives the same object for as long as nothing changes
            kept = _State(found, self._encoded(question, sport, found))
            self._states.put(key, kept)
        return kept.rows

    def _encoded(self, question: Question, sport: str, found: Sequence[Record]) -> list[bytes]:
        """Return records that are not games as bytes."""
        rows = [record.wire() for record in found]
        for change in quirks.changes(self.on, sport, question.resource):
            for row in rows:
                change(row)
        if question.asked.envelope == "map":  # the one field of the record is the map
            rows = [value for row in rows for value in row.values()]
        return list(map(msgspec.json.encode, rows))

    def _entries(self, question: Question, sport: str) -> tuple[list[Entry], bool]:
        """Return the entries in order, and whether all dates of the request are final."""
        now, league = question.now, question.league_of(sport)
        if question.season is not None:
            season = seasons.season_of(self.world, sport, question.season, league)
            if season is None:
                return [], True
            return seasons.whole(season, now), now - SETTLED > seasons.midnight(season.closes) + seasons.MARGIN
        segment = question.asked.segment
        if isinstance(segment, Undated):
            return self._named(question, sport), True
        assert question.first is not None
        assert isinstance(segment, ByDate)
        try:
            last = question.first + timedelta(days=SPORTS[sport].days(question.asked.name) - 1)
            longest = self._longest(sport)
            if question.present and longest:
                last = question.first + seasons.PUBLISHED
            start, end = seasons.midnight(question.first), seasons.midnight(last) + timedelta(days=1)
            around = start - seasons.MARGIN - longest, end + seasons.MARGIN
        except OverflowError:  # the first and the last representable dates
            return [], True
        found = []
        for season in self._seasons(sport, league, *around):
            found += self._played(season, now, question.first, last)
        if question.present and longest:
            found = _present(found, now)
        live = question.asked.content is Content.PLAY
        found.sort(key=lambda entry: (entry.id,) if live else (entry.start, entry.id))
        return found, now - SETTLED > around[1]

    def _longest(self, sport: str) -> timedelta:
        """Return how long before a date a game listed on it can have begun, in whole days."""
        days = SPORTS[sport].game_days - 1
        return timedelta(days=days) + seasons.OVERRUN if days and quirks.FIRST_DAY not in self.on else timedelta()

    def _played(self, season: Season, now: datetime, first: date, last: date) -> list[Entry]:
        """Return the games listed on some dates; one that takes several days is listed on each."""
        longest = self._longest(season.sport)
        if self.by_label:
            found = seasons.entries_on(season, now, first - longest, last)
            starts = [entry.day for entry in found]
        else:
            start, end = seasons.midnight(first - longest), seasons.midnight(last) + timedelta(days=1)
            found = seasons.entries_of(season, now, start, end)
            starts = [max(entry.day, entry.start.date()) for entry in found]  # mornings in Asia begin the day before
        if not longest:
            return found
        late = [max((first - start).days, 0) for start in starts]
        return [entry for entry, days in zip(found, late, strict=True) if entry.played_after(days, now)]

    def _named(self, question: Question, sport: str) -> list[Entry]:
        """Return the games listed on the league date of the one that the request names."""
        day = question.day
        if day is None:
            return []
        margin = seasons.midnight(day) - seasons.MARGIN, seasons.midnight(day) + seasons.MARGIN
        found = []
        for season in self._seasons(sport, question.league_of(sport), *margin):
            found += seasons.entries_on(season, question.now, day, day)
        return found

    def _seasons(self, sport: str, league: str | None, start: datetime, end: datetime) -> Iterator[Season]:
        for year in range(start.year - 1, end.year + 1):
            season = seasons.season_of(self.world, sport, year, league)
            if season is not None and season.opens <= end.date() and start.date() <= season.closes:
                yield season

    def _row(self, question: Question, sport: str, entry: Entry, wanted: dict[str, str]) -> tuple[bytes, bool]:
        key = (sport, question.league_of(sport), entry.id, question.asked.group)
        late = entry.start < question.now - SETTLED
        if not wanted:
            kept = self._kept.get(key)
            if kept is not None and (kept.since <= question.now or (late and entry.status(question.now) in FINISHED)):
                return zlib.decompress(kept.packed), True  # a clock that is later may have asked before
        record = RECORDS[question.asked.group](entry, question.now)
        settled = late and _over(record, entry, question.now)
        if record is None:
            return b"", settled
        if wanted and not _passes(record, wanted):
            return b"", False
        row = self._bytes(sport, question.asked, record)
        if settled:
            self._kept.put(key, _Final(zlib.compress(row, PACKED), question.now))
        return row, settled

    def _bytes(self, sport: str, resource: Resource, record: Written) -> bytes:
        changes = quirks.changes(self.on, sport, resource.name)
        if not changes:
            return record.encoded()
        row = record.wire()
        for change in changes:
            change(row)
        return msgspec.json.encode(row)


def _present(entries: list[Entry], now: datetime) -> list[Entry]:
    """Return the games being played, or else the next ones: those that begin on the first day on which one does."""
    ahead = [entry for entry in entries if entry.status(now) not in DECIDED]
    playing = [entry for entry in ahead if entry.start <= now]
    return playing or [entry for entry in ahead if entry.day == min(one.day for one in ahead)]


def envelope(parts: list[bytes]) -> bytes:
    """Return the body around the members of ``data``."""
    return b'{"data":{%s}}' % b",".join(parts)


def _over(record: Any, entry: Entry, now: datetime) -> bool:
    """Whether a game is decided, by its record if that says so."""
    return (getattr(record, "status", None) or entry.status(now)) in DECIDED


def _only(record: Record, wanted: Mapping[str, str]) -> Record | None:
    """Return a record that is a map with those of its values that match filters; None if none does."""
    ((name, held),) = record
    chosen = {key: value for key, value in held.items() if _matches(value, wanted)}
    return record.model_copy(update={name: chosen}) if chosen else None


def _matches(record: Record, wanted: Mapping[str, str]) -> bool:
    return all(_is(record, name, value) for name, value in wanted.items())


def _is(record: Record, name: str, value: str) -> bool:
    """Whether a record matches a filter."""
    held = getattr(record, name, None)
    return (str(held).upper() if isinstance(held, bool) else str(held)) == value


def _teams(record: Any) -> tuple[int, int]:
    """The ids of the two teams of a schedule or live row."""
    if hasattr(record, "full_box"):
        return record.full_box.away_team.team_id, record.full_box.home_team.team_id
    return record.away_team_id, record.home_team_id


def _passes(record: Any, wanted: dict[str, str]) -> bool:
    if "team_id" in wanted and int(wanted["team_id"]) not in _teams(record):
        return False
    if "event_id" in wanted and record.event_id != wanted["event_id"]:
        return False
    return "player_id" not in wanted or int(wanted["player_id"]) in (record.player_1_id, record.player_2_id)


def ticking(clock: Callable[[], datetime]) -> Callable[[], datetime]:
    """Return a clock in UTC and whole seconds, by which responses change.

    If the clock is faster than the real time, it changes once in a real second, so that a response is computed once in
    a real second too.
    """
    rate = getattr(clock, "rate", 0.0)
    if rate <= 1:
        return lambda: clock().astimezone(UTC).replace(microsecond=0)
    began, step = clock().astimezone(UTC).replace(microsecond=0), timedelta(seconds=rate)

    def now() -> datetime:
        return (began + (clock().astimezone(UTC) - began) // step * step).replace(microsecond=0)

    return now
