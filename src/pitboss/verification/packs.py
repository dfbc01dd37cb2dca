"""Compiled functions that find the packs of a kernel's next rounds, and the next pack with a high hand."""

from __future__ import annotations

import numpy as np

from pitboss.mathematics.counting.compiled import compiled, strength5
from pitboss.mathematics.counting.hands import CATEGORY, Ints
from pitboss.simulation.stream import deal


@compiled
def packs(state: Ints, rounds: int, count: int) -> Ints:
    """The packs that a kernel deals from this state, in the order of rounds."""
    found = np.empty((rounds, 52), np.int64)
    pack = np.arange(52)
    for at in range(rounds):
        deal(state, pack, 0, count)
        found[at] = pack
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
