"""The plate-appearance engine of baseball: two line-ups in, a log of everything that counts out.

A game is played one plate appearance at a time over the bases, with pitchers who tire and managers who change them.
The log holds what decides the game and nothing that can be added later: `box` adds fielders, strikes and
times, and folds any prefix of the log into a box score. Standings need the score alone and skip that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from math import exp, fsum
from random import Random

from .._common.rng import bounded
from .events import (
    BALK,
    BUNT,
    CAUGHT,
    CHOICE,
    DOUBLE,
    DOUBLE_PLAY,
    FLY,
    GROUND,
    HALF,
    HIT_BATTER,
    HITS,
    HOMER,
    INTENTIONAL,
    MISPLAY,
    MOVE,
    OUT,
    PITCHER,
    REACHED,
    SACRIFICE_FLY,
    SINGLE,
    STEAL,
    STRIKEOUT,
    SUBSTITUTE,
    TRIPLE,
    WALK,
    WILD_PITCH,
    Event,
)
from .lineup import ADVANTAGE, Arm, Bases, Card, Hitter, Runner, Stint

FIELD = ("C", "1B", "2B", "3B", "SS", "LF", "CF", "RF")


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
    """A finished game: the log, the score and the number of innings begun.

    ``bases`` holds who is on base after an event of the log that changes it, by its place in the log.
    """

    log: tuple[Event, ...]
    bases: Mapping[int, Bases]
    away: int
    home: int
    innings: int
    cards: tuple[Card, Card]
    starters: tuple[Stint, Stint]


def _table(shares: Sequence[float], first: int) -> tuple[int, ...]:
    """Two hundred equally likely values with these shares, counted from ``first``."""
    edges = [round(200 * x / fsum(shares)) for x in accumulate(shares)]
    return tuple(first + i for i, (low, high) in enumerate(zip([0, *edges], edges)) for _ in range(high - low))


_IN_PLAY = _table((17.5, 19.5, 19, 17, 14.5, 8, 3, 0.5, 0.5, 0.5), 1)
_STRUCK_OUT = _table((15.5, 26, 27, 19, 8.5, 2.5, 1, 0.5), 3)
_WALKED = _table((15, 33, 30.5, 13.5, 5.5, 1.5, 0.5, 0.5), 4)
_PLUNKED = _table((20, 21, 21, 18, 12, 6, 2), 1)
_PITCHES: tuple[tuple[int, ...], ...] = (
    *(_IN_PLAY,) * 4,
    _table((55, 30, 15), 1),
    *(_IN_PLAY,) * 3,
    _STRUCK_OUT,
    *(_IN_PLAY,) * 4,
    _WALKED,
    (0,) * 200,
    _PLUNKED,
)
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
FORM = 0.102
DISASTERS, DISASTER = 0.052, 1.9
EMPTY, MEN_ON = 0.858, 0.938
EXTRA = 1.24
"""What batters gain in extra innings, against those whom the bullpen has left."""
PINCH = 0.11
EARLY, EARLY_PINCH, AHEAD = 5, 0.3, 0.3
"""The inning from which somebody pinch-hits, and how often before the seventh, and for a side ahead by two or more."""
TWISTED = 0.006
"""How often in a half inning one of the fielders cannot go on."""
PASSED = 1.8
"""How often a better batter than the next one is walked on purpose, for what he is better by."""
GIVEN_UP = 0.5
"""How often a position player comes in to pitch, where a manager down by eight late would change pitchers."""
MOST_PITCHES, LOST = 50, -4
"""How many a reliever throws before a position player takes over, with nobody else left: in long extra innings, and in
a game that is lost by so many runs."""
WORK = 0.4
"""How often the closer finishes a game in which his side leads by four, so that he pitches at all."""
SPARED, MORE = 91.0, 17.0
"""The pitches beyond which a manager spares a starter, and how many more the best one throws on his best day."""
PATIENCE, OCTOBER = 5, 17.0
"""The runs after which he doubts a starter, one fewer in the postseason, where he also allows so many pitches fewer."""
LONG_RELIEF, LONG_LIMIT = (3, 11), 50
"""Fewest and most outs that the man who follows a starter knocked out early is to get, and his pitches."""
MATCHED = 0.6
"""How often the reliever for a game in the balance is chosen by the sides from which the next three bat."""
KNOCKED_OUT = 5
"""The inning until which a starter has not lasted."""
LATE_BUNT, ANY_BUNT = 0.22, 0.048
BUNTED = -1, 2
"""The leads at which a side gives up an out for a base."""
RUNS = (1.0, 1.0, 1.0, 0.9, 0.75, 0.5, 0.25)
"""How often runners try for a base by how far apart the sides are; the last beyond."""
FROM_SECOND = (0.59, 0.61, 0.79)


def _limit(pitches: float) -> float:
    """After how many pitches a manager looks for another pitcher, by how many a starter is good for that day."""
    return pitches if pitches < SPARED else SPARED + bounded(pitches - SPARED, MORE)


def _fresh(arms: list[Arm], tired: frozenset[int]) -> list[Arm]:
    """The pitchers who are not tired; all of them where everybody is."""
    return [arm for arm in arms if arm.id not in tired] or arms


class _Game:
    """The state of a game while it is played."""

    def __init__(self, r: Random, cards: tuple[Card, Card], park: float, *, postseason: bool) -> None:
        self.rnd: Callable[[], float] = r.random
        self.log: list[Event] = []
        self.bases: dict[int, Bases] = {}
        self.postseason = postseason
        self.patience = PATIENCE - postseason
        spared = OCTOBER if postseason else 0.0
        limits = [_limit(card.starter.limit - spared + r.gauss(0, 10.0)) for card in cards]
        edges = 1 - HOME_EDGE, 1 + HOME_EDGE
        self.sides = tuple(
            _Side(i, card, park * card.club * edge, limit, _form(r))
            for i, (card, edge, limit) in enumerate(zip(cards, edges, limits))
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
        opening = len(self.log)
        self.log.append((HALF, inning, bat.index))
        self.take_field(inning, field, field.score - bat.score)
        self.between(inning, bat, field)
        half = _Half(self, inning, bat, field)
        self.bases[opening] = half.on_base
        half.play()

    def take_field(self, inning: int, side: _Side, lead: int) -> None:
        """Replace the hurt, rest regulars when the game is decided, and give pinch hitters and runners a place."""
        for at in range(9) if side.card.hurt else ():
            if side.card.hurt.get(side.lineup[at].id) == inning:
                self.relieve(side, at, anybody=True)
        decided = abs(lead) >= 6 or (inning > 8 and 0 < lead < 4)
        if side.bench and self.rnd() < (0.3 if inning >= 8 and decided else TWISTED):
            self.relieve(side, int(self.rnd() * 9))
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
                movable = (j for j in range(9) if places[j] in plays and places[j] != "DH")
                other = next((j for j in movable if wanted[0] in lineup[j].plays), None)
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

    def relieve(self, side: _Side, at: int, *, anybody: bool = False) -> None:
        """Let somebody of the bench play on for the man at a place in the order: one who can, or else anybody."""
        place = side.places[at]
        able = [x for x in side.bench if place in x.plays or place == "DH"]
        spare = next(iter(able or side.bench if anybody else able), None)
        if spare:
            self.substitute(side, at, spare, place)

    def substitute(self, side: _Side, at: int, hitter: Hitter, place: str) -> None:
        """Send a man of the bench in for the one at a place in the order."""
        side.bench.remove(hitter)
        side.lineup[at] = hitter
        side.places[at] = place
        self.log.append((SUBSTITUTE, side.index, at, hitter, place))

    def off_bench(self, half: _Half) -> None:
        """A pinch hitter for a weak bat, a pinch runner for slow legs."""
        bat = half.bat
        lead = bat.score - half.field.score
        batter = bat.lineup[bat.at]
        often = PINCH * (1.0 if half.late else EARLY_PINCH) * (1.0 if lead <= 1 else AHEAD)
        if bat.places[bat.at] not in ("PH", "P") and self.rnd() < often:
            throws = half.stint.arm.throws
            able = [x for x in bat.bench if x.suits(throws) or not batter.suits(throws)]
            best = max(able, key=partial(_value, throws=throws), default=batter)
            if best is not batter and _value(best, throws) > _value(batter, throws) - 0.004:
                self.substitute(bat, bat.at, best, "PH")
                bat.pending = True
        first = half.first
        if first is None or not half.late or not -2 <= lead <= (half.inning > 7) or not bat.bench:
            return
        at = bat.lineup.index(first.hitter)
        if first.hitter.steal < 0.05 and bat.places[at] != "P" and self.rnd() < 0.12:
            fast = max(bat.bench, key=_steal)
            if fast.steal > 0.1:
                self.substitute(bat, at, fast, "PR")
                bat.pending = True
                half.first = first._replace(hitter=fast)
                self.bases[len(self.log) - 1] = half.on_base

    def between(self, inning: int, bat: _Side, field: _Side) -> None:
        """Whether the pitcher comes out for another inning."""
        stint = field.stint
        lead = field.score - bat.score
        if stint.opened:
            short = 10 if inning < 8 else 18 if inning == 8 else 7 if stint.runs < 2 else 24
            hurt = field.card.hurt.get(stint.arm.id) == inning
            if hurt or (inning > 1 and stint.pitches > stint.reach - short):
                self.bring(inning, 0, 0, bat, field)
        elif stint.outs >= stint.plan or (inning >= 9 and 0 < lead < 4 and stint.outs and field.pen):
            self.bring(inning, 0, 0, bat, field)

    def hook(self, inning: int, outs: int, bat: _Side, field: _Side, on: int) -> None:
        """Whether the pitcher is taken out in the middle of an inning."""
        stint = field.stint
        if stint.opened:
            over = stint.pitches - stint.reach
            beaten = stint.runs >= self.patience and over > -38
            if over > 1 or (over > -12 and on > 1) or beaten or stint.runs > self.patience + 2:
                self.bring(inning, outs, on, bat, field)
        elif stint.plan < 99 and (
            stint.pitches > stint.limit or stint.runs > 3 or (stint.runs > 1 and abs(field.score - bat.score) < 3)
        ):
            self.bring(inning, outs, on, bat, field)

    def bring(self, inning: int, outs: int, on: int, bat: _Side, field: _Side) -> None:
        """Bring in the reliever the moment asks for; with an empty bullpen the last one stays as long as he can."""
        lead = field.score - bat.score
        pen, off = field.pen, field.card.off
        entry = (lead, on, outs, inning)
        hopeless = lead <= -8 and inning >= 8 and self.rnd() < GIVEN_UP
        # who has the next day off may pitch for long, as the last one perhaps may not
        stays = not pen or (len(pen) == 1 and field.stint.arm.id in off and pen[0].id not in off)
        spent = stays and field.stint.pitches > MOST_PITCHES and lead <= (0 if inning > 11 else LOST)
        if ((hopeless or spent) and self.spare_arm(field, entry)) or stays:
            return
        long = inning < 7 and not 0 < lead < 4
        arm = self.choice(inning, lead, long, bat, field)
        pen.remove(arm)
        plan = 6 if long or inning > 9 else 3
        if outs:
            plan = 3 - outs + (3 if self.rnd() < 0.58 or long else 0)
        limit = 42 if plan > 4 else 29
        if field.stint.opened and inning <= KNOCKED_OUT and not self.postseason:
            low, high = LONG_RELIEF
            plan, limit = low + int(self.rnd() * (high + 1 - low)), LONG_LIMIT
        if arm.id not in off:
            plan, limit = min(plan, 4), 18
        form = 1 + 2 * FORM * (2 * self.rnd() - 1)
        stint = field.stint = Stint(arm, limit, plan, entry, False, form)
        self.log.append((PITCHER, field.index, stint))

    def choice(self, inning: int, lead: int, long: bool, bat: _Side, field: _Side) -> Arm:
        """The reliever whom the moment asks for, by trust where it is close; one who is not tired, if there is one."""
        pen, tired = field.pen, field.card.tired
        able = [arm for arm in pen[1:] if arm.id in field.card.off]
        near = -3 < lead < 6
        close = 0 < lead < 4 or (lead == 0 and inning > 6) or (lead == 4 and inning == 9 and self.rnd() < WORK)
        if long and len(able) > 1:
            fit = _fresh(able, tired)[-1:]
        else:
            fit = [arm for arm in pen if arm not in able[-1:]] or pen
            if not close or inning < 9:  # the best one who is left waits for the ninth and a lead
                fit = fit[1:] or (fit if near else able[-1:] or fit)
            fit = _fresh(fit, tired)
        length = len(fit)
        if close:
            rank = max(0, 8 - inning) if inning > 5 else length - 1
            if lead == 0 and inning > 9:
                rank = int(self.rnd() * length)
            elif lead == 0 and inning == 9 and not field.index:
                rank = 1
        elif near:
            middle = fit[2:5]
            rank = 2 + int(self.rnd() * 3)
            if len(middle) > 1 and self.rnd() < MATCHED:
                due = [bat.lineup[(bat.at + n) % 9].bats for n in range(3)]
                best = min(middle, key=lambda arm: fsum(ADVANTAGE[bats + arm.throws] for bats in due))
                rank = fit.index(best)
        else:
            rank = length - 1 - int(self.rnd() * 2)
        return fit[max(0, min(rank, length - 1))]

    def spare_arm(self, field: _Side, entry: tuple[int, int, int, int]) -> bool:
        """Let a position player pitch; from the bench, or the designated hitter where he does not start games too."""
        at = field.places.index("DH") if "DH" in field.places else None
        spare = field.card.spare
        bench = [hitter for hitter in field.bench if hitter.id in spare]
        if at is not None and field.lineup[at].id in spare and self.rnd() < 0.8 and "P" not in field.lineup[at].plays:
            hitter = field.lineup[at]
            field.places[at] = "P"
            self.log.append((MOVE, field.index, at, "P"))
        elif bench:
            hitter = min(bench, key=lambda hitter: hitter.value)
            field.bench.remove(hitter)
        else:
            return False
        arm = Arm(hitter.id, hitter.name, (0.25, 1.5, 1.7, 1.15), 60, False)
        field.stint = Stint(arm, 60, 99, entry, False, 1.0)
        self.log.append((PITCHER, field.index, field.stint))
        return True


class _Half:
    """One half of an inning while it is played: who is on base, and how many are out.

    ``clean`` counts the outs there would have been without errors.
    """

    __slots__ = (
        "bat",
        "batted_in",
        "clean",
        "edge",
        "field",
        "first",
        "game",
        "inning",
        "late",
        "log",
        "made",
        "outs",
        "rnd",
        "scored",
        "second",
        "stint",
        "third",
    )

    def __init__(self, game: _Game, inning: int, bat: _Side, field: _Side) -> None:
        self.game, self.inning, self.bat, self.field = game, inning, bat, field
        self.rnd, self.log = game.rnd, game.log
        self.stint = field.stint
        self.late = inning >= 7
        self.first: Runner | None = None
        self.second: Runner | None = None
        self.third: Runner | None = None
        if inning > 9 and not game.postseason:
            # The man who made the last out; his run is nobody's fault.
            self.second = Runner(bat.lineup[bat.at - 1], self.stint, False)
        self.outs = self.clean = 0
        self.made = self.batted_in = 0
        self.scored: tuple[Runner, ...] = ()

    @property
    def on_base(self) -> Bases:
        """Who is on base."""
        return self.first, self.second, self.third

    def write(self, event: Event) -> None:
        """Add an event to the log, with who is on base after it."""
        self.game.bases[len(self.log)] = self.on_base
        self.log.append(event)

    def play(self) -> None:
        """Play until the third out, or until the home side has won."""
        bat = self.bat
        while self.outs < 3:
            if self.first or self.second or self.third:
                self.run()
                if self.outs == 3 or self.won():
                    return
            if self.inning >= EARLY and bat.bench:
                self.game.off_bench(self)
            batter = bat.lineup[bat.at]
            bat.at = bat.at + 1 if bat.at < 8 else 0
            self.appear(batter)
            if self.won():
                return

    def won(self) -> bool:
        """Whether the home side has won the game on the spot."""
        return self.bat.score > self.field.score and self.inning >= 9 and self.bat.index == 1

    def run(self) -> None:
        """What runners do before a pitch is hit: wild pitches, balks, steals of second and third base."""
        u = self.rnd()
        if u < WILD + BALKED:
            scored = self.move_up()
            self.write((WILD_PITCH if u < WILD else BALK, self.stint, scored))
            return
        u -= WILD + BALKED
        often = RUNS[min(abs(self.bat.score - self.field.score), len(RUNS) - 1)]
        if self.first and not self.second:
            runner = self.first
            if u < often * runner.hitter.steal:
                self.first = None
                self.second = self.steal(runner)
                self.game.bases[len(self.log) - 1] = self.on_base
        elif self.second and not self.third:
            runner = self.second
            if u < STEAL_THIRD * often * runner.hitter.steal:
                self.second = None
                self.third = self.steal(runner)
                self.game.bases[len(self.log) - 1] = self.on_base

    def steal(self, runner: Runner) -> Runner | None:
        """Try for the next base; the runner if he is safe."""
        safe = self.rnd() < runner.hitter.safe
        self.log.append((STEAL if safe else CAUGHT, runner.hitter, self.stint))
        if safe:
            return runner
        self.out(1)
        return None

    def move_up(self, earned: bool = True) -> tuple[Runner, ...]:
        """Every runner gains a base; who comes in."""
        scored = (self.third if earned else self.third._replace(earned=False),) if self.third else ()
        self.third, self.second, self.first = self.second, self.first, None
        return self.bring_in(scored)

    def out(self, made: int) -> None:
        """Count outs."""
        self.outs += made
        self.clean += made
        self.stint.outs += made

    def bring_in(self, scored: tuple[Runner, ...]) -> tuple[Runner, ...]:
        """Count runs; with three outs had there been no errors, none of them is earned."""
        if scored:
            self.bat.score += len(scored)
            for runner in scored:
                runner.stint.runs += 1
            if self.clean >= 3:
                return tuple(runner._replace(earned=False) for runner in scored)
        return scored

    def appear(self, batter: Hitter) -> None:
        """One plate appearance."""
        stint = self.stint
        on_third, on_second = self.third, self.second
        self.made = self.batted_in = 0
        self.scored = ()
        kind = self.without_swing(batter) or self.swing(batter)
        pitches = _PITCHES[kind][int(self.rnd() * 200)]
        stint.pitches += pitches
        stint.faced += 1
        if kind not in HITS and self.outs + self.made > 2:
            self.scored, self.batted_in = (), 0
        scored = self.scored
        need = self.field.score - self.bat.score + 1
        wins = self.bat.index == 1 and self.inning >= 9 and len(scored) >= need > 0
        if wins and self.made:
            # Nobody is put out after the winning run: of two outs the first came before it, on a hit none did.
            if kind == DOUBLE_PLAY:
                kind, self.batted_in = GROUND, 1
            self.made = 0 if kind in HITS else 1
        if self.made:
            self.out(self.made)
        stint.hits += kind in HITS
        if scored:
            if wins and kind != HOMER:
                # The game is over with the winning run; the hit is worth the bases that run needed.
                scored = scored[:need]
                self.batted_in = min(self.batted_in, need)
                needed = 1 if scored[-1] is on_third else 2 if scored[-1] is on_second else 3
                kind = kind if HITS.get(kind, 0) <= needed else SINGLE + needed - 1
            scored = self.bring_in(scored)
        self.write((kind, batter, stint, pitches, self.made, scored, self.batted_in))
        if self.outs < 3 and not self.won():
            reached = kind >= REACHED and kind != STRIKEOUT
            if kind in (SINGLE, DOUBLE) and (self.second or self.third) and self.rnd() < MISPLAYED:
                self.write((MISPLAY, self.move_up(earned=False)))
                if self.won():
                    return
            if (reached and (stint.faced > 2 or stint.opened)) or stint.tired:
                on = (self.first is not None) + (self.second is not None) + (self.third is not None)
                self.game.hook(self.inning, self.outs, self.bat, self.field, on)
                self.stint = self.field.stint

    def without_swing(self, batter: Hitter) -> int:
        """The managers' plate appearances: an intentional walk, a bunt; 0 if the batter is left to hit."""
        bat = self.bat
        lead = bat.score - self.field.score
        if self.first or (self.second and self.inning > 9):
            low, high = BUNTED
            often = LATE_BUNT if self.late and batter.value < 0.31 else ANY_BUNT
            if not (self.outs or self.third) and low <= lead <= high and self.rnd() < often:
                self.third, self.second, self.first = self.second, self.first, None
                self.made = 1
                return BUNT
            if self.first:
                return 0
        if (
            self.late
            and (self.outs or self.inning > 9)
            and (self.second or self.third)
            and -2 <= lead <= 2
            and self.rnd() < PASSED * (batter.value / bat.lineup[bat.at].value - 0.97)
        ):
            self.first = Runner(batter, self.stint, True)
            return INTENTIONAL
        return 0

    def swing(self, batter: Hitter) -> int:
        """What batter and pitcher make of each other."""
        strikeout, walk, plunked, homer, single, double, triple = batter.weights
        stint = self.stint
        arm = stint.arm
        tired = self.bat.edge * stint.form * _TIRED[min(stint.faced // 9, 5)]
        tired *= MEN_ON if self.first or self.second or self.third else EMPTY
        platoon = ADVANTAGE[batter.bats + arm.throws]
        tired *= platoon
        if stint.pitches > stint.limit:
            tired *= 1.04
        if self.inning > 9:
            tired *= EXTRA
        hit = arm.hit * tired
        strikeout *= arm.strikeout / platoon
        walk *= arm.walk * tired
        homer *= arm.homer * tired
        single *= hit
        double *= hit
        u = self.rnd() * (1 + strikeout + walk + plunked + homer + single + double + triple)
        if u < 1:
            return self.put_in_play(batter)
        u -= 1
        if u < strikeout:
            self.made = 1
            return STRIKEOUT
        u -= strikeout
        if u < single:
            return self.single(batter)
        u -= single
        if u < walk + plunked:
            self.take_first(batter)
            return WALK if u < walk else HIT_BATTER
        u -= walk + plunked
        if u < double:
            return self.double(batter)
        self.scored = tuple(runner for runner in (self.third, self.second, self.first) if runner)
        self.third = self.second = self.first = None
        far = u - double < homer
        if far:
            self.scored += (Runner(batter, stint, True),)
        else:
            self.third = Runner(batter, stint, True)
        self.batted_in = len(self.scored)
        return HOMER if far else TRIPLE

    def take_first(self, batter: Hitter) -> None:
        """Give the batter first base; who stands in the way moves on."""
        if self.first:
            if self.second:
                if self.third:
                    self.scored = (self.third,)
                    self.batted_in = 1
                self.third = self.second
            self.second = self.first
        self.first = Runner(batter, self.stint, True)

    def single(self, batter: Hitter) -> int:
        """A single: from second base most come home, from first some reach third, a few are out trying."""
        first, second = self.first, self.second
        scored: tuple[Runner, ...] = (self.third,) if self.third else ()
        self.third = self.second = None
        u = self.rnd()
        if second:
            if u < FROM_SECOND[self.outs]:
                scored += (second,)
            elif u > 0.92:
                self.made = 1
            else:
                self.third = second
        if first:
            free = self.third is None and not self.made
            if free and 0.25 < u < 0.57:
                self.third = first
            elif free and u < 0.025:
                self.made = 1
            else:
                self.second = first
        self.first = Runner(batter, self.stint, True)
        self.scored = scored
        self.batted_in = len(scored)
        return SINGLE

    def double(self, batter: Hitter) -> int:
        """A double: from first base fewer than half come home."""
        first = self.first
        scored = tuple(runner for runner in (self.third, self.second) if runner)
        self.third = self.first = None
        if first:
            u = self.rnd()
            if u < 0.43:
                scored += (first,)
            elif u > 0.93:
                self.made = 1
            else:
                self.third = first
        self.second = Runner(batter, self.stint, True)
        self.scored = scored
        self.batted_in = len(scored)
        return DOUBLE

    def put_in_play(self, batter: Hitter) -> int:
        """A ball in play that is no hit: an error, else an out of some kind."""
        u = self.rnd()
        if u < ERROR:
            scored: tuple[Runner, ...] = (self.third,) if self.third else ()
            if self.second and self.rnd() < 0.45:
                scored += (self.second,)
                self.second = None
            self.third, self.second = self.second, self.first
            self.first = Runner(batter, self.stint, False)
            self.clean += 1
            self.scored = scored
            return REACHED
        self.made = 1
        if self.outs == 2 or not (self.first or self.second or self.third):
            return OUT
        if u >= GROUNDER:
            return self.fly()
        return self.force(batter) if self.first else self.slow_grounder()

    def drive_in(self) -> None:
        """The man on third scores on an out, to the batter's credit."""
        if self.third:
            self.scored = (self.third,)
            self.batted_in = 1
            self.third = None

    def fly(self) -> int:
        """A fly ball with a man on base and less than two out."""
        u = self.rnd()
        kind = FLY
        if self.third and u < 0.63:
            kind = SACRIFICE_FLY
            self.drive_in()
        if self.second and not self.third and u < 0.24:
            self.third, self.second = self.second, None
        return kind

    def slow_grounder(self) -> int:
        """A grounder with first base empty."""
        u = self.rnd()
        if u < 0.62:
            self.drive_in()
        if self.second and not self.third and u < 0.7:
            self.third, self.second = self.second, None
        return GROUND

    def force(self, batter: Hitter) -> int:
        """A grounder with a man on first: two outs, the man on first, or the batter only."""
        u = self.rnd()
        first, second, third = self.first, self.second, self.third
        assert first is not None
        if u < TWO_FOR_ONE:
            self.made = 2
            if third and not self.outs:
                self.scored = (third,)
            self.third, self.second, self.first = second, None, None
            return DOUBLE_PLAY
        if u >= 0.86:
            self.drive_in()
            self.third, self.second, self.first = second, first, None
            return GROUND
        if second and third and u < 0.65:
            self.third, self.second = second, first
        else:
            if second or u < 0.75:
                self.drive_in()
            if second:
                self.third, self.second = second, None
        # He stands in for the man who is out, on the same pitcher's account.
        self.first = Runner(batter, first.stint, first.earned)
        return CHOICE


def _form(r: Random) -> float:
    """What batters gain by a starter's form of the day."""
    return exp(r.gauss(0, FORM)) * (DISASTER if r.random() < DISASTERS else 1)


def _value(hitter: Hitter, throws: str) -> float:
    """The bases that a batter is worth against an arm."""
    return hitter.value * ADVANTAGE[hitter.bats + throws]


def _steal(hitter: Hitter) -> float:
    return hitter.steal


def play(r: Random, cards: tuple[Card, Card], *, park: float = 1.0, postseason: bool = False) -> Played:
    """Play a game.

    Parameters
    ----------
    r : random.Random
        Stream of the game.
    cards : tuple of Card
        Away side, home side.
    park : float
        Multiplies what both sides' batters get on base for.
    postseason : bool
        Whether starters are taken out sooner, and extra innings begin without a runner on second.
    """
    game = _Game(r, cards, park, postseason=postseason)
    away, home = game.sides
    starters = (away.stint, home.stint)
    innings = game.play()
    return Played(tuple(game.log), game.bases, away.score, home.score, innings, cards, starters)
