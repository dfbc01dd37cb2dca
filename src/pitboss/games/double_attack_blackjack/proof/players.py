"""Players of Double Attack Blackjack who make the same decisions at a table as a kernel plan in fast rounds.

They see a hand as it lies on the table and never use the plan's rows. A chart is looked up by the points of the hand, a
function is called, and the best play is that of the exact odds, followed from split to split.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import NamedTuple
from zlib import crc32

from pitboss.games.double_attack_blackjack.fast.kernel_plans import Plan, of_charts, plan
from pitboss.games.double_attack_blackjack.mathematics.choices import CHART, words
from pitboss.games.double_attack_blackjack.mathematics.counting_cards import (
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
)
from pitboss.games.double_attack_blackjack.mathematics.counting_chart import ENTRIES, Chart, entry
from pitboss.games.double_attack_blackjack.mathematics.counting_play import (
    ANY,
    BEST_PLAY,
    OTHER,
    PAIR,
    Against,
    Context,
    Split,
    Way,
    first_hand,
)
from pitboss.games.double_attack_blackjack.mathematics.counting_rounds import SPLIT, Terms, optimal
from pitboss.games.double_attack_blackjack.settle import BEST, LOW, soft, total
from pitboss.mathematics.choices import OPTIMAL, Chooser, Known, Strategy

FUNCTIONS = 2
"""The number of functions to choose from. The plan of one takes as long as a thousand rounds and is cached."""
AGAIN = "split again"


class Hand(NamedTuple):
    """A hand to decide, as it lies on the table. Cards are values."""

    up: int
    cards: tuple[int, ...]
    of: int = NONE
    """The value of the split pair."""
    hands: int = 1
    """The number of hands on the box."""
    path: tuple[str, ...] = ()
    """The course of its splitting until it got its second card: hands split again, and completed with which cards."""
    may_split: bool = False
    last: bool = False
    """No more cards come: the hand was doubled or is a split ace."""

    @property
    def paired(self) -> bool:
        return len(self.cards) == 2 and self.cards[0] == self.cards[1]

    @property
    def declined(self) -> int:
        """Other hands that are pairs and could have been split."""
        return self.path.count(PAIR)


def points(values: Sequence[int]) -> tuple[int, bool]:
    """The total of cards, and whether it is soft."""
    low, aces = sum(values) + len(values), values.count(ACE)
    return total(low, aces), bool(soft(low, aces))


class Player(ABC):
    """Decides at the table. ``plan`` has the same decisions for fast rounds."""

    strategy: Strategy
    plan: Plan
    name: str

    @abstractmethod
    def attacks(self, up: int) -> bool: ...

    @abstractmethod
    def decide(self, hand: Hand) -> str: ...

    def said(self, up: int) -> str:
        """The play against an up card, in words."""
        return self.name


# --- charts


class ByCharts(Player):
    """A chart for each up card."""

    name, strategy = "charts drawn at random", CHART

    def __init__(self, terms: Terms, charts: Sequence[Chart]) -> None:
        self.charts = dict(zip(terms.ups, charts, strict=True))
        self.plan = of_charts(terms, terms.ups, charts)

    def attacks(self, up: int) -> bool:
        return self.charts[up].attack

    def decide(self, hand: Hand) -> str:
        chart = self.charts[hand.up]
        if hand.may_split and hand.cards[0] in chart.splits:
            return SPLIT
        return ACTIONS[(chart.last if hand.last else chart.draw)[entry(*points(hand.cards))]]

    def said(self, up: int) -> str:
        chart = self.charts[up]
        draw, last = ("".join(ACTIONS[action][:2] for action in by) for by in (chart.draw, chart.last))
        return (
            f"{self.name}, against {words([up])} {'with' if chart.attack else 'without'} an attack, pairs split"
            f" {words(chart.splits) or 'none'}, by total {draw}, at the last card {last}"
        )


def any_chart(random: Random) -> Chart:
    """Random allowed actions, mostly such that hands go on."""
    draw, last = [STAND] * ENTRIES, [STAND] * ENTRIES
    for is_soft in (False, True):
        for points in range(BEST + 1):
            at = entry(points, is_soft)
            last[at] = random.choice((STAND, STAND, SURRENDER))
            if points == BEST:
                draw[at] = random.choice((STAND, STAND, STAND, SURRENDER))
            elif points <= 11 or is_soft:
                draw[at] = random.choice((HIT, HIT, HIT, DOUBLE, STAND, SURRENDER))
            else:
                draw[at] = random.choice((HIT, DOUBLE, STAND, STAND, SURRENDER))
    splits = tuple(value for value in range(VALUES) if random.random() < 0.7)
    return Chart(random.random() < 0.5, tuple(draw), tuple(last), splits)


# --- functions


@cache
def function(number: int) -> Chooser:
    """An arbitrary function that depends on all of its inputs."""

    def choose(known: Known) -> str:
        told = [number, *(place in known for place in ("last", "no split")), *known["up"], len(known.get("split", ()))]
        chance = crc32(repr((told, sorted(known.get("hand", ())))).encode())
        if "hand" not in known:
            return ("attack", "pass")[chance % 2]
        values = [LOW[card] - 1 for card in known["hand"]]
        so_far, is_soft = points(values)
        if "last" in known or so_far == BEST:
            return ("stand", "stand", "surrender")[chance % 3]
        if len(values) == 2 and values[0] == values[1] and "no split" not in known and chance % 3:
            return SPLIT
        if so_far <= 11 or is_soft:
            return ("hit", "hit", "hit", "double", "stand", "surrender")[chance // 3 % 6]
        return ("hit", "double", "stand", "stand", "surrender")[chance // 3 % 5]

    choose.__name__ = f"random function {number}"
    return choose


class ByFunction(Player):
    """A function that is called hand by hand, as ``choices`` describes."""

    def __init__(self, terms: Terms, choose: Chooser) -> None:
        self.strategy, self.choose, self.plan = choose, choose, plan(choose, terms)
        self.name = choose.__name__

    def attacks(self, up: int) -> bool:
        return bool(self.choose({"up": (card_of(up),)}) == "attack")

    def decide(self, hand: Hand) -> str:
        known: dict[str, tuple[int, ...]] = {"up": (card_of(hand.up),), "hand": tuple(map(card_of, sorted(hand.cards)))}
        if hand.of != NONE:
            known["split"] = (card_of(hand.of),) * (hand.hands - 1 + hand.declined)
        if hand.last:
            known["last"] = ()
        elif hand.paired:
            if hand.may_split and self.choose(known) == SPLIT:
                return SPLIT
            known["no split"] = ()
        return str(self.choose(known))


# --- the best play


@cache
def _against(terms: Terms, up: int) -> Against:
    return terms.against(up)


@cache
def _split(terms: Terms, up: int, value: int, attack: bool) -> Split:
    return _against(terms, up).split(BEST_PLAY, value, attack)


@cache
def _way(terms: Terms, up: int, context: Context) -> Way:
    return _against(terms, up).solve(BEST_PLAY, context).way


class Best(Player):
    """The play on which the exact odds of the optimal strategy are based."""

    name = strategy = OPTIMAL

    def __init__(self, terms: Terms) -> None:
        self.terms, self.plan = terms, plan(OPTIMAL, terms)
        self.rounds = {one.up: one for one in optimal(terms)}

    def attacks(self, up: int) -> bool:
        return self.rounds[up].attack

    def decide(self, hand: Hand) -> str:
        first = self.rounds[hand.up]
        if hand.of == NONE:
            if hand.may_split and first.decisions[hand.cards[0], hand.cards[0]] == SPLIT:
                return SPLIT
            return self._action(hand, first_hand(first.attack))
        at = _split(self.terms, hand.up, hand.of, first.attack)
        for event in hand.path:
            at = next(one.then for one in at.branches if event == (one.piece[1] if one.piece else AGAIN))
        if hand.paired and any(one.piece is None for one in at.branches):
            return SPLIT
        second = PAIR if hand.cards[1] == hand.of else OTHER
        return self._action(
            hand, next(one.piece[0] for one in at.branches if one.piece and one.piece[1] in (second, ANY))
        )

    def _action(self, hand: Hand, context: Context) -> str:
        way = _way(self.terms, hand.up, context)
        return ACTIONS[(way.rescued if hand.last and len(hand.cards) > 2 else way.chosen)[hand_of(*hand.cards)]]
