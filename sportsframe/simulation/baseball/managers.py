"""The managers of baseball clubs: who starts, who rests, who bats where, and who may relieve on a given day.

Rest days and the rotation follow from the club's running count of games, the relievers' days off from the days on which
it plays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from math import fsum
from random import Random

from .._common.cached import once
from .._common.calendar import DAY
from .._common.rng import clamp, stream, two
from .bullpen import Bullpen
from .lineup import Arm, Card, Hitter
from .places import ACTIVE, DH, POSITIONS, REGULARS, RELIEVERS, RELIEVING, SPORT, STARTERS, STARTING
from .rosters import Roster

PAUSES = ((0.25, 0.15, 0.42), (0.07, 0.03, 0.5))
"""Share of the games in which a catcher, and another regular, gives way to the bench: usually, at least and at most.

In a doubleheader the catcher does so in the second game.
"""

FILLS, PLATOON = (0.58, 0.2, 0.9), (0.06, 0.015, 0.95)
"""The same of who has come up for somebody, and of one of two who take turns, by the arm of the opposing starter."""

PLATOONS = 0.45
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

RIVAL, CLOSE, AHEAD = 8.0, 16.0, 0.04
"""How much oftener a man gives way for what he bats worse than his substitute, and where two take turns; and how much
better a regular usually bats."""

SUITED = 0.03
"""What a manager takes a batter to be worth more against a pitcher whose arm is on the other side."""

TOP, OPINION, TASTE = 4, 0.03, 0.22
"""How many of the best bat first, those later who homer more of the times they reach base; how far a manager is from
that, in what a batter is worth and in his homers."""


class Manager:
    """Who plays for a club in a game.

    Parameters
    ----------
    roster : Roster
        Its people.
    games : mapping of date to int
        How many games the club has on each day, or may have in the postseason.
    ends : date
        The last day of the regular season.
    """

    def __init__(self, roster: Roster, games: Mapping[date, int], ends: date) -> None:
        self.roster, self.games, self.ends = roster, games, ends
        self.seed, self.year, self.club_id, self.opens = roster.seed, roster.year, roster.club_id, roster.opens
        self.bullpen = Bullpen(self.seed, self.club_id, self.year, games, ends)
        self._filler = roster.absences.filler

    def starter(self, day: date, turn: int) -> Arm:
        """The starting pitcher of the club's ``turn``-th game."""
        n = (day - self.opens).days
        return self.roster.arms(day)[self._filler(STARTING[turn % STARTERS], n) - STARTING.start]

    def card(self, day: date, turn: int, against: str = "R", *, second: bool = False) -> Card:
        """The line-up card for a day.

        Parameters
        ----------
        day : date
            Label day of the game.
        turn : int
            How many games the club had before it this season.
        against : str
            The arm with which the opposing starter throws, ``R`` or ``L``.
        second : bool
            Whether it is the second game of a doubleheader.
        """
        n, games = (day - self.opens).days, self.games.get(day, 0)
        r = stream(self.seed, SPORT, self.club_id, self.year, "card", turn)
        arms = self.roster.arms(day)
        active = self._active(day)
        order, bench = self._nine(r, day, active, games, against, second=second)
        starter = self.starter(day, turn)
        batting = self._batting(r, order)
        relievers = [arms[self._filler(place, n) - STARTING.start] for place in RELIEVING]
        tired = self.bullpen.tired(day)
        able = sorted((p for p in range(RELIEVERS) if not self._rests(p, day)), key=lambda p: (p in tired, p))
        pen = [relievers[p] for p in able]
        off = frozenset(arm.id for p, arm in enumerate(relievers) if self._rests(p, day + DAY))
        worse = sorted(active, key=lambda hitter: hitter.value)[:-STARS]
        spares = [hitter for hitter in active[day.toordinal() % 2 :: 2] if hitter in worse and day <= self.ends]
        if games == 2:
            pen, spares = self._share(day, pen, off, second=second), spares[second::2]
        return Card(
            tuple(order[i] for i in batting),
            tuple(POSITIONS[i] for i in batting),
            tuple(bench),
            starter,
            tuple(pen),
            frozenset(relievers[p].id for p in tired),
            off,
            self.roster.bat,
            frozenset(hitter.id for hitter in spares if hitter.plays[0] != "C"),
            {} if games == 2 and not second else self._hurt(day, starter),
        )

    def _active(self, day: date) -> list[Hitter]:
        """The batters who are active on a day, by place."""
        hitters, n = self.roster.hitters(day), (day - self.opens).days
        return [hitters[self._filler(place, n)] for place in ACTIVE]

    def _nine(
        self, r: Random, day: date, active: Sequence[Hitter], games: int, against: str, *, second: bool
    ) -> tuple[list[Hitter], list[Hitter]]:
        """Who of those active on a day starts, by position, and who does not; other parameters as for `card`."""
        order, free = list(active[: len(REGULARS)]), list(active[len(REGULARS) :])
        n, is_star = (day - self.opens).days, self.roster.holders.is_star(DH, day)
        sitting: list[Hitter] = []
        eased = is_star
        for at, man in enumerate(order):
            x, share = r.random(), r.random()
            able = [one for one in free if POSITIONS[at] in one.plays or (at == DH and one.plays[0] != "C")]
            if not able or order[at] is not man:
                continue
            spare = max(able, key=lambda one: one.value + SUITED * one.suits(against))
            chance = self._gives_way(at, man, spare, against, came_up=self._filler(at, n) != at, is_star=is_star)
            if at == 0 and games == 2:  # nobody catches both
                chance = float(second)
            if x < chance:
                free.remove(spare)
                order[at] = spare
                if not eased and at < DH and games < 2 and share < self._habits[0]:
                    order[DH], man, eased = man, order[DH], True
                sitting.append(man)
        for one, other, share in self._habits[1]:
            x = r.random()
            knows = other == DH or POSITIONS[other] in order[one].plays
            if x < share and knows and POSITIONS[one] in order[other].plays:
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
        elif at == DH and is_star:
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

    def _rests(self, rank: int, day: date) -> bool:
        """Whether the reliever of a rank has a day off, as also on the first one after a trade."""
        return rank in self.bullpen.off(day) or self.roster.holders.came(RELIEVING[rank], (day - self.opens).days)

    def _share(self, day: date, free: list[Arm], off: frozenset[int], *, second: bool) -> list[Arm]:
        """The relievers of one game of a doubleheader: every other one of those who have the next day off.

        Of the rest every other one as well, in turn, so that both games have about as many and as good ones.
        """
        first = (day.toordinal() + self.club_id + second) % 2
        long, short = ([arm for arm in free if (arm.id in off) == able] for able in (True, False))
        mine = (*long[first::2], *short[1 - first :: 2])
        return [arm for arm in free if arm in mine]

    def _hurt(self, day: date, starter: Arm) -> dict[int, int]:
        """Who is hurt in a game: those who are out from the next day on, a starter from before his next turn.

        Returns
        -------
        dict of int to int
            By id, the inning from which he plays no more.
        """
        n = (day - self.opens).days
        hitters, arms = self.roster.people(day)
        found = {}
        for place in ACTIVE:
            if self._filler(place, n) == place != self._filler(place, n + 1):
                injury = self.roster.absences.injury(place, n + 1)
                if injury is not None:
                    found[hitters[place].id] = 2 + int(8 * injury.moment)
        for place in STARTING:
            if arms[place - STARTING.start] is not starter or self._filler(place, n) != place:
                continue
            out = next((k for k in range(n + 1, n + STARTERS) if self._filler(place, k) != place), None)
            if out is not None:
                injury = self.roster.absences.injury(place, out)
                if injury is not None:
                    found[starter.id] = 2 + int(6 * injury.moment)
        return found
