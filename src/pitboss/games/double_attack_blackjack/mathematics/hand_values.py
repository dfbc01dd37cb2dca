"""The exact values of the choices on one hand, at any wagers and with a coupon, from the cards that are known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import perm
from typing import NamedTuple

from pitboss.games.double_attack_blackjack import settle
from pitboss.games.double_attack_blackjack.mathematics.counting_cards import ACTIONS, ENDS, NONE, hand_of
from pitboss.games.double_attack_blackjack.mathematics.counting_play import (
    BEST_PLAY,
    Against,
    Context,
    Ends,
    Wagers,
    coupon_wins,
    line,
)
from pitboss.games.double_attack_blackjack.mathematics.counting_rounds import SPLIT
from pitboss.games.double_attack_blackjack.mathematics.odds import terms_of
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.games.double_attack_blackjack.settle import LOW
from pitboss.mathematics.decision_values import End, Priced

ACE = 0
ENDING = ("stand", "surrender")
"""Choices after which the player decides nothing more on the hand."""


class Shoe:
    """The cards that a player has not seen, with those of the hand in question."""

    def __init__(self, rules: DoubleAttackRules, up: int, out: tuple[int, ...]) -> None:
        self.rules, self.up, self.out = rules, up, out
        self.terms = terms_of(rules, (*out, up))
        self.cards = self.terms.cards

    def against(self, most_hands: int, coupon: Fraction, start: int = 0) -> Against:
        """Play from this shoe. ``coupon`` is the one beside the initial wager, as a part of it."""
        terms = self.terms
        return Against(
            terms.shoe,
            LOW[self.up] - 1,
            most_hands=most_hands,
            reader=terms.reader,
            split_attack=terms.split_attack,
            coupon=coupon,
            start=start,
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
    coupon: int = 0
    """The face value of the coupon beside the initial wager."""

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
    ends: tuple[End, ...]
    """How the hand may end after each choice but a split, which makes several hands of it."""
    looked: int
    """The largest number of cards that a value depends on."""
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
    return Values(options, tuple(prices.ends), prices.looked, again, prices.unpriced)


def by_line(do: str, nets: Iterable[tuple[int, Fraction, int | Fraction]]) -> Iterator[End]:
    """The ends of a choice, best first, from the deciding line, the chance and the net result of each."""
    chances: dict[int, Fraction] = {}
    totals: dict[int, Fraction] = {}
    for decided, chance, net in nets:
        chances[decided] = chances.get(decided, 0) + chance
        totals[decided] = totals.get(decided, 0) + chance * net
    cents = {decided: totals[decided] / chance for decided, chance in chances.items() if chance}
    for decided in sorted(cents, key=lambda one: (-cents[one], one)):
        yield End(do=do, how=settle.WORDS[decided], share=chances[decided], cents=cents[decided])


class Prices:
    """The values of the choices on a hand: the chances of its ends after the best play, times what each end pays."""

    def __init__(self, shoe: Shoe, on: OnHand) -> None:
        self.shoe, self.on = shoe, on
        self.attack, self.coupon = Fraction(on.attack, on.initial), Fraction(on.coupon, on.initial)
        self.against = shoe.against(2, self.coupon, hand_of(*on.values))
        self.original = on.original or on.split is None
        self.looked, self.unpriced = 0, False
        self.ends: list[End] = []

    def options(self) -> Iterator[Priced]:
        on = self.on
        context = Context(NONE if on.split is None else on.split, 0, 0, Wagers(self.attack, self.original, self.coupon))
        way, at = self.against.solve(BEST_PLAY, context).way, hand_of(*on.values)
        for action in ACTIONS if on.draws else ENDING:
            number = ACTIONS.index(action)
            if on.doubled:
                ends = self.against.ends_of(context, at, way, number)
            else:
                ends = self.against.ends_of(context, at, way.but(at, number))
            yield self._priced(action, ends)
        self.looked = self.against.looked
        if not on.doubled and on.pairs(self.shoe.rules.most_hands):
            yield from self._split()

    def _priced(self, action: str, ends: Ends) -> Priced:
        """The value of a choice, from the chances of the hand's ends if the best play follows."""
        on = self.on
        double = on.double if on.doubled else None
        told = list(by_line(action, ((line(*key[1:]), n, self._net(*key, double)) for key, n in ends.items())))
        self.ends.extend(told)
        value = sum((one.share * one.cents for one in told), Fraction(0))
        if action != "double":
            return Priced(do=action, value=value)
        return Priced(do=action, value=value, amount=on.initial + on.attack, at_nothing=self._value(ends, 0))

    def _value(self, ends: Ends, double: int | None = None) -> Fraction:
        return sum((chance * self._net(*key, double) for key, chance in ends.items()), Fraction(0))

    def _net(self, wagers: Wagers, end: int, final: int, double: int | None) -> int:
        """The cents that a hand with these wagers wins when it ends so.

        A doubled one has this double on it. Default: as much as the other wagers.
        """
        initial = self.on.initial
        attack = int(initial * wagers.attack)
        stakes = initial, attack, (initial + attack if double is None else double) if end >= ENDS else 0
        returned = settle.paid_on_hand(stakes, line(end, final), wagers.original, self.against.wins)
        matched = self.on.coupon if wagers.coupon and coupon_wins(end, final) else 0
        return sum(returned) - sum(stakes) + matched

    def _split(self) -> Iterator[Priced]:
        on, rules = self.on, self.shoe.rules
        against = self.shoe.against(rules.most_hands - on.hands + 1, self.coupon)
        if against.spares and not self.original:
            self.unpriced = True
            return
        pair = on.values[0]
        ends = against.ends_of_pair(BEST_PLAY, against.split(BEST_PLAY, pair, self.attack))
        yield Priced(do=SPLIT, value=self._value(ends))
        self.looked = max(self.looked, against.looked)
