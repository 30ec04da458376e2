"""Our own tools: tidy tables, the data dictionary and measures, in parts of limited size."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ...catalog import RESOURCES, SPORTS, layout, sport_code
from ...catalog.resources import LEAGUES
from .tools import (
    DATE,
    LARGEST_RESULT,
    SEASON,
    SOURCE_OF_DATA,
    Ask,
    Json,
    Tool,
    ToolFailure,
    code_of,
    fetch,
    question,
    schema,
    sport_schema,
)

if TYPE_CHECKING:
    import pandas as pd

HALF = (LARGEST_RESULT - 1000) // 2
"""Bytes for the rows in each of the two forms of a result, text and object."""

PART: Json = schema(
    {
        "columns": {"type": "array", "items": {"type": "string"}},
        "rows": {"type": "array", "items": {"type": "array"}},
        "total": {"type": "integer", "description": "total number of rows"},
        "after": {"type": ["integer", "null"], "description": "pass it as after to get the next rows; null at the end"},
        "source": SOURCE_OF_DATA,
    },
    "columns",
    "rows",
    "total",
    "after",
)

AFTER: Json = {"type": "integer", "minimum": 0, "description": "the after of the previous result, to get the next rows"}
RESOURCE: Json = {"type": "string", "enum": list(RESOURCES), "description": "default live"}
TABLE: Json = {"type": "string", "description": "default games; get_columns names the tables"}
COLUMNS: Json = {"type": "array", "items": {"type": "string"}, "description": "only these columns"}
ROWS_OF: Json = {
    "game_id": {"type": "string", "description": "only rows of this game"},
    "team_id": {"type": "integer", "description": "only rows of this team"},
    "player_id": {"type": "integer", "description": "only rows of this player"},
}
LEAGUE: Json = {"type": "string", "enum": list(LEAGUES), "description": "only for soccer, where it is required"}


def _frame(ask: Ask, arguments: Json, resource: str, table: str | None) -> pd.DataFrame:
    from ...load import read_json

    code = sport_code(code_of(arguments))
    table = layout(code, resource, table).table.name
    held = {name: value for name, value in arguments.items() if name not in ROWS_OF}
    path, query = question(resource, held)
    return read_json(fetch(ask, path, query), code, resource, table, arguments.get("league"))


def _chosen(frame: pd.DataFrame, arguments: Json) -> pd.DataFrame:
    """Return the rows and columns selected by a call."""
    for name in ROWS_OF:
        if name not in arguments:
            continue
        held = [c for c in (name, f"home_{name}", f"away_{name}") if c in frame.columns]
        if not held:
            raise ToolFailure(f"this table has no {name}; its columns are {', '.join(map(str, frame.columns))}.")
        keep = (frame[held] == arguments[name]).fillna(value=False).any(axis=1)
        frame = frame[keep.astype(bool)]
    wanted = arguments.get("columns")
    unknown = [name for name in wanted or () if name not in frame.columns]
    if unknown:
        raise ToolFailure(f"no column {unknown[0]!r}; the columns are {', '.join(map(str, frame.columns))}.")
    return frame.loc[:, list(dict.fromkeys(wanted))] if wanted else frame


def part(frame: pd.DataFrame, after: int) -> tuple[str, Json]:
    """Return as many rows as fit, starting at row `after`.

    Returns
    -------
    tuple of (str, dict)
        The result as JSON text and as an object: ``columns``, ``rows``, ``total`` and ``after``.
    """
    found: Json = {"columns": [str(c) for c in frame.columns], "rows": [], "total": len(frame), "after": None}
    left = HALF - _size(found)
    text = json.loads(frame.iloc[after : after + 1000].to_json(orient="values", date_format="iso", date_unit="s"))
    for row in text:
        left -= _size(row) + 1
        if left < 0:
            break
        found["rows"].append(row)
    end = after + len(found["rows"])
    if end < len(frame):
        if end == after:
            raise ToolFailure("a single row exceeds the maximum size of a result; select columns with columns.")
        found["after"] = end
    return _compact(found), found


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _size(value: Any) -> int:
    """Return the maximum size of a value in either form; as text within JSON its quotes are escaped."""
    text = json.dumps(value, separators=(",", ":"))
    return len(text.encode()) + (text.count('"') + text.count("\\")) // 2 + 1


def _table(ask: Ask, arguments: Json) -> tuple[str, Json]:
    frame = _frame(ask, arguments, arguments.get("resource", "live"), arguments.get("table"))
    return part(_chosen(frame, arguments), arguments.get("after", 0))


def _measures(ask: Ask, arguments: Json) -> tuple[str, Json]:
    from ...measures import measures

    frame = measures(_frame(ask, arguments, "live", arguments["table"]))
    frame = frame.loc[:, [c for c in frame.columns if frame[c].notna().any()]]
    return part(_chosen(frame, arguments), arguments.get("after", 0))


def _columns(ask: Ask, arguments: Json) -> tuple[str, Json]:
    from ..._frames.columns import columns

    frame = columns(code_of(arguments), arguments.get("resource", "live"), arguments.get("table"))
    return part(frame[["table", "column", "wire", "dtype", "unit", "description"]], arguments.get("after", 0))


def own_tools() -> tuple[Tool, ...]:
    """Return the tools in addition to those of the resources."""
    sport = sport_schema(SPORTS)
    return (
        Tool(
            "get_table",
            "A tidy table: rows with named columns, in parts. live requires a date and has tables such as games, "
            "teams, periods, players, batting, pitching, skaters, throws; schedule-season requires a season.",
            schema(
                {
                    "sport": sport,
                    "date": DATE,
                    "season": SEASON,
                    "league": LEAGUE,
                    "resource": RESOURCE,
                    "table": TABLE,
                    **ROWS_OF,
                    "columns": COLUMNS,
                    "after": AFTER,
                },
                "sport",
            ),
            PART,
            _table,
        ),
        Tool(
            "get_columns",
            "Describes every column of a sport's tables: API field name (wire), type, unit and meaning.",
            schema({"sport": sport, "resource": RESOURCE, "table": TABLE, "after": AFTER}, "sport"),
            PART,
            _columns,
        ),
        Tool(
            "get_measures",
            "Derived statistics for each row of a table of live, such as era, whip, efg_pct, save_pct or "
            "passer_rating. Names ending in _pct are in percent; values are null if nothing was attempted.",
            schema(
                {
                    "sport": sport,
                    "date": DATE,
                    "league": LEAGUE,
                    "table": TABLE,
                    **ROWS_OF,
                    "columns": COLUMNS,
                    "after": AFTER,
                },
                "sport",
                "date",
                "table",
            ),
            PART,
            _measures,
        ),
    )
