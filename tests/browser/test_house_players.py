"""Players of the house on the page: told from people in the lobby, at a table, and on the operator's page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import visit
from served import Server, served
from waiting import until

pytestmark = pytest.mark.long

SEAT = (
    "() => { const [t] = pitboss.connection.tables.values();"
    " return [...t.seats].find(([, one]) => one === pitboss.me.person.id)?.[0] ?? 0; }"
)


@pytest.fixture(scope="module")
def lively(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A house with a player of its own at each table."""
    folder = tmp_path_factory.mktemp("lively")
    with served(folder, "--pace", "0.1", "--no-limits", "--house-players", "1") as server:
        yield server


def press(page: Page, seat: int) -> bool:
    """Press the seat, if that takes it now. Returns whether the visitor sits there."""
    page.evaluate(
        "(seat) => document.querySelector(`[data-take='${seat}']`)?.dispatchEvent("
        "new MouseEvent('click', { bubbles: true }))",
        seat,
    )
    return bool(page.evaluate(SEAT) == seat)


def test_they_are_told_apart_and_give_up_a_seat_that_is_pressed(chromium: Browser, lively: Server) -> None:
    with visit(chromium, lively) as guest:
        page = guest.page
        guest.open()
        row = page.locator(".others tr", has_text="Double Down Stud")
        dots = row.locator(".dots")
        expect(dots.locator(".dot.house")).to_have_count(1)
        expect(dots).to_have_attribute("aria-label", "1 of 6 seats taken, 1 by players of the house")
        expect(page.locator(".others .faint")).to_contain_text("0 seated · grey: players of the house")
        row.get_by_role("link").click()
        plate = page.locator(".plate.house[data-take]")
        expect(plate).to_have_count(1)
        expect(plate).to_contain_text("(house)")
        seat = int(plate.get_attribute("data-take") or 0)
        until(lambda: press(page, seat))
        page.wait_for_selector(".table-screen[data-phase='bets']")
        expect(page.locator(".plate.house")).to_have_count(0)


def test_the_operator_sees_their_result_apart(chromium: Browser, lively: Server) -> None:
    with visit(chromium, lively) as boss:
        page = boss.page
        page.goto(f"{lively.url}/")
        page.evaluate("(token) => localStorage.setItem('pitboss-token', token)", lively.administrator)
        page.goto(f"{lively.url}/#/operator")
        page.reload()
        panel = page.locator(".panel.players")
        expect(panel).to_contain_text("Players of the house")
        expect(panel.locator("dt")).to_have_text(["Their account", "Chips and wagers", "Result so far"])
        expect(page.locator(".head")).to_contain_text("0 seated")
