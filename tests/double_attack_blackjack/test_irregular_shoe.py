"""Double Attack Blackjack, clause by clause: irregularities of the shoe and the remedies of section 15."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest

from attack_scene import NAME, AttackScene, dealt, dealt_ace
from attack_shoe import RULES, SHOE, nearly_empty, round_at_the_end
from pitboss import Table
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.round import events as ev
from pitboss.engine.round.inputs import Input, make
from pitboss.engine.round.round import Round, replay
from pitboss.engine.state import TableState
from pitboss.games.double_attack_blackjack import GAME as DOUBLE_ATTACK
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.log.journal import LogWriter
from pitboss.log.proof import prove
from pitboss.verification.pairs import faults_of
from pitboss.verification.silence import ends

from scene import KEY, stacked

clause = pytest.mark.clause


# --- 15(b): boxed cards


@clause(NAME, "15(b)")
def test_15b_a_card_found_face_up_goes_to_the_rack() -> None:
    scene = dealt("7s 9h^ Kh 8d Kc", "stand")
    assert scene.held("seat 1") == ["Kh", "8d"]
    assert [(e.card, e.face) for e in scene.events(ev.Burned)] == [("2c", "down"), ("9h", "up")]
    assert scene.result("Ann", "initial") == ("win", 2000)


@clause(NAME, "15(b)")
def test_15b_a_second_voids_the_round_and_the_cards_are_reshuffled() -> None:
    scene = dealt("7s 9h^ Kh 8d^ Kc", initial=1000, attack=500, bonus=300)
    assert scene.round.over
    assert [scene.result("Ann", w) for w in ("initial", "double attack", "bust bonus")] == [
        ("void", 1000),
        ("void", 500),
        ("void", 300),
    ]
    assert scene.round.state.reshuffle
    scene.next_round()
    assert len(scene.events(ev.Shuffled)) == 1


@clause(NAME, "15(b)")
def test_15b_one_in_each_of_two_rounds_voids_neither() -> None:
    scene = dealt("7s 9h^ Kh 8d Kc 7s 9h^ Kh 8d Kc", "stand")
    scene.next_round()
    scene.wager("Ann", initial=1000).no_more_bets().no_more_bets()
    scene.move("stand")
    assert scene.result("Ann", "initial") == ("win", 2000)


@clause(NAME, "15(b)")
def test_15b_a_reported_card_keeps_its_face_up_until_it_comes() -> None:
    scene = AttackScene("7s Kh 8d Kc 7s 9h Kh 8d Jc").wager("Ann", initial=1000)
    scene.report("boxed card", amount=7)  # burn, up, two, second; then up and the first card of the next round
    scene.no_more_bets().no_more_bets()
    scene.move("stand")
    scene.next_round()
    scene.wager("Ann", initial=1000).no_more_bets().no_more_bets()
    assert scene.held("seat 1") == ["Kh", "8d"]
    assert scene.events(ev.Burned)[0].card == "9h"


@pytest.mark.parametrize(
    "what",
    [
        pytest.param("boxed card", marks=clause(NAME, "15(b)")),
        pytest.param("ten in the shoe", marks=clause(NAME, "15(c)")),
    ],
)
def test_15b_nothing_is_reported_in_a_shoe_while_its_cards_are_shuffled(what: str) -> None:
    """The card was marked in the shoe that was done, and never heard of again."""
    table = Table(NAME, {"shuffler": "manual"}, seed=3, state=nearly_empty("7s Kh", 100))
    table.sit("Ann")
    shuffler = table.attendants.pop("shuffler")
    round = table.open_round()
    round.do("dealer", "reshuffle")
    report = partial(round.check, "dealer", "report", what=what, amount=1)
    for waiting in ("shuffler", "player"):
        assert [party.by for party in round.waiting] == [waiting]
        assert "the cards are being shuffled and cut" in str(report())
        round.attend({"shuffler": shuffler})
    round.do("Ann", "cut", amount=100)
    assert report() is None


# --- 15(c): tens


@clause(NAME, "15(c)")
def test_15c_a_ten_is_removed_and_the_next_card_used() -> None:
    scene = dealt("7s Th Kh 8d Kc", "stand", planted=True)
    assert scene.held("seat 1") == ["Kh", "8d"]
    assert scene.troubles() == [("ten in the shoe", "15(c)")]
    assert "Th" not in scene.round.state.rack.split()
    assert scene.result("Ann", "initial") == ("win", 2000)


@clause(NAME, "15(c)")
def test_15c_a_second_ten_voids_the_round_and_the_cards_are_reshuffled() -> None:
    scene = dealt("7s Th Kh Td 8d Kc", initial=1000, attack=1000, planted=True)
    assert scene.round.over
    assert scene.result("Ann", "initial") == ("void", 1000)
    assert scene.round.state.reshuffle


@clause(NAME, "15(c)")
def test_15c_a_ten_as_hole_card_is_found_when_it_is_turned() -> None:
    scene = dealt("7s Kh 8d Th Kc", "stand", planted=True, rules={"hole_card": "hole card"})
    assert scene.troubles() == [("ten in the shoe", "15(c)")]
    assert scene.round.layout.settled[-1].line == "above the dealer"
    assert scene.held("dealer") == ["7s", "Th", "Kc"]


@clause(NAME, "15(c)")
def test_15c_a_card_reader_that_finds_a_ten_reads_the_card_that_takes_its_place() -> None:
    scene = dealt_ace("As Kh 8d Th 6c", "stand", planted=True, rules={"hole_card": "card reader"})
    assert scene.said("dealer") == ["no blackjack", "soft 17"]
    assert scene.result("Ann", "initial") == ("win", 2000)


@clause(NAME, "15(c)")
def test_15c_a_ten_found_as_hole_card_leaves_the_game_even_if_the_round_is_void() -> None:
    # The hole card is a ten. The king replaces it, and then two cards lie face up.
    scene = dealt("5c 8d 9h Th 3d Kc^ Ks^ 9d", "stand", planted=True, rules={"hole_card": "hole card"})
    assert scene.troubles() == [("ten in the shoe", "15(c)"), ("boxed card", "15(b)"), ("boxed card", "15(b)")]
    assert scene.result("Ann", "initial") == ("void", 1000)
    assert scene.round.state.rack.split() == ["2c", "Kc", "Ks", "5c", "3d", "8d", "9h"]


@clause(NAME, "15(c)")
def test_15c_the_dealer_reports_a_ten_some_cards_ahead() -> None:
    scene = AttackScene("7s Kh 8d 9c 2d Kc").wager("Ann", initial=1000)
    assert "past the end" in str(scene.refused("dealer", "report", what="ten in the shoe", amount=289))
    scene.report("ten in the shoe", amount=4)  # after the burn card, the up card and the first card
    scene.no_more_bets().no_more_bets()
    assert scene.troubles() == [("ten in the shoe", "15(c)")]
    assert [type(e) for e in scene.round.events[-4:-1]] == [ev.Dealt, ev.Irregular, ev.Dealt]
    assert scene.held("seat 1") == ["Kh", "8d"]
    scene.report("ten in the shoe", amount=1)
    scene.move("hit")
    assert scene.round.over
    assert scene.result("Ann", "initial") == ("void", 1000)
    assert scene.round.state.reshuffle


@clause(NAME, "15(c)")
def test_15c_a_reported_ten_is_found_at_the_first_card_that_is_seen() -> None:
    scene = AttackScene("7s Kh 8d 9c").wager("Ann", initial=1000)
    scene.report("ten in the shoe", amount=1)  # the burn card's face is not seen
    scene.no_more_bets()
    assert [type(e) for e in scene.round.events[-3:]] == [ev.Burned, ev.Irregular, ev.Dealt]


@clause(NAME, "7(c)", "15(c)")
def test_15c_a_ten_that_was_burned_leaves_the_game_once_it_is_disclosed() -> None:
    scene = AttackScene("7s Kh 8d Kc", burn="Th", planted=True).wager("Ann", initial=1000).no_more_bets()
    told, moved, found = scene.do("Ann", "burn card")
    assert isinstance(told, ev.Announced)
    assert told.words == "the burn card is the ten of hearts"
    assert isinstance(moved, ev.Moved)
    assert (moved.place, moved.card, moved.to_hand) == ("discard rack", "Th", 0)
    assert isinstance(found, ev.Irregular)
    assert found.remedy == "a floorperson removes it from the discard rack"
    scene.no_more_bets()
    scene.move("stand")
    assert scene.round.state.rack.split() == ["Kh", "8d", "7s", "Kc"]
    assert scene.result("Ann", "initial") == ("win", 2000)


@clause(NAME, "15(c)")
def test_15c_a_ten_that_was_burned_is_one_of_the_tens_of_its_round() -> None:
    scene = AttackScene("7s Th Kh 8d", burn="Td", planted=True).wager("Ann", initial=1000)
    scene.no_more_bets().no_more_bets()
    scene.do("Ann", "burn card")
    assert scene.troubles() == [("ten in the shoe", "15(c)")] * 2
    assert scene.result("Ann", "initial") == ("void", 1000)
    assert scene.round.state.reshuffle
    assert "Td" not in scene.round.state.rack.split()


@clause(NAME, "15(c)")
def test_15c_a_ten_disclosed_before_the_first_card_of_a_round_is_none_of_that_round() -> None:
    cards = "7s Kh 8d Kc 9s 9h Th 8h Kd"
    scene = AttackScene(cards, burn="Td", planted=True).wager("Ann", initial=1000)
    scene.no_more_bets().no_more_bets().do("Ann", "stand")
    scene.next_round().wager("Ann", initial=1000)
    scene.do("Ann", "burn card")
    scene.no_more_bets().no_more_bets().do("Ann", "stand")
    assert scene.troubles() == [("ten in the shoe", "15(c)")] * 2
    assert scene.result("Ann", "initial")[0] != "void"
    assert not {"Td", "Th"} & set(scene.round.state.rack.split())


# --- 15(h): not enough cards


@clause(NAME, "15(h)")
def test_15h_the_rack_is_shuffled_cut_and_burned_and_the_round_goes_on() -> None:
    scene = round_at_the_end("7s Kh", 2, then="4h 8d Kc")
    scene.wager("Ann", initial=1000).no_more_bets().no_more_bets()
    # The device's shuffle is cut too, by the dealer.
    assert scene.refused("dealer", "cut", amount=47).clause == "15(h)"
    scene.do("dealer", "cut", amount=48)
    (made,) = scene.events(ev.Cut)
    assert (made.by, made.depth, made.clause, "4(f)" in made.also) == ("dealer", 48, "15(h)", True)
    assert scene.held("seat 1") == ["Kh", "8d"]
    assert scene.troubles() == [("not enough cards in the shoe", "15(h)")]
    (mixed,) = scene.events(ev.Shuffled)
    assert len(mixed.order.split()) == SHOE - 2
    assert [(e.card, e.face, e.clause) for e in scene.events(ev.Burned)] == [("4h", "down", "15(h)")]
    scene.move("stand")
    assert scene.result("Ann", "initial") == ("win", 2000)
    assert scene.round.state.reshuffle
    counted = scene.events(ev.Counted)[0]
    assert (counted.found, counted.expected) == (SHOE, SHOE)


@clause(NAME, "15(h)")
def test_15h_both_orders_are_opened_at_the_end_and_no_card_before() -> None:
    rules = DoubleAttackRules(cut_card=0, approved_procedures=True, hole_card="hole card")
    scene = round_at_the_end("7s Kh 8d 9c", 4, then="4h 2d", rules=rules)
    scene.wager("Ann", initial=1000).no_more_bets().no_more_bets()
    scene.move("hit")
    scene.do("dealer", "cut", amount=48)
    assert not scene.events(ev.Opened)
    scene.move("stand")
    assert [(e.pack, len(e.cards)) for e in scene.events(ev.Opened)] == [(1, SHOE), (2, SHOE - 4)]
    assert scene.round.state.order == ""
    assert scene.round.state.pack == 1


@clause(NAME, "15(h)", "15(a)")
def test_15h_nobody_is_let_out_while_the_cards_are_cut() -> None:
    scene = round_at_the_end("7s 2h 3d 4c", 4, then="4h 9d Kc")
    scene.wager("Ann", initial=1000).no_more_bets().no_more_bets()
    scene.report("card drawn in error")
    scene.move("hit", "hit")
    assert scene.round.asking is not None
    assert scene.round.asking.about == "the cut"
    refusal = scene.refused("supervisor", "report", what="let out of the hand", place="seat 1")
    assert "being shuffled" in str(refusal)
    scene.do("dealer", "cut", amount=48)
    scene.report("let out of the hand", place="seat 1")
    assert scene.round.over
    assert scene.result("Ann", "initial") == ("void", 1000)


@clause(NAME, "15(f)", "15(g)", "15(h)")
def test_15h_the_rack_is_not_shuffled_for_a_card_that_nobody_needs() -> None:
    scene = round_at_the_end("7s Kh 8d Kc", 4)
    scene.wager("Ann", initial=1000).no_more_bets().no_more_bets()
    scene.report("draw on a pat hand")
    scene.move("stand")
    assert scene.round.over
    assert scene.troubles() == [("draw on a pat hand", "15(g)")]
    assert scene.events(ev.Irregular)[0].remedy == "none: it did not come in this round"
    scene = round_at_the_end("7s Kh 8d", 3)
    scene.wager("Ann", initial=1000).no_more_bets().no_more_bets()
    assert "no card is left in the shoe" in str(scene.refused("dealer", "report", what="card exposed in error"))
    scene.move("stand")
    assert [(e.what, e.clause) for e in scene.citing("15(h)") if isinstance(e, ev.Irregular)] == [
        ("not enough cards in the shoe", "15(h)")
    ]


@clause(NAME, "15(h)", "4(d)(3)")
def test_15h_cards_shuffled_by_hand_are_cut_in_mid_round() -> None:
    rules = DoubleAttackRules(cut_card=0, approved_procedures=True, shuffler="manual", cut_by="dealer")
    scene = round_at_the_end("7s Kh", 2, rules=rules)
    scene.wager("Ann", initial=1000).no_more_bets().no_more_bets()
    assert scene.round.asking is not None
    assert scene.round.asking.about == "the cut"
    scene.do("dealer", "cut", amount=60)
    scene.move("stand")

    offered = DoubleAttackRules(cut_card=0, approved_procedures=True, shuffler="manual")
    state = nearly_empty("7s Kh", 2)
    scene = round_at_the_end("7s Kh", 2, rules=offered)
    scene.round = Round(
        DOUBLE_ATTACK, offered, TableState(**{**fields(state), "cut_card_box": 0}), [(1, "Ann")], scene.round.attendants
    )
    scene.wager("Ann", initial=1000).no_more_bets().no_more_bets()
    assert scene.events(ev.Offered)[0].clause == "4(d)(3)"


@clause(NAME, "15(h)", "4(d)", "4(e)")
def test_4e_the_cut_passes_on_from_players_who_have_left() -> None:
    """Nobody was waited for, the dealer was refused, and the round could not go on."""
    rules = {"cut_card": 0, "approved_procedures": True, "shuffler": "manual"}
    table = Table(NAME, rules, seed=3, state=nearly_empty("7s Kh 9h 5d 3d Kc", 6))
    for player in ("Ann", "Bob", "Cyd"):
        table.sit(player)
    round = table.open_round()
    for player in ("Ann", "Bob"):
        round.do(player, "wager", "initial", 1000)
    round.do("dealer", "no more bets")
    table.leave("Cyd")  # without a wager
    round.do("dealer", "no more bets")
    round.do("Ann", "hit")
    table.leave("Ann")  # whose hand has busted
    round.do("Bob", "hit")  # with the first card of the reshuffled rack
    assert [party.player for party in round.waiting] == ["Bob"]
    assert [(event.player, event.clause) for event in round.events if isinstance(event, ev.Refused)] == [
        ("Cyd", "4(e)")
    ]
    round.do("Bob", "refuse")
    assert [party.by for party in round.waiting] == ["dealer"]
    passed = [(given.player, given.do, given.ruling) for given in round.inputs if given.by == "clock"]
    assert passed == [("Cyd", "refuse", "time-out"), ("Ann", "refuse", "time-out")]
    drive(round, table.game.basic, Random(1))
    again = replay(DOUBLE_ATTACK, table.rules, round.start, round.seats_at_start, round.inputs)
    assert again.records == round.records


def fields(state: TableState) -> dict[str, object]:
    return {name: getattr(state, name) for name in state.__struct_fields__}


@clause(NAME, "15(n)", "15(c)", "15(h)")
def test_15n_a_reader_that_fails_while_the_rack_is_shuffled_reads_no_new_hole_card() -> None:
    """The hole card was a ten, and the card in its place comes from the rack."""
    rules = DoubleAttackRules(cut_card=0, approved_procedures=True, hole_card="card reader")
    scene = round_at_the_end("As 9h 8h Th", 3, then="4h Kh", rules=rules)  # the ten is one card more than a shoe has
    scene.wager("Ann", initial=1000).no_more_bets().no_more_bets().no_more_bets()
    assert scene.round.phase == "reshuffle"
    scene.report("card reader malfunction")
    scene.do("dealer", "cut", amount=48)
    assert scene.round.view("public").cards("dealer") == ["As", None]
    scene.move("stand")
    assert scene.held("dealer") == ["As", "Th", "Kh"]
    assert scene.result("Ann", "initial") == ("lose", 0)


@clause(NAME, "15(h)")
def test_15h_with_nothing_in_the_rack_either_the_round_is_void() -> None:
    scene = AttackScene("7s Kh", exact=True, planted=True, burn="", rules={"cut_card": 0, "approved_procedures": True})
    scene.wager("Ann", initial=1000).no_more_bets().no_more_bets()
    assert scene.round.over
    assert scene.result("Ann", "initial") == ("void", 1000)


@pytest.mark.parametrize("shuffler", ["manual", "automated"])
@pytest.mark.parametrize("rack", ["", "2c", "2c^"])
@clause(NAME, "15(h)")
def test_15h_a_planted_rack_that_has_no_card_to_deal_voids_the_round(rack: str, shuffler: str) -> None:
    """One card is burned, so two are needed."""
    rules = DoubleAttackRules(cut_card=0, approved_procedures=True, shuffler=shuffler)
    state, scene = nearly_empty("7s Kh", 2), AttackScene()
    attendants = {"shuffler": lambda round, question: planted(rack, "11")}
    scene.round = Round(DOUBLE_ATTACK, rules, state, [(1, "Ann")], attendants)
    scene.wager("Ann", initial=1000).no_more_bets().no_more_bets()
    assert scene.round.over
    assert scene.result("Ann", "initial") == ("void", 1000)
    assert [e.remedy for e in scene.citing("15(h)") if isinstance(e, ev.Irregular)] == [
        "the discard rack is shuffled, cut and burned",
        "nor in the discard rack: the round is void",
    ]
    assert scene.round.state.reshuffle
    assert scene.round.state.order == ""


def planted(cards: str, key: str) -> Input:
    return make(by="shuffler", do="shuffle", cards=cards, key=key * 32, source="planted")


@pytest.mark.parametrize("rack", ["", "2c", "2c^", "2c 3c"])
def test_15h_a_log_with_a_rack_that_is_too_small_is_checked(rack: str) -> None:
    orders = iter((planted("2c 7s 9h 8d Kc 9h 8d", "11"), planted(rack, "22"), planted("2d " * 30, "33")))
    rules = {"cut_card": 0, "approved_procedures": True}
    table = Table(NAME, rules, attendants={"shuffler": lambda round, question: next(orders)})
    table.sit("Ann")
    rounds = []
    for _ in range(3):
        rounds.append(table.open_round())
        rounds[-1].do("Ann", "wager", "initial", 1000)
        ends(rounds[-1], Random(1))
    assert [round.settlements[0].result for round in rounds] == ["push", "void", "lose"]
    assert faults_of(table, rounds) == []


def test_15h_a_log_with_a_second_order_is_proved(tmp_path: Path) -> None:
    scene = round_at_the_end("7s Kh", 2, then="4h 8d Kc")
    scene.wager("Ann", initial=1000).no_more_bets().no_more_bets()
    scene.do("dealer", "cut", amount=48)
    scene.move("stand")
    path = tmp_path / "round.jsonl"
    with LogWriter(path, DOUBLE_ATTACK, RULES, follows="0" * 64) as log:
        log.add(scene.round)
    assert prove(path, registry.game).rounds == 1
    again = replay(DOUBLE_ATTACK, RULES, scene.round.start, scene.round.seats_at_start, scene.round.inputs)
    assert again.records == scene.round.records


# --- 15(k), 15(l): the shuffler


def unattended() -> Round:
    return Round(DOUBLE_ATTACK, DoubleAttackRules(), TableState(), [(1, "Ann")])


def order_of(round: Round) -> Input:
    return make(by="shuffler", do="shuffle", cards=stacked("", round.to_shuffle), key=KEY)


@clause(NAME, "15(k)")
def test_15k_a_device_that_jams_shuffles_again() -> None:
    round = unattended()
    round.do(make(by="shuffler", do="jam"))
    assert [e.clause for e in round.events if isinstance(e, ev.Irregular)] == ["15(k)"]
    round.do(order_of(round))
    assert len([e for e in round.events if isinstance(e, ev.Shuffled)]) == 1


@clause(NAME, "15(l)")
def test_15l_the_device_is_removed_before_cards_are_shuffled_by_hand() -> None:
    scene = dealt("7s Kh 8d Kc", "stand")
    scene.next_round()
    scene.do("supervisor", "remove", what="shuffler")
    scene.do("dealer", "reshuffle")
    assert scene.events(ev.Shuffled)[0].by == "manual"
    assert scene.round.asking is not None
    assert scene.round.asking.about == "the cut"


def test_15l_no_other_method_while_the_device_is_on_the_table() -> None:
    round = unattended()
    given = make(by="shuffler", do="shuffle", how="manual", cards=stacked("", round.to_shuffle), key=KEY)
    refusal = round.check(given)
    assert refusal is not None
    assert "this shuffle must be automated, not manual" in str(refusal)
