"""The caller of a tool: requests under its token, as bytes or through a client of this package."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

from ..._client.answer import Fetched, History, Result
from ..._client.fetch import refusal, said_in
from ..._client.options import resolve
from ..._client.query import Query
from ..._client.settings import BUILT_IN, BUILT_IN_TOKEN, Settings, Source
from ..._frames.names import ARTICLE, LEAST_LETTERS, holds, plain
from ...catalog import BASE_PATH, RESOURCES, SPORTS, sport_code
from ...catalog.cached import cached_property
from ...catalog.names import league_named
from ...catalog.resources import REFUSED_BY, ByDate
from ...catalog.statuses import OFF
from ...errors import Forbidden, QueryError, ServiceError, SportsframeError, quoted
from ...service.cache import Bounded
from ...service.respond import Reply
from ...service.tokens import FULL, Grant
from .turns import Turns, Work

if TYPE_CHECKING:
    import pandas as pd

    from ...catalog.codes import CheckedSport
    from ...load import Client

Json = dict[str, Any]
Ask = Callable[[str, dict[str, str]], Reply]
"""Sends a request: from a path and query parameters without the token to status, headers and body."""

Day = Literal["service", "league"]
Kind = Literal["team", "player"]

WORDS = {"yesterday": -1, "today": 0, "tomorrow": 1}
"""Word for a date -> days from today."""

NIGHT_ENDS = 6
"""Hour of the league's day until which games of the day before may be in play."""

END = re.compile(r"\.?(\"?)$")
"""End of a sentence, and of a quotation at its end."""

KEPT_BYTES = 32 * 2**20
"""Maximum bytes of tables that are kept."""

AHEAD = 400
"""Days in which the next games are looked for."""


def tables_kept() -> Bounded[pd.DataFrame]:
    """Return an empty store of tables."""
    return Bounded(KEPT_BYTES, lambda table: int(table.memory_usage(deep=True).sum()))


@dataclass(frozen=True)
class Caller:
    """What a tool may use to answer one call.

    Attributes
    ----------
    ask : callable
        Sends a request under the caller's token.
    clock : callable
        The time of the service.
    simulated : bool
        Whether the service is the built-in one.
    grant : Grant
        What the caller's token covers.
    work : Work
        Takes note of how far the call is.
    kept : Bounded
        Tables that take long to make, by what they were made from.
    """

    ask: Ask
    clock: Callable[[], datetime]
    simulated: bool = False
    grant: Grant = FULL
    work: Work = field(default_factory=lambda: Turns().work())
    kept: Bounded[pd.DataFrame] = field(default_factory=tables_kept)

    @cached_property
    def setting(self) -> Settings:
        """The settings of a client that sends its requests through `ask`, without a cache of its own."""
        return replace(resolve(()), now=self.clock, replay=_Backend(self), has_reader=False, own_history=History())

    @cached_property
    def client(self) -> Client:
        """A client with these settings."""
        from ...load.client import client_of

        return client_of(self.setting)

    def now(self) -> datetime:
        """The time of the service."""
        return self.clock()

    def today(self, sport: str) -> date:
        """The date in the time zone of a sport's league."""
        from zoneinfo import ZoneInfo

        return self.clock().astimezone(ZoneInfo(SPORTS[sport].zone)).date()

    def is_night(self, sport: str) -> bool:
        """Whether it is so early in the league's day that games of the day before may be in play."""
        from zoneinfo import ZoneInfo

        return self.clock().astimezone(ZoneInfo(SPORTS[sport].zone)).hour < NIGHT_ENDS


@dataclass(frozen=True)
class _Backend:
    """The service behind the tools, in place of the cache and the network of a client."""

    caller: Caller

    @property
    def source(self) -> Source:
        return Source(BUILT_IN, BUILT_IN_TOKEN, self.caller.simulated)

    @property
    def waits(self) -> bool:
        return not self.caller.simulated

    def answer(self, query: Query) -> Result:
        status, headers, body = self.caller.ask(BASE_PATH + query.path, query.params)
        if status in (200, 304):
            return Fetched(query, body, self.caller.now(), from_cache=True)
        return refused(str(query), (status, headers, body))


LEADS = {
    401: "The token was rejected for {path}",
    403: "Access to {path} is denied",
    404: "{path} was not found",
}
"""Status -> how an error begins; others are refusals, or failures of the service."""


def refused(path: str, answer: Reply) -> ServiceError:
    """Return the error that a response is, with the path and status, what the service says, and when to try again."""
    status, headers, body = answer
    kind, said = refusal(status, body, resolve(()), "")
    begin = LEADS.get(
        status, "The service is unavailable for {path}" if status >= 500 else "The service refused {path}"
    )
    if status == 401:
        said = "check the value after Bearer."
        if headers.get(REFUSED_BY):  # the token of this server, not that of the caller
            begin, said = LEADS[403], said_in(body)
    return kind(again(f"{begin.format(path=path)} (status {status}): {said}", headers), status=status, url=path)


def again(sentence: str, headers: Mapping[str, str]) -> str:
    """Return a sentence with when to try again, if the headers of a response say so."""
    seconds = headers.get("Retry-After", "")
    if not seconds.isdecimal() or not int(seconds):
        return sentence
    return f"{END.sub(lambda end: end[1], sentence)}; try again in {seconds} s."


SIDES = ("away_team", "home_team", "player_1", "player_2")
"""Columns with the names of the two sides of a game or match."""


def named(frame: pd.DataFrame, text: str) -> pd.DataFrame:
    """Return the rows of a team or player whose name contains a text, in any case and accents, or whose id it is."""
    sides = [name for name in SIDES if name in frame.columns] or ["team"]
    named = frame[sides].map(holds, text=text)
    of_id = frame[[f"{name}_id" for name in sides]].astype("string") == text
    held = named.any(axis=1) | of_id.fillna(value=False).any(axis=1)
    found: pd.DataFrame = frame[held.astype(bool)]
    return found


def spelled_out(caller: Caller, arguments: Json) -> Json:
    """Return the arguments of a call with the name of a club in place of its abbreviation, which others may contain."""
    text = arguments.get("team")
    if not isinstance(text, str) or len(text) > LONGEST_ABBREVIATION or "sport" not in arguments:
        return arguments
    code = str(arguments["sport"]).upper()
    if not offers(caller, code, "team-info"):
        return arguments
    try:
        teams = caller.client.teams(sport_code(code), league=arguments.get("league"))
    except SportsframeError:  # of whatever it is, the tool itself will tell
        return arguments
    same = teams.loc[teams["abbreviation"].str.casefold() == text.strip().casefold(), "team"].dropna().unique()
    return {**arguments, "team": str(same[0])} if len(same) == 1 else arguments


LONGEST_ABBREVIATION = 6


def day_of(caller: Caller, sport: str, given: str, day: Day) -> str:
    """Return the date that a word such as today stands for, in UTC or as the league dates its games."""
    if given not in WORDS:
        return given
    today = caller.today(sport) if day == "league" else caller.now().astimezone(UTC).date()
    return str(today + timedelta(days=WORDS[given]))


def nobody(caller: Caller, code: CheckedSport, text: str, kind: Kind, league: str | None = None) -> str:
    """Return that no club or player has the name that a call contains, and the nearest; or ""."""
    try:
        found = caller.client.find(text, code, league=league, kind=kind, limit=None)
    except (QueryError, Forbidden):  # there is no directory, or the token does not cover it
        return ""
    known = found["name"].map(lambda name: holds(name, text)).astype(bool) | (found["id"].astype(str) == text)
    if known.any():
        return ""
    shown, fiction = league or code, fictional(caller, code)
    if kind == "team" and (clubs := clubs_of_players(caller, text, code, league)):
        return f"no {shown} team is called {quoted(text)}; {clubs}"
    if not len(found):
        near = nearest_names(caller, text, code, league, kind)
        otherwise = FIND if finds(caller, code) and not fiction else "."
        return f"no {shown} {kind} resembles {quoted(text)}{near or otherwise}{fiction}"
    near = " or ".join(found["name"].head(3))
    return f"no {shown} {kind} has {quoted(text)} in the name. Did you mean {near}?{fiction}"


MOST_PLAYERS = 3
"""Players of a name that a message lists."""


def clubs_of_players(caller: Caller, text: str, code: CheckedSport | None = None, league: Any = None) -> str:
    """Return for which clubs the players of a name play, to be passed in its place; "" if there are none."""
    try:
        found = caller.client.find(text, code, league=league, kind="player", limit=None)
    except (QueryError, Forbidden):
        return ""
    found = found[found["team"].notna() & found["name"].map(lambda name: holds(name, text)).astype(bool)]
    shown = found[["name", "team", "sport"]].head(MOST_PLAYERS).astype(str).to_numpy().tolist()
    told = [f"{name} plays for {club} ({sport.lower()})" for name, club, sport in shown]
    more = f", and {len(found) - MOST_PLAYERS} more have that name" if len(found) > MOST_PLAYERS else ""
    return f"{', '.join(told)}{more}: pass a club as team." if told else ""


FIND = "; find searches for names."

LISTS = {"team-info": ("get_team_info", "the clubs"), "player-info": ("get_player_info", "the players")}
"""Resource -> the tool that returns it, and what it lists."""


def fictional(caller: Caller, code: CheckedSport | None = None) -> str:
    """Return, of a simulated service, that its names are fictional, and which tools list them; or ""."""
    if not caller.simulated:
        return ""
    codes = [code] if code else list(SPORTS)
    lists = [
        f"{tool} lists {what}" for name, (tool, what) in LISTS.items() if any(offers(caller, c, name) for c in codes)
    ]
    return f" Clubs and people of this simulated service are fictional{'; ' * bool(lists)}{', '.join(lists)}."


def covered(grant: Grant, sport: str) -> list[str]:
    """Return the resources of a sport that a token covers."""
    return [name for name in SPORTS[sport].resources if grant.covers(sport, name)]


def offers(caller: Caller, code: str, *resources: str) -> bool:
    """Whether a sport has some resources, and the token covers them."""
    return all(name in SPORTS[code].resources and caller.grant.covers(code, name) for name in resources)


def finds(caller: Caller, code: CheckedSport | None = None) -> bool:
    """Whether the token covers what find reads, of a sport or of any."""
    directories = {one: [name for name in LISTS if name in SPORTS[one].resources] for one in SPORTS}
    return any(held and offers(caller, one, *held) for one, held in directories.items() if code in (None, one))


WORDS_TRIED = 6
"""Words of a name that nobody has which are looked for one by one."""

NEAR_BEST = 0.9
"""Part of the best score that a name must have to be suggested beside the best."""


def nearest_names(
    caller: Caller, text: str, code: CheckedSport | None = None, league: Any = None, kind: Kind | None = None
) -> str:
    """Return that the names are meant which have some words of a text that is no name; "" if there are none."""
    rated: dict[str, float] = {}
    words = [word for word in plain(text).split() if len(word) >= LEAST_LETTERS and word != ARTICLE.strip()]
    words = [word for word in words if word.upper() not in SPORTS and not league_named(word)]
    for word in words[:WORDS_TRIED] if " " in plain(text) else ():
        found = caller.client.find(word, code, league=league, kind=kind, limit=None)
        for name, score in found.groupby("name")["score"].max().items():
            rated[str(name)] = rated.get(str(name), 0.0) + float(score)
    near = sorted(
        (name for name in rated if rated[name] > NEAR_BEST * max(rated.values())), key=lambda n: (-rated[n], n)
    )
    return f". Did you mean {' or '.join(near[:3])}?" if near else ""


def nothing_because(
    caller: Caller, resource: str, arguments: Json, *, day: Day = "service", team: str | None = None
) -> str:
    """Return why there is no data: not begun, an off day, not published, or not covered by the account upstream.

    Parameters
    ----------
    caller : Caller
    resource : str
        The resource without data.
    arguments : dict
        Of the call; those that narrow the rows are ignored.
    day : {"service", "league"}
        Whether the date is that of the service or of the league.
    team : str, optional
        A part of the name of the club or player whose games are asked for.

    Returns
    -------
    str
        A sentence.
    """
    code = sport_code(str(arguments["sport"]).upper())
    league = arguments.get("league")
    shown = league or code
    segment = RESOURCES[resource].segment
    if not segment.name and "game_id" in arguments:
        return f"{shown} {resource}: nothing for {quoted(arguments['game_id'])}; not begun, not published, or unknown."
    if not isinstance(segment, ByDate):
        covered = "" if caller.simulated else ", or the account does not cover it"
        return f"{shown} {resource}: nothing is published for this season or selection{covered}."
    asked = day_of(caller, code, str(arguments.get("date", "today")), day)
    zone = " UTC" if day == "service" else ""
    if resource == "live":
        try:
            planned = caller.client.schedule(asked, code, league=league, day=day)
        except SportsframeError:  # such as a token that does not cover it
            return f"no {shown} box scores on {asked}{zone}."
        planned = planned[planned["phase"] != "replaced"]
        if len(planned) and (planned["phase"] == "off").all():
            said = ", ".join(f"{name} is {status}" for name, status in zip(planned["game_id"], planned["status"]))
            return f"{shown}: nothing is played on {asked}: {said}."
        planned = planned[planned["phase"] != "off"]
        if len(planned):
            starts = planned["game_time"].dropna()
            first = f", the first at {starts.min():%Y-%m-%dT%H:%MZ}" if len(starts) else ""
            games = "1 game is" if len(planned) == 1 else f"{len(planned)} games are"
            if (planned["phase"] == "finished").any():
                return f"{shown}: {games} listed on {asked}, but their box scores have no rows of this kind."
            return f"{shown}: {games} scheduled on {asked}{first}; none has a box score yet."
    of = f" of {team}" if team else ""
    around = _around(caller, code, asked, league, team, in_utc=day == "service")
    return f"no {shown} games{of} on {asked}{zone}{around}."


def _around(caller: Caller, code: CheckedSport, day: str, league: str | None, team: str | None, *, in_utc: bool) -> str:
    """Return when the last and the next games are, as the league dates them; of a day in UTC also its own games then.

    As far as the schedules of the seasons say and the token covers them; the games of the day also by its own schedule.
    """
    seasons = True
    try:
        when = date.fromisoformat(day)
        season = SPORTS[code].season_at(when)
        frames = [caller.client.schedule_season(year, code, league=league) for year in (season, season + 1)]
    except ValueError:
        return ""
    except SportsframeError:
        seasons, frames = False, []
        with suppress(SportsframeError):
            frames = [caller.client.schedule(day, code, league=league, day="league")] if in_utc else []
    if seasons and not any(map(len, frames)):
        return "; no season is published for that time"

    def spans(frame: pd.DataFrame) -> list[tuple[date, date]]:
        """The first and the last day of each game, which are two of a tournament."""
        games = frame[~frame["phase"].isin(OFF)].dropna(subset=["game_date"])
        games = named(games, team) if team else games
        last = games["end_date"].fillna(games["game_date"]) if "end_date" in games.columns else games["game_date"]
        return list(zip(games["game_date"].dt.date, last.dt.date))

    days = [span for frame in frames for span in spans(frame)]
    if in_utc and (count := sum(first <= when <= last for first, last in days)):
        tool = ": see get_scores" if offers(caller, code, "live", "schedule") else ""
        return f", but the league dates {count} game{'s' * (count > 1)} {when}{tool}"
    if not seasons:
        return ""
    if not any(ended < when for _, ended in days):
        with suppress(SportsframeError):
            days += spans(caller.client.schedule_season(season - 1, code, league=league))
    latest = max((ended for _, ended in days if ended < when), default=None)
    later = min((begins for begins, _ in days if when < begins < when + timedelta(days=AHEAD)), default=None)
    told = [f"the last were on {latest}"] if latest else []
    return f"; {', '.join([*told, f'the next are on {later}' if later else 'no later ones are published'])}"
