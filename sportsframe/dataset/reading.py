"""`Dataset`: the tables of a dataset in pandas, and lazily in DuckDB, Polars, Arrow and Dask."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pandas as pd
import pyarrow.dataset as pads

from .._client.notices import warn, warn_once
from .._frames.arguments import checked
from .._util.report import Report
from ..catalog import SPORTS, VERSION
from ..errors import ConfigError, QueryError, SportsframeError, path_of, require
from . import claims, parts
from .choosing import (
    Condition,
    Dates,
    Part,
    Question,
    Seasons,
    Selection,
    choose_files,
    quoted_column,
    readable,
    spans,
)
from .disk import Stamp
from .manifests import Manifest
from .parts import Place
from .schema import DICTIONARY, empty_frame, has_final, joint_schema, origins, to_frame

if TYPE_CHECKING:
    import dask.dataframe
    import duckdb
    import polars

Read = TypeVar("Read")

PAUSES = (0.0, 0.02, 0.1)
"""Seconds before each further attempt to read what a sync may be replacing: it renames a season's files within them."""


def read_part(
    part: Part,
    columns: list[str] | None = None,
    *,
    name: str,
    sports: tuple[str, ...],
    conditions: tuple[Condition, ...],
    order: tuple[str, ...],
) -> pd.DataFrame:
    """One file as a partition of a Dask frame: the same columns and dtypes for each."""
    chosen = tuple(order if columns is None else columns)
    joint = joint_schema(sports, name)
    selection = Selection(name, (part,), conditions, chosen)
    try:
        part.check()
    except OSError as error:
        raise SportsframeError(
            f"the frame of {name} is of files that a sync replaced, or damaged ({error}); make it again."
        ) from None
    with readable(name, [part], adapted=part.of_another_catalog):
        table = selection.dataset().replace_schema(joint).to_table(columns=list(chosen), filter=selection.for_arrow())
    return to_frame(table, sports, name)


class Dataset:
    """The tables of a dataset: ``data["players"]`` as a frame, and lazily for other engines.

    Made by `sportsframe.open`; iterating over it gives the names of its tables. The methods `pandas`, `duckdb`,
    `polars`, `arrow` and `dask` take the same arguments, but for the columns of `arrow`, which are named when it is
    scanned. Files, row groups and columns that they rule out are not read.

    Of an incomplete season what is there is read, with one warning that says what is missing.

    Each call reads the dataset as it is then: of each season one state, the newest. Two calls may see two states if a
    sync ends between them. `pandas` reads again by itself what a sync replaces meanwhile; a Dask frame whose files were
    replaced before it is computed says so; the other lazy frames are to be computed before the next sync.

    Parameters
    ----------
    path : str or path
        The folder.

    Attributes
    ----------
    path : Path
        The folder, absolute: a later change of the working directory does not matter.

    Examples
    --------
    >>> report = sf.sync("NFL", seasons=2023, to="data", tables="schedule")
    >>> data = sf.open("data")
    >>> data.tables
    ('schedule',)
    >>> data.pandas("schedule", dates=("2023-09-07", "2023-09-11"), columns=["game_id", "away_team"]).shape
    (16, 2)
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path, self._given = path_of(path, "path", ConfigError), os.fspath(path)
        self._source = claims.read_source(self.path)
        self._known: dict[Path, tuple[Stamp, Place]] = {}
        self._told: set[str] = set()
        for place in parts.places(self.path, self._source, self._known):
            if place.owner is None and place.warned:
                warn(f"{place.fault}.")

    def _places(self) -> list[Place]:
        found = parts.places(self.path, self._source, self._known)
        if not found:
            claims.read_source(self.path)  # which refuses a folder that has been deleted or unmounted
        return [place for place in found if place.owner]

    @property
    def tables(self) -> tuple[str, ...]:
        """Names of the tables, of all sports."""
        return tuple(dict.fromkeys(name for part in _sound(self._places()) for name in part.files))

    def contents(self) -> Report:
        """List the files; a warning names a season that cannot be read.

        Returns
        -------
        Report
            A row per file: ``sport``, ``league``, ``season``, ``table``, ``rows``, ``not_final`` (rows of games that
            were not finished; missing of schedules), ``bytes``, ``fetched_at`` (when the latest answer behind the
            season was fetched, UTC), ``missing`` (days that could not be loaded, and finished games that the service
            does not list, also those that were given up).
        """
        places = self._places()
        if faults := [place.fault for place in places if place.fault]:
            warn(f"the contents lack what cannot be read: {faults[0]}")
        rows = [
            (
                part.sport, part.league or "", part.season, name, file.rows,
                file.not_final if name in origins(part.sport) and has_final(part.sport, name) else None, file.size,
                max(one.fetched_at for one in [part.schedule, *part.answers]).replace(microsecond=0),
                len({*part.missing, *part.given_up}),
            )
            for part in _sound(places) for name, file in part.files.items()
        ]  # fmt: skip
        headers = ["sport", "league", "season", "table", "rows", "not_final", "bytes", "fetched_at", "missing"]
        report = Report(rows, columns=headers)
        report["not_final"] = report["not_final"].astype("Int64")
        report["fetched_at"] = pd.to_datetime(report["fetched_at"], utc=True).astype("datetime64[us, UTC]")
        return report

    @checked
    def columns(self, table: str, sport: str | None = None) -> pd.DataFrame:
        """The data dictionary of a table, as it was written into the files.

        Parameters
        ----------
        table : str
            One of `tables`.
        sport : str, optional
            By default the first that has the table.

        Returns
        -------
        pandas.DataFrame, shape (n_columns, 6)
            ``column, wire, dtype, unit, description, source``, as `sportsframe.columns` gives them.
        """

        def read() -> Any:
            part = self._selection(Question(table, sport)).parts[0]
            with readable(table, [part]):
                part.check()
                return pads.dataset([part.path], format="parquet").schema.metadata

        return pd.DataFrame(json.loads(_steady(read)[DICTIONARY]))

    def __getitem__(self, table: str) -> pd.DataFrame:
        return self.pandas(table)

    def __iter__(self) -> Iterator[str]:
        return iter(self.tables)

    def __getattr__(self, name: str) -> Any:
        known = any(name in origins(sport) for sport in SPORTS) and name in self.tables
        told = f"; its table is data[{name!r}]" if known else ""
        raise AttributeError(f"a dataset has no {name!r}{told}.", name=name, obj=self)

    @checked
    def pandas(
        self,
        table: str,
        *,
        sport: str | None = None,
        league: str | None = None,
        season: Seasons = None,
        dates: Dates = None,
        team: str | int | None = None,
        columns: str | Iterable[str] | None = None,
    ) -> pd.DataFrame:
        """A table as a frame with the dtypes of the catalog; ``df.sports`` works on it.

        Parameters
        ----------
        table : str
            One of `tables`.
        sport, league : str, optional
            By default all. Of several sports a table has the columns of each; one that they type differently, such as
            ``round``, is text.
        season : int, str or iterable of int, optional
            Years in which the seasons started; a tuple of two is a range. ``"current"`` is that of each sport.
        dates : str, datetime.date, tuple of two, or iterable, optional
            League dates (``game_date``): one, the first and last, or several. Of the first and last one may be None. A
            golf tournament is of each of its days, unless other sports are read with it.
        team : str or int, optional
            Rows of a team, by name, ID or abbreviation, which the table ``teams`` has; of games those at home and away.
            An ID that several sports have needs `sport`.
        columns : str or iterable of str, optional
            Only these, in this order.

        Returns
        -------
        pandas.DataFrame, shape (n_rows, n_columns)
            The last columns are those that a dataset adds: ``season_start``, the year in which the season started, and,
            except in schedules, ``final``, which is False in rows of games that were not finished.

        Raises
        ------
        QueryError
            A table, sport, season, team or column that the dataset does not have.
        SportsframeError
            A file is not the one that the manifest of its season names, or the manifest is damaged. `season` selects
            the others.
        """
        question = Question(table, sport, league, season, dates, team, columns)
        frame = _steady(lambda: self._selection(question).frame())
        frame.attrs = self._attrs()
        return frame

    @checked
    def arrow(
        self,
        table: str,
        *,
        sport: str | None = None,
        league: str | None = None,
        season: Seasons = None,
        dates: Dates = None,
        team: str | int | None = None,
    ) -> Any:
        """A table as a `pyarrow.dataset.Dataset`; name the columns when you scan it: ``.to_table(columns=[...])``.

        Parameters
        ----------
        table, sport, league, season, dates, team
            As for `pandas`.

        Returns
        -------
        pyarrow.dataset.Dataset
        """
        chosen = self._select(Question(table, sport, league, season, dates, team))
        condition = chosen.for_arrow()
        found = chosen.dataset()
        return found if condition is None else found.filter(condition)

    @checked
    def duckdb(
        self,
        table: str,
        *,
        sport: str | None = None,
        league: str | None = None,
        season: Seasons = None,
        dates: Dates = None,
        team: str | int | None = None,
        columns: str | Iterable[str] | None = None,
        connection: duckdb.DuckDBPyConnection | None = None,
    ) -> duckdb.DuckDBPyRelation:
        """A table as a relation of DuckDB.

        Parameters
        ----------
        table, sport, league, season, dates, team, columns
            As for `pandas`.
        connection : duckdb.DuckDBPyConnection, optional
            The connection to use; by default the one of the module.

        Returns
        -------
        duckdb.DuckDBPyRelation
        """
        require("relations of DuckDB", "duckdb", install="'sportsframe[engines]'")
        import duckdb

        question = Question(table, sport, league, season, dates, team, columns)

        def relation() -> duckdb.DuckDBPyRelation:
            chosen = self._select(question)
            engine = connection or duckdb
            with readable(table, chosen.parts, duckdb.Error):
                if chosen.of_another_catalog:
                    found = engine.from_arrow(chosen.dataset())
                else:
                    found = engine.read_parquet(chosen.paths, union_by_name=True)
            for condition in chosen.conditions:
                found = found.filter(condition.for_sql())
            return found.project(", ".join(map(quoted_column, chosen.order)))

        return _steady(relation)

    @checked
    def polars(
        self,
        table: str,
        *,
        sport: str | None = None,
        league: str | None = None,
        season: Seasons = None,
        dates: Dates = None,
        team: str | int | None = None,
        columns: str | Iterable[str] | None = None,
    ) -> polars.LazyFrame:
        """A table as a lazy frame of Polars.

        Parameters
        ----------
        table, sport, league, season, dates, team, columns
            As for `pandas`.

        Returns
        -------
        polars.LazyFrame
        """
        require("frames of Polars", "polars", install="'sportsframe[engines]'")
        import polars as pl

        question = Question(table, sport, league, season, dates, team, columns)

        def lazy() -> pl.LazyFrame:
            chosen = self._select(question)
            alike: dict[str, list[str]] = {}
            for part in chosen.parts:
                alike.setdefault(part.sport, []).append(part.path)
            with readable(table, chosen.parts, pl.exceptions.PolarsError):
                if chosen.of_another_catalog:
                    found = pl.scan_pyarrow_dataset(chosen.dataset())
                else:
                    scans = [pl.scan_parquet(paths, glob=False) for paths in alike.values()]
                    found = pl.concat(scans, how="diagonal")
            for condition in chosen.conditions:
                found = found.filter(condition.for_polars())
            return found.select(chosen.order)

        return _steady(lazy)

    @checked
    def dask(
        self,
        table: str,
        *,
        sport: str | None = None,
        league: str | None = None,
        season: Seasons = None,
        dates: Dates = None,
        team: str | int | None = None,
        columns: str | Iterable[str] | None = None,
    ) -> dask.dataframe.DataFrame:
        """A table as a Dask DataFrame: a partition per season, with the dtypes of the catalog.

        Parameters
        ----------
        table, sport, league, season, dates, team, columns
            As for `pandas`.

        Returns
        -------
        dask.dataframe.DataFrame
        """
        from .cluster import partitions

        chosen = self._select(Question(table, sport, league, season, dates, team, columns))
        order = chosen.order
        return partitions(
            read_part, list(chosen.parts), meta=empty_frame(chosen.sports, table, order), label=table,
            name=table, sports=chosen.sports, conditions=chosen.conditions, order=order,
        )  # fmt: skip

    def _select(self, question: Question) -> Selection:
        """What a lazy frame reads later: files that were checked and, if possible, have their names."""

        def select() -> Selection:
            found = self._selection(question)
            found.check()
            return found

        found = _steady(select)
        for pause in PAUSES:
            if not found.settled:
                time.sleep(pause)
                found = _steady(select)
        return found

    def _selection(self, question: Question) -> Selection:
        found = choose_files(question, self._places(), self.path)
        if older := found.of_another_catalog:
            which = f"{older[0]} is" if len(older) == 1 else f"{older[0]} and {len(older) - 1} more seasons are"
            warn_once(
                f"catalog {self.path} {older}",
                f"{self.path}: {which} of another catalog; columns that its files lack are missing values, and sync "
                "upgrades it.",
            )
        if lost := [one for one in found.incomplete if one not in self._told]:
            self._told.update(lost)
            warn(f"{self.path} is incomplete: it lacks {', '.join(lost)}; sync requests what is missing.")
        if found.without:
            warn_once(
                f"without {self.path} {found.name} {found.without}",
                f"{self.path} has no {found.name} of {', '.join(found.without)}; name the table in a sync to add them, "
                "or pass season=.",
            )
        return found

    def _attrs(self) -> dict[Any, Any]:
        return {
            "sportsframe": {
                "source": self._source.source, "world": self._source.world, "catalog": VERSION,
                "empty_means": "the dataset has no such rows",
            }
        }  # fmt: skip

    def __repr__(self) -> str:
        try:
            places = self._places()
        except ConfigError as error:
            return f"<dataset {self._given}: {error}>"
        parts = _sound(places)
        labels = dict.fromkeys(part.league or part.sport for part in parts)
        told = [
            f"{one} {spans({part.season for part in parts if (part.league or part.sport) == one})}" for one in labels
        ]
        faults = {
            "incomplete": [part.label for part in parts if part.missing],
            "unreadable": [
                " ".join(map(str, filter(None, (league or sport, year))))
                for one in places
                if one.fault and one.owner
                for sport, league, year in [one.owner]
            ],
        }
        wrong = "".join(f"; {state}: {', '.join(which)}" for state, which in faults.items() if which)
        tables = ", ".join(dict.fromkeys(name for part in parts for name in part.files))
        return f"<dataset {self._given}: {', '.join(told) or 'nothing yet'}{wrong}{tables and f'; tables {tables}'}>"


def _sound(places: list[Place]) -> list[Manifest]:
    """The manifests of seasons that can be read."""
    return [place.manifest for place in places if place.manifest and not place.fault]


def _steady(read: Callable[[], Read]) -> Read:
    """What `read` returns, which is called again if a sync may have replaced files meanwhile."""
    for pause in PAUSES:
        try:
            return read()
        except QueryError:
            raise
        except SportsframeError:
            time.sleep(pause)
    return read()
