"""The pace of a table: every step explained, as at a table, or at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import visit
from seated import ASKED, Seat
from served import Server

pytestmark = pytest.mark.long

TRAVELS = """() => {
    window.travels = 0;
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
        window.travels += frames.some((one) => "transform" in one);
        return animate.call(this, frames, options);
    };
}"""
"""Count what travels over the felt from now on."""


def choose(page: Page, pace: str) -> None:
    page.locator(".menu-button").click()
    page.locator("dialog [data-do='pace']").select_option(pace)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_at_the_slow_pace_each_step_names_its_clause_and_waits(page: Page, house: Server) -> None:
    seat = Seat(page, house, "caribbean_stud")
    choose(page, "slow")
    seat.bet()
    seat.button("ready").click()
    told = page.locator(".told-step")
    expect(told.locator("b")).to_have_text("“No more bets.”")
    expect(told.locator(".clause")).to_have_text("7(c)")
    assert seat.offered() == ["step"]
    page.keyboard.press("g")  # the log, which answers nothing
    expect(told.locator("b")).to_have_text("“No more bets.”")
    page.keyboard.press("Enter")
    expect(told.locator("b")).to_contain_text("Dealer: 5 cards")
    seat.button("step").click()
    page.wait_for_selector(ASKED)
    expect(told).to_be_hidden()
    page.reload()
    assert page.evaluate("document.documentElement.dataset.pace") == "slow"


def test_at_once_nothing_travels(chromium: Browser, house: Server) -> None:
    context = chromium.new_context()
    page = context.new_page()
    seat = Seat(page, house, "double_down_stud")
    page.evaluate(TRAVELS)
    for pace in ("", "once"):
        choose(page, pace)
        page.evaluate("window.travels = 0")
        seat.bet()
        seat.button("ready").click()
        page.wait_for_selector(ASKED)
        assert bool(page.evaluate("window.travels")) == (pace == "")
        seat.decide(lambda do: seat.button(do).click())
        seat.bets_open()
    context.close()


def test_the_account_page_keeps_the_pace(chromium: Browser, house: Server) -> None:
    with visit(chromium, house) as guest:
        guest.open("#/account")
        guest.page.get_by_label("At once").check()
        guest.page.reload()
        expect(guest.page.get_by_label("At once")).to_be_checked()
