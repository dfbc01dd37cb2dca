"""The coach plays for somebody: so many rounds, until a big decision, until the money is gone, or until they act."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from seated import Seat
from served import Server

pytestmark = pytest.mark.long


def start(page: Page, rounds: int) -> None:
    page.locator("#tab-coach").click()
    page.locator(".coach-plays input").fill(str(rounds))
    page.locator("[data-do='coach-plays']").click()


def stopped(page: Page, words: str) -> None:
    expect(page.locator(".note")).to_have_text(words)
    expect(page.locator("[data-do='stop']")).to_have_count(0)


def test_the_coach_plays_its_rounds_and_leaves_a_big_decision(page: Page, house: Server) -> None:
    seat = Seat(page, house, "caribbean_stud", practice=True, seed=7)
    seat.bet("bonus")
    seat.button("ready").click()
    page.wait_for_selector(".coach .answer")  # a coach that has just begun takes its time
    start(page, 3)
    stopped(page, "A big decision, and it is yours: fold or bet. The coach played 1 round: up $20.")
    assert sorted(seat.offered()) == ["bet", "fold"]
    bets = [(one["wager"], one["amount"]) for one in seat.happened(2, "wagered")]
    assert bets == [("ante", 500), ("bonus", 500)], "the same again"
    assert [one["action"] for one in seat.happened(1, "chose")] == ["bet"]
    assert seat.happened(2, "chose") == []
    expect(page.locator(".evening .faint").first).to_have_text("no mistakes")


def test_a_press_stops_the_coach(page: Page, house: Server) -> None:
    seat = Seat(page, house, "double_down_stud", practice=True, seed=4)
    seat.hold()
    start(page, 1000)
    seat.button("stop").click()
    stopped(page, "You stopped it. The coach played no round.")
    seat.let_go()
    expect(seat.button("ready")).to_be_enabled()
    assert seat.plays("wager") == 1, "its first bet lies, and nobody asks for the cards"
    assert not any('"ready"' in text for text in seat.sent)


def test_the_coach_stops_when_the_mouse_goes_down_and_the_same_press_chooses_nothing(page: Page, house: Server) -> None:
    seat = Seat(page, house, "double_down_stud", practice=True, seed=4)
    seat.bet()
    seat.hold()
    start(page, 1000)
    seat.button("stop").hover()
    page.mouse.down()
    stopped(page, "You stopped it. The coach played no round.")
    seat.let_go()
    expect(page.locator(".choices .primary")).to_be_enabled()
    asked = len(seat.sent)
    page.mouse.up()
    page.keyboard.press("g")
    expect(page.locator("#tab-log")).to_have_attribute("aria-selected", "true")
    assert len(seat.sent) == asked


@pytest.mark.parametrize("how", ["area", "key"])
def test_whatever_one_does_at_the_table_stops_the_coach_and_does_nothing_else(
    page: Page, house: Server, how: str
) -> None:
    seat = Seat(page, house, "double_down_stud", practice=True, seed=4)
    seat.hold()
    start(page, 1000)
    if how == "area":
        page.evaluate(
            "document.querySelector(\"[data-area='original']\").dispatchEvent(new MouseEvent('click', {bubbles: true}))"
        )
    else:
        page.keyboard.press("z")
    stopped(page, "You stopped it. The coach played no round.")
    seat.let_go()
    expect(seat.button("ready")).to_contain_text("Ready, $5")
    expect(seat.button("ready")).to_be_enabled()
    assert seat.plays("wager") == 1


def test_the_coach_stops_when_the_money_is_gone(page: Page, house: Server) -> None:
    page.add_init_script("""localStorage.setItem("bets/double_down_stud", JSON.stringify([["original", 20000]]))""")
    Seat(page, house, "double_down_stud", practice=True, seed=1)
    start(page, 1000)
    expect(page.locator(".note")).to_contain_text("chips")
    expect(page.locator("[data-do='stop']")).to_have_count(0)


def test_a_wrong_number_of_rounds_is_answered_with_a_sentence(page: Page, house: Server) -> None:
    Seat(page, house, "double_down_stud", practice=True, seed=1)
    for rounds in ("0", "", "1001"):
        page.locator("#tab-coach").click()
        page.locator(".coach-plays input").fill(rounds)
        page.locator("[data-do='coach-plays']").click()
        expect(page.locator(".refusal")).to_have_text("Type a number of rounds from 1 to 1,000.")
