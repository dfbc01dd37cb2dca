"""What seats gain that know each other's cards before the first decision, by simulation with exact decisions.

A deal is the cards that are known then. Behind them, every choice of every seat is counted exactly, over all that the
unseen cards can be. A seat gains what its best choice is worth more than the one that it would make without the cards
of the others. It gains nothing where both are the same, and the average of the usual choice is the exact value of the
game. So the gain alone has an error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from math import ceil, sqrt

import numpy as np

from pitboss.basics.cards import PACK_52
from pitboss.mathematics.counting.compiled import Tick, in_parallel
from pitboss.mathematics.counting.hands import Ints
from pitboss.mathematics.counting.seen import kept_totals
from pitboss.mathematics.results import Shared
from pitboss.simulation.stream import packs, stream

SEED = "shared cards"
ALL_CARDS: Ints = np.ones(len(PACK_52), np.int64)
"""The pack that is dealt. Tests deal smaller ones."""
MOST_ERROR = 0.0002
"""The standard error that is allowed, in units of the base wager."""
PIECE = 500
"""Deals of a piece, which has random numbers of its own."""
FIRST = 10
"""The pieces that tell how many more are needed."""

Worth = Callable[[Ints], Ints]
"""The values of each choice by deal, seat and choice, from the known cards of each deal."""
Usual = Callable[[Ints], Ints]
"""The choice of each seat that knows no other seat's cards, by deal and seat."""


def gains(cards: Ints, worth: Worth, usual: Usual) -> Ints:
    """What each seat gains in each deal."""
    values = worth(cards)
    found: Ints = values.max(axis=2) - np.take_along_axis(values, usual(cards)[:, :, None].astype(np.intp), 2)[:, :, 0]
    return found


def simulated(
    game: str,
    seats: int,
    known: int,
    worth: Worth,
    usual: Usual,
    *,
    behind: int,
    nets: Sequence[Sequence[int]],
    per: int,
    module: str,
    tick: Tick | None = None,
) -> Shared:
    """The gain of a seat if so many seats share their cards. ``known`` cards are known then, with ``behind`` ways to
    deal all others. Values are sums over these ways, in parts of the base wager: ``per``."""
    unit = behind * per * seats

    def piece(number: int) -> tuple[int, ...]:
        gained = gains(packs(stream(SEED, number), PIECE, known)[:, :known], worth, usual)
        totals = gained.sum(axis=1).tolist()
        return PIECE, sum(totals), sum(total * total for total in totals), int((gained > 0).sum())

    def tell(done: int, needed: int, share: float) -> None:
        if tick:  # nobody knows how many pieces follow the first ones
            tick((done + share * (needed - done)) / needed if done else share / 10)

    def found() -> list[tuple[int, ...]]:
        pieces, needed = list[tuple[int, ...]](), FIRST
        while len(pieces) < needed:
            numbers = [(number,) for number in range(len(pieces), needed)]
            pieces += in_parallel(piece, numbers, partial(tell, len(pieces), needed))
            deals, total, squares, _ = map(sum, zip(*pieces, strict=True))
            needed = ceil(variance(deals, total, squares) / (unit * MOST_ERROR) ** 2 / PIECE)
        return pieces

    key = {"shared": seats, "per": per, "within": MOST_ERROR}
    deals, total, squares, changed = kept_totals(game, nets, key, found, module=module, most=behind * seats * PIECE)
    return Shared(
        seats=seats,
        gain=Fraction(total, deals * unit),
        standard_error=sqrt(variance(deals, total, squares) / deals) / unit,
        changed=Fraction(changed, deals * seats),
        deals=deals,
    )


def variance(deals: int, total: int, squares: int) -> float:
    """The variance of a deal, from its sums over so many deals."""
    return float(Fraction(squares * deals - total * total, deals * (deals - 1)))
