"""Fills and credits that staff orders at a live table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from live import TestHouse, play_round, seat_players
from pitboss.basics.money import UNITS
from pitboss.house.audit.whole_house import audit_house
from pitboss.house.authorize import Refusal
from pitboss.house.money.cashier import MOST_CENTS, Movement
from pitboss.house.tables.live import LiveTable
from pitboss.protocol import messages as msg


def ordered(house: TestHouse, live: LiveTable, kind: Movement, cents: int, key: str) -> list[Any]:
    """The answers to an order, when it is stored."""
    answers: list[Any] = []
    live.cashier.move_inventory(kind, cents, "sue", key, answers.append)
    assert answers == []  # nobody is told before it is on the disk
    house.settle()
    return answers


def test_fills_and_credits_move_money_between_house_and_inventory(url: str) -> None:
    house, random = TestHouse.at(url), Random(5)
    live = house.floor.open_table("double_down_stud")
    seat_players(house, live, 3)
    assert ordered(house, live, "fill", 5_000_00, "a") == [msg.Done(key="a", table=live.id)]
    play_round(house, live, random)
    ordered(house, live, "credit", 1_000_00, "b")
    play_round(house, live, random)
    inventory, of_house = house.balance(f"inventory:{live.id}"), house.balance(f"house:{live.id}")
    assert live.till.inventory == inventory
    house.kill()

    house = TestHouse.at(url)
    (live,) = house.floor.recover()
    assert live.till.inventory == inventory
    ordered(house, live, "credit", inventory // UNITS, "c")
    assert house.balance(f"inventory:{live.id}") == live.till.inventory == 0
    assert house.balance(f"house:{live.id}") == of_house + inventory
    play_round(house, live, random)
    assert audit_house(house.engine).findings == []
    house.kill()


def test_an_order_is_carried_out_once_for_a_key(url: str) -> None:
    house = TestHouse.at(url)
    live = house.floor.open_table("double_down_stud")
    ordered(house, live, "fill", 100_00, "a")
    with pytest.raises(Refusal, match="this fill is under way or done"):
        live.cashier.move_inventory("fill", 100_00, "sue", "a", print)
    house.kill()
    house = TestHouse.at(url)
    (live,) = house.floor.recover()
    assert ordered(house, live, "fill", 100_00, "a") == [msg.Done(key="a", table=live.id)]
    assert house.balance(f"inventory:{live.id}") == live.till.inventory == 100_00 * UNITS
    house.kill()


def test_a_credit_can_not_take_more_than_there_is(url: str) -> None:
    house = TestHouse.at(url)
    live = house.floor.open_table("double_down_stud")
    ordered(house, live, "fill", 100_00, "a")
    with pytest.raises(Refusal) as refused:
        live.cashier.move_inventory("credit", 100_01, "sue", "b", print)
    assert refused.value.why == "a credit of $100.01 is more than the table inventory, which is $100"
    assert live.till.inventory == 100_00 * UNITS
    ordered(house, live, "credit", 100_00, "b")
    assert live.till.inventory == house.balance(f"inventory:{live.id}") == 0
    house.kill()


def test_a_fill_has_a_limit(url: str) -> None:
    house = TestHouse.at(url)
    live = house.floor.open_table("double_down_stud")
    ordered(house, live, "fill", MOST_CENTS, "a")
    with pytest.raises(Refusal, match="a fill must not leave more than"):
        live.cashier.move_inventory("fill", 1, "sue", "b", print)
    assert live.till.inventory == house.balance(f"inventory:{live.id}") == MOST_CENTS * UNITS
    house.kill()


def test_a_stopped_table_takes_no_order(url: str) -> None:
    house = TestHouse.at(url)
    live = house.floor.open_table("double_down_stud")
    answers: list[Any] = []
    live.cashier.move_inventory("fill", 100_00, "sue", "a", answers.append)
    live.stop("of a test")
    assert [(type(one), one.code) for one in answers] == [(msg.Refused, "stopped")]
    for kind in ("fill", "credit"):
        with pytest.raises(Refusal, match="this table has stopped"):
            live.cashier.move_inventory(kind, 1, "sue", "b", answers.append)
    house.settle()
    assert len(answers) == 1
    house.kill()


def test_a_table_that_closes_at_once_gives_back_a_fill_that_is_under_way(url: str) -> None:
    house = TestHouse.at(url)
    live = house.floor.open_table("double_down_stud")
    live.cashier.move_inventory("fill", 100_00, "sue", "a", lambda answer: None)
    live.close()
    house.settle()
    assert [house.balance(f"{kind}:{live.id}") for kind in ("inventory", "house")] == [0, 0]
    assert audit_house(house.engine).findings == []
    house.kill()
