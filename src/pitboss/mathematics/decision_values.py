"""Decisions at a table with their prices: the interface of a game's ``spots.py``.

A spot is made from a view alone: what one seat has seen. So it can't depend on a card that the seat does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.basics.cards import NUMBER, texts
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Chose
from pitboss.engine.round.layout import Layout
from pitboss.engine.round.view import View
from pitboss.engine.words import GameWords

WITH_COUPON = "The values include what the coupon wins. A coupon that comes back counts as nothing."


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A question to a player: its subject, and the seat and hand that it is about."""

    about: str
    seat: int
    player: str
    hand: int = 1


class Priced(msgspec.Struct, frozen=True, kw_only=True):
    """A choice with its value."""

    do: str
    value: Fraction
    """The expected net result in cents, of the wagers that the decision is about."""
    amount: int = 0
    """The most cents that the choice stakes, if the player chooses the amount."""
    at_nothing: Fraction | None = None
    """The value at an amount of zero. A smaller amount is worth its part of the way. None if the amount is fixed."""

    def at(self, amount: int) -> Fraction:
        """The value with this amount.

        >>> Priced(do="double", value=Fraction(400), amount=1000, at_nothing=Fraction(200)).at(500)
        Fraction(300, 1)
        """
        if self.at_nothing is None or not 0 < amount < self.amount:
            return self.value
        return self.at_nothing + (self.value - self.at_nothing) * Fraction(amount, self.amount)


class End(msgspec.Struct, frozen=True, kw_only=True):
    """How the hand may end if the player makes a choice."""

    do: str
    """The choice."""
    how: str
    """The result: "dealer higher", or a line of a pay table."""
    share: Fraction
    """The part of the deals that end so."""
    cents: Fraction
    """The net result of the wagers on the hand then. An average, where deals that end so pay differently."""


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """What the player's hand may become after a choice, whatever the dealer gets."""

    do: str
    """The choice."""
    hand: int
    """The category of the hand."""
    share: Fraction
    """The part of the deals in which it becomes that."""


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A decision as a seat knows it, with the value of each choice."""

    about: str
    known: dict[str, str]
    """The cards that the values depend on, by place."""
    base: int
    """The wager of which the values are multiples, in cents: the base wager, or the side wager in question."""
    options: tuple[Priced, ...]
    deals: int
    """The number of ways in which the unseen cards can fall, as they were counted."""
    exact: bool = True
    note: str = ""
    ends: tuple[End, ...] = ()
    """How the hand may end, where the count tells. Their values make up that of their choice, without side wagers."""
    made: tuple[Made, ...] = ()
    """What the hand may become, if the choice decides that."""

    def find(self, do: str) -> Priced | None:
        """The choice of this name, if it has a price."""
        return next((one for one in self.options if one.do == do), None)

    @property
    def best(self) -> Priced:
        """The best choice; of equal ones, the first."""
        return max(self.options, key=lambda one: one.value)


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """The best choice of a decision, and the one that it is held against."""

    about: str
    known: Mapping[str, str]
    """The cards that the values depend on, by place."""
    best: str
    other: str
    values: Mapping[str, Fraction]
    """The expected net result of each choice in cents."""
    ends: tuple[End, ...]
    made: tuple[Made, ...]
    deals: int
    words: GameWords = GameWords()
    """How people speak of the choices."""

    def doing(self, do: str) -> str:
        """A choice as the subject of a sentence: ``betting``."""
        return self.words.of(do, self.about).doing

    def share(self, do: str, is_so: Callable[[End], bool]) -> Fraction:
        """The part of the deals whose end after a choice is so."""
        return sum((one.share for one in self.ends if one.do == do and is_so(one)), Fraction(0))

    def of_line(self, do: str, how: str) -> Fraction:
        return self.share(do, lambda end: end.how == how)

    def won(self, do: str) -> Fraction:
        return self.share(do, lambda end: end.cents > 0)

    def lost(self, do: str) -> Fraction:
        return self.share(do, lambda end: end.cents < 0)

    def becomes(self, do: str, least: int) -> Fraction:
        """The part of the deals in which the hand becomes this category or a better one."""
        return sum((one.share for one in self.made if one.do == do and one.hand >= least), Fraction(0))


def by_subject(about: str, known: Mapping[str, str]) -> str:
    """The kind of decision, if a game names none: its subject alone."""
    return about.capitalize()


class Spots(msgspec.Struct, frozen=True, kw_only=True):
    """The priced decisions of one game."""

    price: Callable[[Any, View, Asked], Spot | None]
    """The spot of a question, under the rules, from a view. None if the question has no price."""
    asked: Callable[[View, Chose], str]
    """The subject of the question that a choice answered. ``view`` ends before the choice. Empty: none with a price."""
    kind: Callable[[str, Mapping[str, str]], str] = by_subject
    """What kind of decision it is, from its subject and the known cards. Mistakes of a kind are counted together."""
    starts: Callable[[Any], Any] | None = None
    """The values of the first decisions under the rules, as plain data to be shipped. None if they are counted soon."""
    reason: Callable[[Contest], str] | None = None
    """Why the best choice is better than another, in a sentence or two with counts. None if the game has no words."""


# --- what a seat has seen


def cards_at(layout: Layout, place: str, hand: int = 1) -> tuple[int, ...]:
    """The cards at a place that the viewer knows, as numbers."""
    return tuple(layout.numbers(place, hand))


def seen_besides(view: View, own: Iterable[int]) -> tuple[int, ...]:
    """The other cards of one pack that a viewer has seen in the round, in order. A shuffle begins anew.

    The layout alone is not enough: cards that were shown and turned down again are picked up face down.
    """
    seen: set[int] = set()
    for event in view.events:
        match event:
            case ev.Shuffled():
                seen.clear()
            case ev.Dealt(card=str(card)) | ev.Burned(card=str(card)):
                seen.add(NUMBER[card])
            case ev.Exposed(cards=cards) | ev.Collected(cards=cards):
                seen.update(NUMBER[card] for card in cards if card)
    return tuple(sorted(seen.difference(own)))


def stake_of(layout: Layout, asked: Asked, wager: str, hand: int = 0) -> int:
    """The player's stake on a wager, in cents."""
    return layout.stakes.get((asked.seat, asked.player, hand or asked.hand, wager), 0)


def coupon_of(layout: Layout, asked: Asked, wager: str) -> int:
    """The face value of the match play coupon beside a wager, in cents. A win pays it too."""
    return layout.coupons.get((asked.seat, asked.player, asked.hand, wager), 0)


def in_words(known: dict[str, tuple[int, ...]]) -> dict[str, str]:
    """The cards by place, as texts, without empty places."""
    return {place: texts(cards) for place, cards in known.items() if cards}
