"""Every deal of a declared game, counted up to suits, and the best way through its decisions.

What is counted does not depend on pay tables: on which line each set of the player's and the community's cards ends,
and against how many of the dealer's hands that hold the up cards. Rules then price it. Backward from the last question,
the values of a state are sums over the cards that can follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from itertools import combinations
from math import comb, perm
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.basics.errors import GameError
from pitboss.basics.poker import ladder
from pitboss.engine.declared.words import Declaration, Hand
from pitboss.mathematics.counting.compiled import in_parallel
from pitboss.mathematics.counting.hands import strengths, suit_classes
from pitboss.mathematics.counting.store import kept
from pitboss.mathematics.declared.dealers_hands import all_sets, below
from pitboss.mathematics.declared.states import Stage, back, forth, numbers, places
from pitboss.mathematics.declared.ways import Way, Ways

Ints = NDArray[Any]


MOST_STATES = 8_000_000
"""The most states with up cards. Five known cards and one up card have 6,319,573."""


@cache
def _strength_by_class(size: int) -> Ints:
    return np.array([ladder(size).strength(hand) for hand in suit_classes(size).hands.tolist()], np.int64)


def strengths_of(hands: Ints) -> Ints:
    """The strength of each row of two, three or five cards."""
    size = hands.shape[1]
    if size == 5:
        return strengths(hands)
    found: Ints = _strength_by_class(size)[suit_classes(size).indices(hands.astype(np.int64))]
    return found


class Counted:
    """The counts of a declared game. They do not depend on its pay tables."""

    def __init__(self, declared: Declaration) -> None:
        self.declared, self.ways = declared, Ways(declared)
        ways = self.ways
        self.last = ways.points[-1].stage if ways.points else Stage(ways.own)
        """The last question."""
        self.full = Stage(ways.own, self.last.up)
        """All own and community cards, and the up cards of the last question."""
        if self.full.up and self.full.size > MOST_STATES:
            raise GameError(
                f"the odds of {declared.title} can't be derived: {self.full.words} cards are {self.full.size:,} states"
                f" up to suits, more than {MOST_STATES:,}; a module 'odds' can count it"
            )
        self.one_kind = self.full.up > 0 and self.last == self.full
        """Whether all cards are known by the last question. ``ends`` has only the kind of those cards, then."""
        self.behind = comb(52 - sum(self.full), ways.dealers - self.full.up) if ways.contest else 1
        """The dealer's hands behind a state with all own and community cards."""

    @cached_property
    def kinds(self) -> Ints:
        """The kind of each class of all own and community cards."""
        found: Ints = self.ways.kind_of[strengths_of(suit_classes(self.full.own).hands)]
        return found

    def ordered(self, stage: Stage) -> int:
        """The deals that can follow a state: the cards that a player will see in order, and the dealer's hand."""
        own, up = self.full.own - stage.own, self.full.up - stage.up
        return perm(52 - sum(stage), own) * perm(52 - sum(stage) - own, up) * self.behind

    @cached_property
    def ends(self) -> Ints:
        """By state of the last question, kind and contest: the number of deals that end so."""
        ways = self.ways

        def count() -> dict[str, Ints]:
            return {"ends": self._by_state(self._against())}

        key = {
            "kinds": ways.kind_of.tolist(),
            "last": tuple(self.last),
            "own": ways.own,
            "dealer": ways.dealers,
            "qualifies": ways.contest.qualifies if ways.contest else -1,
        }
        return kept(self.declared.name, "ends", key, count, module=__name__)["ends"]

    def worth(self, nets: Ints) -> Ints:
        """The value of each state of the last question, from the result of each kind and contest."""
        if not self.one_kind:
            found: Ints = self.ends.reshape(len(self.ends), -1) @ nets.ravel()
            return found
        found = np.einsum("csa,ca->cs", self._by_class, nets[self.kinds])
        return found.ravel()

    def total(self, weights: Ints) -> Ints:
        """The deals behind weighted states of the last question, by kind and contest."""
        if not self.one_kind:
            found: Ints = np.einsum("s,ska->ka", weights, self.ends)
            return found
        total = np.zeros((len(self.ways.kinds), self.ways.against), np.int64)
        by_class = np.einsum("cs,csa->ca", weights.reshape(len(self.kinds), -1), self._by_class)
        np.add.at(total, self.kinds, by_class)
        return total

    @property
    def _by_class(self) -> Ints:
        return self.ends.reshape(len(self.kinds), -1, self.ways.against)

    def back(self, values: Ints, since: Stage, to: Stage) -> Ints:
        return back(values, since, to)

    def lead_lines(self, hand: Hand) -> Ints:
        """The line of a hand of the first known cards, by their class."""
        size = self.declared.size(hand)
        found = [hand.line_of(int(one), size) for one in strengths_of(suit_classes(size).hands)]
        return np.array(found, np.int64)

    def _by_state(self, against: Ints) -> Ints:
        """Deals by state of the last question, kind and contest, from those of the classes of all cards."""
        if self.one_kind:
            return against[:, None, :]
        kinds = np.repeat(self.kinds, self.full.sets)
        columns = []
        for kind in range(len(self.ways.kinds)):
            for end in against.T:
                columns.append(back(np.where(kinds == kind, end, 0), self.full, self.last))
        return np.stack(columns, axis=1).reshape(len(columns[0]), -1, against.shape[1])

    def _against(self) -> Ints:
        """For each state with all own and community cards, the dealer's hands by the line of the contest."""
        ways, up, hands = self.ways, self.full.up, suit_classes(self.full.own).hands
        if not ways.contest:
            return np.ones((len(hands), 1), np.int64)
        own, qualifies = strengths_of(hands), ways.contest.qualifies
        most = len(ladder(ways.dealers).category_of) - 1
        sets = all_sets(ways.dealers - up)[: comb(52 - up, ways.dealers - up)]
        found = np.zeros((len(hands), self.full.sets, ways.against), np.int32 if up else np.int64)

        def hold(*shown: int) -> None:
            """Hold the dealer's hands with these up cards against all others."""
            hidden = np.array([card for card in range(52) if card not in shown], np.int8)[sets]
            theirs = np.column_stack((hidden, np.full((len(hidden), up), shown, np.int8)))
            free = np.flatnonzero(~np.isin(hands, shown).any(axis=1))
            counts = below(hands[free], own[free], hidden, strengths_of(theirs), most, qualifies)
            found[free, numbers(places(ways.own)[free][:, shown])] = self._lines(own[free], counts, qualifies)

        in_parallel(hold, list(combinations(range(52), up)))
        return found.reshape(-1, ways.against)

    def _lines(self, own: Ints, counts: Ints, qualifies: int) -> Ints:
        """The dealer's hands by the line of the contest, from those below each own hand, up to it, and out of it."""
        lower, upto, out = counts.T
        qualified = own >= qualifies  # only then do some lower hands of the dealer qualify
        higher = np.where(qualified, lower - out, 0)
        equal = np.where(qualified, upto - lower, 0)
        beaten = self.behind - np.where(qualified, upto, out)
        return np.stack((beaten, equal, higher, out)[: self.ways.against], axis=1)


class States(Protocol):
    """The states in which a player may be, by the number of cards that they know."""

    def worth(self, nets: Ints) -> Ints: ...
    def back(self, values: Ints, since: Stage, to: Stage) -> Ints: ...
    def ordered(self, stage: Stage) -> int: ...


class Priced:
    """The values of all choices, in every state of every way, summed over the deals that can follow.

    ``nets`` is the result of a way's end by kind and contest, ``lost`` that of a folded one. ``first`` is the first
    question that is priced, after the choices ``way``.
    """

    def __init__(
        self,
        ways: Ways,
        states: States,
        nets: Mapping[Way, Ints],
        lost: Mapping[Way, int],
        first: int = 0,
        way: Way = (),
    ) -> None:
        self.worth: dict[int, dict[Way, Ints]] = {}
        """By question and way: the value of each choice in each state."""
        later: dict[Way, Ints] = {}
        for at in range(len(ways.points) - 1, first - 1, -1):
            point = ways.points[at]
            now: dict[Way, Ints] = {}
            for before in point.ways:
                if before[: len(way)] != way:
                    continue
                options: list[Ints | int] = []
                for choice in range(len(point.asked.ask.choices)):
                    leaf = (*before, choice)
                    if leaf in lost:
                        options.append(lost[leaf] * states.ordered(point.stage))
                    elif leaf in nets:
                        options.append(states.worth(nets[leaf]))
                    else:
                        options.append(states.back(later[leaf], ways.points[at + 1].stage, point.stage))
                now[before] = np.stack(np.broadcast_arrays(*options))
            self.worth[at] = now
            later = {before: worth.max(axis=0) for before, worth in now.items()}

    def best(self, at: int, way: Way) -> Ints:
        """The best choice in each state; of equal ones, the first."""
        found: Ints = self.worth[at][way].argmax(axis=0).astype(np.int8)
        return found


Chosen = list[dict[Way, Ints]]
"""The choice in each state, by question and way."""


class Played(NamedTuple):
    """How often a strategy gets where."""

    reached: list[dict[Way, Ints]]
    """By question and way: the weight of each state."""
    ends: dict[Way, Ints]
    """By leaf that is not folded: the deals that end so, by kind and contest."""
    folded: dict[Way, int]
    """By leaf that is folded: the number of deals."""


def play(counted: Counted, chosen: Chosen, begin: Ints | None = None) -> Played:
    """Follow a strategy through every deal, or through those that begin with these weights of the first states."""
    ways = counted.ways
    first = ways.points[0].stage if ways.points else counted.full
    live: dict[Way, Ints] = {(): first.weights.astype(np.int64) if begin is None else begin}
    found = Played([], {} if ways.points else {(): counted.total(live[()])}, {})
    for at, point in enumerate(ways.points):
        found.reached.append(live)
        further: dict[Way, Ints] = {}
        for way in point.ways:
            for choice in range(len(point.asked.ask.choices)):
                took = np.where(chosen[at][way] == choice, live[way], 0)
                leaf = ways.leaves.get((*way, choice))
                if leaf is not None and leaf.folded:
                    found.folded[*way, choice] = int(took.sum()) * counted.ordered(point.stage)
                elif leaf is not None:
                    found.ends[*way, choice] = counted.total(took)
                else:
                    further[*way, choice] = forth(took, point.stage, ways.points[at + 1].stage)
        live = further
    return found
