"""The documentation in a real Chromium, as the house serves it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from browsing import visit
from served import Server

pytestmark = pytest.mark.long

PAGES = ("index.html", "games/double_attack_blackjack.html", "tutorials/train_an_agent.html", "reference/events.html")


@pytest.fixture(scope="module")  # while it runs, no other test may run an event loop
def chromium() -> Iterator[Browser]:
    found = shutil.which("chromium")
    if found is None:
        pytest.skip("there is no chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_pages_break_no_rule_of_the_policy_and_ask_no_other_host(chromium: Browser, house: Server, theme: str) -> None:
    asked: list[str] = []
    with visit(chromium, house, theme=theme) as visitor:  # errors of the console fail the test
        visitor.page.on("request", lambda request: asked.append(request.url))
        for path in PAGES:
            visitor.page.goto(f"{house.url}/docs/{path}")
            visitor.page.wait_for_load_state("networkidle")
            broken = "[...document.images].filter((one) => one.complete && !one.naturalWidth).map((one) => one.src)"
            assert visitor.page.evaluate(broken) == []
        body = visitor.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert len(asked) > len(PAGES)
    assert [one for one in asked if not one.startswith((house.url, "data:"))] == []
    assert (body == "rgb(255, 255, 255)") == (theme == "light")


def test_search_finds_a_word(chromium: Browser, house: Server, site: Path) -> None:
    with visit(chromium, house) as visitor:
        visitor.page.goto(f"{house.url}/docs/")
        visitor.page.wait_for_load_state("networkidle")  # what is typed before the search is there is lost
        visitor.page.locator("input[name=query]").press_sequentially("misdeal")  # it hears keys alone
        visitor.page.wait_for_selector(".md-search-result__item")
        links = visitor.page.locator(".md-search-result__link").evaluate_all("all => all.map((one) => one.pathname)")
    found = {link.removeprefix("/docs/") for link in links}
    assert "games/caribbean_stud.html" in found
    assert all((site / one).is_file() for one in found)


def test_a_phone_scrolls_tables_and_not_the_page(chromium: Browser, house: Server) -> None:
    with visit(chromium, house, size=(390, 844), touch=True) as visitor:
        visitor.page.goto(f"{house.url}/docs/games/caribbean_stud.html")
        visitor.page.wait_for_load_state("networkidle")
        assert visitor.page.evaluate("document.documentElement.scrollWidth") == 390
