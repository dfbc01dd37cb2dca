"""Signs what has happened: the heads of tables after rounds, and of the staff journal."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Connection

from pitboss.house.audit import heads
from pitboss.house.audit.signing import SigningError, public_key_text
from pitboss.house.process import logs
from pitboss.house.tables.live import LiveTable

SIGN_S = 0.25
"""How often the heads of rounds that ended are signed, in seconds."""
STAFF_S = 2.0
"""How often the head of the staff journal is signed, in seconds."""
MINUTE_MS = 60_000

Wanted = list[tuple[str, int, str]]
"""Chains, acts and heads."""
Write = Callable[[Callable[[Connection], None]], Coroutine[Any, Any, None]]
"""Does something in a transaction of its own."""


class Signer:
    """Signs for one process of the house."""

    def __init__(self, key: Ed25519PrivateKey, now: Callable[[], int], write: Write) -> None:
        self.public_key = public_key_text(key)
        self.failed = ""
        """Why this process can't sign any more. Empty while it can."""
        self._key, self._now, self._write = key, now, write
        self._unsigned: dict[tuple[str, int], tuple[LiveTable, int, str]] = {}
        """The last round of each table and minute. If the machine slept, the round before that is signed too."""

    def round_over(self, live: LiveTable, seq: int, head: str) -> None:
        """Sign the head of a table soon, when the act is on the disk.

        If the table was brought back, what it had not stored before never will be.
        """
        for key, (other, last, _) in list(self._unsigned.items()):
            if key[0] == live.id and other is not live and other.committed < last:
                del self._unsigned[key]
        self._unsigned[live.id, self._now() // MINUTE_MS] = (live, seq, head)

    async def sign_heads(self) -> None:
        """Sign the heads of rounds that have ended and are on the disk."""
        ready = {key: one for key, one in self._unsigned.items() if one[0].committed >= one[1]}
        if not ready:
            return
        wanted = [(id, seq, head) for (id, _), (_, seq, head) in ready.items()]
        await self._sign(lambda connection: wanted)
        for key, one in ready.items():
            if self._unsigned.get(key) is one:
                del self._unsigned[key]

    async def sign_staff(self) -> None:
        """Sign the head of the staff journal, if somebody has acted since."""
        await self._sign(heads.staff_head)

    async def _sign(self, find: Callable[[Connection], Wanted]) -> None:
        def work(connection: Connection) -> None:
            if wanted := find(connection):
                heads.sign(connection, self._key, wanted, self._now())

        if self.failed:
            return
        try:
            await self._write(work)
        except SigningError as error:  # the house got a new key from another process, or its database was altered
            self.failed = str(error)
            logs.error("this process can't sign any more", error)
