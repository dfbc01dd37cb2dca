"""The odds of Double Attack Blackjack: every wager, strategies and their cost, advice, pictures."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import perm
from pathlib import Path

import pytest

from pitboss.basics.cards import PACK_48, CardError, parse, parse_cards
from pitboss.basics.errors import StrategyError
from pitboss.games.double_attack_blackjack import settle
from pitboss.games.double_attack_blackjack.mathematics import counting_play
from pitboss.games.double_attack_blackjack.mathematics.choices import by_function, mistakes, resolve, terms_of
from pitboss.games.double_attack_blackjack.mathematics.counting_play import (
    Context,
    Terms,
    Wagers,
    best_chart,
    best_rounds,
    chart_rounds,
    first_hand,
    optimal,
)
from pitboss.games.double_attack_blackjack.mathematics.odds import _full_shoe, bonus_counts, odds
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.games.double_attack_blackjack.settle import LOW
from pitboss.mathematics import any_game
from pitboss.mathematics.choices import Known
from pitboss.mathematics.results import GameOdds

NAME = "double_attack_blackjack"
SMALL = Terms((4, 2, 2, 2, 4, 6, 4, 6, 4, 14), 3, True, False)
"""A shoe of less than one deck, in which every card matters."""
FEW = Terms((3, 0, 0, 0, 0, 6, 0, 6, 0, 16), 3, True, True)
"""Only aces, sixes, eights and tens, with a card reader."""


# --- the full shoe


@pytest.fixture(scope="module")
def full() -> GameOdds:
    return any_game.odds(NAME, {"decks": 6})


def test_the_base_value_is_exact_and_includes_the_double_attack(full: GameOdds) -> None:
    assert full.combinations == perm(288, 3)
    assert float(full.expected_value) == pytest.approx(-0.0046, abs=0.0006)
    assert full.action_frequency["attack"] == Fraction(7, 12)  # against two to eight
    first = sum(share for action, share in full.action_frequency.items() if action != "attack")
    assert first == 1
    assert full.cost == 0
    assert 1.5 < full.standard_deviation < 2.5


def test_every_wager_counts_every_deal(full: GameOdds) -> None:
    assert set(full.wagers) == {"initial", "double attack", "split", "double", "insurance", "bust bonus"}
    for wager in full.wagers.values():
        assert wager.combinations == full.combinations
    assert full.wagers["initial"].placed == 1
    assert full.wagers["double attack"].placed == full.action_frequency["attack"]


def test_the_wagers_on_hands_come_to_the_base_value(full: GameOdds) -> None:
    ends = [(one, key, chance) for one in optimal(terms_of(full.rules)) for key, chance in one.ends.items()]
    shoe = terms_of(full.rules)
    stakes = sum(shoe.chance(one.up) * chance * (1 + key[0].attack) * (1 + key[1] // 9) for one, key, chance in ends)
    assert full.staked == stakes
    initial, attack = full.wagers["initial"], full.wagers["double attack"]
    beside = full.expected_value - initial.expected_value - attack.expected_value * attack.placed
    rest = sum(
        shoe.chance(one.up) * chance * _beside(key[0].attack, key[0].original, key[1], key[2])
        for one, key, chance in ends
    )
    assert beside == rest


def _beside(attack: bool, original: bool, end: int, final: int) -> Fraction:
    """The stake on a hand beside the first initial wager and its double attack: splits and doubles."""
    doubled, kind = divmod(end, 9)
    units = (1 + attack) * ((not original) + doubled)
    if kind == 8 and final != 6:
        return Fraction(-units, 2)
    dealer = 22 if final == 5 else 17 + final if final < 5 else 21
    player = {6: 21, 7: 22, 8: 17}.get(kind, 16 + kind)
    line = settle.outcome(player, int(kind == 6), dealer, int(final == 6))
    return Fraction(settle.extra(2, line) - 2, 2) * units


def test_insurance_is_the_share_of_tens_behind_an_ace(full: GameOdds) -> None:
    assert full.wagers["insurance"].expected_value == Fraction(72, 287) * Fraction(7, 2) - 1


# --- the bust bonus


def test_the_bust_bonus_counts_what_dealing_every_three_cards_gives() -> None:
    cards = parse_cards("8c 8c 8d 8h 8s 8s 6h Kd Jc Ad 9c 5d 7h", PACK_48, 2)
    found = [0] * len(settle.BONUS_LINES)
    for three in permutations(cards, 3):
        found[_bonus_line(three)] += 1
    assert bonus_counts(Counter(cards)) == found


def _bonus_line(cards: tuple[int, ...]) -> int:
    for count in (2, 3):
        low, aces = sum(LOW[card] for card in cards[:count]), sum(LOW[card] == 1 for card in cards[:count])
        points = settle.total(low, aces)
        if points >= settle.STANDS or count == 3:
            break
    suits = {card & 3 for card in cards}
    colors = {card & 3 in (1, 2) for card in cards}
    eights = all(LOW[card] == 8 for card in cards)
    return settle.bonus_line(count, points, LOW[cards[2]], int(eights), int(len(colors) == 1), int(len(suits) == 1))


def test_the_bust_bonus_of_eight_decks_counts_every_deal() -> None:
    assert sum(_full_shoe(8)) == perm(384, 3)


# --- strategies


def value(terms: Terms, strategy: object) -> Fraction:
    _, rounds = resolve(strategy, terms)  # type: ignore[arg-type]
    return sum((terms.chance(one.up) * one.value for one in rounds), Fraction(0))


def stand_always(known: Known) -> str:
    return "stand" if "hand" in known else "pass"


def test_no_strategy_beats_optimal_and_each_names_its_mistakes() -> None:
    best = value(SMALL, "optimal")
    for strategy in ("chart", "always", "never", stand_always):
        assert value(SMALL, strategy) < best
    _, rounds = resolve("never", SMALL)
    found = mistakes("never", SMALL, rounds)
    assert sum(one.cost for one in found) == best - value(SMALL, "never")
    assert all(one.action == "pass" and one.best == "attack" for one in found)
    assert value(SMALL, "chart") > value(SMALL, stand_always)


@pytest.mark.long
def test_mistakes_of_a_function_on_hands_cost_what_it_loses() -> None:
    """Always standing never leads to a second decision, so its mistakes on two cards are its whole loss."""
    _, rounds = resolve(stand_always, FEW)
    found = mistakes(stand_always, FEW, rounds, most=1000)
    attacks = sum(one.cost for one in found if one.best == "attack")
    hands = sum(one.cost for one in found if one.best != "attack")
    passed = sum((FEW.chance(one.up) * both[0].value for one, both in zip(rounds, best_rounds(FEW), strict=True)))
    assert hands == passed - value(FEW, stand_always)
    assert attacks == value(FEW, "optimal") - passed


def test_a_function_that_plays_as_is_best_on_two_cards_is_asked_with_the_cards() -> None:
    asked: list[Known] = []

    def noted(known: Known) -> str:
        asked.append(known)
        if "hand" not in known:
            return "pass"
        points = [LOW[card] for card in known["hand"]]
        if len(points) == 2 and points == [8, 8] and "no split" not in known:
            return "split"
        return "stand"

    by_function(SMALL.against(5), noted)
    assert {"up": (parse("6c"),)} in asked
    assert any(len(known.get("split", ())) == 2 and "no split" in known for known in asked)


def test_a_strategy_that_is_not_known_or_chooses_what_it_may_not_is_refused() -> None:
    with pytest.raises(StrategyError, match="there is no strategy 'double-it'; choose one of optimal, chart"):
        odds(DoubleAttackRules(), "double-it")
    with pytest.raises(StrategyError, match="chose 'fold' with up 6; hand K K; no split; it must choose one of stand"):
        by_function(SMALL.against(5), lambda known: "fold" if "hand" in known else "pass")
    with pytest.raises(StrategyError, match="chose 'raise' on an up card"):
        by_function(SMALL.against(5), lambda known: "raise")


def test_each_option_that_changes_play_changes_the_value() -> None:
    terms = FEW._replace(reader=False)
    changed = (
        FEW,
        terms._replace(most_hands=4),
        terms._replace(split_attack=False),
        terms._replace(shoe=(3, 0, 0, 0, 0, 6, 0, 6, 0, 15)),
    )
    assert len({value(one, "optimal") for one in (terms, *changed)}) == 5


def test_rules_say_what_the_mathematics_depend_on() -> None:
    default = terms_of(DoubleAttackRules())
    assert terms_of(DoubleAttackRules(hole_card="hole card")) == default
    assert terms_of(DoubleAttackRules(positions=7)) == default._replace(most_hands=3)
    assert terms_of(DoubleAttackRules(hole_card="card reader")) == default._replace(reader=True)
    assert terms_of(DoubleAttackRules(split_attack=False)) == default._replace(split_attack=False)
    assert terms_of(DoubleAttackRules(decks=8)).shoe == (32,) * 9 + (96,)


# --- advice


def test_advice_on_eights_is_to_split_them() -> None:
    advice = any_game.advise(NAME, hand="8s 8d", up="6c", seen="Kd 5h")
    assert advice.best == "split"
    assert set(advice.options) == {"stand", "surrender", "hit", "double", "split"}
    assert advice.options["surrender"] == Fraction(-1, 2)


def test_advice_tells_what_may_be_done() -> None:
    assert set(any_game.advise(NAME, hand="As Kd", up="6c").options) == {"stand", "surrender"}
    assert set(any_game.advise(NAME, hand="8s 3d 2c", up="6c").options) == {"stand", "surrender", "hit", "double"}
    assert set(any_game.advise(NAME, hand="As 3d", up="6c", split="Ah").options) == {"stand", "surrender"}


def test_advice_on_the_attack_is_twice_the_value_where_no_blackjack_can_come() -> None:
    advice = any_game.advise(NAME, up="6c")
    assert advice.options["attack"] == 2 * advice.options["pass"] > 0


def test_a_blackjack_is_worth_the_chance_that_the_dealer_has_none() -> None:
    advice = any_game.advise(NAME, hand="As Kd", up="Ah", seen="Qc")
    assert advice.options["stand"] == 1 - Fraction(72 - 2, 288 - 4)
    reader = any_game.advise(NAME, {"hole_card": "card reader"}, hand="As Kd", up="Ah")
    assert reader.options["stand"] == 1


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        ({"hand": "Ts 8d", "up": "6c"}, "the ten of spades is not in a pack of 48"),
        ({"hand": "Ks 8d 9c", "up": "6c"}, "Ks 8d 9c is over 21, so there is no decision left"),
        ({"hand": "8s 3d", "up": "6c", "split": "9h"}, "9h and 8s 3d do not come from one pair"),
        ({"hand": "8s 8s", "up": "8s", "seen": "8s 8s 8s 8s"}, "the eight of spades appears 7 times"),
        ({"hand": "8s 8d"}, "up takes 1 card,"),
    ],
)
def test_cards_that_cannot_be_are_refused_in_a_sentence(cards: dict[str, str], wrong: str) -> None:
    with pytest.raises(CardError, match=wrong):
        any_game.advise(NAME, **cards)


@pytest.mark.parametrize("terms", [FEW, FEW._replace(reader=False)])
def test_counting_the_chart_counts_the_best_play_too(
    terms: Terms, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anew = [one.__wrapped__ for one in (best_rounds, chart_rounds)]
    before, chart = (count(terms) for count in anew)
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    assert anew[1](terms) == chart
    monkeypatch.setattr(counting_play, "in_parallel", None)  # nothing is counted any more
    assert anew[0](terms) == before


@pytest.mark.parametrize("up", [0, 5, 9])
@pytest.mark.parametrize("attack", [False, True])
def test_a_chart_solved_once_for_all_attacks_is_worth_what_its_play_is(up: int, attack: bool) -> None:
    against = SMALL.against(up)
    strategy = best_chart(against, False)[1].strategy()
    contexts = [first_hand(attack), Context(7, 1, 0, Wagers(attack, True)), Context(7, 2, 1, Wagers(attack, False))]
    for context in contexts:
        way = strategy.choose(context)
        assert way is not None
        played, solved = SMALL.against(up).play(context, way), against.solve(strategy, context)
        assert (solved.options == played.options).all()
        assert (solved.doubled == played.doubled).all()


def test_the_chart_is_a_picture_with_every_up_card() -> None:
    from pitboss.games.double_attack_blackjack.mathematics.choices import chart_picture

    grid = chart_picture({rounds.up: chart for chart, rounds in chart_rounds(SMALL)})
    assert grid.columns == ("2", "3", "4", "5", "6", "7", "8", "9", "K", "A")
    assert all(len(row) == 10 for row in grid.cells)
    assert {cell.kind for row in grid.cells for cell in row} <= set(grid.legend)
