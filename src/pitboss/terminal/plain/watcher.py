"""A live table as a spectator sees it."""

from __future__ import annotations

from pitboss.terminal.seat.answers import QUIT
from pitboss.terminal.seat.display import Display
from pitboss.terminal.seat.drawing import visible
from pitboss.terminal.seat.house_table import HouseTable
from pitboss.terminal.seat.lines import Keyboard
from pitboss.terminal.seat.seat import BEAT, Seat
from pitboss.terminal.seat.seat_table import Gone, Leave

HELP = """\
  [bold]table[/]         draw the table again
  [bold]pay[/]           the pay tables ([bold]pay 2[/]: page 2; [bold]more[/]: the next page)
  [bold]clause 10(b)[/]  a clause of the rule document, in our words
  [bold]quit[/]          watch no longer (so do Ctrl-C and Ctrl-D)"""


class Watcher(Seat):
    """Follows a live table and asks nothing. If you play there, you see your own cards too."""

    def __init__(self, table: HouseTable, show: Display, keyboard: Keyboard) -> None:
        super().__init__(table, show, keyboard)
        self.where = table.table.name
        self._drawn: tuple[int, int] = (0, 0)
        """The round and the turn of the last picture."""
        self._reads = True

    def play(self) -> bool:
        """Follow the table until it closes or you leave."""
        name = visible(self.where)
        where = self.game.title if name == self.game.title else f"{self.game.title}, {name}"
        self.say(f"You watch {where}. Type ? for help, quit to leave.")
        self.show.heard(self._layout())
        try:
            while not self.table.is_closed:
                self._beat()
        except (Leave, KeyboardInterrupt):
            self.say("You watch no longer.")
        except Gone:
            pass
        finally:
            self.table.close()
        return False

    def _beat(self) -> None:
        self._tell_news()
        there, turn = self._is_there(), self.table.turn
        if there and turn is not None and turn.turn and (turn.round, turn.turn) != self._drawn:
            self._drawn = turn.round, turn.turn
            self.show.show_table(self._layout())
        line = self._line()
        if line and not self._command(line.strip().lower()):
            self.complain(f"you watch; '{line.strip()}' is for players")

    def _line(self) -> str | None:
        """A line, if one was typed. At the end of the input the table is followed without it."""
        if not self._reads:
            self.table.wait(BEAT)
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
            self.show.show_table(self._layout())
            return True
        return self.common_command(line)

    def show_again(self) -> None:
        self._drawn = (0, 0)

    @property
    def has_hints(self) -> bool:
        return False

    def help_text(self) -> str:
        return HELP
