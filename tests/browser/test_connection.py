"""A line that breaks, and two tabs of one player: nothing is lost, and nothing is done twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

import patient
from seated import Seat, net_of
from served import Server
from waiting import HANG_MS, until

EVENTS = "(type) => [...pitboss.connection.tables.values()][0].events.filter((e) => e.type === type)"
STAKES = "() => [...pitboss.connection.tables.values()][0].layout.stakesOf(1).map((one) => [one.wager, one.amount])"
NOTICES = """() => {
    window.notices = [];
    new MutationObserver(() => notices.push(document.querySelector("#notice").textContent))
        .observe(document.querySelector("#notice"), { childList: true });
}"""


STOPPED_TWICE = """() => {
    const { connection } = pitboss, [table] = connection.tables.values(), said = [], timers = new Map();
    const { setTimeout, clearTimeout } = window, { write } = connection;
    window.setTimeout = (work) => (timers.set(timers.size + 1, work), timers.size);
    window.clearTimeout = (timer) => timers.delete(timer);
    connection.write = (message) => said.push(message);
    for (const _ of [1, 2]) connection.hear({ type: "stopped", table: table.id, why: "it moves to another process" });
    for (const work of timers.values()) work();
    Object.assign(window, { setTimeout, clearTimeout });
    connection.write = write;
    return said.map((message) => message.type);
}"""


@pytest.fixture(scope="module")
def patient_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A house that waits for players who are away."""
    server = Server(tmp_path_factory.mktemp("connection"), program=[patient.__file__])
    yield server
    server.kill()


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(HANG_MS)
    errors: list[str] = []
    context.on("weberror", lambda one: errors.append(str(one.error)))
    yield context
    context.close()
    assert not errors


class Line:
    """The WebSocket between a page and the house. It can be cut, and either end can be made deaf."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.attempts = 0
        self.is_cut = False
        self.loses_questions = False
        """What the page says is lost on the way."""
        self.holds_answers = False
        """What the house says does not arrive until the line is free again."""
        self._held: list[Any] = []
        self._ends: tuple[WebSocketRoute, WebSocketRoute] | None = None
        page.route_web_socket("**/ws", self._connect)

    def _connect(self, page: WebSocketRoute) -> None:
        self.attempts += 1
        if self.is_cut:
            page.close()
            return
        house = page.connect_to_server()
        self._ends = page, house
        page.on_message(lambda text: None if self.loses_questions else house.send(text))
        house.on_message(lambda text: self._held.append(text) if self.holds_answers else page.send(text))

    def cut(self) -> None:
        self.is_cut = True
        assert self._ends is not None
        for end in self._ends:
            end.close()

    def mend(self) -> None:
        self.is_cut = self.loses_questions = self.holds_answers = False
        self._held.clear()

    def free(self) -> None:
        """What was held arrives."""
        self.holds_answers = False
        assert self._ends is not None
        for text in self._held:
            self._ends[0].send(text)
        self._held.clear()


def test_a_table_that_stops_twice_is_watched_once(context: BrowserContext, patient_house: Server) -> None:
    seat = Seat(context.new_page(), patient_house, "boston_5_stud", coach=False)
    assert seat.page.evaluate(STOPPED_TWICE) == ["watch"]


@pytest.mark.long
def test_a_cut_connection_says_so_and_resumes_in_place(context: BrowserContext, patient_house: Server) -> None:
    page = context.new_page()
    line = Line(page)
    seat = Seat(page, patient_house, "boston_5_stud", coach=False)
    before = seat.chips()
    seat.bet("optional bonus")
    stakes, attempts = page.evaluate(STAKES), line.attempts
    line.cut()
    expect(page.locator("#notice")).to_contain_text("Connection lost")
    expect(seat.button("ready")).to_be_disabled()
    assert page.evaluate(STAKES) == stakes
    expect(seat.area("ante")).to_have_attribute("data-staked", "1")
    until(lambda: page.title() and line.attempts >= attempts + 3)  # it tries again, heard while it is asked something
    expect(page.locator("#notice")).to_contain_text("Connection lost")
    page.evaluate(NOTICES)
    line.mend()
    expect(seat.button("ready")).to_be_enabled()
    assert "Back at the table." in page.evaluate("() => notices")
    assert page.evaluate(STAKES) == stakes
    assert before - seat.chips() == 20_00

    # "Ready" is lost with the line, so the page says it again.
    line.loses_questions = True
    seat.button("ready").click()
    line.cut()
    expect(page.locator("#notice")).to_contain_text("Connection lost")
    line.mend()
    seat.asked()
    seat.answer(seat.button("expose").click)
    seat.asked()

    # The house does it, but its answer is lost with the line. The page asks again, and it is done once.
    line.holds_answers = True
    seat.button("second").click()
    until(lambda: page.title() and any(one["action"] == "second" for one in seat.happened(1, "chose")))
    line.cut()
    expect(page.locator("#notice")).to_contain_text("Connection lost")
    line.mend()
    page.wait_for_selector(".rail .net")
    assert [one["action"] for one in seat.happened(1, "chose")] == ["expose", "second"]
    assert seat.chips() - before == net_of(page)


@pytest.mark.long
def test_what_the_clock_decided_is_told_after_a_reconnect(context: BrowserContext, house: Server) -> None:
    """At this house, somebody who is away is not waited for."""
    page = context.new_page()
    line = Line(page)
    seat = Seat(page, house, "boston_5_stud", coach=False)
    seat.bet()
    seat.button("ready").click()
    seat.asked()
    line.cut()
    until(lambda: seat.happened(1, "ended"))
    line.mend()
    told = page.locator("#notice .missed span")
    expect(told).to_have_text(
        "Back at the table. While you were away, time ran out: folded. Round 1: you lost $15.", use_inner_text=True
    )
    expect(page.locator("#notice")).to_have_css("height", "38px")  # the felt leaves this much room for it
    page.locator("[data-do='missed']").click()
    expect(told).to_have_count(0)
    expect(page.locator("#tab-log[aria-selected='true'], .screen.history .round").first).to_be_visible()


@pytest.mark.long
def test_two_tabs_of_a_player_act_once_and_stay_in_step(context: BrowserContext, patient_house: Server) -> None:
    one, two = context.new_page(), context.new_page()
    line = Line(two)
    first = Seat(one, patient_house, "boston_5_stud", coach=False)
    two.goto(f"{patient_house.url}/#/table/{first.table}")
    second = first.at(two)
    before = first.chips()
    first.place("ante")
    expect(second.area("ante")).to_have_attribute("data-staked", "1")
    second.button("due").click()
    expect(first.area("first")).to_have_attribute("data-staked", "1")
    first.place("optional bonus")
    expect(second.button("ready")).to_contain_text("Ready, $20")
    second.button("ready").click()
    assert first.asked()
    assert second.asked()

    # A click on a question that was answered in the other tab answers nothing, also not the next question.
    line.holds_answers = True
    first.answer(first.button("conceal").click)
    assert first.asked()
    second.button("expose").click()
    line.free()
    expect(two.locator(".refusal")).not_to_have_text("")
    assert second.asked()
    assert second.offered() == first.offered()
    assert [[e["action"] for e in page.evaluate(EVENTS, "chose")] for page in (one, two)] == [["conceal"]] * 2

    # The same click in both tabs, before either hears of the other.
    line.holds_answers = True
    for seat in (first, second):
        seat.button("second").click()
    line.free()
    for page in (one, two):
        page.wait_for_selector(".rail .net")
    assert [e["action"] for e in first.happened(1, "chose")] == ["conceal", "second"]
    assert net_of(one) == net_of(two) == first.chips() - before
