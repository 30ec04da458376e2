"""A basketball game: the score first and cheaply, the play that leads to it when somebody looks.

`score` draws how many points each side makes in each stretch of play and the closing minutes possession by
possession; a season's results need nothing else. `unfold` tells the same game as events, and `fold` adds the events
up to a moment into lines, so that the box of a game in progress is a true prefix of the finished one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from math import fsum
from operator import itemgetter
from random import Random

import msgspec

from .possession import (
    BLOCKED,
    CHARGE,
    DEFENSIVE,
    FOUL,
    FREE,
    LOOSE,
    MADE_2,
    MADE_3,
    MISSED_2,
    MISSED_3,
    OFFENSIVE,
    STOLEN,
    Pools,
    Rules,
    Step,
    pools,
)

AWAY, HOME = 0, 1

NORMAL, SENT, LONG = range(3)
"""How a possession of the closing minutes is played: as ever, fouled on purpose, with a three."""

Move = tuple[int, int, int, int]
"""Side, points, how it is played, second of the period at which it ends."""

CLOSING = 120
"""Seconds before the end of the last period in which sides play to the score."""

LAST = 3
"""Seconds before the end of a period in which nobody begins to attack."""

HORN = (0.3, 0.08)
"""Chance that the last possession of a period ends with the horn: one without points, and one with some."""


@dataclass(frozen=True)
class Form:
    """What a club is worth, in points over a game, against an average club of its league."""

    offence: float
    defence: float
    tempo: float
    taste: int

    @property
    def strength(self) -> float:
        return self.offence + self.defence


@dataclass(frozen=True, slots=True)
class Stretch:
    """Play between two moments of a period: so many possessions a side, or the moves one by one."""

    period: int
    start: int
    end: int
    first: int
    possessions: int = 0
    points: tuple[int, int] = (0, 0)
    moves: tuple[Move, ...] | None = None


@dataclass(slots=True)
class Result:
    """A game's score by period, and how its clock ran."""

    rules: Rules
    stretches: list[Stretch]
    periods: list[list[int]]
    pace: float
    real: float
    knots: list[tuple[int, int, float, float]] = field(default_factory=list)

    @property
    def totals(self) -> tuple[int, int]:
        """Points of the away and of the home side."""
        return sum(p[0] for p in self.periods), sum(p[1] for p in self.periods)

    @property
    def margin(self) -> int:
        """Points by which the home side won; never 0."""
        away, home = self.totals
        return home - away

    @property
    def overtimes(self) -> int:
        return len(self.periods) - self.rules.periods

    @property
    def duration(self) -> int:
        """Seconds from the real start to the end."""
        return int(self.knots[-1][3]) + 1

    def moment(self, elapsed: float) -> tuple[int, float, bool]:
        """Period, second of that period, and whether the clock of it has run out, so long after the real start."""
        period, second, over = 1, 0.0, False
        for number, (begin, end, real_begin, real_end) in enumerate(self.knots):
            if elapsed < real_begin:
                break
            period = self._period_of[number]
            share = min(1.0, (elapsed - real_begin) / (real_end - real_begin))
            second = begin + share * (end - begin)
            over = end == self.rules.seconds(period) and share >= 1
        return period, second, over

    @property
    def _period_of(self) -> list[int]:
        out: list[int] = []
        for begin, *_ in self.knots:
            out.append((out[-1] if out else 0) + (begin == 0))
        return out


def score(rules: Rules, r: Random, away: Form, home: Form, *, neutral: bool = False) -> Result:
    """Draw the result of a game.

    Parameters
    ----------
    rules : Rules
        The league's rule book.
    r : random.Random
        Stream of this game's score alone.
    away, home : Form
        The two clubs.
    neutral : bool
        Whether neither side is at home.
    """
    edge = 0.0 if neutral else rules.home / 2
    base = 0.985 * rules.points + rules.shared * r.gauss(0, 1)
    pace = rules.pace * (1 + (away.tempo + home.tempo) / 2) * (1 + rules.tempo * r.gauss(0, 1))
    means = (
        (base + away.offence - home.defence - edge) / rules.pace,
        (base + home.offence - away.defence + edge) / rules.pace,
    )
    result = Result(rules, [], [], pace, rules.real * (1 + 0.045 * r.gauss(0, 1)))
    margin = 0
    period = 0
    ball = tip = int(r.random() * 2)
    while period < rules.periods or margin == 0:
        period += 1
        length = rules.seconds(period)
        if period > rules.periods:
            ball = int(r.random() * 2)
        elif period > 1:
            ball = tip if period == 4 else 1 - tip  # who loses the tip begins the second half, and the second quarter
        scores = [0, 0]
        closing = length - CLOSING if period >= rules.periods else length
        cuts = [0, closing] if closing <= 900 else [0, 600, closing]
        for start, end in pairwise(cuts):
            margin, ball = _bulk(result, r, means, period, (start, end), ball, margin, scores)
        if closing < length:
            if abs(margin) <= 10:
                moves = _finish(rules, r, means, margin, ball)
                result.stretches.append(
                    Stretch(
                        period, closing, length, ball, moves=tuple((s, k, how, closing + at) for s, k, how, at in moves)
                    )
                )
                for side, points, _, _ in moves:
                    scores[side] += points
                    margin += points if side else -points
            else:
                margin, ball = _bulk(result, r, means, period, (closing, length), ball, margin, scores)
        result.periods.append(scores)
    _run_clock(result, abs(margin) <= 8)
    return result


def _bulk(
    result: Result,
    r: Random,
    means: tuple[float, float],
    period: int,
    span: tuple[int, int],
    ball: int,
    margin: int,
    scores: list[int],
) -> tuple[int, int]:
    """Play a stretch as a whole; the margin and who has the ball after it."""
    rules = result.rules
    seconds = span[1] - span[0]
    share = seconds / rules.regulation
    n = max(2, int(result.pace * share + 0.5 + 0.6 * r.gauss(0, 1)))
    relax = rules.relax * margin * 2 * share
    spread = rules.noise * n**0.5
    points = []
    for side in (AWAY, HOME):
        mean = means[side] * result.pace * share + (relax if side == AWAY else -relax)
        points.append(min(int(2.3 * n), max(0, int(mean + spread * r.gauss(0, 1) + 0.5))))
        scores[side] += points[side]
    result.stretches.append(Stretch(period, span[0], span[1], ball, n, (points[0], points[1])))
    return margin + points[1] - points[0], ball


def _finish(rules: Rules, r: Random, means: tuple[float, float], margin: int, ball: int) -> list[Move]:
    """The closing minutes of a close game: fouls on purpose, threes in need, the last shot held."""
    moves: list[Move] = []
    clock = CLOSING
    chances = pools(rules.sport, 0).chances
    average = fsum(k * q for k, q in enumerate(chances))
    while True:
        lead = margin if ball == HOME else -margin
        how, points = NORMAL, 0
        if 0 < lead <= 2 + clock / 5 and 2 * LAST <= clock <= rules.shot_clock + 4 and r.random() < 0.95:
            how = SENT
            used = min(2 + int(4 * r.random()), clock - LAST)
            points = (r.random() < rules.free_made) + (r.random() < rules.free_made)
        elif lead > 0 and clock <= rules.shot_clock:
            break  # the clock runs out
        else:
            if lead < 0:
                used = 4 + int((8 if clock < 60 else 13) * r.random())
            elif clock <= rules.shot_clock + 2:
                used = clock
            else:
                used = rules.shot_clock - 2 - int(10 * r.random())
            if (lead == -3 and clock < 30) or lead < -6:
                how = LONG
                points = 3 if r.random() < rules.three_made else 0
            else:
                x = r.random()
                keen = 1 - rules.urgency * ((lead < 0) - (lead > 0))
                x = 1 - (1 - x) * min(1.3, max(0.7, keen * average / means[ball]))
                for k, chance in enumerate(chances):
                    x -= chance
                    if x < 0:
                        points = k
                        break
                if lead in (-2, -3) and clock <= 40 and points and r.random() < rules.close:
                    points = -lead
        if clock - used < LAST:
            moves.append((ball, points, how, CLOSING - min(_left(r, points), clock - 1)))
            break
        clock -= used
        moves.append((ball, points, how, CLOSING - clock))
        margin += points if ball else -points
        ball = 1 - ball
    return moves


def _left(r: Random, points: int) -> int:
    """Seconds that are left when the last possession of a period ends."""
    return 0 if r.random() < HORN[points > 0] else 1 + int(4 * r.random())


def _run_clock(result: Result, close: bool) -> None:
    """Lay the periods on the clock on the wall: breaks between them, a slow end of a close game."""
    rules = result.rules
    real = 0.0
    half = rules.periods // 2
    for period in range(1, len(result.periods) + 1):
        length = rules.seconds(period)
        slow = close and period >= rules.periods
        middle = length - CLOSING if slow else length
        end = real + middle * result.real
        result.knots.append((0, middle, real, end))
        if slow:
            result.knots.append((middle, length, end, end + CLOSING * result.real * 2))
            end += CLOSING * result.real * 2
        real = end + (rules.half_break if period == half else 150)


M2, X2, M3, X3, ORB, DRB, AST, STL, BLK, TOV, PF, FTD = range(12)


class Player(msgspec.Struct, frozen=True, gc=False):
    """A player on a roster, and his share of what happens while he is on the floor."""

    id: int
    name: str
    position: str
    quality: float
    weights: tuple[float, ...]
    free: float
    stamina: float = 1.0


(
    TWO_TRIED,
    TWO_MADE,
    THREE_TRIED,
    THREE_MADE,
    FREE_TRIED,
    FREE_MADE,
    OFF_REBOUND,
    DEF_REBOUND,
    ASSIST,
    STEAL,
    BLOCK,
    TURNOVER,
    PERSONAL,
    TEAM_REBOUND,
) = range(14)
"""What an event adds one to, on its player's line; a team rebound is on no line."""

NOBODY = -1
"""The player of a team rebound."""

POINTS = {TWO_MADE: 2, THREE_MADE: 3, FREE_MADE: 1}

Event = tuple[float, int, int, int, int]
"""Second of play, period, side, number of the player on his side, what it adds to."""


class Floor:
    """One side during a game: who is on, for how long, with how many fouls."""

    def __init__(self, rules: Rules, r: Random, squad: Sequence[Player], starters: int = 5) -> None:
        self.rules = rules
        self.squad = squad
        usual = [minutes * player.stamina for minutes, player in zip(rules.minutes, squad)]
        self.targets = [m * 60 * (1 + 0.07 * r.gauss(0, 1)) for m in usual]
        scale = 5 * rules.regulation / fsum(self.targets)
        self.targets = [t * scale for t in self.targets]
        self.on = list(range(starters))
        self.fouls = [0] * len(squad)
        self.played = [0.0] * len(squad)
        self.since = [0.0] * len(squad)
        self.stints: list[tuple[int, float, float]] = []
        self.columns = list(zip(*[player.weights for player in squad]))
        self.sums: list[tuple[float, ...] | None] = []
        self.team_fouls = 0
        self._weigh()

    def _weigh(self) -> None:
        """Forget the sums of the weights of who was on the floor; of fouls they are those at the last change."""
        limit = self.rules.foul_limit
        self.those_on = itemgetter(*self.on)
        self.sums = [None] * len(self.columns)
        fouls = zip(self.those_on(self.columns[PF]), self.those_on(self.fouls))
        self.sums[PF] = tuple(accumulate([w * (1 - 0.65 * booked / limit) for w, booked in fouls]))

    def pick(self, r: Random, what: int) -> int:
        """Whom on the floor it falls to."""
        row = self.sums[what]
        if row is None:
            row = self.sums[what] = tuple(accumulate(self.those_on(self.columns[what])))
        x = r.random() * row[4]
        if x < row[1]:
            return self.on[0] if x < row[0] else self.on[1]
        if x < row[2]:
            return self.on[2]
        return self.on[3] if x < row[3] else self.on[4]

    def other(self, r: Random, what: int, than: int) -> int:
        """Whom it falls to but one."""
        for _ in range(4):
            who = self.pick(r, what)
            if who != than:
                return who
        return next(i for i in self.on if i != than)

    def shooter(self, r: Random, made: tuple[bool, ...]) -> int:
        """Who was fouled, given what became of the free throws."""
        weights = []
        for i in self.on:
            player = self.squad[i]
            w = player.weights[FTD]
            for good in made:
                w *= player.free if good else 1 - player.free
            weights.append(w)
        x = r.random() * fsum(weights)
        for i, w in zip(self.on, weights):
            x -= w
            if x < 0:
                return i
        return self.on[-1]

    def _swap(self, on: list[int], at: float) -> None:
        for i in self.on:
            if i not in on:
                self.stints.append((i, self.since[i], at))
                self.played[i] += at - self.since[i]
        for i in on:
            if i not in self.on:
                self.since[i] = at
        self.on = on
        self._weigh()

    def substitute(self, at: float, period: int, left: float, margin: int) -> None:
        """Send on whom the coach wants next."""
        rules = self.rules
        limit = rules.foul_limit
        late = period >= rules.periods and left <= 330
        opening = left == rules.seconds(period) and (period - 1) % max(1, rules.periods // 2) == 0
        careful = 1 + period * (limit - 2) / rules.periods
        spent = min(1.0, (at + 75) / rules.regulation)
        fouls, on = self.fouls, self.on
        most = max(fouls)
        wants = [target * spent - played for target, played in zip(self.targets, self.played)]
        for i in on:
            wants[i] = self.targets[i] * spent - (self.played[i] + (at - self.since[i])) + 150
        if opening or (late and abs(margin) <= 12) or period > rules.periods:
            for i in range(5):
                wants[i] += 400
        elif late and abs(margin) >= 17:
            for i, want in enumerate(wants):
                wants[i] = want - 600 if i < 5 else 1200 - abs(self.targets[i] - 200)
        elif not late and most > careful:
            for i, booked in enumerate(fouls):
                if booked > careful:
                    wants[i] -= 300
        able = range(len(fouls)) if most < limit else [i for i, booked in enumerate(fouls) if booked < limit]
        on_now = sorted(sorted(able, key=wants.__getitem__, reverse=True)[:5])
        if on_now != sorted(on):
            self._swap(on_now, at)

    def foul(self, who: int, at: float) -> None:
        """Book a foul; the last one sends a player off."""
        self.fouls[who] += 1
        if self.fouls[who] >= self.rules.foul_limit:
            at = max(at, self.since[who])
            rest = [i for i in range(len(self.squad)) if i not in self.on and self.fouls[i] < self.rules.foul_limit]
            fresh = max(rest, key=lambda i: self.targets[i] - 0.5 * self.played[i])
            self._swap([fresh if i == who else i for i in self.on], at)

    def close(self, at: float) -> None:
        """End every stint with the game."""
        for i in self.on:
            self.stints.append((i, self.since[i], at))


@dataclass(slots=True)
class Game:
    """A game told: its result, and everything that happened, in order."""

    result: Result
    squads: tuple[Sequence[Player], Sequence[Player]]
    events: list[Event]
    stints: tuple[list[tuple[int, float, float]], list[tuple[int, float, float]]]


def unfold(
    result: Result, r: Random, squads: tuple[Sequence[Player], Sequence[Player]], tastes: tuple[int, int]
) -> Game:
    """Tell the game of a result.

    Parameters
    ----------
    result : Result
        What `score` drew.
    r : random.Random
        Stream of this game's play alone.
    squads : pair of sequences of Player
        Who is dressed, away and home: the five starters first, then the bench by rank.
    tastes : pair of int
        Taste of the clubs for threes.
    """
    rules = result.rules
    whole = rules.sport == "NCAABB"
    floors = (Floor(rules, r, squads[0]), Floor(rules, r, squads[1]))
    books = (pools(rules.sport, tastes[0]), pools(rules.sport, tastes[1]))
    narrator = _Narrator(rules, r, floors)
    margin = 0
    period = 0
    change = 0.0
    for stretch in result.stretches:
        before = rules.begins(stretch.period)
        length = rules.seconds(stretch.period)
        if stretch.period != period:
            period = stretch.period
            if period <= rules.periods:
                floors[0].team_fouls = floors[1].team_fouls = 0
            elif rules.bonus[0] == rules.bonus[1]:
                floors[0].team_fouls = floors[1].team_fouls = 1
            change = before
        moves = stretch.moves if stretch.moves is not None else _moves(result, stretch, r, books)
        start = stretch.start
        for side, points, how, end in moves:
            at = before + start
            if at >= change:
                mark = float(change if whole else at)
                for floor, lead in zip(floors, (-margin, margin)):
                    floor.substitute(mark, period, length - (mark - before), lead)
                change = change + 120 if whole else at + 75 + int(75 * r.random())
            steps = _steps(rules, r, books[side], floors[1 - side].team_fouls, points, how)
            narrator.narrate(side, period, at, before + end, steps, last=end >= length)
            margin += points if side else -points
            start = end
    over = float(rules.begins(len(result.periods) + 1))
    for floor in floors:
        floor.close(over)
    return Game(result, squads, narrator.events, (floors[0].stints, floors[1].stints))


def _moves(result: Result, stretch: Stretch, r: Random, books: tuple[Pools, Pools]) -> list[Move]:
    """The possessions of a stretch, in turn, with the points they must bring; the winner holds the ball at the end."""
    counts = [stretch.possessions, stretch.possessions]
    wins, last = int(result.margin > 0), 1 - stretch.first
    over = stretch is result.stretches[-1]
    if over and wins == last:
        counts[wins] -= 1
        last = 1 - last
    lists = [books[side].split(r, counts[side], stretch.points[side]) for side in (AWAY, HOME)]
    left = 0
    if over:
        left = LAST + int((result.rules.shot_clock - LAST) * r.random())
    elif stretch.end == result.rules.seconds(stretch.period):
        left = _left(r, lists[last][-1])
    weights = [6 + 18 * r.random() for _ in range(sum(counts))]
    scale = (stretch.end - stretch.start - left) / fsum(weights)
    out: list[Move] = []
    at = float(stretch.start)
    for j, weight in enumerate(weights):
        side = (stretch.first + j) & 1
        at += weight * scale
        out.append((side, lists[side][j >> 1], NORMAL, int(at + 0.5)))
    return out


def _steps(rules: Rules, r: Random, book: Pools, team_fouls: int, points: int, how: int) -> tuple[Step, ...]:
    """The steps of a possession that brings so many points."""
    if how == SENT:
        first = points == 2 or (points == 1 and r.random() < 0.5)
        made = (first, points - first == 1)
        foul: tuple[Step, ...] = ((FOUL, ()), (FREE, made))
        return foul if made[1] else (*foul, (DEFENSIVE, ()))
    if how == LONG:
        return ((MADE_3, ()),) if points else ((MISSED_3, ()), (DEFENSIVE, ()))
    bonus = 2 if team_fouls >= rules.bonus[1] else 1 if team_fouls >= rules.bonus[0] else 0
    return book.take(r, bonus, points)


class _Narrator:
    """Gives the steps of possessions to players."""

    def __init__(self, rules: Rules, r: Random, floors: tuple[Floor, Floor]) -> None:
        self.rules = rules
        self.r = r
        self.floors = floors
        self.events: list[Event] = []
        self.whole = rules.sport == "NCAABB"

    def narrate(self, side: int, period: int, start: int, end: int, steps: tuple[Step, ...], *, last: bool) -> None:
        """Write the events of a possession; a miss with the horn leaves no rebound.

        The clock stands between a shot or a foul and the free throws for it, and runs for a moment before a rebound.
        """
        r, rules = self.r, self.rules
        if last and steps[-1][0] in (DEFENSIVE, LOOSE):
            steps = steps[:-1]
        ours, theirs = self.floors[side], self.floors[1 - side]
        add = self.events.append
        other = 1 - side
        shooter = -1
        shot = False
        for number, ((kind, made), at) in enumerate(zip(steps, _moments(r, start, end, steps)), 1):
            if kind == DEFENSIVE:
                add((at, period, other, theirs.pick(r, DRB), DEF_REBOUND))
            elif kind in (MADE_2, MADE_3):
                two = kind == MADE_2
                shooter = ours.pick(r, M2 if two else M3)
                add((at, period, side, shooter, TWO_TRIED if two else THREE_TRIED))
                add((at, period, side, shooter, TWO_MADE if two else THREE_MADE))
                if r.random() < (rules.assist_two if two else rules.assist_three):
                    add((at, period, side, ours.other(r, AST, shooter), ASSIST))
                shot = True
                continue
            elif kind == MISSED_3:
                add((at, period, side, ours.pick(r, X3), THREE_TRIED))
            elif kind in (MISSED_2, BLOCKED):
                add((at, period, side, ours.pick(r, X2), TWO_TRIED))
                if kind == BLOCKED:
                    add((at, period, other, theirs.pick(r, BLK), BLOCK))
            elif kind == FOUL:
                self._foul(theirs, other, period, at)
                theirs.team_fouls += 1
                if not shot:
                    shooter = -1
                continue
            elif kind == OFFENSIVE:
                add((at, period, side, ours.pick(r, ORB), OFF_REBOUND))
            elif kind == FREE:
                if shooter < 0 or shooter not in ours.on:
                    shooter = ours.shooter(r, made)
                for good in made:
                    add((at, period, side, shooter, FREE_TRIED))
                    if good:
                        add((at, period, side, shooter, FREE_MADE))
            elif kind == LOOSE:
                add((at, period, other if number == len(steps) else side, NOBODY, TEAM_REBOUND))
            else:
                loser = ours.pick(r, TOV)
                add((at, period, side, loser, TURNOVER))
                if kind == STOLEN:
                    add((at, period, other, theirs.pick(r, STL), STEAL))
                elif kind == CHARGE:
                    self._foul(ours, side, period, at, loser)
            shot, shooter = False, -1

    def _foul(self, floor: Floor, side: int, period: int, at: float, who: int = -1) -> None:
        who = floor.pick(self.r, PF) if who < 0 else who
        self.events.append((at, period, side, who, PERSONAL))
        floor.foul(who, 60.0 * round(at / 60) if self.whole else float(int(at)))


def _moments(r: Random, start: int, end: int, steps: tuple[Step, ...]) -> list[float]:
    """When the steps of a possession happen: a rebound soon after the miss, free throws with the foul or the basket."""
    longest = (end - start) / (2 * len(steps))
    runs: list[float | None] = []
    before = FREE
    for kind, _ in steps:
        if kind in (OFFENSIVE, DEFENSIVE, LOOSE):
            runs.append(min(0.4 + 1.6 * r.random(), longest))
        else:
            runs.append(0.0 if kind == FREE or (kind == FOUL and before in (MADE_2, MADE_3)) else None)
        before = kind
    rest = (end - start - fsum(run for run in runs if run is not None)) / runs.count(None)
    # rounded, so that the last is the end to the bit
    return [round(start + passed, 6) for passed in accumulate(rest if run is None else run for run in runs)]


@dataclass(slots=True)
class Tally:
    """A game added up: by side, the lines and seconds of the players, and the points by period."""

    lines: tuple[dict[int, list[int]], dict[int, list[int]]]
    seconds: tuple[dict[int, float], dict[int, float]]
    periods: tuple[list[int], list[int]]


def fold(game: Game, period: int, second: float) -> Tally:
    """Add up a game as it stands at a second of a period.

    Parameters
    ----------
    game : Game
        A game told.
    period : int
        The period being played, counted from 1.
    second : float
        Seconds of it that have been played.
    """
    now = game.result.rules.begins(period) + second
    tally = Tally(({}, {}), ({}, {}), ([0] * period, [0] * period))
    for side in (AWAY, HOME):
        lines, seconds = tally.lines[side], tally.seconds[side]
        for player, start, end in game.stints[side]:
            if start <= now:
                lines.setdefault(player, [0] * 13)
                seconds[player] = seconds.get(player, 0.0) + min(end, now) - start
    for at, number, side, player, what in game.events:
        if at > now:
            break
        if player == NOBODY:
            continue
        line = tally.lines[side].get(player)
        if line is None:
            line = tally.lines[side][player] = [0] * 13
            tally.seconds[side][player] = 0.0
        line[what] += 1
        if what in POINTS:
            tally.periods[side][number - 1] += POINTS[what]
    return tally
