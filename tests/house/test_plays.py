"""What people may do at a live table, as a turn tells them."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from pitboss import Table
from pitboss.basics.money import UNITS
from pitboss.engine.round.asks import Offer
from pitboss.engine.round.inputs import make
from pitboss.house.money import books
from pitboss.house.money.cashier import Till
from pitboss.house.tables.acts import AnyAct, CardsDealt, FloorCalled, Gave, HeldBack
from pitboss.house.tables.command_inputs import is_done_by, turn_of
from pitboss.protocol import messages as msg

CALLED = FloorCalled(player="ann", name="Ann", seat=3, why="a card fell", at=0)
WAGERED = Gave(
    inputs=(make(by="player", player="ann", seat=3, do="wager", wager="original", amount=5_00, turn=2, round=1),)
)


def play(**given: Any) -> msg.Play:
    """A command that may have made the wager above."""
    said = {"round": 1, "turn": 2, "do": "wager", "wager": "original", "amount": 5_00}
    return msg.Play(table="t", key="k", **said | given)


def offer_beside(chips: int, coupons: int, lies: int = 0) -> Offer:
    """The offer of a wager that lies already, to somebody who has these coupons left."""
    table = Table("double_down_stud", {"table_maximum": 100_00})
    table.sit("Ann")
    round = table.open_round()
    round.do("Ann", "wager", "original", chips, coupon=lies)
    till = Till(table.id, {books.coupons_at(table.id, "Ann"): coupons * UNITS})
    ((_, offers),) = turn_of(table, till, (), "Ann", False, HeldBack()).offers
    return next(one for one in offers if one.do == "wager")


@pytest.mark.parametrize(
    ("chips", "coupons", "lies", "most"),
    [
        (10_00, 25_00, 0, 10_00),
        (25_00, 10_00, 0, 10_00),
        (10_00, 7_50, 0, 7_00),
        (10_00, 0, 5_00, 5_00),
        (10_00, 0, 0, 0),
    ],
)
def test_a_turn_says_the_largest_coupon_that_may_lie_beside_a_wager(
    chips: int, coupons: int, lies: int, most: int
) -> None:
    assert offer_beside(chips, coupons, lies).coupon == most


@pytest.mark.parametrize(
    ("command", "act", "same"),
    [
        (msg.CallFloor(table="t", key="k", why=" a card fell "), CALLED, True),
        (msg.CallFloor(table="t", key="k", why="a chip fell"), CALLED, False),
        (msg.Deal(table="t", key="k", round=1, left=4, cards=2), CardsDealt(cards=2, left=4), True),
        (msg.Deal(table="t", key="k", round=1, left=4, cards=2), CardsDealt(cards=2), True),
        (msg.Deal(table="t", key="k", round=1, left=3, cards=2), CardsDealt(cards=2, left=4), False),
        (msg.Deal(table="t", key="k", round=1, left=4), CardsDealt(cards=2, left=4), False),
        (play(), WAGERED, True),
        (play(seat=3, turn=0), WAGERED, True),
        (play(turn=4), WAGERED, False),
        (play(seat=2), WAGERED, False),
        (play(amount=10_00), WAGERED, False),
        (play(coupon=5_00), WAGERED, False),
        (play(wager="ante"), WAGERED, False),
        (play(do="withdraw"), WAGERED, False),
    ],
    ids=count(),
)
def test_a_stored_act_tells_its_command_from_others(command: msg.Command, act: AnyAct, same: bool) -> None:
    assert is_done_by(command, act) is same
