"""Tools for tidy tables, the data dictionary and measures, in parts of limited size."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from ...catalog import RESOURCES, SPORTS, every_table, layout, params, sport_code
from ...catalog.resources import LEAGUES
from ...service.tokens import Grant
from .caller import LISTS, Caller, Json, covered, day_of, offers
from .columns import asked_for, column_of, in_order, meant, tables_having, where_column_is
from .resources import no_match, past_the_end, response
from .schemas import DATE, MARKS, NAMES, PAGED, ROOM, SEASON, ToolFailure, code_of, compact, schema, size, sport_schema
from .tools import DEFAULT, Tool

if TYPE_CHECKING:
    import pandas as pd

ROWS: Json = {
    "columns": NAMES,
    "rows": {"type": "array", "items": {"type": "array"}},
    "constant": {"type": "object"},
    "empty": NAMES,
}
"""Members of a table."""

TABLE_RESULT: Json = schema({**ROWS, **MARKS})
RESOURCE: Json = {"type": "string", "enum": list(RESOURCES), "description": f"default {DEFAULT}"}
TABLE: Json = {
    "type": "string",
    "description": "by default the first with the columns that the call names; get_columns names the tables",
}
OF_MEASURES: Json = {
    "type": "string",
    "description": "such as players or pitching; get_columns names the tables",
}
GAME_ID: Json = {"type": "string", "description": "only this game"}
ROWS_OF: Json = {
    "game_id": GAME_ID,
    "team_id": {"type": "integer", "description": "only rows of this team"},
    "player_id": {"type": "integer", "description": "only rows of this player"},
}
LEAGUE: Json = {"type": "string", "enum": list(LEAGUES), "description": "only for soccer, which requires it"}


def _frame(caller: Caller, arguments: Json, resource: str, table: str | None) -> tuple[pd.DataFrame, str]:
    """Return a table, and why it is empty if the service has no data."""
    from ..._client.answer import Fetched
    from ..._client.query import ask
    from ..._frames.flatten import flatten
    from ..._pipeline.reading import read

    code, segment = sport_code(code_of(arguments)), RESOURCES[resource].segment.name
    for name in ("date", "season"):
        if name in arguments and name != segment:
            what = f"requires {segment}" if segment else "takes neither date nor season"
            others = seasonal(caller.grant, code) if name == "season" and "date" not in arguments else []
            otherwise = f"for a season pass resource {' or '.join(others)}" if others else f"omit {name}"
            raise ToolFailure(f"{resource} {what}; {otherwise}.")
    table = layout(code, resource, table).table.name
    needed = {param.name for param in params(code, resource) if param.required}
    held = {name: value for name, value in arguments.items() if name not in ROWS_OF or name in needed}
    if "date" in held:
        held["date"] = day_of(caller, code, held["date"], "service")
    body, reason = response(caller, resource, held)
    filters = {name: held[name] for name in needed - {"league"}}
    asked = ask(resource, code, held.get(segment), league=held.get("league"), clock=caller.clock, **filters)
    answer = Fetched(asked, body, caller.now(), from_cache=True)
    return flatten(read(answer, asked, caller.setting, "report"), code, resource, table), reason


def seasonal(grant: Grant, code: str) -> list[str]:
    """Return the resources with the data of a season that a token covers, those with statistics first."""
    names = [name for name in covered(grant, code) if RESOURCES[name].segment.name == "season"]
    return sorted(names, key=lambda name: not SPORTS[code].answer(name).totals)


def of_seasons(resources: list[str], code: str, names: list[str], table: Any) -> str | None:
    """Return the resource that has these columns in this table, or the most in any; None if none has one."""
    if isinstance(table, str):
        return next((one for one in resources if table in tables_having(code, one, *names)), None)
    held = {one: max(_count_of(code, one, names).values(), default=0) for one in resources}
    best = max(held, key=lambda one: held[one], default=None)
    return best if best and held[best] else None


def _count_of(code: str, resource: str, names: list[str]) -> dict[str, int]:
    """Return how many of some columns each table of a resource has."""
    return {
        table: sum(table in tables_having(code, resource, name) for name in names)
        for table in SPORTS[code].answer(resource).layouts
    }


def _selected(caller: Caller, frame: pd.DataFrame, arguments: Json) -> pd.DataFrame:
    """Return the rows of the game, team or player that a call names."""
    for name in ROWS_OF:
        if name not in arguments:
            continue
        held = [c for c in (name, f"home_{name}", f"away_{name}") if c in frame.columns]
        if not held:
            raise ToolFailure(
                _elsewhere(caller, arguments, name)
                or f"this table has no {name}; its columns are {', '.join(frame.columns)}."
            )
        keep = (frame[held] == arguments[name]).fillna(value=False).any(axis=1)
        frame = frame[keep.astype(bool)]
    return frame


def part(frame: pd.DataFrame, arguments: Json, *, keep: Iterable[str] = (), **marks: Any) -> tuple[str, Json]:
    """Return the rows of a frame that a call asks for, as many as fit.

    Parameters
    ----------
    frame : pandas.DataFrame
        The rows.
    arguments : dict
        Of them ``columns``, ``sort``, ``limit`` and ``offset`` are read.
    keep : iterable of str
        Columns that stay in the rows though their values are all the same.
    **marks
        Further members of the result.

    Returns
    -------
    tuple of (str, dict)
        The result as text and as an object. ``next`` is the offset of the next rows, or None.
    """
    wanted, sort = arguments.get("columns"), arguments.get("sort")
    if not len(frame) and marks.get("reason"):  # of nothing, any columns in any order
        sort, wanted = None, None
    if sort:
        by = column_of(sort.removeprefix("-"), frame.columns)
        frame = frame.sort_values(by, ascending=sort[0] != "-", kind="stable", key=_by_size)
    if wanted is not None:
        wanted = list(dict.fromkeys(column_of(name, frame.columns) for name in wanted))
        frame = frame.loc[:, wanted]
    offset = arguments.get("offset", 0)
    end = offset + arguments["limit"] if "limit" in arguments else None
    if 0 < len(frame) <= offset:
        marks["reason"] = past_the_end(len(frame), offset)
    marks = {name: value for name, value in marks.items() if value}
    found = {
        **table_of(frame.iloc[offset:end], ROOM - size(marks), arguments.get("form"), keep=wanted or ()),
        "total": len(frame),
    }
    last = offset + len(found["rows"])
    if not found["rows"] and offset < len(frame):
        raise ToolFailure("a single row exceeds the maximum size of a result; select columns with columns.")
    found["next"] = last if last < len(frame) else None
    found |= marks
    return compact(found), found


def _by_size(column: pd.Series) -> pd.Series:
    """Return what a column is sorted by: text in the order that people expect."""
    import pandas as pd

    if not (isinstance(column.dtype, pd.StringDtype) or column.dtype == object):
        return column
    values = column.astype(object)
    if column.name == "place":  # a shared one, such as T3
        values = values.replace(r"^T(?=[0-9])", "", regex=True)
    return values.map(in_order, na_action="ignore")


def table_of(frame: pd.DataFrame, room: int, form: str | None = None, *, keep: Iterable[str] = ()) -> Json:
    """Return as many rows as fit into `room` bytes; what identifies them all and what none has is said once.

    The columns to `keep` stay in the rows.
    """
    cells = as_cells(frame)
    names = [str(name) for name in frame.columns]
    constant = {}
    if len(cells) > 1:
        for place, name in enumerate(names):
            first = cells[0][place]
            once = first is None or name in _identifying(tuple(SPORTS))
            if once and name not in keep and all(row[place] == first for row in cells):
                constant[name] = first
    places = [place for place, name in enumerate(names) if name not in constant]
    found: Json = {"columns": [names[place] for place in places], "rows": []}
    if held := {name: value for name, value in constant.items() if value is not None}:
        found["constant"] = held
    if empty := [name for name, value in constant.items() if value is None]:
        found["empty"] = empty
    room -= size(found, form)
    for row in cells:
        shown = [row[place] for place in places]
        room -= size(shown, form) + 1
        if room < 0:
            break
        found["rows"].append(shown)
    return found


@cache
def _identifying(sports: tuple[str, ...]) -> frozenset[str]:
    """Return the columns that say of what rows are in the tables of these sports."""
    layouts = (layout for code, *_, layout in every_table() if code in sports)
    return frozenset(column.name for layout in layouts for column in layout.columns if column.identifies)


def as_cells(frame: pd.DataFrame) -> list[list[Any]]:
    """Return the cells of a frame as JSON values; days as dates, other times in UTC to the second."""
    columns = [_as_values(frame[name]) for name in frame.columns]
    return [list(row) for row in zip(*columns, strict=True)]


def _as_values(column: pd.Series) -> list[Any]:
    import pandas as pd

    if pd.api.types.is_datetime64_any_dtype(column.dtype):
        held = column.dropna()
        days = column.dt.tz is None and bool((held == held.dt.normalize()).all())
        column = column.dt.strftime("%Y-%m-%d" if days else "%Y-%m-%dT%H:%M:%SZ")
    elif pd.api.types.is_float_dtype(column.dtype):
        column = column.astype("Float64").round(6)
    return [None if pd.isna(value) else value for value in column.astype(object).tolist()]


def _table(caller: Caller, arguments: Json) -> tuple[str, Json]:
    resource, named = arguments.get("resource", DEFAULT), asked_for(arguments)
    table, note = arguments.get("table"), ""
    if table is None and named and (having := tables_having(code_of(arguments), resource, *named)):
        table = having[0]
        note = (
            ""
            if table == layout(code_of(arguments), resource).table.name
            else f"of the table {table}, which has these columns"
        )
    if not {"date", "season"} & set(arguments) and RESOURCES[resource].segment.name == "date":
        code = code_of(arguments)
        lists = " or ".join(name for name in LISTS if offers(caller, code, name))
        instead = ["for a season pass season"] if seasonal(caller.grant, code) else []
        instead += [f"for lists resource {lists}"] if lists else []
        raise ToolFailure(f"{resource} requires date{'; ' if instead else ''}{', and '.join(instead)}.")
    frame, reason = _frame(caller, arguments, resource, table)
    if missing := next((name for name in named if not meant(name, frame.columns)), ""):
        column_of(missing, frame.columns, lambda name: _elsewhere(caller, {**arguments, "table": table}, name))
    if PART in frame and PART not in arguments.get("columns", [PART]) and frame[PART].nunique() > 1:
        both = (
            f"{resource} has a row for each part, {' and '.join(frame[PART].unique())}; the column {PART} tells which"
        )
        note = f"{note}; {both}" if note else both
    return _answer(caller, frame, arguments, reason, note=note)


PART = "part"
"""The column with the part of a season that statistics are of."""


def _elsewhere(caller: Caller, arguments: Json, name: str) -> str:
    """Return where a column is that the table of a call has not; or ""."""
    code, resource = code_of(arguments), arguments.get("resource", DEFAULT)
    table = layout(code, resource, arguments.get("table")).table.name
    return where_column_is(code, resource, name, table, grant=caller.grant)


def _answer(caller: Caller, frame: pd.DataFrame, arguments: Json, reason: str, *, note: str = "") -> tuple[str, Json]:
    """Return the selected rows of a table, or why there are none."""
    rows = _selected(caller, frame, arguments)
    reason = reason or ("" if len(rows) or not len(frame) else no_match(len(frame)))
    return part(rows, arguments, reason=reason, note=note)


def _measures(caller: Caller, arguments: Json) -> tuple[str, Json]:
    from ...measures import measures, of_table

    code, name = code_of(arguments), layout(code_of(arguments), "live", arguments["table"]).table.name
    if not of_table(code, name, "live"):
        having = [one for one in SPORTS[code].answers["live"].layouts if of_table(code, one, "live")]
        raise ToolFailure(
            f"the table {name} of {code.lower()} has no measures; these have: {', '.join(having)}."
            if having
            else f"there are no measures of box scores of {code.lower()}."
        )
    frame, reason = _frame(caller, arguments, "live", name)
    found = measures(frame)
    for wrong in (one for one in asked_for(arguments) if not meant(one, found.columns)):
        known = {one: of_table(code, one, "live").get(wrong) for one in SPORTS[code].answers["live"].layouts}
        if (own := known[name]) is not None and own.requires:
            raise ToolFailure(f"{wrong} is not among these, as it requires another table, {own.requires}.")
        if having := [one for one, held in known.items() if held is not None]:
            raise ToolFailure(
                f"the table {name} has no measure {wrong!r}; pass as table {' or '.join(having)}, which has it."
            )
        column_of(wrong, found.columns)
    wanted = arguments.get("columns", ())
    found = found.loc[:, [c for c in found.columns if c in wanted or found[c].notna().any()]]
    return _answer(caller, found, arguments, reason)


def _columns(caller: Caller, arguments: Json) -> tuple[str, Json]:
    from ..._frames.columns import columns

    frame = columns(code_of(arguments), arguments.get("resource", DEFAULT), arguments.get("table"))
    return part(frame[["table", "column", "wire", "dtype", "unit", "description"]], arguments)


def table_tools() -> tuple[Tool, ...]:
    """Return the tools for any table."""
    sport = sport_schema(SPORTS)
    return (
        Tool(
            "get_table",
            "Tidy table",
            "A tidy table of any resource: rows with named columns, sorted and cut as you ask. The statistics of a day "
            "are in live, with a date and tables such as games, teams, periods, players, batting, pitching, skaters, "
            "throws; those of a season are in player-stats and team-stats, with a season.",
            schema(
                {
                    "sport": sport,
                    "date": DATE,
                    "season": SEASON,
                    "league": LEAGUE,
                    "resource": RESOURCE,
                    "table": TABLE,
                    **ROWS_OF,
                    **PAGED,
                },
                "sport",
            ),
            TABLE_RESULT,
            _table,
        ),
        Tool(
            "get_columns",
            "Data dictionary",
            "Describes every column of a sport's tables: API field name (wire), type, unit and meaning.",
            schema({"sport": sport, "resource": RESOURCE, "table": TABLE, **PAGED}, "sport"),
            TABLE_RESULT,
            _columns,
        ),
        Tool(
            "get_measures",
            "Derived statistics of a day",
            "Derived statistics for each row of a table of live, such as era, whip, efg_pct, save_pct or "
            "passer_rating, of one day; get_leaders has those of a season. Names ending in _pct are in percent; values "
            "are null if nothing was attempted.",
            schema(
                {
                    "sport": sport,
                    "date": DATE,
                    "league": LEAGUE,
                    "table": OF_MEASURES,
                    **ROWS_OF,
                    **PAGED,
                },
                "sport",
                "date",
                "table",
            ),
            TABLE_RESULT,
            _measures,
            ("live",),
        ),
    )
