"""What a process signs after rounds: the last round of each table, and more only if the clock jumped in between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, create_engine

from pitboss.house.audit.heads import LATE_MS, Signer, all_heads
from pitboss.house.audit.signing import new_key
from pitboss.house.storage.schema import metadata


class Table:
    """As much of a live table as the signer sees."""

    def __init__(self, id: str) -> None:
        self.id, self.committed = id, 0


class Signing:
    """A signer on a database in memory, with a clock of its own."""

    def __init__(self) -> None:
        self._engine = create_engine("sqlite://")
        metadata.create_all(self._engine)
        self.now = 1_000_000
        self.signer = Signer(new_key(), lambda: self.now, self._write)

    async def _write(self, work: Callable[[Connection], None]) -> None:
        with self._engine.begin() as connection:
            work(connection)

    def over(self, table: Any, seq: int) -> None:
        self.signer.round_over(table, seq, f"{seq:064}")

    def signed(self) -> list[tuple[str, int]]:
        """Sign, and return the chains and acts of all signatures."""
        asyncio.run(self.signer.sign_heads())
        with self._engine.begin() as connection:
            return [(one.chain, one.seq) for one in all_heads(connection)]


def test_a_round_is_signed_when_its_last_act_is_on_the_disk() -> None:
    signing, table, other = Signing(), Table("t1"), Table("t2")
    signing.over(table, 5)
    signing.over(other, 9)
    other.committed = 9
    assert signing.signed() == [("t2", 9)]
    table.committed = 5
    assert signing.signed() == signing.signed() == [("t2", 9), ("t1", 5)]


def test_of_rounds_that_follow_at_once_only_the_last_is_signed() -> None:
    signing, table = Signing(), Table("t1")
    for seq in (5, 9):
        signing.over(table, seq)
    table.committed = 9
    assert signing.signed() == [("t1", 9)]


def test_a_machine_that_slept_after_a_round_signs_that_round_too() -> None:
    """Otherwise the audit would miss a signature, since play seems to have gone on for long without one."""
    signing, table = Signing(), Table("t1")
    signing.over(table, 5)
    signing.now += LATE_MS
    signing.over(table, 9)
    table.committed = 9
    assert signing.signed() == [("t1", 5), ("t1", 9)]


def test_a_round_that_was_lost_before_the_table_was_brought_back_is_not_signed() -> None:
    signing, lost, other, back = Signing(), Table("t1"), Table("t2"), Table("t1")
    signing.over(lost, 5)
    signing.over(other, 3)
    signing.now += LATE_MS
    signing.over(back, 4)
    for table in (lost, other, back):
        table.committed = 5
    assert signing.signed() == [("t2", 3), ("t1", 4)]
