"""A guest at a table of the page, in a real Chromium: bets, answers, and what the house holds for them."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import copy
from functools import partial
from typing import Any

from playwright.sync_api import Page, WebSocket, expect

from served import Server

BASE = {
    "boston_5_stud": "ante",
    "caribbean_stud": "ante",
    "double_attack_blackjack": "initial",
    "double_cross_poker": "ante",
    "double_down_stud": "original",
}
"""The wager with which a round of each game begins."""
CHOICES = ("bet", "second", "horizontal", "attack", "insure", "double", "stand", "pass")
"""What is chosen in a round, first come first."""
ASKED = ".table-screen[data-phase='decide'] .choices:not([aria-disabled]) .act:enabled"
OVER = """(number) => [...document.querySelectorAll(".rail .result .caption")]
    .some((one) => Number.parseInt(one.textContent.replace("Round ", "")) === number)"""
HOLDS = "() => { const [t] = pitboss.connection.tables.values(); return t.layout.hand('seat 1').cards.join(' ') }"
ROUND = "() => { const [t] = pitboss.connection.tables.values(); return t.layout.round }"
HOLD = """() => {
    const { socket } = pitboss.connection;
    const send = socket.send.bind(socket);
    const kept = [];
    socket.send = (text) => kept.push(text);
    window.let_go = () => {
        socket.send = send;
        for (const text of kept) send(text);
    };
}"""
"""What the page says is kept until it is let go."""
LAST = "() => { const [t] = pitboss.connection.tables.values(); return t.last }"


class Seat:
    """A guest with a page. Without the id of a table, they open a private one of their own."""

    def __init__(self, page: Page, house: Server, game: str, table: str = "", **opened: Any) -> None:
        self.page, self.house = page, house
        self.number = 0
        """The round in which this player bets."""
        self.owned = ""
        """The table that this player has opened."""
        token = house.http.post("/api/guest", json={"name": "Ann"}).json()["token"]
        self.headers = {"authorization": f"Bearer {token}"}
        self.sent: list[str] = []
        self.heard: list[str] = []
        page.on("websocket", self._listen)
        page.add_init_script(f"localStorage.setItem('pitboss-token', {json.dumps(token)})")
        page.add_init_script("localStorage.expose ??= 'ask'")  # tests look at every question
        self.game, self.table = game, table or self.open(game, **opened)
        page.goto(f"{house.url}/#/table/{self.table}/sit")
        self.phase("bets", "decide")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda text: self.sent.append(str(text)))
        socket.on("framereceived", lambda text: self.heard.append(str(text)))

    def move(self, game: str, table: str = "", **opened: Any) -> None:
        """Sit down at another table."""
        before = self.owned
        self.game, self.table, self.number = game, table or self.open(game, **opened), 0
        self.page.evaluate("(to) => pitboss.go(to)", f"#/table/{self.table}/sit")
        self.page.wait_for_function("(id) => pitboss.connection.tables.has(id)", arg=self.table)
        self.phase("bets", "decide")
        if before:  # only now does the page ask no more about it
            self.house.http.post(f"/api/tables/{before}/close", headers=self.headers)

    def at(self, page: Page) -> Seat:
        """The same player at the same table in another page, which is open there."""
        other = copy(self)
        other.page, other.sent, other.heard = page, [], []
        other.phase("bets", "decide")
        return other

    def open(self, game: str, **opened: Any) -> str:
        """The id of a new private table."""
        made = self.house.http.post("/api/tables", json={"game": game, **opened}, headers=self.headers)
        assert made.status_code == 200, made.text
        self.owned = str(made.json()["id"])
        return self.owned

    def chips(self) -> int:
        """The chips that the house holds for this player here, in cents."""
        me = self.house.http.get("/api/me", headers=self.headers).json()
        return next(int(one["chips"]) for one in me["tables"] if one["table"] == self.table)

    def happened(self, number: int, type: str) -> list[dict[str, Any]]:
        """The events of a kind in a round, as the house tells them."""
        answer = self.house.http.get(f"/api/tables/{self.table}/rounds/{number}", headers=self.headers).json()
        return [event for one in answer["updates"] for event in one.get("events", ()) if event["type"] == type]

    def area(self, wager: str, hand: int = 1) -> Any:
        return self.page.locator(f"[data-area='{wager}'][data-hand='{hand}']").first

    def button(self, do: str) -> Any:
        return self.page.locator(f".choices [data-do='{do}']")

    def phase(self, *phases: str) -> str:
        """Wait until the table waits for one of these. Returns which."""
        wanted = ", ".join(f".table-screen[data-phase='{one}']" for one in phases)
        found = self.page.wait_for_selector(wanted)
        return (found and found.get_attribute("data-phase")) or ""

    def bets_open(self) -> None:
        self.phase("bets")

    def place(self, wager: str) -> None:
        self.area(wager).click()
        expect(self.area(wager)).to_have_attribute("data-staked", "1")

    def bet(self, *side: str) -> None:
        """Place the least that a round needs, and these side wagers."""
        self.number = self.page.evaluate(ROUND)
        self.place(BASE[self.game])
        expect(self.page.locator(".choices .primary")).to_be_enabled()
        if self.button("due").count():
            self.button("due").click()
            expect(self.button("ready")).to_be_enabled()
        for wager in side:
            self.place(wager)
            expect(self.button("ready")).to_be_enabled()

    def offered(self) -> list[str]:
        """What can be chosen now."""
        found: list[str] = self.page.locator(".choices .act:enabled").evaluate_all(
            "all => all.map((one) => one.dataset.do)"
        )
        return found

    def asked(self) -> bool:
        """Wait for a question, or for the end of the round. Returns whether there is a question."""
        self.number = self.number or self.page.evaluate(ROUND)
        self.page.wait_for_function(
            f"([asked, number]) => document.querySelector(asked) || ({OVER})(number)", arg=[ASKED, self.number]
        )
        return not self.over()

    def over(self) -> bool:
        """Whether the result of the round is shown."""
        return bool(self.page.evaluate(OVER, self.number))

    def answer(self, act: Callable[[], object]) -> None:
        """Do something, and wait until the table has gone on."""
        question = self.page.evaluate(LAST)
        act()
        self.page.wait_for_function(
            "(before) => { const [t] = pitboss.connection.tables.values(); return t.last > before }", arg=question
        )

    def decide(self, how: Callable[[str], object], order: tuple[str, ...] = CHOICES) -> None:
        """Answer every question of the round until it is over."""
        for _ in range(20):
            if not self.asked():
                return
            do = min(self.offered(), key=lambda do: order.index(do) if do in order else len(order))
            self.answer(partial(how, do))
        raise AssertionError("the round does not end")

    def holds(self) -> str:
        return str(self.page.evaluate(HOLDS))

    def plays(self, do: str) -> int:
        """How many times this was sent to the house."""
        return sum(f'"do":"{do}"' in text for text in self.sent)

    def played(self) -> set[tuple[str, str]]:
        """What this page did at its tables, and the house confirmed: the act, and the wager it was about."""
        heard = [json.loads(line) for text in self.heard for line in text.splitlines() if '"done"' in line]
        done = {one["key"] for one in heard if one["type"] == "done"}
        sent = [json.loads(text) for text in self.sent if '"play"' in text]
        return {(one["do"], one.get("wager", "")) for one in sent if one["type"] == "play" and one["key"] in done}

    def hold(self) -> None:
        """Keep what the page says from the house, so that nothing goes on before ``let_go``."""
        self.page.evaluate(HOLD)

    def let_go(self) -> None:
        self.page.evaluate("() => window.let_go()")

    def menu(self, do: str) -> None:
        """Press a button in the menu of the seat."""
        self.page.locator(".menu-button").click()
        self.answer(self.page.locator(f"dialog [data-do='{do}']").click)
        expect(self.page.locator("dialog")).to_have_count(0)

    def other_bet(self, do: str, wager: str, seat: int = 1, dollars: int = 0) -> None:
        """Place a bet that the menu of the seat offers: with cash, or at another seat. Default: the least."""
        self.page.locator(".menu-button").click()
        bet = self.page.locator(f"dialog option[data-bet='{do} {wager} {seat}']")
        self.page.locator("dialog .other-bets select").select_option(bet.get_attribute("value"))
        if dollars:
            self.page.locator("dialog .other-bets input").fill(str(dollars))
        self.answer(self.page.locator("dialog [data-do='place']").click)
        expect(self.page.locator("dialog")).to_have_count(0)


def net_of(page: Page) -> int:
    """What the result says, in cents."""
    words = page.locator(".rail .net").text_content() or ""
    if "even" in words:
        return 0
    cents = round(float(words.rpartition("$")[2].replace(",", "")) * 100)
    return -cents if "lost" in words else cents
