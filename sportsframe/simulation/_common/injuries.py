"""Injuries: what, when, and until when; drawn for a player and a season, independent of what happens in the games."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from math import fsum

from .calendar import DAY
from .careers import Rosters
from .rng import at, pick, poisson, stream


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
        Whether he is hurt in his club's game of that day, and leaves it; otherwise in training, before any game.
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

    def is_suffered(self, day: date) -> bool:
        """Whether he is hurt in the game of a day."""
        return self.in_game and self.day == day


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
    days: tuple[tuple[float, int, int], ...]
    in_game: float = 0.7


LASTS = {
    "Illness": (1, 10),
    "Concussion": (3, 45),
    "Finger": (1, 50),
    "Thumb": (2, 70),
    "Hand": (2, 80),
    "Ribs": (2, 60),
    "Groin": (2, 80),
    "Thigh": (2, 80),
    "Hamstring": (2, 90),
    "Calf": (2, 90),
    "Quadriceps": (2, 90),
    "Achilles": (20, 365),
}
"""Fewest and most days that an injury of a part lasts; of another one any number."""


HEALED = 355
"""Days after the first one of a season on which nobody is out any more: before that of the next one."""


class Ward:
    """The injuries of a league's players in a season.

    A club has always enough fit players for a game: who would be one too many is not hurt. Nobody is traded while he
    is out.

    Parameters
    ----------
    seed : int
        Seed of the world.
    hazard : Hazard
        How players of the sport are hurt.
    rosters : Rosters
        Who belongs to which club.
    length : int
        Days of the season, the postseason included.
    fit : mapping of tuple of str to int
        Pools whose players stand in for one another -> how many of them are always fit.
    game_days : callable
        Gives the days on which a club plays in the regular season, in order, by team id. After the last one players
        are hurt in training only.
    """

    def __init__(
        self,
        seed: int,
        hazard: Hazard,
        rosters: Rosters,
        length: int,
        fit: Mapping[tuple[str, ...], int],
        game_days: Callable[[int], Sequence[date]],
    ) -> None:
        self.seed, self.hazard, self.rosters, self.length = seed, hazard, rosters, length
        self.fit, self.game_days = fit, game_days
        self._parts: dict[int, tuple[list[str], list[float]]] = {}
        self._day_shares = tuple(share for share, _, _ in hazard.days)
        self._pools = {pool: pools for pools in fit for pool in pools}
        self._known: dict[tuple[int, str], dict[int, list[Injury]]] = {}

    def injuries(self, club: int, position: str) -> Mapping[int, Sequence[Injury]]:
        """The injuries that players suffer at a club, in order of day, by player id.

        Parameters
        ----------
        club : int
            Team id.
        position : str
            Their position; those who stand in for them are named as well.
        """
        known = self._known.get((club, position))
        if known is None:
            pools = self._pools[position]
            known = self._suffered(club, pools)
            self._known |= dict.fromkeys(((club, pool) for pool in pools), known)
        return known

    def _suffered(self, club: int, pools: tuple[str, ...]) -> dict[int, list[Injury]]:
        games = self.game_days(club)
        drawn: list[tuple[date, int, Injury]] = []
        for pool in pools:
            for person, first, last in self.rosters.stays(club, pool):
                for injury in self._drawn(person.id, pool):
                    if first <= injury.day and injury.back <= last:
                        hurt = _dated(injury, games)
                        if hurt.day < hurt.back:
                            drawn.append((hurt.day, person.id, hurt))
        most = sum(len(self.rosters.market.pools[pool]) for pool in pools) - self.fit[pools]
        found: dict[int, list[Injury]] = {}
        out: list[date] = []
        for day, player, injury in sorted(drawn, key=lambda one: one[:2]):
            out = [back for back in out if back > day]
            if len(out) < most:
                out.append(injury.back)
                found.setdefault(player, []).append(injury)
        return found

    def _drawn(self, player: int, position: str) -> Iterator[Injury]:
        """What would happen to a player in the season, in order of day; nothing while he is out with another injury."""
        hazard, opens = self.hazard, self.rosters.opens
        r = stream(self.seed, "injuries", self.rosters.market.sport, player, opens.year)
        fit = opens + HEALED * DAY
        found = []
        for _ in range(poisson(r, hazard.rate.get(position, hazard.rate[""]))):
            day = opens + DAY * int(r.random() * self.length)
            luck = r.random()
            _, low, high = pick(r, hazard.days, self._day_shares)
            out = low + int((high - low + 1) * r.random())
            part = at(luck, *self._parts_for(out))
            back = min(day + DAY * out, fit)
            found.append(Injury(part, day, back, r.random() < hazard.in_game, r.random()))
        back = opens
        for injury in sorted(found, key=lambda one: one.day):
            if injury.day >= back:
                back = injury.back
                yield injury

    def _parts_for(self, days: int) -> tuple[list[str], list[float]]:
        """The parts that may be hurt for so many days, and how often each of them is."""
        known = self._parts.get(days)
        if known is None:
            able = {part: _share_of(part, self.hazard.days) for part in self.hazard.parts if can_last(part, days)}
            known = list(able), [self.hazard.parts[part] / share for part, share in able.items()]
            self._parts[days] = known
        return known

    def out(self, club: int, player: int, position: str, day: date) -> Injury | None:
        """The injury that keeps a player out of a whole game.

        Parameters
        ----------
        club : int
            Team id.
        player : int
            Player id.
        position : str
            His position.
        day : date
            Day of the game.
        """
        injury = injury_on(day, self.injuries(club, position).get(player, ()))
        return None if injury is None or injury.is_suffered(day) else injury

    def hurt(self, club: int, player: int, position: str, day: date) -> Injury | None:
        """The injury that a player suffers in a game; parameters as for `out`."""
        injury = injury_on(day, self.injuries(club, position).get(player, ()))
        return injury if injury is not None and injury.is_suffered(day) else None

    def ill(self, club: int, position: str, day: date) -> dict[int, Injury]:
        """What players are out with on a day, or suffer in its game, by player id; parameters as for `injuries`."""
        found = {}
        for player, injuries in self.injuries(club, position).items():
            injury = injury_on(day, injuries)
            if injury is not None:
                found[player] = injury
        return found


def can_last(part: str, days: int) -> bool:
    """Whether an injury of a part of the body keeps a player out for so many days."""
    low, high = LASTS.get(part, (0, days))
    return low <= days <= high


@cache
def _share_of(part: str, severities: tuple[tuple[float, int, int], ...]) -> float:
    """Which share of the injuries lasts as long as one of a part can."""
    return fsum(
        share * sum(can_last(part, days) for days in range(low, high + 1)) / (high - low + 1)
        for share, low, high in severities
    )


def injury_on(day: date, injuries: Sequence[Injury]) -> Injury | None:
    """The injury of a player, of all of his in order of day, that he has on a day or suffers in its game."""
    for injury in injuries:
        if injury.day > day:
            return None
        if injury.back > day:
            return injury
    return None


def _dated(injury: Injury, games: Sequence[date]) -> Injury:
    """An injury with the day of the game in which it is suffered, the first from its day on; else one in training."""
    if not injury.in_game:
        return injury
    at = bisect_left(games, injury.day)
    return replace(injury, day=games[at]) if at < len(games) else replace(injury, in_game=False)
