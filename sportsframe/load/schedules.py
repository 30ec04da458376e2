"""Load schedules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack, overload

import pandas as pd

from ..catalog.codes import CheckedSport, LeagueSport, WholeSport
from .arguments import date_and_sport, loader, season_and_sport
from .base import BaseClient, spelled
from .keywords import (
    CheckedDays,
    CheckedWeek,
    CheckedYears,
    Days,
    LeagueDays,
    LeagueWeek,
    LeagueYears,
    ManyAnswers,
    ManyDays,
    OneWeek,
    Seasons,
    Week,
    When,
    Years,
)


class ScheduleLoaders(BaseClient):
    """Schedules of days, weeks and seasons."""

    @overload
    def schedule(self, date: When, sport: WholeSport, **options: Unpack[Days]) -> pd.DataFrame: ...

    @overload
    def schedule(self, date: When, sport: LeagueSport, **options: Unpack[LeagueDays]) -> pd.DataFrame: ...

    @overload
    def schedule(self, date: When, sport: CheckedSport, **options: Unpack[CheckedDays]) -> pd.DataFrame: ...

    @loader
    @spelled(ManyDays)
    def schedule(
        self,
        date: When = None,
        sport: str | None = None,
        *,
        table: str = "games",
        league: str | None = None,
        **options: Unpack[ManyDays],
    ) -> pd.DataFrame:
        """Return the games of a day or a date range; for golf, the tournaments played on it.

        Parameters
        ----------
        date : str, datetime.date, or many of them
            As for `live`.
        sport, league, game_id, event_id, player_id, team_id, player, team, day, workers, progress, refresh, max_age,
        on_error, validate
            As for `live`.
        table : str, default "games"
            ``"games"``; for golf ``"tournaments"`` or ``"courses"``.

        Returns
        -------
        pandas.DataFrame, shape (n_games, n_columns)
            One row per scheduled game, without scores, which schedules do not contain.

        Raises
        ------
        QueryError, ServiceError, Unreachable, PayloadError, PartialResult
            As for `live`.

        References
        ----------
        Specification 2.3 to 2.5 and 4.

        Examples
        --------
        >>> list(sf.schedule("2024-06-01", "MLB").columns[:6])
        ['sport', 'season', 'season_type', 'game_date', 'game_id', 'game_time']
        """
        when, sport = date_and_sport(date, sport, "schedule")
        return self.table("schedule", sport, when, table=table, league=league, **options)

    @overload
    def schedule_week(self, date: When, sport: WholeSport, **options: Unpack[Week]) -> pd.DataFrame: ...

    @overload
    def schedule_week(self, date: When, sport: LeagueSport, **options: Unpack[LeagueWeek]) -> pd.DataFrame: ...

    @overload
    def schedule_week(self, date: When, sport: CheckedSport, **options: Unpack[CheckedWeek]) -> pd.DataFrame: ...

    @loader
    @spelled(OneWeek)
    def schedule_week(
        self,
        date: When = None,
        sport: str | None = None,
        *,
        table: str = "games",
        league: str | None = None,
        **options: Unpack[OneWeek],
    ) -> pd.DataFrame:
        """Return the games of the seven days that begin on a date; for darts, of the date and the seven days after it.

        Parameters
        ----------
        date : str or datetime.date
            First day; for PGA also ``"now"``: the tournament being played, or else the next.
        sport, table, league, game_id, event_id, player_id, team_id, player, team, day, refresh, max_age, validate
            As for `schedule`.

        Returns
        -------
        pandas.DataFrame, shape (n_games, n_columns)

        Raises
        ------
        QueryError, ServiceError, Unreachable, PayloadError
            As for `live`.

        References
        ----------
        Specification 4 and 8.

        Examples
        --------
        >>> games = sf.schedule_week("2024-01-01", "NFL")
        >>> bool((games["game_time"] < "2024-01-08T00:00Z").all())
        True
        """
        when, sport = date_and_sport(date, sport, "schedule_week")
        return self.table("schedule-week", sport, when, table=table, league=league, **options)

    @overload
    def schedule_season(self, season: Seasons, sport: WholeSport, **options: Unpack[Years]) -> pd.DataFrame: ...

    @overload
    def schedule_season(self, season: Seasons, sport: LeagueSport, **options: Unpack[LeagueYears]) -> pd.DataFrame: ...

    @overload
    def schedule_season(
        self, season: Seasons, sport: CheckedSport, **options: Unpack[CheckedYears]
    ) -> pd.DataFrame: ...

    @overload
    def schedule_season(self, season: WholeSport, **options: Unpack[Years]) -> pd.DataFrame: ...

    @overload
    def schedule_season(self, season: LeagueSport, **options: Unpack[LeagueYears]) -> pd.DataFrame: ...

    @overload
    def schedule_season(self, season: CheckedSport, **options: Unpack[CheckedYears]) -> pd.DataFrame: ...

    @overload
    def schedule_season(self, season: None = None, *, sport: WholeSport, **options: Unpack[Years]) -> pd.DataFrame: ...

    @overload
    def schedule_season(
        self, season: None = None, *, sport: LeagueSport, **options: Unpack[LeagueYears]
    ) -> pd.DataFrame: ...

    @overload
    def schedule_season(
        self, season: None = None, *, sport: CheckedSport, **options: Unpack[CheckedYears]
    ) -> pd.DataFrame: ...

    @loader
    @spelled(ManyAnswers)
    def schedule_season(
        self,
        season: int | str | Sequence[int | str] | range | None = None,
        sport: str | None = None,
        *,
        table: str = "games",
        league: str | None = None,
        **options: Unpack[ManyAnswers],
    ) -> pd.DataFrame:
        """Return every game of the season that started in a year, or of several seasons.

        Parameters
        ----------
        season : int, tuple of two ints, or list of int
            Year in which the season started: 2024 for 2024-2025. A tuple is an inclusive range,
            a list several seasons. By default the current one: ``schedule_season("NBA")``.
        sport, table, league, game_id, event_id, player_id, team_id, player, team, workers, progress, refresh, max_age,
        on_error, validate
            As for `schedule`.

        Returns
        -------
        pandas.DataFrame, shape (n_games, n_columns)
            In the order of the service, which is not by date. A game that was postponed is listed twice, on its old
            date as ``off`` and on its new one; without the rows whose ``phase`` is ``off`` or ``replaced``, each is
            there once.

        Raises
        ------
        QueryError, ServiceError, Unreachable, PayloadError, PartialResult
            As for `live`.

        References
        ----------
        Specification 4.

        Examples
        --------
        >>> sf.schedule_season(2023, "NFL")["season_type"].unique().tolist()
        ['Regular Season', 'Playoffs']
        >>> games = sf.schedule_season(2024, "SOCCER", league="EPL")
        >>> len(games[~games["phase"].isin(["off", "replaced"])])     # of more rows, as some games were postponed
        380
        """
        season, sport = season_and_sport(season, sport)
        return self.table("schedule-season", sport, season, table=table, league=league, day="service", **options)
