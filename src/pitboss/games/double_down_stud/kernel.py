"""The fast round of Double Down Stud: every seat's card, the hole card, three face-up cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pitboss.basics.poker import CATEGORY_OF
from pitboss.games.double_down_stud.mathematics.choices import choices, named
from pitboss.games.double_down_stud.mathematics.counting import HOLE_CARDS, count
from pitboss.games.double_down_stud.mathematics.one_hand import DOUBLE, PASS
from pitboss.games.double_down_stud.settle import LINES, line, paid_on_hand
from pitboss.mathematics.choices import priced, resolve
from pitboss.mathematics.counting.compiled import inlined, strength5
from pitboss.mathematics.counting.hands import Ints, by_set, suit_classes
from pitboss.mathematics.results import GameOdds
from pitboss.simulation.episodes import Episodes, OneDecision, Worth, cards_seen, one_decision
from pitboss.simulation.hand_table import (
    NO_TABLE,
    NUMBER,
    ROWS,
    SLOTS,
    HandRounds,
    HandTable,
    Part,
    by_slot,
    in_words,
    number4,
    slot_of,
)
from pitboss.simulation.kernel import Kernel, Setup, odds_of
from pitboss.simulation.stream import deal

if TYPE_CHECKING:
    from pitboss.games.double_down_stud.rules import DoubleDownStudRules


LINE_OF: Ints = np.array([line(max(1, strength)) for strength in range(len(CATEGORY_OF))], np.int64)
COMMUNITY = 4
ENDS = 2 * len(LINES)
"""The end of a hand is twice its line of the pay table, plus one if it is doubled."""
LINE_AT = len(ROWS)
DOUBLED_AT = LINE_AT + 2 * SLOTS
"""The near table has twice the line of each hand by slot, then a bit for each set of four cards that is doubled."""


@inlined
def end_of(near: Ints, pack: Ints, seat: int, seats: int) -> int:
    """The end of a seat's hand. The pack holds the seats' cards, then the hole card, then the three face-up cards."""
    own, hole, a, b, c = pack[seat], pack[seats], pack[seats + 1], pack[seats + 2], pack[seats + 3]
    four = number4(own & NUMBER, a & NUMBER, b & NUMBER, c & NUMBER)
    doubled = near[DOUBLED_AT + (four >> 4)] >> (four & 15) & 1
    return int(near[LINE_AT + slot_of(near, own, a, b, c, hole)] + doubled)


@inlined
def alone(near: Ints, far: Ints, pack: Ints, state: Ints) -> int:
    deal(state, pack, 0, 1 + COMMUNITY)
    return end_of(near, pack, 0, 1)


@inlined
def at_table(near: Ints, far: Ints, pack: Ints, state: Ints, seats: int, found: Ints) -> None:
    deal(state, pack, 0, seats + COMMUNITY)
    for seat in range(seats):
        found[seat] = end_of(near, pack, seat, seats)


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
    near = np.concatenate((ROWS, by_slot(2 * LINE_OF), in_words(by_set(4, chosen), bits=1)))
    return HandTable(setup, parts, near.astype(np.uint16), NO_TABLE, HandRounds(alone, at_table))


KERNEL = Kernel(game="double_down_stud", base="original", table=table, follows=lambda rules: 1)


# --- rounds for a learner


CARDS = ("own", "first community", "second community", "third community", "hole")
SEEN = COMMUNITY


@inlined
def end_with(hand: Ints, action: int) -> int:
    """The end of a round with these cards."""
    return int(2 * LINE_OF[strength5(hand[0], hand[1], hand[2], hand[3], hand[4])] + action)


play = one_decision(end_with, len(CARDS), SEEN)


def worth(net: list[int], stake: int) -> Worth:
    totals = np.stack([priced(count(), net[action::2]) for action in range(2)])
    return Worth(totals=totals, per=HOLE_CARDS * stake, states=suit_classes(SEEN).indices)


def rounds(rules: DoubleDownStudRules, stake: int, seats: int) -> OneDecision:
    net = [sum(of_hand(rules, stake, end)) for end in range(ENDS)]
    return OneDecision(seats, len(CARDS), EPISODES, play, np.array(net) / stake, lambda: worth(net, stake))


EPISODES = Episodes(
    game="double_down_stud",
    base="original",
    actions=(PASS, DOUBLE),
    observation=cards_seen(*CARDS[:SEEN]),
    rounds=rounds,
)
