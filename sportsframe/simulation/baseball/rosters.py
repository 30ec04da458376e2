"""Who plays baseball for a club, how well, and who is in the line-up on a given day.

A club's year has 13 regular places for batters and 13 for pitchers, and people who fill them for some weeks. Nothing
here depends on games already played, so that any game can be simulated alone: rest days, the rotation and the
relievers' days off follow from the club's running count of games and from the days on which it plays.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from itertools import count
from math import exp, fsum, log1p
from random import Random
from statistics import fmean

from .._common.cached import once
from .._common.calendar import DAY
from .._common.careers import Market, OffSeason, ageing, talent_in
from .._common.careers import Rosters as Careers
from .._common.directory import Member, traits
from .._common.injuries import Injury, can_last, injury_on
from .._common.people import Person
from .._common.rng import bounded, clamp, lasting, pick, standard, stream, two
from .lineup import Arm, Card, Hitter, factor, value
from .schedule import opening_day

SPORT = "MLB"

CHANCES = (0.549, 0.1885, 0.0243, 0.0770, 0.3430, 0.1025, 0.0080)
"""Strikeout, walk, hit batter, homer, single, double and triple of the average regular, against an out in play."""

STEAL, SAFE = 0.1015, 0.791
"""How often the average regular tries for second base when he can, and how often those who try are safe."""

STARTER, RELIEVER = (0.975, 0.985, 0.995, 1.004), (1.06, 1.01, 0.965, 0.994)
"""Strikeouts, walks, homers and hits of the average starter and reliever, against the average pitcher."""

HURT: dict[str, dict[str, float]] = {
    "P": {
        "Elbow": 25,
        "Shoulder": 24,
        "Forearm": 11,
        "Oblique": 7,
        "Back": 7,
        "Hamstring": 5,
        "Finger": 5,
        "Knee": 4,
        "Groin": 3,
        "Calf": 2,
        "Ankle": 2,
        "Hip": 2,
        "Wrist": 1,
        "Concussion": 1,
    },
    "": {
        "Hamstring": 18,
        "Back": 10,
        "Oblique": 10,
        "Knee": 9,
        "Shoulder": 7,
        "Wrist": 7,
        "Hand": 6,
        "Ankle": 6,
        "Calf": 6,
        "Quadriceps": 6,
        "Groin": 5,
        "Finger": 5,
        "Foot": 4,
        "Elbow": 3,
        "Hip": 3,
        "Concussion": 3,
        "Forearm": 1,
    },
}
"""Position -> what keeps its players out, and how often; ``""`` for the positions not named."""

EXPOSED = {"C": 1.75, "DH": 0.65}
"""How often a batter of a position is hurt, against one of a position not named."""

OUT = 15
"""How often somebody comes up for a batter who is out, in a season of a club."""

OPERATIONS, OPERATED, HEALS = 0.06, (-40, 180), (365, 455)
"""Share of the pitchers whose elbow is operated on in a year, the days after the opening on which it is, and for how
many days they are out."""

SEVERE, LONG = 0.19, (55, 160)
"""Share of the injuries that last long, and for how many days."""

AGE = (27.5, 8.0, 9.0)
"""Best age, and the years before and after it that cost a standard deviation of ability."""

GREEN, FADED = {0: 0.8, 1: 0.4, 2: 0.15}, {0: 1.2, 1: 0.6, 2: 0.2}
"""What a player lacks of his talent after so many seasons, and so many before the last one."""

BAT_SD, ARM_SD, PARK_SD = 0.085, 0.112, 0.022
"""Spread of clubs and parks, in what batters get on base for."""

MEMORY = (1.0, 0.8, 0.6, 0.45, 0.3, 0.15)
"""What the year and those before it add to how good a club is."""

STRONGEST, ABOUT = 0.045, 0.001
"""Bases that a plate appearance of a club's regulars is worth more than one against its pitchers, at most; how exactly.

Above the mean of the league on the first day; worth 19 wins beyond an even season. With luck they become the 116 of 162
games that the real league has seen at most, in 2001. The worst need no bound: the real one of 2024 won 41.
"""

REGULARS: tuple[tuple[tuple[str, ...], float], ...] = (
    (("C",), -1.1),
    (("1B",), 1.2),
    (("2B", "SS", "3B"), -0.5),
    (("3B", "2B", "1B"), 0.4),
    (("SS", "2B", "3B"), -0.5),
    (("LF", "RF", "CF"), 0.8),
    (("CF", "LF", "RF"), -0.3),
    (("RF", "LF", "CF"), 1.2),
    (("DH", "1B", "LF", "RF"), 1.6),
)
"""Positions a regular plays and how much better he bats than the average, in standard deviations."""

BENCH: tuple[tuple[tuple[str, ...], float], ...] = (
    (("C",), -0.9),
    (("2B", "SS", "3B"), -0.6),
    (("LF", "CF", "RF"), -0.5),
    (("3B", "1B", "LF"), -0.3),
)

DEPTH: tuple[tuple[tuple[str, ...], float], ...] = (
    (("C",), -1.0),
    (("SS", "2B", "3B"), -0.7),
    (("2B", "3B", "SS"), -0.7),
    (("CF", "LF", "RF"), -0.7),
    (("RF", "LF", "CF"), -0.6),
    (("1B", "LF", "RF"), -0.5),
    (("LF", "RF", "CF"), -0.6),
    (("3B", "1B", "2B"), -0.7),
    (("CF", "RF", "LF"), -0.8),
)

CATEGORY = {"C": "C", "1B": "IF", "2B": "IF", "3B": "IF", "SS": "IF", "LF": "OF", "CF": "OF", "RF": "OF", "DH": "DH"}
"""Position -> its category."""

STARTERS, RELIEVERS = 5, 8
TRUSTED = 5
"""How many relievers put off the day off that falls on a doubleheader."""
PITCHES, ENDURANCE, SPOT = 102.2, 9.5, 11.0
"""Pitches that the average pitcher is good for, how many more for a standard deviation of ability, and how many fewer
in a spot start."""
SETTLES = 4
"""Days after a trade on which a starter does not start: he may have done so the day before."""

PAUSES = ((0.25, 0.15, 0.42), (0.105, 0.015, 0.5))
"""Share of the games in which a catcher, and another regular, gives way to the bench: usually, at least and at most.

In a doubleheader the catcher does so in the second game.
"""

FILLS, PLATOON = (0.65, 0.2, 0.9), (0.25, 0.015, 0.95)
"""The same of who has come up for somebody, and of one of two who take turns, by the arm of the opposing starter."""

PLATOONS = 0.6
"""At how many positions of a club two take turns, if one of them bats right-handed and the other left-handed."""

RESTS = 0.04
"""Share of the games in which a two-way player gives way to the bench, at least."""

EASED = (0.0, 0.5)
"""Share of the regulars who give way and bat for the designated hitter, by the habits of a club."""

MOVES = ((2, 4), (2, 3), (3, 4), (5, 7), (5, 6), (6, 7), (1, 8), (5, 8), (7, 8))
"""The places of regulars who may change positions with each other, those first who do so first."""

MOVING, MOVED = 0.27, (0.07, 0.3)
"""How many of the pairs of a club do so, and in which share of the games."""

STARS = 5
"""The best batters of a club, who never pitch in a game that is decided; in the postseason no batter does."""

RIVAL, CLOSE, AHEAD = 5.0, 16.0, 0.02
"""How much oftener he does for what he bats worse than his substitute, and where two take turns; how much better he
usually bats."""

SUITED = 0.03
"""What a manager takes a batter to be worth more against a pitcher whose arm is on the other side."""

TOP, OPINION, TASTE = 4, 0.03, 0.22
"""How many of the best bat first, those later who homer more of the times they reach base; how far a manager is from
that, in what a batter is worth and in his homers."""

SPOT_STARTERS, CALLED_UP = 5, 8

_BATTERS = (*REGULARS, *BENCH, *DEPTH)
_ACTIVE = len(REGULARS) + len(BENCH)
_PITCHER_SLOT = len(_BATTERS)
_HITTER_SLOT = len(REGULARS) - 1
_POSITIONS = tuple(plays[0] for plays, _ in REGULARS)
_SPAN_DAYS = 186
_STARTING = range(100, 100 + STARTERS)
_RELIEVING = range(_STARTING.stop, _STARTING.stop + RELIEVERS)
_SPOTS = range(_RELIEVING.stop, _RELIEVING.stop + SPOT_STARTERS)
_CALLED = range(_SPOTS.stop, _SPOTS.stop + CALLED_UP)


class Roster:
    """The people of one club in one year.

    Parameters
    ----------
    careers : Rosters
        Who belongs to which club.
    abilities : Abilities
        What the players of the season can do.
    club_id : int
        Team id.
    bat, arm : float
        What the whole side's batters and pitchers are better for: coaching, plan, health. A factor of what they get
        on base for, and of what they keep others from.
    two_way : collection of int
        Team ids that name the lines of succession whose first starters bat as well, all their lives.
    slots : sequence of int
        The roster place of the league in which each of the club's own is filled: relievers are ranked every spring.
    """

    def __init__(
        self,
        careers: Careers,
        abilities: Abilities,
        club_id: int,
        bat: float,
        arm: float,
        two_way: Collection[int],
        slots: Sequence[int],
    ) -> None:
        self.careers, self.abilities = careers, abilities
        self.seed, self.year, self.opens = careers.seed, careers.year, careers.opens
        self.club_id, self.bat, self.arm, self.two_way, self.slots = club_id, bat, arm, two_way, slots
        self._known: dict[int, tuple[tuple[Hitter, ...], tuple[Arm, ...]]] = {}

    @once
    def _faced(self) -> tuple[list[float], list[float]]:
        """The chances of the average regular of the first day, and those against the average of its pitchers."""
        hitters, arms = self.people(self.opens)
        own = [fmean(column) for column in zip(*(hitter.weights for hitter in hitters[: len(REGULARS)]))]
        rates = zip(*(arm.rates for arm in arms[: STARTERS + RELIEVERS]))
        strikeout, walk, homer, hit = (fmean(column) for column in rates)
        against = (strikeout, walk, 1.0, homer, hit, hit, 1.0)
        with_club = [chance * self.bat if n in FACED else chance for n, chance in enumerate(own)]
        return with_club, [chance * rate for chance, rate in zip(CHANCES, against)]

    @property
    def edge(self) -> float:
        """The bases that a plate appearance of its regulars is worth more than one against its pitchers."""
        own, against = self._faced
        return value(own) - value(against)

    def held_to(self, most: float) -> Roster:
        """The club with an edge of about so much at most; of what is above it, batting and pitching lose half each."""
        if self.edge <= most:
            return self
        own, against = self._faced
        half = (self.edge - most) / 2
        bat = self.bat * factor(own, FACED, value(own) - half)
        arm = self.arm / factor(against, FACED, value(against) + half)
        held = Roster(self.careers, self.abilities, self.club_id, bat, arm, self.two_way, self.slots)
        # the weak lose less, as they keep their places
        return held if held.edge < most + ABOUT else held.held_to(most)

    def _period(self, day: date) -> int:
        """Number of the stretch between two trades of the club in which a day lies."""
        return bisect_right(self.careers.changes(self.club_id), day.toordinal())

    def hitters(self, day: date) -> tuple[Hitter, ...]:
        """Regulars, bench, and those who come up for some weeks, as they are on a day."""
        return self.people(day)[0]

    def arms(self, day: date) -> tuple[Arm, ...]:
        """Rotation, relievers by rank, spot starters, called-up relievers, as they are on a day."""
        return self.people(day)[1]

    def _first(self, day: date) -> list[Person]:
        """Who holds the places of the roster on a day of the season while nobody is out."""
        return [self.careers.player(self.club_id, slot, day) for slot in self.slots]

    def _is_star(self, place: int, day: date) -> bool:
        """Whether it is on a day the place of a designated hitter who also pitches."""
        return place == _HITTER_SLOT and self.careers.line(self.club_id, _PITCHER_SLOT, day)[0] in self.two_way

    def people(self, day: date) -> tuple[tuple[Hitter, ...], tuple[Arm, ...]]:
        """The batters and the pitchers of the club on a day."""
        period = self._period(day)
        known = self._known.get(period)
        if known is None:
            first = self._first(day)
            hitters = [
                self.abilities.hitter(first[_PITCHER_SLOT if self._is_star(slot, day) else slot], slot, self.bat)
                for slot in range(_PITCHER_SLOT)
            ]
            for hitter in hitters:
                if hitter.id == first[_PITCHER_SLOT].id:
                    hitter.plays = ("DH", "P")
                    hitter.bats = traits(self.seed, SPORT, first[_PITCHER_SLOT], "P")["bats"]
            arms = [self.abilities.arm(person, k, self.arm) for k, person in enumerate(first[_PITCHER_SLOT:])]
            known = self._known[period] = tuple(hitters), tuple(arms)
        return known

    def members(self, day: date) -> list[Member]:
        """The players of the club on a day: batters by the place they fill, then pitchers, then who fills none.

        Who plays two parts and is out in one of them only is not out.
        """
        n = (day - self.opens).days
        held = {self._holder(place, n): place for place in _ALL_PLACES}
        found: dict[int, tuple[int, Member]] = {}
        holders = [self.careers.holder(self.club_id, slot, day) for slot in self.slots]
        star = holders[_PITCHER_SLOT]
        for place, person in enumerate(holders):
            if person is None:
                continue
            slot = place if place < _PITCHER_SLOT else 100 + place - _PITCHER_SLOT
            if self._is_star(place, day) and star is not None:  # who would have the place is in the minors
                found[person.id] = 2000, Member(person, *role(place), active=False)
                person, place = star, _PITCHER_SLOT
            active, order = slot in held, held.get(slot, 1000 + slot)
            injury = None if active or slot not in _ALL_PLACES else self._injury(slot, n)
            member = Member(person, *role(place), _chart_place(order), injury, active)
            other = found.get(person.id)
            if other is None or (active and not other[1].active) or _later(injury, other[1].injury):
                found[person.id] = order, member
        return [member for _, member in sorted(found.values(), key=lambda item: item[0])]

    def _injury(self, place: int, n: int) -> Injury | None:
        """What keeps the holder of a place out on the n-th day, on which somebody else fills it."""
        if place >= 100:
            holder = self.careers.player(self.club_id, self._slot(place), self.opens + DAY * n)
            operation = injury_on(self.opens + DAY * n, _operations(self.seed, holder, self.year))
            if operation is not None:
                return operation
        days, _ = self._spells[place]
        at = bisect_right(days, n) - 1
        if place < 100 + STARTERS and self._came(place, days[at]):
            return None
        r = stream(self.seed, SPORT, "injury", self.club_id, self.year, place, at)
        first, back = (self.opens + DAY * day for day in days[at : at + 2])
        parts = HURT["P" if place >= 100 else ""]
        able = [part for part in parts if can_last(part, (back - first).days)]
        part = pick(r, able, [parts[part] for part in able])
        return Injury(part, first, back, r.random() < 0.6, r.random())

    @once
    def _spells(self) -> dict[int, tuple[list[int], list[int]]]:
        """By place: the days on which its holder changes, and who (a slot) holds it from then on.

        Batters' places and slots count from 0, pitchers' from 100.
        """
        r = stream(self.seed, SPORT, self.club_id, "lists", self.year)
        taken: dict[int, list[tuple[int, int, int]]] = {}
        self._operate(taken)
        exposed = [EXPOSED.get(_BATTERS[place][0][0], 1.0) for place in range(_ACTIVE)]
        for _ in range(OUT):
            self._spell(r, taken, dict(enumerate(exposed)), range(_ACTIVE, _PITCHER_SLOT), (12, 45))
        starters, relievers = dict.fromkeys(_STARTING, 1.0), dict.fromkeys(_RELIEVING[2:], 1.0)
        for spot in _SPOTS:
            self._spell(r, taken, starters, (spot,), (15, 50))
        for called in _CALLED:
            self._spell(r, taken, relievers, (called,), (15, 45))
        self._let_newcomers_rest(taken)
        spells = {}
        for place, windows in taken.items():
            days, holders = [-1000], [place]
            for start, end, slot in sorted(windows):
                if days[-1] == start:
                    holders[-1] = slot
                else:
                    days.append(start)
                    holders.append(slot)
                days.append(end)
                holders.append(place)
            spells[place] = days, holders
        return spells

    def _operate(self, taken: dict[int, list[tuple[int, int, int]]]) -> None:
        """Let others take the places of the pitchers whose elbow is operated on in the year or was in the one before.

        It is theirs wherever they are, as nothing else depends on the year before.
        """
        rests = (self.careers.rests - self.opens).days
        for places, others in ((_STARTING, _SPOTS), (_RELIEVING, _CALLED)):
            for place in places:
                for person, first, last in self.careers.stays(self.club_id, f"place {self._slot(place)}"):
                    for injury in _operations(self.seed, person, self.year):
                        start = (max(first, injury.day) - self.opens).days
                        end = min((min(last, injury.back) - self.opens).days, rests)
                        free = (slot for slot in others if self._is_free(slot, start, end, taken))
                        slot = next(free, None)
                        if slot is not None and start < end:
                            taken.setdefault(place, []).append((start, end, slot))

    def _spell(
        self,
        r: Random,
        taken: dict[int, list[tuple[int, int, int]]],
        places: Mapping[int, float],
        slots: Sequence[int],
        length: tuple[int, int],
    ) -> None:
        """Let one of the slots fill one of the places for a stretch of days: who can and has done so least.

        Places are as likely as they say; none that somebody else fills, or to which somebody comes by a trade.
        """
        used = Counter(slot for some in taken.values() for _, _, slot in some)
        slots = sorted(slots, key=lambda slot: (used[slot], r.random()))
        for _ in range(12):
            place = pick(r, list(places), list(places.values()))
            low, high = LONG if r.random() < SEVERE else length
            days = low + int(r.random() * (high - low))
            start = int(r.random() * _SPAN_DAYS)
            end = start + min(days, (self.careers.rests - self.opens).days - start)
            if self._is_star(place, self.opens + DAY * start):
                continue
            if any(start <= day < end for day in self._comes(place)):
                continue
            if any(start < last and end > first for first, last, _ in taken.get(place, ())):
                continue
            free = (slot for slot in slots if _can_fill(slot, place) and self._is_free(slot, start, end, taken))
            slot = next(free, None)
            if slot is not None:
                taken.setdefault(place, []).append((start, end, slot))
                return

    def _is_free(self, slot: int, start: int, end: int, taken: Mapping[int, list[tuple[int, int, int]]]) -> bool:
        """Whether who has a slot fills no place in a stretch of days, and does not come just before it, or in it."""
        own = [window for some in taken.values() for window in some if window[2] == slot]
        if any(start < last and end > first for first, last, _ in own):
            return False
        return not any(start - SETTLES < day < end for day in self._comes(slot))

    def _slot(self, place: int) -> int:
        """The roster place of the league in which a place is filled."""
        return self.slots[place if place < _PITCHER_SLOT else _PITCHER_SLOT + place - 100]

    def _comes(self, place: int) -> list[int]:
        """The days of the season on which somebody comes to the club to have a place."""
        slot = self._slot(place)
        slots = (slot, _PITCHER_SLOT) if place == _HITTER_SLOT else (slot,)
        stays = [list(self.careers.stays(self.club_id, f"place {slot}")) for slot in slots]
        return [(first - self.opens).days for own in stays for _, first, _ in own[1:]]

    def _let_newcomers_rest(self, taken: dict[int, list[tuple[int, int, int]]]) -> None:
        """Let a spot starter take the place of a starter who has just come, and may have started for his old club."""
        for change in self.careers.changes(self.club_id):
            start = change - self.opens.toordinal()
            for place in range(100, 100 + STARTERS):
                if not self._came(place, start):
                    continue
                windows = taken.setdefault(place, [])
                end = min((first for first, last, _ in windows if last > start), default=start + SETTLES)
                busy = {
                    slot
                    for some in taken.values()
                    for first, last, slot in some
                    if first < start + 2 * SETTLES and last > start - SETTLES
                }
                busy |= {slot for slot in _SPOTS if any(abs(day - start) <= SETTLES for day in self._comes(slot))}
                spot = next((slot for slot in _SPOTS if slot not in busy), None)
                if spot is not None and end > start:
                    windows.append((start, min(end, start + SETTLES), spot))

    def _came(self, place: int, n: int) -> bool:
        """Whether a pitcher came to the club by a trade on the n-th day to have this place."""
        day = self.opens + DAY * n
        if place < 100 or day.toordinal() not in self.careers.changes(self.club_id):
            return False
        slot = self._slot(place)
        return self.careers.player(self.club_id, slot, day) != self.careers.player(self.club_id, slot, day - DAY)

    def _holder(self, place: int, day: int) -> int:
        spell = self._spells.get(place)
        return spell[1][bisect_right(spell[0], day) - 1] if spell else place

    def _rests(self, rank: int, day: date, games: Counter[date]) -> bool:
        """Whether the reliever of a rank has a day off: the closer after three days with games, others more often.

        These on every third day, and after a trade. So nobody pitches on four days running.
        """
        if rank == 0:
            running = next(n for n in count(1) if not games[day - DAY * n])
            off = running % 4 == 0
        else:
            number = day.toordinal() + self.club_id + rank
            off = self._day_off(rank, day - DAY * (number % 3), games) == day
        return off or self._came(100 + STARTERS + rank, (day - self.opens).days)

    @staticmethod
    def _day_off(rank: int, due: date, games: Counter[date]) -> date | None:
        """When a reliever has the day off that is due on a day: not on a doubleheader, if he can do without.

        After a day without a game he can. Otherwise the trusted ones have it on the next day, and the others when it is
        due, so that on the day before there is somebody who may pitch for long.
        """
        if games[due] < 2:
            return due
        if not games[due - DAY]:
            return None
        # where there were two games three days before, he may not have had the last one
        return due + DAY if rank < TRUSTED and games[due - 3 * DAY] < 2 else due

    def starter(self, day: date, turn: int) -> Arm:
        """The starting pitcher of the club's ``turn``-th game."""
        n = (day - self.opens).days
        return self.arms(day)[self._holder(100 + turn % STARTERS, n) - 100]

    def _share(self, day: date, free: list[Arm], off: frozenset[int], *, second: bool) -> list[Arm]:
        """The relievers of one game of a doubleheader: every other one of those who have the next day off.

        Of the rest every other one as well, in turn, so that both games have about as many and as good ones.
        """
        first = (day.toordinal() + self.club_id + second) % 2
        long, short = ([arm for arm in free if (arm.id in off) == able] for able in (True, False))
        mine = (*long[first::2], *short[1 - first :: 2])
        return [arm for arm in free if arm in mine]

    def _active(self, day: date) -> list[Hitter]:
        """The batters who are active on a day, by place."""
        hitters, n = self.hitters(day), (day - self.opens).days
        return [hitters[self._holder(place, n)] for place in range(_ACTIVE)]

    def _nine(
        self, r: Random, day: date, active: Sequence[Hitter], games: int, against: str, *, second: bool
    ) -> tuple[list[Hitter], list[Hitter]]:
        """Who of those active on a day starts, by position, and who does not; other parameters as for `card`."""
        order, free = list(active[: len(REGULARS)]), list(active[len(REGULARS) :])
        n, is_star = (day - self.opens).days, self._is_star(_HITTER_SLOT, day)
        sitting: list[Hitter] = []
        eased = is_star
        for at, man in enumerate(order):
            x, share = r.random(), r.random()
            able = [one for one in free if _POSITIONS[at] in one.plays or (at == _HITTER_SLOT and one.plays[0] != "C")]
            if not able or order[at] is not man:
                continue
            spare = max(able, key=lambda one: one.value + SUITED * one.suits(against))
            chance = self._gives_way(at, man, spare, against, came_up=self._holder(at, n) != at, is_star=is_star)
            if at == 0 and games == 2:  # nobody catches both
                chance = float(second)
            if x < chance:
                free.remove(spare)
                order[at] = spare
                if not eased and at < _HITTER_SLOT and games < 2 and share < self._habits[0]:
                    order[_HITTER_SLOT], man, eased = man, order[_HITTER_SLOT], True
                sitting.append(man)
        for one, other, share in self._habits[1]:
            x = r.random()
            knows = other == _HITTER_SLOT or _POSITIONS[other] in order[one].plays
            if x < share and knows and _POSITIONS[one] in order[other].plays:
                order[one], order[other] = order[other], order[one]
        return order, [*free, *sitting]

    @once
    def _habits(self) -> tuple[float, list[tuple[int, int, float]]]:
        """How often a regular who gives way bats for the designated hitter, and who change positions how often."""
        r = stream(self.seed, SPORT, self.club_id, "habits", self.year)
        (least, most), (low, high) = EASED, MOVED
        often = least + (most - least) * r.random()
        return often, [(*pair, low + (high - low) * r.random()) for pair in MOVES if r.random() < MOVING]

    @once
    def _platoons(self) -> list[bool]:
        """By place of a regular: whether two take turns in it."""
        r = stream(self.seed, SPORT, self.club_id, "platoons", self.year)
        return [r.random() < PLATOONS for _ in REGULARS]

    def _gives_way(self, at: int, man: Hitter, spare: Hitter, against: str, *, came_up: bool, is_star: bool) -> float:
        """How often a man gives way to a substitute in a game, in a place that is his or to which he came up."""
        (usual, least, most), rival = PAUSES[at > 0], RIVAL
        if came_up:
            usual, least, most = FILLS
        elif at == _HITTER_SLOT and is_star:
            least = RESTS
        elif self._platoons[at] and {man.bats, spare.bats} == {"L", "R"}:
            (usual, least, most), rival = PLATOON, CLOSE
        better = man.value - spare.value + SUITED * (man.suits(against) - spare.suits(against))
        return clamp(usual - rival * (better - AHEAD), least, most)

    def _batting(self, r: Random, order: Sequence[Hitter]) -> list[int]:
        """The places of those who start, as they bat: the best first, and of them those with more power later."""
        tastes = [two(self.seed, SPORT, "taste", self.club_id, self.year, man.id) for man in order]
        worth = [man.value + OPINION * taste + 0.012 * r.random() for man, (taste, _) in zip(order, tastes)]
        power = [man.weights[3] / fsum(man.weights[1:]) + TASTE * taste for man, (_, taste) in zip(order, tastes)]
        ranked = sorted(range(9), key=worth.__getitem__, reverse=True)
        return [*sorted(ranked[:TOP], key=power.__getitem__), *ranked[TOP:]]

    def card(self, day: date, turn: int, games: Counter[date], against: str = "R", *, second: bool = False) -> Card:
        """The line-up card for a day.

        Parameters
        ----------
        day : date
            Label day of the game.
        turn : int
            How many games the club had before it this season.
        games : Counter of date
            How many games the club has on each day of the season.
        against : str
            The arm with which the opposing starter throws, ``R`` or ``L``.
        second : bool
            Whether it is the second game of a doubleheader.
        """
        n = (day - self.opens).days
        r = stream(self.seed, SPORT, self.club_id, self.year, "card", turn)
        arms = self.arms(day)
        active = self._active(day)
        order, bench = self._nine(r, day, active, games[day], against, second=second)
        starter = self.starter(day, turn)
        batting = self._batting(r, order)
        relievers = [arms[self._holder(100 + STARTERS + p, n) - 100] for p in range(RELIEVERS)]
        pen = [arm for p, arm in enumerate(relievers) if not self._rests(p, day, games)]
        off = frozenset(arm.id for p, arm in enumerate(relievers) if self._rests(p, day + DAY, games))
        worse = sorted(active, key=lambda hitter: hitter.value)[:-STARS]
        spares = [hitter for hitter in active[day.toordinal() % 2 :: 2] if hitter in worse and n < _SPAN_DAYS]
        if games[day] == 2:
            pen, spares = self._share(day, pen, off, second=second), spares[second::2]
        return Card(
            tuple(order[i] for i in batting),
            tuple(_POSITIONS[i] for i in batting),
            tuple(bench),
            starter,
            tuple(pen),
            off,
            self.bat,
            frozenset(hitter.id for hitter in spares if hitter.plays[0] != "C"),
            {} if games[day] == 2 and not second else self._hurt(day, starter),
        )

    def _hurt(self, day: date, starter: Arm) -> dict[int, int]:
        """Who is hurt in a game: those who are out from the next day on, a starter from before his next turn.

        Returns
        -------
        dict of int to int
            By id, the inning from which he plays no more.
        """
        n = (day - self.opens).days
        hitters, arms = self.people(day)
        found = {}
        for place in range(_ACTIVE):
            if place in self._spells and self._holder(place, n) == place != self._holder(place, n + 1):
                injury = self._injury(place, n + 1)
                if injury is not None:
                    found[hitters[place].id] = 2 + int(8 * injury.moment)
        for place in _STARTING:
            if arms[place - _STARTING.start] is not starter or self._holder(place, n) != place:
                continue
            out = next((k for k in range(n + 1, n + STARTERS) if self._holder(place, k) != place), None)
            if out is not None:
                injury = self._injury(place, out)
                if injury is not None:
                    found[starter.id] = 2 + int(6 * injury.moment)
        return found


def _can_fill(slot: int, place: int) -> bool:
    """Whether who has a slot can play where a place has its man; anybody but a catcher bats for a DH."""
    if place >= 100:
        return True
    plays, position = _BATTERS[slot][0], _BATTERS[place][0][0]
    return position in plays or (position == "DH" and plays[0] != "C")


def _operations(seed: int, person: Person, year: int) -> list[Injury]:
    """The operations that keep a pitcher out in a year: of its own, and of the one before."""
    found = []
    for one in (year - 1, year):
        if not _is_operated(seed, person, one) or _is_operated(seed, person, one - 1):
            continue
        luck, when = two(seed, SPORT, "operated", person.id, one)
        (first, last), (low, high) = OPERATED, HEALS
        day = opening_day(one) + DAY * (first + int((last - first) * when))
        found.append(Injury("Elbow", day, day + DAY * (low + int((high - low) * luck)), False, 0.0))
    return found


def _is_operated(seed: int, person: Person, year: int) -> bool:
    return year > person.since and two(seed, SPORT, "operation", person.id, year)[0] < OPERATIONS


def _later(one: Injury | None, other: Injury | None) -> bool:
    """Whether one injury is suffered after another."""
    return one is not None and other is not None and one.day > other.day


_ROLES: tuple[tuple[bool, float], ...] = (
    *((True, 0.45 - 0.2 * i) for i in range(STARTERS)),
    *((False, 0.36) for _ in range(RELIEVERS)),
    *((True, -0.75) for _ in range(SPOT_STARTERS)),
    *((False, -0.6) for _ in range(CALLED_UP)),
)
"""Whether a pitcher starts, and how much better he is than the average, in standard deviations."""

_PLACES = _PITCHER_SLOT + len(_ROLES)
_ALL_PLACES = frozenset((*range(_ACTIVE), *range(100, 100 + STARTERS + RELIEVERS)))
"""The places of the 26 who are active."""


def role(place: int) -> tuple[str, str]:
    """Position and category of a place of the roster."""
    if place < _PITCHER_SLOT:
        position = _BATTERS[place][0][0]
        return position, CATEGORY[position]
    return "P", "S" if _ROLES[place - _PITCHER_SLOT][0] else "R"


WINTER = OffSeason(((0, 11, 8), (0, 11, 28)), ((0, 12, 1), (1, 2, 12)), ((1, 2, 13), (1, 3, 18)))
"""When rosters change between seasons: veterans go before the winter meetings, rookies come up in spring training."""

SHORTER = (
    (range(len(REGULARS), _ACTIVE), (1, 8)),
    (range(_ACTIVE, _PITCHER_SLOT), (1, 6)),
    (range(_PITCHER_SLOT + STARTERS, _PITCHER_SLOT + STARTERS + RELIEVERS), (1, 12)),
    (range(_PITCHER_SLOT + STARTERS + RELIEVERS, _PLACES), (1, 6)),
)
"""Places whose careers are shorter than those of regulars and starters, and the fewest and most seasons of them."""

MARKET = Market(
    SPORT,
    {f"place {slot}": (slot,) for slot in range(_PLACES)},
    (5, 14),
    0.24,
    WINTER,
    0.145,
    (20, 124),
    value=lambda person, year, _: talent_in(person, year, GREEN, FADED),
    positions={f"place {slot}": role(slot)[0] for slot in range(_PLACES)},
    spans={f"place {slot}": span for slots, span in SHORTER for slot in slots},
)
"""Players change clubs for like places: a first baseman for a first baseman."""


def _chart_place(place: int) -> str:
    """The position in the depth chart of who fills one of the 26 places; empty for anybody else."""
    if place < _ACTIVE:
        return _BATTERS[place][0][0]
    return "" if place not in _ALL_PLACES else "SP" if place < 100 + STARTERS else "RP"


class Abilities:
    """What the players of a season can do.

    The people of a year are put on one level, so that a season of weak bats does not look like another game: the
    average regular, starter and reliever are the same every year.

    Parameters
    ----------
    careers : Rosters
        Who belongs to which club; those of the first day set the level.
    bats, arms : mapping of int to float
        By team id, what the whole side's batters and pitchers are better for.
    slots : mapping of int to sequence of int
        By team id, the roster places of the league as in `Roster`.
    """

    def __init__(
        self,
        careers: Careers,
        bats: Mapping[int, float],
        arms: Mapping[int, float],
        slots: Mapping[int, Sequence[int]],
    ) -> None:
        self.seed, self.year = careers.seed, careers.year
        self._hitters: dict[tuple[int, int, float], Hitter] = {}
        self._arms: dict[tuple[int, int, float], Arm] = {}
        day = careers.opens
        regulars = [
            self._raw_hitter(careers.player(club, slot, day), slot)
            for club in careers.clubs
            for slot in range(len(REGULARS))
        ]
        self._scale = [chance / fmean(x.weights[n] for x in regulars) for n, chance in enumerate(CHANCES)]
        clubs = [bats[club] for club in careers.clubs for _ in REGULARS]
        kept = [self._kept_hitter(x, club) for x, club in zip(regulars, clubs)]
        self._level = [chance / fmean(weights[n] for weights in kept) for n, chance in enumerate(CHANCES)]
        tries = [min(FASTEST, x.steal) for x in regulars]
        self._quick = STEAL / fmean(tries)
        self._lift = SAFE - fsum(x.safe * t for x, t in zip(regulars, tries)) / fsum(tries)
        self._factors: dict[bool, list[float]] = {}
        self._levels: dict[bool, list[float]] = {}
        for first, last, level in ((0, STARTERS, STARTER), (STARTERS, STARTERS + RELIEVERS, RELIEVER)):
            found = [
                self._raw_arm(careers.player(club, slots[club][_PITCHER_SLOT + k], day), k, arms[club])
                for club in careers.clubs
                for k in range(first, last)
            ]
            self._factors[first == 0] = [goal / fmean(arm.rates[n] for arm in found) for n, goal in enumerate(level)]
            held = [self._kept_arm(arm) for arm in found]
            self._levels[first == 0] = [goal / fmean(rates[n] for rates in held) for n, goal in enumerate(level)]

    def _talent(self, person: Person, what: str) -> list[float]:
        """Standard normal abilities of a person: his own, moved a little each year and by his age."""
        own = stream(self.seed, SPORT, what, person.id)
        form = stream(self.seed, SPORT, what, person.id, self.year)
        age = 0.5 + ageing(self.year - person.born, *AGE)
        parts = [own.gauss(0, 1) for _ in WORTH[what]]
        # independent of each other, and together his talent
        lacks = talent_in(person, self.year, GREEN, FADED) - fsum(
            share * part for share, part in zip(WORTH[what], parts)
        )
        return [
            0.92 * (part + share * lacks) + 0.34 * form.gauss(0, 1) + 0.3 * age
            for part, share in zip(parts, WORTH[what])
        ]

    def hitter(self, person: Person, slot: int, club: float) -> Hitter:
        """A player as a batter in a place of the roster of a club whose batters are so much better."""
        known = self._hitters.get((person.id, slot, club))
        if known is None:
            known = self._raw_hitter(person, slot)
            weights = tuple(w * s for w, s in zip(self._kept_hitter(known, club), self._level))
            known.rate(weights, self._quick * min(FASTEST, known.steal))
            known.safe += self._lift
            self._hitters[person.id, slot, club] = known
        return known

    def _kept_hitter(self, raw: Hitter, club: float) -> tuple[float, ...]:
        """The chances of a batter, who hits well enough to keep his place; before the year's level."""
        weights = [w * s for w, s in zip(raw.weights, self._scale)]
        with_club = [w * club if n in FACED else w for n, w in enumerate(weights)]
        worth = value(with_club)
        enough = factor(with_club, HIT, worth + SOFT * log1p(exp((WEAKEST - worth) / SOFT)))
        return tuple(w * enough if n in HIT else w for n, w in enumerate(weights))

    def _kept_arm(self, raw: Arm) -> tuple[float, ...]:
        """The rates of a pitcher, whom batters do not hit so hard that he loses his place; before the year's level."""
        strikeout, walk, homer, hit = (rate * s for rate, s in zip(raw.rates, self._factors[raw.starter]))
        against = [chance * rate for chance, rate in zip(CHANCES, (strikeout, walk, 1.0, homer, hit, hit, 1.0))]
        worth = value(against)
        enough = factor(against, FACED, worth - SOFT * log1p(exp((worth - HARDEST) / SOFT)))
        return strikeout, walk * enough, homer * enough, hit * enough

    def _raw_hitter(self, person: Person, slot: int) -> Hitter:
        plays, lift = _BATTERS[slot]
        *talents, legs = self._talent(person, "bat")
        contact, power, eye, bat = (
            bounded(talent, most if talent > 0 else least) for talent, (most, least) in zip(talents, BOUNDS)
        )
        legs += {"C": -1.0, "1B": -0.8, "DH": -0.7, "CF": 0.8, "SS": 0.5, "2B": 0.4}.get(plays[0], 0.0)
        weights = (
            exp(-0.35 * contact + 0.2 * power + 0.12 * eye),
            exp(0.35 * eye + 0.15 * power + 0.05 * lift),
            exp(0.3 * bat),
            exp(0.485 * power + 0.22 * lift),
            exp(0.098 * bat - 0.06 * power + 0.05 * lift),
            exp(0.152 * bat + 0.08 * power + 0.05 * lift),
            exp(0.42 * legs),
        )
        steal = exp(1.0 * legs)
        bats = traits(self.seed, SPORT, person, plays[0])["bats"]
        return Hitter(person.id, person.name, plays, weights, steal, min(0.9, 0.778 + 0.03 * legs), bats)

    def arm(self, person: Person, k: int, club: float) -> Arm:
        """A player as a pitcher in the k-th place of a club whose pitchers are so much better."""
        known = self._arms.get((person.id, k, club))
        if known is None:
            known = self._raw_arm(person, k, club)
            known.rate(tuple(rate * s for rate, s in zip(self._kept_arm(known), self._levels[known.starter])))
            self._arms[person.id, k, club] = known
        return known

    def _raw_arm(self, person: Person, k: int, club: float) -> Arm:
        starter, lift = _ROLES[k]
        stuff, control, ball, luck, body = self._talent(person, "arm")
        stuff += lift + (-0.25 if starter else 0.4)
        control += 0.7 * lift
        rates = (
            exp(0.29 * stuff),
            exp(-0.22 * control) / club,
            exp(-0.16 * ball - 0.08 * lift) / club,
            exp(-0.045 * luck - 0.02 * lift) / club,
        )
        able = bounded(fsum(share * figure for share, figure in zip(WORTH["arm"], (stuff, control, ball, luck))), 2.5)
        limit = PITCHES + ENDURANCE * able + 4 * body - SPOT * (k >= STARTERS + RELIEVERS)
        return Arm(person.id, person.name, rates, limit, starter, traits(self.seed, SPORT, person, "P")["throws"])


BOUNDS = ((2.4, 1.15), (2.7, 3.0), (3.5, 3.5), (3.0, 1.1))
"""Standard deviations above and below the average that contact, power, eye and bat of a batter never pass.

Who makes still weaker contact does not keep his place.
"""

WEAKEST, HARDEST, SOFT = 0.322, 0.350, 0.012
"""What a plate appearance of a batter is worth at least, and against a pitcher at most, and how softly both hold.

Who is worse loses his place in the real league within weeks; here those who would be are as good as this.
"""

HIT, FACED = (3, 4, 5), (1, 3, 4, 5)
"""The chances by which batters, and pitchers, are held to it: homers, singles and doubles; walks as well."""

WORTH = {"bat": (0.3, 0.8, 0.4, 0.3, 0.14), "arm": (0.64, 0.54, 0.46, 0.28, 0.08)}
"""What the abilities are worth of the talent of a batter and of a pitcher; the squares of each add up to 1."""

FASTEST = 4.6
"""Bound of how often a runner tries for second base, beside the average one."""


class Rosters:
    """The rosters of a league's clubs in a year, and their parks.

    Parameters
    ----------
    seed : int
        Seed of the world.
    year : int
        Season.
    club_ids : sequence of int
        Team ids, in the order of the clubs.
    opens : date
        Opening day.
    """

    def __init__(self, seed: int, year: int, club_ids: Sequence[int], opens: date) -> None:
        bats, arms, fronts = (_spread(seed, what, year, club_ids) for what in ("bat", "arm", "front"))
        half = len(club_ids) // 2
        lines = stream(seed, SPORT, "two-way")
        two_way = {club_ids[int(lines.random() * half)], club_ids[half + int(lines.random() * half)]}
        self.careers = Careers(seed, MARKET, tuple(club_ids), year, opens)
        # A club that is run well is so on both sides of the ball.
        batting = [exp(BAT_SD * (0.8 * bat + 0.6 * front)) for bat, front in zip(bats, fronts)]
        pitching = [exp(ARM_SD * (0.8 * arm + 0.6 * front)) for arm, front in zip(arms, fronts)]
        slots = {club_id: _ranked(self.careers, club_id) for club_id in club_ids}
        abilities = Abilities(self.careers, dict(zip(club_ids, batting)), dict(zip(club_ids, pitching)), slots)
        clubs = [
            Roster(self.careers, abilities, club_id, bat, arm, two_way, slots[club_id])
            for club_id, bat, arm in zip(club_ids, batting, pitching)
        ]
        mean = fmean(club.edge for club in clubs)
        self.clubs = tuple(club.held_to(mean + STRONGEST) for club in clubs)
        parks = [stream(seed, SPORT, "park", club_id).gauss(0, 1) for club_id in club_ids]
        self.parks = tuple(exp(PARK_SD * (park - fmean(parks))) for park in parks)

    def former(self, day: date, since: int) -> Iterator[tuple[Member, int]]:
        """The players whose careers have ended by a day, since a season, each with the id of his last club."""
        for person, club, place in self.careers.former(day, since):
            yield Member(person, *role(place), active=False), club


def _ranked(careers: Careers, club: int) -> list[int]:
    """The roster places of a club in a season, those of the relievers by what they can do in spring, best first."""
    slots = list(range(_PLACES))
    first, last = _PITCHER_SLOT + STARTERS, _PITCHER_SLOT + STARTERS + RELIEVERS

    def talent(slot: int) -> float:
        return talent_in(careers.player(club, slot, careers.opens), careers.year, GREEN, FADED)

    slots[first:last] = sorted(slots[first:last], key=talent, reverse=True)
    return slots


def _spread(seed: int, what: str, year: int, club_ids: Sequence[int]) -> list[float]:
    """A standard normal figure of each club that lasts for some years; the league's mean is 0."""
    return standard([lasting((seed, SPORT, club_id, what), year, MEMORY) for club_id in club_ids])
