"""Passwords that are replaced by their owner or with a one-time code, and administrators who change each other."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST
from sqlalchemy import Connection, Engine, event, select

from passwords import verify_password
from pitboss.house.people import people
from pitboss.house.people.people import CODE_LIFETIME, PeopleError, Person, Role
from pitboss.house.storage.database import DatabaseError, migrate, writing
from pitboss.house.storage.schema import person
from waiting import HANG_S

CHEAP = PasswordHasher.from_parameters(CHEAPEST)
OLD, NEW = "correct horse", "battery staple"


@pytest.fixture
def connection(engine: Engine) -> Iterator[Connection]:
    migrate(engine)
    with writing(engine) as connection:
        yield connection


def registered(connection: Connection, login: str = "ann") -> Person:
    return people.register(connection, None, login, OLD, login.title(), 0, hasher=CHEAP)


def may_sign_in(connection: Connection, password: str) -> bool:
    return verify_password(connection, "ann", password, hasher=CHEAP) is not None


def refusal(function: Any, *given: Any) -> tuple[str, str]:
    with pytest.raises(PeopleError) as caught:
        function(*given)
    return caught.value.code, str(caught.value)


def new_hash() -> people.Hashed:
    return people.hashed(NEW, hasher=CHEAP)


def test_a_person_changes_the_password_with_the_present_one(connection: Connection) -> None:
    ann, bob = registered(connection), registered(connection, "bob")
    proof = people.prove(people.stored_hash(connection, "ann"), OLD, hasher=CHEAP)
    assert proof is not None
    assert refusal(people.change_password, connection, bob, proof, new_hash())[0] == "old-password"
    people.change_password(connection, ann, proof, new_hash())
    assert (may_sign_in(connection, OLD), may_sign_in(connection, NEW)) == (False, True)
    assert refusal(people.change_password, connection, ann, proof, new_hash())[0] == "old-password"


def test_a_code_takes_the_place_of_the_password_and_works_once(connection: Connection) -> None:
    ann = registered(connection)
    first = people.reset_password(connection, ann.id, 0)
    code = people.reset_password(connection, ann.id, 0)
    assert not may_sign_in(connection, OLD)
    assert not may_sign_in(connection, code.code)  # it is no password
    wrong = "wrong-password", "the login or the code is wrong"
    assert refusal(people.check_code, connection, "ann", first.code, 1) == wrong
    spaced = f" {code.code[:10].lower()}-{code.code[10:]}"
    assert people.use_code(connection, "ANN", spaced, new_hash(), 1) == ann
    assert may_sign_in(connection, NEW)
    assert refusal(people.use_code, connection, "ann", code.code, new_hash(), 1) == wrong


def test_only_the_hash_of_a_code_is_stored(connection: Connection) -> None:
    code = people.reset_password(connection, registered(connection).id, 0)
    stored = connection.execute(select(person.c.password)).scalar_one()
    assert code.code not in stored
    assert len(code.code) == 20


def test_a_code_expires_after_a_day(connection: Connection) -> None:
    code = people.reset_password(connection, registered(connection).id, 5)
    assert code.expires_at == 5 + CODE_LIFETIME
    code_of, why = refusal(people.use_code, connection, "ann", code.code, new_hash(), code.expires_at)
    assert (code_of, why) == ("wrong-password", "the code has expired: ask an administrator for another one")
    people.use_code(connection, "ann", code.code, new_hash(), code.expires_at - 1)


@pytest.mark.parametrize(
    ("login", "code"),
    [("ann", ""), ("ann", "\0"), ("bob", "ABC"), ("nobody", "ABC"), ("", ""), ("\0", "x"), ("a b", "")],
)
def test_nothing_else_is_a_code(connection: Connection, login: str, code: str) -> None:
    people.reset_password(connection, registered(connection).id, 0)
    registered(connection, "bob")  # who has a password
    assert refusal(people.check_code, connection, login, code, 1)[0] == "wrong-password"


def test_guests_and_disabled_people_get_no_code(connection: Connection) -> None:
    guest, ann = people.guest(connection, 0, "Gus"), registered(connection)
    assert refusal(people.reset_password, connection, guest.id, 0) == ("guest", "'Gus' is a guest and has no password")
    code = people.reset_password(connection, ann.id, 0)
    people.disable(connection, ann.id, 1)
    assert refusal(people.reset_password, connection, ann.id, 1)[0] == "disabled"
    assert refusal(people.use_code, connection, "ann", code.code, new_hash(), 1)[0] == "disabled"
    assert refusal(people.reset_password, connection, "nobody", 1)[0] == "unknown-person"


def test_two_administrators_who_disable_each_other_at_once_leave_one(engine: Engine) -> None:
    migrate(engine)
    with writing(engine) as connection:
        both = [registered(connection, login) for login in ("ann", "bob")]
        for one in both:
            people.grant(connection, one.id, Role.ADMINISTRATOR)
    together, codes = threading.Barrier(2), []

    def disable(one: Person) -> None:
        together.wait(HANG_S)
        try:
            with writing(engine) as connection:
                people.disable(connection, one.id, 1)
        except PeopleError as no:
            codes.append(no.code)

    for _ in range(5):
        threads = [threading.Thread(target=disable, args=(one,)) for one in both]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with writing(engine) as connection:
            assert people.has_administrator(connection)
            for one in both:
                people.enable(connection, one.id)
    assert codes == ["last-administrator"] * 5


def test_a_sign_in_and_a_disabling_wait_for_each_other(engine: Engine) -> None:
    """A session that is opened while the account is disabled would work again when it is enabled."""
    migrate(engine)
    with writing(engine) as connection:
        ann = registered(connection)
        proof = people.prove(people.stored_hash(connection, "ann"), OLD, hasher=CHEAP)
    assert proof is not None

    def lose_patience(connection: Any, _entry: Any) -> None:
        """Whoever would wait for another transaction gets an error instead."""
        sqlite = engine.dialect.name == "sqlite"
        connection.cursor().execute("PRAGMA busy_timeout = 0" if sqlite else "SET lock_timeout = '1ms'")
        connection.commit()

    event.listen(engine, "connect", lose_patience)
    with writing(engine) as connection:
        assert people.accept(connection, "ann", proof) == ann
        with pytest.raises(DatabaseError, match="lock"), writing(engine) as other:
            people.disable(other, ann.id, 1)
    with writing(engine) as connection:
        assert people.disable(connection, ann.id, 1).disabled_at == 1
