"""Who may take play money: what happens at the tables at the same moment, and what other processes say."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.exceptions import HTTPException

from pitboss.basics.money import UNITS
from pitboss.house.money import free_chips
from pitboss.house.people.people import Person
from pitboss.house.tables.acts import HeldBack
from pitboss.house.tables.live import LiveTable
from pitboss.server.other_processes import PASSED_ON
from pitboss.server.routes.people import own_tables, take

ANN = Person(id="ann", name="Ann", login="", roles=(), made_at=0)
STAKES = {(1, "ann", 1, "ante"): 500, (1, "bob", 1, "ante"): 700}


def table(id: str, chips: int, *, practice: bool = False, stakes: dict[Any, int] | None = None) -> Any:
    """A table at which Ann sits."""
    round = SimpleNamespace(over=False, layout=SimpleNamespace(stakes=stakes or {}))
    live = SimpleNamespace(
        till=SimpleNamespace(chips=lambda person: chips * UNITS, paid=lambda records, person: (0, 0)),
        held=HeldBack(),
        settings=SimpleNamespace(practice=practice),
        table=SimpleNamespace(round=round, seats=[(1, "ann"), (2, "bob")]),
    )
    told: Any = LiveTable
    live.chips_told, live.staked_told = partial(told.chips_told, live), partial(told.staked_told, live)
    return SimpleNamespace(id=id, name=id, live=live)


class Asked:
    """A house that has been asked for money. ``meanwhile`` happens while it stores what waits."""

    shared, process, address = False, "own", "http://own"

    def __init__(self, *tables: Any, meanwhile: Callable[[], object] = lambda: None) -> None:
        self.settings = SimpleNamespace(may_be_taken=1_000_00)
        self.tables = {one.id: one for one in tables}
        self.meanwhile = meanwhile
        self.written: list[Callable[[Any], bool]] = []

    @staticmethod
    def now() -> int:
        return 7

    async def settled(self) -> None:
        await asyncio.sleep(0)
        self.meanwhile()

    async def write(self, work: Callable[[Any], bool]) -> bool:
        self.written.append(work)
        return True

    def taken(self, **headers: str) -> int:
        """What Ann gets."""
        house: Any = self
        request: Any = SimpleNamespace(headers=headers)
        answer: Awaitable[Any] = take(house, request, ANN)

        async def ask() -> int:
            cents: int = (await answer).cents
            return cents

        return asyncio.run(ask())


def test_a_wager_that_is_sent_at_the_same_moment_counts() -> None:
    there = table("t1", 500)
    house = Asked(there, meanwhile=lambda: there.live.table.round.layout.stakes.update(STAKES))
    with pytest.raises(HTTPException) as refused:
        house.taken()
    assert (refused.value.status_code, house.written) == (409, [])
    assert "wait for the end of the round" in refused.value.detail


def test_the_ledger_hears_what_the_tables_say(monkeypatch: pytest.MonkeyPatch) -> None:
    house = Asked(table("t1", 300))
    assert house.taken() == 1_000_00
    given: list[Any] = []
    monkeypatch.setattr(free_chips, "take", lambda *said: given.append(said))
    house.written[0]("connection")
    assert given == [("connection", "ann", 1_000_00, 7, {"t1": 300 * UNITS})]


def test_a_wager_for_practice_keeps_nobody_from_taking() -> None:
    house: Any = Asked(table("t1", 0, stakes=STAKES), table("t2", 9, practice=True, stakes=STAKES))
    assert [(one.table, one.chips, one.staked) for one in own_tables(house, ANN)] == [("t1", 0, 500), ("t2", 9, 0)]
    assert Asked(house.tables["t2"]).taken() == 1_000_00


@pytest.mark.parametrize("address", ["http://127.0.0.1:1", ""])
@pytest.mark.parametrize("headers", [{}, {PASSED_ON: "1"}])
def test_nobody_takes_while_another_process_is_silent(
    address: str, headers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def read(work: object) -> list[str]:
        return [address]

    house = Asked()
    monkeypatch.setattr(Asked, "shared", True)
    monkeypatch.setattr(house, "read", read, raising=False)
    with pytest.raises(HTTPException) as refused:
        house.taken(**headers)
    assert (refused.value.status_code, house.written) == (503, [])
