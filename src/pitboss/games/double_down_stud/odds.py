"""The exact mathematics of Double Down Stud."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from pitboss.cards import texts
from pitboss.exact.choices import Choices, Known, Strategy, exact_dot, priced, resolve
from pitboss.exact.compiled import Tick
from pitboss.exact.distribution import Distribution
from pitboss.exact.hands import suit_classes
from pitboss.exact.mathematics import SEEN, Mathematics, Place
from pitboss.exact.picture import Bars, Cell, Grid, Picture
from pitboss.exact.results import Advice, GameOdds, Outcome, WagerOdds, lost, not_placed, paid, pushed, rows_of
from pitboss.games.double_down_stud.counting import HOLE_CARDS, count
from pitboss.games.double_down_stud.rules import LEAST_CAP, DoubleDownStudRules
from pitboss.games.double_down_stud.settle import JACKS, LINES, LOSE, PUSH, line, original_or_double
from pitboss.poker import strength

PASS, DOUBLE = "pass", "double"
RULINGS = ("push-is-tens-to-sixes", "double-up-to", "best-category", "to-and-for", "payout-cap")


def nets(rules: DoubleDownStudRules) -> tuple[list[int], int]:
    """What each line wins for one wager, over one denominator."""
    back, per = rules.back
    return [original_or_double(per, one, back, per) - per for one in range(len(LINES))], per


def choices(rules: DoubleDownStudRules) -> Choices:
    """Whether to double, for each set of four known cards: a double down wager is paid as the original is."""
    won, per = nets(rules)
    original = priced(count(), won)
    fours = suit_classes(4)

    def known(state: int) -> Known:
        first, *rest = map(int, fours.hands[state])
        return {"hand": (first,), "board": tuple(rest)}

    def describe(state: int) -> str:
        return texts(map(int, fours.hands[state]))

    worth = np.stack((original, 2 * original))
    return Choices((PASS, DOUBLE), worth, fours.weights, HOLE_CARDS, per, known, describe)


def odds(
    rules: DoubleDownStudRules, strategy: Strategy = "optimal", *, every: bool = False, tick: Tick | None = None
) -> GameOdds:
    made = choices(rules)
    name, chosen = resolve(
        strategy, made, {"always": lambda: made.always(DOUBLE), "never": lambda: made.always(PASS)}, tick
    )
    per_line = count() * made.weights[:, None]
    doubled = [int(n) for n in per_line[chosen == 1].sum(axis=0)]
    single = [int(n) for n in per_line[chosen == 0].sum(axis=0)]
    won, per = nets(rules)
    net = [Fraction(one, per) for one in won]
    frequency = made.frequency(chosen)
    wagers = (
        WagerOdds(
            name="original",
            clause="10(b)",
            outcomes=_outcomes(rules, [a + b for a, b in zip(single, doubled, strict=True)]),
            most=rules.table_maximum,
        ),
        WagerOdds(
            name="double",
            clause="10(b)",
            outcomes=(*_outcomes(rules, doubled), not_placed("not doubled", sum(single))),
            most=rules.table_maximum,
        ),
    )
    results = [(net[i], single[i]) for i in range(len(LINES))] + [(2 * net[i], doubled[i]) for i in range(len(LINES))]
    return GameOdds(
        game="double_down_stud",
        title="Double Down Stud",
        rules=rules,
        strategy=name,
        combinations=made.combinations,
        results=Distribution.of(results),
        staked=1 + frequency[DOUBLE],
        action_frequency=frequency,
        wagers=rows_of(wagers),
        winnings=Distribution.of((max(one, Fraction(0)), weight) for one, weight in results),
        least_cap=max(LEAST_CAP, rules.most_at_minimum),
        cost=made.cost(chosen),
        mistakes=made.mistakes(chosen),
        summary=STRATEGIES.get(name, "chosen by a function"),
        rulings=RULINGS,
    )


def _outcomes(rules: DoubleDownStudRules, counts: list[int]) -> tuple[Outcome, ...]:
    """The lines of the pay table from the top, with how many deals end on each."""
    wins = [paid(LINES[at], counts[at], rules.pays[LINES[at]]) for at in range(len(LINES) - 1, JACKS - 1, -1)]
    return (*wins, pushed(LINES[PUSH], counts[PUSH]), lost(LINES[LOSE], counts[LOSE]))


# --- advice


def advise(rules: DoubleDownStudRules, known: Known) -> Advice:
    """What doubling and passing are worth, over every hole card that has not been seen."""
    cards = (*known["hand"], *known["board"])
    seen = {*cards, *known.get("seen", ())}
    holes = [card for card in range(52) if card not in seen]
    won, per = nets(rules)
    total = sum(won[line(strength((*cards, hole)))] for hole in holes)
    value = Fraction(total, per * len(holes))
    return Advice(
        game="double_down_stud",
        known={place: texts(found) for place, found in known.items()},
        options={PASS: value, DOUBLE: 2 * value},
        deals=len(holes),
    )


# --- pictures

_DRAWS = (
    "pair of jacks or better, or more, in hand",
    "pair of sixes to tens",
    "pair of fives or less",
    "four to a flush and a straight",
    "four to a flush",
    "open-ended straight",
    "inside straight",
    "four unpaired cards",
)


def pictures(rules: DoubleDownStudRules, tick: Tick | None = None) -> list[Picture]:
    """How often each kind of four cards is doubled, and what the double is then worth; and how rounds end."""
    made = choices(rules)
    hands = suit_classes(4).hands
    kinds = np.array([_kind(tuple(map(int, hand))) for hand in hands])
    rows, cells = [], []
    for at, words in enumerate(_DRAWS):
        inside = kinds == at
        weight = int(made.weights[inside].sum())
        doubled = int(made.weights[inside & (made.best == 1)].sum())
        value = exact_dot(made.weights[inside], made.worth[0, inside]) / (weight * HOLE_CARDS * made.per)
        kind = DOUBLE if doubled == weight else PASS if not doubled else "depends"
        rows.append(words)
        cells.append(
            (
                Cell(f"{weight / int(made.weights.sum()):.2%}", kind),
                Cell(f"{doubled / weight:.1%}", kind),
                Cell(f"{value:+.4f}", kind),
            )
        )
    legend = {DOUBLE: "always double", PASS: "never double", "depends": "depends on the cards"}
    columns = ("how often", "doubled", "worth of a wager")
    ends = odds(rules).wagers["original"].outcomes
    return [
        Grid(
            name="strategy",
            title="Double Down Stud: when to double",
            rows=tuple(rows),
            columns=columns,
            cells=tuple(cells),
            row_title="four known cards",
            legend=legend,
        ),
        Bars(
            name="outcomes",
            title="Double Down Stud: how often each line comes",
            labels=tuple(one.name for one in ends),
            values=tuple(one.count / made.combinations for one in ends if isinstance(one.count, int)),
            unit="share of deals",
            logarithmic=True,
        ),
    ]


def _kind(cards: tuple[int, ...]) -> int:
    """Which of ``_DRAWS`` four cards are."""
    ranks = sorted({card >> 2 for card in cards})
    if len(ranks) < 4:
        counts = [sum(card >> 2 == rank for card in cards) for rank in ranks]
        if max(counts) > 2 or counts.count(2) > 1:
            return 0
        pair = next(rank for rank, held in zip(ranks, counts, strict=True) if held == 2)
        return 0 if pair >= 9 else 1 if pair >= 4 else 2
    suited = len({card & 3 for card in cards}) == 1
    low = sorted(-1 if rank == 12 else rank for rank in ranks)
    close = min(ranks[3] - ranks[0], low[3] - low[0])
    open_ended = ranks[3] - ranks[0] == 3 and ranks[3] < 12
    if suited:
        return 3 if close <= 4 else 4
    return 5 if open_ended else 6 if close <= 4 else 7


STRATEGIES = {
    "optimal": "double wherever a wager is worth more than nothing",
    "always": "double every hand",
    "never": "never double",
}

MATHEMATICS = Mathematics(
    game="double_down_stud",
    places=(
        Place(name="hand", least=1, most=1, means="the player's own card"),
        Place(name="board", least=3, most=3, means="the three community cards that lie open"),
        SEEN,
    ),
    strategies=STRATEGIES,
    odds=odds,
    advise=advise,
    pictures=pictures,
)
