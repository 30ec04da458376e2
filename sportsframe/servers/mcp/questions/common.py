"""What the tools for questions share: arguments, properties of results, the time and the league of a call."""

from __future__ import annotations

from ....catalog import SPORTS
from ..caller import Caller, Json
from ..schemas import MARKS, TEXT, ToolFailure
from ..tables import ROWS

DAY: Json = {
    "type": "string",
    "description": "YYYY-MM-DD, today, yesterday or tomorrow, as the league dates its games; default today",
}

NAME: Json = {"type": "string", "description": "a part of a name, such as the town or the nickname, or an id"}

LINED: Json = {**ROWS, **MARKS, "now": TEXT, "season": TEXT}
"""Properties of a result with rows."""

LINES = 10
"""Default number of lines of a ranking."""


def now_text(caller: Caller) -> str:
    """Return the time of the service as results have it."""
    return f"{caller.now():%Y-%m-%dT%H:%M:%SZ}"


def league_of(code: str, arguments: Json) -> str | None:
    """Return the league of a call; soccer requires one, others have none."""
    league = arguments.get("league")
    if SPORTS[code].leagues and league is None:
        raise ToolFailure(f"{code.lower()} requires league, one of {', '.join(SPORTS[code].leagues)}.")
    if league is not None and not SPORTS[code].leagues:
        raise ToolFailure(f"league is only for soccer; omit it for {code.lower()}.")
    return league


def sports_with(*resources: str) -> list[str]:
    """Return the sports that have all these resources."""
    return [code for code in SPORTS if all(name in SPORTS[code].resources for name in resources)]
