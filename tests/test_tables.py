"""Answers become tidy frames whose shape never depends on the data."""

from __future__ import annotations

import copy
import json
import os
import random
import warnings
from datetime import UTC
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sportsframe as sf
from sportsframe import drifts
from sportsframe.catalog import SPORTS, answer, every_table, layout
from sportsframe.catalog.grammar import KEY_ORDER, PHASES, fields, is_record, unwrap
from sportsframe.cells import CATEGORIES, TEXT, dtype
from sportsframe.decode import records
from sportsframe.tables import Tables, empty

from .samples import envelope

TABLES = [pytest.param(s, r, t, id=f"{s}-{r}-{t}") for s, r, t, _ in every_table()]
ANSWERS = [pytest.param(s.code, r, id=f"{s.code}-{r}") for s in SPORTS.values() for r in s.answers]


@pytest.fixture(autouse=True)
def _fresh_drift():
    with drifts.fresh_log():
        yield


def read(doc: Any, sport: str, resource: str, table: str = "games") -> pd.DataFrame:
    """A document as a frame, whatever is strange about it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sf.DriftWarning)
        return sf.read_json(doc, sport, resource, table)


def first(doc: dict[str, Any]) -> dict[str, Any]:
    return next(iter(doc["data"].values()))[0]


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


def _blank(record: Any, doc: dict[str, Any]) -> dict[str, Any]:
    """Every scalar of every record null, containers and ids kept."""

    def walk(kind: Any, value: Any) -> Any:
        if is_record(kind):
            for spec in fields(kind):
                value[spec.wire] = walk(spec.type, value[spec.wire])
            return value
        if isinstance(value, dict):
            return {k: walk(unwrap(kind.__args__[1])[0], v) for k, v in value.items()}
        if isinstance(value, list):
            return [walk(unwrap(kind.__args__[0])[0], v) for v in value]
        return None

    for rows in doc["data"].values():
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


FULL = bool(os.environ.get("SPORTSFRAME_FULL"))
"""All mutations of each field instead of two drawn for it."""

MUTATIONS = ("remove", "add", "rename", "retype", "null")


@pytest.mark.parametrize(("sport", "resource"), [p for p in ANSWERS if p.values[1] in ("schedule", "live")])
def test_drift_is_survived_and_reported(sport: str, resource: str) -> None:
    """[S2.3-14] [S2.3-17] [S9-03] Any field removed, added, renamed, retyped, nulled: no row lost, all told."""
    doc = envelope(sport, resource, n=2, maps=1, lists=1)
    sizes = {table: len(read(doc, sport, resource, table)) for table in answer(sport, resource).layouts}
    drifts.LOG.clear()
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
            drifts.LOG.clear()
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
    "doc", [b"[", b"7", b'"text"', b'{"data": 7}', b'{"data": {"MLB": 7}}', b'{"other": 1}', b"\xff"]
)
def test_what_is_no_envelope_is_refused(doc: bytes) -> None:
    """[S2.1-09] A body that is not the envelope raises PayloadError and says where it broke."""
    with pytest.raises(sf.PayloadError) as caught:
        sf.read_json(doc, "MLB", "live")
    assert caught.value.path.startswith("$")


@pytest.mark.parametrize(
    "doc", [b'{"data":{"MLB":[]}}', b'{"data":{}}', b'{"data":{"MLB":null}}', b'{"data":null}', b""]
)
def test_nothing_in_the_envelope_is_no_rows(doc: bytes) -> None:
    """[S2.1-08] An empty array, an absent key and an empty body all mean no rows."""
    assert read(doc, "MLB", "live").shape == (0, len(layout("MLB", "live", "games").columns))


@pytest.mark.parametrize(
    "innings", [[4.1, 0.2, 1, 6], ["4.1", "0.2", "1", "6"], [4.1, "0.2", 1.0, "6.0"]], ids=["numbers", "texts", "mixed"]
)
def test_innings_become_outs(innings: list[Any]) -> None:
    """[S2.6-23] 4.1, 0.2, 1 and 6 innings are 13, 2, 3 and 18 outs, as numbers or as text."""
    doc = envelope("MLB", "live", n=1, maps=4)
    lines = first(doc)["player_box"]["away_team"]["pitching"]
    for line, value in zip(lines.values(), innings, strict=True):
        line["IP"] = value

    frame = read(doc, "MLB", "live", "pitching")

    assert frame.loc[frame["side"] == "away", "outs_recorded"].tolist() == [13, 2, 3, 18]


@given(st.integers(0, 60), st.sampled_from([0, 1, 2]))
@settings(max_examples=60, deadline=None)
def test_outs_of_any_innings(whole: int, part: int) -> None:
    """[S2.6-23] For every figure in baseball's notation the outs are three a whole inning and one a tenth."""
    from sportsframe.cells import floats, outs

    assert outs(floats([whole + part / 10])).tolist() == [3 * whole + part]


def test_a_figure_that_is_no_innings_is_missing() -> None:
    """A tenth above .2, a negative figure and nothing at all give no outs."""
    from sportsframe.cells import floats, outs

    assert outs(floats([1.3, -1.0, np.nan, 5.15])).isna().all()


def test_a_substitutes_place_in_the_order_stays_text() -> None:
    """[S2.6-21] BAT_ORD 4a survives, and so does a 4 that came as a number."""
    doc = envelope("MLB", "live", n=1, maps=2)
    lines = list(first(doc)["player_box"]["home_team"]["batting"].values())
    lines[0]["BAT_ORD"], lines[1]["BAT_ORD"] = "4a", 4

    frame = read(doc, "MLB", "live", "batting")

    assert frame.loc[frame["side"] == "home", "batting_order"].tolist() == ["4a", "4"]


def test_map_keys_become_integer_ids() -> None:
    """[S2.2-13] [S2.6-08] The keys of player maps are the player_id column, Int64."""
    doc = envelope("NBA", "live", n=1)
    keys = [int(k) for side in ("away_team", "home_team") for k in first(doc)["player_box"][side]]

    frame = read(doc, "NBA", "live", "players")

    assert frame["player_id"].dtype == "Int64"
    assert frame["player_id"].tolist() == keys


@pytest.mark.parametrize(
    ("text", "seconds"), [("35:21", 2121), ("40", 2400), ("0:07", 7), ("x", None), ("1:75", None), (None, None)]
)
def test_minutes_become_seconds_beside_the_text(text: str | None, seconds: int | None) -> None:
    """[S2.6-33] MM:SS and whole minutes both become seconds; a malformed text is missing."""
    doc = envelope("NCAABB", "live", n=1, maps=1)
    next(iter(first(doc)["player_box"]["away_team"].values()))["minutes"] = text

    row = read(doc, "NCAABB", "live", "players").iloc[0]

    assert (row["minutes"] if text else None) == text
    assert (None if pd.isna(row["seconds_played"]) else row["seconds_played"]) == seconds


def test_only_numbered_periods_are_rows() -> None:
    """[S2.6-10] [S2.6-04] A total under T is no period, so sums are not doubled; any whole number is one."""
    doc = envelope("NCAABB", "live", n=1)
    for side in ("away_team", "home_team"):
        first(doc)["full_box"][side]["quarter_scores"] = {"1": 30, "2": 33, "3": 9, "T": 72}

    frame = read(doc, "NCAABB", "live", "periods")

    assert frame["period"].tolist() == [1, 2, 3] * 2
    assert frame["score"].sum() == 144


@pytest.mark.parametrize("placeholder", ["", "undefined, undefined", None])
def test_placeholders_are_missing(placeholder: str | None) -> None:
    """[S2.6-12] [S2.6-37] Empty text and the service's text for nothing are missing values."""
    doc = envelope("NCAAFB", "live", n=1)
    first(doc)["game_location"] = placeholder
    first(doc)["full_box"]["current"].update(poss=placeholder or "", field=placeholder or "")

    row = read(doc, "NCAAFB", "live").iloc[0]

    assert row[["game_location", "poss", "field_position"]].isna().all()


@pytest.mark.parametrize("form", ["absent", "null", "nulls"])
@pytest.mark.parametrize(
    ("sport", "place", "name"),
    [("MLB", "full_box", "current_box"), ("NBA", "full_box", "current"), ("DARTS", "", "current_box")],
)
def test_the_current_state_may_be_gone(form: str, sport: str, place: str, name: str) -> None:
    """[S2.6-07] [S2.6-18] [S2.7-04] Absent, null, and an object of nulls load alike."""
    doc = envelope(sport, "live", n=1)
    holder = first(doc)[place] if place else first(doc)
    if form == "absent":
        del holder[name]
    elif form == "null":
        holder[name] = None
    else:
        holder[name] = dict.fromkeys(holder[name])

    frame = read(doc, sport, "live")

    assert len(frame) == 1
    gone = [c.name for c in layout(sport, "live", "games").columns if name in "/".join(c.path) or "current" in c.path]
    assert frame[gone].isna().all(axis=None)


def test_stale_people_stay_in_a_finished_game() -> None:
    """[S2.6-18] With the five scalars null the batter and the pitcher are still there."""
    doc = envelope("MLB", "live", n=1)
    current = first(doc)["full_box"]["current_box"]
    current.update(dict.fromkeys(["inning", "inning_half", "outs", "balls", "strikes"]))

    row = read(doc, "MLB", "live").iloc[0]

    assert row[["inning", "inning_half", "outs", "balls", "strikes"]].isna().all()
    assert row[["batter", "batter_id", "pitcher", "pitcher_id"]].notna().all()


def test_another_vendors_fantasy_points_are_the_same_column() -> None:
    """[S2.6-48] [S2.6-50] Whatever prefix the key carries, the tidy name is fantasy_points, and nothing is strange."""
    doc = envelope("NFL", "live", n=2)
    text = json.dumps(doc).replace("X_fantasy_points", "QQ_fantasy_points").encode()

    frame = sf.read_json(text, "NFL", "live", "players")

    pd.testing.assert_frame_equal(frame, sf.read_json(doc, "NFL", "live", "players"))
    assert not len(sf.drift())
    assert frame["fantasy_points"].notna().all()


def test_a_sparse_line_is_missing_not_zero() -> None:
    """[S2.6-46] Keys a player's line lacks are missing values, and nothing strange."""
    doc = envelope("NCAAFB", "live", n=1, maps=1)
    lines = first(doc)["player_box"]["away_team"]
    key = next(iter(lines))
    lines[key] = {"player": "A", "position": "K", "position_category": "ST", "status": "ACT", "punts": 3}

    row = read(doc, "NCAAFB", "live", "players").iloc[0]

    assert row["punts"] == 3
    assert pd.isna(row["passing_yards"])
    assert not len(sf.drift())


@pytest.mark.parametrize(("given_", "expected"), [("3", 3), (3, 3), (None, None), ("final", None)])
def test_round_of_a_team_sport(given_: Any, expected: int | None) -> None:
    """[S2.3-11] Digits in text become the number; other text is missing and told."""
    doc = envelope("MLB", "schedule", n=1)
    first(doc)["round"] = given_

    value = read(doc, "MLB", "schedule").iloc[0]["round"]

    assert (None if pd.isna(value) else value) == expected
    assert bool(len(sf.drift())) == isinstance(given_, str)


@pytest.mark.parametrize("text", ["Last 127", "Last 128", "Final", "3"])
def test_rounds_of_darts_are_text(text: str) -> None:
    """[S2.4-03] [S2.4-04] Nothing is computed from the digits of a darts round."""
    doc = envelope("DARTS", "schedule", n=1)
    first(doc)["round"] = text

    assert read(doc, "DARTS", "schedule").iloc[0]["round"] == text


@pytest.mark.parametrize("word", [*PHASES, "Final", "brand-new"])
def test_every_status_has_its_phase(word: str) -> None:
    """[S3-01] [S3-08] [S3-09] [S3-10] [S3-11] [S3-06] The phase follows from the word; an unknown one is told."""
    doc = envelope("MLB", "schedule", n=1)
    first(doc)["status"] = word

    row = read(doc, "MLB", "schedule").iloc[0]

    assert row["status"] == word
    expected = PHASES.get(word.lower())
    assert (None if pd.isna(row["phase"]) else row["phase"]) == expected
    assert bool(len(sf.drift())) == (expected is None)


def test_display_text_feeds_nothing() -> None:
    """[S3-06] [S2.6-16] Changing game_status or a player's status changes no other column."""
    doc = envelope("MLB", "live", n=2)
    changed = copy.deepcopy(doc)
    for row in changed["data"]["MLB"]:
        row["game_status"] = "In a pickle"

    pd.testing.assert_frame_equal(
        read(doc, "MLB", "live").drop(columns="game_status"), read(changed, "MLB", "live").drop(columns="game_status")
    )
    assert "phase" not in layout("MLB", "live", "pitching").answer.layouts["pitching"].columns


def test_an_evening_game_keeps_both_days() -> None:
    """[S2.2-10] [S2.2-02] The label day and the GMT day of the start are two columns and may differ."""
    doc = envelope("MLB", "live", n=1)
    first(doc).update(game_ID="20240601-1-2", game_time="Sun, 02 Jun 2024 01:10:00 GMT")

    row = read(doc, "MLB", "live").iloc[0]

    assert row["game_date"] == pd.Timestamp("2024-06-01")
    assert row["game_time"] == pd.Timestamp("2024-06-02 01:10", tz="UTC")


@pytest.mark.parametrize("text", ["TBD", "", None, "Sat, 31 Feb 2024 01:00:00 GMT"])
@pytest.mark.parametrize("n", [1, 300])
def test_a_game_without_a_time_keeps_its_row(text: str | None, n: int) -> None:
    """[S2.2-05] An instant that cannot be read is missing; the row and its day label stay."""
    doc = envelope("NFL", "schedule", n=n)
    first(doc).update(game_ID="20241110-1-2", game_time=text)

    frame = read(doc, "NFL", "schedule")

    assert len(frame) == n
    assert pd.isna(frame.loc[0, "game_time"])
    assert frame.loc[0, "game_date"] == pd.Timestamp("2024-11-10")
    assert frame["game_time"].isna().sum() == 1


@given(
    st.datetimes(
        min_value=pd.Timestamp("1900-01-01").to_pydatetime(), max_value=pd.Timestamp("2200-01-01").to_pydatetime()
    )
)
@settings(max_examples=100, deadline=None)
def test_instants_in_bulk_and_alone_agree(moment) -> None:
    """[S2.2-04] The vectorised reading of HTTP dates equals the standard library's, to the second."""
    from email.utils import format_datetime

    from sportsframe.cells import instants

    moment = moment.replace(microsecond=0, tzinfo=UTC)
    text = format_datetime(moment, usegmt=True)

    many, bad = instants([text] * 300)
    one, _ = instants([text])

    assert not bad
    assert set(many) == set(one) == {np.datetime64(moment.replace(tzinfo=None), "us")}


def test_ids_are_kept_word_for_word() -> None:
    """[S2.2-06] [S2.2-11] Game ids are text, never numbers, and two equal ones are two rows."""
    doc = envelope("MLB", "schedule", n=2)
    for row in doc["data"]["MLB"]:
        row["game_ID"] = "20240601-01-02"

    frame = read(doc, "MLB", "schedule")

    assert frame["game_id"].tolist() == ["20240601-01-02"] * 2
    assert frame["game_id"].dtype == TEXT


def test_leading_zeros_survive() -> None:
    """[S2.3-10] Postal codes are text."""
    doc = envelope("SOCCER", "schedule", n=1)
    first(doc)["postal_code"] = "00135"

    assert read(doc, "SOCCER", "schedule").iloc[0]["postal_code"] == "00135"


def test_rows_without_coordinates_load() -> None:
    """[S2.3-12] A venue without coordinates, roof or surface is a row with missing cells."""
    doc = envelope("SOCCER", "schedule", n=1, key="LALIGA")
    first(doc).update(latitude=None, longitude=None, city=None, postal_code=None)

    row = read(doc, "SOCCER", "schedule").iloc[0]

    assert row[["latitude", "longitude", "city", "postal_code"]].isna().all()
    assert row["league"] == "LALIGA"
    assert not len(sf.drift())


@pytest.mark.parametrize("league", SPORTS["SOCCER"].leagues)
def test_soccer_stands_under_its_league(league: str) -> None:
    """[S2.1-03] [S2.6-15] Rows are found under the league's key, never SOCCER, and the league is a column."""
    frame = read(envelope("SOCCER", "live", key=league), "SOCCER", "live")

    assert set(frame["league"]) == {league}
    assert set(frame["sport"]) == {"SOCCER"}
    assert not len(read(envelope("SOCCER", "live", key="SOCCER"), "SOCCER", "live"))


def test_replaced_by_is_a_column_even_when_absent() -> None:
    """[S2.3-13] The key is on replaced rows only; the column is always there."""
    doc = envelope("NCAABB", "schedule", n=2)
    del first(doc)["replaced_by"]

    frame = sf.read_json(doc, "NCAABB", "schedule")

    assert pd.isna(frame.loc[0, "replaced_by"])
    assert pd.notna(frame.loc[1, "replaced_by"])
    assert "replaced_by" in empty("NCAABB", "schedule", "games")


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


@pytest.mark.parametrize("form", [True, 1, "true"])
def test_flags_in_three_forms(form: Any) -> None:
    """[S2.7-13] A dart's flags are boolean whether they came as true, 1 or text."""
    doc = envelope("DARTS", "live", n=1, lists=1, maps=1)
    throw = next(iter(first(doc)["leg_breakdown"][0]["turns"][0].values()))["throws"][0]
    throw["double"] = form

    frame = read(doc, "DARTS", "live", "throws")

    assert frame["double"].dtype == "boolean"
    assert frame["double"].tolist() == [True]


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


def test_set_zero_is_kept() -> None:
    """[S2.7-08] [S2.7-11] The set of a running world championship is 0, not missing."""
    doc = envelope("DARTS", "live", n=1, lists=2)
    for leg in first(doc)["leg_breakdown"]:
        leg["set"] = 0

    assert read(doc, "DARTS", "live", "legs")["set"].tolist() == [0, 0]


def test_throwing_may_be_a_name() -> None:
    """[S2.7-13] A thrower given by name loses no row."""
    doc = envelope("DARTS", "live", n=1)
    first(doc)["current_box"]["throwing"] = "Some Body"

    assert len(read(doc, "DARTS", "live")) == 1


def test_unknown_keys_come_last_under_their_own_name() -> None:
    """[S2.3-17] [S2.6-40] A planted key is the last column, in its own type, and is told once."""
    doc = envelope("MLB", "live", n=2, maps=2)
    for line in first(doc)["player_box"]["home_team"]["batting"].values():
        line["exit_velocity"] = 101.5

    with pytest.warns(sf.DriftWarning, match="exit_velocity"):
        frame = sf.read_json(json.dumps(doc).encode(), "MLB", "live", "batting")
    again = sf.read_json(json.dumps(doc).encode(), "MLB", "live", "batting")  # no second warning

    assert frame.columns[-1] == "exit_velocity"
    assert frame["exit_velocity"].dtype == "Float64"
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


@pytest.mark.parametrize(("sport", "resource"), ANSWERS)
def test_order_of_members_means_nothing(sport: str, resource: str) -> None:
    """[S2.3-15] Shuffled members and rows give the same rows."""
    doc = envelope(sport, resource, n=3)
    rows = next(iter(doc["data"].values()))
    for i, row in enumerate(rows):
        row["tournament_ID" if "tournament_ID" in row else "game_ID"] = f"2024060{i + 1}-9001-9002"
    r = random.Random(1)

    def shuffled(value: Any) -> Any:
        if isinstance(value, dict):
            items = list(value.items())
            r.shuffle(items)
            return {k: shuffled(v) for k, v in items}
        return [shuffled(v) for v in value] if isinstance(value, list) else value

    for table in answer(sport, resource).layouts:
        keys = [k for k in KEY_ORDER if k in empty(sport, resource, table).columns and k not in ("sport", "league")]
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
    assert "season" not in frame.columns


def test_texts_of_golf_are_not_parsed() -> None:
    """[S2.5-04] [S2.5-06] [S3-05] Dates, purse and format stay text, whatever they say; an unknown state loads."""
    doc = envelope("PGA", "schedule", n=1)
    first(doc).update(date="Aug 3-6", purse="$9,200,000", tournament_start="not a day", status="Weather hold")

    row = read(doc, "PGA", "schedule").iloc[0]

    assert (row["date"], row["purse"], row["tournament_start"]) == ("Aug 3-6", "$9,200,000", "not a day")
    assert row["status"] == "Weather hold"
    assert pd.isna(row["phase"])


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
    """[S2.4-05] [S2.7-16] Players 1 and 2 keep their numbers; nothing is made up for darts."""
    for resource in ("schedule", "live"):
        columns = set(empty("DARTS", resource, "games").columns)
        assert not {"side", "home_team", "away_team", "season_type"} & columns
        assert {"player_1", "player_2", "player_1_id", "player_2_id"} <= columns
    assert not {"season", "event_name"} & set(empty("DARTS", "live", "games").columns)


@pytest.mark.parametrize(
    "form",
    ["json", "parquet"],
)
def test_frames_survive_files(form: str, tmp_path) -> None:
    """A frame written to parquet, or rebuilt from records, comes back with its values and dtypes."""
    frame = read(envelope("MLB", "live"), "MLB", "live", "pitching")
    if form == "parquet":
        frame.to_parquet(tmp_path / "x.parquet")
        back = pd.read_parquet(tmp_path / "x.parquet")
        assert dict(back.dtypes) == dict(frame.dtypes)
        pd.testing.assert_frame_equal(back, frame)
    else:
        back = pd.DataFrame(frame.to_dict("records")).astype(dict(frame.dtypes))
        pd.testing.assert_frame_equal(back, frame)
