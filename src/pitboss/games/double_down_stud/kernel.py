"""The fast round of Double Down Stud: every seat's card, the hole card, three face-up cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pitboss.exact.choices import resolve
from pitboss.exact.compiled import compiled, inlined
from pitboss.exact.hands import Ints, by_set, index4, strength5
from pitboss.exact.results import GameOdds
from pitboss.games.double_down_stud.choices import choices, named
from pitboss.games.double_down_stud.settle import LINES, line, paid_on_hand
from pitboss.simulation.kernel import HandTable, Kernel, Part, Setup, add_hand, add_moments, odds_of
from pitboss.simulation.stream import deal

if TYPE_CHECKING:
    from pitboss.games.double_down_stud.rules import DoubleDownStudRules

LINE_OF: Ints = np.array([line(max(1, strength)) for strength in range(7463)], np.int64)
COMMUNITY = 4
ENDS = 2 * len(LINES)
"""The end of a hand is twice its line of the pay table, plus one if it is doubled."""


@inlined
def end_of(pack: Ints, seat: int, seats: int, doubled: Ints) -> int:
    """The end of a seat's hand. The pack holds the seats' cards, then the hole card, then the three face-up cards."""
    own, hole, a, b, c = pack[seat], pack[seats], pack[seats + 1], pack[seats + 2], pack[seats + 3]
    return int(LINE_OF[strength5(own, a, b, c, hole)] * 2 + doubled[index4(own, a, b, c)])


@compiled
def play_rounds(doubled: Ints, state: Ints, rounds: int, seats: int, nets: Ints, ends: Ints, moments: Ints) -> None:
    pack = np.arange(52).astype(np.uint8)
    if seats == 1:
        for _ in range(rounds):
            deal(state, pack, 0, 1 + COMMUNITY)
            ends[end_of(pack, 0, 1, doubled)] += 1
        return
    won = np.zeros(nets.shape[1], np.int64)
    for _ in range(rounds):
        deal(state, pack, 0, seats + COMMUNITY)
        won[:] = 0
        for seat in range(seats):
            add_hand(end_of(pack, seat, seats, doubled), nets, ends, won)
        add_moments(won, moments)


@compiled
def play_results(doubled: Ints, state: Ints, rounds: int, seats: int, nets: Ints, found: Ints) -> None:
    pack = np.arange(52).astype(np.uint8)
    for at in range(rounds):
        deal(state, pack, 0, seats + COMMUNITY)
        found[at] = nets[end_of(pack, 0, seats, doubled)]


def of_hand(rules: DoubleDownStudRules, stake: int, end: int) -> tuple[int, int]:
    """The net win of original and double in cents, by the end of the hand."""
    on, doubled = divmod(end, 2)
    stakes = stake, stake * doubled
    original, double = paid_on_hand(stakes, on, *rules.back, rules.payout_cap)
    return original.returned - stake, double.returned - stake * doubled


def table(setup: Setup, odds: GameOdds | None) -> HandTable:
    rules: DoubleDownStudRules = setup.rules
    stake = setup.stakes["original"]
    made = choices(rules)
    _, chosen = resolve(setup.strategy, made, named(made))
    original, double = np.array([of_hand(rules, stake, end) for end in range(ENDS)], np.int64).T
    lines = np.arange(ENDS) // 2
    top_down = len(LINES) - 1 - lines
    names = tuple(reversed(LINES))
    parts = (
        Part(name="round", unit=stake, outcomes=(), of_end=lines, net=original + double),
        Part(
            name="original", unit=stake, outcomes=names, of_end=top_down, net=original, odds=odds_of(odds, "original")
        ),
        Part(
            name="double",
            unit=stake,
            outcomes=names,
            of_end=np.where(np.arange(ENDS) % 2 == 1, top_down, -1),
            net=double,
            odds=odds_of(odds, "double"),
        ),
    )
    doubled = by_set(4, chosen)
    return HandTable(setup, parts, doubled, play_rounds, play_results)


KERNEL = Kernel(game="double_down_stud", base="original", table=table, follows=lambda rules: 1)
