"""How a soccer game unfolds: the score is known, the play that leads to it is told as events in the order of time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from math import exp, fsum, inf, pow
from random import Random

import msgspec

from .._common.rng import clamp, pick, poisson, stream
from .clubs import RATES, expected, scores
from .rosters import DEFENDER, FORWARD, GOALKEEPER, MIDFIELDER, POSITIONS, Player

AWAY, HOME = 0, 1

FORMATIONS: tuple[tuple[tuple[int, int, int], float], ...] = (
    ((4, 3, 3), 0.4),
    ((4, 4, 2), 0.2),
    ((4, 5, 1), 0.2),
    ((3, 5, 2), 0.15),
    ((5, 3, 2), 0.05),
)

HALF = 45 * 60
MOST_SUBSTITUTES, MOST_BEFORE = 5, 3
FIVE_FROM = {"EPL": 2022, "LALIGA": 2020, "SERIEA": 2020}
"""League -> first season with five substitutes."""

MOST_BOOKED = 8
"""Most yellow cards of a side in a game."""

RANK = 0.8
"""What each better player of his position takes from a player's chance to play."""

CHANCE, ON_THE_BENCH = 3.4, 4.0
"""What chance has to add to it, and what more in who is on the bench."""

KEEPER_OFF = 0.05
"""Share of the red cards that a goalkeeper is shown, where another one can come on."""

CLEAR, PRESSING, PROVOKED = 3, 0.065, 0.06
"""For each goal up to so many by which a side loses, how many more corners and cautions it has than at a draw."""

HEAT = 0.45
"""How far the cautions of both sides of a game go up or down together."""

SECOND_YELLOW = 0.45
"""Share of red cards that follow a second yellow."""


@dataclass(frozen=True)
class Style:
    """The rates of a league a side and game, (away, home); `first_half` is a share of goals."""

    first_half: float
    shots: tuple[float, float]
    on_target: tuple[float, float]
    corners: tuple[float, float]
    fouls: tuple[float, float]
    yellows: tuple[float, float]
    reds: tuple[float, float]


STYLES: dict[str, Style] = {
    "EPL": Style(0.446, (11.7, 14.2), (4.1, 4.9), (4.7, 5.6), (10.9, 10.6), (2.03, 1.76), (0.058, 0.057)),
    "SERIEA": Style(0.440, (11.4, 13.7), (3.8, 4.5), (4.2, 5.2), (12.8, 12.3), (2.28, 1.93), (0.097, 0.096)),
    "LALIGA": Style(0.440, (10.7, 13.6), (3.6, 4.7), (4.1, 5.4), (12.8, 12.8), (2.48, 2.28), (0.131, 0.128)),
}

LATER = 0.3
"""By what part goals come more often at the end of a half than at its beginning."""

REDS_BEFORE_BREAK, REDS_LATER = 0.22, 0.5
"""Share of the red cards of first halves; by what part they come more often at the end of a half."""

TEN, AGAINST_TEN = 0.66, 1.45
"""What becomes of the goals and shots of a side that lacks a player, and of those of its opponent."""

BEHIND = 0.12
"""How much likelier, in logarithms, each goal by which a side loses makes a red card of it."""

TELLING = 5.0
"""How much likelier than the average one the game is at most that a red card is given to."""

OWN_GOAL, FROM_THE_SPOT = 0.03, 0.11
"""Shares of goals: own ones; own ones and penalties."""

PENALTY_MISSED, PENALTY_SAVED = 0.03, 0.7
"""Missed penalties a side and game, and how many of them the keeper saves."""

EDGE = 0.28
"""How strongly shots follow the goals that are expected of the sides."""

ASSISTED = 0.81
"""Of goals from open play; .72 of all goals."""

OFFSIDES = 1.8
SPOT_FOULS = 0.14
"""Fouls a side and game that bring a penalty."""

KINDS = (
    GOAL,
    OWN,
    PENALTY,
    SAVED,
    PENALTY_STOPPED,
    PENALTY_WIDE,
    WIDE,
    CORNER,
    FOUL,
    OFFSIDE,
    YELLOW,
    RED,
    SWAP,
    KEEPER_HURT,
) = range(14)
"""Kinds of event, told from the side named first in it; for `OWN` that is the side that gains."""

PENALTIES = frozenset((PENALTY, PENALTY_STOPPED, PENALTY_WIDE))
GOALS = frozenset((GOAL, OWN, PENALTY))

SPOT = {FORWARD: 1.0, MIDFIELDER: 0.8, DEFENDER: 0.53, GOALKEEPER: 0.0}
"""What an eye for goal is worth at the penalty spot: who has most of it on the pitch takes all of a side's."""

UP_FRONT = {FORWARD: 5.0, MIDFIELDER: 2.0, DEFENDER: 0.7, GOALKEEPER: 0.0}
CREATING = {FORWARD: 3.0, MIDFIELDER: 4.0, DEFENDER: 1.8, GOALKEEPER: 0.08}
BOOKED = {FORWARD: 1.2, MIDFIELDER: 2.4, DEFENDER: 2.6, GOALKEEPER: 0.35}
LEAVES = {FORWARD: 3.0, MIDFIELDER: 2.6, DEFENDER: 1.2, GOALKEEPER: 0.0}


@dataclass(frozen=True, eq=False)
class Part:
    """How likely a player is the one who does something: by position and, as powers, by his eye for goal and temper."""

    usual: Mapping[str, float]
    sharp: float = 0.0
    rough: float = 0.0


@lru_cache(maxsize=1 << 13)
def _share(part: Part, player: Player) -> float:
    """How likely a player is the one, beside others; the same in all games of a season."""
    return part.usual[player.position] * pow(player.eye, part.sharp) * pow(player.temper, part.rough)


SHOOTER, SCORER, RUNNER = Part(UP_FRONT, sharp=0.55), Part(UP_FRONT, sharp=1.25), Part(UP_FRONT)
HELPER, CORNER_WINNER = Part(CREATING, sharp=1.45), Part(CREATING)
FOULER = Part({FORWARD: 1.6, MIDFIELDER: 2.6, DEFENDER: 2.2, GOALKEEPER: 0.05}, rough=0.5)
FOULED = Part({FORWARD: 2.6, MIDFIELDER: 2.4, DEFENDER: 1.5, GOALKEEPER: 0.2})
CAUTIONED = Part(BOOKED, rough=1.0)
DEFENDING = Part({FORWARD: 0.1, MIDFIELDER: 1.0, DEFENDER: 4.0, GOALKEEPER: 1.5})


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened.

    Attributes
    ----------
    second : int
        Seconds since the real start, the break included.
    side : int
        0 away, 1 home.
    player, other : int
        Ids: who did it, and whom it concerns (assist, fouled player, goalkeeper, player coming on); 0 for nobody.
    """

    second: int
    kind: int
    side: int
    player: int
    other: int = 0


@dataclass(frozen=True)
class Match:
    """A game told from beginning to end.

    Attributes
    ----------
    added : tuple of int
        Seconds added to either half.
    rest : int
        Seconds of the break between them.
    lineups : tuple of tuple of Player
        The eleven who begin, the goalkeeper first, away and home.
    squads : tuple of dict
        Every player of either side by id.
    events : tuple of Event
        In order of time.
    """

    added: tuple[int, int]
    rest: int
    lineups: tuple[tuple[Player, ...], tuple[Player, ...]]
    squads: tuple[dict[int, Player], dict[int, Player]]
    events: tuple[Event, ...]

    def sent_off(self, side: int) -> list[int]:
        """Player ids of those of a side who are sent off."""
        return [event.player for event in self.events if event.kind == RED and event.side == side]

    def dismissed(self, side: int) -> dict[int, bool]:
        """Those of a side who are sent off, by player id, and whether it is for a second yellow card."""
        booked = {event.player for event in self.events if event.kind == YELLOW and event.side == side}
        return {player: player in booked for player in self.sent_off(side)}

    def cautioned(self, side: int) -> list[int]:
        """Player ids of those of a side who are booked and not sent off."""
        off = self.sent_off(side)
        booked = [event.player for event in self.events if event.kind == YELLOW and event.side == side]
        return [player for player in booked if player not in off]

    @property
    def second_half(self) -> int:
        """Seconds from the real start to that of the second half."""
        return HALF + self.added[0] + self.rest

    def clock(self, second: float) -> tuple[int, int, int]:
        """Half (1 or 2), minute on the clock and minutes added at a moment; the break counts to the first half."""
        half, into = (1, second) if second < self.second_half else (2, second - self.second_half)
        minute = int(min(into, HALF + self.added[half - 1]) // 60)
        return half, min(minute, 45) + 45 * (half - 1), max(0, minute - 45)


@lru_cache(maxsize=1024)
def formation(seed: int, club: int, year: int) -> tuple[int, int, int]:
    """How many defenders, midfielders and forwards a club begins with in a season."""
    return pick(stream(seed, "formation", club, year), [f for f, _ in FORMATIONS], [w for _, w in FORMATIONS])


def timing(seed: int, league: str, year: int, clubs: tuple[int, int]) -> tuple[tuple[int, int], int]:
    """Seconds added to either half, and seconds of the break between them."""
    r = stream(seed, "timing", league, year, *clubs)
    return (r.randrange(60, 300), r.randrange(180, 450)), 15 * 60 + r.randrange(20, 100)


def length(added: tuple[int, int], rest: int) -> int:
    """Seconds from the real start to the end."""
    return 2 * HALF + sum(added) + rest


def _moment(r: Random, first_half: float, late: float) -> tuple[int, float]:
    """A moment of play: the half, 0 or 1, and the share of it that has passed; `late` prefers the end of a half."""
    half = 0 if r.random() < first_half else 1
    while True:
        share = r.random()
        if r.random() * (1 + late) < 1 + late * (share - 0.5):
            return half, share


@lru_cache(maxsize=256)
def sent_off(seed: int, league: str, year: int, side: int) -> Mapping[tuple[int, int], tuple[int, float]]:
    """The games of a season, as (away id, home id), in which a side loses a player, each with the moment: half, share.

    Scores are known before: a card goes to a game the sooner, the better its score fits what goals are with that card.
    """
    style, r = STYLES[league], stream(seed, "sent off", league, year, side)
    results = scores(seed, league, year)
    means = expected(seed, league, year, tuple(sorted({away for away, _ in results})))
    pairs = list(results)
    count = round(len(pairs) * style.reds[side] * (1 + 0.05 * clamp(r.gauss(0, 1), -1, 1)))
    found: dict[tuple[int, int], tuple[int, float]] = {}
    while len(found) < count:
        pair, (half, share) = r.choice(pairs), _moment(r, REDS_BEFORE_BREAK, REDS_LATER)
        if pair not in found:
            passed = share + LATER * (share**2 - share) / 2
            rest = (1 - passed) * (1 - style.first_half) if half else 1 - passed * style.first_half
            own, their = results[pair][side], results[pair][1 - side]
            likelier = _likelier(own, means[pair][side], TEN, rest) * _likelier(
                their, means[pair][1 - side], AGAINST_TEN, rest
            )
            if r.random() * TELLING < likelier * exp(BEHIND * (their - own)):
                found[pair] = half, share
    return found


def _likelier(goals: int, mean: float, factor: float, rest: float) -> float:
    """How much likelier it makes so many goals if they come more often by a factor in the rest of a game."""
    more = (factor - 1) * rest
    return float((1 + more) ** goals) * exp(-mean * more)


@dataclass(frozen=True)
class Side:
    """A club before a game.

    Attributes
    ----------
    club : int
        Team id.
    fit : dict
        Who can play, by position, best first; the goalkeeper who does at the head of his.
    hurt : float
        Share of the game after which the goalkeeper is hurt and leaves; 1 where he is not.
    """

    club: int
    fit: dict[str, list[Player]]
    hurt: float = 1.0


def match(
    seed: int,
    league: str,
    year: int,
    sides: tuple[Side, Side],
    score: tuple[int, int],
    expected: tuple[float, float],
) -> Match:
    """The game that leads to a score.

    Parameters
    ----------
    seed, league, year
        Where it belongs.
    sides : tuple of Side
        Away and home.
    score : tuple of int
        Goals, away and home.
    expected : tuple of float
        Goals to expect of either side; who is expected to score more shoots more.
    """
    return _Simulator(seed, league, year, sides).simulate(score, expected)


@dataclass
class _Side:
    """One side while its game is told: who is on the pitch, who on the bench, who is booked, changes left."""

    players: dict[int, Player]
    lineup: tuple[Player, ...]
    bench: list[Player]
    changes: int
    booked: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.pitch = list(self.lineup)
        self.starters = {player.person.id for player in self.lineup}
        self._likely: dict[Part, tuple[list[int], list[float], float]] = {}

    @property
    def keeper(self) -> int:
        return self.pitch[0].person.id

    @property
    def spare_keeper(self) -> Player | None:
        """The goalkeeper who can come on."""
        return next((player for player in self.bench if player.position == GOALKEEPER and self.changes), None)

    def change(self, off: Player, on: Player) -> None:
        """Let somebody come on for somebody else, in his place."""
        self.changes -= 1
        self.bench.remove(on)
        self.pitch[self.pitch.index(off)] = on
        self._likely.clear()

    def leave(self, off: Player) -> None:
        """Let somebody leave for whom nobody comes on."""
        self.pitch.remove(off)
        self._likely.clear()

    @property
    def taker(self) -> int:
        """Who takes a penalty."""
        return max(self.pitch, key=lambda player: SPOT[player.position] * player.eye).person.id

    def choose(self, r: Random, part: Part, *, without: int = 0) -> int:
        """Somebody on the pitch, by how likely each has a part in what happens."""
        if without:
            among, totals, whole = self._chances(part, without)
        else:
            known = self._likely.get(part)  # the same until somebody comes or goes
            among, totals, whole = known or self._likely.setdefault(part, self._chances(part))
        return among[bisect_right(totals, r.random() * whole, 0, len(among) - 1)]

    def _chances(self, part: Part, without: int = 0) -> tuple[list[int], list[float], float]:
        """Player ids of those on the pitch, the sums of the weights up to each, and of all."""
        among = [player for player in self.pitch if player.person.id != without]
        chances = [_share(part, player) for player in among]
        return [player.person.id for player in among], list(accumulate(chances)), fsum(chances)


class _Simulator:
    """Tells one game."""

    def __init__(self, seed: int, league: str, year: int, sides: tuple[Side, Side]) -> None:
        clubs = sides[AWAY].club, sides[HOME].club
        self.r = stream(seed, "match", league, year, *clubs)
        self.season, self.pair = (seed, league, year), clubs
        self.style = STYLES[league]
        self.usual = (RATES[league].away, RATES[league].home)
        self.year = year
        self.hurt = [side.hurt for side in sides]
        self.sides = tuple(self._side(seed, side) for side in sides)
        self.added, self.rest = timing(seed, league, year, clubs)
        self.reds = [self._red(side) for side in (AWAY, HOME)]

    def _side(self, seed: int, side: Side) -> _Side:
        """Eleven starters and a bench of nine: the best of each position, with changes from game to game."""
        r = self.r
        fit = side.fit
        order = {
            player.person.id: rank * RANK + r.random() * CHANCE
            for position in POSITIONS
            for rank, player in enumerate(fit[position])
        }
        keepers = fit[GOALKEEPER]
        lineup, rest = keepers[:1], []
        for position, count in zip(POSITIONS[1:], formation(seed, side.club, self.year)):
            ranked = sorted(fit[position], key=lambda p: order[p.person.id])
            lineup += ranked[:count]
            rest += ranked[count:]
        bench = keepers[1:2] + sorted(rest, key=lambda p: order[p.person.id] + r.random() * ON_THE_BENCH)[:8]
        while len(lineup) < 11:
            lineup.append(bench.pop())
        everyone = [*lineup, *bench]
        return _Side({p.person.id: p for p in everyone}, tuple(lineup), bench, self._most_changes)

    def _moment(self, *, late: float = LATER, first_half: float | None = None) -> int:
        """A moment of play; ``late`` makes the end of a half likelier than its beginning."""
        return self._second(*_moment(self.r, self.style.first_half if first_half is None else first_half, late))

    def _second(self, half: int, share: float) -> int:
        """The second after a share of a half."""
        into = int(share * (HALF + self.added[half]))
        return into if half == 0 else HALF + self.added[0] + self.rest + into

    def _red(self, side: int) -> float:
        """The second in which a side loses a player; infinite where it keeps all."""
        found = sent_off(*self.season, side).get(self.pair)
        return self._second(*found) if found else inf

    def _pace(self, side: int, second: float) -> float:
        """How many times as often as otherwise a side attacks at a moment, by who has been sent off."""
        return (TEN if self.reds[side] <= second else 1.0) * (AGAINST_TEN if self.reds[1 - side] <= second else 1.0)

    def _goal(self, side: int) -> int:
        """The moment of a goal."""
        while True:
            second = self._moment()
            if self.r.random() * AGAINST_TEN < self._pace(side, second):
                return second

    def _tries(self, side: int, kind: int, mean: float) -> list[tuple[int, int, int]]:
        """Attacks of a kind, so many on the average where nobody is sent off."""
        r = self.r
        most = AGAINST_TEN if self.reds[1 - side] < inf else 1.0
        moments = [self._moment(late=0.2) for _ in range(poisson(r, mean * most))]
        return [(second, kind, side) for second in moments if r.random() * most < self._pace(side, second)]

    def simulate(self, score: tuple[int, int], expected: tuple[float, float]) -> Match:
        """Draw what happens and when, then who does it, in the order of time."""
        plan: list[tuple[int, int, int]] = []
        heat = 1 + HEAT * (2 * self.r.random() - 1)
        for side in (AWAY, HOME):
            other = 1 - side
            ahead = clamp(score[side] - score[other], -CLEAR, CLEAR)
            edge = (expected[side] / self.usual[side]) / (expected[other] / self.usual[other])
            plan += self._attacks(side, score[side], ahead, 0.985 * edge**EDGE)
            plan += self._misdeeds(side, heat * (1 - PROVOKED * ahead))
            hurt = self.hurt[side] < 1
            plan += [(second, SWAP, side) for second in self._changes()[: self._most_changes - hurt]]
            if hurt:
                into = int(self.hurt[side] * 2 * HALF)
                late = into >= HALF
                second = into + (self.added[0] + self.rest if late else 0)
                plan.append((second, KEEPER_HURT, side))
        plan.sort()
        events: list[Event] = []
        for second, kind, side in plan:
            self._happen(events, second, kind, side)
        lineups = (self.sides[AWAY].lineup, self.sides[HOME].lineup)
        squads = (self.sides[AWAY].players, self.sides[HOME].players)
        return Match(self.added, self.rest, lineups, squads, tuple(events))

    def _attacks(self, side: int, goals: int, ahead: float, tilt: float) -> list[tuple[int, int, int]]:
        r, style = self.r, self.style
        plan = []
        for _ in range(goals):
            draw = r.random()
            kind = OWN if draw < OWN_GOAL else PENALTY if draw < FROM_THE_SPOT else GOAL
            plan.append((self._goal(side), kind, side))
        for _ in range(poisson(r, PENALTY_MISSED)):
            plan.append((self._moment(), PENALTY_STOPPED if r.random() < PENALTY_SAVED else PENALTY_WIDE, side))
        on = style.on_target[side]
        saved = on - self.usual[side] * (1 - OWN_GOAL) - PENALTY_MISSED * PENALTY_SAVED
        wide = style.shots[side] - on - PENALTY_MISSED * (1 - PENALTY_SAVED)
        corners = style.corners[side] * (1 - PRESSING * ahead)
        for kind, mean in ((SAVED, saved), (WIDE, wide), (CORNER, corners)):
            plan += self._tries(side, kind, mean * tilt)
        plan += [(self._moment(late=0.0), OFFSIDE, side) for _ in range(poisson(r, OFFSIDES))]
        return plan

    def _misdeeds(self, side: int, heat: float) -> list[tuple[int, int, int]]:
        r, style = self.r, self.style
        temper = 0.8 + 0.4 * r.random()
        plan = [
            (self._moment(late=0.0, first_half=0.47), FOUL, side)
            for _ in range(poisson(r, (style.fouls[side] - SPOT_FOULS) * temper))
        ]
        yellows = min(MOST_BOOKED, poisson(r, style.yellows[side] * temper * heat))
        plan += [(self._moment(late=0.5, first_half=0.36), YELLOW, side) for _ in range(yellows)]
        if self.reds[side] < inf:
            plan.append((int(self.reds[side]), RED, side))
        return plan

    @property
    def _most_changes(self) -> int:
        return MOST_SUBSTITUTES if self.year >= FIVE_FROM[self.season[1]] else MOST_BEFORE

    def _changes(self) -> list[int]:
        """When a side changes players: at the break, or in at most three stops of the second half."""
        r = self.r
        count = sum(r.random() < 0.9 for _ in range(self._most_changes))
        start = HALF + self.added[0] + self.rest
        stops = sorted(start + r.randrange(8 * 60, HALF + self.added[1] - 60) for _ in range(3))
        return [start if r.random() < 0.13 else r.choice(stops) for _ in range(count)]

    def _happen(self, events: list[Event], second: int, kind: int, side: int) -> None:
        """Somebody does it: only who is on the pitch at that moment."""
        r, own, their = self.r, self.sides[side], self.sides[1 - side]
        if kind in PENALTIES:
            culprit = their.choose(r, DEFENDING)
            events.append(Event(second, FOUL, 1 - side, culprit, own.choose(r, FOULED)))
            events.append(Event(second, kind, side, own.taker, their.keeper))
        elif kind == GOAL:
            scorer = own.choose(r, SCORER)
            helper = own.choose(r, HELPER, without=scorer) if r.random() < ASSISTED else 0
            events.append(Event(second, kind, side, scorer, helper))
        elif kind == OWN:
            events.append(Event(second, kind, side, their.choose(r, DEFENDING)))
        elif kind in (SAVED, WIDE):
            events.append(Event(second, kind, side, own.choose(r, SHOOTER), their.keeper))
        elif kind == CORNER:
            events.append(Event(second, kind, side, own.choose(r, CORNER_WINNER)))
        elif kind == FOUL:
            events.append(Event(second, kind, side, own.choose(r, FOULER), their.choose(r, FOULED)))
        elif kind == OFFSIDE:
            events.append(Event(second, kind, side, own.choose(r, RUNNER), their.choose(r, DEFENDING)))
        elif kind == YELLOW:
            clean = {p.person.id for p in own.pitch} - own.booked
            player = own.choose(r, CAUTIONED)
            if player not in clean:
                player = pick(r, sorted(clean), [1.0] * len(clean))
            own.booked.add(player)
            events.append(Event(second, kind, side, player))
        elif kind == RED:
            self._send_off(events, second, side)
        elif kind == KEEPER_HURT:
            self._change_keeper(events, second, side)
        else:
            self._swap(events, second, side)

    def _send_off(self, events: list[Event], second: int, side: int) -> None:
        r, own = self.r, self.sides[side]
        keeper, *field_players = own.pitch
        spare = own.spare_keeper
        if spare and r.random() < KEEPER_OFF:
            off = pick(r, field_players, [LEAVES[p.position] for p in field_players])
            own.change(off, spare)
            own.leave(keeper)
            own.pitch.sort(key=lambda p: p.position != GOALKEEPER)
            events.append(Event(second, RED, side, keeper.person.id))
            events.append(Event(second, SWAP, side, off.person.id, spare.person.id))
            return
        booked = [p for p in field_players if p.person.id in own.booked]
        among = booked if booked and r.random() < SECOND_YELLOW else field_players
        player = pick(r, among, [BOOKED[p.position] for p in among])
        own.leave(player)
        events.append(Event(second, RED, side, player.person.id))

    def _change_keeper(self, events: list[Event], second: int, side: int) -> None:
        own = self.sides[side]
        off, spare = own.pitch[0], own.spare_keeper
        if spare:
            own.change(off, spare)
            events.append(Event(second, SWAP, side, off.person.id, spare.person.id))

    def _swap(self, events: list[Event], second: int, side: int) -> None:
        r, own = self.r, self.sides[side]
        began = [p for p in own.pitch if p.person.id in own.starters]
        if not own.changes or not any(LEAVES[p.position] for p in began):
            return
        off = pick(r, began, [LEAVES[p.position] for p in began])
        spare = [p for p in own.bench if p.position != GOALKEEPER]
        if not spare:
            return
        on = next((p for p in spare if p.position == off.position), spare[0])
        own.change(off, on)
        events.append(Event(second, SWAP, side, off.person.id, on.person.id))
