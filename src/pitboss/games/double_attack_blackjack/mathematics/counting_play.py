"""The best play against one up card and its results, for first hands and for hands of splits.

A split hand is played by its own cards, the up card, and the information from splitting: how many cards of the pair's
value the other hands got, and how many of them were completed without another, before the last hand was formed. That is
more than the number of hands, and less than every card on the table.

By symmetry, a hand is worth as much as if it were played at once: cards of other hands that its play ignores can be
thought of as still in the shoe. So the value of a split is an exact sum over hands, not twice the value of one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import NamedTuple

import numpy as np

from pitboss.games.double_attack_blackjack import settle
from pitboss.games.double_attack_blackjack.mathematics.counting import (
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
    dealer_odds,
    hand_of,
    hands,
    holding,
    makes_blackjack,
    naturals,
    next_cards,
    nothing_counted,
    room_to_tally,
    runs,
    taken,
    tally,
    whole,
    worth,
)
from pitboss.games.double_attack_blackjack.settle import EVEN_MONEY, Wins
from pitboss.mathematics.counting.compiled import in_parallel

CLOSE = 1e-9
"""Decisions closer than this, in units of the initial wager, are made with exact numbers."""


# --- the value of a hand's end


class Wagers(NamedTuple):
    """The wagers on a hand, as parts of the initial one."""

    attack: bool | Fraction
    """The double attack: none, one as large, or a part."""
    original: bool
    """Whether it is the first hand."""
    coupon: Fraction = Fraction(0)
    """The match play coupon beside the initial wager. A win pays it too (ruling match-play)."""


@lru_cache(maxsize=1 << 14)
def result(wagers: Wagers, end: int, final: int, wins: Wins = EVEN_MONEY) -> Fraction:
    """The net win of a hand in initial wagers, by the ends of the hand and of the dealer."""
    stake = 2 * wins.per * wagers.attack.denominator  # so that an attack, a win and half of a surrender are whole
    return Fraction(sum(won(stake, wagers, end, final, wins)), stake) + wagers.coupon * coupon_wins(end, final)


def coupon_wins(end: int, final: int) -> bool:
    """Whether the hand wins, so that a coupon on it is paid. It pays its face, whatever a study pays for the chips."""
    return line(end, final) in settle.WINS


def won(stake: int, wagers: Wagers, end: int, final: int, wins: Wins = EVEN_MONEY) -> list[int]:
    """Cents that initial, double attack and double wager win, by the ends of the hand and of the dealer."""
    attack = int(stake * wagers.attack)
    stakes = stake, attack, (stake + attack) * (end // ENDS)
    returned = settle.paid_on_hand(stakes, line(end, final), wagers.original, wins)
    return [back - staked for back, staked in zip(returned, stakes, strict=True)]


def line(end: int, final: int) -> int:
    """The deciding line between a hand and the dealer. A dealer's blackjack precedes a surrender (8(a)(2))."""
    kind = end % ENDS
    if kind == GIVEN_UP and final != DEALER_NATURAL:
        return settle.SURRENDERED
    dealer = settle.BEST + 1 if final == DEALER_OVER else settle.STANDS + final if final < DEALER_OVER else settle.BEST
    natural = kind == NATURAL
    player = {NATURAL: settle.BEST, OVER: settle.BEST + 1, GIVEN_UP: settle.STANDS}.get(kind, settle.STANDS - 1 + kind)
    return settle.outcome(player, natural, dealer, final == DEALER_NATURAL)


@lru_cache(maxsize=256)
def pays(wagers: Wagers, wins: Wins = EVEN_MONEY) -> Floats:
    """The value of each end, in units of the initial wager."""
    return np.array(
        [[float(result(wagers, end, final, wins)) for final in range(DEALER_ENDS)] for end in range(2 * ENDS)]
    )


# --- ways to play


class Context(NamedTuple):
    """The information for playing a hand, besides its cards and the up card."""

    value: int
    """The value of the split pair; ``NONE`` for a first hand."""
    elsewhere: int
    """Cards of this value on the other hands."""
    hidden: int
    """Other hands whose second card did not pair while a split was still possible."""
    wagers: Wagers


def first_hand(attack: bool | Fraction, coupon: Fraction = Fraction(0)) -> Context:
    return Context(NONE, 0, 0, Wagers(attack, True, coupon))


class Way(NamedTuple):
    """The actions on each hand, before and after a double."""

    chosen: Ints
    rescued: Ints

    def but(self, hand: int, action: int) -> Way:
        """The same, except for one hand."""
        chosen = self.chosen.copy()
        chosen[hand] = action
        return Way(chosen, self.rescued)


class Solved(NamedTuple):
    """The values of the actions on each hand, and the way that was taken."""

    options: Floats
    doubled: Floats
    way: Way

    def value(self, hand: int) -> float:
        chosen = int(self.way.chosen[hand])
        return float(self.options[hand, chosen])

    def times(self, factor: float) -> Solved:
        """The same with the wagers multiplied."""
        return self if factor == 1 else Solved(factor * self.options, factor * self.doubled, self.way)


class Strategy(NamedTuple):
    choose: Callable[[Context], Way | None]
    """The actions on the hands of a context; None for the best."""
    split: Callable[[int, int, Wagers], bool | None]
    """Whether to split a pair of a value at this count; None for the best. The count is the number of hands that began
    with such a card. Hands that hold two of them count twice, except this one, so the first split has count one."""


BEST_PLAY = Strategy(lambda context: None, lambda value, count, wagers: None)


class Stage(NamedTuple):
    """The progress of splitting a pair."""

    hands: int
    waiting: int
    """Hands that hold one card, including the one that gets its second card now."""
    declined: int
    """Hands that were completed as a pair although they could have been split."""
    hidden: int
    """Hands whose second card did not pair while a split was still possible."""
    original: bool
    """Whether the first hand gets its card now."""

    @property
    def seen(self) -> int:
        """Cards of the pair's value on all hands, except the second card of the current hand."""
        return self.hands + self.declined

    def done(self, *, declined: int = 0, hidden: int = 0) -> Stage:
        return Stage(self.hands, self.waiting - 1, self.declined + declined, self.hidden + hidden, False)

    def more(self) -> Stage:
        return self._replace(hands=self.hands + 1, waiting=self.waiting + 1)


ANY, PAIR, OTHER = "any", "pair", "other"
Piece = tuple[Context, str]
"""A hand of a split, by its context and the kind of second card it gets."""


class Branch(NamedTuple):
    """A continuation of splitting: the hand that it completes, if any, and the next step."""

    chance: float
    piece: Piece | None
    worth: float
    then: Split

    @property
    def in_all(self) -> float:
        return self.worth + self.chance * self.then.worth


class Split(NamedTuple):
    """A pair at some stage of its splitting."""

    branches: tuple[Branch, ...]

    @property
    def worth(self) -> float:
        return sum(branch.in_all for branch in self.branches)


def pieces(branches: Iterable[Branch]) -> Counter[Piece]:
    """The hands that add up to a split, each as often as there are ways to reach it."""
    found: Counter[Piece] = Counter()
    for branch in branches:
        if branch.piece is not None:
            found[branch.piece] += 1
        found.update(pieces(branch.then.branches))
    return found


def courses(split: Split) -> Iterator[tuple[float, tuple[Piece, ...]]]:
    """Every course of splitting, with its chance and its hands."""
    if not split.branches:
        yield 1.0, ()
    for branch in split.branches:
        for chance, rest in courses(branch.then):
            yield branch.chance * chance, rest if branch.piece is None else (branch.piece, *rest)


class Round(NamedTuple):
    """A round against an up card."""

    worth: float
    attack: bool | Fraction
    first: Solved
    splits: dict[int, Split]
    taken: tuple[int, ...]
    """The values whose pairs are split."""


Ends = dict[tuple[Wagers, int, int], Fraction]
"""Chances by the wagers on a hand, its end and the dealer's end."""


def value_of(ends: Ends, wins: Wins = EVEN_MONEY) -> Fraction:
    """The total value of these ends, in units of the initial wager."""
    return sum((result(*key, wins) * chance for key, chance in ends.items()), Fraction(0))


def added(one: Ends, other: Ends) -> Ends:
    """The sum of two sets of ends."""
    return {key: one.get(key, Fraction(0)) + other.get(key, Fraction(0)) for key in {**one, **other}}


def with_attack(ends: Ends) -> Ends:
    """The same ends with a double attack on every hand, as large as the initial wager."""
    return {(wagers._replace(attack=True), end, final): chance for (wagers, end, final), chance in ends.items()}


class Against:
    """Play against one up card, from a shoe without that card.

    ``coupon`` is the one beside the first initial wager. ``start`` is the hand from which play goes on, if no other is
    asked about. The default is the empty hand. ``wins`` is what won hands pay.
    """

    def __init__(
        self,
        shoe: tuple[int, ...],
        up: int,
        *,
        most_hands: int,
        reader: bool,
        split_attack: bool,
        coupon: Fraction = Fraction(0),
        start: int = 0,
        wins: Wins = EVEN_MONEY,
    ) -> None:
        self.shoe, self.up, self.most_hands, self.split_attack = shoe, up, most_hands, split_attack
        self.coupon, self.start, self.wins = coupon, start, wins
        self.cards = sum(shoe)
        self.reads = reader and makes_blackjack(up) != NONE
        self.barred = makes_blackjack(up) if self.reads else NONE
        self.spares = makes_blackjack(up) != NONE and not self.reads
        """Whether a hand can meet a dealer's blackjack, which spares all but the first initial wager."""
        self.looked = 0
        """The largest number of cards that an exact answer has looked at."""
        self._odds: dict[int, Floats] = {}
        self._solved: dict[tuple[Context, bytes], Solved] = {}

    # --- one hand

    def left(self, context: Context) -> Ints:
        """The shoe without the cards of the pair's value on other hands."""
        left = np.array(self.shoe, np.int64)
        if context.value != NONE:
            left[context.value] -= context.elsewhere
        return left

    def odds(self, context: Context) -> Floats:
        """The dealer's chances for each hand."""
        odds, rows = self._odds_of(context)
        found: Floats = np.where(rows[:, None] >= 0, odds[rows, context.hidden], 0.0)
        return found

    def _odds_of(self, context: Context) -> tuple[Floats, Ints]:
        """The dealer's chances by row and hidden cards, and the row of each hand."""
        value = context.value
        if value not in self._odds:
            self.prepare((value,))
        return self._odds[value], taken(value, self._most_elsewhere(value)).row[context.elsewhere]

    def prepare(self, values: Iterable[int]) -> None:
        """Find the dealer's chances for hands and splits of these values, on all cores."""
        new = [(value,) for value in values if value not in self._odds]
        if len(new) == 1:  # no thread is worth its start
            self._odds[new[0][0]] = self._find_odds(*new[0])
            return
        self._odds |= {value: odds for (value,), odds in zip(new, in_parallel(self._find_odds, new), strict=True)}

    def _find_odds(self, value: int) -> Floats:
        most = self.most_hands - 2 if value != NONE else 0
        held, shoe = taken(value, self._most_elsewhere(value)).held, np.array(self.shoe, np.int64)
        follow = (held >= hands().held[self.start]).all(axis=1)
        found = np.zeros((len(held), most + 1, DEALER_ENDS))
        found[follow] = dealer_odds(held[follow], shoe, value, most, self.barred, runs(self.up, value))
        return found

    def _most_elsewhere(self, value: int) -> int:
        """The most cards of a value known on other hands: a pair each, except for the hands formed last."""
        return 0 if value == NONE else 1 if value == ACE else 2 * self.most_hands - 3

    def solve(self, strategy: Strategy, context: Context) -> Solved:
        """The value of every hand of a context, played by a strategy."""
        way = strategy.choose(context)
        # A double attack that wins and loses with the initial wager doubles everything.
        alike = not (context.wagers.coupon or (self.spares and context.wagers.original))
        least = context._replace(wagers=Wagers(False, self.spares and context.wagers.original)) if alike else context
        key = least, b"" if way is None else way.chosen.tobytes() + way.rescued.tobytes()
        if key not in self._solved:
            if way is None:
                blank = np.full(len(hands().cards), -1, np.int8)
                solved = self.play(least, Way(blank, blank.copy()))
                self._decide_close(least, solved)
            else:
                solved = self.play(least, way)
            self._solved[key] = solved
        return self._solved[key].times(float(1 + context.wagers.attack)) if alike else self._solved[key]

    def play(self, context: Context, way: Way) -> Solved:
        """Play a context in a given way. The best action replaces each -1 in it."""
        found, value = hands(), context.value
        options, doubled = np.full((len(found.cards), 4), -np.inf), np.full((len(found.cards), 2), -np.inf)
        worth(
            options,
            doubled,
            np.empty(VALUES),
            np.empty(VALUES, np.int64),
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
            *self._odds_of(context),
            pays(context.wagers, self.wins),
            naturals() if value == NONE else -1,
            value != ACE,
            *way,
        )
        return Solved(options, doubled, way)

    def _decide_close(self, context: Context, solved: Solved) -> None:
        """Decide with exact numbers if floating point can't tell the best from the next."""
        ordered = np.sort(solved.options, axis=1)
        with np.errstate(invalid="ignore"):  # hands without value, which the shoe can't give
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
        """The chance of each value for the next card of a hand."""
        found, room, held = np.empty(VALUES), np.empty(VALUES, np.int64), hands().held[hand]
        next_cards(found, room, self.left(context), held, context.value, context.hidden, self.barred)
        return found

    # --- splits

    def split(self, strategy: Strategy, value: int, attack: bool | Fraction) -> Split:
        """The splitting of a pair of this value."""
        return self._split(strategy, value, attack, Stage(2, 2, 0, 0, True))

    def _split(self, strategy: Strategy, value: int, attack: bool | Fraction, stage: Stage) -> Split:
        """The hand that gets its second card at this stage, and all hands that still wait for theirs."""
        if not stage.waiting:
            return Split(())
        beside = attack if stage.original or self.split_attack else False  # ruling split-amount
        wagers = Wagers(beside, stage.original, self.coupon if stage.original else Fraction(0))
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

    def round(self, strategy: Strategy, attack: bool | Fraction) -> Round:
        """The whole round from the two cards on: its value, and the pairs that are split."""
        context = first_hand(attack, self.coupon)
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
            worth = unread * worth + float(self.value_of(self.read_ends(attack)))
        return Round(worth, attack, solved, splits, tuple(taken))

    def two_cards(self) -> Iterator[tuple[tuple[int, int], float]]:
        """The first two cards in either order, with their chances. With a card reader, if it finds no blackjack."""
        context = first_hand(False)
        for one, first in enumerate(self.chances(context, hand_of())):
            if first > 0.0:
                for two, second in enumerate(self.chances(context, hand_of(one))):
                    if two >= one and second > 0.0:
                        yield (one, two), float(first) * float(second) * (1 if one == two else 2)

    def read_ends(self, attack: bool | Fraction) -> Ends:
        """Rounds that end when the card reader finds a blackjack, by whether the player has one too."""
        if not self.reads:
            return {}
        first, n, barred = Wagers(attack, True, self.coupon), self.cards, self.shoe[self.barred]
        both = Fraction(2 * barred * (barred - 1) * self.shoe[self.up], perm(n, 3))
        return {(first, NATURAL, DEALER_NATURAL): both, (first, LOW_TOTAL, DEALER_NATURAL): Fraction(barred, n) - both}

    # --- the results, in exact numbers

    def value_of(self, ends: Ends) -> Fraction:
        """The total value of these ends, in units of the initial wager."""
        return value_of(ends, self.wins)

    def first_ends(self, played: Round) -> Ends:
        """The chances of the ends of hands that are not split."""
        counted: dict[Wagers, Ints] = {}
        starts = np.zeros(len(hands().cards), np.int64)
        for one in range(VALUES):
            for two in range(VALUES):
                starts[hand_of(one, two)] += one != two or one not in played.taken
        self._count(counted, first_hand(played.attack, self.coupon), starts, played.first.way)
        return added(self._chances(counted), self.read_ends(played.attack))

    def split_ends(self, strategy: Strategy, played: Round) -> Ends:
        """The chances of the ends of hands from splits, summed over hands."""
        branches = [branch for value in played.taken for branch in played.splits[value].branches]
        return self.ends_of_split(strategy, branches)

    def ends_of_split(self, strategy: Strategy, branches: Iterable[Branch]) -> Ends:
        """The chances of the ends of the hands of splits, times the chance to reach them."""
        counted: dict[Wagers, Ints] = {}
        self._count_split(counted, strategy, branches)
        return self._chances(counted)

    def worth_of_split(self, strategy: Strategy, branches: Iterable[Branch]) -> Fraction:
        """The value of a split, times the chance to reach it."""
        return self.value_of(self.ends_of_split(strategy, branches))

    def split_pair(self, strategy: Strategy, split: Split) -> Fraction:
        """The exact value of a split pair, in units of the initial wager."""
        return self.value_of(self.ends_of_pair(strategy, split))

    def ends_of_pair(self, strategy: Strategy, split: Split) -> Ends:
        """How often the hands of a split pair end in each way. The first hand ends once."""
        ends = self.ends_of_split(strategy, split.branches)
        first = sum((chance for (wagers, _, _), chance in ends.items() if wagers.original), Fraction(0))
        return {key: chance / first for key, chance in ends.items()}

    def worth_of(self, context: Context, hand: int, way: Way, rescue: int = -1) -> Fraction:
        """The exact value of a hand in a way to play, or of standing or surrender after a double."""
        return self.value_of(self.ends_of(context, hand, way, rescue))

    def ends_of(self, context: Context, hand: int, way: Way, rescue: int = -1) -> Ends:
        """The chances of the ends of a hand in a way to play, or of standing or surrender after a double."""
        starts = np.zeros(len(hands().cards), np.int64)
        starts[hand] = 1
        counted: dict[Wagers, Ints] = {}
        if rescue >= 0:
            way = way.but(hand, rescue)
        self._count(counted, context, starts, way)
        ends = self._chances(counted)
        if rescue >= 0:
            ends = {(wagers, ENDS + end, final): chance for (wagers, end, final), chance in ends.items()}
        total = sum(ends.values(), Fraction(0))
        return {key: chance / total for key, chance in ends.items()}

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
        paths = np.zeros((2, len(starts)), np.int64)
        paths[0] = starts if value == NONE else starts * perm(self.shoe[value], elsewhere)
        tally(
            counted[context.wagers],
            paths,
            *room_to_tally(),
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
            *way,
            *runs(self.up, value),
        )

    def _chances(self, counted: dict[Wagers, Ints]) -> Ends:
        """Convert ordered deals by number of cards to chances."""
        chances = {}
        for wagers, parts in counted.items():
            for (end, final), deals in whole(parts).items():
                most = max(deals)
                self.looked = max(self.looked, most)
                ways = sum(number * perm(self.cards - cards, most - cards) for cards, number in deals.items())
                chances[wagers, end, final] = Fraction(ways, perm(self.cards, most))
        return chances
