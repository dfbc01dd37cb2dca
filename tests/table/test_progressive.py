"""Meters, links and the proof of readings: rounding loses nothing, and nothing is paid twice."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random

import msgspec
import pytest

from caribbean import BELOW, HANDS, NAME, laid
from pitboss import LogError, RulesError, Table
from pitboss.basics.money import UNITS
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import random_legal
from pitboss.engine.meters.meter import Claim, Meter, MeterTerms, Part, put_back
from pitboss.engine.meters.meter import won as paid_of
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import METER, Question
from pitboss.engine.round.inputs import Input, make
from pitboss.engine.round.records import encode
from pitboss.engine.round.round import Round, replay
from pitboss.engine.table import Link
from pitboss.log.journal import LogWriter
from pitboss.log.proof import Readings, prove

clause = pytest.mark.clause
THIRD = MeterTerms(
    name="meter", wagers=("progressive",), stake=100, seed=1_000, rate=Fraction(3333, 10_000), table="D", alike="12(n)"
)
LINKED = msgspec.structs.replace(THIRD, linked=True)
LINK_RULES = {"progressive": "D", "progressive_seed": 10_000_00, "progressive_linked": True}


# --- meters


def part(number: int = 1, table: str = "one", round: int = 1) -> Part:
    return Part(table, round, number, "progressive")


def claim(turn: int = 1, table: str = "one", round: int = 1) -> Claim:
    return Claim(table, round, turn)


def test_a_meter_keeps_the_parts_of_a_cent_that_it_does_not_show() -> None:
    meter, shown = Meter(THIRD), []
    for number in range(1, 5):
        meter.contribute(part(number))
        shown.append(meter.read())
    assert shown == [1_033, 1_066, 1_099, 1_133]
    assert meter.value == 1_133 + Fraction(32, 100)
    assert meter.units == 11_333_200


def test_a_meter_counts_in_what_the_rounds_at_its_tables_have_gained_so_far() -> None:
    meter = Meter(msgspec.structs.replace(THIRD, rate=Fraction(5, 200)))  # 2 1/2 cents
    meter.contribute(part(1, "one"))
    meter.contribute(part(1, "two"))
    meter.contribute(part(1, "two", round=2))
    assert meter.value == 1_007 + Fraction(1, 2)
    assert meter.read() == 1_007
    assert meter.reverse(part(1, "two"), whole=True) == 25_000
    assert meter.value == 1_005


def test_a_new_meter_stands_at_its_seed_unless_a_value_is_given() -> None:
    assert Meter(THIRD).value == 1_000
    assert Meter(THIRD, 45_000).value == Fraction(9, 2)
    assert Meter(THIRD, 0).value == 0


def test_a_gain_of_less_than_a_ten_thousandth_of_a_cent_is_rejected() -> None:
    with pytest.raises(
        ValueError, match="the meter can't gain 100/3 cents: a gain must be a whole number of 1/10000 cent"
    ):
        msgspec.structs.replace(THIRD, rate=Fraction(1, 3))
    least = msgspec.structs.replace(THIRD, rate=Fraction(1, 1_000_000))
    assert (least.gain, least.units) == (Fraction(1, 10_000), 1)


def test_a_win_is_of_what_the_meter_shows_and_leaves_what_it_does_not_show() -> None:
    meter = Meter(THIRD)
    meter.contribute(part())
    assert meter.win(claim(1), 10, 100) == 1_033  # a tenth is 103.3 cents: 104 leave the meter (ruling min-chip)
    assert meter.value == 929 + Fraction(33, 100)
    assert meter.win(claim(2), 100, 100) == 929
    assert meter.value == 1_000 + Fraction(33, 100)  # the house has put the seed in


def test_a_wager_a_void_and_a_win_that_are_told_again_change_nothing() -> None:
    meter = Meter(LINKED)
    for number in (1, 1, 2, 1):
        meter.contribute(part(number))
    assert meter.units == 10_666_600
    assert [meter.win(claim(), 10, 100) for _ in range(3)] == [1_066] * 3
    assert meter.units == 10_666_600 - 107 * UNITS
    left = meter.reverse(part(1))
    assert left == 333_300 - 3 * UNITS  # the win paid 107 cents; without the wager it would have paid 104
    assert [meter.reverse(part(1)), meter.reverse(part(1), whole=True)] == [left] * 2
    assert meter.units == 10_666_600 - 107 * UNITS - left
    meter.contribute(part(1))  # a void wager does not come back
    assert meter.units == 10_666_600 - 107 * UNITS - left
    assert meter.win(claim(), 10, 100) == 1_066  # although the meter shows less now
    assert meter.units == 10_666_600 - 107 * UNITS - left


def test_seats_wagers_rounds_and_tables_are_told_apart() -> None:
    meter = Meter(THIRD)
    different = [part(), part(2), part(table="two"), part(round=2), Part("one", 1, 1, "other")]
    for one in different * 2:
        meter.contribute(one)
    assert meter.units == THIRD.seed * UNITS + 5 * THIRD.units
    claims = [claim(), claim(2), claim(table="two"), claim(round=2)]
    shown = [meter.win(one, 1, 100) for one in claims]
    assert len({*shown}) == 4
    assert [meter.win(one, 1, 100) for one in claims] == shown


def test_the_only_table_of_a_meter_takes_a_part_back_whole_though_shares_were_won() -> None:
    meter = Meter(THIRD)
    meter.contribute(part())
    meter.win(claim(), 10, 100)
    assert meter.reverse(part(), whole=True) == THIRD.units
    assert meter.value == 1_000 - 104


def test_a_round_that_is_closed_is_forgotten_and_other_rounds_are_not() -> None:
    meter = Meter(LINKED)
    for table in ("one", "two"):
        meter.contribute(part(table=table))
        meter.win(claim(table=table), 10, 100)
    meter.reverse(part(table="one"))
    meter.contribute(part(round=2))
    units = meter.units
    meter.close("one", 1)
    assert meter.units == units  # earlier contributions and payments stand
    meter.contribute(part(round=2))  # the table's next round
    meter.contribute(part(table="two"))
    assert meter.win(claim(table="two"), 10, 100) == 962  # it is still known
    assert meter.units == units
    meter.close("two", 1)
    meter.contribute(part(table="two"))
    assert meter.units == units + LINKED.units  # and now it is not


# --- links


def test_a_link_takes_tables_that_are_alike() -> None:
    link = Link()
    assert link.join("one", [LINKED], 1) is link.meters
    assert link.join("other", [LINKED], 1)["meter"] is link.meters["meter"]
    assert link.games == ["one", "other"]


@pytest.mark.parametrize(
    ("terms", "decks", "wrong"),
    [
        (msgspec.structs.replace(LINKED, table="PTMGL01"), 1, "the pay table of the meter is PTMGL01"),
        (msgspec.structs.replace(LINKED, stake=500), 1, "the wager amount"),
        (msgspec.structs.replace(LINKED, seed=2_000), 1, "the seed"),
        (msgspec.structs.replace(LINKED, rate=Fraction(1, 2)), 1, "the rate"),
        (msgspec.structs.replace(LINKED, name="mega"), 1, "the meters of this table are mega"),
        (msgspec.structs.replace(LINKED, alone="11(d)(4)"), 1, "for a single game"),
        (LINKED, 2, "2 decks"),
        (THIRD, 1, "is not linked by its rules"),
    ],
)
def test_a_link_refuses_tables_that_are_not(terms: MeterTerms, decks: int, wrong: str) -> None:
    link = Link()
    link.join("one", [LINKED], 1)
    with pytest.raises(RulesError, match=wrong):
        link.join("other", [terms], decks)
    assert link.games == ["one"]


def test_every_defect_of_a_table_is_named_at_once() -> None:
    link = Link()
    link.join("one", [LINKED], 1)
    unlike = msgspec.structs.replace(LINKED, table="A", stake=500, alone="11(d)(4)")
    assert len(list(link.defects([unlike], 2))) == 4


def test_every_difference_is_told_in_words_with_its_clause() -> None:
    link, other = Link(), msgspec.structs.replace(LINKED, name="mega", alike="12(l)")
    link.join("one", [LINKED, other], 1)
    unlike = msgspec.structs.replace(LINKED, seed=2_000, rate=Fraction(1, 2))
    more = msgspec.structs.replace(other, name="minor")
    told = [(defect.option, defect.wrong, defect.clause) for defect in link.defects([unlike, more], 2)]
    assert told == [
        ("link", "the meters of this table are meter, minor, but those of the link are meter, mega", "12(n)"),
        ("link", "the seed of the meter is $20, but the linked tables have $10", "12(n)"),
        ("link", "the rate of the meter is 1/2, but the linked tables have 3333/10000", "12(n)"),
        ("link", "the table has 2 decks, but the linked tables have 1", "12(n)"),
    ]
    assert [defect.wrong for defect in link.defects([other, LINKED], 1)] == []
    fewer = [defect.wrong for defect in link.defects([other], 1)]
    assert fewer == ["the meters of this table are mega, but those of the link are meter, mega"]


def dealt(table: Table, who: str, hand: str, *, wager: str = "progressive") -> Round:
    """A round up to the player's decision."""
    table.stack(laid([hand], BELOW))
    round = table.open_round()
    round.do(who, "wager", "ante", 1000)
    round.do(who, "wager", wager, 100)
    round.do("dealer", "no more bets")
    return round


def linked_tables(**rules: object) -> tuple[Table, Table]:
    link = Link()
    one, two = (Table(NAME, {**LINK_RULES, **rules}, link=link, seed=seed) for seed in (1, 2))
    one.sit("Ann")
    two.sit("Bob")
    return one, two


def value(table: Table, meter: str = "meter") -> Fraction:
    """The exact value of a meter, in cents."""
    return Fraction(table.meters[meter].units, UNITS)


def won(round: Round) -> int:
    return next(end.returned for end in round.settlements if end.wager == "progressive")


def test_linked_tables_never_pay_the_same_jackpot_twice() -> None:
    one, two = linked_tables()
    first, second = dealt(one, "Ann", HANDS["royal flush"]), dealt(two, "Bob", HANDS["royal flush"])
    first.do("Ann", "bet", amount=2000)  # the meter is read for Ann, and the round waits for a supervisor
    second.do("Bob", "bet", amount=2000)
    second.do("supervisor", "validate")
    first.do("supervisor", "validate")
    assert (won(first), won(second)) == (1_000_140, 1_000_000)
    assert one.meters["meter"] is two.meters["meter"]
    assert value(one) == 1_000_000


def test_a_void_at_one_linked_table_is_felt_at_the_other() -> None:
    one, two = linked_tables()
    first = dealt(one, "Ann", HANDS["straight"])
    assert two.meters["meter"].read() == 1_000_070
    first.do("dealer", "report", what="exposed hole card")
    assert two.meters["meter"].read() == 1_000_000


def test_a_void_hand_is_felt_at_the_other_table_at_once_though_its_round_goes_on() -> None:
    one, two = linked_tables()
    one.sit("Cy")
    first = one.open_round()
    for who in ("Ann", "Cy"):
        first.do(who, "wager", "ante", 1000)
        first.do(who, "wager", "progressive", 100)
    first.do("dealer", "report", what="misdeal", place="seat 1", amount=4)
    first.do("dealer", "no more bets")
    assert not first.over
    assert two.meters["meter"].read() == 1_000_070
    (answer,) = [given for given in first.inputs if given.by == "meter"]
    assert answer.do == "take back"
    assert (answer.wager, answer.hand, answer.what, answer.place) == ("progressive", 1, "meter", "seat 1")
    assert answer.amount == 70 * UNITS
    assert not first.allows(answer)
    share = dealt(two, "Bob", HANDS["straight flush"])
    bet(share, "Bob")
    assert won(share) == 100_014
    first.do("dealer", "report", what="exposed hole card")
    assert taken_back(first) == [(70, "progression"), (63, "reset-keeps-the-seed")]
    check_replay(first)


def bet(round: Round, who: str) -> None:
    """Let the player bet, and pay what they win from the meter."""
    round.do(who, "bet", amount=2000)
    while not round.over:
        round.do("supervisor", "validate")


def taken_back(round: Round) -> list[tuple[Fraction, str]]:
    """The cents that voids took out of the meter, with the ruling."""
    events = (event for event in round.events if isinstance(event, ev.Contributed) and event.reversed)
    return [(Fraction(event.units, UNITS), event.ruling) for event in events]


def check_replay(round: Round) -> None:
    again = replay(round.game, round.rules, round.start, round.seats_at_start, round.inputs)
    assert [encode(event) for event in again.records] == [encode(event) for event in round.records]


def check_books(round: Round, staked: int, returned: int, house: int, meter: int) -> None:
    ended = round.events[-1]
    assert isinstance(ended, ev.Ended)
    assert (ended.staked, ended.returned) == (staked, returned)
    assert (ended.house_units, ended.meter_units) == (house * UNITS, {"meter": meter * UNITS})


@clause(NAME, "11(d)(5)")
def test_11d5_a_void_after_all_of_the_meter_was_won_takes_nothing_and_the_house_bears_the_part() -> None:
    one, two = linked_tables()
    first, second = dealt(one, "Ann", HANDS["royal flush"]), dealt(two, "Bob", HANDS["straight"])
    bet(first, "Ann")
    assert won(first) == 1_000_140  # with the 70 cents of Bob's wager
    second.do("dealer", "report", what="exposed hole card")
    assert value(one) == 1_000_000
    assert taken_back(second) == [(0, "reset-keeps-the-seed")]
    check_books(second, 1100, 1100, -70, 70)
    check_replay(second)


@clause(NAME, "11(d)(6)")
def test_11d6_a_hand_void_after_a_reset_elsewhere_leaves_the_meter_at_its_seed_though_its_round_goes_on() -> None:
    """A royal flush in between wins the seed and the contribution of its own wager."""
    link = Link()
    one, two, three = (Table(NAME, LINK_RULES, link=link, seed=seed) for seed in (1, 2, 3))
    for table, who in ((one, "Ann"), (two, "Bob"), (two, "Cy"), (three, "Dee")):
        table.sit(who)
    first, second = dealt(one, "Ann", HANDS["royal flush"]), two.open_round()
    for who in ("Bob", "Cy"):
        second.do(who, "wager", "ante", 1000)
    second.do("Bob", "wager", "progressive", 100)
    second.do("dealer", "report", what="unnoticed misdeal", place="seat 1", amount=6)
    second.do("dealer", "no more bets")
    bet(first, "Ann")
    assert won(first) == 1_000_140
    second.do("dealer", "report", what="noticed misdeal", place="seat 1")
    assert not second.over
    assert value(three) == 1_000_000
    third = dealt(three, "Dee", HANDS["royal flush"])
    bet(third, "Dee")
    assert won(third) == 1_000_070
    second.do("Cy", "fold")
    assert second.over
    assert value(one) == 1_000_000
    assert taken_back(second) == [(0, "reset-keeps-the-seed")]
    check_books(second, 2100, 1100, 930, 70)
    check_replay(second)


@clause(NAME, "11(d)(5)")
@pytest.mark.parametrize(
    ("rate", "wins", "taken"),
    [
        # 1,000,140 shows and a tenth is 100,014; without Bob's wager it is 100,007: of his 70 cents 63 are left
        (70, 1, 63),
        # then 900,196 shows and a tenth is 90,020; without Bob it is 900,133 and 90,014: 57 are left
        (70, 2, 57),
        # 1,000,142 shows and 100,015 are won, not 100,008
        (71, 1, 64),
    ],
)
def test_11d5_a_void_after_a_share_was_won_takes_back_what_is_left_of_its_part(
    rate: int, wins: int, taken: int
) -> None:
    one, two = linked_tables(progressive_rate=rate)
    second = dealt(two, "Bob", HANDS["straight"])
    for _ in range(wins):
        bet(dealt(one, "Ann", HANDS["straight flush"]), "Ann")
    before = value(one)
    second.do("dealer", "report", what="exposed hole card")
    assert value(one) == before - taken
    assert taken_back(second) == [(taken, "reset-keeps-the-seed")]
    check_books(second, 1100, 1100, taken - rate, rate - taken)
    check_replay(second)
    # the meter has the value that it would have without Bob
    alone, _ = linked_tables(progressive_rate=rate)
    for _ in range(wins):
        bet(dealt(alone, "Ann", HANDS["straight flush"]), "Ann")
    assert value(alone) == value(one)


@clause(NAME, "11(d)(5)")
def test_11d5_several_voids_together_leave_the_meter_where_it_would_stand_without_them() -> None:
    """Two wagers of 71 cents: with both, 100,022 of 1,000,213 were won; without them 100,008 of 1,000,071."""
    link = Link()
    rules = {**LINK_RULES, "progressive_rate": 71}
    one, two = Table(NAME, rules, link=link, seed=1), Table(NAME, rules, link=link, seed=2)
    for table, who in ((one, "Ann"), (two, "Bob"), (two, "Cy")):
        table.sit(who)
    second = two.open_round()
    for who in ("Bob", "Cy"):
        second.do(who, "wager", "ante", 1000)
        second.do(who, "wager", "progressive", 100)
    second.do("dealer", "no more bets")
    first = dealt(one, "Ann", HANDS["straight flush"])
    bet(first, "Ann")
    assert won(first) == 100_022
    second.do("dealer", "report", what="exposed hole card")
    assert sum(amount for amount, _ in taken_back(second)) == 2 * 71 - (100_022 - 100_008)
    assert value(one) == 1_000_071 - 100_008
    check_replay(second)


@clause(NAME, "11(d)(5)")
def test_11d5_a_void_before_a_win_or_of_a_wager_placed_after_it_takes_its_part_back_whole() -> None:
    one, two = linked_tables()
    first, second = dealt(one, "Ann", HANDS["royal flush"]), dealt(two, "Bob", HANDS["straight"])
    second.do("dealer", "report", what="exposed hole card")
    bet(first, "Ann")
    assert won(first) == 1_000_070
    assert taken_back(second) == [(70, "progression")]
    third, fourth = dealt(one, "Ann", HANDS["royal flush"]), two.open_round()
    bet(third, "Ann")
    fourth.do("Bob", "wager", "ante", 1000)
    fourth.do("Bob", "wager", "progressive", 100)
    fourth.do("dealer", "no more bets")
    assert value(one) == 1_000_070
    fourth.do("dealer", "report", what="exposed hole card")
    assert taken_back(fourth) == [(70, "progression")]
    assert value(one) == 1_000_000


@pytest.mark.parametrize(("rate", "most"), [(70, 700_000), (71, 355_000)])
def test_no_more_is_taken_back_than_the_wager_had_added(rate: int, most: int) -> None:
    """The answer is in ten-thousandths of a cent, so half a cent is fine."""
    rules = {**LINK_RULES, "progressive_rate": rate}
    if rate == 71:
        shares = {"progressive_shares": {"major": 50, "minor": 50}}
        rules = {"progressive": "PTMGLML01", "progressive_linked": True, "progressive_rate": rate, **shares}
    wrong: list[str] = []

    def answers(round: Round, question: Question) -> Input:
        (offer,) = round.offers(METER)
        refusal = round.check(offer.taken(METER, offer.most + 1))
        assert refusal is not None
        wrong.append(refusal.wrong)
        return offer.taken(METER, offer.most)

    table = Table(NAME, rules, seed=1, attendants={"meter": answers})
    table.sit("Ann")
    round = dealt(table, "Ann", HANDS["straight"])
    round.do("dealer", "report", what="exposed hole card")
    assert all(f"the wager's contribution, which is {most} ten-thousandths of a cent" in said for said in wrong)
    assert len(wrong) == len(taken_back(round)) == (1 if rate == 70 else 2)
    ended = round.events[-1]
    assert isinstance(ended, ev.Ended)
    assert set(ended.meter_units.values()) == {0}


def test_a_part_of_a_broken_cent_is_taken_back_exactly() -> None:
    shares = {"progressive": "PTMGLML02", "progressive_shares": {"mega": 34, "major": 33, "minor": 33}}
    rules = {**shares, "progressive_linked": True, "progressive_rate": 71}
    one = Table(NAME, rules, seed=1)
    two = Table(NAME, rules, seed=2, link=one.link)
    one.sit("Ann")
    two.sit("Bob")
    second, first = dealt(two, "Bob", HANDS["straight"]), dealt(one, "Ann", HANDS["straight flush"])
    bet(first, "Ann")  # the whole major meter
    second.do("dealer", "report", what="exposed hole card")
    assert taken_back(second) == [
        (Fraction(1207, 50), "progression"), (0, "reset-keeps-the-seed"), (Fraction(2343, 100), "progression"),
    ]  # fmt: skip
    assert value(one, "mega") == 1_000_000 + Fraction(1207, 50)
    check_replay(second)


def after(terms: MeterTerms, done: list[tuple[str, int]], void: set[int]) -> int:
    """The units of a meter after wagers (by number) and wins (by percentage), without the void wagers."""
    units = terms.seed * UNITS
    for what, number in done:
        if what == "win":
            units += (put_back(terms.seed, number, 100) - paid_of(units // UNITS, number, 100)) * UNITS
        elif number not in void:
            units += terms.units
    return units


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("shares", [(10,), (10, 25), (10, 10, 100)])
def test_a_void_leaves_a_meter_where_it_would_stand_without_the_wager(shares: tuple[int, ...], seed: int) -> None:
    """Compare wagers, wins and voids in any order at two tables with the same sequence without the void wagers."""
    random = Random(seed)
    parts = 100 if 100 in shares else random.choice((100, 400, 10_000))
    rate = Fraction(random.randint(70, 100), parts)
    terms = msgspec.structs.replace(LINKED, rate=rate, seed=random.randint(1_000, 99_999))
    meter, live, void = Meter(terms), {0}, set[int]()
    meter.contribute(two_tables(0))
    done = [("wager", 0)]
    for number in range(1, 60):
        match random.randrange(4):
            case 0 | 1:
                live.add(number)
                done.append(("wager", number))
                meter.contribute(two_tables(number))
            case 2 if len(live) > 1:
                wager = random.choice(sorted(live - {0}))
                live.discard(wager)
                void.add(wager)
                before = meter.units
                taken = meter.reverse(two_tables(wager))
                assert 0 <= taken <= terms.units
                assert meter.units == before - taken
                if taken or parts == 100:
                    assert meter.units == after(terms, done, void)
            case _:
                share = random.choice(shares)
                done.append(("win", share))
                shown = meter.read()
                assert meter.win(claim(number), share, 100) == shown
    assert void


def two_tables(number: int) -> Part:
    """The wagers of two tables: one has the even numbers, the other the odd ones."""
    return part(number, table="one" if number % 2 else "two")


def test_a_meter_forgets_what_no_wager_can_ask_for_any_more() -> None:
    meter = Meter(LINKED)
    meter.contribute(part(1, "one"))
    meter.contribute(part(2, "two"))
    meter.win(claim(1), 10, 100)
    meter.reverse(part(1, "one"))
    assert len(meter._past) == 2
    meter.close("one", 1)
    assert len(meter._past) == 2  # the other table's wager can still become void
    meter.close("two", 1)
    assert meter._past == []
    meter.win(claim(2), 10, 100)
    assert meter._past == []
    meter.close("one", 1)
    assert (meter._fed, meter._reversed, meter._claims) == (set(), {}, {})


def test_rounds_that_are_put_away_are_counted_once() -> None:
    one, two = linked_tables()
    for _ in range(3):
        dealt(one, "Ann", HANDS["straight"]).do("Ann", "fold")
        dealt(two, "Bob", HANDS["straight"]).do("Bob", "fold")
    assert value(one) == 1_000_420
    one.new_dealer()
    assert value(two) == 1_000_420


def test_the_five_card_meter_of_a_linked_table_stays_its_own() -> None:
    link, rules = Link(), {**LINK_RULES, "five_card": True, "five_card_seed": 10_000_00}
    one, two = Table(NAME, rules, link=link), Table(NAME, rules, link=link)
    assert one.meters["meter"] is two.meters["meter"]
    assert one.meters["five card"] is not two.meters["five card"]


# --- the log


def test_a_round_with_meter_wins_replays_from_its_inputs_alone() -> None:
    table = Table(NAME, {"progressive_rate": 71}, seed=3)
    table.sit("Ann")
    round = dealt(table, "Ann", HANDS["straight flush"])
    round.do("Ann", "bet", amount=2000)
    round.do("supervisor", "validate")
    again = replay(round.game, round.rules, round.start, round.seats_at_start, round.inputs)
    assert [encode(event) for event in again.records] == [encode(event) for event in round.records]
    assert [(given.by, given.what, given.amount) for given in round.inputs if given.by == "meter"] == [
        ("meter", "meter", 1_000_071)
    ]


def test_a_reading_is_refused_where_none_is_asked_for() -> None:
    table = Table(NAME, {}, seed=3)
    table.sit("Ann")
    round = dealt(table, "Ann", HANDS["straight flush"])
    assert not round.allows(make(by="meter", do="reading", what="meter", amount=5))


def written(path: Path, rules: dict[str, object], rounds: int = 40) -> Table:
    """Write a log of random rounds, some with hands that win from the meters."""
    table = Table(NAME, rules, seed=5)
    for who in ("Ann", "Bob", "Cy"):
        table.sit(who)
    random = Random(5)
    with LogWriter(path, table.game, table.rules) as log:
        for number in range(rounds):
            if number % 4 == 0:
                hands = [HANDS[random.choice(["royal flush", "straight flush"])], "Kd Qd 9d 6c 2s", "Kc Jd 9s 4d 3s"]
                table.stack(laid(hands, "Kh Qc Jc 4c 2d"))
            log.add(drive(table.open_round(), random_legal, random))
    return table


FULL: dict[str, object] = {
    "progressive": "PTMGLML02",
    "progressive_linked": True,
    "progressive_shares": {"mega": 34, "major": 33, "minor": 33},
    "progressive_rate": 77,
    "five_card": True,
    "five_card_seed": 10_000_00,
    "five_card_rate": 71,
}


def test_a_log_proves_its_meters(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    table = written(path, FULL)
    proof = prove(path, registry.game)
    assert proof.meters["mega"] == Fraction(table.meters["mega"].units, UNITS) - table.terms["mega"].seed
    assert proof.staked - proof.returned == proof.house + sum(proof.meters.values())
    assert table.meters["major"].units % UNITS


def test_a_reading_that_does_not_follow_from_those_before_is_reported(tmp_path: Path) -> None:
    """A log of an honest engine with a dishonest meter: all hashes and payouts are right, but the reading is not."""
    path = tmp_path / "rounds.jsonl"
    table = Table(NAME, {}, seed=5)
    table.sit("Ann")
    with LogWriter(path, table.game, table.rules) as log:
        for bent in (0, 0, 500):
            meter = table.meters["meter"]
            assert isinstance(meter, Meter)
            meter.units += bent * UNITS
            round = dealt(table, "Ann", HANDS["straight flush"])
            round.do("Ann", "bet", amount=2000)
            round.do("supervisor", "validate")
            log.add(round)
    with pytest.raises(LogError, match="the meter can't show"):
        prove(path, registry.game)


def test_a_linked_tables_log_is_proved_without_the_other_tables(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    one, two = linked_tables()
    with LogWriter(path, one.game, one.rules) as log:
        for _ in range(3):
            dealt(two, "Bob", HANDS["straight"]).do("Bob", "fold")
            round = dealt(one, "Ann", HANDS["straight flush"])
            round.do("Ann", "bet", amount=2000)
            round.do("supervisor", "validate")
            log.add(round)
        void = dealt(one, "Ann", HANDS["straight"])
        bet(dealt(two, "Bob", HANDS["straight flush"]), "Bob")
        void.do("dealer", "report", what="exposed hole card")
        log.add(void)
    proof = prove(path, registry.game)
    assert (proof.rounds, proof.linked) == (4, ("meter",))
    # 70 cents of each wager, minus three tenths; the house bears the part of the void wager that Bob won
    shares = sum(int(end["amount"]) for end in map(json.loads, path.read_text().splitlines()) if end["type"] == "paid")
    assert proof.meters == {"meter": 3 * 70 - shares + 70 - taken_back(void)[0][0]}
    assert 63 <= taken_back(void)[0][0] < 70


def _event(kind: type[ev.Event], **fields: object) -> ev.Event:
    return kind(round=1, clause="", meter="meter", **fields)  # type: ignore[call-arg]


def test_readings_narrow_down_what_a_meter_holds() -> None:
    readings = Readings([THIRD], from_seed=False)
    assert not readings.take(_event(ev.Metered, amount=1_000, seat=1, player="Ann"))
    for _ in range(2):
        readings.take(_event(ev.Contributed, units=THIRD.units, seat=1, player="Ann", wager="progressive"))
    # 1,000 and up to a cent more, and 66.66: it shows 1,066 or 1,067
    assert readings.take(_event(ev.Metered, amount=1_068, seat=1, player="Ann"))
    assert not readings.take(_event(ev.Metered, amount=1_067, seat=1, player="Ann"))
    readings.take(_event(ev.Paid, amount=1_067, reset=1_000))
    # since it showed 1,067 it held at least that, so it holds 1,000 to 1,000.66 now
    assert readings.take(_event(ev.Metered, amount=1_001, seat=1, player="Ann"))
    assert not readings.take(_event(ev.Metered, amount=1_000, seat=1, player="Ann"))


def _agrees(readings: Readings, shown: int) -> bool:
    return not readings.take(_event(ev.Metered, amount=shown, seat=1, player="Ann"))


def _gains(readings: Readings, cents: Fraction) -> None:
    readings.take(_event(ev.Contributed, units=int(cents * UNITS), seat=1, player="Ann", wager="progressive"))


@pytest.mark.parametrize("shown", [1_000, 1_001])
def test_a_meter_that_gains_nothing_shows_the_same_again(shown: int) -> None:
    """The meter holds less than a cent more than it shows."""
    readings = Readings([THIRD], from_seed=False)
    assert _agrees(readings, shown)
    assert not _agrees(readings, shown - 1)
    assert not _agrees(readings, shown + 1)
    assert _agrees(readings, shown)


@pytest.mark.parametrize("shown", [1_000, 1_001])
def test_half_a_cent_at_a_time_tells_where_in_a_cent_a_meter_was(shown: int) -> None:
    readings = Readings([THIRD], from_seed=False)
    assert _agrees(readings, shown)
    _gains(readings, Fraction(1, 2))
    assert _agrees(readings, shown)  # so it began in the lower half
    _gains(readings, Fraction(1, 2))
    assert not _agrees(readings, shown)
    assert not _agrees(readings, shown + 2)
    assert _agrees(readings, shown + 1)
    _gains(readings, Fraction(1, 2))
    assert not _agrees(readings, shown + 2)
    assert _agrees(readings, shown + 1)


@pytest.mark.parametrize("gained", [Fraction(0), Fraction(1), Fraction(16_667, 10_000)])
def test_a_meter_known_exactly_shows_its_whole_cents(gained: Fraction) -> None:
    readings = Readings([THIRD], from_seed=True)
    _gains(readings, gained)
    whole = THIRD.seed + int(gained)
    assert not _agrees(readings, whole - 1)
    assert not _agrees(readings, whole + 1)
    assert _agrees(readings, whole)


def test_what_the_meters_gained_must_be_what_entered_and_left_them() -> None:
    readings = Readings([THIRD], from_seed=False)
    readings.take(_event(ev.Contributed, units=THIRD.units, seat=1, player="Ann", wager="progressive"))
    ended = ev.Ended(
        round=1, clause="", staked=0, returned=0, house_units=0, meter_units={"meter": 33 * UNITS}, state=None
    )
    assert readings.take(ended)
    readings.take(_event(ev.Contributed, units=700_000, seat=1, player="Ann", wager="progressive"))
    readings.take(_event(ev.Contributed, units=700_000, seat=1, player="Ann", wager="progressive", reversed=True))
    assert not readings.take(msgspec.structs.replace(ended, meter_units={"meter": 0}))


def test_a_first_reading_above_the_seed_is_not_believed(tmp_path: Path) -> None:
    """A new table's meter starts at its seed, so a log can't invent its value."""
    readings = Readings([THIRD], from_seed=True)
    shown = ev.Metered(round=1, clause="", meter=THIRD.name, amount=THIRD.seed + 5, seat=1, player="Ann")
    assert "can't show" in readings.take(shown)
    assert readings.take(msgspec.structs.replace(shown, amount=THIRD.seed)) == ""


# --- what is forgotten, and what is undone


def test_a_void_takes_back_no_more_than_is_left_after_voids_and_wins_of_others() -> None:
    """B wagers; A wins all; C wagers; A wins a tenth; B and C turn out to be void. A reversed wager that fed an earlier
    win must not be counted again."""
    meter = Meter(THIRD)
    b, c = Part("B", 1, 1, "progressive"), Part("C", 1, 1, "progressive")
    meter.contribute(b)
    meter.win(Claim("A", 1, 3), 100, 100)
    meter.contribute(c)
    without_c = Meter(THIRD)
    without_c.win(Claim("A", 2, 3), 10, 100)
    meter.win(Claim("A", 2, 3), 10, 100)
    assert meter.reverse(b) == 0
    assert 0 < meter.reverse(c) <= THIRD.units
    assert meter.units >= without_c.units


def to_the_end(round: Round) -> None:
    """Everyone takes the first thing that is offered: Ann bets, and the supervisor validates."""
    while not round.over:
        party = round.waiting[0]
        round.do(party.player or party.by, round.offers(party)[0].do)


def test_an_act_that_a_round_undoes_is_undone_at_the_meters() -> None:
    table = Table(NAME, {"progressive": "A", "progressive_seed": 10_000_00}, seed=1)
    table.sit("Ann")
    fails = [True]

    def hear(round: Round, records: Sequence[ev.Event]) -> None:
        if fails[0] and any(isinstance(record, ev.Contributed | ev.Paid) for record in records):
            raise OSError("the network is down")

    table.stack(laid([HANDS["royal flush"]], BELOW))
    round = table.open_round()
    round.do("Ann", "wager", "ante", 1000)
    round.do("Ann", "wager", "progressive", 100)
    table.listeners.append(hear)  # after the meters, so that they have heard of what is undone
    round.listener = table._heard
    meter = table.meters["meter"]
    before = meter.units
    with pytest.raises(OSError, match="the network is down"):
        round.do("dealer", "no more bets")
    assert meter.units == before
    fails[0] = False
    round.do("dealer", "no more bets")
    assert meter.units == before + 70 * UNITS
    fails[0] = True
    with pytest.raises(OSError, match="the network is down"):
        to_the_end(round)
    fails[0] = False
    to_the_end(round)
    assert won(round) == 1_000_070
    assert meter.units == 1_000_000 * UNITS


def test_what_a_round_undoes_at_a_meter_leaves_it_as_it_was_and_others_alone() -> None:
    """Table A undoes a contribution, a reversal and a win of its round 2. Its round 1 and table B stand."""
    undone, straight = Meter(THIRD), Meter(THIRD)
    first, a1, a2 = Part("A", 1, 1, "progressive"), Part("A", 2, 1, "progressive"), Part("A", 2, 2, "progressive")
    b, c = Part("B", 2, 1, "progressive"), Part("C", 3, 1, "progressive")
    for meter in (undone, straight):
        for part in (first, a1, b, c):
            meter.contribute(part)
        meter.win(Claim("B", 2, 1), 10, 100)
        meter.win(Claim("A", 2, 1), 10, 100)
        meter.reverse(c)
    undone.contribute(a2)
    undone.reverse(a1)
    undone.win(Claim("A", 2, 2), 10, 100)
    assert undone.units != straight.units
    undone.undo("A", 2, {a1}, set(), {Claim("A", 2, 1)})
    assert undone.units == straight.units
    for meter in (undone, straight):  # what is repeated counts once, and what comes new counts
        assert meter.win(Claim("A", 2, 1), 10, 100) == meter.win(Claim("A", 2, 1), 10, 100)
        meter.contribute(a1)
    assert undone.units == straight.units
    answers = [
        (
            meter.win(Claim("A", 2, 2), 25, 100),
            meter.reverse(a1),
            meter.reverse(b),
            meter.reverse(c),
            meter.reverse(first),
        )
        for meter in (undone, straight)
    ]
    assert answers[0] == answers[1]
    assert undone.units == straight.units
