"""The OpenAPI 3.1 document, generated from the catalog: of the service with its switches, or of a mirror."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ..catalog import BASE_PATH, RESOURCES, SPORTS, TOKEN_PARAM, Resource, Sport, params, sports_of
from ..catalog.records import MARKS, fields
from ..catalog.resources import SEASON_PATTERN, TAGS, ByDate, BySeason, Envelope, Param
from ..catalog.simulated import NOTE, SOURCE, SOURCE_HEADER
from ..catalog.statuses import STATUSES
from ..simulation import MODULES
from . import quirks

INTERFACE_VERSION = "1.0.0"
"""Version of the API, independent of the package version (specification 9)."""

EXAMPLE_BODIES = Path(__file__).with_name("examples.json")
"""Sport -> resource -> what a response of the simulated service has for the sport, shortened; resources of one record
share an example. Made by ``python docs/generate.py examples``."""

Json = dict[str, Any]


def _tag(name: str) -> Json:
    return {"name": name, "description": f"{next(r for r in RESOURCES.values() if r.tag == name).meaning}."}


class Error(NamedTuple):
    """An error: the name of its response, its meaning, and an example of its body."""

    name: str
    meaning: str
    example: Any


ERRORS: dict[str, Error] = {
    "400": Error(
        "BadRequest", "The format of the date or season is invalid", "The date must be in the format YYYY-MM-DD."
    ),
    "401": Error("Unauthorized", "The token is missing, invalid or expired", None),
    "403": Error(
        "Forbidden",
        "A trial token was used for data older than the latest two seasons, or the token does not cover the sport",
        {"code": "NOT_ENTITLED", "message": "The token does not cover this sport and resource."},
    ),
    "404": Error(
        "NotFound",
        "Unknown resource or unsupported parameters",
        "The request could not be processed. Please check its path and parameters.",
    ),
    "414": Error("TooLong", "The URL is too long", "The URL is too long."),
    "429": Error(
        "TooMany", "The token's quota is used up", "The token's quota of 5000 requests in 24 hours is used up."
    ),
    "500": Error("Broken", "The service failed", "The service failed to respond."),
    "503": Error("Unavailable", "The server is stopping, or busy", "The server is stopping."),
}
"""Status -> error (specification 7; the last four are not in it)."""

UPSTREAM: dict[str, Error] = {
    "502": Error(
        "BadGateway",
        "The upstream service did not respond, or not as expected",
        "The upstream service sent no complete response, and the cache has no response to use instead.",
    ),
    "504": Error(
        "GatewayTimeout",
        "The upstream service did not respond in time",
        "The upstream service did not respond in time, and the cache has no response to use instead.",
    ),
}
"""Further errors of a mirror."""

MISSING_OBJECT = {"error": "Bad Request", "message": "Live data cannot be requested for future dates."}

DAYS = {
    "NFL": "2024-11-10",
    "NBA": "2024-12-06",
    "MLB": "2024-06-01",
    "NHL": "2024-12-06",
    "NCAAFB": "2024-10-05",
    "NCAABB": "2025-01-04",
    "PGA": "2024-06-13",
    "SOCCER": "2024-11-09",
    "DARTS": "2024-12-28",
}
"""Sport -> a date on which games of the simulated world start, as an example."""


@dataclass(frozen=True)
class Form:
    """What a document describes: the built-in service with some switches, or a mirror of an unknown service."""

    switches: frozenset[str] = frozenset()
    mirror: bool = False

    def on(self, *names: str) -> bool:
        """Whether one of these switches is on; a mirror's upstream may deviate in any way."""
        return self.mirror or not self.switches.isdisjoint(names)

    @property
    def sports(self) -> tuple[str, ...]:
        """The sports that the service has: of registered ones, the simulated world has no data."""
        return tuple(code for code in SPORTS if self.mirror or code in MODULES)

    @property
    def errors(self) -> dict[str, Error]:
        """Errors that may occur."""
        return {**ERRORS, **UPSTREAM} if self.mirror else ERRORS

    def params(self, sport: str, resource: str) -> tuple[Param, ...]:
        """Return the query parameters of a sport's resource."""
        added = quirks.PARAMS if self.mirror else self.switches
        return (*params(sport, resource), *quirks.params(frozenset(added), sport, resource))


def _schema_of(example: Any) -> Json:
    """Return the schema of an error's body."""
    if example is None:
        return {"type": "null"}
    if isinstance(example, str):
        return {"type": "string"}
    return {"type": "object", "properties": {key: {"type": "string"} for key in example}, "required": list(example)}


def _responses(form: Form) -> Json:
    made: Json = {}
    for status, error in form.errors.items():
        schema = _schema_of(error.example)
        if status == "404" and form.on(quirks.FUTURE_LIVE, quirks.BAD_FORMAT_MISSING):
            schema = {"anyOf": [schema, _schema_of(MISSING_OBJECT)]}
        if form.mirror and status in ("401", "403"):  # for its own account upstream
            schema = {"anyOf": [schema, {"type": "string"}]}
        kind = "application/json"
        if quirks.PLAIN_TEXT in form.switches and isinstance(error.example, str) and status in ("400", "404", "429"):
            kind = "text/plain"
        content = {kind: {"schema": schema, "example": error.example}}
        if kind == "text/plain" and "anyOf" in schema:
            content = {kind: {"schema": schema["anyOf"][0], "example": error.example}}
            content["application/json"] = {"schema": schema["anyOf"][1], "example": MISSING_OBJECT}
        made[error.name] = {"description": error.meaning, "content": content}
    return {**made, "NotModified": {"description": "No data for a valid request"}}


def _rows_schema(sport: Sport, resource: str, schemas: Json, form: Form) -> Json:
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
        members["status"]["enum"] = [*STATUSES, "canceled"] if form.on("canceled") else list(STATUSES)
        if "sport" in members:
            members["sport"] = {"$ref": "#/components/schemas/Sport"}
    if RESOURCES[resource].envelope == "map":  # the one field of the record is the map
        return next(iter(members.values()))
    return {"$ref": f"#/components/schemas/{module}.{record.__name__}"}


def _misspelled(schemas: Json, form: Form) -> None:
    """Add the misspelled names that a switch gives to fields."""
    for switch, (right, wrong) in quirks.MISSPELLED.items():
        for schema in schemas.values() if form.on(switch) else ():
            if right in schema.get("properties", ()):
                schema["properties"][wrong] = schema["properties"][right]
                schema["required"] = [name for name in schema.get("required", ()) if name != right]


def _public_schema(schema: Any) -> Any:
    """Return a schema with unit and source in place of the catalog's internal metadata."""
    if isinstance(schema, list):
        return [_public_schema(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    clean = {key: _public_schema(value) for key, value in schema.items() if key not in (MARKS, "title", "default")}
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
    marks = schema.get(MARKS)
    return marks if isinstance(marks, Mapping) else {}


def _envelope(rows: Mapping[str, Json], envelope: Envelope, *, all_required: bool) -> Json:
    members = {key: schema if envelope == "map" else {"type": "array", "items": schema} for key, schema in rows.items()}
    data: Json = {"type": "object", "properties": members, "additionalProperties": False, "minProperties": 1}
    if all_required:
        data["required"] = list(members)
    return {"type": "object", "properties": {"data": data}, "required": ["data"], "additionalProperties": False}


def _segment(resource: Resource, sports: tuple[str, ...], form: Form) -> list[Json]:
    """Return the date or season parameter of a path, if it has one."""
    segment = resource.segment
    meaning = "Date (UTC), YYYY-MM-DD"
    schema: Json = {"type": "string"}
    match segment:
        case BySeason():
            schema["pattern"] = SEASON_PATTERN
            meaning = "Year in which the season started"
        case ByDate() if all(SPORTS[code].plain_dates for code in sports):
            if all(SPORTS[code].has_current(resource.name) for code in sports):
                meaning += "; or now"
        case ByDate() if form.on(quirks.NOW_EVERYWHERE):
            schema = {"anyOf": [{"type": "string", "format": "date"}, {"const": "now"}]}
            meaning += "; or now"
        case ByDate():
            schema["format"] = "date"
        case _:
            return []
    described: Json = {"name": segment.name, "in": "path", "required": True, "description": f"{meaning}."}
    if isinstance(segment, ByDate) and len(sports) == 1 and sports[0] in DAYS:
        described["example"] = DAYS[sports[0]]
    return [{**described, "schema": schema}]


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


def _unchecked(param: Param, sport: str) -> Json:
    """Return a parameter that is required or ignored depending on the requested sports."""
    needed = "required for" if param.required else "for"
    meaning = f"{param.meaning}, one of {', '.join(param.choices)}; {needed} {sport}, otherwise ignored."
    return {**_parameter(param, required=False), "description": meaning, "schema": {"type": "string"}}


def _examples() -> Json:
    """Return the examples of responses by name."""
    told = msgspec.json.decode(EXAMPLE_BODIES.read_bytes())
    return {
        f"{resource}.{code}": {
            "summary": f"{SPORTS[code].name}, shortened, from the simulated world",
            "value": {"data": {SPORTS[code].keys[0]: held}},
        }
        for code, resources in told.items()
        for resource, held in resources.items()
    }


def _example(resource: str, code: str, examples: Json) -> Json:
    """Return references to the example of a sport's resource, by sport; none for a registered sport."""
    sport = SPORTS[code]
    alike = (name for name in sport.resources if sport.answer(name).record is sport.answer(resource).record)
    name = next((name for other in alike if (name := f"{other}.{code}") in examples), None)
    return {} if name is None else {code: {"$ref": f"#/components/examples/{name}"}}


def _operation(
    resource: Resource, name: str, summary: str, parameters: list[Json], schema: Json, examples: Json, form: Form
) -> Json:
    content = {"schema": schema, **({"examples": examples} if examples else {})}
    answers: Json = {"200": {"description": "Rows", "content": {"application/json": content}}}
    if not form.mirror:
        answers["200"]["headers"] = {SOURCE_HEADER: {"description": NOTE, "schema": {"const": SOURCE}}}
    if quirks.EMPTY_ARRAY not in form.switches:
        answers["304"] = {"$ref": "#/components/responses/NotModified"}
    answers |= {
        status: {"$ref": f"#/components/responses/{error.name}"}
        for status, error in form.errors.items()
        if status != "400" or quirks.BAD_FORMAT_MISSING not in form.switches
    }
    return {
        "get": {
            "tags": [resource.tag],
            "operationId": re.sub(r"[^A-Za-z0-9]+", "_", name),
            "summary": summary,
            "parameters": parameters,
            "responses": answers,
        }
    }


def _codes(sports: tuple[str, ...], form: Form) -> Json:
    """Return the schema of one or more sport codes."""
    if sports == form.sports:
        return {"$ref": "#/components/schemas/Sports"}
    one = f"({'|'.join(sports)})"
    return {"type": "string", "pattern": f"^{one}(-{one})*$"}


def _paths(schemas: Json, examples: Json, form: Form) -> Json:
    paths: Json = {}
    for resource in RESOURCES.values():
        all_examples: Json = {}
        asked = f"{{{resource.segment.name}}}" if resource.segment.name else ""
        keys: Json = {}
        sports = tuple(code for code in sports_of(resource.name) if code in form.sports)
        for code in sports:
            sport = SPORTS[code]
            rows = _rows_schema(sport, resource.name, schemas, form)
            keys |= dict.fromkeys(sport.keys, rows)
            query = [_parameter(p, required=p.required) for p in form.params(code, resource.name)]
            one = len(sport.keys) == 1
            schema = _envelope(dict.fromkeys(sport.keys, rows), resource.envelope, all_required=one)
            summary = f"{resource.tag}: {sport.name}"
            path = _segment(resource, (code,), form)
            place = resource.path(asked, code)
            shown = _example(resource.name, code, examples)
            all_examples |= shown
            paths[place] = _operation(resource, f"{resource.name} {code}", summary, path + query, schema, shown, form)
            if isinstance(resource.segment, BySeason) and (
                SPORTS[code].has_current(resource.name) or form.on(quirks.SEASONLESS)
            ):
                paths[resource.path("", code)] = _operation(
                    resource,
                    f"{resource.name} {code} current",
                    f"{summary}, current season",
                    query,
                    schema,
                    shown,
                    form,
                )
        if len(sports) < 2:
            continue
        codes = {"name": "SPORT", "in": "path", "required": True, "schema": _codes(sports, form)}
        codes["description"] = "Sport code, or several joined by -; the response has a property for each."
        league = [_unchecked(p, code) for code in sports if SPORTS[code].leagues for p in params(code, resource.name)]
        date = _segment(resource, sports, form)
        schema = _envelope(keys, resource.envelope, all_required=False)
        summary = f"{resource.tag}: several sports"
        paths[resource.path(asked, "{SPORT}")] = _operation(
            resource, f"{resource.name} several", summary, [*date, codes, *league], schema, all_examples, form
        )
        if isinstance(resource.segment, ByDate) and quirks.SPORTLESS in form.switches:
            everything = f"{resource.name} all"
            paths[f"/{resource.name}/{asked}"] = _operation(
                resource, everything, f"{resource.tag}: all sports", [*date, *league], schema, all_examples, form
            )
    return paths


def document(server: str = BASE_PATH, *, switches: frozenset[str] = frozenset(), mirror: bool = False) -> Json:
    """Return the OpenAPI document.

    Parameters
    ----------
    server : str
        Base URL.
    switches : frozenset of str
        Switches that are on.
    mirror : bool
        Describe a mirror: what it passes on, with the deviations that any service may have.

    Returns
    -------
    dict
        An OpenAPI 3.1 document.

    References
    ----------
    Specification 1, 2, 4, 5, 7 and 9.
    """
    form = Form(switches, mirror)
    one = f"({'|'.join(form.sports)})"
    schemas: Json = {
        "Sport": {"type": "string", "enum": list(form.sports)},
        "Sports": {
            "anyOf": [
                {"$ref": "#/components/schemas/Sport"},
                {"type": "string", "pattern": f"^{one}(-{one})+$", "description": "Several sports"},
            ]
        },
    }
    examples = {} if mirror else _examples()
    paths = _paths(schemas, examples, form)
    _misspelled(schemas, form)
    marked = "" if mirror else f" {NOTE} Responses carry the header {SOURCE_HEADER}: {SOURCE}."
    deviations = f" Deviations from the specification: {', '.join(sorted(switches))}." if switches else ""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sports data",
            "version": INTERFACE_VERSION,
            "description": "Schedules, box scores, plays, players, teams and statistics of nine sports."
            f"{marked} Every operation is read-only.{deviations}",
        },
        "servers": [{"url": server}],
        "security": [{TOKEN_PARAM: []}],
        "tags": [_tag(name) for name in dict.fromkeys((*TAGS, *(resource.tag for resource in RESOURCES.values())))],
        "paths": paths,
        "components": {
            "securitySchemes": {TOKEN_PARAM: {"type": "apiKey", "in": "query", "name": TOKEN_PARAM}},
            "responses": _responses(form),
            **({"examples": examples} if examples else {}),
            "schemas": dict(sorted(schemas.items())),
        },
    }


def encoded(server: str = BASE_PATH, *, switches: frozenset[str] = frozenset(), mirror: bool = False) -> bytes:
    """Return the document as JSON bytes."""
    return _encoded(tuple(SPORTS), server, switches, mirror)


@lru_cache(maxsize=8)
def _encoded(known: tuple[str, ...], server: str, switches: frozenset[str], mirror: bool) -> bytes:
    return msgspec.json.encode(document(server, switches=switches, mirror=mirror))
