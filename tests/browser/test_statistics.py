"""Statistics in a browser: what is missing is reviewed, the figures are the house's, and mistakes are drilled."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from playwright.sync_api import Page, expect

from pitboss.basics.money import dollars
from printed import signed
from served import Server
from waiting import HANG_S

pytestmark = pytest.mark.long

NAME = "double_down_stud"


def test_rounds_are_reviewed_added_up_and_drilled(page: Page, house: Server) -> None:
    ann = house.guest("Ann")
    table = ann.post("/api/tables", {"game": NAME}).json()["id"]
    ann.sit_down(table)
    headers = {"authorization": f"Bearer {ann.token}"}
    random, found = Random(1), {"kinds": []}
    while not any(one["last"] for one in found["kinds"]):
        ann.play_round(table, random)
        found = house.http.get("/api/statistics?review=20", headers=headers, timeout=HANG_S).json()
    ann.play_round(table, random)  # nobody has looked at this one

    page.add_init_script(f"localStorage.setItem('pitboss-token', '{ann.token}')")
    page.goto(f"{house.url}/#/statistics")
    rounds = found["whole"]["rounds"] + 1
    expect(page.locator(".result .spread .faint")).to_contain_text(f"{rounds} rounds, ")
    found = house.http.get("/api/statistics", headers=headers).json()
    assert (found["whole"]["rounds"], found["missing"]) == (rounds, 0)
    whole = found["whole"]
    expect(page.locator(".result .figure")).to_contain_text(signed(Fraction(whole["net"])))
    expect(page.locator(".result .value")).to_have_text(
        [signed(Fraction(whole[name]) * sign) for name, sign in (("perfect", 1), ("cost", -1), ("luck", 1))]
    )
    expect(page.locator("svg.sums polyline")).to_have_count(3)
    (day,) = found["days"]
    expect(page.locator(".totals tbody tr")).to_have_count(1)  # one game, so only the day
    expect(page.locator(".totals [data-name='Staked']")).to_have_text(dollars(day["totals"]["staked"]))

    kind = next(one for one in found["kinds"] if one["last"])
    line = page.locator(f"[data-kind='{kind['kind']}']")
    expect(line).to_contain_text(f"{kind['mistakes']} of {kind['decisions']} wrong")
    line.get_by_role("button", name="Drill these").click()
    expect(page.locator(".those")).to_contain_text(f"Only what you missed: {kind['kind']}.")
    expect(page.locator(".answer").first).to_be_visible()
    ann.close()


def test_a_coach_that_does_not_get_on_is_said_and_asked_again(page: Page, house: Server) -> None:
    ann = house.guest("Ann")
    table = ann.post("/api/tables", {"game": NAME}).json()["id"]
    ann.sit_down(table)
    ann.play_round(table, Random(1))
    busy = {"code": "coach", "why": "the coach is busy: ask again"}
    refuse = lambda route: route.fulfill(status=503, json=busy)
    page.route("**/api/statistics?*review=20", refuse)
    page.add_init_script(f"localStorage.setItem('pitboss-token', '{ann.token}')")
    page.goto(f"{house.url}/#/statistics")
    expect(page.locator(".waiting")).to_contain_text("The coach did not review 1 round. The sums are without it.")
    page.unroute("**/api/statistics?*review=20", refuse)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".result .spread .faint")).to_contain_text("1 round, ")
    expect(page.locator(".waiting")).to_be_empty()
    ann.close()
