"""The tool for the leaders in a statistic, of a season or of a day."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from ...._frames.names import holds
from ....catalog import SPORTS, sport_code, sports_of
from ... import rankings
from ..caller import Caller, Json, day_of, nobody, offers
from ..resources import no_match
from ..schemas import FORM, LIMIT, OFFSET, SEASON, TEXT, ToolFailure, code_of, schema, sport_schema
from ..tables import LEAGUE, part
from ..tools import Tool
from .common import DAY, LINED, LINES, NAME, league_of, now_text
from .days import as_it_stands, games_of_day, nobody_named, nothing_on, of_team

if TYPE_CHECKING:
    import pandas as pd

    from ....catalog.codes import CheckedSport


def _leaders(caller: Caller, arguments: Json) -> tuple[str, Json]:
    code, note = sport_code(code_of(arguments)), ""
    league = league_of(code, arguments)
    named_by = {"date", "season", "part", "qualify", "table"}
    if named_by.isdisjoint(arguments) and rankings.is_of_today(caller.client, code, arguments["statistic"]):
        arguments, note = {**arguments, "date": "today"}, rankings.OF_TODAY
    resource = "live" if "date" in arguments else "player-stats"
    statistic, named = rankings.in_table(arguments["statistic"], code, resource, arguments.get("table"))
    arguments = {**arguments, "statistic": statistic, **({"table": named} if named else {})}
    table = rankings.table_with(code, resource, statistic, named, _in_tools(caller, code))
    marks: Json = {"statistic": statistic, "table": table}
    if resource == "live" and "season" in arguments:
        raise ToolFailure("season and date exclude each other; omit one.")
    if resource == "live":
        if unused := [name for name in ("part", "qualify") if name in arguments]:
            raise ToolFailure(f"{' and '.join(unused)} may be passed for a season, not with date.")
        marks["date"] = day_of(caller, code, arguments["date"], "league")
        marks["now"] = now_text(caller)
        frame = caller.client.live(arguments["date"], code, table=table, league=league, day="league")
    else:
        season = arguments.get("season") or str(SPORTS[code].season_at(caller.today(code)))
        frame = rankings.of_season(caller.client, int(season), code, table, statistic, league)
        if "part" in frame.columns:
            frame = frame[frame["part"] == arguments.get("part", "regular_season")]
        marks["season"] = SPORTS[code].season_label(season)
    chosen = {name: arguments[name] for name in ("team", "qualify", "order") if name in arguments}
    rank = partial(rankings.leaders, frame, code, resource, table, statistic, **chosen)
    board, marks["order"], marks["note"] = rank()
    if (player := arguments.get("player")) is not None:
        whole, board = board, _of_player(board, player)
        if not len(board) and resource == "live" and marks["order"] == "lowest" and marks["note"]:
            board = _of_player(rank(order="highest")[0], player).assign(rank=None)
            marks["note"] = f"not ranked: the ranking is {marks['note']}" if len(board) else ""
        if not len(board) and len(whole) and marks["note"] and "qualify" not in arguments:
            board = _of_player(rank(qualify=0)[0], player)
            marks["note"] = f"ranked among all, as this is not one of the {marks['note']}" if len(board) else ""
    if not len(frame):
        asked = {name: value for name, value in arguments.items() if name not in ("team", "player")}
        return part(board, {}, **marks, reason=_no_leaders(caller, code, resource, asked))
    if not len(board) and player is not None:
        marks["reason"] = nobody(caller, code, player, "player", league) or no_match(len(frame))
    elif not len(board) and "team" in arguments:
        marks["reason"] = nobody_named(caller, code, arguments) or (
            no_match(len(frame))
            if resource == "player-stats" or len(of_team(frame, code, arguments))
            else nothing_on(caller, code, "schedule", arguments)
        )
    elif not len(board):
        marks["reason"] = f"no player qualifies: {marks['note']}" if marks["note"] else no_match(len(frame))
    marks["note"] = "; ".join(
        filter(None, [note, marks["note"], *_beside(caller, code, resource, arguments, table, frame)])
    )
    return part(board, {"limit": LINES, **arguments}, keep=board.columns, **marks)


def _in_tools(caller: Caller, code: CheckedSport) -> rankings.Door:
    """Return what agents are told of statistics that cannot be ranked as asked; they do not write Python."""

    def of_season(statistic: str, table: str, near: list[str]) -> str:
        return f"; the nearest of a season: {', '.join(near)}" if near else ""

    of_day = ": omit the date" if offers(caller, code, "player-stats") else ", which the token does not cover"
    return rankings.Door(of_season, of_day)


def _of_player(board: pd.DataFrame, text: str) -> pd.DataFrame:
    """Return the lines of a ranking whose player has a text in the name, or as id."""
    own = board["player"].map(lambda name: holds(name, text)).astype(bool) | (board["player_id"].astype(str) == text)
    return board[own]


def _no_leaders(caller: Caller, code: CheckedSport, resource: str, arguments: Json) -> str:
    """Return why there are no statistics; of a season that has not begun, that those of the one before are there."""
    if resource == "player-stats" and "season" not in arguments:
        before = SPORTS[code].season_at(caller.today(code)) - 1
        if len(caller.client.player_stats(before, code, league=arguments.get("league"))):
            of = f"{SPORTS[code].season_label(before + 1)} is counted yet; pass season {before}."
            games = f"the {arguments['part'].replace('_', ' ')} of " if "part" in arguments else ""
            return f"no {code} game of {games}{of}"
    return nothing_on(caller, code, resource, arguments)


CONTESTS = {"teams": "games", "players": "matches", "field": "tournaments"}
"""Opponents -> what they play."""


def _beside(
    caller: Caller, code: CheckedSport, resource: str, arguments: Json, table: str, frame: pd.DataFrame
) -> Iterator[str]:
    """Yield what a reader should know: what the statistic leaves out, games that are not over, other tables."""
    yield rankings.caveat(code, resource, table, arguments["statistic"])
    if resource == "live":
        games = frame.drop_duplicates("game_id")
        yield as_it_stands(caller, code, arguments, games)
        if caller.grant.covers(code, "schedule"):  # which has those that have not begun
            games = games_of_day(
                caller, code, {name: arguments[name] for name in ("date", "league") if name in arguments}
            )
        on = int(games["phase"].isin(["scheduled", "live", "paused"]).sum())
        if on:
            yield f"{on} of {len(games)} {CONTESTS[SPORTS[code].rules.opponents]} not finished"
    if "table" not in arguments:
        others = [name for name in rankings.tables_of(code, resource, arguments["statistic"]) if name != table]
        if others:
            yield f"ranks {table}; for another pass table: {', '.join(others)}"


def leaders_tool() -> Tool:
    return Tool(
        "get_leaders",
        "Leaders in a statistic",
        "The best players in a statistic: of a season (the current one by default, but for the score of golf "
        "today's tournament), or of a day if you pass date; with player that of one, such as his average. "
        "A statistic is a column such as points, home_runs or passing_yards, or a measure such as era.",
        schema(
            {
                "sport": sport_schema(sports_of("live")),
                "statistic": {"type": "string", "description": "its name; a wrong one is refused with the nearest"},
                "season": SEASON,
                "date": {**DAY, "description": f"{DAY['description'].partition(';')[0]}; instead of season"},
                "league": LEAGUE,
                "team": {**NAME, "description": "only players of this team"},
                "player": {
                    **NAME,
                    "description": "only this player, with the rank among all: a part of the name, or an id",
                },
                "table": {"type": "string", "description": "if several have it, such as batting or pitching"},
                "part": {
                    "type": "string",
                    "enum": ["regular_season", "postseason"],
                    "description": "default regular_season",
                },
                "qualify": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "least attempts, or games for a total, of a season: see note",
                },
                "order": {
                    "type": "string",
                    "enum": ["highest", "lowest"],
                    "description": "default highest; lowest where less is better, as with strokes",
                },
                "limit": LIMIT,
                "offset": OFFSET,
                "form": FORM,
            },
            "sport",
            "statistic",
        ),
        schema({**LINED, "date": TEXT, "statistic": TEXT, "table": TEXT, "order": TEXT}),
        _leaders,
        ("live", "player-stats"),
        ("live",),
    )
