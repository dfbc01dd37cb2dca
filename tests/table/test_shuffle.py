"""Shuffles and commitments.

The chi-square tests have a fixed seed, so their result never varies. Each bound is the 99.9% point of the chi-square
distribution for its degrees of freedom (Wilson and Hilferty's formula). A fair shuffler fails one seed in a thousand.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from hashlib import shake_256
from itertools import permutations

import pytest

from pitboss.basics.cards import PACK_52, TEXT
from pitboss.engine.procedures import shoe as shuffling
from pitboss.engine.procedures.shoe import SeededSource, commit, opens, random_below, salts_of, shuffled, system_source

KEY = bytes(range(32)).hex()


def bound(degrees: int) -> float:
    """The 99.9% point of chi-square, to a few parts in ten thousand for many degrees of freedom."""
    z = 3.0902
    part = 2 / (9 * degrees)
    return degrees * float(1 - part + z * part**0.5) ** 3


def chi_square(counts: Counter[object], cells: int, expected: float) -> float:
    seen = sum((n - expected) ** 2 / expected for n in counts.values())
    return seen + (cells - len(counts)) * expected


def test_the_bound_is_that_of_the_tables() -> None:
    assert bound(100) == pytest.approx(149.449, rel=1e-3)
    assert bound(23) == pytest.approx(49.728, rel=3e-3)


# --- random orders


def test_a_seed_is_a_stream_that_anybody_can_make_again() -> None:
    source = SeededSource(7)
    assert source(8) == shake_256(b"pitboss:7:1").digest(8)
    assert source(32) == shake_256(b"pitboss:7:2").digest(32)


def test_every_card_lands_in_every_position_equally_often() -> None:
    source, runs = SeededSource("positions"), 20_000
    counts = Counter[object]()
    for _ in range(runs):
        counts.update(enumerate(shuffled(range(52), source)))
    # A shuffle fills each row and column once: 51 x 51 degrees of freedom, and a variance of 52/51 in each.
    assert chi_square(counts, 52 * 52, runs / 52) * 51 / 52 < bound(51 * 51)


def test_every_card_follows_every_other_equally_often() -> None:
    """Each shuffle gives one pair of neighbours, at each depth in turn, so the pairs are independent."""
    source, runs = SeededSource("neighbours"), 40_000
    counts = Counter[object]()
    for run in range(runs):
        order = shuffled(range(52), source)
        counts[tuple(order[run % 51 : run % 51 + 2])] += 1
    cells = 52 * 51
    assert chi_square(counts, cells, runs / cells) < bound(cells - 1)


def test_all_orders_of_four_cards_come_equally_often() -> None:
    source, runs = SeededSource("all orders"), 24_000
    counts = Counter[object](tuple(shuffled(range(4), source)) for _ in range(runs))
    assert set(counts) == set(permutations(range(4)))
    assert chi_square(counts, 24, runs / 24) < bound(23)


def test_the_tests_can_tell_a_poor_shuffler() -> None:
    """A shuffler that swaps each card with any other is known to be biased, and the same test detects it."""
    source, runs = SeededSource("poor"), 24_000
    counts = Counter[object]()
    for _ in range(runs):
        order = list(range(4))
        for i in range(4):
            j = random_below(4, source)
            order[i], order[j] = order[j], order[i]
        counts[tuple(order)] += 1
    assert chi_square(counts, 24, runs / 24) > bound(23)


def test_keys_that_tie_are_drawn_again() -> None:
    """Breaking a tie by position would favour the old order."""
    draws = iter([bytes(8) * 3, b"".join(n.to_bytes(8, "little") for n in (3, 1, 2))])
    assert shuffled(range(3), lambda size: next(draws)) == [1, 2, 0]


def test_a_seed_repeats_its_orders_and_another_does_not() -> None:
    first, again, other = (SeededSource(seed) for seed in (7, 7, 8))
    a, b, c = ([shuffled(range(52), source) for _ in range(3)] for source in (first, again, other))
    assert a == b
    assert a != c
    assert a[0] != a[1]


def test_the_system_source_gives_orders_that_differ() -> None:
    orders = {tuple(shuffled(range(52), system_source)) for _ in range(10)}
    assert len(orders) == 10
    assert all(sorted(order) == list(range(52)) for order in orders)


def test_the_system_source_is_that_of_the_system() -> None:
    """In a process of its own, since the tests put a seeded source in its place (``conftest.py``)."""
    program = "import os; from pitboss.engine.procedures import shoe; print(shoe.urandom is os.urandom)"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout == "True\n"


def test_a_shuffle_keeps_every_card() -> None:
    cards = [7] * 8 + [3] * 8
    assert sorted(shuffled(cards, SeededSource(1))) == sorted(cards)


@pytest.mark.parametrize("below", [1, 2, 52, 255, 256, 257])
def test_a_number_below_a_bound_is_below_it_and_even(below: int) -> None:
    source, runs = SeededSource(f"below {below}"), 200 * below
    counts = Counter[object](random_below(below, source) for _ in range(runs))
    assert set(counts) == set(range(below))
    if below > 1:
        assert chi_square(counts, below, 200) < bound(below - 1)


def test_numbers_that_would_favour_the_low_ones_are_drawn_again() -> None:
    draws = iter([b"\xff", b"\xfe", b"\x05"])
    # 256 is 2 x 100 + 56: bytes of 200 and more would make 0 to 55 likelier
    assert random_below(100, lambda size: next(draws)) == 5


# --- commitments


def test_each_commitment_opens_with_its_own_card_and_salt() -> None:
    made = commit(PACK_52, KEY)
    salts = salts_of(range(52), 52, KEY)
    assert all(opens(c, TEXT[card], salt) for c, card, salt in zip(made, PACK_52, salts, strict=True))


def test_no_commitment_opens_with_another_card_or_salt() -> None:
    made = commit(PACK_52, KEY)
    salts = salts_of(range(52), 52, KEY)
    for at in range(52):
        assert [card for card in PACK_52 if opens(made[at], TEXT[card], salts[at])] == [at]
        assert not opens(made[at], TEXT[at], salts[(at + 1) % 52])


def test_a_commitment_is_not_found_by_guessing_the_card_without_the_salt() -> None:
    """An onlooker can try every card with no salt, an empty salt, and the salts opened for other positions."""
    made = commit(PACK_52, KEY)
    others = salts_of(range(1, 52), 52, KEY)
    assert not [card for card in PACK_52 for salt in ("", "00" * 16, *others) if opens(made[0], TEXT[card], salt)]


def test_the_same_card_has_another_commitment_at_another_place_and_under_another_key() -> None:
    assert len(set(commit([0] * 416, KEY))) == 416
    assert not set(commit(PACK_52, KEY)) & set(commit(PACK_52, "ff" * 32))


def test_salts_do_not_depend_on_the_cards() -> None:
    assert salts_of([0, 51], 52, KEY) == [salts_of(range(52), 52, KEY)[i] for i in (0, 51)]


@pytest.mark.parametrize("seed", [None, 1])
def test_keys_are_drawn_from_the_tables_source(seed: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss import Table

    asked: list[int] = []

    def spy(size: int) -> bytes:
        asked.append(size)
        return real(size)

    real: Callable[[int], bytes] = system_source if seed is None else SeededSource(seed)
    table = Table("double_down_stud", seed=seed)
    table.source = spy
    table.sit("Ann")
    table.open_round()
    assert 32 in asked
    assert sum(asked) == 52 * 8 + 32
    assert shuffling.SALT == 16
