"""The fast round of Boston 5 Stud Poker: three cards to each hand, a second wager or a fold, two more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pitboss.basics.poker import CATEGORIES, CATEGORIES_3, EQUAL, HIGH_3, HIGHER, LOWER, TWO_PAIR, category3, compare
from pitboss.games.boston_5_stud.mathematics.choices import choices, named
from pitboss.games.boston_5_stud.mathematics.counting import DEALS, count
from pitboss.games.boston_5_stud.mathematics.one_hand import FOLD, SECOND
from pitboss.games.boston_5_stud.settle import FIRST, LINES, optional_bonus, paid_by_ante
from pitboss.mathematics.choices import priced, resolve
from pitboss.mathematics.counting.compiled import inlined, strength5
from pitboss.mathematics.counting.hands import CATEGORY, Ints, by_set, suit_classes
from pitboss.mathematics.results import GameOdds
from pitboss.simulation.episodes import Episodes, OneDecision, Worth, cards_seen, one_decision
from pitboss.simulation.hand_table import (
    CATEGORY_AT,
    GRADES,
    NO_TABLE,
    NUMBER,
    ROWS,
    SLOTS,
    HandRounds,
    HandTable,
    Part,
    by_slot,
    in_words,
    number3,
    slot_of,
)
from pitboss.simulation.kernel import Kernel, Limits, Setup, odds_of
from pitboss.simulation.stream import AT_ONCE, deal

if TYPE_CHECKING:
    from pitboss.games.boston_5_stud.rules import Boston5StudRules


BEFORE, AFTER = 3, 2
"""Cards of a hand before and after the decision."""
KINDS = len(CATEGORIES)
FOLDED = len(LINES) * KINDS
PLAYED = FOLDED + 1
"""Number of ways in which a hand is played: each line and category, and a fold."""
ENDS = len(CATEGORIES_3) * PLAYED
"""The end of a hand is the category of its first three cards and the way in which it is played."""

GRADE_AT = len(ROWS)
STARTS_AT = GRADE_AT + 2 * SLOTS
START_BITS = 4
"""The near table has the grade of each hand by slot, then the start of each set of three cards, four to a word."""

line_of = inlined(compare)


@inlined
def begun(near: Ints, pack: Ints, at: int) -> int:
    """The start of a hand: twice the category of its first three cards, plus one for a second wager."""
    three = number3(pack[at] & NUMBER, pack[at + 1] & NUMBER, pack[at + 2] & NUMBER)
    return int(near[STARTS_AT + (three >> 2)] >> (three & 3) * START_BITS & 15)


@inlined
def grade_at(near: Ints, pack: Ints, at: int, last: int) -> int:
    """The grade of a hand's first three cards and last two."""
    return int(near[GRADE_AT + slot_of(near, pack[at], pack[at + 1], pack[at + 2], pack[last], pack[last + 1])])


@inlined
def end_of(start: int, player: int, dealer: int) -> int:
    """The end of a hand with a second wager, by its start and both grades."""
    return int((start >> 1) * PLAYED + line_of(player, dealer) * KINDS + (player >> CATEGORY_AT))


@inlined
def alone(near: Ints, far: Ints, pack: Ints, state: Ints) -> int:
    deal(state, pack, 0, AT_ONCE)
    deal(state, pack, AT_ONCE, 10)
    start = begun(near, pack, 0)
    if start & 1:
        return end_of(start, grade_at(near, pack, 0, 6), grade_at(near, pack, 3, 8))
    return (start >> 1) * PLAYED + FOLDED


@inlined
def at_table(near: Ints, far: Ints, pack: Ints, state: Ints, seats: int, found: Ints) -> None:
    """The pack holds three cards for each seat and the dealer, then two for each seat with a second wager and the
    dealer."""
    deal(state, pack, 0, (BEFORE + AFTER) * (seats + 1))
    last = BEFORE * (seats + 1)
    for seat in range(seats):
        found[seat] = begun(near, pack, BEFORE * seat)
        last += AFTER * (found[seat] & 1)
    dealer = grade_at(near, pack, BEFORE * seats, last)
    last = BEFORE * (seats + 1)
    for seat in range(seats):
        start = found[seat]
        if start & 1:
            found[seat] = end_of(start, grade_at(near, pack, BEFORE * seat, last), dealer)
            last += AFTER
        else:
            found[seat] = (start >> 1) * PLAYED + FOLDED


# --- winnings by end


def of_hand(rules: Boston5StudRules, stake: int, played: int) -> tuple[int, ...]:
    """The net win of ante, first, second and ante bonus in cents, by the way in which the hand is played."""
    follows = FIRST * stake
    if played == FOLDED:
        return -stake, -follows, 0, 0
    on, kind = divmod(played, KINDS)
    pays, per = rules.ante_bonus_pays
    ante, first, second, bonus = paid_by_ante(stake, on, kind, pays, per, rules.payout_cap, rules.on_higher)
    return ante.returned - stake, first.returned - follows, second.returned - follows, bonus.returned


def table(setup: Setup, odds: GameOdds | None) -> HandTable:
    rules: Boston5StudRules = setup.rules
    stake, side = setup.stakes["ante"], setup.stakes.get("optional bonus", 0)
    made = choices(rules)
    _, chosen = resolve(setup.strategy, made, named(made))
    kinds = np.array([category3(hand) for hand in suit_classes(3).hands.tolist()])
    starts = by_set(3, 2 * kinds + (chosen == made.actions.index(SECOND)))
    near = np.concatenate((ROWS, by_slot(GRADES), in_words(starts, bits=START_BITS)))

    three, played = np.divmod(np.arange(ENDS), PLAYED)
    folded, on, kind = played == FOLDED, played // KINDS, played % KINDS
    nets = np.array([of_hand(rules, stake, way) for way in range(PLAYED)], np.int64)[played].T
    back, per = rules.optional_bonus_back
    optional = np.array([optional_bonus(side, at, back, per) - side for at in range(len(CATEGORIES_3))], np.int64)[
        three
    ]
    compared = (LINES[HIGHER], LINES[EQUAL], LINES[LOWER])
    of_line = HIGHER - on
    bonuses = (*reversed(CATEGORIES[TWO_PAIR:]), "below two pair", "folded")
    of_bonus = np.where(folded, len(bonuses) - 1, np.minimum(KINDS - 1 - kind, len(bonuses) - 2))

    def part(name: str, unit: int, outcomes: tuple[str, ...], of_end: Ints, net: Ints) -> Part:
        return Part(name=name, unit=unit, outcomes=outcomes, of_end=of_end, net=net, odds=odds_of(odds, name))

    every = np.where(folded, len(compared), of_line)
    parts = [
        Part(name="round", unit=stake, outcomes=(), of_end=played, net=nets.sum(axis=0) + optional),
        part("ante", stake, (*compared, "folded"), every, nets[0]),
        part("first", FIRST * stake, (*compared, "folded"), every, nets[1]),
        part("second", FIRST * stake, compared, np.where(folded, -1, of_line), nets[2]),
        part("ante bonus", stake, bonuses, of_bonus, nets[3]),
    ]
    if side:
        names = (*reversed(CATEGORIES_3[HIGH_3 + 1 :]), "below a pair")
        parts.append(part("optional bonus", side, names, len(CATEGORIES_3) - 1 - three, optional))
    return HandTable(setup, parts, near.astype(np.uint16), NO_TABLE, HandRounds(alone, at_table))


def limits(rules: Boston5StudRules, base: int) -> Limits:
    return {"optional bonus": (rules.least_optional, rules.most_optional)}


KERNEL = Kernel(game="boston_5_stud", base="ante", table=table, limits=limits, follows=lambda rules: 2 * FIRST)


# --- rounds for a learner


CARDS = ("first", "second", "third", "fourth", "fifth", *(f"dealer's {which}" for which in range(1, 6)))
SEEN = 3


@inlined
def end_with(hand: Ints, action: int) -> int:
    """The way in which a hand with these cards is played."""
    if action == 0:
        return FOLDED
    player = strength5(hand[0], hand[1], hand[2], hand[3], hand[4])
    dealer = strength5(hand[5], hand[6], hand[7], hand[8], hand[9])
    return int(line_of(player, dealer) * KINDS + CATEGORY[player])


play = one_decision(end_with, len(CARDS), SEEN)


def worth(net: list[int], stake: int) -> Worth:
    threes = suit_classes(SEEN)
    second = priced(count().reshape(len(threes.hands), -1), net[:FOLDED])
    totals = np.stack((np.full_like(second, net[FOLDED] * DEALS), second))
    return Worth(totals=totals, per=DEALS * stake, states=threes.indices)


def rounds(rules: Boston5StudRules, stake: int, seats: int) -> OneDecision:
    net = [sum(of_hand(rules, stake, way)) for way in range(PLAYED)]
    return OneDecision(seats, len(CARDS), EPISODES, play, np.array(net) / stake, lambda: worth(net, stake))


EPISODES = Episodes(
    game="boston_5_stud", base="ante", actions=(FOLD, SECOND), observation=cards_seen(*CARDS[:SEEN]), rounds=rounds
)
