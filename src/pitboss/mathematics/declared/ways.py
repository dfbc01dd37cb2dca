"""The ways through the decisions of a declared game, and what each wager is worth on every line.

A way is the choices that a player made, in order. The stakes of a way are in units of the base wager. Nothing here
counts a card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb, lcm, perm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.basics.errors import GameError
from pitboss.basics.poker import ladder
from pitboss.engine.declared.table import returned_per_unit, settled
from pitboss.engine.declared.words import (
    COMMUNITY,
    DEALER,
    PLAYER,
    Bet,
    Contest,
    Declaration,
    Fold,
    Hand,
    Place,
    Reading,
    TakeBack,
)
from pitboss.engine.declared.words import Point as Asked
from pitboss.mathematics.declared.states import Stage

Ints = NDArray[Any]
Way = tuple[int, ...]


class Point(NamedTuple):
    """A question, and the ways that lead to it."""

    asked: Asked
    ways: tuple[Way, ...]

    @property
    def stage(self) -> Stage:
        return Stage(self.asked.own, self.asked.up)


class Leaf(NamedTuple):
    """The end of a way: the stakes that lie, and whether the hand was folded."""

    stakes: Mapping[str, int]
    folded: bool


class Ways:
    """All ways through the decisions of a game."""

    def __init__(self, declared: Declaration) -> None:
        self.declared = declared
        start = {bet.name: bet.times if bet.equals else 1 for bet in declared.wagers if bet.base or bet.equals}
        live: dict[Way, dict[str, int]] = {(): start}
        self.points: list[Point] = []
        self.leaves: dict[Way, Leaf] = {}
        for asked in declared.points:
            self.points.append(Point(asked, tuple(live)))
            further: dict[Way, dict[str, int]] = {}
            for way, stakes in live.items():
                for at, choice in enumerate(asked.ask.choices):
                    now = dict(stakes)
                    if isinstance(choice, Place):
                        now[choice.wager] = choice.times
                    elif isinstance(choice, TakeBack):
                        now.pop(choice.wager, None)
                    if isinstance(choice, Fold):
                        self.leaves[*way, at] = Leaf(now, True)
                    else:
                        further[*way, at] = now
            live = further
        self.leaves |= {way: Leaf(stakes, False) for way, stakes in live.items()}
        dealt = declared.dealt
        self.own, self.dealers = dealt[PLAYER] + dealt[COMMUNITY], dealt[DEALER]
        self._read()
        strengths = range(1, len(ladder(self.own).category_of))
        by_strength = [tuple(hand.line_of(one, self.own) for hand in self.hands) for one in strengths]
        self.kinds = sorted(set(by_strength))
        """The lines of ``hands``, by kind of a set of all cards."""
        self.kind_of: Ints = np.array([0, *map(self.kinds.index, by_strength)], np.int64)
        """The kind of each strength."""
        self.against = len(declared.lines(self.contest)) if self.contest else 1

    def _read(self) -> None:
        """What decides the wagers: hands of all cards, one contest, and for side wagers the player's first cards."""
        declared = self.declared
        first = self.points[0].asked.own if self.points else self.own
        readings = list(dict.fromkeys(one for bet in declared.wagers for one in bet.by))
        main = {one for bet in declared.wagers if not bet.side for one in bet.by}
        contests = [one for one in readings if isinstance(one, Contest)]
        hands = [one for one in readings if isinstance(one, Hand)]
        self.contest: Contest | None = next(iter(contests), None)
        self.hands = [one for one in hands if declared.size(one) == self.own]
        self.leads = [
            one
            for one in hands
            if one not in self.hands and one.of == (PLAYER,) and declared.size(one) == first and one not in main
        ]
        """Hands of the cards that a player knows from the first question on."""
        others = [one for one in contests if declared.size(one.own) != self.own or one.dealers.of != (DEALER,)]
        if len(contests) > 1 or others or len(self.hands) + len(self.leads) < len(hands):
            raise GameError(
                f"the odds of {declared.title} can't be derived: its wagers must be decided by hands of all the"
                " player's and the community's cards, by one contest with the dealer's own, and side wagers also by the"
                " cards that a player knows first; a module 'odds' can count it"
            )

    @property
    def bets(self) -> list[Bet]:
        """The wagers of the game itself, without side wagers."""
        return [bet for bet in self.declared.wagers if not bet.side]

    def line(self, reading: Reading, kind: int, against: int) -> int:
        """The line of a reading, for a kind of hand and a line of the contest."""
        if isinstance(reading, Contest):
            return against
        return self.kinds[kind][self.hands.index(reading)]

    def units(self, rules: Any) -> tuple[dict[str, Ints], int]:
        """The net win of one unit on each wager, by kind and contest, in whole parts; and the parts of a unit."""
        found: dict[str, dict[tuple[int, int], Fraction]] = {}
        for bet in self.bets:
            own = 0 if bet.earned else 1
            found[bet.name] = {
                (kind, against): returned_per_unit(
                    self.declared, bet, rules, [self.line(one, kind, against) for one in bet.by]
                )
                - own
                for kind, against in product(range(len(self.kinds)), range(self.against))
            }
        per = lcm(*(one.denominator for nets in found.values() for one in nets.values()))
        made = {}
        for name, nets in found.items():
            made[name] = self._exact([int(net * per) for net in nets.values()]).reshape(-1, self.against)
        return made, per

    def _exact(self, numbers: Sequence[int]) -> Ints:
        """Whole numbers. They are Python's own if their sums over the deals of a state might overflow."""
        known = self.points[0].asked.own if self.points else self.own
        deals = perm(52 - known, self.own - known) * comb(52 - self.own, self.dealers)
        return np.array(numbers, np.int64 if max(map(abs, numbers)) * deals < 1 << 58 else object)

    def stake(self, way: Way, bet: Bet) -> int:
        """The units on which a wager is paid at the end of a way. A side wager is one unit of its own."""
        return 1 if bet.side else self.leaves[way].stakes.get(bet.earned or bet.name, 0)

    def nets(self, rules: Any) -> tuple[dict[Way, Ints], dict[Way, int], int]:
        """The net result of each way's end, by kind and contest; that of each folded way; and the parts of a unit."""
        units, per = self.units(rules)
        nets, lost = {}, {}
        for way, leaf in self.leaves.items():
            if leaf.folded:
                lost[way] = -per * sum(leaf.stakes.values())
            else:
                nets[way] = np.sum([self.stake(way, bet) * units[bet.name] for bet in self.bets], axis=0)
        return nets, lost, per

    def cents(
        self, rules: Any, lie: Mapping[str, int], coupons: Mapping[str, int], at: int, first: Mapping[Hand, int]
    ) -> tuple[dict[Way, Ints], dict[Way, int]]:
        """The net cents of every way from a question on: by kind and contest, and of those that fold. Side wagers,
        coupons and the payout limit count.

        ``lie`` are the stakes that lie then. ``first`` has the lines of the hands that are known already.
        """
        base = lie[self.declared.base.name]

        def line(kind: int, against: int, reading: Reading) -> int:
            known = first.get(reading) if isinstance(reading, Hand) else None
            return self.line(reading, kind, against) if known is None else known

        nets: dict[Way, Ints] = {}
        lost: dict[Way, int] = {}
        for way, leaf in self.leaves.items():
            stakes = dict(lie)
            for number, chosen in enumerate(way[at:], at):
                choice = self.points[number].asked.ask.choices[chosen]
                if isinstance(choice, Place):
                    stakes[choice.wager] = choice.times * base
                elif isinstance(choice, TakeBack):
                    stakes[choice.wager] = 0
            staked = sum(stakes.values())
            if leaf.folded:
                lost[way] = -staked
                continue
            net = []
            for kind, against in product(range(len(self.kinds)), range(self.against)):
                ended = settled(self.declared, rules, stakes, coupons, partial(line, kind, against))
                won = sum(one.returned + coupons.get(one.bet.name, 0) * (one.result == "win") for one in ended)
                net.append(won - staked)
            nets[way] = self._exact(net).reshape(-1, self.against)
        return nets, lost
