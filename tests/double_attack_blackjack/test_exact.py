"""Double Attack Blackjack: exact limits, the order of players, and the citations of each settlement."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from attack_scene import NAME, AttackScene, Move, dealt, dealt_ace, two
from attack_shoe import RULES, near_the_cut_card, round_at_the_end
from pitboss.basics.cards import parse_cards
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Question
from pitboss.engine.round.inputs import Input, make
from pitboss.engine.round.round import Round
from pitboss.engine.state import TableState
from pitboss.games.double_attack_blackjack import GAME as DOUBLE_ATTACK
from pitboss.games.double_attack_blackjack.mathematics.counting import bonus_line_of
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.games.double_attack_blackjack.settle import BONUS_LINES, alike

from scene import KEY

clause = pytest.mark.clause

# --- sections 5, 9, 10: the citations of a settlement

WON = ("5(a)", "5(e)")
NATURAL = ("5(a)", "5(e)", "1:blackjack")


@pytest.mark.parametrize(
    ("cards", "moves", "line", "by", "also", "ruling"),
    [
        ("6s Kh 8d Kc Kd", ("stand",), "dealer over 21", "5(a)(1)", WON, ""),
        ("7s Kh 8d Kc", ("stand",), "above the dealer", "5(a)(2)", WON, ""),
        ("7s Kh 7d Kc", ("stand",), "equal to the dealer", "5(b)", (), ""),
        ("7s Kh 6d Kc", ("stand",), "below the dealer", "5(e)", (), ""),
        ("Ks Kh 8d Ac", ("stand",), "dealer blackjack", "5(b)", ("1:blackjack",), "dealer-blackjack"),
        ("Ks Ah Kd Ac", ("stand",), "both blackjack", "5(b)", ("1:blackjack",), "dealer-blackjack"),
        ("Ks Ah Kd 9c", ("stand",), "blackjack", "5(a)(2)", NATURAL, "blackjack-wins"),
        ("Ks Kh 8d Ac", ("surrender",), "dealer blackjack", "8(a)(2)", ("1:blackjack",), "dealer-blackjack"),
        ("7s Kh 8d 9c", ("hit",), "bust", "5(e)", (), "bust"),
    ],
)
def test_what_each_line_of_an_initial_wager_rests_on(
    cards: str, moves: tuple[Move, ...], line: str, by: str, also: tuple[str, ...], ruling: str
) -> None:
    end = dealt(cards, *moves).settled("Ann", "initial")
    assert (end.line, end.clause, end.also, end.ruling) == (line, by, also, ruling)
    assert end.pays == ("1 to 1" if end.result == "win" else "")


@clause(NAME, "5(b)", "9(b)", "9(c)", "10(d)")
def test_a_push_of_doubled_and_split_hands_rests_on_the_clause_that_spares_it() -> None:
    wagers = ("initial", "double attack", "double")

    def ends(cards: str, hand: int, *moves: Move) -> list[tuple[str, str, tuple[str, ...]]]:
        scene = dealt(cards, *moves, attack=500)
        found = [scene.settled("Ann", wager, hand) for wager in wagers]
        return [(end.result, end.clause, end.also) for end in found]

    double: Move = ("double", 1000)
    assert ends("7s 5h 6d 9c Kd 3c", 1, double, "stand") == [
        ("win", "5(a)(2)", WON),
        ("win", "5(a)(2)", WON),
        ("win", "5(a)(2)", (*WON, "9(b)")),
    ]
    assert ends("9s 5h 6d 8c Kd", 1, double, "stand") == [("push", "5(b)", ())] * 3
    spared = ("1:blackjack",)
    assert ends("Ks 5h 6d 8c Ad", 1, double, "stand") == [
        ("lose", "5(b)", spared),
        ("push", "5(b)", spared),
        ("push", "9(c)", spared),
    ]
    # On a hand formed by a split, equal totals push as on any hand, and a blackjack spares all of it.
    assert ends("9s 8h 8d Kc 3d 8c Kd", 2, "split", "stand", double, "stand") == [("push", "5(b)", ())] * 3
    assert ends("Ks 8h 8d Kc 3d 8c Ad", 2, "split", "stand", double, "stand") == [
        ("push", "10(d)", spared),
        ("push", "10(d)", spared),
        ("push", "9(c)", spared),
    ]


@pytest.mark.parametrize(
    ("cards", "eights", "color", "suit"),
    [
        ("8h 8h 8h", 1, 1, 1),
        ("8h 8d 8h", 1, 1, 0),
        ("8c 8s 8c", 1, 1, 0),
        ("8h 8h 8s", 1, 0, 0),
        ("7h 8h 9h", 0, 1, 1),
        ("2h 8h 8h", 0, 1, 1),
        ("8c 8c 9s", 0, 1, 0),
        ("Ac 2d", 0, 0, 0),
    ],
)
def test_6d_whether_cards_are_eights_of_one_color_of_one_suit(cards: str, eights: int, color: int, suit: int) -> None:
    assert alike(tuple(parse_cards(cards, packs=6))) == (eights, color, suit)


# --- section 8: halves


@pytest.mark.parametrize(
    ("initial", "attack", "ends"),
    [
        # Half of $16.01 is $8.01. The odd wager is rounded, whichever it is.
        (1000, 601, [("initial", 500, False), ("double attack", 301, True)]),
        (1001, 600, [("initial", 501, True), ("double attack", 300, False)]),
        (1000, 600, [("initial", 500, False), ("double attack", 300, False)]),
    ],
)
@clause(NAME, "8(a)")
def test_8a_the_wager_whose_half_is_rounded_says_so(
    initial: int, attack: int, ends: list[tuple[str, int, bool]]
) -> None:
    scene = dealt("9s Kh 6d", "surrender", initial=initial, attack=attack, rules={"chip": 1})
    assert [(end.wager, end.returned, end.rounded) for end in scene.round.settlements] == ends


@clause(NAME, "8(a)", "13(b)")
def test_8a_only_a_surrender_on_a_shared_box_rests_on_the_caller() -> None:
    """An insured player has two wagers on the box, which no one else shares."""
    alone = dealt_ace("As Kh 6d 9c", "surrender", insurance=500)
    assert [(e.clause, e.also) for e in alone.events(ev.Chose) if e.action == "surrender"] == [("8(a)", ())]
    shared = AttackScene("9s Kh 6d", standing=("Bob",)).wager("Ann", initial=1000)
    shared.do("Ann", "consent")
    shared.do("Bob", "wager", "initial", 500, seat=1)
    shared.no_more_bets().no_more_bets()
    shared.move("surrender")
    assert [(e.clause, e.also) for e in shared.events(ev.Chose) if e.action == "surrender"] == [("8(a)", ("13(b)",))]


# --- section 10: splits


@clause(NAME, "10(b)", "10(c)")
def test_10b_the_second_hand_split_again_is_played_before_the_one_it_forms() -> None:
    scene = dealt("7s 8h 8d Kc 8c 2c 3c Kd", "split", "stand", "split")
    hands = []
    while not scene.round.over:
        hands.append(scene.asked("stand").hand)
        scene.move("stand")
    assert hands == [2, 3]
    assert [(e.hand, e.cards) for e in scene.events(ev.Collected) if e.place == "seat 1"] == [
        (3, ("8c", "3c")),
        (2, ("8d", "2c")),
        (1, ("8h", "Kc")),
    ]


@pytest.mark.parametrize(("pair", "also"), [("Ah Ad", ("10(e)",)), ("8h 8d", ())])
@clause(NAME, "10(a)", "10(b)")
def test_10e_only_the_split_of_aces_rests_on_the_clause_on_aces(pair: str, also: tuple[str, ...]) -> None:
    scene = dealt(f"7s {pair} 2c 3c", "split")
    (moved,) = scene.events(ev.Moved)
    assert (moved.clause, moved.also, moved.hand, moved.to_hand, moved.card) == ("10(a)", also, 1, 2, pair.split()[1])
    second = scene.events(ev.Dealt)[-1]
    assert (second.clause, second.also, second.hand) == ("10(b)", also, 1)


@clause(NAME, "5(g)", "10(c)")
def test_5g_no_wager_on_a_split_hand_is_taken_back() -> None:
    scene = dealt("7s 8h 8d 8c 8s 2c", "split", "split", "split", attack=500, rules={"positions": 6})
    for hand in (2, 3, 4):
        for wager in ("initial", "double attack"):
            refusal = scene.refused("Ann", "withdraw", wager, hand=hand)
            assert refusal.clause == "5(g)"
            assert refusal.wrong.endswith("a confirmed wager can't be changed until it is decided")
    assert scene.refused("Ann", "withdraw", "initial", hand=1).clause == "5(f)"


# --- section 13: several players


@clause(NAME, "13(e)")
def test_13e_the_one_behind_waits_for_the_caller_whatever_their_names() -> None:
    scene = AttackScene("7s Kh 9d Kc", standing=("Abe",)).wager("Ann", initial=1000)
    scene.do("Ann", "consent")
    scene.do("Abe", "wager", "initial", 500, seat=1)
    scene.no_more_bets()
    refusal = scene.refused("Abe", "attack", amount=500, seat=1)
    assert (refusal.clause, refusal.wrong) == ("13(e)", "Ann calls box 1 and has not placed a double attack")
    scene.do("Ann", "attack", amount=100)
    scene.do("Abe", "attack", amount=500, seat=1)


@pytest.mark.parametrize("seat", [1, 5])
@clause(NAME, "13(b)")
def test_13b_who_sits_at_another_box_calls_only_with_the_highest_wager(seat: int) -> None:
    scene = AttackScene("7s 9h 7d Kc", players=(("Ann", seat),), standing=("Bob",), rules={"several_boxes": True})
    scene.do("Ann", "wager", "initial", 500, seat=3)
    scene.do("Ann", "consent", seat=3)
    scene.do("Bob", "wager", "initial", 600, seat=3)
    scene.no_more_bets().no_more_bets()
    assert (scene.round.waiting[0].player, scene.round.waiting[0].seat) == ("Bob", 3)


@pytest.mark.parametrize(("first", "second"), [(1, 6), (6, 1), (3, 4)])
@clause(NAME, "13(h)")
def test_13h_a_shared_box_counts_wherever_it_is(first: int, second: int) -> None:
    players = (("Ann", first), ("Bob", second))
    scene = AttackScene(players=players, standing=("Cyd", "Dan"), rules={"shared_boxes": 1})
    for who in ("Ann", "Bob"):
        scene.wager(who, initial=1000)
        scene.do(who, "consent")
    scene.do("Cyd", "wager", "initial", 1000, seat=first)
    refusal = scene.refused("Dan", "wager", "initial", 1000, seat=second)
    assert (refusal.clause, refusal.wrong) == ("13(h)", "the limit of shared boxes at this table is 1")


@pytest.mark.parametrize(
    ("most", "others", "asked"), [(1, ("Bob",), 0), (2, ("Bob",), 1), (3, ("Bob",), 1), (3, (), 0)]
)
def test_13a_consent_is_offered_where_another_may_join(most: int, others: tuple[str, ...], asked: int) -> None:
    scene = AttackScene(standing=others, rules={"people_on_box": most}).wager("Ann", initial=1000)
    ann = next(party for party in scene.round.waiting if party.player == "Ann")
    consents = [offer for offer in scene.round.offers(ann) if offer.do == "consent"]
    assert [(offer.clause, offer.optional, offer.why_not) for offer in consents] == [("13(a)", True, "")] * asked


# --- section 6: the bonus


@pytest.mark.parametrize(
    ("initial", "most", "by", "words"),
    [
        (4900, 4900, "6(b)(1)", "the initial wager, which is $49"),
        (5000, 5000, "6(b)(1)", "the initial wager, which is $50"),
        (5100, 5000, "6(b)(2)", "the house's limit, which is $50"),
    ],
)
def test_6b_the_lesser_of_the_initial_wager_and_the_houses_limit(initial: int, most: int, by: str, words: str) -> None:
    scene = AttackScene(rules={"bust_bonus_maximum": 5000}).wager("Ann", initial=initial)
    refusal = scene.refused("Ann", "wager", "bust bonus", most + 100)
    assert refusal.clause == by
    assert f"above {words}" in str(refusal)
    scene.wager("Ann", bust_bonus=most)


# --- section 15


@pytest.mark.parametrize("cards", [0, 1])
@clause(NAME, "15(a)", "15(i)")
def test_15i_a_short_hand_was_delivered_incorrectly_so_that_others_may_leave(cards: int) -> None:
    scene = AttackScene("7s Kh 8h 4d 9d Kc", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000)
    scene.report("short hand", place="seat 1", amount=cards)
    scene.no_more_bets().no_more_bets()
    if cards:
        busy = scene.refused("supervisor", "report", what="let out of the hand", place="seat 1")
        assert busy.wrong == "box 1 is in the middle of a decision"
    scene.report("let out of the hand", by="supervisor", place="seat 2")
    assert scene.result("Bob", "initial") == ("void", 1000)
    if cards:
        scene.move("take card")
        scene.report("let out of the hand", by="supervisor", place="seat 1")
    assert scene.result("Ann", "initial") == ("void", 1000)
    assert scene.round.over


@clause(NAME, "15(a)", "15(j)")
def test_15j_after_a_late_card_each_box_may_leave_again() -> None:
    scene = two("7s 9h 8h 2d 4d 6c 3c Kc")
    scene.report("forgotten card", place="seat 1")
    scene.move("hit", "stand")
    busy = scene.refused("supervisor", "report", what="let out of the hand", place="seat 1")
    assert busy.wrong == "box 1 is in the middle of a decision"
    scene.move("take card")
    scene.report("let out of the hand", by="supervisor", place="seat 1")
    assert scene.result("Ann", "initial") == ("void", 1000)
    assert scene.result("Bob", "initial") == ("lose", 0)


@pytest.mark.parametrize(("leaving", "who"), [(1, "Ann"), (3, "Cyd")])
@clause(NAME, "15(a)", "13(d)")
def test_15a_the_boxes_beside_one_in_mid_decision_may_leave(leaving: int, who: str) -> None:
    """Bob calls box 2 and has doubled. Dan, behind him, is asked whether he doubles too."""
    scene = AttackScene("7s Kh 5h 9h 7d 6d 9d 8c Kc", players=("Ann", "Bob", "Cyd"), standing=("Dan",))
    for name in ("Ann", "Bob", "Cyd"):
        scene.wager(name, initial=1000)
    scene.do("Bob", "consent")
    scene.do("Dan", "wager", "initial", 500, seat=2)
    scene.no_more_bets().no_more_bets()
    scene.report("card drawn in error")
    scene.move("stand", ("double", 1000))
    assert scene.round.asking is not None
    assert scene.round.asking.about == "double with the caller"
    busy = scene.refused("supervisor", "report", what="let out of the hand", place="seat 2")
    assert busy.wrong == "box 2 is in the middle of a decision"
    scene.report("let out of the hand", by="supervisor", place=f"seat {leaving}")
    assert scene.result(who, "initial") == ("void", 1000)
    assert scene.round.asking.about == "double with the caller"
    scene.move("pass", "stand")
    assert scene.held("seat 2") == ["5h", "6d", "8c"]
    assert scene.round.over is (leaving == 3)


@pytest.mark.parametrize(("leaving", "who"), [(1, "Ann"), (3, "Cyd")])
@clause(NAME, "15(a)")
def test_15a_whoever_decides_goes_on_when_another_box_leaves(leaving: int, who: str) -> None:
    scene = AttackScene("7s Kh 5h 9h 7d 6d 9d 8c Kc", players=("Ann", "Bob", "Cyd"))
    for name in ("Ann", "Bob", "Cyd"):
        scene.wager(name, initial=1000)
    scene.no_more_bets().no_more_bets()
    scene.report("card drawn in error")
    scene.move("stand")
    scene.report("let out of the hand", by="supervisor", place=f"seat {leaving}")
    assert scene.result(who, "initial") == ("void", 1000)
    assert (scene.round.waiting[0].player, scene.round.waiting[0].seat) == ("Bob", 2)
    scene.move("hit", "stand")
    assert scene.held("seat 2") == ["5h", "6d", "8c"]


@clause(NAME, "15(f)", "15(j)", "13(b)")
def test_15j_a_late_card_that_busts_ends_the_hand_without_a_word_more() -> None:
    """Bob alone calls hand 2 and busts with the late card. Ann, who sits there, has refused a card on hand 1."""
    scene = AttackScene("7s 8h 8d 2c 9c Kd Kc", standing=("Bob",)).wager("Ann", initial=1000)
    scene.do("Ann", "consent")
    scene.do("Bob", "wager", "initial", 500, seat=1)
    scene.no_more_bets().no_more_bets()
    scene.move("split")
    scene.do_asked("designate", what="hand 2")
    scene.report("card exposed in error")
    scene.move("refuse")
    scene.report("let out of the hand", by="supervisor", place="seat 1", player="Ann")
    assert (scene.round.waiting[0].player, scene.asked("stand").hand) == ("Bob", 2)
    scene.move("take card")
    scene.report("forgotten card", place="seat 1")
    scene.move("hit", "take card")
    assert scene.round.over
    assert scene.said("seat 1", 2) == ["hard 17", "hard 27"]
    assert scene.result("Bob", "initial", 2) == ("lose", 0)


@clause(NAME, "15(b)")
def test_15b_the_remedy_of_the_first_and_of_the_second_card_found_face_up() -> None:
    scene = AttackScene("7s^ Kh^ 8d").wager("Ann", initial=1000).no_more_bets()
    assert [(e.what, e.card, e.remedy) for e in scene.events(ev.Irregular)] == [
        ("boxed card", "7s", "to the discard rack; the next card is used"),
        ("boxed card", "Kh", "the round is void, the cards are reshuffled"),
    ]


@clause(NAME, "15(c)")
def test_15c_the_remedy_of_the_first_and_of_the_second_ten() -> None:
    scene = AttackScene("Tc Td 7s", planted=True).wager("Ann", initial=1000).no_more_bets()
    assert [(e.what, e.card, e.remedy) for e in scene.events(ev.Irregular)] == [
        ("ten in the shoe", "Tc", "a floorperson removes it; the next card is used"),
        ("ten in the shoe", "Td", "the round is void, the cards are reshuffled"),
    ]


@clause(NAME, "15(c)")
def test_15c_a_ten_is_reported_up_to_the_last_card_of_the_shoe() -> None:
    scene = AttackScene("7s Kh 8d").wager("Ann", initial=1000)
    past = scene.refused("dealer", "report", what="ten in the shoe", amount=289)
    assert past.wrong == "draw 289 is past the end of the shoe, which has 288 cards"
    assert "draw 400 is past the end" in scene.refused("dealer", "report", what="ten in the shoe", amount=400).wrong
    assert "which is 400" in scene.refused("dealer", "report", what="ten in the shoe", amount=401).wrong
    scene.report("ten in the shoe", amount=288)


@pytest.mark.parametrize(("at", "lapses"), [(1, 0), (3, 1), (4, 1)])
@clause(NAME, "15(b)", "15(h)")
def test_15h_a_boxed_card_of_the_second_order_lapses_unless_it_was_found(at: int, lapses: int) -> None:
    """After the report, Ann draws the three and the dealer the king, unless the three is the boxed card."""
    scene = round_at_the_end("7s 5h", 2, then="4h 2d 3d Kc 9c")
    scene.wager("Ann", initial=1000).no_more_bets().no_more_bets()
    scene.do("dealer", "cut", amount=48)
    scene.report("boxed card", amount=at)
    scene.move("hit", "stand")
    assert scene.round.over
    found = [e for e in scene.events(ev.Irregular) if e.what == "boxed card"]
    assert [e.remedy for e in found] == (
        ["none: the shoe is done before it comes"] if lapses else ["to the discard rack; the next card is used"]
    )


@pytest.mark.parametrize(("at", "marked"), [(2, []), (3, ["9c^"]), (4, ["5c^"])])
def test_15b_the_shoe_keeps_the_mark_of_a_boxed_card_that_has_not_come(at: int, marked: list[str]) -> None:
    scene = AttackScene("7s Kh 8d 2h Kc 9c 5c").wager("Ann", initial=1000).no_more_bets().no_more_bets()
    scene.report("boxed card", amount=at)
    scene.move("hit", "stand")
    assert scene.round.over
    assert [word for word in scene.round.state.order.split() if word.endswith("^")] == marked


def test_3c_a_card_seen_in_the_wash_is_reported_for_the_next_wash_while_a_shoe_lasts() -> None:
    scene = dealt("7s Kh 8d Kc", "stand")
    scene.next_round()
    assert scene.report("card exposed in the wash") == []
    assert scene.round._dealer.state.to_come == ("card exposed in the wash",)


@clause(NAME, "15(n)")
def test_15n_a_reader_is_brought_back_alone() -> None:
    scene = AttackScene("7s 9h 5d Kc", rules={"hole_card": "card reader"}).wager("Ann", initial=1000)
    scene.report("card reader malfunction")
    scene.round._dealer.state = msgspec.structs.replace(scene.round._dealer.state, removed=("shuffler", "card reader"))
    scene.do("supervisor", "bring back", what="card reader")
    assert scene.round._dealer.state.removed == ("shuffler",)


# --- section 4: the cut


@pytest.mark.parametrize(("racked", "least"), [(7, 3), (8, 4), (96, 48), (97, 48)])
@clause(NAME, "4(f)", "15(h)")
def test_15h_a_small_rack_is_cut_at_its_middle_or_before(racked: int, least: int) -> None:
    """This many cards lie in the rack when the shoe holds only the dealer's first card and Ann's."""
    rack = " ".join(["2c"] * racked)
    state = TableState(
        round=9, condition="open", order=f"{rack} 7s Kh", key=KEY, cursor=racked, rack=rack, reshuffle=False
    )

    def shuffler(round: Round, question: Question) -> Input:
        return make(by="shuffler", do="shuffle", cards=rack, key=KEY)

    scene = AttackScene()
    scene.round = Round(DOUBLE_ATTACK, RULES, state, [(1, "Ann")], {"shuffler": shuffler})
    scene.wager("Ann", initial=1000).no_more_bets().no_more_bets()
    for depth in (least - 1, racked - least + 1):
        assert scene.refused("dealer", "cut", amount=depth).clause == "15(h)"
    scene.do("dealer", "cut", amount=least)
    assert scene.events(ev.Cut)[0].depth == least


@clause(NAME, "4(k)", "15(h)")
def test_15h_a_rack_shuffled_by_hand_has_no_plug() -> None:
    rules = DoubleAttackRules(cut_card=0, approved_procedures=True, shuffler="manual")
    scene = round_at_the_end("7s Kh", 2, rules=rules)
    scene.wager("Ann", initial=1000).no_more_bets().no_more_bets()
    steps = [e.step for e in scene.citing("4(k)")]
    assert steps == ["riffle", "turn one of two stacks about, and riffle them", "strip, after two riffles"]


@clause(NAME, "4(g)", "4(d)(1)", "4(e)")
def test_4g_after_the_dealers_cut_the_recut_is_offered_in_the_same_order_again() -> None:
    """Everybody refused both. The game is still just beginning."""
    rules = {"shuffler": "manual", "recut_by": "next"}
    scene = AttackScene(players=(("Ann", 2), ("Bob", 5), ("Cyd", 4)), rules=rules)
    everybody = ("Ann", "Bob", "Cyd")
    for who in everybody:
        scene.do(who, "refuse")
    scene.do("dealer", "cut", amount=100)
    scene.do("supervisor", "recut")
    for who in everybody:
        scene.do(who, "refuse")
    then = [(5, "4(e)"), (4, "4(e)")]
    assert [(e.seat, e.clause) for e in scene.events(ev.Offered)] == [(2, "4(d)(1)"), *then, (2, "4(g)"), *then]


@clause(NAME, "7(c)", "7(j)")
def test_7j_a_cut_card_that_comes_with_the_burn_card_is_the_dealers() -> None:
    state = msgspec.structs.replace(near_the_cut_card(0), burn=True)
    scene = AttackScene()
    scene.round = Round(DOUBLE_ATTACK, DoubleAttackRules(), state, [(1, "Ann")])
    scene.wager("Ann", initial=1000).no_more_bets()
    (appeared,) = [e for e in scene.citing("7(j)") if isinstance(e, ev.Procedure)]
    assert (appeared.step, appeared.seat, appeared.player) == ("the cut card appears", 0, "")
    assert (scene.round._dealer.state.cut_card_box, scene.round._dealer.state.cut_card_player) == (0, "")
    scene.no_more_bets()
    while not scene.round.over:
        scene.no_more_bets() if scene.round.asking and scene.round.asking.about == "insurance" else scene.move("stand")
    assert [(e.place, e.clause, e.also) for e in scene.events(ev.Collected)] == [
        ("seat 1", "7(h)", ("7(j)(1)",)),
        ("dealer", "7(h)", ("7(j)(1)",)),
    ]


@pytest.mark.parametrize(("percent", "at"), [(0, 0), (25, 216), (75, 72)])
def test_4f_the_shoe_keeps_where_its_cut_card_lies(percent: int, at: int) -> None:
    scene = AttackScene(rules={"cut_card": percent, "approved_procedures": True})
    assert (scene.round._dealer.state.cut_card, scene.round._dealer.state.cut_card_box) == (at, -1)


# --- options: each limit, and just beyond it


@pytest.mark.parametrize(
    ("rules", "defects"),
    [
        ({"positions": 0}, [("positions", "10(c)")]),
        ({"positions": 1}, []),
        ({"positions": 7}, []),
        ({"positions": 8}, [("positions", "10(c)")]),
        ({"packs": 0}, [("packs", "2(a)")]),
        ({"packs": 2}, [("packs", "2(a)")]),
        ({"cut_card": 25}, []),
        ({"cut_card": 24}, [("cut_card", "4(f)"), ("cut_card", "4(i)")]),
        ({"cut_card": 24, "approved_procedures": True}, []),
        ({"cut_card": 0, "approved_procedures": True}, []),
        ({"cut_card": -1, "approved_procedures": True}, [("cut_card", "4(f)")]),
        ({"cut_card": 75}, []),
        ({"cut_card": 76}, [("cut_card", "4(f)")]),
        ({"burn": False, "approved_procedures": True}, []),
        ({"burn_shown": False}, [("burn_shown", "7(c)"), ("burn_shown", "4(i)")]),
        ({"burn_shown": False, "approved_procedures": True}, []),
        ({"bust_bonus_maximum": 100}, []),
        ({"bust_bonus_maximum": 99, "chip": 1}, [("bust_bonus_maximum", "6(b)(2)")]),
        ({"bust_bonus_maximum": 101, "chip": 1}, []),
        ({"bust_bonus_maximum": 150}, [("bust_bonus_maximum", "6(b)(2)")]),
        ({"bust_bonus_maximum": 500, "chip": 500}, []),
        ({"table_minimum": 600, "bust_bonus_maximum": 400, "chip": 200}, []),
        ({"table_minimum": 600, "bust_bonus_maximum": 500, "chip": 200}, [("bust_bonus_maximum", "6(b)(2)")]),
        ({"table_maximum": 20_000, "bust_bonus_maximum": 20_000}, []),
        ({"table_maximum": 20_000, "bust_bonus_maximum": 20_100}, [("bust_bonus_maximum", "6(b)(1)")]),
        ({"table_maximum": 5_000, "bust_bonus_maximum": 10_000}, []),
        ({"table_maximum": 5_000, "bust_bonus_maximum": 10_100}, [("bust_bonus_maximum", "6(b)(1)")]),
        ({"surrender_at_once": True, "hole_card": "hole card"}, [("surrender_at_once", "8(a)(3)")]),
        ({"surrender_at_once": True, "hole_card": "card reader"}, []),
        ({"reader_shows": True, "hole_card": "none"}, [("reader_shows", "15(m)(1)")]),
        ({"reader_shows": True, "hole_card": "hole card"}, [("reader_shows", "15(m)(1)")]),
        ({"reader_shows": True, "hole_card": "card reader"}, []),
        ({"shared_boxes": 0}, []),
        ({"shared_boxes": -1}, [("shared_boxes", "13(h)")]),
    ],
)
def test_each_option_on_its_limit_and_beside_it(rules: dict[str, Any], defects: list[tuple[str, str]]) -> None:
    found = DoubleAttackRules(**rules).defects()
    assert [(defect.option, defect.clause) for defect in found] == defects


def test_the_least_bonus_is_a_dollar_or_the_first_whole_chip_above() -> None:
    assert [DoubleAttackRules(chip=chip).least_bonus for chip in (1, 50, 100, 101, 500)] == [100, 100, 100, 101, 500]


def test_10c_the_most_hands_on_a_box() -> None:
    assert [DoubleAttackRules(positions=boxes).most_hands for boxes in range(1, 8)] == [4, 4, 4, 4, 4, 4, 3]


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("Kc 7c 9d", "no bust in three cards"),  # the dealer stands on two cards
        ("Ac 6c 9d", "no bust in three cards"),  # the dealer stands on a soft 17
        ("Ac 5c Kd", "no bust in three cards"),  # 16 with the ace as one
        ("5c Ac Kd", "no bust in three cards"),
        ("Kc 5c 6d", "no bust in three cards"),
        ("Kc 6c Ad", "no bust in three cards"),  # a third ace counts one
        ("Kc 6c 6d", "six"),
        ("Kc 6c Jd", "ten"),
        ("7c 6c 9d", "nine"),
        ("7c 7d 8c", "eight"),
        ("8c 8d 8h", "eight"),
        ("8h 8d 8h", "three eights of the same color"),
        ("8h 8h 8h", "three eights of the same suit"),
    ],
)
def test_the_line_of_the_bust_bonus_by_three_cards(cards: str, line: str) -> None:
    assert BONUS_LINES[bonus_line_of(*parse_cards(cards, packs=6))] == line
