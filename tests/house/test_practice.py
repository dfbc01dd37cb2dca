"""A table for practice touches no wallet, and an audit holds it to that."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

from live import TestHouse, play_round, seat_players
from pitboss.basics.money import UNITS
from pitboss.engine.round.events import GAME_ACCOUNT, Settled
from pitboss.house.audit.tables import MONEY
from pitboss.house.audit.whole_house import audit_house
from pitboss.house.money.books import Posting
from pitboss.house.money.cashier import MOST_PRACTICE_CENTS
from pitboss.house.money.ledger import Entry
from pitboss.house.settings import TableSettings
from pitboss.house.storage import schema
from pitboss.house.storage.committer import Job
from pitboss.protocol import messages as msg

CENTS = 100_000_00
RULES = {
    "progressive": "D",
    "progressive_linked": True,
    "five_card": True,
    "five_card_seed": 10_000_00,
    "lucky_bonus": True,
    "lucky_bonus_every": 3,
    "dealing": "automated shoe",
}
"""A linked meter, and wins that go to game accounts."""


@pytest.fixture
def house(tmp_path: Path) -> TestHouse:
    return TestHouse.on_sqlite(tmp_path / "house.db")


def test_practice_leaves_wallets_game_accounts_and_coupons_as_they_were(house: TestHouse) -> None:
    random = Random(3)
    live = house.floor.open_table("caribbean_stud", RULES, settings=TableSettings(practice=True, seed=5, private=True))
    players = seat_players(house, live, 4, CENTS)
    credited = 0
    for _ in range(40):
        play_round(house, live, random)
        assert live.table.round is not None
        for one in live.table.round.records:
            if isinstance(one, Settled) and one.source == GAME_ACCOUNT:
                credited += one.returned
    assert credited  # ruling game-account: at another table this leaves the table
    house.command(live, players[0], msg.CashOut, cents=5_00)
    house.command(live, players[0], msg.Leave)
    house.settle()
    live.close()
    house.settle()
    for player in players:
        held = [house.balance(f"{kind}:{player}") for kind in ("wallet", "game", "coupon")]
        assert held == [CENTS * UNITS, 0, CENTS * UNITS]
    with house.engine.connect() as connection:
        links = connection.execute(select(schema.game_table.c.link)).scalars().all()
        meters = connection.execute(select(schema.meter.c.id)).scalars().all()
    assert links == [""]
    assert meters
    assert {id.partition("/")[0] for id in meters} == {live.id}
    assert audit_house(house.engine).findings == []
    house.kill()


def test_the_audit_names_money_of_a_wallet_at_a_table_for_practice(house: TestHouse) -> None:
    live = house.floor.open_table("double_down_stud", settings=TableSettings(practice=True))
    (player,) = seat_players(house, live, 1)
    lines = Posting(f"chips:{live.id}:{player}", -UNITS), Posting(f"wallet:{player}", UNITS)
    house.committer.submit(Job(entries=(Entry("forged", "cash out", 1, lines, live.id),)))
    house.settle()
    (found,) = audit_house(house.engine).findings
    assert (found.what, found.table) == (MONEY, live.id)
    assert "no act makes the entry forged (cash out)" in found.sentence
    house.kill()


def test_chips_from_nowhere_are_named_at_any_other_table(house: TestHouse) -> None:
    live = house.floor.open_table("double_down_stud")
    (player,) = seat_players(house, live, 1)
    lines = Posting("issued", -UNITS), Posting(f"chips:{live.id}:{player}", UNITS)
    house.committer.submit(Job(entries=(Entry("forged", "buy in", 1, lines, live.id),)))
    house.settle()
    assert {found.what for found in audit_house(house.engine).findings} == {MONEY}
    house.kill()


def test_chips_for_practice_have_a_limit(house: TestHouse) -> None:
    live = house.floor.open_table("double_down_stud", settings=TableSettings(practice=True))
    (player,) = seat_players(house, live, 1, MOST_PRACTICE_CENTS)
    for more in ({"cents": 1_00}, {"cents": 0, "coupons": 1}):
        answers = house.command(live, player, msg.BuyIn, **more)
        house.settle()
        (answer,) = answers
        assert (answer.code, answer.why) == (
            "limit",
            "at a table for practice nobody can buy more than $1,000,000 in all",
        )
    house.command(live, player, msg.CashOut, cents=1_00)
    answers = house.command(live, player, msg.BuyIn, cents=1_00)
    house.settle()
    assert [type(one) for one in answers] == [msg.Done]
    house.kill()
