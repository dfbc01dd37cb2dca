"""A deal by hand: what is stored of a round, but not told, until the person who deals has dealt it.

The round deals all cards of a deal in one act, which is stored at once, as at every table. Where a person deals, the
first card of the act and everything after it is held back. Each order of the dealer is an act of its own,
``CardsDealt``, and its update has the next cards with what follows them. So updates are numbered without a gap, whoever
comes back gets exactly what was missed, and a table that is recovered holds back what it held before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from pitboss.engine.round.events import Dealt, Event
from pitboss.house.tables.acts import AnyAct, CardsDealt, Gave


class HeldBack:
    """What a table holds back. The first record is a card, unless nothing is held.

    >>> cards = [Dealt(round=1, clause="6(d)", to=f"seat {seat}", card=None, face="down", hand=1) for seat in (1, 2)]
    >>> held = HeldBack()
    >>> held.told(Gave(inputs=(), by_hand=True), cards)
    ()
    >>> held.cards, held.next.to
    (2, 'seat 1')
    >>> [event.to for event in held.told(CardsDealt(cards=1))], held.cards
    (['seat 1'], 1)
    """

    def __init__(self) -> None:
        self.records: deque[Event] = deque()

    def __bool__(self) -> bool:
        return bool(self.records)

    @property
    def cards(self) -> int:
        """The number of cards that are still to be dealt."""
        return sum(isinstance(one, Dealt) for one in self.records)

    @property
    def next(self) -> Dealt | None:
        """The next card."""
        first = self.records[0] if self.records else None
        return first if isinstance(first, Dealt) else None

    def told(self, act: AnyAct, records: Sequence[Event] = ()) -> tuple[Event, ...]:
        """Take in an act with its records. Returns what people are told of it now."""
        if isinstance(act, CardsDealt):
            return self._deal(act.cards or self.cards)
        first = 0
        if not self.records:
            by_hand = isinstance(act, Gave) and act.by_hand
            first = next((at for at, one in enumerate(records) if by_hand and isinstance(one, Dealt)), len(records))
        self.records.extend(records[first:])
        return tuple(records[:first])

    def _deal(self, cards: int) -> tuple[Event, ...]:
        """The next cards, each with what follows it."""
        dealt: list[Event] = []
        while self.records and (cards > 0 or not isinstance(self.records[0], Dealt)):
            cards -= isinstance(self.records[0], Dealt)
            dealt.append(self.records.popleft())
        return tuple(dealt)
