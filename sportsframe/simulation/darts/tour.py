"""The year of the darts tour as it is played: players and ranks, draws and results.

Results come from one chance a leg, so that brackets of a whole year cost little; the darts of a match are thrown
afterwards, by `play`, for the legs as they went.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import lru_cache

import msgspec

from .._common import people
from .._common.calendar import local
from .._common.rng import stream
from .schedule import PREMIER, Event, Format, Round, calendar

TOUR, QUALIFIERS = 128, 64
FORM_SD, TOUCH_SD = 1.3, 0.05
LEVEL_OF_TOUCH = 46.0
"""A match's spread of level (points of average) and of doubles; what the latter is worth in the former."""

RANK_LEVELS = (101.8, 100.6, 98.9, 96.7, 94.1, 91.2, 88.5, 86.7)
QUALIFIER_LEVELS = 86.0, 83.0
"""Averages of places 1, 2, 4, ..., 128; of the first and the last qualifier."""

MERIT_NOISE = 0.3
SPAN = 5, 14


@dataclass(frozen=True)
class Player:
    """Someone of the tour in one year; ``level`` is his three-dart average in the long run."""

    id: int
    name: str
    level: float
    rank: int | None


class Leg(msgspec.Struct, frozen=True, gc=False):
    """Set and number of a leg, who throws first and who wins (0 or 1); legs count through the match."""

    set: int
    number: int
    first: int
    winner: int
    deciding: bool = False


class Form(msgspec.Struct, frozen=True, gc=False):
    """A player in one match: his average in the long run, and what his chance at a double is up or down."""

    level: float
    touch: float

    @property
    def worth(self) -> float:
        """The level at which the chance to win a leg is the same, without the touch."""
        return self.level + LEVEL_OF_TOUCH * self.touch


@dataclass(frozen=True, eq=False)
class Bout:
    """A row of the schedule: two players at a time. ``unplayed_as`` is withdrawn, cancelled or postponed,
    None for a match that is played.

    ``after`` has the rows that decide who plays; ``short`` is when it is announced that a walkover leaves the round a
    player short.
    """

    event: Event
    round: str
    format: Format
    day: date
    start: datetime
    players: tuple[Player, Player]
    unplayed_as: str | None = None
    announced: datetime | None = None
    delay: float = 0.0
    forms: tuple[Form, Form] | None = None
    legs: tuple[Leg, ...] = field(default=(), repr=False)
    after: tuple[Bout, ...] = field(default=(), repr=False)
    short: datetime | None = None

    def round_at(self, now: datetime) -> str:
        """The name of the round as it stands at an instant."""
        return self.round.replace("127", "128") if self.short is not None and now < self.short else self.round

    @property
    def id(self) -> str:
        return f"{self.day:%Y%m%d}-{self.event.code}-{self.players[0].id}-{self.players[1].id}"

    @property
    def late(self) -> bool:
        """Whether the start is announced as delayed."""
        return self.delay > 10


def level_at(place: float) -> float:
    """The three-dart average of who stands at ``place`` among the players of the tour."""
    x = math.log2(place)
    low = min(int(x), len(RANK_LEVELS) - 2)
    return RANK_LEVELS[low] + (x - low) * (RANK_LEVELS[low + 1] - RANK_LEVELS[low])


@lru_cache(maxsize=16)
def _tour(seed: int, year: int) -> list[tuple[people.Person, float, float]]:
    """The players of the tour, each with how well he plays this year, and how well he did last year."""
    found = []
    for slot in range(TOUR):
        person = people.career(seed, "DARTS", 0, slot, year, span=SPAN)
        now, before = (stream(seed, "darts", "year", person.id, y).gauss(0.0, MERIT_NOISE) for y in (year, year - 1))
        found.append((person, person.talent + now, person.talent + before))
    return sorted(found, key=lambda one: -one[1])


WEEKS = 52


@lru_cache(maxsize=192)
def field_of(seed: int, year: int, week: int = 0) -> tuple[Player, ...]:
    """The players of a year: the order of merit 1 to 128 after so many weeks, then the qualifiers, who have no rank.

    Week by week the results of the year take the place of those of the year before.
    """
    merit = [
        (before + (now - before) * min(week, WEEKS) / WEEKS, person, level_at(place))
        for place, (person, now, before) in enumerate(_tour(seed, year), 1)
    ]
    merit.sort(key=lambda one: -one[0])
    ranked = [Player(p.id, p.name, level, rank) for rank, (_, p, level) in enumerate(merit, 1)]
    top, bottom = QUALIFIER_LEVELS
    others = [people.career(seed, "DARTS", 1, slot, year, span=SPAN) for slot in range(QUALIFIERS)]
    return (*ranked, *(Player(p.id, p.name, top - i * (top - bottom) / QUALIFIERS, None) for i, p in enumerate(others)))


def _field(seed: int, event: Event) -> tuple[Player, ...]:
    """The players of the year with their ranks at the beginning of an event."""
    return field_of(seed, event.year, week_of(event.year, event.first))


def week_of(year: int, day: date) -> int:
    """Weeks of a year that are over on a day."""
    return max(0, (day - date(year, 1, 1)).days // 7)


def people_of(seed: int, year: int, day: date) -> list[tuple[people.Person, int | None]]:
    """The players of a year with their ranks on a day."""
    ranks = {player.id: player.rank for player in field_of(seed, year, week_of(year, day))}
    everyone = [
        people.career(seed, "DARTS", group, slot, year, span=SPAN)
        for group, size in enumerate((TOUR, QUALIFIERS))
        for slot in range(size)
    ]
    return [(person, ranks[person.id]) for person in everyone]


# Formats and calendar ------------------------------------------------------------------------------------------------


FIRST_THROW, FIRST_PER_POINT, PER_POINT = 0.505, 0.008, 0.067
"""Log odds that who throws first wins the leg: between equals, by the mean level over 92, by the difference."""


def _leg_chances(levels: tuple[float, float]) -> tuple[float, float]:
    """The chance that player 0 wins a leg that he begins, and one that player 1 begins."""
    begin = FIRST_THROW + FIRST_PER_POINT * ((levels[0] + levels[1]) / 2 - 92)
    edge = PER_POINT * (levels[0] - levels[1])
    return 1 / (1 + math.exp(-begin - edge)), 1 / (1 + math.exp(begin - edge))


def play_out(r: random.Random, levels: tuple[float, float], form: Format) -> tuple[Leg, ...]:
    """The legs of a match: who begins each and who wins it, by the rules of the format."""
    chances = _leg_chances(levels)
    rnd = r.random
    starter = int(rnd() < 0.5)
    legs: list[Leg] = []
    if not form.legs:
        won = [0, 0]
        while True:
            first = (starter + len(legs)) % 2
            last = form.to_win - 1 + form.clear
            deciding = won[0] == won[1] == last
            winner = int(rnd() >= chances[first])
            won[winner] += 1
            legs.append(Leg(1, len(legs) + 1, first, winner, deciding))
            if _over(won, form.to_win, form.clear):
                return tuple(legs)
    sets = [0, 0]
    while True:
        number = sum(sets) + 1
        clear = form.clear if sets[0] == sets[1] == form.to_win - 1 else 0
        decider = sets[0] == sets[1] == form.to_win - 1
        won = [0, 0]
        while True:
            first = (starter + number - 1 + sum(won)) % 2
            deciding = decider and won[0] == won[1] == form.legs - 1 + clear
            winner = int(rnd() >= chances[first])
            won[winner] += 1
            legs.append(Leg(number, len(legs) + 1, first, winner, deciding))
            if _over(won, form.legs, clear):
                break
        sets[winner] += 1
        if sets[winner] == form.to_win:
            return tuple(legs)


def _over(won: Sequence[int], to_win: int, clear: int) -> bool:
    """Whether the count of legs ends the match or set; with ``clear`` two ahead, or one at the very last."""
    most, least = max(won), min(won)
    return most >= to_win and (not clear or most - least >= 2 or most == to_win + clear)


def seeding(n: int) -> list[int]:
    """Bracket order of the seeds 1 to ``n``: 1 and 2 in opposite halves, 1 meets n first."""
    order = [1]
    while len(order) < n:
        order = [s for seed in order for s in (seed, 2 * len(order) + 1 - seed)]
    return order


@dataclass(frozen=True)
class Played:
    """What became of an event: its rows in order of play, and the players in the order in which they went out."""

    bouts: tuple[Bout, ...]
    winner: Player
    out: tuple[tuple[Player, ...], ...]


class _Draw:
    """The making of one event: its stream, its rows, the withdrawals and the errors of its listing.

    ``after`` has the rows that have to be decided before the next pairings are known, ``way_in`` those by which a
    player came in, by player id.
    """

    def __init__(self, seed: int, event: Event, players: Sequence[Player], after: Sequence[Bout] = ()) -> None:
        self.seed = seed
        self.event = event
        self.players = players
        self.r = stream(seed, "darts", "event", event.id)
        self.bouts: list[Bout] = []
        self.errors: list[Bout] = []
        self.after = tuple(after)
        self.way_in: dict[int, tuple[Bout, ...]] = {}
        short = event.floor and self.r.random() < 0.5
        self.walkover = self.r.randrange(64) if short else -1

    def bout(self, place: Round, slot: tuple[date, datetime], pair: tuple[Player, Player], number: int) -> Bout:
        """Play the match of a pair, or let one of them withdraw."""
        r = self.r
        day, start = slot
        one, two = (Form(p.level + r.gauss(0.0, FORM_SD), r.gauss(0.0, TOUCH_SD)) for p in pair)
        legs = play_out(r, (one.worth, two.worth), place.format)
        roll = r.random()
        delay = 6.0 * r.random() if place.slots[0].boards > 4 else 4.0 * r.random()
        if roll > 0.995:
            delay = 12 + 2 * r.random()
        name = place.name
        first_round = place is self.event.rounds[0]
        short: datetime | None = None
        if self.walkover >= 0 and first_round:
            name = name.replace("128", "127")
            starts = [at for session in place.slots for _, at in session.starts(self.event.first, self.event.zone)]
            short = starts[self.walkover] - timedelta(hours=16)
        after = (*self.after, *(row for player in pair for row in self.way_in.get(player.id, ())))
        bout = Bout(self.event, name, place.format, day, start, pair, None, None, delay, (one, two), legs, after, short)
        announced: datetime | None = None
        if first_round and number == self.walkover:
            announced = short
        elif roll < (0.0055 if self.event.floor else 0.004):
            announced = start - timedelta(minutes=10 + int(25 * r.random()))
        if announced:
            bout = replace(bout, unplayed_as="withdrawn", announced=announced, delay=0.0)
        return bout

    def advance(self, bout: Bout) -> tuple[Player, Player]:
        """(winner, loser); who withdrew is the one who would have lost."""
        winner = bout.legs[-1].winner
        return bout.players[winner], bout.players[1 - winner]

    def listing_error(self, bout: Bout) -> None:
        """Now and then the source lists a match a second time: sides turned round, or a wrong name."""
        r = self.r
        if r.random() >= 0.004:
            return
        one, two = bout.players
        pair = (two, one)
        if r.random() < 0.6:
            strangers = [p for p in self.players if p.id not in (one.id, two.id)]
            pair = (one, r.choice(strangers))
        announced = bout.start - timedelta(hours=1 + 5 * r.random())
        row = replace(
            bout, players=pair, unplayed_as="cancelled", announced=announced.replace(microsecond=0), legs=(), delay=0.0
        )
        self.errors.append(row)

    def rows(self) -> tuple[Bout, ...]:
        """Every row; a wrong one only where no right one has its id."""
        ids = {bout.id for bout in self.bouts}
        return (*self.bouts, *(row for row in self.errors if row.id not in ids))

    def postpone(self, bout: Bout, free_until: datetime | None) -> Bout:
        """Move a match to the next morning, where there is time before the next round; its old row stays."""
        makeup = local(bout.day + timedelta(1), "10:30", self.event.zone)
        rest = (makeup.month, makeup.day) in ((12, 24), (12, 25), (12, 26))
        if bout.unplayed_as is not None or rest or free_until is None or free_until - makeup < timedelta(hours=5):
            return bout
        if self.r.random() >= 0.03:
            return bout
        announced = bout.start - timedelta(minutes=20)
        self.bouts.append(replace(bout, unplayed_as="postponed", announced=announced, legs=(), delay=0.0))
        return replace(bout, day=bout.day + timedelta(1), start=makeup, delay=2.0, after=(self.bouts[-1],))


def _entry(draw: _Draw) -> tuple[list[Player], list[Player]]:
    """(ranked, unranked) players of an event's field, as many as its rounds take in."""
    event, r = draw.event, draw.r
    ranked = [p for p in draw.players if p.rank]
    guests = [p for p in draw.players if not p.rank]
    here = [p for p in ranked if r.random() >= event.absent]
    r.shuffle(guests)
    size = sum(place.enters for place in event.rounds)
    taken = here[: event.ranked]
    return taken, guests[: size - len(taken)]


def _pairs(draw: _Draw) -> Callable[[int, list[Player]], list[Player]]:
    """A function from (round, winners so far) to the players of that round in bracket order."""
    event, r = draw.event, draw.r
    ranked, guests = _entry(draw)
    order = [*ranked, *guests]
    late: list[list[Player]] = []
    for place in event.rounds[:0:-1]:
        late.append(order[: place.enters])
        order = order[place.enters :]
    entering = [order, *reversed(late)]

    def arrange(number: int, winners: list[Player]) -> list[Player]:
        new = entering[number]
        if event.open_draw:
            both = [*winners, *new]
            r.shuffle(both)
            return both
        if number and not new:
            return winners
        seeds = new[: len(new) if number else event.seeds]
        if number == 0 and event.rounds[1].enters:
            seeds = []
        rest = [p for p in new if p not in seeds]
        if number:
            rest = winners
        else:
            r.shuffle(rest)
        if not seeds:
            return rest
        chunk = len(rest) // len(seeds)
        bracket: list[Player] = []
        for i, seed in enumerate(seeding(len(seeds))):
            bracket += [seeds[seed - 1], *rest[i * chunk : (i + 1) * chunk]]
        return bracket

    return arrange


def _groups(draw: _Draw) -> list[Player]:
    """Play the groups of four; the first two of each, in bracket order for the last sixteen."""
    event = draw.event
    ranked, guests = _entry(draw)
    place = event.rounds[0]
    seeds, rest = ranked[:8], [*ranked[8:], *guests]
    draw.r.shuffle(rest)
    groups = [[seeds[s - 1], *rest[3 * i : 3 * i + 3]] for i, s in enumerate(seeding(8))]
    slots = [s for session in place.slots for s in session.starts(event.first, event.zone)]
    table = [{p.id: [0, 0] for p in group} for group in groups]
    at = iter(slots)
    for pairs in (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))):
        for group, rows in zip(groups, table, strict=True):
            for i, k in pairs:
                bout = draw.bout(place, next(at), (group[i], group[k]), 0)
                draw.bouts.append(bout)
                winner, loser = draw.advance(bout)
                ahead = sum(1 if leg.winner == bout.legs[-1].winner else -1 for leg in bout.legs)
                margin = ahead if bout.unplayed_as is None else 0
                rows[winner.id][0] += 2
                rows[winner.id][1] += margin
                rows[loser.id][1] -= margin
                draw.listing_error(bout)
    rows_of: dict[int, tuple[Bout, ...]] = {}
    for bout in draw.bouts:
        for player in bout.players:
            rows_of[player.id] = (*rows_of.get(player.id, ()), bout)
    for group in groups:
        decided = tuple(dict.fromkeys(row for player in group for row in rows_of[player.id]))
        draw.way_in |= dict.fromkeys((player.id for player in group), decided)
    best = [
        sorted(group, key=lambda p: (-rows[p.id][0], -rows[p.id][1], p.rank or 999))[:2]
        for group, rows in zip(groups, table, strict=True)
    ]
    upper = [p for i in range(0, 8, 2) for p in (best[i][0], best[i + 1][1])]
    lower = [p for i in range(0, 8, 2) for p in (best[i + 1][0], best[i][1])]
    return upper + lower


def _play(
    seed: int, event: Event, players: Sequence[Player], bracket: list[Player] | None = None, after: Sequence[Bout] = ()
) -> Played:
    """Play an event through; ``bracket`` sets the field where it is not drawn (premier league), ``after`` the rows
    that decide about it."""
    draw = _Draw(seed, event, players, after)
    rounds = event.rounds
    grouped = rounds[0].name == "Group"
    winners: list[Player] = []
    if grouped:
        winners = _groups(draw)
        rounds = rounds[1:]
    arrange = None if grouped or bracket is not None else _pairs(draw)
    out: list[tuple[Player, ...]] = []
    times = [[s for session in place.slots for s in session.starts(event.first, event.zone)] for place in rounds]
    for n, place in enumerate(rounds):
        line = (bracket or winners) if n == 0 and arrange is None else arrange(n, winners) if arrange else winners
        winners, losers = [], []
        met: list[Bout] = []
        for i in range(len(line) // 2):
            bout = draw.bout(place, times[n][i], (line[2 * i], line[2 * i + 1]), i)
            rest_until = None
            if n + 1 < len(rounds) and not event.open_draw and not event.floor:
                rest_until = times[n + 1][i if rounds[n + 1].enters else i // 2][1]
            bout = draw.postpone(bout, rest_until)
            draw.bouts.append(bout)
            winner, loser = draw.advance(bout)
            winners.append(winner)
            losers.append(loser)
            met.append(bout)
            draw.way_in[winner.id] = (bout,)
            draw.listing_error(bout)
        if event.open_draw:
            draw.after = tuple(met)
        out.append(tuple(losers))
    return Played(draw.rows(), winners[0], tuple(out))


@lru_cache(maxsize=16)
def _premier_nights(seed: int, year: int) -> dict[str, Played]:
    """The premier league: sixteen nights of eight players, and the play-offs of the best four of their table."""
    players = field_of(seed, year)
    r = stream(seed, "darts", "premier", year)
    eight = [*players[:4], *r.sample(players[4:9], 4)]
    points = {p.id: 0 for p in eight}
    played: dict[str, Played] = {}
    nights: list[Bout] = []
    for event in (e for e in calendar(year) if e.series == PREMIER):
        ranked = {p.id: p for p in _field(seed, event)}
        if len(event.rounds) == 2:
            table = sorted(eight, key=lambda p: (-points[p.id], p.rank or 999))
            bracket = [table[0], table[3], table[1], table[2]]
        else:
            bracket = r.sample(eight, 8)
        bracket = [ranked[p.id] for p in bracket]
        done = _play(seed, event, bracket, bracket, nights[-1:] if len(event.rounds) == 2 else ())
        nights.append(next(bout for bout in reversed(done.bouts) if bout.legs))
        played[event.id] = done
        points[done.winner.id] += 5
        for p in done.out[-1]:
            points[p.id] += 3
        for p in done.out[-2]:
            points[p.id] += 2
    return played


@lru_cache(maxsize=192)
def results(seed: int, event: Event) -> Played:
    """All rows of an event with their results; the same for ever."""
    if event.series == PREMIER:
        return _premier_nights(seed, event.year)[event.id]
    return _play(seed, event, _field(seed, event))
