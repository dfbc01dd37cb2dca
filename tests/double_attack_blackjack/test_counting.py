"""Double Attack Blackjack counted a second way, with small shoes dealt card by card."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import perm, prod

import numpy as np
import pytest

from attack_dealt import Dealt, Shoe, shoe_of, without
from pitboss.games.double_attack_blackjack import settle
from pitboss.games.double_attack_blackjack.mathematics.choices import by_function
from pitboss.games.double_attack_blackjack.mathematics.counting import (
    DOUBLE,
    MOST_RUN,
    STAND,
    TEN,
    VALUES,
    card_of,
    count_runs,
    hand_of,
    room_to_tally,
    runs,
)
from pitboss.games.double_attack_blackjack.mathematics.counting_play import (
    BEST_PLAY,
    Against,
    added,
    best_chart,
    entry,
    first_hand,
    pieces,
    value_of,
)
from pitboss.games.double_attack_blackjack.settle import EVEN_MONEY, LOW, Wins
from pitboss.mathematics.choices import Known


def counted(
    shoe: Shoe,
    up: int,
    hole_card: str,
    most_hands: int,
    split_attack: bool,
    attack: bool | Fraction,
    coupon: Fraction = Fraction(0),
    wins: Wins = EVEN_MONEY,
) -> Fraction:
    reader = hole_card == "card reader"
    against = Against(
        shoe, up, most_hands=most_hands, reader=reader, split_attack=split_attack, coupon=coupon, wins=wins
    )
    played = against.round(BEST_PLAY, attack)
    ends = added(against.first_ends(played), against.split_ends(BEST_PLAY, played))
    first = sum((chance for (wagers, _, _), chance in ends.items() if wagers.original), Fraction(0))
    assert first == 1
    return against.value_of(ends)


SHOES = {
    "eights": shoe_of(six=2, eight=6, ten=7),
    "eights and aces": shoe_of(seven=2, eight=6, ten=5, ace=2),
    "sixes": shoe_of(six=6, ten=7, eight=3),
    "aces": shoe_of(ace=4, nine=5, ten=6),
    "tens": shoe_of(ten=9, nine=3, six=3),
    "fives": shoe_of(five=5, ten=9, nine=3),
}
UPS = {"ace": 0, "ten": 9, "six": 5}


@pytest.mark.long
@pytest.mark.parametrize("hole_card", ["none", "hole card", "card reader"])
@pytest.mark.parametrize(
    ("most_hands", "split_attack", "attack", "up", "shoe"),
    [
        (4, True, True, "six", "eights"),
        (3, False, True, "ace", "eights"),
        (4, False, True, "ten", "eights and aces"),
        (3, True, True, "ten", "sixes"),
        (4, True, False, "ace", "sixes"),
        (4, True, True, "six", "sixes"),
        (4, False, True, "six", "sixes"),
        (4, True, True, "ace", "aces"),
        (4, False, True, "ten", "aces"),
        (3, False, False, "ten", "aces"),
        (3, True, True, "six", "tens"),
        (4, False, True, "ace", "tens"),
        (4, True, False, "ten", "fives"),
        (4, False, True, "six", "fives"),
        (4, True, True, "six", "fives"),
    ],
)
def test_a_small_shoe_dealt_card_by_card_is_worth_the_same(
    shoe: str, up: str, most_hands: int, split_attack: bool, attack: bool, hole_card: str
) -> None:
    args = (SHOES[shoe], UPS[up], hole_card, most_hands, split_attack, attack)
    assert counted(*args) == Dealt(*args).value()


@pytest.mark.parametrize(
    ("most_hands", "split_attack", "attack", "coupon", "up", "shoe", "hole_card"),
    [
        (4, True, Fraction(0), Fraction(1), "six", "eights", "none"),
        (4, True, Fraction(1), Fraction(1, 2), "ten", "eights and aces", "none"),
        (3, False, Fraction(3, 10), Fraction(0), "ten", "sixes", "none"),
        (3, False, Fraction(3, 10), Fraction(1, 5), "ace", "aces", "card reader"),
        (4, True, Fraction(1, 2), Fraction(1), "ten", "fives", "hole card"),
    ],
)
def test_a_coupon_and_a_part_of_an_attack_are_worth_what_dealing_gives(
    shoe: str, up: str, most_hands: int, split_attack: bool, attack: Fraction, coupon: Fraction, hole_card: str
) -> None:
    args = (SHOES[shoe], UPS[up], hole_card, most_hands, split_attack, attack, coupon)
    assert counted(*args) == Dealt(*args).value()


@pytest.mark.parametrize(
    ("shoe", "up", "hole_card", "attack", "coupon"),
    [
        ("eights and aces", "ten", "none", True, Fraction(0)),
        ("aces", "ace", "card reader", Fraction(3, 10), Fraction(1, 5)),
        ("sixes", "six", "none", Fraction(1, 2), Fraction(1)),
    ],
)
@pytest.mark.parametrize("wins", [Wins(5, 4, 3, 2), Wins(0, 7, 4, 3)])
def test_a_small_shoe_with_other_odds_is_worth_the_same(
    shoe: str, up: str, hole_card: str, attack: bool | Fraction, coupon: Fraction, wins: Wins
) -> None:
    args = (SHOES[shoe], UPS[up], hole_card, 3, True, attack, coupon)
    value = counted(*args, wins)
    assert value == Dealt(*args, wins).value()
    assert value != counted(*args)


def test_in_these_shoes_pairs_are_split_up_to_four_hands_and_some_are_played_as_pairs() -> None:
    against = Against(SHOES["sixes"], UPS["six"], most_hands=4, reader=False, split_attack=True)
    found = against.round(BEST_PLAY, True)
    made = {second: context.elsewhere for context, second in pieces(found.splits[TEN].branches)}
    assert TEN in found.taken
    assert made.keys() == {"any", "other", "pair"}
    assert made["any"] >= 3


# --- a way to play, dealt out to the last card of the last hand


def plain(known: Known) -> str:
    """Split all pairs but tens, also at three hands; double ten and eleven; surrender sixteen; draw up to sixteen."""
    points = [LOW[card] for card in known.get("hand", ())]
    if not points:
        return "attack"
    total = settle.total(sum(points), points.count(1))
    if "last" in known:
        return "surrender" if total < 17 else "stand"
    if len(points) == 2 and points[0] == points[1] and points[0] < 10 and "no split" not in known:
        return "split"
    if total in (10, 11):
        return "double"
    return "surrender" if total == 16 else "hit" if total < 16 else "stand"


Hands = tuple[tuple[int, ...], ...]
EndsOfHands = tuple[tuple[str, bool], ...]


class Enumerated(Dealt):
    """Every order of the cards, played one way, with all hands complete before the dealer draws."""

    def value_of_round(self) -> Fraction:
        total = Fraction(0)
        for one, n in enumerate(self.shoe):
            for two, m in enumerate(without(self.shoe, one) if n else ()):
                if m:
                    shoe, weight = without(without(self.shoe, one), two), Fraction(n * m, perm(sum(self.shoe), 2))
                    total += weight * self.hands(shoe, ((one, two),), 0, ())
        return total

    def known(self, cards: tuple[int, ...], hands: Hands, **more: tuple[int, ...]) -> Known:
        split = {"split": tuple(card_of(hand[0]) for hand in hands[1:])} if len(hands) > 1 else {}
        return {"up": (card_of(self.up),), "hand": tuple(map(card_of, cards)), **split, **more}

    def hands(
        self, shoe: Shoe, held: tuple[tuple[int, ...], ...], at: int, ends: tuple[tuple[str, bool], ...]
    ) -> Fraction:
        """The hand at a place decides. ``ends`` has the ends of the hands before it and whether they were doubled."""
        if at == len(held):
            return sum(
                (chance * self.settled(held, ends, dealer) for dealer, chance in self.dealer(shoe, -1).items()),
                Fraction(0),
            )
        cards = held[at]

        def then(cards: tuple[int, ...], shoe: Shoe, *, end: str = "", doubled: bool = False) -> Fraction:
            now = (*held[:at], cards, *held[at + 1 :])
            return self.hands(shoe, now, at + 1, (*ends, (end, doubled))) if end else self.hands(shoe, now, at, ends)

        def drawn(doubled: bool = False) -> Fraction:
            total = Fraction(0)
            for value, n in enumerate(shoe):
                if n:
                    more, left = (*cards, value), without(shoe, value)
                    over = self.points(more) > settle.BEST
                    end = "over" if over else plain(self.known(more, held, last=())) if doubled else ""
                    total += Fraction(n, sum(shoe)) * then(more, left, end=end, doubled=doubled)
            return total

        if len(cards) == 1:
            return drawn()
        aces = len(held) > 1 and cards[0] == 0
        pair = len(cards) == 2 and cards[0] == cards[1] and not aces
        more = {"last": ()} if aces else {"no split": ()} if pair and len(held) == self.most_hands else {}
        action = plain(self.known(cards, held, **more))
        if action == "split":
            return self.hands(shoe, (*held[:at], cards[:1], cards[:1], *held[at + 1 :]), at, ends)
        if action in ("stand", "surrender"):
            return then(cards, shoe, end=action)
        return drawn(action == "double")

    @staticmethod
    def points(cards: tuple[int, ...]) -> int:
        return settle.total(sum(value + 1 for value in cards), cards.count(0))

    def settled(self, held: Hands, ends: EndsOfHands, dealer: tuple[int, int]) -> Fraction:
        total = Fraction(0)
        for at, (cards, (end, doubled)) in enumerate(zip(held, ends, strict=True)):
            if end == "surrender":
                total += self.given_up(at == 0, doubled, dealer)
            else:
                total += self.stood(cards, at == 0, doubled, len(held) > 1, dealer)
        return total


@pytest.mark.parametrize(
    ("shoe", "up", "most_hands"), [("eights", "ten", 4), ("aces", "ace", 3), ("sixes", "six", 4), ("fives", "ten", 3)]
)
def test_a_way_to_play_is_worth_what_dealing_out_every_hand_and_the_dealer_gives(
    shoe: str, up: str, most_hands: int
) -> None:
    against = Against(SHOES[shoe], UPS[up], most_hands=most_hands, reader=False, split_attack=True)
    dealt = Enumerated(SHOES[shoe], UPS[up], "none", most_hands, True, True)
    assert by_function(against, plain).value == dealt.value_of_round()


# --- the full shoe


def full(decks: int, up: int) -> Shoe:
    return without(tuple(decks * (12 if value == TEN else 4) for value in range(VALUES)), up)


@pytest.mark.parametrize(
    ("cards", "up"), [((1, 3, 5), 9), ((9, 5), 8), ((0, 6), 7), ((4, 5), 0), ((2, 2, 4, 7), 6), ((9, 9), 0)]
)
def test_hands_from_eight_decks_are_worth_what_dealing_behind_them_gives(cards: tuple[int, ...], up: int) -> None:
    against = Against(full(8, up), up, most_hands=4, reader=False, split_attack=True)
    dealt = Dealt(full(8, up), up, "none", 4, True, False)
    left = full(8, up)
    for value in cards:
        left = without(left, value)
    context, hand = first_hand(False), hand_of(*cards)
    way = against.solve(BEST_PLAY, context).way
    stands = {
        end: dealt.stood(cards, True, False, False, end) * chance for end, chance in dealt.dealer(left, -1).items()
    }
    assert against.worth_of(context, hand, way.but(hand, STAND)) == sum(stands.values())
    doubled = Fraction(0)
    for value, n in enumerate(left):
        rest, more = without(left, value), (*cards, value)
        behind = dealt.dealer(rest, -1)
        stood = sum((p * dealt.stood(more, True, True, False, end) for end, p in behind.items()), Fraction(0))
        gone = sum((p * dealt.given_up(True, True, end) for end, p in behind.items()), Fraction(0))
        over = settle.total(sum(v + 1 for v in more), more.count(0)) > settle.BEST
        doubled += Fraction(n, sum(left)) * (stood if over else max(stood, gone))
    assert against.worth_of(context, hand, way.but(hand, DOUBLE)) == doubled


def test_the_dealers_runs_from_eight_decks_stay_within_64_bits_and_come_to_one() -> None:
    for up in range(VALUES):
        shoe = np.array(full(8, up), np.int64)
        *_, counts, ways = room_to_tally()
        ahead = runs(up)
        count_runs(counts, ways, shoe, ahead.value, ahead.run, ahead.depth, ahead.orders, ahead.slot)
        found = [[int(n) for n in row] for row in counts.reshape(-1, MOST_RUN, MOST_RUN).sum(axis=2)]
        again: Counter[int] = Counter()
        for drawn, orders in dealer_sets(up):
            again[sum(drawn)] += orders * prod(perm(n, k) for n, k in zip(full(8, up), drawn, strict=True))
        by_cards = [sum(row[cards] for row in found) for cards in range(len(found[0]))]
        assert by_cards == [again[cards] for cards in range(len(by_cards))]
        assert sum(Fraction(n, perm(383, cards)) for cards, n in enumerate(by_cards)) == 1


def dealer_sets(up: int) -> list[tuple[tuple[int, ...], int]]:
    """The sets of cards that a dealer ends with and their orders, found by drawing in every order."""
    found: Counter[tuple[int, ...]] = Counter()

    def draw(drawn: tuple[int, ...], low: int, aces: int) -> None:
        if settle.total(low, aces) >= settle.STANDS:
            found[drawn] += 1
            return
        for value in range(VALUES):
            more = tuple(n + (value == at) for at, n in enumerate(drawn))
            draw(more, low + value + 1, aces + (value == 0))

    draw((0,) * VALUES, up + 1, int(up == 0))
    return list(found.items())


def test_close_decisions_are_made_by_exact_numbers() -> None:
    """In a shoe of only tens every hand is twenty. Values that floating point can't distinguish stay a push."""
    against = Against(shoe_of(ten=20), TEN, most_hands=4, reader=False, split_attack=True)
    found = against.round(BEST_PLAY, False)
    assert value_of(added(against.first_ends(found), against.split_ends(BEST_PLAY, found))) == 0
    assert found.taken == ()


def test_no_single_entry_of_the_chart_can_be_changed_to_gain() -> None:
    against = Against(full(6, 3), 3, most_hands=4, reader=False, split_attack=True)
    worth, chart = best_chart(against, True)
    best = against.round(BEST_PLAY, True).worth
    assert best - 1e-3 < worth <= best
    for at in (entry(9, False), entry(12, False), entry(14, False), entry(17, True), entry(18, True)):
        for action in range(4):
            other = chart._replace(draw=(*chart.draw[:at], action, *chart.draw[at + 1 :]))
            assert against.round(other.strategy(), True).worth <= worth + 1e-12
