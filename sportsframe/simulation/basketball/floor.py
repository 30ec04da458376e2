"""One side during a basketball game: who is dressed, who is on the floor, for how long, with how many fouls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cache
from math import fsum, inf
from random import Random

import msgspec
import numpy as np

from .._common.rng import drawn
from .events import PF, SHARES, TOV
from .possession import RULES, Rules

DRESSED = 13
"""Most players of a side."""

VARIED = 0.12
"""Part by which the minutes that a coach means for a player vary from game to game, at most."""

FEWEST = 7
"""Fewest players that a coach means to send on."""

MORE_OR_LESS = 1.4
"""Most players more or fewer than usual that he sends on in a game."""

FRESH = 150
"""Seconds of play which a player has to be due more than one on the floor to replace him."""

AHEAD = 75
"""Seconds for which a coach thinks ahead."""

Stint = tuple[int, float, float]
"""Number of a player on his side, and the seconds of play from when to when he is on the floor."""


class Player(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A player on a roster: one object for all games of a season.

    Attributes
    ----------
    weights : tuple of float
        His shares of what happens while he is on the floor, from shots made to trips to the line.
    stamina : float
        How long he plays beside others of his rank.
    """

    id: int
    name: str
    position: str
    quality: float
    weights: tuple[float, ...]
    stamina: float = 1.0


class Squad:
    """Who is dressed for a game: the five starters first, then the bench by rank.

    Attributes
    ----------
    players : tuple of Player
        At most `DRESSED`.
    hurt : mapping of int to int
        Numbers of those who are hurt in the game, and the seconds of play for which they take part in it.
    shares : array of shape (kinds, DRESSED)
        What decides whom something falls to, from shots made to free throws of every outcome.
    """

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = tuple(players)
        self.hurt: Mapping[int, int] = {}
        self.shares = np.zeros((SHARES, DRESSED))
        self.shares[:, : len(players)] = np.array([player.weights for player in players]).T
        self.careless = [player.weights[TOV] for player in players]
        self.rough = [player.weights[PF] for player in players]
        self.stamina = [player.stamina for player in players]

    def with_hurt(self, hurt: Mapping[int, int]) -> Squad:
        """The same squad in a game in which some are hurt."""
        squad = copy(self)
        squad.hurt = hurt
        return squad


CAUTION = 0.8
"""Part of his fouls that a player with all of them but one avoids, and who has fewer the less."""

SPARED = 300
"""Seconds of play that a coach leaves out who has too many fouls for so early a period; for each more as many more."""

OPENING, USUAL, LATE, DECIDED = range(4)
"""Whom a coach wants to see: his starters as a half begins, the next by minutes, his best, his reserves."""


def call(rules: Rules, period: int, left: float, margin: int) -> int:
    """Whom both coaches want to see at a moment of a game, so many seconds before the end of a period."""
    if period > rules.periods:
        return LATE
    if period == rules.periods and left <= 330:
        return LATE if abs(margin) <= 12 else DECIDED if abs(margin) >= 17 else USUAL
    half_begins = left == rules.length and (period - 1) % (rules.periods // 2) == 0
    return OPENING if half_begins else USUAL


def pause(rules: Rules, r: Random) -> int:
    """Seconds until the coaches send players on again; colleges, which write no seconds, do so at full minutes."""
    if rules.sport == "NCAABB":
        return 60 * (2 + int(5 * r.random()))
    return 75 + int(75 * r.random())


@cache
def _minutes(sport: str, men: int, late: bool) -> tuple[float, ...]:
    """How long players play beside one another where a coach sends on so many."""
    rules = RULES[sport]
    return tuple(minutes ** rules.trust[late] for minutes in rules.minutes[:men])


class Floor:
    """One side during a game.

    Attributes
    ----------
    on : list of int
        Numbers of the five on the floor, in ascending order.
    asked : list of float
        How long those play whom the coach thinks of sending on: until he needs others, as many as he means to.
    fives, since_event : list of int
        The numbers of one five after another, and the event from which each of these is on the floor.
    stints : list of Stint
        Who has been on the floor, and when.
    """

    def __init__(self, rules: Rules, r: Random, squad: Squad, bench: float = 0.0, *, late: bool = False) -> None:
        self.rules = rules
        self.regulation = rules.regulation
        self.squad = squad
        men = max(FEWEST, round(rules.men[late] + bench + MORE_OR_LESS * (r.random() + r.random() - 1)))
        meant = [
            minutes * stamina * (1 + VARIED * (2 * r.random() - 1))
            for minutes, stamina in zip(_minutes(rules.sport, men, late), squad.stamina)
        ]
        scale = 5 * self.regulation / fsum(meant)
        size = len(squad.players)
        self.targets = [*[minutes * scale for minutes in meant], *[0.0] * (size - len(meant))]
        self.asked = self.targets[: men + len(squad.hurt)]
        self.rough = [*squad.rough]
        self.roughest = max(self.rough)
        self.fouls = [0] * size
        self.most = 0
        self.careful = 0.0
        self.team_fouls = self.bonus = 0
        self.few, self.many = rules.bonus
        self.free = self.few
        self.played = [0.0] * size
        self.since = [0.0] * size
        self.on = [0, 1, 2, 3, 4]
        self.fives = [*self.on]
        self.since_event = [0]
        self.stints: list[Stint] = []

    def begin(self, period: int) -> None:
        """Forget the fouls of the side as a period begins; overtime goes on with those of the second half."""
        rules = self.rules
        self.free = self.few
        self.careful = 1 + min(period, rules.periods) * (rules.foul_limit - 2) / rules.periods
        if period <= rules.periods:
            self._count(0)
        elif rules.bonus[0] == rules.bonus[1]:
            self._count(1)

    def _count(self, fouls: int) -> None:
        self.team_fouls = fouls
        self.bonus = 0 if fouls < self.free else 1 if self.few <= fouls < self.many else 2

    def last_minutes(self) -> None:
        """Begin the last minutes of a period of professionals, in which one foul more is free."""
        if self.rules.bonus[0] == self.rules.bonus[1]:
            self.free = min(self.few, self.team_fouls + 1)

    def fouling(self, r: Random) -> int:
        """Who of the five commits a foul; the more he has, the less he risks."""
        on, rough, roughest, luck = self.on, self.rough, self.roughest, r.random
        while True:
            who = on[int(5 * luck())]
            if roughest * luck() < rough[who]:
                return who

    def charging(self, r: Random) -> int:
        """Who of the five loses the ball with a foul."""
        return drawn(r, self.on, [self.squad.careless[i] for i in self.on])

    def foul(self, who: int, counts: bool) -> int:
        """Book a foul, which may count towards the bonus; how many the player has now."""
        booked = self.fouls[who] = self.fouls[who] + 1
        if booked > self.most:
            self.most = booked
        self.rough[who] = self.squad.rough[who] * (1 - CAUTION * booked / self.rules.foul_limit)
        if counts:
            self._count(self.team_fouls + 1)
        return booked

    def send_off(self, who: int, at: float, event: int) -> None:
        """Replace a player after his last foul, from an event on."""
        rest = [i for i, booked in enumerate(self.fouls) if i not in self.on and booked < self.rules.foul_limit]
        fresh = max(rest, key=lambda i: -inf if self._hurt(i, at) else self.targets[i] - 0.5 * self.played[i])
        self.asked = self.targets
        self._swap(sorted(fresh if i == who else i for i in self.on), max(at, self.since[who]), event)

    def _hurt(self, who: int, at: float) -> bool:
        """Whether a player has been hurt in the game by a moment."""
        return self.squad.hurt.get(who, inf) <= at

    def substitute(self, at: float, event: int, wish: int) -> None:
        """Send on whom the coach wants, from an event on."""
        spent = min(1.0, (at + AHEAD) / self.regulation)
        if wish == DECIDED:
            self.asked = self.targets
        wants = [target * spent - played for target, played in zip(self.asked, self.played)]
        since = self.since
        for i in self.on:
            wants[i] += since[i] - at + FRESH
        if wish != USUAL:
            self._prefer(wants, wish)
        if self.most >= self.careful:
            self._spare(wants, wish)
        for i in self.squad.hurt:
            if i < len(wants) and self._hurt(i, at):
                wants[i] = -inf
        least = sorted(wants)[-5]
        five = [i for i, want in enumerate(wants) if want >= least]
        if len(five) > 5:  # as many are wanted as another
            five = sorted(sorted(range(len(wants)), key=wants.__getitem__)[-5:])
        if five != self.on:
            self._swap(five, at, event)

    def _prefer(self, wants: list[float], wish: int) -> None:
        """Prefer the starters, or once the game is decided who plays little."""
        for i in range(5):
            wants[i] += -600 if wish == DECIDED else 400
        if wish == DECIDED:
            wants[5:] = [1200 - abs(target - 200) for target in self.targets[5:]]

    def _spare(self, wants: list[float], wish: int) -> None:
        """Leave out who is sent off, and who has too many fouls for so early a period."""
        for i, booked in zip(range(len(wants)), self.fouls):
            if booked == self.rules.foul_limit:
                wants[i] = -inf
            elif booked >= self.careful and wish == USUAL:
                wants[i] -= SPARED * (1 + booked - self.careful)

    def _swap(self, five: list[int], at: float, event: int) -> None:
        since, played = self.since, self.played
        for i in self.on:
            if i not in five:
                self.stints.append((i, since[i], at))
                played[i] += at - since[i]
        for i in five:
            if i not in self.on:
                since[i] = at
        self.on = five
        self.fives += five
        self.since_event.append(event)

    def close(self, at: float) -> None:
        """End every stint with the game."""
        self.stints += [(i, self.since[i], at) for i in self.on]
