"""The list of rounds is read page by page, to its end. Mistakes are told after a round and in History, and drilled."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from seated import Seat
from served import Server

pytestmark = pytest.mark.long

JUDGED = """async ([review, evenings]) => {
    const speech = (await import("/js/speech.js")).speechOf("caribbean_stud");
    const { drawReview } = await import("/js/table/coach.js");
    const { Evening } = await import("/js/table/evening.js");
    const evening = new Evening("nowhere");
    evenings.forEach((one) => evening.add(one));
    const drawn = drawReview(speech, review, document.createElement("button"));
    const lines = [...drawn.querySelectorAll("li")].map((one) => one.textContent);
    return [lines, drawn.querySelectorAll("button").length, evening.words];
}"""
ALL = 270
"""More rounds than one answer of the house may have."""


def test_older_rounds_follow_until_there_are_no_more(page: Page, house: Server) -> None:
    ann = house.guest("Ann")
    table = ann.post("/api/tables", {"game": "double_down_stud"}).json()["id"]
    ann.sit_down(table)
    ann.play_round(table, Random(1))
    (played,) = ann.get("/api/rounds").json()["rounds"]

    def answer(route: Route) -> None:
        """Many rounds like the one that was played. Only their list is made up."""
        asked = dict(one.split("=") for one in route.request.url.partition("?")[2].split("&"))
        first, most = int(asked["after"] or 0), int(asked["most"])
        rounds = [played | {"round": played["round"] + at} for at in range(first, min(first + most, ALL))]
        route.fulfill(json={"rounds": rounds, "next": str(first + most) if first + most < ALL else ""})

    page.route("**/api/rounds?*", answer)
    page.add_init_script(f"localStorage.setItem('pitboss-token', '{ann.token}')")
    page.goto(f"{house.url}/#/history")
    shown, more = page.locator("a.round"), page.locator(".rounds .more")
    for number in (50, 100, 150, 200, 250):
        expect(shown).to_have_count(number)
        more.click()
    expect(shown).to_have_count(ALL)
    expect(more).to_have_count(0)
    shown.first.click()
    expect(page.locator("a.round[aria-current]")).to_have_count(1)
    expect(shown).to_have_count(ALL)  # the list is as long as it was
    ann.close()


def decision(chosen: str, cost: float, *, by_clock: bool) -> dict[str, Any]:
    values = {"bet": 700.0, "fold": 700 - cost}
    return {
        "number": 0,
        "about": "bet or fold",
        "chosen": chosen,
        "amount": 0,
        "best": "bet",
        "best_amount": 0,
        "best_value": 700.0,
        "values": values,
        "cost": cost,
        "by_clock": by_clock,
    }


def judged(page: Page, *decisions: dict[str, Any]) -> tuple[list[str], int, str]:
    """What is said of a round: a line a decision, how many buttons there are, and the sum of an evening of two."""
    sums = {
        by_clock: sum(one["cost"] for one in decisions if one["by_clock"] is by_clock) for by_clock in (True, False)
    }
    review = {"net": 0, "perfect": 0, "own": 0, "luck": 0, "note": "", "cost": sums[False], "late": sums[True]}
    review |= {"round": 1, "decisions": decisions}
    lines, buttons, words = page.evaluate(JUDGED, [review, [review, review | {"round": 2}]])
    page.evaluate("() => sessionStorage.clear()")
    return lines, buttons, words


def test_mistakes_are_told_and_drilled_from_the_table_and_from_history_but_not_lateness(
    page: Page, house: Server
) -> None:
    seat = Seat(page, house, "caribbean_stud", practice=True, seed=4)  # the player gets a pair of kings
    seat.bet()
    seat.button("ready").click()
    assert seat.asked()
    seat.answer(seat.button("fold").click)
    expect(page.locator(".rail .review")).to_contain_text("Folding cost $")
    number = seat.number
    expect(page.locator(".evening")).to_contain_text("1 mistake, $")
    page.locator(".evening .drill-these").click()
    expect(page.locator(".those")).to_contain_text("Only what you missed: at that table")
    page.locator(".answer[data-do='bet']").click()
    expect(page.locator(".verdict .answered")).to_have_text("Right.")
    page.get_by_role("link", name="See the round").click()
    expect(page.locator(".judged")).to_contain_text("Folding cost $")
    assert f"#/history/{seat.table}/{number}" in page.url
    page.get_by_role("button", name="Drill this mistake").click()
    expect(page.locator(".verdict")).to_contain_text("You have solved every one of these.")

    # what the clock chose is no mistake
    late, own = decision("fold", 1228.5, by_clock=True), decision("fold", 487.5, by_clock=False)
    assert judged(page, late) == (
        ["◷ Time ran out; folding cost $12.29 on average."],
        0,
        "no mistakes; time ran out, $24.57",
    )
    lines, buttons, words = judged(page, own, late)
    assert lines[0] == "✗ Folding cost $4.88 on average. Betting was better."
    assert (len(lines), buttons, words) == (2, 1, "2 mistakes, $9.75; time ran out, $24.57")
    right = decision("bet", 0, by_clock=False)
    assert judged(page, right) == (["✓ No mistake."], 0, "no mistakes")
    assert judged(page, decision("fold", 0.6, by_clock=False))[1:] == (0, "no mistakes")


def test_a_wager_that_came_back_says_so_in_history_too(page: Page, house: Server) -> None:
    seat = Seat(page, house, "caribbean_stud", practice=True, seed=1)  # the dealer does not qualify
    seat.bet()
    seat.button("ready").click()
    assert seat.asked()
    seat.answer(seat.button("bet").click)
    page.goto(f"{house.url}/#/history/{seat.table}/{seat.number}")
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".felt .pill.tag.back")).to_be_visible()
