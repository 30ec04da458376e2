"""Edges at which reading could turn: texts that look like numbers, months beyond the calendar, part of a table."""

from __future__ import annotations

import math
from datetime import UTC, datetime

import numpy as np
import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._frames import amounts, arrays, drift, flatten, matches, names, structs
from sportsframe._pipeline import loading
from sportsframe._util import document
from sportsframe.catalog import answer

from ..support import samples


@pytest.mark.parametrize("rows", [3, 199, 200, 201, 500, 501])
@pytest.mark.parametrize(
    ("digits", "day"),
    [
        ("20241231", "2024-12-31"),
        ("20241301", None),
        ("20240001", None),
        ("20240230", None),
        ("20240229", "2024-02-29"),
    ],
)
def test_the_day_of_an_id_is_in_the_calendar(rows: int, digits: str, day: str | None) -> None:
    """`game_date` is the day the id begins with, the GMT day where its digits are no day, for any number of rows."""
    doc = samples.envelope("NHL", "schedule", rows)
    for row in doc["data"]["NHL"]:
        row["game_ID"] = f"{digits}-9001-9002"
        row["game_time"] = "Sat, 01 Jun 2024 23:10:00 GMT"
    found = samples.read(doc, "NHL", "schedule")["game_date"]

    assert len(found) == rows
    assert set(found) == {pd.Timestamp(day or "2024-06-01")}


@pytest.mark.parametrize("text", ["NaN", "nan", "Infinity", "-Infinity", "inf", "1e999"])
@pytest.mark.parametrize("rows", [1, 501])
def test_no_text_becomes_an_infinite_number(text: str, rows: int) -> None:
    """Texts that Python reads as not a number or as infinite are no numbers: the cell is missing, and that is said."""
    doc = samples.envelope("MLB", "schedule", rows)
    for row in doc["data"]["MLB"]:
        row["latitude"] = text
    with pytest.warns(sf.DriftWarning, match="latitude"):
        found = sf.read_json(doc, "MLB", "schedule")["latitude"]

    assert found.isna().all()
    assert not any(math.isinf(value) for value in found.dropna())


@pytest.mark.parametrize("less", [0, 1])
def test_a_frame_is_known_by_three_tenths_of_a_table(less: int) -> None:
    """A selection with 30 % of the columns of a table is still that table; with a column less it is refused."""
    frame = sf.live("2024-06-01", "MLB", table="pitching")
    others = set(sf.live("2024-06-01", "MLB", table="batting"))
    keys = ["sport", "game_id"]
    own = [name for name in frame if name not in others]
    enough = math.ceil(0.3 * len(frame.columns))
    part = pd.DataFrame(frame[[*keys, *own][: enough - less]].to_dict("list"))
    assert len(part.columns) == enough - less

    if less:
        with pytest.raises(sf.FrameError, match="do not match any sportsframe table"):
            part.sports.kind  # noqa: B018
    else:
        assert part.sports.kind.table == "pitching"


@pytest.mark.parametrize("sport", sf.catalog.SPORTS)
def test_lines_of_games_without_their_id_are_no_statistics_of_a_season(sport: str) -> None:
    """Every live table with lines of games: without game_id, as column or index, nothing else is recognized in it."""
    for table, held in answer(sport, "live").layouts.items():
        names = [column.name for column in held.columns]
        if "game_id" not in names or {"game_date", "game_time", "side", "opponent"}.isdisjoint(names):
            continue
        frame = pd.DataFrame({name: pd.Series(["x"], dtype=object) for name in names}).assign(sport=sport)
        assert frame.sports.kind.table == table
        with pytest.raises(sf.FrameError, match="of games also game_id"):
            frame.drop(columns="game_id").sports.kind  # noqa: B018
        with pytest.raises(sf.FrameError, match=r"game_id is in the index .*df\.reset_index"):
            frame.set_index("game_id").sports.kind  # noqa: B018


def test_a_frame_without_rows_claims_no_sport() -> None:
    """What has the same columns in several sports is shown without one; what only one sport has is its."""
    assert repr(sf.read_json("[]", "MLB", "injuries").sports).startswith("<sports: injuries, 0 rows")
    assert repr(sf.read_json("[]", "DARTS", "live", table="throws").sports).startswith("<sports: DARTS live throws, 0")


def test_the_limits_are_those_promised() -> None:
    """Numbers at which reading takes another way, and those beyond which it refuses or stops noting."""
    assert (arrays.SHORT, arrays.FEW, flatten.WIDE) == (500, 200, 10)
    assert (arrays.EARLIEST, arrays.LATEST) == (2, 9998)
    assert arrays.LARGEST_INT == 2**63 - 1
    assert structs.EXACT == 2**53 - 1
    assert structs.MOST_DECODERS == 100
    assert (document.DIGITS, document.SHOWN) == (4300, 80)
    assert drift.MAX_CHANGES == 500
    assert arrays.DAY == 24 * 60 * 60 * 1_000_000
    assert datetime(1970, 1, 1, tzinfo=UTC) == arrays.EPOCH
    assert int(np.datetime64("NaT").astype("int64")) == arrays.NOT_A_TIME
    assert arrays.MISSING_INT < -(10**9)
    assert matches.SETS_OF == {"player_1_sets": 0, "player_2_sets": 1}
    assert loading.BATCH == 400


@pytest.mark.parametrize(("value", "kept"), [(2**63 - 1, True), (2**63, False)])
@pytest.mark.parametrize("rows", [1, 501])
def test_the_largest_integer_is_that_of_a_column(value: int, kept: bool, rows: int) -> None:
    """An id of 2**63 - 1 is read exactly; a greater one fits no integer column and is missing."""
    doc = samples.envelope("MLB", "schedule", rows)
    for row in doc["data"]["MLB"]:
        row["home_team_ID"] = value
    found = samples.read(doc, "MLB", "schedule")["home_team_id"]

    assert found.isna().all() != kept
    assert not kept or (found == value).all()


def test_a_frame_has_one_sport_or_is_refused() -> None:
    """The sport of a frame is its only one; a frame of two sports has none, and says which it contains."""
    one, other = sf.schedule("2024-06-01", "MLB"), sf.schedule("2024-12-06", "NHL")

    assert one.sports.kind.sport == "MLB"
    with pytest.raises(sf.FrameError, match="the frame contains MLB, NHL; select one"):
        _ = pd.concat([one, other]).sports.kind.sport


@pytest.mark.parametrize(("word", "times"), [("million", 10**6), ("m", 10**6), ("thousand", 1000), ("k", 1000)])
def test_words_for_large_amounts(word: str, times: int) -> None:
    """Purses written with a word or a letter for the number are that many times as large."""
    assert amounts.SCALES[word] == times


def test_a_name_has_two_hundred_characters_at_most() -> None:
    """A longer one is refused before the search, which takes time for each character."""
    assert names.bounded("x" * 200) == "x" * 200
    with pytest.raises(sf.QueryError, match="a name has at most 200 characters, not 201"):
        names.bounded("x" * 201)
