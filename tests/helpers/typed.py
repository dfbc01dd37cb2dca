"""A player at a live table of a real house, without a terminal: what they type depends on what was shown."""

from __future__ import annotations

import time
from collections.abc import Callable
from io import StringIO

from rich.console import Console

from waiting import HANG_S, look_away

Step = tuple[str, str | Callable[[], object]]
"""Words to wait for, then a line to type or something to do."""


class Script:
    """A keyboard and a screen. Each step waits until its words are shown, and then types or does something."""

    def __init__(self, *steps: Step, secrets: tuple[str, ...] = ()) -> None:
        self.out = StringIO()
        self.console = Console(file=self.out, width=100, highlight=False)
        self._steps, self._secrets, self._mark, self._since = list(steps), list(secrets), 0, 0.0
        self.prompts: list[str] = []
        """What secrets were asked for."""

    @property
    def shown(self) -> str:
        return self.out.getvalue()

    def next(self, seconds: float) -> str | None:
        """Type the next line when its words are there. Something to do may raise, as Ctrl-C does."""
        if not self._steps:
            raise EOFError
        what = self._due()
        if isinstance(what, str):
            self._took_step()
            self.out.write(f"{what}\n")
            return what
        if what is None:
            look_away()
        self.check()
        return None

    def check(self) -> None:
        """Do what is to be done, even while nothing is read from the keyboard."""
        what = self._due() if self._steps else None
        if callable(what):
            self._took_step()
            what()

    def _due(self) -> str | Callable[[], object] | None:
        """What to type or do now. None if its words have not been shown yet."""
        self._since = self._since or time.monotonic()
        words, what = self._steps[0]
        late = time.monotonic() - self._since > HANG_S
        assert not late, f"{words!r} did not come; there was {self.shown[-1500:]}"
        return what if words in self.shown[self._mark :] else None

    def _took_step(self) -> None:
        words, _ = self._steps.pop(0)
        self._mark = self.shown.index(words, self._mark) + len(words)
        self._since = time.monotonic()

    def secret(self, prompt: str) -> str:
        self.prompts.append(prompt)
        return self._secrets.pop(0)


def press_ctrl_c() -> None:
    raise KeyboardInterrupt
