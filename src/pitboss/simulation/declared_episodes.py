"""Rounds of a declared game for a learner: one step for each question that a seat is asked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from pitboss.engine.declared.table import settled
from pitboss.engine.declared.words import COMMUNITY, PLAYER, Declaration
from pitboss.engine.game import Game
from pitboss.mathematics.counting.compiled import compiled, inlined, strength5, told_apart, woven
from pitboss.mathematics.counting.hands import Ints, by_set, suit_classes
from pitboss.mathematics.declared.counting import Priced, strengths_of
from pitboss.mathematics.declared.odds import counted
from pitboss.mathematics.declared.ways import Way
from pitboss.simulation.declared import key_for, number2
from pitboss.simulation.episodes import Episodes, Floats, deal_anew, deal_where_over
from pitboss.simulation.hand_table import number3
from pitboss.simulation.stream import WORDS

UNSEEN = 52
"""What a seat sees in place of a card that is not known yet."""

ORDER = ("first", "second", "third", "fourth", "fifth")

# woven: what a game declares
CARDS = OWN = LAST = UP = POINTS = QUALIFIES = 0
SEEN: Any = ()
UPS: Any = ()
CONTEST = False
if TYPE_CHECKING:

    def strength(hand: Ints, first: int) -> int:
        """The strength of the own hand or, from ``first`` on, of the dealer's."""
        return 0


@inlined
def of_five(hand: Ints, first: int) -> int:
    return int(strength5(hand[first], hand[first + 1], hand[first + 2], hand[first + 3], hand[first + 4]))


@inlined
def of_three(hand: Ints, first: int) -> int:
    return int(STRENGTH_3[number3(hand[first], hand[first + 1], hand[first + 2])])


@inlined
def of_two(hand: Ints, first: int) -> int:
    return int(STRENGTH_2[number2(hand[first], hand[first + 1])])


STRENGTH_2: Ints = by_set(2, strengths_of(suit_classes(2).hands))
STRENGTH_3: Ints = by_set(3, strengths_of(suit_classes(3).hands))
STRENGTHS = {2: of_two, 3: of_three, 5: of_five}


def _play(
    streams: Ints,
    cards: Ints,
    at: Ints,
    over: Ints,
    actions: Ints,
    nexts: Ints,
    kinds: Ints,
    won: Floats,
    lost: Floats,
    observations: Ints,
    rewards: Floats,
) -> None:
    """One step of each seat: take its decision, and end its round after the last; or deal it a new one.

    Cards come in the order in which the player learns them, then the dealer's: a shuffled pack has no order.
    ``at`` is the question and the way to it. ``nexts`` has the way after each action, or a fold as -1 - its number.
    """
    pack = np.empty(52, np.int8)
    hand = np.empty(CARDS, np.int64)
    for seat in range(len(over)):
        rewards[seat] = 0.0
        if over[seat]:
            deal_anew(streams[seat], pack, cards[seat], CARDS)
            at[seat, 0], at[seat, 1], over[seat] = 0, 0, False
        else:
            way = nexts[at[seat, 0], at[seat, 1], actions[seat]]
            if way < 0:
                rewards[seat], over[seat] = lost[-1 - way], True
            elif at[seat, 0] + 1 < POINTS:
                at[seat, 0], at[seat, 1] = at[seat, 0] + 1, way
            else:
                for place in range(CARDS):
                    hand[place] = cards[seat, place]
                own, against = strength(hand, 0), 0
                if CONTEST:
                    dealers = strength(hand, OWN)
                    if dealers < QUALIFIES:
                        against = 3
                    else:
                        against = 0 if own < dealers else 1 if own == dealers else 2
                rewards[seat], over[seat] = won[way, kinds[own], against], True
        seen = LAST if over[seat] else SEEN[at[seat, 0]]
        for place in range(LAST):
            observations[seat, place] = cards[seat, place] if place < seen else UNSEEN
        shown = UP if over[seat] else UPS[at[seat, 0]]
        for place in range(UP):
            observations[seat, LAST + place] = cards[seat, OWN + place] if place < shown else UNSEEN
        if POINTS > 1:
            observations[seat, LAST + UP] = at[seat, 1]


class DeclaredRounds:
    """The rounds of a declared game, one for each seat."""

    def __init__(self, game: Game, rules: Any, stake: int, seats: int) -> None:
        declared: Declaration = game.declared
        self._of, self._stake, self._rules = counted(game), stake, rules
        self._declared, ways = declared, self._of.ways
        size = ways.own + ways.dealers
        self.streams: Ints = np.zeros((seats, WORDS), np.uint64)
        self.over: Ints = np.ones(seats, np.bool_)
        self.cards: Ints = np.zeros((seats, size), np.int8)
        self.at: Ints = np.zeros((seats, 2), np.int64)
        self.actions = actions_of(declared)
        self._live = [way for way, leaf in ways.leaves.items() if not leaf.folded]
        self._folds = [way for way, leaf in ways.leaves.items() if leaf.folded]
        self._number = {
            (at, way): number for at, point in enumerate(ways.points) for number, way in enumerate(point.ways)
        }
        self._choices = [[choice.do for choice in point.asked.ask.choices] for point in ways.points]
        self._nexts = self._ways_on()
        self._won, self._lost = self._cents()
        names = {
            "CARDS": size,
            "LAST": self._of.last.own,
            "OWN": ways.own,
            "UP": self._of.full.up,
            "POINTS": len(ways.points),
            "QUALIFIES": ways.contest.qualifies if ways.contest else 0,
            "SEEN": tuple(point.stage.own for point in ways.points),
            "UPS": tuple(point.stage.up for point in ways.points),
            "CONTEST": ways.contest is not None,
        }
        self._step = compiled(told_apart(woven(_play, __name__, strength=STRENGTHS[ways.own], **names), key_for(names)))

    def _ways_on(self) -> Ints:
        """By question, way and action: the number of the way after it, or of the fold. Others take the default."""
        ways = self._of.ways
        found = np.zeros((len(ways.points), max(len(point.ways) for point in ways.points), len(self.actions)), np.int64)
        for at, point in enumerate(ways.points):
            default = self._choices[at].index(point.asked.ask.default)
            for way in point.ways:
                for action, do in enumerate(self.actions):
                    took = self._choices[at].index(do) if do in self._choices[at] else default
                    end = (*way, took)
                    if end in self._folds:
                        number = -1 - self._folds.index(end)
                    elif at + 1 < len(ways.points):
                        number = self._number[at + 1, end]
                    else:
                        number = self._live.index(end)
                    found[at, self._number[at, way], action] = number
        return found

    def _cents(self) -> tuple[Floats, Floats]:
        """The net cents of each way to the end, by kind and contest, and of each fold."""
        ways = self._of.ways
        won = np.zeros((len(self._live), len(ways.kinds), ways.against))
        for at, way in enumerate(self._live):
            stakes = {name: units * self._stake for name, units in ways.leaves[way].stakes.items()}
            for kind, against in np.ndindex(won.shape[1:]):
                line = partial(ways.line, kind=kind, against=against)
                ended = settled(self._declared, self._rules, stakes, {}, line)
                won[at, kind, against] = sum(one.returned for one in ended) - sum(stakes.values())
        lost = [-self._stake * sum(ways.leaves[way].stakes.values()) for way in self._folds]
        return won, np.array(lost or [0], np.float64)

    def step(self, actions: Ints, observations: Ints, rewards: Floats) -> None:
        kept = self.streams, self.cards, self.at
        self._advance(kept, self.over, actions, observations, rewards)

    def _advance(self, kept: Sequence[Ints], over: Ints, actions: Ints, observations: Ints, rewards: Floats) -> None:
        streams, cards, at = kept
        self._step(
            streams,
            cards,
            at,
            over,
            actions,
            self._nexts,
            self._of.ways.kind_of,
            self._won / self._stake,
            self._lost / self._stake,
            observations,
            rewards,
        )

    def deal(self, observations: Ints) -> None:
        deal_where_over(self.over, (self.streams, self.cards, self.at), observations, self._deal)

    def _deal(self, over: Ints, kept: Sequence[Ints], observations: Ints) -> None:
        self._advance(kept, over, np.zeros(len(over), np.int64), observations, np.empty(len(over)))

    def masks(self) -> Ints:
        allowed = np.array([[do in choices for do in self.actions] for choices in self._choices], np.int8)
        found: Ints = np.where(self.over[:, None], 1, allowed[self.at[:, 0]]).astype(np.int8)
        return found

    @cached_property
    def _worth(self) -> Priced:
        nets = {way: self._won[at].astype(np.int64) for at, way in enumerate(self._live)}
        lost = {way: int(self._lost[at]) for at, way in enumerate(self._folds)}
        return Priced(self._of.ways, self._of, nets, lost)

    def values(self) -> Floats:
        """The value of each action, by seat, in units of the base wager."""
        found = np.full((len(self.over), len(self.actions)), np.nan)
        for at, point in enumerate(self._of.ways.points):
            for number, way in enumerate(point.ways):
                seats = np.flatnonzero(~self.over & (self.at[:, 0] == at) & (self.at[:, 1] == number))
                if len(seats):
                    self._value(found, at, way, seats)
        return found

    def _value(self, found: Floats, at: int, way: Way, seats: Ints) -> None:
        stage, own = self._of.ways.points[at].stage, self._of.ways.own
        cards = self.cards[seats].astype(np.int64)
        states = stage.indices(cards[:, : stage.own], cards[:, own : own + stage.up])
        worth = self._worth.worth[at][way][:, states] / (self._of.ordered(stage) * self._stake)
        for row, do in zip(worth, self._choices[at], strict=True):
            found[seats, self.actions.index(do)] = row


def actions_of(declared: Declaration) -> tuple[str, ...]:
    """Every choice of a round, each once."""
    return tuple(dict.fromkeys(choice.do for ask in declared.asks for choice in ask.choices))


def episodes(game: Game) -> Episodes:
    declared: Declaration = game.declared
    dealt, points = declared.dealt, declared.points
    names = [f"card {at}" for at in range(1, dealt[PLAYER] + 1)] if dealt[PLAYER] > 1 else ["own"]
    names += [f"{which} community" for which in ORDER[: dealt[COMMUNITY]]]
    first, last = points[0].own, points[-1].own
    sizes = [(name, UNSEEN if at < first else UNSEEN + 1) for at, name in enumerate(names[:last])]
    sizes += [(f"up card {at + 1}", UNSEEN if at < points[0].up else UNSEEN + 1) for at in range(points[-1].up)]
    several = [("before", max(len(point.ways) for point in counted(game).ways.points))] if len(points) > 1 else []
    return Episodes(
        game=game.name,
        base=declared.base.name,
        actions=actions_of(declared),
        observation=(*sizes, *several),
        rounds=lambda rules, stake, seats: DeclaredRounds(game, rules, stake, seats),
    )


def part(game: Game) -> Any:
    """What the module ``kernel_episodes`` of a game's package exports."""
    return SimpleNamespace(EPISODES=episodes(game))
