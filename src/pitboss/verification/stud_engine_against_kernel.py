"""The same comparison for games whose fast rounds are decided hand by hand. The kernel deals; the table uses its packs.

The kernel plays several rounds in one call, as in a run. The tally of one round is the difference between two calls
whose lengths differ by one. So every round is compared, and so is all that carries over from round to round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np

from pitboss.basics.money import dollars
from pitboss.basics.poker import ROYAL_FLUSH, THREE
from pitboss.engine.procedures.shoe import order_text
from pitboss.engine.round.asks import Question
from pitboss.engine.round.events import Settled
from pitboss.engine.round.inputs import Input, make
from pitboss.engine.round.round import Round
from pitboss.engine.rules import TableRules
from pitboss.mathematics.choices import OPTIMAL, Choices, Known
from pitboss.mathematics.counting.hands import Ints
from pitboss.simulation.any_game import setup
from pitboss.simulation.any_game import table as fast_table
from pitboss.simulation.hand_table import HandTable
from pitboss.simulation.kernel import Setup, added
from pitboss.simulation.stream import stream
from pitboss.verification.drawn_rules import chips, drawn, seats_at
from pitboss.verification.engine_against_kernel import KEY, Row, Twins
from pitboss.verification.packs import packs, until

IN_ONE_CALL = 10
"""The number of rounds that the kernel plays in one call."""
HIGH_HANDS = tuple(range(THREE, ROYAL_FLUSH + 1))
HOW_OFTEN = (30, 30, 30, 30, 30, 4, 1)
"""The weights of these categories. Straight flushes and royal flushes take long to find."""


# --- random draws

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
        """A random table with ``seats`` seats, or with a random number if that is 0."""
        rules = drawn(self.game, self.rules, random, seats, self.tables, self.options, self.limit)
        stakes = {self.base: chips(random, rules, rules.table_minimum, rules.table_maximum)}
        if self.bonus and random.random() < 0.7:
            stakes[self.bonus] = chips(random, rules, *self.range_of(rules))
        optimal, seats = random.random() < self.optimal, seats or seats_at(random, rules)
        strategy = OPTIMAL if optimal else self.by_ranks
        made = setup(self.game, rules, wagers=stakes, seats=seats, strategy=strategy)
        return Seated(made, self._best(self.choices(rules)) if optimal else self.by_ranks)

    def _best(self, known: Choices) -> Choose:
        return lambda cards: known.actions[int(known.best[self.state(cards)])]


# --- both ways

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
