"""Double Attack Blackjack, clause by clause: several players on a box, a player on several boxes, entry in mid-shoe."""

from __future__ import annotations

from typing import Any

import pytest

from attack_scene import NAME, AttackScene
from pitboss.engine.round import events as ev

clause = pytest.mark.clause


def shared(cards: str, *, bob: int = 1000, **rules: Any) -> AttackScene:
    """Ann sits at box 1. Bob stands behind her and wagers there too, with her consent. Bets are closed."""
    scene = AttackScene(cards, standing=("Bob",), rules=rules)
    scene.wager("Ann", initial=1000)
    scene.do("Ann", "consent")
    scene.do("Bob", "wager", "initial", bob, seat=1)
    scene.no_more_bets()
    return scene


# --- 13(a): who may wager


@clause(NAME, "13(a)")
def test_13a_others_need_the_consent_of_the_first() -> None:
    scene = AttackScene(standing=("Bob",)).wager("Ann", initial=1000)
    refusal = scene.refused("Bob", "wager", "initial", 1000, seat=1)
    assert refusal.clause == "13(a)"
    assert "has not consented" in str(refusal)
    scene.do("Ann", "consent")
    assert "consent is already given" in str(scene.refused("Ann", "consent"))
    scene.do("Bob", "wager", "initial", 1000, seat=1)


@pytest.mark.parametrize("way", ["directly", "after Ann withdrew"])
@clause(NAME, "13(a)")
def test_13a_someone_who_stands_may_be_the_first_on_a_box_whose_player_does_not_wager(way: str) -> None:
    """13(a) requires the consent of the first player who wagered, not of the player who sits there."""
    scene = AttackScene("7s 9h 8d Kc", standing=("Bob", "Cyd"))
    if way == "directly":
        scene.do("Bob", "wager", "initial", 500, seat=1)
    else:
        scene.wager("Ann", initial=1000)
        scene.do("Ann", "consent")
        scene.do("Bob", "wager", "initial", 500, seat=1)
        scene.do("Ann", "withdraw", "initial")
    for who in ("Cyd", "Ann"):
        refusal = scene.refused(who, "wager", "initial", 1000, seat=1)
        assert (refusal.clause, refusal.wrong) == (
            "13(a)",
            "Bob wagered on box 1 first and has not consented to others",
        )
    scene.no_more_bets().no_more_bets()
    assert scene.round.waiting[0].player == "Bob"
    scene.move("stand")
    assert [(end.player, end.result, end.returned) for end in scene.round.settlements] == [("Bob", "push", 500)]


@clause(NAME, "13(a)", "13(b)", "13(c)")
def test_13a_with_the_consent_of_the_first_the_seated_player_joins_and_calls() -> None:
    scene = AttackScene(standing=("Bob",))
    scene.do("Bob", "wager", "initial", 2000, seat=1)
    scene.do("Bob", "consent", seat=1)
    scene.wager("Ann", initial=1000)
    step = next(e for e in scene.no_more_bets().events(ev.Procedure) if e.clause == "13(c)")
    assert (step.player, "wagers of Bob lie behind" in step.step) == ("Ann", True)


@clause(NAME, "13(a)")
def test_13a_no_more_than_three_on_a_box() -> None:
    scene = AttackScene(standing=("Bob", "Cyd", "Dan")).wager("Ann", initial=1000)
    scene.do("Ann", "consent")
    for who in ("Bob", "Cyd"):
        scene.do(who, "wager", "initial", 1000, seat=1)
    refusal = scene.refused("Dan", "wager", "initial", 1000, seat=1)
    assert refusal.clause == "13(a)"
    assert "box 1 has 3 players already" in str(refusal)
    scene.do("Dan", "wager", "initial", 1000, seat=4)


@clause(NAME, "13(a)")
def test_13a_the_licensee_may_allow_one_person_a_box() -> None:
    scene = AttackScene(standing=("Bob",), rules={"people_on_box": 1}).wager("Ann", initial=1000)
    assert scene.refused("Bob", "wager", "initial", 1000, seat=1).clause == "13(a)"
    scene.do("Bob", "wager", "initial", 1000, seat=2)


def test_someone_who_stands_names_a_box_that_exists() -> None:
    """13(a) is about players on one box. It says neither which boxes exist nor who is at the table."""
    scene = AttackScene(standing=("Bob",))
    refusals = {
        "no seat 0": scene.refused("Bob", "wager", "initial", 1000),
        "no seat 9": scene.refused("Bob", "wager", "initial", 1000, seat=9),
        "not at the table": scene.refused("Eve", "wager", "initial", 1000, seat=1),
    }
    for words, refusal in refusals.items():
        assert words in refusal.wrong
        assert refusal.clause == ""


def test_13a_someone_who_stands_may_wager_on_every_box_of_the_table() -> None:
    scene = AttackScene(standing=("Bob",))
    assert [party.seat for party in scene.round.waiting if party.player == "Bob"] == [1, 2, 3, 4, 5, 6]
    assert [party.seat for party in scene.round.waiting if party.player == "Ann"] == [1]


@clause(NAME, "13(h)")
def test_13h_the_number_of_shared_boxes_may_be_limited() -> None:
    scene = AttackScene(players=("Ann", "Bob"), standing=("Cyd", "Dan"), rules={"shared_boxes": 1})
    for who in ("Ann", "Bob"):
        scene.wager(who, initial=1000)
        scene.do(who, "consent")
    scene.do("Cyd", "wager", "initial", 1000, seat=1)
    refusal = scene.refused("Dan", "wager", "initial", 1000, seat=2)
    assert refusal.clause == "13(h)"
    scene.do("Dan", "wager", "initial", 1000, seat=1)


# --- 13(b), 13(c): who calls


@clause(NAME, "13(b)", "13(c)")
def test_13b_the_seated_player_calls_and_has_the_front_place() -> None:
    scene = shared("7s 9h 7d Kc", bob=2000)
    step = next(e for e in scene.events(ev.Procedure) if e.clause == "13(c)")
    assert (step.seat, step.player) == (1, "Ann")
    assert "wagers of Bob lie behind" in step.step
    scene.no_more_bets()
    refusal = scene.refused("Bob", "stand", seat=1)
    assert refusal.clause == "13(b)"
    assert "Ann makes the decisions on box 1" in str(refusal)
    scene.move("stand")
    assert scene.result("Ann", "initial") == ("lose", 0)
    assert scene.result("Bob", "initial") == ("lose", 0)


@pytest.mark.parametrize(("bob", "cyd", "caller"), [(1000, 1500, "Cyd"), (1500, 1000, "Bob"), (1000, 1000, "Bob")])
@clause(NAME, "13(b)")
def test_13b_with_nobody_seated_the_highest_wager_calls_and_the_first_of_equals(
    bob: int, cyd: int, caller: str
) -> None:
    scene = AttackScene("7s 9h 7d Kc", standing=("Bob", "Cyd"))
    scene.do("Bob", "wager", "initial", bob, seat=3)
    scene.do("Bob", "consent", seat=3)
    scene.do("Cyd", "wager", "initial", cyd, seat=3)
    scene.no_more_bets().no_more_bets()
    assert scene.round.waiting[0].player == caller


@clause(NAME, "13(b)")
def test_13b_the_callers_surrender_holds_for_all() -> None:
    scene = shared("7s Kh 6d", bob=500)
    scene.no_more_bets()
    scene.move("surrender")
    assert scene.result("Ann", "initial") == ("surrender", 500)
    assert scene.result("Bob", "initial") == ("surrender", 250)


def test_13_each_person_on_a_box_is_paid_on_their_own_wagers() -> None:
    scene = AttackScene("6s 9h 9d Kc Kd", standing=("Bob",))
    scene.wager("Ann", initial=1000)
    scene.do("Ann", "consent")
    scene.do("Bob", "wager", "initial", 500, seat=1)
    scene.do("Bob", "wager", "bust bonus", 200, seat=1)
    scene.no_more_bets().no_more_bets()
    scene.move("stand")
    assert scene.result("Ann", "initial") == ("win", 2000)
    assert scene.result("Bob", "initial") == ("win", 1000)
    assert scene.result("Bob", "bust bonus") == ("win", 800)


# --- 13(d) to 13(g): each player's doubles, attacks, splits and insurance


@clause(NAME, "13(d)")
def test_13d_where_the_caller_doubles_the_others_may_and_one_card_comes() -> None:
    scene = shared("7s 5h 6d 9c Kc", bob=500)
    scene.no_more_bets()
    scene.move(("double", 1000))
    assert scene.round.waiting[0].player == "Bob"
    assert "above the wagers on the hand" in str(scene.refuses("double", 600))
    scene.move(("double", 300), "stand")
    assert scene.held("seat 1") == ["5h", "6d", "9c"]
    assert scene.result("Ann", "double") == ("win", 2000)
    assert scene.result("Bob", "double") == ("win", 600)


@clause(NAME, "13(d)")
def test_13d_the_others_need_not_double() -> None:
    scene = shared("7s 5h 6d 9c Kc", bob=500)
    scene.no_more_bets()
    scene.move(("double", 1000), "pass", "stand")
    assert scene.held("seat 1") == ["5h", "6d", "9c"]
    assert [s.wager for s in scene.round.settlements if s.player == "Bob"] == ["initial"]


@clause(NAME, "13(e)")
def test_13e_others_attack_only_where_the_caller_does() -> None:
    scene = shared("7s Kh 9d Kc", bob=500)
    refusal = scene.refused("Bob", "attack", amount=500, seat=1)
    assert refusal.clause == "13(e)"
    scene.do("Ann", "attack", amount=1000)
    scene.do("Bob", "attack", amount=500, seat=1)
    scene.no_more_bets()
    scene.move("stand")
    assert scene.result("Bob", "double attack") == ("win", 1000)


@clause(NAME, "13(e)")
def test_13e_others_need_not_attack() -> None:
    scene = shared("7s Kh 9d Kc", bob=500)
    scene.do("Ann", "attack", amount=1000)
    scene.do("Bob", "pass", seat=1)
    scene.no_more_bets()
    scene.move("stand")
    assert [s.wager for s in scene.round.settlements if s.player == "Bob"] == ["initial"]


@clause(NAME, "13(f)")
def test_13f_the_others_cover_both_split_hands() -> None:
    # Hand 1 makes 18 and wins against 17, hand 2 makes 17 and pushes.
    scene = shared("7s 8h 8d Kc 9c Jd", bob=500)
    scene.no_more_bets()
    scene.move("split", "split", "stand", "stand")
    assert scene.result("Bob", "initial", 1) == ("win", 1000)
    assert scene.result("Bob", "initial", 2) == ("push", 500)


@pytest.mark.parametrize(("hand", "result"), [(1, ("win", 1000)), (2, ("push", 500))])
@clause(NAME, "13(f)")
def test_13f_or_name_the_hand_to_which_their_wagers_apply(hand: int, result: tuple[str, int]) -> None:
    scene = shared("7s 8h 8d Kc 9c Jd", bob=500)
    scene.do("Ann", "attack", amount=1000)
    scene.do("Bob", "attack", amount=500, seat=1)
    scene.no_more_bets()
    scene.move("split")
    scene.do_asked("designate", what=f"hand {hand}")
    scene.move("stand", "stand")
    assert scene.result("Bob", "initial", hand) == result
    assert scene.result("Bob", "double attack", hand) == result
    assert len([s for s in scene.round.settlements if s.player == "Bob"]) == 2
    assert scene.events(ev.Ended)[0].staked == 2000 + 2000 + 1000


@clause(NAME, "13(f)")
def test_13f_a_designated_wager_stays_the_original_for_a_dealer_blackjack() -> None:
    scene = shared("Ks 8h 8d Kc 9c Ad", bob=500)
    scene.no_more_bets()
    scene.move("split")
    scene.do_asked("designate", what="hand 2")
    scene.move("stand", "stand")
    assert scene.result("Ann", "initial", 1) == ("lose", 0)
    assert scene.result("Ann", "initial", 2) == ("push", 1000)
    assert scene.result("Bob", "initial", 2) == ("lose", 0)


@clause(NAME, "13(f)", "10(d)", "10(c)")
def test_13f_naming_a_hand_of_a_second_split_leaves_the_original_wager_where_it_is() -> None:
    """Bob covers both hands, and then moves what lies on the second to the third. His first wager is on hand 1."""
    scene = shared("Ks 8h 8d Kc 8c 9c 7c Ad", bob=500)
    scene.no_more_bets()
    scene.move("split", "split", "stand", "split")
    scene.do_asked("designate", what="hand 3")
    scene.move("stand", "stand")
    assert scene.round.over
    assert scene.result("Bob", "initial", 1) == ("lose", 0)
    assert scene.result("Bob", "initial", 3) == ("push", 500)


@clause(NAME, "13(f)", "5(b)", "10(d)")
def test_5b_the_attack_of_a_designated_wager_is_void_as_an_original_one() -> None:
    scene = shared("Ks 8h 8d Kc 9c Ad", bob=500)
    scene.do("Ann", "attack", amount=1000)
    scene.do("Bob", "attack", amount=500, seat=1)
    scene.no_more_bets()
    scene.move("split")
    scene.do_asked("designate", what="hand 2")
    scene.move("stand", "stand")
    assert scene.result("Bob", "double attack", 2) == ("push", 500)
    assert scene.settled("Bob", "double attack", 2).clause == "5(b)"
    assert scene.settled("Ann", "double attack", 1).clause == "5(b)"
    assert scene.settled("Ann", "double attack", 2).clause == "10(d)"


@clause(NAME, "13(f)")
def test_13f_a_coupon_goes_with_the_wager_to_the_hand_that_is_named() -> None:
    scene = AttackScene("7s 8h 8d Kc Kd Jd", standing=("Bob",)).wager("Ann", initial=1000)
    scene.do("Ann", "consent")
    scene.do("Bob", "wager", "initial", 500, seat=1, coupon=500)
    scene.no_more_bets().no_more_bets()
    scene.move("split")
    scene.do_asked("designate", what="hand 2")
    scene.move("stand", "stand")
    assert scene.result("Bob", "initial", 2) == ("win", 1500)


@clause(NAME, "13(g)")
def test_13g_insurance_is_each_ones_own() -> None:
    scene = shared("As 9h 9d Kc", bob=600)
    scene.no_more_bets()
    scene.do("Bob", "insure", amount=300, seat=1)
    scene.do("Ann", "pass")
    scene.no_more_bets()
    scene.move("stand")
    assert scene.result("Bob", "insurance") == ("win", 1050)
    assert [s.wager for s in scene.round.settlements if s.player == "Ann"] == ["initial"]


def test_13_a_hand_that_only_the_caller_is_on_is_doubled_without_the_others() -> None:
    scene = shared("7s 8h 8d 3c 9c Kd Jd", bob=500)
    scene.no_more_bets()
    scene.move("split")
    scene.do_asked("designate", what="hand 2")
    scene.move(("double", 1000))
    assert scene.round.waiting[0].player == "Ann"


# --- 14: a player on several boxes


@clause(NAME, "14")
def test_14_one_box_a_player() -> None:
    scene = AttackScene().wager("Ann", initial=1000)
    refusal = scene.refused("Ann", "wager", "initial", 1000, seat=2)
    assert refusal.clause == "14"
    assert "wagers on box 1" in str(refusal)


def test_14_as_an_option_a_player_wagers_on_several_boxes() -> None:
    scene = AttackScene("7s 9h 8h Kh 9d 8d Kd Jc", players=("Ann", ("Bob", 3)), rules={"several_boxes": True})
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000)
    scene.do("Ann", "wager", "initial", 500, seat=2)
    scene.no_more_bets().no_more_bets()
    assert scene.round.dealt_in == (1, 2, 3)
    assert [scene.round.waiting[0].player, scene.round.waiting[0].seat] == ["Ann", 1]
    scene.move("stand")
    assert [scene.round.waiting[0].player, scene.round.waiting[0].seat] == ["Ann", 2]
    scene.move("stand", "stand")
    assert {(s.seat, s.player, s.result) for s in scene.round.settlements} == {
        (1, "Ann", "win"),
        (2, "Ann", "lose"),
        (3, "Bob", "win"),
    }


# --- 5(h): entry in mid-shoe


def played(scene: AttackScene, *who: str) -> None:
    """A round in which these players wager and stand."""
    for name in who:
        scene.wager(name, initial=1000)
    scene.no_more_bets().no_more_bets()
    while not scene.round.over:
        scene.move("stand")


CARDS = "7s 9h 8h Kh 9d Jc 7s 9h 8h Kh 9d Jc 7s 9h 8h Kh 9d Jc 7s 9h 8h Kh 9d Jc"


@clause(NAME, "5(h)")
def test_5h_whoever_misses_a_round_waits_for_the_next_shuffle() -> None:
    scene = AttackScene(CARDS, players=("Ann", "Bob"), rules={"mid_shoe_entry": False})
    played(scene, "Ann", "Bob")
    scene.next_round()
    played(scene, "Ann")
    scene.next_round()
    refusal = scene.refused("Bob", "wager", "initial", 1000)
    assert refusal.clause == "5(h)"
    assert "must wait for the next" in str(refusal)
    scene.do("supervisor", "reshuffle")
    scene.wager("Bob", initial=1000)


@clause(NAME, "5(h)")
def test_5h_someone_new_waits_too_unless_the_licensee_lets_them_in() -> None:
    scene = AttackScene(CARDS, rules={"mid_shoe_entry": False})
    assert "no player waits" in str(scene.refused("supervisor", "permit", what="Ann"))
    played(scene, "Ann")
    scene.table.sit("Bob")
    scene.next_round()
    assert scene.refused("Bob", "wager", "initial", 1000).clause == "5(h)"
    scene.do("supervisor", "permit", what="Bob")
    played(scene, "Ann", "Bob")
    scene.next_round()
    scene.wager("Bob", initial=1000)


def test_5h_by_default_people_come_and_go() -> None:
    scene = AttackScene(CARDS, players=("Ann", "Bob"))
    played(scene, "Ann")
    scene.next_round()
    scene.wager("Bob", initial=1000)
