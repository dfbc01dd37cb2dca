"""The signed heads of a house: the list in the database, the key, and the process that signs.

The list has no gap, and each signature covers the one before it. The staff journal says which key signs. An act
``signing key`` gives the new key, and the number and the digest of the last signature before it. The house signs that
act at once, with the new key.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp
from typing import Any, Protocol

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from sqlalchemy import Connection, Row, Select, func, insert, make_url, or_, select, text, tuple_, update

from pitboss.house.audit.signing import SignedHead, SigningError, new_key, public_key_text, signed
from pitboss.house.people import staff
from pitboss.house.process import logs
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
        row = connection.execute(KEY_ACTS.order_by(staff_act.c.number.desc()).limit(1)).one_or_none()
        if row is not None and new_key_of(row).key != public:
            raise SigningError("the house signs with a new key: start this process again with that key")
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


# --- the key that the house has
#
# A house signs with one key at a time. If its key file is lost or another one lies in its place, the house does not
# open until the operator asks for a new key, which the staff journal records. Several processes of a house share it.

ASK = "start once with --new-signing-key"


def open_key(connection: Connection, path: Path, now: int, *, new: bool = False) -> Ed25519PrivateKey:
    """The key with which the house signs. A house without one gets that of the file, which is made if it is not there.

    ``new`` replaces the key that the house has. What a process that ended left unsigned is signed here.
    """
    hold(connection)
    given = [one.key for one in keys_given(connection)]
    last = newest(connection)
    had = given[-1] if given else last.key if last else ""
    key = _read_key(path)
    if had and not new:
        if key is None:
            raise SigningError(f"the key file {path} of this house is missing: bring it back, or {ASK}")
        if public_key_text(key) != had:
            wrong = f"the key file {path} does not have the key that this house signs with"
            raise SigningError(f"{wrong}: name the right file with --key, or {ASK}")
    elif not new and connection.execute(select(act.c.seq).limit(1)).first():
        wrong = "this house has been played in, but nothing says with which key it signs"
        raise SigningError(f"{wrong}: restore a backup, or {ASK}")
    elif had and key is not None and public_key_text(key) in {had, *given}:
        wrong = f"the key in the file {path} is not new to this house"
        raise SigningError(f"{wrong}: start without --new-signing-key, or name another file with --key")
    key = key or house_key(path)
    if not given or given[-1] != public_key_text(key):
        give_key(connection, key, now)
    sign_left(connection, key, now)
    return key


# --- the file


def key_path(database: str) -> Path:
    """Where the key of a house lies unless the operator says otherwise.

    >>> key_path("sqlite:///floor/house.db"), key_path("postgresql://user@host/casino")
    (PosixPath('floor/house.db.key'), PosixPath('casino.key'))
    """
    return Path(f"{make_url(database).database or 'pitboss'}.key")


def house_key(path: Path) -> Ed25519PrivateKey:
    """The key in a file. If there is none, it is made."""
    with _explained(path), suppress(FileExistsError):  # another process made it first
        if not path.exists():
            _put_key(path, new_key())
    key = _read_key(path)
    if key is None:
        raise SigningError(f"the key file {path} can't be used: it was removed at this moment")
    return key


def _read_key(path: Path) -> Ed25519PrivateKey | None:
    """The key in a file. None if there is no file."""
    with _explained(path):
        try:
            file = path.open("rb")
        except FileNotFoundError:
            return None
        with file:
            mode = os.fstat(file.fileno()).st_mode & 0o777
            if mode & 0o077 and os.name == "posix":
                wrong = f"others than its owner can use the key file {path} (mode {mode:04o}): set its mode to 0600"
                raise SigningError(wrong)
            content = file.read()
    try:
        key = load_pem_private_key(content, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        raise SigningError(f"the file {path} has no Ed25519 key without a password")
    return key


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = os.strerror(error.errno).lower() if error.errno else str(error)
        raise SigningError(f"the key file {path} can't be used: {why}") from None


def _put_key(path: Path, key: Ed25519PrivateKey) -> None:
    """Write a key file whole, or not at all if there is one. ``mkstemp`` gives it mode 0600."""
    handle, name = mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".partial")
    partial = Path(name)
    try:
        with open(handle, "wb") as file:
            file.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
            file.flush()
            os.fsync(file.fileno())
        os.link(partial, path)
    finally:
        partial.unlink()
    if os.name == "posix":  # the name must survive a loss of power too, since heads will be signed with this key
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


# --- a process that signs

SIGN_S = 0.25
"""How often the heads of rounds that ended are signed, in seconds."""
STAFF_S = 2.0
"""How often the head of the staff journal is signed, in seconds."""
MINUTE_MS = 60_000

Wanted = list[tuple[str, int, str]]
"""Chains, acts and heads."""
Write = Callable[[Callable[[Connection], None]], Coroutine[Any, Any, None]]
"""Does something in a transaction of its own."""


class SignedTable(Protocol):
    """A table whose rounds are signed."""

    id: str
    committed: int
    """The last act that is on the disk."""


class Signer:
    """Signs for one process of the house."""

    def __init__(self, key: Ed25519PrivateKey, now: Callable[[], int], write: Write) -> None:
        self.public_key = public_key_text(key)
        self.failed = ""
        """Why this process can't sign any more. Empty while it can."""
        self._key, self._now, self._write = key, now, write
        self._unsigned: dict[tuple[str, int], tuple[SignedTable, int, str]] = {}
        """The last round of each table and minute. If the machine slept, the round before that is signed too."""

    def round_over(self, live: SignedTable, seq: int, head: str) -> None:
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
        await self._sign(staff_head)

    async def _sign(self, find: Callable[[Connection], Wanted]) -> None:
        def work(connection: Connection) -> None:
            if wanted := find(connection):
                sign(connection, self._key, wanted, self._now())

        if self.failed:
            return
        try:
            await self._write(work)
        except SigningError as error:  # the house got a new key from another process, or its database was altered
            self.failed = str(error)
            logs.error("this process can't sign any more", error)
