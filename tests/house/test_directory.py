"""People who are found by name or role, page by page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST
from sqlalchemy import Connection, Engine

from pitboss.house.people import people
from pitboss.house.people.people import PeopleError, Role, people_found
from pitboss.house.storage.database import migrate, writing

CHEAP = PasswordHasher.from_parameters(CHEAPEST)


@pytest.fixture
def connection(engine: Engine) -> Iterator[Connection]:
    migrate(engine)
    with writing(engine) as connection:
        yield connection


def names(connection: Connection, **asked: object) -> list[str]:
    return [one.name for one in people_found(connection, **asked).people]  # type: ignore[arg-type]


def test_a_part_of_the_name_or_the_login_finds_people(connection: Connection) -> None:
    for name in ("Ann Lee", "Bob", "100% Leeroy", "Lee_anne"):
        people.guest(connection, 0, name)
    people.register(connection, None, "leeds", "correct horse", "Zoe", 0, hasher=CHEAP)
    assert set(names(connection, part="LEE")) == {"Ann Lee", "100% Leeroy", "Lee_anne", "Zoe"}
    assert names(connection, part="%") == ["100% Leeroy"]
    assert names(connection, part="e_a") == ["Lee_anne"]
    assert names(connection, part="nobody") == []
    assert len(names(connection)) == 5


@pytest.mark.parametrize("part", ["\0", "a\nb", "\ud800"])
def test_a_part_that_no_name_can_have_is_rejected(connection: Connection, part: str) -> None:
    with pytest.raises(PeopleError, match="printable characters only"):
        people_found(connection, part=part)


def test_a_role_finds_those_who_have_it(connection: Connection) -> None:
    people.guest(connection, 0, "Gus")
    for login in ("dora", "ada"):
        made = people.register(connection, None, login, "correct horse", login.title(), 0, hasher=CHEAP)
        people.grant(connection, made.id, Role.DEALER if login == "dora" else Role.ADMINISTRATOR)
    assert names(connection, role=Role.DEALER) == ["Dora"]
    assert names(connection, role=Role.ADMINISTRATOR) == ["Ada"]
    assert names(connection, role=Role.AUDITOR) == []
    assert names(connection, role=Role.PLAYER, part="a") == ["Ada", "Dora"]


def test_pages_have_everybody_once_in_the_order_of_names(connection: Connection) -> None:
    made = [people.guest(connection, 0, f"P{number % 4}") for number in range(11)]  # names repeat
    pages, after = [], ""
    while True:
        page = people_found(connection, part="p", after=after, most=3)
        pages.append(page.people)
        if not (after := page.next):
            break
    assert [len(page) for page in pages] == [3, 3, 3, 2]
    listed = [one for page in pages for one in page]
    assert [one.name for one in listed] == sorted(one.name for one in made)
    assert {one.id for one in listed} == {one.id for one in made}


def test_a_full_last_page_has_no_next(connection: Connection) -> None:
    for name in ("Ann", "Bob"):
        people.guest(connection, 0, name)
    assert people_found(connection, most=2).next == ""
    with pytest.raises(PeopleError, match="nobody has the id 'gone'"):
        people_found(connection, after="gone")
