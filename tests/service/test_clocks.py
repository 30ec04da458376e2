"""The reference service: what it tells at a time, and what it does not tell yet."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from sportsframe._client.clock import Clock
from sportsframe.catalog.statuses import DECIDED, FINISHED
from sportsframe.service.rows import SETTLED
from sportsframe.service.seasons import PUBLISHED
from sportsframe.simulation import World

from ..support.asking import SPORTS, TOKEN, afterwards, ask, path, row_id, rows, service_at, starts, status


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


@pytest.mark.sampled
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
        for each in dict.fromkeys(asked):
            assert ask(each, later.at(Clock(moment.isoformat()))) == ask(each, alone), moment


def test_answers_say_when_they_are_from_and_how_long_they_hold() -> None:
    """``Date`` is the service's clock, and ``max-age`` how long the answer holds where its seconds are spent.

    An answer that another clock has asked for before is that of this clock's pace.
    """
    query = {"RSC_token": TOKEN}
    service = service_at("2024-06-01T23:30")
    for pace, seconds in ((1, 10), (2, 5), (60, 0), (1, 10)):
        status, headers, body = service.at(Clock("2024-06-01T23:30", rate=pace)).respond(
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
