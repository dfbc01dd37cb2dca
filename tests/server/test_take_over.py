"""What a process knows of the tables that it takes over."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from pitboss.house.storage.ownership import Cluster, LastHeard


class OneFreeTable:
    """What a process owns: a table that nobody ran, as soon as it claims it."""

    def __init__(self) -> None:
        self.epochs: dict[str, int] = {}

    def beat(self) -> None: ...
    def say_hello(self) -> None: ...
    def poorest(self) -> None: ...

    def free(self, lease: float) -> list[str]:
        return [] if self.epochs else ["t1"]

    def overdue(self, lease: float) -> list[str]:
        return []

    def last_heard(self, tables: list[str]) -> dict[str, LastHeard]:
        return {table: LastHeard() for table in tables}

    def claim_all(self, tables: list[str]) -> None:
        self.epochs |= dict.fromkeys(tables, 1)


def test_tables_that_are_taken_over_after_nobody_waited_any_more_are_told_of_later() -> None:
    async def test() -> None:
        calls: list[Any] = []
        committer: Any = SimpleNamespace(store=None, call=calls.append)
        cluster = Cluster(committer, "p1", "", lambda call: call())
        cluster.ownership = OneFreeTable()  # type: ignore[assignment]
        impatient = asyncio.create_task(cluster.look())
        await asyncio.sleep(0)
        impatient.cancel()
        await asyncio.gather(impatient, return_exceptions=True)
        calls.pop()(None)  # the database has answered at last
        again = asyncio.create_task(cluster.look())
        await asyncio.sleep(0)
        calls.pop()(None)
        assert [one.tables for one in await again] == [["t1"]]

    asyncio.run(test())
