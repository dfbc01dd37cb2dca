"""Fast rounds of Caribbean Stud Poker: dealing, decisions and settlement, compiled.

Cards are words (``PACK`` of ``hand_table``). The hands of the seats come first, five cards each, then the dealer's,
whose first card is the up card. The end of a hand is its kind with the deciding line of ``LINES``, or with a fold.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
from numba.extending import register_jitable

from pitboss.basics.money import ceil_div
from pitboss.basics.poker import CATEGORIES, CATEGORY_OF, PAIR, compare
from pitboss.engine.meters.meter import put_back, won
from pitboss.games.caribbean_stud.mathematics.counting import STRENGTHS, UP_CARDS, hand_strengths, up_cards
from pitboss.games.caribbean_stud.settle import LINES, TENS_UP, line, part
from pitboss.mathematics.counting.compiled import compiled, inlined
from pitboss.mathematics.counting.hands import Ints, suit_classes
from pitboss.simulation.hand_table import NUMBER, ROWS, SLOTS, HandRounds, by_slot, pack_of, slot_of
from pitboss.simulation.kernel import Arrays, copy
from pitboss.simulation.stream import AT_ONCE, below, deal, high

KINDS = tuple(kind + (kind > PAIR) for kind in range(len(CATEGORIES)))
"""The kind of a hand by its category. A pair of tens or better is a separate kind, which the bonus wager pays."""
ENDINGS = len(LINES) + 1
FOLDED = len(LINES)
ENDS = (len(CATEGORIES) + 1) * ENDINGS
"""The end of a hand is its kind times ENDINGS, plus the deciding line or FOLDED."""

register_jitable(compare)
register_jitable(ceil_div)
_line, _part, _won, _put_back = inlined(line), inlined(part), inlined(won), inlined(put_back)


def kind_of(strength: int) -> int:
    """The kind of a hand of this strength."""
    kind = CATEGORY_OF[strength]
    return KINDS[kind] + (kind == PAIR and strength >= TENS_UP)


# --- decisions

FOLD, BET, MIXED = range(3)
STRENGTH_AT = len(ROWS)
KNOWN_AT = STRENGTH_AT + 2 * SLOTS
"""The near table has, by slot, the strength of each hand, then its choice above its kind times ENDINGS."""
UNSURE_AT = 16
CODES = 1 << 10
"""The number of suit patterns of five cards in ascending order, two bits each."""
BLOCK = 1 + CODES


def decisions(chosen: Ints) -> tuple[Ints, Ints, Ints]:
    """The choice for each strength, and the tables of the choices for every suit class and up card.

    The choice is FOLD, BET, or MIXED if it depends on the up card or on suits. In that case the far table has, by slot,
    the place of a block of words. The first word has a bit for each rank of the up card against which the hand is bet,
    and from UNSURE_AT on one for each rank with which suits decide. The others are for the patterns of suits, and have
    a bit for each up card.
    """
    chosen = chosen.reshape(-1, UP_CARDS)
    strength, ups = hand_strengths(), up_cards()
    where = (strength[:, None].astype(np.int32) * 13 + (ups >> 2)).ravel()
    every, bets = (
        np.bincount(those, minlength=STRENGTHS * 13).reshape(STRENGTHS, 13)
        for those in (where, where[chosen.ravel() == BET])
    )
    least, most = (bets == every).astype(np.int64), (bets > 0).astype(np.int64)
    never, ever = least.min(axis=1), most.max(axis=1)
    does = np.where(never < ever, MIXED, ever)
    mixed = np.flatnonzero(does == MIXED)
    places = np.zeros(STRENGTHS, np.int64)
    places[mixed] = np.arange(len(mixed)) * BLOCK
    blocks = np.zeros(len(mixed) * BLOCK, np.uint64)
    ranks = 1 << np.arange(13)
    blocks[places[mixed]] = (least[mixed] @ ranks | ((least < most)[mixed] @ ranks) << UNSURE_AT).astype(np.uint64)
    among = np.flatnonzero(does[strength] == MIXED)
    suits = np.array(list(permutations(range(4))), np.int64)
    _spread(suit_classes(5).hands[among], chosen[among], ups[among], places[strength[among]] + 1, suits, blocks)

    kinds = np.array([0, *map(kind_of, range(1, STRENGTHS))], np.int64)
    near = np.concatenate((ROWS, by_slot(np.arange(STRENGTHS)), by_slot(does << 8 | kinds * ENDINGS)))
    far = np.concatenate((by_slot(places + 2 * SLOTS).astype(np.uint64), blocks))
    return does, near.astype(np.uint16), far


@compiled
def _spread(hands: Ints, chosen: Ints, ups: Ints, places: Ints, suits: Ints, masks: Ints) -> None:
    """Write the choices of a class of hands for every hand in it, under all permutations of the suits."""
    for at in range(len(hands)):
        for order in suits:
            a, b, c, d, e = (
                _exchanged(order, hands[at, 0]),
                _exchanged(order, hands[at, 1]),
                _exchanged(order, hands[at, 2]),
                _exchanged(order, hands[at, 3]),
                _exchanged(order, hands[at, 4]),
            )
            bits = np.uint64(0)
            for place in range(UP_CARDS):
                if chosen[at, place]:
                    bits |= np.uint64(1) << np.uint64(_exchanged(order, ups[at, place]))
            masks[places[at] + _code(a, b, c, d, e)] = bits


@inlined
def _exchanged(order: Ints, card: int) -> int:
    return int(card & ~3 | order[card & 3])


@inlined
def _code(a: int, b: int, c: int, d: int, e: int) -> int:
    """The suits of five cards in ascending order. With the ranks, they identify the cards."""
    a, b = min(a, b), max(a, b)
    d, e = min(d, e), max(d, e)
    c, e = min(c, e), max(c, e)
    c, d = min(c, d), max(c, d)
    b, e = min(b, e), max(b, e)
    a, d = min(a, d), max(a, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return a & 3 | (b & 3) << 2 | (c & 3) << 4 | (d & 3) << 6 | (e & 3) << 8


@inlined
def category_of(known: Any) -> Any:
    """The category of a hand, from what the near table has of it.

    A GPU keeps global arrays in constant memory, which serves one address at a time.
    """
    kind = (known & 255) // ENDINGS
    return kind - (kind > PAIR)


@inlined
def is_bet(known: Any, far: Ints, slot: int, a: int, b: int, c: int, d: int, e: int, up: int) -> Any:
    """Whether a hand is bet against an up card."""
    bets: Any = np.int64(known >> 8)
    if bets == MIXED:
        place = np.int64(far[slot])
        by_rank, rank = np.int64(far[place]), (up & NUMBER) >> 2
        bets = by_rank >> rank & 1
        if by_rank >> rank + UNSURE_AT & 1:
            code = _code(a & NUMBER, b & NUMBER, c & NUMBER, d & NUMBER, e & NUMBER)
            bets = np.int64(far[place + 1 + code] >> np.uint64(up & NUMBER)) & 1
    return bets


@inlined
def end_of(known: Any, bets: Any, own: Any, dealer: Any) -> Any:
    """The end of a hand, from its kind, whether it is bet, and the strengths of both hands."""
    on = _line(own, dealer)
    return (known & 255) + (on if bets else FOLDED)


# --- one seat, with wagers decided by its own hand and the dealer's


@inlined
def alone(near: Ints, far: Ints, pack: Ints, state: Ints) -> Any:
    deal(state, pack, 0, AT_ONCE)
    deal(state, pack, AT_ONCE, 10)
    a, b, c, d, e, up = pack[0], pack[1], pack[2], pack[3], pack[4], pack[5]
    slot = slot_of(near, a, b, c, d, e)
    own, known = near[STRENGTH_AT + slot], near[KNOWN_AT + slot]
    dealer = near[STRENGTH_AT + slot_of(near, up, pack[6], pack[7], pack[8], pack[9])]
    return end_of(known, is_bet(known, far, slot, a, b, c, d, e, up), own, dealer)


@inlined
def at_table(near: Ints, far: Ints, pack: Ints, state: Ints, seats: int, found: Ints) -> None:
    """The only seat at its table. Several seats share more than the dealer's hand and take the general path."""
    found[0] = alone(near, far, pack, state)


ROUNDS = HandRounds(alone, at_table)


# --- any number of seats, with every wager

WAGERS = (
    *("round", "ante", "bet", "bonus", "progressive", "envy", "five card bonus", "five card bonus dealer"),
    *("magic card", "magic card dealer", "lucky bonus", "cover all"),
)
ROUND, ANTE, WAGER_BET, BONUS, PROGRESSIVE, ENVY, FIVE, FIVE_DEALER, MAGIC, MAGIC_DEALER, LUCKY, COVER_ALL = range(12)

FRACTION = 10_000
"""Meters count fractions of a cent, because rates and shares of a rate are whole percents of whole cents."""
PER = 100
BINS = 128
"""The ranges of a meter in which wins of all of it are counted. The last range is unbounded."""

# the terms of a meter, the last of them the number of wagers that feed it in a round
GAIN, SEED, WIDTH, FED = range(4)
# how a category wins from a progressive wager: cents, or a percentage of a meter
FIXED, METER, PERCENT = range(3)
# the counts of a meter
STARTS, HITS, PAID, PARTS, PARTS_PAID, LEFT, GAINED = range(7)
# the chance draws of the Five Card Hand Bonus
MAGIC_PAYS, MAGIC_OF, LUCKY_PAYS, LUCKY_OF = range(4)


@inlined
def take(meter: int, percent: int, terms: Ints, showing: Ints, meters: Ints, at_hits: Ints) -> int:
    """Win a share of a meter as it stands now, in cents. A win of all of it resets it to its seed."""
    shows = showing[meter] // FRACTION
    amount = _won(shows, percent, PER)
    showing[meter] += (_put_back(terms[meter, SEED], percent, PER) - amount) * FRACTION
    if percent == PER:
        meters[meter, HITS] += 1
        meters[meter, PAID] += amount
        at_hits[meter, min(shows // terms[meter, WIDTH], BINS - 1)] += 1
    else:
        meters[meter, PARTS] += 1
        meters[meter, PARTS_PAID] += amount
    return int(amount)


@inlined
def holds(pack: Ints, first: int, card: int) -> bool:
    """Whether the hand that starts at a place holds a card."""
    found = False
    for place in range(first, first + 5):
        found |= pack[place] & NUMBER == card
    return found


@inlined
def add_moments(won: Ints, seats: int, live: Ints, moments: Ints) -> None:
    """Add the seats' wins in a round, by wager, to the sums and sums of squares. Squares take two words, because a
    meter win may overflow 63 bits when squared."""
    for wager in live:
        total = 0
        for seat in range(seats):
            total += won[seat, wager]
        if total:
            size = np.uint64(abs(total))
            low, top = size * size, high(size, size)
            moments[0, wager] += total
            moments[1, wager] += np.int64(low & np.uint64(0xFFFFFFFF))
            moments[2, wager] += np.int64(low >> np.uint64(32) | top << np.uint64(32))


def new_table(tables: Arrays, room: Arrays, thread: int, counts: Arrays) -> None:
    """Take a pack, and start the meters at their seeds."""
    words, terms = tables[2], tables[-3]
    won, showing, meters = room[1][thread], room[2][thread], counts[5][thread]
    copy(words, pack_of(room, thread), len(words))
    for seat in range(len(won)):
        for wager in range(len(WAGERS)):
            won[seat, wager] = 0
    for meter in range(len(terms)):
        showing[meter] = terms[meter, SEED] * FRACTION
        meters[meter, STARTS] += 1


def play_table(tables: Arrays, room: Arrays, thread: int, state: Ints, rounds: int, counts: Arrays) -> None:
    """Play rounds with every wager. The first rounds of a call use the cards and draws in ``dealt``.

    Tables: ``nets`` of ante, bet and bonus by end; ``live``, the wagers that can win or lose, the round first;
    ``stakes`` by wager, 0 if it is not placed; the wins by category of the ``progressive`` and the ``five`` card bonus,
    and the net wins of ``cover_all``; ``envy`` for another's hand; ``extras``; and ``terms`` of the meters.

    Counts: ``ends`` of hands; ``dealers`` hands and the ``best`` at the table, by category; amounts ``paid`` by
    category for progressive and five card bonuses on own and dealer's hands; magic cards and lucky seats ``drawn``;
    ``meters``; and ``moments``. The wins of the first seats with the first wagers are written to ``found``, as far as
    it has room. The room is for the pack, for the wins of a round by seat and wager, and for the meters.
    """
    near, far, words, nets, live, stakes, progressive, envy, five, extras, cover_all, terms, dealt, found = tables
    pack, won, showing = pack_of(room, thread), room[1][thread], room[2][thread]
    ends, dealers, best, paid = counts[0][thread], counts[1][thread], counts[2][thread], counts[3][thread]
    drawn, meters, at_hits, moments = counts[4][thread], counts[5][thread], counts[6][thread], counts[7][thread]
    seats = len(won)
    first = 5 * seats
    for at in range(rounds):
        if at < len(dealt):
            for place in range(first + 5):
                pack[place] = words[dealt[at, place]]
        else:
            deal(state, pack, 0, first + 5)
        up = pack[first]
        dealers_slot = slot_of(near, up, pack[first + 1], pack[first + 2], pack[first + 3], pack[first + 4])
        dealer = np.int64(near[STRENGTH_AT + dealers_slot])
        theirs = category_of(np.int64(near[KNOWN_AT + dealers_slot]))
        dealers[theirs] += 1
        highest = theirs
        for seat in range(seats):
            for wager in live:
                won[seat, wager] = 0

        # 7(c): wagers feed the meters; 11(e)(3): the draws; 11(e)(2): the dealer's jackpot before the first player
        for meter in range(len(terms)):
            showing[meter] += terms[meter, FED] * terms[meter, GAIN]
        magic, lucky = 52, seats
        if extras[MAGIC_OF]:
            magic = dealt[at, 52] if at < len(dealt) else below(state, 52 * extras[MAGIC_OF])
        if extras[LUCKY_OF]:
            lucky = dealt[at, 53] if at < len(dealt) else below(state, seats * extras[LUCKY_OF])
        jackpot = 0
        if stakes[FIVE_DEALER] and five[theirs, METER] >= 0:
            jackpot = take(five[theirs, METER], five[theirs, PERCENT], terms, showing, meters, at_hits)
        in_dealers = magic < 52 and stakes[FIVE_DEALER] > 0 and holds(pack, first, magic)
        drawn[1] += in_dealers
        drawn[2] += lucky < seats

        for turn in range(seats):
            seat = seats - 1 - turn  # 10(c): from the dealer's right
            hand = 5 * seat
            a, b, c, d, e = pack[hand], pack[hand + 1], pack[hand + 2], pack[hand + 3], pack[hand + 4]
            slot = slot_of(near, a, b, c, d, e)
            own, known = np.int64(near[STRENGTH_AT + slot]), np.int64(near[KNOWN_AT + slot])
            kind = category_of(known)
            bets = is_bet(known, far, slot, a, b, c, d, e, up)
            end = end_of(known, bets, own, dealer)
            ends[end] += 1
            won[seat, ANTE] = nets[end, 0]
            won[seat, WAGER_BET] = nets[end, 1]
            won[seat, BONUS] = nets[end, 2]
            if bets:
                highest = max(highest, kind)
            if stakes[PROGRESSIVE]:
                returned = 0
                if bets:
                    returned = progressive[kind, FIXED]
                    if progressive[kind, METER] >= 0:
                        returned = take(
                            progressive[kind, METER], progressive[kind, PERCENT], terms, showing, meters, at_hits
                        )
                    paid[0, kind] += returned
                    if envy[kind]:
                        for other in range(seats):
                            if other != seat:
                                won[other, ENVY] += envy[kind]
                won[seat, PROGRESSIVE] = returned - stakes[PROGRESSIVE]
            if stakes[FIVE]:
                returned = five[kind, FIXED]
                if five[kind, METER] >= 0:
                    returned = take(five[kind, METER], five[kind, PERCENT], terms, showing, meters, at_hits)
                paid[1, kind] += returned
                won[seat, FIVE] = returned - stakes[FIVE]
            if stakes[FIVE_DEALER]:
                returned = five[theirs, FIXED]
                if five[theirs, METER] >= 0:
                    returned = _part(jackpot, seats, turn)
                paid[2, theirs] += returned
                won[seat, FIVE_DEALER] = returned - stakes[FIVE_DEALER]
            if magic < 52 and stakes[FIVE] and holds(pack, hand, magic):
                drawn[0] += 1
                won[seat, MAGIC] = extras[MAGIC_PAYS]
            if in_dealers:
                won[seat, MAGIC_DEALER] = extras[MAGIC_PAYS]
            if lucky == seat:
                won[seat, LUCKY] = extras[LUCKY_PAYS]

        # 12(j): Cover All after every player
        best[highest] += 1
        for seat in range(seats):
            if stakes[COVER_ALL]:
                won[seat, COVER_ALL] = cover_all[highest]
            total = 0
            for wager in live:  # the round itself is still 0
                total += won[seat, wager]
            won[seat, ROUND] = total
        add_moments(won, seats, live, moments)
        if at < len(found):
            for seat in range(found.shape[1]):
                for wager in range(found.shape[2]):
                    found[at, seat, wager] = won[seat, wager]
    for meter in range(len(terms)):
        meters[meter, LEFT] = showing[meter]
        meters[meter, GAINED] += rounds * terms[meter, FED] * terms[meter, GAIN]
