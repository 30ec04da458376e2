"""The schedule of professional basketball, from opening night to the last game of the finals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from .._common import planned
from .._common.calendar import (
    DAY,
    FRI,
    MON,
    OVERNIGHT,
    SAT,
    SUN,
    THU,
    TUE,
    WED,
    Pair,
    balance,
    days,
    holidays,
    local,
    nth_weekday,
    on_or_after,
    rested_starts,
    settle_grounds,
    spread,
)
from .._common.clubs import Club
from .._common.places import CENTRAL, EASTERN, MOUNTAIN, PACIFIC, Place, band
from .._common.rng import pick
from .._common.travel import apart, shorten, strain

LATEST = "23:30"
"""Latest start by Eastern time, in which the leagues count their days."""


@dataclass(slots=True, eq=False)
class Plan(planned.Plan):
    """A game of basketball as it is planned.

    Attributes
    ----------
    replaced_by : str or None
        The id under which a replaced game is played.
    region, order, seeds
        Of the national tournament: the region, where it stands among the four, the seeds of away and home side.
    """

    replaced_by: str | None = None
    region: str | None = None
    order: int | None = None
    seeds: tuple[int, int] | None = None


Play = Callable[[Plan], int]
"""Points by which the home side of a planned game wins."""

SHARES = {MON: 0.14, TUE: 0.125, WED: 0.18, THU: 0.105, FRI: 0.17, SAT: 0.14, SUN: 0.135}
"""Room by weekday, as shares; rest moves some games, so that slow days are given more than they keep."""

LONGEST_STAND = 7
"""Most games running that a club plays at home, and most on the road."""

BACK_TO_BACKS = 14
"""Times a club plays on two days running in a season."""

WEEKDAY_STARTS: dict[str, tuple[tuple[str, ...], tuple[float, ...]]] = {
    "America/New_York": (("19:00", "19:30", "20:00", "18:00"), (0.45, 0.41, 0.07, 0.07)),
    "America/Chicago": (("19:00", "18:30", "19:30", "18:00"), (0.74, 0.06, 0.14, 0.06)),
    "America/Denver": (("19:00", "20:00", "18:00", "19:30"), (0.62, 0.13, 0.15, 0.10)),
    "America/Phoenix": (("19:00", "20:00", "18:00"), (0.68, 0.12, 0.20)),
    "America/Los_Angeles": (("19:00", "19:30", "18:00"), (0.66, 0.22, 0.12)),
}
CHRISTMAS_STARTS = ("12:00", "14:30", "17:00", "20:00", "22:30")
"""Eastern starts of the games of Christmas Day, from east to west."""

MATINEE_STARTS = (("13:00", "14:30", "15:00", "17:00", "18:00", "19:30"), (0.25, 0.2, 0.2, 0.15, 0.1, 0.1))
"""Starts on the holiday in January."""

SUNDAY_STARTS = (("18:00", "15:30", "19:00", "13:00", "17:00"), (0.36, 0.26, 0.15, 0.12, 0.11))
SATURDAY_STARTS = (("19:00", "19:30", "20:00", "17:00", "13:00"), (0.38, 0.20, 0.12, 0.16, 0.14))


@dataclass(frozen=True)
class Dates:
    """The corner days of a season that starts in a year."""

    first: date
    last: date
    pause: tuple[date, date]
    play_in: date
    rounds: tuple[date, date, date, date]

    @classmethod
    def of(cls, year: int) -> Dates:
        """The days of a season."""
        first = on_or_after(date(year, 10, 19), TUE)
        last = nth_weekday(year + 1, 4, SUN, 2)
        star = nth_weekday(year + 1, 2, SUN, 3)
        begin = last + 6 * DAY
        return cls(
            first,
            last,
            (star - 2 * DAY, star + 3 * DAY),
            last + 2 * DAY,
            (begin, begin + 16 * DAY, begin + 32 * DAY, begin + 49 * DAY),
        )

    @property
    def closes(self) -> date:
        return self.rounds[3] + 16 * DAY

    def closed(self) -> set[date]:
        """Days without games."""
        thanksgiving = nth_weekday(self.first.year, 11, THU, 4)
        election = nth_weekday(self.first.year, 11, MON, 1) + DAY
        return {thanksgiving, election, date(self.first.year, 12, 24), *days(*self.pause)}


def pairings(clubs: Sequence[Club], r: Random) -> list[Pair]:
    """The 1,230 pairings as (away, home): 16 in the division, 36 in the conference, 30 beyond for each club."""
    extras: list[Pair] = []
    out: list[Pair] = []
    divisions: dict[tuple[str, str], list[int]] = {}
    for number, club in enumerate(clubs):
        divisions.setdefault((club.conference, club.division), []).append(number)
    short: set[frozenset[int]] = set()
    keys = sorted(divisions)
    for i, one in enumerate(keys):
        for two in keys[i + 1 :]:
            if one[0] == two[0]:
                turn = r.randrange(5)
                ours, theirs = divisions[one], divisions[two]
                short |= {frozenset((a, theirs[(k + turn + step) % 5])) for k, a in enumerate(ours) for step in (0, 1)}
    for a in range(len(clubs)):
        for b in range(a + 1, len(clubs)):
            rounds = 1 if clubs[a].conference != clubs[b].conference or frozenset((a, b)) in short else 2
            out += [(a, b), (b, a)] * rounds
            if frozenset((a, b)) in short:
                extras.append((a, b))
    return out + balance(extras, r)


def slate(clubs: Sequence[Club], year: int, r: Random) -> list[Plan]:
    """The regular season: 82 games a club, and a new row for each postponed game."""
    dates = Dates.of(year)
    christmas = date(year, 12, 25)
    closed = dates.closed()
    pairs = pairings(clubs, r)
    ways = apart([club.place for club in clubs])
    feast = _apart(pairs, len(CHRISTMAS_STARTS), r, lambda some: _spans(clubs, some))
    fixed = [(christmas, pair) for pair in feast]
    fixed += [(dates.last, pair) for pair in _apart(pairs, len(clubs) // 2, r)]
    open_days = [day for day in days(dates.first, dates.last) if day not in closed]
    weeks = len(open_days) / 7
    need = {weekday: len(pairs) * share / weeks for weekday, share in SHARES.items()}

    def room(day: date) -> int:
        if day == dates.first:
            return 2
        return min(15, max(1, int(need[day.weekday()] * 1.02 + 0.5 + 1.6 * r.gauss(0, 1))))

    capacity = {day: room(day) for day in open_days}
    placed = spread(pairs, open_days, capacity, r, closed=(christmas, dates.last), most={3: 2, 5: 3, 7: 4}, ways=ways)
    placed = rested([*placed, *fixed], open_days, r, fixed=(christmas, dates.last))
    placed = settle_grounds(sorted(placed, key=lambda item: item[0]), r, LONGEST_STAND)
    placed = shorten(placed, ways, r, LONGEST_STAND, fixed=(christmas, dates.last))
    plans = [plan_of(clubs[away], clubs[home], day, nba_start(day, clubs[home], r)) for day, (away, home) in placed]
    shown = sorted((plan for plan in plans if plan.day == christmas), key=lambda plan: -plan.place.longitude)
    for plan, clock in zip(shown, CHRISTMAS_STARTS):
        plan.start = local(christmas, clock, EASTERN)
    makeups: list[Plan] = []
    for plan in plans:
        if plan.day.month in (11, 12, 1) and r.random() < 0.007:
            others = [p for p in (*plans, *makeups) if p.unplayed_as is None and p is not plan]
            first = open_days[0].toordinal() - 8
            busy = [
                sum(1 << p.day.toordinal() - first for p in others if club in (p.away, p.home))
                for club in (plan.away, plan.home)
            ]
            later = [d.toordinal() - first for d in open_days if d > plan.day + 14 * DAY and d != christmas]
            later = [d for d in later if not (busy[0] | busy[1]) >> d & 1]
            free = [d for d in later if not any(threes or fours for _, threes, fours in (strain(s, d) for s in busy))]
            if free:
                plan.unplayed_as = "postponed"
                day = date.fromordinal(first + min(free, key=lambda d: (_cost([strain(some, d) for some in busy]), d)))
                makeup = plan_of(plan.away, plan.home, day, nba_start(day, plan.home, r))
                makeup.after = (plan,)
                makeups.append(makeup)
    rested_starts((plan for plan in (*plans, *makeups) if plan.unplayed_as is None), OVERNIGHT)
    return plans + makeups


def _spans(clubs: Sequence[Club], pairs: Sequence[Pair]) -> bool:
    """Whether some game is played in the East and some in the West, on whichever ground."""
    zones = [{band(clubs[club].place.zone) for club in pair} for pair in pairs]
    return {EASTERN} in zones and any(some <= {MOUNTAIN, PACIFIC} for some in zones)


def _apart(
    pairs: list[Pair], count: int, r: Random, fits: Callable[[Sequence[Pair]], bool] = lambda chosen: True
) -> list[Pair]:
    """So many games of a day that fit it, each between clubs of its own; taken out of the pairings."""
    while True:
        chosen: list[Pair] = []
        taken: set[int] = set()
        for pair in r.sample(pairs, len(pairs)):
            if len(chosen) < count and not taken.intersection(pair):
                chosen.append(pair)
                taken.update(pair)
        if len(chosen) == count and fits(chosen):
            for pair in chosen:
                pairs.remove(pair)
            return chosen


def rested(
    placed: Sequence[tuple[date, Pair]], open_days: Sequence[date], r: Random, fixed: Collection[date] = ()
) -> list[tuple[date, Pair]]:
    """The same games with fewer clubs at work on two days running, and none on three or on four of five.

    Games that tire a club are moved, in some order, to a day of about the same weight on which both clubs have rest.
    Those of the fixed days stay, and no other is moved there.
    """
    base = open_days[0].toordinal() - 8
    stays = {day.toordinal() - base for day in fixed}
    choices = [day.toordinal() - base for day in open_days if day not in fixed]
    crowd: dict[int, int] = dict.fromkeys((day.toordinal() - base for day in open_days), 0)
    games = sorted(((day.toordinal() - base, pair) for day, pair in placed), key=lambda game: r.random())
    busy: dict[int, int] = defaultdict(int)
    for day, pair in games:
        crowd[day] += 1
        for club in pair:
            busy[club] |= 1 << day
    tired = {club: (played & played >> 1).bit_count() for club, played in busy.items()}
    for sweep in range(SWEEPS):
        tiring = 0
        for number, (day, pair) in enumerate(games):
            ours, theirs = (busy[club] & ~(1 << day) for club in pair)
            before = [strain(ours, day), strain(theirs, day)]
            hard = any(threes or fours for _, threes, fours in before)
            if not (hard or any(near and tired[club] > BACK_TO_BACKS for club, (near, _, _) in zip(pair, before))):
                continue
            tiring += hard
            if day in stays:
                continue
            # a game that tires a club too much changes places now and then with no gain, which lets others move
            cost = _cost(before) + (hard and sweep > SWEEPS // 2)
            fresh = day
            taken = ours | theirs
            for other in choices[2:-1]:
                if (sweep < 2 and (other - day) % 7) or taken >> other & 1:
                    continue
                value = _cost((strain(ours, other), strain(theirs, other)))
                if (value, crowd[other]) < (cost, crowd[fresh] if fresh != day else 0):
                    cost, fresh = value, other
            crowd[day] -= 1
            crowd[fresh] += 1
            for club, own, (near, _, _) in zip(pair, (ours, theirs), before):
                tired[club] += strain(own, fresh)[0] - near
                busy[club] = own | 1 << fresh
            games[number] = (fresh, pair)
        if sweep >= SWEEPS // 2 and not tiring:
            break
    return [(date.fromordinal(day + base), pair) for day, pair in sorted(games, key=lambda game: game[0])]


SWEEPS = 18
"""How often, at most, the games are gone through for one that is better moved."""


def _cost(strains: Sequence[tuple[int, int, int]]) -> int:
    return sum(near + 20 * (threes + fours) for near, threes, fours in strains)


def plan_of(away: Club, home: Club, day: date, clock: str, place: Place | None = None, zone: str | None = None) -> Plan:
    """A plan at the home club's venue, or at a neutral place; it begins on its day by Eastern time."""
    where = place or home.place
    start = min(local(day, clock, zone or where.zone), local(day, LATEST, EASTERN))
    return Plan(day, start, away, home, where, place is not None)


def nba_start(day: date, home: Club, r: Random) -> str:
    """Local start of a regular game."""
    choices: tuple[str, ...]
    weights: tuple[float, ...]
    if day == holidays(day.year)["january monday"]:
        choices, weights = MATINEE_STARTS
    elif day.weekday() == SUN:
        choices, weights = SUNDAY_STARTS
    elif day.weekday() == SAT and home.place.zone in (EASTERN, CENTRAL):
        choices, weights = SATURDAY_STARTS
    else:
        choices, weights = WEEKDAY_STARTS.get(home.place.zone, WEEKDAY_STARTS[EASTERN])
    return pick(r, choices, weights)


HOME_GAMES = (1, 1, 0, 0, 1, 0, 1)
"""Whether the better seed is at home, game by game of a series."""

SERIES_DAYS = (0, 2, 5, 7, 9, 11, 13)

ROUNDS = ("First Round", "Semifinals", "Final")

WEEKEND_STARTS, EVENING_STARTS = ("13:00", "15:30", "18:00", "19:00"), ("19:00", "19:30")
"""Local starts of the first two rounds of the playoffs."""

PRIME_TIME = ("20:00", "20:30")
"""Eastern starts of the finals of the conferences and of the league."""


def playoffs(seeds: dict[str, list[Club]], rank: dict[int, int], year: int, r: Random, play: Play) -> list[Plan]:
    """Play-in and the four rounds.

    Parameters
    ----------
    seeds : dict of str to list of Club
        The ten best of each conference, in order.
    rank : dict of int to int
        Place in the league by team id, which decides the home side of the finals.
    year : int
        Year in which the season starts.
    r : random.Random
        For days and hours.
    play : callable
        Plays a planned game.
    """
    dates = Dates.of(year)
    plans: list[Plan] = []
    fields = {}
    way_in: dict[int, Plan] = {}
    for shift, (conference, ten) in enumerate(sorted(seeds.items())):
        field, games = _play_in(conference, ten, dates.play_in + shift * DAY, play)
        way_in |= {field[6].id: games[0], field[7].id: games[2]}
        fields[conference] = [field[k] for k in (0, 7, 3, 4, 2, 5, 1, 6)]
        plans += games
    for number in range(3):
        for shift, conference in enumerate(sorted(fields)):
            field = fields[conference]
            through = []
            for k in range(0, len(field), 2):
                first = dates.rounds[number] + DAY * ((shift + k // 2) % 2)
                winner, games = _series(
                    _by_rank(field[k], field[k + 1], seeds[conference]),
                    first,
                    f"{conference} - {ROUNDS[number]}",
                    number + 1,
                    r,
                    play,
                    way_in,
                )
                plans += games
                through.append(winner)
            fields[conference] = through
    one, two = (field[0] for field in fields.values())
    better = (one, two) if rank[one.id] < rank[two.id] else (two, one)
    plans += _series(better, dates.rounds[3], "Finals", 4, r, play, way_in)[1]
    return plans


def _by_rank(one: Club, two: Club, order: Sequence[Club]) -> tuple[Club, Club]:
    return (one, two) if order.index(one) < order.index(two) else (two, one)


def _event(plan: Plan, name: str, number: int | None) -> Plan:
    plan.season_type, plan.event_name, plan.round = "Playoffs", name, number
    return plan


def _play_in(conference: str, ten: Sequence[Club], day: date, play: Play) -> tuple[list[Club], list[Plan]]:
    """Seeds seven to ten play for the last two places; the eight in order, and the three games."""
    name = f"{conference} - Play-In"
    seven_eight = _event(plan_of(ten[7], ten[6], day, "19:30"), name, None)
    nine_ten = _event(plan_of(ten[9], ten[8], day, "19:00"), name, None)
    upper = play(seven_eight) > 0
    seventh, loser = (ten[6], ten[7]) if upper else (ten[7], ten[6])
    challenger = ten[8] if play(nine_ten) > 0 else ten[9]
    last = _event(plan_of(challenger, loser, day + 2 * DAY, "19:30"), name, None)
    last.after = (seven_eight, nine_ten)
    eighth = loser if play(last) > 0 else challenger
    return [*ten[:6], seventh, eighth], [seven_eight, nine_ten, last]


def _series(
    clubs: tuple[Club, Club], first: date, name: str, number: int, r: Random, play: Play, way_in: dict[int, Plan]
) -> tuple[Club, list[Plan]]:
    """A best of seven; only the games that were needed.

    `way_in` holds the game by which a club came in, by team id, and is given the last one of the series.
    """
    better, other = clubs
    wins = [0, 0]
    plans: list[Plan] = []
    after = [way_in[club.id] for club in clubs if club.id in way_in]
    for at_home, gap in zip(HOME_GAMES, SERIES_DAYS):
        home, away = (better, other) if at_home else (other, better)
        day = first + timedelta(days=gap)
        late = number > 2
        clocks = PRIME_TIME if late else WEEKEND_STARTS if day.weekday() in (SAT, SUN) else EVENING_STARTS
        clock = pick(r, clocks, (1,) * len(clocks))
        plan = _event(plan_of(away, home, day, clock, zone=EASTERN if late else None), name, number)
        plan.after = after if len(plans) < 4 else plans[-1:]
        plans.append(plan)
        wins[(play(plan) > 0) != bool(at_home)] += 1
        if 4 in wins:
            break
    way_in |= dict.fromkeys((better.id, other.id), plans[-1])
    return (better if wins[0] == 4 else other), plans
