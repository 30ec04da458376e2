"""The fixture list of baseball: 162 games a club in 52 series, on 27 weekends and in 25 weeks between them.

Both leagues have 15 clubs, club ``i`` of a league standing at position ``i // 3`` of division ``i % 3``. Every slot of
the calendar pairs all 30 clubs. A round robin of 15 leaves one club of each league over, and a round inside the
divisions one club of each division: those meet the other league. What such rounds do not use up of the other league
is played in rounds of its own, in which club ``i`` meets club ``i + d``; ``d = 0`` are rivals, who meet twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import exp
from random import Random
from typing import NamedTuple

from .._common.calendar import MON, SUN, THU, holidays, on_or_after

DAY = timedelta(days=1)
LEAGUE, DIVISIONS, DEEP = 15, 3, 5

Meeting = tuple[int, int]
"""Two clubs, the lower number first: 0-14 are one league, 15-29 the other."""


@dataclass(frozen=True)
class Series:
    """Games of one pair at one ground on days in a row."""

    away: int
    home: int
    days: tuple[date, ...]


@dataclass(frozen=True)
class _Round:
    kind: str
    meetings: frozenset[Meeting]


def opening_day(year: int) -> date:
    """The Thursday on which a season begins, 25 to 31 March."""
    return on_or_after(date(year, 3, 25), THU)


def last_day(year: int) -> date:
    """The Sunday on which the regular season ends."""
    return on_or_after(opening_day(year), SUN) + 26 * 7 * DAY


def break_monday(year: int) -> date:
    """The Monday that begins the four days of the all-star pause."""
    return on_or_after(date(year, 7, 10), MON)


def _meeting(one: int, other: int) -> Meeting:
    return (one, other) if one < other else (other, one)


def _robin(bye: int, gap: int) -> _Round:
    """All of each league but one club, by the circle method; the two left over are ``gap`` apart."""
    meetings = [
        (side + (out + t) % LEAGUE, side + (out - t) % LEAGUE)
        for side, out in ((0, bye), (LEAGUE, bye + gap))
        for t in range(1, 8)
    ]
    meetings.append((bye, LEAGUE + (bye + gap) % LEAGUE))
    return _Round("robin", frozenset(_meeting(*m) for m in meetings))


def _inside(bye: int, gap: int) -> _Round:
    """All of each division but one club."""
    meetings = []
    for division in range(DIVISIONS):
        out = DIVISIONS * bye + division
        guest = (out + gap) % LEAGUE
        meetings.append((out, LEAGUE + guest))
        for side, club in ((0, out), (LEAGUE, guest)):
            at, column = divmod(club, DIVISIONS)
            for t in (1, 2):
                one, other = DIVISIONS * ((at + t) % DEEP) + column, DIVISIONS * ((at - t) % DEEP) + column
                meetings.append((side + one, side + other))
    return _Round("inside", frozenset(_meeting(*m) for m in meetings))


def _across(gap: int) -> _Round:
    """Every club of one league against one of the other."""
    return _Round("across", frozenset((i, LEAGUE + (i + gap) % LEAGUE) for i in range(LEAGUE)))


def _rounds(r: Random) -> tuple[list[_Round], list[_Round]]:
    """The rounds of the weekends and those between them."""
    gaps = list(range(1, LEAGUE))
    r.shuffle(gaps)
    weekend = [_robin(bye, gaps[0]) for bye in range(LEAGUE)] + [_inside(bye, gaps[1]) for bye in range(DEEP)]
    weekend = [_Round("long", x.meetings) if x.kind == "robin" else x for x in weekend]
    weekend += [_across(gap) for gap in gaps[3:10]]
    between = [_robin(bye, gaps[2]) for bye in range(LEAGUE)] + [_inside(bye, 0) for bye in range(DEEP)]
    between += [_across(gap) for gap in (0, *gaps[10:])]
    return weekend, between


def _order(r: Random, year: int) -> list[tuple[date, _Round]]:
    """The rounds by the Monday of their week, weekends after weekdays; no pair meets twice in a row."""
    first = opening_day(year) - 3 * DAY
    pause = break_monday(year)
    slots: list[tuple[date, bool]] = []
    for week in range(27):
        monday = first + 7 * week * DAY
        if week and monday != pause:
            slots.append((monday, False))
        slots.append((monday, True))
    weekend, between = _rounds(r)
    while True:
        r.shuffle(weekend)
        r.shuffle(between)
        pools = {True: list(weekend), False: list(between)}
        chosen: list[tuple[date, _Round]] = []
        before: frozenset[Meeting] = frozenset()
        long = False
        for monday, ends_week in slots:
            pool = pools[ends_week]
            fits = [x for x in pool if not before & x.meetings]
            if ends_week:
                # Weekends of four games go with others in turn, or clubs would have no day off for weeks. Nobody
                # plays on the Thursday of the pause.
                fits.sort(key=lambda x: (x.kind == "long") == long)
                if monday == pause:
                    fits = [x for x in fits if x.kind != "long"]
            if not fits:
                break
            fit = fits[0]
            if ends_week:
                long = fit.kind == "long"
            pool.remove(fit)
            chosen.append((monday, fit))
            before = fit.meetings
        else:
            return chosen


HEAT, COOLING, STEPS = 10.0, 0.9994, 16000
"""Simulated annealing of the grounds: how much worse they may get at first, what is left of that, how long at most."""

LONGEST_RUN, MOST_RUN = 10, 13
"""Games running at home, or on the road, beyond which grounds are changed, and beyond which they are drawn anew."""


class _Grounds:
    """Who is at home in every series while that is bettered: fair to each pair, and without long stays or journeys.

    Parameters
    ----------
    r : random.Random
        For the first draw and the steps.
    year : int
        Season.
    order : list of (date, _Round)
        The rounds.
    """

    def __init__(self, r: Random, year: int, order: list[tuple[date, _Round]]) -> None:
        self.rounds = [round_ for _, round_ in order]
        self.slots: dict[Meeting, list[int]] = {}
        for number, round_ in enumerate(self.rounds):
            for meeting in round_.meetings:
                self.slots.setdefault(meeting, []).append(number)
        clubs = range(2 * LEAGUE)
        self.at_home = [[False] * len(order) for _ in clubs]
        self.games = [[0] * len(order) for _ in clubs]
        self.options: dict[Meeting, list[tuple[int, ...]]] = {}
        for meeting, numbers in sorted(self.slots.items()):
            kinds = [self.rounds[n].kind for n in numbers]
            self.options[meeting] = ways = list(_choices(meeting, kinds, year))
            self._put(meeting, ways[int(r.random() * len(ways))])
            for club in meeting:
                for number, kind in zip(numbers, kinds):
                    self.games[club][number] = _games(meeting, kind)
        self.costs = [self._cost(club) for club in clubs]
        self.met: list[list[Meeting]] = [
            [next(m for m in round_.meetings if club in m) for round_ in self.rounds] for club in clubs
        ]

    def _put(self, meeting: Meeting, homes: tuple[int, ...]) -> None:
        for number, home in zip(self.slots[meeting], homes):
            for club in meeting:
                self.at_home[club][number] = club == home

    def _homes(self, meeting: Meeting) -> tuple[int, ...]:
        one, other = meeting
        return tuple([one if self.at_home[one][n] else other for n in self.slots[meeting]])

    def _begins(self, meeting: Meeting) -> bool:
        """Whether the first series of a pair is played on the ground of its first club."""
        return self.at_home[meeting[0]][self.slots[meeting][0]]

    def _cost(self, club: int) -> int:
        """What is wrong with a club's stays and journeys: the games beyond the longest run, squared and added up."""
        cost = run = 0
        before = None
        for stay, games in zip(self.at_home[club], self.games[club]):
            if stay is not before:
                if run > LONGEST_RUN:
                    cost += (run - LONGEST_RUN) ** 2
                run, before = 0, stay
            run += games
        return cost + max(0, run - LONGEST_RUN) ** 2

    def settle(self, r: Random) -> list[dict[Meeting, int]]:
        """Change grounds until no run is too long, or for so many steps; the home clubs of the series by slot."""
        heat = HEAT
        for _ in range(STEPS):
            heat *= COOLING
            tired = [club for club, cost in enumerate(self.costs) if cost]
            if not tired:
                break
            club = tired[int(r.random() * len(tired))]
            meeting = self.met[club][int(r.random() * len(self.rounds))]
            ways = self.options[meeting]
            changed = [(meeting, ways[int(r.random() * len(ways))])] if len(ways) > 1 else self._circle(r, meeting)
            before = [(one, self._homes(one)) for one, _ in changed]
            for one, homes in changed:
                self._put(one, homes)
            costs = {club: self._cost(club) for one, _ in changed for club in one}
            worse = sum(costs.values()) - sum(self.costs[club] for club in costs)
            if worse <= 0 or r.random() < exp(-worse / heat):
                for club, cost in costs.items():
                    self.costs[club] = cost
            else:
                for one, homes in before:
                    self._put(one, homes)
        return [{m: m[0] if self.at_home[m[0]][n] else m[1] for m in x.meetings} for n, x in enumerate(self.rounds)]

    def _circle(self, r: Random, meeting: Meeting) -> list[tuple[Meeting, tuple[int, ...]]]:
        """Four single series between the leagues with their grounds exchanged: all are as often at home as before.

        Empty where the series is another one or no such circle is found.
        """
        one, other = meeting
        if not one < LEAGUE <= other:
            return []
        ground = self._begins(meeting)
        for _ in range(12):
            third, fourth = int(r.random() * LEAGUE), LEAGUE + int(r.random() * LEAGUE)
            circle = [(one, other), (third, other), (third, fourth), (one, fourth)]
            if third == one or fourth == other or max([len(self.slots[m]) for m in circle]) > 1:
                continue
            if [self._begins(m) for m in circle] == [ground, not ground] * 2:
                return [(m, (m[self._begins(m)],)) for m in circle]
        return []


def _choices(meeting: Meeting, kinds: list[str], year: int) -> Iterator[tuple[int, ...]]:
    """The ways to share the series of a pair between the two grounds."""
    one, other = meeting
    i, j = one % LEAGUE, other % LEAGUE
    if one < LEAGUE <= other:
        gap = (j - i) % LEAGUE
        if gap:
            yield (one if (gap + year) % 2 else other,)
        else:
            yield one, other
            yield other, one
        return
    if i % DIVISIONS == j % DIVISIONS:
        owner = one if (j // DIVISIONS - i // DIVISIONS) % DEEP in (1, 2) else other
        guest = other if owner == one else one
        rest = [n for n, kind in enumerate(kinds) if kind != "long"]
        for mine in rest:
            yield tuple(owner if n not in rest or n == mine else guest for n in range(len(kinds)))
        return
    fourth = _seventh(one, other)
    if fourth is None:
        yield one, other
        yield other, one
    else:
        guest = other if fourth == one else one
        yield tuple(fourth if kind == "long" else guest for kind in kinds)


def _seventh(one: int, other: int) -> int | None:
    """Who has four of seven games at home against a club of another division; None where the two play six."""
    for a, b in ((one, other), (other, one)):
        i, j = a % LEAGUE, b % LEAGUE
        if (j - i) % DIVISIONS == 1 and (j // DIVISIONS - i // DIVISIONS) % DEEP in (0, 1):
            return a
    return None


def _games(meeting: Meeting, kind: str) -> int:
    """How many games a series has."""
    one, other = meeting
    if one < LEAGUE <= other:
        return 2 if other - one == LEAGUE else 3
    if kind != "long":
        return 3
    same_division = one % DIVISIONS == other % DIVISIONS
    return 4 if same_division or _seventh(one, other) is not None else 3


def fixtures(r: Random, year: int) -> list[Series]:
    """All series of a season.

    Parameters
    ----------
    r : random.Random
        Stream of the season's calendar.
    year : int
        Season.

    Returns
    -------
    list of Series
        2,430 games in all: 13 against each club of the division, 6 or 7 against the rest of the league, 3 against
        every club of the other league and 4 against the rival there; 81 at home, 81 away.
    """
    # A draw in six to twenty has clubs that rest in time and no idle day, and its grounds nearly always settle. The
    # calendar depends only on the day in March on which the season begins, so that no year is without such draws.
    while True:
        order = _order(r, year)
        dated = _dated(r, year, order)
        if _worn_out(dated) or _idle(dated, year):
            continue
        plan = _Grounds(r, year, order)
        grounds = plan.settle(r)
        if max(plan.costs) <= (MOST_RUN - LONGEST_RUN) ** 2:
            break
    series = []
    for one in dated:
        home = grounds[one.slot][one.meeting]
        series.append(Series(sum(one.meeting) - home, home, one.days))
    return series


class _Dated(NamedTuple):
    """A series with its days: the number of its round, and who plays."""

    slot: int
    meeting: Meeting
    days: tuple[date, ...]


def _dated(r: Random, year: int, order: list[tuple[date, _Round]]) -> list[_Dated]:
    """The days of every series, with as much rest as moving series within their weeks can give."""
    opening = opening_day(year)
    known = holidays(year)
    feasts = {known[name] for name in ("memorial", "independence", "labor")}
    series: list[_Dated] = []
    four = [{club for m in x.meetings if _games(m, x.kind) == 4 for club in m} for _, x in order]
    early: dict[int, bool] = {}
    for number, (monday, round_) in enumerate(order):
        ends_week = number + 1 == len(order) or order[number + 1][0] != monday
        for meeting in sorted(round_.meetings):
            games = _games(meeting, round_.kind)
            if ends_week:
                days = [3, 4, 5, 6] if games == 4 else [4, 5, 6]
                if monday < opening and games == 3:
                    days = [3, 5, 6]
            else:
                # Who plays on Thursday next has that day taken; who played four games lately often gets the Monday off.
                tired = bool(four[number - 1] & set(meeting))
                taken = bool(four[number + 1] & set(meeting))
                soon = taken or r.random() < (0.35 if tired else 0.85)
                if monday in feasts or (monday + 3 * DAY in feasts and not taken and games == 3):
                    soon = monday in feasts and (taken or r.random() < 0.8)
                elif games == 2:
                    early[len(series)] = soon = r.random() < 0.5
                elif not taken:
                    early[len(series)] = soon
                days = [n if soon else n + 1 for n in range(games)]
            series.append(_Dated(number, meeting, tuple(monday + n * DAY for n in days)))
    _rest(r, series, early)
    _fill(series, early)
    return series


MOST_DAYS = 20
"""Most days running on which a club plays."""

PASSES = 12
"""How often the series are gone through for one that is better moved."""


def _rest(r: Random, series: list[_Dated], early: dict[int, bool]) -> None:
    """Move series within their week until nobody plays for too many days running.

    `early` has the numbers of the series that may be moved, and whether they begin on a Monday.
    """
    days = _days(series)
    for _ in range(PASSES):
        tired = {club for club, own in enumerate(days) if _tired(own)}
        if not tired:
            return
        # now and then a series of others moves as well: the clubs hang together
        numbers = [n for n in early if tired.intersection(series[n].meeting) or r.random() < 0.06]
        r.shuffle(numbers)
        for number in numbers:
            one, soon = series[number], early[number]
            step = DAY if soon else -DAY
            moved = one._replace(days=tuple(day + step for day in one.days))
            change = _bits(one.days) ^ _bits(moved.days)
            before = sum(_tired(days[club]) for club in one.meeting)
            after = sum(_tired(days[club] ^ change) for club in one.meeting)
            if after < before or (after == before and r.random() < 0.3):
                series[number], early[number] = moved, not soon
                for club in one.meeting:
                    days[club] ^= change


def _worn_out(series: Sequence[_Dated]) -> bool:
    """Whether a club plays for too many days running."""
    return any(_tired(own) for own in _days(series))


LEAST_GAMES = 4
"""Fewest games of a day of the season but for the all-star pause and the days about the opening."""


def _fill(series: list[_Dated], early: dict[int, bool]) -> None:
    """Move series within their week to days on which hardly anybody plays, where that leaves nobody worn out."""
    days = _days(series)
    games = Counter(day for one in series for day in one.days)
    for number, soon in sorted(early.items()):
        one = series[number]
        moved = one._replace(days=tuple(day + (DAY if soon else -DAY) for day in one.days))
        gained, lost = set(moved.days) - set(one.days), set(one.days) - set(moved.days)
        change = _bits(one.days) ^ _bits(moved.days)
        if (
            any(games[day] < LEAST_GAMES for day in gained)
            and all(games[day] > LEAST_GAMES for day in lost)
            and not any(_tired(days[club] ^ change) for club in one.meeting)
        ):
            series[number], early[number] = moved, not soon
            games.update(gained)
            games.subtract(lost)
            for club in one.meeting:
                days[club] ^= change


def _idle(series: Sequence[_Dated], year: int) -> bool:
    """Whether there is a day on which nobody plays."""
    games = Counter(day for one in series for day in one.days)
    first, last, pause = opening_day(year), last_day(year), break_monday(year)
    days = (first + n * DAY for n in range(2, (last - first).days))
    return any(not games[day] for day in days if not pause <= day < pause + 4 * DAY)


def _bits(days: Sequence[date]) -> int:
    """Days of a year as the bits of a number."""
    return sum(1 << day.timetuple().tm_yday for day in days)


def _days(series: Sequence[_Dated]) -> list[int]:
    """The days on which every club plays, as the bits of a number."""
    days = [0] * (2 * LEAGUE)
    for one in series:
        for club in one.meeting:
            days[club] |= _bits(one.days)
    return days


def _tired(days: int) -> int:
    """Days that a club plays beyond the most running, squared and added up."""
    held = 1
    while held <= MOST_DAYS:  # a bit is left for every so many days running
        step = min(held, MOST_DAYS + 1 - held)
        days &= days >> step
        held += step
    return sum([len(run) ** 2 for run in f"{days:b}".replace("0", " ").split()]) if days else 0
