"""The fast round of Double Attack Blackjack for one seat without side wagers: a loop over cards, not over rounds.

Each card makes one move of ``kernel_moves.py``. The cards, and all that is counted, are the same as in
``kernel_rounds.py``.

On a GPU, 32 threads work in step. What some of them do, the others wait for. So every card takes the same few
instructions, and splits, which are rare and long, are added up for several threads at a time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.games.double_attack_blackjack import kernel_moves as moves
from pitboss.games.double_attack_blackjack.kernel_rounds import BY_ITSELF, BYTE, ONE, THREE, TWO, mix
from pitboss.games.double_attack_blackjack.mathematics.counting import DEALER_ENDS, ENDS
from pitboss.mathematics.counting.compiled import inlined_late
from pitboss.mathematics.counting.hands import Ints
from pitboss.simulation.hand_table import add_moments
from pitboss.simulation.kernel import Arrays, copy

SIZE, CUT, BEGIN, SPLITS = range(4)
"""The terms of a table: the cards of the shoe, the place of the cut card, the position with a new shoe, and the first
move of splits."""
LATER = 8
"""Rounds with splits that a thread keeps before it adds them up."""

# Numbers of 32 bits, since that is what GPUs compute with.
ZERO, FOUR, CARD, FINALS = np.uint32(0), np.uint32(4), np.uint32(255), np.uint32(DEALER_ENDS)
IDLE, START, NEXT, END = (np.uint32(one) for one in (moves.IDLE, moves.START, moves.NEXT, moves.END))
HAND_ENDS, ROUND_ENDS = np.uint32(moves.HAND_ENDS), np.uint32(moves.ROUND_ENDS)
AT_END, AT_FINAL, AT_WAGERS = (np.uint32(one) for one in (moves.AT_END, moves.AT_FINAL, moves.AT_WAGERS))
KINDS = np.uint32(2 * ENDS)
"""The ends of a hand with the same wagers."""
NOTHING, BITS, KEPT = np.uint32(1), np.uint32(7), np.uint32((1 << moves.AT_FINAL) - 1)
"""The ends of the hands of a split, packed into one number, the latest lowest: before there are any, the bits of each,
and the mask of all."""


# --- what is different on a GPU


@inlined_late
def count(ends: Ints, end: Any) -> None:
    """Count an end. On a GPU, many threads count in the same place."""
    ends[end] += 1


@inlined_late
def any_of(mine: Any) -> Any:
    """Whether something is so for this thread, or for another one in step with it."""
    return mine


# --- rounds


def deal(
    near: Ints,
    others: Arrays,
    shoe: Ints,
    across: Any,
    state: Ints,
    rounds: int,
    later: Ints,
    won: Ints,
    alone: Ints,
    several: Ints,
    moments: Ints,
) -> None:
    """Play rounds from a new shoe, one of ``across`` shoes that are interleaved word by word.

    The end of a hand is counted as ``alone`` if it is the only hand of its round. ``later`` and ``won`` are room for
    rounds with splits and for the win of each wager. A round with a split takes more than four cards, so at most one
    ends in each step.
    """
    after, terms, nets = others[0], others[1], others[2]
    size, cut = np.uint32(terms[SIZE]), np.uint32(terms[CUT])
    begin, splits = np.uint32(terms[BEGIN]), np.uint32(terms[SPLITS])
    at = ZERO
    now, left, waiting, hands = IDLE, np.uint32(rounds), ZERO, (ZERO, IDLE, ZERO, NOTHING)
    while any_of(left > ZERO):
        if now == IDLE:
            at, now = ZERO, begin if left > ZERO else IDLE
        four = mix(state, shoe, across, at, size)
        table, card = (near, after, splits, alone, later), four & CARD
        now, left, waiting, hands = draw(card, at < cut, table, now, left, waiting, hands)
        card = four >> BYTE & CARD
        now, left, waiting, hands = draw(card, at + ONE < cut, table, now, left, waiting, hands)
        card = four >> TWO * BYTE & CARD
        now, left, waiting, hands = draw(card, at + TWO < cut, table, now, left, waiting, hands)
        card = four >> THREE * BYTE & CARD
        now, left, waiting, hands = draw(card, at + THREE < cut, table, now, left, waiting, hands)
        at = np.uint32(at + FOUR)
        if any_of(waiting == LATER):
            add_up(later, waiting, nets, won, several, moments)
            waiting = ZERO
    add_up(later, waiting, nets, won, several, moments)


@inlined_late
def draw(card: Any, more: Any, table: Any, now: Any, left: Any, waiting: Any, hands: Any) -> Any:
    """Make the move of a card from the position ``now``. ``more`` tells whether another round can begin with this shoe.
    So many rounds are ``left`` with this one, and so many with splits are ``waiting`` to be added up.

    Of the ``hands``: the move that gave a hand of a split its second card, or 0 if nothing is split; the position after
    its last hand; the end of a hand that is alone; and the ends of hands of a split.
    """
    near, after, splits, alone, later = table
    split, then, ended, held = hands
    which = np.uint32(now + card)
    move = np.uint32(near[which])
    split = which if now >= splits else split
    now = np.uint32(move & NEXT)
    over = move & ROUND_ENDS != 0
    if split != ZERO and move > NEXT:
        if move & HAND_ENDS:
            follows = np.uint32(after[np.uint32(split - splits)])
            end = np.uint32(np.uint32(move >> AT_END & END) % KINDS)
            held = np.uint32(held << BITS | np.uint32(end + KINDS * (follows >> AT_WAGERS)))
            then = max(then, now)
            now = np.uint32(follows & NEXT)
            now = then if now == IDLE else now
            over = now == IDLE
        if over:
            later[waiting] = np.uint32(move >> AT_FINAL << AT_FINAL | held)
            waiting = np.uint32(waiting + ONE)
            split, then, held = ZERO, IDLE, NOTHING
    else:
        if move & HAND_ENDS:
            ended = np.uint32((move >> AT_END & END) * FINALS)
        if over:
            count(alone, np.uint32(ended + (move >> AT_FINAL)))
    if over:
        left = np.uint32(left - ONE)
        now = START if more and left > ZERO else IDLE
    return now, left, waiting, (split, then, ended, held)


@inlined_late
def add_up(later: Ints, waiting: Any, nets: Ints, won: Ints, several: Ints, moments: Ints) -> None:
    """Count the ends of the hands in rounds with splits, and add their sums and squares to the moments."""
    for one in range(waiting):
        held = later[one] & KEPT
        final = np.uint32(later[one] >> AT_FINAL)
        for wager in range(len(won)):
            won[wager] = 0
        while held != NOTHING:
            cell = np.uint32((held & END) * FINALS + final)
            held = np.uint32(held >> BITS)
            count(several, cell)
            for wager in range(len(won)):
                won[wager] += nets[cell, wager]
        add_moments(won, moments)


deal_inlined = inlined_late(deal)


def new_shoe(tables: Arrays, room: Arrays, thread: int, counts: Arrays) -> None:
    """Take the cards in the order of the last table."""
    cards = tables[-1]
    copy(cards, room[0][thread], len(cards))


def play_rounds(tables: Arrays, room: Arrays, thread: int, state: Ints, rounds: int, counts: Arrays) -> None:
    """Play rounds. The first begins with a shuffle."""
    ends = counts[0][thread]
    deal_inlined(
        tables[0],
        tables[1:],
        room[0][thread],
        BY_ITSELF,
        state,
        rounds,
        room[1][thread],
        room[2][thread],
        ends[0],
        ends[1],
        counts[1][thread],
    )
