"""Double Attack Blackjack, clause by clause: irregularities and the remedies of section 15."""

from __future__ import annotations

import pytest

from attack_scene import NAME, AttackScene, dealt, two
from pitboss.engine.round import events as ev
from pitboss.verification.pairs import faults_of

clause = pytest.mark.clause


# --- 15(d), 15(e)


@clause(NAME, "15(d)")
def test_15d_a_card_drawn_in_error_and_unseen_is_the_next_card() -> None:
    scene = two("7s 9h 8h 5d 4d 3c 2d Kc")
    scene.report("card drawn in error")
    scene.move("hit")
    assert scene.held("seat 1") == ["9h", "5d", "3c"]
    assert scene.troubles() == [("card drawn in error, not exposed", "15(d)")]


@clause(NAME, "15(e)")
def test_15e_players_dealt_to_before_the_dealer_void_the_round() -> None:
    scene = AttackScene("Kh 8d 9c 9d", players=("Ann", "Bob")).wager("Ann", initial=1000, bust_bonus=500)
    scene.wager("Bob", initial=1000)
    scene.report("no first card to the dealer")
    scene.no_more_bets()
    assert scene.round.over
    assert [(e.to, e.card) for e in scene.events(ev.Dealt)] == [
        ("seat 1", "Kh"),
        ("seat 2", "8d"),
        ("seat 1", "9c"),
        ("seat 2", "9d"),
    ]
    assert scene.result("Ann", "initial") == ("void", 1000)
    assert scene.result("Ann", "bust bonus") == ("void", 500)
    assert scene.result("Bob", "initial") == ("void", 1000)
    assert not scene.round.state.reshuffle
    assert "first card has already been dealt" in str(
        dealt("7s Kh 8d").refused("dealer", "report", what="no first card to the dealer")
    )


# --- 15(f): a card drawn in error and exposed


@clause(NAME, "15(f)")
def test_15f_a_card_exposed_in_error_is_the_next_card() -> None:
    scene = two("7s 9h 8h 5d 4d 3c 2d Kc")
    events = scene.report("card exposed in error")
    assert isinstance(events[-1], ev.Irregular)
    assert events[-1].card == "3c"
    assert "waits to be used" in str(scene.refused("dealer", "report", what="card exposed in error"))
    scene.move("hit")
    assert scene.held("seat 1") == ["9h", "5d", "3c"]


@clause(NAME, "15(f)")
def test_15f_who_refuses_it_gets_no_more_cards_and_it_moves_on() -> None:
    scene = two("7s 9h 8h 5d 4d 3c 2d Kc")
    scene.report("card exposed in error")
    scene.move("refuse")
    for do in ("hit", "double", "split"):
        assert scene.refuses(do, 100 if do == "double" else 0).clause == "15(f)"
    assert scene.refuses("refuse").clause == "7(e)"
    scene.move("stand", "hit")
    assert scene.held("seat 1") == ["9h", "5d"]
    assert scene.held("seat 2") == ["8h", "4d", "3c"]


@clause(NAME, "15(f)")
def test_15f_refused_by_all_it_is_the_dealers_next_card() -> None:
    scene = two("7s 9h 8h Kd Jd 3c 2d Kc")
    scene.report("card exposed in error")
    scene.move("refuse", "stand", "refuse", "stand")
    assert scene.held("dealer") == ["7s", "3c", "2d", "Kc"]


@clause(NAME, "15(f)")
def test_15f_if_the_dealer_cannot_use_it_it_is_burned() -> None:
    scene = dealt("7s Ah Kd 3c")
    scene.report("card exposed in error")
    scene.move("stand")
    burned = scene.events(ev.Burned)[-1]
    assert (burned.card, burned.face, burned.clause) == ("3c", "up", "15(f)")
    assert scene.held("dealer") == ["7s"]


@pytest.mark.parametrize(
    ("last", "end"), [("stand", ("lose", 0)), pytest.param("surrender", ("surrender", 500), marks=clause(NAME, "8(a)"))]
)
@clause(NAME, "15(f)")
def test_15f_a_split_hand_after_a_refusal_keeps_one_card_and_stands_or_surrenders(
    last: str, end: tuple[str, int]
) -> None:
    scene = dealt("7s 8h 8d 9c Kd Jd", "split")
    scene.report("card exposed in error")
    scene.move("refuse", "stand")
    assert scene.said("seat 1", 2) == ["hard 8"]
    assert scene.refuses("hit").clause == "15(f)"
    scene.move(last)
    assert scene.round.over
    assert scene.held("seat 1") == ["8h", "8d", "9c"]
    assert scene.held("dealer") == ["7s", "Kd"]
    assert scene.result("Ann", "initial", 2) == end


@clause(NAME, "15(f)")
def test_15f_a_refusal_binds_the_player_on_every_box_they_call() -> None:
    scene = AttackScene("5c 8d 5d 6d 8h 5h 6h 6c Kd 9c", players=("Ann", ("Bob", 3)), rules={"several_boxes": True})
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000)
    scene.do("Ann", "wager", "initial", 1000, seat=2)
    scene.no_more_bets().no_more_bets()
    scene.report("card exposed in error")
    scene.move("refuse", "stand")
    assert (scene.round.waiting[0].player, scene.round.waiting[0].seat) == ("Ann", 2)
    refusal = scene.refuses("hit")
    assert refusal.clause == "15(f)"
    assert "Ann refused a card" in str(refusal)
    scene.move("stand", "hit")
    assert scene.held("seat 3") == ["6d", "6h", "6c"]


@clause(NAME, "15(f)", "15(j)")
def test_15f_after_a_refusal_a_forgotten_card_is_not_taken_either() -> None:
    scene = AttackScene("5c 8d 5d 8h 5h 6c Kd 9c", rules={"several_boxes": True}).wager("Ann", initial=1000)
    scene.do("Ann", "wager", "initial", 1000, seat=2)
    scene.no_more_bets().no_more_bets()
    scene.report("forgotten card", place="seat 1")
    scene.move("hit")
    scene.report("card exposed in error")
    scene.move("refuse", "stand")
    assert scene.refuses("take card").clause == "15(f)"
    scene.move("dead hand")
    assert (1, "void") in {(end.seat, end.result) for end in scene.round.settlements}


@clause(NAME, "15(f)")
def test_15f_not_before_two_cards_have_been_dealt() -> None:
    scene = AttackScene("7s Kh 8h 4d 9d Kc", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000)
    scene.report("short hand", place="seat 1", amount=1)
    for phase, goes_on in (("wagers", scene.no_more_bets), ("attack", scene.no_more_bets), ("deal", scene.move)):
        assert scene.round.phase == phase
        assert scene.refused("dealer", "report", what="card exposed in error").clause == "15(f)"
        goes_on()
    scene.do("Ann", "take card")
    scene.report("card exposed in error")


# --- 15(g): a draw on a pat hand


@pytest.mark.parametrize(("dealer", "words"), [("7s Kc", "hard 17"), ("6s Ac", "soft 17"), ("2s Kc 7d", "hard 19")])
@clause(NAME, "15(g)", "1:pat hand")
def test_15g_a_card_drawn_to_a_hand_that_stands_is_burned(dealer: str, words: str) -> None:
    up, *rest = dealer.split()
    scene = AttackScene(f"{up} Kh 8d {' '.join(rest)} 4h").wager("Ann", initial=1000).no_more_bets().no_more_bets()
    scene.report("draw on a pat hand")
    scene.move("stand")
    assert scene.said("dealer") == [words]
    assert scene.held("dealer") == dealer.split()
    burned = scene.events(ev.Burned)[-1]
    assert (burned.card, burned.clause) == ("4h", "15(g)")


@clause(NAME, "15(g)")
def test_15g_a_hand_over_21_is_no_pat_hand() -> None:
    scene = dealt("6s Kh 8d Kc Jd 4h")
    scene.report("draw on a pat hand")
    scene.move("stand")
    assert scene.said("dealer") == ["hard 26"]
    assert [e.clause for e in scene.events(ev.Burned)] == ["7(c)"]
    assert scene.round.state.cursor == 6


OUT = "the card is already out of the game"
MARKED = {"ten in the shoe": ("Th", "15(c)"), "boxed card": ("4h^", "15(b)")}
"""A card that is not used in the game, as it lies in the shoe, and the clause."""
unusable = pytest.mark.parametrize(
    "what", [pytest.param(what, marks=clause(NAME, by)) for what, (_, by) in MARKED.items()]
)


@unusable
@clause(NAME, "15(g)")
def test_15g_nothing_replaces_a_card_that_is_not_used_in_the_game(what: str) -> None:
    """It was drawn on a pat hand. The next card stays in the shoe."""
    card, by = MARKED[what]
    scene = dealt(f"7s Kh 8d Kc {card} 5c", planted=True)
    scene.report("draw on a pat hand")
    scene.move("stand")
    assert [(e.what, e.clause, e.card) for e in scene.events(ev.Irregular)] == [
        (what, by, card[:2]),
        ("the dealer drew on a pat hand", "15(g)", None),
    ]
    assert scene.events(ev.Irregular)[1].remedy == OUT
    assert scene.round.state.order.split()[scene.round.state.cursor] == "5c"
    assert faults_of(scene.table, [scene.round]) == []


@unusable
@clause(NAME, "15(f)")
def test_15f_nothing_replaces_a_card_that_is_not_used_in_the_game(what: str) -> None:
    """It was exposed in error, and nobody has anything to refuse."""
    card, by = MARKED[what]
    scene = two(f"7s 9h 8h 5d 4d {card} 6c Kc", planted=True)
    scene.report("card exposed in error")
    assert [(e.what, e.remedy, e.clause) for e in scene.events(ev.Irregular)][1:] == [
        ("card drawn in error", OUT, "15(f)")
    ]
    assert scene.events(ev.Irregular)[0].clause == by
    assert not scene.round.allows("Ann", "refuse")
    scene.move("hit")
    assert scene.held("seat 1") == ["9h", "5d", "6c"]
    scene.move("stand", "stand")
    assert faults_of(scene.table, [scene.round]) == []


# --- 15(i), 15(j): cards not dealt


@clause(NAME, "15(i)", "6(e)")
def test_15i_a_hand_without_cards_is_dead_and_the_bonus_lives() -> None:
    scene = AttackScene("7s 8h 4d Kc Kd", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000, bust_bonus=500).wager("Bob", initial=1000)
    scene.report("short hand", place="seat 1", amount=0)
    scene.no_more_bets()
    scene.attacks(Ann=800)
    assert [scene.result("Ann", w) for w in ("initial", "double attack")] == [("void", 1000), ("void", 800)]
    assert scene.round.waiting[0].player == "Bob"
    scene.move("stand")
    assert scene.held("seat 1") == []
    # The bust bonus is on the dealer's cards, which still come: the dealer stands on 7 and K.
    assert scene.result("Ann", "bust bonus") == ("lose", 0)


@clause(NAME, "15(i)")
def test_15i_a_dead_hand_is_included_in_the_next_deal() -> None:
    scene = AttackScene("7s 8h 4d Kc Kd", players=("Ann", "Bob"), rules={"mid_shoe_entry": False})
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000)
    scene.report("short hand", place="seat 1", amount=0)
    scene.no_more_bets().no_more_bets()
    scene.move("stand")
    assert scene.result("Ann", "initial") == ("void", 1000)
    scene.table.sit("Cyd")
    scene.next_round()
    assert (
        scene.refused("Cyd", "wager", "initial", 1000).clause == "5(h)"
    )  # a player who enters in mid-shoe waits for a shuffle
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000)
    assert scene.round._dealer.stake(1, "Ann", "initial") == 1000


@clause(NAME, "15(i)")
def test_15i_after_one_card_the_second_comes_last_if_the_player_likes() -> None:
    scene = AttackScene("7s Kh 8h 4d 9d Kc", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000)
    scene.report("short hand", place="seat 1", amount=1)
    scene.no_more_bets().no_more_bets()
    assert [(e.to, e.card) for e in scene.events(ev.Dealt)][1:] == [
        ("seat 1", "Kh"),
        ("seat 2", "8h"),
        ("seat 2", "4d"),
    ]
    scene.do("Ann", "take card")
    assert scene.held("seat 1") == ["Kh", "9d"]
    scene.move("stand", "stand")
    assert scene.result("Ann", "initial") == ("win", 2000)


@clause(NAME, "15(i)")
def test_15i_or_the_hand_is_dead() -> None:
    scene = AttackScene("7s Kh 8h 4d 9d Kc", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000)
    scene.report("short hand", place="seat 1", amount=1)
    scene.no_more_bets().no_more_bets()
    scene.do("Ann", "dead hand")
    assert scene.result("Ann", "initial") == ("void", 1000)
    assert scene.round.waiting[0].player == "Bob"


@clause(NAME, "15(i)")
def test_15i_not_once_two_cards_have_been_dealt() -> None:
    scene = two("7s 9h 8h 5d 4d")
    assert scene.refused("dealer", "report", what="short hand", place="seat 1", amount=1).clause == "15(i)"


@clause(NAME, "15(j)")
def test_15j_a_forgotten_card_comes_after_the_others_have_theirs() -> None:
    scene = two("7s 9h 8h 5d 4d 6c 3c 2c Kc")
    scene.report("forgotten card", place="seat 1")
    scene.move("hit")
    assert scene.round.waiting[0].player == "Bob"
    scene.move("hit", "stand")
    assert scene.held("seat 2") == ["8h", "4d", "6c"]
    assert scene.round.waiting[0].player == "Ann"
    scene.do("Ann", "take card")
    assert scene.held("seat 1") == ["9h", "5d", "3c"]
    scene.move("hit", "stand")
    assert scene.said("seat 1") == ["hard 14", "hard 17", "hard 19"]
    assert scene.result("Ann", "initial") == ("win", 2000)
    assert scene.held("dealer") == ["7s", "Kc"]


@clause(NAME, "15(j)")
def test_15j_those_whose_cards_were_forgotten_have_them_in_turn() -> None:
    scene = two("7s 9h 8h 5d 4d 6c 3c Kc")
    scene.report("forgotten card", place="seat 2")
    scene.report("forgotten card", place="seat 1")
    scene.move("hit", "hit")
    assert scene.round.waiting[0].player == "Ann"
    scene.move("take card", "stand")
    assert scene.round.waiting[0].player == "Bob"
    scene.move("take card", "stand")
    assert (scene.held("seat 1")[2:], scene.held("seat 2")[2:]) == (["6c"], ["3c"])


@clause(NAME, "15(j)")
def test_15j_a_card_forgotten_once_more_is_asked_about_once_more() -> None:
    scene = two("7s 9h 8h 5d 4d 6c 3c Kc")
    scene.report("forgotten card", place="seat 1")
    scene.move("hit", "stand")
    scene.report("forgotten card", place="seat 1")
    scene.move("take card")
    assert scene.held("seat 1") == ["9h", "5d"]
    assert scene.round.asking is not None
    assert scene.round.asking.about == "the forgotten card"
    scene.move("take card")
    assert scene.held("seat 1") == ["9h", "5d", "6c"]
    scene.move("stand")
    assert scene.held("dealer") == ["7s", "3c", "Kc"]
    assert scene.troubles() == [("the dealer forgot a card", "15(j)")] * 2


@clause(NAME, "15(j)")
def test_15j_or_the_hand_is_dead_and_its_wagers_go_back() -> None:
    scene = AttackScene("7s 9h 8h 2d 4d Kc", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000).no_more_bets()
    scene.attacks(Ann=600)
    scene.report("forgotten card", place="seat 1")
    scene.move(("double", 1600), "stand", "dead hand")
    assert [scene.result("Ann", w) for w in ("initial", "double attack", "double")] == [
        ("void", 1000),
        ("void", 600),
        ("void", 1600),
    ]


@clause(NAME, "15(j)")
def test_15j_a_forgotten_card_of_a_split_hand_delays_the_rest_of_the_box() -> None:
    scene = AttackScene("7s 8h 9h 8d 9d 2c 3c 4c 5c Kc", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000, bust_bonus=500).wager("Bob", initial=1000).no_more_bets().no_more_bets()
    scene.report("forgotten card", place="seat 1")
    scene.move("split", "hit", "stand")
    assert scene.round.waiting[0].player == "Ann"
    scene.move("dead hand")
    assert scene.result("Ann", "initial", 1) == ("void", 1000)
    # The other hand plays on, and the bonus with it.
    scene.move("stand")
    assert scene.round.layout.hand("seat 1", 2).actions == ["stand"]
    assert scene.result("Ann", "bust bonus")[0] != "void"


@pytest.mark.parametrize(("third", "bonus"), [("6c", ("win", 8000)), ("2c", ("lose", 0))])
@clause(NAME, "15(j)", "6(e)")
def test_15j_a_dead_hand_does_not_touch_the_bust_bonus(third: str, bonus: tuple[str, int]) -> None:
    scene = dealt(f"6s 5h 6d Kc {third}", bonus=500)
    scene.report("forgotten card", place="seat 1")
    scene.move("hit", "dead hand")
    assert scene.result("Ann", "initial") == ("void", 1000)
    assert scene.held("dealer") == ["6s", "Kc", third]
    assert scene.result("Ann", "bust bonus") == bonus


# --- 15(m), 15(n): the card reader


@clause(NAME, "15(m)", "15(m)(1)")
def test_15m1_a_hole_card_that_players_could_see_makes_all_hands_dead() -> None:
    scene = two("7s 9h 8h 5d 4d Kc", hole_card="card reader", reader_shows=True)
    scene.report("card reader used in error")
    assert "a casino supervisor is notified" in scene.steps()
    assert scene.round.over
    assert [scene.result(who, "initial") for who in ("Ann", "Bob")] == [("void", 1000)] * 2


@clause(NAME, "15(m)", "15(m)(2)")
def test_15m2_if_nobody_could_see_it_play_goes_on() -> None:
    scene = two("7s 9h 8h 5d 4d Kc", hole_card="card reader")
    scene.report("card reader used in error")
    assert not scene.round.over
    assert scene.troubles()[0][1] == "15(m)(2)"


@clause(NAME, "15(m)")
def test_15m_under_an_ace_or_face_card_reading_is_no_error() -> None:
    scene = two("Ks 9h 8h 5d 4d 9c", hole_card="card reader")
    refusal = scene.refused("dealer", "report", what="card reader used in error")
    assert refusal.clause == "15(m)"
    assert "correct to read" in str(refusal)
    none = two("7s 9h 8h 5d 4d 9c").refused("dealer", "report", what="card reader used in error")
    assert "no card reader device" in str(none)


@clause(NAME, "15(m)")
def test_15m_there_must_be_a_hole_card_to_read() -> None:
    scene = AttackScene("7s 9h 5d Kc", rules={"hole_card": "card reader"}).wager("Ann", initial=1000)
    for _ in ("wagers", "double attack"):
        refusal = scene.refused("dealer", "report", what="card reader used in error")
        assert (refusal.clause, refusal.wrong) == ("15(m)", "there is no hole card on the table")
        scene.no_more_bets()
    scene.report("card reader used in error")


@clause(NAME, "15(n)")
def test_15n_without_its_reader_the_game_is_dealt_with_an_unread_hole_card() -> None:
    rules = {"hole_card": "card reader", "surrender_at_once": True}
    scene = AttackScene("Ks 9h 5d Ac", rules=rules).wager("Ann", initial=1000)
    scene.report("card reader malfunction")
    scene.no_more_bets().no_more_bets()
    assert "the hole card is put in the card reader" not in scene.steps()
    assert scene.round.view("public").cards("dealer") == ["Ks", None]
    scene.move("surrender")  # without a reader the surrender waits, and there is a blackjack
    assert scene.result("Ann", "initial") == ("lose", 0)
    assert scene.round.state.removed == ("card reader",)
    scene.next_round()
    assert "no card reader device" in str(scene.refused("dealer", "report", what="card reader malfunction"))


@clause(NAME, "15(n)", "7(i)")
def test_15n_a_supervisor_brings_a_repaired_reader_back_between_rounds() -> None:
    scene = AttackScene("7s 9h 5d Ac Kc Ks 9h 8d 9c", rules={"hole_card": "card reader"}).wager("Ann", initial=1000)
    refusal = scene.refused("supervisor", "bring back", what="card reader")
    assert refusal.clause == "15(n)"
    assert "no card reader device was removed" in str(refusal)
    scene.report("card reader malfunction")
    scene.no_more_bets().no_more_bets()
    scene.move("stand")
    scene.next_round()
    scene.do("supervisor", "bring back", what="card reader")
    scene.wager("Ann", initial=1000).no_more_bets().no_more_bets()
    assert scene.round._dealer.state.removed == ()
    assert "the hole card is put in the card reader" in scene.steps()


# --- 15(o): no burn card


@clause(NAME, "15(o)")
def test_15o_a_missed_burn_changes_nothing() -> None:
    scene = AttackScene("7s Kh 8d Kc", burn="").wager("Ann", initial=1000)
    scene.report("missed burn")
    scene.no_more_bets().no_more_bets()
    scene.move("stand")
    assert not scene.events(ev.Burned)
    assert scene.held("dealer") == ["7s", "Kc"]
    assert scene.result("Ann", "initial") == ("win", 2000)
    scene.next_round()
    refusal = scene.refused("dealer", "report", what="missed burn")
    assert refusal.clause == "15(o)"
