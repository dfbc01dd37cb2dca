"""The exact mathematics of Double Cross Poker. The base wager is the ante; each raise is equal to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, partial

import numpy as np

from pitboss.basics.cards import texts
from pitboss.basics.poker import CATEGORIES, CATEGORIES_3, EQUAL, HIGH_3, HIGHER, LOWER, category3
from pitboss.games.double_cross_poker.mathematics.choices import (
    ACTIONS,
    STRATEGIES,
    choices,
    deals_by_end,
    named,
    nets,
    pictures,
)
from pitboss.games.double_cross_poker.mathematics.counting import COMPLETIONS, starts
from pitboss.games.double_cross_poker.mathematics.one_hand import FOLD, by_end, count_with
from pitboss.games.double_cross_poker.rules import LEAST_CAP, DoubleCrossPokerRules
from pitboss.games.double_cross_poker.settle import ARRAYS, LINES, RAISES
from pitboss.mathematics import results
from pitboss.mathematics.choices import Choices, Known, Mathematics, Strategy, resolve
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import Ints, suit_classes
from pitboss.mathematics.design_search import Design, Nets, OnWager, Part

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


def odds(
    rules: DoubleCrossPokerRules, strategy: Strategy = "optimal", *, every: bool = False, tick: Tick | None = None
) -> results.GameOdds:
    made = choices(rules, tick)
    name, chosen = resolve(strategy, made, named(made), tick)
    played = [int(deals) for deals in _played(made, chosen)]
    folded = made.combinations - sum(played)
    net, per = nets(rules)
    rounds = [(Fraction(one, per), deals) for one, deals in zip(net, played, strict=True)] + [(Fraction(-1), folded)]
    frequency = made.frequency(chosen)
    return results.GameOdds(
        game="double_cross_poker",
        title="Double Cross Poker",
        rules=rules,
        strategy=name,
        combinations=made.combinations,
        results=results.Distribution.of(rounds),
        staked=1 + RAISES * (1 - frequency[FOLD]),
        action_frequency=frequency,
        wagers=results.rows_of(_wagers(rules, played, folded)),
        winnings=results.Distribution.of((max(one, Fraction(0)), deals) for one, deals in rounds),
        least_cap=max(LEAST_CAP, rules.most_at_minimum),
        set_cap=rules.payout_cap,
        cost=made.cost(chosen),
        find_mistakes=partial(made.mistakes, chosen),
        summary=STRATEGIES.get(name, "chosen by a function"),
        rulings=RULINGS,
    )


def _played(made: Choices, chosen: Ints) -> Ints:
    """Deals by end, over all raised starts. The sums fit in 64 bits, as the number of all deals does."""
    vertical = np.where(chosen == 1, made.weights, 0)
    horizontal = np.where(chosen == 2, made.weights, 0)
    by_end: Ints = deals_by_end() @ (vertical + horizontal[starts().exchanged])
    return by_end


def _wagers(rules: DoubleCrossPokerRules, played: list[int], folded: int) -> tuple[results.WagerOdds, ...]:
    """The odds of every wager. ``played`` has the raised deals, by end."""
    *higher, equal, lower = played
    even = results.paid(LINES[HIGHER], sum(higher), rules.ante_pays[LINES[HIGHER]])
    tie, loss = results.pushed(LINES[EQUAL], equal), results.lost(LINES[LOWER], lower)
    top = range(len(CATEGORIES) - 1, -1, -1)
    won = tuple(results.paid(CATEGORIES[kind], higher[kind], rules.raise_pays[CATEGORIES[kind]]) for kind in top)
    raises = (
        results.WagerOdds(
            name=f"raise {number}",
            clause="11(b)",
            outcomes=(*won, tie, loss, results.not_placed("folded", folded)),
            pays_like="raise 1" if number > 1 else "",
            most=rules.table_maximum,
        )
        for number in range(1, RAISES + 1)
    )
    return (
        results.WagerOdds(
            name="ante",
            clause="10(g)",
            outcomes=(even, tie, loss, results.lost("folded", folded)),
            most=rules.table_maximum,
        ),
        *raises,
        results.WagerOdds(
            name="three-card",
            clause="11(c)",
            outcomes=_three_card(rules),
            side=True,
            most=rules.three_card_range[1],
            note="on the two cards and the card of the vertical that is turned first; winning cards are always exposed",
        ),
    )


def _three_card(rules: DoubleCrossPokerRules) -> tuple[results.Outcome, ...]:
    """The outcomes of the three-card wager, over the 22,100 sets of three cards."""
    ways = _threes()
    top = range(len(CATEGORIES_3) - 1, HIGH_3, -1)
    won = [results.paid(CATEGORIES_3[kind], ways[kind], rules.three_card_pays[CATEGORIES_3[kind]]) for kind in top]
    return (*won, results.lost("below a pair", ways[HIGH_3]))


@cache
def _threes() -> list[int]:
    """Sets of three cards by category."""
    threes = suit_classes(3)
    ways = [0] * len(CATEGORIES_3)
    for hand, weight in zip(threes.hands.tolist(), threes.weights.tolist(), strict=True):
        ways[category3(hand)] += weight
    return ways


def joint_law(rules: DoubleCrossPokerRules, strategy: Strategy, stakes: Mapping[str, int]) -> Counter[Fraction]:
    """The deals by the net cents of a round with a three-card wager, which is on cards that the decision knows."""
    made = choices(rules)
    _, chosen = resolve(strategy, made, named(made))
    net, per = nets(rules)
    ante, side = stakes["ante"], stakes["three-card"]
    back, den = rules.three_card_back
    threes = suit_classes(3)
    kind_of = np.array([category3(hand) for hand in threes.hands.tolist()])
    kinds = kind_of[threes.indices(starts().cards[:, (0, 2, 3)].astype(np.int64))]
    deals: Counter[Fraction] = Counter()
    for kind in range(len(CATEGORIES_3)):
        won, here = Fraction(side * back[kind], den) - side, kinds == kind
        deals[won - ante] += int(made.weights[here & (chosen == 0)].sum()) * COMPLETIONS
        for one, played in zip(net, _played(made, np.where(here, chosen, 0)), strict=True):
            deals[won + Fraction(ante * one, per)] += int(played)
    return deals


# --- advice


def advise(rules: DoubleCrossPokerRules, known: Known) -> results.Advice:
    """The value of a fold and of each array, over every deal of the unseen cards."""
    (vertical,), (horizontal,) = known["vertical"], known["horizontal"]
    counts = count_with(known["hand"], vertical, horizontal, known.get("seen", ()))
    net, per = nets(rules)
    deals = int(counts[0].sum())
    options = {FOLD: Fraction(-1)}
    for array, counted in zip(ARRAYS, counts, strict=True):
        total = sum(one * int(ends) for one, ends in zip(net, by_end(counted), strict=True))
        options[array] = Fraction(total, per * deals)
    return results.Advice(
        game="double_cross_poker",
        known={place: texts(found) for place, found in known.items()},
        options=options,
        deals=deals,
    )


MATHEMATICS = Mathematics(
    game="double_cross_poker",
    strategies=STRATEGIES,
    asks=("hand", "vertical", "horizontal"),
    actions=ACTIONS,
    odds=odds,
    advise=advise,
    pictures=pictures,
    choices=choices,
    joint_law=joint_law,
)


# --- the pay tables that can be searched


def _parts(rules: DoubleCrossPokerRules, tick: Tick | None) -> tuple[Part, ...]:
    """A fold or a raise along either array."""
    every = starts(tick)
    vertical = deals_by_end().T
    fold = np.full((len(vertical), 1), COMPLETIONS)
    return (Part(every.weights, (fold, vertical, vertical[every.exchanged])),)


def _nets(rules: DoubleCrossPokerRules) -> Nets:
    won, per = nets(rules)
    array = [Fraction(one, per) for one in won]
    return [[[Fraction(-1)], array, array]]


DESIGN = Design(
    game="double_cross_poker",
    round=("raise_pays", "ante_pays"),
    parts=_parts,
    nets=_nets,
    plays="raise",
    wagers={"three_card_pays": (OnWager(lambda rules: "three-card"),)},
)
