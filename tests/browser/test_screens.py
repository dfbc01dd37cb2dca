"""Every screen: nothing serious for a person who uses a screen reader, nothing that overflows, no error."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
pytest.importorskip("axe_playwright_python", reason="axe is not installed")

from playwright.sync_api import Browser, Page

from axed import serious
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


@pytest.fixture(scope="module", params=SIZES)
def visitor(request: pytest.FixtureRequest, chromium: Browser, house: Server) -> Iterator[Visitor]:
    """Somebody who goes from screen to screen in a window of a size."""
    with visit(chromium, house, size=SIZES[request.param]) as visitor:
        visitor.open("#/account")
        yield visitor


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_fits_the_window_and_axe_finds_nothing_serious(
    visitor: Visitor, screen: str, request: pytest.FixtureRequest
) -> None:
    _go(visitor, screen)
    assert not _too_wide(visitor.page)
    if "desktop" in request.node.callspec.id:
        assert not serious(visitor.page)
    assert not visitor.errors, visitor.errors


def test_the_first_link_skips_to_the_page(visitor: Visitor) -> None:
    _go(visitor, "learn")
    page = visitor.page
    page.focus(".skip")
    page.keyboard.press("Enter")
    assert page.evaluate("() => document.activeElement.id") == "screen"
    assert page.url.endswith("#/learn")


def _go(visitor: Visitor, screen: str) -> None:
    address, drawn = SCREENS[screen]
    visitor.page.evaluate("(address) => window.pitboss.go(address)", address)
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
