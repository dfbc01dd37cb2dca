"""The fast round of Boston 5 Stud Poker: three cards to each hand, a second wager or a fold, two more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pitboss.exact.choices import resolve
from pitboss.exact.compiled import compiled, inlined
from pitboss.exact.hands import CATEGORY, Ints, by_set, index3, strength5, suit_classes
from pitboss.exact.results import GameOdds
from pitboss.games.boston_5_stud.choices import SECOND, choices, named
from pitboss.games.boston_5_stud.settle import FIRST, LINES, optional_bonus, paid_by_ante
from pitboss.poker import CATEGORIES, CATEGORIES_3, EQUAL, HIGH_3, HIGHER, LOWER, TWO_PAIR, category3, compare
from pitboss.simulation.kernel import HandTable, Kernel, Limits, Part, Setup, add_hand, add_moments, odds_of
from pitboss.simulation.stream import deal

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

line_of = inlined(compare)


@inlined
def begun(pack: Ints, at: int, starts: Ints) -> int:
    """The start of a hand: twice the category of its first three cards, plus one for a second wager."""
    return int(starts[index3(pack[at], pack[at + 1], pack[at + 2])])


@inlined
def strength_at(pack: Ints, at: int, last: int) -> int:
    """The strength of a hand's first three cards and last two."""
    return strength5(pack[at], pack[at + 1], pack[at + 2], pack[last], pack[last + 1])


@inlined
def end_of(start: int, player: int, dealer: int) -> int:
    """The end of a hand with a second wager, by its start and both strengths."""
    return int((start >> 1) * PLAYED + line_of(player, dealer) * KINDS + CATEGORY[player])


@inlined
def ends_of(pack: Ints, seats: int, starts: Ints, found: Ints) -> None:
    """The end of every seat's hand.

    The pack holds three cards for each seat and the dealer, then two for each seat with a second wager and the dealer.
    """
    last = BEFORE * (seats + 1)
    for seat in range(seats):
        found[seat] = begun(pack, BEFORE * seat, starts)
        last += AFTER * (found[seat] & 1)
    dealer = strength_at(pack, BEFORE * seats, last)
    last = BEFORE * (seats + 1)
    for seat in range(seats):
        start = found[seat]
        if start & 1:
            found[seat] = end_of(start, strength_at(pack, BEFORE * seat, last), dealer)
            last += AFTER
        else:
            found[seat] = (start >> 1) * PLAYED + FOLDED


@compiled
def play_rounds(starts: Ints, state: Ints, rounds: int, seats: int, nets: Ints, ends: Ints, moments: Ints) -> None:
    pack = np.arange(52).astype(np.uint8)
    if seats == 1:
        for _ in range(rounds):
            deal(state, pack, 0, 10)
            start = begun(pack, 0, starts)
            if start & 1:
                ends[end_of(start, strength_at(pack, 0, 6), strength_at(pack, 3, 8))] += 1
            else:
                ends[(start >> 1) * PLAYED + FOLDED] += 1
        return
    found = np.zeros(seats, np.int64)
    won = np.zeros(nets.shape[1], np.int64)
    for _ in range(rounds):
        deal(state, pack, 0, (BEFORE + AFTER) * (seats + 1))
        ends_of(pack, seats, starts, found)
        won[:] = 0
        for seat in range(seats):
            add_hand(found[seat], nets, ends, won)
        add_moments(won, moments)


@compiled
def play_results(starts: Ints, state: Ints, rounds: int, seats: int, nets: Ints, results: Ints) -> None:
    pack = np.arange(52).astype(np.uint8)
    found = np.zeros(seats, np.int64)
    for at in range(rounds):
        deal(state, pack, 0, (BEFORE + AFTER) * (seats + 1))
        ends_of(pack, seats, starts, found)
        results[at] = nets[found[0]]


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
    starts = by_set(3, (2 * kinds + (chosen == made.actions.index(SECOND))).astype(np.int8))

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
    return HandTable(setup, parts, starts, play_rounds, play_results)


def limits(rules: Boston5StudRules, base: int) -> Limits:
    return {"optional bonus": (rules.least_optional, rules.most_optional)}


KERNEL = Kernel(game="boston_5_stud", base="ante", table=table, limits=limits, follows=lambda rules: 2 * FIRST)
