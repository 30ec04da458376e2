"""The tool for the box score of one game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ...._client.query import CURRENT
from ...._frames.arrays import seasons
from ....catalog import sport_code, sports_of
from ....catalog.football import FAMILIES
from ....catalog.statuses import OFF
from ....errors import QueryError, SportsframeError, quoted
from ..caller import Caller, Json, day_of
from ..schemas import FORM, MARKS, NAMES, ROOM, ToolFailure, code_of, compact, schema, size, sport_schema
from ..tables import GAME_ID, LEAGUE, ROWS, table_of
from ..tools import Tool
from .common import DAY, NAME, league_of
from .days import games_of_day, listed, may_last, nothing_on, of_team, told, with_late

if TYPE_CHECKING:
    import pandas as pd

    from ....catalog.codes import CheckedSport

KEYS = frozenset(
    "sport league season season_type week game_date game_id game_time team_id opponent_id opponent event_id tournament "
    "event_name".split()
)
"""Columns that are the same in every table of a box score, or that its first table has."""


def _box(caller: Caller, arguments: Json) -> tuple[str, Json]:
    from ...._frames.arrays import day_label

    found: Json
    code = sport_code(code_of(arguments))
    league, game_id = league_of(code, arguments), arguments.get("game_id")
    day = arguments.get("date") or (game_id and day_label(game_id, None)) or "today"
    box: Mapping[str, pd.DataFrame]
    if game_id is not None and "date" not in arguments and day_label(game_id, None) is None:  # the id has no date
        try:
            box = caller.client.game(game_id, code, league=league)
        except QueryError:
            found = {"reason": _not_begun(caller, code, league, game_id)}
            return compact(found), found
    else:
        box = caller.client.box_scores(day, code, league=league, day="league")
    names = list(box)
    games = begun = box[names[0]]
    late: Mapping[str, pd.DataFrame] = {}
    if game_id is None and "date" not in arguments and may_last(caller, code):
        late = caller.client.box_scores("yesterday", code, league=league, day="league")
        games = with_late(late[names[0]], games)
    if game_id is not None:
        games = games[games["game_id"] == game_id]
        if "team" in arguments and len(games) and not len(of_team(games, code, arguments)):
            raise ToolFailure(f"{quoted(arguments['team'])} is not a side of {game_id}; omit game_id or team.")
    elif "team" in arguments:
        games = of_team(games, code, arguments)
    elif len(games) > 1:
        on = day_of(caller, code, day, "league")
        raise ToolFailure(f"several games on {on}; pass game_id or team. These are {listed(games)}.")
    if not len(games):
        found = {"reason": _no_box(caller, code, {**arguments, "date": day}, begun)}
        return compact(found), found
    game = games.iloc[[0]]
    if late and game["game_id"].iloc[0] in set(late[names[0]]["game_id"]):
        box = late
    parts = {
        part.rpartition(".")[2].casefold(): part for name in names for part, _ in _families(name, box[name])
    }  # named in results with the table before them
    chosen = [one if one in names else parts.get(one.casefold(), one) for one in arguments.get("tables") or names[1:]]
    whole = [name.partition(".")[0] for name in chosen]
    for name, table in zip(chosen, whole, strict=True):
        if table not in names:
            raise ToolFailure(f"no table {name!r}; the tables are {', '.join(names[1:])}.")
    found = {"game": _record(game)}
    if "team" in arguments and game_id is None and (others := _others(caller, code, arguments, game)):
        found["other_games"] = others
    found["tables"], omitted = _tables(
        {name: box[name] for name in whole}, game["game_id"].iloc[0], found, arguments.get("form"), chosen
    )
    if omitted:
        found["omitted"] = omitted
    return compact(found), found


def _others(caller: Caller, code: CheckedSport, arguments: Json, game: pd.DataFrame) -> list[str]:
    """Return the other games of a day that a name may mean: those of a club of the same nickname, or a doubleheader."""
    asked: Json = {name: arguments[name] for name in ("date", "league", "team") if name in arguments}
    games = games_of_day(caller, code, asked)
    return told(games[~games["game_id"].isin(game["game_id"]) & ~games["phase"].isin(OFF)])


def _no_box(caller: Caller, code: CheckedSport, arguments: Json, begun: pd.DataFrame) -> str:
    """Return why there is no box score: of a game that has not begun its start, else what games there are."""
    games = games_of_day(caller, code, {name: value for name, value in arguments.items() if name != "game_id"})
    if "game_id" in arguments:
        all_games, games = games, games[games["game_id"] == arguments["game_id"]]
        if len(all_games) and not len(games):
            day = day_of(caller, code, arguments["date"], "league")
            return f"no such game on {day}; the games are {listed(all_games)}."
    if len(games) > 1 and "team" not in arguments:
        return nothing_on(caller, code, "live", arguments)
    return _state(games) if len(games) else nothing_on(caller, code, "schedule", arguments)


def _not_begun(caller: Caller, code: CheckedSport, league: str | None, game_id: str) -> str:
    """Return why there is no box score of an id without a date, such as that of a tournament."""
    (year,) = seasons([game_id])
    reason = f"no box score of {quoted(game_id)}; it has not begun, was cancelled, or the id is unknown."
    try:
        planned = caller.client.schedule_season(year or CURRENT, code, league=league)
    except SportsframeError:  # such as a token that does not cover it
        return reason
    planned = planned[planned["game_id"] == game_id]
    return reason if planned.empty else _state(planned)


def _state(games: pd.DataFrame) -> str:
    """Return the status of the first of some games, or of the first that is to come, and when that starts."""
    games = games.sort_values("phase", key=lambda phases: phases != "scheduled", kind="stable")
    game = games.iloc[0]
    starts = f"; it starts at {game['game_time']:%Y-%m-%dT%H:%MZ}" if game["phase"] == "scheduled" else ""
    return f"{listed(games.head(1))} is {game['status']}{starts}."


def _record(row: pd.DataFrame) -> Json:
    """Return the cells of one row that have a value, by column."""
    held = table_of(row, ROOM)
    return {name: cell for name, cell in zip(held["columns"], held["rows"][0]) if cell is not None}


def _tables(
    box: dict[str, pd.DataFrame], game_id: str, beside: Json, form: str | None, chosen: Sequence[str]
) -> tuple[Json, list[str]]:
    """Return the chosen tables of one game, or families of them, as much of them as fits, and what was left out."""
    room = ROOM - size(beside, form) - 200
    tables: Json = {}
    omitted = []
    for name, frame in box.items():
        rows = frame[frame["game_id"] == game_id]
        if "position" in frame.columns and frame["position"].dtype.kind in "iuf":  # a leaderboard
            rows = rows.sort_values("position", kind="stable")
        keys = [column for column in rows.columns if column in KEYS]
        for part_name, part_rows in _families(name, rows.drop(columns=keys)):
            if name not in chosen and part_name.casefold() not in map(str.casefold, chosen):
                continue
            table = table_of(part_rows.dropna(axis=1, how="all"), room, form)
            if len(table["rows"]) < len(part_rows):
                omitted.append(f"{part_name}: {len(part_rows) - len(table['rows'])} of {len(part_rows)} rows")
            if table["rows"]:
                tables[part_name] = table
                room -= size(table, form) + len(part_name) + 8
    return tables, omitted


def _families(name: str, rows: pd.DataFrame) -> list[tuple[str, pd.DataFrame]]:
    """Return a table, or one per family of statistics if its lines have only some of the families, as in football."""
    of = {family: [c for c in columns if c in rows.columns] for family, columns in FAMILIES.items()}
    of = {family: columns for family, columns in of.items() if len(columns) > 1}
    if len(of) < len(FAMILIES) - 1:
        return [(name, rows)]
    who = [column for column in ("side", "player_id", "player") if column in rows.columns]
    parts = ((family, rows.loc[rows[columns].notna().any(axis=1), who + columns]) for family, columns in of.items())
    return [(f"{name}.{family}", part) for family, part in parts if len(part)]


def box_tool() -> Tool:
    return Tool(
        "get_box",
        "Box score of one game",
        "Everything about one game that has begun: team statistics, periods and players. Name it by game_id, or by "
        "team and date.",
        schema(
            {
                "sport": sport_schema(sports_of("live")),
                "game_id": GAME_ID,
                "team": NAME,
                "date": DAY,
                "league": LEAGUE,
                "tables": {
                    **NAMES,
                    "description": "only these, or parts as a result names them; by default all that fit",
                },
                "form": FORM,
            },
            "sport",
        ),
        schema(
            {
                "game": {"type": "object"},
                "tables": {"type": "object", "additionalProperties": schema(ROWS, "columns", "rows")},
                "other_games": NAMES,
                "omitted": NAMES,
                **{name: MARKS[name] for name in ("reason", "note", "source")},
            }
        ),
        _box,
        ("live", "schedule"),
    )
