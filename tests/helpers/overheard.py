"""All that a page is told and shows, and what it may know: the truth comes from the house's own database."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, Response

from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event
from pitboss.house.storage.database import open_database, reading
from pitboss.house.tables.history import played_round, table_row
from pitboss.testing.knowledge import Knowledge, in_time, mentioned
from served import Server

GLYPH = re.compile("(10|[2-9TJQKA])([♣♦♥♠])")
WORD = re.compile(r"\bAs(?= [a-z])")
"""The word, not the ace of spades."""
SIGNATURE = re.compile("[A-Za-z0-9+/]{86}==")
SUITS = dict(zip("♣♦♥♠", "cdhs", strict=True))
STATE = """() => JSON.stringify([[...pitboss.connection.tables.values()].map((one) => [
    one.events.filter((e) => e.type !== "opened"), one.turn, [...one.layout.hands], [...one.layout.stakes]]),
    { ...localStorage }, { ...sessionStorage }])"""
SHOWN = """() => Object.fromEntries([...document.querySelectorAll("[data-key^='card/'] .card")].map((one) =>
    [one.closest("[data-key]").dataset.key, one.getAttribute("aria-label")]))"""


class Overheard:
    """Every answer of the house over HTTP and every frame of a WebSocket, in both directions."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[str] = []
        self._answers: list[Response] = []
        page.on("response", self._answered)
        page.on("websocket", self._connected)

    def _answered(self, answer: Response) -> None:
        if "/api/" in answer.url and "/api/games/" not in answer.url:  # what is said of a game is the same for all
            self._answers.append(answer)

    def _connected(self, socket: Any) -> None:
        socket.on("framereceived", lambda text: self.frames.append(str(text)))
        socket.on("framesent", lambda text: self.frames.append(str(text)))

    def texts(self, table: str, number: int) -> dict[str, str]:
        """All that was said of a table, and all that the page holds and shows, by where it is."""
        answers = [one for one in self._answers if table in one.url or "/api/tables/" not in one.url]
        said = {f"{one.request.method} {one.url}": one.text() for one in answers}
        asked = {f"the body of {one.url}": one.request.post_data or "" for one in answers}
        held = {"the state": self.page.evaluate(STATE), "the page": self.page.content()}
        token = self.page.evaluate("localStorage.getItem('pitboss-token')") or ""
        texts = said | asked | held | {"frames": json.dumps(self.messages(number))}
        return {where: without_chance(text, token) for where, text in texts.items()}

    def forget(self) -> None:
        """Begin anew: another table."""
        self.frames.clear()
        self._answers.clear()

    def messages(self, number: int) -> list[dict[str, Any]]:
        """The messages since a round began, without the cards of the shoe before it, which are then opened."""
        began = next(at for at, text in enumerate(self.frames) if f'"type":"began","round":{number},' in text)
        found = [json.loads(line) for frame in self.frames[began:] for line in frame.splitlines()]
        for one in found:
            events = one.get("events", [])
            if any(event["type"] == "dealt" for event in events if one["type"] == "update"):
                break
            if one["type"] == "update":
                one["events"] = [event for event in events if event["type"] != "opened"]
        return found

    def events(self, number: int) -> list[dict[str, Any]]:
        """The events since a round began that came over the WebSocket."""
        return [event for one in self.messages(number) if one["type"] == "update" for event in one.get("events", ())]

    def shown(self) -> dict[str, str]:
        """The names of the cards on the felt, by where each lies."""
        found: dict[str, str] = self.page.evaluate(SHOWN)
        return found


def without_chance(text: str, token: str) -> str:
    """Leave out a session's token and signatures: "…-6d-…" in them is chance and no card."""
    return SIGNATURE.sub("", text.replace(token, "") if token else text)


def records_of(house: Server, table: str, number: int) -> list[Event]:
    """All that happened in a round, with every hidden card, as the house stored it."""
    engine = open_database(house.database)
    with reading(engine) as connection:
        row = table_row(connection, table)
        records = [record for act in played_round(connection, row, number)[0] for record in act.records]
    engine.dispose()
    return records


def known_to(viewer: str, records: list[Event]) -> set[str]:
    knowledge = Knowledge(viewer)
    for record, showing in in_time(records):
        knowledge.learn(record)
        knowledge.learn(showing)
    return knowledge.cards


def hidden_from(viewer: str, records: list[Event]) -> int:
    """How many cards were dealt or burned face down, so that a viewer could not see them."""
    dealt = [one for one in records if isinstance(one, ev.Dealt | ev.Burned) and one.face == "down"]
    return sum(not (isinstance(one, ev.Dealt) and one.to == viewer) for one in dealt)


def cards_in(text: str) -> set[str]:
    """Every card that a text names: as codes, in words or with the signs of suits."""
    text = WORD.sub("", text)
    return {*mentioned(text), *(rank.replace("10", "T") + SUITS[suit] for rank, suit in GLYPH.findall(text))}


def leaks(heard: Overheard, viewer: str, table: str, records: list[Event]) -> list[str]:
    """Where a page was told more than its viewer may know by now."""
    known, found, number = known_to(viewer, records), [], records[0].round
    secrets = [word for one in records if isinstance(one, ev.Shuffled) for word in (one.key, one.order)]
    for where, text in heard.texts(table, number).items():
        found += [f"{card} in {where}" for card in sorted(cards_in(text) - known)]
        found += [f"the order of the shoe or its key in {where}" for word in secrets if word in text]
    for one in heard.events(number):
        hidden = one["type"] == "dealt" and one["face"] == "down" and one["to"] != viewer
        found += [f"the card of {one}"] if hidden and one.get("card") else []
    return found


def lying(records: list[Event], viewer: str) -> dict[str, str | None]:
    """The cards on the table as a viewer sees them, by where each lies: None if it is face down for them."""
    dealt: dict[str, list[tuple[str, bool]]] = {}
    for one in records:
        if isinstance(one, ev.Dealt):
            assert one.card is not None
            dealt.setdefault(f"card/{one.to}/{one.hand}", []).append((one.card, one.face == "up" or one.to == viewer))
        elif isinstance(one, ev.Exposed):
            hand = dealt[f"card/{one.place}/{one.hand}"]
            for at in one.only or range(len(hand)):
                hand[at] = hand[at][0], True
    return {
        f"{place}/{at}": card if up else None for place, hand in dealt.items() for at, (card, up) in enumerate(hand)
    }
