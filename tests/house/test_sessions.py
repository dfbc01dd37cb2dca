"""Sessions, and the first administrator."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

import pytest
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST
from sqlalchemy import Connection, create_engine, select, text, update

from pitboss.house.people import people
from pitboss.house.people.people import PeopleError, Person, Role, open_session, person_of
from pitboss.house.storage.database import migrate, open_database
from pitboss.house.storage.schema import metadata, person, session, setting

CHEAP = PasswordHasher.from_parameters(CHEAPEST)
DAY = 24 * 60 * 60 * 1000


@pytest.fixture
def connection() -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    with engine.connect() as connection:
        yield connection


def registered(connection: Connection, login: str = "ann") -> Person:
    return people.register(connection, None, login, "correct horse", "Ann", 0, hasher=CHEAP)


# --- sessions


def test_a_session_lasts_its_lifetime(connection: Connection) -> None:
    ann = people.guest(connection, 0)
    token = open_session(connection, ann, 100, 50)
    assert person_of(connection, token, 149) == ann
    assert person_of(connection, token, 150) is None


def test_a_session_without_a_lifetime_is_rejected(connection: Connection) -> None:
    with pytest.raises(ValueError, match="at least 1 millisecond, not 0"):
        open_session(connection, people.guest(connection, 0), 100, 0)


def test_only_the_hash_of_a_token_is_stored(connection: Connection) -> None:
    token = open_session(connection, people.guest(connection, 0), 0, DAY)
    assert len(token) == 43  # 32 bytes
    row = connection.execute(select(session)).one()
    assert row.id == sha256(token.encode()).hexdigest()
    assert token not in map(str, row)
    assert person_of(connection, row.id, 1) is None


@pytest.mark.parametrize("token", ["", "unknown", "\0", "\ud800", "x" * 100_000])
def test_a_token_that_nobody_has_opens_nothing(connection: Connection, token: str) -> None:
    open_session(connection, people.guest(connection, 0), 0, DAY)
    assert person_of(connection, token, 1) is None
    assert not people.revoke(connection, token, 1)


def test_each_session_is_of_its_person(connection: Connection) -> None:
    ann, bob = people.guest(connection, 0), people.guest(connection, 0)
    tokens = [open_session(connection, one, 0, DAY) for one in (ann, bob, ann)]
    assert len(set(tokens)) == 3
    assert [person_of(connection, token, 1) for token in tokens] == [ann, bob, ann]


def test_a_revoked_session_is_over(connection: Connection) -> None:
    ann = people.guest(connection, 0)
    one, other = open_session(connection, ann, 0, DAY), open_session(connection, ann, 0, DAY)
    assert people.revoke(connection, one, 1)
    assert person_of(connection, one, 1) is None
    assert person_of(connection, other, 1) == ann
    assert not people.revoke(connection, one, 2)


def test_all_sessions_of_a_person_are_revoked(connection: Connection) -> None:
    ann, bob = people.guest(connection, 0), people.guest(connection, 0)
    tokens = [open_session(connection, ann, 0, DAY) for _ in range(2)]
    open_session(connection, ann, 0, 1)  # it expires before
    kept = open_session(connection, bob, 0, DAY)
    assert people.revoke_all(connection, ann, 1) == 2
    assert [person_of(connection, token, 1) for token in tokens] == [None, None]
    assert person_of(connection, kept, 1) == bob
    assert people.revoke_all(connection, ann, 2) == 0


def test_a_disabled_person_has_no_session(connection: Connection) -> None:
    ann = people.guest(connection, 0)
    token = open_session(connection, ann, 0, DAY)
    people.disable(connection, ann.id, 1)
    assert person_of(connection, token, 2) is None


def test_a_session_knows_the_present_roles(connection: Connection) -> None:
    ann = registered(connection)
    token = open_session(connection, ann, 0, DAY)
    granted = people.grant(connection, ann.id, Role.DEALER)
    assert person_of(connection, token, 1) == granted
    people.withdraw(connection, ann.id, Role.DEALER)
    assert person_of(connection, token, 1) == ann


# --- the first administrator


def refused(connection: Connection, token: str, person_id: str) -> str:
    with pytest.raises(PeopleError) as caught:
        people.use_first_token(connection, token, person_id)
    return f"{caught.value.code}: {caught.value}"


def test_the_first_token_makes_an_administrator_once(connection: Connection) -> None:
    ann, bob = registered(connection), registered(connection, "bob")
    token = people.first_token(connection)
    assert token is not None
    made = people.use_first_token(connection, token, ann.id)
    assert Role.ADMINISTRATOR in made.roles
    assert people.find(connection, ann.id) == made
    assert refused(connection, token, bob.id) == "first-token: the house has an administrator: ask them for the role"
    assert people.first_token(connection) is None


def test_a_used_token_stays_used_when_the_administrator_is_gone(connection: Connection) -> None:
    ann, bob = registered(connection), registered(connection, "bob")
    token = people.first_token(connection)
    assert token is not None
    people.use_first_token(connection, token, ann.id)
    connection.execute(update(person).values(disabled_at=2))  # the house does not do this
    assert "not the token" in refused(connection, token, bob.id)
    assert people.first_token(connection) is not None


def test_the_token_stays_valid_until_the_operator_asks_for_a_new_one(connection: Connection) -> None:
    ann = registered(connection)
    first = people.first_token(connection)
    assert first is not None
    assert people.first_token(connection) is None  # another process starts
    new = people.first_token(connection, anew=True)
    assert new is not None
    assert "not the token" in refused(connection, first, ann.id)
    assert Role.ADMINISTRATOR in people.use_first_token(connection, new, ann.id).roles


def test_the_first_token_works_after_other_processes_have_started(connection: Connection) -> None:
    ann = registered(connection)
    token = people.first_token(connection)
    assert token is not None
    people.first_token(connection)
    assert Role.ADMINISTRATOR in people.use_first_token(connection, token, ann.id).roles


def test_of_two_processes_that_start_at_once_one_makes_the_token(postgres_url: str) -> None:
    engine = open_database(postgres_url)
    migrate(engine)
    with engine.connect() as one, engine.connect() as two, ThreadPoolExecutor() as pool:
        token = people.first_token(one)
        assert token is not None
        backend = two.execute(text("SELECT pg_backend_pid()")).scalar_one()
        second = pool.submit(people.first_token, two)
        waits = text("SELECT count(*) FROM pg_locks WHERE pid = :pid AND NOT granted")
        with engine.connect() as looking:
            while not second.done() and not looking.execute(waits, {"pid": backend}).scalar_one():
                looking.rollback()
        one.commit()
        assert second.result() is None
        two.commit()
        ann = registered(one)
        assert Role.ADMINISTRATOR in people.use_first_token(one, token, ann.id).roles
    engine.dispose()


def test_the_first_token_is_stored_as_a_hash(connection: Connection) -> None:
    token = people.first_token(connection)
    assert token is not None
    stored = connection.execute(select(setting.c.value)).scalar_one()
    assert token not in stored
    assert sha256(token.encode()).hexdigest() in stored


@pytest.mark.parametrize("token", ["", " ", "guess", "\ud800"])
def test_no_other_text_is_the_first_token(connection: Connection, token: str) -> None:
    ann = registered(connection)
    assert "not the token" in refused(connection, token, ann.id)  # none was printed
    people.first_token(connection)
    assert "not the token" in refused(connection, token, ann.id)
    assert not people.has_administrator(connection)


def test_a_guest_must_register_before_the_first_token_works(connection: Connection) -> None:
    guest = people.guest(connection, 0)
    token = people.first_token(connection)
    assert token is not None
    connection.commit()
    assert refused(connection, token, guest.id).startswith("guest: ")
    connection.rollback()
    people.register(connection, guest.id, "ann", "correct horse", "Ann", 1, hasher=CHEAP)
    assert Role.ADMINISTRATOR in people.use_first_token(connection, token, guest.id).roles
