"""What a process knows of the tables that it takes over."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.house.storage.ownership import Cluster


def test_tables_that_are_taken_over_after_nobody_waited_any_more_are_told_of_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        calls: list[Any] = []
        committer: Any = SimpleNamespace(store=None, call=calls.append)
        cluster = Cluster(committer, "p1", "", lambda call: call())
        owned = cluster.ownership.epochs
        monkeypatch.setattr(cluster.ownership, "free", lambda lease: [] if "t1" in owned else ["t1"])
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
