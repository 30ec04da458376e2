"""Look up a measure by name; the error for an unknown name suggests others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from inspect import signature
from typing import Any

import pandas as pd

from .._frames.recognize import Kind, kind
from ..catalog import SPORTS, layout
from ..errors import FrameError, QueryError, nearest, quoted
from . import references
from .declared import of_sport, of_table, primitives_of
from .grammar import Measure
from .league_measures import scores
from .spoken import as_column, meaning, not_opposite, words
from .tables import PER, WHOLE, counts, refuse_count, season_totals
from .unavailable import UNAVAILABLE


def combined(held: Mapping[str, Measure], name: str) -> tuple[Measure | None, str]:
    """Return the measure of a name, and how its rows are combined if that is the name of their mean or greatest."""
    if name in held:
        return held[name], ""
    for how in ("mean", "max"):
        base = held.get(str(name).removesuffix(f"_{how}"))
        if base is not None and base.aggregation == "no" and not base.text:
            return base, how
    return None, ""


def measure_named(frame: pd.DataFrame, found: Kind, name: str, grouped: bool) -> tuple[Measure, str]:
    """Return the measure of that name, and how its rows are combined if it has no group value."""
    held = of_table(found.sport, found.table, found.resource)
    one, how = combined(held, name)
    if one is not None and (grouped or not how):
        return one, how
    columns = counts(found.sport, found.resource, found.table, frame)
    published = references.measure_of(SPORTS[found.sport].game, str(name))
    _refuse_columns(frame, found, name, columns)
    _refuse_other_names(frame, found, name, columns, held)
    _refuse_unavailable(found, name, published)
    _refuse_other_tables(frame, found, name, columns, published)
    _refuse_rates(found, name, columns, held)
    if having := _tables_with(found, name):
        raise QueryError(_elsewhere(found, f"{name} is a column", having))
    _refuse_other_sports(frame, found, name)
    if not held:
        near = nearest(name, map(str, frame.columns))
        raise QueryError(f"unknown column {quoted(name)}; {found.sport} {found.table} has no measures.{near}")
    similar = not_opposite(name, [*held, *columns])
    ending = _ending([*columns, *held], name) or _ending([one.name for one in of_sport(found.sport)], name)
    meant = f" Did you mean {' or '.join(map(repr, ending))}?" if ending else nearest(name, similar)
    raise QueryError(
        f"unknown measure {quoted(name)} of {found.sport} {found.table}.{meant} "
        f"sportsframe.measures.table({found.sport!r}, {found.table!r}) lists them."
    )


def _refuse_columns(frame: pd.DataFrame, found: Kind, name: str, columns: list[str]) -> None:
    """Refuse what is a column of the frame."""
    declared = {column.name for column in layout(found.sport, found.resource, found.table).columns}
    if name in frame.columns and name not in declared:
        ids = [key for key in ("player_id", "team_id") if key in frame.columns]
        own = f'df.groupby("{ids[0]}")["{name}"].sum()' if ids else f'df["{name}"]'
        raise QueryError(
            f"{name} is a column of your own, so nothing says whether it adds up over rows; if it does, use {own}."
        )
    if name in frame.columns:
        raise QueryError(f"{name} is a column of {found}, not a measure{_as_column(frame, name, columns)}.")
    if found.table == "teams" and name == SPORTS[found.sport].rules.unit and "score" in frame.columns:
        raise QueryError(f"the {name} of a team are its 'score'{_as_column(frame, 'score', ['score'])}.")


def _refuse_other_names(
    frame: pd.DataFrame, found: Kind, name: str, columns: list[str], held: Mapping[str, Measure]
) -> None:
    """Refuse what has another name here."""
    here = called_here(found, str(name))
    if here in held:
        raise QueryError(f"{quoted(name)} is called {here!r} here; write {here!r}.")
    if here in frame.columns:
        raise QueryError(f"{quoted(name)} is the column {here!r} of {found}{_as_column(frame, here, columns)}.")


def _refuse_unavailable(found: Kind, name: str, published: str) -> None:
    """Refuse what no table is enough for."""
    for known in (str(name).lower(), published):
        if known in UNAVAILABLE:
            if having := _tables_with(found, known):
                raise QueryError(_elsewhere(found, f"{known} is a column", having))
            raise QueryError(f"{name} cannot be computed from this table: {UNAVAILABLE[known]}.")


def _refuse_other_tables(frame: pd.DataFrame, found: Kind, name: str, columns: list[str], published: str) -> None:
    """Refuse measures of other tables of the sport."""
    totals = season_totals(found.sport, found.table, found.resource)
    boxes = {*totals.boxes} if totals else set()
    named = [
        other
        for other in of_sport(found.sport)
        if other.name in (name, published) or (boxes & {*other.tables} and words(other.label) == words(str(name)))
    ]
    formulas = {other.formula.casefold() for other in named}
    for column in layout(found.sport, found.resource, found.table).columns:
        if column.name in columns and column.meaning.casefold() in formulas:
            raise QueryError(
                f"{quoted(name)} is the column {column.name!r} of {found}{_as_column(frame, column.name, columns)}."
            )
    tables = [table for other in sorted(named, key=lambda one: one.requires != "") for table in other.tables]
    if boxes & {*tables}:
        raise QueryError(
            f"{name} needs single games, which season statistics do not contain; compute it from the box scores, "
            f'live(season=..., sport="{found.sport}", table="{tables[0]}").'
        )
    if "standings" in tables:
        raise QueryError(f"{name} is a statistic of standings; use sportsframe.measures.standings(games).")
    rules = SPORTS[found.sport].rules
    against = scores(rules)[1]
    if rules.standings and words(str(name)) in {
        words(against.replace("against", word)) for word in ("against", "allowed", "conceded")
    }:
        held = f"{name} is" if name == against else f"{name} is {against},"
        raise QueryError(f"{held} a statistic of standings; use sportsframe.measures.standings(games).")
    if "ratings" in tables:
        call = "elo" if name.startswith("elo") else name.removesuffix("_sos")
        raise QueryError(f"{name} needs complete games; call sportsframe.measures.{call}().")
    if tables:
        called = f", called {published!r} here" if published not in ("", name) else ""
        raise QueryError(_elsewhere(found, f"{name} is a measure", tables, called))


def _refuse_rates(found: Kind, name: str, columns: list[str], held: Mapping[str, Measure]) -> None:
    """Refuse names of rates that per= gives, such as points_per_game."""
    count, _, per = PER_GAME.get(str(name).casefold(), str(name)).rpartition("_per_")
    if found.table == "teams" and count == SPORTS[found.sport].rules.unit:
        count = "score"
    count = adding_up(found, count) or count
    if per in PER and (count in columns or (count in held and held[count].is_total)):
        also = f' or totals(per="{per}")' if count in columns else ""
        raise QueryError(f'{name} is {count} by per=: write leaders("{count}", per="{per}"){also}.')


def _refuse_other_sports(frame: pd.DataFrame, found: Kind, name: str) -> None:
    """Refuse wins, measures of other sports, and functions."""
    if name in ("wins", "won"):
        raise QueryError(
            f"{found} has no wins to add up; use "
            + (
                f"{_instead_of_sum(frame, 'won')}."
                if "won" in frame.columns
                else "standings() of the table games, or games_log(), whose result is W for a win."
            )
        )
    sports = sorted(code for code in SPORTS if any(other.name == name for other in of_sport(code)))
    if sports:
        raise QueryError(f"{name} is a measure of {', '.join(sports)}, but this frame is {found.sport}.")
    if call := _as_function(str(name)):
        raise QueryError(f"{name} is not a measure but a function; write {call}.")


def _as_function(name: str) -> str:
    """How to call the function of this name; empty if there is none."""
    package = import_module(__package__)
    if name not in package.__all__ or not callable(function := getattr(package, name)):
        return ""
    own = [one for one in signature(function).parameters.values() if one.kind is one.POSITIONAL_OR_KEYWORD]
    needed = [one.name for one in own if one.default is one.empty]
    return f"sportsframe.measures.{name}({', '.join(needed)})"


def _ending(names: Iterable[str], name: str) -> list[str]:
    """The names that end in this word."""
    return list(dict.fromkeys(known for known in names if known.endswith(f"_{name}")))


PER_GAME = {
    "ppg": "points_per_game",
    "rpg": "total_rebounds_per_game",
    "apg": "assists_per_game",
    "spg": "steals_per_game",
    "bpg": "blocks_per_game",
    "gpg": "goals_per_game",
}
"""Common names of means per game."""


def called_here(found: Kind, name: str) -> str:
    """Return the measure or column to which reference sites, labels and box scores give this name; empty if none.

    A heading that stands above several columns, as football's parts of a box score have it, is none of them, and a word
    in which several names end, such as yards, may mean any of those.
    """
    asked = name.casefold()
    held = of_table(found.sport, found.table, found.resource)
    published = references.measure_of(SPORTS[found.sport].game, name)
    said = words(name)
    labels = [one.name for one in held.values() if said in (words(one.label), words(f"{one.label} {one.unit}"))]
    lay = layout(found.sport, found.resource, found.table)
    known = dict.fromkeys([*held, *(column.name for column in lay.columns)])
    spoken = [meaning(SPORTS[found.sport].game).get(said, ""), as_column(name), *(n for n in known if words(n) == said)]
    meant = next((one for one in spoken if one in known), "")
    if meant and published not in held and len(_ending(known, name)) < 2:
        return meant
    printed = {
        column.names[0]
        for part in lay.table.printed
        for column in (*part.parsed, *part.listed)
        if column.heading.casefold() == asked and len(column.names) == 1
    }
    if published in held or len(labels) == 1 or len(printed) != 1:
        return published if published in held or len(labels) != 1 else labels[0]
    (column,) = printed
    derived = [one.name for one in lay.columns if one.derived_from == column and one.unit in WHOLE]
    return derived[0] if derived else column


def _tables_with(found: Kind, name: str) -> list[str]:
    """The tables of the same answer that have a column, that of teams last."""
    layouts = SPORTS[found.sport].answer(found.resource).layouts
    having = [table for table, lay in layouts.items() if any(column.name == name for column in lay.columns)]
    return sorted(having, key=lambda table: table == "teams")


def _elsewhere(found: Kind, what: str, tables: Sequence[str], called: str = "") -> str:
    """That something is of other tables of the answer, and how to load one."""
    return (
        f"{what} of {found.sport} {', '.join(tables)}{called}, but this frame is {found.table}; "
        f'load it with table="{tables[0]}".'
    )


def _as_column(frame: pd.DataFrame, name: str, columns: list[str]) -> str:
    """What to do with a column, for the end of a sentence about it."""
    if name in columns:
        most = "least" if name in _lowest_first(kind(frame)) else "most"
        return f'; write leaders("{name}") for who has {most}, or totals() for the sums'
    if other := adding_up(kind(frame), name):
        return f', and does not add up over rows; {other} does: write leaders("{other}")'
    return f", and does not add up over rows; use {_instead_of_sum(frame, name)}"


def _lowest_first(found: Kind) -> list[str]:
    """The columns of a table of which the least leads."""
    return [column.name for column in layout(found.sport, found.resource, found.table).columns if column.lowest_first]


def adding_up(found: Kind, name: str) -> str:
    """The measure or column that counts what a text or number does that does not add up; empty if none does."""
    derived = [
        column.name
        for column in layout(found.sport, found.resource, found.table).columns
        if column.derived_from == name and column.unit in WHOLE
    ]
    own = primitives_of(found.sport, found.table, found.resource)
    same = [
        one.name
        for one in of_table(found.sport, found.table, found.resource).values()
        if one.is_total
        and [part for each in one.inputs for part in (own[each].needs if each in own else (each,))] == derived
    ]
    return next(iter([*same, *derived]), "") if derived else ""


def _instead_of_sum(frame: pd.DataFrame, name: str) -> str:
    """What to write for a column that `leaders` does not add up."""
    own = f'df["{name}"]'
    if pd.api.types.is_bool_dtype(frame[name].dtype):
        ids = [key for key in ("player_id", "team_id") if key in frame.columns]
        return f'df.groupby("{ids[0]}")["{name}"].sum()' if ids else own
    if not pd.api.types.is_numeric_dtype(frame[name].dtype):
        return own
    found = kind(frame)
    least = name in ("position", "rank", *_lowest_first(found))
    return f'{own} or df.{"nsmallest" if least else "nlargest"}(10, "{name}")'


def refuse_statistic(frame: pd.DataFrame, found: Kind, by: Any) -> None:
    """Refuse to group by a statistic or a measure alone, each value of which would be a group."""
    name = by[0] if isinstance(by, list | tuple) and len(by) == 1 else by
    if not isinstance(name, str):
        return
    held = of_table(found.sport, found.table, found.resource)
    if name not in frame.columns:
        if (name := name if name in held else called_here(found, name)) in held:
            raise FrameError(f'by= takes columns, and {name} is a measure; write df.sports.measure("{name}").')
    else:
        refuse_count(frame, found, name, held)
