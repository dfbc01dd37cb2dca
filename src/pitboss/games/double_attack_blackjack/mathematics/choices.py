"""Strategies for Double Attack Blackjack: by name, as functions of the cards seen, as pictures, and in a few rules.

A function receives the cards by place. With ``up`` alone it returns attack or pass. With ``hand`` too it returns stand,
hit, double, split or surrender. After a split, ``split`` holds the cards of the pair's value on the player's other
hands. ``last`` is present, and empty, if no more cards come (a doubled hand, a split ace), so that only stand and
surrender are left. ``no split`` is present if a pair can't be split any more. A card stands for all cards of the same
points, so a king stands for jack and queen too.

A function compiled by numba is called as ``choose(up, hand, split, last, no_split)``, with three arrays of cards and
two flags. It returns the number of an action: with an empty hand 0 to pass and 1 to attack, otherwise 0 to stand, 1 to
surrender, 2 to hit, 3 to double, 4 to split.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import groupby
from math import perm, prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.basics.cards import RANKS, CardError, texts
from pitboss.basics.errors import StrategyError
from pitboss.games.double_attack_blackjack.mathematics import counting_play as play
from pitboss.games.double_attack_blackjack.mathematics.counting import (
    ACE,
    ACTIONS,
    DOUBLE,
    HIT,
    NONE,
    STAND,
    SURRENDER,
    VALUES,
    card_of,
    hand_of,
    hands,
)
from pitboss.games.double_attack_blackjack.settle import BEST, LOW
from pitboss.mathematics.choices import (
    MOST,
    OPTIMAL,
    ByUp,
    Changed,
    Changes,
    Chooser,
    Known,
    Strategy,
    asked,
    is_compiled,
    whole,
)
from pitboss.mathematics.counting.compiled import Tick, in_parallel
from pitboss.mathematics.results import Bars, Cell, Grid, Mistake, Picture
from pitboss.mathematics.short_strategy import Rule, ShortStrategy

if TYPE_CHECKING:
    from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules

ATTACK, PASS = "attack", "pass"
CHART = "chart"

STRATEGIES = {
    OPTIMAL: "the best attack and the best play, by every card of the hand",
    CHART: "the best chart of hard totals, soft totals and pairs by up card; attack if that gains",
    "always": "attack against every up card, then the best play",
    "never": "never attack, then the best play",
}


def terms_of(rules: DoubleAttackRules, known: Iterable[int] = ()) -> play.Terms:
    """The inputs of the mathematics. Cards that are ``known`` are not in the shoe."""
    left = Counter(rules.cards)
    left.subtract(Counter(known))
    for card, n in left.items():
        if n < 0:
            raise CardError(
                f"{texts([card])} is known {rules.decks - n} times, but the shoe holds it only {rules.decks} times"
            )
    shoe = [0] * VALUES
    for card, n in left.items():
        shoe[LOW[card] - 1] += n
    return play.Terms(tuple(shoe), rules.most_hands, rules.split_attack, rules.reads_hole_card, rules.wins)


def resolve(
    strategy: Strategy, terms: play.Terms, tick: Tick | None = None
) -> tuple[str, tuple[play.RoundsAgainstUp, ...]]:
    """The name of a strategy and its rounds against each up card."""
    if not isinstance(strategy, str):
        chooser = strategy
        found = in_parallel(lambda up: by_function(terms.against(up), chooser), [(up,) for up in terms.ups], tick)
        return getattr(strategy, "__name__", "a function"), tuple(found)
    if strategy == OPTIMAL:
        return OPTIMAL, play.optimal(terms, tick)
    if strategy == CHART:
        return CHART, tuple(rounds for _, rounds in play.chart_rounds(terms, tick))
    if strategy in ("always", "never"):
        return strategy, tuple(both[strategy == "always"] for both in play.best_rounds(terms, tick))
    raise StrategyError(f"there is no strategy {strategy!r}; choose one of {', '.join(STRATEGIES)}")


def of_played(strategy: Strategy, terms: play.Terms, against: play.Against) -> play.Strategy:
    """The play of a strategy against one up card."""
    if not isinstance(strategy, str):
        return from_function(against, strategy)
    if strategy == CHART:
        return next(chart for chart, rounds in play.chart_rounds(terms) if rounds.up == against.up).strategy()
    return play.BEST_PLAY


# --- functions


def words(values: Sequence[int]) -> str:
    """Values as ranks. A king stands for all tens."""
    return " ".join(RANKS[card_of(value) >> 2] for value in values)


def values_of(hand: int) -> list[int]:
    """The values of a hand's cards."""
    return [value for value, n in enumerate(hands().held[hand].tolist()) for _ in range(n)]


def by_function(against: play.Against, choose: Chooser) -> play.RoundsAgainstUp:
    """The rounds of a function against an up card."""
    return play.played(against, from_function(against, choose), attacks(against.up, choose))


def attacks(up: int, choose: Chooser) -> bool:
    """Whether a function attacks an up card."""
    action = _in_words(choose)({"up": (card_of(up),)})
    if action not in (ATTACK, PASS):
        raise StrategyError(f"the strategy chose {action!r} on an up card; it must choose one of attack, pass")
    return bool(action == ATTACK)


def from_function(against: play.Against, choose: Chooser) -> play.Strategy:
    """A function's choices on every hand that its play can reach."""
    way = _Asked(against, _in_words(choose))
    return play.Strategy(way.way, way.split)


def _in_words(choose: Chooser) -> Callable[[Known], str]:
    """A function, compiled or not, that takes known cards and returns an action."""
    return partial(asked, partial(_numbered, choose) if is_compiled(choose) else choose)


def _numbered(choose: Chooser, known: Known) -> str:
    """The choice of a compiled function for these seen cards."""
    up, hand, split = (np.array(known.get(place, ()), np.int64) for place in ("up", "hand", "split"))
    number = whole(choose(up, hand, split, "last" in known, "no split" in known))
    words = (*ACTIONS, play.SPLIT) if len(hand) else (PASS, ATTACK)
    return words[number] if 0 <= number < len(words) else str(number)


class _Asked:
    """Asks a function for its choice, hand by hand."""

    def __init__(self, against: play.Against, choose: Callable[[Known], str]) -> None:
        self.up, self.most_hands, self.choose = card_of(against.up), against.most_hands, choose
        self.ways: dict[tuple[int, int], play.Way] = {}

    def known(self, hand: int, value: int, elsewhere: int) -> dict[str, tuple[int, ...]]:
        cards = {"up": (self.up,), "hand": tuple(map(card_of, values_of(hand)))}
        return cards | ({"split": (card_of(value),) * elsewhere} if value != NONE else {})

    def split(self, value: int, count: int, wagers: play.Wagers) -> bool:
        return self.choose(self.known(hand_of(value, value), value if count > 1 else NONE, count - 1)) == play.SPLIT

    def way(self, context: play.Context) -> play.Way:
        key = (context.value, context.elsewhere)
        if key not in self.ways:
            self.ways[key] = self._way(*key)
        return self.ways[key]

    def _way(self, value: int, elsewhere: int) -> play.Way:
        found, chosen = hands(), np.full(len(hands().cards), -1, np.int8)
        rescued = chosen.copy()
        waiting = [hand_of(one, two) for one in range(VALUES) for two in range(VALUES) if value in (NONE, one)]
        while waiting:
            hand = waiting.pop()
            if chosen[hand] >= 0:
                continue
            known = self.known(hand, value, elsewhere)
            if found.held[hand].max() == found.cards[hand] == 2 and value != ACE:
                if elsewhere + 1 < self.most_hands and self.choose(known) == play.SPLIT:
                    chosen[hand] = STAND  # never used: the pair is split
                    continue
                known["no split"] = ()
            if value == ACE:
                known["last"] = ()
            draws = value != ACE and found.total[hand] < BEST
            chosen[hand] = self._ask(known, (STAND, SURRENDER, HIT, DOUBLE) if draws else (STAND, SURRENDER))
            for more in found.then[hand][found.then[hand] >= 0].tolist() if chosen[hand] >= HIT else ():
                if chosen[hand] == HIT:
                    waiting.append(more)
                elif rescued[more] < 0:
                    last = self.known(more, value, elsewhere) | {"last": ()}
                    rescued[more] = self._ask(last, (STAND, SURRENDER))
        return play.Way(np.maximum(chosen, STAND), np.maximum(rescued, STAND))

    def _ask(self, known: Known, may: Sequence[int]) -> int:
        action = self.choose(known)
        if action not in ACTIONS or ACTIONS.index(action) not in may:
            said = ", ".join(ACTIONS[one] for one in may)
            cards = "; ".join(
                f"{place} {' '.join(RANKS[card >> 2] for card in cards)}".strip() for place, cards in known.items()
            )
            raise StrategyError(f"the strategy chose {action!r} with {cards}; it must choose one of {said}")
        return ACTIONS.index(action)


# --- mistakes


def mistakes(
    strategy: Strategy, terms: play.Terms, rounds: Sequence[play.RoundsAgainstUp], most: int = 10
) -> tuple[Mistake, ...]:
    """The costliest mistakes of a strategy: double attacks, and decisions on hands that are not split."""
    if strategy == OPTIMAL:
        return ()
    combinations = perm(terms.cards, 3)
    found = []
    for one, both in zip(rounds, play.best_rounds(terms), strict=True):
        other = both[not one.attack]
        each = other.value - both[one.attack].value
        if each > 0:
            action, best = (ATTACK, PASS) if one.attack else (PASS, ATTACK)
            chance = terms.chance(one.up)
            state = f"{words([one.up])} up"
            deals = int(chance * combinations)
            found.append(Mistake(state=state, action=action, best=best, deals=deals, each=each, cost=each * chance))
    if strategy not in ("always", "never"):
        close = [(loss, one, hand, twice) for one in rounds for loss, hand, twice in _losses(strategy, terms, one)]
        close.sort(key=lambda entry: -entry[0])
        found += [_mistake(strategy, terms, one, hand, twice) for _, one, hand, twice in close[:most]]
    return tuple(sorted(found, key=lambda one: -one.cost)[:most])


def _losses(strategy: Strategy, terms: play.Terms, one: play.RoundsAgainstUp) -> Iterator[tuple[float, int, bool]]:
    """Losses of decisions on first hands, weighted by frequency, with the hands and whether they are doubled."""
    against, context = terms.against(one.up), play.first_hand(one.attack)
    solved = against.solve(play.BEST_PLAY, context)
    way = of_played(strategy, terms, against).choose(context) or solved.way
    best = play.best_rounds(terms)[terms.ups.index(one.up)][one.attack].decisions
    starts = np.zeros(len(hands().cards))
    for pair, chance in against.two_cards():
        hand = hand_of(*pair)
        if play.SPLIT in (one.decisions[pair], best[pair]):
            if one.decisions[pair] != best[pair]:
                split = against.split(play.BEST_PLAY, pair[0], one.attack).worth
                stays = (
                    max(solved.options[hand]) if best[pair] != play.SPLIT else solved.options[hand, way.chosen[hand]]
                )
                yield float(chance * abs(split - stays) * terms.chance(one.up)), hand, False
        else:
            starts[hand] = chance
    came = play.reached(against, context, starts, way)
    for twice, (ours, best_way, options) in enumerate(
        zip(way, solved.way, (solved.options, solved.doubled), strict=True)
    ):
        for hand in np.flatnonzero((came[twice] > 0.0) & (ours != best_way)).tolist():
            lost = options[hand, best_way[hand]] - options[hand, ours[hand]]
            yield float(came[twice, hand] * lost * terms.chance(one.up)), hand, bool(twice)


def _mistake(strategy: Strategy, terms: play.Terms, one: play.RoundsAgainstUp, hand: int, twice: bool) -> Mistake:
    """A decision on a first hand that is not the best, in exact numbers. ``twice`` if the hand is doubled."""
    against, context, values = terms.against(one.up), play.first_hand(one.attack), values_of(hand)
    solved = against.solve(play.BEST_PLAY, context)
    way = of_played(strategy, terms, against).choose(context) or solved.way
    best, action = (ACTIONS[which[twice][hand]] for which in (solved.way, way))
    if len(values) == 2:
        pair = (values[0], values[1])
        best = play.best_rounds(terms)[terms.ups.index(one.up)][one.attack].decisions[pair]
        action = one.decisions[pair]

    def worth(action: str) -> Fraction:
        if action == play.SPLIT:
            return against.split_pair(play.BEST_PLAY, against.split(play.BEST_PLAY, values[0], one.attack))
        if twice:
            return against.worth_of(context, hand, solved.way, ACTIONS.index(action))
        return against.worth_of(context, hand, solved.way.but(hand, ACTIONS.index(action)))

    each, chance = worth(best) - worth(action), terms.chance(one.up) * _comes(against, way, one, hand, twice)
    deals = chance * perm(terms.cards, 3)
    return Mistake(
        state=f"{words(values)}{', doubled,' * twice} against {words([one.up])}",
        action=action,
        best=best,
        deals=int(deals) if deals.denominator == 1 else deals,
        each=each,
        cost=each * chance,
    )


def _comes(against: play.Against, way: play.Way, one: play.RoundsAgainstUp, hand: int, twice: bool) -> Fraction:
    """The exact frequency with which play reaches a first hand. ``twice`` if by a double."""

    @cache
    def orders(hand: int, by: int) -> int:
        """The orders of its cards that lead to a decision, by a hit or a double of the previous hand."""
        values = values_of(hand)
        if len(values) == 2:
            return 1 + (values[0] != values[1]) if by == HIT else 0
        found = 0
        for at, value in enumerate(values):
            if value not in values[:at]:
                rest = values[:at] + values[at + 1 :]
                before = hand_of(*rest)
                split = len(rest) == 2 and one.decisions.get((rest[0], rest[1])) == play.SPLIT
                found += orders(before, HIT) if way.chosen[before] == by and not split else 0
        return found

    cards = hands().held[hand].tolist()
    ways = orders(hand, DOUBLE if twice else HIT) * prod(perm(n, k) for n, k in zip(against.shoe, cards, strict=True))
    chance = Fraction(ways, perm(against.cards, sum(cards)))
    if against.reads:
        left = against.cards - sum(cards)
        chance *= Fraction(left - against.shoe[against.barred] + cards[against.barred], left)
    return chance


# --- decisions that change with the rules


def changes(before: play.Terms, after: play.Terms, tick: Tick | None = None) -> Changes:
    """The double attacks and the decisions on two cards that differ between the best plays under both terms.

    ``share`` counts the decisions on two cards.
    """
    then = {one.up: one for one in play.optimal(before, tick)}
    found: list[Changed] = []
    by_up: list[ByUp] = []
    share = Fraction(0)
    for now in sorted(play.optimal(after, tick), key=lambda one: one.up or VALUES):  # the ace comes last
        was, chance, pairs = then[now.up], after.chance(now.up), dict(after.against(now.up).two_cards())
        up, before_this = words([now.up]), len(found)
        if was.attack != now.attack:
            choices = (ATTACK, PASS) if was.attack else (PASS, ATTACK)
            found.append(_changed(f"{up} up", *choices, chance, up))
        for pair, action in now.decisions.items():
            if was.decisions.get(pair, action) != action:
                often = chance * Fraction(pairs[pair])
                found.append(_changed(f"{words(pair)} against {up}", was.decisions[pair], action, often, up))
                share += often
        by_up.append(ByUp(up=up, count=len(found) - before_this, of=1 + len(now.decisions)))
    found.sort(key=lambda one: -one.share)
    return Changes(
        count=len(found), of=sum(one.of for one in by_up), share=share, examples=tuple(found[:MOST]), by_up=tuple(by_up)
    )


def _changed(state: str, before: str, after: str, share: Fraction, up: str) -> Changed:
    return Changed(state=state, before=before, after=after, share=share, up=up)


# --- pictures


UPS = (*range(1, VALUES), ACE)
"""Up cards in the order of a chart: two to nine, the tens, the ace."""
LETTERS = {"stand": "S", "surrender": "R", "hit": "H", "double": "D", play.SPLIT: "P"}
LAST = "last"
"""The kind of a total when no more cards come."""
LEGEND = {"stand": "S: stand", "hit": "H: hit", "double": "D: double", "surrender": "R: surrender"}


def pictures(rules: DoubleAttackRules, tick: Tick | None = None) -> list[Picture]:
    terms = terms_of(rules)
    charts = {rounds.up: chart for chart, rounds in play.chart_rounds(terms, tick)}
    return [chart_picture(charts), _worth(terms, tick)]


class Row(NamedTuple):
    """A row of the chart: a kind of hand, which of its kind, and the action against each up card."""

    kind: str
    which: str
    actions: tuple[str, ...]


def chart_rows(charts: dict[int, play.Chart]) -> list[Row]:
    """A row for every pair, soft total and hard total, and for totals when no more cards come."""

    def row(kind: str, which: str, action: Callable[[play.Chart], str]) -> Row:
        return Row(kind, which, tuple(action(charts[up]) for up in UPS))

    return [
        *(row("pair", words([value]), _pair(value)) for value in UPS[::-1]),
        *(row("soft", f"{total}", _entry(play.entry(total, True))) for total in range(20, 12, -1)),
        *(row("hard", f"{total}", _entry(play.entry(total, False))) for total in range(20, 4, -1)),
        *(row(LAST, f"{total}", _entry(play.entry(total, False), last=True)) for total in range(18, 10, -1)),
    ]


def joined(rows: Sequence[Row]) -> list[Row]:
    """Rows with the same actions under one name, if they are next to each other: ``hard 17 to 20``, ``hard 15, 16``."""
    found = []
    for (kind, actions), alike in groupby(rows, key=lambda row: (row.kind, row.actions)):
        which = [row.which for row in alike][::-1]
        name = f"{which[0]} to {which[-1]}" if len(which) > 2 else ", ".join(which)
        found.append(Row(kind, f"{name}, no more cards" if kind == LAST else f"{kind} {name}", actions))
    return found


def chart_picture(charts: dict[int, play.Chart]) -> Grid:
    rows = joined(chart_rows(charts))
    return Grid(
        name="chart",
        title="Double Attack Blackjack: the best chart of totals",
        rows=tuple(row.which for row in rows),
        columns=tuple(words([up]) for up in UPS),
        cells=tuple(tuple(Cell(LETTERS[one], one) for one in row.actions) for row in rows),
        breaks=tuple(at for at in range(1, len(rows)) if rows[at].kind != rows[at - 1].kind),
        row_title="hand",
        column_title="dealer's up card",
        legend={**LEGEND, play.SPLIT: "P: split"},
        note="K stands for jack, queen and king. Rows with no more cards apply after a double and on split aces. Other"
        f" totals stand then. {BEST} always stands.",
    )


def _entry(at: int, *, last: bool = False) -> Callable[[play.Chart], str]:
    return lambda chart: ACTIONS[chart.last[at] if last else chart.draw[at]]


def _pair(value: int) -> Callable[[play.Chart], str]:
    """A pair that is not split is played by its total."""
    total = play.entry(12, True) if value == ACE else play.entry(2 * (value + 1), False)
    return lambda chart: play.SPLIT if value in chart.splits else ACTIONS[chart.draw[total]]


def _worth(terms: play.Terms, tick: Tick | None) -> Bars:
    rounds = {one.up: one for one in play.optimal(terms, tick)}
    return Bars(
        name="up-cards",
        title="Double Attack Blackjack: the value of each up card",
        labels=tuple(words([up]) for up in UPS),
        values=tuple(float(rounds[up].value) for up in UPS),
        kinds=tuple(ATTACK if rounds[up].attack else PASS for up in UPS),
        legend={ATTACK: "with the double attack", PASS: "without"},
        unit="initial wagers",
    )


# --- the short strategy


TENS = UPS[-2]


def short_strategy(rules: DoubleAttackRules, tick: Tick | None = None) -> ShortStrategy:
    terms = terms_of(rules)
    found = play.chart_rounds(terms, tick)
    best = sum((terms.chance(one.up) * one.value for one in play.optimal(terms, tick)), Fraction(0))
    value = sum((terms.chance(one.up) * one.value for _, one in found), Fraction(0))
    return ShortStrategy(
        game="double_attack_blackjack",
        base="initial wager",
        steps=(*_attack([chart.attack for up in UPS for chart, one in found if one.up == up]), *_insurance(rules)),
        cost=best - value,
        optimal=best,
        note="Then play by the chart, which has every total and pair against every up card.",
    )


def _attack(attacks: Sequence[bool]) -> tuple[Rule, ...]:
    """The rules for the double attack, from whether the chart attacks each up card."""
    decision, attack, leave = "double attack", "place the double attack in full", "leave it out"
    if all(attacks):
        return (Rule(decision, "", attack),)
    if not any(attacks):
        return (Rule(decision, "", "leave out the double attack"),)
    shown = [up for up, one in zip(UPS, attacks, strict=True) if one]
    return Rule(decision, f"the dealer shows {ups_in_words(shown)}", attack), Rule(decision, "", leave)


def _insurance(rules: DoubleAttackRules) -> tuple[Rule, ...]:
    """The rule for insurance, if the same is best whatever cards of the round a player has seen. Otherwise none."""
    shoe = terms_of(rules).shoe
    others = 2 * rules.positions
    left = sum(shoe) - 1 - others
    back, per = rules.insurance_odds.back
    decision = "insurance"
    if back * shoe[TENS] <= per * left:  # no card that was seen counts ten
        return (Rule(decision, "", "leave it out"),)
    if back * (shoe[TENS] - others) >= per * left:  # all of them do
        return (Rule(decision, "", "take it in full"),)
    return ()


def ups_in_words(ups: Sequence[int]) -> str:
    """Up cards in words, with runs of numbers joined: ``2 to 8``."""
    runs: list[list[int]] = []
    for up in ups:
        if runs and up not in (ACE, TENS) and up == runs[-1][-1] + 1:
            runs[-1].append(up)
        else:
            runs.append([up])
    words = [_run(run) for run in runs]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _run(run: Sequence[int]) -> str:
    if run[0] in (ACE, TENS):
        return "an ace" if run[0] == ACE else "a jack, queen or king"
    first, last = run[0] + 1, run[-1] + 1
    return f"{first}" if first == last else f"{first} to {last}"
