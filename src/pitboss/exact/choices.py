"""Decisions: the states in which a player chooses, what each action is worth there, and strategies for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import repeat
from random import Random
from typing import Any

import numba
import numpy as np
from numba.core.errors import NumbaError
from numba.extending import overload
from numpy.typing import NDArray

from pitboss.cards import texts
from pitboss.errors import StrategyError
from pitboss.exact.compiled import Tick
from pitboss.exact.results import Mistake

Ints = NDArray[Any]
Known = Mapping[str, tuple[int, ...]]
"""The cards that a player sees when choosing, by place: each game names its own."""
Chooser = Callable[..., Any]
"""A strategy as a function: from the cards that are seen, by place, to an action. One that numba compiled is given the
cards of each place as an array, in the order of the places, and says the number of the action."""
Strategy = str | Chooser

OPTIMAL = "optimal"
TRIES = 5000
"""Decisions that a function is asked twice about, to see that it does not tell apart what is of one state."""
BLOCK = 4096
"""States that are made ready for a function at a time."""


def exact_dot(weights: Ints, values: Ints) -> int:
    """The sum of products, exact: values of 63 bits are cut in three, so that no part of the sum leaves 64 bits."""
    low = int(np.dot(weights, values & 0xFFFFFF))
    middle = int(np.dot(weights, values >> 24 & 0xFFFFFF))
    high = int(np.dot(weights, values >> 48))
    return (high << 48) + (middle << 24) + low


def priced(counts: Ints, values: Sequence[int]) -> Ints:
    """The sum of products of each row with the values, exact. Python's whole numbers are used where 64 bits might not
    hold it, or a few times as much."""
    most = int(np.abs(counts).sum(axis=1).max()) * max(map(abs, values))
    kind = np.int64 if most < 1 << 60 else object
    found: Ints = counts.astype(kind) @ np.array(values, kind)
    return found


def is_compiled(choose: Chooser) -> bool:
    """Whether numba compiled a function."""
    return isinstance(choose, numba.core.dispatcher.Dispatcher)


def whole(number: Any) -> int:
    """The number of an action that a compiled function gave."""
    if not isinstance(number, int | np.integer | np.bool_):
        raise StrategyError(f"the strategy chose {number!r}, which is not the number of an action")
    return int(number)


def asked(choose: Chooser, known: Known) -> str:
    """What a function chooses with these cards seen."""
    try:
        found: str = choose(known)
        return found
    except StrategyError:
        raise
    except Exception as error:
        seen = ", ".join(f"{place} {texts(cards)}" for place, cards in known.items())
        raise StrategyError(f"the strategy fails on {seen}: {type(error).__name__}: {error}") from error


def other_suits(known: Known, random: Random) -> Known:
    """The same cards with their suits named otherwise, those of each place in order again."""
    suits = random.sample(range(4), 4)
    return {place: tuple(sorted(card & ~3 | suits[card & 3] for card in cards)) for place, cards in known.items()}


@numba.njit(nogil=True)  # not kept on disk: it is another for every function
def _ask_all(choose: Any, places: Any, chosen: Any) -> None:
    """Ask a compiled function in every state."""
    for state in range(len(chosen)):
        chosen[state] = choose(*_rows(places, state))


def _rows(places: Any, state: Any) -> Any:
    """The cards of each place in a state: compiled for as many places as there are."""
    raise NotImplementedError("called by compiled code alone")


@overload(_rows, strict=False)  # which leaves the annotations alone
def _compiled_rows(places: Any, state: Any) -> Any:
    if len(places) == 0:
        return lambda places, state: ()
    return lambda places, state: (places[0][state], *_rows(places[1:], state))


class Choices:
    """Every decision of a game, up to suits.

    ``worth[a, s]`` is what action ``a`` comes to in state ``s``, summed over the ``deals`` that can follow, in units of
    one ``per``-th of the base wager. ``weights[s]`` is how many states it stands for. Of actions that are worth the
    same the first is best, so list the one that risks less first. ``seen`` gives the cards that a player sees in each
    state, by place: a row of cards for each, the lowest first. ``alike`` gives others that are of the same state.
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
        for action in range(1, len(worth)):  # a tenth of the time of argmax
            self.best[worth[action] > most] = action
            most = np.maximum(most, worth[action])

    @cached_property
    def seen(self) -> Mapping[str, Ints]:
        return self._seen()

    def known(self, state: int) -> Known:
        """The cards that are seen in a state."""
        return {place: tuple(rows[state].tolist()) for place, rows in self.seen.items()}

    def _every_known(self) -> Iterator[Known]:
        """Those of every state, in order, as fast as Python makes them."""
        for first in range(0, len(self.weights), BLOCK):
            rows = [map(tuple, rows[first : first + BLOCK].tolist()) for rows in self.seen.values()]
            yield from map(dict, map(zip, repeat(tuple(self.seen)), zip(*rows, strict=True)))

    def chosen_by(self, choose: Chooser, tick: Tick | None = None) -> Ints:
        """What a function chooses in each state. It must not tell apart what is of one state."""
        if is_compiled(choose):
            return self._chosen_by_compiled(choose)
        self._try_alike(lambda known: asked(choose, known))
        index = {action: at for at, action in enumerate(self.actions)}
        states = len(self.weights)
        chosen = np.empty(states, np.int8)
        for state, known in enumerate(self._every_known()):
            action = asked(choose, known)
            if action not in index:
                raise StrategyError(f"the strategy chose {action!r}, and the choices are {', '.join(self.actions)}")
            chosen[state] = index[action]
            if tick and state % BLOCK == 0:
                tick(state / states)
        return chosen

    def _try_alike(self, choose: Callable[[Known], str | int]) -> None:
        """Refuse a function that tells apart what is of one state, as far as trying many of them shows it."""
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
                    f"the strategy chose {one!r} with {first} and {two!r} with {second}, which are worth the same and"
                    " are one decision here: it must not tell them apart"
                )

    def _chosen_by_compiled(self, choose: Chooser) -> Ints:
        chosen = np.empty(len(self.weights), np.int64)
        places = tuple(np.ascontiguousarray(rows, np.int64) for rows in self.seen.values())
        try:
            self._try_alike(lambda known: whole(choose(*(np.array(cards, np.int64) for cards in known.values()))))
            _ask_all(choose, places, chosen)
        except (NumbaError, TypeError) as error:
            reason = [line.strip() for line in str(error).splitlines() if line.strip()]
            raise StrategyError(
                f"the compiled strategy can't be called with {', '.join(self.seen)} as arrays of cards, to give the"
                f" number of an action: {reason[1] if len(reason) > 1 else reason[0]}"
            ) from error
        except StrategyError:
            raise
        except Exception as error:
            raise StrategyError(f"the strategy fails: {type(error).__name__}: {error}") from error
        wrong = np.flatnonzero((chosen < 0) | (chosen >= len(self.actions)))
        if len(wrong):
            numbered = ", ".join(f"{at} {action}" for at, action in enumerate(self.actions))
            raise StrategyError(f"the strategy chose {chosen[wrong[0]]}, and the choices are {numbered}")
        return chosen.astype(np.int8)

    def always(self, action: str) -> Ints:
        return np.full(len(self.weights), self.actions.index(action), np.int8)

    def total(self, chosen: Ints) -> int:
        """What these choices come to over all deals, in units of one ``per``-th."""
        return exact_dot(self.weights, np.take_along_axis(self.worth, chosen[None].astype(np.intp), 0)[0])

    def value(self, chosen: Ints) -> Fraction:
        """What these choices are worth on average, in units of the base wager."""
        return Fraction(self.total(chosen), self.combinations * self.per)

    def frequency(self, chosen: Ints) -> dict[str, Fraction]:
        """How often each action is taken."""
        states = int(self.weights.sum())
        return {
            action: Fraction(int(self.weights[chosen == at].sum()), states) for at, action in enumerate(self.actions)
        }

    def cost(self, chosen: Ints) -> Fraction:
        """What these choices lose against the best."""
        return self.value(self.best) - self.value(chosen)

    def mistakes(self, chosen: Ints, most: int = 10) -> tuple[Mistake, ...]:
        """Where these choices lose most, the costliest first."""
        wrong = np.flatnonzero(chosen != self.best)
        lost = self.worth[self.best[wrong], wrong] - self.worth[chosen[wrong], wrong]
        in_all = lost.astype(np.float64) * self.weights[wrong]  # only the order is taken from it
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
        """What each action is worth in a state, in units of the base wager."""
        per = self.deals * self.per
        return {action: Fraction(int(self.worth[at, state]), per) for at, action in enumerate(self.actions)}


def resolve(
    strategy: Strategy, choices: Choices, named: Mapping[str, Callable[[], Ints]], tick: Tick | None = None
) -> tuple[str, Ints]:
    """The name of a strategy and what it chooses in each state. ``named`` gives those that a game knows by name."""
    if not isinstance(strategy, str):
        return getattr(strategy, "__name__", "a function"), choices.chosen_by(strategy, tick)
    if strategy == OPTIMAL:
        return OPTIMAL, choices.best
    if strategy not in named:
        raise StrategyError(f"there is no strategy {strategy!r}; there are {', '.join((OPTIMAL, *named))}")
    return strategy, named[strategy]()
