"""The decisions of Double Attack Blackjack, as a card less in the shoe changes them, for the efficiency of counts.

They are those of the best play off the top of a full shoe: the attack, whether to split the first two cards, what to do
on a hand that is not split, and whether to give up a doubled one. Decisions on split hands are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.basics.cards import PACK_48, RANKS
from pitboss.games.double_attack_blackjack.mathematics.counting import HIT, VALUES, Floats, Ints, hand_of, hands
from pitboss.games.double_attack_blackjack.mathematics.counting_play import (
    BEST_PLAY,
    Against,
    Round,
    Terms,
    first_hand,
    reached,
)
from pitboss.games.double_attack_blackjack.settle import LOW
from pitboss.mathematics.half_shoe import half_way, mean_gain

ACTIONS = 4
RANK_CARDS = {RANKS[card >> 2]: card for card in sorted(PACK_48, key=lambda card: (LOW[card], card))}
"""A card of each rank, from the ace to the king."""
BY_RANK = [LOW[card] - 1 for card in RANK_CARDS.values()]
"""The value of each rank."""
LEAST = 1e-12
"""A decision that adds less than this to a round half way through the shoe is left out."""


class Decided(NamedTuple):
    """The decisions of a round without an attack: those on a hand, on a doubled one, and to split a pair or not."""

    options: Floats
    """The value of each action, or minus infinity."""
    chosen: Ints
    came: Floats
    """How often play comes to them."""


def moved(terms: Terms, up: int, full: Decided, less: Sequence[Decided]) -> Floats:
    """Decisions against an up card, from the full shoe and from the shoe less a card of each value.

    A row has the up card, how often the decision comes, what the other action gains that would gain the most half way
    through the shoe, and what a card less of each value adds to this.
    """
    here = np.arange(len(full.chosen))

    def gaps(decided: Decided) -> Floats:
        found: Floats = decided.options - decided.options[here, full.chosen, None]
        return found

    with np.errstate(invalid="ignore"):  # hands that the shoe can't give
        gap = gaps(full)
        effects = np.array([gaps(one) - gap for one in less])
    usable = np.isfinite(gap) & np.isfinite(effects).all(axis=0) & (full.came > 0.0)[:, None]
    usable[here, full.chosen] = False
    rows, actions = np.nonzero(usable)
    gap, effects = gap[rows, actions], effects[:, rows, actions]
    weight = full.came[rows] * float(terms.chance(up))
    gains = weight * np.array(list(map(mean_gain, gap, half_way(effects[BY_RANK].std(axis=0), terms.cards))))
    order = np.lexsort((-gains, rows))
    best = order[np.unique(rows[order], return_index=True)[1]]
    best = best[gains[best] > LEAST]
    return np.column_stack([np.full(len(best), up), weight[best], gap[best], effects[:, best].T])


def decided(against: Against) -> Decided:
    """The decisions of the best play against an up card."""
    against.prepare(range(-1, VALUES))
    found, context = against.round(BEST_PLAY, False), first_hand(False)
    size = len(hands().cards)
    starts, pairs = np.zeros(size), np.zeros(VALUES)
    for (one, two), chance in against.two_cards():
        if one == two:
            pairs[one] = chance
        if one != two or one not in found.taken:
            starts[hand_of(one, two)] = chance
    came = np.concatenate([*reached(against, context, starts, found.first.way), pairs])
    read = against.shoe[against.barred] / against.cards if against.reads else 0.0
    options = np.full((len(came), ACTIONS), -np.inf)
    options[:size] = found.first.options
    options[size : 2 * size, :HIT] = found.first.doubled
    options[2 * size :, :2] = _pairs(found)
    split = np.isin(np.arange(VALUES), found.taken)
    return Decided(options, np.concatenate([*found.first.way, split]).astype(np.int64), came * (1.0 - read))


def _pairs(found: Round) -> Floats:
    """The value of each pair, unsplit and split."""
    values = np.full((VALUES, 2), -np.inf)
    for value, split in found.splits.items():
        values[value] = found.first.value(hand_of(value, value)), split.worth
    return values
