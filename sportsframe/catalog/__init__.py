"""What the service's data is: every field, unit, table, resource, parameter and sport, each said once."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import choose
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
    "Param", "Record", "Resource", "Sport", "Table", "answer", "every_table", "layout", "params",
]  # fmt: skip

VERSION = "1"
"""Changes when a column's name, type or meaning does; frames carry it."""

SPORTS: dict[str, Sport] = {s.code: s for s in (NFL, NBA, MLB, NHL, NCAAFB, NCAABB, PGA, SOCCER, DARTS)}
"""The nine sports by path code."""


def answer(sport: str, resource: str) -> Answer:
    """What `resource` answers for `sport`; a wrong word is refused with the choices."""
    choose(sport, SPORTS, "sport")
    choose(resource, RESOURCES, "resource")
    return SPORTS[sport].answers[resource]


def layout(sport: str, resource: str, table: str) -> Layout:
    """The columns of a table; ``games`` of golf is ``tournaments``."""
    layouts = answer(sport, resource).layouts
    if table == "games" and "games" not in layouts:
        table = next(iter(layouts))
    return layouts[choose(table, layouts, f"table of {sport} {resource}")]


def every_table() -> Iterator[tuple[str, str, str, Layout]]:
    """Every (sport, resource, table, layout), in catalog order."""
    for sport in SPORTS.values():
        for resource, ans in sport.answers.items():
            for name, lay in ans.layouts.items():
                yield sport.code, resource, name, lay
