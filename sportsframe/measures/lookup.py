"""The measure that a name means, or one line that says what to write instead."""

from __future__ import annotations

import pandas as pd

from .._frames.recognize import Kind, kind
from ..catalog import SPORTS, layout
from ..errors import QueryError, nearest, quoted
from . import references
from .declared import of_sport, of_table
from .grammar import Measure
from .tables import PER, counts, season_totals
from .unavailable import UNAVAILABLE


def measure_named(frame: pd.DataFrame, found: Kind, name: str, grouped: bool) -> tuple[Measure, str]:
    """Return the measure of that name, and how its rows are combined if it has no group value."""
    held = of_table(found.sport, found.table, found.resource)
    if name in held:
        return held[name], ""
    for how in ("mean", "max"):
        base = held.get(str(name).removesuffix(f"_{how}"))
        if base is not None and base.aggregation == "no" and not base.text and grouped:
            return base, how
    published = references.measure_of(SPORTS[found.sport].game, str(name))
    for known in (str(name).lower(), published):
        if known in UNAVAILABLE:
            raise QueryError(f"{name} cannot be computed from this table: {UNAVAILABLE[known]}.")
    if published in held:
        raise QueryError(f"{quoted(name)} is called {published!r} here.")
    tables = [table for other in of_sport(found.sport) if other.name in (name, published) for table in other.tables]
    totals = season_totals(found.sport, found.table, found.resource)
    if totals and set(tables) & {*totals.boxes}:
        raise QueryError(
            f"{name} needs single games, which season statistics do not contain; compute it from the box scores, "
            f'live(season=..., sport="{found.sport}", table="{next(t for t in tables if t in totals.boxes)}").'
        )
    if "standings" in tables:
        raise QueryError(f"{name} is a statistic of standings; use sportsframe.measures.standings(games).")
    if "ratings" in tables:
        call = "elo" if name.startswith("elo") else name.removesuffix("_sos")
        raise QueryError(f"{name} needs complete games; call sportsframe.measures.{call}().")
    columns = counts(found.sport, found.resource, found.table, frame)
    if name in frame.columns:
        raise QueryError(
            f"{name} is a column of {found}, not a measure"
            + (
                "; totals() and leaders() add it up."
                if name in columns
                else f", and does not add up over rows; use {_instead_of_sum(frame, name)}."
            )
        )
    if found.table == "teams" and name == SPORTS[found.sport].rules.unit and "score" in frame.columns:
        raise QueryError(f"the {name} of a team are its 'score'; totals() and leaders() add it up.")
    if tables:
        called = f", called {published!r} here" if published not in ("", name) else ""
        raise QueryError(
            f"{name} is a measure of {found.sport} {', '.join(tables)}{called}, but this frame is {found.table}."
        )
    count, _, per = str(name).rpartition("_per_")
    if per in PER and count in columns:
        raise QueryError(f'{name} is {count} by per=: write leaders("{count}", per="{per}") or totals(per="{per}").')
    if name in ("wins", "won"):
        raise QueryError(
            f"{found} has no wins to add up; use "
            + (
                f"{_instead_of_sum(frame, 'won')}."
                if "won" in frame.columns
                else "games_log() of the table games, whose result is W for a win."
            )
        )
    sports = sorted(code for code in SPORTS if any(other.name == name for other in of_sport(code)))
    if sports:
        raise QueryError(f"{name} is a measure of {', '.join(sports)}, but this frame is {found.sport}.")
    if not held:
        raise QueryError(f"unknown measure {quoted(name)}; {found.sport} {found.table} has no measures.")
    raise QueryError(
        f"unknown measure {quoted(name)} of {found.sport} {found.table}.{nearest(name, [*held, *columns])} "
        f"sportsframe.measures.table({found.sport!r}, {found.table!r}) lists them."
    )


def _instead_of_sum(frame: pd.DataFrame, name: str) -> str:
    """What to write for a column that `leaders` does not add up."""
    own = f'df["{name}"]'
    if pd.api.types.is_bool_dtype(frame[name].dtype):
        ids = [key for key in ("player_id", "team_id") if key in frame.columns]
        return f'df.groupby("{ids[0]}")["{name}"].sum()' if ids else own
    if not pd.api.types.is_numeric_dtype(frame[name].dtype):
        return own
    found = kind(frame)
    columns = layout(found.sport, found.resource, found.table).columns
    least = any(column.name == name and (column.lowest_first or column.unit == "strokes") for column in columns)
    least |= name in ("position", "rank")
    return f'{own} or df.{"nsmallest" if least else "nlargest"}(10, "{name}")'
