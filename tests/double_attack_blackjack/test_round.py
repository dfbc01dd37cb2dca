"""Double Attack Blackjack, clause by clause: points, wagers, the bust bonus and the settlement of hands."""

from __future__ import annotations

import pytest

from attack_scene import NAME, AttackScene, dealt, dealt_ace
from pitboss import RulesError, Table
from pitboss.engine.registry import clauses
from pitboss.engine.round import events as ev
from pitboss.games.double_attack_blackjack import settle

clause = pytest.mark.clause


# --- sections 1 and 2: points


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        pytest.param("2h 9d", "hard 11", marks=clause(NAME, "2(b)(1)", "1:hard total")),
        pytest.param("Jh 9d", "hard 19", marks=clause(NAME, "2(b)(2)")),
        pytest.param("Qh Kd", "hard 20", marks=clause(NAME, "2(b)(2)")),
        pytest.param("Ah 9d", "soft 20", marks=clause(NAME, "2(b)(3)", "1:soft total")),
        pytest.param("Ah Ad", "soft 12", marks=clause(NAME, "2(b)(3)", "1:soft total")),
        pytest.param("Ah Jd", "blackjack", marks=clause(NAME, "1:blackjack")),
    ],
)
@clause(NAME, "2(b)", "7(e)")
def test_2b_what_the_cards_count(cards: str, words: str) -> None:
    first, second = cards.split()
    assert dealt(f"6s {first} {second}").said("seat 1") == [words]


@pytest.mark.parametrize("rank", list("23456789"))
@clause(NAME, "2(b)(1)")
def test_2b1_two_to_nine_count_their_face(rank: str) -> None:
    assert dealt(f"6s Kh {rank}d").said("seat 1") == [f"hard {10 + int(rank)}"]


@pytest.mark.parametrize("rank", list("JQK"))
@clause(NAME, "2(b)(2)")
def test_2b2_jack_queen_and_king_count_ten(rank: str) -> None:
    assert dealt(f"6s 7h {rank}d").said("seat 1") == ["hard 17"]


@clause(NAME, "2(b)(3)", "1:hard total")
def test_2b3_an_ace_counts_one_where_eleven_would_be_too_much() -> None:
    scene = dealt("6s Ah 9d 8c", "hit")
    assert scene.said("seat 1") == ["soft 20", "hard 18"]


def test_2b_a_total_rests_on_the_cards_that_make_it_up() -> None:
    (said,) = [e for e in dealt("6s Ah Kd").events(ev.Announced) if e.place == "seat 1"]
    assert said.also == ("1:soft total", "2(b)", "2(b)(2)", "2(b)(3)", "1:blackjack")


@clause(NAME, "1:blackjack")
def test_1_ace_and_king_after_a_split_are_21_and_no_blackjack() -> None:
    # The dealer makes 21 with three cards. A blackjack would win; this hand pushes.
    scene = dealt("5s Kh Kd Ac 2c 9h 7d", "split", "stand", "stand", initial=1000)
    assert scene.said("seat 1", 1)[-1] == "soft 21"
    assert scene.held("dealer") == ["5s", "9h", "7d"]
    assert scene.result("Ann", "initial") == ("push", 1000)


# --- section 5: when wagers win


@clause(NAME, "5(a)", "5(a)(1)", "5(e)")
def test_5a1_a_dealer_over_21_loses_to_every_hand_left() -> None:
    scene = dealt("6s 2h 3d Kc Kd", "stand", initial=1000, attack=600)
    assert scene.result("Ann", "initial") == ("win", 2000)
    assert scene.result("Ann", "double attack") == ("win", 1200)
    assert scene.settled("Ann", "initial").pays == "1 to 1"


@clause(NAME, "5(a)(2)", "5(e)")
def test_5a2_the_higher_total_wins_even_money() -> None:
    scene = dealt("7s Kh 8d Kc", "stand", initial=1000, attack=1000)
    assert scene.result("Ann", "initial") == ("win", 2000)
    assert scene.result("Ann", "double attack") == ("win", 2000)


@clause(NAME, "5(a)(3)")
def test_5a3_against_21_of_three_cards_a_blackjack_wins_where_21_pushes() -> None:
    # Up 7. Ann has A-K, Bob 7-8. Bob draws 6 for 21. The dealer's 8 and 6 make 21.
    scene = AttackScene("7s Ah 7h Kd 8d 6c 8c 6h", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000).no_more_bets()
    scene.attacks(Ann=1000)
    scene.move("stand", "hit", "stand")
    assert scene.result("Ann", "initial") == ("win", 2000)
    assert scene.result("Ann", "double attack") == ("win", 2000)
    assert scene.result("Bob", "initial") == ("push", 1000)
    assert scene.settled("Ann", "initial").clause == "5(a)(3)"


@pytest.mark.parametrize(("dealer", "by"), [("7s Kc", "5(a)(2)"), ("6s Kc Kd", "5(a)(1)")])
def test_5a_a_blackjack_beats_lower_totals_and_a_bust(dealer: str, by: str) -> None:
    up, *rest = dealer.split()
    scene = AttackScene(f"{up} Ah 9h Kd 9d {' '.join(rest)}", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000).no_more_bets()
    scene.attacks().move("stand", "stand")
    assert scene.result("Ann", "initial") == ("win", 2000)
    assert scene.settled("Ann", "initial").clause == by


@pytest.mark.parametrize("total", [17, 18, 19, 20])
@clause(NAME, "5(b)")
def test_5b_equal_totals_push(total: int) -> None:
    scene = dealt(f"Ks Qh {total - 10}d {total - 10}c".replace("10", "J"), "stand", initial=1000, attack=500)
    assert scene.result("Ann", "initial") == ("push", 1000)
    assert scene.result("Ann", "double attack") == ("push", 500)


@clause(NAME, "5(e)")
def test_5e_the_lower_total_loses() -> None:
    scene = dealt("Ks 9h 8d 8c", "stand", attack=1000)
    assert scene.result("Ann", "initial") == ("lose", 0)
    assert scene.result("Ann", "double attack") == ("lose", 0)


@clause(NAME, "5(b)")
def test_5b_a_dealer_blackjack_takes_the_initial_wager_and_returns_the_attack() -> None:
    scene = dealt("Ks 9h Kd Ac", "stand", initial=1000, attack=700)
    assert scene.result("Ann", "initial") == ("lose", 0)
    assert scene.result("Ann", "double attack") == ("push", 700)


@clause(NAME, "5(b)", "1:blackjack")
def test_5b_two_blackjacks_push_every_wager() -> None:
    scene = dealt("Ks Ah Kd Ac", "stand", initial=1000, attack=700)
    assert scene.result("Ann", "initial") == ("push", 1000)
    assert scene.result("Ann", "double attack") == ("push", 700)


@clause(NAME, "5(b)")
def test_5b_a_21_that_is_no_blackjack_loses_to_a_dealer_blackjack() -> None:
    scene = dealt("Ks 9h 5d 7c Ac", "hit", "stand", initial=1000)
    assert scene.result("Ann", "initial") == ("lose", 0)


@clause(NAME, "5(e)")
def test_5e_a_bust_loses_at_once_whatever_the_dealer_gets() -> None:
    # Ann busts against a king. Bob stands, and the dealer has a blackjack. Ann's attack stays lost.
    scene = AttackScene("Ks 9h 9c 5d 9d 8c Ad", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000).no_more_bets()
    scene.attacks(Ann=1000, Bob=1000).move("hit")
    assert scene.result("Ann", "initial") == ("lose", 0)
    assert scene.result("Ann", "double attack") == ("lose", 0)
    scene.move("stand")
    assert scene.result("Bob", "initial") == ("lose", 0)
    assert scene.result("Bob", "double attack") == ("push", 1000)


@clause(NAME, "5(c)", "1:initial wager")
def test_5c_wagers_are_chips_within_the_limits_of_the_table() -> None:
    scene = AttackScene(rules={"table_minimum": 1000, "table_maximum": 20_000, "chip": 500})
    assert "below the table minimum" in str(scene.refused("Ann", "wager", "initial", 500))
    assert "above the table maximum" in str(scene.refused("Ann", "wager", "initial", 20_500))
    assert "not a multiple of the smallest chip" in str(scene.refused("Ann", "wager", "initial", 1200))
    scene.wager("Ann", initial=1500)


@clause(NAME, "5(c)")
def test_5c_words_with_cash_stand_as_the_wager_once_dealer_and_supervisor_confirm_them() -> None:
    scene = AttackScene("7s Kh 8d Kc", rules={"verbal_wagers": True})
    scene.do("Ann", "cash", "initial", 1000)
    assert scene.refused("Ann", "wager", "initial", 1000).clause == "5(c)"  # one at a time
    scene.do("dealer", "confirm")
    assert not scene.events(ev.Wagered)
    told = scene.do("supervisor", "confirm")
    assert [type(event) for event in told] == [ev.Validated, ev.Procedure, ev.Wagered]
    assert {event.clause for event in told} == {"5(c)"}
    (placed,) = scene.events(ev.Wagered)
    assert (placed.seat, placed.player, placed.wager, placed.amount) == (1, "Ann", "initial", 1000)
    assert placed.also == ("7(d)",)  # no clause is named twice
    scene.no_more_bets().no_more_bets()
    scene.do("Ann", "stand")
    assert scene.result("Ann", "initial") == ("win", 2000)


@clause(NAME, "5(c)")
@pytest.mark.parametrize("who", ["dealer", "supervisor"])
def test_5c_words_with_cash_that_are_not_confirmed_are_no_wager(who: str) -> None:
    scene = AttackScene(rules={"verbal_wagers": True})
    scene.do("Ann", "cash", "initial", 1000)
    if who == "supervisor":
        scene.do("dealer", "confirm")
    scene.do(who, "decline")
    assert scene.steps()[-1] == f"the {who} does not confirm the wager, and the cash goes back"
    assert "nobody has wagered" in str(scene.refused("dealer", "no more bets"))
    scene.wager("Ann", initial=1000)


@clause(NAME, "5(c)", "6(c)")
def test_5c_words_with_cash_keep_the_limits_and_the_time() -> None:
    scene = AttackScene(rules={"verbal_wagers": True})
    assert "below the table minimum" in str(scene.refused("Ann", "cash", "initial", 400))
    assert scene.refused("Ann", "cash", "bust bonus", 100).wrong == "place the initial wager first"
    scene.wager("Ann", initial=1000)
    assert "placed already" in str(scene.refused("Ann", "cash", "initial", 1000))
    scene.no_more_bets()
    late = scene.refused("Ann", "cash", "initial", 1000)
    assert (late.clause, "from the first card" in late.wrong) == ("5(d)", True)
    bonus = scene.refused("Ann", "cash", "bust bonus", 100)
    assert (bonus.clause, "before the first card" in bonus.wrong) == ("6(c)", True)


@pytest.mark.parametrize(("wager", "by"), [("initial", "5(c)"), ("double attack", "5(c)"), ("bust bonus", "6(c)")])
@clause(NAME, "5(c)", "6(c)")
def test_5c_a_table_need_not_accept_words_with_cash(wager: str, by: str) -> None:
    scene = AttackScene()
    refusal = scene.refused("Ann", "cash", wager, 1000)
    assert (refusal.clause, refusal.wrong) == (by, "this table does not accept verbal wagers with cash")
    assert scene.refused("Ann", "cash", "bust bonus", 100).clause == "6(c)"
    assert scene.refused("Ann", "cash", "initial", 1000).clause == "5(c)"


@clause(NAME, "5(d)", "5(f)")
def test_5d_nothing_is_wagered_or_withdrawn_after_the_first_card() -> None:
    scene = AttackScene("7s Kh 8d Kc", players=("Ann", "Bob")).wager("Ann", initial=1000)
    scene.do("Ann", "withdraw", "initial")
    scene.wager("Ann", initial=1500)
    assert not scene.events(ev.Dealt)
    scene.no_more_bets()
    (closed,) = scene.events(ev.Announced)
    assert (closed.words, closed.clause, closed.also) == ("No more bets", "5(d)", ("5(f)",))
    assert scene.refused("Bob", "wager", "initial", 1000).clause == "5(d)"
    assert scene.refused("Ann", "wager", "initial", 1000).clause == "5(d)"
    assert scene.refused("Ann", "withdraw", "initial").clause == "5(f)"


@clause(NAME, "5(g)")
def test_5g_insurance_doubles_and_splits_once_confirmed_stay() -> None:
    """They can be neither withdrawn nor changed, and are settled as they were made."""
    scene = dealt_ace("As 5h 5d 6c 9c 8d Kc", insurance=500, initial=1000, attack=400)
    stays = "a confirmed wager can't be changed until it is decided"

    def untouched(wager: str, hand: int = 1) -> bool:
        refusal = scene.refused("Ann", "withdraw", wager, hand=hand)
        return refusal.clause == "5(g)" and stays in refusal.wrong

    assert untouched("insurance")
    assert scene.refused("Ann", "insure", amount=100).clause == "11(b)"
    scene.move("split")
    assert untouched("initial", 2)
    assert untouched("double attack", 2)
    assert scene.refused("Ann", "withdraw", "initial").clause == "5(f)"  # it was placed before the first card
    scene.move(("double", 700))
    assert untouched("double")
    assert scene.refuses("double", 100).clause == "9(a)"
    scene.move("stand")
    assert untouched("double")
    scene.move("stand")
    # The dealer has a blackjack, which spares the wagers of the double and the split, and pays the insurance.
    assert scene.round.over
    assert scene.result("Ann", "insurance") == ("win", 1750)
    assert scene.result("Ann", "double") == ("push", 700)
    assert scene.result("Ann", "initial", 2) == ("push", 1000)
    assert scene.result("Ann", "double attack", 2) == ("push", 400)


@clause(NAME, "5(f)")
def test_5f_whoever_has_wagers_does_not_leave_them() -> None:
    scene = AttackScene("7s Kh 8d Kc").wager("Ann", initial=1000).no_more_bets()
    refusal = scene.refused("Ann", "leave")
    assert (refusal.clause, "wagers can't be changed until they are decided" in refusal.wrong) == ("5(f)", True)


@clause(NAME, "5(d)")
def test_5d_a_round_needs_an_initial_wager() -> None:
    scene = AttackScene()
    assert "nobody has wagered" in str(scene.refused("dealer", "no more bets"))


# --- section 6: the bust bonus


@pytest.mark.parametrize(
    ("dealer", "times"),
    [
        ("6s Kc Jd", 4),
        ("6s Kc Qd", 4),
        ("6s Kc Kd", 4),
        ("6s 8c 9d", 7),
        ("8s 6c 8d", 9),
        ("8s 7c 7d", 11),
        ("9s 7c 6d", 16),
    ],
)
@clause(NAME, "6(a)", "6(d)", "6(d)(2)")
def test_6d2_a_bust_with_three_cards_pays_by_the_third(dealer: str, times: int) -> None:
    up, *rest = dealer.split()
    scene = dealt(f"{up} 9h 9d {' '.join(rest)}", "stand", bonus=500)
    assert scene.result("Ann", "bust bonus") == ("win", 500 * times)
    assert scene.settled("Ann", "bust bonus").clause == "6(d)(2)"


@pytest.mark.parametrize(
    ("eights", "times", "by"),
    [
        pytest.param("8s 8s 8s", 201, "6(d)(3)", marks=clause(NAME, "6(d)(3)", "1:suit")),
        pytest.param("8s 8c 8s", 51, "6(d)(3)", marks=clause(NAME, "6(d)(3)")),
        pytest.param("8h 8d 8d", 51, "6(d)(3)", marks=clause(NAME, "6(d)(3)")),
        pytest.param("8h 8d 8s", 9, "6(d)(2)", marks=clause(NAME, "6(d)(2)")),
        pytest.param("8s 8s 8h", 9, "6(d)(2)", marks=clause(NAME, "6(d)(2)")),
    ],
)
def test_6d3_three_eights(eights: str, times: int, by: str) -> None:
    up, *rest = eights.split()
    scene = dealt(f"{up} 9h 9d {' '.join(rest)}", "stand", bonus=500)
    assert scene.result("Ann", "bust bonus") == ("win", 500 * times)
    assert scene.settled("Ann", "bust bonus").clause == by


@clause(NAME, "6(d)(3)", "1:suit")
def test_6d3_it_is_the_suit_or_else_the_color_of_three_eights_that_counts() -> None:
    paid = [
        dealt(f"{up} 9h 9d {rest}", "stand", bonus=500).result("Ann", "bust bonus")[1]
        for up, rest in (("8s", "8s 8s"), ("8s", "8c 8s"), ("8s", "8c 8h"))
    ]
    assert paid == [100_500, 25_500, 4_500]  # 200, 50 and 8 to 1, plus the stake


@pytest.mark.parametrize(
    "dealer", ["7s Kc", "Ks Kc", "Ks Ac", "5s Kc 6d", "5s Kc 2d", "2s 3c 4d 7c 9d", "5s 4c 6h Kd", "6s Ac"]
)
@clause(NAME, "6(d)", "6(d)(1)")
def test_6d1_no_bust_with_exactly_three_cards_loses(dealer: str) -> None:
    up, *rest = dealer.split()
    scene = dealt(f"{up} 9h 9d {' '.join(rest)}", "stand", bonus=500)
    assert scene.result("Ann", "bust bonus") == ("lose", 0)
    assert scene.held("dealer") == dealer.split()


@clause(NAME, "6(d)", "6(d)(2)")
def test_6d_the_bonus_is_settled_before_other_wagers_from_the_dealers_right() -> None:
    scene = AttackScene("6s 9h 9c 9d 9s Kc Kd", players=("Ann", "Bob"))
    for who in ("Ann", "Bob"):
        scene.wager(who, initial=1000, bust_bonus=1000)
    scene.no_more_bets()
    scene.attacks().move("stand", "stand")
    order = [(s.player, s.wager) for s in scene.round.settlements]
    assert order == [("Bob", "bust bonus"), ("Ann", "bust bonus"), ("Bob", "initial"), ("Ann", "initial")]


@clause(NAME, "6(d)", "12(c)")
def test_6d_a_live_bonus_makes_the_dealer_draw_the_third_card_and_no_more() -> None:
    scene = dealt("2s 9h 5d 8c 3d 4c", "hit", bonus=500)
    assert scene.result("Ann", "initial") == ("lose", 0)
    assert scene.held("dealer") == ["2s", "3d", "4c"]
    assert scene.result("Ann", "bust bonus") == ("lose", 0)


@clause(NAME, "6(e)")
def test_6e_the_bonus_wins_for_a_hand_that_lost() -> None:
    scene = dealt("6s 9h 5d 8c Kc Jd", "hit", initial=1000, bonus=500)
    assert scene.result("Ann", "initial") == ("lose", 0)
    assert scene.result("Ann", "bust bonus") == ("win", 2000)
    assert "6(e)" in scene.settled("Ann", "bust bonus").also


@clause(NAME, "6(b)", "6(b)(1)", "6(b)(2)", "6(c)")
def test_6b_the_bonus_is_a_dollar_or_more_and_no_more_than_initial_and_house_limit() -> None:
    scene = AttackScene(rules={"chip": 50, "bust_bonus_maximum": 5000})
    assert "place the initial wager first" in str(scene.refused("Ann", "wager", "bust bonus", 500))
    scene.wager("Ann", initial=1000)
    low = scene.refused("Ann", "wager", "bust bonus", 50)
    assert low.clause == "6(b)"
    assert "below the minimum bonus wager, which is $1" in str(low)
    above = scene.refused("Ann", "wager", "bust bonus", 1050)
    assert above.clause == "6(b)(1)"
    assert "above the initial wager" in str(above)
    scene.do("Ann", "withdraw", "initial")
    scene.wager("Ann", initial=20_000)
    house = scene.refused("Ann", "wager", "bust bonus", 5050)
    assert house.clause == "6(b)(2)"
    assert "above the house's limit, which is $50" in str(house)
    scene.wager("Ann", bust_bonus=100)
    scene.no_more_bets()
    assert scene.refused("Ann", "wager", "bust bonus", 100).clause == "6(b)"


@clause(NAME, "6(c)")
def test_6c_the_bonus_may_be_made_with_cash_and_confirmed_before_the_first_card() -> None:
    scene = AttackScene("6s 9h 9d Kc Jd", rules={"verbal_wagers": True}).wager("Ann", initial=1000)
    scene.do("Ann", "cash", "bust bonus", 500)
    assert scene.refused("dealer", "no more bets").clause == "6(c)"
    scene.do("dealer", "confirm")
    scene.do("supervisor", "confirm")
    scene.no_more_bets().no_more_bets()
    scene.do("Ann", "stand")
    assert scene.result("Ann", "bust bonus") == ("win", 2000)


@clause(NAME, "6(b)")
def test_6b_with_bigger_chips_the_least_bonus_is_a_chip() -> None:
    scene = AttackScene(rules={"chip": 500}).wager("Ann", initial=1000)
    assert "below the minimum bonus wager, which is $5" in str(scene.refused("Ann", "wager", "bust bonus", 100))
    scene.wager("Ann", bust_bonus=500)


@pytest.mark.parametrize(("up", "by"), [("6s", "8(a)"), ("Ks", "8(a)(2)")])
def test_8a2_the_offer_of_a_surrender_says_whether_a_blackjack_may_take_all(up: str, by: str) -> None:
    scene = AttackScene(f"{up} 9h 7d Kc Jd").wager("Ann", initial=1000).no_more_bets().no_more_bets()
    offers = {one.do: one for one in scene.round.offers(scene.round.waiting[0])}
    assert (offers["surrender"].clause, offers["surrender"].gives_up) == (by, 500)


# --- rules


@pytest.mark.parametrize(
    ("rules", "by"),
    [
        pytest.param({"positions": 8}, "10(c)", marks=clause(NAME, "10(c)")),
        pytest.param({"packs": 2}, "2(a)", marks=clause(NAME, "2(a)")),
        pytest.param({"cut_card": 20}, "4(f)", marks=clause(NAME, "4(f)", "4(i)")),
        pytest.param({"cut_card": 76}, "4(f)", marks=clause(NAME, "4(f)")),
        pytest.param({"burn": False}, "4(i)", marks=clause(NAME, "4(i)")),
        pytest.param({"burn_shown": False}, "7(c)", marks=clause(NAME, "7(c)")),
        pytest.param({"burn_shown": False}, "4(i)", marks=clause(NAME, "4(i)")),
        pytest.param({"bust_bonus_maximum": 50}, "6(b)(2)", marks=clause(NAME, "6(b)(2)")),
        pytest.param({"bust_bonus_maximum": 50_100}, "6(b)(1)", marks=clause(NAME, "6(b)(1)")),
        pytest.param({"surrender_at_once": True}, "8(a)(3)", marks=clause(NAME, "8(a)(3)")),
        pytest.param({"reader_shows": True}, "15(m)(1)", marks=clause(NAME, "15(m)(1)")),
        pytest.param({"shared_boxes": -1}, "13(h)", marks=clause(NAME, "13(h)")),
    ],
)
def test_rules_that_the_document_does_not_permit(rules: dict[str, object], by: str) -> None:
    with pytest.raises(RulesError) as error:
        Table(NAME, rules)
    assert by in [defect.clause for defect in error.value.defects]


@pytest.mark.parametrize("decks", [1, 7])
def test_2a_six_or_eight_decks_and_nothing_else(decks: int) -> None:
    with pytest.raises(RulesError, match="decks"):
        Table(NAME, {"decks": decks})


def test_the_bust_bonus_table_is_no_option() -> None:
    with pytest.raises(RulesError, match="not an option"):
        Table(NAME, {"bust_bonus": {"ten": "4 to 1"}})


# --- the pure functions


@pytest.mark.parametrize(
    ("player", "natural", "dealer", "dealer_natural", "line"),
    [
        (22, 0, 26, 0, settle.BUST),
        (22, 0, 21, 1, settle.BUST),
        (21, 0, 21, 1, settle.DEALER_BLACKJACK),
        (21, 1, 21, 1, settle.BOTH_BLACKJACK),
        (21, 1, 21, 0, settle.BLACKJACK),
        (12, 0, 22, 0, settle.DEALER_BUST),
        (20, 0, 19, 0, settle.ABOVE),
        (18, 0, 19, 0, settle.BELOW),
        (19, 0, 19, 0, settle.EQUAL),
    ],
)
def test_the_deciding_line(player: int, natural: int, dealer: int, dealer_natural: int, line: int) -> None:
    assert settle.outcome(player, natural, dealer, dealer_natural) == line


def test_what_a_line_returns() -> None:
    # bust, dealer blackjack, both, blackjack, dealer over 21, above, below, equal
    first = [settle.initial(100, line, 1) for line in range(8)]
    later = [settle.initial(100, line, 0) for line in range(8)]
    extra = [settle.extra(100, line) for line in range(8)]
    assert first == [0, 0, 100, 200, 200, 200, 0, 100]
    assert later == extra == [0, 100, 100, 200, 200, 200, 0, 100]


@pytest.mark.parametrize(
    ("cards", "total", "third", "line"), [(3, 22, 10, 1), (3, 26, 6, 5), (3, 21, 10, 0), (2, 20, 0, 0), (4, 22, 10, 0)]
)
def test_the_bonus_is_won_by_three_cards_over_21_alone(cards: int, total: int, third: int, line: int) -> None:
    assert settle.bonus_line(cards, total, third, 0, 0, 0) == line


def test_every_clause_of_the_document_is_listed() -> None:
    listed = clauses(NAME)
    assert len(listed) == 123
    assert {c.id for c in listed.values() if c.kind == "premises"} == {"7(k)", "7(l)"}
