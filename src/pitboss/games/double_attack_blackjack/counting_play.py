"""The best play against one up card, and how it ends: first hands, and hands that come of splits.

A split hand is played by its own cards, the up card, and what the splitting told: how many cards of the pair's value
the other hands were dealt, and how many of them were completed, before the last hand was formed, without another. That
is more than the number of hands, and less than every card on the table.

By exchange, a hand is worth what it would be worth if it were played at once: the cards of other hands of which its
play takes no account can be thought to lie below. So the value of a split is a sum over hands, exact and not one hand's
value twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import perm
from typing import NamedTuple

import numpy as np

from pitboss.games.double_attack_blackjack import settle
from pitboss.games.double_attack_blackjack.counting import (
    ACE,
    DEALER_ENDS,
    DEALER_NATURAL,
    DEALER_OVER,
    ENDS,
    GIVEN_UP,
    LOW_TOTAL,
    NATURAL,
    NONE,
    OVER,
    VALUES,
    Floats,
    Ints,
    dealer_odds,
    hand_of,
    hands,
    holding,
    makes_blackjack,
    naturals,
    next_cards,
    nothing_counted,
    runs,
    tally,
    whole,
    worth,
)

CLOSE = 1e-9
"""Decisions closer than this, in units of the initial wager, are made by exact numbers."""


# --- what a hand's end is worth


class Wagers(NamedTuple):
    """The wagers on a hand: whether a double attack lies beside the initial one, and whether it is the first hand."""

    attack: bool
    original: bool


def result(wagers: Wagers, end: int, final: int) -> int:
    """Won or lost on a hand in halves of the initial wager, by how the hand and the dealer end."""
    doubled, kind = divmod(end, ENDS)
    first, attack = 2, 2 * wagers.attack
    double = (first + attack) * doubled
    if kind == GIVEN_UP and final != DEALER_NATURAL:
        return sum(settle.surrendered(stake) - stake for stake in (first, attack, double))
    line = _line(kind, final)
    back = settle.initial(first, line, wagers.original) + settle.extra(attack, line) + settle.extra(double, line)
    return back - first - attack - double


def _line(kind: int, final: int) -> int:
    dealer = settle.BEST + 1 if final == DEALER_OVER else settle.STANDS + final if final < DEALER_OVER else settle.BEST
    natural = kind == NATURAL
    player = {NATURAL: settle.BEST, OVER: settle.BEST + 1, GIVEN_UP: settle.STANDS}.get(kind, settle.STANDS - 1 + kind)
    return settle.outcome(player, natural, dealer, final == DEALER_NATURAL)


@cache
def pays(wagers: Wagers) -> Floats:
    """What each end is worth, in units of the initial wager."""
    table = [[result(wagers, end, final) / 2 for final in range(DEALER_ENDS)] for end in range(2 * ENDS)]
    return np.array(table)


# --- ways to play


class Way(NamedTuple):
    """What is done on each hand: before a double, and after one."""

    chosen: Ints
    rescued: Ints


class Solved(NamedTuple):
    """What the actions are worth on each hand, and the way that was taken."""

    options: Floats
    doubled: Floats
    way: Way

    def value(self, hand: int) -> float:
        chosen = int(self.way.chosen[hand])
        return float(self.options[hand, chosen])


Piece = tuple[Wagers, int, int, str]
"""Hands of a split: their wagers, cards of the value on other hands, hidden cards, which second cards they get."""

Choose = Callable[[int, int, Wagers], Way | None]
"""A strategy on the hands of a split value (or ``NONE``), given cards of it elsewhere; None is the best play."""
Resplit = Callable[[int, int, Wagers], bool | None]
"""Whether a strategy splits a pair of a value at so many hands; None is as is best. One hand is the first split."""


class Strategy(NamedTuple):
    choose: Choose
    split: Resplit


class Stage(NamedTuple):
    """How far the splitting of a pair has come."""

    hands: int
    waiting: int
    """Hands that hold one card, with the one that gets its second card now."""
    declined: int
    """Hands that were completed as a pair though they might have been split."""
    hidden: int
    """Hands that got another card than the pair's while a split was still possible."""
    original: bool
    """Whether the hand that gets its card now is the first."""

    @property
    def elsewhere(self) -> int:
        """Cards of the pair's value on other hands."""
        return self.hands - 1 + self.declined

    def done(self, *, declined: int = 0, hidden: int = 0) -> Stage:
        return Stage(self.hands, self.waiting - 1, self.declined + declined, self.hidden + hidden, False)

    def more(self) -> Stage:
        return self._replace(hands=self.hands + 1, waiting=self.waiting + 1)


class Split(NamedTuple):
    worth: float
    pieces: Counter[Piece]
    """The hands of which it is the sum, each as often as there are ways to come to it."""


class Round(NamedTuple):
    """A round against an up card."""

    worth: float
    attack: bool
    first: Solved
    splits: dict[int, Split]
    taken: tuple[int, ...]
    """The values whose pairs are split."""


Ends = dict[tuple[Wagers, int, int], Fraction]
"""Chances by the wagers on a hand, how it ends and how the dealer does."""


BEST_PLAY = Strategy(lambda value, elsewhere, wagers: None, lambda value, count, wagers: None)


def value_of(ends: Ends) -> Fraction:
    """What these ends are worth together, in units of the initial wager."""
    return sum((result(*key) * chance for key, chance in ends.items()), Fraction(0)) / 2


class Against:
    """Play against one up card from a shoe, which is without it."""

    def __init__(self, shoe: tuple[int, ...], up: int, *, most_hands: int, reader: bool, split_attack: bool) -> None:
        self.shoe, self.up, self.most_hands, self.split_attack = shoe, up, most_hands, split_attack
        self.cards = sum(shoe)
        self.reads = reader and makes_blackjack(up) != NONE
        self.barred = makes_blackjack(up) if self.reads else NONE
        self._odds: dict[tuple[int, int], Floats] = {}
        self._solved: dict[tuple[int, int, int, Wagers], Solved] = {}

    # --- best play in floating point

    def left(self, value: int, elsewhere: int) -> Ints:
        """The shoe without the cards of a value that lie on other hands."""
        left = np.array(self.shoe, np.int64)
        if value != NONE:
            left[value] -= elsewhere
        return left

    def odds(self, value: int, elsewhere: int) -> Floats:
        """The dealer's chances behind each hand."""
        if (value, elsewhere) not in self._odds:
            most = self.most_hands - 2 if value != NONE else 0
            left = self.left(value, elsewhere)
            found = dealer_odds(holding(value), hands().held, left, value, most, self.barred, *runs(self.up, value))
            self._odds[value, elsewhere] = found
        return self._odds[value, elsewhere]

    def solve(self, strategy: Strategy, value: int, elsewhere: int, hidden: int, wagers: Wagers) -> Solved:
        """Every hand of a split value (or ``NONE``), given what is known of the other hands."""
        way = strategy.choose(value, elsewhere, wagers)
        if way is not None:
            return self._play(value, elsewhere, hidden, wagers, way)
        key = (value, elsewhere, hidden, wagers)
        if key not in self._solved:
            blank = np.full(len(hands().cards), -1, np.int8)
            self._solved[key] = self._play(value, elsewhere, hidden, wagers, Way(blank, blank.copy()))
        return self._solved[key]

    def _play(self, value: int, elsewhere: int, hidden: int, wagers: Wagers, way: Way) -> Solved:
        found = hands()
        left, odds = self.left(value, elsewhere), self.odds(value, elsewhere)[:, hidden]
        natural = naturals() if value == NONE else -1
        options, doubled = worth(
            holding(value),
            found.held,
            found.cards,
            found.total,
            found.end,
            found.then,
            left,
            value,
            hidden,
            self.barred,
            odds,
            pays(wagers),
            natural,
            value != ACE,
            *way,
        )
        return Solved(options, doubled, way)

    def chances(self, value: int, elsewhere: int, hidden: int, hand: int) -> Floats:
        """The chances of each value to come next to a hand."""
        held = hands().held[hand]
        found: Floats = next_cards(self.left(value, elsewhere), held, value, hidden, self.barred)
        return found

    # --- splits

    def wagers(self, attack: bool, original: bool) -> Wagers:
        """The wagers on the first hand, or on one that a split forms (ruling split-amount)."""
        return Wagers(attack and (original or self.split_attack), original)

    def split(self, strategy: Strategy, value: int, attack: bool) -> Split:
        """A pair of a value that is split."""
        return self._split_hand(strategy, value, attack, Stage(2, 2, 0, 0, True))

    def _split_hand(self, strategy: Strategy, value: int, attack: bool, stage: Stage) -> Split:
        """The hand that gets its second card at this stage, and all that still wait for theirs."""
        if not stage.waiting:
            return Split(0.0, Counter())
        wagers, elsewhere, hidden = self.wagers(attack, stage.original), stage.elsewhere, stage.hidden
        solved = self.solve(strategy, value, elsewhere, hidden, wagers)
        chances = self.chances(value, elsewhere, hidden, hand_of(value))
        ends = [float(chance) and float(chance) * solved.value(hand_of(value, v)) for v, chance in enumerate(chances)]

        def piece(second: str, worth: float, after: Stage, chance: float) -> Split:
            rest = self._split_hand(strategy, value, attack, after)
            return Split(worth + chance * rest.worth, rest.pieces + Counter({(wagers, elsewhere, hidden, second): 1}))

        if stage.hands == self.most_hands or value == ACE:
            return piece("any", sum(ends), stage.done(), 1.0)
        pair, other = float(chances[value]), float(chances.sum() - chances[value])
        closed = Split(0.0, Counter())
        if other > 0.0:
            closed = piece("other", sum(ends) - ends[value], stage.done(hidden=1), other)
        if not pair > 0.0:
            return closed
        again = strategy.split(value, stage.hands, wagers)
        declined = piece("pair", ends[value], stage.done(declined=1), pair) if again is not True else None
        if again is not False:
            more = self._split_hand(strategy, value, attack, stage.more())
            if declined is None or pair * more.worth > declined.worth:
                return Split(closed.worth + pair * more.worth, closed.pieces + more.pieces)
        assert declined is not None
        return Split(closed.worth + declined.worth, closed.pieces + declined.pieces)

    # --- the round

    def round(self, strategy: Strategy, attack: bool) -> Round:
        """The whole round from the two cards on, in floating point: what each pair is worth, split or not."""
        first = Wagers(attack, True)
        solved = self.solve(strategy, NONE, 0, 0, first)
        splits: dict[int, Split] = {}
        taken: list[int] = []
        worth = 0.0
        for (one, two), chance in self.two_cards():
            hand = hand_of(one, two)
            value = solved.value(hand)
            if one == two:
                wanted = strategy.split(one, 1, first)
                if wanted is not False:
                    splits[one] = self.split(strategy, one, attack)
                    if wanted or splits[one].worth > value:
                        value = splits[one].worth
                        taken.append(one)
            worth += chance * value
        if self.reads:
            worth = self.unread * worth + self._read_blackjack(attack)
        return Round(worth, attack, solved, splits, tuple(taken))

    def two_cards(self) -> Iterator[tuple[tuple[int, int], float]]:
        """The first two cards in either order, with their chances; with a card reader, where it finds no blackjack."""
        for one, first in enumerate(self.chances(NONE, 0, 0, hand_of())):
            if first > 0.0:
                for two, second in enumerate(self.chances(NONE, 0, 0, hand_of(one))):
                    if two >= one and second > 0.0:
                        yield (one, two), float(first) * float(second) * (1 if one == two else 2)

    @property
    def unread(self) -> float:
        """The chance that the card reader finds no blackjack."""
        return 1.0 - self.shoe[self.barred] / self.cards

    def _read_blackjack(self, attack: bool) -> float:
        """What rounds that a card reader ends are worth, times their chance."""
        return float(value_of(self.read_ends(attack)))

    def read_ends(self, attack: bool) -> Ends:
        """Rounds that end when the card reader finds a blackjack: the player has one too, or has not."""
        if not self.reads:
            return {}
        first, n, barred = Wagers(attack, True), self.cards, self.shoe[self.barred]
        both = Fraction(2 * barred * (barred - 1) * self.shoe[self.up], perm(n, 3))
        return {(first, NATURAL, DEALER_NATURAL): both, (first, LOW_TOTAL, DEALER_NATURAL): Fraction(barred, n) - both}

    # --- how it ends, exactly

    def ends(self, strategy: Strategy, played: Round) -> Ends:
        """How often the hands of a round end how: the chance of each end, summed over hands."""
        counted: dict[Wagers, Ints] = {}
        starts = np.zeros(len(hands().cards), np.int64)
        for one in range(VALUES):
            for two in range(VALUES):
                starts[hand_of(one, two)] += one != two or one not in played.taken
        self._count(counted, NONE, 0, 0, Wagers(played.attack, True), starts, played.first.way)
        for value in played.taken:
            for piece, times in played.splits[value].pieces.items():
                self._count_piece(counted, strategy, value, piece, times)
        return self._chances(counted) | self.read_ends(played.attack)

    def _count_piece(
        self, counted: dict[Wagers, Ints], strategy: Strategy, value: int, piece: Piece, times: int
    ) -> None:
        """Add hands of a split."""
        wagers, elsewhere, hidden, second = piece
        starts = np.zeros(len(hands().cards), np.int64)
        for two in range(VALUES):
            if second == "any" or (two == value) == (second == "pair"):
                starts[hand_of(value, two)] = times
        way = self.solve(strategy, value, elsewhere, hidden, wagers).way
        self._count(counted, value, elsewhere, hidden, wagers, starts, way)

    def _count(
        self,
        counted: dict[Wagers, Ints],
        value: int,
        elsewhere: int,
        hidden: int,
        wagers: Wagers,
        starts: Ints,
        way: Way,
    ) -> None:
        """Add the ordered deals of a way to play, by how they end and the number of cards that they look at."""
        found = hands()
        if wagers not in counted:
            counted[wagers] = nothing_counted()
        tally(
            counted[wagers],
            holding(value),
            found.held,
            found.cards,
            found.end,
            found.then,
            self.left(value, elsewhere),
            value,
            hidden,
            self.barred,
            naturals() if value == NONE else -1,
            elsewhere,
            starts * perm(self.shoe[value], elsewhere) if value != NONE else starts,
            *way,
            *runs(self.up, value),
        )

    def _chances(self, counted: dict[Wagers, Ints]) -> Ends:
        """From ordered deals by the number of cards to chances."""
        chances = {}
        for wagers, parts in counted.items():
            for (end, final), deals in whole(parts).items():
                most = max(deals)
                ways = sum(number * perm(self.cards - cards, most - cards) for cards, number in deals.items())
                chances[wagers, end, final] = Fraction(ways, perm(self.cards, most))
        return chances

    def worth_of(self, value: int, elsewhere: int, hidden: int, wagers: Wagers, hand: int, way: Way) -> Fraction:
        """What a hand is worth on a way to play, exactly, in units of the initial wager."""
        starts = np.zeros(len(hands().cards), np.int64)
        starts[hand] = 1
        counted: dict[Wagers, Ints] = {}
        self._count(counted, value, elsewhere, hidden, wagers, starts, way)
        ends = self._chances(counted)
        return value_of(ends) / sum(ends.values(), Fraction(0))
