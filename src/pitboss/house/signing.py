"""The house signs the heads of its hash chains with Ed25519.

Whoever holds all of a chain can compute it anew with other content. They can't do so with a chain whose heads were
signed and given away. The key is in a file that only the house can read; it is never in the database or in a log.

A player downloads a ``SignedHead`` as JSON and checks it with the public key that the house has published. The key in
the download itself proves nothing, since anyone can sign with a key of their own.

>>> key = new_key()
>>> published = public_key_text(key)
>>> download = msgspec.json.encode(signed(key, "table-7", 42, "ab" * 32, at=1_700_000_000_000))
>>> mine = msgspec.json.decode(download, type=SignedHead)
>>> verify_head(published, mine)
True
>>> verify_head(published, msgspec.structs.replace(mine, head="cd" * 32))
False

What is signed is this text, in which every line ends with a line break:

>>> print(mine.message.decode(), end="")
pitboss head 1
table-7
42
abababababababababababababababababababababababababababababababab
1700000000000

The public key is its SubjectPublicKeyInfo, and the signature its 64 bytes, both in base64. So OpenSSL can check them:
``openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in message -sigfile signature``.
"""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp
from typing import Any

import msgspec
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_public_key,
    load_pem_private_key,
)
from sqlalchemy import Connection, Row, Select, make_url, select
from sqlalchemy.dialects import postgresql, sqlite

from pitboss.house.schema import signed_head as heads


class SigningError(ValueError):
    """A key that can't be used, or a head that can't be signed."""


class SignedHead(msgspec.Struct, frozen=True, kw_only=True):
    """The head of a chain after an act, signed by the house."""

    chain: str
    """A table's id, or ``staff``."""
    seq: int
    """The number of the act."""
    head: str
    at: int
    """When it was signed, in milliseconds since 1970."""
    key: str
    """The public key that fits the signature. It tells which of the house's published keys to check with."""
    signature: str

    @property
    def message(self) -> bytes:
        """What the signature covers."""
        return _message(self.chain, self.seq, self.head, self.at)


# --- signing


def sign_head(key: Ed25519PrivateKey, chain: str, seq: int, head: str, at: int) -> str:
    """The signature of a head, in base64."""
    if not chain.isprintable() or not 1 <= len(chain) <= 200:
        raise SigningError(f"a chain must have a name of 1 to 200 printable characters, unlike {chain!a}")
    if len(head) != 64 or not set(head) <= set("0123456789abcdef"):
        raise SigningError(f"a head must have 64 hexadecimal digits, unlike {head!a}")
    return b64encode(key.sign(_message(chain, seq, head, at))).decode()


def signed(key: Ed25519PrivateKey, chain: str, seq: int, head: str, at: int) -> SignedHead:
    """A head with its signature."""
    signature = sign_head(key, chain, seq, head, at)
    return SignedHead(chain=chain, seq=seq, head=head, at=at, key=public_key_text(key), signature=signature)


def verify_head(public_key: str, signed: SignedHead) -> bool:
    """Whether the house with this public key signed exactly this."""
    key = _public_key(public_key)
    try:
        key.verify(b64decode(signed.signature, validate=True), signed.message)
    except (InvalidSignature, ValueError):  # a wrong signature, or none at all
        return False
    return True


def public_key_text(key: Ed25519PrivateKey) -> str:
    """The public key as one line. Between the two usual lines it is a PEM file."""
    return b64encode(key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode()


def _message(chain: str, seq: int, head: str, at: int) -> bytes:
    return f"pitboss head 1\n{chain}\n{seq}\n{head}\n{at}\n".encode()


def _public_key(text: str) -> Ed25519PublicKey:
    try:
        key = load_der_public_key(b64decode(text, validate=True))
    except (ValueError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PublicKey):
        raise SigningError(f"{text!a} is not a public key of a house")
    return key


# --- the key and its file


def new_key() -> Ed25519PrivateKey:
    """A key that is kept nowhere, for a house in memory."""
    return Ed25519PrivateKey.generate()


def key_path(database: str) -> Path | None:
    """Where the key of a house lies unless the operator says otherwise. None for a database in memory.

    >>> key_path("sqlite:///floor/house.db"), key_path("postgresql://user@host/casino"), key_path("sqlite://")
    (PosixPath('floor/house.db.key'), PosixPath('casino.key'), None)
    """
    url = make_url(database)
    name = (url.database or "").removeprefix("file:")
    if url.get_backend_name() == "sqlite" and (name in ("", ":memory:") or url.query.get("mode") == "memory"):
        return None
    return Path(f"{name or 'pitboss'}.key")


def house_key(path: Path) -> Ed25519PrivateKey:
    """The key in a file. If there is none, it is made."""
    try:
        with suppress(FileExistsError):  # another process made it first
            if not path.exists():
                _put_key(path, new_key())
        return _read_key(path)
    except OSError as error:
        why = os.strerror(error.errno).lower() if error.errno else str(error)
        raise SigningError(f"the key file {path} can't be used: {why}") from None


def _read_key(path: Path) -> Ed25519PrivateKey:
    with path.open("rb") as file:
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


# --- in the database


def store_head(connection: Connection, signed: SignedHead) -> SignedHead:
    """Store a signed head. Returns the one that is stored already, if there is one for this act.

    A second head for one act would prove that the house has two histories, so it is rejected.
    """
    both = f"{signed.key} {signed.signature}"
    values = {"chain": signed.chain, "seq": signed.seq, "head": signed.head, "at": signed.at, "signature": both}
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    connection.execute(dialect.insert(heads).values(values).on_conflict_do_nothing())
    stored = _from(connection.execute(_of(signed.chain).where(heads.c.seq == signed.seq)).one())
    if stored.head != signed.head:
        raise SigningError(f"the house has signed another head of {signed.chain} after act {signed.seq}")
    return stored


def head_covering(connection: Connection, chain: str, seq: int) -> SignedHead | None:
    """The first signed head at or after an act. Its signature covers the act, since a chain covers all before it."""
    later = _of(chain).where(heads.c.seq >= seq).order_by(heads.c.seq).limit(1)
    row = connection.execute(later).one_or_none()
    return None if row is None else _from(row)


def last_head(connection: Connection, chain: str) -> SignedHead | None:
    """The last signed head of a chain."""
    row = connection.execute(_of(chain).order_by(heads.c.seq.desc()).limit(1)).one_or_none()
    return None if row is None else _from(row)


def check_heads(connection: Connection, public_keys: Iterable[str]) -> list[str]:
    """Every stored head that none of the house's keys has signed, one sentence each."""
    keys = list(public_keys)
    stored = select(heads).order_by(heads.c.chain, heads.c.seq)
    return [
        f"the signed head of {row.chain} after act {row.seq} has a wrong signature"
        for row in connection.execute(stored, execution_options={"yield_per": 1000})
        if not any(verify_head(key, _from(row)) for key in keys)
    ]


def _of(chain: str) -> Select[Any]:
    return select(heads).where(heads.c.chain == chain)


def _from(row: Row[Any]) -> SignedHead:
    key, _, signature = row.signature.rpartition(" ")
    return SignedHead(chain=row.chain, seq=row.seq, head=row.head, at=row.at, key=key, signature=signature)
