"""The coach of a house. ``coaching`` does its work in a process beside the house."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from pitboss.basics.errors import GameError
from pitboss.coach.answering import Advice, Answer, AnyRequest, Past
from pitboss.house.process import worker
from pitboss.house.process.worker import NotDone, Worker

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


class Coach:
    """Answers requests, the most urgent first.

    With ``ahead``, the process starts with the house, and loads the mathematics of all games while nothing is asked.
    Otherwise it starts with the first request. ``patience_s`` is how long somebody waits for an answer. With ``quiet``,
    the process writes nothing to the terminal.
    """

    def __init__(self, *, ahead: bool = False, patience_s: float = PATIENCE_S, quiet: bool = False) -> None:
        self.worker = Worker(
            "pitboss.house.process.coach_worker", most=MOST, most_of_one=MOST_OF_ONE, long_s=LONG_S, quiet=quiet
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

    async def ask(self, request: AnyRequest, person: str = "") -> Any:
        """The answer as plain data. Raises ``CoachError`` if there is none, and ``GameError`` for a wrong request."""
        rank = RANKS.get(type(request), LAST)
        try:
            said = await self.worker.ask(request, rank=rank, person=person, patience_s=self.patience_s)
        except NotDone as no:
            raise CoachError(WORDS.get(str(no), str(no))) from None
        found = msgspec.convert(said, Answer)
        if found.asked_wrongly:
            raise GameError(found.why)
        if found.why:
            raise CoachError(found.why)
        return found.body

    async def close(self) -> None:
        """End the process. No request is answered any more."""
        await self.worker.close()
