"""The course of a golf tournament: groups that play hole by hole, by the clock.

Times are seconds from local midnight of the first day. Nobody plays in a gap: at night, and while the weather is bad.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, pairwise
from random import Random
from typing import NamedTuple

from ...catalog.golf import HOLES as HOLES
from .._common.rng import bounded, drawn

ROUNDS = 4
MINUTE, HOUR = 60.0, 3600.0
INTERVAL = 11 * MINUTE
WAVE, LATE_START = 4.6 * HOUR, 1.5 * HOUR  # the second wave after the first; a single wave after the opening
ONE_WAVE = 28  # parties that one wave from both tees holds
PACE = {3: 933.0, 2: 850.0, 4: 980.0}  # seconds a hole by the size of the group
PLAYOFF_HOLE = 15 * MINUTE
WITHDRAWN, DISQUALIFIED = 0.02, 0.001
COURSE_DAY = 0.7
PRESSURE, MOST_PRESSURE = 0.5, 2.8  # strokes that the first ones ahead of the chasers cost on the last day, and all
CHASERS = 10

# Chances of two under par and better to three over, by par of the hole, for an average player of the tour.
SHARES = {
    3: (0.0005, 0.1350, 0.703, 0.144, 0.0165, 0.0010),
    4: (0.0020, 0.1850, 0.631, 0.164, 0.0165, 0.0015),
    5: (0.0300, 0.4000, 0.4655, 0.0915, 0.0120, 0.0010),
}
THREES_FIVES = {70: (4, 2), 71: (4, 3), 72: (4, 4), 73: (4, 5)}
POINTS = {-2: 5, -1: 2, 0: 0, 1: -1}  # of a modified points event; an albatross 8, worse than a bogey -3


class Hole(NamedTuple):
    """Par of a hole and how many strokes it costs beyond the usual."""

    par: int
    extra: float


def layout(r: Random, par: int) -> tuple[Hole, ...]:
    """The eighteen holes of a course of this par."""
    threes, fives = THREES_FIVES[par]
    pars = [3] * threes + [5] * fives + [4] * (HOLES - threes - fives)
    r.shuffle(pars)
    extras = [r.gauss(0, 0.12) for _ in pars]
    mean = math.fsum(extras) / HOLES
    return tuple(Hole(p, extra - mean) for p, extra in zip(pars, extras))


STEPS = 200  # in which a player's worth on a hole is counted, a stroke


@lru_cache(maxsize=4096)
def _ladder(par: int, steps: int) -> tuple[float, ...]:
    """Cumulative chances of the results of a hole but the worst one, tilted by so many steps."""
    shares = SHARES[par]
    spread = (
        math.fsum(p * (k - 2) ** 2 for k, p in enumerate(shares))
        - math.fsum(p * (k - 2) for k, p in enumerate(shares)) ** 2
    )
    tilt = steps / STEPS / spread
    weights = [p * math.exp(tilt * (k - 2)) for k, p in enumerate(shares)]
    total = math.fsum(weights)
    return tuple(x / total for x in accumulate(weights[:-1]))


class Course:
    """The holes of a course, with their ladders for players who are worth so many steps on each."""

    def __init__(self, holes: tuple[Hole, ...]) -> None:
        self._holes = [(par, STEPS * extra) for par, extra in holes]
        self._ladders: dict[int, list[tuple[float, ...]]] = {}

    def play(self, r: Random, first: int, strokes: float) -> list[int]:
        """Results to par of a round from a hole on whose player is worth `strokes` against the average."""
        draw, steps = r.random, round(STEPS * strokes / HOLES)
        ladders = self._ladders.get(steps)
        if ladders is None:
            ladders = self._ladders[steps] = [_ladder(par, round(steps + extra)) for par, extra in self._holes]
        if first > 1:
            ladders = ladders[first - 1 :] + ladders[: first - 1]
        return [bisect_right(ladder, draw()) - 2 for ladder in ladders]


@dataclass(frozen=True, slots=True)
class Gap:
    """A time without play; `weather` is False for the nights."""

    start: float
    end: float
    weather: bool


@dataclass(slots=True)
class Group:
    """Players who go round together: when and where they start, and when each hole was finished.

    `planned` is when they would start if it were not for the weather.
    """

    tee: float
    first: int
    course: int
    members: tuple[int, ...]
    planned: float = 0.0
    done: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Plan:
    """What is known before the first ball: the courses, the field and the rules.

    Attributes
    ----------
    courses : tuple of tuple of Hole
        The first one is the main course.
    worth : tuple of float
        Strokes a round of each player against the average of the tour; negative is better.
    difficulty : float
        Strokes a round that the courses cost beyond the usual.
    cut : int
        How many stay in after the cut, ties included; 0 for none.
    within : int
        Strokes behind the leader that stay in as well; 0 where only the place counts.
    pairs : bool
        Players 2k and 2k + 1 make a side and share its score.
    points : bool
        Places are counted in points rather than strokes.
    opening, last_tee : float
        Seconds of local time of the first tee of a full field and of the last one of the last day.
    midnights : tuple of float
        Local midnight of each day from the first one, as seconds since the first.
    light : tuple of float
        Dawn and dusk, seconds of local time.
    """

    courses: tuple[tuple[Hole, ...], ...]
    worth: tuple[float, ...]
    difficulty: float
    cut: int
    within: int
    pairs: bool
    points: bool
    opening: float
    last_tee: float
    midnights: tuple[float, ...]
    light: tuple[float, float]

    @property
    def cut_after(self) -> int:
        """Rounds before the cut: as many as it takes to see three courses."""
        return max(2, len(self.courses))


class Tournament:
    """A tournament played to its end.

    Attributes
    ----------
    rounds : list of list of Group
        Groups of each round.
    results : list of list of list of int
        By player and round: results to par in the order of play.
    gone : dict of int to (float, str)
        When and how somebody left: ``withdrawn``, ``disqualified`` or ``cut``.
    starts, ends : list of float
        First tee and last putt of each round.
    playoff : tuple of int
        Who went on after the last round because they were level.
    winner : tuple of int
        Who won: one player, or the two of a pair.
    end : float
        When it was decided.
    """

    def __init__(self, r: Random, plan: Plan) -> None:
        self.plan = plan
        size = len(plan.worth)
        self.results: list[list[list[int]]] = [[] for _ in range(size)]
        self._totals = [0] * size
        self.gone: dict[int, tuple[float, str]] = {}
        self.rounds: list[list[Group]] = []
        self.starts: list[float] = []
        self.ends: list[float] = []
        self.gaps = self._gaps(r)
        self._leaves = self._departures(r, size)
        order = list(range(size))
        r.shuffle(order)
        if plan.pairs:
            order = [n for n in order if n % 2 == 0]
        self._draw = order
        courses = [Course(holes) for holes in plan.courses]
        for number in range(ROUNDS):
            self._round(r, number, courses)
        self.playoff, self.winner, self.end = self._decide(r)

    def _gaps(self, r: Random) -> list[Gap]:
        dawn, dusk = self.plan.light
        days = self.plan.midnights
        gaps = [Gap(today + dusk, after + dawn, False) for today, after in pairwise(days)]
        day = days[drawn(r, range(ROUNDS), (3, 3, 2, 2))]
        x = r.random()
        if x < 0.13:
            gaps.append(Gap(day + dawn, day + self.plan.opening + HOUR * (0.5 + 2 * r.random()), True))
        elif x < 0.30:
            start = day + HOUR * (11 + 5 * r.random())
            gaps.append(Gap(start, min(start + HOUR * (0.7 + 2.3 * r.random()), day + dusk), True))
        return sorted((gap for gap in gaps if gap.end > gap.start), key=lambda gap: gap.start)

    def advance(self, at: float, seconds: float, weather: bool = True) -> float:
        """The time after so many seconds of play from `at`; without `weather` only the nights are gaps."""
        for gap in self.gaps:
            if gap.end <= at or (gap.weather and not weather):
                continue
            if at + seconds < gap.start:
                break
            seconds -= max(0.0, gap.start - at)
            at = gap.end
        return at + seconds

    def _holes_done(self, tee: float, pace: float) -> list[float]:
        """When each hole of a round is finished that starts at `tee` and takes `pace` seconds a hole."""
        following = next((gap for gap in self.gaps if gap.end > tee), None)
        if following is None or tee + pace * HOLES < following.start:
            return [tee + pace * (hole + 1) for hole in range(HOLES)]
        return [self.advance(tee, pace * (hole + 1)) for hole in range(HOLES)]

    def _departures(self, r: Random, size: int) -> dict[int, tuple[int, int, str]]:
        """Who would leave: round, holes played in it, and why."""
        leaves = {}
        for n in range(size):
            x = r.random()
            if x < WITHDRAWN:
                leaves[n] = (drawn(r, range(ROUNDS), (5, 6, 1, 1)), r.randrange(HOLES), "withdrawn")
            elif x < WITHDRAWN + DISQUALIFIED:
                leaves[n] = (r.randrange(2), HOLES, "disqualified")
        if self.plan.pairs:
            leaves = {n + side: leave for n, leave in leaves.items() if n % 2 == 0 for side in (0, 1)}
        return leaves

    def playing(self) -> list[int]:
        """Who has not left, in the order of the draw; of a pair the first one."""
        return [n for n in self._draw if n not in self.gone]

    def total(self, player: int) -> int:
        """Strokes to par of the rounds finished; in a points event points, fewer than none being better."""
        return self._totals[player]

    def _round(self, r: Random, number: int, courses: Sequence[Course]) -> None:
        plan = self.plan
        groups = self._early(number) if number < plan.cut_after else self._late(number)
        days = [r.gauss(0, COURSE_DAY) for _ in plan.courses]
        first = min(group.tee for group in groups)
        begin = first
        if number >= 2:
            begin = max(first, self.ends[-1] + HOUR)
        begin, dry = (self.advance(begin, 0, weather) for weather in (True, False))
        own = self._last_done() if number == 1 else {}
        nerves = self._nerves() if number == ROUNDS - 1 else {}
        for group in groups:
            rested = [own[n] + 20 * MINUTE for n in group.members if n in own]
            group.planned = max([self.advance(dry, group.tee - first, False), *rested])
            tee = max([self.advance(begin, group.tee - first), *rested])
            group.tee = self.advance(tee, 0)
            pace = PACE[min(max(len(group.members), 2), 4)] * (0.97 + 0.06 * r.random())
            group.done = self._holes_done(group.tee, pace)
            course = courses[group.course]
            for n in group.members:
                if plan.pairs and n % 2:
                    self.results[n].append(self.results[n - 1][-1])
                else:
                    strokes = plan.worth[n] + plan.difficulty + days[group.course] + nerves.get(n, 0.0)
                    self.results[n].append(course.play(r, group.first, strokes))
                self._leave(n, number, group)
                self._totals[n] += worth(self.results[n][-1], plan.points)
        self.rounds.append(groups)
        self.starts.append(min(group.tee for group in groups))
        self.ends.append(max(group.done[-1] for group in groups))
        if plan.cut and number + 1 == plan.cut_after:
            self._cut()

    def _leave(self, n: int, number: int, group: Group) -> None:
        leave = self._leaves.get(n)
        if leave is not None and leave[0] == number:
            holes = leave[1]
            self.results[n][-1] = self.results[n][-1][:holes]
            self.gone[n] = (group.done[holes - 1] if holes else group.tee, leave[2])

    def _nerves(self) -> dict[int, float]:
        """What the lead costs those who have one before the last day."""
        scores = {n: self.total(n) for n in self.playing()}
        mark = sorted(scores.values())[min(CHASERS, len(scores)) - 1]
        return {n: bounded(PRESSURE * (mark - score), MOST_PRESSURE) for n, score in scores.items() if score < mark}

    def _last_done(self) -> dict[int, float]:
        return {n: group.done[-1] for group in self.rounds[-1] for n in group.members}

    def _cut(self) -> None:
        scores = {n: self.total(n) for n in self.playing()}
        ranked = sorted(scores.values())
        if len(ranked) <= self.plan.cut:
            return
        line = ranked[self.plan.cut - 1]
        if self.plan.within:
            line = max(line, ranked[0] + self.plan.within)
        for n, score in scores.items():
            if score > line:
                for who in self._side(n):
                    self.gone[who] = (self.ends[-1], "cut")

    def _side(self, n: int) -> tuple[int, ...]:
        return (n, n + 1) if self.plan.pairs else (n,)

    def _early(self, number: int) -> list[Group]:
        """Groups as drawn, from both tees, in two waves where one course has to hold them all.

        Who was early on the first day is late on the second; every round is on another course where there are several.
        """
        plan = self.plan
        each = 2 if plan.pairs or len(self._draw) <= 36 else 3
        parties = [self._draw[k : k + each] for k in range(0, len(self._draw), each)]
        courses = len(plan.courses)
        tees = 1 if len(parties) <= 18 else 2
        sheet = math.ceil(len(parties) / courses)
        waves = 2 if sheet > ONE_WAVE else 1
        slots = math.ceil(sheet / (waves * tees))
        groups = []
        for k, party in enumerate(parties):
            turn = (k // courses + (sheet // 2 if number % 2 else 0)) % sheet
            wave, place = divmod(turn, slots * tees)
            slot, tee = divmod(place, tees)
            clock = plan.opening + INTERVAL * slot + (wave * WAVE if waves == 2 else LATE_START)
            members = tuple(who for n in party for who in self._side(n) if who not in self.gone)
            if members:
                tee_at = plan.midnights[number] + clock
                groups.append(Group(tee_at, 1 + 9 * ((tee + number) % 2), (k + number) % courses, members))
        return groups

    def _late(self, number: int) -> list[Group]:
        """Groups by the scores, the leaders last: of two from the first tee, of three from both when there are many."""
        plan = self.plan
        midnight = plan.midnights[number]
        sides = sorted(self.playing(), key=lambda n: -self.total(n))  # the draw decides between equals
        both = (len(sides) / 2 - 1) * (INTERVAL - MINUTE) > plan.last_tee - plan.opening
        each, tees = (3, 2) if both else (2, 1)
        odd = len(sides) % each
        parties = ([sides[:odd]] if odd else []) + [sides[k : k + each] for k in range(odd, len(sides), each)]
        slots = math.ceil(len(parties) / tees)
        groups = []
        for k, party in enumerate(parties):
            # From both tees: the later half starts on the first hole.
            slot, tee = (k - (len(parties) - slots), 0) if k >= len(parties) - slots else (slots - 1 - k, 1)
            clock = plan.last_tee - (INTERVAL - MINUTE) * (slots - 1 - slot)
            members = tuple(who for n in party for who in self._side(n))
            groups.append(Group(midnight + clock, 10 if tee else 1, 0, members))
        return groups

    def _decide(self, r: Random) -> tuple[tuple[int, ...], tuple[int, ...], float]:
        scores = {n: self.total(n) for n in self.playing()}
        best = min(scores.values())
        level = [n for n, score in scores.items() if score == best]
        end = self.advance(self.ends[-1], 5 * MINUTE)
        if len(level) == 1:
            return (), self._side(level[0]), end
        tied = tuple(who for n in level for who in self._side(n))
        last = Course(self.plan.courses[0][-1:])
        end = self.advance(end, 10 * MINUTE)
        while len(level) > 1:
            shots = {n: last.play(r, 1, self.plan.worth[n])[0] for n in level}
            least = min(shots.values())
            level = [n for n in level if shots[n] == least]
            end = self.advance(end, PLAYOFF_HOLE)
        return tied, self._side(level[0]), end

    def tee(self, group: Group, at: float) -> float:
        """The tee time of a group as far as it is known at a time: how long the weather holds play up is not."""
        return group.planned if any(gap.weather and at < gap.end for gap in self.gaps) else group.tee

    def pause(self, at: float) -> Gap | None:
        """The gap that a time lies in, if any."""
        return next((gap for gap in self.gaps if gap.start <= at < gap.end), None)

    def current(self, at: float) -> tuple[int, str]:
        """The round a time belongs to, from 0, and its state."""
        for number, (start, end) in enumerate(zip(self.starts, self.ends)):
            if at < start:
                if number == 0:
                    return 0, "scheduled"
                return number - 1, "completed"
            if at < end:
                return number, "suspended" if self.pause(at) else "inprogress"
        return ROUNDS - 1, "playoff" if at < self.end and self.playoff else "completed"

    def status(self, at: float) -> str:
        """The tournament's state after its first ball: in progress, suspended, delayed before a day's play, or over."""
        if at >= self.end:
            return "completed"
        gap = self.pause(at)
        if gap is None:
            return "inprogress"
        number, state = self.current(at)
        if state in ("suspended", "playoff"):
            return "suspended"
        following = self.starts[number + 1] if number + 1 < ROUNDS else at
        return "delayed" if gap.weather and following == gap.end else "inprogress"


def worth(results: Sequence[int], points: bool) -> int:
    """What results of holes count: strokes to par, or points with their sign turned."""
    if not points:
        return sum(results)
    return -sum(8 if x < -2 else POINTS.get(x, -3) for x in results)
