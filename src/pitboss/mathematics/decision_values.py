"""Decisions at a table with their prices, and why one choice is better: the interface of ``decision_values.py``.

A spot is made from a view alone: what one seat has seen. So it can't depend on a card that the seat does not know.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.basics.cards import NUMBER, texts
from pitboss.basics.money import dollars, whole_cents
from pitboss.engine.game import GameWords
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Chose
from pitboss.engine.round.layout import Layout, View

WITH_COUPON = "The values include what the coupon wins. A coupon that comes back counts as nothing."


class SeatQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A question to a player: its subject, and the seat and hand that it is about."""

    about: str
    seat: int
    player: str
    hand: int = 1


def __getattr__(name: str) -> Any:
    if name != "Asked":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warnings.warn(f"Asked of {__name__} is now SeatQuestion", DeprecationWarning, stacklevel=2)
    return SeatQuestion


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

    price: Callable[[Any, View, SeatQuestion], Spot | None]
    """The spot of a question, under the rules, from a view. None if the question has no price."""
    asked: Callable[[View, Chose], str]
    """The subject of the question that a choice answered. ``view`` ends before the choice. Empty: none with a price."""
    kind: Callable[[str, Mapping[str, str]], str] = by_subject
    """What kind of decision it is, from its subject and the known cards. Mistakes of a kind are counted together."""
    starts: Callable[[Any], Any] | None = None
    """The values of the first decisions under the rules, as plain data to be shipped. None if they are counted soon."""
    reason: Callable[[Contest], str] | None = None
    """Why the best choice is better than another, in a sentence or two with counts. None if the game has no words."""
    together: Callable[[Any, Mapping[str, int]], Fraction] | None = None
    """What the stakes of a hand are worth before the deal under the rules, in cents, with the play that is best for all
    of them. None if no side wager bears on a decision."""


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


def stake_of(layout: Layout, asked: SeatQuestion, wager: str, hand: int = 0) -> int:
    """The player's stake on a wager, in cents."""
    return layout.stakes.get((asked.seat, asked.player, hand or asked.hand, wager), 0)


def coupon_of(layout: Layout, asked: SeatQuestion, wager: str) -> int:
    """The face value of the match play coupon beside a wager, in cents. A win pays it too."""
    return layout.coupons.get((asked.seat, asked.player, asked.hand, wager), 0)


def in_words(known: dict[str, tuple[int, ...]]) -> dict[str, str]:
    """The cards by place, as texts, without empty places."""
    return {place: texts(cards) for place, cards in known.items() if cards}


# --- why a choice is better than another


FEW = 10_000
"""Counts below this are told as they are, larger ones as percentages."""


def percent(share: Fraction) -> str:
    """A share with one digit after the point. What is not quite all or nothing is not told so.

    >>> percent(Fraction(5, 16)), percent(Fraction(1, 9999)), percent(Fraction(9998, 9999)), percent(Fraction(1))
    ('31.3%', 'under 0.1%', 'over 99.9%', '100%')
    """
    if share in (0, 1):
        return f"{100 * int(share)}%"
    tenths = int(share * 1000 + Fraction(1, 2))  # half of one rounds up
    if tenths in (0, 1000):
        return "over 99.9%" if tenths else "under 0.1%"
    return f"{tenths / 10:.1f}%"


def times(share: Fraction, of: int) -> str:
    """How often something comes in so many ways: as a count if there are few, else as a percentage.

    >>> times(Fraction(15, 188), 1128), times(Fraction(1, 4), 163_184), times(Fraction(0), 1128)
    ('90 times in 1,128', '25.0% of the time', 'never')
    """
    if share in (0, 1):
        return "every time" if share else "never"
    ways = share * of
    if of >= FEW or ways.denominator != 1:
        return f"{percent(share)} of the time"
    return f"once in {of:,}" if ways == 1 else f"{int(ways):,} times in {of:,}"


def money(cents: Fraction | int) -> str:
    """An amount without its sign, to a cent. Half a cent rounds up.

    >>> money(Fraction(-1250)), money(Fraction(500)), money(Fraction(1, 3))
    ('$12.50', '$5', 'less than a cent')
    """
    whole = abs(whole_cents(cents))
    return dollars(whole) if whole or not cents else "less than a cent"


def on_average(cents: Fraction) -> str:
    """What comes of a choice: ``wins $1.25 on average``."""
    return f"{'wins' if cents > 0 else 'loses'} {money(cents)} on average" if cents else "breaks even on average"


def against_fold(contest: Contest, do: str, called: str = "", fold: str = "fold") -> str:
    """Whether to go on or to give up, from what both are worth. ``called`` names the choice, or else its game does.

    Amounts that look alike to the cent are not told side by side as if they differed.
    """
    worth, gives_up, who = contest.values[do], contest.values[fold], called or contest.doing(do)
    if worth >= 0:
        return f"So {who} {on_average(worth)}, and a fold gives up {money(gives_up)}."
    if worth == gives_up:
        return f"So {who} loses {money(worth)} on average, as much as a fold gives up."
    than = "less than" if worth > gives_up else "more than"
    if money(worth) == money(gives_up):
        return f"So {who} loses {money(worth)} on average, a fraction of a cent {than} a fold gives up."
    return f"So {who} loses {money(worth)} on average, {than} the {money(gives_up)} that a fold gives up."


def compared(contest: Contest) -> str:
    """What the best choice and the other one are worth: ``So hitting loses $2.07 on average, and standing $2.70.``"""
    best, other = contest.values[contest.best], contest.values[contest.other]
    first, second = contest.doing(contest.best), contest.doing(contest.other)
    if best == other:
        return f"So {first} and {second} are worth the same."
    if (best > 0) != (other > 0) or not best:
        return f"So {first} {on_average(best)}, and {second} {on_average(other).removesuffix(' on average')}."
    if money(best) == money(other):
        than = "more than" if best > 0 else "less than"
        return f"So {first} {on_average(best)}, a fraction of a cent {than} {second}."
    return f"So {first} {on_average(best)}, and {second} {money(other)}."


def shown_or_hidden(contest: Contest, cards: str, show: str = "expose", hide: str = "conceal") -> str:
    """Whether to show cards for a side wager, which they have decided already."""
    shown, hidden = contest.values[show], contest.values[hide]
    if shown == hidden:
        return f"{cards} win nothing, so the wager of {money(hidden)} loses, shown or hidden."
    if shown <= 0:  # a study may pay so little
        return f"{cards} bring back {money(shown - hidden)} of the wager if you show them. Hidden, all of it loses."
    return f"{cards} win {money(shown)} if you show them. Hidden, the wager of {money(hidden)} loses."


def by_ends(contest: Contest) -> str:
    """How often both choices win and lose, if a game has no words of its own. Empty if that was not counted."""
    counted = [do for do in (contest.best, contest.other) if any(end.do == do for end in contest.ends)]
    said = (
        f"{contest.doing(do)} wins {percent(contest.won(do))} of the time and loses {percent(contest.lost(do))}"
        for do in counted
    )
    words = "; ".join(said)
    return f"{words[0].upper()}{words[1:]}." if words else ""
