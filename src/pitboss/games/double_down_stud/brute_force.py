"""Double Down Stud by brute force: every hole card behind every four known cards."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from pitboss.games.double_down_stud.game import GAME
from pitboss.games.double_down_stud.rules import DoubleDownStudRules
from pitboss.games.double_down_stud.settle import LINES, line, original_or_double
from pitboss.mathematics.counting.compiled import inlined
from pitboss.mathematics.declared.odds import counted
from pitboss.simulation.kernel import Arrays
from pitboss.verification import brute_force as proof
from pitboss.verification.brute_force import CARDS, PACKED, Ints, add, grade, strength_of


@inlined
def deal(tables: Arrays, row: int, part: int, room: Arrays, at: int, counts: Ints) -> None:
    """Every hole card behind four cards."""
    four, rungs, lines = tables
    for hole in range(CARDS):
        if not four[row] & PACKED[hole]:
            add(counts, row, lines[strength_of(rungs, grade(four[row] | PACKED[hole]))], 1)


def known(seen: proof.Seen) -> Ints:
    """The four cards that a player knows. It does not matter which is their own."""
    return np.concatenate((seen["hand"], seen["board"]), axis=1)


def deals(seen: proof.Seen) -> proof.Deals:
    four = proof.packed(known(seen))
    lines = np.array([0, *(line(strength) for strength in range(1, len(proof.ladder()) + 1))], np.int8)
    return proof.Deals(
        deal=deal,
        tables=(four, proof.ladder(), lines),
        rows=len(four),
        parts=1,
        counts=(len(four), len(LINES)),
        each=CARDS - 4,
        ready=proof.nothing,
    )


def actions(rules: DoubleDownStudRules) -> tuple[proof.Action, ...]:
    back, per = rules.back
    net: list[list[Fraction | None]] = [
        [proof.per_unit(original_or_double(per, one, back, per), per) for one in range(len(LINES))]
    ]
    return (
        proof.Action("pass", {"original": net, "double": [[None] * len(LINES)]}),
        proof.Action("double", {"original": net, "double": net}),
    )


BRUTE_FORCE = proof.BruteForce(
    game=GAME.name,
    states=lambda: proof.Places(proof.sets(4)),
    stand_for=lambda seen: proof.Places(known(seen)),
    deals=deals,
    counted=lambda: counted(GAME).ends[..., 0],  # nobody holds a hand against the dealer
    units={"original": 1, "double": 1},
    actions=actions,
)
