"""From the log of a baseball game to its box score, at any moment of the game.

`narrate` adds to the log what does not decide it: the pitches one by one, who fields the ball, and when. `Box` then
folds a prefix of the log, so that the box of a game in progress is what the finished game's box once was.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from random import Random

from .._common.rng import drawn
from . import events
from .events import Event
from .lineup import Hitter, Runner, Stint
from .play import Played

AT_BAT = frozenset(
    (
        events.OUT,
        events.GROUND,
        events.FLY,
        events.DOUBLE_PLAY,
        events.CHOICE,
        events.REACHED,
        events.STRIKEOUT,
        *events.HITS,
    )
)
PUT_OUT = frozenset((events.OUT, events.GROUND, events.FLY, events.DOUBLE_PLAY, events.STRIKEOUT))

PITCH_SECONDS = 19.7
BETWEEN_BATTERS = 15.0
BETWEEN_HALVES = 135.0
NEW_PITCHER = 130.0
PACE_SD = 0.17

_PUTOUTS: dict[int, tuple[tuple[str, ...], tuple[float, ...]]] = {
    events.OUT: (
        ("1B", "LF", "CF", "RF", "2B", "SS", "3B", "P", "C"),
        (0.45, 0.1, 0.15, 0.105, 0.065, 0.045, 0.05, 0.02, 0.015),
    ),
    events.GROUND: (("1B", "P", "2B"), (0.9, 0.06, 0.04)),
    events.FLY: (("LF", "CF", "RF", "2B", "SS", "3B", "1B", "C"), (0.25, 0.35, 0.25, 0.04, 0.04, 0.03, 0.02, 0.02)),
    events.SACRIFICE_FLY: (("LF", "CF", "RF"), (0.3, 0.4, 0.3)),
    events.BUNT: (("1B", "2B", "P", "C"), (0.7, 0.22, 0.05, 0.03)),
    events.CHOICE: (("2B", "SS", "3B", "C"), (0.47, 0.43, 0.06, 0.04)),
    events.STRIKEOUT: (("C",), (1.0,)),
    events.SINGLE: (("C", "3B", "2B"), (0.7, 0.22, 0.08)),
    events.DOUBLE: (("C", "3B"), (0.85, 0.15)),
    events.CAUGHT: (("SS", "2B"), (0.5, 0.5)),
}
"""Who puts a man out, by kind of event; the second out of a double play is the first baseman's."""

AIRBORNE = frozenset((events.OUT, events.FLY))
LINED, LINED_ELSEWHERE = {"1B": 0.05, "P": 0.2, "C": 0.0}, 0.27
"""Outs that may be line drives, and how often they are by the position that makes them."""

TAKEN = 0.85
"""How often a batter who would put the pitch after three balls in play takes a strike or a ball fewer instead."""

_ERRORS: dict[int, tuple[tuple[str, ...], tuple[float, ...]]] = {
    events.REACHED: (("SS", "3B", "2B", "1B", "LF", "CF", "RF"), (0.33, 0.31, 0.18, 0.13, 0.015, 0.02, 0.015)),
    events.MISPLAY: (("C", "LF", "CF", "RF", "SS", "3B", "2B", "1B"), (0.37, 0.14, 0.14, 0.14, 0.06, 0.05, 0.05, 0.05)),
}
"""Who is charged with an error. A pitcher's has no place on the wire (his line has no ``E``), so he makes none."""


@dataclass(frozen=True)
class Narration:
    """A game with all its detail.

    Attributes
    ----------
    played : Played
        The log and the score.
    begins, ends : tuple of float
        Seconds from the first pitch at which each event begins and is over.
    pitches : tuple of str
        For a plate appearance its pitches: ``B`` a ball, ``S`` a strike, ``X`` the ball put in play. Where a runner is
        the last out, or comes home with the last run, on a pitch: those to the batter who does not finish.
    lined : frozenset of int
        Numbers of the events that are line drives which are caught.
    fielders : tuple of tuple of str
        Positions that make the putouts of an event, or the one charged with its error.
    """

    played: Played
    begins: tuple[float, ...]
    ends: tuple[float, ...]
    pitches: tuple[str, ...]
    fielders: tuple[tuple[str, ...], ...]
    lined: frozenset[int]

    @property
    def seconds(self) -> float:
        """Length of the game."""
        return self.ends[-1]

    def events(self, elapsed: float | None) -> int:
        """How many events of the log are over so many seconds after the first pitch; all for None."""
        return len(self.played.log) if elapsed is None else max(1, bisect_right(self.ends, elapsed))


def _pitches(r: Random, kind: int, n: int) -> str:
    """The pitches of a plate appearance of ``n`` pitches that ends in this way."""
    if not n:
        return ""
    walk, struck = kind == events.WALK, kind == events.STRIKEOUT
    before = n - 1
    if walk:
        balls = 3
    else:
        most = min(3, before - 2 if struck else before)
        share = 0.46 if struck else 0.505
        balls = min(most, sum([r.random() < share for _ in range(before)]))
        if balls == before == 3 and not struck and r.random() < TAKEN:
            balls = 2
    thrown = ["S"] * before
    for _ in range(balls):
        while True:
            at = int(r.random() * before)
            # The first pitch is a strike a little more often than the rest.
            if thrown[at] == "S" and (at or before == balls or r.random() < 0.9):
                thrown[at] = "B"
                break
    last = "B" if walk or kind == events.HIT_BATTER else "S" if struck else "X"
    return "".join(thrown) + last


def _broken_off(r: Random, last: str) -> str:
    """The pitches to a batter who does not finish, of which the last one is given."""
    return "".join("BS"[r.random() < 0.5] for _ in range(int(r.random() * 3))) + last


def narrate(played: Played, r: Random) -> Narration:
    """Give a game its pitches, fielders and times; a game of nine innings takes about two hours and 37 minutes."""
    pace = min(1.45, max(0.7, r.gauss(1.0, PACE_SD)))
    now = 0.0
    begins: list[float] = []
    ends: list[float] = []
    thrown: list[str] = []
    fielders: list[tuple[str, ...]] = []
    lined: set[int] = set()
    pause = 0.0
    outs = 0
    for number, event in enumerate(played.log):
        kind = event[0]
        pitches = ""
        hands: tuple[str, ...] = ()
        if kind <= events.HIT_BATTER:
            pitches = _pitches(r, kind, event[3])
            made = event[4]
            outs += made
            if made:
                if kind == events.DOUBLE_PLAY:
                    hands = ("SS" if r.random() < 0.5 else "2B", "1B")
                else:
                    hands = (drawn(r, *_PUTOUTS[kind]),)
                    if kind in AIRBORNE and r.random() < LINED.get(hands[0], LINED_ELSEWHERE):
                        lined.add(number)
            elif kind == events.REACHED:
                hands = (drawn(r, *_ERRORS[kind]),)
            now += pause
            pause = 0.0
            begin = now
            now += (BETWEEN_BATTERS + PITCH_SECONDS * len(pitches)) * pace
        elif kind == events.HALF:
            begin = now
            if event[1] > 1 or event[2]:
                pause = BETWEEN_HALVES
            outs = 0
        else:
            if kind == events.PITCHER:
                # Between innings the new man warms up in the break.
                pause += NEW_PITCHER if not pause else 20.0
                now += pause
                pause = 0.0
            elif kind == events.CAUGHT:
                hands = (drawn(r, *_PUTOUTS[kind]),)
                outs += 1
                if outs == 3:
                    pitches = _broken_off(r, "S" if r.random() < 0.5 else "B")
            elif kind == events.WILD_PITCH and number == len(played.log) - 1:
                pitches = _broken_off(r, "B")
            elif kind == events.MISPLAY:
                hands = (drawn(r, *_ERRORS[kind]),)
            elif kind in (events.SUBSTITUTE, events.MOVE):
                now += pause
                pause = 0.0
            begin = now
            if pitches:
                now += (BETWEEN_BATTERS + PITCH_SECONDS * len(pitches)) * pace
        begins.append(begin)
        ends.append(now)
        thrown.append(pitches)
        fielders.append(hands)
    return Narration(played, tuple(begins), tuple(ends), tuple(thrown), tuple(fielders), frozenset(lined))


BATTING = (
    "at_bats",
    "runs",
    "hits",
    "singles",
    "doubles",
    "triples",
    "home_runs",
    "rbi",
    "walks",
    "intentional_walks",
    "hit_by_pitch",
    "strikeouts",
    "stolen_bases",
    "caught_stealing",
    "outs",
    "errors",
    "putouts",
)
PITCHING = (
    "wins",
    "losses",
    "saves",
    "hits",
    "runs",
    "earned_runs",
    "walks",
    "strikeouts",
    "home_runs",
    "singles",
    "doubles",
    "triples",
    "stolen_bases",
    "caught_stealing",
    "hit_by_pitch",
    "intentional_walks",
    "balks",
    "wild_pitches",
    "blown_saves",
    "holds",
    "pitches",
    "strikes",
    "putouts",
)
_HIT_NAMES = {events.SINGLE: "singles", events.DOUBLE: "doubles", events.TRIPLE: "triples", events.HOMER: "home_runs"}


@dataclass
class BatLine:
    """A batter's line: his place in the order (``4a``), the positions he has played, his figures."""

    hitter: Hitter
    order: str
    positions: list[str]
    figures: dict[str, int]


@dataclass
class ArmLine:
    """A pitcher's line; ``lead_out`` is his side's lead when he left, None while he has not."""

    stint: Stint
    starter: bool
    figures: dict[str, int]
    outs: int = 0
    lead_out: int | None = None
    blown: bool = False

    @property
    def chance(self) -> bool:
        """Whether he came in to a save situation."""
        lead, on, _, inning = self.stint.entry
        return not self.starter and inning >= 6 and lead > 0 and (lead <= 3 or lead <= on + 2)

    @property
    def innings(self) -> float:
        """Innings pitched in baseball notation."""
        return float(f"{self.outs // 3}.{self.outs % 3}")


@dataclass
class BoxSide:
    """One side of the box."""

    batting: dict[int, BatLine] = field(default_factory=dict)
    pitching: dict[int, ArmLine] = field(default_factory=dict)
    lineup: list[Hitter] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    letters: list[int] = field(default_factory=lambda: [0] * 9)
    at: int = 0
    periods: dict[int, int] = field(default_factory=dict)
    score: int = 0
    stint: Stint | None = None
    record: Stint | None = None

    def total(self, name: str) -> int:
        """Sum of a figure over the batting lines."""
        return sum([line.figures[name] for line in self.batting.values()])

    @property
    def arm(self) -> ArmLine:
        """The line of the pitcher in the game."""
        assert self.stint is not None
        return self.pitching[self.stint.arm.id]


class Box:
    """The state of a game after the first events of its log.

    Parameters
    ----------
    narration : Narration
        The game.
    elapsed : float, optional
        Seconds since the first pitch; the whole game where it is not given.
    """

    def __init__(self, narration: Narration, elapsed: float | None = None) -> None:
        log = narration.played.log
        count = narration.events(elapsed)
        self.over = count == len(log)
        self.inning, self.half, self.outs = 1, 0, 0
        self.count = (0, 0)
        self.sides = (BoxSide(), BoxSide())
        self._loser: Stint | None = None
        for index, (card, stint) in enumerate(zip(narration.played.cards, narration.played.starters)):
            side = self.sides[index]
            side.lineup, side.places = list(card.order), list(card.positions)
            for at, (hitter, place) in enumerate(zip(card.order, card.positions)):
                side.batting[hitter.id] = BatLine(hitter, str(at + 1), [place], dict.fromkeys(BATTING, 0))
            self._enter(side, stint, starter=True)
        for number in range(count):
            self._take(log[number], narration.pitches[number], narration.fielders[number])
        if self.over:
            self._decide()
        elif elapsed is not None and count < len(log) and log[count][0] <= events.HIT_BATTER:
            self._partly(narration, count, elapsed)

    @property
    def batter(self) -> tuple[Hitter, str]:
        """Who is at bat (after the game: who was due) and his position."""
        side = self.sides[self.half]
        return side.lineup[side.at], side.places[side.at]

    @property
    def pitcher(self) -> Stint:
        """Who pitches."""
        stint = self.sides[1 - self.half].stint
        assert stint is not None
        return stint

    def _partly(self, narration: Narration, number: int, elapsed: float) -> None:
        """The pitches thrown so far to the batter at the plate."""
        begin, end, pitches = narration.begins[number], narration.ends[number], narration.pitches[number]
        if elapsed <= begin or not pitches:
            return
        thrown = pitches[: int(len(pitches) * (elapsed - begin) / (end - begin))]
        balls = thrown.count("B")
        line = self.sides[1 - self.half].arm.figures
        line["pitches"] += len(thrown)
        line["strikes"] += len(thrown) - balls
        self.count = (balls, min(2, len(thrown) - balls))

    def _enter(self, side: BoxSide, stint: Stint, *, starter: bool = False) -> None:
        side.stint = stint
        side.pitching[stint.arm.id] = ArmLine(stint, starter, dict.fromkeys(PITCHING, 0))

    def _take(self, event: Event, pitches: str, hands: tuple[str, ...]) -> None:
        """Add one event."""
        kind = event[0]
        bat, defence = self.sides[self.half], self.sides[1 - self.half]
        if kind <= events.HIT_BATTER:
            self._appearance(bat, defence, event, pitches, hands)
        elif kind == events.HALF:
            _, self.inning, self.half = event
            self.outs = 0
            self.sides[self.half].periods[self.inning] = 0
        elif kind == events.PITCHER:
            side = self.sides[event[1]]
            side.arm.lead_out = side.score - self.sides[1 - event[1]].score
            self._enter(side, event[2])
        elif kind == events.SUBSTITUTE:
            self._substitute(*event[1:])
        elif kind == events.MOVE:
            side = self.sides[event[1]]
            side.places[event[2]] = event[3]
            chain = side.batting[side.lineup[event[2]].id].positions
            if chain[-1] != event[3]:
                chain.append(event[3])
        elif kind == events.STEAL:
            bat.batting[event[1].id].figures["stolen_bases"] += 1
            defence.arm.figures["stolen_bases"] += 1
        elif kind == events.CAUGHT:
            bat.batting[event[1].id].figures["caught_stealing"] += 1
            defence.arm.figures["caught_stealing"] += 1
            defence.arm.outs += 1
            self.outs += 1
            self._thrown(defence, pitches)
            self._field(defence, hands, "putouts")
        elif kind == events.MISPLAY:
            self._field(defence, hands, "errors")
            self._score(bat, defence, event[1])
        else:
            defence.arm.figures["wild_pitches" if kind == events.WILD_PITCH else "balks"] += 1
            self._thrown(defence, pitches)
            self._score(bat, defence, event[2])

    def _substitute(self, index: int, at: int, hitter: Hitter, place: str) -> None:
        side = self.sides[index]
        side.lineup[at], side.places[at] = hitter, place
        order = f"{at + 1}{'abcdefghij'[side.letters[at]]}"
        side.letters[at] += 1
        side.batting[hitter.id] = BatLine(hitter, order, [place], dict.fromkeys(BATTING, 0))

    def _field(self, defence: BoxSide, hands: tuple[str, ...], figure: str) -> None:
        """Credit or charge fielders by position."""
        for position in hands:
            if position == "P":
                defence.arm.figures[figure] += 1
            elif position in defence.places:
                fielder = defence.lineup[defence.places.index(position)]
                defence.batting[fielder.id].figures[figure] += 1
            else:
                raise AssertionError(f"nobody plays {position}")

    def _appearance(self, bat: BoxSide, defence: BoxSide, event: Event, pitches: str, hands: tuple[str, ...]) -> None:
        kind, batter, _, _, made, scored, batted_in = event
        line, arm = bat.batting[batter.id].figures, defence.arm
        allowed = arm.figures
        if kind in AT_BAT:
            line["at_bats"] += 1
        if kind in PUT_OUT:
            line["outs"] += 1
        if kind in _HIT_NAMES:
            for figures in (line, allowed):
                figures["hits"] += 1
                figures[_HIT_NAMES[kind]] += 1
        elif kind in (events.WALK, events.INTENTIONAL):
            for figures in (line, allowed):
                figures["walks"] += 1
                figures["intentional_walks"] += kind == events.INTENTIONAL
        elif kind in (events.STRIKEOUT, events.HIT_BATTER):
            name = "strikeouts" if kind == events.STRIKEOUT else "hit_by_pitch"
            line[name] += 1
            allowed[name] += 1
        line["rbi"] += batted_in
        self._thrown(defence, pitches)
        arm.outs += made
        self.outs += made
        self._field(defence, hands, "errors" if kind == events.REACHED else "putouts")
        self._score(bat, defence, scored)
        bat.at = (bat.at + 1) % 9

    @staticmethod
    def _thrown(defence: BoxSide, pitches: str) -> None:
        figures = defence.arm.figures
        figures["pitches"] += len(pitches)
        figures["strikes"] += len(pitches) - pitches.count("B")

    def _score(self, bat: BoxSide, defence: BoxSide, scored: tuple[Runner, ...]) -> None:
        """Count runs, and keep account of who stands to win, to lose and has blown a save."""
        for runner in scored:
            bat.score += 1
            bat.periods[self.inning] += 1
            bat.batting[runner.hitter.id].figures["runs"] += 1
            charged = defence.pitching[runner.stint.arm.id].figures
            charged["runs"] += 1
            charged["earned_runs"] += runner.earned
            if bat.score == defence.score:
                bat.record = defence.record = self._loser = None
                arm = defence.arm
                if arm.chance and not arm.blown:
                    arm.blown = True
                    arm.figures["blown_saves"] = 1
            elif bat.score == defence.score + 1:
                bat.record, defence.record, self._loser = bat.stint, None, runner.stint

    def _decide(self) -> None:
        """Win, loss, save and holds of the finished game (Official Baseball Rules 9.17, 9.19, 9.20)."""
        away, home = self.sides
        winner, loser = (away, home) if away.score > home.score else (home, away)
        assert winner.record is not None
        assert self._loser is not None
        won = winner.pitching[winner.record.arm.id]
        lines = list(winner.pitching.values())
        if won.starter and won.outs < 15 and len(lines) > 1:
            won = max(lines[1:], key=lambda x: (x.outs - 2 * x.figures["runs"], -lines.index(x)))
        lost = loser.pitching[self._loser.arm.id]
        won.figures["wins"] = 1
        lost.figures["losses"] = 1
        last = winner.arm
        lead, on, _, _ = last.stint.entry
        if last is not won and not last.starter and lead > 0 and last.outs:
            last.figures["saves"] = int((lead <= 3 and last.outs >= 3) or lead <= on + 2 or last.outs >= 9)
        for side in self.sides:
            for line in side.pitching.values():
                left_ahead = line.lead_out is not None and line.lead_out > 0
                if line.chance and left_ahead and line.outs and not line.blown and line is not won and line is not lost:
                    line.figures["holds"] = 1
