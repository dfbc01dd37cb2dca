"""The odds of Boston 5 Stud Poker against enumerated hands, identities, and the table itself."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import msgspec
import numba
import numpy as np
import pytest

from pitboss.basics import poker
from pitboss.basics.cards import CardError, parse_cards, texts
from pitboss.basics.errors import RulesError, StrategyError
from pitboss.basics.money import pay_table
from pitboss.basics.poker import CATEGORIES, EQUAL, HIGHER, LOWER
from pitboss.games.boston_5_stud.mathematics.choices import choices, nets, pictures, wins
from pitboss.games.boston_5_stud.mathematics.counting import DEALS, count
from pitboss.games.boston_5_stud.mathematics.one_hand import count_with
from pitboss.games.boston_5_stud.rules import ANTE_BONUS, OPTIONAL_BONUS, Boston5StudRules
from pitboss.games.boston_5_stud.settle import ante, ante_bonus, first_or_second, optional_bonus
from pitboss.mathematics.any_game import advise, odds
from pitboss.mathematics.choices import Known
from pitboss.mathematics.counting.hands import Ints, strengths, suit_classes

from scene import Scene

NAME = "boston_5_stud"
RULES = Boston5StudRules()


def stronger(odds: str) -> str:
    """The odds, with one more to win."""
    pays, word, per = odds.replace(",", "").split()
    return f"{int(pays) + 1} {word} {per}"


# --- counting, against enumerated hands


def dealt_out(start: tuple[int, ...], seen: tuple[int, ...]) -> Ints:
    """Every deal that can follow a start, enumerated in plain Python."""
    left = [card for card in range(52) if card not in {*start, *seen}]
    counts = np.zeros((3, 10), np.int64)
    for draw in combinations(left, 2):
        own = poker.strength((*start, *draw))
        for hand in combinations([card for card in left if card not in draw], 5):
            counts[poker.compare(own, poker.strength(hand)), poker.CATEGORY_OF[own]] += 1
    return counts


@pytest.mark.parametrize("seed", range(8))
def test_with_most_cards_seen_every_deal_is_dealt_out(seed: int) -> None:
    cards = Random(seed).sample(range(52), 52 - (7 + seed))
    start, seen = tuple(cards[:3]), tuple(cards[3:])
    assert (count_with(start, seen) == dealt_out(start, seen)).all()


@pytest.mark.parametrize("left", ["2 3 4 5 6 7 A", "T J Q K A 9 2"])
def test_hands_of_one_suit_are_dealt_out(left: str) -> None:
    spades = [f"{rank}s" for rank in left.split()]
    start, rest = parse_cards(" ".join(spades[:3])), parse_cards(" ".join([*spades[3:], "2h 3h 4h 5h 7h Kd Kh Kc"]))
    seen = tuple(card for card in range(52) if card not in {*start, *rest})
    assert (count_with(tuple(start), seen) == dealt_out(tuple(start), seen)).all()


@numba.njit(nogil=True)
def every_deal(dealers: Ints, masks: Ints, own: Ints, draws: Ints) -> tuple[Ints, Ints]:
    """For each draw, the number of lower and of equal dealer's hands that hold none of its cards, enumerated."""
    lower, equal = np.zeros(len(own), np.int64), np.zeros(len(own), np.int64)
    for hand in range(len(dealers)):
        strength, mask = dealers[hand], masks[hand]
        for draw in range(len(own)):
            apart = (mask & draws[draw]) == 0
            lower[draw] += apart & (strength < own[draw])
            equal[draw] += apart & (strength == own[draw])
    return lower, equal


@pytest.mark.long
def test_every_deal_behind_one_start_is_dealt_out() -> None:
    """1,803,912,264 deals, out of 2,242,495,584 pairs of a draw and a dealer's hand, some of which share cards."""
    start = Random(5).sample(range(52), 3)
    left = [card for card in range(52) if card not in start]
    draws, hands = np.array(list(combinations(left, 2))), np.array(list(combinations(left, 5)), np.int8)
    own = np.array([poker.strength((*start, *draw)) for draw in draws.tolist()])
    bits = np.left_shift(1, np.arange(52))
    masks = sum(bits[hands[:, at]] for at in range(5))
    lower, equal = every_deal(strengths(hands).astype(np.int64), masks, own, bits[draws].sum(axis=1))
    counts = np.zeros((3, 10), np.int64)
    category = np.array(poker.CATEGORY_OF)[own]
    for on, found in ((HIGHER, lower), (EQUAL, equal), (LOWER, comb(47, 5) - lower - equal)):
        np.add.at(counts[on], category, found)
    assert (count()[suit_classes(3).index(start)] == counts).all()


@pytest.mark.parametrize("seed", range(12))
def test_what_is_summed_over_hands_is_what_each_start_counts_by_itself(seed: int) -> None:
    start = tuple(Random(seed).sample(range(52), 3))
    assert (count()[suit_classes(3).index(start)] == count_with(start, ())).all()


def test_seen_cards_are_averaged_away() -> None:
    """The counts summed over every possible seen card are a multiple of the counts without one."""
    start = tuple(parse_cards("9c 8c 2d"))
    left = [card for card in range(52) if card not in start]
    over_all = sum(count_with(start, (card,)) for card in left)
    assert (over_all == count_with(start, ()) * (49 - 7)).all()


# --- identities


def test_every_start_is_followed_by_every_deal() -> None:
    assert comb(49, 2) * comb(47, 5) == DEALS
    assert (count().sum(axis=(1, 2)) == DEALS).all()
    assert count().shape == (1755, 3, 10)
    assert (count() >= 0).all()


def test_player_and_dealer_are_higher_on_as_many_deals() -> None:
    over_all = (count() * suit_classes(3).weights[:, None, None]).sum(axis=0)
    assert over_all[HIGHER].sum() == over_all[LOWER].sum()
    assert over_all.sum() == comb(52, 5) * comb(5, 3) * comb(47, 5)


def test_hands_come_as_often_as_they_are_in_the_pack() -> None:
    over_all = (count() * suit_classes(3).weights[:, None, None]).sum(axis=(0, 1))
    hands = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]
    assert over_all.tolist() == [hands[kind] * comb(5, 3) * comb(47, 5) for kind in range(10)]


# --- pricing, against settlement and the table


def in_order(player: str, dealer: str) -> str:
    words = player.split(), dealer.split()
    return " ".join(card for part in (slice(0, 3), slice(3, 5)) for hand in words for card in hand[part])


def net_at_the_table(player: str, dealer: str, choice: str, **rules: Any) -> int:
    """A player's net win with an ante of 1,000 cents, at a table that deals these cards."""
    scene = Scene(NAME, in_order(player, dealer), rules=rules).wager("Ann", ante=1000, first=2000).no_more_bets()
    scene.do("Ann", choice)
    scene.house()
    layout = scene.round.layout
    return layout.returned - layout.staked


HANDS = [
    ("2c 4d 7h 9s Jc", "2s 4h 7d 9c Qc"),
    ("2c 4d 7h 9s Jc", "2s 4h 7d 9c Jd"),
    ("2c 4d 7h 9s Qc", "2s 4h 7d 9c Jd"),
    ("2c 2d 7h 7s Qc", "3s 3h 7d 7c Jd"),
    ("As Ks Qs Js Ts", "2s 4h 7d 9c Jd"),
    ("As Ks Qs Js Ts", "Ah Kh Qh Jh Th"),
    ("9c 9d 9h 4s 4c", "Ah Kh Qh Jh Th"),
]


@pytest.mark.parametrize(("player", "dealer"), HANDS)
@pytest.mark.parametrize("pays", [{}, {"two pair": "5 to 2", "full house": "30 to 1"}])
def test_a_round_is_priced_as_the_table_settles_it(player: str, dealer: str, pays: dict[str, str]) -> None:
    rules = msgspec.structs.replace(RULES, ante_bonus=RULES.ante_bonus | pay_table(pays))
    net, per = nets(rules)
    own = poker.strength(parse_cards(player))
    on = poker.compare(own, poker.strength(parse_cards(dealer)))
    assert net_at_the_table(player, dealer, "second", ante_bonus=pays) == Fraction(
        1000 * net[on][poker.CATEGORY_OF[own]], per
    )


def test_a_fold_is_priced_as_the_table_settles_it() -> None:
    assert net_at_the_table(*HANDS[0], "fold") == -3000
    assert choices(RULES).options(0)["fold"] == -3


def test_the_value_is_what_settlement_gives_over_every_deal() -> None:
    pays, per = RULES.ante_bonus_pays
    over_all = (count() * suit_classes(3).weights[:, None, None]).sum(axis=0).tolist()
    total = 0
    for on in range(3):
        for kind in range(10):
            back = ante(100, on) + 2 * first_or_second(200, on) + ante_bonus(100, kind, pays, per)
            total += (back - 500) * over_all[on][kind]
    assert odds(NAME).expected_value == Fraction(total, 100 * 22100 * DEALS)


def test_the_wagers_add_up_to_the_game() -> None:
    for strategy in ("optimal", "never", ace_or_pair):
        found = odds(NAME, strategy=strategy)
        wagers = found.wagers
        parts = [wagers[name].expected_value * wagers[name].unit * wagers[name].placed for name in ("first", "second")]
        assert found.expected_value == wagers["ante"].expected_value + sum(parts) + wagers["ante bonus"].expected_value
        for name in ("ante", "first", "second", "ante bonus"):
            assert wagers[name].combinations == found.combinations == 22100 * DEALS


def test_the_optional_bonus_is_priced_over_every_start_as_settlement_pays_it() -> None:
    back, per = RULES.optional_bonus_back
    total = sum(optional_bonus(1000, poker.category3(hand), back, per) - 1000 for hand in combinations(range(52), 3))
    wager = odds(NAME).wagers["optional bonus"]
    assert wager.expected_value == Fraction(total, 1000 * 22100)
    assert {one.name: one.count for one in wager.outcomes} == {
        "three-card straight flush": 48,
        "three of a kind": 52,
        "three-card straight": 720,
        "three-card flush": 1096,
        "one pair": 3744,
        "below a pair": 16440,
    }


@pytest.mark.parametrize(("flush", "edge"), [("4 to 1", Fraction(512, 22100)), ("3 to 1", Fraction(1608, 22100))])
def test_the_published_edges_of_the_optional_bonus(flush: str, edge: Fraction) -> None:
    rules = {"optional_bonus": {"three of a kind": "30 to 1", "three-card flush": flush}}
    assert odds(NAME, rules).wagers["optional bonus"].expected_value == -edge


def test_the_known_value_of_the_game() -> None:
    found = odds(NAME)
    assert found.expected_value == Fraction(-5893982021, 30201864420)
    assert found.staked == 5
    assert found.action_frequency == {"fold": 0, "second": 1}


def test_hits_are_deals_that_return_more_than_the_stake() -> None:
    wagers = odds(NAME).wagers
    assert wagers["ante"].hit_frequency == 0
    higher, tie, lower = (one.count for one in wagers["first"].outcomes[:3])
    assert wagers["first"].hit_frequency == wagers["second"].hit_frequency == Fraction(higher, higher + tie + lower)
    assert wagers["ante bonus"].hit_frequency == Fraction(123552 + 54912 + 10200 + 5108 + 3744 + 624 + 40, comb(52, 5))
    assert wagers["optional bonus"].hit_frequency == Fraction(5660, 22100)


# --- strategies


def ace_or_pair(known: Known) -> str:
    """A strategy function."""
    ranks = [card >> 2 for card in known["hand"]]
    return "second" if 12 in ranks or len(set(ranks)) < 3 else "fold"


def test_no_start_is_worth_a_fold() -> None:
    made = choices(RULES)
    assert (made.best == 1).all()
    assert odds(NAME, strategy="always").expected_value == odds(NAME).expected_value
    assert odds(NAME, strategy="always").cost == 0


def test_never_loses_three_antes_a_round() -> None:
    found = odds(NAME, strategy="never")
    assert found.expected_value == -3
    assert found.cost == odds(NAME).expected_value + 3
    assert (found.staked, found.standard_deviation) == (3, 0)
    assert found.wagers["second"].placed == found.wagers["ante bonus"].expected_value == 0
    assert len(found.mistakes) == 10
    assert [one.cost for one in found.mistakes] == sorted((one.cost for one in found.mistakes), reverse=True)


def test_a_function_costs_what_its_folds_cost() -> None:
    found = odds(NAME, strategy=ace_or_pair)
    folds = [one for one in starts(RULES) if ace_or_pair({"hand": tuple(parse_cards(one.cards))}) == "fold"]
    lost = sum((one.ways * (one.options["second"] - one.options["fold"]) for one in folds), Fraction(0))
    assert found.cost == lost / 22100
    assert found.expected_value == odds(NAME).expected_value - found.cost
    assert found.action_frequency["fold"] == Fraction(sum(one.ways for one in folds), 22100)
    assert found.strategy == "ace_or_pair"


@pytest.mark.parametrize("strategy", ["sometimes", lambda known: "raise"])
def test_a_strategy_that_is_none_is_refused(strategy: Any) -> None:
    with pytest.raises(StrategyError, match=r"fold, second|optimal, always, never"):
        odds(NAME, strategy=strategy)


# --- rules


@pytest.mark.parametrize("hand", list(ANTE_BONUS))
def test_a_raised_line_of_the_ante_bonus_raises_the_value_and_changes_the_hash(hand: str) -> None:
    plain, raised = odds(NAME), odds(NAME, {"ante_bonus": {hand: stronger(str(ANTE_BONUS[hand]))}})
    assert raised.expected_value > plain.expected_value
    assert raised.wagers["optional bonus"].expected_value == plain.wagers["optional bonus"].expected_value
    assert raised.rules_hash != plain.rules_hash


@pytest.mark.parametrize("hand", list(OPTIONAL_BONUS))
def test_a_raised_line_of_the_optional_bonus_raises_its_value_alone(hand: str) -> None:
    plain, raised = odds(NAME), odds(NAME, {"optional_bonus": {hand: stronger(str(OPTIONAL_BONUS[hand]))}})
    assert raised.wagers["optional bonus"].expected_value > plain.wagers["optional bonus"].expected_value
    assert raised.expected_value == plain.expected_value
    assert raised.rules_hash != plain.rules_hash


def test_odds_with_large_denominators_are_priced_exactly() -> None:
    pays = {
        "two pair": "999983 to 997",
        "straight": "999979 to 991",
        "flush": "999961 to 983",
        "full house": "99991 to 977",
    }
    found = odds(NAME, {"ante_bonus": pays})
    plain = odds(NAME)
    more = Fraction(0)
    hands = {"two pair": 123552, "straight": 10200, "flush": 5108, "full house": 3744}
    for hand, odd in pays.items():
        won, _, per = odd.split()
        more += Fraction(hands[hand], comb(52, 5)) * (Fraction(int(won), int(per)) - ANTE_BONUS[hand].pays)
    assert found.expected_value == plain.expected_value + more


def test_the_payout_limit_takes_what_is_over_it() -> None:
    cap = odds(NAME, {"payout_cap": 50_000_00})
    least, most = cap.caps
    assert (least.cost, most.base, most.cap) == (0, 500_00, 50_000_00)
    # At $500 only a straight flush or better exceeds $50,000: it wins 200 or 1,000 antes, plus 4 for a higher hand.
    played = (count() * suit_classes(3).weights[:, None, None]).sum(axis=0).tolist()
    over = sum(
        played[on][kind] * max(0, pays + (4 if on == HIGHER else 0) - 100)
        for on in (LOWER, EQUAL, HIGHER)
        for kind, pays in ((7, 100), (8, 200), (9, 1000))
    )
    assert most.cost == Fraction(over, 22100 * DEALS)
    assert cap.rules_hash != odds(NAME).rules_hash


def test_the_limit_cuts_at_the_table_what_it_cuts_in_the_odds() -> None:
    rules = {"payout_cap": 50_000_00, "table_maximum": 500_00}
    scene = Scene(NAME, in_order("As Ks Qs Js Ts", "2s 4h 7d 9c Jd"), rules=rules)
    scene.wager("Ann", ante=500_00, first=1000_00).no_more_bets().do("Ann", "second")
    scene.house()
    layout = scene.round.layout
    won, per = wins(RULES)
    assert won[HIGHER][CATEGORIES.index("royal flush")] == 1004 * per
    assert layout.returned - layout.staked == 50_000_00


def test_a_pay_table_below_the_minimum_is_refused() -> None:
    with pytest.raises(RulesError, match="below the document's"):
        odds(NAME, {"ante_bonus": {"flush": "14 to 1"}})


# --- advice


def test_advice_is_the_value_of_the_start() -> None:
    made = choices(RULES)
    for seed in range(5):
        start = Random(seed).sample(range(52), 3)
        found = advise(NAME, hand=texts(start))
        assert found.options == made.options(suit_classes(3).index(start))
        assert (found.deals, found.best) == (DEALS, "second")


def test_advice_with_cards_seen_is_over_the_rest() -> None:
    start, seen = parse_cards("2c 3d 7h"), parse_cards("2d 2h 2s 3c 3h 3s 7c 7d 7s")
    found = advise(NAME, hand=texts(start), seen=texts(seen))
    net, per = nets(RULES)
    counts = count_with(start, seen)
    total = sum(net[on][kind] * int(counts[on, kind]) for on in range(3) for kind in range(10))
    assert found.deals == comb(40, 2) * comb(38, 5)
    assert found.options == {"fold": Fraction(-3), "second": Fraction(total, per * found.deals)}


def test_enough_seen_cards_make_a_fold_the_best() -> None:
    pack = "2d 2h 2s 3c 3h 3s 7c 7d 7s 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d 6h 6s"
    assert advise(NAME, hand="2c 3d 7h", seen=pack).best == "fold"


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ({"hand": "2c 3d"}, "hand takes 3 cards"),
        ({"hand": "2c 3d 4h 5s"}, "hand takes 3 cards"),
        ({"hand": "2c 3d 2c"}, "appears 2 times"),
        ({"hand": "2c 3d 4h", "seen": "4h"}, "appears 2 times"),
        ({"hand": "2c 3d 1h"}, "is not a card"),
        ({"hand": "2c 3d 4h", "up": "5h"}, "does not take up cards"),
        ({"hand": "2c 2d 2h", "seen": " ".join(texts([card]) for card in range(3, 46))}, "seen takes 0 to 42 cards"),
    ],
)
def test_cards_that_cannot_be_are_refused(cards: dict[str, str], words: str) -> None:
    with pytest.raises(CardError, match=words):
        advise(NAME, **cards)


# --- every start, and pictures


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """Three cards, and all starts that differ from them only by suits."""

    cards: str
    hand: str
    """The cards in words."""
    ways: int
    """How many of the 22,100 starts this one represents."""
    higher: Fraction
    """The probability that the player's five cards beat the dealer's."""
    options: dict[str, Fraction]
    """The value of each choice, in antes."""


def starts(rules: Boston5StudRules) -> list[Start]:
    """The value of every start, best first."""
    made = choices(rules)
    higher = count()[:, HIGHER].sum(axis=1)
    found = [
        Start(
            cards=made.describe(state),
            hand=poker.describe3(made.known(state)["hand"]),
            ways=int(made.weights[state]),
            higher=Fraction(int(higher[state]), DEALS),
            options=made.options(state),
        )
        for state in range(len(made.weights))
    ]
    return sorted(found, key=lambda start: start.options["second"], reverse=True)


def test_starts_are_every_start_the_best_first() -> None:
    found = starts(RULES)
    assert (len(found), sum(one.ways for one in found)) == (1755, 22100)
    assert (found[0].hand, found[-1].hand) == ("three of a kind, aces", "high card, seven-three-two")
    values = [one.options["second"] for one in found]
    assert values == sorted(values, reverse=True)
    mean = sum((one.ways * one.options["second"] for one in found), Fraction(0)) / 22100
    assert mean == odds(NAME).expected_value
    assert sum((one.ways * one.higher for one in found), Fraction(0)) / 22100 == (
        odds(NAME).wagers["first"].hit_frequency
    )


def test_the_pictures_show_every_start() -> None:
    kinds, ranks = pictures(RULES, None)
    shares = [float(row[0].text.rstrip("%")) for row in kinds.cells]
    assert (len(kinds.rows), len(kinds.columns)) == (27, 4)
    assert sum(shares) == pytest.approx(100, abs=0.1)
    assert {cell.kind for row in kinds.cells for cell in row} == {"second"} <= set(kinds.legend)
    pair = [one for one in starts(RULES) if one.hand.startswith("pair of aces")]
    value = sum(one.ways * one.options["second"] for one in pair) / sum(one.ways for one in pair)
    assert ranks.values[0][0] == pytest.approx(float(value))
    assert kinds.cells[kinds.rows.index("pair of aces")][2].text == f"{float(value):+.4f}"
