"""The twins of games whose fast rounds are decided hand by hand: the kernel deals, and its packs go to the table.

The kernel plays several rounds in one call, as runs do. What a call counts more than one that is a round shorter is the
round's own, so every round is compared, and with it what lasts from round to round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

import numpy as np

from pitboss.exact.compiled import compiled
from pitboss.exact.hands import CATEGORY, Ints, strength5
from pitboss.money import dollars
from pitboss.poker import ROYAL_FLUSH, THREE
from pitboss.simulate import table as fast_table
from pitboss.simulation.kernel import HandTable, Setup, Tally, added
from pitboss.simulation.stream import deal, stream
from pitboss.table.asks import Ask
from pitboss.table.events import Input, Settled
from pitboss.table.round import Round
from pitboss.table.shoe import order_text
from pitboss.twins.tables import KEY, Row, Twins

TOGETHER = 10
"""Rounds that the kernel plays in one call. In the first of them a high hand is dealt."""
HIGH_HANDS = tuple(range(THREE, ROYAL_FLUSH + 1))
HOW_OFTEN = (30, 30, 30, 30, 30, 4, 1)
"""Straight flushes and royal flushes are long to wait for."""

Decide = Callable[["StudTwins", Round], None]
"""Takes the decisions of a round whose wagers are placed."""


@compiled
def packs(state: Ints, rounds: int, count: int) -> Ints:
    """The packs that a kernel deals from this state, round after round."""
    found = np.empty((rounds, 52), np.int64)
    pack = np.arange(52)
    for at in range(rounds):
        deal(state, pack, 0, count)
        found[at] = pack
    return found


@compiled
def until(state: Ints, count: int, hand: Ints, category: int) -> Ints:
    """The state from which a new pack is next dealt a hand of this category on five of its places."""
    pack, before = np.arange(52), state.copy()
    while True:
        before[:] = state
        for place in range(52):
            pack[place] = place
        deal(state, pack, 0, count)
        found = strength5(pack[hand[0]], pack[hand[1]], pack[hand[2]], pack[hand[3]], pack[hand[4]])
        if CATEGORY[found] == category:
            return before


class StudTwins(Twins):
    """``wagers`` are placed by every player; ``cards`` are those that a round can need, and ``hand`` the places of five
    that decide for the first seat.

    ``renamed`` says what the odds call a line of a wager that the table calls otherwise; ``silent`` are outcomes that
    no event tells of.
    """

    def __init__(
        self,
        made: Setup,
        random: Random,
        decide: Decide,
        *,
        wagers: Mapping[str, int],
        cards: int,
        hand: Sequence[int],
        renamed: Mapping[tuple[str, str], str] | None = None,
        silent: Sequence[tuple[str, str]] = (),
    ) -> None:
        fast = fast_table(made)
        if not isinstance(fast, HandTable):
            raise TypeError(f"the fast rounds of {made.game} are not decided hand by hand")
        super().__init__(made, [part.name for part in fast.parts])
        self.fast, self.random, self._decide = fast, random, decide
        self._cards, self._hand = cards, np.array(hand)
        self._placed = self.placing(*wagers.items())
        self._renamed, self._silent = renamed or {}, set(silent)
        self._nets: list[Row] = np.stack([part.net for part in fast.parts], axis=1).tolist()
        self._order: list[int] = []

    def shuffle(self, round: Round, ask: Ask) -> Input:
        return Input(by="shuffler", do="shuffle", cards=order_text(self._order), key=KEY)

    def conduct(self, round: Round) -> None:
        for given in self._placed:
            round.do(given)
        self._decide(self, round)

    def note(self, one: Settled) -> None:
        self.ends[one.wager, self._renamed.get((one.wager, one.line), one.line)] += 1

    def play(self, rounds: int) -> None:
        state = stream(self.random.getrandbits(64), 0)
        tally = self.fast.play(state.copy(), 0)
        for first in range(0, rounds, TOGETHER):
            category = self.random.choices(HIGH_HANDS, HOW_OFTEN)[0]
            state = until(state, self._cards, self._hand, category)
            count = min(TOGETHER, rounds - first)
            self._play_together(state.copy(), count)
            tally = added(tally, self.fast.play(state, count))
        self._finish(tally)

    def _play_together(self, state: Ints, rounds: int) -> None:
        orders = packs(state.copy(), rounds, self._cards).tolist()
        firsts = self.fast.nets(state.copy(), rounds).tolist()
        for order, first, hands in zip(orders, firsts, self._by_round(state, rounds), strict=True):
            self._order = order
            hands.sort(key=lambda row: row[0] != first)
            if hands[0][0] != first:
                raise self.disagreement(f"{dollars(first)} of the first seat are of none of the hands {hands}")
            self.compare(order[: self._cards], hands)

    def _by_round(self, state: Ints, rounds: int) -> Iterator[list[Row]]:
        """What the hands of each round won, in no order."""
        before = self.fast.play(state.copy(), 0)["ends"]
        for count in range(1, rounds + 1):
            after = self.fast.play(state.copy(), count)["ends"]
            hands = after - before
            if hands.min() < 0 or hands.sum() != self.made.seats:
                raise self.disagreement(f"a round more in a run counts {hands.tolist()} hands more")
            yield [self._nets[end] for end in np.repeat(np.arange(len(hands)), hands)]
            before = after

    def paired(self, slow: list[Row], fast: list[Row]) -> list[Row]:
        """Fast rounds tell what the first seat won in all, and of the others only that somebody won it: those that
        agree are put to their seats."""
        first = slow[0] if slow[0] in fast and slow[0][0] == fast[0][0] else fast[0]
        left, found = fast.copy(), [first]
        left.remove(first)
        missing = []
        for at, row in enumerate(slow[1:], 1):
            if row in left:
                left.remove(row)
            else:
                missing.append(at)
            found.append(row)
        for at, row in zip(missing, left, strict=True):
            found[at] = row
        return found

    def _finish(self, tally: Tally) -> None:
        for wager in self.fast.wagers(tally, self.rounds):
            self.hold_totals(wager, wager.name)
            for end in wager.ends:
                if (wager.name, end.name) not in self._silent:
                    self.hold(f"{wager.name}, {end.name}, in hands,", self.ends[wager.name, end.name], end.count)
            if wager.ends:
                self.hold(f"{wager.name}, all outcomes,", wager.placed, sum(end.count for end in wager.ends))
