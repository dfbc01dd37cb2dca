"""The stack of cards that a round is dealt from: a manual shoe, the dealer's hand or an automated shoe."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.basics.cards import NUMBER, TEXT, parse
from pitboss.basics.errors import IllegalAction

BOXED = "^"


Order = tuple[tuple[int, ...], tuple[int, ...]]
_known: dict[str, Order] = {}
_KEPT = 64


def parse_order(order: str) -> Order:
    """The cards from the top, and the positions of those that lie face up."""
    found = _known.get(order)
    return _keep(order, _parse(order)) if found is None else found


def _keep(text: str, order: Order) -> Order:
    """Cache a parsed order, since a lasting shoe is parsed again every round."""
    if len(_known) >= _KEPT:
        _known.clear()
    _known[text] = order
    return order


def _parse(order: str) -> Order:
    words = order.split()
    boxed = tuple(i for i, word in enumerate(words) if word.endswith(BOXED)) if BOXED in order else ()
    try:
        return tuple([NUMBER[word] for word in words]), boxed
    except KeyError:  # face-up marks, or text that may be invalid
        return tuple([parse(word.rstrip(BOXED)) for word in words]), boxed


def order_text(cards: Sequence[int]) -> str:
    """The cards as text, from the top."""
    text = " ".join([TEXT[card] for card in cards])
    _keep(text, (tuple(cards), ()))
    return text


class Shoe:
    """A shuffled stack with the cut applied, drawn from the top."""

    def __init__(self, order: str, depth: int = 0, cursor: int = 0) -> None:
        stack, boxed = parse_order(order)
        self.size, self.depth, self.cursor = len(stack), depth, cursor
        self.was_cut = depth > 0
        self.stack = stack
        self.cards = stack[depth:] + stack[:depth] if depth else stack
        self.boxed: set[int] = {(i - depth) % len(stack) for i in boxed} if boxed else set()

    @property
    def left(self) -> int:
        return self.size - self.cursor

    def next(self) -> int:
        """The next card of a stack without face-up cards."""
        at = self.cursor
        self.cursor = at + 1
        return self.cards[at]

    def take(self) -> tuple[int, bool]:
        """The next card, and whether it lies face up."""
        at = self.cursor
        if at >= self.size:
            raise IllegalAction("table", "", "no cards are left in the shoe")
        self.cursor = at + 1
        return self.cards[at], at in self.boxed if self.boxed else False

    def cut(self, depth: int) -> None:
        """Put the top ``depth`` cards at the bottom."""
        self.was_cut = True
        self.depth = (self.depth + depth) % self.size
        self.cards = self.cards[depth:] + self.cards[:depth]
        self.boxed = {(at - depth) % self.size for at in self.boxed}

    def box(self, ahead: int) -> None:
        """Turn a card face up. ``ahead`` counts draws from now: 1 is the next card."""
        self.boxed.add(self.cursor + ahead - 1)

    def position(self, drawn: int) -> int:
        """The position in the shuffled stack, before the cut, of the card drawn as number ``drawn``."""
        return (drawn + self.depth) % self.size

    def positions(self, drawn: Iterable[int]) -> list[int]:
        """The positions in the shuffled stack of the cards drawn as these numbers, sorted and without duplicates."""
        depth, size = self.depth, self.size
        return sorted({(number + depth) % size for number in drawn})
