"""All declared measures: by sport, by table, and as a frame."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from functools import cache, partial

import numpy as np
import pandas as pd

from .._frames.typed import verb
from ..catalog import SPORTS, Sport, layout, sport_code
from ..catalog.season_stats import GAMES_PLAYED, Total
from ..errors import choose
from . import baseball, basketball, darts, football, golf, hockey, league_measures, ratings, soccer
from .grammar import Measure, adds_up
from .rows import FINISHED, Primitive, Rows, floats
from .tables import UNITS, season_totals

MODULES = {
    "baseball": baseball,
    "basketball": basketball,
    "football": football,
    "hockey": hockey,
    "darts": darts,
    "soccer": soccer,
    "golf": golf,
}


@cache
def of_sport(sport: str) -> tuple[Measure, ...]:
    """Return all measures of a sport: those of its game, and those derived from its rules."""
    known = SPORTS[sport]
    module = MODULES.get(known.game)
    own = module.measures(known) if module else ()
    names = {one.name for one in own}
    possible = filter(None, (_possible(one, known, names - {one.name}) for one in own))
    return (*possible, *league_measures.measures(known), *ratings.measures(known))


def _possible(one: Measure, sport: Sport, computed: Container[str]) -> Measure | None:
    """Return a measure for those of its tables that declare what it is computed from; None if none of them does.

    ``opp_`` and ``team_`` inputs are columns of other rows of the table, and an input may itself be a measure.
    """
    answer = sport.answers.get(one.resource)
    if answer is None:
        return None

    def known(name: str, table: str, columns: Container[str]) -> bool:
        if name in columns or name in computed:
            return True
        if own := primitives_of(sport.code, table, one.resource).get(name):
            return all(known(part, table, columns) for part in own.needs)
        rests = [name.removeprefix(prefix) for prefix in ("opp_", "team_") if name.startswith(prefix)]
        return any(known(rest, table, columns) for rest in rests)

    tables = []
    for table in one.tables:
        if (lay := answer.layouts.get(table)) is not None:
            columns = {column.name for column in lay.columns}
            if all(known(name, table, columns) for name in one.inputs):
                tables.append(table)
    return replace(one, tables=tuple(tables)) if tables else None


HEADERS = (
    "name",
    "label",
    "sport",
    "table",
    "inputs",
    "formula",
    "unit",
    "better",
    "adds",
    "dtype",
    "reference",
    "note",
)


@cache
def of_table(sport: str, table: str, resource: str = "live") -> dict[str, Measure]:
    """Return the measures of a table of a resource, by name.

    A table of season statistics has, besides its own, those of its box scores that follow from totals.
    """
    totals = season_totals(sport, table, resource)
    own = {one.name: one for one in of_sport(sport) if table in one.tables and one.resource == resource}
    if totals is None:
        return own
    rules = {column.name: totals.rule(column.name) for column in layout(sport, resource, table).columns}
    sums = {name for name, rule in rules.items() if rule is None or getattr(rule, "value", None) in UNITS}
    primitives = primitives_of(sport, table, resource)

    def known(name: str) -> bool:
        return name in sums or (name in primitives and all(map(known, primitives[name].needs)))

    follow = {
        one.name: one
        for box in totals.boxes
        for one in of_table(sport, box).values()
        if all(map(known, one.inputs)) and not one.requires and _follows_from_sums(one)
    }
    return {**follow, **own}


def _follows_from_sums(one: Measure) -> bool:
    return one.of_sums or (one.aggregation == "count" and not one.flag and adds_up(one.value, one.inputs))


@cache
def primitives_of(sport: str, table: str, resource: str = "live") -> dict[str, Primitive]:
    """Return what the measures of a table are computed from besides its columns, by name."""
    held = getattr(MODULES.get(SPORTS[sport].game), "PRIMITIVES", {})
    totals = season_totals(sport, table, resource)
    if totals is None:
        return {name: primitive for (where, name), primitive in held.items() if where == table}
    found = {name: one for (where, name), one in held.items() if where in totals.boxes and one.adds}
    for column, rule in totals.rules.items():
        if isinstance(rule, Total) and rule.value in UNITS:
            found[rule.of[0]] = Primitive((column,), partial(_scaled, column, UNITS[rule.value]))
    return {**found, FINISHED: Primitive((GAMES_PLAYED,), partial(_scaled, GAMES_PLAYED, 1))}


def _scaled(column: str, factor: int, rows: Rows) -> np.ndarray:
    return factor * floats(rows.frame[column])


@verb
def catalog(sport: str | None = None, table: str | None = None) -> pd.DataFrame:
    """Return all measures as a frame.

    Parameters
    ----------
    sport, table : str, optional
        Filters; ``table`` may also be ``standings``.

    Returns
    -------
    pandas.DataFrame, shape (n_measures, 12)
        One row a measure, sport and table: ``name, label, sport, table, inputs, formula, unit, better, adds, dtype,
        reference, note``. ``better`` (Int64) is 1 where more is better, -1 where less is, else 0; the rest is text.
        ``adds`` says how groups are made: ``ratio`` and ``rule`` sum the inputs and apply the formula once, ``count``
        may itself be summed, ``min`` and ``max`` take the least and the greatest row, ``no`` has no group value.

    Raises
    ------
    QueryError
        The sport or table is unknown.

    Examples
    --------
    >>> "era" in set(sf.measures.catalog("MLB", "pitching")["name"])
    True
    """
    if sport is not None:
        sport = sport_code(sport)
    rows = [
        (
            *(one.name, one.label, code, where, ", ".join(one.inputs), one.formula, one.unit),
            *(_better(one), one.aggregation, one.dtype, one.reference, _note(one)),
        )
        for code in ([sport] if sport else SPORTS)
        for one in of_sport(code)
        for where in one.tables
    ]
    if table is not None:
        known = dict.fromkeys(row[3] for row in rows)
        choose(table, known or [f"none: {sport} has no measures"], "table with measures")
        rows = [row for row in rows if row[3] == table]
    frame = pd.DataFrame(rows, columns=list(HEADERS))
    text = {name: pd.StringDtype(na_value=np.nan) for name in HEADERS if name != "better"}
    return frame.astype({**text, "better": "Int64"})


def _better(one: Measure) -> int:
    return 0 if one.higher_is_better is None else 1 if one.higher_is_better else -1


def _note(one: Measure) -> str:
    finished = "Of finished games only." if FINISHED in one.inputs else ""
    return " ".join(part for part in (one.note, finished, f"Requires {one.requires}=." if one.requires else "") if part)


table = catalog  # the same under a second name, for those who ask what measures a table has
