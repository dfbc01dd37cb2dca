"""The page of a house without exact odds: no coach, no drill and no prices, and no word about waiting for them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Request, expect

import unpriced
from browsing import PHONE, Visitor, visit
from served import Server, served

pytestmark = pytest.mark.long

FALSE = re.compile(r"counting|counted|preparing|pip install|no answer|asks again", re.IGNORECASE)
"""What a house that will never have figures must not say."""
NEEDS_ODDS = re.compile(r"/(keeps|odds|strategy|changes|costs|advice|review)$|/api/drill/")


@pytest.fixture(scope="module")
def plain_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("plain")
    with served(folder, "--pace", "0", "--no-limits", program=[unpriced.__file__]) as server:
        yield server


@pytest.fixture
def guest(chromium: Browser, plain_house: Server) -> Iterator[Visitor]:
    """A visitor whose page must ask for nothing that needs odds."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if NEEDS_ODDS.search(request.url):
            asked.append(request.url)

    with visit(chromium, plain_house) as visitor:
        visitor.page.on("request", note)
        yield visitor
    assert asked == []


def places(page: Page, bar: str) -> list[str]:
    return [one.inner_text() for one in page.locator(f"{bar} a").all()]


def test_the_bar_and_the_lobby_offer_what_there_is(guest: Visitor) -> None:
    guest.open("#/play")
    page = guest.page
    assert places(page, "#bar nav") == ["Play", "Learn", "History", "Dealer desk"]
    expect(page.locator(".game .limits").first).to_be_visible()
    expect(page.locator(".game .keeps")).to_have_count(0)
    expect(page.locator(".door", has_text="Change a pay table")).to_have_count(0)
    expect(page.locator("body")).not_to_contain_text(FALSE)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    expect(page.locator(".tabs > a")).to_have_text(["Play", "Learn", "History"])


@pytest.mark.parametrize("address", ["#/drill", "#/lab/caribbean_stud", "#/statistics"])
def test_a_screen_that_is_not_there_says_why(guest: Visitor, address: str) -> None:
    guest.open(address)
    sentence = "This house has no exact odds, so it has no coach, no drill, no Lab and no statistics."
    expect(guest.page.locator("#screen .page")).to_contain_text(sentence)


def test_a_game_is_taught_without_figures(guest: Visitor) -> None:
    guest.open("#/learn/caribbean_stud")
    page = guest.page
    expect(page.locator(".pays")).to_contain_text("in force at this house")
    expect(page.locator(".todo")).to_contain_text("A simple sound way: ")
    expect(page.locator(".learn .cost")).to_have_count(0)
    expect(page.locator(".learn-foot")).to_contain_text("This house has no exact odds.")
    expect(page.locator(".learn-foot button, .learn-foot .button, .learn-foot select")).to_have_text(
        [re.compile("Play")]
    )
    expect(page.locator("body")).not_to_contain_text(FALSE)


def test_a_round_is_played_without_a_coach(guest: Visitor) -> None:
    guest.open("#/play")
    page = guest.page
    page.click("[data-game=caribbean_stud] .deal")
    rail = page.locator(".rail")
    expect(page.locator(".table-screen[data-phase='decide']")).to_be_visible()
    expect(rail).to_contain_text("This house has no coach.")
    page.keyboard.press("k")
    expect(rail).to_contain_text("This house has no coach.")
    expect(rail.locator(".toggle")).to_have_count(0)
    expect(rail).not_to_contain_text(FALSE)
    page.locator(".act[data-do=fold], .act:not([disabled])").first.click()
    expect(page.locator(".rail .net")).to_be_visible()
