"""What seen cards are worth at Double Attack Blackjack, and a card less, beside small shoes dealt card by card."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import perm

import pytest

from attack_dealt import Dealt, Shoe, shoe_of, without
from pitboss.basics.cards import EIGHT, PACK_48, parse, rank, red, suit
from pitboss.games.double_attack_blackjack import settle
from pitboss.games.double_attack_blackjack.mathematics import counting_removal, exposure, playing, removal
from pitboss.games.double_attack_blackjack.mathematics.choices import resolve, terms_of
from pitboss.games.double_attack_blackjack.mathematics.counting import TEN, VALUES
from pitboss.games.double_attack_blackjack.mathematics.counting_next import SeesNext
from pitboss.games.double_attack_blackjack.mathematics.counting_play import Terms, optimal
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.games.double_attack_blackjack.settle import LOW
from pitboss.mathematics import any_game
from pitboss.mathematics.choices import Known
from pitboss.mathematics.exposure import exposure as exposed

SHOES = {
    "eights": Terms(shoe_of(six=3, eight=5, ten=8), 3, True, False),
    "aces": Terms(shoe_of(ace=4, nine=5, ten=7), 3, True, False),
    "fives": Terms(shoe_of(five=5, nine=3, ten=8), 4, False, False),
}
small = pytest.mark.parametrize("terms", SHOES.values(), ids=SHOES)


class DealtSeen(Dealt):
    """Rounds of somebody who sees the hole card, or the next card of the shoe while the hand is not split."""

    def behind_hole(self, hole: int) -> Fraction:
        shoe, total = without(self.shoe, hole), Fraction(0)
        for one, two, chance in pairs(shoe):
            left = without(without(shoe, one), two)
            total += self.two_cards((one, two), {(left, hole): chance})
        return total

    def behind_first(self, one: int) -> Fraction:
        shoe, total = without(self.shoe, one), Fraction(0)
        for two, n in enumerate(shoe):
            if n:
                left, cards = without(shoe, two), (one, two)
                seen = self.over_next(left, cards)
                if one == two:
                    seen = max(seen, self.split({(left, -1): Fraction(1)}, one, 2, 2, True))
                total += Fraction(n, sum(shoe)) * seen
        return total

    def over_next(self, shoe: Shoe, cards: tuple[int, ...], doubled: bool = False) -> Fraction:
        return sum(
            (
                Fraction(n, sum(shoe)) * self.best(without(shoe, at), cards, at, doubled)
                for at, n in enumerate(shoe)
                if n
            ),
            Fraction(0),
        )

    def best(self, shoe: Shoe, cards: tuple[int, ...], following: int, doubled: bool) -> Fraction:
        """The best result of a hand if this card follows, which is not in the shoe any more."""
        behind = self.dealer(shoe, following).items()
        found = [
            sum((p * self.stood(cards, True, doubled, False, end) for end, p in behind), Fraction(0)),
            sum((p * self.given_up(True, doubled, end) for end, p in behind), Fraction(0)),
        ]
        if not doubled and points(cards) < settle.BEST:
            more = (*cards, following)
            if points(more) > settle.BEST:
                found.append(self.stood(more, True, False, False, (17, 0)))
            else:
                found += [self.over_next(shoe, more), self.over_next(shoe, more, True)]
        return max(found)

    def behind_one_card(self, one: int) -> Fraction:
        """The same round by a player who saw the first card, and nothing later."""
        shoe, total = without(self.shoe, one), Fraction(0)
        for two, n in enumerate(shoe):
            if n:
                total += self.two_cards((one, two), {(without(shoe, two), -1): Fraction(n, sum(shoe))})
        return total


def points(cards: tuple[int, ...]) -> int:
    return settle.total(sum(value + 1 for value in cards), cards.count(0))


def pairs(shoe: Shoe) -> list[tuple[int, int, Fraction]]:
    """Two cards in their order, with their chances."""
    return [
        (one, two, Fraction(n * m, perm(sum(shoe), 2)))
        for one, n in enumerate(shoe)
        if n
        for two, m in enumerate(without(shoe, one))
        if m
    ]


def against(terms: Terms, up: int, attack: bool) -> DealtSeen:
    return DealtSeen(without(terms.shoe, up), up, "none", terms.most_hands, terms.split_attack, attack)


def ups(terms: Terms) -> list[tuple[int, Fraction]]:
    return [(up, Fraction(n, sum(terms.shoe))) for up, n in enumerate(terms.shoe) if n]


# --- the hole card


@pytest.mark.long
@small
def test_the_hole_card_is_worth_what_dealing_out_every_hand_behind_it_gives(terms: Terms) -> None:
    early = late = attacks = Fraction(0)
    for up, chance in ups(terms):
        without_attack, attacked = (against(terms, up, attack) for attack in (False, True))
        both = [Fraction(0), Fraction(0)]
        for hole, n in enumerate(without_attack.shoe):
            if n:
                share = Fraction(n, sum(without_attack.shoe))
                values = without_attack.behind_hole(hole), attacked.behind_hole(hole)
                early += chance * share * max(values)
                attacks += chance * share * (values[1] > values[0])
                both = [total + share * value for total, value in zip(both, values, strict=True)]
        late += chance * max(both)
    at_once, later = exposure.hole_card(terms)
    assert (at_once.value, at_once.plays) == (early, attacks)
    assert later.value == late
    assert at_once.value >= later.value


def test_a_card_reader_changes_nothing_for_those_who_know_the_hole_card() -> None:
    terms = SHOES["aces"]
    assert list(exposure.hole_card(terms._replace(reader=True))) == list(exposure.hole_card(terms))


# --- the next card


@pytest.mark.long
@small
def test_the_next_card_is_worth_what_dealing_out_every_hand_with_it_gives(terms: Terms) -> None:
    always = once = attacks = Fraction(0)
    for up, chance in ups(terms):
        tables = [against(terms, up, attack) for attack in (False, True)]
        shoe = without(terms.shoe, up)
        for one, n in enumerate(shoe):
            if n:
                share = chance * Fraction(n, sum(shoe))
                always += share * max(table.behind_first(one) for table in tables)
                plain = [table.behind_one_card(one) for table in tables]
                once += share * max(plain)
                attacks += share * (plain[1] > plain[0])
    at_all, at_the_attack = exposure.next_card(terms)
    assert at_all.value == always
    assert (at_the_attack.value, at_the_attack.plays) == (once, attacks)


def test_the_next_card_behind_a_hand_of_a_full_shoe_is_worth_what_dealing_gives() -> None:
    shoe = without((24,) * 9 + (72,), 6)
    sees, dealt = SeesNext(shoe, 6), DealtSeen(shoe, 6, "none", 4, True, True)
    values, unit = sees.values(True, settle.EVEN_MONEY)
    for one, two in ((TEN, TEN), (8, TEN), (6, TEN)):
        found = Fraction(sees.average(values, min(one, two), max(one, two)), unit * sees.ways(2))
        assert found == dealt.over_next(without(without(shoe, one), two), (one, two))


# --- a card less


@pytest.mark.long
@small
def test_a_shoe_less_a_card_is_worth_what_dealing_out_every_hand_gives(terms: Terms) -> None:
    full, less = counting_removal.tops(terms)
    for top, shoe in [(full, terms.shoe), *((less[value], without(terms.shoe, value)) for value in less)]:
        game = attack = Fraction(0)
        for up, chance in ups(terms._replace(shoe=shoe)):
            values = [against(terms._replace(shoe=shoe), up, attack).value() for attack in (False, True)]
            game += chance * max(values)
            attack += chance * max(values[1] - values[0], Fraction(0))
        assert (top.game, top.attack) == (game, attack)


def plainly(known: Known) -> str:
    """Attack always, split eights, double eleven, surrender sixteen, draw up to fifteen."""
    found = [LOW[card] for card in known.get("hand", ())]
    if not found:
        return "attack"
    total = settle.total(sum(found), found.count(1))
    if "last" in known:
        return "stand"
    if found == [8, 8] and "no split" not in known:
        return "split"
    return {11: "double", 16: "surrender"}.get(total, "hit" if total < 16 else "stand")


@small
def test_a_fixed_way_to_play_is_worth_as_much_on_average_with_a_card_less(terms: Terms) -> None:
    def value(terms: Terms) -> Fraction:
        return sum((terms.chance(one.up) * one.value for one in resolve(plainly, terms)[1]), Fraction(0))

    less = [(terms.chance(at), counting_removal.less(terms, at)) for at in range(VALUES) if terms.shoe[at]]
    assert sum(chance * value(shoe) for chance, shoe in less) == value(terms)


@small
def test_the_best_play_is_worth_more_on_average_if_the_burn_card_is_known(terms: Terms) -> None:
    full, less = counting_removal.tops(terms)
    value, attacks = removal.burned(terms)
    assert value == sum(terms.chance(at) * top.game for at, top in less.items())
    assert value > full.game
    assert 0 < attacks <= 1
    best = optimal(terms)
    assert full.game == sum(terms.chance(one.up) * one.value for one in best)
    assert full.attacks == sum(terms.chance(one.up) * one.attack for one in best)


PAYS = {10: 3, 9: 6, 8: 8, 7: 10, 6: 15}
"""6(d)(2)."""


def bonus(shoe: Counter[int]) -> Fraction:
    """The bust bonus, from every three cards by their ranks and suits."""
    total, cards = 0, sum(shoe.values())
    for three in product(shoe, repeat=3):
        one, two, last = three
        deals = shoe[one] * (shoe[two] - (two == one)) * (shoe[last] - (last == one) - (last == two))
        low = [LOW[card] for card in three]
        if settle.total(low[0] + low[1], low[:2].count(1)) >= 17 or settle.total(sum(low), low.count(1)) <= 21:
            total -= deals
        elif {rank(card) for card in three} == {EIGHT} and len({red(card) for card in three}) == 1:
            total += deals * (200 if len({suit(card) for card in three}) == 1 else 50)
        else:
            total += deals * PAYS[low[2]]
    return Fraction(total, perm(cards, 3))


@pytest.mark.parametrize("out", ["", "8c", "8h", "Kd", "Ks", "As", "6d"])
def test_the_bust_bonus_with_a_card_less_is_worth_what_every_three_cards_give(out: str) -> None:
    rules, shoe = DoubleAttackRules(), Counter(PACK_48 * 6)
    card = parse(out) if out else None
    if card is not None:
        shoe[card] -= 1
    assert removal.bust_bonus(rules, card) == bonus(shoe)


def test_all_suits_of_a_rank_leave_the_same_bust_bonus() -> None:
    rules = DoubleAttackRules(decks=8)
    for one in PACK_48[::4]:
        assert len({removal.bust_bonus(rules, one + suit) for suit in range(4)}) == 1


def test_insurance_with_a_card_less_is_the_share_of_tens_that_are_left() -> None:
    rules = DoubleAttackRules()
    terms = terms_of(rules)
    assert removal.insurance(terms.shoe, rules) == Fraction(7 * 72, 2 * 287) - 1
    assert removal.insurance(counting_removal.less(terms, TEN).shoe, rules) == Fraction(7 * 71, 2 * 286) - 1
    assert removal.insurance(counting_removal.less(terms, 0).shoe, rules) == Fraction(7 * 72, 2 * 286) - 1


def unsplit_and_split(terms: Terms, up: int, value: int) -> tuple[Fraction, Fraction]:
    """A pair without an attack, by dealing out every hand."""
    table = against(terms, up, False)
    left = {(without(without(table.shoe, value), value), -1): Fraction(1)}
    return table.hand(left, (value, value), True, False)[0], table.split(left, value, 2, 2, True)


def test_a_decision_to_split_moves_with_a_card_less_as_dealing_gives() -> None:
    terms, up, pair = SHOES["fives"], 8, 4
    unsplit, split = unsplit_and_split(terms, up, pair)
    better = max(unsplit, split)
    gap, effects = min(unsplit, split) - better, [0.0] * VALUES
    for value in (4, 8, TEN):
        one, two = unsplit_and_split(counting_removal.less(terms, value), up, pair)
        effects[value] = float((two - one if better == unsplit else one - two) - gap)
    chance = Fraction(terms.shoe[up], 16) * Fraction(5 * 4, 15 * 14)
    full, _ = counting_removal.tops(terms)
    attacked = removal.added(up, full) > 0
    expected = [
        float(chance) * (1 + attacked),
        float(gap),
        *(effects[LOW[card] - 1] for card in playing.RANK_CARDS.values()),
    ]
    found = [[one.weight, one.gap, *one.effects] for one in removal.decisions(terms)]
    assert any(row == pytest.approx(expected, abs=1e-12) for row in found)


def test_the_attack_against_each_up_card_comes_before_the_other_decisions() -> None:
    terms = SHOES["aces"]
    full, less = counting_removal.tops(terms)
    for (up, chance), one in zip(ups(terms), removal.decisions(terms), strict=False):
        gain = removal.added(up, full)
        assert (one.weight, one.gap) == (float(chance), float(-abs(gain)))
        ten = removal.added(up, less[TEN]) - gain
        assert one.effects[-1] == float(-ten if gain > 0 else ten)


# --- the report


@pytest.mark.long
def test_the_report_has_the_next_card_the_burn_card_and_the_counts_of_the_documents_shoe() -> None:
    found = exposed("double_attack_blackjack")
    assert [one.what for one in found.known] == [
        "the next card, at every decision on an unsplit hand",
        "the next card, once only at the attack",
        "the burn card, asked for",
    ]
    assert all(one.value > found.value for one in found.known)
    shuffled = exposed("double_attack_blackjack", {"reshuffle_each_round": True})
    assert (shuffled.removals, shuffled.counts) == ((), ()), "nobody counts what is shuffled after every round"
    game, insurance, attack, bonus = [one for one in found.removals if not one.part_of]
    fair = any_game.odds("double_attack_blackjack")
    assert game.value == fair.expected_value == found.value
    assert insurance.value == fair.wagers["insurance"].expected_value
    assert bonus.value == fair.wagers["bust bonus"].expected_value
    assert game.effects["5"] == max(game.effects.values())
    assert game.effects["J"] == game.effects["Q"] == game.effects["K"] == min(game.effects.values())
    assert sum(game.effects.values()) == 12 * (found.known[2].value - game.value)
    by_up = [one for one in found.removals if one.part_of == attack.wager]
    assert len(by_up) == VALUES
    chances = [Fraction(1, 12)] * (VALUES - 1) + [Fraction(1, 4)]
    assert attack.value == sum(p * max(one.value, Fraction(0)) for p, one in zip(chances, by_up, strict=True))
    for one in found.counts:
        assert sum(one.tags.values()) == 0
        assert 0.9 < one.correlations["game"] < 1
        assert one.playing is not None
        assert 0.5 < one.playing < 0.8
    assert found.counts[1].correlations["game"] > found.counts[0].correlations["game"]


@pytest.mark.long
def test_with_a_hole_card_the_report_has_it_in_place_of_the_next_card() -> None:
    rules = {"hole_card": "hole card", "burn": False, "approved_procedures": True}
    found = exposed("double_attack_blackjack", rules)
    assert [one.what for one in found.known] == [
        "the hole card, from the attack on",
        "the hole card, from the first decision on the hand on",
    ]
    early, late = (one.value for one in found.known)
    assert early > late > found.value
