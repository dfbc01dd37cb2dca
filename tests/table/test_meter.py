"""What a meter remembers of rounds in progress at several tables, and what it forgets."""

from __future__ import annotations

from fractions import Fraction

from pitboss.basics.money import UNITS
from pitboss.engine.meters.meter import Claim, Meter, MeterMemory, MeterTerms, Part, Win

TERMS = MeterTerms(name="mega", wagers=("progressive",), stake=100, seed=1_000_00, rate=Fraction(1, 10))
PART = TERMS.units


def part(table: str, round: int, seat: int = 1) -> Part:
    return Part(table, round, seat, "progressive")


def fed(*parts: Part) -> Meter:
    meter = Meter(TERMS)
    for one in parts:
        meter.contribute(one)
    return meter


OTHERS = (("a", 1), ("b", 1), ("b", 3), ("c", 2))
"""Rounds that come before and after round 2 of table b, however one sorts them."""


def test_an_undone_round_keeps_what_other_rounds_won_and_took_back() -> None:
    others = [part(*one) for one in OTHERS]
    meter = fed(part("b", 2), *others)
    for table, round in OTHERS:
        meter.win(Claim(table, round, 5), 1, 100)
    taken = {one: meter.reverse(one) for one in others}
    before = meter.memory
    meter.undo("b", 2, {part("b", 2)}, set(), set())
    assert meter.memory == before
    assert {one: meter.reverse(one) for one in others} == taken


def test_a_reversal_that_stands_is_not_undone() -> None:
    meter = fed(part("b", 2), part("b", 2, seat=2))
    meter.reverse(part("b", 2))
    before = meter.memory
    meter.undo("b", 2, {part("b", 2), part("b", 2, seat=2)}, {part("b", 2)}, set())
    assert meter.memory == before


def test_undoing_names_reversals_that_this_meter_never_made() -> None:
    meter = fed(part("b", 2))
    meter.undo("b", 2, {part("b", 2)}, {part("b", 2, seat=4)}, set())
    assert meter.memory == fed(part("b", 2)).memory


def test_a_closed_round_is_forgotten_and_the_others_are_not() -> None:
    others = [part(*one) for one in OTHERS]
    meter = fed(part("b", 2), *others)
    shown = {one: meter.win(Claim(*one, 5), 1, 100) for one in (("b", 2), *OTHERS)}
    taken = {one: meter.reverse(one) for one in (part("b", 2), *others)}
    meter.close("b", 2)
    units = meter.units
    assert {one: meter.reverse(one) for one in others} == {one: taken[one] for one in others}
    assert {one: meter.win(Claim(*one, 5), 1, 100) for one in OTHERS} == {one: shown[one] for one in OTHERS}
    assert meter.reverse(part("b", 2)) == 0
    assert meter.units == units
    assert {claim for claim, _, _ in meter.memory.claims} == {Claim(*one, 5) for one in OTHERS}


def test_a_win_is_forgotten_when_no_wager_that_fed_it_can_become_void() -> None:
    meter = fed(part("a", 1))
    meter.win(Claim("a", 1, 5), 1, 100)
    meter.contribute(part("b", 1))
    meter.win(Claim("b", 1, 5), 1, 100)
    first, second = meter.memory.past
    assert (first.fed, second.fed) == ((part("a", 1),), (part("a", 1), part("b", 1)))  # type: ignore[union-attr]
    meter.close("a", 1)
    assert meter.memory.past == (second,)
    meter.contribute(part("c", 1))
    meter.close("b", 1)
    assert meter.memory.past == ()


def test_a_meter_comes_back_from_its_memory() -> None:
    meter = fed(part("a", 1), part("b", 1), part("c", 1))
    meter.win(Claim("a", 1, 5), 1, 10)
    meter.reverse(part("b", 1))
    again = Meter.recall(TERMS, meter.memory)
    assert again.memory == meter.memory
    assert again.paid(Claim("a", 1, 5))
    assert not again.paid(Claim("a", 1, 6))
    for one in (meter, again):
        assert one.reverse(part("c", 1)) == meter.reverse(part("c", 1))
    assert again.memory == meter.memory
    assert Meter.recall(TERMS, MeterMemory(units=7)).units == 7


def test_a_unit_is_a_percent_of_a_percent_of_a_cent() -> None:
    terms = MeterTerms(name="mega", wagers=("progressive",), stake=125, seed=100, rate=Fraction(27, 100))
    assert (UNITS, terms.units) == (10_000, 337_500)


def test_a_win_pays_whole_cents_of_what_the_meter_shows() -> None:
    assert Win(Claim("a", 1, 5), 100 * UNITS - 1, 1, 1, frozenset()).paid() == 99 * UNITS
