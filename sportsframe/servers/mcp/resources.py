"""The tools of the resources: names, arguments and results, generated from the catalog."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import partial
from typing import Any
from urllib.parse import quote as quote_path

from ..._frames.names import holds
from ..._pipeline.calls import first_ahead
from ...catalog import BASE_PATH, RESOURCES, SPORTS, Resource, params, sport_code, sports_of
from ...catalog.directory import INACTIVE, STATUS
from ...catalog.resources import ByDate, Param
from ...errors import quoted
from ...service.tokens import FULL, Grant
from .caller import WORDS, Caller, Json, Kind, day_of, nobody, nothing_because, offers, refused
from .columns import column_of, in_order, where_column_is
from .schemas import (
    MARKS,
    NAMES,
    PAGED,
    ROOM,
    SEGMENTS,
    ToolFailure,
    code_of,
    compact,
    schema,
    size,
    smaller,
    sport_schema,
)
from .tools import Tool, refuse_of_other_sports

PASSED = ("league", "game_id", "event_id", "player_id")
"""Query parameters that are arguments of the tools, under the same names."""

OWNER = "team"
"""Name of the key of a map, whose entries are those of teams."""

SCHEDULE_SIDES = ("away_team", "home_team")
LIVE_SIDES = ("away_team_name", "home_team_name")
ROW_FILTERS: dict[str, dict[str, tuple[str, ...]]] = {
    "schedule": {"team": SCHEDULE_SIDES},
    "schedule-week": {"team": SCHEDULE_SIDES},
    "schedule-season": {"team": SCHEDULE_SIDES},
    "live": {"team": LIVE_SIDES},
    "player-info": {"team": ("team",), "player_name": ("player", "name")},
    "player-stats": {"team": ("team",), "player_name": ("player",)},
    "team-info": {"team": ("team",)},
    "team-stats": {"team": ("team",)},
    "injuries": {"team": ("team",)},
    "depth-charts": {"team": (OWNER,)},
}
"""Resource -> arguments by which its tool filters the rows of the response, and the members each is compared to."""

IDS = {
    "team": ("team_id", "away_team_ID", "home_team_ID", "full_box/away_team/team_id", "full_box/home_team/team_id"),
    "player_name": ("player_id",),
}
"""Argument by which rows are filtered -> the members, or paths to them, that hold the id which it may be instead."""

GAME_KEY = "game_ID"
"""Member of a row that holds the id of its game."""

NOTES = {
    "live": " (the statistics of that day; those of a season: get_player_stats, get_team_stats)",
    "player-info": f" (of a team, active and questionable players first; status: {STATUS})",
    "player-stats": " (those of a day: get_live)",
    "team-stats": " (those of a day: get_live)",
}
"""Resource -> what its tool says beside the meaning of the resource."""


def _passed(code: str, resource: str) -> list[Param]:
    return [param for param in params(code, resource) if param.name in PASSED]


def _row_filters(resource: str) -> Json:
    """Return the schemas of the arguments by which a tool filters rows."""
    return {
        name: {"type": "string", "description": "only rows with this: a part of a name, or an id"}
        for name in ROW_FILTERS.get(resource, {})
    }


def _segment(resource: Resource) -> Json:
    """Return the schema of the argument for the path segment, by its name."""
    if not resource.segment.name:
        return {}
    held = dict(SEGMENTS[type(resource.segment)])
    if without := _seasonless(resource):
        held["description"] += f"; required except for {', '.join(code.lower() for code in without)}"
    return {resource.segment.name: held}


def _seasonless(resource: Resource) -> tuple[str, ...]:
    """Return the tours, with fields of players, whose statistics are of the current season if none is named."""
    if resource.name != "player-stats":
        return ()
    tours = (code for code in sports_of(resource.name) if SPORTS[code].rules.opponents == "field")
    return tuple(code for code in tours if SPORTS[code].has_current(resource.name))


def _filters(resource: str) -> Json:
    """Return the query parameters of a resource that its tool exposes, over all sports."""
    sports = sports_of(resource)
    taken: dict[str, dict[str, Param]] = {}
    for code in sports:
        for param in _passed(code, resource):
            taken.setdefault(param.name, {})[code.lower()] = param
    found: Json = {}
    for name, by_sport in taken.items():
        first = next(iter(by_sport.values()))
        own = found[name] = {"type": "integer" if first.type == "int" else "string"}
        if first.choices:
            own["enum"] = list(first.choices)
        if name == "game_id":
            own["description"] = "only this game"
        elif len(by_sport) < len(sports):
            required = all(param.required for param in by_sport.values())
            own["description"] = f"only for {', '.join(by_sport)}{', where it is required' if required else ''}"
    return found


def of_resource(resource: Resource) -> Tool:
    """Return the tool that passes on the responses of a resource."""
    asked = _segment(resource)
    sports, filters = sports_of(resource.name), _filters(resource.name)
    held = () if _seasonless(resource) else tuple(asked)
    always = [
        name
        for name in filters
        if all(any(p.name == name and p.required for p in params(code, resource.name)) for code in sports)
    ]
    rows = _row_filters(resource.name)
    takes = schema({"sport": sport_schema(sports), **asked, **filters, **rows, **PAGED}, "sport", *held, *always)

    def run(caller: Caller, arguments: Json) -> tuple[str, Json]:
        body, reason = response(caller, resource.name, arguments)
        if not body:
            found: Json = {"data": {}, "total": 0, "next": None, "reason": reason}
            return compact(found), found
        text, found = _part(body, resource.name, arguments, caller.grant)
        if found.get("total") == 0 and (reason := _unknown(caller, arguments)):
            found["reason"] = reason
            return compact(found), found
        return text, found

    of_game = any(_pages_members(code, resource.name) for code in sports)
    apart = "; columns, sort, limit, offset and total are of its entries"
    return Tool(
        f"get_{resource.name.replace('-', '_')}",
        resource.name.replace("-", " ").capitalize(),
        f"{resource.meaning}{NOTES.get(resource.name, '')}: the service's JSON{apart if of_game else ''}.",
        takes,
        schema({"data": _data_schema(resource), **MARKS, "omitted": NAMES}),
        run,
        (resource.name,),
    )


def _data_schema(resource: Resource) -> Json:
    """Return the schema of the member data: by sport or league the rows, or the members of its map."""
    row: Json = {"type": "object"}
    held = {"rows": {"type": "array", "items": row}, "map": {"type": "object", "additionalProperties": row}}
    return {"type": "object", "additionalProperties": held[resource.envelope]}


def _part(body: bytes, resource: str, arguments: Json, grant: Grant) -> tuple[str, Json]:
    """Return a body as it is, or as many of the rows that the arguments select as fit."""
    data = json.loads(body)["data"]
    key, held = next(iter(data.items()), (arguments["sport"].upper(), []))
    items = list(held.items()) if isinstance(held, dict) else [(None, row) for row in held]
    rows = _matching(items, resource, arguments)
    head: Json = {}
    if rows and (member := _listed(rows[0][1], resource, arguments)):
        head = rows[0][1]
        rows = items = [(None, one) for one in head[member]]
    known = dict.fromkeys(member for _, row in rows or items if isinstance(row, dict) for member in row)
    chosen = _arranged(rows, known, resource, arguments, grant)
    offset = arguments.get("offset", 0)
    end = offset + arguments["limit"] if "limit" in arguments else None
    form = arguments.get("form")
    whole = chosen == items and not offset and (end is None or end >= len(items))
    if whole and size(data, form) <= ROOM:
        return body.decode(), {"data": data, "total": len(items), "next": None}
    room = ROOM - size({name: value for name, value in head.items() if name != member}, form) if head else ROOM
    kept: list[tuple[Any, Any]] = []
    page = chosen[offset:end]
    omitted: list[str] = []
    if page and _cost(page[0], form) > room:  # no record of its kind comes whole
        _, omitted = smaller(page[0][1], ROOM - 1_000, form)
        page = [(name, {member: row[member] for member in row if member not in omitted}) for name, row in page]
    for pair in page:
        room -= _cost(pair, form)
        if room < 0 and kept:
            break
        kept.append(pair)
    last = offset + len(kept)
    rows = [row for _, row in kept]
    found: Json = {
        "data": {key: [{**head, member: rows}] if head else dict(kept) if isinstance(held, dict) else rows},
        "total": len(chosen),
        "next": last if last < len(chosen) else None,
    }
    if omitted:
        tables = ", ".join(SPORTS[code_of(arguments)].answers[resource].layouts)
        found["omitted"] = omitted
        found["note"] = f"get_table with resource {resource} and one of the tables {tables} returns what is omitted"
    if not chosen:
        found["reason"] = no_match(len(items))
    elif not kept:
        found["reason"] = past_the_end(len(chosen), offset)
    return compact(found), found


def _cost(pair: tuple[Any, Any], form: str | None) -> int:
    """Return the bytes of a row, with its key, in a result."""
    return size(pair[1], form) + len(str(pair[0])) + 8


def _pages_members(code: str, resource: str) -> bool:
    """Whether a resource has one record, that of the game which a call must name."""
    return any(param.name == "game_id" and param.required for param in _passed(code, resource))


def _listed(row: Any, resource: str, arguments: Json) -> str:
    """Return the member whose entries a result counts and pages, such as the plays of a game; or ""."""
    if not _pages_members(code_of(arguments), resource):
        return ""
    return next((name for name, value in row.items() if isinstance(value, list)), "")


def _matching(items: list[tuple[Any, Any]], resource: str, arguments: Json) -> list[tuple[Any, Any]]:
    """Return the rows that the arguments select."""
    filters = ROW_FILTERS.get(resource, {})
    for name, members in filters.items():
        if name in arguments and items and not any(_has_cell(*item, member) for item in items for member in members):
            raise ToolFailure(f"{code_of(arguments).lower()} has no {' or '.join(members)}; omit {name}.")
    given = [(members, IDS[name], arguments[name]) for name, members in filters.items() if name in arguments]
    game = (
        arguments.get("game_id") if "game_id" not in {p.name for p in _passed(code_of(arguments), resource)} else None
    )
    return [
        (name, row)
        for name, row in items
        if all(
            any(holds(_cell(name, row, member), text) for member in members)
            or any(str(_at(row, path)) == text for path in ids)
            for members, ids, text in given
        )
        and game in (None, row.get(GAME_KEY))
    ]


def _arranged(
    rows: list[tuple[Any, Any]], known: Iterable[str], resource: str, arguments: Json, grant: Grant
) -> list[tuple[Any, Any]]:
    """Return rows in the order that the arguments name, with the members that they name, which must be known."""
    sort, wanted = arguments.get("sort"), arguments.get("columns")
    places = partial(where_column_is, code_of(arguments), resource, grant=grant)
    if known and wanted:
        wanted = [column_of(name, known, places) for name in wanted]
    if known and sort:
        column = column_of(sort.removeprefix("-"), known, places)
        if any(isinstance(row.get(column), (dict, list)) for _, row in rows):
            flat = [name for name in known if not any(isinstance(row.get(name), (dict, list)) for _, row in rows)]
            raise ToolFailure(f"{column} is not a single value to sort by; these are: {', '.join(flat)}.")
        missing = [pair for pair in rows if pair[1].get(column) is None]
        present = [pair for pair in rows if pair[1].get(column) is not None]
        present.sort(key=lambda pair: in_order(pair[1][column]), reverse=sort[0] == "-")
        rows = present + missing
    elif resource == "player-info" and "team" in arguments:
        rows = sorted(rows, key=lambda pair: pair[1].get("status") == INACTIVE)
    if not wanted:
        return rows
    return [(name, {column: row[column] for column in wanted if column in row}) for name, row in rows]


def _has_cell(name: str | None, row: Any, member: str) -> bool:
    """Whether a row has a member, or is the entry of a map under a key with this name."""
    return member in row or (name is not None and member == OWNER)


def _cell(name: str | None, row: Any, member: str) -> Any:
    """Return the member of a row, or the key under which it is in a map."""
    return name if name is not None and member == OWNER else row.get(member)


def _at(row: Any, path: str) -> Any:
    """Return the member of a row at the end of a path; None if there is none."""
    for name in path.split("/"):
        row = row.get(name) if isinstance(row, dict) else None
    return row


def _unknown(caller: Caller, arguments: Json) -> str:
    """Return that nobody has a name by which a call selects rows, and who has a similar one; or ""."""
    code = sport_code(code_of(arguments))
    asked: dict[Kind, str | None] = {"team": arguments.get("team"), "player": arguments.get("player_name")}
    said = (nobody(caller, code, text, kind, arguments.get("league")) for kind, text in asked.items() if text)
    return next(filter(None, said), "")


def question(resource: str, arguments: Json, grant: Grant = FULL) -> tuple[str, dict[str, str]]:
    """Return the path and the parameters for a tool's arguments."""
    code, asked = code_of(arguments), RESOURCES[resource]
    refuse_of_other_sports(code, resource, grant)
    taken = {param.name: param for param in _passed(code, resource)}
    for name, param in taken.items():
        if param.required and name not in arguments:
            choices = f", one of {', '.join(param.choices)}" if param.choices else ""
            raise ToolFailure(f"{code.lower() if choices else resource} requires {name}{choices}.")
    exposed = _filters(resource)
    filters = {name: arguments[name] for name in exposed if name in arguments and name in taken}
    for name in exposed:
        if name in arguments and name not in taken and name != "game_id":  # by which rows are selected here
            others = exposed[name]["description"]  # there is one, as this sport does not take it
            raise ToolFailure(f"{name} is {others}; omit it for {code.lower()}.")
    segment = arguments.get(asked.segment.name, "")
    if asked.segment.name and segment == "" and code not in _seasonless(asked):
        raise ToolFailure(f"{resource} requires {asked.segment.name}.")
    return asked.path(quote_path(str(segment)[:32], safe=""), code), {k: str(v) for k, v in filters.items()}


def response(caller: Caller, resource: str, arguments: Json) -> tuple[bytes, str]:
    """Return the body of the response for a tool's arguments; if there is no data, why."""
    if isinstance(RESOURCES[resource].segment, ByDate) and "date" in arguments:
        day = day_of(caller, code_of(arguments), arguments["date"], "service")
        _check_date(caller, day, RESOURCES[resource], code_of(arguments))
        arguments = {**arguments, "date": day}
    path, query = question(resource, arguments, caller.grant)
    ahead = first_ahead(resource, caller.now())
    if body := body_of(caller, path, query, to_come=bool(ahead and str(arguments.get("date", "")) >= ahead)):
        return body, ""
    needed = {param.name for param in params(code_of(arguments), resource) if param.required}
    whole = {name: value for name, value in query.items() if name in needed}
    if whole != query and (every := body_of(caller, path, whole)):
        return b"", no_match(len(next(iter(json.loads(every)["data"].values()), [])))
    return b"", nothing_because(caller, resource, arguments)


DATE_PATTERN = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _check_date(caller: Caller, text: str, resource: Resource, code: str) -> None:
    """Refuse what is not written as a date, nor a word that the service takes in its place."""
    assert isinstance(resource.segment, ByDate)
    if DATE_PATTERN.fullmatch(text) or (text == "now" and SPORTS[code].has_current(resource.name)):
        return
    league = "; get_scores takes those of the league" if offers(caller, code, "live", "schedule") else ""
    raise ToolFailure(
        f"date {quoted(text)} is not a day; pass YYYY-MM-DD, {', '.join(WORDS)}, all of them UTC dates{league}."
    )


def no_match(rows: int) -> str:
    """Return the reason of a selection without rows, of so many that there are."""
    what = "the only row does not match" if rows == 1 else f"none of the {rows} rows matches"
    return f"{what} the arguments."


def past_the_end(rows: int, offset: int) -> str:
    """Return the reason of an offset without rows."""
    return f"offset {offset} is past the end of the {rows} rows."


def body_of(caller: Caller, path: str, query: dict[str, str], *, to_come: bool = False) -> bytes:
    """Return the body of a response; empty if there is no data, as 404 also means of a date to come.

    Raises
    ------
    ServiceError
        The status is an error. The message contains the status and the path, never the token.
    """
    answer = caller.ask(BASE_PATH + path, query)
    if answer[0] in (200, 304):
        return answer[2]
    if answer[0] == 404 and to_come:
        return b""
    raise refused(path, answer)
