"""A house that does not answer: whoever is at one of its tables is told, and told when it is back."""

from __future__ import annotations

import time

from pitboss.terminal.drawing import visible
from pitboss.terminal.live_telling import LiveTelling

DOWN = (1.0, 15.0, 60.0, 300.0)
"""Seconds without the house after which the player is told, and told again."""


class HouseLost(LiveTelling):
    """Looks whether the house is there."""

    _down_since: float | None = None
    """When the house was lost."""
    _told_down = 0
    """How often you were told that it is down."""

    @property
    def _is_down(self) -> bool:
        """Whether you were told that the house does not answer."""
        return self._told_down > 0

    def _look_at_the_house(self) -> bool:
        """Whether the house is there. Tells the player when it goes down, and when it is back."""
        now = time.monotonic()
        if self.client.connected and not self.live.ends:
            if self._told_down:
                self._end_prompt()
                self.say("The house is back. The game goes on where it was.", "bold green")
                self._house_is_back()
            self._down_since, self._told_down = None, 0
            return True
        if self._down_since is None:
            self._down_since = now
        if self._told_down < len(DOWN) and now - self._down_since >= DOWN[self._told_down]:
            self._tell_down(now - self._down_since)
            self._told_down += 1
        return False

    def _house_is_back(self) -> None:
        """Show the table as it is now."""
        self._stale_picture = True

    def _stored(self) -> str:
        """What the house keeps for you while it is down, in a sentence. Empty for those who have nothing there."""
        return ""

    def _tell_down(self, seconds: float) -> None:
        self._end_prompt()
        if self._told_down:
            self.say(f"Still no answer after {seconds:.0f} seconds. Ctrl-C leaves.", "red")
            return
        why = f" It said: {visible(self.live.ends)}." if self.live.ends else ""
        self.say(f"The house does not answer.{why}", "bold red")
        tries = "This terminal tries again, more and more slowly, until the house is back. Ctrl-C leaves."
        self.say(" ".join(filter(None, (self._stored(), tries))), "red")
