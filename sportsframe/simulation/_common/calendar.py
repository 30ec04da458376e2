"""Days, hours and fixture lists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from random import Random
from typing import Protocol
from zoneinfo import ZoneInfo

MON, TUE, WED, THU, FRI, SAT, SUN = range(7)

DAY = timedelta(days=1)
LONG_AGO = date.min

FIRST_YEAR, LAST_YEAR = 2000, 2099
"""Start years of the first and the last season."""

Pair = tuple[int, int]
"""(away, home), as indices of clubs."""

FAR = 400
"""Miles of travel that weigh as much as a game by which a club is behind its share."""

OVERNIGHT = timedelta(hours=17)
"""Least time between the starts of two games of a club on two days running."""


class Timed(Protocol):
    """A planned game."""

    start: datetime

    @property
    def away(self) -> Hashable: ...

    @property
    def home(self) -> Hashable: ...


def nth_weekday(year: int, month: int, weekday: int, n: int) -> date:
    """The n-th weekday (0 is Monday) of a month; -1 is the last."""
    if n > 0:
        first = date(year, month, 1)
        return first + DAY * ((weekday - first.weekday()) % 7 + 7 * (n - 1))
    last = date(year + month // 12, month % 12 + 1, 1) - DAY
    return last - DAY * ((last.weekday() - weekday) % 7 + 7 * (-n - 1))


def on_or_after(day: date, weekday: int) -> date:
    """The first such weekday from a day on."""
    return day + DAY * ((weekday - day.weekday()) % 7)


def on_or_before(day: date, weekday: int) -> date:
    """The last such weekday up to a day."""
    return day - DAY * ((day.weekday() - weekday) % 7)


def days(first: date, last: date) -> Iterator[date]:
    """Every day from the first to the last, both included."""
    while first <= last:
        yield first
        first += DAY


@lru_cache(maxsize=4096)
def offset(day: date, zone: str) -> timedelta:
    """How far local time is ahead of GMT at noon of a day."""
    ahead = datetime.combine(day, time(12), ZoneInfo(zone)).utcoffset()
    return ahead if ahead is not None else timedelta(0)


def local(day: date, clock: str, zone: str) -> datetime:
    """The instant a wall clock shows a time.

    Parameters
    ----------
    day : date
        Local day.
    clock : str
        ``HH:MM``, 24 hours. Times before 03:00 on a day of a clock change are read with the offset of noon.
    zone : str
        IANA name of the time zone.

    Returns
    -------
    datetime
        Aware, UTC.
    """
    hours, minutes = clock.split(":")
    return datetime(day.year, day.month, day.day, int(hours), int(minutes), tzinfo=UTC) - offset(day, zone)


def holidays(year: int) -> dict[str, date]:
    """Days of the United States that schedules turn on, by short name."""
    thanksgiving = nth_weekday(year, 11, THU, 4)
    return {
        "new year": date(year, 1, 1),
        "january monday": nth_weekday(year, 1, MON, 3),
        "february monday": nth_weekday(year, 2, MON, 3),
        "memorial": nth_weekday(year, 5, MON, -1),
        "independence": date(year, 7, 4),
        "labor": nth_weekday(year, 9, MON, 1),
        "thanksgiving": thanksgiving,
        "black friday": thanksgiving + DAY,
        "christmas eve": date(year, 12, 24),
        "christmas": date(year, 12, 25),
    }


def round_robin(n: int) -> list[list[Pair]]:
    """Rounds in which each of n clubs meets each other once, by the circle method.

    Parameters
    ----------
    n : int
        Clubs; with an odd number one of them rests in each round.

    Returns
    -------
    list of list of tuple of int
        n - 1 rounds (n if odd) of (away, home); home and away alternate as far as one round robin allows.
    """
    size = n + n % 2
    rounds = []
    for turn in range(size - 1):
        pairs = [(turn, size - 1) if turn % 2 else (size - 1, turn)]
        for k in range(1, size // 2):
            one, other = (turn + k) % (size - 1), (turn - k) % (size - 1)
            pairs.append((one, other) if k % 2 else (other, one))
        rounds.append([pair for pair in pairs if n not in pair or size == n])
    return rounds


def double_round_robin(n: int, *, mirrored: bool = True, r: Random | None = None) -> list[list[Pair]]:
    """Rounds in which each of n clubs meets each other once at home and once away.

    Parameters
    ----------
    n : int
        Clubs, an even number.
    mirrored : bool
        The second half repeats the order of the first with the grounds changed; otherwise its rounds are put in
        another order (needs `r`), such that no pair meets in two rounds that follow each other.
    r : random.Random, optional
        Source of the order.
    """
    first = round_robin(n)
    second = [[(home, away) for away, home in pairs] for pairs in first]
    if not mirrored and r is not None:
        turn = r.randrange(n // 4, n // 2)
        second = second[turn:] + second[:turn]
    return first + second


def balance(pairs: Sequence[Pair], r: Random) -> list[Pair]:
    """The pairings with grounds chosen so that every club is at home in half of its games, give or take one.

    Walks along trails of games and lets each club be away and at home in turn, which is an Eulerian orientation.
    """
    games: dict[int, list[int]] = defaultdict(list)
    for number, (one, other) in enumerate(pairs):
        games[one].append(number)
        games[other].append(number)
    for numbers in games.values():
        r.shuffle(numbers)
    odd = [club for club, numbers in games.items() if len(numbers) % 2]
    order = odd + [club for club in games if club not in set(odd)]
    result: list[Pair | None] = [None] * len(pairs)
    for start in order:
        club = start
        while True:
            while games[club] and result[games[club][-1]] is not None:
                games[club].pop()
            if not games[club]:
                break
            number = games[club].pop()
            one, other = pairs[number]
            opponent = other if one == club else one
            result[number] = (club, opponent)
            club = opponent
    return [pair for pair in result if pair is not None]


def spread(
    pairs: Sequence[Pair],
    calendar: Sequence[date],
    capacity: Mapping[date, int] | Callable[[date], int],
    r: Random,
    *,
    rest: int = 0,
    closed: Collection[date] = (),
    most: Mapping[int, int] | None = None,
    ways: Sequence[Sequence[int]] | None = None,
) -> list[tuple[date, Pair]]:
    """Put pairings on days, one game a club and day.

    Day after day the clubs that are furthest behind their share of games are matched first; what the calendar has no
    room for goes to the days with most room, without the minimum rest.

    Parameters
    ----------
    pairs : sequence of (away, home)
        Games to place; a pair may stand several times.
    calendar : sequence of date
        Days in order.
    capacity : mapping or callable
        How many games a day should hold.
    r : random.Random
        Decides between equals.
    rest : int
        Days without a game that a club is to have between two games.
    closed : collection of date
        Days without games.
    most : mapping of int to int, optional
        Most games in any seven days, by rest: ``{7: 4}`` means at most four in seven days.
    ways : sequence of sequence of int, optional
        Miles from the ground of each club to each other's: near games are preferred.

    Returns
    -------
    list of (date, (away, home))
        In order of date, every pairing once.

    Raises
    ------
    ValueError
        The days cannot hold the games.
    """
    room = capacity if callable(capacity) else lambda day: capacity.get(day, 0)
    open_days = [day for day in calendar if day not in closed]
    left: dict[int, list[int]] = defaultdict(list)
    for number, pair in enumerate(pairs):
        left[pair[0]].append(number)
        left[pair[1]].append(number)
    total = {club: len(numbers) for club, numbers in left.items()}
    played: dict[int, list[date]] = {club: [] for club in total}
    placed: dict[int, date] = {}
    met: dict[frozenset[int], date] = {}
    at = {club: club for club in total}
    capacities = [max(0, room(day)) for day in open_days]
    spots, used = sum(capacities), 0

    def free(club: int, day: date) -> bool:
        history = played[club]
        if history and (day - history[-1]).days <= rest:
            return False
        return all(len(history) < games or (day - history[-games]).days >= span for span, games in (most or {}).items())

    for day, limit in zip(open_days, capacities):
        used += limit
        share = used / spots if spots else 1.0
        debt = {club: total[club] * share - len(played[club]) + r.random() * 0.5 for club in total}
        ready = sorted((club for club in total if left[club] and free(club, day)), key=lambda c: -debt[c])
        taken: set[int] = set()
        count = 0
        for club in ready:
            if count >= limit:
                break
            if club in taken:
                continue
            best, worth = -1, 0.0
            for number in left[club]:
                away, home = pairs[number]
                other = home if away == club else away
                if other in taken or not free(other, day):
                    continue
                gap = (day - met.get(frozenset((club, other)), LONG_AGO)).days
                value = debt[other] + min(gap, 60) / 20 + (len(left[other]) / 40)
                if ways is not None:
                    value -= (ways[at[away]][home] + ways[at[home]][home]) / FAR
                if best < 0 or value > worth:
                    best, worth = number, value
            if best >= 0:
                _place(best, day, pairs, left, played, placed)
                met[frozenset(pairs[best])] = day
                at.update(dict.fromkeys(pairs[best], pairs[best][1]))
                taken.update(pairs[best])
                count += 1
    _squeeze(pairs, open_days, capacities, left, played, placed)
    return sorted(((placed[number], pair) for number, pair in enumerate(pairs)), key=lambda item: item[0])


def _place(
    number: int,
    day: date,
    pairs: Sequence[Pair],
    left: dict[int, list[int]],
    played: dict[int, list[date]],
    placed: dict[int, date],
) -> None:
    placed[number] = day
    for club in pairs[number]:
        left[club].remove(number)
        played[club].append(day)


def _squeeze(
    pairs: Sequence[Pair],
    open_days: Sequence[date],
    capacities: Sequence[int],
    left: dict[int, list[int]],
    played: dict[int, list[date]],
    placed: dict[int, date],
) -> None:
    """Give a day to the pairings that found none: the roomiest on which neither club plays."""
    busy = {club: set(history) for club, history in played.items()}
    count: dict[date, int] = defaultdict(int)
    for day in placed.values():
        count[day] += 1
    wanted = dict(zip(open_days, capacities))
    for number, pair in enumerate(pairs):
        if number in placed:
            continue
        options = [day for day in open_days if day not in busy[pair[0]] and day not in busy[pair[1]]]
        if not options:
            raise ValueError(f"the days cannot hold the games: no day left for {pair}")
        crowd = {day: sum(abs((day - other).days) <= 1 for club in pair for other in busy[club]) for day in options}
        day = max(options, key=lambda d: (wanted[d] > 0, -crowd[d], wanted[d] - count[d]))
        _place(number, day, pairs, left, played, placed)
        count[day] += 1
        for club in pair:
            busy[club].add(day)


def settle_grounds(placed: Sequence[tuple[date, Pair]], r: Random, longest: int) -> list[tuple[date, Pair]]:
    """The same games on the same days, with grounds exchanged so that nobody is long at home or away.

    Two games of the same clubs, one on each ground, may change grounds; that leaves every club as many at home.

    Parameters
    ----------
    placed : sequence of (date, (away, home))
        Games in order of date, one a club and day.
    r : random.Random
        Decides between equals.
    longest : int
        Most games running at home, and most away.

    Returns
    -------
    list of (date, (away, home))
        In the same order; runs beyond the longest stay only where no exchange helps.
    """
    pairs = [pair for _, pair in placed]
    order: dict[int, list[int]] = defaultdict(list)
    turns: dict[frozenset[int], list[int]] = defaultdict(list)
    for number, pair in enumerate(pairs):
        turns[frozenset(pair)].append(number)
        for club in pair:
            order[club].append(number)

    def cost(club: int) -> int:
        total = run = 0
        for number in order[club]:
            sign = 1 if pairs[number][1] == club else -1
            run = run + sign if run * sign > 0 else sign
            total += 40 * (abs(run) > longest) + (abs(run) > longest - 2)
        return total

    costs = {club: cost(club) for club in order}
    choices = [
        (one, other)
        for numbers in turns.values()
        for k, one in enumerate(numbers)
        for other in numbers[k + 1 :]
        if pairs[one] != pairs[other] or len(numbers) > 2
    ]
    for _ in range(12):
        r.shuffle(choices)
        better = False
        for one, other in choices:
            clubs = pairs[one]
            before = costs[clubs[0]] + costs[clubs[1]]
            if pairs[one] == pairs[other] or not before:
                continue
            pairs[one], pairs[other] = pairs[other], pairs[one]
            after = [cost(club) for club in clubs]
            if sum(after) < before or (sum(after) == before and r.random() < 0.2):
                better |= sum(after) < before
                costs.update(zip(clubs, after))
            else:
                pairs[one], pairs[other] = pairs[other], pairs[one]
        if not better:
            break
    return [(day, pair) for (day, _), pair in zip(placed, pairs)]


def rested_starts(games: Iterable[Timed], rest: timedelta) -> None:
    """Let games begin so late on their day that their clubs have some rest after the one before."""
    last: dict[Hashable, datetime] = {}
    for game in sorted(games, key=lambda game: game.start):
        clubs = (game.away, game.home)
        earliest = max((last[club] for club in clubs if club in last), default=game.start - rest) + rest
        game.start = max(game.start, earliest)
        last.update(dict.fromkeys(clubs, game.start))
