"""The audit ties people to the staff journal: a role or a closed account that no act of staff made is named."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import Connection, Engine, delete, insert, text, update

from pitboss.house.audit.tables import STAFF
from pitboss.house.audit.whole_house import audit_house
from pitboss.house.people import people, staff
from pitboss.house.people.people import Hashed, Role
from pitboss.house.storage.database import migrate, writing
from pitboss.house.storage.schema import person, staff_act

HASH = Hashed("$argon2id$")
LATER = 1_000_000


def registered(connection: Connection, login: str) -> str:
    """Make a person whose id is the login, so that findings can be compared."""
    made = people.register(connection, None, login, HASH, login, 0)
    connection.execute(update(person).where(person.c.id == made.id).values(id=login))
    return login


def roles(connection: Connection, at: int, by: str, who: str, *, grant: str = "", withdraw: str = "") -> None:
    """Change a role as an administrator does."""
    if grant:
        people.grant(connection, who, Role(grant))
    if withdraw:
        people.withdraw(connection, who, Role(withdraw))
    said = {"person": who, "grant": grant.split(), "withdraw": withdraw.split()}
    staff.record(connection, at, by, staff.ROLES, said)


@pytest.fixture
def house(engine: Engine) -> Engine:
    """A house with an administrator, a supervisor, somebody who was a dealer, a closed account and a guest."""
    migrate(engine)
    with writing(engine) as connection:
        for login in ("ada", "sue", "dora", "bob"):
            registered(connection, login)
        people.guest(connection, 0)
        connection.execute(update(person).where(person.c.login.is_(None)).values(id="guest"))
        people.grant(connection, "ada", Role.ADMINISTRATOR)
        staff.record(connection, 1, "ada", staff.FIRST_ADMINISTRATOR, {})
        roles(connection, 2, "ada", "sue", grant="supervisor")
        roles(connection, 3, "ada", "dora", grant="dealer", withdraw="player")
        roles(connection, 4, "ada", "dora", grant="player", withdraw="dealer")
        people.disable(connection, "bob", 5)
        staff.record(connection, 5, "ada", staff.DISABLE, {"person": "bob"})
        people.disable(connection, "guest", 6)
        staff.record(connection, 6, "ada", staff.DISABLE, {"person": "guest"})
        people.enable(connection, "guest")
        staff.record(connection, 7, "ada", staff.ENABLE, {"person": "guest"})
    return engine


def sentences(engine: Engine) -> list[str]:
    findings = audit_house(engine).findings
    assert {found.what for found in findings} <= {STAFF}
    return [found.sentence for found in findings]


def test_people_whose_roles_come_from_the_journal_are_clean(house: Engine) -> None:
    audit = audit_house(house)
    assert (audit.findings, audit.counts.people) == ([], 5)


def set_roles(id: str, text: str) -> Callable[[Connection], object]:
    return lambda connection: connection.execute(update(person).where(person.c.id == id).values(roles=text))


def set_disabled(id: str, at: int | None) -> Callable[[Connection], object]:
    return lambda connection: connection.execute(update(person).where(person.c.id == id).values(disabled_at=at))


HAS = "the person {} has the roles {}, but the staff journal gives them the roles {}"
DAMAGES: dict[str, tuple[Callable[[Connection], object], str]] = {
    "a guest made administrator": (
        set_roles("guest", "player administrator"),
        HAS.format("guest", "administrator, player", "player"),
    ),
    "a player made auditor": (set_roles("dora", "player auditor"), HAS.format("dora", "auditor, player", "player")),
    "a role that was withdrawn": (set_roles("dora", "player dealer"), HAS.format("dora", "dealer, player", "player")),
    "a role taken away": (set_roles("sue", "player"), HAS.format("sue", "player", "player, supervisor")),
    "a new person with a role": (
        lambda connection: connection.execute(
            insert(person).values(id="mallory", name="M", roles="player supervisor", made_at=0)
        ),
        HAS.format("mallory", "player, supervisor", "player"),
    ),
    "a person who is gone": (
        lambda connection: connection.execute(delete(person).where(person.c.id == "sue")),
        "the staff journal gives a role to the person sue, who does not exist",
    ),
    "an account closed": (
        set_disabled("sue", 9),
        "the account of the person sue is disabled, but the staff journal says otherwise",
    ),
    "an account opened": (
        set_disabled("bob", None),
        "the account of the person bob is not disabled, but the staff journal says otherwise",
    ),
    "the end of the journal cut off": (
        lambda connection: connection.execute(delete(staff_act).where(staff_act.c.number > 6)),
        "the account of the person guest is not disabled, but the staff journal says otherwise",
    ),
    "a role by somebody who is no administrator": (
        lambda connection: roles(connection, LATER, "dora", "sue", grant="dealer"),
        "staff act 8 (roles) is an act of dora, who was no administrator",
    ),
    "money ordered by somebody who is no administrator": (
        lambda connection: staff.record(
            connection, LATER, "sue", staff.ISSUE, {"person": "sue", "cents": 1, "coupons": 0, "key": "k"}
        ),
        "staff act 8 (issue) is an act of sue, who was no administrator",
    ),
    "an act that can't be read": (
        lambda connection: staff.record(connection, LATER, "ada", staff.ROLES, {"person": ["sue"]}),
        "staff act 8 (roles) can't be read",
    ),
    "an order that can't be read": (
        lambda connection: staff.record(connection, LATER, "ada", staff.ISSUE, {"person": 5}),
        "staff act 8 (issue) can't be read",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_does_not_follow_from_the_journal_is_named(house: Engine, damage: str) -> None:
    do, sentence = DAMAGES[damage]
    with writing(house) as connection:
        do(connection)
    assert sentences(house) == [sentence]


def test_a_second_first_administrator_is_named_while_there_is_one(house: Engine) -> None:
    with writing(house) as connection:
        people.grant(connection, "sue", Role.ADMINISTRATOR)
        staff.record(connection, 8, "sue", staff.FIRST_ADMINISTRATOR, {})
    assert sentences(house) == [
        "staff act 8 (first administrator) makes sue the first administrator, but the house had one"
    ]


def test_a_token_makes_an_administrator_again_when_none_is_left(house: Engine) -> None:
    with writing(house) as connection:
        connection.execute(text("UPDATE person SET disabled_at = 8 WHERE id = 'ada'"))
        staff.record(connection, 8, "ada", staff.DISABLE, {"person": "ada"})
        people.grant(connection, "sue", Role.ADMINISTRATOR)
        staff.record(connection, 9, "sue", staff.FIRST_ADMINISTRATOR, {})
    assert sentences(house) == []


@pytest.mark.parametrize(("at", "named"), [(9, False), (LATER, True)])
def test_an_act_may_follow_the_loss_of_a_role_only_if_it_was_under_way(house: Engine, at: int, named: bool) -> None:
    with writing(house) as connection:
        roles(connection, 8, "ada", "sue", grant="administrator")
        set_roles("ada", "player")(connection)
        staff.record(connection, 8, "sue", staff.ROLES, {"person": "ada", "grant": [], "withdraw": ["administrator"]})
        staff.record(connection, at, "ada", staff.SIGN_OUT, {"person": "sue"})
    assert sentences(house) == (["staff act 10 (sign out) is an act of ada, who was no administrator"] if named else [])
