"""The worth of a fold and of each array at Double Cross Poker, and strategies: by name, as pictures, in a few rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.basics.cards import ACE, PRINTED, RANK_NAMES, one_of, texts
from pitboss.games.double_cross_poker.mathematics.counting import COMPLETIONS, starts
from pitboss.games.double_cross_poker.mathematics.one_hand import ENDS, FOLD, by_end
from pitboss.games.double_cross_poker.settle import ARRAYS, RAISES, paid_by_ante
from pitboss.mathematics.choices import Choices
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import Ints
from pitboss.mathematics.results import Cell, Grid, Heat, Picture, share_text
from pitboss.mathematics.short_strategy import (
    NONE,
    Condition,
    Level,
    Preference,
    Rule,
    ShortStrategy,
    by_conditions,
    by_preferences,
    levels,
    losses,
    or_higher,
    or_lower,
    saved,
)

if TYPE_CHECKING:
    from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules

ACTIONS = (FOLD, *ARRAYS)
STRATEGIES = {
    "optimal": "raise along the better array if that is worth more than a fold, which loses the ante",
    "always": "raise on every hand, along the better array",
    "never": "fold every hand",
}


@cache
def deals_by_end() -> Ints:
    """Deals by end and start, if the vertical array is played."""
    return by_end(starts().counts)


def nets(rules: DoubleCrossPokerRules) -> tuple[list[int], int]:
    """The net win of ante and both raises by end, with a common denominator."""
    back, per = rules.raise_back
    stakes, higher = (1 + RAISES) * per, rules.ante_back
    return [
        sum(one.returned for one in paid_by_ante(per, on, kind, back, per, higher=higher)) - stakes for on, kind in ENDS
    ], per


def choices(rules: DoubleCrossPokerRules, tick: Tick | None = None) -> Choices:
    """A fold or a raise along either array, for each start. Values have 64 bits if they fit."""
    every = starts(tick)
    net, per = nets(rules)
    whole = np.int64 if COMPLETIONS * max(map(abs, net)) < 2**63 else object
    vertical = np.zeros(len(every.weights), whole)
    for deals, one in zip(deals_by_end(), net, strict=True):
        vertical += deals.astype(whole, copy=False) * one
    fold = np.full(len(vertical), -per * COMPLETIONS, whole)

    def seen() -> dict[str, Ints]:
        return {
            "hand": np.sort(every.cards[:, 2:], axis=1),
            "vertical": every.cards[:, :1],
            "horizontal": every.cards[:, 1:2],
        }

    def describe(state: int) -> str:
        top, right, *own = map(int, every.cards[state])
        return f"{texts(own)}, vertical {texts([top])}, horizontal {texts([right])}"

    worth = np.stack((fold, vertical, vertical[every.exchanged]))
    return Choices(ACTIONS, worth, every.weights, COMPLETIONS, per, seen, describe)


def better_array(made: Choices) -> Ints:
    """The better array of each start, without the option to fold."""
    better: Ints = 1 + (made.worth[2] > made.worth[1]).astype(np.int8)
    return better


def named(made: Choices) -> dict[str, Callable[[], Ints]]:
    """The named strategies except the optimal one."""
    return {"always": lambda: better_array(made), "never": lambda: made.always(FOLD)}


# --- pictures


DOWN = range(12, -1, -1)
GIVES = (
    "a pair with the higher card",
    "a pair with the lower card",
    "three of one suit",
    "three to a straight",
    "less",
)
"""What a shown card gives to two unpaired cards."""


def pictures(rules: DoubleCrossPokerRules, tick: Tick | None = None) -> list[Picture]:
    """When to raise, along which array, and the value of hands."""
    made = choices(rules, tick)
    return [_when_to_raise(made), _which_array(made), _what_hands_are_worth(made)]


def _by_hand(made: Choices, values: Ints) -> list[list[float]]:
    """Averages over the starts of each hand: suited above the diagonal, unsuited below it, pairs on it."""
    own = starts().cards[:, 2:].astype(np.intp)
    high, low = own.max(axis=1) >> 2, own.min(axis=1) >> 2
    suited = (own[:, 0] ^ own[:, 1]) & 3 == 0
    hand = np.where(suited, high * 13 + low, low * 13 + high)
    averages = np.bincount(hand, made.weights * values, 169) / np.bincount(hand, made.weights, 169)
    table: list[list[float]] = averages.reshape(13, 13)[::-1, ::-1].tolist()
    return table


_HANDS = "two cards of one suit above the diagonal, of two suits below it, pairs on it"


def _when_to_raise(made: Choices) -> Grid:
    def kind(share: float) -> str:
        return "raise" if share == 1 else FOLD if share == 0 else "mostly" if share >= 0.5 else "seldom"

    shares = _by_hand(made, made.best > 0)
    return Grid(
        name="strategy",
        title="Double Cross Poker: how often to raise",
        rows=tuple(PRINTED[rank] for rank in DOWN),
        columns=tuple(PRINTED[rank] for rank in DOWN),
        cells=tuple(tuple(Cell(share_text(share), kind(share), share) for share in row) for row in shares),
        legend={
            "raise": "always raise",
            "mostly": "raise more often than not",
            "seldom": "fold more often than not",
            FOLD: "always fold",
        },
        note=f"{_HANDS}; the share of shown cards for which a raise is best",
    )


def _what_hands_are_worth(made: Choices) -> Heat:
    worth = made.worth.max(axis=0).astype(np.float64) / (made.deals * made.per)
    values = _by_hand(made, worth)
    return Heat(
        name="hands",
        title="Double Cross Poker: what a hand is worth",
        rows=tuple(PRINTED[rank] for rank in DOWN),
        columns=tuple(PRINTED[rank] for rank in DOWN),
        values=tuple(map(tuple, values)),
        texts=tuple(tuple(f"{value:+.2f}" for value in row) for row in values),
        unit="antes, on average over the shown cards",
        note=_HANDS,
    )


def gives(own: Ints, shown: Ints) -> Ints:
    """The index in ``GIVES`` of a shown card with two unpaired cards, row by row."""
    high, low, rank = own.max(axis=1) >> 2, own.min(axis=1) >> 2, shown >> 2
    one_suit = ((own[:, 0] ^ own[:, 1]) | (own[:, 0] ^ shown)) & 3 == 0
    ranks = np.stack((high, low, rank))
    ace_low = np.where(ranks == ACE, -1, ranks)
    near = (np.ptp(ranks, axis=0) <= 4) | (np.ptp(ace_low, axis=0) <= 4)
    return np.select((rank == high, rank == low, one_suit, near), range(4), 4)


def _which_array(made: Choices) -> Grid:
    cards = starts().cards.astype(np.intp)
    own, unlike = cards[:, 2:], cards[:, 2] >> 2 != cards[:, 3] >> 2
    places = gives(own, cards[:, 0]) * len(GIVES) + gives(own, cards[:, 1])

    def cell(row: int, column: int) -> Cell:
        inside = unlike & (places == row * len(GIVES) + column)
        shares = np.bincount(made.best[inside], made.weights[inside], 3)
        fold, *arrays = shares / shares.sum()
        if row == column:
            return Cell(f"raise {share_text(1 - fold)}", "either" if fold == 0 else "depends", 1 - fold)
        better = int(arrays[1] > arrays[0])
        kind = ARRAYS[better] if arrays[better] == 1 else "depends"
        folding = f", fold {share_text(fold)}" if fold else ""
        return Cell(f"{ARRAYS[better]} {share_text(arrays[better])}{folding}", kind, float(arrays[better]))

    return Grid(
        name="arrays",
        title="Double Cross Poker: which array to raise along",
        rows=GIVES,
        columns=GIVES,
        cells=tuple(tuple(cell(row, column) for column in range(len(GIVES))) for row in range(len(GIVES))),
        row_title="the vertical card gives",
        column_title="the horizontal card gives",
        legend={
            **{array: f"raise, {array}" for array in ARRAYS},
            "either": "raise along the array that has the better card",
            "depends": "depends on the cards",
        },
        note="two unpaired cards; the share of starts for which this is best",
    )


# --- the short strategy


RAISE = "raise"
NOTE = "Your three cards are your two and the shown card of the array that you play."


def short_strategy(rules: DoubleCrossPokerRules, tick: Tick | None = None) -> ShortStrategy:
    made = choices(rules, tick)
    return saved("double_cross_poker", made, lambda: shortest(made), module=__name__)


def shortest(made: Choices) -> ShortStrategy:
    """The short strategy for these values of a fold and of each array."""
    own = made.seen["hand"].astype(np.int64)
    sides = [_Side.of(own, made.seen[array][:, 0].astype(np.int64)) for array in ARRAYS]
    lost = losses(made)
    fold, *arrays = lost
    # An array that is worth less than a fold loses no more than the fold, because the fold comes after the array.
    array = by_preferences(
        "which array", _preferences(own, sides), "play either", np.stack([np.minimum(one, fold) for one in arrays])
    )
    played = np.where(array.chosen == 0, *arrays)
    least = np.minimum(played, fold)
    lost = np.stack((fold - least, played - least))
    this, other = _Side.chosen(array.chosen, sides), _Side.chosen(1 - array.chosen, sides)
    raised = by_conditions("raise or fold", _conditions(own, this, other, lost), (FOLD, RAISE), lost)
    chosen = np.where(raised.chosen == 0, ACTIONS.index(FOLD), 1 + array.chosen).astype(np.int8)
    return ShortStrategy(
        game="double_cross_poker",
        base="ante",
        steps=array.steps + raised.steps,
        cost=made.cost(chosen),
        optimal=made.value(made.best),
        note=f"{NOTE} {_meaning(raised.steps)}".strip(),
    )


def _meaning(steps: Sequence[Rule]) -> str:
    """What the first level in the rules means: "queen-six or better". Empty if they name none."""
    names = {_level(one, two).words: (one, two) for one in range(ACE + 1) for two in range(one)}
    for step in steps:
        for words, (one, two) in names.items():
            if f"{words} or better" in step.when:
                high, low = one_of(one), one_of(two)
                above = f"any card above {high}, " if one < ACE else ""
                more = f"{high} and more than {low}, " if two + 1 < one else ""
                return f"{words.capitalize()} or better means your two cards: {high} and {low}, {more}{above}or a pair."
    return ""


class _Side(NamedTuple):
    """A shown card with the player's two cards: its rank, and what it gives."""

    rank: Ints
    pair: Ints
    """It pairs a card of the player's, or is the third of a kind."""
    suit: Ints
    """Three of one suit."""
    straight: Ints
    """Three cards that can become a straight."""
    row: Ints
    """Three ranks in a row."""

    @classmethod
    def of(cls, own: Ints, shown: Ints) -> _Side:
        ranks = np.stack((own[:, 0], own[:, 1], shown)) >> 2
        unlike = (ranks[0] != ranks[1]) & (ranks[2] != ranks[0]) & (ranks[2] != ranks[1])
        spread = np.minimum(np.ptp(ranks, axis=0), np.ptp(np.where(ranks == ACE, -1, ranks), axis=0))
        suit = ((own[:, 0] ^ own[:, 1]) | (own[:, 0] ^ shown)) & 3 == 0
        pair = (ranks[2] == ranks[0]) | (ranks[2] == ranks[1])
        return cls(ranks[2], pair, suit, unlike & (spread <= 4), unlike & (spread == 2))

    @classmethod
    def chosen(cls, array: Ints, sides: list[_Side]) -> _Side:
        """The side of the array that is chosen in each state."""
        return cls(*(np.where(array == 0, one, other) for one, other in zip(*sides, strict=True)))


def _preferences(own: Ints, sides: list[_Side]) -> list[Preference]:
    """Reasons to prefer an array."""
    highest = own.max(axis=1) >> 2

    def more(of: Callable[[_Side], Ints]) -> Ints:
        one, other = (of(side).astype(np.int64) for side in sides)
        return np.where(one > other, 0, np.where(other > one, 1, NONE))

    its, only = "play its array", "only one shown card"
    found = [
        Preference(
            "a shown card pairs one of yours",
            "play its array, or that of the higher pair if both do",
            more(lambda side: np.where(side.pair, side.rank, NONE)),
        ),
        Preference(f"{only} pairs one of yours", its, more(lambda side: side.pair)),
        Preference(f"{only} makes three of one suit", its, more(lambda side: side.suit)),
        Preference(f"{only} makes three to a straight flush", its, more(lambda side: side.suit & side.straight)),
        Preference(f"{only} makes three to a straight", its, more(lambda side: side.straight)),
        Preference(f"{only} makes three in a row", its, more(lambda side: side.row)),
        Preference("one shown card is higher", its, more(lambda side: side.rank)),
        Preference("one shown card is lower", its, more(lambda side: -side.rank)),
        Preference(f"{only} is higher than both of yours", its, more(lambda side: side.rank > highest)),
    ]
    for rank in range(ACE, 0, -1):
        picks = more(lambda side, rank=rank: side.rank >= rank)  # type: ignore[misc]
        found.append(Preference(f"{only} is {or_higher(rank)}", its, picks))
    return found


def _conditions(own: Ints, this: _Side, other: _Side, lost: Ints) -> list[Condition]:
    """What a player can look at when the array is chosen."""
    high, low = own.max(axis=1) >> 2, own.min(axis=1) >> 2
    paired = (high == low) | this.pair
    order = np.where(high == low, 13 * 13, 13 * high + low)
    shown_high, shown_low = np.maximum(this.rank, other.rank), np.minimum(this.rank, other.rank)
    three = "your three cards"
    found = [
        Condition("a pair or better in your three cards", "no pair in your three cards", paired, "hand"),
        *levels(order, [_level(one, two) for one in range(ACE + 1) for two in range(one)], lost, ~paired),
        Condition(f"{three} are of one suit", f"{three} are not of one suit", this.suit, "draw"),
        Condition(f"{three} can make a straight", f"{three} can't make a straight", this.straight, "draw"),
        Condition(f"{three} are in a row", f"{three} are not in a row", this.row, "draw"),
        Condition(
            f"{three} can make a straight flush",
            f"{three} can't make a straight flush",
            this.suit & this.straight,
            "draw",
        ),
        Condition(
            "a shown card is higher than both of yours",
            "no shown card is higher than both of yours",
            shown_high > high,
            "shown",
        ),
        Condition(
            "both shown cards are higher than yours",
            "a shown card is not higher than both of yours",
            shown_low > high,
            "shown",
        ),
        Condition(
            "the other shown card pairs one of yours", "the other shown card pairs none of yours", other.pair, "other"
        ),
        Condition("the shown cards are a pair", "the shown cards are not a pair", this.rank == other.rank, "other"),
    ]
    for rank in range(ACE, 0, -1):
        more, less = or_higher(rank), or_lower(rank - 1)
        found += [
            Condition(f"a shown card is {more}", f"no shown card is {more}", shown_high >= rank, "shown"),
            Condition(f"both shown cards are {more}", f"a shown card is {less}", shown_low >= rank, "shown"),
            Condition(
                f"the shown card you play is {more}", f"the shown card you play is {less}", this.rank >= rank, "shown"
            ),
            Condition(
                f"the other shown card is {more}", f"the other shown card is {less}", other.rank >= rank, "shown"
            ),
        ]
    return found


def _level(one: int, two: int) -> Level:
    return Level(13 * one + two, f"{RANK_NAMES[one]}-{RANK_NAMES[two]}")
