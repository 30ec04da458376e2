"""How long an answer serves, and when one that is out of date or only at hand is given all the same."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import time
import warnings
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime, parsedate_to_datetime
from pathlib import Path

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._client import freshness
from sportsframe._client.answer import Fetched
from sportsframe._client.batch import fetch_many
from sportsframe._client.clock import Clock
from sportsframe._client.connection import connection_for, key_of
from sportsframe._client.fetch import fetch
from sportsframe._client.options import current, options
from sportsframe._client.query import Query, ask
from sportsframe._client.transport import _service_time
from sportsframe.catalog import SPORTS
from sportsframe.errors import DriftWarning, PayloadError, ServiceError, SportsframeWarning, Unreachable
from sportsframe.service.serve import running_server

from ..support.hostile import hostile_server
from ..support.questions import DAY, PATH, days
from ..support.servers import FAULTS, ROWS, TOKEN, Reply, Server, envelope, game

pytestmark = pytest.mark.usefixtures("client", "no_collection")

NOW = datetime(2025, 3, 1, 12, tzinfo=UTC)


def at(hours: float) -> str:
    return format_datetime(NOW + timedelta(hours=hours), usegmt=True)


def lifetime(path: str, rows: list[tuple[str, float | None]], now: datetime = NOW, **more: object) -> float:
    """What the judge gives an answer of rows with these states, begun so many hours from now."""
    query = Query.of_path(path)
    of_day = f"{query.segment.replace('-', '')}-1-2"
    games = [{**game(of_day, status, at(hours) if hours is not None else ""), **more} for status, hours in rows]
    verdict = freshness.judge(query, envelope(*games, key=SPORTS[query.sports[0]].keys[0]), now)
    assert verdict.fault is None
    return verdict.lifetime


@pytest.mark.parametrize(
    ("path", "rows", "seconds"),
    [
        ("/live/2025-03-01/MLB", [("inprogress", -1)], freshness.IN_PLAY),
        ("/live/2025-03-01/MLB", [("delayed", -1)], freshness.IN_PLAY),
        ("/live/2025-03-01/MLB", [("completed", -3), ("inprogress", -1)], freshness.IN_PLAY),
        ("/live/2025-03-01/MLB", [("something new", -1)], freshness.IN_PLAY),
        ("/live/2025-03-01/MLB", [("completed", -3)], 300),
        ("/live/2025-03-01/MLB", [("scheduled", 0.001)], freshness.IN_PLAY),
        ("/live/2025-03-01/MLB", [("scheduled", 0.05)], 180),
        ("/live/2025-03-01/MLB", [("scheduled", -0.1)], freshness.IN_PLAY),
        ("/live/2025-02-27/MLB", [("completed", -36)], 6 * 3600),
        ("/live/2025-02-27/MLB", [("completed", -36), ("postponed", -36)], 3600),
        ("/live/2024-06-01/MLB", [("suspended", -6000)], 7 * 86400),
        ("/live/2016-06-01/MLB", [("inprogress", -70000)], freshness.LEFT_IN_PLAY),
        ("/schedule/2025-03-01/MLB", [("inprogress", -1)], freshness.SCHEDULE_IN_PLAY),
        ("/schedule/2025-03-09/MLB", [("scheduled", 200)], freshness.AHEAD),
        ("/schedule/2025-03-09/MLB", [("scheduled", None)], freshness.UNTIMED),
        ("/schedule-week/2025-03-09/MLB", [("scheduled", 200)], freshness.AHEAD),
        ("/schedule-week/2025-02-25/MLB", [("completed", -30)], 300),
        ("/schedule-week/2024-02-10/MLB", [("completed", -9000)], 365 * 86400),
        ("/schedule-season/2024/MLB", [("completed", -3000)], 86400),
        ("/schedule-season/2024/NBA", [("completed", -20)], 6 * 3600),
        ("/schedule-season/2024/NBA", [("completed", -400), ("postponed", -400)], 6 * 3600),
        ("/schedule-season/2024/NBA", [("completed", -9000), ("completed", -20)], 6 * 3600),
        ("/schedule-season/2024/NBA", [("completed", -20), ("completed", -9000)], 6 * 3600),
        ("/schedule-season/2025/MLB", [("completed", -20), ("inprogress", -1)], freshness.SEASON_LEAST),
        ("/schedule-season/2025/MLB", [("completed", -20), ("inprogress", -200)], freshness.SEASON_LEAST),
        ("/schedule-week/2025-02-21/MLB-DARTS", [("completed", -30)], 300),
        ("/schedule-week/2025-02-21/DARTS-MLB", [("completed", -30)], 300),
        ("/schedule-week/2025-02-21/MLB", [("completed", -30)], 6 * 3600),
        ("/schedule-season/2025/MLB", [("scheduled", 500)], 6 * 3600),
        ("/schedule-week/now/PGA", [("scheduled", None)], freshness.UNTIMED),
        ("/live/2025-03-01/MLB", [], freshness.NOTHING_YET),
        ("/live/2025-02-20/MLB", [], freshness.NOTHING_PAST),
    ],
)  # fmt: skip
def test_lifetimes(path: str, rows: list[tuple[str, float | None]], seconds: float) -> None:
    """An answer lives by what it says: in play seconds, just over minutes, to come hours, ever longer when over."""
    assert lifetime(path, rows) == pytest.approx(seconds, abs=1)


def over(path: str) -> datetime:
    """When the day of a question is over, by the rule of the documentation: nine hours after it."""
    return datetime.fromisoformat(Query.of_path(path).segment).replace(tzinfo=UTC) + timedelta(hours=24 + 9)


def steps(tail: freshness.Tail) -> list[tuple[float, float, float]]:
    """The inner boundaries of a tail: the age, and the lifetimes before and from it on."""
    return [(most, before, after) for (most, before), (_, after) in itertools.pairwise(tail)]


@pytest.mark.parametrize(("age", "before", "after"), steps(freshness.FINISHED))
def test_results_are_asked_for_ever_more_rarely(age: float, before: float, after: float) -> None:
    """Each step of the finished begins at its age, to the second, and the next is longer."""
    path = "/live/2024-06-01/MLB"
    moment = over(path) + timedelta(seconds=age)
    rows: list[tuple[str, float | None]] = [("completed", -6000)]
    assert lifetime(path, rows, moment - timedelta(seconds=1)) == before < after
    assert lifetime(path, rows, moment) == after


@pytest.mark.parametrize(("age", "before", "after"), steps(freshness.UNSETTLED))
@pytest.mark.parametrize(
    "status", ["postponed", "suspended", "cancelled", "canceled", "withdrawn", "scheduled", "what"]
)
def test_what_is_unsettled_is_never_final(status: str, age: float, before: float, after: float) -> None:
    """What was put off, called off or never begun is asked for again, a week later at the latest."""
    path = "/live/2024-06-01/MLB"
    moment = over(path) + timedelta(seconds=age)
    rows: list[tuple[str, float | None]] = [("completed", -6600), (status, -6600)]
    assert lifetime(path, rows, moment - timedelta(seconds=1)) == before < after
    assert lifetime(path, rows, moment) == after <= 7 * 86400


@pytest.mark.parametrize(("age", "before", "after"), steps(freshness.UNSETTLED))
@pytest.mark.parametrize("value", [0, "0"])
def test_a_match_without_its_set_is_never_final(value: object, age: float, before: float, after: float) -> None:
    """Set 0 of the world championship is replaced by the real one afterwards: it is asked for until then."""
    path = "/live/2024-12-28/DARTS"
    moment = over(path) + timedelta(seconds=age)
    box = {"full_box": {"legs": [{"set": value, "leg": 1}]}}
    assert lifetime(path, [("completed", -1500)], moment, **box) <= after
    if age > freshness.FINISHED[0][0] * 6:
        assert lifetime(path, [("completed", -1500)], moment, **box) == after
    settled = {"full_box": {"legs": [{"set": 10, "leg": 1}]}}
    assert lifetime(path, [("completed", -1500)], moment, **settled) > after


@pytest.mark.parametrize(("age", "before", "after"), steps(freshness.SEASON))
def test_a_season_with_a_break_is_never_final(age: float, before: float, after: float) -> None:
    """A season's schedule lives by its last game: one that stops in spring may go on in summer."""
    moment = NOW + timedelta(seconds=age)
    assert lifetime("/schedule-season/2024/NBA", [("completed", 0)], moment - timedelta(seconds=1)) == before < after
    assert lifetime("/schedule-season/2024/NBA", [("completed", 0)], moment) == after <= 7 * 86400


def test_a_game_left_in_play() -> None:
    """A day after its day a game in play is asked for every five minutes, not every ten seconds, and for ever."""
    path = "/live/2024-06-01/MLB"
    rows: list[tuple[str, float | None]] = [("inprogress", -6600)]
    assert lifetime(path, rows, over(path) + freshness.STILL_PLAYED) == freshness.IN_PLAY
    for later in (1.01, 30, 3000):
        assert lifetime(path, rows, over(path) + timedelta(days=later)) == freshness.LEFT_IN_PLAY


def test_the_page_shows_the_lifetimes() -> None:
    """The table of docs/caching.md is the one made of the constants, line by line."""
    page = (Path(__file__).parents[2] / "docs" / "caching.md").read_text("utf-8")
    table = re.search(r"\| the response \| is used for \|\n\|---\|---\|\n((?:\|.*\n)+)", page)
    assert table
    assert table[1].splitlines() == [f"| {what} | {long} |" for what, long in freshness.LIFETIMES]


@pytest.mark.parametrize(
    ("path", "seconds"),
    [
        ("/live/2025-03-01/MLB", freshness.NOTHING_YET), ("/live/2025-02-28/MLB", freshness.NOTHING_YET),
        ("/schedule/2025-03-02/MLB", freshness.NOTHING_YET),
        ("/schedule/2025-03-03/MLB", freshness.NOTHING_YET), ("/schedule/2025-03-04/MLB", freshness.NOTHING_AHEAD),
        ("/schedule/2025-08-01/MLB", freshness.NOTHING_AHEAD), ("/live/2024-12-25/MLB", freshness.NOTHING_PAST),
        ("/live/2025-02-27/MLB", freshness.NOTHING_PAST),
        ("/schedule-week/2025-02-24/DARTS", freshness.NOTHING_YET),
        ("/schedule-season/2025/MLB", freshness.NOTHING_AHEAD), ("/schedule-season/2024/NBA", freshness.NOTHING_AHEAD),
        ("/schedule-season/1900/MLB", freshness.NOTHING_PAST), ("/schedule-season/PGA", freshness.NOTHING_AHEAD),
        ("/live/0001-01-01/MLB", freshness.NOTHING_PAST), ("/live/9999-12-31/MLB", freshness.NOTHING_YET),
    ],
)  # fmt: skip
def test_lifetimes_of_nothing(path: str, seconds: float) -> None:
    """Nothing to return lives minutes for today, hours at most for any other day: it may have been a mistake."""
    assert freshness.judge(Query.of_path(path), b"", NOW).lifetime == seconds <= 6 * 3600


@pytest.mark.parametrize(
    ("day", "seconds"),
    [
        ("2025-03-01", freshness.NOTHING_YET), ("2025-03-09", freshness.NOTHING_AHEAD),
        ("2025-02-27", 6 * 3600), ("2025-02-10", 7 * 86400), ("2024-12-25", 30 * 86400), ("2023-12-25", 365 * 86400),
    ],
)  # fmt: skip
def test_nothing_on_a_day_whose_games_other_days_list(day: str, seconds: float) -> None:
    """It lives as long as games that were finished on that day; before the day is over it lives as any other."""
    assert freshness.judge(Query.of_path(f"/live/{day}/MLB"), b"", NOW).elsewhere == seconds


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, 300), ({"Cache-Control": "max-age=60"}, 60), ({"Cache-Control": "private, Max-Age=0"}, 0),
        ({"Cache-Control": "max-age=9999"}, 300), ({"Cache-Control": "no-store"}, freshness.NOT_STORED),
        ({"Cache-Control": "no-cache, max-age=60"}, 0), ({"Cache-Control": "max-age=60", "Age": "20"}, 40),
        ({"Cache-Control": "max-age=60", "Age": "80"}, 0), ({"Cache-Control": 'max-age="60"'}, 60),
        ({"Cache-Control": "max-age=soon"}, 300), ({"Cache-Control": "max-age=-5"}, 300), ({"Age": "20"}, 300),
        ({"Cache-Control": f"max-age={'9' * 5000}"}, 300), ({"Cache-Control": "max-age=²"}, 300),
    ],
)  # fmt: skip
def test_the_service_may_make_it_shorter(headers: dict[str, str], seconds: float) -> None:
    """What the service itself says of its answer is obeyed, where it can be read."""
    assert freshness.allowed(300, headers) == seconds


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (envelope(game(), key="NBA"), "$.data.NBA"), (envelope(game(), key="mlb"), "$.data.mlb"),
        (b'{"data": []}', "$.data"), (b'{"data": {"MLB": {}}}', "$.data.MLB"), (b"[]", "$"), (b"nonsense", "$"),
        (envelope(game())[:-3], "$"), (b"{}", "$.data"), (b'{"data": {}}', None), (b'{"data": {"MLB": []}}', None),
        (b'{"data": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "$"),
    ],
)  # fmt: skip
def test_what_is_not_the_answer_is_refused(body: bytes, fault: str | None) -> None:
    """[S2.1-09] Of what is not the envelope of the sport that was asked the place is named."""
    verdict = freshness.judge(DAY, body, NOW)
    assert verdict.fault == fault
    assert fault is None or verdict.lifetime == 0


@pytest.mark.parametrize(
    ("league", "key", "fault"),
    [("EPL", "EPL", None), ("EPL", "LALIGA", "$.data.LALIGA"), (None, "LALIGA", None), (None, "MLB", "$.data.MLB")],
)
def test_another_league_is_not_the_answer(league: str | None, key: str, fault: str | None) -> None:
    """The envelope of a league answers those who asked for it, or for none."""
    query = replace(Query.of_path("/live/2025-03-01/SOCCER"), league=league)
    assert freshness.judge(query, envelope(game(), key=key), NOW).fault == fault


DAY_OF_PLAY = "Sat, 01 Jun 2024 23:05:00 GMT"


@pytest.mark.parametrize(
    ("path", "starts", "fits"),
    [
        ("/live/2024-06-01/MLB", [DAY_OF_PLAY], True),
        ("/live/2024-06-01/MLB", ["Sun, 02 Jun 2024 11:59:59 GMT"], True),  # in the west it is still the day before
        ("/live/2024-06-01/MLB", ["Sun, 02 Jun 2024 12:00:00 GMT"], False),
        ("/live/2024-06-01/MLB", ["Fri, 31 May 2024 10:00:00 GMT"], True),  # in the east it is the next day already
        ("/live/2024-06-01/MLB", ["Fri, 31 May 2024 09:59:59 GMT"], False),
        ("/live/2024-06-01/MLB", ["Sun, 02 Jun 2024 18:00:00 GMT", DAY_OF_PLAY], True),
        ("/live/2024-06-01/MLB", ["Sun, 02 Jun 2024 18:00:00 GMT", "TBD"], True),
        ("/schedule/2024-06-03/MLB", [DAY_OF_PLAY], False), ("/schedule-week/2024-05-26/MLB", [DAY_OF_PLAY], True),
        ("/schedule-week/2024-05-25/DARTS", [DAY_OF_PLAY], True),
        ("/schedule-week/2024-05-24/MLB", [DAY_OF_PLAY], False),
        ("/schedule-week/now/PGA", [DAY_OF_PLAY], True), ("/schedule-season/2024/MLB", [DAY_OF_PLAY], True),
    ],
)  # fmt: skip
def test_another_day_is_not_the_answer(path: str, starts: list[str], fits: bool) -> None:
    """Rows of which none can be of the date in any time zone are told of; one that can speaks for the others."""
    key = path.rpartition("/")[2]
    body = envelope(*(game("x", start=start) for start in starts), key=key)
    found = freshness.judge(Query.of_path(path), body, NOW)
    assert found.fault is None
    assert found.doubt == ("" if fits else f"{parsedate_to_datetime(starts[0]):%Y-%m-%d}")


@pytest.mark.parametrize(
    "row",
    [game("20240605-1-2", start=DAY_OF_PLAY), *(game("x", one, DAY_OF_PLAY) for one in ("postponed", "replaced"))],
)
def test_a_game_at_another_time_than_planned_stays_on_its_day(row: dict[str, object]) -> None:
    """A game that is resumed on another day has the date of its id; one that is not played has any time."""
    assert freshness.judge(Query.of_path("/live/2024-06-05/MLB"), envelope(row), NOW).doubt == ""


@pytest.mark.parametrize(
    ("asked", "season", "fits"),
    [("2024", "2024-2025", True), ("2024", "2024", True), ("2025", "2024-2025", False), ("2023", "2024", False),
     ("2024", "", True), ("2024", None, True), ("2024", "x2023", True)],
)  # fmt: skip
def test_another_season_is_not_the_answer(asked: str, season: str | None, fits: bool) -> None:
    """The year of a season is that in which it started; text that is no season says nothing."""
    body = envelope({**game(), "season": season}, key="NBA")
    found = freshness.judge(Query.of_path(f"/schedule-season/{asked}/NBA"), body, NOW)
    assert found.doubt == ("" if fits else f"season {season}")


@pytest.mark.parametrize(
    ("path", "starts", "doubt"),
    [
        ("/schedule-season/2023/PGA", ["Thu, 14 Sep 2022 12:00:00 GMT", "Thu, 05 Jan 2023 12:00:00 GMT"], ""),
        ("/schedule-season/2023/PGA", ["Thu, 06 Jan 2022 12:00:00 GMT", "Thu, 17 Nov 2022 12:00:00 GMT"], "2022"),
        ("/schedule-season/2023/PGA", ["Thu, 04 Jan 2024 12:00:00 GMT"], "2024"),
        ("/schedule-season/2023/NBA", ["Thu, 04 Jan 2024 12:00:00 GMT"], ""),
        ("/schedule-season/2022/NBA", ["Thu, 04 Jan 2024 12:00:00 GMT"], "2024"),
        ("/schedule-season/2023/PGA", ["Thu, 06 Jan 2022 12:00:00 GMT", "soon"], ""),
    ],
)  # fmt: skip
def test_rows_without_a_season_are_of_their_years(path: str, starts: list[str], doubt: str) -> None:
    """Tournaments name no season: of which none begins in a year of the season is not the answer."""
    rows = [{"tournament_ID": f"t_{n}", "start_time": start} for n, start in enumerate(starts)]
    assert freshness.judge(Query.of_path(path), envelope(*rows, key=path[-3:]), NOW).doubt == doubt


@pytest.mark.parametrize(
    ("row", "fits"),
    [
        (game("20240612-1-2"), True), (game("20240501-1-2"), True), (game("20230704-1-2"), False),  # without a time
        (game("20240501-1-2", "postponed", DAY_OF_PLAY), True), (game("20230704-1-2", "postponed"), False),
        (game("20230704-1-2", "postponed", "Wed, 12 Jun 2024 23:05:00 GMT"), True), (game("x"), True),
        ({"start_time": "Thu, 16 May 2024 12:00:00 GMT"}, False),
        ({"start_time": "Thu, 06 Jun 2024 12:00:00 GMT"}, True),
        ({"start_time": "Thu, 20 Jun 2024 12:00:00 GMT"}, True), ({"start_time": "in June"}, True),
        ({"start_time": "Sun, 23 Jun 2024 11:59:59 GMT"}, True),
        ({"start_time": "Sun, 23 Jun 2024 12:00:00 GMT"}, False),
        (game("x", "postponed", "Fri, 15 Sep 2023 10:00:00 GMT"), True),
        (game("x", "postponed", "Fri, 15 Sep 2023 09:59:59 GMT"), False),
    ],
)  # fmt: skip
def test_what_has_no_time_or_is_not_played_may_be_of_many_days(row: dict[str, object], fits: bool) -> None:
    """Such a game counts for any day within nine months, and a tournament for its days and a while around them."""
    found = freshness.judge(Query.of_path("/schedule/2024-06-12/MLB"), envelope(row), NOW)
    assert (found.doubt == "") is fits


@pytest.mark.parametrize(
    ("path", "params", "row", "doubt"),
    [
        ("/play-by-play/MLB", "game_id=20240601-1-2", {"game_ID": "20240601-1-2", "plays": []}, ""),
        ("/play-by-play/MLB", "game_id=20240601-1-2", {"game_ID": "20240601-3-4"}, "game_id 20240601-3-4"),
        ("/play-by-play/MLB", "game_id=20240601-1-2", {"game_ID": "a\r\nb"}, "another game_id"),
        ("/play-by-play/MLB", "game_id=20240601-1-2", {"plays": []}, ""),
        ("/field/PGA", "game_id=2024_1", {"tournament_ID": "2024_2"}, "game_id 2024_2"),
        ("/live/2024-06-01/PGA", "game_id=2024_1", {"tournament_ID": "2024_2"}, "game_id 2024_2"),
        ("/events/2024/DARTS", "event_id=7", {"event_ID": "8"}, "event_id 8"),
        ("/player-info/DARTS", "player_id=7", {"player_id": 8}, "player_id 8"),
        ("/player-info/DARTS", "player_id=07", {"player_id": 7}, ""),
        ("/player-info/DARTS", f"player_id={7:018d}", {"player_id": 7}, ""),
        ("/player-info/DARTS", f"player_id={7:019d}", {"player_id": 7}, "player_id 7"),
        ("/play-by-play/MLB", "game_id=x", {"game_ID": "a" * 60}, f"game_id {'a' * 60}"),
        ("/play-by-play/MLB", "game_id=x", {"game_ID": "a" * 61}, "another game_id"),
        ("/player-stats/2024/DARTS", "player_id=7", {"player_id": 8}, "player_id 8"),
        ("/schedule/2024-06-01/DARTS", "player_id=7", {**game(start=DAY_OF_PLAY), "players": [{"player_id": 7}]}, ""),
    ],
)  # fmt: skip
def test_another_id_is_not_the_answer(path: str, params: str, row: dict[str, object], doubt: str) -> None:
    """Rows of which none has the ID that was asked for are told of, as those of another day; an ID may be absent."""
    query = Query.of_path(path, params)
    key = path.rpartition("/")[2]
    found = freshness.judge(query, envelope(row, key=key), NOW)
    assert (found.fault, found.doubt) == (None, doubt)
    assert found.lifetime == freshness.DOUBTED or not doubt
    asked = next(iter(query.params.values()))
    both = envelope(row, {"game_ID": asked, "event_ID": asked, "player_id": asked}, key=key)
    assert freshness.judge(query, both, NOW).doubt == ""


def test_plays_of_another_game_are_told_of_and_kept_briefly(server: Server, clock: Clock) -> None:
    """The plays of a game that is long over are kept for as long as its statistics, those of another game are not."""
    plays = [{"game_ID": one, "plays": []} for one in ("20240601-9001-9002", "20240601-9003-9004")]
    server.set("/play-by-play/MLB", *(Reply(200, {"data": {"MLB": [one]}}) for one in reversed(plays)))
    told = "game_id=20240601-9001-9002 has only rows of game_id 20240601-9003-9004$"
    for _ in range(2):
        with pytest.warns(DriftWarning, match=told):
            fetch(ask("play-by-play", "MLB", game_id="20240601-9001-9002"))
    assert server.count == 1
    clock.sleep(freshness.DOUBTED + 1)
    for _ in range(2):
        found = fetch(ask("play-by-play", "MLB", game_id="20240601-9001-9002"))
        assert json.loads(found.body)["data"]["MLB"] == plays[:1]
        clock.sleep(freshness.DAY)
    assert server.count == 2


OTHER = Reply(200, envelope(game("20240601-1-2", start=DAY_OF_PLAY)))


def test_rows_of_another_day_are_told_of_and_kept_briefly(server: Server, clock: Clock) -> None:
    """One line says of which day the rows are; they are read, but asked for again after five minutes, not a year."""
    server.set("/live/2024-06-04/MLB", OTHER)
    told = "^the response to /live/2024-06-04/MLB has only rows of 2024-06-01$"
    for _ in range(2):
        with pytest.warns(DriftWarning, match=told) as caught:
            assert sf.raw("2024-06-04", "MLB") == OTHER.body
        assert len(caught) == 1
    assert server.count == 1
    clock.sleep(freshness.DOUBTED + 1)
    right = envelope(game("20240604-1-2"))
    server.set("/live/2024-06-04/MLB", Reply(200, right))
    assert sf.raw("2024-06-04", "MLB") == right


def test_rows_of_another_day_replace_no_kept_answer(server: Server, clock: Clock) -> None:
    """The expired answer of the right day stays, and stands in while the service fails."""
    right = envelope(game("20250301-1-2", "inprogress"))
    server.set("/live/2025-03-01/MLB", Reply(200, right), OTHER, Reply(500))
    assert sf.raw("2025-03-01", "MLB") == right
    clock.sleep(60)
    with pytest.warns(DriftWarning, match="has only rows of 2024-06-01"):
        assert sf.raw("2025-03-01", "MLB") == OTHER.body
    with pytest.warns(SportsframeWarning, match="using cached data"):
        assert sf.raw("2025-03-01", "MLB") == right


def test_many_days_of_another_day_are_one_warning(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    """A call warns of the first; the log tells of each."""
    for day in (4, 5, 6):
        server.set(f"/live/2024-06-0{day}/MLB", OTHER)
    with pytest.warns(DriftWarning, match="2024-06-04/MLB has only rows of 2024-06-01") as caught:
        assert len(list(fetch_many(days(6)[3:]))) == 3
    assert len(caught) == 1
    assert caplog.text.count("has only rows of 2024-06-01") == 3


@pytest.mark.parametrize(("control", "kept"), [("max-age=0", True), ("no-cache", True), ("no-store", False)])
def test_what_may_not_be_reused_still_serves_in_an_outage(server: Server, control: str, kept: bool) -> None:
    """It is asked for each time; while the service fails, the last answer is used, unless it may not be stored."""
    with options(base_url=server.base_url, token=TOKEN, now=Clock("2025-03-01T12:00")):
        server.set(PATH, Reply(200, envelope(game()), {"Cache-Control": control}))
        assert [fetch(DAY).from_cache for _ in range(2)] == [False, False]
        server.set(PATH, Reply(404 if kept else 400, b"{}"), Reply(500, b""))
        with pytest.raises(ServiceError):
            fetch(DAY)
        if kept:
            with pytest.warns(SportsframeWarning, match="using cached data"):
                assert fetch(DAY).stale
        else:
            with pytest.raises(ServiceError):
                fetch(DAY)


sparse_rows = pytest.mark.filterwarnings("ignore:MLB live")


@sparse_rows
@pytest.mark.parametrize("name", ["latin-1", "huge-number", "nan", "bom"])
def test_what_can_be_read_is_kept(name: str) -> None:
    """What is not JSON to the letter, but is read and reported, is an answer like any other."""
    with hostile_server() as hostile, options(base_url=hostile.url(name), token=TOKEN):
        frames = [sf.live("2024-06-01", "MLB") for _ in range(2)]
        assert len(frames[0]) == 1
        pd.testing.assert_frame_equal(*frames)
        assert hostile.total(name) == 1


@pytest.mark.parametrize(("name", "tries"), [("deep", 1), ("cut-json", 4), ("wrong-sport", 1), ("html", 4)])
def test_what_cannot_be_read_is_not_kept(name: str, tries: int) -> None:
    """After a broken answer the next question is asked anew; a page or a cut one is tried again at once, like a 503."""
    with hostile_server() as hostile, options(base_url=hostile.url(name), token=TOKEN):
        for _ in range(2):
            with contextlib.suppress(PayloadError):
                fetch(DAY)
        assert hostile.total(name) == 2 * tries


UNREADABLE = (b"<html>", envelope(game())[:-3], envelope(game(), key="NBA"), b'{"data": ' + b"[" * 100_000)


def spoil(body: bytes) -> None:
    """Have the cache hold `body` as the answer, as an earlier edition might have left it there."""
    store = connection_for(current()).cache
    value = store.get_response(key_of(PATH))
    assert value is not None
    assert value.cache_key
    value._content = body
    store.with_rows(lambda rows: rows.set(value.cache_key, value), None)


@sparse_rows
@pytest.mark.parametrize("body", UNREADABLE)
def test_a_cached_answer_that_cannot_be_read_is_asked_again(server: Server, body: bytes) -> None:
    """It is dropped, alone and in a range, and the service's own answer takes its place."""
    for when in ("2024-06-01", ("2024-06-01", "2024-06-02")):
        frame = sf.live(when, "MLB")
        spoil(body)
        made = server.count
        pd.testing.assert_frame_equal(sf.live(when, "MLB"), frame)
        assert server.count == made + 1
        assert fetch(DAY).body == envelope(game())


@sparse_rows
def test_offline_the_way_out_is_named(server: Server) -> None:
    """Where the service is not asked, the message of an unreadable answer names the cache and what to write."""
    sf.live("2024-06-01", "MLB")
    spoil(b"<html>")
    for validate in ("report", "strict"):
        with options(offline=True), pytest.raises(PayloadError, match=r"from the cache.*refresh=True"):
            sf.live("2024-06-01", "MLB", validate=validate)


@sparse_rows
@pytest.mark.parametrize(
    ("bad", "seconds"),
    [
        (Reply(200, envelope(game())[:-9]), 60), (Reply(200, envelope(game(), key="NBA")), 60),
        (Reply(200, b'{"data":{},"error":"maintenance"}'), 86_400), (Reply(200, b'{"data":{"MLB":[]}}'), 86_400),
        (Reply(304), 86_400),
    ],
)  # fmt: skip
def test_a_repaired_service_is_believed(server: Server, clock: Clock, bad: Reply, seconds: float) -> None:
    """A bad answer for a past day does not outlive its repair: an unreadable one by a minute, "nothing" by a day."""
    right = sf.live("2024-06-01", "MLB")
    sf.cache.clear()
    server.set(PATH, bad)
    with contextlib.suppress(PayloadError):
        assert sf.live("2024-06-01", "MLB").empty
    server.set(PATH, Reply(200, envelope(game())))
    clock.sleep(seconds)
    pd.testing.assert_frame_equal(sf.live("2024-06-01", "MLB"), right)


LOOSE = (
    envelope(game()).replace(b"completed", b"compl\xe9ted"),
    envelope(game()).replace(b'"completed"', b'"completed", "away_score": 1e400'),
)


@sparse_rows
@pytest.mark.parametrize("bad", LOOSE)
def test_what_was_read_loosely_is_replaced_at_its_age(server: Server, clock: Clock, bad: bytes) -> None:
    """A byte that is not UTF-8 or a number too large is kept for the documented time, and right from then on."""
    server.set(PATH, Reply(200, bad))
    loose = fetch(DAY)
    assert loose.body == bad
    lifetime = freshness.judge(DAY, bad, clock()).lifetime
    assert lifetime <= freshness.SETTLED
    server.set(PATH, Reply(200, envelope(game())))
    clock.sleep(lifetime - 1)
    assert fetch(DAY).body == bad
    clock.sleep(1)
    assert fetch(DAY).body == envelope(game())


@pytest.mark.parametrize(("corrected", "seen"), [(1, 2), (2, 4), (6, 13)])
@pytest.mark.parametrize(
    "before", [game(status="postponed"), game(status="cancelled"), game(status="withdrawn"), {**game(), "old": 7}]
)
def test_what_is_corrected_later_is_seen(server: Server, before: dict[str, object], corrected: int, seen: int) -> None:
    """A word or a figure that is set right days after the game is seen within as many days again, not after a year."""
    clock = Clock(datetime(2024, 6, 2, 22, tzinfo=UTC))
    with options(now=clock):
        server.set(PATH, Reply(200, envelope(before)))
        fetch(DAY)
        clock.sleep(corrected * 86_400)
        fetch(DAY)
        server.set(PATH, Reply(200, envelope(game())))
        clock.sleep((seen - corrected) * 86_400)
        assert fetch(DAY).body == envelope(game())


@pytest.mark.sampled
@pytest.mark.parametrize("pace", [60.0, 600.0])
def test_a_fast_clock_behind_the_service(pace: float) -> None:
    """A service by a fast clock of its own says so: a game in play is never older here than ten of its seconds."""
    with (
        running_server(clock=Clock("2024-06-01T23:30", rate=pace)) as running,
        options(base_url=running.address, token=TOKEN, now=lambda: datetime.now(UTC)),
    ):
        first = fetch(DAY)
        assert b"inprogress" in first.body
        bodies = {first.body}
        deadline = time.monotonic() + 30
        while len(bodies) == 1 and time.monotonic() < deadline:  # a break between innings can last some minutes
            time.sleep(0.2)
            later = fetch(DAY)
            assert not later.from_cache
            bodies.add(later.body)
        assert len(bodies) == 2


def test_a_game_day_under_a_clock(server: Server, clock: Clock) -> None:
    """Over a game day nothing in play is served older than its lifetime, and what is over costs no more requests."""
    start = clock() + timedelta(hours=2)
    end = start + timedelta(hours=3)
    query = Query("MLB", "live", "2025-03-01")

    def answer(path: str) -> Reply:
        status = "scheduled" if clock() < start else "inprogress" if clock() < end else "completed"
        return Reply(200, envelope(game("20250301-1-2", status, format_datetime(start, usegmt=True))))

    server.default = answer
    while clock() < end + timedelta(hours=1):
        got = fetch(query)
        if b"inprogress" in got.body:
            assert clock() - got.fetched_at <= timedelta(seconds=freshness.IN_PLAY)
        if start <= clock() < end:
            assert b"scheduled" not in got.body
        clock.sleep(45)
    made = server.count
    for _ in range(365):
        clock.sleep(24 * 3600)
        fetch(query)
    assert 10 + 7 + 10 <= server.count - made <= 10 + 8 + 11  # every day, then every week, then every month


def test_an_answer_from_the_future_is_not_used(server: Server) -> None:
    """What was fetched under a later clock says nothing about an earlier moment."""
    fetch(DAY)
    with options(now="2024-06-01T23:30"):
        assert not fetch(DAY).from_cache
    assert server.count == 2


def test_refresh_asks_again(server: Server) -> None:
    """``refresh=True`` asks the service in spite of the cache, and what comes is kept."""
    server.set(PATH, ROWS, Reply(200, envelope(game("20240601-1-2"))))
    fetch(DAY)
    assert b"20240601-1-2" in fetch(DAY, refresh=True).body
    assert b"20240601-1-2" in fetch(DAY).body
    assert server.count == 2


def test_offline_answers_from_the_cache_only(server: Server, clock: Clock) -> None:
    """Offline nothing is sent: what the cache holds is the answer, marked where it is old; the rest is an error."""
    server.set(PATH, Reply(200, envelope(game(status="inprogress"))))
    fetch(DAY)
    clock.sleep(freshness.AHEAD + 1)
    with options(offline=True):
        with pytest.warns(SportsframeWarning, match="using cached data"):
            assert fetch(DAY, refresh=True).stale
        with pytest.raises(Unreachable, match="offline"):
            fetch(Query("MLB", "live", "2024-06-02"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results = list(fetch_many(days(2)))
    assert isinstance(results[0], Fetched)
    assert isinstance(results[1], Unreachable)
    assert server.count == 1


@pytest.mark.parametrize("fault", FAULTS)
def test_stale_answers_when_the_service_is_down(server: Server, clock: Clock, fault: str) -> None:
    """When the service is down an expired copy is served, marked stale, with a warning a call; then it asks again."""
    now = game("20250301-1-2", "inprogress", "Sat, 01 Mar 2025 11:00:00 GMT")
    query = Query("MLB", "live", "2025-03-01")
    server.set("/live/2025-03-01/MLB", Reply(200, envelope(now)), FAULTS[fault])
    assert not fetch(query).stale
    clock.sleep(60)
    with pytest.warns(SportsframeWarning, match="2025-03-01 12:00") as caught:
        stale = [fetch(query) for _ in range(3)]
    assert len(caught) == 3
    assert {warning.filename for warning in caught} == {__file__}
    assert all(answer.stale and answer.from_cache and answer.body == envelope(now) for answer in stale)
    server.set("/live/2025-03-01/MLB", Reply(200, envelope(now)))
    assert not fetch(query).stale


@pytest.mark.parametrize("status", [301, 400, 401, 403, 404])
def test_never_stale_in_place_of_a_refusal(server: Server, clock: Clock, status: int) -> None:
    """401, 403, 404 and the like are shown, whatever the cache holds."""
    server.set(PATH, Reply(200, envelope(game(status="inprogress"))), Reply(status))
    fetch(DAY)
    clock.sleep(freshness.AHEAD + 1)
    with pytest.raises(ServiceError) as caught:
        fetch(DAY)
    assert caught.value.status == status


ROW = b'"status":"inprogress","game_time":"Sat, 01 Jun 2024 23:05:00 GMT"'


@pytest.mark.parametrize(
    ("member", "fault"),
    [
        (b"1", None),
        (b"[{}]", None),
        (b'"\xff"', None),
        (b"NaN", None),
        (b"1e999", None),
        (b"01", "$"),
        (b'"\\q"', "$"),
        (b"[}", "$"),
        (b"[" * 5000 + b"]" * 5000, "$"),
    ],
)
def test_members_that_no_lifetime_depends_on_are_read_for_their_syntax(member: bytes, fault: str | None) -> None:
    """What else is in a row does not change its lifetime, but has to be JSON as the decoder reads it."""
    without = freshness.judge(DAY, b'{"data":{"MLB":[{' + ROW + b"}]}}", NOW)
    verdict = freshness.judge(DAY, b'{"data":{"MLB":[{"other":' + member + b"," + ROW + b"}]}}", NOW)
    assert without.lifetime > 0
    assert (verdict.fault, verdict.lifetime) == (fault, without.lifetime if fault is None else 0)


@pytest.mark.parametrize("date", ["Fri, 31 Dec 9999 23:59:59 -2359", "soon", ""])
def test_a_date_beyond_the_calendar_is_none(date: str) -> None:
    """A ``Date`` that no calendar has in UTC is not taken for the time of the service."""
    now = datetime.now(UTC)
    assert _service_time({"Date": date}, now) == now
