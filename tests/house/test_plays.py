"""What people may do at a live table, as a turn tells them."""

from __future__ import annotations

import pytest

from pitboss import Table
from pitboss.house import books
from pitboss.house.deal import HeldBack
from pitboss.house.plays import turn_of
from pitboss.house.till import Till
from pitboss.money import UNITS
from pitboss.table.asks import Offer


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
