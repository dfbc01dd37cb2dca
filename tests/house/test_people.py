"""Guests, registered players, passwords and roles."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import pytest
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST
from sqlalchemy import Connection, create_engine, event, select, update

from passwords import verify_password
from pitboss.engine.round.inputs import CLOCK, HOUSE
from pitboss.house.people import people
from pitboss.house.people.people import PeopleError, Person, Role
from pitboss.house.storage.schema import metadata, person

CHEAP = PasswordHasher.from_parameters(CHEAPEST)
PASSWORD = "correct horse"


@pytest.fixture
def connection() -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    with engine.connect() as connection:
        yield connection


def registered(connection: Connection, login: str = "ann", person_id: str | None = None) -> Person:
    return people.register(connection, person_id, login, PASSWORD, "Ann", 5, hasher=CHEAP)


def verified(connection: Connection, login: str, password: str = PASSWORD) -> Person | None:
    return verify_password(connection, login, password, hasher=CHEAP)


def code_of(function: Any, *given: Any, **named: Any) -> str:
    with pytest.raises(PeopleError) as caught:
        function(*given, **named)
    assert ". " not in str(caught.value), "one sentence"
    return caught.value.code


# --- guests and registration


def test_a_guest_is_a_player_with_a_name_and_an_id_of_their_own(connection: Connection) -> None:
    one, other = people.guest(connection, 7), people.guest(connection, 7)
    assert one.name.startswith("Guest ")
    assert len(one.name) == len("Guest 4F7K")
    assert one.id != other.id
    assert (one.roles, one.is_guest, one.made_at) == ((Role.PLAYER,), True, 7)
    assert people.find(connection, one.id) == one


def test_a_guest_may_choose_a_name(connection: Connection) -> None:
    assert people.guest(connection, 0, " Zoë ").name == "Zoë"
    assert code_of(people.guest, connection, 0, "\n") == "name"


def test_a_guest_who_registers_keeps_the_id(connection: Connection) -> None:
    guest = people.guest(connection, 1)
    player = registered(connection, "Ann.Lee", guest.id)
    assert (player.id, player.login, player.name, player.made_at) == (guest.id, "ann.lee", "Ann", 1)
    assert not player.is_guest
    assert people.find(connection, guest.id) == player


def test_a_guest_who_registers_without_a_name_keeps_the_old_one(connection: Connection) -> None:
    guest = people.guest(connection, 1, "Bob")
    assert people.register(connection, guest.id, "bob", PASSWORD, "", 2, hasher=CHEAP).name == "Bob"
    assert code_of(people.register, connection, None, "new", PASSWORD, "", 2, hasher=CHEAP) == "name"


def test_somebody_registers_who_was_no_guest(connection: Connection) -> None:
    player = registered(connection)
    assert (player.login, player.made_at, player.roles) == ("ann", 5, (Role.PLAYER,))
    assert verified(connection, "ann") == player


def test_nobody_registers_twice(connection: Connection) -> None:
    player = registered(connection)
    assert code_of(registered, connection, "other", player.id) == "registered"
    assert verified(connection, "ann") == player
    assert verified(connection, "other") is None


@pytest.mark.parametrize("person_id", ["nobody", "\0", "\ud800", "x" * 65])
def test_an_unknown_id_can_not_register(connection: Connection, person_id: str) -> None:
    assert code_of(registered, connection, "ann", person_id) == "unknown-person"


def test_a_disabled_guest_can_not_register(connection: Connection) -> None:
    guest = people.guest(connection, 1)
    people.disable(connection, guest.id, 2)
    assert code_of(registered, connection, "ann", guest.id) == "disabled"


def test_a_login_is_taken_in_any_case(connection: Connection) -> None:
    player = registered(connection, "Ann")
    assert code_of(registered, connection, "aNN") == "login-taken"
    assert connection.execute(select(person.c.id)).scalars().all() == [player.id]
    assert code_of(registered, connection, "aNN", people.guest(connection, 0).id) == "login-taken"


def test_a_login_that_another_process_takes_meanwhile_is_taken(connection: Connection) -> None:
    guest, rivals = people.guest(connection, 0), []

    @event.listens_for(connection, "before_cursor_execute")
    def rival(within: Connection, cursor: Any, statement: str, *more: Any) -> None:
        if statement.startswith("UPDATE person SET") and not rivals:
            rivals.append(statement)
            within.execute(person.insert().values(id="rival", name="R", login="ann", roles="player", made_at=0))

    assert code_of(registered, connection, "ann", guest.id) == "login-taken"
    assert rivals


# --- what people may be called


@pytest.mark.parametrize("login", ["ab", "a" * 33, "an n", "ann\n", "änn", "ann@x", "ann/1", "ann:1", "\0\0\0", ""])
def test_a_login_that_is_no_login_is_rejected(connection: Connection, login: str) -> None:
    assert code_of(registered, connection, login) == "login"
    assert verified(connection, login) is None


@pytest.mark.parametrize("login", ["abc", "a" * 32, "a.b-c_D9", "---"])
def test_a_login_of_allowed_characters_is_accepted(connection: Connection, login: str) -> None:
    assert registered(connection, login).login == login.lower()


@pytest.mark.parametrize("password", ["p" * 9, "p" * 129, "", "surrogate\ud800"])
def test_a_password_that_is_no_password_is_rejected(connection: Connection, password: str) -> None:
    assert code_of(people.register, connection, None, "ann", password, "Ann", 0, hasher=CHEAP) == "password"
    registered(connection)
    assert verified(connection, "ann", password) is None


@pytest.mark.parametrize("password", ["p" * 10, "p" * 128, "päßwörter…"])
def test_a_password_of_allowed_length_is_accepted(connection: Connection, password: str) -> None:
    people.register(connection, None, "ann", password, "Ann", 0, hasher=CHEAP)
    assert verified(connection, "ann", password) is not None


def test_a_password_is_the_same_however_a_keyboard_composes_it(connection: Connection) -> None:
    people.register(connection, None, "ann", "caf\u00e9 caf\u00e9 1", "Ann", 0, hasher=CHEAP)
    assert verified(connection, "ann", "cafe\u0301 cafe\u0301 1") is not None


@pytest.mark.parametrize(
    "name",
    ["", "   ", "n" * 41, "a\tb", "a\nb", "a\0b", "a\x7fb", "\ud800", "a\u202eb", "a\u200bb", "\u3164", "a\u2800"],
)
def test_a_name_that_shows_nothing_or_something_else_is_rejected(name: str) -> None:
    assert code_of(people.checked_name, name) == "name"


@pytest.mark.parametrize("name", ["n" * 40, "A", "李小龍", "Zoë O'Neill", "🎲", "Dealer Dan", "Guest 4F7K"])
def test_a_printable_name_is_accepted(name: str) -> None:
    assert people.checked_name(name) == name


@pytest.mark.parametrize("name", sorted({*HOUSE, CLOCK, "house", "auditor", "administrator"}))
def test_nobody_is_called_like_the_house(name: str) -> None:
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in name)
    for said in (name, name.upper(), f" {name}", f"{name}.", " ".join(name), wide):
        assert code_of(people.checked_name, said) == "name"


@pytest.mark.parametrize(
    "name",
    [
        "d\N{CYRILLIC SMALL LETTER IE}aler",
        "DEA\N{CYRILLIC LETTER PALOCHKA}ER",
        "Dea1er",
        "D\N{LATIN SMALL LETTER E WITH ACUTE}aler",
        "\N{CYRILLIC CAPITAL LETTER EN}OUSE",
        "h\N{GREEK SMALL LETTER OMICRON}use",
        "\N{GREEK LUNATE SIGMA SYMBOL}l\N{CYRILLIC SMALL LETTER O}ck",
        "rneter",
        "\N{CYRILLIC SMALL LETTER DZE}u\N{CYRILLIC SMALL LETTER ER}ervisor",
        "administ\N{CYRILLIC SMALL LETTER GHE}ator",
        "\N{LATIN SMALL LETTER D WITH STROKE}ealer",
        "\N{LATIN SMALL LETTER D WITH HOOK}ealer",
        "dea\N{LATIN SMALL LETTER L WITH STROKE}er",
        "\N{LATIN LETTER SMALL CAPITAL D}ealer",
        "d\N{LATIN SMALL LETTER TURNED E}aler",
        "\N{NEGATIVE SQUARED LATIN CAPITAL LETTER D}ealer",
        "h\N{LATIN SMALL LETTER O WITH STROKE}use",
        "5upervisor",
        "$uperv!sor",
        "d\N{EURO SIGN}aler",
        "d34ler",
        "house$",
        "\N{MATHEMATICAL BOLD SMALL D}ealer",
        "cloc\N{CYRILLIC SMALL LETTER KA}",
        "cloc\N{GREEK SMALL LETTER KAPPA}",
        "\N{CYRILLIC SMALL LETTER EN}ouse",
        "\N{CYRILLIC SMALL LETTER EM}eter",
        "me\N{CYRILLIC SMALL LETTER TE}er",
    ],
)
def test_nobody_is_called_what_looks_like_the_house(connection: Connection, name: str) -> None:
    assert code_of(people.guest, connection, 7, name) == "name"
    assert code_of(people.register, connection, None, "ann", PASSWORD, name, 5, hasher=CHEAP) == "name"


@pytest.mark.parametrize("name", ["Анна", "Ελένη", "Delaer", "Dealer Dan", "José", "李娜", "Clocker"])
def test_other_names_in_any_script_are_accepted(name: str) -> None:
    assert people.checked_name(name) == name


def test_a_name_that_somebody_has_already_stays(connection: Connection) -> None:
    old = "d\N{CYRILLIC SMALL LETTER IE}aler"
    ann = people.guest(connection, 7)
    connection.execute(update(person).where(person.c.id == ann.id).values(name=old))
    made = people.register(connection, ann.id, "ann", PASSWORD, old, 5, hasher=CHEAP)
    assert (made.name, verified(connection, "ann")) == (old, made)


def test_an_error_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(PeopleError("login", "a login must be short")))
    assert (error.code, str(error)) == ("login", "a login must be short")


# --- passwords


class Counting(PasswordHasher):
    """Notes the hashes that it verifies against, each of which costs the same time."""

    def __init__(self, **parameters: int) -> None:
        super().__init__(**parameters)
        self.verified: list[str] = []

    def verify(self, hash: str | bytes, password: str | bytes) -> Any:
        self.verified.append(str(hash))
        return super().verify(hash, password)


def test_a_password_opens_only_its_own_login(connection: Connection) -> None:
    ann, bob = registered(connection, "ann"), registered(connection, "bob")
    people.register(connection, None, "eve", "another password", "Eve", 0, hasher=CHEAP)
    assert verified(connection, "ANN") == ann
    assert verified(connection, "bob") == bob
    assert verified(connection, "eve") is None
    assert verified(connection, "ann", "another password") is None


def test_a_password_is_stored_as_an_argon2_hash(connection: Connection) -> None:
    registered(connection)
    stored = connection.execute(select(person.c.password)).scalar_one()
    assert stored.startswith("$argon2id$")
    assert PASSWORD not in stored


def test_a_wrong_login_costs_as_much_as_a_wrong_password(connection: Connection) -> None:
    hasher = Counting(time_cost=1, memory_cost=16, parallelism=1)
    people.register(connection, None, "ann", PASSWORD, "Ann", 0, hasher=hasher)
    for login in ("ann", "nobody", "no login!"):
        assert verify_password(connection, login, "wrong password", hasher=hasher) is None
    assert len(hasher.verified) == 3
    assert not any(hasher.check_needs_rehash(hash) for hash in hasher.verified)


def test_the_decoy_of_a_wrong_login_opens_nothing(connection: Connection) -> None:
    assert people.stored_hash(connection, "nobody") is None
    assert verify_password(connection, "nobody", PASSWORD, hasher=YES) is None


class Yes(PasswordHasher):
    """Accepts every password."""

    def verify(self, hash: str | bytes, password: str | bytes) -> Any:
        return True


YES = Yes.from_parameters(CHEAPEST)


def test_a_guest_has_no_password(connection: Connection) -> None:
    people.guest(connection, 0)
    assert verify_password(connection, "", PASSWORD, hasher=YES) is None


def test_a_password_is_hashed_again_when_the_parameters_change(connection: Connection) -> None:
    player = registered(connection)
    before = people.stored_hash(connection, "ann")
    assert verified(connection, "ann") == player
    assert people.stored_hash(connection, "ann") == before
    dearer = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
    assert verify_password(connection, "ann", "wrong password", hasher=dearer) is None
    assert people.stored_hash(connection, "ann") == before
    assert verify_password(connection, "ann", PASSWORD, hasher=dearer) == player
    after = people.stored_hash(connection, "ann")
    assert after is not None
    assert not dearer.check_needs_rehash(after)
    assert people.prove(after, PASSWORD, hasher=dearer) == people.Proof(after)


def test_a_password_is_hashed_and_verified_outside_of_transactions(connection: Connection) -> None:
    hashed = people.hashed(PASSWORD, hasher=CHEAP)
    player = people.register(connection, None, "ann", hashed, "Ann", 0)
    proof = people.prove(people.stored_hash(connection, "ANN"), PASSWORD, hasher=CHEAP)
    assert proof == people.Proof(hashed.text)
    assert people.accept(connection, "ANN", proof) == player
    registered(connection, "bob")
    assert people.accept(connection, "bob", proof) is None
    people.disable(connection, player.id, 1)
    assert people.accept(connection, "ann", proof) is None


def test_a_proof_of_an_old_hash_is_not_accepted(connection: Connection) -> None:
    registered(connection)
    proof = people.prove(people.stored_hash(connection, "ann"), PASSWORD, hasher=CHEAP)
    assert proof is not None
    connection.execute(update(person).values(password=CHEAP.hash("another password")))
    assert people.accept(connection, "ann", proof) is None


def test_a_disabled_person_can_not_sign_in_until_enabled(connection: Connection) -> None:
    player = registered(connection)
    assert people.disable(connection, player.id, 9).disabled_at == 9
    assert people.disable(connection, player.id, 10).disabled_at == 9
    assert verified(connection, "ann") is None
    assert people.enable(connection, player.id) == player
    assert verified(connection, "ann") == player


# --- roles


def test_roles_are_granted_and_withdrawn(connection: Connection) -> None:
    player = registered(connection)
    other = registered(connection, "bob")
    people.grant(connection, player.id, Role.ADMINISTRATOR)
    staff = people.grant(connection, player.id, Role.DEALER)
    assert staff.roles == (Role.PLAYER, Role.DEALER, Role.ADMINISTRATOR)
    assert people.grant(connection, player.id, Role.DEALER) == staff
    assert people.withdraw(connection, player.id, Role.PLAYER).roles == (Role.DEALER, Role.ADMINISTRATOR)
    assert people.withdraw(connection, player.id, Role.SUPERVISOR).roles == (Role.DEALER, Role.ADMINISTRATOR)
    assert people.find(connection, other.id) == other


def test_a_guest_can_not_be_staff(connection: Connection) -> None:
    guest = people.guest(connection, 0)
    for role in people.STAFF:
        assert code_of(people.grant, connection, guest.id, role) == "guest"
    assert people.find(connection, guest.id) == guest


def test_the_last_role_stays(connection: Connection) -> None:
    assert code_of(people.withdraw, connection, people.guest(connection, 0).id, Role.PLAYER) == "last-role"


def test_a_disabled_person_is_granted_nothing(connection: Connection) -> None:
    player = registered(connection)
    people.disable(connection, player.id, 9)
    assert code_of(people.grant, connection, player.id, Role.DEALER) == "disabled"


@pytest.mark.parametrize("person_id", ["nobody", "\0", "\ud800"])
def test_nobody_has_an_unknown_id(connection: Connection, person_id: str) -> None:
    assert people.find(connection, person_id) is None
    assert code_of(people.grant, connection, person_id, Role.DEALER) == "unknown-person"
    assert code_of(people.withdraw, connection, person_id, Role.DEALER) == "unknown-person"
    assert code_of(people.disable, connection, person_id, 0) == "unknown-person"


def test_an_administrator_counts_while_enabled(connection: Connection) -> None:
    player = registered(connection)
    assert not people.has_administrator(connection)
    people.grant(connection, player.id, Role.ADMINISTRATOR)
    assert people.has_administrator(connection)
    connection.execute(update(person).values(disabled_at=9))
    assert not people.has_administrator(connection)


def test_the_last_administrator_stays(connection: Connection) -> None:
    ann, bob = registered(connection), registered(connection, "bob")
    people.grant(connection, ann.id, Role.ADMINISTRATOR)
    assert code_of(people.disable, connection, ann.id, 9) == "last-administrator"
    assert code_of(people.withdraw, connection, ann.id, Role.ADMINISTRATOR) == "last-administrator"
    people.grant(connection, bob.id, Role.ADMINISTRATOR)
    people.disable(connection, bob.id, 9)  # who is disabled does not count
    assert code_of(people.disable, connection, ann.id, 9) == "last-administrator"
    people.enable(connection, bob.id)
    assert people.disable(connection, ann.id, 9).disabled_at == 9
    assert people.withdraw(connection, ann.id, Role.ADMINISTRATOR).roles == (Role.PLAYER,)
    assert code_of(people.withdraw, connection, bob.id, Role.ADMINISTRATOR) == "last-administrator"
