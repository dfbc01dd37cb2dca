"""Questions and offers: the parties, the offer that an input takes, and its valid amounts."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pitboss.engine.round.asks import METER, SUPERVISOR, THE_DEALER, Offer, Party
from pitboss.engine.round.inputs import Input, make

ANTE = Offer(
    do="wager",
    wager="ante",
    clause="6(a)",
    least=500,
    most=5050,
    step=100,
    least_is="the table minimum",
    most_is="the table maximum",
)
RAISE = Offer(do="raise", wager="raise 1", clause="10(b)", least=2000, most=2000, step=100, most_is="the ante")
CUT = Offer(
    do="cut", clause="4(f)", least=10, most=42, unit="cards", least_is="the minimum depth", most_is="the maximum depth"
)
FOLD = Offer(do="fold", clause="10(b)")


@pytest.mark.parametrize(
    ("party", "words"),
    [
        (Party("player", 2, "Bob"), "Bob at seat 2"),
        (Party("player", 0, "Zoe"), "Zoe"),
        (THE_DEALER, "dealer"),
        (SUPERVISOR, "supervisor"),
    ],
)
def test_a_party_is_called_by_name_and_seat_or_by_what_it_is(party: Party, words: str) -> None:
    assert str(party) == words


# --- amounts


@pytest.mark.parametrize(
    ("offer", "amount"),
    [(ANTE, 500), (ANTE, 600), (ANTE, 5000), (ANTE, 5050), (RAISE, 2000), (CUT, 10), (CUT, 11), (CUT, 42), (FOLD, 0)],
)
def test_amounts_from_the_least_to_the_most_in_whole_chips_will_do(offer: Offer, amount: int) -> None:
    assert offer.wrong_amount(amount) == ""


def test_the_most_will_do_though_it_is_no_whole_number_of_chips() -> None:
    only = Offer(do="double", clause="9(c)", least=750, most=750, step=100)
    assert [only.wrong_amount(amount) for amount in (750, 5050)] == [
        "",
        "double $50.50 is not the most allowed, which is $7.50",
    ]
    assert ANTE.wrong_amount(5050) == ""


@pytest.mark.parametrize(
    ("offer", "amount", "words"),
    [
        (ANTE, 499, "an ante wager of $4.99 is below the table minimum, which is $5"),
        (ANTE, 400, "an ante wager of $4 is below the table minimum, which is $5"),
        (ANTE, 0, "an ante wager of $0 is below the table minimum, which is $5"),
        (ANTE, 501, "an ante wager of $5.01 is not a multiple of the smallest chip, which is $1"),
        (ANTE, 5049, "an ante wager of $50.49 is not a multiple of the smallest chip, which is $1"),
        (ANTE, 5051, "an ante wager of $50.51 is above the table maximum, which is $50.50"),
        (ANTE, 5100, "an ante wager of $51 is above the table maximum, which is $50.50"),
        (RAISE, 1900, "a raise 1 wager of $19 is not the ante, which is $20"),
        (RAISE, 2100, "a raise 1 wager of $21 is not the ante, which is $20"),
        (CUT, 9, "cut 9 cards is below the minimum depth, which is 10 cards"),
        (CUT, 43, "cut 43 cards is above the maximum depth, which is 42 cards"),
        (FOLD, 500, "fold takes no amount, but $5 was given"),
    ],
)
def test_any_other_amount_is_refused_in_words(offer: Offer, amount: int, words: str) -> None:
    assert offer.wrong_amount(amount) == words


def test_a_least_that_is_no_whole_number_of_chips_will_not_do() -> None:
    offer = Offer(do="bet", clause="6(a)", least=550, most=900, step=100)
    assert offer.wrong_amount(550) == "bet $5.50 is not a multiple of the smallest chip, which is $1"


@pytest.mark.parametrize("amount", [0, 100, 150, 500, 600])
def test_where_the_most_is_below_the_least_nothing_is_possible(amount: int) -> None:
    offer = Offer(do="wager", wager="attack", clause="6(c)", least=500, most=100, step=100, most_is="the initial wager")
    assert offer.wrong_amount(amount) == (
        "no wager attack is possible: the initial wager is less than the least allowed, which is $5"
    )


# --- which offer is answered


def said(**more: Any) -> Input:
    return make(by="player", seat=1, player="Ann", **{"do": "wager", "wager": "ante", **more})


def decided(**more: Any) -> Input:
    return make(by="player", **{"do": "fold", "seat": 1, "player": "Ann", **more})


def reported(**more: Any) -> Input:
    return make(by="dealer", do="report", **{"what": "", **more})


@pytest.mark.parametrize(
    ("offer", "given", "answers"),
    [
        (ANTE, said(), True),
        (ANTE, said(amount=1), True),  # an input with a wrong amount still matches the offer
        (ANTE, said(do="withdraw"), False),
        (ANTE, said(wager="bet"), False),
        (ANTE, said(hand=2), False),
        (FOLD, decided(), True),
        (FOLD, decided(what="anything"), False),  # an offer that names nothing takes no name
        (Offer(do="report", clause="11(b)"), reported(place="anywhere"), True),
        (Offer(do="withdraw", clause="6(b)"), said(do="withdraw"), True),
        (Offer(do="wager", clause="6(b)", hand=0), said(hand=2), True),
        (Offer(do="report", clause="11(b)", what=("jam",)), reported(what="jam"), True),
        (Offer(do="report", clause="11(b)", what=("jam",)), reported(), False),
        (Offer(do="report", clause="11(b)", places=("seat 1",)), reported(place="seat 1"), True),
        (Offer(do="report", clause="11(b)", places=("seat 1",)), reported(place="seat 2"), False),
        (Offer(do="report", clause="11(b)", places=()), reported(), False),
    ],
)
def test_an_input_answers_the_offer_of_its_deed_wager_hand_and_names(offer: Offer, given: Input, answers: bool) -> None:
    assert offer.matches(given) == answers


def test_an_offer_is_taken_with_its_first_name_and_place_or_those_that_are_said() -> None:
    offer = Offer(do="report", clause="11(b)", hand=0, what=("jam", "misdeal"), places=("seat 1", "seat 2"))
    first = offer.taken(SUPERVISOR, 3)
    assert first == make(by="supervisor", do="report", what="jam", place="seat 1", amount=3)
    other = offer.taken(SUPERVISOR, what="misdeal", place="seat 2")
    assert (other.what, other.place, other.amount) == ("misdeal", "seat 2", 0)
    assert ANTE.taken(Party("player", 2, "Bob"), 700, coupon=500) == make(
        by="player", seat=2, player="Bob", do="wager", wager="ante", amount=700, coupon=500
    )
    bare = offer.taken(SUPERVISOR, what="", place="")
    assert (bare.wager, bare.hand, bare.what, bare.place) == ("", 1, "", "")


def test_an_offer_of_any_hand_is_taken_for_the_first() -> None:
    burn = Offer(do="burn card", clause="15(a)", hand=0, what=("yes", "no")).taken(Party("player", 2, "Bob"))
    assert burn == make(by="player", seat=2, player="Bob", do="burn card", hand=1, what="yes")


def test_a_meter_is_told_a_place_by_its_seat() -> None:
    offer = Offer(do="take back", clause="12(n)", wager="progressive", what=("mega",), places=("seat 3",), most=70)
    given = offer.taken(METER, 63)
    assert given == make(by="meter", do="take back", wager="progressive", what="mega", seat=3, amount=63)
    assert offer.matches(given)


# --- what it costs, and the clock


@pytest.mark.parametrize(
    ("offer", "amount", "cost"),
    [
        (ANTE, 0, 500),
        (ANTE, 700, 700),
        (RAISE, 0, 2000),
        (CUT, 20, 0),  # cards are not chips
        (FOLD, 0, 0),
        (Offer(do="split", clause="10(a)", fixed_cost=700), 0, 700),
        (Offer(do="redeem", clause="6(b)", wager="progressive", least=100, most=100, fixed_cost=0), 100, 0),
    ],
)
def test_an_offer_costs_its_amount_unless_it_says_otherwise(offer: Offer, amount: int, cost: int) -> None:
    assert offer.cost(amount) == cost


def test_the_clock_takes_an_offer_for_a_player_under_its_ruling() -> None:
    by_the_clock = FOLD.by_the_clock(Party("player", 2, "Bob"), 3)
    assert (by_the_clock.by, by_the_clock.ruling, by_the_clock.turn) == ("clock", "time-out", 3)
    assert by_the_clock == msgspec.structs.replace(decided(seat=2, player="Bob"), by="clock", ruling="time-out", turn=3)
