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
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from math import perm
from typing import NamedTuple

import numpy as np

from pitboss.exact.compiled import in_parallel
from pitboss.games.double_attack_blackjack import settle
from pitboss.games.double_attack_blackjack.counting import dealer_odds, next_cards, nothing_counted, tally, whole, worth
from pitboss.games.double_attack_blackjack.counting_cards import (
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
    STAND,
    SURRENDER,
    VALUES,
    Floats,
    Ints,
    hand_of,
    hands,
    holding,
    makes_blackjack,
    naturals,
    runs,
    taken,
)

CLOSE = 1e-9
"""Decisions closer than this, in units of the initial wager, are made by exact numbers."""


# --- what a hand's end is worth


class Wagers(NamedTuple):
    """The wagers on a hand: whether a double attack lies beside the initial one, and whether it is the first hand."""

    attack: bool
    original: bool


@cache
def result(wagers: Wagers, end: int, final: int) -> int:
    """Won or lost on a hand in halves of the initial wager, by how the hand and the dealer end."""
    return sum(won(2, wagers, end, final))


def won(stake: int, wagers: Wagers, end: int, final: int) -> list[int]:
    """Cents that initial, double attack and double wager win on a hand, by how the hand and the dealer end."""
    attack = stake * wagers.attack
    stakes = stake, attack, (stake + attack) * (end // ENDS)
    returned = settle.paid_on_hand(stakes, line(end, final), wagers.original)
    return [back - staked for back, staked in zip(returned, stakes, strict=True)]


def line(end: int, final: int) -> int:
    """The deciding line between a hand and the dealer. A dealer's blackjack comes before a surrender (8(a)(2))."""
    kind = end % ENDS
    if kind == GIVEN_UP and final != DEALER_NATURAL:
        return settle.SURRENDERED
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


class Context(NamedTuple):
    """What a hand is played in the knowledge of, beside its cards and the up card."""

    value: int
    """The value of the pair that it comes of; ``NONE`` for a first hand."""
    elsewhere: int
    """Cards of this value on the other hands."""
    hidden: int
    """Other hands that got another card than the pair's while a split was still possible."""
    wagers: Wagers


def first_hand(attack: bool) -> Context:
    return Context(NONE, 0, 0, Wagers(attack, True))


class Way(NamedTuple):
    """What is done on each hand: before a double, and after one."""

    chosen: Ints
    rescued: Ints

    def but(self, hand: int, action: int) -> Way:
        """The same, but for one hand."""
        chosen = self.chosen.copy()
        chosen[hand] = action
        return Way(chosen, self.rescued)


class Solved(NamedTuple):
    """What the actions are worth on each hand, and the way that was taken."""

    options: Floats
    doubled: Floats
    way: Way

    def value(self, hand: int) -> float:
        chosen = int(self.way.chosen[hand])
        return float(self.options[hand, chosen])

    def times(self, factor: int) -> Solved:
        """The same with so many times the wagers."""
        return self if factor == 1 else Solved(factor * self.options, factor * self.doubled, self.way)


class Strategy(NamedTuple):
    choose: Callable[[Context], Way | None]
    """What is done on the hands of a context; None is the best."""
    split: Callable[[int, int, Wagers], bool | None]
    """Whether a pair of a value is split when so many hands began with such a card, a hand that holds two of them
    counted twice and this one once, so that one is the first split; None is as is best."""


BEST_PLAY = Strategy(lambda context: None, lambda value, count, wagers: None)


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
    def seen(self) -> int:
        """Cards of the pair's value on all hands, without the second card of the hand at hand."""
        return self.hands + self.declined

    def done(self, *, declined: int = 0, hidden: int = 0) -> Stage:
        return Stage(self.hands, self.waiting - 1, self.declined + declined, self.hidden + hidden, False)

    def more(self) -> Stage:
        return self._replace(hands=self.hands + 1, waiting=self.waiting + 1)


ANY, PAIR, OTHER = "any", "pair", "other"
Piece = tuple[Context, str]
"""A hand of a split, by its context and which second cards it gets."""


class Branch(NamedTuple):
    """A way that splitting can go on: the hand that it completes, if it does, and what comes then."""

    chance: float
    piece: Piece | None
    worth: float
    then: Split

    @property
    def in_all(self) -> float:
        return self.worth + self.chance * self.then.worth


class Split(NamedTuple):
    """A pair from some stage of its splitting on."""

    branches: tuple[Branch, ...]

    @property
    def worth(self) -> float:
        return sum(branch.in_all for branch in self.branches)


def pieces(branches: Iterable[Branch]) -> Counter[Piece]:
    """The hands of which a split is the sum, each as often as there are ways to come to it."""
    found: Counter[Piece] = Counter()
    for branch in branches:
        if branch.piece is not None:
            found[branch.piece] += 1
        found.update(pieces(branch.then.branches))
    return found


def courses(split: Split) -> Iterator[tuple[float, tuple[Piece, ...]]]:
    """Every course that splitting can take, with its chance and the hands that it makes."""
    if not split.branches:
        yield 1.0, ()
    for branch in split.branches:
        for chance, rest in courses(branch.then):
            yield branch.chance * chance, rest if branch.piece is None else (branch.piece, *rest)


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


def value_of(ends: Ends) -> Fraction:
    """What these ends are worth together, in units of the initial wager."""
    return sum((result(*key) * chance for key, chance in ends.items()), Fraction(0)) / 2


def added(one: Ends, other: Ends) -> Ends:
    """Two sets of ends as one."""
    return {key: one.get(key, Fraction(0)) + other.get(key, Fraction(0)) for key in {**one, **other}}


class Against:
    """Play against one up card from a shoe, which is without it."""

    def __init__(self, shoe: tuple[int, ...], up: int, *, most_hands: int, reader: bool, split_attack: bool) -> None:
        self.shoe, self.up, self.most_hands, self.split_attack = shoe, up, most_hands, split_attack
        self.cards = sum(shoe)
        self.reads = reader and makes_blackjack(up) != NONE
        self.barred = makes_blackjack(up) if self.reads else NONE
        self.spares = makes_blackjack(up) != NONE and not self.reads
        """Whether a hand may meet a blackjack of the dealer, which spares all but the first initial wager."""
        self.looked = 0
        """The most cards that an exact answer has looked at."""
        self._odds: dict[int, Floats] = {}
        self._solved: dict[Context, Solved] = {}

    # --- one hand

    def left(self, context: Context) -> Ints:
        """The shoe without the cards of the pair's value that lie on other hands."""
        left = np.array(self.shoe, np.int64)
        if context.value != NONE:
            left[context.value] -= context.elsewhere
        return left

    def odds(self, context: Context) -> Floats:
        """The dealer's chances behind each hand."""
        value = context.value
        if value not in self._odds:
            self.prepare((value,))
        rows = taken(value, self._most_elsewhere(value)).row[context.elsewhere]
        found: Floats = np.where(rows[:, None] >= 0, self._odds[value][rows, context.hidden], 0.0)
        return found

    def prepare(self, values: Iterable[int]) -> None:
        """Find the dealer's chances behind hands and splits of these values, on every core."""
        new = [(value,) for value in values if value not in self._odds]
        self._odds |= {value: odds for (value,), odds in zip(new, in_parallel(self._find_odds, new), strict=True)}

    def _find_odds(self, value: int) -> Floats:
        most = self.most_hands - 2 if value != NONE else 0
        held, shoe = taken(value, self._most_elsewhere(value)).held, np.array(self.shoe, np.int64)
        found: Floats = dealer_odds(held, shoe, value, most, self.barred, *runs(self.up, value))
        return found

    def _most_elsewhere(self, value: int) -> int:
        """The most cards of a value that other hands are known to hold: a pair each, but for those formed last."""
        return 0 if value == NONE else 1 if value == ACE else 2 * self.most_hands - 3

    def solve(self, strategy: Strategy, context: Context) -> Solved:
        """What every hand of a context is worth, played by a strategy."""
        way = strategy.choose(context)
        if way is not None:
            return self.play(context, way)
        # A double attack that wins and loses with the initial wager doubles everything.
        alike = not (self.spares and context.wagers.original)
        least = context._replace(wagers=Wagers(False, self.spares and context.wagers.original)) if alike else context
        if least not in self._solved:
            blank = np.full(len(hands().cards), -1, np.int8)
            solved = self.play(least, Way(blank, blank.copy()))
            self._decide_close(least, solved)
            self._solved[least] = solved
        return self._solved[least].times(1 + context.wagers.attack) if alike else self._solved[least]

    def play(self, context: Context, way: Way) -> Solved:
        """Play a context in a way, which where it says -1 becomes the best."""
        found, value = hands(), context.value
        options, doubled = worth(
            holding(value),
            found.held,
            found.cards,
            found.total,
            found.end,
            found.then,
            self.left(context),
            value,
            context.hidden,
            self.barred,
            self.odds(context),
            pays(context.wagers),
            naturals() if value == NONE else -1,
            value != ACE,
            *way,
        )
        return Solved(options, doubled, way)

    def _decide_close(self, context: Context, solved: Solved) -> None:
        """Decide by exact numbers where floating point can't tell the best from the next."""
        ordered = np.sort(solved.options, axis=1)
        with np.errstate(invalid="ignore"):  # hands of no worth at all, which the shoe can't bring
            close = (ordered[:, -1] - ordered[:, -2] < CLOSE) & (hands().cards >= 2)
            rescue_close = abs(solved.doubled[:, STAND] - solved.doubled[:, SURRENDER]) < CLOSE
        chosen = solved.way.chosen
        for hand in map(int, np.flatnonzero(close)[::-1]):
            known = [a for a in range(4) if solved.options[hand, a] > ordered[hand, -1] - CLOSE]
            exact = {action: self.worth_of(context, hand, solved.way.but(hand, action)) for action in known}
            chosen[hand] = max(known, key=lambda action: exact[action])
        for hand in map(int, np.flatnonzero(rescue_close & (hands().cards >= 3))):
            stand, surrender = (self.worth_of(context, hand, solved.way, action) for action in (STAND, SURRENDER))
            solved.way.rescued[hand] = SURRENDER if surrender > stand else STAND

    def chances(self, context: Context, hand: int) -> Floats:
        """The chances of each value to come next to a hand."""
        found: Floats = next_cards(self.left(context), hands().held[hand], context.value, context.hidden, self.barred)
        return found

    # --- splits

    def split(self, strategy: Strategy, value: int, attack: bool) -> Split:
        """A pair of a value that is split."""
        return self._split(strategy, value, attack, Stage(2, 2, 0, 0, True))

    def _split(self, strategy: Strategy, value: int, attack: bool, stage: Stage) -> Split:
        """The hand that gets its second card at this stage, and all that still wait for theirs."""
        if not stage.waiting:
            return Split(())
        wagers = Wagers(attack and (stage.original or self.split_attack), stage.original)  # ruling split-amount
        context = Context(value, stage.hands - 1 + stage.declined, stage.hidden, wagers)
        solved, chances = self.solve(strategy, context), self.chances(context, hand_of(value)).tolist()
        ends = [chance and chance * solved.value(hand_of(value, v)) for v, chance in enumerate(chances)]

        def completed(second: str, chance: float, worth: float, after: Stage) -> tuple[Branch, ...]:
            if not chance > 0.0:
                return ()
            return (Branch(chance, (context, second), worth, self._split(strategy, value, attack, after)),)

        if stage.hands == self.most_hands or value == ACE:
            return Split(completed(ANY, 1.0, sum(ends), stage.done()))
        pair = chances[value]
        other = completed(OTHER, sum(chances) - pair, sum(ends) - ends[value], stage.done(hidden=1))
        again = strategy.split(value, stage.seen, wagers) if pair > 0.0 else False
        if again is not True:
            declined = completed(PAIR, pair, ends[value], stage.done(declined=1))
        if again is not False:
            more = (Branch(pair, None, 0.0, self._split(strategy, value, attack, stage.more())),)
        if again is None:
            gain = more[0].in_all - declined[0].in_all
            if abs(gain) < CLOSE:
                gain = float(self.worth_of_split(strategy, more) - self.worth_of_split(strategy, declined))
            again = gain > 0
        return Split((*other, *(more if again else declined)))

    # --- the round

    def round(self, strategy: Strategy, attack: bool) -> Round:
        """The whole round from the two cards on: what it is worth, and which pairs are split."""
        context = first_hand(attack)
        solved = self.solve(strategy, context)
        splits: dict[int, Split] = {}
        taken: list[int] = []
        worth = 0.0
        for (one, two), chance in self.two_cards():
            value = solved.value(hand_of(one, two))
            if one == two:
                wanted = strategy.split(one, 1, context.wagers)
                if wanted is not False:
                    splits[one] = self.split(strategy, one, attack)
                    gain = splits[one].worth - value
                    if wanted is None and abs(gain) < CLOSE:
                        gain = float(
                            self.split_pair(strategy, splits[one])
                            - self.worth_of(context, hand_of(one, one), solved.way)
                        )
                    if wanted or gain > 0:
                        value = splits[one].worth
                        taken.append(one)
            worth += chance * value
        if self.reads:
            unread = 1.0 - self.shoe[self.barred] / self.cards
            worth = unread * worth + float(value_of(self.read_ends(attack)))
        return Round(worth, attack, solved, splits, tuple(taken))

    def two_cards(self) -> Iterator[tuple[tuple[int, int], float]]:
        """The first two cards in either order, with their chances; with a card reader, where it finds no blackjack."""
        context = first_hand(False)
        for one, first in enumerate(self.chances(context, hand_of())):
            if first > 0.0:
                for two, second in enumerate(self.chances(context, hand_of(one))):
                    if two >= one and second > 0.0:
                        yield (one, two), float(first) * float(second) * (1 if one == two else 2)

    def read_ends(self, attack: bool) -> Ends:
        """Rounds that end when the card reader finds a blackjack: the player has one too, or has not."""
        if not self.reads:
            return {}
        first, n, barred = Wagers(attack, True), self.cards, self.shoe[self.barred]
        both = Fraction(2 * barred * (barred - 1) * self.shoe[self.up], perm(n, 3))
        return {(first, NATURAL, DEALER_NATURAL): both, (first, LOW_TOTAL, DEALER_NATURAL): Fraction(barred, n) - both}

    # --- how it ends, exactly

    def first_ends(self, played: Round) -> Ends:
        """How often hands that are not split end how."""
        counted: dict[Wagers, Ints] = {}
        starts = np.zeros(len(hands().cards), np.int64)
        for one in range(VALUES):
            for two in range(VALUES):
                starts[hand_of(one, two)] += one != two or one not in played.taken
        self._count(counted, first_hand(played.attack), starts, played.first.way)
        return added(self._chances(counted), self.read_ends(played.attack))

    def split_ends(self, strategy: Strategy, played: Round) -> Ends:
        """How often hands that come of splits end how: the chance of each end, summed over hands."""
        branches = [branch for value in played.taken for branch in played.splits[value].branches]
        return self.ends_of_split(strategy, branches)

    def ends_of_split(self, strategy: Strategy, branches: Iterable[Branch]) -> Ends:
        """How often the hands of splits end how, with the chance to come to these."""
        counted: dict[Wagers, Ints] = {}
        self._count_split(counted, strategy, branches)
        return self._chances(counted)

    def worth_of_split(self, strategy: Strategy, branches: Iterable[Branch]) -> Fraction:
        """What a split is worth, times the chance to come to it."""
        return value_of(self.ends_of_split(strategy, branches))

    def split_pair(self, strategy: Strategy, split: Split) -> Fraction:
        """What a pair is worth that is split, exactly, in units of the initial wager."""
        ends = self.ends_of_split(strategy, split.branches)
        first = sum((chance for (wagers, _, _), chance in ends.items() if wagers.original), Fraction(0))
        return value_of(ends) / first

    def worth_of(self, context: Context, hand: int, way: Way, rescue: int = -1) -> Fraction:
        """What a hand is worth on a way to play, exactly; or what standing or surrender is once it is doubled."""
        starts = np.zeros(len(hands().cards), np.int64)
        starts[hand] = 1
        counted: dict[Wagers, Ints] = {}
        if rescue >= 0:
            way = way.but(hand, rescue)
        self._count(counted, context, starts, way)
        ends = self._chances(counted)
        if rescue >= 0:
            ends = {(wagers, ENDS + end, final): chance for (wagers, end, final), chance in ends.items()}
        return value_of(ends) / sum(ends.values(), Fraction(0))

    def _count_split(self, counted: dict[Wagers, Ints], strategy: Strategy, branches: Iterable[Branch]) -> None:
        for (context, second), times in pieces(branches).items():
            starts = np.zeros(len(hands().cards), np.int64)
            for two in range(VALUES):
                if second == ANY or (two == context.value) == (second == PAIR):
                    starts[hand_of(context.value, two)] = times
            self._count(counted, context, starts, self.solve(strategy, context).way)

    def _count(self, counted: dict[Wagers, Ints], context: Context, starts: Ints, way: Way) -> None:
        """Add the ordered deals of a way to play, by how they end and the number of cards that they look at."""
        found, value, elsewhere = hands(), context.value, context.elsewhere
        if context.wagers not in counted:
            counted[context.wagers] = nothing_counted()
        tally(
            counted[context.wagers],
            holding(value),
            found.held,
            found.cards,
            found.end,
            found.then,
            self.left(context),
            value,
            context.hidden,
            self.barred,
            naturals() if value == NONE else -1,
            elsewhere,
            starts if value == NONE else starts * perm(self.shoe[value], elsewhere),
            *way,
            *runs(self.up, value),
        )

    def _chances(self, counted: dict[Wagers, Ints]) -> Ends:
        """From ordered deals by the number of cards to chances."""
        chances = {}
        for wagers, parts in counted.items():
            for (end, final), deals in whole(parts).items():
                most = max(deals)
                self.looked = max(self.looked, most)
                ways = sum(number * perm(self.cards - cards, most - cards) for cards, number in deals.items())
                chances[wagers, end, final] = Fraction(ways, perm(self.cards, most))
        return chances
