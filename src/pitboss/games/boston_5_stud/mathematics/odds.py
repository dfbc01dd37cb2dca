"""The exact mathematics of Boston 5 Stud Poker. The base wager is the ante; first and second are two antes each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import partial

import numpy as np

from pitboss.basics.cards import texts
from pitboss.basics.poker import CATEGORIES, CATEGORIES_3, EQUAL, HIGH_3, HIGHER, LOWER, TWO_PAIR, category3
from pitboss.games.boston_5_stud.mathematics.choices import STRATEGIES, choices, named, nets, pictures, wins
from pitboss.games.boston_5_stud.mathematics.counting import DEALS, count
from pitboss.games.boston_5_stud.mathematics.one_hand import FOLD, SECOND, count_with
from pitboss.games.boston_5_stud.rules import LEAST_CAP, PUSH, Boston5StudRules
from pitboss.games.boston_5_stud.settle import FIRST, LINES, ante_bonus
from pitboss.mathematics import results
from pitboss.mathematics.choices import Known, Mathematics, Strategy, resolve
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import Ints, suit_classes
from pitboss.mathematics.design_search import Design, Nets, OnWager, Part

RULINGS = (
    "standard-order",
    "not-all-one-suit",
    "best-category",
    "to-and-for",
    "ante-bonus-table",
    "bonus-on-a-loss",
    "ante-on-a-win",
    "bonus-on-a-tie",
    "no-show-no-pay",
    "payout-cap",
)


def odds(
    rules: Boston5StudRules, strategy: Strategy = "optimal", *, every: bool = False, tick: Tick | None = None
) -> results.GameOdds:
    made = choices(rules)
    name, chosen = resolve(strategy, made, named(made), tick)
    frequency = made.frequency(chosen)
    played = (count() * made.weights[:, None, None])[chosen == 1].sum(axis=0)
    folded = int(made.weights[chosen == 0].sum()) * DEALS
    net, per = nets(rules)
    won, _ = wins(rules)
    deals = [(on, kind, int(played[on, kind])) for on in range(len(LINES)) for kind in range(len(CATEGORIES))]
    return results.GameOdds(
        game="boston_5_stud",
        title="Boston 5 Stud Poker",
        rules=rules,
        strategy=name,
        combinations=made.combinations,
        results=results.Distribution.of(
            [(Fraction(net[on][kind], per), deal) for on, kind, deal in deals] + [(Fraction(-1 - FIRST), folded)]
        ),
        staked=1 + FIRST + FIRST * frequency[SECOND],
        action_frequency=frequency,
        wagers=results.rows_of(_wagers(rules, played, folded)),
        winnings=results.Distribution.of(
            [(Fraction(won[on][kind], per), deal) for on, kind, deal in deals] + [(Fraction(0), folded)]
        ),
        least_cap=max(LEAST_CAP, rules.most_at_minimum),
        set_cap=rules.payout_cap,
        cost=made.cost(chosen),
        find_mistakes=partial(made.mistakes, chosen),
        summary=STRATEGIES.get(name, "chosen by a function"),
        rulings=RULINGS,
    )


def _wagers(rules: Boston5StudRules, played: Ints, folded: int) -> tuple[results.WagerOdds, ...]:
    """The odds of every wager. ``played`` has the deals with a second wager, by line and category."""
    by_line = [int(deals) for deals in played.sum(axis=1)]
    by_category = [int(deals) for deals in played.sum(axis=0)]
    higher = results.paid(LINES[HIGHER], by_line[HIGHER], rules.first_and_second_pays[LINES[HIGHER]])
    tie = results.pushed(LINES[EQUAL], by_line[EQUAL])
    lower, fold = results.lost(LINES[LOWER], by_line[LOWER]), results.lost("folded", folded)
    pays, per = rules.ante_bonus_pays
    bonus = tuple(
        results.Outcome(
            name=CATEGORIES[kind],
            count=by_category[kind],
            net=Fraction(ante_bonus(per, kind, pays, per), per),
            pays=str(rules.ante_bonus[CATEGORIES[kind]]),
        )
        for kind in range(len(CATEGORIES) - 1, TWO_PAIR - 1, -1)
    )
    no_bonus = sum(by_category[:TWO_PAIR])
    return (
        results.WagerOdds(
            name="ante",
            clause="10(f)",
            outcomes=(_ante(rules, by_line[HIGHER]), tie, lower, fold),
            most=rules.table_maximum,
        ),
        results.WagerOdds(
            name="first",
            clause="11(b)",
            outcomes=(higher, tie, lower, fold),
            unit=Fraction(FIRST),
            most=FIRST * rules.table_maximum,
        ),
        results.WagerOdds(
            name="second",
            clause="11(b)",
            outcomes=(higher, tie, lower, results.not_placed("folded", folded)),
            unit=Fraction(FIRST),
            pays_like="first",
            most=FIRST * rules.table_maximum,
        ),
        results.WagerOdds(
            name="ante bonus",
            clause="11(c)",
            outcomes=(*bonus, _nothing("below two pair", no_bonus), _nothing("folded", folded)),
            earned=True,
            most=rules.table_maximum,
        ),
        results.WagerOdds(
            name="optional bonus",
            clause="11(d)",
            outcomes=_optional(rules),
            side=True,
            most=rules.most_optional,
            note="winning cards are always exposed; settled before the decision, so a fold does not affect it",
        ),
    )


def _ante(rules: Boston5StudRules, deals: int) -> results.Outcome:
    """The ante on a higher hand, which pushes unless a study pays it."""
    odds = rules.ante_pays[LINES[HIGHER]]
    return results.pushed(LINES[HIGHER], deals) if odds == PUSH else results.paid(LINES[HIGHER], deals, odds)


def _nothing(name: str, deals: int) -> results.Outcome:
    return results.Outcome(name=name, count=deals, net=Fraction(0), pays="nothing")


def _optional(rules: Boston5StudRules) -> tuple[results.Outcome, ...]:
    """The outcomes of the optional bonus, over the 22,100 starts."""
    threes = suit_classes(3)
    ways = [0] * len(CATEGORIES_3)
    for hand, weight in zip(threes.hands.tolist(), threes.weights.tolist(), strict=True):
        ways[category3(hand)] += weight
    top = range(len(CATEGORIES_3) - 1, HIGH_3, -1)
    won = [results.paid(CATEGORIES_3[kind], ways[kind], rules.optional_bonus[CATEGORIES_3[kind]]) for kind in top]
    return (*won, results.lost("below a pair", ways[HIGH_3]))


def joint_law(rules: Boston5StudRules, strategy: Strategy, stakes: Mapping[str, int]) -> Counter[Fraction]:
    """The deals by the net cents of a round with an optional bonus, which is on the cards of the decision."""
    made = choices(rules)
    _, chosen = resolve(strategy, made, named(made))
    net, per = nets(rules)
    ante, side = stakes["ante"], stakes["optional bonus"]
    back, den = rules.optional_bonus_back
    bonus = np.array([category3(hand) for hand in suit_classes(3).hands.tolist()])
    deals: Counter[Fraction] = Counter()
    for kind in range(len(CATEGORIES_3)):
        won = Fraction(side * back[kind], den) - side
        seconds = np.where((bonus == kind) & (chosen == 1), made.weights, 0)
        folds = made.weights[(bonus == kind) & (chosen == 0)]
        deals[won - (1 + FIRST) * ante] += int(folds.sum()) * DEALS
        for (on, category), count_of in np.ndenumerate(np.einsum("s,sij->ij", seconds, count())):
            deals[won + Fraction(ante * net[on][category], per)] += int(count_of)
    return deals


# --- advice


def advise(rules: Boston5StudRules, known: Known) -> results.Advice:
    """The value of a second wager and a fold, over every deal of the unseen cards."""
    counts = count_with(known["hand"], known.get("seen", ()))
    net, per = nets(rules)
    deals = int(counts.sum())
    total = sum(net[on][kind] * int(counts[on, kind]) for on in range(len(LINES)) for kind in range(len(CATEGORIES)))
    return results.Advice(
        game="boston_5_stud",
        known={place: texts(found) for place, found in known.items()},
        options={FOLD: Fraction(-1 - FIRST), SECOND: Fraction(total, per * deals)},
        deals=deals,
    )


MATHEMATICS = Mathematics(
    game="boston_5_stud",
    strategies=STRATEGIES,
    asks=("hand",),
    actions=(FOLD, SECOND),
    odds=odds,
    advise=advise,
    pictures=pictures,
    choices=lambda rules, tick: choices(rules),
    joint_law=joint_law,
)


# --- the pay tables that can be searched


def _parts(rules: Boston5StudRules, tick: Tick | None) -> tuple[Part, ...]:
    second = count().reshape(len(count()), -1)
    return (Part(suit_classes(3).weights, (np.full((len(second), 1), DEALS), second)),)


def _nets(rules: Boston5StudRules) -> Nets:
    """A fold loses ante and first wager."""
    won, per = nets(rules)
    return [[[Fraction(-1 - FIRST)], [Fraction(one, per) for line in won for one in line]]]


DESIGN = Design(
    game="boston_5_stud",
    round=("ante_bonus", "first_and_second_pays", "ante_pays"),
    parts=_parts,
    nets=_nets,
    plays=SECOND,
    wagers={"optional_bonus": (OnWager(lambda rules: "optional bonus"),)},
)
