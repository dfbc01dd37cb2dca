"""One hand of a declared game, priced from the cards that a player knows. Nothing is compiled for it.

Every deal of the cards to come is laid out, so other cards that were seen can be left out of the pack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import comb, perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.mathematics.declared.counting import Counted, Priced, strengths_of
from pitboss.mathematics.declared.states import Stage, growing, sets_of
from pitboss.mathematics.declared.ways import Way

Ints = NDArray[Any]


class HandStates:
    """The states that can follow from the cards of one hand."""

    def __init__(self, of: Counted, known: Sequence[int], seen: Sequence[int], up: Sequence[int] = ()) -> None:
        self._of, self._known, self._up = of, tuple(known), tuple(up)
        self._rest = np.array([card for card in range(52) if card not in (*known, *up, *seen)])

    def ordered(self, stage: Stage) -> int:
        full, ways = self._of.full, self._of.ways
        own, up = full.own - stage.own, full.up - stage.up
        left = len(self._rest) - (stage.own - len(self._known)) - (stage.up - len(self._up))
        theirs = comb(left - own - up, ways.dealers - full.up) if ways.contest else 1
        return perm(left, own) * perm(left - own, up) * theirs

    def worth(self, nets: Ints) -> Ints:
        found: Ints = self.ends.reshape(len(self.ends), -1) @ nets.ravel()
        return found

    def back(self, values: Ints, since: Stage, to: Stage) -> Ints:
        cards, known, shown = len(self._rest), len(self._known), len(self._up)
        own, ups = sets_of(cards, since.own - known), sets_of(cards, since.up - shown)
        values = values.reshape(len(own), len(ups), *values.shape[1:])
        if own.size and ups.size:  # a card can't be in both places
            values[(own[:, None, :, None] == ups[None, :, None, :]).any(axis=(2, 3))] = 0
        for size in range(since.own - 1, to.own - 1, -1):
            values = np.append(values, np.zeros_like(values[:1]), axis=0)[growing(cards, size - known)].sum(axis=1)
        for size in range(since.up - 1, to.up - 1, -1):
            values = np.append(values, np.zeros_like(values[:, :1]), axis=1)
            values = values[:, growing(cards, size - shown)].sum(axis=2)
        return values.reshape(-1, *values.shape[2:])

    @cached_property
    def ends(self) -> Ints:
        """By the cards to be known at the last question, kind and contest: the number of deals that end so."""
        of, ways = self._of, self._of.ways
        sets = self._rest[sets_of(len(self._rest), ways.own - len(self._known))]
        hands = np.column_stack((np.tile(np.array(self._known), (len(sets), 1)), sets))
        own = strengths_of(hands)
        kinds = ways.kind_of[own]
        against = self._against(hands, own, ways.contest.qualifies) if ways.contest else np.ones((len(hands), 1, 1))
        found = np.zeros((len(hands), against.shape[1], len(ways.kinds), ways.against), np.int64)
        found[np.arange(len(hands)), :, kinds] = against
        return self.back(found.reshape(-1, *found.shape[2:]), of.full, of.last)

    def _against(self, hands: Ints, own: Ints, qualifies: int) -> Ints:
        """The dealer's hands of the rest of the pack, by hand, up cards to come and line of the contest."""
        shown, of = len(self._up), self._of
        theirs = self._rest[sets_of(len(self._rest), of.ways.dealers - shown)]
        dealers = strengths_of(np.column_stack((theirs, np.tile(np.array(self._up, np.int64), (len(theirs), 1)))))
        ups = self._rest[sets_of(len(self._rest), of.full.up - shown)]
        with_them = [np.logical_and.reduce([(theirs == card).any(axis=1) for card in up]) for up in ups]
        found = np.zeros((len(hands), len(ups), of.ways.against), np.int64)
        for at, (hand, strength) in enumerate(zip(hands, own.tolist(), strict=True)):
            free = ~np.isin(theirs, hand).any(axis=1) if len(hands) > 1 else True
            for number, holds in enumerate(with_them):
                left = dealers[np.broadcast_to(holds & free, len(dealers))]
                ranked = left[left >= qualifies]
                counts = [(ranked > strength).sum(), (ranked == strength).sum(), (ranked < strength).sum()]
                found[at, number] = [*counts, len(left) - len(ranked)][: of.ways.against]
        return found


def one_hand(
    of: Counted,
    known: Sequence[int],
    seen: Sequence[int],
    nets: Mapping[Way, Ints],
    lost: Mapping[Way, int],
    at: int,
    way: Way,
    up: Sequence[int] = (),
) -> tuple[list[int], int]:
    """The value of each choice of a question, summed over all deals that can follow; and the number of those."""
    states = HandStates(of, known, seen, up)
    priced = Priced(of.ways, states, nets, lost, at, way)
    return priced.worth[at][way][:, 0].tolist(), states.ordered(of.ways.points[at].stage)
