"""The fast round of Double Cross Poker: two cards for each seat and the dealer, five in a cross, a fold or an array."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from pitboss.exact.choices import resolve
from pitboss.exact.compiled import compiled, inlined
from pitboss.exact.hands import CATEGORY, Ints, strength5, suit_classes
from pitboss.exact.results import GameOdds
from pitboss.games.double_cross_poker.choices import ACTIONS, FOLD, choices, named
from pitboss.games.double_cross_poker.counting import renamed, starts
from pitboss.games.double_cross_poker.settle import (
    ARRAYS,
    HORIZONTAL,
    LINES,
    RAISES,
    dealer_array,
    paid_by_ante,
    three_card,
)
from pitboss.poker import CATEGORIES, CATEGORIES_3, EQUAL, HIGH_3, HIGHER, LOWER, category3, compare
from pitboss.simulation.kernel import HandTable, Kernel, Limits, Part, Setup, add_hand, add_moments, odds_of
from pitboss.simulation.stream import deal

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


# --- starts by number: the ranks of the four cards, and the pattern of their suits


def _patterns() -> Ints:
    """The number of the suit pattern, by the suits of four cards. A pattern says which cards share a suit."""
    suits = np.array(list(product(range(4), repeat=4)))
    _, found = np.unique(renamed(suits)[0], axis=0, return_inverse=True)
    numbers: Ints = found.reshape(-1).astype(np.int32)
    return numbers


PATTERN = _patterns()
RANKS = 13**4
START_NUMBERS = (int(PATTERN.max()) + 1) * RANKS


@inlined
def start_number(a: int, b: int, top: int, right: int) -> int:
    """The number of a start. Renaming the suits does not change it, but exchanging the player's two cards does.

    Numbers are below 429,000. There are three million starts.
    """
    suits = (((a & 3) * 4 + (b & 3)) * 4 + (top & 3)) * 4 + (right & 3)
    ranks = (((a >> 2) * 13 + (b >> 2)) * 13 + (top >> 2)) * 13 + (right >> 2)
    return int(PATTERN[suits] * RANKS + ranks)


@compiled
def by_number(cards: Ints, values: Ints) -> Ints:
    """Values of the classes, by the numbers of their starts."""
    found = np.zeros(START_NUMBERS, values.dtype)
    for at in range(len(cards)):
        top, right, a, b = cards[at, 0], cards[at, 1], cards[at, 2], cards[at, 3]
        found[start_number(a, b, top, right)] = values[at]
        found[start_number(b, a, top, right)] = values[at]
    return found


# --- the round


@inlined
def start_of(pack: Ints, seat: int, cross: int, decided: Ints) -> int:
    """A seat's action, plus the category of its three cards times the number of actions."""
    own = OWN * seat
    return int(decided[start_number(pack[own], pack[own + 1], pack[cross + TOP], pack[cross + RIGHT])])


@inlined
def dealer_strength(pack: Ints, cross: int) -> int:
    """The strength of the dealer's cards along the better array."""
    a, b, center = pack[cross - 2], pack[cross - 1], pack[cross + CENTER]
    vertical = strength5(a, b, center, pack[cross + TOP], pack[cross + BOTTOM])
    horizontal = strength5(a, b, center, pack[cross + LEFT], pack[cross + RIGHT])
    return horizontal if better_array(vertical, horizontal) == HORIZONTAL else vertical


@inlined
def end_of(pack: Ints, seat: int, cross: int, start: int, dealer: int) -> int:
    """The end of a seat's hand against the dealer's strength."""
    kind, action = start // len(ACTIONS), start % len(ACTIONS)
    if action == FOLDS:
        return int(kind * PLAYED + FOLDED)
    one, other = (LEFT, RIGHT) if action == ACROSS else (TOP, BOTTOM)
    own = OWN * seat
    player = strength5(pack[own], pack[own + 1], pack[cross + CENTER], pack[cross + one], pack[cross + other])
    return int(kind * PLAYED + line_of(player, dealer) * KINDS + CATEGORY[player])


@compiled
def play_rounds(decided: Ints, state: Ints, rounds: int, seats: int, nets: Ints, ends: Ints, moments: Ints) -> None:
    """The pack holds the seats' cards, then the dealer's, then the cross."""
    pack = np.arange(52).astype(np.uint8)
    if seats == 1:
        for _ in range(rounds):
            deal(state, pack, 0, 9)
            ends[end_of(pack, 0, 4, start_of(pack, 0, 4, decided), dealer_strength(pack, 4))] += 1
        return
    cross = OWN * (seats + 1)
    won = np.zeros(nets.shape[1], np.int64)
    for _ in range(rounds):
        deal(state, pack, 0, cross + CROSS)
        dealer = dealer_strength(pack, cross)
        won[:] = 0
        for seat in range(seats):
            end = end_of(pack, seat, cross, start_of(pack, seat, cross, decided), dealer)
            add_hand(end, nets, ends, won)
        add_moments(won, moments)


@compiled
def play_results(decided: Ints, state: Ints, rounds: int, seats: int, nets: Ints, results: Ints) -> None:
    pack = np.arange(52).astype(np.uint8)
    cross = OWN * (seats + 1)
    for at in range(rounds):
        deal(state, pack, 0, cross + CROSS)
        end = end_of(pack, 0, cross, start_of(pack, 0, cross, decided), dealer_strength(pack, cross))
        results[at] = nets[end]


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
    decided = by_number(every.cards, (len(ACTIONS) * kinds + chosen).astype(np.uint8))

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
    return HandTable(setup, parts, decided, play_rounds, play_results)


def limits(rules: DoubleCrossPokerRules, base: int) -> Limits:
    return {"three-card": rules.three_card_range}


KERNEL = Kernel(game="double_cross_poker", base="ante", table=table, limits=limits, follows=lambda rules: RAISES)
