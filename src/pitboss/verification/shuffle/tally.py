"""Counts of orders and words, as the tests of the shuffle need them. All are whole numbers, except of words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.verification.shuffle.orders import WORD, Order

Ints = NDArray[Any]

BITS = 8 * WORD
BYTES = 256


class Tally:
    """Counts over orders of one pack or shoe. A card counts as its place in a new pack, its number."""

    def __init__(self, kinds: Sequence[int], size: int) -> None:
        self.kinds, self.size = len(kinds), size
        self.copies = size // len(kinds)
        self._number = np.zeros(max(kinds) + 1, np.int64)
        self._number[list(kinds)] = range(self.kinds)
        self.orders = 0
        self.made_again = 0
        """How many orders are the cards sorted by their words."""
        self.places = np.zeros((size, self.kinds), np.int64)
        """How often each card lay at each place."""
        self.neighbours = np.zeros((self.kinds, self.kinds), np.int64)
        """How often each card was followed by each, the last by the first: a cut puts them together."""
        self.descents = np.zeros(size, np.int64)
        """Orders by how often a card is followed by a lower one. The ascending runs are one more."""
        self.rising = np.zeros(self.kinds, np.int64)
        """Orders by how often the next card of a new pack lies higher up. The rising sequences are one more."""
        self.gaps = np.zeros(size, np.int64)
        """How often the next card of a new pack lay so many places further down, round the end to the top."""
        self.beside = 0
        """The sum of the products of neighbours' numbers, each twice its distance from the mean."""
        self.between = 0
        """The same of the cards at one place in an order and in the next one."""
        self._last: Ints | None = None
        self.words = 0
        self.bits = np.zeros(BITS, np.int64)
        """In how many words each bit is set, the lowest first."""
        self.bytes = np.zeros(BYTES, np.int64)
        self.next_words = 0.0
        """The sum of the products of successive words, each less its mean, as a share of all words."""
        self._word: Ints = np.zeros(0)

    def add(self, found: Sequence[Order]) -> None:
        """Count these orders and what was drawn for them."""
        cards = self._number[np.array([one.cards for one in found])]
        self._count_orders(cards)
        before = self._number[np.array([one.before for one in found])]
        self.made_again += int(np.count_nonzero((cards == _sorted(before, found)).all(axis=1)))
        self._count_words(b"".join(part for one in found for part in one.drawn))

    def _count_orders(self, cards: Ints) -> None:
        size, kinds, copies = self.size, self.kinds, self.copies
        number = len(cards)
        self.places += _counted(np.arange(size) * kinds + cards, size * kinds).reshape(size, kinds)
        below = np.roll(cards, -1, axis=1)
        self.neighbours += _counted(cards * kinds + below, kinds * kinds).reshape(kinds, kinds)
        self.descents += _counted((cards[:, 1:] < cards[:, :-1]).sum(axis=1), size)
        where = np.argsort(cards, axis=1, kind="stable").reshape(number, kinds, copies)
        # In a shoe, one copy of each card: the first in the first order, the second in the next, and so on.
        copy = np.arange(self.orders, self.orders + number) % copies
        one = where[np.arange(number), :, copy]
        self.rising += _counted((one[:, 1:] < one[:, :-1]).sum(axis=1), kinds)
        after = np.roll(where, -1, axis=1)
        self.gaps += _counted((after[:, :, None, :] - where[:, :, :, None]) % size, size)
        centred = 2 * cards - (kinds - 1)
        self.beside += int((centred * np.roll(centred, -1, axis=1)).sum())
        rows = centred if self._last is None else np.vstack((self._last, centred))
        self.between += int((rows[1:] * rows[:-1]).sum())
        self._last = centred[-1:]
        self.orders += number

    def _count_words(self, drawn: bytes) -> None:
        whole = drawn[: len(drawn) // WORD * WORD]
        words = np.frombuffer(whole, "<u8")
        octets = np.frombuffer(whole, np.uint8)
        self.words += len(words)
        self.bits += np.unpackbits(octets.reshape(-1, WORD), axis=1, bitorder="little").sum(axis=0, dtype=np.int64)
        self.bytes += np.bincount(octets, minlength=BYTES)
        shares = np.concatenate((self._word, words / 2.0**BITS - 0.5))
        self.next_words += float(shares[1:] @ shares[:-1])
        self._word = shares[-1:]


def _counted(values: Ints, cells: int) -> Ints:
    return np.bincount(values.ravel(), minlength=cells)


def _sorted(before: Ints, found: Sequence[Order]) -> Ints:
    """The cards sorted by their words. Without words they become no card."""
    size = before.shape[1]
    blank = bytes(WORD * size)
    words = np.frombuffer(b"".join(one.words or blank for one in found), "<u8").reshape(before.shape)
    made = np.take_along_axis(before, np.argsort(words, axis=1, kind="stable"), axis=1)
    return np.where(np.array([bool(one.words) for one in found])[:, None], made, -1)
