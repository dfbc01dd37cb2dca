"""The worth of a bet and a fold at Caribbean Stud Poker, and strategies: by name, as pictures, in a few rules."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.basics.cards import ACE, EIGHT, JACK, PRINTED, RANK_NAMES, RANKS, plural, texts
from pitboss.basics.errors import StrategyError
from pitboss.basics.poker import ACE_KING, CATEGORIES, CATEGORY_OF, HIGH_CARD, PAIR, describe, strength, weakest_pair
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
from pitboss.mathematics.results import Cell, Grid, Mistake, Picture, share_text
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


# --- pictures


QUEEN = JACK + 1
_HOLDS = ("A K Q, up card's rank in hand", "A K J, up card's rank in hand", "A K and ten or less, rank in hand")
_LACKS = (*(f"A K Q {rank}, rank not in hand" for rank in PRINTED[JACK:0:-1]), "A K and no queen, rank not in hand")
KINDS = (*_HOLDS, *_LACKS)
"""Hands with an ace and a king and no pair, by whether they hold the up card's rank."""


def kind(ranks: list[int], up: int) -> int:
    """The index in ``KINDS`` of a hand, from its ranks in ascending order and the up card's rank."""
    fourth, third = ranks[1:3]
    if up in ranks:
        return 0 if third == QUEEN else 1 if third == JACK else 2
    return len(_HOLDS) + (JACK - fourth if third == QUEEN else len(_LACKS) - 1)


def pictures(rules: CaribbeanStudRules, tick: Tick | None = None) -> list[Picture]:
    """When to bet ace and king, by up card."""
    return [_ace_king(rules, tick)]


def _ace_king(rules: CaribbeanStudRules, tick: Tick | None) -> Grid:
    best, fives = choices(rules, tick).best.reshape(len(hand_strengths()), -1), suit_classes(5)
    tally = np.zeros((len(KINDS), 13, 2), np.int64)
    for at in np.flatnonzero((hand_strengths() >= ACE_KING) & (hand_strengths() < PAIR_UP)).tolist():
        ranks, ups = (fives.hands[at] >> 2).tolist(), up_cards()[at] >> 2
        kinds = [kind(ranks, up) for up in range(13)]
        np.add.at(tally, (np.take(kinds, ups), ups, best[at]), fives.weights[at])
    return Grid(
        name="strategy",
        title="Caribbean Stud Poker: when to bet with an ace and a king",
        rows=KINDS,
        columns=PRINTED,
        cells=tuple(tuple(_cell(*map(int, counts)) for counts in row) for row in tally),
        row_title="hand",
        column_title="dealer's up card",
        legend={
            BET: "always bet",
            FOLD: "always fold",
            "depends": "bet this share of the hands; it depends on the other cards",
            "none": "can't be",
        },
        note=note(best),
    )


def note(best: Ints) -> str:
    """What is best with the hands that the grid leaves out, from the best choice by hand and up card.

    A study may change it.
    """
    strengths, weights = hand_strengths(), suit_classes(5).weights

    def words(which: NDArray[np.bool_], hands: str) -> str:
        bets = float(np.average(best[which].mean(axis=1), weights=weights[which]))
        if bets in (0, 1):
            return f"Always {BET if bets else FOLD} with {hands}."
        return f"With {hands}, bet {bets:.2%} of the hands; it depends on the cards."

    return " ".join(
        (words(strengths >= PAIR_UP, "a pair or better"), words(strengths < ACE_KING, "less than an ace and a king"))
    )


def _cell(folds: int, bets: int) -> Cell:
    if not folds + bets:
        return Cell("", "none")
    if not folds or not bets:
        return Cell(BET if bets else FOLD, BET if bets else FOLD, float(bool(bets)))
    return Cell(share_text(bets / (folds + bets)), "depends", bets / (folds + bets))


# --- the short strategy


PLACES = ("lowest", "fourth", "third", "second", "highest")
"""The player's cards in ascending order."""
COUNTED = "Count your cards from the highest: the fourth is the second lowest."


def short_strategy(rules: CaribbeanStudRules, tick: Tick | None = None) -> ShortStrategy:
    made = choices(rules, tick)
    return saved("caribbean_stud", made, lambda: shortest(made), module=__name__)


def shortest(made: Choices) -> ShortStrategy:
    """The short strategy for these values of a bet and a fold."""
    ranks, order, cell = _cells()
    lost = losses(made, cell, len(order) * len(RANKS))
    conditions = _conditions(np.repeat(ranks, len(RANKS), axis=0), np.repeat(order, len(RANKS)), lost)
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
    cell: Ints = (hand[:, None] * len(RANKS) + (up_cards() >> 2)).ravel()
    return np.sort(hands[first] >> 2, axis=1), strength[first], cell


def _conditions(ranks: Ints, order: Ints, lost: Ints) -> list[Condition]:
    up = np.tile(np.arange(len(RANKS)), len(order) // len(RANKS))
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
    found += [Level(weakest_pair(rank), f"a pair of {plural(rank)}") for rank in range(1, len(RANKS))]
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
