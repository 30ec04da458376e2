"""A football game, play by play: what happens on the field and on the clock, without saying who does it.

`play` tells the game as a list of plays; a season's results need nothing else. Who ran, threw and tackled is drawn
afterwards from another stream, so that a result and its box score cannot disagree.
"""

from __future__ import annotations

from math import exp, log
from random import Random

from .log import Play, Side
from .rules import (
    EXTRA_POINT,
    FIELD_GOAL,
    FLAG,
    KICKOFF,
    KNEEL,
    PASS,
    PUNT,
    RUN,
    SACK,
    TWO_POINT,
    Rules,
    field_goal,
    tries_field_goal,
    tries_fourth,
    tries_two,
)

SNAP, TRY, KICK, FREE = range(4)
"""What comes next: a play from scrimmage, a try for points, a kick-off, the free kick after a safety."""

DESPERATE = 12
"""Yards beyond the usual range from which a side that needs three points kicks in the last minute."""

FARTHEST = {"NFL": 66, "NCAAFB": 69}
"""League -> yards of the longest field goal that is ever good: the records of the leagues at the end of 2024."""

RUNS = tuple(
    yards
    for yards, count in zip(range(-4, 13), (1, 2, 3, 5, 9, 11, 13, 13, 11, 8, 6, 4, 3, 2, 2, 1, 1), strict=True)
    for _ in range(count)
)
"""Yards of ordinary carries, equally likely; long ones come on top."""

FLAGS: dict[str, tuple[tuple[float, bool, int, bool], ...]] = {
    "NFL": (
        (0.24, True, 5, False),
        (0.44, True, 10, False),
        (0.56, True, 5, False),
        (0.68, False, 5, False),
        (0.79, False, 5, True),
        (0.89, False, 20, True),
        (1.01, False, 15, True),
    ),
    "NCAAFB": (
        (0.22, True, 5, False),
        (0.46, True, 10, False),
        (0.55, True, 5, False),
        (0.64, False, 5, False),
        (0.72, False, 10, True),
        (0.85, False, 15, True),
        (1.01, False, 15, True),
    ),
}
"""Penalties by league: cumulative share, against the offence, yards, automatic first down."""

HALFTIME = {"NFL": 780, "NCAAFB": 1200}
"""Seconds of wall time between the halves."""


class Match:
    """The state of a game while it is played."""

    def __init__(self, r: Random, given: Rules, away: Side, home: Side, edge: float, must_end: bool) -> None:
        self.u = r.random
        self.r = r
        self.rules = given
        self.sides = (away, home)
        day = r.gauss(0, given.weather)
        ahead = (
            day + away.offence - home.defence - edge / 2 + r.gauss(0, given.form),
            day + home.offence - away.defence + edge / 2 + r.gauss(0, given.form),
        )
        self.must_end = must_end
        self.score = [0, 0]
        self.plays: list[Play] = []
        self.timeouts = [3, 3]
        self.quarter, self.t, self.at = 1, 900, 0
        self.timed = True
        self.running = False
        self.state, self.side = KICK, 0
        self.down, self.distance, self.spot = 1, 10, 75
        steps = tuple(given.score_effect * share for share in (1, 0.5, 0, -0.5, -1, 1.25))
        self.passers = tuple(tuple((begin, self._passing(skill)) for begin, skill in one.passers) for one in self.sides)
        self.factors = tuple(tuple(self._factors(one + step) for step in steps) for one in ahead)
        self.runners = tuple(self._factors(given.runner * one.runner)[0] for one in self.sides)
        self.grips = exp(r.gauss(-0.06, 0.35)), exp(r.gauss(-0.06, 0.35))
        self.rested = tuple(self._factors(given.ease * one) for one in ahead)

    def _factors(self, ahead: float) -> tuple[float, float, float]:
        """Factor on yards, addition to the share of catches, factor on losses of the ball."""
        given = self.rules
        ahead = max(-34.0, min(34.0, ahead))
        return exp(given.gain * ahead), given.catch * ahead, exp(-given.guard * ahead)

    # -- the course of the game

    def run(self) -> None:
        """Play the game to its end."""
        opener = int(self.u() < 0.5)
        for half in (0, 1):
            self.timeouts = [3, 3]
            self.state, self.side = KICK, opener if half == 0 else 1 - opener
            for quarter in (2 * half + 1, 2 * half + 2):
                self._open(quarter, 900)
                while self.t > 0 or self.state == TRY:
                    self._step()
            if half == 0:
                self.at += HALFTIME[self.rules.league]
        if self.score[0] == self.score[1]:
            if self.rules.overtime:
                self._overtime()
            else:
                self._possessions()

    def _open(self, quarter: int, seconds: int) -> None:
        self.quarter, self.t = quarter, seconds
        self.running = False
        self.at += 120

    def _step(self) -> None:
        state = self.state
        if state == SNAP:
            self._snap()
        elif state == TRY:
            self._try()
        else:
            self._kickoff()

    def _overtime(self) -> None:
        """Timed periods: one in the season, as many as are needed in the postseason."""
        had = [False, False]
        self.state, self.side = KICK, int(self.u() < 0.5)
        self.timeouts = [2, 2]
        for quarter in range(5, 12):
            self._open(quarter, self.rules.overtime)
            while self.t > 0 or self.state == TRY:
                owner = self.side if self.state == SNAP else 1 - self.side if self.state == KICK else None
                self._step()
                if owner is not None and (self.state != SNAP or self.side != owner):
                    had[owner] = True
                ahead = self.score[0] - self.score[1]
                if ahead and self._decided(had, owner, 0 if ahead > 0 else 1):
                    return
            if not self.must_end:
                return

    def _decided(self, had: list[bool], owner: int | None, leader: int) -> bool:
        """Whether a lead ends overtime: `owner` had the ball before the last play, `had` tells who has had it."""
        if self.state == TRY:
            return leader == self.side and (not self.rules.both_possess or had[1 - leader] or owner != leader)
        if had[0] and had[1]:
            return True
        return had[1 - leader]

    def _possessions(self) -> None:
        """Untimed possessions from the 25, one each; from the third on only two-point tries."""
        first = int(self.u() < 0.5)
        self.timed = False
        for number in range(1, 40):
            self._open(4 + number, 0)
            for turn in (0, 1):
                self.side = side = first if turn == 0 else 1 - first
                if number >= 3:
                    self._two()
                    continue
                self.state, self.spot = SNAP, 25
                self.down, self.distance = 1, 10
                while self.state == SNAP and self.side == side:
                    self._snap()
                lead = self.score[self.side] - self.score[1 - self.side]
                if self.state == TRY:
                    if self.side != side:
                        return
                    if turn and lead > 0:
                        return
                    self._two() if number == 2 else self._try()
                elif lead and turn == 1:
                    break
            if self.score[0] != self.score[1]:
                return
            first = 1 - first

    # -- the clock

    def _spend(self, play: Play, seconds: int, running: bool, pause: int = 0) -> None:
        """End a play: take its seconds off the clock, and note when it ended."""
        if self.timed:
            self.t = max(0, self.t - seconds)
            if running and (self.t < 120 and self.quarter in (2, 4)) and play.out:
                running = False
        self.running = running and self.timed
        self.at += seconds + 2
        play.clock, play.at = self.t, self.at
        self.at += pause
        self.plays.append(play)

    def _runoff(self) -> int:
        """Seconds that pass before the next snap while the clock runs."""
        given, side, t, quarter = self.rules, self.side, self.t, self.quarter
        lead = self.score[side] - self.score[1 - side]
        pace = given.tempo * (1 + self.sides[side].tempo)
        if quarter >= 4:
            if lead > 0 and t < 180 and self.timeouts[1 - side] and lead <= 16:
                self.timeouts[1 - side] -= 1
                self.at += 60
                return 3
            if lead < 0 and (t < 270 or (lead < -8 and t < 540)):
                pace = given.hurry
            elif lead > 0 and t < 420:
                pace = given.milk
            elif lead == 0 and t < (110 if quarter == 4 else 400):
                pace = given.hurry + 3
        elif quarter == 2 and t < 125 and self.spot < 88:
            pace = given.hurry + 2
        if pace < 20 and t < 75 and self.timeouts[side] and self.u() < 0.5:
            self.timeouts[side] -= 1
            self.at += 60
            return 4
        return int(pace + 10 * (self.u() - 0.5))

    def _await_snap(self) -> bool:
        """Let the clock run to the next snap; False where the quarter ends before it."""
        if self.running:
            used = self._runoff()
            if self.rules.warning and self.quarter in (2, 4) and self.t > 120 > self.t - used:
                used = self.t - 120
                self.at += 100
            self.t -= used
            self.at += used
            if self.t <= 0:
                self.t = 0
                return False
        else:
            self.at += self.rules.idle
        return True

    # -- the ball

    def _turn(self, spot: int) -> None:
        """Give the ball to the other side, so many yards from the goal line it attacks."""
        self.side = 1 - self.side
        self._first_down(spot)
        self.running = False

    def _first_down(self, spot: int) -> None:
        self.state = SNAP
        self.spot = spot = 1 if spot < 1 else 99 if spot > 99 else spot
        self.down, self.distance = 1, spot if spot < 10 else 10

    def _count(self, play: Play, side: int, points: int) -> None:
        play.points, play.scorer = points, side
        self.score[side] += points

    def _touchdown(self, play: Play, side: int, returned: bool = False) -> None:
        self._count(play, side, 6)
        play.returned = returned
        self.state, self.side = TRY, side

    def _new(self, kind: int) -> Play:
        return Play(kind, self.side, self.quarter, self.down, self.distance, self.spot)

    # -- kicks

    def _kickoff(self) -> None:
        """A kick-off, or the free kick after a safety; the side is the one that kicks."""
        u, side = self.u, self.side
        free, given = self.state == FREE, self.rules
        play = Play(KICKOFF, side, self.quarter, 0, 0, 80 if free else 65)
        lead = self.score[side] - self.score[1 - side]
        self.at += 45
        if self.quarter == 4 and not free and self._needs_ball(lead):
            play.yards, play.out = 11, True
            play.good = u() < 0.075
            self._spend(play, 3, False, 40)
            self.side = side if play.good else 1 - side
            self._first_down(53 if play.good else 46)
            return
        if free or u() < given.kick_return:
            start = 38 + int(8 * u()) if free else int(9 * u())
            back = max(3, int(self.r.gauss(11 if free else 26, 7)))
            if u() < 0.0045:
                back = 100 - start
            play.yards, play.back = play.spot - start, back
            if start + back >= 100:
                self._touchdown(play, 1 - side, True)
            elif u() < 0.011:
                play.fumble = 1 + (u() < 0.45)
                self.side = side if play.fumble == 2 else 1 - side
                self._first_down(start + back if play.fumble == 2 else 100 - start - back)
            else:
                play.out = u() < 0.15
                self.side = 1 - side
                self._first_down(100 - start - back)
            self._spend(play, 6, False, 65)
        else:
            play.yards, play.touchback = 65, True
            self.side = 1 - side
            self._first_down(100 - given.touchback)
            self._spend(play, 0, False, 65)

    def _needs_ball(self, lead: int) -> bool:
        t = self.t
        return lead < 0 and ((t < 130 and lead >= -8) or (-17 <= lead < -8 and t < 260))

    def _punt(self) -> None:
        u, spot, side = self.u, self.spot, self.side
        play = self._new(PUNT)
        if u() < 0.007:
            play.blocked = True
            if u() < 0.25:
                play.back = min(99, 100 - spot + 8)
                self._touchdown(play, 1 - side, True)
            else:
                play.back = 0
                self._turn(max(1, 100 - spot - 8))
            self._spend(play, 6, False, 110)
            return
        yards = int(self.r.gauss(self.rules.punt + self.rules.foot * self.sides[side].punter, 7.5))
        if yards > spot - 14:
            yards = min(yards, spot - int(8 + 8.5 * log(u() + 1e-9) + 5 * u()))
        yards = max(18, yards) if spot > 22 else max(5, spot - 8)
        if yards >= spot:
            play.yards, play.touchback, play.out = spot, True, True
            self._turn(80)
            self._spend(play, 5, False, 100)
            return
        play.yards = yards
        left = spot - yards
        if left > 6 and u() < self.rules.punt_return:
            back = max(0, int(-10.2 * log(u() + 1e-9)) - 1)
            if u() < 0.006:
                back = 100 - left
            play.back = back
            if left + back >= 100:
                play.back = 100 - left
                self._touchdown(play, 1 - side, True)
            elif u() < 0.022:
                play.fumble = 1 + (u() < 0.4)
                if play.fumble == 2:
                    self._first_down(left + back)
                else:
                    self._turn(100 - left - back)
            else:
                play.out = u() < 0.15
                self._turn(100 - left - back)
            left += back
        else:
            play.out = True
            self._turn(100 - left)
        play.good = left < 20
        self._spend(play, 9, False, 100)

    def _field_goal(self) -> None:
        u, spot, side = self.u, self.spot, self.side
        play = self._new(FIELD_GOAL)
        play.yards = spot + 17
        made = u() < 1 - (1 - field_goal(self.rules, play.yards)) * self._misses(side)
        if made and play.yards <= FARTHEST[self.rules.league]:
            play.good = True
            self._count(play, side, 3)
            self.state = KICK
        else:
            play.blocked = u() < 0.10
            play.back = None
            if u() < (0.06 if play.blocked else 0.006):
                play.back = min(100, 100 - spot + (7 if play.blocked else 0))
                self._touchdown(play, 1 - side, True)
            else:
                self._turn(min(80, 100 - spot - 7))
        self._spend(play, 5, False, 60)

    def _misses(self, side: int) -> float:
        """Factor of the kicker of a side on the share missed."""
        return exp(-self.rules.leg * self.sides[side].kicker)

    def _try(self) -> None:
        """The try after a touchdown."""
        side, given = self.side, self.rules
        lead = self.score[side] - self.score[1 - side]
        wants = tries_two(given, self.quarter, self.t, lead)
        if wants or (wants is None and self.u() < 0.04):
            self._two()
            return
        if self.quarter == 4 and self.t == 0 and lead > 0:
            self.state = KICK
            return
        play = Play(EXTRA_POINT, side, self.quarter, 0, 0, 15)
        play.yards = 33 if given.league == "NFL" else 20
        if self.u() < 1 - (1 - given.extra_point) * self._misses(side):
            play.good = True
            self._count(play, side, 1)
        else:
            play.blocked = self.u() < 0.18
            if play.blocked and self.u() < 0.06:
                play.returned = True
                self._count(play, 1 - side, 2)
        self.state = KICK
        self._spend(play, 0, False, 125)

    def _two(self) -> None:
        """A two-point try: `taken` when it was a pass, `returned` when the defence brought it back."""
        side = self.side
        play = Play(TWO_POINT, side, self.quarter, 0, 0, 2)
        play.taken = self.u() < 0.62
        if self.u() < self.rules.two_point:
            play.good = True
            self._count(play, side, 2)
        elif self.u() < 0.012 and self.quarter < 7:
            play.returned = True
            self._count(play, 1 - side, 2)
        self.state = KICK
        self._spend(play, 0, False, 125)

    # -- plays from scrimmage

    def _snap(self) -> None:
        if self.timed and not self._await_snap():
            return
        u, quarter, t, side = self.u, self.quarter, self.t, self.side
        if u() < self.rules.flag:
            self._flag()
            return
        lead = self.score[side] - self.score[1 - side]
        spot = self.spot
        last = quarter >= 4 and self.timed
        if last and lead > 0 and t <= 40 * (4 - self.down) - 38 * self.timeouts[1 - side] + 6 * (lead > 8):
            self._kneel()
            return
        if quarter == 2 and t < 30 and spot > 72:
            self._kneel()
            return
        closing = self.timed and ((quarter == 2 and t < 18) or (last and t < (16 if lead else 40) and -3 <= lead <= 0))
        closing = closing or (quarter > 4 and last and lead == 0 and spot < 30 and t < 240)
        if closing and spot <= self.rules.range + 6:
            self._field_goal()
            return
        if self.down == 4 and self._fourth(lead, last):
            return
        self._scrimmage(lead, last)

    def _fourth(self, lead: int, last: bool) -> bool:
        """Kick on fourth down, or say that the side goes for it."""
        u, spot, t, given = self.u, self.spot, self.t, self.rules
        inside = tries_field_goal(given, spot)
        if not self.timed:
            if lead < -3 or u() < tries_fourth(given, spot, self.distance) * 0.4:
                return False
            self._field_goal()
            return True
        if self.quarter > 4 and lead < 0:
            if lead >= -3 and u() < inside:
                self._field_goal()
                return True
            return False
        if last and lead < 0:
            urgent = t < 130 or (lead < -8 and t < 330) or (lead < -16 and t < 600)
            helps = lead >= -3 or (-11 <= lead <= -9 and t > 40)
            if helps and u() < inside + 0.1 * (t < 60 and spot <= given.range + DESPERATE):
                self._field_goal()
                return True
            if urgent or (lead < -3 and t < 260):
                return False
        if u() < tries_fourth(given, spot, self.distance):
            return False
        if u() < inside:
            self._field_goal()
        else:
            self._punt()
        return True

    def _wish(self, lead: int, last: bool) -> float:
        """Chance of a pass."""
        given, down, distance, t = self.rules, self.down, self.distance, self.t
        base = given.passes + self.sides[self.side].passing
        if down == 2:
            base += 0.022 * (distance - 6)
        elif down >= 3:
            base = base - 0.18 if distance <= 1 else base + 0.08 if distance <= 3 else min(0.93, base + 0.34)
        if last:
            if lead < 0:
                base += 0.32 if t < 180 else 0.10 + 0.10 * (lead < -8) + 0.08 * (t < 480)
            elif lead > 0:
                base -= 0.30 if t < 300 else 0.08 + 0.08 * (lead > 8)
            elif t < 120:
                base += 0.15
        elif self.quarter == 3 and abs(lead) > 10:
            base += 0.08 if lead < 0 else -0.08
        elif self.quarter == 2 and t < 120:
            base += 0.22
        return base

    def _closing(self, lead: int) -> int:
        """Which factors hold in the last quarter of a game that is still open: whoever is behind presses."""
        if -9 < lead < -3 and self.t < 300:
            return 5
        if lead == 0 and self.t < 150:
            return 0
        return 2 + (lead > 0) + (lead > 8) - (lead < 0) - (lead < -8)

    def _push(self) -> int:
        """Which factors hold before the last quarter: sides press before the breaks in the middle."""
        if self.t < 180:
            return (2, 2, 0, 1)[self.quarter] if self.quarter < 4 else 2
        return 2

    def _scrimmage(self, lead: int, last: bool) -> None:
        side, u, given = self.side, self.u, self.rules
        if abs(lead) >= given.rout[last]:
            gain, catch, guard = self.rested[side]
        elif last and -17 < lead < 17:
            gain, catch, guard = self.factors[side][self._closing(lead)]
        else:
            gain, catch, guard = self.factors[side][self._push()]
        if u() >= self._wish(lead, last):
            self._carry(gain, guard)
            return
        if abs(lead) < given.rout[last]:  # of reserves nothing is known
            more, caught, less = self._passer(side)
            gain, catch, guard = gain * more, catch + caught, guard * less
        haste = last and lead < 0 and self.t < 200
        if u() < given.sack * guard * (1.25 if self.down == 3 else 0.92):
            self._sack()
            return
        play = self._new(PASS)
        roll = u()
        risk = given.interception * guard * self.grips[side]
        risk *= 2.3 if haste else 1.3 if lead < -6 else 0.74 if lead > 6 else 1.0
        spot = self.spot
        if roll < risk:
            self._intercepted(play)
            return
        share = given.completion + catch - 0.05 * haste
        if spot <= 20:
            share -= 0.10 if spot <= 10 else 0.045
        if self.down == 3 and self.distance > 6:
            share -= 0.035
        if roll < risk + share * (1 - risk):
            scale = given.depth * gain
            if spot < 25:
                scale *= min(1.0, (0.50 + 0.020 * spot) * given.finish)
            yards = int(scale * (-log(1 - u())) ** given.spread - 1.0 + u())
            if self.down >= 3 and yards < self.distance and u() < (0.24 if self.down == 3 else 0.5):
                yards = self.distance
            if yards <= 0 and u() < given.loss:
                yards = -min(1 + int(-1.6 * log(1 - u())), 99 - spot)
            self._caught(play, yards, guard)
        else:
            self.at += 8
            self._gain(play, 0, 6, False)

    def _passing(self, skill: float) -> tuple[float, float, float]:
        """What a passer does to the factors of his side."""
        gain, catch, guard = self._factors(self.rules.passer * skill)
        return gain, catch + self.rules.aim * skill, guard

    def _passer(self, side: int) -> tuple[float, float, float]:
        """What the passer of the moment does."""
        share = self.quarter / 4 - self.t / 3600
        return next(does for begin, does in reversed(self.passers[side]) if begin <= share)

    def _carry(self, gain: float, guard: float) -> None:
        u = self.u
        play = self._new(RUN)
        roll = u()
        usual = 1 - self.rules.burst
        yards = RUNS[int(roll * 95 / usual)] if roll < usual else 11 + int(-10.5 * log(u() + 1e-9))
        if yards > 0:
            factor = gain * self.rules.rush * self.runners[self.side]
            if self.spot <= 10:
                factor *= (0.72 + 0.025 * self.spot) * self.rules.finish
            yards = int(yards * factor + u())
        elif yards < 0 and u() > guard * 0.9:
            yards = 0
        if self.down >= 3 and yards < self.distance <= 2 and u() < (0.4 if self.down == 3 else 0.5):
            yards = self.distance
        play.out = u() < 0.14
        if u() < self.rules.carry_fumble * guard * self.grips[play.side]:
            self._fumbled(play, min(yards, self.spot - 1))
            return
        self._gain(play, yards, 6, True)

    def _caught(self, play: Play, yards: int, guard: float) -> None:
        u = self.u
        play.good = True
        play.out = u() < 0.2
        if u() < self.rules.catch_fumble * guard * self.grips[play.side] and yards < self.spot:
            self._fumbled(play, yards)
            return
        self._gain(play, yards, 7, True)

    def _sack(self) -> None:
        play = self._new(SACK)
        yards = -min(3 + int(8.8 * self.u()), 99 - self.spot + (self.u() < 0.12) * 8)
        if self.spot - yards < 100 and self.u() < self.rules.sack_fumble * self.grips[play.side]:
            self._fumbled(play, yards)
            return
        self._gain(play, yards, 6, True)

    def _kneel(self) -> None:
        play = self._new(KNEEL)
        self._gain(play, -1 if self.spot < 98 else 0, 3, True)

    def _gain(self, play: Play, yards: int, seconds: int, running: bool) -> None:
        """End a play in which nobody lost the ball."""
        spot, side = self.spot, self.side
        if yards >= spot:
            play.yards = spot
            play.first = True
            self._touchdown(play, side)
            self._spend(play, seconds, False, 25)
            return
        play.yards = yards
        left = spot - yards
        if left >= 100:
            play.yards = spot - 100
            self._count(play, 1 - side, 2)
            self.state = FREE
            self._spend(play, seconds, False, 60)
            return
        if yards >= self.distance:
            play.first = True
            self._first_down(left)
        elif self.down == 4:
            self._turn(100 - left)
            running = False
        else:
            self.down += 1
            self.distance -= yards
            self.spot = left
        self._spend(play, seconds + int(3 * self.u()), running)

    def _fumbled(self, play: Play, yards: int) -> None:
        """The ball on the ground at the end of a gain."""
        u, side, spot = self.u, self.side, self.spot
        if u() >= 0.5:
            play.fumble = 1
            self._gain(play, yards, 7, True)
            return
        play.fumble, play.yards = 2, yards
        left = spot - yards
        back = 0 if u() < 0.6 else int(-9 * log(u() + 1e-9))
        if u() < 0.055 or back >= 100 - left:
            back = 100 - left
            play.back = back
            self._touchdown(play, 1 - side, True)
        else:
            play.back = back
            self._turn(100 - left - back)
        self._spend(play, 8, False, 70)

    def _intercepted(self, play: Play) -> None:
        u, side, spot = self.u, self.side, self.spot
        play.taken = True
        air = min(int(self.r.gauss(14, 10)), spot - 1)
        left = spot - air
        back = 0 if u() < 0.35 else int(-15 * log(u() + 1e-9))
        if u() < 0.07 or back >= 100 - left:
            play.back = 100 - left
            self._touchdown(play, 1 - side, True)
        else:
            play.back = back
            play.out = u() < 0.2
            self._turn(100 - left - back)
        self._spend(play, 8, False, 90)

    def _flag(self) -> None:
        """A penalty: the down is played again, or a new one begins; so no quarter ends with it."""
        u, side = self.u, self.side
        play = self._new(FLAG)
        roll = u()
        _, on_offence, yards, automatic = next(flag for flag in FLAGS[self.rules.league] if roll < flag[0])
        if on_offence:
            play.against = side
            yards = min(yards, (100 - self.spot) // 2)
            self.spot += yards
            self.distance += yards
        else:
            play.against = 1 - side
            yards = min(yards, max(1, self.spot // 2)) if self.spot > 1 else 0
            self.spot -= yards
            if automatic or yards >= self.distance:
                play.first = True
                self._first_down(self.spot)
            else:
                self.distance -= yards
        play.yards = yards
        self._spend(play, min(3, max(0, self.t - 1)), False, 25)


def play(r: Random, given: Rules, away: Side, home: Side, *, edge: float = 0.0, must_end: bool = False) -> list[Play]:
    """Play a game.

    Parameters
    ----------
    r : random.Random
        The stream of the game.
    given : Rules
        Rules of league and year.
    away, home : Side
        What the sides bring.
    edge : float
        Points that the ground is worth to the home side; 0 on neutral ground.
    must_end : bool
        A tie is played off (the postseason; college games always are).

    Returns
    -------
    list of Play
        In order; `Play.at` never falls.
    """
    match = Match(r, given, away, home, edge, must_end)
    match.run()
    return match.plays
