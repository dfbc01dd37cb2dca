"""Random choices of automatic play: how often, among whom, and what happens if nobody acts.

The random numbers are fixed here, so each choice is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from pitboss import Table
from pitboss.engine.auto import drive as driver
from pitboss.engine.auto.drive import Stuck, drive
from pitboss.engine.auto.policy import Turn, any_amount, random_legal, staff, with_any_name
from pitboss.engine.round.asks import SUPERVISOR, THE_DEALER, Offer, Party
from pitboss.engine.round.inputs import Input, make
from pitboss.engine.round.round import Round

ANN = Party("player", 1, "Ann")


def nobody_acts(turn: Turn) -> None:
    """A policy that passes."""


class Written(Random):
    """A random source with fixed numbers. It always chooses the first option, and records the options."""

    def __init__(self, *said: float) -> None:
        super().__init__(0)
        self.said = list(said)
        self.weighed: list[tuple[list[str], list[float]]] = []

    def random(self) -> float:
        return self.said.pop(0)

    def choices(self, population: Any, weights: Any = None, *, cum_weights: Any = None, k: int = 1) -> list[Any]:
        self.weighed.append(([offer.do for offer in population], list(weights)))
        return [population[0]] * k

    def choice(self, seq: Any) -> Any:
        return seq[0]

    def randint(self, a: int, b: int) -> int:
        return b

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        return list(population)[:k]


def opened(game: str = "double_down_stud", players: Sequence[str] = ("Ann", "Bob"), **rules: Any) -> Round:
    table = Table(game, rules, seed=1)
    for player in players:
        table.sit(player)
    return table.open_round()


def turn(round: Round, random: Random, *offers: Offer, party: Party = ANN) -> Turn:
    return Turn(round, party, offers or round.offers(party), random)


# --- everything: patience


@pytest.mark.parametrize("acts_at", [0, 150])
def test_everything_is_stuck_after_200_questions_in_a_row_at_which_nobody_acts(
    monkeypatch: pytest.MonkeyPatch, acts_at: int
) -> None:
    asked: list[float] = []

    def hardly_anybody(round: Round, random: Random, *, irregularities: float) -> bool:
        asked.append(irregularities)
        assert len(asked) < 1000, "it goes on for ever"
        return len(asked) == acts_at

    monkeypatch.setattr(driver, "step", hardly_anybody)
    with pytest.raises(Stuck, match="nobody acts while the round waits for: wagers"):
        driver.try_everything(opened(), Random(1))
    assert asked == [0.0] * (acts_at + 201)


@pytest.mark.parametrize("reports", [False, True])
@pytest.mark.parametrize("acts", [False, True])
def test_a_step_is_something_where_staff_report_or_anyone_acts(
    monkeypatch: pytest.MonkeyPatch, reports: bool, acts: bool
) -> None:
    round = opened()
    given = round.input("Ann", "wager", "original", 500) if acts else None
    monkeypatch.setattr(driver, "report_something", lambda round, random: reports)
    monkeypatch.setattr(driver, "_someone", lambda round, random, parties: given)
    assert driver.step(round, Written(0.0, 0.9, 0.9), irregularities=0.5) == (reports or acts)
    assert len(round.inputs) == 1 + acts  # the shuffle, and the wager


def test_staff_report_at_the_rate_and_never_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Round] = []

    def in_vain(round: Round, random: Random) -> bool:
        tried.append(round)
        return False

    monkeypatch.setattr(driver, "report_something", in_vain)
    monkeypatch.setattr(driver, "_someone", lambda round, random, parties: None)
    for rate, lot in ((0.5, 0.49), (0.5, 0.5), (0.0, 0.0)):
        assert not driver.step(opened(), Written(lot, 0.9, 0.9), irregularities=rate)
    assert not driver.step(opened(), Written(0.0, 0.9, 0.9))
    assert len(tried) == 1


@pytest.mark.parametrize(
    ("lots", "parties"),
    [
        ((0.25,), [ANN, Party("player", 2, "Bob"), THE_DEALER]),  # those the round waits for
        ((0.24, 0.49), [SUPERVISOR]),
        ((0.24, 0.5), [ANN, Party("player", 2, "Bob"), THE_DEALER]),
    ],
)
def test_one_in_four_is_somebody_whom_the_round_does_not_wait_for(
    monkeypatch: pytest.MonkeyPatch, lots: tuple[float, ...], parties: list[Party]
) -> None:
    found: list[list[Party]] = []
    monkeypatch.setattr(driver, "_someone", lambda round, random, parties: found.append(list(parties)))
    driver.step(opened(), Written(0.9, 0.9, *lots))
    assert found == [parties]


@pytest.mark.parametrize(("lot", "sits"), [(0.039, True), (0.04, False)])
def test_one_in_twenty_five_sits_down_while_bets_are_open(
    monkeypatch: pytest.MonkeyPatch, lot: float, sits: bool
) -> None:
    monkeypatch.setattr(driver, "_someone", lambda round, random, parties: None)
    round = opened()
    assert driver.step(round, Written(0.9, lot, 0.9)) == sits
    assert [seat for seat, _ in round.seats] == ([1, 2, 3] if sits else [1, 2])


def test_people_who_stand_are_not_among_those_who_act_unasked() -> None:
    table = Table("double_attack_blackjack", seed=1)
    table.sit("Ann")
    table.stand("Zoe")
    assert driver._unasked(table.open_round(), Written(0.5)) == [ANN, THE_DEALER]


# --- everything: choices


def test_a_dealer_waits_before_closing_bets_and_anyone_may_leave_what_is_optional() -> None:
    round = opened()
    closing = (Offer(do="no more bets", clause="6(b)"),)
    optional = (Offer(do="withdraw", clause="6(b)", optional=True), Offer(do="double", clause="9(c)", optional=True))
    needed = (Offer(do="fold", clause="9(c)"), *optional)
    for offers, lot, waits in (
        (closing, 0.59, True),
        (closing, 0.6, False),
        (optional, 0.39, True),
        (optional, 0.4, False),
    ):
        random = Written(lot, 0.0)
        assert driver.everything(turn(round, random, *offers)) is None  # none of these is allowed at this question
        assert bool(random.weighed) != waits
    random = Written(0.0)
    driver.everything(turn(round, random, *needed))
    assert random.weighed == [(["fold", "withdraw", "double"], [1.0, 0.4, 1.0])] * 5


def test_what_is_closed_or_is_a_report_is_not_chosen() -> None:
    closed = Offer(do="fold", clause="9(c)", why_not="no")
    report = Offer(do="report", clause="11(b)", what=("misdeal",))
    random = Written()
    assert driver.everything(turn(opened(), random, closed, report)) is None
    assert random.weighed == []


def test_what_cuts_rounds_short_or_changes_the_table_is_chosen_less_often() -> None:
    seldom = {"spread": 0.15, "remove": 0.01, "withdraw": 0.4, "reshuffle": 0.1, "cash": 0.3, "redeem": 0.3}
    random = Written(0.0)
    driver.everything(turn(opened(), random, *(Offer(do=do, clause="4(g)") for do in ("fold", *seldom))))
    assert random.weighed[0] == (["fold", *seldom], [1.0, *seldom.values()])


@pytest.mark.parametrize(("lot", "chosen"), [(0.0, True), (0.24, True), (0.25, False), (0.99, False)])
def test_what_is_seldom_done_is_left_where_there_is_nothing_else(lot: float, chosen: bool) -> None:
    offers = (Offer(do="spread", clause="4(g)"), Offer(do="reshuffle", clause="4(g)"))  # 0.15 and 0.1
    random = Written(lot)
    driver.everything(turn(opened(), random, *offers))
    assert bool(random.weighed) == chosen


def test_a_choice_that_is_allowed_is_made_at_once() -> None:
    round = opened()
    random = Written(0.0, 0.9)  # enough weight, no coupon
    given = driver.everything(turn(round, random))
    assert given == make(by="player", seat=1, player="Ann", do="wager", wager="original", amount=500)
    assert len(random.weighed) == 1


@pytest.mark.parametrize(("lot", "coupon"), [(0.19, 500), (0.2, 0)])
def test_one_wager_in_five_has_a_coupon(lot: float, coupon: int) -> None:
    given = driver.everything(turn(opened(), Written(0.0, lot)))
    assert given is not None
    assert (given.amount, given.coupon) == (500, coupon)


# --- policies


@pytest.mark.parametrize(
    ("offer", "lots"),
    [
        (Offer(do="fold", clause="9(c)"), {0}),
        (Offer(do="wager", clause="6(a)", least=500, most=800, step=100), {500, 600, 700, 800}),
        (Offer(do="wager", clause="6(a)", least=500, most=750, step=100), {500, 600, 700, 750}),
        (Offer(do="bet", clause="6(a)", least=700, most=700, step=100), {700}),
    ],
)
def test_any_amount_is_from_the_least_to_the_most_in_steps(offer: Offer, lots: set[int]) -> None:
    random = Random(2)
    assert {any_amount(offer, random) for _ in range(200)} == lots


def test_what_has_one_name_or_place_takes_no_lot() -> None:
    round, random = opened(), Random(3)
    before = random.getstate()
    one = Offer(do="remove", clause="13(g)", what=("shuffler",), places=("seat 1",))
    given = one.taken(SUPERVISOR)
    assert with_any_name(turn(round, random, one), one, given) is given
    assert random.getstate() == before


def test_staff_go_on_and_do_nothing_that_is_optional_or_closed() -> None:
    round = opened("caribbean_stud", shuffler="manual")
    offer = next(one for one in round.offers(round.waiting[0]) if one.do == "cut")
    assert staff(Turn(round, THE_DEALER, (offer,), Written())) == offer.taken(THE_DEALER, offer.most)
    none = (Offer(do="spread", clause="4(g)", optional=True), Offer(do="deal", clause="9(c)", why_not="not yet"))
    assert staff(Turn(round, THE_DEALER, none, Written())) is None
    go_on = Offer(do="deal", clause="9(c)")
    assert staff(Turn(round, THE_DEALER, (*none, go_on), Written())) == go_on.taken(THE_DEALER)


def test_one_in_twenty_takes_a_wager_back() -> None:
    back, more = Offer(do="withdraw", wager="ante", clause="6(b)"), Offer(do="fold", clause="10(b)")
    chosen = [random_legal(turn(opened(), Written(lot), back, more)) for lot in (0.049, 0.05)]
    assert [given.do for given in chosen if given] == ["withdraw", "fold"]


def test_half_the_time_what_is_optional_is_left() -> None:
    optional = Offer(do="double", clause="9(c)", optional=True)
    chosen = [random_legal(turn(opened(), Written(lot), optional)) for lot in (0.49, 0.5)]
    assert [given and given.do for given in chosen] == [None, "double"]


def test_one_in_twenty_places_a_wager_in_anything_but_chips() -> None:
    cash, chips = (Offer(do="cash", clause="6(a)"), Offer(do="fold", clause="6(a)"))
    chosen = [random_legal(turn(opened(), Written(lot), cash, chips)) for lot in (0.049, 0.05)]
    assert [given.do for given in chosen if given] == ["cash", "fold"]


@pytest.mark.parametrize(("lot", "coupon"), [(0.049, 50_000), (0.05, 0)])
def test_one_wager_in_twenty_has_a_coupon_beside_it(lot: float, coupon: int) -> None:
    given = random_legal(turn(opened(), Written(lot)))  # here, a random amount is the most
    assert given is not None
    assert (given.amount, given.coupon) == (50_000, coupon)


@pytest.mark.parametrize(("which", "by", "amount"), [(0, "dealer", 1), (1, "supervisor", 12)])
def test_a_report_is_of_the_least_amount_or_of_one_that_comes_soon(which: int, by: str, amount: int) -> None:
    class Chosen(Written):
        def choice(self, seq: Any) -> Any:
            return seq[which]

    round = opened()
    round.do("Ann", "wager", "original", 500)
    given = driver.any_report(round, Chosen())
    assert given is not None
    assert (given.by, given.what, given.amount) == (by, "boxed card", amount)


# --- the driver


def test_a_round_at_which_everyone_passes_is_stuck() -> None:
    with pytest.raises(Stuck, match="nobody acts while the round waits for: wagers"):
        drive(opened(), nobody_acts, Random(1))


def test_everyone_plays_by_their_own_policy_and_who_has_passed_is_not_asked_again() -> None:
    asked: list[str] = []

    def wagers_once(turn: Turn) -> Input | None:
        asked.append(turn.party.player)
        offer = turn.offer("wager", "original")
        return turn.take(offer) if offer and not turn.round.layout.staked else None

    def passes(turn: Turn) -> Input | None:
        asked.append(turn.party.player)
        return None

    round = drive(opened(), {"Ann": wagers_once, "Bob": passes}, Random(1))
    assert round.over
    assert [(end.player, end.stake) for end in round.settlements] == [("Ann", 500)]
    assert asked == ["Ann", "Ann", "Bob", "Ann"]  # Ann wagers, then passes; Bob passes; Ann does not double


def test_the_driver_stops_before_whom_it_is_told_to() -> None:
    round = drive(opened(), random_legal, Random(1), stop=lambda party: party.player == "Bob")
    assert {given.player for given in round.inputs if given.by == "player"} <= {"Ann"}
    assert not round.over


def test_the_driver_reports_at_the_rate_and_asks_chance_for_nothing_without_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[Round] = []

    def in_vain(round: Round, random: Random) -> bool:
        tried.append(round)
        return False

    monkeypatch.setattr(driver, "report_something", in_vain)
    for none in ({}, {"irregularities": 0.0}):
        with pytest.raises(Stuck):
            drive(opened(), nobody_acts, Written(), **none)
    for lot in (0.29, 0.3):
        with pytest.raises(Stuck):
            drive(opened(), nobody_acts, Written(lot), irregularities=0.3)
    assert len(tried) == 1
