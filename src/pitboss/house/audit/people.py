"""The audit of people: every role above player, and every account that is closed, follows from the staff journal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from pitboss.house.audit.findings import STAFF, Audit
from pitboss.house.people.people import Role
from pitboss.house.people.staff import DISABLE, ENABLE, FIRST_ADMINISTRATOR, ISSUE, RESET_PASSWORD, ROLES, SIGN_OUT
from pitboss.house.storage.schema import person, staff_act

AT_ONCE = 1000
"""Rows that are read together."""
BY_ADMINISTRATOR = (ROLES, DISABLE, ENABLE, ISSUE, SIGN_OUT, RESET_PASSWORD)
"""The acts that only an administrator can do."""
UNDER_WAY_MS = 60_000
"""For so long after somebody lost a role, an act may follow that they had begun before."""


class _About(msgspec.Struct):
    """What an act says about a person."""

    person: str = ""
    grant: list[str] = []
    withdraw: list[str] = []


class Journal:
    """The roles that the staff journal gives, act by act."""

    def __init__(self, audit: Audit) -> None:
        self._audit = audit
        self.roles: dict[str, set[str]] = {}
        """The roles of everybody whom an act is about."""
        self.disabled: set[str] = set()
        self._administrators: set[str] = set()
        self._lost: dict[str, int] = {}
        """When somebody ceased to be an administrator."""

    def roles_of(self, id: str) -> set[str]:
        return self.roles.get(id, {Role.PLAYER})

    def take(self, row: Any) -> None:
        """Follow the next act."""
        lost = self._lost.get(row.person, row.at - UNDER_WAY_MS)
        if row.what in BY_ADMINISTRATOR and row.person not in self._administrators and row.at >= lost + UNDER_WAY_MS:
            self._found(row, f"is an act of {row.person}, who was no administrator")
        if row.what == FIRST_ADMINISTRATOR:
            if self._administrators:
                self._found(row, f"makes {row.person} the first administrator, but the house had one")
            self.roles[row.person] = self.roles_of(row.person) | {Role.ADMINISTRATOR}
        else:
            self._change(row)
        now = {id for id, roles in self.roles.items() if Role.ADMINISTRATOR in roles} - self.disabled
        self._lost |= dict.fromkeys(self._administrators - now, row.at)
        self._administrators = now

    def _change(self, row: Any) -> None:
        try:
            about = msgspec.json.decode(row.body, type=_About)
        except (msgspec.MsgspecError, UnicodeError):
            self._found(row, "can't be read")
            return
        if row.what == ROLES:
            self.roles[about.person] = (self.roles_of(about.person) | {*about.grant}) - {*about.withdraw}
        elif row.what == DISABLE:
            self.disabled.add(about.person)
        elif row.what == ENABLE:
            self.disabled.discard(about.person)

    def _found(self, row: Any, wrong: str) -> None:
        self._audit.add(STAFF, f"staff act {row.number} ({row.what}) {wrong}")


def check_people(connection: Connection, audit: Audit) -> None:
    """Compare everybody's row with what the staff journal makes of them."""
    journal = Journal(audit)
    acts = select(staff_act).where(staff_act.c.what.in_((FIRST_ADMINISTRATOR, *BY_ADMINISTRATOR)))
    for row in connection.execute(acts.order_by(staff_act.c.number), execution_options={"yield_per": AT_ONCE}):
        journal.take(row)
    missing = journal.roles.keys() | journal.disabled
    everybody = select(person.c.id, person.c.roles, person.c.disabled_at).order_by(person.c.id)
    for row in connection.execute(everybody, execution_options={"yield_per": AT_ONCE}):
        audit.counts.people += 1
        missing.discard(row.id)
        has, due = set(row.roles.split()), journal.roles_of(row.id)
        if has != due:
            wrong = f"the person {row.id} has {_listed(has)}, but the staff journal gives them {_listed(due)}"
            audit.add(STAFF, wrong)
        if (row.disabled_at is not None) != (row.id in journal.disabled):
            state = "disabled" if row.disabled_at is not None else "not disabled"
            audit.add(STAFF, f"the account of the person {row.id} is {state}, but the staff journal says otherwise")
    if audit.counts.people:
        audit.on_trust.append("the names, passwords and sessions of people: no chain covers them")
    for id in sorted(missing):
        audit.add(STAFF, f"the staff journal gives a role to the person {id}, who does not exist")


def _listed(roles: Iterable[str]) -> str:
    """Roles in words.

    >>> _listed({"player", "dealer"}), _listed(())
    ('the roles dealer, player', 'no role')
    """
    return f"the roles {', '.join(sorted(roles))}" if roles else "no role"
