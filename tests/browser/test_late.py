"""A tab that slept, and a house that is far away: nothing is lost, and nothing is done twice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from browsing import visit
from far import far
from pitboss.engine import registry
from seated import Seat
from served import Server

pytestmark = pytest.mark.long

SLEEP = """() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    const { socket } = pitboss.connection;
    socket.send = () => {};
    socket.onmessage = null;
}"""
"""The page goes out of sight, and its socket dies without a word."""
WAKE = """() => {
    pitboss.connection.hidden -= 3_600_000;
    Object.defineProperty(document, "hidden", { value: false, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
"""An hour later somebody looks again."""


def test_a_tab_that_slept_for_an_hour_goes_on_where_the_table_is(page: Page, house: Server) -> None:
    seat = Seat(page, house, "caribbean_stud")
    seat.bet()
    page.evaluate(SLEEP)
    page.evaluate(WAKE)
    expect(page.locator("#notice")).to_have_text("Back at the table.")
    seat.button("ready").click()
    assert seat.asked(), "the bet is still there"
    assert [one["amount"] for one in seat.happened(seat.number, "wagered")] == [500]


def test_a_table_that_closed_while_the_tab_slept_is_told_in_a_sentence(page: Page, house: Server) -> None:
    seat = Seat(page, house, "caribbean_stud")
    page.evaluate(SLEEP)
    house.http.post(f"/api/tables/{seat.table}/close", headers=seat.headers)
    page.evaluate(WAKE)
    expect(page.locator(".moment")).to_have_text("The table is closed.")
    me = house.http.get("/api/me", headers=seat.headers).json()
    assert (me["wallet"], me["tables"]) == (1_000_000, []), "the chips are back in the wallet"
    seat.button("lobby").click()
    page.wait_for_selector(".lobby")


def test_double_clicks_at_a_house_that_is_far_away_do_nothing_twice(page: Page, house: Server) -> None:
    page.add_init_script(far(300))
    seat = Seat(page, house, "boston_5_stud")
    seat.number = 1
    seat.button("least").dblclick()
    seat.button("due").dblclick()
    seat.button("ready").dblclick()
    for number in (1, 2):
        seat.number = number
        assert seat.asked()
        seat.button("second").dblclick()
        page.wait_for_function("() => document.querySelector(\".choices [data-do='same']\")")
        if number == 1:
            seat.button("same").dblclick()
        bets = [(one["wager"], one["amount"]) for one in seat.happened(number, "wagered")]
        assert bets == [("ante", 500), ("first", 1000), ("second", 1000)]


STAKES = """() => {
    window.late = [];
    new MutationObserver(() => {
        const again = document.querySelector(".choices [data-do='same']");
        if (!again || !document.querySelector(".choices[aria-disabled]")) return;
        window.late.push(again.ariaDisabled);
        again.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
    }).observe(document.querySelector(".choices"), { childList: true });
}"""
"""Click on "Same again" as soon as it is there."""


@pytest.mark.parametrize(("game", "do"), [("double_down_stud", "pass"), ("caribbean_stud", "fold")])
def test_a_late_click_stakes_no_new_round(page: Page, house: Server, game: str, do: str) -> None:
    seat = Seat(page, house, game)
    seat.bet()
    seat.button("ready").click()
    assert seat.asked()
    page.evaluate(STAKES)
    seat.button(do).click()
    page.wait_for_function("() => window.late.length")
    page.wait_for_selector(".choices:not([aria-disabled]) .act:enabled")
    assert seat.offered()[-1] == "same"
    assert page.evaluate("() => window.late")[0] == "true"
    assert sum('"do":"wager"' in text for text in seat.sent) == len(seat.happened(1, "wagered"))
    seat.button("same").click()
    seat.number = 2
    assert seat.asked(), "the same bets, and the cards"
    assert seat.happened(2, "wagered")


FARTHER = """{
    const Near = window.WebSocket;
    window.WebSocket = class extends Near {
        send(text) {
            super.send(text);
            if (!text.includes('"ready"')) return;
            window.asked = true;
            for (const tell of window.held ?? []) tell();
        }
        set onmessage(hear) {
            const wait = (event) => (window.held ??= []).push(() => hear(event));
            super.onmessage = hear && ((event) => (window.asked ? hear(event) : wait(event)));
        }
    };
}"""
"""Whatever the house says is heard when the page has asked for the deal."""

PRELOADED = """() => {
    const asked = [...document.querySelectorAll("link[rel=modulepreload], link[rel=stylesheet]")];
    const got = new Set(performance.getEntriesByType("resource").map((one) => one.name));
    const table = asked.some((one) => one.href.endsWith("/js/screens/table.js"));
    return table && asked.every((one) => got.has(one.href));
}"""
"""All of the table's screen is there, though nobody has asked for it yet."""
STAKED = """() => {
    const [table] = pitboss.connection.tables.values();
    const mine = table.events.filter((one) => one.type === "wagered" && one.player === pitboss.me.person.id);
    return mine.reduce((sum, one) => sum + one.amount, 0);
}"""


@pytest.mark.parametrize("game", registry.games())
def test_one_click_waits_for_a_session_and_a_table_and_for_nothing_else(
    chromium: Browser, house: Server, game: str
) -> None:
    """From the click to the cards there are three round trips, however far away the house is."""
    with visit(chromium, house) as visitor:
        page = visitor.page
        page.add_init_script(FARTHER)
        page.goto(f"{house.url}/#/play")
        button = page.locator(f"[data-game={game}] .deal")
        button.wait_for()
        page.wait_for_function(PRELOADED)
        asked: list[str] = []

        def answer(route: Route) -> None:
            asked.append(f"{route.request.method} {route.request.url.removeprefix(house.url)}")
            if route.request.method == "POST":  # nothing else is answered
                route.continue_()

        page.route(re.compile(r"/(api|style|js)/"), answer)
        button.dblclick(no_wait_after=True)
        page.wait_for_selector(".table-screen[data-phase='decide'] .act:enabled")
        assert [one for one in asked if one.startswith("POST")] == ["POST /api/guest", "POST /api/tables"]
        assert not [one for one in asked if not one.startswith(("POST", "GET /api/"))], "all of the screen was there"
        assert page.evaluate(STAKED) == registry.opening(game)
