"""The signed heads in the database: a list without a gap, in which each signature covers the one before it.

The staff journal says which key signs. An act ``signing key`` gives the new key, and the number and the digest of the
last signature before it. The house signs that act at once, with the new key.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Connection, Row, Select, func, insert, or_, select, text, tuple_, update

from pitboss.house.audit.signing import SignedHead, SigningError, public_key_text, signed
from pitboss.house.people import staff
from pitboss.house.storage.schema import act, game_table, staff_act
from pitboss.house.storage.schema import signed_head as heads
from pitboss.log.lines import GENESIS

SIGNING_KEY = "signing key"
"""The staff act that gives the house a key."""
KEY_ACTS = select(staff_act).where(staff_act.c.what == SIGNING_KEY)
LATE_MS = 5 * 60 * 1000
"""A head is signed a moment after a round. If play goes on for so long without a signature, signatures are missing."""
IDLE_MS = 10_000
"""How long a process on PostgreSQL may hold the list and do nothing. Then the server ends its transaction."""


class NewKey(msgspec.Struct, frozen=True, kw_only=True):
    """The house got a key."""

    act: int = 0
    """The number of the staff act."""
    key: str
    signed: int
    """How many heads had been signed before."""
    last: str
    """The digest of the last of them, or 64 zeros."""


# --- the key that signs


def give_key(connection: Connection, key: Ed25519PrivateKey, now: int) -> None:
    """Let the house sign with this key from now on. The staff journal says so, and the key signs that."""
    hold(connection)
    last = newest(connection)
    number, digest = (last.number, last.digest) if last else (0, GENESIS)
    said = {"key": public_key_text(key), "signed": number, "last": digest}
    head = staff.record(connection, now, staff.HOUSE, SIGNING_KEY, said)
    sign(connection, key, [(staff.CHAIN, staff.last(connection)[0], head)], now)


def keys_given(connection: Connection) -> list[NewKey]:
    """All keys of the house, from the first."""
    return [new_key_of(row) for row in connection.execute(KEY_ACTS.order_by(staff_act.c.number))]


def new_key_of(row: Row[Any]) -> NewKey:
    """What a staff act says about a new key."""
    try:
        return msgspec.structs.replace(msgspec.json.decode(row.body, type=NewKey), act=row.number)
    except msgspec.MsgspecError:
        raise SigningError(f"staff act {row.number} ({SIGNING_KEY}) can't be read") from None


# --- signing


def sign(
    connection: Connection, key: Ed25519PrivateKey, wanted: Iterable[tuple[str, int, str]], now: int
) -> list[SignedHead]:
    """Sign the heads of chains after acts, and store them. A head that is signed already stays as it is.

    A second head for one act would prove that the house has two histories, so it is rejected. So is a key that the
    house has replaced.
    """
    hold(connection)
    last = newest(connection)
    public = public_key_text(key)
    if last is None or last.key != public:
        _check_key(connection, public)
    heads_of = {(chain, seq): head for chain, seq, head in wanted}
    if not heads_of:
        return []
    rows = connection.execute(select(heads).where(tuple_(heads.c.chain, heads.c.seq).in_(list(heads_of))))
    for old in map(_from, rows):
        if heads_of.pop((old.chain, old.seq)) != old.head:
            raise SigningError(f"the house has signed another head of {old.chain} after act {old.seq}")
    made: list[SignedHead] = []
    for (chain, seq), head in heads_of.items():
        number, before = (last.number + 1, last.digest) if last else (1, GENESIS)
        last = signed(key, chain, seq, head, now, number=number, before=before)
        made.append(last)
    if made:
        connection.execute(insert(heads), [msgspec.structs.asdict(one) for one in made])
    return made


def sign_left(connection: Connection, key: Ed25519PrivateKey, now: int) -> None:
    """Sign what a process that ended could not sign any more: the last act of each table, and of the staff journal."""
    hold(connection)
    last = newest(connection)
    c = game_table.c
    played = select(func.max(act.c.seq)).where(act.c.table_id == c.id).scalar_subquery()
    covered = select(func.max(heads.c.seq)).where(heads.c.chain == c.id).scalar_subquery()
    recent = or_(c.closed_at.is_(None), c.closed_at > (last.at if last else 0) - LATE_MS)
    tables = connection.execute(select(c.id, played.label("played"), covered.label("covered")).where(recent)).all()
    left = [(row.id, row.played) for row in tables if (row.played or 0) > (row.covered or 0)]
    of_act = select(act.c.head)
    wanted = [
        (id, seq, connection.execute(of_act.where(act.c.table_id == id, act.c.seq == seq)).scalar_one())
        for id, seq in left
    ]
    sign(connection, key, wanted + staff_head(connection), now)


def staff_head(connection: Connection) -> list[tuple[str, int, str]]:
    """The head of the staff journal, if somebody has acted since it was signed."""
    number, head = staff.last(connection)
    before = last_head(connection, staff.CHAIN)
    return [(staff.CHAIN, number, head)] if number > (before.seq if before else 0) else []


def hold(connection: Connection) -> None:
    """Let no other transaction sign before this one ends."""
    if connection.dialect.name == "postgresql":
        patience = f"SET LOCAL idle_in_transaction_session_timeout = {IDLE_MS}"
        connection.execute(text(f"{patience}; LOCK TABLE signed_head IN SHARE ROW EXCLUSIVE MODE"))
    else:  # any write locks the file, also one that finds no row
        connection.execute(update(heads).where(heads.c.number < 0).values(head=heads.c.head))


def _check_key(connection: Connection, public: str) -> None:
    row = connection.execute(KEY_ACTS.order_by(staff_act.c.number.desc()).limit(1)).one_or_none()
    if row is not None and new_key_of(row).key != public:
        raise SigningError("the house signs with a new key: start this process again with that key")


# --- what was signed


def head_covering(connection: Connection, chain: str, seq: int) -> SignedHead | None:
    """The first signed head at or after an act. Its signature covers the act, since a chain covers all before it."""
    return _first(connection, _of(chain).where(heads.c.seq >= seq).order_by(heads.c.seq))


def last_head(connection: Connection, chain: str) -> SignedHead | None:
    """The last signed head of a chain."""
    return _first(connection, _of(chain).order_by(heads.c.seq.desc()))


def newest(connection: Connection) -> SignedHead | None:
    """The head that was signed last."""
    return _first(connection, select(heads).order_by(heads.c.number.desc()))


def all_heads(connection: Connection) -> Iterable[SignedHead]:
    """All signed heads, in the order of their numbers."""
    in_order = select(heads).order_by(heads.c.number)
    return map(_from, connection.execute(in_order, execution_options={"yield_per": 1000}))


def _of(chain: str) -> Select[Any]:
    return select(heads).where(heads.c.chain == chain)


def _first(connection: Connection, query: Select[Any]) -> SignedHead | None:
    row = connection.execute(query.limit(1)).one_or_none()
    return None if row is None else _from(row)


def _from(row: Row[Any]) -> SignedHead:
    return SignedHead(**row._mapping)
