"""How commands show rounds that they deal or replay: the narration and the totals of wagers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from rich.text import Text

from pitboss.basics.money import dollars
from pitboss.cli.output import console
from pitboss.engine.game import Game
from pitboss.engine.round.events import Event, Settled
from pitboss.log.narration import Step, story
from pitboss.terminal.seat.drawing import fit, hang, plain_grid

MARGIN = 18


class WagerSum(msgspec.Struct):
    """The totals of one kind of wager, in cents."""

    settled: int = 0
    staked: int = 0
    returned: int = 0


def add_settled(wagers: dict[str, WagerSum], settlements: Iterable[Settled]) -> None:
    """Add settlements to the totals of their wagers."""
    for settled in settlements:
        wager = wagers.setdefault(settled.wager, WagerSum())
        wager.settled += 1
        wager.staked += settled.money
        wager.returned += settled.returned


class Narrator:
    """Narrates rounds of a game. The text of a clause follows its first use only."""

    def __init__(self, game: Game, seen: str = "as surveillance sees it, with the cards that lie face down") -> None:
        self.game, self._seen = game, seen
        self._told: set[str] = set()
        self._out = console()

    def tell(self, events: Iterable[Event]) -> None:
        out = self._out
        if not self._told:
            out.print(f"[bold green]{self.game.title}[/], {self._seen}.")
        for step in story(self.game, events, self._told):
            self._line(step.clause, Text.assemble(step.sentence, (f"  {step.also}", "dim") if step.also else ""))
            if step.means:
                self._line("", Text(step.means, "dim italic"))
        out.print()

    def _line(self, clause: str, words: Text) -> None:
        hang(self._out, Text(f"{clause:<{MARGIN - 1}} ", "cyan"), words, in_one_line=True)

    def plain(self, events: Iterable[Event]) -> list[Step]:
        return story(self.game, events, self._told)


def show_wagers(wagers: Mapping[str, WagerSum]) -> None:
    out, numbers = console(), ("settled", "staked", "returned", "kept")
    grid = plain_grid("wager", *numbers, right=numbers)
    for name, wager in wagers.items():
        kept = wager.staked - wager.returned
        grid.add_row(name, f"{wager.settled:,}", dollars(wager.staked), dollars(wager.returned), dollars(kept))
    out.print(fit(grid, out.width))
