"""Pickers, and what they share with the board, without a browser: set traits, read what follows."""

from __future__ import annotations

import html
import re
from base64 import b64decode
from datetime import date
from pathlib import Path
from typing import Any

import ipywidgets
import nbclient
import nbformat
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

import sportsframe as sf
from sportsframe.catalog import RESOURCES, SPORTS, answer
from sportsframe.catalog.resources import Resource
from sportsframe.widgets.pickers import offered

from ..support.controls import controls, run

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


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "day", "resource", "league", "table"), CHOICES)
def test_the_code_gives_the_frame(sport: str, day: str, resource: str, league: str | None, table: str | None) -> None:
    """For each sport: what the picker shows is what its line of code gives, and value is the question."""
    picker = sf.picker(sport, day, resource, league=league, table=table)

    assert picker.error == ""
    assert len(picker.frame)
    assert_frame_equal(picker.frame, run(picker.code))
    assert (picker.value.sport, picker.value.resource, picker.value.league) == (sport, resource, league)
    assert picker.table in answer(sport, resource).layouts


@pytest.mark.long
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


@pytest.mark.sampled
@pytest.mark.parametrize("resource", [RESOURCES[name] for name in offered("NFL")], ids=lambda it: it.name)
def test_a_resource_has_the_names_that_loaders_know(resource: Resource) -> None:
    """That of the function that loads it, with hyphens or underscores, at the beginning and as a trait."""
    picker = sf.picker("2024-12-05", "NFL")
    for name in resource.names:
        begun = sf.picker("2024-12-05", "NFL", name)
        picker.resource = name
        assert begun.resource == picker.resource == resource.name
        assert begun.code == picker.code
        picker.resource = "live"
        begun.close()


def test_the_button_to_the_next_games_is_as_wide_as_its_text() -> None:
    """A column stretches what stands in it over the page, unless it is told not to."""
    games = sf.game_picker("2024-07-16", "NBA")
    assert games._next_day.description == "Show 2024-10-22"
    assert (games._next_day.layout.width, games._next_day.layout.align_self) == ("auto", "flex-start")


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


def test_a_picker_without_rows_says_why() -> None:
    """In its repr, with the words of its page."""
    seasons = sf.season_picker(9999, "NFL")
    assert ": no rows: the option now has set the clock to " in repr(seasons)
    seasons.close()


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


@pytest.mark.sampled
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


def test_the_current_season_of_one_sport_becomes_that_of_another() -> None:
    """Who did not choose a season sees the current one of each sport; one that was chosen stays."""
    with sf.options(now="2025-03-01T12:00"):
        seasons = sf.season_picker("PGA")
        assert seasons.code == 'sf.schedule_season(2025, "PGA")'
        seasons.sport = "NFL"
        assert seasons.code == 'sf.schedule_season(2024, "NFL")'
        assert len(seasons.frame)
        seasons.season = 2019
        seasons.sport = "NHL"
        assert seasons.code == 'sf.schedule_season(2019, "NHL")'
        seasons.season = 1990
    assert "No rows: a season not published" in seasons._plain()


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


def test_no_bar_is_left_above_a_panel(tmp_path: Path) -> None:
    """In a notebook a bar of the responses would stay above the panel, and in the saved copy at 0 %."""
    code = f"""
import os
os.environ |= {{"SPORTSFRAME_CACHE_DIR": {str(tmp_path)!r}, "SPORTSFRAME_NOW": "2025-03-01T12:00:00+00:00"}}
import sportsframe as sf
picker = sf.picker()
"""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    nbclient.NotebookClient(book, timeout=100).execute()
    assert [out for out in book.cells[0].outputs if out.output_type != "stream"] == []
