"""The coach in a process of its own, so that the house keeps its latency. It gets ready before anybody asks."""

from __future__ import annotations

from functools import partial
from threading import Thread

import msgspec

from pitboss.basics.extras import ODDS
from pitboss.coach.answering import Answer, AnyRequest, answered, price_wagers, warm
from pitboss.engine import registry
from pitboss.house.process.worker import Answering, Desk, serve

NICE = 5
"""The house goes first on a busy machine. But a player waits for advice, so other long work comes after it."""


class Expect(msgspec.Struct, frozen=True, tag_field="type", tag="expect"):
    """Somebody is about to play a game."""

    game: str


class About(msgspec.Struct, frozen=True):
    """What a request is about, whatever else it says."""

    type: str
    game: str


decode = msgspec.json.Decoder(AnyRequest | Expect).decode
what_about = msgspec.json.Decoder(About).decode


def lane_of(body: msgspec.Raw) -> str:
    """A request waits only for others about the same game, and none for a game that is about to be played.

    On a new machine one game compiles for a while, and its questions with it.
    """
    about = what_about(body)
    return "" if about.type == "expect" else about.game


class Coaching:
    """Answers requests. A thread loads meanwhile what will be asked for, the first things first.

    On a new machine that compiles for a while, and no question waits for it.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        priced = (
            [name for name in registry.games() if registry.has(name, "decision_values")] if ODDS.is_installed else []
        )
        self.cold = set(priced)
        """The games that are not loaded yet."""
        self.expected = ""
        """The game that will be played next."""

    def get_ready(self) -> None:
        """Load every game. What wagers are worth takes little, and is asked first."""
        for name in sorted(self.cold):
            price_wagers(name)
        while self.cold:
            name = self.expected if self.expected in self.cold else min(self.cold)
            warm(name)
            self.cold.discard(name)

    def answer(self, body: msgspec.Raw) -> Answer | None:
        request = decode(body)
        if isinstance(request, Expect):
            self.expected = request.game
            return None
        work = partial(answered, request, self.desk.pause)
        if request.game not in self.cold:
            return work()
        self.expected = request.game
        return self.desk.by_itself(work)  # the first one may have to compile


def answering(desk: Desk) -> Answering:
    coaching = Coaching(desk)
    Thread(target=coaching.get_ready, daemon=True).start()
    return coaching.answer


if __name__ == "__main__":
    serve(answering, (), lane_of=lane_of, nice=NICE)
