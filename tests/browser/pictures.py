"""Draw the pictures of the widgets in the documentation: ``python -m tests.browser.pictures``."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Locator, expect, sync_playwright

from tests.browser import servers
from tests.browser.pages import chromium

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "_static" / "widgets"

WIDTH, HEIGHT = 860, 560

WIDGETS = {
    "board": ".jupyter-widgets:has(> .sf-scoreboard)",
    "picker": ".jupyter-widgets:has(> .the-check)",
    "game": ".jupyter-widgets:has(> .sf-picture)",
    "explorer": ".sf-grid",
}
"""Name of a picture -> the element to take."""


def draw(browser: Browser, folder: Path, scheme: str) -> None:
    """Take the pictures in light or dark."""
    page = browser.new_page(viewport={"width": WIDTH, "height": 2400}, color_scheme=scheme)  # type: ignore[arg-type]
    page.set_default_timeout(60_000)
    expect.set_options(timeout=60_000)
    with servers.voila(folder, theme=scheme) as address:
        page.goto(address)
        page.locator(".the-check").first.wait_for()
        expect(page.locator(".sf-picture img")).to_be_visible()
        explorer = page.locator(WIDGETS["explorer"]).last
        explorer.get_by_label("Filter strikeouts").fill(">= 7")
        expect(explorer.get_by_role("status")).to_contain_text("found")
        explorer.locator(".sf-scroll").evaluate("it => { it.scrollLeft = 0; document.activeElement.blur(); }")
        page.locator("td.new").first.wait_for()  # changes on the board, which is taken before it updates again
        for name, selector in WIDGETS.items():
            save(page.locator(selector).last, FOLDER / f"{name}-{scheme}.png")
        page.close()


def save(widget: Locator, path: Path) -> None:
    """Save the upper part of a widget, in few colours."""
    with Image.open(io.BytesIO(widget.screenshot())) as picture:
        top = picture.convert("RGB").crop((0, 0, picture.width, min(picture.height, HEIGHT)))
        top.quantize(128).save(path, optimize=True)


def main() -> None:
    """Draw all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, chromium(playwright) as browser:
        for scheme in ("light", "dark"):
            with tempfile.TemporaryDirectory() as folder:
                draw(browser, Path(folder), scheme)
    for path in sorted(FOLDER.glob("*.png")):
        print(f"{path.relative_to(FOLDER.parents[2])}  {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
