"""The review of a round: what was chosen, what was best, what it cost, and what was luck."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from attack_scene import AttackScene
from pitboss import Table, odds
from pitboss.coach import Review, review
from pitboss.coach.counsel import round_cents
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import random_legal
from pitboss.engine.round.events import Chose
from pitboss.engine.round.round import Round

from scene import Scene


def reviewed(round: Round, player: str = "Ann") -> Review:
    assert round.over
    return review(round.game, round.rules, round.view(round.viewer(player)), player)


@pytest.mark.parametrize("game", registry.games())
def test_the_net_is_what_was_due_less_mistakes_and_luck(game: str) -> None:
    random, decided = Random(6), 0
    for seed in range(4):
        table = Table(game, {}, seed=seed)
        table.sit("Ann")
        table.sit("Bob")
        round = drive(table.open_round(), random_legal, random)
        for player in ("Ann", "Bob"):
            found = reviewed(round, player)
            settled = [one for one in round.settlements if one.player == player]
            assert found.net == sum(one.returned - one.money for one in settled)
            assert found.own == found.perfect - found.cost
            assert found.net == found.own + found.luck
            assert all(one.cost >= 0 for one in found.decisions)
            decided += len(found.decisions)
    assert decided > 5


def test_a_mistake_is_told_with_its_cost_and_a_good_choice_costs_nothing() -> None:
    for do, cost in (("bet", Fraction(0)), ("fold", None)):
        scene = Scene("caribbean_stud", "2s 9c 2d Tc 9h Jc 9d Qc 9s 3h").wager("Ann", ante=500).no_more_bets()
        scene.round.do("Ann", do)
        found = reviewed(scene.round)
        (one,) = found.decisions
        assert (one.about, one.chosen, one.best) == ("bet or fold", do, "bet")
        if cost is None:
            assert one.cost == one.values["bet"] + 500 > 500
        else:
            assert one.cost == cost
        assert found.perfect == 500 * odds("caribbean_stud", scene.round.rules).expected_value
        assert found.exact


def test_what_the_clock_chose_is_no_mistake_but_is_told_with_its_cost() -> None:
    found = {}
    for late in (False, True):
        scene = Scene("caribbean_stud", "2s 9c 2d Tc 9h Jc 9d Qc 9s 3h").wager("Ann", ante=500).no_more_bets()
        (party,) = scene.round.waiting
        given = scene.round.default(party)
        assert given is not None
        scene.round.do(given) if late else scene.round.do("Ann", "fold")
        found[late] = reviewed(scene.round)
    chosen, clock = found[False], found[True]
    assert [(one.chosen, one.by_clock) for one in (*chosen.decisions, *clock.decisions)] == [
        ("fold", False),
        ("fold", True),
    ]
    assert (chosen.late, clock.cost) == (0, 0)
    assert chosen.cost == clock.late > 500
    assert clock.own == clock.perfect - clock.late == chosen.own
    assert (clock.luck, clock.net) == (chosen.luck, clock.own + clock.luck)
    assert clock.as_dict()["late"] == round_cents(clock.late)


def test_the_last_choice_at_a_question_counts() -> None:
    scene = Scene("double_down_stud", "Kd 7c Kh 3d 4c").wager("Ann", original=1000).no_more_bets()
    scene.round.do("Ann", "pass")
    scene.round.do("Ann", "double", amount=400)
    scene.no_more_bets()
    (one,) = reviewed(scene.round).decisions
    assert (one.chosen, one.amount, one.best, one.best_amount) == ("double", 400, "double", 1000)
    assert one.cost == one.values["pass"] * Fraction(600, 1000)  # kings can't lose, so each cent more was worth as much


def test_a_withdrawn_second_wager_is_a_fold() -> None:
    scene = Scene("boston_5_stud", "As Ad Ah 3c 2d 4h").wager("Ann", ante=500).wager("Ann", first=1000).no_more_bets()
    scene.round.do("Ann", "second", amount=1000)
    scene.round.do("Ann", "withdraw", "second")
    while not scene.round.over:
        scene.round.do("dealer", "deal")
    (one,) = reviewed(scene.round).decisions
    assert (one.chosen, one.best) == ("fold", "second")
    assert one.value == -1500


def test_side_wagers_are_part_of_what_was_due() -> None:
    def due(**wagers: int) -> Fraction:
        scene = Scene("caribbean_stud", "2s 9c 2d Tc 9h Jc 9d Qc 9s 3h").wager("Ann", ante=500)
        if wagers:
            scene.wager("Ann", **wagers)
        scene.no_more_bets()
        scene.round.do("Ann", "bet")
        return reviewed(scene.round).perfect

    bonus = odds("caribbean_stud", {"bonus": "A"}).wagers["bonus A"]
    assert due(bonus=200) - due() == 200 * bonus.expected_value
    cover_all = odds("caribbean_stud").wagers["cover all 2"]
    assert due(cover_all=200) - due() == 200 * cover_all.expected_value


def test_a_round_of_double_attack_has_one_line_for_each_decision() -> None:
    scene = AttackScene("6c 8d 8h 3s 9c Jd Kd Ks").wager("Ann", initial=1000).no_more_bets()
    scene.round.do("Ann", "attack", amount=1000)
    while scene.round.asking is not None and scene.round.asking.about != "decision":
        scene.round.do("dealer", "no more bets")
    scene.move("split", "hit", "stand", "stand")
    found = reviewed(scene.round)
    chosen = [event.action for event in scene.round.events if isinstance(event, Chose)]
    assert [one.chosen for one in found.decisions] == chosen == ["attack", "split", "hit", "stand", "stand"]
    assert [one.hand for one in found.decisions] == [1, 1, 1, 1, 2]
    assert found.decisions[0].cost == 0
    assert found.as_dict()["luck"] == pytest.approx(float(found.luck), abs=1e-4)


def test_a_void_round_was_worth_nothing_and_took_no_luck() -> None:
    scene = Scene("double_down_stud", "Kd 7c 2h 3d 4c").wager("Ann", original=1000).no_more_bets()
    scene.report("exposed hole card")
    found = reviewed(scene.round)
    assert (found.net, found.perfect, found.luck, found.decisions) == (0, 0, 0, ())
