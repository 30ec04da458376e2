"""Schemas of arguments and results, and what a result may take up."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from ..._client.query import CURRENT
from ...catalog.resources import ByDate, BySeason
from ...catalog.simulated import SOURCE
from ...errors import SportsframeError
from .caller import Json

LARGEST_RESULT = 25_000
"""Maximum size of a result, in bytes."""

ROOM = LARGEST_RESULT - 1_200
"""Bytes of a result for its data; the rest is for the envelope of the protocol and the notes."""


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
