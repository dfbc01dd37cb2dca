"""A declared game by brute force: every deal is dealt out card by card, ranked from first principles, and settled.

It reads the order of dealing, the choices, the lines and ``settle`` of a declaration, and shares nothing with the code
that counts: sets of cards are listed one by one, not up to suits, and hands are ranked by the ranks that they hold.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, cached_property
from math import comb, lcm, perm
from typing import Any, NamedTuple

import numpy as np

from pitboss.basics import poker
from pitboss.basics.cards import ACE
from pitboss.basics.errors import GameError
from pitboss.engine.declared.words import (
    AGAINST,
    COMMUNITY,
    DEALER,
    PLAYER,
    UNQUALIFIED,
    Bet,
    Contest,
    Declaration,
    Fold,
    Hand,
    Place,
    Reading,
    TakeBack,
)
from pitboss.mathematics.counting.compiled import Tick, compiled, in_parallel, inlined
from pitboss.verification.brute_force import (
    CARDS,
    CATEGORY_AT,
    RANKS,
    Ints,
    Results,
    categories3,
    classes,
    grades,
    held,
    named_first,
    sets,
)

MOST = 10**11
"""The most pairs of an own hand and a dealer's hand that are dealt out."""
AT_ONCE = 16
"""Hands that a thread holds against all of the dealer's at a time."""
Way = tuple[int, ...]
"""The choices that a player made, in order."""

# --- sets of cards, each with a number

BINOMIAL: Ints = np.array([[comb(card, size) for card in range(CARDS)] for size in range(8)], np.int64)


@cache
def numbered(size: int) -> Ints:
    """Every set of so many cards, in the order of their numbers."""
    return sets(size)[np.argsort(numbers(sets(size)))]


def numbers(rows: Ints) -> Ints:
    """The number of each set among all of its size. Its cards are in any order."""
    found: Ints = BINOMIAL[np.arange(1, rows.shape[1] + 1), np.sort(rows, axis=1)].sum(axis=1)
    return found


@inlined
def number_with(row: Ints, card: int) -> int:
    """The number of a set with one card more. -1 if it holds the card already."""
    number, place, added = 0, 1, False
    for at in range(len(row)):
        if row[at] == card:
            return -1
        if row[at] > card and not added:
            number, place, added = number + BINOMIAL[place, card], place + 1, True
        number, place = number + BINOMIAL[place, row[at]], place + 1
    return int(number if added else number + BINOMIAL[place, card])


@compiled
def _sums(values: Ints, rows: Ints, found: Ints) -> None:
    for at in range(len(rows)):
        for card in range(CARDS):
            number = number_with(rows[at], card)
            if number >= 0:
                found[at] += values[number]


@compiled
def _spread(weights: Ints, rows: Ints, found: Ints) -> None:
    for at in range(len(rows)):
        if weights[at]:
            for card in range(CARDS):
                number = number_with(rows[at], card)
                if number >= 0:
                    found[number] += weights[at]


class Seen(NamedTuple):
    """What a player knows: a set of so many cards, and the dealer's up card if one is shown.

    Each set and each up card, also one of the set, have a number: the set's, or 52 times that and the up card.
    """

    known: int
    up: int

    @property
    def all(self) -> int:
        return int(comb(CARDS, self.known) * CARDS**self.up)

    @property
    def possible(self) -> Ints:
        """Whether the up card is none of the set."""
        return apart(self.known).ravel() if self.up else np.ones(self.all, np.bool_)

    def numbers(self, rows: Ints, ups: Ints) -> Ints:
        return numbers(rows) * CARDS + ups[:, 0] if self.up else numbers(rows)


@cache
def apart(size: int) -> Ints:
    """Whether each card is in none of a set, by set and card."""
    return np.array((held(numbered(size))[:, None] >> np.arange(CARDS) & 1) == 0)


def sums(values: Ints, of: Seen, to: Seen) -> Ints:
    """The sum of the values over all ways to deal what follows ``to``, up to ``of``."""
    values = np.where(of.possible, values, 0)
    rows = values.reshape(-1, CARDS if to.up else CARDS**of.up)
    if of.up > to.up:
        rows = rows.sum(axis=1, keepdims=True)
    for cards in range(of.known - 1, to.known - 1, -1):
        found = np.zeros((rows.shape[1], comb(CARDS, cards)), np.int64)
        for one, sum_of in zip(np.ascontiguousarray(rows.T), found, strict=True):
            _sums(one, numbered(cards), sum_of)
        rows = found.T
    return rows.ravel()


def spread(weights: Ints, of: Seen, to: Seen) -> Ints:
    """The weights, carried on over all ways to deal what follows ``of``, up to ``to``."""
    rows = weights.reshape(-1, CARDS**of.up)
    for cards in range(of.known, to.known):
        found = np.zeros((rows.shape[1], comb(CARDS, cards + 1)), np.int64)
        for one, carried in zip(np.ascontiguousarray(rows.T), found, strict=True):
            _spread(one, numbered(cards), carried)
        rows = found.T
    if to.up > of.up:
        rows = np.repeat(rows, CARDS, axis=1)
    return np.where(to.possible, rows.ravel(), 0)


# --- hands, by the ranks that they hold


def grades_of(rows: Ints) -> Ints:
    """The grade of each row of two, three or five cards: the category, ranks that occur twice or more, all ranks."""
    if rows.shape[1] == 5:
        return grades(rows)
    ranks = np.sort(rows.astype(np.int64) >> 2, axis=1)
    alike = np.zeros(len(rows), np.int64)
    for one in range(1, rows.shape[1]):
        alike |= np.where(ranks[:, one] == ranks[:, one - 1], 1 << ranks[:, one], 0)
    every = np.bitwise_or.reduce(1 << ranks, axis=1)
    found: Ints = (alike > 0) << CATEGORY_AT | every
    if rows.shape[1] == 3:
        kinds = categories3(rows)
        run = (kinds == poker.STRAIGHT_3) | (kinds == poker.STRAIGHT_FLUSH_3)
        lowest = run & (ranks[:, 1] == 1) & (ranks[:, 2] == ACE)  # ace, two, three
        found = kinds << CATEGORY_AT | np.where(lowest, 0, alike << RANKS | every)
    return found


@compiled
def _against(own: Ints, cards: Ints, grade: Ints, theirs: Ints, ups: Ints, least: int, found: Ints) -> None:
    for at in range(len(own)):
        for other in range(len(theirs)):
            if not cards[at] & theirs[other]:
                line = 0 if own[at] < grade[other] else 1 if own[at] == grade[other] else 2
                if grade[other] < least:
                    line = UNQUALIFIED
                for place in range(ups.shape[1]):
                    found[at, ups[other, place], line] += 1


# --- the game


class Asked(NamedTuple):
    """A question: the cards that its player knows, and what may be chosen."""

    seen: Seen
    ways: tuple[Way, ...]
    choices: tuple[Any, ...]


class Deals:
    """Every deal of a declared game."""

    def __init__(self, declared: Declaration, tick: Tick | None = None) -> None:
        self.declared = declared
        dealt = declared.dealt
        self.own, self.dealers = dealt[PLAYER] + dealt[COMMUNITY], dealt[DEALER]
        readings = list(dict.fromkeys(one for bet in declared.wagers for one in bet.by))
        side = {bet.by[0] for bet in declared.wagers if bet.side}
        first = declared.points[0].own if declared.points else self.own
        hands = [one for one in readings if isinstance(one, Hand)]
        early = dealt[PLAYER] == first < self.own
        self.leads = [one for one in hands if early and one in side and one.of == (PLAYER,)]
        """Hands of the cards that a player knows first."""
        self.hands = [one for one in hands if one not in self.leads]
        self.contests = [one for one in readings if isinstance(one, Contest)]
        whole = [*self.hands, *(one.own for one in self.contests)]
        theirs = [one.dealers for one in self.contests]
        self.up = max((point.up for point in declared.points), default=0)
        self.full = Seen(self.own, self.up)
        alike = comb(CARDS, self.own) if self.up else len(classes(self.own).rows) if self.own <= 5 else MOST
        pairs = alike * comb(CARDS, self.dealers)
        if (
            len(self.contests) > 1
            or any(declared.size(one) != self.own for one in whole)
            or any(one.of != (DEALER,) for one in theirs)
            or self.up > 1
            or pairs > MOST
        ):
            raise GameError(
                f"{declared.title} has too many deals to deal them out plainly, or hands that share only some cards;"
                " a module 'brute_force' can do it"
            )
        self.asked, self.leaves = self._ways()
        self._tick = tick

    def _ways(self) -> tuple[list[Asked], dict[Way, tuple[dict[str, int], bool]]]:
        """Every question, and the stakes at the end of each way, with whether it was folded."""
        start = {bet.name: bet.times if bet.equals else 1 for bet in self.declared.wagers if bet.base or bet.equals}
        live: dict[Way, dict[str, int]] = {(): start}
        asked: list[Asked] = []
        leaves: dict[Way, tuple[dict[str, int], bool]] = {}
        for point in self.declared.points:
            asked.append(Asked(Seen(point.own, point.up), tuple(live), point.ask.choices))
            further = {}
            for way, stakes in live.items():
                for at, choice in enumerate(point.ask.choices):
                    after = dict(stakes)
                    if isinstance(choice, Place):
                        after[choice.wager] = choice.times
                    if isinstance(choice, TakeBack):
                        del after[choice.wager]
                    if isinstance(choice, Fold):
                        leaves[*way, at] = after, True
                    else:
                        further[*way, at] = after
            live = further
        return asked, leaves | {way: (stakes, False) for way, stakes in live.items()}

    @cached_property
    def kinds(self) -> tuple[Ints, list[tuple[int, ...]]]:
        """The kind of each set of all cards, and the lines of its hands by kind."""
        found = grades_of(numbered(self.own))
        ladder, strength = np.unique(found, return_inverse=True)
        lines = [
            np.array([hand.line(at + 1) if hand.line else int(one) >> CATEGORY_AT for at, one in enumerate(ladder)])
            for hand in self.hands
        ]
        by_strength = list(zip(*map(np.ndarray.tolist, lines), strict=True)) or [()] * len(ladder)
        kinds = sorted(set(by_strength))
        return np.array([kinds.index(one) for one in by_strength])[strength], kinds

    @cached_property
    def against(self) -> Ints:
        """For each set of all cards, with each up card if one is shown, the dealer's hands that it is lower than,
        equal to and higher than, and others."""
        if not self.contests:
            return np.ones((comb(CARDS, self.own), 1), np.int64)
        (contest,), theirs = self.contests, numbered(self.dealers)
        grade = grades_of(theirs)
        ladder = np.unique(grade)
        least = int(ladder[contest.qualifies - 1]) if contest.qualifies else 0
        some = numbered(self.own) if self.up else classes(self.own).rows
        own, cards, masks = grades_of(some), held(some), held(theirs)
        ups = theirs.astype(np.int64) if self.up else np.zeros((len(theirs), 1), np.int64)  # each may be the up card
        found = np.zeros((len(some), CARDS**self.up, len(AGAINST)), np.int64)

        def deal_out(first: int, until: int) -> None:
            _against(own[first:until], cards[first:until], grade, masks, ups, least, found[first:until])

        in_parallel(deal_out, [(at, min(at + AT_ONCE, len(some))) for at in range(0, len(some), AT_ONCE)], self._tick)
        found = found.reshape(-1, len(AGAINST))
        if self.up:
            return found
        alike = named_first(some)
        order = np.argsort(alike)
        return found[order][np.searchsorted(alike[order], named_first(numbered(self.own)))]

    @cached_property
    def last(self) -> Seen:
        return self.asked[-1].seen if self.asked else self.full

    @cached_property
    def ends(self) -> Ints:
        """By set of cards at the last question, kind and contest: the deals that end so."""
        kind, kinds = np.repeat(self.kinds[0], CARDS**self.up), self.kinds[1]
        return np.stack(
            [
                np.stack(
                    [sums(np.where(kind == one, counts, 0), self.full, self.last) for counts in self.against.T], axis=-1
                )
                for one in range(len(kinds))
            ],
            axis=1,
        )

    def behind(self, seen: Seen) -> int:
        """The deals behind what a player knows."""
        left = CARDS - self.own - self.up
        pairs = comb(left, self.dealers - self.up) * (left + 1) ** (self.up - seen.up) if self.contests else 1
        return perm(CARDS - seen.known - seen.up, self.own - seen.known) * pairs


class Settled:
    """All deals of a game under rules, with the best choices."""

    def __init__(self, deals: Deals, rules: Any) -> None:
        self.deals, self.rules = deals, rules
        self.leads = [bet for bet in deals.declared.wagers if bet.by[0] in deals.leads]
        self.bets = [bet for bet in deals.declared.wagers if bet not in self.leads]
        self.nets = {bet.name: self._nets(bet) for bet in self.bets}
        """The net win of one unit of each wager, by kind and contest."""
        self.per = lcm(*(one.denominator for table in self.nets.values() for row in table for one in row))
        self.worth = self._worth()

    def _nets(self, bet: Bet) -> list[list[Fraction]]:
        unit = lcm(*(odds.per for odds in self.deals.declared.table(bet, self.rules).values()), 2)
        width = self.deals.against.shape[1]

        def net(kind: tuple[int, ...], against: int) -> Fraction:
            on: dict[Reading, int] = dict(zip(self.deals.hands, kind, strict=True))

            def line(reading: Reading) -> int:
                return against if isinstance(reading, Contest) else on[reading]

            return Fraction(bet.settle(self.rules, unit, *map(line, bet.by)), unit) - (not bet.earned)

        return [[net(kind, against) for against in range(width)] for kind in self.deals.kinds[1]]

    def whole(self, way: Way) -> list[list[Fraction]]:
        """The net result of a round at the end of a way, by kind and contest, without side wagers."""
        stakes, _ = self.deals.leaves[way]
        bets = [bet for bet in self.bets if not bet.side]
        units = {bet.name: stakes.get(bet.earned or bet.name, 0) for bet in bets}
        tables = [(units[bet.name], self.nets[bet.name]) for bet in bets]
        kinds, width = len(self.deals.kinds[1]), self.deals.against.shape[1]
        return [
            [sum((unit * table[kind][one] for unit, table in tables), Fraction(0)) for one in range(width)]
            for kind in range(kinds)
        ]

    def given_up(self, way: Way) -> int:
        """What a fold at the end of a way loses."""
        return sum(self.deals.leaves[way][0].values())

    def _worth(self) -> list[dict[Way, Ints]]:
        """By question and way: the value of each choice with each set of known cards, summed over its deals."""
        found: list[dict[Way, Ints]] = []
        deals, later = self.deals, dict[Way, Ints]()
        for at in range(len(deals.asked) - 1, -1, -1):
            asked, now = deals.asked[at], {}
            for way in asked.ways:
                options = []
                for choice in range(len(asked.choices)):
                    end = (*way, choice)
                    if end in later:
                        options.append(sums(later[end], deals.asked[at + 1].seen, asked.seen))
                    elif deals.leaves[end][1]:
                        lost = -self.per * self.given_up(end) * deals.behind(asked.seen)
                        options.append(np.full(asked.seen.all, lost, np.int64))
                    else:
                        nets = np.array([[int(net * self.per) for net in row] for row in self.whole(end)], np.int64)
                        options.append(np.tensordot(deals.ends, nets, 2))
                now[way] = np.stack(options)
            found.insert(0, now)
            later = {way: worth.max(axis=0) for way, worth in now.items()}
        return found

    @cached_property
    def played(self) -> Played:
        """What comes of the best choices, over all deals."""
        deals = self.deals
        first = deals.asked[0].seen if deals.asked else deals.full
        found = self._follow(first.possible.astype(np.int64))
        for bet in self.leads:
            grade = grades_of(numbered(first.known))
            hand = next(one for one in deals.leads if one == bet.by[0])
            ladder, strength = np.unique(grade, return_inverse=True)
            lines = [hand.line(at + 1) if hand.line else int(one) >> CATEGORY_AT for at, one in enumerate(ladder)]
            results = found.by_wager.setdefault(bet.name, {})
            for line in set(lines):
                alike = np.repeat(np.array(lines)[strength] == line, CARDS**first.up)
                some = self._follow((first.possible & alike).astype(np.int64))
                unit = lcm(*(odds.per for odds in deals.declared.table(bet, self.rules).values()), 2)
                kept = sum(some.rounds.values()) - some.folded[0]
                add(results, Fraction(bet.settle(self.rules, unit, line), unit) - 1, kept)
                add(results, Fraction(-1), some.folded[0])
        return found

    def _follow(self, begin: Ints) -> Played:
        """What comes of the best choices, from these weights of the first sets. Of equal choices the first is best."""
        deals, declared = self.deals, self.deals.declared
        live: dict[Way, Ints] = {(): begin}
        found = Played({}, {bet.name: {} for bet in self.bets}, {}, [0])
        for at, asked in enumerate(deals.asked):
            further: dict[Way, Ints] = {}
            for way in asked.ways:
                best = self.worth[at][way].argmax(axis=0)
                for choice, chosen in enumerate(asked.choices):
                    took = np.where(best == choice, live[way], 0)
                    count, end = int(took.sum()) * deals.behind(asked.seen), (*way, choice)
                    name = chosen.do if len(deals.asked) == 1 else f"{declared.asks[at].about}: {chosen.do}"
                    found.taken[name] = found.taken.get(name, 0) + count
                    if end not in deals.leaves:
                        further[end] = spread(took, asked.seen, deals.asked[at + 1].seen)
                    elif deals.leaves[end][1]:
                        self._folded(found, end, count)
                    else:
                        self._ended(found, end, np.tensordot(took, deals.ends, 1))
            live = further
        if not deals.asked:
            self._ended(found, (), np.tensordot(live[()], deals.ends, 1))
        return found

    def _folded(self, found: Played, way: Way, count: int) -> None:
        add(found.rounds, Fraction(-self.given_up(way)), count)
        found.folded[0] += count
        stakes = self.deals.leaves[way][0]
        for bet in self.bets:
            if bet.earned or bet.side or stakes.get(bet.name):
                add(found.by_wager[bet.name], Fraction(0 if bet.earned else -1), count)

    def _ended(self, found: Played, way: Way, table: Ints) -> None:
        whole, stakes = self.whole(way), self.deals.leaves[way][0]
        for (kind, against), count in np.ndenumerate(table):
            add(found.rounds, whole[kind][against], int(count))
            for bet in self.bets:
                if bet.side or stakes.get(bet.earned or bet.name):
                    add(found.by_wager[bet.name], self.nets[bet.name][kind][against], int(count))


class Played(NamedTuple):
    """Deals by their results."""

    rounds: Results
    by_wager: dict[str, Results]
    taken: dict[str, int]
    folded: list[int]
    """The number of deals that were folded."""


def add(results: Results, net: Fraction, deals: int) -> None:
    if deals:
        results[net] = results.get(net, 0) + deals
