"""The list of rounds is read page by page, to its end."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page, Route, expect

from served import Server

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
