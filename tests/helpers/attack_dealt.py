"""Double Attack Blackjack counted a second way, with small shoes dealt card by card. Only settle.py is shared."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import perm

from pitboss.games.double_attack_blackjack import settle
from pitboss.games.double_attack_blackjack.mathematics.counting import TEN, VALUES
from pitboss.games.double_attack_blackjack.settle import EVEN_MONEY, Wins

Shoe = tuple[int, ...]
Belief = dict[tuple[Shoe, int], Fraction]
"""Shoes that may be left, each with a hole card (-1: none yet), by weight."""
WINNING = (settle.BLACKJACK, settle.DEALER_BUST, settle.ABOVE)
"""The lines that pay a coupon."""


def shoe_of(**counts: int) -> Shoe:
    names = {
        "ace": 1,
        "two": 2,
        "three": 3,
        "four": 4,
        "five": 5,
        "six": 6,
        "seven": 7,
        "eight": 8,
        "nine": 9,
        "ten": 10,
    }
    found = [0] * VALUES
    for name, n in counts.items():
        found[names[name] - 1] = n
    return tuple(found)


def without(shoe: Shoe, value: int) -> Shoe:
    return (*shoe[:value], shoe[value] - 1, *shoe[value + 1 :])


class Dealt:
    """A round of one box played out card by card over every order of the cards, by points."""

    def __init__(
        self,
        shoe: Shoe,
        up: int,
        hole_card: str,
        most_hands: int,
        split_attack: bool,
        attack: bool | Fraction,
        coupon: Fraction = Fraction(0),
        wins: Wins = EVEN_MONEY,
    ) -> None:
        self.shoe, self.up, self.hole_card, self.most_hands = shoe, up, hole_card, most_hands
        self.attack, self.split_attack, self.coupon, self.wins = attack, split_attack, coupon, wins
        self.unit = 2 * wins.per * attack.denominator
        self.dealer = cache(self._dealer)

    # --- the dealer

    def _dealer(self, shoe: Shoe, hole: int) -> dict[tuple[int, int], Fraction]:
        """Chances of the dealer's total and of a blackjack."""
        found: Counter[tuple[int, int]] = Counter()

        def draw(shoe: Shoe, low: int, aces: int, cards: int, chance: Fraction) -> None:
            points = settle.total(low, aces)
            if points >= settle.STANDS:
                found[points, int(settle.blackjack(cards, low, aces))] += chance
                return
            for value, n in enumerate(shoe):
                if n:
                    share = chance * Fraction(n, sum(shoe))
                    draw(without(shoe, value), low + value + 1, aces + (value == 0), cards + 1, share)

        if hole < 0:
            draw(shoe, self.up + 1, int(self.up == 0), 1, Fraction(1))
        else:
            draw(shoe, self.up + hole + 2, (self.up == 0) + (hole == 0), 2, Fraction(1))
        return dict(found)

    # --- settlement

    def stakes(self, original: bool, doubled: bool) -> tuple[int, int, int]:
        attack = int(self.unit * self.attack) if original or self.split_attack else 0
        return self.unit, attack, (self.unit + attack) * doubled

    def stood(
        self, cards: tuple[int, ...], original: bool, doubled: bool, split: bool, dealer: tuple[int, int]
    ) -> Fraction:
        low, aces = sum(v + 1 for v in cards), cards.count(0)
        natural = settle.blackjack(len(cards), low, aces) and not split
        line = settle.outcome(settle.total(low, aces), int(natural), *dealer)
        first, attack, double = self.stakes(original, doubled)
        beside = settle.extra(attack, line, self.wins) + settle.extra(double, line, self.wins)
        back = settle.initial(first, line, original, self.wins) + beside
        matched = self.coupon if original and line in WINNING else 0
        return Fraction(back - first - attack - double, self.unit) + matched

    def given_up(self, original: bool, doubled: bool, dealer: tuple[int, int]) -> Fraction:
        first, attack, double = stakes = self.stakes(original, doubled)
        if dealer[1]:
            spared = settle.DEALER_BLACKJACK
            back = settle.initial(first, spared, original) + settle.extra(attack, spared) + settle.extra(double, spared)
        else:
            back = sum(map(settle.surrendered, stakes))
        return Fraction(back - sum(stakes), self.unit)

    # --- one hand, by its player's knowledge

    def hand(
        self, belief: Belief, cards: tuple[int, ...], original: bool, split: bool, doubled: bool = False
    ) -> tuple[Fraction, Belief]:
        """The best result of a hand, times its weight, and the shoes that it leaves."""
        low, aces = sum(v + 1 for v in cards), cards.count(0)
        points = settle.total(low, aces)
        if points > settle.BEST:
            return sum(belief.values(), Fraction(0)) * self.stood(cards, original, doubled, split, (17, 0)), belief
        stand = surrender = Fraction(0)
        for (shoe, hole), weight in belief.items():
            for dealer, chance in self.dealer(shoe, hole).items():
                stand += weight * chance * self.stood(cards, original, doubled, split, dealer)
                surrender += weight * chance * self.given_up(original, doubled, dealer)
        best = max((stand, belief), (surrender, belief), key=lambda choice: choice[0])
        if doubled or points >= settle.BEST or (split and cards[0] == 0):
            return best
        for doubles in (False, True):
            total, after = Fraction(0), Counter[tuple[Shoe, int]]()
            for value, drawn in self.draws(belief).items():
                if doubles:
                    worth, left = self.hand(drawn, (*cards, value), original, split, True)
                else:
                    worth, left = self.hand(drawn, (*cards, value), original, split)
                total += worth
                after.update(left)
            best = max(best, (total, dict(after)), key=lambda choice: choice[0])
        return best

    def draws(self, belief: Belief) -> dict[int, Belief]:
        """The next card, and the beliefs after it."""
        found: dict[int, Belief] = {}
        for (shoe, hole), weight in belief.items():
            for value, n in enumerate(shoe):
                if n:
                    drawn = found.setdefault(value, {})
                    key = (without(shoe, value), hole)
                    drawn[key] = drawn.get(key, Fraction(0)) + weight * Fraction(n, sum(shoe))
        return found

    # --- splits, in the order of 10(b)

    def split(self, belief: Belief, value: int, count: int, waiting: int, original: bool) -> Fraction:
        """The hand that gets its second card, and those that wait. Of the others' second cards, only pairs count."""
        if not waiting:
            return Fraction(0)
        total, closed, noted = Fraction(0), Counter[tuple[Shoe, int]](), count < self.most_hands and value != 0
        for second, drawn in self.draws(belief).items():
            worth, after = self.hand(drawn, (value, second), original, True)
            if noted and second == value:
                declined = worth + self.split(after, value, count, waiting - 1, False)
                total += max(declined, self.split(drawn, value, count + 1, waiting + 1, original))
            else:
                total += worth
                closed.update(after)
        return total + (self.split(dict(closed), value, count, waiting - 1, False) if closed else 0)

    # --- the round

    def value(self) -> Fraction:
        before: Belief = {}
        for one, n in enumerate(self.shoe):
            for two, m in enumerate(without(self.shoe, one) if n else ()):
                if not m:
                    continue
                shoe, weight = without(without(self.shoe, one), two), Fraction(n * m, perm(sum(self.shoe), 2))
                before = {(shoe, -1): weight}
                if self.hole_card != "none":
                    before = {
                        (without(shoe, hole), hole): weight * Fraction(k, sum(shoe)) for hole, k in enumerate(shoe) if k
                    }
                self.total += self.two_cards((one, two), before)
        return self.total

    total = Fraction(0)

    def two_cards(self, cards: tuple[int, int], belief: Belief) -> Fraction:
        read = Fraction(0)
        if self.hole_card == "card reader":
            for (shoe, hole), weight in list(belief.items()):
                if {self.up, hole} == {0, TEN}:
                    read += weight * self.stood(cards, True, False, False, (settle.BEST, 1))
                    del belief[shoe, hole]
        worth, _ = self.hand(belief, cards, True, False)
        if cards[0] == cards[1]:
            worth = max(worth, self.split(belief, cards[0], 2, 2, True))
        return read + worth
