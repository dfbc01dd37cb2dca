"""Hints: the value of each choice, from what a seat knows and nothing else. Reviews: what mistakes have cost.

The values are those of ``pitboss.coach``. ``advisers`` has the ways to ask it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from fractions import Fraction
from importlib.util import find_spec
from threading import Thread
from typing import TypeVar

import msgspec

from pitboss import games
from pitboss.money import dollars, whole_cents
from pitboss.narrate import cents as exact_cents
from pitboss.protocol.coaching import ChoiceInfo, CounselInfo, DecisionInfo, ReviewInfo
from pitboss.table.asks import Offer
from pitboss.table.events import Event
from pitboss.table.game import Game
from pitboss.table.layout import Layout
from pitboss.table.rules import TableRules
from pitboss.table.view import View

T = TypeVar("T")
NO_HINT = "there is no hint for this choice"
LEAVE_IT = "leave it"
"""The choice to add nothing, where everything that is offered is optional."""
MANY = 10**9
"""From so many ways on, their number says nothing to a reader."""
MISTAKE = 1.0
"""Cents from which a choice is a mistake. As in the drill, one within a cent of the best counts as right."""


class NoHint(Exception):
    """The coach has no answer. The message says why, in a sentence for people."""


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat knows when it is asked. ``view`` holds only what the seat has seen."""

    game: Game
    rules: TableRules
    view: View
    player: str
    about: str
    seat: int
    offers: tuple[Offer, ...]
    chips: int
    meters: Mapping[str, int] = {}

    @property
    def layout(self) -> Layout:
        return self.view.layout


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """A round that is over, as a player saw it."""

    game: Game
    rules: TableRules
    viewer: str
    player: str
    round: int
    events: tuple[Event, ...]


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """The value of each choice in cents, the best one, and what the values rest on."""

    values: Mapping[str, Fraction]
    rests_on: str = ""
    note: str = ""
    amounts: Mapping[str, int] = {}
    """While wagers are placed: the wager, in cents, that each value is of."""

    @property
    def best(self) -> str:
        return max(self.values, key=lambda action: self.values[action])

    @property
    def ordered(self) -> list[tuple[str, Fraction]]:
        """The choices with their values, the best first."""
        return sorted(self.values.items(), key=lambda one: -one[1])

    @property
    def lead(self) -> Fraction:
        """By how much the best choice is better than the next."""
        ordered = self.ordered
        return ordered[0][1] - ordered[1][1] if len(ordered) > 1 else Fraction(0)

    @property
    def answer(self) -> str:
        """The advice in a few words: ``Bet, by $1.60``."""
        best = self.best[:1].upper() + self.best[1:]
        if len(self.values) == 1:
            return best
        return f"{best}, by {money(self.lead)}" if self.lead else f"{best}; the next is as good"

    @property
    def edges(self) -> list[tuple[str, str]]:
        """While wagers are placed: what each costs on average, in percent of it."""
        return [(wager, edge(value / self.amounts[wager])) for wager, value in self.values.items()]

    def cost(self, action: str) -> Fraction:
        """What an action loses against the best one. 0 for one without a value."""
        return self.values[self.best] - self.values.get(action, self.values[self.best])


def edge(each: Fraction) -> str:
    """The average result of a wager as a part of it.

    >>> edge(Fraction(-522, 10_000)), edge(Fraction(1, 200))
    ('costs 5.22%', 'yours by 0.50%')
    """
    percent = f"{abs(float(each)) * 100:.2f}%"
    return f"yours by {percent}" if each > 0 else f"costs {percent}"


def money(value: Fraction | float) -> str:
    """An amount of cents, rounded to the cent.

    >>> money(Fraction(-7021, 3)), money(Fraction(160)), money(Fraction(-975, 2))
    ('-$23.40', '$1.60', '-$4.88')
    """
    return dollars(whole_cents(value))


def exact_money(value: Fraction) -> str:
    """An amount of cents without rounding, if it is short enough to read. Else empty."""
    said = exact_cents(value)
    return said if len(said) <= 24 else ""


def has_advice(game: Game) -> bool:
    """Whether there can be hints on this machine: the game has priced decisions, and what they need is installed."""
    return games.has(game.name, "spots") and find_spec("numba") is not None


def hint_of(found: CounselInfo) -> Hint | None:
    """The coach's counsel as a hint. None if nothing has a price.

    >>> one = ChoiceInfo(do="double", value="3/2", costs=250.0)
    >>> hint_of(CounselInfo(about="double", seat=1, hand=1, base=500, choices=(one,), deals="44", exact=True)).ordered
    [('leave it', Fraction(1000, 1)), ('double', Fraction(750, 1))]
    """
    values, amounts = {}, {}
    for choice in found.choices:
        if choice.value is not None:
            name, of = (choice.wager, choice.amount) if choice.wager else (choice.do, found.base)
            values[name] = Fraction(choice.value) * of
            if choice.wager:
                amounts[name] = of
    if not values:
        return None
    if not amounts and not any(choice.best for choice in found.choices):
        first: ChoiceInfo = next(choice for choice in found.choices if choice.value is not None)
        values[LEAVE_IT] = values[first.do] + Fraction(first.costs).limit_denominator(10_000)
    deals = int(found.deals)
    ways = f"{deals:,} way{'' if deals == 1 else 's'} to fall" if deals < MANY else "every way that cards can fall"
    return Hint(
        values=values, rests_on=f"{'Exact' if found.exact else 'About'}: {ways}", note=found.note, amounts=amounts
    )


def mistakes(review: ReviewInfo) -> list[str]:
    """What each mistake of a round cost, in a sentence each. What the clock chose is none."""
    return [
        f"{one.chosen[:1].upper()}{one.chosen[1:]}{_on_hand(one)}"
        f" cost {money(one.cost)} on average: {one.best} was better."
        for one in review.decisions
        if one.cost >= MISTAKE and not one.by_clock
    ]


def lateness(review: ReviewInfo) -> list[str]:
    """What each choice of the clock cost, in a sentence each."""
    return [
        f"Time ran out; {one.chosen}{_on_hand(one)} cost {money(one.cost)} on average."
        for one in review.decisions
        if one.cost >= MISTAKE and one.by_clock
    ]


def _on_hand(one: DecisionInfo) -> str:
    return "" if one.hand == 1 else f" on hand {one.hand}"


Adviser = Callable[[Position], Hint | None]
"""Values the choices of a position. None if it has no value for them; ``NoHint`` if it can't answer."""
Reviewer = Callable[[Finished], ReviewInfo]


class Coach:
    """Asks an adviser and a reviewer on other threads, so that a table goes on meanwhile. Either may be missing."""

    def __init__(self, adviser: Adviser | None = None, reviewer: Reviewer | None = None, why_off: str = "") -> None:
        self.adviser, self.reviewer = adviser, reviewer
        self.why_off = why_off
        """Why there is no adviser."""

    def ask(self, position: Position) -> Future[Hint | None]:
        """Begin to value a position."""
        assert self.adviser is not None
        return begun(self.adviser, position)

    def review(self, finished: Finished) -> Future[ReviewInfo] | None:
        """Begin to review a round, if there is a reviewer."""
        return None if self.reviewer is None else begun(self.reviewer, finished)


A = TypeVar("A")


def begun(work: Callable[[A], T], given: A) -> Future[T]:
    """Begin work on a thread of its own."""
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work(given))
        except BaseException as error:
            done.set_exception(error)

    Thread(target=run, daemon=True).start()
    return done


def why_none(error: BaseException | None) -> str:
    """Why a hint did not come, in words."""
    return str(error) if isinstance(error, NoHint) else NO_HINT
