"""Who plays a baseball game: batters, pitchers, runners, and the line-up a manager hands in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

BASES = (0.0, 0.7, 0.7, 2.1, 0.9, 1.25, 1.6)
"""What a strikeout, walk, hit batter, homer, single, double and triple are worth, against an out."""


def value(weights: Sequence[float]) -> float:
    """The bases that a plate appearance is worth, given its chances against an out in play."""
    return fsum(base * weight for base, weight in zip(BASES, weights)) / (1 + fsum(weights))


def factor(weights: Sequence[float], moved: Collection[int], goal: float) -> float:
    """By how much some of the chances must be multiplied, so that a plate appearance is worth the goal."""
    moves = fsum(BASES[n] * weights[n] for n in moved)
    share = fsum(weights[n] for n in moved)
    stays = fsum(base * weight for base, weight in zip(BASES, weights)) - moves
    return (goal * (1 + fsum(weights) - share) - stays) / (moves - goal * share)


ADVANTAGE = {"LR": 1.018, "LL": 0.945, "RL": 1.04, "RR": 0.985, "SL": 1.0, "SR": 1.0}
"""What a batter gains by the side from which he bats, ``S`` for either, and the arm with which the pitcher throws."""


class Hitter:
    """A batter as the engine sees him: chances against an out in play, legs, and the side from which he bats."""

    __slots__ = ("bats", "id", "name", "plays", "position", "safe", "steal", "value", "weights")

    def __init__(
        self,
        id: int,
        name: str,
        plays: tuple[str, ...],
        weights: tuple[float, ...],
        steal: float,
        safe: float,
        bats: str,
    ) -> None:
        self.id, self.name, self.plays, self.safe, self.bats = id, name, plays, safe, bats
        self.position = plays[0]
        self.rate(weights, steal)

    def rate(self, weights: tuple[float, ...], steal: float) -> None:
        """Set his chances; the bases he is worth follow from them."""
        self.weights, self.steal = weights, steal
        self.value = value(weights)

    def suits(self, throws: str) -> bool:
        """Whether he does not bat from the side of a pitcher's arm."""
        return self.bats != throws


class Arm:
    """A pitcher: multipliers of the batter's chances, how many pitches he is good for, and his throwing arm."""

    __slots__ = ("hit", "homer", "id", "limit", "name", "rates", "starter", "strikeout", "throws", "walk")

    def __init__(
        self, id: int, name: str, rates: tuple[float, ...], limit: float, starter: bool, throws: str = "R"
    ) -> None:
        self.id, self.name, self.limit, self.starter, self.throws = id, name, limit, starter, throws
        self.rate(rates)

    def rate(self, rates: tuple[float, ...]) -> None:
        """Set his multipliers of strikeouts, walks, homers and other hits."""
        self.rates = rates
        self.strikeout, self.walk, self.homer, self.hit = rates


LATE, NO_HITTER = 18, 28.0
"""Outs after which a manager thinks of a no-hitter, and how many more pitches he allows for it."""


class Stint:
    """A pitcher's work in one game, as far as managers look at it."""

    __slots__ = ("arm", "entry", "faced", "form", "hits", "limit", "opened", "outs", "pitches", "plan", "runs")

    def __init__(
        self, arm: Arm, limit: float, plan: int, entry: tuple[int, int, int, int], opened: bool, form: float
    ) -> None:
        self.arm, self.limit, self.plan, self.form = arm, limit, plan, form
        self.entry = entry  # lead, men on base, outs, inning
        self.opened = opened
        self.pitches = self.faced = self.outs = self.runs = self.hits = 0

    @property
    def reach(self) -> float:
        """How many pitches he may throw: who has started and nobody has had a hit off him late in the game, more."""
        return self.limit + NO_HITTER * (self.opened and not self.hits and self.outs >= LATE)

    @property
    def tired(self) -> bool:
        """Whether he is a reliever who has thrown so many pitches that he does not wait for the next man on base."""
        return not self.opened and self.pitches > self.limit + 8


class Runner(NamedTuple):
    """A man on base, the pitcher answerable for him, and whether his run would be earned."""

    hitter: Hitter
    stint: Stint
    earned: bool


Bases = tuple[Runner | None, Runner | None, Runner | None]
"""Who is on first, second and third base."""


@dataclass(frozen=True)
class Card:
    """What a manager hands in: nine batters with their positions, the bench, the starter and the rested relievers.

    ``pen`` is in order of trust, but for those whose ids are in ``tired``, who pitch only after the others; those whose
    ids are in ``off`` have the next day off, and may pitch for long.
    ``club`` multiplies what the side's batters get on base for. The ids of ``spare`` are those of batters who pitch in
    a game that is lost: others on every other day, so that nobody does on two days running. The two games of a
    doubleheader share out both. ``hurt`` has those who are hurt in the game, by id, with the inning.
    """

    order: tuple[Hitter, ...]
    positions: tuple[str, ...]
    bench: tuple[Hitter, ...]
    starter: Arm
    pen: tuple[Arm, ...]
    tired: frozenset[int]
    off: frozenset[int]
    club: float
    spare: frozenset[int]
    hurt: Mapping[int, int]
