"""People: guests, registered players and staff, their passwords and their sessions.

A guest has an id and a name. A guest who registers keeps the id, and with it chips and history. Staff are registered
people with further roles. The caller owns the transaction, and rolls it back after an error.

>>> from sqlalchemy import create_engine
>>> from pitboss.house.storage.schema import metadata
>>> engine = create_engine("sqlite://")
>>> metadata.create_all(engine)
>>> cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # for an example; the default is safe
>>> with engine.begin() as connection:
...     ann = guest(connection, now=0, name="Ann")
...     token = open_session(connection, ann, now=0, lifetime=60_000)
...     person_of(connection, token, now=59_999) == ann, person_of(connection, token, now=60_000)
...     registered = register(connection, ann.id, "Ann.Lee", "correct horse", "Ann Lee", now=1, hasher=cheap)
...     proof = prove(stored_hash(connection, "ann.lee"), "correct horse", hasher=cheap)
...     again = accept(connection, "ann.lee", proof)
(True, None)
>>> registered.id == ann.id, again == registered, registered.login, registered.roles
(True, True, 'ann.lee', (<Role.PLAYER: 'player'>,))
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, or_, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from pitboss.engine.round.inputs import CLOCK, HOUSE
from pitboss.house.people.house_players import MARK, in_last_brackets
from pitboss.house.people.look_alikes import skeletons
from pitboss.house.storage.database import upsert
from pitboss.house.storage.schema import person as people
from pitboss.house.storage.schema import session as sessions
from pitboss.house.storage.schema import setting
from pitboss.protocol.account import Account, Code, People

HASHER = PasswordHasher()
"""Hashes passwords with the second recommended parameters of RFC 9106: 64 MiB and 3 passes."""

ONCE = "once "
"""How the stored password of a person begins who has a one-time code instead."""
_LOGIN = re.compile(r"[A-Za-z0-9._-]{3,32}")
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_PASSWORD = range(10, 128 + 1)
_NAME = range(1, 40 + 1)
CLEAR = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Characters that a reader does not confuse."""
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that Python calls printable, and that show nothing."""


class Role(StrEnum):
    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


STAFF = frozenset(Role) - {Role.PLAYER}
"""The roles that only registered people can have."""
RESERVED = frozenset({*HOUSE, CLOCK, *STAFF, "house"})
"""Names under which nobody can play, nor under one that looks like them."""
_RESERVED = frozenset().union(*map(skeletons, RESERVED))
_MARKS = skeletons(MARK)


class PeopleError(ValueError):
    """Something that a person may not do. ``code`` is stable; the sentence is for people.

    >>> refusal = PeopleError("login-taken", "the login 'ann' is taken: choose another")
    >>> refusal.code, str(refusal)
    ('login-taken', "the login 'ann' is taken: choose another")
    """

    def __init__(self, code: str, wrong: str) -> None:
        self.code, self.wrong = code, wrong
        super().__init__(code, wrong)

    def __str__(self) -> str:
        return self.wrong


class Person(Account, frozen=True, kw_only=True):
    """A person as the house knows them, without the password. Two people may have the same name."""

    roles: tuple[Role, ...] = (Role.PLAYER,)
    """In the order of ``Role``."""

    @property
    def is_guest(self) -> bool:
        return not self.login


# --- what people may be called


def checked_name(name: str) -> str:
    """A name as it is stored, if a person may have it.

    >>> checked_name(" Ann Lee ")
    'Ann Lee'
    >>> checked_name("Dealer")
    Traceback (most recent call last):
        ...
    pitboss.house.people.people.PeopleError: 'Dealer' is reserved for the house: choose another name
    """
    name = unicodedata.normalize("NFC", name).strip(" ")
    if len(name) not in _NAME:
        raise PeopleError("name", f"a name must have 1 to 40 characters, not {len(name)}")
    if not name.isprintable() or not _BLANKS.isdisjoint(name):
        raise PeopleError("name", f"a name must have printable characters only, unlike {name!a}")
    if not _RESERVED.isdisjoint(skeletons(name)):
        raise PeopleError("name", f"{name!r} is reserved for the house: choose another name")
    if not _MARKS.isdisjoint(skeletons(in_last_brackets(unicodedata.normalize("NFKC", name)))):
        raise PeopleError("name", f"only players of the house have {MARK!r} after their names: choose another name")
    return name


def checked_login(login: str) -> str:
    """A login as it is stored, which is in lower case: ``Ann`` and ``ann`` are one login."""
    if not is_login(login):
        wrong = "a login must have 3 to 32 characters: letters from a to z, digits, dots, dashes and underscores"
        raise PeopleError("login", wrong)
    return login.lower()


def is_login(login: str) -> bool:
    """Whether somebody could have this login, in whatever case."""
    return _LOGIN.fullmatch(login) is not None


def checked_password(password: str) -> str:
    """A password as it is hashed: keyboards differ in how they compose an accented letter."""
    password = unicodedata.normalize("NFC", password)
    if len(password) not in _PASSWORD:
        raise PeopleError("password", f"a password must have 10 to 128 characters, not {len(password)}")
    if any("\ud800" <= character <= "\udfff" for character in password):
        raise PeopleError("password", "a password must be text: it has half of a character")
    return password


# --- who there is


def find(connection: Connection, person_id: str) -> Person | None:
    """The person of an id."""
    if not _ID.fullmatch(person_id):  # PostgreSQL does not even look for some texts
        return None
    row = connection.execute(select(people).where(people.c.id == person_id)).one_or_none()
    return None if row is None else person_from(row)


def known(connection: Connection, person_id: str) -> Person:
    """The person of an id, who must exist."""
    if (found := find(connection, person_id)) is None:
        raise PeopleError("unknown-person", f"nobody has the id {person_id!a}")
    return found


def person_from(row: Row[Any]) -> Person:
    """The person of a row that has all columns of the table."""
    return Person(
        id=row.id,
        name=row.name,
        login=row.login or "",
        roles=tuple(map(Role, row.roles.split())),
        made_at=row.made_at,
        disabled_at=row.disabled_at,
    )


def guest(connection: Connection, now: int, name: str = "") -> Person:
    """Make a guest. Default: a made-up name."""
    name = checked_name(name) if name else "Guest " + "".join(secrets.choice(CLEAR) for _ in range(4))
    made = Person(id=secrets.token_hex(10), name=name, made_at=now)
    connection.execute(insert(people).values(id=made.id, name=name, roles=_roles_text(made.roles), made_at=now))
    return made


def register(
    connection: Connection,
    person_id: str | None,
    login: str,
    password: str | Hashed,
    name: str,
    now: int,
    *,
    hasher: PasswordHasher = HASHER,
) -> Person:
    """Make a guest a registered player with the same id, or make a new person if there is no id.

    A guest keeps the old name if the new one is empty. Hashing takes long, so where a transaction must be short, give a
    password that is ``hashed`` already.
    """
    login = checked_login(login)
    if person_id and (present := find(connection, person_id)) is not None and present.name == name:
        name = ""  # a name that somebody has already stays, whatever it looks like
    name = checked_name(name) if name or not person_id else ""
    if isinstance(password, str):
        password = hashed(password, hasher=hasher)
    if connection.execute(select(people.c.id).where(people.c.login == login)).first():
        raise _taken(login)
    try:
        if not person_id:
            person_id = guest(connection, now, name).id
        changed = {"login": login, "password": password.text} | ({"name": name} if name else {})
        is_guest = (people.c.id == person_id) & people.c.login.is_(None) & people.c.disabled_at.is_(None)
        done = _ID.fullmatch(person_id) and connection.execute(update(people).where(is_guest).values(changed)).rowcount
    except IntegrityError:  # another process was faster
        raise _taken(login) from None
    registered = known(connection, person_id)
    if not done:
        refuse_disabled(registered)
        raise PeopleError("registered", f"{registered.name!r} is registered already")
    return registered


def _taken(login: str) -> PeopleError:
    return PeopleError("login-taken", f"the login {login!r} is taken: choose another")


def refuse_disabled(person: Person) -> None:
    if person.disabled_at is not None:
        raise PeopleError("disabled", f"the account of {person.name!r} is disabled")


# --- passwords


class Hashed(msgspec.Struct, frozen=True):
    """The hash of a password."""

    text: str


class Proof(msgspec.Struct, frozen=True):
    """Shows that somebody knew the password of a hash."""

    stored: str
    again: Hashed | None = None
    """A new hash, if the parameters have changed since the password was hashed."""


def hashed(password: str, *, hasher: PasswordHasher = HASHER) -> Hashed:
    """Hash a password. This is slow by design, and needs no connection."""
    return Hashed(hasher.hash(checked_password(password)))


def stored_hash(connection: Connection, login: str) -> str | None:
    """The hash of a login's password. None if nobody has the login, or if the person must choose a new password."""
    if not is_login(login):
        return None
    found = connection.execute(select(people.c.password).where(people.c.login == login.lower())).scalar_one_or_none()
    return None if found is None or found.startswith(ONCE) else found


def prove(stored: str | None, password: str, *, hasher: PasswordHasher = HASHER) -> Proof | None:
    """Verify a password. This is slow by design, and needs no connection. A wrong login takes as long.

    Without a hash the password is wrong. ``accept`` tells whose it is.
    """
    decoy = _decoy(hasher)
    try:
        hasher.verify(stored or decoy, checked_password(password))
    except (VerifyMismatchError, PeopleError):  # a password that nobody can have is rejected at once, for every login
        return None
    if stored is None:
        return None
    return Proof(stored, hashed(password, hasher=hasher) if hasher.check_needs_rehash(stored) else None)


def accept(connection: Connection, login: str, proof: Proof) -> Person | None:
    """The person with a login, if the proof is of their present password and they are not disabled.

    Nobody changes the password or disables the person before the transaction ends. So a session that is opened in it
    is not missed by whoever ends all sessions.
    """
    proved = (people.c.login == login.lower()) & (people.c.password == proof.stored) & people.c.disabled_at.is_(None)
    row = connection.execute(select(people).where(proved).with_for_update(key_share=True)).one_or_none()
    if row is not None and proof.again:
        connection.execute(update(people).where(proved).values(password=proof.again.text))
    return None if row is None else person_from(row)


def refuse_disabled_login(connection: Connection, login: str, proof: Proof) -> None:
    """Tell a person who knows their password that they are disabled, if they are. Nobody else is told."""
    proved = (people.c.login == login.lower()) & (people.c.password == proof.stored)
    row = connection.execute(select(people).where(proved)).one_or_none()
    if row is not None:
        refuse_disabled(person_from(row))


@cache
def _decoy(hasher: PasswordHasher) -> str:
    """A hash of a password that nobody knows."""
    return hasher.hash(secrets.token_bytes(32))


# --- passwords that are replaced
#
# By their owner, or with a one-time code from an administrator. A code takes the place of the password: the old one
# stops working at once, and the person chooses a new one with the code, which works once and expires after a day. The
# database has only its SHA-256; a code is random, so it needs no slow hash.

CODE_LIFETIME = 24 * 60 * 60 * 1000
CODE_LETTERS = 20
"""About 99 bits."""


def change_password(connection: Connection, person: Person, old: Proof, new: Hashed) -> None:
    """Replace a password. The proof must be of the present one."""
    present = (people.c.id == person.id) & (people.c.password == old.stored) & people.c.disabled_at.is_(None)
    if not connection.execute(update(people).where(present).values(password=new.text)).rowcount:
        raise PeopleError("old-password", "the password has changed meanwhile: try again")


def reset_password(connection: Connection, person_id: str, now: int) -> Code:
    """Put a one-time code in the place of a password. A code that was given out before stops working."""
    found = hold(connection, person_id)
    refuse_disabled(found)
    if found.is_guest:
        raise PeopleError("guest", f"{found.name!r} is a guest and has no password")
    code = "".join(secrets.choice(CLEAR) for _ in range(CODE_LETTERS))
    made = Code(code=code, expires_at=now + CODE_LIFETIME)
    text = f"{ONCE}{made.expires_at} {_code_hash(code)}"
    connection.execute(update(people).where(people.c.id == found.id).values(password=text))
    return made


def check_code(connection: Connection, login: str, code: str, now: int) -> Person:
    """The person of a login and a code, which must be right. The code can still be used."""
    wrong = PeopleError("wrong-password", "the login or the code is wrong")
    if not is_login(login):
        raise wrong
    row = connection.execute(select(people).where(people.c.login == login.lower())).one_or_none()
    stored = row.password if row is not None and row.password.startswith(ONCE) else ""
    expires_at, _, its_hash = stored.removeprefix(ONCE).partition(" ")
    if row is None or not secrets.compare_digest(its_hash, _code_hash(code)):
        raise wrong
    found = person_from(row)
    refuse_disabled(found)
    if int(expires_at) <= now:
        raise PeopleError("wrong-password", "the code has expired: ask an administrator for another one")
    return found


def use_code(connection: Connection, login: str, code: str, new: Hashed, now: int) -> Person:
    """Replace a code by a password. The code works once."""
    person = check_code(connection, login, code, now)
    hold(connection, person.id)
    check_code(connection, login, code, now)  # two at once: the second finds it gone
    connection.execute(update(people).where(people.c.id == person.id).values(password=new.text))
    return known(connection, person.id)


def _code_hash(code: str) -> str:
    """The hash of a code as people type it: in whatever case, with dashes and spaces."""
    plain = "".join(filter(str.isalnum, code.upper()))
    return sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()


# --- roles


def grant(connection: Connection, person_id: str, role: Role) -> Person:
    """Give a person a role. Guests can't be staff: they could not sign in again."""
    held = hold(connection, person_id)
    refuse_disabled(held)
    if held.is_guest and role in STAFF:
        raise PeopleError("guest", f"{held.name!r} is a guest, who must register to have the role of {role}")
    return _with_roles(connection, held, {*held.roles, role})


def withdraw(connection: Connection, person_id: str, role: Role) -> Person:
    """Take a role from a person. It is effective at once, also in sessions that are open."""
    if role is Role.ADMINISTRATOR:
        _refuse_last_administrator(connection, person_id)
    held = hold(connection, person_id)
    left = set(held.roles) - {role}
    if not left:
        raise PeopleError("last-role", f"{role} is the only role of {held.name!r}: disable the account instead")
    return _with_roles(connection, held, left)


def disable(connection: Connection, person_id: str, now: int) -> Person:
    """Close an account. Its sessions and its password stop working at once. Its money stays."""
    _refuse_last_administrator(connection, person_id)
    held = hold(connection, person_id)
    if held.disabled_at is None:
        connection.execute(update(people).where(people.c.id == held.id).values(disabled_at=now))
    return known(connection, held.id)


def enable(connection: Connection, person_id: str) -> Person:
    """Open a disabled account again."""
    held = hold(connection, person_id)
    connection.execute(update(people).where(people.c.id == held.id).values(disabled_at=None))
    return known(connection, held.id)


def has_administrator(connection: Connection) -> bool:
    """Whether an administrator exists whose account is not disabled."""
    return connection.execute(select(people.c.id).where(_able_administrator()).limit(1)).first() is not None


def hold_administrators(connection: Connection) -> set[str]:
    """The ids of all administrators who are not disabled. Nobody else changes them before the transaction ends.

    Without this, two administrators could disable each other at the same moment. Call it before other people are
    changed in the same transaction, so that two transactions can't wait for each other.
    """
    connection.execute(update(people).where(people.c.id == "").values(id=people.c.id))  # locks an SQLite file
    in_order = select(people.c.id).where(_able_administrator()).order_by(people.c.id)
    return set(connection.execute(in_order.with_for_update(key_share=True)).scalars())


def _able_administrator() -> ColumnElement[bool]:
    return people.c.roles.contains(Role.ADMINISTRATOR.value) & people.c.disabled_at.is_(None)


def _refuse_last_administrator(connection: Connection, person_id: str) -> None:
    if hold_administrators(connection) == {person_id}:
        wrong = f"{known(connection, person_id).name!r} is the only administrator: grant somebody else the role first"
        raise PeopleError("last-administrator", wrong)


def hold(connection: Connection, person_id: str) -> Person:
    """A person whose row nobody else changes before the end of the transaction.

    A write that changes nothing locks the row on PostgreSQL and the file on SQLite.
    """
    if _ID.fullmatch(person_id):
        connection.execute(update(people).where(people.c.id == person_id).values(id=people.c.id))
    return known(connection, person_id)


def _with_roles(connection: Connection, person: Person, roles: Iterable[Role]) -> Person:
    text = _roles_text(roles)
    connection.execute(update(people).where(people.c.id == person.id).values(roles=text))
    return known(connection, person.id)


def _roles_text(roles: Iterable[Role]) -> str:
    had = set(roles)
    return " ".join(role for role in Role if role in had)


MOST = 100
"""The most people of one page."""


def people_found(
    connection: Connection, *, part: str = "", role: Role | None = None, after: str = "", most: int = MOST
) -> People:
    """The people whose name or login contains a text and who have a role, after the person with an id.

    Capital and small letters are alike, at least those from a to z; the database decides about others.
    """
    if not part.isprintable():
        raise PeopleError("name", f"a part of a name must have printable characters only, unlike {part!a}")
    in_order = select(people).order_by(people.c.name, people.c.id).limit(most + 1)
    if part:
        within = (people.c.name.icontains(part, autoescape=True), people.c.login.icontains(part, autoescape=True))
        in_order = in_order.where(or_(*within))
    if role is not None:
        in_order = in_order.where((" " + people.c.roles + " ").contains(f" {role} "))
    if after:
        last = known(connection, after)
        in_order = in_order.where(tuple_(people.c.name, people.c.id) > tuple_(last.name, last.id))
    found = tuple([person_from(row) for row in connection.execute(in_order)])
    return People(people=found[:most], next=found[most - 1].id if len(found) > most else "")


# --- sessions
#
# A client has a token; the database has only its SHA-256. So a copy of the database opens no session.

FIRST_TOKEN = "first-token"
"""The setting that holds the hash of the first administrator's token until somebody uses it."""
AT_ONCE = 500
"""Sessions that one statement asks for."""


def open_session(connection: Connection, person: Person, now: int, lifetime: int) -> str:
    """Open a session that ends after ``lifetime`` milliseconds. Returns its token, which is stored nowhere."""
    if lifetime <= 0:
        raise ValueError(f"a session must last at least 1 millisecond, not {lifetime}")
    token = _new_token()
    connection.execute(
        insert(sessions).values(id=_token_hash(token), person=person.id, made_at=now, expires_at=now + lifetime)
    )
    return token


def person_of(connection: Connection, token: str, now: int) -> Person | None:
    """The person whose session this is, with their present roles.

    None if the session is unknown, expired or revoked, or if the person is disabled.
    """
    return people_of(connection, [token], now).get(token)


def people_of(connection: Connection, tokens: Iterable[str], now: int) -> dict[str, Person]:
    """The people of those of these tokens whose session is open."""
    hashes = {_token_hash(token): token for token in tokens}
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
    given = (sessions.c.id == _token_hash(token)) & sessions.c.revoked_at.is_(None)
    return connection.execute(update(sessions).where(given).values(revoked_at=now)).rowcount > 0


def revoke_all(connection: Connection, person: Person, now: int, *, but: str = "") -> int:
    """End all sessions of a person, but not the one with this token. Returns how many ended."""
    theirs = _open_sessions(person, now) & (sessions.c.id != _token_hash(but))
    return connection.execute(update(sessions).where(theirs).values(revoked_at=now)).rowcount


def count_sessions(connection: Connection, person: Person, now: int) -> int:
    """How many sessions of a person are open."""
    return connection.execute(select(func.count()).where(_open_sessions(person, now))).scalar_one()


def _open_sessions(person: Person, now: int) -> ColumnElement[bool]:
    return (sessions.c.person == person.id) & (sessions.c.expires_at > now) & sessions.c.revoked_at.is_(None)


def _new_token() -> str:
    return secrets.token_urlsafe(32)


def _token_hash(token: str) -> str:
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
    value = _token_hash(token)
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
    this = (setting.c.name == FIRST_TOKEN) & (setting.c.value == _token_hash(token))
    if not connection.execute(delete(setting).where(this)).rowcount:
        why = "this is not the token that the house printed; pitboss serve --new-admin-token prints another"
        raise PeopleError("first-token", why)
    return grant(connection, person_id, Role.ADMINISTRATOR)
