"""Documents and prompts for agents: the data dictionary, a glossary of measures, the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ...catalog import SPORTS

SCHEME = "sportsframe://"

PROMPTS: dict[str, tuple[str, str, dict[str, str]]] = {
    "scores": (
        "The scores of a day",
        "Report today's {sport} scores: call get_scores, then list finished games, games being played and games to "
        "come, with the local meaning of times in UTC made clear.",
        {"sport": "a sport, such as nba"},
    ),
    "recap": (
        "A recap of a game",
        "Write a short recap of the latest {sport} game of {team}: call get_box with the team (and yesterday's date if "
        "there was no game today), and report the score by period and the three best performances.",
        {"sport": "a sport, such as nba", "team": "a club, as people name it"},
    ),
    "preview": (
        "What is next for a club",
        "Tell me about the next game of {team}: call get_schedule_of, then get_standings for both clubs, and say "
        "when, where, and how the two stand.",
        {"team": "a club, as people name it"},
    ),
}
"""Prompt -> description, text, and its arguments."""


def _documents() -> dict[str, tuple[str, str, Callable[[], str]]]:
    """Return the documents by URI: title, media type, and the function that writes them."""
    found: dict[str, tuple[str, str, Callable[[], str]]] = {
        f"{SCHEME}openapi": ("OpenAPI document of the service", "application/json", _openapi)
    }
    for code in SPORTS:
        for name, write in (("dictionary", _dictionary), ("glossary", _glossary)):
            found[f"{SCHEME}{name}/{code.lower()}"] = f"{name.capitalize()} of {code}", "text/csv", partial(write, code)
    return found


def _openapi() -> str:
    from ...service.openapi import encoded

    return encoded().decode()


def _dictionary(code: str) -> str:
    from ..._frames.columns import columns

    return str(columns(code).drop(columns=["sport", "source"]).to_csv(index=False))


def _glossary(code: str) -> str:
    from ...measures import table

    return str(table(code).to_csv(index=False))


async def list_documents(context: Any, params: Any) -> Any:
    """List the documents."""
    from mcp_types import ListResourcesResult, Resource

    return ListResourcesResult(
        resources=[
            Resource(uri=uri, name=uri.removeprefix(SCHEME), title=title, mime_type=kind)
            for uri, (title, kind, _) in _documents().items()
        ]
    )


async def read_document(context: Any, params: Any) -> Any:
    """Return the text of a document."""
    import anyio
    from mcp.shared.exceptions import MCPError
    from mcp_types import INVALID_PARAMS, ReadResourceResult, TextResourceContents

    known = _documents()
    uri = str(params.uri)
    if uri not in known:
        raise MCPError(INVALID_PARAMS, f"unknown resource; expected one of {', '.join(known)}")
    _, kind, write = known[uri]
    text = await anyio.to_thread.run_sync(write)
    return ReadResourceResult(contents=[TextResourceContents(uri=uri, mime_type=kind, text=text)])


async def list_prompts(context: Any, params: Any) -> Any:
    """List the prompts."""
    from mcp_types import ListPromptsResult, Prompt, PromptArgument

    return ListPromptsResult(
        prompts=[
            Prompt(
                name=name,
                description=meaning,
                arguments=[PromptArgument(name=key, description=of, required=True) for key, of in takes.items()],
            )
            for name, (meaning, _, takes) in PROMPTS.items()
        ]
    )


async def get_prompt(context: Any, params: Any) -> Any:
    """Return the text of a prompt with its arguments filled in."""
    from mcp.shared.exceptions import MCPError
    from mcp_types import INVALID_PARAMS, GetPromptResult, PromptMessage, TextContent

    if params.name not in PROMPTS:
        raise MCPError(INVALID_PARAMS, f"unknown prompt; expected one of {', '.join(PROMPTS)}")
    meaning, text, takes = PROMPTS[params.name]
    given = params.arguments or {}
    missing = [name for name in takes if name not in given]
    if missing:
        raise MCPError(INVALID_PARAMS, f"the prompt {params.name} requires {', '.join(missing)}")
    for name in takes:
        text = text.replace(f"{{{name}}}", str(given[name])[:100])
    return GetPromptResult(description=meaning, messages=[PromptMessage(role="user", content=TextContent(text=text))])
