"""The 84 pairs of sport and resource, and what holds for each: ``python -m tests.bench.pairs [SPORT ...]``.

A pair passes a column when

- rows: a request in season returns 200 with rows;
- empty: a request for which there is no data returns 304 without a body, and 200 with an empty value behind the switch;
- 401, 403: a request without a token, and with a token that does not cover the pair, returns that status;
- 404/304: the same token gets 404 (live) or 304 (all other resources) behind the switch for the observed behavior;
- schema: the body is valid against the schema of its path in the OpenAPI document;
- tidy: each table is built in strict mode, with the columns and dtypes of the catalog, scalars, and no row twice;
- concat: each table keeps its dtypes in a concatenation with other rows and with a table without rows;
- dictionary: `sf.columns` describes every column of each table, with its dtype;
- tools: the MCP tool of the resource accepts the sport and returns the response body, or, if that is too large, rows
  of the table through `get_table`.

Prints a line per pair and ends with 1 unless all is true.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import warnings
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from typing import Any

import jsonschema_rs
import pandas as pd

import sportsframe as sf
from sportsframe._frames.arrays import dtype
from sportsframe.catalog import RESOURCES, SPORTS, answer, every_answer
from sportsframe.catalog.resources import ByDate, BySeason, Content
from sportsframe.errors import PayloadError
from sportsframe.servers.mcp import ToolServer
from sportsframe.service import Service
from sportsframe.service.openapi import document
from sportsframe.service.tokens import FULL, Grant, Tokens

from ..support.asking import AFTERWARDS, DAYS, TOKEN, needed, service_at
from ..support.samples import EARLY, STATS, envelope, segment

PAIRS = [(sport, resource.name) for sport, resource, _ in every_answer()]
BEFORE = "1999-07-01T12:00:00"
"""A time before the first simulated season."""

OTHER = "a-token-for-nothing"
TOKENS = {TOKEN: FULL, OTHER: Grant("other", pairs=frozenset())}
NAME = re.compile(r"[a-z][a-z0-9_]*")

Answer = tuple[int, bytes]


class Pair:
    """A sport and a resource.

    Parameters
    ----------
    sport, resource : str
        The pair.
    """

    def __init__(self, sport: str, resource: str) -> None:
        self.sport = sport
        self.resource = resource
        self.asked = RESOURCES[resource]
        early = resource in STATS  # a later one has to play more games
        self.held = EARLY[sport][:4] if early else segment(resource, DAYS[sport])
        late = EARLY[sport] if early else f"{DAYS[sport]}T23:59:00"
        self.moment = late if self.asked.content is Content.STATE else AFTERWARDS
        self.query = {**needed(resource, sport), **({"league": "EPL"} if SPORTS[sport].leagues else {})}

    def ask(self, *switches: str, token: str = TOKEN, nothing: bool = False) -> Answer:
        """Return status and body of a request for rows, or of one for which there is no data."""
        held, query, moment = self.held, dict(self.query), self.moment
        if nothing:
            moment = BEFORE if not self.held else moment
            held = {ByDate: BEFORE[:10], BySeason: BEFORE[:4]}.get(type(self.asked.segment), "")
            query |= {name: "19990701-1-2" for name in query if name != "league"}
        path = "/api/v1" + self.asked.path(held, self.sport)
        status, _, body = serving(moment, switches).respond(
            "GET", path, {**query, **({"RSC_token": token} if token else {})}, {}
        )
        return status, body

    @cached_property
    def body(self) -> bytes:
        """The response body with rows; empty if there are none."""
        status, body = self.ask()
        return body if status == 200 else b""

    @cached_property
    def tables(self) -> dict[str, pd.DataFrame]:
        """Every table of the response, built strictly; none if it is refused."""
        try:
            found = sf.read_json(self.body, self.sport, self.resource, None, validate="strict")
        except PayloadError:
            return {}
        return {name: found[name] for name in answer(self.sport, self.resource).layouts}

    def rows(self) -> bool:
        return bool(self.body) and all(map(len, json.loads(self.body)["data"].values()))

    def empty(self) -> bool:
        key = "EPL" if SPORTS[self.sport].leagues else self.sport
        nothing = {"data": {key: {} if self.asked.envelope == "map" else []}}
        status, body = self.ask("empty-array", nothing=True)
        return self.ask(nothing=True) == (304, b"") and (status, json.loads(body)) == (200, nothing)

    def unauthorized(self) -> bool:
        return self.ask(token="") == (401, b"null")

    def forbidden(self) -> bool:
        status, body = self.ask(token=OTHER)
        return status == 403 and set(json.loads(body)) == {"code", "message"}

    def not_signed_up(self) -> bool:
        status, body = self.ask("no-entitlement-304", token=OTHER)
        if self.resource == "live":
            return status == 404 and isinstance(json.loads(body), str)
        return (status, body) == (304, b"")

    def schema(self) -> bool:
        return self.rows() and validator(self.asked.path(placeholder(self.resource), self.sport)).is_valid(
            json.loads(self.body)
        )

    def tidy(self) -> bool:
        return any(map(len, self.tables.values())) and all(
            dict(frame.dtypes)
            == {column.name: dtype(column) for column in answer(self.sport, self.resource).layouts[name].columns}
            and all(NAME.fullmatch(column) for column in frame)
            and not any(isinstance(cell, (dict, list)) for column in frame for cell in frame[column].head(50))
            and not frame.duplicated().any()
            for name, frame in self.tables.items()
        )

    def concat(self) -> bool:
        made = sf.read_json(envelope(self.sport, self.resource), self.sport, self.resource, None)
        none = sf.read_json(b"", self.sport, self.resource, None)
        return all(
            pd.concat([frame, made[name], none[name]]).dtypes.equals(frame.dtypes)
            and len(none[name]) == 0
            and none[name].dtypes.equals(frame.dtypes)
            for name, frame in self.tables.items()
        )

    def dictionary(self) -> bool:
        words = sf.columns(self.sport, self.resource)
        return all(
            list(zip(part["column"], part["dtype"], strict=True)) == [(c, str(t)) for c, t in frame.dtypes.items()]
            and part["description"].str.len().gt(0).all()
            for name, frame in self.tables.items()
            for part in [words[words["table"] == name]]
        )

    def tools(self) -> bool:
        server = ToolServer(serving(self.moment, ()))
        tool = server.tools[f"get_{self.resource.replace('-', '_')}"]
        if self.sport.lower() not in tool.takes["properties"]["sport"]["enum"]:
            return False
        asked = {self.asked.segment.name: self.held} if self.held else {}
        arguments = {"sport": self.sport.lower(), **asked, **self.query}
        text, found = server.call(tool.name, arguments, TOKEN)
        if found["next"] is None and "omitted" not in found:
            return text.encode() == self.body
        _, found = server.call("get_table", {**arguments, "resource": self.resource}, TOKEN)
        return 0 < len(found["rows"]) <= found["total"]


COLUMNS: dict[str, Callable[[Pair], bool]] = {
    "rows": Pair.rows,
    "empty": Pair.empty,
    "401": Pair.unauthorized,
    "403": Pair.forbidden,
    "404/304": Pair.not_signed_up,
    "schema": Pair.schema,
    "tidy": Pair.tidy,
    "concat": Pair.concat,
    "dictionary": Pair.dictionary,
    "tools": Pair.tools,
}
"""Column of the table -> its check."""


@cache
def serving(moment: str, switches: tuple[str, ...]) -> Service:
    """A service at a time, with some switches on."""
    return service_at(moment, *switches, tokens=Tokens(TOKENS))


@cache
def validator(path: str) -> Any:
    """The validator of the responses of a path."""
    described = document()
    responses = described["paths"][path]["get"]["responses"]
    schema = responses["200"]["content"]["application/json"]["schema"]
    return jsonschema_rs.validator_for({**schema, "components": described["components"]})


def placeholder(resource: str) -> str:
    """The segment of a path as the OpenAPI document spells it."""
    name = RESOURCES[resource].segment.name
    return f"{{{name}}}" if name else ""


def checked(sport: str, resource: str) -> dict[str, bool]:
    """Every column of a pair."""
    pair = Pair(sport, resource)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", sf.DriftWarning)  # made-up rows say nothing sensible
        return {name: bool(check(pair)) for name, check in COLUMNS.items()}


def main(sports: Iterable[str]) -> int:
    """Print the table."""
    print(f"{'sport':8} {'resource':16}", *COLUMNS)
    failed = 0
    pairs = [pair for pair in PAIRS if pair[0] in sports]
    for sport, resource in pairs:
        found = checked(sport, resource)
        failed += not all(found.values())
        print(
            f"{sport:8} {resource:16}",
            *(f"{'yes' if held else 'NO':{len(name)}}" for name, held in found.items()),
            flush=True,
        )
    print(f"{len(pairs)} pairs, {failed} not all true")
    return int(failed > 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.pairs", description=__doc__.partition("\n")[0])
    parser.add_argument("sports", nargs="*", metavar="SPORT", help="only these sports")
    sys.exit(main(parser.parse_args().sports or list(SPORTS)))
