"""Double Attack Blackjack: who may refuse a card exposed in error, and when (15(f))."""

from __future__ import annotations

import pytest

from attack_scene import NAME, AttackScene, Move, dealt, two
from pitboss.engine.round import events as ev

clause = pytest.mark.clause


def shared(cards: str) -> AttackScene:
    """Ann sits at box 1 and calls. Bob stands behind her with $5. Both have two cards."""
    scene = AttackScene(cards, standing=("Bob",)).wager("Ann", initial=1000)
    scene.do("Ann", "consent")
    scene.do("Bob", "wager", "initial", 500, seat=1)
    scene.no_more_bets().no_more_bets()
    return scene


def about(scene: AttackScene) -> tuple[str, str]:
    """The subject of the question, and who is asked."""
    return (scene.round.asking.about if scene.round.asking else "", scene.round.waiting[0].player)


def offered(scene: AttackScene) -> set[str]:
    return {offer.do for offer in scene.round.offers(scene.round.waiting[0]) if not offer.why_not}


def cards(scene: AttackScene, hand: int) -> list[str | None]:
    return scene.round.layout.cards("seat 1", hand)


# --- split hands: the waiting card would be the second card of the next one


@clause(NAME, "15(f)", "10(e)")
def test_15f_it_may_be_refused_while_the_first_of_two_split_aces_decides() -> None:
    scene = dealt("7s Ah Ad 9c 3c Kd", "split")
    scene.report("card exposed in error")
    scene.move("refuse", "stand")
    assert cards(scene, 2) == ["Ad"]
    scene.move("stand")
    # The dealer has 20. A soft 20 pushes, and a lone ace, 11, loses.
    assert scene.held("dealer") == ["7s", "3c", "Kd"]
    assert scene.result("Ann", "initial", 1) == ("push", 1000)
    assert scene.result("Ann", "initial", 2) == ("lose", 0)


@clause(NAME, "15(f)", "9(a)")
def test_15f_it_may_be_refused_while_a_doubled_first_hand_decides() -> None:
    scene = dealt("7s 8h 8d 2c 9c 3c Kd", "split", ("double", 1000))
    scene.report("card exposed in error")
    scene.move("refuse", "stand")
    assert cards(scene, 1) == ["8h", "2c", "9c"]
    assert cards(scene, 2) == ["8d"]
    assert scene.refuses("hit").clause == "15(f)"


@pytest.mark.parametrize(
    ("dealt_cards", "moves"), [("Ah Ad 9c 3c", ("split", "stand")), ("8h 8d 2c 9c 3c", ("split", ("double", 1000)))]
)
@clause(NAME, "15(f)")
def test_15f_who_does_not_refuse_it_in_their_turn_has_it_on_the_next_hand(
    dealt_cards: str, moves: tuple[Move, ...]
) -> None:
    scene = dealt(f"7s {dealt_cards} 4c Kd", moves[0])
    if moves[1] != "stand":
        scene.move(moves[1])
    scene.report("card exposed in error")
    scene.move("stand")
    assert cards(scene, 2)[1:] == ["3c"]
    assert about(scene) == ("decision", "Ann")


@pytest.mark.parametrize("doing", ["aces", "doubled"])
@clause(NAME, "15(f)")
def test_15f_there_is_nothing_to_refuse_where_no_card_can_come(doing: str) -> None:
    if doing == "aces":
        scene = dealt("7s Ah Ad 9c 3c 4c Kd", "split", "stand")
    else:
        scene = dealt("7s 5h 6d 2c 4c Kd", ("double", 1000))
    scene.report("card exposed in error")
    assert offered(scene) == {"stand", "surrender", "burn card"}


@clause(NAME, "15(f)", "10(c)")
def test_15f_a_refusal_on_the_third_of_four_hands_leaves_the_fourth_one_card() -> None:
    scene = dealt("7s 8h 8d 8c 8s 2c Kc 5c 3c Kd", "split", "split", "split", "stand", "stand", rules={"positions": 6})
    scene.move(("double", 1000))
    scene.report("card exposed in error")
    scene.move("refuse", "stand")
    assert [len(cards(scene, hand)) for hand in (1, 4, 3, 2)] == [2, 2, 3, 1]


@clause(NAME, "15(f)")
def test_15f_a_doubled_hand_refuses_for_the_players_next_box() -> None:
    scene = AttackScene("7s 5h 9h 6d 3d 2c 4c Kd", rules={"several_boxes": True}).wager("Ann", initial=1000)
    scene.do("Ann", "wager", "initial", 1000, seat=2)
    scene.no_more_bets().no_more_bets()
    scene.move(("double", 1000))
    scene.report("card exposed in error")
    scene.move("refuse", "stand")
    assert scene.round.waiting[0].seat == 2
    assert scene.refuses("hit").clause == "15(f)"


# --- a shared box: the caller has chosen, and the others are asked


@clause(NAME, "15(f)", "13(d)", "9(a)")
def test_15f_a_caller_who_has_doubled_is_asked_about_a_card_exposed_meanwhile() -> None:
    scene = shared("7s 5h 6d 3c Kd")
    scene.move(("double", 1000))
    assert about(scene) == ("double with the caller", "Bob")
    scene.report("card exposed in error")
    scene.move("pass")
    assert about(scene) == ("the card drawn in error", "Ann")
    assert scene.refused("Bob", "refuse", seat=1).clause == "15(f)"
    scene.move("refuse")
    assert cards(scene, 1) == ["5h", "6d"]
    assert scene.refuses("hit").clause == "15(f)"
    scene.move("surrender")
    # Half of the wagers on the hand, including the double, which stays.
    assert [scene.result("Ann", wager) for wager in ("initial", "double")] == [("surrender", 500)] * 2
    assert scene.result("Bob", "initial") == ("surrender", 250)


@clause(NAME, "15(f)", "13(d)")
def test_15f_a_caller_who_has_doubled_may_take_it() -> None:
    scene = shared("7s 5h 6d 9c Kd")
    scene.move(("double", 1000))
    scene.report("card exposed in error")
    scene.move("pass", "take card")
    taken = scene.events(ev.Chose)[-1]
    assert (taken.player, taken.action, taken.clause) == ("Ann", "take card", "15(f)")
    assert cards(scene, 1) == ["5h", "6d", "9c"]
    scene.move("stand")
    assert scene.result("Ann", "double") == ("win", 2000)


@clause(NAME, "15(f)", "13(d)")
def test_15f_a_caller_who_doubles_on_a_card_that_is_seen_has_accepted_it() -> None:
    scene = shared("7s 5h 6d 9c Kd")
    scene.report("card exposed in error")
    scene.move(("double", 1000), "pass")
    assert cards(scene, 1) == ["5h", "6d", "9c"]
    assert about(scene) == ("decision", "Ann")


@clause(NAME, "15(f)", "13(f)")
def test_15f_a_caller_who_has_split_is_asked_about_a_card_exposed_meanwhile() -> None:
    scene = shared("7s 8h 8d 3c Kd")
    scene.move("split")
    assert about(scene) == ("cover the split or name a hand", "Bob")
    scene.report("card exposed in error")
    scene.move("split")
    assert about(scene) == ("the card drawn in error", "Ann")
    scene.move("refuse")
    assert (cards(scene, 1), cards(scene, 2)) == (["8h"], ["8d"])
    assert scene.said("seat 1", 1)[-1] == "hard 8"
    scene.move("stand", "stand")
    assert scene.held("dealer") == ["7s", "3c", "Kd"]
    assert [scene.result("Bob", "initial", hand) for hand in (1, 2)] == [("lose", 0)] * 2


@clause(NAME, "15(f)", "15(a)", "13(b)")
def test_15f_whoever_calls_a_hand_after_another_left_is_asked_before_it_comes() -> None:
    """Ann splits and Bob names hand 2. Ann is let out while hand 1 decides, so Bob calls hand 2."""
    scene = shared("7s 8h 8d 2c 3c Kd")
    scene.move("split")
    scene.do_asked("designate", what="hand 2")
    scene.report("card exposed in error")
    scene.report("let out of the hand", place="seat 1", player="Ann")
    assert about(scene) == ("the card drawn in error", "Bob")
    scene.move("refuse", "stand")
    assert scene.held("seat 1") == ["8h", "8d", "2c"]
    assert scene.held("dealer")[1] == "3c"


# --- a forgotten card (15(j))


def forgotten(*moves: Move) -> AttackScene:
    """Ann's card is forgotten. While Bob decides, the three is exposed, and he leaves it."""
    scene = two("7s 9h 8h 5d 9d 3c Kd 2c")
    scene.report("forgotten card", place="seat 1")
    scene.move(*(moves or ("hit",)))
    scene.report("card exposed in error")
    scene.move("stand")
    assert about(scene) == ("the forgotten card", "Ann")
    return scene


@clause(NAME, "15(f)", "15(j)")
def test_15f_a_forgotten_card_may_be_refused_where_it_was_exposed_in_error() -> None:
    scene = forgotten()
    assert offered(scene) == {"take card", "dead hand", "refuse"}
    scene.move("refuse")
    assert scene.refuses("take card").clause == "15(f)"
    assert offered(scene) == {"dead hand", "stand", "surrender"}
    scene.move("stand")
    assert scene.held("seat 1") == ["9h", "5d"]
    assert scene.held("dealer") == ["7s", "3c", "Kd"]
    assert scene.result("Ann", "initial") == ("lose", 0)
    assert scene.result("Bob", "initial") == ("lose", 0)


@pytest.mark.parametrize(
    ("moves", "end"),
    [
        (("refuse", "surrender"), ("surrender", 500)),
        (("refuse", "dead hand"), ("void", 1000)),
        (("dead hand",), ("void", 1000)),
        (("take card", "stand"), ("push", 1000)),
    ],
)
@clause(NAME, "15(f)", "15(j)")
def test_15f_or_the_hand_is_given_up_or_dead_or_has_the_card(moves: tuple[str, ...], end: tuple[str, int]) -> None:
    scene = forgotten().move(*moves)
    assert scene.held("seat 1")[2:] == (["3c"] if "take card" in moves else [])
    assert scene.result("Ann", "initial") == end


@clause(NAME, "15(f)", "15(j)", "9(a)")
def test_15f_a_doubled_hand_may_refuse_its_forgotten_card() -> None:
    scene = forgotten(("double", 1000))
    scene.move("refuse", "stand")
    assert scene.held("seat 1") == ["9h", "5d"]
    assert [scene.result("Ann", wager) for wager in ("initial", "double")] == [("lose", 0)] * 2


@clause(NAME, "15(f)", "15(j)")
def test_15f_it_may_be_refused_when_it_is_exposed_at_the_question_itself() -> None:
    scene = dealt("7s 9h 5d 3c Kd")
    scene.report("forgotten card", place="seat 1")
    scene.move("hit")
    assert offered(scene) == {"take card", "dead hand"}
    scene.report("card exposed in error")
    scene.move("refuse", "stand")
    assert scene.held("seat 1") == ["9h", "5d"]


@clause(NAME, "15(f)")
def test_15f_a_card_exposed_in_the_insurance_window_may_be_refused_in_each_turn() -> None:
    scene = AttackScene("As 9h 8h 5d 4d 3c 9c", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000).no_more_bets().no_more_bets()
    scene.report("card exposed in error")
    scene.move("refuse", "stand", "refuse", "stand")
    assert scene.held("dealer") == ["As", "3c", "9c", *scene.held("dealer")[3:]]


@clause(NAME, "15(f)")
def test_15f_a_hand_that_stood_or_was_surrendered_has_nothing_to_refuse() -> None:
    scene = two("7s 9h 8h 5d 4d 3c Kd")
    scene.move("stand")
    scene.report("card exposed in error")
    assert scene.refused("Ann", "refuse").clause == "7(e)"
    scene.move("hit")
    assert scene.held("seat 2") == ["8h", "4d", "3c"]
    assert [type(e) for e in scene.events(ev.Burned)] == [ev.Burned]


# --- the dealer's next card


@clause(NAME, "15(f)", "15(g)")
def test_15g_a_draw_on_a_pat_hand_takes_the_exposed_card() -> None:
    """It once took the card after it, and the exposed one was burned later."""
    scene = AttackScene("9s Kh Kd 9c 5c 6c", rules={"hole_card": "hole card"}).wager("Ann", initial=1000)
    scene.no_more_bets().no_more_bets()
    scene.report("card exposed in error")
    scene.report("draw on a pat hand")
    scene.move("stand")
    assert [(e.card, e.clause, e.why) for e in scene.events(ev.Burned)] == [
        ("2c", "7(c)", "burn card"),
        ("5c", "15(g)", "drawn on a pat hand"),
    ]
    assert scene.round.over


def ten_in_the_reader(exposed: str) -> AttackScene:
    """Under an ace, the hole card is a ten, and a card was exposed in error before the hole card is read."""
    rules = {"hole_card": "card reader"}
    scene = AttackScene(f"As 8h 9d Ts {exposed} 6c 7c 3c", rules=rules, planted=True).wager("Ann", initial=1000)
    scene.no_more_bets().no_more_bets()
    scene.report("card exposed in error")
    scene.no_more_bets()
    return scene


def dealers_exposed(scene: AttackScene) -> list[tuple[str, ...]]:
    """The cards of the dealer that were turned face up."""
    return [e.cards for e in scene.events(ev.Exposed) if e.place == "dealer"]


@clause(NAME, "15(c)", "15(f)", "7(i)")
def test_15f_the_exposed_card_is_the_new_hole_card_and_lies_face_up() -> None:
    scene = ten_in_the_reader("5c")
    assert scene.round.layout.cards("dealer") == ["As", "5c"]
    dealt = [e for e in scene.events(ev.Dealt) if e.to == "dealer"]
    assert [(e.card, e.face, e.ruling) for e in dealt] == [
        ("As", "up", ""),
        ("Ts", "down", ""),
        ("5c", "up", "exposed-hole-card"),
    ]
    assert scene.round.view("seat 1").cards("dealer") == ["As", "5c"]
    assert not [e for e in scene.events(ev.Announced) if e.words == "no blackjack"]  # everyone sees it
    assert dealers_exposed(scene) == [("Ts",)]  # by the reader; the card that lies face up is not turned again
    assert scene.round.asking is not None
    assert scene.round.asking.about == "decision"
    scene.move("stand")
    assert [e.card for e in scene.events(ev.Burned)] == ["2c"]
    assert dealers_exposed(scene) == [("Ts",)]


@clause(NAME, "7(i)", "15(f)")
def test_15f_an_exposed_hole_card_that_makes_a_blackjack_ends_the_round() -> None:
    scene = ten_in_the_reader("Kc")
    assert scene.round.over
    assert scene.result("Ann", "initial") == ("lose", 0)
    assert scene.settled("Ann", "initial").ruling == "dealer-blackjack"
    assert dealers_exposed(scene) == [("Ts",)]


@clause(NAME, "8(a)(2)", "15(f)")
def test_8a2_a_surrender_is_settled_at_once_if_the_second_card_lies_face_up() -> None:
    scene = ten_in_the_reader("5c")
    scene.move("surrender")
    end = scene.settled("Ann", "initial")
    assert (end.returned, end.clause, end.ruling) == (500, "8(a)(2)", "exposed-hole-card")


def exposed_under_an_ace(exposed: str, **rules: object) -> AttackScene:
    """Ann has insured and Bob has not when a card is exposed in error."""
    hole = "5d " if rules else ""
    cards = f"As 9h 9s 8h 8s {hole}{exposed} 5c 6c"
    scene = AttackScene(cards, players=("Ann", "Bob"), rules=rules).wager("Ann", initial=1000)
    scene.wager("Bob", initial=1000).no_more_bets().no_more_bets()
    scene.do("Ann", "insure", amount=500)
    scene.report("card exposed in error")
    return scene


@pytest.mark.parametrize(("exposed", "ends"), [("Kd", ("win", 1750)), ("4d", ("lose", 0))])
@clause(NAME, "11(b)", "11(a)", "15(f)")
def test_11b_nobody_insures_after_a_card_was_exposed_that_may_be_the_dealers_second(
    exposed: str, ends: tuple[str, int]
) -> None:
    """Ann insured before anybody saw it. That wager stands (5(g))."""
    scene = exposed_under_an_ace(exposed)
    assert scene.round.asking is not None
    assert scene.round.asking.about == "decision"
    (closed,) = [e for e in scene.citing("11(b)") if isinstance(e, ev.Procedure)]
    assert (closed.ruling, closed.also) == ("exposed-hole-card", ("15(f)",))
    assert scene.refused("Bob", "insure", amount=500).clause == "11(b)"
    scene.move("stand", "stand")
    assert scene.result("Ann", "insurance") == ends
    assert [end.player for end in scene.round.settlements if end.wager == "insurance"] == ["Ann"]


@clause(NAME, "11(b)", "15(f)")
def test_11b_insurance_goes_on_if_the_exposed_card_is_not_the_hole_card() -> None:
    scene = exposed_under_an_ace("Kd", hole_card="hole card")
    scene.do("Bob", "insure", amount=500)
    assert [(e.player, e.amount) for e in scene.citing("11(b)") if isinstance(e, ev.Wagered)] == [
        ("Ann", 500),
        ("Bob", 500),
    ]


@clause(NAME, "5(c)", "15(f)")
def test_5c_insurance_by_word_that_was_not_confirmed_before_the_card_was_seen_goes_back() -> None:
    scene = AttackScene("As 9h 8h Kd", rules={"verbal_wagers": True}).wager("Ann", initial=1000)
    scene.no_more_bets().no_more_bets()
    scene.do("Ann", "cash", "insurance", 500)
    scene.do("dealer", "confirm")
    scene.report("card exposed in error")
    assert "the wager can no longer be placed, and the cash goes back" in scene.steps()
    scene.move("stand")
    assert [end.wager for end in scene.round.settlements] == ["initial"]
