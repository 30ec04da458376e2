"""The OpenAPI 3.1 document, generated from the catalog."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from ..catalog import BASE_PATH, RESOURCES, SPORTS, TOKEN_PARAM, Resource, Sport, params, sports_of
from ..catalog.grammar import STATUSES, fields
from ..catalog.resources import SEASON_PATTERN, TAGS, ByDate, BySeason, Envelope, Param
from ..catalog.simulated import NOTE, SOURCE, SOURCE_HEADER

INTERFACE_VERSION = "1.0.0"
"""Version of the API, independent of the package version (specification 9)."""

PLAIN_DATES = ("PGA", "SOCCER")
"""Sports whose date is declared as a plain string (specification 4)."""

Json = dict[str, Any]


def _tag(name: str) -> Json:
    return {"name": name, "description": f"{next(r for r in RESOURCES.values() if r.tag == name).meaning}."}


ERRORS: dict[str, tuple[str, Json]] = {
    "400": ("The format of the date or season is invalid", {"type": "string"}),
    "401": ("The token is missing, invalid or expired", {"type": "null"}),
    "403": (
        "A trial token was used for data older than the latest two seasons, or the token does not cover the sport",
        {
            "type": "object",
            "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
            "required": ["code", "message"],
        },
    ),
    "404": ("Unknown resource or unsupported parameters", {"type": "string"}),
}
"""Status -> description and schema of its body (specification 7)."""

NAMES: dict[str, str] = {"400": "BadRequest", "401": "Unauthorized", "403": "Forbidden", "404": "NotFound"}


def _responses() -> Json:
    made = {
        NAMES[status]: {"description": meaning, "content": {"application/json": {"schema": schema}}}
        for status, (meaning, schema) in ERRORS.items()
    }
    return {**made, "NotModified": {"description": "No data for a valid request"}}


def _rows_schema(sport: Sport, resource: str, schemas: Json) -> Json:
    """Return the schema of a row, and add the records it contains to `schemas`."""
    record = sport.answer(resource).record
    module = record.__module__.rpartition(".")[2]
    made = record.model_json_schema(
        by_alias=True, mode="serialization", ref_template=f"#/components/schemas/{module}.{{model}}"
    )
    inner = made.pop("$defs", {})
    for name, schema in {**inner, record.__name__: made}.items():
        schemas[f"{module}.{name}"] = _public_schema(schema)
    members = schemas[f"{module}.{record.__name__}"]["properties"]
    if any(spec.wire == "status" and spec.marks["derive"] == "phase" and not spec.nullable for spec in fields(record)):
        members["status"]["enum"] = list(STATUSES)
        if "sport" in members:
            members["sport"] = {"$ref": "#/components/schemas/Sport"}
    if RESOURCES[resource].envelope == "map":  # the one field of the record is the map
        return next(iter(members.values()))
    return {"$ref": f"#/components/schemas/{module}.{record.__name__}"}


def _public_schema(schema: Any) -> Any:
    """Return a schema with unit and source in place of the catalog's internal metadata."""
    if isinstance(schema, list):
        return [_public_schema(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    clean = {
        key: _public_schema(value) for key, value in schema.items() if key not in ("x-sportsframe", "title", "default")
    }
    if "properties" in schema:  # a member may have one of these names
        clean["properties"] = {name: _public_schema(member) for name, member in schema["properties"].items()}
        for name in [name for name, member in schema["properties"].items() if _marks(member).get("rest")]:
            clean["additionalProperties"] = clean["properties"].pop(name)["additionalProperties"]
            clean["required"] = [member for member in clean.get("required", ()) if member != name]
    marks = _marks(schema)
    for mark in ("unit", "source"):
        if marks.get(mark):
            clean[f"x-{mark}"] = marks[mark]
    return clean


def _marks(schema: Json) -> Mapping[str, Any]:
    """Return the catalog's metadata of a member."""
    marks = schema.get("x-sportsframe")
    return marks if isinstance(marks, Mapping) else {}


def _envelope(rows: Mapping[str, Json], envelope: Envelope, *, all_required: bool) -> Json:
    members = {key: schema if envelope == "map" else {"type": "array", "items": schema} for key, schema in rows.items()}
    data: Json = {"type": "object", "properties": members, "additionalProperties": False, "minProperties": 1}
    if all_required:
        data["required"] = list(members)
    return {"type": "object", "properties": {"data": data}, "required": ["data"], "additionalProperties": False}


def _segment(resource: Resource, sports: tuple[str, ...]) -> list[Json]:
    """Return the date or season parameter of a path, if it has one."""
    segment = resource.segment
    meaning = "Date (UTC), YYYY-MM-DD"
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
    """Return a parameter that is required or ignored depending on the requested sports."""
    choices, sports = ", ".join(param.choices), ", ".join(param.sports)
    meaning = f"{param.meaning}, one of {choices}; required for {sports}, otherwise ignored."
    return {**_parameter(param, required=False), "description": meaning, "schema": {"type": "string"}}


def _operation(resource: Resource, name: str, summary: str, parameters: list[Json], schema: Json) -> Json:
    answers: Json = {
        "200": {
            "description": "Rows",
            "headers": {SOURCE_HEADER: {"description": NOTE, "schema": {"const": SOURCE}}},
            "content": {"application/json": {"schema": schema}},
        },
        "304": {"$ref": "#/components/responses/NotModified"},
    }
    answers |= {status: {"$ref": f"#/components/responses/{component}"} for status, component in NAMES.items()}
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
    """Return the schema of one or more sport codes."""
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
                    resource, f"{resource.name} {code} current", f"{summary}, current season", query, schema
                )
        if len(sports) < 2:
            continue
        codes = {"name": "SPORT", "in": "path", "required": True, "schema": _codes(sports)}
        codes["description"] = "Sport code, or several joined by -; the response has a property for each."
        league = [_unchecked(p) for code in sports if SPORTS[code].leagues for p in params(code, resource.name)]
        paths[resource.path(asked, "{SPORT}")] = _operation(
            resource,
            f"{resource.name} several",
            f"{resource.tag}: several sports",
            [*_segment(resource, sports), codes, *league],
            _envelope(keys, resource.envelope, all_required=False),
        )
    return paths


def document(server: str = BASE_PATH) -> Json:
    """Return the OpenAPI document.

    Parameters
    ----------
    server : str
        Base URL.

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
            "description": "Schedules, box scores, plays, players, teams and statistics of nine sports. "
            f"{NOTE} Responses carry the header {SOURCE_HEADER}: {SOURCE}. Every operation is read-only.",
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
    """Return the document as JSON bytes."""
    return msgspec.json.encode(document(server))
