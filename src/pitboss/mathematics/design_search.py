"""Search every pay table within ranges, each priced exactly and with its own best strategy.

A game's ``DESIGN`` says what the search needs to know: its decisions, how each can end, and what each end pays. The
counts do not depend on pay tables. ``nets`` does, and uses the settlement functions of the game. So the search itself
knows nothing of hands or wagers.

Lines are set one after another, from the lowest hand up. Where the best action of a state is the same under every pay
table that is still possible, the state is settled: it adds its deals to the ends of that action and is looked at no
more. Near the top of a table few states are left, so a pay table costs little. When none is left, the search only adds
numbers. Everything is whole numbers.

No line that pays more ever makes a round worth less, so the lowest and the highest pays that are still possible bound
the edge. What can't reach the wanted edges is left out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from itertools import pairwise, permutations
from math import ceil, floor, lcm
from typing import Any, NamedTuple

import msgspec
import numpy as np

from pitboss.basics.money import Odds, PayTable
from pitboss.mathematics.choices import Ints, exact_dot
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.results import WagerOdds

ROUND = "the round"


class Part(NamedTuple):
    """Some of a game's decisions: all that have the same ends."""

    weights: Ints
    """The number of states that each one stands for."""
    counts: tuple[Ints, ...]
    """For each action, the number of deals by state and end. Of equal actions the first is best, as in ``Choices``."""


Nets = Sequence[Sequence[Sequence[Fraction]]]
"""The net result of every end, by part, action and end, in units of the base wager."""


class Subject(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What a search prices: a round with its decisions, or a wager that follows no decision of its own."""

    figure: str
    """What the figures are of: the round, or the name of a wager."""
    parts: tuple[Part, ...]
    nets: Callable[[Any], Nets]
    """The net results under rules with another pay table."""
    deals: int
    """The deals over which mean and variance are taken."""
    of: int
    """The deals of which hits are a share. More than ``deals`` if the wager is not always placed."""
    plays: str = ""
    """The choice to play on, in a word. Empty if there is no decision."""

    @cached_property
    def states(self) -> int:
        """The number of all states."""
        return sum(int(part.weights.sum()) for part in self.parts)


class OnWager(NamedTuple):
    """A wager that a pay table pays, and that no decision of a round depends on."""

    name: Callable[[Any], str]
    """Its name in the odds under these rules."""
    lines: Mapping[str, str] = {}
    """The lines of the pay table, by outcome, if the wager has only some of them or names them otherwise."""


class Design(msgspec.Struct, frozen=True, kw_only=True):
    """The pay tables of a game that can be searched, in one value."""

    game: str
    round: tuple[str, ...] = ()
    """The pay tables that change the round, and with it the best strategy."""
    parts: Callable[[Any, Tick | None], tuple[Part, ...]] | None = None
    """Every decision of a round. Without it, and ``nets``, each pay table of the round is priced by its odds."""
    nets: Callable[[Any], Nets] | None = None
    plays: str = ""
    wagers: Mapping[str, tuple[OnWager, ...]] = {}
    """The wagers that each other pay table pays."""
    chosen_by: Mapping[str, str] = {}
    """The option that chooses a pay table, if the document lists several."""
    unranked: tuple[str, ...] = ()
    """The pay tables whose lines are not hands in order, so that no line must pay at least as much as another."""
    too_slow: Mapping[str, str] = {}
    """The pay tables that can't be searched, with the reason."""


def of_round(design: Design, rules: Any, tick: Tick | None = None) -> Subject:
    """The round under these rules."""
    assert design.parts is not None
    assert design.nets is not None
    parts = design.parts(rules, tick)
    deals = sum(int(part.weights @ part.counts[0].sum(axis=1, dtype=np.int64)) for part in parts)
    return Subject(figure=ROUND, parts=parts, nets=design.nets, deals=deals, of=deals, plays=design.plays)


def of_wager(wager: WagerOdds, table: str, lines: Mapping[str, str]) -> Subject:
    """A wager whose outcomes are those of its odds. ``lines`` has the line of the pay table by outcome."""
    ends = [one for one in wager.outcomes if one.net is not None]
    whole = lcm(*(Fraction(one.count).denominator for one in wager.outcomes))
    counts = np.array([[int(one.count * whole) for one in ends]], object)
    stake = 0 if wager.earned else 1

    def nets(rules: Any) -> Nets:
        pays: PayTable = getattr(rules, table)
        found = []
        for one in ends:
            odds = pays.get(lines.get(one.name, ""))
            fixed = odds is None or odds.kind == "share"
            found.append(one.net if fixed or odds is None else Fraction(*odds.back) - stake)
        return [[[net for net in found if net is not None]]]

    return Subject(
        figure=wager.name,
        parts=(Part(np.ones(1, object), (counts,)),),
        nets=nets,
        deals=int(counts.sum()),
        of=int(wager.combinations * whole),
    )


# --- the search


SAFE = 1 << 60
"""Below this, sums of a few numbers fit 64 bits."""
OFTEN = 4096
"""The number of pay tables between two reports of progress."""


class VariedLine(NamedTuple):
    """A line of a pay table and the odds that it may pay, the lowest first."""

    name: str
    values: tuple[Odds, ...]


def size(lines: Sequence[VariedLine], ranked: bool) -> int:
    """The number of pay tables.

    >>> two = tuple(map(Odds.parse, ("1 to 1", "2 to 1")))
    >>> size([VariedLine("pair", two), VariedLine("two pair", two)], ranked=True)
    3
    """
    return sum(_ways(lines, _firsts(lines, ranked))[0])


def _firsts(lines: Sequence[VariedLine], ranked: bool) -> list[list[int]]:
    """By line, the first value that it may have, by the value of the line before."""
    found = [[0]]
    for before, line in pairwise(lines):
        here = [_back(odds) for odds in line.values]
        found.append([bisect_left(here, _back(odds)) if ranked else 0 for odds in before.values])
    return found


def _ways(lines: Sequence[VariedLine], firsts: Sequence[Sequence[int]]) -> list[list[int]]:
    """By line and value, the number of pay tables from there on."""
    ways = [[1] * len(lines[-1].values)]
    for starts in reversed(firsts[1:]):
        ways.insert(0, [sum(ways[0][start:]) for start in starts])
    return ways


class Figures(NamedTuple):
    """Sums over all deals, in whole units of the search."""

    total: int
    squares: int
    hits: int
    played: int


Pays = tuple[int, ...]
"""A pay table as an index into the values of each line."""
Found = Callable[[Pays, Figures], None]


class _Open(NamedTuple):
    """The states of a part whose best action is not settled by the ranges alone."""

    at: tuple[int, ...]
    """The first end of each action."""
    plays: tuple[bool, ...]
    """Whether each action plays on."""
    weights: Ints
    counts: tuple[Ints, ...]
    on: tuple[tuple[tuple[int, ...], ...], ...]
    """By action and line, the ends that the line pays, counted from the action's first."""
    fixed: tuple[Ints, ...]
    """By action, the value of the ends that no line pays."""
    lead: Mapping[tuple[int, int], list[Ints]] = {}
    """By two actions and line, the least that the first can gain on the second by this line and all later ones."""
    low: tuple[list[Ints], ...] = ()
    """By action and line, the value of this line and all later ones at their lowest pays."""
    high: tuple[list[Ints], ...] = ()


class _Live(NamedTuple):
    """The states of a part that are not settled yet, and the value of each action without the lines to come."""

    of: _Open
    states: Ints
    worth: tuple[Ints, ...]


class _Step(NamedTuple):
    """What does not depend on the value of the next line."""

    live: _Live
    paid: tuple[tuple[tuple[Ints, list[int]], ...], ...]
    """By action, the ends that the line pays: deals by state, and net results by value."""
    later: dict[tuple[int, int], Ints]
    """By two actions, the least that the first can gain on the second by later lines."""


class Search:
    """Every pay table of these lines, the lowest hand first, and what it is worth.

    ``priced`` returns the rules in which one line pays other odds. ``ranked`` if a line must pay at least as much as
    the line before it.
    """

    def __init__(
        self, subject: Subject, lines: Sequence[VariedLine], base: Any, priced: Callable[[str, Odds], Any], ranked: bool
    ) -> None:
        self.subject, self.lines = subject, tuple(lines)
        self._first = _firsts(lines, ranked)
        self._ways = _ways(lines, self._first)
        self.size = size(lines, ranked)
        self._read_nets(base, priced)
        self._settle_by_ranges()
        self._low, self._high = 0, 0
        self._found: Found = lambda pays, figures: None
        self._tick: Tick | None = None
        self._done = self._told = 0

    # --- the pay tables

    def odds(self, pays: Pays) -> dict[str, Odds]:
        """The odds of each line."""
        return {line.name: line.values[at] for line, at in zip(self.lines, pays, strict=True)}

    # --- what each end pays

    def _read_nets(self, base: Any, priced: Callable[[str, Odds], Any]) -> None:
        """The line of each end, and its net results by value of that line, in whole units."""
        plain = _flat(self.subject.nets(base))
        line_of = [-1] * len(plain)
        nets = [[net] for net in plain]
        for at, line in enumerate(self.lines):
            columns = [_flat(self.subject.nets(priced(line.name, odds))) for odds in line.values]
            for end, row in enumerate(zip(*columns, strict=True)):
                if all(net == plain[end] for net in row):
                    continue
                assert line_of[end] < 0, "an end is paid by one line"
                assert list(row) == sorted(row), "a higher line is worth no less"
                line_of[end], nets[end] = at, list(row)
        self.per = lcm(*(net.denominator for row in nets for net in row))
        self._line_of = line_of
        self._nets = [[int(net * self.per) for net in row] for row in nets]
        self._of_line = [[end for end, line in enumerate(line_of) if line == at] for at in range(len(self.lines))]
        most = max(abs(net) for row in self._nets for net in row)
        self._whole: type = np.int64 if most * self.subject.deals < SAFE else object
        self._lowest = np.array([row[0] for row in self._nets], self._whole)
        self._highest = np.array([row[-1] for row in self._nets], self._whole)

    # --- states that the ranges settle

    def _settle_by_ranges(self) -> None:
        self._ends = np.zeros(len(self._nets), object if self.subject.deals >= SAFE else np.int64)
        self._played = 0
        self._open: list[_Open] = []
        first = 0
        for part in self.subject.parts:
            at = []
            for counts in part.counts:
                at.append(first)
                first += counts.shape[1]
            self._add(part, tuple(at))

    def _add(self, part: Part, at: tuple[int, ...]) -> None:
        """Settle what the ranges settle. The other states are open, together with those of the same actions."""
        if len(part.counts) == 1:
            deals = part.weights @ part.counts[0]
            self._ends[at[0] : at[0] + len(deals)] += deals.astype(self._ends.dtype)
            return
        of = self._of(part.weights, part.counts, at, tuple(action > 0 for action in range(len(at))))
        lead = {}
        for a, b in permutations(range(len(at)), 2):
            lead[a, b] = of.fixed[a] - of.fixed[b]
            for line in range(len(self.lines)):
                lead[a, b] += self._least_lead(of, line, a, b)
        best = _settled(lead, len(at))
        self._ends, self._played = _with(self._ends, self._played, of, np.arange(len(best)), best)
        possible = sum(_possible(lead, a, len(at)).astype(np.int64) << a for a in range(len(at)))
        assert not isinstance(possible, int)
        for some in np.unique(possible[best < 0]).tolist():
            here = np.flatnonzero((best < 0) & (possible == some))
            few = [a for a in range(len(at)) if some >> a & 1]
            weights, counts = _alike(part.weights[here], [part.counts[a][here] for a in few])
            self._open.append(self._opened(weights, counts, tuple(at[a] for a in few), tuple(of.plays[a] for a in few)))

    def _of(self, weights: Ints, counts: tuple[Ints, ...], at: tuple[int, ...], plays: tuple[bool, ...]) -> _Open:
        """States with the ends that each line pays, and the value of those that no line pays."""
        on, fixed = [], []
        for one, first in zip(counts, at, strict=True):
            here = range(one.shape[1])
            on.append(tuple(tuple(end - first for end in ends if end - first in here) for ends in self._of_line))
            alone = [end for end in here if self._line_of[first + end] < 0]
            fixed.append(np.zeros(len(one), self._whole) + self._paid(one, first, alone, 0))
        return _Open(at, plays, weights, counts, tuple(on), tuple(fixed))

    def _opened(self, weights: Ints, counts: tuple[Ints, ...], at: tuple[int, ...], plays: tuple[bool, ...]) -> _Open:
        """With what a search looks up at every step, added up from the last line backwards."""
        of = self._of(weights, counts, at, plays)
        nothing: Ints = np.zeros(len(weights), self._whole)
        lead = {pair: [nothing] for pair in permutations(range(len(counts)), 2)}
        low: tuple[list[Ints], ...] = tuple([nothing] for _ in counts)
        high: tuple[list[Ints], ...] = tuple([nothing] for _ in counts)
        for line in range(len(self.lines) - 1, -1, -1):
            for (a, b), so_far in lead.items():
                so_far.insert(0, so_far[0] + self._least_lead(of, line, a, b))
            for a, one in enumerate(counts):
                low[a].insert(0, low[a][0] + self._paid(one, at[a], of.on[a][line], 0))
                high[a].insert(0, high[a][0] + self._paid(one, at[a], of.on[a][line], -1))
        return of._replace(lead=lead, low=low, high=high)

    def _paid(self, counts: Ints, first: int, ends: Sequence[int], value: int) -> Any:
        """The value of these ends in each state. 0 if there are none."""
        return sum(counts[:, end].astype(self._whole) * self._nets[first + end][value] for end in ends)

    def _least_lead(self, of: _Open, line: int, a: int, b: int) -> Any:
        """The least that an action gains on another by one line, over all that the line may pay."""
        if not of.on[a][line] and not of.on[b][line]:
            return 0
        worth = (
            [self._paid(of.counts[one], of.at[one], of.on[one][line], value) for one in (a, b)]
            for value in range(len(self.lines[line].values))
        )
        return reduce(np.minimum, (one - other for one, other in worth))

    # --- the search

    def within(self, low: Fraction, high: Fraction, found: Found, tick: Tick | None = None) -> None:
        """Call ``found`` with every pay table whose house edge is in this range."""
        whole = self.subject.deals * self.per
        self._low, self._high, self._found = ceil(-high * whole), floor(-low * whole), found
        self._start(tick)

    def nearest(
        self, low: Fraction, high: Fraction, permits: Callable[[Pays], bool], tick: Tick | None = None
    ) -> tuple[Pays, Figures] | None:
        """The permitted pay table whose house edge is nearest to this range."""
        whole = self.subject.deals * self.per
        least, most = -high * whole, -low * whole
        nearest: list[tuple[Pays, Figures]] = []

        def nearer(pays: Pays, figures: Figures) -> None:
            if not permits(pays):
                return
            gap = max(least - figures.total, figures.total - most, Fraction(0))
            self._low, self._high = floor(least - gap) + 1, ceil(most + gap) - 1
            nearest[:] = [(pays, figures)]

        self._low, self._high, self._found = -whole * SAFE, whole * SAFE, nearer
        self._start(tick)
        return nearest[0] if nearest else None

    def _start(self, tick: Tick | None) -> None:
        self._tick, self._done, self._told = tick, 0, 0
        live = [_Live(one, np.arange(len(one.weights)), one.fixed) for one in self._open]
        self._visit((), self._ends, self._played, live, self._lowest, self._highest)

    def _advance(self, tables: int) -> None:
        self._done += tables
        if self._tick and self._done - self._told >= OFTEN:
            self._told = self._done
            self._tick(self._done / self.size)

    def _visit(self, pays: Pays, ends: Ints, played: int, live: list[_Live], lowest: Ints, highest: Ints) -> None:
        """Search on after these pays, with states that are not settled yet."""
        line = len(pays)
        if not live:
            _Rest(self, pays, ends.tolist(), played).search()
            return
        start = self._first[line][pays[-1] if pays else 0]
        steps = [self._step(one, line) for one in live]
        for value in range(start, len(self.lines[line].values)):
            low, high = lowest.copy(), highest.copy()
            for end in self._of_line[line]:
                low[end] = high[end] = self._nets[end][value]
            now, plays, left = ends, played, []
            for step in steps:
                now, plays, more = self._narrowed(step, value, now, plays)
                left += more
            if left and self._out_of_reach(line + 1, now, left, low, high):
                self._advance(self._ways[line][value])
                continue
            self._visit((*pays, value), now, plays, left, low, high)

    def _step(self, live: _Live, line: int) -> _Step:
        of, states = live.of, live.states
        paid = tuple(
            tuple((of.counts[a][states, end], self._nets[of.at[a] + end]) for end in of.on[a][line])
            for a in range(len(of.at))
        )
        return _Step(live, paid, {pair: least[line + 1][states] for pair, least in of.lead.items()})

    def _narrowed(self, step: _Step, value: int, ends: Ints, played: int) -> tuple[Ints, int, list[_Live]]:
        """Settle the states whose best action is certain when a line has this value."""
        (of, states, before), paid, later = step
        worth = []
        for one, by_end in zip(before, paid, strict=True):
            for counts, nets in by_end:
                one = one + counts * nets[value]
            worth.append(one)
        best = _settled({(a, b): worth[a] - worth[b] + least for (a, b), least in later.items()}, len(worth))
        ends, played = _with(ends, played, of, states, best)
        left = np.flatnonzero(best < 0)
        if not len(left):
            return ends, played, []
        return ends, played, [_Live(of, states[left], tuple(one[left] for one in worth))]

    def _out_of_reach(self, line: int, ends: Ints, live: Sequence[_Live], lowest: Ints, highest: Ints) -> bool:
        """Whether no pay table from here on has a wanted edge."""
        least, most = int(ends @ lowest), int(ends @ highest)
        for of, states, worth in live:
            weights = of.weights[states]
            low, high = (
                np.maximum.reduce([one + rest[a][line][states] for a, one in enumerate(worth)])
                for rest in (of.low, of.high)
            )
            least += exact_dot(weights, low)
            most += exact_dot(weights, high)
        return most < self._low or least > self._high


class _Rest:
    """The lines above those that are set, when every state is settled: only sums are left."""

    def __init__(self, search: Search, pays: Pays, ends: list[int], played: int) -> None:
        self._search, self._pays, self._ends, self._played = search, pays, ends, played
        self._nets = search._nets
        self._lines = range(len(pays), len(search.lines))
        self._all = [self._sums(line, lambda net: net) for line in self._lines]
        self._total = self._base(lambda net: net)
        low = high = 0
        self._reach = [(0, 0)]
        for sums in reversed(self._all):
            low, high = low + sums[0], high + sums[-1]
            self._reach.insert(0, (low, high))
        self._more: tuple[int, int, list[list[int]], list[list[int]]] | None = None

    def _sums(self, line: int, of: Callable[[int], int]) -> list[int]:
        """What the ends of a line add, by its value."""
        ends = [(self._ends[end], self._nets[end]) for end in self._search._of_line[line]]
        return [sum(deals * of(nets[value]) for deals, nets in ends) for value in range(self._values(line))]

    def _values(self, line: int) -> int:
        return len(self._search.lines[line].values)

    def _base(self, of: Callable[[int], int]) -> int:
        """What the ends add that no line above decides."""
        set_lines, line_of, pays = len(self._pays), self._search._line_of, self._pays
        return sum(
            deals * of(nets[pays[line] if line >= 0 else 0])
            for deals, nets, line in zip(self._ends, self._nets, line_of, strict=True)
            if line < set_lines
        )

    def search(self) -> None:
        self._visit(self._pays, self._total)

    def _visit(self, pays: Pays, total: int) -> None:
        search, line = self._search, len(pays)
        at = line - len(self._pays)
        if at == len(self._all):
            if search._low <= total <= search._high:
                search._found(pays, self._figures(pays, total))
            search._advance(1)
            return
        start = search._first[line][pays[-1] if pays else 0]
        low, high = self._reach[at + 1]
        sums, ways = self._all[at], search._ways[line]
        for value in range(start, len(sums)):
            now = total + sums[value]
            if now + high < search._low or now + low > search._high:
                search._advance(ways[value])
            else:
                self._visit((*pays, value), now)

    def _figures(self, pays: Pays, total: int) -> Figures:
        if self._more is None:
            square, hit = (lambda net: net * net), (lambda net: int(net > 0))
            self._more = (
                self._base(square),
                self._base(hit),
                [self._sums(line, square) for line in self._lines],
                [self._sums(line, hit) for line in self._lines],
            )
        squares, hits, more_squares, more_hits = self._more
        for line, above, won in zip(self._lines, more_squares, more_hits, strict=True):
            squares += above[pays[line]]
            hits += won[pays[line]]
        return Figures(total, squares, hits, self._played)


def _back(odds: Odds) -> Fraction:
    return Fraction(*odds.back)


def _flat(nets: Sequence[Sequence[Sequence[Fraction]]]) -> list[Fraction]:
    return [net for part in nets for action in part for net in action]


def _settled(lead: dict[tuple[int, int], Ints], actions: int) -> Ints:
    """The action that is best whatever the open lines pay. -1 if there is none. The first of equal actions is best."""
    states = len(lead[0, 1])
    best = np.full(states, -1, np.int8)
    for a in range(actions):
        sure = np.ones(states, np.bool_)
        for b in range(actions):
            if a != b:
                sure &= (lead[a, b] > 0) if b < a else (lead[a, b] >= 0)
        best[sure] = a
    return best


def _possible(lead: dict[tuple[int, int], Ints], a: int, actions: int) -> Ints:
    """The states in which no other action is better than this one, whatever the open lines pay."""
    found = np.ones(len(lead[0, 1]), np.bool_)
    for b in range(actions):
        if a != b:
            found &= (lead[b, a] < 0) if b < a else (lead[b, a] <= 0)
    return found


def _with(ends: Ints, played: int, of: _Open, states: Ints, best: Ints) -> tuple[Ints, int]:
    """The deals by end, and the states that play on, with those of the states that have a best action."""
    for action, first in enumerate(of.at):
        here = states[best == action]
        if len(here):
            weights = of.weights[here]
            more = weights @ of.counts[action][here]
            ends = ends.copy()
            ends[first : first + len(more)] += more
            played += int(weights.sum()) if of.plays[action] else 0
    return ends, played


def _alike(weights: Ints, counts: Sequence[Ints]) -> tuple[Ints, tuple[Ints, ...]]:
    """States with equal counts become one."""
    rows, where = np.unique(np.hstack(counts).astype(np.int64), axis=0, return_inverse=True)
    together = np.zeros(len(rows), np.int64)
    np.add.at(together, where.ravel(), weights)
    ends = np.cumsum([one.shape[1] for one in counts])[:-1]
    return together, tuple(np.asfortranarray(one) for one in np.split(rows, ends, axis=1))
