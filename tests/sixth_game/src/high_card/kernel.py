"""The fast round of High Card: every seat's card, then the dealer's."""

from __future__ import annotations

import numpy as np

from high_card.choices import choices, named
from high_card.counting import RANKS
from high_card.rules import HighCardRules
from high_card.settle import FOLDED, LINES, ante_or_raise, line
from pitboss.exact.choices import resolve
from pitboss.exact.compiled import compiled, inlined
from pitboss.exact.hands import Ints
from pitboss.exact.results import GameOdds
from pitboss.simulation.kernel import HandTable, Kernel, Part, Setup, add_hand, add_moments, odds_of
from pitboss.simulation.stream import deal

LINE_OF: Ints = np.array([[line(own, dealers) for dealers in range(RANKS)] for own in range(RANKS)], np.int64)
FOLDS = len(LINES)
"""The end of a folded hand. A raised hand ends on its line."""
ENDS = FOLDS + 1


@inlined
def end_of(pack: Ints, seat: int, seats: int, raised: Ints) -> int:
    own = pack[seat] >> 2
    return int(LINE_OF[own, pack[seats] >> 2] if raised[own] else FOLDS)


@compiled
def play_rounds(raised: Ints, state: Ints, rounds: int, seats: int, nets: Ints, ends: Ints, moments: Ints) -> None:
    pack = np.arange(52).astype(np.uint8)
    won = np.zeros(nets.shape[1], np.int64)
    for _ in range(rounds):
        deal(state, pack, 0, seats + 1)
        won[:] = 0
        for seat in range(seats):
            add_hand(end_of(pack, seat, seats, raised), nets, ends, won)
        add_moments(won, moments)


@compiled
def play_results(raised: Ints, state: Ints, rounds: int, seats: int, nets: Ints, found: Ints) -> None:
    pack = np.arange(52).astype(np.uint8)
    for at in range(rounds):
        deal(state, pack, 0, seats + 1)
        found[at] = nets[end_of(pack, 0, seats, raised)]


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
    return HandTable(setup, parts, chosen, play_rounds, play_results)


KERNEL = Kernel(game="high_card", base="ante", table=table, follows=lambda rules: 1)
