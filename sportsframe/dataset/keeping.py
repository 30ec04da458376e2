"""The final rows of a part, which are kept, and what an answer has lost of them: whole tables, or a side of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from functools import cache
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from ..catalog.cached import cached_property
from .schema import conformed, has_final, layout_of, origins, schema

LEFT_BY_CORRECTIONS = 0.5
"""Share of its numbers of which corrections leave a side of a game more; one with no more than that was emptied."""


class Place(NamedTuple):
    """Where numbers of a game stand: a table, the game and the side, None where a table has no sides."""

    table: str
    game: str
    side: str | None


class Finals:
    """The final rows of a part with the columns of the present catalog, read when they are needed.

    Parameters
    ----------
    sport : str
    rows : iterable of (str, pyarrow.Table)
        Tables and their final rows, as files hold them.
    """

    def __init__(self, sport: str, rows: Iterable[tuple[str, pa.Table]]) -> None:
        self.sport, self._rows = sport, rows

    @cached_property
    def tables(self) -> dict[str, pa.Table]:
        known = origins(self.sport)
        return {name: conformed(table, self.sport, name) for name, table in self._rows if name in known}

    @property
    def are_read(self) -> bool:
        """Whether they were needed."""
        return "tables" in vars(self)

    @cached_property
    def games(self) -> frozenset[str]:
        columns = (pc.unique(table["game_id"]).to_pylist() for table in self.tables.values())
        return frozenset(game for games in columns for game in games if game is not None)

    @cached_property
    def numbers(self) -> Counter[Place]:
        return numbers(self.sport, self.tables.items())

    def of(self, name: str, games: Iterable[str]) -> pa.Table:
        """The rows of some games in a table; none if its file cannot be read."""
        table = self.tables.get(name)
        return schema(self.sport, name).empty_table() if table is None else of_games(table, games)


def of_games(table: pa.Table, games: Iterable[str]) -> pa.Table:
    return table.filter(pc.is_in(table["game_id"], pa.array(sorted(games), pa.string())))


def numbers(sport: str, tables: Iterable[tuple[str, pa.Table]]) -> Counter[Place]:
    """How many numbers tables of box scores have, without those that say which game a row is of."""
    found: Counter[Place] = Counter()
    for name, table in tables:
        counted = [column for column in _numeric(sport, name) if column in table.column_names]
        keys = [key for key in ("game_id", "side") if key in table.column_names]
        if not counted or "game_id" not in keys:
            continue
        groups = table.group_by(keys).aggregate([(column, "count") for column in counted]).to_pydict()
        sides: list[Any] = groups.get("side") or [None] * len(groups["game_id"])
        counts = zip(*(groups[f"{column}_count"] for column in counted), strict=True)
        for game, side, cells in zip(groups["game_id"], sides, counts, strict=True):
            found[Place(name, game, side)] += sum(cells)
    return found


def emptied(before: Counter[Place], now: Counter[Place], games: Container[str], tables: Container[str]) -> set[str]:
    """Those of some games that have lost more numbers, in a table or a side of it, than corrections take away."""
    return {
        place.game
        for place, count in before.items()
        if place.table in tables and place.game in games and now[place] <= count * LEFT_BY_CORRECTIONS
    }


@cache
def _numeric(sport: str, name: str) -> tuple[str, ...]:
    """The columns of a table with numbers; without ids, what all tables have, and what is over when the game is.

    Where a row is of both sides, those with a unit, such as scores: others say when and where it was played.
    """
    schemas = [schema(sport, one) for one in origins(sport) if has_final(sport, one)]
    layout = layout_of(sport, name)
    others = set.intersection(*(set(one.names) for one in schemas)) | layout.momentary
    found = [
        column
        for column in layout.columns
        if column.kind in ("int", "float", "decimal") and not column.name.endswith("_id") and column.name not in others
    ]
    results = [column for column in found if column.unit]
    sided = "side" in schema(sport, name).names
    return tuple(column.name for column in (found if sided or not results else results))
