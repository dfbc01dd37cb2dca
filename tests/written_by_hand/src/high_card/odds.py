"""The exact mathematics of High Card."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from high_card.choices import FOLD, RAISE, STRATEGIES, choices, named, nets
from high_card.counting import DEALS, count, count_with
from high_card.pictures import pictures
from high_card.rules import HighCardRules
from high_card.settle import ACE_HIGH, EQUAL, FOLDED, HIGHER, LINES, LOWER
from pitboss.basics.cards import texts
from pitboss.basics.money import PayTable
from pitboss.mathematics.choices import Known, Mathematics, Strategy, resolve
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.results import (
    Advice,
    Distribution,
    GameOdds,
    Outcome,
    WagerOdds,
    lost,
    not_placed,
    paid,
    pushed,
    rows_of,
)


def odds(
    rules: HighCardRules, strategy: Strategy = "optimal", *, every: bool = False, tick: Tick | None = None
) -> GameOdds:
    made = choices(rules)
    name, chosen = resolve(strategy, made, named(made), tick)
    played = [int(deals) for deals in (count() * made.weights[:, None])[chosen == 1].sum(axis=0)]
    folded = int(made.weights[chosen == 0].sum()) * DEALS
    net, per = nets(rules)
    frequency = made.frequency(chosen)
    wagers = (
        WagerOdds(
            name="ante",
            clause="7(b)",
            outcomes=(*_outcomes(rules.ante_pays, played), lost(FOLDED, folded)),
            most=rules.table_maximum,
        ),
        WagerOdds(
            name="raise",
            clause="7(b)",
            outcomes=(*_outcomes(rules.raise_pays, played), not_placed(FOLDED, folded)),
            most=rules.table_maximum,
        ),
    )
    return GameOdds(
        game="high_card",
        title="High Card",
        rules=rules,
        strategy=name,
        combinations=made.combinations,
        results=Distribution.of(
            [(Fraction(net[on], per), played[on]) for on in range(len(LINES))] + [(Fraction(-1), folded)]
        ),
        staked=1 + frequency[RAISE],
        action_frequency=frequency,
        wagers=rows_of(wagers),
        cost=made.cost(chosen),
        find_mistakes=partial(made.mistakes, chosen),
        summary=STRATEGIES.get(name, "chosen by a function"),
    )


def _outcomes(pays: PayTable, counts: list[int]) -> tuple[Outcome, ...]:
    """The lines of the pay table from the top, with the number of deals that end on each."""
    wins = [paid(LINES[on], counts[on], pays.get(LINES[on], pays[LINES[HIGHER]])) for on in (ACE_HIGH, HIGHER)]
    return (*wins, pushed(LINES[EQUAL], counts[EQUAL]), lost(LINES[LOWER], counts[LOWER]))


def advise(rules: HighCardRules, known: Known) -> Advice:
    """The value of a raise and a fold, over every unseen card."""
    (card,) = known["hand"]
    counts = count_with(card, known.get("seen", ()))
    net, per = nets(rules)
    deals = sum(counts)
    total = sum(won * ways for won, ways in zip(net, counts, strict=True))
    return Advice(
        game="high_card",
        known={place: texts(found) for place, found in known.items()},
        options={FOLD: Fraction(-1), RAISE: Fraction(total, per * deals)},
        deals=deals,
    )


MATHEMATICS = Mathematics(
    game="high_card",
    strategies=STRATEGIES,
    asks=("hand",),
    actions=(FOLD, RAISE),
    odds=odds,
    advise=advise,
    pictures=pictures,
    choices=lambda rules, tick: choices(rules),
)
