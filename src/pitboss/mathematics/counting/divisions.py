"""The ranks, divided in two: what a player gains who knows in which part the rank of a hidden card is.

Such a player takes the bolder choice if it gains on average over the part. A division is named by the set of its ranks
without the ace, as bits. There are 4,095, besides the empty set, which divides nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.mathematics.counting.compiled import unmanaged
from pitboss.mathematics.counting.hands import Ints

RANKS = 13
DIVISIONS = 1 << (RANKS - 1)


class Divided(NamedTuple):
    """What is added up by division, and room for one state."""

    totals: Ints
    bold: Ints
    parts: Ints
    """By bolder choice and division, what the choice gains over the part that is named."""
    cards: Ints

    def added(self) -> tuple[int, ...]:
        """The totals, then with how many cards the state is played boldly."""
        return *self.totals.tolist(), *self.bold.tolist()


def empty() -> Divided:
    """No gains and no bold choices yet."""
    one = np.zeros(DIVISIONS, np.int64)
    return Divided(one, one.copy(), np.zeros((2, DIVISIONS), np.int64), one.copy())


@unmanaged
def add_state(gains: Ints, others: Ints, cards: Ints, weight: int, into: Divided) -> None:
    """Add what a state gains by each division, and with how many of the hidden cards it is played boldly.

    ``gains`` and ``others`` have by rank the sum of what each of two bolder choices wins above the careful one, twice
    the same if there is one. ``cards`` has the number of hidden cards. The first place of the totals, of the empty set,
    is added to all divisions alike.
    """
    totals, bold, parts, inside = into
    whole, whole_other, many = weight * gains[0], weight * others[0], weight * cards[0]
    careful, first, second = True, True, True  # whether this choice is best whatever is known
    for rank in range(RANKS):
        if rank:
            whole += weight * gains[rank]
            whole_other += weight * others[rank]
            many += weight * cards[rank]
        careful &= max(gains[rank], others[rank]) <= 0
        first &= gains[rank] > 0 and gains[rank] >= others[rank]
        second &= others[rank] > 0 and others[rank] >= gains[rank]
    best = max(whole, whole_other, 0)
    played = many if best > 0 else 0
    totals[0] += best
    bold[0] += played
    if careful or first or second:
        return
    size = 1
    for rank in range(RANKS - 1):
        gain, other, more = weight * gains[rank], weight * others[rank], weight * cards[rank]
        for at in range(size):
            parts[0, size + at] = parts[0, at] + gain
            parts[1, size + at] = parts[1, at] + other
            inside[size + at] = inside[at] + more
        size *= 2
    for division in range(DIVISIONS):
        part = max(parts[0, division], parts[1, division], 0)
        rest = max(whole - parts[0, division], whole_other - parts[1, division], 0)
        totals[division] += part + rest - best
        bold[division] += (inside[division] if part > 0 else 0) + (many - inside[division] if rest > 0 else 0) - played
