"""The loaders of season statistics."""

from __future__ import annotations

from typing import Unpack, overload

import pandas as pd

from .._client.notices import first_time, say
from .._client.settings import Settings
from ..catalog import answer, layout
from ..catalog.codes import CheckedSport, LeagueSport, WholeSport
from ..errors import listed
from .arguments import loader, season_and_sport
from .base import BaseClient, spelled
from .keywords import (
    CheckedPlayerStats,
    CheckedTeamStats,
    KnownPlayerStats,
    KnownTeamStats,
    LeaguePlayerStats,
    LeagueTeamStats,
    PlayerStats,
    Seasons,
    Stats,
)


def _tell_other_tables(setting: Settings, resource: str, sport: CheckedSport, table: str) -> None:
    """Say once what the default table has, where others have the rest of the statistics."""
    columns = {name: [column.name for column in lay.columns] for name, lay in answer(sport, resource).layouts.items()}
    default = columns.pop(table)
    own = [name for name in default if not any(name in others for others in columns.values())]
    if columns and setting.has_reader and first_time(f"tables of {resource} {sport}"):
        others = " and ".join(f'table="{name}"' for name in columns)
        say(f"sportsframe: {sport} {resource} without table= has {listed(own)}; {others} have the rest.")


class StatsLoaders(BaseClient):
    """Season statistics of players and teams."""

    @overload
    def player_stats(self, season: Seasons, sport: WholeSport, **options: Unpack[KnownPlayerStats]) -> pd.DataFrame: ...

    @overload
    def player_stats(
        self, season: Seasons, sport: LeagueSport, **options: Unpack[LeaguePlayerStats]
    ) -> pd.DataFrame: ...

    @overload
    def player_stats(
        self, season: Seasons, sport: CheckedSport, **options: Unpack[CheckedPlayerStats]
    ) -> pd.DataFrame: ...

    @overload
    def player_stats(self, season: WholeSport, **options: Unpack[KnownPlayerStats]) -> pd.DataFrame: ...

    @overload
    def player_stats(self, season: LeagueSport, **options: Unpack[LeaguePlayerStats]) -> pd.DataFrame: ...

    @overload
    def player_stats(self, season: CheckedSport, **options: Unpack[CheckedPlayerStats]) -> pd.DataFrame: ...

    @overload
    def player_stats(
        self, season: None = None, *, sport: WholeSport, **options: Unpack[KnownPlayerStats]
    ) -> pd.DataFrame: ...

    @overload
    def player_stats(
        self, season: None = None, *, sport: LeagueSport, **options: Unpack[LeaguePlayerStats]
    ) -> pd.DataFrame: ...

    @overload
    def player_stats(
        self, season: None = None, *, sport: CheckedSport, **options: Unpack[CheckedPlayerStats]
    ) -> pd.DataFrame: ...

    @loader
    @spelled(PlayerStats)
    def player_stats(
        self,
        season: Seasons | None = None,
        sport: str | None = None,
        *,
        table: str | None = None,
        league: str | None = None,
        **options: Unpack[PlayerStats],
    ) -> pd.DataFrame:
        """Season statistics of players: totals of the regular season and of the postseason.

        Parameters
        ----------
        season : int, tuple of two ints, or list of int
            Year in which the season started: 2024 for 2024-2025. A tuple is an inclusive range,
            a list several seasons. By default the current one: ``player_stats("NBA")``.
        sport : str
            NFL, NBA, MLB, NHL, NCAAFB, NCAABB, PGA, SOCCER or DARTS.
        table : str, optional
            By default ``"season"``, which for most sports is all there is. That of MLB has games and errors only: hits
            and home runs are in ``"batting"``, innings and wins in ``"pitching"``.
        league : str, optional
            EPL, SERIEA or LALIGA; needed for soccer.
        player_id, team_id, player, team : optional
            Only this player, or the players whose latest game was for this team: by ID, or by name or abbreviation as
            for `live`.
        workers, progress, refresh, max_age, on_error, validate
            As for `schedule_season`.

        Returns
        -------
        pandas.DataFrame, shape (n_players_and_parts, n_columns)
            One row per player and part of the season: ``part`` is ``regular_season`` or ``postseason``. Statistics have
            the names and units of the box scores. A player who moved has one row, under the latest team.

        Raises
        ------
        QueryError, ServiceError, Unreachable, PayloadError, PartialResult
            As for `live`.

        Notes
        -----
        The service updates season statistics about once a day; they may be behind the latest games.

        Examples
        --------
        >>> players = sf.player_stats(2023, "NFL")              # doctest: +SKIP
        >>> players.nlargest(10, "passing_yards")               # doctest: +SKIP
        """
        season, sport = season_and_sport(season, sport)
        chosen = layout(sport, "player-stats", table).table.name
        frame = self.table("player-stats", sport, season, table=chosen, league=league, day="service", **options)
        if table is None:
            _tell_other_tables(self._setting, "player-stats", sport, chosen)
        return frame

    @overload
    def team_stats(self, season: Seasons, sport: WholeSport, **options: Unpack[KnownTeamStats]) -> pd.DataFrame: ...

    @overload
    def team_stats(self, season: Seasons, sport: LeagueSport, **options: Unpack[LeagueTeamStats]) -> pd.DataFrame: ...

    @overload
    def team_stats(self, season: Seasons, sport: CheckedSport, **options: Unpack[CheckedTeamStats]) -> pd.DataFrame: ...

    @overload
    def team_stats(self, season: WholeSport, **options: Unpack[KnownTeamStats]) -> pd.DataFrame: ...

    @overload
    def team_stats(self, season: LeagueSport, **options: Unpack[LeagueTeamStats]) -> pd.DataFrame: ...

    @overload
    def team_stats(self, season: CheckedSport, **options: Unpack[CheckedTeamStats]) -> pd.DataFrame: ...

    @overload
    def team_stats(
        self, season: None = None, *, sport: WholeSport, **options: Unpack[KnownTeamStats]
    ) -> pd.DataFrame: ...

    @overload
    def team_stats(
        self, season: None = None, *, sport: LeagueSport, **options: Unpack[LeagueTeamStats]
    ) -> pd.DataFrame: ...

    @overload
    def team_stats(
        self, season: None = None, *, sport: CheckedSport, **options: Unpack[CheckedTeamStats]
    ) -> pd.DataFrame: ...

    @loader
    @spelled(Stats)
    def team_stats(
        self,
        season: Seasons | None = None,
        sport: str | None = None,
        *,
        table: str = "season",
        league: str | None = None,
        **options: Unpack[Stats],
    ) -> pd.DataFrame:
        """Season statistics of teams: results and totals of the regular season and of the postseason.

        Parameters
        ----------
        season : int, tuple of two ints, or list of int
            Year in which the season started: 2024 for 2024-2025. A tuple is an inclusive range, a list several seasons.
            By default the current one.
        sport : str
            A team sport: NFL, NBA, MLB, NHL, NCAAFB, NCAABB or SOCCER.
        table : str, default "season"
            The only table.
        league : str, optional
            EPL, SERIEA or LALIGA; needed for soccer.
        team_id, team : optional
            Only this team, by ID, or by name or abbreviation as for `live`.
        workers, progress, refresh, max_age, on_error, validate
            As for `schedule_season`.

        Returns
        -------
        pandas.DataFrame, shape (n_teams_and_parts, n_columns)
            One row per team and part of the season: ``part`` is ``regular_season`` or ``postseason``. A team without
            games in a part has no row for it.

        Raises
        ------
        QueryError, ServiceError, Unreachable, PayloadError, PartialResult
            As for `live`.

        Examples
        --------
        >>> teams = sf.team_stats(2023, "SOCCER", league="EPL")         # doctest: +SKIP
        >>> teams.assign(points=3 * teams["wins"] + teams["draws"])     # doctest: +SKIP
        """
        season, sport = season_and_sport(season, sport)
        return self.table("team-stats", sport, season, table=table, league=league, day="service", **options)
