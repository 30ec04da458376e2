"""The widgets as people meet them: in JupyterLab and in voila, in a browser without a window."""

from __future__ import annotations

import html
import io
import re

import matplotlib.pyplot as plt
import nbformat
import pandas as pd
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

import sportsframe as sf
from tests.browser.pages import DRAWN, SHOTS, SIZE, THEME, edges, expect, label, picture


def test_the_board_updates_by_itself_and_stops(page: Page) -> None:
    """Nobody does anything and the board looks again, marking what is new; Stop ends it."""
    board = page.locator(".jupyter-widgets:has(> .sf-scoreboard)").first
    board.scroll_into_view_if_needed()
    state = board.locator(".sf-state")
    first = state.inner_text()
    expect(state).not_to_have_text(first)
    cards = board.locator(".sf-board")
    rows = cards.inner_text()
    expect(cards).not_to_have_text(rows, use_inner_text=True)
    expect(board.locator("td.new").first).to_be_visible()
    expect(board.get_by_role("status")).to_have_count(1)
    expect(board.get_by_role("status")).to_contain_text(re.compile(r"\w \d+, \w"))  # score changes, read out
    expect(board.get_by_role("button", name=re.compile(r"Box score: .+ \d+, .+ \d+, "))).not_to_have_count(0)
    printed = page.locator(".the-updates")  # by an observer
    expect(printed).to_contain_text("update ")
    expect(printed).not_to_have_text(printed.inner_text())
    picture(page, "board", board)
    saved = page.locator("[class^=sf-copy]").first
    expect(saved).to_be_hidden()
    if page.where == "lab":  # type: ignore[attr-defined]
        expect(saved.locator("td.new")).not_to_have_count(0)  # a notebook is saved with what was shown last

    board.get_by_role("button", name="Stop").press("Enter")
    expect(board.get_by_role("button", name="Start")).to_be_focused()
    stopped = state.inner_text()
    page.wait_for_timeout(2500)
    assert state.inner_text() == stopped
    board.get_by_role("button", name="Start").press("Enter")
    expect(board.get_by_role("button", name="Stop")).to_be_focused()
    expect(state).not_to_have_text(stopped)
    board.get_by_role("button", name="Stop").press("Enter")
    expect(board.get_by_role("button", name="Start")).to_be_focused()

    box = board.locator(".sf-opened .sf-game")
    opened = board.locator(".sf-card[data-game]").first.get_attribute("data-game")
    board.get_by_role("button", name="Box score").first.press("Enter")
    expect(box.first).to_be_visible()
    expect(board.locator('.sf-open[aria-expanded="true"]')).to_have_count(1)
    picture(page, "board-game", board)
    board.get_by_role("button", name="Start").click()
    last = board.locator(".sf-card[data-game]").nth(1).get_attribute("data-game")
    own = board.locator(f'.sf-card[data-game="{last}"] .sf-open')
    own.focus()
    for _ in range(2):
        now = state.inner_text()
        expect(state).not_to_have_text(now)
        expect(own).to_be_focused()  # a card that is drawn anew keeps the focus of its button
    board.get_by_role("button", name="Stop").click()
    board.locator(f'.sf-card[data-game="{opened}"]').click()
    expect(box).to_have_count(0)
    expect(board.locator('.sf-open[aria-expanded="true"]')).to_have_count(0)


def test_the_picker_follows_and_its_code_is_right(page: Page) -> None:
    """Sport, league, date and table are changed by their labels; table and code follow; the code gives the frame."""
    holder = page.locator(".jupyter-widgets:has(> .the-check)").first
    code, table, check = (holder.locator(at) for at in (".sf-code-line code", ".sf-table table.sf-show", ".the-check"))
    expect(code).to_have_text('sf.live("2024-06-01", "MLB", day="league")')
    expect(check).to_contain_text("16 rows")
    picture(page, "picker", holder)

    holder.get_by_label("Table", exact=True).select_option("pitching")
    expect(code).to_have_text('sf.live("2024-06-01", "MLB", table="pitching", day="league")')
    expect(table.locator("thead").first).to_contain_text("ER")

    holder.get_by_label("Date", exact=True).fill("2024-10-05")
    holder.get_by_label("Date", exact=True).press("Tab")
    expect(code).to_contain_text("2024-10-05")
    holder.get_by_label("Sport", exact=True).select_option(label=label("SOCCER"))
    holder.get_by_label("League", exact=True).select_option("LALIGA")
    holder.get_by_label("Table", exact=True).select_option("teams")
    expect(code).to_have_text('sf.live("2024-10-05", "SOCCER", league="LALIGA", table="teams", day="league")')
    expect(holder.locator(".sf-table")).to_contain_text("LALIGA")
    expect(check).to_contain_text('league="LALIGA", table="teams", day="league"): equal')
    assert re.match(r"[1-9]\d* rows", check.inner_text())
    picture(page, "picker-soccer", holder)


def test_what_observers_print_is_seen(page: Page) -> None:
    """As with any widget of ipywidgets: after a choice, and by `interactive_output`."""
    holder = page.locator(".jupyter-widgets:has(> .the-check)").first
    code = holder.locator(".sf-code-line code")
    holder.get_by_label("Sport", exact=True).select_option(label=label("MLB"))
    holder.get_by_label("Table", exact=True).select_option("games")
    for day in ("2024-06-03", "2024-06-04"):
        holder.get_by_label("Date", exact=True).fill(day)
        holder.get_by_label("Date", exact=True).press("Tab")
        expect(code).to_contain_text(day)
        expect(holder.locator(".the-told")).to_have_text(code.inner_text())
        expect(holder.locator(".the-drawn")).to_contain_text(day)
    holder.get_by_label("Table", exact=True).select_option("teams")
    expect(holder.locator(".the-told")).to_contain_text('table="teams"')


def test_the_picker_by_keyboard(page: Page) -> None:
    """Without a mouse: a choice by its letters, a day by Enter; the notebook takes none of the keys."""
    cells = page.locator(".jp-Cell").count()
    holder = page.locator(".jupyter-widgets:has(> .the-check)").first
    code = holder.locator(".sf-code-line code")
    holder.get_by_label("Sport", exact=True).focus()
    page.keyboard.type("NHL")
    expect(code).to_contain_text('"NHL"')
    page.keyboard.press("Tab")
    expect(holder.get_by_label("Resource", exact=True)).to_be_focused()
    expect(holder.get_by_label("Resource", exact=True)).to_have_css("outline-style", "solid")
    before = code.inner_text()

    holder.get_by_role("button", name="later").focus()
    page.keyboard.press("Enter")
    expect(code).not_to_have_text(before)
    code.focus()
    assert page.evaluate("getSelection().toString()") == code.inner_text()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    copies = [lambda: page.keyboard.press("Enter"), lambda: page.keyboard.press("Space"), code.click]
    for copy in copies:
        page.evaluate("navigator.clipboard.writeText('')")
        expect(holder.locator(".sf-copied")).to_have_text("")
        copy()
        expect(holder.get_by_role("status").filter(has_text="Copied")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == code.inner_text()
        expect(code).to_be_focused()
    expect(holder.get_by_role("button", name=f"Copy the code {code.inner_text()}")).to_have_count(1)
    expect(holder.locator(".sf-table table.sf-show tbody tr").first).to_be_visible()
    page.keyboard.press("x")  # JupyterLab would cut the cell
    page.keyboard.press("m")
    holder.get_by_role("button", name="calendar").focus()
    page.keyboard.press("Space")
    expect(holder.locator(".sf-month [aria-selected=true]")).to_be_visible()
    expect(holder.get_by_role("button", name="calendar")).to_have_attribute("aria-expanded", "true")
    day = holder.locator(".sf-month [data-day]:not([aria-disabled])").last
    chosen = str(day.get_attribute("data-day"))
    day.focus()
    page.keyboard.press("Enter")
    expect(code).to_contain_text(chosen)
    expect(holder.locator(f'[data-day="{chosen}"]')).to_have_attribute("aria-selected", "true")
    expect(holder.locator(f'[data-day="{chosen}"]')).to_be_focused()
    assert page.locator(".jp-Cell").count() == cells


def board_of(page: Page) -> Locator:
    """The scoreboard of the page, stopped."""
    board = page.locator(".jupyter-widgets:has(> .sf-scoreboard)").first
    board.get_by_role("button", name="Stop").click(force=True)
    expect(board.get_by_role("button", name="Start")).to_be_enabled()
    return board


def test_an_opened_box_score_has_the_focus(page: Page) -> None:
    """The keyboard goes into a box score that it opens, which has a name, and back to its button when it is closed."""
    board = board_of(page)
    button = board.locator(".sf-open").nth(3)
    opened = board.get_by_role("region", name=re.compile(r"Box score: .+ at .+"))
    for close in ("Escape", "button"):
        button.press("Enter")
        expect(opened).to_be_focused()
        expect(opened).to_be_in_viewport()
        expect(button).to_have_attribute("aria-expanded", "true")
        held = page.locator(f"[id='{button.get_attribute('aria-controls')}']")
        expect(held).to_have_count(1)
        expect(held.get_by_role("region", name="Box score")).to_have_count(1)
        if close == "Escape":
            page.keyboard.press("Escape")
        else:
            board.get_by_role("button", name="Close the box score").press("Enter")
        expect(opened).to_have_count(0)
        expect(button).to_be_focused()
        expect(button).to_have_attribute("aria-expanded", "false")


def test_an_update_keeps_the_place_in_a_box_score(page: Page) -> None:
    """While the game is played its box score is drawn anew: the focus and what is scrolled stay."""
    board = board_of(page)
    state = board.locator(".sf-state")
    game = board.locator(".sf-card[data-game]").first  # those in play come first
    game.locator(".sf-open").press("Enter")
    opened = board.get_by_role("region", name="Box score")
    expect(opened).to_be_focused()
    page.add_style_tag(content=".sf-opened .sf-scroll > :first-child {width: 3000px}")
    opened.evaluate("it => { it.marked = true; }")
    opened.evaluate("it => { it.scrollLeft = 55; it.scrollTop = 40; }")
    page.evaluate(DRAWN)  # only then the place is known
    place = opened.evaluate("it => [it.scrollLeft, it.scrollTop]")
    assert place[0] == 55
    board.get_by_role("button", name="Start").click()
    opened.focus()
    for _ in range(2):
        now = state.inner_text()
        expect(state).not_to_have_text(now)
        expect(opened).to_be_focused()
    board.get_by_role("button", name="Stop").click()
    assert not opened.evaluate("it => it.marked"), "it was drawn anew"
    assert opened.evaluate("it => [it.scrollLeft, it.scrollTop]") == place
    opened.press("Escape")
    expect(opened).to_have_count(0)


def test_a_long_board_scrolls_in_its_own_place(page: Page) -> None:
    """A notebook does not have to cut a board off; its buttons stay in view, and the keyboard scrolls it."""
    board = board_of(page)
    height, inside = board.locator(".sf-scoreboard").evaluate("it => [it.offsetHeight, it.scrollHeight]")
    visible = page.evaluate("innerHeight")
    assert height <= 0.8 * visible + 1
    assert board.evaluate("it => it.offsetHeight") < visible
    assert inside > height
    games = board.get_by_role("region", name="Games")
    games.focus()
    expect(games).to_be_focused()


BELOW = "it => getComputedStyle(it, '::after').opacity"
"""How much of the fade at the lower edge of a box is seen."""


def test_what_goes_on_below_is_seen_to(page: Page) -> None:
    """A phone draws no scroll bar: tables of pickers are as high as their rows, and other boxes fade at their edge."""
    page.set_viewport_size({"width": 390, "height": 844})
    tables = page.locator(".sf-table .sf-scroll").filter(visible=True)
    assert tables.count() >= 2
    for table in tables.all():
        assert table.evaluate("it => [it.scrollHeight - it.clientHeight, getComputedStyle(it).maxHeight]") == [
            0,
            "none",
        ]
    board, grid = board_of(page).locator(".sf-scoreboard"), page.locator(".sf-grid .sf-scroll").last
    for box, fading in ((board, board.locator(".sf-board")), (grid, grid)):
        box.scroll_into_view_if_needed()
        assert box.evaluate("it => it.scrollHeight > it.clientHeight + 50")
        for place, seen in (("0", "1"), ("it.scrollHeight", "0"), ("0", "1")):
            box.evaluate(f"it => {{ it.scrollTop = {place}; }}")
            page.evaluate(DRAWN)
            assert fading.evaluate(BELOW) == seen


def at_baseball(page: Page, day: str) -> Locator:
    """The picker of the check with the games of a day."""
    holder = page.locator(".jupyter-widgets:has(> .the-check)").first
    holder.get_by_label("Sport", exact=True).select_option(label=label("MLB"))
    holder.get_by_label("Resource", exact=True).select_option("live")
    date = holder.get_by_label("Date", exact=True)
    date.fill(day)
    date.press("Tab")
    return holder


def test_the_calendar_by_keyboard(page: Page) -> None:
    """One stop for Tab; arrows, Home and End go from day to day, Page Up and Page Down to other months."""
    holder = at_baseball(page, "2024-06-12")
    code = holder.locator(".sf-code-line code")
    expect(code).to_contain_text('"2024-06-12", "MLB"')
    toggle = holder.get_by_role("button", name="calendar")
    if toggle.get_attribute("aria-expanded") == "true":
        toggle.press("Enter")
    expect(toggle).to_have_attribute("aria-expanded", "false")
    toggle.press("Enter")
    expect(toggle).to_have_attribute("aria-expanded", "true")
    expect(holder.get_by_role("grid", name=re.compile("June 2024"))).to_be_visible()
    expect(holder.locator('[data-day="2024-06-12"]')).to_be_focused()
    expect(holder.locator('[data-day="2024-06-12"]')).to_have_attribute("aria-selected", "true")
    scrolled = page.evaluate("scrollY")
    for key, day in (
        ("ArrowRight", "2024-06-13"), ("ArrowDown", "2024-06-20"), ("ArrowLeft", "2024-06-19"),
        ("ArrowUp", "2024-06-12"), ("Home", "2024-06-10"), ("End", "2024-06-16"), ("PageDown", "2024-07-16"),
        ("PageUp", "2024-06-16"), ("PageUp", "2024-05-16"), ("ArrowDown", "2024-05-23"), ("ArrowDown", "2024-05-30"),
        ("ArrowDown", "2024-06-06"),
    ):  # fmt: skip
        page.keyboard.press(key)
        expect(holder.locator(f'[data-day="{day}"]')).to_be_focused()
        assert holder.locator('[data-day][tabindex="0"]').count() == 1
    assert page.evaluate("scrollY") == scrolled
    picture(page, "calendar", holder)
    page.keyboard.press("Enter")
    expect(code).to_contain_text('"2024-06-06", "MLB"')
    expect(holder.locator('[data-day="2024-06-06"]')).to_be_focused()
    page.keyboard.press("Tab")
    expect(holder.get_by_label("Table", exact=True)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(holder.get_by_role("grid", name=re.compile("July 2024"))).to_be_visible()
    expect(holder.get_by_role("button", name="August 2024")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(toggle).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(holder.get_by_role("grid")).to_have_count(0)
    expect(toggle).to_be_focused()
    expect(toggle).to_have_attribute("aria-expanded", "false")


def test_a_part_of_a_date_that_is_cleared_is_said(page: Page) -> None:
    """Until the date is whole again the picker says that its rows are those of the former one."""
    holder = page.locator(".jupyter-widgets:has(> .the-check)").first
    date = holder.get_by_label("Date", exact=True)
    date.fill("2024-12-06")
    date.press("Tab")
    expect(holder.locator(".sf-code-line code")).to_contain_text("2024-12-06")
    date.focus()
    page.keyboard.press("Backspace")
    expect(holder.locator(".sf-work")).to_contain_text("Choose a date")
    expect(holder.locator(".sf-work")).to_contain_text("2024-12-06")
    date.fill("2024-12-06")
    expect(holder.locator(".sf-work")).to_have_text("")


def test_targets_and_text_are_large_enough_for_a_phone(page: Page) -> None:
    """Whatever is pressed is 24 pixels high and wide, and no text is smaller than 12 pixels."""
    page.set_viewport_size({"width": 390, "height": 1500})
    grid = page.locator(".sf-grid").last
    grid.locator("summary").click()
    small = page.locator(".sf-panel, .sf-grid").evaluate_all(
        "them => [...new Set(them.flatMap(it => [...it.querySelectorAll("
        "'button, input:not([type=checkbox]), select, summary, label:has(input), [data-day]')]))]"
        ".filter(it => it.checkVisibility() && it.getBoundingClientRect().width)"
        ".map(it => [it.outerHTML.slice(0, 90), it.getBoundingClientRect()])"
        ".filter(([, box]) => box.height < 23.9 || box.width < 23.9).map(([it, box]) => [it, box.width, box.height])"
    )
    fine = page.locator(".sf-panel, .sf-grid").evaluate_all(
        "them => them.flatMap(it => [...it.querySelectorAll('*')])"
        ".filter(it => it.checkVisibility() && [...it.childNodes].some(n => n.nodeType === 3 && n.data.trim()))"
        ".filter(it => parseFloat(getComputedStyle(it).fontSize) < 12 && !it.closest('style, .jupyter-button'))"
        ".map(it => [it.outerHTML.slice(0, 90), getComputedStyle(it).fontSize])"
    )
    picture(page, "targets", grid)
    page.keyboard.press("Escape")
    assert small == []
    assert fine == []


def test_a_phone_shows_the_whole_name_of_the_chosen_game(page: Page) -> None:
    """A drop-down cuts long names off; below it they stand in full."""
    page.set_viewport_size({"width": 390, "height": 1500})
    opened = page.locator(".jupyter-widgets:has(> .sf-picture)").last
    chosen = opened.get_by_label("Game", exact=True).evaluate("it => it.selectedOptions[0].textContent")
    for css, value in {"text-overflow": "ellipsis", "padding-right": "22px"}.items():  # beside its arrow, not below it
        expect(opened.get_by_label("Game", exact=True)).to_have_css(css, value)
    name = opened.locator(".sf-chosen")
    name.scroll_into_view_if_needed()
    expect(name).to_be_visible()
    assert name.inner_text().split() == chosen.split()
    assert name.evaluate("it => it.scrollWidth <= it.clientWidth")
    picture(page, "game-phone", opened)
    page.set_viewport_size(SIZE)
    expect(name).to_be_hidden()


@pytest.mark.parametrize("width", [390, 768, 1440])
def test_nothing_is_cut_off(page: Page, width: int) -> None:
    """Every control and every table is within the page, controls are wide enough to be read, on a phone as well."""
    if page.where == "lab" and width < 1000:  # type: ignore[attr-defined]
        return  # the side bars of JupyterLab leave no room on a phone
    page.set_viewport_size({"width": width, "height": 1500})
    picture(page, str(width))
    for left, right in edges(page, ".sf-panel select, .sf-panel input, .sf-panel button:not(.sf-month-line *)"):
        assert right - left > 60
        assert left >= 0
        assert right <= width
    cut = page.locator("input[placeholder]").evaluate_all(
        "them => them.filter(it => it.placeholder && it.scrollWidth > it.clientWidth).map(it => it.placeholder)"
    )
    assert not cut
    assert all(high >= 24 for high in page.locator(".sf-open").evaluate_all("them => them.map(it => it.offsetHeight)"))
    for _, right in edges(page, ".sf-scroll, .sf-card"):
        assert right <= width, "what is wider than the page scrolls in its own place"


def test_a_card_keeps_its_button_when_it_is_scrolled(page: Page) -> None:
    """Where a line score is wider than its card, status, button and teams stay as it scrolls."""
    scrolled, *at = page.locator(".sf-card:has(.sf-open)").first.evaluate(
        """card => {
            Object.assign(card.style, {flex: 'none', width: 'min-content', minWidth: '0'});
            card.style.width = `${0.8 * card.scrollWidth}px`;
            card.scrollLeft = -999;
            const inside = ['.sf-open', 'tbody td'].map(name => card.querySelector(name));
            const boxes = [card, ...inside].map(it => it.getBoundingClientRect());
            const found = [card.scrollLeft, ...boxes.flatMap(box => [box.left, box.right])];
            card.removeAttribute('style');
            return found;
        }"""
    )
    left, right, begins, ends, named, _ = at
    assert scrolled < 0
    assert left <= begins < ends <= right
    assert left <= named < right


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_barrier_is_serious(page: Page, scheme: str) -> None:
    """axe-core finds nothing serious or critical in the widgets, in the light of both and the dark of JupyterLab."""
    if page.where == "lab":  # type: ignore[attr-defined]
        page.evaluate(THEME, f"JupyterLab {scheme.title()}")
    elif scheme == "dark":
        return  # voila takes its theme from the command that starts it
    picture(page, f"barriers-{scheme}")
    ours = [[".jupyter-widgets:has(> .the-check)"], [".sf-panel"], [".sf-grid"]]
    found = Axe().run(page, ours, {"resultTypes": ["violations"]}).response["violations"]
    grave = {
        f"{one['id']}: {node['html'][:120]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    }
    assert not grave, "\n".join(sorted(grave))


def test_buttons_have_an_edge_where_colors_are_forced(page: Page) -> None:
    """Backgrounds are gone then: a button without a border would look like text."""
    page.emulate_media(forced_colors="active")
    picture(page, "forced-colors")
    edges = page.locator(".sf-panel button:visible").evaluate_all(
        "them => them.map(it => [it.textContent, getComputedStyle(it).borderTopStyle])"
    )
    page.emulate_media(forced_colors="none")
    assert len(edges) > 5
    assert [text for text, edge in edges if edge != "solid"] == []


def test_an_error_stands_in_place(page: Page) -> None:
    """That nothing was before is an error in one line above the table; a date with games takes it away."""
    holder = page.locator(".jupyter-widgets:has(> .the-check)").first
    date = holder.get_by_label("Date", exact=True)
    holder.get_by_label("Sport", exact=True).select_option(label=label("MLB"))
    date.fill("1800-01-02")
    date.press("Tab")
    expect(holder.locator(".sf-code-line code")).to_contain_text("1800-01-02")
    holder.get_by_role("button", name="earlier").click()
    expect(holder.get_by_role("alert")).to_contain_text("no games before 1800-01-02")
    expect(holder.locator(".sf-table table")).to_have_count(0)
    expect(holder.get_by_role("button", name="explore")).to_be_hidden()
    picture(page, "picker-error", holder)

    date.fill("2024-06-06")
    date.press("Tab")
    expect(holder.get_by_role("alert")).to_have_count(0)
    expect(holder.get_by_role("button", name="explore")).to_be_visible()


def test_a_date_that_is_cleared_keeps_the_rows(page: Page) -> None:
    """The button of a date field that clears it leaves the rows, their day and the buttons beside it as they are."""
    holder = page.locator(".jupyter-widgets:has(> .the-check)").first
    date, code = holder.get_by_label("Date", exact=True), holder.locator(".sf-code-line code")
    holder.get_by_label("Sport", exact=True).select_option(label=label("MLB"))
    date.fill("2024-06-01")
    date.press("Tab")
    expect(code).to_contain_text('"2024-06-01", "MLB"')
    for _ in range(2):
        date.fill("")
        expect(holder.locator(".sf-work")).to_have_text("Choose a date; until then the rows are those of 2024-06-01.")
        expect(holder.get_by_role("button", name="Try again")).to_be_hidden()
        expect(code).to_contain_text('"2024-06-01", "MLB"')
        date.fill("2024-06-01")
        expect(holder.locator(".sf-work")).to_have_text("")
    date.fill("")
    picture(page, "picker-cleared", holder)
    holder.get_by_role("button", name="later").click()
    expect(code).to_contain_text('"2024-06-02", "MLB"')
    expect(date).to_have_value("2024-06-02")
    expect(holder.locator(".sf-work")).to_have_text("")


def test_another_table_is_explored_from_its_first_column(page: Page) -> None:
    """Whoever scrolled one table to the right sees the names of the next one."""
    holder = page.locator(".jupyter-widgets:has(> .the-check)").first
    table, explore = holder.get_by_label("Table", exact=True), holder.get_by_role("button", name="explore")
    holder.get_by_label("Sport", exact=True).select_option(label=label("MLB"))
    holder.get_by_label("Date", exact=True).fill("2024-06-01")
    table.select_option("pitching")
    expect(holder.locator(".sf-code-line code")).to_contain_text('"2024-06-01", "MLB", table="pitching"')
    explore.click()
    grid = holder.locator(".sf-grid .sf-scroll")
    head = grid.locator("th[data-name=innings]")
    expect(head).to_have_count(1)
    grid.evaluate("it => { it.scrollLeft = 600; it.scrollTop = 100; }")
    before = grid.evaluate("it => [it.scrollLeft, it.scrollTop]")
    assert before[0] > 0
    holder.get_by_role("button", name="later").click()
    expect(holder.locator(".sf-code-line code")).to_contain_text("2024-06-02")
    assert grid.evaluate("it => it.scrollLeft") == before[0]
    table.select_option("batting")
    expect(head).to_have_count(0)
    assert grid.evaluate("it => [it.scrollLeft, it.scrollTop]") == [0, 0]
    explore.click()
    table.select_option("games")
    expect(grid).to_be_hidden()


@pytest.mark.parametrize("width", [390, 768, 1440])
def test_the_menu_of_columns_is_whole(page: Page, width: int) -> None:
    """It is within its table, however narrow: on a phone, beside another table or the bars of JupyterLab."""
    page.set_viewport_size({"width": width, "height": 1500})
    grids = page.locator(".sf-grid").filter(visible=True)
    expect(grids).to_have_count(3)
    for at, grid in enumerate(grids.all()):
        grid.scroll_into_view_if_needed()
        grid.locator("summary").click()
        menu = grid.locator(".sf-grid-columns")
        expect(menu).to_be_visible()
        picture(page, f"menu-{at}-{width}")
        whole, own = (it.bounding_box() for it in (grid, menu))
        assert whole is not None
        assert own is not None
        assert whole["width"] >= 240
        assert whole["x"] <= own["x"]
        assert own["x"] + own["width"] <= whole["x"] + whole["width"] <= width
        assert menu.evaluate("it => it.scrollWidth <= it.clientWidth")
        last = menu.get_by_role("checkbox").last
        last.scroll_into_view_if_needed()
        last.focus()
        page.keyboard.press("Escape")
        expect(menu).to_be_hidden()


def test_a_game_is_opened(page: Page) -> None:
    """The game picker shows the box score of the chosen game and its picture."""
    opened = page.locator(".jupyter-widgets:has(> .sf-picture)").last
    opened.scroll_into_view_if_needed()
    code = opened.locator(".sf-code-line code")
    before = code.inner_text()
    opened.get_by_label("Game", exact=True).select_option(index=2)
    opened.get_by_label("Table", exact=True).select_option("players")
    expect(code).not_to_have_text(before)
    expect(code).to_contain_text('table="players"')
    expect(opened.locator(".sf-table thead").first).to_contain_text("REB")
    expect(opened.locator("img")).to_be_visible()
    picture(page, "game", opened)
    page.screenshot(path=SHOTS / f"{page.where}-page.png", full_page=True)  # type: ignore[attr-defined]


def test_rows_are_explored(page: Page) -> None:
    """Headings sort, fields filter, boxes choose columns; what was found is copied and downloaded; keys stay within."""
    pitchers = sf.pitching("2024-06-01")
    rows, found = len(pitchers), int((pitchers["strikeouts"] >= 7).sum())
    assert 0 < found <= 25 < 50 < rows
    last = (rows - 1) // 25 * 25 + 1
    cells = page.locator(".jp-Cell").count()
    grid = page.locator(".sf-grid").last
    grid.scroll_into_view_if_needed()
    body, state = grid.locator("tbody"), grid.get_by_role("status")
    expect(state).to_have_text(f"1 to 25 of {rows}")

    heading = grid.locator("th[data-name=strikeouts]")
    heading.get_by_role("button").click()
    expect(heading).to_have_attribute("aria-sort", "descending")
    grid.get_by_label("Filter strikeouts").fill(">= 7")
    expect(state).to_have_text(f"1 to {found} of {found} found, of {rows}")
    saved = page.locator("[class^=sf-copy]").last
    expect(saved).to_be_hidden()
    if page.where == "lab":  # type: ignore[attr-defined]
        expect(saved.locator("tbody tr")).to_have_count(found)
    grid.get_by_label("Filter strikeouts").fill(">= many")
    expect(grid.get_by_role("alert")).to_contain_text("invalid filter")
    expect(grid.get_by_label("Filter strikeouts")).to_have_attribute("aria-invalid", "true")
    expect(grid.get_by_label("Filter strikeouts")).to_have_accessible_description(re.compile("invalid filter"))
    grid.get_by_label("Filter strikeouts").fill("")
    expect(state).to_have_text(f"1 to 25 of {rows}")
    expect(grid.get_by_role("alert")).to_have_text("")
    expect(grid.get_by_label("Filter strikeouts")).not_to_have_attribute("aria-invalid", "true")

    grid.get_by_label("Search").click()
    page.keyboard.type("bxm")  # JupyterLab would insert a cell, cut it, and turn it into text
    expect(body).to_have_text("no rows")
    grid.get_by_label("Search").fill("")
    expect(state).to_have_text(f"1 to 25 of {rows}")
    grid.get_by_role("region").focus()
    page.keyboard.press("PageDown")
    expect(state).to_have_text(f"26 to 50 of {rows}")
    grid.get_by_role("button", name="Last page").press("Enter")
    expect(state).to_have_text(f"{last} to {rows} of {rows}")
    page.keyboard.press("x")
    grid.locator("summary").press("Enter")
    grid.get_by_role("checkbox", name="game date").uncheck()
    expect(grid.locator("th[data-name=game_date]")).to_have_count(0)
    picture(page, "explorer", grid)
    page.keyboard.press("Escape")
    expect(grid.get_by_role("checkbox", name="game date")).to_be_hidden()

    for name, first in (("CSV", b"\xef\xbb\xbf"), ("Parquet", b"PAR1")):
        with page.expect_download() as download:
            grid.get_by_role("button", name=name).click()
        assert download.value.suggested_filename == f"mlb-live-pitching.{name.lower()}"
        assert download.value.path().read_bytes().startswith(first)
    assert page.locator(".jp-Cell").count() == cells


def given(page: Page, grid: Locator, name: str) -> bytes:
    """The file that a button of the explorer gives at once."""
    with page.expect_download() as download:
        grid.get_by_role("button", name=name).click()
    return download.value.path().read_bytes()


NAMES = """button => {
    window.names = [];
    window.widths = [button.offsetWidth];
    new MutationObserver(() => {
        window.names.push(button.textContent);
        window.widths.push(button.offsetWidth);
    }).observe(button, { childList: true });
}"""
"""Keeps the names that a button has for a short time, and its widths: a busy machine may look too late."""

NO_PAUSES = "() => { const wait = setTimeout; window.setTimeout = (act, ms) => (ms === 250 ? 0 : wait(act, ms)); }"


@pytest.mark.parametrize("where", ["Filter team", "Search"])
def test_what_is_typed_is_applied_at_once(page: Page, where: str) -> None:
    """CSV, Parquet, Copy and Enter do not wait for the pause after which what is typed is applied by itself."""
    pitchers = sf.pitching("2024-06-01")
    team = str(pitchers["team"][0])
    known = pitchers.sports.explore()
    known.search, known.filters = (team, {}) if where == "Search" else ("", {"team": team})
    rows, found = len(pitchers), len(known.frame)
    grid = page.locator(".sf-grid").last
    grid.scroll_into_view_if_needed()
    state, field = grid.get_by_role("status"), grid.get_by_label(where, exact=True)
    expect(state).to_contain_text(f"of {rows}")
    page.evaluate("() => { window.timeout = setTimeout; }")
    page.evaluate(NO_PAUSES)  # the pause never ends
    try:
        for name in ("CSV", "Parquet"):
            field.fill(team)
            body = given(page, grid, name)
            frame = pd.read_csv(io.BytesIO(body)) if name == "CSV" else pd.read_parquet(io.BytesIO(body))
            assert len(frame) == found
            expect(state).to_contain_text(f"{found} found")
            field.fill("no such team")
            field.press("Enter")
            expect(state).to_have_text(f"0 of {rows}")
            field.fill("")  # the button is not held back by what was found before
            assert len(pd.read_csv(io.BytesIO(given(page, grid, "CSV")))) == rows
            expect(state).to_contain_text(f"of {rows}")
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        field.fill(team)
        copy = grid.get_by_role("button", name="Copy")
        copy.evaluate(NAMES)
        copy.click()
        page.wait_for_function("window.names.includes('Copied')")  # for a second and a half
        assert len({*page.evaluate("window.widths")}) == 1
        copied = pd.read_csv(io.StringIO(page.evaluate("navigator.clipboard.readText()")), sep="\t")
        assert len(copied) == found
        field.fill("")
        field.press("Enter")
        expect(state).to_contain_text(f"of {rows}")
    finally:
        page.evaluate("() => { window.setTimeout = window.timeout; }")


@pytest.mark.parametrize("name", ["CSV", "Next page"])
def test_a_button_stays_under_the_pointer(page: Page, name: str) -> None:
    """While a button is pressed no row comes or goes, as the table would move it away from the pointer."""
    rows = len(sf.pitching("2024-06-01"))
    grid = page.locator(".sf-grid").last
    state, search = grid.get_by_role("status"), grid.get_by_label("Search")
    button = grid.get_by_role("button", name=name)
    expect(state).to_have_text(f"1 to 25 of {rows}")
    page.evaluate("() => { window.timeout = setTimeout; }")
    page.evaluate(NO_PAUSES)  # what is typed is applied when the field is left
    try:
        search.fill("no such team")
        button.hover()
        page.wait_for_timeout(500)
        where = button.bounding_box()
        page.mouse.down()
        page.wait_for_timeout(1000)
        assert button.bounding_box() == where
        expect(state).to_have_text(f"1 to 25 of {rows}")
        if name == "CSV":
            with page.expect_download():
                page.mouse.up()
        else:
            page.mouse.up()
        expect(state).to_have_text(f"0 of {rows}")
        search.fill("")
        search.press("Enter")
        expect(state).to_have_text(f"1 to 25 of {rows}")
    finally:
        page.evaluate("() => { window.setTimeout = window.timeout; }")


def test_filters_that_are_edited_together(page: Page) -> None:
    """Several filters that are cleared or typed without a pause between them are all applied, and none comes back."""
    pitchers = sf.pitching("2024-06-01")
    rows, team = len(pitchers), str(pitchers["team"][0])
    found = int(((pitchers["team"] == team) & (pitchers["strikeouts"] >= 1) & (pitchers["innings"] < 9)).sum())
    grid = page.locator(".sf-grid").last
    grid.scroll_into_view_if_needed()
    state = grid.get_by_role("status")
    texts = {"team": team, "strikeouts": ">= 1", "innings": "< 9"}
    fields = {name: grid.get_by_label(f"Filter {name}", exact=True) for name in texts}
    for _ in range(3):
        for name, field in fields.items():
            field.fill(texts[name])
        expect(state).to_have_text(f"1 to {found} of {found} found, of {rows}")
        assert [field.input_value() for field in fields.values()] == list(texts.values())
        for field in fields.values():
            field.focus()
            page.keyboard.press("Control+A")
            page.keyboard.press("Delete")
        expect(state).to_have_text(f"1 to 25 of {rows}")
        page.wait_for_timeout(400)
        assert [field.input_value() for field in fields.values()] == ["", "", ""]
        expect(state).to_have_text(f"1 to 25 of {rows}")


def test_an_explorer_by_keyboard(page: Page) -> None:
    """One stop for Tab in the headings and one in the filters, whatever their number; arrows go between columns."""
    grid = page.locator(".sf-grid").last
    grid.scroll_into_view_if_needed()
    if grid.get_by_role("button", name="First page").is_enabled():
        grid.get_by_role("button", name="First page").click()
        expect(grid.get_by_role("button", name="First page")).to_be_disabled()
    grid.get_by_label("Search").focus()
    names = grid.locator("thead th").evaluate_all("them => them.map(it => it.dataset.name)")
    assert len(names) > 20
    stops = 0
    while page.evaluate("document.activeElement.getAttribute('aria-label')") != "Next page":
        page.keyboard.press("Tab")
        stops += 1
        assert stops < 12
    filters = [grid.locator(f".sf-grid-filters [data-name={name}]") for name in names]
    heads = [grid.locator(f"th[data-name={name}] button") for name in names]
    heads[0].focus()
    for key, there in (
        ("ArrowRight", heads[1]), ("End", heads[-1]), ("Home", heads[0]), ("ArrowLeft", heads[0]),
        ("ArrowRight", heads[1]), ("ArrowDown", filters[1]), ("ArrowRight", filters[2]), ("ArrowLeft", filters[1]),
        ("ArrowUp", heads[1]), ("Tab", filters[1]), ("Tab", grid.get_by_role("button", name="Next page")),
        ("Shift+Tab", filters[1]),
    ):  # fmt: skip
        page.keyboard.press(key)
        expect(there).to_be_focused()
    page.keyboard.type("ab")
    page.keyboard.press("ArrowLeft")  # within the text
    expect(filters[1]).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    expect(filters[0]).to_be_focused()
    filters[1].fill("")
    expect(grid.get_by_role("status")).not_to_contain_text("found")


@pytest.mark.parametrize("page", ["lab"], indirect=True)
def test_ctrl_s_saves_and_letters_stay(page: Page) -> None:
    """Wherever the focus is in a widget, JupyterLab gets Ctrl+S and its like, and no letter, nor what edits text."""
    page.evaluate(COMMANDS)
    cells = page.locator(".jp-Cell").count()
    grid, picker = page.locator(".sf-grid").last, page.locator(".sf-panel").first
    search = grid.get_by_label("Search")
    typed = ("b", "x", "Control+a", "Control+z", "Control+Shift+z")
    for place, all_keys in (
        (grid.locator("summary"), typed), (grid.get_by_role("region"), typed), (grid.locator("th button").first, typed),
        (grid.get_by_label("Rows per page"), ()), (picker.locator("select").first, ()),  # letters choose, and load
        (picker.locator("input[type=date]"), typed), (picker.get_by_role("button", name="later"), typed),
        (picker.locator(".sf-code"), typed), (board_of(page).locator(".sf-open").first, typed), (search, typed),
    ):  # fmt: skip
        place.focus()
        for keys in all_keys:
            page.keyboard.press(keys)
        page.evaluate("window.executed = []")
        place.press("Control+s")
        page.wait_for_function("window.executed.length > 0")
        assert page.evaluate("window.executed") == ["docmanager:save"], place
    for field in (search, *grid.locator(".sf-grid-filters input").all()):  # Ctrl+Z takes back what any test typed
        field.fill("")
    search.press("Enter")
    expect(grid.get_by_role("status")).to_contain_text("1 to 25")
    page.evaluate("window.executed = []")
    search.press("Control+Shift+c")
    page.wait_for_function("window.executed.includes('apputils:activate-command-palette')")
    page.keyboard.press("Escape")
    assert page.locator(".jp-Cell").count() == cells


def test_a_printed_table_is_scrolled_by_keyboard(page: Page) -> None:
    """The box of a table that was reached by Tab scrolls with arrows; after a click, keys are those of the page."""
    page.set_viewport_size({"width": 390, "height": 844})
    boxes = page.locator(".sf-box > .sf-scroll[onfocus]").filter(visible=True)
    wide = "boxes => boxes.findIndex(it => it.scrollWidth > it.clientWidth)"
    at = boxes.evaluate_all(wide)
    assert at >= 0
    box = boxes.nth(at)
    held = "data-lm-suppress-shortcuts"
    box.locator("td").first.click()
    assert box.get_attribute(held) is None
    box.evaluate("it => { const link = document.createElement('a'); link.href = '#'; it.before(link); link.focus(); }")
    page.keyboard.press("Tab")
    expect(box).to_be_focused()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("it => it.scrollLeft > 0", arg=box.element_handle())
    expect(box).to_be_focused()
    box.evaluate("it => { it.scrollLeft = 0; it.previousSibling.remove(); it.blur(); }")


COMMANDS = """() => {
    window.executed = [];
    window.jupyterapp.commands.commandExecuted.connect((_, { id }) => window.executed.push(id));
}"""
"""Keeps the commands that JupyterLab executes."""


def test_a_search_that_takes_time_is_said(page: Page) -> None:
    """Until the rows that were asked for are there, the table is busy and says so; then it says what was found."""
    grid = page.locator(".sf-grid").last
    state, search = grid.get_by_role("status"), grid.get_by_label("Search")
    page.evaluate("() => { window.timeout = setTimeout; }")
    expect(state).to_contain_text("1 to 25")
    page.evaluate(NO_PATIENCE)
    try:
        state.evaluate(NAMES)
        for text in ("no such team", ""):
            page.evaluate("window.names = []")
            search.fill(text)
            page.wait_for_function("window.names.includes('Updating …')")
            expect(state).to_contain_text("0 of" if text else "1 to")
            expect(grid.get_by_role("region")).to_have_attribute("aria-busy", "false")
    finally:
        page.evaluate("() => { window.setTimeout = window.timeout; }")


NO_PATIENCE = "() => { const wait = setTimeout; window.setTimeout = (act, ms) => wait(act, ms === 500 ? 0 : ms); }"


def test_two_explorers_stand_side_by_side(page: Page) -> None:
    """In a box that puts widgets beside each other each has its share, and scrolls in it."""
    pair = page.locator(".the-pair")
    pair.scroll_into_view_if_needed()
    expect(pair.locator(".sf-grid")).to_have_count(2)
    left, right = edges(page, ".the-pair .sf-grid")
    assert left[1] <= right[0] + 1
    assert left[1] - left[0] == pytest.approx(right[1] - right[0], rel=0.2)
    assert pair.evaluate("it => it.scrollWidth <= it.clientWidth")
    picture(page, "pair", pair)


@pytest.mark.parametrize("width", [390, 1280])
def test_names_stay_in_view(page: Page, width: int) -> None:
    """Whoever scrolls the explorer sees whose numbers these are; on a phone the names come first."""
    page.set_viewport_size({"width": width, "height": 1500})
    grid = page.locator(".sf-grid").last
    chosen = grid.locator(".sf-grid-columns input:checked").first.get_attribute("data-name")
    assert chosen != "player"
    first = "player" if width == 390 else str(chosen)
    expect(grid.locator("thead th").first).to_have_attribute("data-name", first)
    page.wait_for_function(  # again and again: rows may be on their way from the kernel
        """() => {
            const grid = [...document.querySelectorAll(".sf-grid")].at(-1), scroll = grid.querySelector(".sf-scroll");
            const rows = [...grid.querySelectorAll("tbody tr")];
            scroll.scrollLeft = 2000;
            const named = grid.querySelectorAll("tbody .sf-grid-name"), edge = scroll.getBoundingClientRect().left;
            return rows.length > 0 && rows[0].cells.length === grid.querySelectorAll("thead th").length
              && named.length === rows.length && Math.abs(named[0].getBoundingClientRect().left - edge) <= 1;
        }"""
    )
    grid.locator(".sf-scroll").evaluate("it => { it.scrollLeft = 0; }")


def test_a_page_that_was_loaded_again_stores_what_is_shown(page: Page) -> None:
    """A notebook that is saved, loaded again, changed and saved has the code and the rows that were shown last."""
    if page.where != "lab":  # type: ignore[attr-defined]
        return
    save = "() => window.jupyterapp.commands.execute('docmanager:save')"
    page.evaluate(save)
    page.goto(page.url.replace("?reset", ""))
    game = page.locator(".jupyter-widgets:has(> .sf-picture)").last
    game.scroll_into_view_if_needed()
    game.get_by_label("Table", exact=True).select_option("teams")
    code = game.locator(".sf-code-line code")
    expect(code).to_contain_text('table="teams"')
    grid = page.locator(".sf-grid").last
    grid.scroll_into_view_if_needed()
    grid.get_by_label("Filter strikeouts").fill(">= 7")
    expect(grid.get_by_role("status")).to_contain_text("found")
    rows = grid.locator("tbody tr").count()
    copies = page.locator("[class^=sf-copy]")
    expect(copies.last.locator("tbody tr")).to_have_count(rows)
    expect(copies.nth(1)).to_contain_text('table="teams"')
    page.evaluate(save)
    cells = nbformat.read(page.notebook, 4).cells  # type: ignore[attr-defined]
    nbformat.validate(nbformat.read(page.notebook, 4))  # type: ignore[attr-defined]
    game_kept, rows_kept = (cell.outputs[-1].data["text/html"] for cell in cells[-2:])
    assert html.escape(code.inner_text()) in game_kept
    assert rows_kept.count("<tr>") == rows + 1


def test_months_turned_while_one_is_loaded_add_up(page: Page) -> None:
    """Six presses of Page Up, or six clicks on the arrow, lead six months back however fast they follow each other."""
    holder = at_baseball(page, "2012-06-12")
    expect(holder.locator(".sf-code-line code")).to_contain_text('"2012-06-12", "MLB"')
    toggle = holder.get_by_role("button", name="calendar")
    if toggle.get_attribute("aria-expanded") == "true":
        toggle.press("Enter")
        expect(holder.get_by_role("grid")).to_have_count(0)
    toggle.press("Enter")
    expect(holder.locator('[data-day="2012-06-12"]')).to_be_focused()
    for pause in (0, 40):
        for _ in range(6):
            page.keyboard.press("PageUp")
            page.wait_for_timeout(pause)
        day = {0: "2011-12-12", 40: "2011-06-12"}[pause]
        expect(holder.locator(f'[data-day="{day}"]')).to_be_focused()
    page.keyboard.press("PageUp")
    page.keyboard.press("ArrowLeft")
    expect(holder.locator('[data-day="2011-05-11"]')).to_be_focused()
    page.evaluate(
        """async () => {
            for (let n = 0; n < 6; n++) {
                document.querySelector(".sf-turn button").click();
                await new Promise(done => setTimeout(done, 60));
            }
        }"""
    )
    expect(holder.get_by_role("grid", name=re.compile("November 2010"))).to_be_visible()
    expect(holder.get_by_role("button", name="Cancel")).to_be_hidden()
    page.keyboard.press("Escape")


def test_a_calendar_that_is_loaded_holds_the_page(page: Page) -> None:
    """Keys that are pressed before the month is there do not scroll the page, and lead into the month once it is."""
    holder = page.locator(".jupyter-widgets:has(> .the-check)").first
    before = page.viewport_size
    page.set_viewport_size({"width": 1280, "height": 500})
    holder.get_by_label("Resource", exact=True).select_option("live")
    holder.get_by_label("Sport", exact=True).select_option(label=label("NCAABB"))
    date = holder.get_by_label("Date", exact=True)
    date.fill("2016-01-14")
    date.press("Tab")
    expect(holder.locator(".sf-code-line code")).to_contain_text('"2016-01-14", "NCAABB"')
    toggle = holder.get_by_role("button", name="calendar")
    if toggle.get_attribute("aria-expanded") == "true":
        toggle.press("Enter")
        expect(holder.get_by_role("grid")).to_have_count(0)
    expect(holder.get_by_role("button", name="Cancel")).to_be_hidden()
    toggle.focus()
    stood = toggle.bounding_box()
    page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    page.wait_for_timeout(300)
    assert toggle.bounding_box() == stood
    expect(holder.locator('[data-day="2016-01-14"]')).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(toggle).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(holder.locator('[data-day="2016-01-14"]')).to_be_focused()
    page.keyboard.press("Escape")
    expect(holder.get_by_role("grid")).to_have_count(0)
    expect(toggle).to_be_focused()
    page.set_viewport_size(before or {"width": 1280, "height": 1500})


def test_rules_go_on_below_names(page: Page) -> None:
    """A name that stays in view is in line with its row, and the rule below the row is not interrupted by it."""
    page.set_viewport_size({"width": 1440, "height": 1500})
    grid = page.locator(".sf-grid").last
    for field in grid.locator("input:not([type=checkbox])").all():  # of which other tests leave some filled
        if field.input_value():
            field.fill("")
    expect(grid.get_by_role("status")).not_to_contain_text("found")
    table = grid.locator(".sf-scroll")
    table.scroll_into_view_if_needed()
    table.evaluate("it => { it.scrollLeft = 0; }")
    shown = plt.imread(io.BytesIO(table.screenshot(scale="css")), format="png")
    rows = table.evaluate(
        """table => [...table.querySelectorAll("tr")].slice(0, 12).map(row => {
            const of = (cell) => cell.getBoundingClientRect();
            const [name, beside] = ["", " + *"].map(next => of(row.querySelector(".sf-grid-name" + next)));
            return [name.left, beside.left, name.bottom].map((at, n) => at - [of(table).left, of(table).top][n >> 1]);
        })"""
    )
    assert len(rows) == 12
    for name, beside, bottom in rows:
        edge = slice(round(bottom) - 3, round(bottom) + 2)
        under, next_to = (shown[edge, round(left) + 1] for left in (name, beside))
        assert (under == next_to).all(), f"the rule at {bottom}"


def test_a_picture_is_drawn_for_a_narrow_page(page: Page) -> None:
    """On a phone its letters are as large as in a wide window, where the picture is."""
    before = page.viewport_size
    drawn = page.locator(".jupyter-widgets:has(> .sf-picture)").last.locator("img")
    letters = "it => it.clientWidth / it.naturalWidth * {dpi} / 72 * {points}"  # the height of a text in pixels
    for width, wide, dpi, points in ((1280, 770, 110, 10), (390, 780, 300, 6)):  # on a phone the smallest letters
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function("wide => document.querySelector('.sf-picture img').naturalWidth === wide",
                               arg=wide)  # fmt: skip
        drawn.scroll_into_view_if_needed()
        picture(page, f"game-{width}", drawn)
        assert drawn.evaluate(letters.format(dpi=dpi, points=points)) > 8.5
    page.set_viewport_size(before or {"width": 1280, "height": 1500})


def test_rows_are_as_high_as_their_names_on_a_phone(page: Page) -> None:
    """What is out of sight, such as a long team, makes no row higher."""
    before = page.viewport_size
    page.set_viewport_size({"width": 390, "height": 900})
    table = page.locator(".sf-grid").last.locator("table")
    expect(table.locator("th").first).to_have_class(re.compile("sf-grid-name"))
    lines = table.evaluate(
        """table => [...table.querySelectorAll("tbody tr")].map(row => {
            const range = document.createRange();
            range.selectNodeContents(row.firstChild);
            return [row.clientHeight, range.getBoundingClientRect().height];
        })"""
    )
    picture(page, "explorer-390", table)
    page.set_viewport_size(before or {"width": 1280, "height": 1500})
    assert len(lines) >= 10
    assert [high for high, name in lines if high > name + 8] == []


@pytest.mark.parametrize("width", [390, 1280])
def test_the_menu_of_columns_has_room_below_no_rows(page: Page, width: int) -> None:
    """A notebook cuts off what hangs out of an output, and lets nobody scroll to it."""
    before = page.viewport_size
    page.set_viewport_size({"width": width, "height": 900})
    grid = page.locator(".sf-grid").last
    grid.get_by_label("Search").fill("nobody is called that")
    expect(grid.get_by_text("no rows")).to_be_visible()
    grid.get_by_text("Columns").click()
    menu = grid.locator(".sf-grid-columns")
    expect(menu).to_be_visible()
    bottoms = [place.evaluate("it => it.getBoundingClientRect().bottom") for place in (menu, grid)]
    picture(page, f"menu-no-rows-{width}", grid)
    grid.get_by_text("Columns").click()
    grid.get_by_label("Search").fill("")
    expect(grid.get_by_text("no rows")).to_have_count(0)
    page.set_viewport_size(before or {"width": 1280, "height": 1500})
    assert bottoms[0] <= bottoms[1]


def test_notes_are_set_as_text(page: Page) -> None:
    """On a phone the note above a board takes several lines, which do not stand as far apart as controls."""
    for note in page.locator(".sf-note").filter(visible=True).all():
        spaced = note.evaluate("it => { const { lineHeight, fontSize } = getComputedStyle(it);"
                               " return parseFloat(lineHeight) / parseFloat(fontSize); }")  # fmt: skip
        assert not spaced > 1.8
