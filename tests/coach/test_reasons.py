"""Why a choice is the best: the counts in the sentence, against every deal of the last cards of a pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from pitboss.cards import PACK_52, rank, texts
from pitboss.coach.counsel import Counsel, counsel
from pitboss.coach.reasons import why
from pitboss.exact.reasons import money
from pitboss.exact.spots import Asked
from pitboss.games.double_cross_poker.settle import dealer_array
from pitboss.games.double_down_stud.settle import LINES, line
from pitboss.poker import ACE_KING, CATEGORY_OF, STRAIGHT, TWO_PAIR, strength
from pitboss.table import events as ev
from pitboss.table.view import View

from scene import Scene


def asked(scene: Scene, about: str, unseen: Sequence[int] | None = None) -> Counsel:
    """The counsel to seat 1, which has seen all cards but its own and these ``unseen`` ones lie open."""
    view = scene.round.view("seat 1")
    if unseen is not None:
        seen = {card for place in view.layout.hands for card in view.layout.numbers(*place)}
        shown = [card for card in PACK_52 if card not in (*unseen, *seen)]
        more = [ev.Dealt(round=1, clause="", to="seat 5", hand=1, card=texts([one]), face="up") for one in shown]
        view = View("seat 1", (*view.events, *more))
    return counsel(scene.game, scene.round.rules, view, Asked(about=about, seat=1, player="Ann"))


def known(scene: Scene, *places: str) -> list[list[int]]:
    layout = scene.round.view("seat 1").layout
    return [list(layout.numbers(place)) for place in places]


def rest_of(*seen: Sequence[int]) -> list[int]:
    out = {card for cards in seen for card in cards}
    return [card for card in PACK_52 if card not in out]


def share(ways: int, of: int) -> str:
    return f"{100 * ways / of:.1f}%"


@pytest.fixture
def cross() -> Scene:
    """The puzzle of the picture: a pair of sevens along one array, three to a straight flush along the other."""
    scene = Scene("double_cross_poker", "8h 7h 2c 9d 4s 3d 7c 6h 5c")
    scene.do("Ann", "wager", "ante", 1000)
    return scene.no_more_bets()


def test_a_draw_at_double_cross_is_counted_in_every_way_in_which_its_cards_can_turn(cross: Scene) -> None:
    hand, top, right = known(cross, "seat 1", "vertical top", "horizontal right")
    paired, drawn = (top, right) if rank(top[0]) in map(rank, hand) else (right, top)
    assert sorted(texts([*hand, *paired]).split()) == ["7c", "7h", "8h"]
    every = [strength((*hand, *drawn, *two)) for two in combinations(rest_of(hand, top, right), 2)]
    straights = sum(CATEGORY_OF[one] >= STRAIGHT for one in every)
    assert (straights, len(every)) == (90, 1128)
    found = asked(cross, "fold or raise")
    assert found.best is not None
    other = "vertical" if drawn is top else "horizontal"
    assert found.best.do != other
    said = (
        f"Along the {found.best.do} you hold a pair of sevens; along the {other} a straight or a flush comes only"
        " 90 times in 1,128."
    )
    for chosen in (other, found.best.do):
        assert why("double_cross_poker", found, chosen).startswith(said)


def test_higher_hands_at_double_cross_are_those_of_every_deal(cross: Scene) -> None:
    hand, top, right = known(cross, "seat 1", "vertical top", "horizontal right")
    unseen = rest_of(hand, top, right)[::6]
    higher, deals = Counter[str](), 0
    for center, bottom, left in permutations(unseen, 3):
        columns = {"vertical": (*top, center, bottom), "horizontal": (left, center, *right)}
        for pair in combinations([card for card in unseen if card not in (center, bottom, left)], 2):
            both = [strength((*pair, *column)) for column in columns.values()]
            deals += 1
            for array, column in columns.items():
                higher[array] += strength((*hand, *column)) > both[dealer_array(*both)]
    found = asked(cross, "fold or raise", unseen)
    assert found.deals == deals
    sentence = why("double_cross_poker", found, "vertical")
    for array in ("vertical", "horizontal"):
        words = f"You end higher {share(higher[array], deals)} of the time along the {array}"
        assert words in sentence or f"and {share(higher[array], deals)} along the {array}." in sentence
    folded = why("double_cross_poker", found, "fold")
    assert (
        f"you end higher {share(higher[found.best.do if found.best else ''], deals)} of the time. So raising" in folded
    )


def test_the_dealer_of_caribbean_stud_qualifies_as_often_as_told() -> None:
    scene = Scene("caribbean_stud", "Ah 4d Kc 5d Qd 6d 9s 2s 3h 7d")
    scene.do("Ann", "wager", "ante", 500)
    scene.no_more_bets()
    hand, up = known(scene, "seat 1", "dealer")
    unseen = rest_of(hand, up)[::4]
    dealers = [strength((*up, *four)) for four in combinations(unseen, 4)]
    found = asked(scene, "bet or fold", unseen)
    assert found.deals == len(dealers)
    shown = [one for one in dealers if one >= ACE_KING]
    higher, lower = sum(strength(hand) > one for one in shown), sum(strength(hand) < one for one in shown)
    assert 0 < higher < len(shown) < len(dealers)
    said = (
        f"The dealer has less than ace-king {share(len(dealers) - len(shown), len(dealers))} of the time, and then the"
        f" ante wins. Otherwise you win {share(higher, len(shown))} of the showdowns and lose"
        f" {share(lower, len(shown))}. So betting "
    )
    assert why("caribbean_stud", found, "bet").startswith(said)


def test_the_hands_of_boston_are_those_of_every_deal() -> None:
    scene = Scene("boston_5_stud", "Ah 4d Kc 5d Qd 6d")
    scene.do("Ann", "wager", "ante", 500)
    scene.do("Ann", "wager", "first", 1000)
    scene.no_more_bets()
    (hand,) = known(scene, "seat 1")
    unseen = [*rest_of(hand)[6:14], rest_of(hand)[-1]]  # so that two pair and three of a kind come
    results, paid, deals = Counter[int](), 0, 0
    for two in combinations(unseen, 2):
        own = strength((*hand, *two))
        dealers = list(combinations([card for card in unseen if card not in two], 5))
        deals += len(dealers)
        paid += len(dealers) * (CATEGORY_OF[own] >= TWO_PAIR)
        for dealer in dealers:
            other = strength(dealer)
            results[(own > other) - (own < other)] += 1
    found = asked(scene, "second or fold", unseen)
    assert found.deals % deals == 0
    assert 0 < paid < deals
    assert results[1] * results[-1] > 0
    assert why("boston_5_stud", found, "fold").startswith(
        f"With all five cards you end higher {share(results[1], deals)} of the time and the dealer"
        f" {share(results[-1], deals)}. Two pair or better, which pays on the ante, comes {share(paid, deals)} of the"
    )


@pytest.mark.parametrize("cards", ["9h 2c 9s Kd 4c", "3s 2d 6s Qc 9d", "Ks 9d Kc 9c 2h", "Jh Qh Th 9h 2c"])
def test_the_hole_cards_of_double_down_are_counted(cards: str) -> None:
    scene = Scene("double_down_stud", cards)
    scene.do("Ann", "wager", "original", 500)
    scene.no_more_bets()
    own, board = known(scene, "seat 1", "community")
    pays = {"pair of sixes to tens": Fraction(0), LINES[0]: Fraction(-1)}
    back, per = scene.round.rules.back
    results = []
    for hole in rest_of(own, board):
        on = line(strength((*own, *board, hole)))
        results.append(pays.get(LINES[on], Fraction(back[on], per) - 1))
    won, push, lost = (
        sum(test(one) for one in results) for test in (lambda n: n > 0, lambda n: not n, lambda n: n < 0)
    )
    gains = sum(one for one in results if one > 0)
    sentence = why("double_down_stud", asked(scene, "double"), "pass")
    if not push and not lost:
        assert sentence.startswith("Of the 48 cards that the hole card can be, all win.")
    else:
        for count, verb in ((won, "win"), (push, "push"), (lost, "lose")):
            assert (f" {count} {verb}" in sentence) == bool(count)
    if won and lost:
        told = f"The winners pay the double {float(gains):g} times in all, and the losers cost it {lost} times."
        assert told in sentence
    average = Fraction(500 * sum(results), len(results))
    assert f"So the double itself {'wins' if average > 0 else 'loses'} {money(average)} on average." in sentence


def test_the_cards_that_win_insurance_are_counted() -> None:
    scene = Scene("double_attack_blackjack", "Ac 9h Kd 8d")
    scene.do("Ann", "wager", "initial", 1000)
    scene.no_more_bets()
    (hand, up) = known(scene, "seat 1", "dealer")
    shoe = list(scene.round.rules.cards)
    for card in (*hand, *up):
        shoe.remove(card)
    tens = sum(rank(card) in (9, 10, 11) for card in shoe)
    sentence = why("double_attack_blackjack", asked(scene, "insurance"), "insure")
    average = Fraction(1000, 2) * (Fraction(7, 2) * tens / len(shoe) - 1)
    assert sentence == (
        f"{tens} of the {len(shoe)} unseen cards count ten, {share(tens, len(shoe))}. Insurance at 5 to 2 breaks even"
        f" at 28.6%, so it loses {money(average)} on average."
    )
