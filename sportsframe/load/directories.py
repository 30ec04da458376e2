"""The loaders of directories: players, teams, depth charts, injuries, events and fields."""

from __future__ import annotations

from typing import Any, Unpack, overload

import pandas as pd

from ..catalog.codes import CheckedSport, LeagueSport, WholeSport
from ..catalog.names import sport_meant
from ..errors import QueryError, quoted
from .arguments import loader, required_sport, season_and_sport
from .base import BaseClient, spelled, tell_unanswered
from .keywords import (
    CheckedDirectory,
    CheckedPlayers,
    CheckedTeams,
    Directory,
    KnownDirectory,
    KnownPlayers,
    KnownTeams,
    LeagueDirectory,
    LeaguePlayers,
    LeagueTeams,
    Players,
    Request,
    Seasons,
)


class DirectoryLoaders(BaseClient):
    """Lists that describe the present, darts events and golf fields."""

    @overload
    def players(self, sport: WholeSport, **options: Unpack[KnownPlayers]) -> pd.DataFrame: ...

    @overload
    def players(self, sport: LeagueSport, **options: Unpack[LeaguePlayers]) -> pd.DataFrame: ...

    @overload
    def players(self, sport: CheckedSport, **options: Unpack[CheckedPlayers]) -> pd.DataFrame: ...

    @loader
    @spelled(Players)
    def players(
        self, sport: str | None = None, *, league: str | None = None, **options: Unpack[Players]
    ) -> pd.DataFrame:
        """Players of a sport at present, former ones included.

        Parameters
        ----------
        sport : str
            A sport code.
        league : str, optional
            EPL, SERIEA or LALIGA; needed for soccer.
        player_id, team_id, player, team : optional
            Only this player, or the players of this team: by ID, or by name or abbreviation as for `live`.
        refresh, max_age, validate
            As for `live`.

        Returns
        -------
        pandas.DataFrame, shape (n_players, n_columns)
            One row per player. ``status`` is ``ACT`` for players who can play, ``QUES`` for players who are doubtful
            for the next game, and ``INACT`` for players who cannot: those on injured lists and all former players, who
            stay listed with their last ``team``.
            ``birth_date`` is the date that the service sends under the name ``age``; ``height_cm`` is computed from
            ``height``, which is text in feet and inches. The columns depend on the sport; see
            ``columns(sport, "player-info")``.

        Raises
        ------
        QueryError, ServiceError, Unreachable, PayloadError
            As for `live`.

        Examples
        --------
        >>> players = sf.players("NFL")                          # doctest: +SKIP
        >>> players.query("status == 'ACT' and position == 'QB'")    # doctest: +SKIP
        """
        return self.table("player-info", required_sport(sport), league=league, day="service", **options)

    @overload
    def teams(self, sport: WholeSport, **options: Unpack[KnownTeams]) -> pd.DataFrame: ...

    @overload
    def teams(self, sport: LeagueSport, **options: Unpack[LeagueTeams]) -> pd.DataFrame: ...

    @overload
    def teams(self, sport: CheckedSport, **options: Unpack[CheckedTeams]) -> pd.DataFrame: ...

    @loader
    @spelled(Request)
    def teams(
        self,
        sport: str | None = None,
        *,
        league: str | None = None,
        team_id: int | None = None,
        team: str | None = None,
        relegated: bool | None = None,
        **options: Unpack[Request],
    ) -> pd.DataFrame:
        """Teams of a sport and their venues.

        Parameters
        ----------
        sport : str
            Code of a team sport.
        league : str, optional
            EPL, SERIEA or LALIGA; needed for soccer.
        team_id, team : optional
            Only this team, by ID, or by name or abbreviation as for `live`.
        relegated : bool, optional
            For soccer, where the list includes former members of the league: True for those only, False for the
            teams that play in the league this season, None (default) for all.
        refresh, max_age, validate
            As for `live`.

        Returns
        -------
        pandas.DataFrame, shape (n_teams, n_columns)
            One row per team. ``conference`` and ``division`` are the parts of ``division_name``.

        Raises
        ------
        QueryError, ServiceError, Unreachable, PayloadError
            As for `live`.

        Examples
        --------
        >>> teams = sf.teams("NBA")                              # doctest: +SKIP
        """
        if not isinstance(relegated, bool | None):
            raise QueryError(f"relegated must be True, False or None, not {quoted(relegated)}.")
        ids: dict[str, Any] = {"team_id": team_id, "team": team}
        ids["relegated"] = None if relegated is None else str(relegated).upper()
        return self.table("team-info", required_sport(sport), league=league, day="service", **ids, **options)

    @overload
    def depth_charts(self, sport: WholeSport, **options: Unpack[KnownDirectory]) -> pd.DataFrame: ...

    @overload
    def depth_charts(self, sport: LeagueSport, **options: Unpack[LeagueDirectory]) -> pd.DataFrame: ...

    @overload
    def depth_charts(self, sport: CheckedSport, **options: Unpack[CheckedDirectory]) -> pd.DataFrame: ...

    @loader
    @spelled(Directory)
    def depth_charts(
        self, sport: str | None = None, *, league: str | None = None, **options: Unpack[Directory]
    ) -> pd.DataFrame:
        """Depth charts: the players of each team by position and rank.

        Parameters
        ----------
        sport : str
            NFL, NBA, MLB, NHL, NCAABB or SOCCER.
        league : str, optional
            EPL, SERIEA or LALIGA; needed for soccer.
        team_id, team : optional
            Only this team, by ID, or by name or abbreviation as for `live`.
        refresh, max_age, validate
            As for `live`.

        Returns
        -------
        pandas.DataFrame, shape (n_entries, n_columns)
            One row per team, position and depth; ``depth`` is 1 for the starter.

        Raises
        ------
        QueryError, ServiceError, Unreachable, PayloadError
            As for `live`.

        References
        ----------
        Specification 2.8.

        Examples
        --------
        >>> starters = sf.depth_charts("MLB").query("depth == 1")    # doctest: +SKIP
        """
        return self.table("depth-charts", required_sport(sport), league=league, day="service", **options)

    @overload
    def injuries(self, sport: WholeSport, **options: Unpack[KnownDirectory]) -> pd.DataFrame: ...

    @overload
    def injuries(self, sport: LeagueSport, **options: Unpack[LeagueDirectory]) -> pd.DataFrame: ...

    @overload
    def injuries(self, sport: CheckedSport, **options: Unpack[CheckedDirectory]) -> pd.DataFrame: ...

    @loader
    @spelled(Directory)
    def injuries(
        self, sport: str | None = None, *, league: str | None = None, **options: Unpack[Directory]
    ) -> pd.DataFrame:
        """Injured players.

        Parameters
        ----------
        sport : str
            NFL, NBA, MLB, NHL or SOCCER.
        league : str, optional
            EPL, SERIEA or LALIGA; needed for soccer.
        team_id, team : optional
            Only this team, by ID, or by name or abbreviation as for `live`.
        refresh, max_age, validate
            As for `live`.

        Returns
        -------
        pandas.DataFrame, shape (n_injured, n_columns)
            One row per injured player: ``injury`` is the part of the body, ``date_injured`` a date, ``returns`` prose.

        Raises
        ------
        QueryError, ServiceError, Unreachable, PayloadError
            As for `live`.

        Examples
        --------
        >>> injured = sf.injuries("NFL")                         # doctest: +SKIP
        """
        return self.table("injuries", required_sport(sport), league=league, day="service", **options)

    @loader
    @spelled(Request)
    def events(
        self,
        season: Seasons | None = None,
        sport: WholeSport | CheckedSport | None = None,
        *,
        event_id: str | None = None,
        **options: Unpack[Request],
    ) -> pd.DataFrame:
        """Events of a season of a tour.

        Parameters
        ----------
        season : int or list of int
            Year of the season, by default the current one.
        sport : str, default "DARTS"
            The tour; another one is a registered sport.
        event_id : str, optional
            Only this event.
        refresh, max_age, validate
            As for `live`.

        Returns
        -------
        pandas.DataFrame, shape (n_events, n_columns)
            One row per event and season; ``event_id`` is that of the schedules. A season is a calendar year: the world
            championship, played in December and January, is listed in both of its seasons.

        Raises
        ------
        QueryError, ServiceError, Unreachable, PayloadError
            As for `live`.

        Examples
        --------
        >>> events = sf.events(2024)                             # doctest: +SKIP
        """
        season, sport = season_and_sport(season, sport, "events")
        return self.table("events", sport, season, event_id=event_id, day="service", **options)

    @loader
    @spelled(Request)
    def field(
        self,
        tournament_id: str | list[str],
        sport: WholeSport | CheckedSport | None = None,
        *,
        player_id: int | None = None,
        player: str | None = None,
        **options: Unpack[Request],
    ) -> pd.DataFrame:
        """Players entered in a golf tournament.

        Parameters
        ----------
        tournament_id : str or list of str
            ID of the tournament, or of several, as in the column ``game_id`` of ``schedule_season(sport="PGA")``.
        sport : str, default "PGA"
            The tour; another one is a registered sport.
        player_id, player : optional
            Only this player, by ID or by name.
        refresh, max_age, validate
            As for `live`.

        Returns
        -------
        pandas.DataFrame, shape (n_players, n_columns)
            One row per player and tournament; none for a tournament without a published field, of which a list of
            several warns.

        Raises
        ------
        QueryError, ServiceError, Unreachable, PayloadError
            As for `live`.

        Examples
        --------
        >>> field = sf.field("2024_905")                         # doctest: +SKIP
        """
        if sport is not None and (meant := sport_meant(tournament_id)):
            tournament_id, sport = sport, CheckedSport(meant)
        ids: dict[str, Any] = {"game_id": tournament_id, "player_id": player_id, "player": player}
        frame = self.table("field", required_sport(sport, "field"), day="service", **ids, **options)
        if isinstance(tournament_id, list) and player_id is None and player is None:
            tell_unanswered(frame, self._setting, "field", tournament_id)
        return frame
