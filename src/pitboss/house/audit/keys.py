"""The signing key of a house: its file, and whether it is the key that the house has.

A house signs with one key at a time. If its key file is lost or another one lies in its place, the house does not open
until the operator asks for a new key, which the staff journal records. Several processes of a house share the key.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from sqlalchemy import Connection, make_url, select

from pitboss.house.audit import heads
from pitboss.house.audit.signing import SigningError, new_key, public_key_text
from pitboss.house.storage.schema import act

ASK = "start once with --new-signing-key"


def open_key(connection: Connection, path: Path, now: int, *, new: bool = False) -> Ed25519PrivateKey:
    """The key with which the house signs. A house without one gets that of the file, which is made if it is not there.

    ``new`` replaces the key that the house has. What a process that ended left unsigned is signed here.
    """
    heads.hold(connection)
    given = [one.key for one in heads.keys_given(connection)]
    last = heads.newest(connection)
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
        heads.give_key(connection, key, now)
    heads.sign_left(connection, key, now)
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
