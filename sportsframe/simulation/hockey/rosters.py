"""Hockey clubs: who belongs to a club on a day, how good he is, and who can play."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from .._common.careers import Market, Rosters, ageing
from .._common.directory import Member
from .._common.injuries import Hazard, Ward
from .._common.people import Person
from .._common.rng import stream

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

MARKET = Market("NHL", POOLS, (2, 17), 0.17, 0.115, (10, 150))

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
"""How players are hurt; hockey tells little about the part of the body."""

DRESSED = {"C": 4, "LW": 4, "RW": 4, "D": 6}
"""Skaters of a position in a game."""

TOUCH, GRIT = 0.27, 0.60
"""Spread of skaters, in logarithms: with the puck, and in how hard they play."""

RARE, LIFT = 0.018, 2.0
"""Share of players who are out of the ordinary, and by how many standard deviations."""


@dataclass(frozen=True, slots=True)
class Skill:
    """A player with his ability, by which he is put into lines, and factors on what he does on the ice."""

    person: Person
    ability: float
    touch: float
    grit: float


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
    """

    def __init__(self, seed: int, clubs: tuple[int, ...], year: int, opens: date, length: int) -> None:
        self.seed, self.year = seed, year
        self.rosters = Rosters(seed, MARKET, clubs, year, opens)
        self.ward = Ward(seed, "NHL", HAZARD, opens, length)
        self._skills: dict[int, Skill] = {}

    def _skill(self, person: Person) -> Skill:
        known = self._skills.get(person.id)
        if known is None:
            own = stream(self.seed, "NHL", "talent", person.id)
            talent = own.gauss(0, 1)
            grit = math.exp(GRIT * own.gauss(0, 1) - GRIT**2 / 2)
            talent += LIFT * (own.random() < RARE)
            form = stream(self.seed, "NHL", "form", person.id, self.year).gauss(0, 0.3)
            ability = talent + form + ageing(self.year - person.born, 26.5, 6.5, 8.5)
            known = self._skills[person.id] = Skill(person, ability, math.exp(TOUCH * min(ability, 4.0)), grit)
        return known

    def depth(self, club: int, position: str, day: date) -> list[Skill]:
        """The players of a club at a position on a day, best first, the injured included."""
        players = [self._skill(person) for person in self.rosters.pool(club, position, day)]
        return sorted(players, key=lambda skill: -skill.ability)

    def members(self, club: int, day: date, before: date) -> list[Member]:
        """The players of a club on a day by position, best first; `before` is the day of its last game."""
        dressed = {skill.person.id for skill in self.skaters(club, day, before)}
        goalies, fit = self.goalies(club, day), self.keepers(club, day, before)
        dressed |= {goalies[n].person.id for n in fit}
        found = []
        for position, category in CATEGORY.items():
            for skill in self.depth(club, position, day):
                injury = self.ward.out(skill.person, position, day, before)
                plays = skill.person.id in dressed
                found.append(Member(skill.person, position, category, injury=None if plays else injury))
        return found

    def former(self, since: int) -> Iterator[tuple[Member, int]]:
        """The players whose careers have ended since a season, each with the id of his last club."""
        position_of = {slot: position for position, slots in POOLS.items() for slot in slots}
        for person, club, slot in self.rosters.former(since):
            yield Member(person, position_of[slot], CATEGORY[position_of[slot]], active=False), club

    def skaters(self, club: int, day: date, before: date) -> list[Skill]:
        """The eighteen skaters of a game by place; `before` is the day of the club's last game.

        Where a position runs out of fit players, the best fit ones that the other positions do not need fill in;
        where nobody else is fit, hurt ones play.
        """
        fit: dict[str, list[Skill]] = {}
        hurt: list[Skill] = []
        for position in DRESSED:
            fit[position] = []
            for skill in self.depth(club, position, day):
                out = self.ward.out(skill.person, position, day, before)
                (fit[position] if out is None else hurt).append(skill)
        spare = [skill for position, number in DRESSED.items() for skill in fit[position][number:]]
        spare.sort(key=lambda skill: skill.ability)
        spare = hurt + spare
        dressed: list[Skill] = []
        for position, number in DRESSED.items():
            skaters = fit[position][:number]
            dressed += skaters + [spare.pop() for _ in range(number - len(skaters))]
        return dressed

    def goalies(self, club: int, day: date) -> list[Skill]:
        """The goalies of a club on a day, best first."""
        return self.depth(club, "G", day)

    def keepers(self, club: int, day: date, before: date) -> list[int]:
        """Numbers in `goalies` of those who can play; all of them where nobody can."""
        goalies = self.goalies(club, day)
        fit = [n for n, skill in enumerate(goalies) if self.ward.out(skill.person, "G", day, before) is None]
        return fit or list(range(len(goalies)))
