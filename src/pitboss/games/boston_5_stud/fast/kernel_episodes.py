"""Boston 5 Stud Poker for a learner, who sees three cards and places the second wager or folds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pitboss.games.boston_5_stud.fast.kernel import FOLDED, KINDS, PLAYED, line_of, of_hand
from pitboss.games.boston_5_stud.mathematics.counting import DEALS, count
from pitboss.games.boston_5_stud.mathematics.one_hand import FOLD, SECOND
from pitboss.mathematics.choices import priced
from pitboss.mathematics.counting.compiled import compiled, strength5
from pitboss.mathematics.counting.hands import CATEGORY, Ints, suit_classes
from pitboss.simulation.episodes import Episodes, Floats, OneDecision, Worth, cards_seen, deal_anew

if TYPE_CHECKING:
    from pitboss.games.boston_5_stud.rules import Boston5StudRules

CARDS = ("first", "second", "third", "fourth", "fifth", *(f"dealer's {which}" for which in range(1, 6)))
SEEN = 3


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
        elif actions[at] == 0:
            rewards[at] = won[FOLDED]
        else:
            for place in range(len(hand)):
                hand[place] = cards[at, place]
            player = strength5(hand[0], hand[1], hand[2], hand[3], hand[4])
            dealer = strength5(hand[5], hand[6], hand[7], hand[8], hand[9])
            rewards[at] = won[line_of(player, dealer) * KINDS + CATEGORY[player]]
        over[at] = not over[at]
        for place in range(SEEN):
            observations[at, place] = cards[at, place]


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
