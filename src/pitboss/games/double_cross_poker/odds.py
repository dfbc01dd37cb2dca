"""The exact mathematics of Double Cross Poker. The base wager is the ante; each raise is equal to it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import msgspec
import numpy as np

from pitboss.cards import ACE, RANKS, texts
from pitboss.exact.choices import Choices, Known, Strategy, resolve
from pitboss.exact.compiled import Tick
from pitboss.exact.distribution import Distribution
from pitboss.exact.hands import Ints, suit_classes
from pitboss.exact.mathematics import SEEN, Mathematics, Place
from pitboss.exact.picture import Bars, Cell, Grid, Heat, Picture
from pitboss.exact.results import Advice, GameOdds, Outcome, WagerOdds, lost, not_placed, paid, pushed, rows_of
from pitboss.games.double_cross_poker.counting import COMPLETIONS, TO_COME, count_with, starts
from pitboss.games.double_cross_poker.rules import LEAST_CAP, DoubleCrossPokerRules
from pitboss.games.double_cross_poker.settle import ARRAYS, LINES, ante, raised
from pitboss.money import Odds
from pitboss.poker import CATEGORIES, CATEGORIES_3, EQUAL, HIGH_3, HIGH_CARD, HIGHER, LOWER, category3

FOLD = "fold"
ACTIONS = (FOLD, *ARRAYS)
RAISES = 2
EVEN = Odds.parse("1 to 1")
RULINGS = (
    "standard-order",
    "not-all-one-suit",
    "best-category",
    "to-and-for",
    "each-raise",
    "equal-arrays",
    "no-show-no-pay",
    "payout-cap",
)
ENDS = (*((HIGHER, kind) for kind in range(len(CATEGORIES))), (EQUAL, HIGH_CARD), (LOWER, HIGH_CARD))
"""How a hand that is played ends: higher by category, equal or lower, whose categories are as one."""


def by_end(counts: Ints) -> Ints:
    """The ends of what was counted by line and category."""
    higher = [counts[..., HIGHER, kind] for kind in range(len(CATEGORIES))]
    return np.array([*higher, counts[..., EQUAL, :].sum(axis=-1), counts[..., LOWER, :].sum(axis=-1)], np.int64)


@cache
def deals_by_end() -> Ints:
    """Deals by end and start, where the vertical array is played."""
    return by_end(starts().counts)


def nets(rules: DoubleCrossPokerRules) -> tuple[list[int], int]:
    """What a hand that is played comes to by end, ante and both raises, over one denominator."""
    back, per = rules.raise_back
    stakes = (1 + RAISES) * per
    return [ante(per, on) + RAISES * raised(per, on, kind, back, per) - stakes for on, kind in ENDS], per


def choices(rules: DoubleCrossPokerRules, tick: Tick | None = None) -> Choices:
    """Fold, or raise along either array, for each start. A start's worth is in 64 bits wherever they hold it."""
    every = starts(tick)
    net, per = nets(rules)
    whole = np.int64 if COMPLETIONS * max(map(abs, net)) < 2**63 else object
    vertical = np.zeros(len(every.weights), whole)
    for deals, one in zip(deals_by_end(), net, strict=True):
        vertical += deals.astype(whole, copy=False) * one
    fold = np.full(len(vertical), -per * COMPLETIONS, whole)

    def known(state: int) -> Known:
        top, right, *own = map(int, every.cards[state])
        return {"hand": tuple(own), "vertical": (top,), "horizontal": (right,)}

    def describe(state: int) -> str:
        found = known(state)
        return f"{texts(found['hand'])}, vertical {texts(found['vertical'])}, horizontal {texts(found['horizontal'])}"

    worth = np.stack((fold, vertical, vertical[every.exchanged]))
    return Choices(ACTIONS, worth, every.weights, COMPLETIONS, per, known, describe)


def better_array(made: Choices) -> Ints:
    """The better array of each start, with no thought of folding."""
    better: Ints = 1 + (made.worth[2] > made.worth[1]).astype(np.int8)
    return better


def odds(
    rules: DoubleCrossPokerRules, strategy: Strategy = "optimal", *, every: bool = False, tick: Tick | None = None
) -> GameOdds:
    made = choices(rules, tick)
    named = {"always": lambda: better_array(made), "never": lambda: made.always(FOLD)}
    name, chosen = resolve(strategy, made, named, tick)
    played = [int(deals) for deals in _played(made, chosen)]
    folded = made.combinations - sum(played)
    net, per = nets(rules)
    results = [(Fraction(one, per), deals) for one, deals in zip(net, played, strict=True)] + [(Fraction(-1), folded)]
    frequency = made.frequency(chosen)
    return GameOdds(
        game="double_cross_poker",
        title="Double Cross Poker",
        rules=rules,
        strategy=name,
        combinations=made.combinations,
        results=Distribution.of(results),
        staked=1 + RAISES * (1 - frequency[FOLD]),
        action_frequency=frequency,
        wagers=rows_of(_wagers(rules, played, folded)),
        winnings=Distribution.of((max(one, Fraction(0)), deals) for one, deals in results),
        least_cap=max(LEAST_CAP, rules.most_at_minimum),
        cost=made.cost(chosen),
        mistakes=made.mistakes(chosen),
        summary=STRATEGIES.get(name, "chosen by a function"),
        rulings=RULINGS,
    )


def _played(made: Choices, chosen: Ints) -> Ints:
    """Deals by end, over all starts that are played. They are a part of all deals, which 64 bits hold."""
    vertical = np.where(chosen == 1, made.weights, 0)
    horizontal = np.where(chosen == 2, made.weights, 0)
    by_end: Ints = deals_by_end() @ (vertical + horizontal[starts().exchanged])
    return by_end


def _wagers(rules: DoubleCrossPokerRules, played: list[int], folded: int) -> tuple[WagerOdds, ...]:
    """Every wager, from the deals that are played, by end, and those that are folded."""
    *higher, equal, lower = played
    even, tie, loss = paid(LINES[HIGHER], sum(higher), EVEN), pushed(LINES[EQUAL], equal), lost(LINES[LOWER], lower)
    top = range(len(CATEGORIES) - 1, -1, -1)
    won = tuple(paid(CATEGORIES[kind], higher[kind], rules.raise_pays[CATEGORIES[kind]]) for kind in top)
    raises = (
        WagerOdds(
            name=f"raise {number}",
            clause="11(b)",
            outcomes=(*won, tie, loss, not_placed("folded", folded)),
            most=rules.table_maximum,
        )
        for number in range(1, RAISES + 1)
    )
    return (
        WagerOdds(
            name="ante", clause="10(g)", outcomes=(even, tie, loss, lost("folded", folded)), most=rules.table_maximum
        ),
        *raises,
        WagerOdds(
            name="three-card",
            clause="11(c)",
            outcomes=_three_card(rules),
            side=True,
            most=rules.three_card_range[1],
            note="on the player's two cards and the top card of the cross; hands that win are exposed",
        ),
    )


def _three_card(rules: DoubleCrossPokerRules) -> tuple[Outcome, ...]:
    """The three-card wager, over the 22,100 sets of three cards."""
    ways = _threes()
    top = range(len(CATEGORIES_3) - 1, HIGH_3, -1)
    won = [paid(CATEGORIES_3[kind], ways[kind], rules.three_card_pays[CATEGORIES_3[kind]]) for kind in top]
    return (*won, lost("below a pair", ways[HIGH_3]))


@cache
def _threes() -> list[int]:
    """Sets of three cards by category."""
    threes = suit_classes(3)
    ways = [0] * len(CATEGORIES_3)
    for hand, weight in zip(threes.hands.tolist(), threes.weights.tolist(), strict=True):
        ways[category3(hand)] += weight
    return ways


# --- advice


def advise(rules: DoubleCrossPokerRules, known: Known) -> Advice:
    """What a fold and each array are worth, over every deal of the cards that have not been seen."""
    (vertical,), (horizontal,) = known["vertical"], known["horizontal"]
    counts = count_with(known["hand"], vertical, horizontal, known.get("seen", ()))
    net, per = nets(rules)
    deals = int(counts[0].sum())
    options = {FOLD: Fraction(-1)}
    for array, counted in zip(ARRAYS, counts, strict=True):
        total = sum(one * int(ends) for one, ends in zip(net, by_end(counted), strict=True))
        options[array] = Fraction(total, per * deals)
    return Advice(
        game="double_cross_poker",
        known={place: texts(found) for place, found in known.items()},
        options=options,
        deals=deals,
    )


# --- pictures

DOWN = range(12, -1, -1)
GIVES = (
    "a pair with the higher card",
    "a pair with the lower card",
    "three of one suit",
    "three to a straight",
    "less",
)
"""What a shown card gives to two cards that are no pair."""


def pictures(rules: DoubleCrossPokerRules, tick: Tick | None = None) -> list[Picture]:
    """When to raise by hand, along which array, what hands are worth, and how rounds end."""
    made = choices(rules, tick)
    ends = odds(rules).results
    assert isinstance(ends, Distribution)
    return [
        _when_to_raise(made),
        _which_array(made),
        _what_hands_are_worth(made),
        Bars(
            name="outcomes",
            title="Double Cross Poker: what rounds come to",
            labels=tuple(f"{float(net):+g}" for net in ends.weights),
            values=tuple(float(deals / ends.total) for deals in ends.weights.values()),
            unit="share of deals",
            logarithmic=True,
            note="won or lost in antes: ante and raises together",
        ),
    ]


def _by_hand(made: Choices, values: Ints) -> list[list[float]]:
    """Averages over the starts of each hand: suited above the diagonal, not suited below it, pairs on it."""
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
        rows=tuple(RANKS[rank] for rank in DOWN),
        columns=tuple(RANKS[rank] for rank in DOWN),
        cells=tuple(tuple(Cell(f"{share:.0%}", kind(share), share) for share in row) for row in shares),
        legend={
            "raise": "always raise",
            "mostly": "raise more often than not",
            "seldom": "fold more often than not",
            FOLD: "always fold",
        },
        note=f"{_HANDS}; the share of shown cards with which a raise is best",
    )


def _what_hands_are_worth(made: Choices) -> Heat:
    worth = made.worth.max(axis=0).astype(np.float64) / (made.deals * made.per)
    values = _by_hand(made, worth)
    return Heat(
        name="hands",
        title="Double Cross Poker: what a hand is worth",
        rows=tuple(RANKS[rank] for rank in DOWN),
        columns=tuple(RANKS[rank] for rank in DOWN),
        values=tuple(map(tuple, values)),
        texts=tuple(tuple(f"{value:+.2f}" for value in row) for row in values),
        unit="antes, on average over the shown cards",
        note=_HANDS,
    )


def gives(own: Ints, shown: Ints) -> Ints:
    """Which of ``GIVES`` a shown card gives to two cards of different ranks, row by row."""
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
            return Cell(f"raise {1 - fold:.0%}", "either" if fold == 0 else "depends", 1 - fold)
        better = int(arrays[1] > arrays[0])
        kind = ARRAYS[better] if arrays[better] == 1 else "depends"
        folding = f", fold {fold:.0%}" if fold else ""
        return Cell(f"{ARRAYS[better]} {arrays[better]:.0%}{folding}", kind, float(arrays[better]))

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
        note="two cards that are no pair; the share of starts with which this is best",
    )


STRATEGIES = {
    "optimal": "raise along the better array wherever that is worth more than the ante that a fold loses",
    "always": "raise on every hand, along the better array",
    "never": "fold every hand",
}

MATHEMATICS = Mathematics(
    game="double_cross_poker",
    places=(
        Place(name="hand", least=2, most=2, means="the player's own cards"),
        Place(name="vertical", least=1, most=1, means="the card of the vertical array that is turned first"),
        Place(name="horizontal", least=1, most=1, means="the card of the horizontal array that is turned first"),
        msgspec.structs.replace(SEEN, most=52 - 4 - TO_COME),
    ),
    strategies=STRATEGIES,
    odds=odds,
    advise=advise,
    pictures=pictures,
)
