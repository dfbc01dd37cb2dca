"""Double Down Stud: wagers, areas, doubles, coupons and irregularities, clause by clause."""

from __future__ import annotations

import pytest

from pitboss.basics.cards import PACK_52, TEXT
from pitboss.basics.errors import RulesError
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Party
from pitboss.engine.table import Table

from scene import Scene

clause = pytest.mark.clause
NAME = "double_down_stud"
TWO_AREAS = {"two_areas": True}
SORTED = " ".join(TEXT[card] for card in PACK_52)


def doubling(**rules: object) -> Scene:
    """Ann has wagered $10 and the cards are dealt: a pair of jacks with the hole card."""
    return Scene(NAME, "Js Jd 2h 3c 4s", rules=rules).wager("Ann", original=1000).no_more_bets()


# --- section 6: wagers


@pytest.mark.parametrize(
    ("amount", "wrong"),
    [
        (0, "below the table minimum, which is $5"),
        (-500, "below the table minimum"),
        (400, "below the table minimum"),
        (50_100, "above the table maximum, which is $500"),
        (550, "not a multiple of the smallest chip, which is $1"),
    ],
)
@clause(NAME, "6(a)")
def test_6a_a_wager_outside_the_limits_or_between_chips_is_refused(amount: int, wrong: str) -> None:
    refusal = Scene(NAME).refused("Ann", "wager", "original", amount)
    assert wrong in str(refusal)
    assert refusal.clause == "6(a)"


@pytest.mark.parametrize("amount", [500, 50_000, 700])
@clause(NAME, "6(a)")
def test_6a_chips_on_a_betting_area_are_a_wager(amount: int) -> None:
    scene = Scene(NAME).wager("Ann", original=amount)
    (placed,) = scene.events(ev.Wagered)
    assert (placed.seat, placed.player, placed.wager, placed.amount) == (1, "Ann", "original", amount)


@clause(NAME, "6(a)")
def test_6a_a_second_wager_on_the_same_area_is_refused() -> None:
    scene = Scene(NAME).wager("Ann", original=1000)
    assert "placed already; withdraw it" in str(scene.refused("Ann", "wager", "original", 500))


@clause(NAME, "6(a)")
def test_6a_a_wager_by_word_with_cash_is_refused_before_and_after_the_bets_close() -> None:
    scene = Scene(NAME, players=("Ann", "Bob"))
    refusals = [scene.refused("Bob", "cash", wager, 1000) for wager in ("original", "double")]
    scene.wager("Ann", original=1000).no_more_bets()
    refusals += [scene.refused(who, "cash", wager, 1000) for who in ("Ann", "Bob") for wager in ("original", "double")]
    for refusal in refusals:
        assert refusal.clause == "6(a)"
        assert "verbal wagers with cash are not accepted" in refusal.wrong


@clause(NAME, "6(b)")
def test_6b_a_wager_may_be_withdrawn_and_changed_before_no_more_bets() -> None:
    scene = Scene(NAME).wager("Ann", original=1000)
    scene.do("Ann", "withdraw", "original")
    scene.wager("Ann", original=700).no_more_bets().no_more_bets()
    assert scene.settled("Ann", "original").stake == 700
    assert scene.events(ev.Ended)[0].staked == 700


@clause(NAME, "6(b)")
def test_6b_no_wager_is_made_or_withdrawn_after_no_more_bets() -> None:
    scene = Scene(NAME, players=("Ann", "Bob")).wager("Ann", original=1000).no_more_bets()
    late = scene.refused("Bob", "wager", "original", 1000)
    assert late.clause == "6(b)"
    assert "after 'No more bets'" in str(late)
    assert scene.refused("Ann", "withdraw", "original").clause == "6(b)"
    assert scene.refused("Ann", "wager", "original", 500).clause == "6(b)"


@clause(NAME, "6(b)")
def test_6b_bets_do_not_close_before_anyone_has_wagered() -> None:
    assert "nobody has wagered" in str(Scene(NAME).refused("dealer", "no more bets"))


@clause(NAME, "6(c)")
def test_6c_only_those_at_the_table_wager_and_only_where_they_sit() -> None:
    scene = Scene(NAME, players=("Ann", "Bob"))
    assert "Zoe is not at the table; the players are Ann, Bob" in str(
        scene.refused("Zoe", "wager", "original", 1000, seat=1)
    )
    assert "one area here" in str(scene.refused("Ann", "wager", "original", 1000, seat=2))
    assert "there is no seat 9: the table has 6 seats" in str(scene.refused("Ann", "wager", "original", 1000, seat=9))


@clause(NAME, "6(c)")
def test_6c_someone_who_stands_has_no_area() -> None:
    scene = Scene(NAME, rules=TWO_AREAS)
    scene.do("dealer", "spread")
    scene.table.stand("Zoe")
    scene.next_round()
    assert "no seat 0" in str(scene.refused("Zoe", "wager", "original", 1000))
    assert "Zoe does not sit at an area" in str(scene.refused("Zoe", "wager", "original", 1000, seat=2))
    assert all(party.player != "Zoe" for party in scene.round.waiting)


@clause(NAME, "6(a)")
def test_6a_there_is_no_other_wager() -> None:
    scene = Scene(NAME)
    assert "Ann at seat 1 can't do 'wager ante'" in str(scene.refused("Ann", "wager", "ante", 1000))
    scene.wager("Ann", original=1000)


# --- 6(c): two areas


@clause(NAME, "6(c)")
def test_6c_one_player_on_two_adjacent_areas_has_two_hands() -> None:
    scene = Scene(NAME, "2s Js Jd 2h 3c 4s", rules=TWO_AREAS)
    scene.do("Ann", "wager", "original", 1000)
    scene.do("Ann", "wager", "original", 500, seat=2)
    scene.no_more_bets()
    scene.do("Ann", "double", amount=200, seat=2)
    scene.no_more_bets()
    ends = [(s.seat, s.wager, s.result, s.returned) for s in scene.round.settlements]
    assert ends == [(2, "original", "win", 1000), (2, "double", "win", 400), (1, "original", "lose", 0)]
    assert scene.refused("Ann", "wager", "original", 500, seat=2).clause == ""


@clause(NAME, "6(c)")
def test_6c_the_other_area_must_be_adjacent_free_and_only_one() -> None:
    scene = Scene(NAME, players=(("Ann", 2), ("Bob", 5)), rules=TWO_AREAS)
    far = scene.refused("Ann", "wager", "original", 1000, seat=4)
    assert (far.wrong, far.clause) == ("area 4 is not adjacent to area 2, where Ann sits", "6(c)")
    scene.do("Ann", "wager", "original", 1000)
    assert "not adjacent" in str(scene.refused("Ann", "wager", "original", 1000, seat=4))
    assert "area 5 belongs to another player" in str(scene.refused("Ann", "wager", "original", 1000, seat=5))
    scene.do("Ann", "wager", "original", 1000, seat=3)
    refusal = scene.refused("Ann", "wager", "original", 1000, seat=1)
    assert "already wagers on two areas" in str(refusal)
    assert refusal.clause == "6(c)"
    scene.do("Ann", "withdraw", "original", seat=3)
    scene.do("Ann", "wager", "original", 1000, seat=1)


@clause(NAME, "6(c)")
def test_6c_a_free_area_between_two_players_is_whoevers_chips_come_first() -> None:
    scene = Scene(NAME, players=(("Ann", 1), ("Bob", 3)), rules=TWO_AREAS)
    scene.do("Bob", "wager", "original", 1000, seat=2)
    assert "another player wagers on area 2" in str(scene.refused("Ann", "wager", "original", 1000, seat=2))
    offers = scene.round.offers(Party("player", 2, "Ann"))
    assert [(offer.do, offer.why_not) for offer in offers] == [("wager", "another player wagers on area 2")]
    scene.no_more_bets()
    assert scene.events(ev.Dealt)[0].to == "seat 2"
    assert scene.refused("Ann", "double", amount=100, seat=2)
    scene.do("Bob", "double", amount=100, seat=2)


@clause(NAME, "6(c)")
@pytest.mark.parametrize(("who", "other"), [("Ann", "Bob"), ("Bob", "Ann")])
def test_6c_the_areas_of_others_do_not_count(who: str, other: str) -> None:
    scene = Scene(NAME, players=((who, 1), (other, 5)), rules=TWO_AREAS)
    scene.do(other, "wager", "original", 1000)
    scene.do(who, "wager", "original", 700)
    scene.do(who, "wager", "original", 700, seat=2)
    scene.do(other, "wager", "original", 1000, seat=6)
    scene.do(who, "withdraw", "original", seat=2)
    scene.do(who, "wager", "original", 700, seat=2)
    scene.no_more_bets()
    assert scene.round.dealt_in == (1, 2, 5, 6)


@clause(NAME, "6(c)")
def test_6c_everyone_is_asked_at_their_own_area_and_at_the_free_ones_beside_it() -> None:
    scene = Scene(NAME, players=(("Ann", 2), ("Bob", 4), ("Cyd", 6)), rules=TWO_AREAS)
    asked = [(party.seat, party.player) for party in scene.round.waiting if party.by == "player"]
    own, beside = [(2, "Ann"), (4, "Bob"), (6, "Cyd")], [(1, "Ann"), (3, "Ann"), (3, "Bob"), (5, "Bob"), (5, "Cyd")]
    assert asked == own + beside
    offers = {party: scene.round.offers(Party("player", *party)) for party in asked}
    assert {party: [offer.optional for offer in offers[party]] for party in asked} == {
        **{party: [False] for party in own},
        **{party: [True] for party in beside},
    }
    scene.do("Bob", "wager", "original", 1000)
    scene.do("Ann", "wager", "original", 700, seat=3)
    scene.no_more_bets()
    assert [(e.to, "6(c)" in e.also) for e in scene.events(ev.Dealt)][:2] == [("seat 3", True), ("seat 4", False)]


@clause(NAME, "6(c)")
def test_6c_an_area_where_somebody_sits_is_nobody_elses() -> None:
    scene = Scene(NAME, players=(("Ann", 1), ("Bob", 2)), rules={**TWO_AREAS, "positions": 2})
    assert [(party.seat, party.player) for party in scene.round.waiting] == [(1, "Ann"), (2, "Bob"), (0, "")]
    assert scene.refused("Ann", "wager", "original", 1000, seat=2).clause == "6(c)"


@clause(NAME, "6(c)")
def test_6c_one_area_is_the_default() -> None:
    scene = Scene(NAME)
    assert scene.refused("Ann", "wager", "original", 1000, seat=2).clause == "6(c)"
    assert [(party.seat, party.player) for party in scene.round.waiting if party.by == "player"] == [(1, "Ann")]


# --- 8(d) and 8(e): doubles


@pytest.mark.parametrize("amount", [100, 400, 1000])
@clause(NAME, "8(d)", "1:double down wager")
def test_8d_a_double_of_any_amount_up_to_the_original(amount: int) -> None:
    scene = doubling()
    scene.do("Ann", "double", amount=amount)
    scene.no_more_bets()
    assert scene.result("Ann", "double") == ("win", 2 * amount)
    placed = next(e for e in scene.events(ev.Wagered) if e.wager == "double")
    assert placed.ruling == "double-up-to"
    assert [(e.action, e.amount) for e in scene.events(ev.Chose)] == [("double", amount)]


@pytest.mark.parametrize(
    ("amount", "wrong"),
    [
        (0, "below the smallest chip"),
        (-100, "below the smallest chip"),
        (1100, "above the original wager, which is $10"),
        (150, "not a multiple of the smallest chip"),
    ],
)
@clause(NAME, "8(d)")
def test_8d_any_other_amount_is_refused(amount: int, wrong: str) -> None:
    refusal = doubling().refused("Ann", "double", amount=amount)
    assert wrong in str(refusal)
    assert refusal.clause == "8(d)"


@clause(NAME, "8(d)")
def test_8d_not_before_the_cards_are_dealt() -> None:
    scene = Scene(NAME).wager("Ann", original=1000)
    refusal = scene.refused("Ann", "double", amount=500)
    assert refusal.clause == "8(d)"
    assert "after the deal" in str(refusal)


@clause(NAME, "8(e)", "8(d)")
def test_8e_the_second_call_closes_the_window_whoever_has_not_decided() -> None:
    scene = Scene(NAME, players=("Ann", "Bob")).wager("Ann", original=1000).wager("Bob", original=1000)
    scene.no_more_bets()
    scene.do("Bob", "double", amount=500)
    scene.no_more_bets()
    assert scene.round.over
    assert str(scene.refused("Ann", "double", amount=500)) == "the round is over; open the next one"


@clause(NAME, "8(d)")
def test_8d_a_double_is_placed_once() -> None:
    scene = doubling()
    scene.do("Ann", "double", amount=500)
    assert "the double is placed and cannot be changed" in str(scene.refused("Ann", "double", amount=500))
    assert "the double is placed and cannot be changed" in str(scene.refused("Ann", "pass"))
    assert scene.refused("Ann", "withdraw", "double").clause == "6(b)"


@clause(NAME, "8(d)")
def test_8d_who_passes_may_still_double_until_the_call() -> None:
    scene = doubling()
    scene.do("Ann", "pass")
    assert "has passed" in str(scene.refused("Ann", "pass"))
    scene.do("Ann", "double", amount=1000)
    scene.no_more_bets()
    assert scene.result("Ann", "double") == ("win", 2000)


@clause(NAME, "8(d)")
def test_8d_only_those_with_an_original_wager_double() -> None:
    scene = Scene(NAME, players=("Ann", "Bob")).wager("Ann", original=1000).no_more_bets()
    for do, amount in (("double", 500), ("pass", 0)):
        refusal = scene.refused("Bob", do, amount=amount)
        assert (refusal.clause, f"can't do '{do}'" in refusal.wrong) == ("8(d)", True)


@clause(NAME, "8(d)")
def test_8d_without_a_double_only_the_original_is_settled() -> None:
    scene = doubling()
    scene.do("Ann", "pass")
    scene.no_more_bets()
    assert [s.wager for s in scene.round.settlements] == ["original"]
    assert [e.clause for e in scene.events(ev.Chose)] == ["8(d)"]


# --- 6(a): match play coupons


@pytest.mark.parametrize(
    ("cards", "result", "returned", "taken"),
    [
        ("As Ad Ah Kc Qs", "win", 4000 + 500, True),
        ("6s 6d Ah Kc Qs", "push", 1000, False),
        ("2s 2d Ah Kc Qs", "lose", 0, True),
    ],
)
@clause(NAME, "6(a)")
def test_6a_a_coupon_is_paid_its_face_on_a_win_taken_then_or_on_a_loss_and_left_on_a_push(
    cards: str, result: str, returned: int, taken: bool
) -> None:
    scene = Scene(NAME, cards)
    scene.do("Ann", "wager", "original", 1000, coupon=500)
    scene.no_more_bets().no_more_bets()
    end = scene.settled("Ann", "original")
    assert (end.result, end.returned, end.coupon, end.coupon_taken) == (result, returned, 500, taken)


@clause(NAME, "6(a)", "11(a)")
def test_6a_a_void_leaves_the_coupon() -> None:
    scene = Scene(NAME)
    scene.do("Ann", "wager", "original", 1000, coupon=1000)
    scene.no_more_bets().report("exposed hole card")
    end = scene.settled("Ann", "original")
    assert (end.result, end.returned, end.coupon_taken) == ("void", 1000, False)


@pytest.mark.parametrize("coupon", [1001, -1])
@clause(NAME, "6(a)")
def test_6a_a_coupon_lies_beside_at_least_its_face_in_chips(coupon: int) -> None:
    refusal = Scene(NAME).refused("Ann", "wager", "original", 1000, coupon=coupon)
    assert "must not exceed the chips beside it" in str(refusal)


@clause(NAME, "6(a)", "8(d)")
def test_6a_coupons_are_not_taken_where_the_house_says_no_nor_with_a_double() -> None:
    scene = Scene(NAME, rules={"match_play": False})
    assert "does not accept" in str(scene.refused("Ann", "wager", "original", 1000, coupon=500))
    assert "'double' takes no coupon" in str(doubling().refused("Ann", "double", amount=500, coupon=500))


@clause(NAME, "10(c)")
def test_10c_the_limit_counts_what_a_coupon_wins() -> None:
    scene = Scene(NAME, "As Ks Qs Js Ts", rules={"payout_cap": 100_000_00})
    scene.do("Ann", "wager", "original", 100_00, coupon=100_00)
    scene.no_more_bets().no_more_bets()
    end = scene.settled("Ann", "original")
    assert (end.returned, end.capped) == (100_100_00, 100_00)


@clause(NAME, "10(c)")
def test_10c_what_a_coupon_wins_leaves_less_of_the_limit_to_the_double() -> None:
    # $50 wins $50,000, and its coupon $50. The limit leaves $49,950 of the double's $50,000.
    scene = Scene(NAME, "As Ks Qs Js Ts", rules={"payout_cap": 100_000_00})
    scene.do("Ann", "wager", "original", 50_00, coupon=50_00)
    scene.no_more_bets().do("Ann", "double", amount=50_00)
    scene.no_more_bets()
    assert (scene.settled("Ann", "original").returned, scene.settled("Ann", "original").capped) == (50_100_00, 0)
    assert (scene.settled("Ann", "double").returned, scene.settled("Ann", "double").capped) == (50_000_00, 50_00)


# --- section 11: irregularities


@clause(NAME, "11(a)")
def test_11a_a_hole_card_seen_before_the_second_call_voids_every_hand() -> None:
    scene = Scene(NAME, players=("Ann", "Bob")).wager("Ann", original=1000).wager("Bob", original=500)
    scene.no_more_bets()
    scene.do("Ann", "double", amount=400)
    scene.report("exposed hole card", by="supervisor")
    assert scene.round.over
    assert scene.result("Ann", "original") == ("void", 1000)
    assert scene.result("Ann", "double") == ("void", 400)
    assert scene.result("Bob", "original") == ("void", 500)
    assert all(s.clause == "11(a)" and s.ruling == "void-returns-all" for s in scene.round.settlements)
    (voided,) = scene.events(ev.Voided)
    assert (voided.place, voided.clause, voided.ruling) == ("round", "11(a)", "second-call")


@clause(NAME, "11(a)")
def test_11a_no_hole_card_can_be_exposed_before_it_is_dealt() -> None:
    refusal = Scene(NAME).wager("Ann", original=1000).refused("dealer", "report", what="exposed hole card")
    assert refusal.clause == "11(a)"
    assert refusal.wrong == "the hole card lies face down only between the deal and the second 'No more bets'"


@clause(NAME, "11(b)")
def test_11b_one_card_found_face_up_goes_to_the_rack_and_the_next_is_used() -> None:
    scene = Scene(NAME, "2c^ As Ad Ah Kc Qs").wager("Ann", original=1000).no_more_bets()
    assert scene.events(ev.Dealt)[0].card == "As"
    (burned,) = scene.events(ev.Burned)
    assert (burned.card, burned.face, burned.clause) == ("2c", "up", "11(b)")
    scene.no_more_bets()
    assert scene.result("Ann", "original") == ("win", 4000)
    assert scene.round.layout.rack[0] == "2c"


@pytest.mark.parametrize("cards", ["2c^ 3c^ As Ad Ah Kc", "2c^ As 3c^ Ad Ah Kc", "As Ad Ah Kc^ 9d Qs^ 3c"])
@clause(NAME, "11(b)")
def test_11b_a_second_voids_every_hand_and_the_cards_are_reshuffled(cards: str) -> None:
    scene = Scene(NAME, cards).wager("Ann", original=1000).no_more_bets()
    assert scene.round.over
    assert scene.result("Ann", "original") == ("void", 1000)
    (voided,) = scene.events(ev.Voided)
    assert (voided.clause, voided.reshuffle, voided.ruling) == ("11(b)", True, "one-boxed-card")
    assert len(scene.next_round().events(ev.Shuffled)) == 1


@clause(NAME, "11(b)")
def test_11b_a_boxed_card_is_reported_so_many_draws_ahead() -> None:
    scene = Scene(NAME, SORTED, exact=True).wager("Ann", original=1000)
    scene.report("boxed card", amount=3)
    scene.no_more_bets()
    assert [e.card for e in scene.events(ev.Dealt)] == ["2c", "2d", "2s", "3c", "3d"]
    assert [e.card for e in scene.events(ev.Burned)] == ["2h"]


@clause(NAME, "11(b)")
def test_11b_no_card_lies_past_the_end_of_the_shoe_and_none_comes_after_the_deal() -> None:
    scene = Scene(NAME).wager("Ann", original=1000)
    assert "past the end" in str(scene.refused("dealer", "report", what="boxed card", amount=53))
    scene.no_more_bets()
    assert "no more cards" in str(scene.refused("dealer", "report", what="boxed card", amount=1))


@clause(NAME, "11(c)")
def test_11c_a_card_drawn_in_error_unseen_is_used_as_the_next() -> None:
    scene = Scene(NAME, SORTED, exact=True).wager("Ann", original=1000)
    scene.report("card drawn in error")
    scene.no_more_bets().no_more_bets()
    assert [e.card for e in scene.events(ev.Dealt)] == ["2c", "2d", "2h", "2s", "3c"]
    (noted,) = scene.events(ev.Irregular)
    assert (noted.remedy, noted.clause) == ("it is used as the next card", "11(c)")


@pytest.mark.parametrize(
    ("place", "cards"),
    [("seat 1", 0), ("seat 1", 2), ("seat 2", 3), ("community", 0), ("community", 3), ("community", 5)],
)
@clause(NAME, "11(d)")
def test_11d_a_wrong_number_of_cards_voids_every_hand(place: str, cards: int) -> None:
    scene = Scene(NAME, players=("Ann", "Bob")).wager("Ann", original=1000).wager("Bob", original=500)
    scene.report("misdeal", place=place, amount=cards)
    scene.no_more_bets()
    assert len([e for e in scene.events(ev.Dealt) if e.to == place]) == cards
    assert scene.result("Ann", "original") == ("void", 1000)
    assert scene.result("Bob", "original") == ("void", 500)
    (noted,) = scene.events(ev.Irregular)
    assert (noted.place, noted.clause) == (place, "11(d)")
    (voided,) = scene.events(ev.Voided)
    assert (voided.clause, voided.reshuffle) == ("11(d)", True)
    assert len(scene.next_round().events(ev.Shuffled)) == 1


@pytest.mark.parametrize(("place", "cards"), [("seat 1", 1), ("community", 4)])
@clause(NAME, "11(d)")
def test_11d_the_right_number_is_no_misdeal(place: str, cards: int) -> None:
    scene = Scene(NAME).wager("Ann", original=1000)
    assert "the right number" in str(scene.refused("dealer", "report", what="misdeal", place=place, amount=cards))


@clause(NAME, "11(d)")
def test_11d_a_misdeal_on_a_second_area() -> None:
    scene = Scene(NAME, rules=TWO_AREAS)
    scene.do("Ann", "wager", "original", 1000)
    scene.do("Ann", "wager", "original", 1000, seat=2)
    scene.report("misdeal", place="seat 2", amount=2)
    scene.no_more_bets()
    assert [s.result for s in scene.round.settlements] == ["void", "void"]


@clause(NAME, "11(d)", "6(b)")
def test_11_reports_come_from_dealer_or_supervisor_about_places_that_exist() -> None:
    scene = Scene(NAME).wager("Ann", original=1000)
    by_a_player = scene.refused("Ann", "report", what="misdeal", amount=2)
    assert (by_a_player.clause, by_a_player.wrong) == ("6(b)", "Ann at seat 1 can't do 'report misdeal'")
    at_no_hand = scene.refused("dealer", "report", what="misdeal", place="seat 3", amount=2)
    assert (at_no_hand.clause, at_no_hand.allowed) == ("11(d)", "valid places are seat 1, community")
    assert at_no_hand.wrong == "a report of 'misdeal' needs a place, but 'seat 3' is not a valid one"
    assert (
        scene.refused("dealer", "report", what="earthquake").wrong == "'earthquake' is not an irregularity of this game"
    )
    scene.no_more_bets()
    too_late = scene.refused("dealer", "report", what="misdeal", place="seat 1", amount=2)
    assert (too_late.clause, too_late.wrong) == ("11(d)", "the cards have been dealt")


@clause(NAME, "11(d)")
def test_11d_the_round_after_a_void_is_dealt_as_any_other() -> None:
    scene = Scene(NAME).wager("Ann", original=1000)
    scene.report("misdeal", place="community", amount=5)
    scene.no_more_bets()
    scene.next_round("Js Jd 2h 3c 4s").wager("Ann", original=1000).no_more_bets().no_more_bets()
    assert scene.result("Ann", "original") == ("win", 2000)


# --- invalid rules


@pytest.mark.parametrize(
    ("rules", "wrong"),
    [
        ({"positions": 0}, "must be between 1 and 8, not 0"),
        ({"positions": 9}, "must be between 1 and 8, not 9"),
        ({"chip": 0}, "must be at least"),
        ({"table_minimum": 550}, "not a multiple"),
        ({"table_maximum": 400}, "below the minimum"),
        ({"stub_count": 5}, "not an option"),
        ({"cut": "yes"}, "cut"),
        ({"pays": {"flush": "lots"}}, "not flush = 'lots'"),
    ],
)
def test_a_configuration_that_can_not_be(rules: dict[str, object], wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        Table(NAME, rules)


@clause(NAME, "4(a)", "3(a)", "10(c)")
def test_every_defect_of_a_configuration_is_told_at_once() -> None:
    with pytest.raises(RulesError) as error:
        Table(NAME, {"shuffler": "manual", "preshuffled": True, "payout_cap": 1})
    assert {d.clause for d in error.value.defects} == {"4(a)", "3(a)", "10(c)"}
