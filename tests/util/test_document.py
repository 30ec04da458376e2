"""Documents that are not JSON to the letter, or hold what no column can, are read, kept and told."""

from __future__ import annotations

import copy
import datetime
import json
import warnings
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sportsframe as sf
from sportsframe._frames import arrays, drift
from sportsframe._frames.arrays import FEW, NOT_A_TIME, SHORT, days, instants, text_columns, times, whole_number
from sportsframe._util.document import DIGITS, SHOWN, brief, digits, json_text, parse, plain

from ..support import answers
from ..support.answers import pretty
from ..support.samples import envelope, first, read

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


def kinds() -> set[str]:
    return set(sf.drift()["kind"])


@given(JSON)
@settings(max_examples=150, deadline=None)
def test_what_is_json_is_read_as_it_is(value: Any) -> None:
    """Reading a JSON text, and taking a parsed object, change nothing and find nothing."""
    faults: set[str] = set()

    assert parse(json.dumps(value).encode(), faults) == value
    assert plain(value, faults) == value
    assert not faults
    assert json_text(value) == (
        value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    )


@pytest.mark.parametrize(
    ("body", "value", "fault"),
    [
        (b'\xef\xbb\xbf{"a": 1}', {"a": 1}, "a byte order mark"),
        ('{"a": "\u00e9"}'.encode("utf-16"), {"a": "\u00e9"}, "a byte order mark"),
        ('{"a": "\u00e9"}'.encode("utf-32"), {"a": "\u00e9"}, "a byte order mark"),
        (b"[NaN, Infinity, -Infinity]", ["NaN", "Infinity", "-Infinity"], "NaN"),
        (b'["caf\xe9"]', ["caf\\udce9"], "bytes that are not Unicode"),
        (b'["\\ud800"]', ["\\ud800"], "text that is not Unicode"),
        (b'{"a": 1, "a": 2, "b": 3, "a": 4}', {"a": 4, "b": 3, "a#1": 1, "a#2": 2}, "the key 'a' twice in an object"),
    ],
)  # fmt: skip
def test_what_is_almost_json_is_read_and_told(body: bytes, value: Any, fault: str) -> None:
    """Marks, constants, wrong bytes, lone surrogates and repeated keys cost no document, and nothing they say."""
    faults: set[str] = set()

    assert parse(body, faults) == value
    assert fault in faults


@pytest.mark.parametrize("n", [DIGITS - 1, DIGITS, DIGITS + 1, 3 * DIGITS])
def test_numbers_of_any_length(n: int) -> None:
    """A number of more digits than Python converts is kept as its digits, from bytes and from a parsed object."""
    found = parse(b"1" * n, set())

    assert found == (int("1" * n) if n <= DIGITS else "1" * n)
    assert digits(-(10**n)) == "-1" + "0" * n
    assert str(plain(10**n, set()))[:9] == "1" + "0" * 8
    assert parse(b"1e999", set()) == "1e999"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Decimal("1.5"), 1.5), (Decimal("0.1000000000000000055"), "0.1000000000000000055"), (Decimal("NaN"), "NaN"),
        (np.int64(7), 7), (np.float64(0.5), 0.5), (np.bool_(True), True), (np.array([1, 2]), [1, 2]), ((1, 2), [1, 2]),
        (datetime.datetime(2024, 6, 1, 23, 5), "2024-06-01T23:05:00"), (datetime.date(2024, 6, 1), "2024-06-01"),
        (b"raw\xff", "raw\\xff"), (pd.NA, None), (pd.NaT, None), (float("inf"), "Infinity"),
        ({1: 2, "1": 3}, {"1": 3, "1#1": 2}),
        ("\ud800", "\\ud800"), ({"\ud800": 1}, {"\\ud800": 1}), (None, None),
    ],
)  # fmt: skip
def test_objects_of_other_readers(value: Any, expected: Any) -> None:
    """What BSON, YAML, NumPy and simplejson make of a document becomes JSON's own types, anywhere in an answer."""
    faults: set[str] = set()
    assert plain(value, faults) == expected
    assert bool(faults) == (value is not None)

    doc = envelope("MLB", "live", n=2)
    first(doc)["novelty"] = value
    first(doc)["full_box"]["home_team"]["score"] = value
    assert len(read(doc, "MLB", "live")) == 2
    assert value is None or "syntax" in kinds()


@pytest.mark.usefixtures("no_collection")
def test_depth_is_bounded() -> None:
    """What was read is written again at any depth; an answer deeper than can be read is refused by PayloadError."""
    deep: Any = 1
    for _ in range(4000):
        deep = [{"k": deep}, 2]
    assert str(json_text(deep)).startswith('[{"k": [{"k"')
    assert json_text([{"a": []}, {}]) == '[{"a": []}, {}]'

    doc = envelope("MLB", "live", n=2)
    first(doc)["novelty"] = deep
    body = b'{"data": {"MLB": [' + b"[" * 50_000
    for data in (doc, body):
        with pytest.raises(sf.PayloadError, match="nested too deeply"):
            sf.read_json(data, "MLB", "live")
    first(doc)["novelty"] = json.loads('{"a": ' * 200 + "1" + "}" * 200)
    assert read(doc, "MLB", "live")["novelty"].notna().sum() == 1
    assert read(json.dumps(doc).encode(), "MLB", "live")["novelty"].notna().sum() == 1


@pytest.mark.parametrize("path", ["nowhere\x00.json", "<html>" + "x" * 600_000, "\ud800", "no json at all\n" * 9])
def test_text_that_is_no_json_is_refused_briefly(path: str) -> None:
    """Text that is neither JSON nor the path of a file is refused in a line that does not repeat it."""
    with pytest.raises(sf.PayloadError, match="cannot read") as caught:
        sf.read_json(path, "MLB", "live")
    assert len(str(caught.value)) < 400


def test_a_message_repeats_a_foreign_text_so_far() -> None:
    """Up to the bound a text is shown whole, beyond it cut and counted."""
    assert brief("x" * SHOWN) == "x" * SHOWN
    assert brief("x" * (SHOWN + 1)) == "x" * SHOWN + f"... ({SHOWN + 1} characters)"


@pytest.mark.parametrize(
    ("data", "sport", "message"),
    [
        ({"data": {"MLB": [{}]}}, "NBA", "contains MLB, not NBA"),
        ({"data": {"MLB": []}}, "NBA", "contains MLB, not NBA"),
        ({"data": {"nba": [{}]}}, "NBA", "contains nba, not NBA"),
        ({"data": {"LaLiga": [{}]}}, "SOCCER", "contains LaLiga, not EPL or SERIEA or LALIGA"),
        ({"NBA": [{}]}, "MLB", "no 'data'; it contains NBA"),
        ({"data": {"EPL": [{}], "LALIGA": [{}]}}, "SOCCER", "contains EPL and LALIGA; select one with league='EPL'"),
    ],
)
def test_an_answer_of_another_sport_is_refused(data: Any, sport: str, message: str) -> None:
    """[S2.1-03] Rows under another key than the one asked are an error that names both, as bytes and parsed."""
    for given_ in (data, json.dumps(data).encode()):
        with pytest.raises(sf.PayloadError, match=message):
            sf.read_json(given_, sport, "live")


def test_of_two_leagues_the_one_with_rows() -> None:
    """Where only one of several leagues has rows no league need be asked for; one that is not there is an error."""
    doc = envelope("SOCCER", "live", n=2, key="SERIEA")
    doc["data"]["EPL"] = []

    assert set(read(doc, "SOCCER", "live")["league"]) == {"SERIEA"}
    with pytest.raises(sf.PayloadError, match="contains SERIEA, EPL, not LALIGA"):
        sf.read_json(doc, "SOCCER", "live", league="LALIGA")


@pytest.mark.parametrize(
    ("sport", "resource", "key", "member", "word"),
    [
        ("NBA", "live", "NBA", "sport", "MLB"),
        ("SOCCER", "team-info", "EPL", "league", "LALIGA"),
        ("SOCCER", "team-info", "EPL", "league", -(10**40)),
    ],
)
def test_a_row_that_names_another_sport_or_league_is_told(
    sport: str, resource: str, key: str, member: str, word: Any
) -> None:
    """The key decides which sport a row is of; a row that says otherwise is told, and its word is kept."""
    doc = envelope(sport, resource, n=2, key=key)
    first(doc)[member] = word

    for data in (doc, json.dumps(doc).encode()):
        drift.LOG.clear()
        frame = read(data, sport, resource)
        assert frame[f"{member}_"].dropna().tolist() == [str(word)]
        assert set(frame[member]) == {key}
        assert "unreadable" in kinds() <= {"unreadable", "retyped"}


def test_what_stands_beside_the_data_is_told() -> None:
    """A key beside ``data`` is told on each road, and costs the fast one only the first time."""
    doc = envelope("NBA", "live", n=2) | {"meta": {"page": 1}}

    for data in (doc, json.dumps(doc).encode(), json.dumps(doc).encode()):
        assert len(read(data, "NBA", "live")) == 2
        assert sf.drift()["path"].tolist() == ["$.meta"]


IDS = ["uuid-0", "abc", "1_0", "007", " 7", "+7", "7.0", "-0", "", "\u00b2", "\u0663", "9" * 19, "9" * 5000]


@pytest.mark.parametrize("key", IDS)
def test_an_id_that_is_no_number_keeps_its_text(key: str) -> None:
    """A player's key that is no integer leaves player_id missing and stands beside it; no row is lost or mistaken."""
    doc = envelope("NBA", "live", n=1, maps=3)
    box = first(doc)["player_box"]["away_team"]
    line, *_ = box.values()
    box[key] = dict(line, player="Seventh")
    box["7"] = dict(line, player="Eighth")

    for data in (doc, json.dumps(doc).encode()):
        drift.LOG.clear()
        frame = read(data, "NBA", "live", "players")
        assert len(frame) == 3 + 2 + 3
        row = frame[frame["player"] == "Seventh"].iloc[0]
        assert pd.isna(row["player_id"])
        assert (row["player_id_"] if key else "") == key
        assert frame.loc[frame["player"] == "Eighth", "player_id"].tolist() == [7]
        assert frame["player_id"].dtype == "Int64"
        assert kinds() == {"unreadable"}


@pytest.mark.parametrize("text", ["0", "7", "-7", "9223372036854775807", "-9223372036854775808"])
def test_whole_numbers_of_keys(text: str) -> None:
    """Every integer of 64 bits in its usual form is the number, at both ends; one more is none."""
    assert whole_number(text) == int(text)
    assert whole_number(str(2**63)) is whole_number(str(-(2**63) - 1)) is whole_number(str(arrays.MISSING_INT)) is None


@pytest.mark.parametrize("form", ["groups", "list", "bad items", "repeated key"])
def test_no_player_is_lost(form: str) -> None:
    """A player in two groups, twice in a list or under a repeated key has two rows; a bad entry costs no other."""
    doc = envelope("SOCCER", "live", n=1, maps=40)
    players = first(doc)["player_box"]["away_team"]
    key, line = next(iter(players.items()))
    n = len(read(doc, "SOCCER", "live", "players"))
    text = json.dumps(doc)
    if form == "groups":
        first(doc)["player_box"]["away_team"] = {"first": players, "second": {key: line}}
    elif form == "list":
        first(doc)["player_box"]["away_team"] = [{"player_id": k, **v} for k, v in [*players.items(), (key, line)]]
    elif form == "bad items":
        first(doc)["player_box"]["away_team"] = [{"player_id": k, **v} for k, v in players.items()] + [None, 7, "x"]
    data: Any = doc
    if form == "repeated key":
        data = (
            "\ufeff" + text.replace(f'"{key}": ', f'"{key}": {json.dumps(line)}, "novelty": 1, "{key}": ', 1)
        ).encode()

    frame = read(data, "SOCCER", "live", "players")

    assert len(frame) == n + (form != "bad items")
    if form in ("groups", "list"):
        assert (frame["player_id"] == int(key)).sum() == 2
    if form == "bad items":
        assert read(data, "SOCCER", "live")["player_box.away_team[41]"].tolist() == ["7"]
    assert kinds()


def test_a_bad_record_costs_no_other() -> None:
    """What is no object in the place of a record is left out and told; the other records stay."""
    doc = envelope("MLB", "schedule", n=40)
    doc["data"]["MLB"][3:3] = [None, 7, "x", []]

    assert len(read(doc, "MLB", "schedule")) == 40
    skipped = sf.drift().set_index("kind").loc["skipped"]
    assert (skipped["path"], skipped["count"]) == ("[]", 4)
    doc["data"]["MLB"] = {str(n): row for n, row in enumerate(doc["data"]["MLB"])}
    assert len(read(doc, "MLB", "schedule")) == 40


@pytest.mark.parametrize("value", [2**63, -(2**63) - 1, 10**400, "1" * 30, "1" * 5000, 1e22, "1.5", "9" * 25 + ".0"])
def test_an_integer_no_column_holds_keeps_its_text(value: Any) -> None:
    """What an integer column cannot hold exactly leaves the cell missing and stands beside it, and is told."""
    doc = envelope("MLB", "live", n=2)
    first(doc)["full_box"]["home_team"]["team_id"] = value

    for data in (doc, json.dumps(doc).encode()):
        drift.LOG.clear()
        row = read(data, "MLB", "live", "teams").iloc[1]
        assert pd.isna(row["team_id"])
        assert row["team_id_"] == json_text(value)
        assert kinds() & {"inexact", "retyped"}


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("9007199254740993.0", 9007199254740993), ("4.0", 4), ("1e3", 1000), (4.0, 4), (2**63 - 1, 2**63 - 1),
        (-(2**63), -(2**63)), ("9223372036854775807", 2**63 - 1),
    ],
)  # fmt: skip
def test_an_integer_in_another_form_is_exact(value: Any, cell: int) -> None:
    """A whole number in text becomes just that integer, without a float on the way."""
    doc = envelope("MLB", "live", n=1)
    first(doc)["full_box"]["home_team"]["team_id"] = value

    assert read(json.dumps(doc).encode(), "MLB", "live", "teams")["team_id"].tolist()[1] == cell


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("6.2", 6.2), ("0.1", 0.1), (2**53, 2.0**53), (2**53 - 1, 2.0**53 - 1), (2**53 + 1, None),
        ("1_0", None), (10**400, None),
        ("9007199254740993.0", None), ("0.1000000000000000055", None), ("1e400", None), ("nan", None), ("\u0663", None),
    ],
)  # fmt: skip
def test_a_float_is_exact_or_kept(value: Any, cell: float | None) -> None:
    """A number that a float column would round stands beside it, as number and as text; what fits is in it."""
    doc = envelope("MLB", "live", n=1, maps=1)
    line = next(iter(first(doc)["player_box"]["home_team"]["pitching"].values()))
    line["IP"] = value

    for data in (doc, json.dumps(doc).encode()):
        frame = read(data, "MLB", "live", "pitching")
        row = frame[frame["side"] == "home"].iloc[0]
        assert (None if pd.isna(row["innings"]) else row["innings"]) == cell
        if cell is None:
            assert row["innings_" if "innings_" in frame else "IP"] == json_text(value)


USUAL = "Sat, 01 Jun 2024 23:05:00 GMT"
SPELLINGS = [
    USUAL, None, "", "TBD", "Sat, 01 Jun 2024 25:99:00 GMT", "Sat, 01 Jun 2024 23:60:00 GMT",
    "Sat, 01 Jun 2024 24:00:00 GMT",
    "Sat, 01 Jun 2024 99:99:99 GMT", "Sat, 01 Jun 2024 23-05-00 GMT", "Sat, 01 Jun 0024 23:05:00 GMT",
    "Sat, 01 Jun 0001 23:05:00 GMT", "Sat, 01 Jun 0002 23:05:00 GMT", "Sat, 01 Jun 9998 23:05:00 GMT",
    "Sat, 01 Jun 9999 23:05:00 GMT", "Sat, 01 Jun 2024 7:05:00 PM GMT", "Sat, 01 Jun 2024 07:05:00 XYZ",
    "Sat, 01 Jun 2024 07:05:00 +02", "Sat, 01 Jun 2024 07:05:00", "1at, 01 Jun 2024 07:05:00 GMT",
    "sat, 01 jun 2024 07:05:00 GMT",
    "Sat, 31 Jun 2024 07:05:00 GMT", "Sat, 00 Jun 2024 07:05:00 GMT", "Thu, 29 Feb 2024 07:05:00 GMT",
    "Wed, 29 Feb 2023 07:05:00 GMT",
    "2024-06-01T23:05:00Z", "2024-06-01 23:05:00", "2024-06-01", "20240601T230500", "Sat, 01 Jun 2024 23:05:60 GMT",
    "Sat, 01 Jun 2024 23:05:00 +0230", "1 Jun 2024 23:05 GMT", "S\u00e1t, 01 Jun 2024 23:05:00 GMT", "\u0661" * 29,
]  # fmt: skip


@pytest.mark.parametrize("text", SPELLINGS)
def test_times_do_not_depend_on_the_number_of_rows(text: str | None) -> None:
    """One spelling is one instant, or none, alone and on either side of the number from which columns are read."""
    alone, unread, other = instants([text])

    for n in (2, FEW - 1, FEW, FEW + 1):
        for values in ([text] * n, [USUAL] * (n - 1) + [text]):
            many, bad, rest = instants(values)
            assert many[-1].astype(np.int64) == alone[0].astype(np.int64)
            assert (n - 1 in bad) == bool(unread)
            assert (n - 1 in rest) == bool(other)
    readable = alone[0].astype(np.int64) != NOT_A_TIME
    assert bool(unread) == (not readable and text not in (None, ""))


@given(st.integers(0, 99), st.integers(0, 99), st.integers(0, 99), st.integers(0, 9999), st.integers(0, 40))
@settings(max_examples=200, deadline=None)
def test_a_clock_is_one_or_none(hour: int, minute: int, second: int, year: int, day: int) -> None:
    """Any figures in the service's form are the instant that Python's own calendar has, or none, in bulk and alone."""
    text = f"Sat, {day:02d} Jun {year:04d} {hour:02d}:{minute:02d}:{second:02d} GMT"
    try:
        right = datetime.datetime(year, 6, day, hour, minute, second) if 1 < year < 9999 else None
    except ValueError:
        right = None

    for n in (1, FEW):
        found, bad, other = instants([text] * n)
        assert found[0] == np.datetime64(right or "NaT", "us") or (right is None and np.isnat(found[0]))
        assert bool(bad) == (right is None)
        assert not other


@pytest.mark.parametrize(
    ("text", "kind"), [("Sat, 01 Jun 2024 25:99:00 GMT", "unreadable"), ("2024-06-01T23:05:00Z", "retyped")]
)
@pytest.mark.parametrize("n", [1, FEW - 1, FEW, FEW + 1])
def test_a_time_in_another_form_is_told(text: str, kind: str, n: int) -> None:
    """An instant that is none is missing with its text beside it; one in another form is read; both are told."""
    doc = envelope("NFL", "schedule", n=n)
    first(doc)["game_time"] = text

    frame = read(doc, "NFL", "schedule")

    assert pd.isna(frame.loc[0, "game_time"]) == (kind == "unreadable")
    assert ("game_time_" in frame) == (kind == "unreadable")
    assert kinds() == {kind}


@pytest.mark.parametrize(
    "text",
    ["20240601-1-2", "202406011", "2024060", "00000601-1-2", "20240631-1", "\u0662\u0660240601-1", "", "20240601"],
)
def test_day_labels_do_not_depend_on_the_number_of_rows(text: str) -> None:
    """One id is one day label on either side of the number from which columns are read."""
    for n in (FEW - 1, FEW, FEW + 1):
        ids = ["20240601-1-2"] * (n - 1) + [text]
        moments = times(instants(["Sun, 02 Jun 2024 23:05:00 GMT"] * n)[0])
        assert days(ids, moments)[-1] == days([text], moments[:1])[0]


@pytest.mark.parametrize("n", [1, SHORT - 1, SHORT, SHORT + 1, 3 * SHORT])
@pytest.mark.parametrize("word", ["", "undefined", "undefined, undefined", "N/A", "\u00d8"])
def test_placeholders_are_found_at_any_size(word: str, n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that stands for nothing is missing among few cells and many, whatever letter it begins with."""
    monkeypatch.setattr(arrays, "PLACEHOLDERS", arrays.PLACEHOLDERS | {"N/A", "\u00d8"})

    (column,) = text_columns([["Nashville"] * (n - 1) + [word]], [])

    assert pd.isna(column).tolist() == [False] * (n - 1) + [True]


@pytest.mark.parametrize("validate", ["report", "strict"])
def test_strict_refuses_in_one_line(validate: Any) -> None:
    """Strictly read, all drift but a new key is refused in one bounded line, found while decoding or in a table."""
    cases: list[tuple[Any, str]] = [
        (lambda d: first(d).pop("game_ID"), "missing"),
        (lambda d: first(d).update(status="moon" * 400), "unreadable"),
        (lambda d: first(d).update(game_time="TBD"), "unreadable"),
        (lambda d: first(d)["full_box"]["home_team"]["quarter_scores"].update(OT=1), "unreadable"),
        (lambda d: first(d)["full_box"]["home_team"].update(score="7"), "retyped"),
        (lambda d: first(d)["full_box"]["home_team"].update(score=2**63), "inexact"),
        (lambda d: d["data"]["NHL"].append(None), "skipped"),
        (lambda d: first(d).update({"novelty" * 9000: 1}), ""),
    ]
    for change, kind in cases:
        doc = answers.nhl()
        change(doc)
        for data in (doc, pretty(doc)):
            drift.LOG.clear()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", sf.DriftWarning)
                if validate == "report" or not kind:
                    dict(sf.read_json(data, "NHL", "live", None, validate=validate).items())
                    assert kinds() == {kind or "unknown"}
                    continue
                with pytest.raises(sf.PayloadError, match=kind) as caught:
                    dict(sf.read_json(data, "NHL", "live", None, validate=validate).items())
            assert len(str(caught.value)) < 400
            assert "\n" not in str(caught.value)


def test_rows_under_a_repeated_key_are_reported() -> None:
    """The last rows under an envelope key are read; that others stood there is said, and how many."""
    row = first(answers.nhl())
    body = json.dumps({"data": {"NHL": [row, row], "nhl": [row]}}).replace('"nhl"', '"NHL"').encode()
    with pytest.warns(sf.DriftWarning, match="NHL#1"):
        assert len(sf.read_json(body, "NHL", "live")) == 1
    with pytest.raises(sf.PayloadError, match="NHL#1"):
        sf.read_json(body, "NHL", "live", validate="strict")


def test_strict_refuses_a_repeated_key() -> None:
    """The fast reading takes the last of two equal keys, as JSON readers do; the strict one refuses them."""
    body = pretty(answers.nhl()).replace(b'"status":', b'"status": "moon", "status":', 1)

    assert read(body, "NHL", "live")["phase"].notna().all()
    with pytest.raises(sf.PayloadError, match="'status' twice"):
        sf.read_json(body, "NHL", "live", validate="strict")


def test_messages_stay_short() -> None:
    """Keys and values of any length are cut in warnings and in what drift tells; the column keeps its whole name."""
    doc = copy.deepcopy(answers.nhl())
    first(doc)["k" * 10_000] = "v" * 10_000

    with pytest.warns(sf.DriftWarning) as heard:
        frame = sf.read_json(doc, "NHL", "live")
    assert max(len(str(w.message)) for w in heard) < 600
    assert frame["k" * 10_000].tolist() == ["v" * 10_000]
