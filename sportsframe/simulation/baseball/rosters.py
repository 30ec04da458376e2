"""The rosters of baseball clubs in a year: their people, how good they are as a side, and their parks.

Nothing here depends on games already played, so that any game can be simulated alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import date
from math import exp
from statistics import fmean

from .._common.cached import once
from .._common.careers import Rosters as Careers
from .._common.directory import Member, traits
from .._common.injuries import Injury
from .._common.rng import lasting, standard, stream
from .abilities import CHANCES, FACED, Abilities
from .absences import Absences
from .lineup import Arm, Hitter, factor, value
from .places import ACTIVE_ROSTER, MARKET, REGULARS, RELIEVERS, SPORT, STARTERS, STARTING, Holders, chart_place, role

BAT_SD, ARM_SD, PARK_SD = 0.080, 0.130, 0.05
"""Spread of clubs and parks, in what batters get on base for."""

MEMORY = (1.0, 0.8, 0.6, 0.45, 0.3, 0.15)
"""What the year and those before it add to how good a club is."""

SUNK = 0.4
"""What the square of how well a club is run, in standard deviations, takes from that: some clubs are run badly."""

STRONGEST, ABOUT = 0.045, 0.001
"""Bases that a plate appearance of a club's regulars is worth more than one against its pitchers, at most; how exactly.

Above the mean of the league on the first day; worth 19 wins beyond an even season. With luck they become the 116 of 162
games that the real league has seen at most, in 2001. The worst need no bound: the real one of 2024 won 41.
"""


class Roster:
    """The people of one club in one year.

    Parameters
    ----------
    holders : Holders
        Who holds its places.
    absences : Absences
        Who is out of them.
    abilities : Abilities
        What the players of the season can do.
    bat, arm : float
        What the whole side's batters and pitchers are better for: coaching, plan, health. A factor of what they get
        on base for, and of what they keep others from.
    """

    def __init__(self, holders: Holders, absences: Absences, abilities: Abilities, bat: float, arm: float) -> None:
        self.holders, self.absences, self.abilities, self.bat, self.arm = holders, absences, abilities, bat, arm
        self.seed, self.year, self.opens, self.club_id = holders.seed, holders.year, holders.opens, holders.club_id
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
        held = Roster(self.holders, self.absences, self.abilities, bat, arm)
        # the weak lose less, as they keep their places
        return held if held.edge < most + ABOUT else held.held_to(most)

    def _period(self, day: date) -> int:
        """Number of the stretch between two trades of the club in which a day lies."""
        return bisect_right(self.holders.careers.changes(self.club_id), day.toordinal())

    def hitters(self, day: date) -> tuple[Hitter, ...]:
        """Regulars, bench, and those who come up for some weeks, as they are on a day."""
        return self.people(day)[0]

    def arms(self, day: date) -> tuple[Arm, ...]:
        """Rotation, relievers by rank, spot starters, called-up relievers, as they are on a day."""
        return self.people(day)[1]

    def people(self, day: date) -> tuple[tuple[Hitter, ...], tuple[Arm, ...]]:
        """The batters and the pitchers of the club on a day."""
        period = self._period(day)
        known = self._known.get(period)
        if known is None:
            people, first = self.holders.on(day), STARTING.start
            star = people[first]
            hitters = [
                self.abilities.hitter(star if self.holders.is_star(place, day) else person, place, self.bat)
                for place, person in enumerate(people[:first])
            ]
            for hitter in hitters:
                if hitter.id == star.id:
                    hitter.plays = ("DH", "P")
                    hitter.bats = traits(self.seed, SPORT, star, "P")["bats"]
            arms = [self.abilities.arm(person, k, self.arm) for k, person in enumerate(people[first:])]
            known = self._known[period] = tuple(hitters), tuple(arms)
        return known

    def members(self, day: date) -> list[Member]:
        """The players of the club on a day: batters by the place they fill, then pitchers, then who fills none.

        Who plays two parts and is out in one of them only is not out.
        """
        n = (day - self.opens).days
        filled = {self.absences.filler(place, n): place for place in ACTIVE_ROSTER}
        found: dict[int, tuple[int, Member]] = {}
        holders = self.holders.now(day)
        star = holders[STARTING.start]
        for slot, person in enumerate(holders):
            if person is None:
                continue
            place = slot
            if self.holders.is_star(slot, day) and star is not None:  # who would have the place is in the minors
                found[person.id] = 2000, Member(person, *role(slot), active=False)
                person, place = star, STARTING.start
            active, order = slot in filled, filled.get(slot, 1000 + slot)
            injury = None if active else self.absences.injury(slot, n)
            member = Member(person, *role(place), chart_place(order), injury, active)
            other = found.get(person.id)
            if other is None or (active and not other[1].active) or _later(injury, other[1].injury):
                found[person.id] = order, member
        return [member for _, member in sorted(found.values(), key=lambda item: item[0])]


def _later(one: Injury | None, other: Injury | None) -> bool:
    """Whether one injury is suffered after another."""
    return one is not None and other is not None and one.day > other.day


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
        fronts = standard([front - SUNK * front**2 for front in fronts])
        half = len(club_ids) // 2
        lines = stream(seed, SPORT, "two-way")
        two_way = {club_ids[int(lines.random() * half)], club_ids[half + int(lines.random() * half)]}
        self.careers = Careers(seed, MARKET, tuple(club_ids), year, opens)
        # A club that is run well is so on both sides of the ball.
        batting = [exp(BAT_SD * (0.8 * bat + 0.6 * front)) for bat, front in zip(bats, fronts)]
        pitching = [exp(ARM_SD * (0.8 * arm + 0.6 * front)) for arm, front in zip(arms, fronts)]
        holders = [Holders(self.careers, club_id, two_way) for club_id in club_ids]
        abilities = Abilities(holders, batting, pitching)
        clubs = [Roster(own, Absences(own), abilities, bat, arm) for own, bat, arm in zip(holders, batting, pitching)]
        mean = fmean(club.edge for club in clubs)
        self.clubs = tuple(club.held_to(mean + STRONGEST) for club in clubs)
        parks = [stream(seed, SPORT, "park", club_id).gauss(0, 1) for club_id in club_ids]
        self.parks = tuple(exp(PARK_SD * (park - fmean(parks))) for park in parks)

    def former(self, day: date, since: int) -> Iterator[tuple[Member, int]]:
        """The players whose careers have ended by a day, since a season, each with the id of his last club."""
        for person, club, place in self.careers.former(day, since):
            yield Member(person, *role(place), active=False), club


def _spread(seed: int, what: str, year: int, club_ids: Sequence[int]) -> list[float]:
    """A standard normal figure of each club that lasts for some years; the league's mean is 0."""
    return standard([lasting((seed, SPORT, club_id, what), year, MEMORY) for club_id in club_ids])
