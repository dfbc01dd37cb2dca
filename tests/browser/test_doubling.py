"""All bets on the felt, doubled by one button."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from seated import Seat
from served import Server

pytestmark = pytest.mark.long

LIES = """() => {
    const [table] = pitboss.connection.tables.values();
    return Object.fromEntries(table.layout.stakesOf(1).map((one) => [one.wager, one.amount]));
}"""


def doubled(seat: Seat, dollars: int) -> Any:
    """The button with this sum, when all bets lie. It may be one that says why it does nothing."""
    button = seat.button("double-bets")
    expect(button.locator("b")).to_have_text(f"Double, ${dollars}")
    expect(button).to_have_js_property("disabled", False)
    return button


def test_every_bet_is_doubled_once_as_far_as_limits_and_money_go(page: Page, house: Server) -> None:
    seat = Seat(page, house, "boston_5_stud")
    seat.bet("optional bonus")
    doubled(seat, 40).dblclick()  # the second click doubles nothing
    doubled(seat, 80)
    assert page.evaluate(LIES) == {"ante": 1000, "first": 2000, "optional bonus": 1000}
    page.keyboard.press("d")
    doubled(seat, 160).click()
    doubled(seat, 320)
    assert seat.chips() == 40_00
    expect(seat.button("double-bets")).to_contain_text("buys $120 of chips first")
    seat.button("double-bets").click()
    too_much = doubled(seat, 640)
    expect(too_much).to_have_attribute("aria-disabled", "true")
    too_much.click(force=True)
    expect(page.locator(".refusal")).to_have_text("$100 is the maximum optional bonus wager.")
    assert page.evaluate(LIES) == {"ante": 8000, "first": 16000, "optional bonus": 8000}


def test_what_takes_one_amount_stays(page: Page, house: Server) -> None:
    seat = Seat(page, house, "caribbean_stud")
    seat.bet("bonus", "progressive")
    doubled(seat, 21).click()
    doubled(seat, 41)
    assert page.evaluate(LIES) == {"ante": 1000, "bonus": 1000, "progressive": 100}
