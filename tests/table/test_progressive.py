"""Meters, links and the proof of readings: nothing is lost to rounding, and nothing is paid twice."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random

import msgspec
import pytest

from caribbean import BELOW, HANDS, NAME, laid
from pitboss import LogError, RulesError, Table, games
from pitboss.log import LogWriter, prove
from pitboss.meter import Meter, MeterTerms, put_back
from pitboss.meter import won as paid_of
from pitboss.progressive.link import Link
from pitboss.progressive.readings import Readings
from pitboss.table import events as ev
from pitboss.table.asks import METER, Ask
from pitboss.table.policy import drive, random_legal
from pitboss.table.round import Round, replay

clause = pytest.mark.clause
THIRD = MeterTerms(
    name="meter", wagers=("progressive",), stake=100, seed=1_000, rate=Fraction(1, 3), table="D", alike="12(n)"
)
LINKED = msgspec.structs.replace(THIRD, linked=True)
LINK_RULES = {"progressive": "D", "progressive_seed": 10_000_00, "progressive_linked": True}


# --- meters


def test_a_meter_keeps_the_parts_of_a_cent_that_it_does_not_show() -> None:
    meter = Meter(THIRD)
    shown = []
    for _ in range(3):
        meter.take_over(THIRD.gain)
        shown.append(meter.shows)
    assert shown == [1_033, 1_066, 1_100]
    assert meter.value == 1_100


def test_a_meter_counts_in_what_the_rounds_at_its_tables_have_gained_so_far() -> None:
    meter, one, two = Meter(THIRD), [Fraction(0)], [Fraction(0)]
    meter.attach(lambda: one[0])
    meter.attach(lambda: two[0])
    one[0], two[0] = Fraction(5, 2), Fraction(-7)
    assert meter.value == 1_000 + Fraction(5, 2) - 7
    assert meter.shows == 995


def test_a_new_meter_stands_at_its_seed_unless_a_value_is_given() -> None:
    assert Meter(THIRD).value == 1_000
    assert Meter(THIRD, Fraction(9, 2)).value == Fraction(9, 2)


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
        (msgspec.structs.replace(LINKED, alone="11(d)(4)"), 1, "for one game alone"),
        (LINKED, 2, "2 decks"),
        (THIRD, 1, "do not say that its progressive is linked"),
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
        ("link", "the meters of this table are meter, minor, those of the link meter, mega", "12(n)"),
        ("link", "the seed of the meter is $20, that of the linked $10", "12(n)"),
        ("link", "the rate of the meter is 1/2, that of the linked 1/3", "12(n)"),
        ("link", "the table has 2 decks, the linked ones 1", "12(n)"),
    ]
    assert [defect.wrong for defect in link.defects([other, LINKED], 1)] == []
    fewer = [defect.wrong for defect in link.defects([other], 1)]
    assert fewer == ["the meters of this table are mega, those of the link meter, mega"]


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


def won(round: Round) -> int:
    return next(end.returned for end in round.settlements if end.wager == "progressive")


def test_linked_tables_never_pay_the_same_jackpot_twice() -> None:
    one, two = linked_tables()
    first, second = dealt(one, "Ann", HANDS["royal flush"]), dealt(two, "Bob", HANDS["royal flush"])
    first.do("Ann", "bet", amount=2000)  # the meter is read for Ann, and a supervisor is awaited
    second.do("Bob", "bet", amount=2000)
    second.do("supervisor", "validate")
    first.do("supervisor", "validate")
    assert (won(first), won(second)) == (1_000_140, 1_000_000)
    assert one.meters["meter"] is two.meters["meter"]
    assert one.meters["meter"].value == 1_000_000


def test_a_void_at_one_linked_table_is_felt_at_the_other() -> None:
    one, two = linked_tables()
    first = dealt(one, "Ann", HANDS["straight"])
    assert two.meters["meter"].shows == 1_000_070
    first.do("dealer", "report", what="exposed hole card")
    assert two.meters["meter"].shows == 1_000_000


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
    assert two.meters["meter"].shows == 1_000_070
    (answer,) = [given for given in first.inputs if given.by == "meter"]
    assert (answer.do, answer.what, answer.place, answer.amount) == ("take back", "meter", "seat 1", 70)
    assert not first.allows(answer)
    share = dealt(two, "Bob", HANDS["straight flush"])
    bet(share, "Bob")
    assert won(share) == 100_014
    first.do("dealer", "report", what="exposed hole card")
    assert taken_back(first) == [("70", "progression"), ("63", "reset-keeps-the-seed")]
    check_replay(first)


def bet(round: Round, who: str) -> None:
    """The player bets, and what they win of the meter is paid."""
    round.do(who, "bet", amount=2000)
    while not round.over:
        round.do("supervisor", "validate")


def taken_back(round: Round) -> list[tuple[str, str]]:
    """What voids took out of the meter, with the ruling."""
    events = (event for event in round.events if isinstance(event, ev.Contributed) and event.reversed)
    return [(event.amount, event.ruling) for event in events]


def check_replay(round: Round) -> None:
    again = replay(round.game, round.rules, round.start, round.seats, round.inputs)
    assert [ev.encode(event) for event in again.records] == [ev.encode(event) for event in round.records]


def check_books(round: Round, staked: int, returned: int, house: str, meter: str) -> None:
    ended = round.events[-1]
    assert isinstance(ended, ev.Ended)
    assert (ended.staked, ended.returned, ended.house, ended.meters) == (staked, returned, house, {"meter": meter})


@clause(NAME, "11(d)(5)")
def test_11d5_a_void_after_all_of_the_meter_was_won_takes_nothing_and_the_house_bears_the_part() -> None:
    one, two = linked_tables()
    first, second = dealt(one, "Ann", HANDS["royal flush"]), dealt(two, "Bob", HANDS["straight"])
    bet(first, "Ann")
    assert won(first) == 1_000_140  # with the 70 cents of Bob's wager
    second.do("dealer", "report", what="exposed hole card")
    assert one.meters["meter"].value == 1_000_000
    assert taken_back(second) == [("0", "reset-keeps-the-seed")]
    check_books(second, 1100, 1100, "-70", "70")
    check_replay(second)


@clause(NAME, "11(d)(6)")
def test_11d6_a_hand_void_after_a_reset_elsewhere_leaves_the_meter_at_its_seed_though_its_round_goes_on() -> None:
    """A royal flush in between is paid the seed and the part of its own wager."""
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
    assert three.meters["meter"].value == 1_000_000
    third = dealt(three, "Dee", HANDS["royal flush"])
    bet(third, "Dee")
    assert won(third) == 1_000_070
    second.do("Cy", "fold")
    assert second.over
    assert one.meters["meter"].value == 1_000_000
    assert taken_back(second) == [("0", "reset-keeps-the-seed")]
    check_books(second, 2100, 1100, "930", "70")
    check_replay(second)


@clause(NAME, "11(d)(5)")
@pytest.mark.parametrize(
    ("rate", "wins", "taken"),
    [
        # 1,000,140 shows and a tenth is 100,014; without Bob's wager it is 100,007: of his 70 cents 63 are left
        (70, 1, "63"),
        # then 900,196 shows and a tenth is 90,020; without Bob it is 900,133 and 90,014: 57 are left
        (70, 2, "57"),
        # 1,000,142 shows and 100,015 are won, not 100,008
        (71, 1, "64"),
    ],
)
def test_11d5_a_void_after_a_share_was_won_takes_back_what_is_left_of_its_part(
    rate: int, wins: int, taken: str
) -> None:
    one, two = linked_tables(progressive_rate=rate)
    second = dealt(two, "Bob", HANDS["straight"])
    for _ in range(wins):
        bet(dealt(one, "Ann", HANDS["straight flush"]), "Ann")
    before = one.meters["meter"].value
    second.do("dealer", "report", what="exposed hole card")
    assert one.meters["meter"].value == before - int(taken)
    assert taken_back(second) == [(taken, "reset-keeps-the-seed")]
    check_books(second, 1100, 1100, str(int(taken) - rate), str(rate - int(taken)))
    check_replay(second)
    # it stands where it would without Bob
    alone, _ = linked_tables(progressive_rate=rate)
    for _ in range(wins):
        bet(dealt(alone, "Ann", HANDS["straight flush"]), "Ann")
    assert alone.meters["meter"].value == one.meters["meter"].value


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
    assert sum(int(amount) for amount, _ in taken_back(second)) == 2 * 71 - (100_022 - 100_008)
    assert one.meters["meter"].value == 1_000_071 - 100_008
    check_replay(second)


@clause(NAME, "11(d)(5)")
def test_11d5_a_void_before_a_win_or_of_a_wager_placed_after_it_takes_its_part_back_whole() -> None:
    one, two = linked_tables()
    first, second = dealt(one, "Ann", HANDS["royal flush"]), dealt(two, "Bob", HANDS["straight"])
    second.do("dealer", "report", what="exposed hole card")
    bet(first, "Ann")
    assert won(first) == 1_000_070
    assert taken_back(second) == [("70", "progression")]
    third, fourth = dealt(one, "Ann", HANDS["royal flush"]), two.open_round()
    bet(third, "Ann")
    fourth.do("Bob", "wager", "ante", 1000)
    fourth.do("Bob", "wager", "progressive", 100)
    fourth.do("dealer", "no more bets")
    assert one.meters["meter"].value == 1_000_070
    fourth.do("dealer", "report", what="exposed hole card")
    assert taken_back(fourth) == [("70", "progression")]
    assert one.meters["meter"].value == 1_000_000


@pytest.mark.parametrize(("rate", "most"), [(70, "$0.70"), (71, "71 parts of a cent, 2 to one")])
def test_no_more_is_taken_back_than_the_wager_had_added(rate: int, most: str) -> None:
    """With half of a cent as the gain's least part, the answer counts halves."""
    rules = {**LINK_RULES, "progressive_rate": rate}
    if rate == 71:
        shares = {"progressive_shares": {"major": 50, "minor": 50}}
        rules = {"progressive": "PTMGLML01", "progressive_linked": True, "progressive_rate": rate, **shares}
    wrong: list[str] = []

    def answers(round: Round, ask: Ask) -> ev.Input:
        (offer,) = ask.offers(METER)
        refusal = round.check(offer.taken(METER, offer.most + 1))
        assert refusal is not None
        wrong.append(refusal.wrong)
        return offer.taken(METER, offer.most)

    table = Table(NAME, rules, seed=1, attendants={"meter": answers})
    table.sit("Ann")
    round = dealt(table, "Ann", HANDS["straight"])
    round.do("dealer", "report", what="exposed hole card")
    assert all(f"what the wager had added, which is {most}" in said for said in wrong)
    assert len(wrong) == len(taken_back(round)) == (1 if rate == 70 else 2)
    assert set(table.meters.values()) == {one for one in table.meters.values() if one.value == one.terms.seed}


def test_a_part_of_a_broken_cent_is_taken_back_exactly() -> None:
    shares = {"progressive": "PTMGLML02", "progressive_shares": {"mega": 34, "major": 33, "minor": 33}}
    rules = {**shares, "progressive_linked": True, "progressive_rate": 71}
    one = Table(NAME, rules, seed=1)
    two = Table(NAME, rules, seed=2, link=one.link)
    one.sit("Ann")
    two.sit("Bob")
    second, first = dealt(two, "Bob", HANDS["straight"]), dealt(one, "Ann", HANDS["straight flush"])
    bet(first, "Ann")  # all of the major
    second.do("dealer", "report", what="exposed hole card")
    assert taken_back(second) == [
        ("1207/50", "progression"), ("0", "reset-keeps-the-seed"), ("2343/100", "progression"),
    ]  # fmt: skip
    assert one.meters["mega"].value == 1_000_000 + Fraction(1207, 50)
    check_replay(second)


def after(terms: MeterTerms, done: list[tuple[str, int]], void: set[int]) -> Fraction:
    """Where a meter stands after wagers, by their numbers, and wins, by their percentage, without those void."""
    meter = Meter(terms)
    for what, number in done:
        if what == "win":
            meter.take_over(Fraction(put_back(terms.seed, number, 100) - paid_of(meter.shows, number, 100)))
        elif number not in void:
            meter.take_over(terms.gain)
    return meter.value


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("shares", [(10,), (10, 25), (10, 10, 100)])
def test_a_void_leaves_a_meter_where_it_would_stand_without_the_wager(shares: tuple[int, ...], seed: int) -> None:
    """Wagers, wins and voids in any order, and the same again without the void wagers."""
    random = Random(seed)
    parts = 100 if 100 in shares else random.choice((100, 300, 700))
    rate = Fraction(random.randint(70, 100), parts)
    terms = msgspec.structs.replace(THIRD, rate=rate, seed=random.randint(1_000, 99_999))
    meter, live, void = Meter(terms), {0}, set[int]()
    meter.take_over(terms.gain)
    meter.attach(lambda: Fraction(0), lambda: live)
    done = [("wager", 0)]
    for number in range(1, 60):
        match random.randrange(4):
            case 0 | 1:
                live.add(number)
                done.append(("wager", number))
                meter.take_over(terms.gain)
            case 2 if len(live) > 1:
                wager = random.choice(sorted(live - {0}))
                live.discard(wager)
                void.add(wager)
                taken = meter.take_back(wager)
                assert 0 <= taken <= terms.gain
                meter.take_over(-taken)
                if taken or parts == 100:
                    assert meter.value == after(terms, done, void)
            case _:
                share = random.choice(shares)
                done.append(("win", share))
                meter.win(share, 100)
                meter.take_over(Fraction(put_back(terms.seed, share, 100) - paid_of(meter.shows, share, 100)))
    assert void


def test_a_meter_forgets_what_no_wager_can_ask_for_any_more() -> None:
    meter, live = Meter(THIRD), {1, 2}
    meter.attach(lambda: Fraction(0), lambda: live)
    meter.win(10, 100)
    live.discard(1)
    meter.take_back(1)
    assert len(meter._past) == 2
    live.clear()
    meter.win(10, 100)
    assert meter._past == []


def test_rounds_that_are_put_away_are_counted_once() -> None:
    one, two = linked_tables()
    for _ in range(3):
        dealt(one, "Ann", HANDS["straight"]).do("Ann", "fold")
        dealt(two, "Bob", HANDS["straight"]).do("Bob", "fold")
    assert one.meters["meter"].value == 1_000_420
    one.new_dealer()
    assert two.meters["meter"].value == 1_000_420


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
    again = replay(round.game, round.rules, round.start, round.seats, round.inputs)
    assert [ev.encode(event) for event in again.records] == [ev.encode(event) for event in round.records]
    assert [(given.by, given.what, given.amount) for given in round.inputs if given.by == "meter"] == [
        ("meter", "meter", 1_000_071)
    ]


def test_a_reading_is_refused_where_none_is_asked_for() -> None:
    table = Table(NAME, {}, seed=3)
    table.sit("Ann")
    round = dealt(table, "Ann", HANDS["straight flush"])
    assert not round.allows(ev.Input(by="meter", do="reading", what="meter", amount=5))


def written(path: Path, rules: dict[str, object], rounds: int = 40) -> Table:
    """A log of random rounds, some with hands that win of the meters."""
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
    proof = prove(path, games.game)
    assert proof.meters["mega"] == table.meters["mega"].value - table.meters["mega"].terms.seed
    assert proof.staked - proof.returned == proof.house + sum(proof.meters.values())
    assert table.meters["major"].value.denominator > 1


def test_a_reading_that_does_not_follow_from_those_before_is_reported(tmp_path: Path) -> None:
    """A log made by an honest engine with a dishonest meter: every hash and every payout fits, the reading does not."""
    path = tmp_path / "rounds.jsonl"
    table = Table(NAME, {}, seed=5)
    table.sit("Ann")
    with LogWriter(path, table.game, table.rules) as log:
        for bent in (0, 0, 500):
            table.meters["meter"].take_over(Fraction(bent))
            round = dealt(table, "Ann", HANDS["straight flush"])
            round.do("Ann", "bet", amount=2000)
            round.do("supervisor", "validate")
            log.add(round)
    with pytest.raises(LogError, match="the meter can't show"):
        prove(path, games.game)


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
    proof = prove(path, games.game)
    assert (proof.rounds, proof.linked) == (4, ("meter",))
    # 70 cents of each wager, less three tenths; of the void wager, what went with Bob's win stays with the house
    shares = sum(int(end["amount"]) for end in map(json.loads, path.read_text().splitlines()) if end["type"] == "paid")
    assert proof.meters == {"meter": 3 * 70 - shares + 70 - int(taken_back(void)[0][0])}
    assert 63 <= int(taken_back(void)[0][0]) < 70


def _event(kind: type[ev.Event], **fields: object) -> ev.Event:
    return kind(round=1, clause="", meter="meter", **fields)  # type: ignore[call-arg]


def test_readings_narrow_down_what_a_meter_holds() -> None:
    readings = Readings([THIRD], from_seed=False)
    assert not readings.take(_event(ev.Metered, amount=1_000, seat=1, player="Ann"))
    for _ in range(2):
        readings.take(_event(ev.Contributed, amount="100/3", seat=1, player="Ann", wager="progressive"))
    # 1,000 and up to a cent more, and 66 2/3: it shows 1,066 or 1,067
    assert readings.take(_event(ev.Metered, amount=1_068, seat=1, player="Ann"))
    assert not readings.take(_event(ev.Metered, amount=1_067, seat=1, player="Ann"))
    readings.take(_event(ev.Paid, amount=1_067, reset=1_000))
    # since it showed 1,067 it held at least that, so it holds 1,000 to 1,000 2/3 now
    assert readings.take(_event(ev.Metered, amount=1_001, seat=1, player="Ann"))
    assert not readings.take(_event(ev.Metered, amount=1_000, seat=1, player="Ann"))


def _agrees(readings: Readings, shown: int) -> bool:
    return not readings.take(_event(ev.Metered, amount=shown, seat=1, player="Ann"))


def _gains(readings: Readings, amount: str) -> None:
    readings.take(_event(ev.Contributed, amount=amount, seat=1, player="Ann", wager="progressive"))


@pytest.mark.parametrize("shown", [1_000, 1_001])
def test_a_meter_that_gains_nothing_shows_the_same_again(shown: int) -> None:
    """It held less than a cent more than it showed."""
    readings = Readings([THIRD], from_seed=False)
    assert _agrees(readings, shown)
    assert not _agrees(readings, shown - 1)
    assert not _agrees(readings, shown + 1)
    assert _agrees(readings, shown)


@pytest.mark.parametrize("shown", [1_000, 1_001])
def test_half_a_cent_at_a_time_tells_where_in_a_cent_a_meter_was(shown: int) -> None:
    readings = Readings([THIRD], from_seed=False)
    assert _agrees(readings, shown)
    _gains(readings, "1/2")
    assert _agrees(readings, shown)  # so it began in the lower half
    _gains(readings, "1/2")
    assert not _agrees(readings, shown)
    assert not _agrees(readings, shown + 2)
    assert _agrees(readings, shown + 1)
    _gains(readings, "1/2")
    assert not _agrees(readings, shown + 2)
    assert _agrees(readings, shown + 1)


@pytest.mark.parametrize("gained", ["0", "1", "5/3"])
def test_a_meter_known_exactly_shows_its_whole_cents(gained: str) -> None:
    readings = Readings([THIRD], from_seed=True)
    _gains(readings, gained)
    whole = THIRD.seed + int(Fraction(gained))
    assert not _agrees(readings, whole - 1)
    assert not _agrees(readings, whole + 1)
    assert _agrees(readings, whole)


def test_what_the_meters_gained_must_be_what_entered_and_left_them() -> None:
    readings = Readings([THIRD], from_seed=False)
    readings.take(_event(ev.Contributed, amount="100/3", seat=1, player="Ann", wager="progressive"))
    ended = ev.Ended(round=1, clause="", staked=0, returned=0, house="0", meters={"meter": "33"}, state=None)
    assert readings.take(ended)
    readings.take(_event(ev.Contributed, amount="70", seat=1, player="Ann", wager="progressive"))
    readings.take(_event(ev.Contributed, amount="70", seat=1, player="Ann", wager="progressive", reversed=True))
    assert not readings.take(msgspec.structs.replace(ended, meters={"meter": "0"}))


def test_a_first_reading_above_the_seed_is_not_believed(tmp_path: Path) -> None:
    """A new table's meter begins at its seed, so that a log can't make up what it stood at."""
    readings = Readings([THIRD], from_seed=True)
    shown = ev.Metered(round=1, clause="", meter=THIRD.name, amount=THIRD.seed + 5, seat=1, player="Ann")
    assert "can't show" in readings.take(shown)
    assert readings.take(msgspec.structs.replace(shown, amount=THIRD.seed)) == ""
