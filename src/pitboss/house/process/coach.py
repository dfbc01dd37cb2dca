"""The coach of a house, which works in a process beside it, so that the house keeps its latency.

The process gets ready before anybody asks. Run as a program, this module is that process.
"""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import Any

import msgspec

from pitboss.basics.errors import GameError
from pitboss.basics.extras import ODDS
from pitboss.coach.answering import Advice, Answer, AnyRequest, Past, answered, price_wagers, warm
from pitboss.engine import registry
from pitboss.house.process import worker
from pitboss.house.process.worker import Answering, NotDone, QuestionDesk, Worker, serve

LONG_S = 60.0
"""Seconds of the processor's time after which a question is given up. The thread that loads games uses some of it."""
PATIENCE_S = 50.0
"""Seconds that a person waits. Many proxies end a request after a minute."""
MOST = 32
"""Questions that may wait at once."""
MOST_OF_ONE = 6
"""Questions of one person that may wait at once."""
RANKS = {Advice: 0, Past: 1}
"""Advice comes first: its player is on a clock. The drill comes last."""
LAST = 2
BEHIND = LAST + 1

BUSY = "the coach is busy: ask again"
TOO_LONG = "the coach took too long: ask again"
ENDED = "the coach has stopped: ask again"
WORDS = {
    worker.BUSY: BUSY,
    worker.BUSY_FOR_YOU: "the coach has not answered your last questions: ask again",
    worker.TOO_LONG: TOO_LONG,
    worker.ENDED: ENDED,
    worker.CLOSED: "the house closes down, and the coach with it",
}


class CoachError(RuntimeError):
    """The coach has no answer. The message is a sentence for people."""


class CoachBusy(CoachError):
    """The coach did not get to a question. Another one would not fare better now."""


class Coach:
    """Answers requests, the most urgent first.

    With ``ahead``, the process starts with the house, and loads the mathematics of all games while nothing is asked.
    Otherwise it starts with the first request. ``patience_s`` is how long somebody waits for an answer. With ``quiet``,
    the process writes nothing to the terminal.
    """

    def __init__(self, *, ahead: bool = False, patience_s: float = PATIENCE_S, quiet: bool = False) -> None:
        self.worker = Worker(
            "pitboss.house.process.coach", most=MOST, most_of_one=MOST_OF_ONE, long_s=LONG_S, quiet=quiet
        )
        self.ahead, self.patience_s = ahead, patience_s
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """The house is open."""
        if self.ahead:
            self.worker.start()

    def expect(self, game: str) -> None:
        """Somebody is about to play a game: load its mathematics next."""
        if self.ahead:
            task = asyncio.create_task(self._expect(game))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _expect(self, game: str) -> None:
        try:
            await self.worker.ask({"type": "expect", "game": game}, patience_s=self.patience_s)
        except NotDone:  # the first request loads it
            return

    async def ask(self, request: AnyRequest, person: str = "", *, behind: bool = False) -> Any:
        """The answer as plain data. Raises ``CoachError`` if there is none, and ``GameError`` for a wrong request.

        With ``behind``, all that people ask goes first.
        """
        rank = BEHIND if behind else RANKS.get(type(request), LAST)
        try:
            said = await self.worker.ask(request, rank=rank, person=person, patience_s=self.patience_s)
        except NotDone as no:
            raise CoachBusy(WORDS.get(str(no), str(no))) from None
        found = msgspec.convert(said, Answer)
        if found.asked_wrongly:
            raise GameError(found.why)
        if found.why:
            raise CoachError(found.why)
        return found.body

    async def close(self) -> None:
        """End the process. No request is answered any more."""
        await self.worker.close()


# --- the process itself

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

    def __init__(self, desk: QuestionDesk) -> None:
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
            self._load(price_wagers, name)
        while self.cold:
            name = self.expected if self.expected in self.cold else min(self.cold)
            self._load(warm, name)
            self.cold.discard(name)

    def _load(self, load: Callable[[str], None], name: str) -> None:
        """A game that can't be loaded does not keep the others from it. Whoever asks about it hears why."""
        try:
            load(name)
        except (Exception, SystemExit):
            traceback.print_exc()

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


def answering(desk: QuestionDesk) -> Answering:
    coaching = Coaching(desk)
    Thread(target=coaching.get_ready, daemon=True).start()
    return coaching.answer


if __name__ == "__main__":
    serve(answering, (), lane_of=lane_of, nice=NICE)
