"""The fast round of Double Attack Blackjack, compiled: the shoe, every box in turn, the dealer, and the results.

A card in the shoe is its value (an ace 0, a two 1, the tens 9), with the suit and the rank of a ten in higher bits.
Cards are mixed when a round reaches them.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from pitboss.basics.cards import EIGHT, JACK
from pitboss.games.double_attack_blackjack.kernel_plans import MORE, ORIGINAL, OTHER, PAIR, RESCUE, ROW
from pitboss.games.double_attack_blackjack.mathematics.counting import (
    ACE,
    DEALER_ENDS,
    DEALER_NATURAL,
    DEALER_OVER,
    DOUBLE,
    ENDS,
    GIVEN_UP,
    HIT,
    LOW_TOTAL,
    MAKES,
    NATURAL,
    NO_NATURAL,
    NONE,
    OVER,
    STAND,
    TEN,
    VALUES,
    bonus_line_of,
    card_of,
)
from pitboss.games.double_attack_blackjack.settle import BEST, LOW, NO_BUST, STANDS, total
from pitboss.mathematics.counting.compiled import called, compiled, inlined_late
from pitboss.mathematics.counting.hands import Ints
from pitboss.simulation.hand_table import add_moments
from pitboss.simulation.kernel import Arrays, copy
from pitboss.simulation.stream import HALF, below, next_word

MOST_HANDS, MOST_SEATS = 4, 7

# --- cards

VALUE, OF_BONUS = 15, 63
"""The bits of a card with its value, and the bits that the bust bonus uses."""
CODE: Ints = np.array(
    [
        LOW[card] - 1 | (card & 3) << 4 | (max(0, (card >> 2) - JACK) if LOW[card] == 10 else 0) << 6
        for card in range(52)
    ],
    np.uint8,
)
EIGHTS = EIGHT + 1
"""The value of an eight, the only card whose suit matters."""
KINDS = VALUES + 3
KIND: Ints = np.array(
    [
        VALUES - 1 + (code >> 4) if code & VALUE == EIGHTS and code >> 4 else code & VALUE
        for code in range(OF_BONUS + 1)
    ],
    np.int64,
)
"""Cards as the bust bonus distinguishes them: by value, and eights by suit."""


def _bonus_lines() -> Ints:
    """The line of the bust bonus by the dealer's first three cards."""
    cards = [card_of(value) for value in range(VALUES)] + [4 * EIGHT + suit for suit in (1, 2, 3)]
    return np.array([bonus_line_of(*three) for three in product(cards, repeat=3)], np.uint8)


BONUS_OF: Ints = _bonus_lines()

DONE = 64
"""A flag: the dealer stands or is over 21. Higher bits hold the dealer's end."""


def _dealer_draws() -> Ints:
    """The dealer's hand after another card: its points and whether it has an ace, or ``DONE`` and its end.

    A hand is encoded as twice its points with every ace as one, plus one if it has an ace.
    """
    found = np.zeros((2 * STANDS, VALUES), np.uint8)
    for hand, value in np.ndindex(found.shape):
        low, aces = hand // 2 + value + 1, int(hand % 2 or value == ACE)
        points = total(low, aces)
        end = DEALER_OVER if points > BEST else points - STANDS
        found[hand, value] = 2 * low + aces if points < STANDS else DONE + end
    return found.ravel()


DEALER_DRAWS: Ints = _dealer_draws()


# --- the shoe

AT, READY, START, REFILLED, DUE = range(5)
"""The state of the shoe between rounds: the place of the next card, the number of mixed places, the start of the round,
whether the discard rack was shuffled, and whether a shuffle is due."""
FIRST, SECOND, FROM, TO, WAITS = range(5)
"""A hand in the rack: the places of its first two cards (``NONE`` for the second if it was split), the range of places
that it drew, and whether it is collected only after the dealer's second card (8(a)(2))."""
MIXED_AT_ONCE = 4
"""Cards mixed by one 64-bit word: 384 * 383 is far below 2**32. They lie side by side in one word of the shoe."""
BY_ITSELF = np.uint32(1)
"""One shoe, not interleaved. On a GPU, the shoes of a block of threads are interleaved word by word."""
BEYOND = 640
"""Places after the cards of a shoe and of its discard rack: more than a round draws."""
ONE, TWO, THREE = np.uint32(1), np.uint32(2), np.uint32(3)
BYTE = np.uint32(8)
ALL = np.uint64(1 << 32)
"""The number of 32-bit numbers."""


@inlined_late
def mix(state: Ints, shoe: Ints, across: Any, at: Any, size: Any) -> Any:
    """Put a random card from the rest of the shoe on each of four places. Returns the four cards in one number, the
    first one lowest.

    ``at`` and ``size`` are multiples of four. ``across`` is the number of shoes that are interleaved. Numbers have 32
    bits, since that is what GPUs compute with.
    """
    left = np.uint32(size - at)
    second, third = np.uint64(np.uint32(left - ONE)), np.uint64(np.uint32(left - TWO))
    fourth = np.uint64(np.uint32(left - THREE))
    ways_low, ways_top = np.uint32(np.uint64(left) * second), np.uint32(third * fourth)
    place = np.uint32(at)
    here = np.uint32(place * across)
    while True:
        word = next_word(state)
        low, top = np.uint64(np.uint32(word)) * np.uint64(left), (word >> HALF) * third
        four = exchange(shoe, across, here, place + np.uint32(low >> HALF))
        low = np.uint64(np.uint32(low)) * second
        four |= exchange(shoe, across, here + ONE, place + ONE + np.uint32(low >> HALF)) << BYTE
        four |= exchange(shoe, across, here + TWO, place + TWO + np.uint32(top >> HALF)) << TWO * BYTE
        top = np.uint64(np.uint32(top)) * fourth
        four |= exchange(shoe, across, here + THREE, place + THREE + np.uint32(top >> HALF)) << THREE * BYTE
        if np.uint32(low) >= ways_low and np.uint32(top) >= ways_top:
            break
        if np.uint32(low) >= ALL % np.uint64(ways_low) and np.uint32(top) >= ALL % np.uint64(ways_top):
            break
    return np.uint32(four)


@inlined_late
def exchange(shoe: Ints, across: Any, here: Any, place: Any) -> Any:
    """Exchange the card at a place with the card ``here``, and return it."""
    aside = np.uint32(np.uint32(place) & THREE)
    there = np.uint32(np.uint32(place) * across + aside * (ONE - across))
    card = shoe[there]
    shoe[there] = shoe[here]
    shoe[here] = card
    return np.uint32(card)


@inlined_late
def drawn(state: Ints, shoe: Ints, marks: Ints, size: int, at: int) -> Any:
    """The card at a place. Cards are mixed when they are drawn, four at a time."""
    if at >= marks[READY] and at < size:
        mix(state, shoe, BY_ITSELF, at, size)
        marks[READY] += MIXED_AT_ONCE
    return shoe[at]


@compiled
def mix_rest(state: Ints, shoe: Ints, ready: int, size: int) -> None:
    """Mix all cards of a shoe that are not mixed yet."""
    for at in range(ready, size, MIXED_AT_ONCE):
        mix(state, shoe, BY_ITSELF, at, size)


@inlined_late
def swap(shoe: Ints, one: int, other: int) -> None:
    card = shoe[one]
    shoe[one] = shoe[other]
    shoe[other] = card


@called
def refill(state: Ints, shoe: Ints, marks: Ints, size: int, racked: Ints, over: Ints, hands: int, third: int) -> None:
    """Shuffle the discard rack when a round has emptied the shoe, and burn one of its cards (15(h)). ``over`` is room
    for a mark on every card.

    The rack holds the cards of earlier rounds and of hands that were over when the shoe was empty. Surrenders that
    waited for the dealer's second card are collected before the ``third`` is drawn. A round never exhausts the rack
    too.
    """
    if marks[REFILLED]:
        marks[READY] = len(shoe)
    else:
        for place in range(size):
            over[place] = place < marks[START]
        for hand in range(hands):
            if racked[hand, TO] <= size and (third <= size or not racked[hand, WAITS]):
                over[racked[hand, FIRST]] = True
                if racked[hand, SECOND] != NONE:
                    over[racked[hand, SECOND]] = True
                for place in range(racked[hand, FROM], racked[hand, TO]):
                    over[place] = True
        count = 0
        for place in range(size):
            if over[place]:
                shoe[size + count] = shoe[place]
                count += 1
        for place in range(count - 1):
            swap(shoe, size + place, size + place + below(state, count - place))
        marks[READY], marks[REFILLED] = size + count - 1, 1  # the last one is burned


# --- rounds

SEATS, SIZE, BURN, CUT, HOLE, READER, AT_ONCE, SPLIT_ATTACK, INSURED, BONUS, PLAIN = range(11)
"""The terms of a table: boxes; cards of the shoe, and how many are burned from a new one; the place of the cut card;
whether there is a hole card, a card reader, and with it surrenders that are settled at once; whether split hands carry
the attack; whether insurance and bust bonus are placed; whether one seat plays without them."""
ROUND, INITIAL, ATTACK, SPLIT, DOUBLED, INSURANCE, BUST_BONUS = range(7)
WAGERS = ("round", "initial", "double attack", "split", "double", "insurance", "bust bonus")
ON_HANDS = INSURANCE
CELLS = 4 * 2 * ENDS * DEALER_ENDS
"""The ends of a hand: whether it is attacked, whether it is the first, its end, and the dealer's end."""


def room_of(shoe: int) -> tuple[tuple[tuple[int, ...], Any], ...]:
    """The room of a loop with a shoe of so many places: shoe, marks, ends and owners of hands, the rack, places that
    wait for a split, wins, and marks of collected cards."""
    most = MOST_SEATS * MOST_HANDS
    return (
        ((shoe,), np.uint8),
        ((DUE + 1,), np.int64),
        ((most,), np.int64),
        ((most,), np.int64),
        ((most, WAITS + 1), np.int64),
        ((MOST_HANDS,), np.int64),
        ((ON_HANDS,), np.int64),
        ((shoe,), np.bool_),
    )


def new_shoe(tables: Arrays, room: Arrays, thread: int, counts: Arrays) -> None:
    """Take a shoe that is due for a shuffle."""
    cards, shoe, marks = tables[-2], room[0][thread], room[1][thread]
    copy(cards, shoe, len(cards))
    marks[DUE] = 1


def play_rounds(tables: Arrays, room: Arrays, thread: int, state: Ints, rounds: int, counts: Arrays) -> None:
    """Play rounds from a shoe in the state of its marks, and leave it ready for the next round.

    A round draws whatever lies in the shoe and beyond it. If it empties the shoe, it is replayed once the discard rack
    is shuffled. It reaches the same place in the same way, and nothing is counted before its end.

    ``nets`` are cents by end of a hand and wager on it. A hand that is alone in its round is counted separately if it
    is all that the round wins. For other rounds, sums and squares are added up. If ``found`` has rows, the seats' wins
    with each wager are added there, as far as it has columns for them.
    """
    attacks, two, then, ends, does, roots, nodes, terms, nets, insurance_nets, bonus_nets, _, found = tables
    shoe, marks, ended, owner = room[0][thread], room[1][thread], room[2][thread], room[3][thread]
    racked, waiting, won, collected = room[4][thread], room[5][thread], room[6][thread], room[7][thread]
    alone, several, moments = counts[0][thread, 0], counts[0][thread, 1], counts[1][thread]
    insured, lines = counts[2][thread], counts[3][thread]
    seats, size, burn, cut, plain = terms[SEATS], terms[SIZE], terms[BURN], terms[CUT], terms[PLAIN]
    holds, reader, at_once, split_attack = terms[HOLE], terms[READER], terms[AT_ONCE], terms[SPLIT_ATTACK]
    insures, bonus = terms[INSURED], terms[BONUS]
    states = len(ends)
    index = 0
    while index < rounds:
        # 4, 7(c): a new shoe if a shuffle is due
        if marks[DUE]:
            marks[READY], marks[AT], marks[REFILLED], marks[DUE] = 0, burn, 0, 0
        start = marks[START] = marks[AT]
        while marks[READY] < min(size, start + 1 + 2 * seats + holds):
            mix(state, shoe, BY_ITSELF, marks[READY], size)
            marks[READY] += MIXED_AT_ONCE

        # 7(d), 7(i): the up card and the double attack, two cards to each box, the hole card
        up_card = shoe[start]
        up = np.int64(up_card & VALUE)
        attack, makes = attacks[up], MAKES[up]
        at = start + 1 + 2 * seats
        second_card = shoe[at]
        at += holds
        read = reader and np.int64(second_card & VALUE) == makes
        waits = makes != NONE and not (reader and at_once)

        # 7(e), 7(f), 8 to 10: the decisions, box by box
        hands, over, live, matters = 0, 0, False, False
        for seat in range(seats):
            first_place, second_place = start + 1 + seat, start + 1 + seats + seat
            first, second = np.int64(shoe[first_place] & VALUE), np.int64(shoe[second_place] & VALUE)
            hand: Any = np.int64(two[first * VALUES + second])
            natural = first + second == ACE + TEN and (first == ACE or second == ACE)
            wagers: Any = 2 * attack + 1
            if read:
                kind: Any = NATURAL if natural else LOW_TOTAL
                ended[hands], owner[hands] = (wagers * 2 * ENDS + kind) * DEALER_ENDS, seat
                hands += 1
                continue
            row: Any = up * states
            node: Any = NONE
            left = 0
            if first == second:
                node = np.int64(roots[up * VALUES + first])
                if node != NONE:
                    waiting[0], left, second_place = second_place, 1, NONE
            while True:
                drawn_from = at
                if node != NONE:  # a hand of a split gets its second card
                    second = np.int64(drawn(state, shoe, marks, size, at) & VALUE)
                    at += 1
                    if second == first and nodes[node, MORE] != NONE:
                        waiting[left] = drawn_from
                        left += 1
                        node = np.int64(nodes[node, MORE])
                        continue
                    row, wagers = np.int64(nodes[node, ROW]) * states, np.int64(nodes[node, ORIGINAL])
                    wagers += 2 * attack if wagers or split_attack else 0
                    hand = np.int64(two[first * VALUES + second])
                action = does[row + hand]
                while action & 3 == HIT:
                    hand = np.int64(then[hand * VALUES + np.int64(drawn(state, shoe, marks, size, at) & VALUE)])
                    at += 1
                    if hand < 0:
                        break
                    action = does[row + hand]
                if hand < 0:
                    kind = OVER
                elif action & 3 == DOUBLE:
                    hand = np.int64(then[hand * VALUES + np.int64(drawn(state, shoe, marks, size, at) & VALUE)])
                    at += 1
                    if hand < 0:
                        kind = ENDS + OVER
                    else:
                        kind = ENDS + GIVEN_UP if does[row + hand] & RESCUE else ENDS + np.int64(ends[hand])
                elif action & 3 == STAND:
                    kind = NATURAL if natural else np.int64(ends[hand])
                else:
                    kind = GIVEN_UP
                ended[hands], owner[hands] = (wagers * 2 * ENDS + kind) * DEALER_ENDS, seat
                hands += 1
                if kind >= ENDS:
                    kind -= ENDS
                if kind >= OVER:
                    racked[over, FIRST], racked[over, SECOND] = first_place, second_place
                    racked[over, FROM], racked[over, TO] = drawn_from, at
                    racked[over, WAITS] = waits and kind == GIVEN_UP
                    live |= waits and kind == GIVEN_UP
                    over += 1
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
        looks = holds
        if not holds and (bonus or (live or (insures and up == ACE) if makes != NONE else matters)):
            looks, second_card = 1, drawn(state, shoe, marks, size, at)
            at += 1
        third = at
        second = np.int64(second_card & VALUE)
        if looks and second == makes:
            final = DEALER_NATURAL
        elif looks:
            dealer = np.int64(DEALER_DRAWS[(2 * (up + 1) + np.int64(up == ACE)) * VALUES + second])
            if bonus and dealer < DONE:
                card = drawn(state, shoe, marks, size, at)
                at += 1
                kinds = KIND[up_card & OF_BONUS] * KINDS + KIND[second_card & OF_BONUS]
                line = np.int64(BONUS_OF[kinds * KINDS + KIND[card & OF_BONUS]])
                dealer = np.int64(DEALER_DRAWS[dealer * VALUES + np.int64(card & VALUE)])
            if matters:
                while dealer < DONE:
                    dealer = np.int64(
                        DEALER_DRAWS[dealer * VALUES + np.int64(drawn(state, shoe, marks, size, at) & VALUE)]
                    )
                    at += 1
                final = dealer - DONE

        if at > marks[READY]:
            refill(state, shoe, marks, size, racked, collected, over, third)
            continue

        # 7(j): the cut card
        marks[AT] = at
        if at > cut or marks[REFILLED]:
            marks[DUE] = 1

        # 5, 6, 8 to 11: the results
        index += 1
        if plain and hands == 1 and not len(found):
            alone[ended[0] + final] += 1
            continue
        for wager in range(ON_HANDS):
            won[wager] = 0
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
                        found[index - 1, owner[one], wager] += nets[ended[one] + final, wager]
            for seat in range(found.shape[1]):
                by_insurance = insurance_nets[int(second == makes)] if placed else 0
                by_bonus = bonus_nets[line] if bonus else 0
                found[index - 1, seat, ROUND] += by_insurance + by_bonus
                if found.shape[2] > BUST_BONUS:
                    found[index - 1, seat, INSURANCE], found[index - 1, seat, BUST_BONUS] = by_insurance, by_bonus
