"""Columns of darts matches that follow from the legs: opponents, sets, winners, who threw first."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

import numpy as np

from ..catalog.cached import cached_property
from ..catalog.darts import SETS
from . import arrays as cells

SETS_OF: dict[str, int] = {"player_1_sets": 0, "player_2_sets": 1}
"""Columns of sets won, and the index of the player."""


class Matches:
    """Darts matches of one response and their legs.

    Parameters
    ----------
    matches, legs : list of msgspec.Struct
    visits : list of msgspec.Struct
        Visits to the board of all legs.
    who : list of int or str
        The player of each visit.
    match_of_leg, leg_of_visit : ndarray of int
        Index of the match of each leg, and of the leg of each visit.
    """

    def __init__(
        self,
        matches: list[Any],
        legs: list[Any],
        visits: list[Any],
        who: list[Any],
        match_of_leg: np.ndarray,
        leg_of_visit: np.ndarray,
    ) -> None:
        self.matches = matches
        self.legs = legs
        self.visits = visits
        self.who = who
        self.match_of_leg = match_of_leg
        self.leg_of_visit = leg_of_visit

    def of_matches(self, name: str) -> Any:
        """A column with one row per match: one of `SETS_OF`, ``winner_id`` or ``winner``."""
        if name in SETS_OF:
            return cells.ints([won and won[SETS_OF[name]] for won in self._sets])
        winners = [
            None if place is None else pair[place] for place, pair in zip(self._winners, self._pairs, strict=True)
        ]
        if name == "winner_id":
            return cells.ints([winner and winner.player_id for winner in winners])
        return cells.texts([winner and winner.player for winner in winners])

    def of_players(self, names: Sequence[str], players: Any, where: np.ndarray) -> list[Any]:
        """Columns of rows that belong to a player: ``opponent_id``, ``opponent``, ``sets_won``, ``won``.

        Parameters
        ----------
        names : sequence of str
        players : Int64 array
            The player of each row.
        where : ndarray of int
            The match of each row.
        """
        ids = players.to_numpy(np.int64, na_value=cells.MISSING_INT)
        is_first, is_second = (self._ids[where, i] == ids for i in (0, 1))
        unknown = (is_first == is_second) | (ids == cells.MISSING_INT)
        places = np.where(unknown, 2 * len(self.matches), 2 * where + is_second)
        return [
            cells.gather((self._opponents if name.startswith("opponent") else self._results)[name], places)
            for name in names
        ]

    def of_legs(self, name: str) -> Any:
        """A column with one row per leg: who threw first or who won, by id or by name."""
        visits = self._legs[0 if name.startswith("first") else 1]
        if name.endswith("_id"):
            return cells.ints([None if i < 0 else int(self.who[i]) for i in visits])
        return cells.texts([None if i < 0 else self.visits[i].player for i in visits])

    @cached_property
    def _opponents(self) -> dict[str, Any]:
        """Id and name of the opponent of both players of each match, one after the other; at the end a missing one."""
        opponents = [player for pair in self._pairs for player in (pair[1], pair[0])]
        return {
            "opponent_id": cells.ints([player and player.player_id for player in opponents] + [None]),
            "opponent": cells.texts([player and player.player for player in opponents] + [None]),
        }

    @cached_property
    def _results(self) -> dict[str, Any]:
        """Results of both players of each match, in the same order."""
        return {
            "sets_won": cells.ints([won and won[i] for won in self._sets for i in (0, 1)] + [None]),
            "won": cells.bools([None if won is None else won == i for won in self._winners for i in (0, 1)] + [None]),
        }

    @cached_property
    def _pairs(self) -> list[tuple[Any, Any]]:
        """The two players; None for both where there are not two."""
        pairs: list[tuple[Any, Any]] = []
        for match in self.matches:
            players = [player for player in match.players or () if player is not None]
            pairs.append((players[0], players[1]) if len(players) == 2 else (None, None))
        return pairs

    @cached_property
    def _ids(self) -> np.ndarray:
        """The ids of the two players, shape (n_matches, 2)."""
        ids = [player.player_id if player else None for pair in self._pairs for player in pair]
        found: np.ndarray = cells.ints(ids).to_numpy(np.int64, na_value=cells.MISSING_INT)
        return np.reshape(found, (-1, 2))

    @cached_property
    def _last(self) -> np.ndarray:
        """Whether each visit finished its leg."""
        last: np.ndarray = np.array(list(map(attrgetter("end_score"), self.visits)), float) == 0
        return last

    @cached_property
    def _sets(self) -> list[tuple[int, int] | None]:
        """Sets won by each player of a match in sets, from the winners of the legs; None if unknown."""
        won: list[list[tuple[int, str]]] = [[] for _ in self.matches]
        for i in np.flatnonzero(self._last).tolist():
            leg = self.leg_of_visit[i]
            number = self.legs[leg].set
            if number is not None:
                won[self.match_of_leg[leg]].append((number, str(self.who[i])))
        return [_sets(*known) for known in zip(self.matches, self._pairs, won, strict=True)]

    @cached_property
    def _winners(self) -> list[int | None]:
        """The place of the winner among the two players of each match; None if unknown."""
        return [_winner(*known) for known in zip(self.matches, self._pairs, self._sets, strict=True)]

    @cached_property
    def _legs(self) -> tuple[list[int], list[int]]:
        """A visit of the player who threw first in each leg, and one of the player who won it; -1 if unknown.

        The first thrower is known from the number of visits: who had one more, or as many and lost the leg.
        """
        first, winner = (np.full(len(self.legs), -1) for _ in range(2))
        ids = [cells.whole_number(who) if isinstance(who, str) else who for who in self.who]
        ids = [cells.MISSING_INT if who is None else who for who in ids]
        names, player = np.unique(np.array(ids, np.int64), return_inverse=True)
        if not len(names):
            return first.tolist(), winner.tolist()
        pairs, visit, pair, count = np.unique(
            self.leg_of_visit * len(names) + player, return_index=True, return_inverse=True, return_counts=True
        )
        finished = np.bincount(pair, self._last) > 0
        leg = pairs // len(names)
        known = names[pairs % len(names)] != cells.MISSING_INT
        legs, starts, players = np.unique(leg, return_index=True, return_counts=True)
        alone = np.add.reduceat(finished, starts, dtype=int) == 1
        sure = np.logical_and.reduceat(known, starts)
        one = finished & np.isin(leg, legs[alone & sure])
        winner[leg[one]] = visit[one]
        lone = sure & (players == 1)
        first[legs[lone]] = visit[starts[lone]]
        for number, a in zip(legs[sure & (players == 2)].tolist(), starts[sure & (players == 2)].tolist(), strict=True):
            b = a + 1
            more = int(count[a] - count[b])
            if abs(more) == 1:
                first[number] = visit[a if more > 0 else b]
            elif more == 0 and winner[number] >= 0:
                first[number] = visit[b if one[a] else a]
        return first.tolist(), winner.tolist()


def _sets(match: Any, pair: tuple[Any, Any], legs: list[tuple[int, str]]) -> tuple[int, int] | None:
    if match.format != "set" or match.game_id is None or pair[0] is None:
        return None
    won = SETS.won(match.game_id, legs)
    return None if won is None else (won[str(pair[0].player_id)], won[str(pair[1].player_id)])


def _winner(match: Any, pair: tuple[Any, Any], sets: tuple[int, int] | None) -> int | None:
    """The place of the winner of a finished match, by sets or by legs."""
    if pair[0] is None or cells.phase(match.status) != "finished":
        return None
    counts = sets if match.format == "set" else (pair[0].legs_won, pair[1].legs_won)
    if counts is None or None in counts or cells.MISSING_INT in counts or counts[0] == counts[1]:
        return None
    return int(counts[1] > counts[0])
