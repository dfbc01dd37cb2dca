"""The shared exact mathematics: strengths, suit classes, sums, distributions, strategies and the cache."""

from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, sqrt
from pathlib import Path
from random import Random
from typing import Any

import numba
import numpy as np
import pytest

from pitboss.basics import poker
from pitboss.basics.errors import StrategyError
from pitboss.basics.money import Odds
from pitboss.games.double_down_stud.rules import DoubleDownStudRules
from pitboss.mathematics.any_game import odds
from pitboss.mathematics.choices import Choices, Known, exact_dot, priced, resolve
from pitboss.mathematics.counting import store
from pitboss.mathematics.counting.compiled import in_parallel, strength5
from pitboss.mathematics.counting.hands import CATEGORY, Ints, SuitClasses, strengths, suit_classes
from pitboss.mathematics.results import (
    Advice,
    Distribution,
    GameOdds,
    MeterValue,
    Outcome,
    ProgressiveValue,
    WagerOdds,
    lost,
    not_placed,
    paid,
    pushed,
    ratio,
    rows_of,
)

# --- hands


@numba.njit
def compiled_strengths(hands: Ints) -> Ints:
    return np.array([strength5(hand[0], hand[1], hand[2], hand[3], hand[4]) for hand in hands])


@pytest.mark.long
def test_strengths_are_those_of_poker_for_every_hand() -> None:
    hands = list(combinations(range(52), 5))
    expected = np.array(list(map(poker.strength, hands)))
    assert (strengths(np.array(hands, np.int8)) == expected).all()
    assert (compiled_strengths(np.array(hands)) == expected).all()


def test_a_strength_does_not_depend_on_the_order_of_cards() -> None:
    for seed in range(20):
        hand = Random(seed).sample(range(52), 5)
        orders = np.array(list(permutations(hand)), np.int8)
        assert set(strengths(orders).tolist()) == {poker.strength(hand)}


def test_categories_of_strengths_are_those_of_poker() -> None:
    assert CATEGORY[1:].tolist() == poker.CATEGORY_OF[1:]


def canonical(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The lowest of all sets that differ from these cards only in suits."""
    return min(tuple(sorted(card & ~3 | suits[card & 3] for card in cards)) for suits in permutations(range(4)))


@pytest.mark.parametrize(("size", "classes"), [(1, 13), (2, 169), pytest.param(3, 1755, marks=pytest.mark.long)])
def test_suit_classes_are_those_of_every_renaming_of_suits(size: int, classes: int) -> None:
    found = SuitClasses(size)
    sets = list(combinations(range(52), size))
    brute = Counter(map(canonical, sets))
    assert len(brute) == len(found.hands) == classes
    by_class = {canonical(tuple(hand)): at for at, hand in enumerate(found.hands.tolist())}
    assert [brute[canonical(tuple(hand))] for hand in found.hands.tolist()] == found.weights.tolist()
    expected = [by_class[canonical(cards)] for cards in sets]
    assert found.indices(np.array(sets, np.int8)).tolist() == expected
    assert [found.index(cards) for cards in sets] == expected


@pytest.mark.parametrize(("size", "classes"), [(4, 16432), (5, 134459)])
def test_larger_suit_classes_stand_for_every_set(size: int, classes: int) -> None:
    found = suit_classes(size)
    assert (len(found.hands), int(found.weights.sum())) == (classes, comb(52, size))
    at = Random(size).sample(range(classes), 300)
    hands = [tuple(found.hands[i].tolist()) for i in at]
    for state, hand in zip(at, hands, strict=True):
        alike = {tuple(sorted(card & ~3 | suits[card & 3] for card in hand)) for suits in permutations(range(4))}
        assert len(alike) == found.weights[state]
        assert {found.index(cards) for cards in alike} == {state}
        assert set(found.indices(np.array(sorted(alike))).tolist()) == {state}


# --- parallel work


def test_pieces_come_back_in_their_order_and_tell_how_far_they_are() -> None:
    told: list[float] = []
    assert in_parallel(lambda n: n * n, [(n,) for n in range(20)], told.append) == [n * n for n in range(20)]
    assert told == sorted(told)
    assert told[-1] == 1


def test_a_piece_that_fails_fails_the_work() -> None:
    def divide(n: int) -> float:
        return 1 / n

    with pytest.raises(ZeroDivisionError):
        in_parallel(divide, [(n,) for n in range(3)])


# --- exact sums and choices


@pytest.mark.parametrize("seed", range(5))
def test_an_exact_sum_is_that_of_whole_numbers_without_limit(seed: int) -> None:
    chance = Random(seed)
    weights = [chance.randrange(1, 2**20) for _ in range(1000)]
    values = [chance.choice((-1, 1)) * chance.randrange(2**61, 2**62) for _ in range(1000)]
    expected = sum(w * v for w, v in zip(weights, values, strict=True))
    assert exact_dot(np.array(weights), np.array(values)) == expected
    assert abs(expected) > 2**63


@pytest.mark.parametrize("value", [2**62, -(2**62), 2**63 - 1, -(2**63)])
def test_an_exact_sum_does_not_wrap_around(value: int) -> None:
    assert exact_dot(np.array([3, 4]), np.array([value, value])) == 7 * value


def test_an_exact_sum_takes_whole_numbers_of_any_size() -> None:
    assert exact_dot(np.array([3, 4]), np.array([10**30, -(10**40)], object)) == 3 * 10**30 - 4 * 10**40


@pytest.mark.parametrize("value", [1, 10**9, 2**61, 2**62, 10**30])
def test_rows_are_priced_exactly_whatever_the_pay(value: int) -> None:
    counts = [[1, 2, 3], [4, 0, 6], [0, 0, 48]]
    values = [value, -value, 7]
    found = priced(np.array(counts), values)
    assert found.tolist() == [sum(n * v for n, v in zip(row, values, strict=True)) for row in counts]
    assert (2 * found).tolist() == [2 * one for one in found.tolist()]


def toy() -> Choices:
    """Three states with weights 1, 2 and 3 and four deals each. Values are in halves of the base wager."""
    worth = np.array([[-8, -8, 0], [-16, 12, 0]])

    cards = 4 * np.arange(3)[:, None]
    return Choices(("fold", "raise"), worth, np.array([1, 2, 3]), 4, 2, lambda: {"hand": cards}, "state {}".format)


def test_the_best_action_is_the_one_worth_most_and_the_first_of_equals() -> None:
    assert toy().best.tolist() == [0, 1, 0]


def test_values_and_frequencies_of_choices_by_hand() -> None:
    made = toy()
    assert made.combinations == 24
    assert made.value(made.best) == Fraction(1 * -8 + 2 * 12 + 3 * 0, 48)
    assert made.value(made.always("raise")) == Fraction(-16 + 24, 48)
    assert made.frequency(made.best) == {"fold": Fraction(4, 6), "raise": Fraction(2, 6)}
    assert made.options(1) == {"fold": -1, "raise": Fraction(3, 2)}


def test_mistakes_are_told_the_costliest_first_and_add_up_to_the_cost() -> None:
    made = toy()
    wrong = np.array([1, 0, 1], np.int8)
    first, second = made.mistakes(wrong)
    assert (first.state, first.action, first.best, first.deals) == ("state 1", "fold", "raise", 8)
    assert (first.each, first.cost) == (Fraction(5, 2), Fraction(5, 2) * 8 / 24)
    assert (second.state, second.action, second.best, second.deals) == ("state 0", "raise", "fold", 4)
    assert (second.each, second.cost) == (Fraction(1), Fraction(4, 24))
    assert made.cost(wrong) == first.cost + second.cost
    assert made.mistakes(made.best) == ()
    assert made.mistakes(wrong, most=1) == (first,)


def test_odds_are_pickled_with_their_mistakes_and_without_every_decision() -> None:
    found = odds("double_down_stud", strategy="never")
    packed = pickle.dumps(found)
    assert len(packed) < 20_000
    assert pickle.loads(packed).mistakes == found.mistakes != ()


def test_another_action_that_is_worth_as_much_is_no_mistake() -> None:
    made = toy()
    equal = np.array([0, 1, 1], np.int8)
    assert made.cost(equal) == 0
    assert made.mistakes(equal) == ()


def test_strategies_are_resolved_by_name_or_called() -> None:
    made = toy()
    named = {"always": lambda: made.always("raise")}

    def timid(known: Known) -> str:
        return "raise" if known["hand"][0] >> 2 == 1 else "fold"

    told: list[float] = []
    assert resolve("optimal", made, named)[1].tolist() == [0, 1, 0]
    assert resolve("always", made, named)[1].tolist() == [1, 1, 1]
    name, chosen = resolve(timid, made, named, told.append)
    assert (name, chosen.tolist(), told) == ("timid", [0, 1, 0], [0])
    with pytest.raises(StrategyError, match="there is no strategy 'bold'; choose one of optimal, always"):
        resolve("bold", made, named)
    with pytest.raises(StrategyError, match="chose 'call'; it must choose one of fold, raise"):
        resolve(lambda known: "call", made, named)


# --- distributions


def test_moments_by_hand() -> None:
    found = Distribution.of([(Fraction(3), 1), (Fraction(-1), 2), (Fraction(-1), 1)])
    assert (found.total, found.mean) == (4, 0)
    assert found.variance == Fraction(9 + 3, 4)
    assert found.skewness == pytest.approx((27 - 3) / 4 / sqrt(3) ** 3)
    assert found.standard_deviation == pytest.approx(sqrt(3))
    assert found.above() == Fraction(1, 4)
    assert found.above(3) == 0
    assert found.above(-2) == 1


def test_what_a_limit_takes() -> None:
    found = Distribution.of([(Fraction(10), 1), (Fraction(4), 3), (Fraction(0), 6)])
    assert found.over(Fraction(10)) == 0
    assert found.over(Fraction(3)) == Fraction(7 + 3, 10)
    assert found.over(Fraction(7, 2)) == Fraction(13, 2) / 10 + Fraction(3, 2) / 10


def test_nothing_varies_where_there_is_one_result() -> None:
    found = Distribution.of([(Fraction(-1), 5), (Fraction(7), 0)])
    assert (found.mean, found.variance, found.skewness) == (-1, 0, None)
    assert found.weights == {Fraction(-1): 5}


def test_a_band_narrows_with_the_root_of_rounds() -> None:
    found = Distribution.of([(Fraction(1), 1), (Fraction(-1), 1)])
    assert found.band(10_000) == pytest.approx((-0.0196, 0.0196))
    assert found.band(100, 1) == pytest.approx((-0.1, 0.1))


# --- results


ONE = Odds.parse("3 to 2")


def wager(**more: Any) -> WagerOdds:
    outcomes = (paid("win", 2, ONE), pushed("push", 3), lost("lose", 5), not_placed("folded", 10))
    return WagerOdds(name="ante", clause="1", outcomes=outcomes, **more)


def test_a_wager_by_hand() -> None:
    found = wager(most=1000)
    assert found.combinations == 20
    assert found.placed == Fraction(1, 2)
    assert found.expected_value == Fraction(2 * 3, 2) / 10 - Fraction(5, 10)
    assert found.house_edge == found.element_of_risk == 0.2
    assert found.hit_frequency == Fraction(2, 20)
    assert found.exposure == 1500
    assert found.results.variance == Fraction(Fraction(9, 4) * 2 + 5, 10) - Fraction(1, 25)


def test_a_wager_without_a_stake_has_no_element_of_risk() -> None:
    assert wager(earned=True).element_of_risk == 0
    assert wager(earned=True).expected_value == wager().expected_value


def test_a_wager_that_is_never_placed_is_worth_nothing() -> None:
    found = WagerOdds(name="double", clause="1", outcomes=(paid("win", 0, ONE), not_placed("not doubled", 7)))
    assert (found.expected_value, found.placed, found.hit_frequency, found.standard_deviation) == (0, 0, 0, 0)


def test_a_wager_as_json() -> None:
    said = wager(table="B", note="so").as_dict()
    assert (said["expected_value"], said["house_edge"], said["table"], said["note"]) == ("-1/5", 0.2, "B", "so")
    win, *_, folded = said["outcomes"]
    assert win == {"name": "win", "count": 2, "probability": 0.1, "pays": "3 to 2", "net": "3/2"}
    assert (folded["net"], folded["pays"], folded["probability"]) == (None, "not placed", 0.5)


def test_a_progressive_wager_follows_its_meter() -> None:
    meter = MeterValue(name="meter", at=10_000_00, seed=5_000_00, share=Fraction(1, 20_000), hits=Fraction(1, 40_000))
    value = ProgressiveValue(stake=100, fixed=Fraction(1, 4), meters=(meter,), envy=Fraction(1, 100))
    assert value.value({"meter": 10_000_00}) == Fraction(1, 4) + Fraction(1, 2) - 1
    assert value.value({"meter": 10_000_00}, others=5) == Fraction(1, 4) + Fraction(1, 2) - 1 + Fraction(5, 100)
    assert value.per_cents(10_000_00) == {"meter": Fraction(1, 2)}
    assert value.break_even("meter") == 15_000_00
    assert value.value({"meter": int(value.break_even("meter", 5))}, 5) == 0
    outcome = Outcome(name="royal", count=1, net=Fraction(0), pays="100% of meter", meter="meter", share=Fraction(1))
    found = WagerOdds(name="progressive", clause="1", outcomes=(outcome, lost("lose", 1)), progressive=value)
    assert found.at_meters({"meter": 300}).outcomes[0].net == 2
    assert found.at_meters({}).outcomes[0].net == 10_000 - 1
    said = found.as_dict()["progressive"]["meters"]["meter"]
    assert (said["break_even"], said["value_per_10000_dollars"]) == (1500000.0, "1/2")


def game_odds(**more: Any) -> GameOdds:
    rules = DoubleDownStudRules(**more)
    results = Distribution.of([(Fraction(1000), 1), (Fraction(-1), 999)])
    return GameOdds(
        game="double_down_stud",
        title="Double Down Stud",
        rules=rules,
        strategy="optimal",
        combinations=1000,
        results=results,
        staked=Fraction(3, 2),
        action_frequency={"pass": Fraction(1, 2), "double": Fraction(1, 2)},
        wagers=rows_of([wager()]),
        winnings=Distribution.of([(Fraction(1000), 1), (Fraction(0), 999)]),
        least_cap=100_000_00,
        set_cap=rules.payout_cap,
    )


def test_a_game_by_hand() -> None:
    found = game_odds()
    assert found.expected_value == Fraction(1, 1000)
    assert found.house_edge == -0.001
    assert found.element_of_risk == pytest.approx(-0.001 / 1.5)
    assert found.rules_hash == DoubleDownStudRules().digest
    assert "House edge" in found._repr_html_()
    assert "ante" in found._repr_html_()


def test_the_effect_of_a_limit_at_the_least_and_the_most_wager() -> None:
    least, most = game_odds(table_maximum=500_00).caps
    assert (least.base, least.cap, least.cost) == (500, 100_000_00, 0)
    assert (most.base, most.cap, most.cost) == (500_00, 100_000_00, Fraction(1000 - 200, 1000))
    assert [one.cap for one in game_odds(payout_cap=200_000_00).caps] == [200_000_00] * 2
    assert game_odds().cap(100_000_00, 1000_00).cost == Fraction(900, 1000)


def test_a_game_as_json_keeps_the_names_of_the_contract() -> None:
    said = game_odds().as_dict()
    assert {
        "game",
        "rules_hash",
        "strategy",
        "combinations",
        "expected_value",
        "house_edge",
        "element_of_risk",
        "standard_deviation",
        "action_frequency",
        "wagers",
    } <= set(said)
    assert said["combinations"] == 1000
    assert said["action_frequency"] == {"pass": "1/2", "double": "1/2"}
    assert {"expected_value", "house_edge", "standard_deviation", "hit_frequency", "outcomes"} <= set(
        said["wagers"]["ante"]
    )


def test_advice_names_the_best_and_the_first_of_equals() -> None:
    options = {"fold": Fraction(-1), "call": Fraction(1, 3), "raise": Fraction(1, 3)}
    found = Advice(game="toy", known={"hand": "As"}, options=options, deals=12)
    assert found.best == "call"
    assert found.as_dict() == {
        "game": "toy",
        "known": {"hand": "As"},
        "options": {"fold": "-1/1", "call": "1/3", "raise": "1/3"},
        "best": "call",
        "deals": 12,
    }
    assert "<b>call" in found._repr_html_()
    assert ratio(3) == "3/1"


# --- the cache


class Counting:
    """Counts, and records how often it was called."""

    def __init__(self, *counts: int) -> None:
        self.counts, self.asked = counts, 0

    def __call__(self) -> dict[str, Any]:
        self.asked += 1
        return {"counts": np.array(self.counts), "weights": np.array([self.asked])}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    return tmp_path / "counts"


def kept(game: str, what: str, key: dict[str, int], count: Counting) -> dict[str, Any]:
    return store.kept(game, what, key, count, module=__name__)


def only(folder: Path) -> Path:
    (path,) = folder.glob("*/*")
    return path


def test_what_was_counted_is_kept(folder: Path) -> None:
    count = Counting(1, 2, 3)
    first, second = kept("toy", "lines", {}, count), kept("toy", "lines", {}, count)
    assert count.asked == 1
    assert first["counts"].tolist() == second["counts"].tolist() == [1, 2, 3]
    assert set(second) == {"counts", "weights"}
    assert only(folder).name.startswith("toy-lines-")


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: b"",
        lambda whole: whole[: len(whole) // 2],
        lambda whole: whole + b"more",
        lambda whole: b"foreign",
    ],
    ids=["empty", "cut", "longer", "foreign"],
)
def test_a_damaged_file_is_counted_again(folder: Path, damage: Any) -> None:
    count = Counting(1, 2, 3)
    kept("toy", "lines", {}, count)
    path = only(folder)
    path.write_bytes(damage(path.read_bytes()))
    assert kept("toy", "lines", {}, count)["counts"].tolist() == [1, 2, 3]
    assert count.asked == 2
    kept("toy", "lines", {}, count)
    assert count.asked == 2


def test_a_file_with_one_bit_turned_is_counted_again(folder: Path) -> None:
    count = Counting(1, 2, 3)
    kept("toy", "lines", {}, count)
    path = only(folder)
    whole = path.read_bytes()
    for asked, at in enumerate(range(0, len(whole), 5), 2):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
        assert kept("toy", "lines", {}, count)["counts"].tolist() == [1, 2, 3]
        assert count.asked == asked


def test_a_folder_under_the_name_is_left_alone(folder: Path) -> None:
    kept("toy", "lines", {}, Counting(1))
    path = only(folder)
    path.unlink()
    path.mkdir()
    assert kept("toy", "lines", {}, Counting(2))["counts"].tolist() == [2]
    assert only(folder) == path


def test_a_file_that_another_count_left_under_the_name_is_counted_again(folder: Path) -> None:
    kept("toy", "lines", {"decks": 6}, Counting(6))
    six = only(folder)
    kept("toy", "lines", {"decks": 8}, Counting(8))
    (eight,) = set(folder.glob("*/*")) - {six}
    eight.write_bytes(six.read_bytes())
    count = Counting(8)
    assert kept("toy", "lines", {"decks": 8}, count)["counts"].tolist() == [8]
    assert count.asked == 1


def test_numbers_of_another_program_under_the_name_are_counted_again(folder: Path) -> None:
    kept("toy", "lines", {}, Counting(1))
    with only(folder).open("wb") as file:
        np.savez(file, counts=np.array([9, 9]))
    assert kept("toy", "lines", {}, Counting(1))["counts"].tolist() == [1]


def test_objects_of_another_program_are_not_loaded(folder: Path) -> None:
    kept("toy", "lines", {}, Counting(1))
    with only(folder).open("wb") as file:
        np.savez(file, key=np.array([print], object), allow_pickle=True)
    assert kept("toy", "lines", {}, Counting(1))["counts"].tolist() == [1]


@pytest.mark.parametrize(
    ("game", "what", "key"), [("other", "lines", {"a": 1}), ("toy", "more", {"a": 1}), ("toy", "lines", {"a": 2})]
)
def test_another_game_count_or_key_is_counted_by_itself(
    folder: Path, game: str, what: str, key: dict[str, int]
) -> None:
    kept("toy", "lines", {"a": 1}, Counting(1))
    assert kept(game, what, key, Counting(2))["counts"].tolist() == [2]
    assert kept("toy", "lines", {"a": 1}, Counting(3))["counts"].tolist() == [1]


def test_the_order_of_a_key_does_not_matter(folder: Path) -> None:
    kept("toy", "lines", {"a": 1, "b": 2}, Counting(1))
    assert kept("toy", "lines", {"b": 2, "a": 1}, Counting(2))["counts"].tolist() == [1]


def test_counts_of_another_source_are_counted_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept("toy", "lines", {}, Counting(1))
    monkeypatch.setattr(store, "sources_digest", lambda module: "another")
    assert kept("toy", "lines", {}, Counting(2))["counts"].tolist() == [2]


def test_a_folder_that_takes_nothing_costs_the_keeping_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "file"))
    count = Counting(1)
    for asked in (1, 2):
        assert kept("toy", "lines", {}, count)["counts"].tolist() == [1]
        assert count.asked == asked


def test_counts_are_counted_anew_on_demand(folder: Path) -> None:
    count = Counting(1)
    kept("toy", "lines", {}, count)
    with store.counted_anew():
        kept("toy", "lines", {}, count)
    assert count.asked == 2
    kept("toy", "lines", {}, count)
    assert count.asked == 2
