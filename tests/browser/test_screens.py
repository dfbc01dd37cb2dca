"""Every screen: nothing serious for a person who uses a screen reader, nothing that overflows, no error."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
pytest.importorskip("axe_playwright_python", reason="axe is not installed")

from playwright.sync_api import Browser, Page, expect

from axed import serious
from browsing import Visitor, visit
from long import first_of
from served import Server

SCREENS = {
    "lobby": ("#/play", ".others h2"),
    "learn": ("#/learn", ".screen.learn > *"),
    "drill": ("#/drill", ".drill-page .answer"),
    "lab": ("#/lab", ".screen.lab > *"),
    "history": ("#/history", ".screen.history > *"),
    "statistics": ("#/statistics", ".statistics-body > *"),
    "account": ("#/account", ".screen.account > *"),
    "desk": ("#/desk", ".screen.desk > *"),
}
"""The address of each screen, and what is there when it is drawn."""
SIZES = {"desktop": (1440, 900), "tablet": (768, 1024), "phone": (390, 844)}


@pytest.fixture(scope="module", params=first_of(SIZES))
def visitor(request: pytest.FixtureRequest, chromium: Browser, house: Server) -> Iterator[Visitor]:
    """Somebody who goes from screen to screen in a window of a size."""
    with visit(chromium, house, size=SIZES[request.param]) as visitor:
        visitor.open("#/account")
        yield visitor


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_fits_the_window_and_axe_finds_nothing_serious(
    visitor: Visitor, screen: str, request: pytest.FixtureRequest
) -> None:
    _go(visitor, screen)
    assert not _too_wide(visitor.page)
    if "desktop" in request.node.callspec.id:
        assert not serious(visitor.page)
    assert not visitor.errors, visitor.errors


IN_THE_BAR = """() => {
  const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const face = document.querySelector("#bar .face");
  const beside = [...document.querySelectorAll("#bar .brand, #bar nav a, #bar .end > :not(.face)")];
  return {
    face: box(face),
    outline: [...face.querySelectorAll("svg, circle, path")].map(box),
    beside: beside.filter((one) => one.getClientRects().length).map(box),
    window: { left: 0, top: 0, right: innerWidth, bottom: innerHeight },
  };
}"""


@pytest.mark.parametrize("size", first_of(SIZES))
def test_the_face_of_a_visitor_has_its_room_in_the_bar(page: Page, house: Server, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{house.url}/#/play")
    expect(page.locator("#bar .face")).to_have_text("")  # nobody is signed in
    expect(page.locator("#bar .face svg")).to_be_visible()
    found = page.evaluate(IN_THE_BAR)
    face, (outline, *drawn) = found["face"], found["outline"]
    assert _extent(face) == (40, 40)
    assert _extent(outline) == (20, 20)
    assert len(drawn) == 2
    assert all(min(_extent(one)) > 4 and _within(one, outline) for one in drawn)
    assert _within(outline, face)
    assert _within(face, found["window"])
    assert len(found["beside"]) >= 2
    assert not [one for one in found["beside"] if _overlap(one, face)]


Box = dict[str, float]


def _extent(box: Box) -> tuple[float, float]:
    return round(box["right"] - box["left"], 2), round(box["bottom"] - box["top"], 2)


def _within(inner: Box, outer: Box) -> bool:
    near = 0.01
    begins = all(inner[side] >= outer[side] - near for side in ("left", "top"))
    return begins and all(inner[side] <= outer[side] + near for side in ("right", "bottom"))


def _overlap(one: Box, other: Box) -> bool:
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return across > 0 and down > 0


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
    visitor.page.wait_for_selector(drawn)


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
