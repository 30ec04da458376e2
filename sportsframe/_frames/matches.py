"""What the legs of darts matches tell of the match: opponents, sets, winners, who threw first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Any

import numpy as np

from ..catalog.darts import SETS
from . import arrays as cells

Shared = dict[Hashable, Any]

SETS_OF: dict[str, int] = {"player_1_sets": 0, "player_2_sets": 1}
"""Columns of sets won, and which player's they are."""


def of_matches(name: str, matches: list[Any], players: Any, where: np.ndarray | None, shared: Shared) -> Any:
    """A column that follows from whole matches.

    Parameters
    ----------
    name : str
        One of `SETS_OF`, ``winner_id``, ``winner``; with players ``opponent_id``, ``opponent``, ``sets_won``, ``won``.
    matches : list of msgspec.Struct
    players : Int64 array, optional
        The player of each row.
    where : ndarray of int, optional
        The match of each row; None where rows are matches.
    shared : dict
        What other columns of the same answer have found already.
    """
    if "pairs" not in shared:
        shared["pairs"] = [_pair(match) for match in matches]
    pairs = shared["pairs"]
    if name in ("opponent_id", "opponent"):
        if "opponents" not in shared:
            shared["opponents"] = (
                cells.ints([player and player.player_id for pair in pairs for player in reversed(pair)] + [None]),
                cells.texts([player and player.player for pair in pairs for player in reversed(pair)] + [None]),
            )
        return shared["opponents"][name == "opponent"][_places(pairs, players, where)]
    if "sets" not in shared:
        shared["sets"] = [_sets(match, pair) for match, pair in zip(matches, pairs, strict=True)]
    sets = shared["sets"]
    if name in SETS_OF:
        return cells.ints([won and won[SETS_OF[name]] for won in sets])
    if name == "sets_won":
        return cells.ints([won and won[i] for won in sets for i in (0, 1)] + [None])[_places(pairs, players, where)]
    winners = [_winner(*known) for known in zip(matches, pairs, sets, strict=True)]
    if name == "won":
        facts = [None if winner is None else player is winner for winner, pair in zip(winners, pairs, strict=True)
                 for player in pair]  # fmt: skip
        return cells.bools([*facts, None])[_places(pairs, players, where)]
    if name == "winner_id":
        return cells.ints([winner and winner.player_id for winner in winners])
    return cells.texts([winner and winner.player for winner in winners])


def of_legs(name: str, legs: list[Any], shared: Shared) -> Any:
    """Who threw first in each leg, or who won it, by id or by name."""
    if "legs" not in shared:
        shared["legs"] = [_leg(leg) for leg in legs]
    first_or_winner = 0 if name.startswith("first") else 1
    found = [leg[first_or_winner] for leg in shared["legs"]]
    if name.endswith("_id"):
        return cells.ints([who and who[0] for who in found])
    return cells.texts([who and who[1] for who in found])


def _pair(match: Any) -> tuple[Any, Any]:
    """The two players; None for both where there are not two."""
    players = [player for player in (match.players if match is not None else None) or () if player is not None]
    return (players[0], players[1]) if len(players) == 2 else (None, None)


def _places(pairs: list[tuple[Any, Any]], players: Any, where: np.ndarray | None) -> np.ndarray:
    """Where the player of each row stands among the players of all matches, two by two; past the end if nowhere."""
    assert where is not None
    who = players.to_numpy(np.int64, na_value=0)
    ids = np.array(
        [[-1 if p is None or p.player_id is None else p.player_id for p in pair] for pair in pairs], np.int64
    )
    first, second = (ids.reshape(-1, 2)[where, i] == who for i in (0, 1))
    return np.where(first, 2 * where, np.where(second, 2 * where + 1, 2 * len(pairs)))


def _sets(match: Any, pair: tuple[Any, Any]) -> tuple[int, int] | None:
    """Sets won by either player of a match in sets, by who finished each leg; None where they cannot be told."""
    if match is None or match.format != "set" or match.game_id is None or pair[0] is None:
        return None
    winners = [
        (leg.set, str(who))
        for leg in match.leg_breakdown or ()
        if leg is not None and leg.set is not None
        for visits in leg.turns or ()
        for who, visit in (zip(visits, visits.values(), strict=True) if visits else ())
        if visit is not None and visit.end_score == 0
    ]
    won = SETS.won(match.game_id, winners)
    return None if won is None else (won[str(pair[0].player_id)], won[str(pair[1].player_id)])


def _winner(match: Any, pair: tuple[Any, Any], sets: tuple[int, int] | None) -> Any:
    """The player who won a finished match, by sets or by legs; None where that cannot be told."""
    if pair[0] is None or cells.phase(match.status) != "finished":
        return None
    counts = sets if match.format == "set" else (pair[0].legs_won, pair[1].legs_won)
    if counts is None or None in counts or cells.MISSING_INT in counts or counts[0] == counts[1]:
        return None
    return pair[counts[1] > counts[0]]


Who = tuple[int, str | None] | None


def _leg(leg: Any) -> tuple[Who, Who]:
    """Who threw first in a leg, who had one visit more or won with as many; and who won it."""
    visits: Counter[Any] = Counter()
    names: dict[Any, str | None] = {}
    winners = set()
    for turn in leg.turns or ():
        for who, visit in zip(turn, turn.values(), strict=True) if turn else ():
            if visit is None or cells.whole_number(str(who)) is None:
                continue
            visits[who] += 1
            names[who] = visit.player
            if visit.end_score == 0:
                winners.add(who)
    winner = next(iter(winners)) if len(winners) == 1 else None
    first = None
    if len(visits) <= 2:
        most = [who for who, count in visits.items() if count == max(visits.values())]
        others = [who for who in most if who != winner] if winner is not None else []
        first = most[0] if len(most) == 1 else others[0] if len(others) == 1 else None  # of as many, the winner is last

    def named(who: Any) -> Who:
        return None if who is None else (int(who), names[who])

    return named(first), named(winner)
