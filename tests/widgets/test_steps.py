"""The days that pickers open with and step to, and days without games."""

from __future__ import annotations

import asyncio
import re
from datetime import date
from pathlib import Path
from typing import Any

import ipywidgets
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

import sportsframe as sf
from sportsframe.catalog import SPORTS
from tests.bench.widgets import taking_its_time

from ..support.controls import chosen, controls, every, run
from ..support.servers import TOKEN, Reply, envelope, game, serving


def test_game_days_are_marked_and_stepped_through() -> None:
    """The month shows which days have games, and the buttons go from one such day to the next, over seasons too."""
    picker = sf.picker("NFL", "2024-11-12")
    month = next(inner for inner in every(picker) if "sf-month-line" in getattr(inner, "_dom_classes", ()))
    assert month.value == ""  # it takes the schedule of a season, which is asked for only if the month is to be seen
    controls(picker, ipywidgets.ToggleButton)[0].value = True
    assert "November 2024" in month.value
    assert 'title="2024-11-10: ' in month.value

    days = re.findall(r'<td data-day="([^"]+)" aria-label="([^"]+)"([^>]*)>', month.value)
    assert [day for day, _, _ in days] == [f"2024-11-{number:02}" for number in range(1, 31)]
    buttons = [(day, says) for day, says, marks in days if "aria-disabled" not in marks]
    played = picker.game_days()
    played = played[(played.index >= "2024-11-01") & (played.index < "2024-12-01")]
    assert [day for day, _ in buttons] == [f"{day:%Y-%m-%d}" for day in played.index]
    assert dict(buttons)["2024-11-10"] == f"2024-11-10: {played['2024-11-10']} games"
    picker._page._handle_custom_msg({"day": "2024-11-10"}, [])  # as a click on the day does
    assert (picker.date, picker.code) == (date(2024, 11, 10), 'sf.live("2024-11-10", "NFL", day="league")')
    assert 'data-day="2024-11-10" aria-label="2024-11-10: ' in month.value
    picker.date = "2024-11-12"
    frame = picker.frame
    picker._page._handle_custom_msg({"month": "2024-12-12"}, [])  # as Page Down in it does
    assert "December 2024, choose" in month.value
    assert 'data-month="2025-01-01" aria-label="January 2025"' in month.value
    assert (picker.date, picker.frame is frame) == (date(2024, 11, 12), True)
    picker._page._handle_custom_msg({"month": "1799-12-12"}, [])
    assert "December 2024, choose" in month.value
    controls(picker, ipywidgets.ToggleButton)[0].value = False
    assert (month.value, picker.frame is frame) == ("", True)

    earlier, later = (button for button in controls(picker, ipywidgets.Button) if "day with" in button.tooltip)
    later.click()
    assert picker.date > date(2024, 11, 12)
    assert len(picker.frame)
    earlier.click()
    assert picker.date <= date(2024, 11, 12)
    assert len(picker.frame)
    picker.date = "2024-06-01"
    later.click()
    assert date(2024, 8, 1) < picker.date < date(2024, 9, 15)
    picker.date = "2024-06-01"
    earlier.click()
    assert date(2024, 1, 25) < picker.date < date(2024, 2, 20)


@pytest.mark.parametrize(
    ("sport", "shown", "played"),
    [("NCAAFB", "2024-08-10", "2024-08-24"), ("MLB", "2025-03-02", "2025-03-29"), ("NFL", "2024-09-30", "2024-09-05"),
     ("NFL", "2025-02-01", "2025-02-09"), ("DARTS", "2024-12-01", "2024-12-30"), ("PGA", "2024-01-31", "2024-01-04")],
)  # fmt: skip
def test_a_month_in_which_a_season_starts_is_marked(sport: str, shown: str, played: str) -> None:
    """Its games are those of the new season, on whichever day the calendar is opened, on each day they take."""
    picker = sf.picker(shown, sport)
    controls(picker, ipywidgets.ToggleButton)[0].value = True
    for day in pd.date_range(played, periods=SPORTS[sport].game_days):
        assert re.search(f'aria-label="{day:%Y-%m-%d}: [1-9]', picker._month.value)
        assert picker.game_days()[day] > 0


@pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")
@pytest.mark.parametrize(
    ("sport", "shown", "played"),
    [("NFL", "2024-08-05", "2024-08-10"), ("MLB", "2024-02-25", "2024-02-27"), ("MLB", "2024-03-02", "2024-03-03"),
     ("NHL", "2024-09-20", "2024-09-24")],
)  # fmt: skip
def test_preseason_games_are_marked_and_stepped_to(sport: str, shown: str, played: str, tmp_path: Path) -> None:
    """They are in the schedule of the season to come, which alone is asked for; the built-in service has none."""
    start = f"{date.fromisoformat(played):%a, %d %b %Y} 19:00:00 GMT"
    planned = {**game(f"{played.replace('-', '')}-9001-9002", "scheduled", start), "season_type": "Preseason"}
    none = Reply(200, envelope(key=sport))

    def reply(path: str) -> Reply:
        return Reply(200, envelope(planned, key=sport)) if path == f"/schedule-season/2024/{sport}" else none

    with serving(reply) as server:
        picker = sf.picker(
            shown, sport, client=sf.Client(base_url=server.base_url, token=TOKEN, cache_dir=str(tmp_path))
        )
        controls(picker, ipywidgets.ToggleButton)[0].value = True
        assert f'aria-label="{played}: 1 game"' in picker._month.value
        assert [path for path in server.paths() if "season" in path] == [f"/api/v1/schedule-season/2024/{sport}"]
        picker.step(1)
        assert str(picker.date) == played
        assert [path for path in server.paths() if "season" in path] == [f"/api/v1/schedule-season/2024/{sport}"]


@pytest.mark.parametrize(
    ("sport", "day", "by", "told"),
    [
        ("MLB", "1850-01-01", 1, "after 1850-01-01 in the seasons searched (1849, 1850)"),
        ("MLB", "1850-01-01", -1, "before 1850-01-01 in the seasons searched (1849, 1848)"),
        ("NBA", "9999-12-31", 1, "after 9999-12-31 in the seasons searched (9999)"),
    ],
)
def test_where_no_games_are_found(sport: str, day: str, by: int, told: str) -> None:
    """A search that finds no games says which seasons it searched, and searches none that cannot be."""
    picker = sf.picker(day, sport)
    picker.step(by)

    assert picker.error == f"no games {told}; choose another date."
    assert picker.date == date.fromisoformat(day)


@pytest.mark.sampled
@pytest.mark.parametrize(("day", "by"), [("2024-11-12", 3), ("2024-11-12", -2), ("2024-09-02", -3), ("2024-02-01", 4)])
def test_several_steps_are_as_many_single_ones(day: str, by: int) -> None:
    """Also over the break between two seasons."""
    one, other = sf.picker("NFL", day), sf.picker("NFL", day)
    one.step(by)
    for _ in range(abs(by)):
        other.step(1 if by > 0 else -1)
    assert one.date == other.date != date.fromisoformat(day)
    assert one.frame.equals(other.frame)


def test_clicks_while_a_day_is_loaded_add_up() -> None:
    """Three quick clicks go three days with games, one more in the other direction takes one back."""
    quick, slow = sf.picker("NFL", "2024-11-12"), sf.picker("NFL", "2024-11-12")
    slow.step(2)

    async def clicks() -> None:
        for by in (1, 1, 1, -1):
            quick._press(by)
        while quick.busy:
            await asyncio.sleep(0.01)

    asyncio.run(clicks())
    assert quick.date == slow.date
    assert not quick.error


async def loaded(picker: sf.widgets.Picker) -> None:
    """When it has loaded."""
    while picker.busy:
        await asyncio.sleep(0.01)


def test_the_calendar_of_a_slow_service(tmp_path: Path) -> None:
    """A month is loaded as rows are: with a sign, with Cancel, which goes back to what was shown, and Try again."""
    waits = [0.0]

    async def press_and_look(client: sf.Client) -> None:
        picker = sf.picker("2024-06-01", "MLB", client=client)
        toggle, frame = controls(picker, ipywidgets.ToggleButton)[0], picker.frame
        waits[0] = 0.4
        toggle.value = True
        assert picker.busy
        assert "Loading" in picker._work.value
        await asyncio.sleep(0.1)
        picker.cancel()
        assert (picker.busy, toggle.value, picker._month.value) == (False, False, "")

        toggle.value = True
        picker._press_month("2024-07-01")
        await loaded(picker)
        assert "July 2024, choose" in picker._month.value
        picker._press_month("2023-07-01")
        assert picker.busy
        assert "July 2024, choose" in picker._month.value
        picker.cancel()
        assert (toggle.value, picker.frame is frame) == (True, True)
        await asyncio.sleep(0.5)
        assert "July 2024, choose" in picker._month.value
        toggle.value = False
        assert (picker.busy, picker._month.value) == (False, "")

        await chosen(picker, date=date(2025, 5, 6))  # rows that are being loaded come with the month
        toggle.value = True
        await loaded(picker)
        assert "May 2025, choose" in picker._month.value
        assert picker.code == 'sf.live("2025-05-06", "MLB", day="league")'
        picker._press(1)
        toggle.value = False
        await loaded(picker)
        assert (picker.date, picker._month.value) == (date(2025, 5, 7), "")

    with taking_its_time(waits) as server:
        client = sf.Client(base_url=server.base_url, token=TOKEN, cache_dir=str(tmp_path), now="2025-06-04T12:00")
        asyncio.run(press_and_look(client))


def test_a_calendar_that_failed_is_tried_again(tmp_path: Path) -> None:
    """The rows stay; Try again loads what failed, be it a month or the next day; who closes it is told no more."""
    waits = [0.0]
    with taking_its_time(waits) as server:
        client = sf.Client(base_url=server.base_url, token=TOKEN, cache_dir=str(tmp_path), now="2025-06-04T12:00")
        picker = sf.picker("2024-06-01", "MLB", client=client)
        toggle, frame = controls(picker, ipywidgets.ToggleButton)[0], picker.frame
        server.set("/schedule-season/2024/MLB", Reply(400))
        toggle.value = True
        assert picker.error.startswith("no calendar: 400")
        assert (picker.frame is frame, picker._retry.layout.display, picker._month.value) == (True, "", "")
        toggle.value = False
        assert picker.error == ""
        toggle.value = True
        picker._press_month("2024-08-01")
        del server.replies["/schedule-season/2024/MLB"]
        picker.retry()
        assert (picker.error, "August 2024, choose" in picker._month.value) == ("", True)
        assert picker.frame is frame

        picker.date = "2023-07-01"
        server.set("/live/2023-07-03/MLB", Reply(400))
        picker.step(1)
        assert (picker.date, "400" in picker.error) == (date(2023, 7, 2), True)
        picker._press_month("2023-09-01")
        assert "400" in picker.error
        del server.replies["/live/2023-07-03/MLB"]
        picker.retry()
        assert (picker.date, picker.error) == (date(2023, 7, 2), "")
        assert_frame_equal(picker.frame, eval(picker.code, {"sf": client}))

        toggle.value = False
        picker.date = "2022-05-01"
        server.set("/schedule-season/2022/MLB", Reply(400))
        picker.step(1)
        assert (picker.date, "400" in picker.error) == (date(2022, 5, 1), True)
        del server.replies["/schedule-season/2022/MLB"]
        picker.retry()
        assert (picker.date, picker.error) == (date(2022, 5, 2), "")


def test_a_game_picker_of_an_empty_day() -> None:
    """A day without games, or without an answer, is said in place."""
    empty = sf.game_picker("2024-12-25", "MLB")
    assert (empty.error, len(empty.frame)) == ("", 0)
    assert "no game" in empty._table.value
    with sf.options(offline=True):
        assert "offline" in sf.game_picker("2024-06-01", "MLB").error


def test_what_is_opened_without_arguments_shows_something() -> None:
    """In November baseball is over: a picker shows the last games of a sport in season, and its code gives them."""
    with sf.options(now="2024-11-21T12:00:00+00:00"):
        picker = sf.picker()
        assert len(picker.frame)
        assert_frame_equal(picker.frame, run(picker.code))
        board = sf.scoreboard(start=False)
        assert "sf-card" in board._board.value
        board.close()


@pytest.mark.parametrize(
    ("now", "sport", "day", "board"),
    [
        ("2024-06-01T20:00", "MLB", "2024-06-01", "2024-06-01"),  # the game of the NBA has not begun
        ("2024-06-01T11:00", "PGA", "2024-06-01", "2024-06-01"),  # nor has any of baseball, later in the catalog
        ("2024-07-16T12:00", "MLB", "2024-07-14", "2024-07-14"),  # no sport has games
        ("2024-12-25T12:00", "NFL", "2024-12-23", "2024-12-25"),  # none has begun
    ],
)
def test_one_rule_for_what_is_opened(now: str, sport: str, day: str, board: str) -> None:
    """All widgets open with the first sport whose games are over or in play, or the last games; none is empty."""
    with sf.options(now=now):
        games, picker, seasons = sf.game_picker(), sf.picker(), sf.season_picker()
        followed = sf.scoreboard(start=False)
        assert (games._query.sport, games._query.segment) == (sport, day)
        assert (picker.sport, str(picker.date), seasons.sport) == (sport, day, sport)
        assert (followed.watch.sport, followed.watch.day) == (sport, board)
        assert all(len(opened.frame) for opened in (games, picker, seasons))
        assert_frame_equal(games.frame, run(games.code))
        assert "sf-card" in followed._board.value
        followed.close()


def test_the_sport_of_a_date() -> None:
    """Where only a date is named, the sport is one with games on it, whatever is played today; a range asks nobody."""
    with sf.options(now="2024-06-01T23:10"):
        assert sf.picker("2024-01-03").sport == "NBA"
        assert sf.game_picker("2024-01-14")._query.sport == "NFL"
        assert sf.scoreboard("2024-01-14", start=False).watch.sport == "NFL"
    with serving(Reply(304)) as server, sf.options(base_url=server.base_url, token=TOKEN):
        with pytest.raises(sf.QueryError):
            sf.game_picker("2024-06")
        assert not server.paths()


@pytest.mark.parametrize("widget", [sf.picker, sf.game_picker, sf.season_picker, sf.scoreboard])
def test_nothing_is_asked_twice_to_find_what_to_open(widget: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Where no sport has games, each is asked for its schedule once, and only the one that is shown is spoken of."""
    with serving(Reply(304)) as server, sf.options(base_url=server.base_url, token=TOKEN, now="2024-07-16T12:00"):
        opened = widget(start=False) if widget is sf.scoreboard else widget()
    paths = server.paths()
    assert len(paths) == len(set(paths))
    assert {path.split("/")[-1] for path in paths if "/schedule/" in path} == set(SPORTS)
    told = capsys.readouterr().err
    assert {sport for sport in SPORTS if f": {sport} " in told} <= {"MLB"}
    opened.close()


def test_a_day_without_games_names_the_next_that_has_some() -> None:
    """In simulated data it costs no request to know; a service is not asked for it."""
    with sf.options(now="2025-06-01T12:00:00+00:00"):
        picker, games = sf.picker("2024-12-25", "MLB"), sf.game_picker("2024-12-25", "MLB")
    there = sf.schedule_season(2025, "MLB")["game_date"].min().date()
    assert f"The next games are on {there}." in picker._table.value
    assert f"The next games are on {there}." in games._table.value
    assert (games.error, len(games.frame), games.box["games"].empty) == ("", 0, True), "no error, and no rows"
    assert (games.frame.columns == games.box["batting"].columns).all()
    assert eval(games.code, {"sf": sf}).equals(games.frame)
    games.table = "teams"
    assert (games.frame.columns == games.box["teams"].columns).all()
    empty = [games._choices, games._exploring, games._retry]
    assert [control.layout.display for control in empty] == ["none"] * 3, "there is nothing to choose or to try again"
    onward = next(button for button in controls(games, ipywidgets.Button) if button.description == f"Show {there}")
    onward.click()
    assert games.error == ""
    assert [control.layout.display for control in (*empty[:2], onward)] == ["", "", "none"]
    with sf.options(now="2025-06-01T12:00:00+00:00"):
        assert_frame_equal(games.frame, run(games.code))
    assert f'"{there}"' in games.code
    with sf.options(now="2025-01-01T12:00:00+00:00"):
        early = sf.game_picker("2024-12-25", "MLB")
    assert early._next_day.layout.display == "none", "none of those games has begun"
    picker.step(1)
    assert picker.date == there
    with serving(Reply(304)) as server, sf.options(base_url=server.base_url, token=TOKEN):
        picker = sf.picker("2024-12-25", "MLB", "schedule")
    assert len(picker.frame) == 0
    assert "next games" not in picker._table.value
    assert {path[-24:] for path in server.paths()} == {"/schedule/2024-12-25/MLB", "/schedule/2024-12-26/MLB"}


@pytest.mark.parametrize(("date", "sport"), [("2024-11-04", "NHL"), ("today", "NBA")])
def test_a_day_without_games_is_displayed_as_that(date: str, sport: str) -> None:
    """A picker of games without a game shows why, live and in a saved notebook."""
    with sf.options(now="2024-07-16T12:00"):
        games = sf.game_picker(date, sport)
    assert (games.error, len(games.frame)) == ("", 0)
    assert "No rows: no game that day" in games._plain()
    assert 'sf-error"' not in games._plain()
    assert games._title() == ""
