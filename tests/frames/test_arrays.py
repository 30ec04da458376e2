"""What values become: innings, minutes, words, instants, ids and what is missing, each in its one type."""

from __future__ import annotations

import copy
import json
import warnings
from datetime import UTC
from email.utils import format_datetime
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import sportsframe as sf
from sportsframe._frames.arrays import MISSING_INT, TEXT, day_label, days, floats, instants, outs, start_zone
from sportsframe._frames.decode import records
from sportsframe._frames.drift import fresh_log
from sportsframe._frames.flatten import flatten
from sportsframe.catalog import SPORTS, layout
from sportsframe.catalog.statuses import PHASES

from ..support.samples import envelope, first, read


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


@pytest.mark.parametrize("innings", [3.1e18, 9223372036854775808, 1e300, 100_001.0])
def test_innings_beyond_any_game_give_no_outs(innings: float) -> None:
    """What no pitcher pitches is no number of outs, least of all a negative one."""
    doc = envelope("MLB", "live", n=1, maps=1)
    next(iter(first(doc)["player_box"]["away_team"]["pitching"].values()))["IP"] = innings
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sf.DriftWarning)
        frame = read(doc, "MLB", "live", "pitching")
    assert frame.loc[frame["side"] == "away", "outs_recorded"].isna().all()


@given(st.integers(0, 60), st.sampled_from([0, 1, 2]))
@settings(max_examples=60, deadline=None)
def test_outs_of_any_innings(whole: int, part: int) -> None:
    """[S2.6-23] For every figure in baseball's notation the outs are three a whole inning and one a tenth."""
    assert outs(floats([whole + part / 10])).tolist() == [3 * whole + part]


def test_a_figure_that_is_no_innings_is_missing() -> None:
    """A tenth above .2, a negative figure and nothing at all give no outs."""
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
    moment = moment.replace(microsecond=0, tzinfo=UTC)
    text = format_datetime(moment, usegmt=True)

    many, bad, _ = instants([text] * 300)
    one, _, _ = instants([text])

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


@pytest.mark.parametrize("form", [True, 1, "true"])
def test_flags_in_three_forms(form: Any) -> None:
    """[S2.7-13] A dart's flags are boolean whether they came as true, 1 or text."""
    doc = envelope("DARTS", "live", n=1, lists=1, maps=1)
    throw = next(iter(first(doc)["leg_breakdown"][0]["turns"][0].values()))["throws"][0]
    throw["double"] = form

    frame = read(doc, "DARTS", "live", "throws")

    assert frame["double"].dtype == "boolean"
    assert frame["double"].tolist() == [True]


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


def test_texts_of_golf_are_not_parsed() -> None:
    """[S2.5-04] [S2.5-06] [S3-05] Dates, purse and format stay text, whatever they say; an unknown state loads."""
    doc = envelope("PGA", "schedule", n=1)
    first(doc).update(date="Aug 3-6", purse="$9,200,000", tournament_start="not a day", status="Weather hold")

    row = read(doc, "PGA", "schedule").iloc[0]

    assert (row["date"], row["purse"], row["tournament_start"]) == ("Aug 3-6", "$9,200,000", "not a day")
    assert row["status"] == "Weather hold"
    assert pd.isna(row["phase"])


@given(
    st.lists(st.one_of(st.none(), st.integers(-(2**63), 2**63 - 1), st.just(MISSING_INT)), min_size=4, max_size=4),
    st.sampled_from(["batting", "skaters", "players"]),
)
@example([MISSING_INT, 1, None, 2], "batting")
@example([2**63 - 1, -(2**63), None, MISSING_INT + 1], "players")
@settings(max_examples=80, deadline=None)
def test_integers_of_any_size_arrive(values: list[int | None], table: str) -> None:
    """Every integer of 64 bits is kept as it is; the one that stands for absence inside is kept beside its column."""
    sport = {"batting": "MLB", "skaters": "NHL", "players": "NFL"}[table]
    doc = envelope(sport, "live", n=1, maps=4)
    box = first(doc)["player_box"]["away_team"]
    column = next(c for c in layout(sport, "live", table).columns if c.kind == "int" and c.wire and len(c.path) == 1)
    for line, value in zip(box.get(table, box).values(), values, strict=True):
        line[column.wire] = value

    frame = read(doc, sport, "live", table)
    away = frame[frame["side"] == "away"]

    for value, cell, row in zip(values, away[column.name], away.itertuples(index=False), strict=True):
        assert pd.isna(cell) if value in (None, MISSING_INT) else cell == value
        assert value != MISSING_INT or any(isinstance(other, str) and other == str(MISSING_INT) for other in row)


def test_lines_that_learned_different_things_go_together() -> None:
    """Answers of which one has a key more and one a number less flatten as one, each value in its place."""
    doc = envelope("NFL", "live", n=1, maps=6)
    odd = copy.deepcopy(doc)
    for line in first(odd)["player_box"]["away_team"].values():
        del line["tackles"]
        line["new_figure"] = 7
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sf.DriftWarning)
        parts = [records(json.dumps(d).encode(), "NFL", "live") for d in (doc, odd, odd, doc)]
    whole = flatten(parts[0].joined(parts[1]).joined(parts[2]).joined(parts[3]), "NFL", "live", "players")
    each = [flatten(part, "NFL", "live", "players") for part in parts]

    pd.testing.assert_frame_equal(whole, pd.concat(each, ignore_index=True)[whole.columns])


@pytest.mark.parametrize("value", [None, 1, {}, {"a": 1}])
def test_no_key_on_the_wire_is_the_packages_own(value: Any) -> None:
    """The wire key that the structs give their own extras is unknown like any other, null or not."""
    doc = envelope("NBA", "schedule", 1)
    first(doc)["(extra)"] = value

    for data in (doc, json.dumps(doc).encode()):
        with fresh_log(), pytest.warns(sf.DriftWarning, match=r"\(extra\) \(unknown\)"):
            frame = sf.read_json(data, "NBA", "schedule")
        assert "(extra)" in frame


@pytest.mark.parametrize(
    ("game_id", "game_time", "day"),
    [
        ("20240531-1-2", "Sat, 01 Jun 2024 01:05:00 GMT", "2024-05-31"),
        ("20240532-1-2", "Sat, 01 Jun 2024 01:05:00 GMT", "2024-06-01"),
        ("202405310-1", "Sat, 01 Jun 2024 23:05:00 GMT", "2024-06-01"),
        ("20250101", "Sat, 01 Jun 2024 23:05:00 GMT", "2024-06-01"),  # the 101st game of the season 2025
        (None, "2024-06-01T23:05:00Z", "2024-06-01"),
        ("a-match", "at nine", None),
        ("a-match", None, None),
        (None, None, None),
    ],
)
def test_the_day_of_a_game_is_that_of_its_id_else_of_its_start(
    game_id: str | None, game_time: str | None, day: str | None
) -> None:
    """The day is that before the first dash of the id; without a real day there, the UTC day of the start."""
    assert day_label(game_id, game_time) == day
    for many in (1, 500):  # alone and in bulk
        moments = pd.to_datetime([game_time] * many, errors="coerce", utc=True).as_unit("us")
        found = days([game_id] * many, moments)
        assert pd.isna(found[-1]) if day is None else str(found[-1])[:10] == day


@pytest.mark.parametrize(
    ("zone", "day"), [("America/New_York", "2024-05-31"), ("UTC", "2024-06-01"), ("Pacific/Kiritimati", "2024-06-01")]
)
def test_the_day_of_a_start_is_that_of_a_zone(zone: str, day: str) -> None:
    """Of a game whose id tells none, alone and in bulk; a time before the calendar is its first day."""
    start, at = "Sat, 01 Jun 2024 01:05:00 GMT", ZoneInfo(zone)
    assert day_label("a-match", start, at) == day
    assert day_label("20240530-1-2", start, at) == "2024-05-30"
    for many in (1, 500):
        moments = pd.DatetimeIndex(["2024-06-01T01:05Z", "0001-01-01T00:00Z"] * many, dtype="datetime64[us, UTC]")
        found = days(["a-match", "20240530-1-2"] * many, moments, at)
        assert [str(one)[:10] for one in found[:2]] == [day, "2024-05-30"]
        assert str(days(["a-match"] * 2 * many, moments, at)[1])[:10] == "0001-01-01"


@pytest.mark.parametrize("code", SPORTS)
def test_the_day_of_a_start_is_in_utc_for_the_nine_sports(code: str) -> None:
    """A damaged id of the service does not depend on the zone of the league; ids of registered sports may be any."""
    assert start_zone(code) is UTC


@pytest.mark.parametrize("at", range(29))
@pytest.mark.parametrize("other", ["x", "9", " ", "-", "Z", "/", ":"])
def test_every_character_of_a_timestamp_counts_in_bulk_and_alone(at: int, other: str) -> None:
    """With another character at any place, a row among many is read, or refused, as it is alone."""
    text = "Sat, 01 Jun 2024 23:05:00 GMT"
    changed = text[:at] + other + text[at + 1 :]
    alone, unread, format_of_one = instants([changed])
    many, bad, format_of_many = instants([text] * 100 + [changed] + [text] * 200)

    assert (many[100] == alone[0]) or (np.isnat(many[100]) and np.isnat(alone[0]))
    assert (bad, format_of_many) == ([100] * len(unread), [100] * len(format_of_one))
    assert not np.isnat(np.delete(many, 100)).any()
