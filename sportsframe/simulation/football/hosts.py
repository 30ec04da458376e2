"""Which side is at home in college football: every club in about half of its games, and seldom in long stands."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Container, Sequence
from random import Random

from .._common.calendar import Pair

HOME = 5, 7
"""Fewest and most games at home of a club."""

STAND = 4
"""Games that a club may have at home, or away, without a break."""

EVEN = 10.0
"""Points by which a side may be better in a game outside the conferences that is turned round to shorten a stand."""

TRIES = 4
"""How often every long stand is looked at."""


class Hosts:
    """Who is host in the games of a season.

    Parameters
    ----------
    pairs : sequence of (int, int)
        The games as (away, home), clubs by number.
    numbers : sequence of int
        Week of each game.
    inside : sequence of bool
        Whether a game is of a conference: there the balance of every club stays as it is.
    gaps : sequence of float
        How much better one side of a game is than the other; of games outside the conferences those of equals are
        turned round first.
    bound : set of int
        Clubs that are never hosts; with them no game is turned round.
    settled : set of int
        Games whose host is settled.
    r : random.Random
        For choices.
    """

    def __init__(
        self,
        pairs: Sequence[Pair],
        numbers: Sequence[int],
        inside: Sequence[bool],
        gaps: Sequence[float],
        bound: set[int],
        settled: set[int],
        r: Random,
    ) -> None:
        self.sides = [list(pair) for pair in pairs]
        self.inside, self.gaps, self.r = inside, gaps, r
        self.free = [game not in settled and not bound.intersection(pair) for game, pair in enumerate(pairs)]
        self.games: dict[int, list[int]] = defaultdict(list)
        for game in sorted(range(len(pairs)), key=lambda game: numbers[game]):
            for club in pairs[game]:
                self.games[club].append(game)
        self.equals_first = {club: sorted(games, key=lambda game: gaps[game]) for club, games in self.games.items()}
        self.clubs = sorted(set(self.games) - bound)
        self.count = {club: sum(self.sides[game][1] == club for game in self.games[club]) for club in self.clubs}

    def settled(self) -> list[Pair]:
        """The games as (away, home)."""
        self._balance()
        long = self.clubs
        for _ in range(TRIES):
            long = [club for club in long if self._stands(club)]
            for club in long:
                self._shorten(club)
        return [(away, home) for away, home in self.sides]

    def _turn(self, games: Sequence[int]) -> None:
        for game in games:
            self.sides[game].reverse()

    def _path(self, start: int, side: int, inside: bool, goal: Container[int]) -> tuple[list[int], int]:
        """The fewest games that, turned round, take one on a side from a club and give it to one of the goals.

        The others on the path keep theirs. No games where there is no path; and the goal.
        """
        came: dict[int, tuple[int, int]] = {}
        waiting = deque([start])
        while waiting:
            club = waiting.popleft()
            for game in self.equals_first[club]:
                sides = self.sides[game]
                other = sides[1 - side]
                if sides[side] != club or self.inside[game] is not inside or not self.free[game] or other in came:
                    continue
                if other in goal:
                    games, at = [game], club
                    while at != start:
                        at, game = came[at]
                        games.append(game)
                    return games, other
                if other != start:
                    came[other] = club, game
                    waiting.append(other)
        return [], start

    def _balance(self) -> None:
        """Turn games outside the conferences until everybody has enough at home and not too many."""
        (low, high), count = HOME, self.count
        for club in self.clubs:
            while not low <= count[club] <= high:
                much = count[club] > high
                goal = {one for one, own in count.items() if (own < high if much else own > low)}
                games, other = self._path(club, int(much), inside=False, goal=goal)
                if not games:
                    break
                self._turn(games)
                count[club] += -1 if much else 1
                count[other] += 1 if much else -1

    def _stands(self, club: int) -> int:
        """What the long stands of a club count: more, the longer they are."""
        found = run = 0
        sides, last = self.sides, None
        for game in self.games[club]:
            home = sides[game][1] == club
            if home is not last:
                last, run = home, 1
            else:
                run += 1
                if run > STAND:
                    found += run - STAND
        return found

    def _shorten(self, club: int) -> None:
        """Turn round one of the games of a club, and others so that nobody has more or fewer at home for it."""
        for game in self.r.sample(self.games[club], len(self.games[club])):
            side = int(self.sides[game][1] == club)
            if not self.free[game] or (not self.inside[game] and self.gaps[game] > EVEN):
                continue
            games, _ = self._path(self.sides[game][1 - side], side, self.inside[game], (club,))
            if games:
                games.append(game)
                near = {one for turned in games for one in self.sides[turned]}
                before = sum(map(self._stands, near))
                self._turn(games)
                after = sum(map(self._stands, near))
                if after < before:
                    return
                self._turn(games)
