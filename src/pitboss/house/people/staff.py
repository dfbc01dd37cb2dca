"""The journal of staff acts: logins, fills, changes of rules, validations and the like, in a hash chain of its own.

The head of an act is the SHA-256 of the head before it (64 hexadecimal digits) and of one line of JSON, with no space
between its parts and the keys of the body in order:

    {"number":1,"at":0,"person":"4f7k","what":"fill","body":{"table":"t1","units":5000000}}

Whoever holds the whole database can make a new chain, and can cut off the end of this one. Signed heads show that
(``signing.py``).

>>> from sqlalchemy import create_engine
>>> from pitboss.house.storage.schema import metadata
>>> engine = create_engine("sqlite://")
>>> metadata.create_all(engine)
>>> with engine.begin() as connection:
...     head = record(connection, 0, "4f7k", "fill", {"table": "t1", "units": 5000000})
...     last(connection) == (1, head), check(connection)
(True, [])
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, insert, select, text, update

from pitboss.house.storage.schema import signed_head, staff_act
from pitboss.log.lines import GENESIS

HOUSE = "house"
"""The person of an act that nobody but the house does."""
FIRST_ADMINISTRATOR, ROLES, DISABLE, ENABLE = "first administrator", "roles", "disable", "enable"
"""The acts from which roles and closed accounts follow. The audit compares them with the rows of people."""
ISSUE, SIGN_OUT, RESET_PASSWORD = "issue", "sign out", "reset password"
"""Further acts that only an administrator can do."""
TAKE = "take"
"""An act of the house: somebody took play money, since they had too little left (``free_chips.py``)."""
CHAIN = "staff"
"""The name of this chain among the signed heads."""
IDLE_MS = 1000
"""How long a process on PostgreSQL may hold locks that others need and do nothing, before it loses its connection."""


class _HashedAct(msgspec.Struct, frozen=True):
    """What is hashed. The order of the fields is part of the format."""

    number: int
    at: int
    person: str
    what: str
    body: msgspec.Raw


class Order(NamedTuple):
    """An act of staff that is not in the journal yet."""

    at: int
    person: str
    what: str
    body: bytes

    @classmethod
    def of(cls, at: int, person_id: str, what: str, body: dict[str, Any]) -> Order:
        """An act of a person. Raises ``ValueError`` if the journal can't hold it."""
        for said, of in ((person_id, "person"), (what, "act")):
            if not 1 <= len(said) <= 64 or not said.isprintable():
                raise ValueError(f"the {of} of a staff act must have 1 to 64 printable characters, unlike {said!a}")
        return cls(at, person_id, what, _content(what, body))


class StaffRow(NamedTuple):
    """A row of the table ``staff_act``."""

    number: int
    at: int
    person: str
    what: str
    body: str
    head: str


def rows(last: tuple[int, str], orders: Iterable[Order]) -> list[StaffRow]:
    """The rows that append these acts to a journal. ``last`` is the number and the head of its last act."""
    number, head = last
    made = []
    for at, person, what, body in orders:
        number += 1
        head = _digest(head, _HashedAct(number, at, person, what, msgspec.Raw(body)))
        made.append(StaffRow(number, at, person, what, body.decode(), head))
    return made


def record(connection: Connection, now: int, person_id: str, what: str, body: dict[str, Any]) -> str:
    """Append an act of a person and return the new head.

    Other processes wait here until the transaction ends, so record as late in it as possible. An act that moves money
    is written by the committer, together with the money (``Job.staff``).
    """
    order = Order.of(now, person_id, what, body)
    hold(connection)
    (row,) = rows(last(connection), [order])
    connection.execute(insert(staff_act).values(row._asdict()))
    return row.head


def last(connection: Connection) -> tuple[int, str]:
    """The number and the head of the last act."""
    newest = select(staff_act.c.number, staff_act.c.head).order_by(staff_act.c.number.desc()).limit(1)
    row = connection.execute(newest).one_or_none()
    return (0, GENESIS) if row is None else (row.number, row.head)


def acts(connection: Connection, what: str) -> list[dict[str, Any]]:
    """The bodies of all staff acts of a kind, from the first."""
    of_kind = select(staff_act.c.body).where(staff_act.c.what == what).order_by(staff_act.c.number)
    return [msgspec.json.decode(body) for (body,) in connection.execute(of_kind)]


def check(connection: Connection) -> list[str]:
    """Every break of the chain, one sentence each. Empty if the chain is whole and has every head that was signed.

    The signatures themselves are checked by ``audit/whole_house.py``.
    """
    breaks = []
    by_house = select(signed_head.c.seq, signed_head.c.head).where(signed_head.c.chain == CHAIN)
    signed = {row.seq: row.head for row in connection.execute(by_house)}
    number, follows = 0, {GENESIS}
    in_order = select(staff_act).order_by(staff_act.c.number)
    for row in connection.execute(in_order, execution_options={"yield_per": 1000}):
        if row.number < 1:
            breaks.append(f"staff act {row.number} was added: the first one is 1")
            continue
        line = _HashedAct(row.number, row.at, row.person, row.what, msgspec.Raw(row.body.encode()))
        made = {_digest(before, line) for before in follows}
        if row.number != number + 1:
            breaks.append(_missing(number + 1, row.number - 1))
        elif row.head not in made:
            breaks.append(f"the head of staff act {row.number} does not fit its content and the act before it")
        if signed.pop(row.number, row.head) != row.head:
            breaks.append(f"the head of staff act {row.number} is not the one that the house signed")
        # If only the head was altered, the next act still fits the head that this one should have: one break, not two.
        number, follows = row.number, {row.head, *made}
    return breaks + [f"staff act {gone} was signed by the house and is missing" for gone in sorted(signed)]


def _content(what: str, body: dict[str, Any]) -> bytes:
    """The body as JSON, which must lose nothing."""
    try:
        content = msgspec.json.encode(body, order="deterministic")
        lossless = msgspec.json.decode(content) == body
    except (TypeError, ValueError):
        lossless = False
    if not lossless:
        raise ValueError(f"the body of the staff act {what!r} must be plain JSON, which reads back as it was")
    return content


def _missing(first: int, to: int) -> str:
    return f"staff act {first} is missing" if first == to else f"staff acts {first} to {to} are missing"


def _digest(before: str, line: _HashedAct) -> str:
    return sha256(before.encode() + msgspec.json.encode(line)).hexdigest()


def let_go_if_idle(connection: Connection) -> None:
    """End this transaction if its process hangs. Its locks would make the committers of all other processes wait."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SET LOCAL idle_in_transaction_session_timeout TO {IDLE_MS}"))


def hold(connection: Connection) -> None:
    """Let no other transaction append before this one ends. Two acts with one number would fail anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE staff_act IN SHARE ROW EXCLUSIVE MODE"))
        let_go_if_idle(connection)
    else:  # any write locks the file, also one that finds no row
        connection.execute(update(staff_act).where(staff_act.c.number < 0).values(head=staff_act.c.head))
