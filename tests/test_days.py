"""Which day is meant: the league's slate for what follows the present, golf from its first round to its last."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from email.utils import format_datetime
from zoneinfo import ZoneInfo

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._client.query import ask
from sportsframe._frames.decode import records
from sportsframe._pipeline.calls import Asked, other_date
from sportsframe.catalog import SPORTS
from sportsframe.catalog.codes import CheckedSport
from sportsframe.service import Service

from .support.asking import WORLD, rows, service_at
from .support.evenings import LEAGUES, READINGS, in_play, moment, reading, shown
from .support.servers import Reply, serving

EVENINGS = {
    "NFL": "2024-11-10", "NBA": "2025-01-08", "MLB": "2024-06-01", "NHL": "2025-01-08", "NCAAFB": "2024-10-05",
    "NCAABB": "2025-01-04", "PGA": "2024-02-15", "EPL": "2024-11-23", "SERIEA": "2024-11-09", "LALIGA": "2024-11-09",
    "DARTS": "2024-12-28",
}  # fmt: skip
"""Evenings on which the league plays."""


@pytest.mark.sampled
@pytest.mark.parametrize("switches", [(), ("observed",)], ids=["specified", "observed"])
@pytest.mark.parametrize(("sport", "league"), LEAGUES, ids=lambda value: value or "")
def test_what_is_in_play_in_the_evening_is_on_the_board(
    sport: str, league: str | None, switches: tuple[str, ...]
) -> None:
    """At half past eight where the league plays, watch, scoreboard and "today" hold every game in play and no other."""
    now = moment(sport, date.fromisoformat(EVENINGS[league or sport]), time(20, 30))
    expected = in_play(sport, league, now)

    with reading(*switches):
        found = shown(sport, league, now)

    assert expected or sport == "SOCCER"
    assert found == dict.fromkeys(found, expected)


GOLF = [entry for entry in WORLD.season("PGA", 2024).all() if entry.id in ("2024_926", "2024_940", "2024_907")]


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("entry", "switches"),
    [
        *((entry, READINGS["specified"]) for entry in GOLF),
        *((GOLF[0], switches) for name, switches in READINGS.items() if name != "specified"),
    ],
)
def test_a_tournament_can_be_followed_from_its_first_round_to_its_last(entry, switches: tuple[str, ...]) -> None:
    """On every day a tournament in play is on the boards, under any reading of dates."""
    finished = []
    with reading(*switches):
        for n in range(5):
            now = datetime.combine(entry.day + timedelta(days=n), time(16), ZoneInfo(entry.place.zone))
            expected = in_play("PGA", None, now)
            assert shown("PGA", None, now) == dict.fromkeys(("live", "watch", "scoreboard"), expected)
            finished.append(entry.id not in expected)

    assert finished[:4] == [False] * 4


IN_ASIA = next(one.id for one in WORLD.season("PGA", 2024).all() if one.start.date() < one.day)
"""A tournament whose first morning is the evening before in UTC."""


@pytest.mark.sampled
@pytest.mark.parametrize("tournament", ["2024_926", IN_ASIA])
@pytest.mark.parametrize("switches", READINGS.values(), ids=READINGS)
def test_a_tournament_is_found_on_each_of_its_days_and_once_in_a_range(
    switches: tuple[str, ...], tournament: str
) -> None:
    """Any of the four dates gives the tournament, as does the week that begins on one; a range has it once."""
    (entry,) = [entry for entry in WORLD.season("PGA", 2024).all() if entry.id == tournament]
    days = [(entry.day + timedelta(days=n)).isoformat() for n in range(4)]
    with reading(*switches):
        for day in days:
            for load in (sf.live, sf.schedule, sf.schedule_week):
                assert entry.id in set(load(day, "PGA")["game_id"]), (load.__name__, day)
            assert entry.id in set(sf.box_scores(day, "PGA").tournaments["game_id"])
        for load in (sf.live, sf.schedule):
            for reading_of in (None, "league", "service"):
                found = load((entry.start.date(), days[-1]), "PGA", day=reading_of)
                assert found["game_id"].is_unique
                assert entry.id in set(found["game_id"])
        ahead, behind = entry.day - timedelta(days=3), entry.day + timedelta(days=4)
        assert entry.id not in set(sf.live(ahead, "PGA")["game_id"])
        assert entry.id not in set(sf.live(behind, "PGA")["game_id"])
        players = sf.live((days[0], days[-1]), "PGA", table="players")
        assert not players.duplicated(["game_id", "player_id"]).any()


@pytest.mark.parametrize("reading_of", ["specified", "first day"])
def test_a_tournament_in_play_is_on_no_day_to_come_after_its_last(reading_of: str) -> None:
    """It may end later than scheduled, but nobody knows that before; the days of its last rounds have it."""
    (entry,) = [entry for entry in GOLF if entry.id == "2024_926"]
    now = datetime.combine(entry.day + timedelta(days=2), time(16), ZoneInfo(entry.place.zone))
    with reading(*READINGS[reading_of]), sf.options(now=now):
        listed = [
            (load.__name__, n)
            for load in (sf.live, sf.schedule)
            for n in range(7)
            if entry.id in set(load((entry.day + timedelta(days=n)).isoformat(), "PGA")["game_id"])
        ]
    assert listed == [(name, n) for name in ("live", "schedule") for n in range(4)]


def tournaments(path: str, service: Service | None = None) -> set[str]:
    """The ids of an answer of the service."""
    return {row["tournament_ID"] for row in rows(path, service)}


def test_the_service_lists_a_tournament_on_all_its_days() -> None:
    """[S1-07] [S4-15] Schedule and live of each date, weeks that overlap; the literal reading is a switch."""
    days = [f"2024-06-{day}" for day in range(12, 18)]
    for service, listed in ((service_at("2024-06-20T12:00"), days[1:5]),
                            (service_at("2024-06-20T12:00", "first-day"), days[1:2])):  # fmt: skip
        for resource in ("schedule", "live"):
            found = [day for day in days if "2024_926" in tournaments(f"{resource}/{day}/PGA", service)]
            assert found == listed
    begins = pd.date_range("2024-06-01", "2024-06-30").strftime("%Y-%m-%d")
    weeks = [day for day in begins if "2024_926" in tournaments(f"schedule-week/{day}/PGA")]
    assert weeks == pd.date_range("2024-06-07", "2024-06-16").strftime("%Y-%m-%d").tolist()


def test_a_tournament_that_ends_on_monday_is_listed_on_monday() -> None:
    """The service lists a day beyond the schedule once it is there, not before, and only if the play goes on."""
    (late,) = [entry for entry in GOLF if entry.id == "2024_907"]
    monday = (late.day + timedelta(days=4)).isoformat()
    tuesday = (late.day + timedelta(days=5)).isoformat()

    def listed(now: str, day: str) -> bool:
        return late.id in tournaments(f"live/{day}/PGA", service_at(now))

    assert late.play().end > 4 * 86400
    assert not listed(f"{late.day + timedelta(days=3)}T20:00", monday)
    assert listed(f"{monday}T14:00", monday)
    assert listed("2025-08-20T12:00", monday)
    assert not listed("2025-08-20T12:00", tuesday)


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2024-06-12T12:00", {"2024_926"}),
        ("2024-06-14T18:00", {"2024_926"}),
        ("2024-06-16T20:00", {"2024_926"}),
        ("2024-06-17T15:00", {"2024_927"}),
    ],
)
def test_now_is_the_tournament_being_played_or_the_next(now: str, expected: set[str]) -> None:
    """[S4-19] ``now`` of the golf week is what is being played; between tournaments it is the next."""
    assert tournaments("schedule-week/now/PGA", service_at(now)) == expected


def test_the_last_morning_in_asia_is_of_the_tournament_being_played() -> None:
    """In UTC it is the fifth day: the service lists it there, and the week of `now` has it."""
    (entry,) = [one for one in WORLD.season("PGA", 2024).all() if one.id == IN_ASIA]
    last = entry.day + timedelta(days=3)
    service = service_at(f"{last}T03:00")
    for path in (f"live/{last}/PGA", f"schedule/{last}/PGA", "schedule-week/now/PGA"):
        assert entry.id in tournaments(path, service), path
    assert entry.id not in tournaments(f"schedule/{last + timedelta(days=1)}/PGA", service)


def test_words_mean_the_slate_and_dates_go_out_as_given() -> None:
    """ "today" is the league's slate; the same date in figures is the service's, unless day= says otherwise."""
    with sf.options(now="2025-01-09T03:30"):
        today = sf.live("today", "NBA")
        slate = sf.live("2025-01-08", "NBA", day="league")
        as_sent = sf.live("2025-01-08", "NBA")
        pd.testing.assert_frame_equal(today, slate)
        pd.testing.assert_frame_equal(sf.live("today", "NBA", day="service"), as_sent)
        assert set(sf.schedule(("yesterday", "today"), "NBA")["game_date"].dt.day) == {7, 8}
        week = sf.schedule_week("today", "NBA")
    assert set(as_sent["game_time"].dt.floor("D")) == {pd.Timestamp("2025-01-08", tz="UTC")}
    assert set(today["game_id"]) != set(as_sent["game_id"])
    assert set(today["game_date"]) == {pd.Timestamp("2025-01-08")}
    assert (week["game_date"].min(), week["game_date"].max()) == (
        pd.Timestamp("2025-01-08"),
        pd.Timestamp("2025-01-14"),
    )


@pytest.mark.parametrize("days", [["2024-10-15", "2024-10-17"], ["2024-10-17", "2024-10-15"]])
def test_rows_of_league_dates_stand_in_their_order(days: list[str]) -> None:
    """An evening game, which the service lists on the day after, stands with its own date."""
    found = sf.live(days, "NHL", day="league", progress=False)["game_date"].dt.strftime("%Y-%m-%d").tolist()
    assert sorted(found, key=days.index) == found
    assert set(found) == set(days)


@pytest.mark.parametrize("sport", SPORTS)
def test_the_slate_of_the_last_day_of_the_calendar_is_no_error(sport: str) -> None:
    """Neighbouring dates that no calendar has are not asked for."""
    league = SPORTS[sport].leagues[0] if SPORTS[sport].leagues else None
    for day in ("9999-12-31", "0001-01-01"):
        assert sf.schedule(day, sport, day="league", league=league).empty


NEW_YORK = pd.Timestamp("2024-06-01 23:00", tz="America/New_York")


def test_a_timestamp_with_a_zone_is_converted() -> None:
    """[S2.2-02] A zone-aware timestamp is a point in time: its date is that of GMT, or of the league for its slate."""
    assert ask("live", "MLB", NEW_YORK).segment == "2024-06-02"
    assert ask("live", "MLB", NEW_YORK.tz_localize(None)).segment == "2024-06-01"
    assert sf.live(NEW_YORK, "MLB").equals(sf.live("2024-06-02", "MLB"))
    assert sf.live(NEW_YORK, "MLB", day="league").equals(sf.live("2024-06-01", "MLB", day="league"))
    index = pd.date_range(NEW_YORK, periods=2)
    assert sf.schedule(index, "MLB").equals(sf.schedule(("2024-06-02", "2024-06-03"), "MLB"))


def test_a_period_of_a_day_is_a_day() -> None:
    """A Period of one day is that day, a PeriodIndex its days; a longer one is refused with what to write."""
    day = sf.schedule("2024-06-01", "MLB")
    assert sf.schedule(pd.Period("2024-06-01", freq="D"), "MLB").equals(day)
    assert sf.schedule(pd.Period("2024-06-01 12:00", freq="h"), "MLB").equals(day)
    assert sf.schedule(pd.period_range("2024-06-01", periods=1), "MLB").equals(day)
    with pytest.raises(sf.QueryError, match="first and last day as a tuple"):
        sf.schedule(pd.Period("2024-06", freq="M"), "MLB")


def test_a_watch_of_a_finished_day_looks_once_and_ends() -> None:
    """All that happened is one frame; nothing is waited for."""
    clock = sf.Clock("2024-06-03T12:00")
    with sf.options(now=clock):
        (only,) = sf.watch("2024-06-01", "MLB")
        assert clock() == datetime.fromisoformat("2024-06-03T12:00+00:00")
    assert set(only["change"]) == {"new"}


def test_pickers_and_boards_mean_the_slate_and_take_day() -> None:
    """picker, game_picker and scoreboard hold the league's date; day="service" gives what starts on the UTC date."""
    slate = set(sf.live("2024-12-06", "NHL", day="league")["game_id"])
    started = set(sf.live("2024-12-06", "NHL")["game_id"])
    assert slate != started
    for day, expected in (("league", slate), ("service", started)):
        pick = sf.picker("2024-12-06", "NHL", day=day)
        games = sf.game_picker("2024-12-06", "NHL", day=day)
        board = sf.scoreboard("2024-12-06", "NHL", day=day, start=False)
        assert set(pick.frame["game_id"]) == expected
        assert set(games.box.games["game_id"]) == expected
        assert set(board.frame["game_id"]) == expected
        assert ('day="league"' in pick.code) is ('day="league"' in games.code) is (day == "league")
        assert set(eval(pick.code, {"sf": sf})["game_id"]) == expected
        assert set(eval(games.code, {"sf": sf})["game_id"]) == {games.game}
        board.close()
        assert sf.picker(NEW_YORK, "MLB", day=day).date == (date(2024, 6, 1) if day == "league" else date(2024, 6, 2))
    for refused in (lambda: sf.picker(day="x"), lambda: sf.game_picker("NBA", day="x"),
                    lambda: sf.scoreboard(sport="NBA", day="x"), lambda: sf.watch("NBA", day="x")):  # fmt: skip
        with pytest.raises(sf.QueryError, match="service, league"):
            refused()


@pytest.mark.parametrize("sport", ["NBA", "NFL", "NHL", "NCAABB"])
def test_a_week_of_the_league_has_each_game_once(sport: str) -> None:
    """The seven days of the league are in two weeks of the service, which overlap; its games are those of the days."""
    week = sf.schedule_week("2024-12-05", sport, day="league")
    days = sf.schedule(("2024-12-05", "2024-12-11"), sport, day="league")
    assert len(week)
    assert week["game_id"].is_unique
    assert set(week["game_id"]) == set(days["game_id"])


@pytest.mark.parametrize(("day", "status", "kept"), [
    ("2024-06-16", "completed", True), ("2024-06-17", "completed", False), ("2024-06-17", "inprogress", True),
    ("2024-06-18", "inprogress", True), ("2024-06-19", "inprogress", False), ("2024-06-18", "suspended", True),
])  # fmt: skip
@pytest.mark.parametrize("today", ["2024-06-15", "2024-06-17", "2024-06-20"])
def test_a_tournament_in_play_may_end_two_days_late(day: str, status: str, kept: bool, today: str) -> None:
    """One that is being played, or broken off, is of its own days and of two more that have come, else of its four."""
    body = json.loads(sf.raw("2024-06-13", "PGA"))
    for row in body["data"]["PGA"]:
        row["status"] = status
    asked = Asked([], frozenset({day}), lasts=SPORTS["PGA"].game_days, today=today)
    found = asked.kept(records(json.dumps(body).encode(), "PGA", "live"))
    assert ("2024_926" in {row.game_id for row in found.rows}) == (kept and (day <= today or day <= "2024-06-16"))


@pytest.mark.parametrize(("sport", "now"), [("NFL", "2024-11-10T20:30"), ("NHL", "2024-10-12T14:00")])
def test_a_game_of_tonight_that_is_of_tomorrow_in_utc_hinders_no_season(sport: CheckedSport, now: str) -> None:
    """A service that has no box scores of dates to come refuses them with 404: the season is what it has so far."""
    with sf.options(now=now):
        expected = sf.live(season=2024, sport=sport, progress=False)
        table = sf.standings(sport)
    with reading("observed"), sf.options(now=now):
        found = sf.live(season=2024, sport=sport, progress=False)
        assert sorted(found["game_id"]) == sorted(expected["game_id"]) != []
        assert sf.standings(sport)[["team", "wins", "losses"]].equals(table[["team", "wins", "losses"]])
        tomorrow = sf.live("tomorrow", sport, day="service")
        assert tomorrow.empty
        assert "games that have not begun" in tomorrow.attrs["sportsframe"]["empty_means"]
        days = pd.Timestamp(now).normalize() + pd.to_timedelta([0, 1], "D")
        assert len([*sf.each([f"{day:%Y-%m-%d}" for day in days], sport, day="service")]) < 2
        with pytest.raises(sf.errors.NotFound):  # of a resource that has other reasons
            sf.raw(f"{days[1]:%Y-%m-%d}", sport)


HALF_YEARS = ("2024-01-13", "2024-07-13")


@pytest.mark.parametrize("sport", SPORTS)
@pytest.mark.parametrize("day", HALF_YEARS)
def test_a_day_of_a_built_in_league_is_its_date_and_the_next(sport: str, day: str) -> None:
    """London too, all year: no game begins in the hour that its summer time moves to the date before."""
    assert other_date(day, sport) == (date.fromisoformat(day) + timedelta(days=1)).isoformat()


@pytest.mark.sampled
@pytest.mark.parametrize("zone", [
    "Pacific/Auckland", "Australia/Sydney", "Asia/Tokyo", "Asia/Kolkata", "Europe/Berlin", "Europe/Dublin",
    "Africa/Accra", "America/Sao_Paulo", "Pacific/Honolulu",
])  # fmt: skip
@pytest.mark.parametrize("day", HALF_YEARS)
def test_a_day_of_a_league_is_whole_in_any_zone(monkeypatch: pytest.MonkeyPatch, zone: str, day: str) -> None:
    """Its games from morning to night, however they are asked for, of a service that reads dates as UTC dates."""
    monkeypatch.setitem(SPORTS, "BALL", replace(SPORTS["NBA"], code="BALL", zone=zone))
    sent, ids = json.loads(sf.raw("2024-12-06", "NBA"))["data"]["NBA"], []
    by_date: dict[str, list[object]] = {}
    for n, hour in enumerate((time(0, 30), time(8), time(12), time(19), time(23, 30))):
        start = datetime.combine(date.fromisoformat(day), hour, ZoneInfo(zone)).astimezone(UTC)
        ids.append(f"{day.replace('-', '')}-{9001 + n}-9020")
        game = sent[n] | {"sport": "BALL", "game_ID": ids[-1], "game_time": format_datetime(start, usegmt=True)}
        by_date.setdefault(f"{start:%Y-%m-%d}", []).append(game)
    with serving() as server:
        for asked in pd.date_range(pd.Timestamp(day) - pd.Timedelta(days=2), periods=5).strftime("%Y-%m-%d"):
            body = json.dumps({"data": {"BALL": by_date[asked]}}).encode() if asked in by_date else b""
            server.set(f"/live/{asked}/BALL", Reply(body=body) if body else Reply(304))
        noon = datetime.combine(date.fromisoformat(day), time(12), ZoneInfo(zone))
        with sf.options(base_url=server.base_url, token="any", now=noon):
            found = sf.live(day, "BALL", day="league")
            assert found["game_id"].tolist() == ids
            before = server.count
            assert sf.live("today", "BALL")["game_id"].tolist() == ids
            assert server.count == before == 2
            assert sf.live((day, day), "BALL", day="league")["game_id"].tolist() == ids
            assert [sf.game(game_id, "BALL").games["game_id"].item() for game_id in ids] == ids
            watch = sf.watch(day, "BALL")
            assert next(watch)["game_id"].tolist() == ids
            before = server.count
            assert watch.poll().empty
            assert server.count == before + 2
            board = sf.scoreboard(day, "BALL")
            assert set(board.frame["game_id"]) == set(ids)
            board.close()
            undated = found.drop(columns="game_time")
            assert sorted(undated.sports.box("periods")["game_id"].unique()) == ids
