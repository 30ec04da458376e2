"""Frames that went through files and other libraries: their dtypes, and one type for each column."""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sportsframe as sf
from sportsframe._frames.recognize import kind
from sportsframe.catalog import SPORTS

from ..support import samples

DAYS = {
    "MLB": ("2024-06-01", "games"), "NFL": ("2024-11-10", "players"), "NHL": ("2024-12-06", "goalies"),
    "PGA": ("2024-06-13", "players"), "DARTS": ("2024-01-03", "legs"), "NCAABB": ("2024-12-07", "periods"),
}  # fmt: skip


def as_json(frame: pd.DataFrame) -> pd.DataFrame:
    text = frame.to_json(orient="records", date_format="iso")
    return pd.read_json(io.StringIO(text), orient="records", dtype=False)


def as_parquet(frame: pd.DataFrame) -> io.BytesIO:
    held = io.BytesIO()
    frame.to_parquet(held)
    held.seek(0)
    return held


WAYS: dict[str, Callable[[pd.DataFrame], pd.DataFrame]] = {
    "CSV": lambda frame: sf.read_csv(io.StringIO(frame.to_csv(index=False))),
    "CSV by pandas": lambda frame: sf.typed(pd.read_csv(io.StringIO(frame.to_csv(index=False)))),
    "JSON": lambda frame: sf.typed(as_json(frame)),
    "Parquet": lambda frame: sf.read_parquet(as_parquet(frame)),
    "objects": lambda frame: frame.astype(object).sports.typed(),
    "pyarrow dtypes": lambda frame: sf.typed(frame.convert_dtypes(dtype_backend="pyarrow")),
    "Polars": lambda frame: sf.typed(frame.sports.to_polars().to_pandas()),
    "Arrow": lambda frame: sf.typed(frame.sports.to_arrow().to_pandas()),
    "Arrow, categories": lambda frame: sf.typed(frame.sports.to_arrow(text="category").to_pandas()),
}


@pytest.mark.sampled
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("sport", DAYS)
def test_a_table_comes_back(sport: str, way: str) -> None:
    """After a file or another library the values, dtypes and columns are what they were, and the table is known."""
    day, table = DAYS[sport]
    frame = sf.live(day, sport, table=table)

    back = WAYS[way](frame)

    pd.testing.assert_frame_equal(back, frame)
    assert back.sports.kind == frame.sports.kind


@pytest.mark.sampled
@pytest.mark.parametrize("sport", SPORTS)
def test_every_table_has_its_dtypes_from_objects(sport: str) -> None:
    """Every box-score table of made-up rows regains all dtypes from objects."""
    document = samples.envelope(sport, "live", 2, maps=2, lists=2)
    for table in SPORTS[sport].answer("live").layouts:
        frame = samples.read(document, sport, "live", table)
        if len(frame) and frame["sport"].notna().all():
            pd.testing.assert_frame_equal(sf.typed(frame.astype(object)), frame)


def test_empty_text_and_words_for_nothing() -> None:
    """An empty cell is missing where numbers stand; words that pandas takes for missing are names like any other."""
    games = sf.live("2024-06-01", "MLB").head(3)
    empty = games.astype({"away_score": object}).assign(away_score=["", "4", ""])
    assert sf.typed(empty)["away_score"].tolist() == [pd.NA, 4, pd.NA]
    named = games.assign(home_team=["NA", "null", "None"])
    assert sf.read_csv(io.StringIO(named.to_csv(index=False)))["home_team"].tolist() == ["NA", "null", "None"]


def test_times_that_became_numbers() -> None:
    """Numbers in place of times are milliseconds since 1970, as in JSON."""
    games = sf.live("2024-06-01", "MLB").head(3)
    numbers = [stamp.timestamp() * 1000 for stamp in games["game_time"]]
    pd.testing.assert_frame_equal(sf.typed(games.assign(game_time=numbers)), games)


@pytest.mark.parametrize("unit", ["s", "us", "ns"])
def test_numbers_of_another_unit_are_refused(unit: str) -> None:
    """Seconds, micro- and nanoseconds are not read as milliseconds, and the message says what to write."""
    games = sf.live("2024-06-01", "MLB")
    numbers = games["game_time"].astype(f"datetime64[{unit}, UTC]").astype("int64")
    with pytest.raises(sf.FrameError, match=r"column game_time .*milliseconds since 1970; use pandas\.to_datetime"):
        sf.typed(games.assign(game_time=numbers))
    again = sf.typed(games.assign(game_time=pd.to_datetime(numbers, unit=unit, utc=True)))
    pd.testing.assert_series_equal(again["game_time"], games["game_time"])


def test_births_before_1970_are_read_from_numbers() -> None:
    """Milliseconds may be negative."""
    players = sf.players("PGA").dropna(subset=["birth_date"]).head(20)
    born = players["birth_date"].astype("datetime64[ms]").astype("int64") - 30 * 365 * 86_400_000
    found = sf.typed(players.assign(birth_date=born))["birth_date"]
    assert (found.dt.year < 1990).all()
    assert (players["birth_date"] - found).dt.days.eq(30 * 365).all()


def test_text_that_became_numbers() -> None:
    """Whole numbers, which a file may have turned into floats, are text without a fraction; others keep theirs."""
    games = sf.live("2024-06-01", "MLB").head(3)
    for given, held in (([1.0, 2.0, 3.0], ["1", "2", "3"]), ([1.0, 2.5, 3.0], ["1.0", "2.5", "3.0"])):
        assert sf.typed(games.assign(home_team=given))["home_team"].tolist() == held


@pytest.mark.parametrize(("lost", "others"), [(3, False), (4, True)])
def test_three_columns_are_named(lost: int, others: bool) -> None:
    """The message names the first three columns that lost their dtypes, and says whether there are others."""
    games = sf.live("2024-06-01", "MLB")
    names = ["away_score", "home_score", "season", "game_date"][:lost]
    with pytest.raises(sf.FrameError, match=r"which .* do not have") as caught:
        sf.measures.elo(games.astype(dict.fromkeys(names, object)).assign(away_score="many"))
    assert ("and others" in str(caught.value)) == others


def test_text_as_categories() -> None:
    """With text="category" strings are categories; numbers, times and the categories of the catalog stay."""
    frame = sf.pitching("2024-06-01")
    found = sf.typed(frame, text="category")

    changed = [name for name in frame.columns if found[name].dtype != frame[name].dtype]
    assert changed == [name for name in frame.columns if frame[name].dtype == "str"]
    assert all(found[name].astype("str").equals(frame[name]) for name in changed)
    pd.testing.assert_frame_equal(sf.typed(found), frame)


@pytest.mark.parametrize("call", [
    lambda: sf.typed(pd.DataFrame({"a": [1]})), lambda: sf.typed(5), lambda: sf.read_csv(5),  # type: ignore[arg-type]
    lambda: sf.read_csv("no such file"), lambda: sf.read_parquet("no such file"),
    lambda: sf.read_parquet(io.BytesIO(b"no parquet")), lambda: sf.read_csv(io.StringIO("")),
    lambda: sf.typed(sf.pitching("2024-06-01").assign(side="left")),
    lambda: sf.typed(sf.pitching("2024-06-01").astype({"outs_recorded": object}).assign(outs_recorded="many")),
    lambda: sf.typed(sf.pitching("2024-06-01"), text="bytes"),  # type: ignore[arg-type]
    lambda: sf.arrow_schema("nothing"), lambda: sf.arrow_schema("games", "nothing"),
])  # fmt: skip
def test_what_cannot_be_read_is_refused_in_one_line(call: Callable[[], Any]) -> None:
    """No table of the catalog, no file, a damaged file, and values that do not fit their column."""
    with pytest.raises(sf.SportsframeError) as caught:
        call()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("read", [sf.read_parquet, sf.read_csv])
def test_a_folder_is_no_file(read: Callable[[Path], Any], tmp_path: Path) -> None:
    """Its files may be of several tables, which would become one frame."""
    sf.pitching("2024-06-01").to_parquet(tmp_path / "pitching.parquet")
    sf.live("2024-06-01", "MLB").to_parquet(tmp_path / "games.parquet")
    with pytest.raises(sf.QueryError, match=r"is a folder; sf\.open reads a dataset"):
        read(tmp_path)


def test_a_column_has_one_type_in_every_sport() -> None:
    """Tables of all sports have the types of the schema, hold no metadata, and go into one."""
    schema = sf.arrow_schema("games")
    days = {"MLB": "2024-06-01", "NFL": "2024-11-10", "NCAABB": "2024-12-07", "DARTS": "2024-01-03"}
    tables = [sf.live(day, sport).sports.to_arrow() for sport, day in days.items()]

    for table in tables:
        assert table.schema.metadata is None
        assert all(schema.field(field.name).type == field.type for field in table.schema)
    both = pa.concat_tables(tables, promote_options="default")
    assert len(both) == sum(map(len, tables))
    assert schema.field("round").type == pa.string()
    back = sf.typed(both.to_pandas())
    assert set(back.sports.kind.sports) == set(days)


def test_files_of_arrow_tables_say_nothing_of_where_they_are_from(tmp_path: Path) -> None:
    """A file written from to_arrow() holds no address and no attrs."""
    pq.write_table(sf.pitching("2024-06-01").sports.to_arrow(), tmp_path / "x.parquet")
    assert b"http" not in (tmp_path / "x.parquet").read_bytes()
    assert sf.read_parquet(tmp_path / "x.parquet").equals(sf.pitching("2024-06-01"))


def test_a_frame_without_its_dtypes_is_shown_and_explained() -> None:
    """repr() and HTML of df.sports work on any frame; what needs the dtypes says how to restore them."""
    games = sf.live("2024-06-01", "MLB")
    for lost in (pd.read_csv(io.StringIO(games.to_csv(index=False))), games.astype(object), games.astype("string"),
                 games.assign(game_date="soon"), games.assign(game_date=5)):  # fmt: skip
        assert repr(lost.sports).startswith(f"<sports: MLB live games, {len(lost)} rows, {len(lost)} games")
        assert "MLB live games" in lost.sports._repr_html_()
    twice = pd.concat([games, games], axis=1)
    assert repr(twice.sports) == "<sports: the frame has several columns 'sport'; keep one of each name.>"
    text = pd.read_csv(io.StringIO(games.to_csv(index=False)))
    for call in (text.sports.local, text.sports.plot.scores, text.sports.box):
        with pytest.raises(sf.FrameError, match=r"sportsframe\.typed\(df\) restores"):
            call()


@pytest.mark.parametrize(
    ("cell", "held"),
    [("6", 6), ("6.0", 6), ("9007199254740993", 9007199254740993), ("-9223372036854775808", -(2**63)), ("", None)],
)
def test_integers_come_back_exactly(cell: str, held: int | None) -> None:
    """A whole number of 64 bits is read as it is written, others and fractions beside it or not."""
    games = sf.live("2024-06-01", "MLB").head(2)
    text = games.astype({"away_score": "string"}).assign(away_score=[cell, "3.0"]).to_csv(index=False)
    for found in (sf.read_csv(io.StringIO(text)), sf.typed(pd.read_csv(io.StringIO(text), dtype=str))):
        assert found["away_score"].dtype == "Int64"
        assert found["away_score"].tolist() == [pd.NA if held is None else held, 3] or held is None
        assert found["away_score"].isna().tolist() == [held is None, False]


@pytest.mark.parametrize(
    "cell", ["6.4", "-2.5", "inf", "1e400", "nan5", "9223372036854775808", "18446744073709551617", "1e999999999"]
)
def test_what_is_no_integer_is_refused(cell: str) -> None:
    """A fraction, and what 64 bits do not hold, is not rounded or wrapped."""
    games = sf.live("2024-06-01", "MLB").head(2)
    text = games.astype({"away_score": "string"}).assign(away_score=[cell, "3"]).to_csv(index=False)
    with pytest.raises(sf.FrameError, match="the column away_score does not have values of Int64"):
        sf.read_csv(io.StringIO(text))


def test_columns_of_the_user_come_back_from_csv() -> None:
    """Numbers and flags as such, where they are missing too; what pandas would change is text: zeros, and no value."""
    games = sf.live("2023-09-10", "NFL")
    games["margin"] = games["home_score"] - games["away_score"]
    games["share"] = games["home_score"] / (games["home_score"] + games["away_score"])
    games["won"] = games["margin"].mask(games["margin"] == 3) > 0
    games["lead"] = games["margin"].where(games["margin"] > 0)
    games["code"] = [f"{number:05}" for number in range(len(games))]
    games["note"] = ["NA", "1,5", "a\nb", "2024_900", *[None] * (len(games) - 4)]
    games["note"] = games["note"].astype(games["home_team"].dtype)
    for index in (True, False):
        back = sf.read_csv(io.StringIO(games.to_csv(index=index)))
        pd.testing.assert_frame_equal(back, games)
    assert back["margin"].sum() == games["margin"].sum()


@pytest.mark.parametrize("suffix", ["gz", "xz", "bz2", "zip", "tar"])
def test_a_damaged_file_is_refused_in_one_line(suffix: str, tmp_path: Path) -> None:
    """A compressed file that is cut or is none has an error of the package, whichever library reads it."""
    path = tmp_path / f"games.csv.{suffix}"
    sf.live("2024-06-01", "MLB").to_csv(path, index=False)
    for held in (path.read_bytes()[:700], b"junk of some length, and none of these formats"):
        path.write_bytes(held)
        with pytest.raises(sf.SportsframeError):
            sf.read_csv(path)


@pytest.mark.parametrize("kept", [slice(None), slice(5, None), slice(0, 0)])
def test_the_index_that_pandas_wrote_is_the_index_again(kept: slice) -> None:
    """`to_csv` without `index=False` writes it as a column without a name; other such columns stay."""
    games = sf.live("2024-06-01", "MLB")[kept]
    found = sf.read_csv(io.StringIO(games.to_csv()))
    assert "Unnamed: 0" not in found
    pd.testing.assert_frame_equal(found, games, check_index_type=len(games) > 0)
    named = games.set_axis([f"row {n}" for n in range(len(games))])
    if len(named):
        assert "Unnamed: 0" in sf.read_csv(io.StringIO(named.to_csv()))


def test_a_file_with_tabs_is_read_as_one_with_commas(tmp_path: Path) -> None:
    """*Copy* of an explored table gives tabs; the file may be open, compressed, or hold commas within its cells."""
    games = sf.live("2024-06-01", "MLB")
    games.loc[0, "venue"] = "Field, the second, of three"
    text = games.to_csv(index=False, sep="\t")
    (tmp_path / "copied.txt").write_text(text)
    games.to_csv(tmp_path / "copied.tsv.gz", index=False, sep="\t")
    with (tmp_path / "copied.txt").open() as as_text, (tmp_path / "copied.txt").open("rb") as as_bytes:
        for given in (tmp_path / "copied.txt", tmp_path / "copied.tsv.gz", as_text, as_bytes, io.StringIO(text)):
            pd.testing.assert_frame_equal(sf.read_csv(given), games)


def test_tables_of_one_name_of_any_sports_are_one_table() -> None:
    """Below each other in any order they are recognized, also where one sport has a further table that is similar."""
    days = {"PGA": "2024-06-14", "EPL": "2024-09-01", "DARTS": "2024-02-01", "NFL": "2024-09-08", "NBA": "2024-12-06"}
    loaded = [sf.live(day, sport, table="players") for sport, day in days.items()]
    assert all(map(len, loaded))
    for some in itertools.permutations(loaded, 2):
        frame = pd.concat(some, ignore_index=True)
        assert kind(frame).table == "players", kind(frame)
        for sport, rows in frame.groupby("sport", observed=True):
            assert str(kind(rows)) == f"{sport} live players"
    mixed = pd.concat([sf.live(days["PGA"], "PGA", table="tee_times"), *loaded], ignore_index=True)
    with pytest.raises(sf.FrameError, match="the frame mixes rows of the tables players and tee_times"):
        kind(mixed)


@pytest.mark.parametrize(
    ("sport", "day", "one", "other"),
    [("MLB", "2024-06-01", "batting", "pitching"), ("NHL", "2024-12-06", "skaters", "goalies")],
)
def test_rows_of_two_tables_below_each_other_are_refused(sport: str, day: str, one: str, other: str) -> None:
    """Statistics of one name in both, such as strikeouts, would be added up; beside each other they may be."""
    tables = [sf.live(day, sport, table=name) for name in (one, other)]
    mixed = pd.concat(tables, ignore_index=True)
    with pytest.raises(sf.FrameError, match=r"the frame mixes rows of the tables .*; keep those of one"):
        mixed.sports.totals(by="team")
    for table, name in zip(tables, (one, other), strict=True):
        assert table.sports.kind.table == name


def test_ids_that_pandas_took_for_numbers_are_refused() -> None:
    """2024_900 is a number to Python and to pandas; without its mark no other table has such a game."""
    field = sf.live("2024-06-16", "PGA", table="players")
    written = field.to_json(orient="records", date_format="iso")
    with pytest.raises(sf.FrameError, match=r"game_id has numbers, .* pd\.read_json\(\.\.\., dtype=False\)"):
        sf.typed(pd.read_json(io.StringIO(written)))
    back = sf.typed(pd.read_json(io.StringIO(written), dtype=False))
    assert back["game_id"].tolist() == field["game_id"].tolist()
    missing = field.assign(game_id=float("nan"))
    assert sf.typed(missing)["game_id"].isna().all()
