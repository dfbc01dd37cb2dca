"""The twins of games whose fast rounds are decided hand by hand: the kernel deals, and its packs go to the table.

The kernel plays several rounds in one call, as runs do. What a call counts more than one that is a round shorter is the
round's own, so every round is compared, and with it what lasts from round to round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np

from pitboss.exact.choices import OPTIMAL, Choices, Known
from pitboss.exact.hands import Ints
from pitboss.money import dollars
from pitboss.poker import ROYAL_FLUSH, THREE
from pitboss.simulation.any_game import setup
from pitboss.simulation.any_game import table as fast_table
from pitboss.simulation.kernel import HandTable, Setup, added
from pitboss.simulation.stream import stream
from pitboss.table.asks import Question
from pitboss.table.events import Settled
from pitboss.table.inputs import Input, make
from pitboss.table.round import Round
from pitboss.table.rules import TableRules
from pitboss.table.shoe import order_text
from pitboss.verification.drawn_rules import chips, drawn, seats_at
from pitboss.verification.packs import packs, until
from pitboss.verification.twins import KEY, Row, Twins

IN_ONE_CALL = 10
"""Rounds that the kernel plays in one call."""
HIGH_HANDS = tuple(range(THREE, ROYAL_FLUSH + 1))
HOW_OFTEN = (30, 30, 30, 30, 30, 4, 1)
"""Straight flushes and royal flushes are long to wait for."""


# --- what is drawn at random

Choose = Callable[[Known], str]
"""The action that is taken with these cards seen, by place."""


class Seated(NamedTuple):
    """A table that was drawn, and how it is decided there."""

    made: Setup
    choose: Choose


class Drawn(NamedTuple):
    """What may be drawn for a game: rules, seats, stakes, and the best strategy or one without sense."""

    game: str
    rules: type[TableRules]
    tables: Sequence[str]
    """Pay tables."""
    options: Mapping[str, Sequence[Any]]
    """What is drawn for each option."""
    base: str
    choices: Callable[[Any], Choices]
    state: Callable[[Known], int]
    """The state of the choices that these cards are."""
    by_ranks: Choose
    optimal: float
    """How often the best strategy is played."""
    bonus: str = ""
    """A wager beside the base wager, that is placed most of the time."""
    range_of: Callable[[Any], tuple[int, int]] = lambda rules: (0, 0)
    """The least and the most of it."""
    limit: str = ""
    """The option of a payout limit, among the others. Pay tables are then often raised until it bears on them."""

    def seated(self, random: Random, seats: int) -> Seated:
        """A table with so many seats, or any number of them."""
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
"""Takes the decisions of a round whose wagers are placed."""


class StudTwins(Twins):
    """``wagers`` are placed by every player; ``cards`` are those that a round can need, and ``hand`` the places of five
    that decide for the first seat: high hands are dealt to them often. Without ``hand`` all hands come by chance.

    ``renamed`` says what the odds call a line of a wager that the table calls otherwise, and ``with_it`` which outcome
    of another wager the odds count with one that the table settles.
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
            raise TypeError(f"the fast rounds of {made.game} are not decided hand by hand")
        super().__init__(made, [part.name for part in fast.parts], rest=rest or {})
        self.fast, self.random, self._decide = fast, random, decide
        self._cards, self._hand = cards, np.array(hand)
        self._placed = self.placing(*wagers.items())
        self._renamed, self._with_it = renamed or {}, with_it or {}
        self._nets: list[Row] = np.stack([part.net for part in fast.parts], axis=1).tolist()
        self._orders: Iterator[list[int]] = iter(())
        """The orders that the table is still to be given: of two packs, one more than rounds have begun."""

    def shuffle(self, round: Round, question: Question) -> Input:
        order = next(self._orders, range(52))  # which waits for a round that is not played
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
                raise self.disagreement(f"{dollars(first)} of the first seat are of none of the hands {hands}")
            self.compare(order[: self._cards], hands)

    def _by_round(self, state: Ints, rounds: int) -> Iterator[list[Row]]:
        """What the hands of each round won, in no order."""
        before = self.fast.play(state.copy(), 0)["ends"]
        for count in range(1, rounds + 1):
            after = self.fast.play(state.copy(), count)["ends"]
            hands = after - before
            if hands.min() < 0 or hands.sum() != self.made.seats:
                raise self.disagreement(f"a round more in a run counts {hands.tolist()} hands more")
            yield [self._nets[end] for end in np.repeat(np.arange(len(hands)), hands)]
            before = after

    def paired(self, slow: list[Row], fast: list[Row]) -> list[Row]:
        """Fast rounds tell what the first seat won in all, and of the others only that somebody won it: those that
        agree are put to their seats."""
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
