"""The stack of cards that a round is dealt from: a manual shoe, the dealer's hand or an automated shoe.

Also: random orders of cards, their seeds, and the commitments to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from hashlib import blake2s, shake_256
from os import urandom as urandom
from struct import unpack

from pitboss.basics.cards import NUMBER, TEXT, parse
from pitboss.basics.errors import IllegalAction
from pitboss.basics.money import seed_text

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


Source = Callable[[int], bytes]
"""Returns this many random bytes."""

SALT = 16

SEEDED, PLANTED = "seeded", "planted"
"""The origin of an order that does not come from the system's own source: a seed, or a person."""

_BYTES = [name.encode() for name in TEXT]


def system_source(size: int) -> bytes:
    return urandom(size)


class SeededSource:
    """A reproducible stream of bytes: SHAKE-256 of the seed and a counter. For tests and repeatable runs only."""

    def __init__(self, seed: int | str) -> None:
        self._seed, self._calls = f"pitboss:{seed_text(seed)}:".encode(), 0

    def __call__(self, size: int) -> bytes:
        self._calls += 1
        return shake_256(self._seed + str(self._calls).encode()).digest(size)


def shuffled(cards: Sequence[int], source: Source) -> list[int]:
    """The cards in a random order. Every order is equally likely."""
    size = len(cards)
    while True:
        keys = unpack(f"<{size}Q", source(8 * size))
        if len(set(keys)) == size:
            drawn = iter(keys)
            return sorted(cards, key=lambda card: next(drawn))  # each card gets the next key


def random_below(bound: int, source: Source) -> int:
    """A random whole number from 0 to bound - 1. Every number is equally likely."""
    size = (bound.bit_length() + 7) // 8
    ceiling = (1 << 8 * size) // bound * bound
    while (number := int.from_bytes(source(size))) >= ceiling:
        continue
    return number % bound


@lru_cache(maxsize=16)
def _salts(key: str, count: int) -> tuple[bytes, ...]:
    drawn = shake_256(bytes.fromhex(key)).digest(SALT * count)
    return unpack(f"{SALT}s" * count, drawn)


def commit(cards: Sequence[int], key: str) -> tuple[str, ...]:
    """A salted commitment to each card: BLAKE2s of its salt and its text. No salt reveals another."""
    salts = _salts(key, len(cards))
    return tuple([blake2s(salt + _BYTES[card]).hexdigest() for salt, card in zip(salts, cards, strict=True)])


def salts_of(indices: Sequence[int], count: int, key: str) -> list[str]:
    """The salts that open these positions."""
    salts = _salts(key, count)
    return [salts[at].hex() for at in indices]


def opens(commitment: str, card: str, salt: str) -> bool:
    """Whether the commitment is to this card with this salt."""
    return blake2s(bytes.fromhex(salt) + card.encode()).hexdigest() == commitment
