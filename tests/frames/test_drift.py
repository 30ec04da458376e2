"""What an answer holds that the catalog does not declare costs no row, is kept, and is told."""

from __future__ import annotations

import copy
import json
import os
import random
import time
import warnings
from typing import Any

import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import sportsframe as sf
from sportsframe._frames import drift, undeclared
from sportsframe._frames.arrays import CATEGORIES, TEXT
from sportsframe._frames.decode import records
from sportsframe._util import document
from sportsframe.catalog import answer
from sportsframe.catalog.records import fields, is_record, unwrap

from ..support.samples import ANSWERS, envelope, first, read

FULL = bool(os.environ.get("FULL_TRIALS"))
"""All mutations of each field instead of two drawn for it."""

MUTATIONS = ("remove", "add", "rename", "retype", "null")


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "resource"), [pair for pair in ANSWERS if pair[1] in ("schedule", "live")])
def test_drift_is_survived_and_reported(sport: str, resource: str) -> None:
    """[S2.3-14] [S2.3-17] [S9-03] Any field removed, added, renamed, retyped, nulled: no row lost, all told."""
    doc = envelope(sport, resource, n=2, maps=1, lists=1)
    sizes = {table: len(read(doc, sport, resource, table)) for table in answer(sport, resource).layouts}
    drift.LOG.clear()
    pick = random.Random(0)
    for place, spec, group in _fields(answer(sport, resource).record, (), doc):
        for mutation in MUTATIONS if FULL else pick.sample(MUTATIONS, 2):
            changed = copy.deepcopy(doc)
            told = _mutate(changed, place, spec, mutation)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", sf.DriftWarning)
                box = sf.read_json(changed, sport, resource, table=None)
                lengths = {table: len(box[table]) for table in sizes}
            reported = sf.drift()
            drift.LOG.clear()
            if told:
                assert len(reported), (place, mutation)
            if not group:
                assert lengths == sizes, (place, mutation)


def _fields(record: Any, place: tuple[Any, ...], doc: Any):
    """Every declared field of a document: where it stands, what it is, and whether rows hang below it."""
    rows = place or (*("data", next(iter(doc["data"]))), 0)
    for spec in fields(record):
        here = (*rows, spec.wire)
        inner = spec.type
        group = is_record(inner) or not spec.kind
        yield here, spec, group
        value = _at(doc, here)
        while not is_record(inner) and isinstance(value, (dict, list)) and value:
            key = next(iter(value)) if isinstance(value, dict) else 0
            here, inner, value = (*here, key), unwrap(inner.__args__[-1])[0], value[key]
        if is_record(inner):
            yield from _fields(inner, here, doc)


def _at(doc: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        doc = doc[key]
    return doc


def _mutate(doc: Any, place: tuple[Any, ...], spec: Any, mutation: str) -> bool:
    """Change one field; return whether the catalog has reason to call it strange."""
    holder = _at(doc, place[:-1])
    if mutation == "add":
        holder["brand_new"] = [1, {"x": None}]
        return True
    if mutation == "null":
        holder[place[-1]] = None
        return not spec.nullable and not spec.sparse
    value = holder.pop(place[-1])
    if mutation == "rename":
        holder["renamed_" + place[-1]] = value
        return not spec.marks["pattern"]
    if mutation == "retype":
        holder[place[-1]] = {"odd": value} if spec.kind else 7
        return True
    return not spec.sparse


def test_strict_refuses_and_names_the_place() -> None:
    """Under validate="strict" an answer that is not as declared is refused with the path at which it is not."""
    doc = envelope("MLB", "live", n=1)
    first(doc)["full_box"]["home_team"]["score"] = "many"

    with pytest.raises(sf.PayloadError, match=r"full_box\.home_team\.score") as caught:
        sf.read_json(json.dumps(doc).encode(), "MLB", "live", validate="strict")
    assert "full_box" in caught.value.path


@pytest.mark.parametrize(
    "doc", [b"[", b"7", b'"text"', b'{"data": 7}', b'{"data": null}', b'{"data": {"MLB": 7}}', b'{"other": 1}', b"\xff"]
)
def test_what_is_no_envelope_is_refused(doc: bytes) -> None:
    """[S2.1-09] A body that is not the envelope raises PayloadError and says where it broke."""
    with pytest.raises(sf.PayloadError) as caught:
        sf.read_json(doc, "MLB", "live")
    assert caught.value.path.startswith("$")


def test_unknown_keys_come_last_under_their_own_name() -> None:
    """[S2.3-17] [S2.6-40] A planted key is the last column, as text whatever it holds, and is told."""
    doc = envelope("MLB", "live", n=2, maps=2)
    for line in first(doc)["player_box"]["home_team"]["batting"].values():
        line["exit_velocity"] = 101.5

    with pytest.warns(sf.DriftWarning, match="exit_velocity"):
        frame = sf.read_json(json.dumps(doc).encode(), "MLB", "live", "batting")
    again = sf.read_json(json.dumps(doc).encode(), "MLB", "live", "batting")  # no second warning

    assert frame.columns[-1] == "exit_velocity"
    assert frame["exit_velocity"].dtype == TEXT
    assert set(frame["exit_velocity"].dropna()) == {"101.5"}
    assert frame["exit_velocity"].notna().sum() == 2
    pd.testing.assert_frame_equal(frame, again)
    assert sf.drift().iloc[0]["path"] == "player_box.home_team.batting.*.exit_velocity"


def test_an_unknown_key_may_not_take_a_columns_name() -> None:
    """A new wire key that is spelled like a tidy column stands beside it."""
    doc = envelope("NBA", "schedule", n=1)
    first(doc)["phase"] = "full moon"

    frame = read(doc, "NBA", "schedule")

    assert frame["phase"].dtype == CATEGORIES["phase"]
    assert frame["phase_"].tolist() == ["full moon"]


def test_another_vendors_fantasy_points_are_the_same_column() -> None:
    """[S2.6-48] [S2.6-50] Whatever prefix the key carries, the tidy name is fantasy_points, and nothing is strange."""
    doc = envelope("NFL", "live", n=2)
    text = json.dumps(doc).replace("X_fantasy_points", "QQ_fantasy_points").encode()

    frame = sf.read_json(text, "NFL", "live", "players")

    pd.testing.assert_frame_equal(frame, sf.read_json(doc, "NFL", "live", "players"))
    assert not len(sf.drift())
    assert frame["fantasy_points"].notna().all()


@pytest.mark.parametrize("nesting", ["group", "list"])
def test_unspecified_nesting_loads_alike(nesting: str) -> None:
    """[S2.8-08] [S2.8-09] Players grouped under one more level, or in an array, load like a plain map."""
    doc = envelope("SOCCER", "live", n=1)
    expected = read(doc, "SOCCER", "live", "players")
    for side, players in first(doc)["player_box"].items():
        if nesting == "group":
            keys = list(players)
            grouped = {"outfield": {k: players[k] for k in keys[1:]}, "goalkeepers": {k: players[k] for k in keys[:1]}}
            first(doc)["player_box"][side] = {"goalkeepers": grouped["goalkeepers"], "outfield": grouped["outfield"]}
        else:
            first(doc)["player_box"][side] = [{"player_id": int(k), **line} for k, line in players.items()]

    frame = read(doc, "SOCCER", "live", "players")

    pd.testing.assert_frame_equal(frame[expected.columns], expected)


@pytest.mark.parametrize("change", ["unknown", "retyped"])
def test_the_log_tells_of_every_answer_and_the_warning_once(change: str, caplog: pytest.LogCaptureFixture) -> None:
    """A job that reads many answers in one process finds each strange one in its log, learned differences as well."""
    doc = envelope("NBA", "schedule", 1)
    plain = json.dumps(doc).encode()
    first(doc)[{"unknown": "attendance", "retyped": "game_ID"}[change]] = 17
    strange = json.dumps(doc).encode()

    with drift.fresh_log(), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for data in (plain, strange, strange, plain, strange):
            sf.read_json(data, "NBA", "schedule")
    told = [line for line in caplog.messages if line.startswith("drift: NBA schedule: ")]

    assert len(caught) == 1
    assert len(told) == 3
    assert all({"unknown": "attendance", "retyped": "game_ID"}[change] in line for line in told)


@pytest.mark.parametrize(("count", "more"), [(4, ""), (5, " and 1 more"), (9, " and 5 more")])
def test_a_message_names_four_differences_and_counts_the_rest(
    count: int, more: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The warning of the first response, and the log of the next one with the same."""
    doc = envelope("NBA", "schedule", 1)
    first(doc).update({f"planted_{i}": i for i in range(count)})
    names = [f"planted_{i}" for i in range(4)]
    with drift.fresh_log():
        with pytest.warns(sf.DriftWarning) as warned:
            sf.read_json(json.dumps(doc).encode(), "NBA", "schedule")
        sf.read_json(json.dumps(doc).encode(), "NBA", "schedule")
    listed = ", ".join(f"{name} (unknown)" for name in names)
    assert str(warned[0].message).startswith(f"NBA schedule: {listed}{more} do")
    assert caplog.messages[-1].endswith(f"as reported before, {', '.join(names)}{more}")


def test_the_detail_of_a_difference_is_that_of_the_first_place() -> None:
    """Of many places with one path the first is shown, and all are counted."""
    notes = drift.Notes("NBA", "schedule")
    for detail in ("one", "two", "three"):
        notes.note("a.b", "retyped", detail)
    assert notes.items == {("a.b", "retyped"): ("one", 3)}


@pytest.mark.parametrize("held", [[], [{"team": "A"}], 7, "text"])
def test_a_map_is_not_read_from_anything_else(held: object) -> None:
    """The depth charts are a map by team; anything else in its place is refused, and the place is named."""
    with pytest.raises(sf.PayloadError, match=r"at \$\.data\.NFL, not a map") as caught:
        sf.read_json(json.dumps({"data": {"NFL": held}}).encode(), "NFL", "depth-charts")
    assert caught.value.path == "$.data.NFL"


@settings(max_examples=30, deadline=None)
@given(key=st.text(min_size=1), char=st.sampled_from('"\\\x00\x1f\x7f\x9f\ud83d\udc00'))
@example(key="x" * 201, char="")
@example(key="x" * 199, char="y")
def test_no_name_of_a_field_breaks_what_is_read_later(key: str, char: str) -> None:
    """Whatever an unknown field is called, it is kept, and later responses of the sport are read as before."""
    doc = envelope("MLB", "schedule", n=2, maps=1, lists=1)
    changed = copy.deepcopy(doc)
    first(changed)[key + char] = "kept"
    with drift.fresh_log(), warnings.catch_warnings():
        warnings.simplefilter("ignore", sf.DriftWarning)
        for text in (json.dumps(changed), json.dumps(changed), json.dumps(doc)):
            frame = read(text.encode(), "MLB", "schedule")
            assert len(frame) == 2
            assert ("kept" in frame.iloc[0].astype(str).to_list()) == (text != json.dumps(doc))
        first(changed)["another"] = 1
        assert "another" in read(changed, "MLB", "schedule")


@pytest.mark.parametrize("raw", [True, False])
@pytest.mark.parametrize(
    ("value", "told"), [(0, True), (False, True), ("", True), (None, False), ([], False), ({}, False)]
)
def test_values_under_other_keys_are_told(value: object, told: bool, raw: bool) -> None:
    """Whatever stands beside the rows is reported, unless it is nothing."""
    doc = envelope("MLB", "schedule", n=1, maps=1, lists=1)
    doc["data"]["weird"] = value
    with drift.fresh_log():
        assert len(read(json.dumps(doc) if raw else doc, "MLB", "schedule")) == 1
        assert ("$.data.weird" in set(sf.drift().path)) is told


@pytest.mark.parametrize("raw", [True, False])
@pytest.mark.parametrize(
    ("sport", "key", "told"),
    [("MLB", "mlb", True), ("MLB", "weird", True), ("MLB", "data", True), ("MLB", "NBA", False)],
)
def test_rows_under_other_keys_are_told(sport: str, key: str, told: bool, raw: bool) -> None:
    """Rows under a key of no sport are reported, and refused if strict; those of another sport are for its reader."""
    doc = envelope(sport, "schedule", n=1, maps=1, lists=1)
    doc["data"][key] = envelope(sport, "schedule", n=2, maps=1, lists=1)["data"][sport]
    given = json.dumps(doc) if raw else doc
    with drift.fresh_log():
        assert len(read(given, sport, "schedule")) == 1
        found = sf.drift()
        assert ((f"$.data.{key}", "skipped", "2 records") in set(zip(found.path, found.kind, found.detail))) is told
    if told:
        with pytest.raises(sf.PayloadError, match=rf"\$\.data\.{key}: skipped"):
            sf.read_json(given, sport, "schedule", validate="strict")
    else:
        assert len(sf.read_json(given, sport, "schedule", validate="strict")) == 1


@pytest.mark.parametrize("sport", [sport for sport, resource in ANSWERS if resource == "live" and sport != "PGA"])
def test_rows_of_another_resource_are_refused(sport: str) -> None:
    """Box scores read as a schedule, and the reverse, are no rows with most cells missing but an error that says so; in
    golf the keys of a schedule do for a leaderboard that has not begun."""
    for resource, other in (("schedule", "live"), ("live", "schedule")):
        doc = envelope(sport, resource, n=2, maps=1, lists=1)
        with drift.fresh_log(), pytest.raises(sf.PayloadError, match=rf"{sport} {other} has the rows of {resource}"):
            sf.read_json(json.dumps(doc), sport, other, table=None)


def test_a_query_for_one_sport_tells_of_rows_of_another() -> None:
    """A response to a query for one sport with rows of another beside it is no loss in silence."""
    doc = {"data": {"MLB": [], "NBA": [{}]}}
    with drift.fresh_log(), pytest.warns(sf.DriftWarning, match="NBA"):
        assert records(json.dumps(doc).encode(), "MLB", "schedule", "MLB").rows == []


@pytest.mark.parametrize("text", ["{}", '{"data": {"MLB": null}}', "[]", "[{}]", '{"MLB": []}', '{"data": []}'])
def test_strict_takes_only_the_envelope_of_the_specification(text: str) -> None:
    """What the default mode reads as an envelope all the same is refused if strict, as text and parsed."""
    for saved in (text, json.loads(text)):
        with pytest.raises(sf.PayloadError, match=r"schema at|not an object"):
            sf.read_json(saved, "MLB", "schedule", validate="strict")
    assert sf.read_json('{"data": {"MLB": []}}', "MLB", "schedule", validate="strict").empty


@pytest.mark.parametrize("more", [0, 1])
def test_the_objects_of_a_response_are_bounded(more: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A response with as many objects and lists as it may have is read; with one more it is refused unread.

    One of up to four bytes for each is small, and not counted.
    """
    monkeypatch.setattr(document, "MAX_OBJECTS", 100)
    text = '{"data": {"MLB": [' + ", ".join(["{}"] * (97 + more)) + "]}}"
    assert len(text) > 4 * 100
    small = '{"data":{"MLB":[' + ",".join(["{}"] * 126) + "]}}"
    assert len(small) <= 4 * 100
    assert len(read(small, "MLB", "schedule")) == 126
    if more:
        with pytest.raises(sf.PayloadError, match="more than 100 objects"):
            read(text, "MLB", "schedule")
    else:
        assert len(read(text, "MLB", "schedule")) == 97


@pytest.mark.parametrize("more", [0, 1])
def test_the_values_of_a_response_are_bounded(more: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for values, which are counted by the commas between them."""
    monkeypatch.setattr(document, "MAX_VALUES", 100)
    text = '{"data": {"MLB": [{"x": [' + ",".join(["1"] * (101 + more)) + "]}]}}"
    if more:
        with pytest.raises(sf.PayloadError, match="more than 100 values"):
            read(text, "MLB", "schedule")
    else:
        assert "x" in read(text, "MLB", "schedule")


@pytest.mark.parametrize("more", [0, 1])
def test_the_columns_of_unknown_fields_are_bounded(more: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many unknown fields as allowed have a column each; one more is kept as JSON in a column of the others."""
    monkeypatch.setattr(undeclared, "MAX_EXTRAS", 30)
    doc = {"data": {"MLB": [{f"k{i}": i} for i in range(30 + more)]}}
    frame = read(doc, "MLB", "schedule")
    assert (undeclared.OTHERS in frame) is bool(more)
    assert [frame[f"k{i}"].iloc[i] for i in range(30)] == [str(i) for i in range(30)]
    if more:
        assert frame[undeclared.OTHERS].dropna().to_list() == ['{"k30": 30}']


def test_what_is_told_of_a_response_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Places beyond the bound are counted together, in the findings of a response and in those of the process."""
    monkeypatch.setattr(drift, "MAX_NOTES", 40)
    monkeypatch.setattr(drift, "MAX_FINDINGS", 50)
    with drift.fresh_log():
        for n in range(3):
            read({"data": {"MLB": [{f"k{n}_{i}": i for i in range(100)}]}}, "MLB", "schedule")
        found = sf.drift()
    assert len(found) <= 50 + len(set(found.kind))
    assert found.loc[found.path == drift.OTHER_PLACES, "count"].sum() > 200


HOSTILE = "A\x1b]0;owned\x07\x1b[2J\x08\x7f\x9b\u202e\u2028\r\nB"


def test_no_message_about_a_response_holds_control_characters(caplog: pytest.LogCaptureFixture) -> None:
    """Warnings, log records, errors and `drift` show field names and values with escapes for such characters."""
    doc = envelope("MLB", "schedule", n=1, maps=1, lists=1)
    first(doc).update({HOSTILE: 1, "sport": HOSTILE, "status": [HOSTILE], "game_time": HOSTILE})
    with drift.fresh_log():
        with pytest.warns(sf.DriftWarning) as warned:
            sf.read_json(doc, "MLB", "schedule")
        cells = [cell for row in sf.drift().to_numpy().tolist() for cell in row]
    said = [*(str(warning.message) for warning in warned), *(record.getMessage() for record in caplog.records)]
    assert any("x1b" in line for line in said)
    assert [line for line in (*said, *cells) if isinstance(line, str) and not line.isprintable()] == []
    for saved in (doc, {"data": {HOSTILE: []}}, {HOSTILE: 1}, {"data": {"MLB": [], HOSTILE: [1]}}):
        with pytest.raises(sf.PayloadError) as caught:
            sf.read_json(saved, "MLB", "schedule", validate="strict")
        assert str(caught.value).isprintable()
        assert str(caught.value.path).isprintable()


def test_a_value_of_another_tables_row_is_kept_where_it_is_missing() -> None:
    """A score that is no number is in the table of games, which has a column for it, as in that of teams."""
    doc = envelope("MLB", "live", n=2, maps=1, lists=1)
    doc["data"]["MLB"][0]["full_box"]["home_team"]["score"] = "not a score"
    games, teams = read(doc, "MLB", "live"), read(doc, "MLB", "live", "teams")
    assert games["home_score"].isna().to_list() == [True, False]
    assert games["home_score_"].to_list()[0] == "not a score"
    assert games["home_score_"].isna().to_list() == [False, True]
    assert "not a score" in teams["score_"].to_list()


@pytest.mark.parametrize("number", ["1e400", "-1e400", "9" * 4301])
def test_strict_takes_no_number_out_of_range_for_a_text(number: str) -> None:
    """A number that Python cannot hold is read as text by default, and refused if strict, in a text column too."""
    doc = envelope("MLB", "schedule", n=1, maps=1, lists=1)
    first(doc)["arena"] = "@"
    text = json.dumps(doc).replace('"@"', number)
    assert read(text, "MLB", "schedule")["arena"].iloc[0] == number
    with pytest.raises(sf.PayloadError, match=r"schema at"):
        sf.read_json(text, "MLB", "schedule", validate="strict")


def test_unknown_fields_cost_as_much_as_there_are() -> None:
    """Eight times the rows take about eight times as long, not sixty."""

    def spent(rows: int) -> float:
        doc = {"data": {"MLB": [{f"unknown_{i}": "0" for i in range(15)} for _ in range(rows)]}}
        began = time.process_time()
        with drift.fresh_log():
            assert len(read(doc, "MLB", "schedule")) == rows
        return time.process_time() - began

    spent(10)
    assert spent(16_000) < 24 * spent(2000)


@pytest.mark.parametrize("resource", ["live", "schedule", "player-stats"])
def test_a_record_that_is_there_twice_is_told(resource: str) -> None:
    """Its rows stay as they are; strict refuses it. Two games of one id, as of a doubleheader, are no drift."""
    doc = envelope("MLB", resource, 1)
    (row,) = doc["data"]["MLB"]
    doc["data"]["MLB"] = [row, copy.deepcopy(row), copy.deepcopy(row)]
    name = "player_id" if resource == "player-stats" else "game_ID"

    with drift.fresh_log():
        with pytest.warns(sf.DriftWarning, match=rf"{name} \(repeated\) does not match"):
            found_rows = records(doc, "MLB", resource).rows
        assert len(found_rows) == 3
        (found,) = sf.drift().to_dict("records")
    assert (found["path"], found["kind"], found["count"]) == (name, "repeated", 2)
    with pytest.raises(sf.PayloadError, match=rf"at \$\.data\.\*\[\]\.{name}: repeated"):
        records(doc, "MLB", resource, validate="strict")

    other = copy.deepcopy(row)
    if resource == "player-stats":
        other["player"] = "Another"
    else:
        other["game_time"] = "Sat, 01 Jun 2024 23:59:00 GMT"
    doc["data"]["MLB"] = [row, other]
    with drift.fresh_log():
        assert len(records(doc, "MLB", resource, validate="strict").rows) == 2
        assert sf.drift().empty


def test_two_versions_of_a_game_are_told() -> None:
    """A row as it was and as it is now are one game, as its ID and its start say."""
    doc = envelope("MLB", "live", 1)
    (row,) = doc["data"]["MLB"]
    doc["data"]["MLB"] = [row, {**copy.deepcopy(row), "status": "inprogress" if row["status"] != "inprogress" else "T"}]
    with drift.fresh_log(), pytest.warns(sf.DriftWarning, match=r"game_ID \(repeated\)"):
        assert len(records(doc, "MLB", "live").rows) == 2
    with pytest.raises(sf.PayloadError, match="repeated"):
        records(doc, "MLB", "live", validate="strict")


def test_games_without_an_id_are_not_told_as_repeated() -> None:
    """Several games begin at one time; without an ID nothing says that two of them are one."""
    doc = envelope("MLB", "live", 2)
    for row in doc["data"]["MLB"]:
        row |= {"game_ID": None, "game_time": "Sat, 01 Jun 2024 23:10:00 GMT"}
    with drift.fresh_log(), warnings.catch_warnings():
        warnings.simplefilter("ignore", sf.DriftWarning)
        assert len(records(doc, "MLB", "live").rows) == 2
        assert "repeated" not in set(sf.drift()["kind"])
