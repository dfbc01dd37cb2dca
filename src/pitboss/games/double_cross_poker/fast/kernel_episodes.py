"""Double Cross Poker for a learner, who sees two cards and one of each array and folds or raises along an array."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pitboss.games.double_cross_poker.fast.kernel import (
    ACROSS,
    FOLDED,
    FOLDS,
    KINDS,
    PLAYED,
    better_array,
    line_of,
    of_hand,
)
from pitboss.games.double_cross_poker.mathematics.choices import ACTIONS, deals_by_end
from pitboss.games.double_cross_poker.mathematics.counting import COMPLETIONS, class_number, number, starts
from pitboss.games.double_cross_poker.mathematics.one_hand import ENDS
from pitboss.games.double_cross_poker.settle import HORIZONTAL
from pitboss.mathematics.counting.compiled import compiled, strength5
from pitboss.mathematics.counting.hands import CATEGORY, Ints
from pitboss.simulation.episodes import Episodes, Floats, OneDecision, Worth, cards_seen, deal_anew

if TYPE_CHECKING:
    from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules

CARDS = ("first", "second", "top", "right", "center", "bottom", "left", "dealer's first", "dealer's second")
SEEN = 4


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
        elif actions[at] == FOLDS:
            rewards[at] = won[FOLDED]
        else:
            for place in range(len(hand)):
                hand[place] = cards[at, place]
            center = hand[4]
            one, other = (hand[3], hand[6]) if actions[at] == ACROSS else (hand[2], hand[5])
            player = strength5(hand[0], hand[1], one, center, other)
            vertical = strength5(hand[7], hand[8], hand[2], center, hand[5])
            horizontal = strength5(hand[7], hand[8], hand[3], center, hand[6])
            dealer = horizontal if better_array(vertical, horizontal) == HORIZONTAL else vertical
            rewards[at] = won[line_of(player, dealer) * KINDS + CATEGORY[player]]
        over[at] = not over[at]
        for place in range(SEEN):
            observations[at, place] = cards[at, place]


def states(seen: Ints) -> Ints:
    """The class of each start."""
    found: Ints = np.searchsorted(number(starts().cards), class_number(seen[:, [2, 3, 0, 1]]))
    return found


def worth(net: list[int], stake: int) -> Worth:
    every = starts()
    whole = np.int64 if COMPLETIONS * max(map(abs, net)) < 2**62 else object
    vertical = np.zeros(len(every.weights), whole)
    for deals, (on, kind) in zip(deals_by_end(), ENDS, strict=True):
        vertical += deals.astype(whole, copy=False) * net[on * KINDS + kind]
    fold = np.full(len(vertical), net[FOLDED] * COMPLETIONS, whole)
    totals = np.stack((fold, vertical, vertical[every.exchanged]))
    return Worth(totals=totals, per=COMPLETIONS * stake, states=states)


def rounds(rules: DoubleCrossPokerRules, stake: int, seats: int) -> OneDecision:
    net = [sum(of_hand(rules, stake, way)) for way in range(PLAYED)]
    return OneDecision(seats, len(CARDS), EPISODES, play, np.array(net) / stake, lambda: worth(net, stake))


EPISODES = Episodes(
    game="double_cross_poker", base="ante", actions=ACTIONS, observation=cards_seen(*CARDS[:SEEN]), rounds=rounds
)
