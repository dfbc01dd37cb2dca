"""The value of a bet and a fold at Caribbean Stud Poker in every state, named strategies, and their results."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import NamedTuple

import numpy as np

from pitboss.basics.cards import ACE, EIGHT, RANK_NAMES, RANKS, texts
from pitboss.basics.errors import StrategyError
from pitboss.basics.poker import ACE_KING, CATEGORIES, CATEGORY_OF, HIGH_CARD, describe, strength, weakest_pair
from pitboss.games.caribbean_stud.mathematics.counting import (
    HOLE_CARDS,
    STRENGTHS,
    UP_CARDS,
    count,
    ends,
    hand_strengths,
    up_cards,
    wrong,
)
from pitboss.games.caribbean_stud.mathematics.one_hand import BET, FOLD, nets
from pitboss.games.caribbean_stud.rules import CaribbeanStudRules, MainPays
from pitboss.games.caribbean_stud.settle import BELOW, EQUAL, HIGHER, LOWER
from pitboss.mathematics.choices import OPTIMAL, Choices, Strategy, resolve
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import CATEGORY, Ints, suit_classes
from pitboss.mathematics.results import Mistake

DEALS = 2_598_960 * UP_CARDS * HOLE_CARDS
AT_LEAST = "at-least:"
STRATEGIES = {
    "optimal": "bet with a pair or better; bet most ace-king hands that hold the up card's rank, or a queen and a"
    " fourth card above it; fold the rest",
    "always": "bet every hand",
    "never": "fold every hand",
    "pair-or-better": "bet with a pair or better",
    "ace-king-or-better": "bet with an ace and a king, or better",
    "at-least:AKJ83": "bet with ace-king-jack-eight-three or better; give any five ranks instead",
    "matching-rank": "bet with a pair or better, and with an ace and a king if the hand holds the up card's rank",
}


DOCUMENT = CaribbeanStudRules().main_pays
BETTER = "bet or fold, whichever is worth more with this hand against this up card"
"""The optimal strategy in words, if a study changes what ante or bet pay."""


@cache
def every_hand() -> list[int]:
    """All deals by category of one hand, the player's or the dealer's, whether bet or folded."""
    found = np.zeros(len(CATEGORIES), np.int64)
    np.add.at(found, CATEGORY[hand_strengths()], suit_classes(5).weights)
    return [hands * UP_CARDS * HOLE_CARDS for hands in found.tolist()]


def choices(rules: CaribbeanStudRules, tick: Tick | None = None) -> Choices:
    """The value of a bet and of a fold for each hand of five and up card. Only a study changes these values."""
    count(tick)
    return choices_by(rules.main_pays)


@cache
def _weights() -> Ints:
    """How many states each one stands for."""
    return np.repeat(suit_classes(5).weights, UP_CARDS)


@lru_cache(maxsize=2)  # the document's pays and one study: the values of all states take a hundred megabytes
def choices_by(pays: MainPays) -> Choices:
    """The same, by what ante and bet pay."""
    states, fives = count(), suit_classes(5)
    table = nets(pays)
    small = HOLE_CARDS * max(abs(net) for row in table for net in row) < 1 << 29  # with room for differences
    whole = np.int32 if small else np.int64
    won: Ints = np.array(table, whole)[CATEGORY[hand_strengths()]][:, :, None]
    worth = np.empty((2, len(fives.hands), UP_CARDS), whole)
    worth[0] = -HOLE_CARDS * pays.per
    worth[1] = states.below * (won[:, BELOW] - won[:, HIGHER])
    worth[1] += states.lower * (won[:, LOWER] - won[:, HIGHER])
    worth[1] += states.equal * (won[:, EQUAL] - won[:, HIGHER])
    worth[1] += HOLE_CARDS * won[:, HIGHER]

    def seen() -> dict[str, Ints]:
        return {"hand": np.repeat(fives.hands, UP_CARDS, axis=0), "up": up_cards().reshape(-1, 1)}

    def in_words(state: int) -> str:
        hand, up = divmod(state, UP_CARDS)
        return f"{texts(fives.hands[hand, ::-1].tolist())} against {texts([int(up_cards()[hand, up])])}"

    return Choices((FOLD, BET), worth.reshape(2, -1), _weights(), HOLE_CARDS, pays.per, seen, in_words)


# --- strategies


def at_least(words: str) -> int:
    """The strength of a high-card hand given as five ranks, such as AKJ83."""
    ranks = [RANKS.find(rank) for rank in words.upper().replace("10", "T")]
    if len(ranks) == len(set(ranks)) == 5 and min(ranks) >= 0:
        found = strength([4 * rank + at % 2 for at, rank in enumerate(ranks)])
        if CATEGORY_OF[found] == HIGH_CARD:
            return found
    raise StrategyError(f"{words!r} is not a high-card hand; give five ranks, such as at-least:AKJ83")


def _from(least: int) -> Ints:
    """Bet with hands of this strength or better."""
    return np.repeat((hand_strengths() >= least).astype(np.int8), UP_CARDS)


def matching_rank() -> Ints:
    """Bet with a pair or better, and with an ace and a king if the hand holds the up card's rank."""
    ranks, ups = suit_classes(5).hands >> 2, up_cards() >> 2
    held = np.zeros(ups.shape, np.bool_)
    for at in range(5):
        held |= ranks[:, at, None] == ups
    least = hand_strengths()[:, None]
    chosen: Ints = ((least >= PAIR_UP) | (least >= ACE_KING) & held).astype(np.int8)
    return chosen.ravel()


PAIR_UP = weakest_pair(0)


class StrategyResults(NamedTuple):
    """The results of a strategy over every deal."""

    name: str
    summary: str
    ends: list[list[int]]
    """Bet deals by category of the player's hand and deciding line."""
    by_strength: list[int]
    """Bet deals by strength of the player's hand."""
    find_mistakes: Callable[[], tuple[Mistake, ...]]
    pays: MainPays

    @property
    def bets(self) -> int:
        return sum(map(sum, self.ends))

    @property
    def folds(self) -> int:
        return DEALS - self.bets

    @property
    def total(self) -> int:
        """Antes won over all deals, in parts of ``pays.per``."""
        won, lines = nets(self.pays), enumerate(self.ends)
        return sum(won[kind][one] * n for kind, row in lines for one, n in enumerate(row)) - self.folds * self.pays.per

    def by_line(self, line_of: Callable[[int], int], lines: int) -> list[int]:
        """Bet deals by the pay table line of the player's hand."""
        found = [0] * lines
        for at in range(1, STRENGTHS):
            found[line_of(at)] += self.by_strength[at]
        return found

    @property
    def by_category(self) -> list[int]:
        return [sum(row) for row in self.ends]


def played(rules: CaribbeanStudRules, strategy: Strategy, tick: Tick | None = None) -> StrategyResults:
    """Play a strategy over every deal. The results of named strategies are cached."""
    made = choices(rules, tick)
    if isinstance(strategy, str):
        return _named(rules.main_pays, strategy)
    chosen = resolve(strategy, made, named(made, strategy), tick)
    return _played(rules.main_pays, strategy, *chosen, partial(mistakes, made, chosen[1]))


@lru_cache(maxsize=32)
def _named(pays: MainPays, strategy: str) -> StrategyResults:
    made = choices_by(pays)
    return _played(pays, strategy, *resolve(strategy, made, named(made, strategy)), partial(_mistakes, pays, strategy))


def _mistakes(pays: MainPays, strategy: str) -> tuple[Mistake, ...]:
    """The mistakes of a named strategy. Its decisions are found again, because they are too large to be kept."""
    made = choices_by(pays)
    return mistakes(made, resolve(strategy, made, named(made, strategy))[1])


def named(made: Choices, strategy: Strategy = OPTIMAL) -> dict[str, Callable[[], Ints]]:
    """The named strategies except the optimal one, and the given strategy if it names five ranks."""
    found = {
        "always": lambda: made.always(BET),
        "never": lambda: made.always(FOLD),
        "pair-or-better": lambda: _from(PAIR_UP),
        "ace-king-or-better": lambda: _from(ACE_KING),
        "at-least:AKJ83": lambda: _from(at_least("AKJ83")),
        "matching-rank": matching_rank,
    }
    if isinstance(strategy, str) and strategy.startswith(AT_LEAST):
        least = at_least(strategy.removeprefix(AT_LEAST))
        found[strategy] = lambda: _from(least)
    return found


def _summary(strategy: Strategy, pays: MainPays) -> str:
    if not isinstance(strategy, str):
        return "chosen by a function"
    if strategy == OPTIMAL and pays != DOCUMENT:
        return BETTER
    return STRATEGIES.get(strategy, f"bet with {strategy.removeprefix(AT_LEAST)} or better")


def _played(
    pays: MainPays, strategy: Strategy, name: str, chosen: Ints, find: Callable[[], tuple[Mistake, ...]]
) -> StrategyResults:
    found, bets = ends(count(), chosen.reshape(-1, UP_CARDS))
    by_strength = np.zeros(STRENGTHS, np.int64)
    np.add.at(by_strength, hand_strengths(), bets)
    deals = [n * HOLE_CARDS for n in by_strength.tolist()]
    return StrategyResults(name, _summary(strategy, pays), found.tolist(), deals, find, pays)


def mistakes(made: Choices, chosen: Ints, most: int = 10) -> tuple[Mistake, ...]:
    """The costliest mistakes first. Hands of one strength against up cards of one rank are one mistake.

    A study may pay so much that the sums overflow. Then every state is a mistake of its own.
    """
    if int(np.abs(made.worth).max()) // HOLE_CARDS * DEALS >= 1 << 62:
        return made.mistakes(chosen, most)
    states, losses, example = wrong(
        made.worth, made.best, chosen, suit_classes(5).weights, hand_strengths(), up_cards()
    )
    found = []
    for at in np.argsort(-losses, axis=None, kind="stable")[:most].tolist():
        order, rank, action = map(int, np.unravel_index(at, losses.shape))
        cost, deals = int(losses[order, rank, action]), int(states[order, rank, action]) * HOLE_CARDS
        if cost:
            cards = suit_classes(5).hands[example[order]].tolist()
            found.append(
                Mistake(
                    state=f"{describe(cards)}, against {'an' if rank in (EIGHT, ACE) else 'a'} {RANK_NAMES[rank]}",
                    action=made.actions[action],
                    best=made.actions[1 - action],
                    deals=deals,
                    each=Fraction(cost, deals * made.per),
                    cost=Fraction(cost, DEALS * made.per),
                )
            )
    return tuple(found)


def cost(play: StrategyResults) -> Fraction:
    """The cost of a strategy compared with the best one, in antes."""
    return Fraction(_named(play.pays, OPTIMAL).total - play.total, DEALS * play.pays.per)
