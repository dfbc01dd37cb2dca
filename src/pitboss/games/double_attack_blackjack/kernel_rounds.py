"""The fast round of Double Attack Blackjack, compiled: the shoe, every box in turn, the dealer, and how all of it ends.

A card in the shoe is its value (an ace 0, a two 1, the tens 9) with the suit and the kind of ten in higher bits. The
places of the shoe up to ``ready`` are mixed; those beyond are mixed once a card is drawn from them.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from pitboss.cards import EIGHT, JACK
from pitboss.exact.compiled import compiled, inlined
from pitboss.exact.hands import Ints
from pitboss.games.double_attack_blackjack.choices import card_of
from pitboss.games.double_attack_blackjack.counting_cards import (
    ACE,
    DEALER_ENDS,
    DEALER_NATURAL,
    DEALER_OVER,
    DOUBLE,
    ENDS,
    GIVEN_UP,
    HIT,
    LOW_TOTAL,
    NATURAL,
    NO_NATURAL,
    NONE,
    OVER,
    STAND,
    TEN,
    VALUES,
)
from pitboss.games.double_attack_blackjack.course import LOW
from pitboss.games.double_attack_blackjack.kernel_episodes import MAKES, TOTAL_OF
from pitboss.games.double_attack_blackjack.kernel_plans import MORE, ORIGINAL, OTHER, PAIR, RESCUE, ROW
from pitboss.games.double_attack_blackjack.odds import bonus_line_of
from pitboss.games.double_attack_blackjack.settle import BEST, NO_BUST, STANDS
from pitboss.simulation.kernel import add_moments
from pitboss.simulation.stream import HALF, LOWER, below, next_word

MOST_HANDS, MOST_SEATS = 4, 7

# --- cards

VALUE, OF_BONUS = 15, 63
"""The bits of a card that are its value, and those by which the bust bonus knows it."""
CODE: Ints = np.array(
    [
        LOW[card] - 1 | (card & 3) << 4 | (max(0, (card >> 2) - JACK) if LOW[card] == 10 else 0) << 6
        for card in range(52)
    ],
    np.uint8,
)
EIGHTS = EIGHT + 1
"""The value of an eight: the only card whose suit decides anything."""
KINDS = VALUES + 3
KIND: Ints = np.array(
    [
        VALUES - 1 + (code >> 4) if code & VALUE == EIGHTS and code >> 4 else code & VALUE
        for code in range(OF_BONUS + 1)
    ],
    np.int64,
)
"""Cards as the bust bonus tells them apart: by value, and eights by suit."""


def _bonus_lines() -> Ints:
    """The line of the bust bonus by the dealer's first three cards."""
    cards = [card_of(value) for value in range(VALUES)] + [4 * EIGHT + suit for suit in (1, 2, 3)]
    return np.array([bonus_line_of(*three) for three in product(cards, repeat=3)], np.uint8)


BONUS_OF: Ints = _bonus_lines()


# --- the shoe

AT, READY, SIZE, START, RACKED, DUE = range(6)
"""What is kept of the shoe from round to round: the place of the next card, how many places are mixed, how many cards
there are; where the round began, how many of its hands are in the discard rack; whether a shuffle is due."""
FIRST, SECOND, FROM, TO, WAITS = range(5)
"""A hand in the rack: the places of its first two cards (``NONE`` for the second where it was split), from which place
up to which it drew, and whether it is not collected before the dealer's second card (8(a)(2))."""
MIXED_AT_ONCE = 4
"""Cards that a word of 64 bits mixes: 384 * 383 is far below 2**32."""


@inlined
def mix(state: Ints, shoe: Ints, first: int, last: int, size: int) -> None:
    """Put a random card on each of these places from those that lie at it or below, four at a time."""
    for at in range(first, last, MIXED_AT_ONCE):
        left = np.uint64(size - at)
        ways_low, ways_top = left * (left - np.uint64(1)), (left - np.uint64(2)) * (left - np.uint64(3))
        while True:
            word = next_word(state)
            low, top = (word & LOWER) * left, (word >> HALF) * (left - np.uint64(2))
            swap(shoe, at, at + np.int64(low >> HALF))
            low = (low & LOWER) * (left - np.uint64(1))
            swap(shoe, at + 1, at + 1 + np.int64(low >> HALF))
            swap(shoe, at + 2, at + 2 + np.int64(top >> HALF))
            top = (top & LOWER) * (left - np.uint64(3))
            swap(shoe, at + 3, at + 3 + np.int64(top >> HALF))
            low, top = low & LOWER, top & LOWER
            if low >= ways_low and top >= ways_top:
                break
            if low >= (np.uint64(1) << HALF) % ways_low and top >= (np.uint64(1) << HALF) % ways_top:
                break


@inlined
def swap(shoe: Ints, one: int, other: Any) -> None:
    card = shoe[one]
    shoe[one] = shoe[other]
    shoe[other] = card


@compiled
def further(state: Ints, shoe: Ints, marks: Ints, racked: Ints, seen: bool) -> tuple[int, int]:
    """The next place to draw from and how many are mixed, when the last that was mixed is drawn.

    In an empty shoe these are the cards of the discard rack, shuffled, and one of them burned (15(h)): those of earlier
    rounds and of hands that are over; of surrenders that waited for the dealer's second card, where it is ``seen``. A
    round does not empty the shoe twice: it would take more cards than 28 hands of a round ever hold.
    """
    size, ready = marks[SIZE], marks[READY]
    if ready < size:
        last = min(size, ready + 2 * MIXED_AT_ONCE)
        mix(state, shoe, ready, last, size)
        marks[READY] = last
        return ready, last
    count = size
    if not marks[DUE]:
        over = np.zeros(size, np.bool_)
        over[: marks[START]] = True
        for hand in range(marks[RACKED]):
            if seen or not racked[hand, WAITS]:
                over[racked[hand, FIRST]] = True
                if racked[hand, SECOND] != NONE:
                    over[racked[hand, SECOND]] = True
                over[racked[hand, FROM] : racked[hand, TO]] = True
        count = 0
        for place in range(size):
            if over[place]:
                swap(shoe, count, place)
                count += 1
    for place in range(count - 1):
        swap(shoe, place, place + below(state, count - place))
    marks[SIZE] = marks[READY] = count
    marks[DUE] = 1
    return 1, count


@inlined
def take(state: Ints, shoe: Ints, marks: Ints, racked: Ints, at: int, ready: int, seen: bool) -> tuple[int, int, Any]:
    """The next place and how many are mixed, after a card is drawn; and the card."""
    if at == ready:
        at, ready = further(state, shoe, marks, racked, seen)
    return at + 1, ready, shoe[at]


# --- rounds

SEATS, BURN, AHEAD, CUT, HOLE, READER, AT_ONCE, SPLIT_ATTACK, INSURED, BONUS, PLAIN = range(11)
"""The terms of a table: boxes; cards burned from a new shoe; how many are mixed at first; the place of the cut card;
whether there is a hole card, a card reader, and surrenders are settled at once with it; whether split hands carry the
attack; whether insurance and bust bonus are placed; whether one seat plays without them."""
ROUND, INITIAL, ATTACK, SPLIT, DOUBLED, INSURANCE, BUST_BONUS = range(7)
WAGERS = ("round", "initial", "double attack", "split", "double", "insurance", "bust bonus")
ON_HANDS = INSURANCE
CELLS = 4 * 2 * ENDS * DEALER_ENDS
"""Ends of a hand: whether it is attacked, whether it is the first, how it ended, how the dealer did."""


@inlined
def end_of(attacked: int, original: int, kind: int) -> int:
    return ((2 * attacked + original) * 2 * ENDS + kind) * DEALER_ENDS


@compiled
def play_rounds(
    plan: tuple[Ints, ...],
    terms: Ints,
    nets: Ints,
    side_nets: tuple[Ints, Ints],
    state: Ints,
    rounds: int,
    shoe: Ints,
    marks: Ints,
    counted: tuple[Ints, ...],
    found: Ints,
) -> None:
    """Play rounds from a shoe as ``marks`` tell it, and leave it so that the next can go on.

    ``nets`` are cents by end of a hand and wager on it. Hands that are alone in their round are counted apart where
    that is all that the round wins; of other rounds the sums and squares are kept. Where ``found`` has rows, what seats
    win with each wager is added there, as far as it has columns for them.
    """
    attacks, two, then, ends, does, roots, nodes = plan
    alone, several, moments, insured, lines = counted
    insurance_nets, bonus_nets = side_nets
    seats, burn, ahead, cut, plain = terms[SEATS], terms[BURN], terms[AHEAD], terms[CUT], terms[PLAIN]
    holds, reader, at_once, split_attack = terms[HOLE], terms[READER], terms[AT_ONCE], terms[SPLIT_ATTACK]
    insures, bonus = terms[INSURED], terms[BONUS]
    ones, twos = np.zeros(MOST_SEATS, np.int64), np.zeros(MOST_SEATS, np.int64)
    ended, owner = np.zeros(MOST_SEATS * MOST_HANDS, np.int64), np.zeros(MOST_SEATS * MOST_HANDS, np.int64)
    racked = np.zeros((MOST_SEATS * MOST_HANDS, WAITS + 1), np.int64)
    waiting = np.zeros(MOST_HANDS, np.int64)
    won = np.zeros(ON_HANDS, np.int64)
    for index in range(rounds):
        # 4, 7(c): a new shoe where a shuffle is due
        if marks[DUE]:
            marks[SIZE], marks[READY], marks[AT], marks[DUE] = len(shoe), ahead, burn, 0
            mix(state, shoe, 0, ahead, len(shoe))
        at, ready = marks[AT], marks[READY]
        marks[START], marks[RACKED] = at, 0
        start, over = at, 0

        # 7(d), 7(i): the up card and the double attack, two cards to each box, the hole card
        at, ready, up_card = take(state, shoe, marks, racked, at, ready, False)
        up = np.int64(up_card & VALUE)
        attack, makes = attacks[up], MAKES[up]
        for seat in range(seats):
            at, ready, card = take(state, shoe, marks, racked, at, ready, False)
            ones[seat] = card & VALUE
        for seat in range(seats):
            at, ready, card = take(state, shoe, marks, racked, at, ready, False)
            twos[seat] = card & VALUE
        second_card = up_card
        if holds:
            at, ready, second_card = take(state, shoe, marks, racked, at, ready, False)
        read = reader and np.int64(second_card & VALUE) == makes
        waits = makes != NONE and not (reader and at_once)

        # 7(e), 7(f), 8 to 10: the decisions, box by box
        hands, live, matters = 0, False, False
        for seat in range(seats):
            first, second = ones[seat], twos[seat]
            hand: Any = np.int64(two[first, second])
            natural = first + second == ACE + TEN and (first == ACE or second == ACE)
            if read:
                ended[hands], owner[hands] = end_of(attack, 1, NATURAL if natural else LOW_TOTAL), seat
                hands += 1
                continue
            node: Any = roots[up, first] if first == second else NONE
            row: Any = up
            original: Any = 1
            attacked, left = attack, 0
            first_place, second_place = start + 1 + seat, start + 1 + seats + seat
            while True:
                if node != NONE:  # a hand of a split gets its second card
                    if left == 0 and second_place != NONE:
                        waiting[0], left, second_place = second_place, 1, NONE
                    at, ready, card = take(state, shoe, marks, racked, at, ready, False)
                    second = np.int64(card & VALUE)
                    if second == first and nodes[node, MORE] != NONE:
                        waiting[left] = at - 1
                        left += 1
                        node = np.int64(nodes[node, MORE])
                        continue
                    row, original = np.int64(nodes[node, ROW]), np.int64(nodes[node, ORIGINAL])
                    attacked = attack if original or split_attack else 0
                    hand = np.int64(two[first, second])
                drawn_from = at - (node != NONE)
                kind: Any = NONE
                while kind == NONE:
                    action = does[row, hand] & 3
                    if action < HIT:
                        kind = np.int64(ends[hand]) if action == STAND else GIVEN_UP
                        if natural and action == STAND:
                            kind = NATURAL
                    else:
                        at, ready, card = take(state, shoe, marks, racked, at, ready, False)
                        hand = np.int64(then[hand, card & VALUE])
                        if hand < 0:
                            kind = OVER
                        elif action == DOUBLE:
                            kind = GIVEN_UP if does[row, hand] & RESCUE else np.int64(ends[hand])
                        if action == DOUBLE:
                            kind += ENDS
                ended[hands], owner[hands] = end_of(attacked, original, kind), seat
                hands += 1
                kind %= ENDS
                if kind >= OVER:
                    racked[over, FIRST], racked[over, SECOND] = first_place, second_place
                    racked[over, FROM], racked[over, TO] = drawn_from, at
                    racked[over, WAITS] = waits and kind == GIVEN_UP
                    live |= waits and kind == GIVEN_UP
                    over += 1
                    marks[RACKED] = over
                else:
                    live = True
                    matters |= kind != NATURAL
                if node == NONE:
                    break
                node = np.int64(nodes[node, PAIR if second == first else OTHER])
                if node == NONE:
                    break
                left -= 1
                first_place = waiting[left]

        # 7(g), 12: the dealer's hand
        final: Any = NO_NATURAL
        line: Any = NO_BUST
        if not holds and (bonus or (live or (insures and up == ACE) if makes != NONE else matters)):
            at, ready, second_card = take(state, shoe, marks, racked, at, ready, False)
            second_drawn = True
        else:
            second_drawn = holds > 0
        second = np.int64(second_card & VALUE)
        if second_drawn and second == makes:
            final = DEALER_NATURAL
        elif second_drawn:
            low, aces = up + second + 2, int(up == ACE or second == ACE)
            points = TOTAL_OF[low, aces]
            if bonus and points < STANDS:
                at, ready, card = take(state, shoe, marks, racked, at, ready, True)
                line = np.int64(
                    BONUS_OF[
                        (KIND[up_card & OF_BONUS] * KINDS + KIND[second_card & OF_BONUS]) * KINDS
                        + KIND[card & OF_BONUS]
                    ]
                )
                value = np.int64(card & VALUE)
                low, aces = low + value + 1, int(aces or value == ACE)
                points = TOTAL_OF[low, aces]
            if matters:
                while points < STANDS:
                    at, ready, card = take(state, shoe, marks, racked, at, ready, True)
                    value = np.int64(card & VALUE)
                    low, aces = low + value + 1, int(aces or value == ACE)
                    points = TOTAL_OF[low, aces]
                final = DEALER_OVER if points > BEST else points - STANDS

        # 7(j): the cut card
        marks[AT], marks[READY] = at, ready
        if at > cut:
            marks[DUE] = 1

        # 5, 6, 8 to 11: what it comes to
        if plain and hands == 1 and not len(found):
            alone[ended[0] + final] += 1
            continue
        won[:] = 0
        for one in range(hands):
            end = ended[one] + final
            several[end] += 1
            for wager in range(ON_HANDS):
                won[wager] += nets[end, wager]
        placed = insures and up == ACE
        if placed:
            insured[int(second == makes)] += 1
            won[ROUND] += seats * insurance_nets[int(second == makes)]
        if bonus:
            lines[line] += 1
            won[ROUND] += seats * bonus_nets[line]
        add_moments(won, moments)
        if len(found):
            for one in range(hands):
                if owner[one] < found.shape[1]:
                    for wager in range(min(ON_HANDS, found.shape[2])):
                        found[index, owner[one], wager] += nets[ended[one] + final, wager]
            for seat in range(found.shape[1]):
                by_insurance = insurance_nets[int(second == makes)] if placed else 0
                by_bonus = bonus_nets[line] if bonus else 0
                found[index, seat, ROUND] += by_insurance + by_bonus
                if found.shape[2] > BUST_BONUS:
                    found[index, seat, INSURANCE], found[index, seat, BUST_BONUS] = by_insurance, by_bonus
