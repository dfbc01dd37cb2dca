"""Three Card Poker: the properties of every game, and each clause with amounts worked out by hand."""

from __future__ import annotations

from functools import partial

import pytest

from pitboss import IllegalAction, RulesError, Table
from pitboss.engine.round import events as ev
from pitboss.testing import chosen_cards, tests_of
from pitboss.testing.chosen_cards import citing, paid

NAME = "three_card_poker"
clause = pytest.mark.clause
opened, dealt, played = (partial(made, NAME) for made in (chosen_cards.opened, chosen_cards.dealt, chosen_cards.played))
ANTE, BOTH = {"ante": 500}, {"ante": 500, "pair plus": 500}
QUEEN = "Qh 8h 3d"

TestThreeCardPoker = tests_of(NAME)

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


@clause(NAME, "5(a)", "5(b)", "5(c)")
def test_5_wagers_are_within_the_limits_and_lie_as_they_are_after_no_more_bets() -> None:
    round = opened()
    for wager, amount, words in (("ante", 400, r"5\(a\)"), ("ante", 50_100, r"5\(a\)"), ("pair plus", 500, r"5\(b\)")):
        with pytest.raises(IllegalAction, match=words):
            round.do("Ann", "wager", wager, amount)
    round.do("Ann", "wager", "ante", 500)
    with pytest.raises(IllegalAction, match=r"5\(b\)"):
        round.do("Ann", "wager", "pair plus", 400)
    round.do("Ann", "wager", "pair plus", 600)
    round.do("dealer", "no more bets")
    for deed in ("wager", "withdraw"):
        with pytest.raises(IllegalAction, match=r"5\(c\)"):
            round.do("Ann", deed, "pair plus")


@clause(NAME, "1:round", "6(a)", "6(b)", "6(d)", "6(e)")
def test_6_three_cards_each_a_play_wager_equal_to_the_ante_in_turn_and_the_dealer_shows_first() -> None:
    round = dealt("Ks 9d 4c 2s 2d 5c " + QUEEN, {"ante": 700}, "Ann", "Bob")
    cards = [(event.to, event.face) for event in round.events if isinstance(event, ev.Dealt)]
    assert cards == [(to, "down") for to in ("seat 1", "seat 2", "dealer") for _ in range(3)]
    for player, amount in (("Bob", 700), ("Ann", 500), ("Ann", 800)):
        with pytest.raises(IllegalAction, match=r"6\(b\)"):
            round.do(player, "play", "", amount)
    round.do("Ann", "play", "", 700)
    round.do("Bob", "play")
    for player in ("Ann", "Bob"):
        assert paid(round, player) == {"ante": ("win", 1400), "play": ("win", 1400)}
    assert [event.place for event in round.events if isinstance(event, ev.Exposed)] == ["dealer", "seat 2", "seat 1"]
    assert len(round.layout.rack) == 9


@clause(NAME, "6(c)")
def test_6c_a_fold_loses_all_wagers_and_nobody_sees_the_cards() -> None:
    round = played("2s 2d 5c " + QUEEN, BOTH, "fold")
    assert paid(round) == {"ante": ("lose", 0), "pair plus": ("lose", 0)}
    assert not [event for event in round.events if isinstance(event, ev.Exposed)]


# --- sections 7 and 8: hands and payments

LINES = {
    "4s 3s 2s": ("7(b)(1)", ("win", 500 * 41), 500 * 5),
    "7s 7d 7c": ("7(b)(2)", ("win", 500 * 31), 500 * 4),
    "As 2d 3c": ("7(b)(3)", ("win", 500 * 7), 500),
    "Ks 9s 4s": ("7(b)(4)", ("win", 500 * 5), 0),
    "8s 8d Kc": ("7(b)(5)", ("win", 500 * 2), 0),
    "Ks 9d 4c": ("7(b)(6)", ("lose", 0), 0),
}
"""For each hand its clause, how $5 of pair plus end, and the bonus on an ante of $5."""


@clause(NAME, "7(a)", "7(b)(1)", "7(b)(2)", "7(b)(3)", "7(b)(4)", "7(b)(5)", "7(b)(6)", "8(e)", "8(f)")
def test_7b_8e_8f_every_line_of_both_pay_tables() -> None:
    for cards, (ranked, pair_plus, bonus) in LINES.items():
        round = played(f"{cards} {QUEEN}", BOTH, "play")
        won = {"ante": ("win", 1000), "pair plus": pair_plus, "play": ("win", 1000)}
        assert paid(round) == won | ({"ante bonus": ("win", bonus)} if bonus else {}), cards
        assert "seat 1" in [event.place for event in citing(round, ranked) if isinstance(event, ev.Ranked)], cards


AGAINST = [
    ("Ks 9d 4c", "Qh 3d 2h", ("win", 1000), ("win", 1000)),  # the lowest hand that qualifies
    ("Js Td 2c", "Qh 3d 2h", ("lose", 0), ("lose", 0)),
    ("Qs 9d 4c", "Qh 9h 4d", ("push", 500), ("push", 500)),
    ("5s 3d 2c", "Jh Td 8c", ("win", 1000), ("push", 500)),  # the dealer does not qualify
]


@clause(NAME, "8(a)", "8(b)", "8(c)", "8(d)")
def test_8a_8b_8c_8d_ante_and_play_against_the_dealer() -> None:
    for own, dealers, ante, play in AGAINST:
        round = played(f"{own} {dealers}", ANTE, "play")
        assert paid(round) == {"ante": ante, "play": play}, own
        assert citing(round, "8(a)")


@clause(NAME, "8(e)", "8(f)")
def test_8e_8f_a_bonus_and_pair_plus_are_paid_though_the_hand_loses() -> None:
    lost = {"ante": ("lose", 0), "play": ("lose", 0)}
    round = played("5s 6d 7c 9s 9d 9h", BOTH, "play")
    assert paid(round) == lost | {"pair plus": ("win", 3500), "ante bonus": ("win", 500)}


@clause(NAME, "8(e)", "8(f)")
def test_8e_8f_pay_tables_may_be_raised_and_not_lowered() -> None:
    round = played("5s 6d 7c " + QUEEN, BOTH, "play", pair_plus={"three-card straight": "7 to 1"})
    assert paid(round)["pair plus"] == ("win", 4000)
    for table in ("ante_bonus", "pair_plus"):
        with pytest.raises(RulesError, match=r"8\([ef]\)"):
            Table(NAME, {table: {"three of a kind": "3 to 1"}})


# --- section 9: irregularities


@clause(NAME, "9(a)")
def test_9a_a_card_found_face_up_is_not_used() -> None:
    assert dealt("As^ Kd Qc Jc " + QUEEN, ANTE).view("seat 1").cards("seat 1") == ["Kd", "Qc", "Jc"]


@clause(NAME, "9(b)")
@pytest.mark.parametrize("place", ["seat 1", "dealer"])
def test_9b_a_wrong_number_of_cards_voids_every_hand(place: str) -> None:
    round = opened()
    round.do("Ann", "wager", "ante", 500)
    round.do("dealer", "report", what="misdeal", place=place, amount=2)
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
    round.do("dealer", "report", what="dealer card exposed", amount=1)
    assert paid(round) == {"ante": ("void", 500)}
    assert citing(table.open_round(), "9(c)")
