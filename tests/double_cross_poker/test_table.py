"""Double Cross Poker: opening, shuffle and cut, wagers, clause by clause."""

from __future__ import annotations

import pytest

from double_cross import NAME, PAIR_OF_ACES, SORTED, defects, played, step, steps
from pitboss.basics.errors import IllegalAction
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Party
from pitboss.engine.table import Table

from scene import Scene

clause = pytest.mark.clause
MANUAL = {"shuffler": "manual"}
SUPERVISOR = Party("supervisor")


# --- sections 2 and 3: packs and opening


@clause(NAME, "2(a)")
def test_2a_one_pack_of_52_and_a_cover_card() -> None:
    scene = Scene(NAME)
    assert step(scene, "one pack of 52 and a cover card").clause == "2(a)"
    (shuffled,) = scene.events(ev.Shuffled)
    assert sorted(shuffled.order.split()) == sorted(SORTED)


@clause(NAME, "2(a)")
def test_2a_a_pack_too_short_to_deal_from_voids_the_round_and_leaves_the_table() -> None:
    scene = Scene(NAME, " ".join(SORTED[:8]), planted=True, exact=True).wager("Ann", ante=1000).no_more_bets()
    assert scene.result("Ann", "ante") == ("void", 1000)
    assert step(scene, "removed from the table").clause == "2(a)"


@clause(NAME, "2(b)")
def test_2b_a_second_pack_needs_an_automated_shuffler() -> None:
    assert defects(packs=2, shuffler="manual") == [("packs", "2(b)")]
    assert Table(NAME, {"packs": 2}).rules.packs == 2


@clause(NAME, "2(b)(1)", "3(d)")
def test_3d_each_of_two_packs_is_opened_by_itself() -> None:
    scene = Scene(NAME, rules={"packs": 2})
    opening = [(e.pack, e.step) for e in scene.events(ev.Procedure) if "3(d)" in e.also]
    each = [
        "dealer inspects the cards, floorperson verifies them",
        "spread the cards face up, by suit and in sequence",
        "the first player inspects the cards",
        "turn the cards face down and wash them",
        "stack the cards",
    ]
    assert opening == [(pack, words) for pack in (1, 2) for words in each]


@clause(NAME, "3(a)", "3(b)", "3(c)")
def test_3_a_new_pack_is_inspected_spread_looked_at_washed_and_stacked() -> None:
    scene = Scene(NAME, players=("Ann", "Bob"))  # Bob came later and does not wager
    opening = [(e.step, e.clause, e.player) for e in scene.events(ev.Procedure)]
    assert opening[1:7] == [
        ("receive the cards", "3(a)", ""),
        ("dealer inspects the cards, floorperson verifies them", "3(b)", ""),
        ("spread the cards face up, by suit and in sequence", "3(b)", ""),
        ("the first player inspects the cards", "3(c)", "Ann"),
        ("turn the cards face down and wash them", "3(c)", ""),
        ("stack the cards", "3(c)", ""),
    ]
    assert "receive the cards" not in steps(played(scene).next_round())


@clause(NAME, "3(a)", "4(a)", "4(b)(2)")
def test_3a_a_pre_shuffled_pack_is_neither_spread_nor_shuffled_and_is_cut() -> None:
    scene = Scene(NAME, rules={"preshuffled": True})
    assert steps(scene)[1:4] == [
        "receive the cards",
        "the cards come pre-shuffled",
        "the cover card is placed in front of the pack",
    ]
    assert scene.events(ev.Shuffled)[0].by == "pre-shuffled"
    scene.do("dealer", "cut", amount=20)
    played(scene).next_round()
    assert scene.events(ev.Shuffled)[0].by == "automated"
    assert not scene.events(ev.Cut)


@clause(NAME, "3(a)", "4(b)(2)")
def test_3a_a_pre_shuffled_pack_that_replaces_another_is_announced_and_cut_too() -> None:
    scene = Scene(NAME, " ".join(SORTED[:51]), rules={"preshuffled": True, "count_every": 1}, planted=True, exact=True)
    scene.do("dealer", "cut", amount=20)
    scene.wager("Ann", ante=1000).no_more_bets()  # the count finds 51 cards, and the pack leaves the table
    scene.planted = scene.exact = False
    scene.next_round()
    assert "the cards come pre-shuffled" in steps(scene)
    assert scene.events(ev.Shuffled)[0].by == "pre-shuffled"
    scene.do("dealer", "cut", amount=20)
    played(scene).next_round()
    assert scene.events(ev.Shuffled)[0].by == "automated"


# --- section 4: shuffle and cut


@clause(NAME, "4(a)")
def test_4a_the_cards_are_shuffled_before_every_round() -> None:
    scene = Scene(NAME)
    for _ in range(3):
        (shuffled,) = scene.events(ev.Shuffled)
        assert (shuffled.by, shuffled.clause) == ("automated", "4(a)")
        played(scene).next_round()


@clause(NAME, "4(a)")
def test_4a_an_order_that_is_not_of_the_pack_is_refused() -> None:
    with pytest.raises(IllegalAction, match="1 missing, 1 extra") as refusal:
        Scene(NAME, " ".join(["Ks", *SORTED[:51]]), exact=True)
    assert refusal.value.clause == "4(a)"


@clause(NAME, "4(b)", "4(b)(1)")
def test_4b1_cards_from_the_device_are_dealt_without_a_cut() -> None:
    scene = Scene(NAME)
    assert "4(b)(1)" in step(scene, "placed in the manual shoe").also
    assert not scene.events(ev.Cut)


@clause(NAME, "4(b)", "4(b)(2)", "4(c)", "4(c)(1)", "4(c)(1)i.", "4(c)(1)ii.", "4(c)(1)iii.", "4(c)(1)iv.", "4(c)(2)")
def test_4c_cards_shuffled_by_hand_are_cut_by_the_dealer_in_four_steps() -> None:
    scene = Scene(NAME, rules=MANUAL)
    assert [party.by for party in scene.round.waiting] == ["dealer"]
    before = len(scene.round.events)
    assert step(scene, "cover card is placed in front").clause == "4(c)(1)i."
    scene.do("dealer", "cut", amount=30)
    cut, rest, cover, placed = scene.round.events[before:]
    assert isinstance(cut, ev.Cut)
    assert (cut.by, cut.depth, cut.clause) == ("dealer", 30, "4(c)(1)ii.")
    assert isinstance(rest, ev.Procedure)
    assert (rest.step, rest.clause) == ("the rest of the pack is placed on the cards that were cut", "4(c)(1)iii.")
    assert isinstance(cover, ev.Procedure)
    assert (cover.step, cover.clause) == ("the cover card goes to the discard rack", "4(c)(1)iv.")
    assert placed.clause == "7(a)"
    assert placed.also == ("4(c)(2)",)


@clause(NAME, "4(c)(1)ii.", "4(c)(1)iii.")
def test_4c1ii_the_cards_cut_off_the_top_go_under_the_rest() -> None:
    scene = Scene(NAME, " ".join(SORTED), rules=MANUAL, exact=True)
    scene.do("dealer", "cut", amount=10)
    scene.wager("Ann", ante=1000).no_more_bets()
    assert [e.card for e in scene.events(ev.Dealt)] == SORTED[10:19]


@pytest.mark.parametrize(
    ("depth", "wrong"), [(9, "below the minimum depth, which is 10 cards"), (52, "above the maximum depth")]
)
@clause(NAME, "4(c)(1)ii.")
def test_4c1ii_a_cut_of_less_than_ten_or_of_all_cards_is_refused(depth: int, wrong: str) -> None:
    refusal = Scene(NAME, rules=MANUAL).refused("dealer", "cut", amount=depth)
    assert wrong in str(refusal)
    assert refusal.clause == "4(c)(1)ii."


@pytest.mark.parametrize("depth", [10, 51])
@clause(NAME, "4(c)(1)ii.")
def test_4c1ii_ten_cards_are_enough_and_one_may_be_left(depth: int) -> None:
    scene = Scene(NAME, rules=MANUAL)
    scene.do("dealer", "cut", amount=depth)
    assert scene.events(ev.Cut)[0].depth == depth


@clause(NAME, "4(c)(1)", "4(c)(1)ii.")
def test_4c1_players_are_not_offered_the_cut() -> None:
    scene = Scene(NAME, rules=MANUAL)
    assert [e.step for e in scene.citing("4(c)(1)")] == ["the cover card is placed in front of the pack"]
    assert [party.by for party in scene.round.waiting] == ["dealer"]
    assert scene.refused("Ann", "cut", amount=20).clause == "4(c)(1)ii."


@clause(NAME, "4(c)")
def test_4c_a_cut_once_wagers_are_taken_is_refused_by_the_clause_on_the_cut() -> None:
    refusal = Scene(NAME).refused("dealer", "cut", amount=20)
    assert (refusal.clause, "right after the shuffle" in refusal.wrong) == ("4(c)", True)


@clause(NAME, "4(d)")
def test_4d_a_supervisor_may_order_a_recut_before_the_deal() -> None:
    scene = Scene(NAME, " ".join(SORTED), rules=MANUAL, exact=True)
    scene.do("dealer", "cut", amount=10)
    scene.do("supervisor", "recut")
    assert step(scene, "requires a recut").clause == "4(d)"
    scene.do("dealer", "cut", amount=12)
    scene.wager("Ann", ante=1000).no_more_bets()
    assert [e.depth for e in scene.events(ev.Cut)] == [10, 12]
    assert scene.events(ev.Dealt)[0].card == SORTED[22]


@clause(NAME, "4(d)")
def test_4d_no_recut_without_a_cut_and_none_by_a_player() -> None:
    scene = Scene(NAME)
    refusal = scene.refused("supervisor", "recut")
    assert (refusal.clause, refusal.wrong) == ("4(d)", "the cards were not cut")
    scene.refused("Ann", "recut")


@clause(NAME, "4(d)")
def test_4d_no_recut_once_cards_are_dealt() -> None:
    scene = Scene(NAME, rules=MANUAL)
    scene.do("dealer", "cut", amount=10)
    assert [o.do for o in scene.round.offers(SUPERVISOR) if not o.why_not and o.clause == "4(d)"] == ["recut"]
    scene.do("supervisor", "recut")
    scene.do("dealer", "cut", amount=10)
    scene.wager("Ann", ante=1000).no_more_bets()
    assert not scene.round.offers(SUPERVISOR)
    scene.refused("supervisor", "recut")


@clause(NAME, "4(e)", "3(c)")
def test_4e_an_idle_table_is_spread_and_reopens_face_up_with_a_look_and_a_wash() -> None:
    scene = Scene(NAME)
    spread = scene.do("dealer", "spread")[0]
    assert isinstance(spread, ev.Procedure)
    assert (spread.step, spread.clause) == ("no gaming activity: the cards are spread out", "4(e)")
    assert scene.round.over
    assert not scene.events(ev.Dealt)
    scene.next_round()
    assert steps(scene)[:4] == [
        "a player arrives: the spread cards are turned face up",
        "the first player inspects the cards",
        "turn the cards face down and wash them",
        "stack the cards",
    ]
    assert scene.events(ev.Shuffled)


@clause(NAME, "4(e)")
def test_4e_a_table_with_wagers_on_it_is_not_idle() -> None:
    refusal = Scene(NAME).wager("Ann", ante=1000).refused("dealer", "spread")
    assert (refusal.clause, refusal.wrong) == ("4(e)", "wagers are on the layout")


# --- section 6: wagers


@clause(NAME, "6(a)", "6(c)", "1:ante")
def test_6a_an_ante_is_chips_on_the_layout() -> None:
    scene = Scene(NAME).wager("Ann", ante=700)
    (placed,) = scene.events(ev.Wagered)
    assert (placed.seat, placed.player, placed.wager, placed.amount) == (1, "Ann", "ante", 700)
    assert (placed.clause, placed.also) == ("6(c)", ("1:ante", "6(a)"))


@clause(NAME, "6(a)")
def test_6a_a_wager_by_word_with_cash_is_refused_before_and_after_the_bets_close() -> None:
    scene = Scene(NAME, players=("Ann", "Bob"))
    refusals = [scene.refused("Bob", "cash", wager, 1000) for wager in ("ante", "three-card", "raise 1")]
    scene.wager("Ann", ante=1000).no_more_bets()
    refusals += [
        scene.refused(who, "cash", wager, 1000) for who in ("Ann", "Bob") for wager in ("ante", "three-card", "raise 1")
    ]
    for refusal in refusals:
        assert refusal.clause == "6(a)"
        assert "verbal wagers with cash are not accepted" in refusal.wrong


@pytest.mark.parametrize(
    ("cards", "result", "returned", "taken"),
    [
        (PAIR_OF_ACES, "win", 2500, True),
        ("Kh Qd 8d 8c Th 9c 6s 4s 2d", "lose", 0, True),
        ("Ah 5d Ad 5h 3h 9c 4s Ts 2d", "push", 1000, False),
    ],
)
@clause(NAME, "6(a)")
def test_6a_a_match_play_coupon_lies_beside_the_ante(cards: str, result: str, returned: int, taken: bool) -> None:
    scene = Scene(NAME, cards)
    scene.do("Ann", "wager", "ante", 1000, coupon=500)
    scene.no_more_bets().do("Ann", "vertical")
    end = scene.settled("Ann", "ante")
    assert (end.result, end.returned, end.coupon_taken) == (result, returned, taken)
    assert scene.settled("Ann", "raise 1").stake == 1000


@clause(NAME, "6(a)", "10(c)(1)")
def test_6a_a_fold_takes_the_coupon() -> None:
    scene = Scene(NAME)
    scene.do("Ann", "wager", "ante", 1000, coupon=500)
    scene.no_more_bets().do("Ann", "fold")
    end = scene.settled("Ann", "ante")
    assert (end.result, end.returned, end.coupon, end.coupon_taken) == ("lose", 0, 500, True)


@clause(NAME, "6(a)", "12(c)")
def test_6a_a_void_leaves_the_coupon() -> None:
    scene = Scene(NAME)
    scene.do("Ann", "wager", "ante", 1000, coupon=500)
    scene.no_more_bets().report("exposed card", place="dealer")
    end = scene.settled("Ann", "ante")
    assert (end.result, end.returned, end.coupon, end.coupon_taken) == ("void", 1000, 500, False)


@clause(NAME, "6(c)", "6(d)")
def test_6_a_coupon_above_the_chips_or_on_the_three_card_wager_is_refused() -> None:
    scene = Scene(NAME)
    above = scene.refused("Ann", "wager", "ante", 1000, coupon=1100)
    assert (above.clause, above.wrong) == ("6(c)", "a match play coupon must not exceed the chips beside it")
    beside = scene.wager("Ann", ante=1000).refused("Ann", "wager", "three-card", 1000, coupon=100)
    assert beside.clause == "6(d)"
    assert "does not take a match play coupon" in str(beside)


@clause(NAME, "6(b)")
def test_6b_only_those_seated_may_wager_and_only_at_their_own_seat() -> None:
    scene = Scene(NAME, players=("Ann", "Bob"))
    assert scene.refused("Eve", "wager", "ante", 1000).clause == "6(b)"
    assert scene.refused("Ann", "wager", "ante", 1000, seat=2).clause == "6(b)"
    assert scene.refused("Ann", "wager", "ante", 1000, seat=5).clause == "6(b)"


@clause(NAME, "6(b)")
def test_6b_whoever_stands_behind_the_seats_may_not_wager() -> None:
    table = Table(NAME, seed=1)
    table.sit("Ann")
    table.stand("Eve")
    round = table.open_round()
    with pytest.raises(IllegalAction) as refusal:
        round.do("Eve", "wager", "ante", 1000)
    assert refusal.value.clause == "6(b)"
    assert [party.player for party in round.waiting if party.by == "player"] == ["Ann"]


@clause(NAME, "6(b)")
def test_6b_a_player_with_cards_stays_until_the_round_is_over() -> None:
    scene = Scene(NAME).wager("Ann", ante=1000).no_more_bets()
    refusal = scene.refused("Ann", "leave")
    assert refusal.clause == "6(b)"
    assert "stays seated until the round is over" in str(refusal)


@pytest.mark.parametrize(
    ("amount", "wrong"),
    [
        (0, "below the table minimum, which is $5"),
        (400, "below the table minimum, which is $5"),
        (50_100, "above the table maximum, which is $500"),
        (550, "not a multiple of the smallest chip, which is $1"),
    ],
)
@clause(NAME, "6(c)")
def test_6c_an_ante_outside_the_limits_or_between_chips_is_refused(amount: int, wrong: str) -> None:
    assert wrong in str(Scene(NAME).refused("Ann", "wager", "ante", amount))


@clause(NAME, "6(c)")
def test_6c_wagers_may_be_changed_before_no_more_bets_and_not_after() -> None:
    scene = Scene(NAME, players=("Ann", "Bob")).wager("Ann", ante=1000)
    assert "placed already" in str(scene.refused("Ann", "wager", "ante", 500))
    scene.do("Ann", "withdraw", "ante")
    scene.wager("Ann", ante=600).no_more_bets()
    assert scene.refused("Ann", "withdraw", "ante").clause == "6(c)"
    assert scene.refused("Bob", "wager", "ante", 1000).clause == "6(c)"
    assert scene.round._dealer.stake(1, "Ann", "ante") == 600


@clause(NAME, "6(c)")
def test_6c_bets_do_not_close_while_nobody_has_wagered() -> None:
    assert "nobody has wagered" in str(Scene(NAME).refused("dealer", "no more bets"))


@pytest.mark.parametrize("amount", [100, 10_000])
@clause(NAME, "6(d)", "1:three-card wager")
def test_6d_a_three_card_wager_of_1_to_100_dollars_goes_with_an_ante(amount: int) -> None:
    scene = Scene(NAME).wager("Ann", ante=1000)
    scene.do("Ann", "wager", "three-card", amount)
    assert [(e.wager, e.amount, e.clause) for e in scene.events(ev.Wagered)][1] == ("three-card", amount, "6(d)")


@pytest.mark.parametrize(
    ("amount", "wrong"),
    [
        (0, "below the minimum three-card wager, which is $1"),
        (99, "below the minimum three-card wager, which is $1"),
        (10_100, "above the maximum three-card wager, which is $100"),
        (150, "not a multiple of the smallest chip"),
    ],
)
@clause(NAME, "6(d)")
def test_6d_any_other_amount_is_refused(amount: int, wrong: str) -> None:
    refusal = Scene(NAME).wager("Ann", ante=1000).refused("Ann", "wager", "three-card", amount)
    assert wrong in str(refusal)
    assert refusal.clause == "6(d)"


@clause(NAME, "6(d)")
def test_6d_no_three_card_wager_without_an_ante() -> None:
    scene = Scene(NAME)
    refusal = scene.refused("Ann", "wager", "three-card", 500)
    assert (refusal.clause, refusal.wrong) == ("6(d)", "a three-card wager requires an ante")
    scene.wager("Ann", ante=1000).do("Ann", "wager", "three-card", 500)
    assert "must be withdrawn first" in str(scene.refused("Ann", "withdraw", "ante"))


@clause(NAME, "6(d)")
def test_6d_the_range_is_what_the_tables_chips_can_make() -> None:
    scene = Scene(NAME, rules={"chip": 3000, "table_minimum": 3000, "table_maximum": 30000}).wager("Ann", ante=3000)
    assert "which is $30" in str(scene.refused("Ann", "wager", "three-card", 100))
    assert "which is $90" in str(scene.refused("Ann", "wager", "three-card", 10_000))
    cents = Scene(NAME, rules={"chip": 1}).wager("Ann", ante=1000)
    assert "which is $1" in str(cents.refused("Ann", "wager", "three-card", 99))
    assert "which is $100" in str(cents.refused("Ann", "wager", "three-card", 10_001))
    big = Scene(NAME, rules={"chip": 50_000, "table_minimum": 50_000}).wager("Ann", ante=50_000)
    assert "allows no wager from $1 to $100" in str(big.refused("Ann", "wager", "three-card", 50_000))


@clause(NAME, "8(b)(1)", "7(a)")
def test_8b1_pre_shuffled_cards_are_not_dealt_from_the_hand() -> None:
    scene = Scene(NAME, rules={"dealing": "hand", "preshuffled": True})
    scene.do("dealer", "cut", amount=20)
    placed = scene.events(ev.Procedure)[-1]
    assert (placed.clause, "8(b)(1)" in placed.also) == ("7(a)", True)
    scene.wager("Ann", ante=1000).no_more_bets()
    assert scene.events(ev.Dealt)[0].clause == "7(c)(1)"
    scene.do("Ann", "fold")
    scene.next_round().wager("Ann", ante=1000).no_more_bets()
    assert scene.events(ev.Dealt)[0].clause == "8(c)(1)"


@clause(NAME, "7(e)")
def test_7e_a_void_round_counts_and_a_fifth_that_is_void_has_the_pack_counted_before_its_shuffle() -> None:
    scene, counted = Scene(NAME), []
    for number in range(1, 12):
        scene.wager("Ann", ante=1000)
        if number in (2, 5, 6):
            scene.report("misdeal", place="seat 1", amount=3)
        scene.no_more_bets()
        if not scene.round.over:
            scene.do("Ann", "fold")
        counted.append(bool(scene.events(ev.Counted)))
        scene.next_round()
    assert counted == [False] * 5 + [True] + [False] * 3 + [True] + [
        False
    ]  # the sixth round opens with the count that the fifth owed


@clause(NAME, "4(d)")
def test_4d_cards_that_were_not_cut_are_not_recut() -> None:
    refusal = Scene(NAME).refused("supervisor", "recut")
    assert (refusal.wrong, refusal.clause) == ("the cards were not cut", "4(d)")
