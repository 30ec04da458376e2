"""The companion server over real sockets: the official client, and raw requests for what lies at the door."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import socket
import string
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import httpx2
import jsonschema
import pandas as pd
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

import sportsframe as sf
from sportsframe import load, measures
from sportsframe._client.clock import Clock
from sportsframe._client.options import options
from sportsframe.catalog import RESOURCES, SPORTS
from sportsframe.servers.mcp import McpApp, ToolServer
from sportsframe.servers.mcp.auth import LARGEST_REQUEST
from sportsframe.servers.mcp.caller import Caller
from sportsframe.servers.mcp.server import WARNING, every_tool
from sportsframe.servers.mcp.tools import LARGEST_RESULT, ToolFailure
from sportsframe.servers.mirror import Mirror
from sportsframe.service import Service
from sportsframe.service.serve import running_server
from sportsframe.service.tokens import FULL, Grant, Tokens

from ..support import asking
from ..support.agents import QUESTIONS as QUESTIONS_ASKED
from ..support.agents import SUNDAY, Said, ask_all
from ..support.asking import DAYS
from ..support.hostile import ENCODINGS, PLACES, hostile_server, random_token, shows
from ..support.samples import EARLY, STATS, segment
from ..support.servers import Reply, envelope, game, serving

CANARY = "canary-token-0123456789/+="
LIMITED = "limited-token-0123456789"
TRIAL = "trial-token-0123456789"
OVER = "expired-token-0123456789"
LAST = "last-day-token-0123456789"

GRANTS = {
    CANARY: FULL,
    LIMITED: Grant("limited", pairs=frozenset([("MLB", "live"), ("NBA", "schedule")])),
    TRIAL: Grant("trial", trial=Clock(asking.AFTERWARDS)().date()),
    LAST: Grant("last", trial=Clock("2025-07-21")().date()),
    OVER: Grant("over", trial=Clock("2025-07-20")().date()),
}

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
USUAL = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}

Answer = tuple[int, dict[str, str], bytes]
Result = Any


@pytest.fixture(scope="module")
def service() -> Service:
    return asking.service_at(asking.AFTERWARDS, tokens=Tokens(GRANTS))


@pytest.fixture(scope="module")
def url(service: Service) -> Iterator[str]:
    app = McpApp(ToolServer(service), hosts=["tools.example", "a"], body_seconds=1.0)
    with running_server(app=app, idle=1.0) as running:
        yield running.address.replace("/api/v1", "/mcp")


def together(url: str, work: Callable[[Client], Awaitable[Result]], token: str = CANARY, mode: Any = "auto") -> Result:
    """Do `work` with the official client, connected over Streamable HTTP."""

    async def main() -> Result:
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http,
            Client(streamable_http_client(url, http_client=http), mode=mode) as client,
        ):
            return await work(client)

    return asyncio.run(main())


def call(url: str, name: str, token: str = CANARY, /, **arguments: Any) -> Result:
    """The result of one call of a tool."""
    return together(url, lambda client: client.call_tool(name, arguments), token)


def said(result: Result) -> str:
    """The text of a result; data of the simulated world is followed by a note that it is."""
    content, *notes = result.content
    marked = (result.structured_content or {}).get("source") == "simulated"
    assert [note.text for note in notes] == ([WARNING] if marked else [])
    return str(content.text)


def structure(result: Result) -> dict[str, Any]:
    """The structure of a result, without its source."""
    return {name: value for name, value in result.structured_content.items() if name != "source"}


def size(result: Result) -> int:
    """Bytes of a result on the wire."""
    return len(result.model_dump_json(by_alias=True, exclude_none=True).encode())


def post(
    url: str, body: Any, token: str | None = CANARY, path: str = "/mcp", method: str = "POST", **headers: str
) -> Answer:
    """One raw request on a connection of its own."""
    parts = urlsplit(url)
    connection = HTTPConnection(str(parts.hostname), parts.port, timeout=30)
    sent = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    own = {**USUAL, **({"Authorization": f"Bearer {token}"} if token is not None else {})}
    connection.request(method, path, sent, {**own, **{k.replace("_", "-"): v for k, v in headers.items()}})
    got = connection.getresponse()
    answer = got.status, {name.lower(): value for name, value in got.getheaders()}, got.read()
    connection.close()
    return answer


def tool_call(name: str, number: Any = 1, /, **arguments: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": name, "arguments": arguments}}


def test_the_official_client_lists_the_tools(url: str) -> None:
    """[S4C-01] [S4C-02] [S4C-08] A tool a resource and our own, each with schemas and read-only."""
    for mode in ("auto", "legacy"):
        listed = together(url, lambda client: client.list_tools(), mode=mode)
        names = [tool.name for tool in listed.tools]
        assert names[:9] == [*QUESTIONS, "get_table", "get_columns", "get_measures"]
        assert names[9:] == [f"get_{name.replace('-', '_')}" for name in RESOURCES]
        for tool in listed.tools:
            assert tool.description
            assert tool.title
            assert tool.input_schema["type"] == tool.output_schema["type"] == "object"
            assert tool.input_schema["additionalProperties"] is False
            assert tool.annotations.read_only_hint is True
        assert size(listed) <= 2_500 * len(names)
        arguments = {"sport": "nba", "date": "2024-12-06"}
        result = together(url, lambda client: client.call_tool("get_schedule", arguments), mode=mode)  # noqa: B023
        assert said(result).encode() == asking.ask("schedule/2024-12-06/NBA")[2]


def test_rest_has_no_tools_and_tools_have_no_rest(url: str, service: Service) -> None:
    """[S4C-01] The two are separate servers: neither answers on the other's path."""
    assert service.respond("GET", "/mcp", {"RSC_token": CANARY}, {})[0] == 404
    assert service.respond("GET", "/api/v1/mcp", {"RSC_token": CANARY}, {})[0] == 404
    assert post(url, None, path=f"/api/v1/live/2024-06-01/MLB?RSC_token={quote(CANARY)}", method="GET")[0] == 404


QUESTIONS = ["get_scores", "get_box", "get_standings", "get_leaders", "get_schedule_of", "find"]
TEAMS = "mlb nba ncaabb ncaafb nfl nhl soccer"
NINE = f"{TEAMS} darts pga"
IDS = "league game_id event_id player_id team"
PAGED = "columns sort limit offset form".split()
THIRTEEN = {
    "get_schedule": (NINE, "sport date", IDS),
    "get_schedule_week": (NINE, "sport date", IDS),
    "get_schedule_season": (NINE, "sport season", IDS),
    "get_live": (NINE, "sport date", "league game_id team"),
    "get_play_by_play": ("mlb nba nfl", "sport game_id", ""),
    "get_player_info": (NINE, "sport", "league player_id team player_name"),
    "get_player_stats": (NINE, "sport", "season league player_id team player_name"),
    "get_team_info": (TEAMS, "sport", "league team"),
    "get_team_stats": (TEAMS, "sport season", "league team"),
    "get_depth_charts": ("mlb nba ncaabb nfl nhl soccer", "sport", "league"),
    "get_injuries": ("mlb nba nfl nhl soccer", "sport", "league team"),
    "get_events": ("darts", "sport season", "event_id"),
    "get_field": ("pga", "sport game_id", ""),
}
"""Tool -> its sports, and what it requires and accepts; player statistics require a season except for golf."""


@pytest.mark.parametrize("name", THIRTEEN)
def test_the_thirteen_tools(name: str) -> None:
    """[S4C-09] [S1-05] [S1-11] Sports in lower case, a date or season as text, ids under their names of REST."""
    sports, required, optional = (words.split() for words in THIRTEEN[name])
    takes = every_tool()[name].takes
    properties = takes["properties"]

    assert sorted(properties["sport"]["enum"]) == sorted(sports)
    assert set(takes["required"]) == set(required)
    assert set(properties) == {*required, *optional, *PAGED}
    assert {key: properties[key]["type"] for key in ("date", "season", "team", "player_name") if key in properties} == (
        dict.fromkeys(set(properties) & {"date", "season", "team", "player_name"}, "string")
    )
    if "league" in properties:
        assert properties["league"]["enum"] == ["EPL", "SERIEA", "LALIGA"]


def test_there_are_thirteen_tools_of_resources() -> None:
    """[S1-11] [S1-12] [S4-39] [S4-40] [S4-41] [S4-42] Each group has its tool."""
    assert {f"get_{name.replace('-', '_')}" for name in RESOURCES} == set(THIRTEEN)
    assert set(THIRTEEN) < set(every_tool())


@pytest.mark.parametrize("sport", list(SPORTS))
def test_every_tool_gives_the_rest_body(url: str, sport: str) -> None:
    """[S4C-10] [S1-05] [S0-01] A result is the REST body, or its first rows and where the next ones begin."""
    league = {"league": "EPL"} if sport == "SOCCER" else {}

    needed = {name: asking.needed(name, sport) for name in SPORTS[sport].resources}

    async def work(client: Client) -> dict[str, Result]:
        found = {}
        for name in SPORTS[sport].resources:
            if name in STATS:  # in the next test, early in a season, as a whole one takes long to play
                continue
            held = segment(name, DAYS[sport])
            asked = {RESOURCES[name].segment.name: held} if held else {}
            arguments = {"sport": sport.lower(), **asked, **league, **needed[name]}
            found[RESOURCES[name].path(held, sport)[1:]] = await client.call_tool(
                f"get_{name.replace('-', '_')}", arguments
            )
        return found

    for path, result in together(url, work).items():
        code, _, body = asking.ask(path, **league, **needed[path.split("/")[0]])
        assert not result.is_error
        assert size(result) <= LARGEST_RESULT
        if code == 304:
            assert structure(result)["data"] == {}
            assert structure(result)["reason"]
            continue
        whole, found = json.loads(body), structure(result)
        if "next" not in found:
            assert found == whole
            if not said(result).startswith("The data is in the structured content"):
                assert said(result).encode() == body
            continue
        ((key, rows),) = whole["data"].items()
        kept = found["data"][key]
        if isinstance(rows, dict):
            assert kept.items() <= rows.items()
        elif "omitted" in found:
            assert kept == [{k: v for k, v in rows[0].items() if k not in found["omitted"]}]
        else:
            assert kept == rows[: len(kept)]
        assert (found["total"], found["next"]) == (len(rows), len(kept) if len(kept) < len(rows) else None)


@pytest.fixture(scope="module")
def opening() -> Iterator[tuple[Service, str]]:
    """A service after the first games of the NBA season, and where its tools are."""
    service = asking.service_at(EARLY["NBA"], tokens=Tokens(GRANTS))
    with running_server(app=McpApp(ToolServer(service))) as running:
        yield service, running.address.replace("/api/v1", "/mcp")


def test_rows_are_those_that_the_arguments_select(opening: tuple[Service, str]) -> None:
    """[S4C-09] [S4C-10] `team` and `player_name` are parts of names in any case; sorted and cut as asked."""
    service, url = opening
    season = {"sport": "nba", "season": EARLY["NBA"][:4]}
    for name, path in (("get_team_stats", "team-stats"), ("get_player_stats", "player-stats")):
        body = asking.ask(f"{path}/{season['season']}/NBA", service, CANARY)[2]
        rows = json.loads(body)["data"]["NBA"]
        part = rows[0]["team"].split()[-1].upper()
        found = structure(call(url, name, **season, team=part))
        assert found["data"]["NBA"] == [row for row in rows if part.lower() in row["team"].lower()] != []
        nobody = structure(call(url, name, **season, team="nobody"))
        assert nobody["data"] == {"NBA": []}
        assert "none of the" in nobody["reason"]
    who = rows[0]["player"]
    both = {"team": rows[0]["team"], "player_name": who.split()[-1].swapcase()}
    found = structure(call(url, "get_player_stats", **season, **both))["data"]["NBA"]
    assert rows[0] in found
    assert all(row["team"] == rows[0]["team"] and who.split()[-1] in row["player"] for row in found)
    assert "player_name" in said(call(url, "get_team_stats", **season, player_name="x"))

    part = {"sort": "-player", "columns": ["player_id", "player"], "limit": 3, "offset": 2}
    found = structure(call(url, "get_player_stats", **season, **part))
    ranked = sorted(rows, key=lambda row: row["player"], reverse=True)
    assert found["data"]["NBA"] == [{k: row[k] for k in part["columns"]} for row in ranked[2:5]]
    assert (found["total"], found["next"]) == (len(rows), 5)
    assert "no column 'x'" in said(call(url, "get_player_stats", **season, sort="x"))


def test_one_game_of_any_sport(url: str) -> None:
    """[S4C-09] `game_id` and `team` pick a game of a team sport, whose REST path has no such parameter."""
    rows = asking.rows("live/2024-06-01/MLB")
    one = structure(call(url, "get_live", sport="mlb", date="2024-06-01", game_id=rows[3]["game_ID"]))
    assert one["data"]["MLB"] == [rows[3]]
    team = rows[3]["home_team_name"]
    found = structure(call(url, "get_live", sport="mlb", date="2024-06-01", team=team.upper()))
    assert rows[3] in found["data"]["MLB"]
    assert all(team in (row["home_team_name"], row["away_team_name"]) for row in found["data"]["MLB"])


def test_statistics_of_golf_need_no_season(opening: tuple[Service, str]) -> None:
    """[S4C-09] Golf gives those of the current season; others require one; the filters have no effect for golf."""
    service, url = opening
    rows = json.loads(asking.ask("player-stats/PGA", service, CANARY)[2])["data"]["PGA"]
    found = structure(call(url, "get_player_stats", sport="pga", team="x", player_name="nobody"))
    assert found["data"]["PGA"] == rows[: len(found["data"]["PGA"])] != []
    assert said(call(url, "get_player_stats", sport="darts")) == "player-stats requires season."


@pytest.mark.parametrize(("status", "words"), [
    (401, ("rejected", "401", "Bearer")),
    (403, ("denied", "403", "why")), (404, ("not found", "404", "why")), (500, ("status 500", "why")),
    (502, ("could not be reached", "502")),
])  # fmt: skip
def test_what_an_error_says(status: int, words: tuple[str, ...]) -> None:
    """[S4C-11] Each status has its words, with the path and, cut to 500 characters, the body."""

    def ask(path: str, query: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
        return status, {}, b"why " + b"x" * 1000

    with pytest.raises(ToolFailure) as failure:
        every_tool()["get_team_info"].run(Caller(ask, Clock(asking.AFTERWARDS)), {"sport": "nba"})
    text = str(failure.value)
    assert all(word in text for word in (*words, "/team-info/NBA"))
    assert len(text) < 700


def test_simulated_data_is_marked(url: str, service: Service) -> None:
    """What fiction is says so: the instructions, each tool, each result with data; a service of others says nothing."""
    tools = together(url, lambda client: client.list_tools()).tools
    assert all(tool.description.startswith("Simulated data") for tool in tools)
    assert "fictional" in str(ToolServer(service).server.instructions)
    for name, more in (("get_live", {}), ("get_table", {}), ("get_measures", {"table": "goalies"})):
        result = call(url, name, sport="nhl", date="2024-12-06", **more)
        assert result.structured_content["source"] == "simulated"
        assert result.content[-1].text == WARNING
    real = Mirror("https://sports.example/api/v1", Tokens(GRANTS), token="upstream-secret")
    assert "fictional" not in str(ToolServer(real).server.instructions)


def test_filters_are_those_of_rest(url: str) -> None:
    """[S4C-09] Ids go to the service under their REST names; league is needed with soccer and goes with it only."""
    day = DAYS["DARTS"]
    row = asking.rows(f"schedule/{day}/DARTS")[0]
    for name, value in (
        ("game_id", row["game_ID"]), ("event_id", row["event_ID"]), ("player_id", row["player_1_ID"])
    ):  # fmt: skip
        result = call(url, "get_schedule", sport="darts", date=day, **{name: value})
        assert structure(result)["data"]["DARTS"] == asking.rows(f"schedule/{day}/DARTS", **{name: str(value)})
    one = call(url, "get_live", sport="darts", date=day, game_id=row["game_ID"])
    (match,) = asking.rows(f"live/{day}/DARTS", game_id=row["game_ID"])
    assert structure(one)["data"]["DARTS"][0].items() <= match.items()

    for arguments, words in (
        ({"sport": "soccer", "date": day}, "soccer requires league, one of EPL, SERIEA, LALIGA"),
        ({"sport": "mlb", "date": day, "league": "EPL"}, "only for soccer"),
        ({"sport": "mlb", "date": day, "player_id": 5}, "only for darts"),
        ({"sport": "MLB", "date": day}, "is not one of"),
        ({"sport": "nhk", "date": day}, "is not one of"),
        ({"sport": "mlb"}, "'date' is a required property"),
        ({"sport": "mlb", "date": 20240601}, "date: 20240601 is not of type 'string'"),
        ({"sport": "mlb", "date": day, "nonsense": 1}, "nonsense"),
        ({"sport": "darts", "date": day, "player_id": "x"}, "player_id: 'x' is not of type 'integer'"),
    ):
        result = call(url, "get_schedule", **arguments)
        assert result.is_error
        assert words in said(result)
    assert said(call(url, "get_schedule_season", sport="nba", season="2024-2025")).startswith("season: ")
    assert not call(url, "get_schedule", sport="nba", date="2024-12-06", league=None, game_id=None).is_error


def test_a_record_that_is_too_large_says_what_it_lacks(url: str) -> None:
    """A single record over 25 KB comes without its largest members, whose names are told; get_box has them in short."""
    rows = asking.rows("live/2024-11-10/NFL")
    largest = max(rows, key=lambda row: len(json.dumps(row)))
    assert len(json.dumps(largest)) > LARGEST_RESULT
    result = call(url, "get_live", sport="nfl", date="2024-11-10", game_id=largest["game_ID"])
    found = structure(result)
    assert size(result) <= LARGEST_RESULT
    (kept,) = found["data"]["NFL"]
    assert set(largest) - set(kept) == set(found["omitted"]) != set()
    assert kept.items() <= largest.items()
    box = call(url, "get_box", sport="nfl", game_id=largest["game_ID"])
    assert size(box) <= LARGEST_RESULT
    assert {"players.Passing", "players.Rushing"} <= set(structure(box)["tables"])


@pytest.mark.parametrize("form", ["structure", "text"])
def test_a_result_has_one_form_if_asked(url: str, form: str) -> None:
    """Text or structure: the other one only says how much there is; both hold the same and fit."""
    about = {"sport": "mlb", "date": "2024-06-01"}
    both = structure(call(url, "get_scores", **about))
    one = call(url, "get_scores", **about, form=form)
    assert size(one) <= LARGEST_RESULT
    if form == "text":
        assert json.loads(said(one)) == both
        assert structure(one) == {name: both[name] for name in ("total", "next", "now")}
    else:
        assert structure(one) == both
        assert said(one).startswith("The data is in the structured content")


def test_failures_are_told_in_words(url: str, service: Service) -> None:
    """[S4C-11] [S5-07] An error names status and path, never the address or token; 304 is a result with a reason."""
    nothing = call(url, "get_live", sport="mlb", date="2024-01-20")
    assert not nothing.is_error
    assert structure(nothing)["data"] == {}
    assert structure(nothing)["reason"] == "no MLB games on 2024-01-20; the next are on 2024-03-28."
    wrong = said(call(url, "get_live", sport="mlb", date="2024-13-01"))
    assert "400" in wrong
    assert "/live/2024-13-01/MLB" in wrong
    assert "YYYY-MM-DD" in wrong
    missing = said(call(url, "get_schedule", sport="darts", date=DAYS["DARTS"], player_id=0))
    assert "404" in missing
    assert "unknown tool 'get_odds'" in said(call(url, "get_odds"))
    odd = said(call(url, "get_live", sport="mlb", date=f"../../?RSC_token={CANARY}"))
    for text in (said(nothing), wrong, missing, odd):
        assert CANARY not in text
        assert quote(CANARY, safe="") not in text
        assert "http://" not in text


def test_a_trial_and_old_data(url: str) -> None:
    """[S5-22] [S8-01] The age of data is found behind the door: a tool error that says 403, not a 403."""
    assert not call(url, "get_schedule", TRIAL, sport="mlb", date="2025-06-01").is_error
    assert not call(url, "get_schedule", LAST, sport="mlb", date="2025-06-01").is_error
    assert post(url, LIST, OVER)[0] == 401
    old = call(url, "get_live", TRIAL, sport="mlb", date="2022-06-01")
    assert old.is_error
    assert "403" in said(old)
    assert "TRIAL_ACCESS_RESTRICTED" in said(old)


def test_bodies_of_errors_are_cut_and_clean() -> None:
    """[S4C-11] [S5-07] [S5-08] Before a mirror, errors are in its own words: a body with a token ends here."""
    upstream = "upstream-secret-0123456789/+="
    echo = (f"{CANARY} {upstream} {quote(CANARY, safe='')} " + "x" * 5000).encode()
    with serving(Reply(404, echo)) as server:
        mirror = Mirror(server.base_url, Tokens(GRANTS), token=upstream, now=Clock(asking.AFTERWARDS))
        with running_server(app=McpApp(ToolServer(mirror))) as running:
            address = running.address.replace("/api/v1", "/mcp")
            text = said(call(address, "get_live", sport="mlb", date="2024-06-01"))
            server.set("/live/2024-06-02/MLB", Reply(200, envelope(game())))
            passed = call(address, "get_live", sport="mlb", date="2024-06-02")
            assert call(address, "get_live", LIMITED, sport="mlb", date="2024-06-02").content == passed.content
            assert post(address, tool_call("get_live", sport="nba", date="2024-06-02"), LIMITED)[0] == 403

    assert "404" in text
    assert len(text) < 300
    assert "xxx" not in text
    assert CANARY not in text
    assert upstream not in text
    assert quote(CANARY, safe="") not in text
    assert said(passed).encode() == envelope(game())


def test_a_table_in_parts(url: str) -> None:
    """Parts of a tidy table, each within 25 KB, make up the table that the package gives; filters and columns hold."""

    async def work(client: Client) -> list[Result]:
        parts, offset = [], 0
        while offset is not None:
            arguments = {"sport": "mlb", "date": "2024-06-01", "table": "pitching", "offset": offset}
            parts.append(await client.call_tool("get_table", arguments))
            offset = parts[-1].structured_content["next"]
        return parts

    parts = together(url, work)
    assert len(parts) > 1
    assert all(size(p) <= LARGEST_RESULT for p in parts)
    with options(now=asking.AFTERWARDS):
        frame = load.pitching("2024-06-01")
    rows = [
        {**dict(zip(held["columns"], row, strict=True)), **held["constant"]}
        for held in (p.structured_content for p in parts)
        for row in held["rows"]
    ]
    made = pd.DataFrame(rows)
    assert {"sport", "status"} <= set(parts[0].structured_content["constant"])
    assert set(made.columns) == {c for c in frame.columns if frame[c].notna().any()}
    assert len(rows) == parts[0].structured_content["total"] == len(frame)
    for name in ("player_id", "outs_recorded", "innings", "player", "game_id"):
        assert made[name].tolist() == frame[name].tolist()

    player = int(frame["player_id"].iloc[3])
    one = call(url, "get_table", sport="mlb", date="2024-06-01", table="pitching", player_id=player, columns=["player"])
    few = call(url, "get_table", sport="mlb", date="2024-06-01", table="pitching", limit=2.0, offset=1.0)
    assert len(structure(few)["rows"]) == 2  # integers to JSON Schema
    assert structure(one) == {"columns": ["player"], "rows": [[frame["player"].iloc[3]]], "total": 1, "next": None}
    team = call(url, "get_table", sport="mlb", date="2024-06-01", team_id=int(frame["team_id"].iloc[0]))
    assert 1 <= team.structured_content["total"] <= 2
    season = call(url, "get_table", sport="mlb", season="2024", resource="schedule-season", columns=["game_id"])
    assert season.structured_content["total"] > 2400


@pytest.mark.parametrize(
    ("arguments", "words"),
    [({"table": "pitchin"}, "pitching"), ({"columns": ["ip"]}, "no column 'ip'"),
     ({"sort": "-ip"}, "no column 'ip'"), ({"player_id": 4}, "no player_id"),
     ({"offset": -1}, "offset: -1"), ({"resource": "schedule-season"}, "requires season"),
      ({"resource": "x"}, "resource")],
)  # fmt: skip
def test_a_table_that_cannot_be(url: str, arguments: dict[str, Any], words: str) -> None:
    """What is wrong with the arguments of our own tools is said in one line."""
    result = call(url, "get_table", **{"sport": "mlb", "date": "2024-06-01", **arguments})
    assert result.is_error
    assert words in said(result)
    assert "\n" not in said(result)


def test_measures_and_columns(url: str) -> None:
    """Measures are those of the package, missing is null; the dictionary comes whole, in parts."""
    result = call(
        url, "get_measures", sport="mlb", date="2024-06-01", table="pitching", columns=["player_id", "era", "whip"]
    )
    found = result.structured_content
    with options(now=asking.AFTERWARDS):
        own = measures.measures(load.pitching("2024-06-01"))
    assert found["columns"] == ["player_id", "era", "whip"]
    assert found["total"] == len(own)
    for row, (_, theirs) in zip(found["rows"], own.iterrows(), strict=False):
        assert row[0] == theirs["player_id"]
        if pd.isna(theirs["era"]):
            assert row[1] is None
        else:
            assert row[1] == pytest.approx(float(theirs["era"]), rel=1e-6)
    words = call(url, "get_columns", sport="mlb", table="pitching").structured_content
    place = [words["columns"].index(name) for name in ("column", "wire")]
    assert words["constant"]["table"] == "pitching"
    assert ["innings", "IP"] in [[row[p] for p in place] for row in words["rows"]]
    assert call(url, "get_measures", sport="mlb", date="2024-06-01", table="nonsense").is_error


def test_every_result_is_within_its_limit(url: str) -> None:
    """Each of our own tools, for every sport and table: 25 KB at most, with a way to the next rows."""

    async def work(client: Client) -> list[tuple[str, Result]]:
        found = []
        for sport in SPORTS:
            league = {"league": "EPL"} if sport == "SOCCER" else {}
            about = {"sport": sport.lower(), "date": DAYS[sport], **league}
            found.append((sport, await client.call_tool("get_columns", {"sport": sport.lower()})))
            for table in SPORTS[sport].answers["live"].layouts:
                for name in ("get_table", "get_measures"):
                    result = await client.call_tool(name, {**about, "table": table})
                    found.append((f"{name} {sport} {table}", result))
        return found

    for what, result in together(url, work):
        assert size(result) <= LARGEST_RESULT, what
        if result.is_error:
            assert what.startswith("get_measures"), (what, said(result))
            assert "has no measures; these have" in said(result)
            continue
        held = result.structured_content
        assert held["next"] == (len(held["rows"]) if len(held["rows"]) < held["total"] else None)


def test_stdio_gives_the_same(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same tools and results over standard input and output, for a desktop agent that starts the command."""
    words = ["-m", "sportsframe", "mcp", "--stdio", "--clock", asking.AFTERWARDS]
    arguments = {"sport": "nba", "date": "2024-12-06"}

    async def main() -> tuple[Result, Result]:
        async with Client(StdioServerParameters(command=sys.executable, args=words)) as client:
            return await client.list_tools(), await client.call_tool("get_schedule", arguments)

    listed, result = asyncio.run(main())
    assert [tool.name for tool in listed.tools] == list(every_tool())
    assert result.content == call(url, "get_schedule", **arguments).content


@pytest.fixture(scope="module")
def sunday() -> Iterator[str]:
    """Where the tools are on an evening with games, early in the season of baseball."""
    service = asking.service_at(SUNDAY, tokens=Tokens(GRANTS))
    with running_server(app=McpApp(ToolServer(service))) as running:
        yield running.address.replace("/api/v1", "/mcp")


def test_what_people_ask(sunday: str) -> None:
    """Scores, leaders, standings, a next game, golf, a box, injuries: 25 KB per call, three calls at most."""

    def ask(tool: str, arguments: dict[str, Any]) -> Said:
        result = call(sunday, tool, **arguments)
        assert not result.is_error, (tool, arguments, said(result))
        return Said(result.structured_content, size(result))

    assert set(ask_all(ask)) == set(QUESTIONS_ASKED)


def test_standings_are_the_leagues_own(sunday: str) -> None:
    """The table of the tool is that of `sf.standings`: order, seeds and the steps that broke ties."""
    own = sf.standings("MLB", client=sf.Client(source="simulated", now=SUNDAY))
    asked = ["team_id", "division", "rank", "wins", "seed", "tied_by"]
    found = structure(call(sunday, "get_standings", sport="mlb", columns=asked))
    assert [row[0] for row in found["rows"]] == own["team_id"].tolist()
    assert [row[4] for row in found["rows"]] == [None if pd.isna(seed) else seed for seed in own["seed"]]
    assert [row[5] for row in found["rows"]] == [None if pd.isna(steps) else steps for steps in own["tied_by"]]
    west = structure(call(sunday, "get_standings", sport="mlb", group="west", by="conference"))
    assert west["rows"]
    assert structure(call(sunday, "get_standings", sport="nfl", season="2030"))["reason"].startswith("no game of")


@pytest.mark.parametrize(("name", "arguments", "reason"), [
    ("get_scores", {"sport": "nfl"}, "no NFL games on 2024-03-31; "),
    ("get_scores", {"sport": "nba", "team": "Nobody"}, "no NBA games of Nobody on 2024-03-31"),
    ("get_box", {"sport": "nhl", "date": "2024-03-31", "team": "Nobody"}, "no such game on 2024-03-31; the games"),
    ("get_box", {"sport": "nba", "date": "2024-04-02", "team": "s"}, "it starts at 2024-04-02T"),
    ("get_live", {"sport": "nba", "date": "2024-04-03"}, "games are scheduled on 2024-04-03, the first at 2024"),
    ("get_schedule_of", {"team": "xqzzyv", "sport": "nba"}, "no team resembles 'xqzzyv'"),
    ("find", {"name": "xqzzyv", "sport": "nba"}, "no name resembles 'xqzzyv'"),
    ("get_leaders", {"sport": "nba", "statistic": "points", "date": "2024-07-30"}, "no NBA games on 2024-07-30"),
    ("get_team_stats", {"sport": "nba", "season": "2031"}, "nothing is published"),
])  # fmt: skip
def test_nothing_is_an_answer_with_its_reason(sunday: str, name: str, arguments: dict[str, Any], reason: str) -> None:
    """Not begun, an off day, nobody of that name, not published: a result without rows that says why, and no error."""
    result = call(sunday, name, **arguments)
    assert not result.is_error, said(result)
    assert reason in structure(result)["reason"]


@pytest.mark.parametrize(("name", "arguments", "words"), [
    ("get_leaders", {"sport": "nba", "statistic": "point"}, "Did you mean 'points'?"),
    ("get_leaders", {"sport": "nba", "statistic": "points", "table": "x"}, "unknown table of players"),
    ("get_scores", {"sport": "soccer"}, "soccer requires league"),
    ("get_scores", {"sport": "nba", "league": "EPL"}, "only for soccer"),
    ("get_scores", {"sport": "pga", "team": "x"}, "golf has no teams"),
    ("get_box", {"sport": "nba"}, "several games on today; pass game_id or team"),
    ("get_box", {"sport": "nba", "date": "2024-03-29", "team": "s", "tables": ["x"]}, "no table 'x'"),
    ("get_standings", {"sport": "pga"}, "'pga' is not one of"),
    ("get_scores", {"sport": "nba", "date": "soon"}, "soon"),
])  # fmt: skip
def test_questions_that_cannot_be(sunday: str, name: str, arguments: dict[str, Any], words: str) -> None:
    """What is wrong with a question is said in one line."""
    result = call(sunday, name, **arguments)
    assert result.is_error
    assert words in said(result)
    assert "\n" not in said(result)


def test_leaders_by_a_rate_have_played(sunday: str) -> None:
    """A rate is ranked among those with enough attempts, unless told otherwise; a total among all."""
    about = {"sport": "mlb", "statistic": "avg", "limit": 1000}
    usual, everyone, most = (
        structure(call(sunday, "get_leaders", **about, **more)) for more in ({}, {"qualify": 0}, {"qualify": 10**6})
    )
    assert "players with at_bats of at least" in usual["note"]
    assert 0 < usual["total"] < everyone["total"]
    assert most["total"] == 0
    lowest = structure(call(sunday, "get_leaders", **about, order="lowest"))
    assert [row[-1] for row in lowest["rows"]] == sorted(row[-1] for row in usual["rows"])
    assert "note" not in structure(call(sunday, "get_leaders", **{**about, "statistic": "home_runs"}))


def test_documents_and_prompts(url: str) -> None:
    """The dictionary and glossary of each sport and the OpenAPI document can be read; prompts name tools there are."""

    async def work(client: Client) -> tuple[Any, ...]:
        listed = (await client.list_resources()).resources
        texts = {str(one.uri): (await client.read_resource(one.uri)).contents[0].text for one in listed}
        prompts = (await client.list_prompts()).prompts
        filled = {
            one.name: (await client.get_prompt(one.name, {a.name: f"<{a.name}>" for a in one.arguments}))
            for one in prompts
        }
        return texts, prompts, filled

    texts, prompts, filled = together(url, work)
    assert len(texts) == 1 + 2 * len(SPORTS)
    assert json.loads(texts["sportsframe://openapi"])["openapi"].startswith("3.1")
    assert "pitching,innings,IP" in texts["sportsframe://dictionary/mlb"]
    assert "whip" in texts["sportsframe://glossary/mlb"]
    for prompt in prompts:
        text = filled[prompt.name].messages[0].content.text
        assert all(f"<{argument.name}>" in text for argument in prompt.arguments)
        assert {word.strip(",.") for word in text.split() if word.startswith("get_")} <= set(every_tool())

    async def wrong(client: Client) -> None:
        for ask in (
            client.read_resource("sportsframe://nothing"),
            client.get_prompt("nothing", {}),
            client.get_prompt("recap", {"sport": "nba"}),
        ):
            with pytest.raises(MCPError, match=r"expected one of|requires team"):
                await ask

    together(url, wrong)


AT_ONCE = """
import sys, threading
from pathlib import Path
from sportsframe._frames import decode
from sportsframe.catalog import SPORTS
bodies = {sport: Path(sys.argv[1], sport).read_bytes() for sport in SPORTS}
start = threading.Barrier(8)
sys.setswitchinterval(1e-6)
def read():
    for sport, body in bodies.items():
        start.wait()
        assert decode.records(body, sport, "live").rows
threads = [threading.Thread(target=read) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


def test_calls_at_once_do_not_bring_a_fresh_process_down(tmp_path: Path) -> None:
    """Eight threads that read their first answer of each sport in the same moment: all of them do."""
    for sport in SPORTS:
        (tmp_path / sport).write_bytes(asking.ask(f"live/{DAYS[sport]}/{sport}")[2])
    done = subprocess.run([sys.executable, "-c", AT_ONCE, str(tmp_path)], capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (0, "")


# ------------------------------------------------------------------------------------------------- the door


def test_only_post_mcp_carries_tools(url: str) -> None:
    """[S4C-03] [S4C-05] GET and every other method on /mcp are 405 with Allow: POST, with and without a token."""
    assert post(url, LIST)[0] == 200
    for method in ("GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"):
        for token in (CANARY, None, "wrong"):
            status, headers, _ = post(url, None, token, method=method)
            assert (status, headers["allow"]) == (405, "POST")


def test_the_path_is_required(url: str) -> None:
    """[S4C-04] [S5-18] The bare host, a trailing slash and the discovery paths of OAuth are 404."""
    for path in ("/", "", "/mcp/", "/mcp/x", "/MCP", "/.well-known/oauth-authorization-server",
                 "/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp",
                 "/.well-known/openid-configuration", "/register", "/authorize", "/token"):  # fmt: skip
        assert post(url, LIST, path=path or "/")[0] == 404
        assert post(url, None, path=path or "/", method="GET")[0] == 404


def test_health_is_open(url: str) -> None:
    """[S4C-06] [S4C-07] GET /healthz needs no token, minds no wrong one, and says ok."""
    for token in (None, "wrong", CANARY):
        status, headers, body = post(url, None, token, path="/healthz", method="GET")
        assert (status, headers["content-type"]) == (200, "application/json")
        assert json.loads(body)["status"] == "ok"
    assert post(url, LIST, path="/healthz")[0] == 405


@pytest.mark.parametrize(
    "authorization",
    [None, "", "Bearer", "Bearer ", "Bearer wrong", f"Bearer {OVER}", f"Bearer {CANARY}x", f"Bearer x{CANARY}",
     f"Bearer {CANARY[:-1]}", f"Bearer {CANARY.upper()}", f"Bearer {CANARY} {CANARY}", CANARY, f"Basic {CANARY}",
     f"Token {CANARY}", "Bearer \xe9\xff", f"Bearer,{CANARY}", "Bearer " + "x" * 8000],
)  # fmt: skip
def test_a_plain_401(url: str, authorization: str | None) -> None:
    """[S5-17] [S5-20] [S7-09] Missing, malformed, expired or wrong: 401, no WWW-Authenticate, no body."""
    headers = {} if authorization is None else {"Authorization": authorization}
    status, got, body = post(url, LIST, None, **headers)
    assert (status, body) == (401, b"")
    assert "www-authenticate" not in got


def test_the_token_is_that_of_rest(url: str, service: Service) -> None:
    """[S5-16] [S4C-02] The same token opens both; as a query parameter it opens nothing here."""
    assert post(url, LIST)[0] == 200
    assert post(url, LIST, None, Authorization=f"bearer  {CANARY}")[0] == 200
    assert service.respond("GET", "/api/v1/live/2024-01-20/MLB", {"RSC_token": CANARY}, {})[0] == 304
    assert post(url, LIST, None, path=f"/mcp?RSC_token={quote(CANARY)}")[0] == 401
    assert post(url, LIST, None, path=f"/mcp?access_token={quote(CANARY)}")[0] == 401


def test_two_authorizations_are_none(url: str) -> None:
    """[S7-09] Of two headers nobody knows which counts."""
    parts = urlsplit(url)
    body = json.dumps(LIST).encode()
    lines = [
        "POST /mcp HTTP/1.1", "Host: a", f"Authorization: Bearer {CANARY}", "Authorization: Bearer wrong",
        "Content-Type: application/json", "Accept: application/json, text/event-stream",
        f"Content-Length: {len(body)}", "Connection: close", "", "",
    ]  # fmt: skip
    with socket.create_connection((str(parts.hostname), int(parts.port or 0)), timeout=10) as connection:
        connection.sendall("\r\n".join(lines).encode() + body)
        assert b" 401 " in connection.recv(1000)


def test_no_entitlement_is_403(url: str) -> None:
    """[S5-19] [S7-09] A valid token that does not cover the sport or resource of a call gets 403, by status."""
    for name, arguments, status in (
        ("get_live", {"sport": "mlb", "date": "2024-06-01"}, 200), ("get_live", {"sport": "nba", "date": "x"}, 403),
        ("get_schedule", {"sport": "nba", "date": "2024-12-06"}, 200), ("get_schedule", {"sport": "mlb"}, 403),
        ("get_table", {"sport": "mlb", "date": "2024-06-01"}, 200), ("get_table", {"sport": "nba"}, 403),
        ("get_table", {"sport": "nba", "date": "2024-12-06", "resource": "schedule"}, 200),
        ("get_measures", {"sport": "NBA"}, 403), ("get_columns", {"sport": "nfl"}, 403), ("get_odds", {}, 200),
        ("get_scores", {"sport": "mlb"}, 403), ("find", {"sport": "nba"}, 403),
    ):  # fmt: skip
        got, headers, body = post(url, tool_call(name, 7, **arguments), LIMITED)
        assert got == status, (name, arguments)
        assert "www-authenticate" not in headers
        assert json.loads(body)["id"] == 7
    assert post(url, LIST, LIMITED)[0] == 200

    async def refused(client: Client) -> str:
        try:
            await client.call_tool("get_live", {"sport": "nba", "date": "2024-12-06"})
        except MCPError as error:
            return str(error)
        return ""

    assert "403" in together(url, refused, LIMITED)
    batch = [LIST, tool_call("get_live", sport="nba", date="2024-12-06")]
    assert post(url, batch, LIMITED)[0] in (400, 403)


@pytest.mark.parametrize("grant", [
    *GRANTS.values(),
    Grant("two", pairs=frozenset([("MLB", "live"), ("MLB", "schedule"), ("NBA", "schedule")])),
    Grant("stats", pairs=frozenset([("NHL", "player-stats"), ("NHL", "team-stats"), ("NHL", "team-info")])),
    Grant("most", pairs=frozenset((code, name) for code in SPORTS for name in RESOURCES if code != "NFL")),
    Grant("nothing", pairs=frozenset()),
])  # fmt: skip
def test_no_listed_call_is_refused(grant: Grant) -> None:
    """[S5-19] A token is listed what it covers and all of it: a call that the list allows is none that gets 403."""
    for tool in every_tool().values():
        listed = tool.within(grant)
        properties = tool.takes["properties"]
        calls = [
            {"sport": sport, **({"resource": resource} if resource else {})}
            for sport in properties.get("sport", {}).get("enum", [])
            for resource in (None, *(properties["resource"]["enum"] if "resource" in properties else ()))
        ]
        for given in calls:
            pairs = tool.pairs(given)
            covered = all(grant.covers(*pair) for pair in pairs) and bool(pairs or grant.pairs is None)
            allowed = listed is not None and _allows(listed.takes, given)
            assert allowed == covered or not pairs, (tool.name, given)
            assert covered or not allowed, (tool.name, given)


def _allows(takes: dict[str, Any], given: dict[str, Any]) -> bool:
    """Whether the choices of a schema allow some arguments, whatever else it requires."""
    loose = {**takes, "required": []}
    return bool(jsonschema.Draft202012Validator(loose).is_valid(given))


def test_a_token_is_listed_its_own_tools(url: str) -> None:
    """Over HTTP: the list of a limited token has fewer tools and sports than that of a full one."""
    listed = {tool.name: tool for tool in together(url, lambda client: client.list_tools(), LIMITED).tools}
    assert listed["get_live"].input_schema["properties"]["sport"]["enum"] == ["mlb"]
    assert listed["get_schedule"].input_schema["properties"]["sport"]["enum"] == ["nba"]
    assert "get_scores" not in listed
    assert "get_injuries" not in listed
    assert len(together(url, lambda client: client.list_tools()).tools) == len(every_tool())


def test_host_and_origin_are_those_of_the_server(url: str) -> None:
    """A name that is not this machine's or allowed: 421 for the host, 403 for the origin, with whatever port."""
    for headers, status in (
        ({"Host": "evil.example"}, 421), ({"Host": "tools.example"}, 200), ({"Host": "tools.example:8443"}, 200),
        ({"Host": "localhost:1"}, 200), ({"Host": "[::1]:80"}, 200), ({"Host": "tools.example.evil.example"}, 421),
        ({"Origin": "https://evil.example"}, 403), ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost:6274"}, 200), ({"Origin": "http://[", "Host": "localhost"}, 403),
        ({"Origin": "https://tools.example"}, 200), ({"Origin": "http://tools.example@evil.example"}, 403),
        ({"Host": "evil.example", "Origin": "http://localhost"}, 421),
    ):  # fmt: skip
        for token in (CANARY, "wrong"):
            expected = 401 if status == 200 and token == "wrong" else status
            assert post(url, LIST, token, **headers)[0] == expected, headers
    assert post(url, None, None, path="/healthz", method="GET", Host="10.0.0.7:8001")[0] == 200


def test_checks_come_in_order(url: str) -> None:
    """[S4C-12] Path, method, token, entitlement: the first that fails decides."""
    forbidden = tool_call("get_live", sport="nba", date="2024-12-06")
    assert post(url, forbidden, "wrong", path="/")[0] == 404
    assert post(url, forbidden, None, path="/", method="GET")[0] == 404
    assert post(url, forbidden, None, method="GET")[0] == 405
    assert post(url, forbidden, "wrong", method="PUT")[0] == 405
    assert post(url, forbidden, "wrong")[0] == 401
    assert post(url, b"no json", "wrong")[0] == 401
    assert post(url, forbidden, LIMITED)[0] == 403


def test_bodies_that_are_no_calls(url: str) -> None:
    """Whatever comes as a body, the answer is JSON of the protocol and never a 500."""
    r = random.Random(7)
    bodies: list[Any] = [
        b"", b"{", b"null", b"[]", b"[[[[", b"\xff\xfe", b"[" * 5000, {}, {"method": "tools/call"}, {"jsonrpc": "2.0"},
        tool_call("get_live") | {"params": None}, tool_call("get_live") | {"params": []}, tool_call("get_live", None),
        {**LIST, "method": "nope"}, {**LIST, "id": {}}, {**LIST, "jsonrpc": "1.0"},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": 5, "arguments": "x"}},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_live", "arguments": [1]}},
        *(bytes(r.choices(string.printable.encode(), k=r.randrange(200))) for _ in range(20)),
    ]  # fmt: skip
    for body in bodies:
        status, _, got = post(url, body)
        assert status in (200, 202, 400), body
        assert not got or "jsonrpc" in json.loads(got)
    assert post(url, LIST, Content_Type="text/plain")[0] == 400


def test_large_and_slow_requests_are_bounded(url: str) -> None:
    """A body over a MiB is 413; a head or a body that does not arrive is given up; others are served meanwhile."""
    assert post(url, b" " * (LARGEST_REQUEST + 1))[0] == 413
    parts = urlsplit(url)
    where = str(parts.hostname), int(parts.port or 0)
    head = f"POST /mcp HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {CANARY}\r\nContent-Length: 1000\r\n\r\n".encode()
    slow = [socket.create_connection(where, timeout=10) for _ in range(20)]
    for i, connection in enumerate(slow):
        connection.sendall(head[: len(head) if i % 2 else 20])
    assert post(url, LIST)[0] == 200
    until = time.monotonic() + 6
    for i, connection in enumerate(slow):
        connection.settimeout(max(0.1, until - time.monotonic()))
        try:
            got = connection.recv(1000)
        except ConnectionResetError:
            got = b""
        assert not got or (i % 2 and b" 408 " in got)
        connection.close()
    assert post(url, LIST)[0] == 200


def test_bad_tokens_leave_no_trace(url: str, caplog: pytest.LogCaptureFixture) -> None:
    """[S5-07] A hundred made-up tokens and good ones: 401 each time, and no token in any log."""
    caplog.set_level(logging.DEBUG)
    logging.getLogger("sportsframe.access").propagate = True
    r = random.Random(3)
    tried = ["".join(r.choices(string.ascii_letters + string.digits, k=r.randrange(8, 60))) for _ in range(100)]
    for token in tried:
        assert post(url, LIST, token)[0] == 401
    call(url, "get_live", sport="mlb", date="2024-13-01")
    post(url, tool_call("get_live", sport="nba"), LIMITED)
    post(url, None, path=f"/mcp/{CANARY}", method="GET")

    assert '"POST /mcp" - 401' in caplog.text
    assert not [token for token in (*tried, CANARY, LIMITED) if token in caplog.text]


@pytest.mark.parametrize("name", ENCODINGS)
def test_no_echo_shows_the_token_of_upstream(name: str, tmp_path: Path) -> None:
    """[S5-11] Whatever upstream repeats of the companion's own token, no client of it gets to see."""
    r = random.Random(name)
    with hostile_server() as hostile:
        for place in PLACES:
            token = random_token(r)
            address = hostile.url(f"echo.{name}.{place}")
            mirror = Mirror(address, token=token, cache_dir=tmp_path / place, now=Clock(asking.AFTERWARDS))
            with running_server(app=McpApp(ToolServer(mirror))) as running:
                where = running.address.replace("/api/v1", "/mcp")
                got = post(where, tool_call("get_live", sport="mlb", date="2024-06-01"))
            assert shows(repr(got) + got[2].decode(), token) == []
