"""The schedule of professional football, from opening night to the final."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import combinations, pairwise
from math import exp
from random import Random

from .._common import planned as planning
from .._common.calendar import DAY, MON, SUN, WED, Pair, balance, holidays, local, nth_weekday
from .._common.clubs import Club
from .._common.places import EASTERN, MOUNTAIN, PACIFIC, Place, abroad, band
from .._common.rng import pick, stream

EXTENDED = 2021
"""Start year of the first season with a seventeenth game."""

BYES = (5, 6, 7, 8, 9, 10, 11, 12, 13, 14)
"""Weeks in which clubs rest."""

REST = (2, 2, 2, 1, 2, 1, 1, 2, 1, 2)
"""Pairs of clubs that rest together, week by week; shuffled every year."""

OVERSEAS = ("England", "Germany", "England", "Ireland", "England", "Spain", "Germany")
"""Where games overseas are played, week by week from the fourth; five of them a year."""


@dataclass(slots=True, eq=False)
class Plan(planning.Plan):
    """A game of football as it is planned.

    Attributes
    ----------
    successor : Plan or None
        The new row of a postponed or replaced game.
    """

    week: int = field(kw_only=True)
    successor: Plan | None = None


Play = Callable[[Plan], int]
"""Points by which the home side of a planned game wins."""


def planned(week: int, day: date, clock: str, away: Club, home: Club, place: Place | None = None) -> Plan:
    """A plan at a time of the league's zone, at the home club's venue or at a neutral place."""
    start = local(day, clock, EASTERN)
    return Plan(day, start, away, home, place or home.place, neutral=place is not None, week=week)


def weeks(year: int) -> int:
    """Weeks of a regular season: one more than a club has games."""
    return 18 if year >= EXTENDED else 17


def opening(year: int) -> date:
    """Thursday of the first week: after Labor Day."""
    return holidays(year)["labor"] + 3 * DAY


def pairings(year: int, rank: Sequence[int], r: Random) -> list[Pair]:
    """The 272 pairings as (away, home), clubs by number: four to a division, sixteen to a conference; 256 until 2020.

    Six games in the division, four each against a whole division of the own and of the other conference, two against
    the clubs that stand where the club does in the other divisions of its conference, and since 2021 one against such
    a club of the other conference.

    Parameters
    ----------
    rank : sequence of int
        Place of every club in its division last year, 0 to 3.
    """
    near, far, extra = 1 + year % 3, year % 4, (year + 1 + year % 3) % 4
    extra = far ^ near if extra == far else extra
    in_place = {(club // 4, rank[club]): club for club in range(32)}
    pairs: list[Pair] = []
    even: list[Pair] = []
    for first in range(0, 32, 4):
        members = range(first, first + 4)
        pairs += [pair for a, b in combinations(members, 2) for pair in ((a, b), (b, a))]
    for group in range(8):
        conference, division = divmod(group, 4)
        others = [conference * 4 + (division ^ near)] + ([4 + (division ^ far)] if conference == 0 else [])
        for other in others:
            if other > group:
                even += [
                    (4 * group + i, 4 * other + j) if (i + j) % 4 < 2 else (4 * other + j, 4 * group + i)
                    for i in range(4)
                    for j in range(4)
                ]
        for place in range(4):
            for step in (1, 2, 3):
                other = conference * 4 + (division ^ step)
                if step != near and other > group:
                    even.append((in_place[group, place], in_place[other, place]))
            if conference == 0 and year >= EXTENDED:
                ours, theirs = in_place[group, place], in_place[4 + (division ^ extra), place]
                pairs.append((ours, theirs) if year % 2 else (theirs, ours))
    whole = [pair for pair in even if _whole(pair, near, far)]
    placed = [pair for pair in even if not _whole(pair, near, far)]
    return pairs + whole + balance(placed, r)


def _whole(pair: Pair, near: int, far: int) -> bool:
    """Whether a game belongs to the meeting of two whole divisions."""
    one, two = pair[0] // 4, pair[1] // 4
    return (one % 4) ^ (two % 4) == (near if one // 4 == two // 4 else far)


def rounds(
    pairs: Sequence[Pair], count: int, fixed: dict[int, int], prefer: Callable[[int], Sequence[int]], r: Random
) -> list[int]:
    """Put games into weeks so that nobody plays twice in one: an edge coloring by alternating chains.

    Parameters
    ----------
    pairs : sequence of (int, int)
        Games.
    count : int
        Weeks, numbered from 0.
    fixed : dict of int to int
        Game -> week that is settled beforehand and does not change.
    prefer : callable
        Weeks for a game, the liked ones first; all that are allowed.
    r : random.Random
        For choices and for breaking out of dead ends.

    Returns
    -------
    list of int
        Week of each game.

    Raises
    ------
    ValueError
        No arrangement was found.
    """
    week = [-1] * len(pairs)
    at: dict[int, list[int]] = {club: [-1] * count for pair in pairs for club in pair}

    def put(game: int, number: int) -> None:
        week[game] = number
        for club in pairs[game]:
            at[club][number] = game

    def lift(game: int) -> None:
        for club in pairs[game]:
            at[club][week[game]] = -1
        week[game] = -1

    for game, number in fixed.items():
        put(game, number)
    waiting = [game for game in range(len(pairs)) if game not in fixed]
    r.shuffle(waiting)
    for _ in range(60 * len(pairs)):
        if not waiting:
            return week
        game = waiting.pop()
        one, two = pairs[game]
        allowed = prefer(game)
        free = next((n for n in allowed if at[one][n] < 0 and at[two][n] < 0), None)
        if free is None:
            free = _chain(pairs, at, week, fixed, one, two, allowed, lift, put)
        if free is None:
            free = allowed[int(r.random() * len(allowed))]
            blockers = {at[club][free] for club in (one, two)} - {-1}
            if any(blocker in fixed for blocker in blockers):
                waiting.insert(int(r.random() * len(waiting)), game)
                continue
            for blocker in blockers:
                lift(blocker)
                waiting.insert(0, blocker)
        put(game, free)
    raise ValueError("the weeks cannot hold the games")


def _chain(
    pairs: Sequence[Pair],
    at: dict[int, list[int]],
    week: list[int],
    fixed: dict[int, int],
    one: int,
    two: int,
    allowed: Sequence[int],
    lift: Callable[[int], None],
    put: Callable[[int, int], None],
) -> int | None:
    """Free a week for a game by swapping two weeks along a chain of games that begins at its second club."""
    for free_one in allowed:
        if at[one][free_one] >= 0:
            continue
        for free_two in allowed:
            if at[two][free_two] >= 0 or free_two == free_one:
                continue
            games, club, here = [], two, free_one
            while (game := at[club][here]) >= 0:
                games.append(game)
                club = pairs[game][0] + pairs[game][1] - club
                here = free_two if here == free_one else free_one
            if club == one or any(game in fixed for game in games):
                continue
            weeks = [week[game] for game in games]
            for game in games:
                lift(game)
            for game, number in zip(games, weeks):
                put(game, free_two if number == free_one else free_one)
            return free_one
    return None


def by_week(year: int, clubs: Sequence[Club], rank: Sequence[int], r: Random) -> list[list[Pair]]:
    """The games of the weeks: one bye for everybody in weeks 5 to 14, division games in the last week."""
    games = pairings(year, rank, r)
    count = weeks(year)
    for _ in range(20):
        rest = list(range(len(clubs)))
        r.shuffle(rest)
        byes = [(rest[k], rest[k + 1]) for k in range(0, len(rest), 2)]
        load = list(REST)
        r.shuffle(load)
        slots = [number - 1 for number, pairs in zip(BYES, load) for _ in range(pairs)]
        fixed = {len(games) + k: slot for k, slot in enumerate(slots)}
        fixed.update(_last_week(games, count - 1, r))
        try:
            return _order(games, rounds([*games, *byes], count, fixed, lambda _: range(count - 1), r), count, r)
        except ValueError:
            continue
    raise ValueError("no schedule found")


def _last_week(games: Sequence[Pair], last: int, r: Random) -> dict[int, int]:
    """Sixteen division games for the last week."""
    fixed = {}
    for first in range(0, 32, 4):
        one, two, three, four = r.sample(range(first, first + 4), 4)
        for pair in ((one, two), (three, four)):
            fixed[games.index(pair)] = last
    return fixed


MOVED = 0.4
"""Share of the steps that move games to other weeks; the others change grounds."""

MOST_STEPS = 8000
"""Steps after which other weeks are tried."""

LONGEST_RUN = 3
"""Most games running that a club plays at home, and most on the road."""


CLOSE, NEAR = 2, 3
"""Weeks between the two games of a pair that are too few, and that are better avoided."""


def _order(games: Sequence[Pair], numbers: Sequence[int], count: int, r: Random) -> list[list[Pair]]:
    """The games of the weeks, in an order without long runs at home or away and with rematches far apart.

    Simulated annealing: games of two weeks change places, or some change grounds.
    """
    weeks: list[list[Pair]] = [[] for _ in range(count)]
    for game, number in zip(games, numbers):
        weeks[number].append(game)
    order = _Order(weeks)
    heat, steps = 6.0, 0
    while heat > 0.15 or order.at_fault():
        steps += 1
        if steps > MOST_STEPS:
            raise ValueError("no order of the weeks without a long run or a rematch at once")
        heat = 3.0 if heat < 0.15 else heat * 0.996
        if r.random() < MOVED:
            club, one = order.restless(r)
            change = order.swap_weeks(one, int(r.random() * (count - 1)), club)
        else:
            change = order.swap_grounds(order.circle(r))
        worse = change()
        if worse > 0 and r.random() >= exp(-worse / heat):
            change()
    return order.weeks


class _Order:
    """An order of the weeks while it is bettered."""

    def __init__(self, weeks: list[list[Pair]]) -> None:
        self.weeks = weeks
        self._week = {pair: number for number, games in enumerate(weeks) for pair in games}
        self.twice = [pair for pair in self._week if pair[0] < pair[1] and pair[::-1] in self._week]
        self.home: dict[int, list[int]] = {}
        for number, games in enumerate(weeks):
            for pair in games:
                for club, sign in zip(pair, (-1, 1)):
                    self.home.setdefault(club, [0] * len(weeks))[number] = sign

    def cost(self, clubs: Iterable[int]) -> int:
        """How bad the runs of clubs are: those longer than allowed count most."""
        return sum(_runs(self.home[club]) for club in clubs)

    def at_fault(self) -> bool:
        """Whether a club is at home or away for too long, or meets another one again too soon."""
        return any(self._soon(pair) >= OVER for pair in self.twice) or any(
            _runs(signs) >= OVER for signs in self.home.values()
        )

    def _soon(self, pair: Pair) -> int:
        """How bad it is when the other game of a pair is played."""
        other = self._week.get(pair[::-1])
        gap = NEAR + 1 if other is None else abs(self._week[pair] - other)
        return OVER if gap <= CLOSE else 4 * (gap <= NEAR)

    def circle(self, r: Random) -> tuple[Pair, ...]:
        """Games whose grounds may be changed together: every club among them has as many at home as before.

        The two games of clubs that meet twice, or four games of two clubs of a division against two of another.
        """
        if r.random() < 0.5:
            pair = self.twice[int(r.random() * len(self.twice))]
            return pair, pair[::-1]
        while True:
            one, two = (4 * division for division in r.sample(range(8), 2))
            a, c = r.sample(range(one, one + 4), 2)
            b, d = r.sample(range(two, two + 4), 2)
            games = (a, b), (b, c), (c, d), (d, a)
            if all(game in self._week for game in games):
                return games

    def swap_grounds(self, games: Sequence[Pair]) -> Callable[[], int]:
        """A change of ground in some games: to do it, and again to undo it; by what it costs."""
        clubs = {club for pair in games for club in pair}
        now = list(games)

        def change() -> int:
            before = self.cost(clubs)
            numbers = [self._week.pop(pair) for pair in now]
            for k, number in enumerate(numbers):
                pair = now[k]
                now[k] = back = pair[::-1]
                week = self.weeks[number]
                week[week.index(pair)] = back
                for club in pair:
                    self.home[club][number] *= -1
            self._week.update(zip(now, numbers))
            return self.cost(clubs) - before

        return change

    def restless(self, r: Random) -> tuple[int, int]:
        """A club and a week, not the last, whose games to move: of a pair that meets again too soon if one does."""
        soon = [pair for pair in self.twice if self._soon(pair) >= OVER]
        pair = pick(r, soon or self.twice, [1.0] * len(soon or self.twice))
        weeks = [week for week in (self._week[pair], self._week[pair[::-1]]) if week < len(self.weeks) - 1]
        return pair[r.random() < 0.5], weeks[int(r.random() * len(weeks))]

    def chain(self, club: int, one: int, two: int) -> tuple[list[Pair], list[Pair]]:
        """The games of two weeks that must change places together with a club's."""
        games = {week: {member: pair for pair in self.weeks[week] for member in pair} for week in (one, two)}
        found: dict[int, list[Pair]] = {one: [], two: []}
        clubs, seen = [club], {club}
        while clubs:
            here = clubs.pop()
            for week in (one, two):
                pair = games[week].get(here)
                if pair is not None and pair not in found[week]:
                    found[week].append(pair)
                    other = pair[0] + pair[1] - here
                    if other not in seen:
                        seen.add(other)
                        clubs.append(other)
        return found[one], found[two]

    def swap_weeks(self, one: int, two: int, club: int) -> Callable[[], int]:
        """An exchange of the games of two weeks that hang together, to do and to undo; by what it costs.

        Nothing changes where a week would get more games than it had, or somebody would rest in a week without byes.
        """
        games = dict(zip((one, two), self.chain(club, one, two)))
        members = [{member for pair in pairs for member in pair} for pairs in games.values()]
        byes = one + 1 in BYES and two + 1 in BYES
        if one == two or len(games[one]) != len(games[two]) or not (byes or members[0] == members[1]):
            return int
        clubs = members[0] | members[1]
        pairs = [*games[one], *games[two]]

        def change() -> int:
            before = self.cost(clubs) + sum(map(self._soon, pairs))
            for week in (one, two):
                moved = set(games[week])
                self.weeks[week] = [pair for pair in self.weeks[week] if pair not in moved]
            games[one], games[two] = games[two], games[one]
            for week in (one, two):
                self.weeks[week] += games[week]
                self._week.update(dict.fromkeys(games[week], week))
            for member in clubs:
                signs = self.home[member]
                signs[one], signs[two] = signs[two], signs[one]
            return self.cost(clubs) + sum(map(self._soon, pairs)) - before

        return change


OVER = 40
"""What a game beyond the longest run counts, beside 2 for one that reaches it; and a rematch too soon, beside 4."""


def _runs(signs: Sequence[int]) -> int:
    """What the runs of a club count: 1 a game at home, -1 one on the road, 0 a week off."""
    faults = run = last = 0
    for sign in signs:
        if sign:
            run = run + 1 if sign == last else 1
            last = sign
            if run >= LONGEST_RUN:
                faults += OVER if run > LONGEST_RUN else 2
    return faults


FULL_WEEK, LEAST_REST = 6, 4
"""The fewest days between two games of a club: in a week that is not short, and before a Saturday."""

NIGHT, MOST_NIGHTS, MOST_MONDAYS = "19:00", 6, 3
"""When nights begin, and the most games at night, and on Mondays, of a club."""

Slot = tuple[Pair, str]
"""A game and its hour."""


class _Rest:
    """How the clubs are rested while the weeks are handed out, whose games on Thursdays are settled beforehand.

    Parameters
    ----------
    thursdays : mapping of date to sequence of (pair, str)
        The games on Thursdays, with their hours.
    """

    def __init__(self, thursdays: Mapping[date, Sequence[Slot]]) -> None:
        self._last: dict[int, date] = {}
        self._night: dict[int, bool] = {}
        self._settled: dict[int, list[date]] = defaultdict(list)
        for day, slots in sorted(thursdays.items()):
            for pair, _ in slots:
                for club in pair:
                    self._settled[club].append(day)
        self._short = Counter(club for club, days in self._settled.items() for _ in days)
        evenings = (pair for slots in thursdays.values() for pair, clock in slots if clock >= NIGHT)
        self._nights = Counter(club for pair in evenings for club in pair)
        self._mondays = Counter[int]()

    def cost(self, pair: Pair, day: date, clock: str) -> int:
        """What speaks against a game at a time: the short weeks that its clubs would then have, squared, and limits."""
        cost = 0
        night = clock >= NIGHT
        for club in pair:
            gap = (day - self._last.get(club, date.min)).days
            if gap < FULL_WEEK:
                cost += (self._short[club] + 1) ** 2 + (OVER if gap - self._night[club] < LEAST_REST else 0)
            faults = (
                any(0 < (later - day).days < LEAST_REST + night for later in self._settled[club]),
                night and self._nights[club] >= MOST_NIGHTS,
                day.weekday() == MON and self._mondays[club] >= MOST_MONDAYS,
            )
            cost += OVER * sum(faults)
        return cost

    def play(self, pair: Pair, day: date, clock: str) -> None:
        for club in pair:
            if day not in self._settled[club]:  # those are counted already
                self._short[club] += (day - self._last.get(club, date.min)).days < FULL_WEEK
                self._nights[club] += clock >= NIGHT
            self._mondays[club] += day.weekday() == MON
            self._last[club], self._night[club] = day, clock >= NIGHT


@dataclass(slots=True)
class _Week:
    """The windows of a week while its games are handed out."""

    number: int
    thursday: date
    left: list[Pair]
    clubs: Sequence[Club]
    rest: _Rest
    plans: list[Plan] = field(default_factory=list)

    def add(self, pair: Pair, day: date, clock: str, place: Place | None = None) -> None:
        self.left.remove(pair)
        self.rest.play(pair, day, clock)
        self.plans.append(planned(self.number, day, clock, self.clubs[pair[0]], self.clubs[pair[1]], place))

    def western(self, pair: Pair) -> bool:
        return band(self.clubs[pair[1]].place.zone) in (PACIFIC, MOUNTAIN)

    def gain(self, day: date, clock: str, pair: Pair) -> tuple[int, int]:
        """How good a time is for a game, and how bad the afternoon before."""
        return -self.rest.cost(pair, day, clock), self.rest.cost(pair, day - DAY, "13:00")

    def take(self, r: Random, day: date, clock: str, west: float = 1.0, place: Place | None = None) -> None:
        """Add one of the games left, of those for which the time is best; `west` weighs those in the west."""
        costs = [self.rest.cost(pair, day, clock) for pair in self.left]
        open_to = [pair for pair, cost in zip(self.left, costs) if cost == min(costs)]
        self.add(pick(r, open_to, [west if self.western(pair) else 1.0 for pair in open_to]), day, clock, place)


def slate(seed: int, year: int, clubs: Sequence[Club], rank: Sequence[int], r: Random) -> list[Plan]:
    """The regular season with its days and hours, postponed and cancelled games included."""
    slates = by_week(year, clubs, rank, r)
    days = holidays(year)
    plans: list[Plan] = []
    last = len(slates)
    trips = set(r.sample(range(4, 11), 5))
    midweek, eve = _wednesday(slates, year, r)
    thursdays = _thursdays([[pair for pair in games if pair not in midweek | eve] for games in slates], year, r)
    rest = _Rest(thursdays)
    for number, games in enumerate(slates, 1):
        thursday = opening(year) + 7 * (number - 1) * DAY
        week = _Week(number, thursday, list(games), clubs, rest)
        sunday = thursday + 3 * DAY
        saturday = sunday - DAY
        for pair, clock in zip([pair for pair in week.left if pair in midweek], FEAST[1]):
            week.add(pair, thursday - DAY, clock)
        for pair, clock in zip([pair for pair in week.left if pair in eve], ("13:00", "16:30", "16:30")):
            week.add(pair, saturday, clock)
        if number == last:
            week.take(r, saturday, "16:30")
            week.take(r, saturday, "20:15")
        else:
            for pair, clock in thursdays[thursday]:
                week.add(pair, thursday, clock)
            _friday(week, days, year, r)
            if number in trips:
                place = _overseas(seed, year, number)
                week.take(r, sunday, "09:30", 0.05, place)
            if number >= last - 2:
                for clock in ("13:00", "16:30") if number == last - 2 else ("16:30", "20:15"):
                    if not eve.intersection(games) and (saturday == days["christmas"] or r.random() < 0.7):
                        week.take(r, saturday, clock)
            _monday(week, days, r)
        _sunday(week, sunday, days, r)
        plans += week.plans
    return plans + _moved(plans, r)


def _overseas(seed: int, year: int, number: int) -> Place:
    country = OVERSEAS[number - 4]
    return abroad(stream(seed, "NFL", "overseas", country, year // 3), country, "{} Simulation Ground", 0, "grass")


FEAST = ("12:30", "16:30", "20:20"), ("13:00", "16:30", "20:15")
"""Starts of the games of Thanksgiving, and of a Christmas on a Thursday, Sunday or Monday."""

OPENING_FRIDAY, BLACK_FRIDAY = 2024, 2023
"""Since when there is a game on the Friday of the first week, and on that after Thanksgiving."""

CHRISTMAS_FRIDAY, CHRISTMAS_WEDNESDAY = 2020, 2024
"""Since when there is a game on a Christmas that is a Friday, instead of the Thursday's, and two on a Wednesday."""


def _wednesday(slates: Sequence[Sequence[Pair]], year: int, r: Random) -> tuple[set[Pair], set[Pair]]:
    """The two games of a Christmas on a Wednesday, and those before it of their clubs, which are on the Saturday.

    Two clubs of different games have met each other the week before, so that only three games are moved.
    """
    christmas = holidays(year)["christmas"]
    if christmas.weekday() != WED or year < CHRISTMAS_WEDNESDAY:
        return set(), set()
    number = (christmas - opening(year)).days // 7 + 1
    now, before = ({club: pair for pair in slates[n] for club in pair} for n in (number, number - 1))
    one, other = pick(r, slates[number - 1], [1.0] * len(slates[number - 1]))
    midweek = {now[one], now[other]}
    return midweek, {before[club] for pair in midweek for club in pair}


PATIENCE = 20_000
"""Steps in which games on Thursdays are looked for."""


def _thursdays(slates: Sequence[Sequence[Pair]], year: int, r: Random) -> dict[date, list[Slot]]:
    """The games on Thursdays, by day: everybody has one of them, and nobody a third or two weeks running.

    Parameters
    ----------
    slates : sequence of sequence of (int, int)
        The games of the weeks, those left out that are on another day in any case.
    """
    firsts = [opening(year) + 7 * number * DAY for number in range(len(slates))]
    hours = [_hours(day, year) for day in firsts[:-1]] + [()]
    chosen = [r.sample(games, len(clocks)) for games, clocks in zip(slates, hours)]
    weeks: dict[int, list[int]] = {club: [] for games in slates for pair in games for club in pair}
    for number, pairs in enumerate(chosen):
        for pair in pairs:
            for club in pair:
                weeks[club].append(number)

    def faults(clubs: Iterable[int]) -> int:
        own = [sorted(weeks[club]) for club in clubs]
        return sum((len(one) - 1) ** 2 + 2 * sum(b - a == 1 for a, b in pairwise(one)) for one in own)

    cost, least = faults(weeks), abs(2 * sum(map(len, hours)) - len(weeks))
    for _ in range(PATIENCE):
        if cost == least:
            break
        number = int(r.random() * (len(slates) - 1))
        if not hours[number]:
            continue
        k, new = int(r.random() * len(hours[number])), slates[number][int(r.random() * len(slates[number]))]
        old = chosen[number][k]
        if new in chosen[number]:
            continue
        before = faults((*old, *new))
        for club in old:
            weeks[club].remove(number)
        for club in new:
            weeks[club].append(number)
        worse = faults((*old, *new)) - before
        if worse <= 0 or r.random() < exp(-3 * worse):
            chosen[number][k] = new
            cost += worse
        else:
            for club in new:
                weeks[club].remove(number)
            for club in old:
                weeks[club].append(number)
    return {day: list(zip(pairs, clocks)) for day, pairs, clocks in zip(firsts, chosen, hours)}


def _hours(thursday: date, year: int) -> tuple[str, ...]:
    """When the games of a Thursday begin: three on Thanksgiving and at Christmas, none before a Friday at Christmas."""
    days = holidays(year)
    if thursday in (days["thanksgiving"], days["christmas"]):
        return FEAST[thursday == days["christmas"]]
    if thursday + DAY == days["christmas"] and year >= CHRISTMAS_FRIDAY:
        return ()
    return ("20:20" if thursday == opening(year) else "20:15",)


def _friday(week: _Week, days: dict[str, date], year: int, r: Random) -> None:
    friday = week.thursday + DAY
    if friday == days["christmas"] and year >= CHRISTMAS_FRIDAY:
        week.take(r, friday, "16:30")
    if week.number == 1 and year >= OPENING_FRIDAY:
        week.take(r, friday, "20:15")
    elif friday == days["black friday"] and year >= BLACK_FRIDAY:
        week.take(r, friday, "15:00")


def _monday(week: _Week, days: dict[str, date], r: Random) -> None:
    """The Monday game, now and then two; three at Christmas."""
    night = week.thursday + 4 * DAY
    if night == days["christmas"]:
        for clock in FEAST[1]:
            week.take(r, night, clock)
        return
    week.take(r, night, "20:15", 1.4)
    if week.number in (2, 3, 7, 14) and r.random() < 0.5:
        week.take(r, night, "19:15", 0.2)


def _sunday(week: _Week, sunday: date, days: dict[str, date], r: Random) -> None:
    """The night game, the late games (all of the west), the early ones; on the day before if it is Christmas."""
    if sunday == days["christmas"]:
        for clock in FEAST[1]:
            week.add(max(week.left, key=partial(week.gain, sunday, clock)), sunday, clock)
        sunday -= DAY
    week.take(r, sunday, "20:20", 1.2)
    western = [pair for pair in week.left if week.western(pair)]
    east = [pair for pair in week.left if not week.western(pair)]
    r.shuffle(east)
    late = western + east[: max(1, 4 - len(western))]
    for pair in late:
        week.add(pair, sunday, "16:05" if r.random() < 0.37 else "16:25")
    for pair in list(week.left):
        week.add(pair, sunday, "13:00")


def _moved(plans: Sequence[Plan], r: Random) -> list[Plan]:
    """Mark what is postponed to the next days or cancelled; the new rows of the former."""
    new = []
    days: dict[int, list[date]] = {}
    for plan in plans:
        for club in (plan.away, plan.home):
            days.setdefault(club.id, []).append(plan.day)
    for plan in plans:
        roll = r.random()
        soon = any(0 < (day - plan.day).days < 6 for club in (plan.away, plan.home) for day in days[club.id])
        if roll < 0.0045 and not plan.neutral and not soon and plan.day.weekday() == SUN:
            plan.unplayed_as = "postponed"
            later = planned(plan.week, plan.day + DAY * (1 + (roll < 0.001)), "19:00", plan.away, plan.home)
            plan.successor, later.after = later, (plan,)
            new.append(later)
        elif 0.0045 <= roll < 0.0048 and plan.week >= 15:
            plan.unplayed_as = "cancelled"
    return new


ROUNDS = ("Wild Card", "Divisional Round", "Conference Championship", "Championship Game")


def playoffs(seeds: dict[str, list[Club]], seed: int, year: int, play: Play) -> list[Plan]:
    """The thirteen games of the postseason: the first seed rests, the best left always meets the last left.

    Parameters
    ----------
    seeds : dict of str to list of Club
        Seven clubs a conference in order of seed.
    play : callable
        Plays a planned game.
    """
    last = weeks(year)
    first = opening(year) + 7 * last * DAY + 2 * DAY
    windows = (
        ((0, "16:30"), (0, "20:00"), (1, "13:00"), (1, "16:30"), (1, "20:15"), (2, "20:15")),
        ((0, "16:30"), (0, "20:15"), (1, "15:00"), (1, "18:30")),
        ((1, "15:00"), (1, "18:30")),
    )
    plans: list[Plan] = []
    left = {name: list(enumerate(clubs, 1)) for name, clubs in sorted(seeds.items())}
    for number, times in enumerate(windows, 1):
        slots = iter(times)
        saturday = first + 7 * (number - 1) * DAY
        for name, clubs in left.items():
            rest = clubs[:1] if number == 1 else []
            field = clubs[len(rest) :]
            through = list(rest)
            for k in range(len(field) // 2):
                better, other = field[k], field[-1 - k]
                shift, clock = next(slots)
                plan = planned(last + number, saturday + shift * DAY, clock, other[1], better[1])
                _label(plan, f"{name} Championship" if number == 3 else ROUNDS[number - 1], number)
                plans.append(plan)
                through.append(better if play(plan) > 0 else other)
            left[name] = sorted(through, key=lambda item: item[0])
    one, two = (clubs[0][1] for clubs in left.values())
    host = pick(stream(seed, "NFL", "final", year), [club for clubs in seeds.values() for club in clubs], [1.0] * 14)
    away, home = (one, two) if year % 2 else (two, one)
    place = host.place if host.id not in (one.id, two.id) else seeds[host.conference][-1].place
    final = planned(
        last + 4, final_day(year), "18:30", away, home, place.venue(f"{place.city} Simulation Bowl", 1, "turf")
    )
    _label(final, ROUNDS[3], 4)
    play(final)
    return [*plans, final]


def final_day(year: int) -> date:
    """Sunday of the final: the second of February, until 2020 the first."""
    return nth_weekday(year + 1, 2, SUN, 2 if year >= EXTENDED else 1)


def _label(plan: Plan, name: str, number: int) -> None:
    plan.season_type, plan.event_name, plan.round = "Playoffs", name, number
