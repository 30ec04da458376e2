"""Who plays a baseball game: batters, pitchers, runners, and the line-up a manager hands in."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import NamedTuple


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
        total = 1 + fsum(weights)
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

    ``pen`` is in order of trust; those whose ids are in ``off`` have the next game off, and may pitch for long.
    ``club`` multiplies what the side's batters get on base for. The ids of ``spare`` are those of batters who pitch in
    a game that is lost: others on every other day, so that nobody does on two days running.
    """

    order: tuple[Hitter, ...]
    positions: tuple[str, ...]
    bench: tuple[Hitter, ...]
    starter: Arm
    pen: tuple[Arm, ...]
    off: frozenset[int]
    club: float
    spare: frozenset[int]
