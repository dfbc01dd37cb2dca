"""Whole rounds against every up card, played by a strategy, in the form that is cached."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.games.double_attack_blackjack.mathematics.counting import (
    ACE,
    ACTIONS,
    ENDS,
    GIVEN_UP,
    HIT,
    NO_NATURAL,
    OVER,
    STAND,
    VALUES,
    Floats,
    Ints,
    hand_of,
    hands,
    holding,
    reach,
)
from pitboss.games.double_attack_blackjack.mathematics.counting_play import (
    ANY,
    BEST_PLAY,
    PAIR,
    Against,
    Context,
    Ends,
    Piece,
    Round,
    Solved,
    Split,
    Strategy,
    Wagers,
    Way,
    added,
    courses,
    first_hand,
    pays,
    value_of,
    with_attack,
)
from pitboss.games.double_attack_blackjack.settle import BEST, EVEN_MONEY, Wins
from pitboss.mathematics.counting.compiled import Tick, in_parallel
from pitboss.mathematics.counting.store import are_kept, kept

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
