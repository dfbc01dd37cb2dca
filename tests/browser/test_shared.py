"""Two players and a spectator at one shared table: all see the same public cards, and nobody is told a hidden one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from playwright.sync_api import Browser, Page

from browsing import Visitor, visit
from overheard import Overheard, cards_in, hidden_from, leaks, lying, records_of, without_chance
from pitboss.testing.knowledge import SPOKEN
from seated import ASKED, BASE, LAST, ROUND, Seat
from served import Server
from waiting import until

pytestmark = pytest.mark.long

NAMES = {code: words for words, code in SPOKEN.items()} | {None: "face-down card"}
ANN = ("withdraw", "bet", "second", "vertical", "attack", "insure", "stand", "pass", "double")
BOB = ("bet", "second", "horizontal", "pass", "stand", "double")


class Room(NamedTuple):
    """Who is there, and what each page was told."""

    ann: Seat
    bob: Seat
    watcher: Visitor
    heard: dict[str, Overheard]

    @property
    def pages(self) -> list[Page]:
        return [self.ann.page, self.bob.page, self.watcher.page]


@pytest.fixture(scope="module")
def tables(house: Server) -> dict[str, str]:
    """The public table of each game."""
    token = house.http.post("/api/guest", json={}).json()["token"]
    found = house.http.get("/api/tables", headers={"authorization": f"Bearer {token}"}).json()
    return {one["game"]: one["id"] for one in found if not one["private"]}


@pytest.fixture(scope="module")
def room(chromium: Browser, house: Server, tables: dict[str, str]) -> Iterator[Room]:
    first = next(iter(BASE))
    with visit(chromium, house) as one, visit(chromium, house) as two, visit(chromium, house) as watcher:
        heard = {"seat 1": Overheard(one.page), "seat 2": Overheard(two.page), "public": Overheard(watcher.page)}
        watcher.open(f"#/table/{tables[first]}")
        ann = Seat(one.page, house, first, tables[first])
        yield Room(ann, Seat(two.page, house, first, tables[first]), watcher, heard)


@pytest.mark.parametrize("game", BASE)
def test_nobody_at_a_shared_table_is_told_a_hidden_card(room: Room, tables: dict[str, str], game: str) -> None:
    ann, bob, watcher, heard = room
    if ann.game != game:
        for one in heard.values():
            one.forget()
        watcher.page.evaluate("(to) => pitboss.go(to)", f"#/table/{tables[game]}")
        ann.move(game, tables[game])
        bob.move(game, tables[game])
    for page in room.pages:
        page.wait_for_function(
            "() => { const [t] = pitboss.connection.tables.values(); return t.layout.seats.size === 2 }"
        )
    for seat in (ann, bob):
        seat.bets_open()
        seat.bet()
        seat.button("ready").click()
    number = asked(room)
    if game == "double_attack_blackjack":
        finish(room, until_offered="stand")  # the attack comes before the cards
    check(room, tables[game], number, secret=True)
    finish(room)
    for seat in (ann, bob):
        seat.page.wait_for_selector(".rail .review")  # it comes over HTTP, after the round
    check(room, tables[game], number, secret=False)


def test_two_letters_of_a_token_or_a_signature_are_no_card() -> None:
    token, signature = "Yb1x_6d-aaq", "Q" * 40 + "/7h+" + "z" * 42 + "=="
    said = f'{{"token":"{token}","signature":"{signature}","card":"9c"}}'
    assert cards_in(said) == {"6d", "7h", "9c"}
    assert cards_in(without_chance(said, token)) == {"9c"}


def check(room: Room, table: str, number: int, *, secret: bool) -> None:
    """Compare the pages with the truth. ``secret``: cards are on the table that not everybody may see."""
    until(lambda: len({page.evaluate(LAST) for page in room.pages}) == 1)
    records = records_of(room.ann.house, table, number)
    for viewer, heard in room.heard.items():
        assert not leaks(heard, viewer, table, records)
        if secret:
            assert hidden_from(viewer, records)
            expected = {place: NAMES[card] for place, card in lying(records, viewer).items()}
            until(partial(shows, heard, expected))
            assert heard.shown() == expected


def shows(heard: Overheard, expected: dict[str, str]) -> bool:
    return heard.shown() == expected


def asked(room: Room) -> int:
    """Wait until a player is asked about their hand. Returns the number of the round."""
    until(lambda: any(seat.page.locator(ASKED).count() for seat in (room.ann, room.bob)))
    return int(room.ann.page.evaluate(ROUND))


def finish(room: Room, until_offered: str = "") -> None:
    """Answer every question, whoever is asked, until the round is over or this is offered."""
    both = (room.ann, ANN), (room.bob, BOB)
    for _ in range(40):
        until(lambda: over(room) or any(seat.page.locator(ASKED).count() for seat, _ in both))
        if over(room):
            return
        for seat, order in both:
            offered = seat.offered() if seat.page.locator(ASKED).count() else []
            if until_offered in offered:
                return
            if offered:
                do = min(offered, key=lambda one: order.index(one) if one in order else len(order))
                seat.answer(seat.button(do).click)
                break
    raise AssertionError("the round does not end")


def over(room: Room) -> bool:
    return room.ann.over() and room.bob.over()
