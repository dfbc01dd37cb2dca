"""Count the deals of Cover All by the category of the best hand dealt.

The best of several hands is below a category if none of them reaches it. Inclusion and exclusion over the hands gives
this number from the number of ways to deal hands that all reach the category. Those hands split into disjoint kinds,
such as straights (of any suits), flushes that are not straights, full houses and fours. For three or four of a kind,
only the cards of one rank are placed. The other cards are dealt last, from the cards left.

Sets of such hands that share no card are counted rank by rank, from the twos to the aces. The state of a count is the
hands in progress:

* of the hands in one suit, how many cards each has and whether they are still in sequence: ``group``;
* of the straights, how many began one, two, three or four ranks ago: ``Straights``;
* of the full houses, threes and fours, how many lack a pair or three cards: ``Alike``.

At each rank, the hands in one suit take some of the four cards, at most one in each suit. Then the hands with cards of
one rank take theirs, then the straights. Counts exceed 64 bits and are stored in two words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import comb, factorial, perm, prod
from typing import NamedTuple

import numpy as np

from pitboss.basics.poker import FLUSH, FOUR, FULL_HOUSE, HIGH_CARD, ROYAL_FLUSH, STRAIGHT, STRAIGHT_FLUSH, THREE
from pitboss.mathematics.counting.compiled import Tick, compiled, in_parallel
from pitboss.mathematics.counting.hands import Ints

MOST = 8
"""The most hands dealt at a table, including the dealer's."""
SUITS = 4
LOW = 48
"""The bits of the low word. Fewer than 15,600 hands reach three of a kind, as they are distinguished here. So there are
fewer than 2 to the 97th sets of eight hands, and the high word needs 49 bits."""

# --- hands in one suit

EMPTY, COMPLETE, WHEEL, NONE = 0, 10, 9, -1
"""States of a hand: no cards; five cards; two to five without a six; impossible."""
# 1 to 4: so many cards in sequence, down from the last rank. 5 to 8: 1 to 4 cards that can't become a straight.
CARDS = (0, 1, 2, 3, 4, 1, 2, 3, 4, 4, 5)
"""The number of cards by state."""

PLAIN, ANY, STRAIGHTS, ROYALS = "flush that is no straight", "flush", "straight flush", "royal flush"


def step(kind: str, hand: int, rank: int, ranks: int, takes: bool) -> int:
    """The state of a one-suit hand after a rank, whether or not it takes the card of that rank."""
    if not takes:
        if hand in (EMPTY, COMPLETE, WHEEL) or hand > 4:
            return hand
        if hand == 4 and rank == 4:
            return WHEEL
        return NONE if kind in (STRAIGHTS, ROYALS) else hand + 4
    if hand == EMPTY:
        if kind in (STRAIGHTS, ROYALS):
            return 1 if rank == ranks - 5 or (rank < ranks - 5 and kind == STRAIGHTS) else NONE
        return 1 if rank <= ranks - 5 and kind == PLAIN else 5
    if hand == COMPLETE:
        return NONE
    if hand < 4:
        return hand + 1
    if hand == 4:
        return NONE if kind == PLAIN else COMPLETE
    if hand == WHEEL:
        return COMPLETE if (rank == ranks - 1) == (kind == STRAIGHTS) else NONE
    return hand + 1 if hand < 8 else COMPLETE


class Transitions(NamedTuple):
    """The transitions at one rank: the state before, the state after, cards taken, and the number of ways."""

    source: Ints
    target: Ints
    cards: Ints
    ways: Ints

    @classmethod
    def of(cls, rows: Sequence[tuple[int, int, int, int]]) -> Transitions:
        columns = np.array(rows, np.int64).reshape(-1, 4).T
        return cls(*(np.ascontiguousarray(column) for column in columns))


class Group(NamedTuple):
    """Suits with equally many hands: the number of states before each rank, and a table for each rank."""

    sizes: tuple[int, ...]
    tables: tuple[Transitions, ...]


@cache
def group(kind: str, hands: int, suits: int, ranks: int) -> Group:
    """Suits with ``hands`` hands of one kind in each. Hands and suits are distinguished only by their cards."""

    def options(held: tuple[int, ...], rank: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
        for taker in range(-1, len(held)):
            if taker > 0 and held[taker] == held[taker - 1]:
                continue  # same as the previous taker
            ways = 1 if taker < 0 or held[taker] == EMPTY else held.count(held[taker])
            after = tuple(sorted(step(kind, one, rank, ranks, at == taker) for at, one in enumerate(held)))
            missing = sum(5 - CARDS[one] for one in after)
            if NONE not in after and missing <= ranks - 1 - rank:
                yield after, int(taker >= 0), ways

    start = (tuple([EMPTY] * hands),) * suits
    states, sizes, tables = {start: 0}, [1], []
    for rank in range(ranks):
        after: dict[tuple[tuple[int, ...], ...], int] = {}
        rows: dict[tuple[int, int, int], int] = {}
        may = {held: list(options(held, rank)) for held in {held for state in states for held in state}}
        for state, source in states.items():
            for chosen in product(*(may[held] for held in state)):
                target = after.setdefault(tuple(sorted(one[0] for one in chosen)), len(after))
                key = (source, target, sum(one[1] for one in chosen))
                rows[key] = rows.get(key, 0) + prod(one[2] for one in chosen)
        tables.append(Transitions.of([(*key, ways) for key, ways in rows.items()]))
        states = after
        sizes.append(len(after))
    return Group(tuple(sizes), tuple(tables))


# --- hands in any suits


class Straights(NamedTuple):
    """Straights by progress: those that began one to four ranks ago, and those from the twos that end with an ace.

    ``complete`` also counts full houses.
    """

    one: int = 0
    two: int = 0
    three: int = 0
    four: int = 0
    wheels: int = 0
    complete: int = 0


class Alike(NamedTuple):
    """Hands with cards of one rank: incomplete full houses, threes and fours."""

    lack_pair: int = 0
    lack_three: int = 0
    threes: int = 0
    fours: int = 0


class Kinds(NamedTuple):
    """The kinds of hand that reach a category."""

    suited: str
    straights: bool = False
    full_houses: bool = False
    threes: bool = False
    fours: bool = False
    weight_of_four: int = 1


KINDS = {
    ROYAL_FLUSH: Kinds(ROYALS),
    STRAIGHT_FLUSH: Kinds(STRAIGHTS),
    FOUR: Kinds(STRAIGHTS, fours=True),
    FULL_HOUSE: Kinds(STRAIGHTS, full_houses=True, fours=True),
    FLUSH: Kinds(ANY, full_houses=True, fours=True),
    STRAIGHT: Kinds(PLAIN, straights=True, full_houses=True, fours=True),
    # Hands with three cards of one rank include each four of a kind four times. The weight subtracts three of these.
    THREE: Kinds(PLAIN, straights=True, threes=True, fours=True, weight_of_four=-3),
}
"""The kinds of hand that make up each category and those above it."""


class RankTaken(NamedTuple):
    """A way to take cards of one rank: the hands in progress, hands completed, cards left, and the number of ways."""

    begun: Alike
    completed: int
    left: int
    ways: int


def of_one_rank(kinds: Kinds, begun: Alike, free: int) -> Iterator[RankTaken]:
    """The ways in which hands with cards of one rank can take cards of a rank with ``free`` free cards."""
    yield RankTaken(begun, 0, free, 1)
    if free >= 3 and kinds.threes:
        yield RankTaken(begun._replace(threes=begun.threes + 1), 0, free - 3, comb(free, 3))
    if free == 4 and kinds.fours:
        yield RankTaken(begun._replace(fours=begun.fours + 1), 0, 0, 1)
    if not kinds.full_houses:
        return
    if free >= 3:
        yield RankTaken(begun._replace(lack_pair=begun.lack_pair + 1), 0, free - 3, comb(free, 3))
        if begun.lack_three:
            full = begun._replace(lack_three=begun.lack_three - 1)
            yield RankTaken(full, 1, free - 3, comb(free, 3) * begun.lack_three)
    for pairs in range(1, free // 2 + 1):
        for ends in range(min(pairs, begun.lack_pair) + 1):
            opens = pairs - ends
            after = begun._replace(lack_pair=begun.lack_pair - ends, lack_three=begun.lack_three + opens)
            dealt = factorial(free) // (2**pairs * factorial(free - 2 * pairs))  # pairs in order
            ways = comb(begun.lack_pair, ends) * dealt // factorial(opens)
            yield RankTaken(after, ends, free - 2 * pairs, ways)


def in_sequence(kinds: Kinds, begun: Straights, rank: int, ranks: int, free: int) -> Iterator[tuple[Straights, int]]:
    """The ways in which straights can take cards of a rank: one card for each in progress, and new straights."""
    last = rank == ranks - 1
    wheels = begun.wheels if last or 1 <= rank <= 3 else 0
    due = begun.one + begun.two + begun.three + begun.four + wheels
    if due > free:
        return
    complete = begun.complete + begun.four + (wheels if last else 0)
    left, ways = free - due, perm(free, due)
    for new in range(left + 1 if kinds.straights and rank <= ranks - 5 else 1):
        for round_ace in range(left - new + 1 if kinds.straights and rank == 0 else 1):
            waiting = 0 if last else begun.wheels + round_ace
            after = Straights(new, begun.one, begun.two, begun.three, waiting, complete)
            yield after, ways * comb(left, new) * comb(left - new, round_ace)


class Rest(NamedTuple):
    """Hands in any suits: all their states, fewest hands first, and a table for each rank.

    A row of a table has the state before, the state after, the cards that suited hands leave free, and the ways.
    """

    states: list[tuple[Alike, Straights]]
    within: list[int]
    """The number of states with at most so many hands."""
    tables: list[Ints]


@cache
def rest_of(kinds: Kinds, ranks: int) -> Rest:
    come = (kinds.full_houses, kinds.full_houses, kinds.threes, kinds.fours)
    alike = [Alike(*begun) for begun in product(*(range(MOST + 1 if one else 1) for one in come))]
    alike = [begun for begun in alike if sum(begun) <= MOST]
    straights = [Straights(*begun) for begun in product(*[range(5 if kinds.straights else 1)] * 5, range(MOST + 1))]
    straights = [begun for begun in straights if sum(begun[:4]) <= 4 and sum(begun) <= MOST]
    hands = np.add.outer([sum(begun) for begun in alike], [sum(begun) for begun in straights])
    order = np.argsort(hands, axis=None, kind="stable")
    index = np.empty(hands.size, np.int64)
    index[order] = np.arange(hands.size)
    index = index.reshape(hands.shape)
    one_rank = [(free, *rows) for free in range(5) for rows in _one_rank(kinds, alike, free)]
    tables = []
    for rank in range(ranks):
        sequence = {
            (left, completed): _sequence(kinds, straights, rank, ranks, left, completed)
            for left, completed in {(left, completed) for _, left, completed, _ in one_rank}
        }
        tables.append(
            np.concatenate(
                [_both(rows, sequence[left, completed], index, hands, free) for free, left, completed, rows in one_rank]
            )
        )
    states = [(alike[at // len(straights)], straights[at % len(straights)]) for at in order.tolist()]
    return _needed(states, tables)


def _one_rank(kinds: Kinds, alike: list[Alike], free: int) -> Iterator[tuple[int, int, Ints]]:
    """``of_one_rank`` as rows of indices, by cards left and hands completed."""
    number, found = {begun: at for at, begun in enumerate(alike)}, dict[tuple[int, int], list[tuple[int, int, int]]]()
    for at, begun in enumerate(alike):
        for taken in of_one_rank(kinds, begun, free):
            if taken.begun in number:
                rows = found.setdefault((taken.left, taken.completed), [])
                rows.append((at, number[taken.begun], taken.ways))
    for (left, completed), rows in found.items():
        yield left, completed, np.array(rows, np.int64)


def _sequence(kinds: Kinds, straights: list[Straights], rank: int, ranks: int, free: int, completed: int) -> Ints:
    """``in_sequence`` as rows of indices, with ``completed`` full houses added."""
    number, rows = {begun: at for at, begun in enumerate(straights)}, list[tuple[int, int, int]]()
    for at, begun in enumerate(straights):
        for after, ways in in_sequence(kinds, begun, rank, ranks, free):
            to = number.get(after._replace(complete=after.complete + completed))
            if to is not None:
                rows.append((at, to, ways))
    return np.array(rows, np.int64).reshape(-1, 3)


def _both(alike: Ints, straights: Ints, index: Ints, hands: Ints, free: int) -> Ints:
    """Combine every row of one table with every row of the other, if the hands are not too many.

    If suited hands take cards of a rank, there are at least as many suited hands, so fewer other hands fit.
    """
    (a, b, first), (c, d, second) = alike.T, straights.T
    i, j = np.nonzero(np.add.outer(hands[b, 0], hands[0, d]) <= MOST - (SUITS - free))
    return np.stack((index[a[i], c[j]], index[b[i], d[j]], np.full(len(i), free), first[i] * second[j]), axis=1)


def _needed(states: list[tuple[Alike, Straights]], tables: list[Ints]) -> Rest:
    """Keep only the states that can be reached and can end."""
    can_end = [np.array([_ended(*state) for state in states], np.bool_)]
    for table in reversed(tables):
        before = np.zeros(len(states), np.bool_)
        before[table[can_end[0][table[:, 1]], 0]] = True
        can_end.insert(0, before)
    reached, used = np.zeros(len(states), np.bool_), np.zeros(len(states), np.bool_)
    reached[0] = True
    kept_rows = []
    for table, end in zip(tables, can_end[1:], strict=True):
        used |= reached
        rows = table[reached[table[:, 0]] & end[table[:, 1]]]
        reached = np.zeros(len(states), np.bool_)
        reached[rows[:, 1]] = True
        kept_rows.append(rows)
    used |= reached
    number = np.cumsum(used) - 1
    for rows in kept_rows:
        rows[:, :2] = number[rows[:, :2]]
    left = [state for state, needed in zip(states, used.tolist(), strict=True) if needed]
    within = [sum(sum(a) + sum(b) <= hands for a, b in left) for hands in range(MOST + 1)]
    return Rest(left, within, kept_rows)


# --- sets of hands


@compiled
def _step(
    counts: Ints, sizes: tuple[int, int, int], twos: tuple[Ints, ...], ones: tuple[Ints, ...], rest: Ints, first: Ints
) -> Ints:
    """Process one rank: the suits with two hands, the suits with one, then the hands in any suits with the cards left.

    ``first`` has the start in ``rest`` of the rows for each number of free cards.
    """
    after_twos, before_ones, after_ones = sizes
    width = counts.shape[1]
    with_free = np.zeros((5, after_twos * after_ones, width, 2), np.uint64)
    any_free = np.zeros((5, after_twos * after_ones), np.bool_)
    for i in range(len(twos[0])):
        for j in range(len(ones[0])):
            source = twos[0][i] * before_ones + ones[0][j]
            target = twos[1][i] * after_ones + ones[1][j]
            free = 4 - twos[2][i] - ones[2][j]
            ways = np.uint64(twos[3][i] * ones[3][j])
            any_free[free, target] = True
            for at in range(width):
                with_free[free, target, at, 0] += ways * counts[source, at, 0]
                with_free[free, target, at, 1] += ways * counts[source, at, 1]
    found = np.zeros((after_twos * after_ones, width, 2), np.uint64)
    for target in range(len(found)):
        for free in range(5):
            if any_free[free, target]:
                for k in range(first[free], first[free + 1]):
                    before, after, ways = rest[k, 0], rest[k, 1], np.uint64(rest[k, 3])
                    found[target, after, 0] += ways * with_free[free, target, before, 0]
                    found[target, after, 1] += ways * with_free[free, target, before, 1]
        for at in range(width):
            found[target, at, 1] += found[target, at, 0] >> np.uint64(LOW)
            found[target, at, 0] &= np.uint64((1 << LOW) - 1)
    return found


Ends = dict[tuple[Alike, Straights], int]


def sets(kinds: Kinds, ranks: int, two: int, one: int, most: int = MOST) -> Ends:
    """Count sets with two hands in each of ``two`` suits, one in each of ``one`` suits, and others in any suits."""
    twos, ones, rest = group(kinds.suited, 2, two, ranks), group(kinds.suited, 1, one, ranks), rest_of(kinds, ranks)
    width = rest.within[most - 2 * two - one]
    counts = np.zeros((1, width, 2), np.uint64)
    counts[0, 0, 0] = 1
    for rank in range(ranks):
        table = rest.tables[rank]
        inside = table[(table[:, 0] < width) & (table[:, 1] < width)]
        of_suits = _most_ways(twos.tables[rank]) * _most_ways(ones.tables[rank])
        assert of_suits * _most_ways(Transitions(*inside.T)) < 1 << 64 - LOW, "the low words would overflow"
        sizes = (twos.sizes[rank + 1], ones.sizes[rank], ones.sizes[rank + 1])
        first = np.searchsorted(inside[:, 2], np.arange(6))
        counts = _step(counts, sizes, tuple(twos.tables[rank]), tuple(ones.tables[rank]), inside, first)
    if not len(counts):
        return {}
    numbers = [low + (high << LOW) for low, high in counts[0].tolist()]
    return {end: number for end, number in zip(rest.states, numbers, strict=False) if _ended(*end)}


def _ended(alike: Alike, straights: Straights) -> bool:
    return not (alike.lack_pair or alike.lack_three or any(straights[:5]))


def _most_ways(table: Transitions) -> int:
    """The most ways that lead to one state."""
    found = np.zeros(1 + int(table.target.max(initial=0)), np.int64)
    np.add.at(found, table.target, table.ways)
    return int(found.max())


def tuples(category: int, ranks: int = 13, most: int = MOST) -> list[int]:
    """The numbers of ways to deal none, one, two or more hands, in order, that all reach a category."""
    kinds, found = KINDS[category], [0] * (most + 1)
    for two, one in product(range(SUITS + 1), repeat=2):
        if two + one > SUITS or 2 * two + one > most:
            continue
        if two == SUITS:  # the suits are independent
            in_one_suit = sum(sets(kinds, ranks, 1, 0, 2).values())
            ends = {(Alike(), Straights()): in_one_suit**SUITS}
        else:
            ends = sets(kinds, ranks, two, one, most)
        suits = factorial(SUITS) // (factorial(two) * factorial(one) * factorial(SUITS - two - one))
        for (alike, straights), number in ends.items():
            hands = 2 * two + one + sum(alike) + sum(straights)
            left = 4 * ranks - 5 * (hands - alike.threes - alike.fours) - 3 * alike.threes - 4 * alike.fours
            if left < 2 * alike.threes + alike.fours:
                continue
            dealt = perm(left, 2 * alike.threes + alike.fours) // 2**alike.threes
            found[hands] += suits * number * dealt * kinds.weight_of_four**alike.fours * factorial(hands)
    return found


def best_of(hands: int, reaching: Mapping[int, Sequence[int]], ranks: int = 13) -> dict[int, int]:
    """Deals of ``hands`` hands, in order, by the best category. A high card stands for all below three of a kind.

    ``reaching`` has, for each category, the numbers of ways to deal hands that all reach it.
    """
    deals = [prod(comb(4 * ranks - 5 * at, 5) for at in range(dealt)) for dealt in range(hands + 1)]
    below = {
        category: sum((-1) ** m * comb(hands, m) * ways[m] * deals[hands] // deals[m] for m in range(hands + 1))
        for category, ways in reaching.items()
    }
    found, above = {}, deals[hands]
    for category in sorted(below, reverse=True):
        found[category] = above - below[category]
        above = below[category]
    return {**found, HIGH_CARD: above}


def count(tick: Tick | None = None) -> dict[int, dict[int, int]]:
    """Count the deals of two to eight hands by the best category. Takes seconds."""
    reaching = dict(zip(KINDS, in_parallel(tuples, [(category,) for category in KINDS], tick), strict=True))
    return {hands: best_of(hands, reaching) for hands in range(2, MOST + 1)}
