"""The evidence for the shuffle: what is collected, the laws of a fair shuffle, and biased shuffles that must be found.

The exact covariances are held against those over all orders of small packs, listed one by one. Everything is seeded.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice, pairwise, permutations, product
from math import erf, erfc, exp, factorial, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss import Table
from pitboss import game as game_named
from pitboss.basics.errors import SimulationError
from pitboss.engine import registry
from pitboss.engine.procedures import shoe
from pitboss.engine.procedures.shoe import Source, parse_order, random_below
from pitboss.engine.round.events import Shuffled
from pitboss.engine.round.round import Round
from pitboss.house.tables.history import live_table
from pitboss.verification.shuffle import evidence
from pitboss.verification.shuffle.chances import (
    after_riffles,
    chi_square,
    descent_counts,
    descents,
    found_shift,
    pooled,
    shifted,
    threshold,
)
from pitboss.verification.shuffle.evidence import LEVEL, Figure, ShuffleEvidence, figures, judged, shuffle_evidence
from pitboss.verification.shuffle.orders import Order, kinds_of, orders
from pitboss.verification.shuffle.tally import Tally

NAME = "double_down_stud"
Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


# --- what is collected


def first_orders(game: str, count: int, seed: int) -> list[Order]:
    return list(islice(orders(game_named(game), seed=seed), count))


@pytest.mark.parametrize("game", registry.games())
def test_the_first_order_is_that_of_any_table_live_or_not(game: str) -> None:
    [found] = first_orders(game, 1, 7)
    for table in (Table(game, seed=7), live_table("t", game, None, seed=7)):
        table.sit("Ann")
        events = table.open_round().events
        [order] = [event.order for event in events if isinstance(event, Shuffled)]
        assert parse_order(order)[0] == found.cards


def test_every_order_is_its_cards_sorted_by_its_words() -> None:
    for found in first_orders("double_attack_blackjack", 20, 3):
        words = [int.from_bytes(found.words[at : at + 8], "little") for at in range(0, len(found.words), 8)]
        assert [card for _, card in sorted(zip(words, found.before, strict=True))] == list(found.cards)


def test_the_bytes_are_all_that_a_seed_gives_in_its_order() -> None:
    drawn = [part for order in first_orders(NAME, 5, 7) for part in order.drawn]
    stream = [
        hashlib.shake_256(f"pitboss:7:{call}".encode()).digest(size) for call, size in enumerate([416, 32] * 5, 1)
    ]
    assert drawn == stream


def test_without_a_seed_all_bytes_come_from_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[bytes] = []
    system = shoe.urandom

    def urandom(size: int) -> bytes:
        given.append(system(size))
        return given[-1]

    monkeypatch.setattr(shoe, "urandom", urandom)
    found = list(islice(orders(game_named(NAME)), 3))
    assert [part for order in found for part in order.drawn] == given
    assert len(given) == 6


def test_words_that_tie_are_drawn_again_and_kept_as_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = iter([bytes(416), b"".join(at.to_bytes(8, "little") for at in range(52, 0, -1)), bytes(32)])
    monkeypatch.setattr(shoe, "urandom", lambda size: next(parts))
    found = next(orders(game_named(NAME)))
    assert list(map(len, found.drawn)) == [416, 416, 32]
    assert found.cards == found.before[::-1]
    assert found.words == found.drawn[1]


def test_two_packs_give_two_orders_a_round() -> None:
    found = list(islice(orders(game_named(NAME), {"packs": 2}, seed=1), 3))
    assert len({order.cards for order in found}) == 3
    assert all(sorted(order.cards) == list(range(52)) for order in found)


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [((0, 1, 2, 3, 3), "equally many of each card, and Double Down Stud has more of some"), ((0, 1, 2), "has 3")],
)
def test_a_pack_that_the_tests_do_not_suit_is_refused(cards: tuple[int, ...], wrong: str) -> None:
    with pytest.raises(SimulationError, match=wrong):
        kinds_of(game_named(NAME), Order(cards, cards, ()))


def test_a_game_that_shuffles_later_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Round, "events", [])
    with pytest.raises(SimulationError, match="no cards are shuffled when a round of Double Down Stud begins"):
        next(orders(game_named(NAME)))


# --- all orders of small packs


SMALL = [(4, 1), (5, 1), (6, 1), (3, 2), (4, 2), (3, 3)]
"""Different cards, and how often a pack has each."""
small = pytest.mark.parametrize(("kinds", "copies"), SMALL)


def every_order(kinds: int, copies: int) -> list[tuple[int, ...]]:
    """Every order of a pack, each once."""

    def rest(left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not any(left):
            yield ()
        for card, many in enumerate(left):
            if many:
                for order in rest((*left[:card], many - 1, *left[card + 1 :])):
                    yield (card, *order)

    found = list(rest((copies,) * kinds))
    assert len(found) == factorial(kinds * copies) // factorial(copies) ** kinds
    return found


def tally_of(rows: Any, kinds: int) -> Tally:
    """The tally of orders. Nothing was drawn for them."""
    made = Tally(range(kinds), len(rows[0]))
    made.add([Order(row, row, ()) for row in rows])
    return made


def figure(tally: Tally, name: str) -> Figure:
    return next(one for one in figures(tally) if one.name == name)


def places(order: Sequence[int], kinds: int) -> Floats:
    found = np.zeros((len(order), kinds))
    for place, card in enumerate(order):
        found[place, card] += 1
    return found.ravel()


def neighbours(order: Sequence[int], kinds: int) -> Floats:
    found = np.zeros((kinds, kinds))
    for place in range(len(order)):
        found[order[place - 1], order[place]] += 1
    return found.ravel()


def gaps(order: Sequence[int], kinds: int) -> Floats:
    size = len(order)
    found = np.zeros(size)
    for place, other in product(range(size), repeat=2):
        if (order[place] + 1) % kinds == order[other]:
            found[(other - place) % size] += 1
    return found[1:]


COUNTED = {"card by position": places, "pairs": neighbours, "gaps": gaps}


@small
@pytest.mark.parametrize("name", COUNTED)
def test_chi_square_is_the_distance_by_the_covariance_over_all_orders(kinds: int, copies: int, name: str) -> None:
    """Its degrees are the rank of the covariance. Both are found by listing every order."""
    listed = np.array([COUNTED[name](order, kinds) for order in every_order(kinds, copies)])
    covariance = np.cov(listed, rowvar=False, bias=True)
    random = np.random.default_rng(kinds * 10 + copies)
    drawn = random.integers(len(listed), size=20)
    cards = [order for at, order in enumerate(every_order(kinds, copies)) for _ in range((drawn == at).sum())]
    found = np.sum([COUNTED[name](order, kinds) for order in cards], axis=0) - len(cards) * listed.mean(axis=0)
    distance = found @ np.linalg.pinv(covariance, rcond=1e-9, hermitian=True) @ found / len(cards)
    tally = tally_of(cards, kinds)
    counts = {"card by position": tally.places, "pairs": tally.neighbours, "gaps": tally.gaps[1:]}[name]
    assert counts.ravel().tolist() == np.sum([COUNTED[name](order, kinds) for order in cards], axis=0).tolist()
    made = figure(tally, name)
    assert made.value == pytest.approx(distance, rel=1e-9)
    assert f"{np.linalg.matrix_rank(covariance, tol=1e-9, hermitian=True):,} degrees" in made.law


@small
def test_descents_follow_the_law_over_all_orders(kinds: int, copies: int) -> None:
    listed = every_order(kinds, copies)
    counts = Counter(sum(b < a for a, b in pairwise(order)) for order in listed)
    assert descent_counts(kinds, copies) == [counts[number] for number in range(kinds * copies)]
    assert tally_of(listed, kinds).descents.tolist() == descent_counts(kinds, copies)


@small
def test_rising_sequences_follow_the_law_in_every_copy(kinds: int, copies: int) -> None:
    """Listed with each copy in turn, so that every order meets every copy."""
    listed = every_order(kinds, copies)
    counts = np.zeros(kinds, np.int64)
    for copy in range(copies):
        every = [order for order in listed for turn in range(copies)][copy:] + listed[:copy]
        counts += tally_of(every, kinds).rising
    assert (counts * factorial(kinds)).tolist() == [counts.sum() * ways for ways in descent_counts(kinds, 1)]


def test_the_copies_of_a_shoe_take_turns() -> None:
    """The first copies lie in order, and the second copies backwards."""
    assert tally_of([[0, 1, 2, 2, 1, 0]] * 3, 3).rising.tolist() == [2, 0, 1]


@small
def test_serial_correlation_has_the_mean_and_variance_over_all_orders(kinds: int, copies: int) -> None:
    listed = [2 * np.array(order) - (kinds - 1) for order in every_order(kinds, copies)]
    sums = np.array([row @ np.roll(row, -1) for row in listed])
    order = every_order(kinds, copies)[len(listed) // 3]
    made = figure(tally_of([order] * 7, kinds), "serial correlation")
    total = 7 * sums[len(listed) // 3]
    assert made.value == pytest.approx((total - 7 * sums.mean()) / sqrt(7 * sums.var()))


@small
def test_the_correlation_of_orders_has_the_variance_over_all_orders(kinds: int, copies: int) -> None:
    listed = [2 * np.array(order) - (kinds - 1) for order in every_order(kinds, copies)]
    products = np.array([listed[0] @ row for row in listed])
    assert products.mean() == 0
    first, second = every_order(kinds, copies)[0], every_order(kinds, copies)[-1]
    made = figure(tally_of([first, second, first], kinds), "serial correlation of orders")
    assert made.value == pytest.approx(2 * products[-1] / sqrt(2 * products.var()))


def test_a_tally_is_the_same_in_any_parts() -> None:
    found = first_orders("double_attack_blackjack", 30, 5)
    kinds = sorted(set(found[0].cards))
    whole, parts = Tally(kinds, 288), Tally(kinds, 288)
    whole.add(found)
    for at in range(0, 30, 7):
        parts.add(found[at : at + 7])
    for name, value in vars(whole).items():
        other = getattr(parts, name)
        assert np.allclose(value, other, rtol=1e-12), name


# --- chances


@pytest.mark.parametrize("degrees", [2, 10, 64, 256])
@pytest.mark.parametrize("share", [0.5, 0.9, 1.0, 1.2, 2.0])
def test_chi_square_of_even_degrees_is_a_sum_of_poisson(degrees: int, share: float) -> None:
    half = Fraction(share * degrees) / 2
    exact = sum(half**at / factorial(at) for at in range(degrees // 2))
    assert chi_square(share * degrees, degrees) == pytest.approx(float(exact) * exp(-half), rel=1e-11)


@pytest.mark.parametrize("z", [-3.0, 0.0, 1.0, 2.33, 4.0])
@pytest.mark.parametrize("degrees", [2_601, 18_001])
def test_chi_square_of_many_degrees_is_nearly_normal(degrees: int, z: float) -> None:
    """By the formula of Wilson and Hilferty."""
    part = 2 / (9 * degrees)
    value = degrees * (1 - part + z * sqrt(part)) ** 3
    assert chi_square(value, degrees) == pytest.approx(erfc(z / sqrt(2)) / 2, rel=2e-3)


@pytest.mark.parametrize("value", [0.01, 0.5, 1.0, 3.84, 20.0])
def test_chi_square_of_one_degree_is_a_normal_deviation(value: float) -> None:
    assert chi_square(value, 1) == pytest.approx(erfc(sqrt(value / 2)), rel=1e-12)
    shift = 2.25  # a deviation of 1.5
    exact = 1 - (erf((sqrt(value) - 1.5) / sqrt(2)) + erf((sqrt(value) + 1.5) / sqrt(2))) / 2
    assert shifted(value, 1, shift) == pytest.approx(exact, rel=1e-10)


def test_a_shifted_chi_square_is_a_sum_of_shifted_squares() -> None:
    random = np.random.default_rng(1)
    drawn = random.standard_normal((200_000, 50))
    drawn[:, 0] += 6
    value = threshold(50, 0.01)
    assert (drawn**2).sum(axis=1).__ge__(value).mean() == pytest.approx(shifted(value, 50, 36), abs=0.004)
    assert shifted(value, 50, found_shift(50, 0.01)) == pytest.approx(0.9)


def test_one_copy_gives_the_eulerian_numbers() -> None:
    row = [1]
    for size in range(2, 53):
        row = [
            (at + 1) * (row[at] if at < len(row) else 0) + (size - at) * (row[at - 1] if at else 0)
            for at in range(size)
        ]
    assert descent_counts(52, 1) == row
    assert sum(descents(52, 1)) == pytest.approx(1)


def test_a_shoe_of_eight_packs_has_as_many_orders_as_its_counts() -> None:
    assert sum(descent_counts(48, 8)) == factorial(384) // factorial(8) ** 48


@pytest.mark.parametrize("riffles", [1, 2, 3])
def test_riffles_are_backwards_a_sort_by_random_digits(riffles: int) -> None:
    """Bayer and Diaconis: each card gets a digit for each riffle, and cards of lower digits come first."""
    counts = Counter[int]()
    for digits in product(range(2**riffles), repeat=4):
        order = sorted(range(4), key=lambda card: digits[card])  # the inverse order
        counts[sum(b < a for a, b in pairwise(order))] += 1
    total = (2**riffles) ** 4
    assert after_riffles(4, riffles) == [counts[number] / total for number in range(4)]


def test_cells_are_taken_together_until_enough_is_expected() -> None:
    assert pooled([1, 2, 3, 4, 5], [1, 4, 6, 3, 1]) == [(3, 5), (12, 10)]


def test_holm_is_not_stricter_than_bonferroni_and_keeps_the_order() -> None:
    none = lambda level: None
    chances = [0.5, 0.002, 0.0001, 0.004]
    made = judged([Figure(str(chance), "", "", 0.0, chance, "", none) for chance in chances])
    assert [round(one.adjusted, 6) for one in made] == [0.5, 0.006, 0.0004, 0.008]
    assert [one.passed for one in made] == [True, False, False, False]


# --- fair shuffles pass, and biased ones are found


@pytest.mark.long
@pytest.mark.parametrize("game", registry.games())
def test_the_shuffle_of_every_game_passes(game: str) -> None:
    found = shuffle_evidence(game, seed=1, orders=1000)
    assert found.passed
    assert found.made_again == 1000
    assert found.decks == (6 if game == "double_attack_blackjack" else 1)


def test_the_system_s_own_shuffle_passes() -> None:
    """Its bytes are seeded in tests (``conftest.py``)."""
    assert shuffle_evidence(NAME, orders=1000).passed


Shuffle = Callable[[Sequence[int], Source], list[int]]
fair = shoe.shuffled


def sticky(cards: Sequence[int], source: Source, share: int = 20) -> list[int]:
    """In one order of ``share``, the ace of spades stays where it was."""
    order = fair(cards, source)
    if not random_below(share, source):
        order.remove(cards[-1])
        order.append(cards[-1])
    return order


def clinging(cards: Sequence[int], source: Source) -> list[int]:
    """In one order of 20, a two still lies on the next card."""
    order = fair(cards, source)
    if not random_below(20, source):
        order.remove(cards[1])
        order.insert(order.index(cards[0]) + 1, cards[1])
    return order


def fisher_yates(
    cards: Sequence[int], source: Source, first: Callable[[int], int], bound: Callable[[int], int]
) -> list[int]:
    order = list(cards)
    for at in range(len(order) - 1, 0, -1):
        other = first(at) + random_below(bound(at), source)
        order[at], order[other] = order[other], order[at]
    return order


right = partial(fisher_yates, first=lambda at: 0, bound=lambda at: at + 1)
never_itself = partial(fisher_yates, first=lambda at: 0, bound=lambda at: at)
from_one = partial(fisher_yates, first=lambda at: 1, bound=lambda at: at)
any_card = partial(fisher_yates, first=lambda at: 0, bound=lambda at: 52)


def repeating(cards: Sequence[int], source: Source) -> list[int]:
    """One order of 20 is the last one again."""
    found = fair(cards, source) if random_below(20, source) or not repeating_last else list(repeating_last)
    repeating_last[:] = found
    return found


repeating_last: list[int] = []


def riffled(cards: Sequence[int], source: Source) -> list[int]:
    """Eight riffles of a new pack: the cards sorted by eight bits each, backwards."""
    digits = source(len(cards))
    where = sorted(range(len(cards)), key=lambda at: digits[at])
    order = [0] * len(cards)
    for at, place in enumerate(where):
        order[place] = cards[at]
    return order


def planted(shuffle: Shuffle, test: str, *, long: bool = True) -> object:
    return pytest.param(shuffle, test, marks=pytest.mark.long if long else ())


PLANTED = {
    "a card that sticks to its place": planted(sticky, "card by position, worst", long=False),
    "a card that sticks to its neighbour": planted(clinging, "pairs, worst"),
    "Fisher and Yates, never the card itself": planted(never_itself, "card by position", long=False),
    "Fisher and Yates, from the second card": planted(from_one, "card by position"),
    "a swap with any card": planted(any_card, "card by position"),
    "an order that comes again": planted(repeating, "serial correlation of orders"),
    "eight riffles": planted(riffled, "rising sequences"),
}


def failed(found: ShuffleEvidence) -> list[str]:
    return [one.name for one in found.tests if not one.passed]


@pytest.mark.parametrize(("shuffle", "test"), PLANTED.values(), ids=PLANTED)
def test_a_planted_shuffle_is_found(shuffle: Shuffle, test: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shoe, "shuffled", shuffle)
    found = shuffle_evidence(NAME, seed=30, orders=1000)
    assert test in failed(found)
    assert not found.passed
    assert test in found.verdict


@pytest.mark.long
def test_a_sticky_card_is_found_in_a_shoe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shoe, "shuffled", sticky)
    found = shuffle_evidence("double_attack_blackjack", seed=30, orders=1500)
    assert "card by position, worst" in failed(found)


def test_a_right_fisher_and_yates_passes_every_test_of_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its orders do not follow from the words as documented, and the verdict says so."""
    monkeypatch.setattr(shoe, "shuffled", right)
    found = shuffle_evidence(NAME, seed=30, orders=1000)
    assert failed(found) == []
    assert not found.passed
    assert "1,000 orders are not their cards" in found.verdict


def test_words_with_a_bit_that_is_set_too_often_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    system = shoe.urandom

    def biased(size: int) -> bytes:
        drawn = bytearray(system(size))
        for at in range(0, size, 64):
            drawn[at] |= 1
        return bytes(drawn)

    monkeypatch.setattr(shoe, "urandom", biased)
    assert "bits" in failed(shuffle_evidence(NAME, orders=1000))


def test_words_that_follow_each_other_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each word is the last one plus a step. Sorted, such cards come far from fair."""
    at = 0

    def counter(size: int) -> bytes:
        nonlocal at
        words = []
        for _ in range(size // 8):
            at = (at + 2**58 + 12345) % 2**64
            words.append(at.to_bytes(8, "little"))
        return b"".join(words)

    monkeypatch.setattr(shoe, "urandom", counter)
    assert "serial correlation of words" in failed(shuffle_evidence(NAME, orders=1000))


# --- how small a bias is found


def fair_orders(random: np.random.Generator, count: int) -> Rows:
    return random.permuted(np.tile(np.arange(52), (count, 1)), axis=1)


def hold_place(rows: Rows, share: float, random: np.random.Generator) -> None:
    """Put card 51 last in this share of orders, in place of what lies there."""
    at = np.flatnonzero(random.random(len(rows)) < share)
    where = np.argmax(rows[at] == 51, axis=1)
    rows[at, where] = rows[at, 51]
    rows[at, 51] = 51


def hold_neighbour(rows: Rows, share: float, random: np.random.Generator) -> None:
    """Put card 1 after card 0 in this share of orders."""
    for at in np.flatnonzero(random.random(len(rows)) < share):
        row = rows[at][rows[at] != 1]
        rows[at] = np.insert(row, int(np.argmax(row == 0)) + 1, 1)


def leave_new(rows: Rows, count: float, random: np.random.Generator) -> None:
    rows[random.choice(len(rows), int(count), replace=False)] = np.arange(52)


def repeat(rows: Rows, count: float, random: np.random.Generator) -> None:
    for at in sorted(random.choice(len(rows) - 1, int(count), replace=False)):
        rows[at + 1] = rows[at]


BIASES = {
    "card by position": hold_place,
    "card by position, worst": hold_place,
    "pairs": hold_neighbour,
    "pairs, worst": hold_neighbour,
    "gaps": hold_neighbour,
    "runs": leave_new,
    "rising sequences": leave_new,
    "serial correlation of orders": repeat,
}
BIASES_OF_SHOES = [name for name in BIASES if name != "pairs, worst"]  # only a single deck has this test
TRIALS, MANY, TESTS = 200, 1000, 12


@pytest.mark.long
@pytest.mark.parametrize(("name", "copies"), [(name, 1) for name in BIASES] + [(name, 4) for name in BIASES_OF_SHOES])
def test_the_smallest_bias_is_found_nine_times_in_ten(name: str, copies: int) -> None:
    """Two hundred shuffles with that bias, simulated without the formulas that gave it.

    With four copies, cards of one rank are the same card.
    """
    random, kinds = np.random.default_rng(30), 52 // copies
    bias = figure(tally_of(fair_orders(random, MANY) % kinds, kinds), name).least(LEVEL / TESTS)
    assert bias is not None
    found = 0
    for _ in range(TRIALS):
        rows = fair_orders(random, MANY)
        BIASES[name](rows, bias, random)
        found += figure(tally_of(rows % kinds, kinds), name).chance <= LEVEL / TESTS
    assert found / TRIALS == pytest.approx(0.9, abs=0.07)  # 3.3 standard errors


@pytest.mark.long
def test_fair_shuffles_fail_each_test_as_often_as_they_may() -> None:
    random = np.random.default_rng(30)
    chances: dict[str, list[float]] = {}
    for _ in range(400):
        for one in figures(tally_of(fair_orders(random, MANY), 52)):
            chances.setdefault(one.name, []).append(one.chance)
    for name, every in chances.items():
        share = sum(chance <= 0.05 for chance in every) / len(every)
        if name.endswith("worst"):
            assert share <= 0.08  # the worst of many counts is judged a little too mildly
        else:
            assert share == pytest.approx(0.05, abs=0.035)  # 3.2 standard errors


def test_more_orders_find_a_smaller_bias() -> None:
    random = np.random.default_rng(1)
    few, many = (judged(list(figures(tally_of(fair_orders(random, count), 52)))) for count in (1000, 4000))
    for one, other in zip(few, many, strict=True):
        assert one.least is not None
        assert other.least is not None
        counted = isinstance(one.least, int)  # orders
        assert other.least / (4 if counted else 1) < one.least
    assert evidence.riffles_found(tally_of(fair_orders(random, 1000), 52), LEVEL / 12) == 9


PAGE = Path(__file__).parents[2] / "docs" / "shuffle.md"
ROW = re.compile(r"^\| ([\d,]+) \| (\S+) of orders \| (\S+) of orders \| (\d+) \| (\d+) \|$", re.MULTILINE)


def test_the_page_tells_the_smallest_bias_of_these_formulas() -> None:
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert [row[0] for row in rows] == ["1,000", "10,000", "100,000", "1,000,000"]
    tally = Tally(range(52), 52)
    names = "card by position, worst", "pairs, worst", "serial correlation of orders"
    for count, *told in rows:
        tally.orders = int(count.replace(",", ""))
        tally.places[:] = tally.neighbours[:] = tally.orders // 52
        least = [figure(tally, name).least(LEVEL / TESTS) for name in names]
        riffles = evidence.riffles_found(tally, LEVEL / TESTS)
        assert told == [f"{least[0]:.2%}", f"{least[1]:.2%}", str(least[2]), str(riffles)]


def test_every_order_of_four_cards_is_met() -> None:
    assert sorted(every_order(4, 1)) == list(permutations(range(4)))
