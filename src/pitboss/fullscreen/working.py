"""A screen that does slow work on another thread, so that it never freezes."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any, TypeVar

from textual.message import Message
from textual.screen import Screen

from pitboss.terminal.hints import NoHint

T = TypeVar("T")


class Working(Screen[None]):
    """Begins work and hears of it when it is done."""

    class Done(Message):
        """Work is done, or failed with a sentence that says why."""

        def __init__(self, then: Callable[[], Any], why: str) -> None:
            super().__init__()
            self.then, self.why = then, why

    def begin(self, work: Callable[[], T], then: Callable[[T], object]) -> None:
        """Begin work. ``then`` is called with its result; ``failed`` if there is none."""

        def run() -> None:
            try:
                found = work()
            except NoHint as no:
                self.post_message(self.Done(lambda: None, str(no)))
            except Exception as error:  # whatever it is, the player reads a sentence
                self.post_message(self.Done(lambda: None, f"this did not work: {error or type(error).__name__}"))
            else:
                self.post_message(self.Done(lambda: then(found), ""))

        Thread(target=run, daemon=True).start()

    def on_working_done(self, done: Done) -> None:
        if done.why:
            self.failed(f"{done.why[:1].upper()}{done.why[1:]}.")
        else:
            done.then()

    def failed(self, why: str) -> None:
        """Show why something did not work."""
