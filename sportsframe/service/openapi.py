"""The interface description, OpenAPI 3.1, made from the catalog."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from ..catalog import BASE_PATH, LATER, RESOURCES, SPORTS, TOKEN_PARAM, Resource, Sport, params, sports_of
from ..catalog.grammar import STATUSES, fields
from ..catalog.resources import SEASON_PATTERN, TAGS, ByDate, BySeason, Envelope, Param

INTERFACE_VERSION = "1.0.0"
"""Version of the interface, independent of the package's (specification 9)."""

PLAIN_DATES = ("PGA", "SOCCER")
"""Sports whose date is declared as a plain string (specification 4)."""

Json = dict[str, Any]

LATER_MEANINGS: dict[str, str] = {
    "play-by-play": "The plays of one game",
    "player-info": "The players of a sport",
    "player-stats": "Figures of the players in a season",
    "team-info": "The teams of a sport",
    "team-stats": "Figures of the teams in a season",
    "depth-charts": "Players by position and rank, for each team",
    "injuries": "Players who are hurt, for each team",
    "events": "Darts events of a season; darts only",
    "field": "The players entered in one PGA tournament",
}


def _tag(name: str) -> Json:
    built = next((r for r in RESOURCES.values() if r.tag == name), None)
    if built:
        return {"name": name, "description": f"{built.meaning}."}
    key = name.lower().replace(" ", "-")
    return {"name": name, "description": f"{LATER_MEANINGS[key]} ({', '.join(LATER[key])}). Not served yet."}


ERRORS: dict[str, tuple[str, Json]] = {
    "400": ("The form of the date or season", {"type": "string"}),
    "401": ("The token is missing, wrong or expired", {"type": "null"}),
    "403": (
        "A trial token asks for data older than the latest two seasons, or the token does not cover the sport",
        {
            "type": "object",
            "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
            "required": ["code", "message"],
        },
    ),
    "404": ("No such resource, or parameters that cannot be", {"type": "string"}),
}
"""Status -> what it says and the schema of its body (specification 7)."""

NAMES: dict[str, str] = {"400": "BadRequest", "401": "Unauthorized", "403": "Forbidden", "404": "NotFound"}


def _responses() -> Json:
    made = {
        NAMES[status]: {"description": meaning, "content": {"application/json": {"schema": schema}}}
        for status, (meaning, schema) in ERRORS.items()
    }
    return {**made, "NotModified": {"description": "Nothing to return: a valid request without data"}}


def _rows_schema(sport: Sport, resource: str, schemas: Json) -> Json:
    """The schema of a row; the records it is made of are added to `schemas`."""
    record = sport.answer(resource).record
    room = record.__module__.rpartition(".")[2]
    made = record.model_json_schema(
        by_alias=True, mode="serialization", ref_template=f"#/components/schemas/{room}.{{model}}"
    )
    inner = made.pop("$defs", {})
    for name, schema in {**inner, record.__name__: made}.items():
        schemas[f"{room}.{name}"] = _told(schema)
    members = schemas[f"{room}.{record.__name__}"]["properties"]
    if any(spec.wire == "status" and spec.marks["derive"] == "phase" and not spec.nullable for spec in fields(record)):
        members["status"]["enum"] = list(STATUSES)
        if "sport" in members:
            members["sport"] = {"$ref": "#/components/schemas/Sport"}
    if RESOURCES[resource].envelope == "map":  # the one field of the record is the map
        return next(iter(members.values()))
    return {"$ref": f"#/components/schemas/{room}.{record.__name__}"}


def _told(schema: Any) -> Any:
    """A schema with the catalog's marks said in few words, and without what only a program's code needs."""
    if isinstance(schema, list):
        return [_told(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    clean = {key: _told(value) for key, value in schema.items() if key not in ("x-sportsframe", "title", "default")}
    if "properties" in schema:  # a member may bear one of these names
        clean["properties"] = {name: _told(member) for name, member in schema["properties"].items()}
        for name in [name for name, member in schema["properties"].items() if _marks(member).get("rest")]:
            clean["additionalProperties"] = clean["properties"].pop(name)["additionalProperties"]
            clean["required"] = [member for member in clean.get("required", ()) if member != name]
    marks = _marks(schema)
    for mark in ("unit", "source"):
        if marks.get(mark):
            clean[f"x-{mark}"] = marks[mark]
    return clean


def _marks(schema: Json) -> Mapping[str, Any]:
    """The catalog's marks of a member."""
    marks = schema.get("x-sportsframe")
    return marks if isinstance(marks, Mapping) else {}


def _envelope(rows: Mapping[str, Json], envelope: Envelope, *, all_required: bool) -> Json:
    members = {key: schema if envelope == "map" else {"type": "array", "items": schema} for key, schema in rows.items()}
    data: Json = {"type": "object", "properties": members, "additionalProperties": False, "minProperties": 1}
    if all_required:
        data["required"] = list(members)
    return {"type": "object", "properties": {"data": data}, "required": ["data"], "additionalProperties": False}


def _segment(resource: Resource, sports: tuple[str, ...]) -> list[Json]:
    """The date or season of a path, if it has one."""
    segment = resource.segment
    meaning = "Date, YYYY-MM-DD, read in GMT"
    schema: Json = {"type": "string"}
    match segment:
        case BySeason():
            schema["pattern"] = SEASON_PATTERN
            meaning = "Year in which the season started"
        case ByDate() if all(code in PLAIN_DATES for code in sports):
            if all(code in segment.now for code in sports):
                meaning += "; or now"
        case ByDate():
            schema["format"] = "date"
        case _:
            return []
    return [{"name": segment.name, "in": "path", "required": True, "description": f"{meaning}.", "schema": schema}]


def _parameter(param: Param, *, required: bool) -> Json:
    schema: Json = {"type": "integer" if param.type == "int" else "string"}
    if param.choices:
        schema["enum"] = list(param.choices)
    elif param.type == "text":
        schema["minLength"] = 1
    if param.minimum is not None:
        schema |= {"minimum": param.minimum, "format": "int64", "maximum": 10**18 - 1}
    described: Json = {"name": param.name, "in": "query", "description": f"{param.meaning}.", "schema": schema}
    return {**described, "required": required}


def _unchecked(param: Param) -> Json:
    """A parameter where it depends on the sports asked whether it is needed, or looked at."""
    meaning = (
        f"{param.meaning}, one of {', '.join(param.choices)}; needed with {', '.join(param.sports)}, else ignored."
    )
    return {**_parameter(param, required=False), "description": meaning, "schema": {"type": "string"}}


def _operation(resource: Resource, name: str, summary: str, parameters: list[Json], schema: Json) -> Json:
    answers: Json = {
        "200": {"description": "Rows", "content": {"application/json": {"schema": schema}}},
        "304": {"$ref": "#/components/responses/NotModified"},
    }
    answers |= {status: {"$ref": f"#/components/responses/{said}"} for status, said in NAMES.items()}
    return {
        "get": {
            "tags": [resource.tag],
            "operationId": re.sub(r"[^A-Za-z0-9]+", "_", name),
            "summary": summary,
            "parameters": parameters,
            "responses": answers,
        }
    }


def _codes(sports: tuple[str, ...]) -> Json:
    """The schema of a sport code, or several of them."""
    if sports == tuple(SPORTS):
        return {"$ref": "#/components/schemas/Sports"}
    one = f"({'|'.join(sports)})"
    return {"type": "string", "pattern": f"^{one}(-{one})*$"}


def _paths(schemas: Json) -> Json:
    paths: Json = {}
    for resource in RESOURCES.values():
        asked = f"{{{resource.segment.name}}}" if resource.segment.name else ""
        keys: Json = {}
        sports = sports_of(resource.name)
        for code in sports:
            sport = SPORTS[code]
            rows = _rows_schema(sport, resource.name, schemas)
            keys |= dict.fromkeys(sport.keys, rows)
            query = [_parameter(p, required=p.required) for p in params(code, resource.name)]
            one = len(sport.keys) == 1
            schema = _envelope(dict.fromkeys(sport.keys, rows), resource.envelope, all_required=one)
            summary = f"{resource.tag}: {sport.name}"
            path = _segment(resource, (code,))
            place = resource.path(asked, code)
            paths[place] = _operation(resource, f"{resource.name} {code}", summary, path + query, schema)
            if isinstance(resource.segment, BySeason) and code in resource.segment.optional:
                paths[resource.path("", code)] = _operation(
                    resource, f"{resource.name} {code} current", f"{summary}, the season that runs", query, schema
                )
        if len(sports) < 2:
            continue
        codes = {"name": "SPORT", "in": "path", "required": True, "schema": _codes(sports)}
        codes["description"] = "Sport code, or several joined by -; the answer has a property for each."
        league = [_unchecked(p) for code in sports if SPORTS[code].leagues for p in params(code, resource.name)]
        paths[resource.path(asked, "{SPORT}")] = _operation(
            resource, f"{resource.name} several", f"{resource.tag}: several sports",
            [*_segment(resource, sports), codes, *league], _envelope(keys, resource.envelope, all_required=False),
        )  # fmt: skip
    return paths


def document(server: str = BASE_PATH) -> Json:
    """The interface description.

    Parameters
    ----------
    server : str
        Base address.

    Returns
    -------
    dict
        An OpenAPI 3.1 document.

    References
    ----------
    Specification 1, 2, 4, 5, 7 and 9.
    """
    one = f"({'|'.join(SPORTS)})"
    schemas: Json = {
        "Sport": {"type": "string", "enum": list(SPORTS)},
        "Sports": {
            "anyOf": [
                {"$ref": "#/components/schemas/Sport"},
                {"type": "string", "pattern": f"^{one}(-{one})+$", "description": "Several sports"},
            ]
        },
    }
    paths = _paths(schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sports data",
            "version": INTERFACE_VERSION,
            "description": "Schedules and live box scores of nine sports; every operation is read-only.",
        },
        "servers": [{"url": server}],
        "security": [{TOKEN_PARAM: []}],
        "tags": [_tag(name) for name in TAGS],
        "paths": paths,
        "components": {
            "securitySchemes": {TOKEN_PARAM: {"type": "apiKey", "in": "query", "name": TOKEN_PARAM}},
            "responses": _responses(),
            "schemas": dict(sorted(schemas.items())),
        },
    }


@lru_cache(maxsize=4)
def encoded(server: str = BASE_PATH) -> bytes:
    """The document as JSON bytes."""
    return msgspec.json.encode(document(server))
