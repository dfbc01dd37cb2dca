"""Every screen: nothing serious for a person who uses a screen reader, nothing that overflows, no error."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
pytest.importorskip("axe_playwright_python", reason="axe is not installed")

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from browsing import Visitor, visit
from served import Server

SCREENS = {
    "lobby": ("#/play", ".others h2"),
    "learn": ("#/learn", ".screen.learn > *"),
    "drill": ("#/drill", ".drill-page .answer"),
    "lab": ("#/lab", ".screen.lab > *"),
    "history": ("#/history", ".screen.history > *"),
    "account": ("#/account", ".screen.account > *"),
    "desk": ("#/desk", ".screen.desk > *"),
}
"""The address of each screen, and what is there when it is drawn."""
WAIT_MS = 60_000
"""How long a screen may take on a busy machine."""
SIZES = {"desktop": (1440, 900), "tablet": (768, 1024), "phone": (390, 844)}


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing_serious(chromium: Browser, house: Server, screen: str, theme: str) -> None:
    with visit(chromium, house, theme=theme) as visitor:
        _open(visitor, screen)
        found = Axe().run(visitor.page).response["violations"]
    serious = [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found if one["impact"] in SERIOUS]
    assert not serious, serious


SERIOUS = ("serious", "critical")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_is_wider_than_the_window(chromium: Browser, house: Server, screen: str, size: str) -> None:
    with visit(chromium, house, size=SIZES[size]) as visitor:
        _open(visitor, screen)
        assert not _too_wide(visitor.page)


def test_the_first_link_skips_to_the_page(chromium: Browser, house: Server) -> None:
    with visit(chromium, house) as visitor:
        _open(visitor, "learn")
        page = visitor.page
        page.focus(".skip")
        page.keyboard.press("Enter")
        assert page.evaluate("() => document.activeElement.id") == "screen"
        assert page.url.endswith("#/learn")


def _open(visitor: Visitor, screen: str) -> None:
    address, drawn = SCREENS[screen]
    visitor.open(address)
    visitor.page.wait_for_selector(drawn, timeout=WAIT_MS)


def _too_wide(page: Page) -> list[str]:
    """The elements that reach beyond the right edge of the window, and are seen there."""
    found: list[str] = page.evaluate(
        """() => {
            const scrolls = (one) =>
                one && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
            return [...document.querySelectorAll('main *, #bar *')]
                .filter((one) => !one.closest('.unseen, svg') && one.getBoundingClientRect().width > 0)
                .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !scrolls(one.parentElement))
                .map((one) => one.outerHTML.slice(0, 100));
        }"""
    )
    return found
