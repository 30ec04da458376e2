"""March: conference tournaments, the choice of the field, the national tournament and the second one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import permutations
from random import Random

from .._common.calendar import DAY, SAT
from .._common.clubs import Club
from .._common.places import EASTERN, Place
from .._common.season import closing
from .._common.travel import miles
from .play import Form
from .schedule import Plan, Play, plan_of
from .schedule_college import Conference, Dates, conferences

REGIONS = ("East", "West", "South", "Midwest")
CORNERS = ("top_left", "bottom_left", "top_right", "bottom_right")
"""Where the four regions are drawn; the winners of the left ones meet, and those of the right ones."""

ORDER = (1, 16, 8, 9, 5, 12, 4, 13, 6, 11, 3, 14, 7, 10, 2, 15)
"""Seeds of a region from top to bottom."""

NATIONAL = "National Tournament"
SECOND = "National Invitation Classic"
FIELD = 68
SECOND_FIELD = 32
EYE, RECORD, LEVEL = 0.42, 14.0, 0.56
"""How much the committee sees of what a club is worth beside its results, what it gives for the share of wins, and the
share that a club needs to be chosen."""

PLAY_IN_LINE = 12
"""Seed for which the last four clubs chosen play."""

DAYS = {1: (4, 5), 2: (6, 7), 3: (11, 12), 4: (13, 14), 5: (20, 20), 6: (22, 22)}
"""Days after the selection of the two halves of a round."""

NEAR = 3
"""Halls nearest to its members of which a conference takes one, if others have not."""

COURT = 4
"""Games that are played on one court in a day."""

ROUND_NAMES = {5: " - Semifinal", 6: " - Championship"}
FIRST = (
    ("12:15", "14:45", "18:50", "21:20"),
    ("12:40", "15:10", "19:10", "21:40"),
    ("13:30", "16:00", "19:25", "21:55"),
    ("14:00", "16:30", "19:35", "22:05"),
)
"""When games of the first round begin at each site of a day, from east to west: two fours, the one before the other."""

SECOND_ROUND = (("12:10", "14:40"), ("14:45", "17:15"), ("17:15", "19:45"), ("18:50", "21:20"))
"""When those of the second round begin there."""

SEMIFINALS = (("19:10", "21:45"), ("19:35", "22:10"))
"""When the two games of each of the two regions of a day begin in the third round."""

FINALS = (("18:10", "20:50"), ("14:20", "17:05"))
"""When those of the two regions of a Saturday and of a Sunday are decided."""


def corners(r: Random) -> dict[str, str]:
    """Region by corner of the bracket, drawn for a season."""
    names = list(REGIONS)
    r.shuffle(names)
    return dict(zip(CORNERS, names))


@dataclass(frozen=True)
class Standing:
    """What a club has shown: its rating, and its shares of wins, of all games and of those in its conference."""

    rating: float
    record: float
    conference: float


def standings(
    clubs: Sequence[Club], forms: Mapping[int, Form], played: Iterable[tuple[Plan, int]], home: float
) -> dict[int, Standing]:
    """Rate every club by its games.

    Parameters
    ----------
    clubs : sequence of Club
        The clubs of the season.
    forms : mapping of int to Form
        What opponents are worth.
    played : iterable of (Plan, int)
        Games and the points by which the home side won.
    home : float
        Points that playing at home is worth.
    """
    total: dict[int, list[float]] = defaultdict(lambda: [0.0] * 5)
    for plan, margin in played:
        edge = 0.0 if plan.neutral else home
        for club, other, points, where in (
            (plan.home, plan.away, margin, -edge),
            (plan.away, plan.home, -margin, edge),
        ):
            row = total[club.id]
            row[0] += max(-22, min(22, points)) + (3 if points > 0 else -3) + where + forms[other.id].strength
            row[1] += 1
            row[4] += points > 0
            if plan.conference:
                row[2] += points > 0
                row[3] += 1
    out = {}
    for club in clubs:
        points_, games, wins, inside, won = total[club.id]
        out[club.id] = Standing(points_ / max(1.0, games), won / max(1.0, games), wins / max(1.0, inside))
    return out


def knockout(size: int) -> list[tuple[int, int]]:
    """First pairings of so many seeds in a field of the next power of two; a seed beyond the size is a bye."""
    order = [1]
    while len(order) < size:
        full = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, full - one)]
    return list(zip(order[::2], order[1::2]))


def conference_tournament(
    conference: Conference,
    seeds: Sequence[Club],
    arena: Place,
    dates: Sequence[date],
    r: Random,
    play: Play,
    after: Sequence[Plan],
) -> tuple[Club, list[Plan]]:
    """A single elimination; the champion and the games.

    Parameters
    ----------
    conference : Conference
        Its name, and whether the better seed is at home.
    seeds : sequence of Club
        The entrants in order.
    arena : Place
        Where it is played otherwise.
    dates : sequence of date
        A day for each round.
    r : random.Random
        For the hours.
    play : callable
        Plays a planned game.
    after : sequence of Plan
        The games that decide about the seeds.
    """
    name = f"{conference.name} Tournament"
    courts = arena, arena.venue(f"{arena.city} Simulation Annex", 1, None)
    field: list[int | None] = [seed if seed <= len(seeds) else None for pair in knockout(len(seeds)) for seed in pair]
    plans: list[Plan] = []
    won: dict[int, Plan] = {}
    for number, day in enumerate(dates):
        through: list[int | None] = []
        count = 0
        for one, two in zip(field[::2], field[1::2]):
            if one is None or two is None:
                through.append(one or two)
                continue
            better, other = min(one, two), max(one, two)
            final = number == len(dates) - 1
            clock = (
                ("19:00", "17:00", "13:00")[int(3 * r.random())]
                if final
                else ("12:00", "14:30", "17:00", "19:30")[count % COURT]
            )
            place = None if conference.campus else courts[count // COURT]
            count += 1
            plan = plan_of(seeds[other - 1], seeds[better - 1], day, clock, place)
            plan.season_type, plan.event_name = "Postseason", name + (" - Championship" if final else "")
            plan.after = [won[seed] for seed in (better, other) if seed in won] or after
            plans.append(plan)
            winner = better if play(plan) > 0 else other
            through.append(winner)
            won[winner] = plan
        field = through
    champion = field[0]
    assert champion is not None
    return seeds[champion - 1], plans


@dataclass(frozen=True)
class Selected:
    """The field of the national tournament: by region and seed one club, or two that play for the place."""

    lines: Mapping[tuple[str, int], tuple[Club, ...]]
    order: Mapping[int, int]


def select(
    clubs: Sequence[Club],
    champions: Sequence[Club],
    eligible: Collection[int],
    rating: Mapping[int, float],
    regions: Sequence[str],
    r: Random,
) -> Selected:
    """Choose and seed the field.

    Parameters
    ----------
    clubs : sequence of Club
        Every club.
    champions : sequence of Club
        Winners of the conference tournaments, who are in.
    eligible : collection of int
        Team ids of those who may be chosen beside them.
    rating : mapping of int to float
        Rating by team id.
    regions : sequence of str
        The four regions; the best club of all goes to the first.
    r : random.Random
        Deals out eighth and ninth places, which are held to be alike.
    """
    ranked = sorted(clubs, key=lambda club: (-rating[club.id], club.id))
    order = {club.id: place for place, club in enumerate(ranked, 1)}
    automatic = {club.id for club in champions}
    chosen = [club for club in ranked if club.id in eligible and club.id not in automatic][: FIELD - len(automatic)]
    last_in = chosen[-4:]
    last_champions = [club for club in ranked if club.id in automatic][-4:]
    out = {club.id for club in (*last_in, *last_champions)}
    rest: list[tuple[Club, ...]] = [(c,) for c in ranked if c.id not in out and (c.id in automatic or c in chosen)]
    spot = 4 * PLAY_IN_LINE - 2
    rest[spot:spot] = [(last_in[0], last_in[3]), (last_in[1], last_in[2])]
    rest += [(last_champions[0], last_champions[3]), (last_champions[1], last_champions[2])]
    evens = rest[28:36]
    r.shuffle(evens)
    rest[28:36] = evens
    lines: dict[tuple[str, int], tuple[Club, ...]] = {}
    for seed in range(1, 17):
        four = rest[4 * seed - 4 : 4 * seed]
        turn = list(regions) if seed % 2 else list(regions)[::-1]
        for region, some in zip(_apart(four, turn, lines, seed), four):
            lines[region, seed] = some
    return Selected(lines, order)


def _apart(
    four: Sequence[tuple[Club, ...]], turn: Sequence[str], lines: Mapping[tuple[str, int], tuple[Club, ...]], seed: int
) -> tuple[str, ...]:
    """Regions of the four clubs of a seed: in turn, unless clubs of one conference would be too near each other."""

    def clashes(order: Sequence[str]) -> int:
        found = 0
        for region, some in zip(order, four):
            for other in range(1, seed):
                if any(a.conference == b.conference for a in some for b in lines[region, other]):
                    found += _near(seed, other)
        return found

    return min(permutations(turn), key=clashes)


def _fitting(region: str, sites: Sequence[Place]) -> int:
    """The number of the first site where the name of a region says; the first one if none is there."""
    return next((number for number, place in enumerate(sites) if _region_of(place) == region), 0)


def _region_of(place: Place) -> str:
    """The region of the country in which a place is."""
    if place.longitude < -104:
        return "West"
    if place.latitude < 37:
        return "South"
    return "East" if place.longitude > -80 else "Midwest"


def _near(seed: int, other: int) -> int:
    """How bad two seeds of one conference are in a region: they meet at once, both are high, or they meet soon."""
    if seed + other == 17 or max(seed, other) <= 4:
        return 100
    return ORDER.index(seed) // 4 == ORDER.index(other) // 4


def _best_of(line: tuple[str, int]) -> tuple[str, int]:
    """The region and the seed of the best of the four who begin at one site."""
    region, seed = line
    first = ORDER.index(seed) // 4 * 4
    return region, min(ORDER[first : first + 4])


class National:
    """The national tournament of a season, played from the field to the final."""

    def __init__(
        self,
        field: Selected,
        regions: Mapping[str, str],
        arenas: Sequence[Place],
        year: int,
        r: Random,
        play: Play,
        after: Sequence[Plan],
    ) -> None:
        self.order = field.order
        self.after = after
        self.won: dict[int, Plan] = {}
        self.regions = regions
        self.r = r
        self.play = play
        self.selection = Dates.of(year).selection
        self.plans: list[Plan] = []
        sites = list(arenas)
        r.shuffle(sites)
        self.regionals = {region: sites.pop(_fitting(region, sites)) for region in REGIONS}
        self.pods, self.opening, self.last, self.spare = sites[:8], *sites[8:11]
        self.pod_of = self._sites(field.lines)
        lines = self._open(field.lines)
        fours = [self._region(number, corner, lines) for number, corner in enumerate(CORNERS)]
        left = self._game(5, fours[0], fours[1], self.last, "18:10")
        right = self._game(5, fours[2], fours[3], self.last, "20:50")
        self.champion = self._game(6, left, right, self.last, "21:20")[0]

    def _open(self, lines: Mapping[tuple[str, int], tuple[Club, ...]]) -> dict[tuple[str, int], Club]:
        out = {line: some[0] for line, some in lines.items()}
        shared = [line for line, some in lines.items() if len(some) == 2]
        # who goes on on Friday plays on Wednesday
        for count, line in enumerate(sorted(shared, key=lambda line: self.pod_of[_best_of(line)][0] % 2)):
            one, other = lines[line]
            day = self.selection + (2 + count // 2) * DAY
            plan = plan_of(other, one, day, ("18:40", "21:10")[count % 2], self.opening, EASTERN)
            self._mark(plan, None, line[0], (line[1], line[1]), " - Opening Round")
            out[line] = self._winner(plan)
        return out

    def _sites(self, lines: Mapping[tuple[str, int], tuple[Club, ...]]) -> dict[tuple[str, int], tuple[int, int]]:
        """Where the best seeds of each region begin, the nearest site that is left to them in turn: its number, and
        whether they are the first or the second there."""
        free = [2] * len(self.pods)
        found = {}
        for seed in (1, 2, 3, 4):
            for region in sorted(REGIONS, key=lambda name: self.order[lines[name, seed][0].id]):
                home = lines[region, seed][0].place
                left = [number for number, games in enumerate(free) if games]
                nearest = min(left, key=lambda number: miles(home, self.pods[number]))
                free[nearest] -= 1
                found[region, seed] = nearest, free[nearest]
        return self._on_two_days(found, [line for line, some in lines.items() if len(some) == 2])

    def _on_two_days(
        self, found: Mapping[tuple[str, int], tuple[int, int]], shared: Sequence[tuple[str, int]]
    ) -> dict[tuple[str, int], tuple[int, int]]:
        """The same with the sites numbered anew: the even ones play on Thursday, the odd ones on Friday, and either day
        has half of the places for which two clubs play before."""
        waiting = Counter(found[_best_of(line)][0] for line in shared)
        halves: tuple[list[int], list[int]] = [], []
        for site in sorted(range(len(self.pods)), key=lambda site: -waiting[site]):
            vacant = [half for half in halves if len(half) < len(self.pods) // 2]
            min(vacant, key=lambda half: sum(waiting[one] for one in half)).append(site)
        for half in halves:
            half.sort(key=lambda site: -self.pods[site].longitude)
        order = [site for pair in zip(*halves) for site in pair]
        self.pods = [self.pods[site] for site in order]
        return {line: (order.index(site), turn) for line, (site, turn) in found.items()}

    def _region(self, number: int, corner: str, lines: Mapping[tuple[str, int], Club]) -> tuple[Club, int]:
        """Four rounds of a region; its winner with his seed."""
        region = self.regions[corner]
        field = [(lines[region, seed], seed) for seed in ORDER]
        pods = [self.pod_of[region, best] for best in (1, 4, 3, 2)]
        for round_ in (1, 2, 3, 4):
            through = []
            for k in range(0, len(field), 2):
                game = k // 2
                if round_ <= 2:
                    site, turn = pods[game * round_ // 2]
                    place, half = self.pods[site], site % 2
                    hours = FIRST[site // 2][2 * turn :] if round_ == 1 else SECOND_ROUND[site // 2][turn:]
                    clock = hours[game % 2 if round_ == 1 else 0]
                else:
                    place, half = self.regionals[region], number % 2
                    clock = SEMIFINALS[number // 2][game] if round_ == 3 else FINALS[half][number // 2]
                winner = self._game(round_, field[k], field[k + 1], place, clock, region, half)
                through.append(winner)
            field = through
        return field[0]

    def _game(
        self,
        round_: int,
        one: tuple[Club, int],
        two: tuple[Club, int],
        place: Place,
        clock: str,
        region: str | None = None,
        half: int = 0,
    ) -> tuple[Club, int]:
        better, other = sorted((one, two), key=lambda side: (side[1], self.order[side[0].id]))
        plan = plan_of(other[0], better[0], self.selection + DAYS[round_][half] * DAY, clock, place, EASTERN)
        self._mark(plan, round_, region, (other[1], better[1]), ROUND_NAMES.get(round_, ""))
        return better if self._winner(plan) is better[0] else other

    def _winner(self, plan: Plan) -> Club:
        plan.after = [self.won[club.id] for club in (plan.away, plan.home) if club.id in self.won] or self.after
        winner = plan.home if self.play(plan) > 0 else plan.away
        self.won[winner.id] = plan
        return winner

    def _mark(self, plan: Plan, round_: int | None, region: str | None, seeds: tuple[int, int], suffix: str) -> None:
        plan.season_type, plan.event_name, plan.round = "Postseason", NATIONAL + suffix, round_
        plan.region, plan.seeds = region, seeds
        if region is not None:
            corner = next(corner for corner, name in self.regions.items() if name == region)
            plan.order = CORNERS.index(corner) + 1
        self.plans.append(plan)


def second(
    clubs: Sequence[Club],
    taken: Mapping[int, int],
    rating: Mapping[int, float],
    arena: Place,
    year: int,
    play: Play,
    after: Sequence[Plan],
) -> list[Plan]:
    """The second tournament: the best clubs that were not chosen, on campus until the semi-finals."""
    selection = Dates.of(year).selection
    left = sorted((c for c in clubs if c.id not in taken), key=lambda c: (-rating[c.id], c.id))[:SECOND_FIELD]
    field = [seed for pair in knockout(SECOND_FIELD) for seed in pair]
    plans: list[Plan] = []
    won: dict[int, Plan] = {}
    for round_, (one_day, other_day) in enumerate(((2, 3), (6, 7), (9, 10), (16, 16), (18, 18))):
        through = []
        for k in range(0, len(field), 2):
            better, other = min(field[k : k + 2]), max(field[k : k + 2])
            day = selection + (one_day if k % 4 else other_day) * DAY
            clock = (
                ("18:00", "20:30")[k // 2 % 2]
                if day.weekday() < SAT
                else ("14:00", "16:00", "18:00", "12:00")[k // 2 % 4]
            )
            place = arena if round_ >= 3 else None
            plan = plan_of(left[other - 1], left[better - 1], day, clock, place)
            plan.season_type = "Postseason"
            plan.event_name = SECOND + ("", "", "", " - Semifinal", " - Championship")[round_]
            plan.after = [won[seed] for seed in (better, other)] if round_ else after
            plans.append(plan)
            winner = better if play(plan) > 0 else other
            through.append(winner)
            won[winner] = plan
        field = through
    return plans


def march(
    clubs: Sequence[Club],
    forms: Mapping[int, Form],
    regular: Sequence[tuple[Plan, int]],
    arenas: Sequence[Place],
    regions: Mapping[str, str],
    year: int,
    r: Random,
    play: Play,
    home: float,
) -> list[Plan]:
    """Everything after the regular season.

    Parameters
    ----------
    clubs : sequence of Club
        The clubs of the season.
    forms : mapping of int to Form
        What they are worth, by team id.
    regular : sequence of (Plan, int)
        Games of the regular season with the points by which the home side won.
    arenas : sequence of Place
        Neutral places.
    regions : mapping of str to str
        Region by corner of the bracket, from `corners`.
    year : int
        Year in which the season starts.
    r : random.Random
        The season's stream for March.
    play : callable
        Plays a planned game.
    home : float
        Points that playing at home is worth.
    """
    shown = standings(clubs, forms, regular, home)
    plans: list[Plan] = []
    champions = []
    played: dict[str, list[Plan]] = defaultdict(list)
    for plan, _ in regular:
        for name in {plan.away.conference, plan.home.conference}:
            played[name].append(plan)
    halls = list(arenas)
    for conference in conferences(clubs, forms, year):
        members = sorted(
            (clubs[i] for i in conference.members), key=lambda c: (-shown[c.id].conference, -shown[c.id].rating, c.id)
        )
        dates = [conference.first + k * DAY for k in range(conference.rounds)]
        halls.sort(key=lambda hall: sum(miles(hall, member.place) for member in members))
        arena = halls.pop(int(NEAR * r.random()))
        champion, games = conference_tournament(
            conference, members[: conference.entrants], arena, dates, r, play, closing(played[conference.name])
        )
        champions.append(champion)
        plans += games
    rating = {
        club.id: (1 - EYE) * shown[club.id].rating
        + EYE * forms[club.id].strength
        + RECORD * (shown[club.id].record - 0.5)
        + r.gauss(0, 0.6)
        for club in clubs
    }
    field = select(
        clubs,
        champions,
        {club.id for club in clubs if shown[club.id].record >= LEVEL},
        rating,
        [regions[corner] for corner in ("top_left", "top_right", "bottom_left", "bottom_right")],
        r,
    )
    end = closing([*(plan for plan, _ in regular), *plans])
    national = National(field, regions, arenas, year, r, play, end)
    taken = {club.id: 1 for some in field.lines.values() for club in some}
    return plans + national.plans + second(clubs, taken, rating, national.spare, year, play, end)
