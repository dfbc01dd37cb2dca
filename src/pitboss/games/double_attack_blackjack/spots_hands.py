"""The exact values of the choices on one hand, at any wagers, from the cards that are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from math import perm
from typing import NamedTuple

from pitboss.exact.spots import Priced
from pitboss.games.double_attack_blackjack import settle
from pitboss.games.double_attack_blackjack.counting_cards import ACTIONS, NONE, hand_of
from pitboss.games.double_attack_blackjack.counting_play import BEST_PLAY, Against, Context, Wagers, first_hand
from pitboss.games.double_attack_blackjack.counting_rounds import SPLIT
from pitboss.games.double_attack_blackjack.odds import terms_of
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.games.double_attack_blackjack.settle import LOW

ACE = 0
ENDING = ("stand", "surrender")
"""Choices after which the player decides nothing more on the hand."""


class Shoe:
    """The cards that a player has not seen, with those of the hand in question."""

    def __init__(self, rules: DoubleAttackRules, up: int, out: tuple[int, ...]) -> None:
        self.rules, self.up, self.out = rules, up, out
        self.terms = terms_of(rules, (*out, up))
        self.cards = self.terms.cards

    def against(self, most_hands: int) -> Against:
        terms = self.terms
        return Against(
            terms.shoe,
            LOW[self.up] - 1,
            most_hands=most_hands,
            reader=terms.reader,
            split_attack=terms.split_attack,
            wins=terms.wins,
        )


class OnHand(NamedTuple):
    """A hand in its turn, and the wagers on it in cents."""

    cards: tuple[int, ...]
    split: int | None
    """The value of the split pair that it comes from."""
    hands: int
    """The number of hands on the box."""
    doubled: bool
    original: bool
    """Whether the first initial wager lies on it."""
    initial: int
    attack: int
    double: int

    @property
    def values(self) -> list[int]:
        return [LOW[card] - 1 for card in self.cards]

    @property
    def draws(self) -> bool:
        """Whether it may get another card."""
        total = settle.total(sum(LOW[card] for card in self.cards), self.values.count(ACE))
        return total < settle.BEST and self.split != ACE and not self.doubled

    def pairs(self, most: int) -> bool:
        """Whether it may be split."""
        values = self.values
        return len(values) == 2 and values[0] == values[1] and self.split != ACE and self.hands < most


class Values(NamedTuple):
    """The choices on a hand with their values in cents."""

    options: tuple[Priced, ...]
    looked: int
    """The largest number of cards that a value depends on."""
    between: bool
    """Whether a value was interpolated, because the attack is smaller than the initial wager."""
    again: bool
    """Whether the pair of a hand that was split before can be split again."""
    unpriced: bool
    """Whether such a split has no value here."""


def ways(shoe: Shoe, looked: int, held: int) -> int:
    """The number of ordered ways in which the cards that matter can fall."""
    return perm(shoe.cards - held, max(0, looked - held))


def hand_values(shoe: Shoe, on: OnHand) -> Values:
    prices = Prices(shoe, on)
    options = tuple(prices.options())
    again = on.split is not None and on.pairs(shoe.rules.most_hands) and not prices.unpriced
    return Values(options, prices.looked, prices.between, again, prices.unpriced)


class Prices:
    """The values of the choices on a hand, as multiples of its wagers.

    The mathematics knows an attack as large as the initial wager, or none. All wagers on a hand win and lose ``alike``,
    unless a dealer's blackjack can take the first initial wager and spare those beside it.
    """

    def __init__(self, shoe: Shoe, on: OnHand) -> None:
        self.shoe, self.on = shoe, on
        self.against = shoe.against(2)
        self.original = on.original or on.split is None
        self.alike = not (self.against.spares and self.original)
        self.partly = 0 < on.attack < on.initial
        self.looked, self.between, self.unpriced = 0, False, False
        self._units: dict[tuple[str, bool], Fraction] = {}

    def options(self) -> Iterator[Priced]:
        on = self.on
        for action in ENDING:
            yield Priced(do=action, value=self._after_double(action) if on.doubled else self._at_stakes(action))
        if on.draws:
            self.between = self.partly and not self.alike
            yield Priced(do="hit", value=self._at_stakes("hit"))
            double = self._at_stakes("double")
            yield Priced(do="double", value=double, amount=on.initial + on.attack, at_nothing=self._one_card(double))
        self.looked = self.against.looked
        if not on.doubled and on.pairs(self.shoe.rules.most_hands):
            yield from self._split()

    def _value(self, action: str, attack: bool) -> Fraction:
        """The value in initial wagers, with an attack as large as the initial wager or none."""
        if (action, attack) not in self._units:
            on, against = self.on, self.against
            wagers = Wagers(attack, self.original)
            context = first_hand(attack) if on.split is None else Context(on.split, 0, 0, wagers)
            way, at, number = against.solve(BEST_PLAY, context).way, hand_of(*on.values), ACTIONS.index(action)
            self._units[action, attack] = (
                against.worth_of(context, at, way, number)
                if on.doubled
                else against.worth_of(context, at, way.but(at, number))
            )
        return self._units[action, attack]

    def _at_stakes(self, action: str) -> Fraction:
        return self._cents(partial(self._value, action), self.alike)

    def _cents(self, value: Callable[[bool], Fraction], alike: bool) -> Fraction:
        """The value at the wagers on the hand, in cents."""
        on = self.on
        if alike:
            return (on.initial + on.attack) * value(False)
        if not self.partly:
            return on.initial * value(bool(on.attack))
        return on.initial * value(False) + on.attack * (value(True) - value(False))

    def _beside(self, action: str) -> Fraction:
        """The value of each cent beside the initial wager, on a hand that is doubled."""
        return (self._value(action, True) - self._value(action, False)) / 2

    def _after_double(self, action: str) -> Fraction:
        on = self.on
        if self.alike:
            return (on.initial + on.attack + on.double) * self._value(action, False) / 2
        first = self._value(action, False) - self._beside(action)
        return on.initial * first + (on.attack + on.double) * self._beside(action)

    def _one_card(self, double: Fraction) -> Fraction:
        """The value of the card that follows a double of nothing."""
        if self.alike:
            return double / 2
        on, beside = self.on, self._beside("double")
        return on.initial * (self._value("double", False) - beside) + on.attack * beside

    def _split(self) -> Iterator[Priced]:
        on, rules = self.on, self.shoe.rules
        against = self.shoe.against(rules.most_hands - on.hands + 1)
        if against.spares and not self.original:
            self.unpriced = True
            return
        pair, alike = on.values[0], rules.split_attack and not against.spares
        against.prepare((NONE, pair))

        def value(attack: bool) -> Fraction:
            return against.split_pair(BEST_PLAY, against.split(BEST_PLAY, pair, attack))

        yield Priced(do=SPLIT, value=self._cents(value, alike))
        self.between = self.between or (self.partly and not alike)
        self.looked = max(self.looked, against.looked)
