"""The odds of Caribbean Stud Poker against dealer's hands dealt out one by one, published figures, and identities."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from pitboss.basics import poker
from pitboss.basics.cards import KING, CardError, parse_cards, texts
from pitboss.basics.errors import StrategyError
from pitboss.basics.poker import CATEGORIES
from pitboss.games.caribbean_stud.mathematics.choices import (
    DEALS,
    DOCUMENT,
    KINDS,
    PAIR_UP,
    choices_by,
    matching_rank,
    note,
    pictures,
)
from pitboss.games.caribbean_stud.mathematics.counting import (
    HOLE_CARDS,
    UP_CARDS,
    count,
    ends,
    hand_strengths,
    up_cards,
)
from pitboss.games.caribbean_stud.mathematics.one_hand import nets
from pitboss.games.caribbean_stud.rules import BET_TABLE, CaribbeanStudRules
from pitboss.games.caribbean_stud.settle import BELOW, EQUAL, HIGHER, LINES, LOWER, ante, bet, line
from pitboss.mathematics.any_game import advise, odds
from pitboss.mathematics.choices import Choices, Known
from pitboss.mathematics.counting.hands import suit_classes

NAME = "caribbean_stud"
PUBLISHED = {
    "optimal": -1041372912372,
    "at-least:AKJ83": -1059715400580,
    "matching-rank": -1063176931284,
    "pair-or-better": -1090272101460,
    "ace-king-or-better": -1132600203540,
    "always": -3310360338060,
}


def dealt_out(hand: list[int], up: int, seen: tuple[int, ...] = ()) -> Counter[int]:
    """Compare every dealer's hand with the player's, one by one."""
    left = [card for card in range(52) if card not in {*hand, up, *seen}]
    player = poker.strength(hand)
    return Counter(line(player, poker.strength((up, *hole))) for hole in combinations(left, 4))


def counted(at: int, place: int) -> dict[int, int]:
    below, lower, equal = (int(part[at, place]) for part in count())
    return {BELOW: below, LOWER: lower, EQUAL: equal, HIGHER: HOLE_CARDS - below - lower - equal}


# --- counting


@pytest.mark.parametrize("category", range(len(CATEGORIES)), ids=lambda category: CATEGORIES[category])
def test_the_dealers_hands_behind_a_state_are_dealt_out(category: int) -> None:
    random = Random(category)
    at = random.choice(np.flatnonzero(np.array(poker.CATEGORY_OF)[hand_strengths()] == category).tolist())
    hand, place = suit_classes(5).hands[at].tolist(), random.randrange(UP_CARDS)
    found = dealt_out(hand, int(up_cards()[at, place]))
    assert counted(at, place) == {one: found[one] for one in range(len(LINES))}


@pytest.mark.parametrize("cards", ["As Kd Qh 7c 3s", "Ac Kc Jc Tc 2d", "Ad Kh 4s 3h 2c", "Kd Qs Jc 9h 8d"])
@pytest.mark.parametrize("up", ["Ah", "7d", "2s"])
def test_hands_around_ace_king_are_dealt_out(cards: str, up: str) -> None:
    hand, (card,) = parse_cards(cards), parse_cards(up)
    found = dealt_out(hand, card)
    by_suit = {suit: at for at, suit in enumerate(suits_in_order(hand))}
    at = suit_classes(5).index(hand)
    same = card & ~3 | by_suit[card & 3]
    place = up_cards()[at].tolist().index(same)
    assert counted(at, place) == {one: found[one] for one in range(len(LINES))}


def suits_in_order(hand: list[int]) -> list[int]:
    """The suits in the order of a class's representative hand: descending by the ranks they hold."""
    return sorted(range(4), key=lambda suit: -sum(1 << (card >> 2) for card in hand if card & 3 == suit))


def test_there_are_as_many_states_as_hands_and_up_cards() -> None:
    assert up_cards().shape == count().below.shape == (134459, UP_CARDS)
    assert int(suit_classes(5).weights.sum()) * UP_CARDS * HOLE_CARDS == DEALS == 19_933_230_517_200
    assert comb(52, 5) * 47 * comb(46, 4) == DEALS


def test_lines_of_all_deals_together() -> None:
    found, bets = ends(count(), np.ones((134459, UP_CARDS), np.int8))
    by_line = found.sum(axis=0)
    hands = int(suit_classes(5).weights[hand_strengths() < poker.ACE_KING].sum())
    assert by_line[BELOW] == hands * 5 * comb(
        47, 5
    )  # any of its five cards may be up, and the player has five other cards
    assert int(found.sum()) == DEALS
    assert int(bets.sum()) * HOLE_CARDS == DEALS
    qualified = np.repeat(hand_strengths() >= poker.ACE_KING, UP_CARDS).reshape(-1, UP_CARDS).astype(np.int8)
    both, _ = ends(count(), qualified)
    assert int(both[:, LOWER].sum()) == int(by_line[HIGHER])  # one player's loss is the other's win


# --- pricing


@pytest.mark.parametrize(("strategy", "total"), PUBLISHED.items())
def test_published_units_lost_over_all_deals(strategy: str, total: int) -> None:
    found = odds(NAME, strategy=strategy)
    assert found.expected_value == Fraction(total, DEALS)
    assert found.cost == Fraction(PUBLISHED["optimal"] - total, DEALS)
    assert found.combinations == DEALS


def test_never_betting_loses_the_ante() -> None:
    found = odds(NAME, strategy="never")
    assert found.expected_value == -1
    assert found.staked == 1
    assert found.action_frequency == {"fold": 1, "bet": 0}
    assert found.wagers["bet"].placed == 0


def test_the_value_of_optimal_play_is_the_sum_over_its_states() -> None:
    made = choices_by(DOCUMENT)
    assert made.value(made.best) == odds(NAME).expected_value
    assert made.combinations == DEALS


def test_a_function_chooses_as_the_strategy_of_that_name() -> None:
    def matching(known: Known) -> str:
        order, held = poker.strength(known["hand"]), [card >> 2 for card in known["hand"]]
        if order < poker.ACE_KING:
            return "fold"
        return "bet" if poker.CATEGORY_OF[order] or known["up"][0] >> 2 in held else "fold"

    made, some = choices_by(DOCUMENT), slice(3_000_000, 3_200_000)
    part = Choices(
        made.actions,
        made.worth[:, some],
        made.weights[some],
        made.deals,
        made.per,
        lambda: {place: rows[some] for place, rows in made.seen.items()},
        made.describe,
    )
    chosen = part.chosen_by(matching)
    assert 0 < chosen.sum() < len(chosen)
    assert (chosen == matching_rank()[some]).all()


@pytest.mark.parametrize("strategy", ["optimal", "matching-rank", "never"])
def test_ante_and_bet_make_up_the_game(strategy: str) -> None:
    found = odds(NAME, strategy=strategy)
    assert found.expected_value == sum(
        Fraction(one.net * one.count, DEALS) * found.wagers[name].unit
        for name in ("ante", "bet")
        for one in found.wagers[name].outcomes
        if one.net is not None
    )
    assert {wager.combinations for name, wager in found.wagers.items() if "cover" not in name} == {DEALS}
    assert found.staked == 1 + 2 * found.action_frequency["bet"]


def test_what_a_hand_wins_is_settled() -> None:
    for category in range(len(CATEGORIES)):
        for one in range(len(LINES)):
            returned = ante(500, one) + bet(1000, one, category, BET_TABLE.back)
            assert nets(DOCUMENT)[category][one] * 500 == returned - 1500


def test_optimal_play_bets_every_pair_and_nothing_below_ace_king() -> None:
    best = choices_by(DOCUMENT).best.reshape(-1, UP_CARDS)
    assert best[hand_strengths() >= poker.weakest_pair(0)].all()
    assert not best[hand_strengths() < poker.ACE_KING].any()


def test_the_costliest_mistakes_of_betting_every_ace_king() -> None:
    found = odds(NAME, strategy="ace-king-or-better")
    first = found.mistakes[0]
    assert (first.state, first.action, first.best) == (
        "high card, ace-king-four-three-two, against a king",
        "bet",
        "fold",
    )
    assert first.deals == 1020 * 3 * HOLE_CARDS  # 1,024 minus the flushes, and three more kings
    assert first.cost == first.each * first.deals / DEALS
    assert [one.cost for one in found.mistakes] == sorted((one.cost for one in found.mistakes), reverse=True)
    assert sum(one.cost for one in found.mistakes) < found.cost
    assert odds(NAME).mistakes == ()


def test_a_mistake_costs_what_its_states_lose() -> None:
    first, made = odds(NAME, strategy="pair-or-better").mistakes[0], choices_by(DOCUMENT)
    assert first.state == "high card, ace-king-queen-jack-nine, against a king"
    fold, bet_ = made.worth.reshape(2, -1, UP_CARDS)
    lost = deals = 0
    for at in np.flatnonzero(hand_strengths() == poker.strength(parse_cards("As Kd Qh Jc 9s"))).tolist():
        for place in np.flatnonzero(up_cards()[at] >> 2 == KING).tolist():
            lost += int(bet_[at, place] - fold[at, place]) * int(suit_classes(5).weights[at])
            deals += HOLE_CARDS * int(suit_classes(5).weights[at])
    assert (first.deals, first.each) == (deals, Fraction(lost, deals))


# --- strategies


@pytest.mark.parametrize(
    ("strategy", "says"),
    [
        ("sometimes", "there is no strategy 'sometimes'; choose one of optimal, always, never, pair-or-better"),
        ("at-least:XYZ", "'XYZ' is not a high-card hand"),
        ("at-least:AKJ8", "'AKJ8' is not a high-card hand"),
        ("at-least:AKJ833", "'AKJ833' is not a high-card hand"),
        ("at-least:AAKQJ", "'AAKQJ' is not a high-card hand"),
        ("at-least:AKQJT", "'AKQJT' is not a high-card hand"),
        ("at-least:", "'' is not a high-card hand"),
    ],
)
def test_what_is_no_strategy_is_refused(strategy: str, says: str) -> None:
    with pytest.raises(StrategyError, match=says):
        odds(NAME, strategy=strategy)


def test_a_high_card_hand_is_read_in_any_order() -> None:
    assert odds(NAME, strategy="at-least:38jka").expected_value == Fraction(PUBLISHED["at-least:AKJ83"], DEALS)
    assert odds(NAME, strategy="at-least:AK432").expected_value == Fraction(PUBLISHED["ace-king-or-better"], DEALS)
    assert odds(NAME, strategy="at-least:10K3J8").action_frequency["bet"] > Fraction(1, 2)


def test_a_function_that_chooses_something_else_is_refused() -> None:
    with pytest.raises(StrategyError, match="chose 'raise'; it must choose one of fold, bet"):
        odds(NAME, strategy=lambda known: "raise")


# --- advice


@pytest.mark.parametrize("seed", range(4))
def test_advice_deals_out_every_hand_that_is_left(seed: int) -> None:
    *cards, up = Random(seed).sample(range(52), 14)
    hand, seen = cards[:5], tuple(cards[5:])
    found = advise(NAME, hand=texts(hand), up=texts([up]), seen=texts(seen))
    ends = dealt_out(hand, up, seen)
    kind = poker.category(hand)
    assert found.deals == comb(38, 4)
    assert found.options == {
        "fold": -1,
        "bet": Fraction(sum(nets(DOCUMENT)[kind][one] * ends[one] for one in ends), comb(38, 4)),
    }


def test_advice_without_other_cards_is_what_was_counted() -> None:
    at, place = 100_000, 17
    known = choices_by(DOCUMENT).known(at * UP_CARDS + place)
    found = advise(NAME, hand=texts(known["hand"]), up=texts(known["up"]))
    assert found.options == choices_by(DOCUMENT).options(at * UP_CARDS + place)
    assert found.deals == HOLE_CARDS


def test_an_ace_king_that_depends_on_one_seen_card() -> None:
    cards = {"hand": "As Kd Jh 8c 3s", "up": "8d"}
    assert advise(NAME, **cards).best == "bet"
    assert advise(NAME, hand="As Kd Jh 7c 3s", up="8d").best == "fold"
    alone = advise(NAME, **cards).options["bet"]
    assert advise(NAME, **cards, seen="8h 8s").options["bet"] > alone  # the dealer can't pair any more


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ({"hand": "As Kd Qh 7c", "up": "Qd"}, "hand takes 5 cards"),
        ({"hand": "As Kd Qh 7c 3s"}, "up takes 1 card, "),
        ({"hand": "As Kd Qh 7c 3s", "up": "3s"}, "the three of spades appears 2 times"),
        ({"hand": "As Kd Qh 7c 3s", "up": "Qd", "board": "2c"}, "does not take board cards"),
        ({"hand": "As Kd Qh 7c 3s", "up": "Qd", "seen": texts(range(43))}, "appears 2 times|seen takes 0 to 42"),
    ],
)
def test_cards_that_can_not_be_are_refused(cards: dict[str, str], says: str) -> None:
    with pytest.raises(CardError, match=says):
        advise(NAME, **cards)


def test_four_cards_that_have_not_been_seen_are_the_dealers() -> None:
    hand, up = parse_cards("As Kd Qh 7c 3s"), parse_cards("Qd")
    hole = parse_cards("Ad Ac Ah 2s")
    seen = [card for card in range(52) if card not in {*hand, *up, *hole}]
    found = advise(NAME, hand=texts(hand), up=texts(up), seen=texts(seen))
    assert (found.deals, found.options["bet"]) == (1, -3)


# --- pictures


def test_the_chart_of_ace_king_says_what_is_best() -> None:
    (grid,) = pictures(CaribbeanStudRules())
    assert grid.rows == KINDS
    cells = {
        (row, column): cell
        for row, line in zip(grid.rows, grid.cells, strict=True)
        for column, cell in zip(grid.columns, line, strict=True)
    }
    assert cells["A K Q, up card's rank in hand", "A"].kind == "bet"
    assert cells["A K and ten or less, rank in hand", "A"].kind == "fold"
    assert cells["A K Q J, rank not in hand", "Q"].kind == "none"
    assert cells["A K Q 4, rank not in hand", "3"].kind == "depends"
    assert {cell.kind for cell in cells.values()} == set(grid.legend)
    assert grid.note == "Always bet with a pair or better. Always fold with less than an ace and a king."


def test_the_note_of_the_chart_follows_what_is_best_under_a_study() -> None:
    best = np.zeros((len(hand_strengths()), 7), np.int8)
    assert note(best) == "Always fold with a pair or better. Always fold with less than an ace and a king."
    best[hand_strengths() >= PAIR_UP, :3] = 1  # against three of seven up cards
    words = "With a pair or better, bet 42.86% of the hands; it depends on the cards."
    assert note(best) == f"{words} Always fold with less than an ace and a king."
