"""A live table as a spectator sees it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from pitboss.client.live_view import CLOSED
from pitboss.client.requests import TableInfo
from pitboss.client.synchronous import Client
from pitboss.engine.round.asks import Offer
from pitboss.engine.round.layout import Layout
from pitboss.terminal.seat.answers import Answer
from pitboss.terminal.seat.drawing import visible
from pitboss.terminal.seat.lines import Keyboard
from pitboss.terminal.seat.live_telling import Gone, LiveTelling
from pitboss.terminal.seat.player import Leave, Question
from pitboss.terminal.seat.telling import QUIT

BEAT = 0.1
"""Seconds between two looks at the keyboard and the server."""
HELP = """\
  [bold]table[/]         draw the table again
  [bold]pay[/]           the pay tables ([bold]pay 2[/]: page 2; [bold]more[/]: the next page)
  [bold]clause 10(b)[/]  a clause of the rule document, in our words
  [bold]quit[/]          watch no longer (so do Ctrl-C and Ctrl-D)"""


class Watcher(LiveTelling):
    """Follows a live table. If you play there, you see your own cards too."""

    def __init__(self, client: Client, table: TableInfo, console: Console, keyboard: Keyboard) -> None:
        super().__init__(client, table, console)
        self.keyboard = keyboard
        self._drawn: tuple[int, int] = (0, 0)
        """The round and the turn of the last picture."""
        self._reads = True

    def play(self) -> None:
        """Follow the table until it closes or you leave."""
        name = visible(self.table.name)
        where = self.game.title if name == self.game.title else f"{self.game.title}, {name}"
        self.say(f"You watch {where}. Type ? for help, quit to leave.")
        try:
            while self.live.ends != CLOSED or self._news:
                self.beat()
        except (Leave, KeyboardInterrupt):
            self.say("You watch no longer.")
        except Gone:
            return
        finally:
            self.client.unwatch(self.table.id)

    def beat(self) -> None:
        """Let messages come in, tell them, and look at the keyboard."""
        while self.client.wait(self.live, timeout=0):
            pass
        self._tell_news()
        there, turn = self._look_at_the_house(), self.live.turn
        if there and turn is not None and turn.turn and (turn.round, turn.turn) != self._drawn:
            self._drawn = turn.round, turn.turn
            self._picture(self.live.layout)
        line = self._typed()
        if line and not self._command(line.strip().lower()):
            self.complain(f"you watch; '{line.strip()}' is for players")

    def _typed(self) -> str | None:
        """A line, if one was typed. At the end of the input the table is followed without it."""
        if not self._reads:
            self.client.wait(self.live, timeout=BEAT)
            self.keyboard.check()
            return None
        try:
            return self.keyboard.next(BEAT)
        except EOFError:
            if self.console.is_terminal:
                raise Leave from None
            self._reads = False
            return None

    def _command(self, line: str) -> bool:
        if line in QUIT:
            raise Leave
        if line == "table":
            self._picture(self.live.layout)
            return True
        return self.common_command(line)

    def _house_is_back(self) -> None:
        super()._house_is_back()
        self._drawn = (0, 0)

    def _picture(self, layout: Layout, title: str = "", status: str | None = None) -> None:
        super()._picture(layout, title, "" if status is None else status)

    # --- what a player could do

    @property
    def has_hints(self) -> bool:
        return False

    def help_text(self) -> str:
        return HELP

    def cash(self) -> int:
        return 0

    def question(self) -> Question | None:
        return None

    def reports(self) -> Sequence[Offer]:
        return ()

    def do_report(self, answer: Answer) -> bool:
        return False
