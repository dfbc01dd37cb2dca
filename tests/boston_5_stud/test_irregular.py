"""Boston 5 Stud Poker: irregularities and the document's remedies, clause by clause."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitboss import IllegalAction
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Question
from pitboss.engine.round.inputs import Input, make
from pitboss.engine.round.round import Round

from scene import Scene

clause = pytest.mark.clause
NAME = "boston_5_stud"
AUTOMATED = {"dealing": "automated shoe"}
PLAYERS = ("Ann", "Bob", "Cy")
# Ann holds a pair, Bob nothing, Cy a straight flush; then the dealer's three, and the rest of the pack.
CARDS = "2s 2h 7d 3s 8h Tc Ks Qs Js 4c 9d Ah"


def bets(cards: str = CARDS, bonus: int = 100, players: tuple[str, ...] = PLAYERS, **rules: object) -> Scene:
    """Antes of $10 with first wagers and optional bonus wagers. Bets are open."""
    scene = Scene(NAME, cards, players=players, rules=rules)
    for player in players:
        scene.wager(player, ante=1000, first=2000)
        if bonus:
            scene.wager(player, optional_bonus=bonus)
    return scene


def ends(scene: Scene, who: str) -> dict[str, tuple[str, int]]:
    return {s.wager: (s.result, s.returned) for s in scene.round.settlements if s.player == who}


def returned_in_full(scene: Scene, who: str) -> bool:
    return all(s.result == "void" and s.returned == s.stake for s in scene.round.settlements if s.player == who)


VOID = {"ante": ("void", 1000), "first": ("void", 2000)}


# --- 12(a): the dealer's cards exposed


@clause(NAME, "12(a)", "11(d)")
def test_12a_a_dealer_card_seen_before_the_bonuses_are_settled_pays_those_that_win_and_returns_the_rest() -> None:
    scene = bets().no_more_bets()
    scene.report("exposed dealer card", by="supervisor")
    assert scene.round.over
    assert ends(scene, "Ann") == {**VOID, "optional bonus": ("win", 200)}
    assert ends(scene, "Bob") == {**VOID, "optional bonus": ("void", 100)}
    assert ends(scene, "Cy") == {**VOID, "optional bonus": ("win", 4100)}
    assert scene.settled("Cy", "optional bonus").clause == "12(a)"
    assert scene.settled("Cy", "optional bonus").ruling == "exposed-dealer-card"
    assert scene.settled("Bob", "optional bonus").ruling == "void-returns-all"
    shown = [(e.place, e.cards, e.clause) for e in scene.events(ev.Exposed)]
    assert shown == [
        ("dealer", ("4c",), "12(a)"),
        ("seat 3", ("Ks", "Qs", "Js"), "12(a)"),
        ("seat 2", ("3s", "8h", "Tc"), "12(a)"),
        ("seat 1", ("2s", "2h", "7d"), "12(a)"),
    ]


@clause(NAME, "12(a)")
def test_12a_a_hand_whose_player_has_chosen_to_conceal_it_wins_nothing_and_gets_its_wager_back() -> None:
    scene = bets().no_more_bets()
    scene.do("Cy", "conceal")
    scene.do("Ann", "expose")
    scene.report("exposed dealer card")
    assert ends(scene, "Cy") == {**VOID, "optional bonus": ("void", 100)}
    assert ends(scene, "Ann") == {**VOID, "optional bonus": ("win", 200)}
    assert [e.place for e in scene.events(ev.Exposed)] == ["seat 1", "dealer", "seat 2"]


@clause(NAME, "12(a)")
def test_12a_bonuses_and_folds_settled_before_the_void_stand() -> None:
    scene = bets().no_more_bets()
    for who in PLAYERS:
        scene.do(who, "expose")
    scene.do("Ann", "fold")
    scene.do("Bob", "second")
    scene.report("exposed dealer card")
    assert ends(scene, "Ann") == {"optional bonus": ("win", 200), "ante": ("lose", 0), "first": ("lose", 0)}
    assert ends(scene, "Bob") == {"optional bonus": ("lose", 0), **VOID, "second": ("void", 2000)}
    assert ends(scene, "Cy") == {"optional bonus": ("win", 4100), **VOID}


@clause(NAME, "12(a)")
def test_12a_a_card_seen_after_every_decision_or_before_the_deal_is_no_such_fault() -> None:
    scene = bets(bonus=0, players=("Ann",))
    assert "not on the layout" in str(scene.refused("dealer", "report", what="exposed dealer card"))
    scene.no_more_bets()
    scene.do("Ann", "second")
    refusal = scene.refused("dealer", "report", what="exposed dealer card")
    assert "every player has folded or placed a second wager" in str(refusal)


# --- 12(b), 12(c): cards face up, cards drawn in error


@clause(NAME, "12(b)")
def test_12b_one_card_found_face_up_goes_to_the_rack_and_the_next_is_used() -> None:
    scene = bets("2s Kd^ 2h 7d 3s 8h Tc", 0, ("Ann",)).no_more_bets()
    assert [e.card for e in scene.events(ev.Dealt) if e.to == "seat 1"] == ["2s", "2h", "7d"]
    burned = scene.events(ev.Burned)[0]
    assert (burned.card, burned.face, burned.clause) == ("Kd", "up", "12(b)")


@clause(NAME, "12(b)")
def test_12b_a_second_card_found_face_up_voids_every_hand_also_among_the_last_two() -> None:
    scene = bets("2s Kd^ 2h 7d 3s 8h Tc 5h^", 0, ("Ann",)).no_more_bets()
    scene.do("Ann", "second")
    scene.do("dealer", "deal")
    assert ends(scene, "Ann") == {**VOID, "second": ("void", 2000)}
    assert scene.events(ev.Voided)[0].reshuffle


@clause(NAME, "12(b)")
def test_12b_a_card_can_be_reported_face_up_before_either_deal() -> None:
    scene = bets("2s 2h 7d 3s 8h Tc 5h", 0, ("Ann",))
    scene.report("boxed card", amount=2)
    scene.no_more_bets()
    assert scene.events(ev.Burned)[0].card == "2h"
    scene.report("boxed card", amount=1)
    scene.do("Ann", "second")
    scene.do("dealer", "deal")
    assert returned_in_full(scene, "Ann")


@clause(NAME, "12(c)")
def test_12c_a_card_drawn_in_error_and_not_seen_is_the_next_card() -> None:
    scene = bets("2s 2h 7d 3s 8h Tc 5h 9c", 0, ("Ann",)).no_more_bets()
    scene.report("card drawn in error")
    scene.do("Ann", "second")
    scene.do("dealer", "deal")
    assert [e.card for e in scene.events(ev.Dealt) if e.to == "seat 1"] == ["2s", "2h", "7d", "5h", "9c"]
    assert scene.events(ev.Irregular)[0].remedy == "it is used as the next card"


# --- 12(d): wrong numbers of cards


@clause(NAME, "12(d)")
@pytest.mark.parametrize("cards", [0, 1, 2, 4, 5])
def test_12d_a_wrong_number_of_first_cards_voids_that_players_hand_alone(cards: int) -> None:
    scene = bets()
    scene.report("misdeal", place="seat 2", amount=cards)
    scene.no_more_bets()
    assert ends(scene, "Bob") == {**VOID, "optional bonus": ("void", 100)}
    assert scene.events(ev.Voided)[0].place == "seat 2"
    scene.do("Ann", "conceal")
    scene.do("Cy", "conceal")
    scene.do("Ann", "second")
    scene.do("Cy", "fold")
    scene.do("dealer", "deal")
    assert [e.to for e in scene.events(ev.Dealt)[-4:]] == ["seat 1", "seat 1", "dealer", "dealer"]
    assert ends(scene, "Ann")["ante"][0] != "void"


@clause(NAME, "12(d)")
@pytest.mark.parametrize("what", ["misdeal", "unnoticed misdeal"])
def test_12d_while_bonuses_are_settled_the_next_deal_is_that_of_the_last_two_cards(what: str) -> None:
    scene = bets(players=("Ann", "Bob")).no_more_bets()
    assert scene.round.phase == "bonus"
    assert "2 is the right number" in str(scene.refused("dealer", "report", what=what, place="seat 1", amount=2))
    scene.report(what, place="seat 1", amount=3)
    scene.do("Ann", "expose")
    scene.do("Bob", "conceal")
    for who in ("Ann", "Bob"):
        scene.do(who, "second")
    scene.do("dealer", "deal")
    assert len([e for e in scene.events(ev.Dealt) if e.to == "seat 1"]) == 6
    assert ends(scene, "Ann") == {"optional bonus": ("win", 200), **VOID, "second": ("void", 2000)}


@clause(NAME, "12(d)")
@pytest.mark.parametrize("cards", [0, 1, 3])
def test_12d_a_wrong_number_of_last_cards_voids_that_players_hand_and_a_settled_bonus_stands(cards: int) -> None:
    scene = bets(players=("Ann", "Bob")).no_more_bets()
    scene.do("Ann", "expose")
    scene.do("Bob", "conceal")
    scene.report("misdeal", place="seat 1", amount=cards)
    scene.do("Ann", "second")
    scene.do("Bob", "second")
    scene.do("dealer", "deal")
    assert ends(scene, "Ann") == {"optional bonus": ("win", 200), **VOID, "second": ("void", 2000)}
    assert ends(scene, "Bob")["second"][0] in ("win", "lose", "push")
    void, racked = (
        next(i for i, e in enumerate(scene.round.events) if type(e) is kind) for kind in (ev.Voided, ev.Stub)
    )
    assert void < racked


@clause(NAME, "12(d)")
def test_12d_a_dealer_with_four_of_five_cards_gets_one_more() -> None:
    scene = bets("2s 2h 7d 3s 8h Tc 5h 9c Jd Jh", 0, ("Ann",)).no_more_bets()
    scene.report("misdeal", place="dealer", amount=1)
    scene.do("Ann", "second")
    scene.do("dealer", "deal")
    extra = scene.events(ev.Dealt)[-1]
    assert (extra.to, extra.card, extra.face, extra.clause) == ("dealer", "Jh", "down", "12(d)")
    assert [e.cards for e in scene.events(ev.Stub)] == [42]
    assert scene.events(ev.Exposed)[0].cards == ("3s", "8h", "Tc", "Jd", "Jh")
    assert scene.result("Ann", "first") == ("lose", 0)


@clause(NAME, "12(d)")
@pytest.mark.parametrize("cards", [0, 2, 4, 7])
def test_12d_any_other_number_of_the_dealers_first_cards_voids_every_hand(cards: int) -> None:
    scene = bets()
    scene.report("misdeal", place="dealer", amount=cards)
    scene.no_more_bets()
    assert scene.round.over
    assert all(returned_in_full(scene, who) for who in PLAYERS)
    assert ends(scene, "Cy")["optional bonus"] == ("void", 100)
    assert scene.events(ev.Voided)[0].reshuffle


@clause(NAME, "12(d)")
@pytest.mark.parametrize("cards", [0, 3, 4])
def test_12d_any_other_number_of_the_dealers_last_cards_voids_every_hand(cards: int) -> None:
    scene = bets(bonus=0, players=("Ann",)).no_more_bets()
    scene.report("misdeal", place="dealer", amount=cards)
    scene.do("Ann", "second")
    scene.do("dealer", "deal")
    assert ends(scene, "Ann") == {**VOID, "second": ("void", 2000)}


@clause(NAME, "12(d)")
def test_12d_a_misdeal_to_a_player_that_nobody_noticed_shows_when_the_hand_is_turned_over() -> None:
    scene = bets(bonus=0, players=("Ann", "Bob"))
    scene.report("unnoticed misdeal", place="seat 1", amount=4)
    scene.no_more_bets()
    assert not scene.events(ev.Irregular)
    scene.do("Ann", "second")
    scene.do("Bob", "second")
    scene.do("dealer", "deal")
    assert ends(scene, "Ann") == {**VOID, "second": ("void", 2000)}
    assert scene.events(ev.Irregular)[0].what == "6 cards instead of 5"
    assert ends(scene, "Bob")["ante"][0] != "void"


@clause(NAME, "12(d)")
@pytest.mark.parametrize("cards", [2, 4])
def test_12d_a_misdeal_that_nobody_noticed_shows_when_three_cards_are_exposed_for_the_bonus(cards: int) -> None:
    scene = bets(players=("Ann", "Bob"))
    scene.report("unnoticed misdeal", place="seat 1", amount=cards)
    scene.no_more_bets()
    scene.do("Ann", "expose")
    assert ends(scene, "Ann") == {**VOID, "optional bonus": ("void", 100)}
    scene.do("Bob", "conceal")
    assert ends(scene, "Bob") == {"optional bonus": ("lose", 0)}


@clause(NAME, "12(d)")
def test_12d_a_dealer_with_four_cards_that_nobody_noticed_gets_the_fifth_when_they_are_turned_over() -> None:
    scene = bets("2s 2h 7d 3s 8h 5h 9c Jd Jh Th", 0, ("Ann",))
    scene.report("unnoticed misdeal", place="dealer", amount=2)
    scene.no_more_bets()
    scene.do("Ann", "second")
    scene.do("dealer", "deal")
    assert scene.events(ev.Exposed)[0].cards == ("3s", "8h", "Jd", "Jh", "Th")
    assert [e.cards for e in scene.events(ev.Stub)] == [43, 42]
    assert scene.result("Ann", "first") == ("lose", 0)


STAYS = "none: it stays in the stub, and no hand holds it"
BURNED = "to the discard rack; the next card is used"


@clause(NAME, "12(b)", "12(d)")
def test_12b_a_boxed_card_of_the_stub_is_found_if_the_stub_is_taken_back() -> None:
    """It was first said to stay there. The second lies below the card that completes the hand."""
    scene = bets("2s 2h 7d 3s 8h 5h 9c Jd Jh Th 2d", 0, ("Ann",))
    scene.report("unnoticed misdeal", place="dealer", amount=2)
    for amount in (10, 12):
        scene.report("boxed card", amount=amount)
    scene.no_more_bets()
    scene.do("Ann", "second")
    scene.do("dealer", "deal")
    assert scene.events(ev.Exposed)[0].cards == ("3s", "8h", "Jd", "Jh", "2d")
    found = [(e.remedy, e.card) for e in scene.events(ev.Irregular) if e.what == "boxed card"]
    assert found == [(BURNED, "Th"), (STAYS, None)]


@clause(NAME, "12(d)")
def test_12d_any_other_dealer_misdeal_that_nobody_noticed_voids_every_hand_when_they_are_turned_over() -> None:
    scene = bets(bonus=0, players=("Ann",)).no_more_bets()
    scene.report("unnoticed misdeal", place="dealer", amount=3)
    scene.do("Ann", "second")
    scene.do("dealer", "deal")
    assert ends(scene, "Ann") == {**VOID, "second": ("void", 2000)}
    assert not scene.events(ev.Exposed)


@clause(NAME, "12(d)")
def test_12d_only_a_wrong_number_at_a_place_still_in_play_is_a_misdeal() -> None:
    scene = bets(bonus=0, players=("Ann", "Bob"))
    assert "right number of cards" in str(scene.refused("dealer", "report", what="misdeal", place="seat 1", amount=3))
    scene.no_more_bets()
    assert "right number of cards" in str(scene.refused("dealer", "report", what="misdeal", place="seat 1", amount=2))
    scene.do("Ann", "fold")
    assert not scene.round.allows(make(by="dealer", do="report", what="misdeal", place="seat 1", amount=1))
    assert scene.round.allows(make(by="dealer", do="report", what="misdeal", place="seat 2", amount=1))


@clause(NAME, "12(d)")
def test_12d_when_the_only_hand_is_void_the_round_ends_with_the_stub_in_the_rack() -> None:
    scene = bets(bonus=0, players=("Ann",))
    scene.report("misdeal", place="seat 1", amount=2)
    scene.no_more_bets()
    assert scene.round.over
    assert ends(scene, "Ann") == VOID
    assert scene.events(ev.Stub)[0].cards == 47


# --- 12(e), 12(f): devices that jam


def jamming(scene: Scene, times: int) -> Callable[[Round, Question], Input]:
    left = [times]

    def attend(round: Round, question: Question) -> Input:
        if left[0]:
            left[0] -= 1
            return make(by="shuffler", do="jam")
        return scene._shuffle(round, question)

    return attend


@clause(NAME, "12(e)")
def test_12e_a_shuffler_that_jams_shuffles_again() -> None:
    scene = bets(bonus=0, players=("Ann",)).no_more_bets()
    scene.do("Ann", "fold")
    scene.table.attendants["shuffler"] = jamming(scene, 2)
    scene.next_round()
    assert [e.remedy for e in scene.events(ev.Irregular)] == ["the cards are reshuffled"] * 2
    assert len(scene.events(ev.Shuffled)) == 1


@clause(NAME, "12(f)", "11(d)")
def test_12f_a_shoe_that_jams_in_the_deal_voids_the_round_but_for_bonuses_that_win_on_three_cards() -> None:
    scene = bets(**AUTOMATED)
    scene.report("shoe jam", amount=9)
    scene.no_more_bets()
    assert scene.round.over
    assert len(scene.events(ev.Dealt)) == 8
    assert ends(scene, "Ann") == {**VOID, "optional bonus": ("win", 200)}
    assert ends(scene, "Bob") == {**VOID, "optional bonus": ("void", 100)}
    assert ends(scene, "Cy") == {**VOID, "optional bonus": ("void", 100)}  # two of the three cards were dealt


@clause(NAME, "12(f)")
def test_12f_a_shoe_that_jams_before_the_first_card_returns_everything() -> None:
    scene = bets(**AUTOMATED)
    scene.report("shoe jam", amount=1)
    scene.no_more_bets()
    assert not scene.events(ev.Dealt)
    assert all(returned_in_full(scene, who) for who in PLAYERS)


@clause(NAME, "12(f)")
def test_12f_a_shoe_that_fails_after_the_first_three_cards_voids_the_round_at_once() -> None:
    scene = bets(**AUTOMATED).no_more_bets()
    for who in PLAYERS:
        scene.do(who, "expose")
    scene.do("Ann", "second")
    scene.report("shoe jam", amount=1)
    assert ends(scene, "Ann") == {"optional bonus": ("win", 200), **VOID, "second": ("void", 2000)}
    assert ends(scene, "Cy") == {"optional bonus": ("win", 4100), **VOID}


@clause(NAME, "12(f)", "11(d)")
def test_12f_a_shoe_that_fails_while_bonuses_are_settled_pays_those_that_win() -> None:
    scene = bets(**AUTOMATED).no_more_bets()
    assert scene.round.phase == "bonus"
    scene.report("shoe jam", amount=1)
    assert ends(scene, "Ann") == {**VOID, "optional bonus": ("win", 200)}
    assert ends(scene, "Bob") == {**VOID, "optional bonus": ("void", 100)}


@clause(NAME, "12(f)")
def test_12f_the_last_two_cards_come_from_the_hand_and_can_not_jam() -> None:
    scene = bets(bonus=0, players=("Ann",), **AUTOMATED)
    refusal = scene.refused("dealer", "report", what="shoe jam", amount=7)
    assert (refusal.clause, refusal.wrong) == ("12(f)", "the shoe deals at most 6 cards to those at the table")
    manual = bets(bonus=0, players=("Ann",))
    assert "no automated shoe is used" in str(manual.refused("dealer", "report", what="shoe jam", amount=1))


# --- 12(g): devices that are removed


@clause(NAME, "12(g)", "8(b)(1)", "8(c)(1)")
def test_12g_once_the_automated_shoe_is_removed_the_cards_are_dealt_another_way() -> None:
    scene = bets(bonus=0, players=("Ann",), **AUTOMATED)
    scene.do("supervisor", "remove", what="automated shoe")
    scene.no_more_bets()
    assert scene.events(ev.Dealt)[0].clause == "8(c)(1)"
    scene.do("Ann", "fold")
    scene.next_round()
    scene.wager("Ann", ante=1000, first=2000).no_more_bets()
    assert scene.events(ev.Dealt)[0].clause == "8(c)(1)"


@clause(NAME, "12(g)", "8(c)(1)")
def test_12g_a_shoe_that_is_removed_does_not_jam_any_more() -> None:
    scene = bets(bonus=0, players=("Ann",), **AUTOMATED)
    scene.report("shoe jam", amount=2)
    scene.do("supervisor", "remove", what="automated shoe")
    scene.no_more_bets()
    assert [e.clause for e in scene.events(ev.Dealt)][:3] == ["8(c)(1)"] * 3
    (lapsed,) = scene.events(ev.Irregular)
    assert (lapsed.what, lapsed.remedy) == ("shoe jam", "none: the shoe is removed before it deals")


@clause(NAME, "12(g)", "7(a)", "7(d)(1)")
def test_12g_a_manual_shoe_may_take_the_automated_ones_place_and_the_stub_is_counted_again() -> None:
    rules = {**AUTOMATED, "without_shoe": "manual shoe", "shuffler_counts": True, "count_every": 1}
    scene = bets(bonus=0, players=("Ann",), **rules)
    scene.do("supervisor", "remove", what="automated shoe")
    scene.no_more_bets()
    assert scene.events(ev.Dealt)[0].clause == "7(d)(1)"
    scene.do("Ann", "fold")
    assert scene.events(ev.Stub)[0].counted


@clause(NAME, "12(g)")
def test_12g_a_device_that_is_not_there_can_not_be_removed() -> None:
    scene = bets(bonus=0, players=("Ann",))
    assert "no automated shoe is on the table" in str(scene.refused("supervisor", "remove", what="automated shoe"))


def test_12g_cards_are_never_shuffled_by_hand_while_the_shuffler_is_there() -> None:
    scene = bets(bonus=0, players=("Ann",)).no_more_bets()
    scene.do("Ann", "fold")

    def by_hand(round: Round, question: Question) -> Input:
        order = scene._shuffle(round, question)
        return make(by="shuffler", do="shuffle", how="manual", cards=order.cards, key=order.key)

    scene.table.attendants["shuffler"] = by_hand
    with pytest.raises(IllegalAction, match="this shuffle must be automated, not manual"):
        scene.table.open_round()


# --- reports that take effect, lapse or are refused


@clause(NAME, "12(a)")
@pytest.mark.parametrize(("amount", "card"), [(0, "4c"), (1, "4c"), (3, "Ah")])
def test_12a_the_card_that_was_seen_is_named_and_shown_to_all(amount: int, card: str) -> None:
    scene = bets(bonus=0).no_more_bets()
    scene.report("exposed dealer card", amount=amount)
    (fault,) = scene.events(ev.Irregular)
    assert (fault.card, fault.place) == (card, "dealer")
    shown = [e for e in scene.round.view("seat 2").events if isinstance(e, ev.Exposed)]
    assert [(e.place, e.cards) for e in shown] == [("dealer", (card,))]


@clause(NAME, "12(d)")
@pytest.mark.parametrize("cards", [2, 4])
def test_12d_a_misdeal_noticed_while_players_decide_voids_that_hand_at_once(cards: int) -> None:
    scene = bets(bonus=0)
    scene.report("unnoticed misdeal", place="seat 2", amount=cards)
    scene.no_more_bets()
    scene.do("Bob", "second")
    assert "3 cards, which is the right number" in str(
        scene.refused("dealer", "report", what="noticed misdeal", place="seat 1")
    )
    scene.report("noticed misdeal", place="seat 2")
    assert ends(scene, "Bob") == {**VOID, "second": ("void", 2000)}
    assert scene.refused("Bob", "second").wrong == "the hand is void"
    scene.do("Ann", "second")
    scene.do("Cy", "second")
    scene.do("dealer", "deal")
    assert [e.to for e in scene.events(ev.Dealt)[-6:-2]] == ["seat 1"] * 2 + ["seat 3"] * 2
    assert not scene.round.layout.void


@clause(NAME, "12(d)")
def test_12d_a_player_who_is_asked_is_let_go_when_their_misdeal_is_noticed() -> None:
    scene = bets(players=("Ann", "Bob"))
    scene.report("unnoticed misdeal", place="seat 1", amount=4)
    scene.no_more_bets()
    scene.report("noticed misdeal", place="seat 1")
    assert ends(scene, "Ann") == {**VOID, "optional bonus": ("void", 100)}
    assert [party.player for party in scene.round.waiting] == ["Bob"]
    scene.do("Bob", "conceal")
    scene.do("Bob", "fold")
    assert scene.round.over


@clause(NAME, "12(d)")
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_12d_a_misdeal_noticed_while_second_wagers_are_decided_lets_that_player_go(seat: int) -> None:
    scene = bets(bonus=0)
    scene.report("unnoticed misdeal", place=f"seat {seat}", amount=4)
    scene.no_more_bets()
    scene.report("noticed misdeal", place=f"seat {seat}")
    others = [player for at, player in enumerate(PLAYERS, 1) if at != seat]
    assert [str(party) for party in scene.round.waiting] == [
        *(f"{player} at seat {PLAYERS.index(player) + 1}" for player in others),
        "dealer",
    ]


@clause(NAME, "12(d)")
def test_12d_the_last_who_may_expose_is_let_go_when_their_misdeal_is_noticed() -> None:
    scene = bets(bonus=0, players=("Ann", "Bob")).wager("Ann", optional_bonus=100)
    scene.report("unnoticed misdeal", place="seat 1", amount=4)
    scene.no_more_bets()
    assert [party.player for party in scene.round.waiting] == ["Ann"]
    scene.report("boxed card", amount=1)  # a report that affects no hand leaves the question unchanged
    assert [party.player for party in scene.round.waiting] == ["Ann"]
    scene.report("noticed misdeal", place="seat 1")
    assert ends(scene, "Ann") == {**VOID, "optional bonus": ("void", 100)}
    assert [(party.by, party.player) for party in scene.round.waiting] == [("player", "Bob"), ("dealer", "")]


@clause(NAME, "12(d)")
def test_12d_a_round_whose_last_hand_is_void_ends() -> None:
    scene = bets(bonus=0, players=("Ann",))
    scene.report("unnoticed misdeal", place="seat 1", amount=4)
    scene.no_more_bets()
    scene.report("noticed misdeal", place="seat 1")
    assert scene.round.over
    assert returned_in_full(scene, "Ann")


@clause(NAME, "12(d)")
def test_12d_noticed_at_the_dealer_it_voids_every_hand() -> None:
    scene = bets(bonus=0)
    scene.report("unnoticed misdeal", place="dealer", amount=2)
    scene.no_more_bets()
    scene.report("noticed misdeal", by="supervisor", place="dealer")
    assert all(returned_in_full(scene, who) for who in PLAYERS)
    assert scene.events(ev.Voided)[0].reshuffle


@clause(NAME, "12(d)")
def test_12d_a_misdeal_that_never_comes_or_is_never_found_is_said_to_lapse() -> None:
    scene = Scene(NAME, players=("Ann", "Bob")).wager("Ann", ante=1000, first=2000)
    scene.report("misdeal", place="seat 2", amount=2)
    scene.report("unnoticed misdeal", place="seat 1", amount=4)
    scene.no_more_bets()
    assert [(e.place, e.remedy) for e in scene.events(ev.Irregular)] == [("seat 2", "none: no cards are dealt there")]
    scene.do("Ann", "fold")
    assert [(e.place, e.remedy, e.clause) for e in scene.events(ev.Irregular)] == [
        ("seat 2", "none: no cards are dealt there", "12(d)"),
        ("seat 1", "none: the hand was folded, and its cards were not counted", "12(d)"),
    ]
    assert not scene.events(ev.Voided)


@clause(NAME, "12(d)")
def test_12d_a_place_that_has_been_misdealt_unnoticed_is_not_misdealt_again() -> None:
    scene = bets(bonus=0)
    scene.report("unnoticed misdeal", place="seat 1", amount=4)
    scene.no_more_bets()
    refusal = scene.refused("dealer", "report", what="misdeal", place="seat 1", amount=1)
    assert "has already been misdealt" in refusal.wrong


@clause(NAME, "12(d)")
@pytest.mark.parametrize("cards", [52, 53])
def test_12d_misdeals_that_use_up_the_pack_void_every_hand_and_the_pack_stays(cards: int) -> None:
    players = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida")
    scene = Scene(NAME, "As" if cards == 52 else "As As", players=players, rules={"positions": 9}, planted=True)
    assert scene.round._dealer.shoe.size == cards
    for who in players:
        scene.wager(who, ante=1000, first=2000)
    scene.no_more_bets()
    for who in players:
        scene.do(who, "second")
    scene.report("misdeal", place="seat 9", amount=7)
    scene.do("dealer", "deal")
    assert [(e.what, e.clause) for e in scene.events(ev.Irregular)] == [
        ("no cards are left: too many were dealt", "12(d)")
    ]
    assert scene.round.state.condition == "open"
    assert scene.round.state.reshuffle


@clause(NAME, "12(d)")
def test_12d_a_misdeal_to_the_dealer_that_no_hand_is_left_to_find_is_said_to_lapse() -> None:
    scene = Scene(NAME).wager("Ann", ante=1000, first=2000)
    scene.report("unnoticed misdeal", place="dealer", amount=4)
    scene.no_more_bets()
    assert not scene.events(ev.Irregular)
    scene.do("Ann", "fold")
    assert [(e.what, e.place, e.remedy, e.clause) for e in scene.events(ev.Irregular)] == [
        (
            "unnoticed misdeal",
            "dealer",
            "none: no hand is left to beat, and the dealer's cards were not counted",
            "12(d)",
        )
    ]
    assert scene.result("Ann", "first") == ("lose", 0)


@clause(NAME, "12(f)")
def test_12f_after_the_stacks_the_shoe_may_stop_at_any_of_the_cards_that_are_left() -> None:
    scene = bets(bonus=0, players=("Ann",), **AUTOMATED)
    refusal = scene.refused("dealer", "report", what="shoe jam", amount=7)
    assert (refusal.wrong, refusal.clause) == ("the shoe deals at most 6 cards to those at the table", "12(f)")
    scene.no_more_bets().report("shoe jam", amount=7)
    assert scene.round.over
    assert ends(scene, "Ann") == VOID
