"""Ruling time-out: every question to a player has a default, and the clock may do nothing else.

``pitboss.testing`` holds this in random rounds of every game (``test_every_game.py``). Here: rare questions, and words.
"""

from __future__ import annotations

import msgspec
import pytest

from attack_scene import AttackScene, dealt
from pitboss.engine.round.asks import Party
from pitboss.engine.round.inputs import make
from pitboss.testing.clock import chosen

from scene import Scene, snapshot


def on_one_box(cards: str, *moves: str | tuple[str, int]) -> AttackScene:
    """Ann at box 1, and Bob standing behind it, with wagers on the same hand."""
    scene = AttackScene(cards, standing=("Bob",)).wager("Ann", initial=1000)
    scene.do("Ann", "consent")
    scene.do("Bob", "wager", "initial", 500, seat=1)
    scene.no_more_bets().no_more_bets()
    return scene.move(*moves)


def exposed_in_error() -> AttackScene:
    """Ann doubles, and a card is exposed in error while Bob is asked to join. Its hand has had no turn since."""
    scene = on_one_box("7s 8h 3d Kc Jd", ("double", 1000))
    scene.report("card exposed in error")
    return scene.move("pass")


def short_hand() -> AttackScene:
    scene = AttackScene("7s Kh 8h 4d 9d Kc", players=("Ann", "Bob"))
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000)
    scene.report("short hand", place="seat 1", amount=1)
    scene.no_more_bets().no_more_bets()
    return scene


def late_card() -> AttackScene:
    scene = dealt("7s 5h 6d 9c Kc")
    scene.report("forgotten card", place="seat 1")
    return scene.move("hit")


def late_card_after_a_refusal() -> AttackScene:
    """Ann is asked about a late card. She refuses a card exposed in error, and gets no more cards."""
    scene = late_card()
    scene.report("card exposed in error")
    return scene.move("refuse")


@pytest.mark.parametrize(
    ("scene", "about", "player", "do", "what"),
    [
        (lambda: on_one_box("7s 8h 8d Kc 9c Jd"), "decision", "Ann", "stand", ""),
        (
            lambda: on_one_box("7s 8h 8d Kc 9c Jd", "split"),
            "cover the split or name a hand",
            "Bob",
            "designate",
            "hand 1",
        ),
        (lambda: on_one_box("7s 8h 3d Kc Jd", ("double", 1000)), "double with the caller", "Bob", "pass", ""),
        (exposed_in_error, "the card drawn in error", "Ann", "take card", ""),
        (short_hand, "the second card", "Ann", "take card", ""),
        (late_card, "the forgotten card", "Ann", "take card", ""),
        (late_card_after_a_refusal, "the forgotten card", "Ann", "stand", ""),
    ],
    ids=["decision", "split", "double", "exposed card", "second card", "late card", "late card after a refusal"],
)
def test_the_rare_questions_of_double_attack_have_their_defaults(
    scene: object, about: str, player: str, do: str, what: str
) -> None:
    assert callable(scene)
    round = scene().round
    assert (round.asking.about, round.waiting[0].player) == (about, player)
    default = round.default(round.waiting[0])
    assert default is not None
    assert (default.do, default.what) == (do, what)
    round.do(default)


def test_nobody_has_a_default_but_players_who_are_asked() -> None:
    scene = Scene("caribbean_stud", players=("Ann", "Bob")).wager("Ann", ante=500).wager("Bob", ante=500)
    round = scene.round
    assert [round.default(party) for party in round.waiting] == [
        None
    ] * 3  # bets are open, and the clock places no wagers
    scene.no_more_bets()
    ann, bob = Party("player", 1, "Ann"), Party("player", 2, "Bob")
    fold = make(by="clock", player="Ann", seat=1, do="fold", ruling="time-out")
    assert msgspec.structs.replace(round.default(ann), turn=0) == fold
    assert round.default(bob) is None
    assert [round.default(Party(by)) for by in ("dealer", "supervisor", "shuffler", "meter")] == [None] * 4
    round.do(fold)
    assert round.default(ann) is None
    assert chosen(round, bob) == "fold"


def test_a_round_that_is_over_has_no_default() -> None:
    round = Scene("caribbean_stud").wager("Ann", ante=500).no_more_bets().round
    round.do(round.default(Party("player", 1, "Ann")))
    assert round.over
    assert round.default(Party("player", 1, "Ann")) is None


def test_the_clock_is_told_what_it_can_not_do() -> None:
    round = Scene("caribbean_stud").wager("Ann", ante=500).no_more_bets().round
    bet = make(by="clock", player="Ann", seat=1, do="bet", amount=1000, ruling="time-out")
    refusal = round.check(bet)
    assert refusal is not None
    assert refusal.wrong == "the clock can't do 'bet' for Ann"


def test_a_clock_that_strikes_after_the_player_has_acted_changes_nothing() -> None:
    scene = Scene("double_cross_poker", players=("Ann", "Bob")).wager("Ann", ante=500).wager("Bob", ante=500)
    round = scene.no_more_bets().round
    ann = round.waiting[0]
    assert round.asking is not None
    turn = round.asking.turn
    late = msgspec.structs.replace(make(by="clock", player=ann.player, seat=ann.seat, do="fold"), turn=turn)
    late = msgspec.structs.replace(late, ruling="time-out")
    round.do(ann.player, "fold")
    before = snapshot(round)
    assert not round.allows(late)
    assert snapshot(round) == before
