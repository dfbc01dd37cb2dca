"""Random numbers for simulation: many long streams that never meet, and cards without bias.

The generator is xoshiro256++ (Blackman and Vigna), 256 bits of state and a period of 2**256 - 1. Every chunk of a run
has a stream of its own, whose state is the SHAKE-256 of the run's seed and the chunk's number: two of a million streams
of 2**40 numbers each overlap with a chance below 2**-170.

Cards are drawn by multiplication (Lemire): a random word times the number of cards left is a card in its upper half and
a new random word in its lower, so that one word gives several cards, each as likely as any other; in the few cases
where that would leave a bias, the word is drawn again.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import shake_256
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from pitboss.exact.compiled import compiled, inlined
from pitboss.exact.hands import Ints

WORDS = 4
"""64-bit words of a stream's state."""


def stream(seed: int | str, chunk: int) -> Ints:
    """The state with which a chunk of a run begins."""
    said = f"pitboss simulation {seed} {chunk}".encode()
    return np.frombuffer(shake_256(said).digest(8 * WORDS), np.uint64).copy()


def _high(typing: Any, a: Any, b: Any) -> Any:
    signature = types.uint64(types.uint64, types.uint64)

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(arguments[0], wide), builder.zext(arguments[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return signature, code


high = cast(Callable[[Any, Any], Any], intrinsic(_high))
"""The upper 64 bits of a product of 64-bit numbers."""


@inlined
def next_word(state: Ints) -> Any:
    """The next 64 bits of a stream."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    total = a + d
    word = ((total << np.uint64(23)) | (total >> np.uint64(41))) + a
    shifted = b << np.uint64(17)
    c ^= a
    d ^= b
    state[1] = b ^ c
    state[0] = a ^ d
    state[2] = c ^ shifted
    state[3] = (d << np.uint64(45)) | (d >> np.uint64(19))
    return word


# --- cards

AT_ONCE = 10
"""Cards that one word gives: 52 * 51 * ... * 43 is below 2**64, and one word in 300 is drawn again."""


def _thresholds() -> Ints:
    """By cards already drawn and cards to be drawn at once: what the last product must leave for the word to count."""
    found = np.zeros((53, AT_ONCE + 1), np.uint64)
    for drawn in range(53):
        ways = 1
        for count in range(1, min(AT_ONCE, 52 - drawn) + 1):
            ways *= 52 - drawn - count + 1
            found[drawn, count] = 2**64 % ways
    return found


THRESHOLD = _thresholds()


@inlined
def deal(state: Ints, pack: Ints, first: int, last: int) -> None:
    """Put a random card on each of these places of a pack of 52, from those that lie at it or below.

    Whatever order the pack was in, the cards on the first places are then as random as from a new one.
    """
    at = first
    while at < last:
        count = min(AT_ONCE, last - at)
        while True:
            word = next_word(state)
            for place in range(at, at + count):
                left = np.uint64(52 - place)
                chosen = place + np.int64(high(word, left))
                word *= left
                card = pack[place]
                pack[place] = pack[chosen]
                pack[chosen] = card
            if word >= THRESHOLD[at, count]:
                break
        at += count


@inlined
def below(state: Ints, bound: int) -> int:
    """A number from 0 to bound - 1, each as likely as the others."""
    limit = np.uint64(bound)
    word = next_word(state)
    found, rest = high(word, limit), word * limit
    if rest < limit:
        threshold = (np.uint64(0) - limit) % limit
        while rest < threshold:
            word = next_word(state)
            found, rest = high(word, limit), word * limit
    return int(found)


@compiled
def words(state: Ints, count: int) -> Ints:
    """The next numbers of a stream, as they come: for outside test programs."""
    found = np.empty(count, np.uint64)
    for at in range(count):
        found[at] = next_word(state)
    return found


@compiled
def packs(state: Ints, count: int) -> Ints:
    """Shuffled packs, one a row: for statistical tests of the dealing, and to deal the same cards at a table."""
    found = np.empty((count, 52), np.int8)
    pack = np.arange(52)
    for at in range(count):
        deal(state, pack, 0, 52)
        for place in range(52):
            found[at, place] = pack[place]
    return found
