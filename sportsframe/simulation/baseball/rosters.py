"""Who plays baseball for a club, how well, and who is in the line-up on a given day.

A club's year has 13 regular places for batters and 13 for pitchers, and people who fill them for some weeks. Nothing
here depends on games already played, so that any game can be simulated alone: rest days, the rotation and the
relievers' days off follow from the club's running count of games.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from datetime import date
from math import exp, fsum
from random import Random
from statistics import fmean, pstdev

from .._common.cached import once
from .._common.people import Person, career
from .._common.rng import stream
from .play import Arm, Card, Hitter

SPORT = "MLB"

CHANCES = (0.515, 0.1795, 0.0243, 0.0702, 0.3232, 0.0975, 0.0080)
"""Strikeout, walk, hit batter, homer, single, double and triple of the average regular, against an out in play."""

STEAL, SAFE = 0.095, 0.796
"""How often the average regular tries for second base when he can, and how often those who try are safe."""

STARTER, RELIEVER = (0.96, 0.99, 1.005, 1.01), (1.06, 1.01, 0.94, 0.985)
"""Strikeouts, walks, homers and hits of the average starter and reliever, against the average pitcher."""

CAREER = (2, 10)
"""Fewest and most seasons that a player stays with a club."""

BAT_SD, ARM_SD, PARK_SD = 0.072, 0.082, 0.022
"""Spread of clubs and parks, in what batters get on base for."""

REGULARS: tuple[tuple[tuple[str, ...], float], ...] = (
    (("C",), -0.45),
    (("1B",), 0.35),
    (("2B", "SS"), -0.1),
    (("3B", "1B"), 0.1),
    (("SS", "2B"), -0.1),
    (("LF", "RF"), 0.2),
    (("CF", "LF", "RF"), 0.0),
    (("RF", "LF", "CF"), 0.25),
    (("DH",), 0.5),
)
"""Positions a regular plays and how much better he bats than the average, in standard deviations."""

BENCH: tuple[tuple[tuple[str, ...], float], ...] = (
    (("C",), -0.9),
    (("2B", "SS", "3B"), -0.6),
    (("LF", "CF", "RF"), -0.5),
    (("1B", "3B", "LF"), -0.3),
)

DEPTH: tuple[tuple[tuple[str, ...], float], ...] = (
    (("C",), -1.0),
    (("SS", "2B", "3B"), -0.7),
    (("2B", "3B", "SS"), -0.7),
    (("CF", "LF", "RF"), -0.7),
    (("RF", "LF", "CF"), -0.6),
    (("1B", "3B", "LF"), -0.5),
    (("LF", "RF", "CF"), -0.6),
    (("3B", "1B", "2B"), -0.7),
    (("CF", "RF", "LF"), -0.8),
)

STARTERS, RELIEVERS = 5, 8
SPOT_STARTERS, CALLED_UP = 5, 8

_BATTERS = (*REGULARS, *BENCH, *DEPTH)
_ACTIVE = len(REGULARS) + len(BENCH)
_PITCHER_SLOT = len(_BATTERS)
_POSITIONS = tuple(plays[0] for plays, _ in REGULARS)
_SPAN_DAYS = 186


class Roster:
    """The people of one club in one year.

    Parameters
    ----------
    seed : int
        Seed of the world.
    club_id : int
        Team id.
    year : int
        Season.
    opens : date
        Opening day; spells on the roster count from it.
    bat, arm : float
        What the whole side's batters and pitchers are better for: coaching, plan, health. A factor of what they get
        on base for, and of what they keep others from.
    two_way : bool
        Whether the designated hitter is also the first starter.
    """

    def __init__(self, seed: int, club_id: int, year: int, opens: date, bat: float, arm: float, two_way: bool) -> None:
        self.seed, self.club_id, self.year, self.opens = seed, club_id, year, opens
        self.bat, self.arm, self.two_way = bat, arm, two_way

    def _person(self, slot: int) -> Person:
        return career(self.seed, SPORT, self.club_id, slot, self.year, span=CAREER)

    @once
    def hitters(self) -> tuple[Hitter, ...]:
        """Regulars, bench, and those who come up for some weeks."""
        out = []
        for slot, (plays, lift) in enumerate(_BATTERS):
            star = self.two_way and plays[0] == "DH"
            person = self._person(_PITCHER_SLOT if star else slot)
            out.append(self._hitter(person, plays, lift))
        return tuple(out)

    def _talent(self, person: Person, what: str, n: int) -> list[float]:
        """Standard normal abilities of a person: his own, moved a little each year."""
        own = stream(self.seed, SPORT, what, person.id)
        form = stream(self.seed, SPORT, what, person.id, self.year)
        return [0.94 * own.gauss(0, 1) + 0.34 * form.gauss(0, 1) for _ in range(n)]

    def _hitter(self, person: Person, plays: tuple[str, ...], lift: float) -> Hitter:
        contact, power, eye, bat, legs = self._talent(person, "bat", 5)
        legs += {"C": -1.0, "1B": -0.8, "DH": -0.7, "CF": 0.8, "SS": 0.5, "2B": 0.4}.get(plays[0], 0.0)
        weights = (
            exp(-0.2 * contact + 0.08 * power),
            exp(0.24 * eye + 0.05 * lift),
            exp(0.3 * bat),
            exp(0.36 * power + 0.3 * lift),
            exp(0.07 * bat - 0.03 * power + 0.05 * lift),
            exp(0.1 * bat + 0.08 * power + 0.05 * lift),
            exp(0.35 * legs),
        )
        steal = exp(0.8 * legs)
        return Hitter(person.id, person.name, plays, weights, steal, min(0.9, 0.778 + 0.03 * legs))

    @once
    def arms(self) -> tuple[Arm, ...]:
        """Rotation, relievers by rank, spot starters, called-up relievers."""
        out = []
        roles = [("S", 0.45 - 0.2 * i) for i in range(STARTERS)]
        roles += [("R", 2.0), ("R", 1.6), ("R", 1.2), ("R", 0.5), ("R", 0.0), ("R", -0.3), ("R", -0.6), ("R", -0.8)]
        roles += [("S", -0.75)] * SPOT_STARTERS + [("R", -0.6)] * CALLED_UP
        for i, (role, lift) in enumerate(roles):
            person = self._person(_PITCHER_SLOT + i)
            stuff, control, ball, luck, body = self._talent(person, "arm", 5)
            starter = role == "S"
            stuff += lift + (-0.25 if starter else 0.4)
            control += 0.7 * lift
            club = 1 / self.arm
            rates = (
                exp(0.15 * stuff),
                exp(-0.2 * control) * club,
                exp(-0.16 * ball - 0.08 * lift) * club,
                exp(-0.035 * luck - 0.02 * lift) * club,
            )
            out.append(Arm(person.id, person.name, rates, 93.5 + 4 * body + 2 * lift, starter))
        return tuple(out)

    @once
    def _spells(self) -> dict[int, tuple[list[int], list[int]]]:
        """By place: the days on which its holder changes, and who (a slot) holds it from then on.

        Batters' places and slots count from 0, pitchers' from 100.
        """
        r = stream(self.seed, SPORT, self.club_id, "spells", self.year)
        taken: dict[int, list[tuple[int, int, int]]] = {}
        for i, (plays, _) in enumerate(DEPTH):
            fit = [p for p in range(_ACTIVE) if _BATTERS[p][0][0] in plays and not (plays[0] == "C" and p == 0)]
            self._spell(r, taken, fit, _ACTIVE + i, (15, 55))
        first_spot = 100 + STARTERS + RELIEVERS
        for i in range(SPOT_STARTERS):
            self._spell(r, taken, [100 + p for p in range(STARTERS)], first_spot + i, (9, 50))
        for i in range(CALLED_UP):
            places = [100 + STARTERS + p for p in range(2, RELIEVERS)]
            self._spell(r, taken, places, first_spot + SPOT_STARTERS + i, (9, 45))
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

    def _spell(
        self,
        r: Random,
        taken: dict[int, list[tuple[int, int, int]]],
        places: list[int],
        slot: int,
        length: tuple[int, int],
    ) -> None:
        """Give a slot a stretch of days in one of the places, where nobody else fills in."""
        for _ in range(12):
            place = places[int(r.random() * len(places))]
            days = length[0] + int(r.random() * (length[1] - length[0]))
            start = int(r.random() * (_SPAN_DAYS - days))
            windows = taken.setdefault(place, [])
            if all(start + days <= a or start >= b for a, b, _ in windows):
                windows.append((start, start + days, slot))
                return

    def _holder(self, place: int, day: int) -> int:
        spell = self._spells.get(place)
        return spell[1][bisect_right(spell[0], day) - 1] if spell else place

    def starter(self, day: date, turn: int) -> Arm:
        """The starting pitcher of the club's ``turn``-th game."""
        n = (day - self.opens).days
        return self.arms[self._holder(100 + turn % STARTERS, n) - 100]

    def card(self, day: date, turn: int) -> Card:
        """The line-up card for a day.

        Parameters
        ----------
        day : date
            Label day of the game.
        turn : int
            How many games the club had before it this season.
        """
        n = (day - self.opens).days
        r = stream(self.seed, SPORT, self.club_id, self.year, "card", turn)
        hitters = self.hitters
        active = [hitters[self._holder(p, n)] for p in range(_ACTIVE)]
        order, bench = active[:9], active[9:]
        positions = list(_POSITIONS)
        starter = self.starter(day, turn)
        for at in range(9):
            pause = 0.3 if at == 0 else 0.1
            if r.random() < pause and not (self.two_way and at == 8):
                spare = next((x for x in bench if positions[at] in x.plays), None)
                if spare is None and at == 8:
                    spare = max(bench[1:], key=lambda x: x.value)
                if spare:
                    bench[bench.index(spare)] = order[at]
                    order[at] = spare
        ranked = sorted(range(9), key=lambda i: -order[i].value + 0.012 * r.random())
        second_best = [ranked[k] for k in (1, 2, 0, 3, 4, 5, 6, 7, 8)]
        pen = []
        for p in range(RELIEVERS):
            rests = (turn + p) % (4 if p == 0 else 3) == 0
            if not rests:
                pen.append(self.arms[self._holder(100 + STARTERS + p, n) - 100])
        return Card(
            tuple(order[i] for i in second_best),
            tuple(positions[i] for i in second_best),
            tuple(bench),
            starter,
            tuple(pen),
            self.bat,
        )


class Rosters:
    """The rosters of a league's clubs in a year, and their parks.

    The people drawn for a year are put on one level, so that a season of weak bats does not look like another game:
    the average regular, starter and reliever are the same every year.

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
        era = stream(seed, SPORT, "two-way", year // 5)
        both = {int(era.random() * half), half + int(era.random() * half)}
        # A club that is run well is so on both sides of the ball.
        self.clubs = tuple(
            Roster(
                seed,
                club_id,
                year,
                opens,
                exp(BAT_SD * (0.8 * bats[i] + 0.6 * fronts[i])),
                exp(ARM_SD * (0.8 * arms[i] + 0.6 * fronts[i])),
                i in both,
            )
            for i, club_id in enumerate(club_ids)
        )
        parks = [stream(seed, SPORT, "park", club_id).gauss(0, 1) for club_id in club_ids]
        self.parks = tuple(exp(PARK_SD * (park - fmean(parks))) for park in parks)
        self._level()

    def _level(self) -> None:
        regulars = [hitter for club in self.clubs for hitter in club.hitters[: len(REGULARS)]]
        scale = [chance / fmean(x.weights[n] for x in regulars) for n, chance in enumerate(CHANCES)]
        quick = STEAL / fmean(min(3.6, x.steal) for x in regulars)
        tries = [min(3.6, x.steal) for x in regulars]
        lift = SAFE - fsum(x.safe * t for x, t in zip(regulars, tries)) / fsum(tries)
        for club in self.clubs:
            for hitter in club.hitters:
                hitter.rate(tuple(w * s for w, s in zip(hitter.weights, scale)), quick * min(3.6, hitter.steal))
                hitter.safe += lift
        for first, last, level in ((0, STARTERS, STARTER), (STARTERS, STARTERS + RELIEVERS, RELIEVER)):
            arms = [arm for club in self.clubs for arm in club.arms[first:last]]
            factors = [target / fmean(arm.rates[n] for arm in arms) for n, target in enumerate(level)]
            for club in self.clubs:
                for arm in club.arms:
                    if arm.starter == (first == 0):
                        arm.rate(tuple(rate * factor for rate, factor in zip(arm.rates, factors)))


def _spread(seed: int, what: str, year: int, club_ids: Sequence[int]) -> list[float]:
    """A standard normal figure of each club that keeps half of itself for some years; the league's mean is 0."""
    draws = [
        stream(seed, SPORT, club_id, what, year // 3).gauss(0, 1)
        + stream(seed, SPORT, club_id, what, "in", year).gauss(0, 1)
        for club_id in club_ids
    ]
    mean, sd = fmean(draws), pstdev(draws)
    return [(draw - mean) / sd for draw in draws]
