"""The tool for the scores of a day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....catalog import SPORTS, layout, sport_code, sports_of
from ..caller import Caller, Json
from ..columns import column_of
from ..schemas import PAGED, code_of, schema, sport_schema
from ..tables import LEAGUE, part
from ..tools import Tool
from .common import DAY, LINED, NAME, now_text
from .days import as_it_stands, games_of_day, nothing_on

if TYPE_CHECKING:
    import pandas as pd

    from ....catalog.codes import CheckedSport

LINE = (
    "game_id", "game_date", "game_time", "status", "game_status", "tournament", "event", "round", "away_team",
    "away_score", "home_team", "home_score", "player_1", "player_1_sets", "player_1_legs", "player_2", "player_2_sets",
    "player_2_legs", "leader", "to_par",
)  # fmt: skip
"""Columns of one line per game."""


def _scores(caller: Caller, arguments: Json) -> tuple[str, Json]:
    code = sport_code(code_of(arguments))
    games = games_of_day(caller, code, arguments)
    marks: Json = {"now": now_text(caller)}
    if not len(games):
        marks["reason"] = nothing_on(caller, code, "schedule", arguments)
    elif SPORTS[code].rules.opponents == "field":
        games = _with_leaders(caller, code, games, arguments)
        marks["note"] = as_it_stands(caller, code, arguments, games)
    held = {*games.columns, *(column.name for column in layout(code, "live").columns)}  # with scores before the first
    if SPORTS[code].rules.opponents == "field":
        held |= {*_of_leaders(code)}
    known = [name for name in LINE if name in held]
    for name in (*arguments.get("columns", ()), str(arguments.get("sort", "game_id")).removeprefix("-")):
        column_of(name, known)  # of a day without games, too
    return part(games.reindex(columns=known), arguments, **marks)


def _of_leaders(code: str) -> dict[str, str]:
    """What is told of the leaders of a tournament, and the column of the players that it is in, if there is one."""
    held = {column.name for column in layout(code, "live", "players").columns}
    told = {"leader": "player", "to_par": "to_par"}
    return {name: column for name, column in told.items() if held >= {"position", column}}


def _with_leaders(caller: Caller, code: CheckedSport, games: pd.DataFrame, arguments: Json) -> pd.DataFrame:
    """Add the leaders of each tournament, and their score to par."""
    if not (told := _of_leaders(code)):
        return games
    players = caller.client.live(arguments.get("date", "today"), code, table="players", day="league")
    first = players[players["position"] == 1].groupby("game_id", observed=True)
    found = {name: first[column].first() for name, column in told.items()}
    if "leader" in told:
        found["leader"] = first[told["leader"]].agg(", ".join)
    return games.assign(**{name: games["game_id"].map(values) for name, values in found.items()})


def scores_tool() -> Tool:
    return Tool(
        "get_scores",
        "Scores of a day",
        "Scores and start times of a day's games, one line per game: of today by default, and at night also those of "
        "yesterday that are in play. For golf the tournaments being played, with the leader. Start here for what is on "
        "and for results; schedules have no scores.",
        schema(
            {"sport": sport_schema(sports_of("live")), "date": DAY, "league": LEAGUE, "team": NAME, **PAGED}, "sport"
        ),
        schema(LINED),
        _scores,
        ("live", "schedule"),
    )
