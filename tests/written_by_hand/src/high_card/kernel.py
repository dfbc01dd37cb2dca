"""The fast round of High Card: every seat's card, then the dealer's."""

from __future__ import annotations

import numpy as np

from high_card.choices import choices, named
from high_card.counting import RANKS
from high_card.rules import HighCardRules
from high_card.settle import FOLDED, LINES, ante_or_raise, line
from pitboss.mathematics.choices import resolve
from pitboss.mathematics.counting.compiled import inlined
from pitboss.mathematics.counting.hands import Ints
from pitboss.mathematics.results import GameOdds
from pitboss.simulation.hand_table import NO_TABLE, NUMBER, HandRounds, HandTable, Part
from pitboss.simulation.kernel import Kernel, Setup, odds_of
from pitboss.simulation.stream import deal

LINE_OF: Ints = np.array([[line(own, dealers) for dealers in range(RANKS)] for own in range(RANKS)], np.int64)
FOLDS = len(LINES)
"""The end of a folded hand. A raised hand ends on its line."""
ENDS = FOLDS + 1


@inlined
def end_of(near: Ints, pack: Ints, seat: int, seats: int) -> int:
    """The near table says which ranks are raised."""
    own = (pack[seat] & NUMBER) >> 2
    return int(LINE_OF[own, (pack[seats] & NUMBER) >> 2] if near[own] else FOLDS)


@inlined
def alone(near: Ints, far: Ints, pack: Ints, state: Ints) -> int:
    deal(state, pack, 0, 2)
    return end_of(near, pack, 0, 1)


@inlined
def at_table(near: Ints, far: Ints, pack: Ints, state: Ints, seats: int, found: Ints) -> None:
    deal(state, pack, 0, seats + 1)
    for seat in range(seats):
        found[seat] = end_of(near, pack, seat, seats)


def of_hand(rules: HighCardRules, stake: int, end: int) -> tuple[int, int]:
    """The net win of ante and raise in cents, by the end of the hand."""
    if end == FOLDS:
        return -stake, 0
    return ante_or_raise(stake, end, *rules.ante_back) - stake, ante_or_raise(stake, end, *rules.raise_back) - stake


def table(setup: Setup, odds: GameOdds | None) -> HandTable:
    stake = setup.stakes["ante"]
    made = choices(setup.rules)
    _, chosen = resolve(setup.strategy, made, named(made))
    ante, more = np.array([of_hand(setup.rules, stake, end) for end in range(ENDS)], np.int64).T
    top_down = np.array([*reversed(range(len(LINES))), FOLDS])
    names = (*reversed(LINES), FOLDED)
    parts = (
        Part(name="round", unit=stake, outcomes=(), of_end=top_down, net=ante + more),
        Part(name="ante", unit=stake, outcomes=names, of_end=top_down, net=ante, odds=odds_of(odds, "ante")),
        Part(
            name="raise",
            unit=stake,
            outcomes=names[:-1],
            of_end=np.where(np.arange(ENDS) == FOLDS, -1, top_down),
            net=more,
            odds=odds_of(odds, "raise"),
        ),
    )
    return HandTable(setup, parts, chosen.astype(np.uint16), NO_TABLE, HandRounds(alone, at_table))


KERNEL = Kernel(game="high_card", base="ante", table=table, follows=lambda rules: 1)
