"""Random numbers for simulation: many long streams that do not overlap, and unbiased cards.

The generator is xoshiro256++ (Blackman and Vigna), with 256 bits of state and a period of 2**256 - 1. Every chunk of a
run has its own stream. Its state is a block of Philox4x64-10 (Salmon and others) whose key is the SHAKE-256 of the
run's seed and whose counter is the chunk's number plus one. So no two chunks of a run start alike, and the states of a
million chunks take milliseconds. The probability that any two of a million streams of 2**40 numbers overlap is below
2**-170.

Cards are drawn by multiplication (Lemire). The product of 32 random bits and the number of remaining cards has a card
in its upper half and new random bits in its lower half. So 32 bits yield several cards, all equally likely. The few
values that would cause a bias are rejected and drawn again.
"""

from __future__ import annotations

from hashlib import shake_256
from typing import Any

import numpy as np

from pitboss.basics.errors import SimulationError
from pitboss.basics.money import seed_text
from pitboss.mathematics.counting.compiled import compiled, inlined, strength5
from pitboss.mathematics.counting.hands import CATEGORY, Ints

WORDS = 4
"""The number of 64-bit words in a stream's state."""


def checked_seed(seed: int | str, words: str = "") -> str:
    """A seed as text. An error begins with ``words``."""
    try:
        return seed_text(seed)
    except ValueError as error:
        raise SimulationError(f"{words}{error}") from None


def streams(seed: int | str, first: int, count: int) -> Ints:
    """The initial states for consecutive chunks of a run, one in each row."""
    key = np.frombuffer(shake_256(f"pitboss simulation {seed}".encode()).digest(16), "<u8")
    states: Ints = np.random.Philox(key=key, counter=first).random_raw(WORDS * count).reshape(count, WORDS)
    return states


def stream(seed: int | str, chunk: int) -> Ints:
    """The initial state for a chunk of a run."""
    state: Ints = streams(seed, chunk, 1)[0]
    return state


HALF, LOWER = np.uint64(32), np.uint64(0xFFFFFFFF)


@inlined
def high(a: Any, b: Any) -> Any:
    """The upper 64 bits of a product of 64-bit numbers."""
    low, top = a & LOWER, a >> HALF
    middle = top * (b & LOWER) + (low * (b & LOWER) >> HALF)
    other = low * (b >> HALF) + (middle & LOWER)
    return top * (b >> HALF) + (middle >> HALF) + (other >> HALF)


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

IN_HALF = 4
"""The number of cards drawn from 32 bits. 52 * 51 * 50 * 49 is far below 2**32, so one draw in 23,000 is repeated. A
product of 32-bit numbers takes a third of the time of the upper half of a product of 64-bit numbers."""
AT_ONCE = 2 * IN_HALF
"""The number of cards drawn from one word. Compilers unroll a deal of so many. It can be followed by more."""


def _thresholds() -> Ints:
    """The lowest remainder that is accepted, by cards already drawn and cards drawn at once."""
    found = np.zeros((53, IN_HALF + 1), np.uint64)
    for drawn in range(53):
        ways = 1
        for count in range(1, min(IN_HALF, 52 - drawn) + 1):
            ways *= 52 - drawn - count + 1
            found[drawn, count] = 2**32 % ways
    return found


THRESHOLD = _thresholds()


@inlined
def _draw(bits: Any, pack: Ints, first: int, last: int) -> Any:
    """Draw a card for each of these places from 32 random bits. Returns the remaining bits."""
    for place in range(first, last):
        bits *= np.uint64(52 - place)
        chosen = np.uint64(place) + (bits >> HALF)  # without a sign, as an index below zero needs a test
        bits &= LOWER
        card = pack[place]
        pack[place] = pack[chosen]
        pack[chosen] = card
    return bits


@inlined
def deal(state: Ints, pack: Ints, first: int, last: int) -> None:
    """Put a random card on each of these places of a pack of 52, chosen from that place and those after it.

    The cards are as random as from a new pack, whatever the order was before.
    """
    at = first
    while at < last:
        middle = min(at + IN_HALF, last)
        end = min(middle + IN_HALF, last)
        while True:
            word = next_word(state)
            low = _draw(word & LOWER, pack, at, middle)
            top = _draw(word >> HALF, pack, middle, end)
            if low >= THRESHOLD[at, middle - at] and top >= THRESHOLD[middle, end - middle]:
                break
        at = end


@inlined
def below(state: Ints, bound: int) -> int:
    """A uniformly random number from 0 to bound - 1."""
    limit = np.uint64(bound)
    word = next_word(state)
    found, rest = high(word, limit), word * limit
    if rest < limit:
        threshold = (np.uint64(0) - limit) % limit
        while rest < threshold:
            word = next_word(state)
            found, rest = high(word, limit), word * limit
    return int(np.int64(found))  # compiled, an unsigned number and a signed one make a float


@compiled
def words(state: Ints, count: int) -> Ints:
    """The next raw numbers of a stream, for external test programs."""
    found = np.empty(count, np.uint64)
    for at in range(count):
        found[at] = next_word(state)
    return found


@compiled
def packs(state: Ints, rounds: int, count: int) -> Ints:
    """The packs of some rounds, one in each row, if each round deals ``count`` cards."""
    found = np.empty((rounds, 52), np.int8)
    pack = np.arange(52)
    for at in range(rounds):
        deal(state, pack, 0, count)
        for place in range(52):
            found[at, place] = pack[place]
    return found


@compiled
def until(state: Ints, count: int, hand: Ints, category: int) -> Ints:
    """The next state from which a new pack has a hand of this category at the five places ``hand``."""
    pack, before = np.arange(52), state.copy()
    while True:
        before[:] = state
        for place in range(52):
            pack[place] = place
        deal(state, pack, 0, count)
        found = strength5(pack[hand[0]], pack[hand[1]], pack[hand[2]], pack[hand[3]], pack[hand[4]])
        if CATEGORY[found] == category:
            return before
