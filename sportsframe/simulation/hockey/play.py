"""A hockey game on the clock of play: goals and penalties first, then everything that happens around them.

`flow` draws what decides a game and is cheap: seasons are ranked with it. `Game` puts players on the ice, shots on the
goalies and hits on the boards around a flow, without changing it. Times are seconds of play from the first faceoff;
a `Clock` turns them into seconds of the evening.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import NamedTuple

from .._common.rng import drawn, poisson

AWAY, HOME = 0, 1
PERIOD = 1200.0
REGULATION = 3 * PERIOD
OVERTIME = 300.0
MINOR = 120.0

# Goals a minute of one side, by its edge in men.
EVEN, FOUR_A_SIDE, POWER_PLAY, TWO_MEN_UP, SHORT_HANDED = 0.0400, 0.0442, 0.122, 0.33, 0.0150
THREE_A_SIDE, FOUR_ON_THREE = 0.112, 0.30
EMPTY_NET, SIX_SKATERS = 0.38, 2.2
PERIOD_PACE = (0.929, 1.057, 1.007)
LEVEL_LATE = 0.65  # both sides sit on a point when level in the last five minutes
TRAILING, LEADING, DAMPING = 1.10, 0.97, 0.03
HOME_EDGE = 1.049
# Penalties a minute of one side: minors that give a power play, and pairs of minors that give four a side.
MINORS, PAIRS = 0.0468, 0.0058


class Goal(NamedTuple):
    """A goal: when, whose, the scorer's edge in men, and whether the net was empty."""

    at: float
    side: int
    edge: int
    empty: bool


@dataclass(slots=True)
class Penalty:
    """A minor; `end` moves forward when a power-play goal ends it."""

    at: float
    side: int
    end: float
    paired: bool


class Stretch(NamedTuple):
    """A span of play in which nobody came or went: men short a side, pairs off, and the side without goalie or -1."""

    start: float
    end: float
    short: tuple[int, int]
    pairs: int
    empty: int
    lead: int


@dataclass(slots=True)
class Flow:
    """What decided a game: ``score`` counts goals alone; ``tries`` of a shootout are (side, whether good)."""

    playoff: bool
    score: list[int] = field(default_factory=lambda: [0, 0])
    period: int = 1
    end: float = 0.0
    goals: list[Goal] = field(default_factory=list)
    penalties: list[Penalty] = field(default_factory=list)
    stretches: list[Stretch] = field(default_factory=list)
    tries: list[tuple[int, bool]] = field(default_factory=list)

    @property
    def shootout(self) -> int | None:
        """The side that won a shootout; None where there was none."""
        if not self.tries:
            return None
        made = [sum(good for side, good in self.tries if side == which) for which in (AWAY, HOME)]
        return HOME if made[HOME] > made[AWAY] else AWAY

    @property
    def winner(self) -> int:
        if (won := self.shootout) is not None:
            return won
        return HOME if self.score[HOME] > self.score[AWAY] else AWAY

    @property
    def final(self) -> tuple[int, int]:
        """The score with the goal that a shootout is worth."""
        away, home = self.score
        won = self.shootout
        return away + (won == AWAY), home + (won == HOME)

    @property
    def spans(self) -> list[tuple[float, float]]:
        """Start and end of every period played."""
        extra = PERIOD if self.playoff else OVERTIME
        starts = [PERIOD * n for n in range(3)] + [REGULATION + extra * n for n in range(self.period - 3)]
        ends = [*starts[1:], self.end]
        return list(zip(starts, ends, strict=True))


def _rate(edge: int, four: bool, extra: bool) -> float:
    if extra and edge >= 0:
        return FOUR_ON_THREE if edge else THREE_A_SIDE
    if edge == 0:
        return FOUR_A_SIDE if four else EVEN
    return POWER_PLAY if edge == 1 else TWO_MEN_UP if edge == 2 else SHORT_HANDED


def _pull_times(r: Random) -> tuple[float, float, float, float]:
    """When a side that is 1, 2 or 3 goals down takes its goalie off; index 0 is never used."""
    one, two = max(40.0, r.gauss(120, 35)), max(60.0, r.gauss(168, 45))
    three = max(60.0, r.gauss(205, 50)) if r.random() < 0.42 else 0.0
    return (REGULATION, REGULATION - one, REGULATION - two, REGULATION - three)


def _shootout(r: Random) -> list[tuple[int, bool]]:
    """Three attempts a side as far as they are needed, then one each until one side alone scores."""
    tries: list[tuple[int, bool]] = []
    made = [0, 0]
    while True:
        side = len(tries) % 2
        good = r.random() < SHOOTOUT_SHARE
        made[side] += good
        tries.append((side, good))
        n = len(tries)
        if n < 6:
            left = (3 - (n + 1) // 2, 3 - n // 2)
            if made[AWAY] > made[HOME] + left[HOME] or made[HOME] > made[AWAY] + left[AWAY]:
                return tries
        elif n % 2 == 0 and made[AWAY] != made[HOME]:
            return tries


def flow(r: Random, attack: tuple[float, float], playoff: bool = False) -> Flow:
    """Play out what decides a game.

    Parameters
    ----------
    r : random.Random
        The stream of this game.
    attack : tuple of float
        Multipliers of the goals of the away and the home side, about 1; both qualities and the ice are in them.
    playoff : bool
        Overtime periods of twenty minutes, five a side, until a goal; else five minutes three a side and a shootout.

    Returns
    -------
    Flow
    """
    state = _State(r, attack, playoff)
    while not state.advance():
        pass
    state.game.period, state.game.end = state.period, state.at
    return state.game


class _State:
    """A game while it is played out: the clock, who sits in the penalty box, when a goalie would be pulled."""

    def __init__(self, r: Random, attack: tuple[float, float], playoff: bool) -> None:
        self.r = r
        self.attack = attack
        self.game = Flow(playoff)
        self.boxes: tuple[list[Penalty], list[Penalty]] = ([], [])
        self.pairs: list[float] = []
        self.pulls = (_pull_times(r), _pull_times(r))
        self.at, self.end, self.period = 0.0, PERIOD, 1

    def advance(self) -> bool:
        """Play on to the next event, or until the rates change; whether the game is decided."""
        r, game, t = self.r, self.game, self.at
        lead = game.score[HOME] - game.score[AWAY]
        until, empty = self._until(lead)
        pace = PERIOD_PACE[min(self.period, 3) - 1]
        if self.period == 3 and lead == 0:
            if t >= REGULATION - 300:
                pace *= LEVEL_LATE
            else:
                until = min(until, REGULATION - 300)
        pace *= 1 + DAMPING * (3 - game.score[0] - game.score[1])
        short = (len(self.boxes[AWAY]), len(self.boxes[HOME]))
        extra = self.period > 3 and not game.playoff
        rates = self._rates(lead, short, empty, 1.0 if extra else pace, extra)
        calls = 0.5 if self.period > 3 or t > REGULATION - 300 else 1.06
        minors, both = MINORS * calls / 30, PAIRS * calls / 60
        scoring = rates[0] + rates[1]
        total = scoring + minors + both
        u = t + r.expovariate(total)
        game.stretches.append(Stretch(t, min(u, until), short, len(self.pairs), empty, lead))
        self.at = min(u, until)
        if u >= until:
            return self.at >= self.end and self._period_over(lead, extra)
        x = r.random() * total
        if x < scoring:
            self._goal(AWAY if x < rates[AWAY] else HOME, short, empty)
            return self.period > 3
        if x < scoring + minors:
            side = AWAY if x < scoring + minors / 2 else HOME
            if len(self.boxes[side]) < 2:
                foul = Penalty(u, side, u + MINOR, False)
                self.boxes[side].append(foul)
                game.penalties.append(foul)
        elif not self.pairs and short == (0, 0) and not extra:
            self.pairs.append(u + MINOR)
            game.penalties += [Penalty(u, side, u + MINOR, True) for side in (AWAY, HOME)]
        return False

    def _until(self, lead: int) -> tuple[float, int]:
        """When the men on the ice change next if nothing happens, and the side that plays without a goalie or -1."""
        t, until, empty = self.at, self.end, -1
        for box in self.boxes:
            while box and box[0].end <= t:
                box.pop(0)
            if box and box[0].end < until:
                until = box[0].end
        while self.pairs and self.pairs[0] <= t:
            self.pairs.pop(0)
        if self.pairs and self.pairs[0] < until:
            until = self.pairs[0]
        if lead and self.period == 3 and -4 < lead < 4:
            behind = HOME if lead < 0 else AWAY
            pull = self.pulls[behind][abs(lead)]
            if t >= pull:
                empty = behind
            elif pull < until:
                until = pull
        return until, empty

    def _rates(self, lead: int, short: tuple[int, int], empty: int, pace: float, extra: bool) -> list[float]:
        """Goals a second of both sides."""
        rates = [0.0, 0.0]
        for side in (AWAY, HOME):
            other = 1 - side
            edge = short[other] - short[side]
            rate = _rate(edge, bool(self.pairs or short[side]), extra) * (self.attack[side] if not extra else 1.0)
            ahead = lead if side else -lead
            rate *= (TRAILING if ahead < 0 else LEADING if ahead > 0 else 1.0) * pace
            if empty == side:
                rate *= SIX_SKATERS if edge <= 0 else 1.6
            elif empty == other:
                rate = EMPTY_NET
            rates[side] = rate / 60
        return rates

    def _goal(self, side: int, short: tuple[int, int], empty: int) -> None:
        """A goal; on a power play the penalty that has run longest ends."""
        edge = short[1 - side] - short[side]
        self.game.score[side] += 1
        self.game.goals.append(Goal(self.at, side, edge, empty == 1 - side))
        if edge > 0:
            self.boxes[1 - side].pop(0).end = self.at

    def _period_over(self, lead: int, extra: bool) -> bool:
        """Begin the next period; whether there is none."""
        if self.period >= 3 and lead:
            return True
        if extra:
            self.game.tries = _shootout(self.r)
            return True
        self.period += 1
        self.end += OVERTIME if self.period > 3 and not self.game.playoff else PERIOD
        return False


class Clock:
    """Seconds of the evening against seconds of play.

    A period of twenty minutes takes about 38; the pauses between take 18. A shootout counts one second of play an
    attempt and takes 45 for it.
    """

    def __init__(self, game: Flow, tempo: float = 1.0) -> None:
        self.legs: list[tuple[float, float, float, float]] = []
        at = 0.0
        for n, (start, end) in enumerate(game.spans):
            if n:
                at += 1080.0 if n < 3 or game.playoff else 150.0
            length = (end - start) * (1.9 if end - start > OVERTIME or n < 3 else 1.7) * tempo
            self.legs.append((at, at + length, start, end))
            at += length
        if attempts := len(game.tries):
            at += 180.0
            self.legs.append((at, at + 45.0 * attempts, game.end, game.end + attempts))
            at += 45.0 * attempts
        self.end = at

    def play(self, seconds: float) -> tuple[int, float, bool]:
        """The period last begun (0 before the first), the seconds of play, and whether play is on."""
        for n in range(len(self.legs), 0, -1):
            begin, stop, start, end = self.legs[n - 1]
            if seconds >= stop:
                return n, end, False
            if seconds >= begin:
                return n, start + (seconds - begin) / (stop - begin) * (end - start), True
        return 0, 0.0, False


# Places of the eighteen skaters: four centres, left wings, right wings, then six defenders; the goalies follow.
POSITIONS = ("C",) * 4 + ("LW",) * 4 + ("RW",) * 4 + ("D",) * 6
SKATERS = len(POSITIONS)
STARTER, BACKUP = SKATERS, SKATERS + 1
LINES = ((0, 4, 8), (1, 5, 9), (2, 6, 10), (3, 7, 11))
BLUE_LINE = ((12, 13), (14, 15), (16, 17))
DOUBLED_LINES = (*LINES, (0, 5, 9), (1, 4, 8))
DOUBLED_PAIRS = (*BLUE_LINE, (12, 15), (12, 17))
"""With those in which the best centre, the best wings and the best defender come on again, beside others than their
own."""

Units = tuple[tuple[tuple[int, ...], ...], tuple[float, ...]]

FORWARDS: dict[tuple[str, int], Units] = {
    ("even", 5): (((0, 4, 8, 1, 5), (1, 5, 9, 0, 8)), (0.6, 0.4)),
    ("even", 4): (((0, 4, 8, 1), (1, 5, 9, 0), (2, 4, 8, 5)), (0.4, 0.3, 0.3)),
    ("even", 3): (DOUBLED_LINES, (0.3, 0.26, 0.215, 0.155, 0.035, 0.035)),
    ("even", 2): (((0, 4), (1, 8), (2, 9), (1, 5), (0, 8), (3, 10)), (0.25, 0.2, 0.15, 0.15, 0.15, 0.1)),
    ("up", 5): (((0, 4, 8, 1, 5),), (1.0,)),
    ("up", 4): (((0, 4, 8, 1), (2, 5, 9, 10)), (0.64, 0.36)),
    ("up", 3): (((0, 4, 8), (1, 5, 9)), (0.7, 0.3)),
    ("up", 2): (((0, 8), (1, 5), (0, 4)), (0.5, 0.3, 0.2)),
    ("down", 4): (((1, 5, 9, 2),), (1.0,)),
    ("down", 3): (((1, 5, 9), (2, 6, 10)), (0.5, 0.5)),
    ("down", 2): (((1, 6), (3, 10), (2, 11), (3, 7)), (0.3, 0.3, 0.2, 0.2)),
    ("down", 1): (((1,), (2,), (3,)), (0.4, 0.3, 0.3)),
}
DEFENDERS: dict[tuple[str, int], Units] = {
    **{(role, 2): (DOUBLED_PAIRS, (0.375, 0.335, 0.27, 0.01, 0.01)) for role in ("even", "up", "down")},
    **{(role, 1): (((12,), (14,), (13,), (16,)), (0.45, 0.3, 0.15, 0.1)) for role in ("even", "down")},
    ("up", 1): (((12,), (14,)), (0.7, 0.3)),
}


def unit_sizes(short: tuple[int, int], pairs: int, side: int, empty: int, extra: bool) -> tuple[str, int, int]:
    """The role of a side on the ice and how many forwards and defenders it has there.

    Parameters
    ----------
    short : tuple of int
        Penalties that leave the away and the home side a man short, at most two each.
    pairs : int
        Pairs of coincidental penalties: a man fewer for both.
    side, empty : int
        The side asked for, and the side without a goalie (-1: neither).
    extra : bool
        Overtime of the regular season, three a side.
    """
    edge = short[1 - side] - short[side]
    men = 3 + max(0, edge) if extra else max(3, 5 - short[side] - pairs)
    men += empty == side
    role = "up" if edge > 0 else "down" if edge < 0 else "even"
    defence = 1 if role == "up" or (men == 3 and role == "even") else 2
    return role, men - defence, defence


SCORING = (1.2, 1.82, 2.1, 2.1) + (1.12, 0.95, 0.88, 0.88) * 2 + (0.315,) * 6
FINISHING = (1.0, 1.2, 1.25, 1.25) + (1.1, 1.05, 1.0, 1.0) * 2 + (0.42,) * 6
SETTING_UP = (1.2,) * 4 + (1.0,) * 4 + (0.95,) * 4 + (1.4,) * 6
SHOOTING = (1.1,) * 4 + (1.05,) * 4 + (1.0,) * 4 + (0.59,) * 6
PASSING = (1.25,) * 4 + (1.0,) * 4 + (0.95,) * 4 + (0.56,) * 6
HITTING = (0.8,) * 4 + (1.15,) * 4 + (1.15,) * 4 + (1.0,) * 6
BLOCKING = (0.5,) * 4 + (0.4,) * 4 + (0.4,) * 4 + (1.6,) * 6
LOSING = (1.0,) * 4 + (0.9,) * 4 + (0.9,) * 4 + (1.1,) * 6
TAKING = (1.15,) * 4 + (1.1,) * 8 + (0.75,) * 6
DRAWING = (1.0,) * 4 + (0.08,) * 8 + (0.0,) * 6
FOULING = (0.9,) * 4 + (1.0,) * 4 + (1.0,) * 4 + (1.1,) * 6

# Counts of a side in sixty minutes.
HITS, BLOCKS, GIVEAWAYS, TAKEAWAYS, FACEOFFS = 23.0, 15.1, 7.9, 6.9, 41.0
FIGHTS, MISCONDUCTS = 0.20, 0.14
PLAYOFFS = {"hit": 1.4, "block": 1.08, "fight": 0.2}
"""How many times as much of something there is in the playoffs."""

AT_HOME = {"hit": 1.03, "give": 1.06, "take": 1.06}
"""How many times as much of something scorers see in the home side, and how many times less in the other one."""

OFF = {"fight": 300.0, "misconduct": 600.0}
"""Seconds for which these keep a skater off the ice, while his side is none short."""

EJECTED = 0.25
"""Share of the misconducts after which he does not come back at all."""

FOULS = {"penalty": (2, 1.0), "fight": (5, 2.4), "misconduct": (10, 1.2)}
"""Penalty minutes, and what temper counts in who gets them: a power."""

FIGHTING = (0.1, 0.25, 0.6, 1.5) * 3 + (0.25, 0.25, 0.4, 0.4, 0.7, 0.7)
"""How likely who is in which place fights: those who play least are there for it."""

SPARE = (4, 3, 2, 1) * 3 + (3, 3, 2, 2, 1, 1)
"""How likely who is next to whom takes the place of one who is off the ice."""

# Saved shots a minute of one side by its edge in men; late pushes and empty nets have their own.
SAVED = {0: 0.424, 1: 0.81, 2: 1.1, -1: 0.16, -2: 0.10}
SAVED_SIX = 0.75
SHOOTOUT_SHARE = 0.32
KEEN, KEEN_UP = 1.05, 2.7
"""How much likelier a better unit is on the ice when its side scores, and on a power play: powers of its mean touch.
Who is on when the other side scores is a matter of ice time."""


DRAWN = 0.45
"""What touch counts in a face-off: a power."""

FINISH, FEED = (0.14,) * 12 + (1.0,) * 6, 1.6
FINISH_UP, FEED_UP = (1.3,) * 18, 4.4
"""What touch counts in who scores, by his place, and in who passes, and on a power play, which is played for the best:
powers."""


class Event(NamedTuple):
    """Something that happened: when, what, to whose credit, which skaters of that side, and a figure with it."""

    at: float
    kind: str
    side: int
    who: tuple[int, ...]
    figure: int = 1


class Exit(NamedTuple):
    """When somebody goes off for longer than a shift, why, until when, and which skater where that is known before."""

    at: float
    kind: str
    until: float
    who: int = -1


@dataclass
class Track:
    """Who is on the ice of one kind of player: unit i from ``starts[i]`` to ``ends[i]``."""

    starts: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)
    units: list[tuple[int, ...]] = field(default_factory=list)

    def at(self, t: float) -> tuple[int, ...]:
        return self.units[max(0, bisect_right(self.starts, t) - 1)]

    def before(self, t: float) -> tuple[int, ...]:
        """The unit whose shift `t` ends."""
        n = bisect_right(self.starts, t) - 1
        return self.units[n - 1 if n > 0 and self.starts[n] == t else max(n, 0)]


class Game:
    """A whole game around a flow.

    Parameters
    ----------
    r : random.Random
        A stream of its own: the flow does not depend on it.
    decided : Flow
    attack : tuple of float
        As for `flow`.
    touch, grit, temper : sequence of two sequences of float
        For both sides, the quality of each skater with the puck, how hard he plays, and how often he is penalized; all
        about 1.
    stamina : sequence of two sequences of float
        For both sides, how often each skater comes on beside others in his place; about 1.
    style : sequence of two mappings of str to float
        For both sides, how many times as much as usual there is of hits and the like.
    hurt : sequence of two mappings of int to float, optional
        For both sides the places of those who are hurt -> the share of regulation after which they leave.
    eager : sequence of two sequences of float, optional
        For both sides, how often each skater takes a face-off beside others in his place; about 1.
    aim : sequence of two sequences of float, optional
        For both sides, how often each skater shoots beside others who are as good; about 1.
    """

    def __init__(
        self,
        r: Random,
        decided: Flow,
        attack: tuple[float, float],
        touch: Sequence[Sequence[float]],
        grit: Sequence[Sequence[float]],
        temper: Sequence[Sequence[float]],
        stamina: Sequence[Sequence[float]],
        style: Sequence[Mapping[str, float]] = ({}, {}),
        hurt: Sequence[Mapping[int, float]] = ({}, {}),
        eager: Sequence[Sequence[float]] = ((1.0,) * SKATERS,) * 2,
        aim: Sequence[Sequence[float]] = ((1.0,) * SKATERS,) * 2,
    ) -> None:
        self.flow = decided
        self.touch = touch
        self.grit = grit
        self.temper = temper
        self.stamina = stamina
        self.style = style
        self.hurt = hurt
        self.aim = aim
        self.draws = [[weight * often for weight, often in zip(DRAWING, side)] for side in eager]
        self.events: list[Event] = []
        self.off: tuple[set[int], set[int]] = (set(), set())
        self.pace = PLAYOFFS if decided.playoff else {}
        number = poisson(r, FIGHTS * self.pace.get("fight", 1.0) * decided.end / 3600)
        fights = [r.random() * decided.end for _ in range(number)]
        exits = self._exits(r, AWAY, fights), self._exits(r, HOME, fights)
        self.tracks = (self._shifts(r, AWAY, exits[AWAY]), self._shifts(r, HOME, exits[HOME]))
        self.nets = (self._nets(r, AWAY), self._nets(r, HOME))
        self._score(r)
        self._shots(r, attack)
        self._rest(r)
        self._shootout()
        self.events.sort(key=lambda event: event.at)

    def on_ice(self, side: int, t: float) -> tuple[int, ...]:
        """The skaters of a side at the moment that ends with `t`."""
        forwards, defenders = self.tracks[side][0], self.tracks[side][1]
        return forwards.before(t) + defenders.before(t)

    def goalie(self, side: int, t: float) -> int:
        """The goalie of a side at `t`: its last one while the net is empty."""
        return self.nets[side][-1][1] if t > self.nets[side][-1][0] else STARTER

    def _exits(self, r: Random, side: int, fights: Sequence[float]) -> list[Exit]:
        """Who of a side goes off for longer than a shift, in order of time."""
        end = self.flow.end
        exits = [Exit(foul.at, "penalty", foul.end) for foul in self.flow.penalties if foul.side == side]
        exits += [Exit(at, "fight", at + OFF["fight"]) for at in fights]
        for _ in range(poisson(r, MISCONDUCTS * end / 3600)):
            at = r.random() * end
            exits.append(Exit(at, "misconduct", math.inf if r.random() < EJECTED else at + OFF["misconduct"]))
        exits += [Exit(share * REGULATION, "hurt", math.inf, n) for n, share in self.hurt[side].items() if n < SKATERS]
        return sorted(exits)

    def _shifts(self, r: Random, side: int, exits: Sequence[Exit]) -> tuple[Track, Track]:
        tracks = (Track(), Track())
        boxed: list[tuple[float, int]] = []
        due = 0
        scored = {(goal.at, goal.side) for goal in self.flow.goals}
        on: tuple[int, ...] = LINES[0] + BLUE_LINE[0]
        usual: dict[tuple[str, int, int], tuple[Units, Units]] = {}
        for first, last, short, pairs, empty, _ in self.flow.stretches:
            inside = [one.at for one in exits if first < one.at < last]
            for start, end in pairwise((first, *inside, last)):
                while due < len(exits) and exits[due].at <= start:
                    boxed.append(self._goes_off(r, side, exits[due], on, {n for _, n in boxed}))
                    due += 1
                boxed = [(until, n) for until, n in boxed if until > start]
                if end <= start:
                    continue
                extra = start >= REGULATION and not self.flow.playoff
                role, forwards, defence = unit_sizes(short, pairs, side, empty, extra)
                out = {n for _, n in boxed}
                keen = KEEN_UP if role == "up" else KEEN
                better = [touch**keen for touch in self.touch[side]] if (end, side) in scored else None
                if (role, forwards, defence) not in usual:
                    both = FORWARDS[role, forwards], DEFENDERS[role, defence]
                    usual[role, forwards, defence] = self._rated(side, both[0]), self._rated(side, both[1])
                front, back = usual[role, forwards, defence]
                _fill(r, tracks[0], front, start, end, out, range(12), 46.0, better)
                _fill(r, tracks[1], back, start, end, out, range(12, 18), 52.0, better)
                on = tracks[0].units[-1] + tracks[1].units[-1]
        self.off[side].update(n for until, n in boxed if until > self.flow.end)
        return tracks

    def _goes_off(self, r: Random, side: int, why: Exit, on: tuple[int, ...], off: set[int]) -> tuple[float, int]:
        """Until when who goes off: somebody on the ice who is not off already, unless it is known who.

        Anybody may come on for a fight.
        """
        if why.who >= 0:
            return why.until, why.who
        minutes, power = FOULS[why.kind]
        able, weights = (range(SKATERS), FIGHTING) if why.kind == "fight" else (on, FOULING)
        free = [n for n in able if n not in off] or list(on)
        n = drawn(r, free, [weights[n] * self.temper[side][n] ** power for n in free])
        self.events.append(Event(why.at, why.kind, side, (n,), minutes))
        return why.until, n

    def _rated(self, side: int, units: Units) -> Units:
        """Units with weights that count the stamina of who is in them."""
        groups, weights = units
        stamina = self.stamina[side]
        return groups, tuple(weight * math.prod(stamina[n] for n in unit) for unit, weight in zip(groups, weights))

    def _nets(self, r: Random, side: int) -> list[tuple[float, int]]:
        """(time, goalie) of the men in net; a starter may leave after a fourth or fifth early goal."""
        nets = [(0.0, STARTER)]
        if STARTER in self.hurt[side]:
            return [*nets, (self.hurt[side][STARTER] * REGULATION, BACKUP)]
        against = [g.at for g in self.flow.goals if g.side != side and not g.empty]
        for at in against[3:5]:
            if at < 2 * PERIOD and r.random() < 0.36:
                nets.append((at, BACKUP))
                break
        return nets

    def _score(self, r: Random) -> None:
        for goal in self.flow.goals:
            on, touch, aim = self.on_ice(goal.side, goal.at), self.touch[goal.side], self.aim[goal.side]
            power_play = goal.edge > 0
            scoring, finish = (FINISHING, FINISH_UP) if power_play else (SCORING, FINISH)
            passing, feed = (SETTING_UP, FEED_UP) if power_play else (PASSING, FEED)
            scorer = drawn(r, on, [scoring[n] * touch[n] ** finish[n] * aim[n] for n in on])
            who = [scorer]
            x = r.random()
            for _ in range(0 if x < 0.074 else 1 if x < 0.247 else 2):
                rest = [n for n in on if n not in who]
                who.append(drawn(r, rest, [passing[n] * touch[n] ** feed for n in rest]))
            self.events.append(Event(goal.at, "empty" if goal.empty else "goal", goal.side, tuple(who), goal.edge))

    def _shots(self, r: Random, attack: tuple[float, float]) -> None:
        shooting = [[math.prod(own) for own in zip(SHOOTING, *side)] for side in zip(self.touch, self.aim)]
        for start, end, short, _, empty, lead in self.flow.stretches:
            minutes = (end - start) / 60
            for side in (AWAY, HOME):
                if empty == 1 - side:
                    continue
                edge = short[1 - side] - short[side]
                rate = SAVED_SIX if empty == side else SAVED[edge]
                ahead = lead if side else -lead
                rate *= math.sqrt(attack[side]) * (1.05 if ahead < 0 else 0.96 if ahead > 0 else 1.0)
                for _ in range(poisson(r, rate * minutes)):
                    at = start + r.random() * (end - start)
                    on = self.on_ice(side, at)
                    shooter = drawn(r, on, [shooting[side][n] for n in on])
                    self.events.append(Event(at, "save", side, (shooter,)))

    def _rest(self, r: Random) -> None:
        end, events = self.flow.end, self.events
        hours = end / 3600
        for side in (AWAY, HOME):
            grit, touch = self.grit[side], self.touch[side]
            for kind, mean, weights, power, trait in (
                ("hit", HITS, HITTING, 1.0, grit),
                ("block", BLOCKS, BLOCKING, 0.3, grit),
                ("give", GIVEAWAYS, LOSING, 0.5, touch),
                ("take", TAKEAWAYS, TAKING, 0.95, touch),
            ):
                shares = [weight * figure**power for weight, figure in zip(weights, trait)]
                seen = self.pace.get(kind, 1.0) * AT_HOME.get(kind, 1.0) ** (1 if side == HOME else -1)
                seen *= self.style[side].get(kind, 1.0)
                for _ in range(poisson(r, mean * seen * hours)):
                    at = r.random() * end
                    on = self.on_ice(side, at)
                    n = drawn(r, on, [shares[n] for n in on])
                    events.append(Event(at, kind, side, (n,)))
        draws = [start for start, _ in self.flow.spans] + [goal.at for goal in self.flow.goals[:-1]]
        draws += [foul.at for foul in self.flow.penalties]
        draws += [self._whistle(r) for _ in range(poisson(r, FACEOFFS * hours))]
        skill = [[touch**DRAWN for touch in side] for side in self.touch]
        for at in draws:
            pair = [self._draw_man(r, side, at) for side in (AWAY, HOME)]
            away, home = (skill[side][pair[side]] for side in (AWAY, HOME))
            winner = HOME if r.random() < 0.505 * home / (0.505 * home + 0.495 * away) else AWAY
            events.append(Event(at + 0.01, "faceoff", winner, (pair[winner], pair[1 - winner])))

    def _whistle(self, r: Random) -> float:
        """When there is a draw: of two moments, rather the one for which coaches have their men for it on the ice."""
        one, other = r.random() * self.flow.end, r.random() * self.flow.end
        wanted = self._wanted(one)
        return one if r.random() * (wanted + self._wanted(other)) < wanted else other

    def _wanted(self, at: float) -> float:
        """How much coaches like the men for a draw who are on the ice at a moment."""
        (away, _), (home, _) = self.tracks
        return max(map(self.draws[AWAY].__getitem__, away.at(at))) * max(map(self.draws[HOME].__getitem__, home.at(at)))

    def _draw_man(self, r: Random, side: int, at: float) -> int:
        on = self.tracks[side][0].at(at)
        return drawn(r, on, [self.draws[side][n] for n in on])

    def _shootout(self) -> None:
        skills = [[-q * w for q, w in zip(touch, SCORING)] for touch in self.touch]
        orders = [sorted({*range(SKATERS)} - off, key=skill.__getitem__) for skill, off in zip(skills, self.off)]
        for n, (side, good) in enumerate(self.flow.tries):
            taker = orders[side][n // 2 % len(orders[side])]
            self.events.append(Event(self.flow.end + n + 1, "shootout", side, (taker,), int(good)))


def _fill(
    r: Random,
    track: Track,
    units: Units,
    start: float,
    end: float,
    out: set[int],
    all_of: range,
    shift: float,
    better: Sequence[float] | None,
) -> None:
    """Fill a stretch with shifts; nobody who is off takes one.

    A stretch that ends with a goal is told how much `better` each skater is: they are likelier to be on.
    """
    groups, weights = units
    at = start
    last: tuple[int, ...] = ()
    while at < end:
        before, last = last, _next(r, groups, weights, last)
        until = min(end, at + max(15.0, r.gauss(shift, 10.0)))
        if end - until < 8.0:
            until = end
        group = last
        if better is not None and until == end:
            skill = [weight * sum(better[n] for n in unit) / len(unit) for unit, weight in zip(groups, weights)]
            group = _next(r, groups, skill, before)
        group = _without(r, group, out, all_of)
        track.starts.append(at)
        track.ends.append(until)
        track.units.append(group)
        at = until


def _next(
    r: Random, groups: Sequence[tuple[int, ...]], weights: Sequence[float], last: tuple[int, ...]
) -> tuple[int, ...]:
    """The unit that comes on after another, of more than two never the same; one of two may stay on."""
    group = drawn(r, groups, weights)
    while group is last and len(groups) > 2:
        group = drawn(r, groups, weights)
    return group


def _without(r: Random, group: tuple[int, ...], out: set[int], all_of: range) -> tuple[int, ...]:
    """A unit with others in the places of those who are off, as far as there are others."""
    if not out or out.isdisjoint(group):
        return group
    spare = [n for n in all_of if n not in out and n not in group]
    unit = []
    for n in group:
        if n in out and spare:
            unit.append(drawn(r, spare, [SPARE[other] for other in spare]))
            spare.remove(unit[-1])
        else:
            unit.append(n)
    return tuple(unit)


def ice_time(track: Track, until: float, seconds: list[float]) -> None:
    """Add to every skater's `seconds` what the track gives him up to `until`."""
    for start, end, unit in zip(track.starts, track.ends, track.units, strict=True):
        if start >= until:
            return
        length = min(end, until) - start
        for n in unit:
            seconds[n] += length


def net_time(game: Game, side: int, until: float) -> Iterator[tuple[int, float]]:
    """(goalie, seconds in net) of a side up to `until`, in order of appearance."""
    changes = game.nets[side]
    for i, (begin, goalie) in enumerate(changes):
        stop = min(until, changes[i + 1][0] if i + 1 < len(changes) else game.flow.end)
        if begin and begin >= until:
            return
        away = math.fsum(
            max(0.0, min(s.end, stop) - max(s.start, begin)) for s in game.flow.stretches if s.empty == side
        )
        yield goalie, max(0.0, stop - begin) - away
