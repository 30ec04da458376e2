"""Columns that calls name: which one is meant, which tables have it, and in what order values stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from ...catalog import SPORTS
from ...errors import nearest
from ...service.tokens import FULL, Grant
from .caller import Json, covered
from .schemas import ToolFailure

if TYPE_CHECKING:
    from ...catalog import Layout


def asked_for(arguments: Json) -> list[str]:
    """Return the columns that a call names, to show or to sort by."""
    sort = arguments.get("sort")
    return [*arguments.get("columns", ()), *([sort.removeprefix("-")] if sort else ())]


def meant(name: str, columns: Iterable[str]) -> str:
    """Return the column that a name means, which may be in any case and in words; "" if there is none."""
    known = list(columns)
    if name in known:
        return name
    return {column.casefold(): column for column in known}.get("_".join(name.casefold().split()), "")


def column_of(name: str, columns: Iterable[str], place: Callable[[str], str] = lambda name: "") -> str:
    """Return the column that a name means.

    Raises
    ------
    ToolFailure
        There is none; the message says what `place` returns for it, or lists the columns.
    """
    known = list(columns)
    if found := meant(name, known):
        return found
    raise ToolFailure(
        place(name)
        or f"no column {name!r}; the columns are {', '.join(map(str, known))}.{nearest(name, map(str, known))}"
    )


def tables_having(code: str, resource: str, *names: str) -> list[str]:
    """Return the tables of a resource that have all these columns."""
    columns = {table: [column.name for column in held.columns] for table, held in layouts_of(code, resource).items()}
    return [table for table, known in columns.items() if all(meant(name, known) for name in names)]


def layouts_of(code: str, resource: str) -> Mapping[str, Layout]:
    """Return the tables of a resource by name; none if the sport has no such resource."""
    return SPORTS[code].answer(resource).layouts if resource in SPORTS[code].resources else {}


def where_column_is(code: str, resource: str, name: str, table: str = "", *, grant: Grant = FULL) -> str:
    """Return where a column is that a table, or without one the records of a resource, have not; or "".

    It may be in another table or another resource, be called otherwise there, or be a measure. Of what a token does
    not cover nothing is said.
    """
    from ...measures import of_table
    from ...measures.spoken import as_column
    from ..rankings import PER_GAME

    known = {one: [column.name for column in held.columns] for one, held in layouts_of(code, resource).items()}
    every = dict.fromkeys(column for columns in known.values() for column in columns)
    lead = f"the table {table} has no column {name!r}" if table else f"no column {name!r} in the records of {resource}"

    def had(tables: list[str], what: str = "it") -> str:
        shown = " or ".join(tables[:MOST_TABLES])
        return (
            f"pass as table {shown}, which has {what}"
            if table
            else f"get_table with resource {resource} has {what} in {shown}"
        )

    if tables := tables_having(code, resource, name):
        return f"{lead}; {had(tables)}."
    called = as_column(name)
    if tables := tables_having(code, resource, called):
        return f"{lead}. Did you mean {called!r}?" if table in tables else f"{lead}; {had(tables, repr(called))}."
    tables = [one for one in known if called in of_table(code, one, resource)]
    if tables or called.removesuffix(PER_GAME) in every:
        has = []
        if all(grant.covers(code, one) for one in ("live", *(["player-stats"] if resource != "live" else ()))):
            has = ["get_leaders has it for all players, or one"]
        if tables and resource == "live":
            has.append(f"get_measures has it for {' or '.join(tables)}")
        return f"{lead}; {called} is derived{': ' if has else ''}{', '.join(has)}."
    for other in covered(grant, code):
        if other in WITH_COLUMNS and other != resource and (tables := tables_having(code, other, called)):
            return f"{lead}; get_table with resource {other} has {called!r} in {' or '.join(tables[:MOST_TABLES])}."
    near = get_close_matches(called, every, n=MOST_TABLES - 1, cutoff=SIMILAR_COLUMN)
    shown = (f"{one!r} ({', '.join(tables_having(code, resource, one)[:MOST_TABLES])})" for one in near)
    return f"{lead}. Did you mean {' or '.join(shown)}?" if near else ""


WITH_COLUMNS = ("live", "player-stats", "team-stats", "player-info", "team-info")
"""Resources in which a column is looked for that another one lacks."""

SIMILAR_COLUMN = 0.75
"""How alike the names of two columns must be, of 1, for the one to be suggested for the other."""

MOST_TABLES = 4
"""Tables that a message names."""


def in_order(value: Any) -> list[tuple[bool, float, str]]:
    """Return what puts values of any type in order: numbers by size, before text as `ordered` has it."""
    return [(False, value, "")] if isinstance(value, int | float) else ordered(str(value))


def ordered(text: str) -> list[tuple[bool, float, str]]:
    """Return what puts texts in the order that people expect: times by time, and numbers in them by size."""
    if text.endswith(" GMT"):
        with suppress(ValueError):
            return [(False, parsedate_to_datetime(text).timestamp(), "")]
    parts = re.split(r"([0-9]+)", text)
    return [(False, float(word), "") if word.isdecimal() else (True, 0.0, word) for word in parts if word]
