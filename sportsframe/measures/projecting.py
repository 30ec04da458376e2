"""The first round of playoffs as it would be if the season ended today, from the seeds of the standings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from ..catalog.results import BRACKET
from ..catalog.rules import Seeding
from .ahead import BYE
from .clinch import TIED
from .series import PLAY_IN, UNKNOWN

DIVISION = ("division winner", "division", f"{TIED}division winner", f"{TIED}division")
"""Berths of teams that hold a place of their division."""


def projected(known: pd.DataFrame, seeding: Seeding) -> Iterator[dict[str, Any]]:
    """The first rounds if the season ended today."""
    found: list[dict[str, Any]] = []
    for name, part in known[known["seed"].notna()].groupby("conference"):
        table = part.sort_values("seed", kind="stable")
        table["place"] = range(1, len(table) + 1)
        pairs = seeding.first_round or _by_division(table, seeding)
        rows = [(0, pair) for pair in seeding.play_in_round] + [(1, pair) for pair in pairs]
        sure = _sure(table, seeding) if seeding.first_round else set(table["place"])
        at = {place: team for team, place in zip(table.index, table["place"]) if place in sure}
        made = []
        for number, pair in rows:
            row: dict[str, Any] = dict.fromkeys(BRACKET) | {
                "conference": name, "round": number, "projected": True, "games": 0,
                "round_name": PLAY_IN if number == 0 else seeding.round_name(1) if pair[1] else BYE,
            }  # fmt: skip
            for n, place in enumerate(pair, 1):
                open_ = number == 1 and any(place in one for one in seeding.play_in_round)
                team = None if open_ else at.get(place)
                row[f"seed_{n}"] = place if place > 0 else None
                if team is not None:
                    row |= {f"id_{n}": team, f"team_{n}": table.loc[team, "team"], f"wins_{n}": 0}
                    row[f"seed_{n}"] = table.loc[team, "seed"]
            made.append(row)
        for pair in seeding.play_in_round[:1]:  # the winner takes the better seed; the other games add no row
            made[0]["next"] = next(row for row, (number, places) in zip(made, rows) if number and pair[0] in places)
        found += made
    found.sort(key=lambda row: row["round"])
    slots: dict[int, int] = {}
    for row in found:
        slots[row["round"]] = row["slot"] = slots.get(row["round"], 0) + 1
        yield row


def _sure(table: pd.DataFrame, seeding: Seeding) -> set[int]:
    """Places whose team does not depend on a tie that is left: of one team, or of two that meet each other."""
    meeting = {frozenset(pair) for pair in (*seeding.first_round, *seeding.play_in_round)}
    places = [frozenset(level) for _, level in table.groupby("seed")["place"]]
    held = table[table["berth"].isin(DIVISION)].reindex(columns=["division", "seed", "place"])
    crowded = held.groupby("division")["seed"].transform("size") > seeding.per_division
    # Where more teams share the places of a division than it has, everything below depends on who is left out.
    last = int(held.loc[crowded, "place"].min()) if crowded.any() else len(table) + 1
    return {place for level in places if len(level) == 1 or level in meeting for place in level if place < last}


def _by_division(table: pd.DataFrame, seeding: Seeding) -> list[tuple[int, int]]:
    """The winners of divisions against the wild cards, best against last; second against third of each division.

    A place that depends on a tie is `UNKNOWN`; second and third may be level, as they meet each other.
    """
    divisions = dict(list(table[table["berth"].isin(DIVISION)].groupby("division", sort=False)))
    whole = all(len(mates) == seeding.per_division for mates in divisions.values())
    best = [int(mates["seed"].min()) for mates in divisions.values()]
    cards = table[table["berth"] == "wild card"]
    alone = (
        set(cards.loc[~cards["seed"].duplicated(keep=False), "place"]) if whole and len(set(best)) == len(best) else ()
    )
    above = seeding.per_division * len(divisions)
    against = [place if place in alone else UNKNOWN for place in range(above + 1, above + len(divisions) + 1)]
    pairs = []
    for mates in divisions.values():
        winner, others = mates[mates["berth"] == "division winner"], mates[mates["berth"] == "division"]
        first = int(winner["place"].iloc[0]) if len(winner) == 1 else UNKNOWN
        second, third = UNKNOWN, UNKNOWN
        if len(mates) == seeding.per_division and len(winner) == 1:
            second, third = (int(place) for place in others["place"])
        elif len(mates) == seeding.per_division and len(others) == 1:
            third = int(others["place"].iloc[0])
        pairs += [(first, against.pop()), (second, third)]
    return pairs
