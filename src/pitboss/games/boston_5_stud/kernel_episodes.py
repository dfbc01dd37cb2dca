"""Boston 5 Stud Poker for a learner: three cards are seen, and the second wager is placed or the hand is folded."""

from __future__ import annotations

import numpy as np

from pitboss.exact.choices import priced
from pitboss.exact.compiled import compiled
from pitboss.exact.hands import CATEGORY, Ints, strength5, suit_classes
from pitboss.games.boston_5_stud.choices import FIRST, FOLD, SECOND
from pitboss.games.boston_5_stud.counting import DEALS, count
from pitboss.games.boston_5_stud.rules import Boston5StudRules
from pitboss.games.boston_5_stud.settle import LINES, ante, ante_bonus, first_or_second
from pitboss.money import capped
from pitboss.poker import CATEGORIES, compare
from pitboss.simulation.episodes import Episodes, Floats, OneDecision, Worth, cards_seen, deal_anew

CARDS = ("first", "second", "third", "fourth", "fifth", *(f"dealer's {which}" for which in range(1, 6)))
SEEN = 3
KINDS = len(CATEGORIES)
LINE_OF: Ints = np.array([compare(1 + side, 1) for side in (-1, 0, 1)], np.int64)
"""The line by which side of the dealer's strength the player's is on: below, at it, above."""


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
            player = strength5(hand[0], hand[1], hand[2], hand[3], hand[4])
            dealer = strength5(hand[5], hand[6], hand[7], hand[8], hand[9])
            line = LINE_OF[1 + (player > dealer) - (player < dealer)]
            rewards[at] = won[line * KINDS + CATEGORY[player]]
        over[at] = not over[at]
        for place in range(SEEN):
            observations[at, place] = cards[at, place]


def nets(rules: Boston5StudRules, stake: int) -> list[int]:
    """Cents that a hand wins by line and category; the last is a fold."""
    pays, per = rules.ante_bonus_pays
    first = FIRST * stake
    found = []
    for on in range(len(LINES)):
        for kind in range(KINDS):
            won, in_all = 0, ante(stake, on) - stake
            each = first_or_second(first, on) - first
            for more in (each, each, ante_bonus(stake, kind, pays, per)):
                won, cut = capped(won, max(0, more), rules.payout_cap)
                in_all += more - cut
            found.append(in_all)
    return [*found, -stake - first]


def worth(net: list[int], stake: int) -> Worth:
    threes = suit_classes(SEEN)
    second = priced(count().reshape(len(threes.hands), -1), net[:-1])
    totals = np.stack((np.full_like(second, net[-1] * DEALS), second))
    return Worth(totals=totals, per=DEALS * stake, states=threes.indices)


def rounds(rules: Boston5StudRules, stake: int, seats: int) -> OneDecision:
    net = nets(rules, stake)
    return OneDecision(seats, len(CARDS), EPISODES, play, np.array(net) / stake, lambda: worth(net, stake))


EPISODES = Episodes(
    game="boston_5_stud", base="ante", actions=(FOLD, SECOND), observation=cards_seen(*CARDS[:SEEN]), rounds=rounds
)
