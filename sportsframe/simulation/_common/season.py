"""Seasons and their entries, for every sport."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from typing import Any, Protocol, TypeVar

from ...catalog import SPORTS, Record
from ...catalog.statuses import DECIDED
from ...catalog.written import Written
from .cached import once
from .clubs import Club, clubs
from .rng import stream
from .stats import Ledger, Line, box_lines

DELAY = timedelta(minutes=15)
"""A game that begins later than this after its scheduled time is shown as delayed meanwhile."""

LONGEST = timedelta(days=2)
"""No game is on so long after its scheduled start, a suspended one included."""


class NotSimulated(LookupError):
    """The simulated world has nothing to say about a resource."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """The clock of one game: when it was to start, when it really began and ended, or why it never did.

    Parameters
    ----------
    start : datetime
        Scheduled start.
    begins, ends : datetime
        Real start and end of play; of no meaning when `unplayed_as` is given.
    finished : str
        The word for a finished game: ``completed`` or ``final``.
    unplayed_as : str, optional
        ``postponed``, ``cancelled``, ``withdrawn`` or ``replaced``: the game is never played under its id.
    announced : datetime, optional
        From when on `unplayed_as` is shown; the scheduled start where it is not given.
    pause : tuple of datetime, optional
        From when to when play is suspended; the end of play lies behind it.
    """

    start: datetime
    begins: datetime
    ends: datetime
    finished: str = "completed"
    unplayed_as: str | None = None
    announced: datetime | None = None
    pause: tuple[datetime, datetime] | None = None

    def status(self, now: datetime) -> str:
        """The service's word for the state of the game at an instant."""
        if self.unplayed_as is not None:
            return self.unplayed_as if now >= (self.announced or self.start) else "scheduled"
        if now < self.begins:
            return "delayed" if now >= self.start and self.begins - self.start > DELAY else "scheduled"
        if now >= self.ends:
            return self.finished
        if self.pause is not None and self.pause[0] <= now < self.pause[1]:
            return "suspended"
        return "inprogress"

    def elapsed(self, now: datetime) -> float | None:
        """Seconds of play up to an instant, a suspension left out; None where the game has not begun or never will."""
        if self.unplayed_as is not None or now < self.begins:
            return None
        moment = min(now, self.ends)
        if self.pause is not None and moment > self.pause[0]:
            moment -= min(moment, self.pause[1]) - self.pause[0]
        return (moment - self.begins).total_seconds()

    def over(self, now: datetime) -> bool:
        """Whether the game has been played to its end."""
        return self.unplayed_as is None and now >= self.ends


class Entry:
    """One row of a schedule: a game, or a tournament.

    Attributes
    ----------
    id : str
        Game id, unique in its season.
    start : datetime
        Scheduled start, aware, UTC.
    day : date
        Day label: the league's local day, the eight digits of the id.
    """

    id: str
    start: datetime
    day: date

    @property
    def after(self) -> Sequence[Entry]:
        """What it follows from: the game it makes up for, the games that decide who plays in it."""
        return ()

    def played_after(self, days: int, now: datetime) -> bool:
        """Whether it is scheduled or known to be played so many days after its first; games only on their day."""
        return days == 0

    def status(self, now: datetime) -> str:
        """The service's word for the state of the entry at an instant."""
        raise NotImplementedError(f"{type(self).__name__} does not define status")

    def listed(self, now: datetime) -> bool:
        """Whether it can be known at an instant that there will be this entry: all it follows from is decided."""
        return all(one.status(now) in DECIDED for one in self.after)

    def schedule(self, now: datetime) -> Written:
        """The schedule row as it stands at an instant."""
        raise NotImplementedError(f"{type(self).__name__} does not define schedule")

    def live(self, now: datetime) -> Written | None:
        """The live record at an instant; None for what is not on the live feed (not begun, off, replaced)."""
        raise NotImplementedError(f"{type(self).__name__} does not define live")

    def play_by_play(self, now: datetime) -> Written | None:
        """The plays up to an instant; None for what is not on the live feed.

        Raises
        ------
        NotSimulated
            The sport has no plays.
        """
        raise NotSimulated(f"{type(self).__name__} has no plays")


class Season:
    """A season of a sport or league.

    Parameters
    ----------
    seed : int
        Seed of the world it belongs to.
    sport : str
        Sport code.
    year : int
        Year in which it starts.
    league : str, optional
        League code, for soccer.

    Attributes
    ----------
    opens, closes : date
        First and last day label possible; cheap.
    postseason_from : datetime or None
        Entries from this instant on come from `postseason`.
    """

    opens: date
    closes: date
    postseason_from: datetime | None = None

    def __init__(self, seed: int, sport: str, year: int, league: str | None = None) -> None:
        self.seed = seed
        self.sport = sport
        self.year = year
        self.league = league

    def __repr__(self) -> str:
        return f"<Season {self.league or self.sport} {self.label}>"

    @property
    def label(self) -> str:
        """The season as records write it: ``2024-2025``, or ``2024`` where it stays within a year."""
        return SPORTS[self.sport].season_label(self.year)

    @property
    def weight(self) -> int:
        """Kilobytes, roughly, that the season holds: its entries, and what its players and teams add up to."""
        made = self.__dict__  # nothing is made for the sake of the count
        entries = sum(len(made[part].entries) for part in ("_regular", "_postseason") if part in made)
        return 2 * entries + (4 * made["ledger"].people if "ledger" in made else 0)

    @property
    def zone(self) -> str:
        """Time zone in which the league counts its days."""
        return SPORTS[self.sport].zone

    @once
    def clubs(self) -> tuple[Club, ...]:
        """The clubs of the season; empty for golf and darts."""
        if not SPORTS[self.sport].is_team_sport:
            return ()
        return clubs(self.seed, self.sport)

    def stream(self, *keys: object) -> Random:
        """A generator of this season, named by its keys."""
        return stream(self.seed, self.sport, self.league, self.year, *keys)

    def regular(self) -> Sequence[Entry]:
        """The entries known without playing a game."""
        raise TypeError(f"{type(self).__name__} has no regular season")

    def postseason(self) -> Sequence[Entry]:
        """The entries that follow from the results of the regular season; none unless the sport has them."""
        return ()

    def state(self, resource: str, now: datetime) -> Sequence[Record]:
        """What is so at an instant whatever games are on: the records of a resource without entries.

        Raises
        ------
        NotSimulated
            The season does not know the resource.
        """
        if resource in SPORTS[self.sport].answers and SPORTS[self.sport].answers[resource].totals:
            return self.ledger.at(resource, now)
        raise NotSimulated(f"{self!r} has no {resource}")

    @once
    def ledger(self) -> Ledger:
        """The statistics of the season."""
        return Ledger(self)

    def lines(self, record: Any) -> Iterator[Line]:
        """What a finished game, as its live record tells it, adds to the statistics of the season."""
        return box_lines(record)

    def team_head(self, club: Club) -> dict[str, Any]:
        """The facts of a club in a row of team statistics besides its name."""
        return {}

    @once
    def _regular(self) -> _Index:
        return _Index(self.regular())

    @once
    def _postseason(self) -> _Index:
        return _Index(self.postseason())

    def _parts(self, before: datetime | None) -> list[_Index]:
        if self.postseason_from is None or (before is not None and before <= self.postseason_from):
            return [self._regular]
        return [self._regular, self._postseason]

    def between(self, start: datetime, end: datetime, late: datetime | None = None) -> list[Entry]:
        """Entries whose scheduled start lies in the half-open interval, in order of start.

        Those of the postseason only where they start before `late`, if that is given.
        """
        until = end if late is None else min(end, late)
        regular, *postseason = self._parts(until)
        found = [regular.between(start, end), *(part.between(start, until) for part in postseason)]
        return _ordered(entry for part in found for entry in part)

    def on_days(self, first: date, last: date) -> list[Entry]:
        """Entries whose day label is one of these days, both ends included, in order of start."""
        before = self.postseason_from
        early = before is not None and last < before.date() - timedelta(days=1)
        parts = [self._regular] if early else self._parts(None)
        return _ordered(entry for part in parts for entry in part.on_days(first, last))

    def all(self) -> list[Entry]:
        """Every entry, in order of start."""
        return _ordered(entry for part in self._parts(None) for entry in part.entries)

    def find(self, game_id: str) -> Entry | None:
        """The entry with this id, or None."""
        for part in self._parts(None):
            if game_id in part.by_id:
                return part.by_id[game_id]
        return None


class Timed(Protocol):
    """What has a scheduled start."""

    @property
    def start(self) -> datetime: ...


T = TypeVar("T", bound=Timed)


def closing(games: Iterable[T]) -> tuple[T, ...]:
    """The last of some games, latest first: when these are decided, all are."""
    latest = sorted(games, key=lambda game: game.start, reverse=True)
    return tuple(game for game in latest if game.start + LONGEST > latest[0].start)


def _ordered(entries: Iterable[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: (entry.start, entry.id))


class _Index:
    """Entries by start and by id."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = _ordered(entries)
        self.starts = [entry.start for entry in self.entries]

    @once
    def by_id(self) -> dict[str, Entry]:
        return {entry.id: entry for entry in self.entries}

    @once
    def by_day(self) -> dict[date, list[Entry]]:
        days: dict[date, list[Entry]] = {}
        for entry in self.entries:
            days.setdefault(entry.day, []).append(entry)
        return days

    def between(self, start: datetime, end: datetime) -> list[Entry]:
        return self.entries[bisect_left(self.starts, start) : bisect_left(self.starts, end)]

    def on_days(self, first: date, last: date) -> list[Entry]:
        if first == last:
            return self.by_day.get(first, [])
        return [entry for entry in self.entries if first <= entry.day <= last]
