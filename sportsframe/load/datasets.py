"""Many days at a time: datasets on disk, days one after another, and partitions for a cluster."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from datetime import date as Date
from typing import TYPE_CHECKING, Any

from .._client.fetch import Refresh
from .._frames.decode import Validate
from .._frames.tables import Tables
from .._pipeline.calls import Call, Day
from .._util.report import Report
from ..catalog.codes import CheckedSport, SportCode
from ..catalog.names import is_sport
from ..errors import QueryError, require
from .arguments import date_and_sport, loader, required_sport
from .games import GameLoaders
from .keywords import Season, When

if TYPE_CHECKING:
    import dask.dataframe


class DatasetLoaders(GameLoaders):
    """What takes seasons at a time."""

    @loader
    def sync(
        self,
        sport: SportCode | CheckedSport,
        *,
        seasons: int | str | Iterable[int | str],
        to: str | os.PathLike[str],
        league: str | None = None,
        tables: str | Iterable[str] | None = None,
        workers: int | None = None,
        progress: bool | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
        validate: Validate = "report",
    ) -> Report:
        """Download seasons into a dataset of Parquet files, or bring one up to date.

        Each season is replaced as a whole when all of it has arrived, so that the dataset can be read at any time and
        the download stopped at any time; the same call goes on. A later call requests only what may have changed since,
        by the lifetimes of cached responses, and upgrades files of an older catalog. Equal data give equal bytes. Rows
        of finished games that the service no longer lists, or empties, are kept.

        Parameters
        ----------
        sport : str
            A sport code.
        seasons : int, "current" or iterable of int
            Years in which the seasons started, such as ``range(2015, 2025)``, or the first and last as a tuple.
        to : str or path
            The folder: a dataset, or a new one. All its rows come from one service.
        league : str, optional
            EPL, SERIEA or LALIGA; needed for soccer.
        tables : str or iterable of str, optional
            Tables of ``columns(sport, "live")``, and ``"schedule"``; by default all. Tables that the dataset has
            already are kept up to date with them.
        workers, progress, max_age
            As for `live`.
        refresh : bool or "changed"
            As for `live`; True requests everything again.
        validate : {"report", "strict"}
            As for `live`. Values that the catalog does not declare are not stored.

        Returns
        -------
        Report
            A row per season: ``sport``, ``league``, ``season``, ``answers`` behind it, those ``fetched`` from the
            service now (others come from the cache), those that were new or ``changed``, ``rows``, and ``state``:
            ``new``, ``updated``, ``unchanged``, ``upgraded`` (written by an older catalog), ``repaired`` (a file or the
            manifest was damaged) or ``incomplete``.

        Raises
        ------
        QueryError
            An unknown sport, season or table; no request is sent. Or the service has none of the seasons: the message
            says which is the first or the last, and no game is requested.
        ConfigError
            The folder is not a dataset, has rows of another service or cannot be written; the clock is before the last
            sync; or pyarrow is not installed.
        PartialResult
            Some days or seasons could not be loaded, or finished games are not listed; the others are in the dataset.
        SportsframeError
            Another process or thread is writing the season, a newer version has written it, or its folder holds
            another one.

        See Also
        --------
        open : read a dataset.
        verify : check its files.

        Examples
        --------
        >>> report = sf.sync("NFL", seasons=[2022, 2023], to="data", tables="schedule")
        >>> report["state"].tolist()
        ['new', 'new']
        >>> sf.sync("NFL", seasons=[2022, 2023], to="data")["state"].tolist()       # doctest: +SKIP
        ['updated', 'updated']
        >>> len(sf.open("data")["schedule"])
        570
        """
        require("datasets", "pyarrow", install="'sportsframe[parquet]'")
        from ..dataset.sync import order, run

        setting = self._aged(max_age)
        return run(order(
            setting, required_sport(sport), league, seasons, to, tables,
            workers=workers, progress=progress, refresh=refresh, validate=validate,
        ))  # fmt: skip

    @loader
    def each(
        self,
        date: When = None,
        sport: SportCode | CheckedSport | None = None,
        *,
        season: Season | None = None,
        league: str | None = None,
        day: Day = "league",
        workers: int | None = None,
        progress: bool | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
        validate: Validate = "report",
    ) -> Iterator[tuple[Date, Tables]]:
        """Iterate over the days of a range or season, with every table of each day.

        Only the days in flight are in memory, however long the season, and each response is decoded once for all
        tables.

        Parameters
        ----------
        date : str, datetime.date, or many of them
            As for `live`.
        sport : str
            A sport code.
        season : int, optional
            Instead of `date`: every day of the season that started in this year.
        league : str, optional
            For soccer.
        day : {"league", "service"}
            Whether the games of a league date are returned together, or those of a response, as for `live`. A golf
            tournament is returned once, on its first day.
        workers, progress, refresh, max_age, validate
            As for `live`.

        Returns
        -------
        iterator of (datetime.date, Tables)
            In order; days without games are left out.

        Raises
        ------
        QueryError
            An invalid argument; no request is sent.
        ServiceError, Unreachable, PayloadError
            A day cannot be loaded; the iteration ends.

        Examples
        --------
        >>> for day, box in sf.each(("2024-06-01", "2024-06-02"), "MLB", progress=False):
        ...     print(day, len(box.games), len(box.pitching))
        2024-06-01 16 130
        2024-06-02 15 134
        """
        when, code, reading = self._many(date, sport, season, league, day, refresh, max_age, "each")
        from ..dataset.stream import each

        return each(Call(
            self._aged(max_age), "live", code, when, league=league, day=reading,
            workers=workers, progress=progress, refresh=refresh, validate=validate,
        ))  # fmt: skip

    @loader
    def to_dask(
        self,
        date: When = None,
        sport: SportCode | CheckedSport | None = None,
        *,
        season: Season | None = None,
        table: str = "games",
        league: str | None = None,
        day: Day | None = None,
        limit: int | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
        validate: Validate = "report",
    ) -> dask.dataframe.DataFrame:
        """Return a table of many days as a Dask DataFrame, which the workers of a cluster load: a partition per day.

        Nothing is requested before the frame is computed, but the schedule of a season. For what is on disk already use
        `open`, which is faster.

        Parameters
        ----------
        date : str, datetime.date, or many of them
            As for `live`.
        sport : str
            A sport code.
        season : int, optional
            Instead of `date`: every day of the season that started in this year.
        table : str, default "games"
            As for `live`.
        league : str, optional
            For soccer.
        day : {"service", "league"}, optional
            As for `live`.
        limit : int, optional
            Days that a distributed cluster loads at a time, over all its workers; by default the option ``workers``.
            Other schedulers load one per thread.
        refresh, max_age, validate
            As for `live`.

        Returns
        -------
        dask.dataframe.DataFrame
            With the dtypes of the catalog, and the rows that `live` returns. The settings of this call travel to the
            workers, but not the token, which they read from ``RSC_TOKEN``.

        Raises
        ------
        QueryError
            An invalid argument; no request is sent.
        ConfigError
            Dask is not installed.

        Examples
        --------
        >>> games = sf.to_dask(("2024-06-01", "2024-06-03"), "MLB")     # doctest: +SKIP
        >>> games["home_score"].mean().compute()                        # doctest: +SKIP
        """
        require("frames of Dask", "dask", "pyarrow", install="'sportsframe[dask]'")
        when, code, reading = self._many(date, sport, season, league, day, refresh, max_age, "to_dask")
        from ..dataset.cluster import to_dask

        return to_dask(
            Call(
                self._aged(max_age),
                "live",
                code,
                when,
                table=table,
                league=league,
                day=reading,
                refresh=refresh,
                validate=validate,
            ),
            limit,
        )

    def _many(
        self, date: Any, sport: str | None, season: Season | None, league: str | None, day: Any,
        refresh: Refresh, max_age: float | None, verb: str,
    ) -> tuple[Any, CheckedSport, Any]:  # fmt: skip
        """The days of a call, its sport, and whose dates they are: those of a season are the days its games start."""
        if season is None:
            when, code = date_and_sport(date, sport, verb)
            return when, code, day
        if date is not None and not is_sport(date):
            raise QueryError("pass either a date or a season, not both.")
        code = required_sport(sport if sport is not None else None if date is None else str(date))
        return self._season_days(season, code, league, refresh, max_age).days, code, day or "service"
