"""The year of the darts tour as it is planned: events with their dates, rounds, formats and starts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import lru_cache

from .._common.calendar import FRI, MON, SAT, SUN, THU, local, nth_weekday

DRAWN = timedelta(days=14)
"""How long before an event begins its draw is made; the premier league draws all its nights before the first."""

UK, CENTRAL = "Europe/London", "Europe/Berlin"
PREMIER = "Premier League"


@dataclass(frozen=True)
class Format:
    """How a match is won: ``to_win`` legs, or sets of ``legs`` legs each.

    ``clear`` is the number of legs a two-clear rule may add to ``to_win`` before one leg decides; in set play it holds
    in the deciding set.
    """

    to_win: int
    legs: int = 0
    clear: int = 0
    double_start: bool = False

    @property
    def kind(self) -> str:
        return "set" if self.legs else "leg"


@dataclass(frozen=True)
class Slots:
    """Starts of matches: ``count`` matches from ``at`` on day ``day`` of the event, ``boards`` at a time."""

    day: int
    at: str
    count: int
    every: int = 0
    boards: int = 1

    def starts(self, first: date, zone: str) -> Iterator[tuple[date, datetime]]:
        day = first + timedelta(self.day)
        begin = local(day, self.at, zone)
        for i in range(self.count):
            yield day, begin + timedelta(minutes=i // self.boards * self.every)


@dataclass(frozen=True)
class Round:
    """A round: its name, format and times; ``enters`` players of the field join in it."""

    name: str
    format: Format
    slots: tuple[Slots, ...]
    enters: int = 0


@dataclass(frozen=True, eq=False)
class Event:
    """One tournament, or one night of the premier league."""

    year: int
    code: str
    series: str
    name: str
    first: date
    zone: str
    rounds: tuple[Round, ...]
    seeds: int = 0
    ranked: int = 0
    absent: float = 0.0
    floor: bool = False
    open_draw: bool = False

    @property
    def id(self) -> str:
        return f"{self.first:%Y%m%d}{self.code}"

    @property
    def last(self) -> date:
        return self.first + timedelta(max(s.day for r in self.rounds for s in r.slots))

    @property
    def drawn(self) -> datetime:
        """When the first pairings are known."""
        first = premier_nights_from(self.year) if self.series == PREMIER else self.first
        return local(first, "12:00", self.zone) - DRAWN

    @property
    def world_championship(self) -> bool:
        return self.code == "WC"


def _legs(best_of: int, clear: int = 0) -> Format:
    return Format(best_of // 2 + 1, clear=clear)


def _sets(best_of: int, legs: int, clear: int = 0, double_start: bool = False) -> Format:
    return Format(best_of // 2 + 1, legs, clear, double_start)


def _name(players: int) -> str:
    return {8: "Quarter-Final", 4: "Semi-Final", 2: "Final"}.get(players, f"Last {players}")


def _rounds(first: int, formats: Sequence[Format], *slots: Sequence[Slots], enters: Sequence[int]) -> tuple[Round, ...]:
    """A knock-out of ``first`` players; later rounds halve, or take in those who enter."""
    rounds: list[Round] = []
    here = sum(enters)
    for i, (form, times) in enumerate(zip(formats, slots, strict=True)):
        joining = enters[i] if i < len(enters) else 0
        rounds.append(Round(_name(here), form, tuple(times), joining))
        here -= sum(s.count for s in times)
    assert here == 1
    assert rounds[0].name == _name(first)
    return tuple(rounds)


def _world_championship(year: int) -> Event:
    forms = [_sets(n, 3, 3) for n in (5, 5, 7, 7, 9, 11, 13)]
    wide = year >= 2025
    first = date(year, 12, 12 if wide else 15)
    christmas = (date(year, 12, 27) - first).days

    def early(days: range, matches: int) -> list[Slots]:
        out: list[Slots] = []
        for day in days:
            for at in ("12:30", "19:00"):
                count = min(4, matches)
                matches -= count
                if count:
                    out.append(Slots(day, at, count, 60))
        return out

    split = 8 if wide else 4
    slots = (
        early(range(split), 64 if wide else 32),
        early(range(split, split + 4), 32),
        early(range(christmas, christmas + 2), 16),
        [Slots(christmas + 2, "19:00", 4, 60), Slots(christmas + 3, "19:00", 4, 60)],
        [Slots(christmas + 5, "13:00", 2, 90), Slots(christmas + 5, "19:00", 2, 90)],
        [Slots(christmas + 6, "19:30", 2, 110)],
        [Slots(christmas + 7, "20:00", 1)],
    )
    rounds = _rounds(128 if wide else 96, forms, *slots, enters=[128] if wide else [64, 32])
    return Event(
        year,
        "WC",
        "World Championship",
        "World Championship",
        first,
        UK,
        rounds,
        seeds=32,
        ranked=72 if wide else 64,
    )


def premier_nights_from(year: int) -> date:
    return nth_weekday(year, 2, THU, 1)


def _premier_league(year: int) -> list[Event]:
    first = premier_nights_from(year)
    nights = []
    for night in range(17):
        final = night == 16
        name = f"{PREMIER} Play-Offs" if final else f"{PREMIER} Night {night + 1}"
        eight = [Slots(0, "19:00", 4, 30)]
        four = [Slots(0, "19:15", 2, 75)] if final else [Slots(0, "21:00", 2, 25)]
        last = [Slots(0, "22:00", 1)]
        rounds = (
            _rounds(4, [_legs(19), _legs(21)], four, last, enters=[4])
            if final
            else _rounds(8, [_legs(11)] * 3, eight, four, last, enters=[8])
        )
        nights.append(
            Event(
                year,
                f"PL{night + 1}",
                PREMIER,
                name,
                first + timedelta(7 * night),
                UK if night % 4 != 3 else CENTRAL,
                rounds,
            )
        )
    return nights


THIRTY_TWO = [32]


def _world_masters(year: int) -> Event:
    return Event(
        year,
        "WM",
        "World Masters",
        "World Masters",
        nth_weekday(year, 1, THU, -1),
        UK,
        _rounds(
            32,
            [_sets(n, 2) for n in (5, 5, 7, 9, 11)],
            [Slots(0, "12:30", 4, 45), Slots(0, "18:30", 4, 45), Slots(1, "12:30", 4, 45), Slots(1, "18:30", 4, 45)],
            [Slots(2, "12:30", 4, 45), Slots(2, "18:30", 4, 45)],
            [Slots(3, "12:30", 4, 50)],
            [Slots(3, "19:00", 2, 60)],
            [Slots(3, "21:30", 1)],
            enters=THIRTY_TWO,
        ),
        seeds=16,
        ranked=24,
    )


def _uk_open(year: int) -> Event:
    sunday = nth_weekday(year, 3, SUN, 1)
    return Event(
        year,
        "UK",
        "UK Open",
        "UK Open",
        sunday - timedelta(2),
        UK,
        _rounds(
            160,
            [*[_legs(11)] * 3, *[_legs(19)] * 4, _legs(21), _legs(21)],
            [Slots(0, "11:00", 32, 30, 8)],
            [Slots(0, "13:20", 32, 30, 8)],
            [Slots(0, "15:40", 32, 30, 8)],
            [Slots(0, "18:00", 32, 60, 8)],
            [Slots(1, "12:30", 16, 60, 4)],
            [Slots(1, "19:00", 8, 60, 4)],
            [Slots(2, "12:30", 4, 60)],
            [Slots(2, "19:00", 2, 60)],
            [Slots(2, "21:30", 1)],
            enters=[64, 32, 32, 32],
        ),
        ranked=128,
        open_draw=True,
    )


def _matchplay(year: int) -> Event:
    return Event(
        year,
        "MP",
        "World Matchplay",
        "World Matchplay",
        nth_weekday(year, 7, SAT, 3),
        UK,
        _rounds(
            32,
            [_legs(n, 3) for n in (19, 21, 31, 33, 35)],
            [Slots(0, "18:30", 4, 60), Slots(1, "12:30", 4, 60), Slots(1, "18:30", 4, 60), Slots(2, "18:30", 4, 60)],
            [Slots(3, "18:30", 4, 65), Slots(4, "18:30", 4, 65)],
            [Slots(5, "19:30", 2, 90), Slots(6, "19:30", 2, 90)],
            [Slots(7, "19:30", 2, 100)],
            [Slots(8, "20:00", 1)],
            enters=THIRTY_TWO,
        ),
        seeds=16,
        ranked=32,
    )


def _grand_prix(year: int) -> Event:
    return Event(
        year,
        "GP",
        "World Grand Prix",
        "World Grand Prix",
        nth_weekday(year, 10, MON, 1),
        UK,
        _rounds(
            32,
            [_sets(n, 3, double_start=True) for n in (3, 5, 5, 7, 9)],
            [Slots(0, "17:30", 8, 35), Slots(1, "17:30", 8, 35)],
            [Slots(2, "19:00", 4, 55), Slots(3, "19:00", 4, 55)],
            [Slots(4, "18:30", 4, 60)],
            [Slots(5, "19:30", 2, 90)],
            [Slots(6, "20:00", 1)],
            enters=THIRTY_TWO,
        ),
        seeds=8,
        ranked=32,
    )


def _european_championship(year: int) -> Event:
    return Event(
        year,
        "EC",
        "European Championship",
        "European Championship",
        nth_weekday(year, 10, THU, 4),
        CENTRAL,
        _rounds(
            32,
            [_legs(n) for n in (11, 19, 19, 21, 21)],
            [Slots(0, "17:30", 8, 35), Slots(1, "17:30", 8, 35)],
            [Slots(2, "12:30", 4, 55), Slots(2, "18:30", 4, 55)],
            [Slots(3, "12:30", 4, 55)],
            [Slots(3, "18:30", 2, 60)],
            [Slots(3, "21:15", 1)],
            enters=THIRTY_TWO,
        ),
        seeds=32,
        ranked=32,
        absent=0.05,
    )


def _grand_slam(year: int) -> Event:
    group = tuple(Slots(day, at, 8, 30, 1) for day in (0, 1) for at in ("12:00", "18:15"))
    knock_out = _rounds(
        16,
        [_legs(n) for n in (19, 31, 31, 31)],
        [Slots(4, "19:00", 4, 55), Slots(5, "19:00", 4, 55)],
        [Slots(6, "19:30", 2, 90), Slots(7, "19:30", 2, 90)],
        [Slots(8, "12:30", 2, 90)],
        [Slots(8, "20:00", 1)],
        enters=[16],
    )
    group = (*group, Slots(2, "18:15", 8, 30), Slots(3, "18:15", 8, 30))
    return Event(
        year,
        "GS",
        "Grand Slam",
        "Grand Slam",
        slam_from(year),
        UK,
        (Round("Group", _legs(9), group, 32), replace(knock_out[0], enters=0), *knock_out[1:]),
        seeds=8,
        ranked=26,
    )


def _players_finals(year: int) -> Event:
    return Event(
        year,
        "PF",
        "Players Championship Finals",
        "Players Championship Finals",
        slam_from(year) + timedelta(13),
        UK,
        _rounds(
            64,
            [_legs(n) for n in (11, 11, 19, 19, 21, 21)],
            [Slots(0, "12:00", 16, 35, 2), Slots(0, "17:30", 16, 35, 2)],
            [Slots(1, "12:00", 16, 35, 2)],
            [Slots(1, "18:30", 8, 55, 2)],
            [Slots(2, "12:30", 4, 55)],
            [Slots(2, "18:30", 2, 60)],
            [Slots(2, "21:15", 1)],
            enters=[64],
        ),
        seeds=32,
        ranked=64,
        absent=0.06,
    )


def slam_from(year: int) -> date:
    """First day of the Grand Slam."""
    return nth_weekday(year, 11, SAT, 2)


MAJORS = (
    _world_masters,
    _uk_open,
    _matchplay,
    _grand_prix,
    _european_championship,
    _grand_slam,
    _players_finals,
)
"""Tournaments of a year besides the World Championship, the Premier League and the tour."""


FLOOR = (
    [Slots(0, "11:00", 64, 30, 16)],
    [Slots(0, "13:15", 32, 30, 16)],
    [Slots(0, "14:30", 16, 0, 16)],
    [Slots(0, "15:15", 8, 0, 8)],
    [Slots(0, "16:00", 4, 0, 4)],
    [Slots(0, "16:50", 2, 0, 2)],
    [Slots(0, "17:45", 1)],
)
WEEKEND = (
    [Slots(0, "12:30", 8, 30), Slots(0, "18:30", 8, 30)],
    [Slots(1, "12:30", 8, 30), Slots(1, "18:30", 8, 30)],
    [Slots(2, "12:30", 8, 30)],
    [Slots(2, "18:45", 4, 25)],
    [Slots(2, "20:45", 2, 30)],
    [Slots(2, "22:00", 1)],
)


def _spread(choices: Sequence[date], count: int) -> list[date]:
    """``count`` of the choices, evenly spaced."""
    return [choices[round(i * (len(choices) - 1) / (count - 1))] for i in range(count)]


@lru_cache(maxsize=32)
def calendar(year: int) -> tuple[Event, ...]:
    """The events that begin in a year, by first day; 74 of them."""
    events = [*(major(year) for major in MAJORS), *_premier_league(year), _world_championship(year)]
    busy = {
        e.first + timedelta(i) for e in events if e.code[:2] != "PL" for i in range(-1, (e.last - e.first).days + 1)
    }
    fridays = [day for w in range(40) if (day := nth_weekday(year, 2, FRI, 2) + timedelta(7 * w)) < date(year, 10, 26)]
    free = [day for day in fridays if not {day, day + timedelta(1), day + timedelta(2)} & busy]
    long = [_legs(11)] * 4 + [_legs(13), _legs(15)]
    for i, day in enumerate(_spread(free, 14), 1):
        events.append(
            Event(
                year,
                f"ET{i}",
                "European Tour",
                f"European Tour {i}",
                day,
                CENTRAL,
                _rounds(48, long, *WEEKEND, enters=[32, 16]),
                seeds=16,
                ranked=34,
                absent=0.2,
            )
        )
    mondays = [day for w in range(40) if (day := nth_weekday(year, 2, MON, 1) + timedelta(7 * w)).month < 11]
    weeks = [day for day in mondays if not {day + timedelta(i) for i in range(3)} & busy]
    forms = [_legs(11)] * 5 + [_legs(13), _legs(15)]
    for i, day in enumerate(_spread(weeks, 17)):
        for half in (0, 1):
            n = 2 * i + half + 1
            events.append(
                Event(
                    year,
                    f"PC{n}",
                    "Players Championship",
                    f"Players Championship {n}",
                    day + timedelta(i % 2 + half),
                    UK if i % 3 else CENTRAL,
                    _rounds(128, forms, *FLOOR, enters=[128]),
                    seeds=32,
                    ranked=128,
                    absent=0.07,
                    floor=True,
                )
            )
    return tuple(sorted(events, key=lambda e: (e.first, e.code)))
