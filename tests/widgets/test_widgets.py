"""Pickers, and what they share with the board, without a browser: set traits, read what follows."""

from __future__ import annotations

import asyncio
import html
import re
import threading
from base64 import b64decode
from datetime import date
from pathlib import Path
from typing import Any

import ipywidgets
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

import sportsframe as sf
from sportsframe._client import progress
from sportsframe.catalog import SPORTS, answer
from sportsframe.widgets import parts, pickers
from sportsframe.widgets.pickers import offered
from tests.bench import widgets
from tests.bench.widgets import taking_its_time
from tests.support import leaks

from ..support.servers import TOKEN, Reply, serving


def run(code: str) -> pd.DataFrame:
    """The frame that a line of code gives."""
    return eval(code, {"sf": sf})


def every(widget: ipywidgets.Widget) -> list[ipywidgets.Widget]:
    """A widget and all that is in it."""
    return [widget, *(inner for child in getattr(widget, "children", ()) for inner in every(child))]


def controls(widget: ipywidgets.Widget, *kinds: type) -> list[ipywidgets.Widget]:
    """The widgets of some kinds in a widget."""
    return [inner for inner in every(widget) if isinstance(inner, kinds)]


CHOICES = [
    ("MLB", "2024-06-01", "live", None, "pitching"),
    ("NFL", "2024-11-10", "live", None, "field_goals"),
    ("NBA", "2024-12-06", "schedule-week", None, None),
    ("NHL", "2024-12-06", "live", None, "goalies"),
    ("NCAAFB", "2024-11-09", "schedule", None, None),
    ("NCAABB", "2025-01-11", "live", None, "periods"),
    ("PGA", "2024-06-13", "schedule-season", None, "courses"),
    ("SOCCER", "2024-10-05", "live", "SERIEA", "players"),
    ("DARTS", "2024-01-03", "live", None, "throws"),
]


@pytest.mark.parametrize(("sport", "day", "resource", "league", "table"), CHOICES)
def test_the_code_gives_the_frame(sport: str, day: str, resource: str, league: str | None, table: str | None) -> None:
    """For each sport: what the picker shows is what its line of code gives, and value is the question."""
    picker = sf.picker(sport, day, resource, league=league, table=table)

    assert picker.error == ""
    assert len(picker.frame)
    assert_frame_equal(picker.frame, run(picker.code))
    assert (picker.value.sport, picker.value.resource, picker.value.league) == (sport, resource, league)
    assert picker.table in answer(sport, resource).layouts


def test_a_walk_through_all_sports_by_traits() -> None:
    """Setting traits is all it takes; other choices are made to fit, and frame and code stay equal."""
    picker = sf.picker("MLB", "2024-10-05")
    for sport in SPORTS:
        picker.sport = sport
        for resource in offered(sport):
            if resource.endswith("-stats") and sport not in ("PGA", "SOCCER"):
                continue  # a whole season is played for them
            picker.resource = resource
            assert picker.error == ""
            assert_frame_equal(picker.frame, run(picker.code))
            assert bool(picker.league) == bool(SPORTS[sport].leagues)


def test_the_controls_hold_what_the_traits_say_and_the_other_way_round() -> None:
    """A change in a control reaches the trait, a change of the trait reaches the control."""
    picker = sf.picker("MLB", "2024-06-01")
    sports, league, resource, table = controls(picker, ipywidgets.Dropdown)

    sports.value = "SOCCER"
    league.value = "LALIGA"
    resource.value = "schedule-season"
    assert picker.code == 'sf.schedule_season(2023, "SOCCER", league="LALIGA")'
    picker.sport, picker.resource, picker.table = "DARTS", "live", "legs"
    picker.date = "2024-01-03"
    assert (sports.value, resource.value, table.value) == ("DARTS", "live", "legs")
    assert controls(picker, ipywidgets.DatePicker)[0].value == date(2024, 1, 3)
    assert picker.code == 'sf.live("2024-01-03", "DARTS", table="legs", day="league")'


def test_choices_come_from_the_catalog() -> None:
    """The drop-downs offer every sport, every resource, and the tables and leagues of the chosen sport."""
    picker = sf.picker("SOCCER", "2024-10-05")
    sports, league, resource, table = controls(picker, ipywidgets.Dropdown)

    assert [value for _, value in sports.options] == list(SPORTS)
    assert list(resource.options) == list(SPORTS["SOCCER"].resources)
    assert list(league.options) == list(SPORTS["SOCCER"].leagues)
    assert list(table.options) == list(answer("SOCCER", "live").layouts)
    picker.sport = "NHL"
    assert league.layout.display == "none"
    assert list(table.options) == list(answer("NHL", "live").layouts)


@pytest.mark.parametrize(
    ("trait", "value", "nearest"),
    [("sport", "SOCER", "SOCCER"), ("resource", "livee", "live"), ("table", "playrs", "players"),
     ("league", "SERIA", "SERIEA")],
)  # fmt: skip
def test_a_wrong_choice_is_refused_and_changes_nothing(trait: str, value: str, nearest: str) -> None:
    """A value that is not there is refused in one line that names the nearest, and the picker stays as it was."""
    picker = sf.picker("SOCCER", "2024-10-05")
    before = picker.code

    with pytest.raises(sf.QueryError, match=f"Did you mean '{nearest}'"):
        setattr(picker, trait, value)
    assert picker.code == before
    assert_frame_equal(picker.frame, run(before))


@pytest.mark.parametrize(
    "begin", [{"sport": "MBL"}, {"resource": "lives"}, {"table": "throws"}, {"date": "June"}, {"date": "0001-01-01"}]
)
def test_a_wrong_beginning_is_refused(begin: dict[str, str]) -> None:
    """A picker that cannot be is not made."""
    with pytest.raises(sf.QueryError) as refusal:
        sf.picker(**{"date": "2024-06-01", **begin})

    assert "\n" not in str(refusal.value)


def test_errors_stand_in_place_in_one_line() -> None:
    """What goes wrong is shown where the table was, escaped, in one line; the next good choice takes it away."""
    for day in ("2024-06-01", "2024-06-02"):
        sf.live(day, "MLB", day="league")
    with sf.options(offline=True):
        picker = sf.picker("2024-06-01", "MLB")
    shown = next(inner for inner in every(picker) if "sf-error-line" in getattr(inner, "_dom_classes", ()))

    picker.date = "2024-06-05"  # it asks what the options named when it was made
    assert "offline" in picker.error
    assert "\n" not in picker.error
    assert 'role="alert"' in shown.value
    assert picker.value is None
    picker.date = "2024-06-02"
    assert (picker.error, shown.value) == ("", "")
    assert len(picker.frame)


def test_the_service_failing_is_an_error_in_place() -> None:
    """Where nothing can be had, the picker says so and raises nothing."""
    with sf.options(offline=True):
        pickers = [
            sf.picker("MLB", "2024-06-01"), sf.season_picker(2024, "NFL"), sf.game_picker("2024-06-01", "MLB"),
            sf.scoreboard("2024-06-01", "MLB", start=False),
        ]  # fmt: skip
    for picker in pickers:
        assert "offline" in picker.error
        for name in ("frame", "box") if isinstance(picker, sf.widgets.GamePicker) else ("frame",):
            with pytest.raises(sf.errors.Unreachable, match=f"^{re.escape(picker.error)}$"):
                getattr(picker, name)
        assert picker.error in repr(picker) or isinstance(picker, sf.widgets.Scoreboard)


def test_rows_that_could_not_be_loaded_are_not_explored() -> None:
    """Where there are no rows, no button explores them; a table that was explored is open again when there are."""
    sf.live("2024-06-01", "MLB", day="league")
    with sf.options(offline=True):
        picker = sf.picker("2024-06-01", "MLB")
    picker._exploring.value = True
    for day, seen in (("2024-06-02", "none"), ("2024-06-01", "")):
        picker.date = day
        assert (picker._exploring.layout.display, picker._place.layout.display) == (seen, seen)


def test_an_error_names_the_day_that_was_chosen() -> None:
    """The evening of a league goes on after midnight UTC: a failure of that part is one of the day that was chosen."""
    said = "2024-06-06: 503 for /live/2024-06-07/MLB: the service failed, try again later"

    def reply(path: str) -> Reply:
        return Reply(200, {"data": {"MLB": []}}) if "2024-06-06" in path else Reply(503)

    with serving(reply) as server, sf.options(base_url=server.base_url, token=TOKEN):
        for made in (
            sf.picker("2024-06-06", "MLB"), sf.game_picker("2024-06-06", "MLB"),
            sf.scoreboard("2024-06-06", "MLB", start=False),
        ):  # fmt: skip
            assert made.error == said
            with pytest.raises(sf.errors.ServiceError, match=f"^{re.escape(said)}$") as raised:
                len(made.frame)
            assert raised.value.status == 503


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
    ("sport", "day", "by", "told"),
    [
        ("MLB", "1850-01-01", 1, "after 1850-01-01 in the seasons searched (1850, 1851)"),
        ("MLB", "1850-01-01", -1, "before 1850-01-01 in the seasons searched (1850, 1849)"),
        ("NBA", "9999-12-31", 1, "after 9999-12-31 in the seasons searched (9999)"),
    ],
)
def test_where_no_games_are_found(sport: str, day: str, by: int, told: str) -> None:
    """A search that finds no games says which seasons it searched, and searches none that cannot be."""
    picker = sf.picker(day, sport)
    picker.step(by)

    assert picker.error == f"no games {told}; choose another date."
    assert picker.date == date.fromisoformat(day)


@pytest.mark.parametrize(("day", "by"), [("2024-11-12", 3), ("2024-11-12", -2), ("2024-09-02", -3), ("2024-02-01", 4)])
def test_several_steps_are_as_many_single_ones(day: str, by: int) -> None:
    """Also over the break between two seasons."""
    one, other = sf.picker("NFL", day), sf.picker("NFL", day)
    one.step(by)
    for _ in range(abs(by)):
        other.step(1 if by > 0 else -1)
    assert one.date == other.date != date.fromisoformat(day)
    assert one.frame.equals(other.frame)


def test_controls_that_do_not_apply_are_hidden() -> None:
    """A list of the present has no date, a season no steps and no calendar; what is hidden is not missed."""
    picker = sf.picker("2024-06-13", "PGA", "player-info")

    def shown() -> list[str]:
        held = (picker._day, picker._before, picker._after, picker._open, picker._month)
        return [name for name, it in zip("day before after open month".split(), held) if it.layout.display != "none"]

    assert shown() == []
    assert (picker.code, picker.error) == ('sf.players("PGA")', "")
    picker.date = "2023-06-13"
    picker.resource = "player-stats"
    assert (shown(), picker.code) == (["day"], 'sf.player_stats(2023, "PGA")')
    picker.resource = "live"
    assert shown() == ["day", "before", "after", "open", "month"]
    assert sf.picker("2024-01-03", "DARTS", "events")._before.layout.display == "none"


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


def test_every_control_has_a_label_and_says_what_it_does() -> None:
    """Controls have a visible label, which the page ties to them, and a tip; the keyboard reaches all of them."""
    for widget in (sf.picker("MLB", "2024-06-01"), sf.season_picker("NBA", 2024), sf.game_picker("2024-06-01", "MLB")):
        held = controls(
            widget, ipywidgets.Dropdown, ipywidgets.DatePicker, ipywidgets.IntText, ipywidgets.Button
        )  # fmt: skip
        assert held
        assert all(control.description and control.tooltip for control in held)
        assert all(control.tabbable is None for control in held)
        assert 'tabindex="0"' in widget._table.value


def test_what_a_reader_without_a_kernel_sees() -> None:
    """A saved notebook holds the code and the rows as HTML and a line of text besides the live widget."""
    picker = sf.picker("MLB", "2024-06-01")
    held = picker._repr_mimebundle_()

    assert set(held) == {"text/plain", "text/html", "application/vnd.jupyter.widget-view+json"}
    assert "<table" in held["text/html"]
    assert "sf.live(&quot;2024-06-01&quot;, &quot;MLB&quot;, day=&quot;league&quot;)" in held["text/html"]
    assert held["text/plain"] == f'<Picker sf.live("2024-06-01", "MLB", day="league"): {len(picker.frame)} rows>'
    assert picker.frame.loc[0, "home_team"] in held["text/html"]


def test_a_season_picker() -> None:
    """It gives the schedule of a season, of any sport, and shows a season that cannot be as an error in place."""
    seasons = sf.season_picker("NBA")
    assert seasons.season == 2024
    assert_frame_equal(seasons.frame, run(seasons.code))

    seasons.sport = "SOCCER"
    seasons.league = "LALIGA"
    assert_frame_equal(seasons.frame, run(seasons.code))
    assert seasons.value.path == "/schedule-season/2024/SOCCER"
    seasons.sport, seasons.table = "PGA", "courses"
    assert_frame_equal(seasons.frame, run(seasons.code))
    seasons.season = 12
    assert seasons.error
    with pytest.raises(sf.QueryError, match="12"):
        len(seasons.frame)


@pytest.mark.parametrize(
    ("sport", "day", "league"),
    [("MLB", "2024-06-01", None), ("SOCCER", "2024-10-05", "EPL"), ("DARTS", "2024-01-03", None),
     ("PGA", "2024-06-13", None)],
)  # fmt: skip
def test_a_game_picker_opens_a_box_score(sport: str, day: str, league: str | None) -> None:
    """It offers the games of the day, shows the tables of one, gives their code, and draws what can be drawn."""
    opened = sf.game_picker(day, sport, league)
    games, tables = controls(opened, ipywidgets.Dropdown)
    assert opened.error == ""
    names = "Open|Championship|Major" if sport == "PGA" else r"\D+ \d+ : \d+ \D+"
    assert all(re.search(names, text) for text, _ in games.options)
    games.value = games.options[-1][1]
    for table in tables.options:
        opened.table = table
        assert set(opened.frame["game_id"]) == {opened.game}
        assert_frame_equal(opened.frame, run(opened.code))
    drawn = {"periods", "throws"} & set(tables.options)
    pictures = [part.value for part in controls(opened, ipywidgets.HTML) if part.value.startswith("<img")]
    assert len(pictures) == bool(drawn)
    for picture in pictures:
        found = re.fullmatch(r'<img alt="Plot of (.+); .+" src="data:image/png;base64,(.+)" style=".+">', picture)
        assert found is not None, "a picture says in words what it shows"
        title = {value: text for text, value in games.options}[opened.game]
        assert html.unescape(found[1]).startswith(title)
        assert b64decode(found[2]).startswith(b"\x89PNG")
    with pytest.raises(sf.QueryError):
        opened.game = "19000101-1-2"


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
        ("2024-06-01T23:10", "MLB", "2024-06-01", "2024-06-01"),  # the game of the NBA has not begun
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


def test_widgets_print_no_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    """Why there are no rows stands in the widget: a search for games to open with or to name prints none above it."""
    with sf.options(now=sf.Clock("2024-06-01T23:10", rate=0.0)):
        for opened in (
            sf.picker("NFL"), sf.game_picker("NFL"), sf.picker("2024-12-25", "MLB"), sf.season_picker(2030, "NBA"),
            sf.picker("2024-12-25", "MLB", client=sf.Client(source="simulated")),
        ):  # fmt: skip
            opened.close()
        board = sf.scoreboard("NFL", start=False)
        board.close()
        assert "may mean" not in (said := capsys.readouterr().err)
        assert "the option now" not in said
        assert sf.live("2024-12-26", "MLB").empty
        assert "the option now" in capsys.readouterr().err, "a loader does"


def test_a_year_being_typed_is_not_asked_for() -> None:
    """The browser reports each digit of a date; the year 202 reaches nobody, nor does a date that was cleared."""
    picker = sf.picker("2024-06-01", "MLB")
    rows = picker.frame
    for typed in (*(date(year, 6, 1) for year in (2, 20, 202, pickers.FIRST_YEAR - 1)), None):
        picker._day.value = typed
        assert "Choose a date; until then the rows are those of 2024-06-01." in picker._work.value
        assert picker.error == ""
        assert picker.frame is rows
        assert '"2024-06-01"' in picker.code
        with pytest.raises(sf.QueryError):
            picker.date = typed
    picker.step(1)
    assert picker._day.value == picker.date == date(2024, 6, 2)
    picker._day.value = None
    picker.table = "teams"
    assert picker._day.value == date(2024, 6, 2)


async def chosen(picker: sf.widgets.Picker, **values: object) -> None:
    """What a browser does: values of controls that change one after the other."""
    for name, value in values.items():
        picker._controls[name].value = value
        await asyncio.sleep(0)


def test_what_is_chosen_in_the_browser_is_loaded_beside_the_kernel() -> None:
    """Choices are gathered and loaded once; until then the panel shows what it did, says so, and the loop goes on."""

    async def choose_and_look() -> None:
        picker = sf.picker("2024-06-01", "MLB")
        before, frame, asked = picker.code, picker.frame, []
        picker.observe(lambda change: asked.append(change["new"]), "code")
        picker._controls["date"].value = date(2024, 6, 2)
        assert picker.busy
        assert "Loading" in picker._work.value
        await chosen(picker, date=date(2024, 6, 3), table="pitching")
        assert (picker.code, picker.frame is frame) == (before, True)
        turns = 0
        while picker.busy:
            turns += 1
            await asyncio.sleep(0.01)
        assert turns > 5
        assert asked == ['sf.live("2024-06-03", "MLB", table="pitching", day="league")']
        assert_frame_equal(picker.frame, run(picker.code))

        await chosen(picker, sport="NHL")
        picker.cancel()
        assert not picker.busy
        assert (picker.sport, picker.table, picker._controls["sport"].value) == ("MLB", "pitching", "MLB")
        await asyncio.sleep(parts.PAUSE + 0.1)
        assert asked == [picker.code]

        await chosen(picker, date=date(2024, 6, 5))
        picker.date = "2024-06-06"  # code does not wait, and what was being loaded is not shown
        assert "2024-06-06" in picker.code
        await asyncio.sleep(parts.PAUSE + 0.1)
        assert "2024-06-06" in picker.code
        assert not picker.busy

    asyncio.run(choose_and_look())


def test_a_failed_load_can_be_tried_again() -> None:
    """After an error there is a button that loads the same selection again."""
    sf.live("2024-06-01", "MLB", day="league")
    with sf.options(offline=True):
        picker = sf.picker("2024-06-02", "MLB")
    again = next(button for button in controls(picker, ipywidgets.Button) if button.description == "Try again")
    assert again.layout.display == ""
    sf.live("2024-06-02", "MLB", day="league")
    again.click()
    assert (picker.error, again.layout.display) == ("", "none")
    assert len(picker.frame)


def test_cells_that_are_run_again_replace_their_widgets() -> None:
    """However often cells with widgets are run, one thread and one set of widgets are there."""
    assert widgets.reruns(2, say=lambda _: None) == []


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


def test_an_error_is_in_words_of_the_picker() -> None:
    """One day that could not be had is told as that: a widget has no rows received so far, and no method to resume."""
    with serving(Reply(503)) as server, sf.options(base_url=server.base_url, token=TOKEN):
        picker = sf.picker("2024-07-14", "MLB")
    for word in ("parts", ".frame", "resume"):
        assert word not in picker.error
    assert "503" in picker.error
    assert "2024-07-14" in picker.error


def test_a_game_picker_that_failed_tries_again() -> None:
    """Try again loads the day once more, and shows its games."""
    with sf.options(offline=True):
        games = sf.game_picker("2023-06-02", "MLB")
    assert "offline" in games.error
    assert games._retry.layout.display == ""
    sf.box_scores("2023-06-02", "MLB", day="league")
    games._retry.click()
    assert (games.error, games._retry.layout.display) == ("", "none")
    assert_frame_equal(games.frame, run(games.code))


def test_plot_table_and_code_change_together() -> None:
    """The plot takes half a second to draw; the code and the rows of a game come after it, not before."""
    games = sf.game_picker("2024-12-06", "NBA")
    seen = []
    games.observe(lambda _: seen.append((games._title(), html.unescape(games._picture.value[:200]))), ["code", "frame"])
    games.game = games._game.options[1][1]
    assert len(seen) == 2
    assert all(title == games._title() and f"Plot of {title}," in plot for title, plot in seen)
    assert html.escape(games._title()) in games._chosen_game.value


def test_a_slow_service() -> None:
    """The sign of loading comes at once, the loop goes on, and rows, code and table are of one selection throughout."""
    assert widgets.slow_service(0.3, say=lambda _: None) == []


@pytest.mark.parametrize(("date", "sport"), [("2024-11-04", "NHL"), ("today", "NBA")])
def test_a_day_without_games_is_displayed_as_that(date: str, sport: str) -> None:
    """A picker of games without a game shows why, live and in a saved notebook."""
    with sf.options(now="2024-07-16T12:00"):
        games = sf.game_picker(date, sport)
    assert (games.error, len(games.frame)) == ("", 0)
    assert "No rows: no game that day" in games._plain()
    assert 'sf-error"' not in games._plain()
    assert games._title() == ""


def test_the_current_season_of_one_sport_becomes_that_of_another() -> None:
    """Who did not choose a season sees the current one of each sport; one that was chosen stays."""
    with sf.options(now="2025-03-01T12:00"):
        seasons = sf.season_picker("MLB")
        assert seasons.code == 'sf.schedule_season(2025, "MLB")'
        seasons.sport = "NFL"
        assert seasons.code == 'sf.schedule_season(2024, "NFL")'
        assert len(seasons.frame)
        seasons.season = 2019
        seasons.sport = "NHL"
        assert seasons.code == 'sf.schedule_season(2019, "NHL")'
        seasons.season = 1990
    assert "No rows: a season not published" in seasons._plain()


def test_closing_leaves_nothing_behind() -> None:
    """Pickers and boards that are closed leave no widget, thread or object: 12 here, 1,000 by tests.support.leaks."""
    leaks.cycle(6)
    before, running = leaks.Held.now(), set(threading.enumerate())
    leaks.cycle(12)
    after = leaks.Held.now()

    assert after.widgets == before.widgets
    alive = {thread for thread in threading.enumerate() if thread.is_alive()}  # not one that is about to end
    assert alive <= running  # threads of tests before this one may have ended meanwhile
    assert after.objects - before.objects < leaks.most(12)


def test_traits_take_what_loaders_take() -> None:
    """A date or season set from code may be a word; what is none, or no string, is refused in one line."""
    with sf.options(now="2025-01-09T02:00"):
        picker = sf.picker("2024-06-01", "MLB")
        for given, expected in (("today", date(2025, 1, 8)), (pd.Timestamp("2024-06-02 23:00"), date(2024, 6, 2)),
                                (pd.Period("2024-06-03"), date(2024, 6, 3))):  # fmt: skip
            picker.date = given
            assert picker.date == expected
        picker.sport = "nba"
        assert picker.sport == "NBA"
        seasons = sf.season_picker("2023-2024", "NBA")
        assert seasons.season == 2023
        for season, year in (("current", 2024), ("2022", 2022), (2021, 2021)):
            seasons.season = season
            assert seasons.season == year
        game = sf.game_picker("2024-06-01", "MLB")
    refused: tuple[tuple[Any, str, Any], ...] = (
        (picker, "date", "tonight"), (picker, "date", "2024-06"), (picker, "date", 5), (picker, "date", None),
        (picker, "sport", 3), (picker, "table", "x"), (picker, "table", 3), (picker, "resource", None),
        (seasons, "season", "x"), (seasons, "season", 1.5), (seasons, "season", True), (game, "game", 5),
        (game, "game", "x"), (game, "table", 5),
    )  # fmt: skip
    for widget, name, value in refused:
        before = getattr(widget, name)
        with pytest.raises(sf.QueryError) as caught:
            setattr(widget, name, value)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 300
        assert getattr(widget, name) == before


def test_a_long_load_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seconds for any service, and the games played by the built-in one; nothing is left of it afterwards."""
    monkeypatch.setattr(progress, "SLOW", 0.0)
    monkeypatch.setattr(parts, "SLOW", 0.0)
    monkeypatch.setattr(parts, "TICK", 0.01)
    told: list[str] = []

    async def choose_and_wait() -> None:
        with sf.options(now="2012-11-20T12:00"):
            picker = sf.picker("2012-11-14", "NBA")
            picker._far.observe(lambda change: told.append(change["new"]), "value")
            await chosen(picker, resource="player-stats")
            while picker.busy:
                await asyncio.sleep(0.01)
            assert picker.error == ""
            assert len(picker.frame)
            assert picker._far.value == ""

    asyncio.run(choose_and_wait())
    counts = [int(found[1]) for text in told if (found := re.search(r">\d+ s, (\d+) of \d+ games played<", text))]
    assert len(counts) > 2
    assert counts == sorted(counts)


def test_two_threads_of_a_kernel_choose_one_after_the_other() -> None:
    """JupyterLab sends messages of widgets to two threads: what one chooses while the other shows is loaded next."""
    picker = sf.picker("2024-06-01", "MLB")

    async def choose(table: str) -> None:
        picker._controls["table"].value = table
        while picker.busy:
            await asyncio.sleep(0.01)

    other = threading.Thread(target=lambda: asyncio.run(choose("batting")))

    def chosen_meanwhile(change: object) -> None:
        if not other.ident:
            other.start()
            other.join(0.05)  # it has begun to load, or waits

    picker.observe(chosen_meanwhile, "frame")
    asyncio.run(choose("pitching"))
    other.join()
    assert picker.table == "batting"
    assert "at_bats" in picker.frame
    assert not picker.busy
