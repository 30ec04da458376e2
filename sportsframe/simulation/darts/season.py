"""Darts: a calendar year of the tour, match by match, visit by visit.

A season is a calendar year: a row belongs to the year of its day. The world championship runs from December into
January, so that its first rounds are rows of one season and its last rounds rows of the next; the event and its id
are the same in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
from typing import Any

import msgspec

from ...catalog import Record, darts
from ...catalog.records import http_date
from ...catalog.written import Writing, Written
from .._common import directory
from .._common import season as base
from .._common.cached import once
from .._common.people import Person, former
from .._common.rng import stream
from .._common.stats import Line, values
from .play import PLAN_TO, START, Dart, Hand, Visit, leg
from .schedule import Event, calendar
from .tour import QUALIFIERS, SPAN, TOUR, Bout, Leg, people_of, results

wire = Writing(darts)

VISIT_SECONDS, DART_SECONDS, VISIT_SECONDS_SD = 6.8, 1.75, 1.3
LEG_BREAK, SET_BREAK = 13.0, 75.0
"""Seconds: a visit is the walk and its darts, with some spread; then the pauses between legs and sets."""

PRESSURE = 0.03
"""What a deciding leg takes off the chance at a double."""
LONGEST_LEG = 900
"""Seconds that no leg lasts; a match is over without a look at its darts when so many a leg are gone."""


KEPT = 128
"""Matches whose darts are kept: more than are on at a time."""
NUMBERS = (1, 2, 3)
"""Of the darts of a visit."""


class Shown(msgspec.Struct, frozen=True, gc=False):
    """A visit and when it is over, in seconds since the match began."""

    at: float
    player: int
    visit: Visit


@dataclass(frozen=True, eq=False)
class Story:
    """A whole match: its legs with their visits, and its length in seconds."""

    legs: tuple[tuple[Leg, tuple[Shown, ...]], ...]
    length: float


@lru_cache(maxsize=KEPT)
def story(seed: int, bout: Bout) -> Story:
    """Throw the darts of a match for the legs as they were won."""
    r = stream(seed, "darts", "throws", bout.id)
    assert bout.forms is not None
    one, two = (Hand.of(form.level).touched(form.touch) for form in bout.forms)
    hands, pressed = (one, two), (one.touched(-PRESSURE), two.touched(-PRESSURE))
    clock = 0.0
    legs: list[tuple[Leg, tuple[Shown, ...]]] = []
    for this in bout.legs:
        if legs:
            clock += LEG_BREAK if legs[-1][0].set == this.set else SET_BREAK
        shown: list[Shown] = []
        visits = leg(
            r, pressed if this.deciding else hands, this.first, this.winner, double_start=bout.format.double_start
        )
        for i, v in enumerate(visits):
            pause = VISIT_SECONDS + DART_SECONDS * len(v.darts) + VISIT_SECONDS_SD * r.gauss(0.0, 1.0)
            clock = round(clock + max(4.0, pause), 3)
            shown.append(Shown(clock, (this.first + i) % 2, v))
        legs.append((this, tuple(shown)))
    return Story(tuple(legs), clock)


class Tally:
    """Figures of one player, added up visit by visit."""

    def __init__(self) -> None:
        self.legs = self.darts = self.points = self.attempts = 0
        self.hundred = self.ton_forty = self.maximum = 0
        self.finishes: list[int] = []

    def add(self, visit: Visit) -> None:
        earned = visit.start - visit.end
        self.darts += len(visit.darts)
        self.points += earned
        if visit.start <= PLAN_TO:
            for dart in visit.darts:
                self.attempts += dart.at_double
        if earned >= 100:
            self.hundred += earned < 140
            self.ton_forty += 140 <= earned < 180
            self.maximum += earned == 180
        if not visit.end:
            self.legs += 1
            self.finishes.append(visit.start)

    def stats(self) -> Written:
        """The figures; null where nothing was attempted."""
        made = len(self.finishes)
        return wire.MatchStats(
            checkout_total=self.attempts,
            checkouts_made=made,
            visits_100_plus=self.hundred,
            visits_140_plus=self.ton_forty,
            visits_180=self.maximum,
            highest_checkout=max(self.finishes, default=None),
            checkouts_100_plus=sum(finish >= 100 for finish in self.finishes),
            three_dart_average=round(3 * self.points / self.darts, 2) if self.darts else None,
            checkout_percentage=round(100 * made / self.attempts, 2) if self.attempts else None,
        )


@cache
def _throw(number: int, dart: Dart) -> Written:
    """A dart as the record tells it; the few hundred that there are are shared by all visits."""
    double, triple = dart.ring == 2, dart.ring == 3
    return wire.Throw(throw=number, score=dart.score, double=double, triple=triple, checkout=dart.at_double)


class Entry(base.Entry):
    """One row of the schedule."""

    def __init__(self, seed: int, bout: Bout) -> None:
        self.seed = seed
        self.bout = bout
        self.id = bout.id
        self.start = bout.start
        self.day = bout.day

    @once
    def after(self) -> Sequence[Entry]:
        return [Entry(self.seed, bout) for bout in self.bout.after]

    def listed(self, now: datetime) -> bool:
        """Whether the players are known at an instant."""
        return now >= self.bout.event.drawn and super().listed(now)

    @property
    def event_id(self) -> str:
        return self.bout.event.id

    @once
    def begins(self) -> datetime:
        """When the first dart of the match is awaited."""
        return self.bout.start + timedelta(minutes=self.bout.delay)

    def status(self, now: datetime) -> str:
        """The service's word for the state of the match."""
        bout = self.bout
        if bout.unplayed_as is not None and bout.announced is not None:
            return bout.unplayed_as if now >= bout.announced else "scheduled"
        if now < self.begins:
            return "delayed" if bout.late and now >= bout.start else "scheduled"
        seconds = (now - self.begins).total_seconds()
        if seconds >= LONGEST_LEG * len(bout.legs) or seconds >= story(self.seed, bout).length:
            return "completed"
        return "inprogress"

    def schedule(self, now: datetime) -> Written:
        """The row of the schedule as it stands at ``now``."""
        bout = self.bout
        one, two = bout.players
        return wire.Fixture(
            game_id=self.id,
            game_time=http_date(bout.start),
            player_1=one.name,
            player_2=two.name,
            player_1_id=one.id,
            player_2_id=two.id,
            player_1_rank=one.rank,
            player_2_rank=two.rank,
            event_id=bout.event.id,
            event_name=bout.event.series,
            season=str(bout.day.year),
            status=self.status(now),
            round=bout.round_at(now),
        )

    def live(self, now: datetime) -> Written | None:
        """The match up to ``now``: visits that are over, and who throws next; none before it begins."""
        bout = self.bout
        if bout.announced or now < self.begins:
            return None
        seconds = (now - self.begins).total_seconds()
        whole = story(self.seed, bout)
        over = seconds >= whole.length
        hide_sets = bout.event.world_championship and not over
        tallies = (Tally(), Tally())
        keys = [str(player.id) for player in bout.players]
        breakdown: list[Written] = []
        current: tuple[Leg, list[int], int] = (bout.legs[0], [START, START], bout.legs[0].first)
        for this, shown in whole.legs:
            left = [START, START]
            turns: list[dict[str, Written]] = []
            current = (this, left, this.first)
            for i, one in enumerate(shown):
                if one.at > seconds:
                    break
                player, visit = one.player, one.visit
                tallies[player].add(visit)
                left[player] = visit.end
                current = (this, left, 1 - player)
                if not i % 2:
                    turns.append({})
                turns[-1][keys[player]] = wire.Turn(
                    turn=i // 2 + 1,
                    player=bout.players[player].name,
                    start_score=visit.start,
                    end_score=visit.end,
                    earned_score=visit.start - visit.end,
                    throws=list(map(_throw, NUMBERS, visit.darts)),
                )
            if turns:
                breakdown.append(wire.Leg(leg=this.number, set=0 if hide_sets else this.set, turns=turns))
            if left[0] and left[1]:
                break
        here, left, thrower = current
        return wire.Match(
            event=bout.event.name,
            round=bout.round,
            sport="DARTS",
            format=bout.format.kind,
            status="completed" if over else "inprogress",
            game_id=self.id,
            event_id=bout.event.id,
            game_time=http_date(bout.start),
            game_status="Final" if over else f"Leg {here.number}",
            series_name=bout.event.series,
            players=[
                wire.Player(player_id=p.id, player=p.name, legs_won=tally.legs, match_stats=tally.stats())
                for p, tally in zip(bout.players, tallies, strict=True)
            ],
            current_box=wire.Current(
                leg=None if over else here.number,
                throwing=None if over else bout.players[thrower].id,
                points_to_checkout=None if over else left[thrower],
            ),
            leg_breakdown=breakdown,
        )


class Season(directory.Tour):
    """A calendar year of darts; everything is in `regular`, as the brackets cost little to play."""

    def __init__(self, seed: int, sport: str, year: int, league: str | None = None) -> None:
        super().__init__(seed, sport, year, league)
        self.opens = date(year, 1, 1)
        self.closes = date(year, 12, 31)

    @once
    def events(self) -> tuple[Event, ...]:
        """The events with rows in this year, by first day; the world championship of the year before among them."""
        before = [event for event in calendar(self.year - 1) if event.last.year == self.year]
        return (*before, *calendar(self.year))

    def roster(self, day: date) -> Iterator[tuple[Person, int | None]]:
        """Everybody who plays this year or has played before, with his world rank on a day."""
        for person, rank in people_of(self.seed, self.year, day):
            yield person, rank
        for person in former(self.seed, "DARTS", (TOUR, QUALIFIERS), SPAN, self.year):
            yield person, None

    def daily_records(self) -> Mapping[str, Callable[[type[Record], date], Iterator[Record]]]:
        """Resource -> what gives its records on a day."""
        return {**super().daily_records(), "events": self._events}

    def _events(self, record: type[Record], day: date) -> Iterator[Record]:
        for event in self.events:
            first, last = (datetime.combine(day, time(), UTC) for day in (event.first, event.last))
            known = {
                "event_id": event.id,
                "event": event.name,
                "series_name": event.series,
                "season": str(self.year),
                "start_date": first,
                "end_date": last,
            }
            yield directory.record_of(record, known)

    def lines(self, record: Any) -> Iterator[Line]:
        """The lines of both players."""
        for player, other in (record.players, record.players[::-1]):
            found = values(player) | {"opponent_score": other.legs_won}
            yield Line("players", player.player_id, (player.player, None, None, None), found)

    def _rows(self) -> Iterator[Entry]:
        for event in self.events:
            for bout in results(self.seed, event).bouts:
                if bout.day.year == self.year:
                    yield Entry(self.seed, bout)

    def regular(self) -> Sequence[Entry]:
        """Every row of the year."""
        return tuple(self._rows())
