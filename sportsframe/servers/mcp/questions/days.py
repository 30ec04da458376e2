"""The games of a day as the league dates them, and why there are none."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from ....catalog import SPORTS, layout
from ....errors import NotFound
from ..caller import SIDES, Caller, Json, Kind, day_of, named, nobody, nothing_because
from ..schemas import ToolFailure
from .common import league_of

if TYPE_CHECKING:
    import pandas as pd

    from ....catalog.codes import CheckedSport


def games_of_day(caller: Caller, code: CheckedSport, arguments: Json) -> pd.DataFrame:
    """Return the games of a day of the league: those played or being played with scores, the others as scheduled.

    Without a date they are those of today, and at night those of yesterday that are still in play.
    """
    import pandas as pd

    league, day = league_of(code, arguments), arguments.get("date", "today")
    planned = caller.client.schedule(day, code, league=league, day="league")
    if "event" in {column.name for column in layout(code, "live").columns}:  # as box scores call what it has
        planned = planned.rename(columns={"event_name": "event"})
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
    if "date" not in arguments and may_last(caller, code):
        games = with_late(caller.client.live("yesterday", code, league=league, day="league"), games)
    if "team" in arguments:
        games = of_team(games, code, arguments)
    ordered: pd.DataFrame = games.sort_values(["game_time", "game_id"], kind="stable")
    return ordered


def may_last(caller: Caller, code: CheckedSport) -> bool:
    """Whether games of yesterday may still be in play."""
    return caller.is_night(code) and SPORTS[code].rules.opponents != "field"


def with_late(late: pd.DataFrame, games: pd.DataFrame) -> pd.DataFrame:
    """Return the games of yesterday that are still in play, and those of today after them."""
    import pandas as pd

    return pd.concat([late[late["phase"].isin(["live", "paused"])], games], ignore_index=True)


MOST_LISTED = 40
"""Games that a message names."""


def told(games: pd.DataFrame) -> list[str]:
    """Return the id of each game with its two sides or the name of its tournament."""
    names = [name for name in SIDES if name in games.columns] or ["tournament"]
    return [
        f"{game_id} ({' v. '.join(held)})" if all(isinstance(name, str) for name in held) else game_id
        for game_id, *held in games[["game_id", *names]].astype(object).itertuples(index=False)
    ]


def listed(games: pd.DataFrame) -> str:
    """Return the games in a line, each with its id, and how many are left out of it."""
    more = f" and {len(games) - MOST_LISTED} more" if len(games) > MOST_LISTED else ""
    return f"{', '.join(told(games.head(MOST_LISTED)))}{more}"


def of_team(games: pd.DataFrame, code: CheckedSport, arguments: Json) -> pd.DataFrame:
    """Return the games of the club or player that a call names."""
    if SPORTS[code].rules.opponents == "field":
        raise ToolFailure("golf has no teams; omit team.")
    return named(games, arguments["team"])


def nothing_on(caller: Caller, code: CheckedSport, resource: str, arguments: Json) -> str:
    """Return why there is nothing on a day of the league, or of the club or player that a call names."""
    team = arguments.get("team")
    if team is not None and (reason := nobody_named(caller, code, arguments)):
        return reason
    return nothing_because(caller, resource, {**arguments, "sport": code}, day="league", team=team)


def nobody_named(caller: Caller, code: CheckedSport, arguments: Json) -> str:
    """Return that no club, in darts no player, has the name that a call contains, and the nearest; or ""."""
    kind: Kind = "team" if SPORTS[code].is_team_sport else "player"
    return nobody(caller, code, arguments["team"], kind, arguments.get("league"))


def as_it_stands(caller: Caller, code: CheckedSport, arguments: Json, games: pd.DataFrame) -> str:
    """Return that a leaderboard is not that of an earlier day, if a call names one on which play did not end; or ""."""
    day = arguments.get("date")
    if SPORTS[code].rules.opponents != "field" or day is None:
        return ""
    asked = day_of(caller, code, day, "league")
    if asked == str(caller.today(code)):
        return ""
    if games["phase"].eq("finished").all():
        following = str(date.fromisoformat(asked) + timedelta(days=1))
        if not games["game_id"].isin(caller.client.live(following, code, day="league")["game_id"]).any():
            return ""
    return f"as it stands now: a leaderboard of {asked} is not kept"
