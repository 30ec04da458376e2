"""A browser, and the notebook of the widgets in JupyterLab and in voila."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser import servers
from tests.browser.pages import RUN_ALL, SHOTS, SIZE, chromium


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
