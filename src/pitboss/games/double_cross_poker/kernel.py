"""The fast round of Double Cross Poker: two cards for each seat and the dealer, five in a cross, a fold or an array."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from pitboss.basics.poker import CATEGORIES, CATEGORIES_3, EQUAL, HIGH_3, HIGHER, LOWER, category3, compare
from pitboss.games.double_cross_poker.mathematics.choices import ACTIONS, choices, deals_by_end, named
from pitboss.games.double_cross_poker.mathematics.counting import COMPLETIONS, class_number, number, renamed, starts
from pitboss.games.double_cross_poker.mathematics.one_hand import ENDS as RAISED
from pitboss.games.double_cross_poker.mathematics.one_hand import FOLD
from pitboss.games.double_cross_poker.settle import (
    ARRAYS,
    HORIZONTAL,
    LINES,
    RAISES,
    dealer_array,
    paid_by_ante,
    three_card,
)
from pitboss.mathematics.choices import resolve
from pitboss.mathematics.counting.compiled import compiled, inlined, strength5
from pitboss.mathematics.counting.hands import CATEGORY, Ints, suit_classes
from pitboss.mathematics.results import GameOdds
from pitboss.simulation.episodes import Episodes, OneDecision, Worth, cards_seen, one_decision
from pitboss.simulation.hand_table import (
    CATEGORY_AT,
    GRADES,
    NUMBER,
    ROWS,
    SLOTS,
    HandRounds,
    HandTable,
    Part,
    by_slot,
    slot_of,
)
from pitboss.simulation.kernel import Kernel, Limits, Setup, odds_of
from pitboss.simulation.stream import AT_ONCE, deal

if TYPE_CHECKING:
    from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules


OWN = 2
"""Cards of each hand, the dealer's included."""
LEFT, CENTER, RIGHT, TOP, BOTTOM = range(5)
"""The cross, in the order of the deal."""
CROSS = 5
FOLDS = ACTIONS.index(FOLD)
ACROSS = ACTIONS.index(ARRAYS[HORIZONTAL])
KINDS = len(CATEGORIES)
FOLDED = len(LINES) * KINDS
PLAYED = FOLDED + 1
"""Number of ways in which a hand is played: each line and category, and a fold."""
ENDS = len(CATEGORIES_3) * PLAYED
"""The end of a hand is the category of its three cards and the way in which it is played."""

line_of = inlined(compare)
better_array = inlined(dealer_array)


# --- the tables: hands by grade, and starts by number

GRADE_AT = len(ROWS)
PATTERN_AT = GRADE_AT + 2 * SLOTS
"""The near table has the grade of each hand by slot, then the pattern of every four suits. The far table has, by the
number of a start, the action plus the category of the three cards times the number of actions."""


def _patterns() -> Ints:
    """The number of the suit pattern, by the suits of four cards. A pattern says which cards share a suit."""
    suits = np.array(list(product(range(4), repeat=4)))
    _, found = np.unique(renamed(suits)[0], axis=0, return_inverse=True)
    numbers: Ints = found.reshape(-1).astype(np.uint16)
    return numbers


PATTERN = _patterns()
NEAR: Ints = np.concatenate((ROWS, by_slot(GRADES), PATTERN)).astype(np.uint16)
RANKS = 13**4
START_NUMBERS = (int(PATTERN.max()) + 1) * RANKS


@inlined
def start_number(near: Ints, a: int, b: int, top: int, right: int) -> int:
    """The number of a start. Renaming the suits does not change it, but exchanging the player's two cards does.

    Numbers are below 429,000. There are three million starts.
    """
    suits = (((a & 3) * 4 + (b & 3)) * 4 + (top & 3)) * 4 + (right & 3)
    ranks = (((a >> 2) * 13 + (b >> 2)) * 13 + (top >> 2)) * 13 + (right >> 2)
    return int(near[PATTERN_AT + suits]) * RANKS + int(ranks)


@compiled
def by_number(near: Ints, cards: Ints, values: Ints) -> Ints:
    """Values of the classes, by the numbers of their starts."""
    found = np.zeros(START_NUMBERS, values.dtype)
    for at in range(len(cards)):
        top, right, a, b = cards[at, 0], cards[at, 1], cards[at, 2], cards[at, 3]
        found[start_number(near, a, b, top, right)] = values[at]
        found[start_number(near, b, a, top, right)] = values[at]
    return found


# --- the round


@inlined
def start_of(near: Ints, far: Ints, pack: Ints, seat: int, cross: int) -> int:
    """A seat's action, plus the category of its three cards times the number of actions."""
    a, b, top, right = pack[OWN * seat], pack[OWN * seat + 1], pack[cross + TOP], pack[cross + RIGHT]
    return int(far[start_number(near, a & NUMBER, b & NUMBER, top & NUMBER, right & NUMBER)])


@inlined
def grade(near: Ints, pack: Ints, own: int, center: int, one: int, other: int) -> int:
    """The grade of two cards along an array."""
    return int(near[GRADE_AT + slot_of(near, pack[own], pack[own + 1], pack[center], pack[one], pack[other])])


@inlined
def dealer_grade(near: Ints, pack: Ints, cross: int) -> int:
    """The grade of the dealer's cards along the better array."""
    vertical = grade(near, pack, cross - 2, cross + CENTER, cross + TOP, cross + BOTTOM)
    horizontal = grade(near, pack, cross - 2, cross + CENTER, cross + LEFT, cross + RIGHT)
    return horizontal if better_array(vertical, horizontal) == HORIZONTAL else vertical


@inlined
def end_of(near: Ints, pack: Ints, seat: int, cross: int, start: int, dealer: int) -> int:
    """The end of a seat's hand against the dealer's grade."""
    kind, action = start // len(ACTIONS), start % len(ACTIONS)
    if action == FOLDS:
        return kind * PLAYED + FOLDED
    one, other = (LEFT, RIGHT) if action == ACROSS else (TOP, BOTTOM)
    player = grade(near, pack, OWN * seat, cross + CENTER, cross + one, cross + other)
    return int(kind * PLAYED + line_of(player, dealer) * KINDS + (player >> CATEGORY_AT))


@inlined
def alone(near: Ints, far: Ints, pack: Ints, state: Ints) -> int:
    deal(state, pack, 0, AT_ONCE)
    deal(state, pack, AT_ONCE, 9)
    return end_of(near, pack, 0, 4, start_of(near, far, pack, 0, 4), dealer_grade(near, pack, 4))


@inlined
def at_table(near: Ints, far: Ints, pack: Ints, state: Ints, seats: int, found: Ints) -> None:
    """The pack holds the seats' cards, then the dealer's, then the cross."""
    cross = OWN * (seats + 1)
    deal(state, pack, 0, cross + CROSS)
    dealer = dealer_grade(near, pack, cross)
    for seat in range(seats):
        found[seat] = end_of(near, pack, seat, cross, start_of(near, far, pack, seat, cross), dealer)


# --- winnings by end


def of_hand(rules: DoubleCrossPokerRules, stake: int, played: int) -> tuple[int, ...]:
    """The net win of ante and raises in cents, by the way in which the hand is played."""
    if played == FOLDED:
        return -stake, *(0 for _ in range(RAISES))
    on, kind = divmod(played, KINDS)
    back, per = rules.raise_back
    paid = paid_by_ante(stake, on, kind, back, per, rules.payout_cap, rules.ante_back)
    return tuple(one.returned - stake for one in paid)


def table(setup: Setup, odds: GameOdds | None) -> HandTable:
    rules: DoubleCrossPokerRules = setup.rules
    stake, side = setup.stakes["ante"], setup.stakes.get("three-card", 0)
    made, every = choices(rules), starts()
    _, chosen = resolve(setup.strategy, made, named(made))
    threes = suit_classes(3)
    kinds = np.array([category3(hand) for hand in threes.hands.tolist()])[threes.indices(every.cards[:, [0, 2, 3]])]
    decided = by_number(NEAR, every.cards, (len(ACTIONS) * kinds + chosen).astype(np.uint8))

    three, played = np.divmod(np.arange(ENDS), PLAYED)
    folded, on, kind = played == FOLDED, played // KINDS, played % KINDS
    nets = np.array([of_hand(rules, stake, way) for way in range(PLAYED)], np.int64)[played].T
    back, per = rules.three_card_back
    side_net = np.array([three_card(side, at, back, per) - side for at in range(len(CATEGORIES_3))], np.int64)[three]
    compared = (LINES[HIGHER], LINES[EQUAL], LINES[LOWER])
    of_ante = np.where(folded, len(compared), HIGHER - on)
    raises = (*reversed(CATEGORIES), LINES[EQUAL], LINES[LOWER])
    of_raise = np.where(folded, -1, np.where(on == HIGHER, KINDS - 1 - kind, KINDS + EQUAL - on))

    def part(name: str, unit: int, outcomes: tuple[str, ...], of_end: Ints, net: Ints) -> Part:
        return Part(name=name, unit=unit, outcomes=outcomes, of_end=of_end, net=net, odds=odds_of(odds, name))

    parts = [
        Part(name="round", unit=stake, outcomes=(), of_end=played, net=nets.sum(axis=0) + side_net),
        part("ante", stake, (*compared, "folded"), of_ante, nets[0]),
        *(part(f"raise {at}", stake, raises, of_raise, nets[at]) for at in range(1, RAISES + 1)),
    ]
    if side:
        names = (*reversed(CATEGORIES_3[HIGH_3 + 1 :]), "below a pair")
        parts.append(part("three-card", side, names, len(CATEGORIES_3) - 1 - three, side_net))
    return HandTable(setup, parts, NEAR, decided, HandRounds(alone, at_table))


def limits(rules: DoubleCrossPokerRules, base: int) -> Limits:
    return {"three-card": rules.three_card_range}


KERNEL = Kernel(game="double_cross_poker", base="ante", table=table, limits=limits, follows=lambda rules: RAISES)


# --- rounds for a learner


CARDS = ("first", "second", "top", "right", "center", "bottom", "left", "dealer's first", "dealer's second")
SEEN = 4


@inlined
def end_with(hand: Ints, action: int) -> int:
    """The way in which a hand with these cards is played."""
    if action == FOLDS:
        return FOLDED
    center = hand[4]
    one, other = (hand[3], hand[6]) if action == ACROSS else (hand[2], hand[5])
    player = strength5(hand[0], hand[1], one, center, other)
    vertical = strength5(hand[7], hand[8], hand[2], center, hand[5])
    horizontal = strength5(hand[7], hand[8], hand[3], center, hand[6])
    dealer = horizontal if better_array(vertical, horizontal) == HORIZONTAL else vertical
    return int(line_of(player, dealer) * KINDS + CATEGORY[player])


play = one_decision(end_with, len(CARDS), SEEN)


def states(seen: Ints) -> Ints:
    """The class of each start."""
    found: Ints = np.searchsorted(number(starts().cards), class_number(seen[:, [2, 3, 0, 1]]))
    return found


def worth(net: list[int], stake: int) -> Worth:
    every = starts()
    whole = np.int64 if COMPLETIONS * max(map(abs, net)) < 2**62 else object
    vertical = np.zeros(len(every.weights), whole)
    for deals, (on, kind) in zip(deals_by_end(), RAISED, strict=True):
        vertical += deals.astype(whole, copy=False) * net[on * KINDS + kind]
    fold = np.full(len(vertical), net[FOLDED] * COMPLETIONS, whole)
    totals = np.stack((fold, vertical, vertical[every.exchanged]))
    return Worth(totals=totals, per=COMPLETIONS * stake, states=states)


def rounds(rules: DoubleCrossPokerRules, stake: int, seats: int) -> OneDecision:
    net = [sum(of_hand(rules, stake, way)) for way in range(PLAYED)]
    return OneDecision(seats, len(CARDS), EPISODES, play, np.array(net) / stake, lambda: worth(net, stake))


EPISODES = Episodes(
    game="double_cross_poker", base="ante", actions=ACTIONS, observation=cards_seen(*CARDS[:SEEN]), rounds=rounds
)
