"""The loaders: a date and a sport in, a tidy frame out.

They are methods of a `Client`, which says what is asked; the functions of the package are those of a default client,
which follows the present options, as the functions of the standard library's `random` are those of a hidden instance.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date as Date
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Required, TypedDict, TypeVar, Unpack, overload
from urllib.parse import urlsplit

import pandas as pd

from . import catalog
from ._client.address import is_loopback
from ._client.answer import Journal
from ._client.cache import Cache
from ._client.fetch import Refresh, fetch
from ._client.options import Given, current, current_with
from ._client.query import ask, days
from ._client.settings import Settings, report
from ._document import brief
from ._frames.decode import Records, Validate, records
from ._frames.flatten import Tables, flatten
from ._frames.provenance import refuse_other
from ._frames.recognize import need
from ._pipeline import (
    Call,
    Day,
    OnError,
    answers,
    collect,
    concat,
    fetch_one,
    gather,
    of_days,
    provenance_attrs,
    questions,
    read,
    say_simulated,
)
from ._report import Report
from .catalog import SPORTS, layout, sport_code
from .catalog.codes import CheckedSport, League, LeagueSport, ResourceName, SportCode, TableName, WholeSport
from .errors import PayloadError, QueryError, choose

if TYPE_CHECKING:
    from ._watch import Watch

When = str | Date | Iterable[Any] | None
Season = int | str
Json = bytes | str | Path | dict[str, Any] | list[Any]
Seasons = int | str | Sequence[int | str] | range


class Ids(TypedDict, total=False):
    """What picks rows: ids that the service or the table knows."""

    game_id: str | None
    event_id: str | None
    player_id: int | None
    team_id: int | None


class OneAnswer(Ids, total=False):
    """Keywords of every loader."""

    refresh: Refresh
    max_age: float | None
    validate: Validate


class ManyAnswers(OneAnswer, total=False):
    """Keywords of a loader that sends many requests."""

    workers: int | None
    progress: bool | None
    on_error: OnError


class ManyDays(ManyAnswers, total=False):
    """Keywords of a loader that takes a range of days."""

    day: Day


class OneBox(TypedDict, total=False):
    """Keywords of `Client.box_scores`."""

    game_id: str | None
    day: Day
    refresh: Refresh
    max_age: float | None
    validate: Validate


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


class Week(OneAnswer, Known): ...


class LeagueWeek(OneAnswer, InLeague): ...


class CheckedWeek(OneAnswer, Checked): ...


class Years(ManyAnswers, Known): ...


class LeagueYears(ManyAnswers, InLeague): ...


class CheckedYears(ManyAnswers, Checked): ...


class Lines(ManyDays, total=False):
    """Keywords of the loaders of one table."""

    season: Season | None


class Looks(TypedDict, total=False):
    """Keywords of `Client.watch`."""

    game_id: str | None
    every: float


class KnownLooks(Looks, Known): ...


class LeagueLooks(Looks, InLeague): ...


class CheckedLooks(Looks, Checked): ...


class Filters(TypedDict, total=False):
    """What the service itself picks rows by."""

    game_id: str | None
    event_id: str | None
    player_id: int | None


F = TypeVar("F", bound=Callable[..., Any])


def _with_keywords_of(loader: Callable[..., Any]) -> Callable[[F], F]:
    """Spell out the `Lines` in a signature, as `loader` has them, for help and completion to read."""
    keywords = [p for p in inspect.signature(loader).parameters.values() if p.name in Lines.__optional_keys__]

    def wrap(function: F) -> F:
        signature = inspect.signature(function)
        own = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
        function.__signature__ = signature.replace(parameters=[*own, *keywords])  # type: ignore[attr-defined]
        return function

    return wrap


class Client:
    """A service of its own to ask: an address, a token, a cache and a clock, with the loaders as methods.

    What is not given is taken from the options in force when the client is made; later changes do not touch it. A
    client can be handed on to threads and tasks, and to processes, to which it travels without the secret: there the
    token is found again in ``RSC_TOKEN``.

    Parameters
    ----------
    **given
        The options: ``base_url``, ``token``, ``source``, ``cache_dir``, ``now``, ``offline``, ``workers``,
        ``cache_size``, ``redis``, ``timeouts``, ``deadline``, ``max_age``, ``max_stale``;
        `show_settings` says what each means.

    Raises
    ------
    ConfigError
        For an unknown name or an invalid value, an address without a token or a token without an address.

    Attributes
    ----------
    cache : Cache
        The cache of this client: ``.info()``, ``.clear()``.

    Examples
    --------
    >>> client = Client(source="simulated")
    >>> len(client.live("2024-06-01", "MLB"))
    22
    """

    def __init__(self, **given: Unpack[Given]) -> None:
        taken = current_with(**{name: value for name, value in given.items() if value is not None})
        taken.service()
        self._taken: Settings | None = replace(taken, own_journal=Journal())

    @property
    def _setting(self) -> Settings:
        return self._taken or current()

    def _aged(self, max_age: float | None) -> Settings:
        return self._setting if max_age is None else self._setting.with_values(max_age=max_age)

    def __repr__(self) -> str:
        source = self._setting.service()
        return f"Client({source.address!r}{', simulated' if source.simulated else ''})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _client_of, (self._taken,)

    def taken(self) -> Client:
        """This client as it is now: the default client's options are taken and kept."""
        client = Client.__new__(Client)
        client._taken = self._setting
        return client

    def moment(self) -> datetime:
        """The time of this client's clock, in UTC."""
        return self._setting.moment()

    @property
    def cache(self) -> Cache:
        """The cache of this client."""
        return Cache(lambda: self._setting)

    def settings(self) -> Report:
        """What this client asks, and where each value came from; a token is shown as set or not set.

        Returns
        -------
        Report
            Columns ``setting``, ``value``, ``origin``, ``meaning``, all text.
        """
        return report(self._setting)

    def answers(self, sports: Iterable[str] | None = None) -> pd.DataFrame:
        """The answers this client has used: what was asked, when it was fetched, whether stale or empty.

        Parameters
        ----------
        sports : iterable of str, optional
            Only of these sports.

        Returns
        -------
        pandas.DataFrame, shape (n_answers, 4)
            ``asked`` (never the token), ``fetched_at`` (UTC), ``stale``, ``empty``.
        """
        return answers(self._setting, None if sports is None else set(sports))

    def freeze(self, path: str | os.PathLike[str]) -> Report:
        """Write the answers this client used to one file, for `thaw`; see `sportsframe.freeze`."""
        from ._freeze import freeze

        return freeze(path, self._setting)

    @overload
    def table(
        self, resource: ResourceName, sport: WholeSport, when: Any = None, **options: Unpack[Days]
    ) -> pd.DataFrame: ...

    @overload
    def table(
        self, resource: ResourceName, sport: LeagueSport, when: Any = None, **options: Unpack[LeagueDays]
    ) -> pd.DataFrame: ...

    @overload
    def table(
        self, resource: str, sport: CheckedSport, when: Any = None, **options: Unpack[CheckedDays]
    ) -> pd.DataFrame: ...

    def table(
        self,
        resource: str,
        sport: str,
        when: Any = None,
        *,
        table: str | None = None,
        league: str | None = None,
        day: Day = "service",
        workers: int | None = None,
        progress: bool | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
        on_error: OnError = "raise",
        validate: Validate = "report",
        **ids: Any,
    ) -> pd.DataFrame:
        """A table of any resource: what the one-liners are cases of.

        Parameters
        ----------
        resource : str
            A resource of the catalog: ``live``, ``schedule-season``, ...
        sport : str
            A sport code.
        when : str, datetime.date, int, or many of them, optional
            The date or season, whichever the resource takes, as for `live` and `schedule_season`; None for a resource
            that takes neither.
        table : str, optional
            A table of ``columns(sport, resource)``; by default ``games``, or the first where there is none.
        league, day, workers, progress, refresh, max_age, on_error, validate
            As for `live`.
        **ids
            ``game_id``, ``event_id``, ``player_id``, ``team_id``, as for `live`.

        Returns
        -------
        pandas.DataFrame, shape (n_rows, n_columns)

        Raises
        ------
        QueryError
            A resource, sport or table that is not there, or that do not go together; nothing is sent.
        ServiceError, Unreachable, PayloadError, PartialResult
            As for `live`.

        Examples
        --------
        >>> Client(source="simulated").table("live", "MLB", "2024-06-01", table="pitching").shape[0] > 0
        True
        """
        return gather(Call(
            self._aged(max_age), resource, sport, when, table, league, ids,
            day, workers, progress, refresh, on_error, validate,
        ))  # fmt: skip

    @overload
    def live(self, date: When, sport: WholeSport, **options: Unpack[Days]) -> pd.DataFrame: ...

    @overload
    def live(self, date: When, sport: LeagueSport, **options: Unpack[LeagueDays]) -> pd.DataFrame: ...

    @overload
    def live(self, date: When, sport: CheckedSport, **options: Unpack[CheckedDays]) -> pd.DataFrame: ...

    @overload
    def live(self, *, season: Season, sport: WholeSport, **options: Unpack[Days]) -> pd.DataFrame: ...

    @overload
    def live(self, *, season: Season, sport: LeagueSport, **options: Unpack[LeagueDays]) -> pd.DataFrame: ...

    @overload
    def live(self, *, season: Season, sport: CheckedSport, **options: Unpack[CheckedDays]) -> pd.DataFrame: ...

    def live(
        self,
        date: When = None,
        sport: str | None = None,
        *,
        table: str = "games",
        season: int | str | None = None,
        league: str | None = None,
        game_id: str | None = None,
        event_id: str | None = None,
        player_id: int | None = None,
        team_id: int | None = None,
        day: Day = "service",
        workers: int | None = None,
        progress: bool | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
        on_error: OnError = "raise",
        validate: Validate = "report",
    ) -> pd.DataFrame:
        """Box scores of a day, a range of days, or a season, as one tidy table.

        Parameters
        ----------
        date : str, datetime.date, or many of them
            ``"2024-06-01"``, ``"today"``; a tuple is a range with both ends, a list or index holds its dates.
        sport : str
            NFL, NBA, MLB, NHL, NCAAFB, NCAABB, PGA, SOCCER or DARTS.
        table : str, default "games"
            One of the tables of ``columns(sport, "live")``.
        season : int, optional
            In place of `date`: every game day of the season that started in this year.
        league : str, optional
            EPL, SERIEA or LALIGA; needed for soccer.
        game_id : str, optional
            One game.
        event_id, player_id : optional
            Where the service or the table knows them.
        team_id : int, optional
            Games and lines of one team.
        day : {"service", "league"}
            ``"service"`` sends the date as given (the service reads it as a GMT day); ``"league"`` gives the slate of
            the league's own day, evening games included, whichever way the service reads dates.
        workers : int, optional
            Requests at a time for many days, 8 by default.
        progress : bool, optional
            A progress bar; by default for long loads only.
        refresh : bool or "changed"
            Ask the service even where the cache has an answer; ``"changed"`` asks only for what may still change, and
            leaves out games that were over two months or more before they were fetched.
        max_age : float, optional
            Use no answer of the cache that is so many seconds old, whatever its lifetime; by default the option.
        on_error : {"raise", "skip"}
            For many days: raise `PartialResult`, which keeps what arrived and can resume, or leave the failed days out
            and name them in ``attrs["sportsframe_missing"]``.
        validate : {"report", "strict"}
            Report an answer that is not as declared, or refuse it; keys that are new pass either way.

        Returns
        -------
        pandas.DataFrame, shape (n_rows, n_columns)
            What one row is depends on the table; dtypes do not depend on the data, and no games give no rows.

        Raises
        ------
        QueryError
            A question that cannot be asked; nothing is sent.
        ServiceError, Unreachable, PayloadError
            The service refuses, does not answer, or answers something else.
        PartialResult
            Some of many days failed.

        References
        ----------
        Specification 2.6, 2.7 and 4.
        """
        if season is not None:
            if date is not None and not _is_sport(date):
                raise QueryError("give a date or a season, not both.")
            sport = _sport(sport if sport is not None else str(date) if date is not None else None)
            when: Any = self._season_days(season, sport, league, refresh, max_age)
        else:
            when, sport = date_and_sport(date, sport, "live")
        return gather(Call(
            self._aged(max_age), "live", sport, when, table, league,
            {"game_id": game_id, "event_id": event_id, "player_id": player_id, "team_id": team_id},
            day, workers, progress, refresh, on_error, validate,
        ))  # fmt: skip

    @overload
    def schedule(self, date: When, sport: WholeSport, **options: Unpack[Days]) -> pd.DataFrame: ...

    @overload
    def schedule(self, date: When, sport: LeagueSport, **options: Unpack[LeagueDays]) -> pd.DataFrame: ...

    @overload
    def schedule(self, date: When, sport: CheckedSport, **options: Unpack[CheckedDays]) -> pd.DataFrame: ...

    def schedule(
        self,
        date: When = None,
        sport: str | None = None,
        *,
        table: str = "games",
        league: str | None = None,
        game_id: str | None = None,
        event_id: str | None = None,
        player_id: int | None = None,
        team_id: int | None = None,
        day: Day = "service",
        workers: int | None = None,
        progress: bool | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
        on_error: OnError = "raise",
        validate: Validate = "report",
    ) -> pd.DataFrame:
        """Games that start on a day or in a range of days; for golf, tournaments.

        Parameters
        ----------
        date : str, datetime.date, or many of them
            As for `live`.
        sport, league, game_id, event_id, player_id, team_id, day, workers, progress, refresh, max_age, on_error,
        validate
            As for `live`.
        table : str, default "games"
            ``"games"``; for golf ``"tournaments"`` or ``"courses"``.

        Returns
        -------
        pandas.DataFrame, shape (n_games, n_columns)
            One row a scheduled game, without scores: no schedule carries them.

        Raises
        ------
        QueryError, ServiceError, Unreachable, PayloadError, PartialResult
            As for `live`.

        References
        ----------
        Specification 2.3 to 2.5 and 4.
        """
        when, sport = date_and_sport(date, sport, "schedule")
        return gather(Call(
            self._aged(max_age), "schedule", sport, when, table, league,
            {"game_id": game_id, "event_id": event_id, "player_id": player_id, "team_id": team_id},
            day, workers, progress, refresh, on_error, validate,
        ))  # fmt: skip

    @overload
    def schedule_week(self, date: When, sport: WholeSport, **options: Unpack[Week]) -> pd.DataFrame: ...

    @overload
    def schedule_week(self, date: When, sport: LeagueSport, **options: Unpack[LeagueWeek]) -> pd.DataFrame: ...

    @overload
    def schedule_week(self, date: When, sport: CheckedSport, **options: Unpack[CheckedWeek]) -> pd.DataFrame: ...

    def schedule_week(
        self,
        date: When = None,
        sport: str | None = None,
        *,
        table: str = "games",
        league: str | None = None,
        game_id: str | None = None,
        event_id: str | None = None,
        player_id: int | None = None,
        team_id: int | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
        validate: Validate = "report",
    ) -> pd.DataFrame:
        """Games of the seven days that begin on a date; for darts of the date and the seven days after it.

        Parameters
        ----------
        date : str or datetime.date
            First day, GMT; for PGA also ``"now"``.
        sport, table, league, game_id, event_id, player_id, team_id, refresh, max_age, validate
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
        """
        when, sport = date_and_sport(date, sport, "schedule_week")
        return gather(Call(
            self._aged(max_age), "schedule-week", sport, when, table, league,
            {"game_id": game_id, "event_id": event_id, "player_id": player_id, "team_id": team_id},
            refresh=refresh, validate=validate,
        ))  # fmt: skip

    @overload
    def schedule_season(self, season: Seasons, sport: WholeSport, **options: Unpack[Years]) -> pd.DataFrame: ...

    @overload
    def schedule_season(self, season: Seasons, sport: LeagueSport, **options: Unpack[LeagueYears]) -> pd.DataFrame: ...

    @overload
    def schedule_season(
        self, season: Seasons, sport: CheckedSport, **options: Unpack[CheckedYears]
    ) -> pd.DataFrame: ...

    @overload
    def schedule_season(
        self, season: None = None, *, sport: Literal["PGA"], **options: Unpack[Years]
    ) -> pd.DataFrame: ...

    def schedule_season(
        self,
        season: int | str | Sequence[int | str] | range | None = None,
        sport: str | None = None,
        *,
        table: str = "games",
        league: str | None = None,
        game_id: str | None = None,
        event_id: str | None = None,
        player_id: int | None = None,
        team_id: int | None = None,
        workers: int | None = None,
        progress: bool | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
        on_error: OnError = "raise",
        validate: Validate = "report",
    ) -> pd.DataFrame:
        """Every game of the season that started in a year, or of several seasons.

        Parameters
        ----------
        season : int or list of int
            Year in which the season started: 2024 for 2024-2025. For PGA it may be left out: the current season.
        sport, table, league, game_id, event_id, player_id, team_id, workers, progress, refresh, max_age, on_error,
        validate
            As for `schedule`.

        Returns
        -------
        pandas.DataFrame, shape (n_games, n_columns)
            In the order of the service, which is not by date.

        Raises
        ------
        QueryError, ServiceError, Unreachable, PayloadError, PartialResult
            As for `live`.

        References
        ----------
        Specification 4.
        """
        season, sport = season_and_sport(season, sport)
        many = list(season) if isinstance(season, (list, range, set, tuple)) else None
        return gather(Call(
            self._aged(max_age), "schedule-season", sport, many if many is not None else season, table, league,
            {"game_id": game_id, "event_id": event_id, "player_id": player_id, "team_id": team_id},
            "service", workers, progress, refresh, on_error, validate,
        ))  # fmt: skip

    @overload
    def box_scores(
        self, date: str | Date, sport: WholeSport, *, league: None = None, **options: Unpack[OneBox]
    ) -> Tables: ...

    @overload
    def box_scores(
        self, date: str | Date, sport: LeagueSport, *, league: League, **options: Unpack[OneBox]
    ) -> Tables: ...

    @overload
    def box_scores(
        self, date: str | Date, sport: CheckedSport, *, league: str | None = None, **options: Unpack[OneBox]
    ) -> Tables: ...

    def box_scores(
        self,
        date: str | Date | None = None,
        sport: str | None = None,
        *,
        league: str | None = None,
        game_id: str | None = None,
        day: Day = "service",
        refresh: Refresh = False,
        max_age: float | None = None,
        validate: Validate = "report",
    ) -> Tables:
        """Every table of one day's box scores, each built when it is touched.

        Parameters
        ----------
        date, sport, league, game_id, day, refresh, max_age, validate
            As for `live`; one day.

        Returns
        -------
        Tables
            A mapping of table names to frames: ``box["periods"]`` or ``box.batting``.

        Raises
        ------
        QueryError, ServiceError, Unreachable, PayloadError
            As for `live`.
        """
        setting = self._aged(max_age)
        when, sport = date_and_sport(date, sport, "box_scores")
        if days(when, sport=sport, resource="live", clock=setting.moment) is not None:
            raise QueryError("box_scores takes one day; for many use live(..., table=...).")
        call = Call(setting, "live", sport, when, league=league, day=day)
        queries, wanted = questions(call, {"game_id": game_id} if game_id else {})
        say_simulated(setting)
        found = Records([], "")
        for i, query in enumerate(queries):
            part = read(fetch_one(query, setting, refresh, optional=i > 0), query, setting, validate)
            found = found.joined(part)
        return Tables(sport, "live", of_days(found, wanted), provenance_attrs(setting, found.stale_since))

    @overload
    def raw(
        self,
        date: Any,
        sport: str,
        *,
        resource: ResourceName = "live",
        league: str | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
        **filters: Unpack[Filters],
    ) -> bytes: ...

    @overload
    def raw(
        self,
        date: None = None,
        *,
        sport: str,
        resource: ResourceName,
        league: str | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
        **filters: Unpack[Filters],
    ) -> bytes: ...

    @overload
    def raw(
        self,
        date: Any,
        sport: CheckedSport,
        *,
        resource: str,
        league: str | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
        **filters: Unpack[Filters],
    ) -> bytes: ...

    def raw(
        self,
        date: Any = None,
        sport: str | None = None,
        *,
        resource: str = "live",
        league: str | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
        **filters: Unpack[Filters],
    ) -> bytes:
        """The bytes of an answer, untouched; empty where there is nothing to return.

        Parameters
        ----------
        date : str, datetime.date, int or None
            Date or season, whichever the resource takes.
        sport : str
            A sport code, or several joined by ``-``.
        resource : str, default "live"
            ``schedule``, ``schedule-week``, ``schedule-season`` or ``live``.
        league, refresh, max_age
            As for `live`.
        **filters
            ``game_id``, ``event_id``, ``player_id`` where the service takes them.

        Returns
        -------
        bytes

        Raises
        ------
        QueryError, ServiceError, Unreachable
            As for `live`.
        """
        if _is_sport(date) and not _is_sport(sport):
            date, sport = sport, date
        setting = self._aged(max_age)
        query = ask(resource, sport or _sport(sport), date, league=league, clock=setting.moment, **filters)
        say_simulated(setting)
        return fetch(query, setting, refresh=refresh).body

    @overload
    def pitching(self, date: When, **options: Unpack[ManyDays]) -> pd.DataFrame: ...

    @overload
    def pitching(self, *, season: Season, **options: Unpack[ManyDays]) -> pd.DataFrame: ...

    @_with_keywords_of(live)
    def pitching(self, date: When = None, **options: Unpack[Lines]) -> pd.DataFrame:
        """MLB pitching lines, one row a pitcher and game: ``live(date, "MLB", table="pitching")``.

        ``innings`` is baseball's notation (6.2 is six and two thirds); ``outs_recorded`` is what arithmetic uses.

        Parameters
        ----------
        date : str, datetime.date, or many of them
            As for `live`.
        **options
            The keywords of `live`.

        Returns
        -------
        pandas.DataFrame, shape (n_lines, n_columns)
        """
        return self._shortcut("pitching", date, "MLB", options)

    @overload
    def batting(self, date: When, **options: Unpack[ManyDays]) -> pd.DataFrame: ...

    @overload
    def batting(self, *, season: Season, **options: Unpack[ManyDays]) -> pd.DataFrame: ...

    @_with_keywords_of(live)
    def batting(self, date: When = None, **options: Unpack[Lines]) -> pd.DataFrame:
        """MLB batting lines, one row a batter and game: ``live(date, "MLB", table="batting")``.

        Parameters
        ----------
        date : str, datetime.date, or many of them
            As for `live`.
        **options
            The keywords of `live`.

        Returns
        -------
        pandas.DataFrame, shape (n_lines, n_columns)
        """
        return self._shortcut("batting", date, "MLB", options)

    @overload
    def throws(self, date: When, **options: Unpack[ManyDays]) -> pd.DataFrame: ...

    @overload
    def throws(self, *, season: Season, **options: Unpack[ManyDays]) -> pd.DataFrame: ...

    @_with_keywords_of(live)
    def throws(self, date: When = None, **options: Unpack[Lines]) -> pd.DataFrame:
        """Darts, one row a dart: ``live(date, "DARTS", table="throws")``.

        Parameters
        ----------
        date : str, datetime.date, or many of them
            As for `live`.
        **options
            The keywords of `live`.

        Returns
        -------
        pandas.DataFrame, shape (n_darts, n_columns)
            Keys ``player_id, set, leg, turn, throw``; ``start_score`` and ``end_score`` are those of the visit.
        """
        return self._shortcut("throws", date, "DARTS", options)

    def box(
        self, games: pd.DataFrame, table: str = "games", *, refresh: Refresh = False, max_age: float | None = None
    ) -> pd.DataFrame:
        """The box score table of just the games of a frame, whichever way the service reads dates.

        Asks the label day of each game first, and the GMT day of its start for those not found there.

        Parameters
        ----------
        games : pandas.DataFrame
            Rows with ``sport``, ``game_id``, ``game_date`` and ``game_time`` (and ``league`` for soccer).
        table : str, default "games"
            A table of the sport's ``live``.
        refresh : bool
            As for `live`.

        Returns
        -------
        pandas.DataFrame
            Rows of those games only.

        Raises
        ------
        QueryError
            The games come from another source than this client asks; nothing is sent.
        """
        need(games, ["sport", "game_id", "game_date", "game_time"], ".box()")
        setting = self._aged(max_age)
        refuse_other_source(games, setting)
        parts = []
        by = ["sport", "league"] if "league" in games.columns else ["sport"]
        for keys, group in games.dropna(subset=["game_id"]).groupby(by, observed=True, sort=False, dropna=False):
            sport, league = str(keys[0]), str(keys[1]) if len(keys) > 1 and isinstance(keys[1], str) else None
            parts.append(_box(group, sport, league, table, setting, refresh))
        if not parts:
            present = list(games["sport"].dropna().astype(str).unique()) if "sport" in games.columns else []
            if len(present) != 1:
                raise QueryError("there is no game in this frame whose box could be asked for.")
            frame = flatten(Records([], ""), str(present[0]), "live", table)
            frame.attrs.update(provenance_attrs(setting))
            return frame
        return parts[0] if len(parts) == 1 else concat(parts)

    @overload
    def watch(self, date: str | Date, sport: WholeSport, **options: Unpack[KnownLooks]) -> Watch: ...

    @overload
    def watch(self, date: str | Date, sport: LeagueSport, **options: Unpack[LeagueLooks]) -> Watch: ...

    @overload
    def watch(self, date: str | Date, sport: CheckedSport, **options: Unpack[CheckedLooks]) -> Watch: ...

    @overload
    def watch(self, *, sport: WholeSport, **options: Unpack[KnownLooks]) -> Watch: ...

    @overload
    def watch(self, *, sport: LeagueSport, **options: Unpack[LeagueLooks]) -> Watch: ...

    @overload
    def watch(self, *, sport: CheckedSport, **options: Unpack[CheckedLooks]) -> Watch: ...

    def watch(
        self,
        date: str | Date = "today",
        sport: str | None = None,
        *,
        table: str = "games",
        league: str | None = None,
        game_id: str | None = None,
        every: float = 30.0,
    ) -> Watch:
        """Follow a day's games: an iterator of the changes, which ends when all games are over.

        Parameters
        ----------
        date : str or datetime.date, default "today"
            The day, as for `live`.
        sport : str
            Sport code.
        table : str, default "games"
            Table of ``live`` to compare.
        league : str, optional
            For soccer.
        game_id : str, optional
            Only this game.
        every : float, default 30
            Seconds between two looks, at least 5, on the clock of the settings: under a sped-up `Clock` an evening
            passes in a moment.

        Returns
        -------
        Watch
            Yields frames as `Watch.poll` gives, none of them empty. It asks what the options named when it was made.

        Raises
        ------
        QueryError
            A question that cannot be asked, or looks too close together.

        Examples
        --------
        >>> for changes in sf.watch("today", "MLB"):             # doctest: +SKIP
        ...     print(changes)
        """
        from ._watch import Watch

        when, code = date_and_sport(date, sport, "watch")
        return Watch(self._setting, code, when, table, league, game_id, every)

    def _shortcut(self, table: str, date: When, sport: str, options: Mapping[str, Any]) -> pd.DataFrame:
        live: Callable[..., pd.DataFrame] = self.live
        for name in ("table", "sport"):
            if name in options:
                raise QueryError(
                    f"{table} is the table {table} of {sport}; for another use live(date, sport, table=...)."
                )
        return live(date, sport, table=table, **options)

    def _season_days(
        self, season: int | str, sport: CheckedSport, league: str | None, refresh: Refresh, max_age: float | None
    ) -> list[str]:
        """The days on which a season's games may be asked for, under either reading of dates."""
        games = self.schedule_season(season, sport, league=league, refresh=refresh, max_age=max_age)
        last = self._setting.moment() + timedelta(days=1)
        games = games[games["game_time"] <= last]
        labels = games["game_date"].dt.strftime("%Y-%m-%d")
        starts = games["game_time"].dt.strftime("%Y-%m-%d")
        return sorted(set(labels.dropna()) | set(starts.dropna()))


def _client_of(taken: Settings | None) -> Client:
    """A client from what it had taken; without, the default client."""
    client = Client.__new__(Client)
    client._taken = None if taken is None else replace(taken, own_journal=Journal())
    return client


def refuse_other_source(games: pd.DataFrame, setting: Settings) -> None:
    """Refuse to go on from a frame of another source than `setting` asks."""
    source = setting.service()
    local = is_loopback(urlsplit(source.address).hostname or "")
    refuse_other(games, "simulated" if source.simulated else "service", source.address, ids_tell=not local)


def _is_sport(value: Any) -> bool:
    return isinstance(value, str) and bool(value) and all(code in SPORTS for code in value.split("-"))


def date_and_sport(date: Any, sport: Any, verb: str) -> tuple[Any, CheckedSport]:
    """A date and a sport, also where they were given the other way round.

    Raises
    ------
    QueryError
        One of the two is missing, or the sport is unknown.
    """
    if _is_sport(date):
        if sport is None and verb == "watch":
            sport = "today"
        if sport is None:
            raise QueryError(f'which date? Give it before the sport, for example {verb}("2024-06-01", "{date}").')
        if not _is_sport(sport):
            date, sport = sport, date
    if date is None and sport is not None:
        raise QueryError(f'which date? Give it before the sport, for example {verb}("2024-06-01", "{_sport(sport)}").')
    if date is None:
        raise QueryError(f'which date and sport? For example {verb}("2024-06-01", "MLB").')
    return date, _sport(sport)


def season_and_sport(season: Any, sport: Any) -> tuple[Any, CheckedSport]:
    """A season, or a date to begin with, and a sport, also where they were given the other way round."""
    if _is_sport(season):
        season, sport = None if _is_sport(sport) else sport, season
    return season, _sport(sport)


@overload
def read_json(
    data: Json,
    sport: SportCode,
    resource: ResourceName,
    table: None,
    league: str | None = None,
    *,
    validate: Validate = "report",
) -> Tables: ...


@overload
def read_json(
    data: Json,
    sport: CheckedSport,
    resource: str,
    table: None,
    league: str | None = None,
    *,
    validate: Validate = "report",
) -> Tables: ...


@overload
def read_json(
    data: Json,
    sport: SportCode,
    resource: ResourceName,
    table: TableName = "games",
    league: str | None = None,
    *,
    validate: Validate = "report",
) -> pd.DataFrame: ...


@overload
def read_json(
    data: Json,
    sport: CheckedSport,
    resource: str,
    table: str = "games",
    league: str | None = None,
    *,
    validate: Validate = "report",
) -> pd.DataFrame: ...


def read_json(
    data: Json,
    sport: str,
    resource: str,
    table: str | None = "games",
    league: str | None = None,
    *,
    validate: Validate = "report",
) -> pd.DataFrame | Tables:
    """A saved answer as a frame.

    Parameters
    ----------
    data : bytes, path, JSON text, or parsed object
        The answer, envelope and all.
    sport, resource : str
        What had been asked.
    table : str or None, default "games"
        The table wanted; None gives the lazy mapping of all tables.
    league : str, optional
        For soccer, the league whose rows are wanted; by default the one that is there.
    validate : {"report", "strict"}
        As for `live`.

    Returns
    -------
    pandas.DataFrame, or Tables where `table` is None

    Raises
    ------
    QueryError
        An unknown sport, resource, table or league.
    PayloadError
        The data are no such answer.
    """
    if table is not None:
        layout(sport, resource, table)
    else:
        catalog.answer(sport, resource)
    if league is not None:
        choose(league, SPORTS[sport].leagues or ("none: only soccer has leagues",), "league")
    found = records(_document(data), sport, resource, league, validate=validate)
    tables = Tables(sport, resource, found, {"sportsframe": {"source": "file", "catalog": catalog.VERSION}})
    return tables if table is None else tables[table]


def _document(data: Any) -> Any:
    """The bytes or parsed object behind what a user hands over."""
    if isinstance(data, Path) or (isinstance(data, str) and data.lstrip("\ufeff \t\r\n")[:1] not in ("{", "[", "")):
        try:
            data = Path(data).read_bytes()
        except (OSError, ValueError) as error:  # a NUL in it, or lone surrogates
            why = getattr(error, "strerror", None) or "it is neither JSON nor the path of a file"
            raise PayloadError(f"cannot read {brief(str(data))!r}: {why}.") from None
    elif hasattr(data, "read"):
        data = data.read()
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    if isinstance(data, (bytes, bytearray, memoryview)):
        return bytes(data)
    if data is not None and not isinstance(data, (dict, list)):
        raise PayloadError(f"{type(data).__name__} is no answer; give bytes, a path, JSON text or the parsed object.")
    return data


def _box(
    games: pd.DataFrame, sport: str, league: str | None, table: str, setting: Settings, refresh: Refresh
) -> pd.DataFrame:
    layout(sport, "live", table)
    wanted = set(games["game_id"])
    found: list[pd.DataFrame] = []
    label = games["game_date"].dt.strftime("%Y-%m-%d")
    start = games["game_time"].dt.strftime("%Y-%m-%d").fillna(label)
    asked: set[str] = set()
    stale: datetime | None = None
    for asking in (label, start):
        open_games = games["game_id"].isin(wanted)
        dates = [d for d in dict.fromkeys(asking[open_games].dropna().sort_values()) if d not in asked]
        if not dates:
            continue
        asked.update(dates)
        rows = collect([ask("live", sport, d, league=league) for d in dates], sport, setting, refresh)
        stale = min(filter(None, (stale, rows.stale_since)), default=None)
        rows = replace(rows, rows=[row for row in rows.rows if row.game_id in wanted])
        found.append(flatten(rows, sport, "live", table))
        wanted -= {r.game_id for r in rows.rows}
    frame = concat(found) if found else flatten(Records([], ""), sport, "live", table)
    frame.attrs.update(provenance_attrs(setting, stale))
    return frame


def _sport(sport: str | None) -> CheckedSport:
    if sport is None:
        raise QueryError(f"which sport? Choose from {', '.join(SPORTS)}.")
    return sport_code(sport)


class _Default(Client):
    """The client of the module's functions: it follows the options."""

    def __init__(self) -> None:
        self._taken = None

    def __reduce__(self) -> tuple[Any, ...]:
        return _default_client, ()


def _default_client() -> Client:
    return default


default: Client = _Default()
table = default.table
live = default.live
schedule = default.schedule
schedule_week = default.schedule_week
schedule_season = default.schedule_season
box_scores = default.box_scores
raw = default.raw
pitching = default.pitching
batting = default.batting
throws = default.throws
watch = default.watch
box = default.box
