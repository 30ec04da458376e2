"""Directories from the service to the frame: what is served, refused and read."""

from __future__ import annotations

import json
import warnings
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sportsframe as sf
from sportsframe._frames import arrays
from sportsframe.catalog import SPORTS, sports_of

from .support.asking import ask, data, rows, service_at, status
from .support.samples import envelope, read

DIRECTORIES = ("player-info", "team-info", "depth-charts", "injuries")
PAIRS = [(resource, sport) for resource in DIRECTORIES for sport in sports_of(resource)]
TEAM_PAIRS = [(resource, sport) for resource, sport in PAIRS if SPORTS[sport].is_team_sport]


@pytest.mark.parametrize(("resource", "sport"), PAIRS)
def test_a_directory_takes_neither_date_nor_season(resource: str, sport: str) -> None:
    """Its path is the resource and the sport; with a date or a season it is NotFound, without a token nothing."""
    for segment in ("2024", "2024-06-01", "now"):
        assert status(f"{resource}/{segment}/{sport}") == 404
    assert status(f"{resource}/{sport}", token="") == 401


def test_directories_of_a_sport_come_with_its_entitlement() -> None:
    """A token for the injuries of the NFL gets those, and neither its players nor injuries of the NBA."""
    from sportsframe.service.tokens import Grant, Tokens

    tokens = Tokens({"a": Grant(pairs=frozenset({("NFL", "injuries")}))})
    service = service_at("2024-11-10T12:00:00", tokens=tokens)

    assert status("injuries/NFL", service, "a") == 200
    assert status("player-info/NFL", service, "a") == status("injuries/NBA", service, "a") == 403
    observed = service_at("2024-11-10T12:00:00", "no-entitlement-304", tokens=tokens)
    assert status("player-info/NFL", observed, "a") == 304


def test_nobody_is_injured_long_after_a_season() -> None:
    """Where nobody is hurt there is nothing to return; while somebody is, every club has a row."""
    assert status("injuries/MLB", service_at("2024-12-20T12:00:00")) == 304
    listed = rows("injuries/MLB", service_at("2024-07-20T12:00:00"))
    assert len(listed) == 30
    assert all(isinstance(one["player_id"], str) for row in listed for one in row["injuries"])


def test_dates_of_injuries_are_spelled_as_observed() -> None:
    """The NFL does not pad, soccer writes the month in letters and ids as numbers, the others write ISO dates."""
    service = service_at("2024-11-10T12:00:00")
    spelled = {
        sport: [one for row in rows(f"injuries/{sport}", service) for one in row["injuries"]]
        for sport in sports_of("injuries")
    }
    assert any("-0" not in one["date_injured"] and len(one["date_injured"]) < 10 for one in spelled["NFL"])
    assert all(isinstance(one["player_id"], int) for one in spelled["SOCCER"])
    for sport, listed in spelled.items():
        frame = sf.read_json(
            {"data": {"EPL" if sport == "SOCCER" else sport: rows(f"injuries/{sport}", service)}},
            sport,  # type: ignore[arg-type]
            "injuries",
            "injuries",
            validate="strict",
        )
        assert len(frame) == len(listed)
        assert frame["date_injured"].notna().all()
        assert str(frame["player_id"].dtype) == "Int64"


def test_relegated_clubs_can_be_left_out() -> None:
    """[S4-24] ``relegated`` selects; another value is NotFound, and without it both are listed."""
    everybody, up, down = (
        {row["team_id"] for row in rows("team-info/SOCCER", **given)}
        for given in ({}, {"relegated": "FALSE"}, {"relegated": "TRUE"})
    )
    assert (len(up), len(down)) == (20, 12)
    assert up | down == everybody
    assert status("team-info/SOCCER", relegated="maybe") == 404
    assert list(data("team-info/SOCCER", league="LALIGA")) == ["LALIGA"]
    assert status("team-info/SOCCER", league="MLS") == 404


def test_darts_players_and_events_can_be_picked() -> None:
    """One player or event by its id; an id that nobody has gives nothing."""
    player = rows("player-info/DARTS")[3]
    event = rows("events/2024/DARTS")[3]

    assert rows("player-info/DARTS", player_id=str(player["player_id"])) == [player]
    assert rows("events/2024/DARTS", event_id=event["event_ID"]) == [event]
    assert status("player-info/DARTS", player_id="1") == status("events/2024/DARTS", event_id="x") == 304
    assert status("events/DARTS") == 404
    assert status("events/2031/DARTS") == 304


def test_a_field_needs_its_tournament() -> None:
    """Without an id NotFound; an id in either form, of any season; nothing for others; a trial reaches two seasons."""
    from datetime import date

    from sportsframe.service.tokens import Grant, Tokens

    named = rows("field/PGA", game_id="2024_905")

    assert [row["tournament_ID"] for row in named] == ["2024_905"]
    assert rows("field/PGA", game_id="2024-905") == named
    assert [row["tournament_ID"] for row in rows("field/PGA", game_id="2019_905")] == ["2019_905"]
    assert status("field/PGA") == 404
    assert status("field/PGA", game_id="2024_999") == status("field/PGA", game_id="x") == 304
    trial = service_at("2024-08-01T12:00:00", tokens=Tokens({"t": Grant(trial=date(2024, 8, 1))}))
    assert status("field/PGA", trial, "t", game_id="2023_905") == 200
    code, _, body = ask("field/PGA", trial, "t", game_id="2022_905")
    assert (code, json.loads(body)["code"]) == (403, "TRIAL_ACCESS_RESTRICTED")


def test_a_directory_is_of_the_day_of_the_clock() -> None:
    """Lists change from one day to the next, and stay as they are within a day of the league."""
    morning, evening, later = (
        ask("injuries/NFL", service_at(f"2024-11-{moment}"))[2]
        for moment in ("10T12:00:00", "10T23:00:00", "20T12:00:00")
    )
    assert morning == evening != later


HEIGHTS = [
    ("6' 5\"", 195.58),
    ("6'5\"", 195.58),
    ("6' 5\" \t", 195.58),
    ("5'11", 180.34),
    ("6'", 182.88),
    ("6' 0.5\"", 184.15),
    ('"', None),
    ("", None),
    ("undefined", None),
    ("6' 12\"", None),
    ("195 cm", None),
    ("77", None),
    (None, None),
    ("16' 5\"", None),
]


def test_heights_become_centimetres_beside_the_text() -> None:
    """Feet and inches in the spellings that occur; what is neither is missing, and its text stays."""
    doc = envelope("NFL", "player-info", n=len(HEIGHTS))
    for row, (text, _) in zip(doc["data"]["NFL"], HEIGHTS, strict=True):
        row["height"] = text
    frame = read(doc, "NFL", "player-info", "players")

    assert [None if pd.isna(value) else value for value in frame["height_cm"]] == [cm for _, cm in HEIGHTS]
    kept = [None if pd.isna(value) else value for value in frame["height"]]
    assert kept == [None if text in arrays.PLACEHOLDERS else text for text, _ in HEIGHTS]


@given(st.integers(1, 9), st.integers(0, 11))
def test_every_height_is_read(feet: int, inches: int) -> None:
    """Whole feet and inches give 2.54 cm an inch, with and without blanks."""
    made = arrays.centimetres([f"{feet}' {inches}\"", f"{feet}'{inches}\"", f" {feet} ' {inches} "])

    assert list(made) == [round(2.54 * (12 * feet + inches), 2)] * 3


def test_a_birth_date_is_read_from_what_the_wire_calls_age() -> None:
    """A date in prose is a date; a literal for nothing is missing without a word; other text is kept beside it."""
    ages = ["March 14, 1999", "Mar 4, 1999", "1999-3-4", "undefined NaN, NaN", None, "33", "Smarch 1, 1999"]
    doc = envelope("MLB", "player-info", n=len(ages))
    for row, age in zip(doc["data"]["MLB"], ages, strict=True):
        row["age"] = age
    with pytest.warns(sf.DriftWarning, match="age"):
        frame = sf.read_json(doc, "MLB", "player-info", "players")

    assert str(frame["birth_date"].dtype) == "datetime64[us]"
    assert [None if pd.isna(day) else str(day.date()) for day in frame["birth_date"]] == [
        "1999-03-14", "1999-03-04", "1999-03-04", None, None, None, None,
    ]  # fmt: skip
    assert frame["birth_date_"].dropna().tolist() == ["33", "Smarch 1, 1999"]


@pytest.mark.parametrize("sport", ["NCAAFB", "NCAABB"])
def test_weights_of_colleges_are_text(sport: str) -> None:
    """Text and numbers are one column of integers; other text is missing and kept beside it."""
    doc = envelope(sport, "player-info", n=4)
    for row, weight in zip(doc["data"][sport], ["215", 215, None, "heavy"], strict=True):
        row["weight"] = weight
    frame = read(doc, sport, "player-info", "players")

    assert [None if pd.isna(value) else int(value) for value in frame["weight"]] == [215, 215, None, None]
    assert frame["weight_"].dropna().tolist() == ["heavy"]


def test_conference_and_division_are_told_apart() -> None:
    """At the first dash; without one there is no division, and the text as sent stays beside them."""
    names = ["East - Atlantic", "Big Ten", "A - B - C", None, "Mid-American"]
    doc = envelope("NBA", "team-info", n=len(names))
    for row, name in zip(doc["data"]["NBA"], names, strict=True):
        row["conf"] = name
    frame = read(doc, "NBA", "team-info", "teams")

    def plain(column: str) -> list[Any]:
        return [None if pd.isna(value) else value for value in frame[column]]

    assert plain("conference") == ["East", "Big Ten", "A", None, "Mid-American"]
    assert plain("division") == ["Atlantic", None, "B - C", None, None]
    assert plain("division_name") == names


def test_the_all_star_teams_have_little() -> None:
    """Two teams of the MLB have no abbreviation, nickname or venue: missing, and as declared."""
    doc = envelope("MLB", "team-info", n=2)
    for name in ("abbrv", "mascot", "location", "arena", "city", "state", "country", "latitude", "longitude", "field"):
        doc["data"]["MLB"][0][name] = None
    frame = sf.read_json(doc, "MLB", "team-info", "teams", validate="strict")

    assert frame.loc[0, ["abbreviation", "mascot", "arena"]].isna().all()


SHAPES: list[Any] = [None, [], {}, "text", 7, [None], [[]], [{}], {"1": None}, {"x": {"y": 1}}, [1, "a"], True]


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_odd_shapes_are_read_as_far_as_they_go(shape: Any) -> None:
    """Whatever stands where injuries, positions or entries are expected: a frame of the declared columns, no error."""
    injured = {"data": {"NFL": [{"team": "T", "team_id": 9001, "injuries": shape}]}}
    chart = {"data": {"NBA": {"T": {"team_id": 9001, "PG": shape}}}}
    whole = {"data": {"NBA": {"T": shape}}}
    entered = {"data": {"PGA": [{"tournament_ID": "2024_905", "tournament": "T", "field": shape}]}}
    for doc, sport, resource, table in (
        (injured, "NFL", "injuries", "injuries"),
        (chart, "NBA", "depth-charts", "depth_charts"),
        (whole, "NBA", "depth-charts", "depth_charts"),
        (entered, "PGA", "field", "field"),
    ):
        columns = list(sf.columns(sport, resource)["column"])  # type: ignore[arg-type]
        for given_as in (doc, json.dumps(doc).encode()):
            frame = read(given_as, sport, resource, table)
            assert list(frame.columns[: len(columns)]) == columns
            assert len(frame) <= 2


@pytest.mark.sampled
@pytest.mark.parametrize(("resource", "sport"), TEAM_PAIRS)
def test_the_loaders_give_what_the_table_is(resource: str, sport: str) -> None:
    """The named loaders are the general one; ids select rows here, whatever the service does with them."""
    client = sf.Client(source="simulated", now="2024-11-10T12:00:00+00:00")
    load = {
        "player-info": client.players,
        "team-info": client.teams,
        "depth-charts": client.depth_charts,
        "injuries": client.injuries,
    }[resource]
    league: Any = {"league": "SERIEA"} if sport == "SOCCER" else {}
    with warnings.catch_warnings():
        warnings.simplefilter("error", sf.DriftWarning)
        frame = load(sport, validate="strict", **league)  # type: ignore[arg-type, operator]
    if frame.empty:
        assert (resource, sport) == ("injuries", "MLB")
        return
    pd.testing.assert_frame_equal(client.table(resource, sport, **league), frame)  # type: ignore[call-overload]
    team = int(frame["team_id"].iloc[-1])
    own = load(sport, team_id=team, **league)  # type: ignore[arg-type, operator]
    assert 0 < len(own) == int((frame["team_id"] == team).sum())
    assert frame.sports.kind.resource == resource


def test_events_and_fields_are_loaded() -> None:
    """Several seasons of events in one frame; the field of a tournament, and one player of it."""
    client = sf.Client(source="simulated", now="2024-11-10T12:00:00+00:00")
    events = client.events([2023, 2024])
    field = client.field("2024_905")

    assert set(events["season"]) == {"2023", "2024"}
    assert client.events([2023, 2024], "DARTS").equals(events)
    assert client.field("2024_905", "PGA").equals(field)
    assert client.events(2024, event_id=events["event_id"].iloc[-1])["event"].tolist() == [events["event"].iloc[-1]]
    assert field["player_id"].is_unique
    assert client.field("2024_905", player_id=int(field["player_id"].iloc[5])).shape[0] == 1
    assert client.field("2024_999").empty
    for wrong in (lambda: client.field(""), lambda: client.events("24"), lambda: client.players("SOCCER")):  # type: ignore[call-overload]
        with pytest.raises(sf.QueryError) as refused:
            wrong()
        assert "\n" not in str(refused.value)
