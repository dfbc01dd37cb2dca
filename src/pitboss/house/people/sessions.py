"""Sessions, and the token of the first administrator.

A client has a token; the database has only its SHA-256. So a copy of the database opens no session.

>>> from sqlalchemy import create_engine
>>> from pitboss.house.people.people import guest
>>> from pitboss.house.storage.schema import metadata
>>> engine = create_engine("sqlite://")
>>> metadata.create_all(engine)
>>> with engine.begin() as connection:
...     ann = guest(connection, now=0)
...     token = open_session(connection, ann, now=0, lifetime=60_000)
...     person_of(connection, token, now=59_999) == ann, person_of(connection, token, now=60_000)
(True, None)
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from hashlib import sha256

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from pitboss.house.people.people import PeopleError, Person, Role, grant, has_administrator, person_from
from pitboss.house.storage.database import upsert
from pitboss.house.storage.schema import person as people
from pitboss.house.storage.schema import session as sessions
from pitboss.house.storage.schema import setting

FIRST_TOKEN = "first-token"
"""The setting that holds the hash of the first administrator's token until somebody uses it."""
AT_ONCE = 500
"""Sessions that one statement asks for."""


# --- sessions


def open_session(connection: Connection, person: Person, now: int, lifetime: int) -> str:
    """Open a session that ends after ``lifetime`` milliseconds. Returns its token, which is stored nowhere."""
    if lifetime <= 0:
        raise ValueError(f"a session must last at least 1 millisecond, not {lifetime}")
    token = _new_token()
    connection.execute(
        insert(sessions).values(id=_hash(token), person=person.id, made_at=now, expires_at=now + lifetime)
    )
    return token


def person_of(connection: Connection, token: str, now: int) -> Person | None:
    """The person whose session this is, with their present roles.

    None if the session is unknown, expired or revoked, or if the person is disabled.
    """
    return people_of(connection, [token], now).get(token)


def people_of(connection: Connection, tokens: Iterable[str], now: int) -> dict[str, Person]:
    """The people of those of these tokens whose session is open."""
    hashes = {_hash(token): token for token in tokens}
    valid = (sessions.c.expires_at > now) & sessions.c.revoked_at.is_(None) & people.c.disabled_at.is_(None)
    joined = select(people, sessions.c.id.label("session")).join(sessions, sessions.c.person == people.c.id)
    found = {}
    ids = list(hashes)
    for first in range(0, len(ids), AT_ONCE):
        some = ids[first : first + AT_ONCE]
        for row in connection.execute(joined.where(valid & sessions.c.id.in_(some))):
            found[hashes[row.session]] = person_from(row)
    return found


def revoke(connection: Connection, token: str, now: int) -> bool:
    """End a session. Returns whether there was one to end."""
    given = (sessions.c.id == _hash(token)) & sessions.c.revoked_at.is_(None)
    return connection.execute(update(sessions).where(given).values(revoked_at=now)).rowcount > 0


def revoke_all(connection: Connection, person: Person, now: int, *, but: str = "") -> int:
    """End all sessions of a person, but not the one with this token. Returns how many ended."""
    theirs = _open_sessions(person, now) & (sessions.c.id != _hash(but))
    return connection.execute(update(sessions).where(theirs).values(revoked_at=now)).rowcount


def count_sessions(connection: Connection, person: Person, now: int) -> int:
    """How many sessions of a person are open."""
    return connection.execute(select(func.count()).where(_open_sessions(person, now))).scalar_one()


def _open_sessions(person: Person, now: int) -> ColumnElement[bool]:
    return (sessions.c.person == person.id) & (sessions.c.expires_at > now) & sessions.c.revoked_at.is_(None)


def _new_token() -> str:
    return secrets.token_urlsafe(32)


def _hash(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()  # a client may send any text


# --- the first administrator


def first_token(connection: Connection, *, anew: bool = False) -> str | None:
    """Make the token with which somebody becomes the first administrator. None if there is nothing to make.

    A house without an administrator has one token, which is valid until it is used. Of several processes that start at
    once, one makes it. Only its hash is stored, so nobody can print it again; ``anew`` replaces it.
    """
    if has_administrator(connection):
        return None
    token = _new_token()
    value = _hash(token)
    insert_it = upsert(connection)(setting).values(name=FIRST_TOKEN, value=value)
    if anew:
        made = insert_it.on_conflict_do_update(index_elements=["name"], set_={"value": value})
    else:
        made = insert_it.on_conflict_do_nothing()
    return token if connection.execute(made.returning(setting.c.name)).first() else None


def use_first_token(connection: Connection, token: str, person_id: str) -> Person:
    """Make a registered person the first administrator. The token works once."""
    if has_administrator(connection):
        raise PeopleError("first-token", "the house has an administrator: ask them for the role")
    this = (setting.c.name == FIRST_TOKEN) & (setting.c.value == _hash(token))
    if not connection.execute(delete(setting).where(this)).rowcount:
        why = "this is not the token that the house printed; pitboss serve --new-admin-token prints another"
        raise PeopleError("first-token", why)
    return grant(connection, person_id, Role.ADMINISTRATOR)
