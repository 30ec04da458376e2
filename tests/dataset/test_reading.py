"""A dataset is read the same by every engine, and only as much of it as is asked for."""

from __future__ import annotations

import copy
import json
import shutil
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from dask.dataframe.dask_expr.io import FromMapProjectable

import sportsframe as sf
from sportsframe.catalog import SPORTS
from sportsframe.dataset import schema
from sportsframe.dataset.choosing import Condition, Question, choose_files, readable
from sportsframe.dataset.reading import Dataset
from sportsframe.errors import QueryError, SportsframeError, SportsframeWarning

from ..support.datasets import ENGINES
from ..support.servers import TOKEN, serving
from ..support.small_season import Game, SmallSeason, three_evenings

NOW = "2025-03-01T12:00:00+00:00"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A season of two sports, and of one of them an earlier season of two games, the second of which is in January."""
    place = tmp_path_factory.mktemp("reading")
    season = three_evenings()
    early = [Game("2023-12-01", 50), Game("2024-01-02", 60)]
    with serving(SmallSeason([*season.games, *early])) as running:
        client = sf.Client(base_url=running.base_url, token=TOKEN, now=NOW, cache_dir=str(place / "cache"))
        client.sync("NBA", seasons=[2023, 2024], to=place / "data")
        client.sync("NFL", seasons=2024, to=place / "data")
    return place / "data"


@pytest.fixture
def data(folder: Path) -> Dataset:
    return sf.open(folder)


QUESTIONS: list[dict[str, Any]] = [
    {"sport": "NBA"},
    {"sport": "NFL", "season": 2024},
    {"sport": "NBA", "season": 2023},
    {"sport": "NBA", "season": np.int64(2023)},
    {"season": range(2023, 2025), "columns": ["season_start", "season", "team", "score"]},
    {"season": [2024], "dates": "2024-12-07"},
    {"season": (2023, 2024), "sport": "NBA"},
    {"dates": ("2024-12-07", "2024-12-09"), "sport": "NBA"},
    {"dates": ["2024-12-06", "2024-12-09"]},
    {"team": "Team 23"},
    {"team": 24, "sport": "NBA"},
    {"sport": "NBA", "columns": ["team", "score", "game_id"], "dates": "2024-12-06"},
    {},
]


def plain(frame: pd.DataFrame) -> list[tuple[Any, ...]]:
    """Rows in an order of their own, with None for what is missing and the time as text."""
    keys = frame.columns.sort_values()
    rows = frame[keys].astype(object).where(frame[keys].notna(), None).itertuples(index=False)
    texts = [tuple(str(pd.Timestamp(c).tz_localize(None)) if hasattr(c, "hour") else c for c in row) for row in rows]
    return sorted(texts, key=str)


@pytest.mark.sampled
@pytest.mark.parametrize("question", QUESTIONS, ids=str)
@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_gives_the_rows_of_pandas(engine: str, question: dict[str, Any], data: Dataset) -> None:
    """The same rows and columns for every selection, by each engine."""
    expected = data.pandas("teams", **question)
    found = ENGINES[engine](data, "teams", **question)

    assert list(found.columns) == list(expected.columns)
    assert plain(found) == plain(expected)
    assert len(expected)


@pytest.mark.parametrize("engine", ["pandas", "duckdb", "polars", "dask"])
def test_a_column_that_is_named_twice_is_there_once(engine: str, data: Dataset) -> None:
    """Whichever engine reads it; columns of Arrow are named when it is scanned."""
    read = ENGINES.get(engine, lambda data, table, **how: data.pandas(table, **how))
    assert list(read(data, "teams", columns=["team", "score", "team"])) == ["team", "score"]


@pytest.mark.parametrize("engine", [*ENGINES, "pandas"])
def test_an_empty_list_of_seasons_is_refused(engine: str, data: Dataset) -> None:
    """It selects nothing, so that not even the sports are known whose columns an empty table would have."""
    with pytest.raises(QueryError, match="season is empty; give the years"):
        (ENGINES | {"pandas": Dataset.pandas})[engine](data, "teams", season=[])


ROWS_OF_YEARS: dict[str, Callable[..., pd.DataFrame]] = {
    "arrow": lambda data, years: (
        data.arrow("teams", sport="NBA").to_table(filter=pc.field("season_start").isin(years)).to_pandas()
    ),
    "duckdb": lambda data, years: (
        data.duckdb("teams", sport="NBA").filter(f"season_start in {(*years, 0)}").to_arrow_table().to_pandas()
    ),
    "polars": lambda data, years: (
        data.polars("teams", sport="NBA").filter(pl.col("season_start").is_in(years)).collect().to_arrow().to_pandas()
    ),
    "dask": lambda data, years: (
        data.dask("teams", sport="NBA").query(f"season_start in {years}").compute(scheduler="sync")
    ),
    "pandas": lambda data, years: data.pandas("teams", sport="NBA").query(f"season_start in {years}"),
}


@pytest.mark.parametrize("years", [[2023], [2023, 2024], [2022]], ids=str)
@pytest.mark.parametrize("engine", ROWS_OF_YEARS)
def test_an_engine_selects_seasons_by_their_year(engine: str, years: list[int], data: Dataset) -> None:
    """A condition on ``season_start`` in the language of the engine gives the rows that the argument gives."""
    found = ROWS_OF_YEARS[engine](data, years)

    there = [year for year in years if year > 2022]
    assert plain(found) == (plain(data.pandas("teams", sport="NBA", season=there)) if there else [])
    assert found["season"].unique().tolist() == [f"{year}-{year + 1}" for year in there]


def test_files_of_other_seasons_are_skipped(data: Dataset) -> None:
    """The statistics of a file rule it out for a condition on ``season_start``: no row group of it is read."""
    condition = pc.field("season_start") == 2023
    found = [len(part.subset(condition).row_groups) for part in data.arrow("teams", sport="NBA").get_fragments()]

    assert found == [1, 0]


def test_frames_have_the_dtypes_of_the_catalog(data: Dataset) -> None:
    """A table of one sport has the dtypes that loaders return, in pandas and Dask; ``df.sports`` knows it."""
    for sport in ("NBA", "NFL"):
        for name in ("games", "teams", "periods", "players", "schedule"):
            frame = data.pandas(name, sport=sport)
            loaded = schema.empty_frame([sport], name).dtypes
            pd.testing.assert_series_equal(frame.dtypes, loaded)
            pd.testing.assert_series_equal(data.dask(name, sport=sport).dtypes, loaded)
            pd.testing.assert_series_equal(data.dask(name, sport=sport).compute(scheduler="sync").dtypes, loaded)
            kind = frame.sports.kind
            assert (kind.sports, kind.table) == ((sport,), "games" if name == "schedule" else name)
    assert data["games"].attrs["sportsframe"]["source"] == "service"
    with pytest.warns(sf.SportsframeWarning, match="all players of both sides of a game"):
        assert len(data.pandas("players", sport="NBA").sports.measures()) == 16


@pytest.mark.parametrize("table", ["games", "schedule"])
def test_the_columns_of_a_dataset_come_back_from_a_file(table: str, data: Dataset, tmp_path: Path) -> None:
    """The year of the season and whether a game is over have their dtypes again, as all other columns have."""
    frame = data.pandas(table, sport="NBA")
    frame.to_csv(tmp_path / "rows.csv", index=False)
    frame.to_parquet(tmp_path / "rows.parquet")
    for back in (
        sf.read_csv(tmp_path / "rows.csv"), sf.read_parquet(tmp_path / "rows.parquet"),
        sf.typed(pd.read_csv(tmp_path / "rows.csv")),
    ):  # fmt: skip
        pd.testing.assert_series_equal(back.dtypes, frame.dtypes)
        assert (back["season_start"] == frame["season_start"]).all()
    assert ("final" in frame) == (table == "games")


def test_sports_are_read_together(data: Dataset) -> None:
    """A table of two sports has the columns of both; one that they type differently is text."""
    games = data["games"]

    assert games["sport"].astype(str).value_counts().to_dict() == {"NBA": 8, "NFL": 6}
    assert games["quarter"].dtype == "str"
    assert data.pandas("games", sport="NBA")["quarter"].dtype == "Int64"
    assert games.columns[-1] == "final"
    assert games["week"].isna().sum() == 8


@pytest.mark.parametrize("name", sorted({name for sport in SPORTS for name in schema.origins(sport)}))
def test_a_column_has_one_type_in_all_sports(name: str) -> None:
    """Files of one table of several sports can be read as one: what engines need."""
    found: dict[str, set[str]] = {}
    for sport in SPORTS:
        for field in schema.schema(sport, name) if name in schema.origins(sport) else ():
            found.setdefault(field.name, set()).add(str(field.type))

    assert all(len(types) == 1 for types in found.values())


@pytest.mark.parametrize("sport", SPORTS)
def test_every_sport_can_be_stored(sport: str) -> None:
    """Rows without any value go through a file's types and come back with the dtypes of the catalog."""
    for name in schema.origins(sport):
        frame = schema.empty_frame([sport], name)
        nothing = frame.reindex(range(2)).astype(frame.dtypes)
        table = schema.to_arrow(nothing, sport, name, 2024, {})
        back = schema.to_frame(table, [sport], name)
        added = [*schema.own_columns(sport, name)]
        pd.testing.assert_frame_equal(back.drop(columns=added), nothing.drop(columns=added))
        assert set(back["season_start"]) == {2024}


def test_only_the_files_and_columns_asked_for_are_read(data: Dataset, folder: Path) -> None:
    """A season, a sport, a date and columns that rule files or columns out are not read: DuckDB and Polars say so."""
    plan = data.polars("players", sport="NBA", dates="2024-12-06", columns=["points"]).explain()

    assert "NFL" not in plan
    assert "PROJECT 2/" in plan
    assert "game_date" in plan.partition("SELECTION")[2]
    assert len(data.arrow("players", sport="NBA").files) == 2
    assert len(data.arrow("players", sport="NBA", season=2023).files) == 1
    lazy = data.dask("players", sport="NBA")[["points"]].optimize().expr
    assert [part.operand("columns") for part in lazy.find_operations(FromMapProjectable)] == [["points"]]


def test_the_dictionary_and_the_source_are_in_each_file(data: Dataset, folder: Path) -> None:
    """A file on its own says what its columns mean, which catalog it follows and where its rows are from."""
    for path in folder.rglob("*.parquet"):
        metadata = pq.read_schema(path).metadata
        told = json.loads(metadata[b"sportsframe"])
        columns = [row["column"] for row in json.loads(metadata[b"sportsframe.columns"])]
        assert (told["sport"], told["table"]) == (path.parts[-3], path.stem)
        assert told["source"] == "service"
        assert columns == pq.read_schema(path).names
    known = sf.columns("NBA", "live", "players").set_index("column")
    held = data.columns("players", "NBA").set_index("column")
    assert held.loc["points", "description"] == known.loc["points", "description"]
    assert held.index[-1] == "final"
    with pytest.raises(QueryError, match=r"does not declare the column 'final' .* adds: data\.columns\(\"players\"\)"):
        data["players"].sports.describe("final")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda data: data["playrs"], "unknown table of .* 'playrs'; .*Did you mean 'players'"),
        (
            lambda data: data.pandas("games", sport="NHL"),
            "data has no games of NHL; it has those of NBA, NFL",
        ),
        (lambda data: data.pandas("games", season=2020), "has no games of 2020; it has 2023-2024"),
        (lambda data: data.pandas("games", sport="NFL", season=2023), "has no games of NFL 2023; it has 2024"),
        (lambda data: data.pandas("games", season="last year"), "last year"),
        (lambda data: data.pandas("games", columns=["pts"]), "unknown column of games 'pts'"),
        (lambda data: data.pandas("games", team="Nobody"), "Nobody"),
        (lambda data: data.pandas("games", dates="yesteryear"), "is not a day"),
        (lambda data: data.pandas("games", dates=("2024-12-09", "2024-12-01")), "swap the two dates"),
        (lambda data: data.pandas("games", dates=slice(None, "2024-12-09", 2)), "a slice of dates has no step"),
        (lambda data: data.pandas("games", team=10**30), "has the ID 1000"),
        (lambda data: data.pandas("games", league="EPL"), "has no games of a league; leave league='EPL' out"),
        (lambda data: data.polars("games", season=[2024, 1990]), "has no games of 1990"),
        *(
            (lambda data, engine=engine: getattr(data, engine)("games", columns=[]), "columns is empty; name some")
            for engine in ("pandas", "polars", "duckdb", "dask")
        ),
        (lambda data: data.pandas("games", sport="bowls"), "unknown sport with games .* 'bowls'; expected one of NBA"),
        (lambda data: data.duckdb("periods", columns="points"), "unknown column of periods 'points'"),
        (lambda data: data.pandas("games", season=(2019, 2024)), "has no games of 2019-2022; it has 2023-2024"),
        (lambda data: data.pandas("games", season=(2024,)), "a range is a tuple of two seasons"),
        (lambda data: data.pandas("games", season="2019-2024"), r"first and last as a tuple: \(2019, 2024\)"),
        (lambda data: data.pandas("games", season=2024.5), "must be an integer"),
        (lambda data: data.arrow("games", columns=["game_id"]), r"data\.arrow\(.*\)\.to_table\(columns="),
        (lambda data: data.pandas("games", seasons=2024), "it accepts table, sport, .*Did you mean 'season'"),
        (lambda data: data.duckdb("games", date="2024-12-07"), "Did you mean 'dates'"),
        (lambda data: data.polars("games", "NBA"), "too many positional arguments; it accepts table, sport"),
        (lambda data: data.dask("games", where="x > 1"), "unexpected keyword argument 'where'"),
        (lambda data: data.dask(), "missing a required argument: 'table'"),
        (lambda data: data.pandas("games", columns=5), "must be a string or a list"),
        (lambda data: data.columns(5), "must be a string"),
        (lambda data: data["games", 2024], "must be a string"),
    ],
)
def test_what_is_not_there_is_refused_in_one_line(call: Callable[[Dataset], Any], words: str, data: Dataset) -> None:
    """An unknown table, sport, season, column, team or date is an error of one line that says what there is."""
    with pytest.raises(QueryError, match=words) as found:
        call(data)

    assert "\n" not in str(found.value)


def test_a_dataset_lists_its_tables(data: Dataset) -> None:
    """As a mapping does; an attribute of such a name says how a table is read, any other is no attribute either."""
    assert list(data) == list(data.tables)
    assert "games" in data
    assert "pitching" not in data
    with pytest.raises(AttributeError, match=r"no 'games'; its table is data\['games'\]"):
        data.games  # noqa: B018
    assert not hasattr(data, "pitch")
    assert copy.copy(data)["games"].equals(data["games"])


@pytest.mark.parametrize("engine", ["pandas", *ENGINES])
def test_an_id_that_several_sports_have_needs_the_sport(engine: str, data: Dataset) -> None:
    """IDs are those of a sport: rows of several teams are not mixed."""
    read = ENGINES.get(engine, lambda data, table, **how: data.pandas(table, **how))
    with pytest.raises(QueryError, match=r"team 23 is one of each of NBA, NFL; pass sport= with it") as found:
        read(data, "teams", team=23)
    assert "\n" not in str(found.value)
    assert len(read(data, "teams", team=23, sport="NFL")) == 1
    assert len(read(data, "teams", team=50, season=2023)) == 1


@pytest.mark.sampled
@pytest.mark.parametrize("engine", ["pandas", *ENGINES])
@pytest.mark.parametrize(("table", "key"), [("schedule", "home_team_id"), ("players", "team_id")])
def test_an_id_is_looked_for_beside_a_sport_without_teams(table: str, key: str, engine: str, tmp_path: Path) -> None:
    """Rows of such a sport are of no team; an ID that nobody has is refused as a name is."""
    with sf.options(now="2024-09-11T12:00Z"):
        for sport in ("PGA", "NFL"):
            sf.sync(sport, seasons=2024, to=tmp_path, tables=[table], progress=False)
    data = sf.open(tmp_path)
    read = ENGINES.get(engine, lambda data, table, **how: data.pandas(table, **how))
    team = int(data.pandas(table, sport="NFL")[key].iloc[0])
    found = read(data, table, team=team)
    assert len(found) == len(data.pandas(table, sport="NFL", team=team)) > 0
    assert set(found["sport"]) == {"NFL"}
    with pytest.raises(QueryError, match=r"no team in .* has the ID 987654321; pass a name"):
        read(data, table, team=987654321)


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Schedules of two sports in April, whose current seasons began in different years."""
    place = tmp_path_factory.mktemp("started") / "data"
    with sf.options(now="2025-04-20T12:00Z"):
        for sport, years in (("MLB", [2024, 2025]), ("NBA", 2024)):
            sf.sync(sport, seasons=years, to=place, tables="schedule", progress=False)
        sf.sync("MLB", seasons="current", to=place / "lacking", tables="schedule", progress=False)
        sf.sync("NBA", seasons=2023, to=place / "lacking", tables="schedule", progress=False)
    return sf.open(place)


@pytest.mark.parametrize("engine", ["pandas", *ENGINES])
def test_the_current_season_is_that_of_each_sport(engine: str, started: Dataset) -> None:
    """Also where it began in another year; a sport without it is not left out without a word."""
    read = ENGINES.get(engine, lambda data, table, **how: data.pandas(table, **how))
    with sf.options(now="2025-04-20T12:00Z"):
        found = read(started, "schedule", season="current")
        seasons = set(zip(found["sport"].astype(str), found["season_start"], strict=True))
        assert seasons == {("MLB", 2025), ("NBA", 2024)}
        with pytest.raises(QueryError, match="lacking has no schedule of NBA 2024; it has 2023"):
            read(sf.open(started.path / "lacking"), "schedule", season="current")
    assert set(read(started, "schedule", season=2025)["sport"].astype(str)) == {"MLB"}


@pytest.fixture(scope="module")
def abbreviated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first evenings of a season with all its tables, and without `teams`."""
    place = tmp_path_factory.mktemp("abbreviated")
    with sf.options(now="2024-10-20T12:00Z"):
        sf.sync("NHL", seasons=2024, to=place / "all", tables=["games", "teams"], progress=False)
        sf.sync("NHL", seasons=2024, to=place / "games", tables="games", progress=False)
    return place


@pytest.mark.sampled
@pytest.mark.parametrize("engine", ["pandas", *ENGINES])
def test_an_abbreviation_is_not_a_part_of_another_name(engine: str, abbreviated: Path) -> None:
    """MOR are the Mossreach Corkscrews, as of loaders, and never the Umberglen Sycamores."""
    read = ENGINES.get(engine, lambda data, table, **how: data.pandas(table, **how))
    data = sf.open(abbreviated / "all")
    held = data.pandas("teams", columns=["team", "abbreviation"]).drop_duplicates()
    assert held["team"].str.upper().str.contains("MOR").sum() == 1, "the name that it is a part of"
    for team, short in held.itertuples(index=False):
        assert set(read(data, "teams", team=short)["team"]) == {team}
        games = read(data, "games", team=short.lower())
        assert len(games)
        assert (games["home_team"].eq(team) | games["away_team"].eq(team)).all()
    assert set(read(data, "teams", team="sycamor")["team"]) == {"Umberglen Sycamores"}
    with pytest.raises(QueryError, match=r"called 'MOR'\..* in the table teams, which NHL 2024 lacks; write a name"):
        read(sf.open(abbreviated / "games"), "games", team="MOR")
    assert len(read(sf.open(abbreviated / "games"), "games", team="Umberglen"))
    with pytest.raises(QueryError, match=r"An ID is a number: team=9017\."):
        read(data, "teams", team="9017")


@pytest.mark.sampled
@pytest.mark.parametrize("engine", ["pandas", *ENGINES])
@pytest.mark.parametrize("name", ["class [7b]", "*", "what?", "{a,b}", "sport=x"])
def test_a_folder_may_have_any_name(name: str, engine: str, data: Dataset, tmp_path: Path) -> None:
    """Characters that mean something in patterns, or in partitions, mean nothing in the path of a dataset."""
    read = ENGINES.get(engine, lambda data, table, **how: data.pandas(table, **how))
    shutil.copytree(data.path, tmp_path / name)
    assert plain(read(sf.open(tmp_path / name), "teams")) == plain(read(data, "teams"))


def test_only_what_differs_from_its_manifest_is_called_damaged(data: Dataset) -> None:
    """A file that is whole, and that cannot be read for another reason, is not accused."""
    parts = choose_files(Question("teams"), data._places(), data.path).parts
    why = "teams cannot be read, though its files are whole"
    with pytest.raises(SportsframeError, match=why), readable("teams", parts):
        raise OSError("Too many open files")


def test_sports_are_named_as_elsewhere(data: Dataset) -> None:
    """In any case; a league that the dataset does not have is refused."""
    assert len(data.pandas("games", sport="nba")) == 8
    with pytest.raises(QueryError, match=r"has no games of a league; leave league='EPL' out"):
        data.pandas("games", sport="NBA", league="EPL")
    with pytest.raises(QueryError, match="has no games of"):
        data.pandas("games", sport="EPL")


@pytest.mark.parametrize("engine", [*ENGINES, "pandas"])
def test_a_range_of_dates_may_be_open(engine: str, data: Dataset) -> None:
    """An end that is None leaves nothing out."""
    read = ENGINES.get(engine, lambda found, table, **how: found.pandas(table, **how))
    whole = sorted(data.pandas("games", sport="NBA")["game_date"])
    middle = whole[len(whole) // 2]
    for dates, fits in (
        ((None, middle), [one <= middle for one in whole]), ((middle, None), [one >= middle for one in whole]),
        (slice(None, middle), [one <= middle for one in whole]), ((None, None), [True] * len(whole)),
    ):  # fmt: skip
        assert len(read(data, "games", sport="NBA", dates=dates)) == sum(fits)
    with pytest.raises(QueryError, match="is not a day"):
        data.pandas("games", dates=(None, "yesteryear"))


def test_a_table_that_is_not_there_is_not_offered(data: Dataset) -> None:
    """An attribute is refused, with the table of that name only if the dataset has it."""
    with pytest.raises(AttributeError, match=r"has no 'games'; its table is data\['games'\]\.$"):
        data.games  # noqa: B018
    with pytest.raises(AttributeError, match=r"has no 'goalies'\.$"):
        data.goalies  # noqa: B018


def test_a_moment_is_of_the_evening_of_the_league(data: Dataset) -> None:
    """A timestamp after midnight UTC is of the league's date, as for loaders."""
    moment = pd.Timestamp("2024-12-07 00:30", tz="UTC")
    found = data.pandas("games", sport="NBA", dates=moment)
    assert found["game_date"].dt.strftime("%Y-%m-%d").unique().tolist() == ["2024-12-06"]


def test_a_tournament_is_of_each_of_its_days(tmp_path: Path) -> None:
    """As for loaders; a range contains each once."""
    client = sf.Client(source="simulated", now="2024-01-20T12:00Z", cache_dir=str(tmp_path / "cache"))
    client.sync("PGA", seasons=2024, to=tmp_path / "data", tables="tournaments")
    data = sf.open(tmp_path / "data")
    counts = {day: len(data.pandas("tournaments", dates=f"2024-01-{day:02}")) for day in (3, 4, 5, 7, 8, 11, 14, 15)}
    assert counts == {3: 0, 4: 1, 5: 1, 7: 1, 8: 0, 11: 1, 14: 1, 15: 0}
    for dates, count in ((("2024-01-05", "2024-01-12"), 2), (["2024-01-05", "2024-01-06"], 1)):
        for read in (ENGINES["polars"], ENGINES["duckdb"], lambda data, table, **how: data.pandas(table, **how)):
            assert len(read(data, "tournaments", dates=dates)) == count
    last_day, day_after = (len(data.pandas("tournaments", dates=(f"2024-01-{day:02}", None))) for day in (7, 8))
    assert last_day == day_after + 1


def test_a_name_with_quotes_is_only_a_name(data: Dataset) -> None:
    """What a user passes is never read as SQL."""
    with pytest.raises(QueryError):
        data.duckdb("teams", team="Team 23' OR 1=1 --")
    with pytest.raises(QueryError):
        data.duckdb("teams", columns=['team", 1 as "x'])


@pytest.mark.parametrize("name", ["O'Fallon Owls", "'; --", "''", 'The "Owls"'])
def test_a_value_with_quotes_selects_its_rows(name: str) -> None:
    """Every engine takes a value for what it is."""
    teams = pd.DataFrame({"team": [name, "Owls"]})
    condition = Condition(("team",), (name,))

    assert duckdb.from_df(teams).filter(condition.for_sql()).fetchall() == [(name,)]
    assert pl.DataFrame({"team": [name, "Owls"]}).filter(condition.for_polars()).rows() == [(name,)]
    assert pa.table({"team": [name, "Owls"]}).filter(condition.for_arrow()).to_pylist() == [{"team": name}]


def test_a_dataset_says_what_it_holds(data: Dataset) -> None:
    """Its representation and contents name sports, seasons and tables, and count rows."""
    assert "NBA 2023-2024, NFL 2024" in repr(data)
    held = data.contents().set_index(["sport", "season", "table"])
    assert held.loc[("NBA", 2023, "games"), "rows"] == 2
    schedules = held.index.get_level_values("table") == "schedule"
    assert held.loc[schedules, "not_final"].isna().all(), "they do not tell"
    assert (held.loc[~schedules, "not_final"] == 0).all()
    assert held.loc[("NFL", 2024, "players"), "fetched_at"] == pd.Timestamp("2025-03-01 12:00:00Z")


@pytest.mark.parametrize("engine", ENGINES)
def test_seasons_without_a_table_are_named(engine: str, tmp_path: Path) -> None:
    """Whoever reads a table of all seasons is told once which of its sport lack it; who names the season is not."""
    season = three_evenings()
    with serving(SmallSeason([*season.games, Game("2023-12-01", 50)])) as running:
        client = sf.Client(base_url=running.base_url, token=TOKEN, now=NOW, cache_dir=str(tmp_path / "cache"))
        folder = tmp_path / "data"
        client.sync("NBA", seasons=2023, to=folder, tables="games")
        client.sync("NBA", seasons=2024, to=folder, tables="schedule")
        client.sync("NFL", seasons=2024, to=folder, tables="schedule")
    data = sf.open(folder)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(ENGINES[engine](data, "games", season=2023))
    with pytest.warns(SportsframeWarning, match=f"{folder} has no games of NBA 2024; name the table in a sync"):
        assert len(ENGINES[engine](data, "games"))
    with pytest.warns(SportsframeWarning, match="has no schedule of NBA 2023; "):
        assert len(ENGINES[engine](data, "schedule"))


def test_any_reader_of_parquet_finds_the_files(folder: Path) -> None:
    """Readers that know nothing of this package read a table of all sports by a pattern, or one file."""
    duckdb = pytest.importorskip("duckdb")
    polars = pytest.importorskip("polars")
    pattern = f"{folder}/*/*/games.parquet"

    assert duckdb.sql(f"select count(*) from read_parquet('{pattern}', union_by_name=true)").fetchall() == [(14,)]
    assert polars.scan_parquet(f"{folder}/NBA/*/games.parquet").collect().height == 8
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        frame = pd.read_parquet(folder / "NBA" / "2024" / "games.parquet", dtype_backend="numpy_nullable")
    assert frame.sports.kind.table == "games"


def test_a_sport_that_a_process_does_not_know_is_named() -> None:
    """As of a worker of Dask in which nobody has registered it."""
    with pytest.raises(sf.ConfigError, match=r"^HURLING is not registered in this process; .* by an entry point\.$"):
        schema.origins("HURLING")
