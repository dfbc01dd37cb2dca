"""Double Cross Poker for a learner: two cards and one of each array are seen; fold, or raise along either array."""

from __future__ import annotations

import numpy as np

from pitboss.exact.compiled import compiled
from pitboss.exact.hands import CATEGORY, Ints, strength5
from pitboss.games.double_cross_poker.choices import ACTIONS, ENDS, RAISES, deals_by_end
from pitboss.games.double_cross_poker.counting import COMPLETIONS, class_number, number, starts
from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules
from pitboss.games.double_cross_poker.settle import HORIZONTAL, ante, raised
from pitboss.money import capped
from pitboss.poker import CATEGORIES, HIGH_CARD, HIGHER, compare
from pitboss.simulation.episodes import Episodes, Floats, OneDecision, Worth, cards_seen, deal_anew

CARDS = ("first", "second", "top", "right", "center", "bottom", "left", "dealer's first", "dealer's second")
SEEN = 4
HORIZONTALLY = 1 + HORIZONTAL
"""The action; the other raise is along the vertical array."""
SIDES = [ENDS.index((compare(1 + side, 1), HIGH_CARD)) for side in (-1, 0, 1)]
END_OF: Ints = np.array(SIDES, np.int64)
"""The end by which side of the dealer's strength the player's is on: below, at it, above, which is one by category."""
ABOVE = 2
assert [ENDS.index((HIGHER, kind)) - SIDES[ABOVE] for kind in range(len(CATEGORIES))] == list(range(len(CATEGORIES)))


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
            rewards[at] = won[len(won) - 1]
        else:
            for place in range(len(hand)):
                hand[place] = cards[at, place]
            center = hand[4]
            one, other = (hand[3], hand[6]) if actions[at] == HORIZONTALLY else (hand[2], hand[5])
            player = strength5(hand[0], hand[1], one, center, other)
            vertical = strength5(hand[7], hand[8], hand[2], center, hand[5])
            horizontal = strength5(hand[7], hand[8], hand[3], center, hand[6])
            dealer = max(vertical, horizontal)
            side = 1 + (player > dealer) - (player < dealer)
            rewards[at] = won[END_OF[side] + (CATEGORY[player] if side == ABOVE else 0)]
        over[at] = not over[at]
        for place in range(SEEN):
            observations[at, place] = cards[at, place]


def nets(rules: DoubleCrossPokerRules, stake: int) -> list[int]:
    """Cents that a hand wins by its end; the last is a fold."""
    back, per = rules.raise_back
    found = []
    for on, kind in ENDS:
        won = in_all = 0
        each = raised(stake, on, kind, back, per) - stake
        for more in (ante(stake, on) - stake, *[each] * RAISES):
            won, cut = capped(won, max(0, more), rules.payout_cap)
            in_all += more - cut
        found.append(in_all)
    return [*found, -stake]


def states(seen: Ints) -> Ints:
    """The class of each start."""
    found: Ints = np.searchsorted(number(starts().cards), class_number(seen[:, [2, 3, 0, 1]]))
    return found


def worth(net: list[int], stake: int) -> Worth:
    every = starts()
    whole = np.int64 if COMPLETIONS * max(map(abs, net)) < 2**62 else object
    vertical = np.zeros(len(every.weights), whole)
    for deals, one in zip(deals_by_end(), net[:-1], strict=True):
        vertical += deals.astype(whole, copy=False) * one
    fold = np.full(len(vertical), net[-1] * COMPLETIONS, whole)
    totals = np.stack((fold, vertical, vertical[every.exchanged]))
    return Worth(totals=totals, per=COMPLETIONS * stake, states=states)


def rounds(rules: DoubleCrossPokerRules, stake: int, seats: int) -> OneDecision:
    net = nets(rules, stake)
    return OneDecision(seats, len(CARDS), EPISODES, play, np.array(net) / stake, lambda: worth(net, stake))


EPISODES = Episodes(
    game="double_cross_poker", base="ante", actions=ACTIONS, observation=cards_seen(*CARDS[:SEEN]), rounds=rounds
)
