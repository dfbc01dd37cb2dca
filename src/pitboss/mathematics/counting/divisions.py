"""The ranks, divided in two: what a player gains who knows in which part the rank of a hidden card is.

Such a player takes the bolder choice if it gains on average over the part. A division is named by the set of its ranks
without the ace, as bits. There are 4,095, besides the empty set, which divides nothing.
"""

from __future__ import annotations

import numpy as np

from pitboss.mathematics.counting.compiled import compiled
from pitboss.mathematics.counting.hands import Ints

RANKS = 13
DIVISIONS = 1 << (RANKS - 1)


def empty() -> tuple[Ints, Ints]:
    """No gains and no bold choices yet, by division."""
    return np.zeros(DIVISIONS, np.int64), np.zeros(DIVISIONS, np.int64)


@compiled
def add_state(gains: Ints, cards: Ints, weight: int, totals: Ints, bold: Ints) -> None:
    """Add what a state gains by each division, and with how many of the hidden cards it is played boldly.

    ``gains`` has by rank the sum of what the bolder choice wins above the other one, ``cards`` the number of hidden
    cards. The first place of ``totals`` and ``bold``, of the empty set, is added to all divisions alike.
    """
    whole, many, least, most = gains[0], cards[0], gains[0], gains[0]
    for rank in range(1, RANKS):
        whole += gains[rank]
        many += cards[rank]
        least = min(least, gains[rank])
        most = max(most, gains[rank])
    if least > 0 or most <= 0:  # whatever is known, one choice is the better one
        if whole > 0:
            totals[0] += weight * whole
            bold[0] += weight * many
        return
    if whole > 0:
        totals[0] += weight * whole
        bold[0] += weight * many
    part, inside, division = whole - whole, many - many, 0
    for step in range(1, DIVISIONS):
        rank = 0
        while not step >> rank & 1:
            rank += 1
        division ^= 1 << rank  # one rank comes or goes, so that each set is reached once
        if division >> rank & 1:
            part += gains[rank]
            inside += cards[rank]
        else:
            part -= gains[rank]
            inside -= cards[rank]
        other = whole - part
        gained = max(part, 0) + max(other, 0) - max(whole, 0)
        if gained:
            totals[division] += weight * gained
        played = inside * (part > 0) + (many - inside) * (other > 0) - many * (whole > 0)
        bold[division] += weight * played
