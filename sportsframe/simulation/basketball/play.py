"""A basketball game: the score first and cheaply, the play that leads to it when somebody looks.

`score` draws how many points each side makes in each stretch of play and the closing minutes possession by
possession; a season's results need nothing else. `unfold` tells the same game as events, and `fold` adds the events
up to a moment into lines, so that the box of a game in progress is a true prefix of the finished one. When the events
happen within their possessions is drawn last, and only for a game that somebody follows; but for the possessions in
which a professional is sent off, who plays up to his last foul.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise, repeat
from math import exp, fsum, prod
from random import Random
from statistics import NormalDist

import msgspec
import numpy as np
import numpy.typing as npt

from .._common.cached import once
from .events import (
    ASSIST,
    BASKETS,
    BLOCK,
    DEFENSIVE,
    FOUL,
    FREE,
    FTD,
    LOOSE,
    M2,
    MADE_3,
    MISSED_3,
    ORB,
    POINTS,
    REBOUNDS,
    TEAM_REBOUND,
    X2,
    Possession,
    Steps,
    possession,
)
from .floor import DRESSED, Floor, Squad, Stint, call, pause
from .possession import RULES, Pools, Rules, assisted, pools

AWAY, HOME = 0, 1

NORMAL, SENT, LONG = range(3)
"""How a possession of the closing minutes is played: as ever, fouled on purpose, with a three."""

Move = tuple[int, int, int, int]
"""Side, points, how it is played, second of the period at which it ends."""

CLOSING = 120
"""Seconds before the end of the last period in which sides play to the score."""

LAST = 3
"""Seconds before the end of a period in which nobody begins to attack."""

LONGEST = (228, 208)
"""Most tenths of a second that possessions are meant to last, without points and with some, which need no rebound."""

REBOUND = 20
"""Tenths of a second after a miss in which somebody has the rebound, at most."""

SLOWER = 45
"""Tenths of a second that those without points last longer: early shots are the best."""


def _lasting(least: int, mean: int, spread: int) -> tuple[bytes, bytes]:
    """How many tenths of a second possessions last, one as likely as another: those without points, and with some."""
    normal = NormalDist(mean, spread)
    some = [max(least, min(LONGEST[True], round(normal.inv_cdf((n + 0.5) / 256)))) for n in range(256)]
    return bytes(min(LONGEST[False], length + SLOWER) for length in some), bytes(some)


HASTE = (_lasting(33, 112, 66), _lasting(58, 138, 50))
"""How long they last beside each other: after one without points, when there may be a break, and after a basket."""

HORN = (0.4, 0.14)
"""Chance that the last possession of a period ends with the horn: one without points, and one with some."""

EARLY = (6, 8)
"""Most seconds before the horn at which it ends otherwise."""

HURRIED = 0.4
"""Chance that the last possession of a period brings nothing where it would bring points at another time."""

WORN = 0.82
"""Points of a possession in overtime, when shots are contested, beside those of regulation."""

CONTESTED = 0.15
"""Chance that the last possession of a close game brings nothing where it would bring points at another time."""

HEAVED = 0.4
"""Chance that a possession without points that ends with the horn is a single three."""

KEPT = 0.5
"""Chance that somebody has the rebound of a miss before the horn."""


class Form(msgspec.Struct, frozen=True, gc=False):
    """What a club is worth, in points over a game, against an average club of its league; and how it plays.

    Attributes
    ----------
    taste : int
        Taste for threes.
    bench : float
        How many men more than others its coach sends on.
    """

    offence: float
    defence: float
    tempo: float
    taste: int
    bench: float = 0.0

    @property
    def strength(self) -> float:
        return self.offence + self.defence

    def gaining(self, points: float) -> Form:
        """The same club when it is worth so much more at either end."""
        return Form(self.offence + points, self.defence + points, self.tempo, self.taste, self.bench)


class Stretch(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Play between two moments of a period: so many possessions a side, or the moves one by one."""

    period: int
    start: int
    end: int
    first: int
    possessions: int = 0
    points: tuple[int, int] = (0, 0)
    moves: tuple[Move, ...] | None = None


class Result(msgspec.Struct, array_like=True):
    """A game's score by period, and how its clock ran."""

    sport: str
    stretches: list[Stretch]
    periods: list[list[int]]
    pace: float
    real: float
    knots: list[tuple[int, int, float, float]] = []

    @property
    def rules(self) -> Rules:
        return RULES[self.sport]

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
    worn = means[AWAY] * WORN, means[HOME] * WORN
    result = Result(rules.sport, [], [], pace, rules.real * (1 + 0.045 * r.gauss(0, 1)))
    margin = 0
    period = 0
    ball = tip = int(r.random() * 2)
    while period < rules.periods or margin == 0:
        period += 1
        length = rules.seconds(period)
        if period > rules.periods:
            ball = int(r.random() * 2)
            means = worn
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
    fewest = seconds // (2 * (rules.shot_clock - 5)) + 1
    n = max(fewest, int(result.pace * share + 0.5 + 0.6 * r.gauss(0, 1)))
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
        if 2 * LAST <= clock <= _fouled_from(rules, lead) and lead <= 3 + clock / 6 and r.random() < 0.95:
            how = SENT
            used = min(2 + int(4 * r.random()), clock - LAST)
            points = (r.random() < rules.free_made) + (r.random() < rules.free_made)
        elif lead > 0 and clock <= rules.shot_clock:
            break  # the clock runs out
        else:
            if lead < 0:
                used = 4 + int((8 if clock < 60 else 13) * r.random())
            elif clock <= rules.shot_clock:
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
            if points and r.random() < CONTESTED:
                points = 0
            moves.append((ball, points, how, CLOSING - min(_left(r, points), clock - 1)))
            break
        clock -= used
        moves.append((ball, points, how, CLOSING - clock))
        margin += points if ball else -points
        ball = 1 - ball
    return moves


def _fouled_from(rules: Rules, lead: int) -> int:
    """Seconds before the end from which a side that leads by so much is fouled: the further it is ahead, the sooner."""
    return min(60, rules.shot_clock + 4 + 6 * max(0, lead - 3)) if lead > 0 else 0


def _left(r: Random, points: int) -> int:
    """Seconds that are left when the last possession of a period ends."""
    return 0 if r.random() < HORN[points > 0] else 1 + int(EARLY[points > 0] * r.random())


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


Event = tuple[float, int, int, int, int]
"""Second of play, period, side, number of the player on his side, what it adds to."""

NOBODY = DRESSED
"""The player of a team rebound."""

KINDS = 14
"""Kinds of event."""

WORTH = np.array([POINTS.get(what, 0) for what in range(KINDS)])
"""Points of each kind of event."""

HOT = 0.17
"""Spread of a player's part in the attack from game to game, in logarithms."""

DAYS = np.array([exp(HOT * NormalDist().inv_cdf((n + 0.5) / 1024) - HOT**2 / 2) for n in range(1024)])
"""A player's part in the attack on one day or another, all as likely."""

MISSES = np.sqrt(DAYS)
"""The part in what he misses that goes with it: on a good day he tries more, and makes more of what he tries."""

Ints = npt.NDArray[np.intp]
Floats = npt.NDArray[np.float64]


Told = tuple[int, int, int, int, Possession, list[float] | None]
"""A possession told: side, period, the seconds of play from when to when it lasts, what happens; and when its steps
happen where that is known from the first."""

Foul = tuple[int, int, int]
"""Event, side, and number of the player who commits it."""


class Game:
    """A game told: its result, who is on the floor when, and everything that happens, in order.

    Attributes
    ----------
    whats, periods, sides, players : array of int
        What every event adds one to, in which period, whose it is, and the number of its player on his side.
    """

    def __init__(
        self,
        result: Result,
        squads: tuple[Squad, Squad],
        stints: tuple[list[Stint], list[Stint]],
        told: list[Told],
        events: tuple[Ints, Ints, Ints, Ints],
        happened: Ints,
        r: Random,
    ) -> None:
        self.result = result
        self.squads = squads
        self.stints = stints
        self.whats, self.periods, self.sides, self.players = events
        self._told = told
        self._happened = happened
        self._r = r

    @once
    def times(self) -> Floats:
        """The second of play of every event; nobody asks for all of those of a game that is over."""
        times: list[float] = []
        for _, _, start, end, one, moments in self._told:
            moments = moments or _moments(self._r, start, end, one.steps)
            times += [moments[step] for step in one.step_of]
        return np.array(times)[self._happened]

    @once
    def events(self) -> list[Event]:
        """The events one by one."""
        columns = (self.times, self.periods, self.sides, self.players, self.whats)
        return list(zip(*[column.tolist() for column in columns]))


def unfold(
    result: Result, r: Random, squads: tuple[Squad, Squad], forms: tuple[Form, Form], *, late: bool = False
) -> Game:
    """Tell the game of a result.

    First what happens and who is on the floor, possession by possession; then, for all events at once, whom of those on
    the floor they fall to.

    Parameters
    ----------
    result : Result
        What `score` drew.
    r : random.Random
        Stream of this game's play alone.
    squads : pair of Squad
        Who is dressed, away and home.
    forms : pair of Form
        The clubs.
    late : bool
        Whether it is a game of the postseason, in which coaches rely on fewer men.
    """
    rules = result.rules
    away, home = forms
    floors = Floor(rules, r, squads[AWAY], away.bench, late=late), Floor(rules, r, squads[HOME], home.bench, late=late)
    told, fouls = _course(result, r, floors, (pools(rules.sport, away.taste), pools(rules.sport, home.taste)))
    for floor in floors:
        floor.close(float(rules.begins(len(result.periods) + 1)))
    events, happened = _fallen(r, squads, floors, told, fouls)
    return Game(result, squads, (floors[AWAY].stints, floors[HOME].stints), told, events, happened, r)


def _course(
    result: Result, r: Random, floors: tuple[Floor, Floor], books: tuple[Pools, Pools]
) -> tuple[list[Told], list[Foul]]:
    """What happens, possession by possession, and who fouls; the coaches send players on meanwhile."""
    rules, random = result.rules, r.random
    whole = rules.sport == "NCAABB"
    told: list[Told] = []
    fouls: list[Foul] = []
    hurt = [moment for floor in floors for moment in floor.squad.hurt.values()]
    pools_of = books[AWAY].pools, books[HOME].pools
    margin = period = events = change = closing = 0
    for stretch in result.stretches:
        before = rules.begins(stretch.period)
        length = rules.seconds(stretch.period)
        if stretch.period != period:
            period = stretch.period
            for floor in floors:
                floor.begin(period)
            change = before
        at, side = before + stretch.start, stretch.first
        late = before + length - CLOSING
        for points, how, end in zip(*_moves(result, stretch, r, books)):
            if at >= change:
                mark = change if whole else at
                wish = call(rules, period, before + length - mark, margin)
                for floor in floors:
                    floor.substitute(mark, events, wish)
                change = mark + pause(rules, r)
                if hurt:
                    change = min([change, *[moment for moment in hurt if moment > mark]])
            if late <= at and closing < period:
                closing = period
                for floor in floors:
                    floor.last_minutes()
            if how == NORMAL:
                defence = floors[1 - side]
                bonus = defence.bonus
                pool = pools_of[side][bonus][points]
                one = pool[int(random() * len(pool))]
                while not bonus and defence.team_fouls + one.without_throws > defence.free:
                    one = pool[int(random() * len(pool))]  # the last of its fouls would give free throws
            else:
                one = _in_need(rules, r, points, how)
            if end >= length and not points:
                one = _with_the_horn(r, one)
            moments: list[float] | None = None
            mark = at
            for event, theirs in one.fouls:
                if closing < period and not whole and late < before + end:
                    moments = moments or _moments(r, at, before + end, one.steps)
                    if late <= moments[one.step_of[event]]:
                        closing = period
                        for floor in floors:
                            floor.last_minutes()
                floor = floors[side ^ theirs]
                who = floor.fouling(r) if theirs else floor.charging(r)
                fouls.append((events + event, side ^ theirs, who))
                booked = floor.foul(who, theirs)
                if booked == rules.foul_limit:
                    if whole:
                        mark = at - at % 60
                    else:
                        moments = moments or _moments(r, at, before + end, one.steps)
                        mark = _put_on_a_second(moments, one.step_of[event], mark, before + end)
                    floor.send_off(who, mark, events + event + 1)
                elif booked >= floor.careful:
                    change = min(change, at - at % 60 + 60 if whole else at)
            told.append((side, period, at, before + end, one, moments))
            at = before + end
            events += one.size
            margin += points if side else -points
            side = 1 - side
    return told, fouls


def _fallen(
    r: Random, squads: tuple[Squad, Squad], floors: tuple[Floor, Floor], told: list[Told], fouls: list[Foul]
) -> tuple[tuple[Ints, Ints, Ints, Ints], Ints]:
    """What the events add one to, their periods, whose they are, and the numbers of the players they fall to.

    And which of the events told have happened: all but the blocks that nobody of the five on the floor made.
    """
    attacking, when, _, _, possessions, _ = zip(*told)
    lengths = _small([one.size for one in possessions])
    theirs, whats, whom, back = _small(b"".join([one.told for one in possessions]), 4)
    periods = _small(when).repeat(lengths)
    sides = _small(attacking).repeat(lengths) ^ theirs
    five = _on_the_floor(floors, sides)
    weights = _on_the_day(r, squads).take(five + 2 * DRESSED * whom)
    luck = np.frombuffer(r.randbytes(4 * len(whats)), "<u4") / 2.0**32
    sums = _sums(weights)
    blocks = np.flatnonzero(whats == BLOCK)
    able = sums[-1].take(blocks)
    luck[blocks] *= np.maximum(floors[AWAY].rules.blocking, able) / able
    happened = np.flatnonzero(luck < 1)
    players = _drawn(five, sums, luck)
    passes = np.flatnonzero(whats == ASSIST)
    mates = five.take(passes, axis=1)
    others = np.where(mates == players.take(passes - 2), 0.0, weights.take(passes, axis=1))
    players[passes] = _drawn(mates, _sums(others), luck.take(passes))
    for event, side, who in fouls:
        players[event] = who + DRESSED * side
    players = players.take(np.arange(len(players)) - back) - DRESSED * sides
    players[whats == TEAM_REBOUND] = NOBODY
    return (whats.take(happened), periods.take(happened), sides.take(happened), players.take(happened)), happened


def _on_the_floor(floors: tuple[Floor, Floor], sides: Ints) -> Ints:
    """The five of an event's side who are on the floor, in a column; the home side's numbers follow the away side's."""
    away, home = (_small(floor.fives).reshape(-1, 5) for floor in floors)
    fives = np.concatenate((away, home + DRESSED)).T
    places = []
    for floor in floors:
        firsts = np.array([*floor.since_event, len(sides)])
        places.append(np.arange(len(firsts) - 1).repeat(firsts[1:] - firsts[:-1]))
    return fives.take(np.where(sides, places[HOME] + len(away), places[AWAY]), axis=1)


def _small(numbers: Iterable[int], columns: int = 1) -> Ints:
    """Numbers below 256, row by row, as an array of their columns."""
    small: Ints = np.frombuffer(bytes(numbers), np.uint8).reshape(-1, columns).T.astype(np.intp, "C")
    return small if columns > 1 else small[0]


def _on_the_day(r: Random, squads: tuple[Squad, Squad]) -> Floats:
    """The shares of players on a good day or a bad one: how much they shoot, and how well."""
    days = np.frombuffer(r.randbytes(4 * DRESSED), "<u2") % len(DAYS)
    shares = np.concatenate([squad.shares for squad in squads], axis=1)
    hot = DAYS.take(days)
    shares[M2:ORB:2] *= hot
    shares[X2:ORB:2] *= MISSES.take(days)
    shares[FTD:] *= hot
    return shares


def _sums(weights: Floats) -> Floats:
    """The sums of each column up to each row, in a quarter of the time of `numpy.cumsum`."""
    sums = weights.copy()
    for before, row in pairwise(sums):
        row += before
    return sums


def _drawn(some: Ints, sums: Floats, luck: Floats) -> Ints:
    """One of each column, each as likely as its weight says, of which there are the sums up to each."""
    rows = (sums[:-1] <= luck * sums[-1]).sum(axis=0)
    count = len(rows)
    chosen: Ints = some.ravel().take(rows * count + np.arange(count))
    return chosen


def _moves(
    result: Result, stretch: Stretch, r: Random, books: tuple[Pools, Pools]
) -> tuple[Sequence[int], Iterable[int], Sequence[int]]:
    """The possessions of a stretch, in turn: the points they bring, how they are played, when in the period they end.

    The winner holds the ball at the end.
    """
    if stretch.moves is not None:
        _, points, how, ends = zip(*stretch.moves)
        return points, how, ends
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
        hurried = lists[last]
        if hurried[-1] and 0 in hurried and r.random() < HURRIED:
            nothing = hurried.index(0)
            hurried[nothing], hurried[-1] = hurried[-1], 0
        left = _left(r, hurried[-1])
    some = [0] * sum(counts)
    some[::2], some[1::2] = lists[stretch.first], lists[1 - stretch.first]
    scored = [points > 0 for points in some]
    lengths = [
        HASTE[before][scores][byte] for byte, before, scores in zip(r.randbytes(len(some)), [False, *scored], scored)
    ]
    begin, played = stretch.start, stretch.end - stretch.start - left
    most = 10 * (result.rules.shot_clock - 1)
    longest = most, most - REBOUND
    passed = list(accumulate(_in_time(lengths, 10 * played, [longest[scores] for scores in scored])))
    whole = passed[-1]
    return some, repeat(NORMAL), [begin + played * at // whole for at in passed]


def _in_time(lengths: list[int], played: int, most: Sequence[int]) -> list[int]:
    """Lengths of possessions beside each other; none is longer than its most when they last so long together."""
    while (whole := sum(lengths)) < played and max(lengths) * played > min(most) * whole and whole < sum(most):
        stretched = [-(-length * played // whole) for length in lengths]
        shorter = list(map(min, stretched, most))
        if shorter == stretched:
            break
        lengths = shorter
    return lengths


def _in_need(rules: Rules, r: Random, points: int, how: int) -> Possession:
    """A possession of the closing minutes that is not played as ever."""
    if how == SENT:
        first = points == 2 or (points == 1 and r.random() < 0.5)
        made = (first, points - first == 1)
        foul: Steps = ((FOUL, ()), (FREE, made))
        return possession(foul if made[1] else (*foul, (DEFENSIVE, ())))
    if not points:
        return possession(((MISSED_3, ()), (DEFENSIVE, ())))
    return possession(((assisted(r, rules, MADE_3), ()),))


def _with_the_horn(r: Random, one: Possession) -> Possession:
    """A possession without points as it is when the period ends with it."""
    if r.random() < HEAVED:
        one = possession(((MISSED_3, ()), (DEFENSIVE, ())))
    if one.steps[-1][0] in (DEFENSIVE, LOOSE) and r.random() > KEPT:
        return possession(one.steps[:-1])
    return one


def _moments(r: Random, start: int, end: int, steps: Steps) -> list[float]:
    """When the steps of a possession happen: a rebound soon after the miss, free throws with the foul or the basket."""
    longest = (end - start) / (2 * len(steps))
    runs: list[float | None] = []
    before = FREE
    for kind, _ in steps:
        if kind in REBOUNDS:
            runs.append(min(0.4 + 1.6 * r.random(), longest))
        else:
            runs.append(0.0 if kind == FREE or (kind == FOUL and before in BASKETS) else None)
        before = kind
    rest = (end - start - fsum(run for run in runs if run is not None)) / (runs.count(None) + 2)
    runs[runs.index(None)] = 3 * rest  # the ball has to be brought up first
    # rounded, so that the last is the end to the bit
    return [round(start + passed, 6) for passed in accumulate(rest if run is None else run for run in runs)]


def _put_on_a_second(moments: list[float], step: int, start: int, end: int) -> int:
    """Shift what happens between two moments so that a step comes at a full second, as stints end; that second."""
    was = moments[step]
    at = max(start, min(max(round(was), start + 1), end - (was < end)))
    for number, moment in enumerate(moments):
        if start < moment < was:
            moments[number] = round(start + (moment - start) * (at - start) / (was - start), 6)
        elif was <= moment < end:
            moments[number] = round(at + (moment - was) * (end - at) / (end - was), 6)
    return at


@dataclass(slots=True)
class Tally:
    """A game added up.

    Attributes
    ----------
    lines : array of shape (sides, players, kinds)
        How often each kind of event has happened to each player; the last line of a side is the sum of the others.
    seconds : pair of dict
        How long who has played was on the floor, by his number.
    periods : pair of list of int
        Points by period.
    """

    lines: Ints
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
    rules = game.result.rules
    now = rules.begins(period) + second
    over = now >= rules.begins(len(game.result.periods) + 1)
    known = slice(None if over else np.searchsorted(game.times, now, "right"))
    sides, players, whats = game.sides[known], game.players[known], game.whats[known]
    size = 2, DRESSED + 1, KINDS
    lines = np.bincount((sides * size[1] + players) * KINDS + whats, minlength=prod(size)).reshape(size)
    lines[:, NOBODY] = lines[:, :NOBODY].sum(axis=1)
    points = np.bincount(sides * period + game.periods[known] - 1, WORTH[whats], 2 * period).astype(np.intp).tolist()
    seconds: tuple[dict[int, float], dict[int, float]] = ({}, {})
    for side, stints in enumerate(game.stints):
        for player, start, end in stints:
            if start <= now:
                seconds[side][player] = seconds[side].get(player, 0.0) + min(end, now) - start
    return Tally(lines, seconds, (points[:period], points[period:]))
