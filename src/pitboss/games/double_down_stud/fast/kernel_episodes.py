"""Double Down Stud for a learner, who sees four cards and doubles or passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pitboss.games.double_down_stud.fast.kernel import COMMUNITY, ENDS, LINE_OF, of_hand
from pitboss.games.double_down_stud.mathematics.counting import HOLE_CARDS, count
from pitboss.games.double_down_stud.mathematics.one_hand import DOUBLE, PASS
from pitboss.mathematics.choices import priced
from pitboss.mathematics.counting.compiled import compiled, strength5
from pitboss.mathematics.counting.hands import Ints, suit_classes
from pitboss.simulation.episodes import Episodes, Floats, OneDecision, Worth, cards_seen, deal_anew

if TYPE_CHECKING:
    from pitboss.games.double_down_stud.rules import DoubleDownStudRules

CARDS = ("own", "first community", "second community", "third community", "hole")
SEEN = COMMUNITY


@compiled
def play(
    streams: Ints, cards: Ints, over: Ints, actions: Ints, won: Floats, observations: Ints, rewards: Floats
) -> None:
    pack = np.empty(52, np.int8)
    hand = np.empty(len(CARDS), np.int64)
    for at in range(len(over)):
        if over[at]:
            deal_anew(streams[at], pack, cards[at], len(CARDS))
            rewards[at] = 0.0
        else:
            for place in range(len(hand)):
                hand[place] = cards[at, place]
            line = LINE_OF[strength5(hand[0], hand[1], hand[2], hand[3], hand[4])]
            rewards[at] = won[2 * line + actions[at]]
        over[at] = not over[at]
        for place in range(SEEN):
            observations[at, place] = cards[at, place]


def worth(net: list[int], stake: int) -> Worth:
    totals = np.stack([priced(count(), net[action::2]) for action in range(2)])
    return Worth(totals=totals, per=HOLE_CARDS * stake, states=suit_classes(SEEN).indices)


def rounds(rules: DoubleDownStudRules, stake: int, seats: int) -> OneDecision:
    net = [sum(of_hand(rules, stake, end)) for end in range(ENDS)]
    return OneDecision(seats, len(CARDS), EPISODES, play, np.array(net) / stake, lambda: worth(net, stake))


EPISODES = Episodes(
    game="double_down_stud",
    base="original",
    actions=(PASS, DOUBLE),
    observation=cards_seen(*CARDS[:SEEN]),
    rounds=rounds,
)
