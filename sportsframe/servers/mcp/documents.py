"""Instructions, documents and prompts for agents: the data dictionary, a glossary of measures, the OpenAPI document."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ...catalog import SPORTS

if TYPE_CHECKING:
    from .tools import Tool

SCHEME = "sportsframe://"


class Prompted(NamedTuple):
    """A prompt: what it is for, its text, its arguments, and the tools that the text names."""

    meaning: str
    text: str
    takes: dict[str, str]
    tools: tuple[str, ...]


PROMPTS: dict[str, Prompted] = {
    "scores": Prompted(
        "The scores of a day",
        "Report today's scores ({name}): call get_scores with sport {sport}{each}, then list finished games, games "
        "being played and games to come, with the local meaning of times in UTC made clear.",
        {"sport": "a sport, such as nba"},
        ("get_scores",),
    ),
    "recap": Prompted(
        "A recap of a game",
        "Write a short recap of the latest game of {team} ({name}): call get_results_of with this team, sport {sport} "
        "and limit 1, then get_box with the sport, the game_id of that result{league}; report the score by period and "
        "the three best performances.",
        {"sport": "a sport, such as nba", "team": "a club, as people name it"},
        ("get_results_of", "get_box"),
    ),
    "preview": Prompted(
        "What is next for a club",
        "Tell me about the next game of {team}: call get_schedule_of, then get_standings with each of the two as team, "
        "and say when, where, and how the two stand.",
        {"team": "a club, as people name it"},
        ("get_schedule_of", "get_standings"),
    ),
}
"""The prompts by name."""


STARTS = {
    "get_scores": "for what is on and for results (today by default)",
    "get_box": "for one game",
    "get_standings": "for tables",
    "get_availability": "for injuries and the games missed",
    "get_leaders": "for the best players",
    "get_schedule_of": "for the next games of a club",
    "get_results_of": "for its last",
    "find": "for names",
}
"""Tools to start with, and what for."""

TABLE_TOOLS = {"get_table": "any tidy table", "get_columns": "what its columns mean"}
"""Tools that return what the service holds."""

READING = (
    "A result has at most 25 KB: total is the number of rows that match, next the offset of the next ones, or null; "
    "omitted names what was left out, which get_table returns. Rows have their cells in the order of columns; constant "
    "is what identifies all rows alike, empty are columns without a value. A result without data says why in reason; "
    'that is not a failure. If you see no data beside the note of its size, pass form="text".'
)


def instructions(tools: Container[str]) -> str:
    """Return how to use some tools, without a word of others."""
    starts = [f"{name} {what}" for name, what in STARTS.items() if name in tools]
    whole = ", ".join(f"{name} {what}" for name, what in TABLE_TOOLS.items() if name in tools)
    dated = "These date" if len(starts) > 1 else "It dates"
    start = f"Start with {', '.join(starts)}. {dated} games as the leagues do; the other" if starts else "The"
    held = f"{start} tools take UTC dates and return what the service holds{whole and ': ' + whole}."
    return f"Sports data that the token covers. {held} {READING}"


def _documents(sports: Collection[str]) -> dict[str, tuple[str, str, Callable[[], str]]]:
    """Return the documents of sports by URI: title, media type, and the function that writes them."""
    found: dict[str, tuple[str, str, Callable[[], str]]] = {
        f"{SCHEME}openapi": ("OpenAPI document of the service", "application/json", _openapi),
        f"{SCHEME}openapi/paths": ("Paths and parameters of the service, in short", "application/json", _paths),
    }
    for code in sports:
        for name, write in (("dictionary", _dictionary), ("glossary", _glossary)):
            found[f"{SCHEME}{name}/{code.lower()}"] = f"{name.capitalize()} of {code}", "text/csv", partial(write, code)
    return found


def _openapi() -> str:
    from ...service.openapi import encoded

    return encoded().decode()


def _paths() -> str:
    """Return the OpenAPI document with no more of each path than its title and the names of its parameters."""
    from ...service.openapi import document
    from .schemas import compact

    whole = document()
    short = {
        path: {
            "get": {
                "summary": operations["get"]["summary"],
                "parameters": [{"name": one["name"], "in": one["in"]} for one in operations["get"]["parameters"]],
            }
        }
        for path, operations in whole["paths"].items()
    }
    return compact({name: whole[name] for name in ("openapi", "info", "servers")} | {"paths": short})


def _dictionary(code: str) -> str:
    from ..._frames.columns import columns

    return str(columns(code).drop(columns=["sport", "source"]).to_csv(index=False))


def _glossary(code: str) -> str:
    from ...measures import table

    return str(table(code).to_csv(index=False))


def listed_documents(sports: Collection[str]) -> Any:
    """Return the list of documents for a token that covers something of these sports."""
    from mcp_types import ListResourcesResult, Resource

    return ListResourcesResult(
        resources=[
            Resource(uri=uri, name=uri.removeprefix(SCHEME), title=title, mime_type=kind)
            for uri, (title, kind, _) in _documents(sports).items()
        ]
    )


async def document(uri: str, sports: Collection[str]) -> Any:
    """Return the text of a document among those that are listed for these sports."""
    import anyio
    from mcp.shared.exceptions import MCPError
    from mcp_types import INVALID_PARAMS, ReadResourceResult, TextResourceContents

    known = _documents(sports)
    if uri not in known:
        raise MCPError(INVALID_PARAMS, f"unknown resource; expected one of {', '.join(known)}")
    _, kind, write = known[uri]
    text = await anyio.to_thread.run_sync(write)
    return ReadResourceResult(contents=[TextResourceContents(uri=uri, mime_type=kind, text=text)])


def _prompts(tools: Mapping[str, Tool]) -> dict[str, Prompted]:
    """Return the prompts that need only these tools, by name."""
    possible = {name: prompt for name, prompt in PROMPTS.items() if all(tool in tools for tool in prompt.tools)}
    return {name: prompt for name, prompt in possible.items() if _sports(prompt, tools)}


def _sports(prompt: Prompted, tools: Mapping[str, Tool]) -> list[str]:
    """Return the sports that a prompt may be about: of those of its tools, with a team only those with teams."""
    first, *others = (tools[name].takes["properties"]["sport"]["enum"] for name in prompt.tools)
    listed = [name for name in first if all(name in other for other in others)]
    return [name for name in listed if "team" not in prompt.takes or SPORTS[name.upper()].is_team_sport]


def listed_prompts(tools: Mapping[str, Tool]) -> Any:
    """Return the list of prompts for a token with these tools."""
    from mcp_types import ListPromptsResult, Prompt, PromptArgument

    return ListPromptsResult(
        prompts=[
            Prompt(
                name=name,
                description=prompt.meaning,
                arguments=[PromptArgument(name=key, description=of, required=True) for key, of in prompt.takes.items()],
            )
            for name, prompt in _prompts(tools).items()
        ]
    )


def filled_in(name: str, arguments: Mapping[str, str], tools: Mapping[str, Tool]) -> Any:
    """Return the text of a prompt with its arguments, for a token with these tools."""
    from mcp.shared.exceptions import MCPError
    from mcp_types import INVALID_PARAMS, GetPromptResult, PromptMessage, TextContent

    known = _prompts(tools)
    if name not in known:
        raise MCPError(INVALID_PARAMS, f"unknown prompt; expected one of {', '.join(known)}")
    prompt = known[name]
    missing = [key for key in prompt.takes if key not in arguments]
    if missing:
        raise MCPError(INVALID_PARAMS, f"the prompt {name} requires {', '.join(missing)}")
    if "sport" in prompt.takes:
        sports = _sports(prompt, tools)
        if arguments["sport"].lower() not in sports:
            raise MCPError(INVALID_PARAMS, f"sport must be one of {', '.join(sports)}")
    filling = {key: arguments[key][:100] for key in prompt.takes}
    if "sport" in filling:
        sport = SPORTS[filling["sport"].upper()]
        filling["name"] = sport.name
        filling["each"] = f" once for each of the leagues {', '.join(sport.leagues)}" if sport.leagues else ""
        filling["league"] = " and the league that it names" if sport.leagues else ""
    text = re.sub(r"\{(\w+)\}", lambda held: filling[held[1]], prompt.text)
    return GetPromptResult(
        description=prompt.meaning, messages=[PromptMessage(role="user", content=TextContent(text=text))]
    )
