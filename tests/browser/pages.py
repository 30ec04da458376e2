"""The browser, and what tests do with its pages."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Locator, Page, Playwright, ViewportSize
from playwright.sync_api import expect as expected

from sportsframe.catalog import SPORTS

SHOTS = Path(__file__).resolve().parents[2] / "shots"
"""Pictures of each run, to be looked at."""

SIZE: ViewportSize = {"width": 1280, "height": 1500}
"""The size of the window with which each test begins."""

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
]  # fmt: skip

RUN_ALL = """async () => {
    const app = window.jupyterapp;
    const context = () => app.shell.currentWidget && app.shell.currentWidget.sessionContext;
    for (let i = 0; i < 600; i++) {
        const kernel = context() && context().isReady && context().session && context().session.kernel;
        if (kernel && kernel.status === 'idle' && kernel.connectionStatus === 'connected') break;
        await new Promise(done => setTimeout(done, 100));
    }
    await app.commands.execute('notebook:run-all-cells');
}"""

THEME = """async name => {
    await window.jupyterapp.commands.execute('apputils:change-theme', {theme: name});
    await new Promise(done => setTimeout(done, 500));
}"""


DRAWN = "() => new Promise(done => { let n = 9; const on = () => (n-- ? requestAnimationFrame(on) : done()); on(); })"
"""Waits until the page is drawn several times."""


@contextlib.contextmanager
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """The Chromium of this machine."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path, "Chromium is required: apt-get install chromium"
    browser = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
    yield browser
    browser.close()


MAY_BE_ABSENT = ("to_have_count", "not_to_have_count", "to_be_hidden")
"""What is also expected of an element that is not there."""


class Awaited:
    """What Playwright expects of an element, once it is there.

    Each time that Playwright looks and does not find one, it describes the whole page for its error, which takes
    seconds of a large one.
    """

    def __init__(self, locator: Locator) -> None:
        self._locator = locator

    def __getattr__(self, name: str) -> Any:
        if name not in MAY_BE_ABSENT:
            state: Literal["visible", "attached"] = "visible" if name == "to_be_visible" else "attached"
            self._locator.first.wait_for(state=state)
        return getattr(expected(self._locator), name)


def expect(locator: Locator) -> Any:
    """What may be expected of an element."""
    return Awaited(locator)


def label(sport: str) -> str:
    """What the drop-down says for a sport."""
    return f"{sport}: {SPORTS[sport].name}"


def picture(page: Page, name: str, what: Locator | None = None) -> None:
    """Save what is seen."""
    path = SHOTS / f"{page.where}-{name}.png"  # type: ignore[attr-defined]
    (what or page).screenshot(path=path)
    assert path.stat().st_size > 5000


def edges(page: Page, selector: str) -> list[tuple[float, float]]:
    """Where what is visible begins and ends from left to right, read at once: a running board is drawn anew."""
    found: list[tuple[float, float]] = page.locator(selector).evaluate_all(
        "them => them.filter(it => it.checkVisibility()).map(it => it.getBoundingClientRect())"
        ".map(box => [box.left, box.right])"
    )
    assert found
    return found
