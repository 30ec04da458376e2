"""Scheduled games, before they are played, and their rows: shared by basketball and football."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, ClassVar, Generic, Self, TypeVar
from zlib import crc32

from ...catalog.records import http_date
from . import season as base
from .clubs import Club
from .places import Place


@dataclass(slots=True, eq=False)
class Plan:
    """A game as it is planned: the pair, the day, the place, and what competition it belongs to.

    Attributes
    ----------
    unplayed_as : str or None
        ``postponed``, ``cancelled`` or ``replaced``: it is never played under this id.
    conference : bool
        Between two members of a conference.
    after : sequence of Plan
        What it follows from: the game it makes up for, the games that decide who plays in it.
    """

    day: date
    start: datetime
    away: Club
    home: Club
    place: Place
    neutral: bool = False
    season_type: str = "Regular Season"
    event_name: str | None = None
    round: int | None = None
    unplayed_as: str | None = None
    conference: bool = False
    after: Sequence[Self] = ()

    @property
    def id(self) -> str:
        """Day label, away team, home team."""
        return f"{self.day.isoformat().replace('-', '')}-{self.away.id}-{self.home.id}"


P = TypeVar("P", bound=Plan)
S = TypeVar("S", bound=base.Season)


class PlannedGame(base.Entry, Generic[S, P]):
    """A scheduled game.

    Attributes
    ----------
    longest : timedelta
        No game is still on so long after its scheduled start.
    final_share : mapping of str to int
        Sport -> finished games per hundred whose state is ``final``; the others are ``completed``.
    """

    __slots__ = ("day", "id", "plan", "season", "start")

    longest: ClassVar[timedelta]
    final_share: ClassVar[Mapping[str, int]]

    def __init__(self, season: S, plan: P) -> None:
        self.season = season
        self.plan = plan
        self.id = plan.id
        self.start = plan.start
        self.day = plan.day

    @property
    def after(self) -> Sequence[base.Entry]:
        return [type(self)(self.season, plan) for plan in self.plan.after]

    @property
    def finished(self) -> str:
        """The word for this game when it is over."""
        return "final" if crc32(self.id.encode()) % 100 < self.final_share[self.season.sport] else "completed"

    @property
    def timeline(self) -> base.Timeline:
        """The clock of the game; plays it, but for the box."""
        raise TypeError(f"{type(self).__name__} has no clock")

    def status(self, now: datetime) -> str:
        """The service's word for the state of the game."""
        if self.plan.unplayed_as is None:
            if now < self.start:
                return "scheduled"
            if now >= self.start + self.longest:
                return self.finished
        return self.timeline.status(now)

    @property
    def location(self) -> str:
        """City of the venue, with its state or country."""
        place = self.plan.place
        return f"{place.city}, {place.state or place.country}"

    def _common(self) -> dict[str, Any]:
        """What the schedule row and the live record both say."""
        plan = self.plan
        return {
            "game_id": self.id,
            "game_time": http_date(self.start),
            "season_type": plan.season_type,
            "season": self.season.label,
            "event_name": plan.event_name,
            "round": plan.round,
            "away_team": plan.away.name,
            "home_team": plan.home.name,
        }
