"""Let It Ride: the properties of every game, and each clause with amounts worked out by hand."""

from __future__ import annotations

from functools import partial

import pytest

from pitboss import IllegalAction, RulesError, Table
from pitboss.engine.round import events as ev
from pitboss.testing import chosen_cards, tests_of
from pitboss.testing.chosen_cards import citing, paid

NAME = "let_it_ride"
clause = pytest.mark.clause
opened, dealt, played = (partial(made, NAME) for made in (chosen_cards.opened, chosen_cards.dealt, chosen_cards.played))
BETS = dict.fromkeys(("last bet", "second bet", "first bet"), 500)
RIDE, BACK = "let it ride", "take back"

TestLetItRide = tests_of(NAME)

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
def test_5_three_equal_bets_are_placed_and_lie_as_they_are_after_no_more_bets() -> None:
    round = opened()
    for amount in (400, 50_100):
        with pytest.raises(IllegalAction, match=r"5\(a\)"):
            round.do("Ann", "wager", "last bet", amount)
    round.do("Ann", "wager", "last bet", 700)
    with pytest.raises(IllegalAction, match="has no second bet wager, which must lie beside the last bet"):
        round.do("dealer", "no more bets")
    for bet in ("second bet", "first bet"):
        with pytest.raises(IllegalAction, match=r"5\(a\)"):
            round.do("Ann", "wager", bet, 600)
        round.do("Ann", "wager", bet, 700)
    round.do("dealer", "no more bets")
    for deed in ("wager", "withdraw"):
        with pytest.raises(IllegalAction, match=r"5\(b\)"):
            round.do("Ann", deed, "first bet")


@clause(NAME, "1:round", "6(a)", "6(b)", "6(c)", "6(d)", "6(e)", "6(f)", "6(g)")
def test_6_two_bets_can_be_taken_back_before_each_community_card() -> None:
    round = dealt("As Ad 4c  Ks Kd 5c  Ah Kh", BETS, "Ann", "Bob")
    cards = [(event.to, event.face) for event in round.events if isinstance(event, ev.Dealt)]
    places = ("seat 1",) * 3 + ("seat 2",) * 3 + ("community",) * 2
    assert cards == [(place, "down") for place in places]
    with pytest.raises(IllegalAction, match=r"6\(b\)"):
        round.do("Bob", BACK)
    for player, choice in (("Ann", BACK), ("Bob", RIDE), ("Ann", RIDE), ("Bob", BACK)):
        round.do(player, choice)
    assert paid(round) == {"last bet": ("win", 2000), "second bet": ("win", 2000)}  # three of a kind, 3 to 1
    assert paid(round, "Bob") == {"last bet": ("win", 2000), "first bet": ("win", 2000)}
    shown = [event.place for event in round.events if isinstance(event, ev.Exposed)]
    assert shown == ["community", "community", "seat 2", "seat 1"]
    assert len(round.layout.rack) == 8


@clause(NAME, "6(b)", "6(d)")
def test_6b_6d_a_bet_that_is_taken_back_wins_and_loses_nothing() -> None:
    round = played("As 9d 4c Kh 2c", BETS, BACK, BACK)
    assert paid(round) == {"last bet": ("lose", 0)}
    assert [event.amount for event in round.events if isinstance(event, ev.Withdrawn)] == [500, 500]


# --- sections 7 and 8: hands and payments

LINES = {
    "As Ks Qs Js Ts": ("7(b)(1)", 500 * 1001),
    "9s 8s 7s 6s 5s": ("7(b)(2)", 500 * 201),
    "7s 7d 7c 7h 2s": ("7(b)(3)", 500 * 51),
    "8s 8d 8c 3h 3s": ("7(b)(4)", 500 * 12),
    "Ks 9s 7s 4s 2s": ("7(b)(5)", 500 * 9),
    "As 2d 3c 4h 5s": ("7(b)(6)", 500 * 6),
    "6s 6d 6c Kh 2s": ("7(b)(7)", 500 * 4),
    "5s 5d 4c 4h 9s": ("7(b)(8)", 500 * 3),
    "Ts Td 4c 7h 9s": ("7(b)(9)", 500 * 2),
    "9s 9d 4c 7h Ks": ("7(b)(9)", 0),
    "As Kd 4c 7h 9s": ("7(b)(10)", 0),
}
"""For each hand its clause, and what $5 return."""


@clause(NAME, "7(a)", "7(b)(1)", "7(b)(2)", "7(b)(3)", "7(b)(4)", "7(b)(5)")
@clause(NAME, "7(b)(6)", "7(b)(7)", "7(b)(8)", "7(b)(9)", "7(b)(10)")
@clause(NAME, "8(a)", "8(b)")
def test_7b_8_every_line_of_the_pay_table_on_every_bet_that_lies() -> None:
    for cards, (ranked, back) in LINES.items():
        round = played(cards, BETS, RIDE, RIDE)
        assert paid(round) == dict.fromkeys(BETS, ("win" if back else "lose", back)), cards
        assert "seat 1" in [event.place for event in citing(round, ranked) if isinstance(event, ev.Ranked)], cards
        assert len(citing(round, "8(b)" if back else "8(a)")) == 3


@clause(NAME, "8(b)")
def test_8b_the_pay_table_may_be_raised_and_not_lowered() -> None:
    round = played("5s 5d 4c 4h 9s", BETS, RIDE, BACK, pays={"two pair": "5 to 2"})
    assert paid(round) == {"last bet": ("win", 1750), "first bet": ("win", 1750)}
    with pytest.raises(RulesError, match=r"8\(b\)"):
        Table(NAME, {"pays": {"two pair": "3 to 2"}})


# --- section 9: irregularities


@clause(NAME, "9(a)")
def test_9a_a_card_found_face_up_is_not_used() -> None:
    assert dealt("As^ Kd Qc Jc 2h 3h", BETS).view("seat 1").cards("seat 1") == ["Kd", "Qc", "Jc"]


@clause(NAME, "9(b)")
@pytest.mark.parametrize("place", ["seat 1", "community"])
def test_9b_a_wrong_number_of_cards_voids_every_hand(place: str) -> None:
    round = opened()
    for bet in BETS:
        round.do("Ann", "wager", bet, 500)
    round.do("dealer", "report", what="misdeal", place=place, amount=1)
    round.do("dealer", "no more bets")
    assert paid(round) == dict.fromkeys(BETS, ("void", 500))


@clause(NAME, "9(c)", "9(d)", "9(e)")
def test_9c_9d_9e_a_jam_and_cards_drawn_or_seen_too_early() -> None:
    table = Table(NAME, seed=1)
    table.sit("Ann")
    round = table.open_round()
    for what in ("card drawn in error", "shuffler jam"):
        round.do("dealer", "report", what=what)
    for bet in BETS:
        round.do("Ann", "wager", bet, 500)
    round.do("dealer", "no more bets")
    round.do("Ann", BACK)
    round.do("dealer", "report", what="community card exposed", amount=1)
    assert paid(round) == {"last bet": ("void", 500), "second bet": ("void", 500)}
    assert citing(table.open_round(), "9(c)")
