"""Schema catalog: every field, unit, table, resource, parameter and sport of the service, each declared once."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import QueryError, choose
from . import registry
from .codes import SERVICE_SPORTS, CheckedSport
from .grammar import Answer, Record, Sport, Table
from .names import choose_table, sport_code
from .records import FieldSpec
from .resources import BASE_PATH, RESOURCES, TOKEN_PARAM, Param, Resource
from .sports import SPORTS
from .tables import Column, Layout

__all__ = [
    "BASE_PATH",
    "RESOURCES",
    "SPORTS",
    "TOKEN_PARAM",
    "VERSION",
    "Answer",
    "CheckedSport",
    "Column",
    "FieldSpec",
    "Layout",
    "Param",
    "Record",
    "Resource",
    "Sport",
    "Table",
    "answer",
    "every_answer",
    "every_table",
    "layout",
    "params",
    "register_sport",
    "sport_code",
    "sports_of",
    "usual_sport",
]

VERSION = "2"
"""Version of the catalog, incremented when a column's name, type or meaning changes; frames carry it in ``attrs``."""


def register_sport(sport: Sport) -> None:
    """Register a sport, so that loaders, columns, measures, plots, widgets and MCP tools accept it.

    Measures and plots are those of its game (``sport.game``); standings follow its rules. Register it before loading
    frames that are to be concatenated, because its code becomes a category of the column ``sport``. The built-in
    service has no data for it and returns an error. A package registers its sports through entry points in the group
    ``sportsframe.sports``.

    Parameters
    ----------
    sport : Sport
        Code, records, tables and rules, declared with ``sportsframe.catalog.grammar``.

    Raises
    ------
    ConfigError
        The code is already registered or names a league, or the declaration is incomplete or inconsistent.

    Examples
    --------
    >>> from sportsframe.catalog import SPORTS
    >>> from dataclasses import replace
    >>> wnba = replace(
    ...     SPORTS["NBA"], code="WNBA", name="Basketball, women", season_spans=False, opens=(5, 1)
    ... )
    >>> register_sport(wnba)                            # doctest: +SKIP
    """
    registry.add(SPORTS, sport)


def answer(sport: str, resource: str) -> Answer:
    """Return the response declaration of `resource` for `sport`; an unknown name raises an error with the choices."""
    choose(sport, SPORTS, "sport")
    try:
        return SPORTS[sport].answer(resource)
    except QueryError as error:
        having = ", ".join(sports_of(resource))
        raise QueryError(f"{error} Sports that have it: {having}." if having else str(error)) from None


def params(sport: str, resource: str) -> tuple[Param, ...]:
    """Return the query parameters of a sport's resource, without the token; none for an unknown sport."""
    return SPORTS[sport].params(resource) if sport in SPORTS else ()


def sports_of(resource: str) -> tuple[str, ...]:
    """Return the codes of the sports that have a resource."""
    found = RESOURCES.get(resource)
    return tuple(code for code, sport in SPORTS.items() if found is not None and found.group in sport.answers)


def usual_sport(resource: str) -> str | None:
    """Return the sport that is meant where none is named: if only one of the nine has a resource, that one."""
    codes = [code for code in sports_of(resource) if code in SERVICE_SPORTS]
    return codes[0] if len(codes) == 1 else None


def layout(sport: str, resource: str, table: str | None = None) -> Layout:
    """Return the layout of a table, by default the resource's default table or, if the sport lacks it, its first table.

    ``games``, the default of most loaders, is treated in the same way: for golf it selects ``tournaments``.
    """
    layouts = answer(sport, resource).layouts
    if isinstance(table, str) and table in layouts:
        return layouts[table]
    usual = RESOURCES[resource].table
    if table is None or (isinstance(table, str) and table in ("games", usual)):
        return layouts.get(usual) or next(iter(layouts.values()))
    return layouts[choose_table(table, layouts, f"{sport} {resource}")]


def every_answer() -> Iterator[tuple[str, Resource, Answer]]:
    """Yield every (sport, resource, answer), in catalog order."""
    for code, sport in SPORTS.items():
        for name in sport.resources:
            yield code, RESOURCES[name], sport.answer(name)


def every_table() -> Iterator[tuple[str, str, str, Layout]]:
    """Yield every (sport, resource, table, layout), in catalog order."""
    for code, resource, ans in every_answer():
        for name, lay in ans.layouts.items():
            yield code, resource.name, name, lay


def __dir__() -> list[str]:
    return __all__
