"""Select the files of a dataset that a query needs, and the conditions on their rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date as Date
from datetime import datetime, timedelta
from functools import reduce
from operator import and_, or_
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as pads

from .._client.query import CURRENT, Clock, day, days, ends_of, zone_of
from .._client.query import season as season_text
from .._client.query import seasons as many_seasons
from .._frames.names import one_named, plain
from .._frames.recognize import LONGEST_ABBREVIATION, TEAM_NAMES
from ..catalog import SPORTS
from ..catalog.names import choose_table, league_named, sport_meant
from ..catalog.resources import league_code
from ..errors import QueryError, SportsframeError, choose, listed, quoted
from . import disk, parts
from .disk import Stamp
from .manifests import Manifest
from .parts import Place
from .schema import LIVE, SEASON, has_final, joint_schema, origins, schema_id, to_frame

Seasons = int | str | Iterable[int | str] | None
"""One season, or many; a tuple of two is a range, as of dates."""
Dates = str | Date | Iterable[Any] | None


@dataclass(frozen=True)
class Question:
    """What was asked of a dataset: the arguments of `Dataset.pandas`, which can be read again."""

    table: str
    sport: str | None = None
    league: str | None = None
    season: Seasons = None
    dates: Dates = None
    team: str | int | None = None
    columns: str | Iterable[str] | None = None

    def __post_init__(self) -> None:
        for name in ("season", "dates", "columns"):
            given = getattr(self, name)
            if isinstance(given, Iterator):
                object.__setattr__(self, name, list(given))


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
        return "(" + " OR ".join(f"{quoted_column(name)} {test}" for name in self.columns) + ")"


def _literal(value: Any) -> str:
    if isinstance(value, int):
        return str(value)
    if isinstance(value, datetime):
        return f"TIMESTAMP '{value:%Y-%m-%d}'"
    return "'" + str(value).replace("'", "''") + "'"


def quoted_column(name: str) -> str:
    """The name of a column in SQL."""
    return '"' + name.replace('"', '""') + '"'


@dataclass(frozen=True)
class Part:
    """A file of a table, and what its manifest says of it."""

    sport: str
    label: str
    path: str
    schema: str
    size: int
    sha256: str
    lacks: str = ""

    @property
    def of_another_catalog(self) -> bool:
        """Whether its columns may be others than those of the catalog."""
        return self.schema != schema_id(self.sport)

    def check(self) -> Stamp | None:
        """The stamp of the file, which is the one that its manifest names.

        Raises
        ------
        OSError
            It is not.
        """
        stamp = disk.stamp_of(Path(self.path))
        if fault := self.fault:
            raise OSError(fault)
        return stamp

    @property
    def fault(self) -> str:
        """Why the file is not the one that its manifest names; empty if it is."""
        return disk.fault_of(Path(self.path), self.size, self.sha256)


@dataclass(frozen=True)
class Selection:
    """What is read of a table: its files, the rows that meet every condition, and the columns.

    `without` are the seasons of these sports of which the table was not stored, if the question names no season.
    """

    name: str
    parts: tuple[Part, ...]
    conditions: tuple[Condition, ...]
    columns: tuple[str, ...] | None
    without: tuple[str, ...] = ()

    @property
    def sports(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(part.sport for part in self.parts))

    @property
    def order(self) -> tuple[str, ...]:
        """The columns, in the same order for every engine."""
        return self.columns or tuple(joint_schema(self.sports, self.name).names)

    @property
    def of_another_catalog(self) -> list[str]:
        """The seasons of files whose columns are to be adapted to those of the catalog."""
        return list(dict.fromkeys(part.label for part in self.parts if part.of_another_catalog))

    @property
    def incomplete(self) -> list[str]:
        """What is missing of each season that is incomplete; nothing is of a table that needs no box scores."""
        return [
            f"{part.lacks} of {part.label}" for part in self.parts if part.lacks and has_final(part.sport, self.name)
        ]

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
        with readable(self.name, self.parts):
            return [part.check() for part in self.parts]

    def sports_with(self, condition: Condition) -> list[str]:
        """The sports of the rows that meet a condition."""
        with readable(self.name, self.parts):
            table = self.dataset().to_table(columns=["sport"], filter=condition.for_arrow())
        return sorted(pc.unique(table["sport"]).to_pylist())

    @property
    def settled(self) -> bool:
        """Whether every file has its name: a sync that is under way gives it within moments."""
        return all(path.endswith(disk.SUFFIX) for path in self.paths)

    def frame(self) -> pd.DataFrame:
        """The rows as a frame, of files that are the same before and after."""
        before = self.check()
        with readable(self.name, self.parts, adapted=bool(self.of_another_catalog)):
            table = self.dataset().to_table(
                columns=None if self.columns is None else list(self.columns), filter=self.for_arrow()
            )
        if self.check() != before:
            raise SportsframeError(f"{self.name} was replaced while it was read; read it again.")
        return to_frame(table, self.sports, self.name)


@contextmanager
def readable(name: str, parts: Iterable[Part], *errors: type[Exception], adapted: bool = False) -> Iterator[None]:
    """Refuse what cannot be read, in one line, which speaks of damage only where a file is not that of its manifest.

    An engine may have `errors` of its own, and columns may be adapted.
    """
    try:
        yield
    except (pa.ArrowException, OSError, *errors) as error:
        reason = " ".join(str(error).split())[:120]
        if why := next(filter(None, (disk.unread(Path(part.path)) for part in parts)), ""):
            told = f"{why}."
        elif any(part.fault for part in parts):
            told = f"a file of {name} is damaged or gone ({reason}); sportsframe.verify lists which, and sync of the "
            told += "season puts it right."
        elif adapted and not isinstance(error, OSError):
            told = f"a file of {name} is of another catalog, and a column does not fit ({reason}); sync of the season "
            told += "upgrades it."
        else:
            told = f"{name} cannot be read, though its files are whole ({reason})."
        raise SportsframeError(told) from None


def choose_files(question: Question, places: list[Place], path: Path) -> Selection:
    """What is read for a question, of the seasons of a dataset.

    Parameters
    ----------
    question : Question
    places : list of Place
        Its folders.
    path : Path
        The dataset, for errors.

    Raises
    ------
    QueryError
        A table, sport, league, season, team or column that it does not have.
    SportsframeError
        A season that is asked for is at fault.
    """
    table, sport, league, season = question.table, question.sport, question.league, question.season
    there = {name: None for place in places if place.manifest and not place.fault for name in place.manifest.files}
    if not there:
        _refuse_faulty(places)
        raise QueryError(f"{path} has nothing in it yet; sync a season.")
    if table not in there:
        meant = None if sport is None else _named(sport, league)[0]
        _refuse_faulty([one for one in places if _may_have(one, table) and meant in (None, _owner(one)[0])])
    choose_table(table, tuple(there), str(path))
    others = [place.manifest for place in places if place.manifest and not _may_have(place, table)]
    places = [place for place in places if _may_have(place, table)]
    if sport is not None:
        sport, league = _named(sport, league)
        _refuse_unheld(sport, dict.fromkeys(_owner(place)[0] for place in places), "sport", table, path)
        places = [place for place in places if _owner(place)[0] == sport]
    if league is not None:
        league = (isinstance(league, str) and league_code(league)) or league
        leagues = dict.fromkeys(one for place in places if (one := _owner(place)[1]))
        if not leagues:
            raise QueryError(f"{path} has no {table} of a league; leave league={league!r} out.")
        _refuse_unheld(league, leagues, "league", table, path)
        places = [place for place in places if _owner(place)[1] == league]
    if season is not None:
        sports = dict.fromkeys(_owner(place)[0] for place in places)
        asked = {(code, year) for code in sports for year in years_of(season, code)}
        if not asked:
            raise QueryError("season is empty; give the years in which the seasons started, or leave it out for all.")
        _refuse_faulty([place for place in places if _owner(place)[2] is None])
        held = {(code, year) for code, _, year in map(_owner, places) if year is not None}
        known = {year for _, year in held}
        current = isinstance(season, str) and season == CURRENT  # of each sport; a year, of those that have it
        if lost := sorted((code, year) for code, year in asked - held if current or year not in known):
            code, whose = lost[0][0], ""
            if current or sport is not None:
                whose, known = f"{league or code} ", {year for one, year in held if one == code}
            years = {year for one, year in lost if one == code}
            raise QueryError(f"{path} has no {table} of {whose}{spans(years)}; it has {spans(known)}.")
        places = [place for place in places if (_owner(place)[0], _owner(place)[2]) in asked]
    _refuse_faulty(places)
    chosen = [_part(place.folder, place.manifest, table) for place in places if place.manifest]
    found = Selection(table, tuple(chosen), (), None)
    names = joint_schema(found.sports, table).names
    conditions = []
    if question.dates is not None:
        _refuse_absent(["game_date"], names, table, "dates")
        conditions.append(_of_dates(question.dates, found.sports))
    if question.team is not None:
        conditions.append(_of_team(question.team, found, names, path, places))
    wanted = None
    if question.columns is not None:
        given = [question.columns] if isinstance(question.columns, str) else list(question.columns)
        wanted = tuple(dict.fromkeys(choose(name, names, f"column of {table}") for name in given))
        if not wanted:
            raise QueryError("columns is empty; name some, or leave it out for all.")
    whole = {_owner(place)[:2] for place in places} if season is None else set()
    without = tuple(other.label for other in others if (other.sport, other.league) in whole)
    return Selection(table, found.parts, tuple(conditions), wanted, without)


TEAMS = "teams"
"""The table with the abbreviations of teams."""


def _abbreviations(places: list[Place]) -> dict[str, list[str]]:
    """The abbreviations of teams by name, as far as their box scores are stored."""
    parts = tuple(
        _part(one.folder, one.manifest, TEAMS) for one in places if one.manifest and TEAMS in one.manifest.files
    )
    if not parts:
        return {}
    with readable(TEAMS, parts):
        rows = Selection(TEAMS, parts, (), None).dataset().to_table(columns=["team", "abbreviation"])
    found: dict[str, list[str]] = {}
    for row in rows.group_by(["team", "abbreviation"]).aggregate([]).to_pylist():
        if row["team"] is not None and row["abbreviation"] is not None:
            found.setdefault(row["team"], []).append(row["abbreviation"])
    return found


def _of_team(team: str | int, found: Selection, names: list[str], path: Path, places: list[Place]) -> Condition:
    """The condition that a row is of a team, whose name is looked up among those of the rows."""
    pairs = {name: key for name, key in TEAM_NAMES.items() if name in names and key in names}
    if not pairs:
        raise QueryError(f"team does not apply to {found.name}, which has no teams; leave it out.")
    found.check()
    if not isinstance(team, str):
        condition = Condition(tuple(pairs.values()), (int(team),))
        having = found.sports_with(condition) if int(team).bit_length() < 64 else []
        if not having:
            raise QueryError(f"no team in {path} has the ID {quoted(team)}; pass a name, or sync what is missing.")
        if len(having) > 1:
            raise QueryError(f"team {team} is one of each of {', '.join(having)}; pass sport= with it, or a name.")
        return condition
    with readable(found.name, found.parts):
        table = found.dataset().to_table(columns=list(pairs))
    held = sorted({one for column in table.columns for one in pc.unique(column).to_pylist() if one is not None})
    short = _abbreviations(places)
    known = {one: [one, *short.get(one, [])] for one in held}
    nobody = f" An ID is a number: team={team}." if team.isascii() and team.isdigit() else ""
    without = [
        one.manifest.label
        for one in places
        if one.manifest and TEAMS in origins(one.manifest.sport) and TEAMS not in one.manifest.files
    ]
    if without and team.isupper() and len(team) <= LONGEST_ABBREVIATION:  # perhaps one that is not known
        known = {one: labels for one, labels in known.items() if plain(team) in map(plain, labels)}
        nobody = f" Abbreviations are in the table {TEAMS}, which {without[0]} lacks; write a name."
    name = one_named(team, known, "team", f"in {path}", str, "use a longer part of the name", nobody)
    return Condition(tuple(pairs), (name,))


def _refuse_unheld(asked: Any, held: Collection[str], what: str, table: str, path: Path) -> None:
    """Refuse a sport or league of which the dataset has no such table, and one that nobody knows."""
    if asked not in held and (asked in SPORTS or league_named(asked)):
        raise QueryError(f"{path} has no {table} of {asked}; it has those of {listed(held)}.")
    choose(asked, held, f"{what} with {table} in {path}")


def _owner(place: Place) -> tuple[str, str | None, int | None]:
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
    path = str(parts.path_of(folder, table, file))
    return Part(part.sport, part.label, path, part.schema, file.size, file.sha256, part.lacks(table))


def _of_dates(dates: Dates, sports: tuple[str, ...]) -> Condition:
    """The condition that a row is of these league dates; a game of several days is of each of them.

    If only some of the sports have games of several days, a game is of the day on which it begins.
    """
    sport, lasts = sports[0], min(SPORTS[sport].game_days for sport in sports)
    ends = ends_of(dates) if isinstance(dates, slice) else dates
    if isinstance(ends, tuple) and len(ends) == 2 and None in ends:
        first, last = (one and day(one, sport=sport, resource=LIVE, zone=zone_of(sport)) for one in ends)
        begin = _moment(first, lasts - 1) if first else EARLIEST
        return Condition(("game_date",), (begin, _moment(last) if last else LATEST), between=True)
    many = days(dates, sport=sport, resource=LIVE, zone=zone_of(sport))
    if isinstance(dates, tuple | slice) and many:
        return Condition(("game_date",), (_moment(many[0], lasts - 1), _moment(many[-1])), between=True)
    found = [day(dates, sport=sport, resource=LIVE, zone=zone_of(sport))] if many is None else many
    moments = dict.fromkeys(_moment(one, before) for one in found for before in range(lasts))
    return Condition(("game_date",), tuple(moments))


EARLIEST, LATEST = datetime(1800, 1, 1), datetime(2200, 1, 1)
"""The ends of a range of dates that is open: no game was played before, and none is planned after."""


def _moment(date: str, before: int = 0) -> datetime:
    return datetime.fromisoformat(date) - timedelta(days=before)


def _named(sport: str, league: str | None) -> tuple[str, str | None]:
    """A sport and a league, as loaders accept them: in any case, and a league for its sport."""
    if league is None and (found := league_named(sport)):
        return found
    return sport_meant(sport) or sport, league


def _refuse_absent(wanted: list[str], names: list[str], table: str, argument: str) -> None:
    if lost := [name for name in wanted if name not in names]:
        raise QueryError(f"{argument} does not apply to {table}, which has no {lost[0]}; leave it out.")


def years_of(given: Any, sport: str, clock: Clock | None = None) -> list[int]:
    """The years of a season, of a range of them or of many, as loaders accept them."""
    found = many_seasons(given, sport=sport, resource=SEASON, clock=clock)
    if found is None:
        one = isinstance(given, str | bytes) or not isinstance(given, Iterable) or getattr(given, "ndim", 1) == 0
        found = [given] if one else list(given)
    years = (CURRENT if year is None else year for year in found)
    return list(dict.fromkeys(int(season_text(year, sport=sport, resource=SEASON, clock=clock)) for year in years))


def spans(years: set[int]) -> str:
    """Years in words: ``2015-2019, 2021``."""
    runs: list[list[int]] = []
    for year in sorted(years):
        if runs and runs[-1][-1] == year - 1:
            runs[-1].append(year)
        else:
            runs.append([year])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
