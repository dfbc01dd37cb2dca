"""Open seats as buttons: whoever sits down in time bets in the round, and everybody sees whose time runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import Visitor, visit
from pitboss.protocol import messages as msg
from served import Client, Server

PHONE = (390, 844)
BETS = ".table-screen[data-phase='bets']"
HOLD = """() => {
    const { connection } = pitboss;
    const hear = connection.hear.bind(connection);
    const held = [];
    connection.hear = (said) => (["update", "turn"].includes(said.type) ? held.push(said) : hear(said));
    pitboss.release = () => held.forEach(hear);
}"""
"""Lets the page hear answers at once, and what happens at the table only later."""


def betting(client: Client, game: str, **more: float) -> str:
    """A private table at which somebody sits at seat 2, and bets are open."""
    answer = client.post("/api/tables", {"game": game, "private": True, **more})
    assert answer.status_code == 200, answer.text
    table = str(answer.json()["id"])
    client.send(msg.Watch(table=table))
    client.must(msg.Sit, table, seat=2)
    client.must(msg.BuyIn, table, cents=200_00)
    client.until(lambda one: isinstance(one, msg.Turn) and one.about == "wagers" and bool(one.offers))
    return table


@contextmanager
def watching(browser: Browser, house: Server, table: str, *, phone: bool = False) -> Iterator[Visitor]:
    with visit(browser, house, size=PHONE if phone else (1440, 900), touch=phone) as guest:
        guest.open(f"#/table/{table}")
        guest.page.wait_for_selector("[data-take]")
        yield guest


def seat_of(page: Page) -> int:
    found: int = page.evaluate(
        "() => { const [t] = pitboss.connection.tables.values();"
        " return [...t.layout.seats].find(([, one]) => one === pitboss.me.person.id)?.[0] ?? 0; }"
    )
    return found


@pytest.mark.parametrize(("how", "phone"), [("Enter", False), ("tap", True)])
def test_an_open_seat_is_a_button_and_one_bets_at_it_in_this_round(
    chromium: Browser, house: Server, how: str, phone: bool
) -> None:
    ann = house.guest("Ann")
    with watching(chromium, house, betting(ann, "double_down_stud"), phone=phone) as guest:
        seat = guest.page.get_by_role("button", name="Take seat 4")
        expect(guest.page.get_by_role("button", name="Take seat 2")).to_have_count(0)
        if how == "tap":
            seat.tap()
        else:
            seat.focus()
            guest.page.keyboard.press(how)
        guest.page.wait_for_selector(BETS)
        assert seat_of(guest.page) == 4
        expect(guest.page.locator("[data-take]")).to_have_count(0)
    ann.close()


def test_whoever_comes_too_late_for_a_seat_reads_a_sentence(chromium: Browser, house: Server) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    table = betting(ann, "double_down_stud")
    with watching(chromium, house, table) as guest:
        bob.send(msg.Watch(table=table))
        guest.page.evaluate(HOLD)
        bob.must(msg.Sit, table, seat=4)
        guest.page.get_by_role("button", name="Take seat 4").click()
        expect(guest.page.locator(".refusal")).to_have_text("Seat 4 is not free; free seats are 1, 3, 5, 6.")
        guest.page.evaluate("() => pitboss.release()")
        expect(guest.page.get_by_role("button", name="Take seat 4")).to_have_count(0)
        assert seat_of(guest.page) == 0
    bob.close()
    ann.close()


def test_everybody_sees_whose_time_runs_and_for_how_long(chromium: Browser, house: Server) -> None:
    ann = house.guest("Ann")
    table = betting(ann, "boston_5_stud", pace=3)
    turn = ann.turn
    assert turn is not None
    with watching(chromium, house, table) as guest, watching(chromium, house, table, phone=True) as other:
        for page in (guest.page, other.page):
            expect(page.locator(".moment")).to_contain_text("Waiting for Ann, ")
        ann.play(table, "wager", wager="ante", amount=500)
        ann.play(table, "wager", wager="first", amount=1000)
        ann.must(msg.Ready, table, round=turn.round)
        for page in (guest.page, other.page):
            ring = page.locator(".clock[data-of='2']:not(.none)")
            expect(ring.locator(".clock-number")).to_have_text(re.compile(r"^\d+( s)?$"))
            expect(page.locator(".moment")).to_contain_text("Waiting for Ann, ")
        expect(guest.page.get_by_role("timer", name="Waiting for Ann: ")).to_have_count(1)
    ann.close()
