"""The odds of Double Down Stud against enumerated hole cards, a published figure, and the table itself."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss.basics import poker
from pitboss.basics.cards import CardError, parse_cards, texts
from pitboss.basics.errors import RulesError, StrategyError
from pitboss.engine import registry
from pitboss.games.double_down_stud.rules import PAYS, DoubleDownStudRules
from pitboss.games.double_down_stud.settle import LINES, line, original_or_double
from pitboss.mathematics.any_game import advise, odds, pictures
from pitboss.mathematics.choices import Known
from pitboss.mathematics.counting.hands import Ints, suit_classes
from pitboss.verification.proofs import brute_force, every_choice

from scene import Scene

NAME = "double_down_stud"
STUD = registry.game(NAME)
RULES = DoubleDownStudRules()
PUBLISHED = {
    "royal flush": "3999 to 1",
    "straight flush": "199 to 1",
    "four of a kind": "49 to 1",
    "full house": "11 to 1",
    "flush": "8 to 1",
    "straight": "5 to 1",
    "three of a kind": "3 to 1",
    "two pair": "2 to 1",
    "pair of jacks or better": "1 to 1",
}


def worth_of_a_wager(cards: list[int], seen: tuple[int, ...] = ()) -> Fraction:
    """The value of a wager with four known cards, settled for each hole card."""
    back, per = RULES.back
    holes = [card for card in range(52) if card not in {*cards, *seen}]
    returned = sum(original_or_double(100, line(poker.strength((*cards, hole))), back, per) for hole in holes)
    return Fraction(returned, 100 * len(holes)) - 1


# --- counting


def count() -> Ints:
    """For each set of four cards up to suits, the hole cards that lead to each line."""
    return brute_force(STUD).counted()


@pytest.mark.parametrize("seed", range(30))
def test_the_hole_cards_of_four_known_cards_are_dealt_out(seed: int) -> None:
    cards = Random(seed).sample(range(52), 4)
    found = Counter(line(poker.strength((*cards, hole))) for hole in range(52) if hole not in cards)
    assert count()[suit_classes(4).index(cards)].tolist() == [found[at] for at in range(len(LINES))]


def test_every_four_cards_are_followed_by_48() -> None:
    assert (count().sum(axis=1) == 48).all()
    assert len(count()) == 16432


def test_lines_come_as_often_as_their_hands_are_in_the_pack() -> None:
    over_all = (count() * suit_classes(4).weights[:, None]).sum(axis=0)
    pairs = comb(4, 2) * comb(12, 3) * 4**3  # of one rank
    hands = [1302540 + 4 * pairs, 5 * pairs, 4 * pairs, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]
    assert over_all.tolist() == [5 * hand for hand in hands]  # any of the five may be the hole card


# --- pricing


def test_the_published_value() -> None:
    found = odds(NAME, {"pays": PUBLISHED})
    assert round(float(found.expected_value), 6) == -0.021033
    assert found.combinations == comb(52, 4) * 48


def test_the_value_is_the_sum_over_every_four_cards_settled_one_by_one() -> None:
    """Only four cards of jacks or higher, few enough to enumerate in plain Python."""
    made = every_choice(STUD, RULES)
    classes = suit_classes(4)
    total = expected = Fraction(0)
    for cards in combinations(range(36, 52), 4):
        once = worth_of_a_wager(list(cards))
        expected += max(once, 2 * once)
        options = made.options(classes.index(cards))
        assert options == {"pass": once, "double": 2 * once}
        total += max(options.values())
    assert total == expected


def double_pairs(known: Known) -> str:
    """A strategy function: double any pair."""
    cards = (*known["hand"], *known["board"])
    return "double" if len({card >> 2 for card in cards}) < 4 else "pass"


@pytest.mark.parametrize("strategy", ["optimal", "always", "never", double_pairs])
def test_the_wagers_add_up_to_the_game(strategy: Any) -> None:
    found = odds(NAME, strategy=strategy)
    original, double = found.wagers["original"], found.wagers["double"]
    assert found.expected_value == original.expected_value + double.placed * double.expected_value
    assert found.staked == 1 + double.placed == 1 + found.action_frequency["double"]
    assert original.combinations == double.combinations == found.combinations == comb(52, 4) * 48


def test_the_value_is_what_the_best_choices_come_to() -> None:
    made = every_choice(STUD, RULES)
    assert odds(NAME).expected_value == made.value(made.best)


@pytest.mark.parametrize(
    "cards", ["2c 2d 4h 9s Jc", "6c 6d 4h 9s Jc", "Jc Jd 4h 9s 2c", "8c 8d 8h 2s 3c", "As Ks Qs Js Ts"]
)
@pytest.mark.parametrize("double", [False, True])
def test_a_hand_is_priced_as_the_table_settles_it(cards: str, double: bool) -> None:
    scene = Scene(NAME, cards).wager("Ann", original=1000).no_more_bets()
    if double:
        scene.do("Ann", "double", amount=1000)
    scene.no_more_bets()
    layout = scene.round.layout
    net = original_or_double(1000, line(poker.strength(parse_cards(cards))), *RULES.back) - 1000
    assert layout.returned - layout.staked == (2 * net if double else net)


def test_hits_are_deals_that_return_more_than_the_stake() -> None:
    original = odds(NAME).wagers["original"]
    hands = 4 * comb(4, 2) * comb(12, 3) * 4**3 + 123552 + 54912 + 10200 + 5108 + 3744 + 624 + 40
    assert original.hit_frequency == Fraction(hands, comb(52, 5))


# --- strategies


def test_a_double_is_made_where_a_wager_is_worth_more_than_nothing() -> None:
    made = every_choice(STUD, RULES)
    assert ((made.worth[0] > 0) == (made.best == 1)).all()


def test_never_is_worth_the_original_alone_and_always_twice_that() -> None:
    best, never, always = (odds(NAME, strategy=name) for name in ("optimal", "never", "always"))
    once = best.wagers["original"].expected_value
    assert never.expected_value == once
    assert always.expected_value == 2 * once
    assert (best.cost, never.cost, always.cost) == (0, best.expected_value - once, best.expected_value - 2 * once)
    assert (never.staked, always.staked) == (1, 2)
    assert never.wagers["double"].placed == 0
    assert never.wagers["double"].expected_value == 0
    assert {one.best for one in never.mistakes} == {"double"}
    assert {one.best for one in always.mistakes} == {"pass"}
    assert len(never.mistakes) == len(always.mistakes) == 10


def test_a_function_costs_what_its_mistakes_cost() -> None:
    found = odds(NAME, strategy=double_pairs)
    made = every_choice(STUD, RULES)
    chosen = made.chosen_by(double_pairs)
    every = made.mistakes(chosen, most=len(chosen))
    assert found.strategy == "double_pairs"
    assert found.cost == sum(one.cost for one in every) > 0
    assert found.expected_value == odds(NAME).expected_value - found.cost
    assert found.mistakes == every[:10]
    unpaired = comb(13, 4) * 4**4
    assert found.action_frequency == {
        "pass": Fraction(unpaired, comb(52, 4)),
        "double": 1 - Fraction(unpaired, comb(52, 4)),
    }


@pytest.mark.parametrize("strategy", ["sometimes", lambda known: "raise"])
def test_a_strategy_that_is_none_is_refused(strategy: Any) -> None:
    with pytest.raises(StrategyError, match=r"pass, double|optimal, always, never"):
        odds(NAME, strategy=strategy)


# --- rules


@pytest.mark.parametrize("hand", list(PAYS))
def test_a_raised_line_never_lowers_the_value_and_changes_the_hash(hand: str) -> None:
    plain, raised = odds(NAME), odds(NAME, {"pays": {hand: f"{PAYS[hand].pays + 1} to 1"}})
    assert raised.expected_value > plain.expected_value
    assert raised.rules_hash != plain.rules_hash
    assert sum(one.count for one in raised.wagers["original"].outcomes) == plain.combinations


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("payout_cap", 100_000_00),
        ("table_minimum", 1000),
        ("table_maximum", 100_000),
        ("two_areas", True),
        ("cut", True),
        ("dealing", "automated shuffler"),
    ],
)
def test_every_other_option_changes_the_hash_and_not_the_value(option: str, value: Any) -> None:
    plain, other = odds(NAME), odds(NAME, {option: value})
    assert other.rules_hash != plain.rules_hash
    assert other.expected_value == plain.expected_value


def test_odds_with_parts_are_priced_exactly() -> None:
    plain, raised = odds(NAME, strategy="never"), odds(NAME, {"pays": {"flush": "17 to 2"}}, strategy="never")
    assert raised.expected_value - plain.expected_value == Fraction(1, 2) * Fraction(5108, comb(52, 5))


def test_the_payout_limit_takes_what_is_over_it() -> None:
    found = odds(NAME, {"payout_cap": 500_000_00}, strategy="always")
    least, most = found.caps
    assert (least.base, least.cost) == (500, 0)
    assert (most.base, most.cap) == (500_00, 500_000_00)
    # At $500 a royal flush with a double wins 2,000 times the wager, and the limit is 1,000 times.
    assert most.cost == Fraction(4, comb(52, 5)) * 1000
    never = odds(NAME, {"payout_cap": 100_000_00}, strategy="never").cap(100_000_00, 500_00)
    assert never.cost == Fraction(4, comb(52, 5)) * (1000 - 200)


def test_a_pay_table_below_the_minimum_is_refused() -> None:
    with pytest.raises(RulesError, match="below the document's"):
        odds(NAME, {"pays": {"flush": "7 to 1"}})


# --- advice


@pytest.mark.parametrize("seed", range(10))
def test_advice_is_the_value_of_the_four_cards_whichever_is_the_players(seed: int) -> None:
    cards = Random(seed).sample(range(52), 4)
    found = advise(NAME, hand=texts(cards[:1]), board=texts(cards[1:]))
    once = worth_of_a_wager(cards)
    assert found.options == {"pass": once, "double": 2 * once}
    assert found.options == every_choice(STUD, RULES).options(suit_classes(4).index(cards))
    assert found.options == advise(NAME, hand=texts(cards[3:]), board=texts(cards[:3])).options
    assert (found.best == "double") == (once > 0)
    assert found.deals == 48


@pytest.mark.parametrize("seed", range(5))
def test_advice_leaves_out_cards_that_were_seen(seed: int) -> None:
    cards = Random(seed).sample(range(52), 12)
    four, seen = cards[:4], tuple(cards[4:])
    found = advise(NAME, hand=texts(four[:1]), board=texts(four[1:]), seen=texts(seen))
    assert found.options["pass"] == worth_of_a_wager(four, seen)
    assert found.deals == 40


def test_seen_cards_can_change_the_best_choice() -> None:
    cards = {"hand": "As", "board": "Ks 7s 2s"}
    assert advise(NAME, **cards).best == "double"
    assert advise(NAME, **cards, seen="3s 4s 5s 6s 8s 9s Ts Js Qs Ah Ad Ac Kh Kd Kc").best == "pass"


def test_nothing_is_left_to_advise_on_but_one_card() -> None:
    rest = [card for card in range(52) if card not in parse_cards("As Ks Qs Js Ts")]
    found = advise(NAME, hand="As", board="Ks Qs Js", seen=texts(rest))
    assert (found.deals, found.options) == (1, {"pass": 1000, "double": 2000})


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ({"hand": "As"}, "board takes 3 cards"),
        ({"hand": "As", "board": "Ks Qs"}, "board takes 3 cards"),
        ({"hand": "As Ad", "board": "Ks Qs Js"}, "hand takes 1 card,"),
        ({"hand": "As", "board": "Ks Qs As"}, "the ace of spades appears 2 times"),
        ({"hand": "As", "board": "Ks Qs Js", "seen": "Qs"}, "the queen of spades appears 2 times"),
        ({"hand": "Xs", "board": "Ks Qs Js"}, "is not a card"),
        ({"hand": "As", "board": "Ks Qs Js", "up": "2c"}, "does not take up cards"),
        ({"hand": "2c", "board": "2d 2h 2s", "seen": texts(range(4, 52))}, "seen takes 0 to 47 cards"),
    ],
)
def test_cards_that_cannot_be_are_refused(cards: dict[str, str], words: str) -> None:
    with pytest.raises(CardError, match=words):
        advise(NAME, **cards)


# --- pictures


def test_the_picture_covers_every_four_cards() -> None:
    (strategy,) = pictures(NAME)
    shares = [float(row[0].text.rstrip("%")) for row in strategy.cells]
    assert sum(shares) == pytest.approx(100, abs=0.05)
    assert {cell.kind for row in strategy.cells for cell in row} <= set(strategy.legend)


def test_the_kinds_of_four_cards_in_the_picture_double_as_the_value_says() -> None:
    rows = dict(zip(pictures(NAME)[0].rows, pictures(NAME)[0].cells, strict=True))
    kinds = {name: row[0].kind for name, row in rows.items()}
    assert kinds["at least a pair of jacks"] == "double"
    assert kinds["four to a flush"] == "double"
    assert kinds["four unpaired cards"] == "pass"
    draws = np.array([float(row[2].text) for row in rows.values()])
    assert ((draws > 0) | np.array([kind != "double" for kind in kinds.values()])).all()


def test_odds_whose_common_denominator_leaves_64_bits_are_still_exact() -> None:
    pays = {"two pair": "999983 to 997", "straight": "999979 to 991", "flush": "999961 to 983"}
    pays |= {"full house": "999981 to 977", "four of a kind": "999983 to 971", "three of a kind": "999983 to 967"}
    found = odds(NAME, {"pays": pays})
    counts = {one.name: one.count for one in found.wagers["original"].outcomes}
    known = sum(Fraction(*map(int, odds.split(" to "))) * counts[hand] for hand, odds in pays.items())
    rest = 1000 * counts["royal flush"] + 100 * counts["straight flush"] + counts["pair of jacks or better"]
    original = (known + rest - counts["pair of fives or less"]) / found.combinations
    assert found.wagers["original"].expected_value == original
    never = odds(NAME, {"pays": pays}, strategy="never")
    assert never.expected_value == original
    assert never.cost == found.expected_value - original
