"""The tools of the resources: names, arguments and results, generated from the catalog."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from email.utils import parsedate_to_datetime
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote as quote_path

from ..._client.query import CURRENT
from ..._frames.names import holds
from ...catalog import BASE_PATH, RESOURCES, SPORTS, Resource, params, sport_code, sports_of
from ...catalog.directory import INACTIVE, STATUS
from ...catalog.resources import ByDate, BySeason, Param
from ...catalog.simulated import SOURCE
from ...errors import SportsframeError, nearest, quoted
from ...service.tokens import FULL, Grant
from .caller import WORDS, Caller, Json, Kind, day_of, nobody, nothing_because, offers, refused

if TYPE_CHECKING:
    from ...catalog import Layout

LARGEST_RESULT = 25_000
"""Maximum size of a result, in bytes."""

ROOM = LARGEST_RESULT - 1_200
"""Bytes of a result for its data; the rest is for the envelope of the protocol and the notes."""

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

DEFAULT = "live"
"""The resource that a tool for any resource reads if the call names none."""

GAME_KEY = "game_ID"
"""Member of a row that holds the id of its game."""

NOTES = {
    "live": " (the statistics of that day; those of a season: get_player_stats, get_team_stats)",
    "player-info": f" (of a team, active and questionable players first; status: {STATUS})",
    "player-stats": " (those of a day: get_live)",
    "team-stats": " (those of a day: get_live)",
}
"""Resource -> what its tool says beside the meaning of the resource."""


class ToolFailure(SportsframeError):
    """A failed call; the message is meant for the agent.

    Attributes
    ----------
    status : int
        HTTP status of the service's response; 0 if the call itself is invalid.
    """

    status = 0

    @classmethod
    def of(cls, status: int, message: str) -> ToolFailure:
        """Return the failure with a status."""
        made = cls(message)
        made.status = status
        return made


@dataclass(frozen=True)
class Tool:
    """A tool.

    Attributes
    ----------
    name, title, meaning : str
        Name, short title and description, as shown to agents.
    takes : dict
        JSON schema of the arguments.
    gives : dict
        JSON schema of the result.
    run : callable
        ``(caller, arguments) -> (text, structured result)``.
    reads : tuple of str
        The resources that a call reads for its sport; if empty, the one that the argument ``resource`` names.
    reads_of_day : tuple of str
        Those that a call with a date reads instead; if empty, the same.
    """

    name: str
    title: str
    meaning: str
    takes: Json
    gives: Json
    run: Callable[[Caller, Json], tuple[str, Json]]
    reads: tuple[str, ...] = ()
    reads_of_day: tuple[str, ...] = ()

    def pairs(self, arguments: Mapping[str, Any], grant: Grant = FULL) -> list[tuple[str, str]]:
        """Return the sports and resources that a call reads, as far as its arguments name them.

        Of a call that may go on without an argument under this token, or be told which one it lacks, they are what the
        token covers.
        """
        sport = code_of(arguments)
        if sport not in SPORTS or not self.about_data:
            return []
        of_day = arguments.get("date") or self.requires_date(grant, sport)
        reads = (of_day and self.reads_of_day) or self.reads or (arguments.get("resource") or _first(grant, sport),)
        return [(sport, name) for name in reads if _has(sport, name)]

    def requires_date(self, grant: Grant, sport: str) -> bool:
        """Whether a token covers what calls for a sport read for a day, but not what they read otherwise."""
        return _covers(grant, sport, self.reads_of_day) and not _covers(grant, sport, self.reads)

    @property
    def about_data(self) -> bool:
        """Whether calls read data, which a token may not cover."""
        return bool(self.reads) or "resource" in self.takes["properties"]

    def within(self, grant: Grant) -> Tool | None:
        """Return the tool with only what a token covers among its choices; None if that is nothing."""
        if grant.pairs is None or not self.about_data:
            return self
        listed = self._of_questions(grant) if self.reads else self._of_resources(grant)
        if listed is None:
            return None
        properties = dict(listed["properties"])
        if not any(SPORTS[sport.upper()].leagues for sport in properties["sport"]["enum"]):
            properties.pop("league", None)
        return replace(self, takes={**listed, "properties": properties})

    def _of_questions(self, grant: Grant) -> Json | None:
        """Return the arguments for the sports of which a token covers all that calls read, or all those with a date."""
        sports = self.takes["properties"]["sport"]["enum"]
        whole = [sport for sport in sports if _covers(grant, sport, self.reads)]
        of_day = [sport for sport in sports if sport not in whole and _covers(grant, sport, self.reads_of_day)]
        if not whole and not of_day:
            return None
        properties = dict(self.takes["properties"])
        properties["sport"] = {**properties["sport"], "enum": [sport for sport in sports if sport in (*whole, *of_day)]}
        takes = {**self.takes, "properties": properties}
        if of_day and whole:
            dated = {"properties": {"sport": {"enum": of_day}}, "required": ["date"]}
            needed = f"{properties['date']['description']}; required for {', '.join(of_day)}"
            properties["date"] = {**properties["date"], "description": needed}
            takes["anyOf"] = [{"properties": {"sport": {"enum": whole}}}, dated]
        elif of_day:
            del properties["season"]
            takes["required"] = [*takes.get("required", ()), "date"]
        return takes

    def _of_resources(self, grant: Grant) -> Json | None:
        """Return the arguments for the sports and resources that a token covers."""
        properties = dict(self.takes["properties"])
        resources = properties["resource"]["enum"]
        own = {
            sport: [name for name in resources if _covers(grant, sport, (name,))]
            for sport in properties["sport"]["enum"]
        }
        own = {sport: names for sport, names in own.items() if names}
        if not own:
            return None
        names = [name for name in resources if any(name in held for held in own.values())]
        properties["sport"] = {**properties["sport"], "enum": list(own)}
        properties["resource"] = {**properties["resource"], "enum": names}
        takes = {**self.takes, "properties": properties}
        said = [] if DEFAULT in names else [f"by default {BY_FIT}"]
        if any(held != names for held in own.values()):
            takes["anyOf"] = [_branch(sport, held) for sport, held in own.items()]
            said = [f"default {DEFAULT} where it is covered, otherwise {BY_FIT}"] if DEFAULT in names else said
            said += [f"{', '.join(sports)}: {', '.join(held)}" for held, sports in _alike(grant, own)]
        if said:
            properties["resource"] = {"type": "string", "enum": names, "description": "; ".join(said)}
        return takes


def _covers(grant: Grant, sport: str, resources: tuple[str, ...]) -> bool:
    """Whether a token covers those of some resources that a sport has, and there are any."""
    held = [name for name in resources if _has(sport.upper(), name)]
    return bool(held) and all(grant.covers(sport.upper(), name) for name in held)


def covered(grant: Grant, sport: str) -> list[str]:
    """Return the resources of a sport that a token covers."""
    return [name for name in SPORTS[sport].resources if grant.covers(sport, name)]


def _has(sport: str, resource: str) -> bool:
    return sport in SPORTS and resource in SPORTS[sport].resources


def not_covered(grant: Grant, sport: str, resource: str) -> str:
    """Return the refusal of a call that a token does not cover, with what it does cover of the sport."""
    held = ", ".join(covered(grant, sport))
    instead = held and f"; of {sport.lower()} it covers {held}"
    return f"403: the token is valid, but does not cover {sport.lower()} {resource}{instead}."


BY_FIT = "the one that fits the date, season, game or table, if only one does"
"""Which resource a call is for that names none, if its token does not cover the default."""


def _branch(sport: str, resources: list[str]) -> Json:
    """Return the schema of the calls for one sport, of a token that covers these resources of it."""
    return {"properties": {"sport": {"const": sport}, "resource": {"enum": resources}}, "required": ["sport"]}


def _alike(grant: Grant, own: Mapping[str, list[str]]) -> list[tuple[tuple[str, ...], list[str]]]:
    """Return the sports of which a token covers only a part, together those of which it covers the same."""
    found: dict[tuple[str, ...], list[str]] = {}
    for sport, held in own.items():
        if not _covers(grant, sport, tuple(RESOURCES)):
            found.setdefault(tuple(held), []).append(sport)
    return list(found.items())


def _first(grant: Grant, sport: str) -> str:
    """Return the default resource, or if a token does not cover it of a sport, the first that it does."""
    held = covered(grant, sport)
    return DEFAULT if DEFAULT in held or not held else held[0]


def fitting_resource(grant: Grant, code: str, arguments: Json) -> str | None:
    """Return the resource of a call that names none: the only one that fits it; None if the default may.

    Raises
    ------
    ToolFailure
        The token does not cover the default, and several others fit.
    """
    found = held = covered(grant, code)
    segment = next((name for name in ("date", "season") if name in arguments), "")
    table = [arguments["table"]] if "table" in arguments else []
    rules: tuple[Callable[[str], Any], ...] = (
        lambda name: not segment or RESOURCES[name].segment.name == segment,
        lambda name: "game_id" not in arguments or segment or any(p.name == "game_id" for p in params(code, name)),
        lambda name: all(one in _layouts(code, name) for one in table),
        lambda name: tables_having(code, name, *asked_for(arguments)),
    )
    for fits in rules:
        found = [name for name in found if fits(name)] or found
    if DEFAULT in held:
        return found[0] if len(found) == 1 and segment == "season" else None
    if len(found) > 1:
        raise ToolFailure(f"pass resource for {code.lower()}, one of {', '.join(found)}.")
    return found[0] if found else None


def asked_for(arguments: Json) -> list[str]:
    """Return the columns that a call names, to show or to sort by."""
    sort = arguments.get("sort")
    return [*arguments.get("columns", ()), *([sort.removeprefix("-")] if sort else ())]


def schema(properties: Json, *required: str) -> Json:
    """Return the schema of an object with exactly these properties."""
    needed = {"required": list(required)} if required else {}
    return {"type": "object", "properties": properties, **needed, "additionalProperties": False}


DATE: Json = {
    "type": "string",
    "description": "YYYY-MM-DD, today, yesterday or tomorrow, a UTC date: an evening game in North America falls on "
    "the next one",
}
SEASON: Json = {
    "type": "string",
    "pattern": rf"^(\d{{4}}([-/](\d{{2}}|\d{{4}}))?|{CURRENT})$",
    "description": f"year in which the season started, such as 2023 for 2023-24, or {CURRENT}",
}
SEGMENTS: dict[type, Json] = {ByDate: DATE, BySeason: SEASON}
"""Path segment -> schema of the argument of that name."""

SOURCE_OF_DATA: Json = {"const": SOURCE}
"""Schema of the member that marks simulated data in a result."""

FORM: Json = {"type": "string", "enum": ["structure", "text"], "description": "of the data; by default both if small"}
LIMIT: Json = {"type": "integer", "minimum": 1}
OFFSET: Json = {"type": "integer", "minimum": 0, "description": "next of the previous result"}
DATE_PATTERN = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
SORT: Json = {"type": "string", "description": "a column; with a leading - from high to low"}
NAMES: Json = {"type": "array", "items": {"type": "string"}}
COLUMNS: Json = {**NAMES, "minItems": 1, "description": "only these, in this order"}
PAGED: Json = {"columns": COLUMNS, "sort": SORT, "limit": LIMIT, "offset": OFFSET, "form": FORM}
"""Arguments that choose a part of a result, and its form."""

TEXT: Json = {"type": "string"}
MARKS: Json = {
    "total": {"type": "integer"},
    "next": {"type": ["integer", "null"]},
    "reason": TEXT,
    "note": TEXT,
    "source": SOURCE_OF_DATA,
}
"""Members of results beside the data; what they mean is the same for all tools, so that the instructions say it."""


def code_of(arguments: Mapping[str, Any]) -> str:
    """Return the sport code of a call; the tools spell it in lower case."""
    return str(arguments.get("sport", "")).upper()


def sport_schema(codes: Iterable[str]) -> Json:
    """Return the schema of the argument sport, for tools that know these sports."""
    return {"type": "string", "enum": [code.lower() for code in codes]}


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
    columns = {table: [column.name for column in held.columns] for table, held in _layouts(code, resource).items()}
    return [table for table, known in columns.items() if all(meant(name, known) for name in names)]


def _layouts(code: str, resource: str) -> Mapping[str, Layout]:
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

    known = {one: [column.name for column in held.columns] for one, held in _layouts(code, resource).items()}
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
        if other in ("live", "player-stats", "team-stats") and (tables := tables_having(code, other, called)):
            return f"{lead}; get_table with resource {other} has {called!r} in {' or '.join(tables[:MOST_TABLES])}."
    near = get_close_matches(called, every, n=MOST_TABLES - 1, cutoff=SIMILAR_COLUMN)
    shown = (f"{one!r} ({', '.join(tables_having(code, resource, one)[:MOST_TABLES])})" for one in near)
    return f"{lead}. Did you mean {' or '.join(shown)}?" if near else ""


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


def compact(value: Any) -> str:
    """Return JSON without spaces."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def size(value: Any, form: str | None = None) -> int:
    """Return the bytes of a value in a result: as an object, or as text, within which its quotes are escaped."""
    text = compact(value)
    return len(text.encode()) + (text.count('"') + text.count("\\")) * (form == "text")


def smaller(row: Any, room: int, form: str | None) -> tuple[Any, list[str]]:
    """Return a record that fits, and the names of the members left out: the largest ones."""
    row, left = dict(row), []
    while size(row, form) > room:
        left.append(max(row, key=lambda name: len(compact(row[name]))))
        del row[left[-1]]
    return row, left


def refuse_of_other_sports(code: str, resource: str, grant: Grant) -> None:
    """Refuse a resource that a sport does not have, with those that it has and the token covers."""
    if resource not in SPORTS[code].resources:
        held = ", ".join(covered(grant, code))
        raise ToolFailure(f"{code.lower()} has no {resource}{held and f'; it has {held}'}.")


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
    if body := body_of(caller, path, query):
        return body, ""
    needed = {param.name for param in params(code_of(arguments), resource) if param.required}
    whole = {name: value for name, value in query.items() if name in needed}
    if whole != query and (every := body_of(caller, path, whole)):
        return b"", no_match(len(next(iter(json.loads(every)["data"].values()), [])))
    return b"", nothing_because(caller, resource, arguments)


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


def body_of(caller: Caller, path: str, query: dict[str, str]) -> bytes:
    """Return the body of a response; empty if there is no data.

    Raises
    ------
    ServiceError
        The status is an error. The message contains the status and the path, never the token.
    """
    answer = caller.ask(BASE_PATH + path, query)
    if answer[0] in (200, 304):
        return answer[2]
    raise refused(path, answer)
