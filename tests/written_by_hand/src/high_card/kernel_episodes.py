"""High Card for a learner, who sees one card and raises or folds."""

from __future__ import annotations

import numpy as np

from high_card.choices import FOLD, RAISE
from high_card.counting import DEALS, RANKS, count
from high_card.kernel import ENDS, FOLDS, LINE_OF, of_hand
from high_card.rules import HighCardRules
from pitboss.mathematics.choices import priced
from pitboss.mathematics.counting.compiled import compiled
from pitboss.mathematics.counting.hands import Ints
from pitboss.simulation.episodes import Episodes, Floats, OneDecision, Worth, cards_seen, deal_anew

CARDS = 2
"""The player's card and the dealer's."""


@compiled
def play(
    streams: Ints, cards: Ints, over: Ints, actions: Ints, won: Floats, observations: Ints, rewards: Floats
) -> None:
    pack = np.empty(52, np.int8)
    for at in range(len(over)):
        if over[at]:
            deal_anew(streams[at], pack, cards[at], CARDS)
            rewards[at] = 0.0
        elif actions[at]:
            rewards[at] = won[LINE_OF[cards[at, 0] >> 2, cards[at, 1] >> 2]]
        else:
            rewards[at] = won[FOLDS]
        over[at] = not over[at]
        observations[at, 0] = cards[at, 0]


def worth(net: list[int], stake: int) -> Worth:
    totals = np.stack((np.full(RANKS, net[FOLDS] * DEALS), priced(count(), net[:FOLDS])))
    return Worth(totals=totals, per=DEALS * stake, states=lambda cards: cards[:, 0] >> 2)


def rounds(rules: HighCardRules, stake: int, seats: int) -> OneDecision:
    net = [sum(of_hand(rules, stake, end)) for end in range(ENDS)]
    return OneDecision(seats, CARDS, EPISODES, play, np.array(net) / stake, lambda: worth(net, stake))


EPISODES = Episodes(game="high_card", base="ante", actions=(FOLD, RAISE), observation=cards_seen("own"), rounds=rounds)
