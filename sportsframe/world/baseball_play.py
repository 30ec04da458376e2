"""The plate-appearance engine of baseball: two line-ups in, a log of everything that counts out.

A game is played one plate appearance at a time over the bases, with pitchers who tire and managers who change them.
The log holds what decides the game and nothing that can be told later: `baseball_box` adds fielders, strikes and
times, and folds any prefix of the log into a box score. Standings need the score alone and skip that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple

(
    OUT, GROUND, FLY, SACRIFICE_FLY, BUNT, DOUBLE_PLAY, CHOICE, REACHED, STRIKEOUT, SINGLE, DOUBLE, TRIPLE, HOMER,
    WALK, INTENTIONAL, HIT_BATTER, HALF, STEAL, CAUGHT, WILD_PITCH, BALK, MISPLAY, PITCHER, SUBSTITUTE, MOVE,
) = range(25)  # fmt: skip
"""Kinds of event. Up to ``HIT_BATTER`` they end a plate appearance."""

HITS = {SINGLE: 1, DOUBLE: 2, TRIPLE: 3, HOMER: 4}

Event = tuple[Any, ...]
"""One event of the log; the first member is its kind.

==================== =============================================================================================
plate appearance     kind, batter, stint, pitches, outs made, runners in, runs batted in
``HALF``             inning, 0 top or 1 bottom
``STEAL CAUGHT``     runner, stint
``WILD_PITCH BALK``  stint, runners in
``MISPLAY``          runners in: an error that only moves runners
``PITCHER``          side, stint
``SUBSTITUTE``       side, place in the order 0-8, hitter, position
``MOVE``             side, place in the order 0-8, new position
==================== =============================================================================================
"""

FIELD = ("C", "1B", "2B", "3B", "SS", "LF", "CF", "RF")


class Hitter:
    """A batter as the engine sees him: chances against an out in play, and legs."""

    __slots__ = ("id", "name", "plays", "position", "safe", "steal", "value", "weights")

    def __init__(
        self, id: int, name: str, plays: tuple[str, ...], weights: tuple[float, ...], steal: float, safe: float
    ) -> None:
        self.id, self.name, self.plays, self.safe = id, name, plays, safe
        self.position = plays[0]
        self.rate(weights, steal)

    def rate(self, weights: tuple[float, ...], steal: float) -> None:
        """Set his chances; the bases he is worth follow from them."""
        self.weights, self.steal = weights, steal
        _, walk, hit_by, homer, single, double, triple = weights
        total = 1 + sum(weights)
        self.value = (0.7 * (walk + hit_by) + 0.9 * single + 1.25 * double + 1.6 * triple + 2.1 * homer) / total


class Arm:
    """A pitcher: multipliers of the batter's chances, and how many pitches he is good for."""

    __slots__ = ("hit", "homer", "id", "limit", "name", "rates", "starter", "strikeout", "walk")

    def __init__(self, id: int, name: str, rates: tuple[float, ...], limit: float, starter: bool) -> None:
        self.id, self.name, self.limit, self.starter = id, name, limit, starter
        self.rate(rates)

    def rate(self, rates: tuple[float, ...]) -> None:
        """Set his multipliers of strikeouts, walks, homers and other hits."""
        self.rates = rates
        self.strikeout, self.walk, self.homer, self.hit = rates


class Stint:
    """A pitcher's work in one game, as far as managers look at it."""

    __slots__ = ("arm", "entry", "faced", "form", "limit", "opened", "outs", "pitches", "plan", "runs")

    def __init__(
        self, arm: Arm, limit: float, plan: int, entry: tuple[int, int, int, int], opened: bool, form: float
    ) -> None:
        self.arm, self.limit, self.plan, self.form = arm, limit, plan, form
        self.entry = entry  # lead, men on base, outs, inning
        self.opened = opened
        self.pitches = self.faced = self.outs = self.runs = 0


class Runner(NamedTuple):
    """A man on base, the pitcher answerable for him, and whether his run would be earned."""

    hitter: Hitter
    stint: Stint
    earned: bool


@dataclass(frozen=True)
class Card:
    """What a manager hands in: nine batters with their positions, the bench, the starter and the rested relievers.

    ``pen`` is in order of trust; ``club`` multiplies what the side's batters get on base for.
    """

    order: tuple[Hitter, ...]
    positions: tuple[str, ...]
    bench: tuple[Hitter, ...]
    starter: Arm
    pen: tuple[Arm, ...]
    club: float


class _Side:
    """A side in play."""

    __slots__ = ("at", "bench", "card", "edge", "index", "lineup", "pen", "pending", "places", "score", "stint")

    def __init__(self, index: int, card: Card, edge: float, limit: float, form: float) -> None:
        self.index, self.card, self.edge = index, card, edge
        self.lineup, self.places = list(card.order), list(card.positions)
        self.bench, self.pen = list(card.bench), list(card.pen)
        self.at = self.score = 0
        self.stint = Stint(card.starter, limit, 99, (0, 0, 0, 1), True, form)
        self.pending = False


@dataclass(frozen=True)
class Played:
    """A finished game: the log, the score and the number of innings begun."""

    log: tuple[Event, ...]
    away: int
    home: int
    innings: int
    cards: tuple[Card, Card]
    starters: tuple[Stint, Stint]


def _table(shares: Sequence[float], first: int) -> tuple[int, ...]:
    """Two hundred equally likely values with these shares, counted from ``first``."""
    edges = [round(200 * x / sum(shares)) for x in accumulate(shares)]
    return tuple(first + i for i, (low, high) in enumerate(zip([0, *edges], edges)) for _ in range(high - low))


_IN_PLAY = _table((17.5, 19.5, 19, 17, 14.5, 8, 3, 1, 0.5), 1)
_STRUCK_OUT = _table((15.5, 26, 27, 19, 8.5, 2.7, 1.3), 3)
_WALKED = _table((15, 33, 30.5, 13.5, 5.5, 2.5), 4)
_PLUNKED = _table((20, 21, 21, 18, 12, 6, 2), 1)
_PITCHES: tuple[tuple[int, ...], ...] = (
    *(_IN_PLAY,) * 4, _table((55, 30, 15), 1), *(_IN_PLAY,) * 3, _STRUCK_OUT, *(_IN_PLAY,) * 4,
    _WALKED, (0,) * 200, _PLUNKED,
)  # fmt: skip
"""Pitches of a plate appearance by its kind."""

_TIRED = (0.985, 1.012, 1.045, 1.09, 1.14, 1.2)
"""What a batter gains with each time through the order."""

WILD = 0.0192
BALKED = 0.0024
STEAL_THIRD = 0.16
ERROR = 0.0189
MISPLAYED = 0.06
GROUNDER = 0.46
TWO_FOR_ONE = 0.515
HOME_EDGE = 0.019
FORM = 0.155
EMPTY, MEN_ON = 0.938, 1.005
PINCH = 0.11


class _Game:
    """The state of a game while it is played."""

    def __init__(self, r: Random, cards: tuple[Card, Card], park: float, extra_runner: bool) -> None:
        self.rnd: Callable[[], float] = r.random
        self.log: list[Event] = []
        self.extra_runner = extra_runner
        gauss = r.gauss
        self.sides = tuple(
            _Side(i, card, park * card.club * (1 + edge), card.starter.limit + gauss(0, 10.0), 1 + gauss(0, FORM))
            for i, (card, edge) in enumerate(zip(cards, (-HOME_EDGE, HOME_EDGE)))
        )

    def play(self) -> int:
        """Play to the end; the number of innings."""
        away, home = self.sides
        inning = 0
        while True:
            inning += 1
            self.half(inning, away, home)
            if inning >= 9 and home.score > away.score:
                return inning
            self.half(inning, home, away)
            if inning >= 9 and home.score != away.score:
                return inning

    def half(self, inning: int, bat: _Side, field: _Side) -> None:
        """One half of an inning."""
        # One long loop: most of the time of a season's standings is spent here.
        rnd, log = self.rnd, self.log
        last = bat.index == 1 and inning >= 9
        late = inning >= 7
        log.append((HALF, inning, bat.index))
        self.take_field(inning, field, field.score - bat.score)
        self.between(inning, bat, field)
        stint = field.stint
        first: Runner | None = None
        second: Runner | None = None
        third: Runner | None = None
        if inning > 9 and self.extra_runner:
            second = Runner(bat.lineup[bat.at - 1], stint, False)
        outs = clean = 0
        edge = bat.edge * EMPTY
        on_edge = bat.edge * MEN_ON
        while outs < 3:
            scored: tuple[Runner, ...] = ()
            if first or second or third:
                u = rnd()
                if u < WILD + BALKED:
                    if third:
                        scored = (third,)
                    third, second, first = second, first, None
                    if scored:
                        scored = self.bring_in(bat, scored, clean)
                    log.append((WILD_PITCH if u < WILD else BALK, stint, scored))
                    if scored and last and bat.score > field.score:
                        return
                    scored = ()
                elif first and not second:
                    if u < WILD + BALKED + first.hitter.steal:
                        if rnd() < first.hitter.safe:
                            log.append((STEAL, first.hitter, stint))
                            second, first = first, None
                        else:
                            log.append((CAUGHT, first.hitter, stint))
                            first = None
                            outs += 1
                            clean += 1
                            stint.outs += 1
                            if outs == 3:
                                return
                elif second and not third and u < WILD + BALKED + STEAL_THIRD * second.hitter.steal:
                    if rnd() < second.hitter.safe:
                        log.append((STEAL, second.hitter, stint))
                        third, second = second, None
                    else:
                        log.append((CAUGHT, second.hitter, stint))
                        second = None
                        outs += 1
                        clean += 1
                        stint.outs += 1
                        if outs == 3:
                            return
            if late and bat.bench:
                first, second, third = self.off_bench(inning, bat, field, first, second, third)
            batter = bat.lineup[bat.at]
            bat.at = bat.at + 1 if bat.at < 8 else 0
            made = batted_in = 0
            reached = False
            on_second, on_third = second, third
            strikeout, walk, plunked, homer, single, double, triple = batter.weights
            arm = stint.arm
            tired = (on_edge if first or second or third else edge) * stint.form * _TIRED[min(stint.faced // 9, 5)]
            if stint.pitches > stint.limit:
                tired *= 1.04
            hit = arm.hit * tired
            strikeout *= arm.strikeout
            walk *= arm.walk * tired
            homer *= arm.homer * tired
            single *= hit
            double *= hit
            if (
                late and not first and (second or third) and outs and -2 <= bat.score - field.score <= 2
                and batter.value > bat.lineup[bat.at].value * 0.97 and rnd() < 0.17
            ):  # fmt: skip
                kind = INTENTIONAL
                first = Runner(batter, stint, True)
            elif first and not outs and not third and rnd() < (0.11 if late and batter.value < 0.31 else 0.0235):
                kind = BUNT
                made = 1
                third, second, first = second, first, None
            else:
                u = rnd() * (1 + strikeout + walk + plunked + homer + single + double + triple)
                if u < 1:
                    u = rnd()
                    if u < ERROR:
                        kind = REACHED
                        reached = True
                        if third:
                            scored = (third,)
                        if second and rnd() < 0.45:
                            scored += (second,)
                            second = None
                        third, second = second, first
                        first = Runner(batter, stint, False)
                        clean += 1
                    elif outs == 2 or not (first or second or third):
                        kind = OUT
                        made = 1
                    elif u < GROUNDER:
                        if first:
                            u = rnd()
                            if u < TWO_FOR_ONE:
                                kind = DOUBLE_PLAY
                                made = 2
                                if third and not outs:
                                    scored = (third,)
                                third, second, first = second, None, None
                            elif u < 0.86:
                                kind = CHOICE
                                made = 1
                                heir = Runner(batter, first.stint, first.earned)
                                if second and third and u < 0.65:
                                    third, second = second, first
                                else:
                                    if third and (second or u < 0.75):
                                        scored = (third,)
                                        batted_in = 1
                                        third = None
                                    if second:
                                        third, second = second, None
                                first = heir
                            else:
                                kind = GROUND
                                made = 1
                                if third:
                                    scored = (third,)
                                    batted_in = 1
                                third, second, first = second, first, None
                        else:
                            kind = GROUND
                            made = 1
                            u = rnd()
                            if third and u < 0.62:
                                scored = (third,)
                                batted_in = 1
                                third = None
                            if second and not third and u < 0.7:
                                third, second = second, None
                    else:
                        made = 1
                        kind = FLY
                        u = rnd()
                        if third and u < 0.63:
                            kind = SACRIFICE_FLY
                            scored = (third,)
                            batted_in = 1
                            third = None
                        if second and not third and u < 0.24:
                            third, second = second, None
                elif (u := u - 1) < strikeout:
                    kind = STRIKEOUT
                    made = 1
                elif (u := u - strikeout) < single:
                    kind = SINGLE
                    if third:
                        scored = (third,)
                        third = None
                    u = rnd()
                    if second:
                        if u < (0.55, 0.60, 0.80)[outs]:
                            scored += (second,)
                        elif u > 0.92:
                            made = 1
                        else:
                            third = second
                        second = None
                    if first:
                        if made == 0 and third is None and 0.25 < u < 0.57:
                            third = first
                        elif made == 0 and third is None and u < 0.025:
                            made = 1
                        else:
                            second = first
                    first = Runner(batter, stint, True)
                    batted_in = len(scored)
                    reached = True
                elif (u := u - single) < walk + plunked:
                    kind = WALK if u < walk else HIT_BATTER
                    if first:
                        if second:
                            if third:
                                scored = (third,)
                                batted_in = 1
                            third = second
                        second = first
                    first = Runner(batter, stint, True)
                    reached = True
                elif (u := u - walk - plunked) < double:
                    kind = DOUBLE
                    scored = tuple(x for x in (third, second) if x)
                    third = None
                    if first:
                        u = rnd()
                        if u < 0.43:
                            scored += (first,)
                        elif u > 0.93:
                            made = 1
                        else:
                            third = first
                    second, first = Runner(batter, stint, True), None
                    batted_in = len(scored)
                    reached = True
                else:
                    kind = HOMER if u - double < homer else TRIPLE
                    scored = tuple(x for x in (third, second, first) if x)
                    third = second = first = None
                    if kind == HOMER:
                        scored += (Runner(batter, stint, True),)
                    else:
                        third = Runner(batter, stint, True)
                    batted_in = len(scored)
                    reached = True
            pitches = _PITCHES[kind][int(rnd() * 200)]
            stint.pitches += pitches
            stint.faced += 1
            if made:
                outs += made
                clean += made
                stint.outs += made
                if outs == 3 and kind not in HITS:
                    scored, batted_in = (), 0
            if scored:
                need = field.score - bat.score + 1
                if last and kind != HOMER and len(scored) >= need:
                    # The game is over with the winning run; the hit is worth the bases that run needed.
                    scored = scored[:need]
                    batted_in = min(batted_in, need)
                    needed = 1 if scored[-1] is on_third else 2 if scored[-1] is on_second else 3
                    kind = kind if HITS.get(kind, 0) <= needed else SINGLE + needed - 1
                scored = self.bring_in(bat, scored, clean)
            log.append((kind, batter, stint, pitches, made, scored, batted_in))
            if last and bat.score > field.score:
                return
            if reached and outs < 3:
                if (second or third) and kind in (SINGLE, DOUBLE) and rnd() < MISPLAYED:
                    scored = (third._replace(earned=False),) if third else ()
                    third, second, first = second, first, None
                    if scored:
                        scored = self.bring_in(bat, scored, clean)
                    log.append((MISPLAY, scored))
                    if scored and last and bat.score > field.score:
                        return
                if stint.faced > 2 or stint.opened:
                    self.hook(
                        inning, outs, bat, field, (first is not None) + (second is not None) + (third is not None)
                    )
                    stint = field.stint

    def bring_in(self, bat: _Side, scored: tuple[Runner, ...], clean: int) -> tuple[Runner, ...]:
        """Count runs; with three outs had there been no errors, none of them is earned."""
        bat.score += len(scored)
        for runner in scored:
            runner.stint.runs += 1
        return scored if clean < 3 else tuple(x._replace(earned=False) for x in scored)

    def take_field(self, inning: int, side: _Side, lead: int) -> None:
        """Give pinch hitters and runners a place in the field; rest regulars when the game is decided."""
        if inning >= 8 and side.bench and (abs(lead) >= 6 or (inning > 8 and 0 < lead < 4)) and self.rnd() < 0.3:
            at = int(self.rnd() * 9)
            spare = next((x for x in side.bench if side.places[at] in x.plays), None)
            if spare:
                self.substitute(side, at, spare, side.places[at])
        if not side.pending:
            return
        side.pending = False
        places, lineup = side.places, side.lineup
        wanted = [x for x in (*FIELD, "DH") if x not in places and not (x == "DH" and "P" in places)]
        for at, place in enumerate(places):
            if place not in ("PH", "PR") or not wanted:
                continue
            plays = lineup[at].plays
            position = next((x for x in wanted if x in plays or x == "DH"), None)
            if position is None:
                other = next((j for j in range(9) if places[j] in plays and wanted[0] in lineup[j].plays), None)
                spare = next((x for x in side.bench if wanted[0] in x.plays), None)
                if other is not None:
                    position = places[other]
                    places[other] = wanted.pop(0)
                    self.log.append((MOVE, side.index, other, places[other]))
                    wanted.append(position)
                elif spare is not None:
                    self.substitute(side, at, spare, wanted.pop(0))
                    continue
                else:
                    position = wanted[0]
            wanted.remove(position)
            places[at] = position
            self.log.append((MOVE, side.index, at, position))

    def substitute(self, side: _Side, at: int, hitter: Hitter, place: str) -> None:
        """Send a man of the bench in for the one at a place in the order."""
        side.bench.remove(hitter)
        side.lineup[at] = hitter
        side.places[at] = place
        self.log.append((SUBSTITUTE, side.index, at, hitter, place))

    def off_bench(
        self, inning: int, bat: _Side, field: _Side, first: Runner | None, second: Runner | None, third: Runner | None
    ) -> tuple[Runner | None, Runner | None, Runner | None]:
        """A pinch hitter for a weak bat, a pinch runner for slow legs; the runners after it."""
        lead = bat.score - field.score
        batter = bat.lineup[bat.at]
        if lead <= 1 and bat.places[bat.at] not in ("PH", "P") and self.rnd() < PINCH:
            best = max(bat.bench, key=_value)
            if best.value > batter.value - 0.004:
                self.substitute(bat, bat.at, best, "PH")
                bat.pending = True
        if first and inning >= 8 and -2 <= lead <= 0 and first.hitter.steal < 0.05 and bat.bench and self.rnd() < 0.12:
            fast = max(bat.bench, key=_steal)
            if fast.steal > 0.1:
                self.substitute(bat, bat.lineup.index(first.hitter), fast, "PR")
                bat.pending = True
                first = first._replace(hitter=fast)
        return first, second, third

    def between(self, inning: int, bat: _Side, field: _Side) -> None:
        """Whether the pitcher comes out for another inning."""
        stint = field.stint
        lead = field.score - bat.score
        if stint.opened:
            if inning > 1 and stint.pitches > stint.limit - (
                12 if inning < 8 else 19 if inning == 8 else 7.5 if stint.runs < 2 else 22
            ):
                self.bring(inning, 0, 0, bat, field)
        elif stint.outs >= stint.plan or (inning >= 9 and 0 < lead < 4 and stint.outs and field.pen):
            self.bring(inning, 0, 0, bat, field)

    def hook(self, inning: int, outs: int, bat: _Side, field: _Side, on: int) -> None:
        """Whether the pitcher is taken out in the middle of an inning."""
        stint = field.stint
        if stint.opened:
            over = stint.pitches - stint.limit
            if over > 6 or (over > -6 and on > 1) or (stint.runs >= 5 and over > -38) or stint.runs > 7:
                self.bring(inning, outs, on, bat, field)
        elif stint.plan < 99 and (
            stint.pitches > stint.limit or stint.runs > 3 or (stint.runs > 1 and abs(field.score - bat.score) < 3)
        ):
            self.bring(inning, outs, on, bat, field)

    def bring(self, inning: int, outs: int, on: int, bat: _Side, field: _Side) -> None:
        """Bring in the reliever the moment asks for."""
        lead = field.score - bat.score
        pen = field.pen
        entry = (lead, on, outs, inning)
        hopeless = (lead <= -8 and inning >= 8) or (lead <= -6 and inning >= 9)
        if (not pen or (hopeless and self.rnd() < 0.15)) and (self.spare_arm(field, entry) or not pen):
            return
        length = len(pen)
        if 0 < lead < 4 or (lead == 0 and inning > 6):
            rank = max(0, 9 - inning) if inning > 5 else length - 1
            if lead == 0 and inning > 8 and not field.index:
                rank = 1
        elif -3 < lead < 6:
            rank = 3 + int(self.rnd() * 3)
        else:
            rank = length - 1 - int(self.rnd() * 2)
        arm = pen.pop(max(0, min(rank, length - 1)))
        long = inning < 7 and not 0 < lead < 4
        plan = 6 if long else 3
        if outs:
            plan = 3 - outs + (3 if self.rnd() < 0.45 or long else 0)
        form = 1 + FORM * (2 * self.rnd() - 1)
        stint = field.stint = Stint(arm, 42 if plan > 4 else 26, plan, entry, False, form)
        self.log.append((PITCHER, field.index, stint))

    def spare_arm(self, field: _Side, entry: tuple[int, int, int, int]) -> bool:
        """Let a position player pitch; from the bench, else the designated hitter."""
        at = field.places.index("DH") if "DH" in field.places else None
        if at is not None and self.rnd() < 0.4 and field.lineup[at].id != field.card.starter.id:
            hitter = field.lineup[at]
            field.places[at] = "P"
            self.log.append((MOVE, field.index, at, "P"))
        elif field.bench:
            hitter = field.bench.pop()
        else:
            return False
        arm = Arm(hitter.id, hitter.name, (0.25, 1.5, 1.7, 1.15), 60, False)
        field.stint = Stint(arm, 60, 99, entry, False, 1.0)
        self.log.append((PITCHER, field.index, field.stint))
        return True


def _value(hitter: Hitter) -> float:
    return hitter.value


def _steal(hitter: Hitter) -> float:
    return hitter.steal


def play(r: Random, cards: tuple[Card, Card], *, park: float = 1.0, extra_runner: bool = True) -> Played:
    """Play a game.

    Parameters
    ----------
    r : random.Random
        Stream of the game.
    cards : tuple of Card
        Away side, home side.
    park : float
        Multiplies what both sides' batters get on base for.
    extra_runner : bool
        Whether extra innings begin with a runner on second.
    """
    game = _Game(r, cards, park, extra_runner)
    away, home = game.sides
    starters = (away.stint, home.stint)
    innings = game.play()
    return Played(tuple(game.log), away.score, home.score, innings, cards, starters)
