"""The exact mathematics of Double Down Stud."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from pitboss.basics.cards import texts
from pitboss.games.double_down_stud.mathematics.choices import STRATEGIES, choices, named, nets, pictures
from pitboss.games.double_down_stud.mathematics.counting import count
from pitboss.games.double_down_stud.mathematics.one_hand import DOUBLE, PASS, count_with
from pitboss.games.double_down_stud.rules import LEAST_CAP, LOW_PAYS, DoubleDownStudRules
from pitboss.games.double_down_stud.settle import JACKS, LINES, LOSE, PUSH
from pitboss.mathematics import results
from pitboss.mathematics.choices import Known, Mathematics, Strategy, resolve
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import suit_classes
from pitboss.mathematics.design_search import Design, Nets, Part

RULINGS = ("push-is-tens-to-sixes", "double-up-to", "best-category", "to-and-for", "payout-cap")


def odds(
    rules: DoubleDownStudRules, strategy: Strategy = "optimal", *, every: bool = False, tick: Tick | None = None
) -> results.GameOdds:
    made = choices(rules)
    name, chosen = resolve(strategy, made, named(made), tick)
    per_line = count() * made.weights[:, None]
    doubled = [int(n) for n in per_line[chosen == 1].sum(axis=0)]
    single = [int(n) for n in per_line[chosen == 0].sum(axis=0)]
    won, per = nets(rules)
    net = [Fraction(one, per) for one in won]
    frequency = made.frequency(chosen)
    wagers = (
        results.WagerOdds(
            name="original",
            clause="10(b)",
            outcomes=_outcomes(rules, [a + b for a, b in zip(single, doubled, strict=True)]),
            most=rules.table_maximum,
        ),
        results.WagerOdds(
            name="double",
            clause="10(b)",
            outcomes=(*_outcomes(rules, doubled), results.not_placed("not doubled", sum(single))),
            pays_like="original",
            most=rules.table_maximum,
        ),
    )
    rounds = [(net[i], single[i]) for i in range(len(LINES))] + [(2 * net[i], doubled[i]) for i in range(len(LINES))]
    return results.GameOdds(
        game="double_down_stud",
        title="Double Down Stud",
        rules=rules,
        strategy=name,
        combinations=made.combinations,
        results=results.Distribution.of(rounds),
        staked=1 + frequency[DOUBLE],
        action_frequency=frequency,
        wagers=results.rows_of(wagers),
        winnings=results.Distribution.of((max(one, Fraction(0)), weight) for one, weight in rounds),
        least_cap=max(LEAST_CAP, rules.most_at_minimum),
        set_cap=rules.payout_cap,
        cost=made.cost(chosen),
        find_mistakes=partial(made.mistakes, chosen),
        summary=STRATEGIES.get(name, "chosen by a function"),
        rulings=RULINGS,
    )


def _outcomes(rules: DoubleDownStudRules, counts: list[int]) -> tuple[results.Outcome, ...]:
    """The lines of the pay table from the top, with the number of deals that end on each."""
    wins = [results.paid(LINES[at], counts[at], rules.pays[LINES[at]]) for at in range(len(LINES) - 1, JACKS - 1, -1)]
    if rules.low_pays == LOW_PAYS:
        return (*wins, results.pushed(LINES[PUSH], counts[PUSH]), results.lost(LINES[LOSE], counts[LOSE]))
    return (*wins, *(results.paid(LINES[at], counts[at], rules.low_pays[LINES[at]]) for at in (PUSH, LOSE)))


# --- advice


def advise(rules: DoubleDownStudRules, known: Known) -> results.Advice:
    """The value of a double and a pass, over every unseen hole card."""
    ways = count_with((*known["hand"], *known["board"]), known.get("seen", ()))
    won, per = nets(rules)
    deals = sum(ways)
    value = Fraction(sum(net * n for net, n in zip(won, ways, strict=True)), per * deals)
    return results.Advice(
        game="double_down_stud",
        known={place: texts(found) for place, found in known.items()},
        options={PASS: value, DOUBLE: 2 * value},
        deals=deals,
    )


MATHEMATICS = Mathematics(
    game="double_down_stud",
    strategies=STRATEGIES,
    asks=("hand", "board"),
    actions=(PASS, DOUBLE),
    odds=odds,
    advise=advise,
    pictures=pictures,
    choices=lambda rules, tick: choices(rules),
)


# --- the pay tables that can be searched


def _parts(rules: DoubleDownStudRules, tick: Tick | None) -> tuple[Part, ...]:
    return (Part(suit_classes(4).weights, (count(), count())),)


def _nets(rules: DoubleDownStudRules) -> Nets:
    """A double is paid like the original wager."""
    won, per = nets(rules)
    return [[[Fraction(times * one, per) for one in won] for times in (1, 2)]]


DESIGN = Design(game="double_down_stud", round=("pays", "low_pays"), parts=_parts, nets=_nets, plays=DOUBLE)
