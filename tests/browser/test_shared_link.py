"""A private table is shared by its link."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from browsing import visit
from seated import Seat
from served import Server


def test_a_friend_who_follows_the_link_sits_down_by_one_click(chromium: Browser, house: Server) -> None:
    with visit(chromium, house) as one, visit(chromium, house) as other:
        seat = Seat(one.page, house, "caribbean_stud")
        one.page.locator(".menu-button").click()
        one.page.locator("dialog [data-do='share']").click()
        expect(one.page.locator("dialog [data-do='share']")).to_have_text("Copied")
        link = one.page.locator("dialog [data-link]").get_attribute("data-link")
        one.page.keyboard.press("Escape")
        other.page.goto(str(link))
        other.page.locator("[data-do='sit']").click()
        other.page.wait_for_selector(".table-screen[data-phase='bets']")
        for page in (one.page, other.page):
            page.wait_for_function(
                "() => [...[...pitboss.connection.tables.values()][0].seats.keys()].sort().join() === '1,2'"
            )

        house.http.post(f"/api/tables/{seat.table}/close", headers=seat.headers)
        expect(other.page.locator(".moment")).to_have_text("The table is closed.")
        other.page.locator("[data-do='lobby']").click()
        other.page.wait_for_selector(".lobby")
        other.page.goto(str(link))
        expect(other.page.locator("#screen")).to_contain_text("There is no such table, or it has closed.")
        other.errors.clear()  # the browser logs the answer of the house
