"""The tools for the state of a season: standings, and games missed by injury."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any, get_args

from ...._frames.names import holds, plain
from ...._util.edges import edge
from ....catalog import SPORTS, sport_code
from ....catalog.rules import Group
from ....errors import nearest, quoted
from ..caller import Caller, Json, fictional, named
from ..columns import asked_for, column_of
from ..schemas import PAGED, SEASON, code_of, schema, sport_schema
from ..tables import LEAGUE, part
from ..tools import Tool
from .common import LINED, NAME, league_of, now_text, sports_with
from .days import nobody_named

if TYPE_CHECKING:
    import pandas as pd

    from ....catalog.codes import CheckedSport

PLACE = (
    "conference", "division", "rank", "team_id", "team", "games", "wins", "losses", "ties", "draws", "overtime_losses",
    "points", "points_pct", "win_pct", "games_behind", "wild_card_games_behind", "points_behind",
    "wild_card_points_behind", "point_difference", "run_difference", "goal_difference", "conference_record", "last_ten",
    "streak", "seed", "berth", "clinched", "eliminated", "guest", "tied", "tied_by", "provisional",
)  # fmt: skip
"""Columns of standings, unless others are asked for."""


def _standings(caller: Caller, arguments: Json) -> tuple[str, Json]:
    code = sport_code(code_of(arguments))
    league = league_of(code, arguments)
    season = arguments.get("season") or str(SPORTS[code].season_at(caller.today(code)))
    group = arguments.get("group")
    note = ""
    cards = group is not None and WILD_CARD.fullmatch(group.strip()) is not None
    by: Group | None = arguments.get("by") or ("conference" if cards and not league else None)
    table = _ranking(caller, code, league, int(season), by)
    if (
        group is not None
        and by is None
        and _called(table, group).any().to_dict() == {"conference": False, "division": True}
    ):
        table = _ranking(caller, code, league, int(season), "division")
    if "columns" not in arguments:
        table = table[[name for name in PLACE if name in table.columns and (table[name].notna().any() or table.empty)]]
    for name in asked_for(arguments):  # of a season without games, too
        column_of(name, table.columns)
    if not len(table):
        before = "" if "season" in arguments else f"; for the one before pass season {int(season) - 1}"
        begun = f"no game of the {SPORTS[code].season_label(season)} season is finished{before}."
        return part(table, {}, reason=_not_published(caller, code, league, int(season)) or begun)
    if cards:
        berth = table.get("berth", table["team"]).astype("string")
        if not berth.str.endswith("wild card").any():
            return part(table.iloc[:0], {}, reason=f"{league or code} has no wild cards.")
        table = table[(berth.isna() | berth.str.endswith("wild card")).astype(bool)]
        from ....measures.league_measures import behind

        own = behind(SPORTS[code].rules)
        if own in arguments.get("columns", table.columns):
            note = f"{own} is behind the first of the {by}, wild_card_{own} behind the last wild card"
    elif group is not None:
        match = _called(table, group)
        names = sorted({str(name) for column in match for name in table[column].dropna()})
        table = table[match.any(axis=1).astype(bool)]
        if not len(table):
            reason = f"no conference or division is named like {quoted(group)}; there are {', '.join(names)}."
            return part(table, {}, reason=reason + nearest(group, names) + fictional(caller, code))
    if "team" in arguments:
        table = named(table, arguments["team"])
        if not len(table):
            reason = f"no team of these standings is named like {quoted(arguments['team'])}."
            return part(table, {}, reason=nobody_named(caller, code, arguments) or reason)
    return part(table, arguments, season=SPORTS[code].season_label(season), note=note)


def _called(table: pd.DataFrame, group: str) -> pd.DataFrame:
    """Whether the conference and the division of each team of a ranking, as far as there are any, are called so."""
    held = [name for name in ("conference", "division") if name in table.columns]
    part_of_name = re.sub(r"(?i)\s+(division|conference|league)$", "", group)
    exact = table[held].map(lambda name: plain(str(name)) == plain(group))
    match = exact if exact.any(axis=None) else table[held].map(holds, text=part_of_name)
    return match.fillna(value=False).astype(bool)


def _ranking(caller: Caller, code: CheckedSport, league: str | None, season: int, by: Group | None) -> pd.DataFrame:
    """Return the standings of a season, as they were made last if no game has begun or ended since.

    Those of another service are always made anew: its responses may be expired ones, which the result has to say.
    """
    from ....measures.seasons import standings

    games = caller.client.schedule_season(season, code, league=league)
    key: tuple[Any, ...] = ()
    if caller.simulated:
        state = hash(tuple(zip(games["game_id"], games["phase"])))
        at = caller.now() if games["phase"].isin(UNDER_WAY).any() else None
        key = (code, league, season, by, caller.grant.pairs, state, at)
    if key and (kept := caller.kept.get(key)) is not None:
        return kept
    _expect_season(caller, code, games)
    table = standings(season, code, league=league, by=by, progress=False, client=caller.client)
    if key:
        caller.kept.put(key, table)
    return table


UNDER_WAY = ("live", "paused")
"""Phases in which the data of a game changes."""


def _expect_season(caller: Caller, code: CheckedSport, games: pd.DataFrame) -> None:
    """Let the progress of a call know how many days of a season it reads: those with games, and the one after each."""
    days = games["game_date"].dropna()
    days = days[days.dt.date <= caller.today(code)]
    caller.work.expects(len({*days, *(days + timedelta(days=1))}))


def _not_published(caller: Caller, code: CheckedSport, league: str | None, year: int) -> str:
    """Return of a season that is not published that it is not, and which is the first or the last one; or ""."""

    def published(one: int) -> bool:
        return len(caller.client.schedule_season(one, code, league=league)) > 0

    sport = SPORTS[code]
    now = sport.season_at(caller.today(code))
    if published(year):
        return ""
    reason = f"the {league or code} season {sport.season_label(year)} is not published"
    known = next((one for one in (now, now - 1) if one != year and published(one)), None)
    if known is None:
        return f"{reason}."
    side = "first" if year < known else "last"
    return f"{reason}; the {side} is {sport.season_label(edge(published, known, year))}."


WILD_CARD = re.compile(r"wild[\s-]*cards?( (race|standings))?", re.IGNORECASE)
"""The group of the teams without a place by their division, in the order of their conference."""


def _availability(caller: Caller, arguments: Json) -> tuple[str, Json]:
    from ....measures.seasons import availability

    code = sport_code(code_of(arguments))
    season = SPORTS[code].season_at(caller.today(code))
    _expect_season(caller, code, caller.client.schedule_season(season, code, league=league_of(code, arguments)))
    found = availability(
        sport=code, league=league_of(code, arguments), by=arguments.get("by", "player"), progress=False,
        client=caller.client,
    )  # fmt: skip
    for name in asked_for(arguments):  # where nobody is injured, too
        column_of(name, found.columns)
    marks: Json = {
        "season": SPORTS[code].season_label(season),
        "now": now_text(caller),
    }
    kept = found
    if "team" in arguments:
        kept = named(found, arguments["team"])
    if len(kept):
        marks["note"] = "players who are on the list of injuries now; those who have returned are not known"
    else:
        missed = arguments.get("by") == "game"
        who = f"no player of {arguments['team']}" if "team" in arguments else "no player"
        reason = f"{who} {'who is injured now has missed a game' if missed else 'is on the list of injuries now'}."
        marks["reason"] = ("team" in arguments and nobody_named(caller, code, arguments)) or reason
    return part(kept, arguments, **marks)


def _ranked(sport: str) -> bool:
    return SPORTS[sport].rules.standings is not None


def standings_tool() -> Tool:
    return Tool(
        "get_standings",
        "Standings of a season",
        "The standings by the league's own rules, of the current season by default: record and rank of every "
        "team; seed and berth if the season ended today, what is clinched, and in tied_by the tie-breaks that "
        "separated level teams.",
        schema(
            {
                "sport": sport_schema([code for code in sports_with("live", "schedule-season") if _ranked(code)]),
                "season": SEASON,
                "league": LEAGUE,
                "by": {
                    "type": "string",
                    "enum": list(get_args(Group)),
                    "description": "group within which to rank; by default that of the league's own standings",
                },
                "group": {
                    "type": "string",
                    "description": "only conferences or divisions named like this; wild card for its race",
                },
                "team": {**NAME, "description": "only this team; its rank and games behind are those among all"},
                **PAGED,
            },
            "sport",
        ),
        schema(LINED),
        _standings,
        ("live", "schedule-season"),
    )


def availability_tool() -> Tool:
    return Tool(
        "get_availability",
        "Games missed by injury",
        "Who is injured now, and the games of this season that each has missed: per player (the default) with "
        "games_missed, most first, or one line per game missed.",
        schema(
            {
                "sport": sport_schema(sports_with("injuries", "live", "schedule-season")),
                "league": LEAGUE,
                "team": {**NAME, "description": "only players of this team"},
                "by": {
                    "type": "string",
                    "enum": ["player", "game"],
                    "description": "a row per injured player, or per game missed",
                },
                **PAGED,
            },
            "sport",
        ),
        schema(LINED),
        _availability,
        ("injuries", "live", "schedule-season"),
    )
