"""Caribbean Stud Poker by brute force: every four hole cards behind every up card, against every hand up to suits."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from pitboss.basics.poker import CATEGORIES, compare
from pitboss.engine.meters.meter import won
from pitboss.games.caribbean_stud.mathematics.counting import HOLE_CARDS, UP_CARDS, count
from pitboss.games.caribbean_stud.mathematics.one_hand import BET, FOLD
from pitboss.games.caribbean_stud.rules import BET_TABLE, CaribbeanStudRules
from pitboss.games.caribbean_stud.settle import (
    BELOW,
    BONUS_LINES,
    EQUAL,
    HIGHER,
    LINES,
    LOWER,
    ante,
    bet,
    bonus_line,
    line,
    multiple,
)
from pitboss.mathematics.counting.compiled import inlined, woven
from pitboss.simulation.kernel import Arrays
from pitboss.verification import brute_force as proof
from pitboss.verification.brute_force import CARDS, Ints, add

decided = inlined(woven(line, __name__, compare=inlined(compare)))
PARTS = 10
"""The list behind each up card is cut into so many equal parts. The counts of each fit into 16 bits."""


@inlined
def deal(tables: Arrays, row: int, part: int, room: Arrays, at: int, counts: Ints) -> None:
    """A part of all four hole cards behind one up card, against one of the player's hands."""
    mine, own, holes, order, place = tables
    up = part // PARTS
    player, clubs, diamonds, hearts, spades = own[row], mine[0, row], mine[1, row], mine[2, row], mine[3, row]
    of_clubs, of_diamonds, of_hearts, of_spades = holes[0, part], holes[1, part], holes[2, part], holes[3, part]
    theirs = order[part]
    below = lower = equal = higher = np.int16(0)
    for at_hand in range(np.uint64(len(theirs))):  # no branches, no sign, 16 bits: many at once
        both = of_clubs[at_hand] & clubs | of_diamonds[at_hand] & diamonds
        both |= of_hearts[at_hand] & hearts | of_spades[at_hand] & spades
        can_be = both == 0
        found = np.int16(decided(player, theirs[at_hand]))
        below = np.int16(below + (can_be & (found == np.int16(BELOW))))
        lower = np.int16(lower + (can_be & (found == np.int16(LOWER))))
        equal = np.int16(equal + (can_be & (found == np.int16(EQUAL))))
        higher = np.int16(higher + (can_be & (found == np.int16(HIGHER))))
    if place[row, up] >= 0:
        state = row * UP_CARDS + place[row, up]
        add(counts, state, BELOW, int(below))
        add(counts, state, LOWER, int(lower))
        add(counts, state, EQUAL, int(equal))
        add(counts, state, HIGHER, int(higher))


def hands(seen: proof.Seen) -> Ints:
    """The player's hands. The odds list the 47 up cards of each, one after another."""
    return seen["hand"][::UP_CARDS]


def deals(seen: proof.Seen) -> proof.Deals:
    player, fives = hands(seen), proof.sets(5)
    among, packs, order = proof.held(fives), proof.packed(fives), proof.strengths(fives)
    behind = [among & proof.HELD[up] != 0 for up in range(CARDS)]
    holes = np.stack([packs[those] & ~proof.PACKED[up] for up, those in enumerate(behind)])
    place = np.full((len(player), CARDS), -1, np.int8)
    np.put_along_axis(place, seen["up"].reshape(-1, UP_CARDS).astype(np.intp), np.arange(UP_CARDS, dtype=np.int8), 1)
    return proof.Deals(
        deal=deal,
        tables=(
            proof.words(proof.packed(player), 4),
            proof.strengths(player),
            proof.words(holes, 4).reshape(4, CARDS * PARTS, -1),
            np.stack([order[those] for those in behind]).reshape(CARDS * PARTS, -1),
            place,
        ),
        rows=len(player),
        parts=CARDS * PARTS,
        counts=(len(seen["up"]), len(LINES)),
        each=UP_CARDS * HOLE_CARDS,
        ready=proof.nothing,
    )


def counted() -> Ints:
    below, lower, equal = (part.astype(np.int32).ravel() for part in count())
    found = {BELOW: below, LOWER: lower, EQUAL: equal, HIGHER: HOLE_CARDS - below - lower - equal}
    return np.stack([found[line] for line in range(len(LINES))], axis=1)


def kinds_of(fives: Ints) -> list[tuple[int, int]]:
    """What settlement tells apart about each hand: its category, and its line of the bonus."""
    categories = (proof.grades(fives) >> proof.CATEGORY_AT).tolist()
    return list(zip(categories, map(bonus_line, proof.strengths(fives).tolist()), strict=True))


@cache
def every_kind() -> list[tuple[int, int]]:
    return sorted(set(kinds_of(proof.classes(5).rows)))


def kinds(seen: proof.Seen) -> Ints:
    return np.repeat(np.array([every_kind().index(kind) for kind in kinds_of(hands(seen))]), UP_CARDS)


def actions(rules: CaribbeanStudRules) -> tuple[proof.Action, ...]:
    table = rules.bonus_table
    lines, many = range(len(LINES)), len(every_kind())
    antes = [proof.per_unit(ante(1, on), 1) for on in lines]
    bets = [
        [proof.per_unit(bet(1, on, category, BET_TABLE.back), 1) for on in lines] for category in range(len(CATEGORIES))
    ]
    bonuses = [proof.per_unit(multiple(1, on, table.back), table.per) for on in range(len(BONUS_LINES))]
    jackpots, envy = won_from_meters(rules), [Fraction(cents, rules.progressive_wager) for cents in rules.envy]
    lost: proof.Nets = [[Fraction(-1)] * len(LINES)] * many
    nothing_won: proof.Nets = [[Fraction(0)] * len(LINES)] * many
    return (
        proof.Action(
            FOLD, {"ante": lost, "bet": [[None] * len(LINES)] * many, BONUS: lost, PROGRESSIVE: lost, ENVY: nothing_won}
        ),
        proof.Action(
            BET,
            {
                "ante": [antes] * many,
                "bet": [bets[category] for category, _ in every_kind()],
                BONUS: [[bonuses[on]] * len(LINES) for _, on in every_kind()],
                PROGRESSIVE: [[jackpots[category]] * len(LINES) for category, _ in every_kind()],
                ENVY: [[envy[category]] * len(LINES) for category, _ in every_kind()],
            },
        ),
    )


def won_from_meters(rules: CaribbeanStudRules) -> list[Fraction]:
    """The net win of the progressive payout wager by category, with every meter at its seed."""
    table, stake, meters = rules.progressive_table, rules.progressive_wager, rules.progressive_meters
    found = []
    for category, odds in enumerate(table.odds):
        if odds is not None and odds.kind == "share":
            found.append(proof.per_unit(won(meters[odds.meter].seed, odds.pays, odds.per), stake))
        else:
            found.append(proof.per_unit(multiple(stake, category, table.back), stake * table.per))
    return found


USUAL = CaribbeanStudRules()
BONUS, PROGRESSIVE, ENVY = f"bonus {USUAL.bonus}", f"progressive {USUAL.progressive}", f"envy {USUAL.progressive}"
"""Side wagers by their names in the odds. Envy is won by each other player."""
BRUTE_FORCE = proof.BruteForce(
    game="caribbean_stud",
    states=lambda: proof.Places(proof.sets(5)),
    stand_for=lambda seen: proof.Places(hands(seen)),
    deals=deals,
    counted=counted,
    kinds=kinds,
    units={"ante": 1, "bet": 2, BONUS: 0, PROGRESSIVE: 0, ENVY: 0},
    actions=actions,
)
