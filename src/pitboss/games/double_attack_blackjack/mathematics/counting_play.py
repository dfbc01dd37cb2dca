"""The best play against one up card, the best chart of totals, and whole rounds against every up card.

A split hand is played by its own cards, the up card, and the information from splitting: how many cards of the pair's
value the other hands got, and how many of them were completed without another, before the last hand was formed. That is
more than the number of hands, and less than every card on the table.

By symmetry, a hand is worth as much as if it were played at once: cards of other hands that its play ignores can be
thought of as still in the shoe. So the value of a split is an exact sum over hands, not twice the value of one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from math import perm
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.games.double_attack_blackjack import settle
from pitboss.games.double_attack_blackjack.mathematics.counting import (
    ACE,
    ACTIONS,
    DEALER_ENDS,
    DEALER_NATURAL,
    DEALER_OVER,
    ENDS,
    GIVEN_UP,
    HIT,
    LOW_TOTAL,
    NATURAL,
    NO_NATURAL,
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
    reach,
    room_to_tally,
    runs,
    taken,
    tally,
    whole,
    worth,
)
from pitboss.games.double_attack_blackjack.settle import BEST, EVEN_MONEY, Wins
from pitboss.mathematics.counting.compiled import Tick, in_parallel
from pitboss.mathematics.counting.store import are_kept, kept

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


Choice = tuple[Fraction, Fraction]
"""The value of a round without the double attack, and with it."""


def with_attack(ends: Ends) -> Ends:
    """The same ends with a double attack on every hand, as large as the initial wager."""
    return {(wagers._replace(attack=True), end, final): chance for (wagers, end, final), chance in ends.items()}


class Against:
    """Play against one up card, from a shoe without that card.

    ``coupon`` is the one beside the first initial wager. ``start`` is the hand from which play goes on, if no other is
    asked about. The default is the empty hand. ``wins`` is what won hands pay. If the hole card is known, the shoe
    is without it, too.
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
        hole: int = NONE,
    ) -> None:
        self.shoe, self.up, self.most_hands, self.split_attack = shoe, up, most_hands, split_attack
        self.coupon, self.start, self.wins, self.hole = coupon, start, wins, hole
        self.cards = sum(shoe)
        natural = makes_blackjack(up)
        self.reads = reader and natural != NONE and hole == NONE
        self.barred = natural if self.reads else NONE
        self.spares = natural != NONE and not self.reads and hole in (NONE, natural)
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
        found[follow] = dealer_odds(held[follow], shoe, value, most, self.barred, runs(self.up, value, self.hole))
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
            *runs(self.up, value, self.hole),
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


EndsOfRound = tuple[Ends, Ends]
"""The ends of first hands that are not split, and those of hands from splits."""


def without_and_with(against: Against) -> tuple[EndsOfRound, EndsOfRound]:
    """The best play of a round without the double attack, and with it."""
    against.prepare(range(NONE, VALUES))

    def ends(attack: bool) -> EndsOfRound:
        found = against.round(BEST_PLAY, attack)
        return against.first_ends(found), against.split_ends(BEST_PLAY, found)

    first, splits = ends(False)
    alike = against.split_attack and not against.spares and not against.coupon
    return (first, splits), ((with_attack(first), with_attack(splits)) if alike else ends(True))


def worth_without_and_with(against: Against) -> Choice:
    """The value of a round without the double attack, and with it, each by the best play."""
    without, attack = (
        against.value_of(first) + against.value_of(splits) for first, splits in without_and_with(against)
    )
    return without, attack


# --- the best chart of totals


ENTRIES = 2 * (BEST + 1)
"""Hard totals up to 21, then soft ones."""
GAIN = 1e-13
"""A smaller gain is floating-point noise."""


def entry(total: int, soft: bool) -> int:
    return total + (BEST + 1) * soft


class Chart(NamedTuple):
    """The actions against one up card, by entry."""

    attack: bool
    draw: tuple[int, ...]
    """Before a double: stand, surrender, hit or double."""
    last: tuple[int, ...]
    """When no more cards come: stand or surrender."""
    splits: tuple[int, ...]
    """Values whose pairs are split."""

    def strategy(self) -> Strategy:
        draw, last = _ways(self.draw), _ways(self.last)

        def choose(context: Context) -> Way:
            return Way(last if context.value == ACE else draw, last)

        return Strategy(choose, lambda value, count, wagers: value in self.splits)


def _entries() -> Ints:
    found = hands()
    entries: Ints = found.total + (BEST + 1) * found.soft
    return entries


def _ways(table: tuple[int, ...]) -> Ints:
    return np.array(table, np.int8)[_entries()]


def best_chart(against: Against, attack: bool) -> tuple[float, Chart]:
    """The best chart against an up card, with or without a double attack, and its value."""
    chart = _first_guess(against, attack)
    worth, played, chart = _evaluate(against, chart)
    while True:
        wishes = _wishes(against, chart, played)
        if not wishes:
            return worth, chart
        tried = _evaluate(against, _changed(chart, wishes))
        if tried[0] <= worth + GAIN:  # together they do not gain: try only the best one
            tried = _evaluate(against, _changed(chart, wishes[:1]))
        if tried[0] <= worth + GAIN:
            return worth, chart
        worth, played, chart = tried


def _first_guess(against: Against, attack: bool) -> Chart:
    """A first guess from the best play by cards: the best action on average over hands drawn without ever standing."""
    context = first_hand(attack)
    solved = against.solve(BEST_PLAY, context)
    always = np.where(hands().total < BEST, HIT, STAND).astype(np.int8)
    came = reached(against, context, _first_starts(against, ()), Way(always, always))[0]
    draw, last = np.zeros((ENTRIES, 4)), np.zeros((ENTRIES, 2))
    _add(draw, came, solved.options)
    _add(last, came, solved.doubled)
    splits = tuple(against.round(BEST_PLAY, attack).taken)
    return Chart(attack, tuple(map(int, draw.argmax(axis=1))), tuple(map(int, last.argmax(axis=1))), splits)


def _evaluate(against: Against, chart: Chart) -> tuple[float, Round, Chart]:
    """The value of a chart. Its splits become the pairs that gain by splitting."""
    open_pairs = Strategy(chart.strategy().choose, lambda value, count, wagers: None if count == 1 else True)
    played = against.round(open_pairs, chart.attack)
    return played.worth, played, chart._replace(splits=played.taken)


def _wishes(against: Against, chart: Chart, played: Round) -> list[tuple[float, str, int, int]]:
    """Single changes that gain, the best first."""
    strategy = chart.strategy()
    draw, last = np.zeros((ENTRIES, 4)), np.zeros((ENTRIES, 2))

    def add(context: Context, solved: Solved, starts: Floats) -> None:
        came = reached(against, context, starts, solved.way)
        if context.value == ACE:
            _add(last, came[0], solved.options[:, :HIT])
        else:
            _add(draw, came[0], solved.options)
            _add(last, came[1], solved.doubled)

    add(first_hand(chart.attack), played.first, _first_starts(against, played.taken))
    pairs = {one: chance for (one, two), chance in against.two_cards() if one == two}
    for value in played.taken:
        for (context, second), chance in weights(played.splits[value]).items():
            starts = np.zeros(len(hands().cards))
            for two, share in enumerate(against.chances(context, hand_of(value))):
                if second == ANY or (two == value) == (second == PAIR):
                    starts[hand_of(value, two)] = pairs[value] * chance * share
            add(context, against.solve(strategy, context), starts)
    found = []
    for part, now, gains in (("draw", chart.draw, draw), ("last", chart.last, last)):
        for at in range(ENTRIES):
            gain = gains[at] - gains[at, now[at]]
            if gain.max() > GAIN:
                found.append((float(gain.max()), part, at, int(gain.argmax())))
    return sorted(found, reverse=True)


def _changed(chart: Chart, wishes: list[tuple[float, str, int, int]]) -> Chart:
    tables = {"draw": list(chart.draw), "last": list(chart.last)}
    for _, part, at, action in wishes:
        tables[part][at] = action
    return chart._replace(draw=tuple(tables["draw"]), last=tuple(tables["last"]))


def weights(split: Split) -> dict[Piece, float]:
    """How often a split leads to each of its hands."""
    found: dict[Piece, float] = defaultdict(float)

    def visit(split: Split, chance: float) -> None:
        for branch in split.branches:
            if branch.piece is not None:
                found[branch.piece] += chance
            visit(branch.then, chance * branch.chance)

    visit(split, 1.0)
    return found


def _first_starts(against: Against, taken: tuple[int, ...]) -> Floats:
    starts = np.zeros(len(hands().cards))
    for (one, two), chance in against.two_cards():
        if one != two or one not in taken:
            starts[hand_of(one, two)] = chance
    return starts


def reached(against: Against, context: Context, starts: Floats, way: Way) -> Floats:
    """How often play decides each hand, before a double and after one."""
    found, came = hands(), np.zeros((2, len(starts)))
    came[0] = starts
    reach(
        came,
        np.empty(VALUES),
        np.empty(VALUES, np.int64),
        holding(context.value),
        found.held,
        found.then,
        against.left(context),
        context.value,
        context.hidden,
        against.barred,
        way.chosen,
    )
    return came


def _add(table: Floats, came: Floats, options: Floats) -> None:
    """Add the values of options, weighted by how often play reaches them. Options not allowed get a low value."""
    there = came > 0.0
    worth = np.where(np.isfinite(options[there]), options[there], -1e9)
    np.add.at(table, _entries()[there], came[there, None] * worth)


# --- rounds


NAME = "double_attack_blackjack"
ROUNDS, CHARTS = "rounds", "chart"
"""The names of the cached counts."""
SPLIT = "split"
PAIRS = [(one, two) for one in range(VALUES) for two in range(one, VALUES)]
"""First two cards by value, in either order."""
Spread = tuple[float, float, float, float]
"""The chance of some results, and their first three moments about zero times that chance, in initial wagers."""


class Terms(NamedTuple):
    """The inputs of the mathematics: the full shoe by value, and the options of the rules."""

    shoe: tuple[int, ...]
    most_hands: int
    split_attack: bool
    reader: bool
    wins: Wins = EVEN_MONEY

    @property
    def cards(self) -> int:
        return sum(self.shoe)

    def against(self, up: int) -> Against:
        left = tuple(n - (value == up) for value, n in enumerate(self.shoe))
        most, attack = self.most_hands, self.split_attack
        return Against(left, up, most_hands=most, reader=self.reader, split_attack=attack, wins=self.wins)

    def chance(self, up: int) -> Fraction:
        return Fraction(self.shoe[up], self.cards)

    @property
    def ups(self) -> list[int]:
        return [up for up in range(VALUES) if self.shoe[up]]


class RoundsAgainstUp(msgspec.Struct, frozen=True, dict=True):
    """Rounds against one up card: the chances of the ends of hands, and the actions on the first two cards."""

    up: int
    attack: bool
    first: Ends
    splits: Ends
    spread: Spread
    """The results of split rounds. An estimate; see ``split_spread``."""
    decisions: dict[tuple[int, int], str]
    looked: int
    """The largest number of cards that an end depends on."""
    wins: Wins

    @cached_property
    def ends(self) -> Ends:
        return added(self.first, self.splits)

    @cached_property
    def value(self) -> Fraction:
        return value_of(self.first, self.wins) + value_of(self.splits, self.wins)


def played(against: Against, strategy: Strategy, attack: bool) -> RoundsAgainstUp:
    found = against.round(strategy, attack)
    chosen = {pair: ACTIONS[found.first.way.chosen[hand_of(*pair)]] for pair in PAIRS if _possible(against, *pair)}
    chosen |= {(value, value): SPLIT for value in found.taken}
    spread = split_spread(against, strategy, found)
    first, splits = against.first_ends(found), against.split_ends(strategy, found)
    return RoundsAgainstUp(against.up, attack, first, splits, spread, chosen, against.looked, against.wins)


def attacked(against: Against, one: RoundsAgainstUp) -> RoundsAgainstUp:
    """The same rounds with the double attack and the best play."""
    if against.spares or not against.split_attack:
        return played(against, BEST_PLAY, True)
    first, splits = with_attack(one.first), with_attack(one.splits)
    chance, mean, square, cube = one.spread
    spread = chance, 2 * mean, 4 * square, 8 * cube
    return RoundsAgainstUp(one.up, True, first, splits, spread, one.decisions, one.looked, one.wins)


def _possible(against: Against, one: int, two: int) -> bool:
    return against.shoe[one] > (one == two) and against.shoe[two] > 0


# --- the results of a split round


def split_spread(against: Against, strategy: Strategy, found: Round) -> Spread:
    """The results of split rounds.

    This is an estimate. It assumes that the hands of a split are independent given the dealer's end, and that a hand
    over 21 is independent of that end. The mean of their sum is exact except for this, and the spread is close.
    """
    pairs = {one: chance for (one, two), chance in against.two_cards() if one == two}
    unread = 1.0 - against.shoe[against.barred] / against.cards if against.reads else 1.0
    total = np.zeros(4)
    for value in found.taken:
        results: dict[Piece, Floats] = {}
        for chance, made in courses(found.splits[value]):
            for piece in made:
                if piece not in results:
                    results[piece] = _by_dealer(against, strategy, piece)
            together = _sum([results[piece] for piece in made])
            total += pairs[value] * unread * chance * (results[made[0]][:, :1] * together).sum(axis=0)
    return float(total[0]), float(total[1]), float(total[2]), float(total[3])


def _sum(hands: list[Floats]) -> Floats:
    """The moments of the sum of independent hands, by the dealer's end: 1, then the first three about zero.

    Mean, variance and third central moment of a sum are the sums of theirs. A row is 0 if a hand can't end so.
    """
    possible = np.all([hand[:, 0] > 0.0 for hand in hands], axis=0)
    mean, variance, third = np.zeros((3, NO_NATURAL))
    for hand in hands:
        first, second, cube = (hand[:, 1:] / np.where(possible, hand[:, 0], 1.0)[:, None]).T
        mean, variance = mean + first, variance + second - first**2
        third = third + cube - 3 * first * second + 2 * first**3
    about_zero = [np.ones(NO_NATURAL), mean, variance + mean**2, third + 3 * mean * variance + mean**3]
    found: Floats = np.where(possible[:, None], np.stack(about_zero, axis=1), 0.0)
    return found


def _by_dealer(against: Against, strategy: Strategy, piece: Piece) -> Floats:
    """The chance of each end of the dealer, and the first three moments of a hand's result times that chance."""
    context, second = piece
    value, solved = context.value, against.solve(strategy, context)
    starts = np.zeros(len(hands().cards))
    chances = against.chances(context, hand_of(value))
    for two in range(VALUES):
        if second == ANY or (two == value) == (second == PAIR):
            starts[hand_of(value, two)] = chances[two]
    starts /= starts.sum()
    came, odds = reached(against, context, starts, solved.way), against.odds(context)
    by_end = np.zeros((2 * ENDS, NO_NATURAL))
    for twice, way in enumerate(solved.way):
        there = np.flatnonzero((came[twice] > 0.0) & (way < HIT))
        ends = ENDS * twice + np.where(way[there] == STAND, hands().end[there], GIVEN_UP)
        np.add.at(by_end, ends, came[twice, there, None] * odds[there, :NO_NATURAL])
    dealer = by_end.sum(axis=0)
    for twice, over in enumerate(_over(came, solved.way.chosen, by_end.sum())):
        by_end[ENDS * twice + OVER] = over * dealer / dealer.sum()
    nets = pays(context.wagers, against.wins)[:, :NO_NATURAL]
    table: Floats = np.stack([(by_end * nets**power).sum(axis=0) for power in range(4)], axis=1)
    return table


def _over(came: Floats, chosen: Floats, settled: float) -> tuple[float, float]:
    """How often a hand goes over 21, before and after a double."""
    doubles = float(came[0][chosen == ACTIONS.index("double")].sum())
    after = max(0.0, doubles - float(came[1].sum()))
    return max(0.0, 1.0 - settled - after), after


# --- every up card


@cache
def best_rounds(terms: Terms, tick: Tick | None = None) -> tuple[tuple[RoundsAgainstUp, RoundsAgainstUp], ...]:
    """Best play against each up card, without a double attack and with one."""

    found = _kept(ROUNDS, terms, lambda up: _count_best(terms.against(up)), tick)
    return tuple((_played(without, terms), _played(with_attack, terms)) for without, with_attack in found)


def _count_best(against: Against) -> list[Any]:
    without = played(against, BEST_PLAY, False)
    return [_plain(without), _plain(attacked(against, without))]


def optimal(terms: Terms, tick: Tick | None = None) -> tuple[RoundsAgainstUp, ...]:
    """The best play, with the double attack if that gains."""
    return tuple(
        with_attack if with_attack.value > without.value else without
        for without, with_attack in best_rounds(terms, tick)
    )


@cache
def chart_rounds(terms: Terms, tick: Tick | None = None) -> tuple[tuple[Chart, RoundsAgainstUp], ...]:
    """The best chart of totals against each up card, and its results.

    The search starts from the best play, and the chart is compared with it later. So both are counted at once.
    """
    best: dict[int, list[Any]] = {}
    new = not are_kept(NAME, ROUNDS, terms._asdict(), module=__name__)

    def count(up: int) -> list[Any]:
        against = terms.against(up)
        if new:
            best[up] = _count_best(against)
        _, chart = max((best_chart(against, attack) for attack in (False, True)), key=lambda found: found[0])
        against.looked = 0  # what follows depends on no cards that the search looked at
        return [chart, _plain(played(against, chart.strategy(), chart.attack))]

    found = _kept(CHARTS, terms, count, tick)
    if best:
        _kept(ROUNDS, terms, lambda up: best[up], None)
    return tuple((msgspec.convert(chart, Chart), _played(plain, terms)) for chart, plain in found)


def _kept(what: str, terms: Terms, count: Callable[[int], list[Any]], tick: Tick | None) -> list[list[Any]]:
    """The counts for each up card, cached on disk. Up cards with more to count come first."""

    def counted() -> dict[str, NDArray[Any]]:
        found = in_parallel(count, [(up,) for up in terms.ups], tick)
        return {"json": np.frombuffer(msgspec.json.encode(found), np.uint8)}

    found: list[list[Any]] = msgspec.json.decode(
        kept(NAME, what, terms._asdict(), counted, module=__name__)["json"].tobytes()
    )
    return found


def _plain(one: RoundsAgainstUp) -> dict[str, Any]:
    """The form that is cached."""
    return {
        "up": one.up,
        "attack": one.attack,
        "first": _plain_ends(one.first),
        "splits": _plain_ends(one.splits),
        "spread": one.spread,
        "decisions": [(*pair, action) for pair, action in one.decisions.items()],
        "looked": one.looked,
    }


def _plain_ends(ends: Ends) -> list[Any]:
    return [
        (wagers.attack, wagers.original, end, final, str(chance.numerator), str(chance.denominator))
        for (wagers, end, final), chance in ends.items()
    ]


def _played(plain: dict[str, Any], terms: Terms) -> RoundsAgainstUp:
    first, splits = (
        {
            (Wagers(attack, original), end, final): Fraction(int(above), int(below))
            for attack, original, end, final, above, below in plain[part]
        }
        for part in ("first", "splits")
    )
    decisions = {(one, two): action for one, two, action in plain["decisions"]}
    chance, mean, square, cube = plain["spread"]
    spread = chance, mean, square, cube
    return RoundsAgainstUp(plain["up"], plain["attack"], first, splits, spread, decisions, plain["looked"], terms.wins)
