"""Plays the same cards and decisions at a table and in fast rounds, and compares every wager.

At the end: the same for games whose fast rounds are decided hand by hand. There the kernel deals, and the table uses
its packs. The kernel plays several rounds in one call, as in a run. The tally of one round is the difference between
two calls whose lengths differ by one. So every round is compared, and so is all that carries over from round to round.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil
from random import Random
from typing import Any, NamedTuple

import numpy as np

from pitboss.basics.cards import texts
from pitboss.basics.errors import Disagreement, IllegalAction
from pitboss.basics.money import Odds, dollars
from pitboss.basics.poker import ROYAL_FLUSH, THREE
from pitboss.engine.procedures.shoe import order_text
from pitboss.engine.round.asks import Question
from pitboss.engine.round.events import Settled
from pitboss.engine.round.inputs import Input, make
from pitboss.engine.round.round import Round
from pitboss.engine.rules import TableRules, load, permits, to_builtins
from pitboss.engine.table import Table
from pitboss.mathematics.choices import OPTIMAL, Choices, Known
from pitboss.mathematics.counting.hands import Ints
from pitboss.simulation.any_game import setup
from pitboss.simulation.any_game import table as fast_table
from pitboss.simulation.hand_table import HandTable
from pitboss.simulation.kernel import Ended, Setup, WagerTally, added
from pitboss.simulation.stream import packs, stream, until

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus")
KEY = "00" * 32
"""The key for the shuffler's commitments. No order is secret here."""
NO_MORE_BETS = make(by="dealer", do="no more bets")
ROUND = "round"
"""All wagers of a seat together."""
CAPPED, FULL_TABLE = "payout limit reached", "full table"

Row = list[int]
"""The net win of a seat with each wager, in cents."""


def seats_taken(seats: int) -> str:
    """The name under which ``seen`` counts rounds with so many seats."""
    return f"{seats} seat" + "s" * (seats > 1)


class Twins(ABC):
    """Plays rounds both ways and compares every wager of every seat. The first difference raises ``Disagreement``.

    ``wagers`` are the wagers that the kernel reports, the round as a whole first. ``shared`` are the wagers that one
    hand decides for all seats. ``rest`` maps a wager to the outcome that the odds use if the table settles nothing.
    """

    def __init__(
        self, made: Setup, wagers: Sequence[str], *, rest: Mapping[str, str], shared: Sequence[str] = ()
    ) -> None:
        self.made, self.wagers = made, tuple(wagers)
        self._rest, self._shared = rest, shared
        self.players = tuple(enumerate(NAMES[: made.seats], 1))
        self.table = Table(made.game, made.rules, attendants={"shuffler": self.shuffle})
        for seat, name in self.players:
            self.table.sit(name, seat)
        self.earned = {one.name for one in self.table.game.wagers if one.earned}
        """Wagers without a separate stake, which every hand has."""
        self.rounds = 0
        self.seen: Counter[str] = Counter()
        """Counts of what occurred: rounds by seats, settled wagers, and rare events."""
        self.won: Counter[str] = Counter()
        self.squares: Counter[str] = Counter()
        self.ends: Counter[tuple[str, str]] = Counter()
        """How often each wager ended on each line at the table."""
        self.won_on: Counter[tuple[str, str]] = Counter()
        """The net win of each wager on each line, in cents."""

    @abstractmethod
    def play(self, rounds: int) -> None:
        """Play rounds both ways. Compare each round, and the totals at the end. Call this once."""

    @abstractmethod
    def shuffle(self, round: Round, question: Question) -> Input:
        """The order of the cards that the kernel dealt."""

    @abstractmethod
    def conduct(self, round: Round) -> None:
        """Place the wagers and take the decisions until the round ends."""

    def column(self, one: Settled) -> str:
        """The kernel's name for a wager that the table settled."""
        return one.wager

    def line(self, one: Settled) -> str:
        """The odds' name for the line on which the table settled a wager."""
        return one.line

    def counts(self, one: Settled) -> bool:
        """Whether to count this outcome. False if it repeats an outcome for another seat or wager."""
        return True

    def reported_as(self, name: str) -> str:
        """The kernel's name for a wager that a run reports under this name."""
        return name

    @property
    def played(self) -> str:
        """The strategy, in words."""
        return self.made.strategy_name

    def note(self, one: Settled) -> None:
        """Count the end of a wager at the table."""
        on = self.column(one), self.line(one)
        self.won_on[on] += one.returned - one.money
        self.ends[on] += self.counts(one)

    def paired(self, slow: list[Row], fast: list[Row]) -> list[Row]:
        """The rows of the fast round in the order of the seats."""
        return fast

    # --- rounds

    def placing(self, *wagers: tuple[str, int]) -> list[Input]:
        """The inputs by which every player places these wagers and the dealer closes the betting."""
        placed = [
            make(by="player", seat=seat, player=player, do="wager", wager=wager, amount=amount)
            for seat, player in self.players
            for wager, amount in wagers
        ]
        return [*placed, NO_MORE_BETS]

    def compare(self, cards: Iterable[int], fast: list[Row]) -> Round:
        """Play a round at the table, and compare the win of every seat with the fast round."""
        self.rounds += 1
        try:
            round = self.table.open_round()
            self.conduct(round)
        except IllegalAction as refused:
            raise self.disagreement(f"the table rejects an action of the fast round: {refused}", cards) from refused
        if not round.over:
            raise self.disagreement(f"the table waits for {round.waiting[0]}, but the fast round is over", cards)
        slow = self._rows(round, cards)
        if slow != fast and slow != (fast := self.paired(slow, fast)):
            raise self.disagreement("; ".join(self._differences(slow, fast)), cards)
        for name, *all_seats in zip(self.wagers, *slow, strict=True):
            total = sum(all_seats)
            self.won[name] += total
            self.squares[name] += total * total
        return round

    def _rows(self, round: Round, cards: Iterable[int]) -> list[Row]:
        """The win of each seat at the table, by wager."""
        rows = [[0] * len(self.wagers) for _ in self.players]
        capped = False
        for one in round.settlements:
            name, net = self.column(one), one.returned - one.money
            if name not in self.wagers:
                raise self.disagreement(f"the table settles a wager that fast rounds do not have: {one.wager}", cards)
            row = rows[one.seat - 1]
            row[0] += net
            row[self.wagers.index(name)] += net
            self.seen[name] += 1
            capped |= one.capped > 0
            self.note(one)
        self.seen[CAPPED] += capped
        self.seen[seats_taken(self.made.seats)] += 1
        self.seen[FULL_TABLE] += self.made.seats == self.made.rules.positions
        return rows

    def _differences(self, slow: list[Row], fast: list[Row]) -> Iterator[str]:
        for (seat, _), at_table, in_fast in zip(self.players, slow, fast, strict=True):
            for name, one, other in zip(self.wagers, at_table, in_fast, strict=True):
                if one != other:
                    yield f"seat {seat}'s {name} is {dollars(one)} at the table and {dollars(other)} in fast rounds"

    # --- totals

    def hold(self, what: str, at_table: int | Fraction, in_fast: int) -> None:
        """Check that a total over all rounds is equal."""
        if at_table != in_fast:
            raise self.disagreement(
                f"over {self.rounds:,} rounds {what} is {at_table} at the table and {in_fast} in fast rounds"
            )

    def hold_report(self, reported: Sequence[WagerTally]) -> None:
        """Check the report of a run: every wager that was staked or settled, its outcomes and its win."""
        names = [self.reported_as(one.name) for one in reported]
        settled = {name for name, _ in self.ends}
        for name in sorted({ROUND, *self.made.stakes, *settled}):
            self.hold(f"the number of reports of {name}", 1, names.count(name))
        for name, one in zip(names, reported, strict=True):
            self._hold_wager(name, one)

    def _hold_wager(self, name: str, wager: WagerTally) -> None:
        hands = self.rounds * (1 if name in self._shared else self.made.seats)
        at_table = {line: count for (of, line), count in self.ends.items() if of == name}
        placed = sum(at_table.values())
        if name in self._rest and placed < hands:
            at_table[self._rest[name]] = at_table.get(self._rest[name], 0) + hands - placed
        everywhere = name == ROUND or name in self.earned
        self.hold(f"the number of rounds of {name}", self.rounds, wager.rounds)
        self.hold(f"the number of hands of {name}", hands, wager.hands)
        self.hold(f"the number of placements of {name}", hands if everywhere else placed, wager.placed)
        self.hold(f"the win of {name}, in cents,", self.won[name], wager.won)
        self.hold(f"the sum of squared wins of {name}", self.squares[name], wager.squares)
        self._hold_ends(name, at_table, wager.ends)
        stake = next(iter(self.made.stakes.values())) if name == ROUND else self.made.stakes.get(name)
        if stake is not None:
            staked = stake * self.rounds * self.made.seats
            self.hold(f"the total stake of {name}, in cents,", staked, wager.unit * wager.hands)

    def _hold_ends(self, name: str, at_table: Mapping[str, int], ends: Sequence[Ended]) -> None:
        """Check the count and the win of every outcome, by name. Both sides must have the same outcomes."""
        counts = Counter[str]()
        won = Counter[str]()
        for end in ends:
            counts[end.name] += end.count
            won[end.name] += end.won
        self.hold(f"the number of outcomes of {name}", len(counts), len(ends))
        for line in sorted({*at_table, *counts}):
            self.hold(f"{name}, {line}, in hands,", at_table.get(line, 0), counts[line])
            self.hold(f"{name}, {line}, in cents,", self.won_on[name, line], won[line])

    # --- errors

    def disagreement(self, what: str, cards: Iterable[int] = ()) -> Disagreement:
        """An error that describes the difference and everything needed to reproduce the round."""
        made, plain = self.made, to_builtins(type(self.made.rules)())
        chosen = {name: value for name, value in to_builtins(made.rules).items() if plain[name] != value}
        staked = ", ".join(f"{wager} {dollars(cents)}" for wager, cents in made.stakes.items())
        dealt = texts(cards)
        return Disagreement(
            f"{made.game.name}: {what}; round {self.rounds:,} with {seats_taken(made.seats)}, {staked}, strategy"
            f" {self.played}"
            + (f", cards from the top {dealt}" if dealt else "")
            + f"; rules {made.rules.digest[:16]}: {chosen}"
        )


# --- games that are decided hand by hand

IN_ONE_CALL = 10
"""The number of rounds that the kernel plays in one call."""
HIGH_HANDS = tuple(range(THREE, ROYAL_FLUSH + 1))
HOW_OFTEN = (30, 30, 30, 30, 30, 4, 1)
"""The weights of these categories. Straight flushes and royal flushes take long to find."""
CHIPS = (1, 5, 25, 100, 250)
HIGH = 0.25
"""The probability that pay tables are raised until hands often reach the payout limit."""

Choose = Callable[[Known], str]
"""The action for the visible cards, by place."""


class Seated(NamedTuple):
    """A random table and its strategy."""

    made: Setup
    choose: Choose


class Drawn(NamedTuple):
    """The range of random draws for a game: rules, seats, stakes, and the best strategy or an arbitrary one."""

    game: str
    rules: type[TableRules]
    tables: Sequence[str]
    """Pay tables."""
    options: Mapping[str, Sequence[Any]]
    """The possible values of each option."""
    base: str
    choices: Callable[[Any], Choices]
    state: Callable[[Known], int]
    """The state of the choices for the visible cards."""
    by_ranks: Choose
    optimal: float
    """The probability of the best strategy."""
    bonus: str = ""
    """A side wager that is placed most of the time."""
    range_of: Callable[[Any], tuple[int, int]] = lambda rules: (0, 0)
    """The minimum and maximum of that side wager."""
    limit: str = ""
    """The option with the payout limit, if any. Pay tables are then often raised until hands reach it."""

    def seated(self, random: Random, seats: int) -> Seated:
        """A random table with so many seats, or if ``seats`` is 0 with mostly one or two, and sometimes all."""
        rules = drawn_rules(self.game, self.rules, random, seats, self.tables, self.options, self.limit)
        stakes = {self.base: chips(random, rules, rules.table_minimum, rules.table_maximum)}
        if self.bonus and random.random() < 0.7:
            stakes[self.bonus] = chips(random, rules, *self.range_of(rules))
        optimal = random.random() < self.optimal
        seats = seats or seats_at(random, rules)
        strategy = OPTIMAL if optimal else self.by_ranks
        made = setup(self.game, rules, wagers=stakes, seats=seats, strategy=strategy)
        return Seated(made, self._best(self.choices(rules)) if optimal else self.by_ranks)

    def _best(self, known: Choices) -> Choose:
        return lambda cards: known.actions[int(known.best[self.state(cards)])]


def drawn_rules(
    game: str,
    rules: type[TableRules],
    random: Random,
    seats: int,
    tables: Sequence[str],
    options: Mapping[str, Sequence[Any]],
    limit: str = "",
) -> TableRules:
    """Random rules for at least ``seats`` seats, with a random value for each option, and with raised pay tables where
    the document permits them.

    If the game has a payout limit, some draws take the last of its values and raise pay tables until hands often
    reach it.
    """
    high = random.random() < HIGH
    chip = random.choice(CHIPS)
    least = chip * random.randint(1, 500 // chip + 1)
    given: dict[str, Any] = {
        "chip": chip,
        "table_minimum": least,
        "table_maximum": 2_000_00 if high else random.choice((least, 100_00, 1_000_00)),
        "positions": random.randint(max(3, seats), 6),
        "packs": random.choice((1, 2)),
        **{option: random.choice(values) for option, values in options.items()},
    }
    if high and limit:
        given[limit] = options[limit][-1]
    more = (0, 40, 400) if high else (0, 1, 5)
    for table in tables:
        lines = getattr(rules(), table).items()
        raised = {line: _better(odds, random, more) for line, odds in lines}
        if permits(rules(), table, {line: Odds.parse(odds) for line, odds in raised.items()}):
            given[table] = raised
    return load(game, rules, given)


def seats_at(random: Random, rules: TableRules) -> int:
    """Mostly one seat or two, and sometimes all."""
    return random.choice((*9 * (1,), *9 * (2,), 3, rules.positions))


def _better(odds: Odds, random: Random, more: Sequence[int]) -> str:
    """Odds that pay at least as much, often as a fraction."""
    per = random.randint(1, 3)
    least = ceil(Fraction(odds.pays, odds.per) * per)
    return f"{least + random.choice(more)} to {per}"


def chips(random: Random, rules: TableRules, least: int, most: int) -> int:
    """A random amount in whole chips from the upper half of the allowed range."""
    steps = (most - least) // rules.chip
    return least + rules.chip * random.randint(steps // 2, steps)


Decide = Callable[["StudTwins", Round], None]
"""Takes the decisions of a round after its wagers are placed."""


class StudTwins(Twins):
    """Twins of a stud game. Every player places ``wagers``. ``cards`` is the number of cards that a round can need.
    ``hand`` holds five places that decide for the first seat, which often gets high hands there. Without ``hand``, all
    hands are random.

    ``renamed`` maps a wager and its line at the table to the name of the line in the odds. ``with_it`` maps a settled
    line to an outcome of another wager that the odds count with it.
    """

    def __init__(
        self,
        made: Setup,
        random: Random,
        decide: Decide,
        *,
        wagers: Mapping[str, int],
        cards: int,
        hand: Sequence[int] = (),
        renamed: Mapping[tuple[str, str], str] | None = None,
        with_it: Mapping[tuple[str, str], tuple[str, str]] | None = None,
        rest: Mapping[str, str] | None = None,
    ) -> None:
        fast = fast_table(made)
        if not isinstance(fast, HandTable):
            raise TypeError(f"the fast rounds of {made.game.name} are not decided hand by hand")
        super().__init__(made, [part.name for part in fast.parts], rest=rest or {})
        self.fast, self.random, self._decide = fast, random, decide
        self._cards, self._hand = cards, np.array(hand)
        self._placed = self.placing(*wagers.items())
        self._renamed, self._with_it = renamed or {}, with_it or {}
        self._nets: list[Row] = np.stack([part.net for part in fast.parts], axis=1).tolist()
        self._orders: Iterator[list[int]] = iter(())
        """The orders still to be dealt at the table. With two packs, the table shuffles one round ahead."""

    def shuffle(self, round: Round, question: Question) -> Input:
        order = next(self._orders, range(52))  # for a pack whose round is never played
        return make(by="shuffler", do="shuffle", cards=order_text(order), key=KEY)

    def conduct(self, round: Round) -> None:
        for given in self._placed:
            round.do(given)
        self._decide(self, round)

    def line(self, one: Settled) -> str:
        return self._renamed.get((one.wager, one.line), one.line)

    def note(self, one: Settled) -> None:
        super().note(one)
        if (one.wager, one.line) in self._with_it:
            self.ends[self._with_it[one.wager, one.line]] += 1

    def play(self, rounds: int) -> None:
        state = stream(self.random.getrandbits(64), 0)
        tally = self.fast.play(state.copy(), 0)
        calls = []
        for first in range(0, rounds, IN_ONE_CALL):
            if len(self._hand):
                category = self.random.choices(HIGH_HANDS, HOW_OFTEN)[0]
                state = until(state, self._cards, self._hand, category)
            count = min(IN_ONE_CALL, rounds - first)
            calls.append((state.copy(), packs(state.copy(), count, self._cards).tolist()))
            tally = added(tally, self.fast.play(state, count))
        self._orders = (order for _, orders in calls for order in orders)
        for start, orders in calls:
            self._play_call(start, orders)
        self.hold_report(self.fast.wagers(tally, self.rounds))

    def _play_call(self, state: Ints, orders: list[list[int]]) -> None:
        rounds = len(orders)
        firsts = self.fast.nets(state.copy(), rounds).tolist()
        for order, first, hands in zip(orders, firsts, self._by_round(state, rounds), strict=True):
            hands.sort(key=lambda row: row[0] != first)
            if hands[0][0] != first:
                raise self.disagreement(f"the first seat won {dollars(first)}, but none of the hands {hands} did")
            self.compare(order[: self._cards], hands)

    def _by_round(self, state: Ints, rounds: int) -> Iterator[list[Row]]:
        """The wins of the hands of each round, in no particular order."""
        before = self.fast.play(state.copy(), 0)["ends"]
        for count in range(1, rounds + 1):
            after = self.fast.play(state.copy(), count)["ends"]
            hands = after - before
            if hands.min() < 0 or hands.sum() != self.made.seats:
                raise self.disagreement(f"one more round in a run adds {hands.tolist()} hands")
            yield [self._nets[end] for end in np.repeat(np.arange(len(hands)), hands)]
            before = after

    def paired(self, slow: list[Row], fast: list[Row]) -> list[Row]:
        """Fast rounds report the total win of the first seat. For the other seats they report wins without the seat.
        Equal rows are matched to their seats."""
        first = slow[0] if slow[0] in fast and slow[0][0] == fast[0][0] else fast[0]
        left, found = fast.copy(), [first]
        left.remove(first)
        missing = []
        for at, row in enumerate(slow[1:], 1):
            if row in left:
                left.remove(row)
            else:
                missing.append(at)
            found.append(row)
        for at, row in zip(missing, left, strict=True):
            found[at] = row
        return found
