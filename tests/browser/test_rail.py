"""Words of the rail and the lobby in a real browser: wagers, rules, advice and the log."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from seated import Seat
from served import Server
from waiting import HANG_S

ADVISED = """async (choices) => {
    const speech = (await import("/js/speech.js")).speechOf("double_attack_blackjack");
    const { answerOf, drawAdvice } = await import("/js/table/coach.js");
    const advice = { about: "double attack", deals: "1" + "0".repeat(59), exact: true, note: "", choices };
    const drawn = drawAdvice(speech, advice, (one) => one.do);
    const said = [".quiet", ".rests"].map((one) => drawn.querySelector(one).textContent);
    return [answerOf(advice, (one) => one.do), ...said, drawn.querySelectorAll("small.lost").length];
}"""
TOLD = """async (events) => {
    const speech = (await import("/js/speech.js")).speechOf("double_attack_blackjack");
    const { tell } = await import("/js/table/telling.js");
    return tell(speech, events, () => "You", () => "You", "ann").map((line) => [line.clause, line.words]);
}"""
TRACKS = """() => new Set([...document.querySelectorAll(".axis .track")]
    .map((one) => one.getBoundingClientRect().left)).size"""


def advised(page: Page, *values: float) -> list[Any]:
    names = ("pass", "attack")
    best = max(values)
    choices = [
        {"do": do, "cents": value, "costs": best - value, "best": value == best and at == values.index(best)}
        for at, (do, value) in enumerate(zip(names, values, strict=True))
    ]
    found: list[Any] = page.evaluate(ADVISED, choices)
    return found


DEALER_COMES = """() => {
  const [table] = pitboss.connection.tables.values();
  const act = { type: "dealerassigned", dealer: "mia", name: "Mia", words: "Mia is the dealer now." };
  table.take({ type: "update", seq: table.last, at: table.at, events: [], act });
}"""


@pytest.mark.long
def test_the_rail_says_what_wagers_cost_which_rules_are_in_force_and_what_happened(page: Page, house: Server) -> None:
    seat = Seat(page, house, "double_cross_poker")
    expect(page.locator("#tab-wagers")).to_have_attribute("aria-selected", "true")
    told = house.http.get(f"/api/tables/{seat.table}/costs", headers=seat.headers, timeout=HANG_S).json()
    main, side = page.locator(".costs li").first, page.locator(".costs li", has_text="Three-card")
    expect(main).to_contain_text(f"Ante and raises{100 * told['keeps']:.2f}¢")
    expect(side).to_contain_text(f"{100 * told['side'][0]['high']:.2f}¢")
    expect(side.locator(".clause")).to_have_text("6(d)")
    page.click("#tab-rules")
    expect(page.locator("[data-option='count_every'] b")).to_have_text("once in 5 rounds")
    expect(page.locator("[data-option='chip'] b")).to_have_text("$1")
    expect(page.locator("[data-option='payout_cap'] b")).to_have_text("none")
    same, both, rests, red = advised(page, -100, -100)
    assert (same, both, red) == ("pass or attack: worth the same", "Both lose the same.", 0)
    assert rests == "Exact: every way the hidden cards can fall, more than 10⁵⁹ of them."
    ways = "async (deals) => (await import('/js/words.js')).waysIn(deals)"
    assert page.evaluate(ways, "163185") == "all 163,185 ways the hidden cards can fall"
    assert page.evaluate(ways, "48") == "all 48 cards that can still come"
    assert advised(page, -100, -200)[1:] == ["Both lose on average. Not attacking loses less.", rests, 1]
    assert advised(page, 10, 30)[1] == "Both win on average. Attacking wins more."
    assert advised(page, 0, 30)[1] == "Attacking wins on average."
    assert advised(page, -100, -100.2)[0] == "pass, but it is close"
    passed = {"type": "chose", "player": "ann", "action": "pass"}
    over = {"type": "ended", "clause": "1:round of play", "staked": 0}
    assert page.evaluate(TOLD, [passed | {"clause": "7(d)"}, passed | {"clause": "11(b)"}, over]) == [
        ["7(d)", "You make no attack"],
        ["11(b)", "You take no insurance"],
        ["", "Nobody bet, so the round ends"],
    ]
    page.click("#tab-coach")
    seat.bet()
    seat.button("ready").click()
    expect(page.locator(".axis .track")).to_have_count(3)
    assert page.evaluate(TRACKS) == 1
    page.evaluate(DEALER_COMES)
    expect(page.locator(".note")).to_have_text("Mia is the dealer now.")
    assert page.locator(".felt").evaluate("(felt) => { felt.scrollTop = 50; return felt.scrollTop }") == 0


@pytest.mark.long
def test_money_is_asked_for_in_dollars(page: Page, house: Server) -> None:
    Seat(page, house, "double_down_stud")
    page.click(".menu-button")
    for amount in ("", "0", "-5", "99999999999999999999"):
        page.fill(".table-dialog input[type=number]", amount)
        page.click(".table-dialog [data-do='buy']")
        expect(page.locator(".table-dialog [role='alert']")).to_have_text(
            "Type an amount in dollars; your wallet holds $9,800"
        )
