"""Tools for the questions people ask: scores, a box score, standings, leaders, the next games of a club, names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from ..._frames.names import holds, plain
from ...catalog import SPORTS, layout, sport_code, sports_of
from ...catalog.football import FAMILIES
from ...catalog.rules import Group
from ...errors import NotFound, QueryError, nearest, quoted
from .. import rankings
from .caller import Caller, Json, Kind, day_of, named, nearest_names, nobody, nothing_because
from .tables import CELL, GAME_ID, LEAGUE, ROWS, part, table_of
from .tools import (
    FORM,
    LIMIT,
    MARKS,
    OFFSET,
    PAGED,
    ROOM,
    SEASON,
    Tool,
    ToolFailure,
    code_of,
    column_of,
    compact,
    no_match,
    schema,
    size,
    sport_schema,
)

if TYPE_CHECKING:
    import pandas as pd

    from ...catalog.codes import CheckedSport

DAY: Json = {
    "type": "string",
    "description": "YYYY-MM-DD, today, yesterday or tomorrow, as the league dates its games; default today",
}
NAME: Json = {"type": "string", "description": "an id, or a part of a name, such as the town or the nickname"}
NOW: Json = {"type": "string", "description": "time of the service, UTC"}

TEXT: Json = {"type": "string"}
LINED: Json = {**ROWS, **MARKS, "now": NOW, "season": TEXT}
"""Properties of a result with rows."""

LINE = (
    "game_id", "game_date", "game_time", "status", "game_status", "tournament", "event", "round", "away_team",
    "away_score", "home_team", "home_score", "player_1", "player_1_sets", "player_1_legs", "player_2", "player_2_sets",
    "player_2_legs", "leader", "to_par",
)  # fmt: skip
"""Columns of one line per game."""

PLACE = (
    "conference", "division", "rank", "team_id", "team", "games", "wins", "losses", "ties", "draws", "overtime_losses",
    "points", "points_pct", "win_pct", "games_behind", "wild_card_games_behind", "point_difference", "run_difference",
    "goal_difference", "conference_record", "last_ten", "streak", "seed", "berth", "clinched", "eliminated", "guest",
    "tied", "tied_by", "provisional",
)  # fmt: skip
"""Columns of standings, unless others are asked for."""

KEYS = frozenset(
    "sport league season season_type week game_date game_id game_time team_id opponent_id opponent event_id tournament "
    "event_name".split()
)
"""Columns that are the same in every table of a box score, or that its first table has."""

CLUB = schema({"team": TEXT, "sport": TEXT, "league": TEXT, "id": {"type": "integer"}}, "team", "sport", "id")
"""A club in a list."""

OF_CLUB: Json = {
    "team": {**TEXT, "description": "the club that was found"},
    "sport": TEXT,
    "league": TEXT,
    "others": {"type": "array", "items": CLUB, "description": "other clubs of a similar name"},
}
"""Properties of a result about one club."""

COMING = ["game_id", "game_date", "game_time", "season_type", "status", "away_team", "home_team", "arena", "city"]
"""Columns of the next games of a club."""

PAST = [
    "game_id", "game_date", "season_type", "away_team", "away_score", "home_team", "home_score", "game_status",
]  # fmt: skip
"""Columns of its results."""

RESULTS, MOST_RESULTS = 5, 20
"""Default and maximum number of results of a club; each date of theirs is one response of the service."""

OTHERS = 8
"""Maximum number of clubs of a similar name that are listed."""

MOST_ALIKE = 30
"""Clubs that may fit a name equally well; a nickname has up to a dozen, a letter hundreds."""

LINES = 10
"""Default number of lines of a ranking."""


def _now(caller: Caller) -> str:
    return f"{caller.now():%Y-%m-%dT%H:%M:%SZ}"


def _league(code: str, arguments: Json) -> str | None:
    """Return the league of a call; soccer requires one, others have none."""
    league = arguments.get("league")
    if SPORTS[code].leagues and league is None:
        raise ToolFailure(f"{code.lower()} requires league, one of {', '.join(SPORTS[code].leagues)}.")
    if league is not None and not SPORTS[code].leagues:
        raise ToolFailure(f"league is only for soccer; omit it for {code.lower()}.")
    return league


def _of_team(games: pd.DataFrame, code: CheckedSport, arguments: Json) -> pd.DataFrame:
    if SPORTS[code].rules.opponents == "field":
        raise ToolFailure("golf has no teams; omit team.")
    return named(games, arguments["team"])


def _games(caller: Caller, code: CheckedSport, arguments: Json) -> pd.DataFrame:
    """Return the games of a day of the league: those played or being played with scores, the others as scheduled.

    Without a date they are those of today, and at night those of yesterday that are still in play.
    """
    import pandas as pd

    league, day = _league(code, arguments), arguments.get("date", "today")
    planned = caller.client.schedule(day, code, league=league, day="league")
    try:
        played = caller.client.live(day, code, league=league, day="league")
    except NotFound:  # of a date to come, as some services answer
        played = planned.iloc[:0]
    if len(played) == 0:
        games = planned
    else:
        waiting = planned.loc[~planned["game_id"].isin(played["game_id"]), planned.columns.isin(played.columns)]
        games = pd.concat([played, waiting], ignore_index=True)
    games = games[games["phase"] != "replaced"]
    if "date" not in arguments and caller.is_night(code) and SPORTS[code].rules.opponents != "field":
        late = caller.client.live("yesterday", code, league=league, day="league")
        games = pd.concat([late[late["phase"].isin(["live", "paused"])], games], ignore_index=True)
    if "team" in arguments:
        games = _of_team(games, code, arguments)
    ordered: pd.DataFrame = games.sort_values(["game_time", "game_id"], kind="stable")
    return ordered


def _scores(caller: Caller, arguments: Json) -> tuple[str, Json]:
    code = sport_code(code_of(arguments))
    games = _games(caller, code, arguments)
    marks: Json = {"now": _now(caller)}
    if not len(games):
        marks["reason"] = _nothing(caller, code, "schedule", arguments)
    elif SPORTS[code].rules.opponents == "field":
        games = _with_leaders(caller, code, games, arguments)
        marks["note"] = _of_now(caller, code, arguments)
    held = {*games.columns, *(column.name for column in layout(code, "live").columns)}  # with scores before the first
    if SPORTS[code].rules.opponents == "field":
        held |= {"leader", "to_par"}
    known = [name for name in LINE if name in held]
    for name in (*arguments.get("columns", ()), str(arguments.get("sort", "game_id")).removeprefix("-")):
        column_of(name, known)  # of a day without games, too
    return part(games.reindex(columns=known), arguments, **marks)


def _nothing(caller: Caller, code: CheckedSport, resource: str, arguments: Json) -> str:
    """Return why there is nothing on a day of the league, or of the club or player that a call names."""
    team = arguments.get("team")
    if team is not None and (reason := _nobody(caller, code, arguments)):
        return reason
    return nothing_because(caller, resource, {**arguments, "sport": code}, day="league", team=team)


def _nobody(caller: Caller, code: CheckedSport, arguments: Json) -> str:
    """Return that no club, in darts no player, has the name that a call contains, and the nearest; or ""."""
    kind: Kind = "team" if SPORTS[code].is_team_sport else "player"
    return nobody(caller, code, arguments["team"], kind, arguments.get("league"))


def _with_leaders(caller: Caller, code: CheckedSport, games: pd.DataFrame, arguments: Json) -> pd.DataFrame:
    """Add the leaders of each tournament, and their score to par."""
    players = caller.client.live(arguments.get("date", "today"), code, table="players", day="league")
    first = players[players["position"] == 1]
    named = first.groupby("game_id", observed=True)["player"].agg(", ".join)
    to_par = first.groupby("game_id", observed=True)["to_par"].first()
    return games.assign(leader=games["game_id"].map(named), to_par=games["game_id"].map(to_par))


def _of_now(caller: Caller, code: CheckedSport, arguments: Json) -> str:
    """Return that a leaderboard is not that of an earlier day, if a call names one; or ""."""
    day = arguments.get("date")
    if SPORTS[code].rules.opponents != "field" or day is None:
        return ""
    asked = day_of(caller, code, day, "league")
    return "" if asked == str(caller.today(code)) else f"as it stands now: a leaderboard of {asked} is not kept"


def _box(caller: Caller, arguments: Json) -> tuple[str, Json]:
    from ..._frames.arrays import day_label

    found: Json
    code = sport_code(code_of(arguments))
    league, game_id = _league(code, arguments), arguments.get("game_id")
    day = arguments.get("date") or (game_id and day_label(game_id, None)) or "today"
    box: Mapping[str, pd.DataFrame]
    if game_id is not None and "date" not in arguments and day_label(game_id, None) is None:  # the id has no date
        try:
            box = caller.client.game(game_id, code, league=league)
        except QueryError:
            reason = f"no box score of {quoted(game_id)}; it has not begun, was cancelled, or the id is unknown."
            found = {"reason": reason}
            return compact(found), found
    else:
        box = caller.client.box_scores(day, code, league=league, day="league")
    names = list(box)
    games = begun = box[names[0]]
    last_night = "team" in arguments and game_id is None and "date" not in arguments and caller.is_night(code)
    if last_night and not len(_of_team(games, code, arguments)):
        box = caller.client.box_scores("yesterday", code, league=league, day="league")
        games = box[names[0]]
    if game_id is not None:
        games = games[games["game_id"] == game_id]
        if "team" in arguments and len(games) and not len(_of_team(games, code, arguments)):
            raise ToolFailure(f"{quoted(arguments['team'])} is not a side of {game_id}; omit game_id or team.")
    elif "team" in arguments:
        games = _of_team(games, code, arguments)
    elif len(games) > 1:
        ids = ", ".join(games["game_id"].head(40))
        on = day_of(caller, code, day, "league")
        raise ToolFailure(f"several games on {on}; pass game_id or team. The ids are {ids}.")
    if not len(games):
        found = {"reason": _no_box(caller, code, {**arguments, "date": day}, begun)}
        return compact(found), found
    game = games.iloc[[0]]
    chosen = arguments.get("tables") or names[1:]
    for name in chosen:
        if name not in names:
            raise ToolFailure(f"no table {name!r}; the tables are {', '.join(names[1:])}.")
    found = {"game": _record(game)}
    if len(games) > 1:
        found["other_games"] = games["game_id"].iloc[1:].tolist()
    found["tables"], omitted = _tables(
        {name: box[name] for name in chosen}, game["game_id"].iloc[0], found, arguments.get("form")
    )
    if omitted:
        found["omitted"] = omitted
    return compact(found), found


def _no_box(caller: Caller, code: CheckedSport, arguments: Json, begun: pd.DataFrame) -> str:
    """Return why there is no box score: of a game that has not begun its start, else what games there are."""
    games = _games(caller, code, {name: value for name, value in arguments.items() if name != "game_id"})
    if "game_id" in arguments:
        all_games, games = games, games[games["game_id"] == arguments["game_id"]]
        if len(all_games) and not len(games):
            ids = ", ".join(all_games["game_id"].head(40))
            day = day_of(caller, code, arguments["date"], "league")
            return f"no such game on {day}; the games are {ids}."
    if len(games) > 1 and "team" not in arguments:
        return _nothing(caller, code, "live", arguments)
    if len(games):
        game = games.iloc[0]
        starts = f"; it starts at {game['game_time']:%Y-%m-%dT%H:%MZ}" if game["phase"] == "scheduled" else ""
        return f"{game['game_id']} is {game['status']}{starts}."
    return _nothing(caller, code, "schedule", arguments)


def _record(row: pd.DataFrame) -> Json:
    """Return the cells of one row that have a value, by column."""
    held = table_of(row, ROOM)
    return {name: cell for name, cell in zip(held["columns"], held["rows"][0]) if cell is not None}


def _tables(box: dict[str, pd.DataFrame], game_id: str, beside: Json, form: str | None) -> tuple[Json, list[str]]:
    """Return the tables of one game, as much of them as fits, and what was left out."""
    room = ROOM - size(beside, form) - 200
    tables: Json = {}
    omitted = []
    for name, frame in box.items():
        rows = frame[frame["game_id"] == game_id]
        if "position" in frame.columns and frame["position"].dtype.kind in "iuf":  # a leaderboard
            rows = rows.sort_values("position", kind="stable")
        keys = [column for column in rows.columns if column in KEYS]
        for part_name, part_rows in _families(name, rows.drop(columns=keys)):
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


def _standings(caller: Caller, arguments: Json) -> tuple[str, Json]:
    from ...measures.seasons import standings

    code = sport_code(code_of(arguments))
    league = _league(code, arguments)
    season = arguments.get("season") or str(SPORTS[code].season_at(caller.today(code)))
    by = arguments.get("by")
    table = standings(season, code, league=league, by=by, progress=False, client=caller.client)
    if "columns" not in arguments:
        table = table[[name for name in PLACE if name in table.columns and (table[name].notna().any() or table.empty)]]
    if not len(table):
        return part(table, {}, reason=f"no game of the {SPORTS[code].season_label(season)} season is finished.")
    group = arguments.get("group")
    if group is not None:
        held = [name for name in ("conference", "division") if name in table.columns]
        part_of_name = re.sub(r"(?i)\s+(division|conference|league)$", "", group)
        exact = table[held].map(lambda name: plain(str(name)) == plain(group))
        match = exact if exact.any(axis=None) else table[held].map(holds, text=part_of_name)
        names = sorted({str(name) for column in held for name in table[column].dropna()})
        table = table[match.fillna(value=False).any(axis=1).astype(bool)]
        if not len(table):
            reason = f"no conference or division is named like {quoted(group)}; there are {', '.join(names)}."
            return part(table, {}, reason=reason + nearest(group, names))
    return part(table, arguments, season=SPORTS[code].season_label(season))


def _availability(caller: Caller, arguments: Json) -> tuple[str, Json]:
    from ...measures.seasons import availability

    code = sport_code(code_of(arguments))
    found = availability(
        sport=code, league=_league(code, arguments), by=arguments.get("by", "player"), progress=False,
        client=caller.client,
    )  # fmt: skip
    marks: Json = {"season": SPORTS[code].season_label(SPORTS[code].season_at(caller.today(code))), "now": _now(caller)}
    kept = found
    if "team" in arguments:
        kept = named(found, arguments["team"])
    if len(kept):
        marks["note"] = "players who are on the list of injuries now; those who have returned are not known"
    else:
        missed = arguments.get("by") == "game"
        who = f"no player of {arguments['team']}" if "team" in arguments else "no player"
        reason = f"{who} {'who is injured now has missed a game' if missed else 'is on the list of injuries now'}."
        marks["reason"] = ("team" in arguments and _nobody(caller, code, arguments)) or reason
    return part(kept, arguments, **marks)


def _leaders(caller: Caller, arguments: Json) -> tuple[str, Json]:
    code, resource = sport_code(code_of(arguments)), "live" if "date" in arguments else "player-stats"
    league = _league(code, arguments)
    statistic = rankings.statistic_of(arguments["statistic"], code, resource, arguments.get("table"))
    arguments = {**arguments, "statistic": statistic}
    table = rankings.table_with(code, resource, statistic, arguments.get("table"))
    marks: Json = {"statistic": statistic, "table": table}
    if resource == "live" and "season" in arguments:
        raise ToolFailure("season and date exclude each other; omit one.")
    if resource == "live":
        if unused := [name for name in ("part", "qualify") if name in arguments]:
            raise ToolFailure(f"{' and '.join(unused)} may be passed for a season, not with date.")
        marks["date"] = day_of(caller, code, arguments["date"], "league")
        marks["now"] = _now(caller)
        frame = caller.client.live(arguments["date"], code, table=table, league=league, day="league")
    else:
        season = arguments.get("season") or str(SPORTS[code].season_at(caller.today(code)))
        frame = caller.client.player_stats(int(season), code, table=table, league=league)
        if "part" in frame.columns:
            frame = frame[frame["part"] == arguments.get("part", "regular_season")]
        marks["season"] = SPORTS[code].season_label(season)
    chosen = {name: arguments[name] for name in ("team", "qualify", "order") if name in arguments}
    board, marks["order"], marks["note"] = rankings.leaders(frame, code, resource, table, statistic, **chosen)
    if not len(frame):
        asked = {name: value for name, value in arguments.items() if name != "team"}
        return part(board, {}, **marks, reason=_no_leaders(caller, code, resource, asked))
    if not len(board) and "team" in arguments:
        marks["reason"] = _nobody(caller, code, arguments) or (
            no_match(len(frame))
            if resource == "player-stats" or len(_of_team(frame, code, arguments))
            else _nothing(caller, code, "schedule", arguments)
        )
    elif not len(board):
        marks["reason"] = f"no player qualifies: {marks['note']}" if marks["note"] else no_match(len(frame))
    marks["note"] = "; ".join(filter(None, [marks["note"], *_beside(caller, code, resource, arguments, table, frame)]))
    return part(board, {"limit": LINES, **arguments}, keep=board.columns, **marks)


def _no_leaders(caller: Caller, code: CheckedSport, resource: str, arguments: Json) -> str:
    """Return why there are no statistics; of a season that has not begun, that those of the one before are there."""
    if resource == "player-stats" and "season" not in arguments:
        before = SPORTS[code].season_at(caller.today(code)) - 1
        if len(caller.client.player_stats(before, code, league=arguments.get("league"))):
            return f"no {code} game of {SPORTS[code].season_label(before + 1)} is counted yet; pass season {before}."
    return _nothing(caller, code, resource, arguments)


def _beside(
    caller: Caller, code: CheckedSport, resource: str, arguments: Json, table: str, frame: pd.DataFrame
) -> Iterator[str]:
    """Yield what a reader of a ranking should know: games that are not over, and other tables with the statistic."""
    if resource == "live":
        yield _of_now(caller, code, arguments)
        games = frame.drop_duplicates("game_id")
        if caller.grant.covers(code, "schedule"):  # which has those that have not begun
            games = _games(caller, code, {name: arguments[name] for name in ("date", "league") if name in arguments})
        on = int(games["phase"].isin(["scheduled", "live", "paused"]).sum())
        if on:
            yield f"{on} of {len(games)} games not finished"
    if "table" not in arguments:
        others = [name for name in rankings.tables_of(code, resource, arguments["statistic"]) if name != table]
        if others:
            yield f"ranks {table}; for another pass table: {', '.join(others)}"


def _clubs(caller: Caller, arguments: Json) -> tuple[list[_Club], list[_Club], str]:
    """Return the clubs that fit the name of a call best, all that fit it, and why there are none or too many; or ""."""
    code = sport_code(code_of(arguments)) if "sport" in arguments else None
    found = caller.client.find(arguments["team"], code, league=arguments.get("league"), kind="team", limit=None)
    found = found[[caller.grant.covers(str(sport), "schedule-season") for sport in found["sport"]]]
    if not len(found):
        near = nearest_names(caller, arguments["team"], code, arguments.get("league"), "team")
        return [], [], f"no team resembles {arguments['team']!r}{near or '; find searches people too.'}"
    clubs = [_Club.of(row) for row in found.itertuples()]
    level = clubs[: int((found["score"] == found["score"].iloc[0]).sum())]
    if len(level) > MOST_ALIKE:
        reason = f"{len(level)} teams fit {quoted(arguments['team'])} equally well; pass more of the name, or sport."
        return [], [], reason
    if any(holds(one.name, arguments["team"]) for one in level):  # what is only spelled alike is not meant
        clubs = [one for one in clubs if one in level or holds(one.name, arguments["team"])]
    return level, clubs, ""


def _marks_of(caller: Caller, club: _Club, clubs: list[_Club]) -> Json:
    """Return which club a result is of, and the others that its name may mean."""
    marks: Json = {"team": club.name, "sport": club.sport.lower(), "now": _now(caller)}
    if club.league:
        marks["league"] = club.league
    if others := [one.shown() for one in clubs if one != club][:OTHERS]:
        marks["others"] = others
    return marks


def _next_games(caller: Caller, arguments: Json) -> tuple[str, Json]:
    import pandas as pd

    level, clubs, reason = _clubs(caller, arguments)
    if not level:
        return part(pd.DataFrame(columns=COMING), {}, reason=reason)
    after = pd.Timestamp(caller.now() - timedelta(hours=4))
    coming = _games_of(
        caller, level, (0, 1), lambda g: g["phase"].isin(["scheduled", "live", "paused"]) & (g["game_time"] >= after)
    )
    playing = [one for one in level if len(coming[one])]
    club = min(playing, key=lambda one: coming[one]["game_time"].min()) if playing else level[0]
    marks = _marks_of(caller, club, clubs)
    ahead = coming[club].sort_values("game_time", kind="stable")
    if not len(ahead):
        marks["reason"] = f"the published schedules have no further games of {club.name}."
    return part(ahead.reindex(columns=COMING), {"limit": RESULTS, **arguments}, **marks)


class _Club(NamedTuple):
    """A club that a name may mean."""

    sport: CheckedSport
    league: str | None
    id: int
    name: str

    @classmethod
    def of(cls, row: Any) -> _Club:
        return cls(
            sport_code(str(row.sport)), row.league if isinstance(row.league, str) else None, int(row.id), row.name
        )

    def shown(self) -> Json:
        """Return the club as it is listed in a result."""
        league = {"league": self.league} if self.league else {}
        return {"team": self.name, "sport": self.sport.lower(), **league, "id": self.id}


def _results(caller: Caller, arguments: Json) -> tuple[str, Json]:
    import pandas as pd

    level, clubs, reason = _clubs(caller, arguments)
    if not level:
        return part(pd.DataFrame(columns=PAST), {}, reason=reason)
    played = _games_of(caller, level, (-1, 0), lambda games: games["phase"] == "finished")
    if "opponent" in arguments:
        played = {club: named(games, arguments["opponent"]) for club, games in played.items()}
    playing = [one for one in level if len(played[one])]
    club = max(playing, key=lambda one: played[one]["game_time"].max()) if playing else level[0]
    marks = _marks_of(caller, club, clubs)
    past = played[club].sort_values("game_time", ascending=False, kind="stable")
    if not len(past):
        against = f" against {quoted(arguments['opponent'])}" if "opponent" in arguments else ""
        marks["reason"] = f"no finished games of {club.name}{against} in this season and the one before."
        return part(past.reindex(columns=PAST), {}, **marks)
    offset, limit = arguments.get("offset", 0), arguments.get("limit", RESULTS)
    shown = past.iloc[offset : offset + limit]
    days = sorted(set(shown["game_date"].dt.strftime("%Y-%m-%d")))
    scores = caller.client.live(days, club.sport, league=club.league, day="league") if days else past.iloc[:0]
    lines = shown[["game_id"]].merge(scores, on="game_id")
    _, found = part(lines.reindex(columns=PAST), {}, **marks)
    found["total"] = len(past)
    found["next"] = offset + len(shown) if offset + len(shown) < len(past) else None
    return compact(found), found


def _games_of(
    caller: Caller, clubs: list[_Club], years: tuple[int, ...], wanted: Callable[[pd.DataFrame], pd.Series]
) -> dict[_Club, pd.DataFrame]:
    """Return the wanted games of each club, in the seasons so many years from now; each schedule is read once."""
    import pandas as pd

    held = {}
    for code, league in dict.fromkeys((club.sport, club.league) for club in clubs):
        now = SPORTS[code].season_at(caller.today(code))
        games = pd.concat([caller.client.schedule_season(now + year, code, league=league) for year in years])
        held[code, league] = games[wanted(games).astype(bool)]
    found = {}
    for club in clubs:
        games = held[club.sport, club.league]
        own = (games["away_team_id"] == club.id) | (games["home_team_id"] == club.id)
        found[club] = games[own.fillna(value=False).astype(bool)]
    return found


def _find(caller: Caller, arguments: Json) -> tuple[str, Json]:
    code = sport_code(code_of(arguments)) if "sport" in arguments else None
    frame = caller.client.find(
        arguments["name"], code, league=arguments.get("league"), kind=arguments.get("kind"), limit=None
    )
    reason = ""
    if not len(frame):
        near = nearest_names(caller, arguments["name"], code, arguments.get("league"), arguments.get("kind"))
        reason = f"no name resembles {arguments['name']!r}{near or '.'}"
    missing = frame.attrs.get("sportsframe_missing", [])
    note = f"not searched, as the token does not cover them: {', '.join(missing)}" if missing else ""
    return part(frame.assign(score=frame["score"].round(2)), {"limit": LINES, **arguments}, reason=reason, note=note)


def _sports_with(*resources: str) -> list[str]:
    return [code for code in SPORTS if all(name in SPORTS[code].resources for name in resources)]


def _ranked(sport: str) -> bool:
    return SPORTS[sport].rules.standings is not None


def _scores_tool() -> Tool:
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


def _box_tool() -> Tool:
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
                    "type": "array",
                    "items": TEXT,
                    "description": "only these tables; by default all that fit",
                },
                "form": FORM,
            },
            "sport",
        ),
        schema(
            {
                "game": {"type": "object", "additionalProperties": CELL, "description": "the game and its score"},
                "tables": {
                    "type": "object",
                    "additionalProperties": schema(ROWS, "columns", "rows"),
                    "description": "by name; in football players are listed by family of statistics",
                },
                "other_games": {"type": "array", "items": TEXT, "description": "ids of further games that match"},
                **{name: MARKS[name] for name in ("reason", "omitted", "note", "source")},
            }
        ),
        _box,
        ("live", "schedule"),
    )


def _standings_tool() -> Tool:
    return Tool(
        "get_standings",
        "Standings of a season",
        "The standings by the league's own rules, of the current season by default: record and rank of every "
        "team; seed and berth if the season ended today, what is clinched, and in tied_by the tie-breaks that "
        "separated level teams.",
        schema(
            {
                "sport": sport_schema([code for code in _sports_with("live", "schedule-season") if _ranked(code)]),
                "season": SEASON,
                "league": LEAGUE,
                "by": {
                    "enum": list(get_args(Group)),
                    "description": "group within which to rank; by default that of the league's own standings",
                },
                "group": {
                    "type": "string",
                    "description": "only conferences or divisions named like this",
                },
                **PAGED,
            },
            "sport",
        ),
        schema(LINED),
        _standings,
        ("live", "schedule-season"),
    )


def _availability_tool() -> Tool:
    return Tool(
        "get_availability",
        "Games missed by injury",
        "Who is injured now, and the games of this season that each has missed: per player (the default) with "
        "games_missed, most first, or one line per game missed.",
        schema(
            {
                "sport": sport_schema(_sports_with("injuries", "live", "schedule-season")),
                "league": LEAGUE,
                "team": {**NAME, "description": "only players of this team"},
                "by": {"enum": ["player", "game"], "description": "a row per injured player, or per game missed"},
                **PAGED,
            },
            "sport",
        ),
        schema(LINED),
        _availability,
        ("injuries", "live", "schedule-season"),
    )


def _leaders_tool() -> Tool:
    return Tool(
        "get_leaders",
        "Leaders in a statistic",
        "The best players in a statistic: of a season (the current one by default), or of a day if you pass date. "
        "A statistic is a column such as points, home_runs or passing_yards, or a measure such as era.",
        schema(
            {
                "sport": sport_schema(sports_of("live")),
                "statistic": {"type": "string", "description": "its name; a wrong one is refused with the nearest"},
                "season": SEASON,
                "date": {**DAY, "description": f"{DAY['description'].partition(';')[0]}; instead of season"},
                "league": LEAGUE,
                "team": {**NAME, "description": "only players of this team"},
                "table": {"type": "string", "description": "if several have it, such as batting or pitching"},
                "part": {"enum": ["regular_season", "postseason"], "description": "default regular_season"},
                "qualify": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "for rates of a season: see note in the result",
                },
                "order": {
                    "enum": ["highest", "lowest"],
                    "description": "by default highest; lowest for rates, strokes and places of which less is better",
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


def _next_games_tool() -> Tool:
    return Tool(
        "get_schedule_of",
        "Next games of a club",
        "The next games of a club, named as people do; the sport need not be known. Of several clubs that fit equally "
        "well it takes the one that plays next; others names the rest.",
        schema(
            {
                "team": NAME,
                "sport": sport_schema(_sports_with("schedule-season", "team-info")),
                "league": {**LEAGUE, "description": "only for soccer"},
                "limit": {**LIMIT, "description": f"number of games; default {RESULTS}"},
                "offset": OFFSET,
                "form": FORM,
            },
            "team",
        ),
        schema(
            {
                **LINED,
                **OF_CLUB,
            }
        ),
        _next_games,
        ("team-info", "schedule-season"),
    )


def _results_tool() -> Tool:
    return Tool(
        "get_results_of",
        "Results of a club",
        "The last results of a club with their scores, the latest first, of this season and the one before; with "
        "opponent those against one club. Clubs are named as in get_schedule_of.",
        schema(
            {
                "team": NAME,
                "opponent": {**NAME, "description": "only games against this club: a part of its name, or its id"},
                "sport": sport_schema(_sports_with("schedule-season", "team-info")),
                "league": {**LEAGUE, "description": "only for soccer"},
                "limit": {
                    **LIMIT,
                    "maximum": MOST_RESULTS,
                    "description": f"number of games; default {RESULTS}, at most {MOST_RESULTS}",
                },
                "offset": OFFSET,
                "form": FORM,
            },
            "team",
        ),
        schema({**LINED, **OF_CLUB}),
        _results,
        ("team-info", "schedule-season", "live"),
    )


def _find_tool() -> Tool:
    return Tool(
        "find",
        "Find people and teams",
        "Finds players and teams by name, abbreviation or ID, in one sport or all; misspellings are found too.",
        schema(
            {
                "name": NAME,
                "sport": sport_schema(SPORTS),
                "league": {**LEAGUE, "description": "only for soccer"},
                "kind": {"enum": ["player", "team"]},
                "limit": {**LIMIT, "description": "maximum number of rows; default 10"},
                "offset": OFFSET,
                "form": FORM,
            },
            "name",
        ),
        schema({**ROWS, **MARKS}),
        _find,
        ("team-info", "player-info"),
    )


def question_tools() -> tuple[Tool, ...]:
    """Return the tools for common questions."""
    return (
        _scores_tool(),
        _box_tool(),
        _standings_tool(),
        _availability_tool(),
        _leaders_tool(),
        _next_games_tool(),
        _results_tool(),
        _find_tool(),
    )
