"""Decisions: the states in which a player chooses, the value of each action there, and strategies.

At the end: the decisions whose best choice changes with the rules, and ``Mathematics``, the interface of a game's
``odds.py`` for callers that do not know the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import repeat
from random import Random
from typing import Any, Protocol

import msgspec
import numba
import numpy as np
from numba.core.errors import NumbaError
from numba.extending import overload
from numpy.typing import NDArray

from pitboss.basics.cards import RANKS, texts
from pitboss.basics.errors import StrategyError
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.progress import shown
from pitboss.mathematics.results import Advice, GameOdds, Mistake, Picture, exact_dict

Ints = NDArray[Any]
Known = Mapping[str, tuple[int, ...]]
"""The cards that a player sees when choosing, by place. Each game names its places."""
Chooser = Callable[..., Any]
"""A strategy as a function from the visible cards, by place, to an action. A function compiled by numba takes an array
of cards for each place, in the order of the places, and returns the number of the action."""
Strategy = str | Chooser

OPTIMAL = "optimal"
TRIES = 5000
"""The number of decisions on which a function is called twice, to check that it treats equivalent cards alike."""
PAINT = re.compile(r"\x1b\[[0-9;]*m")
"""What colours an error message of the compiler at a terminal."""
BLOCK = 4096
"""The number of states prepared for a function at a time."""


def exact_dot(weights: Ints, values: Ints) -> int:
    """The exact sum of products. Values of 63 bits are split into three parts, so that no partial sum overflows."""
    low = int(np.dot(weights, values & 0xFFFFFF))
    middle = int(np.dot(weights, values >> 24 & 0xFFFFFF))
    high = int(np.dot(weights, values >> 48))
    return (high << 48) + (middle << 24) + low


def priced(counts: Ints, values: Sequence[int]) -> Ints:
    """The exact sum of products of each row with the values. Uses Python integers if 64 bits might overflow, with a
    margin for a few additions."""
    most = int(np.abs(counts).sum(axis=1).max()) * max(map(abs, values))
    kind = np.int64 if most < 1 << 60 else object
    found: Ints = counts.astype(kind) @ np.array(values, kind)
    return found


def is_compiled(choose: Chooser) -> bool:
    """Whether a function was compiled by numba."""
    return isinstance(choose, numba.core.dispatcher.Dispatcher)


def whole(number: Any) -> int:
    """The action number that a compiled function returned."""
    if not isinstance(number, int | np.integer | np.bool_):
        raise StrategyError(f"the strategy chose {number!r}, which is not an action number")
    return int(number)


def asked(choose: Chooser, known: Known) -> str:
    """The action that a function chooses when these cards are visible."""
    try:
        found: str = choose(known)
        return found
    except StrategyError:
        raise
    except Exception as error:
        seen = ", ".join(f"{place} {texts(cards)}" for place, cards in known.items())
        raise StrategyError(f"the strategy fails on {seen}: {type(error).__name__}: {error}") from error


def other_suits(known: Known, random: Random) -> Known:
    """The same cards with their suits permuted, sorted again within each place."""
    suits = random.sample(range(4), 4)
    return {place: tuple(sorted(card & ~3 | suits[card & 3] for card in cards)) for place, cards in known.items()}


@numba.njit(nogil=True)  # not cached on disk: it differs for every function
def _ask_all(choose: Any, places: Any, chosen: Any) -> None:
    """Call a compiled function in every state."""
    for state in range(len(chosen)):
        chosen[state] = choose(*_rows(places, state))


def _rows(places: Any, state: Any) -> Any:
    """The cards of each place in a state, compiled for any number of places."""
    raise NotImplementedError("only compiled code calls this")


@overload(_rows, strict=False)  # do not check the annotations
def _compiled_rows(places: Any, state: Any) -> Any:
    if len(places) == 0:
        return lambda places, state: ()
    return lambda places, state: (places[0][state], *_rows(places[1:], state))


class Choices:
    """Every decision of a game, up to suits.

    ``worth[a, s]`` is the value of action ``a`` in state ``s``, summed over the ``deals`` that can follow, in units of
    one ``per``-th of the base wager. ``weights[s]`` is the number of states that ``s`` stands for. If several actions
    have the same value, the first is best, so list the action that risks less first. ``seen`` returns the cards that a
    player sees in each state, by place: one row of cards for each state, in ascending order. ``alike`` returns other
    cards that belong to the same state.
    """

    def __init__(
        self,
        actions: Sequence[str],
        worth: Ints,
        weights: Ints,
        deals: int,
        per: int,
        seen: Callable[[], Mapping[str, Ints]],
        describe: Callable[[int], str],
        alike: Callable[[Known, Random], Known] = other_suits,
    ) -> None:
        self.actions, self.worth, self.weights = tuple(actions), worth, weights
        self.deals, self.per, self._seen, self.describe, self.alike = deals, per, seen, describe, alike
        self.combinations = int(weights.sum()) * deals
        self.best: Ints = np.zeros(len(weights), np.int8)
        most = worth[0]
        for action in range(1, len(worth)):  # ten times as fast as argmax
            self.best[worth[action] > most] = action
            most = np.maximum(most, worth[action])

    @cached_property
    def seen(self) -> Mapping[str, Ints]:
        return self._seen()

    def known(self, state: int) -> Known:
        """The cards that are visible in a state."""
        return {place: tuple(rows[state].tolist()) for place, rows in self.seen.items()}

    def _every_known(self) -> Iterator[Known]:
        """The visible cards of every state, in order. This loop is optimized for speed."""
        for first in range(0, len(self.weights), BLOCK):
            rows = [map(tuple, rows[first : first + BLOCK].tolist()) for rows in self.seen.values()]
            yield from map(dict, map(zip, repeat(tuple(self.seen)), zip(*rows, strict=True)))

    def chosen_by(self, choose: Chooser, tick: Tick | None = None) -> Ints:
        """The choice of a function in each state. The function must treat all cards of one state alike.

        A plain function is asked once for each state, which is millions of times in some games, with a progress bar at
        a terminal. A function compiled by numba takes a hundredth of the time.
        """
        if is_compiled(choose):
            return self._chosen_by_compiled(choose)
        self._try_alike(lambda known: asked(choose, known))
        index = {action: at for at, action in enumerate(self.actions)}
        states = len(self.weights)
        chosen = np.empty(states, np.int8)
        with shown(tick, f"asking about {states:,} decisions") as told:
            for state, known in enumerate(self._every_known()):
                action = asked(choose, known)
                if action not in index:
                    allowed = ", ".join(self.actions)
                    raise StrategyError(f"the strategy chose {action!r}; it must choose one of {allowed}")
                chosen[state] = index[action]
                if state % BLOCK == 0:
                    told(state / states)
        return chosen

    def _try_alike(self, choose: Callable[[Known], str | int]) -> None:
        """Reject a function that treats cards of one state differently. This tests a random sample of states."""
        random = Random(0)
        for _ in range(TRIES):
            known = self.known(random.randrange(len(self.weights)))
            other = self.alike(known, random)
            one, two = choose(known), choose(other)
            if one != two:
                first, second = (
                    ", ".join(f"{place} {texts(cards)}" for place, cards in seen.items()) for seen in (known, other)
                )
                raise StrategyError(
                    f"the strategy chose {one!r} with {first} and {two!r} with {second}; these cards are worth the"
                    " same and count as one decision, so the strategy must treat them alike"
                )

    def _chosen_by_compiled(self, choose: Chooser) -> Ints:
        chosen = np.empty(len(self.weights), np.int64)
        places = tuple(np.ascontiguousarray(rows, np.int64) for rows in self.seen.values())
        try:
            self._try_alike(lambda known: whole(choose(*(np.array(cards, np.int64) for cards in known.values()))))
            _ask_all(choose, places, chosen)
        except (NumbaError, TypeError) as error:
            reason = [line.strip() for line in PAINT.sub("", str(error)).splitlines() if line.strip()]
            raise StrategyError(
                f"the compiled strategy must take {', '.join(self.seen)} as arrays of cards and return the number of"
                f" an action: {reason[1] if len(reason) > 1 else reason[0]}"
            ) from error
        except StrategyError:
            raise
        except Exception as error:
            raise StrategyError(f"the strategy fails: {type(error).__name__}: {error}") from error
        wrong = np.flatnonzero((chosen < 0) | (chosen >= len(self.actions)))
        if len(wrong):
            numbered = ", ".join(f"{at} {action}" for at, action in enumerate(self.actions))
            raise StrategyError(f"the strategy chose {chosen[wrong[0]]}; it must choose one of {numbered}")
        return chosen.astype(np.int8)

    def always(self, action: str) -> Ints:
        return np.full(len(self.weights), self.actions.index(action), np.int8)

    def total(self, chosen: Ints) -> int:
        """The total value of these choices over all deals, in units of one ``per``-th."""
        return exact_dot(self.weights, np.take_along_axis(self.worth, chosen[None].astype(np.intp), 0)[0])

    def value(self, chosen: Ints) -> Fraction:
        """The average value of these choices, in units of the base wager."""
        return Fraction(self.total(chosen), self.combinations * self.per)

    def frequency(self, chosen: Ints) -> dict[str, Fraction]:
        """How often each action is taken."""
        states = int(self.weights.sum())
        return {
            action: Fraction(int(self.weights[chosen == at].sum()), states) for at, action in enumerate(self.actions)
        }

    def cost(self, chosen: Ints) -> Fraction:
        """The average loss of these choices against the best choices."""
        return self.value(self.best) - self.value(chosen)

    def mistakes(self, chosen: Ints, most: int = 10) -> tuple[Mistake, ...]:
        """The mistakes that cost most, the costliest first."""
        wrong = np.flatnonzero(chosen != self.best)
        lost = self.worth[self.best[wrong], wrong] - self.worth[chosen[wrong], wrong]
        in_all = lost.astype(np.float64) * self.weights[wrong]  # used only for sorting
        order = wrong[np.argsort(-in_all, kind="stable")[:most]]
        found = []
        for state in map(int, order):
            action, best = int(chosen[state]), int(self.best[state])
            each = Fraction(int(self.worth[best, state]) - int(self.worth[action, state]), self.deals * self.per)
            if not each:
                continue
            weight = int(self.weights[state])
            found.append(
                Mistake(
                    state=self.describe(state),
                    action=self.actions[action],
                    best=self.actions[best],
                    deals=weight * self.deals,
                    each=each,
                    cost=each * weight * self.deals / self.combinations,
                )
            )
        return tuple(found)

    def options(self, state: int) -> dict[str, Fraction]:
        """The value of each action in a state, in units of the base wager."""
        per = self.deals * self.per
        return {action: Fraction(int(self.worth[at, state]), per) for at, action in enumerate(self.actions)}


def resolve(
    strategy: Strategy, choices: Choices, named: Mapping[str, Callable[[], Ints]], tick: Tick | None = None
) -> tuple[str, Ints]:
    """The name of a strategy and its choice in each state. ``named`` holds the strategies that a game names."""
    if not isinstance(strategy, str):
        return getattr(strategy, "__name__", "a function"), choices.chosen_by(strategy, tick)
    if strategy == OPTIMAL:
        return OPTIMAL, choices.best
    if strategy not in named:
        raise StrategyError(f"there is no strategy {strategy!r}; choose one of {', '.join((OPTIMAL, *named))}")
    return strategy, named[strategy]()


# --- decisions that change with the rules


UP = "up"
"""The place of the dealer's up card."""
MOST = 10
"""The number of examples."""
CANDIDATES = 2000
"""The decisions among which examples of different ranks are sought."""
_SUIT = re.compile(r"(?<=[2-9TJQKA])[cdhs]\b")


class ByUp(msgspec.Struct, frozen=True, kw_only=True):
    """The decisions against one up card of the dealer."""

    up: str
    """Its rank."""
    count: int
    """The number of decisions that changed."""
    of: int
    """The number of all decisions against it."""


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """A decision whose best choice changed."""

    state: str
    before: str
    after: str
    share: Fraction
    """The share of all decisions that this one stands for."""
    gain: Fraction | None = None
    """What the new choice is worth more than the old one, each time, in units of the base wager. None if unknown."""
    gain_before: Fraction | None = None
    """The same under the rules before. It is never above zero."""
    cards: dict[str, tuple[str, ...]] = {}
    """The cards that the player sees, by place. Empty if the decision stands for many of them."""
    up: str = ""
    """The rank of the dealer's up card. Empty if the game has none."""

    def as_dict(self) -> dict[str, Any]:
        cards = {place: list(cards) for place, cards in self.cards.items()}
        return exact_dict(self) | {"share": float(self.share), "cards": cards}


class Changes(msgspec.Struct, frozen=True, kw_only=True):
    """How many decisions changed, and those that matter most."""

    count: int
    """The number of decisions that changed, by the cards that a player sees."""
    of: int
    """The number of all decisions."""
    share: Fraction
    """How often a player meets one that changed."""
    examples: tuple[Changed, ...] = ()
    by_up: tuple[ByUp, ...] = ()
    """The same by the dealer's up card. Empty if the game has none."""

    def as_dict(self) -> dict[str, Any]:
        return {
            "count": self.count,
            "of": self.of,
            "share": float(self.share),
            "examples": [one.as_dict() for one in self.examples],
            "by_up": list(map(exact_dict, self.by_up)),
        }


def changes(before: Choices, after: Choices, most: int = MOST) -> Changes:
    """The decisions in which the old best choice is no longer best. Both must list the same states.

    The examples are those that gain most, one for each set of ranks.
    """
    states = np.arange(len(after.weights))
    lost = after.worth[after.best, states] - after.worth[before.best, states]
    wrong = np.flatnonzero(lost > 0)
    total = int(after.weights.sum())
    count = int(after.weights[wrong].sum())
    in_all = lost[wrong].astype(np.float64) * after.weights[wrong]  # used only for sorting
    examples: dict[str, Changed] = {}
    for state in map(int, wrong[np.argsort(-in_all, kind="stable")[:CANDIDATES]]):
        if len(examples) == most:
            break
        words = after.describe(state)
        if (ranks := _SUIT.sub("", words)) in examples:
            continue
        was, now = before.actions[int(before.best[state])], after.actions[int(after.best[state])]
        old, new, known = before.options(state), after.options(state), after.known(state)
        examples[ranks] = Changed(
            state=words,
            before=was,
            after=now,
            share=Fraction(int(after.weights[state]), total),
            gain=new[now] - new[was],
            gain_before=old[now] - old[was],
            cards={place: tuple(texts(cards).split()) for place, cards in known.items()},
            up="".join(RANKS[card >> 2] for card in known.get(UP, ())),
        )
    by_up = tuple(_by_up(after, wrong)) if UP in after.seen else ()
    return Changes(count=count, of=total, share=Fraction(count, total), examples=tuple(examples.values()), by_up=by_up)


def _by_up(after: Choices, wrong: Ints) -> Iterator[ByUp]:
    """All decisions and those that changed, by the rank of the up card."""
    ranks = after.seen[UP][:, 0] >> 2
    of = np.bincount(ranks, after.weights, len(RANKS))
    count = np.bincount(ranks[wrong], after.weights[wrong], len(RANKS))
    for rank, name in enumerate(RANKS):
        if of[rank]:
            yield ByUp(up=name, count=int(count[rank]), of=int(of[rank]))


# --- the interface of a game's odds.py


class Pricing(Protocol):
    def __call__(self, rules: Any, strategy: Strategy, *, every: bool, tick: Tick | None) -> GameOdds:
        """The odds under the rules. ``every`` adds the side wagers and pay tables that the rules leave out."""


class JointLaw(Protocol):
    """Counts the deals by the net cents of a round with these stakes, side wagers included, without a payout limit.

    Meters show their seeds. Raises ``GameError`` for wagers that depend on more than a seat's own cards."""

    def __call__(self, rules: Any, strategy: Strategy, stakes: Mapping[str, int]) -> Mapping[Fraction, int]: ...


class Mathematics(msgspec.Struct, frozen=True, kw_only=True):
    """The mathematics of one game, in one value."""

    game: str
    strategies: Mapping[str, str]
    """The meaning of each strategy, by name."""
    asks: tuple[str, ...]
    """The arguments of a compiled strategy, in order."""
    actions: tuple[str, ...]
    """The actions that a strategy can choose. A compiled strategy returns the action's number."""
    at_first: tuple[str, ...] = ()
    """The actions before the hand is dealt, if the game has a decision then."""
    odds: Pricing
    advise: Callable[[Any, Known], Advice]
    """Advice under the rules, from the cards that the game declares for its advice."""
    pictures: Callable[[Any, Tick | None], list[Picture]]
    """The strategy as charts that a player can use."""
    choices: Callable[[Any, Tick | None], Choices] | None = None
    """Every decision with the value of each action. None if there are too many decisions to list."""
    joint_law: JointLaw | None = None
    """The law of a round with side wagers. None if it is not counted."""
    changes: Callable[[Any, Any, Tick | None], Changes] | None = None
    """The decisions that change between two sets of rules, for a game that can't list its decisions."""
