"""One click on a game in the lobby: a seat, chips, the usual bets and the first cards."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import visit
from long import first_of
from pitboss.engine import registry
from served import Server

STAKED = """() => {
    const [table] = pitboss.connection.tables.values();
    const mine = table.events.filter((one) => one.type === "wagered" && one.player === pitboss.me.person.id);
    return mine.reduce((sum, one) => sum + one.amount, 0);
}"""
"""What lies before the first decision."""
DECIDES = ".table-screen[data-phase='decide'] .act:enabled"
LEAST = {
    "boston_5_stud": 15,
    "caribbean_stud": 5,
    "double_attack_blackjack": 5,
    "double_cross_poker": 5,
    "double_down_stud": 5,
}
"""The ante of $5, in Boston with a first wager of twice the ante."""
QUIET = "() => pitboss.me === null || pitboss.me.tables.length === 0"


def deal_in(page: Page, game: str) -> int:
    """Press the button, once. Returns the dollars that it names."""
    button = page.locator(f"[data-game={game}] .deal")
    named = re.fullmatch(r"Deal me in, \$(\d+)", button.inner_text())
    assert named is not None, button.inner_text()
    button.click()
    return int(named[1])


@pytest.mark.parametrize("game", first_of(registry.games(), 2))
def test_one_click_deals_and_the_button_says_the_sum(chromium: Browser, house: Server, game: str) -> None:
    with visit(chromium, house) as guest:
        guest.open("#/play")
        page = guest.page
        page.wait_for_selector(f"[data-game={game}] .deal")
        assert page.evaluate(QUIET), "nothing has moved yet"
        assert deal_in(page, game) == LEAST[game]
        page.wait_for_selector(DECIDES)
        assert page.evaluate(STAKED) == LEAST[game] * 100


def test_the_next_time_it_places_the_last_bets_and_two_clicks_deal_once(chromium: Browser, house: Server) -> None:
    with visit(chromium, house) as guest:
        guest.open("#/play")
        page = guest.page
        page.wait_for_selector("[data-game=boston_5_stud] .deal")
        page.evaluate("""() => {
            localStorage.setItem("bets/boston_5_stud", JSON.stringify([["ante", 1000], ["first", "exactly"]]));
            localStorage.setItem("fixed/boston_5_stud", "2000");
        }""")
        page.reload()
        button = page.locator("[data-game=boston_5_stud] .deal")
        expect(button).to_have_text("Deal me in, $30")
        button.dblclick(no_wait_after=True)
        page.wait_for_selector(DECIDES)
        assert page.evaluate(STAKED) == 30_00
        assert page.evaluate("() => pitboss.refresh().then(() => pitboss.me.tables.length)") == 1


def test_the_address_of_the_table_deals_no_second_time(chromium: Browser, house: Server) -> None:
    """Somebody who loads the page again, or shares its address, finds the table."""
    with visit(chromium, house) as guest:
        guest.open("#/play")
        page = guest.page
        page.wait_for_selector("[data-game=caribbean_stud] .deal")
        deal_in(page, "caribbean_stud")
        page.wait_for_selector(DECIDES)
        assert re.search(r"#/table/\w+$", page.url)


@pytest.mark.parametrize(
    ("game", "lie"),
    [
        ("double_cross_poker", r"The horizontal has the .+\. The vertical has the .+\."),
        ("double_down_stud", r"The board has the .+\."),
    ],
)
def test_a_turn_is_announced_with_the_cards_that_lie_open(
    chromium: Browser, house: Server, game: str, lie: str
) -> None:
    with visit(chromium, house) as guest:
        guest.open("#/play")
        guest.page.wait_for_selector(f"[data-game={game}] .deal")
        deal_in(guest.page, game)
        expect(guest.page.locator("#assertive")).to_have_text(re.compile(rf"^Your turn\. You hold .+\. {lie}"))
