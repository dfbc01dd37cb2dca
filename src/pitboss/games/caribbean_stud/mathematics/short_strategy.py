"""The short strategy of Caribbean Stud Poker: what a player can look at, and the list of rules made of it."""

from __future__ import annotations

import numpy as np

from pitboss.basics.cards import ACE, RANK_NAMES, plural
from pitboss.basics.poker import CATEGORIES, HIGH_CARD, PAIR, weakest_pair
from pitboss.games.caribbean_stud.mathematics.counting import hand_strengths, up_cards
from pitboss.games.caribbean_stud.mathematics.odds import MATHEMATICS
from pitboss.games.caribbean_stud.mathematics.one_hand import BET, FOLD
from pitboss.games.caribbean_stud.rules import CaribbeanStudRules
from pitboss.mathematics.choices import Choices
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import CATEGORY, Ints, suit_classes
from pitboss.mathematics.short_strategy import (
    Condition,
    Level,
    ShortStrategy,
    by_conditions,
    levels,
    losses,
    or_higher,
    or_lower,
    saved,
)

RANKS = 13
PLACES = ("lowest", "fourth", "third", "second", "highest")
"""The player's cards in ascending order."""
COUNTED = "Count your cards from the highest: the fourth is the second lowest."


def short_strategy(rules: CaribbeanStudRules, tick: Tick | None = None) -> ShortStrategy:
    assert MATHEMATICS.choices is not None
    made = MATHEMATICS.choices(rules, tick)
    return saved("caribbean_stud", made, lambda: shortest(made), module=__name__)


def shortest(made: Choices) -> ShortStrategy:
    """The short strategy for these values of a bet and a fold."""
    ranks, order, cell = _cells()
    lost = losses(made, cell, len(order) * RANKS)
    conditions = _conditions(np.repeat(ranks, RANKS, axis=0), np.repeat(order, RANKS), lost)
    listed = by_conditions("bet or fold", conditions, (FOLD, BET), lost)
    chosen = listed.chosen[cell]
    return ShortStrategy(
        game="caribbean_stud",
        base="ante",
        steps=listed.steps,
        cost=made.cost(chosen),
        optimal=made.value(made.best),
        note=COUNTED if any("than your" in step.when for step in listed.steps) else "",
    )


def _cells() -> tuple[Ints, Ints, Ints]:
    """Hands by ranks and whether they are of one suit: the ranks in ascending order, and the strength of each. Then the
    cell of each state: the hand, and the rank of the up card."""
    hands, strength = suit_classes(5).hands, hand_strengths()
    _, first, hand = np.unique(strength, return_index=True, return_inverse=True)  # a strength tells the ranks
    cell: Ints = (hand[:, None] * RANKS + (up_cards() >> 2)).ravel()
    return np.sort(hands[first] >> 2, axis=1), strength[first], cell


def _conditions(ranks: Ints, order: Ints, lost: Ints) -> list[Condition]:
    up = np.tile(np.arange(RANKS), len(order) // RANKS)
    match = (ranks == up[:, None]).any(axis=1)
    found = levels(order, _levels(ranks, order), lost)
    found.append(Condition("the dealer shows one of your ranks", "the dealer shows none of your ranks", match, "match"))
    for rank in range(ACE, 0, -1):
        found.append(
            Condition(f"the dealer shows {or_higher(rank)}", f"the dealer shows {or_lower(rank - 1)}", up >= rank, "up")
        )
    for at, place in enumerate(PLACES):
        words = f"higher than your {place} card"
        found.append(
            Condition(f"the dealer's card is {words}", f"the dealer's card is not {words}", up > ranks[:, at], "up")
        )
    return found


def _levels(ranks: Ints, order: Ints) -> list[Level]:
    """High cards by the two and three highest, pairs by rank, and every category. The shortest words come first."""
    found = [Level(weakest_pair(0), "a pair")]
    found += [Level(weakest_pair(rank), f"a pair of {plural(rank)}") for rank in range(1, RANKS)]
    category = CATEGORY[order]
    for kind in range(PAIR + 1, len(CATEGORIES)):
        name = CATEGORIES[kind]
        words = name if name.endswith(("pair", "kind")) else f"a {name}"
        found.append(Level(int(order[category == kind].min()), words))
    high = category == HIGH_CARD
    for many in (2, 3):
        tops, first = np.unique(ranks[high][:, : -many - 1 : -1], axis=0, return_inverse=True)
        for at, top in enumerate(tops.tolist()):
            words = "-".join(RANK_NAMES[rank] for rank in top)
            found.append(Level(int(order[high][first.ravel() == at].min()), words))
    return found
