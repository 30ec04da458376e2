"""Cards and box scores that stand in a page by themselves, on screens of every width."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

import sportsframe as sf
from sportsframe.widgets import Explorer, parts
from tests.browser.pages import DRAWN, SHOTS


@pytest.mark.parametrize("width", [390, 1440])
def test_the_board_of_a_saved_page_is_readable(browser: Browser, width: int) -> None:
    """No name runs into its neighbors under the rules that nbconvert and JupyterLab have for tables."""
    board = sf.scoreboard("2024-06-01", "MLB", start=False)
    rules = (
        ".jp-RenderedHTMLCommon table { table-layout: fixed; border-collapse: collapse; font-size: 12px }"
        ".jp-RenderedHTMLCommon tbody tr:nth-child(even) { background: red }"
    )
    saved = browser.new_page(viewport={"width": width, "height": 900})
    content = board._repr_mimebundle_()["text/html"]
    saved.set_content(f"<style>{rules}</style><div class='jp-RenderedHTMLCommon'>{content}</div>")
    cells = saved.locator("td, th").evaluate_all("them => them.map(it => [it.scrollWidth, it.clientWidth])")
    stripes = saved.locator(".sf-card tbody tr").evaluate_all(
        "them => [...new Set(them.map(it => getComputedStyle(it).backgroundColor))]"
    )
    saved.close()
    board.close()
    assert stripes == ["rgba(0, 0, 0, 0)"], "not under the numbers alone, as the name stays in view before them"
    assert len(cells) > 100
    assert not [cell for cell in cells if cell[0] > cell[1] + 1]


EVENINGS = {
    "NBA": ("2024-12-06", "2024-12-07T03:10:00"), "NFL": ("2024-11-10", "2024-11-10T19:40:00"),
    "MLB": ("2024-06-01", "2024-06-01T23:49:00"), "EPL": ("2024-12-07", "2024-12-07T15:40:00"),
    "PGA": ("2024-06-15", "2024-06-15T18:30:00"), "DARTS": ("2024-01-03", "2024-01-03T21:05:00"),
}  # fmt: skip
"""Sport or league -> a day, and a moment at which games are played."""


@pytest.mark.sampled
@pytest.mark.parametrize("sport", EVENINGS)
def test_no_card_cuts_its_score(browser: Browser, sport: str) -> None:
    """Cards are as wide as their contents, and no wider than the page; names are wrapped where there is no room."""
    day, moment = EVENINGS[sport]
    with sf.options(now=f"{moment}+00:00"):
        board = sf.scoreboard(day, sport, start=False)
        content = board._repr_mimebundle_()["text/html"]
        board.close()
    for width in (390, 768, 1440):
        shown = browser.new_page(viewport={"width": width, "height": 900})
        shown.set_content(f"<body style='font: 13px system-ui'>{content}</body>")
        cards = shown.locator(".sf-card").evaluate_all(
            "them => them.map(it => [it.scrollWidth - it.clientWidth, it.getBoundingClientRect()])"
        )
        cells = shown.locator(".sf-card td.n, .sf-card th.n").evaluate_all(
            "them => them.map(it => [it, it.closest('.sf-card')].map(one => one.getBoundingClientRect()))"
        )
        shown.screenshot(path=SHOTS / f"cards-{sport}-{width}.png")
        shown.close()
        assert cards
        assert [over for over, _ in cards if over > 0] == []
        assert all(card["right"] <= width for _, card in cards)
        assert len(cells) >= 4
        assert all(card["left"] <= cell["left"] and cell["right"] <= card["right"] for cell, card in cells)


BOXES = {
    "NBA": ("2024-12-06", "players"), "MLB": ("2024-06-01", "pitching"), "NFL": ("2024-11-10", "players"),
    "NHL": ("2024-12-05", "skaters"), "EPL": ("2024-12-07", "players"), "PGA": ("2024-06-15", "players"),
    "DARTS": ("2024-01-03", "players"),
}  # fmt: skip
"""Sport or league -> a day and a table of players."""


CELLS = """box => [...box.querySelectorAll('.n')].filter(it => it.textContent.trim()).map(it => {
    const range = document.createRange();
    range.selectNodeContents(it);
    const [text, name] = [range, it.parentElement.querySelector('.sf-who')].map(one => one.getBoundingClientRect());
    const whole = text.left >= name.right - 1 && text.right <= box.getBoundingClientRect().right + 1;
    const gone = text.right <= name.right + 1 || text.left >= box.getBoundingClientRect().right - 1;
    return [it.textContent, whole, gone, getComputedStyle(it).filter !== 'none'];
})"""
"""Of each number: its text, whether it is in view whole, whether not at all, and whether it is blurred."""


@pytest.mark.sampled
@pytest.mark.parametrize("sport", BOXES)
def test_a_box_score_is_read_on_a_phone(browser: Browser, sport: str) -> None:
    """Names and the heading stay as the table is scrolled, names take two lines, and what an edge cuts is blurred."""
    day, table = BOXES[sport]
    code, league = ("SOCCER", sport) if sport == "EPL" else (sport, None)
    content = sf.live(day, code, league=league, table=table, day="league").sports.show()._repr_html_()
    # the rules of nbconvert and JupyterLab for tables
    rules = ".jp-RenderedHTMLCommon table {table-layout: fixed; border-collapse: collapse; font-size: 12px}"
    body = f"<style>{rules}</style><div class='jp-RenderedHTMLCommon'>{content}</div>"
    shown = browser.new_page(viewport={"width": 390, "height": 1500})
    shown.set_content(f"<body style='font: 13px system-ui; margin: 17px'>{body}</body>")
    box = shown.locator(".sf-scroll")
    left, right = box.evaluate("it => [it.getBoundingClientRect()].flatMap(at => [at.left, at.right])")
    over = box.evaluate("it => it.scrollWidth - it.clientWidth")
    assert over > 0 or sport not in ("NBA", "NHL")
    for place in sorted({0, min(over, 31), over // 2, over}):
        box.evaluate("(it, place) => { it.scrollLeft = place; }", place)
        shown.evaluate(DRAWN)
        for at in shown.locator(".sf-who, .sf-game, .sf-scroll > .sf-part").evaluate_all(
            "them => them.map(it => it.getBoundingClientRect())"
        ):
            assert left - 1 <= at["left"] <= at["right"] <= right + 1
        numbers = box.evaluate(CELLS)
        assert [text for text, whole, gone, blurred in numbers if not whole and not gone and not blurred] == []
        assert sum(whole and not blurred for _, whole, _, blurred in numbers) > len(numbers) / 5
    lines = shown.locator("td.sf-who, th.sf-who").evaluate_all(
        "them => them.map(it => [it.textContent, it.clientHeight / parseFloat(getComputedStyle(it).lineHeight)])"
    )
    shown.screenshot(path=SHOTS / f"box-{sport}-390.png")
    shown.close()
    assert [text for text, height in lines if height > 2.5] == []


@pytest.mark.parametrize("width", [320, 390, 500])
def test_a_number_before_the_names_or_without_any_is_sharp(browser: Browser, width: int) -> None:
    """No name that stays in view covers the first column, such as the set of a leg or the rank of a team."""
    games = sf.live(("2024-10-22", "2024-10-29"), "NBA")
    tables = (
        sf.live("2024-01-03", "DARTS", table="legs").sports.show(rows=10),
        games.sports.standings().sports.show(rows=10),
        games.sports.show(rows=10, columns=["away_score", "home_score", "away_team"]),
    )
    shown = browser.new_page(viewport={"width": width, "height": 900})
    blurred = []
    for table in tables:
        shown.set_content(f"<body style='font: 13px system-ui; margin: 17px'>{table._repr_html_()}</body>")
        shown.evaluate(DRAWN)
        first = shown.locator("tr > :first-child")
        blurred.append(first.evaluate_all("them => them.filter(it => getComputedStyle(it).filter !== 'none').length"))
        assert first.count() == 11
    shown.close()
    assert blurred == [0, 0, 0]


def test_a_narrow_card_shows_its_whole_line_score(browser: Browser) -> None:
    """Where a line score has no room beside the names, it stands below them, and no number is cut or blurred.

    Only one of more than eleven innings is scrolled, on the narrowest card.
    """
    board = sf.scoreboard("2024-06-01", "MLB", start=False)
    content = board._repr_mimebundle_()["text/html"]
    board.close()
    for width in (230, 270, 310):
        shown = browser.new_page(viewport={"width": width, "height": 900})
        shown.set_content(f"<body style='font: 13px system-ui'>{content}</body>")
        cards = shown.locator(".sf-card")
        scrolled = cards.evaluate_all(
            """them => them.filter(it => it.scrollWidth > it.clientWidth)
                .map(it => it.querySelectorAll('thead th').length)"""
        )
        assert not scrolled or (width == 230 and min(scrolled) > 11 + len("RHE"))
        numbers = cards.locator("tbody .n").evaluate_all(
            """them => them.map(it => {
                const range = document.createRange();
                range.selectNodeContents(it);
                const number = range.getBoundingClientRect();
                range.selectNodeContents(it.parentElement.firstChild);
                const name = range.getBoundingClientRect();
                return [number.left >= name.right || number.top >= name.bottom - 3, getComputedStyle(it).filter];
            })"""
        )
        shown.screenshot(path=SHOTS / f"cards-narrow-{width}.png")
        shown.close()
        assert len(numbers) > 200
        assert all(apart for apart, _ in numbers)
        assert {blur for _, blur in numbers} == {"none"}


def test_a_board_whose_styles_are_removed_tells_who_won(browser: Browser) -> None:
    """In a notebook that is not trusted, the winner alone is in bold, and headings stand by themselves."""
    board = sf.scoreboard("2024-06-01", "MLB", start=False)
    content = re.sub("<style>.*?</style>", "", board._repr_mimebundle_()["text/html"], flags=re.S)
    board.close()
    shown = browser.new_page(viewport={"width": 390, "height": 900})
    shown.set_content(f"<body style='font: 13px system-ui'>{content}</body>")
    weights = shown.locator("tbody td:first-child").evaluate_all(
        "them => them.map(it => getComputedStyle(it.firstElementChild ?? it).fontWeight)"
    )
    heading, status = (shown.locator(at).first.bounding_box() for at in (".sf-group", ".sf-when"))
    shown.close()
    assert heading is not None
    assert status is not None
    assert status["y"] - heading["y"] > 1.5 * heading["height"]
    assert sorted(weights) == ["400"] * 16 + ["700"] * 16


def test_a_table_whose_styles_are_removed_has_rows_of_one_line(browser: Browser) -> None:
    """A notebook that is not trusted has the rules of JupyterLab for tables, which break cells; no date takes lines."""
    explorer = sf.pitching("2024-06-01").sports.explore()
    content = re.sub("<style>.*?</style>", "", explorer._repr_mimebundle_()[0]["text/html"], flags=re.S)
    explorer.close()
    rules = "table { table-layout: fixed; } td, th { white-space: normal; padding: .5em; line-height: 16px; }"
    shown = browser.new_page(viewport={"width": 700, "height": 900})
    shown.set_content(f"<!doctype html><style>{rules}</style><body style='font: 13px system-ui'>{content}</body>")
    heights = shown.locator("tbody tr").evaluate_all("them => them.map(it => it.getBoundingClientRect().height)")
    shown.close()
    assert len(heights) == 25
    assert max(heights) < 40


def test_the_right_edge_fades_as_long_as_there_is_more_beyond_it(browser: Browser) -> None:
    """Even if it falls between two columns, in a table and on the card of a tournament; a phone has no scroll bar."""
    board = sf.scoreboard("2024-06-14", "PGA", start=False)
    rows = sf.live("2024-06-14", "PGA", table="players")
    content = board._repr_mimebundle_()["text/html"] + rows.sports.show(rows=6)._repr_html_()
    board.close()
    shown = browser.new_page(viewport={"width": 300, "height": 1500})
    shown.set_content(f"<body style='font: 13px system-ui'>{content}</body>")
    places = shown.locator(".sf-card, .sf-scroll")
    for scrolled, fades in (("0", True), ("it.scrollWidth", False), ("it.scrollWidth / 9", True)):
        places.evaluate_all(f"them => them.forEach(it => {{ it.scrollLeft = {scrolled}; }})")
        shown.evaluate(DRAWN)
        masks = places.evaluate_all("them => them.map(it => getComputedStyle(it).maskImage !== 'none')")
        assert masks == [fades, fades]
    shown.set_viewport_size({"width": 499, "height": 1500})
    shown.evaluate(DRAWN)
    wide = places.evaluate_all(
        "them => them.filter(it => it.scrollWidth === it.clientWidth).map(it => getComputedStyle(it).maskImage)"
    )
    shown.close()
    assert wide
    assert set(wide) == {"none"}


def test_rows_of_a_wide_page_take_one_line(browser: Browser) -> None:
    """Also where a long column, such as the state of play, goes on beyond the edge; a phone has two lines for names."""
    with sf.options(now="2024-06-01T22:00"):
        content = sf.live("2024-06-01", "MLB").sports.show()._repr_html_()
    shown = browser.new_page(viewport={"width": 900, "height": 900})
    heights = []
    for width in (900, 390):
        shown.set_viewport_size({"width": width, "height": 900})
        shown.set_content(f"<body style='font: 13px system-ui'>{content}</body>")
        heights.append(shown.locator("tbody tr").evaluate_all("them => them.map(it => it.clientHeight)"))
    shown.close()
    assert max(heights[0]) < 25
    assert max(heights[1]) > 30


@pytest.mark.parametrize("box", ["widget-hbox", "widget-gridbox"])
@pytest.mark.parametrize("held", ["<div class='sf-panel'>{}</div>", "<div><div class='sf-grid'>{}</div></div>"])
def test_widgets_side_by_side_have_space_between_them(browser: Browser, box: str, held: str) -> None:
    """Their tables would be read as one; a long text is cut, so that the columns after it are found."""
    table = "<div class='sf-scroll'><table class='sf-show'><tbody><tr><td>{}</td><td>9</td></tr></tbody></table></div>"
    shown = browser.new_page(viewport={"width": 1600, "height": 600})
    rules = ".widget-hbox{display:flex}.widget-gridbox{display:grid;grid-template-columns:1fr 1fr}"
    both = held.format(table.format("a long story " * 300)) * 2
    shown.set_content(f"{parts.CSS}<style>{Explorer._css}{rules}</style><div class='{box}'>{both}</div>")
    one, two = shown.locator(f".{box} > div").evaluate_all("them => them.map(it => it.getBoundingClientRect())")
    wide = shown.locator("td").first.evaluate("it => it.offsetWidth / parseFloat(getComputedStyle(it).fontSize)")
    shown.close()
    assert two["left"] - one["right"] >= 16
    assert "sf-panel" in held or wide <= 34
