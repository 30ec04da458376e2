"""Answers become tidy frames whose shape never depends on the data."""

from __future__ import annotations

import copy
import json
import pickle
import random
import warnings
from collections.abc import Iterator
from typing import Any

import msgspec
import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._frames.arrays import TEXT, dtype
from sportsframe._frames.decode import records
from sportsframe._frames.flatten import _maker, empty
from sportsframe._frames.levels import pluck
from sportsframe._frames.recognize import kind
from sportsframe._frames.tables import Tables
from sportsframe.catalog import SPORTS, answer, every_table, layout
from sportsframe.catalog.records import fields, is_record, unwrap
from sportsframe.catalog.tables import KEY_ORDER

from ..support.samples import ANSWERS, envelope, first, read

TABLES = [(sport, resource, table) for sport, resource, table, _ in every_table()]


@pytest.mark.parametrize(("sport", "resource", "table"), TABLES)
def test_shape_is_the_catalogs(sport: str, resource: str, table: str) -> None:
    """[S2.1-07] [S2.1-08] [S2.3-12] Rows, no rows and rows of nulls have the catalog's columns and dtypes."""
    lay = layout(sport, resource, table)
    expected = {column.name: dtype(column) for column in lay.columns}
    doc = envelope(sport, resource)
    nulls = _blank(answer(sport, resource).record, copy.deepcopy(doc))

    for frame in (
        read(doc, sport, resource, table),
        read(b"", sport, resource, table),
        read(nulls, sport, resource, table),
    ):
        assert dict(frame.dtypes) == expected
    assert len(read(doc, sport, resource, table)) > 0


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "resource", "table"), TABLES)
def test_frames_are_those_that_pandas_makes_of_their_columns(sport: str, resource: str, table: str) -> None:
    """Frames that are put together without the checks of pandas are as sound as those that it checks."""
    assert _maker() is not None or int(pd.__version__.split(".")[0]) < 3
    for data in (envelope(sport, resource), b""):
        frame = read(data, sport, resource, table)
        checked = pd.DataFrame({name: frame[name].array.copy() for name in frame})

        pd.testing.assert_frame_equal(frame, checked)
        assert frame.index.equals(checked.index)
        assert pd.concat([frame, frame.iloc[::-1].copy()]).equals(pd.concat([checked, checked.iloc[::-1].copy()]))
        before = frame.copy(deep=True)
        other = frame.copy(deep=False)
        other[frame.columns[0]] = None
        pd.testing.assert_frame_equal(frame, before)


def test_members_are_read_at_any_path() -> None:
    """Each name is read from each kind of object, and what is missing on the way to it is missing."""

    class One(msgspec.Struct):
        first: Any
        member_: Any = 7

    class Two(msgspec.Struct):
        second: Any
        first: Any

    nested = [One(Two(1, 2)), One(Two(3, [4]))]
    assert pluck(nested, ()) is nested
    assert pluck(nested, ("first", "second")) == [1, 3]
    assert pluck(nested, ("first", "first")) == [2, [4]]
    assert pluck(nested, ("member_",)) == [7, 7]
    assert pluck([*nested, One(None), None], ("first", "second")) == [1, 3, None, None]
    assert pluck([nested[0].first, *nested], ("first",)) == [2, nested[0].first, nested[1].first]
    assert pluck([One([5, 6]), One([])], ("first", "0")) == [5, None]
    assert pluck(iter(nested), ("first", "second")) == [1, 3]


def _blank(record: Any, doc: dict[str, Any]) -> dict[str, Any]:
    """Every scalar of every record null, containers and ids kept."""

    def walk(kind: Any, value: Any) -> Any:
        if is_record(kind):
            declared = {spec.wire for spec in fields(kind)}
            for spec in fields(kind):
                if spec.is_rest:
                    value |= walk(spec.type, {key: v for key, v in value.items() if key not in declared})
                else:
                    value[spec.wire] = walk(spec.type, value[spec.wire])
            return value
        if isinstance(value, dict):
            return {k: walk(unwrap(kind.__args__[1])[0], v) for k, v in value.items()}
        if isinstance(value, list):
            return [walk(unwrap(kind.__args__[0])[0], v) for v in value]
        return None

    for key, rows in doc["data"].items():
        if isinstance(rows, dict):  # the one field of the record is the map
            doc["data"][key] = walk(fields(record)[0].type, rows)
        else:
            rows[:] = [walk(record, row) for row in rows]
    return doc


@pytest.mark.parametrize(("sport", "resource", "table"), TABLES)
def test_keys_stand_first(sport: str, resource: str, table: str) -> None:
    """Key columns come first in the one order, and no column twice."""
    names = [column.name for column in layout(sport, resource, table).columns]
    keys = [name for name in KEY_ORDER if name in names]

    assert names[: len(keys)] == keys
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(("sport", "resource", "table"), TABLES)
def test_wire_names_stand_once(sport: str, resource: str, table: str) -> None:
    """Within a table a wire name stands on one column only."""
    wires = [column.wire for column in layout(sport, resource, table).columns if column.wire]

    assert len(set(wires)) == len(wires)


@pytest.mark.parametrize(("sport", "resource"), ANSWERS)
def test_both_ways_of_reading_agree(sport: str, resource: str) -> None:
    """The fast path and the tolerant one give the same frames; neither finds anything strange in a good answer."""
    doc = envelope(sport, resource, n=4)
    planted = copy.deepcopy(doc)
    first(planted)["planted"] = 1

    fast = Tables(sport, resource, records(json.dumps(doc).encode(), sport, resource))
    with pytest.warns(sf.DriftWarning, match="planted"):
        tolerant = Tables(sport, resource, records(json.dumps(planted).encode(), sport, resource))

    for table in fast:
        other = tolerant[table].drop(columns="planted", errors="ignore")
        pd.testing.assert_frame_equal(fast[table], other)
    assert set(sf.drift()["kind"]) == {"unknown"}


@pytest.mark.parametrize(("sport", "resource"), ANSWERS)
def test_concat_changes_no_dtype(sport: str, resource: str) -> None:
    """Any two answers of one sport, resource and table concatenate without a change of dtype, empty ones too."""
    for table in answer(sport, resource).layouts:
        a = read(envelope(sport, resource, seed=1), sport, resource, table)
        b = read(envelope(sport, resource, seed=2), sport, resource, table)
        none = empty(sport, resource, table)

        assert dict(pd.concat([a, b]).dtypes) == dict(a.dtypes)
        assert dict(pd.concat([a, none]).dtypes) == dict(a.dtypes)


@pytest.mark.parametrize("doc", [b'{"data":{"MLB":[]}}', b'{"data":{}}', b'{"data":{"MLB":null}}', b""])
def test_nothing_in_the_envelope_is_no_rows(doc: bytes) -> None:
    """[S2.1-08] An empty array, an absent key and an empty body all mean no rows."""
    assert read(doc, "MLB", "live").shape == (0, len(layout("MLB", "live", "games").columns))


def test_only_numbered_periods_are_rows() -> None:
    """[S2.6-10] [S2.6-04] A total under T is no period, so sums are not doubled; any whole number is one."""
    doc = envelope("NCAABB", "live", n=1)
    for side in ("away_team", "home_team"):
        first(doc)["full_box"][side]["quarter_scores"] = {"1": 30, "2": 33, "3": 9, "T": 72}

    frame = read(doc, "NCAABB", "live", "periods")

    assert frame["period"].tolist() == [1, 2, 3] * 2
    assert frame["score"].sum() == 144


@pytest.mark.parametrize("league", SPORTS["SOCCER"].leagues)
def test_soccer_stands_under_its_league(league: str) -> None:
    """[S2.1-03] [S2.6-15] Rows are found under the league's key, never SOCCER, and the league is a column."""
    frame = read(envelope("SOCCER", "live", key=league), "SOCCER", "live")

    assert set(frame["league"]) == {league}
    assert set(frame["sport"]) == {"SOCCER"}
    with pytest.raises(sf.PayloadError, match="contains SOCCER, not EPL or SERIEA or LALIGA"):
        read(envelope("SOCCER", "live", key="SOCCER"), "SOCCER", "live")


def test_replaced_by_is_a_column_even_when_absent() -> None:
    """[S2.3-13] The key is on replaced rows only; the column is always there."""
    doc = envelope("NCAABB", "schedule", n=2)
    del first(doc)["replaced_by"]

    frame = sf.read_json(doc, "NCAABB", "schedule")

    assert pd.isna(frame.loc[0, "replaced_by"])
    assert pd.notna(frame.loc[1, "replaced_by"])
    assert "replaced_by" in empty("NCAABB", "schedule", "games")


def test_darts_is_one_row_a_dart() -> None:
    """[S2.7-05] [S2.7-06] [S2.7-07] [S2.7-14] Each dart of the document is one row, with its keys."""
    doc = envelope("DARTS", "live", n=2, lists=3, maps=2)

    frame = read(doc, "DARTS", "live", "throws")

    assert len(frame) == 2 * 3 * 3 * 2 * 3
    assert [c for c in frame.columns if c in ("game_id", "player_id", "player", "set", "leg", "turn", "throw")] == [
        "game_id",
        "player_id",
        "player",
        "set",
        "leg",
        "turn",
        "throw",
    ]
    assert {"start_score", "end_score", "score"} <= set(frame.columns)


@pytest.mark.parametrize(("sport", "resource"), ANSWERS)
def test_order_of_members_means_nothing(sport: str, resource: str) -> None:
    """[S2.3-15] Shuffled members and rows give the same rows."""
    doc = envelope(sport, resource, n=3)
    rows = next(iter(doc["data"].values()))
    for i, row in enumerate(rows if isinstance(rows, list) else ()):
        row["tournament_ID" if "tournament_ID" in row else "game_ID"] = f"2024060{i + 1}-9001-9002"
    r = random.Random(1)

    def shuffled(value: Any) -> Any:
        if isinstance(value, dict):
            items = list(value.items())
            r.shuffle(items)
            return {k: shuffled(v) for k, v in items}
        return [shuffled(v) for v in value] if isinstance(value, list) else value

    for table in answer(sport, resource).layouts:
        order = (*KEY_ORDER, "position", "depth")
        keys = [k for k in order if k in empty(sport, resource, table).columns and k not in ("sport", "league")]
        a = read(doc, sport, resource, table).sort_values(keys, ignore_index=True, kind="stable")
        b = read(shuffled(doc), sport, resource, table).sort_values(keys, ignore_index=True, kind="stable")
        pd.testing.assert_frame_equal(a, b)


def test_read_json_takes_what_people_have(tmp_path) -> None:
    """Bytes, a path, JSON text, a parsed object, an open file and a bare list of records all load alike."""
    doc = envelope("NHL", "live")
    text = json.dumps(doc)
    path = tmp_path / "saved.json"
    path.write_text(text)
    expected = sf.read_json(doc, "NHL", "live", "skaters")

    for given_ in (text.encode(), text, path, str(path), doc["data"], doc["data"]["NHL"]):
        pd.testing.assert_frame_equal(sf.read_json(given_, "NHL", "live", "skaters"), expected)
    with path.open("rb") as file:
        pd.testing.assert_frame_equal(sf.read_json(file, "NHL", "live", "skaters"), expected)
    with pytest.raises(sf.PayloadError, match="cannot read"):
        sf.read_json(tmp_path / "nowhere.json", "NHL", "live")


def test_all_tables_of_a_saved_answer_are_lazy() -> None:
    """table=None gives a mapping whose frames are built when touched, by item or attribute; wrong names are told."""
    box = sf.read_json(envelope("MLB", "live"), "MLB", "live", table=None)

    assert list(box) == ["games", "teams", "periods", "batting", "pitching"]
    assert box.batting is box["batting"]
    with pytest.raises(AttributeError, match="Did you mean 'pitching'"):
        _ = box.pitchin
    with pytest.raises(sf.QueryError, match="Did you mean 'pitching'"):
        _ = box["pitchin"]


def test_games_of_golf_are_tournaments() -> None:
    """[S1-07] [S2.5-08] Asking golf for games gives tournaments, whose id is the game id."""
    frame = read(envelope("PGA", "schedule"), "PGA", "schedule", "games")

    assert list(frame.columns) == [c.name for c in layout("PGA", "schedule", "tournaments").columns]
    assert frame["game_id"].notna().all()
    assert set(frame["season"]) == {"2024"}


@pytest.mark.parametrize(
    ("sport", "resource", "column", "expected"),
    [
        ("NCAAFB", "live", "division_name", "Int64"), ("NBA", "live", "division_name", TEXT),
        ("PGA", "schedule", "event_id", "Int64"), ("DARTS", "schedule", "event_id", TEXT),
        ("DARTS", "schedule", "round", TEXT), ("NCAABB", "schedule", "round", "Int64"),
        ("NBA", "live", "quarter", "Int64"), ("NFL", "live", "quarter", TEXT),
        ("MLB", "schedule", "dome", "Int64"), ("MLB", "schedule", "season_type", TEXT),
    ],
)  # fmt: skip
def test_one_name_may_be_two_types(sport: str, resource: str, column: str, expected: Any) -> None:
    """[S2.6-09] [S2.5-05] [S2.3-11] [S2.6-26] [S2.2-20] [S2.2-19] [S2.2-12] Each sport its own dtype."""
    frames = [empty(sport, resource, table) for table in answer(sport, resource).layouts]

    assert next(f[column].dtype for f in frames if column in f) == expected


def test_soccer_has_no_event_and_no_round() -> None:
    """[S2.3-08] [S2.3-09] [S2.6-13] Soccer declares neither, on its schedule or live."""
    for resource in ("schedule", "live"):
        assert not {"event_name", "round", "state"} & set(empty("SOCCER", resource, "games").columns)


def test_no_schedule_has_a_score() -> None:
    """[S2.3-16] Scores come from live alone."""
    for sport in SPORTS:
        assert not [c for c in empty(sport, "schedule", "games").columns if "score" in c]


def test_darts_has_no_sides() -> None:
    """[S2.4-05] [S2.7-16] Players 1 and 2 keep their numbers; the season of live matches is that of their id."""
    for resource in ("schedule", "live"):
        columns = set(empty("DARTS", resource, "games").columns)
        assert not {"side", "home_team", "away_team", "season_type"} & columns
        assert {"player_1", "player_2", "player_1_id", "player_2_id"} <= columns
    assert layout("DARTS", "live", "games")["season"].source == "derived from game_id"
    assert "event_name" not in empty("DARTS", "live", "games").columns


@pytest.mark.parametrize(
    "form",
    ["json", "parquet"],
)
def test_frames_survive_files(form: str, tmp_path) -> None:
    """A frame written to parquet, or rebuilt from records, comes back with its values and dtypes.

    pandas 2.3 alone reads text from parquet as ``object``; the lines of docs/howto/export.md make it what it was.
    """
    frame = read(envelope("MLB", "live"), "MLB", "live", "pitching")
    if form == "parquet":
        frame.to_parquet(tmp_path / "x.parquet")
        back = pd.read_parquet(tmp_path / "x.parquet")
        if pd.__version__.startswith("2."):
            text = pd.StringDtype(na_value=float("nan"))
            back = back.astype(dict.fromkeys(back.columns[back.dtypes == "object"], text))
        assert dict(back.dtypes) == dict(frame.dtypes)
        pd.testing.assert_frame_equal(back, frame)
    else:
        back = pd.DataFrame(frame.to_dict("records")).astype(dict(frame.dtypes))
        pd.testing.assert_frame_equal(back, frame)


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "resource"), [key for key in ANSWERS if len(answer(*key).layouts) > 1])
def test_what_is_done_to_one_table_does_not_reach_another(sport: str, resource: str) -> None:
    """The tables of one answer share work, never the arrays of a frame: cells changed in place stay in their frame."""
    doc = envelope(sport, resource)
    names = tuple(answer(sport, resource).layouts)
    for changed in names:
        box = read(doc, sport, resource, None)
        frame = box[changed]
        for column in frame:
            frame.loc[:, column] = pd.NA if frame[column].dtype != "datetime64[us]" else pd.NaT
        for other in set(names) - {changed}:
            pd.testing.assert_frame_equal(box[other], read(doc, sport, resource, other))


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "resource", "table"), [t for t in TABLES if t[1] in ("schedule", "live")])
def test_a_frame_is_known_without_any_one_of_its_columns(sport: str, resource: str, table: str) -> None:
    """What a frame is does not hang on one column: each but the id of the game may be missing.

    Two tables of one answer whose rows are bare numbers may differ in the column of that number alone, and need it.
    """
    frame = read(envelope(sport, resource), sport, resource, table)
    whole = kind(frame)
    assert (whole.sports, whole.resource, whole.table) == ((sport,), resource, table)

    others = [set(read(b"", sport, resource, name)) for name in answer(sport, resource).layouts if name != table]
    for column in set(frame) - {"sport", "game_id"}:
        rest = frame.drop(columns=column)
        if column != layout(sport, resource, table).table.value or not any(set(rest) < other for other in others):
            assert kind(rest) == whole


@pytest.mark.parametrize("sport", [sport for sport, resource in ANSWERS if resource == "live" and sport != "PGA"])
def test_tables_share_no_column_of_other_rows(sport: str) -> None:
    """A table is the same whether or not another was built before, when games lack different parts of the box."""
    doc = envelope(sport, "live", 3)
    rows = doc["data"][SPORTS[sport].keys[0]]
    parts = [key for key, value in rows[0].items() if isinstance(value, (dict, list))]
    for row, part in zip(rows, (parts[0], parts[-1], None), strict=True):
        row.pop(part, None)
    data = json.dumps(doc).encode()

    for names in (list(answer(sport, "live").layouts), list(answer(sport, "live").layouts)[::-1]):
        box = read(data, sport, "live", None)
        for name in names:
            pd.testing.assert_frame_equal(box[name], read(data, sport, "live", name))


def _every_table(doc: Any, sport: str, resource: str) -> dict[str, str]:
    """All tables of an answer as text, whatever is strange about it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sf.DriftWarning)
        return {name: frame.to_csv() for name, frame in sf.read_json(doc, sport, resource, None).items()}


def _other(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + 1
    return "Sat, 02 Mar 2019 03:04:05 GMT" if value.endswith("GMT") else "another text"


def _scalars(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all values that hold no others."""
    if not isinstance(value, (dict, list)):
        yield place
        return
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        yield from _scalars(item, (*place, key))


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "resource"), [a for a in ANSWERS if a[1] in ("schedule", "live")])
def test_every_declared_field_reaches_a_table(sport: str, resource: str) -> None:
    """Whichever value of a whole answer changes, some table changes: no declared field is left out of all of them."""
    doc = envelope(sport, resource, n=1, maps=1, lists=1)
    before = _every_table(doc, sport, resource)

    lost = []
    for place in _scalars(doc):
        changed = copy.deepcopy(doc)
        holder = changed
        for key in place[:-1]:
            holder = holder[key]
        holder[place[-1]] = _other(holder[place[-1]])
        if _every_table(changed, sport, resource) == before:
            lost.append(place)
    assert not lost


@pytest.mark.parametrize(("sport", "day"), [("NHL", "2024-12-06"), ("DARTS", "2025-01-02")])
def test_tables_say_how_many_records_they_have(sport: Any, day: str) -> None:
    """Sport, resource, number of records and tables; a copy that came from another process says the same."""
    box = sf.box_scores(day, sport)
    games = sf.live(day, sport)

    assert repr(box) == f"<{sport} live: {len(games)} records, simulated; tables {', '.join(box)}>"
    assert repr(pickle.loads(pickle.dumps(box))) == repr(box)
