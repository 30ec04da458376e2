"""Errors of pickers stand in place, in one line, and the next choice is tried as usual."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import ipywidgets
import pytest
from pandas.testing import assert_frame_equal

import sportsframe as sf

from ..support.controls import controls, every, run
from ..support.servers import TOKEN, Reply, serving


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


@pytest.mark.parametrize(
    ("trait", "value", "told"),
    [
        ("sort", ["home_score", "away_score"], "sort is text, such as 'home_score', not ['home_score', 'away_score']."),
        ("sort", None, "sort is text, such as 'home_team', not None."),
        (
            "filters",
            {"home_score": 5},
            "filters is a dict of texts, such as {'home_score': '5'}, not {'home_score': 5}.",
        ),
        ("filters", None, "filters is a dict of texts, such as {'home_team': 'text'}, not None."),
        ("columns", 5, "columns is a list of texts, such as ['home_team'], not 5."),
        ("search", 5, "search is text, not 5."),
        ("rows", 0, "rows is an integer from 1 to 500, not 0."),
        ("first", -1, "first is an integer from 0, not -1."),
    ],
)
def test_a_value_of_another_type_is_refused(trait: str, value: object, told: str) -> None:
    """What an explorer does not take is refused in a line that says what it takes, and changes nothing."""
    games = sf.live("2024-06-01", "MLB")[["home_team", "home_score", "away_score"]]
    explorer = games.sports.explore()
    before = getattr(explorer, trait)
    with pytest.raises(sf.QueryError, match=f"^{re.escape(told)}$"):
        setattr(explorer, trait, value)
    assert getattr(explorer, trait) == before
    one = games[["home_team"]].sports.explore()
    assert repr(one) == f"<Explorer: {len(games)} of {len(games)} rows, 1 column>"


@pytest.mark.parametrize("make", [sf.picker, sf.season_picker])
def test_a_league_of_another_sport_is_refused(make: Callable[[str], Any]) -> None:
    """The NFL has no leagues; the error says of which sport the league is, and the picker stays as it was."""
    picker = make("NFL")
    before = picker.code
    with pytest.raises(sf.QueryError, match="NFL has no leagues; 'EPL' is a league of SOCCER, choose that sport first"):
        picker.league = "EPL"
    with pytest.raises(sf.QueryError, match="league is text, not None"):
        picker.league = None
    assert (picker.league, picker.code) == ("", before)


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


@pytest.mark.parametrize("resource", ["live", "schedule", "schedule-week"])
def test_a_date_that_is_none_is_refused_for_what_is_shown(resource: str) -> None:
    """The error names the resource of the picker, and no other one."""
    picker = sf.picker("2024-06-01", "PGA", resource)
    with pytest.raises(sf.QueryError, match=f"PGA needs a date for {resource};"):
        picker.date = None
    with sf.options(now="2024-06-12T12:00"):
        picker.date = "today"
    for make in (sf.game_picker, sf.scoreboard):
        with pytest.raises(sf.QueryError, match="date 20240601 is not a day"):
            make(20240601, "MLB")


def test_a_picker_shows_the_present_as_today() -> None:
    """What the service calls now is a day in a picker, also of a resource that takes the word."""
    picker = sf.picker("2024-06-01", "PGA", "schedule-week")
    picker.date = "now"
    now = picker.date
    picker.date = "today"
    assert now == picker.date


RESULTS = {
    sf.picker: (("2024-06-01", "MLB"), ("frame", "code", "value", "error", "busy"), "set sport or league or"),
    sf.season_picker: ((2024, "NBA"), ("frame", "code", "value", "error", "busy"), "set sport or league or season"),
    sf.game_picker: (("2024-06-01", "MLB"), ("frame", "code", "box", "error", "busy"), "set game or table instead"),
    sf.scoreboard: (("2024-06-01", "MLB"), ("frame", "changes", "running", "updates", "error"), "call start(), stop()"),
}
"""Widget -> how one is made, what it has loaded, and what an error says to do instead of setting that."""


@pytest.mark.sampled
@pytest.mark.parametrize("make", list(RESULTS))
def test_what_a_widget_has_loaded_is_not_set(make: Callable[..., Any]) -> None:
    """Code and rows belong together: whoever sets one of them is told what can be set, and the widget stays whole."""
    arguments, names, instead = RESULTS[make]
    widget = make(*arguments, **({"start": False} if make is sf.scoreboard else {}))
    shown, rows = repr(widget), len(widget.frame)
    for name in names:
        for value in (None, "x", True, widget.frame.head(1)):
            with pytest.raises(sf.QueryError) as refused:
                setattr(widget, name, value)
            assert str(refused.value).startswith(f"{name} is a result and cannot be set; ")
            assert instead in str(refused.value)
            assert len(str(refused.value)) <= 200
    assert (repr(widget), len(widget.frame)) == (shown, rows)
    widget.close()


def test_the_error_of_a_table_to_explore_is_not_set() -> None:
    """It tells of the filters, which can be set."""
    explorer = sf.live("2024-06-01", "MLB").sports.explore()
    with pytest.raises(sf.QueryError, match="error is a result and cannot be set; set search, filters, "):
        explorer.error = "x"


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
