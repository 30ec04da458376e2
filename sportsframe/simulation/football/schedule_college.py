"""The schedule of college football, from the last days of August to the final in January."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import combinations, zip_longest
from math import fsum
from random import Random

from .._common.calendar import DAY, MON, SAT, SUN, THU, Pair, holidays, local, on_or_after
from .._common.clubs import Club
from .._common.places import ARIZONA, CENTRAL, EASTERN, HAWAII, MOUNTAIN, PACIFIC, Place, abroad, band
from .._common.rng import pick, stream
from .._common.travel import miles
from .hosts import HOME, Hosts
from .schedule import Plan, Play, planned, rounds

CONFERENCE_GAMES, GAMES = 8, 12
RING = 10
"""Years after which the members of a conference meet others more often."""
LEAST_REST = 5
"""Days from one game of a club to the next, at least, where one of them is not on a Saturday."""

SECOND_GUEST = 0.25
"""Share of clubs that have two guests of the lower division."""

STARTS: dict[str, tuple[tuple[str, ...], tuple[float, ...]]] = {
    EASTERN: (
        ("12:00", "12:45", "13:00", "14:00", "15:00", "15:30", "16:00", "18:00", "19:00", "19:30", "20:00"),
        (0.25, 0.05, 0.06, 0.06, 0.03, 0.22, 0.05, 0.09, 0.08, 0.07, 0.04),
    ),
    CENTRAL: (
        ("12:00", "13:00", "15:00", "15:30", "16:00", "17:00", "19:00", "19:30", "20:00", "20:30"),
        (0.19, 0.04, 0.07, 0.21, 0.07, 0.06, 0.14, 0.12, 0.07, 0.03),
    ),
    MOUNTAIN: (("15:30", "16:00", "19:00", "20:00", "21:00", "22:00"), (0.2, 0.15, 0.15, 0.15, 0.2, 0.15)),
    PACIFIC: (("15:30", "16:00", "19:30", "21:00", "22:30", "23:00"), (0.22, 0.15, 0.18, 0.1, 0.3, 0.05)),
}
"""Zone of the venue -> Eastern times of Saturday games and their shares."""

NIGHTS = (("19:00", "19:30", "20:00", "21:00"), (0.3, 0.4, 0.2, 0.1))

BOWLS = tuple(
    f"{name} Bowl"
    for name in (
        "Marmalade",
        "Lantern",
        "Clockwork",
        "Pinwheel",
        "Almanac",
        "Thimble",
        "Rhubarb",
        "Weathervane",
        "Inkwell",
        "Sundial",
        "Bicycle",
        "Teakettle",
        "Umbrella",
        "Bookend",
        "Paperclip",
        "Gooseberry",
        "Metronome",
        "Corkscrew",
        "Tugboat",
        "Trombone",
        "Snowplow",
        "Limerick",
        "Quilt",
        "Hobnail",
        "Turnip",
        "Foghorn",
        "Parasol",
        "Jigsaw",
        "Doorbell",
        "Tollgate",
        "Windmill",
        "Semaphore",
        "Xylophone",
        "Periscope",
        "Zeppelin",
        "Kaleidoscope",
        "Birdcage",
        "Lighthouse",
        "Marigold",
        "Typewriter",
        "Picnic",
        "Wheelbarrow",
    )
)
"""The games of the clubs that miss the playoff, the best of them last."""

PLAYOFF = "College Playoff"


def saturdays(year: int) -> list[date]:
    """Saturdays of the regular season, the early one before the first full week included."""
    days = holidays(year)
    first, last = days["labor"] - 9 * DAY, days["thanksgiving"] + 2 * DAY
    return [first + 7 * k * DAY for k in range((last - first).days // 7 + 1)]


def title_day(year: int) -> date:
    """Saturday of the conference championships."""
    return holidays(year)["thanksgiving"] + 9 * DAY


def final_day(year: int) -> date:
    """Monday of the final."""
    if year < 2024:
        return on_or_after(date(year + 1, 1, 7), MON)
    return on_or_after(date(year + 1, 1, 8), THU) + 11 * DAY


def pairings(
    clubs: Sequence[Club], worth: Mapping[int, float], rival_of: Mapping[int, int], seed: int, year: int, r: Random
) -> list[Pair]:
    """The games as (away, home), clubs by number: conference games on rings, then guests, then the others.

    Parameters
    ----------
    worth : mapping of int to float
        What clubs are worth by team id; the better one of two that share no conference is at home more often.
    rival_of : mapping of int to int
        What `rivals` gives.
    """
    guests = [number for number, club in enumerate(clubs) if club.division == "Lower"]
    pairs: list[Pair] = []
    need: dict[int, int] = {}
    for members in _conferences(clubs).values():
        games = _inside(members, rival_of, seed, year)
        pairs += games
        need |= dict.fromkeys(members, GAMES - 2 * len(games) // len(members))
    visitors = r.sample(guests, len(guests)) + r.sample(guests, len(guests))
    hosts = r.sample(sorted(need), len(need))
    hosts += r.sample(sorted(need), round(SECOND_GUEST * len(need)))
    for guest, host in zip(visitors, hosts):
        if (guest, host) not in pairs:
            pairs.append((guest, host))
            need[host] -= 1
    return pairs + _others(clubs, worth, need, set(map(frozenset, pairs)), r)


def rivals(clubs: Sequence[Club]) -> dict[int, int]:
    """The neighbors who meet in the last week of every season, both ways, clubs by number.

    Each is the nearest of his conference who has none yet.
    """
    found: dict[int, int] = {}
    for members in _conferences(clubs).values():
        pairs = combinations(members if len(members) > CONFERENCE_GAMES else (), 2)
        for one, two in sorted(pairs, key=lambda pair: miles(*(clubs[club].place for club in pair))):
            if one not in found and two not in found:
                found |= {one: two, two: one}
    return found


def _conferences(clubs: Sequence[Club]) -> dict[int, list[int]]:
    """The clubs, by number, of each group; without guests."""
    groups: dict[int, list[int]] = {}
    for number, club in enumerate(clubs):
        if club.division != "Lower":
            groups.setdefault(club.group, []).append(number)
    return groups


def _inside(members: Sequence[int], rival_of: Mapping[int, int], seed: int, year: int) -> list[Pair]:
    """The games of a conference as (away, home): on a ring, with rivals side by side.

    Everybody meets the next ones on either side of him every year, and others at some distances in turn; who meets
    again is at home in turns. After some years the ring is a new one.
    """
    size = len(members)
    if size <= CONFERENCE_GAMES:
        return []
    sides = [[club] if club not in rival_of else [club, rival_of[club]] for club in members]
    sides = [side for side in sides if side[0] == min(side)]
    r = stream(seed, "NCAAFB", "ring", members[0], year // RING)
    ring = [club for side in r.sample(sides, len(sides)) for club in side]
    steps = range(2, (size + 1) // 2)
    games, count = [(1, year)], CONFERENCE_GAMES // 2 - 1
    for turn in range(count * year, count * (year + 1)):
        before, which = divmod(turn, len(steps))
        games.append((steps[which], before))
    return [
        (ring[k], ring[k - step]) if before % 2 else (ring[k - step], ring[k])
        for step, before in games
        for k in range(size)
    ]


def _others(
    clubs: Sequence[Club], worth: Mapping[int, float], need: dict[int, int], met: set[frozenset[int]], r: Random
) -> list[Pair]:
    """Games beyond the conference: whoever lacks most meets somebody else who lacks some."""
    pairs: list[Pair] = []
    while True:
        short = [club for club, games in need.items() if games > 0]
        if len(short) < 2:
            return pairs
        most = max(need[club] for club in short)
        one = r.choice([club for club in short if need[club] == most])
        options = [
            other
            for other in short
            if other != one
            and frozenset((one, other)) not in met
            and (clubs[one].group != clubs[other].group or clubs[one].conference == "Independent")
        ]
        if not options:
            need[one] = 0
            continue
        two = pick(r, options, [float(need[other] ** 2) for other in options])
        better, other = (one, two) if worth[clubs[one].id] > worth[clubs[two].id] else (two, one)
        gap = worth[clubs[better].id] - worth[clubs[other].id]
        pairs.append((other, better) if r.random() < min(0.97, 0.5 + 0.045 * gap) else (better, other))
        met.add(frozenset((one, two)))
        need[one] -= 1
        need[two] -= 1


def slate(seed: int, year: int, clubs: Sequence[Club], worth: Mapping[int, float], r: Random) -> list[Plan]:
    """The regular season with its days and hours, moved and cancelled games included."""
    rival_of = rivals(clubs)
    pairs = pairings(clubs, worth, rival_of, seed, year, r)
    weeks = saturdays(year)
    inside = [clubs[a].group == clubs[b].group and clubs[a].conference != "Independent" for a, b in pairs]
    early, late = list(range(1, 5)), list(range(5, len(weeks)))

    small = min({c.group for c in clubs if c.division != "Lower"}, key=lambda g: _level(clubs, worth, g))
    # the smallest conference rests before it moves to the middle of the week
    pause = max(k for k, saturday in enumerate(weeks) if saturday.month == 10)

    def prefer(game: int) -> list[int]:
        """Conference games from the fifth week on, the others before, where it can be."""
        one, two = (late, early) if inside[game] else (early, late)
        return r.sample(one, len(one)) + r.sample(two, len(two))

    resting = [number for number, club in enumerate(clubs) if club.group == small and club.division != "Lower"]
    resting = resting[: len(resting) // 2 * 2]
    rests = list(zip(resting[::2], resting[1::2]))
    fixed = {len(pairs) + k: pause for k in range(len(rests))}
    derbies = {game for game, (one, two) in enumerate(pairs) if rival_of.get(one) == two}
    fixed |= dict.fromkeys(derbies, len(weeks) - 1)
    numbers = rounds([*pairs, *rests], len(weeks), fixed, prefer, r)[: len(pairs)]
    plans = []
    first = [k for k, number in enumerate(numbers) if number == 1 and not inside[k]]
    for game in r.sample(first, min(7, len(first))):
        numbers[game] = 0
    bound = {number for number, club in enumerate(clubs) if club.division == "Lower"}
    gaps = [abs(worth[clubs[a].id] - worth[clubs[b].id]) for a, b in pairs]
    pairs = Hosts(pairs, numbers, inside, gaps, bound, derbies, r).settled()
    busy: dict[int, list[date]] = {}
    special = holidays(year)
    for game in sorted(range(len(pairs)), key=lambda k: numbers[k]):
        away, home = (clubs[n] for n in pairs[game])
        near = [d for n in pairs[game] for d in busy.get(n, ())]
        days = _days(weeks[numbers[game]], inside[game] and home.group == small, special, r)
        day = next((day for day in days if all(abs((day - d).days) >= LEAST_REST for d in near)), days[-1])
        for n in pairs[game]:
            busy.setdefault(n, []).append(day)
        plan = planned(numbers[game], day, _clock(day, home, r), away, home)
        plan.conference = inside[game]
        plans.append(plan)
    _neutral(seed, year, plans, r)
    return plans + _moved(plans, busy, clubs, weeks[-1], r)


def _level(clubs: Sequence[Club], worth: Mapping[int, float], group: int) -> float:
    members = [worth[club.id] for club in clubs if club.group == group]
    return fsum(members) / len(members)


def _days(saturday: date, midweek: bool, days: Mapping[str, date], r: Random) -> tuple[date, ...]:
    """The days on which a game may be, the liked one first, the Saturday last; `days` are the holidays.

    Some are on Thursdays and Fridays; in November the smallest conference plays on Tuesdays and Wednesdays.
    """
    roll = r.random()
    if midweek and saturday.month == 11:
        first, other = (4, 3) if roll < 0.5 else (3, 4)
        if saturday > days["thanksgiving"]:
            first, other = (4, 1) if roll < 0.7 else (1, 4)
        return tuple(saturday - before * DAY for before in (first, other, 2, 0))
    shift = -2 if roll < 0.028 else -1 if roll < 0.10 else 0
    if saturday == days["labor"] - 2 * DAY and roll < 0.30:
        shift = -2 if roll < 0.13 else -1 if roll < 0.24 else 1 if roll < 0.27 else 2
    elif saturday == days["thanksgiving"] + 2 * DAY:
        shift = -(roll < 0.28)
    return saturday + shift * DAY, saturday


def _clock(day: date, home: Club, r: Random) -> str:
    """Start of a game, Eastern time."""
    zone = home.place.zone
    if zone == HAWAII:
        return "23:59"
    if day.weekday() != SAT:
        return pick(r, *NIGHTS)
    return pick(r, *STARTS[MOUNTAIN if zone == ARIZONA else band(zone)])


def _neutral(seed: int, year: int, plans: Sequence[Plan], r: Random) -> None:
    """Some early games on neutral ground, one of them abroad: of clubs that have more than enough at home."""
    at_home = Counter(plan.home.id for plan in plans)
    early = [plan for plan in plans if plan.week <= 2 and not plan.conference and plan.away.division != "Lower"]
    options = [*{plan.home.id: plan for plan in early if at_home[plan.home.id] > HOME[0]}.values()]
    grounds = stadiums(seed, [plan.home for plan in plans])
    for number, plan in enumerate(r.sample(options, min(6, len(options)))):
        if number == 0:
            plan.place = abroad(stream(seed, "NCAAFB", "abroad"), "Ireland", "{} Simulation Ground", 0, "grass")
            plan.start = local(plan.day, "12:00", EASTERN)
        else:
            plan.place = grounds[number % len(grounds)]
        plan.neutral = True


def _moved(
    plans: Sequence[Plan], busy: dict[int, list[date]], clubs: Sequence[Club], last: date, r: Random
) -> list[Plan]:
    """Mark what is postponed, cancelled or moved a day forward; the new rows of the first and the last."""
    number_of = {club.id: number for number, club in enumerate(clubs)}
    new = []
    for plan in plans:
        roll = r.random()
        away, home = number_of[plan.away.id], number_of[plan.home.id]
        taken = {*busy[away], *busy[home]}
        if roll < 0.0065:
            plan.unplayed_as = "postponed"
            free = [plan.day + k * DAY for k in (7, 14, 21, 28, 35, 42)]
            good = [day for day in free if min(abs((day - d).days) for d in taken) >= 5 and day <= last]
            late = plan.day + DAY == last - 3 * DAY  # the eve of Thanksgiving
            if not good and (
                late or min((d - plan.day).days for d in (*taken, plan.day + 30 * DAY) if d > plan.day) < 6
            ):
                plan.unplayed_as = None
                continue
            day = good[0] if good else plan.day + DAY
            later = planned(plan.week + (day - plan.day).days // 7, day, "13:00", plan.away, plan.home)
        elif roll < 0.0105:
            plan.unplayed_as = "cancelled"
            continue
        elif roll < 0.0125 and plan.day.weekday() == SAT and plan.place.zone != HAWAII:
            plan.unplayed_as = "postponed"
            later = planned(plan.week, plan.day - DAY, "19:00", plan.away, plan.home)
            if later.day in taken or min(abs((later.day - d).days) for d in taken if d != plan.day) < 5:
                plan.unplayed_as = None
                continue
        else:
            continue
        later.conference = plan.conference
        plan.successor, later.after = later, (plan,)
        busy[away].append(later.day)
        busy[home].append(later.day)
        new.append(later)
    return new


SOUTH = 36.5
"""Latitude up to which it is warm enough for bowls."""

GREAT = 8
"""Grounds on which the games of the playoff are played in turn."""


def stadiums(seed: int, clubs: Sequence[Club]) -> list[Place]:
    """Neutral grounds for bowls and finals, in state after state: venues of their own in southern towns of clubs."""
    towns = sorted({club.place.city: club.place for club in clubs}.values(), key=lambda p: (p.latitude, p.city))
    states: dict[str | None, list[Place]] = {}
    for place in towns:
        if place.zone != HAWAII and place.latitude < SOUTH:
            states.setdefault(place.state, []).append(place)
    r = stream(seed, "NCAAFB", "stadiums")
    turns = list(states.values())
    r.shuffle(turns)
    south = [place for turn in zip_longest(*turns) for place in turn if place is not None][: len(BOWLS)]
    return [
        p.venue(f"{p.city} Simulation Bowl", int(r.random() < 0.2), "turf" if r.random() < 0.5 else "grass")
        for p in south
    ]


def champions(pairs: Sequence[tuple[str, Club, Club]], year: int, grounds: Sequence[Place], play: Play) -> list[Plan]:
    """The conference championships: conference, better and other club of each."""
    day = title_day(year)
    times = (
        (-1, "20:00"),
        (-1, "19:00"),
        (0, "12:00"),
        (0, "12:00"),
        (0, "15:30"),
        (0, "16:00"),
        (0, "20:00"),
        (0, "20:00"),
    )
    plans = []
    for number, (conference, better, other) in enumerate(pairs):
        shift, clock = times[number % len(times)]
        place = grounds[-1 - number] if number < 5 else None
        plan = planned(len(saturdays(year)), day + shift * DAY, clock, other, better, place)
        plan.event_name = f"{conference} Championship"
        plans.append(plan)
        play(plan)
    return plans


def playoff(field: Sequence[Club], year: int, grounds: Sequence[Place], play: Play) -> list[Plan]:
    """The playoff: twelve clubs since 2024, four before, in order of seed."""
    plans: list[Plan] = []
    names = ("First Round", "Quarterfinal", "Semifinal", "Championship")

    def meet(better: tuple[int, Club], other: tuple[int, Club], day: date, clock: str, name: int) -> tuple[int, Club]:
        ground = None if name == 0 else grounds[(len(plans) + year) % GREAT]
        plan = planned(_week(day, year), day, clock, other[1], better[1], ground)
        label(plan, f"{PLAYOFF} {names[name]}", name + 1 if year >= 2024 else name - 1)
        plans.append(plan)
        return better if play(plan) > 0 else other

    seeds = list(enumerate(field, 1))
    if year >= 2024:
        saturday = title_day(year) + 14 * DAY
        slots = ((-1, "20:00"), (0, "12:00"), (0, "16:00"), (0, "20:00"))
        through = [
            meet(seeds[4 + k], seeds[11 - k], saturday + shift * DAY, clock, 0)
            for k, (shift, clock) in zip((3, 0, 1, 2), slots)
        ]
        quarters = (through[0], through[3], through[2], through[1])
        times = ((-1, "19:30"), (0, "13:00"), (0, "17:00"), (0, "20:45"))
        four = [
            meet(seeds[k], rival, new_year(year) + shift * DAY, clock, 1)
            for k, rival, (shift, clock) in zip((0, 1, 2, 3), quarters, times)
        ]
        nights = [on_or_after(date(year + 1, 1, 8), THU) + k * DAY for k in (0, 1)]
        evenings = ("19:30", "19:30")
    else:
        four = seeds[:4]
        nights, evenings = [semifinal_day(year)] * 2, ("17:00", "20:45")
    two = []
    for (one, other), day, clock in zip(((four[0], four[3]), (four[1], four[2])), nights, evenings):
        one, other = sorted((one, other))
        two.append(meet(one, other, day, clock, 2))
    two.sort(key=lambda item: item[0])
    meet(two[0], two[1], final_day(year), "19:30", 3)
    return plans


def bowls(
    field: Sequence[Club], met: set[frozenset[int]], year: int, grounds: Sequence[Place], r: Random, play: Play
) -> list[Plan]:
    """The other bowls, from mid December to New Year's Day: neighbours in the ranking that have not met.

    The bowls of the lesser clubs come first.
    """
    left = list(field[: 2 * len(BOWLS)])
    pairs = []
    while len(left) >= 2:
        one = left.pop(0)
        choices = [club for club in left[:8] if club.group != one.group and frozenset((one.id, club.id)) not in met]
        other = choices[int(r.random() * min(3, len(choices)))] if choices else left[0]
        left.remove(other)
        pairs.append((one, other))
    plans = []
    for number, ((one, other), day) in enumerate(zip(reversed(pairs), _bowl_days(year, len(pairs)))):
        clock = ("12:00", "14:15", "15:30", "17:45", "20:00", "21:15")[number % 6]
        away, home = (one, other) if r.random() < 0.5 else (other, one)
        plan = planned(_week(day, year), day, clock, away, home, grounds[number % len(grounds)])
        label(plan, BOWLS[number], None)
        plans.append(plan)
        play(plan)
    return plans


NEW_YEAR = 5
"""Bowls of New Year's Day, those of the playoff included."""


def _bowl_days(year: int, count: int) -> list[date]:
    """The days of so many bowls beside the playoff: none on a Sunday, at Christmas or on the day before it."""
    first, last = on_or_after(date(year, 12, 13), SAT), new_year(year)
    days = [first + k * DAY for k in range((last - first).days)]
    places = [day for day in days if day.weekday() != SUN and day.day not in (24, 25) for _ in range(_bowls_of(day))]
    late = NEW_YEAR - (3 if year >= 2024 else 2 * (semifinal_day(year) == last))
    early = max(0, count - late)
    return [places[k * len(places) // early] for k in range(early)] + [last] * (count - early)


def _bowls_of(day: date) -> int:
    """How many bowls a day can have: one or two before Christmas, more on Saturdays and after it."""
    if day.weekday() == SAT:
        return 6
    return 4 if day.day > 25 else 1 + (day.day > 20)


def new_year(year: int) -> date:
    """The day of the great bowls: the first of January, or the second where the first is a Sunday."""
    day = date(year + 1, 1, 1)
    return day + DAY * (day.weekday() == SUN)


def semifinal_day(year: int) -> date:
    """The day of both semifinals until 2023: New Year's Day every third year, else the last one of the old year."""
    if year % 3 == 1:
        return new_year(year)
    day = date(year, 12, 31)
    return day - DAY * (day.weekday() == SUN)


def _week(day: date, year: int) -> int:
    """Weeks keep counting after the season; they begin on Tuesdays."""
    weeks = saturdays(year)
    return len(weeks) - 1 + -(-((day - weeks[-1]) // timedelta(days=1) - 2) // 7)


def label(plan: Plan, name: str, number: int | None) -> None:
    """Make a planned game one of the postseason."""
    plan.season_type, plan.event_name, plan.round = "Postseason", name, number


WIN, MARGIN = 8, 0.8
"""What counts in the strength of a club: a win, and a point of its margin, beside what its opponents are worth."""

FIRST_LOSS, LOSS, CHAMPION = 4, 10, 3
"""What the committee takes off for the first loss and for each one after it, and what it adds for a championship."""


def strengths(clubs: Sequence[Club], games: Sequence[tuple[int, int, int]], rounds: int = 12) -> dict[int, float]:
    """What clubs are worth by results, by team id: wins, capped margins, and those of their opponents.

    Parameters
    ----------
    games : sequence of (int, int, int)
        Team ids of away and home side, and points by which the home side won.
    """
    value = {club.id: 0.0 for club in clubs}
    seen: dict[int, list[tuple[int, float]]] = {club.id: [] for club in clubs}
    for away, home, margin in games:
        size = max(-21, min(21, margin)) * MARGIN + (WIN if margin > 0 else -WIN)
        seen[home].append((away, size - 1.5))
        seen[away].append((home, 1.5 - size))
    for _ in range(rounds):
        value = {
            team: fsum(size + value[other] for other, size in met) / (len(met) + 1.5) for team, met in seen.items()
        }
    return value


def ranking(clubs: Sequence[Club], games: Sequence[tuple[int, int, int]], winners: Sequence[Club] = ()) -> list[Club]:
    """Clubs from the best to the worst as a committee ranks them: by strength, losses and championships.

    Parameters
    ----------
    games : sequence of (int, int, int)
        Team ids of away and home side, and points by which the home side won.
    winners : sequence of Club
        The conference champions, once they are known.
    """
    value = strengths(clubs, games)
    losses = Counter(away if margin > 0 else home for away, home, margin in games)

    def merit(club: Club) -> float:
        lost = losses[club.id]
        off = FIRST_LOSS + LOSS * (lost - 1) if lost else 0
        return value[club.id] - off + CHAMPION * (club in winners)

    top = [club for club in clubs if club.division != "Lower"]
    return sorted(top, key=lambda club: (-merit(club), club.id))


def selected(order: Sequence[Club], winners: Sequence[Club], year: int) -> list[Club]:
    """The field of the playoff in order of seed, from the ranking and the conference champions.

    The four best before 2024. Then twelve, five champions among them at least: in 2024 the first four seeds are the
    best champions, since 2025 seeds follow the ranking.
    """
    if year < 2024:
        return list(order[:4])
    best = [club for club in order if club in winners][:5]
    others = [club for club in order if club not in best][: 12 - len(best)]
    field = [club for club in order if club in best or club in others]
    if year == 2024:
        return best[:4] + [club for club in field if club not in best[:4]]
    return field
