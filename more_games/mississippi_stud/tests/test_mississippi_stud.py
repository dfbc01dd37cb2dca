"""Mississippi Stud: the properties of every game, and each clause with amounts worked out by hand."""

from __future__ import annotations

from functools import partial

import pytest

from pitboss import IllegalAction, RulesError, Table
from pitboss.engine.round import events as ev
from pitboss.testing import chosen_cards, tests_of
from pitboss.testing.chosen_cards import citing, paid

NAME = "mississippi_stud"
clause = pytest.mark.clause
opened, dealt, played = (partial(made, NAME) for made in (chosen_cards.opened, chosen_cards.dealt, chosen_cards.played))
ANTE = {"ante": 500}
STAKES = {"ante": 500, "third street": 1500, "fourth street": 500, "fifth street": 1000}
BETS = ("bet 3x", "bet 1x", "bet 2x")
"""What is bet on the three streets, so that these stakes lie."""

TestMississippiStud = tests_of(NAME)

# --- sections 1 to 6: the table and the round


@clause(NAME, "2(a)", "4(a)")
def test_2a_4a_one_pack_a_device_and_at_most_seven_players() -> None:
    for wrong in ({"positions": 8}, {"packs": 2}, {"shuffler": "manual"}):
        with pytest.raises(RulesError, match=r"2\(a\)|4\(a\)"):
            Table(NAME, wrong)


@clause(NAME, "3(a)", "3(b)", "3(c)", "3(d)", "4(a)")
def test_3_4_the_pack_is_received_spread_washed_and_shuffled_and_spread_while_nobody_plays() -> None:
    round = opened()
    round.do("dealer", "spread")
    steps = [event.clause for event in round.events if isinstance(event, ev.Procedure | ev.Shuffled)]
    assert list(dict.fromkeys(steps)) == ["3(a)", "3(b)", "3(c)", "4(a)", "3(d)"]


@clause(NAME, "5(a)", "5(b)")
def test_5_an_ante_is_within_the_limits_and_lies_as_it_is_after_no_more_bets() -> None:
    round = opened()
    for amount in (400, 50_100):
        with pytest.raises(IllegalAction, match=r"5\(a\)"):
            round.do("Ann", "wager", "ante", amount)
    round.do("Ann", "wager", "ante", 700)
    round.do("dealer", "no more bets")
    for deed in ("wager", "withdraw"):
        with pytest.raises(IllegalAction, match=r"5\(b\)"):
            round.do("Ann", deed, "ante")


@clause(NAME, "1:round", "6(a)", "6(b)", "6(c)", "6(d)", "6(e)", "6(g)", "6(h)")
def test_6_one_to_three_antes_are_bet_on_each_street_in_turn() -> None:
    round = dealt("As Ad  Ks Kd  Ah Kh 2c", ANTE, "Ann", "Bob")
    cards = [(event.to, event.face) for event in round.events if isinstance(event, ev.Dealt)]
    places = ("seat 1",) * 2 + ("seat 2",) * 2 + ("community",) * 3
    assert cards == [(place, "down") for place in places]
    for player, bet, amount in (("Bob", "bet 1x", 500), ("Ann", "bet 1x", 600), ("Ann", "bet 3x", 1000)):
        with pytest.raises(IllegalAction, match=r"6\(b\)"):
            round.do(player, bet, "", amount)
    for street, bet in enumerate(BETS):
        assert [event.place for event in round.events if isinstance(event, ev.Exposed)] == ["community"] * street
        round.do("Ann", bet)
        round.do("Bob", bet)
    won = {wager: ("win", 4 * stake) for wager, stake in STAKES.items()}  # three of a kind, 3 to 1
    assert paid(round) == paid(round, "Bob") == won
    assert [event.place for event in round.events if isinstance(event, ev.Exposed)][3:] == ["seat 2", "seat 1"]
    assert len(round.layout.rack) == 7


@clause(NAME, "6(f)")
@pytest.mark.parametrize("street", [0, 1, 2])
def test_6f_a_fold_loses_all_bets_and_nobody_sees_the_cards(street: int) -> None:
    round = played("As Ad Ah Kh 2c", ANTE, *BETS[:street], "fold")
    assert paid(round) == dict.fromkeys([*STAKES][: street + 1], ("lose", 0))
    assert not [event for event in round.events if isinstance(event, ev.Exposed) and event.place == "seat 1"]


# --- sections 7 and 8: hands and payments

LINES = {
    "As Ks Qs Js Ts": ("7(b)(1)", "8(c)", 501),
    "9s 8s 7s 6s 5s": ("7(b)(2)", "8(c)", 101),
    "7s 7d 7c 7h 2s": ("7(b)(3)", "8(c)", 41),
    "8s 8d 8c 3h 3s": ("7(b)(4)", "8(c)", 11),
    "Ks 9s 7s 4s 2s": ("7(b)(5)", "8(c)", 7),
    "As 2d 3c 4h 5s": ("7(b)(6)", "8(c)", 5),
    "6s 6d 6c Kh 2s": ("7(b)(7)", "8(c)", 4),
    "5s 5d 4c 4h 9s": ("7(b)(8)", "8(c)", 3),
    "Js Jd 4c 7h 9s": ("7(b)(9)", "8(c)", 2),
    "Ts Td 4c 7h 9s": ("7(b)(9)", "8(b)", 1),
    "6s 6d 4c 7h 9s": ("7(b)(9)", "8(b)", 1),
    "5s 5d 4c 7h 9s": ("7(b)(9)", "8(a)", 0),
    "As Kd 4c 7h 9s": ("7(b)(10)", "8(a)", 0),
}
"""For each hand its clause, the clause on its payment, and how many times a bet goes back."""
RESULTS = {"8(a)": "lose", "8(b)": "push", "8(c)": "win"}


@clause(NAME, "7(a)", "7(b)(1)", "7(b)(2)", "7(b)(3)", "7(b)(4)", "7(b)(5)")
@clause(NAME, "7(b)(6)", "7(b)(7)", "7(b)(8)", "7(b)(9)", "7(b)(10)")
@clause(NAME, "8(a)", "8(b)", "8(c)")
def test_7b_8_every_line_of_the_pay_table_on_every_bet() -> None:
    for cards, (ranked, by, times) in LINES.items():
        round = played(cards, ANTE, *BETS)
        assert paid(round) == {wager: (RESULTS[by], stake * times) for wager, stake in STAKES.items()}, cards
        assert "seat 1" in [event.place for event in citing(round, ranked) if isinstance(event, ev.Ranked)], cards
        assert len(citing(round, by)) == 4


@clause(NAME, "8(c)")
def test_8c_the_pay_table_may_be_raised_and_not_lowered() -> None:
    round = played("5s 5d 4c 4h 9s", ANTE, *BETS, pays={"two pair": "5 to 2"})
    assert paid(round)["third street"] == ("win", 5250)
    with pytest.raises(RulesError, match=r"8\(c\)"):
        Table(NAME, {"pays": {"two pair": "3 to 2"}})


# --- section 9: irregularities


@clause(NAME, "9(a)")
def test_9a_a_card_found_face_up_is_not_used() -> None:
    assert dealt("As^ Kd Qc 2h 3h 4h", ANTE).view("seat 1").cards("seat 1") == ["Kd", "Qc"]


@clause(NAME, "9(b)")
@pytest.mark.parametrize("place", ["seat 1", "community"])
def test_9b_a_wrong_number_of_cards_voids_every_hand(place: str) -> None:
    round = opened()
    round.do("Ann", "wager", "ante", 500)
    round.do("dealer", "report", what="misdeal", place=place, amount=1)
    round.do("dealer", "no more bets")
    assert paid(round) == {"ante": ("void", 500)}


@clause(NAME, "9(c)", "9(d)", "9(e)")
def test_9c_9d_9e_a_jam_and_cards_drawn_or_seen_too_early() -> None:
    table = Table(NAME, seed=1)
    table.sit("Ann")
    round = table.open_round()
    for what in ("card drawn in error", "shuffler jam"):
        round.do("dealer", "report", what=what)
    round.do("Ann", "wager", "ante", 500)
    round.do("dealer", "no more bets")
    round.do("Ann", "bet 2x")
    round.do("dealer", "report", what="community card exposed", amount=1)
    assert paid(round) == {"ante": ("void", 500), "third street": ("void", 1000)}
    assert citing(table.open_round(), "9(c)")
