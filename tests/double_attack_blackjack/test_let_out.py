"""Double Attack Blackjack: players let out of the hand after a misdelivered card, and the wagers that stay (15(a))."""

from __future__ import annotations

import pytest

from attack_scene import NAME, AttackScene, dealt, two
from pitboss.engine.round import events as ev

clause = pytest.mark.clause


def shared(cards: str, *, bob: int = 1000, cyd: int = 0, others: tuple[str, ...] = ()) -> AttackScene:
    """Ann sits at box 1 and calls. Bob, and Cyd if she wagers, stand behind her. Nobody has attacked."""
    standing = ("Bob", "Cyd") if cyd else ("Bob",)
    scene = AttackScene(cards, players=("Ann", *others), standing=standing).wager("Ann", initial=1000)
    scene.do("Ann", "consent")
    scene.do("Bob", "wager", "initial", bob, seat=1)
    if cyd:
        scene.do("Cyd", "wager", "initial", cyd, seat=1)
    for who in others:
        scene.wager(who, initial=1000)
    scene.no_more_bets().no_more_bets()
    return scene


@clause(NAME, "15(a)")
def test_15a_after_a_card_delivered_incorrectly_a_player_may_be_let_out() -> None:
    scene = two("7s 9h 8h 5d 4d Kc Kd")
    early = scene.refused("supervisor", "report", what="let out of the hand", place="seat 2")
    assert "no card has been delivered incorrectly" in str(early)
    scene.report("card drawn in error")
    scene.report("let out of the hand", by="supervisor", place="seat 2")
    assert scene.result("Bob", "initial") == ("void", 1000)
    scene.move("stand")
    assert scene.round.over
    assert scene.result("Ann", "initial") == ("lose", 0)


@clause(NAME, "15(a)")
def test_15a_the_player_whose_turn_it_is_may_be_let_out_too() -> None:
    scene = two("7s 9h 8h 5d 4d Kc Kd")
    scene.report("card exposed in error")
    scene.report("let out of the hand", by="supervisor", place="seat 1")
    assert scene.result("Ann", "initial") == ("void", 1000)
    assert scene.round.waiting[0].player == "Bob"
    # The drawn card never goes back. It is the next card.
    scene.move("hit")
    assert scene.held("seat 2")[-1] == "Kc"


@clause(NAME, "15(a)", "15(i)")
@pytest.mark.parametrize("cards", [0, 1])
def test_15a_a_short_hand_is_a_card_delivered_incorrectly(cards: int) -> None:
    scene = AttackScene("7s 9h 8h 5d 4d Kc Kd", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000)
    scene.report("short hand", place="seat 1", amount=cards)
    scene.no_more_bets().no_more_bets()
    scene.report("let out of the hand", place="seat 2")
    assert scene.result("Bob", "initial") == ("void", 1000)


@clause(NAME, "15(a)")
def test_15a_a_box_let_out_before_the_deal_gets_no_cards() -> None:
    scene = AttackScene("7s 9h 8h 5d 4d Kc Kd", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000).no_more_bets()
    scene.report("card drawn in error")
    scene.report("let out of the hand", place="seat 1")
    scene.no_more_bets()
    assert scene.held("seat 1") == []
    assert scene.held("seat 2") == ["9h", "8h"]


@clause(NAME, "15(a)")
def test_15a_a_player_who_stood_may_be_let_out() -> None:
    scene = two("7s 9h 8h 5d 4d Kc Kd")
    scene.move("stand")
    scene.report("card drawn in error")
    scene.report("let out of the hand", place="seat 1")
    assert [(e.place, e.hand) for e in scene.events(ev.Voided)] == [("seat 1", 1)]
    assert scene.result("Ann", "initial") == ("void", 1000)
    assert scene.round.layout.cards("seat 1") == []
    assert scene.round.waiting[0].player == "Bob"


@clause(NAME, "15(a)")
def test_15a_one_of_several_on_a_box_may_leave_and_another_then_calls() -> None:
    scene = AttackScene("7s 9h 8d Kc", standing=("Bob",)).wager("Ann", initial=1000)
    scene.do("Ann", "consent")
    scene.do("Bob", "wager", "initial", 500, seat=1)
    scene.no_more_bets().no_more_bets()
    scene.report("card drawn in error")
    wrong = scene.refused("supervisor", "report", what="let out of the hand", place="seat 1", player="Eve")
    assert "Eve has no wager on box 1" in str(wrong)
    scene.report("let out of the hand", by="supervisor", place="seat 1", player="Ann")
    assert scene.result("Ann", "initial") == ("void", 1000)
    assert scene.round.waiting[0].player == "Bob"
    scene.move("stand")
    assert scene.result("Bob", "initial") == ("push", 500)


@clause(NAME, "15(a)")
def test_15a_nobody_leaves_in_the_middle_of_a_decision() -> None:
    scene = AttackScene("7s 5h 6d 9c Kc", standing=("Bob",)).wager("Ann", initial=1000)
    scene.do("Ann", "consent")
    scene.do("Bob", "wager", "initial", 500, seat=1)
    scene.no_more_bets().no_more_bets()
    scene.report("card drawn in error")
    scene.move(("double", 1000))
    refusal = scene.refused("supervisor", "report", what="let out of the hand", place="seat 1")
    assert "in the middle of a decision" in str(refusal)


@clause(NAME, "15(a)", "15(j)", "10(b)", "13(b)")
def test_15a_the_hands_of_those_who_stay_are_played_though_their_caller_left() -> None:
    """Ann splits, Bob names hand 2, hand 1's card is forgotten, and Ann is let out. Bob plays hand 2."""
    scene = shared("5c 8d Kc 8h 9c 3d Kd Qd Jd", others=("Dan",))
    scene.move("split")
    scene.do_asked("designate", what="hand 2")
    scene.report("forgotten card", place="seat 1")
    scene.move("hit")
    assert scene.round.waiting[0].player == "Dan"
    scene.report("let out of the hand", place="seat 1", player="Ann")
    assert [scene.result("Ann", "initial", hand) for hand in (1, 2)] == [("void", 1000)] * 2
    scene.move("stand")
    assert scene.round.waiting[0].player == "Bob"
    assert scene.round.layout.cards("seat 1", 2) == ["8h", "Kd"]
    scene.move("stand")
    assert scene.held("dealer") == ["5c", "Qd", "Jd"]
    assert scene.result("Bob", "initial", 2) == ("win", 2000)


@clause(NAME, "15(a)", "13(b)", "9(a)")
def test_13b_after_the_caller_left_each_hand_is_called_by_someone_with_money_on_it() -> None:
    """Only Bob is on hand 1, and only Cyd, with the higher wager, is on hand 2."""
    scene = shared("5c 8d 8h 3d 2d 6d 7d Kh Ks", cyd=3000)
    scene.move("split")
    scene.do_asked("designate", what="hand 1")
    scene.do_asked("designate", what="hand 2")
    scene.report("card drawn in error")
    scene.report("let out of the hand", place="seat 1", player="Ann")
    assert scene.round.waiting[0].player == "Bob"
    assert scene.refused("Cyd", "double", amount=100, seat=1).clause == "13(b)"
    assert "below the smallest chip" in str(scene.refuses("double", 0))
    assert "above the wagers on the hand, which is $10" in str(scene.refuses("double", 1100))
    scene.move(("double", 1000))
    assert (scene.round.waiting[0].player, scene.round.asking and scene.round.asking.about) == ("Bob", "decision")
    scene.move("stand")
    assert scene.round.waiting[0].player == "Cyd"
    scene.move("stand")
    assert scene.result("Bob", "double")[0] != "void"
    assert {(end.player, end.hand) for end in scene.round.settlements} == {
        ("Ann", 1),
        ("Ann", 2),
        ("Bob", 1),
        ("Cyd", 2),
    }


@pytest.mark.parametrize(("up", "phase"), [("7s", "attack"), ("As", "insurance")])
@clause(NAME, "15(a)")
def test_15a_whoever_was_let_out_is_not_waited_for(up: str, phase: str) -> None:
    scene = AttackScene(f"{up} 9h 8h 5d 4d Kc Kd", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000).no_more_bets()
    if phase == "insurance":
        scene.no_more_bets()
    scene.report("card drawn in error")
    scene.report("let out of the hand", place="seat 1")
    assert scene.round.phase == phase
    assert [party.player for party in scene.round.waiting] == ["Bob", ""]


@clause(NAME, "15(a)", "8(a)(2)")
def test_15a_a_surrender_that_waits_is_no_hand_to_leave() -> None:
    """Ann surrenders hand 1 against a king, then is let out of hand 2. Half of hand 1 is still lost."""
    scene = dealt("Kc 8d 8h 3d 2d 9d", "split", "surrender", bonus=500)
    scene.report("card drawn in error")
    scene.report("let out of the hand", place="seat 1")
    assert scene.result("Ann", "initial", 2) == ("void", 1000)
    assert scene.result("Ann", "bust bonus") == ("void", 500)
    assert scene.round.over
    assert scene.held("dealer") == ["Kc", "9d"]
    assert scene.result("Ann", "initial", 1) == ("surrender", 500)


@clause(NAME, "15(a)")
def test_15a_who_has_surrendered_has_left_already() -> None:
    scene = two("Kc 8d 9d 8h 9h 3d 2d 9c")
    scene.report("card drawn in error")
    scene.move("surrender")
    leave = next(offer for offer in scene.round.reports() if offer.what == ("let out of the hand",))
    assert leave.places == ("seat 2",)
    scene.refused("supervisor", "report", what="let out of the hand", place="seat 1")
    scene.report("let out of the hand", place="seat 2")


@clause(NAME, "8(a)(2)", "15(b)")
def test_8a2_a_surrender_that_waits_stands_though_the_round_is_void() -> None:
    scene = two("Kc 8d 9d 8h 9h 3d^ 2d^ 9c")
    scene.move("surrender", "stand")
    assert scene.round.over
    end = scene.settled("Ann", "initial")
    assert (end.result, end.returned, end.clause, end.ruling) == ("surrender", 500, "8(a)(2)", "void-returns-all")
    assert scene.result("Bob", "initial") == ("void", 1000)


@clause(NAME, "15(f)", "15(a)")
def test_15f_a_refusal_does_not_bind_whoever_calls_the_box_afterwards() -> None:
    scene = shared("7s 9h 5d 3c 2d Kc")
    scene.report("card exposed in error")
    scene.move("refuse")
    assert scene.refuses("hit").clause == "15(f)"
    scene.report("let out of the hand", by="supervisor", place="seat 1", player="Ann")
    scene.move("hit")
    assert scene.held("seat 1") == ["9h", "5d", "3c"]
