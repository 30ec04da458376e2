"""Season totals of players from box scores, which are compared with the targets for players."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from math import nan
from statistics import correlation, fmean
from typing import Any

from .season import Season

LATER = timedelta(days=6)
"""So long after its start every game is over."""


class Totals:
    """Sums by player over a regular season.

    Parameters
    ----------
    season : Season
        The season; all its games are played.

    Attributes
    ----------
    season : Season
        The season.
    sums : dict of str to Counter
        Figure, by its key on the wire -> sum by player id.
    games : Counter
        Games by player id.
    clubs : dict
        Team ids by player id.
    lines : list
        Every line: game number, team id, player id, the line itself.
    """

    def __init__(self, season: Season) -> None:
        self.season = season
        self.sums: dict[str, Counter[str]] = defaultdict(Counter)
        self.games: Counter[str] = Counter()
        self.clubs: dict[str, set[int]] = defaultdict(set)
        self.lines: list[tuple[int, int, str, Mapping[str, Any]]] = []
        for number, entry in enumerate(season.regular()):
            record = entry.live(entry.start + LATER)
            if record is not None:
                self._add(number, record.wire())

    def _add(self, number: int, game: Mapping[str, Any]) -> None:
        for side in ("away_team", "home_team"):
            team = game["full_box"][side]["team_id"]
            seen = set()
            for player, line in _flat(game["player_box"][side]):
                self.lines.append((number, team, player, line))
                self.clubs[player].add(team)
                seen.add(player)
                for key, value in line.items():
                    if isinstance(value, (int, float)):
                        self.sums[key][player] += value  # type: ignore[assignment]
            self.games.update(seen)

    def leader(self, *keys: str) -> float:
        """The highest sum of a figure, or of several added up."""
        return max(self.sum(player, *keys) for player in self.games)

    def sum(self, player: str, *keys: str) -> float:
        """The sum of a player's figures."""
        return sum(self.sums[key][player] for key in keys)

    def average(self, player: str, key: str) -> float:
        """A figure of a player in a game."""
        return self.sums[key][player] / self.games[player]

    def regulars(self, games: int) -> list[str]:
        """The players with so many games."""
        return [player for player, count in self.games.items() if count >= games]

    @property
    def movers(self) -> int:
        """Players with two clubs and more."""
        return sum(len(clubs) > 1 for clubs in self.clubs.values())


@dataclass(frozen=True)
class Rate:
    """A statistic by which players are compared with themselves: how much of one figure for each of another.

    Attributes
    ----------
    figure, per : str
        Keys on the wire.
    least : float
        The least of the latter with which a season counts.
    """

    figure: str
    per: str
    least: float

    def of(self, totals: Totals) -> dict[str, float]:
        """The rates of a season by player id."""
        made, tried = totals.sums[self.figure], totals.sums[self.per]
        return {player: made[player] / count for player, count in tried.items() if count >= self.least}


def mean_over(
    seasons: Sequence[Season],
    leaders: Callable[[Totals], dict[str, float]],
    rates: Mapping[str, Callable[[Totals], dict[str, float]]],
) -> dict[str, float]:
    """Return the means of statistics of players over seasons, and how far rates of players last.

    The latter is the correlation of a rate with that of the season before; not a number without two seasons running.
    """
    found, held = [], []
    for season in seasons:
        totals = Totals(season)
        found.append(leaders(totals))
        held.append((season.year, {name: rate(totals) for name, rate in rates.items()}))
    result = {name: fmean(one[name] for one in found) for name in found[0]}
    for name in rates:
        pairs = [
            (before[name][player], after[name][player])
            for (year, before), (later, after) in pairwise(held)
            if later == year + 1
            for player in before[name].keys() & after[name].keys()
        ]
        result[f"{name}, with the season before"] = correlation(*zip(*pairs)) if len(pairs) > 2 else nan
    return result


def _flat(box: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Player id and line, whether or not the lines stand in groups."""
    for key, value in box.items():
        if key.isdigit():
            yield key, value
        else:
            yield from value.items()
