"""Sessions, the token of the first administrator, and what each role may do.

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
from typing import Final

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


# --- what each role may do


class Forbidden(PeopleError):
    """A person lacks the role for an operation, or is not signed in.

    >>> needs(None, Role.PLAYER)
    Traceback (most recent call last):
        ...
    pitboss.house.people.sessions.Forbidden: sign in first
    """


_ARTICLES: Final = {role: "an" if role[0] in "aeiou" else "a" for role in Role}
_EVERYONE = frozenset(Role)
_PLAYER = frozenset({Role.PLAYER})
_SUPERVISOR = frozenset({Role.SUPERVISOR})
_ADMINISTRATOR = frozenset({Role.ADMINISTRATOR})
_MANAGERS = _SUPERVISOR | _ADMINISTRATOR
_READERS = frozenset({Role.AUDITOR, Role.ADMINISTRATOR})

OPERATIONS: Final[dict[str, frozenset[Role]]] = {
    "spectate": _EVERYONE,
    "sit": _PLAYER,
    "act": _PLAYER,
    "buy in": _PLAYER,
    # Whoever loses the role of player can still take their money home.
    "leave": _EVERYONE,
    "cash out": _EVERYONE,
    "open public table": _MANAGERS,
    "open private table": _PLAYER,
    "close table": _MANAGERS,
    "close own table": _PLAYER,  # a private one, by who opened it
    "restart table": _MANAGERS,
    "change rules": _MANAGERS,
    "deal": frozenset({Role.DEALER}),
    "report": frozenset({Role.DEALER, Role.SUPERVISOR}),
    "answer call": _MANAGERS | {Role.DEALER},  # a dealer at their own table
    "validate": _SUPERVISOR,
    "recut": _SUPERVISOR,
    "fill": _SUPERVISOR,
    "credit": _SUPERVISOR,
    "count": _SUPERVISOR,
    "read inventory": _MANAGERS | _READERS,
    "issue money": _ADMINISTRATOR,
    "issue coupons": _ADMINISTRATOR,
    "grant role": _ADMINISTRATOR,
    "revoke session": _ADMINISTRATOR,  # of another person
    "read people": _READERS,
    "disable account": _ADMINISTRATOR,  # and enable it again
    "reset password": _ADMINISTRATOR,  # of another person
    "read audit": _READERS,
    "read statements of others": _READERS,
    "read statement of table": _MANAGERS | _READERS,
    "backup": _ADMINISTRATOR,
}
"""Every operation of the house that needs a role, and the roles of which one is enough. All else is forbidden.

Roles add up. An administrator has no power at a table without another role, which takes a logged grant.
"""
_IN_WORDS: Final = {
    "spectate": "watch a table",
    "sit": "sit down",
    "act": "play",
    "leave": "leave a table",
    "open public table": "open a public table",
    "open private table": "open a private table",
    "close table": "close this table",
    "close own table": "close a table of their own",
    "restart table": "restart a table",
    "change rules": "change the rules of a table",
    "report": "report an irregularity",
    "answer call": "answer a call of the floor",
    "validate": "validate payouts",
    "recut": "order a recut",
    "fill": "fill a table inventory",
    "credit": "take a credit from a table inventory",
    "count": "count a table inventory",
    "read inventory": "read a table inventory",
    "grant role": "grant roles",
    "revoke session": "end the sessions of others",
    "read people": "look people up",
    "disable account": "disable accounts",
    "reset password": "reset passwords",
    "read audit": "read the staff journal",
    "read statements of others": "read the statements of others",
    "read statement of table": "read the statement of a table",
    "backup": "make a backup",
}
"""How a refusal names an operation whose own name is too short for a sentence."""


def needs(person: Person | None, *roles: Role) -> Person:
    """The person, who must be signed in and have one of the roles."""
    return _permitted(person, roles, "do this")


def allow(person: Person | None, operation: str) -> Person:
    """The person, who must have a role for an operation. Nobody may do what ``OPERATIONS`` does not name.

    >>> allow(Person(id="1", name="Ann", made_at=0), "close table")
    Traceback (most recent call last):
        ...
    pitboss.house.people.sessions.Forbidden: only a supervisor or an administrator may close this table
    """
    return _permitted(person, OPERATIONS.get(operation, ()), _IN_WORDS.get(operation, operation))


def _permitted(person: Person | None, roles: frozenset[Role] | tuple[Role, ...], what: str) -> Person:
    if person is None:
        raise Forbidden("signed-out", "sign in first")
    if person.disabled_at is not None:
        raise Forbidden("disabled", f"the account of {person.name!r} is disabled")
    if not roles:
        raise Forbidden("forbidden", f"nobody may {what}")
    if not set(roles) & set(person.roles):
        named = " or ".join(f"{_ARTICLES[role]} {role}" for role in Role if role in roles)
        raise Forbidden("forbidden", f"only {named} may {what}")
    return person
