"""Boston 5 Stud Poker by brute force: every dealer's hand against every player's, and every start of the player's.

Hands of five are dealt out up to suits. Each comes from ten starts of three cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from pitboss.basics.poker import CATEGORIES, CATEGORIES_3, EQUAL, HIGHER, LOWER, compare
from pitboss.games.boston_5_stud.mathematics.counting import count
from pitboss.games.boston_5_stud.mathematics.one_hand import FOLD, SECOND
from pitboss.games.boston_5_stud.rules import Boston5StudRules
from pitboss.games.boston_5_stud.settle import FIRST, LINES, optional_bonus, paid_by_ante
from pitboss.mathematics.counting.compiled import inlined
from pitboss.simulation.kernel import Arrays
from pitboss.verification import brute_force as proof
from pitboss.verification.brute_force import Ints, add

PARTS = 80
"""The list of all hands is cut into so many equal parts. Each stays in fast memory, and its counts fit into 16 bits."""
decided = inlined(compare)


@inlined
def deal(tables: Arrays, row: int, part: int, room: Arrays, at: int, counts: Ints) -> None:
    """A part of the dealer's hands against one of the player's."""
    mine, own, hands, order = tables
    player, clubs, diamonds, hearts, spades = own[row], mine[0, row], mine[1, row], mine[2, row], mine[3, row]
    of_clubs, of_diamonds, of_hearts, of_spades = hands[0, part], hands[1, part], hands[2, part], hands[3, part]
    theirs = order[part]
    lower = equal = higher = np.int16(0)
    for at_hand in range(np.uint64(len(theirs))):  # no branches, no sign, 16 bits: many at once
        both = of_clubs[at_hand] & clubs | of_diamonds[at_hand] & diamonds
        both |= of_hearts[at_hand] & hearts | of_spades[at_hand] & spades
        line = np.int16(decided(player, theirs[at_hand]))
        lower = np.int16(lower + ((both == 0) & (line == LOWER)))
        equal = np.int16(equal + ((both == 0) & (line == EQUAL)))
        higher = np.int16(higher + ((both == 0) & (line == HIGHER)))
    add(counts, row, LOWER, int(lower))
    add(counts, row, EQUAL, int(equal))
    add(counts, row, HIGHER, int(higher))


def deals(seen: proof.Seen) -> proof.Deals:
    fives, all_fives = proof.classes(5).rows, proof.sets(5)
    hands, order = (
        proof.words(proof.packed(all_fives), 4).reshape(4, PARTS, -1),
        proof.strengths(all_fives).reshape(PARTS, -1),
    )
    tables = proof.words(proof.packed(fives), 4), proof.strengths(fives), hands, order
    return proof.Deals(
        deal=deal,
        tables=tables,
        rows=len(fives),
        parts=PARTS,
        counts=(len(fives), len(LINES)),
        each=comb(47, 5),
        ready=proof.nothing,
    )


def by_state(seen: proof.Seen, counts: Ints) -> Ints:
    """Add the deals of each hand to its ten starts, by line and category, and divide by the starts that are alike."""
    fives, ways = proof.classes(5)
    category = proof.grades(fives) >> proof.CATEGORY_AT
    numbers = proof.named_first(seen["hand"])
    order = np.argsort(numbers)
    found = np.zeros((len(numbers), len(LINES), len(CATEGORIES)), np.int64)
    for three in combinations(range(5), 3):
        start = order[np.searchsorted(numbers[order], proof.named_first(fives[:, three]))]
        for line in range(len(LINES)):
            np.add.at(found[:, line], (start, category), ways * counts[:, line])
    alike = np.bincount(np.searchsorted(numbers[order], proof.named_first(proof.sets(3))))
    per_start = np.empty_like(found)
    per_start[order] = found[order] // alike[:, None, None]  # without a rest: each is in as many hands of a class
    return per_start.reshape(len(numbers), -1)


def actions(rules: Boston5StudRules) -> tuple[proof.Action, ...]:
    pays, per = rules.ante_bonus_pays

    def on(line: int, category: int) -> list[Fraction]:
        ante, first, second, bonus = (
            one.returned for one in paid_by_ante(per, line, category, pays, per, higher=rules.on_higher)
        )
        return [
            proof.per_unit(ante, per),
            proof.per_unit(first, FIRST * per),
            proof.per_unit(second, FIRST * per),
            Fraction(bonus, per),
        ]

    second = [on(line, category) for line in range(len(LINES)) for category in range(len(CATEGORIES))]
    fold: Sequence[Fraction | None] = Fraction(-1), Fraction(-1), None, Fraction(0)
    return (
        proof.Action(FOLD, {name: [[net] * len(second)] for name, net in zip(UNITS, fold, strict=True)}),
        proof.Action(SECOND, {name: [[nets[at] for nets in second]] for at, name in enumerate(UNITS)}),
    )


def apart(rules: Boston5StudRules) -> dict[str, proof.Results]:
    back, per = rules.optional_bonus_back
    nets = [proof.per_unit(optional_bonus(per, kind, back, per), per) for kind in range(len(CATEGORIES_3))]
    return {"optional bonus": proof.by_category3(nets)}


UNITS = {"ante": 1, "first": FIRST, "second": FIRST, "ante bonus": 1}
BRUTE_FORCE = proof.BruteForce(
    game="boston_5_stud",
    states=lambda: proof.Places(proof.sets(3)),
    stand_for=lambda seen: proof.Places(seen["hand"]),
    deals=deals,
    by_state=by_state,
    counted=lambda: count().reshape(-1, len(LINES) * len(CATEGORIES)),
    units=UNITS,
    actions=actions,
    apart=apart,
)
