"""Random orders, and commitments to them.

To shuffle, each card gets a random 64-bit key, and the cards are sorted by key. Keys that tie are drawn again, so every
order is equally likely. Keys come from the system's cryptographic source, or from a seed for repeatable runs.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import blake2s, shake_256
from struct import unpack

from pitboss.basics.cards import TEXT
from pitboss.basics.money import seed_text

Source = Callable[[int], bytes]
"""Returns this many random bytes."""

SALT = 16

SEEDED, PLANTED = "seeded", "planted"
"""The origin of an order that does not come from the system's own source: a seed, or a person."""

_BYTES = [name.encode() for name in TEXT]


def system_source(size: int) -> bytes:
    return os.urandom(size)


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
