"""The server as the official client sees it: its tools, documents and prompts, over HTTP and stdio."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from sportsframe.catalog import RESOURCES, SPORTS
from sportsframe.servers.mcp import ToolServer
from sportsframe.servers.mcp.auth import NO_MESSAGE
from sportsframe.servers.mcp.documents import listed_prompts
from sportsframe.servers.mcp.server import WARNING, every_tool
from sportsframe.servers.mirror import Mirror
from sportsframe.service import Service
from sportsframe.service.tokens import Grant, Tokens

from ...support import asking
from ...support.agents import SUNDAY
from ...support.asking import DAYS
from .calls import (
    CANARY,
    GRANTS,
    LIMITED,
    LIST,
    Result,
    call,
    post,
    said,
    size,
    together,
    tool_call,
)


def test_the_official_client_lists_the_tools(url: str) -> None:
    """[S4C-01] [S4C-02] [S4C-08] A tool a resource and our own, each with schemas and read-only."""
    for mode in ("auto", "legacy"):
        listed = together(url, lambda client: client.list_tools(), mode=mode)
        names = [tool.name for tool in listed.tools]
        assert names[:11] == [*QUESTIONS, "get_table", "get_columns", "get_measures"]
        assert names[11:] == [f"get_{name.replace('-', '_')}" for name in RESOURCES]
        for tool in listed.tools:
            assert tool.description
            assert tool.title
            assert tool.input_schema["type"] == tool.output_schema["type"] == "object"
            assert tool.input_schema["additionalProperties"] is False
            assert tool.annotations.read_only_hint is True
        assert size(listed) <= 42_000
        arguments = {"sport": "nba", "date": "2024-12-06"}
        result = together(url, lambda client: client.call_tool("get_schedule", arguments), mode=mode)  # noqa: B023
        assert said(result).encode() == asking.ask("schedule/2024-12-06/NBA")[2]


def test_the_list_for_one_sport_is_smaller() -> None:
    """What an agent reads before its first call: nothing twice, no other sports."""
    covered = frozenset(("NBA", name) for name in SPORTS["NBA"].resources)
    tools = filter(None, (tool.within(Grant("nba", pairs=covered)) for tool in every_tool().values()))
    listed = [(tool.name, tool.title, tool.meaning, tool.takes, tool.gives) for tool in tools]
    assert len(listed) == len(SPORTS["NBA"].resources) + 11
    assert len(json.dumps(listed, separators=(",", ":"))) <= 33_000


def test_rest_has_no_tools_and_tools_have_no_rest(url: str, service: Service) -> None:
    """[S4C-01] The two are separate servers: neither answers on the other's path."""
    assert service.respond("GET", "/mcp", {"RSC_token": CANARY}, {})[0] == 404
    assert service.respond("GET", "/api/v1/mcp", {"RSC_token": CANARY}, {})[0] == 404
    assert post(url, None, path=f"/api/v1/live/2024-06-01/MLB?RSC_token={quote(CANARY)}", method="GET")[0] == 404


QUESTIONS = "get_scores get_box get_standings get_availability get_leaders get_schedule_of get_results_of find".split()

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
    "get_depth_charts": ("mlb nba ncaabb nfl nhl soccer", "sport", "league team"),
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
    assert len(THIRTEEN) == 13
    assert set(THIRTEEN) <= {f"get_{name.replace('-', '_')}" for name in RESOURCES} < set(every_tool())


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


def test_what_was_asked_before_the_input_ended_is_answered() -> None:
    """A script that writes its requests and closes the input gets every answer, but for one that it cancels."""
    lines: list[dict[str, Any]] = [
        {"method": "initialize", "id": 1, "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}},
        {"method": "notifications/initialized"},
        *(tool_call("get_scores", number, sport="mlb", date=f"2024-06-0{number}") for number in (2, 3, 4)),
        {"method": "notifications/cancelled", "params": {"requestId": 4}},
    ]  # fmt: skip
    words = [sys.executable, "-m", "sportsframe", "mcp", "--stdio", "--clock", asking.AFTERWARDS]
    given = "no message\n" + "".join(json.dumps({"jsonrpc": "2.0", **line}) + "\n" for line in lines)
    done = subprocess.run(words, input=given, capture_output=True, text=True, timeout=120, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert {1, 2, 3} <= {one["id"] for one in answers if "result" in one}
    assert [one["error"]["code"] for one in answers if one["id"] is None] == [-32700]


@pytest.mark.parametrize("body", [b"[]", b"5", b"null", b"{}", b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]'])
def test_what_is_no_message_is_refused_in_one_line(url: str, body: bytes) -> None:
    """JSON that is no message says what to send, in words of this server."""
    status, _, answer = post(url, body)
    fault = json.loads(answer)["error"]
    assert (status, fault["code"], fault["message"]) == (400, -32600, NO_MESSAGE)


def test_documents_and_prompts(url: str) -> None:
    """The dictionary and glossary of each sport and the OpenAPI document can be read; prompts name tools there are."""

    async def work(client: Client) -> tuple[Any, ...]:
        listed = (await client.list_resources()).resources
        texts = {str(one.uri): (await client.read_resource(one.uri)).contents[0].text for one in listed}
        prompts = (await client.list_prompts()).prompts
        given = {"sport": "NHL", "team": "<team>"}
        filled = {
            one.name: (await client.get_prompt(one.name, {a.name: given[a.name] for a in one.arguments}))
            for one in prompts
        }
        return texts, prompts, filled

    texts, prompts, filled = together(url, work)
    assert len(texts) == 2 + 2 * len(SPORTS)
    assert json.loads(texts["sportsframe://openapi"])["openapi"].startswith("3.1")
    assert "pitching,innings,IP" in texts["sportsframe://dictionary/mlb"]
    assert "whip" in texts["sportsframe://glossary/mlb"]
    for prompt in prompts:
        text = filled[prompt.name].messages[0].content.text
        assert all({"sport": "NHL", "team": "<team>"}[argument.name] in text for argument in prompt.arguments)
        assert {word.strip(",.") for word in text.split() if word.startswith("get_")} <= set(every_tool())

    async def wrong(client: Client) -> None:
        for ask in (
            client.read_resource("sportsframe://nothing"),
            client.get_prompt("nothing", {}),
            client.get_prompt("recap", {"sport": "nba"}),
            client.get_prompt("scores", {"sport": "cricket"}),
        ):
            with pytest.raises(MCPError, match=r"expected one of|requires team|sport must be one of nfl, nba, "):
                await ask

    together(url, wrong)


def test_documents_and_prompts_are_those_of_the_token(url: str) -> None:
    """A token is listed the documents of its sports and the prompts whose tools it has, and gets no others."""

    async def work(client: Client) -> tuple[Any, ...]:
        documents = [str(one.uri) for one in (await client.list_resources()).resources]
        prompts = [one.name for one in (await client.list_prompts()).prompts]
        with pytest.raises(MCPError, match="unknown resource"):
            await client.read_resource("sportsframe://dictionary/nhl")
        with pytest.raises(MCPError, match="unknown prompt"):
            await client.get_prompt("preview", {"team": "x"})
        return documents, prompts

    documents, prompts = together(url, work, LIMITED)
    assert {uri.rpartition("/")[2] for uri in documents} == {"openapi", "paths", "nba", "mlb"}
    assert prompts == []
    some = {name: every_tool()[name] for name in ("get_scores", "get_schedule_of")}  # preview needs a further one
    assert [prompt.name for prompt in listed_prompts(some).prompts] == ["scores"]


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


def test_a_cursor_is_refused_and_there_are_no_templates(url: str) -> None:
    """Lists come whole, so no cursor is valid; resources have no templates, which is no error."""
    for method in ("tools/list", "resources/list", "prompts/list", "resources/templates/list"):
        _, _, body = post(url, {**LIST, "method": method, "params": {"cursor": "bogus"}})
        assert json.loads(body)["error"]["code"] == INVALID_PARAMS, method
    _, _, body = post(url, {**LIST, "method": "resources/templates/list"})
    assert json.loads(body)["result"]["resourceTemplates"] == []


def test_what_calls_need_is_imported_before_the_first() -> None:
    """A call imports the game that it is about, and none of the large packages."""
    script = f"""
import json, sys
from sportsframe._client.clock import Clock
from sportsframe.service import Service
from sportsframe.servers.mcp import ToolServer
tools = ToolServer(Service(clock=Clock({SUNDAY!r})), {CANARY!r})
tools.prepare().join()
before = set(sys.modules)
tools.call("get_scores", {{"sport": "nba"}}, {CANARY!r})
print(json.dumps(sorted(name for name in set(sys.modules) - before if not name.startswith("sportsframe."))))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120)
    assert {name.partition(".")[0] for name in json.loads(done.stdout)} <= {"zoneinfo", "importlib"}
