"""Flags shared by many commands, and the client and loader arguments that are made from them."""

from __future__ import annotations

import argparse
import inspect
from typing import Any

from ..catalog import Resource
from ..catalog.resources import LEAGUES
from ..errors import quoted


def integer(text: str) -> int:
    """Return an integer that a flag was given."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not an integer; write one such as 10") from None


def number(text: str) -> float:
    """Return a number that a flag was given."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number; write one such as 10 or 2.5") from None


ASKED_BY: dict[str, str] = {
    "date": "YYYY-MM-DD, today, or two dates for a range; then the sport",
    "season": "year in which the season started, several such as 2022,2023 or 2020-2024, or current; then the sport",
    "game": "a game ID, or YYYY-MM-DD, today, or two dates for a range; then the sport",
    "tournament_id": "ID of the tournament, as in the column game_id; then the sport",
    "sport": "the sport",
}
"""First parameter of a loader -> help text of the arguments."""


FLAGS: dict[str, dict[str, Any]] = {
    "table": {"type": str.lower, "help": "table to return"},
    "season": {"metavar": "YEAR", "help": "every game of the season that started in this year, instead of a date"},
    "league": {"help": f"soccer league: {', '.join(LEAGUES[:-1])} or {LEAGUES[-1]}"},
    "game_id": {"help": "only the game with this ID; for golf the tournament, for darts the match"},
    "event_id": {"help": "only the event with this ID (darts)"},
    "player_id": {"type": integer, "help": "only the player with this ID"},
    "player": {"help": "only the player of this name"},
    "team_id": {"type": integer, "help": "only the team with this ID"},
    "team": {"help": "only the team of this name or abbreviation"},
    "day": {
        "choices": ("service", "league"),
        "help": "service: send the date unchanged; league: games of that league date (default for today and the like)",
    },
}
"""Parameters of loaders that are flags of their commands."""


def add_refresh(command: Any) -> None:
    command.add_argument("--refresh", action="store_true", help="send a request even if a cached response exists")
    command.add_argument(
        "--refresh-changed",
        dest="refresh",
        action="store_const",
        const="changed",
        help="send a request for what may still change",
    )


def add_settings(command: Any) -> None:
    """Add a flag for every option except the token, which other users could read in the process list."""
    from .._client.option_values import OPTIONS

    group = command.add_argument_group("settings", "each takes precedence over its environment variable")
    for option in OPTIONS.values():
        if option.name == "token":
            continue
        flag = f"--{option.name.replace('_', '-')}"
        how: dict[str, Any] = {"action": "store_true"} if option.default is False else {"metavar": "VALUE"}
        group.add_argument(flag, dest=f"option_{option.name}", default=None, help=option.meaning, **how)


def client_of(args: argparse.Namespace) -> Any:
    """Return a client with the settings of the flags and the environment."""
    from .._client.option_values import OPTIONS
    from ..load import Client

    given = {}
    for name, option in OPTIONS.items():
        value = getattr(args, f"option_{name}", None)
        if isinstance(value, str):
            value = option.read(value)
            option.check(f"--{name.replace('_', '-')}", value)
        if value is not None:
            given[name] = value
    return Client(**given)


def parameters(resource: Resource) -> tuple[str, ...]:
    """The parameters of a resource's loader; for one without a loader of its own those of `table`."""
    from ..load import Client

    if resource.loader is None:
        return (resource.segment.name or "sport", "sport", *(flag for flag in FLAGS if flag != "season"))
    return tuple(inspect.signature(getattr(Client, resource.loader)).parameters)[1:]
