"""Double Attack Blackjack, clause by clause: the dealer's hand, with and without a hole card."""

from __future__ import annotations

import pytest

from attack_scene import NAME, AttackScene, dealt, dealt_ace
from pitboss.engine.round import events as ev

clause = pytest.mark.clause


# --- sections 7(g) and 12: the dealer's hand


@clause(NAME, "7(g)", "12(b)")
def test_7g_the_dealer_says_so_draws_a_second_card_and_goes_on_to_17() -> None:
    scene = dealt("2s 9h 9d 3c 4c 5d 3h 8d", "stand")
    assert scene.held("dealer") == ["2s", "3c", "4c", "5d", "3h"]
    assert [e.words for e in scene.events(ev.Announced)][-2:] == ["Dealer's Card", "hard 17"]
    told = [e for e in scene.round.events if isinstance(e, ev.Announced | ev.Dealt)]
    said = next(i for i, e in enumerate(told) if isinstance(e, ev.Announced) and e.words == "Dealer's Card")
    to_dealer = [i for i, e in enumerate(told) if isinstance(e, ev.Dealt) and e.to == "dealer"]
    assert to_dealer[0] < said < to_dealer[1]


@pytest.mark.parametrize(
    ("dealer", "words"),
    [
        pytest.param("6s Kc 2d", "hard 18", id="draws on hard 16"),
        pytest.param("5s Ac 2d", "soft 18", id="draws on soft 16"),
        pytest.param("7s Kc", "hard 17", id="stands on hard 17"),
        pytest.param("7s Ac", "soft 18", id="stands on soft 18"),
        pytest.param("5s 2c Kd", "hard 17", id="stands on hard 17 of three"),
    ],
)
@clause(NAME, "12(b)")
def test_12b_the_dealer_draws_below_17_and_stands_from_17_on(dealer: str, words: str) -> None:
    up, *rest = dealer.split()
    scene = dealt(f"{up} 9h 9d {' '.join(rest)} 3h 3d", "stand")
    assert (scene.held("dealer"), scene.said("dealer")) == (dealer.split(), [words])


@clause(NAME, "12(b)")
def test_12b_the_dealer_stands_on_a_soft_17() -> None:
    scene = dealt("6s 9h 9d Ac 5d", "stand")
    assert scene.held("dealer") == ["6s", "Ac"]
    assert scene.result("Ann", "initial") == ("win", 2000)


@clause(NAME, "12(c)")
def test_12c_no_card_where_every_hand_has_busted_or_given_up() -> None:
    scene = AttackScene("6s 9h 8h 5d 8d Kc", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000).no_more_bets().no_more_bets()
    scene.move("hit", "surrender")
    assert scene.held("dealer") == ["6s"]
    assert "Dealer's Card" not in [e.words for e in scene.events(ev.Announced)]


@clause(NAME, "12(c)")
def test_12c_a_blackjack_alone_needs_no_card_against_two_to_nine() -> None:
    scene = dealt("6s Ah Kd", "stand")
    assert scene.held("dealer") == ["6s"]
    assert scene.result("Ann", "initial") == ("win", 2000)


@clause(NAME, "12(c)")
def test_12c_against_a_king_a_blackjack_needs_the_second_card_and_no_third() -> None:
    scene = dealt("Ks Ah Kd 4c 5c", "stand")
    assert scene.held("dealer") == ["Ks", "4c"]
    assert scene.result("Ann", "initial") == ("win", 2000)


@clause(NAME, "12(c)")
def test_12c_live_insurance_needs_the_second_card_and_no_third() -> None:
    scene = dealt_ace("As 9h 5d 8c 4c 5c", "hit", insurance=500)
    assert scene.held("dealer") == ["As", "4c"]


@clause(NAME, "7(h)")
def test_7h_cards_are_picked_up_from_the_right_the_dealers_last() -> None:
    scene = AttackScene("7s 2h 3h 9h 8h Kd", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000).no_more_bets().no_more_bets()
    scene.move("stand", "stand")
    assert [(e.place, e.cards) for e in scene.events(ev.Collected)] == [
        ("seat 2", ("3h", "8h")),
        ("seat 1", ("2h", "9h")),
        ("dealer", ("7s", "Kd")),
    ]
    assert scene.round.state.rack.split() == ["2c", "3h", "8h", "2h", "9h", "7s", "Kd"]


# --- section 7(i): hole card and card reader


@clause(NAME, "7(i)", "7(b)")
def test_7i_a_hole_card_lies_face_down_after_the_second_cards_and_nobody_sees_it() -> None:
    scene = dealt("6s 9h 9d 5c Kd", rules={"hole_card": "hole card"})
    assert [(e.to, e.face) for e in scene.events(ev.Dealt)][-1] == ("dealer", "down")
    for viewer in ("seat 1", "public", "dealer"):
        assert scene.round.view(viewer).cards("dealer") == ["6s", None]
    assert scene.round.view("surveillance").cards("dealer") == ["6s", "5c"]
    scene.move("stand")
    assert [e.cards for e in scene.events(ev.Exposed)] == [("5c",)]
    assert scene.held("dealer") == ["6s", "5c", "Kd"]


@clause(NAME, "7(i)")
def test_7i_without_a_reader_a_hole_blackjack_shows_after_the_decisions() -> None:
    scene = dealt("Ks 5h 6d Ac 9d", ("double", 1000), "stand", initial=1000, rules={"hole_card": "hole card"})
    assert scene.result("Ann", "initial") == ("lose", 0)
    assert scene.result("Ann", "double") == ("push", 1000)


@clause(NAME, "7(i)", "11(b)")
def test_7i_a_card_reader_ends_the_round_on_a_blackjack_after_insurance() -> None:
    scene = dealt("As 9h 9d Kc", initial=1000, attack=1000, bonus=500, rules={"hole_card": "card reader"})
    assert not scene.events(ev.Exposed)
    scene.insures(Ann=500)
    assert scene.round.over
    assert scene.result("Ann", "insurance") == ("win", 1750)
    assert scene.result("Ann", "bust bonus") == ("lose", 0)
    assert scene.result("Ann", "initial") == ("lose", 0)
    assert scene.result("Ann", "double attack") == ("push", 1000)
    assert "the hole card is put in the card reader" in scene.steps()


@clause(NAME, "7(i)")
def test_7i_the_reader_says_no_blackjack_and_shows_no_card() -> None:
    scene = dealt("Ks 9h 9d 9c", rules={"hole_card": "card reader"})
    assert scene.said("dealer") == ["no blackjack"]
    assert scene.round.view("dealer").cards("dealer") == ["Ks", None]
    scene.move("stand")
    assert scene.result("Ann", "initial") == ("lose", 0)


@clause(NAME, "7(i)")
def test_7i_under_a_small_card_nothing_is_read() -> None:
    scene = dealt("6s 9h 9d 9c Kd", "stand", rules={"hole_card": "card reader"})
    assert "the hole card is put in the card reader" not in scene.steps()


@clause(NAME, "7(i)", "5(b)")
def test_7i_a_players_blackjack_pushes_against_one_that_the_reader_finds() -> None:
    scene = dealt("Ks Ah Kd Ac", initial=1000, rules={"hole_card": "card reader"})
    assert scene.round.over
    assert scene.result("Ann", "initial") == ("push", 1000)
