"""The table to explore, without a browser: set traits, read the page and the rows found."""

from __future__ import annotations

import html
import io
import re
import time
from datetime import date
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pandas.testing import assert_frame_equal

import sportsframe as sf
from sportsframe._frames.names import plain
from sportsframe.catalog import SPORTS, every_table
from sportsframe.catalog.results import RECORDS, STREAK, standings_columns
from sportsframe.errors import QueryError
from sportsframe.widgets import Explorer, explore

from ..support.days import day

MIXED = pd.DataFrame(
    {
        "name": ["Núñez", "adams", None, "Ødegaard", "Adams"],
        "n": pd.array([3, None, -1, 12, 3], dtype="Int64"),
        "share": [0.5, np.nan, 0.25, 1.0, 0.5],
        "won": pd.array([True, False, None, True, True], dtype="boolean"),
        "start": pd.to_datetime(
            ["2024-06-01 20:00", None, "2024-06-02", "2024-06-01", "2024-07-01"], utc=True, format="ISO8601"
        ),
        "held": [[1], None, [2, 3], [1], {"a": 1}],
        "grade": pd.Categorical(["b", "a", "b", None, "a"]),
    }
)
"""A column of each kind, each with a missing cell."""


PER_SIDE = ("seed", "id", "team", "wins", "score")
"""What a bracket has of each side."""

WITHOUT = {"name": 2, "n": 1, "share": 1, "won": 2, "start": 1, "held": 1, "grade": 3}
"""The row without a value of each column."""


def cells(explorer: Explorer, name: str) -> list[str]:
    """The cells of a column on the page."""
    return [row[explorer.columns.index(name)] for row in explorer.view["rows"]]


def sent(explorer: Explorer, wanted: str) -> tuple[dict[str, Any], list[bytes]]:
    """What the explorer sends to the page when a button is pressed."""
    told: list[tuple[dict[str, Any], list[bytes]]] = []
    explorer.send = lambda content, buffers=None: told.append((content, buffers or []))
    explorer._asked(explorer, {"want": wanted}, [])
    return told[0]


@pytest.mark.parametrize(
    ("name", "text", "rows"),
    [
        ("name", "nunez", [0]), ("name", "ADAMS", [1, 4]), ("name", "=adams", [1, 4]), ("name", "!=adams", [0, 3]),
        ("name", "dega", [3]), ("name", " ", [0, 1, 2, 3, 4]),
        ("n", "3", [0, 4]), ("n", ">=3", [0, 3, 4]), ("n", "> 3", [3]), ("n", "<3", [2]), ("n", "<=3", [0, 2, 4]),
        ("n", "!=3", [2, 3]), ("n", "-1..3", [0, 2, 4]), ("n", "1,000", []), ("share", "0.25..0.5", [0, 2, 4]),
        ("won", "yes", [0, 3, 4]), ("won", "no", [1]),
        ("start", ">2024-06-01", [2, 4]), ("start", ">=2024-06-01", [0, 2, 3, 4]), ("start", "2024-06", [0, 2, 3]),
        ("n", "3..3", [0, 4]), ("n", "3..", [0, 3, 4]), ("n", " .. 3", [0, 2, 4]), ("n", "3-12", [0, 3, 4]),
        ("n", "-1 – 3", [0, 2, 4]), ("n", "-3--1", [2]), ("n", "-1", [2]), ("share", "1e-1", []),
        ("share", "0.25-0.5", [0, 2, 4]),
        ("start", "2024-06-02..2024-07-01", [2, 4]), ("start", "2024-06-02 - 2024-07-01", [2, 4]),
        ("start", "2024-06-02..", [2, 4]), ("start", "..2024-06-01", [0, 3]), ("start", "> 2024-06-01 20:00", [2, 4]),
        ("name", "a-b", []), ("held", "2, 3", [2]), ("grade", "a", [1, 4]),
        ("name", "b..", [0, 3]), ("name", "..b", [1, 4]), ("name", "B .. núñez", [0]),
        ("name", "adams...", [1, 4]), ("grade", "b..", [0, 2]), ("won", "no..no", [1]),
        ("share", ".250...500", [0, 2, 4]),
        ("name", "<> Adams", [0, 3]), ("name", "== Adams", [1, 4]), ("name", "!= b", [0, 1, 3, 4]),
        ("n", "≥3", [0, 3, 4]), ("n", "≤ 3", [0, 2, 4]), ("n", "≠3", [2, 3]),
        ("n", "<>3", [2, 3]), ("n", "≤ −1", [2]), ("n", "== 3", [0, 4]),
        ("start", "= 2024-06-01", [0, 3]), ("start", "!= 2024-06-01", [2, 4]), ("start", "= 2024-05-31", []),
        ("start", "> 00:00", [0]), ("start", "= 00:00", [2, 3, 4]), ("start", "19:00..20:00", [0]),
        ("start", "..20:00", [0, 2, 3, 4]),
        ("start", "19:00-21:00", [0]), ("start", "20:00", [0]), ("start", "> 2024-06-01 20:00 UTC", [2, 4]),
        ("start", "2024-06-01 20:00 UTC", [0]), ("start", "2024-06-01T20:00Z", [0]),
        ("start", "2024-06-01 22:00+02:00", [0]),
        ("start", "2024-06-01 00:00 UTC - 2024-06-01 20:00 UTC", [0, 3]),
        ("start", "20:00..00:00", [0, 2, 3, 4]), ("start", "20:01-0:00", [2, 3, 4]),
        ("start", "22:00..19:00", [2, 3, 4]), ("start", "> 9:00", [0]), ("start", "0:00", [2, 3, 4]),
        ("start", "= 20:00:00", [0]), ("start", "20:00:00", [0]),
        ("start", "> 20:00:00", []), ("start", "= 2024-06", [0, 2, 3]), ("start", "!= 2024-06", [4]),
        ("start", "= 2024", [0, 2, 3, 4]), ("start", "2024-6-1", [0, 3]), ("start", "20240601", [0, 3]),
        ("start", "> 2024-06", [4]), ("start", "<= 2024-06", [0, 2, 3]), ("start", ">= 2024-06", [0, 2, 3, 4]),
        ("start", "< 2024-07", [0, 2, 3]), ("start", "2023..2024", [0, 2, 3, 4]), ("start", "> 2024", []),
        ("start", "..2024-06", [0, 2, 3]), ("start", "2024 - 2025", [0, 2, 3, 4]), ("start", "< 2024", []),
        ("start", "2024-6", [0, 2, 3]), ("start", "> 2024-6-1 9:00", [0, 2, 4]), ("start", "= 20240602", [2]),
        ("start", "20240602..2024-7-1", [2, 4]), ("start", "6-1", [0, 3]), ("start", "2024-0", [0, 2, 3, 4]),
        *((name, sign + '""', [at]) for name, at in WITHOUT.items() for sign in ("", "= ", "==")),
        *((name, '!= ""', [n for n in range(5) if n != at]) for name, at in WITHOUT.items()),
    ],
)  # fmt: skip
def test_filters(name: str, text: str, rows: list[int]) -> None:
    """A filter keeps rows by a part of their text, or by comparison; missing cells fit none but an empty one."""
    explorer = MIXED.sports.explore()
    explorer.filters = {name: text}

    assert explorer.error == ""
    assert explorer._order.tolist() == rows


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("n", ">="),
        ("n", "many"),
        ("n", "1..x"),
        ("start", "> soon"),
        ("n", "> 5 < 7"),
        ("n", "nan"),
        ("start", ">= June 1"),
        ("start", ">= 01.06.2024"),
        ("start", "6/1/2024"),
        ("start", "2024-06-02..2024-06-01"),
        ("n", "5..3"),
        ("n", "7-5"),
        ("n", "5-7-9"),
        ("n", ".."),
        ("n", "7+"),
        ("start", ".."),
        ("start", "> 25:00"),
        ("start", "25:00"),
        ("start", "> 20:00 PM"),
        ("start", "2024-06-01..20:00"),
        ("start", "2024-06-31"),
        ("start", "2024-06-31 20:00"),
        ("start", "2024-13"),
        ("start", "> 2024-06-31"),
        ("start", "> 2024-06-01 20:00 EDT"),
        ("name", "o..b"),
        ("name", "= adam"),
        ("name", "!= adam"),
        ("name", "="),
        ("name", "!="),
        ("name", "!"),
        ("name", ">"),
        ("name", "><"),
        ("name", "=> b"),
        ("name", ".."),
        ("name", "a...o"),
        ("held", ">="),
        ("name", '> ""'),
        ("start", '>= ""'),
        ("start", "2024-6-31"),
        ("start", "20241301"),
        ("day", "20:00"),
        ("day", "> 20:00"),
        ("day", "2024-06-02..2024-06-01"),
    ],
)
def test_a_filter_that_cannot_be_read(name: str, text: str) -> None:
    """Code is refused. Who types reads in one line what to write, and the rows stay; the next valid one is applied."""
    explorer = MIXED.assign(day=MIXED["start"].dt.tz_localize(None).dt.normalize()).sports.explore()
    explorer.filters = {"grade": "a"}
    with pytest.raises(QueryError, match=re.escape(f"invalid filter {text!r}")):
        explorer.filters = {name: text}
    assert (len(explorer.frame), explorer.error) == (2, "")
    explorer.set_state({"filters": {"grade": "a", name: text}})

    assert explorer.view["error"] == explorer.error
    assert re.search("; write an? ", explorer.error)
    assert len(explorer.error) <= 200
    assert f"invalid filter '{text}'" in explorer.error, "as it was typed"
    assert f" for {dict(explorer.every)[name]}; " in explorer.error
    assert len(explorer.frame) == 2
    explorer.filters = {}
    assert explorer.error == ""
    assert len(explorer.frame) == 5


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("2024-11-03 01:30 EDT", [0]), ("= 2024-11-03 01:30 EST", [1]), ("> 2024-11-03 01:30 EDT", [1, 2]),
        ("2024-11-03 05:30 UTC", [0]), ("> 12:00", [2]), ("01:00..02:00", [0, 1]),
    ],
)  # fmt: skip
def test_times_as_displayed(text: str, rows: list[int]) -> None:
    """The text of a cell is read in the zone of the column, also in the hour that comes twice."""
    times = pd.to_datetime(["2024-11-03 05:30", "2024-11-03 06:30", "2024-11-03 20:00"], utc=True)
    explorer = Explorer(pd.DataFrame({"start": times}), zone="America/New_York")
    explorer.filters = {"start": text}
    assert explorer._order.tolist() == rows


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("> 19:00", [0]), ("20:00", [0]), ("22:00..02:00", [2, 3, 4]), ("> 2024-06-01 19:00", [0, 2, 4]),
        ("2024-06-01 20:00", [0]), ("= 2024-06-01", [0, 3]), ("2024-06-02", [2]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["datetime64[ns]", "timestamp[ns][pyarrow]"])
def test_times_without_a_zone(text: str, rows: list[int], kind: str) -> None:
    """They are displayed as they are, and compared like others."""
    explorer = pd.DataFrame({"start": MIXED["start"].dt.tz_localize(None).astype(kind)}).sports.explore()
    assert cells(explorer, "start")[0] == "2024-06-01 20:00"
    explorer.filters = {"start": text}
    assert explorer._order.tolist() == rows


def test_seasons_by_range() -> None:
    """The seasons of a frame are text, of which a range keeps what the comparisons do that it stands for."""
    explorer = pd.DataFrame({"season": ["2021-2022", "2022-2023", "2023-2024"]}).sports.explore()
    for text, compared in (("2022..", ">= 2022"), ("..2023", "<= 2023")):
        explorer.filters = {"season": text}
        found = explorer.frame
        explorer.filters = {"season": compared}
        assert_frame_equal(found, explorer.frame)
    assert found["season"].tolist() == ["2021-2022", "2022-2023"]


TEXTS = {
    "minutes": ["9:41", "31:05", "7:00", "100:00", "30", None],
    "whole": ["8", "30", "100", None, "31", "9"],
    "height": ["6' 9\"", "5' 11\"", "6' 10\"", "7' 0\"", None, "6' 2\""],
    "place": ["T12", "1", "CUT", "T3", "T2", None],
}
"""Quantities in words."""


@pytest.mark.parametrize(
    ("name", "text", "rows"),
    [
        ("minutes", ">= 30", [1, 3, 4]), ("minutes", ">30", [1, 3]), ("minutes", "< 9:41", [2]),
        ("minutes", "9:41", [0]),
        ("minutes", "= 9:41", [0]), ("minutes", "= 30:00", [4]), ("minutes", "9..30:00", [0, 4]),
        ("minutes", "..31:04", [0, 2, 4]), ("minutes", "!= 30", [0, 1, 2, 3]), ("whole", ">= 30", [1, 2, 4]),
        ("whole", "9..30", [1, 5]), ("height", "> 6' 9\"", [2, 3]), ("height", ">= 6-9", [0, 2, 3]),
        ("height", "6..6'9", [0, 5]), ("height", "6'9\"", [0]), ("height", "5'11\"", [1]), ("height", "6'", [0, 2, 5]),
        ("place", "<= 2", [1, 4]), ("place", "= 2", [4]), ("place", "!= 2", [0, 1, 2, 3]), ("place", "= cut", [2]),
        ("place", "CUT", [2]),
    ],
)  # fmt: skip
def test_quantities_in_words_are_compared_as_such(name: str, text: str, rows: list[int]) -> None:
    """Playing time, heights and places are no text; what is no quantity is not less or more than one."""
    explorer = Explorer(pd.DataFrame({**TEXTS, "at": range(6)}))
    explorer.filters = {name: text}
    assert explorer.frame["at"].tolist() == rows
    explorer.close()


@pytest.mark.parametrize(("name", "rows"), [
    ("minutes", [2, 0, 4, 1, 3, 5]), ("whole", [0, 5, 1, 4, 2, 3]), ("height", [1, 5, 0, 2, 3, 4]),
    ("place", [1, 4, 3, 0, 2, 5]),
])  # fmt: skip
def test_quantities_in_words_are_sorted_as_such(name: str, rows: list[int]) -> None:
    """Words, such as that of a player who missed the cut, come after them; missing cells last."""
    explorer = Explorer(pd.DataFrame({**TEXTS, "at": range(6)}))
    explorer.sort = name
    assert explorer.frame["at"].tolist() == rows
    explorer.close()


@pytest.mark.parametrize(("name", "text", "advice"), [
    ("minutes", "> 9:75", "minutes, or minutes and seconds, such as >= 30 or 20:00..30:00"),
    ("height", "> 206 cm", "feet and inches, such as >= 6' 9\""), ("place", ">= 2nd", "a number, such as <= 10"),
])  # fmt: skip
def test_what_is_no_quantity_is_refused(name: str, text: str, advice: str) -> None:
    """With what is written in the column."""
    explorer = Explorer(pd.DataFrame(TEXTS))
    with pytest.raises(QueryError, match=re.escape(f"for {name}; write {advice}.")):
        explorer.filters = {name: text}
    explorer.close()


@pytest.mark.sampled
@pytest.mark.parametrize("name", sorted(RECORDS))
@pytest.mark.parametrize(
    ("sport", "ordered"),
    [
        ("NBA", ["0-8", "2-2", "2-1", "3-11", "9-9", "10-10", "10-5"]),
        ("NFL", ["1-0", "2-5-1", "2-5-2", "2-4-0", "10-2"]),
        ("NHL", ["0-0-1", "9-14-5", "9-2-9", "10-20-0", "10-4-1"]),
        ("SOCCER", ["2-1-9", "2-0-8", "2-9-1", "10-0-3", "10-1-0"]),
    ],
)
def test_records_are_ordered_by_wins(name: str, sport: str, ordered: list[str]) -> None:
    """With as many, those with fewer losses are better, then with more ties; soccer writes draws before losses."""
    for turned in (ordered, ordered[::-1]):
        explorer = Explorer(pd.DataFrame({"sport": sport, name: [*turned, None, ""]}))
        explorer.sort = name
        assert explorer.frame[name].dropna().tolist()[:-1] == ordered
        for sign, found in ((">", ordered[2:]), ("<=", ordered[:2]), ("=", ordered[1:2])):
            explorer.filters = {name: f"{sign} {ordered[1]}"}
            assert explorer.frame[name].tolist() == found
        explorer.close()


def test_streaks_are_ordered_from_losses_to_wins() -> None:
    """By their games, also those of two digits; draws and losses in overtime stand between."""
    ordered = ["L10", "L9", "L1", "D1", "O2", "W1", "W2", "W10"]
    explorer = Explorer(pd.DataFrame({"streak": ordered[::-1]}))
    explorer.sort = "streak"
    assert explorer.frame["streak"].tolist() == ordered
    explorer.filters = {"streak": ">= W2"}
    assert explorer.frame["streak"].tolist() == ["W2", "W10"]
    for name, text, advice in (("streak", "> 2", "a streak, such as >= W3"),
                               ("record", "> .500", "wins and losses, such as >= 10-5")):  # fmt: skip
        explorer.hold(pd.DataFrame({"streak": ordered[::-1], "record": "10-5"}))
        with pytest.raises(QueryError, match=re.escape(f"for {name}; write {advice}.")):
            explorer.filters = {name: text}
    explorer.close()


def test_columns_of_records_are_known() -> None:
    """Every column of the catalog and of standings that is called a record is declared as one, and each is such one."""
    standings = {name for sport in SPORTS.values() for name in standings_columns(sport)}
    tables = {column.name for *_, lay in every_table() for column in lay.columns}
    assert {name for name in standings | tables if name.endswith("record")} | {"last_ten"} == RECORDS
    assert {"last_ten", STREAK} <= standings


def test_one_filter_that_cannot_be_read_leaves_the_others() -> None:
    """Its column is not filtered, by its former text either; what is typed elsewhere applies; the error names it."""
    explorer = MIXED.sports.explore()
    explorer.set_state({"filters": {"n": ">= 3"}})
    explorer.set_state({"filters": {"n": ">= ", "name": "adams"}})
    assert (len(explorer.frame), explorer.view["refused"]) == (2, "n")
    assert "for n;" in explorer.error
    assert sent(explorer, "copy")[0]["text"] == explorer.frame.to_csv(index=False, sep="\t")
    explorer.set_state({"filters": {"n": ">= ", "name": "adams", "share": "x"}, "sort": "-share"})
    assert (len(explorer.frame), explorer.view["refused"]) == (2, "n")
    explorer.set_state({"filters": {"share": "x", "name": "adams"}})
    assert (len(explorer.frame), explorer.view["refused"]) == (2, "share")
    explorer.set_state({"filters": {"name": "adams"}})
    assert (len(explorer.frame), explorer.error) == (2, "")


@pytest.mark.parametrize(
    ("name", "text", "advice"),
    [
        ("n", ">=7,<9", "2..5"),
        ("n", "7,x", "2..5"),
        ("start", "> 8 pm", "> 2024-06-01 20:00"),
        ("start", "> 8 pm", "> 20:00"),
        ("start", "> June", "> 2024-06-01 20:00"),
        ("start", "> June", "> 2024"),
        ("n", "7..5", "5..7"),
        ("n", "7-5", "5..7"),
        ("start", "2024-6-2..20240601", "2024-06-01..2024-06-02"),
        ("name", "o..b", "b..o"),
        ("name", ">", "A..M"),
    ],
)
def test_what_is_advised_can_be_read(name: str, text: str, advice: str) -> None:
    """The error of a filter never advises one that is refused as well."""
    explorer = MIXED.sports.explore()
    explorer.set_state({"filters": {name: text}})
    assert advice in explorer.error
    assert "point" not in explorer.error
    explorer.filters = {name: advice}


@pytest.mark.parametrize(
    ("text", "point"), [("6,1", "6.1"), (">= 0,5", ">= 0.5"), ("0,5..1,5", "0.5..1.5"), ("= 0,500", "= 0.500")]
)
def test_a_decimal_comma_is_refused(text: str, point: str) -> None:
    """A comma that does not separate thousands is no number, and the error says how to write it; 6,1 was 61."""
    explorer = MIXED.sports.explore()
    explorer.set_state({"filters": {"n": text}})

    assert f"write a point before decimals, {point}," in explorer.error
    assert len(explorer.frame) == len(MIXED)
    explorer.filters = {"n": "> -1,234,567.5"}
    assert explorer.error == ""
    assert len(explorer.frame) == 4


@given(st.sampled_from(list(MIXED.columns)), st.booleans(), st.lists(st.integers(0, 4), max_size=12))
@settings(max_examples=60, deadline=None)
def test_sorting(name: str, down: bool, picked: list[int]) -> None:
    """Sorting keeps every row, puts missing cells last in both directions, and leaves equal rows in their order."""
    frame = MIXED.iloc[picked].reset_index(drop=True)
    explorer = Explorer(frame.assign(at=range(len(frame))), [*MIXED.columns, "at"])
    explorer.sort = f"-{name}" if down else name
    found = explorer.frame

    missing = found[name].isna().tolist()
    assert sorted(found["at"]) == list(range(len(frame)))
    assert missing == sorted(missing)
    texts = name in ("name", "held", "won", "grade")
    order = {value: n for n, value in enumerate(["no", "yes"])} if name == "won" else {}
    keys = [
        order.get(text, plain(text)) if texts else value
        for text, value, gone in zip(cells(explorer, name), found[name], missing, strict=True)
        if not gone
    ]
    for one, two, first, second in zip(keys, keys[1:], found["at"], found["at"][1:], strict=False):
        assert one >= two if down else one <= two
        assert one != two or first < second
    explorer.close()


VALUES = pd.DataFrame(
    {
        "rest": pd.to_timedelta(["9 days", "18 days", None, "-1 days", "2 hours"]),
        "month": pd.Categorical(["Jan", "Dec", None, "Feb", "Mar"], ["Jan", "Feb", "Mar", "Dec"], ordered=True),
        "span": pd.arrays.IntervalArray.from_tuples([(20, 40), (100, 120), np.nan, (0, 20), (40, 60)]),
        "cut": pd.cut([25, 110, np.nan, 5, 50], range(0, 140, 20)),
        "count": pd.Series([9, 100, None, -1, 10], dtype=object),
        "price": pd.Series([Decimal("9.50"), Decimal(100), None, Decimal("0.5"), Decimal(10)], dtype=object),
        "day": pd.Series([date(2024, 1, day) for day in (2, 30, 1, 1, 3)]).where([True, True, False, True, True]),
    }
)
"""Values with an order of their own, each column with one cell that is missing."""

ARROW = pd.DataFrame(
    {
        "day": VALUES["day"].astype("date32[pyarrow]"),
        "rest": VALUES["rest"].astype("duration[ns][pyarrow]"),
        "start": pd.to_datetime(VALUES["day"], utc=True).astype("timestamp[ns, tz=UTC][pyarrow]"),
        "list": pd.Series([[2], [30], None, [1], [3]], dtype=pd.ArrowDtype(pa.list_(pa.int64()))),
    }
)


@pytest.mark.parametrize(
    ("name", "ranked"),
    [
        ("rest", [3, 4, 0, 1, 2]), ("month", [0, 3, 4, 1, 2]), ("span", [3, 0, 4, 1, 2]), ("cut", [3, 0, 4, 1, 2]),
        ("count", [3, 0, 4, 1, 2]), ("price", [3, 0, 4, 1, 2]), ("day", [3, 0, 4, 1, 2]),
    ],
)  # fmt: skip
def test_values_are_sorted_by_their_own_order(name: str, ranked: list[int]) -> None:
    """As pandas sorts them; what is missing comes last."""
    explorer = VALUES.sports.explore()
    explorer.sort = name
    assert explorer._order.tolist() == ranked
    explorer.sort = f"-{name}"
    assert explorer._order.tolist() == [*(at for at in ranked[::-1] if at != 2), 2]


@pytest.mark.parametrize(
    ("name", "text", "rows"),
    [
        ("rest", "> 9 days", [1]), ("rest", ">= 9 days", [0, 1]), ("rest", "9 days", [0]), ("rest", "= 2 hours", [4]),
        ("rest", "1 hours..10 days", [0, 4]), ("rest", "< 0 days", [3]), ("rest", "9 days 00:00:00", [0]),
        ("month", "> Jan", [1, 3, 4]), ("month", "feb..mar", [3, 4]), ("month", "= Dec", [1]), ("month", "a", [0, 4]),
        ("span", "> (20.0, 40.0]", [1, 4]), ("span", "(0.0, 20", [3]), ("cut", "<= (20, 40]", [0, 3]),
        ("count", "> 9", [1, 4]), ("count", "9", [0]), ("count", "9..10", [0, 4]), ("price", "> 9.5", [1, 4]),
        ("price", "9.5", [0]), ("day", "> 2024-01-02", [1, 4]), ("rest", '""', [2]), ("month", '!= ""', [0, 1, 3, 4]),
    ],
)  # fmt: skip
def test_values_are_compared_by_their_own_order(name: str, text: str, rows: list[int]) -> None:
    """Lengths of time, ordered categories, intervals and numbers among objects are no texts."""
    explorer = VALUES.sports.explore()
    explorer.filters = {name: text}
    assert explorer._order.tolist() == rows


@pytest.mark.parametrize(("name", "text", "rows"), [
    ("day", ">= 2024-01-02", [0, 1, 4]), ("day", "2024-01-30", [1]), ("rest", "> 9 days", [1]),
    ("start", "> 2024-01-02 12:00", [1, 4]), ("start", "00:00", [0, 1, 3, 4]), ("list", "30", [1]),
])  # fmt: skip
def test_columns_of_arrow(name: str, text: str, rows: list[int]) -> None:
    """Dates, times, durations and lists of Arrow are explored as those of pandas."""
    explorer = ARROW.sports.explore()
    explorer.filters = {name: text}
    assert explorer._order.tolist() == rows
    explorer.filters, explorer.sort = {}, name
    assert explorer._order[-1] == 2
    assert explorer.frame.dtypes[name] == ARROW.dtypes[name]


@pytest.mark.parametrize(
    ("name", "text", "advice"),
    [
        ("rest", "> 10", "a length of time, such as > 10 days"),
        ("rest", "soon", "a length of time, such as > 10 days"),
        ("month", "> Apr", "one of its values, such as 'Jan'"),
        ("count", "many", "a number"),
    ],
)
def test_what_has_no_place_in_an_order_is_refused(name: str, text: str, advice: str) -> None:
    """One line says what to write."""
    explorer = VALUES.sports.explore()
    with pytest.raises(QueryError, match=re.escape(f"; write {advice}")):
        explorer.filters = {name: text}


def test_complex_numbers_are_sorted_as_text() -> None:
    """They have no order."""
    explorer = pd.DataFrame({"z": [2j, 1j]}).sports.explore()
    explorer.sort = "z"
    assert explorer._order.tolist() == [1, 0]


def test_labels_of_rows_are_columns() -> None:
    """Also those of an index without a name, unless they are row numbers."""
    batting = sf.live("2024-06-01", "MLB", table="batting")[["hits", "runs"]]
    explorer = batting.describe().sports.explore()
    assert explorer.columns == ["index", "hits", "runs"]
    assert explorer.frame["index"].tolist() == ["count", "mean", "std", "min", "25%", "50%", "75%", "max"]
    assert "std" in batting.describe().sports.show().frame.iloc[:, 0].tolist()
    assert batting.iloc[[3, 1]].sports.explore().columns == ["hits", "runs"]
    twice = pd.DataFrame({"wins": [3, 5]}, index=pd.MultiIndex.from_tuples([("Ann", 0), ("Bob", 1)]))
    assert list(twice.sports.explore().frame) == ["level_0", "wins"]


def test_columns_of_one_name_are_told_apart() -> None:
    """All are displayed, given away, filtered and kept."""
    frame = pd.DataFrame([["a", 1, "b", 2, 3]], columns=["team", "wins", "team", "wins", "team (2)"])
    explorer = frame.sports.explore()
    names = ["team", "wins", "team (2)", "wins (2)", "team (2) (2)"]
    assert explorer.columns == list(explorer.frame) == names
    explorer.filters = {"wins (2)": "> 2"}
    assert len(explorer.frame) == 0
    explorer.follow(frame.assign())
    assert explorer.filters == {"wins (2)": "> 2"}


def test_columns_of_several_levels_have_names_in_words() -> None:
    """They can be chosen by the names that pandas gives them, too."""
    frame = pd.DataFrame({"team": ["a", "b"], "hits": [3, 5]}).groupby("team").agg(["sum", "mean"]).reset_index()
    explorer = frame.sports.explore(columns=[("team", ""), ("hits", "sum")])
    assert explorer.columns == ["team", "hits sum"]
    explorer.filters = {"hits sum": "> 3"}
    assert explorer.frame["team"].tolist() == ["b"]


@pytest.mark.parametrize(
    ("name", "text", "rows"),
    [
        ("era", "1.29", [0, 1]), ("era", "= 1.29", [0, 1]), ("era", "!= 1.29", [3, 4]), ("era", "1.29000", [0, 1]),
        ("era", "2", [3]), ("era", "2.00", [3, 4]), ("era", "> 1.29", [3, 4]), ("era", "1.3", []),
        ("out", "True", [0, 3]), ("out", "= false", [1]), ("out", "!= True", [1]), ("out", "FALSE..true", [0, 1, 3]),
        ("out", "yes", [0, 3]), ("name", "true", [0]),
    ],
)  # fmt: skip
def test_filters_as_cells_read(name: str, text: str, rows: list[int]) -> None:
    """A number with decimals is what the page rounds to it; yes and no can be written as in code."""
    frame = pd.DataFrame(
        {
            "era": [1.2857, 1.29 - 1e-9, np.nan, 2, 2.001],
            "out": pd.array([True, False, None, True, None], dtype="boolean"),
            "name": ["true", "no", "yes", None, "b"],
        }
    )
    explorer = frame.sports.explore()
    explorer.filters = {name: text}
    assert explorer._order.tolist() == rows


def test_search() -> None:
    """Every word must be in the text of a displayed column, without regard to case and accents; numbers are no text."""
    pitchers = sf.pitching("2024-06-01")
    explorer = explore(pitchers, columns=["player", "team", "strikeouts"])
    who = pitchers.iloc[0]
    explorer.search = f"{plain(who['player'])} {who['team'].split()[0].upper()}"

    assert explorer.frame["player"].tolist() == [who["player"]]
    explorer.columns = ["strikeouts"]
    assert len(explorer.frame) == 0
    explorer.columns, explorer.search = ["player", "strikeouts"], str(who["strikeouts"])
    assert len(explorer.frame) == 0
    explorer.search = ""
    assert len(explorer.frame) == len(pitchers)


def test_pages() -> None:
    """A page has as many rows as asked for; one past the end of what was found is the first."""
    pitchers = sf.pitching("2024-06-01")
    explorer = pitchers.sports.explore(rows=100)

    assert len(explorer.view["rows"]) == 100
    explorer.first = 100
    assert len(explorer.view["rows"]) == len(pitchers) - 100
    explorer.filters = {"team": pitchers["team"][0]}
    assert explorer.view["first"] == 0
    explorer.filters, explorer.first = {}, len(pitchers) - 1
    assert (explorer.view["first"], len(explorer.view["rows"])) == (len(pitchers) - 1, 1)
    explorer.first = len(pitchers)
    assert explorer.view["first"] == 0
    explorer.hold(pitchers)
    assert explorer.first == 0
    explorer.filters = {"team": pitchers["team"][0]}
    assert explorer.view["found"] == len(explorer.view["rows"]) == (pitchers["team"] == pitchers["team"][0]).sum()
    for rows in (0, 501, -1):
        with pytest.raises(sf.QueryError, match="from 1 to 500"):
            pitchers.sports.explore(rows=rows)
        with pytest.raises(QueryError, match="rows is an integer from 1 to 500"):
            explorer.rows = rows
    assert (explorer.rows, len(pitchers.sports.explore(rows=500).view["rows"])) == (100, len(pitchers))
    assert len(pitchers.sports.explore(rows=1).view["rows"]) == 1


def test_columns() -> None:
    """At first the columns that `show` displays; others can be added, unknown ones are refused in one line."""
    games = sf.live("2024-06-01", "MLB")
    explorer = games.sports.explore()

    assert explorer.columns == [str(name) for name in games.sports.show().frame.columns]
    assert not [name for name in explorer.columns if name.endswith("_id")]
    assert "game_id" in games.sports.explore(ids=True).columns
    assert {name for name, _ in explorer.every} == set(games.columns)
    explorer.columns = ["home_team", "game_id"]
    assert list(explorer.frame.columns)[:2] == ["home_team", "game_id"]
    assert {"sport", "game_date", "away_team_id"} <= set(explorer.frame.columns)
    assert "home_score" not in explorer.frame.columns
    for empty in ((), []):
        with pytest.raises(sf.QueryError, match="columns is empty; name at least one, such as 'sport'"):
            games.sports.explore(columns=empty)
        with pytest.raises(sf.QueryError, match="columns is empty"):
            explorer.columns = list(empty)
    with pytest.raises(sf.FrameError, match="home_team"):
        games.sports.explore(columns=["home_teem"])
    for name, value in {"columns": ["home_teem"], "sort": "-home_teem", "filters": {"home_teem": "x"}}.items():
        with pytest.raises(sf.QueryError, match="home_team"):
            setattr(explorer, name, value)
    assert explorer.columns == ["home_team", "game_id"]


def test_headings_say_what_they_mean() -> None:
    """The tip of a heading is the meaning of the column, without notes on the API fields of other tables."""
    explorer = sf.pitching("2024-06-01").sports.explore(columns=["walks", "strikeouts"])

    assert explorer.view["head"][1]["tip"] == "Strikeouts"


def test_what_is_copied_and_downloaded() -> None:
    """All rows found, not the page alone, with the values of the frame: as text with tabs, CSV and Parquet."""
    pitchers = sf.pitching("2024-06-01")
    explorer = pitchers.sports.explore(rows=2, columns=["player", "innings", "game_time", "strikeouts"])
    explorer.filters, explorer.sort = {"strikeouts": ">=5"}, "-strikeouts"
    wanted = pitchers.sort_values("strikeouts", ascending=False, kind="stable").query("strikeouts >= 5")
    keys = [
        "sport", "season", "season_type", "game_date", "game_id", "phase", "side", "team_id", "team", "opponent_id",
        "opponent", "player_id",
    ]  # fmt: skip
    wanted = wanted[[*explorer.columns, *keys]].reset_index(drop=True)

    assert_frame_equal(explorer.frame, wanted)
    assert sent(explorer, "copy")[0]["text"] == wanted.to_csv(index=False, sep="\t")
    about, (body,) = sent(explorer, "csv")
    assert about["name"] == "mlb-live-pitching.csv"
    assert body.startswith(b"\xef\xbb\xbf"), "spreadsheets read UTF-8 only with a mark"
    assert body.decode("utf-8-sig") == wanted.to_csv(index=False)
    about, (body,) = sent(explorer, "parquet")
    assert about["name"] == "mlb-live-pitching.parquet"
    back = pd.read_parquet(io.BytesIO(body))
    assert_frame_equal(back.astype(wanted.dtypes), wanted)
    assert pitchers.attrs
    assert back.attrs == {}, "a file that is passed on does not say where its rows are from"


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("day", "sport", "table"),
    [
        ("2024-06-01", "MLB", "pitching"), ("2024-06-01", "MLB", "games"), ("2024-12-25", "NBA", "players"),
        ("2024-10-06", "NFL", "players"), ("2024-06-14", "PGA", "players"), ("2024-01-02", "DARTS", "legs"),
    ],
)  # fmt: skip
def test_what_is_given_is_the_same_table(day: str, sport: str, table: str) -> None:
    """Whatever is hidden at first, the rows found, and files of them, are recognized, and marked as simulated."""
    rows = sf.live(day, sport, table=table)
    explorer = rows.sports.explore()
    assert "game_id" not in explorer.columns
    explorer.search = str(rows[explorer.columns].select_dtypes("string").iloc[0].dropna().iloc[0])
    found = explorer.frame
    assert 0 < len(found) <= len(rows)
    assert explorer.frame.columns[: len(explorer.columns)].tolist() == explorer.columns

    for name, read in (("csv", sf.read_csv), ("parquet", sf.read_parquet)):
        back = read(io.BytesIO(sent(explorer, name)[1][0]))
        assert_frame_equal(back, found)
        assert back.attrs == {}
        assert str(back.sports.kind) == f"{sport} live {table}"
        assert repr(back.sports).endswith(", simulated>")
    copied = sf.typed(pd.read_csv(io.StringIO(sent(explorer, "copy")[0]["text"]), sep="\t"))
    assert_frame_equal(copied, found)
    assert repr(found.sports) == repr(back.sports)


def test_measures_of_the_rows_found() -> None:
    """Who has filtered in the widget goes on with what was found."""
    pitchers = sf.pitching("2024-06-01")
    explorer = pitchers.sports.explore()
    explorer.filters = {"strikeouts": ">= 8"}
    best = pitchers[pitchers["strikeouts"] >= 8]

    assert explorer.frame.sports.measures()["k_9"].tolist() == best.sports.measures()["k_9"].tolist()
    assert explorer.frame.sports.box("games")["game_id"].nunique() == best["game_id"].nunique()


def test_a_filter_that_cannot_be_read_names_the_heading() -> None:
    """Who types below a heading reads its words; code that is refused, the name of the column."""
    explorer = sf.live(("2024-06-01", "2024-06-02"), "MLB").sports.explore()
    with pytest.raises(QueryError, match="for game_date; write"):
        explorer.filters = {"game_date": "> June"}
    explorer.set_state({"filters": {"game_date": "> June"}})
    assert "for game date; write" in explorer.error


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("sport", "table"), [(sport, table) for sport, resource, table, _ in every_table() if resource == "live"]
)
def test_a_table_without_rows_hides_its_ids(sport: str, table: str) -> None:
    """It shows at least the columns that it shows with rows, and of the IDs no others; all can be added."""
    frame = day(sport, table)
    empty, whole = frame.head(0).sports.explore(), frame.sports.explore()
    more = set(empty.columns) - set(whole.columns)
    assert set(whole.columns) <= set(empty.columns)
    assert not [name for name in more if name.endswith("_id")]
    assert {name for name, _ in empty.every} == set(frame.columns)


def test_a_bracket_without_rows_hides_its_ids() -> None:
    """Its columns for reading are known by their values, which it has none of."""
    names = ["round", "round_name", "slot", "next", *(f"{name}_{n}" for n in (1, 2) for name in PER_SIDE), "winner_id"]
    explorer = explore(pd.DataFrame(columns=names))
    assert "winner_id" not in explorer.columns
    assert {"round_name", "team_1", "team_2"} <= set(explorer.columns)


def test_columns_without_values_are_shown_where_there_are_no_others() -> None:
    """A table has columns as long as the frame does."""
    explorer = explore(pd.DataFrame({"a": [None, None]}))
    assert explorer.columns == ["a"]
    assert len(explorer.view["rows"]) == 2


def test_a_name_that_begins_with_a_minus() -> None:
    """A column is found by its own name before a minus means a descending order."""
    explorer = explore(pd.DataFrame({"-n": [2, 1, 3]}))
    explorer.sort = "-n"
    assert explorer.frame["-n"].tolist() == [1, 2, 3]
    explorer.sort = "--n"
    assert explorer.frame["-n"].tolist() == [3, 2, 1]


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame(), pd.DataFrame({"a": []}), MIXED.set_index("name"), MIXED[["n", "n"]], MIXED.iloc[:0],
        pd.DataFrame([[1, 2]], columns=[0, "0"]), pd.DataFrame({("a", "b"): [1]}), MIXED.set_index(["n", "name"]),
        MIXED["n"].value_counts().to_frame(),
    ],
)  # fmt: skip
def test_any_frame_can_be_explored(frame: pd.DataFrame) -> None:
    """Without rows, with other indexes, repeated names or names that are no text."""
    explorer = explore(frame)
    for name in explorer.columns:
        explorer.sort, explorer.search = f"-{name}", "a"

    assert len(explorer.view["head"]) == len(explorer.columns)
    assert explorer.view["all"] == len(frame)


def test_what_a_saved_notebook_shows() -> None:
    """Beside the widget an HTML table of the rows found, escaped, and a line of text."""
    frame = sf.teams("MLB").assign(team="<script>alert(1)</script>")
    explorer = frame.sports.explore(columns=["team", "league"] if "league" in frame.columns else ["team"])
    bundle, _ = explorer._repr_mimebundle_()

    assert bundle["application/vnd.jupyter.widget-view+json"]["model_id"] == explorer.model_id
    assert html.escape("<script>") in bundle["text/html"]
    assert "<script>" not in bundle["text/html"]
    assert bundle["text/plain"] == repr(explorer)
    shown = "1 column" if len(explorer.columns) == 1 else f"{len(explorer.columns)} columns"
    assert repr(explorer) == f"<Explorer: {len(frame)} of {len(frame)} rows, {shown}>"


def test_a_saved_notebook_names_the_players_first() -> None:
    """On a phone the first columns are all that is seen of it."""
    explorer = sf.pitching("2024-06-01").sports.explore()
    assert explorer.columns[0] != "player"
    headings = re.findall(r"<th[^>]*>([^<]*)</th>", explorer.as_html())
    assert headings[0] == "player"
    assert sorted(headings) == sorted(name.replace("_", " ") for name in explorer.columns)
    assert "<th" in explore(pd.DataFrame({"a": [1]})).as_html()


def test_rows_of_pickers_are_explored() -> None:
    """A button of the pickers opens the table; it follows the selection, and closing the picker closes it."""
    for panel in (sf.picker("2024-06-01", "MLB"), sf.game_picker("2024-06-01", "MLB")):
        panel._exploring.value = True
        assert_frame_equal(panel._explorer._flat, panel.frame)
        panel.table = "teams"
        assert_frame_equal(panel._explorer._flat, panel.frame)
        panel._exploring.value = False
        assert (panel._table.layout.display, panel._place.layout.display) == ("", "none")
        panel.close()
        assert panel._explorer.comm is None


def test_what_was_set_in_the_explorer_stays_from_day_to_day() -> None:
    """Search, filters, order and columns of a picker's explorer hold for the next day; another table begins anew."""
    picker = sf.picker("2024-06-01", "MLB")
    picker._exploring.value = True
    explorer = picker._explorer
    assert explorer is not None
    team = str(picker.frame["away_team"][0])
    explorer.filters, explorer.sort = {"away_team": team}, "-away_score"
    explorer.columns = ["away_team", "away_score"]
    picker.step(1)
    assert (explorer.filters, explorer.sort) == ({"away_team": team}, "-away_score")
    assert explorer.columns == ["away_team", "away_score"]
    assert (
        explorer.view["found"] == (picker.frame["away_team"] == team).sum() < explorer.view["all"] == len(picker.frame)
    )
    explorer.set_state({"filters": {"away_score": "many"}})
    assert "invalid filter" in explorer.error
    picker.step(-1)
    assert "invalid filter" in explorer.error
    picker.table = "batting"
    assert (explorer.filters, explorer.sort, explorer.error) == ({}, "", "")
    assert "player" in explorer.columns
    picker.close()


def test_a_day_without_rows_is_explained_while_exploring() -> None:
    """The explorer gives way to the note that says why there are no rows, and when the next games are."""
    picker = sf.picker("2024-07-14", "MLB")
    picker._exploring.value = True
    picker.date = "2024-07-16"
    assert not len(picker.frame)
    assert "The next games are on" in picker._table.value
    assert (picker._table.layout.display, picker._place.layout.display) == ("", "none")
    picker.step(-1)
    assert (picker._table.layout.display, picker._place.layout.display) == ("none", "")
    assert picker._day.max.year == 9999  # no year of more digits can be typed
    picker.close()


def test_a_first_search_writes_each_text_once() -> None:
    """What many cells have in common is written and compared once, so that a season is searched as quickly as a day."""
    rows = 50_000
    many = pd.DataFrame({"player": [f"Núñez {number}" for number in range(rows)]})
    few = pd.DataFrame({"player": [f"Núñez {number % 100}" for number in range(rows)]})

    def seconds(frame: pd.DataFrame) -> float:
        explorer = explore(frame)
        began = time.process_time()
        explorer.search = "7"
        taken = time.process_time() - began
        assert explorer.frame.equals(frame[frame["player"].str.contains("7")].reset_index(drop=True))
        return taken

    assert seconds(few) < seconds(many) / 4


def test_objects_that_are_equal_are_searched_by_their_texts() -> None:
    """Lists, which have no hash, and True, which equals 1."""
    things = pd.DataFrame({"thing": [1, True, "True", ["x", 1], None, 1.0]}, dtype=object)
    explorer = explore(things)
    for text, found in (("true", [1, 2]), ("x", [3]), ("1", [0, 3, 5])):
        explorer.search = text
        assert explorer.frame.equals(things.iloc[found].reset_index(drop=True))
