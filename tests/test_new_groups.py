"""A group of resources on the day it is declared: every road knows it, and no other group answers in its place."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sportsframe._client import freshness
from sportsframe._client.query import Query
from sportsframe._frames import arrays
from sportsframe._frames.decode import records
from sportsframe._frames.flatten import build
from sportsframe.catalog import RESOURCES, SPORTS, Answer, Table, every_answer, golf, layout, sports_of
from sportsframe.catalog.resources import GAMES, Content, Resource, Undated, in_group

from .support.samples import envelope

Came = dict[str, Any]


@pytest.fixture(scope="module")
def came(tmp_path_factory: pytest.TempPathFactory) -> Came:
    """What came of every road to groups that have just been declared."""
    folder = str(tmp_path_factory.mktemp("cache"))
    env = {**os.environ, "SPORTSFRAME_NOW": "2024-12-06T20:00:00+00:00", "SPORTSFRAME_CACHE_DIR": folder}
    command = [sys.executable, "-m", "tests.support.new_groups"]
    ran = subprocess.run(command, capture_output=True, text=True, env=env)
    assert ran.returncode == 0, ran.stderr
    found: Came = json.loads(ran.stdout)
    return found


def test_a_resource_has_the_sports_that_declare_an_answer(came: Came) -> None:
    """Nothing but the answers says which sports have a resource; the three schedules are declared once."""
    assert came["sports"] == {
        "absences": ["NBA"], "lineups": ["MLB", "NHL"], "grounds": ["SOCCER"], "rankings": ["MLB"], "prizes": ["PGA"],
        "heats": ["PGA"],
    }  # fmt: skip
    assert all(sports_of(name) == tuple(SPORTS) for name in GAMES)
    assert all({"schedule", "live"} <= set(sport.answers) for sport in SPORTS.values())
    assert len([resource for _, resource, _ in every_answer() if resource.name in GAMES]) == 36


def test_it_is_loaded_recognised_and_described(came: Came) -> None:
    """The general loader gives its default table; the frame is known for what it is, and its players are found."""
    assert [row["player_id"] for row in came["loaded"]["rows"]] == [909001, 909002]
    assert came["loaded"]["dtypes"]["player_id"] == "Int64"
    assert came["loaded"]["rows"][0]["missing_since"] == "2024-12-06T00:00:00"
    assert came["recognised"] == "NBA absences"
    assert (came["player"], came["described"], came["one table"]) == (1, 8, 8)


def test_days_are_read_in_the_spellings_people_use(came: Came) -> None:
    """What is no day is missing, and stands in a column beside it; null is missing without one."""
    rows = came["read days"]["rows"]

    assert [row["missing_since"] and row["missing_since"][:10] for row in rows] == [
        "2026-01-29", "2026-04-15", "2026-07-20", "2026-07-04", None, None, None,
    ]  # fmt: skip
    assert [row["missing_since_"] for row in rows] == [None] * 4 + ["soon", None, "2026-02-30"]
    assert came["read as declared"] == (
        "PayloadError: the response for NBA absences does not match the schema at $.data.*[].missing_since: "
        "unreadable ('soon')."
    )


def test_ids_may_be_integers_or_text(came: Came) -> None:
    """Either is read as Int64 and as declared; text that is no integer is missing, and kept beside it."""
    ids = list(range(900_000, 900_007))

    assert [row["player_id"] for row in came["read days"]["rows"]] == ids
    assert "player_id_" not in came["read days"]["dtypes"]
    assert [row["player_id"] for row in came["read odd ids"]["rows"]] == [None, *ids[1:]]
    assert [row["player_id_"] for row in came["read odd ids"]["rows"]] == ["TBA"] + [None] * 6


def test_depth_charts_of_the_specification(came: Came) -> None:
    """[S2.8-01] [S2.8-02] [S2.8-03] [S2.8-04] [S2.8-05] A map of maps is one row a team, position and depth."""
    for name in ("depth", "depth bytes"):
        assert [tuple(row.values()) for row in came[name]["rows"]] == [
            ("MLB", None, "Harborview Terns", 900101, "Ada Lindqvist", "C", 1),
            ("MLB", None, "Harborview Terns", 900102, "Bo Marsh", "C", 2),
            ("MLB", None, "Harborview Terns", 900103, "Cy Okafor", "1B", 1),
            ("MLB", None, "Millbrook Otters", 900201, "Dee Park", "SS", 1),
        ]
        assert came[name]["dtypes"] == {
            "sport": "category", "team_id": "Int64", "team": "str", "player_id": "Int64", "player": "str",
            "position": "str", "depth": "Int64",
        }  # fmt: skip
    assert came["depth of nothing"] == {"dtypes": came["depth"]["dtypes"], "rows": []}


def test_a_team_id_among_the_positions_is_no_position(came: Came) -> None:
    """[S2.8-06] It is the id of the team; the rows are the same with and without it."""
    with_ids, without = (came[name]["rows"] for name in ("depth with ids", "depth"))

    assert [row["team_id"] for row in with_ids] == [9001, 9001, 9001, 9002]
    assert [{**row, "team_id": None} for row in with_ids] == without


def test_a_map_is_served_and_described_as_a_map(came: Came) -> None:
    """[S2.1-05] The envelope of lineups is a map in the service and in its description; a list is refused."""
    status, body = came["depth served"]
    chart = {"1": {"id": 900001, "player": "Ada Lindqvist"}}

    assert status == 200
    assert [held["C"] for held in body["data"]["NHL"].values()] == [chart, chart]
    assert [row["team_id"] for row in came["depth of the NHL"]["rows"]] == [9001, 9002]
    assert came["depth served of none"] == [[304, ""], [200, '{"data":{"NHL":{}}}']]
    assert came["schema"]["properties"]["data"]["properties"]["MLB"]["type"] == "object"
    assert came["depth as rows"].startswith("PayloadError: the response for MLB lineups has list at $.data.MLB")
    assert came["faults"] == ["$.data.MLB", "$.data.NBA"]


def test_a_map_of_games_is_asked_for_by_id(came: Came) -> None:
    """The id is that of a column, whatever its API name; dates, seasons and phases follow from its values."""
    assert list(map(tuple, map(dict.values, came["prizes"]["rows"]))) == [
        ("PGA", "2024", None, "2024_902", None, "2024_902", rank, amount) for rank, amount in ((1, 9e5), (2, 4e5))
    ]
    assert [(row["game_id"], row["phase"]) for row in came["tournaments"]["rows"]] == [("2024_902", "finished")]
    assert came["prizes of no tournament"] == 0


def test_ids_in_a_header_are_those_of_the_game(came: Came) -> None:
    """Keys, dates and phases in an object of the record are in all of its tables."""
    days = ["2024-12-06", "2024-12-07"]

    for table, of in (("heats", days), ("surfers", [days[0]] * 2 + [days[1]] * 2)):
        rows = came[table]["rows"]
        assert [row["game_date"][:10] for row in rows] == [row["game_time"][:10] for row in rows] == of
        assert [(row["game_id"], row["phase"]) for row in rows] == [
            (f"{day.replace('-', '')}-1", "finished") for day in of
        ]
        assert {row["season"] for row in rows} == {"2024"}


def test_games_in_a_map_are_refused() -> None:
    """How long a response is kept follows from its rows, and there is a row for each game."""
    for content in (Content.PLAY, Content.SCHEDULE):
        with pytest.raises(LookupError, match="heats is a map of games; declare them as rows"):
            Resource("heats", "Heats", Undated(), content, "Heats", envelope="map")


def test_no_other_group_answers_in_its_place(came: Came) -> None:
    """What is declared and not simulated is NotFound, as are a date in its path and a sport that has it not."""
    for name in (
        "not simulated", "not simulated by season", "served with a date", "served of another sport",
        "served of several",
    ):  # fmt: skip
        assert came[name][0] == 404, name
    assert came["depth asked"].startswith("NotFound: 404 for /lineups/MLB")


def test_a_token_is_asked_for_the_group(came: Came) -> None:
    """What is so at present is within the latest two seasons, so a trial has it; a token for other things has not."""
    assert came["served"] == came["served to a trial"]
    assert came["served"][0] == 200
    assert [row["team_id"] for row in came["served"][1]["data"]["NBA"]] == [9001, 9002]
    assert came["served to another"][0] == 403


def test_what_a_sport_has_not_is_refused_in_one_line(came: Came) -> None:
    """Before anything is sent, on every road."""
    refused = "MLB has no absences; it has schedule, schedule-week, schedule-season, live, "

    for name in ("wrong sport", "wrong sport read", "wrong sport columns", "picker of another sport"):
        assert came[name].startswith(f"QueryError: {refused}")
        assert "\n" not in came[name]
    code, out, said = came["command of another sport"]
    assert (code, out, said.count("\n")) == (2, "", 1)
    assert said.startswith(f"sportsframe: {refused}")
    assert came["tool refuses"].startswith(f"ToolFailure: {refused.replace('MLB', 'mlb')}")
    assert came["with a date"] == (
        "QueryError: absences takes no date and no season: it describes the present; leave '2024-06-01' out."
    )
    assert came["with an id"].startswith("QueryError: event_id does not apply to NBA absences; it accepts ")


def test_documents_and_tools_show_it_for_its_sports_alone(came: Came) -> None:
    """Description, page, command line, tools, mirror and picker follow from the declaration."""
    assert set(came["paths"]) == {
        "/absences/NBA", "/lineups/MLB", "/lineups/NHL", "/lineups/{SPORT}", "/rankings/{season}/MLB",
        "/grounds/SOCCER", "/prizes/PGA", "/heats/PGA",
    }  # fmt: skip
    assert {RESOURCES[name].tag for name in RESOURCES} < set(came["tags"])
    assert len(came["tags"]) == len(set(came["tags"])) == len({r.tag for r in RESOURCES.values()}) + 6
    assert came["landing"] is True
    code, out, _ = came["command"]
    assert (code, out.splitlines()[0]) == (
        0,
        "sport,team_id,team,player_id,player,reason,missing_since,expected,simulated",
    )
    assert "sport                 the sport\n" in came["help"][1]
    assert "sports: NBA\n" in came["help"][1]
    assert came["tool"]["required"] == ["sport"]
    assert came["tool"]["properties"]["sport"] == {"type": "string", "enum": ["nba"]}
    assert not {"date", "season", ""} & set(came["tool"]["properties"])
    assert came["tool asks"] == ["/absences/NBA", {}]
    assert came["tool of leagues"]["required"] == ["sport", "league"]
    assert came["tool of leagues"]["properties"]["league"] == {"type": "string", "enum": [*SPORTS["SOCCER"].leagues]}
    assert came["mirrored"] == [True, False, False]
    assert came["picker"] == ['sf.table("absences", "NBA")', "", 2]


def test_what_is_so_at_present_serves_half_a_day(came: Came) -> None:
    """No game makes it old; an hour passes for a list that nobody declared."""
    now = datetime(2025, 3, 1, 12, tzinfo=UTC)

    assert came["lifetimes"] == [43_200.0, 43_200.0]
    assert freshness.judge(Query("NBA", "unheard-of"), b'{"data":{"NBA":{}}}', now).fault == "$.data.NBA"


def test_resources_of_a_group_hold_the_same_content() -> None:
    """The first of a group stands for all; segments tell their windows, exceptions included."""
    assert [resource.name for resource in in_group("schedule")] == ["schedule", "schedule-week", "schedule-season"]
    assert {resource.content for resource in in_group("schedule")} == {Content.SCHEDULE}
    assert [SPORTS[code].days("schedule-week") for code in ("DARTS", "MLB")] == [8, 7]
    assert [code for code in SPORTS if SPORTS[code].has_current("schedule-week")] == ["PGA"]
    assert [code for code in SPORTS if SPORTS[code].has_current("schedule-season")] == ["PGA"]
    assert RESOURCES["live"].path("2024-06-01", "MLB") == "/live/2024-06-01/MLB"
    assert RESOURCES["schedule-season"].path("", "PGA") == "/schedule-season/PGA"


@pytest.mark.parametrize("resource", GAMES)
@pytest.mark.parametrize("sport", SPORTS)
def test_the_default_table_is_games_or_the_first(sport: str, resource: str) -> None:
    """``games``, and no table at all, give the table that is about the games of the answer."""
    usual = "tournaments" if sport == "PGA" else "games"

    assert layout(sport, resource).table.name == layout(sport, resource, "games").table.name == usual


def test_team_sports_are_told_by_their_records() -> None:
    """Two teams meet in all sports but golf and darts."""
    assert [code for code, sport in SPORTS.items() if not sport.is_team_sport] == ["PGA", "DARTS"]


ROUNDS = Table(
    "rounds", "field/{player_id}/round_{round}", "a player and round", value="strokes", meaning="Strokes of the round",
    unit="strokes",
)  # fmt: skip


def test_numbered_members_are_rows() -> None:
    """Members ``round_1``, ``round_2``, ... become a row each, with their number; what is absent is no row."""
    doc = envelope("PGA", "live", n=1)
    field = doc["data"]["PGA"][0]["field"]
    for n, entry in enumerate(field.values()):
        entry |= {"round_1": 70 + n, "round_2": 0, "round_3": None, "round_4": 75}
        del entry[f"round_{(4, 2)[n % 2]}"]
    lay = Answer(golf.Live, (ROUNDS,)).layouts["rounds"]
    frame = build(records(doc, "PGA", "live"), lay, "PGA", None)

    expected = [
        (int(player), number, entry[f"round_{number}"])
        for player, entry in field.items()
        for number in (1, 2, 3, 4)
        if entry.get(f"round_{number}") is not None
    ]
    assert list(frame[["player_id", "round", "strokes"]].itertuples(index=False, name=None)) == expected
    assert dict(frame.dtypes[["round", "strokes"]]) == {"round": pd.Int64Dtype(), "strokes": pd.Int64Dtype()}
    assert len(expected) == 2 * len(field)


def test_a_path_over_members_that_are_not_there_is_refused() -> None:
    """A table whose path names no numbered member fails where it is declared."""
    lay = Answer(golf.Live, (Table("x", "field/{player_id}/lap_{round}", "x", value="strokes"),)).layouts["x"]

    with pytest.raises(LookupError, match="lap_1"):
        _ = lay.columns


@given(st.dates())
def test_a_day_is_read_in_every_spelling(day: Any) -> None:
    """All spellings of a day give the same midnight, in microseconds and without a zone."""
    texts = [day.isoformat(), f"{day.year:04}-{day.month}-{day.day}"]
    texts += [f"{name} {day.day}, {day.year:04}" for name in (f"{day:%b}", f"{day:%B}")]
    made, unreadable, _ = arrays.dates([*texts, None, "", "x"])

    assert unreadable == [6]
    assert str(made.dtype) == "datetime64[us]"
    assert [moment.date() for moment in pd.Series(made)[:4]] == [day] * 4
    assert pd.isna(made[4:]).all()


@given(st.lists(st.one_of(st.none(), st.integers(0, 2**63 - 1), st.sampled_from(["", "TBA", "x1"]))))
def test_ids_of_either_type_are_one_column(values: list[Any]) -> None:
    """Written as integers or as text, ids give one Int64 column; other text is missing and named."""
    mixed = [str(value) if i % 2 and isinstance(value, int) else value for i, value in enumerate(values)]
    made, unreadable, _ = arrays.ids(mixed)

    assert list(pd.Series(made).astype(object).where(~made.isna(), None)) == [
        value if isinstance(value, int) else None for value in values
    ]
    assert unreadable == [i for i, value in enumerate(values) if value in ("TBA", "x1")]
