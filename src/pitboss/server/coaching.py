"""The coach in a process of its own, so that the house keeps its latency. While nothing is asked, it gets ready."""

from __future__ import annotations

from functools import partial

import msgspec

from pitboss import games
from pitboss.coach.answering import Answer, AnyRequest, answered, load_odds, price_wagers, warm
from pitboss.extras import ODDS
from pitboss.server.aside_process import Answering, Desk, serve

NICE = 5
"""The house goes first on a busy machine. But a player waits for advice, so other long work comes after it."""


class Expect(msgspec.Struct, frozen=True, tag_field="type", tag="expect"):
    """Somebody is about to play a game."""

    game: str


decode = msgspec.json.Decoder(AnyRequest | Expect).decode


class Coaching:
    """Answers requests. While nothing is asked, it loads what will be asked for, the first things first."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        priced = [name for name in games.games() if games.has(name, "spots")] if ODDS.is_installed else []
        self.cold = {name: partial(self.warm, name) for name in priced}
        self.first = [partial(price_wagers, name) for name in self.cold]
        last = [partial(load_odds, name) for name in self.cold]
        desk.idle.extend((*self.first, *self.cold.values(), *last))

    def warm(self, game: str) -> None:
        warm(game, self.desk.pause)
        self.cold.pop(game, None)

    def answer(self, body: msgspec.Raw) -> Answer | None:
        request = decode(body)
        if isinstance(request, Expect):
            self._next(request.game)
            return None
        work = partial(answered, request, self.desk.pause)
        if request.game not in self.cold:
            return work()
        self._next(request.game)
        return self.desk.by_itself(work)  # the first one may have to compile

    def _next(self, game: str) -> None:
        """Load a game before the others, unless that is done or under way. What wagers are worth takes little."""
        warms, idle = self.cold.get(game), self.desk.idle
        if warms is not None and warms in idle:
            idle.remove(warms)
            idle.insert(sum(one in idle for one in self.first), warms)


def answering(desk: Desk) -> Answering:
    return Coaching(desk).answer


if __name__ == "__main__":
    serve(answering, (), nice=NICE)
