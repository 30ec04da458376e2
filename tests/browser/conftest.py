"""A browser, and the notebook of the widgets in JupyterLab and in voila."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser import servers
from tests.browser.pages import RUN_ALL, SHOTS, SIZE, chromium

LAB = (
    "test_the_board_updates_by_itself_and_stops", "test_the_picker_by_keyboard", "test_an_explorer_by_keyboard",
    "test_no_barrier_is_serious", "test_rows_are_explored", "test_ctrl_s_saves_and_letters_stay",
    "test_a_printed_table_is_scrolled_by_keyboard", "test_a_page_that_was_loaded_again_stores_what_is_shown",
    "test_the_menu_of_columns_is_whole", "test_what_observers_print_is_seen", "test_an_error_stands_in_place",
    "test_an_update_keeps_the_place_in_a_box_score", "test_what_is_typed_is_applied_at_once",
    "test_two_explorers_stand_side_by_side", "test_buttons_have_an_edge_where_colors_are_forced",
    "test_months_turned_while_one_is_loaded_add_up", "test_a_search_that_takes_time_is_said",
)  # fmt: skip
"""The tests of what JupyterLab itself takes, shows, styles or saves, and some others, tried there each time."""

BOTH = "test_the_picker_follows_and_its_code_is_right"
"""The test that shows that the widgets work at all."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave either JupyterLab or voila to the long trials, as the widgets are the same; one test is tried in both."""
    for item in items:
        if not isinstance(item, pytest.Function) or not hasattr(item, "callspec"):
            continue
        where = item.callspec.params.get("page")
        if where is not None and item.originalname != BOTH and (where == "lab") != (item.originalname in LAB):
            item.add_marker("long")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for all tests."""
    SHOTS.mkdir(exist_ok=True)
    with sync_playwright() as playwright, chromium(playwright) as browser:
        yield browser


@pytest.fixture(scope="module", params=["voila", "lab"])
def page(request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The notebook, run, in one of the two."""
    folder = tmp_path_factory.mktemp(request.param)
    shown = browser.new_page(viewport=SIZE)
    shown.set_default_timeout(60_000)
    expect.set_options(timeout=60_000)
    with getattr(servers, request.param)(folder) as address:
        if request.param == "voila":
            shown.goto(address)
        else:
            shown.goto(f"{address}/doc/tree/page.ipynb?reset")
            shown.wait_for_function("window.jupyterapp !== undefined")
            shown.evaluate(RUN_ALL)
        shown.locator(".the-check").first.wait_for()
        shown.where = request.param  # type: ignore[attr-defined]
        shown.notebook = folder / "page.ipynb"  # type: ignore[attr-defined]
        yield shown
        shown.close()


@pytest.fixture(autouse=True)
def _sized(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever a test does to the size of the window, and however it ends, the next one has the usual size."""
    page = request.getfixturevalue("page") if "page" in request.fixturenames else None
    yield
    if page is not None:
        page.set_viewport_size(SIZE)
