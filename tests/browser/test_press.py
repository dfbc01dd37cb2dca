"""A press of the mouse is not lost if what was pressed is drawn anew before the button is let go."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from seated import Seat
from served import Server


def press_while(page: Page, pressed: Locator, happens: Callable[[], object]) -> None:
    """Press, let something happen that draws anew what is below the mouse, and let go."""
    pressed.hover(force=True)
    touched = pressed.locator("*").first.element_handle()
    page.mouse.down()
    happens()
    page.wait_for_function("(one) => !one.isConnected", arg=touched)
    page.mouse.up()


def test_a_press_on_an_area_puts_a_chip_down_if_the_felt_is_drawn_anew_meanwhile(page: Page, house: Server) -> None:
    seat = Seat(page, house, "double_attack_blackjack")
    press_while(page, seat.area("initial"), lambda: page.set_viewport_size({"width": 1430, "height": 900}))
    expect(seat.area("initial")).to_have_attribute("aria-label", "Bet, $5")
    expect(seat.button("ready")).to_be_enabled()
    assert seat.plays("wager") == 1


def test_a_press_on_a_closed_area_puts_no_chip_down_if_the_area_opens_meanwhile(page: Page, house: Server) -> None:
    seat = Seat(page, house, "caribbean_stud")
    press_while(page, seat.area("bonus"), lambda: page.keyboard.press("Enter"))
    expect(seat.button("ready")).to_contain_text("Ready, $5")
    expect(seat.button("ready")).to_be_enabled()
    assert seat.plays("wager") == 1


@pytest.mark.long
def test_a_press_in_the_rail_is_kept_on_the_same_and_chooses_nothing_else(page: Page, house: Server) -> None:
    """The rail is drawn again while the mouse is down, as it is when the coach's review of a round comes."""
    seat = Seat(page, house, "double_down_stud")
    seat.bet()
    seat.button("ready").click()
    seat.decide(lambda do: seat.button(do).click())
    ask, words = page.locator(".rail .lines .ask").first, page.locator(".rail .lines .why .words").first

    def press_while_the_coach_goes(selected: str) -> None:
        ask.hover()
        pressed = ask.element_handle()
        page.mouse.down()
        page.keyboard.press("k")
        page.wait_for_function("(one) => !one.isConnected", arg=pressed)
        page.mouse.up()
        expect(page.locator(f"#tab-{selected}")).to_have_attribute("aria-selected", "true")

    press_while_the_coach_goes("result")  # off
    expect(words).not_to_be_empty()
    press_while_the_coach_goes("coach")  # on, and its tab opens
    page.keyboard.press("w")
    expect(words).not_to_be_empty()
