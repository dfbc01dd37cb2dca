"""Double Attack Blackjack, clause by clause: the double attack, decisions on hands and insurance."""

from __future__ import annotations

import pytest

from attack_scene import NAME, AttackScene, dealt, dealt_ace
from pitboss.basics.cards import parse_cards
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Offer
from pitboss.games.double_attack_blackjack import settle
from pitboss.games.double_attack_blackjack.game import chart, splits
from pitboss.games.double_attack_blackjack.procedures.course import count_of

clause = pytest.mark.clause


# --- section 7(d): the double attack


@clause(NAME, "7(d)", "1:double attack wager")
def test_7d_after_the_up_card_a_player_may_attack_with_up_to_the_initial_wager() -> None:
    scene = AttackScene("7s Kh 8d Kc").wager("Ann", initial=1000).no_more_bets()
    assert scene.held("dealer") == ["7s"]
    assert scene.held("seat 1") == []
    assert "above the initial wager, which is $10" in str(scene.refused("Ann", "attack", amount=1100))
    scene.do("Ann", "attack", amount=300)
    assert "is already placed" in str(scene.refused("Ann", "attack", amount=300))
    scene.no_more_bets()
    scene.move("stand")
    assert scene.result("Ann", "double attack") == ("win", 600)


@clause(NAME, "7(d)")
def test_7d_as_an_option_the_attack_equals_the_initial_wager() -> None:
    scene = AttackScene("7s Kh 8d Kc", rules={"attack": "equal"}).wager("Ann", initial=1000).no_more_bets()
    assert "is not the initial wager" in str(scene.refused("Ann", "attack", amount=500))
    scene.attacks(Ann=1000)


@clause(NAME, "7(d)")
def test_7d_the_attack_may_be_left_and_then_comes_too_late() -> None:
    scene = AttackScene("7s Kh 8d Kc").wager("Ann", initial=1000).no_more_bets()
    scene.do("Ann", "pass")
    assert "passed" in str(scene.refused("Ann", "pass"))
    scene.no_more_bets()
    assert scene.refused("Ann", "attack", amount=500).clause == "7(d)"


@clause(NAME, "7(d)(1)", "7(d)(2)", "7(e)")
def test_7d_two_rounds_of_cards_face_up_from_the_dealers_left() -> None:
    scene = AttackScene("7s 2h 3h 4h 5h 6h 8h", players=(("Ann", 2), ("Bob", 4), ("Cyd", 5)))
    for who in ("Ann", "Bob", "Cyd"):
        scene.wager(who, initial=1000)
    scene.no_more_bets().no_more_bets()
    cards = [(e.to, e.card, e.face, e.clause) for e in scene.events(ev.Dealt)]
    assert cards == [
        ("dealer", "7s", "up", "7(d)"),
        ("seat 2", "2h", "up", "7(d)(1)"),
        ("seat 4", "3h", "up", "7(d)(1)"),
        ("seat 5", "4h", "up", "7(d)(1)"),
        ("seat 2", "5h", "up", "7(d)(2)"),
        ("seat 4", "6h", "up", "7(d)(2)"),
        ("seat 5", "8h", "up", "7(d)(2)"),
    ]
    assert scene.round.waiting[0].player == "Ann"
    scene.move("stand")
    assert scene.round.waiting[0].player == "Bob"


# --- sections 7(e), 7(f), 12(a): stand and draw


@clause(NAME, "7(f)", "12(a)")
def test_12a_a_player_draws_below_21_and_hears_the_new_total() -> None:
    scene = dealt("7s 2h 3d 4c 5c 6c Kd", "hit", "hit", "hit", "stand")
    assert scene.said("seat 1") == ["hard 5", "hard 9", "hard 14", "hard 20"]
    assert scene.result("Ann", "initial") == ("win", 2000)


@pytest.mark.parametrize(("cards", "words"), [("Kh Qd", "hard 20"), ("Ah 9d", "soft 20"), ("Kh 7d", "hard 17")])
@clause(NAME, "12(a)")
def test_12a_a_player_may_draw_on_every_total_below_21(cards: str, words: str) -> None:
    scene = dealt(f"7s {cards} Ac", "hit")
    assert scene.said("seat 1")[0] == words
    assert scene.held("seat 1") == [*cards.split(), "Ac"]


@clause(NAME, "12(a)(1)")
@pytest.mark.parametrize(("cards", "moves"), [("Ah Kd", ()), ("9h 5d 7c", ("hit",))])
def test_12a1_no_card_on_a_blackjack_or_a_hard_21(cards: str, moves: tuple[str, ...]) -> None:
    scene = dealt(f"7s {cards}", *moves)
    assert scene.refuses("hit").clause == "12(a)(1)"


@clause(NAME, "12(a)")
def test_12a_no_card_on_a_soft_21_either() -> None:
    scene = dealt("7s Ah 5d 5c", "hit")
    refusal = scene.refuses("hit")
    assert refusal.clause == "12(a)"
    assert "has 21" in str(refusal)


# --- section 8: surrender


@pytest.mark.parametrize("up", list("23456789"))
@clause(NAME, "8(a)", "8(a)(1)")
def test_8a1_against_two_to_nine_half_goes_back_at_once(up: str) -> None:
    scene = dealt(f"{up}s Kh 6d", "surrender", initial=1000, attack=600)
    assert scene.result("Ann", "initial") == ("surrender", 500)
    assert scene.result("Ann", "double attack") == ("surrender", 300)
    assert scene.held("dealer") == [f"{up}s"]


@pytest.mark.parametrize("up", list("JQK"))
@clause(NAME, "8(a)(2)")
def test_8a2_against_a_face_card_it_waits_for_the_second_card(up: str) -> None:
    scene = dealt(f"{up}s Kh 6d 9c", "surrender", initial=1000, attack=600)
    assert scene.result("Ann", "initial") == ("surrender", 500)
    assert scene.result("Ann", "double attack") == ("surrender", 300)
    assert scene.held("dealer") == [f"{up}s", "9c"]


@clause(NAME, "8(a)(2)")
def test_8a2_those_that_waited_are_settled_from_the_dealers_right() -> None:
    scene = AttackScene("Ks Kh Qd 6d 5d 9c", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=600).no_more_bets().no_more_bets()
    scene.move("surrender", "surrender")
    assert [(end.player, end.wager, end.result, end.returned) for end in scene.round.settlements] == [
        ("Bob", "initial", "surrender", 300),
        ("Ann", "initial", "surrender", 500),
    ]


@clause(NAME, "8(a)(2)")
def test_8a2_a_dealer_blackjack_takes_the_surrendered_initial_wager_whole() -> None:
    scene = dealt("Ks Kh 6d Ac", "surrender", initial=1000, attack=600)
    assert scene.result("Ann", "initial") == ("lose", 0)
    assert scene.result("Ann", "double attack") == ("push", 600)
    assert scene.settled("Ann", "initial").clause == "8(a)(2)"


@clause(NAME, "8(a)(2)")
def test_8a2_a_dealer_blackjack_takes_a_surrendered_blackjack_whole_too() -> None:
    """Who surrendered has discontinued play, so this is no blackjack against a blackjack."""
    scene = dealt("Ks Ah Kd Ac", "surrender", initial=1000, attack=600)
    assert scene.result("Ann", "initial") == ("lose", 0)
    assert scene.result("Ann", "double attack") == ("push", 600)
    assert scene.settled("Ann", "initial").clause == "8(a)(2)"


@clause(NAME, "8(a)(2)")
def test_8a2_against_an_ace_it_waits_too() -> None:
    scene = dealt_ace("As Kh 6d 9c", "surrender", initial=1000)
    assert scene.result("Ann", "initial") == ("surrender", 500)


@clause(NAME, "8(a)")
def test_8a_surrender_after_drawing_splitting_and_doubling() -> None:
    assert dealt("9s 2h 3d 8c", "hit", "surrender").result("Ann", "initial") == ("surrender", 500)

    split = dealt("9s 8h 8d 7c 7d Kc", "split", "surrender", "surrender")
    assert split.result("Ann", "initial", 1) == ("surrender", 500)
    assert split.result("Ann", "initial", 2) == ("surrender", 500)

    doubled = dealt("9s 5h 6d 2c", ("double", 1600), "surrender", attack=600)
    assert doubled.result("Ann", "initial") == ("surrender", 500)
    assert doubled.result("Ann", "double attack") == ("surrender", 300)
    assert doubled.result("Ann", "double") == ("surrender", 800)


@clause(NAME, "8(a)")
def test_8a_split_aces_may_be_surrendered() -> None:
    scene = dealt("9s Ah Ad 2c 3c 9c", "split", "surrender", "stand")
    assert scene.result("Ann", "initial", 1) == ("surrender", 500)


@clause(NAME, "8(a)")
def test_8a_no_surrender_once_the_hand_stands() -> None:
    scene = AttackScene("7s Kh 2h 6d 3d", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000).no_more_bets().no_more_bets()
    scene.do("Ann", "stand")
    refusal = scene.refused("Ann", "surrender")
    assert refusal.clause == "8(a)"
    assert "before it stands" in str(refusal)


@clause(NAME, "8(a)(1)")
def test_8a_half_an_odd_cent_is_rounded_for_the_player() -> None:
    scene = dealt("9s Kh 6d", "surrender", initial=1001, rules={"chip": 1})
    end = scene.settled("Ann", "initial")
    assert (end.returned, end.rounded) == (501, True)


@clause(NAME, "8(a)")
def test_8a_the_wagers_on_a_hand_are_halved_together_and_rounded_once() -> None:
    # Half of $10.01 plus $10.01 is a whole cent. With $10.01 more, half of $30.03 is $15.02.
    scene = dealt("9s Kh 6d", "surrender", initial=1001, attack=1001, rules={"chip": 1})
    ends = [(end.wager, end.returned, end.rounded) for end in scene.round.settlements]
    assert ends == [("initial", 501, False), ("double attack", 500, False)]
    doubled = dealt("9s 5h 6d 2c", ("double", 1001), "surrender", initial=1001, attack=1001, rules={"chip": 1})
    assert sum(end.returned for end in doubled.round.settlements) == 1502


@clause(NAME, "8(a)", "13(b)")
def test_8a_on_a_shared_box_each_persons_half_is_rounded_by_itself() -> None:
    scene = AttackScene("9s Kh 6d", standing=("Sue",), rules={"chip": 1}).wager("Ann", initial=1001)
    scene.do("Ann", "consent")
    scene.do("Sue", "wager", "initial", 1001, seat=1)
    scene.no_more_bets().no_more_bets()
    scene.do("Ann", "surrender")
    assert [(end.player, end.returned, end.rounded) for end in scene.round.settlements] == [
        ("Ann", 501, True),
        ("Sue", 501, True),
    ]


@clause(NAME, "8(a)(3)")
def test_8a3_with_a_card_reader_a_surrender_may_be_settled_at_once() -> None:
    rules = {"hole_card": "card reader", "surrender_at_once": True}
    scene = AttackScene("Ks Kh 9h 6d 9d 9c", players=("Ann", "Bob"), rules=rules)
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000).no_more_bets().no_more_bets()
    scene.move("surrender")
    assert scene.result("Ann", "initial") == ("surrender", 500)
    assert scene.settled("Ann", "initial").clause == "8(a)(3)"
    assert not scene.round.over


@clause(NAME, "8(a)(2)")
def test_8a2_without_that_option_it_waits_for_the_hole_card() -> None:
    scene = AttackScene("Ks Kh 9h 6d 9d 9c", players=("Ann", "Bob"), rules={"hole_card": "card reader"})
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000).no_more_bets().no_more_bets()
    scene.move("surrender")
    assert scene.round.settlements == []
    scene.move("stand")
    assert scene.result("Ann", "initial") == ("surrender", 500)


@clause(NAME, "8(b)")
def test_8b_insurance_and_surrender_do_not_touch_each_other() -> None:
    lost = dealt_ace("As Kh 6d 9c", "surrender", initial=1000, insurance=500)
    assert lost.result("Ann", "insurance") == ("lose", 0)
    assert lost.result("Ann", "initial") == ("surrender", 500)
    # A surrender settled while the insurance still stands cites that it is settled separately.
    rules = {"hole_card": "card reader", "surrender_at_once": True}
    scene = dealt_ace("As Kh 6d 9c", "surrender", initial=1000, insurance=500, rules=rules)
    assert "8(b)" in scene.settled("Ann", "initial").also
    won = dealt_ace("As Kh 6d Kc", "surrender", initial=1000, insurance=500)
    assert won.result("Ann", "insurance") == ("win", 1750)
    assert won.result("Ann", "initial") == ("lose", 0)


# --- section 9: doubling down


@clause(NAME, "9(a)", "9(b)", "12(a)(2)")
def test_9a_a_double_gets_one_card_and_is_paid_like_the_rest() -> None:
    scene = dealt("7s 5h 6d 9c Kc", ("double", 1500), initial=1000, attack=500)
    assert scene.refuses("hit").clause == "12(a)(2)"
    assert "already doubled" in str(scene.refuses("double", 100))
    scene.move("stand")
    assert scene.result("Ann", "double") == ("win", 3000)
    assert "9(b)" in scene.settled("Ann", "double").also


@clause(NAME, "9(a)")
def test_9a_up_to_the_wagers_on_the_hand() -> None:
    scene = dealt("7s 5h 6d 9c Kc", initial=1000, attack=500)
    refusal = scene.refuses("double", 1600)
    assert refusal.clause == "9(a)"
    assert "above the wagers on the hand, which is $15" in str(refusal)
    scene.move(("double", 100))
    assert scene.round.layout.stakes[1, "Ann", 1, "double"] == 100


@clause(NAME, "9(a)")
def test_9a_on_three_cards_and_more() -> None:
    scene = dealt("7s 2h 3d 4c 2d 9c Kc", "hit", "hit", ("double", 1000), "stand", initial=1000)
    assert scene.result("Ann", "double") == ("win", 2000)


@clause(NAME, "9(a)")
def test_9a_never_on_a_blackjack_on_21_or_on_split_aces() -> None:
    assert "a blackjack can't be doubled" in str(dealt("7s Ah Kd").refuses("double", 100))
    assert "has 21" in str(dealt("7s 9h 5d 7c", "hit").refuses("double", 100))
    assert "split ace" in str(dealt("7s Ah Ad 5c", "split").refuses("double", 100))


@clause(NAME, "9(a)")
def test_9a_on_a_split_hand() -> None:
    scene = dealt("7s 8h 8d 3c Kc 2c 3d Kd Kh", "split", ("double", 1000), "stand", "hit", "stand", initial=1000)
    assert scene.result("Ann", "double", 1) == ("win", 2000)


@clause(NAME, "9(c)")
def test_9c_a_dealer_blackjack_does_not_take_the_double() -> None:
    scene = dealt("Ks 5h 6d 9c Ac", ("double", 1000), "stand", initial=1000)
    assert scene.result("Ann", "initial") == ("lose", 0)
    assert scene.result("Ann", "double") == ("push", 1000)
    assert scene.settled("Ann", "double").clause == "9(c)"


@clause(NAME, "5(e)")
def test_9_a_doubled_hand_that_busts_loses_everything() -> None:
    scene = dealt("7s 9h 5d Kc", ("double", 1500), initial=1000, attack=500)
    assert [scene.result("Ann", w) for w in ("initial", "double attack", "double")] == [("lose", 0)] * 3


def test_an_offer_whose_most_is_below_its_least_takes_no_amount_at_all() -> None:
    offer = Offer(do="double", clause="9(a)", least=100, most=0, least_is="the smallest chip", most_is="the wager")
    for amount in (0, 100):
        assert "no double is possible: the wager is less than the smallest chip" in offer.wrong_amount(amount)


# --- section 10: splitting pairs


@clause(NAME, "10(a)", "10(b)", "10(c)")
def test_10_a_pair_is_split_and_each_hand_completed_in_turn() -> None:
    scene = dealt("7s 8h 8d Kc", "split", initial=1000, attack=400)
    wagers = {(e.wager, e.hand): e.amount for e in scene.events(ev.Wagered)}
    assert wagers[("initial", 2)] == 1000
    assert wagers[("double attack", 2)] == 400
    # Only the first hand has its second card and an announced total.
    assert scene.round.layout.cards("seat 1", 1) == ["8h", "Kc"]
    assert scene.round.layout.cards("seat 1", 2) == ["8d"]
    assert scene.said("seat 1", 1) == ["hard 16", "hard 18"]


@clause(NAME, "10(a)")
def test_10a_the_second_hand_is_settled_with_wagers_of_its_own() -> None:
    scene = dealt("7s 8h 8d Kc 9c Jd", "split", "stand", "stand", initial=1000, attack=400)
    # 18 beats 17; 17 pushes.
    assert scene.result("Ann", "initial", 1) == ("win", 2000)
    assert scene.result("Ann", "double attack", 1) == ("win", 800)
    assert scene.result("Ann", "initial", 2) == ("push", 1000)
    assert scene.result("Ann", "double attack", 2) == ("push", 400)


@clause(NAME, "10(a)")
def test_10a_as_an_option_the_split_hand_carries_the_initial_amount_alone() -> None:
    scene = dealt("7s 8h 8d Kc", "split", initial=1000, attack=400, rules={"split_attack": False})
    assert [(e.wager, e.amount) for e in scene.events(ev.Wagered) if e.hand == 2] == [("initial", 1000)]


@clause(NAME, "10(a)")
def test_10a_a_jack_and_a_king_are_a_pair_and_unlike_cards_are_not() -> None:
    dealt("7s Jh Kd Kc", "split")
    refusal = dealt("7s 8h 9d").refuses("split")
    assert refusal.clause == "10(a)"
    assert "8h and 9d are not identical in value" in str(refusal)


@clause(NAME, "10(a)")
def test_10a_only_two_cards_are_split() -> None:
    scene = dealt("7s 4h 4d 4c", "hit")
    assert "only the first two cards" in str(scene.refuses("split"))


@pytest.mark.parametrize(("positions", "hands"), [(7, 3), (6, 4), (4, 4)])
@clause(NAME, "10(c)")
def test_10c_three_hands_at_seven_positions_and_four_at_six(positions: int, hands: int) -> None:
    scene = dealt("7s 8h 8d 8c 8s 8h 8d Kc", rules={"positions": positions})
    for _ in range(hands - 1):
        scene.move("split")
    refusal = scene.refuses("split")
    assert refusal.clause == "10(c)"
    assert f"has {hands} hands" in str(refusal)


@clause(NAME, "10(c)")
def test_10c_a_split_hand_may_be_drawn_to_and_split_again() -> None:
    scene = dealt("7s 8h 8d 8c 2c", "split", "split")
    assert scene.round.layout.cards("seat 1", 1) == ["8h", "2c"]
    assert scene.refuses("split").clause == "10(c)"
    scene.move("hit")


@clause(NAME, "10(b)", "10(c)")
def test_10b_a_hand_split_again_lies_beside_the_one_it_comes_from_and_is_played_next() -> None:
    """The first hand is split twice. Its second split, hand 3, lies before hand 2 and is played before it."""
    scene = dealt("7s 8h 8d 8c 2c 3c 4c Kd", "split", "split")
    hands = []
    for _ in range(3):
        hands.append(scene.asked("stand").hand)
        scene.move("stand")
    assert hands == [1, 3, 2]
    assert [end.hand for end in scene.round.settlements] == [2, 3, 1]
    assert [(e.hand, e.cards) for e in scene.events(ev.Collected) if e.place == "seat 1"] == [
        (2, ("8d", "4c")),
        (3, ("8c", "3c")),
        (1, ("8h", "2c")),
    ]


@clause(NAME, "10(d)")
def test_10d_a_dealer_blackjack_takes_the_first_hands_initial_wager_alone() -> None:
    scene = dealt("Ks 8h 8d Kc Kd Ac", "split", "stand", "stand", initial=1000, attack=500)
    assert scene.result("Ann", "initial", 1) == ("lose", 0)
    assert scene.result("Ann", "double attack", 1) == ("push", 500)
    assert scene.result("Ann", "initial", 2) == ("push", 1000)
    assert scene.result("Ann", "double attack", 2) == ("push", 500)
    assert scene.settled("Ann", "initial", 2).clause == "10(d)"


@clause(NAME, "10(d)", "8(a)(2)")
def test_10d_a_surrendered_split_hand_is_spared_by_a_dealer_blackjack() -> None:
    scene = dealt("Ks 8h 8d Kc Kd Ac", "split", "stand", "surrender", initial=1000)
    assert scene.result("Ann", "initial", 1) == ("lose", 0)
    assert scene.result("Ann", "initial", 2) == ("push", 1000)


@clause(NAME, "10(e)")
def test_10e_split_aces_get_one_card_each_and_are_not_split_again() -> None:
    scene = dealt("7s Ah Ad Ac 5c Kd", "split")
    assert scene.refuses("split").clause == "10(e)"
    refusal = scene.refuses("hit")
    assert refusal.clause == "10(e)"
    assert "one card" in str(refusal)
    scene.move("stand", "stand")
    assert scene.round.layout.hand("seat 1", 2).actions == ["stand"]
    assert [e.card for e in scene.events(ev.Dealt) if e.to == "seat 1"] == ["Ah", "Ad", "Ac", "5c"]


# --- section 11: insurance


@clause(NAME, "11(a)", "11(c)")
def test_11c_insurance_wins_on_a_face_card_and_pays_5_to_2() -> None:
    scene = dealt_ace("As 9h 9d Kc", "stand", initial=1000, insurance=500)
    assert scene.result("Ann", "insurance") == ("win", 1750)
    assert scene.result("Ann", "initial") == ("lose", 0)
    assert scene.settled("Ann", "insurance").pays == "5 to 2"


@pytest.mark.parametrize("second", ["Ac", "2c", "9c"])
@clause(NAME, "11(a)", "11(d)")
def test_11d_insurance_loses_on_any_other_card_before_the_third_is_drawn(second: str) -> None:
    scene = dealt_ace(f"As 9h 9d {second} Kd 5d", "stand", initial=1000, insurance=500)
    assert scene.result("Ann", "insurance") == ("lose", 0)
    records = scene.round.events
    settled = next(i for i, e in enumerate(records) if isinstance(e, ev.Settled) and e.wager == "insurance")
    cards = [e for e in records[:settled] if isinstance(e, ev.Dealt) and e.to == "dealer"]
    assert len(cards) == 2


@clause(NAME, "11(b)")
def test_11b_up_to_half_of_the_initial_wager() -> None:
    scene = dealt("As 9h 9d Kc", initial=1000, attack=1000)
    refusal = scene.refused("Ann", "insure", amount=600)
    assert refusal.clause == "11(b)"
    assert "above half the initial wager, which is $5" in str(refusal)
    scene.insures(Ann=100)
    assert scene.refused("Ann", "insure", amount=100).clause == "11(b)"


@clause(NAME, "11(b)")
def test_11b_a_half_that_chips_can_not_make_is_told_as_rounded_up() -> None:
    scene = dealt("As 9h 9d Kc", initial=500)
    refusal = scene.refused("Ann", "insure", amount=400)
    assert refusal.wrong == "insure $4 is above half the initial wager, rounded up to the next chip, which is $3"


@clause(NAME, "11(b)")
def test_11b_the_next_chip_above_where_chips_cannot_make_the_half() -> None:
    scene = dealt("As 9h 9d Kc", initial=1500, rules={"chip": 500})
    scene.insures(Ann=1000)
    assert settle.most_insurance(1500, 500) == 1000
    assert settle.most_insurance(1000, 500) == 500
    assert settle.most_insurance(700, 100) == 400


@clause(NAME, "11(a)")
def test_11a_each_player_may_insure_against_an_ace_and_nobody_against_another_card() -> None:
    scene = AttackScene("As 9h 8h 9d 8d Kc", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000).no_more_bets().no_more_bets()
    assert scene.round.asking is not None
    assert scene.round.asking.about == "insurance"
    assert [party.player for party in scene.round.waiting] == ["Ann", "Bob", ""]
    scene.insures(Ann=500, Bob=400)
    scene.move("stand", "stand")
    assert [scene.result(who, "insurance") for who in ("Ann", "Bob")] == [("win", 1750), ("win", 1400)]
    for up in "23456789JQK":
        asked = dealt(f"{up}s 9h 9d 9c").round.asking
        assert asked is not None
        assert asked.about == "decision"


@clause(NAME, "11(b)")
def test_11b_only_against_an_ace() -> None:
    scene = dealt("Ks 9h 9d 9c")
    refusal = scene.refused("Ann", "insure", amount=500)
    assert refusal.clause == "11(b)"
    assert "against an ace" in str(refusal)


@clause(NAME, "11(c)")
def test_11c_a_payout_of_half_a_cent_is_rounded_up() -> None:
    scene = dealt_ace("As 9h 9d Kc", "stand", initial=1000, insurance=333, rules={"chip": 1})
    end = scene.settled("Ann", "insurance")
    assert (end.returned, end.rounded) == (1166, True)


@clause(NAME, "11(b)")
def test_11b_insurance_may_be_passed() -> None:
    scene = dealt("As 9h 9d 9c")
    scene.do("Ann", "pass")
    scene.no_more_bets()
    scene.move("stand")
    assert [s.wager for s in scene.round.settlements] == ["initial"]


# --- the basic policy


@pytest.mark.parametrize(
    ("cards", "up", "best"),
    [
        ("Kh 7d", 10, "stand"),
        ("Kh 6d", 6, "stand"),
        ("Kh 6d", 7, "hit"),
        ("Kh 6d", 1, "surrender"),
        ("Kh 2d", 4, "hit"),
        ("6h 5d", 8, "double"),
        ("6h 5d", 9, "hit"),
        ("6h 4d", 8, "hit"),
        ("Ah 7d", 2, "stand"),
        ("Ah 7d", 5, "double"),
        ("Ah 7d", 9, "hit"),
        ("Ah 8d", 10, "stand"),
        ("Ah 2d", 6, "hit"),
    ],
)
def test_basic_chart(cards: str, up: int, best: str) -> None:
    assert chart(count_of(tuple(parse_cards(cards, packs=6))), up)[0] == best


@pytest.mark.parametrize(
    ("points", "up", "yes"), [(1, 1, True), (8, 10, True), (8, 1, False), (9, 7, False), (10, 6, False), (5, 6, False)]
)
def test_basic_splits(points: int, up: int, yes: bool) -> None:
    assert splits(points, up) is yes
