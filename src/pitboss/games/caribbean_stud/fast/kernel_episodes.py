"""Caribbean Stud Poker for a learner, who sees five cards and the dealer's up card and bets or folds."""

from __future__ import annotations

from functools import partial

import numpy as np

from pitboss.basics.poker import CATEGORIES
from pitboss.games.caribbean_stud.mathematics.choices import choices
from pitboss.games.caribbean_stud.mathematics.counting import STRENGTHS, UP_CARDS
from pitboss.games.caribbean_stud.mathematics.one_hand import BET, FOLD, nets
from pitboss.games.caribbean_stud.rules import CaribbeanStudRules
from pitboss.games.caribbean_stud.settle import LINES, line
from pitboss.mathematics.counting.compiled import compiled, strength5
from pitboss.mathematics.counting.hands import CATEGORY, Ints, suit_classes
from pitboss.simulation.episodes import Episodes, Floats, OneDecision, Worth, cards_seen, deal_anew

CARDS = (*(f"card {which}" for which in range(1, 6)), "up", *(f"hole {which}" for which in range(1, 5)))
SEEN = 6
KINDS = len(CATEGORIES)
LINE_OF: Ints = np.array(
    [[line(max(0, dealer + side), dealer) for side in (-1, 0, 1)] for dealer in range(STRENGTHS)], np.int64
)
"""The deciding line, by the dealer's strength and whether the player's is below, equal or above."""


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
            decided = LINE_OF[dealer, 1 + (player > dealer) - (player < dealer)]
            rewards[at] = won[decided * KINDS + CATEGORY[player]]
        over[at] = not over[at]
        for place in range(SEEN):
            observations[at, place] = cards[at, place]


def states(seen: Ints) -> Ints:
    """The state of each hand and up card. Suits are renamed as in the representative hand of the class."""
    hands, up = seen[:, :5], seen[:, 5]
    bits = np.left_shift(np.int64(1), hands >> 2)
    masks = np.stack([np.where(hands & 3 == suit, bits, 0).sum(axis=1) for suit in range(4)], axis=1)
    name = np.empty_like(masks)
    np.put_along_axis(name, np.argsort(-masks, axis=1, kind="stable"), np.arange(4)[None], axis=1)
    renamed_up = up & ~3 | np.take_along_axis(name, (up & 3)[:, None], axis=1)[:, 0]
    renamed = hands & ~3 | np.take_along_axis(name, hands & 3, axis=1)
    place = renamed_up - (renamed < renamed_up[:, None]).sum(axis=1)
    found: Ints = suit_classes(5).indices(hands) * UP_CARDS + place
    return found


def worth(rules: CaribbeanStudRules) -> Worth:
    made = choices(rules)
    return Worth(totals=made.worth, per=made.deals * made.per, states=states)


def rounds(rules: CaribbeanStudRules, stake: int, seats: int) -> OneDecision:
    """No lawful rule and no wager changes the net win of ante and bet for each ante."""
    by_kind, per = nets(rules.main_pays), rules.main_pays.per
    won = [by_kind[kind][on] / per for on in range(len(LINES)) for kind in range(KINDS)]
    return OneDecision(seats, len(CARDS), EPISODES, play, np.array([*won, -1.0]), partial(worth, rules))


EPISODES = Episodes(
    game="caribbean_stud", base="ante", actions=(FOLD, BET), observation=cards_seen(*CARDS[:SEEN]), rounds=rounds
)
