"""Season totals of players from box scores, which are compared with the targets for players."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from statistics import fmean
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


def mean_over(seasons: Sequence[Season], leaders: Callable[[Totals], dict[str, float]]) -> dict[str, float]:
    """Return the means of statistics of players over seasons."""
    found = [leaders(Totals(season)) for season in seasons]
    return {name: fmean(one[name] for one in found) for name in found[0]}


def _flat(box: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Player id and line, whether or not the lines stand in groups."""
    for key, value in box.items():
        if key.isdigit():
            yield key, value
        else:
            yield from value.items()
