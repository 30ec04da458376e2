"""Hockey rosters: who belongs to a club on a day, how good a player is, and who can play."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import zip_longest
from statistics import pstdev

from .._common.cached import once
from .._common.careers import Market, Move, OffSeason, Rosters, grown, talent_in
from .._common.directory import Member
from .._common.injuries import Hazard, Ward
from .._common.people import NORMAL, Person
from .._common.rng import bounded, stream, two

POOLS = {
    "C": tuple(range(6)),
    "LW": tuple(range(6, 12)),
    "RW": tuple(range(12, 18)),
    "D": tuple(range(18, 27)),
    "G": tuple(range(27, 30)),
}
"""Position -> roster places."""

CATEGORY = {"C": "C", "LW": "W", "RW": "W", "D": "D", "G": "G"}
"""Position -> its category."""

SUMMER = OffSeason(((1, 6, 26), (1, 6, 30)), ((1, 7, 1), (1, 9, 10)), ((1, 7, 5), (1, 9, 15)))
"""When rosters change between seasons: players as the market opens, rookies up to the camps."""

PRIME = 26.5, 6.5, 8.5
"""Best age, and how fast players get there and grow old, as in `ageing`."""


def _grown(person: Person, year: int) -> float:
    """What a player's talent has become in a year."""
    return grown(person, year, PRIME) + LIFT * _is_rare(person.id)


@lru_cache(maxsize=20_000)
def _is_rare(player: int) -> bool:
    return stream("rare", "NHL", player).random() < RARE


MARKET = Market(
    "NHL",
    POOLS,
    (2, 17),
    0.17,
    SUMMER,
    0.115,
    (10, 150),
    standing=0.88,
    tenure=0.45,
    later={"G": 3},
    value=lambda person, year, _: _grown(person, year),
)

HAZARD = Hazard(
    {"G": 1.1, "": 2.0},
    {
        "Upper Body": 30,
        "Lower Body": 34,
        "Concussion": 6,
        "Knee": 6,
        "Shoulder": 5,
        "Hand": 4,
        "Groin": 4,
        "Ankle": 3,
        "Back": 3,
        "Illness": 9,
    },
    ((0.52, 2, 10), (0.30, 11, 32), (0.13, 33, 80), (0.05, 120, 250)),
)
"""How players are hurt; hockey clubs say little about the part of the body."""

DRESSED = {"C": 4, "LW": 4, "RW": 4, "D": 6}
"""Skaters of a position in a game."""

FIT: dict[tuple[str, ...], int] = {tuple(DRESSED): 19, ("G",): 2}
"""Positions that stand in for one another -> players of a club who are always fit."""

GAMES = 82
"""Games of a club in the regular season."""

TOUCH, GRIT, TEMPER = 0.285, 0.60, 0.53
"""Spread of skaters, in logarithms: with the puck, in how hard they play, and in how often they are penalized."""

ROUGH = 0.5
"""Correlation of the latter two."""

TRUST, KNOWN, PAST = 0.8, 3, 2
"""By how much of the mean of his place a coach prefers a player to others as good, after how many seasons he does so in
full, and for how many last ones of a career no longer."""

MOOD, SPELL = 0.27, 9
"""Spread of what he thinks of his players beside that, and for how many days he does."""

STAMINA, TIRELESS = 0.095, 2.0
"""Spread of skaters, in logarithms, in how often the coach sends them on, and the most it is for anyone."""

EAGER = {"C": 0.45, "W": 1.0}
"""Spread of skaters of a category, in logarithms, in how often they take a face-off beside others in their place."""

AIM = 0.22
"""Spread of skaters, in logarithms, in how often they shoot themselves: some do, others pass."""

RARE, LIFT = 0.018, 2.0
"""Share of players who are out of the ordinary, and by how many standard deviations."""

MOST, MOST_BACK = 3.7, 1.35
"""The ability beyond which a forward, and a defender, gains nothing with the puck."""


@dataclass(frozen=True, slots=True, eq=False)
class Skill:
    """A player: his ability, the trust that puts him into a line, factors on what he does and how often he is on."""

    person: Person
    ability: float
    trust: float
    touch: float
    grit: float
    temper: float
    stamina: float
    eager: float
    aim: float


class Squads:
    """The players of the league in a season.

    Parameters
    ----------
    seed : int
        Seed of the world.
    clubs : tuple of int
        Team ids.
    year : int
        Start year of the season.
    opens : date
        First day.
    length : int
        Days of the season, playoffs included.
    game_days : mapping of int to sequence of date
        Days on which a club plays in the regular season, by team id.
    """

    def __init__(
        self,
        seed: int,
        clubs: tuple[int, ...],
        year: int,
        opens: date,
        length: int,
        game_days: Mapping[int, Sequence[date]],
    ) -> None:
        self.seed = seed
        self.game_days = game_days
        self.rosters = Rosters(seed, MARKET, clubs, year, opens)
        self.ward = Ward(seed, HAZARD, self.rosters, length, FIT, game_days.__getitem__)
        self._skills: dict[tuple[int, int], Skill] = {}
        self._moods: dict[tuple[int, int], float] = {}
        self._ranked: dict[tuple[int, str, int], Sequence[Skill]] = {}

    def _skill(self, person: Person, position: str, place: int, year: int) -> Skill:
        known = self._skills.get((person.id, year))
        if known is None:
            own = stream(self.seed, "NHL", "talent", person.id)
            hard, tireless, hot, drawing, shooting = (own.gauss(0, 1) for _ in range(5))
            usual = TOUCH * (talent_in(person, year) - person.talent)
            grit = math.exp(GRIT * hard - GRIT**2 / 2 + usual)
            heat = ROUGH * hard + math.sqrt(1 - ROUGH**2) * hot
            temper = math.exp(TEMPER * heat - TEMPER**2 / 2 + usual)
            form = stream(self.seed, "NHL", "form", person.id, year).gauss(0, 0.2)
            ability = _grown(person, year) + form
            merits = min(1.0, (year - person.since) / KNOWN, (person.until - year) / PAST)
            trust = ability + TRUST * merits * MARKET.standing_of(position, place)[0]
            touch = math.exp(TOUCH * min(ability, MOST_BACK if position == "D" else MOST))
            stamina = math.exp(STAMINA * bounded(tireless, TIRELESS))
            often = EAGER.get(CATEGORY[position], 0.0)
            eager = math.exp(often * drawing - often**2 / 2)
            aim = math.exp(AIM * shooting - AIM**2 / 2)
            known = Skill(person, ability, trust, touch, grit, temper, stamina, eager, aim)
            self._skills[person.id, year] = known
        return known

    @once
    def waits(self) -> dict[int, frozenset[date]]:
        """Days on which a player who has changed clubs does not play yet, by id: the first, and while he must wait.

        Clubs have not all played as often on a day: he waits as long as he would have more games than a club.
        """
        moves: dict[int, list[Move]] = {}
        for move in self.rosters.moves():
            moves.setdefault(move.player.id, []).append(move)
        waits = {}
        for player, own in moves.items():
            first = [day for day in self.game_days[own[0].old] if day < own[0].day]
            later = [
                day
                for move, after in zip_longest(own, own[1:])
                for day in self.game_days[move.new]
                if move.day <= day and (after is None or day < after.day)
            ]
            more = max(0, len(first) + len(later) - GAMES)
            waits[player] = frozenset((*later[:more], *(move.day for move in own)))
        return waits

    def depth(self, club: int, position: str, day: date) -> Sequence[Skill]:
        """The players of a club at a position on a day, most trusted first, the injured included."""
        stretch = self.rosters.stretch(club, day)
        if stretch is None:
            return self._depth(club, position, day)
        known = self._ranked.get((club, position, stretch))
        if known is None:
            known = self._ranked[club, position, stretch] = self._depth(club, position, day)
        return known

    def _depth(self, club: int, position: str, day: date) -> Sequence[Skill]:
        year = self.rosters.year_of(day)
        holders = enumerate(self.rosters.holder(club, slot, day) for slot in POOLS[position])
        skills = [self._skill(person, position, place, year) for place, person in holders if person is not None]
        return sorted(skills, key=lambda skill: -skill.trust)

    def members(self, club: int, day: date) -> list[Member]:
        """The players of a club on a day by position, most trusted first."""
        return [
            Member(skill.person, position, category, injury=self.ward.out(club, skill.person.id, position, day))
            for position, category in CATEGORY.items()
            for skill in self.depth(club, position, day)
        ]

    def former(self, day: date, since: int) -> Iterator[tuple[Member, int]]:
        """The players whose careers have ended by a day, since a season, each with the id of his last club."""
        position_of = {slot: position for position, slots in POOLS.items() for slot in slots}
        for person, club, slot in self.rosters.former(day, since):
            yield Member(person, position_of[slot], CATEGORY[position_of[slot]], active=False), club

    def skaters(self, club: int, day: date) -> list[Skill]:
        """The eighteen skaters of a game by place.

        Where a position runs out of fit players, the best fit ones that the other positions do not need fill in, and
        last those who have just come.
        """
        fit: dict[str, list[Skill]] = {}
        waiting: list[Skill] = []
        for position in DRESSED:
            fit[position] = []
            for skill in self.depth(club, position, day):
                if self.ward.out(club, skill.person.id, position, day) is None:
                    (waiting if self._waits(skill, day) else fit[position]).append(skill)
        spare = [skill for position, number in DRESSED.items() for skill in fit[position][number:]]
        spare.sort(key=lambda skill: skill.ability)
        spare = waiting + spare
        dressed: list[Skill] = []
        for position, number in DRESSED.items():
            skaters = sorted(fit[position][:number], key=lambda skill: -skill.trust - self._mood(skill, day))
            dressed += skaters + [spare.pop() for _ in range(number - len(skaters))]
        return dressed

    def _mood(self, skill: Skill, day: date) -> float:
        """What a coach thinks of a player these days: two who are about as good take turns in the better line."""
        spell = skill.person.id, day.toordinal() // SPELL
        mood = self._moods.get(spell)
        if mood is None:
            share, _ = two(self.seed, "NHL", "lines", *spell)
            mood = self._moods[spell] = MOOD * NORMAL.inv_cdf(share)
        return mood

    def standing(self, skaters: Sequence[Skill]) -> tuple[float, float]:
        """How good the forwards and the defenders of a game are, by those of the clubs when all can play.

        In standard deviations from the mean, of what they are by the time on the ice of their lines.
        """
        forwards, defenders = ((own - mean) / spread for own, (mean, spread) in zip(_worth(skaters), self._levels))
        return forwards, defenders

    @once
    def _levels(self) -> list[tuple[float, float]]:
        """Mean and spread of what the forwards and the defenders of the clubs are worth on the first day."""
        day = self.rosters.opens
        sides = [
            [skill for position, number in DRESSED.items() for skill in self.depth(club, position, day)[:number]]
            for club in self.rosters.clubs
        ]
        return [(math.fsum(some) / len(some), pstdev(some)) for some in zip(*(_worth(side) for side in sides))]

    def goalies(self, club: int, day: date) -> Sequence[Skill]:
        """The goalies of a club on a day, most trusted first."""
        return self.depth(club, "G", day)

    def keepers(self, club: int, day: date) -> list[int]:
        """Numbers in `goalies` of those who can play, who has just come after the others."""
        goalies = self.goalies(club, day)
        fit = [n for n, skill in enumerate(goalies) if self.ward.out(club, skill.person.id, "G", day) is None]
        return sorted(fit, key=lambda n: self._waits(goalies[n], day))

    def starters(self, club: int, day: date) -> list[int]:
        """Numbers in `goalies` of those who can start: who has just come does where nobody else can."""
        goalies, fit = self.goalies(club, day), self.keepers(club, day)
        return [n for n in fit if not self._waits(goalies[n], day)] or fit

    def _waits(self, skill: Skill, day: date) -> bool:
        return day in self.waits.get(skill.person.id, ())


LINES, PAIRS = (0.33, 0.27, 0.22, 0.18), (0.40, 0.34, 0.26)
"""Shares of the time on the ice of the four lines of forwards, and of the three pairs of defenders."""


def _worth(skaters: Sequence[Skill]) -> tuple[float, float]:
    """What the forwards and the defenders of a game are worth, by how long they play; skaters are by place."""
    forwards = math.fsum(LINES[n % 4] * skill.ability for n, skill in enumerate(skaters[:12])) / 3
    defenders = math.fsum(PAIRS[n // 2] * skill.ability for n, skill in enumerate(skaters[12:])) / 2
    return forwards, defenders
