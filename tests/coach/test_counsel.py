"""The coach knows what a seat has seen and nothing else, and says what the mathematics says."""

from __future__ import annotations

from collections import Counter, OrderedDict
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from coached import Questioned, questions
from pitboss import advise, odds
from pitboss.coach import Counsel, counsel
from pitboss.coach.counsel import WAGERS, edges_of, spots_of
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.round.asks import Offer
from pitboss.engine.round.layout import View
from pitboss.engine.rules import TableRules, load
from pitboss.mathematics import answers
from pitboss.mathematics.any_game import mathematics
from pitboss.mathematics.decision_values import WITH_COUPON, SeatQuestion, Spot
from pitboss.testing.knowledge import order_played, with_other_hidden_cards

from scene import Scene

GAMES = registry.games()
ENOUGH = 8
"""Questions that a test compares."""


def counselled(one: Questioned, view: View | None = None) -> Counsel:
    return counsel(one.round.game, one.round.rules, view or one.view, one.asked, one.offers)


def spot_of(one: Questioned) -> Spot | None:
    spots = spots_of(one.round.game.name)
    assert spots is not None
    return spots.price(one.round.rules, one.view, one.asked)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_view_gives_the_same_counsel_whatever_the_hidden_cards_are(game: str) -> None:
    random, subjects = Random(4), Counter[str]()
    for one in questions(game, 40, rounds=6):
        if sum(subjects.values()) >= ENOUGH and len(subjects) >= 2:
            break
        other = with_other_hidden_cards(one.round, one.viewer, random)
        if other is None or order_played(other) == order_played(one.round):
            continue
        view = other.view(one.viewer)
        found = counselled(one)
        assert counselled(one, view) == found
        subjects.update([one.asked.about] * bool(found.choices))
    assert sum(subjects.values()) >= ENOUGH, subjects
    assert len(subjects) >= (1 if game in ("double_down_stud", "caribbean_stud") else 2), subjects


@pytest.mark.parametrize("game", GAMES)
def test_values_equal_advise(game: str) -> None:
    """At tables without side wagers, coupons and payout limits, with whole stakes. The ends make up the values."""
    takes = {cards.name for cards in registry.game(game).advice_takes}
    compared = 0
    for one in questions(game, 70, rounds=12):
        if compared == ENOUGH:
            break
        if one.asked.about == "double attack":  # has a test of its own
            continue
        spot = spot_of(one)
        if spot is None or not spot.exact or not takes.issuperset(spot.known) or "hand" not in spot.known:
            continue
        if WITH_COUPON in spot.note:
            continue
        stakes = {stake[3] for stake, _ in one.view.layout.stakes_of(one.asked.seat, one.asked.player)}
        if stakes - {"ante", "first", "second", "original", "initial", "insurance", "bust bonus"}:
            continue
        if {option.do for option in spot.options} & {"insure", "expose"} or one.view.layout.hands.get(
            (f"seat {one.asked.seat}", 2)
        ):
            continue
        advice = advise(game, one.round.rules, **spot.known)
        found = {option.do: option.value / spot.base for option in spot.options}
        assert found == {action: advice.options[action] for action in found}, spot
        assert advice.best in found
        assert spot.deals == advice.deals
        for do in {end.do for end in spot.ends}:
            ends = [end for end in spot.ends if end.do == do]
            assert sum(end.share for end in ends) == 1
            assert sum(end.share * end.cents for end in ends) == found[do] * spot.base
        assert {end.do for end in spot.ends} == set(found) - {"fold", "split"}
        compared += 1
    assert compared == ENOUGH


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_that_a_player_must_make_is_judged(game: str) -> None:
    for one in questions(game, 90, rounds=1):
        found = counselled(one)
        offered = {offer.do for offer in one.offers if not offer.why_not and not offer.optional}
        if not found.choices or not offered:
            continue
        assert {choice.do for choice in found.choices} >= offered - {"cash"}
        assert [choice.costs for choice in found.choices if choice.best] == [Fraction(0)]
        assert all(choice.costs >= 0 for choice in found.choices)


def test_a_player_without_chips_is_told_what_they_lack() -> None:
    scene = Scene("double_down_stud", "Kd 7c Kh 3d 4c").wager("Ann", original=1000).no_more_bets()
    view, offers = scene.round.view("seat 1"), scene.round.offers(scene.round.waiting[0])
    asked = SeatQuestion(about="double", seat=1, player="Ann")
    rich = counsel(scene.game, scene.round.rules, view, asked, offers, chips=1000)
    some = counsel(scene.game, scene.round.rules, view, asked, offers, chips=520)
    none = counsel(scene.game, scene.round.rules, view, asked, offers, chips=0)
    assert [(one.do, one.amount, one.best) for one in rich.choices] == [("double", 1000, True), ("pass", 0, False)]
    assert [one.amount for one in some.choices] == [500, 0]
    single = rich.choices[1].value
    assert single is not None
    assert some.choices[0].value == single * Fraction(3, 2)
    assert [one.do for one in none.choices] == ["pass"]
    assert none.note.endswith("You lack the chips for: double.")


def test_who_has_passed_is_told_to_double_only_if_that_is_better() -> None:
    for cards, best in (("Kd 7c Kh 3d 4c", True), ("Kd 7c 2h 3d 5c", False)):
        scene = Scene("double_down_stud", cards).wager("Ann", original=1000).no_more_bets()
        scene.round.do("Ann", "pass")
        view, offers = scene.round.view("seat 1"), scene.round.offers(scene.round.waiting[0])
        found = counsel(scene.game, scene.round.rules, view, SeatQuestion(about="double", seat=1, player="Ann"), offers)
        (double,) = found.choices
        assert (double.do, double.best, double.costs > 0) == ("double", best, not best)


@pytest.mark.parametrize(
    ("game", "rules", "unknown"),
    [
        ("double_down_stud", {}, set()),
        ("boston_5_stud", {}, set()),
        ("caribbean_stud", {"progressive": "A"}, {"cover all"}),
        ("double_attack_blackjack", {}, set()),
        ("double_cross_poker", {}, set()),
    ],
)
def test_wagers_have_the_edge_of_the_odds(game: str, rules: dict[str, Any], unknown: set[str]) -> None:
    scene = Scene(game, rules=rules)
    while scene.round.asking is not None and scene.round.asking.about != WAGERS:
        scene.round.do(scene.round.default(scene.round.waiting[0]))
    party = next(one for one in scene.round.waiting if one.by == "player")
    offers: list[Offer] = list(scene.round.offers(party))
    asked = SeatQuestion(about=WAGERS, seat=1, player="Ann")
    found = counsel(scene.game, scene.round.rules, scene.round.view("seat 1"), asked, offers)
    exact = odds(game, scene.round.rules)
    by_wager = {choice.wager: choice for choice in found.choices}
    base = by_wager[scene.game.base]
    assert base.value == exact.expected_value * base.amount
    assert by_wager.keys() >= {
        offer.wager for offer in offers if offer.do == "wager" and scene.game.wager(offer.wager).side
    }
    for wager, choice in by_wager.items():
        if wager in unknown:
            assert choice.value is None
        elif wager != scene.game.base:
            (one,) = [odd for name, odd in exact.wagers.items() if name in (wager, f"{wager} {odd.table}")]
            assert choice.value == one.expected_value * choice.amount
    assert found.exact == (not rules)


def test_a_meter_changes_the_value_of_its_wager() -> None:
    scene = Scene("caribbean_stud", rules={"progressive": "A"})
    party = next(one for one in scene.round.waiting if one.by == "player")
    asked, view = SeatQuestion(about=WAGERS, seat=1, player="Ann"), scene.round.view("seat 1")

    def worth(cents: int) -> Fraction:
        meters = dict.fromkeys(scene.round.rules.progressive_meters, cents)
        found = counsel(scene.game, scene.round.rules, view, asked, scene.round.offers(party), meters=meters)
        (value,) = [choice.value for choice in found.choices if choice.wager == "progressive"]
        assert value is not None
        return value

    assert worth(10_000_00) < 0 < worth(1_000_000_00)
    for cents in (10_000_00, 123_456_78):
        meters = dict.fromkeys(scene.round.rules.progressive_meters, cents)
        exact = odds("caribbean_stud", scene.round.rules).at_meters(meters).wagers["progressive A"]
        assert worth(cents) == exact.expected_value * scene.round.rules.progressive_wager


@pytest.mark.parametrize("name", registry.games())
def test_the_edges_are_those_of_the_odds(name: str) -> None:
    game = registry.game(name)
    counted = mathematics(name).odds(game.rules(), "optimal", every=False, tick=None)
    found = edges_of(game, game.rules())
    assert (found.value, found.combinations) == (counted.expected_value, counted.combinations)
    assert found.set_cap == counted.set_cap
    assert [one.name for one in found.wagers] == list(counted.wagers)
    for edge in found.wagers:
        wager = counted.wagers[edge.name]
        meters = wager.progressive.meters if wager.progressive is not None else ()
        richer = {meter.name: meter.at + 12_345 for meter in meters}
        assert edge.value == wager.expected_value
        assert edge.at == {meter.name: meter.at for meter in meters}
        assert edge.value_at(richer) == wager.at_meters(richer).expected_value
        assert edge.exact == (wager.estimate is None)


def test_the_edges_of_rules_are_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game, asked = registry.game("double_down_stud"), list[str]()
    counted = edges_of(game, game.rules())

    def figures(what: str, game: Game, rules: TableRules) -> Any:
        asked.append(f"{what} {game.name} {rules.table_minimum}")
        return answers.odds(game, rules)

    monkeypatch.setattr(answers, "kept", figures)
    monkeypatch.setattr(edges_of, "_found", OrderedDict())
    other = load(game.name, game.rules, {"table_minimum": 1000})
    assert [edges_of(game, other) for _ in range(2)] == [counted] * 2
    assert asked == ["odds double_down_stud 1000"]


def test_a_question_without_a_price_is_called_so() -> None:
    scene = Scene("double_down_stud", "Kd 7c Kh 3d 4c")
    asked = SeatQuestion(about="the cut", seat=1, player="Ann")
    found = counsel(scene.game, scene.round.rules, scene.round.view("seat 1"), asked)
    assert (found.choices, found.exact, found.note) == ((), False, "This question has no exact price.")
    assert found.best is None
