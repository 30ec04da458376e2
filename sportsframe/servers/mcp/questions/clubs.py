"""The tools for clubs by name: their next games, their results; and for names of any kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from ...._frames.names import holds, plain
from ....catalog import SPORTS, layout, sport_code
from ....errors import Forbidden, quoted
from ..caller import Caller, Json, clubs_of_players, fictional, finds, named, nearest_names, nobody, offers
from ..schemas import FORM, LIMIT, MARKS, OFFSET, TEXT, ToolFailure, code_of, compact, schema, sport_schema
from ..tables import LEAGUE, ROWS, part
from ..tools import Tool
from .common import LINED, LINES, NAME, now_text, sports_with

if TYPE_CHECKING:
    import pandas as pd

    from ....catalog.codes import CheckedSport

OF_CLUB: Json = {
    "team": TEXT,
    "sport": TEXT,
    "league": TEXT,
    "others": {"type": "array", "items": {"type": "object"}},
}
"""Properties of a result about one club: the club that was found, and others of a similar name."""

COMING = ["game_id", "game_date", "game_time", "season_type", "status", "away_team", "home_team", "arena", "city"]
"""Columns of the next games of a club."""

COMING_OF_INDIVIDUALS = [
    "game_id", "game_date", "game_time", "status", "tournament", "event_name", "round", "player_1", "player_2", "city",
    "state", "country", "end_date",
]  # fmt: skip
"""Columns of the next matches of a player, and of the next tournaments."""

PAST = [
    "game_id", "game_date", "season_type", "away_team", "away_score", "home_team", "home_score", "game_status",
]  # fmt: skip
"""Columns of its results."""

PAST_OF_PLAYERS = [
    "game_id", "game_date", "event", "round", "player_1", "player_2", "player_1_sets", "player_2_sets", "player_1_legs",
    "player_2_legs", "winner",
]  # fmt: skip
"""Columns of the results of a player."""

PAST_OF_FIELD = ["game_id", "game_date", "tournament", "place", "player", "to_par", "strokes"]
"""Columns of the results of a tournament: the winners, or the player who is asked for."""

RESULTS, MOST_RESULTS = 5, 20
"""Default and maximum number of results of a club; each date of theirs is one response of the service."""

OTHERS = 8
"""Maximum number of clubs of a similar name that are listed."""

SURE = 0.9
"""The score from which a name is taken for the one that was meant, though written differently."""


EVENTS = 3
"""Events to come that are named where none is called as asked."""

OF_NEXT = ("schedule-season",)
OF_PAST = ("schedule-season", "live")
"""What is read for the next games of a club or player, and for the last results."""

NO_TEAM = "no team resembles"
"""How the reason begins that no club has a name."""

MOST_ALIKE = 30
"""Clubs that may fit a name equally well; a nickname has up to a dozen, a letter hundreds."""


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


def _clubs(caller: Caller, arguments: Json, *reads: str) -> tuple[list[_Club], list[_Club], str]:
    """Return the clubs that fit the name of a call best, all that fit it, and why there are none or too many; or ""."""
    if "team" not in arguments:
        codes = " or ".join(map(str.lower, _individual(caller, *reads)))
        raise ToolFailure(f"team is required{codes and f', except with sport {codes}'}.")
    code = sport_code(code_of(arguments)) if "sport" in arguments else None
    try:
        found = caller.client.find(arguments["team"], code, league=arguments.get("league"), kind="team", limit=None)
    except Forbidden:
        if not {"sport", "league"}.isdisjoint(arguments) or not (searched := _individual(caller, *reads)):
            raise
        unread = _not_searched([one for one in SPORTS if one not in searched])
        return [], [], f"{NO_TEAM} {arguments['team']!r}; {unread}.{fictional(caller)}"
    covered = [offers(caller, str(sport), *reads) for sport in found["sport"]]
    missing = {*found.attrs.get("sportsframe_missing", []), *found.loc[[not one for one in covered], "sport"]}
    if code is None and "league" not in arguments:
        missing |= {one for one in SPORTS if not SPORTS[one].is_team_sport and one not in _individual(caller, *reads)}
    unread = _not_searched([one for one in SPORTS if one in missing])
    found, told = found[covered], unread and f"; {unread}"
    if not len(found):
        if players := clubs_of_players(caller, arguments["team"], code, arguments.get("league")):
            return [], [], f"{NO_TEAM} {arguments['team']!r}{told}; {players}"
        near = nearest_names(caller, arguments["team"], code, arguments.get("league"), "team")
        fiction = fictional(caller, code)
        otherwise = "; find searches people too." if finds(caller, code) and not fiction else "."
        return [], [], f"{NO_TEAM} {arguments['team']!r}{told}{near or otherwise}{fiction}"
    clubs = [_Club.of(row) for row in found.itertuples()]
    level = clubs[: int((found["score"] == found["score"].iloc[0]).sum())]
    if len(level) > MOST_ALIKE:
        reason = f"{len(level)} teams fit {quoted(arguments['team'])} equally well; pass more of the name, or sport."
        return [], [], reason
    if any(holds(one.name, arguments["team"]) for one in level):  # what is only spelled alike is not meant
        clubs = [one for one in clubs if one in level or holds(one.name, arguments["team"])]
    return level, clubs, ""


def _not_searched(codes: Iterable[str]) -> str:
    """Return that a name was not looked for in some sports; "" if there are none."""
    listed = ", ".join(codes)
    return listed and f"not searched, as the token does not cover them: {listed}"


def _marks_of(caller: Caller, club: _Club, clubs: list[_Club]) -> Json:
    """Return which club a result is of, and the others that its name may mean."""
    marks: Json = {"team": club.name, "sport": club.sport.lower(), "now": now_text(caller)}
    if club.league:
        marks["league"] = club.league
    if others := [one.shown() for one in clubs if one != club][:OTHERS]:
        marks["others"] = others
    return marks


def _next_of_individuals(caller: Caller, code: CheckedSport, arguments: Json) -> tuple[str, Json]:
    """Return the next matches of a player or an event, or the next tournaments; without a name those of everyone."""
    import pandas as pd

    now = SPORTS[code].season_at(caller.today(code))
    games = pd.concat([caller.client.schedule_season(now + year, code) for year in (0, 1)])
    begun = games["phase"].isin(["live", "paused"])
    soon = games["phase"].eq("scheduled") & (games["game_time"] >= pd.Timestamp(caller.now() - timedelta(hours=4)))
    ahead = games[(begun | soon).fillna(value=False).astype(bool)]
    ahead = ahead.sort_values(["game_time", "game_id"], kind="stable", ignore_index=True)
    marks: Json = {"sport": code.lower(), "now": now_text(caller)}
    text = arguments.get("team")
    if text is not None:
        of_event = _of_event(ahead, _events(caller, code), text)
        if _has_opponents(code):
            of_event |= ahead.index.isin(named(ahead, text).index)
        ahead = ahead[of_event]
    columns = [name for name in COMING_OF_INDIVIDUALS if name in games.columns]
    if not len(ahead):
        listed, drawn = _events(caller, code), set(games["event_id"]) if "event_id" in games.columns else set()
        held = listed if text is None else _called(listed, text)
        undrawn = held[(held["end_date"] >= pd.Timestamp(caller.today(code))) & ~held["event_id"].isin(drawn)]
        if len(undrawn):
            marks["note"] = "the matches of these events are not drawn yet; game_date is the first day"
            shown = undrawn[["game_date", "event_name", "end_date"]]
            return part(shown, {"limit": RESULTS, **arguments}, **marks)
        marks["reason"] = (
            "the published schedules have no further games."
            if text is None
            else _none_ahead(caller, code, text, listed, held)
        )
    return part(ahead.reindex(columns=columns), {"limit": RESULTS, **arguments}, **marks)


def _events(caller: Caller, code: CheckedSport, years: tuple[int, ...] = (0, 1)) -> pd.DataFrame:
    """Return the events of seasons in order, by years from now, the first days as `game_date`; of some sports none.

    They are known long before their matches.
    """
    import pandas as pd

    columns = ["event_id", "event_name", "series_name", "game_date", "end_date"]
    if not offers(caller, code, "events"):
        return pd.DataFrame(columns=columns).astype({"end_date": "datetime64[ns]"})
    now = SPORTS[code].season_at(caller.today(code))
    events = caller.client.events([now + year for year in years], code).drop_duplicates("event_id")
    events = events.rename(columns={"event": "event_name", "start_date": "game_date"})
    for name in ("game_date", "end_date"):  # midnight UTC stands for the day
        events[name] = events[name].dt.tz_localize(None)
    return events.sort_values("game_date", kind="stable", ignore_index=True)


def _called(listed: pd.DataFrame, text: str) -> pd.DataFrame:
    """Return the events of a name, or those with it in the name if none is called just so."""
    names = listed[["event_name", "series_name"]]
    same = names.map(lambda name: plain(str(name)) == plain(text)).any(axis=1).astype(bool)
    return listed[same if same.any() else names.map(holds, text=text).any(axis=1).astype(bool)]


def _of_event(games: pd.DataFrame, listed: pd.DataFrame, text: str) -> pd.Series:
    """Whether each game is one of an event of a name; the schedule has the name of a series, without numbers."""
    names = [name for name in ("event_name", "tournament") if name in games.columns]
    found = games[names].map(holds, text=text).any(axis=1).astype(bool)
    return found | games["event_id"].isin(_called(listed, text)["event_id"]) if "event_id" in games.columns else found


def _none_ahead(caller: Caller, code: CheckedSport, text: str, listed: pd.DataFrame, held: pd.DataFrame) -> str:
    """Return why a player, an event or a tournament has no games to come; of events all, and those named so."""
    import pandas as pd

    if _has_opponents(code):
        if len(held):
            last = held.iloc[-1]
            return f"{last['event_name']} ended on {last['end_date']:%Y-%m-%d}, and the next is not published yet."
        if reason := nobody(caller, code, text, "player"):
            coming = listed[listed["end_date"] >= pd.Timestamp(caller.today(code))]
            following = ", ".join(coming["event_name"].unique()[:EVENTS])
            return (
                f"no event to come is named like {quoted(text)}{following and f'; the next are {following}'}; {reason}"
            )
        return f"the published schedules have no further matches of {text}."
    field = ", and get_field has the players of one" if offers(caller, code, "field") else ""
    return (
        f"no tournament to come is named like {quoted(text)}; without team the next ones are listed{field}."
        f"{fictional(caller, code)}"
    )


def _individual(caller: Caller, *reads: str) -> list[CheckedSport]:
    """Return the sports without clubs of which the token covers what a tool reads."""
    codes = [code for code in map(sport_code, sports_with("schedule-season")) if not SPORTS[code].is_team_sport]
    return [code for code in codes if offers(caller, code, *reads)]


def _has_opponents(code: CheckedSport) -> bool:
    return SPORTS[code].rules.opponents == "players"


def _may_be_individual(arguments: Json, reason: str) -> bool:
    """Whether the name of a call, which no club has, may be that of a player or an event."""
    return "sport" not in arguments and "league" not in arguments and reason.startswith(NO_TEAM)


def _no_clubs(caller: Caller, text: str) -> str:
    """Return of a name that a player of a sport without clubs has, which tools know of that player; or ""."""
    for code in _individual(caller, *OF_PAST):
        if not offers(caller, code, "player-info") or nobody(caller, code, text, "player"):
            continue
        results = "matches" if _has_opponents(code) else "tournaments"
        return f" It is a name in {code.lower()}: get_results_of with sport {code.lower()} has the last {results}."
    return ""


def _next_games(caller: Caller, arguments: Json) -> tuple[str, Json]:
    import pandas as pd

    if "sport" in arguments and not SPORTS[code_of(arguments)].is_team_sport:
        return _next_of_individuals(caller, sport_code(code_of(arguments)), arguments)
    level, clubs, reason = _clubs(caller, arguments, *OF_NEXT)
    if not level:
        if _may_be_individual(arguments, reason):
            others = _individual(caller, *OF_NEXT)
            for code in others:
                found = _next_of_individuals(caller, code, arguments)
                if found[1]["rows"]:
                    return found
            if others:
                reason += f" Nor has any {' or '.join(map(str.lower, others))} game to come that name."
            reason += _no_clubs(caller, arguments["team"])
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


def _results(caller: Caller, arguments: Json) -> tuple[str, Json]:
    import pandas as pd

    if "sport" in arguments and not SPORTS[code_of(arguments)].is_team_sport:
        return _results_of_individuals(caller, sport_code(code_of(arguments)), arguments)
    level, clubs, reason = _clubs(caller, arguments, *OF_PAST)
    if not level:
        if _may_be_individual(arguments, reason):
            for code in _individual(caller, *OF_PAST):
                if "opponent" in arguments and not _has_opponents(code):
                    continue
                found = _results_of_individuals(caller, code, arguments)
                if found[1]["rows"]:
                    return found
            reason += _no_clubs(caller, arguments["team"])
        return part(pd.DataFrame(columns=PAST), {}, reason=reason)
    played = _games_of(caller, level, (-1, 0), lambda games: games["phase"] == "finished")
    against = {}
    if "opponent" in arguments:
        against = {key: _opponents(caller, arguments["opponent"], *key) for key in {club[:2]: None for club in level}}
        played = {club: _meetings(games, club, against[club[:2]]) for club, games in played.items()}
    playing = [one for one in level if len(played[one])]
    club = max(playing, key=lambda one: played[one]["game_time"].max()) if playing else level[0]
    marks = _marks_of(caller, club, clubs)
    past = played[club].sort_values("game_time", ascending=False, kind="stable")
    if not len(past):
        marks["reason"] = _not_met(caller, arguments, club, next((found for found in against.values() if found), []))
        return part(past.reindex(columns=PAST), {}, **marks)
    rivals = [one.name for one in against.get(club[:2], [])]
    if len(rivals) > 1 or not all(holds(name, arguments["opponent"]) for name in rivals):
        marks["note"] = f"{quoted(arguments['opponent'])} is taken for {' or '.join(rivals[:OTHERS])}"
    if rivals:
        marks["note"] = "; ".join(filter(None, [marks.get("note"), _span(caller, club.sport)]))
    return _scored(caller, club.sport, club.league, past, PAST, arguments, marks)


def _span(caller: Caller, code: CheckedSport) -> str:
    """Return in which seasons meetings are looked for."""
    now = SPORTS[code].season_at(caller.today(code))
    return f"all meetings of the seasons {' and '.join(SPORTS[code].season_label(now + year) for year in (-1, 0))}"


def _results_of_individuals(caller: Caller, code: CheckedSport, arguments: Json) -> tuple[str, Json]:
    """Return the last matches or tournaments: of everyone, a player, an event, or two players."""
    import pandas as pd

    now = SPORTS[code].season_at(caller.today(code))
    games = pd.concat([caller.client.schedule_season(now + year, code) for year in (-1, 0)], ignore_index=True)
    past = games[games["phase"].eq("finished").fillna(value=False).astype(bool)]
    past = past.sort_values("game_time", ascending=False, kind="stable")
    results = _results_of_players if _has_opponents(code) else _results_of_fields
    return results(caller, code, past, arguments)


def _results_of_players(caller: Caller, code: CheckedSport, past: pd.DataFrame, arguments: Json) -> tuple[str, Json]:
    """Return matches of a player or an event, or those of a player against another one."""
    marks: Json = {"sport": code.lower(), "now": now_text(caller)}
    events = _events(caller, code, (-1, 0))
    for role in ("team", "opponent"):
        if (text := arguments.get(role)) is None:
            continue
        is_team = role == "team"
        of_event = _of_event(past, events, text) & is_team
        past = past[of_event | past.index.isin(named(past, text).index)]
        if not len(past) and "reason" not in marks:
            none = f"no finished matches of {text}{'' if is_team else ' among them'} in this season and the one before."
            unknown = "" if is_team and len(_called(events, text)) else nobody(caller, code, text, "player")
            no_event = f"no event of this season and the one before is named like {quoted(text)}; " if is_team else ""
            marks["reason"] = f"{no_event}{unknown}" if unknown else none
    if len(past) and "opponent" in arguments:
        marks["note"] = _span(caller, code)
    held = {column.name for column in layout(code, "live").columns}
    columns = [name for name in PAST_OF_PLAYERS if name in held]
    return _scored(caller, code, None, past, columns, arguments, marks)


def _results_of_fields(caller: Caller, code: CheckedSport, past: pd.DataFrame, arguments: Json) -> tuple[str, Json]:
    """Return the winners of tournaments, or of a player the place in each that was played."""
    if "opponent" in arguments:
        raise ToolFailure(f"opponent is for two sides; omit it for {code.lower()}.")
    text = arguments.get("team")
    marks: Json = {"sport": code.lower(), "now": now_text(caller)}
    if not len(past):
        marks["reason"] = "no tournament of this season and the one before is over."
        return part(past.reindex(columns=PAST_OF_FIELD), {}, **marks)
    called = past if text is None else past[_of_event(past, _events(caller, code), text)]
    if text is None or len(called):
        return _scored(caller, code, None, called, PAST_OF_FIELD, arguments, marks)
    if reason := nobody(caller, code, text, "player"):
        marks["reason"] = (
            f"no tournament of this season and the one before that is over is named like {quoted(text)}; {reason}"
        )
        return part(called.reindex(columns=PAST_OF_FIELD), {}, **marks)
    boards = _live(caller, code, None, past.head(MOST_RESULTS))
    lines = past[["game_id"]].merge(named(boards.assign(team=boards["player"], team_id=boards["player_id"]), text))
    of = f"of the last {MOST_RESULTS} tournaments"
    marks |= {"note": of} if len(lines) else {"reason": f"{quoted(text)} was in none {of}."}
    return part(lines.reindex(columns=PAST_OF_FIELD), {"limit": RESULTS, **arguments}, **marks)


def _live(caller: Caller, code: CheckedSport, league: str | None, games: pd.DataFrame) -> pd.DataFrame:
    """Return the lines of games: of two sides one, of a field one per player."""
    days = sorted(set(games["game_date"].dt.strftime("%Y-%m-%d")))
    table = "players" if SPORTS[code].rules.opponents == "field" else "games"
    return caller.client.live(days, code, table=table, league=league, day="league") if days else games.iloc[:0]


def _scored(
    caller: Caller,
    code: CheckedSport,
    league: str | None,
    past: pd.DataFrame,
    columns: list[str],
    arguments: Json,
    marks: Json,
) -> tuple[str, Json]:
    """Return the part of finished games that a call asks for, with their scores; of a field those of the winners."""
    offset, limit = arguments.get("offset", 0), arguments.get("limit", RESULTS)
    shown = past.iloc[offset : offset + limit]
    scores = _live(caller, code, league, shown)
    scores = scores[scores["position"] == 1] if "position" in scores.columns else scores
    lines = shown[["game_id"]].merge(scores, on="game_id")
    _, found = part(lines.reindex(columns=columns), {}, **marks)
    found["total"] = len(past)
    found["next"] = offset + len(shown) if offset + len(shown) < len(past) else None
    return compact(found), found


def _opponents(caller: Caller, text: str, code: CheckedSport, league: str | None) -> list[_Club]:
    """Return the clubs of a league that an opponent's name means: those with it, else those that it resembles most."""
    found = caller.client.find(text, code, league=league, kind="team", limit=None)
    held = found["name"].map(lambda name: holds(name, text)).astype(bool) | (found["id"].astype(str) == text)
    if not held.any():
        held = found["score"] == found["score"].max()
    return [_Club.of(row) for row in found[held.astype(bool)].itertuples()]


def _meetings(games: pd.DataFrame, club: _Club, opponents: list[_Club]) -> pd.DataFrame:
    """Return the games of a club against some others."""
    others = [one.id for one in opponents if one.id != club.id]
    return games[(games["away_team_id"].isin(others) | games["home_team_id"].isin(others)).astype(bool)]


def _not_met(caller: Caller, arguments: Json, club: _Club, opponents: list[_Club]) -> str:
    """Return why there are no results: no such opponent, or no games."""
    if "opponent" in arguments and not opponents:
        return nobody(caller, club.sport, arguments["opponent"], "team", club.league)
    if opponents and all(one.id == club.id for one in opponents):
        return f"{quoted(arguments['opponent'])} is {club.name} too, which cannot meet itself; name another opponent."
    against = f" against {' or '.join(one.name for one in opponents[:OTHERS])}" if opponents else ""
    return f"no finished games of {club.name}{against} in this season and the one before."


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
        reason = f"no name resembles {arguments['name']!r}{near or '.'}{fictional(caller, code)}"
    missing = _not_searched(frame.attrs.get("sportsframe_missing", []))
    notes = [missing] if missing else []
    sure = frame["name"].map(lambda name: holds(name, arguments["name"])).astype(bool) | (frame["score"] >= SURE)
    if len(frame) and not sure.any():
        notes.append(f"no name has {quoted(arguments['name'])} in it; these resemble it.{fictional(caller, code)}")
    note = "; ".join(notes)
    return part(frame.assign(score=frame["score"].round(2)), {"limit": LINES, **arguments}, reason=reason, note=note)


def next_games_tool() -> Tool:
    return Tool(
        "get_schedule_of",
        "Next games of a club",
        "The next games of a club, named as people do; the sport need not be known. Of several clubs that fit equally "
        "well it takes the one that plays next; others names the rest. For darts team is a player or an event, for pga "
        "a tournament; without it the next ones come.",
        schema(
            {
                "team": NAME,
                "sport": sport_schema(sports_with("schedule-season")),
                "league": {**LEAGUE, "description": "only for soccer"},
                "limit": {**LIMIT, "description": f"default {RESULTS}"},
                "offset": OFFSET,
                "form": FORM,
            },
        ),
        schema(
            {
                **LINED,
                **OF_CLUB,
            }
        ),
        _next_games,
        ("team-info", *OF_NEXT),
    )


def results_tool() -> Tool:
    return Tool(
        "get_results_of",
        "Results of a club",
        "The last results of a club with their scores, the latest first, of this season and the one before; with "
        "opponent those against one club. Clubs are named as in get_schedule_of; for darts both are players, or team "
        "is an event; for pga team is a tournament or a player. Without it the last matches come, or the last "
        "tournaments with their winners.",
        schema(
            {
                "team": NAME,
                "opponent": {**NAME, "description": "only games against this club: a part of its name, or its id"},
                "sport": sport_schema(sports_with("schedule-season")),
                "league": {**LEAGUE, "description": "only for soccer"},
                "limit": {
                    **LIMIT,
                    "maximum": MOST_RESULTS,
                    "description": f"default {RESULTS}, at most {MOST_RESULTS}",
                },
                "offset": OFFSET,
                "form": FORM,
            },
        ),
        schema({**LINED, **OF_CLUB}),
        _results,
        ("team-info", *OF_PAST),
    )


def find_tool() -> Tool:
    return Tool(
        "find",
        "Find people and teams",
        "Finds players and teams by name, abbreviation or ID, in one sport or all; misspellings are found too.",
        schema(
            {
                "name": NAME,
                "sport": sport_schema(SPORTS),
                "league": {**LEAGUE, "description": "only for soccer"},
                "kind": {"type": "string", "enum": ["player", "team"]},
                "limit": {**LIMIT, "description": f"default {LINES}"},
                "offset": OFFSET,
                "form": FORM,
            },
            "name",
        ),
        schema({**ROWS, **MARKS}),
        _find,
        ("team-info", "player-info"),
    )
