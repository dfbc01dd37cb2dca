"""Your evening in a browser: its figures are the house's, sliders work by keyboard, and the house is not flooded."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from random import Random

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from playwright.sync_api import Browser, Locator, Page, Request, Route, expect

from browsing import PHONE, visit
from pitboss.basics.money import dollars
from pitboss.mathematics import any_game
from pitboss.mathematics.evening import evening, law_of
from printed import signed
from served import Server

pytestmark = pytest.mark.long

NAME = "double_down_stud"


def counted(page: Page) -> Locator:
    """The panel, once what it says is what the sliders say."""
    panel = page.locator(".your-evening[aria-busy='false']")
    expect(panel).to_be_visible()
    return panel


def asked_by(page: Page) -> list[dict[str, int]]:
    """The terms of each evening that the page asks for."""
    found: list[dict[str, int]] = []

    def note(request: Request) -> None:
        if request.url.endswith("/evening"):
            found.append(json.loads(request.post_data or ""))

    page.on("request", note)
    return found


def test_the_lobby_leads_to_an_evening_whose_figures_are_exact(page: Page, house: Server) -> None:
    page.goto(house.url)
    page.get_by_role("link", name="Your evening: how it can end at Double Down Stud").click()
    panel = counted(page)
    law = law_of(any_game.odds(NAME, {}), {"original": 500})
    found = evening(law, covers=1000, bankroll=20_000, rounds=180, runs=False)
    expect(panel.locator("[data-about='ahead']")).to_contain_text(
        "After 3 hours, about 1 of 3 such evenings ends with more"
    )
    expect(panel.locator("[data-about='ahead']")).to_contain_text(f"({found.ahead:.1%})")
    expect(panel.locator("[data-about='ruin']")).to_contain_text(
        f"less than $10 is left and a round can take that much ({found.ruin:.1%})"
    )
    low, middle, high = (20_000 + found.result.quantiles[share] for share in ("0.25", "0.5", "0.75"))
    usual = (
        f"Half of them end with {dollars(low)} to {dollars(high)}. The one in the middle ends with {dollars(middle)}, "
    )
    expect(panel.locator("[data-about='usual']")).to_contain_text(
        f"{usual}{dollars(20_000 - middle)} less than you brought."
    )
    expect(panel.locator("[data-about='mean']")).to_contain_text(
        f"an evening costs {dollars(round(-found.result.mean))}."
    )
    picture = panel.get_by_role("img", name=re.compile("The fan of outcomes: you begin with \\$200."))
    last = {share: dollars(amounts[-1]) for share, amounts in found.paths.quantiles.items()}
    said = (
        f"half of all evenings have {last['0.25']} to {last['0.75']}, and 9 of 10 have {last['0.05']} to {last['0.95']}"
    )
    said = f"After 180 rounds, {said}."
    assert said in (picture.get_attribute("aria-label") or "")
    expect(picture.locator("polygon.band")).to_have_count(3)


def test_sliders_move_by_keyboard_and_the_house_is_asked_once_they_rest(page: Page, house: Server) -> None:
    asked = asked_by(page)
    page.goto(f"{house.url}/#/learn/{NAME}/evening")
    counted(page)
    assert [(one["bet"], one["bankroll"], one["rounds"]) for one in asked] == [(500, 20_000, 180)]
    hours = page.get_by_label("You play")
    hours.focus()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    expect(hours).to_have_attribute("aria-valuetext", "8 hours")
    expect(page.locator("[data-about='ahead']")).to_contain_text("After 8 hours, ")
    page.get_by_label("Bet each round").press("ArrowRight")
    expect(counted(page).locator("[data-about='ruin']")).to_contain_text("less than $12 is left")
    assert asked[-1]["bet"] == 600
    assert len(asked) <= 5  # of eleven steps; on a busy machine some rest long enough


def test_answers_that_nobody_wants_any_more_are_not_drawn(page: Page, house: Server) -> None:
    """The answer about 3 hours is held until a slider has moved on; then only that of the newest terms is drawn."""
    held: list[Route] = []
    page.route("**/evening", lambda route: route.continue_() if held else held.append(route))
    asked = asked_by(page)
    with page.expect_request("**/evening"):
        page.goto(f"{house.url}/#/learn/{NAME}")
    page.evaluate(
        "const one = document.querySelectorAll('.your-evening input')[2];"
        "for (one.value = 20; one.value < 23;) { one.value++; one.dispatchEvent(new Event('input')); }"
    )
    held[0].continue_()
    expect(page.locator("[data-about='ahead']")).to_contain_text("After 12 hours, ")
    assert [one["rounds"] for one in asked] == [180, 720]


def test_an_evening_that_there_can_not_be_is_told_in_a_sentence(page: Page, house: Server) -> None:
    page.goto(f"{house.url}/#/learn/{NAME}/evening")
    counted(page)
    page.get_by_label("Bet each round").press("End")
    expect(page.locator(".your-evening").get_by_role("alert")).to_have_text(
        "The bankroll must cover a round, which may take $1,000, but it is $200."
    )
    expect(page.locator(".evening-answer")).to_be_hidden()  # it is that of other terms
    page.get_by_label("Bet each round").press("Home")
    expect(page.locator(".your-evening").get_by_role("alert")).to_have_count(0)
    expect(page.locator(".evening-answer")).to_be_visible()
    expect(page.locator(".evening-answer.old")).to_have_count(0)


def test_a_game_whose_evenings_can_not_be_counted_says_so(page: Page, house: Server) -> None:
    page.goto(f"{house.url}/#/learn/double_attack_blackjack/evening")
    expect(counted(page)).to_have_text(
        "Your eveningAn evening of this game can\u2019t be counted: the results of a round of Double"
        " Attack Blackjack are not counted one by one. In a terminal, pitboss sessions double_attack_blackjack"
        " simulates many."
    )
    expect(page.locator(".your-evening input")).to_have_count(0)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_phone_shows_it_without_scrolling_sideways(chromium: Browser, house: Server, theme: str) -> None:
    with visit(chromium, house, size=PHONE, theme=theme, touch=True) as visitor:
        visitor.open("#/learn/caribbean_stud/evening")
        panel = counted(visitor.page)
        expect(panel.locator("svg")).to_be_visible()
        assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert panel.locator("svg").evaluate("(svg) => svg.viewBox.baseVal.width === Math.round(svg.clientWidth)")
        for slider in panel.get_by_role("slider").all():
            box = slider.bounding_box()
            assert box is not None
            assert box["height"] >= 44


def test_chances_in_words_are_near_the_truth(felt_page: Page) -> None:
    """A tenth of the smaller chance at most, where it is not below 1 of 8."""
    words = felt_page.evaluate(
        "async () => { const { share } = await import('/js/evening/yours.js');"
        " return Array.from({ length: 999 }, (_, at) => share((at + 1) / 1000).words); }"
    )
    assert (words[249], words[499], words[666], words[9]) == tuple(
        f"about {one} such evenings" for one in ("1 of 4", "1 of 2", "2 of 3", "1 of 100")
    )
    for at, said in enumerate(words):
        chance = (at + 1) / 1000
        found = re.fullmatch(r"about (\d+) of (\d+) such evenings", said)
        assert found is not None
        part, parts = int(found[1]), int(found[2])
        assert abs(part / parts - chance) <= 0.17 * min(chance, 1 - chance), (chance, said)


# --- after an evening


def whole(share: float) -> str:
    if 0 < share < 0.01:
        return "fewer than 1%"
    return "more than 99%" if 0.99 < share < 1 else f"{int(100 * share + 0.5)}%"


def test_ones_own_last_evening_is_a_line_in_the_fan(page: Page, house: Server) -> None:
    ann = house.guest("Ann")
    table = ann.post("/api/tables", {"game": NAME}).json()["id"]
    ann.sit_down(table)
    for _ in range(6):
        ann.play_round(table, Random(6))
    played = ann.get("/api/statistics/evening").json()["evening"]
    page.add_init_script(f"localStorage.setItem('pitboss-token', '{ann.token}')")
    page.goto(f"{house.url}/#/statistics")
    panel = page.locator(".last-evening")
    expect(panel.locator(".figure")).to_have_text(f"Luckier than {whole(played['below'])} of such evenings")
    expect(panel.locator(".spread")).to_contain_text("6 rounds at $5")
    ended = f"You ended at {signed(Fraction(played['line'][-1]))}. Of all evenings of 6 rounds at $5 with best play"
    expect(panel).to_contain_text(ended)
    drawn = panel.locator("polyline.own").get_attribute("points") or ""
    heights = [float(point.split(",")[1]) for point in drawn.split()]
    order = sorted(range(7), key=lambda at: (-played["line"][at], at))
    assert sorted(range(7), key=lambda at: (heights[at], at)) == order  # whoever has more stands higher
    said = re.compile("with your evening in it: after 6 rounds")
    expect(panel.get_by_role("img", name=said)).to_be_visible()
    ann.close()


def test_an_evening_with_side_bets_shows_no_luck(page: Page, house: Server) -> None:
    ann = house.guest("Ann")
    table = ann.post("/api/tables", {"game": "caribbean_stud"}).json()["id"]
    ann.sit_down(table)
    for wager in ("ante", "bonus"):
        ann.play(table, "wager", wager=wager, amount=500)
        ann.turn = None  # the next one comes after the answer
    ann.play_round(table, Random(1))
    page.add_init_script(f"localStorage.setItem('pitboss-token', '{ann.token}')")
    page.goto(f"{house.url}/#/statistics/caribbean_stud")
    panel = page.locator(".last-evening")
    expect(panel).to_contain_text("How lucky that was can\u2019t be said: there were side bets.")
    expect(panel.locator("svg, .figure")).to_have_count(0)
    ann.close()
