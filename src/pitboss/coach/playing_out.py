"""How the round of a puzzle ends: once for each choice, with the cards that were dealt for it.

The player makes the choice, and then the best one at every further decision that has a price.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from pitboss.coach.counsel import Choice, counsel, no_pause
from pitboss.coach.drill import PLAYER, SEAT, Puzzle, at, seen_in
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import Turn
from pitboss.engine.game import Game
from pitboss.engine.round.events import Event, seat_place
from pitboss.engine.round.inputs import Input
from pitboss.engine.rules import TableRules
from pitboss.engine.table import Table
from pitboss.mathematics.decision_values import Asked


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a puzzle's round after a choice."""

    do: str
    net: int
    """What the player won or lost in the round, in cents."""
    events: tuple[Event, ...]
    """What the seat has seen of the round, to its end."""

    def as_dict(self) -> dict[str, Any]:
        return {"do": self.do, "net": self.net, "events": [msgspec.to_builtins(event) for event in self.events]}


def played_out(game: Game, rules: TableRules, id: str, pause: Callable[[], None] = no_pause) -> list[Ending]:
    """The ends of a puzzle's round, one for each choice. ``pause`` is called before each decision is priced.

    >>> from pitboss import Table
    >>> from pitboss.coach.drill import draw
    >>> table = Table("double_down_stud")
    >>> puzzle = draw(table.game, table.rules, 5)
    >>> sorted(one.do for one in played_out(table.game, table.rules, puzzle.id))
    ['double', 'pass']
    """
    puzzle = at(game, rules, id, pause)
    return [_ending(game, rules, puzzle, choice, pause) for choice in puzzle.counsel.choices]


def _ending(game: Game, rules: TableRules, puzzle: Puzzle, choice: Choice, pause: Callable[[], None]) -> Ending:
    seed = puzzle.seed
    table = Table(game, rules, seed=seed)
    table.sit(PLAYER, SEAT)
    made = False

    def play(turn: Turn) -> Input | None:
        nonlocal made
        if made:
            return _best(game, rules, turn, pause)
        if turn.about == puzzle.asked.about and seen_in(turn.view) == puzzle.events:
            made = True
            return _taken(turn, choice)
        return game.basic(turn)

    round = drive(table.open_round(), play, Random(seed))
    layout = round.layout
    return Ending(do=choice.do, net=layout.returned - layout.staked, events=seen_in(round.view(seat_place(SEAT))))


def _taken(turn: Turn, choice: Choice) -> Input:
    offer = next(one for one in turn.offers if one.do == choice.do and not one.why_not and not one.wager)
    return offer.taken(turn.party, choice.amount)


def _best(game: Game, rules: TableRules, turn: Turn, pause: Callable[[], None]) -> Input | None:
    """The best choice, or what the basic policy does if the question has no price."""
    hand = next((one.hand for one in turn.offers if one.hand and not one.why_not and not one.optional), 1)
    asked = Asked(about=turn.about, seat=turn.party.seat, player=turn.party.player, hand=hand)
    pause()
    best = counsel(game, rules, turn.view, asked, turn.offers).best
    return game.basic(turn) if best is None or best.wager else _taken(turn, best)
