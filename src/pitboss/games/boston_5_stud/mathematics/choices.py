"""The value of a second wager and a fold at Boston 5 Stud Poker for every start, and named strategies."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from pitboss.basics.cards import texts
from pitboss.basics.poker import CATEGORIES, HIGHER, describe3
from pitboss.games.boston_5_stud.mathematics.counting import DEALS, count
from pitboss.games.boston_5_stud.mathematics.one_hand import FOLD, SECOND
from pitboss.games.boston_5_stud.settle import FIRST, LINES, paid_by_ante
from pitboss.mathematics.choices import Choices, priced
from pitboss.mathematics.counting.hands import Ints, suit_classes

if TYPE_CHECKING:
    from pitboss.games.boston_5_stud.rules import Boston5StudRules

STRATEGIES = {
    "optimal": "place the second wager if it is worth more than a fold, which loses three antes",
    "always": "place the second wager on every hand",
    "never": "fold every hand",
}


def wins(rules: Boston5StudRules) -> tuple[list[list[int]], int]:
    """The win of first, second and ante bonus after a second wager, by line and category, with a common denominator."""
    pays, per = rules.ante_bonus_pays

    def won(on: int, category: int) -> int:
        _, first, second, bonus = paid_by_ante(per, on, category, pays, per, higher=rules.on_higher)
        return sum(max(0, one.returned - FIRST * per) for one in (first, second)) + bonus.returned

    return [[won(on, category) for category in range(len(CATEGORIES))] for on in range(len(LINES))], per


def nets(rules: Boston5StudRules) -> tuple[list[list[int]], int]:
    """The net win of a round with a second wager, by line and category, with a common denominator."""
    pays, per = rules.ante_bonus_pays
    staked = (1 + 2 * FIRST) * per

    def net(on: int, category: int) -> int:
        return sum(one.returned for one in paid_by_ante(per, on, category, pays, per, higher=rules.on_higher)) - staked

    return [[net(on, category) for category in range(len(CATEGORIES))] for on in range(len(LINES))], per


def choices(rules: Boston5StudRules) -> Choices:
    """A second wager or a fold, for each start of three cards."""
    net, per = nets(rules)
    threes = suit_classes(3)
    second = priced(count().reshape(len(threes.hands), -1), [one for line in net for one in line])
    fold = np.full_like(second, -(1 + FIRST) * per * DEALS)

    def seen() -> dict[str, Ints]:
        return {"hand": threes.hands}

    def describe(state: int) -> str:
        return texts(map(int, threes.hands[state]))

    return Choices((FOLD, SECOND), np.stack((fold, second)), threes.weights, DEALS, per, seen, describe)


def named(made: Choices) -> dict[str, Callable[[], Ints]]:
    """The named strategies except the optimal one."""
    return {"always": lambda: made.always(SECOND), "never": lambda: made.always(FOLD)}


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """Three cards, and all starts that differ from them only by suits."""

    cards: str
    hand: str
    """The cards in words."""
    ways: int
    """How many of the 22,100 starts this one represents."""
    higher: Fraction
    """The probability that the player's five cards beat the dealer's."""
    options: dict[str, Fraction]
    """The value of each choice, in antes."""


def starts(rules: Boston5StudRules) -> list[Start]:
    """The value of every start, best first."""
    made = choices(rules)
    higher = count()[:, HIGHER].sum(axis=1)
    found = [
        Start(
            cards=made.describe(state),
            hand=describe3(made.known(state)["hand"]),
            ways=int(made.weights[state]),
            higher=Fraction(int(higher[state]), DEALS),
            options=made.options(state),
        )
        for state in range(len(made.weights))
    ]
    return sorted(found, key=lambda start: start.options[SECOND], reverse=True)
