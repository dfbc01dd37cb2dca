"""The exact mathematics of Boston 5 Stud Poker. The base wager is the ante; first and second are two antes each."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import numpy as np

from pitboss.cards import RANK_NAMES, RANKS, plural, texts
from pitboss.exact.choices import Choices, Known, Strategy, exact_dot, priced, resolve
from pitboss.exact.compiled import Tick
from pitboss.exact.distribution import Distribution
from pitboss.exact.hands import Ints, suit_classes
from pitboss.exact.mathematics import SEEN, Mathematics, Place
from pitboss.exact.picture import Bars, Cell, Grid, Heat, Picture
from pitboss.exact.results import Advice, GameOdds, Outcome, WagerOdds, lost, not_placed, paid, pushed, rows_of
from pitboss.games.boston_5_stud.counting import DEALS, TO_COME, count, count_with
from pitboss.games.boston_5_stud.rules import LEAST_CAP, Boston5StudRules
from pitboss.games.boston_5_stud.settle import LINES, ante, ante_bonus, first_or_second
from pitboss.money import Odds
from pitboss.poker import CATEGORIES, CATEGORIES_3, EQUAL, HIGH_3, HIGHER, LOWER, PAIR_3, TWO_PAIR, category3, describe3

FOLD, SECOND = "fold", "second"
FIRST = 2
"""The first wager in antes, and the second, which is equal to it."""
EVEN = Odds.parse("1 to 1")
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


def wins(rules: Boston5StudRules) -> tuple[list[list[int]], int]:
    """What first, second and ante bonus win with a second wager, by line and category, over one denominator."""
    pays, per = rules.ante_bonus_pays
    stake = FIRST * per
    bonus = [ante_bonus(per, category, pays, per) for category in range(len(CATEGORIES))]
    return [[2 * max(0, first_or_second(stake, on) - stake) + more for more in bonus] for on in range(len(LINES))], per


def nets(rules: Boston5StudRules) -> tuple[list[list[int]], int]:
    """What a round with a second wager comes to, by line and category, over one denominator."""
    won, per = wins(rules)
    stake = FIRST * per
    lose = [ante(per, on) - per + 2 * min(0, first_or_second(stake, on) - stake) for on in range(len(LINES))]
    return [[one + lose[on] for one in won[on]] for on in range(len(LINES))], per


def choices(rules: Boston5StudRules) -> Choices:
    """A second wager or a fold, for each start of three cards."""
    net, per = nets(rules)
    threes = suit_classes(3)
    second = priced(count().reshape(len(threes.hands), -1), [one for line in net for one in line])
    fold = np.full_like(second, -(1 + FIRST) * per * DEALS)

    def known(state: int) -> Known:
        return {"hand": tuple(map(int, threes.hands[state]))}

    def describe(state: int) -> str:
        return texts(map(int, threes.hands[state]))

    return Choices((FOLD, SECOND), np.stack((fold, second)), threes.weights, DEALS, per, known, describe)


def odds(
    rules: Boston5StudRules, strategy: Strategy = "optimal", *, every: bool = False, tick: Tick | None = None
) -> GameOdds:
    made = choices(rules)
    name, chosen = resolve(
        strategy, made, {"always": lambda: made.always(SECOND), "never": lambda: made.always(FOLD)}, tick
    )
    frequency = made.frequency(chosen)
    played = (count() * made.weights[:, None, None])[chosen == 1].sum(axis=0)
    folded = int(made.weights[chosen == 0].sum()) * DEALS
    net, per = nets(rules)
    won, _ = wins(rules)
    deals = [(on, kind, int(played[on, kind])) for on in range(len(LINES)) for kind in range(len(CATEGORIES))]
    return GameOdds(
        game="boston_5_stud",
        title="Boston 5 Stud Poker",
        rules=rules,
        strategy=name,
        combinations=made.combinations,
        results=Distribution.of(
            [(Fraction(net[on][kind], per), deal) for on, kind, deal in deals] + [(Fraction(-1 - FIRST), folded)]
        ),
        staked=1 + FIRST + FIRST * frequency[SECOND],
        action_frequency=frequency,
        wagers=rows_of(_wagers(rules, played, folded)),
        winnings=Distribution.of(
            [(Fraction(won[on][kind], per), deal) for on, kind, deal in deals] + [(Fraction(0), folded)]
        ),
        least_cap=max(LEAST_CAP, rules.most_at_minimum),
        cost=made.cost(chosen),
        mistakes=made.mistakes(chosen),
        summary=STRATEGIES.get(name, "chosen by a function"),
        rulings=RULINGS,
    )


def _wagers(rules: Boston5StudRules, played: Ints, folded: int) -> tuple[WagerOdds, ...]:
    """Every wager, from the deals that are played on, by line and category, and those that are folded."""
    by_line = [int(deals) for deals in played.sum(axis=1)]
    by_category = [int(deals) for deals in played.sum(axis=0)]
    higher, tie = paid(LINES[HIGHER], by_line[HIGHER], EVEN), pushed(LINES[EQUAL], by_line[EQUAL])
    lower, fold = lost(LINES[LOWER], by_line[LOWER]), lost("folded", folded)
    pays, per = rules.ante_bonus_pays
    bonus = tuple(
        Outcome(
            name=CATEGORIES[kind],
            count=by_category[kind],
            net=Fraction(ante_bonus(per, kind, pays, per), per),
            pays=str(rules.ante_bonus[CATEGORIES[kind]]),
        )
        for kind in range(len(CATEGORIES) - 1, TWO_PAIR - 1, -1)
    )
    no_bonus = sum(by_category[:TWO_PAIR])
    return (
        WagerOdds(
            name="ante",
            clause="10(f)",
            outcomes=(pushed(LINES[HIGHER], by_line[HIGHER]), tie, lower, fold),
            most=rules.table_maximum,
        ),
        WagerOdds(
            name="first",
            clause="11(b)",
            outcomes=(higher, tie, lower, fold),
            unit=Fraction(FIRST),
            most=FIRST * rules.table_maximum,
        ),
        WagerOdds(
            name="second",
            clause="11(b)",
            outcomes=(higher, tie, lower, not_placed("folded", folded)),
            unit=Fraction(FIRST),
            most=FIRST * rules.table_maximum,
        ),
        WagerOdds(
            name="ante bonus",
            clause="11(c)",
            outcomes=(*bonus, _nothing("below two pair", no_bonus), _nothing("folded", folded)),
            earned=True,
            most=rules.table_maximum,
        ),
        WagerOdds(
            name="optional bonus",
            clause="11(d)",
            outcomes=_optional(rules),
            side=True,
            most=rules.most_optional,
            note="three cards that win are exposed; it is settled before the decision, and a fold does not touch it",
        ),
    )


def _nothing(name: str, deals: int) -> Outcome:
    return Outcome(name=name, count=deals, net=Fraction(0), pays="nothing")


def _optional(rules: Boston5StudRules) -> tuple[Outcome, ...]:
    """The optional bonus, over the 22,100 starts."""
    threes = suit_classes(3)
    ways = [0] * len(CATEGORIES_3)
    for hand, weight in zip(threes.hands.tolist(), threes.weights.tolist(), strict=True):
        ways[category3(hand)] += weight
    top = range(len(CATEGORIES_3) - 1, HIGH_3, -1)
    won = [paid(CATEGORIES_3[kind], ways[kind], rules.optional_bonus[CATEGORIES_3[kind]]) for kind in top]
    return (*won, lost("below a pair", ways[HIGH_3]))


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """Three cards, or any that differ from them only by suits."""

    cards: str
    hand: str
    """As a person reads it."""
    ways: int
    """Of the 22,100 starts, how many it stands for."""
    higher: Fraction
    """How often the five cards end higher than the dealer's."""
    options: dict[str, Fraction]
    """What each choice is worth, in antes."""


def starts(rules: Boston5StudRules) -> list[Start]:
    """The value of every start, the best first."""
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


# --- advice


def advise(rules: Boston5StudRules, known: Known) -> Advice:
    """What a second wager and a fold are worth, over every deal of the cards that have not been seen."""
    counts = count_with(known["hand"], known.get("seen", ()))
    net, per = nets(rules)
    deals = int(counts.sum())
    total = sum(net[on][kind] * int(counts[on, kind]) for on in range(len(LINES)) for kind in range(len(CATEGORIES)))
    return Advice(
        game="boston_5_stud",
        known={place: texts(found) for place, found in known.items()},
        options={FOLD: Fraction(-1 - FIRST), SECOND: Fraction(total, per * deals)},
        deals=deals,
    )


# --- pictures


def pictures(rules: Boston5StudRules, tick: Tick | None = None) -> list[Picture]:
    """What a second wager is worth on each kind of start, and how rounds end."""
    made = choices(rules)
    hands: list[list[int]] = suit_classes(3).hands.tolist()
    ends = odds(rules).results
    assert isinstance(ends, Distribution)
    return [
        _kinds(made, hands),
        _by_ranks(made, hands),
        Bars(
            name="outcomes",
            title="Boston 5 Stud Poker: what rounds come to",
            labels=tuple(f"{float(net):+g}" for net in ends.weights),
            values=tuple(float(deals / ends.total) for deals in ends.weights.values()),
            unit="share of deals",
            logarithmic=True,
            note="won or lost in antes: ante, first, second and ante bonus together",
        ),
    ]


def _kinds(made: Choices, hands: list[list[int]]) -> Grid:
    """Starts by what they are: the categories, pairs by rank, and the rest by the highest card."""

    def kind(hand: list[int]) -> tuple[int, int]:
        category, ranks = category3(hand), sorted(card >> 2 for card in hand)
        return category, {PAIR_3: ranks[1], HIGH_3: ranks[2]}.get(category, -1)

    kinds = [kind(hand) for hand in hands]
    higher = count()[:, HIGHER].sum(axis=1)
    rows, cells = [], []
    for category, rank in sorted(set(kinds), reverse=True):
        inside = np.array([one == (category, rank) for one in kinds])
        ways = int(made.weights[inside].sum())
        seconds = int(made.weights[inside & (made.best == 1)].sum())
        choice = SECOND if seconds == ways else FOLD if not seconds else "depends"
        won = int((higher * made.weights)[inside].sum()) / (ways * DEALS)
        fold, second = _average(made, inside)
        rows.append(
            CATEGORIES_3[category]
            if rank < 0
            else f"pair of {plural(rank)}"
            if category == PAIR_3
            else f"{RANK_NAMES[rank]} high"
        )
        cells.append(
            (
                Cell(f"{ways / int(made.weights.sum()):.2%}", choice),
                Cell(f"{won:.1%}", choice),
                Cell(f"{second:+.4f}", choice),
                Cell(f"{second - fold:+.4f}", choice),
            )
        )
    return Grid(
        name="strategy",
        title="Boston 5 Stud Poker: when to place the second wager",
        rows=tuple(rows),
        columns=("how often", "ends higher", "second is worth", "more than a fold"),
        cells=tuple(cells),
        row_title="first three cards",
        legend={SECOND: "place the second wager", FOLD: "fold", "depends": "depends on the cards"},
        note="worth in antes; a fold loses three",
    )


def _by_ranks(made: Choices, hands: list[list[int]]) -> Heat:
    """What a second wager is worth by the two highest ranks; three of a kind has no place here."""
    inside: dict[tuple[int, int], Ints] = {}
    for state, hand in enumerate(hands):
        low, middle, high = sorted(card >> 2 for card in hand)
        if low == high:
            continue
        if middle in (low, high):
            place = middle, middle
        else:
            one_suit = len({card & 3 for card in hand}) == 1
            place = (high, middle) if one_suit else (middle, high)
        inside.setdefault(place, np.zeros(len(hands), bool))[state] = True
    down = range(12, -1, -1)
    values = tuple(
        tuple(_average(made, inside[row, column])[1] if (row, column) in inside else None for column in down)
        for row in down
    )
    return Heat(
        name="starts",
        title="Boston 5 Stud Poker: what the second wager is worth",
        rows=tuple(RANKS[rank] for rank in down),
        columns=tuple(RANKS[rank] for rank in down),
        values=values,
        texts=tuple(tuple("" if value is None else f"{value:+.2f}" for value in row) for row in values),
        unit="antes, on average over the third card",
        note="the two highest cards: above the diagonal all three of one suit, below it not; on it a pair of that rank",
    )


def _average(made: Choices, inside: Ints) -> tuple[float, ...]:
    """What each action is worth on average over these states, for display."""
    ways = made.weights[inside]
    deals = int(ways.sum()) * made.deals * made.per
    return tuple(float(Fraction(exact_dot(ways, worth[inside]), deals)) for worth in made.worth)


STRATEGIES = {
    "optimal": "place the second wager wherever it is worth more than the three antes that a fold loses",
    "always": "place the second wager on every hand",
    "never": "fold every hand",
}

MATHEMATICS = Mathematics(
    game="boston_5_stud",
    places=(
        Place(name="hand", least=3, most=3, means="the player's first three cards"),
        msgspec.structs.replace(SEEN, most=52 - 3 - sum(TO_COME)),
    ),
    strategies=STRATEGIES,
    odds=odds,
    advise=advise,
    pictures=pictures,
)
