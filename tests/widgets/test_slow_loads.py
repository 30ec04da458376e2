"""Pickers while something is loaded: the kernel goes on, and nothing is loaded twice or left behind."""

from __future__ import annotations

import asyncio
import html
import re
import threading
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

import sportsframe as sf
from sportsframe._client import progress
from sportsframe.widgets import parts, pickers
from tests.bench import widgets
from tests.support import leaks

from ..support.controls import chosen, run


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


@pytest.mark.long
def test_cells_that_are_run_again_replace_their_widgets() -> None:
    """However often cells with widgets are run, one thread and one set of widgets are there."""
    assert widgets.reruns(2, say=lambda _: None) == []


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


def test_closing_leaves_nothing_behind() -> None:
    """Pickers and boards that are closed leave no widget, thread or object: 6 here, 1,000 by tests.support.leaks."""
    leaks.cycle(3)
    before, running = leaks.Held.now(), set(threading.enumerate())
    leaks.cycle(6)
    after = leaks.Held.now()

    assert after.widgets == before.widgets
    alive = {thread for thread in threading.enumerate() if thread.is_alive()}  # not one that is about to end
    assert alive <= running  # threads of tests before this one may have ended meanwhile
    assert after.objects - before.objects < leaks.most(6)


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


def test_an_error_is_not_shown_beside_the_load_after_it() -> None:
    """It is of what was loaded before; who cancels sees it again."""

    async def fail_and_choose() -> None:
        with sf.options(offline=True):
            failing = sf.picker("2023-06-03", "MLB")
        assert "offline" in failing.error
        assert failing._error.layout.display != "none"
        await chosen(failing, date=date(2024, 6, 2))
        assert failing.busy
        assert failing._error.layout.display == "none"
        failing.cancel()
        assert failing._error.layout.display != "none"
        await chosen(failing, date=date(2024, 6, 4))
        while failing.busy:
            await asyncio.sleep(0.01)
        assert failing._error.layout.display != "none"

    asyncio.run(fail_and_choose())


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


def _rows_as_told(panel: Any, names: Sequence[str], act: Callable[[], object]) -> dict[str, tuple[str, str]]:
    """The line of code and the first rows that observers of each trait see."""
    seen: dict[str, tuple[str, str]] = {}

    def look(change: Any) -> None:
        assert change["name"] not in seen
        seen[change["name"]] = (panel.code, panel.frame.head(3).to_csv())

    panel.observe(look, names)
    act()
    return seen


SELECTIONS = [
    (lambda: sf.picker("2024-06-01", "MLB"), "date", date(2024, 6, 2), {"date", "code", "value", "frame"}),
    (lambda: sf.picker("2024-06-01", "MLB"), "table", "batting", {"table", "code", "value", "frame"}),
    (lambda: sf.picker("2024-12-06", "NHL"), "sport", "NBA", {"sport", "code", "value", "frame"}),
    (lambda: sf.picker("2024-06-01", "MLB", table="pitching"), "sport", "NBA",
     {"sport", "table", "code", "value", "frame"}),
    (lambda: sf.season_picker(2023, "NFL"), "season", 2022, {"season", "code", "value", "frame"}),
    (lambda: sf.game_picker("2024-12-06", "NBA"), "table", "periods", {"table", "code", "frame"}),
    (lambda: sf.game_picker("2024-12-06", "NBA"), "game", None, {"game", "code", "frame"}),
]  # fmt: skip
NAMES = ("sport", "league", "date", "season", "game", "table", "resource", "code", "value", "frame")


@pytest.mark.sampled
@pytest.mark.parametrize("in_browser", [False, True])
@pytest.mark.parametrize(("begin", "name", "value", "told"), SELECTIONS)
def test_observers_are_told_when_everything_is_set(
    begin: Callable[[], Any], name: str, value: Any, told: set[str], in_browser: bool
) -> None:
    """Each trait that changes is told once; whoever is told reads the code and the rows of the same selection."""
    panel = begin()
    value = panel._game.options[1][1] if value is None else value
    names = [each for each in NAMES if panel.has_trait(each)]

    async def choose() -> None:
        await chosen(panel, **{name: value})
        assert panel.busy
        while panel.busy:
            await asyncio.sleep(0.01)

    seen = _rows_as_told(
        panel, names, (lambda: asyncio.run(choose())) if in_browser else (lambda: panel.set_trait(name, value))
    )
    assert set(seen) == told
    assert set(seen.values()) == {(panel.code, run(panel.code).head(3).to_csv())}


def test_a_choice_that_is_taken_back_is_not_told() -> None:
    """Neither is what it would have brought with it."""
    picker = sf.picker("2024-06-01", "MLB", table="pitching")

    async def choose_and_cancel() -> None:
        await chosen(picker, sport="NBA")
        picker.cancel()

    assert _rows_as_told(picker, NAMES[:3], lambda: asyncio.run(choose_and_cancel())) == {}


def test_a_failing_observer_keeps_nothing_from_the_others() -> None:
    """The rows are displayed, and those who observe other traits are told."""
    picker = sf.picker("2024-06-01", "MLB")
    picker.observe(lambda _: 1 / 0, "code")
    seen = []
    picker.observe(lambda _: seen.append(picker.code), "frame")
    with pytest.raises(ZeroDivisionError):
        picker.table = "pitching"
    assert seen == [picker.code]
    assert ">ER<" in picker._table.value


def test_observers_of_a_board_see_one_update() -> None:
    """The rows, the number of the update and what changed in it."""
    clock = sf.Clock("2024-06-01T19:30:00+00:00", rate=0)
    with sf.options(now=clock):
        board = sf.scoreboard("2024-06-01", "MLB", start=False)
        seen: list[int] = []
        board.observe(lambda _: seen.append(board.updates), ["frame", "updates"])
        board.look()
        assert seen == [2, 2]
        board.close()


def test_observers_of_an_explorer_see_the_frame_it_holds() -> None:
    """Not the rows that were found in the one before."""
    explorer = sf.pitching("2024-06-01").sports.explore()
    explorer.filters = {"strikeouts": ">= 8"}
    other = pd.DataFrame({"wins": [3, 5]})
    seen: list[pd.DataFrame] = []
    explorer.observe(lambda _: seen.append(explorer.frame), ["columns", "filters", "view"])
    explorer.hold(other)
    assert len(seen) == 3
    for frame in seen:
        assert_frame_equal(frame, other)


@pytest.mark.parametrize("answers", [True, False])
def test_rows_are_shown_when_the_page_answers_or_is_gone(monkeypatch: pytest.MonkeyPatch, answers: bool) -> None:
    """In its message, so that it displays what observers print; a page that was closed holds nothing up for long."""
    monkeypatch.setattr(parts, "ANSWER", 60.0 if answers else 0.1)
    picker = sf.picker("2024-06-01", "MLB")
    picker._page._view_count = 1
    sent: list[Any] = []
    monkeypatch.setattr(picker._page, "send", sent.append)

    async def choose_and_answer() -> None:
        await chosen(picker, table="pitching")
        while picker.busy:
            await asyncio.sleep(0.01)
            if sent and answers:
                assert "pitching" not in picker.code
                picker._heard["loaded"](True)

    asyncio.run(choose_and_answer())
    assert sent == [{"loaded": True}]
    assert_frame_equal(picker.frame, run(picker.code))
    picker._heard["loaded"](True)  # a second place where it is shown answers as well
    assert "pitching" in picker.code
