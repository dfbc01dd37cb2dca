"""Double Attack Blackjack: a match play coupon with each result of its wager (5(c), 6(c), ruling match-play)."""

from __future__ import annotations

import pytest

from attack_scene import NAME, AttackScene, Move

clause = pytest.mark.clause

Ending = tuple[str, int, bool]
"""The result, the cents returned, and whether the coupon is taken."""


def with_coupon(cards: str) -> AttackScene:
    """Ann has $10 and a coupon of $5 on her initial wager, and the double attack is over."""
    scene = AttackScene(cards)
    scene.do("Ann", "wager", "initial", 1000, coupon=500)
    scene.no_more_bets().no_more_bets()
    return scene


def ending(scene: AttackScene, wager: str = "initial", hand: int = 1, who: str = "Ann") -> Ending:
    end = scene.settled(who, wager, hand)
    assert end.coupon == 500
    return end.result, end.returned, end.coupon_taken


@pytest.mark.parametrize(
    ("cards", "moves", "end"),
    [
        pytest.param("7s Kh 8d Kc", ("stand",), ("win", 2500, True), id="win"),
        pytest.param("7s Ah Kd", ("stand",), ("win", 2500, True), id="blackjack"),
        pytest.param("7s Kh 8d Ac", ("stand",), ("push", 1000, False), id="push"),
        pytest.param("7s Kh 8d 4c 9d", ("stand",), ("lose", 0, True), id="loss"),
        pytest.param("7s Kh 6d 9c", ("hit",), ("lose", 0, True), id="bust"),
        pytest.param("7s Kh 6d", ("surrender",), ("surrender", 500, True), id="surrender at once"),
        pytest.param("Ks Kh 6d 9c", ("surrender",), ("surrender", 500, True), id="surrender on the second card"),
        pytest.param("Ks Kh 6d Ac", ("surrender",), ("lose", 0, True), id="surrender to a blackjack"),
        pytest.param("Ks Kh 6d Ac", ("stand",), ("lose", 0, True), id="dealer blackjack"),
        pytest.param("Ks Ah Kd Ac", ("stand",), ("push", 1000, False), id="both blackjack"),
        pytest.param("7s 5h 6d 9c Kc", (("double", 1000), "stand"), ("win", 2500, True), id="doubled"),
    ],
)
@clause(NAME, "5(c)")
def test_5c_a_win_pays_the_coupon_a_loss_or_a_surrender_takes_it_and_a_push_leaves_it(
    cards: str, moves: tuple[Move, ...], end: Ending
) -> None:
    assert ending(with_coupon(cards).move(*moves)) == end


@clause(NAME, "5(c)", "15(j)")
def test_15j_a_dead_hand_leaves_the_coupon() -> None:
    scene = with_coupon("7s 5h 6d Kc")
    scene.report("forgotten card", place="seat 1")
    scene.move("hit", "dead hand")
    assert ending(scene) == ("void", 1000, False)


@clause(NAME, "5(c)", "15(a)")
def test_15a_whoever_is_let_out_keeps_the_coupon() -> None:
    scene = with_coupon("7s 5h 6d Kc")
    scene.report("card drawn in error")
    scene.report("let out of the hand", place="seat 1")
    assert ending(scene) == ("void", 1000, False)


@pytest.mark.parametrize(
    ("up", "move", "end"), [("7s", "hit", ("void", 1000, False)), ("Ks", "surrender", ("surrender", 500, True))]
)
@clause(NAME, "5(c)", "15(b)")
def test_15b_a_void_round_leaves_it_unless_the_hand_was_given_up(up: str, move: str, end: Ending) -> None:
    scene = with_coupon(f"{up} 5h 6d 2c^ 3c^")
    scene.move(move)
    assert scene.round.over
    assert ending(scene) == end


@clause(NAME, "5(c)", "10(a)")
def test_10a_a_split_leaves_the_coupon_with_the_first_hand() -> None:
    scene = with_coupon("7s 8h 8d Kc Kd Jd").move("split", "stand", "stand")
    assert ending(scene) == ("win", 2500, True)
    second = scene.settled("Ann", "initial", 2)
    assert (second.returned, second.coupon) == (2000, 0)


@pytest.mark.parametrize(
    ("dealer", "end"),
    [("6s Kc Jd", ("win", 2500, True)), ("7s Kc", ("lose", 0, True)), ("6s Kc^ Jd^", ("void", 500, False))],
)
@clause(NAME, "6(c)")
def test_6c_the_coupon_of_a_bust_bonus(dealer: str, end: Ending) -> None:
    up, *rest = dealer.split()
    scene = AttackScene(f"{up} 9h 9d {' '.join(rest)}").wager("Ann", initial=1000)
    scene.do("Ann", "wager", "bust bonus", 500, coupon=500)
    scene.no_more_bets().no_more_bets().do("Ann", "stand")
    assert ending(scene, "bust bonus") == end


@clause(NAME, "5(c)")
def test_5c_a_coupon_lies_beside_chips_of_at_least_its_face_and_nowhere_else() -> None:
    scene = AttackScene("7s Kh 8d Kc")
    assert "must not exceed the chips beside it" in scene.refused("Ann", "wager", "initial", 1000, coupon=1100).wrong
    scene.do("Ann", "wager", "initial", 1000, coupon=1000)
    scene.no_more_bets()
    assert "'attack' takes no coupon" in scene.refused("Ann", "attack", amount=500, coupon=500).wrong
    scene.no_more_bets()
    assert "'double' takes no coupon" in scene.refused("Ann", "double", amount=500, coupon=500).wrong
