"""The reference service: paths, parameters, dates, seasons and their errors."""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

import pytest
import requests

from sportsframe._client.clock import Clock
from sportsframe.catalog import RESOURCES, sports_of
from sportsframe.catalog.resources import GAMES, TAGS
from sportsframe.catalog.statuses import DECIDED, FINISHED
from sportsframe.service import respond
from sportsframe.service.adapter import ServiceAdapter
from sportsframe.service.rows import RECORD_BYTES, SETTLED
from sportsframe.service.seasons import PUBLISHED
from sportsframe.simulation import World

from ..support.asking import AFTERWARDS, DAYS, SPORTS, TOKEN, afterwards, ask, data, row_id, rows, service_at, status
from ..support.samples import EARLY

LEAGUES = ("EPL", "SERIEA", "LALIGA")
PAIRS = [
    (resource, sport)
    for resource in ("schedule", "schedule-week", "schedule-season", "live")
    for sport in SPORTS
    if resource != "live" or sport not in ("PGA", "SOCCER")
]


def path(resource: str, sport: str, day: str | None = None) -> str:
    return f"{resource}/{'2024' if resource == 'schedule-season' else day or DAYS[sport]}/{sport}"


def starts(found: list[dict[str, Any]]) -> list[datetime]:
    return [parsedate_to_datetime(row.get("game_time") or row["start_time"]) for row in found]


@pytest.mark.parametrize(("resource", "sport"), PAIRS)
def test_every_specified_pair_answers(resource: str, sport: str) -> None:
    """[S4-45] [S4-01] [S4-02] [S1-05] [S2.1-01] [S2.1-02] [S2.1-04] 34 pairs answer rows on a date in season.

    Each by GET, with the token in the query, in the envelope; without the token none.
    """
    assert len(PAIRS) == 34
    code, headers, body = ask(path(resource, sport))
    envelope = json.loads(body)

    assert (code, headers["Content-Type"]) == (200, "application/json")
    assert set(envelope) == {"data"}
    assert set(envelope["data"]) == {"EPL" if sport == "SOCCER" else sport}
    found = next(iter(envelope["data"].values()))
    assert isinstance(found, list)
    assert found
    assert all(isinstance(row, dict) for row in found)
    assert ask(path(resource, sport), token="")[0] == 401


@pytest.mark.parametrize("sport", ["PGA", "SOCCER"])
def test_live_of_golf_and_soccer_exists(sport: str) -> None:
    """[S4-44] Live of PGA and SOCCER is not specified, and answered."""
    assert rows(path("live", sport))


def test_each_pair_of_group_and_sport_exists_or_not() -> None:
    """[S1-11] [S1-12] [S4-39] [S4-40] [S4-41] [S4-42] 84 specified pairs exist; the 33 others are NotFound."""
    groups = {name: set(sports_of(name)) for name, resource in RESOURCES.items() if resource.tag in TAGS}
    assert sum(map(len, groups.values())) == 84
    assert len(groups) * len(SPORTS) - 84 == 33
    for group in groups:
        for sport in set(SPORTS) - set(sports_of(group)):
            for odd in (f"{group}/{sport}", f"{group}/2024/{sport}", f"{group}/2024-06-01/{sport}"):
                assert status(odd, game_id="x") == 404
    assert groups["events"] == {"DARTS"}
    assert groups["field"] == {"PGA"}


def test_current_and_old_dates_answer() -> None:
    """[S1-01] The date of the clock and one years back both answer, as JSON."""
    service = service_at("2025-06-01T23:00:00")
    for day in ("2025-06-01", "2008-06-01"):
        code, headers, _ = ask(f"live/{day}/MLB", service)
        assert (code, headers["Content-Type"]) == (200, "application/json")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "get"])
def test_other_methods_are_refused(method: str) -> None:
    """[S1-03] [S1-04] GET and HEAD only: anything else is 405 with Allow and a JSON string, and changes nothing."""
    before = ask("schedule/2024-06-01/MLB")
    for resource in GAMES:
        code, headers, body = afterwards().respond(method, f"/api/v1/{path(resource, 'MLB')}", {"RSC_token": TOKEN}, {})
        assert (code, headers["Allow"]) == (405, "GET, HEAD")
        assert isinstance(json.loads(body), str)

    assert ask("schedule/2024-06-01/MLB") == before


@pytest.mark.parametrize("code", ["mlb", "Mlb", "NCAAB", "NCAA_FB", "NCAAF", "N FL", "EPL", "XYZ", "", "MLB "])
def test_codes_are_exact(code: str) -> None:
    """[S1-06] [S4-24] Upper case, no blanks, no underscores: any other code is NotFound."""
    for resource in GAMES:
        assert status(path(resource, "MLB").removesuffix("MLB") + code) == 404


@pytest.mark.parametrize(
    "odd",
    [
        "/", "/api", "/api/v1", "/api/v1/", "/api/v2/schedule/2024-06-01/MLB", "/schedule/2024-06-01/MLB",
        "/api/v1/schedule", "/api/v1/schedule/2024-06-01", "/api/v1/schedule/2024-06-01/", "/api/v1/schedule/MLB",
        "/api/v1/schedule/2024-06-01/MLB/", "/api/v1/schedule/2024-06-01/MLB/x", "/api/v1/live/2024-06-01",
        "/api/v1//schedule/2024-06-01/MLB", "/api/v1/scheduled/2024-06-01/MLB", "/api/v1/schedule-season/2024",
        "/api/v1/live/PGA", "/api/v1/schedule-season/PGA-NFL", "/api/v1/schedule-season/MLB",
        "/api/v1/schedule/2024-06-01%2FMLB", "/api/v1/live/2024-06-01/MLB-", "/api/v1/live/2024-06-01/-MLB",
    ],
)  # fmt: skip
def test_odd_paths_are_not_found(odd: str) -> None:
    """[S1-14] [S4-38] [S4-10] [S9-01] [S7-03] What is not in the table of paths is NotFound, a JSON string.

    Without a token it is Unauthorized.
    """
    code, headers, body = afterwards().respond("GET", odd, {"RSC_token": TOKEN}, {})

    assert (code, headers["Content-Type"]) == (404, "application/json")
    assert "could not be processed" in json.loads(body)
    assert "parameters" in json.loads(body)
    assert afterwards().respond("GET", odd, {}, {})[0] == 401


def test_escapes_in_paths_are_read() -> None:
    """A path may spell a letter as %XX."""
    assert ask("schedule/2024%2D06%2D01/%4DLB") == ask("schedule/2024-06-01/MLB")


@pytest.mark.parametrize(
    "bad",
    [
        "2024-6-1", "24-06-01", "20240601", "2024-06-01T00:00", "2024-02-30", "2024-13-01", "0000-00-00", "2023-02-29",
        "today", "x", "", "2024-06-01%0A", "%EF%BC%92024-06-01", "2024", "-2024-06-01", "2024-06-1 ",
    ],
)  # fmt: skip
def test_bad_dates(bad: str) -> None:
    """[S2.2-01] [S7-04] [S7-05] [S7-15] [S4-16] [S4-18] A date that is none is BadRequest and told the format."""
    for resource in ("schedule", "schedule-week", "live"):
        for sport in ("MLB", "PGA", "SOCCER", "DARTS"):
            code, _, body = ask(f"{resource}/{bad}/{sport}")
            assert code == 400, (bad, sport)
            assert "YYYY-MM-DD" in json.loads(body)


def test_a_leap_day_is_a_date() -> None:
    """[S7-15] 2024-02-29 exists."""
    assert status("schedule/2024-02-29/NBA") == 200


@pytest.mark.parametrize("bad", ["24", "02024", "2024-2025", "2024-06-01", "abcd", "", "2024%0A", "２０２４", "+202"])
def test_bad_seasons(bad: str) -> None:
    """[S2.2-16] [S4-21] [S8-03] [S8-04] [S7-04] A season is four ASCII digits and nothing else."""
    for sport in ("NFL", "PGA", "SOCCER"):
        assert status(f"schedule-season/{bad}/{sport}") == 400


def test_errors_have_their_numbers_and_bodies() -> None:
    """[S7-07] [S7-08] [S7-10] 401 null, 400 and 404 strings, 304 nothing; every error body is JSON."""
    assert ask("live/2024-06-01/MLB", token="") == (401, {"Content-Type": "application/json"}, b"null")
    assert ask("live/2024-01-20/MLB") == (304, {}, b"")
    for asked, code in (("live/2024-13-01/MLB", 400), ("live/2024-06-01/NHK", 404)):
        found, headers, body = ask(asked)
        assert (found, headers) == (code, {"Content-Type": "application/json"})
        assert isinstance(json.loads(body), str)


@pytest.mark.parametrize(
    ("asked", "query", "code"),
    [
        ("live/2024-02-30/MLB", {}, 400),
        ("schedule-season/20x4/MLB", {}, 400),
        ("live/2024-06-01/SOCCER", {"league": "FRA"}, 404),
        ("live/2024-06-01/DARTS", {"game_id": ""}, 404),
        ("schedule/2024-06-01/DARTS", {"player_id": "0"}, 404),
        ("schedule/2024-06-01/DARTS", {"player_id": "-1"}, 404),
        ("schedule/2024-06-01/DARTS", {"player_id": "1.5"}, 404),
        ("schedule/2024-06-01/DARTS", {"player_id": "x"}, 404),
        ("schedule/2024-06-01/DARTS", {"player_id": ""}, 404),
        ("schedule/2024-06-01/DARTS", {"player_id": "٣"}, 404),
        ("schedule/2024-12-28/DARTS", {"game_id": "nobody"}, 304),
        ("schedule-season/1900/MLB", {}, 304),
        ("schedule-season/9999/MLB", {}, 304),
        ("schedule/0001-01-01/MLB", {}, 304),
        ("schedule-week/9999-12-31/DARTS", {}, 304),
    ],
)
def test_which_error_for_what(asked: str, query: dict[str, str], code: int) -> None:
    """[S7-12] [S7-13] [S7-03] Form of date and season 400, other parameters 404, nothing found 304."""
    assert status(asked, **query) == code


@pytest.mark.parametrize(
    ("asked", "query", "token", "code"),
    [
        ("live/2024-13-01/MLB", {}, "", 401),
        ("live/2024-13-01/NHK", {}, "", 401),
        ("nothing", {}, "", 401),
        ("live/2024-13-01/NHK", {}, TOKEN, 404),
        ("live/2024-13-01/SOCCER", {"league": "x"}, TOKEN, 400),
        ("schedule-season/20/DARTS", {"player_id": "0"}, TOKEN, 400),
        ("schedule-season/2001/NFL-DARTS", {"player_id": "7"}, "trial-token-1", 404),
        ("schedule-season/2001/NFL", {}, "trial-token-1", 403),
        ("schedule-season/1900/NFL", {}, "trial-token-1", 403),
        ("live/2024-01-20/MLB", {}, TOKEN, 304),
    ],
)
def test_order_of_checks(asked: str, query: dict[str, str], token: str, code: int) -> None:
    """[S7-16] [S5-12] Token, path and sport, date or season, other parameters, entitlement and trial, data."""
    from sportsframe.service.tokens import FULL, Grant, Tokens

    tokens = Tokens({TOKEN: FULL, "trial-token-1": Grant(trial=date(2025, 8, 10))})
    assert status(asked, service_at(AFTERWARDS, tokens=tokens), token, **query) == code


@pytest.mark.parametrize("sport", SPORTS)
def test_a_day_is_a_day_in_gmt(sport: str) -> None:
    """[S2.2-02] [S4-03] [S4-11] [S4-12] A date has the games that start on that GMT day, on schedule and live."""
    day = date.fromisoformat(DAYS[sport])
    scheduled, live = rows(path("schedule", sport)), rows(path("live", sport))

    assert {moment.date() for moment in starts(scheduled)} == {day}
    assert {row_id(row) for row in live} <= {row_id(row) for row in scheduled}
    played = {row_id(row) for row in scheduled if row["status"] in ("completed", "final", "suspended")}
    assert {row_id(row) for row in live} == played


def test_an_evening_game_belongs_to_the_next_gmt_day() -> None:
    """[S2.2-02] [S2.2-03] By default a game at 01:10 GMT is under the later date; a switch puts it under its label."""
    by_label = service_at(AFTERWARDS, "league-days")
    late = [row for row in rows("schedule/2024-06-02/MLB") if row["game_ID"].startswith("20240601")]
    early = {row["game_ID"] for row in rows("schedule/2024-06-01/MLB")}

    assert late
    for row in late:
        assert row["game_ID"] not in early
        assert row["game_ID"] in {r["game_ID"] for r in rows("schedule/2024-06-01/MLB", by_label)}
        assert row["game_ID"] in {r["game_ID"] for r in rows("live/2024-06-01/MLB", by_label)}
        assert row["game_ID"] not in {r["game_ID"] for r in rows("schedule/2024-06-02/MLB", by_label)}
    assert {r["game_ID"][:8] for r in rows("schedule/2024-06-01/MLB", by_label)} == {"20240601"}


@pytest.mark.parametrize("sport", SPORTS)
def test_a_week_is_its_days(sport: str) -> None:
    """[S4-04] [S4-05] [S4-06] [S8-02] The week is the union of seven days, for darts of eight."""
    first = date.fromisoformat(DAYS[sport]) - timedelta(days=2)
    days = 8 if sport == "DARTS" else 7
    daily = [row for i in range(days) for row in rows(path("schedule", sport, (first + timedelta(days=i)).isoformat()))]
    weekly = rows(path("schedule-week", sport, first.isoformat()))

    if sport == "PGA":  # a tournament is listed on each of its days
        assert len(daily) > len(weekly)
        daily = list({row_id(row): row for row in daily}.values())
    assert weekly == daily
    begin = datetime(first.year, first.month, first.day, tzinfo=UTC)
    assert all(begin <= moment < begin + timedelta(days=days) for moment in starts(weekly))


def test_the_eighth_day_is_for_darts_only() -> None:
    """[S4-05] [S8-02] A game on the date plus seven is in for darts and out for the others."""
    for sport, inside in (("DARTS", True), ("MLB", False), ("NBA", False)):
        last = {row_id(row) for row in rows(path("schedule", sport))}
        week = rows(path("schedule-week", sport, (date.fromisoformat(DAYS[sport]) - timedelta(days=7)).isoformat()))
        assert last
        assert (last <= {row_id(row) for row in week}) is inside
        assert last.isdisjoint({row_id(row) for row in week}) is not inside


@pytest.mark.parametrize("sport", SPORTS)
def test_a_season_is_its_weeks(sport: str) -> None:
    """[S4-07] [S4-22] [S4-23] Every game of the dates of a season is in it and no other, in one answer."""
    season = rows(path("schedule-season", sport))
    ids = [row_id(row) for row in season]
    moments = starts(season)
    step = timedelta(days=8 if sport == "DARTS" else 7)
    day, found = min(moments).date(), set()
    while day <= max(moments).date():
        found |= {row_id(row) for row in rows(path("schedule-week", sport, day.isoformat()))}
        day += step
    others = {row_id(row) for year in (2023, 2025) for row in rows(f"schedule-season/{year}/{sport}")}

    assert len(ids) == len(set(ids))
    assert set(ids) == found - others
    if sport in ("PGA", "DARTS", "MLB"):
        assert {moment.year for moment in moments} == {2024}
    else:
        assert {moment.year for moment in moments} == {2024, 2025}
        assert {row["season"] for row in season} == {"2024-2025"}


def test_golf_may_leave_the_season_out() -> None:
    """[S4-08] [S4-09] The short form is the season that runs at the service's clock."""
    for moment, year in (("2024-07-01T00:00:00", "2024"), ("2025-07-01T00:00:00", "2025")):
        service = service_at(moment)
        assert ask("schedule-season/PGA", service) == ask(f"schedule-season/{year}/PGA", service)
        assert {row["tournament_ID"][:4] for row in rows("schedule-season/PGA", service)} == {year}


def test_seasons_without_a_year_behind_the_switch() -> None:
    """[S4-10] For other sports the short form is NotFound, as observed 304."""
    observed = service_at(AFTERWARDS, "season-less-304")
    for code in ("MLB", "NFL", "DARTS", "PGA-NFL"):
        assert status(f"schedule-season/{code}") == 404
        assert ask(f"schedule-season/{code}", observed) == (304, {}, b"")
    assert status("schedule-season/PGA", observed) == 200


def test_the_current_season_without_a_year_as_observed() -> None:
    """[S4-10] Behind a switch a season schedule without a year is of the current season, of the league asked for."""
    observed = service_at("2024-11-20T12:00:00", "season-less", "season-less-304")
    for code in ("NFL", "SOCCER"):
        given = {"league": "LALIGA"} if code == "SOCCER" else {}
        assert rows(f"schedule-season/{code}", observed, **given) == rows(
            f"schedule-season/2024/{code}", observed, **given
        )
    assert status("team-stats/NFL", service_at("2024-09-10T12:00:00", "season-less")) == 200
    assert status("schedule-season/NFL-NBA", observed) == 304


def test_all_sports_as_observed() -> None:
    """[S4-38] Behind a switch a date without a sport has all that the token covers; soccer needs its league."""
    from sportsframe.service.tokens import FULL, Grant, Tokens

    limited = Grant(pairs=frozenset([("NBA", "schedule"), ("NHL", "schedule"), ("NFL", "live")]))
    observed = service_at(AFTERWARDS, "sport-less", tokens=Tokens({TOKEN: FULL, "limited-token-1": limited}))
    code, _, body = ask("schedule/2024-12-06", observed, "limited-token-1")

    assert code == 200
    assert json.loads(body)["data"] == data("schedule/2024-12-06/NBA-NHL")
    assert set(data("schedule/2024-12-06", observed)) == set(SPORTS) - {"SOCCER"}
    assert set(data("schedule/2024-12-06", observed, league="EPL")) == {*SPORTS, "EPL"} - {"SOCCER"}
    assert [
        status(f"{path}", observed) for path in ("schedule/x", "player-info", "schedule", "schedule-season/2024")
    ] == ([400, 404, 404, 404])
    assert status("schedule/2024-12-06") == 404


@pytest.mark.parametrize("resource", ["schedule", "schedule-week", "live", "team-info", "player-info", "injuries",
                                      "depth-charts"])  # fmt: skip
def test_filters_of_team_sports_as_observed(resource: str) -> None:
    """[S4-36] Behind a switch `team_id` leaves the rows of a team; it is ignored by default, and wants one sport."""
    moment = f"{DAYS['NBA']}T23:59:00" if resource not in GAMES else AFTERWARDS
    observed, usual = service_at(moment, "team-id"), service_at(moment)
    game = rows(path("schedule", "NBA"))[0]
    asked = path(resource, "NBA") if resource in GAMES else f"{resource}/NBA"
    team = game["home_team_ID"]
    everything, found = data(asked, usual)["NBA"], data(asked, observed, team_id=str(team))["NBA"]

    assert data(asked, usual, team_id=str(team))["NBA"] == everything
    if resource == "depth-charts":
        assert found == {name: chart for name, chart in dict(everything).items() if chart["team_id"] == team} != {}
    else:
        assert found == [row for row in everything if str(team) in re.findall(r"_(?:id|ID)': (\d+)", str(row))] != []
    assert len(found) < len(everything)
    assert status(asked, observed, team_id="1") == 304
    assert status(asked, observed, team_id="x") == 404
    assert status(asked.replace("NBA", "NBA-NHL"), observed, team_id=str(team)) == 404


@pytest.mark.parametrize("resource", ["schedule", "live"])
def test_one_game_of_a_team_sport_as_observed(resource: str) -> None:
    """[S4-36] Behind a switch `game_id` leaves a game of a team sport, still in an array."""
    wanted = rows(path(resource, "NBA"))[1]
    assert data(path(resource, "NBA"), service_at(AFTERWARDS, "game-id"), game_id=wanted["game_ID"]) == {
        "NBA": [wanted]
    }


def test_errors_as_observed() -> None:
    """[S7-14] Behind switches a malformed date is 404 with an object, and messages are plain text."""
    missing, text = service_at(AFTERWARDS, "bad-format-404"), service_at(AFTERWARDS, "plain-text")
    for asked in ("live/2024-13-01/MLB", "schedule-season/20x4/MLB"):
        code, _, body = ask(asked, missing)
        assert (code, json.loads(body)["error"]) == (404, "Bad Request")
        code, headers, body = ask(asked, text)
        assert (code, headers["Content-Type"]) == (400, "text/plain; charset=utf-8")
        assert body.startswith(b"The ")
    assert ask("live/2024-06-01/MLB", text, token="")[2] == b"null"
    assert ask("live/2024-12-25/MLB", text)[0] == 304


def test_odd_players_and_clubs_as_observed() -> None:
    """Junk in birth dates and heights, and a misspelled key, come with their switches and are read as meant."""
    import sportsframe as sf

    odd = service_at(f"{DAYS['NFL']}T23:59:00", "null-birth-date", "odd-height")
    usual, strange = (ask("player-info/NFL", service)[2] for service in (service_at(f"{DAYS['NFL']}T23:59:00"), odd))
    old, new = (sf.read_json(body, "NFL", "player-info", "players") for body in (usual, strange))
    lost = new["birth_date"].isna()
    assert b"undefined NaN, NaN" in strange
    assert b"undefined" not in usual
    assert 0 < lost.sum() < len(new) / 100
    assert new["birth_date"][~lost].equals(old["birth_date"][~lost])
    assert (new["height"] != old["height"]).sum() > len(new) / 50
    assert new["height_cm"].equals(old["height_cm"])

    clubs = [
        rows("team-stats/2023/SOCCER", service_at(f"{EARLY['SOCCER']}T12:00:00", *switches))
        for switches in ((), ("conceeded",))
    ]
    right, wrong = ([row["regular_season"] for row in part if row["regular_season"]] for part in clubs)
    assert [row["goals_conceded"] for row in right] == [row["goals_conceeded"] for row in wrong] != []


def test_golf_weeks_take_now() -> None:
    """[S4-19] [S4-20] `now` is the date of the clock for the PGA week; elsewhere BadRequest, or so by a switch."""
    service = service_at("2024-06-10T12:00:00")
    everywhere = service_at("2024-06-10T12:00:00", "now-everywhere")

    assert rows("schedule-week/now/PGA", service) == rows("schedule-week/2024-06-10/PGA", service) != []
    for resource in ("schedule", "schedule-week", "live"):
        for sport in ("MLB", "SOCCER", "PGA-MLB", "DARTS"):
            assert status(f"{resource}/now/{sport}", service, league="EPL") == 400
    assert status("schedule/now/PGA", service) == 400
    assert rows("schedule/now/MLB", everywhere) == rows("schedule/2024-06-10/MLB", everywhere) != []
    assert rows("schedule-week/now/DARTS", everywhere) == rows("schedule-week/2024-06-10/DARTS", everywhere)


def test_a_tournament_belongs_to_each_of_its_days() -> None:
    """[S1-07] [S4-15] A PGA date selects the tournaments played on it, a week those that overlap it; by a switch only
    those whose first day it is.
    """
    tournaments = rows("schedule-season/2024/PGA")
    (one,) = rows(path("schedule", "PGA"))
    second = (date.fromisoformat(DAYS["PGA"]) + timedelta(days=1)).isoformat()
    literal = service_at(AFTERWARDS, "first-day")

    assert len({row["tournament_ID"] for row in tournaments}) == len(tournaments) > 30
    assert one in tournaments
    for service, expected in ((service_at(AFTERWARDS), [one]), (literal, [])):
        assert rows(path("schedule", "PGA"), service) == [one]
        assert rows(f"schedule/{second}/PGA", service) == expected
        assert (one in rows(f"schedule-week/{second}/PGA", service)) is bool(expected)
        assert one in rows(path("schedule-week", "PGA"), service)
        assert [row["tournament_ID"] for row in rows(path("live", "PGA"), service)] == [one["tournament_ID"]]


def test_live_has_what_has_begun() -> None:
    """[S4-13] [S4-14] A date to come has a schedule; live lists what has begun, and nothing before the first start."""
    times = sorted(starts(rows("schedule/2024-06-05/MLB")))
    early = service_at((times[0] - timedelta(minutes=30)).isoformat())
    middle = service_at((times[len(times) // 2] + timedelta(minutes=20)).isoformat())

    assert len(rows("schedule/2024-06-05/MLB", early)) == len(times)
    assert ask("live/2024-06-05/MLB", early) == (304, {}, b"")
    assert ask("live/2024-06-09/MLB", early) == (304, {}, b"")
    begun = rows("live/2024-06-05/MLB", middle)
    assert 0 < len(begun) < len(times)
    assert "inprogress" in {row["status"] for row in begun}


def test_live_of_a_date_to_come_as_observed() -> None:
    """[S4-14] [S7-14] [S7-16] The switch: 404 with an object, before parameters and entitlement are looked at."""
    from sportsframe.service.tokens import Grant, Tokens

    tokens = Tokens({TOKEN: Grant(pairs=frozenset())})
    observed = service_at("2024-06-05T12:00:00", "future-live-404", tokens=tokens)
    code, _, body = ask("live/2024-06-06/SOCCER", observed, league="x")

    assert code == 404
    assert set(json.loads(body)) == {"error", "message"}
    assert json.loads(body)["error"] == "Bad Request"
    assert status("live/2024-06-05/MLB", observed) == 403


def test_the_league_decides_what_lies_ahead() -> None:
    """[S2.2-03] With the league's days, an American evening is still today when GMT has tomorrow."""
    observed = service_at("2024-06-06T03:00:00", "observed")

    assert status("live/2024-06-05/MLB", observed) == 200
    assert status("live/2024-06-06/MLB", observed) == 404
    assert status("live/2024-06-06/MLB", service_at("2024-06-06T03:00:00")) == 200


@pytest.mark.parametrize("resource", GAMES)
def test_soccer_needs_a_league(resource: str) -> None:
    """[S1-08] [S2.1-03] [S4-26] [S4-27] [S4-28] One league an answer, under its code; without one NotFound."""
    seen: set[int] = set()
    for league in LEAGUES:
        found = data("schedule-season/2024/SOCCER", league=league)
        assert set(found) == {league}
        teams = {row["home_team_ID"] for row in found[league]}
        assert len(teams) == 20
        assert seen.isdisjoint(teams)
        seen |= teams
        got = ask(path(resource, "SOCCER"), league=league)
        assert got[0] in (200, 304)
        assert not got[2] or set(json.loads(got[2])["data"]) == {league}
    for query in ({"league": "FRA"}, {"league": "epl"}, {"league": ""}, {"League": "EPL"}):
        bare = afterwards().respond("GET", f"/api/v1/{path(resource, 'SOCCER')}", {"RSC_token": TOKEN, **query}, {})
        assert bare[0] == 404, query
    assert ask(path(resource, "NBA"), league="EPL") == ask(path(resource, "NBA"), league="x")


def test_an_unknown_league_as_observed() -> None:
    """[S7-14] The switch: 304 for an unknown league; a missing one stays NotFound."""
    observed = service_at(AFTERWARDS, "unknown-league-304")

    assert ask("schedule-season/2024/SOCCER", observed, league="FRA") == (304, {}, b"")
    bare = observed.respond("GET", "/api/v1/schedule-season/2024/SOCCER", {"RSC_token": TOKEN}, {})
    assert bare[0] == 404


@pytest.mark.parametrize("resource", ["schedule", "schedule-week", "schedule-season"])
def test_filters_of_darts(resource: str) -> None:
    """[S4-29] [S4-30] [S4-31] [S4-35] Player, game and event leave what they name; all that are given must hold."""
    everything = rows(path(resource, "DARTS"))
    sample = everything[len(everything) // 2]
    player, event = sample["player_2_ID"], sample["event_ID"]

    by_player = rows(path(resource, "DARTS"), player_id=str(player))
    assert by_player == [r for r in everything if player in (r["player_1_ID"], r["player_2_ID"])] != []
    assert rows(path(resource, "DARTS"), game_id=sample["game_ID"]) == [sample]
    assert rows(path(resource, "DARTS"), event_id=event) == [r for r in everything if r["event_ID"] == event]
    both = rows(path(resource, "DARTS"), event_id=event, player_id=str(player), game_id=sample["game_ID"])
    assert both == [sample]
    assert rows(path(resource, "DARTS"), event_id="nothing", player_id=str(player)) == []


def test_filters_of_live_darts() -> None:
    """[S4-30] [S4-32] Live darts take a game; player and event do not apply and change nothing."""
    everything = ask(path("live", "DARTS"))
    one = rows(path("live", "DARTS"))[0]["game_ID"]

    assert [row["game_ID"] for row in rows(path("live", "DARTS"), game_id=one)] == [one]
    assert ask(path("live", "DARTS"), player_id="0", event_id="nothing") == everything


@pytest.mark.parametrize("resource", ["schedule", "schedule-week", "schedule-season"])
def test_one_tournament_of_golf(resource: str) -> None:
    """[S4-33] [S2.5-03] [S2.2-07] [S2.1-04] `game_id` takes a tournament id, in both shapes; the answer is an array."""
    (wanted,) = rows(path("schedule", "PGA"))
    for spelled in (wanted["tournament_ID"], wanted["tournament_ID"].replace("_", "-")):
        assert data(path(resource, "PGA"), game_id=spelled) == {"PGA": [wanted]}


def test_filters_need_one_sport() -> None:
    """[S4-34] [S8-05] [S4-43] With a filter the sport that takes it must be alone; without it several may be asked."""
    for codes in ("NFL-PGA", "PGA-NFL", "DARTS-MLB", "PGA-DARTS"):
        assert status(f"schedule-season/2024/{codes}", game_id="2024_900") == 404
        assert status(f"schedule-season/2024/{codes}") == 200
    assert status("schedule/2024-06-01/MLB-DARTS", player_id="900001") == 404
    assert status("schedule-season/2024/NFL-NBA", game_id="x") == 200


def test_undeclared_parameters_are_ignored() -> None:
    """[S4-36] [S4-37] What nobody declares changes nothing: filters of team sports, wrong case, cache busters."""
    for sport in ("MLB", "DARTS"):
        plain = ask(path("schedule", sport))
        assert ask(path("schedule", sport), team_id="9000", game_ID="x", Player_id="1", _="17171717") == plain
    assert ask(path("schedule", "MLB"), game_id="x") == ask(path("schedule", "MLB"))


def test_several_sports_in_one_path() -> None:
    """[S2.1-06] [S4-43] `-` joins codes: a property each, an empty array for one without rows, all empty is 304."""
    both = data("schedule/2024-12-06/NBA-NHL")
    assert both == {**data("schedule/2024-12-06/NBA"), **data("schedule/2024-12-06/NHL")}
    assert list(both) == ["NBA", "NHL"]
    some = data("schedule/2024-12-06/MLB-NBA")
    assert (some["MLB"], bool(some["NBA"])) == ([], True)
    assert ask("schedule/2024-12-25/MLB-PGA") == (304, {}, b"")
    assert list(data("schedule/2024-12-06/NBA-NBA")) == ["NBA"]
    assert status("schedule/2024-12-06/NBA-NHK") == 404
    assert set(data("schedule-season/2024/SOCCER-PGA", league="SERIEA")) == {"SERIEA", "PGA"}
    assert status("schedule-season/2024/SOCCER-PGA") == 404


def test_nothing_to_return() -> None:
    """[S2.1-07] [S7-06] An off-day and a season not yet published are 304, without body, headers or envelope."""
    service = service_at("2024-06-05T12:00:00")
    for asked in ("schedule/2024-12-25/MLB", "live/2024-01-01/MLB", "schedule-season/2026/NFL", "live/2030-06-01/MLB"):
        assert ask(asked, service) == (304, {}, b"")


def test_an_empty_array_as_observed() -> None:
    """[S2.1-08] Behind a switch nothing to return is 200 with an empty array under each key."""
    service = service_at(AFTERWARDS, "empty-array")

    assert data("schedule/2024-12-25/MLB", service) == {"MLB": []}
    assert data("live/2024-12-25/MLB-PGA", service) == {"MLB": [], "PGA": []}
    assert data("live/2024-07-01/SOCCER", service, league="LALIGA") == {"LALIGA": []}


def test_an_id_of_a_row_is_accepted_unchanged() -> None:
    """[S2.2-07] The id of a row is what the others are asked with."""
    match = rows(path("schedule", "DARTS"))[0]
    assert [row["game_ID"] for row in rows(path("live", "DARTS"), game_id=match["game_ID"])] == [match["game_ID"]]


def test_a_postponed_game_stays_on_its_date() -> None:
    """[S3-04] After the makeup was played the old row still says postponed, on its old date; the makeup is new."""
    season = rows("schedule-season/2024/MLB")
    off = [row for row in season if row["status"] == "postponed"]
    assert off
    row = off[0]
    day = parsedate_to_datetime(row["game_time"]).date().isoformat()
    makeups = [
        other for other in season
        if {other["away_team_ID"], other["home_team_ID"]} == {row["away_team_ID"], row["home_team_ID"]}
        and other["game_ID"] > row["game_ID"]
    ]  # fmt: skip

    assert row in rows(f"schedule/{day}/MLB")
    assert row["game_ID"] not in {live["game_ID"] for live in rows(f"live/{day}/MLB")}
    assert makeups


def test_answers_last() -> None:
    """[S4-12] [S1-03] A past date gives the same bytes again and again, from another service and at a later time."""
    later = service_at("2031-01-01T00:00:00", world=World())
    for sport in ("MLB", "DARTS", "NHL"):
        for resource in ("schedule", "live"):
            one = ask(path(resource, sport))
            assert ask(path(resource, sport)) == one
            assert ask(path(resource, sport), later) == one


@pytest.mark.parametrize(("sport", "day", "moment"), [
    ("PGA", "2024-06-13", "2024-06-16T12:00:00"), ("PGA", "2024-06-13", "2024-06-14T18:00:00"),
    ("NBA", "2024-12-06", "2024-12-06T02:00:00"), ("DARTS", "2024-01-03", "2024-01-03T20:30:00"),
])  # fmt: skip
def test_an_earlier_clock_learns_nothing_from_a_later_one(sport: str, day: str, moment: str) -> None:
    """Services that share their caches answer for their own time, whichever is asked first; games may take days."""
    alone = ask(f"live/{day}/{sport}", service_at(moment))
    shared = service_at("2031-01-01T00:00:00")
    final = ask(f"live/{day}/{sport}", shared)
    assert ask(f"live/{day}/{sport}", shared.at(Clock(moment))) == alone != final
    assert ask(f"live/{day}/{sport}", shared) == final


@pytest.mark.parametrize("sport", SPORTS)
def test_an_earlier_clock_is_told_what_was_so_then(sport: str) -> None:
    """Rows that were kept for a later time are given from the end of a game on, and never before."""
    later = service_at("2031-01-01T00:00:00")
    entries = later.world.season(sport, 2024, "EPL" if sport == "SOCCER" else None).all()
    off = [entry for entry in entries if entry.status(entry.start + timedelta(days=400)) not in FINISHED]
    chosen = [entries[40], *off[:2]]
    asked = [f"{name}/{entry.start.date()}/{sport}" for name in ("schedule", "live") for entry in chosen]
    assert {status(path, later) for path in asked} <= {200, 304}
    waits = timedelta(hours=1), SETTLED + timedelta(hours=1), timedelta(days=7)
    for moment in sorted({entry.start + wait for entry in chosen for wait in waits}):
        alone = service_at(moment.isoformat())
        for path in dict.fromkeys(asked):
            assert ask(path, later.at(Clock(moment.isoformat()))) == ask(path, alone), moment


def test_answers_say_when_they_are_from_and_how_long_they_hold() -> None:
    """``Date`` is the service's clock, and ``max-age`` how long the answer holds where its seconds are spent."""
    query = {"RSC_token": TOKEN}
    for pace, seconds in ((1, 10), (2, 5), (60, 0)):
        status, headers, body = service_at(Clock("2024-06-01T23:30", rate=pace)).respond(
            "GET", "/api/v1/live/2024-06-01/MLB", query, {}
        )
        assert (status, b"inprogress" in body) == (200, True)
        assert headers["Date"].startswith("Sat, 01 Jun 2024 23:3")
        assert headers["Cache-Control"] == f"private, max-age={seconds}"
    nothing = service_at("2024-06-02T01:00").respond("GET", "/api/v1/live/2024-06-02/NFL", query, {})
    assert (nothing[0], nothing[2]) == (304, b"")
    assert nothing[1] == {
        "Date": "Sun, 02 Jun 2024 01:00:00 GMT", "Cache-Control": "private, max-age=300",
        "X-Sportsframe-Source": "simulated",
    }  # fmt: skip


def test_seasons_are_published_before_they_begin() -> None:
    """[S7-13] A season is nothing until it is published, some weeks before its first games; then it is whole."""
    opens = afterwards().world.season("NBA", 2025).opens
    before = service_at((opens - PUBLISHED - timedelta(days=1)).isoformat())
    after = service_at((opens - PUBLISHED + timedelta(days=1)).isoformat())

    assert status("schedule-season/2025/NBA", before) == 304
    assert {row["status"] for row in rows("schedule-season/2025/NBA", after)} == {"scheduled"}


def test_the_postseason_is_not_given_away() -> None:
    """Games whose teams are not known yet are not listed: only what follows from games that are over."""
    season = afterwards().world.season("NBA", 2024)
    assert season.postseason_from is not None
    halfway = service_at("2025-01-10T00:00:00")
    during = season.postseason_from + timedelta(days=20)
    then = service_at(during.isoformat())

    assert max(starts(rows("schedule-season/2024/NBA", halfway))) < season.postseason_from
    listed = {row_id(row) for row in rows("schedule-season/2024/NBA", then)}
    coming = [game for game in season.postseason() if game.start > during and game.id in listed]
    assert 0 < len(coming) < sum(game.start > during for game in season.postseason())
    assert all(one.status(during) in DECIDED for game in coming for one in game.after)


def test_the_doors_inside_the_process_agree() -> None:
    """[S4-45] The requests adapter gives what the function gives, on a real response."""
    session = requests.Session()
    session.mount("http://sportsframe.invalid/", ServiceAdapter(afterwards()))
    for resource, sport in PAIRS:
        query = {"league": "EPL"} if sport == "SOCCER" else {}
        got = session.get(
            f"http://sportsframe.invalid/api/v1/{path(resource, sport)}", params={"RSC_token": TOKEN, **query}
        )
        assert (got.status_code, got.content) == (200, ask(path(resource, sport))[2])
        assert got.json()["data"]
        assert got.raw.status == 200
    empty = session.get("http://sportsframe.invalid/api/v1/live/2024-01-20/MLB", params={"RSC_token": TOKEN})
    assert (empty.status_code, empty.content, "Content-Type" in empty.headers) == (304, b"", False)
    assert session.post("http://sportsframe.invalid/api/v1/live/2024-01-20/MLB").headers["Allow"] == "GET, HEAD"


def test_the_service_of_the_process_takes_any_token() -> None:
    """[S5-15] In process every token that is not empty is good, and the clock is that of the settings."""
    assert respond("GET", "/api/v1/schedule/2025-03-01/NBA", {"RSC_token": "whatever"}, {})[0] == 200
    assert respond("GET", "/api/v1/schedule/2025-03-01/NBA", {"RSC_token": ""}, {})[0] == 401
    assert respond("GET", "/api/v1/live/2025-03-02/NBA", {"RSC_token": "whatever"}, {})[0] == 304


def test_bytes_are_packed_on_request() -> None:
    """A client that reads gzip gets large bodies packed; the same bytes come out."""
    import gzip

    request = ("GET", "/api/v1/live/2024-06-01/MLB", {"RSC_token": TOKEN})
    plain = afterwards().respond(*request, {})
    packed = afterwards().respond(*request, {"Accept-Encoding": "deflate, gzip;q=0.5"})
    refused = afterwards().respond(*request, {"accept-encoding": "gzip;q=0"})

    assert packed[1]["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed[2]) == plain[2]
    assert len(packed[2]) < len(plain[2]) / 3
    assert refused == plain


def test_box_scores_take_a_quarter_of_their_size() -> None:
    """So that those of a season have room: it is played once, however often it is added up."""
    kept = service_at(AFTERWARDS, answer_bytes=0)
    games = rows("live/2024-06-01/MLB", kept)
    size = len(ask("live/2024-06-01/MLB", kept)[2])
    assert len(kept._rows._kept) == len(games)
    assert kept._rows._kept.held < size / 3
    assert rows("live/2024-06-01/MLB", kept) == games


def test_what_is_kept_is_bounded() -> None:
    """The service keeps answers and rows up to a number of bytes, and answers alike with hardly any."""
    small = service_at(AFTERWARDS, answer_bytes=200_000, row_bytes=50_000)
    for day in range(1, 8):
        asked = f"live/2024-06-{day:02}/MLB"
        assert ask(asked, small) == ask(asked)
    assert small._answers.held <= 200_000
    assert small._rows._kept.held <= 50_000
    small._rows._states.limit = 400_000
    for asked in ("player-info/NBA", "injuries/NBA", "player-info/NHL", "injuries/NHL"):
        assert ask(asked, small) == ask(asked)
        assert small._rows._states.held <= 400_000
    injured = small._rows._states.get(("NHL", None, "injuries"))
    assert injured is not None
    assert injured.size() > RECORD_BYTES * len(injured.records) > 0
