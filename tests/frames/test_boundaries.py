"""Edges at which reading could turn: texts that look like numbers, months beyond the calendar, part of a table."""

from __future__ import annotations

import math

import pandas as pd
import pytest

import sportsframe as sf

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
        with pytest.raises(sf.FrameError, match="table sportsframe knows"):
            part.sports.kind  # noqa: B018
    else:
        assert part.sports.kind.table == "pitching"
