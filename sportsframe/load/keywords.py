"""Keywords of the loaders, for type checkers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date as Date
from typing import Any, Literal, Required, TypedDict

from .._client.fetch import Refresh
from .._frames.decode import Validate
from .._pipeline.calls import Day, OnError
from ..catalog.codes import League, TableName

When = str | Date | Iterable[Any] | None
Season = int | str
Seasons = int | str | Sequence[int | str] | range


class Ids(TypedDict, total=False):
    """What picks rows: ids that the service or the table knows."""

    game_id: str | None
    event_id: str | None
    player_id: int | None
    player: str | None
    team_id: int | None
    team: str | None


class Request(TypedDict, total=False):
    """How a response is requested and read."""

    refresh: Refresh
    max_age: float | None
    validate: Validate


class Requests(Request, total=False):
    """How many responses are requested and read."""

    workers: int | None
    progress: bool | None
    on_error: OnError


class DayRequests(Requests, total=False):
    """How the responses of many days are requested and read."""

    day: Day | None


class OneAnswer(Ids, Request):
    """Keywords of a loader that sends one request."""


class ManyAnswers(Ids, Requests):
    """Keywords of a loader that sends many requests."""


class ManyDays(Ids, DayRequests):
    """Keywords of a loader that takes a range of days."""


class OneWeek(OneAnswer, total=False):
    """Keywords of a loader that takes the first of several days."""

    day: Day | None


class OneBox(Request, total=False):
    """Keywords of `Client.box_scores`."""

    game_id: str | None
    day: Day | None


class Known(TypedDict, total=False):
    """A table of the catalog, of a sport that has no leagues."""

    table: TableName
    league: None


class InLeague(TypedDict, total=False):
    """A table of the catalog, of a sport whose league is to be named."""

    table: TableName
    league: Required[League]


class Checked(TypedDict, total=False):
    """Any table and league: of a sport that is known only at run time."""

    table: str
    league: str | None


class Days(ManyDays, Known): ...


class LeagueDays(ManyDays, InLeague): ...


class CheckedDays(ManyDays, Checked): ...


class Week(OneWeek, Known): ...


class LeagueWeek(OneWeek, InLeague): ...


class CheckedWeek(OneWeek, Checked): ...


class Years(ManyAnswers, Known): ...


class LeagueYears(ManyAnswers, InLeague): ...


class CheckedYears(ManyAnswers, Checked): ...


class Directory(Request, total=False):
    """Keywords of the loaders of depth charts and injuries."""

    team_id: int | None
    team: str | None


class Teams(Directory, total=False):
    """Keywords of `Client.teams`."""

    relegated: bool | None


class Players(Directory, total=False):
    """Keywords of `Client.players`."""

    player_id: int | None
    player: str | None


class Stats(Requests, total=False):
    """Keywords of the loaders of season statistics, of players or teams."""

    team_id: int | None
    team: str | None


class PlayerStats(Stats, total=False):
    """Keywords of `Client.player_stats`."""

    player_id: int | None
    player: str | None


class NoLeague(TypedDict, total=False):
    """A sport that has no leagues."""

    league: None


class OneLeague(TypedDict, total=False):
    """A sport whose league is to be named."""

    league: Required[League]


class AnyLeague(TypedDict, total=False):
    """A sport that is known only at run time."""

    league: str | None


class Looking(TypedDict, total=False):
    """Keywords of `Client.find`, without the league."""

    kind: Literal["player", "team"] | None
    limit: int | None
    refresh: Refresh
    max_age: float | None


class Search(Looking, total=False):
    """Keywords of `Client.find` where a league may be named."""

    league: League | None


class KnownSearch(Looking, NoLeague): ...


class CheckedSearch(Looking, AnyLeague): ...


class KnownDirectory(Directory, NoLeague): ...


class LeagueDirectory(Directory, OneLeague): ...


class CheckedDirectory(Directory, AnyLeague): ...


class KnownTeams(Teams, NoLeague): ...


class LeagueTeams(Teams, OneLeague): ...


class CheckedTeams(Teams, AnyLeague): ...


class KnownPlayers(Players, NoLeague): ...


class LeaguePlayers(Players, OneLeague): ...


class CheckedPlayers(Players, AnyLeague): ...


class KnownTeamStats(Stats, Known): ...


class LeagueTeamStats(Stats, InLeague): ...


class CheckedTeamStats(Stats, Checked): ...


class KnownPlayerStats(PlayerStats, Known): ...


class LeaguePlayerStats(PlayerStats, InLeague): ...


class CheckedPlayerStats(PlayerStats, Checked): ...


class Lines(ManyDays, total=False):
    """Keywords of the loaders of one table."""

    season: Season | None
    season_type: str | None


class Looks(TypedDict, total=False):
    """Keywords of `Client.watch`."""

    game_id: str | None
    day: Day
    every: float


class KnownLooks(Looks, Known): ...


class LeagueLooks(Looks, InLeague): ...


class CheckedLooks(Looks, Checked): ...


class Filters(TypedDict, total=False):
    """What the service itself picks rows by."""

    relegated: str | None

    game_id: str | None
    event_id: str | None
    player_id: int | None
    player: str | None
