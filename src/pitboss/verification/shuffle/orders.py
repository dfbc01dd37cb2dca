"""Collects orders of cards and the random bytes behind them from a table.

A round is opened as at any table, live or not: it asks the table's shuffler, which draws from the table's source. Both
are the table's own, and only listened to. The order is read from the event to which the table commits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from pitboss.basics.errors import SimulationError
from pitboss.engine.game import Game
from pitboss.engine.procedures.shoe import parse_order
from pitboss.engine.round.asks import Question
from pitboss.engine.round.events import Shuffled
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.round import Round
from pitboss.engine.rules import Given
from pitboss.engine.state import TableState
from pitboss.engine.table import Table

WORD = 8
"""The bytes of a word. The shuffler draws one for each card."""


class Order(NamedTuple):
    """An order of cards at a table."""

    cards: tuple[int, ...]
    """From the top, before any cut."""
    before: tuple[int, ...]
    """The cards as the shuffler received them."""
    drawn: tuple[bytes, ...]
    """All that the shuffler drew: the words of the cards, again if two were equal, and the key of the commitments."""

    @property
    def words(self) -> bytes:
        """The words of the cards, in the order of ``before``. Empty if the shuffler drew otherwise."""
        size = WORD * len(self.cards)
        return next((part for part in reversed(self.drawn[:-1]) if len(part) == size), b"")


def orders(game: Game, rules: Given = None, seed: int | str | None = None) -> Iterator[Order]:
    """Orders of a table without end, one round after another. Each is a new table's: nobody has played before.

    >>> from pitboss import game
    >>> order = next(orders(game("double_down_stud"), seed=7))
    >>> len(order.cards), len(order.words), sorted(order.cards) == sorted(order.before)
    (52, 416, True)
    """
    table = Table(game, rules, seed=seed)
    table.sit("Ann")
    source, shuffler = table.source, table.attendants["shuffler"]
    heard: list[bytes] = []
    found: list[tuple[tuple[int, ...], tuple[bytes, ...]]] = []

    def drawn(size: int) -> bytes:
        heard.append(source(size))
        return heard[-1]

    def shuffle(round: Round, question: Question) -> Input:
        heard.clear()
        given = shuffler(round, question)
        found.append((round.to_shuffle, tuple(heard)))
        return given

    table.source = drawn
    attendants = table.attendants | {"shuffler": shuffle}
    while True:
        found.clear()
        round = Round(table.game, table.rules, TableState(), table.seats, attendants)
        shuffled = [parse_order(event.order)[0] for event in round.events if isinstance(event, Shuffled)]
        if not shuffled:
            raise SimulationError(f"no cards are shuffled when a round of {game.title} begins")
        for cards, (before, parts) in zip(shuffled, found, strict=True):
            yield Order(cards, before, parts)


LEAST_KINDS = 4


def kinds_of(game: Game, order: Order) -> tuple[int, ...]:
    """The different cards of a pack, in the order of a new one. A pack that does not suit the tests is refused."""
    copies = Counter(order.before)
    if len(copies) < LEAST_KINDS:
        raise SimulationError(
            f"the tests need at least {LEAST_KINDS} different cards, and {game.title} has {len(copies)}"
        )
    if len(set(copies.values())) > 1:
        raise SimulationError(f"the tests need equally many of each card, and {game.title} has more of some")
    return tuple(copies)
