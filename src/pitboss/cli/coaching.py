"""The coach for tables and drills of one's own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

from pitboss.basics.errors import GameError
from pitboss.coach.answering import AnyRequest
from pitboss.terminal.seat.advisers import PATIENCE_S, Ask
from pitboss.terminal.seat.hints import NoHint


@contextmanager
def coach_process() -> Iterator[Ask]:
    """Ask the coach in a process beside this one, so that the screen never freezes. It starts when it is asked."""
    from pitboss.house.process.coach import Coach, CoachError

    logging.getLogger("pitboss").addHandler(logging.NullHandler())  # nothing may be written over the screen
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, name="coach", daemon=True)
    coach = Coach(patience_s=PATIENCE_S, quiet=True)

    def wait_for(work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result()

    def ask(request: AnyRequest) -> Any:
        try:
            return wait_for(coach.ask(request))
        except (CoachError, GameError) as error:
            raise NoHint(str(error)) from None

    thread.start()
    try:
        yield ask
    finally:
        wait_for(coach.close())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
