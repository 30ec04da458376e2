"""`Dataset`: the tables of a dataset in pandas, and lazily in DuckDB, Polars, Arrow and Dask."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date as Date
from datetime import datetime, timedelta
from functools import reduce
from numbers import Integral
from operator import and_, or_
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as pads

from .._client.query import day, days, zone_of
from .._client.query import season as season_text
from .._frames.names import one_named
from .._frames.recognize import TEAM_NAMES
from .._util.report import Report
from ..catalog import SPORTS, VERSION, choose_table, is_sport, league_named, sport_code
from ..catalog.resources import league_code
from ..errors import ConfigError, QueryError, SportsframeError, choose, path_of, require
from . import files
from .files import Manifest, Place, Stamp
from .schema import DICTIONARY, LIVE, SEASON, empty_frame, joint_schema, origins, to_frame

if TYPE_CHECKING:
    import dask.dataframe
    import duckdb
    import polars

Seasons = int | str | Iterable[int | str] | None
Dates = str | Date | Iterable[Any] | None
Found = TypeVar("Found")

PAUSES = (0.0, 0.02, 0.1)
"""Seconds before each further attempt to read what a sync may be replacing: it renames a season's files within them."""


@dataclass(frozen=True)
class Condition:
    """What rows have to meet: one of the columns lies between two values, or is one of several.

    Attributes
    ----------
    columns : tuple of str
    values : tuple
        Two bounds, or the values allowed.
    between : bool
        Whether `values` are bounds.
    """

    columns: tuple[str, ...]
    values: tuple[Any, ...]
    between: bool = False

    def for_arrow(self) -> Any:
        """The condition as an expression of Arrow."""
        found = []
        for name in self.columns:
            if self.between:
                found.append((pc.field(name) >= self.values[0]) & (pc.field(name) <= self.values[1]))
            else:
                found.append(pc.field(name).isin(list(self.values)))
        return reduce(or_, found)

    def for_polars(self) -> Any:
        """The condition as an expression of Polars."""
        import polars as pl

        columns = [pl.col(name) for name in self.columns]
        if self.between:
            return reduce(or_, [one.is_between(*self.values) for one in columns])
        return reduce(or_, [one.is_in(list(self.values)) for one in columns])

    def for_sql(self) -> str:
        """The condition in SQL."""
        values = [_literal(value) for value in self.values]
        test = f"BETWEEN {values[0]} AND {values[1]}" if self.between else f"IN ({', '.join(values)})"
        return "(" + " OR ".join(f"{_quoted(name)} {test}" for name in self.columns) + ")"


def _literal(value: Any) -> str:
    if isinstance(value, int):
        return str(value)
    if isinstance(value, datetime):
        return f"TIMESTAMP '{value:%Y-%m-%d}'"
    return "'" + str(value).replace("'", "''") + "'"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


@dataclass(frozen=True)
class Part:
    """A file of a table, and what its manifest says of it."""

    sport: str
    path: str
    schema: str
    size: int
    sha256: str

    def check(self) -> Stamp | None:
        """The stamp of the file, which is the one that its manifest names.

        Raises
        ------
        OSError
            It is not.
        """
        path = Path(self.path)
        stamp = files.stamp_of(path)
        if fault := files.fault_of(path, self.size, self.sha256):
            raise OSError(fault)
        return stamp


@dataclass(frozen=True)
class Selection:
    """What is read of a table: its files, the rows that meet every condition, and the columns."""

    name: str
    parts: tuple[Part, ...]
    conditions: tuple[Condition, ...]
    columns: tuple[str, ...] | None

    @property
    def sports(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(part.sport for part in self.parts))

    @property
    def order(self) -> tuple[str, ...]:
        """The columns, in the same order for every engine."""
        return self.columns or tuple(joint_schema(self.sports, self.name).names)

    def order_of(self, there: list[str]) -> tuple[str, ...]:
        """Those of `order` that are there: files of an older catalog may lack some."""
        return self.columns or tuple(name for name in self.order if name in set(there))

    @property
    def paths(self) -> list[str]:
        return [part.path for part in self.parts]

    def dataset(self) -> Any:
        """The files as a dataset of Arrow, without the conditions; damaged pages are not read as whole ones."""
        checks = pads.ParquetFragmentScanOptions(page_checksum_verification=True)
        form = pads.ParquetFileFormat(default_fragment_scan_options=checks)
        return pads.dataset(self.paths, schema=joint_schema(self.sports, self.name), format=form, partitioning=None)

    def for_arrow(self) -> Any:
        """The conditions as one expression of Arrow, or None."""
        return reduce(and_, [one.for_arrow() for one in self.conditions]) if self.conditions else None

    def check(self) -> list[Stamp | None]:
        """The stamps of the files, each of which is the one that its manifest names."""
        with _readable(self.name):
            return [part.check() for part in self.parts]

    def rows_of(self, sport: str, condition: Condition) -> int:
        """How many rows of a sport meet a condition."""
        parts = tuple(part for part in self.parts if part.sport == sport)
        with _readable(self.name):
            found: int = replace(self, parts=parts).dataset().count_rows(filter=condition.for_arrow())
        return found

    @property
    def settled(self) -> bool:
        """Whether every file has its name: a sync that is under way gives it within moments."""
        return all(path.endswith(files.SUFFIX) for path in self.paths)

    def frame(self) -> pd.DataFrame:
        """The rows as a frame, of files that are the same before and after."""
        before = self.check()
        with _readable(self.name):
            table = self.dataset().to_table(
                columns=None if self.columns is None else list(self.columns), filter=self.for_arrow()
            )
        if self.check() != before:
            raise SportsframeError(f"{self.name} was replaced while it was read; read it again.")
        return to_frame(table, self.sports, self.name)


@contextmanager
def _readable(name: str, *errors: type[Exception]) -> Iterator[None]:
    """Refuse what cannot be read, in one line; an engine may have `errors` of its own."""
    try:
        yield
    except (pa.ArrowException, OSError, *errors) as error:
        raise SportsframeError(
            f"a file of {name} is damaged or gone ({' '.join(str(error).split())[:120]}); sportsframe.verify lists "
            "which, and sync of the season puts it right."
        ) from None


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
    with _readable(name):
        table = selection.dataset().replace_schema(joint).to_table(columns=list(chosen), filter=selection.for_arrow())
    return to_frame(table, sports, name)


class Dataset:
    """The tables of a dataset: ``data["players"]`` as a frame, and lazily for other engines.

    Made by `sportsframe.open`. The methods `pandas`, `duckdb`, `polars`, `arrow` and `dask` take the same arguments;
    files, row groups and columns that they rule out are not read.

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
        The folder.

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
        self.path = path_of(path, "path", ConfigError)
        self._source = files.read_source(self.path)
        self._known: dict[Path, tuple[Stamp, Place]] = {}

    def _places(self) -> list[Place]:
        return [place for place in files.places(self.path, self._source, self._known) if place.owner]

    @property
    def _parts(self) -> list[tuple[Path, Manifest]]:
        return [(place.folder, place.manifest) for place in self._places() if place.manifest and not place.fault]

    @property
    def tables(self) -> tuple[str, ...]:
        """Names of the tables, of all sports."""
        return tuple(dict.fromkeys(name for _, part in self._parts for name in part.files))

    def contents(self) -> Report:
        """List the files.

        Returns
        -------
        Report
            A row per file: ``sport``, ``league``, ``season``, ``table``, ``rows``, ``not_final`` (rows of games that
            were not finished), ``bytes``, ``fetched_at`` (when the latest answer behind the season was fetched, UTC),
            ``missing`` (days that could not be loaded, and finished games that the service does not list).
        """
        rows = [
            (
                part.sport, part.league or "", part.season, name, file.rows, file.not_final, file.size,
                f"{max(one.fetched_at for one in [part.schedule, *part.answers]):%Y-%m-%d %H:%M:%S}", len(part.missing),
            )
            for _, part in self._parts for name, file in part.files.items()
        ]  # fmt: skip
        headers = ["sport", "league", "season", "table", "rows", "not_final", "bytes", "fetched_at", "missing"]
        return Report(rows, columns=headers)

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
            part = self._selection(table, sport, None, None, None, None, None).parts[0]
            with _readable(table):
                part.check()
                return pads.dataset([part.path], format="parquet").schema.metadata

        return pd.DataFrame(json.loads(_steady(read)[DICTIONARY]))

    def __getitem__(self, table: str) -> pd.DataFrame:
        return self.pandas(table)

    def pandas(
        self,
        table: str,
        *,
        sport: str | None = None,
        league: str | None = None,
        season: Seasons = None,
        dates: Dates = None,
        team: str | int | None = None,
        columns: Iterable[str] | None = None,
    ) -> pd.DataFrame:
        """A table as a frame with the dtypes of the catalog; ``df.sports`` works on it.

        Parameters
        ----------
        table : str
            One of `tables`.
        sport, league : str, optional
            By default all. Of several sports a table has the columns of each; one that they type differently, such as
            ``round``, is text.
        season : int or iterable of int, optional
            Years in which the seasons started.
        dates : str, datetime.date, tuple of two, or iterable, optional
            League dates (``game_date``): one, the first and last, or several. A golf tournament is of each of its days,
            unless other sports are read with it.
        team : str or int, optional
            Rows of a team, by name or ID; of games those at home and away. An ID that several sports have needs
            `sport`.
        columns : iterable of str, optional
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
        season, dates, columns = map(_lasting, (season, dates, columns))
        frame = _steady(lambda: self._selection(table, sport, league, season, dates, team, columns).frame())
        frame.attrs = self._attrs()
        return frame

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
        """A table as a `pyarrow.dataset.Dataset`; name the columns when you scan it.

        Parameters
        ----------
        table, sport, league, season, dates, team
            As for `pandas`.

        Returns
        -------
        pyarrow.dataset.Dataset
        """
        chosen = self._select(table, sport, league, season, dates, team, None)
        condition = chosen.for_arrow()
        found = chosen.dataset()
        return found if condition is None else found.filter(condition)

    def duckdb(
        self,
        table: str,
        *,
        sport: str | None = None,
        league: str | None = None,
        season: Seasons = None,
        dates: Dates = None,
        team: str | int | None = None,
        columns: Iterable[str] | None = None,
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

        season, dates, columns = map(_lasting, (season, dates, columns))

        def relation() -> duckdb.DuckDBPyRelation:
            chosen = self._select(table, sport, league, season, dates, team, columns)
            with _readable(table, duckdb.Error):
                found = (connection or duckdb).read_parquet(chosen.paths, union_by_name=True)
            for condition in chosen.conditions:
                found = found.filter(condition.for_sql())
            return found.project(", ".join(map(_quoted, chosen.order_of(found.columns))))

        return _steady(relation)

    def polars(
        self,
        table: str,
        *,
        sport: str | None = None,
        league: str | None = None,
        season: Seasons = None,
        dates: Dates = None,
        team: str | int | None = None,
        columns: Iterable[str] | None = None,
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

        season, dates, columns = map(_lasting, (season, dates, columns))

        def lazy() -> pl.LazyFrame:
            chosen = self._select(table, sport, league, season, dates, team, columns)
            alike: dict[str, list[str]] = {}
            for part in chosen.parts:
                alike.setdefault(part.schema, []).append(part.path)
            with _readable(table, pl.exceptions.PolarsError):
                found = pl.concat([pl.scan_parquet(paths) for paths in alike.values()], how="diagonal")
                names = found.collect_schema().names()
            for condition in chosen.conditions:
                found = found.filter(condition.for_polars())
            return found.select(chosen.order_of(names))

        return _steady(lazy)

    def dask(
        self,
        table: str,
        *,
        sport: str | None = None,
        league: str | None = None,
        season: Seasons = None,
        dates: Dates = None,
        team: str | int | None = None,
        columns: Iterable[str] | None = None,
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

        chosen = self._select(table, sport, league, season, dates, team, columns)
        order = chosen.order
        return partitions(
            read_part, list(chosen.parts), meta=empty_frame(chosen.sports, table, order), label=table,
            name=table, sports=chosen.sports, conditions=chosen.conditions, order=order,
        )  # fmt: skip

    def _select(
        self,
        table: str,
        sport: str | None,
        league: str | None,
        season: Seasons,
        dates: Dates,
        team: str | int | None,
        columns: Iterable[str] | None,
    ) -> Selection:
        """What a lazy frame reads later: files that were checked and, if possible, have their names."""

        def select() -> Selection:
            found = self._selection(table, sport, league, season, dates, team, columns)
            found.check()
            return found

        season, dates, columns = map(_lasting, (season, dates, columns))
        found = _steady(select)
        for pause in PAUSES:
            if not found.settled:
                time.sleep(pause)
                found = _steady(select)
        return found

    def _selection(
        self,
        table: str,
        sport: str | None,
        league: str | None,
        season: Seasons,
        dates: Dates,
        team: str | int | None,
        columns: Iterable[str] | None,
    ) -> Selection:
        places = self._places()
        there = {name: None for place in places if place.manifest and not place.fault for name in place.manifest.files}
        if not there:
            _refuse_faulty(places)
            raise QueryError(f"{self.path} has nothing in it yet; sync a season.")
        choose_table(table, tuple(there), str(self.path))
        places = [place for place in places if _may_have(place, table)]
        if sport is not None:
            sport, league = _named(sport, league)
            choose(sport, dict.fromkeys(_owner(place)[0] for place in places), f"sport with {table} in {self.path}")
            places = [place for place in places if _owner(place)[0] == sport]
        if league is not None:
            league = (isinstance(league, str) and league_code(league)) or league
            leagues = dict.fromkeys(one for place in places if (one := _owner(place)[1]))
            if not leagues:
                raise QueryError(f"{self.path} has no {table} of a league; leave league={league!r} out.")
            choose(league, leagues, f"league with {table} in {self.path}")
            places = [place for place in places if _owner(place)[1] == league]
        if season is not None:
            given = [season] if isinstance(season, int | str | Integral) else list(season)
            years = {int(season_text(year, sport=_owner(places[0])[0], resource=SEASON)) for year in given}
            known = {_owner(place)[2] for place in places}
            if lost := sorted(years - known):
                raise QueryError(f"{self.path} has no {table} of {', '.join(map(str, lost))}; it has {_spans(known)}.")
            places = [place for place in places if _owner(place)[2] in years]
        _refuse_faulty(places)
        chosen = [_part(place.folder, place.manifest, table) for place in places if place.manifest]
        found = Selection(table, tuple(chosen), (), None)
        names = joint_schema(found.sports, table).names
        conditions = []
        if dates is not None:
            _refuse_absent(["game_date"], names, table, "dates")
            conditions.append(_of_dates(dates, found.sports))
        if team is not None:
            conditions.append(self._of_team(team, found, names))
        wanted = None
        if columns is not None:
            given = [columns] if isinstance(columns, str) else list(columns)
            wanted = tuple(choose(name, names, f"column of {table}") for name in given)
        return Selection(table, found.parts, tuple(conditions), wanted)

    def _of_team(self, team: str | int, found: Selection, names: list[str]) -> Condition:
        """The condition that a row is of a team, whose name is looked up among those of the rows."""
        pairs = {name: key for name, key in TEAM_NAMES.items() if name in names and key in names}
        if not pairs:
            raise QueryError(f"team does not apply to {found.name}, which has no teams; leave it out.")
        if not isinstance(team, str):
            condition = Condition(tuple(pairs.values()), (int(team),))
            found.check()
            having = [sport for sport in found.sports if len(found.sports) > 1 and found.rows_of(sport, condition)]
            if len(having) > 1:
                raise QueryError(f"team {team} is one of each of {', '.join(having)}; pass sport= with it, or a name.")
            return condition
        found.check()
        with _readable(found.name):
            table = found.dataset().to_table(columns=list(pairs))
        known = {one: [one] for column in table.columns for one in pc.unique(column).to_pylist() if one is not None}
        name = one_named(team, known, "team", f"in {self.path}", str, "use a longer part of the name")
        return Condition(tuple(pairs), (name,))

    def _attrs(self) -> dict[Any, Any]:
        return {
            "sportsframe": {
                "source": self._source.source, "world": self._source.world, "catalog": VERSION,
                "empty_means": "the dataset has no such rows",
            }
        }  # fmt: skip

    def __repr__(self) -> str:
        places = self._places()
        parts = [place.manifest for place in places if place.manifest and not place.fault]
        labels = dict.fromkeys(part.league or part.sport for part in parts)
        told = [
            f"{one} {_spans({part.season for part in parts if (part.league or part.sport) == one})}" for one in labels
        ]
        faulty = [f"{owner[1] or owner[0]} {owner[2]}" for place in places if place.fault and (owner := place.owner)]
        unread = f"; unreadable: {', '.join(faulty)}" if faulty else ""
        tables = ", ".join(dict.fromkeys(name for part in parts for name in part.files))
        return f"<dataset {self.path}: {', '.join(told) or 'nothing yet'}{unread}; tables {tables}>"


def _lasting(given: Any) -> Any:
    """What can be iterated over again."""
    return list(given) if isinstance(given, Iterator) else given


def _steady(read: Callable[[], Found]) -> Found:
    """What `read` returns, which is called again if a sync may have replaced files meanwhile."""
    for pause in PAUSES:
        try:
            return read()
        except QueryError:
            raise
        except SportsframeError:
            time.sleep(pause)
    return read()


def _owner(place: Place) -> tuple[str, str | None, int]:
    assert place.owner is not None
    return place.owner


def _may_have(place: Place, table: str) -> bool:
    """Whether a season has a table, or would have it if it were not at fault."""
    if place.manifest is not None and (not place.fault or _owner(place)[0] not in SPORTS):
        return table in place.manifest.files
    return table in origins(_owner(place)[0])


def _refuse_faulty(places: list[Place]) -> None:
    """Refuse to read seasons of which some cannot be read: the others alone would look like all."""
    if fault := next((place.fault for place in places if place.fault), ""):
        raise SportsframeError(fault)


def _part(folder: Path, part: Manifest, table: str) -> Part:
    file = part.files[table]
    path = str(files.path_of(folder, table, file))
    return Part(part.sport, path, f"{part.sport} {part.schema}", file.size, file.sha256)


def _of_dates(dates: Dates, sports: tuple[str, ...]) -> Condition:
    """The condition that a row is of these league dates; a game of several days is of each of them.

    Of sports whose games take one day and others together, a game is of the day on which it begins.
    """
    sport, lasts = sports[0], min(SPORTS[sport].game_days for sport in sports)
    many = days(dates, sport=sport, resource=LIVE, zone=zone_of(sport))
    if isinstance(dates, tuple | slice) and many:
        return Condition(("game_date",), (_moment(many[0], lasts - 1), _moment(many[-1])), between=True)
    found = [day(dates, sport=sport, resource=LIVE, zone=zone_of(sport))] if many is None else many
    moments = dict.fromkeys(_moment(one, before) for one in found for before in range(lasts))
    return Condition(("game_date",), tuple(moments))


def _moment(date: str, before: int = 0) -> datetime:
    return datetime.fromisoformat(date) - timedelta(days=before)


def _named(sport: str, league: str | None) -> tuple[str, str | None]:
    """A sport and a league, as loaders accept them: in any case, and a league for its sport."""
    if league is None and (found := league_named(sport)):
        return found
    return (sport_code(sport) if is_sport(sport) else sport), league


def _refuse_absent(wanted: list[str], names: list[str], table: str, argument: str) -> None:
    if lost := [name for name in wanted if name not in names]:
        raise QueryError(f"{argument} does not apply to {table}, which has no {lost[0]}; leave it out.")


def _spans(years: set[int]) -> str:
    """Years in words: ``2015-2019, 2021``."""
    runs: list[list[int]] = []
    for year in sorted(years):
        if runs and runs[-1][-1] == year - 1:
            runs[-1].append(year)
        else:
            runs.append([year])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
