"""The fast round of Double Attack Blackjack beside a player who counts the cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.basics.cards import PACK_48
from pitboss.games.double_attack_blackjack import kernel_rounds as fast
from pitboss.games.double_attack_blackjack.kernel_rounds import AT, BURN, DUE, SIZE
from pitboss.mathematics.counting.compiled import inlined
from pitboss.mathematics.counting.hands import Ints
from pitboss.simulation.kernel import Arrays, Loop
from pitboss.simulation.true_counts import COUNTED, tallied

PACK = len(PACK_48)
ALL_CODES = 1 << 8
SHOE, MARKS, RUNNING, WON = 0, 1, -2, -1
"""Places in the room: the running count and the first seat's win come last."""

play_round = inlined(fast.play_rounds)


def counted(loop: Loop, tags: Sequence[int]) -> Loop:
    """The same rounds, also tallied by the true count. Tags are by card number."""
    of_code: Ints = np.zeros(ALL_CODES, np.int64)
    for card in PACK_48:
        of_code[fast.CODE[card]] = tags[card]
    return loop._replace(
        play=play_rounds,
        tables=(*loop.tables[:-1], of_code),
        room=(*loop.room, ((1,), np.int64), ((1, 1, 1), np.int64)),
        counts={**loop.counts, **COUNTED},
    )


def play_rounds(tables: Arrays, room: Arrays, thread: int, state: Ints, rounds: int, counts: Arrays) -> None:
    """Play rounds one by one, each from the running count that the cards before it make. The last table has tags."""
    attacks, two, then, ends, does, roots, nodes, terms, nets, insurance_nets, bonus_nets, cards, tags = tables
    shoe, marks, running, won = room[SHOE][thread], room[MARKS][thread], room[RUNNING][thread], room[WON][thread]
    by_count, moments = counts[-2][thread], counts[-1][thread]
    size = terms[SIZE]
    alone = (attacks, two, then, ends, does, roots, nodes, terms, nets, insurance_nets, bonus_nets, cards, won)
    for _ in range(rounds):
        if marks[DUE]:
            running[0] = 0
        dealt = terms[BURN] if marks[DUE] else marks[AT]
        won[0, 0, 0] = 0
        play_round(alone, room, thread, state, 1, counts)
        tallied(running[0], dealt, size, PACK, won[0, 0, 0], by_count, moments)
        for place in range(dealt, min(marks[AT], size)):
            running[0] += tags[shoe[place]]
