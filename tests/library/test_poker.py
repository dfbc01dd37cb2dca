"""Poker hands, compared with published counts and with an independent evaluator written here."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from math import comb
from random import Random
from typing import TypeVar

import pytest

from pitboss.basics import poker
from pitboss.basics.cards import PACK_52, parse_cards

# --- an evaluator written another way: sort keys of tuples, no tables


def plain_key(hand: list[int]) -> tuple[int, list[int]]:
    """Category and deciding ranks, straight from the definitions."""
    ranks = sorted((card // 4 for card in hand), reverse=True)
    times = Counter(ranks)
    shape = sorted(times.values(), reverse=True)
    decide = sorted(ranks, key=lambda r: (-times[r], -r))
    one_suit = len({card % 4 for card in hand}) == 1
    run = len(times) == 5 and ranks[0] - ranks[4] == 4
    if ranks == [12, 3, 2, 1, 0]:
        run, decide = True, [3, 2, 1, 0, -1]
    if run and one_suit:
        return (9 if decide[0] == 12 else 8), decide
    if shape == [4, 1]:
        return 7, decide
    if shape == [3, 2]:
        return 6, decide
    if one_suit:
        return 5, decide
    if run:
        return 4, decide
    return {(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}[tuple(shape)], decide


Key = TypeVar("Key", int, tuple[int, list[int]])


def compare(a: Key, b: Key) -> int:
    """1 if the first is higher, -1 if it is lower, 0 if they tie."""
    return int(a > b) - int(a < b)


def rank_classes() -> list[tuple[tuple[int, ...], int, int]]:
    """Every multiset of five ranks: the ranks, the number of hands of mixed suits, and the number of one suit."""
    found = []
    for ranks in _multisets(13, 5):
        times = Counter(ranks).values()
        ways = 1
        for n in times:
            ways *= comb(4, n)
        suited = 4 if len(times) == 5 else 0
        found.append((ranks, ways - suited, suited))
    return found


def _multisets(kinds: int, size: int) -> list[tuple[int, ...]]:
    grown: list[tuple[int, ...]] = [()]
    for _ in range(size):
        grown = [(*g, r) for g in grown for r in range(g[-1] if g else 0, kinds) if g.count(r) < 4]
    return grown


def mixed(ranks: tuple[int, ...]) -> list[int]:
    """Cards of these ranks, not all of one suit and none twice."""
    cards = [4 * rank + ranks[:i].count(rank) for i, rank in enumerate(ranks)]
    if len({card % 4 for card in cards}) == 1:
        cards[0] ^= 1
    return cards


def suited(ranks: tuple[int, ...], suit: int = 2) -> list[int]:
    return [4 * rank + suit for rank in ranks]


CLASSES = rank_classes()


# --- five cards


def test_there_are_7462_strengths() -> None:
    found = set()
    for ranks, loose, same in CLASSES:
        if loose:
            found.add(poker.strength(mixed(ranks)))
        if same:
            found.add(poker.strength(suited(ranks)))
    assert found == set(range(1, 7463))


def test_the_published_number_of_hands_in_each_category() -> None:
    """All 2,598,960 hands, counted by rank class and suits."""
    counts = Counter[int]()
    for ranks, loose, same in CLASSES:
        if loose:
            counts[poker.category(mixed(ranks))] += loose
        if same:
            counts[poker.category(suited(ranks))] += same
    assert counts.total() == comb(52, 5) == 2_598_960
    assert [counts[c] for c in range(10)] == [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]


def test_the_published_number_of_distinct_strengths_in_each_category() -> None:
    counts = Counter(poker.CATEGORY_OF[1:])
    assert [counts[c] for c in range(10)] == [1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1]


def test_strength_orders_every_class_as_the_plain_evaluator_does() -> None:
    """Sorted by strength, the plain keys never go down, and go up exactly when the strength does."""
    hands = [mixed(r) for r, loose, _ in CLASSES if loose] + [suited(r) for r, _, same in CLASSES if same]
    ordered = sorted(hands, key=poker.strength)
    for low, high in pairwise(ordered):
        assert compare(plain_key(low), plain_key(high)) == compare(poker.strength(low), poker.strength(high))


def test_random_pairs_of_hands_compare_as_the_plain_evaluator_says() -> None:
    random = Random(20240501)
    for _ in range(20_000):
        cards = random.sample(PACK_52, 10)
        a, b = cards[:5], cards[5:]
        assert compare(poker.strength(a), poker.strength(b)) == compare(plain_key(a), plain_key(b))
        assert poker.category(a) == plain_key(a)[0]


def test_the_order_of_the_cards_and_their_suits_do_not_matter() -> None:
    random = Random(7)
    for _ in range(2_000):
        hand = random.sample(PACK_52, 5)
        turned = [card & ~3 | (card + 1) & 3 for card in hand]
        random.shuffle(turned)
        assert poker.strength(turned) == poker.strength(hand)


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("7s 5d 4h 3c 2s", "8s 5d 4h 3c 2s"),
        ("As Kd Qh Jc 9s", "2s 2d 3h 4c 5s"),
        ("As Ad Kh Qc Js", "2s 2d 3h 3c 4s"),
        ("2s 2d As Kd Qh", "3s 3d 2h 4c 5s"),
        ("Ks Kd 2h 2c As", "As Ad 2h 2c 3s"),
        ("As Ad Kh Kc Qs", "2s 2d 2h 3c 4s"),
        ("As Ad Ah Kc Qs", "5d As 2s 3s 4s"),
        ("5d As 2s 3s 4s", "6d 5s 2s 3s 4s"),
        ("Kd Qs Js Ts 9s", "Ad Ks Qs Js Ts"),
        ("Ad Ks Qs Js Ts", "7s 5s 4s 3s 2s"),
        ("As Ks Qs Js 9s", "2s 2d 2h 3c 3s"),
        ("2s 2d 2h Ac As", "3s 3d 3h 2c 2s"),
        ("As Ad Ah Kc Ks", "2s 2d 2h 2c 3s"),
        ("As Ad Ah Ac Ks", "5s As 2s 3s 4s"),
        ("5s As 2s 3s 4s", "6s 5s 4s 3s 2s"),
        ("Ks Qs Js Ts 9s", "As Ks Qs Js Ts"),
        ("As Kd 4h 3c 2s", "As Kd 5h 3c 2s"),
    ],
)
def test_the_higher_of_two_neighbours(lower: str, higher: str) -> None:
    assert poker.strength(parse_cards(lower)) < poker.strength(parse_cards(higher))


@pytest.mark.parametrize(
    ("a", "b"),
    [("As Ks Qs Js Ts", "Ad Kd Qd Jd Td"), ("2s 2d Ah Kc Qs", "2h 2c Ad Ks Qh"), ("5d As 2s 3s 4s", "5h Ad 2c 3h 4d")],
)
def test_equal_ranks_tie_whatever_the_suits(a: str, b: str) -> None:
    assert poker.strength(parse_cards(a)) == poker.strength(parse_cards(b))


@pytest.mark.parametrize(
    ("cards", "category"),
    [
        ("5d As 2s 3s 4s", poker.STRAIGHT),
        ("5s As 2s 3s 4s", poker.STRAIGHT_FLUSH),
        ("Kd As 2s 3s 4s", poker.HIGH_CARD),
        ("Ks As 2s 3s 4s", poker.FLUSH),
        ("Kd Qs As 2s 3s", poker.HIGH_CARD),
        ("Kd Qs Js As 2s", poker.HIGH_CARD),
        ("As Ks Qs Js Ts", poker.ROYAL_FLUSH),
        ("As Ks Qs Js Td", poker.STRAIGHT),
    ],
)
def test_where_an_ace_completes_a_sequence_and_where_not(cards: str, category: int) -> None:
    assert poker.category(parse_cards(cards)) == category


def test_the_lowest_and_the_highest() -> None:
    assert poker.strength(parse_cards("7s 5d 4h 3c 2s")) == 1
    assert poker.strength(parse_cards("As Ks Qs Js Ts")) == 7462


def test_ace_king_four_three_two_is_the_lowest_with_ace_and_king() -> None:
    assert poker.strength(parse_cards("As Kd 4h 3c 2s")) == poker.ACE_KING
    below = [r for r, loose, _ in CLASSES if loose and poker.strength(mixed(r)) < poker.ACE_KING]
    assert not [r for r in below if {11, 12} <= set(r)]
    assert poker.strength(parse_cards("As Qd Jh Tc 9s")) == poker.ACE_KING - 1


@pytest.mark.parametrize("rank", range(13))
def test_the_weakest_pair_of_a_rank(rank: int) -> None:
    pairs = [r for r, _, _ in CLASSES if Counter(r)[rank] == 2 and len(set(r)) == 4]
    assert poker.weakest_pair(rank) == min(poker.strength(mixed(r)) for r in pairs)


@pytest.mark.parametrize("hand", ["As Ks Qs Js", "As Ks Qs Js Ts 9s"])
def test_other_than_five_cards_have_no_strength(hand: str) -> None:
    with pytest.raises(ValueError, match="values to unpack"):
        poker.strength(parse_cards(hand))


# --- three cards


def test_the_published_number_of_three_card_hands_in_each_category() -> None:
    counts = Counter(poker.category3(hand) for hand in combinations(PACK_52, 3))
    assert counts.total() == 22_100
    assert counts[poker.STRAIGHT_FLUSH_3] == 48
    assert counts[poker.THREE_3] == 52
    assert counts[poker.STRAIGHT_3] == 720
    assert counts[poker.FLUSH_3] == 1_096
    assert counts[poker.PAIR_3] == 3_744
    assert counts[poker.HIGH_3] == 16_440


@pytest.mark.parametrize(
    ("cards", "category"),
    [
        ("As 2s 3s", poker.STRAIGHT_FLUSH_3),
        ("Qs Ks As", poker.STRAIGHT_FLUSH_3),
        ("Ks As 2s", poker.FLUSH_3),
        ("As 2d 3s", poker.STRAIGHT_3),
        ("Qs Kd As", poker.STRAIGHT_3),
        ("Ks Ad 2s", poker.HIGH_3),
        ("2s 3s 4d", poker.STRAIGHT_3),
        ("As Ad Ah", poker.THREE_3),
        ("As Ad 2h", poker.PAIR_3),
        ("2s 2d Ah", poker.PAIR_3),
    ],
)
def test_three_cards_at_the_edges(cards: str, category: int) -> None:
    assert poker.category3(parse_cards(cards)) == category


def test_three_card_categories_are_the_same_in_any_order() -> None:
    for a, b, c in Random(3).sample(list(combinations(PACK_52, 3)), 1_000):
        assert poker.category3((a, b, c)) == poker.category3((c, a, b)) == poker.category3((b, a, c))


# --- names


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As Ks Qs Js Ts", "royal flush"),
        ("5s As 2s 3s 4s", "straight flush, five high"),
        ("2s 2d 2h 2c As", "four of a kind, twos, ace kicker"),
        ("6s 6d 6h 9c 9s", "full house, sixes full of nines"),
        ("As Js 9s 4s 2s", "flush, ace-jack-nine-four-two"),
        ("Ts 9d 8h 7c 6s", "straight, ten high"),
        ("5d As 2s 3s 4s", "straight, five high"),
        ("8s 8d 8h Kc 2s", "three of a kind, eights, king-two kickers"),
        ("Ks Kd 4h 4c As", "two pair, kings over fours, ace kicker"),
        ("Js Jd Ah Kc 2s", "pair of jacks, ace-king-two kickers"),
        ("As Kd 4h 3c 2s", "high card, ace-king-four-three-two"),
    ],
)
def test_names_of_five_cards(cards: str, name: str) -> None:
    assert poker.describe(parse_cards(cards)) == name


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As 2s 3s", "three-card straight flush, three high"),
        ("6s 6d 6h", "three of a kind, sixes"),
        ("Qs Kd As", "three-card straight, ace high"),
        ("Ks As 2s", "three-card flush, ace-king-two"),
        ("6s 6d 2h", "pair of sixes, two kicker"),
        ("Ks Ad 2s", "high card, ace-king-two"),
    ],
)
def test_names_of_three_cards(cards: str, name: str) -> None:
    assert poker.describe3(parse_cards(cards)) == name


def test_hands_have_one_name_exactly_where_they_have_one_strength() -> None:
    names: dict[str, int] = {}
    for ranks, loose, same in CLASSES:
        for hand in ([mixed(ranks)] if loose else []) + ([suited(ranks)] if same else []):
            names.setdefault(poker.describe(hand), poker.strength(hand))
    assert len(names) == 7462
    assert len(set(names.values())) == 7462
