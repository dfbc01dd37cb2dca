"""The engine against a kernel: the same packs and decisions through both, over rules drawn at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, exp, lgamma, log
from random import Random
from statistics import NormalDist
from typing import Any

import numpy as np

from pitboss import games
from pitboss.cards import TEXT
from pitboss.errors import RulesError
from pitboss.exact.compiled import compiled
from pitboss.exact.hands import CATEGORY, strength5
from pitboss.money import Odds
from pitboss.pit import Table
from pitboss.poker import ROYAL_FLUSH, THREE
from pitboss.simulate import setup as set_up
from pitboss.simulate import table as fast_table
from pitboss.simulation.kernel import HandTable, added
from pitboss.simulation.results import Simulated
from pitboss.simulation.stream import deal, stream
from pitboss.table.asks import Ask
from pitboss.table.events import Input, Settled
from pitboss.table.round import Round
from pitboss.table.rules import TableRules, load
from play import NAMES

from scene import KEY

ROUNDS = 20_000
"""Rounds of each game that engine and kernel play alike."""
CHIPS = (1, 5, 25, 100, 250)
Pack = list[int]
Conduct = Callable[[Round, Mapping[str, int], Sequence[str]], None]
"""Plays a round at the table: the stakes that every one of these players places, and their decisions."""


# --- the same pack


@compiled
def dealt(state: np.ndarray, count: int) -> np.ndarray:
    """The pack that a kernel deals first from this state."""
    pack = np.arange(52)
    deal(state, pack, 0, count)
    return pack


@compiled
def until(state: np.ndarray, count: int, hand: np.ndarray, category: int) -> np.ndarray:
    """The state from which five places of the pack are next dealt a hand of this category."""
    pack, before = np.arange(52), state.copy()
    while True:
        before[:] = state
        for place in range(52):
            pack[place] = place
        deal(state, pack, 0, count)
        found = strength5(pack[hand[0]], pack[hand[1]], pack[hand[2]], pack[hand[3]], pack[hand[4]])
        if CATEGORY[found] == category:
            return before


# --- rules at random


def better(odds: Odds, random: Random, more: Sequence[int]) -> str:
    """Odds that pay as much or more, often in broken numbers."""
    per = random.randint(1, 3)
    least = ceil(Fraction(odds.pays, odds.per) * per)
    return f"{least + random.choice(more)} to {per}"


def drawn(
    game: str, random: Random, tables: Sequence[str], options: Mapping[str, Sequence[Any]], *, high: bool
) -> TableRules:
    """Rules that a licensee may choose: pay tables raised, and these options any of what is listed.

    High ones raise pay tables so far that the payout limit, which is then the last that is listed, is often reached.
    """
    kind = games.game(game).rules
    while True:
        chip = random.choice(CHIPS)
        least = chip * random.randint(1, 500 // chip + 1)
        given: dict[str, Any] = {
            "chip": chip,
            "table_minimum": least,
            "table_maximum": 2_000_00 if high else random.choice((least, 100_00, 1_000_00)),
            "positions": random.randint(3, 6),
            "packs": random.choice((1, 2)),
            **{option: random.choice(values) for option, values in options.items()},
        }
        if high:
            given["payout_cap"] = options["payout_cap"][-1]
        more = (0, 40, 400) if high else (0, 1, 5)
        for table in tables:
            given[table] = {line: better(odds, random, more) for line, odds in getattr(kind(), table).items()}
        try:
            return load(game, kind, given)
        except RulesError:
            continue


def chips(random: Random, rules: TableRules, least: int, most: int) -> int:
    """An amount of whole chips from the upper half of what is allowed."""
    steps = (most - least) // rules.chip
    return least + rules.chip * random.randint(steps // 2, steps)


# --- both ways


class Twins:
    """A table of the engine and one of the kernel, with the same rules, stakes, seats and decisions.

    ``renamed`` says what the odds call a line of a wager that the engine calls otherwise; ``silent`` are outcomes that
    no event tells of.
    """

    def __init__(
        self,
        game: str,
        rules: TableRules,
        stakes: Mapping[str, int],
        *,
        seats: int,
        strategy: Any,
        cards: int,
        conduct: Conduct,
        renamed: Mapping[tuple[str, str], str] | None = None,
        silent: Sequence[tuple[str, str]] = (),
    ) -> None:
        self.stakes, self.seats, self.cards, self.conduct = stakes, seats, cards, conduct
        self.renamed, self.silent = renamed or {}, set(silent)
        made = set_up(game, rules, wagers=stakes, seats=seats, strategy=strategy)
        found = fast_table(made)
        assert isinstance(found, HandTable)
        self.fast = found
        self.order: Pack = []
        self.table = Table(game, rules, attendants={"shuffler": self._shuffle})
        for name in NAMES[:seats]:
            self.table.sit(name)
        self.capped = 0
        self.ends: Counter[tuple[str, str]] = Counter()
        self.won: Counter[str] = Counter()
        self.squares: Counter[str] = Counter()
        self.rounds = 0
        self.tally = found.play(stream(0, 0), 0)

    def _shuffle(self, round: Round, ask: Ask) -> Input:
        return Input(by="shuffler", do="shuffle", cards=" ".join(TEXT[card] for card in self.order), key=KEY)

    def play(self, state: np.ndarray) -> None:
        """Play a round both ways from this state, which goes on, and compare every wager."""
        again = state.copy()
        self.order = dealt(state.copy(), self.cards).tolist()
        tally = self.fast.play(state, 1)
        fast: Counter[str] = Counter()
        for end in np.flatnonzero(tally["ends"]):
            for part in self.fast.parts:
                fast[part.name] += int(part.net[end]) * int(tally["ends"][end])
        round = self.table.open_round()
        self.conduct(round, self.stakes, NAMES[: self.seats])
        assert round.over
        slow = self._count(round.settlements)
        assert dict(fast) == dict(slow), (self.order, round.settlements)
        first = sum(one.returned - one.stake for one in round.settlements if one.seat == 1)
        assert int(self.fast.nets(again, 1)[0]) == first
        self.tally, self.rounds = added(self.tally, tally), self.rounds + 1

    def _count(self, settlements: Sequence[Settled]) -> Counter[str]:
        slow: Counter[str] = Counter({part.name: 0 for part in self.fast.parts})
        for one in settlements:
            net = one.returned - one.stake
            slow[one.wager] += net
            slow["round"] += net
            self.ends[one.wager, self.renamed.get((one.wager, one.line), one.line)] += 1
            self.capped += bool(one.capped)
        self.won.update(slow)
        self.squares.update({name: net * net for name, net in slow.items()})
        return slow

    def finish(self) -> None:
        """Compare what all rounds came to, as a run reports it."""
        for wager in self.fast.wagers(self.tally, self.rounds):
            assert wager.won == self.won[wager.name], wager.name
            if self.seats > 1:
                assert wager.squares == self.squares[wager.name], wager.name
            for end in wager.ends:
                if (wager.name, end.name) not in self.silent:
                    assert end.count == self.ends[wager.name, end.name], (wager.name, end.name)
            counted = sum(end.count for end in wager.ends)
            assert not wager.ends or counted == wager.placed


def rounds(random: Random, count: int, cards: int, hand: Sequence[int], *, rare: int = 10) -> Iterator[np.ndarray]:
    """States to play from: most by chance, and one in ``rare`` such that the first seat is dealt a high hand."""
    state = stream(random.getrandbits(64), 0)
    for at in range(count):
        if at % rare == 0:
            category = random.choices(range(THREE, ROYAL_FLUSH + 1), (30, 30, 30, 30, 30, 4, 1))[0]
            yield until(state, cards, np.array(hand), category)
        else:
            yield state


# --- against exact values


def chance_by_poisson(count: int, expected: float) -> float:
    """The chance of a count so far from what is expected, or farther, on that side."""
    below = sum(exp(-expected + at * log(expected) - lgamma(at + 1)) for at in range(count)) if count else 0.0
    at_it = exp(-expected + count * log(expected) - lgamma(count + 1))
    return min(below + at_it, 1 - below)


def agrees(found: Simulated, level: float, *, outcomes: bool = True) -> None:
    """Hold every wager, and every outcome, against its exact value.

    The level is the chance that any of them fails where all is right, shared out evenly among them. Outcomes are taken
    as independent, which those of several seats in a round are not.
    """
    chances: dict[tuple[str, str], float] = {}
    for result in found.results:
        if result.z is not None:
            chances[result.name, ""] = NormalDist().cdf(-abs(result.z))
        for one in result.outcomes if outcomes else ():
            assert one.exact is not None, (result.name, one.name)
            expected = one.exact * result.hands
            if not 0 < one.exact < 1:
                assert one.count == expected, (result.name, one.name)
            elif expected < 100:
                chances[result.name, one.name] = chance_by_poisson(one.count, expected)
            else:
                assert one.z is not None
                chances[result.name, one.name] = NormalDist().cdf(-abs(one.z))
    assert chances
    least = level / (2 * len(chances))
    assert not {at: chance for at, chance in chances.items() if chance < least}
