"""Each clause of High Card, shown at a table."""

from __future__ import annotations

import pytest

from pitboss import IllegalAction, RulesError, Table
from pitboss.engine.round import events as ev

from scene import NAME, dealt, ended, opened, settled

clause = pytest.mark.clause


@clause(NAME, "3(a)", "3(b)", "3(c)", "4(a)")
def test_3_4_the_pack_is_received_spread_washed_and_shuffled() -> None:
    round = opened("As Kd")
    steps = [event.clause for event in round.events if isinstance(event, ev.Procedure)]
    assert list(dict.fromkeys(steps)) == ["3(a)", "3(b)", "3(c)"]
    assert [event.clause for event in round.events if isinstance(event, ev.Shuffled)] == ["4(a)"]


@clause(NAME, "3(d)")
def test_3d_the_cards_are_spread_while_nobody_plays() -> None:
    round = opened("As Kd")
    round.do("dealer", "spread")
    assert round.over
    assert round.events[-2].clause == "3(d)"


@clause(NAME, "1:ante", "5(a)")
@pytest.mark.parametrize("amount", [500, 50_000])
def test_5a_an_ante_is_within_the_limits_of_the_table(amount: int) -> None:
    round = opened("As Kd")
    for wrong in (400, 50_100):
        with pytest.raises(IllegalAction, match=r"high_card 5\(a\)"):
            round.do("Ann", "wager", "ante", wrong)
    round.do("Ann", "wager", "ante", amount)
    assert [event.amount for event in round.events if isinstance(event, ev.Wagered)] == [amount]


@clause(NAME, "5(b)")
@pytest.mark.parametrize("deed", ["wager", "withdraw"])
def test_5b_an_ante_lies_as_it_is_after_no_more_bets(deed: str) -> None:
    round = dealt("As Kd")
    with pytest.raises(IllegalAction, match=r"high_card 5\(b\)"):
        round.do("Ann", deed, "ante", 500 if deed == "wager" else 0)


@clause(NAME, "6(a)")
def test_6a_a_card_face_down_to_each_player_then_one_to_the_dealer() -> None:
    round = dealt("As Kd Qc", "Ann", "Bob")
    cards = [(event.to, event.card, event.face) for event in round.events if isinstance(event, ev.Dealt)]
    assert cards == [("seat 1", "As", "down"), ("seat 2", "Kd", "down"), ("dealer", "Qc", "down")]
    assert round.view("seat 2").cards("seat 1") == [None]


@clause(NAME, "6(b)", "1:raise")
def test_6b_players_decide_in_turn_and_a_raise_is_as_large_as_the_ante() -> None:
    round = dealt("As Kd Qc", "Ann", "Bob", ante=700)
    for player, amount in (("Bob", 700), ("Ann", 500), ("Ann", 800)):
        with pytest.raises(IllegalAction, match=r"high_card 6\(b\)"):
            round.do(player, "raise", "", amount)
    round.do("Ann", "raise", "", 700)
    round.do("Bob", "raise", "", 700)
    assert round.over


@clause(NAME, "6(c)")
def test_6c_a_fold_loses_the_ante_and_nobody_sees_the_card() -> None:
    round = dealt("2s Kd")
    round.do("Ann", "fold")
    assert ended(round) == {"ante": ("lose", 0)}
    assert round.view("public").cards("seat 1") == []
    assert not [event for event in round.events if isinstance(event, ev.Exposed)]


@clause(NAME, "7(a)")
def test_7a_the_dealers_card_is_turned_first_then_hands_from_the_dealers_right() -> None:
    round = dealt("As Kd Qc", "Ann", "Bob")
    round.do("Ann", "raise", "", 500)
    round.do("Bob", "raise", "", 500)
    shown = [event.place for event in round.events if isinstance(event, ev.Exposed)]
    assert shown == ["dealer", "seat 2", "seat 1"]


@clause(NAME, "7(b)")
@pytest.mark.parametrize(("ante", "raised"), [(500, 750), (505, 758)])  # half a cent goes to the player
def test_7b_a_higher_card_wins_even_money_on_the_ante_and_half_on_the_raise(ante: int, raised: int) -> None:
    round = dealt("Kd Qc", ante=ante, chip=1)
    round.do("Ann", "raise", "", ante)
    assert ended(round) == {"ante": ("win", 2 * ante), "raise": ("win", raised)}


@clause(NAME, "2(a)", "7(b)")
def test_7b_an_ace_is_highest_and_wins_two_to_one_on_the_ante() -> None:
    round = dealt("As Kd")
    round.do("Ann", "raise", "", 500)
    assert ended(round) == {"ante": ("win", 1500), "raise": ("win", 750)}
    assert (settled(round, "ante").pays, settled(round, "raise").pays) == ("2 to 1", "1 to 2")


@clause(NAME, "7(c)")
def test_7c_an_equal_card_pushes() -> None:
    round = dealt("Ks Kd")
    round.do("Ann", "raise", "", 500)
    assert ended(round) == {"ante": ("push", 500), "raise": ("push", 500)}


@clause(NAME, "7(d)")
def test_7d_a_lower_card_loses() -> None:
    round = dealt("Qs Kd")
    round.do("Ann", "raise", "", 500)
    assert ended(round) == {"ante": ("lose", 0), "raise": ("lose", 0)}


@clause(NAME, "7(e)")
def test_7e_pay_tables_may_be_raised_and_not_lowered() -> None:
    round = dealt("As Kd", ante_pays={"higher, an ace": "3 to 1"}, raise_pays={"higher": "1 to 1"})
    round.do("Ann", "raise", "", 500)
    assert ended(round) == {"ante": ("win", 2000), "raise": ("win", 1000)}
    with pytest.raises(RulesError, match=r"below the document's 1 to 2 \(7\(e\)\)"):
        Table(NAME, {"raise_pays": {"higher": "1 to 3"}})


@clause(NAME, "2(a)", "4(a)")
def test_2a_4a_one_pack_shuffled_by_a_device() -> None:
    with pytest.raises(RulesError) as error:
        Table(NAME, {"packs": 2, "shuffler": "manual"})
    assert {defect.clause for defect in error.value.defects} >= {"2(a)", "4(a)"}


@clause(NAME, "8(a)")
def test_8a_a_card_found_face_up_is_not_used() -> None:
    round = opened("As^ Kd Qc")
    round.do("Ann", "wager", "ante", 500)
    round.do("dealer", "no more bets")
    assert round.view("seat 1").cards("seat 1") == ["Kd"]


@clause(NAME, "8(b)")
@pytest.mark.parametrize("place", ["seat 1", "dealer"])
def test_8b_a_wrong_number_of_cards_voids_every_hand(place: str) -> None:
    round = opened("As Kd Qc")
    round.do("Ann", "wager", "ante", 500)
    round.do("dealer", "report", what="misdeal", place=place, amount=2)
    round.do("dealer", "no more bets")
    assert round.over
    assert ended(round) == {"ante": ("void", 500)}


@clause(NAME, "8(c)")
def test_8c_a_shuffler_that_jams_shuffles_again() -> None:
    table = Table(NAME)
    table.sit("Ann")
    round = table.open_round()
    round.do("dealer", "report", what="shuffler jam")
    round.do("Ann", "wager", "ante", 500)
    round.do("dealer", "no more bets")
    round.do("Ann", "fold")
    jammed = table.open_round()
    assert [event.clause for event in jammed.events if isinstance(event, ev.Irregular)] == ["8(c)"]


@clause(NAME, "1:round")
def test_1_the_next_round_waits_for_the_end_of_this_one() -> None:
    table = Table(NAME)
    table.sit("Ann")
    round = table.open_round()
    with pytest.raises(IllegalAction, match="the last round is not over"):
        table.open_round()
    round.do("Ann", "wager", "ante", 500)
    round.do("dealer", "no more bets")
    round.do("Ann", "fold")
    assert round.events[-1].clause == "1:round"
