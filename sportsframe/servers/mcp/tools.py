"""The tools of the resources: names, arguments and results, generated from the catalog."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from ..._client import credentials
from ...catalog import BASE_PATH, RESOURCES, SPORTS, Resource, params, sports_of
from ...catalog.resources import SEASON_PATTERN, ByDate, BySeason, Param, in_group
from ...catalog.simulated import SOURCE
from ...errors import SportsframeError
from ...service.respond import Reply

Json = dict[str, Any]
Ask = Callable[[str, dict[str, str]], Reply]
"""Sends a request: from a path and query parameters without the token to status, headers and body."""

LARGEST_BODY = 200_000
"""Maximum size of a response body that is passed on, in bytes."""

LARGEST_RESULT = 25_000
"""Maximum size of a result of our own tools, in bytes."""

SHOWN = 500
"""Characters of an error body that are included in a message."""

PASSED = ("league", "game_id", "event_id", "player_id")
"""Query parameters that are arguments of the tools, under the same names."""

ROW_FILTERS: dict[str, dict[str, str]] = {
    "player-stats": {"team": "team", "player_name": "player"},
    "team-stats": {"team": "team"},
}
"""Resource -> arguments by which its tool filters the rows of the response, and the member that each is compared to."""

SEASONLESS: dict[str, tuple[str, ...]] = {"player-stats": ("PGA",)}
"""Resource -> sports for which its tool requires no season, as the response is of the current one."""

TOOL_OF: dict[str, str] = {f"get_{name.replace('-', '_')}": name for name in RESOURCES}
"""Tool -> the resource it requests."""


class ToolFailure(SportsframeError):
    """A failed call; the message is meant for the agent."""


@dataclass(frozen=True)
class Tool:
    """A tool.

    Attributes
    ----------
    name, meaning : str
        Name and description, as shown to agents.
    takes : dict
        JSON schema of the arguments.
    gives : dict
        JSON schema of the result; `source` is added to it where the data is simulated.
    run : callable
        ``(ask, arguments) -> (text, structured result)``.
    """

    name: str
    meaning: str
    takes: Json
    gives: Json
    run: Callable[[Ask, Json], tuple[str, Json]]

    def pair(self, arguments: Mapping[str, Any]) -> tuple[str, str] | None:
        """Return the sport and resource of a call, if it names them."""
        sport = code_of(arguments)
        resource = TOOL_OF.get(self.name) or arguments.get("resource") or "live"
        if sport not in SPORTS or self.name == "get_columns" or resource not in SPORTS[sport].resources:
            return None
        return sport, resource


def schema(properties: Json, *required: str) -> Json:
    """Return the schema of an object with exactly these properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


DATE: Json = {
    "type": "string",
    "description": "YYYY-MM-DD, a UTC date: an evening game in North America falls on the next one",
}
SEASON: Json = {"type": "string", "pattern": SEASON_PATTERN, "description": "year in which the season started"}
SEGMENTS: dict[type, Json] = {ByDate: DATE, BySeason: SEASON}
"""Path segment -> schema of the argument of that name."""

SOURCE_OF_DATA: Json = {"const": SOURCE}
"""Schema of the member that marks simulated data in a result."""

HELD: Json = {"rows": {"type": "array", "items": {"type": "object"}}, "map": {"type": "object"}}
"""Envelope -> schema of the value under a sport's key."""


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
    without = [code.lower() for code in sports_of(resource) if not SPORTS[code].is_team_sport]
    unless = f"; no effect for {' and '.join(without)}" if without else ""
    return {
        name: {"type": "string", "description": f"only rows whose {member} contains this, in any case{unless}"}
        for name, member in ROW_FILTERS.get(resource, {}).items()
    }


def _segment(resource: Resource) -> Json:
    """Return the schema of the argument for the path segment, by its name."""
    if not resource.segment.name:
        return {}
    held = dict(SEGMENTS[type(resource.segment)])
    if without := SEASONLESS.get(resource.name):
        held["description"] += f"; required except for {', '.join(code.lower() for code in without)}"
    return {resource.segment.name: held}


def _filters(resource: str) -> Json:
    """Return the query parameters of a resource that its tool exposes, over all sports."""
    found: Json = {}
    for code in sports_of(resource):
        for param in _passed(code, resource):
            own = found.setdefault(param.name, {"type": "integer" if param.type == "int" else "string", "sports": []})
            own["sports"].append(code.lower())
            if param.choices:
                own["enum"] = list(param.choices)
    for own in found.values():
        sports = own.pop("sports")
        if len(sports) < len(sports_of(resource)):
            own["description"] = f"only for {', '.join(sports)}"
    if "league" in found:
        found["league"]["description"] += ", where it is required"
    return found


def of_resource(resource: Resource) -> Tool:
    """Return the tool that passes on the responses of a resource."""
    asked = _segment(resource)
    sports, filters = sports_of(resource.name), _filters(resource.name)
    held = () if resource.name in SEASONLESS else tuple(asked)
    always = [
        name
        for name in filters
        if all(any(p.name == name and p.required for p in params(code, resource.name)) for code in sports)
    ]
    rows = _row_filters(resource.name)
    takes = schema({"sport": sport_schema(sports), **asked, **filters, **rows}, "sport", *held, *always)
    data = {"type": "object", "additionalProperties": HELD[resource.envelope]}
    gives = {"type": "object", "properties": {"data": data, "source": SOURCE_OF_DATA}, "required": ["data"]}

    def run(ask: Ask, arguments: Json) -> tuple[str, Json]:
        path, query = question(resource.name, arguments)
        body = _only(fetch(ask, path, query), resource.name, arguments)
        if len(body) > LARGEST_BODY:
            raise ToolFailure(_too_large(resource.name, len(body), arguments))
        return body.decode(), json.loads(body)

    return Tool(
        f"get_{resource.name.replace('-', '_')}",
        f"{resource.meaning}: the service's JSON, unchanged.",
        takes,
        gives,
        run,
    )


def _only(body: bytes, resource: str, arguments: Json) -> bytes:
    """Return a body with the rows that the arguments select; unchanged if they select none."""
    given = {member: arguments[name] for name, member in ROW_FILTERS.get(resource, {}).items() if name in arguments}
    if not given or not SPORTS[code_of(arguments)].is_team_sport:
        return body
    data = {
        key: [
            row
            for row in rows
            if all(text.casefold() in str(row.get(member) or "").casefold() for member, text in given.items())
        ]
        for key, rows in json.loads(body)["data"].items()
    }
    return json.dumps({"data": data}, separators=(",", ":"), ensure_ascii=False).encode()


def question(resource: str, arguments: Json) -> tuple[str, dict[str, str]]:
    """Return the path and the parameters for a tool's arguments."""
    code, asked = code_of(arguments), RESOURCES[resource]
    if resource not in SPORTS[code].resources:
        raise ToolFailure(f"{code.lower()} has no {resource}; it has {', '.join(SPORTS[code].resources)}.")
    taken = {param.name: param for param in _passed(code, resource)}
    for name, param in taken.items():
        if param.required and name not in arguments:
            choices = f", one of {', '.join(param.choices)}" if param.choices else ""
            raise ToolFailure(f"{code.lower()} requires {name}{choices}.")
    filters = {name: arguments[name] for name in _filters(resource) if name in arguments}
    for name in filters:
        if name not in taken:
            others = _filters(resource)[name]["description"]  # there is one, as this sport does not take it
            raise ToolFailure(f"{name} is {others}; omit it for {code.lower()}.")
    segment = arguments.get(asked.segment.name, "")
    if asked.segment.name and segment == "" and code not in SEASONLESS.get(resource, ()):
        raise ToolFailure(f"{resource} requires {asked.segment.name}.")
    return asked.path(quote(str(segment)[:32], safe=""), code), {k: str(v) for k, v in filters.items()}


def fetch(ask: Ask, path: str, query: dict[str, str]) -> bytes:
    """Return the body of a response.

    Raises
    ------
    ToolFailure
        The status is not 200. The message contains the status and the path, never the token.
    """
    status, _, body = ask(BASE_PATH + path, query)
    if status == 200:
        return body
    said = credentials.redact(body.decode("utf-8", "replace"))[:SHOWN]
    raise ToolFailure(
        {
            304: f"There is no data for {path} (status 304, no body): no games on that date, a season that is not "
            "published, or a sport that the token does not cover. This is not an error.",
            401: f"The token was rejected for {path} (status 401): check the value after Bearer.",
            403: f"Access to {path} is denied (status 403): {said}",
            404: f"{path} was not found (status 404): {said}",
            502: f"The service could not be reached for {path} (status 502): {said}",
        }.get(status, f"The service rejected {path} (status {status}): {said}")
    )


def _too_large(resource: str, size: int, arguments: Json) -> str:
    code = code_of(arguments)
    filters = [param.name for param in _passed(code, resource) if param.name != "league"]
    filters += ROW_FILTERS.get(resource, {}) if SPORTS[code].is_team_sport else ()
    filters = [name for name in filters if name not in arguments]
    ways = [f"the filter {' or '.join(filters)}"] if filters else []
    shorter = in_group(RESOURCES[resource].group)[0]
    if shorter.name != resource:
        ways.append(f"get_{shorter.name.replace('-', '_')} with a {shorter.segment.name}")
    ways.append(f'get_table with resource "{resource}", which returns rows in parts')
    return (
        f"The response has {size // 1000} KB, and a tool may return {LARGEST_BODY // 1000}. "
        f"Request less: {'; or '.join(ways)}."
    )
