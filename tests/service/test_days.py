"""The reference service: which rows belong to a day, a week and a season."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime

import pytest

from ..support.asking import AFTERWARDS, DAYS, SPORTS, ask, path, row_id, rows, service_at, starts, status


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


@pytest.mark.sampled
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
