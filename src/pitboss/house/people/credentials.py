"""Changing a password: by its owner, or with a one-time code from an administrator.

A code takes the place of the password. The old password stops working at once. The person chooses a new one with the
code, which works once and expires after a day. The database has only its SHA-256; a code is random, so it needs no slow
hash. The caller owns the transaction, and rolls it back after an error.

>>> from sqlalchemy import create_engine
>>> from pitboss.house.people.people import PasswordHasher, register, verify_password
>>> from pitboss.house.storage.schema import metadata
>>> engine = create_engine("sqlite://")
>>> metadata.create_all(engine)
>>> cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
>>> with engine.begin() as connection:
...     ann = register(connection, None, "ann", "correct horse", "Ann", now=0, hasher=cheap)
...     code = reset(connection, ann.id, now=1)
...     old = verify_password(connection, "ann", "correct horse", hasher=cheap)
...     again = use_code(connection, "ann", code.text, hashed("battery staple", hasher=cheap), now=2)
...     new = verify_password(connection, "ann", "battery staple", hasher=cheap)
>>> old, again == ann, new == ann
(None, True, True)
"""

from __future__ import annotations

import secrets
from hashlib import sha256

import msgspec
from sqlalchemy import Connection, select, update

from pitboss.house.authorize import Forbidden
from pitboss.house.people.people import (
    CLEAR,
    ONCE,
    Hashed,
    PeopleError,
    Person,
    Proof,
    hashed,
    hold,
    is_login,
    known,
    person_from,
    refuse_disabled,
)
from pitboss.house.storage.schema import person as people

CODE_LIFETIME = 24 * 60 * 60 * 1000
CODE_LETTERS = 20
"""About 99 bits."""

__all__ = ["CODE_LIFETIME", "Code", "change_password", "check_code", "hashed", "reset", "use_code"]


class Code(msgspec.Struct, frozen=True):
    """A one-time code with which a person chooses a new password."""

    text: str
    expires_at: int


def change_password(connection: Connection, person: Person, old: Proof, new: Hashed) -> None:
    """Replace a password. The proof must be of the present one."""
    present = (people.c.id == person.id) & (people.c.password == old.stored) & people.c.disabled_at.is_(None)
    if not connection.execute(update(people).where(present).values(password=new.text)).rowcount:
        raise PeopleError("old-password", "the password has changed meanwhile: try again")


def reset(connection: Connection, person_id: str, now: int) -> Code:
    """Put a one-time code in the place of a password. A code that was given out before stops working."""
    found = hold(connection, person_id)
    refuse_disabled(found)
    if found.is_guest:
        raise PeopleError("guest", f"{found.name!r} is a guest and has no password")
    code = Code("".join(secrets.choice(CLEAR) for _ in range(CODE_LETTERS)), now + CODE_LIFETIME)
    text = f"{ONCE}{code.expires_at} {_hash(code.text)}"
    connection.execute(update(people).where(people.c.id == found.id).values(password=text))
    return code


def check_code(connection: Connection, login: str, code: str, now: int) -> Person:
    """The person of a login and a code, which must be right. The code can still be used."""
    wrong = Forbidden("wrong-password", "the login or the code is wrong")
    if not is_login(login):
        raise wrong
    row = connection.execute(select(people).where(people.c.login == login.lower())).one_or_none()
    stored = row.password if row is not None and row.password.startswith(ONCE) else ""
    expires_at, _, its_hash = stored.removeprefix(ONCE).partition(" ")
    if row is None or not secrets.compare_digest(its_hash, _hash(code)):
        raise wrong
    found = person_from(row)
    refuse_disabled(found)
    if int(expires_at) <= now:
        raise Forbidden("wrong-password", "the code has expired: ask an administrator for another one")
    return found


def use_code(connection: Connection, login: str, code: str, new: Hashed, now: int) -> Person:
    """Replace a code by a password. The code works once."""
    person = check_code(connection, login, code, now)
    hold(connection, person.id)
    check_code(connection, login, code, now)  # two at once: the second finds it gone
    connection.execute(update(people).where(people.c.id == person.id).values(password=new.text))
    return known(connection, person.id)


def _hash(code: str) -> str:
    """The hash of a code as people type it: in whatever case, with dashes and spaces."""
    plain = "".join(filter(str.isalnum, code.upper()))
    return sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()
