"""What the service's data is: every field, unit, table, resource, parameter and sport, each said once."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import choose
from . import registry
from .baseball import MLB
from .basketball import NBA, NCAABB
from .darts import DARTS
from .football import NCAAFB, NFL
from .golf import PGA
from .grammar import Answer, Column, FieldSpec, Layout, Record, Sport, Table
from .hockey import NHL
from .resources import BASE_PATH, LATER, RESOURCES, TOKEN_PARAM, Param, Resource, params
from .soccer import SOCCER

__all__ = [
    "BASE_PATH", "LATER", "RESOURCES", "SPORTS", "TOKEN_PARAM", "VERSION", "Answer", "Column", "FieldSpec", "Layout",
    "Param", "Record", "Resource", "Sport", "Table", "answer", "every_answer", "every_table", "layout", "params",
    "register_sport", "sports_of",
]  # fmt: skip

VERSION = "2"
"""Changes when a column's name, type or meaning does; frames carry it."""

SPORTS: dict[str, Sport] = {s.code: s for s in (NFL, NBA, MLB, NHL, NCAAFB, NCAABB, PGA, SOCCER, DARTS)}
"""The sports by path code: the nine, then those registered from outside."""


def register_sport(sport: Sport) -> None:
    """Make a sport known to every verb: loaders, columns, measures, plots, widgets and tools.

    Its games are measured and drawn like those of its game (``sport.game``), and ranked by its rules. Register it
    before loading frames that are to be concatenated: its code becomes a category of the column ``sport``. The built-in
    service has no data of it and says so. A package registers its sports by entry points of the group
    ``sportsframe.sports``.

    Parameters
    ----------
    sport : Sport
        Code, records, tables and rules, in the words of `sportsframe.catalog.grammar`.

    Raises
    ------
    ConfigError
        Its code is taken, or something it needs is missing.

    Examples
    --------
    >>> from sportsframe.catalog import SPORTS
    >>> from dataclasses import replace
    >>> wnba = replace(SPORTS["NBA"], code="WNBA", name="Basketball, women", season_spans=False)
    >>> register_sport(wnba)                            # doctest: +SKIP
    """
    registry.add(SPORTS, sport)


def answer(sport: str, resource: str) -> Answer:
    """What `resource` answers for `sport`; a wrong word is refused with the choices."""
    choose(sport, SPORTS, "sport")
    return SPORTS[sport].answer(resource)


def sports_of(resource: str) -> tuple[str, ...]:
    """The codes of the sports that have a resource."""
    return tuple(code for code, sport in SPORTS.items() if resource in sport.resources)


def layout(sport: str, resource: str, table: str | None = None) -> Layout:
    """The columns of a table, by default the resource's own; where a sport has not that one, its first.

    ``games``, the default of most loaders, stands for it where no table is called so: for golf ``tournaments``.
    """
    layouts = answer(sport, resource).layouts
    usual = RESOURCES[resource].table
    if table in (None, "games", usual) and table not in layouts:
        return layouts.get(usual) or next(iter(layouts.values()))
    return layouts[choose(table, layouts, f"table of {sport} {resource}")]


def every_answer() -> Iterator[tuple[str, Resource, Answer]]:
    """Every (sport, resource, answer), in catalog order."""
    for code, sport in SPORTS.items():
        for name in sport.resources:
            yield code, RESOURCES[name], sport.answer(name)


def every_table() -> Iterator[tuple[str, str, str, Layout]]:
    """Every (sport, resource, table, layout), in catalog order."""
    for code, resource, ans in every_answer():
        for name, lay in ans.layouts.items():
            yield code, resource.name, name, lay


registry.add_installed(SPORTS)  # last: what is loaded may import all of the above
