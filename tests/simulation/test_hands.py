"""Cards as words: slots, grades and numbers of sets, against the plain functions."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest

from pitboss.basics import poker
from pitboss.mathematics.counting.hands import by_set, suit_classes
from pitboss.simulation.gpu import plain
from pitboss.simulation.hand_table import (
    CATEGORY_AT,
    GRADES,
    PACK,
    ROWS,
    SLOTS,
    by_slot,
    in_words,
    number3,
    number4,
    slot_of,
)

STRENGTHS = len(poker.CATEGORY_OF)


@pytest.mark.long
def test_every_kind_of_hand_has_a_slot_of_its_own() -> None:
    slots: dict[int, int] = {}
    for hand in suit_classes(5).hands.tolist():
        slot = int(plain(slot_of)(ROWS, *(int(PACK[card]) for card in hand)))
        strength = poker.strength(hand)
        assert slots.setdefault(slot, strength) == strength
    assert len(slots) == STRENGTHS - 1
    assert max(slots) < 2 * SLOTS
    by_strength = by_slot(np.arange(STRENGTHS))
    assert all(by_strength[slot] == strength for slot, strength in slots.items())


def test_the_sum_of_five_words_fits_in_32_bits() -> None:
    assert max(sum(five) for five in combinations(sorted(PACK.tolist())[-8:], 5)) < 2**32


def test_grades_are_in_the_order_of_strengths_and_tell_the_category() -> None:
    grades = GRADES[1:]
    assert (np.diff(grades) > 0).all()
    assert grades.max() < 2**16
    assert (grades >> CATEGORY_AT).tolist() == list(poker.CATEGORY_OF[1:])


def test_sets_have_the_numbers_by_which_values_are_arranged() -> None:
    random = Random(3)
    for size, number in ((3, number3), (4, number4)):
        classes = suit_classes(size)
        arranged = by_set(size, np.arange(len(classes.hands)))
        for _ in range(3000):
            cards = random.sample(range(52), size)
            found = plain(number)(*cards)
            assert arranged[found] == classes.index(cards)
        assert plain(number)(*range(52 - size, 52)) == len(arranged) - 1


def test_small_numbers_are_packed_into_words() -> None:
    values = np.random.default_rng(4).integers(0, 16, 1001)
    words = in_words(values, bits=4)
    assert [words[at >> 2] >> 4 * (at & 3) & 15 for at in range(len(values))] == values.tolist()
