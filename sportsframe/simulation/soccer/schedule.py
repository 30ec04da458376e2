"""The fixtures of a soccer league: rounds, breaks, kickoff times, rescheduled games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from .._common.calendar import (
    DAY,
    MON,
    SAT,
    SUN,
    WED,
    Pair,
    double_round_robin,
    nth_weekday,
    on_or_after,
    on_or_before,
    round_robin,
)
from .._common.clubs import Club
from .._common.rng import pick

ROUNDS = 38
LEG_GAP = 8
"""Fewest rounds between the two games of neighbours."""

Slot = tuple[int, str]
"""Days after the Saturday (or Wednesday) of a round, and local kick-off."""


@dataclass(frozen=True)
class Pattern:
    """How a league fills a round.

    Attributes
    ----------
    fixed : tuple of Slot
        Slots of every round of a weekend.
    extra : tuple of (tuple of Slot, weight)
        One of these completes the ten.
    midweek : tuple of Slot
        Slots of a round around a Wednesday.
    last : tuple of Slot
        Slots of the last round, counted from its Sunday.
    august : dict of str to str
        Kick-off times that the heat moves.
    rest : int
        Hours between the starts of two games of a club that the league aims at; `REST` wherever that cannot be.
    """

    fixed: tuple[Slot, ...]
    extra: tuple[tuple[tuple[Slot, ...], float], ...]
    midweek: tuple[Slot, ...]
    last: tuple[Slot, ...]
    august: dict[str, str]
    rest: int = 48


PATTERNS: dict[str, Pattern] = {
    "EPL": Pattern(
        fixed=((0, "12:30"), *[(0, "15:00")] * 4, (0, "17:30"), (1, "14:00"), (1, "14:00"), (1, "16:30")),
        extra=(
            (((2, "20:00"),), 0.50),
            (((-1, "20:00"),), 0.24),
            (((0, "20:00"),), 0.12),
            (((1, "14:00"),), 0.14),
        ),
        midweek=(
            (-1, "19:30"),
            (-1, "19:30"),
            (-1, "20:15"),
            (0, "19:30"),
            (0, "19:30"),
            (0, "19:30"),
            (0, "20:00"),
            (0, "20:15"),
            (1, "19:30"),
            (1, "20:00"),
        ),
        last=((0, "16:00"),) * 10,
        august={},
    ),
    "SERIEA": Pattern(
        fixed=(
            (0, "15:00"),
            (0, "18:00"),
            (0, "20:45"),
            (1, "12:30"),
            (1, "15:00"),
            (1, "18:00"),
            (1, "20:45"),
        ),
        extra=(
            (((-1, "20:45"), (1, "15:00"), (2, "20:45")), 0.58),
            (((-1, "20:45"), (0, "15:00"), (2, "20:45")), 0.16),
            (((1, "15:00"), (2, "18:30"), (2, "20:45")), 0.14),
            (((-1, "18:30"), (-1, "20:45"), (1, "15:00")), 0.12),
        ),
        midweek=(
            (-1, "18:30"),
            (-1, "20:45"),
            (0, "18:30"),
            (0, "18:30"),
            (0, "18:30"),
            (0, "20:45"),
            (0, "20:45"),
            (0, "20:45"),
            (1, "18:30"),
            (1, "20:45"),
        ),
        last=(
            (-2, "20:45"),
            (-1, "18:00"),
            (-1, "18:00"),
            (-1, "20:45"),
            (-1, "20:45"),
            (0, "18:00"),
            (0, "18:00"),
            (0, "20:45"),
            (0, "20:45"),
            (0, "20:45"),
        ),
        august={"15:00": "18:30", "18:00": "18:30", "12:30": "18:30"},
        rest=72,
    ),
    "LALIGA": Pattern(
        fixed=(
            (-1, "21:00"),
            (0, "14:00"),
            (0, "16:15"),
            (0, "18:30"),
            (1, "14:00"),
            (1, "16:15"),
            (1, "18:30"),
            (1, "21:00"),
        ),
        extra=(
            (((0, "21:00"), (2, "21:00")), 0.72),
            (((0, "21:00"), (1, "18:30")), 0.18),
            (((1, "16:15"), (2, "21:00")), 0.10),
        ),
        midweek=(
            (-1, "19:00"),
            (-1, "21:30"),
            (0, "19:00"),
            (0, "19:00"),
            (0, "19:00"),
            (0, "21:30"),
            (0, "21:30"),
            (0, "21:30"),
            (1, "19:00"),
            (1, "21:30"),
        ),
        last=((-1, "16:15"), (-1, "18:30"), (-1, "21:00"), *[(0, "18:30")] * 7),
        august={"14:00": "17:00", "16:15": "17:00", "18:30": "19:30", "21:00": "21:30"},
        rest=72,
    ),
}

POSTPONED, MOVED = 0.015, 0.02
"""Chance that a game is postponed, and that a game's row is replaced by another."""

MAKEUP_WITHIN = timedelta(weeks=10)


@dataclass
class Game:
    """One row of a fixture list.

    Attributes
    ----------
    away, home : Club
        The two sides.
    day : date
        Local day.
    clock : str
        Local kick-off.
    round : int
        Round, from 1; 0 for rows that are not played in one.
    unplayed_as : str or None
        ``postponed`` or ``replaced`` where the game is not played under this row.
    by : Game or None
        The row that stands for it: the makeup, or the replacement.
    """

    away: Club
    home: Club
    day: date
    clock: str
    round: int
    unplayed_as: str | None = None
    by: Game | None = None

    @property
    def id(self) -> str:
        return f"{self.day:%Y%m%d}-{self.away.id}-{self.home.id}"


WINTER_CUP = 2022
"""Start year of the season in which the nations play for the World Cup in November and December."""

EARLY, MERGED = 2017, 2026
"""Start years of a season whose windows in autumn are a week early, and of the first with one long window there."""


def first_saturday(league: str, year: int) -> date:
    """The Saturday of the first round."""
    if year == WINTER_CUP:
        return date(year, 8, 6 if league == "EPL" else 13)
    first = date(year, 8, 17 if league == "SERIEA" else 11)
    return on_or_after(first, SAT)


def last_sunday(league: str, year: int) -> date:
    """The Sunday of the last round."""
    if year == WINTER_CUP:
        return date(year + 1, 5, 28) if league == "EPL" else date(year + 1, 6, 4)
    return on_or_after(date(year + 1, 5, {"EPL": 19, "SERIEA": 24}.get(league, 21)), SUN)


def windows(year: int) -> list[tuple[date, date]]:
    """The windows of the national teams in a season, nine days from a Monday to a Tuesday: three in autumn, one later.

    Since 2026 that of October follows the one of September at once. In 2022 the World Cup takes the place of two.
    """
    autumn = on_or_after(date(year, 8, 28 if year == EARLY else 29), MON)
    spring = on_or_after(date(year + 1, 3, 17), MON)
    if year == WINTER_CUP:
        starts = [autumn + 21 * DAY, spring]
    elif year >= MERGED:
        starts = [autumn + 21 * DAY, autumn + 28 * DAY, autumn + 70 * DAY, spring]
    else:
        starts = [autumn + week * 7 * DAY for week in (0, 5, 10)] + [spring]
    return [(start, start + 8 * DAY) for start in starts]


def pauses(league: str, year: int) -> list[tuple[date, date]]:
    """Stretches without a round: national teams, cups, winter."""
    after = year + 1
    breaks = windows(year)
    if year == WINTER_CUP:
        again = {"EPL": date(year, 12, 26), "LALIGA": date(year, 12, 29), "SERIEA": date(after, 1, 4)}[league]
        breaks.append((date(year, 11, 14), again - DAY))
    if league == "EPL":
        breaks.append((date(year, 12, 23), date(after, 1, 7)))
        breaks += [(saturday, saturday + DAY) for saturday in _cup_saturdays(after)]
    elif league == "SERIEA":
        breaks.append((date(year, 12, 24), date(year, 12, 26)))
    else:
        if year != WINTER_CUP:
            breaks.append((date(year, 12, 22), date(after, 1, 2)))
        cup = nth_weekday(after, 4, SAT, 4)
        breaks.append((cup, cup + DAY))
    return breaks


def _cup_saturdays(year: int) -> list[date]:
    return [nth_weekday(year, 2, SAT, 2), nth_weekday(year, 3, SAT, 2), nth_weekday(year, 4, SAT, 3)]


def rounds(league: str, year: int) -> list[tuple[date, bool]]:
    """The 38 rounds in order: the Saturday, or the middle day of a round within the week, and which of both it is."""
    last = last_sunday(league, year) - DAY
    closed = pauses(league, year)
    saturday, weekends = first_saturday(league, year), []
    while saturday <= last:
        if not _meets(saturday, saturday + DAY, closed):
            weekends.append(saturday)
        saturday += 7 * DAY
    holidays = [date(year + (month == 1), month, day) for month, day in CHRISTMAS] if league == "EPL" else []
    wanted = ROUNDS - len(weekends) - len(holidays)
    midweek = [day for day in _wednesdays(league, year) if not _meets(day - DAY, day + DAY, closed)][: max(0, wanted)]
    while len(weekends) + len(holidays) + len(midweek) > ROUNDS:
        weekends.pop(len(weekends) * 3 // 5)
    plan = [(day, True) for day in weekends] + [(day, False) for day in holidays + midweek]
    return sorted(plan)


def _wednesdays(league: str, year: int) -> list[date]:
    """Wednesdays on which the league likes to play, the best first."""
    after = year + 1
    choice = [(year, 12, 1), (after, 1, 4), (after, 2, 3), (after, 4, 1), (after, 4, 4), (year, 9, 4), (after, 1, 3)]
    if league != "EPL":
        choice = [
            (year, 9, 4),
            (year, 10, 5),
            (after, 4, 3),
            (year, 12, 1),
            (after, 2, 3),
            (after, 1, 3),
            (after, 5, 2),
        ]
    found = []
    for y, month, n in choice:
        day = nth_weekday(y, month, WED, min(n, 4)) + (7 * DAY if n == 5 else timedelta(0))
        if day.month == month:
            found.append(day)
    return found


def _meets(first: date, last: date, closed: Sequence[tuple[date, date]]) -> bool:
    """Whether some days fall into a pause."""
    return any(start <= last and first <= end for start, end in closed)


def pairings(clubs: Sequence[Club], league: str, year: int, r: Random) -> list[list[tuple[Club, Club]]]:
    """(away, home) of each round.

    Nobody is at home or away more than twice running; clubs of one town are never both at home, and do not meet in
    the first or the last two rounds, nor twice within eight.
    """
    n = len(clubs)
    mirrored = (league == "SERIEA" and year < 2021) or (league == "LALIGA" and year < 2018)
    turn = 0 if mirrored else r.choice([3, 5, 7, 9])
    first = round_robin(n)
    second = double_round_robin(n)[n - 1 :]
    plan = first + second[turn:] + second[:turn]
    seats = _seats(clubs, plan, r)
    return [[(seats[away], seats[home]) for away, home in pairs] for pairs in plan]


def _seats(clubs: Sequence[Club], plan: Sequence[Sequence[Pair]], r: Random) -> list[Club]:
    """Which club takes which place of the plan: neighbours get places that are at home by turns."""
    n = len(clubs)
    at_home = [[any(home == place for _, home in pairs) for pairs in plan] for place in range(n)]
    couples = []
    for one in range(n):
        for other in range(one + 1, n):
            meetings = [t for t, pairs in enumerate(plan) if (one, other) in pairs or (other, one) in pairs]
            fit = all(a != b for a, b in zip(at_home[one], at_home[other]))
            late = meetings[0] > 0 and meetings[1] < len(plan) - 2 and meetings[1] - meetings[0] >= LEG_GAP
            if fit and late:
                couples.append((one, other))
    r.shuffle(couples)
    seats: dict[int, Club] = {}
    towns: dict[str, list[Club]] = defaultdict(list)
    for club in clubs:
        towns[club.place.city].append(club)
    for neighbours in towns.values():
        if len(neighbours) == 2 and couples:
            seats.update(zip(couples.pop(), neighbours))
    rest = [club for club in clubs if club not in seats.values()]
    r.shuffle(rest)
    for place in range(n):
        if place not in seats:
            seats[place] = rest.pop()
    return [seats[place] for place in range(n)]


def fixtures(clubs: Sequence[Club], league: str, year: int, r: Random) -> list[Game]:
    """Every row of a season, the rows of postponed and moved games and their successors included."""
    pattern = PATTERNS[league]
    plan, closed = rounds(league, year), pauses(league, year)
    last_played: dict[int, tuple[int, int]] = {}
    games: list[Game] = []
    for number, (pairs, (day, weekend)) in enumerate(zip(pairings(clubs, league, year, r), plan), 1):
        following = plan[number][0] if number < len(plan) else None
        if league == "EPL" and not weekend and (day.month, day.day) in CHRISTMAS:
            slots = _christmas(pairs, day, last_played, r)
        else:
            slots = _slots(pattern, league, day, weekend, number, following, closed, r)
        games += _seated(pairs, slots, number, last_played, pattern.rest, r)
    games += _postponed(games, league, year, r)
    games += _moved(games, r)
    return games


CHRISTMAS: dict[tuple[int, int], tuple[tuple[int, ...], ...]] = {
    (12, 26): ((8, 1, 1), (7, 2, 1), (6, 3, 1), (6, 2, 2), (5, 3, 2)),
    (12, 29): ((7, 2, 1), (6, 3, 1), (5, 4, 1), (4, 4, 2), (3, 5, 2), (2, 5, 3)),
    (1, 1): ((6, 3, 1), (5, 4, 1), (4, 4, 2), (4, 3, 2, 1), (3, 4, 2, 1), (2, 4, 3, 1), (1, 5, 3, 1), (0, 3, 4, 2, 1)),
}
"""Month and day of the rounds in England about Christmas: games of that day and of those after it.

Each way leaves clubs more rest than the ones before it."""

BANK_HOLIDAYS = ((12, 26), (1, 1))
"""Month and day on which England does not work whatever the weekday."""

HOLIDAY = ("12:30", *("15:00",) * 6, "17:30", "17:30", "20:00")
EVENING = (*("19:30",) * 5, "19:45", "20:00", "20:00", "20:15", "20:15")


def _slots(
    pattern: Pattern,
    league: str,
    day: date,
    weekend: bool,
    number: int,
    following: date | None,
    closed: Sequence[tuple[date, date]],
    r: Random,
) -> list[tuple[date, str]]:
    """Day and kick-off of the ten games of a round."""
    if number == ROUNDS:
        return [(day + DAY * (1 + ahead), clock) for ahead, clock in pattern.last]
    if not weekend:
        return [(day + DAY * ahead, clock) for ahead, clock in pattern.midweek]
    slots = [*pattern.fixed, *pick(r, [slots for slots, _ in pattern.extra], [weight for _, weight in pattern.extra])]
    if number == 1:
        early = -1 if league != "SERIEA" and 12 <= day.day <= 16 else -2 if league == "LALIGA" and day.day == 17 else 0
        slots = [(max(ahead, early) if ahead < 0 else ahead, clock) for ahead, clock in slots]
        if early < 0 and all(ahead >= 0 for ahead, _ in slots):
            slots[-1] = (early, slots[-1][1])
    soon = following is not None and (following - day).days < 6
    if soon or any(start == day + 2 * DAY for start, _ in closed):
        slots = [(min(ahead, 1), clock) for ahead, clock in slots]
    if day.month == 8:
        slots = [(ahead, pattern.august.get(clock, clock)) for ahead, clock in slots]
    return [(day + DAY * ahead, clock) for ahead, clock in slots]


def _christmas(
    pairs: Sequence[tuple[Club, Club]], day: date, last_played: Mapping[int, tuple[int, int]], r: Random
) -> list[tuple[date, str]]:
    """Day and kick-off of the ten games of a round about Christmas."""
    latest = sorted(_latest(pair, last_played) for pair in pairs)
    ways = CHRISTMAS[day.month, day.day]
    slots: list[tuple[date, str]] = []
    for counts in ways[int(len(ways) * r.random() ** 2) :]:
        slots = []
        for ahead, count in enumerate(counts):
            when = day + DAY * ahead
            free = when.weekday() >= SAT or (when.month, when.day) in BANK_HOLIDAYS
            slots += [(when, clock) for clock in sorted(r.sample(HOLIDAY if free else EVENING, count))]
        if all(_hour(*slot) >= hour + REST for slot, hour in zip(slots, latest)):
            break
    return slots


REST = 48
"""Hours between the starts of two games of a club, at least; two more are asked for where clocks may move."""


def _latest(pair: tuple[Club, Club], last_played: Mapping[int, tuple[int, int]]) -> int:
    """The hour since when two clubs rest; nobody plays three times in five days, so the last game but one tells too."""
    hours = [last_played.get(club.id, (0, 0)) for club in pair]
    return max(max(last, before - before % 24 + 5 * 24 - REST) for before, last in hours)


def _seated(
    pairs: Sequence[tuple[Club, Club]],
    slots: Sequence[tuple[date, str]],
    number: int,
    last_played: dict[int, tuple[int, int]],
    rest: int,
    r: Random,
) -> list[Game]:
    """The games of a round on its slots: some order that leaves the clubs rest, else the one that leaves most."""
    starts = [_hour(day, clock) for day, clock in slots]
    latest = [_latest(pair, last_played) for pair in pairs]
    for _ in range(12):
        order = r.sample(range(len(pairs)), len(pairs))
        if all(start - latest[k] >= rest + 2 for start, k in zip(starts, order)):
            break
    else:
        # who played last plays last
        order = [0] * len(pairs)
        for slot, k in zip(
            sorted(range(len(starts)), key=starts.__getitem__), sorted(range(len(pairs)), key=latest.__getitem__)
        ):
            order[slot] = k
    games = [Game(*pairs[k], day, clock, number) for k, (day, clock) in zip(order, slots)]
    for game, k in zip(games, order):
        if latest[k] and latest[k] + REST >= _hour(game.day, game.clock):
            game.clock = max(game.clock, f"{latest[k] % 24:02}:45")  # later in its evening
        for club in (game.away, game.home):
            last_played[club.id] = last_played.get(club.id, (0, 0))[1], _hour(game.day, game.clock)
    return games


def _hour(day: date, clock: str) -> int:
    """Hours of local time since the year 1."""
    return 24 * day.toordinal() + int(clock[:2])


def _postponed(games: Sequence[Game], league: str, year: int, r: Random) -> list[Game]:
    """Put some games off, and return the games that make up for them."""
    closed = pauses(league, year)
    busy: dict[int, set[date]] = defaultdict(set)
    for game in games:
        busy[game.away.id].add(game.day)
        busy[game.home.id].add(game.day)
    clock = PATTERNS[league].midweek[3][1]
    end = last_sunday(league, year) - 4 * DAY
    made = []
    for game in games:
        if r.random() >= POSTPONED or game.round >= ROUNDS - 1:
            continue
        taken = busy[game.away.id] | busy[game.home.id]
        day = on_or_after(game.day + 8 * DAY, WED) - DAY * r.randrange(2)
        while day <= min(end, game.day + MAKEUP_WITHIN):
            free = all(day + DAY * near not in taken for near in (-2, -1, 0, 1, 2))
            if free and not any(start <= day <= stop for start, stop in closed):
                game.unplayed_as, game.by = "postponed", Game(game.away, game.home, day, clock, 0)
                made.append(game.by)
                for club in (game.away, game.home):
                    busy[club.id].add(day)
                break
            day += 7 * DAY
    return made


def _moved(games: Sequence[Game], r: Random) -> list[Game]:
    """Rows that were replaced: the same pair on the day first planned, or the pair with grounds mistaken."""
    rows = []
    for game in games:
        if game.unplayed_as is not None or r.random() >= MOVED:
            continue
        if r.random() < 0.25:
            rows.append(Game(game.home, game.away, game.day, game.clock, 0, "replaced", game))
            continue
        if game.round == 0:
            continue
        first = on_or_before(game.day, SAT) if game.day.weekday() in (SAT, SUN, MON) else on_or_after(game.day, SAT)
        day = first + DAY * (1 if first == game.day else 0)
        rows.append(Game(game.away, game.home, day, game.clock, 0, "replaced", game))
    return rows
