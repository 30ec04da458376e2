"""The college basketball calendar: conference rounds, games beyond the conference, and the rows that changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from math import fsum
from random import Random

from .._common.calendar import DAY, FRI, MON, SAT, SUN, THU, TUE, WED, days, nth_weekday, on_or_after, round_robin
from .._common.clubs import Club
from .._common.places import Place
from .._common.rng import pick
from .play import Form
from .schedule import Plan, plan_of

PATTERNS = ((WED, SAT), (TUE, SAT), (THU, SAT), (WED, SAT), (MON, THU), (THU, SAT), (TUE, SAT), (WED, SUN))
"""Days of the week on which a conference plays, by turns."""

WEEKDAY_STARTS = (("19:00", "18:00", "20:00", "18:30", "21:00", "17:00", "12:00", "11:00"), (56, 13, 9, 8, 3, 3, 5, 3))
WEEKEND_STARTS = (
    ("14:00", "13:00", "16:00", "12:00", "15:00", "19:00", "18:00", "17:00", "20:00"),
    (22, 14, 16, 12, 10, 12, 6, 5, 3),
)

BEYOND_DAYS = {MON: 1.1, TUE: 1.25, WED: 1.3, THU: 0.8, FRI: 1.1, SAT: 2.3, SUN: 0.7}
"""Weight of the weekdays for games beyond the conference."""

GAMES = 29.4
"""Regular games a club, conference games included."""

BOUGHT = 0.35
"""Share of the games beyond the conference that a strong club buys a weak visitor for."""


@dataclass(frozen=True)
class Dates:
    """The corner days of a season that starts in a year."""

    first: date
    selection: date
    final: date

    @classmethod
    def of(cls, year: int) -> Dates:
        """The days of a season."""
        final = on_or_after(date(year + 1, 4, 3), MON)
        return cls(nth_weekday(year, 11, MON, 1), final - 22 * DAY, final)

    @property
    def tournaments(self) -> date:
        """First day on which a conference may hold its tournament."""
        return self.selection - 14 * DAY


@dataclass(frozen=True)
class Conference:
    """A conference in a season: its clubs, who of them play its tournament, and when that ends."""

    name: str
    members: tuple[int, ...]
    entrants: int
    last: date
    campus: bool

    @property
    def rounds(self) -> int:
        return (self.entrants - 1).bit_length()

    @property
    def first(self) -> date:
        """First day of its tournament."""
        return self.last - (self.rounds - 1) * DAY


def conferences(clubs: Sequence[Club], forms: Mapping[int, Form], year: int) -> list[Conference]:
    """The conferences from the strongest down, with the days of their tournaments."""
    selection = Dates.of(year).selection
    groups: dict[str, list[int]] = defaultdict(list)
    for number, club in enumerate(clubs):
        groups[club.conference].append(number)
    ranked = sorted(
        groups, key=lambda name: (-fsum(forms[clubs[i].id].strength for i in groups[name]) / len(groups[name]), name)
    )
    out = []
    for place, name in enumerate(ranked):
        size = len(groups[name])
        if place in (1, 3):
            last = selection
        else:
            last = selection - (1 if place < 17 else 2 + (place * 5) % 8) * DAY
        cut = size if place < 15 or size <= 8 else size - (1 + place % 3)
        out.append(Conference(name, tuple(groups[name]), max(8, cut), last, place >= 17 and place % 2 == 1))
    return out


def conference_games(size: int) -> int:
    """Conference games of a club in a conference of so many."""
    return 2 * (size - 1) if size <= 10 else 20 if size in (11, 14, 15, 16, 18) else 18


class Book:
    """Which clubs are busy on which days, and who has met whom."""

    def __init__(self, count: int) -> None:
        self.busy: list[set[int]] = [set() for _ in range(count)]
        self.met: set[frozenset[int]] = set()
        self._halls: set[tuple[Place, date]] = set()

    def hall(self, arenas: Sequence[Place], day: date, r: Random) -> Place:
        """A place on neutral ground where nobody else plays that day."""
        left = [place for place in arenas if (place, day) not in self._halls]
        place = left[int(r.random() * len(left))]
        self._halls.add((place, day))
        return place

    def free(self, club: int, day: date, rest: int = 0) -> bool:
        """Whether a club has no game on a day, nor on so many days before and after."""
        number = day.toordinal()
        return not any(number + step in self.busy[club] for step in range(-rest, rest + 1))

    def idle(self, club: int, day: date) -> int:
        """Days between a club's games before and after a day; a month where there are none."""
        number = day.toordinal()
        before = max((n for n in self.busy[club] if n < number), default=number - 15)
        after = min((n for n in self.busy[club] if n > number), default=number + 15)
        return after - before

    def add(self, one: int, two: int, day: date) -> None:
        self.busy[one].add(day.toordinal())
        self.busy[two].add(day.toordinal())


def slate(
    clubs: Sequence[Club], forms: Mapping[int, Form], arenas: Sequence[Place], year: int, r: Random
) -> list[Plan]:
    """The regular season with its postponed, cancelled and replaced rows.

    Parameters
    ----------
    clubs : sequence of Club
        The clubs of the year.
    forms : mapping of int to Form
        What they are worth, by team id; strong clubs buy home games.
    arenas : sequence of Place
        Places for games on neutral ground.
    year : int
        Year in which the season starts.
    r : random.Random
        The season's stream.
    """
    dates = Dates.of(year)
    book = Book(len(clubs))
    plans: list[Plan] = []
    numbers = {club.id: number for number, club in enumerate(clubs)}
    needs = [GAMES] * len(clubs)
    for place, conference in enumerate(conferences(clubs, forms, year)):
        played = _conference(clubs, conference, PATTERNS[place % len(PATTERNS)], dates, book, r)
        plans += played
        for plan in played:
            needs[numbers[plan.away.id]] -= 1
            needs[numbers[plan.home.id]] -= 1
    whole = [max(8, min(14, int(need + r.random()))) for need in needs]
    plans += _beyond(clubs, forms, arenas, whole, dates, book, r)
    return plans + _changed(plans, book, numbers, dates, r)


def _slots(end: date, count: int, pattern: tuple[int, int], earliest: date) -> list[date]:
    """So many days of the pattern, up to the end of the conference season, in order; Christmas is free.

    They begin between the years where that is enough, and earlier where it is not.
    """
    out: list[date] = []
    day = end
    while day > earliest and (len(out) < count or day.month != 12):
        if day.weekday() in pattern and not (day.month == 12 and 18 <= day.day <= 28):
            out.append(day)
        day -= DAY
    step = (len(out) - 1) / (count - 1)
    return [out[round(step * number)] for number in range(count)][::-1] if len(out) > count else out[::-1]


def _conference(
    clubs: Sequence[Club], conference: Conference, pattern: tuple[int, int], dates: Dates, book: Book, r: Random
) -> list[Plan]:
    """The rounds of a conference: each pair once, then again with the grounds changed as far as there are rounds."""
    members = list(conference.members)
    r.shuffle(members)
    size = len(members)
    once = round_robin(size)
    rounds = once + [[(home, away) for away, home in pairs] for pairs in once]
    games = conference_games(size)
    rounds = rounds[: games if size % 2 == 0 else min(len(rounds), games + 1 + (games > size))]
    slots = _slots(conference.first - 2 * DAY, len(rounds), pattern, dates.first + 24 * DAY)
    plans = []
    for pairs, slot in zip(rounds, slots):
        for away, home in pairs:
            one, two = members[away], members[home]
            day = _shifted(slot, one, two, book, r)
            book.add(one, two, day)
            plan = plan_of(clubs[one], clubs[two], day, start(day, r))
            plan.conference = True
            plans.append(plan)
    return plans


def _shifted(slot: date, one: int, two: int, book: Book, r: Random) -> date:
    """The day of a round, or the day before or after it."""
    x = r.random()
    if x < 0.13:
        other = slot + DAY if x < 0.04 else slot - DAY
        if book.free(one, other, 1) and book.free(two, other, 1):
            return other
    return slot


def start(day: date, r: Random) -> str:
    """Local start of a regular game."""
    choices, weights = WEEKEND_STARTS if day.weekday() >= SAT else WEEKDAY_STARTS
    return pick(r, choices, weights)


def _beyond(
    clubs: Sequence[Club],
    forms: Mapping[int, Form],
    arenas: Sequence[Place],
    needs: list[int],
    dates: Dates,
    book: Book,
    r: Random,
) -> list[Plan]:
    """Games beyond the conference: three windows a week from the first night to Christmas, and some after it."""
    plans: list[Plan] = []
    christmas = date(dates.first.year, 12, 22)
    windows: list[list[date]] = []
    day = dates.first
    while day <= christmas:
        length = 2 if day.weekday() in (MON, SAT) else 3
        windows.append([d for d in days(day, day + (length - 1) * DAY) if d <= christmas])
        day += length * DAY
    windows.append(list(days(date(dates.first.year, 12, 28), date(dates.first.year, 12, 30))))
    feast = nth_weekday(dates.first.year, 11, THU, 4)
    strength = [forms[club.id].strength for club in clubs]
    for number, window in sorted(enumerate(windows), key=lambda item: item[0] < len(windows) - 2):
        left = len(windows) - number
        weights = [BEYOND_DAYS[d.weekday()] for d in window]
        weight = fsum(weights) / 2.6
        ready = [
            i
            for i, need in enumerate(needs)
            if need > 0
            and (
                r.random() < AROUND_CHRISTMAS
                if left <= 2
                else number == 0 or r.random() < weight * (need + 0.4) / left or book.free(i, window[-1], LONG_IDLE)
            )
        ]
        for one, two in _pairs(ready, strength, clubs, book, r):
            options = [d for d in window if book.free(one, d, 1) and book.free(two, d, 1)]
            if options:
                day = pick(r, options, [BEYOND_DAYS[d.weekday()] for d in options])
                neutral = r.random() < (0.35 if abs((day - feast).days) <= 4 else 0.06)
                plans.append(_meet(clubs, arenas, one, two, day, neutral, book, needs, r))
    spare = [d for window in windows for d in window]
    for one in sorted(range(len(clubs)), key=lambda i: -needs[i]):
        while needs[one] > 0:
            found = _late(one, clubs, needs, spare, book, r)
            if found is None:
                break
            day, two = found
            home, away = (one, two) if strength[one] > strength[two] else (two, one)
            plans.append(_meet(clubs, arenas, away, home, day, False, book, needs, r))
    return plans


LONG_IDLE = 8
"""Days without a game after which a club wants one, whatever its share so far."""

AROUND_CHRISTMAS = 0.85
"""Share of the clubs that want a game in the last window before Christmas, and in that after it."""


def _late(
    one: int, clubs: Sequence[Club], needs: Sequence[int], spare: Sequence[date], book: Book, r: Random
) -> tuple[date, int] | None:
    """A day and an opponent for a club whose list is not full; clubs that need games themselves come first."""
    others = [
        i
        for i in range(len(clubs))
        if needs[i] > 0 and clubs[i].conference != clubs[one].conference and frozenset((one, i)) not in book.met
    ]
    r.shuffle(others)
    for rest in (1, 0):
        open_days = [d for d in spare if book.free(one, d, rest)]
        r.shuffle(open_days)
        open_days.sort(key=lambda d: -book.idle(one, d))
        for day in open_days:
            for other in others:
                if other != one and book.free(other, day, rest):
                    return day, other
    return None


def _meet(
    clubs: Sequence[Club],
    arenas: Sequence[Place],
    away: int,
    home: int,
    day: date,
    neutral: bool,
    book: Book,
    needs: list[int],
    r: Random,
) -> Plan:
    book.add(away, home, day)
    book.met.add(frozenset((away, home)))
    needs[away] -= 1
    needs[home] -= 1
    place = book.hall(arenas, day, r) if neutral else None
    return plan_of(clubs[away], clubs[home], day, start(day, r), place)


def _pairs(
    ready: list[int], strength: Sequence[float], clubs: Sequence[Club], book: Book, r: Random
) -> list[tuple[int, int]]:
    """Opponents as (away, home): some visitors bought by strong clubs, else clubs near each other in strength."""
    order = sorted(ready, key=lambda i: -(strength[i] + r.gauss(0, 5)))
    count = int(len(order) * BOUGHT / 2)
    buyers, visitors = order[:count], order[len(order) - count :]
    middle = order[count : len(order) - count]
    r.shuffle(visitors)
    out = []
    for home in buyers:
        for k, away in enumerate(visitors[:12]):
            if clubs[away].conference != clubs[home].conference and frozenset((away, home)) not in book.met:
                out.append((away, home))
                del visitors[k]
                break
    while len(middle) > 1:
        one = middle.pop(0)
        for k, two in enumerate(middle[:12]):
            if clubs[two].conference != clubs[one].conference and frozenset((one, two)) not in book.met:
                del middle[k]
                out.append((two, one) if r.random() < 0.7 else (one, two))
                break
    return out


def _changed(plans: list[Plan], book: Book, numbers: Mapping[int, int], dates: Dates, r: Random) -> list[Plan]:
    """Postpone and cancel a few games; the rows of makeups, and those that were replaced by others."""
    ids = {plan.id for plan in plans}
    extra: list[Plan] = []
    for plan in plans:
        x = r.random()
        one, two = numbers[plan.away.id], numbers[plan.home.id]
        if x < 0.0021 and not plan.neutral:
            plan.unplayed_as = "postponed"
            later = [plan.day + k * DAY for k in range(3, 28)]
            free = [d for d in later if book.free(one, d, 1) and book.free(two, d, 1) and d < dates.tournaments]
            if free and r.random() < 0.6:
                makeup = plan_of(plan.away, plan.home, free[0], start(free[0], r))
                makeup.conference, makeup.after = plan.conference, (plan,)
                book.add(one, two, free[0])
                extra.append(makeup)
        elif x < 0.0028:
            plan.unplayed_as = "cancelled"
        elif x < 0.0028 + 0.0528:
            old = _former(plan, dates, r)
            if old.id not in ids:
                ids.add(old.id)
                extra.append(old)
    return extra


def _former(plan: Plan, dates: Dates, r: Random) -> Plan:
    """The row a game had before: the pair the other way round, or another day."""
    if r.random() < 0.45:
        old = replace(plan, away=plan.home, home=plan.away)
    else:
        late = plan.day + 4 * DAY >= dates.tournaments
        shift = (1 + int(3 * r.random())) * (-1 if late or r.random() < 0.5 else 1)
        day = max(dates.first, plan.day + shift * DAY)
        old = plan_of(plan.away, plan.home, day, start(day, r), plan.place if plan.neutral else None)
    old.unplayed_as, old.replaced_by = "replaced", plan.id
    return old
