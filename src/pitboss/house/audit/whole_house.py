"""The audit: it proves a whole house from its database. It only reads, so it works while the house runs.

Every table is played again from its first act. Its log, its money and its meters are computed anew and compared with
what is stored. All is read in one transaction, so it is one state of the house.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Engine,
    Integer,
    LargeBinary,
    Table,
    and_,
    func,
    not_,
    or_,
    select,
)
from sqlalchemy.exc import DBAPIError

from pitboss.basics.money import UNITS
from pitboss.house.audit.findings import BALANCE, CHAIN, LEFT_BEHIND, STAFF, VALUE, Audit, Counts
from pitboss.house.audit.money import (
    AT_ONCE,
    check_balances,
    check_entries,
    check_issues,
    check_meters,
    check_starts,
    money_of_acts,
)
from pitboss.house.audit.signatures import check_signatures
from pitboss.house.audit.signing import SignedHead
from pitboss.house.audit.tables import TableAudit
from pitboss.house.money import books
from pitboss.house.people import staff
from pitboss.house.people.people import Role
from pitboss.house.people.staff import DISABLE, ENABLE, FIRST_ADMINISTRATOR, ISSUE, RESET_PASSWORD, ROLES, SIGN_OUT
from pitboss.house.storage.database import reading
from pitboss.house.storage.schema import act, game_table, metadata, person, signed_head, staff_act
from pitboss.house.storage.store import ActRow


def acts_stored(engine: Engine) -> int:
    """The number of acts that an audit has to play again."""
    with reading(engine) as connection:
        return connection.execute(select(func.count()).select_from(act)).scalar_one()


def audit_house(
    engine: Engine,
    public_keys: Sequence[str] = (),
    tick: Callable[[], None] = lambda: None,
    kept: Sequence[SignedHead] = (),
) -> Audit:
    """Prove everything in a database. ``tick`` is called for every act.

    ``public_keys`` are the keys that the house has published. Without one, signatures are checked with the keys beside
    them. ``kept`` are signed heads that were kept elsewhere, and must still be there.
    """
    with reading(engine) as connection:
        return _audited(connection, public_keys, tick, kept)


def _audited(
    connection: Connection, public_keys: Sequence[str], tick: Callable[[], None], kept: Sequence[SignedHead]
) -> Audit:
    audit = Audit([], Counts(), [])
    tables: dict[str, TableAudit] = {}
    held: dict[str, int] | None = None
    won: dict[str, int] = {}
    signed: dict[str, dict[int, str]] = {}
    check_values(connection, audit)
    with stopped_by_values(audit, "the list of signed heads"):
        signed = _signed(connection)
    rows: Sequence[Any] = ()
    with stopped_by_values(audit, "the list of tables"):
        rows = connection.execute(select(game_table).order_by(game_table.c.id)).all()
    for row in rows:
        audit.counts.tables += 1
        table = tables[row.id] = TableAudit(audit, row, tick)
        with stopped_by_values(audit, f"table {row.id}", str(row.id)):
            table.check(_acts(connection, row.id), money_of_acts(connection, row.id), set(signed.get(row.id, ())))
            _check_signed(audit, table, signed.get(row.id, {}))
    with stopped_by_values(audit, "the balances"):
        held = check_balances(connection, audit)
    practice = {table.id for table in tables.values() if table.practice}
    with stopped_by_values(audit, "the entries of the ledger"):
        check_entries(connection, audit, practice)
    with stopped_by_values(audit, "the money that was issued"):
        check_issues(connection, audit, practice)
    with stopped_by_values(audit, "the meters"):
        won = check_meters(connection, audit, tables)
    for table in tables.values():
        if not table.broken and held is not None:
            _check_table_accounts(audit, table, held, won.get(table.id, 0))
    with stopped_by_values(audit, "the staff journal"):
        _check_staff(connection, audit)
    with stopped_by_values(audit, "the settings of tables"):
        _check_settings(connection, audit, tables)
    with stopped_by_values(audit, "the people"):
        check_people(connection, audit)
    with stopped_by_values(audit, "the starting money"):
        check_starts(connection, audit)
    with stopped_by_values(audit, "the signatures"):
        check_signatures(connection, audit, public_keys, tables, kept)
    return audit


def _acts(connection: Connection, table: str) -> Iterator[ActRow]:
    rows = select(act).where(act.c.table_id == table).order_by(act.c.seq)
    for row in connection.execute(rows, execution_options={"yield_per": AT_ONCE}):
        yield ActRow(*row)


def _check_table_accounts(audit: Audit, table: TableAudit, held: Mapping[str, int], won: int) -> None:
    """The accounts of the layout hold what lies on it, and whoever left has left nothing behind."""
    due = {
        books.layout(table.id): table.on_layout.money.total() * UNITS,
        books.coupons_on(table.id): table.on_layout.coupons.total() * UNITS,
        books.jackpot(table.id): won - table.facts.paid if table.playing else 0,
    }
    for name, units in due.items():
        if held.get(name, 0) != units:
            wrong = f"{name} holds {held.get(name, 0)} units, but the acts of the table leave {units}"
            audit.add(BALANCE, wrong, table.id, table.playing)
    assert table.replay is not None
    here = {player for _, player in table.replay.table.seats}
    for name, units in held.items():
        for start in (books.chips(table.id, ""), books.coupons_at(table.id, "")):
            if units and name.startswith(start) and name.removeprefix(start) not in here:
                audit.add(LEFT_BEHIND, f"{name} holds {units} units, but that person has left the table", table.id)


# --- staff and signatures


def _check_staff(connection: Connection, audit: Audit) -> None:
    audit.counts.staff_acts = connection.execute(select(func.count()).select_from(staff_act)).scalar_one()
    for wrong in staff.check(connection):
        audit.add(STAFF, wrong)


def _check_settings(connection: Connection, audit: Audit, tables: Mapping[str, TableAudit]) -> None:
    """Above which amount a person must validate is what staff said last. What else a row says is taken on trust."""
    for id, above in {one["table"]: one["validate_above"] for one in staff.acts(connection, "staffing")}.items():
        if id in tables and (tables[id].settings.get("staffing") or {}).get("validate_above") != above:
            wrong = f"table {id}: its settings have another amount to validate than the staff journal"
            audit.add(STAFF, wrong, id)
    if tables:
        audit.on_trust.append(
            "the names of tables, who opened them, their pace and dealer, and the times of transfers: no chain covers"
            " them"
        )


def _signed(connection: Connection) -> dict[str, dict[int, str]]:
    """The signed heads of each chain, by act."""
    found: dict[str, dict[int, str]] = {}
    for row in connection.execute(select(signed_head.c.chain, signed_head.c.seq, signed_head.c.head)):
        found.setdefault(row.chain, {})[row.seq] = row.head
    return found


def _check_signed(audit: Audit, table: TableAudit, signed: Mapping[int, str]) -> None:
    """The heads that the house signed are those of the table."""
    for seq, head in sorted(signed.items()):
        if table.heads.get(seq, head) != head:
            wrong = f"table {table.id}: the head of act {seq} is not the one that the house signed"
            audit.add(CHAIN, wrong, table.id, act=seq)
        elif seq not in table.heads and not table.broken:
            audit.add(CHAIN, f"table {table.id}: act {seq} was signed by the house and is missing", table.id, act=seq)


# --- values
#
# Every column holds what its type says, and no value can stop the audit. SQLite stores any value in any column, so a
# number may be a text. Such a value is named with its table and row. A check that it stops is named as well, so nobody
# takes silence for a proof.

NAMED = 5
"""The most rows that are named for one column. The others are counted."""
OF_VALUES = ("integer overflow", "Could not decode")
"""How SQLite complains about a value, and not about the database."""


def check_values(connection: Connection, audit: Audit) -> None:
    """Name every value that is not of the type of its column. PostgreSQL has none."""
    if connection.dialect.name != "sqlite":
        return
    for table in metadata.sorted_tables:
        with stopped_by_values(audit, f"the values of {table.name}"):
            _check_table(connection, audit, table)


@contextmanager
def stopped_by_values(audit: Audit, what: str, table: str = "") -> Iterator[None]:
    """If a value stops this check, name the check and go on with the next one."""
    try:
        yield
    except DBAPIError as error:
        if not any(words in str(error.orig) for words in OF_VALUES):
            raise
        _stopped(audit, what, str(error.orig), table)
    except Exception as error:  # whatever is in a row, the audit goes on
        _stopped(audit, what, f"{type(error).__name__} ({error})", table)


def _stopped(audit: Audit, what: str, why: str, table: str) -> None:
    audit.add(VALUE, f"{what} can't be checked, since a value in the database can't be read: {why}", table)


def _check_table(connection: Connection, audit: Audit, table: Table) -> None:
    wrong = {column: _is_wrong(column) for column in table.c}
    keys = list(table.primary_key)
    # One pass through the table in a sound house.
    if connection.execute(select(*keys).where(or_(*wrong.values())).limit(1)).first() is None:
        return
    for column, where in wrong.items():
        count = connection.execute(select(func.count()).select_from(table).where(where)).scalar_one()
        shown = func.substr(func.quote(column), 1, 40)
        names = [func.quote(key) for key in keys]
        for found in connection.execute(select(shown, *names).where(where).order_by(*keys).limit(NAMED)):
            row = ", ".join(f"{key.name} {said}" for key, said in zip(keys, found[1:], strict=True))
            said = f"{column.name} is {found[0]}, which is not {_kind(column)[1]}"
            audit.add(VALUE, f"{table.name}, row with {row}: {said}")
        if count > NAMED:
            audit.add(VALUE, f"{table.name}: {column.name} is not {_kind(column)[1]} in {count - NAMED} more rows")


def _is_wrong(column: Column[Any]) -> ColumnElement[bool]:
    kinds, _ = _kind(column)
    wrong = not_(func.typeof(column).in_(kinds))
    return and_(column.is_not(None), wrong) if column.nullable else wrong


def _kind(column: Column[Any]) -> tuple[tuple[str, ...], str]:
    """What SQLite may call the values of a column, and what a person calls them."""
    if isinstance(column.type, BigInteger | Integer):
        return ("integer",), "a whole number"
    if isinstance(column.type, LargeBinary):
        return ("blob", "text"), "a text"
    return ("text",), "a text"


# --- people
#
# Every role above player, and every account that is closed, follows from the staff journal.

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
