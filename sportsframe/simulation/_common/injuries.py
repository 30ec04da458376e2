"""Injuries: what, when, and until when; drawn for a player and a season, independent of the games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from .calendar import DAY
from .rng import pick, poisson, stream


@dataclass(frozen=True)
class Injury:
    """An injury.

    Attributes
    ----------
    part : str
        Part of the body, as injury lists write it.
    day : date
        The day of the injury.
    back : date
        The first day on which he can play again.
    in_game : bool
        Whether he is hurt in his club's first game from `day` on, and leaves it; otherwise in training.
    moment : float
        Share of that game that he plays.
    """

    part: str
    day: date
    back: date
    in_game: bool
    moment: float

    @property
    def days(self) -> int:
        """Days he is out."""
        return (self.back - self.day).days


@dataclass(frozen=True)
class Hazard:
    """How players of a sport are hurt.

    Attributes
    ----------
    rate : mapping of str to float
        Position -> injuries of a player in a season; ``""`` for the positions not named.
    parts : mapping of str to float
        Part of the body -> how often.
    days : sequence of (float, int, int)
        Severity: share, fewest and most days out.
    in_game : float
        Share of the injuries that happen in a game.
    """

    rate: Mapping[str, float]
    parts: Mapping[str, float]
    days: Sequence[tuple[float, int, int]]
    in_game: float = 0.7


class Ward:
    """The injuries of a league's players in a season.

    Parameters
    ----------
    seed : int
        Seed of the world.
    sport : str
        Sport or league code.
    hazard : Hazard
        How players of the sport are hurt.
    opens : date
        First day of the season.
    length : int
        Days of the season, the postseason included.
    """

    def __init__(self, seed: int, sport: str, hazard: Hazard, opens: date, length: int) -> None:
        self.seed, self.sport, self.opens, self.length = seed, sport, opens, length
        self.hazard = hazard
        self._parts, self._part_shares = tuple(hazard.parts), tuple(hazard.parts.values())
        self._day_shares = tuple(share for share, _, _ in hazard.days)
        self._known: dict[int, tuple[Injury, ...]] = {}

    def injuries(self, player: int, position: str) -> tuple[Injury, ...]:
        """The injuries of a player in the season, in order of day; none while he is out with another."""
        known = self._known.get(player)
        if known is None:
            known = self._known[player] = tuple(self._drawn(player, position))
        return known

    def _drawn(self, player: int, position: str) -> Iterator[Injury]:
        hazard = self.hazard
        r = stream(self.seed, "injuries", self.sport, player, self.opens.year)
        found = []
        for _ in range(poisson(r, hazard.rate.get(position, hazard.rate[""]))):
            day = self.opens + DAY * int(r.random() * self.length)
            part = pick(r, self._parts, self._part_shares)
            _, low, high = pick(r, hazard.days, self._day_shares)
            out = low + int((high - low + 1) * r.random())
            found.append(Injury(part, day, day + DAY * out, r.random() < hazard.in_game, r.random()))
        back = self.opens
        for injury in sorted(found, key=lambda one: one.day):
            if injury.day >= back:
                back = injury.back
                yield injury

    def out(self, player: int, position: str, day: date, before: date) -> Injury | None:
        """The injury that keeps a player out of a whole game.

        Parameters
        ----------
        player : int
            Player id.
        position : str
            His position.
        day : date
            Day of the game.
        before : date
            Day of his club's game before it: who has been hurt since then in a game is hurt in this one.
        """
        for injury in self.injuries(player, position):
            if injury.day > day:
                return None
            if injury.back > day and (injury.day <= before or not injury.in_game):
                return injury
        return None

    def hurt(self, player: int, position: str, day: date, before: date) -> Injury | None:
        """The injury that a player suffers in a game; day and before as for `out`."""
        for injury in self.injuries(player, position):
            if before < injury.day <= day and injury.in_game:
                return injury
        return None
