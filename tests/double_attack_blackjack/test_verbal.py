"""Double Attack Blackjack: verbal wagers with cash after the first card (5(c), ruling verbal-wagers)."""

from __future__ import annotations

from random import Random

import pytest

from attack_scene import NAME, AttackScene
from pitboss import Table
from pitboss.engine.auto.random_events import Floor
from pitboss.engine.round import events as ev
from pitboss.engine.round.records import encode
from pitboss.engine.round.round import replay

clause = pytest.mark.clause
AT_CLOSED_TABLES = "this table does not accept verbal wagers with cash"


def verbal(cards: str, *, accepted: bool = True, **more: object) -> AttackScene:
    """Ann has wagered $10, and the dealer has an up card. The double attack window is open."""
    scene = AttackScene(cards, rules={"verbal_wagers": accepted, **more}).wager("Ann", initial=1000)
    scene.no_more_bets()
    return scene


def confirmed(scene: AttackScene) -> list[ev.Event]:
    """Dealer and supervisor confirm. Only then is it a wager."""
    before = dict(scene.round.layout.stakes)
    scene.do("dealer", "confirm")
    assert scene.round.layout.stakes == before
    told = scene.do("supervisor", "confirm")
    assert [type(event) for event in told[:2]] == [ev.Validated, ev.Procedure]
    assert [event.clause for event in told[:2]] == ["5(c)", "5(c)"]
    assert scene.steps()[-1] == "the cash is converted into gaming chips"
    return told[2:]


def chose_and_wagered(told: list[ev.Event]) -> tuple[str, list[tuple[str, int, int]]]:
    """The decision, and its wagers: name, hand and amount."""
    (chosen,) = [event.action for event in told if isinstance(event, ev.Chose)]
    return chosen, [(event.wager, event.hand, event.amount) for event in told if isinstance(event, ev.Wagered)]


def same_again(scene: AttackScene) -> bool:
    round = scene.round
    again = replay(round.game, round.rules, round.start, round.seats_at_start, round.inputs)
    return [encode(record) for record in again.records] == [encode(record) for record in round.records]


# --- each verbal wager stands like chips


@clause(NAME, "5(c)", "7(d)")
def test_5c_a_double_attack_by_word_stands_as_one_in_chips() -> None:
    scene = verbal("7s Kh 8d Kc")
    scene.do("Ann", "cash", "double attack", 500)
    assert chose_and_wagered(confirmed(scene)) == ("attack", [("double attack", 1, 500)])
    assert "is already placed" in scene.refused("Ann", "cash", "double attack", 500).wrong
    scene.no_more_bets().do("Ann", "stand")  # 18 against 17
    assert scene.result("Ann", "double attack") == ("win", 1000)
    assert same_again(scene)


@clause(NAME, "5(c)", "11(b)")
def test_5c_insurance_by_word_stands_as_one_in_chips() -> None:
    scene = verbal("As 5h 6d Kc")
    scene.no_more_bets()
    scene.do("Ann", "cash", "insurance", 500)
    assert chose_and_wagered(confirmed(scene)) == ("insure", [("insurance", 1, 500)])
    scene.no_more_bets().do("Ann", "stand")
    assert scene.result("Ann", "insurance") == ("win", 1750)  # five to two
    assert same_again(scene)


@clause(NAME, "5(c)", "9(a)")
def test_5c_a_double_by_word_stands_as_one_in_chips() -> None:
    scene = verbal("7s 5h 6d 9c Kc")
    scene.no_more_bets()
    scene.do("Ann", "cash", "double", 700)
    assert chose_and_wagered(confirmed(scene)) == ("double", [("double", 1, 700)])
    assert scene.held("seat 1") == ["5h", "6d", "9c"]
    scene.do("Ann", "stand")  # 20 against 17
    assert scene.result("Ann", "double") == ("win", 1400)
    assert same_again(scene)


@clause(NAME, "5(c)", "10(a)")
def test_5c_a_split_by_word_covers_the_second_hand_with_cash() -> None:
    scene = verbal("7s 8h 8d Kc Kd Kh", split_attack=True)
    scene.attacks(Ann=400)
    wrong = scene.refused("Ann", "cash", "split", 1000)
    assert wrong.clause == "5(c)"
    assert "is not the wagers of the hand that is split, which is $14" in wrong.wrong
    scene.do("Ann", "cash", "split", 1400)
    said = [event.step for event in scene.citing("5(c)") if isinstance(event, ev.Procedure)]
    assert said[-1] == "a verbal split wager with $14 in cash"
    told = confirmed(scene)
    assert chose_and_wagered(told) == ("split", [("initial", 2, 1000), ("double attack", 2, 400)])
    scene.move("stand", "stand")  # 18 and 18 against 17
    assert [scene.result("Ann", "initial", hand) for hand in (1, 2)] == [("win", 2000)] * 2
    assert [scene.result("Ann", "double attack", hand) for hand in (1, 2)] == [("win", 800)] * 2
    assert same_again(scene)


@clause(NAME, "5(c)", "10(a)")
def test_5c_a_split_by_word_needs_no_amount_said_and_resplits_with_its_own_hand() -> None:
    scene = verbal("7s 8h 8d 8c Kc Kd Kh 9c", split_attack=False)
    scene.attacks(Ann=400)
    for formed in (2, 3):
        scene.do("Ann", "cash", "split", hand=1)
        assert chose_and_wagered(confirmed(scene)) == ("split", [("initial", formed, 1000)])


# --- not confirmed

SAID = {
    "double attack": ("attack", 500),
    "insurance": ("insure", 500),
    "double": ("double", 500),
    "split": ("split", 0),
}


def asked_for(wager: str, **more: object) -> AttackScene:
    """The moment at which a wager is offered, on a pair against an ace."""
    scene = verbal("As 8h 8d 2c 3c 9c", **more)
    for _ in range({"double attack": 0, "insurance": 1}.get(wager, 2)):
        scene.no_more_bets()
    return scene


@pytest.mark.parametrize("who", ["dealer", "supervisor"])
@pytest.mark.parametrize("wager", SAID)
@clause(NAME, "5(c)")
def test_5c_cash_that_is_not_confirmed_goes_back_and_the_player_is_asked_again(wager: str, who: str) -> None:
    scene = asked_for(wager)
    asked = scene.round.asking.about if scene.round.asking else ""
    stakes = dict(scene.round.layout.stakes)
    scene.do("Ann", "cash", wager, SAID[wager][1])
    if who == "supervisor":
        scene.do("dealer", "confirm")
    scene.do(who, "decline")
    assert scene.steps()[-1] == f"the {who} does not confirm the wager, and the cash goes back"
    assert scene.round.layout.stakes == stakes
    assert scene.round.asking is not None
    assert scene.round.asking.about == asked
    scene.do("Ann", *SAID[wager][:1], amount=SAID[wager][1])  # in chips


@pytest.mark.parametrize(
    ("wager", "amount", "words"),
    [
        ("double attack", 1100, "above the initial wager, which is $10"),
        ("insurance", 600, "above half the initial wager, which is $5"),
        ("double", 1100, "above the wagers on the hand, which is $10"),
        ("split", 900, "is not the wagers of the hand that is split, which is $10"),
    ],
)
@clause(NAME, "5(c)")
def test_5c_words_with_cash_keep_the_limits_of_each_wager(wager: str, amount: int, words: str) -> None:
    refusal = asked_for(wager).refused("Ann", "cash", wager, amount)
    assert refusal.clause == "5(c)"
    assert words in refusal.wrong


@clause(NAME, "9(a)", "10(a)")
def test_5c_what_chips_may_not_do_words_may_not_either() -> None:
    scene = verbal("7s Ah Kd")
    scene.no_more_bets()
    assert scene.refused("Ann", "cash", "double", 500).wrong == "a blackjack can't be doubled"
    pair = scene.refused("Ann", "cash", "split", 1000)
    assert (pair.clause, pair.wrong) == ("10(a)", "Ah and Kd are not identical in value")


# --- each wager at its time

CLOSED_BY = {"initial": "5(d)", "bust bonus": "6(c)", "double attack": "7(d)", "insurance": "11(b)"}
CLOSED_BY |= {"double": "9(a)", "split": "10(a)"}


@clause(NAME, "5(d)", "6(c)", "7(d)", "9(a)", "10(a)", "11(b)")
def test_5c_words_out_of_time_are_refused_by_the_clause_that_closes_the_wager() -> None:
    for now in ("double attack", "insurance", "double"):
        scene = asked_for(now)
        others = {
            wager: by for wager, by in CLOSED_BY.items() if wager not in (now, "split" if now == "double" else "")
        }
        assert {wager: scene.refused("Ann", "cash", wager, 500).clause for wager in others} == others


@clause(NAME, "7(d)", "9(a)", "10(a)", "11(b)")
def test_5c_words_that_come_too_early_say_when_the_wager_comes() -> None:
    scene = AttackScene(rules={"verbal_wagers": True})
    for wager in SAID:
        refusal = scene.refused("Ann", "cash", wager, 500)
        assert refusal.clause == CLOSED_BY[wager]
        assert "from the first card" not in refusal.wrong


@pytest.mark.parametrize("wager", SAID)
@clause(NAME, "5(c)")
def test_5c_a_table_that_takes_no_words_with_cash_refuses_each_at_its_time(wager: str) -> None:
    refusal = asked_for(wager, accepted=False).refused("Ann", "cash", wager, 500)
    assert (refusal.clause, refusal.wrong) == ("5(c)", AT_CLOSED_TABLES)


@pytest.mark.parametrize("wager", CLOSED_BY)
@clause(NAME, "4(d)(1)")
def test_5d_while_the_cut_is_offered_no_card_has_come_and_no_cash_is_late(wager: str) -> None:
    scene = AttackScene(rules={"verbal_wagers": True, "shuffler": "manual", "cut_by": "players"})
    assert scene.round.asking is not None
    assert scene.round.asking.about == "the cut"
    refusal = scene.refused("Ann", "cash", wager, 500)
    assert refusal.clause == "4(d)(1)"
    assert "first card" not in refusal.wrong


# --- shared boxes


def shared(cards: str) -> AttackScene:
    """Ann calls box 1. Bob stands behind her with $5. Both have two cards."""
    scene = AttackScene(cards, standing=("Bob",), rules={"verbal_wagers": True}).wager("Ann", initial=1000)
    scene.do("Ann", "consent")
    scene.do("Bob", "wager", "initial", 500, seat=1)
    scene.no_more_bets().no_more_bets()
    return scene


@clause(NAME, "5(c)", "13(b)", "13(d)")
def test_13d_others_on_the_box_double_with_cash_too() -> None:
    scene = shared("7s 5h 6d 9c Kc")
    assert scene.refused("Bob", "cash", "double", 500, seat=1).clause == "13(b)"
    scene.do("Ann", "double", amount=1000)
    scene.do("Bob", "cash", "double", 500, seat=1)
    scene.do("dealer", "decline")
    assert scene.round.waiting[0].player == "Bob"
    scene.do("Bob", "cash", "double", 500, seat=1)
    assert chose_and_wagered(confirmed(scene))[1] == [("double", 1, 500)]
    scene.do("Ann", "stand")
    assert scene.result("Bob", "double") == ("win", 1000)


@clause(NAME, "5(c)", "13(f)")
def test_13f_others_on_the_box_cover_a_split_with_cash_too() -> None:
    scene = shared("7s 8h 8d Kc Kd Kh")
    scene.do("Ann", "cash", "split")
    confirmed(scene)
    scene.do("Bob", "cash", "split", 500, seat=1)
    assert chose_and_wagered(confirmed(scene)) == ("split", [("initial", 2, 500)])
    scene.move("stand", "stand")
    assert [scene.result("Bob", "initial", hand) for hand in (1, 2)] == [("win", 1000)] * 2


# --- events while a verbal wager is confirmed


@pytest.mark.parametrize("answers", [0, 1])
@clause(NAME, "5(c)", "15(a)")
def test_15a_whoever_is_let_out_while_their_word_is_confirmed_has_the_cash_back(answers: int) -> None:
    scene = AttackScene("7s Kh 9h 8d 9d Kc", players=("Ann", "Bob"), rules={"verbal_wagers": True})
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000).no_more_bets()
    scene.report("card drawn in error")
    scene.do("Ann", "cash", "double attack", 500)
    for _ in range(answers):
        scene.do("dealer", "confirm")
    scene.report("let out of the hand", place="seat 1", player="Ann")
    assert scene.steps()[-1] == "the wager can no longer be placed, and the cash goes back"
    scene.no_more_bets().do("Bob", "stand")
    assert scene.result("Ann", "initial") == ("void", 1000)
    assert [end.wager for end in scene.round.settlements if end.player == "Ann"] == ["initial"]
    assert same_again(scene)


@clause(NAME, "5(c)", "15(a)")
def test_15a_someone_elses_leaving_does_not_undo_a_word() -> None:
    scene = AttackScene("7s Kh 9h 8d 9d Kc", players=("Ann", "Bob"), rules={"verbal_wagers": True})
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000).no_more_bets()
    scene.report("card drawn in error")
    scene.do("Ann", "cash", "double attack", 500)
    scene.report("let out of the hand", place="seat 2", player="Bob")
    assert chose_and_wagered(confirmed(scene)) == ("attack", [("double attack", 1, 500)])


@clause(NAME, "5(c)", "15(f)")
def test_15f_a_card_exposed_while_a_double_is_confirmed_may_be_refused() -> None:
    scene = verbal("7s 5h 6d 9c Kc")
    scene.no_more_bets()
    scene.do("Ann", "cash", "double", 1000)
    scene.report("card exposed in error")
    confirmed(scene)
    assert scene.round.asking is not None
    assert scene.round.asking.about == "the card drawn in error"
    scene.do("Ann", "refuse")
    assert scene.held("seat 1") == ["5h", "6d"]


# --- automatic play


def test_play_that_tries_everything_reaches_every_verbal_wager() -> None:
    said, stood = set(), set()
    for seed in range(12):
        table = Table(NAME, {"verbal_wagers": True}, seed=seed)
        for player in ("Ann", "Bob"):
            table.sit(player)
        floor = Floor(table, Random(seed), irregularities=0.05)
        for _ in range(25):
            round = floor.play()
            said |= {given.wager for given in round.inputs if given.do == "cash"}
            stood |= {event.what.split()[1] for event in round.events if isinstance(event, ev.Validated)}
    assert said == set(CLOSED_BY)
    assert stood == {wager.split()[0] for wager in CLOSED_BY}
